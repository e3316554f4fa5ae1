"""`odds pnp check`: the chance to pass a skill check."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, Texts, takes_options
from odds.cli.pnp_values import flag, missing, number, rules_in_force, signed

HELP = """A skill check: 3d6 with ranks and modifiers against a difficulty.

For example: odds pnp check --skill 5 --difficulty 15; odds pnp check --skill 5 --difficulty 15 --action odd-die."""


@takes_options
def command(
    skill: Annotated[Text, number("--skill", "Ranks of the skill.")] = None,
    difficulty: Annotated[Text, number("--difficulty", "What the total has to reach.")] = None,
    modifier: Annotated[Text, number("--modifier", "Whatever else is added; may be below 0.")] = None,
    two_weapons: Annotated[bool, flag("--two-weapons", "Done beside something else, one-handed: -8.")] = False,
    action: Annotated[
        Texts, number("--action", "Action points: odd-die or triple, 1 each; repeatable.", metavar="ACTION")
    ] = None,
    *,
    options: Options,
) -> int:
    """Answers a skill check."""
    asked, notes = question(locals(), options)
    output = Output(options)
    code = ask(asked, notes, options, output)
    output.finish()
    return code


def question(given: Mapping[str, Any], options: Options) -> tuple[Any, Sequence[str]]:
    """The skill check that was typed, and what had to be assumed."""
    from odds.pnp.actions import Actions
    from odds.pnp.checks.rules import LIMITS, PnpCheck
    from odds.pnp.idle import idle_notes

    for name in ("skill", "difficulty"):
        if given[name] is None:
            raise missing(f"--{name}", "--skill 5 --difficulty 15")
    names = ("skill", "difficulty", "modifier")
    check = PnpCheck(
        **{name: signed(given[name], f"--{name}", *LIMITS[name][1:]) or 0 for name in names},
        two_weapons=given["two_weapons"],
        actions=Actions.read(given["action"] or ()),
        rules=rules_in_force(options),
    )
    return check, idle_notes(check, [("modifier",), ("two_weapons",), ("actions",)])
