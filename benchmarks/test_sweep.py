"""How long sweeps and comparisons take, as whole processes."""

from __future__ import annotations

import statistics
import sys

import pytest
from conftest import Results
from timing import process_seconds, wait_until_idle

pytestmark = pytest.mark.timeout(3600)

ROUNDS = 5
MOST_SECONDS = 1.0
COMMANDS = {
    "odds sweep, 9 x 9 Tests": ["sweep", "6S", "--strength", "1..9", "--luck", "0..8", "--metric", "P(hits >= 3)"],
    "odds sweep, 9 x 9 Tests, CSV": ["sweep", "6S", "--strength", "1..9", "--luck", "0..8", "--csv"],
    "odds sweep, 9 x 9 attacks": [
        "sweep", "6S S6 L3 crit Maim", "--at", "E4 HP1", "--target-endurance", "1..9", "--health", "1..9",
    ],
    "odds sheet": ["sheet", "--luck", "2", "--metric", "P(hits >= 3)"],
    "odds compare, exact": ["compare", "6S S6 L4", "6S S6 L3", "--method", "exact"],
}  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_a_whole_process(name: str, results: Results) -> None:
    command = [sys.executable, "-m", "odds", *COMMANDS[name]]
    process_seconds(command, terminal=False)  # loads the files
    seconds = []
    for _ in range(ROUNDS):
        wait_until_idle()
        seconds.append(process_seconds(command, terminal=False)[1])
    results.check(f"{name}: seconds, whole process", statistics.median(seconds), most=MOST_SECONDS)
