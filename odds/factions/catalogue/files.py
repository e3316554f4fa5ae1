"""Where the rows come from: the CSV files of the package, TOML files of a user's own."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from odds.core.errors import OddsError
from odds.core.record import Document, Record, read_text
from odds.factions.catalogue import reading
from odds.factions.catalogue.catalogue import KINDS, Catalogue

#: kind -> its file, its table in a TOML file, and what reads a record of it
SOURCES: dict[str, tuple[str, str, Callable[[Record], Any]]] = {
    "units": ("units.csv", "unit", reading.unit),
    "weapons": ("weapons.csv", "weapon", reading.weapon),
    "sets": ("weapon_sets.csv", "set", reading.weapon_set),
    "mods": ("mods.csv", "mod", reading.mod),
    "perks": ("perks.csv", "perk", reading.perk),
    "chems": ("chems.csv", "chem", reading.chem),
    "limits": ("limits.csv", "limit", reading.limit),
    "upgrades": ("upgrades.csv", "upgrade", reading.upgrade),
}


@cache
def packaged() -> Catalogue:
    """The catalogue that the package brings along."""
    return Catalogue(
        **{kind: tuple(read(record) for record in _records(name)) for kind, (name, _, read) in SOURCES.items()}
    )


def _records(name: str) -> Iterator[Record]:
    """The rows of a CSV file: whole numbers as such, empty cells left out."""
    text = files("odds.factions.catalogue").joinpath("data", name).read_text("utf-8")
    for number, row in enumerate(csv.DictReader(text.splitlines()), 2):
        values = {key: int(value) if value.isdecimal() else value for key, value in row.items() if value}
        yield Record(values, lambda key, number=number: f"{name} line {number}" + (f", column {key}" if key else ""))  # type: ignore[misc]


def own(path: str | os.PathLike[str]) -> Catalogue:
    """The rows of a user's TOML file.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    OddsError
        If it cannot be read, or is wrong: with line and key.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "mine.toml")
    ...     _ = file.write_text('[[weapon]]\\nname = "Flare Gun"\\ntype = "Pistol"\\nrange = 10\\ntest = "3A"')
    ...     own(file).weapons[0].line
    'Flare Gun, Pistol (10"), 3A'
    """
    document = Document(read_text(path), str(path))
    document.root(tuple(table for _, table, _ in SOURCES.values())).finish(
        tuple(table for _, table, _ in SOURCES.values())
    )
    made = Catalogue(
        **{
            kind: tuple(_whole(record, read) for record in document.records(table))
            for kind, (_, table, read) in SOURCES.items()
        }
    )
    if not any(made.rows(kind) for kind in KINDS):
        raise OddsError(f"{path} holds no row: write tables such as [[weapon]] or [[unit]]")
    return made


def _whole(record: Record, read: Callable[[Record], Any]) -> Any:
    row = read(record)
    record.finish()
    return row
