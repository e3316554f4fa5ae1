"""A ranking as tables, JSON and CSV.

JSON: {"schema": 1, "title", "by", "edition", "rules", "every_attack", "gallery": [{"target", "query", "weight",
"weapons", "doubts"}], "attackers": [], "rows": [{"rank", "model", "faction", "weapons", "count", "rating",
"injuries", "incapacitated", "attacks", "stands", "injuries_per_rating", "incapacitated_per_rating",
"downs_per_rating", "stands_per_rating", "on_frontier", "doubts", "against": [{"target", "weapon", "injuries",
"incapacitated", "attacks"}]}], "doubts", "notes"}. Numbers without an end are null: of attacks, if the target never
falls. CSV: a row a model, the same columns without "against".
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from odds.factions.ranking.rows import METRICS, PER_RATING, Ranking, Row, met
from odds.report.numbers import percent, plain
from odds.report.special import number_of
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.core.switches import Rules
    from odds.factions.ranking.gains import Advice
    from odds.factions.ranking.gallery import Foe

SCHEMA = 1
HUNDRED = 100  # points of Rating that the tables count by
NOTHING = "-"
SHOWN = 8  # notes and doubts listed one by one


def page(found: Ranking) -> Page:
    """The models, what they do, and the same for each 100 points of Rating.

    Examples
    --------
    >>> from odds.factions.ranking.rank import ranked
    >>> shown = page(ranked(faction="zetans", at=["E4 A4 L2 HP1"], top=1))
    >>> shown.title, [column.title for column in shown.grids[0].columns][:4]
    ('Zetans', ['', 'model', 'weapons', 'Rating'])
    """
    doubtful = any(row.entrant.doubts for row in found.rows)
    columns = [Column("", "key"), Column("model", "text"), Column("weapons", "text"), Column("Rating", "key")]
    columns += [Column(title, "exact") for title in ("Injuries", "down", "attacks", "stands")]
    rows = [(str(n), _name(row), ", ".join(row.entrant.weapons), *_numbers(row)) for n, row in enumerate(found.rows, 1)]
    grids = [Grid(tuple(columns), tuple(rows))]
    if any(row.entrant.rating for row in found.rows):
        per = [Column("", "key"), Column(f"per {HUNDRED} Rating", "text")]
        per += [Column(title, "exact") for title in ("Injuries", "down", "falls", "stands", "frontier")]
        shares = [(str(n), _name(row), *_shares(row)) for n, row in enumerate(found.rows, 1)]
        grids.append(Grid(tuple(per), tuple(shares)))
    return Page(found.title, _subtitle(found), tuple(grids), tuple(_lines(found, doubtful=doubtful)))


def _name(row: Row) -> str:
    who = row.entrant
    many = f"{who.count} x " if who.count > 1 else ""
    return f"{many}{who.name}{' *' if who.doubts else ''}"


def _numbers(row: Row) -> tuple[str, ...]:
    rating = row.entrant.rating
    return (
        "?" if rating is None else str(rating),
        plain(row.injuries, 3),
        percent(row.incapacitated, 1),
        number(row.attacks),
        number(row.stands),
    )


def _shares(row: Row) -> tuple[str, ...]:
    values = [row.value(f"{name}{PER_RATING}") for name in METRICS]
    shown = [NOTHING if value is None else plain(HUNDRED * value, 3) for value in values]
    return (*shown, "*" if row.on_frontier else "")


def number(value: float | None, digits: int = 2) -> str:
    """A number of attacks.

    Examples
    --------
    >>> number(1.5), number(float("inf")), number(None)
    ('1.50', 'never', '-')
    """
    if value is None:
        return NOTHING
    return plain(value, digits) if isfinite(value) else "never"


def _subtitle(found: Ranking) -> str:
    by = found.by.replace(PER_RATING, " per point of Rating")
    models = number_of(len(found.rows), "model", "models")
    return f"{models} by {by}, against {number_of(len(found.foes), 'target', 'targets')}"


def _lines(found: Ranking, *, doubtful: bool) -> Iterator[Line]:
    yield Line("Injuries: of one attack, Incapacitated counts as all Health left. down: P(Incapacitated).", "note")
    yield Line("attacks: until the target is down. stands: attacks of the gallery until it is down.", "note")
    frontier = found.by.removesuffix(PER_RATING)
    yield Line(f"falls: 1 / attacks. frontier: no model of as low a Rating does better by {frontier}.", "note")
    yield Line(f"Exact, means over: {gallery_text(found.foes)}.")
    if found.moment.text:
        yield Line(f"Every attack: {found.moment.text}.")
    yield Line(f"Edition {edition_of(found.rules)}.")
    if doubtful:
        yield Line("* uses a value that is in doubt.", "doubt")
    yield from doubt_lines(found)
    yield from listed_lines("Note", found.notes, "note")


def doubt_lines(found: Ranking | Advice) -> Iterator[Line]:
    """What is in doubt of the rows, and how much of the gallery that they are measured by."""
    own = found.own_doubts
    yield from listed_lines("In doubt", own, "doubt")
    others = len(found.doubts) - len(own)
    if others:
        many = f"{others} value{'s' * (others > 1)} of the gallery"
        yield Line(f"In doubt{' besides' if own else ''}: {many}, see --json.", "doubt")


def gallery_text(foes: Sequence[Foe]) -> str:
    """The targets, with how often each counts where that differs."""
    alike = len({foe.weight for foe in foes}) == 1
    return ", ".join(foe.name if alike else f"{foe.name} x{foe.weight}" for foe in foes)


def edition_of(rules: Rules) -> str:
    """An edition and the switches that differ from it.

    Examples
    --------
    >>> from odds.factions.switches import BOOK
    >>> edition_of(BOOK.rules("CORE2025"))
    'CORE2025'
    """
    return f"{rules.edition}{''.join(f', rule {name}={value}' for name, value in rules.changed)}"


def listed_lines(what: str, sentences: tuple[str, ...], tone: str) -> Iterator[Line]:
    """Some sentences as lines; of many the first, and how many more there are.

    Examples
    --------
    >>> [line.text for line in listed_lines("Note", ("one", "two"), "note")]
    ['Note: one.', 'Note: two.']
    """
    for sentence in sentences[:SHOWN]:
        yield Line(f"{what}: {sentence}.", tone)
    if len(sentences) > SHOWN:
        yield Line(f"{what}: {len(sentences) - SHOWN} more, see --json.", tone)


# ---------------------------------------------------------------------------------------------- for programs
def finite(value: Any) -> Any:
    """A value as JSON has it: None in place of infinity, in lists and dicts as well.

    Examples
    --------
    >>> finite({"attacks": float("inf"), "rows": [1.5]})
    {'attacks': None, 'rows': [1.5]}
    """
    if isinstance(value, dict):
        return {name: finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def gallery_records(foes: Sequence[Foe]) -> list[dict[str, Any]]:
    """The gallery of a ranking or of advice, for JSON."""
    return [
        {
            "target": foe.name,
            "query": foe.target.text,
            "weight": foe.weight,
            "weapons": [each.weapon for each in foe.strikes],
            "doubts": list(foe.doubts),
        }
        for foe in foes
    ]


def as_json(found: Ranking) -> str:
    """A ranking as JSON text."""
    made = {
        "schema": SCHEMA,
        "title": found.title,
        "by": found.by,
        "edition": found.rules.edition,
        "rules": dict(found.rules.changed),
        "every_attack": found.moment.text,
        "gallery": gallery_records(found.foes),
        "attackers": [] if found.attackers is None else list(found.attackers.names),
        "rows": [
            {**record, "against": met(row, found.foes)} for record, row in zip(found.records(), found.rows, strict=True)
        ],
        "doubts": list(found.doubts),
        "notes": list(found.notes),
    }
    return json.dumps(finite(made), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(found: Ranking) -> str:
    """A ranking as CSV text, a row a model."""
    return table_text(found.records())


def table_text(records: list[dict[str, Any]]) -> str:
    """Records as CSV text; lists have semicolons between their parts, numbers without an end are empty.

    Examples
    --------
    >>> table_text([{"model": "Knight", "weapons": ["Ripper", "Minigun"], "attacks": float("inf")}])
    'model,weapons,attacks\\nKnight,Ripper; Minigun,\\n'
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, list(records[0]), lineterminator="\n")
    writer.writeheader()
    for record in finite(records):
        writer.writerow(
            {name: "; ".join(value) if isinstance(value, list) else value for name, value in record.items()}
        )
    return text.getvalue()
