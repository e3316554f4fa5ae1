"""What a whole process costs: memory of long runs, start-up; and the same counts on every processor."""

from __future__ import annotations

import json
import os
import platform
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Results
from timing import process_seconds, python

pytestmark = [pytest.mark.timeout(3600), pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")]

HERE = Path(__file__).parent
STARTS = 21
KINDS = {"x86-64-v2": "xmm", "x86-64-v3": "ymm"}  # and their widest registers

#: Prints the most memory the process ever held, in MB. Linux' own mark is asked first: there `ru_maxrss` remembers
#: what the process that started this one held.
RUN = """
import resource, sys
from pathlib import Path
import odds
{question}
odds.simulate(question, trials=int(sys.argv[1]), seed=1, threads=1, engine="numba")
status = Path("/proc/self/status")
peak = [line.split()[1] for line in status.read_text().splitlines() if "VmHWM" in line] if status.exists() else []
unit = 2**20 if sys.platform == "darwin" else 2**10
print(int(peak[0]) / 2**10 if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)
"""

#: What is played -> how it is made, and trials in the short and the long run.
QUESTIONS = {
    "pools": ('question = odds.parse("6S S6 L3")', "1e9", "1e11"),
    "attacks": ('question = odds.parse_attack("6S S6 L3 crit Maim at E4 HP1")', "1e9", "1e10"),
    "two attacks": ('question = odds.Attacks([odds.parse_attack("6S S6 L3 crit Maim at E4 HP2")] * 2)', "1e9", "1e10"),
}

#: Prints the counts of six questions that between them use most instructions, and the widest registers compiled for.
COUNTS = """
import json
import odds
queries = "6S S6 L3", "7S S1 L2", "5S S3 L4", "8P P5 L1 reroll 3", "12S S8 L5 Four Leaf Clover", "3S S7 L2 Lucky Break"
runs = [odds.simulate(odds.parse(q), trials=3_000_000, seed=7, threads=1, engine="numba") for q in queries]
from odds.core.lanes import machine
code = machine.run.inspect_asm(machine.run.signatures[0])
print(json.dumps([[run.values.tolist() for run in runs], [name for name in ("zmm", "ymm", "xmm") if name in code][0]]))
"""


def peak_megabytes(question: str, trials: int) -> float:
    return float(python("-c", RUN.format(question=question), str(trials)))


@pytest.mark.parametrize("played", QUESTIONS)
def test_memory(results: Results, played: str) -> None:
    question, few, many = QUESTIONS[played]
    peak_megabytes(question, 1)  # compiled and kept, if it was not yet
    short, long = (peak_megabytes(question, int(float(trials))) for trials in (few, many))
    results.check(f"memory of a whole process, {few} {played}: MB", short, most=300)
    results.check(f"memory, {many} {played} instead: MB more", abs(long - short), most=10)


@pytest.fixture
def one_processor() -> Iterator[None]:
    """One processor for this process and its children: numpy's idle threads would count as time on others."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    yield
    os.sched_setaffinity(0, before)


@pytest.mark.usefixtures("one_processor")
@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
def test_start_up(results: Results, terminal: bool) -> None:
    query = [sys.executable, "-m", "odds", "6S S6 L3"]
    commands = {
        "ten lines": [sys.executable, str(HERE / "ten_line_app.py")],
        "default query": query,
        "exact query": [*query, "--method", "exact"],
    }
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(STARTS + 1):
        for name, command in commands.items():
            spent[name].append(process_seconds(command, terminal=terminal))
    cpu, wall = ({name: statistics.median(s[k] for s in each[1:]) for name, each in spent.items()} for k in (0, 1))
    where = "on a terminal" if terminal else "in a pipe"
    results.note(f"start-up {where}, ten-line app: seconds", cpu["ten lines"])
    for name, most in {"default query": 1.6, "exact query": 1.4}.items():
        results.note(f"start-up {where}, {name}, wall time: times the ten-line app", wall[name] / wall["ten lines"])
        results.soft(f"start-up {where}, {name}: times the ten-line app", cpu[name] / cpu["ten lines"], most=most)
    results.settle()


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="kinds of x86-64")
@pytest.mark.parametrize(("kind", "registers"), KINDS.items())
def test_processors(kind: str, registers: str, tmp_path: Path) -> None:
    # the name alone would leave numba everything this processor has
    other = {"NUMBA_CPU_NAME": kind, "NUMBA_CPU_FEATURES": "", "ODDS_CACHE_DIR": str(tmp_path / kind)}
    counts, compiled_for = json.loads(python("-c", COUNTS, environment=other))
    assert compiled_for == registers
    native, _ = json.loads(python("-c", COUNTS, environment={"ODDS_CACHE_DIR": str(tmp_path / "native")}))
    assert counts == native
