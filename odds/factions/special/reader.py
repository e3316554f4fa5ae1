"""From the words of a query to what it says, from left to right."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from odds.core.errors import OddsError
from odds.core.text import QueryError, Token, fold, quoted, tokens
from odds.factions.effects.effect import Used
from odds.factions.special.rules import STATISTICS, limit_error
from odds.factions.special.sayings import Place, Sayings
from odds.factions.special.vocabulary import ANNOUNCING, HINTS, IDLE_ENDS, NUMBER_WORDS, Word, vocabulary
from odds.factions.switches import BOOK

T = TypeVar("T")

EXAMPLE = "6S S6 L3"
MOST_WORDS = 7  # of the longest name of an effect
_BRACKETS = {")": "(", "]": "["}
_SETTING = re.compile(r"[\s:]*([^\s=:,;()]+)(?:\s*[=:\s]\s*([^\s=:,;()]+))?")  # a name, and what it is set to
#: "for" and the beginning of a metric
_OBJECTIVE = re.compile(
    r"\b(?:for|objective)\s+(?=\(*\s*(?:not\s+)?(?:(?:p|mean|sd)\s*\(|(?:hits|luck_hits|pool_hits|critical|failed)\b))",
    re.IGNORECASE,
)
_NUMBERS = {"bonus": "+2 dice", "rerolls": "reroll 2, or reroll all duds", "at_least": ">=4", "pool": "pool 6"}


class Number(NamedTuple):
    """A number in the text, and the index of the token after it."""

    value: int | float
    place: Place
    after: int


class Reader(Sayings):
    """Reads a query, always by the longest phrase that fits.

    Attributes
    ----------
    bare
        Statistics named without a number, and where: "Luck" may be the Luck Test, "6 dice Strength" is 6S.

    Raises
    ------
    OddsError
        From the constructor, if there is a word that is not a query's, or that says nothing where it stands.

    Examples
    --------
    >>> reader = Reader("6S with Luck 3")
    >>> reader.get("notation"), reader.get("L"), reader.place("L")
    ((6, 'S'), 3, (8, 14))
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.bare: dict[str, Place] = {}
        self.tokens = _joined(tokens(self._take_objective()))
        self._at = 0
        self._check_digits()
        self._check_brackets()
        while self._at < len(self.tokens):
            self._step()

    def _take_objective(self) -> str:
        """Takes the objective, which ends a query, and gives what stands before it."""
        found = _OBJECTIVE.search(self.text)
        if found is None:
            return self.text
        from odds.factions.rerolls.objective import checked

        try:
            goal = checked(self.text[found.end() :])
        except QueryError as error:
            place = found.end() + error.start, found.end() + error.end
            raise self.error(f"{error.sentence} (the objective ends a query)", place) from None
        except OddsError as error:
            raise self.error(str(error), (found.start(), len(self.text))) from None
        self.put("objective", goal, (found.start(), len(self.text)))
        return self.text[: found.start()]

    def _check_digits(self) -> None:
        for token in self.tokens:
            if token.kind == "symbol" and token.text.isnumeric():
                typed = quoted(self.text[token.start : token.end])
                raise self._error_at(token, f"the number {typed} must be a whole one, in the digits 0 to 9")

    def _check_brackets(self) -> None:
        opened: list[Token] = []
        for token in self.tokens:
            if token.text in _BRACKETS.values():
                opened.append(token)
            elif token.text in _BRACKETS and (not opened or opened.pop().text != _BRACKETS[token.text]):
                raise self._error_at(token, f"nothing opens this {token.text}: leave it out")
        if opened:
            raise self._error_at(opened[-1], f"this {opened[-1].text} is never closed: close it or leave it out")

    def check_end(self) -> None:
        """Refuses a text that ends before what its last word announces.

        Raises
        ------
        QueryError
            With a caret under that word.
        """
        last = next((token for token in reversed(self.tokens) if token.text not in IDLE_ENDS), None)
        if last is not None and last.text in ANNOUNCING:
            raise self._error_at(last, f"nothing follows {quoted(last.text)}: write what does, or leave it out")

    def _step(self) -> None:
        """Reads one thing, wherever it ends."""
        start = self._at
        if self._is_notation(start):
            self._at += 2
            self._take_notation(_value(self.tokens[start]), self.tokens[start + 1].text.upper(), start)
        elif found := self._match(start):
            word, self._at = found
            self._take_word(word, start)
        elif number := self._number(start):
            self._at = number.after
            self._take_number(number, start)
        else:
            raise self._unknown(self.tokens[start])

    # ------------------------------------------------------------------------------------------ words
    def _take_word(self, word: Word, start: int) -> None:
        if word.role == "alone":
            self.put(word.sets, word.value, self._since(start))
        elif word.role in ("before", "both", "letter"):
            self._take_number_after(word, start)
        elif word.role == "after" and word.sets != "pool":  # "6S + hits >= 4": its first word says nothing
            self._at = start + 1
        elif word.role == "edition":
            self._take_edition(start)
        elif word.role == "rule":
            self._take_rule(start)
        elif word.role == "effect":
            self._take_effect(word, start)
        elif word.role == "situation":
            self.add("situation", word.value)
        elif word.role == "policy":
            self.put("policy", self._setting(start, "policy duds-luck-first")[0], self._since(start))

    def _take_effect(self, word: Word, start: int) -> None:
        number = self._number(self._at) if word.value.counts else None
        if number is not None:
            if error := limit_error("pool", number.value, f"the number of {word.value.counts}"):
                raise self.error(error, number.place)
            self._at = number.after
        self.add("effects", Used(word.value, None if number is None else int(number.value)), self._since(start))

    def _take_number_after(self, word: Word, start: int) -> None:
        """Takes the number that a word needs, or says that it is missing."""
        number = self._number_after(word, self._at)
        if number is None:
            if word.sets in STATISTICS and word.role == "before":
                self.bare[word.sets] = self._since(start)
            elif self.tokens[start].text != "a":  # an article, most likely
                raise self._missing(word.sets, self._since(start))
            return
        self._at = number.after
        if self.tokens[start].text in ("+", "plus"):
            self._check_plus(start)
        self._put_number(word.sets, number, start)

    def _number_after(self, word: Word, at: int) -> Number | None:
        """The number that follows a word: after "=", "of" and the like, or in brackets of its own."""
        while (found := self._match(at)) and (
            found[0].role == "link" or (word.sets == "bonus" and self.tokens[at].text == "+")
        ):
            at = found[1]
        if at < len(self.tokens) and self.tokens[at].text == "(":
            inner = self._number(at + 1)
            closed = inner and inner.after < len(self.tokens) and self.tokens[inner.after].text == ")"
            return inner._replace(after=inner.after + 1) if inner and closed else None
        return self._number(at)

    def _check_plus(self, start: int) -> None:
        """A second "+1" could be a sum or a repetition; "+1 Luck" is no Bonus Die."""
        if self.place("bonus"):
            raise self.error("Bonus Dice are given twice: write them once, as their sum", self._since(start))
        found = self._match(self._at)
        if found and found[0].sets in STATISTICS and self.tokens[self._at].text != "a":
            word, after = found
            if self._number_after(word, after) is None:
                place = self.tokens[start].start, self.tokens[after - 1].end
                name = STATISTICS[word.sets]
                raise self.error(f"write the {name} itself, such as {name} 4, not what is added to it", place)

    def _take_edition(self, start: int) -> None:
        while (found := self._match(self._at)) and found[0].role == "link":
            self._at = found[1]
        if found and (found[0].role, found[0].sets) == ("alone", "edition"):  # also spelled apart: ERR 2026-Q1
            self._at = found[1]
            self.put("edition", found[0].value, self._since(start))
            return
        name, _ = self._setting(start, f"edition {BOOK.default}")
        place = self._since(start)
        self.put("edition", self._checked(lambda: BOOK.edition(name), place), place)

    def _take_rule(self, start: int) -> None:
        name, value = self._setting(start, "rule luck-dice=printed")
        place = self._since(start)
        switch = self._checked(lambda: BOOK.switch(name), place)
        if value is None:
            example = f"rule {switch.name}={next(iter(switch.values))}"
            raise self.error(f"the rule {switch.name} needs a value: write for example {example}", place)
        self.put(f"rule {switch.name}", self._checked(lambda: BOOK.setting(name, value), place)[1], place)

    def _setting(self, start: int, example: str) -> tuple[str, str | None]:
        """The name that stands after a word, and for a rule its value; both may hold dashes, so tokens will not do."""
        word = self.tokens[start].text
        match = _SETTING.match(fold(self.text), self.tokens[self._at - 1].end)
        if match is None:
            raise self.error(f"a name is missing after {word}: write for example {example}", self._since(start))
        end = match.end(2) if word.startswith("rule") and match[2] else match.end(1)
        while self._at < len(self.tokens) and self.tokens[self._at].start < end:
            self._at += 1
        return match[1], match[2]

    def _checked(self, look_up: Callable[[], T], place: Place) -> T:
        """What a look-up gives; its error points at the place."""
        try:
            return look_up()
        except OddsError as error:
            raise self.error(str(error), place) from None

    # ------------------------------------------------------------------------------------------ numbers
    def _number(self, at: int) -> Number | None:
        """The number that stands here, unless it begins a notation such as 6S."""
        if at >= len(self.tokens) or self._is_notation(at):
            return None
        token = self.tokens[at]
        if token.kind == "number" or token.text in NUMBER_WORDS:
            return Number(_value(token), (token.start, token.end), at + 1)
        return None

    def _is_notation(self, at: int) -> bool:
        """Whether "6S" stands here in one piece, and not as the middle of "L6S4"."""
        if at + 1 >= len(self.tokens) or self.tokens[at].kind != "number":
            return False
        number, letter = self.tokens[at : at + 2]
        if letter.text.upper() not in STATISTICS or letter.start != number.end:
            return False
        following = self.tokens[at + 2] if at + 2 < len(self.tokens) else None
        return following is None or following.start > letter.end or following.kind != "number"

    def _take_number(self, number: Number, start: int) -> None:
        """Reads a number that no word before it has claimed: what follows says what it is."""
        word, after = self._match(self._at) or (Word("blank"), self._at)
        named = word.role == "before" and word.sets in STATISTICS  # "3 Luck"
        if number.value < 0 and word.sets == "pool":  # "-1 die"
            raise self._lone_number(number)
        if word.role in ("after", "both") or named:
            self._at = after
            self._put_number(word.sets, number, start)
        elif word.role == "letter" and self._number_after(word, after) is None:  # "6 S"
            self._at = after
            self._take_notation(number.value, word.sets, start)
        else:
            raise self._lone_number(number)

    def _take_notation(self, pool: int | float, letter: str, start: int) -> None:
        if error := self.wrong("pool", pool):
            raise self._error_at(self.tokens[start], error)
        self.put("notation", (pool, letter), self._since(start))
        for field in ("value", "L"):  # 6S/6/3
            slash = self._at < len(self.tokens) and self.tokens[self._at].text == "/"
            number = self._number(self._at + 1) if slash else None
            if number is None:
                return
            self._at = number.after
            self._put_number(field, number, number.after - 1)

    def _put_number(self, field: str, number: Number, start: int) -> None:
        """Notes a number, and skips what only repeats the field: "+2 bonus dice", "at least 4 or more"."""
        place = number.place if self.wrong(field, number.value) else self._since(start)
        self.put(field, number.value, place)
        found = self._match(self._at)
        if found and found[0].sets == field and found[0].role in ("after", "both"):
            word, after = found
            if self._number_after(word, after) is None:
                self._at = after

    # ------------------------------------------------------------------------------------------ mistakes
    def missing_number(self, letter: str) -> OddsError:
        """The error that a statistic was named without its number."""
        return self._missing(letter, self.bare[letter])

    def _missing(self, field: str, place: Place) -> OddsError:
        word = self.text[slice(*place)]
        example = _NUMBERS.get(field) or f"{field if len(word) == 1 else self.subject(field)} 4"
        return self.error(f"a number is missing after {quoted(word)}: write for example {example}", place)

    def _lone_number(self, number: Number) -> OddsError:
        following = self.tokens[number.after] if number.after < len(self.tokens) else None
        if following and following.kind == "word" and following.start == number.place[1] and len(following.text) == 1:
            place = number.place[0], following.end
            typed = quoted(self.text[slice(*place)])
            if following.text.upper() in STATISTICS:
                return self.error(f"{typed} runs into what follows: put a blank after it, as in {EXAMPLE}", place)
            return self.error(f"{typed} is no Test: the letter must be one of {', '.join(STATISTICS)}", place)
        if following and following.text in ("hit", "hits"):
            return self.error(
                "every answer has each number of Hits: write >= before it for at least so many", number.place
            )
        shown = quoted(self.text[slice(*number.place)])
        if number.value < 0:
            return self.error(f"{shown} is not understood: {HINTS['minus']}", number.place)
        return self.error(
            f"the number {shown} says nothing by itself: write what it is, such as S6, L3, +2 dice or >=4", number.place
        )

    def _unknown(self, token: Token) -> OddsError:
        typed = quoted(self.text[token.start : token.end])
        if token.text in HINTS:
            return self._error_at(token, f"{typed} is not understood: {HINTS[token.text]}")
        if token.kind != "word":
            return self._error_at(token, f"the sign {typed} has no meaning here: a query looks like {EXAMPLE}")
        if found := self._effect_of_no_test(token):
            return found
        near = vocabulary().nearest(token.text)
        return self._error_at(
            token, f"unknown word {typed}: {f'did you mean {near}?' if near else f'a query looks like {EXAMPLE}'}"
        )

    def _effect_of_no_test(self, token: Token) -> OddsError | None:
        """What becomes of a perk, chem or ploy that changes no Test, if one stands here."""
        from odds.factions.effects.listing import elsewhere

        at = self.tokens.index(token)
        for size in range(MOST_WORDS, 0, -1):
            words = self.tokens[at : at + size]
            place = words[0].start, words[-1].end
            if about := elsewhere(self.text[slice(*place)]):
                return self.error(about, place)
        return None

    def _error_at(self, token: Token, message: str) -> OddsError:
        return self.error(message, (token.start, token.end))

    def _match(self, at: int) -> tuple[Word, int] | None:
        return vocabulary().match(self.tokens, at)

    def _since(self, start: int) -> Place:
        return self.tokens[start].start, self.tokens[self._at - 1].end


def _value(token: Token) -> int | float:
    if token.text in NUMBER_WORDS:
        return NUMBER_WORDS[token.text]
    return float(token.text) if "." in token.text else int(token.text)


def _joined(read: list[Token]) -> list[Token]:
    """The tokens with "re-roll" as one word."""
    joined: list[Token] = []
    for token in read:
        if joined and joined[-1].text == "re" and token.text.startswith("roll"):
            joined[-1] = Token("word", f"re{token.text}", joined[-1].start, token.end)
        else:
            joined.append(token)
    return joined
