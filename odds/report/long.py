"""Tables that are too long for a page: their first rows, and how many there are besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

MOST = 40  # rows that a page shows

Row = tuple[str, ...]


def cut(rows: Sequence[Row], last: Callable[[str], Row]) -> tuple[Row, ...]:
    """The rows that a page shows.

    Parameters
    ----------
    rows
        All rows.
    last
        Makes the last one of the words that say how many are left out.

    Examples
    --------
    >>> cut([("1",)] * 42, lambda more: (more,))[-1]
    ('… and 2 more lines',)
    """
    if len(rows) <= MOST:
        return tuple(rows)
    return (*rows[:MOST], last(f"… and {len(rows) - MOST} more lines"))
