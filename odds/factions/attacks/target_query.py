"""From text to a target, "E6 HP3 harm 2 power armor", and from a model of the catalogue to one, "Paladin, harm 2".

A target's canonical text, `Target.text`, gives an equal target back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_text
from odds.core.text import LONGEST, QueryError, Token, Vocabulary, listed, quoted, tokens
from odds.factions.attacks.friends import EACH, parse_friends
from odds.factions.attacks.target import FLAGS, STATISTICS, Target
from odds.factions.effects.arms import RECOVERY

if TYPE_CHECKING:
    from odds.factions.catalogue.catalogue import Catalogue
    from odds.factions.catalogue.models import Model

EXAMPLE = "E4 HP1"
#: what changes a number of the target by name -> field and how much
GAINS = {"Buffout": ("endurance_bonus", 2), "The Next Stage": ("endurance_bonus", 1), "Med-X": ("health", 1)}
#: names of what is no perk of the target, and the flag they set
ALSO = {"Rad-X": "rad_resistant", "Power of Prayer": "rad_resistant", "Shrug It Off": "odd_anatomy"}
#: flags that a model does not have by itself: somebody pays for them
PAID = ("moving_target",)
EYE_CATCHING = "Eye Catching"
LEAST = 1  # that an Endurance counts as

_NUMBERS = {
    "health": "hp, health, h p",
    "harm": "harm",
    "injuries": "injuries, injury, injured",
    "harm_limit": "harm limit, limit",
    "radiation": "radiation, radiation token, radiation tokens",
    "endurance_bonus": "endurance bonus, additional endurance",
    "endurance_dice": "endurance dice",
}
_PLACES = ("wide", "half", "out")  # begin what is said of the attack
_BLANKS = ", | and | with | the | ( | ) | = | : | of | is | has | target | model"
_JOINTS = ("with", "and")  # that something follows
_STATE = re.compile(
    r"(?:\b\d{1,2}\s+)?\b(?:harm|injur(?:y|ies|ed)|radiation|moving target|friends?|endurance (?:bonus|dice))\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*(?:[SPECIAL]|HP|Strength|Perception|Endurance|Charisma|Intelligence|Agility|Luck|Health)"
                       r"\s*[=:]?\s*\d", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TargetReading:
    """A target as it was read.

    Attributes
    ----------
    target
        The target.
    eye_catching
        Whether it is always Wide Open.
    notes
        What had to be assumed or is left out, as sentences without a full stop.
    """

    target: Target
    eye_catching: bool = False
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Said:
    """What was read so far."""

    numbers: dict[str, int] = field(default_factory=dict)
    gains: dict[str, int] = field(default_factory=dict)
    recovers: dict[str, int] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    eye_catching: bool = False


def parse_target(text: str) -> Target:
    """Reads a target.

    Parameters
    ----------
    text
        Statistics that are needed, Health, Harm, Injuries, properties, friends: "E6 HP3 harm 2 power armor",
        "E4 A4 I3 HP1, 2 friends I4 L2"; or a model of the catalogue, then the state it is in: "Paladin, harm 2".

    Raises
    ------
    OddsError
        If it cannot be read; a `QueryError` with carets under the place where there is one.

    Examples
    --------
    >>> parse_target("HP3, E6, Power Armor and 2 Harm").text
    'E6 HP3 harm 2 power armor'
    >>> parse_target("Paladin with Buffout, harm 2").text
    'S7 P5 E7 C6 I5 A4 L2 HP4 harm 2 endurance bonus 2 power armor'
    """
    return read_target(text).target


def read_target(text: str, book: Catalogue | None = None) -> TargetReading:
    """Reads a target, and says what is left out of it; see `parse_target`.

    Parameters
    ----------
    text
        The target.
    book
        The catalogue that models are looked up in; the package's (with what ODDS_CATALOGUE names) if None.

    Raises
    ------
    OddsError
        As `parse_target` does.

    Examples
    --------
    >>> read_target("Eyebot/Automatrons, harm 1").eye_catching
    True
    """
    if len(as_text(text, "a target", EXAMPLE)) > LONGEST:
        raise OddsError(f"a target has at most {LONGEST} characters, not {len(text):,}")
    if not text.strip():
        raise OddsError(f"the target is empty: write at least its Endurance and Health, such as {EXAMPLE}")
    if _NUMBERED.match(text) or not _STATE.split(text, 1)[0].strip(" ,;"):
        return _read(text, text, {}, {}, ())
    return _of_model(text, book)


def _of_model(text: str, book: Catalogue | None) -> TargetReading:
    from odds.factions.catalogue.models import model

    found = _STATE.search(text)
    end = len(text) if found is None else found.start()
    name = text[:end].rstrip(" ,;")
    try:
        person = model(name, book)
    except OddsError as error:
        if re.search(r"\d", name):
            raise
        sentence = getattr(error, "sentence", str(error))
        if not sentence.startswith("unknown"):
            raise
        raise OddsError(f"{sentence}; a target without a name is written like {EXAMPLE}") from None
    return _standing(person, text[end:], text)


def target_of(person: Model) -> TargetReading:
    """A model that is looked up already, as a target without Harm.

    Examples
    --------
    >>> from odds import model
    >>> target_of(model("Paladin with Buffout")).target.text
    'S7 P5 E7 C6 I5 A4 L2 HP4 endurance bonus 2 power armor'
    """
    return _standing(person, "", person.text)


def _standing(person: Model, text: str, whole: str) -> TargetReading:
    """A model in the state that a text says."""
    numbers = {**dict(zip(STATISTICS, person.special, strict=True)), "health": person.health}
    flags, notes = _properties(person)
    return _read(text, whole, numbers, flags, notes, person)


def _properties(person: Model) -> tuple[dict[str, bool], tuple[str, ...]]:
    """A model's flags, and notes on what it could use if it pays."""
    names = {name: field for field, name in FLAGS.items()}
    flags = {names[perk]: True for perk in person.perks if perk in names and names[perk] not in PAID}
    flags |= {ALSO[chem]: True for chem in person.chems if chem in ALSO}
    paid = [perk for perk in person.perks if names.get(perk) in PAID]
    return flags, (*(f"{perk} is not used: add {perk.lower()} to --at if it is" for perk in paid), *person.doubts)


