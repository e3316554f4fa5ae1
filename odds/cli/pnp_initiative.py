"""`odds pnp initiative`: who goes first, and whether an attack of opportunity comes off."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, Texts, takes_options
from odds.cli.pnp_values import number, rules_in_force, signed

HELP = """Initiative: 3d6 and a modifier, the highest goes first, who ties rolls again.

For example: odds pnp initiative --modifier 2; odds pnp initiative --modifier 2 --against 0 --against 3;
odds pnp initiative --modifier 2 --opportunity moving (the chance of a free attack)."""


@takes_options
def command(
    modifier: Annotated[Text, number("--modifier", "Your initiative modifier; 0 if not given.")] = None,
    against: Annotated[Texts, number("--against", "The modifier of another, 0 if not given; up to 5 times.")] = None,
    ties: Annotated[Text, number("--ties", "reroll (default), lose or win: your part in a tie.", metavar="HOW")] = None,
    opportunity: Annotated[
        Text,
        number("--opportunity", "Roll for a free attack on who is moving away, or caught prone.", metavar="WHEN"),
    ] = None,
    *,
    options: Options,
) -> int:
    """Answers a roll for initiative."""
    asked, notes = question(locals(), options)
    output = Output(options)
    code = ask(asked, notes, options, output)
    output.finish()
    return code


def question(given: Mapping[str, Any], options: Options) -> tuple[Any, Sequence[str]]:
    """The roll that was typed, and what had to be assumed."""
    from odds.pnp.idle import idle_notes
    from odds.pnp.initiative.rules import TIES, PnpInitiative

    initiative = PnpInitiative(
        modifier=signed(given["modifier"], "--modifier", -20, 20) or 0,
        against=tuple(signed(text, "--against", -20, 20) or 0 for text in given["against"] or ("0",)),
        ties=TIES[0] if given["ties"] is None else given["ties"],
        opportunity=given["opportunity"],
        rules=rules_in_force(options),
    )
    return initiative, idle_notes(initiative, [("modifier",), ("against",), ("ties",)])
