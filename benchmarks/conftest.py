"""Options of the benchmarks, and the results file they fill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from timing import machine, versions


class Results:
    """What was measured and what was asked of it, kept whether it holds or not."""

    def __init__(self) -> None:
        self.speeds: dict[str, float] = {}  # pools a second on one core, the question 6S S6 L3
        self.tables: dict[str, float] = {}  # seconds for the exact grid
        self.figures: dict[str, dict[str, Any]] = {}
        self.failures: list[str] = []

    def check(self, what: str, measured: float, *, least: float | None = None, most: float | None = None) -> None:
        """Notes a figure, then asserts it: at least `least`, at most `most`."""
        self.soft(what, measured, least=least, most=most)
        self.settle()

    def soft(self, what: str, measured: float, *, least: float | None = None, most: float | None = None) -> None:
        """Notes a figure that `settle` asserts later, together with others."""
        holds = (least is None or measured >= least) and (most is None or measured <= most)
        self.figures[what] = {"measured": measured, "least": least, "most": most, "holds": holds}
        asked = " and ".join(f"{word} {limit:g}" for word, limit in (("at least", least), ("at most", most)) if limit)
        print(f"\n{what}: {measured:.4g}" + (f" (asked: {asked})" if asked else ""))
        if not holds:
            self.failures.append(f"{what}: measured {measured:.4g}, asked {asked}")

    def settle(self) -> None:
        """Asserts what has been noted since the last time."""
        failures, self.failures = self.failures, []
        assert not failures, "; ".join(failures)

    def note(self, what: str, measured: float) -> None:
        """Notes a figure of which nothing is asked."""
        self.soft(what, measured)

    def write(self, path: Path) -> None:
        """Writes all of it, as JSON."""
        found = {
            "machine": machine(),
            "versions": versions(),
            "speeds": self.speeds,
            "tables": self.tables,
            "figures": self.figures,
        }
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("odds benchmarks")
    group.addoption("--results", metavar="FILE", help="write what was measured to this JSON file")
    group.addoption("--sample", type=int, metavar="N", help="N of the 810 configurations, drawn with a fixed seed")


@pytest.fixture(scope="session")
def results(pytestconfig: pytest.Config) -> Iterator[Results]:
    found = Results()
    yield found
    if path := pytestconfig.getoption("--results"):
        found.write(Path(path))
