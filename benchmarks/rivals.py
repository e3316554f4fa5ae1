"""One table of rival answers to one question: the joint outcome (Hits, surviving Luck Dice) of a S.P.E.C.I.A.L. Test.

The table drives both the check that every rival answers right and the timing, so that nothing is timed that is wrong.
"""

from __future__ import annotations

import importlib.util
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

import odds
from odds import SpecialTest

BATCH = 1_000_000  # pools numpy plays at once in the obvious version
CHUNK = 32_768  # pools at once where the arrays are to stay in the second-level cache


@dataclass(frozen=True)
class Rival:
    """One way to answer.

    Attributes
    ----------
    name
        What to call it.
    kind
        "simulation": run(test, trials, seed) counts outcomes; "exact": run(test) works them out.
    run
        The answer, in whatever shape the rival likes best.
    table
        That shape -> array over [hits, luck_hits], for the check; not timed.
    needs
        Modules that must be installed.
    trials
        Pools a timed run plays: a tenth of a second or so.
    ours
        Whether it is this project.
    """

    name: str
    kind: str
    run: Callable[..., Any]
    table: Callable[[Any, SpecialTest], np.ndarray]
    needs: tuple[str, ...] = ()
    trials: int = 0
    ours: bool = False

    @property
    def missing(self) -> list[str]:
        """Modules it needs that are not installed."""
        return [name for name in self.needs if importlib.util.find_spec(name) is None]


@dataclass(frozen=True)
class Mark:
    """A figure somebody else stated; it cannot be measured here."""

    name: str
    pools_a_second: float
    where: str


HAND_FUSED = Mark("one numba kernel fused by hand for this question alone", 7.8e9, "stated, one Zen 4 core")


def shape(test: SpecialTest) -> tuple[int, int]:
    """Cells of the joint outcome: Hits 0.., surviving Luck Dice 0.. ."""
    return test.dice + test.luck_dice + 1, test.luck_dice + 1


# ------------------------------------------------------------------------------------------------ simulations
def obvious_numpy(test: SpecialTest, trials: int, seed: int) -> np.ndarray:
    """What anyone would write first: whole faces, one row a pool."""
    rng = np.random.default_rng(seed)
    counts = np.zeros(math.prod(shape(test)), np.int64)
    for first in range(0, trials, BATCH):
        n, luck = min(BATCH, trials - first), test.luck_dice
        faces = rng.integers(1, 11, (n, test.dice))
        hit = (faces <= test.value) & (faces != 10)
        survivors, hits = hit[:, :luck].sum(1), hit.sum(1)
        faces = rng.integers(1, 11, (n, luck))
        hit = (faces <= test.value) & (faces != 10)
        hits += (hit & (np.arange(luck) < survivors[:, None])).sum(1)
        counts += np.bincount(hits * (luck + 1) + survivors, minlength=len(counts))
    return counts


def chunked_numpy(test: SpecialTest, trials: int, seed: int) -> np.ndarray:
    """numpy at its best on whole faces: bytes, one row a die, chunks that stay in the cache."""
    rng = np.random.default_rng(seed)
    luck, dice, limit = test.luck_dice, test.dice, min(test.value or 0, 9)
    counts = np.zeros(math.prod(shape(test)), np.int64)
    for first in range(0, trials, CHUNK):
        n = min(CHUNK, trials - first)
        hit = (rng.integers(1, 11, (dice + luck, n), np.uint8) <= limit).view(np.uint8)
        survivors = hit[:luck].sum(0, dtype=np.uint8)
        hits = hit[:dice].sum(0, dtype=np.uint8)
        hits += (hit[:luck] & hit[dice:]).sum(0, dtype=np.uint8)  # a survivor's die stands at its own place
        hits *= np.uint8(luck + 1)
        hits += survivors
        counts += np.bincount(hits, minlength=len(counts))
    return counts


@cache
def _plain_numba() -> Any:
    from numba import njit

    @njit
    def play(dice, luck, value, trials, seed):
        np.random.seed(seed)
        counts = np.zeros((dice + luck + 1, luck + 1), np.int64)
        for _ in range(trials):
            hits = survivors = 0
            for die in range(dice):
                face = np.random.randint(1, 11)
                if face <= value and face != 10:
                    hits += 1
                    survivors += die < luck
            more = 0
            for _ in range(survivors):
                face = np.random.randint(1, 11)
                more += face <= value and face != 10
            counts[hits + more, survivors] += 1
        return counts

    return play


