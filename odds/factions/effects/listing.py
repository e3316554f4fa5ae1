"""Every named effect with what becomes of it: in a Test, in an attack, in numbers, or out of scope and why."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from odds.core.text import fold
from odds.factions.effects.elsewhere import IN_ATTACKS, IN_NUMBERS, NOTHING, NUMBERLESS, WHY
from odds.factions.effects.table import EFFECTS

_WHERE = {
    "attack": "part of attacks, for whom it concerns",
    "numbers": "said in numbers",
    "out of scope": "out of scope",
}


class Listed(NamedTuple):
    """One effect of the list.

    Attributes
    ----------
    name, kind
        Its name, and "perk", "chem", "ploy" or "hazard".
    status
        "Test", "attack", "numbers" or "out of scope".
    about
        What it changes, how it is said, or why it is out of scope.
    needs
        What a query must state for it.
    """

    name: str
    kind: str
    status: str
    about: str
    needs: str = ""


def listing() -> list[Listed]:
    """The effects by kind and name.

    Examples
    --------
    >>> rows = {row.name: row for row in listing()}
    >>> rows["Psycho"].status, rows["Psycho"].about
    ('Test', '+2 dice')
    >>> rows["Sprint"].status
    'out of scope'
    """
    rows = {
        effect.name: Listed(effect.name, effect.kind, "Test", effect.about, _needs(effect.needs)) for effect in EFFECTS
    }
    for name, kind in _others().items():
        if name in rows:
            continue
        if name in IN_ATTACKS:
            rows[name] = Listed(name, kind, "attack", IN_ATTACKS[name])
        elif name in IN_NUMBERS:
            rows[name] = Listed(name, kind, "numbers", IN_NUMBERS[name])
        else:
            rows[name] = Listed(name, kind, "out of scope", WHY.get(name, NOTHING))
    return sorted(rows.values(), key=lambda row: (row.kind, row.name.lower()))


def elsewhere(name: str) -> str | None:
    """Why a named effect is no part of a Test, as a sentence; None if there is no such effect.

    Examples
    --------
    >>> elsewhere("toughness")
    'Toughness is part of attacks, for whom it concerns: a Toughness Test can ward off being Incapacitated'
    >>> elsewhere("luck") is None
    True
    """
    row = _elsewhere().get(_key(name))
    return None if row is None else f"{row.name} is {_WHERE[row.status]}: {row.about}"


def is_part_of_attacks(name: str) -> bool:
    """Whether attacks know a named effect by themselves.

    Examples
    --------
    >>> is_part_of_attacks("toughness"), is_part_of_attacks("Cannibal")
    (True, False)
    """
    row = _elsewhere().get(_key(name))
    return row is not None and row.status == "attack"


@cache
def _elsewhere() -> dict[str, Listed]:
    return {_key(row.name): row for row in listing() if row.status != "Test"}


def _key(name: str) -> str:
    return " ".join(fold(name).split())


def _needs(needs: tuple[tuple[str, ...], ...]) -> str:
    return ", ".join(" or ".join(choices) for choices in needs)


def _others() -> dict[str, str]:
    """Names of the catalogue, and of ploys, with their kinds."""
    from odds.factions.catalogue.catalogue import catalogue

    book = catalogue()
    names = {perk.name: "perk" for perk in book.perks} | {chem.name: "chem" for chem in book.chems}
    return names | {"Shrug It Off": "ploy", "Coordinate Fire": "ploy"} | NUMBERLESS
