"""A page on a terminal, drawn with Rich: colours, bars in eighths of a character. Imported for terminals only."""

from __future__ import annotations

from typing import IO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from odds.report.view import Grid, Page, fitted

STYLES = {"key": "bold", "exact": "bright_green", "simulated": "cyan", "interval": "dim", "name": "", "text": ""}
TONES = {"fact": "", "note": "dim", "good": "green", "doubt": "yellow", "alarm": "bold white on red"}
EIGHTHS = " ▏▎▍▌▋▊▉█"
GAP = 2  # between two columns: the padding and the box's own blank


def draw(page: Page, file: IO[str], width: int | None = None) -> None:
    """Draws a page.

    Parameters
    ----------
    page
        What to show.
    file
        The terminal, as a text stream. NO_COLOR and COLUMNS are respected.
    width
        Characters a line; the terminal's own width if None.
    """
    console = Console(file=file, width=width, highlight=False, soft_wrap=False)
    console.print(Text(page.title, "bold"))
    if page.subtitle:
        console.print(Text(page.subtitle, "dim"))
    for grid in page.grids:
        console.print()
        console.print(_table(grid, console.width))
    if page.lines:
        console.print()
    for line in page.lines:
        console.print(Text(line.text, TONES[line.tone]))


def bar(share: float, longest: int) -> str:
    """A bar of a length from 0 to 1, in eighths of a character.

    Examples
    --------
    >>> bar(0.5, 5)
    '██▌'
    """
    eighths = round(max(0.0, min(share, 1.0)) * longest * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def _table(grid: Grid, width: int) -> Table:
    grid, longest = fitted(grid, width, GAP)
    table = Table(box=SIMPLE_HEAD, padding=(0, GAP - 1, 0, 0), pad_edge=False, header_style="bold", show_edge=False)
    for column in grid.columns:
        table.add_column(
            column.title,
            justify="left" if column.left else "right",
            style=STYLES.get(column.role, ""),
            no_wrap=column.role != "text",
            overflow="fold",
            min_width=longest if column.role == "bar" else None,
        )
    for number, row in enumerate(grid.rows):
        cells = [
            Text(bar(grid.bars[number], longest), "green") if column.role == "bar" else Text(text)
            for column, text in zip(grid.columns, row, strict=True)
        ]
        table.add_row(*cells)
    return table
