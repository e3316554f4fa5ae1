"""A crew and its models, as a file holds them: names and changes, nothing looked up yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_flag, as_text, as_texts, several
from odds.core.text import said
from odds.core.whole import as_whole, whole_error
from odds.factions.catalogue.rows import HEALTH_MOST, Special, WeaponProfile

START_LIMIT = 250  # Rating of a starting crew (Rulebook, crew creation)
GRUNTS_PER_CHAMPION = 5  # (Rulebook, crew creation)
TIERS = (1, 2, 3)
HOLDINGS = ("facilities", "control", "resources")
MOST_MODELS = 200  # entries of a crew worth reading
MOST_COUNT = 99  # models of one entry
RATING_MOST, LIMIT_MOST = 999, 99_999


def as_pairs(values: Any, name: str, example: str) -> tuple[tuple[str, int], ...]:
    """Pairs of a word and a whole number.

    Raises
    ------
    OddsError
        If one is none.

    Examples
    --------
    >>> as_pairs([("S", 1)], "upgrades", '("S", 1)')
    (('S', 1),)
    """
    every = several(values, name)
    for each in every:
        if not (isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], str)) or as_whole(each[1]) is None:
            raise OddsError(f"{name} must be pairs, such as {example}, not {said(each)}")
    return every


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of a crew: a model, or several that are alike.

    Attributes
    ----------
    unit
        Name of its unit.
    faction
        The unit's faction if it is another than the crew's, such as "Creature Companions".
    name
        A name of its own.
    count
        How many there are.
    weapons
        Each as `armed` reads it: "Ripper", "Hunting Rifle: 4P; Aim (2)".
    perks, chems
        Names of what it has besides its unit's own perks.
    upgrades
        Pairs of a statistic's letter or "HP" and the points it was raised by.
    special, health, role
        Its own numbers before upgrades where they are not the catalogue's; None or empty: the unit's.
    rating
        The Rating of one such model if it is given; None: worked out.
    leader
        Whether it leads the crew; None: as its unit does.
    active
        Whether it is fielded; one that is not counts for nothing.
    notes
        Anything else, a text each.
    """

    unit: str
    faction: str = ""
    name: str = ""
    count: int = 1
    weapons: tuple[str, ...] = ()
    perks: tuple[str, ...] = ()
    chems: tuple[str, ...] = ()
    upgrades: tuple[tuple[str, int], ...] = ()
    special: Special | None = None
    health: int | None = None
    role: str = ""
    rating: int | None = None
    leader: bool | None = None
    active: bool = True
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("unit", "faction", "name", "role"):
            as_text(getattr(self, name), name)
        for name in ("weapons", "perks", "chems", "notes"):
            object.__setattr__(self, name, as_texts(getattr(self, name), name))  # frozen, but not finished yet
        object.__setattr__(self, "upgrades", as_pairs(self.upgrades, "upgrades", '("S", 1)'))
        if self.special is not None and not isinstance(self.special, Special):
            raise OddsError(f"special must be the seven statistics, a Special, not {said(self.special)}")
        limits = {"count": (1, MOST_COUNT), "health": (1, HEALTH_MOST), "rating": (0, RATING_MOST)}
        for name, bounds in limits.items():
            number = getattr(self, name)
            if (number is not None or name == "count") and (error := whole_error(number, name, *bounds)):
                raise OddsError(error)
        if self.leader is not None:
            as_flag(self.leader, "leader")
        as_flag(self.active, "active")

    @property
    def label(self) -> str:
        """What messages call it.

        Examples
        --------
        >>> Member("Settler", name="Ma June").label, Member("Settler", count=2).label
        ('Ma June (Settler)', 'Settler')
        """
        return f"{self.name} ({self.unit})" if self.name and self.name != self.unit else self.unit


@dataclass(frozen=True, slots=True)
class Crew:
    """A crew.

    Attributes
    ----------
    name, faction
        Its name and its faction.
    members
        Its entries.
    tier
        1, 2 or 3.
    limit
        The highest Rating; None: 250 at Tier 1, none above; 0: none.
    holdings
        Pairs of "facilities", "control" or "resources" and how many it has.
    weapons
        Profiles of its own, which no catalogue has or which differ from the catalogue's.
    notes
        Anything else, a text each.

    Examples
    --------
    >>> crew = Crew("Minutemen", "Survivors", (Member("Settler", count=2),))
    >>> crew.rating_limit, Crew("Minutemen", "Survivors", tier=2).rating_limit
    (250, None)
    """

    name: str
    faction: str
    members: tuple[Member, ...] = ()
    tier: int = 1
    limit: int | None = None
    holdings: tuple[tuple[str, int], ...] = ()
    weapons: tuple[WeaponProfile, ...] = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        as_text(self.name, "name"), as_text(self.faction, "faction")
        for name, kind in (("members", Member), ("weapons", WeaponProfile)):
            every = several(getattr(self, name), name)
            for each in every:
                if not isinstance(each, kind):
                    raise OddsError(f"{name} must be of the kind {kind.__name__}, not {said(each)}")
            object.__setattr__(self, name, every)  # frozen, but not finished yet
        if error := whole_error(self.tier, "tier", TIERS[0], TIERS[-1]):
            raise OddsError(error)
        if self.limit is not None and (error := whole_error(self.limit, "limit", 0, LIMIT_MOST)):
            raise OddsError(error)
        object.__setattr__(self, "holdings", as_pairs(self.holdings, "holdings", '("control", 2)'))
        object.__setattr__(self, "notes", as_texts(self.notes, "notes"))

    @property
    def rating_limit(self) -> int | None:
        """The Rating it may not exceed; None if there is none."""
        if self.limit is None:
            return START_LIMIT if self.tier == 1 else None
        return self.limit or None
