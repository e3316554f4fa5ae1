"""Ricochet, the Mysterious Stranger, and Confusion after an attack on an area: both engines against a slow reference.

False alarms: as in `test_attack_lanes`, a Chernoff bound at 1e-15 a side for every cell, and fixed seeds.
"""

from itertools import product

import numpy as np
import pytest
from attack_tools import PROPERTIES, RULES, STATS, with_property
from naive_attack import End
from naive_sequels import confused_in_area, rerolled_ricochet, ricochet, stranger
from test_simulation import unlikely_cells

from odds import OddsError, exact, parse, simulate
from odds.core.agreement import agreement
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.query import parse_attack
from odds.factions.attacks.ricochet import lanes as ricochet_lanes
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.stranger import lanes as stranger_lanes
from odds.factions.attacks.stranger.rules import Stranger
from odds.factions.attacks.target import Target

CLOSE = 1e-12
EFFECTS = ((), ("Maim",), ("Poison 2",), ("Maim", "Pierce", "Ignite 2"), ("Meltdown", "Suppress 2"))
OF_EACH = ("harm", "injuries", "incapacitated", "fatigue", "inches")
OF_BOTH = (*(f"{axis}_1" for axis in OF_EACH), *(f"{axis}_2" for axis in OF_EACH), "ricochets")


def unlike(question, axes, trials=300_000, seed=3):
    """Whether the simulation is caught disagreeing with the exact engine."""
    sampled = simulate(question, axes=axes, trials=trials, seed=seed, threads=1, engine="numpy")
    wanted = exact(question, axes=axes)
    found = agreement(wanted, sampled)
    return bool(unlikely_cells(wanted.values, sampled.values)) or found.p_value < 1e-15 or found.impossible > 0


def gap(wanted, values):
    """The largest difference of a table and of chances by their cells."""
    table = np.zeros(values.shape)
    for cell, chance in wanted.items():
        table[cell] += chance
    return float(np.abs(table - values).max())


# ------------------------------------------------------------------------------------------------ Ricochet
def bounced(first, second, criticals=(), rules=None, **more):
    """An attack with Poor dice, so that it often has no Hit."""
    dice = parse("2S S4 L1", rules=rules or {})
    one, other = (Target(*each, **STATS) for each in (first, second))
    shot = Attack.of(dice, criticals, one, strength=6, **more)
    return Ricochet(shot, shot.against(other))


def ricochet_gap(question, wrong=""):
    found = {(*a, *b, made): chance for (a, b, made), chance in ricochet(*question.attacks, wrong=wrong).items()}
    return gap(found, exact(question, axes=OF_BOTH).values)


