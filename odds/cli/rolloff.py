"""`odds rolloff`: who wins a Roll Off."""

from typing import Annotated

import typer

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, options_for
from odds.cli.values import whole

HELP = """Who wins a Roll Off: everybody rolls one die, the lowest wins, ties for lowest roll again.

For example: odds rolloff; odds rolloff 3 players, reroll; odds rolloff --players 3 --reroll.

With a re-roll player 1 may roll his die again once, and does so whenever it helps."""


@options_for(without=("edition", "rule", "explain"))  # it is the same in every edition, and one step long
def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="Such as 3 players, reroll; 2 players if left out.", show_default=False),
    ] = None,
    players: Annotated[
        Text, typer.Option("--players", help="How many roll, 2 (default) to 6.", metavar="N", show_default=False)
    ] = None,
    reroll: Annotated[bool, typer.Option("--reroll", help="Player 1 may re-roll once.", show_default=False)] = False,
    *,
    options: Options,
) -> int:
    """Answers a Roll Off."""
    from odds.factions.rolloff.query import parse
    from odds.factions.rolloff.rules import MOST_PLAYERS

    output = Output(options)
    roll_off = parse(" ".join(words or ()), players=whole(players, "--players", 2, MOST_PLAYERS), reroll=reroll)
    code = ask(roll_off, (), options, output)
    output.finish()
    return code
