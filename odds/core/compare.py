"""Questions side by side: the metrics of each, and the difference of every two, exact and under common dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from odds.core.depends import depends_on
from odds.core.errors import ListEndsError, OddsError
from odds.core.kinds import as_flag, nothing_simulated
from odds.core.subject import subject_of
from odds.core.text import quoted

if TYPE_CHECKING:
    from fractions import Fraction

    from odds.core.distribution import Distribution
    from odds.core.intervals import Estimate
    from odds.core.paired import Difference
    from odds.core.run import Run

METHODS = ("both", "exact", "simulate")
MOST = 26  # items that have a letter each


@dataclass(frozen=True)
class Compared:
    """One of the questions that are compared.

    Attributes
    ----------
    name
        What it is called, as it was typed.
    question
        The rules object.
    exact
        Its exact distribution over every axis that the metrics read, and the common axis first; None if nothing
        exact was asked for.
    simulated
        An estimate for each metric, from its first pair; None where nothing was simulated.
    """

    name: str
    question: Any
    exact: Distribution | None
    simulated: tuple[Estimate | None, ...]


@dataclass(frozen=True)
class Contrast:
    """A metric of one item less the same of another.

    Attributes
    ----------
    a, b
        The items, by their number from 0.
    metric
        The metric's number from 0.
    exact
        The exact difference; None if nothing exact was asked for.
    simulated
        The difference in the same trials; None where nothing was simulated.
    """

    a: int
    b: int
    metric: int
    exact: float | Fraction | None
    simulated: Difference | None


@dataclass(frozen=True)
class Comparison:
    """Everything that a comparison found.

    Attributes
    ----------
    items
        The questions in their order.
    metrics
        Canonical texts of the metrics.
    contrasts
        A difference for every two items and every metric.
    axis
        An outcome that all have in common; None if there is none.
    title
        What is compared, in words.
    notes
        What had to be assumed to read the items.
    interrupted
        Whether the simulation was stopped early.
    depends_on
        Rule switches that would change one of the metrics.
    """

    items: tuple[Compared, ...]
    metrics: tuple[str, ...]
    contrasts: tuple[Contrast, ...]
    axis: str | None = None
    title: str = "Comparison"
    notes: tuple[str, ...] = ()
    interrupted: bool = False
    depends_on: tuple[str, ...] = ()

    def value(self, item: int, metric: int) -> Estimate | None:
        """The exact metric of an item; None if nothing exact was asked for."""
        law = self.items[item].exact
        return None if law is None else law.metric(self.metrics[metric])

    @property
    def runs(self) -> tuple[Run, ...]:
        """The facts of the simulations, each once."""
        return tuple(dict.fromkeys(each.simulated.run for each in self.contrasts if each.simulated is not None))


def compare_questions(
    questions: Sequence[tuple[str, Any]],
    metrics: Sequence[str],
    *,
    method: str = "both",
    axis: str | None = None,
    title: str = "Comparison",
    notes: Sequence[str] = (),
    fractions: bool = False,
    **settings: Any,
) -> Comparison:
    """Compares questions, whatever they are about.

    Parameters
    ----------
    questions
        Two to 26 pairs of a name and a rules object.
    metrics
        Metrics that all have.
    method
        "both", "exact" or "simulate".
    axis
        An outcome that all have, kept for charts.
    title
        What is compared, in words.
    notes
        Notes to hand on.
    fractions
        Exact numbers as fractions.
    **settings
        How to simulate, see `odds.core.simulate.Settings`. Every two questions are played with the same dice.

    Returns
    -------
    Comparison
        Equal questions differ by exactly 0, simulated as well.

    Raises
    ------
    OddsError
        If there are too few or too many, or one of them has not a metric.

    Examples
    --------
    >>> from odds import parse
    >>> tests = [(text, parse(text)) for text in ("6S S6 L4", "6S S6 L3")]
    >>> found = compare_questions(tests, ["mean(hits)"], trials=64_000, seed=1)
    >>> round(found.contrasts[0].exact, 9), found.contrasts[0].simulated.low > 0.3
    (0.36, True)
    """
    from odds.core.paired import difference_of

    if method not in METHODS:
        raise OddsError(f"unknown method {quoted(method)}: use {', '.join(METHODS)}")
    as_flag(fractions, "fractions")
    if method == "exact":
        nothing_simulated(settings)
    if not 2 <= len(questions) <= MOST:
        raise OddsError(f"two to {MOST} things can be compared, not {len(questions)}")
    texts = _canonical(metrics)
    laws = [_law(name, question, texts, axis, fractions=fractions) for name, question in questions]
    notes = (*notes, *_cut_off(laws, texts, method))
    pairs = list(combinations(range(len(questions)), 2))
    played, interrupted = ({}, False) if method == "exact" else _played(questions, texts, pairs, settings, laws)
    contrasts = []
    for a, b in pairs:
        for m, text in enumerate(texts):
            exact = None
            if method != "simulate":
                exact = difference_of(laws[a].metric(text).value, laws[b].metric(text).value)
            contrasts.append(Contrast(a, b, m, exact, played.get((a, b), {}).get(m)))
    items = [
        Compared(name, question, None if method == "simulate" else law, _estimates(number, len(texts), contrasts))
        for number, ((name, question), law) in enumerate(zip(questions, laws, strict=True))
    ]
    depends = depends_on((question for _, question in questions), texts)
    return Comparison(tuple(items), texts, tuple(contrasts), axis, title, tuple(notes), interrupted, depends)


def _canonical(metrics: Sequence[str]) -> tuple[str, ...]:
    from odds.core.events import parse_metric

    if not metrics:
        raise OddsError("a comparison needs a metric, such as mean(hits)")
    return tuple(dict.fromkeys(parse_metric(metric).text for metric in metrics))


def _law(name: str, question: Any, metrics: Sequence[str], axis: str | None, *, fractions: bool) -> Distribution:
    """The exact distribution that answers every metric; what it cannot answer is said with the question's name."""
    from odds.core.events import axes_needed

    subject = subject_of(question)
    try:
        needed = axes_needed(metrics, subject.events(question), subject.axes) or subject.axes[:1]
        axes = (*([] if axis is None else [axis]), *(each for each in needed if each != axis))
        law: Distribution = subject.exact(question, axes=axes, fractions=fractions)
        for metric in metrics:
            law.metric(metric)
    except OddsError as error:
        raise OddsError(f"{name}: {error}") from None
    return law


