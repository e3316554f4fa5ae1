"""Selective Fire: the way that is best for the whole question, against every way by itself."""

from itertools import product

import pytest
from run import run

import odds
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.firing import MOST_TRIED, best_of, is_tried_whole, worth_of
from odds.factions.attacks.query import parse_attack, read_attack
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.until.exact import mean_attacks
from odds.factions.volleys.policy import worth_of as volley_worth
from odds.factions.volleys.query import read_volley
from odds.factions.volleys.rules import Volley

MINIGUN = "Minigun: Selective Fire (Area (1), Storm (3)) & no Storm (3)"  # 4S, Pierce
WAYS = ("Area 1", "Storm 3")
CLOSE = 1e-12


def every_way(text, **beside):
    """The question in every way that the weapon may be fired."""
    return {way: parse_attack(text, weapon=MINIGUN, traits=[way], **beside) for way in WAYS}


def down(question):
    return odds.exact(question).probability("incapacitated")


@pytest.mark.parametrize("target", ["E5 HP1", "E7 HP1", "E9 HP2", "E4 HP3 power armor", "E6 HP2 harm 2"])
@pytest.mark.parametrize("band", ["within", "half"])
@pytest.mark.parametrize("attacks", [1, 2, 4])
def test_several_attacks_are_made_in_the_way_that_is_best_in_the_end(target, band, attacks):
    beside = {"targets": [target], "moment": Situation(band=band), "attacks": attacks}
    chosen = down(parse_attack("Master", weapon=MINIGUN, **beside))
    each = {way: down(question) for way, question in every_way("Master", **beside).items()}
    assert chosen == pytest.approx(max(each.values()), abs=CLOSE)
    assert max(each.values()) >= each["Area 1"]


def test_what_is_best_for_one_attack_is_no_guide_for_three():
    beside = {"targets": ["E5 HP1"], "attacks": 3}
    each = {way: down(question) for way, question in every_way("Master", **beside).items()}
    assert each["Storm 3"] - each["Area 1"] > 0.08  # a single attack is worth the same in both ways
    one = {way: down(question) for way, question in every_way("Master", targets=["E5 HP1"]).items()}
    assert one["Storm 3"] == pytest.approx(one["Area 1"], abs=CLOSE)


def test_of_equal_ways_the_one_without_area_is_taken():
    reading = read_attack("Master", Beside(weapon=MINIGUN, targets="E5 HP1"))
    assert not reading.question.plain
    assert reading.ways == ("Storm (3)", "Area (1)")
    assert any("Selective Fire: Storm 3, the best for" in note for note in reading.notes)


def test_until_down_takes_the_fewest_attacks():
    beside = {"targets": ["E5 HP1"], "until_down": True}
    chosen = mean_attacks(parse_attack("Master", weapon=MINIGUN, **beside))
    each = {way: mean_attacks(question) for way, question in every_way("Master", **beside).items()}
    assert chosen == min(each.values()) == each["Storm 3"]
    assert each["Area 1"] - chosen > 0.1
    notes = read_attack("Master", Beside(weapon=MINIGUN, **beside)).notes
    assert any(
        "Storm 3 throughout, the best for the fewest attacks on average if it is chosen once" in n for n in notes
    )


@pytest.mark.parametrize("play", ["given", "best", "adaptive"])
@pytest.mark.parametrize("others", [["4P P4 L2"], [f"Brute with {MINIGUN}", "4P P4 L2"]])
def test_a_volley_is_best_of_every_combination(play, others):
    target, both = "E5 HP1", [*others, f"Master with {MINIGUN}"]
    fired = [[parse_attack(who, targets=[target], traits=[way]) for way in WAYS] if "Minigun" in who
             else [parse_attack(who, targets=[target])] for who in both]  # fmt: skip
    every = [volley_worth(Volley(each, play)) for each in product(*fired)]
    reading = read_volley(both, target, play)
    assert volley_worth(reading.volley) == pytest.approx(max(every), abs=CLOSE)
    assert max(every) - min(every) > 1e-3
    assert sum("Selective Fire" in note for note in reading.notes) == sum("Minigun" in who for who in both)


