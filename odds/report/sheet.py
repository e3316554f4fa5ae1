"""The sheet as a page to print: A4 across, dark on light, one number a cell."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import numpy as np

from odds.core.events import is_probability
from odds.report.charts import INK, write_figure
from odds.report.sweep_chart import label, values
from odds.report.view import Page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.sweep import Sweep

PAPER = 11.69, 8.27  # inches of A4 across
SHADES = ("#ffffff", "#bfe3cd", "#7cc49c")  # light enough for dark numbers on any printer
HEAD = "#2f6f4f"
EVEN = 0.5  # a chance from which a cell is bold


def titled(sheet: Sweep, pages: list[Page]) -> list[Page]:
    """The sheet's tables as text, with what stands down and across."""
    said = "Pool Size down, Test Statistic across"
    return [Page(f"{sheet.metrics[0]}, {sheet.title}", said, page.grids, page.lines) for page in pages]


def save(sheet: Sweep, path: str) -> None:
    """Draws the sheet into a PDF, PNG or SVG file.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: figure(sheet), path)


def figure(sheet: Sweep) -> Figure:
    """The page.

    Examples
    --------
    >>> from odds.studies.sheets import sheet
    >>> drawn = figure(sheet("P(hits >= 3)", 2))
    >>> drawn.get_size_inches().tolist(), drawn.texts[0].get_text()
    ([11.69, 8.27], 'P(hits >= 3) in %')
    """
    from matplotlib.figure import Figure

    drawn = Figure(figsize=PAPER, facecolor="white")
    panel = drawn.add_axes((0.11, 0.10, 0.84, 0.74))
    metric = sheet.metrics[0]
    unit = " in %" if is_probability(metric) else ""
    heading = fill(f"{metric}{unit}", 50)
    drawn.text(0.11, 0.955, heading, va="top", fontsize=19, fontweight="bold", color=INK, parse_math=False)
    drawn.text(0.95, 0.955, fill(sheet.title, 40), ha="right", va="top", fontsize=16, color=HEAD, parse_math=False)
    _cells(panel, sheet)
    drawn.text(0.11, 0.045, _footer(sheet), fontsize=9, color="#666666", parse_math=False)
    return drawn


def _cells(panel: Axes, sheet: Sweep) -> None:
    from matplotlib.colors import LinearSegmentedColormap

    pools, statistics = (parameter.values for parameter in sheet.parameters)
    table = values(sheet, 0).reshape(len(pools), len(statistics))
    chance = is_probability(sheet.metrics[0])
    most = 1.0 if chance else float(table[np.isfinite(table)].max(initial=0)) or 1.0
    shades = LinearSegmentedColormap.from_list("sheet", SHADES)
    panel.imshow(table, cmap=shades, vmin=0, vmax=most, aspect="auto")
    size = max(6.0, min(16.0, 190 / len(pools), 150 / len(statistics)))
    for (row, column), value in np.ndenumerate(table):
        weight = "bold" if chance and value >= EVEN else "normal"
        text = label(value, chance=chance)
        panel.text(column, row, text, ha="center", va="center", fontsize=size, color="black", fontweight=weight)
    panel.set_xticks(range(len(statistics)), [str(value) for value in statistics])
    panel.set_yticks(range(len(pools)), [f"{pool} {'die' if pool == 1 else 'dice'}" for pool in pools])
    panel.set_xticks(np.arange(0.5, len(statistics) - 1), minor=True)
    panel.set_yticks(np.arange(0.5, len(pools) - 1), minor=True)
    panel.grid(which="minor", color="#999999", linewidth=0.6)
    panel.tick_params(which="both", length=0, labelsize=min(14.0, size + 1), labelcolor=HEAD)
    panel.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False)
    panel.xaxis.set_label_position("top")
    panel.set_xlabel("Test Statistic", fontsize=12, color=HEAD, labelpad=6)
    panel.set_ylabel("Pool Size", fontsize=12, color=HEAD)


def _footer(sheet: Sweep) -> str:
    from odds import __version__
    from odds.report.compare import edition_of
    from odds.report.sweep import policy_of

    bold = "Bold: 50% or more. " if is_probability(sheet.metrics[0]) else ""
    policy = f"{said[0].upper()}{said[1:]}. " if (said := policy_of(sheet)) else ""
    return f"{bold}{policy}Exact. Edition {edition_of(sheet.points[0].question)}. odds {__version__}"
