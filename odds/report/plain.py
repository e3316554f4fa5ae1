"""A page as plain text: for pipes, files and terminals without colours. Nothing is imported for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap

from odds.report.view import Column, Grid, Page, fitted

GAP = "  "
NARROWEST = 12  # a column of sentences is no narrower
MARKS = {"alarm": "!! ", "doubt": "! "}


def render(page: Page, width: int = 80, bar: str = "#") -> str:
    """The page as text of at most `width` characters a line, wherever words allow it.

    Parameters
    ----------
    page
        What to show.
    width
        Characters a line.
    bar
        The character bars are made of.

    Examples
    --------
    >>> from odds.report.view import Column, Grid, Page
    >>> grid = Grid((Column("Hits", "key"), Column("exactly", "exact")), (("0", "0.4096%"),))
    >>> print(render(Page("6S S6 L3", grids=(grid,))), end="")
    6S S6 L3
    <BLANKLINE>
    Hits  exactly
       0  0.4096%
    """
    parts = ["\n".join(_folded(page.title, width) + _folded(page.subtitle, width))]
    parts += ["\n".join(_grid(grid, width, bar)) for grid in page.grids]
    lines = [line for said in page.lines for line in _folded(MARKS.get(said.tone, "") + said.text, width)]
    return "\n\n".join([*parts, *["\n".join(lines)] * bool(lines)]) + "\n"


def _folded(text: str, width: int) -> list[str]:
    return wrap(text, width, subsequent_indent=GAP, break_on_hyphens=False)


def _grid(grid: Grid, width: int, bar: str) -> Iterator[str]:
    grid, longest = fitted(grid, width, len(GAP))
    widths = _widths(grid, width, longest)
    yield _row([column.title for column in grid.columns], grid.columns, widths)
    for number, row in enumerate(grid.rows):
        cells = [
            [bar * round(grid.bars[number] * longest)] if column.role == "bar" else _cell(text, column, size)
            for column, text, size in zip(grid.columns, row, widths, strict=True)
        ]
        for parts in zip_longest(*cells, fillvalue=""):
            yield _row(parts, grid.columns, widths)


def _cell(text: str, column: Column, size: int) -> list[str]:
    """The lines of a cell: more than one only for sentences."""
    return (wrap(text, size) if column.role == "text" else [text]) or [""]


def _widths(grid: Grid, width: int, longest: int) -> list[int]:
    """Characters of every column; columns of sentences give way if the page is too narrow."""
    widths = [
        longest if column.role == "bar" else max(map(len, cells))
        for column, *cells in zip(grid.columns, [c.title for c in grid.columns], *grid.rows, strict=True)
    ]
    sentences = [i for i, column in enumerate(grid.columns) if column.role == "text"]
    over = sum(widths) + len(GAP) * (len(widths) - 1) - width
    while over > 0 and sentences:
        widest = max(sentences, key=lambda i: widths[i])
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
        over -= 1
    return widths


def _row(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> str:
    placed = (
        cell.ljust(size) if column.left else cell.rjust(size)
        for cell, column, size in zip(cells, columns, widths, strict=True)
    )
    return GAP.join(placed).rstrip()
