"""What a terminal shows is readable: one unit a column, words for events, headings that say what they hold."""

import copy
import pickle
import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from run import run

import odds
from odds import OddsError, exact, parse, simulate
from odds.cli.app import COMMANDS, flowing, load
from odds.core.agreement import Agreement
from odds.core.intervals import proportion
from odds.core.subject import Canonical
from odds.report.numbers import percent, seen, span
from odds.report.page import page
from odds.report.reroll import when
from odds.report.table import as_text

TEST = parse("6S S6 L3")
QUICK = ("--trials", "10000", "--seed", "1")


# ------------------------------------------------------------------------------------------ per cent
def shown(text):
    """The probability that a text shows."""
    assert text.endswith("%"), text
    return float(text.rstrip("%").lstrip("<> ")) / 100


@pytest.mark.parametrize("p", [*np.logspace(-30, 0, 91), 9.99e-6, 1e-5, 1.0001e-5])
@pytest.mark.parametrize("digits", [0, 2, 4, 6])
def test_a_probability_is_always_in_per_cent(p, digits):
    text = percent(p, digits)
    bound = 10.0 ** -(digits + 2)
    if text.startswith("<"):
        assert p < shown(text) <= bound * 1.001
    else:
        assert shown(text) == pytest.approx(p, rel=0.06, abs=bound / 1.9)


@pytest.mark.parametrize("hits", [0, 1, 3, 7, 50, 99, 100, 101, 150, 10**4, 10**7 - 1, 10**7])
def test_simulated_ones_and_their_intervals_too(hits):
    estimate = proportion(hits, 10**7)
    assert shown(seen(estimate)) == pytest.approx(estimate.value or estimate.high, rel=0.06, abs=1e-6)
    low, high = re.fullmatch(r"(.*\d)-(>?[\d.]+(?:e-\d+)?%)", span(estimate.low, estimate.high)).groups()
    assert shown(high) == pytest.approx(estimate.high, rel=0.06, abs=1e-6)
    assert shown(f"{low}%") == pytest.approx(estimate.low, rel=0.06, abs=1e-6)


@pytest.mark.parametrize(
    "words",
    [
        ("60S", "S6", "L3", "--trials", "1000000", "--seed", "1"),
        ("60S", "S6", "L3", "--trials", "1000000", "--seed", "1", "--method", "simulate"),
        ("board", "fight", "--level", "2", "--weak", "body"),
        ("pnp", "attack", "--bonus", "5", "--defense", "15", "--rof", "3", "--damage", "2d6", "--hp", "12"),
    ],
)
def test_no_column_mixes_its_units(words):
    """Wherever one cell of a line is in per cent, no other is a bare power of ten."""
    out = run(*words, *(() if "--seed" in words else QUICK)).out
    assert "e-" in out or words[0] != "60S"
    for line in out.splitlines():
        if "%" in line and "agree" not in line:
            assert not re.search(r"\de-\d+(?![\d%-])", line), line


def test_differences_of_a_table_are_in_percentage_points():
    assert re.search(
        r"the largest difference from the simulation is\s+[\d.e-]+\s+percentage\s+points", run("6S", *QUICK).out
    )


# ------------------------------------------------------------------------------------------ headings and events
@pytest.mark.parametrize(
    "words", [("6S", "S6", "L3"), ("pnp", "attack", "--bonus", "5", "--defense", "15", "--damage", "2d6")]
)
def test_simulated_chances_are_not_called_exact(words):
    out = run(*words, "--method", "simulate", *QUICK).out
    assert "exactly" not in out
    assert re.search(r"^\w+ +simulated ", out, re.MULTILINE)
    assert re.search(r"^\w+ +exactly ", run(*words, "--method", "exact").out, re.MULTILINE)


def test_nor_are_they_in_a_notebook():
    assert "exactly" not in simulate(TEST, trials=1000, seed=1)._repr_html_()
    assert "<th>exactly</th>" in exact(TEST)._repr_html_()


