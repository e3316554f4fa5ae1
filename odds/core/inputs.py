"""Files that a command line has read: it does not write over them."""

from __future__ import annotations

import os
from contextvars import ContextVar

#: their paths, wherever links lead; None outside of a command line
READ: ContextVar[set[str] | None] = ContextVar("READ", default=None)


def note_read(path: str | os.PathLike[str]) -> None:
    """Remembers a file that is about to be read."""
    read = READ.get()
    if read is not None:
        read.add(os.path.realpath(path))
