"""The board game exactly: published fractions, brute force over every die and subset, closed forms."""

from fractions import Fraction
from itertools import combinations
from math import comb

import naive_board as naive
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds import exact
from odds.boardgame.duels.exact import in_the_end
from odds.boardgame.duels.rules import BoardDuel
from odds.boardgame.faces import LISTS
from odds.boardgame.fights import exact as fights
from odds.boardgame.fights.rules import BoardFight
from odds.boardgame.switches import BOOK
from odds.boardgame.tests.exact import policy
from odds.boardgame.tests.rules import BoardTest

F = Fraction
NAIVE = {"a": naive.LIST_A, "b": naive.LIST_B}
AREAS = ("head", "arms", "body")


def passes(number, rerolls):
    return exact(BoardTest(number, rerolls), fractions=True).metric("not failed").value


def fought(*args, **options):
    law = exact(BoardFight(*args, **options), fractions=True)
    return law.metric("kill").value, law.mean("damage")


# ------------------------------------------------------------------------------------------------ published values
def test_bullets_of_three_dice():
    law = exact(BoardTest(), fractions=True)
    assert [p * 216 for p in law.values] == [27, 54, 63, 44, 21, 6, 1]
    assert law.mean() == 2


@pytest.mark.parametrize(
    ("number", "fractions", "decimals"),
    [
        (1, (F(7, 8), F(63, 64), F(511, 512), F(4095, 4096)), ()),
        (2, (F(5, 8), F(57, 64), F(497, 512), F(4065, 4096)), ()),
        (3, (F(1, 3), F(21, 32), F(637, 768), F(1875, 2048)), ()),
        (4, (F(7, 54), F(907, 2592)), (0.543069, 0.694557)),
        (5, (F(7, 216), F(5897, 46656)), (0.251739, 0.385993)),
        (6, (F(1, 216), F(1331, 46656)), (0.074776, 0.138788)),
    ],
)
def test_tests(number, fractions, decimals):
    assert tuple(passes(number, rerolls) for rerolls in range(len(fractions))) == fractions
    for rerolls, wanted in enumerate(decimals, len(fractions)):
        assert float(passes(number, rerolls)) == pytest.approx(wanted, abs=5e-7)


@pytest.mark.parametrize("rerolls", range(9))
def test_tests_with_a_closed_form(rerolls):
    assert passes(1, rerolls) == 1 - F(1, 2) ** (3 * (rerolls + 1))
    assert passes(6, rerolls) == (1 - F(5, 6) ** (rerolls + 1)) ** 3


def test_open_tests():
    means = [exact(BoardTest(rerolls=rerolls), fractions=True).mean() for rerolls in range(5)]
    assert means == [2, 3, F(7, 2), F(47, 12), F(307, 72)]


def test_well_rested_is_one_re_roll_of_any_dice():
    """Dice are named by kinds of face: kind 0 has 2 bullets, kind 1 has 1, kind 2 none."""
    assert [kind.bullets for kind in LISTS["a"].kinds()] == [2, 1, 0]
    plan = policy(BoardTest(4, rerolls=1))
    assert plan.rolls_again(1, [2, 1, 0]) == (True, False, False)
    assert plan.rolls_again(1, [2, 0, 2]) == (True, False, True)
    assert plan.rolls_again(1, [2, 2, 2]) == (True, True, True)
    assert plan.rolls_again(1, [1, 1, 1]) == (False, False, True)  # of dice alike the first stay
    assert plan.rolls_again(1, [0, 0, 2]) == (False, False, False)
    assert BoardTest(4).beside["well_rested"] == BoardTest(4, rerolls=1)
    assert (passes(4, 0), passes(4, 1)) == (F(7, 54), F(907, 2592))


KILLS = {  # faces that hit -> for 1, 2, 3 hits needed: chances with 0, 1 and 2 re-rolls
    1: (
        (F(91, 216), 0.665102, 0.806193),
        (F(2, 27), 0.223037, 0.382919),
        (F(1, 216), 0.028528, 0.074776),
    ),
    2: ((F(19, 27), F(665, 729), 0.973988), (F(7, 27), F(425, 729), 0.788650), (F(1, 27), F(125, 729), 0.348473)),
    3: ((F(7, 8), F(63, 64), 0.998047), (F(1, 2), F(27, 32), 0.957031), (F(1, 8), F(27, 64), F(343, 512))),
    4: (
        (F(26, 27), F(728, 729), 0.999949),
        (F(20, 27), F(704, 729), 0.995986),
        (F(8, 27), F(512, 729), 0.892953),
    ),
    5: (
        (F(215, 216), 0.999979, 1.000000),
        (F(25, 27), 0.997728, 0.999936),
        (F(125, 216), 0.918960, 0.986175),
    ),
}
WEAK = {1: "head", 2: "arms", 3: "body", 4: "head,body", 5: "arms,body"}


@pytest.mark.parametrize("needed", [1, 2, 3])
@pytest.mark.parametrize("faces", KILLS)
def test_kill_chances(faces, needed):
    for rerolls, wanted in enumerate(KILLS[faces][needed - 1]):
        found = fought(needed, WEAK[faces], rerolls)[0]
        if isinstance(wanted, F):
            assert found == wanted
        assert float(found) == pytest.approx(float(wanted), abs=5e-7)