def test_failing_forward_counts_passes_before_the_first_failure():
    words = ("forward", "Confusion I3 L1", "4P P4 L2", "6S S6 L3")
    result = run(*words, "--method", "exact")
    assert "Tests passed" not in result.out
    assert re.search(r"^mean passed before the first failure +1\.3960$", result.out, re.MULTILINE)
    assert "passed before the first failure, which earns 1 XP" in result.out
    assert re.search(r"^Before failure +exactly", result.out, re.MULTILINE)
    told = " ".join(run(*words, "--trace", "3", *QUICK).out.split())
    assert len(re.findall(r"= \d passed before the first failure", told)) == 3
    made = run(*words, "--method", "exact", "--json").json
    assert made["summary"]["mean"]["exact"] == pytest.approx(1.396, abs=1e-4)
    assert [row["tests_passed"] for row in made["tests_passed"]] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        (("forward", "Confusion I3 L1", "4P P4"), ("P(XP after 1 Test)", "P(XP after 2 Tests)")),
        (("rolloff",), ("P(player 1 wins)", "P(player 2 wins)")),
        (
            ("pnp", "attack", "--bonus", "5", "--defense", "15", "--damage", "2d6", "--hp", "12"),
            ("P(dead by attack 1)", "P(dead by attack 2)"),
        ),
    ],
)
def test_events_are_named_in_words(words, rows):
    for method in ("exact", "simulate"):
        out = run(*words, "--method", method, *(QUICK if method == "simulate" else ())).out
        assert all(row in out for row in rows)
        assert not re.search(r"P\(\w+_\w+\)", out)


def test_fights_in_a_row_have_words_too():
    duel = odds.BoardDuel(odds.BoardFight(2, "body", rerolls=1))
    assert "P(dies first)" in as_text(page(odds.answer(duel, method="exact")))


# ------------------------------------------------------------------------------------------ notes and refusals
@pytest.mark.parametrize(
    ("words", "said"), [("6S S12 L3", True), ("6S S10 L3", True), ("6S S9 L3", False), ("6S L3", False)]
)
def test_a_statistic_above_9_is_noted(words, said):
    notes = run(words, "--method", "exact", "--json").json["notes"]
    assert any("hits like 9" in note for note in notes) is said
    if said:
        assert exact(parse(words)).values.tolist() == exact(parse("6S S9 L3")).values.tolist()


def test_fractions_are_of_one_question():
    result = run("6S", "--fractions", "--method", "exact")
    assert result.code == 2
    assert "--fractions lists those of one question: give 6S L2 its statistic's value" in result.err
    made = run("6S", "--fractions", "--method", "exact", "--json").json
    assert Fraction(made["by_value"][0]["hits"][0]["exact_fraction"]) == Fraction(531441, 1000000)
    assert "531441/1000000" in run("6S", "--fractions", "--method", "exact", "--csv").out
    assert "no such option" in run("reroll", "6S S6 L3 reroll 1", "--fractions").err


def test_a_study_shows_what_else_was_asked():
    out = run("reroll", "6S S6 L3 reroll 1", "--ask", "hits >= 4", "--method", "exact").out
    answer = exact(parse("6S S6 L3 reroll 1")).metric("hits >= 4").value
    assert re.search(rf"^P\(hits >= 4\) +{percent(answer)}$", out, re.MULTILINE)


@pytest.mark.parametrize("end", ["with", "and", "(with)", "with,", "for", "vs", "of", "=", "with for hits >= 2"])
def test_a_query_does_not_end_in_the_middle(end):
    result = run(f"6S S6 {end}")
    assert result.code == 2
    first, query, caret = result.err.rstrip("\n").split("\n")
    word = end.split()[0].strip("(),")
    assert f"nothing follows '{word}'" in first
    assert query[caret.index("^") :].startswith(word)
    assert caret.count("^") == len(word)


@pytest.mark.parametrize("text", ["6S S6 L3.", "6S (S6, L3);", "Evade Test A4", "6S S6 L3 with reroll 2 dice,"])
def test_signs_at_its_end_say_nothing(text):
    parse(text)


def test_a_part_of_a_longer_text_may_end_anywhere():
    attack = odds.parse_attack("6S S6 L3 with crit Maim at E4 HP1")
    assert attack.text == "6S S6 L3 crit Maim at E4 HP1"
    assert odds.parse_attack("6S S6 L3 at E4 HP1, friend I4 L2 and friend I5").text


