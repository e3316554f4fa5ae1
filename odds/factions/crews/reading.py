"""Crew files of any kind, recognised by what is in them."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.kinds import as_open_text, as_path
from odds.core.record import read_bytes
from odds.factions.catalogue.catalogue import Catalogue, book_of
from odds.factions.crews.checking import Checked, check_crew
from odds.factions.crews.crew import Crew
from odds.factions.crews.fielding import Where, somewhere
from odds.factions.crews.tomlfile import located

LARGEST = 5_000_000  # bytes of a crew file
_TOML = re.compile(r"(?:[ \t]*(?:#.*)?\r?\n)*[ \t]*(?:\[\[?[\w.\" -]+\]|[\w\"-]+[ \t]*=)")


@dataclass(frozen=True)
class Reading:
    """A crew file that was read.

    Attributes
    ----------
    crew
        The crew.
    kind
        What the file was recognised as: "crew file", "share snapshot", "saved list", "BattleScribe roster" or "plain
        text".
    where
        What says where an entry's key stands.
    """

    crew: Crew
    kind: str
    where: Where = somewhere

    def check(self, book: Catalogue | None = None) -> Checked:
        """The crew with everything looked up and checked; errors say where in the file.

        Raises
        ------
        OddsError
            If something cannot be looked up.
        """
        return check_crew(self.crew, book, self.where)


def read_crew(
    path: str | os.PathLike[str],
    book: Catalogue | None = None,
    *,
    wanted: str | None = None,
    faction: str | None = None,
) -> Reading:
    """Reads a crew: a crew file (TOML) or what a crew builder wrote.

    Parameters
    ----------
    path
        The file. What it is shows by its content: a TOML crew file, a JSON share snapshot, JSON saved lists, a
        BattleScribe roster (.ros, or .rosz, a zip of one), or plain text.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.
    wanted
        Name of the list, if the file holds several.
    faction
        The crew's faction, if the file does not say.

    Raises
    ------
    OddsError
        If it cannot be read or is none of these, with the place.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "crew.txt").write_text("Knight (50)\\n- Laser Pistol, Pistol (10), 3A, CQB, Ignite 2")
    ...     found = read_crew(Path(folder, "crew.txt"))
    >>> found.kind, found.crew.faction, found.crew.members[0].weapons
    ('plain text', 'Brotherhood of Steel', ('Laser Pistol',))
    """
    as_open_text(wanted, "wanted"), as_open_text(faction, "faction")
    content = read_bytes(as_path(path, "a crew"), LARGEST)
    return recognised(content, str(path), book_of(book), wanted, faction)


def checked_crew(
    crew: str | os.PathLike[str] | Reading | Crew,
    book: Catalogue | None = None,
    *,
    wanted: str | None = None,
    faction: str | None = None,
) -> Checked:
    """A crew with everything looked up and checked, from a file, from what was read of one, or from a `Crew`.

    Parameters
    ----------
    crew
        The crew.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.
    wanted, faction
        Of a file, as `read_crew` takes them.

    Raises
    ------
    OddsError
        If it is none of these, cannot be read, or something cannot be looked up.

    Examples
    --------
    >>> from odds.factions.crews.crew import Member
    >>> checked_crew(Crew("Us", "Zetans", (Member("Alien Drone", weapons=("Alien Laser",)),))).rating
    30
    """
    if not isinstance(crew, Crew | Reading):
        return read_crew(crew, book, wanted=wanted, faction=faction).check(book)
    for name, value in (("wanted", wanted), ("faction", faction)):
        if value is not None:
            raise OddsError(f"{name} is for a file: a crew that was read says that itself")
    return check_crew(crew, book)


def recognised(content: bytes, file: str, book: Catalogue, wanted: str | None, faction: str | None) -> Reading:
    """The crew in the bytes of a file; the parameters are those of `read_crew`.

    Raises
    ------
    OddsError
        If they are none of the kinds, with the place.

    Examples
    --------
    >>> recognised(b"Crew: Us\\nKnight", "us.txt", book_of(None), None, None).crew.name
    'Us'
    """
    from odds.factions.crews.imports import jsonfile, lines, roster
    from odds.factions.crews.imports.archive import inside
    from odds.factions.crews.imports.matching import matched

    if content.startswith(b"PK"):
        content, file = inside(content, file), f"{file}, the roster inside"
        if _start(content) != b"<":
            raise OddsError(f"{file} is no XML")
    start = _start(content)
    if start == b"<":
        found = roster.found_in(content, file, book)
    else:
        text = _text(content, file)
        if start in (b"{", b"[") and not re.match(r"\s*\[\[?[\w.\" -]+\]\s*(?:#.*)?$", text, re.MULTILINE):
            found = jsonfile.found_in(text, file, book, wanted)
        elif _TOML.match(text):
            return _own(text, file, wanted, faction)
        else:
            found = lines.found_in(text, file, book, faction)
    if wanted is not None and found.kind != "saved list":
        raise OddsError(f"{file} is a {found.kind}, which holds one crew: leave out --list")
    if faction is not None and found.faction and found.kind != "plain text":
        raise OddsError(f"{file} says that its faction is {found.faction}: leave out --faction")
    try:
        return Reading(matched(found, book, faction and book.faction(faction)), found.kind)
    except OddsError as error:
        raise OddsError(f"{file}: {error}") from None


def _start(content: bytes) -> bytes:
    """The first byte that is no blank and no byte order mark."""
    return content.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1]


def _own(text: str, file: str, wanted: str | None, faction: str | None) -> Reading:
    if wanted is not None or faction is not None:
        option = "--faction" if wanted is None else "--list"
        raise OddsError(f"{file} is a crew file, which says that itself: leave out {option}")
    crew, where = located(text, file)
    return Reading(crew, "crew file", where)


def _text(content: bytes, file: str) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OddsError(f"{file} is no text in UTF-8: byte {error.start} cannot be read") from None
    if not text.strip():
        raise OddsError(f"{file} is empty")
    if "\0" in text:
        raise OddsError(f"{file} is no text: there is a zero byte in it")
    return text
