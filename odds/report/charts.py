"""Charts: the distribution as bars and the chance of at least so many, drawn without a display."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.files import CHARTS, check, write_whole
from odds.core.intervals import wilson
from odds.report.numbers import count
from odds.report.subjects import axis_name, describe

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.core.distribution import Distribution


SIZE = (10.0, 5.0)
DOTS = 160
EXACT, SAMPLED, INK = "#2f6f4f", "#d9822b", "#333333"
VISIBLE = 0.02  # an error bar shorter than this share of the axis is hidden by its own mark
HARDLY = 1e-5  # outcomes at either end that no bar could show
MOST_LABELS = 14
PERCENT = 100.0


def save(answer: Answer, path: str) -> None:
    """Draws an answer into a PNG, SVG or PDF file, chosen by its ending.

    Parameters
    ----------
    answer
        The answer.
    path
        The file; one that exists is replaced whole.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: answer_figure(answer), path)


def write_figure(draw: Callable[[], Figure], path: str) -> None:
    """Draws a figure into a file, whole or not at all, without a stamp of when or where."""
    check(path, CHARTS)
    ending = Path(path).suffix.lower()
    drawn = io.BytesIO()
    stamps: dict[str, dict[str, Any]] = {
        ".png": {"Software": "odds"},
        ".svg": {"Date": None, "Creator": "odds"},
        ".pdf": {"CreationDate": None, "Creator": "odds"},
    }
    import matplotlib as mpl

    with mpl.rc_context({"svg.hashsalt": "odds"}):
        draw().savefig(drawn, format=ending[1:], dpi=DOTS, metadata=stamps[ending])
    write_whole(path, drawn.getvalue())


def figure(found: Distribution, axis: str | None = None) -> Figure:
    """The chart of one distribution.

    Parameters
    ----------
    found
        Exact or sampled.
    axis
        The axis to draw; the first if None.

    Examples
    --------
    >>> from odds import exact, parse
    >>> drawn = figure(exact(parse("6S S6 L3")))
    >>> drawn.get_suptitle(), len(drawn.axes)
    ('6S S6 L3', 2)
    """
    exact, sampled = (found, None) if found.exact else (None, found)
    footer = "exact" if found.trials is None else f"{count(found.trials)} trials"
    return _draw(found.label, axis or found.axes[0], exact, sampled, footer)


def answer_figure(answer: Answer) -> Figure:
    """The chart of an answer: both engines in one, or curves over the statistic's values.

    Examples
    --------
    >>> from odds import answer, parse
    >>> len(answer_figure(answer(parse("6S L3"), method="exact")).axes)
    2
    """
    if answer.by_value:
        return _draw_values(answer)
    if own := getattr(describe(answer.question), "figure", None):
        drawn: Figure = own(answer)
        return drawn
    about = describe(answer.question)
    amount = about.is_amount(answer.question)
    axis = getattr(about, "charted", lambda _: answer.best.axes[0])(answer.question)
    drawn = _draw(answer.question.text, axis, answer.exact, answer.simulated, footer_of(answer), amount=amount)
    for panel in drawn.axes:
        panel.set_xlabel(axis_name(answer.question, axis))
    return drawn


def footer_of(answer: Answer) -> str:
    """What is said below a chart: edition, trials and seed."""
    rules = getattr(answer.question, "rules", None)
    parts = [] if rules is None else [f"edition {rules.edition}"]
    sampled = (answer.by_value or (answer,))[0].simulated
    if sampled is not None and sampled.run is not None:
        parts.append(f"{count(sampled.run.trials)} trials, seed {sampled.run.seed}")
    return ", ".join(parts)


def canvas(title: str, footer: str) -> tuple[Figure, Axes, Axes]:
    """A figure of two panels that grows with its title, so that nothing is cropped."""
    drawn = blank(title, footer)
    left, right = drawn.subplots(1, 2)
    for panel in (left, right):
        tidy(panel)
    return drawn, left, right


def blank(title: str, footer: str, size: tuple[float, float] = SIZE) -> Figure:
    """A figure without panels; `size` is width and height in inches, before it grows with its title."""
    from matplotlib.figure import Figure

    shown = fill(title, int(9 * size[0]), break_long_words=True, break_on_hyphens=False)
    height = size[1] + 0.28 * shown.count("\n")
    drawn = Figure(figsize=(size[0], height), layout="constrained", facecolor="white")
    drawn.suptitle(shown, fontsize=13, fontweight="bold", color=INK, parse_math=False)
    drawn.supxlabel(footer, fontsize=8, color="#777777", x=0.99, ha="right", parse_math=False)
    drawn.get_layout_engine().set(w_pad=0.12, h_pad=0.1)  # type: ignore[union-attr, call-arg]
    return drawn


def tidy(panel: Axes) -> None:
    """Takes away what a panel does not need, and adds faint lines to read heights by."""
    panel.spines[["top", "right"]].set_visible(False)
    panel.grid(axis="y", color="#dddddd", linewidth=0.7)
    panel.set_axisbelow(True)