# ------------------------------------------------------------------------------------------ Python
@pytest.mark.parametrize("axes", [None, ("hits",), ("luck_hits",)])
@pytest.mark.parametrize(
    "ask",
    [
        lambda law: law.metric("mean(pool_hits)"),
        lambda law: law.metric("pool_hits >= 2"),
        lambda law: law.metric(lambda pool_hits: pool_hits),
        lambda law: law.probability(lambda pool_hits: pool_hits > 1),
        lambda law: law.mean("pool_hits"),
        lambda law: law.marginal("pool_hits"),
        lambda law: law.frame("pool_hits"),
    ],
)
def test_an_axis_that_was_not_worked_out_is_told_how_to_get(axes, ask):
    test = odds.answer(TEST, trials=1000, seed=1)
    laws = [exact(TEST, axes=axes), simulate(TEST, trials=1000, seed=1, axes=axes), test.exact, test.simulated]
    for law in [*laws, pickle.loads(pickle.dumps(laws[0])), copy.copy(laws[0]), laws[0].marginal(laws[0].axes[0])]:
        wanted = ", ".join(f'"{axis}"' for axis in (*law.axes, "pool_hits"))
        with pytest.raises(OddsError, match=re.escape(f"ask for it with axes=({wanted})")):
            ask(law)
    ask(exact(TEST, axes=("hits", "pool_hits")))


def test_an_event_that_reads_such_an_axis_says_the_same():
    with pytest.raises(OddsError, match=re.escape('axes=("hits", "luck_hits")')):
        exact(TEST, axes=("hits",)).metric("critical")
    with pytest.raises(OddsError, match="unknown name harm: known are hits"):
        exact(TEST).metric("mean(harm)")


QUESTIONS = [
    TEST,
    odds.RollOff(3),
    odds.Forward((TEST,)),
    odds.parse_attack("6S S6 L3 crit Maim at E4 HP1"),
    odds.parse_attack("6S S6 L3 at E4 HP1").target,
    odds.parse_volley("4P P4 L2; 5S S5 L2 at E6 HP2"),
    odds.BoardTest(4, 1),
    odds.BoardFight(2, "body"),
    odds.BoardDuel(odds.BoardFight(2, "body")),
    odds.PnpCheck(skill=5, difficulty=15),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: type(each).__name__)
def test_a_rules_object_is_its_text_as_a_string(question):
    assert str(question) == f"{question}" == question.text
    assert repr(question).startswith(f"{type(question).__name__}(")


def test_every_rules_object_is_canonical():
    from odds.report.subjects import MODULES

    public = [getattr(odds, name) for name in MODULES if name in odds.__all__]
    assert len(public) > 10
    assert all(issubclass(each, Canonical) for each in public)


# ------------------------------------------------------------------------------------------ words
def test_one_degree_of_freedom():
    assert "1 degree of freedom," in Agreement(0.5, 1, 0.48).line
    assert "2 degrees of freedom," in Agreement(0.5, 2, 0.78).line


def every_command():
    import importlib

    for name, path in COMMANDS.items():
        kinds = getattr(importlib.import_module(path), "KINDS", {})
        yield from ([name, kind] for kind in kinds)
        yield [name]


@pytest.mark.parametrize("words", list(every_command()), ids=" ".join)
def test_paragraphs_of_help_break_where_the_terminal_ends(words):
    """No line is followed by a word that had still fitted on it."""
    command = load(words[0], COMMANDS[words[0]])
    if len(words) > 1:
        command = command.get_command(None, words[1])
    assert command.help == flowing(command.help)
    assert "\n" not in command.help.replace("\n\n", "")
    text = run(*words, "--help").out.split("Usage:")[1].split("╭")[0]
    lines = text.split("\n")[2:]
    for line, after in pairwise(lines):
        if line.strip() and after.strip():
            assert len(line.rstrip()) + 1 + len(after.split()[0]) > 78, (line, after)


def test_help_says_how_many_hp_there_are_without_hp():
    from odds.boardgame.fights.rules import START_HP

    panel = run("board", "fight", "--help").out
    assert f"take {START_HP}" in " ".join(re.sub("[│╭╮╰╯─]", " ", panel).split())
    assert odds.BoardDuel(odds.BoardFight(2, "body")).hp == START_HP


def test_no_hits_of_either_kind_are_said_once():
    out = run("reroll", "6S S6 L3 Lucky Break reroll 1", "--for", "critical", "--method", "exact").out
    assert "no Luck Hits at all" in out
    assert "re-rolled before" not in out
    found = odds.study(parse("5S S6 L3 Lucky Break reroll 2 for P(hits >= 4)"))
    assert any("re-rolled" in when(line) for line in found.table)
