"""Advice on upgrades as tables, JSON and CSV.

JSON: {"schema": 1, "crew", "metric", "method", "edition", "rules", "every_attack", "gallery": [{"target", "query",
"weight", "weapons", "doubts"}], "models": [{"model", "rating", "value"}], "rows": [{"model", "kind", "change",
"conditions", "rating", "parts", "before", "after", "exact", "simulated", "std_error", "low", "high", "resolved",
"per_rating", "per_part", "doubts"}], "refused": [{"model", "change", "sentence"}], "simulation": {"trials", "seed",
"engine"}, "doubts", "notes"}. Perks are the last rows, with no rating. CSV: a row a change, the same columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from odds.factions.ranking.rows import METRICS
from odds.report.compare import PP
from odds.report.numbers import count, percent, plain
from odds.report.rank import (
    NOTHING,
    doubt_lines,
    edition_of,
    finite,
    gallery_records,
    gallery_text,
    listed_lines,
    number,
    table_text,
)
from odds.report.view import Column, Grid, Line, Page

if TYPE_CHECKING:
    from odds.factions.ranking.gains import Advice, Gain
    from odds.factions.ranking.rows import Row

SCHEMA = 1
HUNDRED = 100
UNRESOLVED = "not resolved"
DIGITS = 3
#: metric -> what a gain is of
GAINS = {
    "injuries": "Injuries of one attack",
    "incapacitated": "P(Incapacitated) of one attack, in pp",
    "attacks": "targets down for each attack",
    "stands": "attacks that the model stands",
}


def page(found: Advice) -> Page:
    """The models as they are, what can be bought, and perks.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from odds.factions.ranking.advise import advised
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "crew.txt")
    ...     _ = file.write_text("Crew: Us\\nPaladin\\n- Super Sledge")
    ...     shown = page(advised(file, at=["E4 A4 L2 HP1"]))
    >>> shown.grids[0].rows[0], shown.grids[1].rows[0][:3]
    (('Paladin', '56', '0.858'), ('Paladin', '+1S', '+10'))
    """
    models = tuple((row.entrant.name, _rating(row), _value(row, found.metric)) for row in found.models)
    title = "stands" if found.metric == "stands" else found.metric
    grids = [Grid((Column("model", "text"), Column("Rating", "key"), Column(title, "exact")), models)]
    worth = [each for each in found.gains if each.counts]
    if worth:
        grids += _bought(found, worth)
    if found.perks:
        grids.append(_perks(found))
    subtitle = f"gains in {GAINS[found.metric]}, per {HUNDRED} points of Rating and per Part"
    return Page(found.checked.crew.name, subtitle, tuple(grids), tuple(_lines(found)))


def _rating(row: Row) -> str:
    return "?" if row.entrant.rating is None else str(row.entrant.rating)


def _value(row: Row, metric: str) -> str:
    if metric == "incapacitated":
        return percent(row.incapacitated, 1)
    return number(getattr(row, metric), DIGITS if metric == "injuries" else 2)


def _bought(found: Advice, gains: Sequence[Gain]) -> Iterator[Grid]:
    """A row a change that has a price; Parts stand apart where intervals take their place."""
    drawn = found.run is not None
    modified = [each for each in gains if each.change.parts]
    columns = [Column("model", "text"), Column("change", "text"), Column("Rating", "key"), *_gain_columns(found)]
    columns += [Column(f"per {HUNDRED}", "exact")]
    rows = []
    for each in gains:
        row = [_marked(each), each.change.text, _cost(each.change.rating), *_gains(each, found)]
        rows.append([*row, _share(each, each.per_rating, HUNDRED, found.metric)])
    shares = [Column("Parts", "key"), Column("per Part", "exact")]
    if modified and not drawn:
        columns += shares
        rows = [[*row, *_of_parts(each, found.metric)] for row, each in zip(rows, gains, strict=True)]
    yield Grid(tuple(columns), tuple(map(tuple, rows)))
    if modified and drawn:
        apart = tuple((_marked(each), each.change.text, *_of_parts(each, found.metric)) for each in modified)
        yield Grid((Column("model", "text"), Column("modification", "text"), *shares), apart)


def _of_parts(each: Gain, metric: str) -> tuple[str, str]:
    return str(each.change.parts or NOTHING), _share(each, each.per_part, 1, metric)


def _perks(found: Advice) -> Grid:
    columns = [Column("model", "text"), Column("perk", "text"), Column("if", "text")]
    columns += _gain_columns(found)
    rows = [
        (_marked(each), each.change.text, ", ".join(each.change.conditions), *_gains(each, found))
        for each in found.perks
    ]
    return Grid(tuple(columns), tuple(rows))


def _gain_columns(found: Advice) -> list[Column]:
    """The columns of a gain: exact, simulated with its interval, or both side by side."""
    if found.run is None:
        return [Column("gain", "exact")]
    drawn = [Column("simulated", "simulated"), Column("95% interval", "interval")]
    return [Column("gain", "exact"), *drawn] if found.method == "both" else drawn


def _gains(each: Gain, found: Advice) -> list[str]:
    """The cells of a gain, as `_gain_columns` heads them."""
    if found.run is None:
        return [signed(each.gain, found.metric)]
    drawn = each.simulated
    value = NOTHING if drawn is None else signed(drawn.value, found.metric)
    seen = [value if each.resolved else UNRESOLVED, _interval(each, found.metric)]
    return [signed(each.gain, found.metric), *seen] if found.method == "both" else seen


def _marked(each: Gain) -> str:
    return f"{each.model} *" if each.doubts else each.model


def _cost(rating: int | None) -> str:
    return "?" if rating is None else f"{rating:+d}"


def signed(value: float, metric: str, digits: int = DIGITS) -> str:
    """A gain with its sign; of probabilities in percentage points.

    Examples
    --------
    >>> signed(0.0312, "incapacitated"), signed(-0.5, "injuries"), signed(0, "injuries"), signed(1e-5, "injuries")
    ('+3.120', '-0.500', '0', '+1.0e-05')
    """
    if value == 0:
        return "0"
    value *= 100 if metric == "incapacitated" else 1
    if round(abs(value), digits) == 0:
        return f"{value:+.1e}"
    return f"{'+' if value > 0 else '-'}{plain(abs(value), digits)}"


def _share(each: Gain, value: float | None, times: int, metric: str) -> str:
    return NOTHING if value is None or not each.resolved else signed(times * value, metric, 2)


def _interval(each: Gain, metric: str) -> str:
    drawn = each.simulated
    if drawn is None or drawn.std_error == 0:
        return NOTHING
    return f"{signed(drawn.low, metric)} to {signed(drawn.high, metric)}"


def _lines(found: Advice) -> Iterator[Line]:
    yield Line(f"{METRICS[found.metric][0].upper()}{METRICS[found.metric][1:]}: mean over {gallery_text(found.foes)}.")
    if found.metric == "attacks":
        yield Line("Gains are in targets down for each attack, one divided by the attacks that it takes.", "note")
    idle: dict[str, list[str]] = {}
    for each in found.gains:
        if not each.counts:
            idle.setdefault(each.model, []).append(each.change.text)
    for model, changes in idle.items():
        yield Line(f"No gain for {model}: {', '.join(changes)}.", "note")
    if found.metric == "incapacitated":
        yield Line(PP, "note")
    if found.perks:
        yield Line("What perks cost is not known.", "note")
    if found.moment.text:
        yield Line(f"Every attack: {found.moment.text}.")
    yield Line(f"Edition {edition_of(found.rules)}.")
    if found.run is not None:
        run = found.run
        yield Line(f"Simulated: {count(run.trials)} trials for each change and target, seed {run.seed}.", "note")
    else:
        yield Line("Exact." if found.method == "exact" else "Nothing to simulate: no change changes an attack.", "note")
    perks = sum(each.kind == "perk" for each in found.refusals)
    if perks:
        yield Line(f"Perks whose requirement is not met: {perks}, see --json.", "note")
    sentences = tuple(f"{each.change}: {each.sentence}" for each in found.refusals if each.kind != "perk")
    yield from listed_lines("Not allowed", sentences, "note")
    if any(each.doubts for each in (*found.gains, *found.perks)):
        yield Line("* uses a value that is in doubt.", "doubt")
    yield from doubt_lines(found)
    yield from listed_lines("Note", found.notes, "note")


# ---------------------------------------------------------------------------------------------- for programs
def as_json(found: Advice) -> str:
    """Advice as JSON text."""
    run = found.run
    made = {
        "schema": SCHEMA,
        "crew": found.checked.crew.name,
        "metric": found.metric,
        "method": found.method,
        "edition": found.rules.edition,
        "rules": dict(found.rules.changed),
        "every_attack": found.moment.text,
        "gallery": gallery_records(found.foes),
        "models": [
            {"model": row.entrant.name, "rating": row.entrant.rating, "value": row.value(found.metric)}
            for row in found.models
        ],
        "rows": found.records(),
        "refused": [{"model": each.model, "change": each.change, "sentence": each.sentence} for each in found.refusals],
        "simulation": None if run is None else {"trials": run.trials, "seed": run.seed, "engine": run.engine},
        "doubts": list(found.doubts),
        "notes": list(found.notes),
    }
    return json.dumps(finite(made), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(found: Advice) -> str:
    """Advice as CSV text, a row a change."""
    return table_text(found.records())
