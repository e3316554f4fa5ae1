"""Gains that are simulated: before and after a change in the same trials, target by target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.limits import MOST_SEED
from odds.core.paired import Z, paired
from odds.core.whole import whole_error

if TYPE_CHECKING:
    from odds.core.run import Run
    from odds.factions.attacks.rules import Attack
    from odds.factions.ranking.gains import Gain
    from odds.factions.ranking.gallery import Foe
    from odds.factions.ranking.rank import Progress
    from odds.factions.ranking.rows import Row


@dataclass(frozen=True, slots=True)
class Trial:
    """A simulated gain, a mean over the gallery.

    Attributes
    ----------
    value
        The gain.
    std_error
        Its standard error.
    differs
        Whether the change changes an attack at all.
    """

    value: float
    std_error: float
    differs: bool = True

    @property
    def low(self) -> float:
        """Where its 95% interval begins."""
        return self.value - Z * self.std_error

    @property
    def high(self) -> float:
        """Where its 95% interval ends."""
        return self.value + Z * self.std_error

    @property
    def resolved(self) -> bool:
        """Whether the interval lies on one side of 0."""
        return self.low > 0 or self.high < 0


def simulated(
    gains: Sequence[Gain],
    sides: Sequence[tuple[Row, Row]],
    foes: Sequence[Foe],
    metric: str,
    *,
    exact: bool,
    progress: Progress | None = None,
    seed: int | None = None,
    **settings: Any,
) -> tuple[list[Gain], Run | None]:
    """Gains with what a simulation says of them.

    Parameters
    ----------
    gains
        The gains.
    sides
        The rows before and after each change.
    foes
        The gallery; each target is played with a seed of its own, so that errors are independent.
    metric
        "injuries" or "incapacitated".
    exact
        Whether the exact gains are kept.
    progress
        Called with the gains done and all of them.
    seed, **settings
        How to simulate, see `odds.core.simulate.Settings`.
    """
    from odds.core.simulate import draw_seed

    seed = draw_seed() if seed is None else seed
    if error := whole_error(seed, "seed", 0, MOST_SEED):
        raise OddsError(error)
    found, run = [], None
    for done, (gain, (base, after)) in enumerate(zip(gains, sides, strict=True)):
        value, variance, differs = 0.0, 0.0, False
        for n, foe in enumerate(foes):
            new, old = (_attack(row, n, foe, metric) for row in (after, base))
            if new == old:
                continue  # the same dice do the same
            drawn = paired(new, old, _metric(foe, metric), seed=(seed + n) % (MOST_SEED + 1), **settings)
            if drawn.run.interrupted:
                raise KeyboardInterrupt
            differs = True
            share = foe.weight / sum(each.weight for each in foes)
            value += share * drawn.value
            variance += (share * drawn.std_error) ** 2
            run = run or drawn.run
        found.append(replace(gain, exact=gain.exact if exact else None, simulated=Trial(value, variance**0.5, differs)))
        if progress is not None:
            progress(done + 1, len(gains))
    return found, run


def _attack(row: Row, n: int, foe: Foe, metric: str) -> Attack:
    """The attack that a row uses against a target."""
    attack = row.entrant.strikes[row.used[n]].at(foe.target, eye_catching=foe.eye_catching)
    return replace(attack, objective=_metric(foe, metric))


def _metric(foe: Foe, metric: str) -> str:
    """A metric of a ranking as one of an attack.

    Examples
    --------
    >>> from odds.factions.attacks.target import Target
    >>> from odds.factions.ranking.gallery import Foe
    >>> _metric(Foe("Master", Target(6, 3)), "injuries")
    'mean(injuries + 3 * incapacitated)'
    """
    return f"mean(injuries + {foe.target.health} * incapacitated)" if metric == "injuries" else "P(incapacitated)"
