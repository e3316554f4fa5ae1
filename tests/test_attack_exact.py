"""An attack worked out exactly: the known figures, and every Critical Effect against the slow enumeration."""

import itertools
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from attack_tools import DICE, PROPERTIES, RULES, STATS, every_effect, expected, gap, with_property
from naive import die_by_die
from naive_attack import ends, outcomes

from odds import Distribution, OddsError, exact, parse
from odds.factions.attacks.exact import ends as exact_ends
from odds.factions.attacks.exact import shape, worth
from odds.factions.attacks.outcome import AXES, STATES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.special.rules import SpecialTest

TIGHT = 1e-12
MAIMED = Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1, agility=4, intelligence=3, strength=4, luck=2))


def test_the_figures_of_a_maiming_blow():
    end = exact(MAIMED, axes=STATES)
    assert end.probabilities[:, 0, 0] == pytest.approx([0.004096, 0.059904, 0.189628416, 0], abs=TIGHT)
    assert end.probability("incapacitated") == pytest.approx(0.746371584, abs=TIGHT)


def test_the_figures_without_its_critical_effect():
    """One Harm is what 1 to 3 Hits leave where no Luck Die survived."""
    end = exact(MAIMED, axes=("harm", "luck_hits"))
    assert end.probabilities[1, 0] == pytest.approx(0.059904, abs=TIGHT)


# ------------------------------------------------------------------------------------------------ every effect
@cache
def law_of(pool: int) -> np.ndarray:
    """Chances by [Hits, whether a Luck Die survived]."""
    table = np.zeros((pool + 3, 2))
    for (hits, luck_hits, _), chance in die_by_die(SpecialTest(pool, "S", 6, 2)).items():
        table[hits, int(luck_hits > 0)] += chance
    return table


def by_hits(attack: Attack, effect, most: int) -> np.ndarray:
    """The enumeration's ends by Hits, over the first five axes; beyond twice the Endurance nothing changes."""
    table = np.zeros((most + 1, *shape(attack)[:5]))
    for hits in range(most + 1):
        for (end, _), chance in ends(attack, effect, min(hits, 2 * 9 + 1)).items():
            table[(hits, *end)] += chance
    return table


@pytest.mark.parametrize("criticals", every_effect(), ids=lambda c: c[0].name if c else "none")
def test_every_effect_endurance_health_harm_and_pool(criticals):
    """1,296 attacks an effect: exact against enumeration; they sum to 1; what the rules forbid never appears."""
    for endurance, health, harm in itertools.product(range(1, 10), range(1, 5), range(4)):
        target = Target(endurance, health, harm=harm, **STATS)
        largest = Attack.of(SpecialTest(9, "S", 6, 2), criticals, target, strength=6)
        most = largest.rolled.most_hits
        plain = by_hits(largest, None, most)
        struck = by_hits(largest, criticals[0], most) if criticals else plain
        for pool in range(1, 10):
            law = law_of(pool + harm)
            found = exact(Attack.of(SpecialTest(pool, "S", 6, 2), criticals, target, strength=6), axes=AXES[:5]).values
            wanted = np.tensordot(law[:, 0], plain[: len(law)], 1) + np.tensordot(law[:, 1], struck[: len(law)], 1)
            assert np.abs(found - wanted).max() < TIGHT
            assert abs(found.sum() - 1) < TIGHT
            assert not found[:harm, :, 0].any(), "Harm is never lost"
            assert found[1:, :, 1].sum() == found[:, 1:, 1].sum() == 0, "a fallen model has neither Harm nor Injuries"


@pytest.mark.parametrize("health", [1, 3])
@pytest.mark.parametrize("criticals", every_effect(), ids=lambda c: c[0].name if c else "none")
def test_hits_and_luck_are_joint_with_the_end(criticals, health):
    attack = Attack.of(DICE, criticals, Target(3, health, harm=1, **STATS), strength=6)
    found = exact(attack, axes=(*AXES[:5], "hits", "luck_hits")).values
    wanted = np.zeros(found.shape)
    for (end, hits, luck_hits), chance in outcomes(attack).items():
        wanted[(*end, hits, luck_hits)] += chance
    assert np.abs(found - wanted).max() < TIGHT


# ------------------------------------------------------------------------------------------------ every property
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: next(iter(rules), "edition"))
@pytest.mark.parametrize("name", PROPERTIES)
def test_every_property_under_every_rule(name, rules):
    for criticals, health in itertools.product(every_effect(), (1, 2)):
        attack = with_property(name, criticals, health, rules)
        assert gap(attack) < TIGHT, attack.text


