"""The first few trials of a run, told step by step: what each lane drew and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from odds.core.lanes import layout, vector
from odds.core.lanes.code import Code, Parts, compile_code, known
from odds.core.lanes.program import Bag, Mask, Number, Program


@dataclass(frozen=True)
class Trial:
    """One trial: what was told on the way (Hit or Dud a die, or a number), and the outcomes."""

    told: tuple[tuple[str, tuple[bool, ...] | int], ...]
    outcome: Mapping[str, int]


def first_trials(program: Program, outcomes: Mapping[str, Parts], trials: int, seed: int) -> list[Trial]:
    """The first `trials` trials that a simulation with this seed counts, told by the rule's own notes.

    A note about dice that no outcome needs is left out: the simulation does not roll them.
    """
    told: dict[str, Parts] = {}
    values = known(program, outcomes)
    notes = [note for note in program.told if all(mask.bit >> 1 in values for mask in (*_masks(note[1]), note[2]))]
    for n, (_, what, where) in enumerate(notes):
        parts: Parts = [what] if isinstance(what, Number) else [Bag([mask]) for mask in what]
        told |= {f"{n}.{j}": [part] for j, part in enumerate(parts)} | {f"{n}.where": [Bag([where])]}
    code = compile_code(program, outcomes, [*outcomes, *told], told)
    draw = vector.Generators(layout.stream_key(seed, 0), 0, 1)
    lanes: list[dict[str, int]] = []
    while len(lanes) < trials:
        rows = vector.execute(code.table, code.rows, draw)
        lanes += _lanes(code, rows)
    stories = []
    for lane in lanes[:trials]:
        lines: list[tuple[str, tuple[bool, ...] | int]] = []
        for n, (label, what, _) in enumerate(notes):
            if not lane[f"{n}.where"]:
                continue
            each = tuple(lane[f"{n}.{j}"] for j in range(1 if isinstance(what, Number) else len(what)))
            lines.append((label, each[0] if isinstance(what, Number) else tuple(map(bool, each))))
        stories.append(Trial(tuple(lines), {axis: lane[axis] for axis in outcomes}))
    return stories


def _masks(what: Sequence[Mask] | Number) -> Sequence[Mask]:
    return what.digits if isinstance(what, Number) else what


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
