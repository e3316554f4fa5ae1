"""Comparisons and sweeps of the sister games: against the exact engine of every point, and the slow references."""

import csv
import io
import shlex
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from run import run

import odds
from odds import BoardFight, BoardTest, OddsError, PnpAttack, PnpCheck, PnpInitiative
from odds.studies.comparing import compared
from odds.studies.items import read_item, usual_metrics
from odds.studies.sisters import Ranged, is_sister, read_sister
from odds.studies.sweeping import swept

FEW = {"trials": 40_000, "seed": 3}
QUESTIONS = [
    BoardTest(4, rerolls=1),
    BoardTest(None, rerolls=2, bonus=1),
    BoardFight(level=2, weak=("body",), rerolls=1, armor=1),
    BoardFight(level=3, weak=("head", "arms"), goal="weighted", weight="1/3"),
    PnpAttack(bonus=-2, defense=15, rof=3, damage="2d4+2d8e", dt=4, hp=12, lethal=5, called="head", vats=True),
    PnpAttack(bonus=5, defense=12, damage="2d6", brutal="0.5", actions=("reroll", "attack:2"), pistol_whip=2),
    PnpCheck(skill=5, difficulty=15, modifier=-3, two_weapons=True, actions=("odd-die",)),
    PnpInitiative(modifier=2, against=(0, -3), ties="win"),
    PnpInitiative(modifier=2, opportunity="moving"),
]
PAIRS = {
    "test": ("board test 4 --rerolls 1", "board test 4 --rerolls 2"),
    "open": ("board open", "vats open --bonus 1"),
    "fight": ("board fight --level 2 --weak body --rerolls 1", "board fight --level 2 --weak body --armor 1"),
    "attack": ("pnp attack --bonus 5 --defense 15 --damage 2d6 --dt 4", "pnp --bonus 6 --defense 15 --damage 2d6"),
    "check": ("pnp check --skill 5 --difficulty 15", "odds pnp check --skill 4 --difficulty 15 --action triple"),
    "initiative": ("pnp initiative --modifier 2", "pnp initiative --modifier=-1"),
}
ATTACK = "pnp attack --bonus 0..8 --defense 15 --damage 2d6"


# ---------------------------------------------------------------------------------------------- texts
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_the_text_of_a_question_gives_it_back(question):
    assert read_sister(question.text)[0] == question
    assert read_item(f"odds {question.text}").question == question


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_the_command_asks_what_the_text_says(question):
    found = run(*shlex.split(question.text), "--method", "exact", "--json")
    assert found.code == 0, found.err
    assert found.json["query"] == question.text


def test_rules_and_faces_are_read_too():
    faces = '--faces "head 0, arms 1, arms 0, body 2, body 1, body 0"'
    found = read_item(f"board test 3 {faces} --rule test-number=exceed").question
    assert found.switches["test-number"] == "exceed"
    assert read_item(found.text).question == found
    inside = read_item("board test 3 --rule test-number=reach", rules={"TEST-NUMBER": "exceed"}).question
    assert inside == BoardTest(3)


def test_other_games_keep_their_words():
    assert not any(map(is_sister, ("6S S6 L3", "vats 2 6S S6 L3", "boards", "Paladin with Board")))


# ---------------------------------------------------------------------------------------------- compare
@pytest.mark.parametrize("kind", PAIRS)
def test_differences_are_those_of_the_exact_engine(kind):
    texts = PAIRS[kind]
    questions = [read_sister(text)[0] for text in texts]
    table = odds.compare(*texts, **FEW)
    assert set(table.metric) == set(usual_metrics(questions))
    for row in table.itertuples():
        a, b = (float(odds.exact(question).metric(row.metric)) for question in questions)
        assert (row.value_a, row.value_b) == pytest.approx((a, b), abs=1e-12)
        assert row.exact == pytest.approx(a - b, abs=1e-12)
        assert abs(row.simulated - row.exact) <= 5 * row.std_error + 1e-12
    assert (table.exact != 0).any()


@pytest.mark.parametrize("kind", PAIRS)
def test_equal_things_differ_by_exactly_nothing(kind):
    text = PAIRS[kind][0]
    table = odds.compare(text, read_sister(text)[0], **FEW)
    assert (table[["exact", "simulated", "std_error", "low", "high"]] == 0).all(axis=None)
    made = run("compare", text, f"odds  {text}", "--trials", "2000", "--json").json
    assert {(each["exact"], each["simulated"], each["low"], each["high"]) for each in made["differences"]} == {(0,) * 4}


def test_a_known_difference_is_found_and_a_wrong_one_is_not():
    row = odds.compare("board test 3 --rerolls 1", "board test 3", **FEW).iloc[0]
    assert row.exact == pytest.approx(1 / 3 - 21 / 32, abs=1e-12)
    assert row.low <= row.exact <= row.high
    assert not row.low <= row.exact + 0.02 <= row.high


