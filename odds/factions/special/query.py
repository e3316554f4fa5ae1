"""From text to a S.P.E.C.I.A.L. Test, as forgivingly as can be done without guessing.

    6S with Luck 3          6S S6 L3          4P unlucky, Perception 4, Luck 2      5P P4 L2 +2 dice
    Evade Test (3A) A4      4L L3             6S S6 L3 reroll 2 >=4                 Confusion

Order, case, commas and brackets do not matter. Every Test has one canonical text, `SpecialTest.text`, that gives an
equal Test back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, Unpack

from odds.core.errors import OddsError
from odds.core.kinds import as_text, several
from odds.core.text import LONGEST, QueryError, listed, quoted, written
from odds.factions.special.named import ATTACK, NAMES, NamedTest, find_tests
from odds.factions.special.reader import EXAMPLE, Reader
from odds.factions.special.rules import AVERAGE_LUCK, STATISTICS, SpecialTest
from odds.factions.switches import BOOK

if TYPE_CHECKING:
    from odds.factions.catalogue.models import Model


class Given(TypedDict, total=False):
    """Values given beside the text; None and False count as not given.

    A statistic's value by its name, `luck`, Bonus Dice, dice that may be re-rolled, a number of Hits; flags; the Test's
    name as in a query; the model that makes it, as `odds.model` reads it; words that are stated, such as "melee"; the
    edition's name; rule switches by name; whether the text is part of a longer one, so that it may end in "with".
    """

    strength: int | None
    perception: int | None
    endurance: int | None
    charisma: int | None
    intelligence: int | None
    agility: int | None
    luck: int | None
    bonus: int | None
    rerolls: int | None
    at_least: int | None
    vats: int | None
    unlucky: bool | None
    reroll_once: bool | None
    lucky_break: bool | None
    policy: str | None
    objective: str | None
    four_leaf_clover: bool | None
    name: str | None
    model: str | Model | None
    situation: tuple[str, ...] | None
    edition: str | None
    rules: Mapping[str, str] | None
    part: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A query as it was read.

    Attributes
    ----------
    test
        The Test.
    notes
        What had to be assumed and what has no effect, as sentences without a full stop.
    said
        Letters of the statistics whose values are given.
    """

    test: SpecialTest
    notes: tuple[str, ...]
    said: tuple[str, ...] = ()


def parse(text: str, **given: Unpack[Given]) -> SpecialTest:
    """Reads a query.

    Parameters
    ----------
    text
        For example "6S S6 L3", "4P unlucky, Perception 4, Luck 2" or "Confusion I4"; at most 500 characters.
    **given
        Values given beside the text, see `Given`. One that the text gives as well must be the same.

    Returns
    -------
    SpecialTest
        The Test; its statistic value is None where none is given.

    Raises
    ------
    OddsError
        If it cannot be read; a `QueryError` with carets under the place where there is one.

    Examples
    --------
    >>> parse("6S (Strength 6, Luck 3), reroll 2").text
    '6S S6 L3 reroll 2'
    >>> parse("Evade Test (3A)", agility=4).text
    'Evade Test (3A) A4 L2'
    >>> parse("4P", model="Scavver/Operators").text
    '4P P4 L2'
    """
    return read(text, **given).test


def read(text: str, **given: Unpack[Given]) -> Reading:
    """Reads a query, and says what had to be assumed.

    Parameters
    ----------
    text, **given
        As in `parse`.

    Returns
    -------
    Reading
        The Test with notes.

    Raises
    ------
    OddsError
        As in `parse`.

    Examples
    --------
    >>> read("6S S6").notes
    ("Luck not given: the game's average of 2 is used",)
    """
    if unknown := given.keys() - Given.__annotations__.keys():
        raise TypeError(f"a query has no {', '.join(sorted(unknown))}")
    if len(as_text(text, "a query", EXAMPLE)) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST} characters, not {len(text):,}", text, LONGEST, len(text))
    if (who := given.get("model")) is not None:
        from odds.factions.rolling import read_rolled

        return read_rolled(text, who, {name: value for name, value in given.items() if name != "model"})
    if not text.strip() and not given.get("name"):
        raise OddsError(f"the query is empty: write a Test, such as {EXAMPLE}")
    reader = Reader(text)
    if not given.get("part"):
        reader.check_end()
    _add_given(reader, given)
    return _reading(reader)


def _add_given(reader: Reader, given: Given) -> None:
    """Adds the values given beside the text."""
    letters = {name.lower(): letter for letter, name in STATISTICS.items()}
    for key, value in given.items():
        if value is None or value is False or key == "part":
            continue
        if key == "name":
            _add_name(reader, written(value))
        elif key == "rules":
            for name, chosen in BOOK.settings(given["rules"]).items():
                reader.put(f"rule {name}", chosen)
        elif key == "edition":
            reader.put("edition", BOOK.edition(written(value)))
        elif key == "objective":
            from odds.factions.rerolls.objective import checked

            reader.put("objective", checked(value))
        elif key == "situation":
            for word in several(given["situation"], "situation"):
                reader.add("situation", word)
        elif key == "four_leaf_clover":
            reader.put("fortune_dice", 2 if value is True else value)
        else:
            reader.put(letters.get(key, key), value)


