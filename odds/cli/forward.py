"""`odds forward`: Failing Forward, the chance that the crew's 1 XP has been earned after each Test."""

from typing import Annotated

import typer

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, takes_options
from odds.core.errors import OddsError

HELP = """Failing Forward: the chance that the crew's 1 XP has been earned after each of these Tests.

For example: odds forward "Confusion I3 L1" "4P P4 L2" "6S S6 L3". Each Test in quotes, in the order they are made."""


@takes_options
def command(
    queries: Annotated[
        list[str] | None, typer.Argument(metavar="QUERY...", help="The Tests, each in quotes.", show_default=False)
    ] = None,
    *,
    options: Options,
) -> int:
    """Answers a row of Tests."""
    from odds.factions.forward.rules import Forward
    from odds.factions.special.query import read

    texts = [part for query in queries or () for part in query.rstrip("; ").split(";")]
    if not texts:
        raise OddsError('the Tests are missing: write for example  odds forward "Confusion I3 L1" "4P P4 L2"')
    readings = []
    for number, text in enumerate(texts, 1):
        try:
            readings.append(read(text, edition=options.edition, rules=options.switches()))
        except OddsError as error:
            raise OddsError(f"Test {number}: {error}") from error
    notes = tuple(dict.fromkeys(note for reading in readings for note in reading.notes))
    output = Output(options)
    code = ask(Forward(tuple(reading.test for reading in readings)), notes, options, output)
    output.finish()
    return code
