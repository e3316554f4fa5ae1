"""The parts of an attack's text: attackers, Critical Effects, Bonus Dice by name, targets, objective and rules."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from odds.core.errors import OddsError
from odds.core.text import QueryError, listed
from odds.factions.attacks.critical import EFFECTS as CRITICALS
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.outcome import AXES
from odds.factions.attacks.rules import FLAGS, Bonus
from odds.factions.attacks.spoken import PERK, Said, is_perk, spoken
from odds.factions.effects.table import EFFECTS

SOURCES = (
    "Wide Open", "Supporting Fire", "Aim", "Storm", "Wind Up", "charge", "Engaged friends", "Overwhelm", "Bladed",
)  # fmt: skip
EVENTS = ("incapacitated", "injury", "fatigue", "failed", "critical", "malfunction", "sprint")

_UNTIL = re.compile(r"\s*until\s+down\b\s*:?", re.IGNORECASE)
_RULES = re.compile(r"(?:(?:^|\s+)(?:edition\s+\S+|rule\s+\S+\s*=\s*\S+))+\s*$", re.IGNORECASE)
_SETTING = re.compile(r"(edition|rule)\s+([^\s=]+)(?:\s*=\s*(\S+))?", re.IGNORECASE)
_GOAL = re.compile(
    rf"\bfor\s+(?=\(*\s*(?:not\s+)?(?:(?:p|mean|sd)\s*\(|(?:{'|'.join((*AXES, *EVENTS))})\b))"
    r"(.*?)(?=\s+(?:crit|at)\s|\s*;|\s*$)",
    re.IGNORECASE,
)
_AT = re.compile(r"\bat\s+(?!least\b)", re.IGNORECASE)
_OPEN_END = re.compile(r"\b(at|for|with)\s*(?=;|$|\bat\s+(?!least\b))", re.IGNORECASE)
_NEXT = re.compile(r";\s*(?=\d{1,2}\s?[SPECIAL]\b)", re.IGNORECASE)
_CRITICAL = re.compile(
    r"(?<!better[ -])\bcrit(?:ical)?s?\s+([a-z]+(?:\s*\(\s*\d{1,3}\s*\)|\s*\d{1,3}\b(?!\s*(?:dice|die)))?)",
    re.IGNORECASE,
)
_MORE = re.compile(
    rf"\s*(?:,|and|or)\s*((?:{'|'.join(CRITICALS)})\b(?:\s*\(\s*\d{{1,3}}\s*\)|\s*\d{{1,3}}\b)?)", re.IGNORECASE
)
_NAMES = sorted({*SOURCES, *(effect.name for effect in EFFECTS)}, key=len, reverse=True)
_BONUS = re.compile(
    rf"(?<![\w'])({'|'.join(map(re.escape, _NAMES))})(\s+\d{{1,2}})?\s*\+\s*(\d{{1,2}})\b"
    r"(?!\s*(?:bonus\s+|extra\s+|more\s+)?(?:dice|die))",
    re.IGNORECASE,
)
_FLAG = {field: re.compile(rf"\b{name.replace('-', '[- ]?').replace(' ', '[ -]')}\b", re.IGNORECASE)
         for field, name in FLAGS.items()}  # fmt: skip
_CRACKSHOT = re.compile(r"\bcrackshot\s+(\d{1,2})\b", re.IGNORECASE)
_STRENGTH = re.compile(r"\b(?:strength|str)\s*[=:]?\s*(\d{1,2})\b", re.IGNORECASE)
_NOTATION = re.compile(r"(?<![\w+-])\d{1,2}\s?([SPECIAL])\b(?!\s?[=:]?\s?\d)", re.IGNORECASE)
_NUMBERS_FIRST = re.compile(
    r"\s*(?:\d|attack\b|(?:[SPECIAL]|strength|perception|endurance|charisma|intelligence|agility|luck)\s*[=:]?\s*\d)",
    re.IGNORECASE,
)
_LETTER_S = re.compile(r"(?<![\w+-])S\s?[=:]?\s?\d", re.IGNORECASE)


@dataclass(slots=True)
class Head:
    """One attacker's part of the text.

    Attributes
    ----------
    words
        What is left for the reader of Tests, or a model's name.
    criticals, bonus, flags, crackshot, strength
        As in `Attack`.
    said
        What is said of the moment.
    notes
        How something was read, as sentences without a full stop.
    """

    words: str
    criticals: list[Critical] = field(default_factory=list)
    bonus: list[Bonus] = field(default_factory=list)
    flags: dict[str, bool] = field(default_factory=dict)
    crackshot: int = 0
    strength: int | None = None
    said: Said = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Parts:
    """The parts of a text.

    Attributes
    ----------
    heads
        One or more attackers.
    targets
        Texts of targets, one or more models; empty if the text names none.
    objective, edition, rules
        What else it says.
    until_down
        Whether the attack is made again and again.
    """

    heads: list[Head]
    targets: list[str]
    objective: str | None = None
    edition: str | None = None
    rules: dict[str, str] = field(default_factory=dict)
    until_down: bool = False


def parts_of(text: str) -> Parts:
    """Takes a text apart.

    Raises
    ------
    OddsError
        If a Critical Effect is unknown, or two objectives are given.

    Examples
    --------
    >>> found = parts_of("6S S6 L3 Wide Open +1 crit Maim at E4 HP1 harm 2 for mean(harm) rule luck-dice=printed")
    >>> found.heads[0].words, found.heads[0].bonus, found.heads[0].criticals
    ('6S S6 L3', [Bonus(source='Wide Open', dice=1)], [Critical(name='Maim', x=None)])
    >>> found.targets, found.objective, found.rules
    (['E4 HP1 harm 2'], 'mean(harm)', {'luck-dice': 'printed'})
    """
    until = _UNTIL.match(text)
    rest = text if until is None else text[until.end() :]
    edition: str | None = None
    rules: dict[str, str] = {}
    if tail := _RULES.search(rest):
        for kind, name, value in _SETTING.findall(tail[0]):
            edition, rules = (name, rules) if kind.lower() == "edition" else (edition, {**rules, name: value})
        rest = rest[: tail.start()]
    goals = dict.fromkeys(each[1].strip() for each in _GOAL.finditer(rest))
    if len(goals) > 1:
        raise OddsError(f"an attack is for one thing: give {listed(list(goals))}, not both")
    rest = _GOAL.sub(" ", rest)
    _refuse_open_end(rest)
    front, *targets = _AT.split(rest)
    heads = [_head(each) for each in _NEXT.split(front)]
    places = [each.strip(" ,;") for each in targets]
    return Parts(heads, places, next(iter(goals), None), edition, rules, until is not None)


def _refuse_open_end(text: str) -> None:
    """Refuses a text, or an attacker's part of it, that ends before what it was about to say."""
    if found := _OPEN_END.search(text):
        wanted = {"at": "at E4 HP1", "for": "for mean(harm)", "with": "with Psycho"}
        word = found[1].lower()
        raise QueryError(f"there is nothing behind {word}: write {wanted[word]}, for example", text, *found.span(1))


