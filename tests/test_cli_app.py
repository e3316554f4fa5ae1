"""The command line around the commands: names, errors, terminals, interrupts, start-up."""

import os
import signal
import subprocess
import sys

import pytest
from run import CLEAN, ROOT, run

import odds
from odds.cli import ask
from odds.cli.values import fraction, whole
from odds.core.errors import OddsError


def test_version():
    assert run("--version").out == f"odds {odds.__version__}\n"


def test_help_without_words():
    result = run()
    assert result.code == 0
    assert "Usage: odds" in result.out
    assert all(name in result.out for name in ("test", "tests", "rules"))


@pytest.mark.parametrize("words", [["test", "--help"], ["6S", "--help"], ["-h"], ["tests", "--help"], ["rules", "-h"]])
def test_help_of_a_command(words):
    result = run(*words)
    assert result.code == 0
    assert "Usage: odds" in result.out


def test_tests_lists_every_named_test():
    out = run("tests").out
    assert "Confusion" in out
    assert "Mysterious Stranger" in out


def test_rules_lists_editions_and_switches():
    out = run("rules").out
    for name in ("NW2024", "ERR2026Q2 ", "luck-dice=printed", "four-leaf-clover=every", "all-duds=failed"):
        assert name in out
    assert max(map(len, out.splitlines())) <= 80


ERRORS = [
    (["6S", "S6", "lukc", "3"], "luck"),
    (["4P", "S6"], "Perception"),
    (["6S", "S6", "--strength", "7"], "twice"),
    (["6S", "S6", "--trials", "0"], "--trials"),
    (["6S", "S6", "--trials", "1e13"], "--trials"),
    (["6S", "S6", "--trials", "1e999999999"], "--trials"),
    (["6S", "S6", "--trials", "many"], "--trials"),
    (["6S", "S6", "--trials", "2.5"], "--trials"),
    (["6S", "S6", "--seed", "-1"], "--seed"),
    (["6S", "S6", "--seed"], "--seed"),
    (["6S", "S6", "--threads", "0"], "--threads"),
    (["6S", "S6", "--precision", "nan"], "--precision"),
    (["6S", "S6", "--precision", "1e-4", "--trials", "10"], "--precision"),
    (["6S", "S6", "--max-trials", "10"], "--max-trials"),
    (["6S", "S6", "--method", "guess"], "--method"),
    (["6S", "S6", "--engine", "steam"], "--engine"),
    (["6S", "S6", "--method", "exact", "--seed", "1"], "--seed"),
    (["6S", "S6", "--method", "exact", "--trials", "1k"], "--trials"),
    (["6S", "S6", "--method", "exact", "--threads", "1"], "--threads"),
    (["6S", "S6", "--method", "exact", "--engine", "numpy"], "--engine"),
    (["6S", "S6", "--method", "exact", "--precision", "0.1"], "--precision"),
    (["6S", "S6", "--method", "simulate", "--fractions"], "--fractions"),
    (["6S", "S6", "--json", "--csv"], "--csv"),
    (["6S", "S6", "--json", "--explain"], "--explain"),
    (["6S", "--explain"], "explanation"),
    (["6S", "S6", "--chart", "odds.gif"], ".png"),
    (["6S", "S6", "--chart", "no/such/folder/odds.png"], "no folder"),
    (["6S", "S6", "--output", "no/such/folder/odds.txt"], "no folder"),
    (["6S", "S6", "--output", "."], "folder"),
    (["6S", "S6", "--output", ""], "nothing in it"),
    (["6S", "S6", "--output", "a\0b"], "cannot write"),
    (["6S", "S6", "--rule", "luck-dice"], "NAME=VALUE"),
    (["6S", "S6", "--rule", "luck-dise=printed"], "luck-dice"),
    (["6S", "S6", "--rule", "luck-dice=no"], "printed"),
    (["6S", "S6", "--rule", "luck-dice=printed", "--rule", "luck-dice=with-bonus"], "twice"),
    (["6S", "S6", "--edition", "1987"], "NW2024"),
    (["6S", "S6", "--ask", "hits >="], "missing"),
    (["6S", "S6", "--ask", "wounds > 2"], "wounds"),
    (["6S", "S6", "--ask", "P(critical given hits >= 99)"], "impossible"),
    (["6S", "S6", "--trails", "5"], "--trials"),
    (["6S", "S6", "-5"], "-5"),
    (["-5"], "-5"),
    (["--", "-5", "6S"], "-"),
    (["6S", "S6", "--luck", "six"], "--luck"),
    (["6S", "S6", "--json=yes"], "--json"),
    ([""], "empty"),
    (["test"], "empty"),
    (["rulez"], "rulez"),
    (["rules", "more"], "more"),
    (["6S\x1b[31m", "S6"], "odds"),
    (["-", "--chart", "odds.png"], "--chart"),
]


