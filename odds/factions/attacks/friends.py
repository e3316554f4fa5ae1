"""Friends near a target, by their Confusion Tests: "3 friends I4 L2"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from odds.core.errors import OddsError
from odds.factions.attacks.target import MOST_FRIENDS
from odds.factions.effects.arms import LENDS_INTELLIGENCE, PASSES
from odds.factions.effects.effect import Used
from odds.factions.effects.table import EFFECTS
from odds.factions.special.query import parse
from odds.factions.special.rules import SpecialTest

CONFUSION = "Confusion"
NAMES = tuple(effect.name for effect in EFFECTS if effect.test == CONFUSION)
#: one or more friends; "harm 1 friend I4" has Harm 1
EACH = re.compile(r"(?:\b(\d{1,2})\s+(?=friends\b)|(?<=[,;])\s*1\s+(?=friend\b))?\bfriends?\b", re.IGNORECASE)
_PASSES = re.compile(rf"(?:\b(?:with|and)\s+)?\b({'|'.join(PASSES)})\b", re.IGNORECASE)


def parse_friends(text: str) -> tuple[SpecialTest, ...]:
    """Reads friends: how many, and how they take their Confusion Tests.

    A friend with Mentats or Natural Leader passes and is left out; the others have the Intelligence of a Natural Leader
    among them where that is higher: they are taken to be in its Control Area.

    Raises
    ------
    OddsError
        If a Test cannot be read or has no value, or there are too many.

    Examples
    --------
    >>> [friend.text for friend in parse_friends("2 friends I4 L2, friend I6 with Brutality")]
    ['Confusion Test (2I) I4 L2', 'Confusion Test (2I) I4 L2', 'Confusion Test (2I) I6 L2 >=2']
    >>> [friend.text for friend in parse_friends("friend I4 L2, friend I6 Natural Leader, friend I3 Mentats")]
    ['Confusion Test (2I) I6 L2']
    """
    found = list(EACH.finditer(text))
    friends: list[Friend] = []
    for at, each in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        friends += [friend(text[each.end() : end].strip(" ,;:"))] * int(each[1] or 1)
        if len(friends) > MOST_FRIENDS:
            raise OddsError(f"at most {MOST_FRIENDS} friends can be near the target, not {len(friends)}")
    return confusion_tests(friends)


class Friend(NamedTuple):
    """A friend near the target.

    Attributes
    ----------
    test
        Its Confusion Test with every effect worked in.
    passes
        Whether it passes without one.
    leads
        Whether it lends its Intelligence to the others.
    """

    test: SpecialTest
    passes: bool = False
    leads: bool = False


def friend(text: str) -> Friend:
    """A friend's Confusion Test; its name can be left out.

    Raises
    ------
    OddsError
        If it cannot be read, or its Intelligence is missing.

    Examples
    --------
    >>> friend("I4").test.text, friend("I4 with Mentats").passes
    ('Confusion Test (2I) I4 L2', True)
    """
    names = [found[1].lower() for found in _PASSES.finditer(text)]
    words = " ".join(_PASSES.sub(" ", text).split()).strip(" ,")
    leads = LENDS_INTELLIGENCE.lower() in names
    if names and not leads and not words:
        words = "I0"  # whatever its Intelligence, it passes
    test = parse(words if CONFUSION.lower() in words.lower() else f"{CONFUSION} {words}", part=True)
    if test.name != CONFUSION or test.value is None:
        raise OddsError(f"friends near the target need their Intelligence, and Luck if it is not 2: I4 L2, not {text}")
    return Friend(replace(test.played, situation=()), bool(names), leads)


def confusion_tests(friends: Sequence[Friend]) -> tuple[SpecialTest, ...]:
    """The Confusion Tests that friends take, together: whoever passes anyhow takes none.

    Examples
    --------
    >>> [test.text for test in confusion_tests([friend("I4"), friend("I7 Natural Leader")])]
    ['Confusion Test (2I) I7 L2']
    """
    lent = max((each.test.value or 0 for each in friends if each.leads), default=0)
    return tuple(replace(each.test, value=max(each.test.value or 0, lent)) for each in friends if not each.passes)


def affected(friends: Sequence[SpecialTest], names: Sequence[str]) -> tuple[SpecialTest, ...]:
    """Friends whose Tests are taken under effects, such as Brutality.

    Examples
    --------
    >>> affected(parse_friends("friend I4"), ["Intimidation"])[0].text
    'Confusion Test (2I) I3 L2'
    """
    used = tuple(Used(effect) for effect in EFFECTS if effect.name in names)
    return tuple(replace(each, effects=used).played for each in friends)
