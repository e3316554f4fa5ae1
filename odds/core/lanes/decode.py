"""From random bits to masks: the plain logic that both engines run.

Every function takes words of fair random bits, lowest first, and works on all their lanes at once with `&`, `|`, `^`
and `~`, so the same lines serve numba's scalars and numpy's arrays, and a test can feed them every code there is.

Three dice from seven bits
    A five-sided die needs a little over two bits. Seven bits spell 128 codes; 125 of them are the 5 x 5 x 5 results of
    three such dice, the last three mean nothing, and a lane that draws one of those is left out of the count. Which
    lanes are left out does not depend on what the other codes show, so every result stays equally likely.
One die from four bits
    Fifteen of sixteen codes, three for each of five faces. It serves where only one die of three would be read.

The last value each function returns is the mask of lanes to leave out.
"""

from typing import TypeVar

from numpy import ndarray, uint64

Word = TypeVar("Word", uint64, ndarray)


def three_fifths(b0: Word, b1: Word, b2: Word, b3: Word, b4: Word, b5: Word, b6: Word) -> tuple[Word, ...]:
    """Three independent masks, each set in 1 lane of 5."""
    low = b6 & ~(b5 | b4)
    return (
        (b6 & ~b5 & b4) | (low & ~(~b3 & b2)),
        (b6 & b5 & ~b4) | (low & ~(b3 & ~b2)),
        (b6 & b5 & b4) | (low & ~(b3 & b2)),
        low & ~(b3 | b2) & (b1 | b0),
    )


def three_two_fifths(b0: Word, b1: Word, b2: Word, b3: Word, b4: Word, b5: Word, b6: Word) -> tuple[Word, ...]:
    """Three independent masks, each set in 2 lanes of 5."""
    none = ~(b5 | b4)
    most = b6 & ~(b3 & (b2 | none))
    all_three = b6 & b3 & b2 & b1
    return (
        ((~b5 & b4) ^ most) & ~all_three,
        ((b5 & ~b4) ^ most) & ~all_three,
        ((b5 & b4) ^ most) & ~all_three,
        all_three & b0 & ~none,
    )


def one_fifth(b0: Word, b1: Word, b2: Word, b3: Word) -> tuple[Word, Word]:
    """A mask set in 1 lane of 5: codes 12, 13 and 14 of 0 to 14."""
    high = b3 & b2
    return high & ~(b1 & b0), high & b1 & b0


def one_two_fifths(b0: Word, b1: Word, b2: Word, b3: Word) -> tuple[Word, Word]:
    """A mask set in 2 lanes of 5: codes 8 to 13 of 0 to 14."""
    return b3 & ~(b2 & b1), b3 & b2 & b1 & b0
