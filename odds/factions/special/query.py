"""From text to a S.P.E.C.I.A.L. Test, as forgivingly as can be done without guessing.

    6S with Luck 3          6S S6 L3          4P unlucky, Perception 4, Luck 2      5P P4 L2 +2 dice
    Evade Test (3A) A4      4L L3             6S S6 L3 reroll 2 >=4                 Confusion

Order, case, commas and brackets do not matter. Every Test has one canonical text, `SpecialTest.text`, that gives the
same Test back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from odds.core.errors import OddsError
from odds.core.text import LONGEST, QueryError, Token, closest, fold, listed, tokens
from odds.factions.special.named import ATTACK, NamedTest, notation_of
from odds.factions.special.rules import AVERAGE_LUCK, LIMITS, STATISTICS, SpecialTest, limit_error
from odds.factions.special.vocabulary import FLAGS, LETTERS, NAMES, NOISE, PHRASES, STAT_WORDS, Phrase, known_words
from odds.factions.switches import BOOK

_SETTING = re.compile(r"(?:edition\s+)?\b(?P<edition>{})\b|(?:rule\s+)?\b(?P<switch>[a-z]+(?:-[a-z]+)+)\s*=\s*(?P<to>[a-z-]+)|"
                      r"policy\s+(?P<policy>[a-z-]+)".format("|".join(name.lower() for name in BOOK.editions)))
_REROLL = re.compile(r"re-roll")


@dataclass(frozen=True, slots=True)
class Reading:
    """A Test as it was read, and what had to be assumed."""

    test: SpecialTest
    notes: tuple[str, ...]


def parse(text: str, **given: Any) -> SpecialTest:
    """Reads a query.

    Parameters
    ----------
    text
        For example "6S S6 L3", "4P unlucky, Perception 4, Luck 2" or "Confusion I4".
    **given
        Values given beside the text, by name: strength, ..., luck, bonus, unlucky, rerolls, lucky_break, fortune_dice,
        at_least, policy, edition, and rules, a mapping of switches.

    Returns
    -------
    SpecialTest
        The Test; its statistic value is None where none is given.

    Raises
    ------
    OddsError
        If it cannot be read; with a caret under the place where there is one.

    Examples
    --------
    >>> from odds import parse
    >>> parse("6S (Strength 6, Luck 3), reroll 2").text
    '6S S6 L3 reroll 2'
    >>> parse("Evade Test (3A) A4").text
    'Evade Test (3A) A4 L2'
    """
    return read(text, **given).test


def read(text: str, **given: Any) -> Reading:
    """Reads a query and says what it assumed; see `parse`."""
    if len(text) > LONGEST:
        raise OddsError(f"the query is {len(text):,} characters long: a Test takes no more than {LONGEST}")
    if not text.strip():
        raise OddsError('the query is empty: write for example "6S with Luck 3"')
    reader = _Reader(text)
    reader.read()
    reader.take_flags(given)
    return reader.reading()


class _Reader:
    """Collects what a query says: each field with its value and the place it was said."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.said: dict[str, tuple[Any, tuple[int, int] | None]] = {}
        self.named: NamedTest | None = None
        self.switches: dict[str, str] = {}
        self.tokens: list[Token] = []

    # ------------------------------------------------------------------------------------------ reading
    def read(self) -> None:
        """Reads the whole text."""
        self.check_brackets()
        rest = self.take_settings(fold(self.text))
        rest = _REROLL.sub("reroll ", rest)
        self.tokens = [token for token in tokens(rest) if token.text not in "-\"'"]
        at = 0
        while at < len(self.tokens):
            at = self.take(at)

    def check_brackets(self) -> None:
        """Every bracket must have its other half."""
        opened = []
        for place, char in enumerate(self.text):
            if char == "(":
                opened.append(place)
            elif char == ")":
                if not opened:
                    raise self.error("this bracket was never opened: remove it", (place, place + 1))
                opened.pop()
        if opened:
            raise self.error("this bracket is never closed: add a )", (opened[-1], opened[-1] + 1))

    def take_settings(self, text: str) -> str:
        """Takes editions, rule switches and the policy out of the text, leaving blanks."""
        for match in _SETTING.finditer(text):
            try:
                if match["edition"]:
                    self.say("edition", BOOK.edition(match["edition"]), match.span())
                elif match["policy"]:
                    self.say("policy", match["policy"], match.span())
                else:
                    switch = BOOK.switch(match["switch"]).name
                    BOOK.rules(None, {switch: match["to"]})
                    self.say(f"rule {switch}", match["to"], match.span())
                    self.switches[switch] = match["to"]
            except QueryError:
                raise
            except OddsError as error:
                raise self.error(str(error), match.span()) from None
        return _SETTING.sub(lambda match: " " * len(match.group()), text)

    def take(self, at: int) -> int:
        """Takes what stands at a token; returns where the next thing stands."""
        for step in (self.take_phrase, self.take_statistic, self.take_notation, self.take_name):
            if after := step(at):
                return after
        token = self.tokens[at]
        if token.text in NOISE:
            return at + 1
        raise self.unknown(at)

    def take_phrase(self, at: int) -> int | None:
        """Takes one of the vocabulary's phrases."""
        for phrase in PHRASES:
            if match := self.fits(phrase, at):
                after, number = match
                place = (self.tokens[at].start, self.tokens[after - 1].end)
                if phrase.value is None:
                    self.say_number(phrase.field, number, place)
                else:
                    self.say(phrase.field, phrase.value, place)
                return after
        return None

    def fits(self, phrase: Phrase, at: int) -> tuple[int, Token | None] | None:
        """Where a phrase that begins here ends, and the number in it."""
        number = None
        for part in phrase.pattern:
            words, optional = part.rstrip("?").split("|"), part.endswith("?")
            token = self.tokens[at] if at < len(self.tokens) else None
            if token and part == "N" and token.kind == "number":
                number, at = token, at + 1
            elif token and part == "N+" and token.kind == "number" and self.plus_follows(at):
                number, at = token, at + 2
            elif token and token.text in words:
                at += 1
            elif not optional:
                return None
        return at, number

    def plus_follows(self, at: int) -> bool:
        """Whether the number here is written "4+": the sign touches it, and no number touches the sign."""
        if at + 1 >= len(self.tokens) or self.tokens[at + 1].text != "+":
            return False
        number, plus = self.tokens[at], self.tokens[at + 1]
        return number.end == plus.start and self.text[plus.end : plus.end + 1].strip() == ""

    def take_statistic(self, at: int) -> int | None:
        """Takes "S6", "Strength = 6", "Luck of 3"."""
        token, after = self.tokens[at], at + 1
        letter = LETTERS.get(token.text)
        if letter is None:
            return None
        while after < len(self.tokens) and self.tokens[after].text in ("=", ":", "of", "is"):
            after += 1
        if after == len(self.tokens) or self.tokens[after].kind != "number":
            return None
        if self.is_notation(after) and self.tokens[after].start > token.end and after == at + 1:
            return None  # "Luck 4L" names a Test, "S 6S" would be two things
        number = self.tokens[after]
        self.say_number("luck" if letter == "L" else f"stat {letter}", number, (token.start, number.end))
        return after + 1

    def is_notation(self, at: int) -> bool:
        """Whether "6S" stands here, in one word."""
        if at + 1 >= len(self.tokens) or self.tokens[at].kind != "number":
            return False
        number, letter = self.tokens[at : at + 2]
        return letter.text in LETTERS and number.end == letter.start and len(letter.text) == 1

    def take_notation(self, at: int) -> int | None:
        """Takes "6S", "6 S", "6 dice Strength"."""
        number, after = self.tokens[at], at + 1
        if number.kind != "number":
            return None
        while after < len(self.tokens) and self.tokens[after].text in ("dice", "die"):
            after += 1
        if after == len(self.tokens) or self.tokens[after].text not in LETTERS:
            return None
        letter = self.tokens[after]
        place = (number.start, letter.end)
        if "pool" in self.said and self.said["pool"][1]:
            raise self.error("a second Test in one query: ask one at a time", place)
        self.say_number("pool", number, place)
        self.say("stat", LETTERS[letter.text], place)
        valued = after + 1 < len(self.tokens) and self.tokens[after + 1].kind == "number"
        if after > at + 1 and valued and not self.is_notation(after + 1):
            return after  # "6 dice Strength 6": the statistic's word is also its value's
        return after + 1

    def take_name(self, at: int) -> int | None:
        """Takes the name of a Test."""
        for words, named in NAMES:
            after = at
            for word in words:
                while after > at and after < len(self.tokens) and self.tokens[after].text in "(),":
                    after += 1
                if after == len(self.tokens) or self.tokens[after].text != word:
                    break
                after += 1
            else:
                if self.named and self.named.name != named.name:
                    message = f"a second Test in one query, {named.name} after {self.named.name}: ask one at a time"
                    raise self.error(message, (self.tokens[at].start, self.tokens[after - 1].end))
                self.named = named
                return after
        return None

    # ------------------------------------------------------------------------------------------ saying
    def say_number(self, name: str, token: Token | None, place: tuple[int, int]) -> None:
        """Notes a number for a field, after checking that it can be one."""
        assert token is not None
        before = self.text[: token.start].rstrip()
        if fold(before[-1:]) == "-" and not before[:-1].strip().endswith(tuple("abcdefghijklmnopqrstuvwxyz")):
            place = (len(before) - 1, token.end)
            raise self.error(f"{self.subject(name)} cannot be negative", place)
        limits = "value" if name.startswith("stat ") else name
        value: Any = int(token.text) if token.text.isascii() and token.text.isdigit() else token.text
        if error := limit_error(limits, value):
            raise self.error(error.replace("'", ""), token.place)
        self.say(name, value, place)

    def subject(self, name: str) -> str:
        """A field's name in a sentence."""
        if name.startswith("stat "):
            return STATISTICS[name[-1]]
        return LIMITS[name][0] if name in LIMITS else name.replace("_", " ")

    def say(self, name: str, value: Any, place: tuple[int, int] | None) -> None:
        """Notes a value for a field; two different ones are an error that names both."""
        if name in self.said and self.said[name][0] != value:
            earlier, where = self.said[name]
            now = "here" if place else f"by {self.flag(name)}"
            raise self.error(f"{self.subject(name)} is given twice: {earlier} before, {value} {now}", place or where)
        if name not in self.said:
            self.said[name] = (value, place)

    def flag(self, name: str) -> str:
        """The flag that sets a field."""
        return f"--{STATISTICS[name[-1]].lower()}" if name.startswith("stat ") else FLAGS.get(name, f"--{name}")

    def take_flags(self, given: Mapping[str, Any]) -> None:
        """Takes the values given beside the text."""
        names = {name.lower(): f"stat {letter}" for letter, name in STATISTICS.items()} | {"luck": "luck"}
        for key, value in given.items():
            if value is None or value is False:
                continue
            if key == "rules":
                for switch, to in value.items():
                    name = BOOK.switch(switch).name
                    self.say(f"rule {name}", to, None)
                    self.switches[name] = to
                continue
            name = names.get(key, key)
            if name not in FLAGS and name not in names.values():
                raise TypeError(f"parse() has no argument {key!r}")
            limits = "value" if name.startswith("stat ") else name
            if limits in LIMITS and (error := limit_error(limits, value)):
                raise OddsError(f"{error} ({self.flag(name)})")
            self.say(name, BOOK.edition(value) if name == "edition" else value, None)

    # ------------------------------------------------------------------------------------------ the result
    def reading(self) -> Reading:
        """The Test that was said."""
        rules = BOOK.rules(self.value("edition"), self.switches)
        if self.named and self.named.notation != "X" and "pool" not in self.said:
            named = notation_of(self.named.name, self.named.when, rules.edition)
            self.said["pool"], self.said["stat"] = (named.pool, None), (named.stat, None)
        if "pool" not in self.said:
            raise self.error('the Test is missing: write its Pool Size and statistic, for example "6S"', None)
        stat = self.value("stat")
        value = self.statistic(stat)
        luck = self.value("luck")
        fields = ("bonus", "unlucky", "rerolls", "lucky_break", "policy", "fortune_dice", "at_least")
        more = {name: self.said[name][0] for name in fields if name in self.said}
        try:
            test = SpecialTest(
                self.value("pool"),
                stat,
                value,
                luck,
                name=self.named.name if self.named else ATTACK,
                rules=rules,
                **more,
            )
        except QueryError:
            raise
        except OddsError as error:
            raise self.error(str(error), None) from None
        notes = list(test.notes)
        if luck is None and stat != "L":
            notes.insert(0, f"Luck not given: the game's average of {AVERAGE_LUCK} is used")
        return Reading(test, tuple(notes))

    def value(self, name: str) -> Any:
        """A field's value, None if it was not said."""
        return self.said[name][0] if name in self.said else None

    def statistic(self, stat: str) -> int | None:
        """The Test Statistic's value; a value for another statistic is an error."""
        for name, (_, place) in self.said.items():
            if name.startswith("stat ") and name[-1] != stat:
                wrong = STATISTICS[name[-1]]
                needed = f"{STATISTICS[stat]} (write {stat}6, for example)" if stat != "L" else "Luck"
                raise self.error(f"this Test does not use {wrong}: it needs {needed}", place)
        return self.value("luck") if stat == "L" else self.value(f"stat {stat}")

    def error(self, message: str, place: tuple[int, int] | None) -> OddsError:
        """An error at a place; without one it stands alone."""
        return QueryError(message, self.text, *place) if place else OddsError(message)

    def unknown(self, at: int) -> OddsError:
        """What is wrong with a token that begins nothing."""
        token = self.tokens[at]
        shown = self.text[token.start : token.end]
        if token.kind == "number":
            return self.error(f"{shown} alone says nothing: write what it is, for example Luck {shown}", token.place)
        if token.text in LETTERS:
            word = STATISTICS[LETTERS[token.text]]
            return self.error(f"a number is missing after {shown}: write for example {word} 4", token.place)
        if token.text in ("reroll", "rerolls", "bonus", "+", ">=", "at"):
            return self.error(f"a whole number is missing after {shown}", token.place)
        if token.text == "edition":
            return self.error(f"unknown edition: use {listed(list(BOOK.editions))}", token.place)
        near = closest(token.text, known_words()) if token.kind == "word" else None
        near = None if near == token.text else near
        hint = f"did you mean {near}?" if near else 'write for example "6S with Luck 3"'
        return self.error(f"unknown {token.kind} {shown if shown.isprintable() else 'sign'}: {hint}", token.place)