def _read(
    text: str,
    whole: str,
    numbers: dict[str, int],
    flags: dict[str, bool],
    notes: tuple[str, ...],
    person: Model | None = None,
) -> TargetReading:
    """A target of what a model brings and what the text says; `text` ends `whole`."""
    shift = len(whole) - len(text)
    near = EACH.search(text)
    words = text if near is None else text[: near.start()]
    said = _Words(whole, tokens(words), shift).read()
    if person is not None:
        for name in (*person.perks, *person.chems):
            if name in GAINS:
                said.gains[name] = GAINS[name][1]
            said.eye_catching |= name == EYE_CATCHING
        said.recovers |= {name: RECOVERY[name] for name in _recovering(person)}
    if twice := sorted(said.numbers.keys() & numbers.keys()):
        raise OddsError(f"{_named(twice[0])} of {quoted(whole)} is the model's own: write such as +1E behind its name")
    fields: dict[str, Any] = {**numbers, **said.numbers}
    for needed in ("endurance", "health"):
        if needed not in fields:
            letter = {"endurance": "E4", "health": "HP1"}[needed]
            raise QueryError(f"the target's {needed.title()} is missing: add {letter}, for example", whole)
    for name in said.gains:
        where, more = GAINS[name]
        fields[where] = fields.get(where, 0) + more
    friends = () if near is None else parse_friends(text[near.start() :])
    name = "" if person is None else " ".join(whole[:shift].split()).rstrip(" ,;") or person.text
    target = Target(**fields, **{**flags, **said.flags}, friends=friends, name=name)
    if target.endurance + target.endurance_bonus < LEAST:
        notes = (*notes, f"Endurance {target.endurance} counts as {LEAST}")
    return _recovered(target, said, notes)


def _recovering(person: Model) -> list[str]:
    """What a model was given by name that recovers Harm; its unit's own perks have done so when its Harm is said."""
    return [name for name in (*person.perks, *person.chems) if name in RECOVERY and name not in person.unit.perks]


def _recovered(target: Target, said: _Said, notes: tuple[str, ...]) -> TargetReading:
    """The target with the Harm gone that something by name has recovered."""
    if said.recovers:
        names = listed(list(said.recovers), "and")
        left = max(0, target.harm - sum(said.recovers.values()))
        told = f"{names}: Harm {target.harm} becomes {left}" if target.harm else f"{names}: there is no Harm to recover"
        target, notes = replace(target, harm=left), (*notes, told)
    return TargetReading(target, said.eye_catching, notes)


def _named(field: str) -> str:
    return field.replace("_", " ").capitalize()


# ------------------------------------------------------------------------------------------------ words
Meaning = tuple[str, str]
"""Kind ("number", "flag", "gain", "recovers", "eye", "blank"), and what it sets."""


@cache
def _vocabulary() -> Vocabulary[Meaning]:
    return Vocabulary(dict(_phrases()))


