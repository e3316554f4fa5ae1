"""The query language: every form a player would type or paste."""

import timeit

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from special_tests import special_tests

from odds.core.errors import OddsError
from odds.core.text import QueryError
from odds.factions.special.named import NAMED_TESTS
from odds.factions.special.query import parse, read
from odds.factions.special.rules import STATISTICS
from odds.factions.special.vocabulary import NUMBER_WORDS, vocabulary
from odds.factions.switches import EDITIONS

FORMS = {
    "6S S6 L3": """
        6S S6 L3 | 6s s6 l3 | 6S with Strength 6 and Luck 3 | 6S (Strength 6, Luck 3) | 6S, S=6, luck=3
        6S S:6 L:3 | L3 S6 6S | Attack Test (6S), Strength 6, Luck 3 | Attack 6S str 6 lck 3
        an Attack Test (6S) with a Luck of 3, S6 | 6S S 6 L 3 | 6 S S6 L3 | 6S/6/3 | 6S / 6 / 3
        6S Strength (6) Luck (3) | 6S Str. 6, Lck. 3 | 6S: S6; L3 | 6S S6L3 | "6S S6 L3" | 6S S6 L3?
        6S - S6 - L3 | 6S — S6 — L3 | 6S_S6_L3 | [6S] S6 L3 | «6S S6 L3» | `6S S6 L3` | 6S against S6 L3 | 6S vs. S6 L3
        6S S6 Luck Dice 3 | 6S S6 3 Luck Dice | 6S & S6 & L3 | ６Ｓ Ｓ６ Ｌ３
        6 dice Strength 6 Luck 3 | 6 dice, Strength 6, Luck 3 | 6d10 Strength 6 Luck 3
        pool 6, strength 6, luck 3 | pool of 6 dice, strength 6, luck 3 | pool size: 6 S6 L3
        six dice Strength six Luck three | 6S 6 Strength 3 Luck | 6S with 3 luck and 6 strength
        S.P.E.C.I.A.L. Test (6S) S6 L3 | 6S statistic 6 L3 | 6S test statistic = 6 luck 3
        6S --strength 6 --luck 3 | --strength=6 --luck=3 6S | 6S S6 S6 L3 L3 6S
        Make an Attack Test (6S): S6, L3. | 6S S6 L3 edition ERR2026Q2 | 6S S6 L3 rule luck-dice=with-bonus
        6S S6 L3 policy optimum | 6S S6 L3 bonus 0 reroll 0 | 6S dice S6 L3
        Attack Test (X) 6S S6 L3""",
    "6S L3": """
        6S with Luck 3 | 6S L3 | 6S, Luck: 3 | 6S luck is 3 | Attack (6S) with 3 Luck
        6 dice Strength, Luck 3""",
    "6S S6 L0": """
        6S S6 L0 | 6S S6 no Luck | 6S S6 without Luck | 6S S6 zero Luck | 6S/6/0
        6S S6 L0 no bonus dice | 6S S6 no luck, no re-rolls""",
    "4P P4 L2 unlucky": """
        4P unlucky, Perception 4, Luck 2 | Unlucky 4P P4 L2 | 4P P4 L2 (Unlucky) | 4P P4 L2, Unlucky Test
        Unlucky Test (4P) P4 L2 | Attack Test (4P), Per 4, Lk 2, unlucky. | UNLUCKY 4P/4/2""",
    "5P P4 L2 +2 dice": """
        5P P4 L2 +2 dice | 5P P4 L2 +2 | 5P P4 L2 bonus 2 | 5P P4 L2 2 bonus dice | 5P P4 L2 +2 bonus dice
        5P+2 P4 L2 | 5P P4 L2+2 | 5P P4 L2 plus 2 dice | 5P P4 L2 bonus dice: +2 | 5P P4 L2 bonus=2
        5P P4 L2 two extra dice | 5P P4 L2 with 2 additional dice | 5P P4 L2 extra 2 dice
        5P P4 L2 --bonus 2 | 5P P4 L2 + 2 dice | +2 5P P4 L2 | 5P P4 L2 bonus of 2 | 5P P4 L2 2 more dice
        5P P4 L2 +2d10 | 5P P4 L2 ＋2 dice""",
    "5P P4 L2 +1 die": """
        5P P4 L2 +1 bonus die | 5P P4 L2 +1 die | 5P P4 L2, a bonus die | 5P P4 L2 one bonus die
        5P P4 L2 with an extra die | another die 5P P4 L2 | 5P P4 L2 1 die bonus""",
    "6S S6 L3 reroll 2": """
        6S S6 L3 reroll 2 | 6S S6 L3 re-roll 2 dice | 6S S6 L3 rerolls 2 | 6S S6 L3 2 rerolls
        6S S6 L3 2 re-rolls | 6S S6 L3 reroll two dice | 6S S6 L3 +0 dice reroll 2
        6S S6 L3 reroll up to 2 duds | 6S S6 L3 re-rolls: 2 | 6S S6 L3 up to 2 re-rolls | 6S S6 L3 reroll up to two
        6S S6 L3 --rerolls 2 | 6S S6 L3 rerolling 2 dice | 6S S6 L3 2 dice rerolled
        reroll 2: 6S S6 L3 | 6S S6 L3 re roll 2""",
    "6S S6 L3 Lucky Break": """
        6S S6 L3 Lucky Break | 6S S6 L3 lucky-break | 6S S6 L3 LuckyBreak | 6S S6 L3 --lucky_break
        6S S6 L3 reroll all duds | 6S S6 L3 re-roll all the duds | 6S S6 L3 reroll duds
        6S S6 L3 rerolling all duds | Lucky Break, 6S, S6, L3 | 6S S6 L3 all duds rerolled
        6S S6 L3 Reroll every Dud""",
    "6S S6 L3 Four Leaf Clover": """
        6S S6 L3 Four Leaf Clover | 6S S6 L3 four-leaf clover | 6S S6 L3 4 leaf clover
        6S S6 L3 FourLeafClover | 4-Leaf Clover 6S S6 L3 | 6S S6 L3 --four-leaf-clover | 6S S6 L3 Clover""",
    "6S S6 L3 >=4": """
        6S S6 L3 >=4 | 6S S6 L3 >= 4 hits | 6S S6 L3 ≥4 | 6S S6 L3 at least 4 hits | 6S S6 L3 at least 4
        6S S6 L3 4+ hits | 6S S6 L3 4 or more hits | 6S S6 L3 4 hits or more | 6S S6 L3 hits >= 4
        6S S6 L3 at-least 4 | 6S S6 L3 => 4 | 6S S6 L3 4 + hits | 6S S6 L3 four or more
        6S S6 L3 at least 4 or more hits | 4+ Hits 6S S6 L3""",
    "Evade Test (3A) A4 L2": """
        Evade Test (3A) A4 L2 | Evade A4 | evade test, agility 4 | Evade (3A) Agl 4 | 3A Evade A4
        make an Evade Test (3A) A4 | EVADE agi 4 luck 2 | Evade Test 3A/4/2""",
    "Evade Test (2E) E4 L2": """
        Evade (scenario) E4 | scenario Evade Test E4 | Evade (2E) E4 | Evade Test (scenario) (2E) end 4""",
    "Evade Test (5A) L2": """
        Evade (ploy Hook, Line) | Evade Hook Line | Hook, Line: Evade | evade 5A""",
    "Evade Test (3A) L2 +1 die unlucky": """
        unlucky Evade +1 | Evade, bonus 1, unlucky""",
    "Scout Test (3P) P5 L1": """
        Scout (Wayfinder) P5 L1 | wayfinder scout p5 l1 | Scout 3P P5 L1""",
    "Scout Test (2P) L2": """
        Scout | Scout Test (2P)""",
    "4L L3": """
        4L L3 | 4L Luck 3 | 4L with a Luck of 3 | Attack Test (4L) L3 | 4L/3 | 4L/3/3 | 4L statistic 3""",
    "4L": """
        4L | Attack Test (4L)""",
    "Luck Test (4L)": """
        Luck | Luck Test | Luck (4L) | Luck Test (4L) | 4L Luck Test | luck 4L""",
    "Luck Test (4L) L3": """
        Luck L3 | Luck Test L3 | Luck Test, Luck 3 | Luck (4L) L3 | Luck Test (4L) Luck 3""",
    "Confusion Test (2I) L2": """
        Confusion | confusion test | Confusion (2I)""",
    "Confusion Test (2I) I4 L2 +1 die": """
        Confusion I4 +1 | Confusion Test, Intelligence 4, one bonus die | Confusion Int 4 plus 1""",
    "Confusion Test (3I) I4 L2": """
        Confusion Test (3I) I4 | Confusion 3I I4""",
    "Meltdown Test (2E) E4 L2": """
        Meltdown E4 | Meltdown Test (2E), Endurance 4""",
    "Mysterious Stranger Test (1L) L3": """
        Mysterious Stranger L3 | mysterious-stranger test (1L) luck 3""",
    "Land Grab Test (2P) P4 L2": """
        Land Grab P4 | Land Grab (scenario) P4 | landgrab per 4""",
    "Strategy Test (1I) I4 L2": """
        Strategy I4 | Strategy Test (1I) I4""",
    "Strategy Test (3I) I4 L2 edition NW2024": """
        Strategy I4 NW2024 | NW2024 Strategy Test I4 | Strategy (NW2024) I4 | Strategy edition: nw2024 I4
        Strategy I4 edition=NW2024""",
    "6S S6 L3 edition CORE2025": """
        6S S6 L3 CORE2025 | edition core2025 6S S6 L3 | 6S S6 L3 core 2025 | 6S S6 L3 edition of CORE 2025
        6S S6 L3 --edition CORE2025""",
    "6S S6 L3 edition ERR2026Q1": """
        6S S6 L3 err2026-q1 | 6S S6 L3 ERR 2026 Q1 | 6S S6 L3 in edition ERR2026Q1""",
    "6S S6 L3 rule luck-dice=printed": """
        6S S6 L3 rule luck-dice=printed | rule luck-dice = printed 6S S6 L3
        6S S6 L3 --rule luck-dice=printed | 6S S6 L3 (rule LUCK-DICE: Printed)
        6S S6 L3 rule: luck-dice printed | 6S S6 L3 rule luck–dice=printed""",
    "6S S6 L3 Four Leaf Clover edition NW2024 rule all-duds=failed rule four-leaf-clover=one": """
        6S S6 L3 clover NW2024 rule four-leaf-clover=one rule all-duds=failed
        rule all-duds=failed rule four-leaf-clover=one NW2024 4 leaf clover L3 S6 6S""",
    "5P P4 L2 +2 dice unlucky reroll 1 Lucky Break Four Leaf Clover >=3 edition CORE2025": """
        5P P4 L2 +2 dice reroll 1 Lucky Break Four Leaf Clover >=3 unlucky edition CORE2025
        CORE2025: 5P, P4, L2, +2 bonus dice, 1 re-roll, lucky break, clover, 3+ hits, unlucky""",
}
CASES = [
    (form.strip(), text) for text, forms in FORMS.items() for line in forms.split("\n") for form in line.split(" | ")
]


