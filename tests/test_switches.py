"""Editions and rule switches."""

import pickle
from itertools import combinations, product

import pytest

from odds.core.errors import OddsError
from odds.factions.special.query import parse
from odds.factions.switches import BOOK, DEFAULT, EDITIONS


def test_every_switch_has_a_default_in_every_edition_and_tells_what_it_is():
    for switch in BOOK.switches:
        assert set(switch.defaults) == set(EDITIONS)
        assert set(switch.defaults.values()) <= set(switch.values)
        assert len(switch.values) > 1
        assert switch.about
        assert switch.source
        assert all(switch.values.values())
    assert all(EDITIONS.values())


def test_defaults():
    assert BOOK.rules().edition == DEFAULT == "ERR2026Q2"
    for edition in EDITIONS:
        rules = BOOK.rules(edition)
        assert rules["four-leaf-clover"] == ("one" if edition == "ERR2026Q2" else "every")
        assert (rules["luck-dice"], rules["all-duds"]) == ("with-bonus", "reroll")


def test_a_value_that_the_edition_has_anyway_is_no_change():
    assert BOOK.rules("CORE2025", {"four-leaf-clover": "every"}) == BOOK.rules("CORE2025")
    assert BOOK.rules(None, {"four-leaf-clover": "one"}).changed == ()
    assert BOOK.rules(None, {"four-leaf-clover": "every"}).changed == (("four-leaf-clover", "every"),)


def test_equal_rules_are_equal_whatever_the_order_and_case():
    one = BOOK.rules("nw2024", {"luck-dice": "printed", "all-duds": "failed"})
    two = BOOK.rules("NW2024", {"All-Duds": "FAILED", "LUCK-DICE": "Printed"})
    assert one == two
    assert hash(one) == hash(two)
    assert one != BOOK.rules("CORE2025", {"luck-dice": "printed", "all-duds": "failed"})


def all_rules():
    """Every edition with every two switches at every two of their values."""
    for edition in BOOK.editions:
        for one, two in combinations(BOOK.switches, 2):
            for values in product(one.values, two.values):
                yield BOOK.rules(edition, dict(zip((one.name, two.name), values, strict=True)))


def test_the_text_of_any_rules_gives_them_back():
    seen = {}
    for rules in all_rules():
        assert parse(f"6S S6 L3 {rules.text}").rules == rules
        assert seen.setdefault(rules.text, rules) == rules
    values = [len(switch.values) - 1 for switch in BOOK.switches]
    pairs = sum(one * two for one, two in combinations(values, 2))
    assert len(seen) == len(BOOK.editions) * (1 + sum(values) + pairs)
    assert BOOK.rules().text == ""
    assert BOOK.rules("NW2024", {"luck-dice": "printed"}).text == "edition NW2024 rule luck-dice=printed"


def test_flipping_changes_one_switch_and_nothing_else():
    for rules in all_rules():
        for switch in BOOK.switches:
            flipped = rules.flipped(switch.name)
            assert [other[switch.name] for other in flipped] == [v for v in switch.values if v != rules[switch.name]]
            for other in flipped:
                assert other.edition == rules.edition
                assert all(other[s.name] == rules[s.name] for s in BOOK.switches if s is not switch)
                assert rules in other.flipped(switch.name)


@pytest.mark.parametrize(
    ("edition", "changes", "sentence"),
    [
        ("NW2025", {}, "unknown edition 'NW2025': use NW2024, CORE2025, ERR2026Q1 or ERR2026Q2"),
        ("", {}, "unknown edition ''"),
        (None, {"luck-dise": "printed"}, "unknown rule switch 'luck-dise': did you mean luck-dice?"),
        (None, {"zzz": "x"}, "see odds rules for all of them"),
        (None, {"luck-dice": "foo"}, "the rule luck-dice is with-bonus or printed, not 'foo'"),
        (None, {"luck-dice": 3}, "not '3'"),
    ],
)
def test_what_is_unknown_is_said_with_what_there_is(edition, changes, sentence):
    with pytest.raises(OddsError) as caught:
        BOOK.rules(edition, changes)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_switch_cannot_be_asked_for():
    with pytest.raises(OddsError, match="unknown rule switch"):
        BOOK.rules()["luck dice"]
    with pytest.raises(OddsError, match="unknown rule switch"):
        BOOK.rules().flipped("luck")


def test_rules_survive_pickling():
    rules = BOOK.rules("CORE2025", {"luck-dice": "printed"})
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert again["luck-dice"] == "printed"
