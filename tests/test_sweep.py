"""Sweeps: every point against the slow references, the simulation against the exact engine, and what is shown."""

import csv
import io
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import die_by_die
from naive_attack import is_down, outcomes
from run import run

import odds
from odds import OddsError, exact, parse
from odds.core.intervals import Estimate
from odds.core.sweep import MOST_POINTS, read_range
from odds.factions.attacks.query import parse_attack
from odds.report.measures import gap_line
from odds.report.sweep import pages
from odds.report.sweep_chart import figure
from odds.report.table import as_text
from odds.studies.sweeping import swept
from odds.studies.varying import OF_TARGET, OF_TEST, PARAMETERS, varied

STRENGTHS, LUCKS = range(1, 11), range(6)
GRID = ("6S", {"strength": STRENGTHS, "luck": LUCKS}, "P(hits >= 3)")
ATTACK = "6S S6 L3 crit Maim at E4 A4 I3 S4 L2 HP2"


def naive_grid(wrong: str = "") -> np.ndarray:
    """The chance of 3 Hits at every point, die by die."""
    tests = [parse(f"6S S{strength} L{luck}") for strength, luck in product(STRENGTHS, LUCKS)]
    laws = [die_by_die(test, wrong) for test in tests]
    return np.array([sum(chance for (hits, _, _), chance in law.items() if hits >= 3) for law in laws])


# ---------------------------------------------------------------------------------------------- numbers
def test_a_sweep_is_what_every_test_is_die_by_die():
    table = odds.sweep(*GRID)
    assert list(table.columns) == ["strength", "luck", "P(hits >= 3)"]
    assert table["strength"].tolist() == [strength for strength in STRENGTHS for _ in LUCKS]
    np.testing.assert_allclose(table["P(hits >= 3)"], naive_grid(), rtol=0, atol=1e-12)


@pytest.mark.parametrize("wrong", ["ten hits", "chained"])
def test_a_wrong_rule_is_caught(wrong):
    assert np.abs(odds.sweep(*GRID)["P(hits >= 3)"] - naive_grid(wrong)).max() > 1e-3


def test_a_sweep_of_an_attack_is_what_every_attack_is_by_enumeration():
    over = {"target_endurance": (3, 5, 8), "harm": (0, 2)}
    table = odds.sweep(ATTACK, over, "P(incapacitated)")
    for endurance, harm, found in table.itertuples(index=False):
        attack = parse_attack(f"6S S6 L3 crit Maim at E{endurance} A4 I3 S4 L2 HP2 harm {harm}")
        down = sum(chance * is_down(end) for (end, _, _), chance in outcomes(attack).items())
        assert found == pytest.approx(down, abs=1e-12)


def test_the_simulation_agrees_at_every_point():
    table = odds.sweep(*GRID, method="both", trials=200_000, seed=7)
    name = GRID[2]
    n = 200_000
    errors = np.sqrt(table[name] * (1 - table[name]) / n)
    assert (np.abs(table[name] - table[f"{name} simulated"]) <= 6.5 * errors).all()
    inside = (table[f"{name} low"] <= table[name]) & (table[name] <= table[f"{name} high"])
    assert inside.mean() > 0.8


def test_the_engines_are_said_to_agree_or_not():
    right, wrong = Estimate(0.5, 0.001, 0.498, 0.502), Estimate(0.51, 0.001, 0.508, 0.512)
    assert [line.tone for line in gap_line([(Estimate(0.5), right)])] == ["good"]
    assert [line.tone for line in gap_line([(Estimate(0.5), right), (Estimate(0.5), wrong)])] == ["alarm"]
    assert list(gap_line([(None, right)])) == []


def test_an_event_too_rare_to_be_seen_is_no_disagreement():
    found = swept("6S L6", {"strength": (1, 2)}, ["P(hits >= 11)"], method="both", trials=1000, seed=1)
    assert found.points[0].simulated[0].value == 0
    assert "agree" in as_text(pages(found)[-1])


@pytest.mark.parametrize("name", OF_TEST)
def test_every_number_of_a_test_matters(name):
    letters = {"strength": "S", "perception": "P", "endurance": "E", "charisma": "C", "intelligence": "I",
               "agility": "A", "luck": "S", "pool": "S"}  # fmt: skip
    letter = letters.get(name, "S")
    query = f"6{letter} {letter}5 L3" + (" reroll 2" if name == "at_least" else "")
    assert odds.sweep(query, {name: (1, 4)}, "mean(hits)")["mean(hits)"].nunique() == 2


