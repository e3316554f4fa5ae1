"""How fast whole attacks are played: ratios of medians of interleaved rounds, CPU time of one core."""

from __future__ import annotations

import pytest
from attack_rivals import obvious_attacks
from conftest import Results
from rivals import BATCH
from timing import interleaved

import odds
from odds.core.agreement import agreement
from odds.factions.attacks.outcome import STATES
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target

pytestmark = pytest.mark.timeout(3600)

TRIALS = 400_000_000
ROUNDS = 7
TARGET = Target(endurance=4, health=1, agility=4, intelligence=3, strength=4, luck=2)
CASES = {
    "Maim": ("6S S6 L3", "Maim", TARGET),
    "Poison": ("6S S6 L3", "Poison 2", Target(endurance=4, health=2)),
}


def attack(case: str) -> Attack:
    query, critical, target = CASES[case]
    return Attack.of(odds.parse(query), [critical], target)


def ratio(question: Attack | Attacks, attacks: tuple[Attack, ...]) -> float:
    """Times faster than obvious numpy, which is checked to play the same game."""
    counted = odds.Distribution(STATES, obvious_attacks(attacks, BATCH, 7), trials=BATCH)
    assert agreement(odds.exact(question, axes=STATES), counted).p_value > 1e-9

    def ours() -> odds.Distribution:
        return odds.simulate(question, axes=STATES, trials=TRIALS, seed=1, threads=1, engine="numba")

    seconds = interleaved({"ours": ours, "numpy": lambda: obvious_attacks(attacks, BATCH, 1)}, ROUNDS)
    return (TRIALS / seconds["ours"]) / (BATCH / seconds["numpy"])


@pytest.mark.parametrize("case", CASES)
def test_a_whole_attack(results: Results, case: str) -> None:
    shot = attack(case)
    results.check(f"an attack with {case}, 4e8 times: times obvious numpy", ratio(shot, (shot,)), least=400)


@pytest.mark.parametrize("case", CASES)
def test_two_attacks_with_harm_carried_over(results: Results, case: str) -> None:
    shot = attack(case)
    both = ratio(Attacks((shot, shot)), (shot, shot))
    results.check(f"two attacks with {case}, Harm carried over, 4e8 times: times obvious numpy", both, least=100)