def test_ties_of_one_question_do_not_decide_the_other():
    row = odds.compare("pnp initiative --modifier 9", "pnp initiative --modifier 0", trials=400_000, seed=2).iloc[0]
    assert row.value_b == pytest.approx(0.5, abs=1e-12)
    assert row.low <= row.exact <= row.high
    level = 1 - float(odds.exact(PnpInitiative(ties="lose")).metric("P(first)")) * 2  # the chance of a tie
    assert level > 0.05  # what a count without those that tie would be wrong by is far more than the error
    assert row.std_error < 0.002


def test_games_can_be_mixed_and_all_is_shown(tmp_path):
    chart = tmp_path / "both.png"
    shown = run("compare", "board test 4", "6S S6 L3", "--trials", "2000", "--seed", "1", "--chart", chart)
    assert shown.code == 0, shown.err
    assert "A  board test 4\nB  6S S6 L3" in shown.out
    assert "P(failed)" in shown.out
    assert chart.stat().st_size > 1000
    assert run("compare", *PAIRS["fight"], "--method", "exact", "--chart", chart).code == 0
    assert chart.stat().st_size > 1000


def test_what_a_fight_assumes_is_noted():
    texts = [f"board fight --level 2 --weak body --goal {goal}" for goal in ("survive", "kill")]
    assert any("without --hp" in note for note in compared(texts, method="exact").notes)


# ---------------------------------------------------------------------------------------------- sweep
def test_a_sweep_is_the_exact_engine_at_every_point():
    table = odds.sweep(ATTACK, metrics=["P(hit)", "mean(damage)"])
    assert table["bonus"].tolist() == list(range(9))
    for row in table.itertuples(index=False):
        law = odds.exact(PnpAttack(bonus=row.bonus, defense=15, damage="2d6"))
        assert row[1:] == pytest.approx([float(law.metric(metric)) for metric in table.columns[1:]], abs=1e-12)


def test_two_ranges_and_the_number_of_a_test():
    table = odds.sweep("board test 1..6 --rerolls=0,2", metrics="P(not failed)")
    assert list(table.columns) == ["number", "rerolls", "P(not failed)"]
    assert list(zip(table["number"], table["rerolls"], strict=True)) == list(product(range(1, 7), (0, 2)))
    for number, rerolls, found in table.itertuples(index=False):
        assert found == pytest.approx(float(odds.exact(BoardTest(number, rerolls)).metric("not failed")), abs=1e-12)
    assert all(a > b for a, b in pairwise(table[table["rerolls"] == 2]["P(not failed)"]))


@pytest.mark.parametrize(
    ("question", "over", "text"),
    [
        (BoardTest(4), {"rerolls": "0..3"}, "board test 4 --rerolls 0..3"),
        ("board test 4", {"Rerolls": range(4)}, "board test 4 --rerolls 0..3"),
        ("pnp check --skill -2..1 --difficulty 15", {"modifier": "-1..1"}, None),
        (PnpCheck(skill=0, difficulty=15), {"skill": "-2..1", "modifier": (-1, 0, 1)}, None),
        ("pnp attack --bonus 5 --defense 15 --damage 2d6 --max-range 20 --range 20..40", None, None),
    ],
)
def test_numbers_may_stand_beside_the_text_or_an_object(question, over, text):
    found = odds.sweep(question, over)
    same = odds.sweep(text) if text else found
    assert found.equals(same)
    assert len(found) == {"rerolls": 4, "skill": 12, "distance": 21}[found.columns[0]]


def test_the_simulation_agrees_at_every_point():
    sweep = swept("board fight --level 1..3 --weak body --rerolls 0..1", method="both", **FEW)
    for point in sweep.points:
        exact, drawn = point.exact[0].value, point.simulated[0]
        assert abs(exact - drawn.value) <= 5 * drawn.std_error + 1e-12


@given(st.integers(-9, 9), st.integers(0, 9))
def test_a_range_is_what_it_says(first, more):
    ranged = Ranged.of(f"pnp check --skill {first}..{first + more} --difficulty 15")
    assert ranged.parameters[0].values == tuple(range(first, first + more + 1))
    assert ranged.at([7]) == "pnp check --skill 7 --difficulty 15"


@pytest.mark.parametrize("text", ["0..3", "0-3", "0...3", "0…3", "0,1,2,3", "0..1,2..3"])
def test_ways_to_write_a_range(text):
    assert Ranged.of(f"board test 4 --rerolls {text}").parameters[0].values == (0, 1, 2, 3)


def test_what_is_no_range_is_left_alone():
    assert Ranged.of("board test 4 --rerolls=3 --bonus -3").parameters == ()
    text = "pnp attack --bonus 5 --defense 15 --damage 2d6+1 --penalties 0/3/6 --brutal 0.5 --armor-vulnerable 1.5"
    assert Ranged.of(text).parameters == ()
    assert Ranged.of("board fight --level 2 --weak head,body --weight 0.1").parameters == ()


