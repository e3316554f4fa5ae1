"""`odds crew rank`: readable at 80 columns, the same numbers as JSON and CSV, nothing accepted and ignored."""

import csv
import io
import re
from pathlib import Path

import pytest
from run import run

from odds.factions.ranking.rank import ranked
from odds.report.rank_chart import figure

CREW = Path(__file__).parent / "crews" / "minutemen.toml"
ZETANS = ("crew", "rank", "--faction", "zetans", "--at", "Paladin", "--at", "Brute")


@pytest.mark.parametrize("words", [(CREW,), ("--faction", "bos"), ("--all", "--top", "30")], ids=["crew", "bos", "all"])
def test_tables_fit_80_columns(words):
    result = run("crew", "rank", *words)
    assert (result.code, result.err) == (0, "")
    assert max(map(len, result.out.splitlines())) <= 80
    assert "per 100 Rating" in result.out


def test_a_crew_is_ranked_as_it_is():
    rows = run("crew", "rank", CREW, "--json").json["rows"]
    assert [row["model"] for row in rows] == ["Sole Survivor", "Security Guard", "Preston (Local Leader)", "Settler"]
    assert [row["count"] for row in rows] == [1, 1, 1, 3]
    assert next(row["rating"] for row in rows if row["model"] == "Settler") == 24


def test_json_and_csv_hold_the_same_rows():
    made = run(*ZETANS, "--json").json
    assert made["schema"] == 1
    assert [each["target"] for each in made["gallery"]] == ["Paladin", "Brute"]
    table = list(csv.DictReader(io.StringIO(run(*ZETANS, "--csv").out)))
    assert [row["model"] for row in table] == [row["model"] for row in made["rows"]]
    for row, other in zip(table, made["rows"], strict=True):
        assert float(row["injuries_per_rating"]) == other["injuries_per_rating"]
        assert [each["target"] for each in other["against"]] == ["Paladin", "Brute"]
        assert other["injuries"] == pytest.approx(sum(each["injuries"] for each in other["against"]) / 2)


#: option -> words that show that it does something
OPTIONS = {
    "at": ["--at", "Initiate"],
    "against": ["--against", "Master with Super Sledge"],
    "by": ["--by", "stands"],
    "top": ["--top", "2"],
    "edition": ["--edition", "NW2024"],
    "rule": ["--rule", "excess-harm=always"],
    "json": ["--json"],
    "csv": ["--csv"],
    "output": ["--output", "{folder}/rank.txt"],
    "chart": ["--chart", "{folder}/rank.svg"],
}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_does_something(option, tmp_path):
    words = [word.format(folder=tmp_path) for word in OPTIONS[option]]
    changed = run(*ZETANS, *words)
    assert changed.code == 0
    assert changed.out != run(*ZETANS).out or list(tmp_path.iterdir())


def test_rows_of_ones_own_are_ranked_and_hit(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[unit]]\nfaction = "Zetans"\nname = "Saucer"\nrole = "Grunt"\n'
        "S = 1\nP = 9\nE = 9\nC = 1\nI = 1\nA = 1\nL = 1\nhealth = 3\n"
        '[[set]]\nfaction = "Zetans"\nunit = "Saucer"\nweapons = "Alien Laser"\nrating = 10\n'
    )
    result = run("crew", "rank", "--faction", "zetans", "--catalogue", file, "--at", "Saucer", "--json")
    assert result.err == ""
    assert "Saucer" in [row["model"] for row in result.json["rows"]]
    assert result.json["gallery"][0]["query"] == "S1 P9 E9 C1 I1 A1 L1 HP3"


def test_the_chart_shows_every_row_and_target():
    found = ranked(faction="zetans", at=["Paladin", "Brute"])
    left, right = figure(found).axes
    assert [label.get_text() for label in left.get_xticklabels()] == ["Paladin", "Brute"]
    assert len(left.get_yticklabels()) == len(found.rows)
    assert len(left.texts) == 2 * len(found.rows)
    assert len(right.collections[0].get_offsets()) == len(found.rows)


@pytest.mark.parametrize("by", ["injuries", "incapacitated", "attacks", "stands"])
def test_every_metric_is_drawn(by, tmp_path):
    file = tmp_path / "rank.png"
    assert run(*ZETANS, "--by", by, "--chart", file).code == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "nobody is named: give a crew file, --faction NAME, or --all"),
        (["nowhere.toml"], "cannot read nowhere.toml"),
        (["--all", "--faction", "bos"], "all models of the catalogue are ranked: leave out the crew and the faction"),
        ([CREW, "--faction", "bos"], f"{CREW} is a crew file, which says that itself: leave out --faction"),
        (["--faction", "bos", "--top", "0"], "--top must be"),
        (["--faction", "bos", "--by", "hits"], "unknown metric 'hits'"),
        (["--faction", "bos", "--trials", "10"], "no such option: --trials"),
        (["--faction", "bos", "--fractions"], "no such option: --fractions"),
        (["--faction", "bos", "--json", "--csv"], "give either --json or --csv, not both"),
        (["--faction", "bos", "--chart", "rank.gif"], ""),
        (["--faction", "bos", "--rule", "luck=9"], "unknown rule switch 'luck'"),
        (["--faction", "bos", "--at", ""], "--at has nothing in it: give it a value, or leave it out"),
    ],
)
def test_what_is_wrong_is_one_sentence(words, sentence):
    result = run("crew", "rank", *words)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(f"odds: {sentence}")


def test_nothing_possible_is_shown_as_nothing():
    out = run("crew", "rank", "--faction", "zetans", "--at", "Paladin").out
    assert not re.search(r"\b0\.0%", out)


@pytest.mark.parametrize("name", ["share.json", "roster.ros", "crew.txt"])
@pytest.mark.parametrize("what", ["rank", "advise"])
def test_crews_of_other_builders_are_read_and_nothing_is_dropped_silently(what, name):
    result = run("crew", what, CREW.parent / name, "--json")
    assert (result.code, result.err) == (0, "")
    assert result.json["rows"]
    if name == "crew.txt":
        assert "Stalking Trapper: Fogbow: Creeping is left out, no attack knows it" in result.json["notes"]


def test_one_of_several_lists_is_ranked():
    file = CREW.parent / "saved.json"
    assert run("crew", "rank", file, "--list", "Pack of dogs").code == 0
    assert run("crew", "rank", file).err.startswith(f"odds: {file} holds 2 lists: name one with --list")
