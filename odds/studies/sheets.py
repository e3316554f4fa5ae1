"""A sheet for the table: one metric for every Pool Size and statistic, at one Luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from odds.core.errors import OddsError
from odds.core.sweep import Sweep
from odds.factions.special.rules import AVERAGE_LUCK
from odds.studies.sweeping import swept

POOLS, VALUES = range(1, 13), range(1, 10)
METRIC = "P(hits >= 1)"


def sheet(
    metric: str = METRIC,
    luck: int = AVERAGE_LUCK,
    *,
    words: str = "",
    pools: Sequence[int] = POOLS,
    values: Sequence[int] = VALUES,
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
    fractions: bool = False,
) -> Sweep:
    """Works the sheet out, exactly.

    Parameters
    ----------
    metric
        One metric of a Test.
    luck
        The Luck of all Tests.
    words
        What else holds for all of them, as in a query: "+1 die", "unlucky", "reroll 1".
    pools, values
        Pool Sizes, down, and values of the Test Statistic, across.
    edition, rules
        Edition and rule switches.
    fractions
        Exact numbers as fractions.

    Raises
    ------
    OddsError
        If the words cannot be read, or a number is out of range.

    Examples
    --------
    >>> found = sheet("mean(hits)", 3)
    >>> found.title, len(found.points)
    ('Luck 3', 108)
    """
    if not pools or not values:
        raise OddsError("a sheet needs a Pool Size and a statistic at least")
    query = f"{pools[0]}S S{values[0]} L{luck} {words}".strip()
    over = {"pool": tuple(pools), "strength": tuple(values)}
    found = swept(query, over, [metric], edition=edition, rules=rules, fractions=fractions)
    also = " ".join(words.split())
    return replace(found, title=f"Luck {luck}{', ' + also if also else ''}")
