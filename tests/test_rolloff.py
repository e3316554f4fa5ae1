"""The Roll Off: exact against a long game tree, lanes against exact, wrong rules caught."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds import OddsError, exact, paired, simulate
from odds.core.agreement import agreement
from odds.core.lanes.program import Number
from odds.factions.rolloff import lanes
from odds.factions.rolloff.query import parse
from odds.factions.rolloff.rules import RollOff


@cache
def chance(players: int, rounds: int) -> float:
    """Player 1's chance with his re-roll in hand: every face of every die, so many rounds deep, ties then shared."""
    if not rounds:
        return 1 / players
    total = 0.0
    for own, *others in product(range(1, 11), repeat=players):
        lowest = min(others)
        equal = others.count(lowest)
        keep = 1.0 if own < lowest else chance(equal + 1, rounds - 1) if own == lowest else 0.0
        again = sum(1.0 if new < lowest else 1 / (equal + 1) if new == lowest else 0.0 for new in range(1, 11)) / 10
        total += max(keep, again)
    return total / 10**players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_re_roll_is_used_as_well_as_a_long_game_tree_uses_it(players):
    found = float(exact(RollOff(players, reroll=True)).metric("player_1").value)
    assert found == pytest.approx(chance(players, 9), abs=1e-8)


def converged(players: int) -> float:
    """The same chance by going round and round until nothing moves; the others' lowest dice added one by one."""
    laws = {}
    law = {(11, 0): 1.0}  # lowest face of the others, how many show it
    for others in range(1, players):
        more: dict[tuple[int, int], float] = {}
        for ((lowest, equal), share), face in product(law.items(), range(1, 11)):
            after = (face, 1) if face < lowest else (lowest, equal + (face == lowest))
            more[after] = more.get(after, 0.0) + share / 10
        law = laws[others] = more
    value = dict.fromkeys(laws, 0.5)
    for _ in range(100):
        value = {
            others: sum(
                share / 10 * max(own < lowest, value[equal] * (own == lowest), (lowest - 1) / 10 + 0.1 / (equal + 1))
                for ((lowest, equal), share), own in product(law.items(), range(1, 11))
            )
            for others, law in laws.items()
        }
    return value[players - 1]


@pytest.mark.parametrize("players", range(2, 7))
def test_the_chance_is_where_rounds_without_end_settle(players):
    assert float(exact(RollOff(players, reroll=True)).metric("player_1").value) == pytest.approx(
        converged(players), abs=1e-12
    )


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("reroll", [False, True])
def test_chances_add_up_and_equals_are_equal(players, reroll):
    law = exact(RollOff(players, reroll), fractions=True)
    chances = [law.metric(f"player_{n}").value for n in range(1, players + 1)]
    assert sum(chances) == 1
    assert len(set(chances[1:])) == 1
    assert chances[0] > Fraction(1, players) if reroll else chances[0] == Fraction(1, players)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("reroll", [False, True])
def test_lanes_agree_with_the_exact_engine(players, reroll):
    """At a fixed seed."""
    question = RollOff(players, reroll)
    found = agreement(exact(question), simulate(question, trials=2_000_000, seed=players))
    assert found.p_value > 1e-9
    assert not found.impossible


def test_both_engines_of_the_simulation_give_the_same_counts():
    question = RollOff(3, reroll=True)
    numpy, numba = (simulate(question, trials=100_000, seed=1, engine=engine) for engine in ("numpy", "numba"))
    assert (numpy.values == numba.values).all()


def caught(question: RollOff) -> bool:
    found = agreement(exact(question), simulate(question, trials=1_000_000, seed=1))
    return found.p_value < 1e-12


def test_a_highest_die_that_wins_is_caught(monkeypatch):
    def highest(p, tied, faces):
        turned = [Number(p, [~digit for digit in face.digits], 15) for face in faces]
        return lowest(p, tied, turned)

    lowest = lanes._lowest
    monkeypatch.setattr(lanes, "_lowest", highest)
    assert caught(RollOff(2, reroll=True))


def test_a_re_roll_that_can_be_used_every_round_is_caught(monkeypatch):
    monkeypatch.setattr(lanes, "ROUNDS", 1)
    assert caught(RollOff(2, reroll=True))


def test_a_re_roll_in_every_tie_is_caught(monkeypatch):
    monkeypatch.setattr(lanes, "rerolls_tie", lambda *_: True)
    assert caught(RollOff(2, reroll=True))


@pytest.mark.parametrize("bad", [{"players": 1}, {"players": 7}, {"players": 2.0}, {"players": True}, {"reroll": 1}])
def test_what_is_no_roll_off_is_refused(bad):
    with pytest.raises(OddsError):
        RollOff(**bad)


def test_all_who_roll_again_when_two_of_three_tie_is_caught(monkeypatch):
    def everybody(p, tied, faces):
        low = lowest(p, tied, faces)
        if len(tied) < 3:
            return low
        several = p.count(low) >= 2
        return [several.pick(before, own) for before, own in zip(tied, low, strict=True)]

    lowest = lanes._lowest
    monkeypatch.setattr(lanes, "_lowest", everybody)
    assert caught(RollOff(3, reroll=True))


def test_common_dice_give_the_same_difference():
    found = paired(RollOff(3, reroll=True), RollOff(3), "player_1", trials=1_000_000, seed=1)
    assert abs(found.value - found.exact) < 6 * found.std_error
    alone = simulate(RollOff(3, reroll=True), trials=1_000_000, seed=1).metric("player_1")
    assert found.std_error < alone.std_error  # independent dice would make it larger


def test_the_winner_is_counted_whole_numbers_of_any_kind():
    assert RollOff(np.int64(3)) == RollOff(3)


@given(st.integers(2, 6), st.booleans())
def test_every_text_gives_its_roll_off_back(players, reroll):
    assert parse(RollOff(players, reroll).text) == RollOff(players, reroll)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", RollOff()),
        ("rolloff 3 players, reroll", RollOff(3, reroll=True)),
        ("Roll-Off between TWO players", RollOff()),
        ("players: 4", RollOff(4)),
        ("2 players, one player has a re-roll", RollOff(2, reroll=True)),
        ("4 players 4 players", RollOff(4)),
    ],
)
def test_a_roll_off_is_read(text, wanted):
    assert parse(text) == wanted


@pytest.mark.parametrize(
    "text", ["6S", "1 player", "7 players", "3 players 4 players", "player 2 may reroll", "3", "x" * 501, 3, "9" * 400]
)
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(OddsError):
        parse(text)


def test_a_number_beside_the_text_must_be_the_same():
    assert parse("3 players", players=3) == RollOff(3)
    with pytest.raises(OddsError, match="twice"):
        parse("3 players", players=4)