@pytest.mark.parametrize("name", OF_TARGET)
def test_every_number_of_a_target_matters(name):
    effect, metric = {
        "target_strength": ("Pushback 3", "mean(inches)"),
        "target_intelligence": ("Suppress 2", "mean(fatigue)"),
        "target_agility": ("Ignite 3", "injury"),
        "injuries": ("Maim", "incapacitated"),
        "health": ("Maim", "incapacitated"),
        "harm_limit": ("Maim", "mean(harm)"),
        "target_luck": ("Maim", "mean(harm)"),
    }.get(name, ("Maim", "injury"))
    query = f"5S S5 L3 crit {effect} at S3 E4 I3 A3 L2 HP2 odd anatomy"  # a Shrug Test: its Luck matters
    values = (0, 1) if name in ("injuries", "harm") else (1, 2)
    assert odds.sweep(query, {name: values}, metric).iloc[:, 1].nunique() == 2


@given(st.integers(1, 9), st.integers(0, 6), st.integers(1, 12))
def test_a_varied_test_is_the_test_written_so(value, luck, pool):
    assert varied(parse("6S S6 L3"), {"strength": value, "luck": luck, "pool": pool}) == parse(
        f"{pool}S S{value} L{luck}"
    )


def test_in_a_test_on_luck_both_run_along():
    assert varied(parse("4L L3"), {"luck": 5}) == parse("4L L5")


def test_attacks_of_every_kind_are_varied():
    for text in ("until down: 4P P5 L2 at E5 HP1", "4P P5 L2; 4P P5 L2 at E5 HP1"):
        assert varied(parse_attack(text), {"health": 3, "perception": 4}) == parse_attack(
            text.replace("HP1", "HP3").replace("P5", "P4")
        )
    area = parse_attack("3A A5 L2 no bonus dice at E4 HP1 at E6 HP2")
    assert [each.health for each in (area.attack.target, *area.others)] == [1, 2]
    changed = varied(area, {"health": 3})
    assert [each.health for each in (changed.attack.target, *changed.others)] == [3, 3]


def test_rerolls_of_a_swept_attack_are_for_what_the_attack_is_for():
    table = odds.sweep("6S S6 L3 crit Maim at E4 HP1", {"rerolls": (0, 2)}, "P(incapacitated)")
    for rerolls, found in table.itertuples(index=False):
        written = parse_attack(f"6S S6 L3 crit Maim at E4 HP1{''}", rerolls=rerolls)
        assert found == pytest.approx(float(exact(written).probability("incapacitated")), abs=1e-12)


def test_an_open_statistic_is_filled_by_the_sweep():
    found = swept("6S crit Maim", {"strength": (5, 6)}, at="E4 HP1")
    assert [point.question.text for point in found.points] == [
        "6S S5 L2 crit Maim at E4 HP1",
        "6S S6 L2 crit Maim at E4 HP1",
    ]
    assert len(found.notes) == 1  # Luck
    assert swept("6S", {"strength": (5, 6), "luck": (1, 2)}).notes == ()


def test_an_impossible_condition_leaves_its_cell_empty():
    table = odds.sweep("6S S6", {"luck": (0, 1)}, "P(hits >= 4 given critical)")
    assert table.iloc[:, 1].isna().tolist() == [True, False]
    assert (
        run("sweep", "6S", "S6", "--luck", "0..1", "--metric", "P(hits >= 4 given critical)", "--csv")
        .out.split()[-2]
        .endswith(",")
    )


# ---------------------------------------------------------------------------------------------- ranges
@pytest.mark.parametrize(
    ("text", "values"),
    [("1..9", range(1, 10)), ("1-3", (1, 2, 3)), ("4", (4,)), ("1,3,5..7", (1, 3, 5, 6, 7)), (" 0 .. 2 ", (0, 1, 2))],
)
def test_ranges(text, values):
    assert read_range(text, "--luck") == tuple(values)


@pytest.mark.parametrize(
    "text", ["", "x", "1..", "..3", "3..1", "1,1", "1..2,2", "-1..3", "1.5", "1" * 200, "0..99999"]
)
def test_what_is_no_range_is_refused(text):
    with pytest.raises(OddsError, match="--luck"):
        read_range(text, "--luck")