def test_the_best_of_several_effects_is_used_once_the_hits_are_seen():
    target = Target(4, 2, harm=2, **STATS)
    several = ["Maim", "Pierce", "Poison 2", "Meltdown", "Showstopper"]
    for criticals in itertools.permutations(several, 2):
        both = Attack.of(parse("5S S6 L3"), criticals, target)
        assert gap(both) < TIGHT
        alone = [exact(Attack.of(both.test, [each], target)).probability("incapacitated") for each in criticals]
        assert exact(both).probability("incapacitated") >= max(alone) - TIGHT
    injured = Attack.of(parse("5S S6 L3"), several, target, objective="mean(harm)")
    assert gap(injured, goal=lambda end: end.harm) < TIGHT


@pytest.mark.parametrize("wrong", ["no outright"])
def test_a_wrong_rule_is_caught(wrong):
    assert gap(Attack.of(DICE, (), Target(2, 3))) < TIGHT
    assert gap(Attack.of(DICE, (), Target(2, 3)), wrong) > 0.1


# ------------------------------------------------------------------------------------------------ the open structure
def test_what_the_dice_are_worth_averages_to_what_the_attack_is_worth():
    for objective in ("P(incapacitated)", "P(injury)", "mean(harm)", "P(hits >= 4 and fatigue)", "critical"):
        attack = Attack.of(
            parse("5S S6 L3"), ["Suppress 2", "Poison 2"], Target(4, 3, harm=2, **STATS), objective=objective
        )
        dice = exact(attack.rolled).values
        assert (worth(attack) * dice).sum() == pytest.approx(
            float(exact(attack, axes=AXES).metric(objective)), abs=TIGHT
        )


def test_ends_sum_to_one_for_all_dice():
    attack = Attack.of(parse("5S S6 L3"), ["Poison 2"], Target(4, 3, odd_anatomy=True, **STATS))
    for hits, luck_hits in itertools.product(range(9), range(4)):
        for effect in (None, attack.effects[0]):
            assert exact_ends(attack, effect, hits, luck_hits).sum() == pytest.approx(1, abs=TIGHT)


def test_fractions_are_exact():
    attack = Attack.of(
        parse("4S S6 L2"),
        ["Poison 2", "Meltdown"],
        Target(4, 2, harm=1, toughness=True, odd_anatomy=True, friends=[parse("Confusion I4 L1")], **STATS),
    )
    for axes in (STATES, AXES):
        found = exact(attack, axes=axes, fractions=True).values
        assert found.sum() == Fraction(1)
        assert np.abs(found.astype(float) - exact(attack, axes=axes).values).max() < TIGHT


def test_failed_confusion_tests_are_counted_once_the_target_has_fallen():
    friends = [parse("Confusion I4 L0"), parse("Confusion I9 L0"), parse("Confusion I4 L0 >=2")]
    attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1, friends=friends))
    found = exact(attack, axes=("incapacitated", "confused")).probabilities
    fails = [0.36, 0.01, 1 - 0.16]
    assert found[0, 1:].sum() == 0
    assert found[1, 3] == pytest.approx(0.746371584 * fails[0] * fails[1] * fails[2], abs=TIGHT)
    assert found[1, 0] == pytest.approx(0.746371584 * 0.64 * 0.99 * 0.16, abs=TIGHT)
    for quiet in ("machine", "disposable"):
        silent = Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1, friends=friends, **{quiet: True}))
        assert exact(silent, axes=("confused",)).values.shape == (1,)


def test_an_event_shares_an_axis_name_only_if_it_reads_that_axis():
    two = np.array([0.5, 0.5])
    fallen = Distribution(("down",), two, events={"down": "down >= 1"})
    assert fallen.probability("down") == fallen.probability("down == 1") == fallen.mean("down") == 0.5
    with pytest.raises(OddsError, match="cannot name an axis"):
        Distribution(("down",), two, events={"down": "hits == 0"})


def test_unknown_axes_are_refused():
    for axes in (("harm", "harm"), ("shrugs",)):
        with pytest.raises(OddsError):
            exact(MAIMED, axes=axes)


def test_the_enumeration_agrees_on_the_figure():
    assert expected(MAIMED)[0, 0, 1].sum() == pytest.approx(0.746371584, abs=TIGHT)


def test_rounding_never_makes_a_chance_negative():
    """More surviving Luck Dice, or more Harm, than the Shrug and Meltdown Tests can have Hits: sums just above 1."""
    for endurance, luck, dice in itertools.product(range(1, 10), range(4), range(3)):
        more = {"luck": luck, "endurance_dice": dice, "odd_anatomy": True}
        attack = Attack.of(parse("8S S6 L8"), ["Meltdown"], Target(endurance, 3, harm_limit=10, harm=10, **more))
        assert exact(attack).values.min() >= 0
