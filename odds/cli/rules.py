"""`odds rules`: the editions of the rules and the switches for what can be read in two ways."""

import sys

HELP = "Editions of the rules and rule switches, with defaults and sources."


def command() -> int:
    """Lists editions and switches."""
    from odds.factions.switches import BOOK
    from odds.report.table import write
    from odds.report.view import Column, Grid, Line, Page

    editions = [(name, about + (" (default)" if name == BOOK.default else "")) for name, about in BOOK.editions.items()]
    grid = Grid((Column("edition", "name"), Column("what it is", "text")), tuple(editions))
    write(Page("Editions", grids=(grid,), lines=(Line("Choose one with --edition NAME.", "note"),)), sys.stdout)
    for switch in BOOK.switches:
        rows = []
        for value, meaning in switch.values.items():
            where = [edition for edition in BOOK.editions if switch.defaults[edition] == value]
            default = "every edition" if len(where) == len(BOOK.editions) else ", ".join(where) or "no edition"
            rows.append((f"{switch.name}={value}", meaning, default))
        columns = (Column("--rule", "name"), Column("meaning", "text"), Column("default in", "text"))
        sys.stdout.write("\n")
        source = Line(f"Source: {switch.source}.", "note")
        write(Page(switch.name, switch.about, (Grid(columns, tuple(rows)),), (source,)), sys.stdout)
    return 0