# ---------------------------------------------------------------------------------------------- the command
def test_csv_is_a_header_and_a_row_a_point():
    words = ("sweep", "6S", "--strength", "1..9", "--luck", "0..5", "--metric", "P(hits >= 3)", "--csv")
    result = run(*words)
    header, *rows = csv.reader(io.StringIO(result.out))
    assert result.code == 0
    assert header == ["strength", "luck", "P(hits >= 3)"]
    assert len(rows) == 54
    np.testing.assert_allclose([float(row[2]) for row in rows], naive_grid()[:54], rtol=0, atol=1e-12)


def test_json_has_every_point():
    made = run("sweep", "6S", "L3", "--strength", "5,6", "--metric", "hits >= 4", "--json", "--fractions").json
    assert made["parameters"] == [{"name": "strength", "values": [5, 6]}]
    assert made["simulation"] is None
    point = made["points"][1]
    assert (point["strength"], point["query"]) == (6, "6S S6 L3")
    assert point["metrics"][0]["exact"] == pytest.approx(0.746371584)
    assert point["metrics"][0]["exact_fraction"] == "1457757/1953125"
    assert point["metrics"][0]["simulated"] is None


@pytest.mark.parametrize("method", ["simulate", "both"])
def test_a_simulated_sweep_has_values_errors_and_intervals(method):
    words = ("sweep", "6S", "S6", "--luck", "0..2", "--method", method, "--trials", "10000", "--seed", "1")
    made = run(*words, "--json").json
    for point in made["points"]:
        (metric,) = point["metrics"]
        assert metric["low"] < metric["simulated"] < metric["high"]
        assert (metric["exact"] is None) == (method == "simulate")
    assert (made["simulation"]["runs"], made["simulation"]["seed"]) == (3, 1)
    header = run(*words, "--csv").out.splitlines()[0].split(",")
    simulated = [f"mean(hits) {what}" for what in ("simulated", "std_error", "low", "high")]
    assert header == ["luck", *["mean(hits)"] * (method == "both"), *simulated]


TABLES = [
    "6S S6 --luck 0..6",
    "6S --strength 1..9 --luck 0..8",
    "6S --strength 1..9 --luck 0..20",
    "6S S6 --pool 1..12 --luck 0..9 --metric mean(hits) --metric failed",
    "6S S6 L3 --at E4HP1 --target-endurance 1..12 --health 1..8",
    "6S S6 --luck 0..3 --method both --trials 1000 --seed 1 --metric hits>=4 --metric mean(hits)",
    "6S --strength 1..9 --luck 0..8 --method both --trials 100 --seed 1",
    "6S S6 --luck 0..1 --fractions",
]


@pytest.mark.parametrize("words", TABLES)
def test_tables_fit_a_terminal(words):
    result = run("sweep", *words.split())
    assert result.code == 0, result.err
    assert max(map(len, result.out.splitlines())) <= 80


def test_rows_and_columns_do_not_depend_on_the_order_of_the_options():
    one = run("sweep", "6S", "--strength", "1..3", "--luck", "0..1")
    other = run("sweep", "6S", "--luck", "0..1", "--strength", "1..3")
    assert one.out == other.out
    assert "Strength down, Luck across" in one.out


def test_a_single_number_holds_for_every_point():
    made = run("sweep", "6S", "--strength", "4", "--luck", "0..1", "--json").json
    assert [point["query"] for point in made["points"]] == ["6S S4 L0", "6S S4 L1"]


@pytest.mark.parametrize("edition", ["CORE2025"])
def test_edition_and_rules_reach_every_point(edition):
    words = ("sweep", "6S", "S6", "Four", "Leaf", "Clover", "--luck", "2..3", "--json")
    plain, other = run(*words).json, run(*words, "--edition", edition).json
    switched = run(*words, "--rule", "four-leaf-clover=every").json
    exacts = [[point["metrics"][0]["exact"] for point in made["points"]] for made in (plain, other, switched)]
    assert exacts[0] != exacts[1]
    assert exacts[0] != exacts[2]
    assert other["edition"] == edition


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
@pytest.mark.parametrize("ranges", [["--luck", "0..5"], ["--luck", "0..5", "--strength", "1..9"]])
def test_charts(ending, ranges, tmp_path):
    path = tmp_path / f"sweep{ending}"
    assert run("sweep", "6S", "S6", *ranges, "--chart", path).code == 0
    first = path.read_bytes()
    assert run("sweep", "6S", "S6", *ranges, "--chart", path).code == 0
    assert path.read_bytes() == first
    assert len(first) > 5000


