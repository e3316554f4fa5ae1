"""Tables from files, read value by value: every error says in which file, on which line and at which key."""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from odds.core.errors import OddsError
from odds.core.inputs import file_name, note_read
from odds.core.text import closest, escaped, listed

LARGEST = 1_000_000  # bytes of a TOML file worth reading
MOST_TEXTS = 1000  # in one list
_HEADER = re.compile(r"\s*(?P<many>\[)?\[\s*(?P<name>[\w.\"' -]+?)\s*\]")
_KEY = re.compile(r"\s*[\"']?(?P<key>[\w -]+?)[\"']?\s*(?:\.[\w.]+\s*)?=")
_SYNTAX = re.compile(r"(?P<what>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)

Path_ = tuple[str | int, ...]


class Record:
    """The values of one table, each read once by its key and its kind.

    Parameters
    ----------
    values
        Key -> value.
    where
        What says where a key stands ("crew.toml line 7, key 'count'"); the table itself for None.

    Examples
    --------
    >>> record = Record({"count": "two"}, lambda key: f"crew.toml line 7, key {key!r}")
    >>> record.whole("count", 1, 99)
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: crew.toml line 7, key 'count': must be a whole number from 1 to 99, not 'two'
    """

    def __init__(self, values: Mapping[str, Any], where: Callable[[str | None], str]) -> None:
        self._values = values
        self.where = where
        self._read: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def error(self, key: str | None, sentence: str) -> OddsError:
        """An error at a key, to be raised."""
        return OddsError(f"{self.where(key)}: {sentence}")

    def _value(self, key: str, needed: bool) -> Any:
        self._read.append(key)
        if needed and key not in self._values:
            raise self.error(None, f"the key {key!r} is missing")
        return self._values.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """A text of one line; needed if there is no default.

        Raises
        ------
        OddsError
            If it is missing, empty, no text or longer than 200 characters.
        """
        value = self._value(key, default is None)
        if value is None:
            return default or ""
        if not isinstance(value, str) or not value.strip() or len(value) > 200 or not value.isprintable():
            raise self.error(key, f"must be a text of 1 to 200 characters, not {_shown(value)}")
        return value.strip()

    def choice(self, key: str, choices: tuple[str, ...], default: str | None = None) -> str:
        """One of some words, in any case.

        Raises
        ------
        OddsError
            If it is none of them.
        """
        text = self.text(key, default)
        for choice in (*choices, default):
            if choice is not None and text.lower() == choice.lower():
                return choice
        raise self.error(key, f"must be {listed(choices)}, not {_shown(text)}")

    def whole(self, key: str, least: int, most: int) -> int | None:
        """A whole number; None if the key is missing.

        Raises
        ------
        OddsError
            If it is no whole number from `least` to `most`.
        """
        value = self._value(key, False)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        raise self.error(key, f"must be a whole number from {least} to {most}, not {_shown(value)}")

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number; needed if there is no default.

        Raises
        ------
        OddsError
            If it is missing or no whole number from `least` to `most`.
        """
        value = self.whole(key, least, most)
        if value is None and default is None:
            raise self.error(None, f"the key {key!r} is missing")
        return (default or 0) if value is None else value

    def flag(self, key: str, default: bool | None = False) -> bool | None:
        """True or false; in a CSV file yes or nothing.

        Raises
        ------
        OddsError
            If it is neither.
        """
        value = self._value(key, False)
        if value is None:
            return default
        if isinstance(value, bool) or value == "yes":
            return bool(value)
        raise self.error(key, f"must be true or false, not {_shown(value)}")

    def texts(self, key: str) -> tuple[str, ...]:
        """Several texts: a list, or one text with ; between them.

        Raises
        ------
        OddsError
            If it is neither, or one of them is empty or too long.
        """
        value = self._value(key, False)
        if value is None:
            return ()
        parts = value.split(";") if isinstance(value, str) else value
        if not isinstance(parts, list) or len(parts) > MOST_TEXTS:
            raise self.error(key, f"must be a list of at most {MOST_TEXTS} texts, not {_shown(value)}")
        for part in parts:
            if not isinstance(part, str) or not part.strip() or len(part) > 200 or not part.isprintable():
                raise self.error(key, f"must hold texts of 1 to 200 characters, not {_shown(part)}")
        return tuple(part.strip() for part in parts)

    def numbers(self, key: str, least: int, most: int, names: tuple[str, ...]) -> dict[str, int]:
        """A table of whole numbers by name, such as { S = 1, L = 2 }.

        Raises
        ------
        OddsError
            If it is no table, a name is unknown or a number is out of range.
        """
        value = self._value(key, False)
        if value is None:
            return {}
        if not isinstance(value, dict):
            raise self.error(key, f"must be a table such as {{ {names[0]} = 1 }}, not {_shown(value)}")
        inner = Record(value, lambda name: f"{self.where(key)}" + (f", {name!r}" if name else ""))
        found = {name: inner.number(name, least, most) for name in names if name in inner}
        inner.finish(names)
        return found

    def finish(self, known: tuple[str, ...] = ()) -> None:
        """Refuses keys that nobody has read.

        Raises
        ------
        OddsError
            For the first such key, with the one it may be meant for.
        """
        names = tuple(dict.fromkeys((*self._read, *known)))
        for key in self._values:
            if key not in names:
                near = closest(key, names)
                hint = f"did you mean {near}?" if near else f"known are {listed(names, 'and')}"
                raise self.error(key, f"unknown key: {hint}")


class Document:
    """A TOML file.

    Parameters
    ----------
    text
        Its text.
    name
        What errors call it.

    Raises
    ------
    OddsError
        If it is no TOML, with the line.

    Examples
    --------
    >>> document = Document('[[model]]\\nunit = "Knight"\\ncount = 0', "crew.toml")
    >>> [record.text("unit") for record in document.records("model")]
    ['Knight']
    >>> document.records("model")[0].number("count", 1, 99)
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: crew.toml line 3, key 'count': must be a whole number from 1 to 99, not 0
    """

    def __init__(self, text: str, name: str) -> None:
        self._text, self._name = text, name
        try:
            self._data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = _SYNTAX.fullmatch(str(error))
            at = f" line {found['line']}, column {found['column']}" if found else ""
            what = found["what"] if found else str(error)
            raise OddsError(f"{name}{at}: no TOML: {escaped(what[:1].lower() + what[1:])}") from None
        except RecursionError:
            raise OddsError(f"{name}: no TOML that can be read: it is nested too deep") from None
        except ValueError:  # Python reads no number that long
            raise OddsError(f"{name}: no TOML that can be read: a number has too many digits") from None

    def root(self, tables: tuple[str, ...] = ()) -> Record:
        """The keys outside of any table; `tables` are read elsewhere."""
        values = {key: value for key, value in self._data.items() if key not in tables}
        return Record(values, lambda key: self._at((), key))

    def records(self, table: str) -> list[Record]:
        """The tables [[table]], in their order.

        Raises
        ------
        OddsError
            If that key is no array of tables.
        """
        found = self._data.get(table, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise OddsError(f"{self._at((), table)}: write a table [[{table}]] for each")
        return [
            Record(values, lambda key, at=(table, number): self._at(at, key))  # type: ignore[misc]
            for number, values in enumerate(found)
        ]

    def _at(self, path: Path_, key: str | None) -> str:
        places = _places(self._text)
        place = path if key is None else (*path, key)
        line = places.get(place) or places.get((*place, 0)) or places.get(path)
        at = f"{self._name} line {line}" if line else self._name
        return at if key is None else f"{at}, key {_shown(key)}"


def _places(text: str) -> dict[Path_, int]:
    """The line of every table and key of a TOML text, as well as a look at each line tells."""
    places: dict[Path_, int] = {}
    counts: dict[str, int] = {}
    at: Path_ = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            name, *inner = (part.strip(" \"'") for part in header["name"].split("."))
            if header["many"] and not inner:
                counts[name] = counts.get(name, -1) + 1
            at = (name, counts[name], *inner) if name in counts else (name, *inner)
            places.setdefault(at, number)
        elif key := _KEY.match(line):
            places.setdefault((*at, key["key"]), number)
    return places


def _shown(value: Any) -> str:
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a number that long"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def read_text(path: str | os.PathLike[str], largest: int = LARGEST) -> str:
    """A UTF-8 text file.

    Parameters
    ----------
    path
        The file.
    largest
        Bytes it may have.

    Raises
    ------
    OddsError
        If it cannot be read, is too large or is no UTF-8 text.

    Examples
    --------
    >>> read_text("nowhere.toml")
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: cannot read nowhere.toml: No such file or directory
    """
    try:
        return read_bytes(path, largest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OddsError(f"{file_name(path)} is no text in UTF-8: byte {error.start} cannot be read") from None


def read_bytes(path: str | os.PathLike[str], largest: int = LARGEST) -> bytes:
    """A file's bytes, if it is no larger than it may be.

    Raises
    ------
    OddsError
        If it cannot be read or is too large.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     read_bytes(file.name)
    b''
    """
    note_read(path)
    try:
        if stat.S_ISFIFO(Path(path).stat().st_mode):
            raise OddsError(f"{file_name(path)} is a pipe: a file is needed")
        with Path(path).open("rb") as file:
            content = file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise OddsError(f"cannot read {file_name(path)}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > largest:
        raise OddsError(f"{file_name(path)} is larger than {largest:,} bytes: too large for what it should be")
    return content
