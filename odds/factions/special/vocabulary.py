"""The words of a query and what they set: one table, so that the reader knows hardly a word itself.

A role says where a word stands: "before" its number ("at least 4"), "after" it ("6 dice"), on either side ("both":
"bonus 2", "2 bonus dice"), or alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

from odds.core.text import Vocabulary
from odds.factions.effects.effect import CONDITIONS
from odds.factions.effects.table import EFFECTS
from odds.factions.special.named import NAMED_TESTS
from odds.factions.special.rules import STATISTICS
from odds.factions.switches import EDITIONS

Role = Literal[
    "blank", "link", "letter", "before", "after", "both", "alone", "edition", "rule", "policy", "effect", "situation"
]


class Word(NamedTuple):
    """What a word or phrase does.

    Attributes
    ----------
    role
        Where it stands; "blank": anywhere, and means nothing; "link": also between a word and its number; "letter": a
        statistic's letter, "edition", "rule" and "policy": before a name; "effect": before its number, if it has one;
        "situation": what an effect needs.
    sets
        The field it sets: a letter for a statistic's value, or a name as in `SpecialTest`, or "when" of a `NamedTest`.
    value
        What it sets it to, if it stands alone.
    """

    role: Role
    sets: str = ""
    value: Any = None


#: role, field and value -> phrases
_TABLE: tuple[tuple[Role, str, Any, str], ...] = (
    ("before", "S", None, "strength, str"),
    ("before", "P", None, "perception, perc, per"),
    ("before", "E", None, "endurance, end"),
    ("before", "C", None, "charisma, char, cha"),
    ("before", "I", None, "intelligence, int"),
    ("before", "A", None, "agility, agi, agl"),
    ("before", "L", None, "luck, lck, lk, luck die, luck dice"),
    ("alone", "L", 0, "no luck, without luck"),
    ("before", "value", None, "statistic, stat, test statistic, value"),
    ("before", "pool", None, "pool, pool size, dice pool, size"),
    ("after", "pool", None, "dice, die, d10, d10s"),
    ("before", "bonus", None, "+, plus"),
    ("both", "bonus", None, "bonus, bonus die, bonus dice, extra, extra die, extra dice, more dice, additional dice"),
    ("both", "bonus", None, "die bonus, dice bonus"),
    ("alone", "bonus", 1, "a bonus die, an extra die, an additional die, another die"),
    ("alone", "bonus", 0, "no bonus, no bonus dice, without bonus dice"),
    ("alone", "reroll_once", True, "reroll once, rerolls once, reroll any dice once, reroll any number of dice once"),
    ("before", "vats", None, "v.a.t.s., v.a.t.s, vats"),
    ("both", "rerolls", None, "reroll, rerolls, rerolled, rerolling"),
    ("after", "rerolls", None, "dice rerolled, die rerolled"),
    ("alone", "rerolls", 0, "no reroll, no rerolls, without rerolls"),
    ("before", "at_least", None, ">=, at least"),
    ("after", "at_least", None, "+ hits, + hit, or more, or more hits, hits or more, hit or more, or better"),
    ("alone", "lucky_break", True, "lucky break, all duds reroll, all duds rerolled, all duds rerolls"),
    ("alone", "lucky_break", True, "reroll all, reroll duds, reroll all duds, reroll the duds, reroll all the duds"),
    ("alone", "lucky_break", True, "reroll any duds, reroll every dud, rerolls all duds, rerolling all duds"),
    ("alone", "fortune_dice", 2, "four leaf clover, 4 leaf clover, four leafed clover, clover"),
    ("alone", "unlucky", True, "unlucky"),
    ("edition", "edition", None, "edition"),
    ("rule", "", None, "rule, rules"),
    ("policy", "policy", None, "policy"),
    ("link", "", None, "=, :, ., of, is, up to, equals"),
    ("blank", "", None, "with, and, an, the, for, in, on, at, has, having, make, roll, vs, against"),
    ("blank", "", None, "test, tests, s.p.e.c.i.a.l, special"),
    ("blank", "", None, "dud, duds, hit, hits, x, &, /, |, (, ), [, ], ;, ?, !, *, •, ', `, \""),
    ("blank", "", None, ","),
)

#: words that mean nothing themselves and announce something: no query ends with one
ANNOUNCING = frozenset(
    (
        "with",
        "and",
        "an",
        "the",
        "for",
        "in",
        "on",
        "at",
        "has",
        "having",
        "vs",
        "against",
        "&",
        "of",
        "is",
        "equals",
        "=",
    )
)
IDLE_ENDS = frozenset((")", "]", ",", ";", "?", "!", ".", "*", "•"))  # signs that may stand behind the last word

#: signs and words that are not part of a query -> what to write instead
HINTS = {
    ">": "write >=4 for at least 4 Hits",
    "<": "only >= is read here",
    "<=": "only >= is read here",
    "==": "only >= is read here",
    "!=": "only >= is read here",
    "%": "the answer gives the probabilities",
    "not": "leave out what does not hold",
    "no": "leave out what does not hold",
    "without": "leave out what does not hold",
    "minus": "no rule takes dice away, so write what is left",
    "less": "no rule takes dice away, so write what is left",
    "exactly": "every answer has each number of Hits",
    "crit": "an attack to its end is asked with odds attack",
    "critical": "every answer to an Attack Test has its chance",
    "fortune": "Fortune Smiles belongs to every Test that is not unlucky",
    "advantage": "this game gives Bonus Dice, such as +1 die",
    "wide": "for Wide Open write +1 die",
    "range": "beyond Effective Range a Test is unlucky, so write unlucky",
}

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}


@cache
def vocabulary() -> Vocabulary[Word]:
    """All phrases with what they do, made when the first query is read.

    Examples
    --------
    >>> from odds.core.text import tokens
    >>> vocabulary().match(tokens("at least 4 Hits"), 0)
    (Word(role='before', sets='at_least', value=None), 2)
    """
    return Vocabulary(dict(_entries()))


def _entries() -> Iterator[tuple[str, Word]]:
    for effect in EFFECTS:
        yield effect.name, Word("effect", "effects", effect)
    for condition, phrases in CONDITIONS.items():
        yield from ((phrase, Word("situation", "situation", condition)) for phrase in phrases.split(", "))
    for role, sets, value, phrases in _TABLE:
        for phrase in phrases.split(", "):
            yield phrase, Word(role, sets, value)
    for letter in STATISTICS:
        yield letter, Word("letter", letter)
    for named in NAMED_TESTS:
        if named.name not in STATISTICS.values():
            yield named.name, Word("alone", "name", named.name)
        yield f"{named.name} Test", Word("alone", "name", named.name)
        yield from ((spelled, Word("alone", "when", named.when)) for spelled in _spellings(named.when))
    for edition in EDITIONS:
        yield edition, Word("alone", "edition", edition)


def _spellings(when: str) -> set[str]:
    """A Test's occasion with and without its kind and its comma: "ploy Hook, Line", "Hook Line"."""
    short = when.removeprefix("ploy ")
    return {spelled for phrase in (when, short) for spelled in (phrase, phrase.replace(",", "")) if spelled}
