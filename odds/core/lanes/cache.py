"""Where the compiled machine is kept, so that it is compiled once on a machine and not once a run.

numba writes and reads the files; what is added here is a folder of our own (one a version of the machine's source, so
that no stale kernel is ever run), a checksum (a damaged file is thrown away and made anew), and a way to do without
where nothing can be written. The folder is told by what the source says, not by where it lies or when it was written:
installations with the same source share a kernel, others never touch each other's; the `KEPT` used last stay. A
process compiles into a folder of its own and renames it when it is whole, so that others see all of a kernel or none
of it.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from odds.core.errors import OddsError
from odds.core.files import write_whole

VARIABLE = "ODDS_CACHE_DIR"
KEPT = 6  # kernels of different versions on one machine
_ABANDONED = 86_400  # seconds after which a folder of one process is no longer being written
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


@cache
def _processor_digest() -> str:
    """Which processor numba compiles for: name and features, asked for or found."""
    from llvmlite import binding
    from numba.core import config as numba_config

    config: Any = numba_config
    name = config.CPU_NAME or binding.get_host_cpu_name()
    features = binding.get_host_cpu_features().flatten() if config.CPU_FEATURES is None else config.CPU_FEATURES
    return f"{zlib.crc32(f'{name} {features}'.encode()):08x}"


def folder() -> Path:
    """The folder of this version of the machine, of Python and of numba, on this processor."""
    from numba import __version__ as numba

    python = ".".join(map(str, sys.version_info[:3]))  # numba looks at the bytecode as well
    return base_folder() / f"machine-{_source_digest()}-python{python}-numba{numba}-{_processor_digest()}"


def _staging() -> Path:
    """Where this process compiles: its own folder, which takes the common one's place when it is whole."""
    return folder().with_name(f"{folder().name}.{os.getpid()}")


def _checksums(place: Path) -> str:
    """One line a file: its checksum and name."""
    files = sorted(path for path in place.rglob("*") if path.suffix in (".nbi", ".nbc"))
    return "".join(f"{zlib.crc32(path.read_bytes()):08x} {path.name}\n" for path in files)


def is_filled() -> bool:
    """Whether a whole, undamaged kernel is there to be loaded; a damaged one is removed."""
    place = folder()
    try:
        if not place.is_dir():
            return False
        sums = _checksums(place)
        if sums and (place / _CHECKSUMS).read_text() == sums:
            return True
    except (OSError, UnicodeDecodeError):
        pass
    _remove(place)
    return False


def _remove(place: Path) -> None:
    """Moves a folder out of everybody's way at once, then deletes it."""
    away = place.with_name(f"{place.name}.{os.getpid()}.old")
    with suppress(OSError):
        place.rename(away)
    shutil.rmtree(away, ignore_errors=True)


def cached(dispatcher: Any) -> Any:
    """Lets numba load this kernel from our folder, or keep it in one of this process's own until `publish`.

    Where nothing can be written, it will be compiled every time.
    """
    place = _staging()
    if is_filled():
        place = folder()
        with suppress(OSError):  # not ours to write, but to read
            os.utime(place)
    with suppress(OSError, RuntimeError):
        place.mkdir(parents=True, exist_ok=True)
        dispatcher._cache = _kept_in(place, dispatcher.py_func)  # what enable_caching() sets
    return dispatcher


def _kept_in(place: Path, function: Any) -> Any:
    """numba's cache of a function, in a folder and fresh as long as the source says the same.

    numba's own folders are told by the path of the source and its time: two installations would have different ones.
    """
    from numba.core import caching as numba_caching

    caching: Any = numba_caching

    class Locator(caching._CacheLocator):  # type: ignore[misc]
        _py_file = function.__code__.co_filename  # numba names it in warnings

        def get_cache_path(self) -> str:
            return str(place)

        def get_source_stamp(self) -> str:
            return _source_digest()

        def get_disambiguator(self) -> str:
            return str(function.__code__.co_firstlineno)

        @classmethod
        def from_function(cls, *_: Any) -> Any:
            return cls()

    class Parts(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [Locator]  # noqa: RUF012 - as numba has it

    class Kept(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Parts

        def save_overload(self, sig: Any, data: Any) -> None:
            if place != folder():  # what is whole and shared is only read
                with suppress(OSError):
                    super().save_overload(sig, data)

    return Kept(function)


def _tidy() -> None:
    """Removes the kernels used longest ago beyond the last `KEPT`, and what killed processes left behind."""
    used = {path: path.stat().st_mtime for path in base_folder().glob("machine-*")}
    whole = [path for path in used if "." not in path.name.rpartition("-")[2]]  # no process' number behind its name
    for path in sorted(whole, key=used.__getitem__)[:-KEPT]:
        _remove(path)
    for path in used.keys() - set(whole):
        if time.time() - used[path] > _ABANDONED:
            shutil.rmtree(path, ignore_errors=True)


def publish() -> None:
    """Puts what this process compiled into the common place, whole; somebody else may have been first."""
    staging = _staging()
    with suppress(OSError, OddsError):  # nothing to be done: it will be compiled again
        if sums := _checksums(staging):
            write_whole(staging / _CHECKSUMS, sums.encode())
            staging.rename(folder())
            _tidy()
    shutil.rmtree(staging, ignore_errors=True)
