"""`odds test`: the answer on the screen, in JSON, in CSV, in files."""

import csv
import io
import itertools
import json

import pytest
from run import run

QUICK = ("--trials", "20k", "--seed", "1")


@pytest.mark.parametrize(
    "words",
    [
        ["6S with Luck 3 Strength 6"],
        ["test", "6S S6 L3"],
        ["6S", "S6", "L3"],
        ["--seed", "7", "6S", "S6", "L3"],
        ["6S", "--method", "both", "S6", "L3"],
        ["--json", "test", "6S", "S6", "L3"],
        ["6S", "--strength", "6", "--luck", "3"],
        ["test", "--luck=3", "--strength=6", "6S"],
    ],
)
def test_a_test_can_be_asked_in_many_ways(words):
    result = run(
        *words, *([] if "--seed" in words else ["--seed", "7"]), "--trials", "1k", *["--json"] * ("--json" not in words)
    )
    assert result.code == 0, result.err
    assert result.json["query"] == "6S S6 L3"
    assert result.json["simulation"]["seed"] == 7


def test_json_holds_everything_the_schema_names():
    made = run("6S S6 L3", "--json", *QUICK, "--ask", "mean(hits given critical)").json
    assert made["schema"] == 1
    assert made["edition"] == "ERR2026Q2"
    wanted = {
        "pool",
        "stat",
        "value",
        "luck",
        "luck_dice",
        "standard_dice",
        "bonus",
        "unlucky",
        "rerolls",
        "policy",
        "fortune_dice",
    }
    assert wanted <= made["test"].keys()
    assert {"trials", "seed", "streams", "seconds"} <= made["simulation"].keys()
    assert made["simulation"]["trials"] == 20_000
    for k, row in enumerate(made["hits"]):
        assert row["hits"] == k
        assert {"exact", "simulated", "std_error", "low", "high", "at_least"} <= row.keys()
        assert row["low"] <= row["simulated"] <= row["high"]
    assert sum(row["exact"] for row in made["hits"]) == pytest.approx(1, abs=1e-12)
    assert made["hits"][4]["at_least"]["exact"] == pytest.approx(0.746371584, abs=1e-12)
    summary = made["summary"]
    assert summary["mean"]["exact"] == pytest.approx(4.68, abs=1e-12)
    assert summary["fail"]["exact"] == pytest.approx(0.004096, abs=1e-12)
    assert summary["critical"]["exact"] == pytest.approx(0.936, abs=1e-12)
    assert summary["pass"]["exact"] == pytest.approx(1 - 0.004096, abs=1e-12)
    assert all({"exact", "simulated", "std_error"} <= summary[name].keys() for name in ("mean", "sd", "fail", "pass"))
    (asked,) = made["ask"]
    assert asked["metric"] == "mean(hits given critical)"
    assert asked["exact"] > 4.68
    assert {"chi_square", "dof", "p_value"} <= made["agreement"].keys()


def test_at_least_is_not_shifted():
    rows = run("6S S6 L3", "--json", "--method", "exact").json["hits"]
    for one, more in itertools.pairwise(rows):
        assert one["at_least"]["exact"] == pytest.approx(one["exact"] + more["at_least"]["exact"], abs=1e-15)
    assert rows[-1]["at_least"]["exact"] == pytest.approx(rows[-1]["exact"], abs=1e-18)


def test_what_an_engine_did_not_compute_is_null():
    exact = run("6S S6 L3", "--json", "--method", "exact").json
    assert exact["simulation"] is None
    assert exact["agreement"] is None
    assert {row["simulated"] for row in exact["hits"]} == {None}
    assert exact["summary"]["mean"]["std_error"] is None
    sampled = run("6S S6 L3", "--json", "--method", "simulate", *QUICK).json
    assert {row["exact"] for row in sampled["hits"]} == {None}
    assert sampled["hits"][0]["at_least"]["exact"] is None
    assert sampled["summary"]["mean"]["exact"] is None
    assert sampled["agreement"] is None


