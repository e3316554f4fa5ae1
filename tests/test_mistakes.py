"""Mistakes that once slipped through: each is one clear sentence now."""

from pathlib import Path

import pytest
from run import run

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
