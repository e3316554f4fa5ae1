"""The S.P.E.C.I.A.L. Test as an object: limits, what follows from them, and its canonical text."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
from hypothesis import given
from special_tests import special_tests

from odds import exact
from odds.core.errors import OddsError
from odds.factions.effects.effect import Used
from odds.factions.effects.table import by_name
from odds.factions.special.named import NAMED_TESTS, NAMES, find_tests
from odds.factions.special.outcome import AXES, switches_read
from odds.factions.special.query import parse
from odds.factions.special.rules import LIMITS, STATISTICS, SpecialTest, limit_error
from odds.factions.switches import BOOK, EDITIONS


@given(special_tests())
def test_the_canonical_text_gives_an_equal_test_back(test):
    again = parse(test.text)
    assert again == test
    assert hash(again) == hash(test)
    assert again.text == test.text
    assert parse(test.text.upper()) == parse(test.text.lower()) == test


@given(special_tests(), special_tests())
def test_tests_are_equal_if_and_only_if_their_texts_are(one, two):
    assert (one == two) == (one.text == two.text)


@given(special_tests())
def test_every_field_shows_in_the_text(test):
    """So that no two different Tests share a text."""
    others = {
        "pool": test.pool - 1 or 2,
        "stat": "S" if test.stat == "P" else "P",
        "value": 0 if test.value is None else None,
        "luck": 0 if test.luck else 1,
        "bonus": max(test.bonus - 1, 0),
        "unlucky": not test.unlucky,
        "rerolls": (test.rerolls + 1) % 60,
        "reroll_once": not test.reroll_once,
        "lucky_break": not test.lucky_break,
        "policy": "never" if test.policy != "never" else "optimum",
        "objective": None if test.objective else "P(hits >= 2)",
        "vats": 0 if test.vats is None else None,
        "situation": ("melee", "alone") if test.situation != ("melee", "alone") else ("alone",),
        "effects": () if test.effects else (Used(by_name()["Omens"]),),
        "fortune_dice": 3 - test.fortune_dice,
        "name": "Evade" if test.name == "Attack" else "Attack",
        "at_least": 0 if test.at_least is None else None,
        "rules": test.rules.flipped("luck-dice")[0],
    }
    assert set(others) == {field.name for field in fields(test)}
    for name, other in others.items():
        if test.stat == "L" and name in ("value", "luck", "stat"):
            continue
        changed = replace(test, **{name: other})
        assert (changed.text == test.text) == (changed == test)


@given(special_tests())
def test_dice_add_up(test):
    assert test.luck_dice + test.standard_dice == test.dice <= 60
    assert 0 <= test.luck_dice <= min(test.luck or 0, test.dice)
    assert test.dice == test.pool + (0 if test.unlucky else test.bonus)
    assert test.dice <= test.most_hits <= (3 if test.vats is None else 6) * test.dice
    assert test.may_reroll == (test.most_rolled > test.dice)
    assert test.has_critical == (test.name == "Attack")


@pytest.mark.parametrize(
    ("test", "luck_dice", "standard_dice"),
    [
        (SpecialTest(6, "S", 6, 3), 3, 3),
        (SpecialTest(2, "E", 5, 4), 2, 0),
        (SpecialTest(2, "E", 5, 4, bonus=1), 3, 0),
        (SpecialTest(2, "E", 5, 4, bonus=1, unlucky=True), 2, 0),
        (SpecialTest(2, "E", 5, 4, bonus=1, rules=BOOK.rules(None, {"luck-dice": "printed"})), 2, 1),
        (SpecialTest(4, "P", 4), 2, 2),
        (SpecialTest(4, "P", 4, 0), 0, 4),
        (SpecialTest(4, "L", 3), 3, 1),
        (SpecialTest(4, "L", 5), 4, 0),
    ],
    ids=lambda value: getattr(value, "text", None),
)
def test_luck_dice(test, luck_dice, standard_dice):
    assert (test.luck_dice, test.standard_dice) == (luck_dice, standard_dice)


@pytest.mark.parametrize(
    ("query", "most"),
    [
        ("6S S6 L3", 9),
        ("6S S6 L3 unlucky", 6),
        ("6S S6 L0", 6),
        ("6S S6 L3 Four Leaf Clover", 10),
        ("6S S6 L3 Four Leaf Clover edition CORE2025", 12),
        ("6S S6 L0 Four Leaf Clover", 6),
        ("6S S6 L9 +2 dice", 16),
    ],
)
def test_most_hits(query, most):
    assert parse(query).most_hits == most


def test_luck_is_known_after_construction_but_for_an_open_luck_test():
    assert SpecialTest(6, "S").luck == 2
    assert SpecialTest(4, "L").luck is None
    assert SpecialTest(4, "L").value is None
    assert SpecialTest(4, "L", 3).luck == 3
    assert SpecialTest(4, "L", luck=3).value == 3
    assert SpecialTest(4, "L", 3, 3).text == "4L L3"


def test_with_value():
    assert SpecialTest(6, "S", luck=3).with_value(6) == SpecialTest(6, "S", 6, 3)
    assert SpecialTest(4, "L").with_value(5) == SpecialTest(4, "L", 5, 5)
    assert SpecialTest(4, "L", 3).with_value(5).luck == 5


@pytest.mark.parametrize("name", LIMITS)
def test_limits(name):
    _, least, most = LIMITS[name]
    stated = {"pool": 1, "stat": "S"}
    for number in (least, most):
        assert getattr(SpecialTest(**{**stated, name: number}), name) == number
    for number in (least - 1, most + 1, -(10**5000), 10**5000, 1.5, float("nan"), "3", True, [], 1j):
        with pytest.raises(OddsError) as caught:
            SpecialTest(**{**stated, name: number})
        assert f"must be a whole number from {least} to {most}, not " in str(caught.value)
        assert len(str(caught.value)) < 150


@pytest.mark.parametrize("name", ["pool", "bonus", "rerolls", "fortune_dice"])
def test_what_cannot_be_left_open(name):
    with pytest.raises(OddsError, match="whole number"):
        SpecialTest(**{"pool": 1, "stat": "S", name: None})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"stat": "X"}, "the Test Statistic must be S, P, E, C, I, A or L, not 'X'"),
        ({"stat": 3}, "not '3'"),
        ({"stat": None}, "not 'None'"),
        ({"name": "Confuson"}, "unknown Test 'Confuson': did you mean Confusion?"),
        ({"policy": "best"}, "unknown re-roll policy 'best'"),
        ({"unlucky": 1}, "unlucky must be True or False, not '1'"),
        ({"lucky_break": "yes"}, "lucky_break must be True or False"),
        ({"rules": "NW2024"}, "rules must be rules of Fallout: Factions"),
        ({"pool": 50, "bonus": 11}, "at most 60 dice, not 61"),
        ({"stat": "L", "value": 3, "luck": 4}, "it cannot be 3 and 4"),
        ({"stat": "L", "luck": 21}, "the Test Statistic must be a whole number from 0 to 20, not 21"),
    ],
)
def test_what_is_wrong_is_said(arguments, sentence):
    with pytest.raises(OddsError) as caught:
        SpecialTest(**{"pool": 6, "stat": "S", **arguments})
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_whole_numbers_of_numpy_are_whole_numbers():
    test = SpecialTest(np.int64(6), "S", np.int8(6), np.uint16(3))
    assert test == SpecialTest(6, "S", 6, 3)
    assert type(test.pool) is int
    with pytest.raises(OddsError, match="whole number"):
        SpecialTest(np.float64(6), "S")
    with pytest.raises(OddsError, match="whole number"):
        SpecialTest(np.True_, "S")


def test_names_are_found_in_any_case():
    assert SpecialTest(3, "agility", 4, name="EVADE") == SpecialTest(3, "A", 4, name="Evade")


def test_it_is_frozen_hashable_and_survives_pickling():
    test = SpecialTest(6, "S", 6, 3, rules=BOOK.rules("NW2024"))
    with pytest.raises(FrozenInstanceError):
        test.pool = 3
    assert pickle.loads(pickle.dumps(test)) == test
    assert {test: 1}[SpecialTest(6, "S", 6, 3, rules=BOOK.rules("NW2024"))] == 1


def test_notes_tell_what_has_no_effect():
    assert SpecialTest(6, "S", 6, 3).notes == ()
    assert SpecialTest(6, "S", bonus=1, unlucky=True).notes == ("Bonus Dice are ignored: the Test is Unlucky",)
    assert "Fortune Smiles" in SpecialTest(6, "S", fortune_dice=2, unlucky=True).notes[0]
    assert "objective" in SpecialTest(6, "S", objective="hits >= 2").notes[0]
    assert "objective" in SpecialTest(6, "S", rerolls=1, objective="hits >= 2", policy="never").notes[0]
    assert "policy" in SpecialTest(6, "S", policy="never").notes[0]


def test_limit_error():
    assert limit_error("pool", 6) is None
    assert limit_error("luck", 61, "the model's Luck") == "the model's Luck must be a whole number from 0 to 60, not 61"


# ---------------------------------------------------------------------------------------------- named Tests
def test_the_table_of_named_tests():
    assert len(NAMED_TESTS) == 28
    assert all(named.stat in STATISTICS and 1 <= named.pool <= 5 for named in NAMED_TESTS if named.notation != "X")
    keys = [(named.name, named.when, named.edition) for named in NAMED_TESTS]
    assert len(set(keys)) == len(keys)
    assert all(named.edition in (None, *EDITIONS) for named in NAMED_TESTS)
    assert (NAMED_TESTS[0].pool, NAMED_TESTS[0].stat) == (None, None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_name_means_a_test_in_every_edition(edition):
    for name in NAMES:
        assert find_tests(name, edition)
    assert [named.notation for named in find_tests("Strategy", edition)] == ["3I" if edition == "NW2024" else "1I"]


@given(special_tests())
def test_no_switch_but_those_that_can_have_a_say_changes_a_test(test):
    test = replace(test, stat="S" if test.stat == "L" else test.stat, value=5)
    try:
        law = exact(test, axes=AXES).values
    except OddsError:
        return  # more than can be worked out
    for switch in BOOK.switches:
        if switch.name not in switches_read(test):
            for rules in test.rules.flipped(switch.name):
                assert np.array_equal(exact(replace(test, rules=rules), axes=AXES).values, law)
