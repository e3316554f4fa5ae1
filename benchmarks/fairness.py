"""Are the dice fair? Plays every Pool Size 1-12 x statistic 1-9 x Luck 0-pool and tests each against the exact answer.

    python benchmarks/fairness.py --pools 1e10 --histogram fairness.png

One p-value a configuration, 810 in all. If the simulation plays the rules they are uniform between 0 and 1: none too
small, and none too many close to 1 either.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rivals import grid

import odds
from odds.core.agreement import Agreement, agreement, chi_square_tail

LEAST_P = 1e-300  # below this the logarithm of a p-value means nothing


@dataclass(frozen=True)
class Verdict:
    """810 comparisons in a few numbers."""

    pools: int
    ks_uniform: float
    fisher: float
    smallest: float
    smallest_of: str
    impossible: int
    seconds: float

    def __str__(self) -> str:
        return (
            f"{self.pools:.4g} pools over 810 configurations in {self.seconds:.1f} s\n"
            f"p-values uniform (Kolmogorov-Smirnov): p = {self.ks_uniform:.3g}\n"
            f"p-values together (Fisher):            p = {self.fisher:.3g}\n"
            f"smallest of the 810:                   p = {self.smallest:.3g} ({self.smallest_of});"
            f" so small or smaller by chance: {1 - (1 - self.smallest) ** 810:.2g}\n"
            f"trials in cells that are impossible:   {self.impossible}"
        )


def kolmogorov_smirnov(p_values: Sequence[float]) -> float:
    """Chance of so large a distance from the uniform distribution (asymptotic, with Stephens' correction)."""
    n, ordered = len(p_values), sorted(p_values)
    distance = max(max((i + 1) / n - p, p - i / n) for i, p in enumerate(ordered))
    x = distance * (math.sqrt(n) + 0.12 + 0.11 / math.sqrt(n))
    if x < 0.2:
        return 1.0  # the series converges slowly there; it is 1 to twelve digits
    return min(1.0, max(0.0, 2 * sum((-1) ** (k - 1) * math.exp(-2 * (k * x) ** 2) for k in range(1, 101))))


def fisher(p_values: Sequence[float]) -> float:
    """Fisher's combined p-value: small if too many are small."""
    return chi_square_tail(-2 * sum(math.log(max(p, LEAST_P)) for p in p_values), 2 * len(p_values))


def compare(test: odds.SpecialTest, trials: int, seed: int, threads: int | None) -> Agreement:
    """One configuration, simulated and exact."""
    simulated = odds.simulate(test, trials=trials, seed=seed, threads=threads, engine="numba")
    return agreement(odds.exact(test), simulated)


def judge(pools: int, seed: int, threads: int | None = None) -> tuple[Verdict, list[float]]:
    """Plays so many pools in total, every configuration with a seed of its own."""
    tests = grid()
    trials, began = -(-pools // len(tests)), time.perf_counter()
    found = [compare(test, trials, seed + i, threads) for i, test in enumerate(tests)]
    p_values = [each.p_value for each in found]
    smallest = min(range(len(tests)), key=p_values.__getitem__)
    verdict = Verdict(
        trials * len(tests),
        kolmogorov_smirnov(p_values),
        fisher(p_values),
        p_values[smallest],
        tests[smallest].text,
        sum(each.impossible for each in found),
        time.perf_counter() - began,
    )
    return verdict, p_values


def draw(p_values: Sequence[float], verdict: Verdict, path: Path) -> None:
    """A histogram of the p-values in twenty bars."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    bars, expected = 20, len(p_values) / 20
    axes.hist(p_values, bins=[i / bars for i in range(bars + 1)], color="#4c78a8", edgecolor="white")
    axes.axhline(expected, color="#333333", linewidth=1, label="fair dice, on average")
    spread = 1.96 * math.sqrt(expected * (1 - 1 / bars))
    axes.axhspan(expected - spread, expected + spread, color="#333333", alpha=0.12, label="19 bars in 20")
    axes.set(xlim=(0, 1), xlabel="p-value of a configuration", ylabel="configurations")
    axes.set_title(f"{verdict.pools:,} simulated pools against the exact odds", loc="left")
    axes.legend(loc="lower right", framealpha=0.9)
    figure.savefig(path, dpi=150)
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="Are the dice fair?")
    parser.add_argument("--pools", type=float, default=1e10, help="pools in total (default 1e10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="all processors if not given")
    parser.add_argument("--histogram", type=Path, metavar="FILE", help="draw the p-values")
    given = parser.parse_args()
    verdict, p_values = judge(int(given.pools), given.seed, given.threads)
    print(verdict)
    if given.histogram:
        draw(p_values, verdict, given.histogram)


if __name__ == "__main__":
    main()
