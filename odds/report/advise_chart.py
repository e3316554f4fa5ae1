"""Advice as a chart: the gain for each point of Rating, a bar a change, and what perks gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.report.advise import GAINS, HUNDRED
from odds.report.charts import EXACT, INK, SAMPLED, blank, tidy, write_figure
from odds.report.numbers import count
from odds.report.rank import edition_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.factions.ranking.gains import Advice, Gain

MOST_BARS = 20
FAINT = "#bbbbbb"  # a gain that is not resolved
PERCENT = 100


def save(found: Advice, path: str) -> None:
    """Draws advice into a PNG, SVG or PDF file.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: figure(found), path)


def figure(found: Advice) -> Figure:
    """The chart: what is bought at the left, for 100 points of Rating; perks at the right.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from odds.factions.ranking.advise import advised
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "crew.txt")
    ...     _ = file.write_text("Crew: Us\\nPaladin\\n- Super Sledge")
    ...     len(figure(advised(file, at=["E4 A4 L2 HP1"])).axes)
    2
    """
    bought = [each for each in found.gains if each.per_rating is not None and each.gain > 0][:MOST_BARS]
    perks = list(found.perks[:MOST_BARS])
    engine = "exact" if found.run is None else f"{count(found.run.trials)} trials a target, seed {found.run.seed}"
    high = max(4.0, 1.8 + 0.3 * max(len(bought), len(perks)))
    drawn = blank(f"{found.checked.crew.name}: gains in {GAINS[found.metric]}", "", (13.0, high))
    drawn.supxlabel(f"{engine}, edition {edition_of(found.rules)}", fontsize=8, color="#777777", x=0.99, ha="right")
    panels = drawn.subplots(1, 2)
    scale = PERCENT if found.metric == "incapacitated" else 1
    _bars(panels[0], bought, [HUNDRED * scale * (each.per_rating or 0) for each in bought], EXACT)
    panels[0].set_title(f"for each {HUNDRED} points of Rating")
    _bars(panels[1], perks, [scale * each.gain for each in perks], SAMPLED)
    panels[1].set_title("perks, cost not known")
    return drawn


def _bars(panel: Axes, gains: list[Gain], values: list[float], colour: str) -> None:
    tidy(panel)
    panel.grid(visible=False, axis="y")
    panel.grid(axis="x", color="#dddddd", linewidth=0.7)
    shades = [colour if each.resolved else FAINT for each in gains]
    panel.barh(range(len(gains)), values, color=shades, alpha=0.85)
    panel.set_yticks(range(len(gains)), [_label(each) for each in gains], fontsize=8, parse_math=False)
    panel.invert_yaxis()
    for n, (each, value) in enumerate(zip(gains, values, strict=True)):
        text = f"{value:.3g}" if each.resolved else "not resolved"
        panel.annotate(text, (max(value, 0), n), (4, 0), textcoords="offset points", va="center", fontsize=8, color=INK)
    panel.set_xlim(0, 1.18 * max([*values, 0]) or 1)
    if not gains:
        panel.text(0.5, 0.5, "nothing gains", ha="center", va="center", transform=panel.transAxes, color=INK)


def _label(each: Gain) -> str:
    where = f" if {', '.join(each.change.conditions)}" if each.change.conditions else ""
    cost = f" ({each.change.rating:+d})" if each.change.rating is not None else ""
    text = f"{each.model}: {each.change.text}{where}{cost}"
    return text if len(text) <= 60 else f"{text[:59]}…"
