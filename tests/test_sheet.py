"""The sheet: its numbers, its page, its words."""

import csv
import io

import numpy as np
import pytest
from naive import die_by_die
from run import run

from odds import parse
from odds.report.sheet import figure
from odds.studies.sheets import sheet


def test_every_cell_is_its_test_die_by_die():
    found = sheet("P(hits >= 3)", 3)
    for (pool, value), point in ((point.at, point) for point in found.points):
        law = die_by_die(parse(f"{pool}S S{value} L3"))
        reached = sum(chance for (hits, _, _), chance in law.items() if hits >= 3)
        assert float(point.exact[0]) == pytest.approx(reached, abs=1e-12)


def test_a_wrong_rule_is_caught():
    found = sheet("mean(hits)", 3)
    wrong = [
        sum(hits * chance for (hits, _, _), chance in die_by_die(point.question, "chained").items())
        for point in found.points
    ]
    assert np.abs(np.array(wrong) - [float(point.exact[0]) for point in found.points]).max() > 0.01


def test_words_hold_for_all():
    plain, more = sheet("mean(hits)", 2), sheet("mean(hits)", 2, words="+1 die reroll 1")
    assert more.title == "Luck 2, +1 die reroll 1"
    assert all(float(a.exact[0]) < float(b.exact[0]) for a, b in zip(plain.points, more.points, strict=True))


SIGNATURES = {".pdf": b"%PDF", ".png": b"\x89PNG", ".svg": b"<?xml"}


@pytest.mark.parametrize("option", ["--output", "--chart"])
@pytest.mark.parametrize("ending", SIGNATURES)
def test_the_page_is_written_whole_and_always_the_same(ending, option, tmp_path):
    path = tmp_path / f"sheet{ending}"
    words = ("sheet", "--luck", "2", "--metric", "P(hits >= 3)", option, path)
    result = run(*words)
    assert result.code == 0
    assert bool(result.out) == (option == "--chart")
    first = path.read_bytes()
    assert first.startswith(SIGNATURES[ending])
    run(*words)
    assert path.read_bytes() == first


def test_the_page_is_a4_and_has_a_number_in_every_cell():
    drawn = figure(sheet("P(hits >= 3)", 2))
    assert drawn.get_size_inches().tolist() == [11.69, 8.27]
    (panel,) = drawn.axes
    assert len(panel.texts) == 12 * 9
    words = [text.get_text() for text in drawn.texts]
    assert "Luck 2" in words
    assert any("Edition" in word for word in words)


def test_the_table_fits_a_terminal():
    result = run("sheet", "--metric", "P(hits >= 3)")
    assert result.code == 0
    assert max(map(len, result.out.splitlines())) <= 80
    assert "Luck 2" in result.out


def test_csv_and_json():
    rows = list(csv.reader(io.StringIO(run("sheet", "--pool", "1..3", "--statistic", "5,6", "--csv").out)))
    assert rows[0] == ["pool", "strength", "P(hits >= 1)"]
    assert len(rows) == 1 + 6
    made = run("sheet", "--pool", "6", "--statistic", "6", "--luck", "3", "--metric", "hits >= 4", "--json").json
    assert made["points"][0]["metrics"][0]["exact"] == pytest.approx(0.746371584)


@pytest.mark.parametrize(
    "more", [["--luck", "3"], ["--metric", "failed"], ["--pool", "1..3"], ["--statistic", "1..3"], ["+1", "die"]]
)
def test_options_do_something(more):
    assert run("sheet").out != run("sheet", *more).out


def test_edition_and_rules_matter():
    words = ("sheet", "Four", "Leaf", "Clover", "--metric", "mean(hits)")
    plain = run(*words).out
    assert plain != run(*words, "--edition", "CORE2025").out
    assert plain != run(*words, "--rule", "four-leaf-clover=every").out


BAD = [
    ("--luck 99", "--luck must be"),
    ("--luck x", "--luck must be"),
    ("--metric mean(harm)", "unknown name harm"),
    ("--pool 0..3", "Pool Size must be"),
    ("--pool 3..1", "write 1..3"),
    ("--output x.pdf --json", "the page itself"),
    ("--output nowhere/x.pdf", "there is no folder"),
    ("--chart x.gif", ".png"),
    ("lukc", "did you mean luck"),
    ("--method simulate", "no such option"),
    ("--trials 5", "no such option"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_what_cannot_be_made_is_said_in_a_sentence(words, sentence):
    result = run("sheet", *words.split())
    assert result.code == 2
    assert not result.out
    assert sentence in result.err
    assert "Traceback" not in result.err
