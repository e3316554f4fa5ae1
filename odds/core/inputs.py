"""Files that a command line has read: it does not write over them."""

from __future__ import annotations

import os
from contextvars import ContextVar

from odds.core.errors import OddsError
from odds.core.text import escaped, said, written

LONGEST = 120  # characters of a file's name that a sentence repeats

#: their paths, wherever links lead; None outside of a command line
READ: ContextVar[set[str] | None] = ContextVar("READ", default=None)


def note_read(path: str | os.PathLike[str]) -> None:
    """Remembers a file that is about to be read.

    Raises
    ------
    OddsError
        If that is no file's name.

    Examples
    --------
    >>> note_read(3)
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: a file's name is text, not 3
    """
    if not isinstance(path, str | os.PathLike):
        raise OddsError(f"a file's name is text, not {said(path)}")
    read = READ.get()
    if read is not None:
        read.add(os.path.realpath(path))


def file_name(path: object) -> str:
    r"""A file's name as a sentence repeats it: nothing in it that cannot be printed; the end of a long one.

    Examples
    --------
    >>> file_name("a\tb.toml")
    'a\\tb.toml'
    """
    name = escaped(written(path))
    return name if len(name) <= LONGEST else f"…{name[-LONGEST:]}"
