"""How cost grows with trials, dice, threads and tables, as one chart.

python benchmarks/growth.py growth.png
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rivals import BY_NAME, grid
from timing import interleaved, wait_until_idle

import odds

Curves = Mapping[str, tuple[Sequence[float], Sequence[float]]]

ROUNDS = 3
MOST_SECONDS = 2.0  # a curve ends where one more point would take longer
TEST = odds.parse("6S S6 L3")
COLOURS = {
    "odds, compiled": "#1f5fa8",
    "odds, numpy only": "#63a4de",
    "odds.exact": "#63a4de",
    "odds.exact_tables": "#1f5fa8",
    "chunked uint8 numpy": "#e08a1e",
    "obvious numpy": "#b5442e",
    "plain numba loop": "#7a7a7a",
    "icepool": "#b5442e",
    "dyce": "#e08a1e",
    "closed form, plain Python": "#7a7a7a",
}


def median_seconds(job: Callable[[], object]) -> float:
    return interleaved({"job": job}, ROUNDS)["job"]


def until_slow(job: Callable[[Any], object], sizes: Sequence[Any]) -> tuple[list[float], list[float]]:
    """(sizes, seconds), ending where it becomes slow."""
    seconds: list[float] = []
    for n, size in enumerate(sizes):
        seconds.append(median_seconds(lambda size=size: job(size)))
        if n + 1 < len(sizes) and seconds[-1] * sizes[n + 1] / size > MOST_SECONDS:
            break
    return list(sizes[: len(seconds)]), seconds


def by_trials() -> Curves:
    """Seconds of a run of so many trials, everything loaded."""
    names = ("obvious numpy", "plain numba loop", "chunked uint8 numpy", "odds, numpy only", "odds, compiled")
    sizes = [10**k for k in range(3, 11)]
    return {name: until_slow(lambda n, r=BY_NAME[name]: r.run(TEST, n, 1), sizes) for name in names}


def by_dice() -> Curves:
    """Pools a second by Pool Size, Luck half of it, at an easy and a costly statistic."""
    curves = {}
    for name, trials in {"odds, compiled": 10**8, "chunked uint8 numpy": 2 * 10**5}.items():
        dice = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40]
        speeds = []
        for n in dice:
            test = odds.SpecialTest(n, "S", 6, min(n // 2, 10))
            speeds.append(trials / median_seconds(lambda test=test, t=trials, r=BY_NAME[name]: r.run(test, t, 1)))
        curves[name] = (dice, speeds)
    return curves


def by_threads() -> Curves:
    """How many times faster than one thread."""
    most = os.cpu_count() or 1
    threads = sorted({n for n in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, most) if n <= most})
    jobs = {
        str(n): lambda n=n: odds.simulate(TEST, trials=4 * 10**9, seed=1, threads=n, engine="numba") for n in threads
    }
    seconds = interleaved(jobs, 5, time.perf_counter, wait_until_idle)
    return {"odds, compiled": (threads, [seconds["1"] / seconds[str(n)] for n in threads])}


def by_tables() -> Curves:
    """Seconds for so many exact tables, spread evenly over the grid."""
    tests, sizes = grid(), [10, 27, 81, 270, 810]

    def some(n: int) -> list[odds.SpecialTest]:
        return tests[:: len(tests) // n][:n]

    curves = {"odds.exact_tables": until_slow(lambda n: odds.exact_tables(some(n)), sizes)}
    for name in ("icepool", "dyce", "odds.exact", "closed form, plain Python"):
        if not BY_NAME[name].missing:
            curves[name] = until_slow(lambda n, r=BY_NAME[name]: [r.run(test) for test in some(n)], sizes)
    return curves


def panel(
    axes: Any, curves: Curves, title: str, words: tuple[str, str], scale: str = "log", legend: bool = False
) -> None:
    """One chart; every curve is named where it ends, or in a legend where the ends lie close."""
    for name, (x, y) in curves.items():
        axes.plot(x, y, marker="o", markersize=3.5, linewidth=1.6, color=COLOURS[name], label=name)
        if legend:
            continue
        axes.annotate(name, (x[-1], y[-1]), xytext=(5, 0), textcoords="offset points", va="center", fontsize=8)
        axes.texts[-1].set_color(COLOURS[name])
    axes.set(xlabel=words[0], ylabel=words[1], xscale=scale, yscale=scale)
    axes.set_title(title, loc="left", fontsize=10)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    if legend:
        axes.legend(fontsize=8, frameon=False, loc="upper left")
        return
    low, high = axes.get_xlim()
    axes.set_xlim(low, high * (high / low) ** 0.42 if scale == "log" else high)  # room for the names


def draw(path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, ((trials, dice), (threads, tables)) = plt.subplots(2, 2, figsize=(11.5, 7.6), layout="constrained")
    panel(trials, by_trials(), "Trials: 6S S6 L3, one thread", ("trials", "CPU seconds"), legend=True)
    panel(dice, by_dice(), "Dice: statistic 6, Luck half the pool, to 10", ("Pool Size", "pools a CPU second"))
    speedup = by_threads()
    panel(threads, speedup, "Threads: 4e9 pools of 6S S6 L3, wall time", ("threads", "times one thread"), "linear")
    count = speedup["odds, compiled"][0]
    threads.plot(count, count, color="#999999", linestyle=":", linewidth=1.2)
    threads.annotate("in proportion", (count[-1], count[-1]), xytext=(5, 5), textcoords="offset points", fontsize=8)
    threads.set(ylim=(0, max(count) * 1.1), xlim=(0.8, max(count) * 1.25), xticks=count)
    panel(tables, by_tables(), "Grid: exact tables, pool 1-12, statistic 1-9", ("tables", "CPU seconds"))
    for axes, ticks in ((dice, (1, 2, 4, 8, 16, 40)), (tables, (10, 27, 81, 270, 810))):
        axes.set_xticks(ticks, [str(tick) for tick in ticks])
        axes.minorticks_off()
    figure.savefig(path, dpi=130)
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="How cost grows with trials, dice, threads and tables.")
    parser.add_argument("chart", type=Path, help="PNG, SVG or PDF file to write")
    draw(parser.parse_args().chart)


if __name__ == "__main__":
    main()
