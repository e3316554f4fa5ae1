"""The best play of attacks one after another, the slow and obvious way: single dice, every subset of them re-rolled.

An attack is an expectimax over its dice (`naive_rerolls`); what its end is worth is the best that can be made of the
target as it then stands: every Critical Effect, every attacker that is left, again and again. Shares no code with the
engines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import permutations

from naive_attack import End, Goal, Standing, ends, is_down, same_dice, takes_hold
from naive_rerolls import Game, expectimax

from odds.factions.attacks.rules import Attack

Later = Callable[[Standing | None], float]
"""What it is worth how the target stands after an attack; None: it has fallen."""


class Best:
    """What the best play is worth.

    Parameters
    ----------
    attacks
        The attacks on one target.
    goal
        What an end is worth.
    """

    def __init__(self, attacks: Sequence[Attack], goal: Goal = is_down) -> None:
        self.attacks, self.goal = tuple(attacks), goal
        self.after = cache(self._after)
        self.after_any = cache(self._after_any)

    @property
    def start(self) -> Standing:
        """The target before the first attack."""
        target = self.attacks[0].target
        return target.harm, target.injuries, False

    def in_order(self, order: Sequence[int] | None = None) -> float:
        """In an order that is fixed."""
        return self.after(self.start, tuple(range(len(self.attacks)) if order is None else order))

    def best_order(self) -> float:
        """In the best order that is fixed."""
        return max(self.in_order(order) for order in permutations(range(len(self.attacks))))

    def adaptive(self) -> float:
        """If the next attacker is chosen after each result."""
        return self.after_any(self.start, frozenset(range(len(self.attacks))))

    def end(self, at: Standing | None) -> float:
        """What it is worth if nobody attacks any more."""
        return self.goal(End(0, 0, 1) if at is None else End(at[0], at[1], 0))

    def _after(self, at: Standing | None, order: tuple[int, ...]) -> float:
        if at is None or not order:
            return self.end(at)
        return attacked(self.attacks[order[0]], at, lambda end: self.after(end, order[1:]))

    def _after_any(self, at: Standing | None, left: frozenset[int]) -> float:
        if at is None or not left:
            return self.end(at)
        return max(attacked(self.attacks[n], at, lambda end, n=n: self.after_any(end, left - {n})) for n in left)


def attacked(attack: Attack, at: Standing, later: Later) -> float:
    """What the best play of one attack is worth, if states after it are worth so much."""
    attack = attack.against(replace(attack.target, harm=at[0], injuries=at[1]))
    bare, test = same_dice(attack), attack.rolled

    def after(effect, hits: int) -> float:
        return sum(
            chance * later(None if end.down else (end.harm, end.injuries, used))
            for (end, used), chance in ends(bare, effect, hits, used=at[2]).items()
        )

    @cache
    def worth(hits: int, luck_hits: int, pool_hits: int) -> float:
        if test.vats == pool_hits:
            hits += pool_hits
        holds = takes_hold(bare, luck_hits) if attack.criticals else 0.0
        best = max((after(effect, hits) for effect in attack.criticals), default=0.0) if holds else 0.0
        return holds * best + (1 - holds) * after(None, hits)

    return expectimax(
        Game(
            luck=min(test.luck, test.dice),
            standard=test.dice - min(test.luck, test.dice),
            p=min(test.value, 9) / 10,
            smiles=lambda left: 0 if test.unlucky else left,
            utility=worth,
            budget=test.rerolls,
            once=test.reroll_once,
            lucky_break=test.lucky_break,
            one_effect=test.rules["reroll-effects"] == "one",
            all_duds=test.rules["all-duds"] == "reroll",
            whole=test.rules["lucky-break"] == "all",
        )
    )


def fewest_attacks(attack: Attack, enough: float = 1e-13) -> float:
    """The least mean number of attacks until the target falls, by going round all its states until nothing changes."""
    limit, health = attack.target.limit, attack.target.health
    tough = (False, True) if attack.target.toughness else (False,)
    states = [
        (harm, injuries, used)
        for used in sorted(tough, reverse=True)
        for injuries in reversed(range(attack.target.injuries, health))
        for harm in reversed(range(attack.target.harm, limit + 1))
    ]
    means: dict[Standing | None, float] = {None: 0.0, **dict.fromkeys(states, 0.0)}
    for state in states:  # what an attack leaves as it is comes last, and makes its mean an equation
        while True:
            found = 1 - attacked(attack, state, lambda end: -means[end])
            change, means[state] = abs(found - means[state]), found
            if change < enough * found:
                break
    return means[attack.target.harm, attack.target.injuries, False]
