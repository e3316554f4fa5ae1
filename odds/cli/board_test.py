"""`odds board test`: the chance to pass a test of the board game."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from odds.cli.ask import ask
from odds.cli.board_values import BONUS, FACES, OF_THE_BOARD, REROLLS, board_test
from odds.cli.emit import Output
from odds.cli.options import Options, Text
from odds.cli.values import shown, whole
from odds.core.errors import OddsError

HELP = """The chance to pass a test: three V.A.T.S. dice, as many bullets as its number or more.

For example: odds board test 4 --rerolls 2. The answer says which dice to roll again and what Well Rested is worth."""


@OF_THE_BOARD
def command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="NUMBER", help="The number to reach.", show_default=False)
    ] = None,
    rerolls: Annotated[Text, REROLLS] = None,
    bonus: Annotated[Text, BONUS] = None,
    faces: Annotated[Text, FACES] = None,
    *,
    options: Options,
) -> int:
    """Answers a test."""
    asked, notes = question(locals(), options)
    output = Output(options)
    code = ask(asked, notes, options, output)
    output.finish()
    return code


def question(given: Mapping[str, Any], options: Options) -> tuple[Any, Sequence[str]]:
    """The test that was typed, and what had to be assumed."""
    from odds.boardgame.tests.rules import MOST_NUMBER

    text = " ".join(given["words"] or ()).strip()
    if not text:
        raise OddsError("a test needs the number of bullets to reach: write for example odds board test 4")
    if not text[0].isdigit():
        raise OddsError(
            f"{shown(text)} is no test of the board game: write odds board test 4, odds board open or fight"
        )
    return board_test(whole(text, "the number of a test", 1, MOST_NUMBER), given, options), ()
