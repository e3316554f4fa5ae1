"""The moment of an attack: who stands where, what was paid for; and the Bonus Dice that follow from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from odds.core.errors import OddsError
from odds.core.text import listed, quoted, written
from odds.factions.attacks.checks import Limits, check_flags, settle_numbers
from odds.factions.attacks.rules import Bonus, named_dice
from odds.factions.attacks.weapon import MAKESHIFT, Weapon

BANDS = ("half", "within", "beyond")
CHARGE = 1
WIND_UP_CHARGE = 2

LIMITS: Limits = {
    "supporters": ("the number of supporting friends", 0, 20),
    "engaged_friends": ("the number of other friends Engaged with the target", 0, 20),
    "overwhelming_friends": ("the number of friends with Overwhelm Engaged with the target", 0, 20),
    "distance": ("the distance in inches", 0, 999),
}
_RANGED = {"wide_open": "Wide Open", "supporters": "Supporting Fire", "distance": "a distance"}
_MELEE = {
    "charge": "a charge",
    "engaged_friends": "friends Engaged with the target",
    "overwhelming_friends": "Overwhelm",
    "bladed": "Bladed",
}


@dataclass(frozen=True, slots=True)
class Situation:
    """What decides the Bonus Dice of an attack, and whether its Test is Unlucky (Rulebook p. 20-21, 24-25).

    Parameters
    ----------
    band
        Where the target is: "half" (within half the weapon's range), "within" its range, or "beyond".
    distance
        Inches to the target, in place of `band`.
    wide_open
        Nothing hides any part of the target.
    supporters
        Friends that give Supporting Fire.
    aim
        The attacker has paid for Aim.
    charge
        It moved into contact with the target this Turn.
    engaged_friends
        Other friends Engaged with the target and with no other enemy.
    overwhelming_friends
        Friends with Overwhelm that are Engaged with the target.
    bladed
        The attacker has a Bladed weapon, which helps its Makeshift Weapon.
    unlucky
        Something else makes the Test Unlucky.
    bonus
        Further Bonus Dice as (source, dice): perks, chems, ploys.

    Raises
    ------
    OddsError
        If a value is none.

    Examples
    --------
    >>> rifle = Weapon("Assault Rifle", "Rifle", "4P", 20, ["Storm 1"], ["Maim"])
    >>> moment = Situation(distance=9, wide_open=True, supporters=2)
    >>> [f"{each.source} {each.dice:+}" for each in moment.bonus_dice(rifle)]
    ['Wide Open +1', 'Supporting Fire +2', 'Storm +1']
    """

    band: str = "within"
    distance: int | None = None
    wide_open: bool = False
    supporters: int = 0
    aim: bool = False
    charge: bool = False
    engaged_friends: int = 0
    overwhelming_friends: int = 0
    bladed: bool = False
    unlucky: bool = False
    bonus: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if written(self.band).lower() not in BANDS:
            raise OddsError(f"the range band is {listed(list(BANDS))}, not {quoted(self.band)}")
        object.__setattr__(self, "band", self.band.lower())  # frozen, but not finished yet
        object.__setattr__(self, "bonus", named_dice(self.bonus))
        settle_numbers(self, LIMITS, may_be_open=["distance"])
        check_flags(self, ("wide_open", "aim", "charge", "bladed", "unlucky"))

    def band_of(self, weapon: Weapon) -> str:
        """The range band of a weapon.

        Examples
        --------
        >>> Situation(distance=11).band_of(Weapon("10mm Pistol", "Pistol", "3A", 10))
        'beyond'
        """
        if self.distance is None or weapon.range is None:
            return self.band
        if self.distance > weapon.range:
            return "beyond"
        return "half" if 2 * self.distance <= weapon.range else "within"

    def check(self, weapon: Weapon) -> None:
        """Refuses what cannot be with this weapon.

        Raises
        ------
        OddsError
            If something belongs to Open Fire and the weapon to a Brawl, or the other way round; if it is paid for Aim
            without that Trait; if a CQB weapon is fired beyond its range.
        """
        wrong, kind = (_RANGED, "a Melee weapon") if weapon.melee else (_MELEE, "no Melee weapon")
        for field, what in wrong.items():
            if getattr(self, field) not in (False, 0, None):
                raise OddsError(f"{what} means nothing here: {weapon.name} is {kind}")
        if self.aim and not weapon.trait("Aim"):
            raise OddsError(f"{weapon.name} lacks the Trait Aim, so nothing can be paid for it")
        if self.band_of(weapon) == "beyond" and weapon.has("CQB"):
            raise OddsError(f"{weapon.name} is a CQB weapon: it cannot be fired beyond its range")

    def bonus_dice(self, weapon: Weapon) -> tuple[Bonus, ...]:
        """The Bonus Dice with this weapon and where they come from; those for Harm follow from the target.

        Raises
        ------
        OddsError
            If something in the situation cannot be with this weapon.
        """
        self.check(weapon)
        every = self._brawl(weapon) if weapon.melee else self._open_fire(weapon)
        return tuple(each for each in (*every, *named_dice(self.bonus)) if each.dice)

    def _open_fire(self, weapon: Weapon) -> Iterator[Bonus]:
        yield Bonus("Wide Open", int(self.wide_open))
        yield Bonus("Supporting Fire", self.supporters)
        yield Bonus("Aim", weapon.trait("Aim") * self.aim)
        yield Bonus("Storm", weapon.trait("Storm") * (self.band_of(weapon) == "half"))

    def _brawl(self, weapon: Weapon) -> Iterator[Bonus]:
        yield Bonus("Wind Up" if weapon.has("Wind Up") else "charge", self._charge(weapon))
        yield Bonus("Engaged friends", self.engaged_friends)
        yield Bonus("Overwhelm", self.overwhelming_friends)
        yield Bonus("Aim", weapon.trait("Aim") * self.aim)
        yield Bonus("Bladed", int(self.bladed and weapon.name == MAKESHIFT))

    def _charge(self, weapon: Weapon) -> int:
        if not self.charge:
            return 0
        return WIND_UP_CHARGE if weapon.has("Wind Up") else CHARGE
