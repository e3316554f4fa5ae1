"""`odds attack`: an attack to its end: Harm, Injuries, Incapacitated, and what follows."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from odds.cli.ask import ask
from odds.cli.emit import Output
from odds.cli.options import Options, Text, Texts, takes_options
from odds.cli.values import whole
from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.factions.attacks.beside import Beside

HELP = """Does it go down? An attack to its end: Harm, Injuries, Incapacitated, Confusion.

For example: odds attack "6S S6 L3" --crit Maim --at "E4 HP1"; odds attack Master --with "Super Sledge" --at Paladin
--charge; the same with --attacks 2 or --until-down."""

ATTACKER, TARGET, SITUATION, QUESTION = "The attacker", "The target", "The situation", "The question"
ENDS, HEATMAP = "ends", "heatmap"

_NUMBERS = ("supporters", "engaged_friends", "overwhelm", "distance", "bonus", "rerolls", "friends_near", "attacks")


def _option(name: str, about: str, panel: str, metavar: str | None = None, *more: str) -> Any:
    return typer.Option(name, *more, help=about, metavar=metavar, rich_help_panel=panel, show_default=False)


@takes_options
def command(  # noqa: PLR0913, PLR0917 - one parameter an option is how Typer takes them
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="ATTACKER", help="A Test, or a model of the catalogue.", show_default=False),
    ] = None,
    weapon: Annotated[Text, _option("--with", "Its weapon by name.", ATTACKER, "WEAPON", "--weapon")] = None,
    crit: Annotated[Texts, _option("--crit", 'Such as Maim, "Ignite 2"; repeatable.', ATTACKER, "EFFECT")] = None,
    trait: Annotated[Texts, _option("--trait", 'Such as "Aim 1", "Area 2"; repeatable.', ATTACKER, "TRAIT")] = None,
    effect: Annotated[Texts, _option("--effect", "A perk, chem or ploy; repeatable.", ATTACKER, "NAME")] = None,
    when: Annotated[Texts, _option("--when", "What effects need: melee, higher, ...", ATTACKER, "WORD")] = None,
    rerolls: Annotated[Text, _option("--rerolls", "Dice that may be re-rolled.", ATTACKER, "N")] = None,
    at: Annotated[
        Texts, _option("--at", 'Such as "E6 HP3 harm 2 power armor"; more than one with Area.', TARGET, "TARGET")
    ] = None,
    friends_near: Annotated[
        Text, _option("--friends-near", "Friends near each target, for Confusion.", TARGET, "N")
    ] = None,
    friends: Annotated[Text, _option("--friends", 'Their values; the target\'s: "I4 L2".', TARGET, "VALUES")] = None,
    ricochet: Annotated[Text, _option("--ricochet", "Who is attacked if nothing hits.", TARGET, "TARGET")] = None,
    wide_open: Annotated[bool, _option("--wide-open", "Nothing hides the target.", SITUATION)] = False,
    supporters: Annotated[Text, _option("--supporters", "Friends that give Supporting Fire.", SITUATION, "N")] = None,
    aim: Annotated[bool, _option("--aim", "Aim is paid for.", SITUATION)] = False,
    half_range: Annotated[bool, _option("--half-range", "Within half the range.", SITUATION)] = False,
    out_of_range: Annotated[bool, _option("--out-of-range", "Beyond the range: Unlucky.", SITUATION)] = False,
    distance: Annotated[Text, _option("--distance", "In place of both, in inches.", SITUATION, "N")] = None,
    charge: Annotated[bool, _option("--charge", "It moved into contact this Turn.", SITUATION)] = False,
    engaged_friends: Annotated[Text, _option("--engaged-friends", "Others in the Brawl.", SITUATION, "N")] = None,
    overwhelm: Annotated[Text, _option("--overwhelm", "Of them with Overwhelm.", SITUATION, "N")] = None,
    bladed: Annotated[bool, _option("--bladed", "A Bladed weapon helps a makeshift one.", SITUATION)] = False,
    pay_crackshot: Annotated[bool, _option("--pay-crackshot", "Crackshot is paid for.", SITUATION)] = False,
    unlucky: Annotated[bool, _option("--unlucky", "The Test is Unlucky.", SITUATION)] = False,
    bonus: Annotated[Text, _option("--bonus", "Further Bonus Dice.", SITUATION, "N")] = None,
    attacks: Annotated[Text, _option("--attacks", "So many attacks, Harm carrying over.", QUESTION, "N")] = None,
    until_down: Annotated[bool, _option("--until-down", "How many attacks it takes.", QUESTION)] = False,
    goal: Annotated[Text, _option("--for", "What Critical Effects and re-rolls are for.", QUESTION, "METRIC")] = None,
    chart_of: Annotated[Text, _option("--chart-of", "ends (default) or heatmap.", QUESTION, "WHAT")] = None,
    *,
    options: Options,
) -> int:
    """Answers an attack."""
    given: dict[str, Any] = {name: value for name, value in locals().items() if name != "options"}
    _check_chart(chart_of, options)
    from odds.factions.attacks.beside import RANGES
    from odds.factions.attacks.query import read_attack

    for name in _NUMBERS:
        least, most = RANGES["overwhelming_friends" if name == "overwhelm" else name]
        given[name] = whole(given[name], f"--{name.replace('_', '-')}", least, most)

    reading = read_attack(" ".join(words or ()), _beside(given, options))
    output = Output(options) if chart_of != HEATMAP else _Heatmap(options)
    if chart_of == HEATMAP and not hasattr(reading.question, "criticals"):
        raise OddsError("a heatmap is of one attack: leave out --attacks, --until-down and other targets")
    code = ask(reading.question, reading.notes, options, output)
    output.finish()
    return code


def _check_chart(chart_of: str | None, options: Options) -> None:
    if chart_of not in (None, ENDS, HEATMAP):
        raise OddsError(f"--chart-of must be {ENDS} or {HEATMAP}, not {chart_of!r}")
    if chart_of is not None and options.chart is None:
        raise OddsError("--chart-of says what to draw: give --chart and a file, too")
    if chart_of == HEATMAP and options.method == "simulate":
        raise OddsError("a heatmap is worked out exactly: leave out --method simulate")


def _beside(given: Mapping[str, Any], options: Options) -> "Beside":
    """What was typed beside the attacker's words."""
    from odds.factions.attacks.beside import Beside

    return Beside(
        targets=given["at"] or (),
        weapon=given["weapon"],
        criticals=given["crit"] or (),
        traits=given["trait"] or (),
        effects=given["effect"] or (),
        words=given["when"] or (),
        moment=_moment(given),
        pays_crackshot=given["pay_crackshot"],
        rerolls=given["rerolls"],
        bonus=given["bonus"],
        friends_near=given["friends_near"] or 0,
        friends=given["friends"],
        ricochet=given["ricochet"],
        attacks=given["attacks"],
        until_down=given["until_down"],
        objective=given["goal"],
        edition=options.edition,
        rules=options.switches(),
    )


def _moment(given: Mapping[str, Any]) -> Any:
    """The situation, from its flags."""
    from odds.factions.attacks.situation import Situation

    bands = [name for name in ("half_range", "out_of_range", "distance") if given[name] not in (None, False)]
    if len(bands) > 1:
        raise OddsError("give one of --half-range, --out-of-range and --distance")
    return Situation(
        band="half" if given["half_range"] else "beyond" if given["out_of_range"] else "within",
        distance=given["distance"],
        wide_open=given["wide_open"],
        supporters=given["supporters"] or 0,
        aim=given["aim"],
        charge=given["charge"],
        engaged_friends=given["engaged_friends"] or 0,
        overwhelming_friends=given["overwhelm"] or 0,
        bladed=given["bladed"],
        unlucky=given["unlucky"],
    )


class _Heatmap(Output):
    """Draws the chance to Incapacitate over Endurance and Health in place of the ends."""

    def draw(self, answer: "Answer", name: str) -> None:
        """Draws the chart."""
        from odds.report.attack_chart import heatmap
        from odds.report.charts import footer_of, write_figure

        write_figure(lambda: heatmap(answer.question, footer_of(replace(answer, simulated=None))), name)
