"""How long rankings take, all exact: a faction and the whole catalogue against the gallery of 20 targets."""

from __future__ import annotations

from time import perf_counter

import pytest
from conftest import Results

from odds.factions.attacks import damage, exact, link
from odds.factions.ranking.rank import ranked

pytestmark = pytest.mark.timeout(600)

#: who is ranked -> seconds that are allowed
LIMITS = {"Survivors": 5.0, "Brotherhood of Steel": 5.0, "the whole catalogue": 30.0}


@pytest.mark.parametrize("who", LIMITS)
def test_a_ranking_takes_so_long(who: str, results: Results) -> None:
    for table in (damage._laws, damage.fewer_hits, exact.rolls, exact.table, exact.choice, link.link):
        table.cache_clear()
    began = perf_counter()
    found = ranked(everyone=True) if who not in ("Survivors", "Brotherhood of Steel") else ranked(faction=who)
    taken = perf_counter() - began
    assert len(found.foes) == 20
    results.check(f"seconds to rank {who}, {len(found.rows)} models with 20 targets", taken, most=LIMITS[who])
