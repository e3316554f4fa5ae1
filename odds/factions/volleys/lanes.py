"""A volley on lanes: in every lane whoever the policy names there attacks next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from odds.core.lanes.diagram import CANNOT_HAPPEN
from odds.core.lanes.program import Bag, Mask, Number, Part, Program
from odds.factions.attacks.lanes import Model, Parts, Uses, begin, brace, ends, strike
from odds.factions.attacks.link import Tactic
from odds.factions.attacks.several.lanes import Cell, by_cell, made
from odds.factions.special.lanes import Rerolls
from odds.factions.volleys.exact import ATTACKS
from odds.factions.volleys.policy import Node, Step, policy
from odds.factions.volleys.rules import Volley


def play(p: Program, volley: Volley) -> dict[str, Parts]:
    """Plays the volley in every lane; the parts of every outcome.

    Parameters
    ----------
    p
        The program to note it down in.
    volley
        The volley.
    """
    rounds = policy(volley)
    brace(p, [volley.attacks[attacker] for steps in rounds for attacker in _attackers(steps)])
    model, place = begin(p, volley.target), p.number(0)
    hits: list[Part] = []
    luck_hits: list[Part] = []
    attacked: list[Mask] = []
    for number, steps in enumerate(rounds, 1):
        at = _Places(p, steps, model, place)
        before, standing = model, ~model.down
        for attacker in _attackers(steps):
            goes = standing & at.goes(attacker)
            told = len(p.told)
            p.tell(f"attack {number} by attacker {attacker + 1}:")
            name = f"attack {number} by {attacker + 1} "
            blow = strike(p, volley.attacks[attacker], before, at.uses(attacker), name, at.rerolls(attacker))
            p.tell_only(told, goes)
            model = _where(goes, blow.model, model)
            hits += [made(part, goes) for part in blow.hits]
            luck_hits += [made(part, goes) for part in blow.luck_hits]
        attacked.append(standing)
        place = at.next()
    return {**ends(p, volley.target, model), ATTACKS: [Bag(attacked)], "hits": hits, "luck_hits": luck_hits}


def _attackers(steps: dict[Node, Step]) -> list[int]:
    """Who may attack now."""
    return sorted({step.attacker for step in steps.values()})


def _where(goes: Mask, yes: Model, no: Model) -> Model:
    """The one model where the mask is set, else the other."""
    changed = {
        name: goes.pick(getattr(yes, name), getattr(no, name))
        for name in ("harm", "injuries", "down", "tough", "fatigue", "inches")
        if getattr(yes, name) is not getattr(no, name)
    }
    return replace(no, **changed)


class _Places:
    """Looks up what the policy says, by how the target stands in a lane and by who is left there.

    `place` says which it is among all sets of attackers that may be left now, of the set that is left in a lane.
    """

    def __init__(self, p: Program, steps: dict[Node, Step], model: Model, place: Number) -> None:
        self.p, self.steps = p, steps
        self.sets = sorted({node.left for node in steps})
        self.seen = (model.harm, model.injuries, Number(p, [model.tough], 1), place)
        self.shape = (*(1 + max(node.state[n] for node in steps) for n in (0, 1)), 2, len(self.sets))

    def _cell(self, node: Node) -> tuple[int, int, int, int]:
        return node.state.harm, node.state.injuries, int(node.state.tough), self.sets.index(node.left)

    def _reads(self, says: Callable[[Node, Step], int]) -> Mask:
        """The lanes where something is true of the node and its step."""
        truth = np.full(self.shape, CANNOT_HAPPEN, np.int8)
        for node, step in self.steps.items():
            truth[self._cell(node)] = says(node, step)
        return self.p.look_up(truth, *self.seen)

    def goes(self, attacker: int) -> Mask:
        """Where it is this attacker's turn."""
        return self._reads(lambda _, step: step.attacker == attacker)

    def _own(self, attacker: int) -> dict[Node, Tactic]:
        """What an attacker does where it is its turn."""
        return {node: step.tactic for node, step in self.steps.items() if step.attacker == attacker}

    def rerolls(self, attacker: int) -> Rerolls | None:
        """What an attacker re-rolls; anywhere else it does not matter."""
        cells: dict[Cell, Tactic] = {self._cell(node): tactic for node, tactic in self._own(attacker).items()}
        return by_cell(self.p, cells, self.shape, self.seen)

    def uses(self, attacker: int) -> Uses:
        """Where an attacker uses which effect; anywhere else it does not matter."""
        own = self._own(attacker)
        most = max(len(tactic.effects) for tactic in own.values())

        def of(n: int, hits: Number, luck_hits: Number) -> Mask:  # noqa: ARG001 (a policy does not depend on it)
            truth = np.full((*self.shape, most), CANNOT_HAPPEN, np.int8)
            for node, (effects, _) in own.items():
                truth[self._cell(node)][: len(effects)] = [use == n for use in effects]
            return self.p.look_up(truth, *self.seen, hits)

        return of

    def next(self) -> Number:
        """The place of the set that is left after this attack, among those there may be then."""
        after = sorted({_left_after(node, step) for node, step in self.steps.items()})

        def digit(j: int) -> Mask:
            return self._reads(lambda node, step: after.index(_left_after(node, step)) >> j & 1)

        return Number(self.p, [digit(j) for j in range((len(after) - 1).bit_length())], len(after) - 1)


def _left_after(node: Node, step: Step) -> int:
    return node.left ^ 1 << step.attacker
