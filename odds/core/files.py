"""Files written whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from odds.core.errors import OddsError
from odds.core.inputs import READ, file_name

CHARTS = (".png", ".svg", ".pdf")  # endings that charts can have


def check(path: str | Path, endings: tuple[str, ...] = ()) -> Path:
    """Finds out, before any work is done, whether a file can be written.

    Parameters
    ----------
    path
        The file.
    endings
        Endings it may have, such as ".png"; any if there are none.

    Returns
    -------
    Path
        The file itself, wherever links lead.

    Raises
    ------
    OddsError
        If the ending is unknown, its folder is missing or not writable, or it is a folder.

    Examples
    --------
    >>> check("odds.gif", (".png", ".svg"))
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: odds.gif must end in .png or .svg
    """
    if not str(path):
        raise OddsError("a file name is needed, not an empty one")
    file = Path(path)
    if endings and file.suffix.lower() not in endings:
        raise OddsError(f"{file_name(path)} must end in {', '.join(endings[:-1])} or {endings[-1]}")
    try:
        file = Path(os.path.realpath(file))
        is_folder, has_folder = file.is_dir() or str(path).endswith(("/", os.sep)), file.parent.is_dir()
        writable = not has_folder or is_folder or _writable(file)
    except (OSError, ValueError) as error:  # a name that no file can have
        raise OddsError(f"cannot write {file_name(path)}: {getattr(error, 'strerror', None) or error}") from None
    if is_folder:
        raise OddsError(f"{file_name(path)} is a folder: a file name is needed")
    if not has_folder:
        raise OddsError(f"cannot write {file_name(path)}: there is no folder {file_name(file.parent)}")
    if not writable:
        raise OddsError(f"cannot write {file_name(path)}: no permission to write in {file_name(file.parent)}")
    return file


def write_whole(path: str | Path, content: bytes) -> None:
    """Writes a file so that it holds all of the content, or what it held before.

    Parameters
    ----------
    path
        The file; one that exists is replaced and keeps its permissions. A device or a pipe is written to as it is.
    content
        All of it.

    Raises
    ------
    OddsError
        If it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(f"{folder}/odds.txt", b"4.68")
    ...     Path(f"{folder}/odds.txt").read_bytes()
    b'4.68'
    """
    file = check(path)
    if str(file) in (READ.get() or ()):
        raise OddsError(f"{file_name(path)} is what was read: choose another file to write to")
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(content)
            return
        _replace(file, content)
    except OSError as error:
        raise OddsError(f"cannot write {file_name(path)}: {error.strerror or error}") from None


def _writable(file: Path) -> bool:
    """Whether it can be written: found out by making a file beside it, as some folders only claim to take any."""
    if file.exists() and not file.is_file():
        return os.access(file, os.W_OK)
    try:
        handle, name = tempfile.mkstemp(prefix=".odds-", dir=file.parent)
    except OSError:
        return False
    os.close(handle)
    Path(name).unlink()
    return True


def _replace(file: Path, content: bytes) -> None:
    """Writes beside the file and moves the result into its place."""
    handle, name = tempfile.mkstemp(prefix=".odds-", suffix=file.suffix, dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as beside:
            beside.write(content)
            beside.flush()
            os.fsync(beside.fileno())
        Path(name).chmod(_mode(file))
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(file: Path) -> int:
    """Permissions of the file, or those that a new file gets."""
    if file.exists():
        return stat.S_IMODE(file.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
