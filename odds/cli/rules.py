"""`odds rules`: the editions of the rules and the switches for what can be read in two ways."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from odds.core.errors import OddsError
from odds.core.text import closest, listed, quoted

if TYPE_CHECKING:
    from odds.core.switches import Book

HELP = """Editions of the rules and rule switches, with defaults and sources.

For example: odds rules; odds rules board; odds rules --effects."""

#: game -> what it is called, and the module that holds its book
BOOKS = {
    "factions": ("Fallout: Factions", "odds.factions.switches"),
    "board": ("Fallout: The Board Game", "odds.boardgame.switches"),
    "pnp": ("Fallout PnP", "odds.pnp.switches"),
}


def command(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=f"{listed(list(BOOKS))}; all if left out.", show_default=False)
    ] = None,
    effects: Annotated[
        bool,
        typer.Option("--effects", help="Perks, chems and ploys instead: what becomes of each.", show_default=False),
    ] = False,
) -> int:
    """Lists editions and switches of one game, or of all; or the named effects of Fallout: Factions."""
    if effects:
        if game is not None and game.lower() != "factions":
            raise OddsError(f"named effects are those of Fallout: Factions: leave out {quoted(game)}")
        return _effects()
    if game is not None and game.lower() not in BOOKS:
        near = closest(game.lower(), BOOKS)
        hint = f"did you mean {near}?" if near else f"use {listed(list(BOOKS))}"
        raise OddsError(f"unknown game {quoted(game)}: {hint}")
    for number, name in enumerate([game.lower()] if game else BOOKS):
        title, module = BOOKS[name]
        if number:
            sys.stdout.write("\n")
        _list(title, import_module(module).BOOK)
    return 0


def _effects() -> int:
    from odds.factions.effects.listing import listing
    from odds.report.table import write
    from odds.report.view import Column, Grid, Line, Page

    columns = (Column("effect", "name"), Column("kind", "text"), Column("part of", "text"), Column("what", "text"))
    rows = tuple(
        (row.name, row.kind, row.status, row.about + (f" (needs {row.needs})" if row.needs else ""))
        for row in listing()
        if row.status != "out of scope"
    )
    without: dict[str, list[str]] = {}
    for row in listing():
        if row.status == "out of scope":
            without.setdefault(row.about, []).append(row.name)
    known = sum(row.status in ("Test", "attack") for row in listing())
    lines = (
        Line(f"{known} are known by name in a Test or an attack: odds 6S S6 L3 melee with Psycho and Big Leagues."),
        Line("numbers: not by name, but with the numbers or options given here.", "note"),
        *(Line(f"Out of scope ({why}): {', '.join(names)}.", "note") for why, names in without.items()),
        Line("Source: cards in their newest printing, as reported by players, unofficial.", "note"),
    )
    write(Page("Perks, chems and ploys", "Fallout: Factions", (Grid(columns, rows),), lines), sys.stdout)
    return 0


def _list(title: str, book: "Book") -> None:
    from odds.report.table import write
    from odds.report.view import Column, Grid, Line, Page

    editions = [(name, about + (" (default)" if name == book.default else "")) for name, about in book.editions.items()]
    grid = Grid((Column("edition", "name"), Column("what it is", "text")), tuple(editions))
    hint = (Line("Choose one with --edition NAME.", "note"),) * (len(editions) > 1)
    write(Page(f"Editions of {title}", grids=(grid,), lines=hint), sys.stdout)
    for switch in book.switches:
        rows = []
        for value, meaning in switch.values.items():
            where = [edition for edition in book.editions if switch.defaults[edition] == value]
            default = "every edition" if len(where) == len(book.editions) else ", ".join(where) or "no edition"
            rows.append((f"{switch.name}={value}", meaning, default))
        columns = (Column("--rule", "name"), Column("meaning", "text"), Column("default in", "text"))
        sys.stdout.write("\n")
        source = Line(f"Source: {switch.source}.", "note")
        write(Page(switch.name, switch.about, (Grid(columns, tuple(rows)),), (source,)), sys.stdout)
