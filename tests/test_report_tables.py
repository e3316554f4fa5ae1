"""Tables, JSON, CSV and explanations: what is shown is what was found, and never more than is known."""

import io
import json
import re

import numpy as np
import pytest
from hypothesis import given, settings
from special_tests import special_tests

from odds import answer, parse
from odds.core.answer import Answer
from odds.core.distribution import Distribution
from odds.core.intervals import proportion
from odds.report.explain import explain
from odds.report.jsonout import as_json, as_object
from odds.report.numbers import duration, percent, plain, seen, span
from odds.report.page import page
from odds.report.plain import render
from odds.report.table import as_text
from odds.report.terminal import draw
from odds.report.view import Column, Grid, Page, fitted


def shown(query, width=80, **settings):
    return render(page(answer(parse(query), **settings), width), width)


@pytest.mark.parametrize("p", [1e-300, 1e-9, 4e-6, 1e-5, 0.5, 0.99999, 1 - 1e-7, 1 - 1e-11])
@pytest.mark.parametrize("digits", [2, 4])
def test_nothing_possible_is_shown_as_0_or_100_percent(p, digits):
    text = percent(p, digits)
    assert text not in ("0%", "100%")
    assert not re.fullmatch(r"0\.0+%|100\.0+%", text)


def test_certain_and_impossible_are_plain():
    assert (percent(0), percent(1), percent(1 - 1e-16)) == ("0%", "100%", "100%")


@pytest.mark.parametrize("trials", [1, 100, 10**7, 10**12])
def test_never_seen_shows_its_upper_bound(trials):
    text = seen(proportion(0, trials))
    assert text.startswith("< ")
    assert "0.0000%" not in text
    assert "100%" not in seen(proportion(trials, trials))
    assert span(0.0, float(proportion(0, trials).high)).startswith("0")


def test_small_things():
    assert plain(1234.5) == "1,234.5000"
    assert duration(7300) == "2 h 1 min"
    assert span(None, None) == ""


def test_an_event_never_seen_is_not_shown_as_0_percent():
    text = shown("3P P1 L2", method="simulate", trials=50, seed=1)
    assert re.search(r"^   5 .*< 7\.\d+%", text, re.MULTILINE)
    assert not re.search(r"\b0(\.0+)?%", text)


def test_the_lines_of_both_engines():
    text = shown("6S S6 L3", trials=100_000, seed=1)
    for word in (
        "P(fail)",
        "P(pass)",
        "P(Critical)",
        "mean Hits",
        "standard deviation",
        "median",
        "most likely",
        "5% to 95%",
    ):
        assert word in text
    assert "The two engines agree" in text
    assert "seed 1, streams 1" in text
    assert "100,000 trials" in text
    assert "Edition ERR2026Q2" in text
    assert "74.6372%" in text


def wrong_simulation():
    """An answer whose simulation plays other rules than the exact engine."""
    right = answer(parse("6S S6 L3"), trials=100_000, seed=1)
    other = answer(parse("6S S6 L4"), method="simulate", trials=100_000, seed=1)
    return Answer(right.question, right.exact, other.simulated)


def test_a_disagreement_shouts():
    assert "!! THE TWO ENGINES DISAGREE" in render(page(wrong_simulation()))
    assert as_object(wrong_simulation())["agreement"]["p_value"] < 1e-6


def test_an_impossible_condition_that_is_only_rare_is_said():
    found = answer(
        parse("6S S6 L3"), trials=10, seed=1, asks=["P(critical given failed)", "mean(hits given hits == 0)"]
    )
    assert "never seen" in render(page(found))
    assert as_object(found)["ask"][1]["simulated"] is None


def test_a_large_pool_leaves_out_what_never_happens():
    text = shown("60S S6 L30", method="exact")
    assert re.search(r"below \d+ or above \d+ are left out", text)
    assert len(text.splitlines()) < 90
    text = shown("60S S6 L30", method="simulate", trials=1000, seed=1)
    assert "never came up" in text


