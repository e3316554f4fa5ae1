"""`odds pnp`: attacks, skill checks and initiative of Sean Wagemans' Fallout PnP."""

HELP = """Fallout PnP (Sean Wagemans): attacks, skill checks and initiative with 3d6.

For example: odds pnp attack --bonus 5 --defense 15 --rof 3 --damage 2d6 --dt 4;
odds pnp check --skill 5 --difficulty 15; odds pnp initiative --modifier 2.

odds rules pnp lists what the rules leave open."""

#: kind of question -> its module, whose `question` makes the rules object of what was typed; the first if none is named
KINDS = {
    "attack": "odds.cli.pnp_attack",
    "check": "odds.cli.pnp_check",
    "initiative": "odds.cli.pnp_initiative",
}
