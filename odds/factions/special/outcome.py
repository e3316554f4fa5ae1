"""What can come out of a S.P.E.C.I.A.L. Test: its axes and its named events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

AXES = ("hits", "luck_hits", "pool_hits")
"""All Hits; Luck Dice left in the Pool after re-rolls; Hits of the Pool after re-rolls (before Fortune Smiles)."""


def events(test: SpecialTest) -> dict[str, str | None]:
    """The named events of a Test, as text over its axes.

    Returns
    -------
    dict
        "failed": no Hit at all (Rulebook p. 16). "critical": an Attack Test with a Luck Die left in the Pool (Rulebook
        p. 17); it never comes true if the Test is Unlucky, and is None for a Test that is not an Attack Test.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.special.outcome import events
    >>> events(parse("6S S6 L3"))
    {'failed': 'hits == 0', 'critical': 'luck_hits >= 1'}
    >>> events(parse("Evade Test (3A) A4 L2"))["critical"] is None
    True
    """
    critical = None
    if test.attack:
        critical = "luck_hits < 0" if test.unlucky else "luck_hits >= 1"
    return {"failed": "hits == 0", "critical": critical}


def switches_read(test: SpecialTest) -> set[str]:
    """The rule switches that can have a say in a Test: flipping any other changes nothing.

    Examples
    --------
    >>> from odds import parse
    >>> switches_read(parse("6S S6 L3")), sorted(switches_read(parse("6S S6 L3 +1 die V.A.T.S. 4")))
    (set(), ['luck-dice', 'vats-fortune', 'vats-match'])
    """
    read = {used.effect.switch for used in test.effects if used.effect.switch}
    played = test.played
    if played.bonus or test.effects:  # an effect may bring Bonus Dice by one reading alone
        read.add("luck-dice")
    if played.fortune_dice > 1:
        read.add("four-leaf-clover")
    if played.may_reroll:
        read |= {"all-duds", "reroll-effects", "lucky-break"}
    if played.vats is not None:
        read |= {"vats-match", "vats-fortune"}
    return read
