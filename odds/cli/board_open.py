"""`odds board open`: the bullets of an open test of the board game."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from odds.cli.ask import ask
from odds.cli.board_values import BONUS, FACES, OF_THE_BOARD, REROLLS, board_test
from odds.cli.emit import Output
from odds.cli.options import Options, Text

HELP = """An open test: three V.A.T.S. dice for as many bullets as can be.

For example: odds board open --rerolls 1."""


@OF_THE_BOARD
def command(
    rerolls: Annotated[Text, REROLLS] = None,
    bonus: Annotated[Text, BONUS] = None,
    faces: Annotated[Text, FACES] = None,
    *,
    options: Options,
) -> int:
    """Answers an open test."""
    asked, notes = question(locals(), options)
    output = Output(options)
    code = ask(asked, notes, options, output)
    output.finish()
    return code


def question(given: Mapping[str, Any], options: Options) -> tuple[Any, Sequence[str]]:
    """The open test that was typed, and what had to be assumed."""
    return board_test(None, given, options), ()
