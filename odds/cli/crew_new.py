"""`odds crew new`: the first draft of a crew file."""

from pathlib import Path
from typing import Annotated

import typer

from odds.cli.crew import Catalogues, File
from odds.core.errors import OddsError

HELP = """The first draft of a crew file: the faction's cheapest Leader, and its units and weapon sets as comments.

For example: odds crew new minutemen.toml --faction survivors --name Minutemen."""


def command(
    file: File = None,
    faction: Annotated[
        str | None, typer.Option("--faction", help="The crew's faction.", metavar="NAME", show_default=False)
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="The crew's name; the file's if left out.", metavar="TEXT", show_default=False),
    ] = None,
    catalogue: Catalogues = None,
) -> int:
    """Writes a draft."""
    from odds.core.files import write_whole
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.crews.imports.found import clean
    from odds.factions.crews.template import draft

    if file is None or faction is None:
        raise OddsError("a file and a faction are needed: odds crew new minutemen.toml --faction survivors")
    if Path(file).suffix.lower() != ".toml":
        raise OddsError(f"a crew file must end in .toml, not as {file} does")
    if Path(file).exists():
        raise OddsError(f"{file} exists: choose another name, nothing is overwritten")
    book = load(*(catalogue or ()))
    text = draft(faction, clean(Path(file).stem if name is None else name, "--name"), book)
    write_whole(file, text.encode())
    print(f"{file}: a crew of {book.faction(faction)}. Add models, then: odds crew check {file}")
    return 0
