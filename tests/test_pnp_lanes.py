"""Fallout PnP on lanes: against the exact engine in every case, with wrong rules that must be caught."""

from fractions import Fraction

import numpy as np
import pytest
from lane_tools import every_code, value_of
from pnp_cases import CASES, case, rules

from odds import exact, paired, simulate
from odds.core.agreement import agreement
from odds.core.lanes import sources
from odds.core.lanes.program import Program
from odds.core.lanes.story import first_trials
from odds.core.subject import subject_of
from odds.pnp import lanes as pnp_lanes
from odds.pnp.attacks import blow, volley
from odds.pnp.attacks import lanes as attack_lanes
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.checks.rules import PnpCheck
from odds.pnp.initiative import lanes as initiative_lanes
from odds.pnp.initiative.rules import PnpInitiative
from odds.pnp.neighbors.rules import PnpNeighbors

BURST = PnpAttack(bonus=5, defense=15, rof=3, damage="2d6", dt=4)
FIERCE = PnpAttack(
    bonus=5, defense=15, rof=3, damage="2d6", dt=4, edt=3, hp=20, luck=2, lucky=3, brutal="0.5", lethal=5, burning=2
)
SPENT = PnpAttack(
    bonus=4, defense=17, rof=2, damage="1d10", actions=["odd-die", "triple", "reroll"], called="head", vats=True
)


def compare(question, trials=400_000, seed=3):
    return agreement(exact(question), simulate(question, trials=trials, seed=seed))


def agrees(question, **settings):
    found = compare(question, **settings)
    return found.p_value > 1e-9 and not found.impossible


# ------------------------------------------------------------------------------------------------ dice
def test_quick_dice_are_exactly_fair_and_independent():
    program = Program()
    dice = sources._five_threes(program)
    values, live = every_code(program)
    faces = [value_of(die, values)[live] for die in dice]
    _, counts = np.unique(np.stack(faces, 1), axis=0, return_counts=True)
    assert len(counts) == 3**5
    assert len(set(counts)) == 1


@pytest.mark.parametrize("sides", [2, 3, 4, 6, 8, 10, 12, 20])
def test_a_quick_die_shows_every_face_as_often(sides):
    program = Program()
    die = sources.quick_die(program, sides, "die", 0)
    values, live = every_code(program)
    counts = np.bincount(value_of(die, values)[live], minlength=sides)
    assert len(set(counts)) == 1
    assert len(counts) == sides


def test_quick_dice_of_a_pair_are_the_same_dice():
    program = Program(paired=True)
    assert sources.quick_die(program, 6, "die", 1) is sources.quick_die(program, 6, "die", 1)
    assert sources.quick_die(program, 6, "die", 1) is not sources.quick_die(program, 6, "die", 2)


def test_quick_dice_are_quick():
    steps = []
    for draw in (sources.quick_die, sources.die):
        program = Program()
        for n in range(5):
            draw(program, 6, "die", n)
        steps.append(len(program.steps))
    assert 4 * steps[0] < steps[1]


# ------------------------------------------------------------------------------------------------ both engines
@pytest.mark.parametrize("name", CASES)
def test_lanes_agree_with_the_exact_engine(name):
    assert agrees(case(name)[0])


@pytest.mark.parametrize("attack", [BURST, FIERCE, SPENT], ids=["burst", "fierce", "spent"])
def test_lanes_agree_on_whole_weapons(attack):
    assert agrees(attack, trials=2_000_000)


@pytest.mark.parametrize("reading", ["own-roll", "one-roll", "after-dt", "round-up", "one-shot"])
def test_lanes_agree_on_neighbors(reading):
    attack = PnpAttack(
        bonus=5, defense=15, rof=2, damage="2d6+1", dt=2, spread=2, lucky=5, rules=rules({"spread": reading})
    )
    assert agrees(PnpNeighbors(attack))


@pytest.mark.parametrize("actions", [(), ("odd-die",), ("triple",), ("odd-die", "triple")])
@pytest.mark.parametrize("difficulty", [0, 15, 19, 26])
def test_lanes_agree_on_checks(difficulty, actions):
    assert agrees(PnpCheck(skill=5, difficulty=difficulty, actions=actions))


@pytest.mark.parametrize("ties", ["reroll", "lose", "win"])
@pytest.mark.parametrize("against", [(0,), (0, 3), (-2, 2, 2, 5)])
def test_lanes_agree_on_initiative(against, ties):
    assert agrees(PnpInitiative(modifier=2, against=against, ties=ties))


def test_a_fire_burns_so_many_turns():
    axes = ("burn", "burning_turns")
    found = agreement(exact(FIERCE, axes=axes), simulate(FIERCE, axes=axes, trials=400_000, seed=1))
    assert found.p_value > 1e-9
    assert not found.impossible


QUESTIONS = [BURST, FIERCE, SPENT, PnpCheck(skill=5, difficulty=15), PnpInitiative(modifier=2, against=(0, 1))]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text[:30])
def test_both_engines_of_the_simulation_and_any_threads_give_the_same_counts(question):
    plays = [
        simulate(question, trials=1_100_000, seed=1, engine=engine, threads=threads).values
        for engine, threads in (("numpy", 1), ("numba", 1), ("numba", 2))
    ]
    assert (plays[0] == plays[1]).all()
    assert (plays[0] == plays[2]).all()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text[:30])
