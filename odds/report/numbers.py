"""Numbers as a player reads them: never 0% for something that can happen, never more digits than are known.

Every probability is in per cent, however rare: a column never changes its unit from row to row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

    from odds.core.intervals import Estimate

SURE = 1e-12  # what rounding may take from a certain event
RARE = 1e-5  # below it, four decimals of a percentage say too little
LEAST = 5e-7  # below it, they are all 0


def power(x: float) -> str:
    """A small number as a power of ten.

    Examples
    --------
    >>> power(3.84e-7)
    '3.8e-7'
    """
    return f"{x:.1e}".replace("e-0", "e-").replace("e+0", "e")


def percent(p: float | Fraction, digits: int = 4) -> str:
    """A probability as a percentage; a rare one's as a power of ten, and nothing possible as 0% or 100%.

    Parameters
    ----------
    p
        The probability.
    digits
        Decimals of the percentage.

    Examples
    --------
    >>> percent(0.746371584), percent(0.9999999), percent(2.5e-9), percent(0)
    ('74.6372%', '>99.9999%', '2.5e-7%', '0%')
    """
    x = float(p)
    step = 10.0 ** -(digits + 2)  # one unit of the last decimal
    if x <= 0:
        return "0%"
    if x >= 1 - SURE:
        return "100%"
    if x < RARE and digits >= 4:
        return f"{power(100 * x)}%"
    if x < step / 2:
        return f"<{100 * step:.{digits}f}%"
    if 1 - x < step / 2:
        return f">{100 - 100 * step:.{digits}f}%"
    return f"{100 * x:.{digits}f}%"


def seen(estimate: Estimate, digits: int = 4, *, certain: bool = False) -> str:
    """A simulated probability; what was never seen as its upper bound, what was always seen as its lower bound.

    Parameters
    ----------
    estimate
        The probability with its interval.
    digits
        Decimals of the percentage.
    certain
        Whether the event holds by its meaning ("at least 0"), so that no bound is wanted.

    Examples
    --------
    >>> from odds.core.intervals import proportion
    >>> seen(proportion(0, 10_000_000)), seen(proportion(5, 10))
    ('< 3.8e-5%', '50.0000%')
    """
    x, low, high = float(estimate.value), estimate.low, estimate.high
    if certain or low is None or high is None:
        return percent(x, digits)
    if x <= 0:
        return f"< {power(100 * high)}%" if high < RARE else f"< {100 * high:.{digits}f}%"
    if x >= 1:
        bound = percent(low, digits)
        return bound if bound.startswith(">") else f"> {bound}"
    return percent(x, digits)


def span(low: float | None, high: float | None, dash: str = "-") -> str:
    """A 95% interval of a probability, in per cent: "8.2764-8.3106%".

    Examples
    --------
    >>> span(0.082764, 0.083106), span(9.7e-6, 1.4e-5), span(1.8e-8, 5.7e-7)
    ('8.2764-8.3106%', '0.0010-0.0014%', '1.8e-6-5.7e-5%')
    """
    if low is None or high is None:
        return ""
    if high < RARE:
        return f"{power(100 * low) if low > 0 else 0}{dash}{power(100 * high)}%"
    shown = percent(high) if high >= 1 or percent(high).startswith(">") else f"{100 * high:.4f}%"
    least = f"{100 * low:.4f}" if LEAST <= low < RARE else "<0.0001" if 0 < low < LEAST else percent(low).rstrip("%")
    return f"{least}{dash}{shown}"


def plain(x: float | Fraction, digits: int = 4) -> str:
    """A mean or a deviation, with fixed decimals.

    Examples
    --------
    >>> plain(4.68)
    '4.6800'
    """
    return f"{float(x):,.{digits}f}"


def count(n: int) -> str:
    """A whole number with its thousands apart.

    Examples
    --------
    >>> count(10_000_000)
    '10,000,000'
    """
    return f"{n:,}"


def duration(seconds: float) -> str:
    """A time as one would say it.

    Examples
    --------
    >>> duration(0.0512), duration(75)
    ('0.051 s', '1 min 15 s')
    """
    if seconds < 60:
        return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"
