"""`odds volley`: several attackers on one target: in which order, and who should support instead."""

from typing import Annotated

import typer

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, takes_options

HELP = """Several attackers, one target: does it go down, in which order, and who should support instead?

For example: odds volley --at "E6 HP2" "4P P4 L2" "5S S5 L2 crit Maim". Each attacker in quotes, a Test or a model with
its weapon ("Master with Super Sledge"); each attacks once. The Test of that name is odds test Volley."""


@takes_options
def command(
    attackers: Annotated[
        list[str] | None,
        typer.Argument(metavar="ATTACKER...", help="The attackers, each in quotes, in order.", show_default=False),
    ] = None,
    at: Annotated[
        Text,
        typer.Option(
            "--at", help='The target, such as "E6 HP3 harm 2 power armor".', metavar="TARGET", show_default=False
        ),
    ] = None,
    play: Annotated[
        Text,
        typer.Option(
            "--play",
            help="Whose ends, metrics and trials are shown: given (default), best or adaptive.",
            metavar="HOW",
            show_default=False,
        ),
    ] = None,
    *,
    options: Options,
) -> int:
    """Answers a volley."""
    from odds.factions.volleys.policy import check
    from odds.factions.volleys.query import read_volley

    reading = read_volley(attackers or (), at, play, edition=options.edition, rules=options.switches())
    check(reading.volley)
    output = Output(options)
    code = ask(reading.volley, reading.notes, options, output)
    output.finish()
    return code
