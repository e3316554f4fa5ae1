"""`odds pnp attack`: hits, Criticals, damage, and how long the target lives."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, Texts, takes_options
from odds.cli.pnp_values import flag, missing, number, rules_in_force, signed
from odds.core.errors import OddsError

HELP = """An attack with 3d6: hits, Criticals, damage, and how many attacks it takes to kill.

For example: odds pnp attack --bonus 5 --defense 15 --rof 3 --damage 2d6 --dt 4; the same with --hp 12 --lethal 5,
or with --called head --action reroll."""

#: fields that could be left out; those of one group go together
LEAVABLE = (
    *((name,) for name in ("rof", "penalties", "dt", "edt", "ap", "armor_vulnerable", "luck", "lucky", "brutal")),
    *((name,) for name in ("burning", "lethal", "spread", "splash", "warm_up", "cover", "height", "visibility")),
    *((name,) for name in ("lobbed", "two_weapons", "vats", "actions")),
    ("distance", "min_range", "max_range"),
    ("called", "vats"),
)
WEAPON, TARGET, SITUATION, SPEND = "The weapon", "The target", "The situation", "Action points"


@takes_options
def command(  # noqa: PLR0913, PLR0917 - one parameter an option is how Typer takes them
    bonus: Annotated[Text, number("--bonus", "Attack bonus in all.", WEAPON)] = None,
    rof: Annotated[Text, number("--rof", "Rate of Fire; 1 if not given.", WEAPON)] = None,
    penalties: Annotated[Text, number("--penalties", "Of the shots: 0/3/6 (default).", WEAPON, "N/N/N")] = None,
    damage: Annotated[Text, number("--damage", "Such as 2d6, 3d6+2, 2d4+2d8e (e: energy).", WEAPON, "DICE")] = None,
    ap: Annotated[Text, number("--ap", "Armor Piercing.", WEAPON)] = None,
    armor_vulnerable: Annotated[Text, number("--armor-vulnerable", "It multiplies the DT.", WEAPON, "X")] = None,
    luck: Annotated[Text, number("--luck", "Luck of the attacker.", WEAPON)] = None,
    lucky: Annotated[Text, number("--lucky", "The weapon's Lucky.", WEAPON)] = None,
    brutal: Annotated[Text, number("--brutal", "Brutal: more than double on a Critical.", WEAPON, "X")] = None,
    burning: Annotated[Text, number("--burning", "Burning: damage of the fire a turn.", WEAPON)] = None,
    lethal: Annotated[Text, number("--lethal", "Lethal: hit points that may be left.", WEAPON)] = None,
    spread: Annotated[Text, number("--spread", "Spread: neighbors hit as well.", WEAPON)] = None,
    splash: Annotated[Text, number("--splash", "Splash, so far from its center.", WEAPON, "FEET")] = None,
    warm_up: Annotated[Text, number("--warm-up", "Rounds of Warm-Up, this one too.", WEAPON, "ROUNDS")] = None,
    min_range: Annotated[Text, number("--min-range", "Least range of the weapon.", WEAPON, "FEET")] = None,
    max_range: Annotated[Text, number("--max-range", "Greatest range of the weapon.", WEAPON, "FEET")] = None,
    defense: Annotated[Text, number("--defense", "Defense.", TARGET)] = None,
    dt: Annotated[Text, number("--dt", "DT against physical damage.", TARGET)] = None,
    edt: Annotated[Text, number("--edt", "DT against energy and fire; --dt if not given.", TARGET)] = None,
    hp: Annotated[Text, number("--hp", "Hit points: kill, cripple, attacks to kill.", TARGET)] = None,
    turns: Annotated[Text, number("--turns", "Attacks in a row to look at; 5.", TARGET)] = None,
    cover: Annotated[Text, number("--cover", "light or heavy.", SITUATION, "KIND")] = None,
    height: Annotated[Text, number("--height", "above, or drop:FEET for a drop attack.", SITUATION, "KIND")] = None,
    visibility: Annotated[Text, number("--visibility", "obscured, heavy or none.", SITUATION, "KIND")] = None,
    distance: Annotated[Text, number("--range", "Distance of the target.", SITUATION, "FEET")] = None,
    called: Annotated[Text, number("--called", "arm, leg or head.", SITUATION, "LIMB")] = None,
    lobbed: Annotated[bool, flag("--lobbed", "Over full cover: -5.", SITUATION)] = False,
    two_weapons: Annotated[bool, flag("--two-weapons", "A weapon in each hand: -8.", SITUATION)] = False,
    pistol_whip: Annotated[bool, flag("--pistol-whip", "The gun as a club: -1, 1d4.", SITUATION)] = False,
    two_handed: Annotated[bool, flag("--two-handed", "A club of two hands: 1d6.", SITUATION)] = False,
    vats: Annotated[bool, flag("--vats", "Points, not a penalty, for --called.", SPEND)] = False,
    action: Annotated[
        Texts, number("--action", "odd-die, triple, reroll or attack:N; repeatable.", SPEND, "ACTION")
    ] = None,
    *,
    options: Options,
) -> int:
    """Answers an attack."""
    asked, notes = question(locals(), options)
    output = Output(options)
    code = ask(asked, notes, options, output)
    output.finish()
    return code


def question(given: Mapping[str, Any], options: Options) -> tuple[Any, Sequence[str]]:
    """The attack that was typed, and what had to be assumed."""
    from odds.pnp.actions import Actions
    from odds.pnp.attacks.checking import LIMITS, MOST_TURNS, read_penalties
    from odds.pnp.attacks.rules import PnpAttack
    from odds.pnp.dice import Weapon
    from odds.pnp.idle import idle_notes

    for name, example in (("bonus", "--bonus 5"), ("defense", "--defense 15"), ("damage", "--damage 2d6")):
        if given[name] is None and not (name == "damage" and given["pistol_whip"]):
            raise missing(f"--{name}", example)
    if given["two_handed"] and not given["pistol_whip"]:
        raise OddsError("--two-handed says what gun is swung as a club: give --pistol-whip too")
    numbers = {name: signed(given[name], _dashed(name), *limits[1:]) for name, limits in LIMITS.items()}
    words = ("armor_vulnerable", "brutal", "cover", "height", "visibility", "called", "lobbed", "two_weapons", "vats")
    typed: dict[str, Any] = {name: given[name] for name in words}
    typed["turns"] = signed(given["turns"], "--turns", 1, MOST_TURNS)
    typed["penalties"] = None if given["penalties"] is None else read_penalties(given["penalties"])
    attack = PnpAttack(
        **{name: value for name, value in {**numbers, **typed}.items() if value is not None},
        damage=Weapon.read("1d4" if given["damage"] is None else given["damage"]),
        pistol_whip=given["pistol_whip"] + given["two_handed"],
        actions=Actions.read(given["action"] or ()),
        rules=rules_in_force(options),
    )
    noted = {"cover"} if attack.melee else set()  # already, with the reason
    noted |= {"rof"} if attack.pistol_whip else set()
    groups = [group for group in LEAVABLE if not noted.issuperset(group)]
    return attack, (*attack.notes, *idle_notes(attack, groups))


def _dashed(name: str) -> str:
    return "--range" if name == "distance" else "--" + name.replace("_", "-")