def _draw(
    title: str, axis: str, exact: Distribution | None, sampled: Distribution | None, footer: str, *, amount: bool = True
) -> Figure:
    """Left: bars of exactly k; right, if that says something: the curve of at least k."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    drawn, left, right = canvas(title, footer)
    first, last = _range([found for found in (exact, sampled) if found is not None], axis)
    shown = np.arange(first if amount else max(first, 1), last + 1)
    if not amount:
        right.remove()
        left.set_subplotspec(left.get_gridspec()[0, :])  # type: ignore[index]
    for panel, tail in ((left, False), (right, True)) if amount else ((left, False),):
        tops, values = np.zeros(len(shown)), np.zeros(len(shown))
        if sampled is not None:
            values, tops = _draw_sampled(panel, shown, sampled, axis, tail=tail, alone=exact is None)
        if exact is not None:
            values = _draw_exact(panel, shown, exact, axis, tail=tail)
            tops = np.maximum(tops, values)
        if len(shown) <= MOST_LABELS:
            _label(panel, shown, values, tops, aside=tail)
        panel.set(xlabel=axis.replace("_", " ").capitalize(), xlim=(shown[0] - 0.6, last + 0.9))
        panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=15))
        panel.yaxis.set_major_formatter(PercentFormatter())
    left.set(title="exactly this many" if amount else "chance", ylim=(0, left.get_ylim()[1] * 1.06))
    if amount:
        right.set(title="at least this many", ylim=(0, 108))
    if exact is not None and sampled is not None:
        (right if amount else left).legend(frameon=False, reverse=True)
    return drawn


def _draw_exact(panel: Axes, shown: Any, exact: Distribution, axis: str, *, tail: bool) -> Any:
    """Exact bars or the exact curve; gives the percentages drawn."""
    if tail:
        at_least = PERCENT * _cells(np.asarray(exact.at_least(axis), float), shown)
        panel.plot(shown, at_least, "-o", color=EXACT, markersize=5, label="exact")
        return at_least
    exactly = PERCENT * _cells(np.asarray(exact.marginal(axis).probabilities, float), shown)
    panel.bar(shown, exactly, width=0.8, color=EXACT, alpha=0.85, label="exact")
    return exactly


def _draw_sampled(
    panel: Axes, shown: Any, sampled: Distribution, axis: str, *, tail: bool, alone: bool
) -> tuple[Any, Any]:
    """Marks beside the exact answer, bars or a curve alone; error bars where they can be seen.

    Gives the percentages drawn and how high each reaches.
    """
    counts = sampled.marginal(axis).values
    seen = _cells(np.cumsum(counts[::-1])[::-1] if tail else counts, shown)
    trials = sampled.trials or 1
    low, high = (PERCENT * end for end in wilson(seen, trials))
    shares = PERCENT * seen / trials
    if alone and not tail:
        panel.bar(shown, shares, width=0.8, color=SAMPLED, alpha=0.85)
    else:
        style = "-o" if alone else "D"
        panel.plot(shown, shares, style, color=SAMPLED, markersize=5 if alone else 4, label="simulated", zorder=3)
    visible = (high - low > VISIBLE * max(float(high.max()), float(shares.max()))) & (seen < trials)
    if visible.any():
        ends = np.maximum([shares - low, high - shares], 0)[:, visible]
        panel.errorbar(
            shown[visible], shares[visible], ends, fmt="none", ecolor=INK, elinewidth=1.2, capsize=3, zorder=4
        )
    return shares, np.where(visible, high, shares)


def _label(panel: Axes, shown: Any, values: Any, tops: Any, *, aside: bool) -> None:
    """Writes each percentage above its bar, or beside its point where the curve falls away."""
    for k, value, top in zip(shown, values, tops, strict=True):
        if value > 0:
            text = "<0.1" if value < 0.05 else f"{value:.0f}" if value >= 99.95 else f"{value:.1f}"
            point, away, side = ((k, value), (6, 3), "left") if aside else ((k, top), (0, 4), "center")
            panel.annotate(text, point, away, textcoords="offset points", ha=side, fontsize=8, color=INK)


def _cells(values: Any, shown: Any) -> Any:
    """The values at the outcomes shown; 0 beyond the last."""
    return np.pad(values, (0, max(0, int(shown[-1]) + 1 - len(values))))[shown]


def _range(laws: list[Distribution], axis: str) -> tuple[int, int]:
    """First and last outcome that a bar could show; from 0 if that is near."""
    worth = [np.flatnonzero(np.asarray(law.marginal(axis).probabilities, float) >= HARDLY) for law in laws]
    first, last = min(int(each[0]) for each in worth), max(int(each[-1]) for each in worth)
    return (0 if first <= MOST_LABELS else first), last


def _draw_values(answer: Answer) -> Figure:
    """Left: the mean over the statistic's values; right: P(at least k) for each k."""
    import matplotlib as mpl
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    parts = answer.by_value
    axis = parts[0].best.axes[0]
    name = describe(answer.question).value_name(answer.question)
    values = [part.question.value for part in parts]
    drawn, left, right = canvas(answer.question.text, footer_of(answer))
    tails = [np.asarray(part.best.at_least(axis), float) for part in parts]
    goals = [k for k in range(1, max(map(len, tails))) if len(tails[-1]) > k and tails[-1][k] >= 0.01]
    goals = goals[:: max(1, len(goals) // 8)]
    means = [float(part.best.mean(axis)) for part in parts]
    left.bar(values, means, color=EXACT if parts[0].exact is not None else SAMPLED, alpha=0.85)
    for value, mean in zip(values, means, strict=True):
        left.annotate(f"{mean:.2f}", (value, mean), (0, 4), textcoords="offset points", ha="center", fontsize=8)
    left.set(title=f"mean {axis.capitalize()}", xlabel=name, ylim=(0, max(means) * 1.12 or 1))
    colours = mpl.colormaps["viridis"](np.linspace(0, 0.88, max(len(goals), 1)))
    for k, colour in zip(goals, colours, strict=False):
        chances = [PERCENT * float(tail[k]) if len(tail) > k else 0.0 for tail in tails]
        right.plot(values, chances, "-o", color=colour, markersize=4, label=f"{k} or more")
    right.set(title=f"chance of so many {axis.capitalize()}", xlabel=name, ylim=(0, 104))
    if goals:
        right.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    right.yaxis.set_major_formatter(PercentFormatter())
    for panel in (left, right):
        panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=10))
    return drawn