@pytest.mark.parametrize(("form", "text"), [case for case in CASES if case[0]])
def test_forms(form, text):
    assert parse(form).text == text
    assert parse(f"  {form.upper()}\n").text == text


def test_a_test_stays_the_same_in_any_order():
    parts = ["6S", "S6", "L3", "+2 dice", "reroll 1", "lucky break", "clover", ">=4", "unlucky", "edition NW2024"]
    expected = parse(" ".join(parts))
    for k in range(len(parts)):
        assert parse(", ".join(parts[k:] + parts[:k])) == expected
        assert parse(" ".join((parts[k:] + parts[:k])[::-1])) == expected


@pytest.mark.parametrize("named", [named for named in NAMED_TESTS if named.notation != "X"], ids=str)
def test_every_named_test(named):
    edition = f"edition {named.edition}" if named.edition else ""
    test = parse(f"{named.name} ({named.when}) {edition}" if named.when else f"{named.name} {edition}")
    assert (test.name, test.notation) == (named.name, named.notation)
    assert not test.has_critical


@pytest.mark.parametrize(("letter", "name"), STATISTICS.items())
def test_every_statistic_by_letter_name_and_abbreviation(letter, name):
    for word in (letter, name, name[:3] if letter != "L" else "lck"):
        for form in (f"{word} 5", f"{word}5", f"{word}=5", f"{word}: 5", f"{word} of 5", f"{word} (5)"):
            assert parse(f"3{letter} {form}").value == 5
    assert parse(f"3{letter}", **{name.lower(): 5}).value == 5


