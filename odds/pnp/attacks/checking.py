"""The values of an attack, checked and brought to one form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.text import quoted
from odds.pnp.actions import Actions
from odds.pnp.dice import Weapon
from odds.pnp.numbers import decimal, flag, one_of, rules_of_pnp, whole

if TYPE_CHECKING:
    from odds.pnp.attacks.rules import PnpAttack

#: field -> (its name in a sentence, least, most)
LIMITS = {
    "bonus": ("the attack bonus", -30, 60),
    "defense": ("the Defense", 0, 100),
    "rof": ("the RoF", 1, 12),
    "dt": ("the DT", 0, 100),
    "edt": ("the EDT", 0, 100),
    "ap": ("Armor Piercing", 0, 100),
    "luck": ("Luck", -3, 20),
    "lucky": ("Lucky", 0, 20),
    "burning": ("Burning", 0, 50),
    "lethal": ("Lethal", 0, 100),
    "spread": ("Spread", 0, 6),
    "splash": ("the feet from the center of a Splash", 0, 100),
    "distance": ("the range to the target", 0, 5000),
    "min_range": ("the least range", 0, 5000),
    "max_range": ("the greatest range", 0, 5000),
    "warm_up": ("the rounds of Warm-Up", 1, 12),
    "hp": ("the hit points", 1, 300),
}
_OPEN = ("edt", "splash", "distance", "min_range", "max_range", "warm_up", "hp")  # may be None
MOST_TURNS = 20
MOST_PENALTY = 50


def settle(attack: PnpAttack) -> dict[str, Any]:
    """Every field as it is kept.

    Raises
    ------
    OddsError
        If a value is out of range or of the wrong kind.
    """
    from odds.pnp.attacks.rules import CALLED, COVER, VISIBILITY, read_height

    found: dict[str, Any] = {}
    for name, (said, least, most) in LIMITS.items():
        value = getattr(attack, name)
        found[name] = None if value is None and name in _OPEN else whole(value, said, least, most)
    found["turns"] = whole(attack.turns, "the number of turns", 1, MOST_TURNS)
    found["pistol_whip"] = whole(attack.pistol_whip, "the hands of a pistol whip", 0, 2)
    found["armor_vulnerable"] = decimal(attack.armor_vulnerable, "Armor Vulnerable", 0, 10)
    found["brutal"] = decimal(attack.brutal, "Brutal", 0, 8)
    for name, known in {"cover": COVER, "visibility": VISIBILITY, "called": CALLED}.items():
        value = getattr(attack, name)
        found[name] = None if value is None else one_of(value, name, known)
    found["height"] = None if attack.height is None else read_height(attack.height)
    for name in ("lobbed", "vats", "two_weapons"):
        found[name] = flag(getattr(attack, name), name)
    found["rules"] = rules_of_pnp(attack.rules)
    found["damage"] = attack.damage if isinstance(attack.damage, Weapon) else Weapon.read(attack.damage)
    found["actions"] = attack.actions if isinstance(attack.actions, Actions) else Actions.read(attack.actions)
    found["penalties"] = read_penalties(attack.penalties)
    _check_range(found)
    return found


def _check_range(found: dict[str, Any]) -> None:
    least, most = found["min_range"], found["max_range"]
    if (found["distance"] is None) != (least is None and most is None):
        raise OddsError("the range to the target and the weapon's own go together: give --range and --max-range")
    if least is not None and most is not None and least > most:
        raise OddsError(f"the weapon's least range, {least} ft, is above its greatest, {most} ft")


def read_penalties(given: str | Iterable[int]) -> tuple[int, ...]:
    """Penalties of the shots in their order: "0/3/6", or numbers; the last holds for all further shots.

    Raises
    ------
    OddsError
        If there are none, or one is lower than the one before.

    Examples
    --------
    >>> read_penalties("0/2/4")
    (0, 2, 4)
    """
    try:
        numbers = tuple(int(part) for part in (given.split("/") if isinstance(given, str) else given))
    except (TypeError, ValueError):
        numbers = ()
    falls = list(numbers) != sorted(numbers) or any(not 0 <= number <= MOST_PENALTY for number in numbers)
    if falls or not 1 <= len(numbers) <= 12:
        raise OddsError(f"penalties must be numbers that do not fall, such as 0/3/6, not {quoted(given)}")
    return numbers
