"""`odds rolloff` and `odds forward` from the command line."""

import pytest
from run import run


def test_a_roll_off_is_answered():
    result = run("rolloff", "--players", "3", "--reroll", "--seed", "1", "--json")
    assert result.code == 0
    winners = result.json["winner"]
    assert winners[1]["exact"] == pytest.approx(0.5016944924)
    assert abs(winners[1]["simulated"] - winners[1]["exact"]) < 5 * winners[1]["std_error"]
    page = run("rolloff", "--seed", "1").out
    assert "P(player_1)" in page
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
        (["rolloff", "--edition", "NW2024"], "every edition"),
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
