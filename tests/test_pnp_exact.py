"""Fallout PnP exactly: against the rules played with every face of every die, and against values known as fractions."""

from collections import defaultdict
from fractions import Fraction
from functools import cache

import naive_pnp as naive
import numpy as np
import pytest
from pnp_cases import CASES, case, rules

from odds import exact
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.attacks.waiting import mean_attacks
from odds.pnp.checks.rules import PnpCheck
from odds.pnp.initiative.rules import PnpInitiative
from odds.pnp.neighbors.rules import PnpNeighbors

AXES = ("hits", "crits", "damage", "crippled", "burn", "points")


def table(law):
    """A distribution as a mapping of what can happen."""
    return {tuple(map(int, place)): law.values[tuple(place)] for place in np.argwhere(law.values != 0)}


@cache
def by_hand(name):
    """The reference's law of a case."""
    return naive.every(lambda die: naive.attack(die, case(name)[1]))


@pytest.mark.parametrize("name", CASES)
def test_an_attack_is_what_every_face_of_every_die_makes_it(name):
    attack, _ = case(name)
    law = exact(attack, fractions=True)
    axes = [axis for axis in law.axes if axis != "attacks"]
    wanted = defaultdict(Fraction)
    for outcome, chance in by_hand(name).items():
        wanted[tuple(outcome[AXES.index(axis)] for axis in axes)] += chance
    assert table(law.marginal(*axes)) == wanted
    assert sum(law.values.flat) == 1


@pytest.mark.parametrize("name", [name for name in CASES if "hp" in CASES[name][0]])
def test_the_attacks_to_kill_are_those_of_attack_after_attack(name):
    attack, situation = case(name)
    pairs = defaultdict(Fraction)
    for (_, _, damage, _, burn, _), chance in by_hand(name).items():
        pairs[damage, burn] += chance
    wanted = naive.attacks_to_kill([pairs], situation, attack.turns)
    law = exact(attack, axes=("attacks",), fractions=True)
    assert table(law) == {(n,): chance for n, chance in wanted.items() if chance}


def test_a_warm_up_weapon_kills_faster_from_turn_to_turn():
    attack = PnpAttack(bonus=5, defense=14, damage="1d3", rof=3, warm_up=1, hp=5, turns=4)
    laws = []
    for rof in (1, 2, 3):
        situation = naive.Situation(damage=(3,), rof=rof, defense=14, hp=5)
        pairs = defaultdict(Fraction)
        for (_, _, damage, _, burn, _), chance in naive.every(lambda die, s=situation: naive.attack(die, s)).items():
            pairs[damage, burn] += chance
        laws.append(pairs)
    wanted = naive.attacks_to_kill(laws, situation, 4)
    assert table(exact(attack, axes=("attacks",), fractions=True)) == {(n,): p for n, p in wanted.items() if p}


@pytest.mark.parametrize("reading", ["own-roll", "one-roll", "after-dt", "round-up", "one-shot"])
def test_neighbors_take_half(reading):
    switches = {"spread": reading}
    attack = PnpAttack(
        bonus=5, defense=15, damage="1d4", dt=1, rof=2, spread=2, lucky=5, actions=["odd-die"], rules=rules(switches)
    )
    situation = naive.Situation(switches, damage=(4,), dt=1, rof=2, spread=2, lucky=5, actions=("odd-die",))
    if reading == "one-roll":
        wanted = naive.every(lambda die: naive.neighbors_of_one_roll(die, situation))
    else:
        one = naive.every(lambda die: naive.neighbor(die, situation))
        wanted = defaultdict(Fraction)
        for a, p in one.items():
            for b, q in one.items():
                wanted[a + b] += p * q
    assert table(exact(PnpNeighbors(attack), fractions=True)) == {(n,): chance for n, chance in wanted.items()}


def test_a_failed_attack_rolled_again():
    """All actions together; a path of 216 x 216 rolls is left to fewer dice of damage."""
    actions = ("odd-die", "triple", "reroll")
    for defense, switches in ((18, {}), (25, {}), (25, {"triple-six": "if-hit"})):
        attack = PnpAttack(bonus=5, defense=defense, damage="1d2", actions=actions, rules=rules(switches))
        situation = naive.Situation(switches, defense=defense, actions=actions)
        wanted = defaultdict(Fraction)
        for (total, six, points), chance in naive.every(lambda die, s=situation: naive.roll(die, s)).items():
            hits, critical = naive.shots_that_hit(situation, total, six, 1)
            wanted[hits, int(critical), points] += chance
        assert table(exact(attack, axes=("hits", "crits", "points"), fractions=True)) == wanted


