"""The chart of a comparison: what the items have in common, laid over each other, and their chances side by side."""

from __future__ import annotations

from string import ascii_uppercase
from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from odds.core.events import is_probability
from odds.report.charts import INK, PERCENT, blank, tidy, write_figure
from odds.report.numbers import count
from odds.report.sweep_chart import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.compare import Comparison

HARDLY = 1e-5  # outcomes at the end that no line could show
STYLES = ("-o", "--s", "-.^", ":D")  # lines that lie on each other can still be told apart
NAME = 44  # characters of a name before it is broken


def save(found: Comparison, path: str) -> None:
    """Draws a comparison into a PNG, SVG or PDF file.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: figure(found), path)


def figure(found: Comparison) -> Figure:
    """Curves of at least so many of what all have in common, if that was worked out, and bars of their chances.

    Examples
    --------
    >>> from odds.studies.comparing import compared
    >>> len(figure(compared(["6S S6 L4", "6S S6 L3"], method="exact")).axes)
    2
    """
    chances = [m for m, text in enumerate(found.metrics) if is_probability(text)]
    curves = found.axis is not None and found.items[0].exact is not None
    draws = [_curves] * curves + [_bars] * bool(chances or not curves)
    drawn = blank(found.title, _footer(found), (6.0 * len(draws) if len(draws) > 1 else 8.0, 5.0))
    for panel, draw in zip(np.ravel(drawn.subplots(1, len(draws))), draws, strict=True):
        tidy(panel)
        draw(panel, found)
    handles, names = drawn.axes[0].get_legend_handles_labels()
    drawn.legend(handles, names, loc="outside lower left", frameon=False, fontsize=9, ncols=1 if len(names) < 5 else 2)
    return drawn


def _name(found: Comparison, item: int) -> str:
    return fill(f"{ascii_uppercase[item]}: {found.items[item].name}", NAME if len(found.items) > 4 else 2 * NAME)


def _curves(panel: Axes, found: Comparison) -> None:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    tails = [PERCENT * np.asarray(item.exact.at_least(found.axis), float) for item in found.items if item.exact]
    shown = np.arange(1 + max(int(np.flatnonzero(tail >= PERCENT * HARDLY)[-1]) for tail in tails))
    for n, tail in enumerate(tails):
        under = min(len(tails) - 1 - n, 3)  # a line that others lie on is wider, so that it can be seen
        panel.plot(
            shown,
            np.pad(tail, (0, len(shown)))[: len(shown)],
            STYLES[n % len(STYLES)],
            color=COLOURS[n % len(COLOURS)],
            linewidth=1.8 + 1.6 * under,
            markersize=5 + 2 * under,
            label=_name(found, n),
        )
    panel.set(title="at least this many", xlabel=str(found.axis).replace("_", " ").capitalize(), ylim=(0, 104))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=15))
    panel.yaxis.set_major_formatter(PercentFormatter())


def _bars(panel: Axes, found: Comparison) -> None:
    """A group of bars a metric; chances if there are any, with intervals where nothing exact is known."""
    from matplotlib.ticker import PercentFormatter

    chances = [m for m, text in enumerate(found.metrics) if is_probability(text)]
    kind = chances or list(range(len(found.metrics)))
    scale = PERCENT if chances else 1.0
    width = 0.8 / len(found.items)
    for n, item in enumerate(found.items):
        values = [found.value(n, m) or item.simulated[m] for m in kind]
        heights = np.array([scale * float(value) if value is not None else np.nan for value in values])
        places = np.arange(len(kind)) + (n - (len(found.items) - 1) / 2) * width
        panel.bar(places, heights, width * 0.94, color=COLOURS[n % len(COLOURS)], label=_name(found, n))
        if len(kind) * len(found.items) <= 24:
            for place, height in zip(places, heights, strict=True):
                text = f"{height:.1f}" if chances else f"{height:.2f}"
                panel.annotate(
                    text, (place, height), (0, 3), textcoords="offset points", ha="center", fontsize=8, color=INK
                )
    panel.set_xticks(range(len(kind)), [fill(found.metrics[m], 18) for m in kind], fontsize=9)
    panel.set_title("chances" if chances else "means")
    if chances:
        panel.set_ylim(0, 108)
        panel.yaxis.set_major_formatter(PercentFormatter())


def _footer(found: Comparison) -> str:
    from odds.report.compare import edition_of
    from odds.report.sweep import policies

    editions = dict.fromkeys(filter(None, map(edition_of, (item.question for item in found.items))))
    parts = [f"edition {'; '.join(editions)}"] * bool(editions)
    parts += ["exact"] if found.items[0].exact is not None else []
    if found.items[0].exact is None and found.runs:
        parts.append(f"{count(found.runs[0].trials)} trials, seed {found.runs[0].seed}")
    return ", ".join(filter(None, [*parts, policies(item.question for item in found.items)]))
