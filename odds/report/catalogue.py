"""The catalogue as tables of 80 columns, JSON and CSV.

JSON: {"schema": 1, KIND: [{every column; lists as lists; "edition", "agree", "printings", "disputed"}]}.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import Any

from odds.factions.catalogue.flat import as_dict, columns, flat
from odds.factions.catalogue.rows import Row
from odds.report.view import Column, Grid, Line, Page

SCHEMA = 1
MARK = "*"
LETTERS = "SPECIAL"

Shown = tuple[Column, str, Callable[[Any], str]]  # a column of the page, the column of the row, and its text


def _of(name: str) -> Callable[[Any], str]:
    def text(row: Any) -> str:
        value = getattr(row, name)
        return ", ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)

    return text


def _weapons(row: Any) -> str:
    return ", ".join(f"{name} (no profile)" if name in row.unknown else name for name in row.weapons)


def _column(title: str, name: str | None = None, role: str = "key", drop: int = 0) -> Shown:
    return Column(title, role, drop), name or title, _of(name or title)


_NAME = (Column("name", "text"), "name", _of("name"))
_AGREE: Shown = (
    Column("agree", "key", 9),
    "agree",
    lambda row: "" if row.printing.printings is None else f"{row.printing.agree}/{row.printing.printings}",
)
_RANGE: Shown = (Column("range", "key"), "range", lambda row: "" if row.range is None else f'{row.range}"')
_PAGES: dict[str, tuple[Shown, ...]] = {
    "units": (
        _NAME,
        (Column("faction", "text"), "faction", _of("faction")),
        (
            Column("role", "name"),
            "role",
            lambda row: "Companion" if row.companion and not row.leader else row.standing,
        ),
        (Column(" ".join(LETTERS), "key"), "special", lambda row: " ".join(map(str, row.special))),
        (Column("HP", "key"), "health", _of("health")),
        (Column("perks", "text"), "perks", lambda row: ", ".join((*row.perks, *row.other_perks))),
    ),
    "weapons": (
        _NAME,
        _column("type", role="name"),
        _RANGE,
        _column("Test", "test"),
        _column("traits", role="text"),
        _column("critical", "criticals", "text"),
        _AGREE,
    ),
    "sets": (
        _column("unit", role="name"),
        _column("faction", role="text"),
        (Column("weapons", "text"), "weapons", _weapons),
        _column("Rating", "rating"),
    ),
    "mods": (
        _column("weapon", role="name"),
        _column("change", role="text"),
        _column("Parts", "parts"),
        _column("Rating", "rating"),
    ),
    "perks": (
        _NAME,
        (Column("requires", "name"), "requires", lambda row: "innate" if row.innate else row.requires),
        _column("effect on the odds", "effect", "text"),
    ),
    "chems": (
        _NAME,
        _column("Caps", "caps"),
        _column("rare, d10", "rare"),
        _column("effect on the odds", "effect", "text"),
    ),
    "limits": (
        _column("faction", role="name"),
        _column("limit", role="name"),
        *(
            (Column(f"Tier {tier}", "key"), f"tier_{tier}", lambda row, tier=tier: str(row.tiers[tier - 1]))
            for tier in (1, 2, 3)
        ),
    ),
    "upgrades": (_column("role", role="name"), _column("statistic", role="name"), _column("Rating", "rating")),
}


def page(kind: str, rows: Sequence[Row], faction: str = "") -> Page:
    """Rows as a page; values on which printings disagree bear a *.

    Parameters
    ----------
    kind
        What they are.
    rows
        The rows.
    faction
        The one faction they are of, if they are: its column is then left out.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> page("weapons", [catalogue().weapon("Combat Rifle")]).grids[0].rows[0][4]
    'Crackshot (1) *'
    """
    shown = [each for each in _PAGES[kind] if not (faction and each[0].title == "faction")]
    cells = tuple(tuple(_cell(row, each) for each in shown) for row in rows)
    disputed = sum(bool(row.printing.disputed) for row in rows)
    lines = [Line(f"Rows: {len(rows)}. Every column with --json or --csv.", "note")]
    if any(column is _AGREE for column in shown):
        lines.append(Line("agree: how many of the printings of 2026 that were compared have this very row.", "note"))
    if disputed:
        lines.append(Line(f"{MARK} printings of 2026 disagree on this: {disputed} of {len(rows)} rows.", "doubt"))
    title = f"{kind.capitalize()} of {faction}" if faction else kind.capitalize()
    return Page(title, grids=(Grid(tuple(each[0] for each in shown), cells),), lines=tuple(lines))


def _cell(row: Any, shown: Shown) -> str:
    _, name, text = shown
    disputed = row.printing.disputed
    marked = name in disputed or ("profile" in disputed and name == "name")
    return f"{text(row)} {MARK}".strip() if marked else text(row)


def as_json(kind: str, rows: Sequence[Row]) -> str:
    """Rows as JSON text.

    Examples
    --------
    >>> from odds.factions.catalogue.catalogue import catalogue
    >>> json.loads(as_json("chems", [catalogue().chem("psycho")]))["chems"][0]["caps"]
    6
    """
    made = {"schema": SCHEMA, kind: [as_dict(row) for row in rows]}
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(kind: str, rows: Sequence[Row]) -> str:
    """Rows as CSV text under one heading.

    Examples
    --------
    >>> print(as_csv("chems", []), end="")
    name,caps,rare,effect,edition,agree,printings,disputed
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, columns(kind), lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat(row) for row in rows)
    return text.getvalue()
