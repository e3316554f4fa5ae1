"""A .rosz file: a zip with one .ros in it, read in memory and never unpacked to a disk."""

from __future__ import annotations

import io
import zipfile
import zlib

from odds.core.errors import OddsError

LARGEST = 5_000_000  # bytes of the roster inside
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def inside(content: bytes, name: str) -> bytes:
    """The one roster in a zip.

    Parameters
    ----------
    content
        The zip.
    name
        What errors call it.

    Raises
    ------
    OddsError
        If it is no zip of one .ros, is damaged or encrypted, or holds more than a roster can be.

    Examples
    --------
    >>> inside(b"PK\\x03\\x04", "crew.rosz")
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: crew.rosz: no zip that can be read
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) != 1:
                raise OddsError(f"{name}: a .rosz holds one roster, not {len(entries)} files")
            (entry,) = entries
            _check(entry, name)
            with archive.open(entry) as file:
                roster = file.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        if isinstance(error, OddsError):
            raise
        raise OddsError(f"{name}: no zip that can be read") from None
    if len(roster) > LARGEST:
        raise OddsError(f"{name}: the roster inside is larger than {LARGEST:,} bytes")
    return roster


def _check(entry: zipfile.ZipInfo, name: str) -> None:
    inner = entry.filename
    if "/" in inner or "\\" in inner or ":" in inner or inner.startswith("."):
        raise OddsError(f"{name}: the file inside has a path in its name: {inner[:60]!r}")
    if not inner.lower().endswith(".ros"):
        raise OddsError(f"{name}: the file inside must be a .ros, not {inner[:60]!r}")
    if entry.flag_bits & 1:
        raise OddsError(f"{name}: the file inside is encrypted")
    if entry.compress_type not in _METHODS:
        raise OddsError(f"{name}: the file inside is compressed in a way that no roster is")
    if entry.file_size > LARGEST:
        raise OddsError(f"{name}: the roster inside is larger than {LARGEST:,} bytes")
