"""The chart of a sweep: lines over one parameter, heatmaps over two."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.events import is_probability
from odds.report.charts import INK, PERCENT, blank, tidy, write_figure
from odds.report.sweep import footer, named

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.sweep import Sweep

INCHES = 5.0  # a panel
CELL = 0.52  # inches of a heatmap's cell
MOST_LABELS = 400  # cells that still have room for their number
COLOURS = ("#2f6f4f", "#d9822b", "#3b6ea8", "#8c2f39", "#7a5195", "#5c5c5c", "#b5a642", "#17808a")
DARK = 0.6  # shade of a cell from which its number is white


def save(sweep: Sweep, path: str) -> None:
    """Draws a sweep into a PNG, SVG or PDF file.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: figure(sweep), path)


def figure(sweep: Sweep) -> Figure:
    """The chart: for one parameter a panel of chances and one of means, for two a heatmap a metric.

    Examples
    --------
    >>> from odds.studies.sweeping import swept
    >>> len(figure(swept("6S L3", {"strength": "1..9"}, ["P(hits >= 3)", "mean(hits)"])).axes)
    2
    """
    return _lines(sweep) if len(sweep.parameters) == 1 else _heatmaps(sweep)


def values(sweep: Sweep, metric: int) -> Any:
    """A metric at every point, exact if it was worked out; nan where there is none."""
    found = [point.simulated[metric] if sweep.method == "simulate" else point.exact[metric] for point in sweep.points]
    return np.array([np.nan if each is None else float(each) for each in found])


# ---------------------------------------------------------------------------------------------- lines
def _lines(sweep: Sweep) -> Figure:
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    kinds = [[m for m, text in enumerate(sweep.metrics) if is_probability(text) == chance] for chance in (True, False)]
    kinds = [kind for kind in kinds if kind]
    drawn = blank(sweep.title, footer(sweep), (max(7.0, INCHES * len(kinds)), INCHES))
    places = np.array(sweep.parameters[0].values)
    for panel, kind in zip(np.ravel(drawn.subplots(1, len(kinds))), kinds, strict=True):
        tidy(panel)
        chance = is_probability(sweep.metrics[kind[0]])
        for m in kind:
            _line(panel, sweep, m, places, PERCENT if chance else 1.0)
        panel.set(xlabel=named(sweep.parameters[0].name))
        panel.set_ylim(bottom=0, top=104 if chance else None)
        panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1, nbins=12))
        if chance:
            panel.yaxis.set_major_formatter(PercentFormatter())
        if len(kind) == 1:
            panel.set_title(fill(sweep.metrics[kind[0]], 60))
        else:
            panel.legend(frameon=False, fontsize=9)
    return drawn


def _line(panel: Axes, sweep: Sweep, metric: int, places: Any, scale: float) -> None:
    """A metric's exact curve, or its simulated one; both: the simulated as marks with their intervals."""
    colour = COLOURS[metric % len(COLOURS)]
    panel.plot(places, scale * values(sweep, metric), "-o", color=colour, markersize=5, label=sweep.metrics[metric])
    if sweep.method == "exact":
        return
    found = [(at, point.simulated[metric]) for at, point in zip(places, sweep.points, strict=True)]
    seen = [(at, each) for at, each in found if each is not None and each.low is not None and each.high is not None]
    middle = np.array([scale * float(each) for _, each in seen])
    ends = np.array([[scale * (each.low or 0.0), scale * (each.high or 0.0)] for _, each in seen]).reshape(-1, 2).T
    away = np.maximum([middle - ends[0], ends[1] - middle], 0)
    panel.errorbar([at for at, _ in seen], middle, away, fmt="D", color=INK, markersize=3, capsize=3, zorder=3)


# ---------------------------------------------------------------------------------------------- heatmaps
def _heatmaps(sweep: Sweep) -> Figure:
    rows, columns = sweep.parameters
    wide = max(INCHES, CELL * len(columns.values) + 1.6)
    high = max(3.2, 0.75 * CELL * len(rows.values) + 1.6)
    across = min(2, len(sweep.metrics))
    down = -(-len(sweep.metrics) // across)
    size = min(max(7.0, wide * across), 40.0), min(high * down, 60.0)
    drawn = blank(sweep.title, footer(sweep), size)
    panels = np.ravel(drawn.subplots(down, across))
    for panel in panels[len(sweep.metrics) :]:
        panel.remove()
    for m, panel in enumerate(panels[: len(sweep.metrics)]):
        _heatmap(panel, sweep, m)
    return drawn


def _heatmap(panel: Axes, sweep: Sweep, metric: int) -> None:
    rows, columns = sweep.parameters
    table = values(sweep, metric).reshape(len(rows.values), len(columns.values))
    chance = is_probability(sweep.metrics[metric])
    known = table[np.isfinite(table)]
    least, most = (0.0, 1.0) if chance else (float(known.min(initial=0)), float(known.max(initial=0)) or 1.0)
    panel.imshow(table, cmap="YlGn", vmin=least, vmax=most, aspect="auto", origin="lower")
    panel.set(xlabel=named(columns.name), ylabel=named(rows.name))
    panel.set_title(fill(f"{sweep.metrics[metric]}{', %' if chance else ''}", 60), parse_math=False)
    for places, name in ((columns.values, "x"), (rows.values, "y")):
        step = max(1, len(places) // 30)
        shown = range(0, len(places), step)
        (panel.set_xticks if name == "x" else panel.set_yticks)(shown, [str(places[n]) for n in shown])
    if table.size > MOST_LABELS:
        return
    for (row, column), value in np.ndenumerate(table):
        shade = (value - least) / (most - least)
        colour = "white" if shade > DARK else INK
        panel.text(column, row, label(value, chance=chance), ha="center", va="center", fontsize=9, color=colour)


def label(value: float, *, chance: bool) -> str:
    """A cell's number, short: whole per cent but at both ends, or a mean with two decimals.

    Examples
    --------
    >>> [label(value, chance=True) for value in (0.0, 0.004, 0.25, 0.998, 1.0)]
    ['0', '<1', '25', '>99', '100']
    """
    if np.isnan(value):
        return "-"
    if not chance:
        return f"{value:.2f}"
    if 0 < value < 0.01:
        return "<1"
    return ">99" if 0.99 < value < 1 - 1e-12 else f"{100 * value:.0f}"
