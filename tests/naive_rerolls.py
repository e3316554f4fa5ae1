"""Optimal re-rolls the slow, obvious way: single dice, every subset of them, every face pattern.

A die is (is a Luck Die, hit, already re-rolled). Nothing here knows of groups of dice, of tables or of Duds first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

Die = tuple[bool, bool, bool]
Hand = tuple[Die, ...]
Permission = tuple[str, int, bool]  # what it is, dice it may still re-roll, whether it may be used now
Utility = Callable[[int, int, int], float]


@dataclass(frozen=True)
class Game:
    luck: int
    standard: int
    p: float
    smiles: Callable[[int], int]
    utility: Utility
    budget: int = 0
    once: bool = False
    lucky_break: bool = False
    one_effect: bool = False
    all_duds: bool = True
    whole: bool = False


def expectimax(game: Game) -> float:
    """The most that perfect play is worth on average."""
    permissions = []
    if game.budget:
        permissions.append(("budget", game.budget, True))
    if game.once:
        permissions.append(("once", 10**6, True))
    if game.lucky_break:
        permissions.append(("lucky", 10**6, True))

    @cache
    def pool(hand: Hand, rights: tuple[Permission, ...]) -> float:
        best = fortune_roll(sum(d[0] and d[1] for d in hand), sum(d[1] for d in hand), rights)
        for chosen, left in uses(game, hand, rights, duds_only=("lucky",)):
            best = max(best, mean_of(again(game.p, hand, chosen), lambda after, left=left: pool(after, left)))
        return best

    @cache
    def fortune_roll(luck_hits: int, pool_hits: int, rights: tuple[Permission, ...]) -> float:
        rights = tuple((name, left, name != "lucky") for name, left, _ in rights)
        hand = ((False, False, False),) * game.smiles(luck_hits)
        rolled = again(game.p, hand, range(len(hand)), fresh=True)
        return mean_of(rolled, lambda after: fortune(after, luck_hits, pool_hits, rights))

    @cache
    def fortune(hand: Hand, luck_hits: int, pool_hits: int, rights: tuple[Permission, ...]) -> float:
        best = game.utility(pool_hits + sum(d[1] for d in hand), luck_hits, pool_hits)
        for chosen, left in uses(game, hand, rights):
            rolled = again(game.p, hand, chosen)
            best = max(best, mean_of(rolled, lambda after, left=left: fortune(after, luck_hits, pool_hits, left)))
        return best

    def started(hand: Hand) -> float:
        if not game.all_duds and not any(d[1] for d in hand):
            return fortune_roll(0, 0, ())
        return pool(hand, tuple(permissions))

    dice = ((True, False, False),) * game.luck + ((False, False, False),) * game.standard
    return mean_of(again(game.p, dice, range(len(dice)), fresh=True), started)


def uses(
    game: Game, hand: Hand, rights: tuple[Permission, ...], duds_only: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[int, ...], tuple[Permission, ...]]]:
    """Every permission with every set of dice it may re-roll, and the permissions left."""
    for place, (name, dice, ready) in enumerate(rights):
        if not ready or not dice:
            continue
        may = [n for n, (_, hit, used) in enumerate(hand) if not used and not (hit and name in duds_only)]
        sizes = range(1, min(dice, len(may)) + 1)
        if name == "lucky" and game.whole:
            sizes = range(max(1, len(may)), len(may) + 1)
        for size in sizes:
            left = dice - size if name == "budget" else 0
            after = [(other, 0 if game.one_effect else has, may_now) for other, has, may_now in rights]
            after[place] = (name, left, False)
            for chosen in combinations(may, size):
                yield chosen, tuple(after)


def again(p: float, hand: Hand, chosen, fresh: bool = False) -> dict[Hand, float]:
    """Every hand after some dice are rolled, with its chance; hands that differ in order alone are one."""
    chosen = tuple(chosen)
    found: dict[Hand, float] = {}
    for faces in product((True, False), repeat=len(chosen)):
        dice = list(hand)
        chance = 1.0
        for n, hit in zip(chosen, faces, strict=True):
            dice[n] = (dice[n][0], hit, not fresh)
            chance *= p if hit else 1 - p
        key = tuple(sorted(dice))
        found[key] = found.get(key, 0.0) + chance
    return found


def mean_of(chances: dict[Hand, float], worth: Callable[[Hand], float]) -> float:
    return sum(chance * worth(hand) for hand, chance in chances.items() if chance)
