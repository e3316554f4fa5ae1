"""`odds board open`: the bullets of an open test of the board game."""

from typing import Annotated

from odds.cli.board_values import BONUS, FACES, REROLLS, board_test
from odds.cli.options import Options, Text, takes_options

HELP = """An open test: three V.A.T.S. dice for as many bullets as can be.

For example: odds board open --rerolls 1."""


@takes_options
def command(
    rerolls: Annotated[Text, REROLLS] = None,
    bonus: Annotated[Text, BONUS] = None,
    faces: Annotated[Text, FACES] = None,
    *,
    options: Options,
) -> int:
    """Answers an open test."""
    return board_test(None, rerolls, bonus, faces, options)
