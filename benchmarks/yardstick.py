"""What the random words alone would cost: a numba loop that only sums SplitMix64 words."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from odds import SpecialTest
from odds.core.lanes import layout, vector
from odds.core.lanes.code import Code, compile_code
from odds.core.lanes.program import Program
from odds.core.subject import subject_of

BLOCKS_LOOKED_AT = 32


def code_of(test: SpecialTest) -> Code:
    """The code that a simulation of this Test runs."""
    subject, program = subject_of(test), Program()
    return compile_code(program, subject.play(program, test), subject.shown)


def words_drawn(test: SpecialTest, trials: int) -> int:
    """The random words a run of so many trials draws, without the generators' warm-up.

    Words a tile are known; tiles are counted in a few blocks, because a tile leaves some lanes out by chance.
    """
    code = code_of(test)
    draw = vector.Generators(layout.stream_key(1, 0), 0, BLOCKS_LOOKED_AT)
    left, tiles = np.full(BLOCKS_LOOKED_AT, layout.QUOTA), 0
    while (left > 0).any():
        tiles += int((left > 0).sum())
        live = vector.execute(code.table, code.rows, draw)[layout.LIVE]
        left -= np.bitwise_count(live).sum(axis=1, dtype=np.int64)
    return round(tiles / BLOCKS_LOOKED_AT * trials / layout.QUOTA * code.words * layout.WORDS)


@cache
def _loops() -> dict[str, Any]:
    """The loop as numba compiles it, and once more with the widest registers the processor has."""
    from numba import njit, uint64

    from odds.core.lanes.machine import mix, wide_registers

    golden = layout.GOLDEN

    @njit
    def plain(words):
        total = uint64(0)
        for i in range(uint64(words)):
            total += mix(i * golden)
        return total

    @njit
    def wide(words):
        wide_registers()
        total = uint64(0)
        for i in range(uint64(words)):
            total += mix(i * golden)
        return total

    return {"plain": plain, "wide": wide}


def sum_words(words: int, kind: str = "plain") -> int:
    """The sum of the first so many words of one SplitMix64 sequence."""
    return int(_loops()[kind](words))