def _add_name(reader: Reader, name: str) -> None:
    """Adds a Test's name, which may be written as in a query: "Evade Test (scenario)"."""
    named = Reader(name)
    if "L" in named.bare:
        named.put("name", STATISTICS["L"])
    if "name" not in named.said:
        raise OddsError(f"{quoted(name)} is not the name of a Test: use for example {listed(NAMES[:3])}")
    for field, said in named.said.items():
        reader.put(field, said.value)


def _reading(reader: Reader) -> Reading:
    """What was said, as a Test."""
    rules = BOOK.rules(reader.get("edition"), reader.settings())
    choices = _named(reader, rules.edition)
    pool, stat = _notation(reader, choices)
    value = _value(reader, stat)
    luck = reader.get("L")
    more = (
        *("bonus", "unlucky", "rerolls", "reroll_once", "lucky_break", "policy", "objective", "vats"),
        *("fortune_dice", "at_least", "situation", "effects"),
    )
    fields = {field: reader.get(field) for field in more if reader.get(field) is not None}
    name = choices[0].name if choices else ATTACK
    try:
        test = SpecialTest(pool, stat, value, luck, name=name, rules=rules, **fields)
    except OddsError as error:  # two numbers that are right alone and wrong together
        places = [reader.place(field) for field in ("effects", "bonus", "policy", "L") if field in reader.said]
        told = places[0] if places and all(places) else None  # what was given beside the text may be to blame
        raise reader.error(str(error), told) from None
    notes = [f"Luck not given: the game's average of {AVERAGE_LUCK} is used"] if luck is None and stat != "L" else []
    if len(choices) > 1 and "notation" not in reader.said:
        others = " and ".join(f"{other.notation} ({other.when})" for other in choices[1:])
        notes.append(f"{name} is read as {test.notation}; there is also {others}")
    return Reading(test, (*notes, *test.notes), tuple(letter for letter in STATISTICS if letter in reader.said))


def _named(reader: Reader, edition: str) -> tuple[NamedTest, ...]:
    """The Tests that the query's name can mean, the likeliest first; none if it has no name."""
    name, when = reader.get("name"), reader.get("when")
    stat = (reader.get("notation") or (None, "L"))[1]
    if name is None and "L" in reader.bare and stat == "L" and "pool" not in reader.said:
        del reader.bare["L"]  # a lone "Luck" is the Luck Test
        name = STATISTICS["L"]
    if name is None:
        if when is not None:
            message = f"the name of the Test is missing: write for example Evade ({when})"
            raise reader.error(message, reader.place("when"))
        return ()
    choices = find_tests(name, edition)
    if when is None:
        return choices
    fitting = tuple(choice for choice in choices if choice.when == when)
    if not fitting:
        raise reader.error(f"there is no {name} Test ({when}): leave out {when}", reader.place("when"))
    notation = reader.get("notation")
    if notation and notation != (fitting[0].pool, fitting[0].stat):
        message = f"two Tests, {name} ({when}), which is {fitting[0].notation}, and {notation[0]}{notation[1]}"
        raise reader.error(f"{message}: ask for one at a time", reader.place("notation"))
    return fitting


def _notation(reader: Reader, choices: tuple[NamedTest, ...]) -> tuple[int, str]:
    """Pool Size and statistic: as written, or the named Test's, or from "6 dice" and a single statistic."""
    if notation := reader.get("notation"):
        pool, stat = notation
    elif choices and choices[0].pool and choices[0].stat:
        pool, stat = choices[0].pool, choices[0].stat
    elif "pool" in reader.said:
        pool, stat = reader.get("pool"), _only_statistic(reader)
    else:
        raise _no_test(reader, choices)
    if "pool" in reader.said and reader.get("pool") != pool:
        reader.put("pool", pool)
    return pool, stat


def _only_statistic(reader: Reader) -> str:
    """The statistic that "6 dice" are compared with."""
    letters = [letter for letter in STATISTICS if letter in reader.bare or (letter in reader.said and letter != "L")]
    if len(letters) == 1:
        reader.bare.pop(letters[0], None)
        return letters[0]
    pool = reader.get("pool")
    which = "two statistics" if letters else "no statistic"
    raise reader.error(f"{pool} dice and {which}: write the Test's letter, such as {pool}S", reader.place("pool"))


def _no_test(reader: Reader, choices: tuple[NamedTest, ...]) -> OddsError:
    if choices:
        message = "an Attack Test has the Pool Size and statistic of its weapon: write for example Attack Test (6S)"
        return reader.error(message, reader.place("name"))
    message = f"no Test is named: write Pool Size and statistic, such as {EXAMPLE}, or a name, such as Confusion"
    return reader.error(message, (0, len(reader.text)) if reader.text.strip() else None)


def _value(reader: Reader, stat: str) -> int | None:
    """The Test Statistic's value; a value of another statistic is an error."""
    if reader.bare:
        raise reader.missing_number(next(iter(reader.bare)))
    for letter in STATISTICS:
        if letter in reader.said and letter not in (stat, "L"):
            other, needed = STATISTICS[letter], STATISTICS[stat]
            example = f"give {needed}, such as {stat}{reader.get(letter)}"
            advice = f"leave out {other}" if stat in reader.said else example
            raise reader.error(f"this Test uses {needed}, not {other}: {advice}", reader.place(letter))
    if "value" in reader.said:
        reader.put(stat, reader.get("value"), reader.place("value"))
    value: int | None = reader.get(stat)
    return value
