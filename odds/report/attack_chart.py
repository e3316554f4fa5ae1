"""Charts of attacks: the ends stacked, the curve of attacks to down, and the heatmap over Endurance and Health."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.report.attack_words import state_name
from odds.report.charts import EXACT, INK, PERCENT, SAMPLED, canvas, footer_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.core.answer import Answer
    from odds.factions.attacks.rules import Attack

DEAD = "#8c2f39"
LEAST_LABEL = 4.0  # per cent: a smaller part of a column has no label
HARDLY = 1e-4  # numbers of Hits beyond the last that is likelier are not drawn
FEW = 4  # Hits from which a chart may begin
ENDURANCE, HEALTH = range(1, 10), range(1, 5)

Ends = dict[tuple[int | None, int | None, bool], float]
"""Chances by Harm, Injuries and whether it has fallen."""


def ends_of(law: Any, suffix: str = "") -> Ends:
    """The chances of every end; with a suffix of one of several targets."""
    axes = [f"{axis}{suffix}" for axis in ("harm", "injuries", "incapacitated")]
    chances = np.asarray(law.marginal(*axes).probabilities, float)
    found: Ends = {}
    for harm, injuries, down in np.argwhere(chances > 0):
        key = (None, None, True) if down else (int(harm), int(injuries), False)
        found[key] = found.get(key, 0.0) + float(chances[harm, injuries, down])
    return found


def ends_figure(answer: Answer) -> Figure:
    """Left: the ends by both engines, or after each of several attacks; right: by Hits.

    Examples
    --------
    >>> from odds import answer
    >>> from odds.factions.attacks.query import parse_attack
    >>> shot = parse_attack("6S S6 L3 crit Maim at E4 HP1")
    >>> [panel.get_title() for panel in ends_figure(answer(shot, method="exact")).axes]
    ['the target in the end', 'by Hits (exact)']
    """
    from odds.factions.attacks.rules import Attack

    question = answer.question
    drawn, left, right = canvas(question.text, footer_of(answer))
    laws = {"exact": answer.exact, "simulated": answer.simulated}
    columns = [(name, ends_of(law)) for name, law in laws.items() if law is not None]
    several = not isinstance(question, Attack)
    after = _by_hits(question) if isinstance(question, Attack) else _after_each(question)
    keys = _keys([ends for _, ends in (*columns, *after)])
    _stack(left, columns, keys)
    _stack(right, after, keys)
    left.set(title="the target in the end")
    right.set(
        title="after each attack (exact)" if several else "by Hits (exact)", xlabel="attacks" if several else "Hits"
    )
    _legend(right, keys)
    return drawn


def _after_each(question: Any) -> list[tuple[str, Ends]]:
    """The ends after one attack, after two, ...; of an attack that may bring the Stranger after it, and in the end."""
    from odds.core.subject import subject_of
    from odds.factions.attacks.several.exact import after_each
    from odds.factions.attacks.stranger.exact import after_own

    if hasattr(question, "test"):
        return [("1", ends_of(after_own(question))), ("the Stranger", ends_of(subject_of(question).exact(question)))]
    return [(str(n), ends_of(law)) for n, law in enumerate(after_each(question), 1)]


def _by_hits(attack: Attack) -> list[tuple[str, Ends]]:
    """The ends that each number of Hits leads to, weighed by how likely it is."""
    from odds.factions.attacks.exact import exact

    law = exact(attack, axes=("hits", "harm", "injuries", "incapacitated"))
    chances = np.asarray(law.probabilities, float)
    found = []
    likely = np.flatnonzero(chances.reshape(len(chances), -1).sum(axis=1) >= HARDLY)
    for hits in range(int(likely[0]) if likely[0] > FEW else 0, int(likely[-1]) + 1):
        ends: Ends = {}
        for harm, injuries, down in np.argwhere(chances[hits] > 0):
            key = (None, None, True) if down else (int(harm), int(injuries), False)
            ends[key] = ends.get(key, 0.0) + float(chances[hits, harm, injuries, down])
        found.append((str(hits), ends))
    return found


def area_figure(answer: Answer) -> Figure:
    """Left: how many models fall; right: every model's ends, stacked.

    Examples
    --------
    >>> from odds import answer
    >>> from odds.factions.attacks.query import parse_attack
    >>> blast = parse_attack("3A A5 L2 no bonus dice at E4 HP1 at E6 HP2")
    >>> [panel.get_title() for panel in area_figure(answer(blast, method="exact")).axes]
    ['models down', 'each model in the end']
    """
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    drawn, left, right = canvas(answer.question.text, footer_of(answer))
    for law, style in ((answer.exact, "bar"), (answer.simulated, "mark")):
        if law is None:
            continue
        shares = PERCENT * np.asarray(law.marginal("down").probabilities, float)
        shown = np.arange(len(shares))
        if style == "bar" or answer.exact is None:
            left.bar(shown, shares, color=EXACT if style == "bar" else SAMPLED, alpha=0.85, label=_name(law))
        else:
            left.plot(shown, shares, "D", color=SAMPLED, markersize=4, label=_name(law), zorder=3)
    left.set(title="models down", xlabel="models")
    left.xaxis.set_major_locator(MaxNLocator(integer=True))
    left.yaxis.set_major_formatter(PercentFormatter())
    left.legend(frameon=False)
    columns = [(name.removeprefix("target "), ends_of(part.best)) for name, part in answer.beside.items()]
    if not columns:
        right.remove()
        return drawn
    keys = _keys([ends for _, ends in columns])
    _stack(right, columns, keys)
    right.set(title="each model in the end", xlabel="target")
    _legend(right, keys)
    return drawn


def ricochet_figure(answer: Answer) -> Figure:
    """Each target's ends, stacked: exact on the left, simulated on the right.

    Examples
    --------
    >>> from odds import answer
    >>> from odds.factions.attacks.query import parse_attack
    >>> shot = parse_attack("4P P5 L2 at E4 HP1", ricochet="E6 HP2")
    >>> [panel.get_title() for panel in ricochet_figure(answer(shot, method="exact")).axes]
    ['each target in the end (exact)']
    """
    drawn, left, right = canvas(answer.question.text, footer_of(answer))
    laws = [law for law in (answer.exact, answer.simulated) if law is not None]
    columns = [[(str(n), ends_of(law, f"_{n}")) for n in (1, 2)] for law in laws]
    keys = _keys([ends for each in columns for _, ends in each])
    for panel, law, each in zip((left, right), laws, columns, strict=False):
        _stack(panel, each, keys)
        panel.set(title=f"each target in the end ({_name(law)})", xlabel="target")
    if len(laws) == 1:
        right.remove()
        left.set_subplotspec(left.get_gridspec()[0, :])  # type: ignore[index]
    _legend(right if len(laws) > 1 else left, keys)
    return drawn


def curve_figure(answer: Answer) -> Figure:
    """Left: the attack to which it falls; right: down by then.

    Examples
    --------
    >>> from odds import answer
    >>> from odds.factions.attacks.query import parse_attack
    >>> until = parse_attack("until down: 4P P5 L2 at E4 HP1")
    >>> [panel.get_title() for panel in curve_figure(answer(until, method="exact")).axes]
    ['falls to this attack', 'down by then']
    """
    from matplotlib.ticker import MaxNLocator, PercentFormatter

    drawn, left, right = canvas(answer.question.text, footer_of(answer))
    length = _worth_drawing(np.asarray(answer.best.marginal("attacks").probabilities, float))
    shown = np.arange(1, length + 1)
    for law, colour in ((answer.exact, EXACT), (answer.simulated, SAMPLED)):
        if law is None:
            continue
        chances = np.asarray(law.marginal("attacks").probabilities, float)
        shares = PERCENT * np.pad(chances, (0, max(0, length + 1 - len(chances))))[1 : length + 1]
        marks = colour == SAMPLED and answer.exact is not None
        if marks:
            left.plot(shown, shares, "D", color=colour, markersize=4, label="simulated", zorder=3)
        else:
            left.bar(shown, shares, color=colour, alpha=0.85, label=_name(law))
        style = "D" if marks else "-o"
        right.plot(
            shown, np.cumsum(shares), style, color=colour, markersize=4, label=_name(law), zorder=3 if marks else 2
        )
    left.set(title="falls to this attack", xlabel="attack")
    right.set(title="down by then", xlabel="attacks", ylim=(0, 106))
    for panel in (left, right):
        panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
        panel.yaxis.set_major_formatter(PercentFormatter())
    right.legend(frameon=False, loc="lower right")
    return drawn


def _worth_drawing(chances: Any) -> int:
    """Attacks until hardly anything is left."""
    listed = chances[1:-1]
    left = 1.0 - np.cumsum(listed)
    return max(1, min(len(listed), int(np.argmax(left < 1e-3)) + 1 if (left < 1e-3).any() else len(listed)))


def heatmap(attack: Attack, footer: str = "") -> Figure:
    """P(incapacitated) over the target's Endurance and Health, worked out exactly; its other values stay.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> heatmap(parse_attack("6S S6 L3 crit Maim at E4 HP1")).axes[0].get_xlabel()
    'Endurance'
    """
    from matplotlib.ticker import PercentFormatter

    chances = PERCENT * chances_over(attack)
    drawn, panel, unused = canvas(_anybody(attack), footer)
    unused.remove()
    panel.set_subplotspec(panel.get_gridspec()[0, :])  # type: ignore[index]
    image = panel.imshow(chances, cmap="viridis", vmin=0, vmax=100, origin="lower", aspect="auto")
    panel.grid(visible=False)
    panel.set_xticks(range(len(ENDURANCE)), [str(n) for n in ENDURANCE])
    panel.set_yticks(range(len(HEALTH)), [str(n) for n in HEALTH])
    panel.set(xlabel="Endurance", ylabel="Health", title="chance that the target is Incapacitated")
    for (row, column), chance in np.ndenumerate(chances):
        if not np.isnan(chance):
            colour = "white" if chance < 60 else INK
            said = "<0.1" if 0 < chance < 0.05 else f"{chance:.1f}" if chance else "0"
            panel.annotate(said, (column, row), ha="center", va="center", fontsize=9, color=colour)
    drawn.colorbar(image, ax=panel, format=PercentFormatter())
    return drawn


def _anybody(attack: Attack) -> str:
    """The attack's text without its target's Endurance and Health, which are tried."""
    target = attack.target
    tried = {f"E{target.endurance}", f"HP{target.health}"}
    rest = " ".join(word for word in target.text.split() if word not in tried)
    return attack.text.replace(f"at {target.text}", f"at any E and HP {rest}".rstrip())


def chances_over(attack: Attack) -> Any:
    """P(incapacitated) by [Health, Endurance]; not a number where it would have fallen already."""
    from odds.factions.attacks.exact import exact
    from odds.factions.attacks.worthwhile import rerolled_for

    found = np.full((len(HEALTH), len(ENDURANCE)), np.nan)
    for row, health in enumerate(HEALTH):
        for column, endurance in enumerate(ENDURANCE):
            if attack.target.injuries < health:
                target = replace(attack.target, endurance=endurance, health=health)
                each = rerolled_for(attack.against(target))
                found[row, column] = float(exact(each, axes=("incapacitated",)).probability("incapacitated"))
    return found


# ---------------------------------------------------------------------------------------------- columns
def _name(law: Any) -> str:
    return "exact" if law.exact else "simulated"


def _keys(every: Sequence[Ends]) -> list[Any]:
    """The ends there are, from unhurt to Incapacitated."""
    keys = {key for ends in every for key in ends}
    return sorted(keys, key=lambda each: (each[2], each[1] or 0, each[0] or 0))


def _colours(keys: Sequence[Any]) -> list[Any]:
    """Paler for what hardly hurts; a colour of its own for the fallen."""
    import matplotlib as mpl

    shades = mpl.colormaps["YlOrBr"](np.linspace(0.08, 0.75, len(keys)))
    return [DEAD if key[2] else shades[n] for n, key in enumerate(keys)]


def _stack(panel: Axes, columns: Sequence[tuple[str, Ends]], keys: Sequence[Any]) -> None:
    """Stacked columns of ends."""
    from matplotlib.ticker import PercentFormatter

    bottom = np.zeros(len(columns))
    for key, colour in zip(keys, _colours(keys), strict=True):
        heights = PERCENT * np.array([ends.get(key, 0.0) for _, ends in columns])
        panel.bar(range(len(columns)), heights, bottom=bottom, color=colour, width=0.75, label=_label(key))
        for x, (height, below) in enumerate(zip(heights, bottom, strict=True)):
            if height >= LEAST_LABEL:
                ink = "white" if key[2] else INK
                panel.annotate(
                    f"{height:.1f}", (x, below + height / 2), ha="center", va="center", fontsize=8, color=ink
                )
        bottom += heights
    panel.set_xticks(range(len(columns)), [name for name, _ in columns])
    panel.yaxis.set_major_formatter(PercentFormatter())


def _label(key: Any) -> str:
    harm, injuries, down = key
    return state_name(harm, injuries, down=down)


def _legend(panel: Axes, keys: Sequence[Any]) -> None:
    handles, labels = panel.get_legend_handles_labels()
    panel.legend(handles[: len(keys)], labels[: len(keys)], frameon=False, fontsize=8, reverse=True,
                 loc="upper left", bbox_to_anchor=(1, 1))  # fmt: skip
