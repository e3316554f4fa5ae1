"""What the board game's commands share: re-rolls, faces, rules."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from odds.cli.options import Options, options_for
from odds.cli.values import shown, whole
from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.boardgame.faces import FaceTable
    from odds.boardgame.tests.rules import BoardTest
    from odds.core.switches import Rules

DICE = "The dice"


def option(name: str, about: str, panel: str = DICE, metavar: str = "N") -> Any:
    """An option of the board game."""
    return typer.Option(name, help=about, metavar=metavar, rich_help_panel=panel, show_default=False)


OF_THE_BOARD = options_for(without=("edition",))  # the decorator of its commands: there is one edition
REROLLS = option("--rerolls", "Re-rolls: letters you own, and Well Rested; each of any dice.")
BONUS = option("--bonus", "Bullets added to the roll.")
FACES = option("--faces", 'Your own faces: a .toml file, or six as in "head 0, arms 1, ...".', metavar="FACES")


def number(text: str | None, name: str, least: int, most: int) -> int:
    """An option's whole number; 0 if it was not given.

    Raises
    ------
    OddsError
        If it is no whole number within the bounds.
    """
    return whole(text, f"--{name.replace('_', '-')}", least, most) or 0


def rules(options: Options) -> "Rules":
    """The rule switches.

    Raises
    ------
    OddsError
        If one is unknown, or an edition is asked for.
    """
    from odds.boardgame.switches import BOOK

    if options.edition is not None:
        raise OddsError("the board game has one edition: leave out --edition")
    return BOOK.rules(None, options.switches())


def faces(text: str | None) -> "FaceTable | None":
    """The faces of a file, or written out; None if none were given.

    Raises
    ------
    OddsError
        If there is no such file, or what is written is no list of six faces.

    Examples
    --------
    >>> faces("head 0, arms 1, arms 0, body 2, body 1, body 0").areas
    ('head', 'arms', 'body')
    """
    from odds.boardgame.faces import load_faces, read_faces

    if text is None:
        return None
    if text.lower().endswith(".toml"):
        return load_faces(text)
    if "," not in text:
        raise OddsError(f'--faces must be a .toml file or six faces as in "head 0, arms 1, ...", not {shown(text)}')
    return read_faces(text)


def board_test(target: int | None, given: Mapping[str, Any], options: Options) -> "BoardTest":
    """A test with a number to reach, or an open one, from what was typed.

    Raises
    ------
    OddsError
        If something is out of range.

    Examples
    --------
    >>> board_test(4, {"rerolls": "1", "bonus": None, "faces": None}, Options()).text
    'board test 4 --rerolls 1'
    """
    from odds.boardgame.checks import MOST_REROLLS
    from odds.boardgame.tests.rules import MOST_BONUS, BoardTest

    return BoardTest(
        target,
        number(given["rerolls"], "rerolls", 0, MOST_REROLLS),
        number(given["bonus"], "bonus", 0, MOST_BONUS),
        faces(given["faces"]),
        rules(options),
    )