@pytest.mark.parametrize(
    ("level", "weak", "one", "two"),
    [
        (1, "head", (F(31031, 46656), F(79, 54)), (0.806193, F(11657, 11664))),
        (1, "arms", (F(665, 729), F(901, 648)), (0.973988, 0.9354)),
        (1, "body", (F(63, 64), F(965, 648)), (0.998047, 1.0448)),
        (2, "head", (F(5203, 23328), F(89, 27)), (0.382919, 2.6555)),
        (2, "arms", (F(425, 729), F(1133, 324)), (F(15523, 19683), F(26083, 8748))),
        (2, "body", (F(27, 32), F(1429, 324)), (0.957031, 4.0835)),
        (3, "body", (F(27, 64), F(15, 2)), (F(343, 512), F(33, 4))),
    ],
)
def test_fights(level, weak, one, two):
    assert fought(level, weak)[1] == 2 * level
    assert fought(level, weak, 1) == one
    for found, wanted in zip(fought(level, weak, 2), two, strict=True):
        assert found == wanted if isinstance(wanted, F) else float(found) == pytest.approx(wanted, abs=5e-5)


def test_the_armor_of_the_survivor():
    assert [fought(1, "head", armor=armor)[1] for armor in range(4)] == [2, F(9, 8), F(1, 2), F(1, 6)]


def test_a_survivor_who_dies_kills_nothing():
    law = exact(BoardFight(3, "body", hp=7), fractions=True)
    assert (law.metric("kill").value, law.metric("dies").value) == (F(5, 108), F(1, 3))


# ------------------------------------------------------------------------------------------------ closed forms
@pytest.mark.parametrize("faces", "ab")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_kill_chances_have_a_closed_form_for_every_weak_area(faces, level):
    rules = BOOK.rules(None, {"faces": faces})
    for n in (1, 2, 3):
        for weak in combinations(AREAS, n):
            many = sum(any(area in face[0] for area in weak) for face in NAIVE[faces])
            for rerolls in range(3):
                hit = 1 - (1 - F(many, 6)) ** (rerolls + 1)
                wanted = sum(comb(3, k) * hit**k * (1 - hit) ** (3 - k) for k in range(level, 4))
                assert fought(level, weak, rerolls, rules=rules)[0] == wanted


@pytest.mark.parametrize("rerolls", range(5))
def test_least_damage_has_a_closed_form(rerolls):
    assert fought(2, "arms", rerolls, goal="safe")[1] == 2 * 2 * F(1, 2) ** rerolls


# ------------------------------------------------------------------------------------------------ brute force
@pytest.mark.parametrize("rerolls", range(4))
@pytest.mark.parametrize("bonus", [0, 2])
def test_tests_are_as_good_as_trying_everything(rerolls, bonus):
    for number in (None, *range(1, 8)):
        for switch in ("reach", "exceed"):
            test = BoardTest(number, rerolls, bonus, rules=BOOK.rules(None, {"test-number": switch}))

            def worth(roll, number=number, switch=switch):
                count = naive.bullets(naive.LIST_A, roll) + bonus
                return (count if number is None else int(count > number if switch == "exceed" else count >= number),)

            wanted = F(naive.best(worth, rerolls)[0], 216 ** (rerolls + 1))
            law = exact(test, fractions=True)
            assert (law.mean() if number is None else law.metric("not failed").value) == wanted


def check_fight(fight):
    """The goal is reached as well as trying everything reaches it, and the law is that of the policy."""
    faces, weight = NAIVE[fight.switches["faces"]], fight.weight or F(0)

    def worth(roll):
        damage, hits = naive.damage_and_hits(fight, faces, roll)
        kills, dies = naive.kills_and_dies(fight, damage, hits)
        needed = fight.level + fight.enemy_armor * (fight.switches["enemy-armor"] == "one-more")
        return {
            "kill": (int(hits >= needed), -damage),
            "safe": (-damage, int(hits >= needed)),
            "weighted": (int(hits >= needed) * weight.denominator - damage * weight.numerator,),
            "survive": (int(kills), int(not dies), -damage),
        }[fight.goal]

    kinds = fight.table.kinds(fight.weak)
    kind_of = {face: n for n, kind in enumerate(kinds) for face in kind.faces}
    plan = fights.policy(fight)
    total = 216 ** (fight.rerolls + 1)
    law = naive.follow(lambda left, roll: plan.rolls_again(left, [kind_of[face] for face in roll]), fight.rerolls)
    joint = {}
    reached = [0] * len(worth((0, 0, 0)))
    for roll, ways in law.items():
        place = naive.damage_and_hits(fight, faces, roll)
        joint[place] = joint.get(place, 0) + F(ways, total)
        reached = [sum_ + ways * each for sum_, each in zip(reached, worth(roll), strict=True)]
    found = exact(fight, fractions=True)
    for place, share in joint.items():
        assert found.values[place] == share
    assert sum(joint.values()) == 1
    assert tuple(reached) == naive.best(worth, fight.rerolls)
    for name, index in (("kill", 0), *([("dies", 1)] if fight.hp is not None else [])):
        happens = sum(share for place, share in joint.items() if naive.kills_and_dies(fight, *place)[index])
        assert found.metric(name).value == happens


