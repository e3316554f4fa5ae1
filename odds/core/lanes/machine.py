"""The lane machine, compiled: one numba kernel that runs every row program.

A tile of `LANES` trials runs the whole program one row at a time, so reading an instruction costs nothing beside the
words it works on.
"""

import numpy as np
from numba import njit, uint64

from odds.core.lanes import layout
from odds.core.lanes.cache import cached
from odds.core.lanes.counting import keep_first, tally
from odds.core.lanes.instructions import (
    ALL,
    A,
    B,
    C,
    L,
    W,
    add,
    at,
    both,
    coin,
    coins,
    differ,
    drop,
    flip,
    one_fifth,
    one_tenth,
    one_three_tenths,
    one_two_fifths,
    pick,
    sfc64,
    three_fifths,
    three_tenths,
    three_three_tenths,
    three_two_fifths,
    wide_registers,
)
from odds.core.lanes.layout import (
    ADD,
    AND,
    COIN,
    COINS,
    DROP,
    GOLDEN,
    LANES,
    MOST_IDLE,
    ONE_FIFTH,
    ONE_TENTH,
    ONE_THREE_TENTHS,
    ONE_TWO_FIFTHS,
    PICK,
    QUOTA,
    THREE_FIFTHS,
    THREE_TENTHS,
    THREE_THREE_TENTHS,
    THREE_TWO_FIFTHS,
    WARM_UP,
    WORDS,
    XOR,
)

mix = njit(forceinline=True)(layout.mix)


@njit
def execute(S, program, n):
    """One tile: every instruction on a whole row. n: words each generator has given so far, and returns."""
    wide_registers()
    S[L : L + W] = ALL
    for step in range(len(program)):
        op, r0, r1, r2, o0, o1, o2 = program[step]
        x, y, z = uint64(r0) * W, uint64(r1) * W, uint64(r2) * W
        if op == ADD:
            add(S, x, y, at(o0), flip(o0), at(o1), flip(o1), at(o2), flip(o2))
        elif op == AND:
            both(S, x, at(o0), flip(o0), at(o1), flip(o1))
        elif op == XOR:
            differ(S, x, at(o0), at(o1))
        elif op == PICK:
            pick(S, x, at(o0), at(o1), flip(o1), at(o2), flip(o2))
        elif op == DROP:
            drop(S, at(o0), flip(o0))
        elif op == COINS:
            coins(S, x, y, z, n)
            n += uint64(3)
        elif op == COIN:
            coin(S, x, n)
            n += uint64(1)
        elif op == THREE_FIFTHS:
            three_fifths(S, x, y, z, n)
            n += uint64(7)
        elif op == THREE_TWO_FIFTHS:
            three_two_fifths(S, x, y, z, n)
            n += uint64(7)
        elif op == THREE_TENTHS:
            three_tenths(S, x, y, z, n)
            n += uint64(10)
        elif op == THREE_THREE_TENTHS:
            three_three_tenths(S, x, y, z, n)
            n += uint64(10)
        elif op == ONE_FIFTH:
            one_fifth(S, x, n)
            n += uint64(4)
        elif op == ONE_TWO_FIFTHS:
            one_two_fifths(S, x, n)
            n += uint64(4)
        elif op == ONE_TENTH:
            one_tenth(S, x, n)
            n += uint64(5)
        elif op == ONE_THREE_TENTHS:
            one_three_tenths(S, x, n)
            n += uint64(5)
    return n


@njit
def seed_block(S, key, block):
    """Fresh generators for a block: their states from SplitMix64, then the warm-up."""
    wide_registers()
    for i in range(W):
        n = uint64(block) * uint64(3 * WORDS) + uint64(3) * i
        a = mix(key + (n + uint64(1)) * GOLDEN)
        b = mix(key + (n + uint64(2)) * GOLDEN)
        c = mix(key + (n + uint64(3)) * GOLDEN)
        for count in range(1, WARM_UP + 1):
            _, a, b, c = sfc64(a, b, c, uint64(count))
        S[A + i], S[B + i], S[C + i] = a, b, c


@njit
def scratch(rows):
    """Zeroed rows that begin on a cache line: 30 % faster."""
    S = np.zeros(rows * WORDS + 8, np.uint64)
    return S[(-S.ctypes.data >> 3) & 7 :]


@cached
@njit(nogil=True)
def run(program, planes, rows, key, first, stop, last_block, last_quota, counts):
    """Adds blocks first..stop-1 to counts: `QUOTA` trials each, `last_quota` in block `last_block`.

    Returns False if it gave up, because no lane was left to count in `MOST_IDLE` tiles in a row.
    """
    wide_registers()
    S = scratch(rows + len(planes))
    H = np.zeros(8, np.uint64)
    for block in range(first, stop):
        left = last_quota if block == last_block else QUOTA
        seed_block(S, key, block)
        n = uint64(WARM_UP + 1)
        idle = 0
        while left > 0:
            n = execute(S, program, n)
            if left < LANES:
                keep_first(S, left)
            counted = tally(S, planes, rows, H, counts)
            left -= counted
            idle = 0 if counted else idle + 1
            if idle == MOST_IDLE:
                return False
    return True


def warm_up() -> None:
    """Compiles or loads `run` by asking it for no block at all."""
    none = np.zeros((0, 7), np.int64)
    run(none, np.zeros(4, np.int64), layout.FIRST_FREE, np.uint64(0), 0, 0, 0, 0, np.zeros(16, np.int64))
