"""`odds sheet`: a page to print for the table."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from odds.cli.options import SIMULATED, Options, Text, options_for
from odds.cli.showing import ONE_QUESTION, show
from odds.core.errors import OddsError

HELP = """A page to print: one metric for every Pool Size and statistic, at one Luck. Exact.

For example: odds sheet --luck 2 --metric "P(hits >= 3)" --output sheet.pdf; odds sheet reroll 1 --metric "mean(hits)".

--output with .pdf, .png or .svg writes the page; without it the table is shown."""


def _option(name: str, about: str, metavar: str) -> object:
    return typer.Option(name, help=about, metavar=metavar, rich_help_panel="The sheet", show_default=False)


@options_for(method="exact", without=("method", "ask", *SIMULATED, *ONE_QUESTION))
def command(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="What else holds: +1 die, unlucky, reroll 1.", show_default=False),
    ] = None,
    luck: Annotated[Text, _option("--luck", "The Luck of all Tests; 2 if not given.", "N")] = None,
    metric: Annotated[Text, _option("--metric", "What is shown; P(hits >= 1) if not given.", "METRIC")] = None,
    pool: Annotated[Text, _option("--pool", "Pool Sizes, down; 1..12 if not given.", "RANGE")] = None,
    statistic: Annotated[Text, _option("--statistic", "Statistics, across; 1..9 if not given.", "RANGE")] = None,
    *,
    options: Options,
) -> int:
    """Makes the sheet."""
    from odds.cli.values import whole
    from odds.core.files import CHARTS
    from odds.core.sweep import read_range
    from odds.factions.special.rules import AVERAGE_LUCK, MOST_DICE
    from odds.report import sheet as drawing
    from odds.report import sweep as report
    from odds.report.table import width_of
    from odds.studies import sheets

    if options.output is not None and Path(options.output).suffix.lower() in CHARTS:
        if options.json or options.csv or options.chart is not None or options.fractions:
            raise OddsError(
                f"--output {options.output} is the page itself: leave out --json, --csv, --chart and --fractions"
            )
        options = replace(options, chart=options.output, output=None)
        shown = False
    else:
        shown = True
    lucky = whole(luck, "--luck", 0, MOST_DICE)
    found = sheets.sheet(
        metric or sheets.METRIC,
        AVERAGE_LUCK if lucky is None else lucky,
        words=" ".join(words or ()),
        pools=sheets.POOLS if pool is None else read_range(pool, "--pool"),
        values=sheets.VALUES if statistic is None else read_range(statistic, "--statistic"),
        edition=options.edition,
        rules=options.switches(),
        fractions=options.fractions,
    )
    return show(
        options,
        pages=lambda: drawing.titled(found, report.pages(found, width_of(), fractions=options.fractions)) * shown,
        as_json=lambda: report.as_json(found),
        as_csv=lambda: report.as_csv(found, fractions=options.fractions),
        draw=lambda path: drawing.save(found, path),
    )