def test_notes_tell_what_was_assumed():
    average = "Luck not given: the game's average of 2 is used"
    assert read("6S S6").notes == (average,)
    assert read("6S S6 L2").notes == ()
    assert read("6S S6", luck=2).notes == ()
    assert read("4L").notes == ()
    assert read("Evade A4 L2").notes == ("Evade is read as 3A; there is also 5A (ploy Hook, Line) and 2E (scenario)",)
    assert read("Evade (3A) A4 L2").notes == read("Evade (scenario) L2").notes == read("Hack L2").notes == ()
    assert read("4P P4 unlucky +1").notes == (average, "Bonus Dice are ignored: the Test is Unlucky")


# ---------------------------------------------------------------------------------------------- beside the text
def test_values_beside_the_text_do_the_same():
    flags = {"strength": 6, "luck": 3, "bonus": 2, "unlucky": True, "rerolls": 2, "lucky_break": True, "at_least": 4}
    test = parse("6S", **flags, four_leaf_clover=True, edition="core2025", rules={"LUCK-DICE": "Printed"})
    assert test == parse(
        "6S S6 L3 +2 unlucky reroll 2 lucky break clover >=4 edition CORE2025 rule luck-dice=printed", **flags
    )
    assert parse("6S", strength=np.int64(6)) == parse("6S S6")


