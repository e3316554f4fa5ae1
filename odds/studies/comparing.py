"""Comparisons of Tests, attacks, models, and questions of the sister games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from odds.core.compare import Comparison, compare_questions
from odds.core.errors import OddsError
from odds.core.kinds import only_known, several
from odds.core.subject import subject_of
from odds.core.text import quoted
from odds.factions.catalogue.models import Model
from odds.studies.items import Item, as_item, takes_weapon, titled, usual_metrics

if TYPE_CHECKING:
    from pandas import DataFrame

CHARTED = ("attacks", "hits")  # what a chart shows rather than another common outcome


def compare(
    *questions: Any,
    metrics: str | Sequence[str] = (),
    at: str | None = None,
    weapon: str | None = None,
    model: str | Model | Sequence[str | Model] = (),
    method: str = "both",
    **settings: Any,
) -> DataFrame:
    """Tests, attacks or models side by side: the difference of every two, exact and under common random numbers.

    Parameters
    ----------
    *questions
        Two or more queries, "6S S6 L3" or "6S S6 L3 crit Maim at E4 HP1", or rules objects; of the sister games the
        words of a command, "board test 4 --rerolls 1".
    metrics
        What is compared; the usual metrics that all have, if none.
    at
        The target, as in `odds attack --at`: every Attack Test is then an attack.
    weapon
        The weapon of models and of bare statistics, as in `odds attack --with`.
    model
        Who makes the Tests; with several, every Test is compared as each of them makes it.
    method
        "both", "exact" or "simulate".
    **settings
        How to simulate, see `odds.core.simulate.Settings`.

    Returns
    -------
    DataFrame
        A row for every two questions and every metric: a and b (their texts), metric, value_a and value_b (exact, or
        simulated where nothing exact is asked for), exact (a less b) and, simulated, simulated, std_error, low and high
        (95%). Equal questions differ by exactly 0.

    Raises
    ------
    OddsError
        If one cannot be read, or has not a metric.

    Examples
    --------
    >>> import odds
    >>> table = odds.compare("6S S6 L4", "6S S6 L3", metrics="mean(hits)", trials=64_000, seed=1)
    >>> round(float(table.exact[0]), 6), bool(table.low[0] < 0.36 < table.high[0])
    (0.36, True)
    """
    from pandas import DataFrame

    from odds.core.frames import as_floats

    _check_names(settings)
    wanted = list(several(metrics, "metrics"))
    found = compared(questions, wanted, at=at, weapon=weapon, model=model, method=method, **settings)
    names = ("a", "b", "metric", "value_a", "value_b", "exact", "simulated", "std_error", "low", "high")
    return as_floats(DataFrame(rows(found), columns=names), names[3:])


def compared(
    questions: Sequence[Any],
    metrics: Sequence[str] = (),
    *,
    also: Sequence[str] = (),
    at: str | None = None,
    weapon: str | None = None,
    model: str | Model | Sequence[str | Model] = (),
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
    **settings: Any,
) -> Comparison:
    """The same as `compare`, with everything that is known of each.

    Parameters
    ----------
    questions, metrics, at, weapon, model, **settings
        As in `compare`.
    also
        Metrics to compare besides.
    edition, rules
        Edition and rule switches of questions that are read from text.

    Examples
    --------
    >>> compared(["6S S6 L3", "Evade A4"], method="exact").metrics
    ('mean(hits)', 'P(failed)')
    """
    _check_names(settings)
    metrics, also = several(metrics, "metrics"), several(also, "also")
    makers: tuple[Any, ...] = (model,) if isinstance(model, Model) else several(model, "model")
    tried = [(text, who) for text in questions for who in makers or (None,)]
    if len(tried) < 2:
        raise OddsError('a comparison needs two things or more, such as "6S S6 L3" "5S S6 L4"')
    if weapon is not None and not any(isinstance(text, str) and takes_weapon(text) for text in questions):
        raise OddsError(f"nothing is compared that could use {quoted(weapon)}: Tests have their own numbers")
    items = [
        _read(text, number, at=at, weapon=weapon, model=who, edition=edition, rules=rules)
        for number, (text, who) in enumerate(tried, 1)
    ]
    pairs = [(item.name, item.question) for item in items]
    wanted = [*(metrics or usual_metrics([item.question for item in items])), *also]
    notes = dict.fromkeys(f"{item.name}: {note}" for item in items for note in item.notes)
    title = titled("Comparison", weapon, at)
    return compare_questions(pairs, wanted, axis=_axis(items), title=title, notes=tuple(notes), **settings)


def _check_names(settings: Mapping[str, Any]) -> None:
    """Refuses keywords that a comparison does not have."""
    if settings:
        from odds.core.simulate import Settings

        only_known(settings, compared, Settings, more=("method", "fractions"), but="questions runs")


def _read(text: Any, number: int, **given: Any) -> Item:
    """An item; what is wrong with it is said with its number."""
    try:
        item = as_item(text, **given)
    except OddsError as error:
        raise OddsError(f"number {number} of those compared: {error}") from None
    if getattr(item.question, "value", 0) is None:
        letter = item.question.stat
        raise OddsError(f'{item.name} leaves its statistic open: write it too, each in quotes: "{item.name} {letter}6"')
    return item


def _axis(items: Sequence[Item]) -> str | None:
    """An outcome that all have: what a chart draws."""
    every = [subject_of(item.question).axes for item in items]
    common = [axis for axis in every[0] if all(axis in axes for axes in every)]
    return next((axis for axis in CHARTED if axis in common), next(iter(common), None))


def rows(found: Comparison) -> list[tuple[Any, ...]]:
    """The differences as rows: see `compare`."""
    made = []
    for each in found.contrasts:
        exact = [found.value(item, each.metric) for item in (each.a, each.b)]
        seen = [found.items[item].simulated[each.metric] for item in (each.a, each.b)]
        shown = [None if value is None else float(value) for value in (exact if exact[0] is not None else seen)]
        drawn = each.simulated
        fields = (None,) * 4 if drawn is None else (drawn.value, drawn.std_error, drawn.low, drawn.high)
        names = (found.items[each.a].name, found.items[each.b].name, found.metrics[each.metric])
        made.append((*names, *shown, each.exact, *fields))
    return made