@pytest.mark.parametrize("goal", ["kill", "safe", "weighted", "survive"])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("weak", AREAS)
def test_fights_are_as_good_as_trying_everything(goal, level, weak):
    for rerolls in (0, 1, 2):
        check_fight(BoardFight(level, weak, rerolls, goal=goal))


switches = st.fixed_dictionaries({switch.name: st.sampled_from(sorted(switch.values)) for switch in BOOK.switches})
any_fight = st.builds(
    lambda weighted, goal, changes, weak, **numbers: BoardFight(
        **numbers,
        weak=tuple(sorted(weak)),
        goal=goal,
        weight=weighted if goal == "weighted" else None,
        rules=BOOK.rules(None, changes),
    ),
    weighted=st.sampled_from([F(0), F(1, 20), F(1, 3), F(5)]),
    goal=st.sampled_from(["kill", "safe", "weighted", "survive"]),
    changes=switches,
    weak=st.sets(st.sampled_from(["head", "arms", "body", "legs"]), min_size=1),
    level=st.integers(1, 4),
    rerolls=st.integers(0, 2),
    armor=st.integers(0, 2),
    survivor_bonus=st.integers(0, 2),
    enemy_bonus=st.integers(0, 2),
    enemy_armor=st.integers(0, 2),
    hp=st.one_of(st.none(), st.integers(1, 16)),
)


@given(any_fight)
def test_any_fight_is_as_good_as_trying_everything(fight):
    check_fight(fight)


# ------------------------------------------------------------------------------------------------ one after another
def chain(duel):
    """(round killed, round died) -> probability, one fight after the other down the whole tree of HP."""
    found = {}

    def go(number, hp, share):
        if number > duel.rounds:
            found[0, 0] = found.get((0, 0), 0) + share
            return
        fight = BoardFight(
            duel.fight.level,
            duel.fight.weak,
            duel.fight.rerolls,
            hp=hp,
            goal=duel.fight.goal,
            armor=duel.fight.armor,
            rules=duel.rules,
        )
        after = {}
        for (damage, hits), chance in fights.joint(fight).items():
            kills, dies = naive.kills_and_dies(fight, damage, hits)
            if kills or dies:
                end = (number * kills, number * dies)
                found[end] = found.get(end, 0) + share * chance
            else:
                after[hp - damage] = after.get(hp - damage, 0) + chance
        for left, chance in after.items():
            go(number + 1, left, share * chance)

    go(1, duel.hp, F(1))
    return found


@pytest.mark.parametrize("goal", ["kill", "safe", "survive"])
@pytest.mark.parametrize("changes", [{}, {"first": "together"}, {"death": "below-rads"}])
@pytest.mark.parametrize(("level", "weak", "hp"), [(1, "arms", 4), (2, "body", 6), (3, "body", 16)])
def test_fights_one_after_another_are_the_whole_tree(goal, changes, level, weak, hp):
    duel = BoardDuel(BoardFight(level, weak, 1, hp=hp, goal=goal, rules=BOOK.rules(None, changes)), rounds=4)
    law = exact(duel, fractions=True)
    found = chain(duel)
    assert sum(found.values()) == 1
    for place, share in found.items():
        assert law.values[place] == share
    assert law.values.sum() == 1


@pytest.mark.parametrize(
    "fight",
    [
        BoardFight(2, "body", 1),
        BoardFight(3, "body", 1, hp=7, rules=BOOK.rules(None, {"first": "together"})),
        BoardFight(1, "head", hp=3, goal="survive", rules=BOOK.rules(None, {"death": "below-rads"})),
    ],
)
def test_fighting_for_ever_is_what_many_fights_come_to(fight):
    end = in_the_end(BoardDuel(fight))
    law = exact(BoardDuel(fight, rounds=20))
    assert float(law.metric("wins").value) == pytest.approx(float(end["wins"]), abs=2e-3)
    assert float(law.metric("died >= 1").value) == pytest.approx(float(end["dies"]), abs=2e-3)
    assert float(law.metric("dies_first").value) == pytest.approx(float(end["dies_first"]), abs=2e-3)
    assert float(law.metric("mean(killed given wins)").value) == pytest.approx(float(end["rounds"]), abs=2e-2)


def test_an_enemy_that_cannot_be_hurt_is_never_killed_and_armor_keeps_alive():
    end = in_the_end(BoardDuel(BoardFight(4, "body", armor=6)))
    assert end == {"wins": 0, "dies": 0, "dies_first": 0, "rounds": None}


def test_floats_sum_to_one():
    for question in (BoardTest(4, 12), BoardFight(3, "head", 12), BoardDuel(BoardFight(2, "arms", 3))):
        assert exact(question).values.sum() == pytest.approx(1, abs=1e-12)
