"""`odds crew rank`: models with their weapons by what they do, also for each point of Rating."""

from contextlib import closing
from typing import Annotated, Any

import typer

from odds.cli.crew import Catalogues, List
from odds.cli.crew_moment import takes_moment
from odds.cli.options import SIMULATED, Options, Text, Texts, options_for
from odds.cli.progress import Bar
from odds.cli.showing import ONE_QUESTION, show_found
from odds.cli.values import whole

HELP = """Rank models with their weapons, by what they do for each point of Rating. Exact.

For example: odds crew rank minutemen.toml; odds crew rank --faction operators --by attacks/rating;
odds crew rank --all --top 20 --at "Paladin" --chart rank.png.

Every attack is within range, with no Bonus Dice but those of the model's own perks and chems and of the target's Harm,
unless --charge, --half-range and their like say more; what means nothing with a weapon does nothing for it. A model
uses the weapon that is best for --by against each target."""


def _option(name: str, about: str, metavar: str) -> object:
    return typer.Option(name, help=about, metavar=metavar, show_default=False)


@options_for(method="exact", without=("method", "ask", "fractions", *SIMULATED, *ONE_QUESTION))
@takes_moment
def command(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="The crew.", show_default=False)] = None,
    faction: Annotated[
        Text, _option("--faction", "Without a file: rank every weapon set of this faction's units.", "NAME")
    ] = None,
    everyone: Annotated[bool, typer.Option("--all", help="Rank every weapon set of all units.")] = False,
    wanted: List = None,
    at: Annotated[Texts, _option("--at", 'A target, "Paladin" or "E4 A4 L2 HP1"; repeatable.', "TARGET")] = None,
    against: Annotated[
        Texts, _option("--against", 'An attacker they stand, "Master with Super Sledge"; repeatable.', "ATTACKER")
    ] = None,
    by: Annotated[
        Text,
        _option("--by", "injuries, incapacitated, attacks or stands; injuries/rating if not given.", "METRIC"),
    ] = None,
    top: Annotated[Text, _option("--top", "Only so many rows, the best.", "N")] = None,
    catalogue: Catalogues = None,
    *,
    moment: dict[str, Any],
    options: Options,
) -> int:
    """Ranks models."""
    from odds.factions.catalogue.catalogue import catalogue as load
    from odds.factions.ranking.rank import MOST_ROWS, ranked
    from odds.factions.ranking.rows import DEFAULT

    with closing(Bar("targets", "working out")) as bar:
        found = ranked(
            file,
            faction=faction,
            everyone=everyone,
            wanted=wanted,
            at=at or (),
            against=against or (),
            by=by or DEFAULT,
            top=whole(top, "--top", 1, MOST_ROWS),
            book=load(*(catalogue or ())),
            edition=options.edition,
            rules=options.switches(),
            progress=bar,
            **moment,
        )
    return show_found(options, found, "odds.report.rank")
