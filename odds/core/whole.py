"""What is a whole number, and what a sentence says of something that is none."""

from __future__ import annotations

import operator
from typing import Any

from odds.core.text import said


def as_whole(value: Any) -> int | None:
    """The plain whole number that a value is; None if it is none, as True and False are not.

    Examples
    --------
    >>> as_whole(3), as_whole(True), as_whole(2.0)
    (3, None, None)
    """
    try:
        return None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return None


def whole_error(value: Any, name: str, least: int, most: int) -> str | None:
    """What is wrong with a number within bounds, as a sentence; None if nothing is.

    Examples
    --------
    >>> whole_error(13, "the RoF", 1, 12)
    'the RoF must be a whole number from 1 to 12, not 13'
    """
    number = as_whole(value)
    if number is not None and least <= number <= most:
        return None
    return f"{name} must be a whole number from {least} to {most}, not {said(value if number is None else number)}"