def is_test(words: str) -> bool:
    """Whether words are a Test, and neither a model's name nor statistics alone.

    Examples
    --------
    >>> is_test("6S S6 L3"), is_test("S6, 6S"), is_test("S6 L3"), is_test("Knight with Hunting Rifle: 4P")
    (True, True, False, False)
    """
    return _NUMBERS_FIRST.match(words) is not None and _NOTATION.search(words) is not None


def _head(text: str) -> Head:
    """What the text of one attacker says beyond its Test."""
    head = Head(text)
    while found := _CRITICAL.search(head.words):
        end = found.end()
        head.criticals.append(Critical.of(found[1]))
        while more := _MORE.match(head.words, end):
            head.criticals.append(Critical.of(more[1]))
            end = more.end()
        head.words = f"{head.words[: found.start()].rstrip(' ,')} {head.words[end:]}"
    for found in _BONUS.finditer(head.words):
        head.bonus.append(Bonus(_spelled(found[1]) + " ".join(["", *(found[2] or "").split()]), int(found[3])))
    head.words = _BONUS.sub(" ", head.words)
    head.notes += [PERK] * is_perk(head.words)
    head.words, head.said = spoken(head.words, of_model=_NUMBERS_FIRST.match(head.words) is None)
    if found := _CRACKSHOT.search(head.words):
        head.crackshot = int(found[1])
        head.words = _CRACKSHOT.sub(" ", head.words)
    if _NUMBERS_FIRST.match(head.words):
        _take_words(head)
    head.words = " ".join(head.words.split())
    return head


def _take_words(head: Head) -> None:
    """Flags and the attacker's own Strength, of a Test; a model's perks stay with its name."""
    for name, pattern in _FLAG.items():
        if pattern.search(head.words):
            head.flags[name] = True
            head.words = re.sub(rf"(?:\b(?:with|and)\s+)?{pattern.pattern}", " ", head.words, flags=re.IGNORECASE)
    notation = _NOTATION.search(head.words)
    found = _STRENGTH.search(head.words)
    if notation and found and (notation[1].upper() != "S" or _LETTER_S.search(head.words)):
        head.strength = int(found[1])
        head.words = _STRENGTH.sub(" ", head.words)


def _spelled(name: str) -> str:
    """A source's name as reports write it."""
    return next(each for each in _NAMES if each.lower() == name.lower())
