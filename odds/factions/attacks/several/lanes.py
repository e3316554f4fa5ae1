"""Several attacks on lanes: the target's Harm, Injuries and fall are carried from one to the next in every lane."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from odds.core.lanes.program import Bag, Mask, Number, Part, Program
from odds.factions.attacks.damage import State
from odds.factions.attacks.lanes import Model, Parts, Uses, begin, brace, ends, strike
from odds.factions.attacks.several.exact import plan
from odds.factions.attacks.several.rules import Attacks


def play(p: Program, attacks: Attacks) -> dict[str, Parts]:
    """Plays the attacks in every lane as long as the target stands; the parts of every outcome."""
    brace(p, attacks.attacks)
    model = begin(p, attacks.target)
    hits: list[Part] = []
    luck_hits: list[Part] = []
    for n, (attack, chosen) in enumerate(zip(attacks.attacks, plan(attacks), strict=True), 1):
        standing = ~model.down
        blow = strike(p, attack, model, uses(p, model, chosen), f"attack {n} ")
        hits += [made(part, standing) for part in blow.hits]
        luck_hits += [made(part, standing) for part in blow.luck_hits]
        model = blow.model
    return {**ends(p, attacks.target, model), "hits": hits, "luck_hits": luck_hits}


def made(part: Part, standing: Mask) -> Part:
    """What counts of an outcome: nothing where the attack is not made."""
    if isinstance(part, Bag):
        return Bag([mask & standing for mask in part.masks], part.most)
    return standing.pick(part, Number(part.program, [], 0))


def uses(p: Program, model: Model, chosen: Mapping[State, tuple[int, ...]]) -> Uses:
    """Where an effect is used, read from a plan by how the target stands and by Hits."""
    most = max(len(by_hits) for by_hits in chosen.values())
    harm, injuries = (max(state[n] for state in chosen) for n in (0, 1))
    tough = Number(p, [model.tough], 1)

    def of(n: int, hits: Number, luck_hits: Number) -> Mask:  # noqa: ARG001 (a plan does not depend on it)
        truth = np.full((harm + 1, injuries + 1, 2, most), -1, np.int8)
        for state, by_hits in chosen.items():
            truth[state.harm, state.injuries, int(state.tough), : len(by_hits)] = [use == n for use in by_hits]
        return p.look_up(truth, model.harm, model.injuries, tough, hits)

    return of
