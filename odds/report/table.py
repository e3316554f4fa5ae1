"""A page wherever it goes: drawn with Rich on a terminal, plain text elsewhere."""

from __future__ import annotations

import os
import shutil
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from odds.report.view import Page

NARROWEST, WIDEST = 20, 160
BAR = "█"


def width_of() -> int:
    """Characters a line may have: COLUMNS if it is set, the terminal's width, 80 without one.

    Examples
    --------
    >>> 20 <= width_of() <= 160
    True
    """
    return max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def write(page: Page, file: IO[str]) -> None:
    """Writes a page to a stream, in the way that suits it.

    Parameters
    ----------
    page
        What to show.
    file
        A text stream: a terminal gets colours and bars, anything else plain text.
    """
    if file.isatty() and os.environ.get("TERM") != "dumb":
        from odds.report.terminal import draw

        draw(page, file, width_of())
        return
    file.write(as_text(page, getattr(file, "encoding", None)))


def as_text(page: Page, encoding: str | None = None) -> str:
    """A page as plain text that the encoding can hold; bars are of # where it has no block.

    Examples
    --------
    >>> from odds.report.view import Page
    >>> as_text(Page("6S S6 L3"))
    '6S S6 L3\\n'
    """
    try:
        BAR.encode(encoding or "utf-8")
        bar = BAR
    except (LookupError, UnicodeEncodeError):
        bar = "#"
    from odds.report.plain import render

    return render(page, width_of(), bar)
