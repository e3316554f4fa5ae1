"""Malformed queries: each is refused in one sentence that points at its place."""

import pytest
from bad_queries import CORPUS, GOOD, KINDS, corpus

from odds.core.errors import OddsError
from odds.core.text import QueryError
from odds.factions.special.query import parse


def refusal(text):
    """The error of a query that must be refused."""
    try:
        test = parse(text)
    except OddsError as error:
        return error
    pytest.fail(f"{text!r} is read as {test.text}")


def test_the_corpus_is_large_and_every_query_it_spoils_was_right():
    assert len(CORPUS) > 500
    assert len(KINDS) > 30
    for text in GOOD:
        parse(text)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_malformed_query_is_refused_in_one_sentence(kind):
    for text in corpus(kind):
        error = refusal(text)
        sentence = error.sentence if isinstance(error, QueryError) else str(error)
        assert "\n" not in sentence
        assert sentence.isprintable()
        assert 20 < len(sentence) < 200
        assert not sentence.endswith(".")
        if isinstance(error, QueryError):
            assert error.text == text
            assert 0 <= error.start <= error.end <= len(text)
            lines = str(error).split("\n")
            assert len(lines) == 3
            assert all(line.isprintable() for line in lines)
            assert set(lines[2]) == {" ", "^"}


@pytest.mark.parametrize(
    ("text", "sentence", "there"),
    [
        ("6S lukc 3", "unknown word 'lukc': did you mean luck?", "lukc"),
        ("6S Strenght 6", "unknown word 'Strenght': did you mean strength?", "Strenght"),
        ("meltdwn E4", "unknown word 'meltdwn': did you mean Meltdown?", "meltdwn"),
        ("6S S6 L3 qqqqq", "unknown word 'qqqqq': a query looks like 6S S6 L3", "qqqqq"),
        ("4P S6", "this Test uses Perception, not Strength: give Perception, such as P6", "S6"),
        ("4P S5 P4 L2", "this Test uses Perception, not Strength: leave out Strength", "S5"),
        ("4L S6", "this Test uses Luck, not Strength: give Luck, such as L6", "S6"),
        ("6S S6 Strength 5", "Strength is given twice, as 6 and as 5: give it once", "Strength 5"),
        ("6S 4P", "two Tests, 6S and 4P: ask for one at a time", "4P"),
        ("Evade Confusion", "two Tests, Evade and Confusion: ask for one at a time", "Confusion"),
        ("0S", "the Pool Size must be a whole number from 1 to 60, not 0", "0"),
        ("61S S6", "the Pool Size must be a whole number from 1 to 60, not 61", "61"),
        ("6S Strength 21", "Strength must be a whole number from 0 to 20, not 21", "21"),
        ("6S L-2", "Luck must be a whole number from 0 to 60, not -2", "-2"),
        ("6S S6.5", "Strength must be a whole number from 0 to 20, not 6.5", "6.5"),
        (f"6S L{'9' * 99}", "Luck must be a whole number from 0 to 60, not a number that long", None),
        ("59S +2", "a Pool with its Bonus Dice has at most 60 dice, not 61", "+2"),
        ("6S reroll", "a number is missing after 'reroll': write for example reroll 2, or reroll all duds", "reroll"),
        ("6S Luck", "a number is missing after 'Luck': write for example Luck 4", "Luck"),
        ("6S S", "a number is missing after 'S': write for example S 4", "S"),
        ("6S (S6", "this ( is never closed: close it or leave it out", "("),
        ("6S) S6", "nothing opens this ): leave it out", ")"),
        ("6X S6", "'6X' is no Test: the letter must be one of S, P, E, C, I, A, L", "6X"),
        ("6S6L3", "'6S' runs into what follows: put a blank after it, as in 6S S6 L3", "6S"),
        ("6S 5", "the number '5' says nothing by itself: write what it is, such as S6, L3, +2 dice", "5"),
        ("6S 4 hits", "every answer has each number of Hits: write >= before it for at least so many", "4"),
        ("6S 5 dice", "The Pool Size is given twice, as 5 and as 6: for Bonus Dice write +2 dice", "5 dice"),
        ("6S +1 +1", "Bonus Dice are given twice: write them once, as their sum", "+1"),
        ("6S +1 Luck", "write the Luck itself, such as Luck 4, not what is added to it", "+1 Luck"),
        ("6S -3", "'-3' is not understood: no rule takes dice away, so write what is left", "-3"),
        ("6S -1 die", "'-1' is not understood: no rule takes dice away, so write what is left", "-1"),
        ("6S minus 1", "'minus' is not understood: no rule takes dice away", "minus"),
        ("6S +2 dice +2 dice", "Bonus Dice are given twice: write them once, as their sum", "+2"),
        ("6S L٣", "the number '٣' must be a whole one, in the digits 0 to 9", "٣"),
        ("6S L3²", "the number '²' must be a whole one, in the digits 0 to 9", "²"),
        ("6S zzz", "unknown word 'zzz': a query looks like 6S S6 L3", "zzz"),
        (
            "6S Fortune Smiles",
            "'Fortune' is not understood: Fortune Smiles belongs to every Test that is not",
            "Fortune",
        ),
        ("6S exactly 4", "'exactly' is not understood: every answer has each number of Hits", "exactly"),
        ("6S >3", "'>' is not understood: write >=4 for at least 4 Hits", ">"),
        ("6S not unlucky", "'not' is not understood: leave out what does not hold", "not"),
        ("6S S6\0", r"the sign '\x00' has no meaning here: a query looks like 6S S6 L3", r"\x00"),
        (
            "6S edition NW2023",
            "unknown edition 'nw2023': use NW2024, CORE2025, ERR2026Q1 or ERR2026Q2",
            "edition NW2023",
        ),
        (
            "6S rule luck-dise=printed",
            "unknown rule switch 'luck-dise': did you mean luck-dice?",
            "rule luck-dise=printed",
        ),
        ("6S rule luck-dice=x", "the rule luck-dice is with-bonus or printed, not 'x'", "rule luck-dice=x"),
        ("6S rule luck-dice", "the rule luck-dice needs a value: write for example rule luck-dice=with-bonus", None),
        ("Attack Test (X)", "an Attack Test has the Pool Size and statistic of its weapon: write for example", None),
        ("Luck 3", "no Test is named: write Pool Size and statistic, such as 6S S6 L3, or a name, such as", "Luck 3"),
        ("6 dice L3", "6 dice and no statistic: write the Test's letter, such as 6S", "6 dice"),
        ("6 dice S6 P4", "6 dice and two statistics: write the Test's letter, such as 6S", "6 dice"),
        ("Drag (scenario)", "there is no Drag Test (scenario): leave out scenario", "scenario"),
        ("Evade (scenario) 3A", "two Tests, Evade (scenario), which is 2E, and 3A: ask for one at a time", "3A"),
        ("", "the query is empty: write a Test, such as 6S S6 L3", None),
        ("x" * 10**5, "a query has at most 500 characters, not 100,000", None),
    ],
)
def test_what_is_said_and_where_it_points(text, sentence, there):
    error = refusal(text)
    assert str(error).startswith(sentence)
    if there is not None:
        shown, marks = str(error).split("\n")[1:]
        assert shown[marks.index("^") : len(marks)] == there