def _phrases() -> Iterator[tuple[str, Meaning]]:
    for field_name, letter in STATISTICS.items():
        yield from ((phrase, ("number", field_name)) for phrase in (letter, field_name))
    for field_name, phrases in _NUMBERS.items():
        yield from ((phrase, ("number", field_name)) for phrase in phrases.split(", "))
    for flag, name in FLAGS.items():
        yield name, ("flag", flag)
    yield from ((name, ("flag", flag)) for name, flag in ALSO.items())
    yield from ((name, ("gain", name)) for name in GAINS)
    yield from ((name, ("recovers", name)) for name in RECOVERY)
    yield EYE_CATCHING, ("eye", "")
    yield from ((word, ("blank", "")) for word in _BLANKS.split(" | "))
    yield ",", ("blank", "")


class _Words:
    """Reads the words of a target; `shift` is where they begin in the whole text, for carets."""

    def __init__(self, whole: str, read: list[Token], shift: int) -> None:
        self.whole, self.tokens, self.shift = whole, read, shift
        self.at, self.said = 0, _Said()

    def read(self) -> _Said:
        """Everything that the words say."""
        if self.tokens and (last := self.tokens[-1].text) in _JOINTS:
            raise self._error(len(self.tokens) - 1, len(self.tokens), f"there is nothing behind {last}: leave it out")
        while self.at < len(self.tokens):
            start = self.at
            number = self._number(start)
            if number is not None:
                self.at += 1
            found = _vocabulary().match(self.tokens, self.at)
            if found is None or (number is not None and found[0][0] != "number"):
                raise self._unknown(self.tokens[start])
            (kind, sets), self.at = found
            self._take(kind, sets, number, start)
        return self.said

    def _take(self, kind: str, sets: str, number: int | None, start: int) -> None:
        taken: dict[str, Callable[[], object]] = {
            "flag": lambda: self.said.flags.__setitem__(sets, True),
            "gain": lambda: self.said.gains.__setitem__(sets, 1),
            "recovers": lambda: self.said.recovers.__setitem__(sets, RECOVERY[sets]),
            "eye": lambda: setattr(self.said, "eye_catching", True),
        }
        if kind == "number":
            self._put(sets, self._number_after() if number is None else number, start)
        elif kind in taken:
            taken[kind]()

    def _number_after(self) -> int | None:
        while self.at < len(self.tokens) and self.tokens[self.at].text in ("=", ":", "of", "is"):
            self.at += 1
        number = self._number(self.at)
        if number is not None:
            self.at += 1
        return number

    def _number(self, at: int) -> int | None:
        if at >= len(self.tokens) or self.tokens[at].kind != "number":
            return None
        try:
            return int(self.tokens[at].text)
        except ValueError:
            raise self._error(at, at + 1, f"{quoted(self.tokens[at].text)} is no whole number") from None

    def _put(self, sets: str, number: int | None, start: int) -> None:
        if number is None:
            typed = quoted(self._typed(start, self.at))
            raise self._error(start, self.at, f"a number is missing after {typed}: write for example harm 2 or E4")
        if self.said.numbers.setdefault(sets, number) != number:
            raise self._error(start, self.at, f"{_named(sets)} is given twice: {self.said.numbers[sets]} and {number}")

    def _typed(self, start: int, end: int) -> str:
        return self.whole[self.shift + self.tokens[start].start : self.shift + self.tokens[end - 1].end]

    def _unknown(self, token: Token) -> OddsError:
        start = self.tokens.index(token)
        typed = quoted(self._typed(start, start + 1))
        if token.text in _PLACES:
            where = f"{typed} is no part of a target here: wide open, half range and out of range are said of an attack"
            return self._error(start, start + 1, f"{where}, or with --wide-open, --half-range and --out-of-range")
        near = _vocabulary().nearest(token.text) if token.kind == "word" else None
        hint = f"did you mean {near}?" if near else f"a target looks like {EXAMPLE} harm 2 power armor"
        what = "unknown word" if token.kind == "word" else "there is no place for"
        return self._error(start, start + 1, f"{what} {typed} in a target: {hint}")

    def _error(self, start: int, end: int, message: str) -> OddsError:
        first, last = self.tokens[start].start, self.tokens[max(start, end - 1)].end
        return QueryError(message, self.whole, self.shift + first, self.shift + last)


def with_friends(target: Target, more: tuple[Any, ...]) -> Target:
    """The target with more friends near it.

    Examples
    --------
    >>> with_friends(parse_target("E4 HP1"), parse_friends("2 friends I4 L2")).text
    'E4 HP1 2 friends I4 L2'
    """
    return replace(target, friends=(*target.friends, *more))
