"""Numbers as people type them: 1e8, 250k, 10M, 1_000_000."""

from __future__ import annotations

import re

from odds.core.errors import OddsError

UNITS = {"": 0, "k": 3, "m": 6, "g": 9, "b": 9, "t": 12}
_DIGITS = r"(?P<digits>\d{1,3}(?:[_,' ]\d{3})+|\d+)?"
_NUMBER = re.compile(
    rf"\+?{_DIGITS}(?:\.(?P<decimals>\d+))?(?:e\+?(?P<power>\d{{1,3}}))?\s*(?P<unit>[kmgbt]?)", re.ASCII
)
LONGEST = 40


def whole(text: str | None, option: str, least: int, most: int) -> int | None:
    """A whole number, however it is written.

    Parameters
    ----------
    text
        What was typed; None if nothing was.
    option
        Whose value it is, for the message.
    least, most
        What is allowed.

    Raises
    ------
    OddsError
        If it is no whole number from `least` to `most`.

    Examples
    --------
    >>> [whole(text, "--trials", 1, 10**12) for text in ("1e8", "250k", "2.5M", "1_000_000")]
    [100000000, 250000, 2500000, 1000000]
    """
    if text is None:
        return None
    match = _NUMBER.fullmatch(text.strip().lower()) if len(text) <= LONGEST else None
    if match and (match["digits"] or match["decimals"]):
        if match["decimals"] and not (match["power"] or match["unit"]):
            raise OddsError(f"{option} must be a whole number: is {shown(text)} meant as {text.replace('.', '')}?")
        digits, decimals = re.sub(r"\D", "", match["digits"] or ""), match["decimals"] or ""
        power = int(match["power"] or 0) + UNITS[match["unit"]] - len(decimals)
        number: int
        number, rest = divmod(int(digits + decimals) * 10 ** max(power, 0), 10 ** max(-power, 0))
        if not rest and least <= number <= most:
            return number
    raise OddsError(f"{option} must be a whole number from {least} to {_plain(most)}, not {shown(text)}")


def fraction(text: str | None, option: str) -> float | None:
    """A number above 0 and below 1.

    Raises
    ------
    OddsError
        If it is none.

    Examples
    --------
    >>> fraction("1e-4", "--precision")
    0.0001
    """
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if 0 < number < 1:
        return number
    raise OddsError(f"{option} must be a number above 0 and below 1, such as 0.0001, not {shown(text)}")


def shown(text: str) -> str:
    """What was typed, in quotes, cut if it is long.

    Examples
    --------
    >>> shown("six")
    "'six'"
    """
    return repr(text if len(text) <= LONGEST else text[: LONGEST - 3] + "...")


def _plain(n: int) -> str:
    return f"{n:,}" if n < 10**13 else str(n)
