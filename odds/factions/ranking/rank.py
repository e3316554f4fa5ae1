"""A ranking: models with their weapons against a gallery of targets, also for each point of Rating."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.errors import OddsError
from odds.core.kinds import as_flag, as_function, as_texts, only_known
from odds.core.whole import whole_error
from odds.factions.attacks.target_query import TargetReading
from odds.factions.ranking.attackers import Attackers, attackers, turned_over
from odds.factions.ranking.chains import Chains, Ends, Volley
from odds.factions.ranking.entrants import Entrant, entrants
from odds.factions.ranking.gallery import Foe, gallery
from odds.factions.ranking.moments import moment_of
from odds.factions.ranking.rows import DEFAULT, NUMBERS, PER_RATING, Ranking, Row, metric_named
from odds.factions.switches import BOOK

if TYPE_CHECKING:
    from pandas import DataFrame

    from odds.factions.catalogue.catalogue import Catalogue
    from odds.factions.crews.crew import Crew
    from odds.factions.crews.reading import Reading

MOST_ROWS = 10_000
Progress = Callable[[int, int], None]
SURVIVALIST = "Survivalists among the targets pass all their Harm on to friends"
STOOD = "What a model stands is counted without Survivalist: the Harm that it passes on, a friend takes"


def rank(
    file: str | os.PathLike[str] | Reading | Crew | None = None,
    *,
    at: str | Sequence[str] = (),
    against: str | Sequence[str] = (),
    targets: bool = False,
    **more: Any,
) -> DataFrame:
    """Models with their weapons, ranked against a gallery of targets. Exact.

    Parameters
    ----------
    file
        A crew file of any kind, what `odds.read_crew` gives, or a `Crew`.
    at
        Targets, as in `odds attack --at`; without any those that the catalogue has most of.
    against
        Attackers that the models stand: "Master with Super Sledge"; without any the gallery's weapons.
    targets
        Whether there is a row for each model and target in place of one for each model.
    **more
        Further parameters of `ranked`: faction, everyone, by, top, book, edition, rules; and what holds for every
        attack, as `moments.moment_of` takes it: charge, half_range, distance, wide_open, aim, supporters,
        engaged_friends, when.

    Raises
    ------
    OddsError
        If something cannot be read, or nobody can be ranked.

    Examples
    --------
    >>> import odds
    >>> table = odds.rank(faction="zetans", at="E4 A4 L2 HP1", by="incapacitated")
    >>> table[["model", "rating"]].values.tolist()[0]
    ['Zetan Commander', 71]
    """
    import pandas as pd

    from odds.core.frames import as_floats

    as_flag(targets, "targets")
    found = ranked(file, at=as_texts(at, "at"), against=as_texts(against, "against"), **more)
    frame = pd.DataFrame(found.against() if targets else found.records())
    return as_floats(frame, NUMBERS)


def ranked(
    file: str | os.PathLike[str] | Reading | Crew | None = None,
    *,
    faction: str | None = None,
    everyone: bool = False,
    wanted: str | None = None,
    at: Sequence[str] = (),
    against: Sequence[str] = (),
    by: str = DEFAULT,
    top: int | None = None,
    book: Catalogue | None = None,
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    **holds: Any,
) -> Ranking:
    """The same as `rank`, with everything that is known of each model.

    Parameters
    ----------
    file
        As in `rank`.
    faction
        Without a crew file the faction whose units are ranked with each weapon set; with one, the file's faction.
    everyone
        All units of the catalogue.
    wanted
        Name of the list, if the file holds several.
    at, against
        Targets and attackers, as in `rank`.
    by
        What it is sorted by: a name of `METRICS`, for each point of Rating with "/rating" behind it.
    top
        How many rows are kept.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.
    edition, rules
        Edition and rule switches.
    progress
        Called with what is done and what there is to do.
    **holds
        What holds for every attack of the models that are ranked, as `moments.moment_of` takes it; not for those that
        they stand.

    Examples
    --------
    >>> found = ranked(faction="zetans", at=["E4 A4 L2 HP1"], by="incapacitated")
    >>> found.rows[0].entrant.name, len(found.rows)
    ('Zetan Commander', 10)
    """
    from odds.factions.catalogue.catalogue import book_of

    only_known(holds, rank, ranked, moment_of)
    by, moment = metric_named(by), moment_of(**holds)
    book, settled = book_of(book), BOOK.rules(edition, rules)
    at, against = as_texts(at, "at"), as_texts(against, "against")
    as_flag(everyone, "everyone"), as_function(progress, "progress")
    if top is not None and (error := whole_error(top, "top", 1, MOST_ROWS)):
        raise OddsError(error)
    title, everybody, notes = entrants(file, faction, wanted, book, settled, everyone=everyone, moment=moment)
    foes = gallery(book, settled, at)
    enemies = attackers(foes, against, book, settled)
    found = measured(everybody, foes, enemies, by, progress)
    if by.startswith("stands") and found[0].stands is None:
        raise OddsError("nobody attacks: targets without a name have no weapons, so say who with --against")
    order = sorted(_with_frontier(found, by.removesuffix(PER_RATING)), key=lambda row: -(row.value(by) or -1))
    notes = (*notes, *(f"{foe.name}: {note}" for foe in foes for note in foe.notes))
    notes = (*notes, *survivalists(foes, everybody if enemies is not None else ()))
    kept = tuple(order if top is None else order[:top])
    return Ranking(title, kept, foes, enemies, by, settled, tuple(dict.fromkeys(notes)), moment)


def survivalists(foes: Sequence[Foe], who: Sequence[Entrant]) -> list[str]:
    """What is to be known of Survivalists among targets and among those who stand attacks."""
    said = {
        SURVIVALIST: any(foe.target.survivalist for foe in foes),
        STOOD: any("Survivalist" in each.person.perks for each in who),
    }
    return [sentence for sentence, holds in said.items() if holds]


def measured(
    who: Sequence[Entrant],
    foes: Sequence[Foe],
    enemies: Attackers | None,
    by: str,
    progress: Progress | None = None,
) -> list[Row]:
    """What every entrant does to every target, and how many attacks it stands.

    Parameters
    ----------
    who
        The models, each with an attack.
    foes
        The gallery.
    enemies
        Whose attacks they stand.
    by
        The metric that weapons are chosen by.
    progress
        Called with what is done and what there is to do.
    """
    readings = [each.standing for each in who]
    distinct = dict.fromkeys(readings) if enemies is not None else {}
    steps = len(foes) + len(distinct)

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, steps)

    tell(0)
    hits = _hits(who, foes, tell)
    stood: dict[TargetReading, float] = {}
    for done, reading in enumerate(distinct, 1):
        assert enemies is not None
        stood[reading] = enemies.stood(reading)
        tell(len(foes) + done)
    weights = np.array([foe.weight for foe in foes]) / sum(foe.weight for foe in foes)
    first = np.cumsum([0, *(len(each.strikes) for each in who)])
    return [
        _row(each, Ends(*(part[first[n] : first[n + 1]] for part in hits)), weights, stood.get(readings[n]), by)
        for n, each in enumerate(who)
    ]


def _hits(who: Sequence[Entrant], foes: Sequence[Foe], tell: Callable[[int], None]) -> Ends:
    """What each attack does, by [attack, target], every kind of attack played once."""
    every = [strike for each in who for strike in each.strikes]
    found = Ends(*(np.empty((len(every), len(foes))) for _ in Ends._fields))
    volleys = {}
    for eye_catching in {foe.eye_catching for foe in foes}:
        attacks = [each.wide_open if eye_catching else each.attack for each in every]
        alike = {attack: n for n, attack in enumerate(dict.fromkeys(attacks))}
        volleys[eye_catching] = Volley(tuple(alike)), np.array([alike[attack] for attack in attacks])
    for n, foe in enumerate(foes):
        volley, places = volleys[foe.eye_catching]
        try:
            ends = Chains(foe.target).ends(volley)
        except OddsError as error:
            raise OddsError(f"{foe.name}: {error}") from None
        for whole, part in zip(found, ends, strict=True):
            whole[:, n] = part[places]
        tell(n + 1)
    return found


def _row(who: Entrant, hits: Ends, weights: np.ndarray, stands: float | None, by: str) -> Row:
    """A row with the weapon that is best against each target."""
    metric = by.removesuffix(PER_RATING)
    worth = -hits.attacks if metric == "attacks" else hits.incapacitated if metric == "incapacitated" else hits.injuries
    used = np.argmax(worth, axis=0)
    ends = Ends(*(part[used, np.arange(len(used))] for part in hits))
    return Row(
        who,
        tuple(used.tolist()),
        ends,
        float(ends.injuries @ weights),
        float(ends.incapacitated @ weights),
        turned_over(weights, ends.attacks),
        stands,
    )


def _with_frontier(rows: Sequence[Row], metric: str) -> list[Row]:
    """The rows, marked where no other has as low a Rating and does as much."""
    rated = [(row.entrant.rating, row.value(metric) or 0.0) for row in rows]
    return [
        replace(
            row,
            on_frontier=rating is not None
            and not any(
                other is not None and other <= rating and more >= value and (other, more) != (rating, value)
                for other, more in rated
            ),
        )
        for row, (rating, value) in zip(rows, rated, strict=True)
    ]
