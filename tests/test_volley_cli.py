"""The command line of volleys: `odds volley`."""

import csv
import io
import re

import pytest
from run import run
from test_everything_matters import OPTIONS

AT = ("volley", "--at", "E4 HP2")
THREE = ("4P P5 L2", "5S S5 L2 crit Maim", "3P P6 L3 crit Pierce, Maim")
EXACT = (*AT, *THREE, "--method", "exact")


def test_json_has_orders_adaptive_play_and_support():
    made = run(*AT, *THREE, "--json", "--seed", "1", "--trials", "1000000").json
    orders = made["orders"]
    assert len(orders) == 6
    assert sorted(orders[0]["order"]) == [1, 2, 3]
    chances = [row["incapacitated"]["exact"] for row in orders]
    assert chances == sorted(chances, reverse=True)
    given = next(row["incapacitated"] for row in orders if row["order"] == [1, 2, 3])
    assert given == made["summary"]["incapacitated"]
    assert made["adaptive"]["exact"] >= chances[0] - 1e-12
    for numbers in (given, orders[0]["incapacitated"], made["adaptive"]):
        assert abs(numbers["exact"] - numbers["simulated"]) < 6 * numbers["std_error"]
    assert orders[1]["incapacitated"]["simulated"] is None
    for row in made["support_or_shoot"]:
        assert row["shoot"] == given
        better = row["support"]["exact"] > row["shoot"]["exact"]
        assert row["better"] == ("support" if better else "shoot")
        assert abs(row["support"]["exact"] - row["support"]["simulated"]) < 6 * row["support"]["std_error"]
    assert [row["attacker"] for row in made["support_or_shoot"]] == [1, 2, 3]
    assert [play["play"] for play in made["plays"]] == ["given", "best", "adaptive"]
    assert sum(state["exact"] for state in made["states"]) == pytest.approx(1, abs=1e-12)


def test_support_is_shown_by_both_engines():
    both, alone = run(*AT, *THREE, "--seed", "1", "--trials", "1000000"), run(*AT, *THREE, "--method", "exact")
    shown = next(line for line in both.out.splitlines() if line.startswith("attacker ") and "whom" in line)
    assert shown.split() == ["attacker", "all", "shoot", "it", "supports", "simulated", "whom", "better"]
    assert "it supports  whom" in alone.out
    sampled = run(*AT, *THREE, "--seed", "1", "--trials", "1000000", "--method", "simulate", "--json").json
    assert all(row["support"]["simulated"] > 0 for row in sampled["support_or_shoot"])
    rows = csv.DictReader(io.StringIO(run(*AT, *THREE, "--seed", "1", "--trials", "1000000", "--csv").out))
    queries = [row["query"] for row in sampled["support_or_shoot"]]
    assert [row["simulated"] != "" for row in rows if row["query"] in queries] == [True] * 3


def test_too_many_re_rolls_are_refused_before_anything_is_worked_out():
    many = [f"8S S{value} L4 reroll 2, Lucky Break" for value in range(3, 9)]
    refused = run("volley", "--at", "E9 HP3", *many)
    assert refused.code == 2
    assert refused.err.startswith("odds: the best re-rolls of so many attacks")
    assert refused.err.count("\n") == 1
    assert run("volley", "--at", "E9 HP3", *(f"{each} policy never" for each in many), "--method", "exact").code == 0


def test_every_row_of_csv_can_be_asked_again():
    rows = list(csv.DictReader(io.StringIO(run(*EXACT, "--csv", "--ask", "attacks <= 2").out)))
    assert len({row["query"] for row in rows}) > 6
    for row in rows[::3]:
        again = run("volley", row["query"], "--method", "exact", "--ask", row["metric"], "--json").json
        assert again["ask"][0]["exact"] == pytest.approx(float(row["exact"]), abs=1e-12)


def test_the_play_is_what_is_shown_and_asked():
    answers = {play: run(*EXACT, "--play", play, "--json").json for play in ("given", "best", "adaptive")}
    for play, made in answers.items():
        chance = next(each["incapacitated"]["exact"] for each in made["plays"] if each["play"] == play)
        assert made["summary"]["incapacitated"]["exact"] == chance
        assert made["orders"] == answers["given"]["orders"]
        assert {row["shoot"]["exact"] for row in made["support_or_shoot"]} == {chance}


def test_more_than_six_attackers():
    many = run(*AT, *(f"{n}P P4 L1" for n in range(1, 8)), "--method", "exact", "--json").json
    assert many["orders"] == []
    assert many["adaptive"]["exact"] >= many["summary"]["incapacitated"]["exact"] - 1e-12
    assert [each["play"] for each in many["plays"]] == ["given", "adaptive"]
    said = run(*AT, *(f"{n}P P4 L1" for n in range(1, 8)), "--method", "exact").out
    assert "Orders are compared up to 6 attackers." in said


def test_one_attacker():
    made = run(*AT, THREE[0], "--method", "exact", "--json").json
    assert made["adaptive"] == made["orders"][0]["incapacitated"] == made["summary"]["incapacitated"]
    assert made["support_or_shoot"] == []


def test_the_page_says_who_is_next_and_who_should_support():
    page = run("volley", "--at", "E6 HP1", "1P P2 L0", "9S S6 L3", "--method", "exact").out
    assert "Better off supporting: attacker 1." in page
    page = run(*EXACT).out
    assert re.search(r"the best fixed order +2, 3, 1", page)
    assert re.search(r"attack +left +target stands +next", page)
    assert "over the order given" in page


