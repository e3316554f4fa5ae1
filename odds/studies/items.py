"""From text to whatever can be compared or swept: Tests, attacks, models with their weapon, the sister games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_mapping, as_open_text
from odds.core.subject import subject_of
from odds.core.text import quoted
from odds.factions.special.rules import STATISTICS
from odds.studies.sisters import belongs_to_sister, is_sister, read_sister

if TYPE_CHECKING:
    from odds.factions.catalogue.models import Model

#: metrics worth showing, the most telling first; which a question has depends on its kind
USUAL = (
    *("P(incapacitated)", "mean(down)", "P(any_down)", "P(injury)", "mean(attacks)"),
    *("mean(hits)", "P(failed)", "P(critical)"),
)
#: the same of the sister games
OF_SISTERS = (
    *("P(kill)", "P(hit)", "P(critical)", "P(failed)", "P(first)", "P(free_attack)"),
    *("mean(hits)", "mean(damage)", "mean(bullets)"),
)

RULES = '{"luck-dice": "printed"}'
ANYBODY = "S1 P1 E1 C1 I1 A1 L1 HP1"  # a target that gives an attack no Bonus Dice: what is rolled is the same for all
_NOTATION = re.compile(r"(?<![\w+.-])(\d{1,2})\s?([SPECIAL])\b", re.IGNORECASE)  # "6S", but not "+1S"
_OF_ATTACKS = re.compile(r"\bat\s|\bcrit|;|\buntil\b", re.IGNORECASE)  # seldom in a Test: worth a closer look


@dataclass(frozen=True)
class Item:
    """Something read from text.

    Attributes
    ----------
    name
        As it was typed.
    question
        The rules object.
    notes
        What had to be assumed, as sentences without a full stop.
    """

    name: str
    question: Any
    notes: tuple[str, ...] = ()


def as_item(question: Any, **given: Any) -> Item:
    """An item from text, or around a rules object.

    Parameters
    ----------
    question
        Text as in `read_item`, or a rules object.
    **given
        As in `read_item`; of no use beside a rules object.

    Raises
    ------
    OddsError
        If it cannot be read, or something is given that a rules object has already.

    Examples
    --------
    >>> as_item("6S S6 L3").name
    '6S S6 L3'
    """
    if isinstance(question, str):
        return read_item(question, **given)
    useless = [name for name in ("at", "weapon", "model", "edition", "rules") if given.get(name)]
    if useless:
        raise OddsError(f"{useless[0]} is for a question in words: a rules object has everything")
    subject_of(question)
    return Item(question.text, question)


def read_item(
    text: str,
    *,
    at: str | None = None,
    weapon: str | None = None,
    model: str | Model | None = None,
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
    begin: Mapping[str, int] | None = None,
) -> Item:
    """Reads a Test, an attack, a model with its weapon, or a question of a sister game.

    Parameters
    ----------
    text
        "6S S6 L3"; "6S S6 L3 crit Maim at E4 HP1"; "Master +1S with Super Sledge". A model without a target stands for
        the Attack Test of its weapon. Of the sister games the words of a command: "board test 4", "pnp check ...".
    at
        The target, which makes every Attack Test an attack.
    weapon
        The weapon of a model, or of bare statistics such as "S6 L3".
    model
        Who makes a Test, "4P" or "Confusion".
    edition, rules
        Edition and rule switches.
    begin
        Numbers that a sweep begins with: a Test may leave them open.

    Raises
    ------
    OddsError
        If it cannot be read, or is no attack and has a target.

    Examples
    --------
    >>> read_item("6S S6 L3").question.text
    '6S S6 L3'
    >>> read_item("6S S6 L3 crit Maim", at="E4 HP1").question.text
    '6S S6 L3 crit Maim at E4 HP1'
    >>> read_item("Master +1S with Super Sledge").question.text
    '6S S7 L3'
    """
    name = " ".join(text.split())
    as_open_text(at, "at"), as_open_text(weapon, "weapon")
    given = _Given(at, weapon, edition, dict(as_mapping(rules, "rules", RULES)), dict(begin or {}))
    if model is not None:
        return _made_by(model, name, given)
    if is_sister(text):
        return _sister(name, given)
    if _is_attack(text):
        return _attack(name, given)
    if _has_test(name):
        return _situated(name, given) if _has_moment(name) else _test(name, given)
    return _situated(name, given)


def titled(name: str, weapon: str | None, at: str | None) -> str:
    """A title with what was given beside the text.

    Examples
    --------
    >>> titled("Master", "Super Sledge", "E4 HP1")
    'Master with Super Sledge at E4 HP1'
    """
    more = (f"with {weapon}" if weapon else "", f"at {at}" if at else "")
    return " ".join(filter(None, (name, *more)))


def takes_weapon(text: str) -> bool:
    """Whether a text leaves it open what the attack is made with: a model without a weapon, or bare statistics.

    Examples
    --------
    >>> takes_weapon("Master +1S"), takes_weapon("Master with Super Sledge"), takes_weapon("6S S6 L3")
    (True, False, False)
    """
    from odds.factions.attacks.wording import parts_of
    from odds.factions.catalogue.models import model

    if is_sister(text) or _has_test(text):
        return False
    try:
        return not model(parts_of(text).heads[0].words).weapons
    except OddsError:
        return True  # statistics, or nothing that is known: whoever reads it says so


@dataclass(frozen=True)
class _Given:
    """What is given beside the text."""

    at: str | None
    weapon: str | None
    edition: str | None
    rules: dict[str, str]
    begin: dict[str, int]


def _sister(name: str, given: _Given) -> Item:
    if given.at is not None:
        raise OddsError(f"{name} is no attack of Factions: {quoted(given.at)} cannot be its target")
    question, notes = read_sister(name, edition=given.edition, rules=given.rules)
    return Item(name, question, notes)


def _made_by(who: str | Model, name: str, given: _Given) -> Item:
    """A Test that a model makes."""
    from odds.factions.rolling import person_of, read_rolled

    person = person_of(who)
    if given.at is not None or given.weapon is not None:
        raise OddsError(f'a model makes Tests; its attack is written "{person.text} with Super Sledge at E4 HP1"')
    if is_sister(name) or _is_attack(name) or not _has_test(name):
        raise OddsError(f"{quoted(name)} is no Test of Factions that a model could make: write for example 4P")
    open_ones = tuple(letter for letter, statistic in STATISTICS.items() if statistic.lower() in given.begin)
    reading = read_rolled(name, person, {"edition": given.edition, "rules": given.rules}, varied=open_ones)
    return Item(f"{name} by {person.text}", reading.test, reading.notes)


def _is_attack(text: str) -> bool:
    """Whether the text says what only an attack has."""
    if not _OF_ATTACKS.search(text):
        return False
    from odds.factions.attacks.wording import parts_of

    parts = parts_of(text)
    return bool(parts.targets or parts.until_down or len(parts.heads) > 1 or parts.heads[0].criticals)


def _has_moment(text: str) -> bool:
    """Whether a Test's text says what an attack's moment brings: "charge", "Wide Open +1"."""
    from odds.factions.attacks.wording import parts_of

    return any(head.said or head.bonus for head in parts_of(text).heads)


def _has_test(text: str) -> bool:
    """Whether the text has a Test's notation, or names one, such as Evade."""
    from odds.factions.special.query import read

    if _NOTATION.search(text):
        return True
    try:
        read(text, part=True)
    except OddsError:
        return False
    return True


