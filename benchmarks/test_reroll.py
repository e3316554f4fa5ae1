"""Re-rolls: the simulation against obvious numpy that plays the same policy, and how long policies take to work out."""

from __future__ import annotations

import statistics
import time
from itertools import product

import numpy as np
import pytest
from conftest import Results
from rivals import BATCH
from timing import interleaved

import odds
from odds.core.agreement import agreement
from odds.factions.rerolls import play, solve

pytestmark = pytest.mark.timeout(3600)

TEST = odds.parse("6S S6 L3 reroll 2")
TRIALS = 500_000_000
RIVAL_TRIALS = 2 * BATCH
ROUNDS = 7
BUDGET, STATISTIC = 2, 6


def tables() -> tuple[np.ndarray, np.ndarray]:
    """The policy as a player has it: dice re-rolled of the Pool [Luck Hits, Standard Hits, (Luck, Standard)], and of
    Fortune Smiles [dice left, Luck Hits, Standard Hits, Fortune Smiles Hits]."""
    policy = play.policy_of(TEST)
    start = policy.dice.rights
    pool = np.array(
        [
            [(move[2], move[4]) for move in (policy.at_pool(0, start, luck, standard) for standard in range(4))]
            for luck in range(4)
        ]
    )
    fortune = np.zeros((BUDGET + 1, 4, 4, 4), np.int64)
    for spent, luck, standard in product(range(BUDGET + 1), range(4), range(4)):
        rights = (start.used(0, spent) if spent else start).later(policy.dice.at_fortune)
        for hits in range(luck + 1):
            fortune[BUDGET - spent, luck, standard, hits] = policy.at_fortune(0, luck, rights, standard, hits)[2]
    return pool, fortune


POOL, FORTUNE = tables()


def obvious_numpy(trials: int, seed: int) -> np.ndarray:
    """What anyone would write first: whole faces, a row a Test, the table looked up, fresh faces for what it says."""
    rng = np.random.default_rng(seed)
    counts = np.zeros(10 * 4, np.int64)

    def hits(n: int, dice: int) -> np.ndarray:
        return rng.integers(1, 11, (n, dice)) <= STATISTIC

    def more(n: int, how_many: np.ndarray) -> np.ndarray:
        return (hits(n, BUDGET) & (np.arange(BUDGET) < how_many[:, None])).sum(axis=1)

    for first in range(0, trials, BATCH):
        n = min(BATCH, trials - first)
        luck, standard = hits(n, 3).sum(axis=1), hits(n, 3).sum(axis=1)
        again = POOL[luck, standard]
        luck += more(n, again[:, 0])
        standard += more(n, again[:, 1])
        fortune = (hits(n, 3) & (np.arange(3) < luck[:, None])).sum(axis=1)
        fortune += more(n, FORTUNE[BUDGET - again.sum(axis=1), luck, standard, fortune])
        counts += np.bincount((luck + standard + fortune) * 4 + luck, minlength=40)
    return counts.reshape(10, 4)


def ours(trials: int, seed: int) -> odds.Distribution:
    """This project, through its public interface, on one thread."""
    return odds.simulate(TEST, trials=trials, seed=seed, threads=1, engine="numba")


def test_both_are_right() -> None:
    numpy = odds.Distribution(("hits", "luck_hits"), obvious_numpy(RIVAL_TRIALS, 1), trials=RIVAL_TRIALS)
    exact = odds.exact(TEST)
    assert agreement(exact, numpy).p_value > 1e-9
    assert agreement(exact, ours(TRIALS, 1)).p_value > 1e-9


def test_tests_a_second(results: Results) -> None:
    jobs = {"ours": lambda: ours(TRIALS, 1), "numpy": lambda: obvious_numpy(RIVAL_TRIALS, 1)}
    seconds = interleaved(jobs, ROUNDS)
    ratio = (TRIALS / seconds["ours"]) / (RIVAL_TRIALS / seconds["numpy"])
    results.check("6S S6 L3 reroll 2: times obvious numpy with the same policy", ratio, least=450)


def test_one_policy(results: Results) -> None:
    test = odds.SpecialTest(12, "S", 6, 4, rerolls=3)
    dice, worth = play.dice_of(test), play.payoff(test)
    solve.solve(dice, worth)
    taken = []
    for _ in range(9):
        began = time.process_time()
        solve.solve(dice, worth)
        taken.append(time.process_time() - began)
    results.check("best re-rolls of 12 dice, Luck 4, budget 3: seconds", statistics.median(taken), most=0.05)


def test_every_policy(results: Results) -> None:
    began = time.process_time()
    for pool, value, luck, budget in product(range(1, 13), range(1, 10), range(5), range(4)):
        test = odds.SpecialTest(pool, "S", value, luck, rerolls=budget)
        solve.solve(play.dice_of(test), play.payoff(test))
    results.check("2160 best policies: seconds", time.process_time() - began, most=20)
