"""`odds crew advise`: what every change that a crew's models may make is worth, and for what it costs."""

from contextlib import closing
from dataclasses import replace
from typing import Annotated, Any

import typer

from odds.cli.crew import Catalogues, Faction, File, List
from odds.cli.crew_moment import takes_moment
from odds.cli.options import Options, Text, Texts, options_for
from odds.cli.progress import Bar
from odds.cli.showing import ONE_QUESTION, playing, show_found
from odds.cli.values import whole
from odds.core.errors import OddsError

HELP = """Advise on upgrades: what each change is worth, for each point of Rating and for each Part. Exact by default.

For example: odds crew advise minutemen.toml; odds crew advise minutemen.toml "Local Leader" --metric stands;
odds crew advise minutemen.toml Settler --at "Paladin" --method both --trials 1M --seed 1.

Changes are one point of a statistic or of Luck, Health, a modification, another weapon set. What breaks a limit is left
out and named. Perks are listed apart: what they cost is not known."""
MOST_ROWS = 10_000


def _option(name: str, about: str, metavar: str) -> object:
    return typer.Option(name, help=about, metavar=metavar, show_default=False)


@options_for(method="exact", without=("ask", "fractions", "precision", "max_trials", *ONE_QUESTION))
@takes_moment
def command(
    file: File = None,
    model: Annotated[
        str | None, typer.Argument(metavar="MODEL", help="One model of the crew.", show_default=False)
    ] = None,
    metric: Annotated[
        Text, _option("--metric", "injuries (default), incapacitated, attacks or stands.", "METRIC")
    ] = None,
    at: Annotated[Texts, _option("--at", 'A target, "Paladin" or "E4 A4 L2 HP1"; repeatable.', "TARGET")] = None,
    against: Annotated[
        Texts, _option("--against", 'An attacker they stand, "Master with Super Sledge"; repeatable.', "ATTACKER")
    ] = None,
    top: Annotated[Text, _option("--top", "Only so many changes, the best; as many perks.", "N")] = None,
    wanted: List = None,
    faction: Faction = None,
    catalogue: Catalogues = None,
    *,
    moment: dict[str, Any],
    options: Options,
) -> int:
    """Advises on upgrades."""
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.ranking.advise import METRIC, advised

    if file is None:
        raise OddsError("the crew is missing: write odds crew advise FILE, or odds crew new FILE to begin one")
    most = whole(top, "--top", 1, MOST_ROWS)
    with playing(options) as settings, closing(Bar("steps", "working out")) as bar:
        found = advised(
            file,
            model,
            metric=metric or METRIC,
            at=at or (),
            against=against or (),
            wanted=wanted,
            faction=faction,
            method=options.method,
            book=load(*(catalogue or ())),
            edition=options.edition,
            rules=options.switches(),
            **{**settings, **moment, "progress": bar},
        )
    if most is not None:
        found = replace(found, gains=found.gains[:most], perks=found.perks[:most])
    return show_found(options, found, "odds.report.advise")
