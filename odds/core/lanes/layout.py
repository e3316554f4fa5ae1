"""The shape of a row, the numbers of the instructions, and how a seed becomes random words.

The stream layout
-----------------
Trials are played in blocks of `QUOTA`. In a block, each of a row's `WORDS` words of 64 lanes has a generator of its
own (SFC64, the one numpy ships), seeded from (seed, stream, block, word of the row) by SplitMix64; what a block shows
therefore depends on nothing but these four numbers and the program. An instruction that draws takes the next words of
every generator. `STREAMS` is the version of all this and is printed with every seed: another version, other counts.
"""

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]

STREAMS = 1  # version of the stream layout
WORDS = 256  # words a row: 2 KiB, so that a dozen rows stay in the first-level cache
LANES = 64 * WORDS
QUOTA = 1 << 20  # trials a block
MOST_IDLE = 1024  # tiles in a row without one lane to count: the rule's condition is taken to be impossible
WARM_UP = 12  # steps a fresh generator takes before its first word is used, as in numpy

# Rows with a meaning; a program's own begin at FIRST_FREE.
ZERO, LIVE, STATE_A, STATE_B, STATE_C, FIRST_FREE = range(6)

# Instructions: [operation, r0, r1, r2, a, b, c]; r are rows written, a, b, c rows read (2 * row + 1: complemented).
AND, XOR, PICK, ADD, DROP = range(5)
COINS, COIN = 5, 6
THREE_FIFTHS, THREE_TWO_FIFTHS, THREE_TENTHS, THREE_THREE_TENTHS = 7, 8, 9, 10
ONE_FIFTH, ONE_TWO_FIFTHS, ONE_TENTH, ONE_THREE_TENTHS = 11, 12, 13, 14

#: Words each drawing instruction takes from every generator.
DRAWS = {
    COINS: 3,
    COIN: 1,
    THREE_FIFTHS: 7,
    THREE_TWO_FIFTHS: 7,
    THREE_TENTHS: 10,
    THREE_THREE_TENTHS: 10,
    ONE_FIFTH: 4,
    ONE_TWO_FIFTHS: 4,
    ONE_TENTH: 5,
    ONE_THREE_TENTHS: 5,
}
#: What to draw instead if only one of three masks would be read.
SINGLE = {
    COINS: COIN,
    THREE_FIFTHS: ONE_FIFTH,
    THREE_TWO_FIFTHS: ONE_TWO_FIFTHS,
    THREE_TENTHS: ONE_TENTH,
    THREE_THREE_TENTHS: ONE_THREE_TENTHS,
}

# share of the lanes that an instruction leaves in: dice have faces, codes of bits do not come out even
KEPT = {
    **dict.fromkeys((THREE_FIFTHS, THREE_TWO_FIFTHS, THREE_TENTHS, THREE_THREE_TENTHS), 125 / 128),
    **dict.fromkeys((ONE_FIFTH, ONE_TWO_FIFTHS, ONE_TENTH, ONE_THREE_TENTHS), 15 / 16),
}

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # SplitMix64's step


def mix(z: Words) -> Words:
    """SplitMix64's output function."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def stream_key(seed: int, stream: int) -> np.uint64:
    """Where the SplitMix64 sequence begins that seeds the generators of one stream."""
    key = np.array([seed, stream], np.uint64)
    return np.uint64(mix(mix(key[:1] + GOLDEN) + key[1:] * GOLDEN)[0])


def block_states(key: np.uint64, first: int, blocks: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Fresh generator states (a, b, c), each of shape (blocks, WORDS), before their warm-up."""
    number = np.arange(3 * WORDS * first + 1, 3 * WORDS * (first + blocks) + 1, dtype=np.uint64)
    words = mix(key + number * GOLDEN).reshape(blocks, WORDS, 3)
    return tuple(np.ascontiguousarray(words[..., k]) for k in range(3))  # type: ignore[return-value]
