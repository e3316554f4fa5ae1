"""What every object of an attack checks about its own fields: one sentence for each kind of mistake."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from odds.core.errors import OddsError
from odds.core.text import quoted
from odds.core.whole import as_whole

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
        number = as_whole(value)
        if number is None or not least <= number <= most:
            shown = value if isinstance(value, int | float | None) else quoted(str(value))
            raise OddsError(f"{name} must be a whole number from {least} to {most}, not {shown}")
        object.__setattr__(thing, field, number)  # frozen, but not finished yet


def check_flags(thing: Any, flags: Iterable[str]) -> None:
    """Refuses what is neither True nor False.

    Raises
    ------
    OddsError
        If one is something else.
    """
    for flag in flags:
        if not isinstance(getattr(thing, flag), bool):
            raise OddsError(f"{flag} must be True or False, not {quoted(str(getattr(thing, flag)))}")
