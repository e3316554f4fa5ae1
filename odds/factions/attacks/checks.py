"""What every object of an attack checks about its own fields: one sentence for each kind of mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_flag
from odds.core.text import said
from odds.core.whole import as_whole, whole_error

Limits = Mapping[str, tuple[str, int, int]]  # field -> its name in a sentence, least, most


def settle_numbers(thing: Any, limits: Limits, *, may_be_open: Iterable[str] = ()) -> None:
    """Makes plain whole numbers of the fields in `limits`, each within its bounds; those that may be open can be None.

    Raises
    ------
    OddsError
        If one is no whole number or out of bounds.
    """
    for field, (name, least, most) in limits.items():
        value = getattr(thing, field)
        if value is None and field in may_be_open:
            continue
        if error := whole_error(value, name, least, most):
            raise OddsError(error)
        object.__setattr__(thing, field, as_whole(value))  # frozen, but not finished yet


def check_flags(thing: Any, flags: Iterable[str]) -> None:
    """Refuses what is neither True nor False.

    Raises
    ------
    OddsError
        If one is something else.
    """
    for flag in flags:
        as_flag(getattr(thing, flag), flag)


def as_list(values: Any, name: str, *alone: type) -> tuple[Any, ...]:
    """Several values; one of a type that may stand alone counts as a list of one.

    Raises
    ------
    OddsError
        If they are no list.

    Examples
    --------
    >>> as_list(["Maim", "Pierce"], "criticals", str), as_list("Maim", "criticals", str)
    (('Maim', 'Pierce'), ('Maim',))
    """
    if isinstance(values, alone):
        return (values,)
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise OddsError(f"{name} must be a list, not {said(values)}")
    return tuple(values)
