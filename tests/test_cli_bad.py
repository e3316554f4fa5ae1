"""Malformed command lines, over a thousand: exit code 2, one sentence on standard error, no traceback."""

from random import Random

import pytest
from bad_queries import CORPUS
from run import run

NUMBERS = ["", "six", "-1", "1.5", "1e99", "0x1", "nan", "inf", "9" * 30, "1;2", "٣", "\0", "--", "%s", "{}", "1 000 x"]
NUMBERED = ["trials", "seed", "threads", "max-trials", "strength", "luck", "bonus", "rerolls", "at-least", "precision"]
NUMBER_FLAGS = [f"--{name}" for name in NUMBERED]
WORDS = ["", "?", "exactly", "NaN", "../..", "a=b", "=", "=b", "luck-dice=", "☢", "\x1b[31m", "x" * 300]
WORD_FLAGS = ["--method", "--edition", "--rule", "--engine", "--ask", "--chart"]
UNKNOWN = ["--lukc", "--Strength", "-x", "--js0n", "-6S", "--re-roll", "---", "--=5", "-Luck", "--no-json", "--seed1"]


def flag_lines():
    """Command lines that are right but for one flag."""
    lines = [["6S", "S6", "L3", flag, value] for flag in NUMBER_FLAGS for value in NUMBERS]
    lines += [["6S", "S6", "L3", flag, value] for flag in WORD_FLAGS for value in WORDS]
    lines += [["6S", "S6", flag] for flag in (*UNKNOWN, *NUMBER_FLAGS, *WORD_FLAGS)]
    rng = Random(2026)
    for line in lines:
        at = rng.randrange(len(line) - 1)
        yield line if len(line) < 5 or at > 2 else [*line[3:], *line[:3]]


def refused(result):
    """Whether it is exit code 2 and one sentence, with two lines that point at the place or none."""
    first, *pointer = result.err.removesuffix("\n").split("\n")
    return result.code == 2 and result.out == "" and first.startswith("odds: ") and len(pointer) in (0, 2)


def test_malformed_queries_are_refused():
    wrong = [text for text in CORPUS if text.strip() != "-" and not refused(run("--", text))]  # - is standard input
    assert wrong == []


def test_malformed_flags_are_refused():
    lines = list(flag_lines())
    assert len(CORPUS) + len(lines) > 700
    wrong = [line for line in lines if not refused(run(*line))]
    assert wrong == []


@pytest.mark.parametrize("text", CORPUS[::60])
def test_malformed_queries_are_refused_by_the_whole_program(text):
    if "\0" in text or text.strip() == "-":
        pytest.skip("no process can be given a NUL, and - is standard input")
    result = run("--", text, process=True)
    assert refused(result)
    assert "Traceback" not in result.err
