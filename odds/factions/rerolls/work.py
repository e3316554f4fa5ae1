"""How much there is to work out for the best re-rolls, and where that is too much."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from odds.core.errors import OddsError
from odds.factions.rerolls.dice import Dice
from odds.factions.rerolls.group import Group
from odds.factions.rerolls.permissions import Permission
from odds.factions.rerolls.policy import pool_groups

MOST_WORK = 3e9  # multiplications: about a second
MOST_IN_ALL = 6e10  # for all attacks of a chain together: up to some ten seconds
SMALL = 4  # how much longer they take in small matrices
STEADY = 16_000  # multiplications that take as long as all that is done besides, once for each thing wanted


def check_work(dice: Dice) -> None:
    """Refuses dice whose best re-rolls cannot be worked out in a second or so.

    Raises
    ------
    OddsError
        If there are too many dice and permissions.
    """
    if work_of(dice) > MOST_WORK:
        raise OddsError(
            f"the best re-rolls of {dice.luck + dice.standard} dice with these permissions are more than can be worked "
            "out: ask for fewer dice, or for a policy such as duds-luck-first"
        )


def check_chain(wanted: Iterable[tuple[Dice, int]]) -> None:
    """Refuses attacks one after another whose best re-rolls are too much to work out, before anything is.

    Parameters
    ----------
    wanted
        Dice, and for how many things each of them is wanted.

    Raises
    ------
    OddsError
        If there are too many dice, permissions or attacks.
    """
    work = 0.0
    for dice, times in wanted:
        check_work(dice)
        work += times * (work_of(dice) + STEADY)
        if work > MOST_IN_ALL:
            raise OddsError(
                "the best re-rolls of so many attacks with these permissions are more than can be worked out: ask for "
                "fewer attacks or dice, or for a policy such as duds-luck-first"
            )


@lru_cache(maxsize=512)
def work_of(dice: Dice) -> float:
    """Roughly how many multiplications it takes, once for each thing that the dice are wanted for.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.rerolls.dice import dice_of
    >>> [work_of(dice_of(parse(f"{n}S S6 L3 reroll 2"))) for n in (6, 9)]
    [7680.0, 18480.0]
    """
    rights, (luck, standard) = dice.rights, pool_groups(dice)
    options = sum(_options(rights.permissions[place], luck, standard) for place in rights.usable)
    many, more = len(luck.states), len(standard.states)
    work = options * many * more * (many + more)
    return float(work * (len(rights.usable) if rights.several else SMALL))


def _options(permission: Permission, luck: Group, standard: Group) -> int:
    """What may be re-rolled by one permission."""
    per_size = [1 if permission.pool_duds else size + 1 for size in range(max(luck.n, standard.n) + 1)]
    return sum(
        per_size[ours] * per_size[theirs]
        for ours in range(len(luck.changes))
        for theirs in range(min(len(standard.changes), permission.dice - ours + 1))
    )
