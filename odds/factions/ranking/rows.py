"""The rows of a ranking, and what its metrics are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_text
from odds.core.text import closest, listed, quoted
from odds.factions.ranking.moments import AS_IT_IS, Moment

if TYPE_CHECKING:
    from odds.core.switches import Rules
    from odds.factions.ranking.attackers import Attackers
    from odds.factions.ranking.chains import Ends
    from odds.factions.ranking.entrants import Entrant
    from odds.factions.ranking.gallery import Foe

#: metric -> what it is
METRICS = {
    "injuries": "Injuries that one attack causes, Incapacitated counting as all the Health that was left",
    "incapacitated": "the chance that one attack Incapacitates",
    "attacks": "attacks until the target is down",
    "stands": "attacks that the model itself stands until it is down",
}
PER_RATING = "/rating"
#: columns of records that may be without a number
NUMBERS = (
    "rating",
    "stands",
    "injuries_per_rating",
    "incapacitated_per_rating",
    "downs_per_rating",
    "stands_per_rating",
)
DEFAULT = "injuries/rating"
#: columns of records that say whose they are
WHOSE = ("rank", "model", "faction", "weapons", "count", "rating")


@dataclass(frozen=True)
class Row:
    """A model of a ranking.

    Attributes
    ----------
    entrant
        The model.
    used
        By target, the weapon that is best for what the ranking is by, an index of the entrant's strikes.
    ends
        What one attack with that weapon does, an array over the targets each.
    injuries, incapacitated
        Means over the gallery.
    attacks
        Attacks until a target is down: the mean share of 1/n by targets that take n, turned over.
    stands
        How many attacks of the gallery it stands; None if the gallery has no weapons.
    on_frontier
        Whether no other model of as low a Rating does as much.
    """

    entrant: Entrant
    used: tuple[int, ...]
    ends: Ends
    injuries: float
    incapacitated: float
    attacks: float
    stands: float | None
    on_frontier: bool = False

    def value(self, by: str) -> float | None:
        """A metric so that more is better: of attacks until down, what falls to one; None where there is none.

        Parameters
        ----------
        by
            A name of `METRICS`, for each point of Rating with "/rating" behind it.
        """
        name = by.removesuffix(PER_RATING)
        value: float | None = 1 / self.attacks if name == "attacks" else getattr(self, name)
        if by == name or value is None:
            return value
        return value / self.entrant.rating if self.entrant.rating else None


@dataclass(frozen=True)
class Ranking:
    """A whole ranking.

    Attributes
    ----------
    title
        Who is ranked.
    rows
        The models, the best first.
    foes
        The gallery.
    attackers
        Whose attacks the models stand; None if nobody's are known.
    by
        What it is sorted by.
    rules
        Edition and rule switches.
    notes
        What is left out, as sentences without a full stop.
    moment
        What holds for every attack of the models.
    """

    title: str
    rows: tuple[Row, ...]
    foes: tuple[Foe, ...]
    attackers: Attackers | None
    by: str
    rules: Rules
    notes: tuple[str, ...] = ()
    moment: Moment = AS_IT_IS

    @property
    def doubts(self) -> tuple[str, ...]:
        """Disputed values that are used anywhere, a sentence each: those of the rows first."""
        gallery = (doubt for foe in self.foes for doubt in foe.doubts)
        return tuple(dict.fromkeys((*self.own_doubts, *gallery)))

    @property
    def own_doubts(self) -> tuple[str, ...]:
        """Disputed values that the rows use, a sentence each."""
        return tuple(dict.fromkeys(doubt for each in self.rows for doubt in each.entrant.doubts))

    def records(self) -> list[dict[str, Any]]:
        """A dict for each row: what JSON, CSV and DataFrames show."""
        return [_record(place, row) for place, row in enumerate(self.rows, 1)]

    def against(self) -> list[dict[str, Any]]:
        """A dict for each row and target, whose it is before what it does."""
        return [
            {**{name: record[name] for name in WHOSE}, **each}
            for record, row in zip(self.records(), self.rows, strict=True)
            for each in met(row, self.foes)
        ]


def _record(place: int, row: Row) -> dict[str, Any]:
    who = row.entrant
    return {
        "rank": place,
        "model": who.name,
        "faction": who.person.unit.faction,
        "weapons": list(who.weapons),
        "count": who.count,
        "rating": who.rating,
        "injuries": row.injuries,
        "incapacitated": row.incapacitated,
        "attacks": row.attacks,
        "stands": row.stands,
        "injuries_per_rating": row.value("injuries/rating"),
        "incapacitated_per_rating": row.value("incapacitated/rating"),
        "downs_per_rating": row.value("attacks/rating"),
        "stands_per_rating": row.value("stands/rating"),
        "on_frontier": row.on_frontier,
        "doubts": list(who.doubts),
    }


def met(row: Row, foes: Sequence[Foe]) -> list[dict[str, Any]]:
    """What a model does to each target, and with which of its weapons."""
    return [
        {
            "target": foe.name,
            "weapon": row.entrant.strikes[row.used[n]].weapon,
            "injuries": float(row.ends.injuries[n]),
            "incapacitated": float(row.ends.incapacitated[n]),
            "attacks": float(row.ends.attacks[n]),
        }
        for n, foe in enumerate(foes)
    ]


def metric_named(text: str, *, per_rating: bool = True) -> str:
    """A metric's name as the table has it.

    Raises
    ------
    OddsError
        If there is none of that name.

    Examples
    --------
    >>> metric_named("Attacks / Rating")
    'attacks/rating'
    """
    plain = "".join(as_text(text, "a metric").lower().split())
    if plain in METRICS or (per_rating and plain.removesuffix(PER_RATING) in METRICS):
        return plain
    near = closest(plain, METRICS)
    each = " and each with /rating behind it" if per_rating else ""
    hint = f"did you mean {near}?" if near else f"there are {listed(list(METRICS), 'and')}{each}"
    raise OddsError(f"unknown metric {quoted(str(text))}: {hint}")
