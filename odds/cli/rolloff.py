"""`odds rolloff`: who wins a Roll Off."""

from typing import Annotated

import typer

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, takes_options
from odds.cli.values import whole
from odds.core.errors import OddsError

HELP = """Who wins a Roll Off: everybody rolls one die, the lowest wins, ties for lowest roll again.

With --reroll player 1 may re-roll his die once, and does so whenever it helps."""


@takes_options
def command(
    players: Annotated[
        Text, typer.Option("--players", help="How many roll, 2 (default) to 6.", metavar="N", show_default=False)
    ] = None,
    reroll: Annotated[bool, typer.Option("--reroll", help="Player 1 may re-roll once.", show_default=False)] = False,
    *,
    options: Options,
) -> int:
    """Answers a Roll Off."""
    from odds.factions.rolloff.rules import MOST_PLAYERS, RollOff

    if options.edition is not None or options.rule:
        raise OddsError("a Roll Off is the same in every edition: leave out --edition and --rule")
    output = Output(options)
    code = ask(RollOff(whole(players, "--players", 2, MOST_PLAYERS) or 2, reroll), (), options, output)
    output.finish()
    return code
