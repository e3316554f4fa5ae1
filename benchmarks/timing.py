"""Measuring side by side: every round runs every job once, so that what disturbs one disturbs all."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

MOST_WAIT = 60  # seconds
LEAST_IDLE = 0.9  # of all processors
ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("numpy", "numba", "icepool", "dyce", "typer", "rich", "matplotlib", "pandas")


def interleaved(
    jobs: Mapping[str, Callable[[], object]],
    rounds: int,
    clock: Callable[[], float] = time.process_time,
    before: Callable[[], object] = int,
) -> dict[str, float]:
    """Median seconds of each job, by a clock: CPU time of this process unless said. `before` precedes each of them.

    Each job has run once before, so that nothing is loaded or compiled while the clock runs.
    """
    for job in jobs.values():
        job()
    seconds: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            before()
            began = clock()
            job()
            seconds[name].append(clock() - began)
    return {name: statistics.median(values) for name, values in seconds.items()}


def wait_until_idle() -> None:
    """Waits until other work leaves all processors, but not for ever: wall time is worth nothing before."""
    for _ in range(MOST_WAIT):
        before = _idle_ticks()
        time.sleep(1)
        idle = _idle_ticks() - before
        if before == 0 or idle >= LEAST_IDLE * os.sysconf("SC_CLK_TCK") * (os.cpu_count() or 1):
            return


def _idle_ticks() -> int:
    """Clock ticks that processors have been idle for; 0 where the system does not tell."""
    told = Path("/proc/stat")
    return int(told.read_text().split()[4]) if told.exists() else 0


def python(*arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """What a fresh Python process prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
    )
    return done.stdout


def process_seconds(command: Sequence[str], *, terminal: bool) -> tuple[float, float]:
    """(CPU, wall) seconds of a whole process that prints to a pipe, or to what it takes for a terminal."""
    if terminal:
        import pty

        reader, writer = pty.openpty()
    else:
        reader, writer = os.pipe()
    began = time.perf_counter()
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=writer, cwd=ROOT)
    os.close(writer)
    try:
        while os.read(reader, 65536):
            pass
    except OSError:  # how a terminal says that the other side has gone
        pass
    finally:
        os.close(reader)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with exit code {child.returncode}")
    return usage.ru_utime + usage.ru_stime, wall


def machine() -> dict[str, str | int]:
    """The machine, in words."""
    name = platform.processor() or platform.machine()
    described = Path("/proc/cpuinfo")
    if described.exists():
        lines = described.read_text().splitlines()
        name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), name)
        widest = next((line for line in lines if line.startswith("flags")), "")
        name += " with AVX-512" if " avx512f" in widest else " with AVX2" if " avx2" in widest else ""
    return {"processor": name, "processors": os.cpu_count() or 1, "system": platform.system()}


def versions() -> dict[str, str]:
    """The versions of everything measured."""
    import odds

    found = {"odds": odds.__version__, "Python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
