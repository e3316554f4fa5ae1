"""Turns measured figures into the README's table, between its two comment markers.

    python benchmarks/table.py benchmarks/results.json README.md

Without a second file the table is printed.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from pathlib import Path
from typing import Any

from rivals import HAND_FUSED, of_kind

BEGIN, END = "<!-- benchmarks -->", "<!-- /benchmarks -->"
OURS = "odds, compiled"
YARDSTICKS = {
    "plain": "no dice: a numba loop that only sums as many SplitMix64 words",
    "wide": "no dice: such a loop, made to use the widest registers",
}


def number(value: float) -> str:
    """Three digits, thousands apart: 868, 1.93, 7,720,000,000."""
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value, -digits):,.0f}"
    return f"{value:.3g}"


def rows(head: tuple[str, ...], body: list[tuple[str, ...]]) -> list[str]:
    """A Markdown table, its first column of figures to the right."""
    lines = [head, ("---:", *("---" for _ in head[1:])), *body]
    return ["| " + " | ".join(line) + " |" for line in lines]


def against_simulations(speeds: dict[str, float]) -> list[str]:
    """Pools a second against every rival, the strongest first."""
    rivals = {rival.name for rival in of_kind("simulation") if not rival.ours} & set(speeds)
    ordered = sorted(
        set(speeds) - {OURS}, key=lambda name: (name in rivals, name in YARDSTICKS, speeds[name]), reverse=True
    )
    body = [("**1**", "**odds, compiled**", f"**{number(speeds[OURS])}**")]
    for name in ordered:
        body.append((number(speeds[OURS] / speeds[name]), YARDSTICKS.get(name, name), number(speeds[name])))
    mark = HAND_FUSED
    body.append(("", f"{mark.name} ({mark.where}: another machine)", number(mark.pools_a_second)))
    return rows(("odds is times as fast", "`6S S6 L3`, simulated on one core", "pools a second"), body)


def against_exact(tables: dict[str, float]) -> list[str]:
    """Seconds for the exact grid."""
    ours = "odds.exact_tables"
    body = [("**1**", f"**{ours}**", f"**{number(1000 * tables[ours])}**")]
    for name in sorted(set(tables) - {ours}, key=tables.__getitem__):
        body.append((number(tables[name] / tables[ours]), name, number(1000 * tables[name])))
    return rows(("odds is times as fast", "exact, 810 tables, one core", "milliseconds"), body)


def promises(figures: dict[str, dict[str, Any]]) -> list[str]:
    """What is asked and what was measured."""
    body = []
    for what, figure in figures.items():
        limits = [("at least", figure["least"]), ("at most", figure["most"])]
        asked = " and ".join(f"{word} {limit:g}" for word, limit in limits if limit is not None)
        if asked:
            missed = "" if figure["holds"] else " (missed)"
            body.append((number(figure["measured"]), what, f"{asked}{missed}"))
    return rows(("measured", "figure", "asked"), body)


def page(found: dict[str, Any]) -> str:
    """Everything between the markers."""
    machine, versions = found["machine"], found["versions"]
    lines = []
    if OURS in found["speeds"]:
        lines += [*against_simulations(found["speeds"]), ""]
    if "odds.exact_tables" in found["tables"]:
        lines += [*against_exact(found["tables"]), ""]
    lines += [*promises(found["figures"]), ""]
    used = ", ".join(f"{name} {version}" for name, version in versions.items())
    told = (
        f"Measured on one machine: {machine['processor']}, {machine['processors']} processors, {machine['system']}; "
        f"{used}. Medians of interleaved rounds, CPU time unless said; made by `benchmarks/table.py` from "
        "`benchmarks/results.json`."
    )
    return "\n".join([*lines, *textwrap.wrap(told, 118, break_on_hyphens=False)])


def put(text: str, between: str) -> str:
    """The text with its part between the markers replaced."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise ValueError(f"the file needs {BEGIN} and then {END}, each once")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{between}\n\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measured figures as the README's table.")
    parser.add_argument("results", type=Path)
    parser.add_argument("readme", type=Path, nargs="?")
    given = parser.parse_args()
    between = page(json.loads(given.results.read_text(encoding="utf-8")))
    if given.readme is None:
        print(between)
        return
    try:
        text = put(given.readme.read_text(encoding="utf-8"), between)
    except ValueError as error:
        sys.exit(f"table: {error}")
    given.readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
