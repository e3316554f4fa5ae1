"""Words with their places, and errors that point at them."""

import pickle
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds.core.errors import OddsError
from odds.core.text import QueryError, Vocabulary, closest, escaped, fold, listed, quoted, tokens


def caret(error):
    """What an error's carets stand under."""
    _, shown, marks = str(error).split("\n")
    begin = marks.index("^")
    assert set(marks[begin:]) == {"^"}
    return shown[begin : len(marks)]


def test_the_carets_stand_under_the_place():
    error = QueryError("unknown word", "6S lukc 3", 3, 7)
    assert str(error) == "unknown word\n  6S lukc 3\n     ^^^^"
    assert error.sentence == "unknown word"
    assert isinstance(error, OddsError)
    assert isinstance(error, ValueError)


def test_a_place_at_the_end_has_one_caret_behind_the_text():
    assert str(QueryError("a number is missing", "6S L", 4, 4)).endswith("\n  6S L\n      ^")


def test_a_long_text_is_cut_to_its_part_around_the_place():
    text = "a " * 100 + "lukc" + " b" * 100
    error = QueryError("unknown word", text, 200, 204)
    assert caret(error) == "lukc"
    assert max(map(len, str(error).split("\n"))) <= 74
    assert error.text == text
    assert caret(QueryError("too long", text, 0)).startswith("a a a")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("6S\0L3", r"6S\x00L3"), ("6S\nL3", r"6S\nL3"), ("6S\udc80", r"6S\udc80"), ("\x1b[31m6S", r"\x1b[31m6S")],
)
def test_what_cannot_be_printed_is_written_out(text, shown):
    assert escaped(text) == shown
    error = QueryError("unknown sign", text, len(text) - 1)
    assert str(error).split("\n")[1] == f"  {shown}"
    str(error).encode()


def test_carets_count_wide_and_combining_characters_as_a_terminal_does():
    assert str(QueryError("x", "日本 lukc", 3, 7)).split("\n")[2] == "       ^^^^"
    assert str(QueryError("x", "e\u0301 lukc", 3, 7)).split("\n")[2] == "    ^^^^"


def test_an_error_survives_pickling():
    error = QueryError("unknown word", "6S lukc 3", 3, 7)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.sentence, again.start, again.end) == (str(error), "unknown word", 3, 7)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Évade", "evade"),
        ("ＬＵＣＫ３", "luck3"),
        ("“6S”", '"6s"'),
        ("Hook’s", "hook's"),
        ("—–‑−", "----"),
        ("⩾4", "≥4"),
        ("\u00a06S\u200b", " 6s "),
        ("½", "½"),
        ("S6²", "s6²"),
        ("⑥Ⅵ", "⑥Ⅵ"),
        ("«6S»", '"6s"'),
        ("ﬁ", "ﬁ"),
        ("İ", "i"),
    ],
)
def test_folding(text, folded):
    assert fold(text) == folded


@given(st.text())
def test_folding_keeps_every_place(text):
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_tokens_stand_where_they_say(text):
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(text)
        assert fold(text[token.start : token.end]) in (token.text, "≥", "=>")
        end = token.end


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("6S6 L3", "6 s 6 l 3"),
        ("four_leaf-clover", "four leaf clover"),
        ("--bonus 2", "bonus 2"),
        ("6S — L3", "6 s l 3"),
        ("L-2", "l -2"),
        ("2.5, .5", "2.5 , . 5"),
        ("≥4 => 4 >= 4", ">= 4 >= 4 >= 4"),
        ("٣", "٣"),
        ("", ""),
    ],
)
def test_tokens(text, words):
    assert [token.text for token in tokens(text)] == words.split()


def test_the_longest_phrase_is_read_however_it_is_joined():
    words = Vocabulary({"luck": "a number", "lucky break": "a perk", "4 leaf clover": "clover"})
    for text in ("Lucky Break", "lucky-break", "LUCKY_BREAK", "LuckyBreak"):
        assert words.match(tokens(text), 0) == ("a perk", len(tokens(text)))
    assert words.match(tokens("4-leaf clover"), 0) == ("clover", 3)
    assert words.match(tokens("luck y"), 0) == ("a number", 1)
    assert words.match(tokens("lucky"), 0) is None
    assert words.match(tokens("4 leaf"), 0) is None
    assert words.match([], 0) is None


def test_the_nearest_phrase():
    words = Vocabulary({"luck": 1, "lucky break": 2, "Meltdown": 3})
    assert words.nearest("lukc") == "luck"
    assert words.nearest("meltdwn") == "Meltdown"
    assert words.nearest("break") == "lucky break"
    assert words.nearest("braek") == "lucky break"
    assert words.nearest("qqq") is None


def test_closest_ignores_case_and_gives_the_word_as_it_is_written():
    assert closest("CONFUSON", ["Confusion", "Luck"]) == "Confusion"
    assert closest("zzz", ["Confusion", "Luck"]) is None
    assert closest("zzz", []) is None


def test_quoted_words_stay_on_one_line_and_short():
    assert quoted("lukc") == "'lukc'"
    assert quoted("a\nb") == r"'a\nb'"
    assert len(quoted("a" * 1000)) < 30


@pytest.mark.parametrize(
    ("words", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_listed(words, text):
    assert listed(words) == text


def test_difflib_is_loaded_only_for_a_mistake():
    import subprocess

    code = (
        "import sys; from odds.factions.special.query import parse; parse('6S S6 L3'); print('difflib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
