"""The lane machine in numpy: the same words, the same counts to the last lane.

It answers small jobs, for which loading the compiled machine would take longer than the job, and all jobs where numba
is not installed. Several blocks run side by side, a row being an array of shape (blocks, WORDS).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from odds.core.lanes import decode, layout

U = np.uint64
NINE, ELEVEN, TWENTY_FOUR, FORTY = U(9), U(11), U(24), U(40)  # made once: a word takes microseconds
TOGETHER = 5  # planes counted in one go
Rows = list[Any]

#: drawing instruction -> (decoder, words it takes, whether its masks are complemented, then halved by a coin each)
DECODERS: dict[int, tuple[Callable[..., tuple[np.ndarray, ...]], int, bool, bool]] = {
    layout.THREE_FIFTHS: (decode.three_fifths, 7, False, False),
    layout.THREE_TWO_FIFTHS: (decode.three_two_fifths, 7, False, False),
    layout.THREE_TENTHS: (decode.three_fifths, 7, False, True),
    layout.THREE_THREE_TENTHS: (decode.three_two_fifths, 7, True, True),
    layout.ONE_FIFTH: (decode.one_fifth, 4, False, False),
    layout.ONE_TWO_FIFTHS: (decode.one_two_fifths, 4, False, False),
    layout.ONE_TENTH: (decode.one_fifth, 4, False, True),
    layout.ONE_THREE_TENTHS: (decode.one_two_fifths, 4, True, True),
}


class Generators:
    """SFC64, one a word of each block's row."""

    def __init__(self, key: np.uint64, first: int, blocks: int) -> None:
        self.a, self.b, self.c = layout.block_states(key, first, blocks)
        self.spare = np.empty_like(self.a)
        self.count = 1
        for _ in range(layout.WARM_UP):
            self.word()

    def word(self) -> layout.Words:
        """The next word of every generator: a + b + count, and on to the next state."""
        a, b, c, spare = self.a, self.b, self.c, self.spare
        word: layout.Words = a + b
        word += U(self.count)
        self.count += 1
        np.right_shift(b, ELEVEN, out=spare)
        np.bitwise_xor(b, spare, out=a)
        np.multiply(c, NINE, out=b)  # c + (c << 3)
        np.right_shift(c, FORTY, out=spare)
        np.left_shift(c, TWENTY_FOUR, out=c)
        np.bitwise_or(c, spare, out=c)
        np.add(c, word, out=c)
        return word


def execute(table: np.ndarray, rows: int, draw: Generators) -> Rows:
    """The rows after one tile of every block has run the program."""
    zero = np.zeros_like(draw.a)
    S: Rows = [zero, ~zero] + [None] * (rows - 2)
    for op, r0, r1, r2, *operands in table.tolist():
        if op in layout.DRAWS:
            masks, out = _drawn(op, draw)
            for row, mask in zip((r0, r1, r2), masks, strict=False):
                S[row] = mask
            if out is not None:
                S[layout.LIVE] = S[layout.LIVE] & ~out
            continue
        a, b, c = (~S[o >> 1] if o & 1 else S[o >> 1] for o in operands)
        if op == layout.ADD:
            t = a ^ b
            S[r0], S[r1] = t ^ c, a & b | c & t
        elif op == layout.AND:
            S[r0] = a & b
        elif op == layout.XOR:
            S[r0] = a ^ b
        elif op == layout.PICK:
            S[r0] = c ^ a & (b ^ c)
        elif op == layout.DROP:
            S[layout.LIVE] = S[layout.LIVE] & ~a
    return S


def _drawn(op: int, draw: Generators) -> tuple[tuple[np.ndarray, ...], np.ndarray | None]:
    """The masks of a drawing instruction, and the lanes it leaves out."""
    if op not in DECODERS:
        return tuple(draw.word() for _ in range(layout.DRAWS[op])), None
    decoder, words, turned, halved = DECODERS[op]
    *masks, out = decoder(*[draw.word() for _ in range(words)])
    if turned:
        masks = [~mask for mask in masks]
    if halved:
        masks = [mask & draw.word() for mask in masks]
    return tuple(masks), out


def keep_first(live: np.ndarray, left: np.ndarray) -> np.ndarray:
    """The live lanes of each block up to the first `left` of them, lane 0 of word 0 first."""
    bits = np.unpackbits(live.view(np.uint8), axis=1, bitorder="little")
    kept = bits & (np.cumsum(bits, axis=1, dtype=np.uint16) <= left[:, None])
    return np.packbits(kept, axis=1, bitorder="little").view(U)


def tally(lanes: np.ndarray, planes: list[np.ndarray], v: int, counts: np.ndarray, spare: np.ndarray) -> None:
    """counts[v, with what the planes spell as its low bits] += the lanes that spell it.

    Splits by the highest plane, and leaves what has no lane, until the rest is counted in one go. `spare` has room for
    that: 2**TOGETHER times the lanes.
    """
    if len(planes) > TOGETHER:
        if lanes.any():
            high = planes[-1]
            tally(lanes & ~high, planes[:-1], v, counts, spare)
            tally(lanes & high, planes[:-1], v | 1 << len(planes) - 1, counts, spare)
        return
    cells = 1 << len(planes)
    sets = spare[:cells]  # set s: lanes in which at least the planes of s's bits are set
    sets[0] = lanes
    for j, plane in enumerate(planes):
        np.bitwise_and(sets[: 1 << j], plane, out=sets[1 << j : 2 << j])
    ones = np.bitwise_count(sets).reshape(cells, -1).sum(axis=1, dtype=np.uint32).astype(np.int64)
    for j in range(len(planes)):  # at least s -> exactly s
        pairs = ones.reshape(-1, 2, 1 << j)
        pairs[:, 0] -= pairs[:, 1]
    counts[v : v + cells] += ones


def run(
    table: np.ndarray,
    planes: np.ndarray,
    rows: int,
    key: np.uint64,
    first: int,
    stop: int,
    last_block: int,
    last_quota: int,
    counts: np.ndarray,
) -> bool:
    """Adds blocks first..stop-1 to counts, all of them side by side: `machine.run` in numpy."""
    draw = Generators(key, first, stop - first)
    left = np.full(stop - first, layout.QUOTA, np.int64)
    if first <= last_block < stop:
        left[last_block - first] = last_quota
    idle = np.zeros(stop - first, np.int64)
    spare = np.empty((1 << TOGETHER, *draw.a.shape), U)
    while left.any():
        S = execute(table, rows, draw)
        live = S[layout.LIVE]
        kept = np.bitwise_count(live).sum(axis=1, dtype=np.int64)
        over = kept > left
        if over.any():
            live[over] = keep_first(np.ascontiguousarray(live[over]), left[over])
        tally(live, [~S[p >> 1] if p & 1 else S[p >> 1] for p in planes.tolist()], 0, counts, spare)
        idle = np.where((kept > 0) | (left == 0), 0, idle + 1)
        if (idle == layout.MOST_IDLE).any():
            return False
        left -= np.minimum(kept, left)
    return True
