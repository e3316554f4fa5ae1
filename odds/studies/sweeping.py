"""Sweeps of Tests, attacks and questions of the sister games over one or two of their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_mapping, as_texts, only_known
from odds.core.sweep import MOST_POINTS, Parameter, Sweep, read_range, sweep_questions
from odds.core.text import listed, quoted
from odds.studies.items import Item, as_item, takes_weapon, titled, usual_metrics
from odds.studies.sisters import Ranged, belongs_to_sister, changed, is_sister, numbers_in, plain_name, read_sister
from odds.studies.varying import PARAMETERS, known, varied

if TYPE_CHECKING:
    from pandas import DataFrame

    from odds.factions.catalogue.models import Model

MOST_PARAMETERS = 2


def sweep(
    question: Any,
    over: Mapping[str, Any] | None = None,
    metrics: str | Sequence[str] = (),
    *,
    at: str | None = None,
    weapon: str | None = None,
    model: str | Model | None = None,
    method: str = "exact",
    **settings: Any,
) -> DataFrame:
    """A Test or an attack at every value of one or two of its numbers.

    Parameters
    ----------
    question
        A query, "6S L3" or "6S S6 L3 crit Maim at E4 HP1", or a rules object. Of the sister games the words of a
        command with ranges in it, "board test 1..6 --rerolls 0..3", or a rules object.
    over
        One or two parameters with their values: {"strength": range(1, 10), "luck": "0..5"}; the names are those of
        `odds.studies.varying.PARAMETERS`. Of a sister game's question, those of its whole numbers.
    metrics
        One or more; the mean number of Hits if none, of an attack P(incapacitated), of a question of a sister game its
        most telling chance.
    at
        The target, as in `odds attack --at`: an Attack Test is then an attack.
    weapon
        The weapon of a model or of bare statistics, as in `odds attack --with`.
    model
        Who makes the Test: "Scavver/Operators", or what `odds.model` gives. Swept numbers take the place of its own.
    method
        "exact", "simulate" or "both".
    **settings
        How to simulate, see `odds.core.simulate.Settings`.

    Returns
    -------
    DataFrame
        A row a point: the parameters, then for each metric its exact value; simulated, also "METRIC simulated",
        "METRIC std_error", "METRIC low" and "METRIC high".

    Raises
    ------
    OddsError
        If the question cannot be read, has no such number, or a value is out of range.

    Examples
    --------
    >>> import odds
    >>> table = odds.sweep("6S", {"strength": range(1, 10), "luck": "0..5"}, "P(hits >= 3)")
    >>> table.shape
    (54, 3)
    >>> round(float(table.set_index(["strength", "luck"]).loc[(6, 3), "P(hits >= 3)"]), 6)
    0.893791
    >>> odds.sweep("board test 4 --rerolls 0..1")["P(failed)"].round(4).tolist()
    [0.8704, 0.6501]
    """
    return swept(
        question, over, as_texts(metrics, "metrics"), at=at, weapon=weapon, model=model, method=method, **settings
    ).frame()


def swept(
    question: Any,
    over: Mapping[str, Any] | None = None,
    metrics: Sequence[str] = (),
    *,
    at: str | None = None,
    weapon: str | None = None,
    model: str | Model | None = None,
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
    fixed: Mapping[str, int] | None = None,
    **settings: Any,
) -> Sweep:
    """The same as `sweep`, with everything that is known of each point.

    Parameters
    ----------
    question, over, metrics, at, weapon, model, **settings
        As in `sweep`.
    edition, rules
        Edition and rule switches of a question that is read from text.
    fixed
        Parameters that have one value at every point.

    Examples
    --------
    >>> swept("6S", {"strength": "5,6"}, fixed={"luck": 3}).points[1].question.text
    '6S S6 L3'
    """
    if settings:
        from odds.core.simulate import Settings

        only_known(settings, swept, Settings, more=("method", "fractions"), but="question runs")
    metrics = as_texts(metrics, "metrics")
    as_mapping(over, "the ranges, over,", '{"luck": "0..5"}'), as_mapping(fixed, "fixed", '{"luck": 3}')
    if belongs_to_sister(question) or (isinstance(question, str) and is_sister(question)):
        given = {"at": at, "weapon": weapon, "model": model, "edition": edition, "rules": rules}
        return _of_sister(question, over or {}, metrics, fixed or {}, given, settings)
    parameters = _parameters(over)
    steady = {known(name): value for name, value in (fixed or {}).items()}
    first = steady | {parameter.name: parameter.values[0] for parameter in parameters}
    if weapon is not None and model is None and isinstance(question, str) and not takes_weapon(question):
        raise OddsError(f"{quoted(weapon)} has no use: {question} has its own numbers")
    item = as_item(question, at=at, weapon=weapon, model=model, edition=edition, rules=rules, begin=first)

    def make(place: tuple[int, ...]) -> Any:
        values = dict(zip((parameter.name for parameter in parameters), place, strict=True))
        made = varied(item.question, steady | values)
        return _complete(made, item)

    start = make(tuple(parameter.values[0] for parameter in parameters))
    rerolled = make(tuple(parameter.values[-1 if parameter.name == "rerolls" else 0] for parameter in parameters))
    wanted = list(metrics) or usual_metrics([start])[:1]
    return sweep_questions(
        make, parameters, wanted, title=titled(item.name, weapon, at), notes=_notes(item, first, rerolled), **settings
    )


def _of_sister(
    question: Any,
    over: Mapping[str, Any],
    metrics: Sequence[str],
    fixed: Mapping[str, int],
    given: Mapping[str, Any],
    settings: Mapping[str, Any],
) -> Sweep:
    """A sweep of a question of a sister game: over the ranges in its text, in their order, then those beside it."""
    if isinstance(question, str) and given["weapon"] is not None:
        raise OddsError(f"{quoted(given['weapon'])} has no use: {question} has its own numbers")
    ranged = Ranged.of(question) if isinstance(question, str) else Ranged()
    beside = [Parameter(plain_name(name), _values(name, values, signed=True)) for name, values in over.items()]
    steady = {plain_name(name): value for name, value in fixed.items()}
    parameters = [*ranged.parameters, *beside]
    names = [*(parameter.name for parameter in parameters), *steady]
    if len(set(names)) < len(names):
        raise OddsError(f"a number is given twice: {listed(names, 'and')}")
    said = numbers_in(question) if isinstance(question, str) else []
    for name in (*steady, *(parameter.name for parameter in beside)):
        if name in said:
            raise OddsError(f"{name.replace('_', ' ')} is given twice, in the text and beside it: give it once")
    if not 1 <= len(parameters) <= MOST_PARAMETERS:
        what = question if isinstance(question, str) else question.text
        raise OddsError(
            f"a sweep has one or two ranges, such as 1..9 or 1,3,5 at a number, not {len(parameters)}: {what}"
        )
    split = len(ranged.parameters)
    first = as_item(ranged.at([each.values[0] for each in ranged.parameters]) if ranged.words else question, **given)

    def make(place: tuple[int, ...]) -> Any:
        values = steady | dict(zip((parameter.name for parameter in beside), place[split:], strict=True))
        if not ranged.words:
            return changed(question, values)
        read, _ = read_sister(ranged.at(place[:split]), edition=given["edition"], rules=given["rules"])
        return changed(read, values)

    start = make(tuple(parameter.values[0] for parameter in parameters))
    wanted = list(metrics) or usual_metrics([start])[:1]
    title = " ".join(question.split()) if ranged.words else first.name
    return sweep_questions(make, parameters, wanted, title=title, notes=first.notes, **settings)


def _parameters(over: Mapping[str, Any] | None) -> list[Parameter]:
    """The parameters in the order of the table, so that rows and columns do not depend on how they are named."""
    if not isinstance(over, Mapping) or not over:
        raise OddsError("a sweep needs a range, such as strength 1..9")
    if len(over) > MOST_PARAMETERS:
        names = [known(name).replace("_", " ") for name in over]
        raise OddsError(f"a sweep has one or two ranges, not {len(names)}: {listed(names, 'and')}")
    found = {known(name): _values(name, values) for name, values in over.items()}
    if len(found) < len(over):
        raise OddsError(f"a parameter is given twice: {listed(list(over), 'and')}")
    return [Parameter(name, found[name]) for name in PARAMETERS if name in found]


def _values(name: str, values: Any, *, signed: bool = False) -> tuple[int, ...]:
    if isinstance(values, str):
        return read_range(values, name, signed=signed)
    try:
        found = tuple(islice(values, MOST_POINTS + 1)) if isinstance(values, Iterable) else (values,)
    except TypeError:
        found = ()
    if not found or len(set(found)) < len(found):
        raise OddsError(f"the values of {name} must be whole numbers, each once, not {quoted(values)}")
    return found


def _complete(question: Any, item: Item) -> Any:
    """The question, if it leaves nothing open."""
    if getattr(question, "value", 0) is None:
        from odds.factions.special.rules import STATISTICS

        name = STATISTICS[question.stat]
        raise OddsError(
            f"{item.name} leaves {name} open: write {item.name} {question.stat}6, or sweep it, {name.lower()} 1..9"
        )
    return question


def _notes(item: Item, given: Mapping[str, int], swept: Any) -> tuple[str, ...]:
    """What had to be assumed and what does nothing, but for what is given here or swept."""
    own, still = (getattr(question, "notes", ()) for question in (item.question, swept))
    gone = {*own} - {*still}
    return tuple(
        note for note in item.notes if note not in gone and not ("luck" in given and note.startswith("Luck not given"))
    )
