"""Where every cell of a grid stands, whoever draws it: widths, broken sentences, cells filled up with blanks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from odds.report.view import Column, Grid, fitted

GAP = "  "  # between two columns
NARROWEST = 12  # a column of sentences is no narrower


class Layout(NamedTuple):
    """A grid as lines of cells, each as wide as its column.

    Attributes
    ----------
    columns
        The columns that fit.
    widths
        Characters of each.
    head
        Their titles.
    lines
        The cells of every line; a row with a broken sentence takes several.
    """

    columns: tuple[Column, ...]
    widths: tuple[int, ...]
    head: list[str]
    lines: list[list[str]]


def laid_out(grid: Grid, width: int, bar: Callable[[float, int], str]) -> Layout:
    """Lays a grid out.

    Parameters
    ----------
    grid
        The grid.
    width
        Characters a line may have.
    bar
        Draws a bar from its share, 0 to 1, and the length of the longest.

    Examples
    --------
    >>> grid = Grid((Column("Hits", "key"), Column("exactly", "exact")), (("0", "0.4096%"),))
    >>> laid_out(grid, 80, lambda share, longest: "").lines
    [['   0', '0.4096%']]
    """
    grid, longest = fitted(grid, width, len(GAP))
    widths = _widths(grid, width, longest)
    bars = [bar(share, longest) for share in grid.bars]
    head = _filled([column.title for column in grid.columns], grid.columns, widths)
    return Layout(grid.columns, tuple(widths), head, list(_lines(grid, widths, bars)))


def _lines(grid: Grid, widths: Sequence[int], bars: Sequence[str]) -> Iterator[list[str]]:
    for number, row in enumerate(grid.rows):
        cells = [
            [bars[number]] if column.role == "bar" else _broken(text, column, size)
            for column, text, size in zip(grid.columns, row, widths, strict=True)
        ]
        for parts in zip_longest(*cells, fillvalue=""):
            yield _filled(parts, grid.columns, widths)


def _broken(text: str, column: Column, size: int) -> list[str]:
    """The lines of a cell: more than one only for sentences."""
    return (wrap(text, size) if column.role == "text" else [text]) or [""]


def _filled(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]) -> list[str]:
    return [
        cell.ljust(size) if column.left else cell.rjust(size)
        for cell, column, size in zip(cells, columns, widths, strict=True)
    ]


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
