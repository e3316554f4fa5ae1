"""The chart of a fight: damage with and without a kill, and who has fallen by which fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from odds.report.charts import EXACT, INK, PERCENT, SAMPLED, canvas, footer_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.core.distribution import Distribution

MISS, DEAD = "#a9c8b7", "#8c2f39"
LEAST_LABEL = 0.05  # per cent


def draw(answer: Answer) -> Figure:
    """Both panels, with the exact answer as bars and lines and the simulated one as marks.

    Examples
    --------
    >>> from odds import answer
    >>> from odds.boardgame.fights.rules import BoardFight
    >>> [panel.get_title() for panel in draw(answer(BoardFight(2, "body"), method="exact")).axes]
    ['damage to the survivor', 'fighting on, by fight']
    """
    drawn, left, right = canvas(answer.question.text, footer_of(answer))
    _damage(left, answer)
    duel = answer.beside.get("duel")
    if duel is None or (duel.exact is None and duel.simulated is None):
        right.remove()
        left.set_subplotspec(left.get_gridspec()[0, :])  # type: ignore[index]
    else:
        _fights(right, duel)
    return drawn


def _damage(panel: Axes, answer: Answer) -> None:
    """Bars of every damage, the part with a kill below."""
    from matplotlib.ticker import PercentFormatter

    level, best = answer.question.level, answer.best
    kill, rest = _split(best)
    shown = np.arange(0, len(kill), level)
    kill, rest = kill[shown], rest[shown]
    panel.bar(shown, kill, 0.8 * level, color=EXACT, label="enemy killed")
    panel.bar(shown, rest, 0.8 * level, bottom=kill, color=MISS, label="not killed")
    if answer.exact is not None and answer.simulated is not None:
        seen = sum(_split(answer.simulated))
        places = shown[shown < len(seen)]
        panel.plot(places, seen[places], "D", color=SAMPLED, markersize=4, label="simulated", zorder=3)
    for k, share in zip(shown, kill + rest, strict=True):
        if share > 0:
            text = "<0.1" if share < LEAST_LABEL else f"{share:.1f}"
            panel.annotate(text, (k, share), (0, 5), textcoords="offset points", ha="center", fontsize=8, color=INK)
    panel.set(title="damage to the survivor", xlabel="Damage", ylim=(0, panel.get_ylim()[1] * 1.06))
    panel.set_xticks(shown[:: max(1, len(shown) // 12)])
    panel.yaxis.set_major_formatter(PercentFormatter())
    panel.legend(frameon=False, fontsize=8)


def _split(law: Distribution) -> tuple[Any, Any]:
    """Percentages of every damage, with a kill and without."""
    from odds.core.events import parse_event
    from odds.core.measure import Grid

    joint = law.marginal("damage", "hits")
    grid = Grid(joint.axes, joint.values.shape, joint.events, "kill")
    kills = grid.spread(parse_event("kill"))
    shares = PERCENT * np.asarray(joint.probabilities, float)
    return (shares * kills).sum(axis=1), (shares * ~kills).sum(axis=1)


def _fights(panel: Axes, duel: Answer) -> None:
    """Curves of the enemy killed and the survivor dead, by fight."""
    from matplotlib.ticker import PercentFormatter

    shown = np.arange(1, duel.question.rounds + 1)
    for axis, name, colour in (("killed", "enemy killed", EXACT), ("died", "survivor dead", DEAD)):
        for law, style in ((duel.exact, "-o"), (duel.simulated, "D" if duel.exact is not None else "-o")):
            if law is not None:
                shares = PERCENT * np.asarray(law.marginal(axis).probabilities, float)
                by = np.cumsum(shares[1:])
                is_mark = style == "D"
                panel.plot(
                    shown,
                    by,
                    style,
                    color=SAMPLED if is_mark else colour,
                    markersize=4 if is_mark else 5,
                    label=None if is_mark else name,
                    zorder=3 if is_mark else 2,
                )
    panel.set(title="fighting on, by fight", xlabel="Fight", ylim=(-2, 106), xticks=shown)
    panel.yaxis.set_major_formatter(PercentFormatter())
    panel.legend(frameon=False, fontsize=8, loc="center right")
