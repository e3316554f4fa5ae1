"""A page as plain text: for pipes, files and terminals without colours. Nothing is imported for it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from odds.report.layout import GAP, laid_out
from odds.report.view import Grid, Page

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
    layout = laid_out(grid, width, lambda share, longest: bar * round(share * longest))
    for cells in (layout.head, *layout.lines):
        yield GAP.join(cells).rstrip()
