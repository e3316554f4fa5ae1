"""Friends near a target, by their Confusion Tests: "3 friends I4 L2"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from odds.core.errors import OddsError
from odds.factions.attacks.target import MOST_FRIENDS
from odds.factions.effects.effect import Used
from odds.factions.effects.table import EFFECTS
from odds.factions.special.query import parse
from odds.factions.special.rules import SpecialTest

CONFUSION = "Confusion"
NAMES = tuple(effect.name for effect in EFFECTS if effect.test == CONFUSION)
#: one or more friends; "harm 1 friend I4" has Harm 1
EACH = re.compile(r"(?:\b(\d{1,2})\s+(?=friends\b)|(?<=[,;])\s*1\s+(?=friend\b))?\bfriends?\b", re.IGNORECASE)
_NAMED = re.compile("|".join(re.escape(name) for name in sorted(NAMES, key=len, reverse=True)), re.IGNORECASE)


def parse_friends(text: str) -> tuple[SpecialTest, ...]:
    """Reads friends: how many, and how they take their Confusion Tests.

    Raises
    ------
    OddsError
        If a Test cannot be read or has no value, or there are too many.

    Examples
    --------
    >>> [friend.text for friend in parse_friends("2 friends I4 L2, friend I6 with Brutality")]
    ['Confusion Test (2I) I4 L2', 'Confusion Test (2I) I4 L2', 'Confusion Test (2I) I6 L2 >=2']
    """
    found = list(EACH.finditer(text))
    friends: list[SpecialTest] = []
    for at, each in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        friends += [friend(text[each.end() : end].strip(" ,;:"))] * int(each[1] or 1)
        if len(friends) > MOST_FRIENDS:
            raise OddsError(f"at most {MOST_FRIENDS} friends can be near the target, not {len(friends)}")
    return tuple(friends)


def friend(text: str) -> SpecialTest:
    """A friend's Confusion Test with every effect worked in; its name can be left out.

    Raises
    ------
    OddsError
        If it cannot be read, or its Intelligence is missing.

    Examples
    --------
    >>> friend("I4").text
    'Confusion Test (2I) I4 L2'
    """
    test = parse(text if CONFUSION.lower() in text.lower() else f"{CONFUSION} {text}")
    if test.name != CONFUSION or test.value is None:
        raise OddsError(f"friends near the target need their Intelligence, and Luck if it is not 2: I4 L2, not {text}")
    return replace(test.played, situation=())


def named_in(text: str) -> tuple[str, tuple[str, ...]]:
    """Takes the effects on Confusion Tests out of an attacker's words: what is left, and their names.

    Examples
    --------
    >>> named_in("6S S6 L3 with Psycho and Brutality")
    ('6S S6 L3 with Psycho and  ', ('Brutality',))
    """
    known = {name.lower(): name for name in NAMES}
    names = tuple(known[found[0].lower()] for found in _NAMED.finditer(text))
    return _NAMED.sub(" ", text), names


def affected(friends: Sequence[SpecialTest], names: Sequence[str]) -> tuple[SpecialTest, ...]:
    """Friends whose Tests are taken under effects, such as Brutality.

    Examples
    --------
    >>> affected(parse_friends("friend I4"), ["Intimidation"])[0].text
    'Confusion Test (2I) I3 L2'
    """
    used = tuple(Used(effect) for effect in EFFECTS if effect.name in names)
    return tuple(replace(each, effects=used).played for each in friends)
