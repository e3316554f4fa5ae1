"""The words of a query and what they set: one table, so that the parser knows no word by itself.

A pattern is a line of words; `N` stands for a whole number, `?` marks a word that may be left out. The first pattern
that fits wins, so longer ones stand first.
"""

from __future__ import annotations

from dataclasses import dataclass

from odds.factions.special.named import NAMED_TESTS, NamedTest
from odds.factions.special.rules import POLICIES, STATISTICS
from odds.factions.switches import EDITIONS

#: letter -> every word for a statistic
STAT_WORDS = {
    "S": ("s", "strength", "str"),
    "P": ("p", "perception", "per", "perc"),
    "E": ("e", "endurance", "end"),
    "C": ("c", "charisma", "cha", "char"),
    "I": ("i", "intelligence", "int"),
    "A": ("a", "agility", "agi", "agl"),
    "L": ("l", "luck", "lck", "lk"),
}
LETTERS = {word: letter for letter, words in STAT_WORDS.items() for word in words}

#: what may stand between the words that count
NOISE = frozenset("with and a an the test tests at of on for model has having is plus roll rolls die dice , ; ( ) .".split())

_DICE = "bonus? die|dice?"
_HITS = "hits|hit?"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that set one field; the number in them is the value, unless `value` is given."""

    field: str
    pattern: tuple[str, ...]
    value: object = None


def _phrases(field: str, *patterns: str, value: object = None) -> list[Phrase]:
    return [Phrase(field, tuple(pattern.split()), value) for pattern in patterns]


PHRASES = (
    *_phrases("at_least", f">= N {_HITS}", f"at least N {_HITS}", f"N or more {_HITS}", f"N+ {_HITS}"),
    *_phrases("lucky_break", "lucky break", "reroll|rerolls every|all the? duds|dud?", value=True),
    *_phrases("rerolls", "reroll|rerolls up? to? =|:? N die|dice|duds|dud?", "N die|dice? reroll|rerolls"),
    *_phrases("fortune_dice", "four leaf clover", "4 leaf clover", "clover", value=2),
    *_phrases("bonus", f"+ N extra? {_DICE}", "bonus die|dice? =|:? N", "N extra? bonus die|dice?", "N extra die|dice"),
    *_phrases("unlucky", "unlucky", value=True),
)

#: what a flag of the command line is called in an error
FLAGS = {
    "at_least": "--at-least",
    "lucky_break": "--lucky-break",
    "rerolls": "--rerolls",
    "fortune_dice": "--four-leaf-clover",
    "bonus": "--bonus",
    "unlucky": "--unlucky",
    "luck": "--luck",
    "policy": "--policy",
    "edition": "--edition",
}

#: words of a name -> the Test it names, longer names first
NAMES: tuple[tuple[tuple[str, ...], NamedTest], ...] = tuple(
    sorted(((test.words, test) for test in NAMED_TESTS), key=lambda entry: -len(entry[0]))
)


def known_words() -> list[str]:
    """Every word a query may use, for "did you mean"."""
    words = {word for phrase in PHRASES for part in phrase.pattern for word in part.rstrip("?").split("|")}
    words |= {word for name, _ in NAMES for word in name} | set(LETTERS) | {"edition", "rule", "policy", "with"}
    words |= {name.lower() for name in (*EDITIONS, *POLICIES, *STATISTICS.values())}
    return sorted(word for word in words if word.isalpha() and len(word) > 1)
