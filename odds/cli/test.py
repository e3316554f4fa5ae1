"""`odds test`: the odds of a S.P.E.C.I.A.L. Test. It is also what `odds` does without a command's name."""

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from odds.cli.ask import ask
from odds.cli.models import ModelsOutput, TestsModel, one_model
from odds.cli.options import Options, Text, takes_options
from odds.cli.values import whole
from odds.core.errors import OddsError

HELP = """The odds of a S.P.E.C.I.A.L. Test: how many Hits, how often it fails, how often it is a Critical.

For example: odds 6S S6 L3; odds "4P unlucky, Perception 4, Luck 2"; odds Evade A4; odds 6S --strength 6 --luck 3;
odds 4P --model "Scavver/Operators".

Without the statistic's value the answer is a table over 1 to 9. The query - reads
queries from standard input, a line each."""

PANEL = "The Test"
MOST = 10**9  # the Test itself knows how much is too much

WORDS = (
    "strength",
    "perception",
    "endurance",
    "charisma",
    "intelligence",
    "agility",
    "luck",
    "bonus",
    "rerolls",
    "at_least",
    "vats",
)


def _number(name: str, about: str) -> Any:
    return typer.Option(name, help=about, metavar="N", rich_help_panel=PANEL, show_default=False)


def _flag(name: str, about: str) -> Any:
    return typer.Option(name, help=about, rich_help_panel=PANEL, show_default=False)


@takes_options
def command(  # noqa: PLR0913, PLR0917 - one parameter an option is how Typer takes them
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="The Test, quoted or not; - for many.", show_default=False),
    ] = None,
    strength: Annotated[Text, _number("--strength", "Strength of the model.")] = None,
    perception: Annotated[Text, _number("--perception", "Perception.")] = None,
    endurance: Annotated[Text, _number("--endurance", "Endurance.")] = None,
    charisma: Annotated[Text, _number("--charisma", "Charisma.")] = None,
    intelligence: Annotated[Text, _number("--intelligence", "Intelligence.")] = None,
    agility: Annotated[Text, _number("--agility", "Agility.")] = None,
    luck: Annotated[Text, _number("--luck", "Luck; 2 if not given.")] = None,
    bonus: Annotated[Text, _number("--bonus", "Bonus Dice.")] = None,
    unlucky: Annotated[bool, _flag("--unlucky", "The Test is Unlucky.")] = False,
    rerolls: Annotated[Text, _number("--rerolls", "Dice that may be re-rolled.")] = None,
    reroll_once: Annotated[bool, _flag("--reroll-once", "Any dice may be re-rolled at one moment.")] = False,
    lucky_break: Annotated[bool, _flag("--lucky-break", "Duds of the Pool may be re-rolled.")] = False,
    policy: Annotated[
        Text,
        typer.Option(
            "--policy",
            help="How to re-roll, see odds reroll; optimum if not given.",
            metavar="NAME",
            rich_help_panel=PANEL,
            show_default=False,
        ),
    ] = None,
    objective: Annotated[
        Text,
        typer.Option(
            "--for",
            help='What the optimum is for: "hits >= 4"; mean(hits) if not given.',
            metavar="METRIC",
            rich_help_panel=PANEL,
            show_default=False,
        ),
    ] = None,
    vats: Annotated[Text, _number("--vats", "Hits declared with V.A.T.S.")] = None,
    four_leaf_clover: Annotated[bool, _flag("--four-leaf-clover", "Two Fortune Smiles dice.")] = False,
    at_least: Annotated[Text, _number("--at-least", "Also the chance of so many Hits.")] = None,
    model: TestsModel = None,
    *,
    options: Options,
) -> int:
    """Answers one Test, or one a line."""
    given = locals()
    flags: dict[str, Any] = {name: whole(given[name], "--" + name.replace("_", "-"), 0, MOST) for name in WORDS}
    flags |= {"unlucky": unlucky, "reroll_once": reroll_once, "lucky_break": lucky_break}
    flags |= {"four_leaf_clover": four_leaf_clover, "policy": policy, "objective": objective}
    flags |= {"edition": options.edition, "rules": options.switches()}
    text = " ".join(words or ())
    flags["model"] = one_model(model, text)
    if text.strip() == "-":
        return _many(_lines(sys.stdin), flags, options)
    output = _output(flags, options)
    code = _answer(text, flags, options, output)
    output.finish()
    return code


def _output(flags: dict[str, Any], options: Options, *, many: bool = False) -> ModelsOutput:
    who = flags["model"]
    return ModelsOutput(options, many=many, models=() if who is None else (who,))


def _answer(text: str, flags: dict[str, Any], options: Options, output: ModelsOutput) -> int:
    from odds.factions.special.query import read

    reading = read(text, **flags)
    return ask(reading.test, reading.notes, options, output)


def _lines(stream: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold a query, with their numbers."""
    if stream is None:
        raise OddsError("there is no standard input to read queries from")
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")  # an odd byte is an unknown word, with a caret under it
    for number, line in enumerate(stream, 1):
        if line.strip():
            yield number, line.strip()


def _many(lines: Iterable[tuple[int, str]], flags: dict[str, Any], options: Options) -> int:
    """Answers line after line; stops at the first that cannot be."""
    if options.chart is not None:
        raise OddsError("--chart draws one Test: it cannot be used with - and many of them")
    if options.checkpoint is not None:
        raise OddsError("--checkpoint keeps one Test: it cannot be used with - and many of them")
    output = _output(flags, options, many=True)
    code = 0
    for number, line in lines:
        try:
            code = _answer(line, flags, options, output)
        except OddsError as error:
            raise OddsError(f"line {number}: {error}") from error
        if code:
            break
    output.finish()
    return code
