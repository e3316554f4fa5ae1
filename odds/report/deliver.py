"""Where a page or a text goes that is no answer: standard output, or a file written whole."""

from __future__ import annotations

import sys

from odds.report.view import Page


def deliver(what: Page | str, output: str | None = None) -> None:
    """Shows a page or a text, or writes it to a file.

    Parameters
    ----------
    what
        A page, or JSON or CSV text as it is.
    output
        A file; standard output if None.

    Raises
    ------
    OddsError
        If the file cannot be written.

    Examples
    --------
    >>> deliver(Page("6S S6 L3"))
    6S S6 L3
    """
    from odds.report.table import as_text, write

    if output is not None:
        from odds.core.files import write_whole

        write_whole(output, (what if isinstance(what, str) else as_text(what)).encode())
    elif isinstance(what, str):
        sys.stdout.write(what)
    else:
        write(what, sys.stdout)
