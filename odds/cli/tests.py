"""`odds tests`: the Tests that the rules name."""

import sys

HELP = "The Tests that the rules name, with Pool Size and statistic."


def command() -> int:
    """Lists the named Tests."""
    from odds.factions.special.named import NAMED_TESTS
    from odds.factions.special.rules import STATISTICS
    from odds.report.table import write
    from odds.report.view import Column, Grid, Line, Page

    rows = []
    for test in NAMED_TESTS:
        when = ", ".join(filter(None, [test.when, test.edition and f"edition {test.edition}"]))
        rows.append((test.name, test.notation, "any" if test.stat is None else STATISTICS[test.stat], when))
    columns = (Column("Test", "name"), Column("notation", "key"), Column("statistic", "name"), Column("which", "text"))
    hint = Line("Ask for one by its name: odds Confusion I4; odds test Luck L3. X: written out, such as 6S.", "note")
    write(Page("The named Tests", grids=(Grid(columns, tuple(rows)),), lines=(hint,)), sys.stdout)
    return 0
