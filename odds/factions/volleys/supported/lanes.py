"""A volley in which an attacker supports, on lanes: the volley of the others."""

from __future__ import annotations

from odds.core.lanes.program import Program
from odds.factions.attacks.lanes import Parts
from odds.factions.volleys.lanes import play as play_volley
from odds.factions.volleys.supported.exact import AXES
from odds.factions.volleys.supported.rules import Supported


def play(p: Program, supported: Supported) -> dict[str, Parts]:
    """Plays the volley of the others in every lane; only whether the target falls is told."""
    parts = play_volley(p, supported.volley)
    return {axis: parts[axis] for axis in AXES}
