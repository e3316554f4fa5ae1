"""A crew as a page, JSON and CSV.

JSON: {"schema": 1, "crew": {"name", "faction", "tier", "limit", "kind"}, "rating", "grunts", "champions", "leaders",
"models": [{"model", "unit", "faction", "name", "count", "role", "leader", "active", "S" to "L", "HP", "weapons",
"perks", "chems", "rating", "set"}], "problems": [{"rule", "model", "sentence"}], "doubts", "unknown", "notes"}. A
model's numbers are those of one model, upgrades included; "rating" is null where there is none.
"""

from __future__ import annotations

import csv
import io
import json

from odds.factions.crews.checking import Checked
from odds.factions.crews.fielding import Fielded
from odds.report.view import Column, Grid, Line, Page

SCHEMA = 1


def page(checked: Checked, kind: str) -> Page:
    """The models of a crew, its totals, and what is unknown or disputed.

    Parameters
    ----------
    checked
        The crew.
    kind
        What its file was recognised as.

    Examples
    --------
    >>> from odds.factions.crews.checking import check_crew
    >>> from odds.factions.crews.crew import Crew, Member
    >>> shown = page(check_crew(Crew("Us", "Zetans", (Member("Alien Drone", weapons=("Alien Laser",)),))), "crew file")
    >>> shown.grids[0].rows[0][:4], shown.grids[0].rows[0][-1]
    (('Alien Drone', '1', '2 4 6 1 1 4 1', '3'), '30')
    """
    columns = (
        Column("model", "text"),
        Column("n", "key"),
        Column("S P E C I A L", "key"),
        Column("HP", "key"),
        Column("weapons", "text"),
        Column("has besides", "text"),
        Column("Rating", "key"),
    )
    grids = (Grid(columns, tuple(_row(each) for each in checked.models)),) if checked.models else ()
    lines = [Line(_totals(checked))]
    if checked.problems:
        number = len(checked.problems)
        lines.append(Line(f"{number} broken limit{'s' * (number > 1)}: see odds crew check.", "doubt"))
    return Page(checked.crew.name, _subtitle(checked, kind), grids, (*lines, *_remarks(checked)))


def verdict(checked: Checked, kind: str) -> Page:
    """The limits that a crew breaks, or that it keeps them all."""
    grids: tuple[Grid, ...] = ()
    if checked.problems:
        rows = tuple((problem.rule, problem.sentence) for problem in checked.problems)
        grids = (Grid((Column("limit", "name"), Column("what is wrong", "text")), rows),)
    number = len(checked.problems)
    kept = (
        Line(f"{number} {'limits are' if number > 1 else 'limit is'} broken.", "alarm")
        if number
        else Line("All limits are kept.", "good")
    )
    lines = (Line(_totals(checked)), kept, *_remarks(checked))
    return Page(checked.crew.name, _subtitle(checked, kind), grids, lines)


def comments(checked: Checked, kind: str) -> list[str]:
    """What stands above an imported crew: where it comes from, what is unknown or doubtful.

    Examples
    --------
    >>> from odds.factions.crews.checking import check_crew
    >>> from odds.factions.crews.crew import Crew, Member
    >>> comments(check_crew(Crew("Us", "Zetans", (Member("Alien Drone", weapons=("Ray Gun",)),))), "plain text")[1]
    'Unknown: Alien Drone: weapon Ray Gun (no profile)'
    """
    article = "a saved list" if kind == "saved list" else kind if kind == "plain text" else f"a {kind}"
    return [
        f"Imported from {article}.",
        *(f"Unknown: {text}" for text in checked.unknown),
        *(f"In doubt: {text}" for text in checked.doubts),
    ]


def as_json(checked: Checked, kind: str) -> str:
    """A crew as JSON text."""
    crew = checked.crew
    made = {
        "schema": SCHEMA,
        "crew": {
            "name": crew.name,
            "faction": checked.faction,
            "tier": crew.tier,
            "limit": crew.rating_limit,
            "kind": kind,
        },
        "rating": checked.rating,
        "grunts": checked.count("Grunt"),
        "champions": checked.count("Champion"),
        "leaders": checked.leaders,
        "models": [each.row() for each in checked.models],
        "problems": [
            {"rule": problem.rule, "model": problem.model or None, "sentence": problem.sentence}
            for problem in checked.problems
        ],
        "doubts": list(checked.doubts),
        "unknown": list(checked.unknown),
        "notes": list(crew.notes),
    }
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(checked: Checked) -> str:
    """A crew as CSV text, a row for each entry, with the columns of the JSON's models."""
    rows = [each.row() for each in checked.models]
    text = io.StringIO()
    names = list(rows[0]) if rows else ["model"]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: "; ".join(value) if isinstance(value, list) else value for name, value in row.items()})
    return text.getvalue()


def _row(each: Fielded) -> tuple[str, ...]:
    member, model = each.member, each.model
    added = [perk for perk in model.perks if perk not in model.unit.perks]
    raised = [f"{by:+d}{what}" for what, by in member.upgrades]
    name = f"{member.label}{' (Leader)' if each.leads else ''}{'' if member.active else ' (not fielded)'}"
    return (
        name,
        str(member.count),
        " ".join(map(str, model.special)),
        str(model.health),
        ", ".join(member.weapons),
        ", ".join((*raised, *added, *model.chems)),
        "?" if each.rating is None else str(each.rating),
    )


def _subtitle(checked: Checked, kind: str) -> str:
    return f"{checked.faction}, Tier {checked.crew.tier}; read from: {kind}"


def _totals(checked: Checked) -> str:
    limit = checked.crew.rating_limit
    most = f" of {limit}" if limit is not None else ""
    counts = (("Grunt", checked.count("Grunt")), ("Champion", checked.count("Champion")), ("Leader", checked.leaders))
    models = ", ".join(f"{number} {word}{'s' * (number != 1)}" for word, number in counts)
    return f"Rating {checked.rating}{most}; {models}."


def _remarks(checked: Checked) -> list[Line]:
    return [
        *(Line(f"In doubt: {text}.", "doubt") for text in checked.doubts),
        *(Line(f"Unknown: {text}.", "doubt") for text in checked.unknown),
        *(Line(f"Note: {text}", "note") for text in checked.crew.notes),
        *(
            Line(f"Note on {each.member.label}: {text}", "note")
            for each in checked.models
            for text in each.member.notes
        ),
    ]