def test_a_told_trial_is_a_counted_trial(question):
    program = Program()
    stories = first_trials(program, subject_of(question).play(program, question), 500, 5)
    sampled = simulate(question, trials=500, seed=5)
    told = np.zeros(sampled.values.shape, int)
    for story in stories:
        told[tuple(story.outcome[axis] for axis in sampled.axes)] += 1
        assert story.told
    assert (told == sampled.values).all()


def test_common_dice_give_the_same_difference():
    better = PnpAttack(bonus=6, defense=15, rof=3, damage="2d6", dt=4)
    found = paired(better, BURST, "mean(damage)", trials=1_000_000, seed=1)
    assert abs(found.value - found.exact) < 6 * found.std_error
    alone = simulate(better, trials=1_000_000, seed=1).metric("mean(damage)")
    assert found.std_error < alone.std_error


def test_fractions_and_floats_are_the_same():
    attack = case("burning, Critical")[0]
    whole = exact(attack, fractions=True).values
    assert all(isinstance(chance, Fraction) for chance in whole.flat)
    assert np.abs(whole.astype(float) - exact(attack).values).max() < 1e-15
    assert abs(exact(FIERCE).values.sum() - 1) < 1e-12


# ------------------------------------------------------------------------------------------------ wrong rules
def caught(question):
    return compare(question, trials=1_000_000).p_value < 1e-12


def test_a_penalty_that_goes_on_growing_is_caught(monkeypatch):
    monkeypatch.setattr(PnpAttack, "penalty", lambda attack, shot: 3 * shot)
    wrong = simulate(PnpAttack(bonus=5, defense=12, rof=4, damage="1d6"), trials=1_000_000, seed=1)
    monkeypatch.undo()
    assert agreement(exact(PnpAttack(bonus=5, defense=12, rof=4, damage="1d6")), wrong).p_value < 1e-12


def test_a_roll_of_its_own_for_every_shot_is_caught(monkeypatch):
    class Independent(volley.Volley):
        def __init__(self, p, attack, shots, place, *, alone=False):
            super().__init__(p, attack, shots, place, alone=alone)
            others = [volley.Volley(p, attack, shots, f"{place} {n}").shots[n] for n in range(1, shots)]
            self.shots = [self.shots[0], *others]

    monkeypatch.setattr(attack_lanes, "Volley", Independent)
    assert caught(BURST)


def test_every_hit_a_critical_is_caught(monkeypatch):
    class Wild(blow.Blow):
        def _shot(self, number, hit):
            return super()._shot(0, hit)

    monkeypatch.setattr(attack_lanes, "Blow", Wild)
    assert caught(FIERCE)


def test_damage_of_nothing_is_caught(monkeypatch):
    class Harmless(blow.Blow):
        def _reduced(self, raws, *, dt_too=True):
            return pnp_lanes.mapped(self.p, raws[0], lambda value: max(0, value - 4))

    monkeypatch.setattr(attack_lanes, "Blow", Harmless)
    assert caught(BURST)


def test_a_triple_six_that_misses_is_caught(monkeypatch):
    hard = PnpAttack(bonus=0, defense=25, damage="1d6")
    wrong = simulate(PnpAttack(bonus=0, defense=25, damage="1d6", rules=rules({"triple-six": "if-hit"})), seed=1)
    assert agreement(exact(hard), wrong).p_value < 1e-12


def test_a_new_roll_of_a_better_die_is_caught(monkeypatch):
    """The pair's own die rolled again, not the odd one."""
    right = pnp_lanes.Roll._odd_die

    def wrong(self, allowed, pair):
        right(self, allowed, self.faces[0])

    monkeypatch.setattr(pnp_lanes.Roll, "_odd_die", wrong)
    assert caught(PnpCheck(skill=5, difficulty=15, actions=["odd-die"]))


def test_fires_that_add_up_are_caught(monkeypatch):
    attack = PnpAttack(bonus=9, defense=12, damage="1d6", burning=1, hp=14)
    monkeypatch.setattr(blow.Blow, "fire", lambda self: pnp_lanes.mapped(self.p, self.parts[0], lambda v: 2 * v))
    assert caught(attack)


def test_ties_that_are_lost_are_caught(monkeypatch):
    def play(p, initiative):
        return right(p, PnpInitiative(modifier=initiative.modifier, ties="lose"))

    right = initiative_lanes.play
    from odds.pnp.initiative import subject

    monkeypatch.setattr(subject, "SUBJECT", type(subject.SUBJECT)(**{**vars(subject.SUBJECT), "play": play}))
    assert caught(PnpInitiative(modifier=2))


def test_a_code_that_is_not_left_out_is_caught(monkeypatch):
    """Without what is dropped some faces come up too often."""
    right = sources._five_threes

    def wrong(program):
        dropped, program.drop = program.drop, lambda mask: None
        dice = right(program)
        program.drop = dropped
        return dice

    monkeypatch.setattr(sources, "_five_threes", wrong)
    assert caught(BURST)