def test_none_and_false_say_nothing():
    assert parse(
        "6S S6 unlucky", strength=None, luck=None, unlucky=False, rules=None, edition=None, name=None
    ) == parse("6S S6 unlucky")
    assert parse("6S", strength=0).value == 0


def test_a_name_beside_the_text():
    assert parse("A4", name="evade").text == "Evade Test (3A) A4 L2"
    assert parse("", name="Evade Test (scenario)").text == "Evade Test (2E) L2"
    assert parse("3A A4", name="Evade").text == "Evade Test (3A) A4 L2"
    assert parse("L3", name="Luck").text == parse("", name="Luck Test", luck=3).text == "Luck Test (4L) L3"
    assert parse("6S", name="Attack").attack


@pytest.mark.parametrize(
    ("text", "given", "sentence"),
    [
        ("6S S6", {"strength": 5}, "Strength is given twice, as 6 and as 5: give it once"),
        ("6S L3", {"luck": 4}, "Luck is given twice, as 3 and as 4"),
        ("6S +2", {"bonus": 1}, "The number of Bonus Dice is given twice, as 2 and as 1"),
        ("6S reroll 2", {"rerolls": 1}, "is given twice, as 2 and as 1"),
        ("6S >=4", {"at_least": 5}, "is given twice, as 4 and as 5"),
        ("6S NW2024", {"edition": "CORE2025"}, "The edition is given twice, as NW2024 and as CORE2025"),
        ("6S rule luck-dice=printed", {"rules": {"luck-dice": "with-bonus"}}, "is given twice, as printed and as with"),
        ("Evade", {"name": "Confusion"}, "two Tests, Evade and Confusion"),
        ("6S", {"strength": 21}, "Strength must be a whole number from 0 to 20, not 21"),
        ("6S", {"strength": True}, "Strength must be a whole number from 0 to 20, not True"),
        ("6S", {"luck": 2.5}, "Luck must be a whole number from 0 to 60, not 2.5"),
        ("6S", {"perception": 4}, "this Test uses Strength, not Perception: give Strength, such as S4"),
        ("6S", {"four_leaf_clover": "no"}, "must be a whole number from 1 to 2, not 'no'"),
        ("6S", {"unlucky": "yes"}, "unlucky must be True or False"),
        ("6S", {"edition": "NW2023"}, "unknown edition 'NW2023'"),
        ("6S", {"rules": {"luck": "printed"}}, "unknown rule switch 'luck'"),
        ("6S", {"name": "Confuson"}, "unknown word 'Confuson': did you mean Confusion?"),
        ("6S", {"name": "unlucky"}, "'unlucky' is not the name of a Test"),
        ("50S", {"bonus": 11}, "a Pool with its Bonus Dice has at most 60 dice, not 61"),
    ],
)
def test_values_beside_the_text_that_are_wrong(text, given, sentence):
    with pytest.raises(OddsError) as caught:
        parse(text, **given)
    assert sentence in str(caught.value)


