"""The chart of a volley: the chance by play, and how it grows from attack to attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from odds.report.charts import EXACT, INK, PERCENT, SAMPLED, canvas, footer_of
from odds.report.numbers import percent
from odds.report.volley import DOWN, NAMES, order_text, plays

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.answer import Answer

COLOURS = {"given": "#a9c8b7", "best": EXACT, "adaptive": "#8c2f39"}
LABELS = {"given": "order given", "best": "best order", "adaptive": "adaptive"}


def draw(answer: Answer) -> Figure:
    """Both panels, exact as bars and lines and simulated as marks.

    Examples
    --------
    >>> from odds import answer
    >>> from odds.factions.volleys.query import parse_volley
    >>> volley = parse_volley(["4P P4 L2", "5S S5 L2 crit Maim"], "E6 HP2")
    >>> [panel.get_title() for panel in draw(answer(volley, method="exact")).axes]
    ['Incapacitated', 'down after so many attacks']
    """
    drawn, left, right = canvas(answer.question.text, footer_of(answer))
    _bars(left, answer)
    _curves(right, answer)
    return drawn


def _bars(panel: Axes, answer: Answer) -> None:
    """A bar for every play."""
    from matplotlib.ticker import PercentFormatter

    from odds.factions.volleys.policy import order_of

    found = plays(answer)
    for place, (play, each) in enumerate(found.items()):
        height = PERCENT * float(each.best.metric(DOWN))
        panel.bar(place, height, 0.7, color=COLOURS[play])
        if each.exact is not None and each.simulated is not None:
            panel.plot(place, PERCENT * float(each.simulated.metric(DOWN)), "D", color=SAMPLED, markersize=4)
        panel.annotate(
            percent(height / PERCENT, 2), (place, height), (0, 5), textcoords="offset points", ha="center", color=INK
        )
    names = []
    for play, each in found.items():
        order = order_of(each.question)
        names.append(LABELS[play] if order is None else f"{LABELS[play]}\n{order_text(order)}")
    panel.set_xticks(range(len(names)), names)
    panel.set(title="Incapacitated", ylim=(0, panel.get_ylim()[1] * 1.08))
    panel.yaxis.set_major_formatter(PercentFormatter())


def _curves(panel: Axes, answer: Answer) -> None:
    """For every play: the chance that it has fallen, by attack."""
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    shown = np.arange(1, len(answer.question.attacks) + 1)
    for play, each in plays(answer).items():
        for law, style in ((each.exact, "-o"), (each.simulated, "D" if each.exact is not None else "-o")):
            if law is None:
                continue
            fallen = [PERCENT * float(law.probability(f"incapacitated and attacks <= {n}")) for n in shown]
            marks = style == "D"
            panel.plot(
                shown,
                fallen,
                style,
                color=SAMPLED if marks else COLOURS[play],
                markersize=3 if marks else 5,
                label=None if marks else NAMES[play],
                zorder=3 if marks else 2,
            )
    panel.set(title="down after so many attacks", xlabel="Attacks")
    panel.set_ylim(bottom=0)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    panel.yaxis.set_major_formatter(PercentFormatter())
    panel.legend(frameon=False, fontsize=8)