def test_a_test_that_is_no_attack_has_no_critical():
    made = run("Evade A4", "--json", *QUICK).json
    assert made["summary"]["critical"] is None
    assert "Critical" not in run("Evade A4", *QUICK).out


def test_an_unlucky_attack_never_has_one():
    made = run("4P P4 L2 unlucky", "--json", *QUICK).json
    assert made["summary"]["critical"]["exact"] == 0
    assert made["summary"]["critical"]["high"] > 0


def test_open_statistic_gives_an_answer_a_value():
    made = run("6S with Luck 3", "--json", *QUICK).json
    assert [part["test"]["value"] for part in made["by_value"]] == list(range(1, 10))
    assert made["hits"] is None
    assert made["by_value"][5]["summary"]["mean"]["exact"] == pytest.approx(4.68)
    alone = run("6S S6 L3", "--json", "--method", "exact").json
    assert [row["exact"] for row in made["by_value"][5]["hits"]] == [row["exact"] for row in alone["hits"]]


def test_the_statistic_luck_runs_with_its_luck_dice():
    made = run("4L", "--json", "--method", "exact").json
    assert [part["test"]["luck"] for part in made["by_value"]] == list(range(1, 10))


def test_fractions_are_exact():
    made = run("6S S6 L3", "--json", "--fractions", *QUICK).json
    assert made["summary"]["mean"]["exact_fraction"] == "117/25"
    assert made["hits"][0]["exact_fraction"] == "64/15625"
    assert made["hits"][0]["at_least"]["exact_fraction"] == "1"
    assert "117/25" in run("6S S6 L3", "--fractions", "--method", "exact").out


def test_same_seed_same_answer():
    answers = [run("6S S6 L3", "--json", *QUICK, "--threads", n, "--engine", "numpy").json for n in (1, 2)]
    assert answers[0]["hits"] == answers[1]["hits"]


def test_precision_is_reached():
    made = run("6S S6 L3", "--precision", "0.002", "--seed", "1", "--json").json
    assert max(row["std_error"] for row in made["hits"]) <= 0.002


def test_notes_say_what_was_assumed():
    assert "average" in run("6S S6", "--method", "exact").out
    assert "Unlucky" in run("4P P4 unlucky +2 dice", "--method", "exact").out.splitlines()[1]
    assert "optimum for mean(hits)" in run("6S S6 L3 reroll 2", "--method", "exact").out
    assert "optimum for P(hits >= 4)" in run("6S S6 L3 reroll 2 >=4", "--method", "exact").out
    assert "optimum" not in run("6S S6 L3", "--method", "exact").out


def test_an_answer_says_which_rules_it_depends_on():
    assert run("6S S6 L3", "--json", "--method", "exact").json["depends_on"] == []
    assert run("2S S6 L6 +2 dice", "--json", "--method", "exact").json["depends_on"] == ["luck-dice"]
    assert "luck-dice" in run("2S S6 L6 +2 dice", "--method", "exact").out


@pytest.mark.parametrize(
    ("query", "option"),
    [
        ("2S S6 L6 +2 dice", ["--rule", "luck-dice=printed"]),
        ("4S S5 L3 reroll 2", ["--rule", "all-duds=failed"]),
        ("4S S5 L3 Four Leaf Clover", ["--rule", "four-leaf-clover=every"]),
        ("4S S5 L3 Four Leaf Clover", ["--edition", "CORE2025"]),
        ("4S S5 L3", ["--bonus", "2"]),
        ("4S S5 L3", ["--unlucky"]),
        ("4S S5 L3", ["--rerolls", "2"]),
        ("4S S5 L3", ["--reroll-once"]),
        ("4S S5 L3 reroll 2", ["--policy", "never"]),
        ("4S S5 L3 reroll 2", ["--for", "hits == 2"]),
        ("4S S5 L3", ["--vats", "2"]),
        ("4S S5 L3", ["--lucky-break"]),
        ("4S S5 L3", ["--four-leaf-clover"]),
    ],
)
def test_every_rule_option_changes_both_engines(query, option):
    plain, changed = (run(query, *more, "--json", "--trials", "200k", "--seed", "3").json for more in ([], option))
    assert abs(plain["summary"]["mean"]["exact"] - changed["summary"]["mean"]["exact"]) > 0.01
    gap = changed["summary"]["mean"]["simulated"] - changed["summary"]["mean"]["exact"]
    assert abs(gap) < 6 * changed["summary"]["mean"]["std_error"]
    assert abs(plain["summary"]["mean"]["simulated"] - changed["summary"]["mean"]["simulated"]) > 0.01
    assert changed["query"] != plain["query"]


