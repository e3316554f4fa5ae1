"""Failing Forward: exact against a sum over every way the Tests can end, lanes against exact."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odds import OddsError, answer, exact, paired, parse, simulate
from odds.core.agreement import agreement
from odds.core.lanes.program import Program
from odds.core.lanes.story import first_trials
from odds.factions.forward.lanes import play
from odds.factions.forward.rules import Forward
from odds.factions.rolloff import lanes as rolloff
from odds.factions.rolloff.rules import RollOff
from odds.factions.switches import BOOK

TESTS = ("2I I3 L2", "4P P4 L2 reroll 1", "1S S2 L2 unlucky", "6S S6 L3", "Evade A0", "3E E9 L1")


def forward(*queries):
    return Forward(tuple(map(parse, queries)))


@given(st.lists(st.sampled_from(TESTS), min_size=1, max_size=5))
def test_the_chance_is_that_of_every_way_the_tests_can_end(queries):
    fails = [float(exact(parse(query)).metric("failed").value) for query in queries]
    law = exact(forward(*queries))
    for n in range(1, len(queries) + 1):
        earned = 0.0
        for failed in product((False, True), repeat=n):
            if any(failed):
                share = 1.0
                for fail, chance in zip(failed, fails, strict=False):
                    share *= chance if fail else 1 - chance
                earned += share
        assert float(law.metric(f"xp_after_{n}").value) == pytest.approx(earned, abs=1e-12)


def test_fractions_stay_fractions():
    law = exact(forward("2I I3 L2", "4P P4 L2"), fractions=True)
    first, second = (exact(parse(query), fractions=True).metric("failed").value for query in ("2I I3 L2", "4P P4 L2"))
    assert law.metric("xp_after_2").value == 1 - (1 - first) * (1 - second)


@pytest.mark.parametrize("queries", [TESTS[:3], TESTS[3:], ("4P P4 L2",) * 12])
def test_lanes_agree_with_the_exact_engine(queries):
    question = forward(*queries)
    found = agreement(exact(question), simulate(question, trials=2_000_000, seed=3))
    assert found.p_value > 1e-9
    assert not found.impossible


def test_tests_that_share_their_dice_are_caught():
    """The same Test twice is two rolls: one roll used twice would never fail only the second."""
    law = simulate(forward("4P P4 L2", "4P P4 L2"), trials=1_000_000, seed=1)
    assert abs(float(law.probability("tests_passed == 1")) - 0.1296 * 0.8704) < 0.003


@pytest.mark.parametrize(
    "bad",
    [
        (),
        5,
        "4P P4",
        (parse("4P"),),
        ("4P P4",),
        (parse("4P P4"),) * 41,
        (parse("4P P4 >=1"),),
        (parse("60P P4"),) * 6,
        (parse("60P P4 Lucky Break"),) * 3,
        (parse("4P P4"), parse("4P P4 edition NW2024")),
        (parse("4P P4"), parse("4P P4 rule all-duds=failed")),
    ],
)
def test_what_cannot_be_asked_is_refused(bad):
    with pytest.raises(OddsError):
        Forward(bad)


def miss(query: str) -> float:
    """The chance that every die of a Test is a Dud, and every one that may be re-rolled is one again: by hand."""
    test = parse(query)
    dud = 1 - min(test.value, 9) / 10
    again = 0 if test.rules["all-duds"] == "failed" else test.most_rolled - test.dice
    return dud ** (test.dice + again)


@pytest.mark.parametrize("more", ["", " rule all-duds=failed"])
def test_the_chance_is_what_is_worked_out_by_hand(more):
    queries = [query + more for query in (*TESTS, "2E E3 Lucky Break", "3A A3 +2 dice reroll 9", "1S S12")]
    law, unearned = exact(forward(*queries)), 1.0
    for n, query in enumerate(queries, 1):
        unearned *= 1 - miss(query)
        assert float(law.metric(f"xp_after_{n}").value) == pytest.approx(1 - unearned, abs=1e-12)


def test_both_engines_of_the_simulation_give_the_same_counts():
    numpy, numba = (simulate(forward(*TESTS), trials=100_000, seed=1, engine=engine) for engine in ("numpy", "numba"))
    assert (numpy.values == numba.values).all()


def test_tests_of_a_pair_of_games_do_not_share_their_dice_either():
    found = paired(forward("4P P4", "4P P4"), forward("4P P4", "2I I3"), "xp_after_2", trials=1_000_000, seed=1)
    assert abs(found.value - found.exact) < 6 * found.std_error


def test_an_answer_says_which_rules_it_depends_on():
    assert answer(forward("4P P4", "6S S6 L3"), method="exact").depends_on == ()
    assert answer(forward("4P P4", "2I I3 reroll 1"), method="exact").depends_on == ("all-duds",)


def test_rules_are_those_of_the_tests_or_given_to_all():
    rules = BOOK.rules("NW2024", {"all-duds": "failed"})
    given_once = Forward([parse("4P P4 reroll 1"), parse("2I I3")], rules)
    assert {test.rules for test in given_once.tests} == {rules}
    assert given_once == Forward(given_once.tests)
    assert hash(given_once) == hash(Forward(given_once.tests))


@pytest.mark.parametrize(
    ("question", "plays"),
    [(forward("2I I3 L2", "4P P4 L2 reroll 1", "3S S6 L2"), play), (RollOff(3, reroll=True), rolloff.play)],
)
def test_a_told_trial_is_a_counted_trial(question, plays):
    """The trials told are those that are counted, though some dice that a Test tells of are never rolled here."""
    program = Program()
    stories = first_trials(program, plays(program, question), 1000, 5)
    sampled = simulate(question, trials=1000, seed=5)
    told = [0] * len(sampled.values)
    for story in stories:
        told[story.outcome[sampled.axes[0]]] += 1
        assert story.told
    assert told == sampled.values.tolist()
