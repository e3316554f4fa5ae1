"""Mistakes that once slipped through: each is one clear sentence now."""

import os
from pathlib import Path

import pytest
from run import run

import odds
from odds import OddsError, RollOff, answer, exact, exact_tables, parse, simulate

TEST = parse("6S S6 L3")


@pytest.mark.parametrize("bad", [None, 5, "6S S6 L3", object()])
def test_what_is_no_question_is_refused_everywhere(bad):
    for ask in (exact, simulate, answer):
        with pytest.raises(OddsError, match="question"):
            ask(bad)


@pytest.mark.parametrize("bad", [1, "6S", [None], [RollOff()], [TEST, "6S"]])
def test_exact_tables_are_of_tests(bad):
    with pytest.raises(OddsError, match="Tests"):
        exact_tables(bad)


@pytest.mark.parametrize("axes", [5, "harm", [], ["hits", "hits"], [1]])
def test_axes_that_are_none_are_refused_by_both_engines(axes):
    for ask in (exact, simulate):
        with pytest.raises(OddsError, match="ax"):
            ask(TEST, axes=axes)


@pytest.mark.parametrize("metric", ["nonsense == 3", "player_1", "mean(harm)", "hits >"])
def test_metrics_of_a_simulation_are_checked_without_a_precision_too(metric):
    with pytest.raises(OddsError):
        simulate(TEST, trials=1000, metrics=[metric])


@pytest.mark.parametrize("precision", ["x", [], True, 1])
def test_a_precision_is_a_number_below_one(precision):
    with pytest.raises(OddsError, match="precision"):
        simulate(TEST, precision=precision)


def test_a_test_without_its_value_is_not_simulated():
    with pytest.raises(OddsError, match="value"):
        simulate(parse("6S"), trials=1000)


@pytest.mark.parametrize("event", ["mean(hits)", "sd(hits)", lambda hits: hits])
def test_a_mean_is_no_probability(event):
    with pytest.raises(OddsError):
        exact(TEST).probability(event)


def test_copies_of_a_result_stay_as_they_are():
    import copy
    import pickle

    law = exact(TEST)
    for copied in (pickle.loads(pickle.dumps(law)), copy.deepcopy(law)):
        assert (copied.values == law.values).all()
        with pytest.raises(ValueError, match="read-only"):
            copied.values[0, 0] = 5
        with pytest.raises(TypeError):
            copied.events["critical"] = "hits == 0"


@pytest.mark.parametrize("trials", ["1.000", "1,5", "1_0", "1.5"])
def test_numbers_that_could_mean_two_things_are_refused(trials):
    result = run("6S", "S6", "--trials", trials)
    assert (result.code, result.out) == (2, "")
    assert "--trials" in result.err


def test_a_precision_that_was_missed_is_said():
    words = ["6S", "S6", "L3", "--precision", "0.000001", "--max-trials", "2000", "--seed", "1"]
    assert "NOT REACHED" in run(*words).out
    assert run(*words, "--json").json["simulation"]["missed"] == 1e-6
    assert "not reached" in run(*words, "--csv").err


def test_files_must_be_different(tmp_path):
    one = tmp_path / "one.svg"
    result = run("6S", "S6", "--output", one, "--chart", f"{tmp_path}/./one.svg")
    assert result.code == 2
    assert "different files" in result.err
    assert not one.exists()


def test_a_file_is_kept_if_a_later_line_is_wrong(tmp_path):
    kept = tmp_path / "kept.txt"
    kept.write_text("before")
    result = run("-", "--output", kept, "--trials", "1000", stdin="6S S6\nfoo\n")
    assert result.code == 2
    assert kept.read_text() == "before"


def test_a_full_disk_is_one_sentence():
    import subprocess
    import sys

    with Path("/dev/full").open("w") as full:
        words = [sys.executable, "-m", "odds", "6S", "S6", "L3", "--method", "exact"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_an_empty_test_in_a_row_is_not_dropped():
    assert run("forward", "6S S6 L3", "").code == 2
    assert run("forward", "6S S6 L3;", "--method", "exact").code == 0


def test_links_in_a_circle_are_no_checkpoint(tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(OddsError, match="cannot be a checkpoint"):
        simulate(TEST, trials=1000, checkpoint=str(tmp_path / "loop"))


@pytest.mark.parametrize("command", [["crew", "show"], ["crew", "check"], ["crew", "show", "--json"]])
def test_what_was_read_is_not_written_over(command, tmp_path):
    crew = tmp_path / "us.toml"
    crew.write_bytes((Path(__file__).parent / "crews" / "minutemen.toml").read_bytes())
    link = tmp_path / "link.toml"
    link.symlink_to(crew)
    before = crew.read_bytes()
    for target in (crew, link):
        result = run(*command, str(crew), "--output", str(target))
        assert result.code == 2
        assert "is what was read" in result.err
        assert crew.read_bytes() == before


def test_faces_that_were_read_are_not_written_over(tmp_path):
    faces = tmp_path / "faces.toml"
    faces.write_text('faces = ["head 0", "arms 1", "arms 0", "body 2", "body 1", "body 0"]\n')
    before = faces.read_text()
    result = run("board", "test", "3", "--faces", str(faces), "--method", "exact", "--output", str(faces))
    assert result.code == 2
    assert faces.read_text() == before


@pytest.mark.parametrize("number", ["1" + "0" * 5000, "0x1" + "0" * 9000])
def test_a_number_too_long_to_be_read_is_one_sentence(number, tmp_path):
    crew = tmp_path / "us.toml"
    text = (Path(__file__).parent / "crews" / "minutemen.toml").read_text()
    crew.write_text(text + f'\n[[model]]\nunit = "Settler"\nrating = {number}\n')
    for command in (["crew", "check", str(crew)], ["catalogue", "units", "--catalogue", str(crew)]):
        result = run(*command)
        assert result.code == 2
        assert result.err.startswith("odds: ")
        assert len(result.err.splitlines()) == 1


def test_a_pipe_is_no_crew(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "is a pipe" in run("crew", "show", str(tmp_path / "pipe")).err


def test_a_sweep_over_too_much_is_refused_at_once():
    with pytest.raises(OddsError, match="points"):
        odds.sweep("6S", {"strength": range(1, 10**9)})


@pytest.mark.parametrize("options", [[], ["--method", "simulate"]])
def test_rerolls_for_pool_hits_are_shown_by_both_engines(options):
    result = run("reroll", "5S S6 L3 reroll 2 for P(pool_hits == 3)", "--trials", "10000", "--seed", "1", *options)
    assert result.code == 0
    assert "P(pool_hits == 3)" in result.out


def test_best_rerolls_that_take_long_are_refused_soon():
    for text in ("30S S6 L30 reroll once reroll 30 Lucky Break", "14S S6 L7 reroll 3 reroll once Lucky Break"):
        with pytest.raises(OddsError, match="more than can be worked out"):
            odds.exact(odds.parse(text))
    with pytest.raises(OddsError, match="statistic"):
        odds.worth(odds.parse("6S L3 reroll 2"))
