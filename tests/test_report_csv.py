"""CSV holds every table that is shown: games with tables of their own add rows to the long format."""

import csv
import io
import math

import pytest
from run import run

NUMBERS = ("exact", "simulated", "std_error", "low", "high")
GAMES = {
    "attack": "pnp attack --bonus 5 --defense 15 --damage 1d4 --hp 3 --burning 2 --action reroll",
    "neighbors": "pnp attack --bonus 5 --defense 15 --damage 2d6 --spread 2",
    "check": "pnp check --skill 3 --difficulty 10 --action odd-die",
    "initiative": "pnp initiative --modifier 1",
    "fight": "board fight --level 2 --weak body --hp 8 --rerolls 1",
    "board test": "board test 4 --rerolls 1",
}


def rows_of(*words):
    result = run(*words)
    assert result.code == 0, result.err
    return list(csv.DictReader(io.StringIO(result.out)))


@pytest.mark.parametrize("game", GAMES)
def test_every_metric_in_csv_is_what_asking_for_it_gives(game):
    words = (*GAMES[game].split(), "--trials", "20000", "--seed", "1")
    rows = rows_of(*words, "--csv")
    own = [row for row in rows if row["query"] == rows[0]["query"] and "neighbor" not in row["metric"]]
    asked = [row for row in own if row["metric"].startswith(("P(", "mean(", "sd("))]
    chosen = {row["metric"]: row for row in asked[:: max(1, len(asked) // 25)]}
    answered = run(*words, "--json", *(word for metric in chosen for word in ("--ask", metric))).json["ask"]
    for row, answer in zip(chosen.values(), answered, strict=True):
        for name in NUMBERS:
            found = float(row[name]) if row[name] else None
            assert found == (None if answer[name] is None else pytest.approx(answer[name], rel=1e-9)), row["metric"]


@pytest.mark.parametrize(
    ("game", "metrics"),
    [
        (
            "attack",
            ["P(damage == 4)", "P(damage >= 4)", "mean(damage)", "mean(damage given hits >= 1)", "mean(points)"],
        ),
        ("attack", ["mean(attacks given attacks <= 5)", "attacks until it is dead", "the fire's damage in turn 1"]),
        ("check", ["mean(points)"]),
        ("fight", ["P(kill and damage == 4)", "P(not kill and damage == 4)", "XP a fight", "in the end: killed"]),
        ("fight", ["P(killed >= 1 and killed <= 3)", "2 re-rolls left, hit2 hit2 miss1: roll miss1 again"]),
        ("board test", ["1 re-roll left, 2 0 0: roll 0 0 again", "1 re-roll left, 1 1 1: roll 1 again"]),
    ],
)
def test_what_the_terminal_shows_is_in_csv(game, metrics):
    found = {row["metric"]: row for row in rows_of(*GAMES[game].split(), "--method", "exact", "--csv")}
    for metric in metrics:
        assert math.isfinite(float(found[metric]["exact"]))


def test_damage_and_kill_are_a_whole():
    rows = rows_of(*GAMES["fight"].split(), "--method", "exact", "--csv")
    joint = [float(row["exact"]) for row in rows if "kill and damage" in row["metric"]]
    well_rested = 2  # the same fight with one re-roll more is answered beside it
    assert math.isclose(sum(joint), well_rested)


@pytest.mark.parametrize(("words", "axis", "first"), [("rolloff", "winner", 1), ("pnp initiative", "place", 1)])
@pytest.mark.parametrize("method", ["exact", "simulate", "both"])
def test_outcomes_begin_with_the_least_there_is(words, axis, first, method):
    words = (*words.split(), "--method", method, *(["--trials", "1000", "--seed", "1"] if method != "exact" else []))
    assert rows_of(*words, "--csv")[0][axis] == str(first)
    assert run(*words, "--json").json[axis][0][axis] == first
    assert not any(line.startswith("     0") for line in run(*words).out.splitlines())


def test_a_study_of_rerolls_has_its_tables_in_csv():
    words = ("reroll", "6S S6 L3 reroll 2", "--vats", "--worth", "--method", "exact")
    rows, made = rows_of(*words, "--csv"), run(*words, "--json").json
    numbers = {row["policy"]: float(row["exact"]) for row in rows if row["exact"]}
    assert numbers["optimum"] == made["optimum"]["exact"]
    assert {numbers[each["name"]] for each in made["policies"]} == {each["exact"] for each in made["policies"]}
    assert [numbers[f"declare {each['hits']}"] for each in made["vats"]["declared"]] == [
        each["exact"] for each in made["vats"]["declared"]
    ]
    assert [numbers[f"with {each['added']}"] for each in made["worth"]] == [each["gain"] for each in made["worth"]]
    decisions = [row for row in rows if row["do"]]
    assert len(decisions) == len(made["table"])
    assert {row["moment"] for row in decisions} == {"After the Pool roll", "After Fortune Smiles"}


def test_long_decision_tables_fit_the_page_and_say_where_the_rest_is(monkeypatch):
    words = ("reroll", "6S S6 L3 reroll 2 Lucky Break reroll once", "--method", "exact")
    made = run(*words, "--json").json
    at_pool = sum(line["moment"] == "pool" for line in made["table"])
    monkeypatch.setattr("odds.report.long.MOST", 5)
    out = run(*words).out
    assert max(map(len, out.splitlines())) <= 80
    assert f"… and {at_pool - 5} more lines" in out
    assert len(rows_of(*words, "--csv")) == len(made["table"]) + len(made["policies"]) + 1