@pytest.mark.parametrize("actions", [(), ("odd-die",), ("triple",), ("odd-die", "triple")])
@pytest.mark.parametrize("need", [-5, 3, 8, 10, 12, 15, 18, 19, 22, 25])
def test_a_check_is_what_every_face_makes_it(need, actions):
    check = PnpCheck(skill=5, difficulty=max(0, need + 5), modifier=min(0, need + 5) * -1, actions=actions)
    assert check.need == need
    wanted = naive.every(lambda die: naive.check(die, need, actions))
    assert table(exact(check, axes=("roll",), fractions=True)) == {(roll,): chance for roll, chance in wanted.items()}


@pytest.mark.parametrize(("modifier", "against"), [(0, (0,)), (2, (0,)), (-3, (1,)), (20, (0,))])
@pytest.mark.parametrize("ties", ["reroll", "lose", "win"])
def test_initiative_between_two(modifier, against, ties):
    law = naive.every(lambda die: naive.place(die, (modifier, *against)))
    ahead, level = law.get((1, ()), Fraction(0)), law.get((0, (1,)), Fraction(0))
    wanted = {"reroll": ahead / (1 - level), "lose": ahead + level, "win": ahead}[ties]
    found = exact(PnpInitiative(modifier=modifier, against=against, ties=ties), fractions=True)
    assert found.probability("place == 2") == wanted
    assert found.probability("first") == 1 - wanted


def test_initiative_between_three_settles_where_rounds_without_end_do():
    modifiers = (2, 0, 3)
    totals = naive.every(lambda die: sum(die(6) for _ in range(3)))

    @cache
    def ahead(others, rounds):
        if not others or not rounds:
            return {0: 1.0}
        found = defaultdict(float)
        for own, p in totals.items():
            laws = {(0, ()): 1.0}
            for other in others:
                more = defaultdict(float)
                for (above, level), share in laws.items():
                    for theirs, q in totals.items():
                        lead = theirs + modifiers[other] - own - modifiers[0]
                        key = (above + (lead > 0), (*level, other) if lead == 0 else level)
                        more[key] += share * float(q)
                laws = more
            for (above, level), share in laws.items():
                for n, part in ahead(level, rounds - 1).items():
                    found[above + n] += float(p) * share * part
        return dict(found)

    wanted = ahead((1, 2), 16)
    law = exact(PnpInitiative(modifier=2, against=(0, 3)))
    for n in range(3):
        assert float(law.probability(f"place == {n + 1}")) == pytest.approx(wanted[n], abs=1e-9)


# ------------------------------------------------------------------------------------------------ known values
def gun(**said):
    return PnpAttack(**{"bonus": 0, "defense": 10, "damage": "2d6"} | said)


def value(attack, metric):
    return exact(attack, fractions=True).metric(metric).value


@pytest.mark.parametrize(
    ("need", "chance"),
    [
        (8, Fraction(181, 216)),
        (9, Fraction(20, 27)),
        (10, Fraction(5, 8)),
        (11, Fraction(1, 2)),
        (12, Fraction(3, 8)),
        (13, Fraction(7, 27)),
        (14, Fraction(35, 216)),
    ],
)
def test_chance_to_hit(need, chance):
    assert value(gun(defense=need), "hit") == chance


@pytest.mark.parametrize(
    ("action", "chances"),
    [
        ("odd-die", (Fraction(95, 144), Fraction(115, 216), Fraction(5, 12))),
        ("triple", (Fraction(9899, 15552), Fraction(5951, 11664), Fraction(17899, 46656))),
        ("reroll", (Fraction(55, 64), Fraction(3, 4), Fraction(39, 64))),
    ],
)
def test_chance_to_hit_with_action_points(action, chances):
    assert tuple(value(gun(defense=need, actions=action), "hit") for need in (10, 11, 12)) == chances


def test_hits_of_a_burst():
    law = exact(gun(rof=3), fractions=True)
    assert [law.probability(f"hits == {n}") for n in range(4)] == [
        Fraction(81, 216),
        Fraction(79, 216),
        Fraction(46, 216),
        Fraction(10, 216),
    ]
    assert law.mean("hits") == Fraction(67, 72)
    assert value(gun(rof=3, defense=8), "mean(hits)") == Fraction(3, 2)
    five = exact(gun(rof=5, defense=8), fractions=True)
    assert [five.probability(f"hits == {n}") for n in (3, 4, 5)] == [0, 0, Fraction(35, 216)]
    assert five.mean("hits") == Fraction(197, 108)


