"""An attack of Fallout PnP as an object: everything that decides its odds, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted, written
from odds.pnp.actions import Actions
from odds.pnp.attacks.checking import LIMITS, settle
from odds.pnp.dice import Weapon
from odds.pnp.numbers import rule_words, shown
from odds.pnp.switches import BOOK

COVER = {"light": 2, "heavy": 4}
VISIBILITY = {"obscured": 2, "heavy": 4, "none": 10}
CALLED = {"arm": 2, "leg": 2, "head": 4}
CALLED_POINTS = {"arm": 2, "leg": 2, "head": 3}
WHIP = {1: "1d4", 2: "1d6"}
LOBBED, TWO_WEAPONS, PISTOL_WHIP = 5, 8, 1
SQUARE = 5  # feet
CRITICAL_BEATS = 10
PENALTIES = (0, 3, 6)
TURNS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PnpAttack(Canonical):
    """An attack with 3d6, and others like it until the target is dead (combat page, reported by players, unofficial).

    Parameters
    ----------
    bonus, defense
        The attack bonus in all, and the target's Defense.
    rof
        Rate of Fire: shots of one attack roll.
    penalties
        What the shots lose, in their order; the last holds for all further ones.
    damage
        The weapon's damage, as `odds.pnp.dice.Weapon` or as text: "2d6", "2d4+2d8e".
    dt, edt
        The target's DT against physical and energy damage; `edt` is as `dt` if None.
    ap, armor_vulnerable
        Armor Piercing, and what Armor Vulnerable multiplies the DT by.
    luck, lucky, brutal
        The attacker's Luck, the weapon's Lucky and Brutal.
    burning, lethal, spread
        The weapon's Burning, Lethal and Spread; 0 or None: it has none.
    splash
        Feet between the target and the center of a Splash; None: no Splash.
    cover, height, visibility, lobbed, called
        None, or "light", "heavy"; "above", "drop:10"; "obscured", "heavy", "none"; whether it is lobbed; "arm", "leg",
        "head".
    vats
        Whether the called shot is paid for with action points, with no penalty.
    two_weapons, pistol_whip
        Whether two weapons are used at once; hands of a gun swung as a club: 1 or 2, 0 if it is not.
    distance, min_range, max_range
        Feet to the target, and the weapon's range; None: within it.
    warm_up
        Rounds that a Warm-Up weapon has fired or warmed up for, this one counted: RoF up to so many; None: no Warm-Up.
    actions
        Action points to spend, see `odds.pnp.actions.Actions`, or texts such as ("odd-die", "attack:2").
    hp
        The target's hit points, all of them left; None: not asked.
    turns
        Attacks in a row that are looked at where hit points are given.
    rules
        Edition and rule switches.

    Raises
    ------
    OddsError
        If a value is out of range, or some do not go together.

    Examples
    --------
    >>> attack = PnpAttack(bonus=5, defense=15, rof=3, damage="2d6", dt=4)
    >>> attack.text
    'pnp attack --bonus 5 --defense 15 --rof 3 --damage 2d6 --dt 4'
    >>> attack.need
    10
    """

    bonus: int
    defense: int
    damage: Weapon
    rof: int = 1
    penalties: tuple[int, ...] = PENALTIES
    dt: int = 0
    edt: int | None = None
    ap: int = 0
    armor_vulnerable: Fraction = Fraction(1)
    luck: int = 0
    lucky: int = 0
    brutal: Fraction = Fraction(0)
    burning: int = 0
    lethal: int = 0
    spread: int = 0
    splash: int | None = None
    cover: str | None = None
    height: str | None = None
    visibility: str | None = None
    lobbed: bool = False
    called: str | None = None
    vats: bool = False
    two_weapons: bool = False
    pistol_whip: int = 0
    distance: int | None = None
    min_range: int | None = None
    max_range: int | None = None
    warm_up: int | None = None
    actions: Actions = field(default_factory=Actions)
    hp: int | None = None
    turns: int = TURNS
    rules: Rules = field(default_factory=BOOK.rules)

    def __post_init__(self) -> None:
        for name, value in settle(self).items():
            object.__setattr__(self, name, value)  # frozen, but not finished yet
        if self.pistol_whip and (self.burning or self.spread or self.splash is not None or self.lobbed):
            raise OddsError("a pistol whip fires nothing: leave out burning, spread, splash and lobbed")
        if self.spread and self.splash is not None:
            raise OddsError("give either spread or splash, not both: who is beside the target is not at its distance")
        if self.vats and self.called is None:
            raise OddsError("V.A.T.S. pays for a called shot: say which, arm, leg or head")
        if self.drop is not None and (self.distance is not None or self.lobbed):
            raise OddsError("a drop attack is made with a melee weapon: leave out the range and lobbed")

    # ------------------------------------------------------------------------------------------ to hit
    @property
    def drop(self) -> int | None:
        """Feet of a drop attack; None if it is none."""
        return None if self.height in (None, "above") else int(str(self.height).partition(":")[2])

    @property
    def melee(self) -> bool:
        """Whether cover does nothing against it."""
        return bool(self.pistol_whip) or self.drop is not None

    @property
    def to_hit(self) -> int:
        """What is added to the roll, penalties taken off; cover is the target's.

        Examples
        --------
        >>> PnpAttack(bonus=5, defense=15, damage="2d6", called="head", visibility="obscured", height="above").to_hit
        0
        """
        total = self.bonus + self.actions.bonus
        total += 2 if self.drop is not None else self.height is not None
        total -= VISIBILITY.get(self.visibility or "", 0) + LOBBED * self.lobbed + self.range_penalty
        total -= 0 if self.vats else CALLED.get(self.called or "", 0)
        total -= TWO_WEAPONS * (self.two_weapons and self.rules["two-weapons"] == "attacks-too")
        return total - PISTOL_WHIP * bool(self.pistol_whip)

    @property
    def range_penalty(self) -> int:
        """1 for every 5 ft outside the weapon's range (switch range)."""
        if self.distance is None:
            return 0
        beyond = self.distance - self.max_range if self.max_range is not None else 0
        outside = max(0, beyond, (self.min_range or 0) - self.distance)
        return ceil(outside / SQUARE) if self.rules["range"] == "round-up" else outside // SQUARE

    @property
    def need(self) -> int:
        """What 3d6 must show for the first shot to hit: the total equals or surpasses the Defense."""
        cover = 0 if self.melee else COVER.get(self.cover or "", 0)
        return self.defense + cover - self.to_hit

    @property
    def shots(self) -> int:
        """Shots of this attack: one as a club; a Warm-Up weapon fires one more each round."""
        if self.pistol_whip:
            return 1
        return self.rof if self.warm_up is None else min(self.rof, self.warm_up)

    def shots_later(self, attacks: int) -> int:
        """Shots of the attack after so many more.

        Examples
        --------
        >>> gun = PnpAttack(bonus=5, defense=15, damage="2d6", rof=4, warm_up=2)
        >>> [gun.shots_later(n) for n in range(4)]
        [2, 3, 4, 4]
        """
        return self.shots if self.warm_up is None else min(self.rof, self.warm_up + attacks)

    def penalty(self, shot: int) -> int:
        """What a shot loses; the first is shot 0.

        Examples
        --------
        >>> [PnpAttack(bonus=5, defense=15, damage="2d6", rof=5).penalty(shot) for shot in range(5)]
        [0, 3, 6, 6, 6]
        """
        return self.penalties[min(shot, len(self.penalties) - 1)]

    @property
    def critical_need(self) -> int:
        """What 3d6 must show for a Critical, by the total alone (switches critical-margin, critical-chance)."""
        chance = self.lucky + (self.luck if self.rules["critical-chance"] == "luck-too" else 0)
        more = self.rules["critical-margin"] == "more"
        return max(self.need, self.need + CRITICAL_BEATS + more - chance)

    # ------------------------------------------------------------------------------------------ damage
    @property
    def multiplier(self) -> Fraction:
        """What a Critical multiplies damage by (switch head-critical).

        Examples
        --------
        >>> PnpAttack(bonus=5, defense=15, damage="2d6", brutal="0.5", called="head").multiplier
        Fraction(3, 1)
        """
        usual = 2 + self.brutal
        if self.called != "head":
            return usual
        return usual + Fraction(1, 2) if self.rules["head-critical"] == "add" else usual * Fraction(3, 2)

    @property
    def weapon(self) -> Weapon:
        """What is rolled for damage: a pistol whip's own dice; a drop attack adds 2, and 1 for every 5 ft above 5."""
        weapon = Weapon.read(WHIP[self.pistol_whip]) if self.pistol_whip else self.damage
        return weapon if self.drop is None else weapon.plus(2 + max(0, self.drop - SQUARE) // SQUARE)

    def dt_against(self, kind: str) -> int:
        """The target's DT after Armor Vulnerable and Armor Piercing (switch armor-order).

        Examples
        --------
        >>> PnpAttack(bonus=5, defense=15, damage="2d6", dt=5, armor_vulnerable="1.5", ap=3).dt_against("physical")
        4
        """
        dt = self.dt if kind == "physical" or self.edt is None else self.edt
        order = self.rules["armor-order"]
        if order == "pierce":
            return floor(max(0, dt - self.ap) * self.armor_vulnerable)
        rounded = floor if order == "multiply" else ceil
        return max(0, rounded(dt * self.armor_vulnerable) - self.ap)

    @property
    def kill_from(self) -> int:
        """Damage that kills at full hit points; 0 if these are not given (switch lethal)."""
        if self.hp is None:
            return 0
        return max(1, self.hp - self.lethal_left)

    @property
    def lethal_left(self) -> int:
        """Hit points that are as good as none once the weapon has dealt damage."""
        return max(0, self.lethal - (self.rules["lethal"] == "below"))

    @property
    def called_cost(self) -> int:
        """Action points that V.A.T.S. takes (switch called-shot-cost)."""
        if not self.vats:
            return 0
        return CALLED_POINTS[str(self.called)] if self.rules["called-shot-cost"] == "by-limb" else 1

    # ------------------------------------------------------------------------------------------ in words
    @property
    def text(self) -> str:
        """The command that asks this question: `odds` and these words."""
        words = [f"pnp attack --bonus {self.bonus} --defense {self.defense}"]
        words += [f"--rof {self.rof}"] * (self.rof > 1)
        words += [f"--penalties {'/'.join(map(str, self.penalties))}"] * (self.penalties != PENALTIES)
        words.append(f"--damage {self.damage.text}")
        for name in [name for name in LIMITS if name not in ("bonus", "defense", "rof")]:
            value = getattr(self, name)
            if value not in (None, 0) or (name in ("edt", "splash", "distance") and value is not None):
                words.append(f"--{'range' if name == 'distance' else name.replace('_', '-')} {value}")
        words += [f"--armor-vulnerable {shown(self.armor_vulnerable)}"] * (self.armor_vulnerable != 1)
        words += [f"--brutal {shown(self.brutal)}"] * (self.brutal > 0)
        for name in ("cover", "height", "visibility", "called"):
            words += [f"--{name} {getattr(self, name)}"] * (getattr(self, name) is not None)
        for name in ("lobbed", "vats", "two_weapons"):
            words += [f"--{name.replace('_', '-')}"] * getattr(self, name)
        words += ["--pistol-whip"] * (self.pistol_whip > 0) + ["--two-handed"] * (self.pistol_whip == 2)
        words += self.actions.words + [f"--turns {self.turns}"] * (self.turns != TURNS)
        return " ".join(words + rule_words(self.rules))

    @property
    def beside(self) -> dict[str, Any]:
        """The attacks after this one, while a Warm-Up weapon still gains speed: turn_2, turn_3, ...; and neighbors.

        Examples
        --------
        >>> list(PnpAttack(bonus=5, defense=14, damage="2d6", rof=4, warm_up=1).beside)
        ['turn_2', 'turn_3', 'turn_4']
        """
        from odds.pnp.neighbors.rules import PnpNeighbors

        found: dict[str, Any] = {}
        if self.warm_up is not None and not self.pistol_whip:
            bare = replace(self, hp=None, turns=TURNS, burning=0, spread=0)
            later = range(1, self.rof - self.warm_up + 1)
            found = {f"turn_{n + 1}": replace(bare, warm_up=self.warm_up + n) for n in later}
        return found | ({"neighbors": PnpNeighbors(self)} if self.spread else {})

    @property
    def notes(self) -> tuple[str, ...]:
        """What was asked for and does nothing, as sentences without a full stop."""
        notes = {
            "Cover does nothing against a melee attack": self.melee and self.cover,
            "A pistol whip is one blow, whatever the RoF": self.pistol_whip and self.rof > 1,
            f"A pistol whip deals {WHIP.get(self.pistol_whip)}, not the gun's damage": self.pistol_whip,
            "Any damage kills: Lethal is no less than the hit points": self.hp and self.lethal_left >= self.hp,
            "Turns are looked at only where hit points are given": self.hp is None and self.turns != TURNS,
        }
        return tuple(note for note, holds in notes.items() if holds)


def read_height(text: Any) -> str:
    """ "above", or "drop:" with its feet, at least 5; "drop" alone is 5 ft.

    Raises
    ------
    OddsError
        If it is neither.

    Examples
    --------
    >>> read_height("Drop:12")
    'drop:12'
    """
    word, colon, feet = written(text).strip().lower().partition(":")
    if word == "above" and not colon:
        return word
    if word == "drop" and (not colon or (feet.isascii() and feet.isdigit() and 5 <= int(feet[:4]) <= 200)):
        return f"drop:{int(feet) if colon else SQUARE}"
    raise OddsError(f"height must be above or drop:FEET, 5 to 200 feet, not {quoted(text)}")