def _cut_off(laws: Sequence[Distribution], metrics: Sequence[str], method: str) -> Iterator[str]:
    """Notes on the means that are not simulated, since a list of outcomes ends; refused where nothing else is told."""
    from odds.core.measure import is_cut_off

    for text in metrics:
        if method != "exact" and any(is_cut_off(law, text) for law in laws):
            said = f"{text} is not simulated: the list of outcomes ends before the chance does"
            if method == "simulate":
                raise ListEndsError(f"{said}; ask for the exact one")
            yield said


def _played(
    questions: Sequence[tuple[str, Any]],
    metrics: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    settings: dict[str, Any],
    laws: Sequence[Distribution],
) -> tuple[dict[tuple[int, int], dict[int, Difference]], bool]:
    """Simulated differences by pair and metric, and whether they were interrupted; no mean that a list cuts off."""
    from odds.core.measure import is_cut_off
    from odds.core.paired import paired_all
    from odds.core.simulate import draw_seed

    seed = draw_seed() if settings.get("seed") is None else settings["seed"]
    settings = settings | {"seed": seed, "runs": len(pairs)}
    found: dict[tuple[int, int], dict[int, Difference]] = {}
    for a, b in pairs:
        whole = {n: text for n, text in enumerate(metrics) if not any(is_cut_off(laws[i], text) for i in (a, b))}
        if not whole:
            continue
        try:
            differences = paired_all(questions[a][1], questions[b][1], [*whole.values()], **settings)
        except KeyboardInterrupt:
            if not found:
                raise
            return found, True
        found[a, b] = dict(zip(whole, differences, strict=True))
        if any(each.run.interrupted for each in differences):
            return found, True
    return found, False


def _estimates(item: int, metrics: int, contrasts: Sequence[Contrast]) -> tuple[Estimate | None, ...]:
    """The simulated metrics of an item, from the first pair that it was played in."""
    found: dict[int, Estimate] = {}
    for each in contrasts:
        if each.simulated is not None and item in (each.a, each.b):
            found.setdefault(each.metric, each.simulated.a if item == each.a else each.simulated.b)
    return tuple(found.get(metric) for metric in range(metrics))
