"""The instructions of the lane machine, compiled: each works on whole rows of the scratch.

Rows lie one after another in one flat array: plain offsets into it are what lets LLVM use the processor's widest
registers. Two rules keep that true: rows begin on a cache line, and a step never writes a row that it reads.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit, types, uint64
from numba.extending import intrinsic

from odds.core.lanes import decode
from odds.core.lanes.layout import LIVE, STATE_A, STATE_B, STATE_C, WORDS

W = np.uint64(WORDS)
ALL = np.uint64(2**64 - 1)
A, B, C, L = (np.uint64(row * WORDS) for row in (STATE_A, STATE_B, STATE_C, LIVE))


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
