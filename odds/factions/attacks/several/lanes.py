"""Several attacks on lanes: the target's Harm, Injuries and fall are carried from one to the next in every lane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from odds.core.lanes.diagram import CANNOT_HAPPEN
from odds.core.lanes.program import Bag, Mask, Number, Part, Program
from odds.factions.attacks.damage import State
from odds.factions.attacks.lanes import Model, Parts, Uses, begin, brace, ends, strike
from odds.factions.attacks.link import Tactic
from odds.factions.attacks.several.exact import plan
from odds.factions.attacks.several.rules import Attacks
from odds.factions.special.lanes import Rerolls

Cell = tuple[int, ...]
"""Values of what is seen."""


def play(p: Program, attacks: Attacks) -> dict[str, Parts]:
    """Plays the attacks in every lane as long as the target stands; the parts of every outcome."""
    brace(p, attacks.attacks)
    model = begin(p, attacks.target)
    hits: list[Part] = []
    luck_hits: list[Part] = []
    for n, (attack, chosen) in enumerate(zip(attacks.attacks, plan(attacks), strict=True), 1):
        standing, told = ~model.down, len(p.told)
        p.tell(f"attack {n}:")
        blow = strike(p, attack, model, uses(p, model, chosen), f"attack {n} ", rerolls(p, model, chosen))
        hits += [made(part, standing) for part in blow.hits]
        luck_hits += [made(part, standing) for part in blow.luck_hits]
        p.tell_only(told, standing)
        model = blow.model
    return {**ends(p, attacks.target, model), "hits": hits, "luck_hits": luck_hits}


def made(part: Part, standing: Mask) -> Part:
    """What counts of an outcome: nothing where the attack is not made."""
    if isinstance(part, Bag):
        return Bag([mask & standing for mask in part.masks], part.most)
    return standing.pick(part, Number(part.program, [], 0))


def uses(p: Program, model: Model, chosen: Mapping[State, Tactic]) -> Uses:
    """Where an effect is used, read from a plan by how the target stands and by Hits."""
    most = max(len(tactic.effects) for tactic in chosen.values())
    shape, seen = _standing(p, model, chosen)

    def of(n: int, hits: Number, luck_hits: Number) -> Mask:  # noqa: ARG001 (a plan does not depend on it)
        truth = np.full((*shape, most), CANNOT_HAPPEN, np.int8)
        for state, (effects, _) in chosen.items():
            truth[state.harm, state.injuries, int(state.tough), : len(effects)] = [use == n for use in effects]
        return p.look_up(truth, *seen, hits)

    return of


def rerolls(p: Program, model: Model, chosen: Mapping[State, Tactic]) -> Rerolls | None:
    """What is re-rolled, read from a plan by how the target stands; None where that is not decided for the end."""
    shape, seen = _standing(p, model, chosen)
    cells: dict[Cell, Tactic] = {(state.harm, state.injuries, int(state.tough)): how for state, how in chosen.items()}
    return by_cell(p, cells, shape, seen)


def by_cell(p: Program, cells: Mapping[Cell, Tactic], shape: tuple[int, ...], seen: Sequence[Number]) -> Rerolls | None:
    """The re-roll policies of some tactics, each once, and which of them is played by what is seen.

    Parameters
    ----------
    p
        The program.
    cells
        The tactics by the values of `seen`; whatever else is seen does not matter.
    shape
        How many values each of `seen` has.
    seen
        What the tactics depend on.
    """
    policies = list(dict.fromkeys(tactic.rerolls for tactic in cells.values() if tactic.rerolls is not None))
    if not policies:
        return None
    place = {policy: n for n, policy in enumerate(policies)}
    most = len(policies) - 1

    def digit(j: int) -> Mask:
        truth = np.full(shape, CANNOT_HAPPEN, np.int8)
        for cell, tactic in cells.items():
            truth[cell] = tactic.rerolls is not None and place[tactic.rerolls] >> j & 1
        return p.look_up(truth, *seen)

    return policies, Number(p, [digit(j) for j in range(most.bit_length())], most)


def _standing(p: Program, model: Model, chosen: Mapping[State, Tactic]) -> tuple[tuple[int, ...], tuple[Number, ...]]:
    """How the target can stand, as the shape of a table, and how it stands in every lane."""
    harm, injuries = (max(state[n] for state in chosen) for n in (0, 1))
    return (harm + 1, injuries + 1, 2), (model.harm, model.injuries, Number(p, [model.tough], 1))