def test_weapons_decide_who_can_support():
    made = run(*AT, "4P P4 L2", "5S S5 L2 melee", "3S S5 L2 heavy", "--method", "exact", "--json").json
    roles = [(each["can_support"], each["can_be_supported"]) for each in made["test"]["attackers"]]
    assert roles == [(True, True), (False, False), (False, True)]
    assert [(row["attacker"], row["helps"]) for row in made["support_or_shoot"]] == [(1, 3)]
    sledge = run(
        "volley", "--at", "Paladin", "Master with Super Sledge", "4P P5 L2", "--method", "exact", "--json"
    ).json
    assert [each["can_support"] for each in sledge["test"]["attackers"]] == [False, True]


def test_a_command_s_name_wins_over_a_test_s():
    found = run("test", "Volley", "I4", "L2", "--method", "exact", "--json").json
    assert found["test"]["name"] == "Volley"
    assert run("volley", "I4", "L2").code == 2


def test_rerolls_are_for_the_end():
    result = run("volley", "--at", "E6 HP2", "4P P5 L2 reroll 2", "3P P5 L2", "--method", "exact")
    assert "Re-roll policy: optimum for P(incapacitated) in the end (up to 2 dice)" in " ".join(result.out.split())
    assert "--for" not in result.out
    text = "volley: 4P P5 L2 reroll 2; 3P P5 L2 at E6 HP2"
    assert run("volley", text, "--method", "exact").out == result.out
    plain = run("volley", "--at", "E6 HP2", "4P P5 L2", "3P P5 L2", "--method", "exact", "--json").json
    better = run("volley", text, "--method", "exact", "--json").json
    assert better["summary"]["incapacitated"]["exact"] > 2 * plain["summary"]["incapacitated"]["exact"] > 0


#: shared option -> words that change a volley
WORDS = {**OPTIONS, "edition": ["--edition", "NW2024"], "rule": ["--rule", "excess-harm=always"]}


@pytest.mark.parametrize("option", WORDS)
def test_every_option_does_something(option, tmp_path):
    words = [word.format(folder=tmp_path) for word in WORDS[option]]
    seed = [] if option in ("seed", "method") else ["--seed", "1"]
    base = [*AT, "4P P5 L2 Four Leaf Clover", "5S S5 L2 crit Maim"]
    plain, changed = run(*base, *seed), run(*base, *seed, *words)
    steady = [re.sub(r"in [\d.]+\s+s", "in 1 s", result.out + result.err) for result in (plain, changed)]
    assert steady[0] != steady[1] or list(tmp_path.iterdir())
    assert changed.code == (2 if option == "dask" else 0), changed.err


@pytest.mark.parametrize("words", [("--chart", "{folder}/a.png"), ("--explain",), ("--trace", "1")])
@pytest.mark.parametrize("play", ["given", "adaptive"])
def test_pictures_and_stories(words, play, tmp_path):
    result = run(*AT, *THREE, "--play", play, "--seed", "1", "--trials", "1000",
                 *(word.format(folder=tmp_path) for word in words))  # fmt: skip
    assert result.code == 0
    if "--trace" in words:
        assert result.out.count("attack 1 by attacker") == 1
    if "--explain" in words:
        assert "1. Attack 1: attacker" in result.out


def test_simulated_alone():
    made = run(*AT, *THREE, "--method", "simulate", "--seed", "1", "--trials", "100000", "--json").json
    assert made["summary"]["incapacitated"]["exact"] is None
    assert made["adaptive"]["exact"] is None
    assert made["adaptive"]["simulated"] > 0
    assert run(*AT, *THREE, "--method", "simulate", "--trials", "1000").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "the attackers are missing"),
        (("4P P4 L2",), "needs a target"),
        (("--at", "E6 HP2", "4P P4 L2", "5S S5 crit Mam"), "attacker 2: unknown Critical Effect 'Mam'"),
        (("--at", "E6 HP2", "4P P4 L2", " "), "attacker 2 is empty"),
        (("--at", "E6 HQ2", "4P P4 L2", "5S S5 L2"), "HQ"),
        (("--at", "E6 HP2", "4P P4 L2", "until down: 5S S5 L2"), "attacker 2: a volley is made of single attacks"),
        (("--at", "E6 HP2", "4P P4 L2", "4P L2"), "attacker 2: an attack needs numbers"),
        (("--at", "E6 HP2", "4P P4 L2 for mean(harm)", "4P P4 L2"), "not for mean(harm)"),
        (("--at", "E6 HP2", "4P P4 L2 at E5 HP1", "4P P4 L2"), "a volley has one target"),
        (("--at", "E6 HP2", "--play", "worst", "4P P4 L2"), "given, best or adaptive, not 'worst'"),
        (("--at", "E6 HP2", "--play", "best", *["4P P4 L2"] * 7), "at most 6 attackers, not 7"),
        (("--at", "E6 HP2", *["4P P4 L2"] * 13), "1 to 12 attackers, not 13"),
        (("--at", "E6 HP2", "4P P4 L2 crit Ignite 2"), "Ignite needs the target's Agility"),
        (("--at", "E6 HP2", "Paladin", "4P P4 L2"), "behind the name"),
        (("--at", "E6 HP2", "4P P4 L2 rule outright=more-than", "3P P4 L2 rule outright=at-least"), "given twice"),
        (("--at", "E6 HP2", "4P P4 L2", "--ask", "moon"), "moon"),
        (("--at", "E6 HP2", "4P P4 L2", "--with", "Flamer"), "--with"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(words, said):
    result = run("volley", *words)
    assert result.code == 2
    assert said in result.err
    assert not result.out
    assert "Traceback" not in result.err