def _test(name: str, given: _Given) -> Item:
    from odds.factions.special.query import read

    reading = read(name, edition=given.edition, rules=given.rules)
    if given.at is not None:
        if not reading.test.attack:
            raise OddsError(f"{name} is no attack: {quoted(given.at)} cannot be its target")
        return _attack(name, given)
    return Item(name, reading.test, reading.notes)


def _attack(name: str, given: _Given) -> Item:
    from odds.factions.attacks.beside import Beside
    from odds.factions.attacks.query import read_attack

    text = _filled(name, given)
    weapon = given.weapon if takes_weapon(name) else None
    targets = [] if given.at is None else [given.at]
    reading = read_attack(text, Beside(targets=targets, weapon=weapon, edition=given.edition, rules=given.rules))
    return Item(name, reading.question, reading.notes)


def _filled(name: str, given: _Given) -> str:
    """The text of an attack with the first value of a sweep where it leaves its statistic open."""
    from odds.factions.attacks.wording import parts_of
    from odds.factions.special.query import read

    found = _NOTATION.search(name)
    if found is None or not given.begin:
        return name
    letter = found[2].upper()
    value = given.begin.get(STATISTICS[letter].lower())
    if value is None or letter == "L":
        return name
    head = parts_of(name[found.start() :]).heads[0].words
    try:
        is_open = read(head, part=True).test.value is None
    except OddsError:
        return name
    return f"{name[: found.end()]} {letter}{value}{name[found.end() :]}" if is_open else name


def _situated(name: str, given: _Given) -> Item:
    """A model or a Test in its moment, as an attack; without a target, the Attack Test that is rolled."""
    item = _attack(name, given if given.at is not None else replace(given, at=ANYBODY))
    if given.at is not None:
        return item
    return Item(name, item.question.rolled, item.notes)


def usual_metrics(questions: Sequence[Any]) -> list[str]:
    """The metrics worth showing that all questions have.

    Raises
    ------
    OddsError
        If they have nothing in common.

    Examples
    --------
    >>> from odds import parse
    >>> usual_metrics([parse("6S S6 L3"), parse("Evade A4")])
    ['mean(hits)', 'P(failed)']
    """
    usual = OF_SISTERS if all(map(belongs_to_sister, questions)) else USUAL
    found = [metric for metric in usual if all(has(question, metric) for question in questions)]
    if not found:
        first = [f"mean({axis})" for axis in subject_of(questions[0]).shown[:1]]
        found = [metric for metric in first if all(has(question, metric) for question in questions)]
    if not found:
        raise OddsError("these have no number in common to compare: compare Tests with Tests, attacks with attacks")
    return found


def has(question: Any, metric: str) -> bool:
    """Whether a question has all that a metric reads.

    Examples
    --------
    >>> from odds import parse
    >>> has(parse("Evade A4"), "P(critical)")
    False
    """
    from odds.core.events import axes_needed

    subject = subject_of(question)
    try:
        axes_needed([metric], subject.events(question), subject.axes)
    except OddsError:
        return False
    return True
