"""Effects and conditions that were said and change nothing: found by reading the attack without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.exact import rolls
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.scene import effects_named
from odds.factions.effects.arms import ANYWHERE, BASHER, CONTROL, IRON_FIST, RICOCHET, SPRINT
from odds.factions.effects.table import by_name
from odds.factions.special.rules import SpecialTest

if TYPE_CHECKING:
    from odds.factions.attacks.beside import Beside
    from odds.factions.attacks.query import AttackReading

Read = Callable[[str, "Beside"], "AttackReading"]
WHY = {
    "Penetrator": "the target's Endurance is below 5, or the weapon is Melee or hits an area",
    "Better Criticals": "no Critical Effect rolls dice",
    BASHER: "only a Brawl has it: say melee with --when if the weapon is one",
    "Guns Akimbo": "the weapon is a Fast Pistol without it, or none, or nothing here asks for Fast: see --attacks",
    "Gunslinger": "it counts for a Pistol and the range that --distance is compared with",
    "Grenadier": "it counts for a Grenade and the range that --distance is compared with",
    SPRINT: "its event, sprint, is told of a single attack on one target",
    **dict.fromkeys((*CONTROL, *ANYWHERE), "as many friends can support without it"),
    **dict.fromkeys((RICOCHET, IRON_FIST), ""),  # what they bring is named in another way as well
}


def idle(text: str, beside: Beside, question: Any, read: Read) -> Iterator[str]:
    """What was said and changes nothing, as sentences without a full stop.

    Parameters
    ----------
    text, beside
        What was said.
    question
        What it was read as.
    read
        Reads an attack.
    """
    for n, name in enumerate(effects_named(beside.effects)):
        others = (*beside.effects[:n], *beside.effects[n + 1 :])
        if _same(question, text, replace(beside, effects=others), read) and (why := _why(name, question)):
            yield f"{name} changes nothing here: {why}"
    for n, word in enumerate(beside.words):
        others = (*beside.words[:n], *beside.words[n + 1 :])
        if _same(question, text, replace(beside, words=others), read):
            yield f"{word} changes nothing here: no perk, chem or ploy in use asks for it"


def _same(question: Any, text: str, without: Beside, read: Read) -> bool:
    """Whether the attack is the same without it; it is not if it then cannot be read."""
    try:
        other = read(text, without).question
    except OddsError:
        return False
    return type(other) is type(question) and _numbers(other) == _numbers(question)


def attacks_of(question: Any) -> tuple[Attack, ...]:
    """The attacks of a question.

    Examples
    --------
    >>> from odds.factions.attacks.query import parse_attack
    >>> len(attacks_of(parse_attack("4P P5 L2; 4P P5 L2 at E5 HP1")))
    2
    """
    if isinstance(question, Attack):
        return (question,)
    inner = question.attack if hasattr(question, "attack") and not hasattr(question, "attacks") else question.attacks
    return inner if isinstance(inner, tuple) else attacks_of(inner)


def _numbers(question: Any) -> list[Any]:
    """Everything that decides how it ends, whatever it is called: what the dice show, and the rest."""
    found: list[Any] = [getattr(question, "test", None) if not isinstance(question, Attack) else None]
    once = isinstance(question, Attack | AreaAttack | Ricochet)  # later attacks find more Harm
    for attack in attacks_of(question):
        test = attack.test
        rerolls = (test.rerolls, test.reroll_once, test.lucky_break, test.policy)
        plain = replace(attack, test=replace(test, rerolls=0, reroll_once=False, lucky_break=False, objective=None))
        harms = range(attack.target.harm, 1 + (attack.target.harm if once else attack.target.limit))
        shown = [rolls(plain.rolled_at(harm)).tolist() for harm in harms]
        rest = replace(attack, test=SpecialTest(1, "S", 1, 1, unlucky=test.unlucky, rules=test.rules), bonus=())
        endurance = [attack.endurance(), attack.endurance(pierced=True), attack.effects]
        told = attack.sprint and attack is question
        found += [rerolls, shown, endurance, replace(rest, penetrator=False, better_criticals=False, sprint=told)]
    return found


def _why(name: str, question: Any) -> str:
    """Why an effect changes nothing; empty where that is said already or is no fault."""
    bare = name.rstrip(" 0123456789")
    if bare in WHY:
        return WHY[bare]
    effect, attack = by_name()[bare], attacks_of(question)[0]
    reasons = {
        "": effect.bonus and not attack.takes_bonus,  # that Bonus Dice are ignored is said of all together
        "its Luck Dice are as many as its dice already": effect.luck,
        "a die hits on 9 at most": effect.statistic,
    }
    return next((why for why, holds in reasons.items() if holds), "nothing in this attack depends on it")
