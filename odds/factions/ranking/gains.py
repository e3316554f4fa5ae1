"""What changes of a crew's models are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from odds.factions.ranking.moments import AS_IT_IS, Moment

if TYPE_CHECKING:
    from odds.core.run import Run
    from odds.core.switches import Rules
    from odds.factions.crews.checking import Checked
    from odds.factions.ranking.attackers import Attackers
    from odds.factions.ranking.changes import Change, Refusal
    from odds.factions.ranking.gallery import Foe
    from odds.factions.ranking.rows import Row
    from odds.factions.ranking.trials import Trial

#: columns of records that may be without a number
NUMBERS = ("rating", "parts", "exact", "simulated", "std_error", "low", "high", "per_rating", "per_part")


@dataclass(frozen=True)
class Gain:
    """What a change is worth.

    Attributes
    ----------
    model
        Whose change it is.
    change
        The change.
    before, after
        The exact metric, so that more is better.
    exact
        The exact gain; None if only a simulation was asked for.
    simulated
        The gain in the same trials; None where nothing was simulated.
    doubts
        Disputed values that are used, a sentence each.
    """

    model: str
    change: Change
    before: float
    after: float
    exact: float | None
    simulated: Trial | None = None
    doubts: tuple[str, ...] = ()

    @property
    def gain(self) -> float:
        """The exact gain, or the simulated one."""
        if self.exact is not None:
            return self.exact
        assert self.simulated is not None
        return self.simulated.value

    @property
    def resolved(self) -> bool:
        """Whether it is known: an exact gain is, a simulated one if its interval lies on one side of 0."""
        return self.exact is not None or (self.simulated is not None and self.simulated.resolved)

    @property
    def counts(self) -> bool:
        """Whether the change does something or, where that is only simulated, might."""
        return self.gain != 0 or (self.exact is None and self.simulated is not None and self.simulated.differs)

    @property
    def per_rating(self) -> float | None:
        """The gain for each point of Rating; None if it adds none."""
        return self.gain / self.change.rating if self.change.rating and self.change.rating > 0 else None

    @property
    def per_part(self) -> float | None:
        """The gain for each Part; None if it takes none."""
        return self.gain / self.change.parts if self.change.parts else None


@dataclass(frozen=True)
class Advice:
    """What the changes of a crew are worth.

    Attributes
    ----------
    checked
        The crew.
    metric
        What gains are of, a name of `METRICS`.
    models
        The models that were asked about as they are.
    gains
        What can be bought, the best for its Rating first.
    perks
        Perks with a gain, whose cost is not known, the best first.
    refusals
        Changes that are not allowed.
    foes, attackers
        The gallery.
    rules
        Edition and rule switches.
    notes
        What is left out, as sentences without a full stop.
    method
        "exact", "simulate" or "both".
    run
        The facts of the simulation's first run; None if nothing was simulated.
    moment
        What holds for every attack of the crew's models.
    """

    checked: Checked
    metric: str
    models: tuple[Row, ...]
    gains: tuple[Gain, ...]
    perks: tuple[Gain, ...]
    refusals: tuple[Refusal, ...]
    foes: tuple[Foe, ...]
    attackers: Attackers | None
    rules: Rules
    notes: tuple[str, ...] = ()
    method: str = "exact"
    run: Run | None = None
    moment: Moment = AS_IT_IS

    @property
    def doubts(self) -> tuple[str, ...]:
        """Disputed values that are used anywhere, a sentence each: those of the crew first."""
        gallery = (doubt for foe in self.foes for doubt in foe.doubts)
        return tuple(dict.fromkeys((*self.own_doubts, *gallery)))

    @property
    def own_doubts(self) -> tuple[str, ...]:
        """Disputed values that the crew's models and their changes use, a sentence each."""
        every = [
            *(each.entrant.doubts for each in self.models),
            *(each.doubts for each in (*self.gains, *self.perks)),
        ]
        return tuple(dict.fromkeys(doubt for doubts in every for doubt in doubts))

    def records(self) -> list[dict[str, Any]]:
        """A dict for each change, perks last: what JSON, CSV and DataFrames show."""
        return [record(each) for each in (*self.gains, *self.perks)]


def record(each: Gain) -> dict[str, Any]:
    """A gain as plain values."""
    change, drawn = each.change, each.simulated
    return {
        "model": each.model,
        "kind": change.kind,
        "change": change.text,
        "conditions": list(change.conditions),
        "rating": change.rating,
        "parts": change.parts,
        "before": each.before,
        "after": each.after,
        "exact": each.exact,
        "simulated": None if drawn is None else drawn.value,
        "std_error": None if drawn is None else drawn.std_error,
        "low": None if drawn is None else drawn.low,
        "high": None if drawn is None else drawn.high,
        "resolved": each.resolved,
        "per_rating": each.per_rating,
        "per_part": each.per_part,
        "doubts": list(each.doubts),
    }