def test_table_over_values_has_a_row_each():
    text = shown("6S L3", method="exact")
    assert re.search(r"^ +6 +4\.6800 +0\.41% +93\.60% ", text, re.MULTILINE)
    assert len(re.findall(r"^ +[1-9] ", text, re.MULTILINE)) == 9
    both = shown("6S L3", trials=50_000, seed=1)
    assert "worst of 9 values" in both
    assert "largest difference" in both


@pytest.mark.parametrize(
    "asks", [["hits >= 2"], ["P(hits >= 4 given critical and luck_hits >= 2)", "sd(hits)", "mean(luck_hits)"]]
)
def test_asked_metrics_over_values(asks):
    text = render(page(answer(parse("6S L3"), method="exact", asks=asks)))
    assert max(map(len, text.splitlines())) <= 80
    assert "hits >= " in text


def test_unlucky_attacks_show_a_critical_of_0():
    assert re.search(r"P\(Critical\) +0%", shown("4P P4 L2 unlucky", method="exact"))


def test_text_for_an_encoding_without_blocks():
    drawn = page(answer(parse("6S S6 L3"), method="exact"))
    assert "█" in as_text(drawn, "utf-8")
    as_text(drawn, "ascii").encode("ascii")
    as_text(drawn, "no such encoding").encode("ascii")


def test_columns_go_in_order_when_it_gets_narrow():
    grid = Grid((Column("a", "key"), Column("bbbb", "exact", 2), Column("cccc", "exact", 1)), (("1", "2", "3"),))
    titles = [[column.title for column in fitted(grid, width)[0].columns] for width in (20, 10, 5)]
    assert titles == [["a", "bbbb", "cccc"], ["a", "cccc"], ["a"]]


def test_a_question_nothing_is_known_about_still_has_a_page():
    class Coin:
        text = "a coin"

    found = Answer(Coin(), Distribution(("heads",), np.array([0.5, 0.5])))
    assert "a coin" in render(page(found))
    assert as_object(found)["heads"][1]["exact"] == 0.5


@settings(max_examples=60)
@given(special_tests())
def test_every_test_can_be_shown_and_explained(test):
    found = answer(test, method="exact")
    assert render(page(found))
    made = json.loads(as_json(found))
    assert made["query"] == test.text
    if test.value is not None:
        steps = [line.text for line in explain(found).lines]
        assert len(steps) == 5
        assert all("Rulebook p. 1" in step for step in steps)


def test_explanations_tell_this_query():
    def told(query):
        return " ".join(line.text for line in explain(answer(parse(query), method="exact")).lines)

    assert "99.59%" in told("6S S6 L3")
    assert "4 or more 74.64% of the time" in told("6S S6 L3 >=4")
    assert "Leave the 2 Bonus Dice" in told("4P P4 L2 unlucky +2 dice")
    assert "re-roll up to 2 dice" in told("5P P4 L2 reroll 2")
    assert "re-roll Duds of the Pool" in told("5P P4 L2 Lucky Break")
    assert "too late" in told("5P P4 L2 Lucky Break rule all-duds=failed")
    assert "one of them a second" in told("5P P4 L2 Four Leaf Clover")
    assert "two more Standard Dice" in told("5P P4 L2 Four Leaf Clover edition CORE2025")
    assert "no die can hit" in told("3S S0")
    assert "anything but a 10" in told("3S S12 L0")
    assert "Only Attack Tests" in told("Evade A4")
    assert "no Standard Die is needed" in told("2E E4 L4")


@pytest.mark.parametrize("query", ["6S S6 L3", "4P", "6S S6 L3 reroll 2"])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_terminal_and_a_pipe_lay_tables_out_alike(query, width):
    made = page(answer(parse(query), method="exact"), width)
    drawn = io.StringIO()
    draw(Page("", grids=made.grids), drawn, width)
    words = [line for line in drawn.getvalue().splitlines() if not set(line) <= {"─"}]
    piped = render(Page("", grids=made.grids), width, "█").splitlines()
    kept = [[re.sub(r"[▏▎▍▌▋▊▉█ ]+", " ", line).strip() for line in lines if line.strip()] for lines in (words, piped)]
    assert kept[0] == kept[1]
    assert max(map(len, words)) <= width