def test_an_argument_that_does_not_exist_is_a_mistake_of_the_program():
    with pytest.raises(TypeError, match="strenght"):
        parse("6S", strenght=6)


def test_a_query_is_text():
    with pytest.raises(OddsError, match="a query must be text"):
        parse(6)


# ---------------------------------------------------------------------------------------------- anything at all
PIECES = (
    "6S 4P S6 L3 +2 dice reroll all duds Lucky Break Four Leaf Clover >= 4 hits , ( ) = : / - + . unlucky "
    "edition NW2024 rule luck-dice=printed Evade Test scenario Luck a of with or more 0 61 1.5 -1 x \0"
)


@given(
    st.lists(st.sampled_from([*PIECES.split(), *NUMBER_WORDS, *EDITIONS]), max_size=9), st.sampled_from([" ", "", ", "])
)
def test_any_words_are_read_or_refused(words, joint):
    check_anything(joint.join(words))


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    check_anything(text)


@given(special_tests(), st.data())
def test_any_canonical_text_with_something_cut_out_is_read_or_refused(test, data):
    begin = data.draw(st.integers(0, len(test.text)))
    check_anything(test.text[:begin] + test.text[data.draw(st.integers(begin, len(test.text))) :])


def check_anything(text):
    try:
        test = parse(text)
    except OddsError as error:
        check_refusal(error, text)
    else:
        assert parse(test.text) == test


def check_refusal(error, text):
    """One sentence; where it has a place, the place is in the text and three lines show it."""
    lines = str(error).split("\n")
    assert len(lines) == (3 if isinstance(error, QueryError) else 1)
    if isinstance(error, QueryError):
        assert error.sentence == lines[0]
        assert 0 <= error.start <= error.end <= len(text)


def test_reading_is_fast():
    text = "5P P4 L2 +2 dice reroll 1 Lucky Break Four Leaf Clover >=3 unlucky edition CORE2025 rule luck-dice=printed"
    parse(text)
    assert min(timeit.repeat(lambda: parse(text), number=20, repeat=20)) / 20 < 1e-3


def test_the_vocabulary_knows_every_nearest_word():
    assert vocabulary().nearest("strenght") == "strength"
    assert vocabulary().nearest("unluky") == "unlucky"
    assert vocabulary().nearest("stranger") == "Mysterious Stranger"
