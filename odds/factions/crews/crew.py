"""A crew and its models, as a file holds them: names and changes, nothing looked up yet."""

from __future__ import annotations

from dataclasses import dataclass

from odds.factions.catalogue.rows import Special, WeaponProfile

START_LIMIT = 250  # Rating of a starting crew (Rulebook, crew creation)
GRUNTS_PER_CHAMPION = 5  # (Rulebook, crew creation)
TIERS = (1, 2, 3)
HOLDINGS = ("facilities", "control", "resources")
MOST_MODELS = 200  # entries of a crew worth reading


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

    @property
    def rating_limit(self) -> int | None:
        """The Rating it may not exceed; None if there is none."""
        if self.limit is None:
            return START_LIMIT if self.tier == 1 else None
        return self.limit or None
