"""Where the compiled machine is kept, so that it is compiled once on a machine and not once a run.

numba writes and reads the files; what is added here is a folder of our own (one a version of the machine's source, so
that no stale kernel is ever run), a checksum (a damaged file is thrown away and made anew), and a way to do without
where nothing can be written.
"""

from __future__ import annotations

import os
import shutil
import sys
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from odds.core.errors import OddsError
from odds.core.files import write_whole

VARIABLE = "ODDS_CACHE_DIR"
_CHECKSUMS = "checksums"
_SOURCES = ("counting.py", "decode.py", "instructions.py", "layout.py", "machine.py")


def base_folder() -> Path:
    """The folder for all caches: `ODDS_CACHE_DIR`, or `odds` in the user's cache folder."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "odds" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "odds"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "odds"


@cache
def _source_digest() -> str:
    here = Path(__file__).parent
    return f"{zlib.crc32(b''.join((here / name).read_bytes() for name in _SOURCES)):08x}"


def folder() -> Path:
    """The folder of this version of the machine."""
    return base_folder() / f"machine-{_source_digest()}-py{sys.version_info[0]}{sys.version_info[1]}"


def _files() -> list[Path]:
    try:
        return sorted(path for path in folder().rglob("*") if path.suffix in (".nbi", ".nbc"))
    except OSError:
        return []


def _checksums() -> str:
    """One line a file: its checksum and name."""
    return "".join(f"{zlib.crc32(path.read_bytes()):08x} {path.name}\n" for path in _files())


def is_filled() -> bool:
    """Whether a whole, undamaged kernel is there to be loaded; a damaged one is removed."""
    try:
        if not _files():
            return False
        if (folder() / _CHECKSUMS).read_text() == _checksums():
            return True
    except (OSError, UnicodeDecodeError):
        pass
    clear()
    return False


def clear() -> None:
    """Removes the kernels of this version."""
    shutil.rmtree(folder(), ignore_errors=True)


def seal() -> None:
    """Notes the checksums of what is there now."""
    if _files():
        with suppress(OSError, OddsError):  # nothing to be done: it will be compiled again
            write_whole(folder() / _CHECKSUMS, _checksums().encode())


def cached(dispatcher: Any) -> Any:
    """Lets numba keep this kernel in our folder; where that cannot be, it will be compiled every time."""
    from numba.core import config as numba_config

    config: Any = numba_config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder())  # read once, while caching is enabled
    try:
        dispatcher.enable_caching()
    except (OSError, RuntimeError):
        pass
    finally:
        config.CACHE_DIR = before
    return dispatcher
