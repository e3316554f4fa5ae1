"""`odds crew`: crews of one's own, checked against the limits; the crew builders' files are read, too."""

from typing import Annotated

import typer

HELP = """Crews: draft, show, check, import, rank and improve.

For example: odds crew new minutemen.toml --faction survivors; odds crew check minutemen.toml; odds crew show army.json;
odds crew import army.rosz --output army.toml.

A crew file is TOML. Files of crew builders are recognised by their content: JSON share snapshots and saved lists,
BattleScribe rosters (.ros, .rosz), plain text."""

#: what is done with a crew -> its module; the first is meant if none is named
KINDS = {
    "show": "odds.cli.crew_show",
    "check": "odds.cli.crew_check",
    "new": "odds.cli.crew_new",
    "import": "odds.cli.crew_import",
    "rank": "odds.cli.crew_rank",
    "advise": "odds.cli.crew_advise",
}

File = Annotated[str | None, typer.Argument(metavar="FILE", help="The crew.", show_default=False)]
List = Annotated[
    str | None,
    typer.Option("--list", help="Which of several saved lists.", metavar="NAME", show_default=False),
]
Faction = Annotated[
    str | None,
    typer.Option("--faction", help="The faction, where a file does not say.", metavar="NAME", show_default=False),
]
Catalogues = Annotated[
    list[str] | None,
    typer.Option("--catalogue", help="A TOML file with rows of your own; repeatable.", metavar="FILE"),
]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of tables.")]
Csv = Annotated[bool, typer.Option("--csv", help="CSV instead of tables.")]
Target = Annotated[
    str | None,
    typer.Option("--output", help="Write to this file, whole or not at all.", metavar="FILE", show_default=False),
]
