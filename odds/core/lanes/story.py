"""The first few trials of a run, told step by step: what each lane drew and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from odds.core.lanes import layout, vector
from odds.core.lanes.code import Code, Parts, compile_code, known
from odds.core.lanes.program import Bag, Mask, Note, Number, Program

Told = tuple[bool, ...] | int | None


@dataclass(frozen=True)
class Trial:
    """One trial: what was told on the way (Hit or Dud a die, a number, or None: it happened), and the outcomes."""

    told: tuple[tuple[str, Told], ...]
    outcome: Mapping[str, int]


def first_trials(program: Program, outcomes: Mapping[str, Parts], trials: int, seed: int) -> list[Trial]:
    """The first `trials` trials that a simulation with this seed counts, told by the rule's own notes.

    A note about dice that no outcome needs is left out: the simulation does not roll them.
    """
    values = known(program, outcomes)
    notes = [note for note in program.told if all(mask.bit >> 1 in values for mask in note.masks())]
    told = {f"{n}.{name}": part for n, note in enumerate(notes) for name, part in _parts(note).items()}
    code = compile_code(program, outcomes, [*outcomes, *told], told)
    draw = vector.Generators(layout.stream_key(seed, 0), 0, 1)
    lanes: list[dict[str, int]] = []
    while len(lanes) < trials:
        rows = vector.execute(code.table, code.rows, draw)
        lanes += _lanes(code, rows)
    return [Trial(tuple(_lines(notes, lane)), {axis: lane[axis] for axis in outcomes}) for lane in lanes[:trials]]


def _parts(note: Note) -> dict[str, Parts]:
    """What has to be read in every lane to tell a note, by name."""
    what, there = note.what, note.there or ()
    found: dict[str, Parts] = {f"where {j}": [_one(mask)] for j, mask in enumerate(note.where)}
    found |= {f"there {j}": [_one(mask)] for j, mask in enumerate(there)}
    if isinstance(what, Number):
        return found | {"number": [what]}
    return found | {f"die {j}": [_one(mask)] for j, mask in enumerate(what or ())}


def _one(mask: Mask) -> Bag:
    return Bag([mask])


def _lines(notes: list[Note], lane: Mapping[str, int]) -> Iterator[tuple[str, Told]]:
    """The notes of one lane: those that are told there, and of dice those that are rolled."""
    for n, (label, what, where, there) in enumerate(notes):
        if not all(lane[f"{n}.where {j}"] for j in range(len(where))):
            continue
        if what is None or isinstance(what, Number):
            yield label, None if what is None else lane[f"{n}.number"]
            continue
        rolled = [j for j in range(len(what)) if there is None or lane[f"{n}.there {j}"]]
        yield label, tuple(bool(lane[f"{n}.die {j}"]) for j in rolled)


def _lanes(code: Code, rows: vector.Rows) -> list[dict[str, int]]:
    """What every live lane of a tile shows on each axis."""
    live = _bits(rows[layout.LIVE])
    planes = [_bits(~rows[p >> 1] if p & 1 else rows[p >> 1])[live] for p in code.planes.tolist()]
    values, used = [], 0
    for most in code.atoms:
        digits = planes[used : used + most.bit_length()]
        values.append(sum((digit.astype(np.int64) << j for j, digit in enumerate(digits)), np.zeros(live.sum(), int)))
        used += len(digits)
    axes = {
        axis: sum((values[a] for a in members), np.zeros(live.sum(), np.int64))
        for axis, members in zip(code.axes, code.members, strict=True)
    }
    return [dict(zip(axes, map(int, lane), strict=True)) for lane in zip(*axes.values(), strict=True)]


def _bits(row: np.ndarray) -> np.ndarray:
    """A row's lanes, lane 0 of word 0 first."""
    return np.unpackbits(np.ascontiguousarray(row).view(np.uint8), bitorder="little").astype(bool)
