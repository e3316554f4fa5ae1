"""The upgrade adviser: what every change that a crew's models may make is worth, and for what it costs."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_function, as_one_of, as_open_text, as_texts, nothing_simulated, only_known
from odds.core.text import closest, fold, listed, quoted
from odds.factions.ranking.attackers import Attackers, attackers
from odds.factions.ranking.changes import Allowed, Change, Refusal, allowed
from odds.factions.ranking.entrants import Entrant, entrant, of_entry
from odds.factions.ranking.gains import NUMBERS, Advice, Gain
from odds.factions.ranking.gallery import Foe, gallery
from odds.factions.ranking.moments import MOMENTS, Moment, moment_of, notes_on
from odds.factions.ranking.rank import Progress, measured, survivalists
from odds.factions.ranking.rows import Row, metric_named
from odds.factions.switches import BOOK

if TYPE_CHECKING:
    from pandas import DataFrame

    from odds.core.switches import Rules
    from odds.factions.catalogue.catalogue import Catalogue
    from odds.factions.crews.checking import Checked
    from odds.factions.crews.crew import Crew
    from odds.factions.crews.reading import Reading

METRIC = "injuries"
METHODS = ("both", "exact", "simulate")
ROUNDING = 1e-12  # relative: gains that are smaller come of rounding


def advise(
    file: str | os.PathLike[str] | Reading | Crew,
    model: str | None = None,
    *,
    metric: str = METRIC,
    at: str | Sequence[str] = (),
    against: str | Sequence[str] = (),
    **more: Any,
) -> DataFrame:
    """What every change that the models of a crew may make is worth, the best for its Rating first.

    Parameters
    ----------
    file
        A crew file of any kind, what `odds.read_crew` gives, or a `Crew`.
    model
        The name of one of its models or of a unit; all if None.
    metric
        "injuries", "incapacitated", "attacks" (gains in targets down for each attack) or "stands".
    at, against
        Targets and attackers, as in `odds.rank`.
    **more
        Further parameters of `advised`: method, book, edition, rules, and how to simulate; and what holds for every
        attack, as in `odds.rank`.

    Returns
    -------
    DataFrame
        A row for each change, perks last: their cost is not known.

    Raises
    ------
    OddsError
        If something cannot be read.

    Examples
    --------
    >>> import tempfile, odds
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "crew.txt")
    ...     _ = file.write_text("Crew: Us\\nPaladin\\n- Super Sledge")
    ...     table = odds.advise(file, at="E4 A4 L2 HP1", metric="incapacitated")
    >>> table[["change", "rating"]].values.tolist()[0], bool(table.exact[0] > 0)
    (['+1S', 10.0], True)
    """
    import pandas as pd

    from odds.core.frames import as_floats

    found = advised(file, model, metric=metric, at=at, against=against, **more)
    return as_floats(pd.DataFrame(found.records()), NUMBERS)


def advised(
    file: str | os.PathLike[str] | Reading | Crew,
    model: str | None = None,
    *,
    metric: str = METRIC,
    at: Sequence[str] = (),
    against: Sequence[str] = (),
    wanted: str | None = None,
    faction: str | None = None,
    method: str = "exact",
    book: Catalogue | None = None,
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    **settings: Any,
) -> Advice:
    """The same as `advise`, with everything that is known.

    Parameters
    ----------
    file, model, metric, at, against
        As in `advise`.
    wanted, faction
        As `read_crew` takes them.
    method
        "exact", or "simulate" or "both", which simulate each gain with the same dice for both sides.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.
    edition, rules
        Edition and rule switches.
    progress
        Called with what is done and what there is to do.
    **settings
        What holds for every attack of the crew's models, as `moments.moment_of` takes it; and how to simulate, see
        `odds.core.simulate.Settings`.
    """
    from odds.factions.catalogue.catalogue import book_of
    from odds.factions.crews.reading import checked_crew

    if settings:
        from odds.core.simulate import Settings

        only_known(settings, advise, advised, moment_of, Settings, but="runs")

    metric = metric_named(metric, per_rating=False)
    moment = moment_of(**{name: settings.pop(name) for name in MOMENTS if name in settings})
    as_one_of(method, "method", METHODS)
    if method != "exact" and metric not in ("injuries", "incapacitated"):
        raise OddsError(f"{metric} is worked out exactly: only injuries and incapacitated are simulated")
    if method == "exact":
        nothing_simulated(settings)
    book, settled = book_of(book), BOOK.rules(edition, rules)
    at, against = as_texts(at, "at"), as_texts(against, "against")
    as_open_text(model, "model"), as_function(progress, "progress")
    checked = checked_crew(file, book, wanted=wanted, faction=faction)
    foes = gallery(book, settled, at)
    enemies = attackers(foes, against, book, settled)
    if metric == "stands" and enemies is None:
        raise OddsError("nobody attacks: targets without a name have no weapons, so say who with --against")
    numbers = _chosen(checked, model)
    refusals: list[Refusal] = []
    tried = {number: list(allowed(checked, number, book, refusals)) for number in numbers}
    told = progress if method == "exact" else None
    stage = _Stage(foes, enemies if metric == "stands" else None, metric, book, settled, moment)
    rows, pairs = _measured(checked, tried, stage, told, refusals)
    gains = [_gain(base, found, after, metric) for base, found, after in pairs]
    run = None
    if method != "exact":
        from odds.factions.ranking.trials import simulated

        sides = [(base, after) for base, _, after in pairs]
        gains, run = simulated(gains, sides, foes, metric, exact=method == "both", progress=progress, **settings)
    return Advice(
        checked,
        metric,
        tuple(rows),
        tuple(sorted((each for each in gains if each.change.kind != "perk"), key=_order)),
        tuple(sorted(filter(_is_perk_that_matters, gains), key=lambda each: -each.gain)),
        tuple(refusals),
        foes,
        enemies,
        settled,
        _notes(checked, numbers, rows, stage),
        method,
        run,
        moment,
    )


@dataclass(frozen=True, slots=True)
class _Stage:
    """What all changes are measured by."""

    foes: Sequence[Foe]
    enemies: Attackers | None
    metric: str
    book: Catalogue
    rules: Rules
    moment: Moment


def _notes(checked: Checked, numbers: Sequence[int], rows: Sequence[Row], stage: _Stage) -> tuple[str, ...]:
    from odds.factions.crews.imports.homes import guesses

    advised_on = {row.entrant.name for row in rows}
    bare = [name for n in numbers if (name := checked.models[n].member.label) not in advised_on]
    notes = guesses(checked.crew.notes)
    notes += [f"{name} has no weapon that an attack can be made with, and is left out" for name in bare]
    notes += [f"{text} is not in the catalogue" for text in checked.unknown]
    notes += [f"{row.entrant.name}: {note}" for row in rows for note in row.entrant.notes]
    notes += [f"{foe.name}: {note}" for foe in stage.foes for note in foe.notes]
    who = [row.entrant for row in rows]
    notes += notes_on(stage.moment, who)
    notes += survivalists(stage.foes, who if stage.metric == "stands" else ())
    return tuple(dict.fromkeys(notes))


def _chosen(checked: Checked, wanted: str | None) -> list[int]:
    """Places of the entries that are asked about."""
    usable = [n for n, each in enumerate(checked.models) if each.member.active and each.model.weapons]
    if not usable:
        raise OddsError("no model that is fielded has a weapon with a profile: there is nothing to advise")
    if wanted is None:
        return usable
    names = {
        n: [checked.models[n].member.name, checked.models[n].model.unit.name, checked.models[n].member.label]
        for n in usable
    }
    found = [n for n, called in names.items() if fold(wanted).strip() in [fold(name) for name in called if name]]
    if not found:
        known = list(dict.fromkeys(checked.models[n].member.label for n in usable))
        every = [name for called in names.values() for name in called if name]
        near = closest(wanted, every)
        hint = f"did you mean {near}?" if near else f"it has {listed(known, 'and')}"
        raise OddsError(f"no model of the crew that is fielded is called {quoted(wanted)}: {hint}")
    return found


def _measured(
    checked: Checked,
    tried: Mapping[int, Sequence[Allowed]],
    stage: _Stage,
    progress: Progress | None,
    refusals: list[Refusal],
) -> tuple[list[Row], list[tuple[Row, Change, Row]]]:
    """The models as they are, and for every change the rows before and after it; what cannot be used is refused."""
    everybody: list[Entrant] = []
    for number, changes in tried.items():
        base = of_entry(checked.models[number], stage.book, stage.rules, stage.moment)
        if not base.strikes:
            continue
        everybody.append(base)
        for each in changes:
            after = _changed(each, stage)
            if after.strikes:
                everybody.append(after)
            else:
                refusals.append(Refusal(base.name, each.change.text, after.notes[0], each.change.kind))
    if not everybody:
        raise OddsError("no model has a weapon that an attack can be made with: there is nothing to advise")
    rows = measured(everybody, stage.foes, stage.enemies, stage.metric, progress)
    bases: list[Row] = []
    pairs: list[tuple[Row, Change, Row]] = []
    for row in rows:
        if row.entrant.change is None:
            bases.append(row)
        else:
            pairs.append((bases[-1], row.entrant.change, row))
    return bases, pairs


def _changed(each: Allowed, stage: _Stage) -> Entrant:
    """A model after its change; a new perk is used, what it needs being so."""
    person, change = each.after.model, each.change
    perk = change.text if change.kind == "perk" else ""
    return entrant(
        each.after.member.label,
        person,
        person.weapons,
        stage.book,
        stage.rules,
        weapons=each.after.member.weapons,
        rating=each.after.rating,
        moves=perk == "Moving Target",
        change=change,
        moment=stage.moment,
        conditions=[word for word in change.conditions if word != "paid for"],
        chosen=[perk] if perk else [],
    )


def _gain(base: Row, change: Change, after: Row, metric: str) -> Gain:
    was, will_be = base.value(metric) or 0.0, after.value(metric) or 0.0
    apart = will_be - was
    if abs(apart) <= ROUNDING * max(abs(was), abs(will_be)):
        apart = 0.0
    return Gain(base.entrant.name, change, was, will_be, apart, doubts=after.entrant.doubts)


def _is_perk_that_matters(each: Gain) -> bool:
    return each.change.kind == "perk" and each.counts


def _order(each: Gain) -> tuple[bool, bool, float, float]:
    """Gains that cost nothing first, then by gain for each point of Rating; what gains nothing last."""
    gains = each.gain > 0
    free = each.change.rating is not None and each.change.rating <= 0
    worth = each.per_rating if each.per_rating is not None else each.gain
    return not gains, not (gains and free), -worth, each.change.rating or 0