@pytest.mark.parametrize(("words", "says"), ERRORS, ids=[" ".join(words)[:40] or "nothing" for words, _ in ERRORS])
def test_errors_are_one_sentence(words, says):
    result = run(*words)
    assert result.code == 2
    assert result.out == ""
    first, *pointer = result.err.rstrip("\n").split("\n")
    assert first.startswith("odds: ")
    assert says in first
    assert len(pointer) in (0, 2)
    assert "Traceback" not in result.err
    assert "\x1b" not in result.err


@pytest.mark.parametrize(
    ("text", "number"),
    [("1e8", 10**8), ("250k", 250_000), ("10M", 10**7), ("1_000_000", 10**6), ("1,000", 1000), ("1e12", 10**12),
     ("1.5k", 1500), ("2G", 2 * 10**9), ("1T", 10**12), ("  7 ", 7), ("+3", 3), (".5k", 500)],
)  # fmt: skip
def test_numbers_as_people_type_them(text, number):
    assert whole(text, "--trials", 1, 10**12) == number


@pytest.mark.parametrize(
    "text", ["", " ", "e5", "k", "1e", "1.", "-5", "1e-3", "1.0001k", "0x10", "१२", "1" * 50, "inf"]
)
def test_numbers_that_are_none(text):
    with pytest.raises(OddsError, match="--trials must be a whole number"):
        whole(text, "--trials", 1, 10**12)


def test_fractions_of_one():
    assert fraction("1e-4", "--precision") == 1e-4
    for text in ("0", "1", "-1", "nan", "inf", "x", ""):
        with pytest.raises(OddsError):
            fraction(text, "--precision")


def test_a_pipe_gets_plain_text_of_80_columns():
    result = run("6S", "S6", "L3", "--trials", "1k", "--seed", "1", process=True)
    assert result.code == 0
    assert "\x1b" not in result.out
    assert max(map(len, result.out.splitlines())) <= 80
    assert result.err == ""


@pytest.mark.parametrize("columns", [40, 60, 100, 150])
def test_columns_is_respected(columns):
    for query in ("6S S6 L3", "6S L3"):
        out = run(query, "--trials", "1k", "--seed", "1", env={"COLUMNS": str(columns)}).out
        assert max(map(len, out.splitlines())) <= columns


def test_a_pipe_that_cannot_hold_blocks_gets_hashes():
    out = run("6S S6 L3", "--method", "exact", process=True, env={"PYTHONIOENCODING": "ascii"}).out
    assert "####" in out


def on_a_terminal(*words, env=None):
    """What `odds` shows on a pseudo-terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    environ = {**os.environ, **CLEAN, **(env or {})}
    with subprocess.Popen(
        [sys.executable, "-m", "odds", *words], stdout=theirs, stderr=theirs, cwd=ROOT, env=environ
    ) as job:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            shown += part
        job.wait()
    os.close(ours)
    return shown.decode()


def test_a_terminal_gets_colours_and_bars():
    shown = on_a_terminal("6S", "S6", "L3", "--method", "exact")
    assert "\x1b[" in shown
    assert "█" in shown
    bare = on_a_terminal("6S", "S6", "L3", "--method", "exact", env={"NO_COLOR": "1"})
    assert "\x1b[3" not in bare
    assert "█" in bare
    assert "\x1b" not in on_a_terminal("6S", "S6", "L3", "--method", "exact", env={"TERM": "dumb"})


def test_a_reader_that_goes_away_is_no_error():
    command = f"{sys.executable} -m odds - --json --method exact | head -n 1"
    queries = "6S S6 L3\n" * 400
    done = subprocess.run(["sh", "-c", command], input=queries, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith('{"schema": 1')


def test_heavy_libraries_stay_asleep():
    script = (
        "import sys; from odds.cli.app import main; main(['6S', 'S6', 'L3', '--seed', '1']);"
        "print([name for name in ('numba', 'pandas', 'matplotlib', 'dask', 'rich', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_shell_completion_knows_commands_and_options():
    env = {"_ODDS_COMPLETE": "complete_bash", "COMP_WORDS": "odds te", "COMP_CWORD": "1"}
    assert run(process=True, env=env).out.split() == ["test", "tests"]
    env = {"_ODDS_COMPLETE": "complete_bash", "COMP_WORDS": "odds 6S --tri", "COMP_CWORD": "2"}
    assert run(process=True, env=env).out.split() == ["--trials"]


def test_interrupted_before_anything_was_played(monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("odds.core.answer.add_simulation", interrupted)
    result = run("6S S6 L3")
    assert result.code == ask.INTERRUPTED == 130
    assert "4.6800" in result.out
    assert "interrupted" in result.err
    alone = run("6S S6 L3", "--method", "simulate")
    assert alone.code == 130


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_ctrl_c_shows_what_was_played():
    words = [sys.executable, "-m", "odds", "6S", "S6", "L3", "--trials", "1e12", "--engine", "numpy", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT) as job:
        with pytest.raises(subprocess.TimeoutExpired):
            job.wait(5)
        job.send_signal(signal.SIGINT)
        out, err = job.communicate(timeout=60)
    assert job.returncode == 130
    assert '"interrupted": true' in out
    assert err == "odds: interrupted: this is what was computed so far\n"