def test_a_volley_says_what_was_found():
    told = run("volley", "4P P4 L2", f"Master with {MINIGUN}", "--at", "E5 HP1", "--method", "exact", "--json").json
    assert any("attacker 2: Selective Fire: Storm 3, the best for P(incapacitated)" in note for note in told["notes"])
    assert "62.3007" in run("volley", "4P P4 L2", f"Master with {MINIGUN}", "--at", "E5 HP1", "--method", "exact").out


def test_few_combinations_are_all_tried_and_many_one_after_another():
    tricky = {(0, 0): 1, (0, 1): 0, (1, 0): 0, (1, 1): 2}
    assert best_of([[0, 1], [0, 1]], tricky.__getitem__) == (1, 1)  # one after another would stay at (0, 0)
    many = [[0, 1]] * 5
    assert MOST_TRIED < 2**5
    assert not is_tried_whole(many)
    tried = []
    assert best_of(many, lambda each: tried.append(each) or sum(each)) == (1,) * 5
    assert len(tried) == 10


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        (parse_attack("6S S6 L3 at E4 HP1", criticals="Maim"), "P(incapacitated)"),
        (parse_attack("6S S6 L3 at E4 HP2 for mean(harm)", criticals=["Maim", "Pierce"]), "mean(harm)"),
        (parse_attack("4P P5 L2; 6S S6 L3 at E5 HP1"), "P(incapacitated)"),
        (parse_attack("4P P5 L4 with Mysterious Stranger at E5 HP1"), "P(incapacitated)"),
        (parse_attack("3A A5 L2 reroll 1", traits="Area 2", targets=["E4 HP1", "E3 HP1"]), "mean(down)"),
        (parse_attack("4P P5 L2 reroll 1", ricochet="E4 HP1", targets="E3 HP1"), "mean(down)"),
    ],
)
def test_a_question_is_worth_what_its_exact_answer_says(question, wanted):
    assert worth_of(question) == pytest.approx(float(odds.exact(question).metric(wanted)), abs=CLOSE)


def test_until_down_is_for_the_fewest_attacks_alone():
    for words in (
        ("attack", "6S S6", "--at", "E4 HP1", "--for", "mean(harm)", "--until-down"),
        ("attack", "until down: 6S S6 L3 at E4 HP1 for mean(harm)"),
        ("compare", "until down: 6S S6 L3 at E4 HP1 for mean(harm)", "until down: 6S S6 L3 at E4 HP1"),
    ):
        done = run(*words)
        assert done.code == 2
        assert "are for the fewest attacks, not for mean(harm)" in done.err
    with pytest.raises(odds.OddsError, match="fewest attacks"):
        odds.UntilDown(parse_attack("6S S6 L3 at E4 HP1 for mean(harm)"))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("attack", "6S S6 for", "--at", "E4 HP1"), "nothing behind for"),
        (("attack", "6S S6 at", "--at", "E4 HP1"), "nothing behind at"),
        (("attack", "6S S6 with", "--at", "E4 HP1"), "nothing behind with"),
        (("attack", "6S S6", "--at", "Paladin with"), "nothing behind with"),
        (("attack", "6S S6", "--at", "E4 HP1 with"), "nothing behind with"),
        (("attack", "6S S6", "--at", "E4 HP1", "--for", ""), "--for"),
        (("volley", "6S S6", "--at", "E4 HP1", "--play", ""), "--play"),
        (("attack", "6S S6", "--at", "E4 HP1 1 injury"), "Health 1 with 1 Injury is"),
    ],
)
def test_what_ends_before_it_says_anything_is_refused(words, sentence):
    done = run(*words)
    assert done.code == 2
    assert sentence in done.err


@pytest.mark.parametrize(
    ("option", "most"), [("attacks", 20), ("rerolls", 60), ("supporters", 20), ("friends-near", 20), ("bonus", 59)]
)
def test_a_range_is_the_same_whatever_is_wrong(option, most):
    for value in ("x", str(most + 1), "1000"):
        done = run("attack", "6S S6", "--at", "E4 HP1", f"--{option}", value)
        assert f"from {int(option == 'attacks')} to {most}, not '{value}'" in done.err