@pytest.mark.parametrize("criticals", EFFECTS, ids=lambda names: " ".join(names) or "none")
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: next(iter(rules), "edition"))
def test_ricochet_is_the_reference(criticals, rules):
    for endurance, health in product((1, 2, 4), (1, 2)):
        question = bounced((endurance, health), (3 - endurance // 2, 1), criticals, rules)
        assert ricochet_gap(question) < CLOSE
        assert exact(question, axes=OF_BOTH).values.sum() == pytest.approx(1, abs=CLOSE)


@pytest.mark.parametrize("name", PROPERTIES)
def test_ricochet_knows_every_property(name):
    attack = with_property(name, ("Maim", "Pierce"))
    question = Ricochet(attack.against(Target(3, 2, harm=1, **STATS)), attack)
    assert ricochet_gap(question) < CLOSE
    assert not unlike(question, OF_BOTH[:3] + OF_BOTH[5:8] + OF_BOTH[-1:])


def test_a_wrong_ricochet_is_caught(monkeypatch):
    question = bounced((2, 1), (2, 1), ("Maim",))
    assert ricochet_gap(question, wrong="always") > 0.01
    assert not unlike(question, OF_BOTH)
    monkeypatch.setattr(ricochet_lanes, "any_of", lambda p, _: p.false)
    assert unlike(question, OF_BOTH)


def test_ricochet_counts_what_is_down_and_what_was_rolled():
    question = bounced((1, 1), (1, 1))
    axes = ("down", "incapacitated_2", "hits_1", "hits_2", "luck_hits_1", "luck_hits_2", "ricochets")
    assert not unlike(question, axes)
    law = exact(question, axes=axes)
    fails = 0.6**2
    assert float(law.probability("ricochet")) == pytest.approx(fails, abs=CLOSE)
    assert float(law.probability("failed")) == pytest.approx(fails**2, abs=CLOSE)
    assert float(law.probability("target_2")) == pytest.approx(fails * (1 - fails), abs=CLOSE)
    assert float(law.probability("any_down")) == pytest.approx(1 - fails**2, abs=CLOSE)
    assert float(law.probability("critical")) == pytest.approx(0.4 + fails * 0.4, abs=CLOSE)
    assert exact(question, fractions=True).values.sum() == 1


@pytest.mark.parametrize("second", [(1, 1), (3, 1)])
@pytest.mark.parametrize("first", [(1, 1), (2, 1), (3, 1)])
def test_rerolls_of_a_ricochet_are_best_for_both(first, second):
    once, other = parse("3S S4 L0"), Attack.of(parse("3S S4 L1"), (), Target(*second, **STATS))
    bare = Attack.of(once, (), Target(*first, **STATS))
    question = Ricochet(Attack.of(parse("3S S4 L0 reroll 1"), (), bare.target), other)
    law = exact(question, axes=("down",))
    assert float(law.probability("any_down")) == pytest.approx(rerolled_ricochet(bare, other), abs=CLOSE)
    assert not unlike(question, ("down", "ricochets"))


def test_a_hit_is_rerolled_for_the_better_prey():
    sure = Attack.of(parse("4S S9 L0"), (), Target(1, 1))
    question = Ricochet(Attack.of(parse("1S S5 L0 reroll 1"), (), Target(3, 1)), sure)
    law = exact(question, axes=("down", "ricochets"))
    assert float(law.probability("ricochet")) == pytest.approx(1 / 2 + 1 / 2 * 1 / 2, abs=CLOSE)


def test_the_place_of_the_other_target():
    beside = {"targets": ["E4 HP1 harm 1"], "ricochet": "E4 HP1 harm 2 wide open"}
    assert [each.rolled.dice for each in parse_attack("4P P5 L2", **beside).attacks] == [4 + 1, 4 + 2 + 1]
    far = parse_attack("4P P5 L2", targets=["E4 HP1"], ricochet="E4 HP1, out of range")
    assert [each.test.unlucky for each in far.attacks] == [False, True]
    friends = parse_attack("4P P5 L2", targets=["E4 I4 HP1"], ricochet="E2 HP1, friend I3 L0", friends_near=0)
    assert [len(each.target.friends) for each in friends.attacks] == [0, 1]
    assert not unlike(friends, ("confused_1", "confused_2", "down"))


@pytest.mark.parametrize(
    "words",
    ["ricochet: 4P P5 L2 at E4 HP1", "ricochet: 4P P5 at E4 HP1; 4P P5 at E3 HP1; 4P P5 at E2 HP1",
     "stranger Mysterious Stranger L4: 4P P5 L4 at E4 HP1", "stranger Mysterious Stranger: 4P P5; 4A A6 at E4 HP1",
     "ricochet:", "4P P5 with Ricochet at E4 HP1"],
)  # fmt: skip
def test_half_a_sequel_is_refused(words):
    with pytest.raises(OddsError):
        parse_attack(words)


def test_sequels_from_python_are_checked():
    shot = Attack.of(parse("4P P5 L2"), (), Target(4, 1))
    for wrong in (lambda: Ricochet(shot, "frog"), lambda: Stranger(parse("Evade A4"), Attacks([shot] * 2)),
                  lambda: Stranger(parse("Mysterious Stranger L4"), Attacks([shot]))):  # fmt: skip
        with pytest.raises(OddsError):
            wrong()
    other = Attack.of(parse("4P P5 L2", rules={"outright": "more-than"}), (), Target(4, 1))
    with pytest.raises(OddsError, match="one edition"):
        Ricochet(shot, other)


# ------------------------------------------------------------------------------------------------ the Stranger
def visited(luck, attack, objective="P(incapacitated)"):
    shot = Attack.of(parse("4A A6 L3", rules=dict(attack.rules.changed)), ("Pierce",), attack.target)
    both = Attacks([attack, shot], objective=objective)
    return Stranger(parse(f"Mysterious Stranger L{luck}", rules=dict(attack.rules.changed)), both)


def stranger_gap(question, wrong="", goal=None):
    found = stranger(question.test, list(question.attacks.attacks), *([] if goal is None else [goal]), wrong=wrong)
    values = exact(question, axes=OF_EACH[:3]).values
    return gap(_kept(found), values)


def _kept(found):
    kept = {}
    for end, chance in found.items():
        kept[end[:3]] = kept.get(end[:3], 0.0) + chance
    return kept


@pytest.mark.parametrize("luck", [0, 1, 4, 9])
@pytest.mark.parametrize("criticals", EFFECTS, ids=lambda names: " ".join(names) or "none")
def test_the_stranger_is_the_reference(luck, criticals):
    for endurance, health, harm in product((2, 4, 6), (1, 3), (0, 2)):
        target = Target(endurance, health, harm=harm, **STATS)
        question = visited(luck, Attack.of(parse("3S S5 L2"), criticals, target))
        assert stranger_gap(question) < CLOSE


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: next(iter(rules), "edition"))
@pytest.mark.parametrize("name", PROPERTIES)
def test_the_stranger_knows_every_property_and_rule(name, rules):
    question = visited(4, with_property(name, ("Maim", "Pierce"), rules=rules))
    assert stranger_gap(question) < CLOSE


@pytest.mark.parametrize("name", ["toughness", "much crackshot", "power armor", "odd anatomy"])
def test_the_simulated_stranger_agrees(name):
    axes = ("harm", "injuries", "incapacitated", "fatigue", "hits", "luck_hits", "came")
    assert not unlike(visited(3, with_property(name, ("Maim", "Suppress 1"), health=3)), axes)
    rerolled = visited(3, Attack.of(parse("3S S5 L2 reroll 1"), ("Maim", "Pierce"), Target(4, 2, harm=1, **STATS)))
    assert not unlike(rerolled, axes)


def test_effects_are_chosen_for_the_end_after_the_stranger():
    def harm(end: End) -> float:
        return float(end.harm)

    attack = Attack.of(parse("4S S6 L2"), ("Maim", "Pierce", "Ignite 2"), Target(4, 2, harm=1, **STATS))
    assert stranger_gap(visited(5, attack, "mean(harm)"), goal=harm) < CLOSE


def test_a_wrong_stranger_is_caught(monkeypatch):
    question = visited(4, Attack.of(parse("3S S5 L2"), ("Maim",), Target(4, 2, **STATS)))
    assert stranger_gap(question, wrong="always") > 0.01
    assert not unlike(question, (*OF_EACH[:3], "came"))
    monkeypatch.setattr(stranger_lanes, "any_of", lambda p, _: p.true)
    assert unlike(question, (*OF_EACH[:3], "came"))


def test_the_stranger_comes_where_the_target_stands():
    question = parse_attack("2P P5 L4 with Mysterious Stranger at E1 HP1")
    law = exact(question, axes=("came", "incapacitated"))
    assert float(law.probability("stranger")) == pytest.approx(1 / 4 * 4 / 10, abs=CLOSE)
    falls = 1 - 1 / 4 * (1 - 4 / 10 * (1 - 0.4**4))
    assert float(law.probability("incapacitated")) == pytest.approx(falls, abs=CLOSE)
    assert exact(question, axes=("came",), fractions=True).values.sum() == 1


# ------------------------------------------------------------------------------------------------ Confusion in an area
FRIENDS = ("Confusion I4 L2", "Confusion I2 L0", "Confusion I6 L1 with Brutality")


def blast(sizes, criticals=(), **more):
    targets = []
    for n, (endurance, health, friends) in enumerate(sizes):
        tests = tuple(parse(FRIENDS[(n + k) % 3]).played for k in range(friends))
        targets.append(Target(endurance, health, friends=tests, **{**STATS, **(more if n == 1 else {})}))
    return AreaAttack(Attack.of(parse("3S S5 L1"), criticals, targets[0]), targets[1:])


AREAS = (
    ((2, 1, 1),),
    ((1, 1, 2), (2, 1, 1)),
    ((3, 1, 0), (1, 2, 3)),
    ((1, 1, 1), (2, 1, 2), (1, 1, 1)),
)  # fmt: skip


@pytest.mark.parametrize("criticals", [(), ("Pierce",), ("Ignite 2", "Pierce")], ids=str)
@pytest.mark.parametrize("sizes", AREAS, ids=str)
def test_confusion_in_an_area_is_the_reference(sizes, criticals):
    area = blast(sizes, criticals)
    law = exact(area, axes=("down", "confused"))
    assert gap(confused_in_area(list(area.attacks)), law.values) < CLOSE
    assert (
        gap(confused_in_area(list(area.attacks), wrong="one friend"), law.values) > 1e-3
        or max(friends for _, _, friends in sizes) < 2
    )
    assert not unlike(area, ("down", "confused"))
    alone = sum(float(exact(each, axes=("confused",)).mean("confused")) for each in area.attacks)
    assert float(law.mean("confused")) == pytest.approx(alone, abs=CLOSE)


def test_a_fall_that_confuses_nobody_adds_nothing():
    area = blast(AREAS[1], disposable=True)
    law = exact(area, axes=("down", "confused", "incapacitated_1"))
    assert float(law.probability("confused >= 1 and incapacitated_1 == 0")) == 0
    assert gap(confused_in_area(list(area.attacks)), law.marginal("down", "confused").values) < CLOSE
    assert exact(area, axes=("confused",), fractions=True).values.sum() == 1


def test_friends_of_each_target_of_an_area():
    """Those said for all stand near each; a friend near two that fall takes two Tests."""
    own = parse_attack("4A A6 L2", traits=["Area 2"], targets=["E3 HP1, friend I4 L2", "E4 HP1"])
    assert [len(each.target.friends) for each in own.attacks] == [1, 0]
    every = parse_attack(
        "4A A6 L2", traits=["Area 2"], targets=["E3 HP1, friend I4 L2", "E4 HP1"], friends_near=2, friends="I5",
        effects=["Brutality"],
    )  # fmt: skip
    assert [len(each.target.friends) for each in every.attacks] == [3, 2]
    assert {friend.at_least for each in every.attacks for friend in each.target.friends} == {2}
    assert parse_attack(every.text) == every