def test_lines_over_one_parameter_and_heatmaps_over_two():
    lines = figure(swept("6S S6", {"luck": (0, 1, 2)}, ["P(hits >= 3)", "P(hits >= 4)", "mean(hits)"]))
    assert [len(panel.lines) for panel in lines.axes] == [2, 1]
    heat = figure(swept("6S", {"strength": (1, 2, 3), "luck": (0, 1)}, ["P(hits >= 3)", "mean(hits)"]))
    assert [panel.images[0].get_array().shape for panel in heat.axes] == [(3, 2), (3, 2)]


BAD = [
    ("", "missing"),
    ("6S S6", "needs a range"),
    ("6S S6 --luck 3", "needs a range"),
    ("6S S6 --luck 5..1", "write 1..5"),
    ("6S S6 --luck a", "--luck must be"),
    ("6S --luck 0..5", "leaves Strength open"),
    ("6S S6 --luck 0..99", "Luck must be"),
    ("6S S6 --luck 0..5 --strength 1..3 --pool 1..2", "one or two ranges"),
    ("6S S6 --agility 1..3", "uses Strength"),
    ("6S S6 --health 1..3", "no target"),
    ("6S S6 --luck 0..5 --metric mean(harm)", "unknown name harm"),
    ("6S S6 --luck 0..5 --trials 10", "nothing is simulated"),
    ("6S S6 --luck 0..5 --at nobody", "nobody"),
    ("6S S6 --luck 0..5 --with Minigun", "has no use"),
    ("6S S6 --luck 0..5 --at E4HP2 --injuries 0..2", "Incapacitated already"),
    ("6S S6 --luck 0..5 --json --csv", "not both"),
    ("6S S6 --luck 0..5 --chart x.gif", ".png"),
    ("6S S6 --luck 0..5 --explain", "no such option"),
    ("6S S6 --luck 0..5 --method simulate --fractions", "--fractions has no use"),
    ("6S S6 --pool 1..60 --bonus 0..5", "at most 60"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_what_cannot_be_swept_is_said_in_a_sentence(words, sentence):
    result = run("sweep", *words.split())
    assert result.code == 2
    assert not result.out
    assert sentence in result.err
    assert "Traceback" not in result.err


def test_too_many_points_are_refused():
    with pytest.raises(OddsError, match=f"at most {MOST_POINTS:,}"):
        odds.sweep(ATTACK, {"radiation": tuple(range(101)), "target_endurance": tuple(range(100))})


@pytest.mark.parametrize(
    ("over", "sentence"),
    [
        ({}, "needs a range"),
        ({"lukc": (1, 2)}, "did you mean luck"),
        ({"luck": (1, 1)}, "each once"),
        ("luck", "range"),
    ],
)
def test_python_gets_the_same_sentences(over, sentence):
    with pytest.raises(OddsError, match=sentence):
        odds.sweep("6S S6", over)


def test_only_tests_and_attacks_are_swept():
    with pytest.raises(OddsError, match="only Tests and attacks"):
        odds.sweep(odds.RollOff(2), {"luck": (1, 2)})
    with pytest.raises(OddsError, match="trials has no use"):
        odds.sweep("6S S6", {"luck": (1, 2)}, trials=100)


def test_an_interrupted_sweep_shows_what_was_played(monkeypatch):
    from odds.core import simulate as module

    real, played = module.simulate, []

    def interrupted(question, **settings):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(question)
        return real(question, **settings)

    monkeypatch.setattr(module, "simulate", interrupted)
    words = ("sweep", "6S", "S6", "--luck", "0..4", "--method", "both", "--trials", "1000", "--seed", "1")
    result = run(*words)
    assert result.code == 130
    assert "2 of 5 points were played" in result.out
    assert "interrupted" in result.err


def test_every_parameter_is_an_option():
    shown = run("sweep", "--help", env={"COLUMNS": "200"}).out
    assert [name for name in PARAMETERS if f"--{name.replace('_', '-')}" not in shown] == []
