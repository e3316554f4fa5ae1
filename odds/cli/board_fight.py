"""`odds board fight`: kill and damage in a fight of the board game."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from odds.cli.ask import ask
from odds.cli.board_values import FACES, OF_THE_BOARD, REROLLS, number, option, rules
from odds.cli.board_values import faces as read_faces
from odds.cli.emit import Output
from odds.cli.options import Options, Text, Texts
from odds.cli.values import whole
from odds.core.errors import OddsError

HELP = """A fight: kill and damage jointly, which dice to roll again, what Well Rested is worth, fights to a kill.

For example: odds board fight --level 2 --weak body --rerolls 1 --armor 1."""

ENEMY, SURVIVOR, GOAL = "The enemy", "The survivor", "The goal"


@OF_THE_BOARD
def command(
    level: Annotated[
        Text, option("--level", "The enemy's level: hits that kill it, HP each of its hits costs.", ENEMY)
    ] = None,
    weak: Annotated[Texts, option("--weak", "Its weak areas: head, arms, body; repeatable.", ENEMY, "AREA")] = None,
    enemy_armor: Annotated[Text, option("--enemy-armor", "Its armor icons.", ENEMY)] = None,
    enemy_bonus: Annotated[Text, option("--enemy-bonus", "Its extra hits for range.", ENEMY)] = None,
    armor: Annotated[Text, option("--armor", "Hits that your armor cancels.", SURVIVOR)] = None,
    survivor_bonus: Annotated[Text, option("--survivor-bonus", "Your extra hits for range.", SURVIVOR)] = None,
    hp: Annotated[
        Text,
        option(
            "--hp",
            "Your HP above the rads: who dies kills nothing. If not given, one fight asks for none; fights in a row "
            "and the goal survive take 16.",
            SURVIVOR,
        ),
    ] = None,
    goal: Annotated[Text, option("--goal", "kill (default), safe, weighted or survive.", GOAL, "GOAL")] = None,
    weight: Annotated[
        Text, option("--weight", "What a point of damage costs of a kill (weighted; 0.1).", GOAL, "X")
    ] = None,
    rerolls: Annotated[Text, REROLLS] = None,
    faces: Annotated[Text, FACES] = None,
    *,
    options: Options,
) -> int:
    """Answers a fight."""
    asked, notes = question(locals(), options)
    output = Output(options)
    code = ask(asked, notes, options, output)
    output.finish()
    return code


def question(given: Mapping[str, Any], options: Options) -> tuple[Any, Sequence[str]]:
    """The fight that was typed, and what had to be assumed."""
    from odds.boardgame.fights.rules import BOUNDS, MOST_HP, BoardFight, read_weight

    if given["level"] is None:
        raise OddsError("a fight needs the enemy's level: add for example --level 2")
    if not given["weak"]:
        raise OddsError("a fight needs the enemy's weak areas: add for example --weak body")
    fight = BoardFight(
        **{name: number(given[name], name, *bounds) for name, bounds in BOUNDS.items()},
        weak=tuple(re.findall(r"[^,\s]+", ",".join(given["weak"]))),
        hp=whole(given["hp"], "--hp", 1, MOST_HP),
        goal=(given["goal"] or "kill").lower(),
        weight=None if given["weight"] is None else read_weight(given["weight"]),
        faces=read_faces(given["faces"]),
        rules=rules(options),
    )
    notes = [f"no face of {fight.table.name} shows {area}" for area in fight.weak if area not in fight.table.areas]
    if given["hp"] is None and fight.goal == "survive":
        notes.append(f"without --hp the survivor has {fight.hp}, as at the start of the game")
    return fight, notes