def test_table_csv_json_and_chart(tmp_path):
    chart = tmp_path / "odds.svg"
    shown = run("sweep", ATTACK, "--metric", "mean(hits)", "--chart", chart)
    assert shown.out.startswith(f"{ATTACK}\nmean(hits)\n\nBonus   exact\n")
    assert chart.read_text().startswith("<?xml")
    rows = list(csv.DictReader(io.StringIO(run("sweep", "board test 4 --rerolls 0..3", "--csv").out)))
    assert [row["rerolls"] for row in rows] == ["0", "1", "2", "3"]
    assert float(rows[0]["P(failed)"]) == pytest.approx(float(odds.exact(BoardTest(4)).metric("failed")), abs=1e-12)
    made = run("sweep", "board test 4 --rerolls 0..1", "--rule", "test-number=exceed", "--json").json
    assert [point["query"] for point in made["points"]] == [
        "board test 4 --rule test-number=exceed",
        "board test 4 --rerolls 1 --rule test-number=exceed",
    ]
    assert run("sweep", "board", "test", "4", "--rerolls", "0..1", "--csv").out.count("\n") == 3


# ---------------------------------------------------------------------------------------------- bad input
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("compare", "board test 4 --rerols 1", "board test 4"), "no such option: --rerols"),
        (
            ("compare", "board test 4", "board tset 4"),
            "number 2 of those compared: unknown 'tset' after board: did you",
        ),
        (("compare", "board test 4", "board test"), "a test needs the number"),
        (("compare", "board test 4 --help", "board test 4"), "no such option: --help"),
        (("compare", "board test 4 --trials 5", "board test 4"), "--trials is no part of a question"),
        (("compare", "board test 4 --json", "board test 4"), "--json is no part of a question"),
        (("compare", "board test 4 --rerolls", "board test 4"), "requires an argument"),
        (("compare", "board test 4 --rerolls 99", "board test 4"), "--rerolls must be a whole number from 0 to 12"),
        (("compare", "pnp check --skill 5", "pnp check --skill 5"), "--difficulty is missing"),
        (("compare", 'board test "4', "board test 4"), "quotation mark is missing"),
        (("compare", "board test 4", "board test 4", "--with", "Super Sledge"), "nothing is compared that could use"),
        (("compare", "board test 4", "board test 4", "--at", "E4 HP1"), "is no attack of Factions"),
        (("compare", "board test 4", "board test 4", "--edition", "NW2024"), "the board game has one edition"),
        (("compare", "board test 4", "board test 0..3"), "the number of a test must be"),
        (("sweep", "board test 4"), "one or two ranges, such as 1..9 or 1,3,5 at a number, not 0"),
        (("sweep", "board test 1..3 --rerolls 0..2 --bonus 0..2"), "not 3"),
        (("sweep", "board test 3..1"), "the number runs from 3 down to 1"),
        (("sweep", "board test 1,1"), "names a value twice"),
        (("sweep", "board test 1..30"), "whole number from 1 to 20"),
        (("sweep", "board test 1..3", "--strength", "4"), "has no number 'strength' to sweep"),
        (("sweep", "board test 4 --rerolls 0..2", "--rerolls", "1"), "a number is given twice"),
        (("sweep", "pnp initiative --against 0..1 --against 0..2"), "--against has more than one range"),
        (("sweep", "board test 1..3", "--with", "Super Sledge"), "has no use"),
        (("sweep", "board test 1..3", "--metric", "mean(damage)"), "damage"),
    ],
)
def test_bad_text_gets_one_sentence(words, said):
    found = run(*words)
    assert found.code == 2
    assert found.out == ""
    assert found.err.startswith("odds: ")
    assert len([line for line in found.err.splitlines() if not line.startswith("  ")]) == 1  # a caret may stand below
    assert said in found.err


def test_bad_numbers_from_python():
    with pytest.raises(OddsError, match="did you mean rerolls"):
        odds.sweep(BoardTest(4), {"reroll": "0..3"})
    with pytest.raises(OddsError, match="rerolls must be a whole number"):
        odds.sweep(BoardTest(4), {"rerolls": (0, 99)})
    with pytest.raises(OddsError, match="weapon is for a question in words"):
        odds.sweep(BoardTest(4), {"rerolls": "0..3"}, weapon="Super Sledge")


@pytest.mark.parametrize(
    "text", ["board test 1..6 --rerolls 0..3 --rerolls 2", "board test 1..6 --rerolls 2 --rerolls=0..3"]
)
def test_an_option_given_twice_is_refused(text):
    with pytest.raises(OddsError, match="--rerolls is given twice"):
        odds.sweep(text)