@pytest.mark.parametrize(
    ("lucky", "margin", "chance"),
    [
        (5, "at-least", Fraction(5, 54)),
        (5, "more", Fraction(5, 108)),
        (8, "at-least", Fraction(3, 8)),
        (8, "more", Fraction(7, 27)),
        (2, "at-least", Fraction(1, 216)),
        (2, "more", Fraction(1, 216)),
    ],
)
def test_chance_of_a_critical(lucky, margin, chance):
    assert value(gun(lucky=lucky, rules=rules({"critical-margin": margin})), "critical") == chance


@pytest.mark.parametrize(
    ("dt", "mean", "one"),
    [
        (0, Fraction(7), 0),
        (2, Fraction(181, 36), Fraction(1, 12)),
        (4, Fraction(59, 18), Fraction(5, 18)),
        (6, Fraction(71, 36), Fraction(7, 12)),
        (8, Fraction(23, 18), Fraction(5, 6)),
    ],
)
def test_damage_after_dt(dt, mean, one):
    law = exact(gun(dt=dt, lucky=0, defense=3), fractions=True)
    assert law.metric("mean(damage given hits == 1 and crits == 0)").value == mean
    assert law.metric("P(damage == 1 given crits == 0)").value == one


@pytest.mark.parametrize(
    ("reading", "mean", "many"),
    [("rolls", Fraction(12961, 1296), Fraction(103, 648)), ("times", Fraction(361, 36), Fraction(5, 18))],
)
def test_damage_of_a_critical(reading, mean, many):
    law = exact(gun(dt=4, rules=rules({"critical-damage": reading})), fractions=True)
    assert law.metric("mean(damage given critical)").value == mean
    assert law.metric("P(damage >= 14 given critical)").value == many


def test_damage_and_kills_of_one_shot():
    def shot(**said):
        return gun(bonus=4, defense=14, dt=3, lucky=5, hp=12, **said)

    assert value(shot(), "mean(damage)") == Fraction(6235, 1944)
    assert value(shot(rules=rules({"critical-margin": "more"})), "mean(damage)") == Fraction(5615, 1944)
    assert value(shot(), "kill") == Fraction(2875, 69984)
    assert value(shot(lethal=5), "kill") == Fraction(335, 1944)
    assert value(shot(lethal=5, rules=rules({"lethal": "below"})), "kill") == Fraction(8555, 69984)


def test_damage_of_a_burst():
    assert value(gun(bonus=5, defense=15, rof=3, dt=4), "mean(damage)") == Fraction(862561, 279936)
    assert value(gun(bonus=5, defense=15, rof=3, dt=4, ap=3), "mean(damage)") == Fraction(1213, 216)


def test_fire():
    law = exact(gun(defense=3, burning=2, edt=3), axes=("burn", "burning_turns"), fractions=True)
    assert law.mean("burn") == Fraction(145, 36)
    assert law.mean("burning_turns") == Fraction(9, 4)
    assert law.probability("burn == 0") == Fraction(1, 12)


def test_warm_up():
    weapon = gun(defense=9, rof=4, warm_up=1)
    means = [value(each, "mean(hits)") for each in (weapon, *weapon.beside.values())]
    assert means == [Fraction(20, 27), Fraction(241, 216), Fraction(29, 24), Fraction(281, 216)]
    assert value(gun(defense=9, rof=4, warm_up=9), "mean(hits)") == Fraction(281, 216)


def test_initiative():
    assert value(PnpInitiative(modifier=2), "first") == Fraction(1981, 2850)
    assert value(PnpInitiative(modifier=2, ties="lose"), "first") == Fraction(9905, 15552)


# ------------------------------------------------------------------------------------------------ the mean wait
@pytest.mark.parametrize(
    "said",
    [
        {"damage": "1d6", "hp": 7},
        {"damage": "1d6", "hp": 9, "rof": 3, "warm_up": 1},
        {"damage": "1d6", "hp": 9, "burning": 2, "edt": 1},
        {"damage": "1d6", "hp": 9, "burning": 2, "lethal": 3, "rules": rules({"burning": "new-fire"})},
        {"damage": "1d4", "hp": 4, "splash": 2, "rules": rules({"splash": "no-least"})},
    ],
)
def test_the_mean_wait_is_where_more_and_more_turns_lead(said):
    attack = PnpAttack(bonus=5, defense=12, turns=20, **said)
    law = exact(attack, axes=("attacks",))
    rest = float(law.probability("attacks > 20"))
    assert rest < 1e-3
    assert mean_attacks(attack) == pytest.approx(float(law.mean("attacks")), abs=40 * rest + 1e-9)


def test_who_cannot_be_hurt_lives_for_ever():
    never = PnpAttack(bonus=0, defense=40, damage="1d4", hp=5, rules=rules({"triple-six": "if-hit"}))
    assert mean_attacks(never) is None
