"""`odds compare`: Tests, attacks and models side by side."""

from typing import Annotated

import typer

from odds.cli.models import ModelsWeapon, TestsModel
from odds.cli.options import Options, Text, Texts, options_for
from odds.cli.showing import ONE_QUESTION, playing, show

HELP = """Compare Tests, attacks or models: their metrics side by side, and the difference of every two.

For example: odds compare "6S S6 L3" "5S S6 L4"; odds compare "6S S6 L3" "6S S6 L3 +1 die" --metric "P(hits >= 4)";
odds compare "board test 4 --rerolls 1" "board test 4 --rerolls 2"; so too pnp and vats;
odds compare 4P --model "Scavver/Operators" --model Brute: each Test as each model makes it.

Each stands in quotes. Differences are exact, and simulated with the same dice for both, with a 95% interval."""


@options_for(without=(*ONE_QUESTION, "precision", "max_trials"))
def command(
    things: Annotated[
        list[str] | None,
        typer.Argument(metavar="A B ...", help="What is compared, each in quotes.", show_default=False),
    ] = None,
    at: Annotated[
        Text, typer.Option("--at", help='The target of every attack: "E4 HP1".', metavar="TARGET", show_default=False)
    ] = None,
    weapon: ModelsWeapon = None,
    model: TestsModel = None,
    metric: Annotated[
        Texts,
        typer.Option("--metric", help="What to compare instead of the usual; repeatable.", metavar="METRIC"),
    ] = None,
    *,
    options: Options,
) -> int:
    """Compares two things or more."""
    from odds.report import compare as report
    from odds.report.table import width_of
    from odds.studies.comparing import compared

    with playing(options) as settings:
        found = compared(
            things or (),
            metric or (),
            also=options.ask or (),
            at=at,
            weapon=weapon,
            model=model or (),
            edition=options.edition,
            rules=options.switches(),
            method=options.method,
            fractions=options.fractions,
            **settings,
        )

    def draw(path: str) -> None:
        from odds.report.compare_chart import save

        save(found, path)

    return show(
        options,
        pages=lambda: [report.page(found, width_of(), fractions=options.fractions)],
        as_json=lambda: report.as_json(found),
        as_csv=lambda: report.as_csv(found, fractions=options.fractions),
        draw=draw,
        interrupted=found.interrupted,
    )
