"""`odds rolloff` and `odds forward` from the command line."""

import re

import pytest
from run import run


def test_a_roll_off_is_answered():
    result = run("rolloff", "--players", "3", "--reroll", "--seed", "1", "--json")
    assert result.code == 0
    winners = result.json["winner"]
    assert winners[0]["winner"] == 1
    assert winners[0]["exact"] == pytest.approx(0.5016944924)
    assert abs(winners[0]["simulated"] - winners[0]["exact"]) < 5 * winners[0]["std_error"]
    page = run("rolloff", "--seed", "1").out
    assert "P(player 1 wins)" in page
    assert "mean" not in page
    assert max(map(len, page.splitlines())) <= 80


def test_failing_forward_is_answered():
    result = run("forward", "Confusion I3 L1", "4P P4 L2; 6S S6 L3", "--seed", "1", "--json", "--ask", "xp_after_2")
    assert result.code == 0
    assert result.json["query"] == "Confusion Test (2I) I3 L1; 4P P4 L2; 6S S6 L3"
    assert result.json["ask"][0]["exact"] == pytest.approx(1 - 0.51 * (1 - 0.1296))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rolloff", "--players", "1"], "--players"),
        (["rolloff", "--players", "seven"], "--players"),
        (["rolloff", "--edition", "NW2024"], "--edition"),
        (["rolloff", "--explain"], "--explain"),
        (["rolloff", "6S"], "6S"),
        (["forward"], "missing"),
        (["forward", "6S"], "statistic"),
        (["forward", "4P P4", "6S lukc"], "Test 2"),
    ],
)
def test_mistakes_get_one_sentence(words, said):
    result = run(*words)
    assert result.code == 2
    assert not result.out
    assert said in result.err.splitlines()[0]
    assert "Traceback" not in result.err


def test_traces_and_charts_work_here_too(tmp_path):
    chart = tmp_path / "chart.png"
    result = run("rolloff", "--reroll", "--trace", "2", "--chart", chart, "--trials", "1000")
    assert result.code == 0
    assert "player 1 has" in result.out
    assert chart.stat().st_size > 5000


def test_every_number_that_is_asked_for_is_in_every_output():
    words = ("2I I3 L2", "4P P4 L2", "--method", "exact")
    summary = run("forward", *words, "--json").json["summary"]
    assert summary["xp_after_1"]["exact"] == pytest.approx(0.49)
    assert summary["xp_after_2"]["exact"] == pytest.approx(0.556096)
    assert "P(xp_after_2),,0.556" in run("forward", *words, "--csv").out
    assert "P(XP after 2 Tests)" in run("forward", *words).out


def test_a_winner_is_no_amount():
    words = ("rolloff", "--reroll", "--method", "exact")
    made = run(*words, "--json").json
    assert made["summary"]["mean"] is None
    assert {row["at_least"] for row in made["winner"]} == {None}
    assert made["summary"]["player_1"]["exact"] == pytest.approx(103 / 155)
    for out in (run(*words, "--csv").out, run(*words, "--fractions").out):
        assert "mean" not in out
        assert ">=" not in out
    assert "103/155" in run(*words, "--fractions").out


def test_a_roll_off_is_asked_for_in_words():
    asked = [
        run("rolloff", *words, "--method", "exact").out for words in (["3 players, reroll"], ["3", "players", "reroll"])
    ]
    assert asked[0] == asked[1] == run("rolloff", "--players", "3", "--reroll", "--method", "exact").out
    assert run("rolloff", asked[0].splitlines()[0], "--method", "exact").out == asked[0]
    result = run("rolloff", "3 players", "--players", "4")
    assert result.code == 2
    assert "twice" in result.err


def test_trials_are_told_round_by_round():
    out = run("rolloff", "--reroll", "--trace", "40", "--trials", "1000", "--seed", "1").out
    assert "player 1 re-rolls and has" in out
    assert "= winner 1" in " ".join(out.split())
    assert "so by lot" in run("rolloff", "--trace", "40", "--trials", "1000", "--seed", "1").out
    out = run("forward", "2I I3", "4P P4", "--trace", "3", "--trials", "1000", "--seed", "1").out
    assert "passed so far" in out


#: option -> words; every one does something or is refused in one sentence
OPTIONS = {
    "seed": "--seed 2",
    "trials": "--trials 1000",
    "precision": "--precision 0.01",
    "max-trials": "--precision 0.00001 --max-trials 2000",
    "engine": "--engine numba",
    "method": "--method exact",
    "method simulate": "--method simulate",
    "ask": "--ask 1==1",
    "json": "--json",
    "csv": "--csv",
    "fractions": "--fractions",
    "trace": "--trace 2",
    "output": "--output {folder}/answer.txt",
    "chart": "--chart {folder}/chart.svg",
    "checkpoint": "--checkpoint {folder}/run.json",
    "explain": "--explain",
    "edition": "--edition NW2024",
    "rule": "--rule all-duds=failed",
}


@pytest.mark.parametrize(
    "command", [["rolloff", "--reroll"], ["forward", "2I I3 reroll 1", "4P P4"]], ids=["rolloff", "forward"]
)
@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_does_something_or_is_refused(command, option, tmp_path):
    words = OPTIONS[option].format(folder=tmp_path).split()
    seed = [] if option in ("seed", "method") else ["--seed", "1"]
    trials = [] if option in ("trials", "method", "precision", "max-trials") else ["--trials", "20k"]
    plain, changed = run(*command, *seed, *trials), run(*command, *seed, *trials, *words)
    if changed.code:
        assert (changed.code, changed.out, changed.err.count("\n")) == (2, "", 1)
        return
    steady = [re.sub(r"in [\d.e-]+\s+s", "in 1 s", result.out) for result in (plain, changed)]
    assert steady[0] != steady[1] or list(tmp_path.iterdir())
