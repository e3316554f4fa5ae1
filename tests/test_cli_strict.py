"""Nothing that is typed is lost: options given twice, without effect or in vain, and what help lists."""

import os
import signal
import sys

import pytest
from run import run

from odds import Forward, parse
from odds.core.lanes import engines
from odds.core.lanes.code import compile_code
from odds.core.lanes.program import Program
from odds.core.subject import subject_of


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["6S", "S6", "L3", "--chart", "a.png", "--chart", "b.png"], "--chart"),
        (["6S", "S6", "L3", "--luck", "3", "--luck=3"], "--luck"),
        (["6S", "S6", "L3", "--method", "exact", "--method", "both"], "--method"),
        (["reroll", "6S", "S6", "reroll", "1", "--for", "hits >= 3", "--for", "hits >= 4"], "--for"),
        (["rolloff", "--players", "3", "--players", "4"], "--players"),
        (["forward", "4P P4 L2", "--seed", "1", "--seed", "2"], "--seed"),
        (["volley", "4P P4 L2", "--at", "E4 HP1", "--at", "E5 HP1"], "--at"),
        (["board", "fight", "--level", "1", "--weak", "head", "--level", "2"], "--level"),
        (["pnp", "check", "--skill", "5", "--skill", "6", "--difficulty", "12"], "--skill"),
        (["compare", "board test 4 --rerolls 1 --rerolls 2", "board test 4"], "--rerolls"),
        (["crew", "new", "a.toml", "--name", "A", "--name", "B"], "--name"),
    ],
)
def test_an_option_with_one_value_is_given_once(words, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert (result.code, result.out) == (2, "")
    assert f"{option} is given more than once: give it once" in result.err
    assert not list(tmp_path.iterdir())


def test_flags_and_options_for_many_can_be_repeated():
    words = ("6S", "S6", "L3", "--method", "exact", "--json", "--ask", "hits >= 2", "--ask", "hits >= 3")
    assert len(run(*words, "--json").json["ask"]) == 2


@pytest.mark.parametrize(
    ("words", "without"),
    [
        (["rolloff"], ("--edition", "--rule", "--explain")),
        (["forward"], ("--explain",)),
        (["board", "test"], ("--edition",)),
        (["board", "fight"], ("--edition",)),
        (["test"], ()),
    ],
)
def test_help_lists_what_a_command_takes(words, without):
    shown = run(*words, "--help").out
    assert "--json" in shown
    assert "<bool>" not in shown
    for option in without:
        assert f"{option} " not in shown
        assert run(*words, option).code == 2


ATTACK = ("pnp", "attack", "--bonus", "5", "--defense", "15", "--damage", "2d6", "--method", "exact", "--json")


@pytest.mark.parametrize(
    ("more", "idle"),
    [
        (["--lethal", "5"], ["--lethal 5"]),
        (["--ap", "3"], ["--ap 3"]),
        (["--ap", "3", "--dt", "4"], []),
        (["--lethal", "5", "--hp", "8"], []),
        (["--penalties", "0/1", "--edt", "3"], ["--penalties 0/1", "--edt 3"]),
        (["--penalties", "0/1", "--rof", "2"], []),
        (["--range", "50", "--max-range", "60"], ["--range 50 and --max-range 60"]),
        (["--range", "50", "--max-range", "30"], []),
        (["--cover", "heavy", "--called", "head", "--burning", "2", "--spread", "1"], []),
        (["--rof", "3", "--warm-up", "3"], ["--warm-up 3"]),
        (["--rof", "3", "--warm-up", "1"], []),
    ],
)
def test_options_of_pnp_without_effect_are_noted(more, idle):
    notes = run(*ATTACK, *more).json["notes"]
    assert [note for note in notes if "nothing here" in note] == [
        f"{option} change{'s' * (' and ' not in option)} nothing here" for option in idle
    ]


def test_checks_and_initiative_note_them_too():
    sure = ("pnp", "check", "--skill", "30", "--difficulty", "10", "--two-weapons", "--action", "triple")
    assert run(*sure, "--method", "exact", "--json").json["notes"] == [
        "--two-weapons changes nothing here",
        "--action triple changes nothing here",
    ]
    tie = run("pnp", "initiative", "--ties", "win", "--method", "exact", "--json")
    assert tie.json["notes"] == []


def test_a_caret_stands_under_what_is_wrong_or_nowhere():
    beside = run("6S S6 L3", "--policy", "nonsense").err
    assert "unknown re-roll policy 'nonsense'" in beside
    assert "^" not in beside
    *_, text, carets = run("6S S6 L3 +2 policy nonsense").err.splitlines()
    assert text[carets.index("^") : carets.rindex("^") + 1] == "policy nonsense"


def test_names_of_files_are_printed_without_control_characters(tmp_path):
    for words in (
        ["6S S6 L3", "--output", tmp_path / "no\x1b[31m" / "a"],
        ["6S S6 L3", "--chart", "a\x07.gif"],
        ["crew", "show", "no\x1b]0;title.toml"],
        ["board", "test", "4", "--faces", "no\x1b[2J.toml"],
    ):
        said = run(*words).err
        assert said.isprintable() or said.rstrip("\n").isprintable(), said
        assert "\\x" in said


@pytest.mark.skipif(sys.platform != "linux", reason="a folder that claims to take files")
@pytest.mark.parametrize("option", ["--chart", "--output"])
def test_a_folder_that_only_claims_to_take_files_is_found_out_before_anything_is_played(option):
    result = run("6S", "S6", "L3", option, "/proc/odds.png", "--trials", "1e12")
    assert (result.code, result.out) == (2, "")
    assert "cannot write /proc/odds.png" in result.err


def test_ctrl_c_is_answered_at_once_where_it_has_to_wait():
    said = []

    def compile_for_long():
        with engines._interrupts_held(lambda: said.append("seen")):
            os.kill(os.getpid(), signal.SIGINT)
            os.kill(os.getpid(), signal.SIGINT)
            said.append("goes on")

    with pytest.raises(KeyboardInterrupt):
        compile_for_long()
    assert said == ["seen", "goes on"]


def test_threads_in_vain_are_noted():
    words = ("6S", "S6", "L3", "--trials", "1000", "--seed", "1", "--csv")
    assert "plays on one thread" in run(*words, "--threads", "2").err
    assert run(*words, "--threads", "1").err == ""
    assert run(*words, "--threads", "2", "--engine", "numba").err.count("thread") == 0


def test_the_engine_is_chosen_with_the_lanes_in_mind_that_dice_leave_out():
    """Forty Tests keep one lane in fifty: a million trials are worth loading numba."""
    codes = []
    for question in (parse("6S S6 L3"), Forward((parse("7S S6 L3"),) * 40)):
        subject, program = subject_of(question), Program()
        codes.append(compile_code(program, subject.play(program, question), subject.shown))
    small, large = codes
    assert small.kept == pytest.approx((125 / 128) ** 3)
    assert large.kept < 0.02
    assert engines.seconds("numpy", large, 10**6) > 5
    if engines.why_no_numba() is None:
        assert [engines.choose("auto", code, 10**6) for code in codes] == ["numpy", "numba"]


def test_a_trace_of_failing_forward_says_which_test():
    told = " ".join(run("forward", "2I I3 L1", "4P P4 L2", "--trace", "1", "--trials", "1000").out.split())
    assert "1: Test 1; Luck Dice" in told
    assert "passed so far" in told.partition("Test 2; Luck Dice")[0]
