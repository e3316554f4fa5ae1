"""The worked examples of Fallout PnP, with their very dice, on both engines."""

from fractions import Fraction
from math import ceil

import pytest
from pnp_cases import rules

from odds import exact, simulate
from odds.pnp import lanes, rolling
from odds.pnp.attacks import blow
from odds.pnp.attacks.rules import PnpAttack


@pytest.fixture
def thirteen(monkeypatch):
    """3d6 that always show 4, 4 and 5."""
    faces, right = (4, 4, 5), lanes.dice

    def dice(p, sides, place):
        if place == "attack":
            return [p.number(face - 1) for face in faces]
        return right(p, sides, place)

    monkeypatch.setattr(rolling, "_all_dice", lambda: {faces: Fraction(1)})
    monkeypatch.setattr(lanes, "dice", dice)
    rolling.rolls.cache_clear()
    yield
    rolling.rolls.cache_clear()


def sure(attack, event):
    """Whether both engines are sure of an event, or sure that it does not happen."""
    chances = exact(attack).probability(event), simulate(attack, trials=10_000, seed=1).probability(event)
    assert chances[0] == pytest.approx(chances[1], abs=1e-12)
    assert round(chances[0], 12) in (0, 1)
    return chances[0] > 0.5


def test_18_against_defense_15_with_rof_3_hits_twice(thirteen):
    assert sure(PnpAttack(bonus=5, defense=15, rof=3, damage="2d6"), "hits == 2")


def test_20_against_defense_18_with_rof_6_of_an_older_page_hits_twice(thirteen):
    assert sure(PnpAttack(bonus=7, defense=18, rof=6, penalties="0/2/4", damage="2d6"), "hits == 2")


@pytest.mark.parametrize(
    ("lucky", "reading", "critical"),
    [(3, "at-least", True), (3, "more", True), (2, "at-least", True), (2, "more", False), (1, "at-least", False)],
)
def test_23_beats_22_and_22_does_by_one_reading(thirteen, lucky, reading, critical):
    attack = PnpAttack(
        bonus=5, defense=12, luck=2, lucky=lucky, damage="2d6", rules=rules({"critical-margin": reading})
    )
    assert sure(attack, "critical") is critical


def test_8_at_once_then_6_as_2_2_2(monkeypatch):
    attack = PnpAttack(bonus=60, defense=0, damage="2d6", burning=2, hp=14, turns=5)
    law = exact(attack, axes=("burn", "burning_turns"))
    assert law.probability("burning_turns == 3 and burn == 6") == law.probability("burn == 6") > 0
    pool, ticks = 6, []
    while pool:
        ticks.append(min(attack.burning, pool))
        pool -= ticks[-1]
    assert ticks == [2, 2, 2]
    assert ceil(6 / attack.burning) == len(ticks)


def test_the_fire_of_the_example_kills_in_its_third_turn(thirteen, monkeypatch):
    """14 hit points: 8 at once and the fire's 6 are enough, though every later attack misses."""
    first = PnpAttack(bonus=5, defense=18, damage="2d6", burning=2, hp=14, rules=rules({"burning": "new-fire"}))

    def dice(p, sides, place):
        if place.startswith("attack"):
            faces = (4, 4, 5) if place == "attack" else (1, 1, 1)
        else:
            faces = (2, 4) if "fire" in place else (3, 5)
        return [p.number(face - 1) for face in faces]

    monkeypatch.setattr(lanes, "dice", dice)
    monkeypatch.setattr(blow, "dice", dice)
    law = simulate(first, trials=10_000, seed=1)
    assert law.probability("damage == 8 and burn == 6") == 1
    assert law.probability("attacks == 3") == 1


@pytest.mark.parametrize("dt", [12, 50, 100])
def test_a_hit_always_hurts(dt):
    law = exact(PnpAttack(bonus=60, defense=0, damage="2d6", dt=dt, lucky=0))
    assert law.probability("damage >= 1") == pytest.approx(1)
