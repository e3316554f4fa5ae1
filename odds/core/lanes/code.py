"""From a program to the table the machine runs: what is needed, in an order that needs few rows.

Drawing instructions keep one order, whatever is counted: it is the order in which the complete set of a rule's
outcomes needs them. So the same seed shows the same dice, whether a question counts one axis or all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import prod

import numpy as np

from odds.core.lanes import layout
from odds.core.lanes.program import FALSE, TRUE, Bag, Mask, Number, Program, Step

#: What an outcome may be: numbers and uncounted bags whose sum it is.
Parts = Sequence[Number | Bag]
#: The steps that some literals need, in an order: of the program, the literals, and the order of the drawing steps.
Schedule = Callable[[Program, Sequence[int], Sequence[int]], list[int]]

MOST_WAITING = 2000  # drawn masks that may wait for their use; of more, a program is run in the order of its rules


@dataclass(frozen=True, eq=False)
class Code:
    """A program made ready for the machine.

    Attributes
    ----------
    table
        One instruction a line (see `odds.core.lanes.layout`), int64.
    planes
        Rows (2 * row + 1: complemented) that together spell the counted cell, lowest first.
    rows
        Rows of scratch it needs, the fixed ones included.
    axes
        The names of the axes counted.
    atoms
        Greatest value of each number counted; every axis is a sum of some of them.
    members
        For each axis, which of the atoms add up to it.
    """

    table: np.ndarray
    planes: np.ndarray
    rows: int
    axes: tuple[str, ...]
    atoms: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        """Cells of the machine's counts."""
        return 1 << len(self.planes)

    @property
    def words(self) -> int:
        """Random words each generator gives a tile."""
        return sum(layout.DRAWS.get(operation, 0) for operation in self.table[:, 0].tolist())

    @property
    def kept(self) -> float:
        """Share of the lanes that its drawing instructions leave in; what a rule drops comes on top."""
        return prod(layout.KEPT.get(operation, 1.0) for operation in self.table[:, 0].tolist())

    def joint(self, counts: np.ndarray) -> np.ndarray:
        """The machine's counts as an array with one dimension an axis."""
        digits = [most.bit_length() for most in self.atoms]
        used = counts[: 1 << sum(digits)].reshape([1 << d for d in digits[::-1]]).transpose()
        shape = [sum(self.atoms[a] for a in members) + 1 for members in self.members]
        joint = np.zeros(shape, np.int64)
        cells = np.nonzero(used)
        places = tuple(sum((cells[a] for a in members), np.zeros(len(cells[0]), np.int64)) for members in self.members)
        within = all((cell <= most).all() for cell, most in zip(cells, self.atoms, strict=True))
        if not within or used.sum() != counts.sum():
            raise RuntimeError("a counted number passed the bound its rule gave it")
        np.add.at(joint, places, used[cells])
        return joint


def compile_code(
    program: Program, outcomes: Mapping[str, Parts], axes: Sequence[str], also: Mapping[str, Parts] | None = None
) -> Code:
    """The code that counts `axes` jointly.

    `outcomes` holds every axis the rule has, whichever are counted; `also` further ones, made of the same dice.
    """
    draws, single, schedule = _dice(program, outcomes)
    atoms, members = _atoms(program, {**outcomes, **(also or {})}, axes)
    wanted = [digit.bit for atom in atoms for digit in atom.digits]
    order = schedule(program, wanted, draws)
    table, place, rows = _allot(program, order, wanted, single)
    planes = [place(bit) for bit in wanted]
    planes += [2 * layout.ZERO] * (4 - len(planes))
    return Code(
        np.array(table, np.int64).reshape(-1, 7),
        np.array(planes, np.int64),
        rows,
        tuple(axes),
        tuple(atom.most for atom in atoms),
        members,
    )


def known(program: Program, outcomes: Mapping[str, Parts]) -> set[int]:
    """The values that can be worked out from the dice which code for these outcomes draws."""
    draws, single, _ = _dice(program, outcomes)
    values = {FALSE >> 1}
    for n, step in enumerate(program.steps):
        if step.operation not in layout.DRAWS:
            if all(bit >> 1 in values for bit in step.reads):
                values.update(step.writes)
        elif n in single:
            values.add(single[n])
        elif n in draws:
            values.update(step.writes)
    return values


def masks_of(part: Number | Bag) -> Sequence[Mask]:
    """The masks a part is made of."""
    return part.masks if isinstance(part, Bag) else part.digits


def _atoms(
    program: Program, outcomes: Mapping[str, Parts], axes: Sequence[str]
) -> tuple[list[Number], tuple[tuple[int, ...], ...]]:
    """Parts that belong to the same axes are added up and counted as one number: fewer cells, fewer passes."""
    parts = {id(part): part for axis in axes for part in outcomes[axis]}
    groups: dict[tuple[bool, ...], list[Number | Bag]] = {}
    for key, part in parts.items():
        belongs = tuple(any(id(other) == key for other in outcomes[axis]) for axis in axes)
        groups.setdefault(belongs, []).append(part)
    atoms = [_total(program, group) for group in groups.values()]
    members = tuple(tuple(a for a, belongs in enumerate(groups) if belongs[axis]) for axis in range(len(axes)))
    return atoms, members


