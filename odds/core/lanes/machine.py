"""The lane machine, compiled: one numba kernel that runs every row program.

A tile of `LANES` trials runs the whole program one row at a time, so reading an instruction costs nothing beside the
words it works on. Rows lie one after another in one flat array: plain offsets into it are what lets LLVM use the
processor's widest registers. Two rules keep that true: rows begin on a cache line, and a step never writes a row
that it reads.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import int64, njit, types, uint64
from numba.extending import intrinsic

from odds.core.lanes import decode, layout
from odds.core.lanes.cache import cached
from odds.core.lanes.layout import (
    ADD,
    AND,
    COIN,
    COINS,
    DROP,
    LANES,
    LIVE,
    MOST_IDLE,
    ONE_FIFTH,
    ONE_TENTH,
    ONE_THREE_TENTHS,
    ONE_TWO_FIFTHS,
    PICK,
    QUOTA,
    STATE_A,
    STATE_B,
    STATE_C,
    THREE_FIFTHS,
    THREE_TENTHS,
    THREE_THREE_TENTHS,
    THREE_TWO_FIFTHS,
    WARM_UP,
    WORDS,
    XOR,
)

W = np.uint64(WORDS)
ALL = np.uint64(2**64 - 1)
ONE = np.uint64(1)
GOLDEN = layout.GOLDEN
A, B, C, L = (np.uint64(row * WORDS) for row in (STATE_A, STATE_B, STATE_C, LIVE))

mix = njit(forceinline=True)(layout.mix)


@intrinsic
def wide_registers(typing_context):
    """Lets LLVM use the widest registers the processor has in the function that calls this.

    For some processors it would settle for half of them, to spare other code a lower clock.
    """

    def generate(context, builder, signature, arguments):
        builder.function.attributes.update(['"prefer-vector-width"="512"'])
        return context.get_dummy_value()

    return types.void(), generate


@njit(forceinline=True)
def sfc64(a, b, c, count):
    """One step of SFC64: the word, and the state after it."""
    word = a + b + count
    return word, b ^ (b >> uint64(11)), c + (c << uint64(3)), ((c << uint64(24)) | (c >> uint64(40))) + word


@njit(forceinline=True)
def ones(x):
    """Bits set in a word; LLVM knows these lines as one instruction."""
    x = x - ((x >> uint64(1)) & uint64(0x5555555555555555))
    x = (x & uint64(0x3333333333333333)) + ((x >> uint64(2)) & uint64(0x3333333333333333))
    x = (x + (x >> uint64(4))) & uint64(0x0F0F0F0F0F0F0F0F)
    return (x * uint64(0x0101010101010101)) >> uint64(56)


@njit(forceinline=True)
def at(operand):
    """Where the row of an operand begins."""
    return uint64(operand >> 1) * W


@njit(forceinline=True)
def flip(operand):
    """All ones if the operand is to be read complemented."""
    return uint64(0) - uint64(operand & 1)


# ------------------------------------------------------------------------------------------------ draws
def draw_three(decoder: Callable[..., Any], halved: bool, turned: bool = False) -> Any:
    """The instruction that draws three masks by `decoder`, complemented if `turned`, then halved by a coin each."""
    decoded = njit(forceinline=True)(decoder)
    turn = ALL if turned else ALL - ALL

    @njit
    def draw(S, x, y, z, n):
        wide_registers()
        for i in range(W):
            a, b, c = S[A + i], S[B + i], S[C + i]
            b0, a, b, c = sfc64(a, b, c, n)
            b1, a, b, c = sfc64(a, b, c, n + uint64(1))
            b2, a, b, c = sfc64(a, b, c, n + uint64(2))
            b3, a, b, c = sfc64(a, b, c, n + uint64(3))
            b4, a, b, c = sfc64(a, b, c, n + uint64(4))
            b5, a, b, c = sfc64(a, b, c, n + uint64(5))
            b6, a, b, c = sfc64(a, b, c, n + uint64(6))
            m0, m1, m2, out = decoded(b0, b1, b2, b3, b4, b5, b6)
            if halved:
                h, a, b, c = sfc64(a, b, c, n + uint64(7))
                m0 = (m0 ^ turn) & h
                h, a, b, c = sfc64(a, b, c, n + uint64(8))
                m1 = (m1 ^ turn) & h
                h, a, b, c = sfc64(a, b, c, n + uint64(9))
                m2 = (m2 ^ turn) & h
            S[A + i], S[B + i], S[C + i] = a, b, c
            S[x + i], S[y + i], S[z + i] = m0, m1, m2
            S[L + i] &= ~out

    return draw


def draw_one(decoder: Callable[..., Any], halved: bool, turned: bool = False) -> Any:
    """The same for one mask."""
    decoded = njit(forceinline=True)(decoder)
    turn = ALL if turned else ALL - ALL

    @njit
    def draw(S, x, n):
        wide_registers()
        for i in range(W):
            a, b, c = S[A + i], S[B + i], S[C + i]
            b0, a, b, c = sfc64(a, b, c, n)
            b1, a, b, c = sfc64(a, b, c, n + uint64(1))
            b2, a, b, c = sfc64(a, b, c, n + uint64(2))
            b3, a, b, c = sfc64(a, b, c, n + uint64(3))
            mask, out = decoded(b0, b1, b2, b3)
            if halved:
                h, a, b, c = sfc64(a, b, c, n + uint64(4))
                mask = (mask ^ turn) & h
            S[A + i], S[B + i], S[C + i] = a, b, c
            S[x + i] = mask
            S[L + i] &= ~out

    return draw


three_fifths = draw_three(decode.three_fifths, False)
three_two_fifths = draw_three(decode.three_two_fifths, False)
three_tenths = draw_three(decode.three_fifths, True)
three_three_tenths = draw_three(decode.three_two_fifths, True, turned=True)
one_fifth = draw_one(decode.one_fifth, False)
one_two_fifths = draw_one(decode.one_two_fifths, False)
one_tenth = draw_one(decode.one_fifth, True)
one_three_tenths = draw_one(decode.one_two_fifths, True, turned=True)


@njit
def coins(S, x, y, z, n):
    wide_registers()
    for i in range(W):
        a, b, c = S[A + i], S[B + i], S[C + i]
        S[x + i], a, b, c = sfc64(a, b, c, n)
        S[y + i], a, b, c = sfc64(a, b, c, n + uint64(1))
        S[z + i], a, b, c = sfc64(a, b, c, n + uint64(2))
        S[A + i], S[B + i], S[C + i] = a, b, c


@njit
def coin(S, x, n):
    wide_registers()
    for i in range(W):
        S[x + i], S[A + i], S[B + i], S[C + i] = sfc64(S[A + i], S[B + i], S[C + i], n)


# ------------------------------------------------------------------------------------------------ logic, arithmetic
@njit
def both(S, r, a, fa, b, fb):
    wide_registers()
    for i in range(W):
        S[r + i] = (S[a + i] ^ fa) & (S[b + i] ^ fb)


@njit
def differ(S, r, a, b):
    wide_registers()
    for i in range(W):
        S[r + i] = S[a + i] ^ S[b + i]


@njit
def pick(S, r, a, b, fb, c, fc):
    """b where a, else c."""
    wide_registers()
    for i in range(W):
        x = S[c + i] ^ fc
        S[r + i] = x ^ (S[a + i] & (S[b + i] ^ fb ^ x))


@njit
def add(S, low, high, a, fa, b, fb, c, fc):
    """a + b + c = low + 2 high."""
    wide_registers()
    for i in range(W):
        x, y, z = S[a + i] ^ fa, S[b + i] ^ fb, S[c + i] ^ fc
        t = x ^ y
        S[low + i] = t ^ z
        S[high + i] = (x & y) | (z & t)


@njit
def drop(S, a, fa):
    """Lanes of a are out of the count."""
    wide_registers()
    for i in range(W):
        S[L + i] &= ~(S[a + i] ^ fa)


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


# ------------------------------------------------------------------------------------------------ counting
@njit
def keep_first(S, quota):
    """Drops every live lane after the first `quota`."""
    wide_registers()
    for i in range(W, W + W):
        if quota == 0:
            S[i] = uint64(0)
        n = int64(ones(S[i]))
        lane = uint64(1) << uint64(63)
        while n > quota:  # in one word at most
            if S[i] & lane:
                S[i] ^= lane
                n -= 1
            lane >>= uint64(1)
        quota -= n


@njit
def part(S, r, a, b, fb):
    """r = a & b; is any lane in it?"""
    wide_registers()
    some = uint64(0)
    for i in range(W):
        k = S[a + i] & (S[b + i] ^ fb)
        S[r + i] = k
        some |= k
    return some != uint64(0)


@njit
def eight(S, a, b, fb, p, q, t, H):
    """H[v] = lanes of a & b where planes t q p spell v = 0..7.

    Counting where planes are set and taking differences needs fewer instructions than eight disjoint masks.
    """
    wide_registers()
    o = uint64(0)
    n = o
    nx = o
    ny = o
    nz = o
    nxy = o
    nxz = o
    nyz = o
    nxyz = o
    for i in range(W):
        k = S[a + i] & (S[b + i] ^ fb)
        x, y, z = S[p + i], S[q + i], S[t + i]
        xy = k & x & y
        n += ones(k)
        nx += ones(k & x)
        ny += ones(k & y)
        nz += ones(k & z)
        nxy += ones(xy)
        nxz += ones(k & x & z)
        nyz += ones(k & y & z)
        nxyz += ones(xy & z)
    H[7] = nxyz
    H[6] = nyz - nxyz
    H[5] = nxz - nxyz
    H[3] = nxy - nxyz
    H[4] = nz - nxz - H[6]
    H[2] = ny - nxy - H[6]
    H[1] = nx - nxy - H[5]
    H[0] = n - nx - H[2] - nz + nxz


@njit
def tally(S, planes, spare, H, counts):
    """counts[v] += live lanes whose planes (lowest first) spell v; returns how many lanes that was.

    Split by the top plane, then the next; leave what has no lane; count the last three planes in one pass.
    """
    wide_registers()
    splits = len(planes) - 4  # rows spare.. hold the lanes still in after each split
    total = int64(0)
    negated = 0
    for d in range(len(planes)):
        negated |= (planes[d] & 1) << d
    v = 0  # what planes 3.. spell
    depth = 0  # splits that still hold from the v before
    while v < 1 << (splits + 1):
        some = True
        while depth < splits and some:
            bit = splits - depth
            above = uint64(LIVE if depth == 0 else spare + depth - 1) * W
            some = part(S, uint64(spare + depth) * W, above, at(planes[3 + bit]), uint64(v >> bit & 1) - uint64(1))
            depth += 1
        if some:
            lanes = uint64(LIVE if depth == 0 else spare + depth - 1) * W
            eight(S, lanes, at(planes[3]), uint64(v & 1) - uint64(1), at(planes[0]), at(planes[1]), at(planes[2]), H)
            for k in range(8):
                counts[(8 * v + k) ^ negated] += int64(H[k])
                total += int64(H[k])
            v += 1
        else:
            v += 1 << (splits + 1 - depth)  # v's low bits are 0 here: nothing below
        depth = splits
        while depth > 0 and v >> (splits + 1 - depth) << (splits + 1 - depth) == v:
            depth -= 1
    return total


# ------------------------------------------------------------------------------------------------ blocks
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
