"""Which switches a comparison or a sweep depends on: what flipping every switch at every point says."""

from dataclasses import replace

import pytest
from run import run

from odds import UntilDown, parse_attack
from odds.core.depends import Watched, depends_on
from odds.core.subject import subject_of
from odds.factions.switches import BOOK
from odds.studies.comparing import compared
from odds.studies.items import as_item
from odds.studies.sweeping import swept

#: questions with a metric that something changes, or nothing does
CASES = {
    "nothing": (["6S S6 L3", "5S S6 L3"], "mean(hits)"),
    "luck dice": (["2S S6 L4 +2 dice", "6S S6 L3"], "mean(hits)"),
    "clover": (["6S S6 L3 Four Leaf Clover"], "P(hits >= 4)"),
    "not this metric": (["6S S6 L3 Four Leaf Clover"], "P(hits >= 1)"),
    "re-rolls": (["6S S6 L3 reroll 2", "6S S6 L3"], "P(hits >= 5)"),
    "lucky break": (["6S S6 L3 Lucky Break for hits == 4"], "P(hits == 4)"),
    "vats": (["6S S6 L3 V.A.T.S. 4 reroll 1"], "mean(hits)"),
    "perks": (["4P P5 L3 rifle with Rifleman", "4P P5 L3"], "mean(hits)"),
    "attack": (["6S S6 L3 crit Maim at E2 HP3"], "P(incapacitated)"),
    "harm": (["6S S6 L3 crit Ignite 2 at E3 A4 HP2 harm 1"], "mean(injuries)"),
    "tough": (["6S S6 L3 crit Showstopper at E3 L2 HP2 harm 2 toughness"], "P(incapacitated)"),
    "until": ([UntilDown(parse_attack("6S S6 L3 crit Maim at E5 HP2"))], "mean(attacks)"),
    "area": (["6S S6 L3 area crit Maim at E4 HP1"], "P(incapacitated)"),
    "board": (["board test 3 --rerolls 1", "board test 2"], "P(failed)"),
    "pnp": (["pnp check --skill 5 --difficulty 15"], "P(failed)"),
}


def flipped(questions, metrics):
    """The same, by brute force: every switch of every question."""
    found = set()
    for question in questions:
        exact = subject_of(question).exact
        axes = subject_of(question).shown
        own = [float(exact(question, axes=axes).metric(metric)) for metric in metrics]
        for switch in question.rules.book.switches:
            for rules in question.rules.flipped(switch.name):
                law = exact(replace(question, rules=rules), axes=axes)
                if any(abs(a - float(law.metric(metric))) > 1e-12 for a, metric in zip(own, metrics, strict=True)):
                    found.add(switch.name)
    return found


@pytest.mark.parametrize("name", CASES)
def test_it_is_what_flipping_every_switch_says(name):
    texts, metric = CASES[name]
    questions = [as_item(text).question for text in texts]
    assert set(depends_on(questions, [metric])) == flipped(questions, [metric])


def test_most_cases_depend_on_something_and_some_on_nothing():
    answers = {}
    for name, (texts, metric) in CASES.items():
        answers[name] = flipped([as_item(text).question for text in texts], [metric])
    assert not answers["nothing"]
    assert not answers["not this metric"]
    assert answers["luck dice"] == {"luck-dice"}
    assert answers["clover"] == {"four-leaf-clover"}
    assert sum(map(bool, answers.values())) >= 8


def test_a_switch_that_nobody_asks_for_is_not_flipped():
    watched = Watched(BOOK.rules())
    assert watched in [watched]
    assert watched != Watched(BOOK.rules())
    assert watched != BOOK.rules()
    assert watched["luck-dice"] == "with-bonus"
    assert watched.asked == {"luck-dice"}


def test_every_point_of_a_sweep_counts():
    over_luck = swept("2S S6 +1 die", {"luck": "0..2"}, ["mean(hits)"])
    assert over_luck.depends_on == ()
    assert swept("2S S6 +1 die", {"luck": "0..3"}, ["mean(hits)"]).depends_on == ("luck-dice",)
    assert compared(["2S S6 L3 +1 die", "6S S6 L3"], method="exact").depends_on == ("luck-dice",)


@pytest.mark.parametrize("method", ["exact", "simulate", "both"])
def test_it_is_told(method):
    words = ["--method", method, *([] if method == "exact" else ["--trials", "100", "--seed", "1"])]
    line = "Depends on rule four-leaf-clover: see odds rules."
    clover = "6S S6 L3 Four Leaf Clover"
    assert line in run("compare", clover, "6S S6 L3", *words).out
    assert line in run("sweep", "6S S6 Four Leaf Clover", "--luck", "1..3", *words).out
    assert "Depends" not in run("sweep", "6S S6", "--luck", "1..3", *words).out
    assert run("compare", clover, "6S S6 L3", *words, "--json").json["depends_on"] == ["four-leaf-clover"]
    swept_too = run("sweep", "6S S6 Four Leaf Clover", "--luck", "1..3", *words, "--json").json
    assert swept_too["depends_on"] == ["four-leaf-clover"]
