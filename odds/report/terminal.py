"""A page on a terminal, drawn with Rich: colours, bars in eighths of a character. Imported for terminals only."""

from __future__ import annotations

from typing import IO

from rich.console import Console
from rich.segment import Segment, Segments
from rich.style import Style
from rich.text import Text

from odds.report.layout import GAP, laid_out
from odds.report.view import Grid, Page

STYLES = {"key": "bold", "bar": "green", "exact": "bright_green", "simulated": "cyan", "interval": "dim"}
TONES = {"fact": "", "note": "dim", "good": "green", "doubt": "yellow", "alarm": "bold white on red"}
EIGHTHS = " ▏▎▍▌▋▊▉█"


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
        console.print(_drawn(grid, console), end="")
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


def _drawn(grid: Grid, console: Console) -> Segments:
    """A grid with bold titles and a rule below them.

    Pieces with styles, for lines that are laid out already: Rich's own tables measure every cell again.
    """
    layout = laid_out(grid, console.width, bar)
    bold, plain = Style(bold=True), Style()
    pieces = [Segment(GAP.join(layout.head).rstrip(), bold), Segment.line()]
    pieces += [Segment("─" * (sum(layout.widths) + len(GAP) * (len(layout.widths) - 1))), Segment.line()]
    styles = [console.get_style(STYLES.get(column.role, "")) for column in layout.columns]
    for cells in layout.lines:
        for number, (cell, style) in enumerate(zip(cells, styles, strict=True)):
            pieces += [Segment(GAP, plain)] * (number > 0) + [Segment(cell, style)]
        pieces.append(Segment.line())
    return Segments(pieces)
