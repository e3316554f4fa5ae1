"""`odds catalogue`: units, weapon sets, weapons, modifications, perks and chems by name."""

from __future__ import annotations

from typing import Annotated

import typer

from odds.core.errors import OddsError

HELP = """Units, weapons, weapon sets, mods, perks and chems: what the catalogue holds.

For example: odds catalogue units --faction survivors; odds catalogue weapons "combat rifle".

A * marks values on which printings of 2026 disagree. Rows of your own: a TOML file with tables such as weapon,
named by --catalogue FILE or by the environment variable ODDS_CATALOGUE."""


def command(
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND", help="units, weapons, sets, mods, perks, chems, limits or upgrades.", show_default=False
        ),
    ] = None,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="Only rows of this name.", show_default=False),
    ] = None,
    faction: Annotated[
        str | None, typer.Option("--faction", help="Only what this faction has.", metavar="NAME", show_default=False)
    ] = None,
    catalogue: Annotated[
        list[str] | None,
        typer.Option("--catalogue", help="A TOML file with rows of your own; repeatable.", metavar="FILE"),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON instead of tables.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="CSV instead of tables.")] = False,
    output: Annotated[
        str | None, typer.Option("--output", help="Write to this file, whole or not at all.", metavar="FILE")
    ] = None,
) -> int:
    """Lists rows of the catalogue."""
    from odds.factions.catalogue.catalogue import KINDS
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.catalogue.selection import chosen, known_kind
    from odds.report import catalogue as report
    from odds.report.deliver import deliver

    if json and csv:
        raise OddsError("give either --json or --csv, not both")
    if kind is None:
        raise OddsError(f"say what of: odds catalogue {'|'.join(KINDS)}")
    book = load(*(catalogue or ()))
    if names and not " ".join(names).strip():
        raise OddsError("the name is empty: write it, or leave it out for all rows")
    rows = chosen(book, kind, " ".join(names or ()), faction)
    kind = known_kind(kind)
    if json:
        deliver(report.as_json(kind, rows), output)
    elif csv:
        deliver(report.as_csv(kind, rows), output)
    else:
        deliver(report.page(kind, rows, book.faction(faction) if faction else ""), output)
    return 0