def plain_numba(test: SpecialTest, trials: int, seed: int) -> np.ndarray:
    """The loop anyone would compile."""
    return _plain_numba()(test.dice, test.luck_dice, test.value, trials, seed)


def ours(engine: str) -> Callable[..., odds.Distribution]:
    """This project, through its public interface, on one thread."""

    def play(test: SpecialTest, trials: int, seed: int) -> odds.Distribution:
        return odds.simulate(test, trials=trials, seed=seed, threads=1, engine=engine)

    return play


# ------------------------------------------------------------------------------------------------ exact answers
def closed_form(test: SpecialTest) -> np.ndarray:
    """P(l, h) = Bin(luck, p)(l) * Bin(dice - luck + l, p)(h - l): who survives brings one Standard Die more."""
    p = min(test.value or 0, 9) / 10
    table = np.zeros(shape(test))
    for left in range(test.luck_dice + 1):
        survive = math.comb(test.luck_dice, left) * p**left * (1 - p) ** (test.luck_dice - left)
        n = test.dice - test.luck_dice + left
        for k in range(n + 1):
            table[left + k, left] = survive * math.comb(n, k) * p**k * (1 - p) ** (n - k)
    return table


def icepool_exact(test: SpecialTest) -> Any:
    """In icepool's own words."""
    from icepool import Die, tupleize

    faces = min(test.value or 0, 9)
    hit = Die({1: faces, 0: 10 - faces})
    luck, standard = test.luck_dice @ hit, test.standard_dice @ hit
    return luck.map(lambda left: tupleize(left + standard + left @ hit, left))


def dyce_exact(test: SpecialTest) -> Any:
    """In dyce's own words; no branch may be cut off, or the answer is not exact."""
    from dyce import H, expand

    faces = min(test.value or 0, 9)
    hit, nothing = H({1: faces, 0: 10 - faces}), H({0: 1})
    standard = test.standard_dice @ hit if test.standard_dice else nothing

    def fortune_smiles(result: Any) -> Any:
        left = result.outcome
        more = standard + left @ hit if left else standard
        return H({(left + k, left): count for k, count in more.items()})

    luck = test.luck_dice @ hit if test.luck_dice else nothing
    with warnings.catch_warnings(action="ignore"):  # `expand` says that it is experimental
        return expand(fortune_smiles, luck, min_path_probability=Fraction(0))


def _of_outcomes(counted: Any, test: SpecialTest) -> np.ndarray:
    """The table of an icepool Die or a dyce H."""
    total = sum(counted.values())
    table = np.zeros(shape(test))
    for outcome, count in counted.items():
        table[outcome] = count / total
    return table


def _of_array(counts: np.ndarray, test: SpecialTest) -> np.ndarray:
    return counts.reshape(shape(test))


def _of_distribution(found: odds.Distribution, test: SpecialTest) -> np.ndarray:
    return np.asarray(found.values).reshape(shape(test))


RIVALS = (
    Rival("odds, compiled", "simulation", ours("numba"), _of_distribution, ("numba",), 1_000_000_000, True),
    Rival("odds, numpy only", "simulation", ours("numpy"), _of_distribution, (), 20_000_000, True),
    Rival("obvious numpy", "simulation", obvious_numpy, _of_array, (), BATCH),
    Rival("chunked uint8 numpy", "simulation", chunked_numpy, _of_array, (), 128 * CHUNK),
    Rival("plain numba loop", "simulation", plain_numba, _of_array, ("numba",), 2_000_000),
    Rival("odds.exact", "exact", odds.exact, _of_distribution, (), 0, True),
    Rival("closed form, plain Python", "exact", closed_form, _of_array),
    Rival("icepool", "exact", icepool_exact, _of_outcomes, ("icepool",)),
    Rival("dyce", "exact", dyce_exact, _of_outcomes, ("dyce",)),
)

BY_NAME = {rival.name: rival for rival in RIVALS}


def of_kind(kind: str) -> list[Rival]:
    """The rivals of one kind that can run here."""
    return [rival for rival in RIVALS if rival.kind == kind and not rival.missing]


def grid() -> list[SpecialTest]:
    """Every Pool Size 1-12, statistic 1-9 and Luck 0 to the pool: 810 Tests."""
    return [SpecialTest(n, "S", value, luck) for n in range(1, 13) for value in range(1, 10) for luck in range(n + 1)]
