"""`odds sweep`: a Test or an attack at every value of one or two of its numbers."""

import inspect
from typing import Annotated, Any

import typer

from odds.cli.models import ModelsWeapon, TestsModel, one_model
from odds.cli.options import Options, Text, Texts, options_for
from odds.cli.showing import ONE_QUESTION, playing, show
from odds.studies.varying import OF_TARGET, OF_TEST, PARAMETERS

HELP = """A Test or an attack at every value of one or two of its numbers.

For example: odds sweep 6S --strength 1..9 --luck 0..5 --metric "P(hits >= 3)"; odds sweep 6S S6 --luck 0..6 --csv;
odds sweep 4P --model "Scavver/Operators" --luck 0..5;
odds sweep 6S S6 L3 --at "E4 HP1" --target-endurance 1..9 --health 1..4 --chart down.png.

A range is written 1..9 or 1,3,5; a single number holds for every point.

In a question of the board game or Fallout PnP ranges stand in the text: odds sweep "board test 1..6 --rerolls 0..3";
odds sweep "pnp attack --bonus 0..8 --defense 15 --damage 2d6"."""


def _option(name: str, about: str, panel: str) -> inspect.Parameter:
    """The option of one parameter."""
    option = typer.Option(
        f"--{name.replace('_', '-')}",
        help=f"{about[0].upper()}{about[1:]}.",
        metavar="RANGE",
        rich_help_panel=panel,
        show_default=False,
    )
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[Text, option])


def _sweep(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="The Test or the attack, quoted or not.", show_default=False),
    ] = None,
    at: Annotated[
        Text, typer.Option("--at", help='The target of an attack: "E4 HP1".', metavar="TARGET", show_default=False)
    ] = None,
    weapon: ModelsWeapon = None,
    model: TestsModel = None,
    metric: Annotated[
        Texts, typer.Option("--metric", help="What is worked out at every point; repeatable.", metavar="METRIC")
    ] = None,
    *,
    options: Options,
    **ranges: str | None,
) -> int:
    """Sweeps a Test or an attack."""
    from odds.core.errors import OddsError
    from odds.report import sweep as report
    from odds.report.table import width_of
    from odds.studies.sisters import is_sister
    from odds.studies.sweeping import swept

    if not words:
        raise OddsError('the query is missing: write for example odds sweep 6S --strength 1..9 --metric "hits >= 3"')
    text = " ".join(words)
    over, fixed = _ranges(ranges)
    if not over and not is_sister(text):
        raise OddsError("a sweep needs a range: write for example --luck 0..5")
    with playing(options) as settings:
        found = swept(
            text,
            over,
            [*(metric or ()), *(options.ask or ())],
            at=at,
            weapon=weapon,
            model=one_model(model, text),
            edition=options.edition,
            rules=options.switches(),
            fixed=fixed,
            method=options.method,
            fractions=options.fractions,
            **settings,
        )

    def draw(path: str) -> None:
        from odds.report.sweep_chart import save

        save(found, path)

    return show(
        options,
        pages=lambda: report.pages(found, width_of(), fractions=options.fractions),
        as_json=lambda: report.as_json(found),
        as_csv=lambda: report.as_csv(found, fractions=options.fractions),
        draw=draw,
        runs=report.runs_of(found),
        interrupted=found.interrupted,
    )


def _ranges(given: dict[str, Any]) -> tuple[dict[str, tuple[int, ...]], dict[str, int]]:
    """What is swept, and what has one value."""
    from odds.core.sweep import read_range

    read = {name: read_range(text, f"--{name.replace('_', '-')}") for name, text in given.items() if text is not None}
    over = {name: values for name, values in read.items() if len(values) > 1}
    return over, {name: values[0] for name, values in read.items() if len(values) == 1}


_own = [each for each in inspect.signature(_sweep).parameters.values() if each.name not in ("ranges", "options")]
_panels = [(OF_TEST, "Numbers of the Test"), (OF_TARGET, "Numbers of the target")]
_sweep.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
    [
        *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in _own),
        *(_option(name, PARAMETERS[name], panel) for names, panel in _panels for name in names),
    ]
)
command = options_for(method="exact", without=ONE_QUESTION)(_sweep)
