"""Dice drawn patiently: exact for every code of their coins, and few lanes are left out of hundreds of dice."""

from itertools import product

import numpy as np
import pytest
from lane_tools import every_code, value_of

from odds import answer, parse
from odds.core.lanes.program import Program
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.attacks.until.rules import UntilDown


@pytest.mark.parametrize("tenths", range(1, 10))
def test_every_code_of_three_patient_dice(tenths):
    p = Program()
    p.patient = True
    dice = p.dice(3, tenths, "pool")
    values, live = every_code(p)
    shown = [value_of(die, values)[live] for die in dice]
    chances = [tenths / 10, 1 - tenths / 10]
    for faces in product((0, 1), repeat=3):
        seen = np.logical_and.reduce([die == bool(hit) for die, hit in zip(shown, faces, strict=True)]).mean()
        assert seen == pytest.approx(np.prod([chances[1 - hit] for hit in faces]), abs=1e-12)
    assert 1 - live.mean() <= (3 / 128) ** 2


def test_a_hundred_attacks_leave_lanes_to_count():
    attack = Attack.of(parse("9P P1 L2"), ["Maim", "Pierce"], Target(9, 9))
    both = answer(UntilDown(attack), trials=1_000_000, seed=1)
    assert both.agreement.agrees
    assert both.simulated.run.seconds < 10
