"""A ranking as a chart: a heatmap of models and targets, and Rating against effect with the efficient frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from odds.factions.ranking.rows import PER_RATING, Ranking, Row
from odds.report.charts import EXACT, INK, SAMPLED, blank, tidy, write_figure
from odds.report.rank import edition_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 40  # of the heatmap
MOST_NAMED = 14  # points of the scatter with a name
DARK = 0.62  # share of the scale from which a cell's number is white
TITLES = {
    "injuries": "Injuries of one attack",
    "incapacitated": "P(Incapacitated) of one attack, %",
    "attacks": "attacks until it is down",
    "stands": "Injuries of one attack",
}
EFFECTS = {
    "injuries": "Injuries of one attack, mean over the gallery",
    "incapacitated": "P(Incapacitated) of one attack, mean over the gallery",
    "attacks": "targets down for each attack, mean over the gallery",
    "stands": "attacks of the gallery that it stands",
}


def save(found: Ranking, path: str) -> None:
    """Draws a ranking into a PNG, SVG or PDF file.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: figure(found), path)


def figure(found: Ranking) -> Figure:
    """The chart: the heatmap at the left, the scatter at the right.

    Examples
    --------
    >>> from odds.factions.ranking.rank import ranked
    >>> len(figure(ranked(faction="zetans", at=["Paladin", "Brute"])).axes)
    2
    """
    rows = found.rows[:MOST_ROWS]
    wide = 5.0 + 0.42 * len(found.foes) + 6.5
    high = max(6.0, 2.6 + 0.26 * len(rows))
    left_out = f"; heatmap: the first {MOST_ROWS} of {len(found.rows)}" if len(found.rows) > MOST_ROWS else ""
    drawn = blank(found.title, f"exact, edition {edition_of(found.rules)}{left_out}", (min(wide, 30.0), high))
    left, right = drawn.subplots(1, 2, width_ratios=(wide - 6.5, 6.5))
    metric = found.by.removesuffix(PER_RATING)
    _heatmap(left, rows, found, metric)
    _scatter(right, found, metric)
    return drawn


def _heatmap(panel: Axes, rows: tuple[Row, ...], found: Ranking, metric: str) -> None:
    shown = "injuries" if metric == "stands" else metric
    table = np.array([getattr(row.ends, shown) for row in rows])
    shade = 1 / table if shown == "attacks" else table
    most = float(shade.max()) or 1.0
    panel.imshow(shade, cmap="YlGn", vmin=0, vmax=most, aspect="auto")
    size = 8 if table.shape[1] <= 12 else 7
    for (row, column), value in np.ndenumerate(table):
        colour = "white" if shade[row, column] / most > DARK else INK
        panel.text(column, row, _cell(float(value), shown), ha="center", va="center", fontsize=size, color=colour)
    panel.set_yticks(range(len(rows)), [_label(row) for row in rows], fontsize=8, parse_math=False)
    names = [foe.name.partition("/")[0] for foe in found.foes]
    panel.set_xticks(range(len(names)), names, rotation=55, ha="left", rotation_mode="anchor", fontsize=8)
    panel.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    panel.set_xlabel(TITLES[metric])


def _cell(value: float, metric: str) -> str:
    if metric == "incapacitated":
        return f"{100 * value:.0f}"
    if not np.isfinite(value):
        return "-"
    return f"{value:.1f}" if metric == "attacks" else f"{value:.2f}".removeprefix("0")


def _label(row: Row) -> str:
    weapons = " + ".join(row.entrant.weapons)
    text = f"{row.entrant.name}: {weapons}"
    return text if len(text) <= 46 else f"{text[:45]}…"


def _scatter(panel: Axes, found: Ranking, metric: str) -> None:
    """Rating across, effect upwards; the models that none of as low a Rating surpasses are joined."""
    tidy(panel)
    points = [(row, row.entrant.rating, row.value(metric)) for row in found.rows]
    rated: list[tuple[Row, int, float]] = [
        (row, rating, value)
        for row, rating, value in points
        if rating is not None and value is not None and np.isfinite(value)
    ]
    panel.set(xlabel="Rating", ylabel=EFFECTS[metric], title="for its Rating: the efficient frontier")
    if not rated:
        return
    panel.scatter([r for _, r, _ in rated], [v for _, _, v in rated], s=22, color=EXACT, alpha=0.55, linewidths=0)
    frontier = sorted(((row, r, v) for row, r, v in rated if row.on_frontier), key=lambda each: each[1:])
    panel.plot(
        [r for _, r, _ in frontier], [v for _, _, v in frontier], "-o", color=SAMPLED, markersize=5, linewidth=1.4
    )
    panel.set_ylim(0, 1.14 * max(v for _, _, v in rated))
    panel.set_xlim(0, 1.12 * max(r for _, r, _ in rated))
    named = frontier[:: max(1, -(-len(frontier) // MOST_NAMED))]
    _names(panel, named)
    places = {id(row): place for place, row in enumerate(found.rows, 1)}
    taken = {each[1:] for each in named}
    _numbers(panel, [(places[id(row)], *point) for row, *point in frontier if tuple(point) not in taken])
    if len(named) < len(frontier):
        panel.set_xlabel("Rating (numbers on the frontier: the model's place in the table)")


def _numbers(panel: Axes, points: list[Any]) -> None:
    """The places in the ranking of points that have no room for a name."""
    for place, rating, value in points:
        panel.annotate(
            str(place), (rating, value), (6, -9), textcoords="offset points", ha="left", fontsize=7, color=INK
        )


def _names(panel: Axes, points: list[Any]) -> None:
    """The names of points on a rising line, by turns above it and below it."""
    shown: dict[tuple[int, float], str] = {}
    for row, rating, value in points:
        shown.setdefault((rating, value), row.entrant.name)
    left = 0.15 * panel.get_xlim()[1]  # a name to the left of it would leave the panel
    for n, (point, name) in enumerate(shown.items()):
        above = n % 2 == 0 and point[0] > left
        panel.annotate(
            name,
            point,
            (-6, 5) if above else (6, -11),
            textcoords="offset points",
            ha="right" if above else "left",
            fontsize=8,
            color=INK,
            parse_math=False,
        )