def _total(program: Program, parts: Sequence[Number | Bag]) -> Number:
    bags = [part for part in parts if isinstance(part, Bag)]
    total = program.count(Bag([mask for bag in bags for mask in bag.masks], sum(bag.bound for bag in bags)))
    for part in parts:
        if isinstance(part, Number):
            total = total + part
    return total


def _dice(program: Program, outcomes: Mapping[str, Parts]) -> tuple[list[int], dict[int, int], Schedule]:
    """The drawing steps that these outcomes need, in their order, which of them draw one mask alone, and the order."""
    everything = [mask for parts in outcomes.values() for part in parts for mask in masks_of(part)]
    wanted = [mask.bit for mask in everything]
    order = _in_turn(program, wanted, ())
    drawn = sum(len(program.steps[n].writes) for n in order if program.steps[n].operation in layout.DRAWS)
    schedule = _in_turn if drawn > MOST_WAITING else _schedule
    order = schedule(program, wanted, ())
    draws = [n for n in order if program.steps[n].operation in layout.DRAWS]
    return draws, _singles(program, order, everything), schedule


def _schedule(program: Program, wanted: Sequence[int], draws: Sequence[int]) -> list[int]:
    """The steps that `wanted` needs, each after what it reads, drawing steps in the order of `draws`.

    Depth first, the newest operand first (it is the longest sum), so that a value is made when it is needed.
    """
    before = dict(zip(draws[1:], draws[:-1], strict=True))
    order: list[int] = []
    done: set[int] = set()
    drops = [n for n, step in enumerate(program.steps) if step.operation == layout.DROP]
    stack = [*drops, *([draws[-1]] if draws else []), *(program.maker[b >> 1] for b in reversed(wanted) if b > TRUE)]
    while stack:
        n = stack[-1]
        needs = [program.maker[bit >> 1] for bit in program.steps[n].reads if bit > TRUE]
        if n in before:
            needs.append(before[n])
        missing = [need for need in needs if need not in done]
        if n in done or not missing:
            stack.pop()
            if n not in done:
                done.add(n)
                order.append(n)
        else:
            stack += missing
    return order


def _in_turn(program: Program, wanted: Sequence[int], draws: Sequence[int]) -> list[int]:
    """The steps that `wanted` and the drawing steps need, as the rules noted them down.

    Depth first, a long chain such as attack after attack would draw every die before it uses the first of them.
    """
    drops = [n for n, step in enumerate(program.steps) if step.operation == layout.DROP]
    waiting = [*drops, *draws, *(program.maker[bit >> 1] for bit in wanted if bit > TRUE)]
    needed: set[int] = set()
    while waiting:
        n = waiting.pop()
        if n not in needed:
            needed.add(n)
            waiting += [program.maker[bit >> 1] for bit in program.steps[n].reads if bit > TRUE]
    return sorted(needed)


def _singles(program: Program, order: Iterable[int], masks: Iterable[Mask]) -> dict[int, int]:
    """Drawing steps of which one mask alone is read -> that mask's value: they can draw less."""
    read = {bit >> 1 for n in order for bit in program.steps[n].reads} | {mask.bit >> 1 for mask in masks}
    single = {}
    for n, step in enumerate(program.steps):
        used = [value for value in step.writes if value in read]
        if step.operation in layout.SINGLE and len(used) == 1:
            single[n] = used[0]
    return single


def _allot(
    program: Program, order: Sequence[int], wanted: Iterable[int], single: Mapping[int, int]
) -> tuple[list[list[int]], Callable[[int], int], int]:
    """Rows for the values, freed after their last reading; never a row that the same step reads."""
    steps = [_narrowed(program.steps[n], single.get(n)) for n in order]
    last: dict[int, int] = {}
    for when, step in enumerate(steps):
        last.update((bit >> 1, when) for bit in step.reads)
    last.update((bit >> 1, len(steps)) for bit in wanted)
    row = {FALSE >> 1: layout.ZERO}
    free: list[int] = []
    rows, table = layout.FIRST_FREE, []

    def place(bit: int) -> int:
        return 2 * row[bit >> 1] | bit & 1

    for when, step in enumerate(steps):
        for value in step.writes:
            if not free:
                heappush(free, rows)
                rows += 1
            row[value] = heappop(free)
        written = [row[value] for value in step.writes]
        table.append([step.operation, *_three(written), *_three([place(bit) for bit in step.reads])])
        for value in {bit >> 1 for bit in step.reads if bit > TRUE} | set(step.writes):
            if last.get(value, -1) <= when:
                heappush(free, row[value])
    return table, place, rows


def _narrowed(step: Step, value: int | None) -> Step:
    """The step itself, or the one that draws `value` alone."""
    return step if value is None else Step(layout.SINGLE[step.operation], (), (value,))


def _three(operands: list[int]) -> list[int]:
    return [*operands, 0, 0, 0][:3]