@pytest.mark.parametrize("letter", "SPECIA")
def test_every_statistic_has_its_flag(letter):
    names = {"S": "strength", "P": "perception", "E": "endurance", "C": "charisma", "I": "intelligence", "A": "agility"}
    made = run(f"3{letter}", f"--{names[letter]}", "4", "--at-least", "2", "--json", "--method", "exact").json
    assert made["test"]["value"] == 4
    assert made["ask"][0]["metric"] == "P(hits >= 2)"


def test_many_queries_from_standard_input():
    result = run("-", "--json", *QUICK, stdin="6S S6 L3\n\n  4P P4 L2\n")
    assert [line["query"] for line in result.lines] == ["6S S6 L3", "4P P4 L2"]
    assert result.code == 0


def test_a_bad_line_ends_the_run_after_the_good_ones():
    result = run("test", "-", "--json", "--method", "exact", stdin="6S S6 L3\n4P P4 frobnicate\n3A A4\n")
    assert result.code == 2
    assert [line["query"] for line in result.lines] == ["6S S6 L3"]
    assert result.err.startswith("odds: line 2: ")
    assert "frobnicate" in result.err


def test_many_as_csv_share_one_heading():
    result = run("-", "--csv", "--method", "exact", stdin="6S S6 L3\n4P P4 L2\n")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert {row["query"] for row in rows} == {"6S S6 L3", "4P P4 L2"}


def test_csv_rows_can_be_asked_again():
    rows = list(csv.DictReader(io.StringIO(run("3A A4 L2", "--csv", *QUICK).out)))
    asks = [word for row in rows for word in ("--ask", row["metric"])]
    made = run("3A A4 L2", "--json", *QUICK, *asks).json
    answers = {entry["metric"]: entry for entry in made["ask"]}
    for row in rows:
        assert float(row["exact"]) == pytest.approx(answers[row["metric"]]["exact"], abs=1e-12)
        assert float(row["simulated"]) == pytest.approx(answers[row["metric"]]["simulated"], abs=1e-12)


def test_output_goes_to_a_file_instead(tmp_path):
    file = tmp_path / "odds.json"
    file.write_text("old")
    result = run("6S S6 L3", "--json", "--method", "exact", "--output", file)
    assert result.out == ""
    assert json.loads(file.read_text())["query"] == "6S S6 L3"
    assert [path.name for path in tmp_path.iterdir()] == ["odds.json"]


@pytest.mark.parametrize(("ending", "magic"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_charts_are_drawn_by_ending(tmp_path, ending, magic):
    file = tmp_path / f"chart.{ending}"
    result = run("6S S6 L3", *QUICK, "--chart", file)
    assert result.code == 0, result.err
    assert file.read_bytes().startswith(magic)


def test_explanation_walks_the_five_steps():
    out = run("6S S6 L3", "--method", "exact", "--explain").out
    for step in ("1. Create", "2. Roll", "3. Fortune Smiles", "4. Critical Effect", "5. The outcome"):
        assert step in out
    assert "93.60%" in out
    assert "Rulebook p. 16" in out
