"""Row programs: say a rule once, with masks and small numbers, and it runs on every lane.

    p = Program()
    luck, standard = p.dice(3, 6, "luck"), p.dice(3, 6, "standard")
    smiles = [hit & die for hit, die in zip(luck, p.dice(3, 6, "fortune"))]
    hits = p.count(luck + standard + smiles)

A `Mask` is one bit a lane, a `Number` a few of them. Their operators compute nothing: each notes down one instruction
of the lane machine, or none where the answer is plain (x & ~x, and the like). A literal is 2 * value + 1 if it is
complemented, so `~` is free; value 0 is False.

A rule is traced once for all lanes, so it cannot say `if` about what a lane shows: it says `mask.pick(yes, no)`, or
hands a plain function of small numbers to `where`, and nothing ends early: a lane that is done ignores the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, NoReturn, overload

from odds.core.lanes import layout
from odds.core.lanes.hits import hit

if TYPE_CHECKING:
    import numpy as np

FALSE, TRUE = 0, 1


class Step(NamedTuple):
    """One instruction as noted down: what it does, the literals it reads, the values it writes."""

    operation: int
    reads: tuple[int, ...]
    writes: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Mask:
    """A yes or no in every lane."""

    program: Program
    bit: int

    def __invert__(self) -> Mask:
        return Mask(self.program, self.bit ^ 1)

    def __and__(self, other: Mask) -> Mask:
        return Mask(self.program, self.program.note_and(self.bit, other.bit))

    def __xor__(self, other: Mask) -> Mask:
        return Mask(self.program, self.program.note_xor(self.bit, other.bit))

    def __or__(self, other: Mask) -> Mask:
        return ~(~self & ~other)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Mask differs from lane to lane and is neither true nor false: use &, |, ~ or pick")

    @overload
    def pick(self, yes: Mask, no: Mask) -> Mask: ...
    @overload
    def pick(self, yes: Number, no: Number) -> Number: ...
    def pick(self, yes: Mask | Number, no: Mask | Number) -> Mask | Number:
        """`yes` where this mask is set, else `no`."""
        if isinstance(yes, Mask) and isinstance(no, Mask):
            return Mask(self.program, self.program.note_pick(self.bit, yes.bit, no.bit))
        if isinstance(yes, Number) and isinstance(no, Number):
            most = max(yes.most, no.most)
            digits = [self.pick(yes.digit(j), no.digit(j)) for j in range(most.bit_length())]
            return Number(self.program, digits, most)
        raise TypeError("pick chooses between two masks or between two numbers")


@dataclass(frozen=True, eq=False, slots=True)
class Number:
    """A whole number 0..most in every lane: its binary digits, lowest first."""

    program: Program
    digits: Sequence[Mask]
    most: int

    def digit(self, j: int) -> Mask:
        """The digit worth 2**j."""
        return self.digits[j] if j < len(self.digits) else self.program.false

    def __add__(self, other: Number | Mask) -> Number:
        """Plus a Number, or plus 1 where a Mask is set."""
        p = self.program
        if isinstance(other, Mask):
            other = Number(p, [other], 1)
        most, carry, digits = self.most + other.most, p.false, []
        for j in range(most.bit_length()):
            digit, carry = p.add(self.digit(j), other.digit(j), carry)
            digits.append(digit)
        return Number(p, digits, most)

    def __sub__(self, other: Number) -> Number:
        """Minus a Number that, as the rule knows, is never more."""
        carry, digits = self.program.true, []
        for j in range(self.most.bit_length()):
            digit, carry = self.program.add(self.digit(j), ~other.digit(j), carry)
            digits.append(digit)
        return Number(self.program, digits, self.most)

    def __ge__(self, other: Number | int) -> Mask:
        p = self.program
        if isinstance(other, Number):  # the carry out of self + ~other + 1
            carry = p.true
            for j in range(max(self.most, other.most).bit_length()):
                carry = p.add(self.digit(j), ~other.digit(j), carry)[1]
            return carry
        if other <= 0:
            return p.true
        if other > self.most:
            return p.false
        answer = p.true
        for j, digit in enumerate(self.digits):
            answer = digit & answer if other >> j & 1 else digit | answer
        return answer

    def __lt__(self, other: Number | int) -> Mask:
        return ~(self >= other)

    def __gt__(self, other: Number | int) -> Mask:
        return self >= other + 1 if isinstance(other, int) else ~(other >= self)

    def __le__(self, other: Number | int) -> Mask:
        return ~(self > other)

    def equals(self, k: int) -> Mask:
        """Where the number is k."""
        return (self >= k) & ~(self >= k + 1)

    def __bool__(self) -> NoReturn:
        raise TypeError("a Number differs from lane to lane and is neither true nor false: use pick or where")

    def up_to(self, limit: int) -> Number:
        """min(self, limit)."""
        if self.most <= limit:
            return self
        return (self >= limit).pick(self.program.number(limit), self).cut(limit)

    def cut(self, most: int) -> Number:
        """The same number, known by the rule to be at most `most`."""
        most = min(most, self.most)
        return Number(self.program, self.digits[: most.bit_length()], most)


class Note(NamedTuple):
    """Something noted down for the story of a trial.

    Attributes
    ----------
    label
        What it is called; one that ends in a colon stands in front of what follows.
    what
        Dice, a number, or None: that it happens is all there is to tell.
    where
        The lanes in which it is told: those in all of these masks.
    there
        For each die whether it is rolled at all; None: all of them are.
    """

    label: str
    what: Sequence[Mask] | Number | None
    where: tuple[Mask, ...]
    there: Sequence[Mask] | None = None

    def masks(self) -> Iterator[Mask]:
        """Every mask that it reads."""
        yield from self.what.digits if isinstance(self.what, Number) else self.what or ()
        yield from self.where
        yield from self.there or ()


@dataclass(frozen=True, eq=False, slots=True)
class Bag:
    """Masks whose number is an outcome, left uncounted so that several bags can be counted at once.

    `most`: how many of them can be set together, if the rule knows a smaller bound than all.
    """

    masks: Sequence[Mask]
    most: int | None = None

    @property
    def bound(self) -> int:
        """The most that can be set."""
        return len(self.masks) if self.most is None else min(self.most, len(self.masks))


#: What the sum is made of that is an outcome.
Part = Number | Bag


class Program:
    """The notebook in which masks and numbers write their instructions.

    Parameters
    ----------
    paired
        Draw every die as a whole face that stays at its place (see `odds.core.lanes.sources`), so that two rules
        traced into this program see the same dice.
    """

    def __init__(self, *, paired: bool = False) -> None:
        self.steps: list[Step] = []
        self.maker: list[int] = [-1]  # value -> the step that writes it
        self.known: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}  # nothing is worked out twice
        self.waiting: dict[int, list[Mask]] = {}  # drawn by threes, not yet used
        self.packed: dict[int, list[Number]] = {}  # faces of packed codes, not yet used
        self.threes: list[Number] = []  # quick three-sided dice, not yet used
        self.faces: dict[tuple[str, int, int], Number] | None = {} if paired else None
        self.patient = False  # set by a rule of so many dice that too few lanes would be left (see `sources.redrawn`)
        self.told: list[Note] = []
        self.false, self.true = Mask(self, FALSE), Mask(self, TRUE)

    @property
    def paired(self) -> bool:
        """Whether two rules see the same dice; what one of them drops is then missing from the other as well."""
        return self.faces is not None

    # -------------------------------------------------------------------------------------- dice
    def dice(self, n: int, tenths: int, place: str) -> list[Mask]:
        """The Hit masks of n dice that hit on `tenths` of their ten faces, the lowest ones.

        `place` names the dice ("pool", "fortune"): in a paired program, dice of one place are the same dice.
        """
        return [hit(self, tenths, place, j) for j in range(n)]

    def draw(self, operation: int) -> Mask:
        """One mask of an instruction that draws three; the others wait for the next call."""
        waiting = self.waiting.setdefault(operation, [])
        if not waiting:
            if self.patient:
                from odds.core.lanes import sources

                waiting += sources.redrawn(self, operation)
            else:
                waiting += [Mask(self, 2 * value) for value in self._note(operation, (), 3)[::-1]]
        return waiting.pop()

    def drop(self, mask: Mask) -> None:
        """These lanes are no trials: a die's unused codes, or what a condition excludes."""
        if mask.bit == TRUE:
            raise ValueError("a condition that never holds leaves no trial to count")
        if mask.bit != FALSE:
            self._note(layout.DROP, (mask.bit,), 0)

    # -------------------------------------------------------------------------------------- numbers
    def number(self, k: int) -> Number:
        """The same k in every lane."""
        return Number(self, [Mask(self, k >> j & 1) for j in range(k.bit_length())], k)

    def add(self, a: Mask, b: Mask, c: Mask) -> tuple[Mask, Mask]:
        """a + b + c as (ones, twos)."""
        low, high = self.note_add(a.bit, b.bit, c.bit)
        return Mask(self, low), Mask(self, high)

    def count(self, masks: Iterable[Mask] | Bag) -> Number:
        """How many of the masks are set: full adders, newest first, so that few rows wait."""
        bag = masks if isinstance(masks, Bag) else Bag(list(masks))
        column = [mask for mask in bag.masks if mask.bit != FALSE][::-1]
        most, digits = len(column), []
        for _ in range(most.bit_length()):
            carries = []
            while len(column) > 1:
                low, high = self.add(column.pop(), column.pop(), column.pop() if column else self.false)
                column.append(low)
                carries.append(high)
            digits.append(column[0] if column else self.false)
            column = carries[::-1]
        return Number(self, digits, most).cut(bag.bound)

    def counted(self, part: Part) -> Number:
        """An outcome's part as a number."""
        return self.count(part) if isinstance(part, Bag) else part

    def where(self, rule: Callable[..., object], *numbers: Number) -> Mask:
        """The mask of rule(*values) for any plain function of small numbers: a decision diagram of picks."""
        from odds.core.lanes.diagram import decide

        return decide(self, rule, numbers)

    def look_up(self, truth: np.ndarray, *numbers: Number) -> Mask:
        """The mask of truth[numbers], a table of 0, 1 and, for what cannot happen, -1."""
        from odds.core.lanes.diagram import look_up

        return look_up(self, truth, numbers)

    def tell(
        self,
        label: str,
        what: Sequence[Mask] | Number | None = None,
        where: Mask | None = None,
        there: Sequence[Mask] | None = None,
    ) -> None:
        """Notes something down for the story of a trial, of those in `where` only (see `Note`); no instruction."""
        self.told.append(Note(label, what, () if where is None else (where,), there))

    def tell_only(self, since: int, where: Mask, end: int | None = None) -> None:
        """Has notes told in `where` only: those from number `since` on, up to number `end` if it is given."""
        self.told[since:end] = [note._replace(where=(*note.where, where)) for note in self.told[since:end]]

    # -------------------------------------------------------------------------------------- instructions
    def _note(self, operation: int, reads: tuple[int, ...], results: int) -> tuple[int, ...]:
        draws = operation in layout.DRAWS
        key = (operation, reads)
        if draws or key not in self.known:
            writes = tuple(range(len(self.maker), len(self.maker) + results))
            self.maker += [len(self.steps)] * results
            self.steps.append(Step(operation, reads, writes))
            if draws:
                return writes
            self.known[key] = writes
        return self.known[key]

    def note_and(self, a: int, b: int) -> int:
        """The literal of a & b."""
        a, b = sorted((a, b))
        if a == FALSE or a ^ b == 1:
            return FALSE
        if a in (TRUE, b):
            return b
        return 2 * self._note(layout.AND, (a, b), 1)[0]

    def note_xor(self, a: int, b: int) -> int:
        """The literal of a ^ b."""
        a, b = sorted((a, b))
        if a <= TRUE or a | 1 == b | 1:
            return a ^ b
        return 2 * self._note(layout.XOR, (a & ~1, b & ~1), 1)[0] ^ (a ^ b) & 1

    def note_pick(self, a: int, b: int, c: int) -> int:  # noqa: PLR0911 (one return for each plain case)
        """The literal of b where a, else c."""
        if a & 1:
            a, b, c = a ^ 1, c, b
        if a == FALSE or b == c:
            return c
        if b ^ c == 1:
            return self.note_xor(a, c)
        if b in (FALSE, a ^ 1):
            return self.note_and(a ^ 1, c)
        if c in (FALSE, a):
            return self.note_and(a, b)
        if b in (TRUE, a):
            return self.note_and(a ^ 1, c ^ 1) ^ 1
        if c in (TRUE, a ^ 1):
            return self.note_and(a, b ^ 1) ^ 1
        return 2 * self._note(layout.PICK, (a, b, c), 1)[0]

    def note_add(self, *abc: int) -> tuple[int, int]:
        """The literals (ones, twos) of a + b + c."""
        a, b, c = sorted(abc)
        if b <= TRUE:  # two constants: 0 + 0, 0 + 1, 1 + 1
            return (c ^ a ^ b, (FALSE, c, TRUE)[a + b])
        low, high = self._note(layout.ADD, (a, b, c), 2)
        return 2 * low, 2 * high
