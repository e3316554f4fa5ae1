"""What the rules of Fallout PnP need on lanes: three six-sided dice, and numbers read through a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from odds.core.lanes import sources
from odds.core.lanes.program import Mask, Number, Program


def dice(p: Program, sides: Sequence[int], place: str) -> list[Number]:
    """The faces of dice, each less one."""
    return [sources.quick_die(p, each, place, j) for j, each in enumerate(sides)]


def total(p: Program, numbers: Iterable[Number]) -> Number:
    """Their sum."""
    found = p.number(0)
    for number in numbers:
        found = found + number
    return found


def mapped(p: Program, number: Number, rule: Callable[[int], int]) -> Number:
    """rule(number), for any rule that gives whole numbers from 0."""
    values = [rule(value) for value in range(number.most + 1)]
    most = max(values)
    digits = [p.where(lambda value, j=j: values[value] >> j & 1, number) for j in range(most.bit_length())]
    return Number(p, digits, most)


def only(p: Program, mask: Mask, number: Number) -> Number:
    """The number where the mask is set, else 0."""
    return Number(p, [digit & mask for digit in number.digits], number.most)


def same(p: Program, one: Number, other: Number) -> Mask:
    """Where two numbers are equal."""
    differ = p.false
    for j in range(max(one.most, other.most).bit_length()):
        differ = differ | (one.digit(j) ^ other.digit(j))
    return ~differ


def any_of(p: Program, masks: Iterable[Mask]) -> Mask:
    """Where at least one is set."""
    found = p.false
    for mask in masks:
        found = found | mask
    return found


class Roll:
    """3d6 in every lane, re-rolled where action points pay for it and it helps.

    Parameters
    ----------
    p
        The program.
    need
        What the dice must show.
    six_hits
        Whether a triple six succeeds whatever is needed.
    place
        The name of these dice.

    Attributes
    ----------
    sum
        What the dice show less 3, with what was added.
    six
        A triple six.
    """

    def __init__(self, p: Program, need: int, *, six_hits: bool, place: str) -> None:
        self.p, self.need, self.six_hits, self.place = p, need, six_hits, place
        self.faces = dice(p, (6, 6, 6), place)
        self.sum = total(p, self.faces)
        self.six = self.sum >= 15
        self.one_point: list[Mask] = []  # where an action point is spent
        self.five_points = p.false

    def at_least(self, number: int) -> Mask:
        """Where so much is shown."""
        return self.sum >= number - 3

    @property
    def misses(self) -> Mask:
        """Where it does not succeed."""
        found = ~self.at_least(self.need)
        return found & ~self.six if self.six_hits else found

    def reroll_again(self, *, odd_die: bool, triple: bool) -> None:
        """The odd die of a double, or all three after a triple, whose face is added: each decided by the first dice."""
        a, b, c = self.faces
        ab, bc, ac = same(self.p, a, b), same(self.p, b, c), same(self.p, a, c)
        misses, all_same = self.misses, ab & bc
        if odd_die:
            self._odd_die(misses & (ab | bc | ac) & ~all_same, bc.pick(b, a))
        if triple:
            self._triple(misses & all_same, a)

    def _odd_die(self, allowed: Mask, pair: Number) -> None:
        """`pair`: the face, less one, of which there are two."""
        p = self.p
        best = p.where(lambda face: 2 * (face + 1) + 6 >= self.need or (self.six_hits and face == 5), pair)
        uses = allowed & best
        (new,) = dice(p, (6,), self.place + " odd die")
        twice = Number(p, [p.false, *pair.digits], 2 * pair.most)
        self._settle(uses, twice + new, pair.equals(5) & new.equals(5))
        self.one_point.append(uses)

    def _triple(self, allowed: Mask, face: Number) -> None:
        """`face`: the face, less one, that all three show."""
        p = self.p
        uses = allowed if self.six_hits else allowed & p.where(lambda face: 18 + face + 1 >= self.need, face)
        again = total(p, dice(p, (6, 6, 6), self.place + " after a triple"))
        self._settle(uses, again + face + p.true, again >= 15)
        self.one_point.append(uses)

    def reroll_all(self) -> None:
        """All three dice, if it still misses and need not."""
        if self.need > 18 and not self.six_hits:
            return
        uses = self.misses
        again = total(self.p, dice(self.p, (6, 6, 6), self.place + " again"))
        self._settle(uses, again, again >= 15)
        self.five_points = uses

    def _settle(self, where: Mask, new: Number, six: Mask) -> None:
        self.sum, self.six = where.pick(new, self.sum), where.pick(six, self.six)

    @property
    def rerolled(self) -> Mask:
        """Where an action point was spent on some of the dice."""
        return any_of(self.p, self.one_point)

    @property
    def points(self) -> list[Number]:
        """Action points spent on re-rolls, as numbers to add up."""
        ones = [Number(self.p, [mask], 1) for mask in self.one_point]
        return [*ones, Number(self.p, [self.five_points, self.p.false, self.five_points], 5)]
