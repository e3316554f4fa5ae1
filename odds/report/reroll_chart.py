"""The decision table as a picture: what to re-roll in every state of the Pool and of Fortune Smiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from odds.factions.rerolls.play import policy_of
from odds.factions.rerolls.states import State, states
from odds.factions.special.rules import goal_text
from odds.report.charts import EXACT, INK, write_figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from odds.factions.rerolls.study import Study

MOST_PANELS = 4
HEIGHT, WIDTH = 4.2, 3.6


def save(study: Study, path: str) -> None:
    """Draws a study's decision table into a PNG, SVG or PDF file.

    Raises
    ------
    OddsError
        If the ending is another, or the file cannot be written.
    """
    write_figure(lambda: figure(study), path)


def figure(study: Study) -> Figure:
    """The decision table of a study as panels: first the Pool, then Fortune Smiles by Luck Dice left.

    Each square is a state, with what is re-rolled in it; it is darker the more dice that is. After the Fortune Smiles
    roll it is the state with as much left of the permissions as can be; what is empty cannot come up.

    Examples
    --------
    >>> from odds import parse, study
    >>> [panel.get_title() for panel in figure(study(parse("6S S6 L2 reroll 2"))).axes]
    ['after the Pool roll', 'Fortune Smiles, 1 Luck Die left', 'Fortune Smiles, 2 Luck Dice left']
    """
    from matplotlib.figure import Figure

    policy = policy_of(study.test)
    every = [state for state in states(policy) if not state.kind]
    pool = [state for state in every if state.fortune is None and state.rights == policy.dice.rights]
    late = [state for state in every if state.fortune is not None]
    panels = [("after the Pool roll", pool, ("Luck Duds", "Standard Duds"))] if pool else []
    for left in sorted({state.luck.all_hits for state in late})[: MOST_PANELS - 1]:
        own = sorted((state for state in late if state.luck.all_hits == left), key=_dice_left)
        title = f"Fortune Smiles, {left} Luck {'Die' if left == 1 else 'Dice'} left"
        panels.append((title, own, ("Fortune Smiles Duds", "Standard Hits")))
    if not panels:
        return _declared(study)
    drawn = Figure(figsize=(max(WIDTH * len(panels), 5.0), HEIGHT), layout="constrained")
    goal = "" if study.test.objective else f" for {goal_text(study.test.goal)}"
    drawn.supxlabel("L, S, F: Luck, Standard, Fortune Smiles Duds re-rolled; !: Hits; -: none", fontsize=8, color=INK)
    drawn.suptitle(f"{study.test.text}: what to re-roll{goal}", color=INK, fontsize=11)
    for number, (title, own, names) in enumerate(panels, 1):
        _panel(drawn.add_subplot(1, len(panels), number), title, own, names)
    return drawn


def _declared(study: Study) -> Figure:
    """What each number of Hits declared with V.A.T.S. is worth, where nothing may be re-rolled."""
    from matplotlib.figure import Figure

    drawn = Figure(figsize=(6.0, HEIGHT), layout="constrained")
    axes = drawn.add_subplot()
    numbers, worth = zip(*study.declared, strict=True)
    axes.bar(numbers, worth, color=EXACT)
    axes.axhline(study.undeclared or 0.0, color=INK, linestyle=":", label="without V.A.T.S.")
    axes.set_xlabel("Hits declared")
    axes.set_ylabel(goal_text(study.test.goal))
    axes.set_xticks(numbers)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    drawn.suptitle(f"{study.test.text}: what to declare", color=INK, fontsize=11)
    return drawn


def _dice_left(state: State) -> int:
    return sum(each.dice for each in state.rights.permissions)


def _panel(axes: Axes, title: str, own: list[State], names: tuple[str, str]) -> None:
    """One square a state."""
    cells: dict[tuple[int, int], str] = {}
    dice: dict[tuple[int, int], int] = {}
    for state in own:
        if state.fortune is None:
            if state.luck.again_hits or state.luck.again_duds or state.standard.again_hits or state.standard.again_duds:
                continue
            place = state.luck.duds, state.standard.duds
        else:
            if state.fortune.again_hits or state.fortune.again_duds:
                continue
            place = state.fortune.duds, state.standard.all_hits
        cells[place] = _said(state)
        dice[place] = sum(change.size for change in state.changes)
    shape = tuple(max((place[axis] for place in cells), default=0) + 1 for axis in (0, 1))
    shades: Any = np.full(shape, np.nan)
    for place, count in dice.items():
        shades[place] = count
    axes.imshow(shades, cmap="Greens", vmin=0, vmax=max([*dice.values(), 1]) * 1.4, origin="lower", aspect="auto")
    for (row, column), said in cells.items():
        axes.text(column, row, said, ha="center", va="center", fontsize=8, color=INK)
    axes.set_title(title, fontsize=10, color=INK)
    axes.set_ylabel(names[0])
    axes.set_xlabel(names[1])
    axes.set_yticks(range(shape[0]))
    axes.set_xticks(range(shape[1]))
    axes.spines[:].set_visible(False)


def _said(state: State) -> str:
    """What is re-rolled, in a few letters: 1L 2S are a Luck Dud and two Standard Duds, 1L! a Luck Hit."""
    if state.use is None:
        return "-"
    letters = ("L", "S") if state.fortune is None else ("F",)
    parts = []
    for letter, change in zip(letters, state.changes, strict=True):
        parts += [f"{change.duds}{letter}"] * bool(change.duds) + [f"{change.hits}{letter}!"] * bool(change.hits)
    return "\n".join(parts)
