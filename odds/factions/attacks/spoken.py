"""The moment of an attack in an attacker's words: "6S S6 L3, charge", "Knight with Hunting Rifle, 2 supporters".

Each word means what the option of that name means; the range and Wide Open may stand behind a target as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from odds.core.errors import OddsError
from odds.factions.attacks.situation import LIMITS, Situation

Said = list[tuple[str, Any]]
"""Fields of the moment and their values, as they were said one after another."""

CRACKSHOT = "pays_crackshot"  # the one that is no field of the moment: it is the attacker's
MELEE = ("charge", "engaged_friends", "overwhelming_friends", "bladed")  # that nothing but a Brawl has
PERK = "charge is read as moving into contact, as --charge is; the perk of that name is out of scope"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'+-]){pattern}(?![\w'-])", re.IGNORECASE)


#: pattern, field, value: None for the number in the text; of a target as well as of an attacker
_PLACE: tuple[tuple[re.Pattern[str], str, Any], ...] = (
    (_words(r"wide[\s-]+open(?!\s*\+)"), "wide_open", True),
    (_words(r"(?:within\s+)?half[\s-]+(?:(?:the|its)\s+)?range"), "band", "half"),
    (_words(r"(?:out[\s-]+of|beyond)[\s-]+(?:(?:the|its)\s+)?range"), "band", "beyond"),
)
_MOMENT: tuple[tuple[re.Pattern[str], str, Any], ...] = (
    *_PLACE,
    (_words(r"charg(?:e|es|ing)(?!\s*\+)"), "charge", True),
    (_words(r"(?<!steady )aims?(?!\s*[+(\d])"), "aim", True),
    (_words(r"(?<![:;])(?<![:;]\s)bladed(?!\s*\+|\s+commie)"), "bladed", True),
    (_words(r"pay(?:s|ing)?\s+(?:for\s+)?crackshot(?!\s+\d)"), CRACKSHOT, True),
    (re.compile(r"(?<![\w'-])distance\s*[=:]?\s*(\d{1,3})\b", re.IGNORECASE), "distance", None),
)
#: what is counted -> how it is written
_COUNTED = {
    "supporters": r"supporters?|supporting\s+friends?",
    "engaged_friends": r"(?:other\s+)?engaged[\s-]+friends?",
    "overwhelming_friends": r"overwhelm(?:ing\s+friends?)?",
}
_NAMES = "|".join(f"(?P<{field}>{name})" for field, name in _COUNTED.items())
_COUNT = re.compile(
    rf"(?:(?<![\w.+-])(?P<before>\d{{1,3}})\s+|(?<![\w'+-]))(?:{_NAMES})(?![\w'-])"
    r"(?:\s*(?P<sign>[=:])?\s*(?P<after>\d{1,3})\b)?",
    re.IGNORECASE,
)
_OF_MODELS = ((_words("aiming"), "aim", True), (_words("unlucky"), "unlucky", True))  # of a Test these are its own
_HOLE = "\0"
_CLOSED = (
    (re.compile(rf"\bwith\s*{_HOLE}\s*(?:,|\band\b)\s*", re.IGNORECASE), "with "),
    (re.compile(rf"(?:[\s,;]*\b(?:and|with)\b)?[\s,;]*{_HOLE}", re.IGNORECASE), " "),
)


def spoken(text: str, *, of_model: bool) -> tuple[str, Said]:
    """Takes what is said of the moment out of an attacker's words.

    Parameters
    ----------
    text
        The words.
    of_model
        Whether they name a model: a Test has an "unlucky" and an "aiming" of its own.

    Examples
    --------
    >>> spoken("Master with Super Sledge, charge and 2 engaged friends", of_model=True)
    ('Master with Super Sledge', [('charge', True), ('engaged_friends', 2)])
    >>> spoken("4P P5 C4 L2 wide open, half range", of_model=False)
    ('4P P5 C4 L2', [('wide_open', True), ('band', 'half')])
    """
    return _taken(text, (*_MOMENT, *_OF_MODELS) if of_model else _MOMENT)


def placed(text: str) -> tuple[str, Said]:
    """Takes what is said of the range and of Wide Open out of a target's words.

    Examples
    --------
    >>> placed("Paladin, harm 2, wide open")
    ('Paladin, harm 2', [('wide_open', True)])
    """
    return _taken(text, _PLACE)


def _taken(text: str, known: Iterable[tuple[re.Pattern[str], str, Any]]) -> tuple[str, Said]:
    found: Said = []
    for pattern, field, value in known:
        for each in pattern.finditer(text):
            found.append((field, int(next(filter(None, each.groups()))) if value is None else value))
        text = pattern.sub(_HOLE, text)
    if known is not _PLACE:
        text, counts = _counted(text)
        found += counts
    while _HOLE in text:
        for pattern, instead in _CLOSED:
            text = pattern.sub(instead, text, count=1)
    return (text.strip(" ,;") if found else text), found


def _counted(text: str) -> tuple[str, Said]:
    """Takes "2 supporters" and "supporters 2" out; of a number on either side, the one that no other word asks for.

    Raises
    ------
    OddsError
        If it may be either.
    """
    found: Said = []
    start = 0
    while each := _COUNT.search(text, start):
        before, after = each["before"], each["after"]
        start = each.end()
        if before is None and after is None:
            continue
        behind = before is None
        if before and after:
            words = re.split(r"[\s,;]+", text[: each.start()].rstrip(" "))
            free = bool(re.search(r"\d|\0|^$", words[-1])) and not each["sign"]
            behind = not free
            if behind and not each["sign"] and _COUNT.match(text, each.start("after")):
                raise OddsError(f"'{' '.join(each[0].split())}' can be read in two ways: put a comma between numbers")
        field = next(name for name in _COUNTED if each[name])
        found.append((field, int(after if behind else before)))
        cut = slice(each.start(field) if behind else each.start(), each.end() if behind else each.end(field))
        text = text[: cut.start] + _HOLE + text[cut.stop :]
        start = cut.start + 1
    return text, found


def is_perk(text: str) -> bool:
    """Whether a charge stands where a perk would: "with Charge".

    Examples
    --------
    >>> is_perk("Master with Big Leagues and Charge"), is_perk("Master with Super Sledge, charge")
    (True, False)
    """
    return re.search(r"\b(?:with|and)\s+charge\b(?!\s*\+)", text, re.IGNORECASE) is not None


def joined(moment: Situation, said: Iterable[tuple[str, Any]]) -> Situation:
    """A moment with what is said of it in words.

    Raises
    ------
    OddsError
        If the words contradict it, or each other.

    Examples
    --------
    >>> joined(Situation(supporters=2), [("supporters", 2), ("wide_open", True)]).wide_open
    True
    """
    nothing = Situation()
    for field, value in said:
        if field == CRACKSHOT:
            continue
        before = getattr(moment, field)
        if before not in (getattr(nothing, field), value):
            name = "the range" if field == "band" else LIMITS[field][0]
            names = {"half": "half range", "beyond": "out of range"}
            raise OddsError(f"{name} is given twice: as {names.get(before, before)} and as {names.get(value, value)}")
        moment = replace(moment, **{field: value})
        if moment.distance is not None and moment.band != nothing.band:
            raise OddsError("the range is given twice: give one of half range, out of range and the distance")
    return moment
