"""The board game on lanes: simulation against exact, engines alike, rules that are wrong on purpose caught."""

import pytest
from hypothesis import given, settings
from test_board_exact import any_fight
from test_simulation import unlikely_cells

from odds import exact, paired, simulate
from odds.boardgame import dice
from odds.boardgame.duels.rules import BoardDuel
from odds.boardgame.faces import LISTS, read_faces
from odds.boardgame.fights import lanes as fights
from odds.boardgame.fights.rules import BoardFight
from odds.boardgame.policy import Policy
from odds.boardgame.switches import BOOK
from odds.boardgame.tests import lanes as tests
from odds.boardgame.tests.rules import BoardTest
from odds.core.agreement import agreement

OWN = read_faces("head 3, arms 0, arms legs 1, body 2, 0, body 1")
FIGHT = BoardFight(2, "body", 1)


def wrong(question, trials=1_000_000, seed=1):
    """Whether the simulation is caught disagreeing with the exact engine."""
    sampled, law = simulate(question, trials=trials, seed=seed, threads=1), exact(question)
    found = agreement(law, sampled)
    return bool(unlikely_cells(law.values, sampled.values)) or found.p_value < 1e-12 or found.impossible > 0


@pytest.mark.parametrize("rerolls", [0, 1, 2, 5])
@pytest.mark.parametrize("number", [None, 1, 3, 4, 6])
def test_tests_agree(number, rerolls):
    assert not wrong(BoardTest(number, rerolls), seed=rerolls)
    assert not wrong(BoardTest(number, rerolls, 2, OWN), seed=rerolls)


@pytest.mark.parametrize("goal", ["kill", "safe", "weighted", "survive"])
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("weak", ["head", "arms", "body", "head,body"])
def test_fights_agree(goal, level, weak):
    for rerolls in (0, 1, 2):
        assert not wrong(BoardFight(level, weak, rerolls, goal=goal), seed=rerolls)


@settings(max_examples=25)
@given(any_fight)
def test_any_fight_agrees(fight):
    assert not wrong(fight, 300_000)


@pytest.mark.parametrize("goal", ["kill", "survive"])
@pytest.mark.parametrize("changes", [{}, {"first": "together"}, {"death": "below-rads"}, {"enemy-armor": "dice"}])
def test_fights_one_after_another_agree(goal, changes):
    rules = BOOK.rules(None, changes)
    fight = BoardFight(2, "body", 1, enemy_bonus=1, enemy_armor=1, survivor_bonus=1, hp=9, goal=goal, rules=rules)
    assert not wrong(BoardDuel(fight, rounds=4))


def test_faces_of_your_own_agree():
    assert not wrong(BoardFight(2, "legs,head", 2, faces=OWN))


def test_both_engines_of_the_simulation_give_the_same_counts():
    numpy, numba = (simulate(FIGHT, trials=200_000, seed=3, engine=engine) for engine in ("numpy", "numba"))
    assert (numpy.values == numba.values).all()


def test_common_dice_show_what_well_rested_is_worth():
    found = paired(BoardFight(2, "body", 2), FIGHT, "kill", trials=1_000_000, seed=1)
    assert found.exact == pytest.approx(245 / 256 - 27 / 32)
    assert abs(found.value - found.exact) < 6 * found.std_error


# ------------------------------------------------------------------------------------------------ wrong rules
def test_a_hit_for_every_bullet_is_caught(monkeypatch):
    monkeypatch.setattr(fights, "hits_of", lambda fight: lambda weak: min(2 * weak, 3))
    assert wrong(FIGHT)


def test_armor_that_takes_hp_is_caught(monkeypatch):
    fight = BoardFight(2, "body", 1, armor=1)
    assert not wrong(fight)
    monkeypatch.setattr(fights, "damage_of", lambda fight: lambda bullets: max(0, 2 * bullets - 1))
    assert wrong(fight)


def test_a_die_that_never_rolls_again_is_caught(monkeypatch):
    rolls_again = Policy.rolls_again
    monkeypatch.setattr(Policy, "rolls_again", lambda plan, left, kinds: (False, *rolls_again(plan, left, kinds)[1:]))
    assert wrong(FIGHT)


def test_a_re_roll_too_many_is_caught(monkeypatch):
    def roll(p, policy, kinds, rerolls, *more):
        return original(p, policy, kinds, 0, *more)

    original = dice.roll
    monkeypatch.setattr(tests, "roll", roll)
    assert wrong(BoardTest(4, 1))


def test_the_other_list_of_faces_is_caught():
    """List b differs from list a only for weak arms."""
    arms = BoardFight(1, "arms", 1, faces=LISTS["b"])
    sampled, law = simulate(arms, trials=100_000, seed=1), exact(BoardFight(1, "arms", 1))
    assert unlikely_cells(law.values, sampled.values)


def test_one_hp_too_many_is_caught(monkeypatch):
    duel = BoardDuel(BoardFight(2, "head", hp=6), rounds=3)
    assert not wrong(duel)
    monkeypatch.setattr(BoardDuel, "hp", property(lambda duel: duel.fight.hp + 1))
    assert wrong(duel)


def test_a_dead_survivor_who_kills_is_caught():
    changed = BOOK.rules(None, {"first": "together"})
    duel = BoardFight(3, "body", 1, hp=7)
    sampled = simulate(BoardDuel(duel, rules=changed), trials=100_000, seed=1)
    assert unlikely_cells(exact(BoardDuel(duel)).values, sampled.values)
