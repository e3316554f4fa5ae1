"""Shoot or support in words: what is answered beside a volley for each attacker that could support."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from odds.report.numbers import percent
from odds.report.pnp import both
from odds.report.view import Column, Grid

if TYPE_CHECKING:
    from odds.core.answer import Answer
    from odds.factions.volleys.supported.rules import Supported

DOWN = "P(incapacitated)"


def subtitle(supported: Supported) -> str:  # noqa: ARG001 (it has no page of its own)
    """It is told beside the volley."""
    return ""


def value_name(supported: Supported) -> str:  # noqa: ARG001 (nothing is ever left open)
    """No value is left open."""
    return ""


def policy(supported: Supported) -> str:
    """How re-rolls are used."""
    from odds.report import volley

    return volley.policy(supported.volley)


def facts(supported: Supported) -> dict[str, Any]:
    """The fields of the volley of the others."""
    from odds.report import volley

    return volley.facts(supported.volley)


def is_amount(supported: Supported) -> bool:  # noqa: ARG001
    """A model falls or does not."""
    return False


def csv_rows(made: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One row of CSV; the query says whose attack is supported."""
    if found := made["summary"]["incapacitated"]:
        yield {"query": made["query"], "metric": DOWN, **found}


def grid(answer: Answer) -> Grid | None:
    """For each attacker that could support: what is better; None where none could."""
    from odds.factions.volleys.support import supports

    found = supports(answer.question)
    if not found:
        return None
    played = {name: part for name, part in answer.beside.items() if part.simulated is not None}
    sampled = any(each.name in played for each in found)  # not with a checkpoint, which keeps the volley alone
    rows = []
    for each in found:
        seen = [both(played[each.name], DOWN)[1] if each.name in played else ""] * sampled
        shoot, support = percent(each.shoot), percent(each.support)
        rows.append((str(each.attacker + 1), shoot, support, *seen, str(each.helped + 1), each.better))
    columns = [
        Column("attacker", "key"),
        Column("all shoot", "exact"),
        Column("it supports", "exact"),
        *[Column("simulated", "simulated")] * sampled,
        Column("whom", "key"),
        Column("better", "name"),
    ]
    return Grid(tuple(columns), tuple(rows))
