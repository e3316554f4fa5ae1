"""No option, switch or edition is accepted and ignored: each changes an answer, exact and simulated alike."""

import re
from dataclasses import fields

import numpy as np
import pytest
from run import run
from test_attack_switches import QUESTIONS as OF_ATTACKS

from odds import exact, parse, simulate
from odds.cli.options import Options
from odds.factions.special.rules import SpecialTest
from odds.factions.switches import BOOK

#: switch or edition -> a question that it changes
QUESTIONS = {
    "four-leaf-clover": "6S S6 L3 Four Leaf Clover",
    "luck-dice": "2S S6 L4 +2 dice",
    "all-duds": "3S S3 L1 reroll 2",
    "reroll-effects": "4S S5 L2 reroll 2 reroll once",
    "lucky-break": "6S S6 L3 Lucky Break for hits == 4",
    "vats-match": "6S S6 L3 reroll 2 V.A.T.S. 4",
    "vats-fortune": "6S S6 L3 V.A.T.S. 4",
    "rifleman": "4P P5 L3 rifle with Rifleman",
    "lend-luck": "6S S6 L1 area with Lend Luck 4",
    "thin-the-herd": "4S S5 L2 Champion with Thin the Herd",
    "NW2024": "6S S6 L3 Four Leaf Clover",
    "CORE2025": "6S S6 L3 Four Leaf Clover",
    "ERR2026Q1": "6S S6 L3 Four Leaf Clover",
}


def differ(one: SpecialTest, other: SpecialTest) -> tuple[bool, bool]:
    """Whether the exact answers differ, and whether the simulated ones do by more than chance (10 standard errors)."""
    means = [float(exact(test).mean("hits")) for test in (one, other)]
    tests = (one, other)
    sampled = [simulate(test, trials=4_000_000, seed=seed).metric("mean(hits)") for seed, test in enumerate(tests)]
    error = np.hypot(sampled[0].std_error, sampled[1].std_error)
    apart = abs(float(sampled[0]) - float(sampled[1])) > 10 * error
    return abs(means[0] - means[1]) > 1e-6, bool(apart)


@pytest.mark.parametrize("switch", [each.name for each in BOOK.switches if each.name not in OF_ATTACKS])
def test_every_switch_changes_an_answer_of_both_engines(switch):
    test = parse(QUESTIONS[switch])
    for rules in test.rules.flipped(switch):
        other = parse(QUESTIONS[switch], rules={switch: rules[switch]})
        assert other.rules == rules
        assert differ(test, other) == (True, True)


@pytest.mark.parametrize("edition", [edition for edition in BOOK.editions if edition != BOOK.default])
def test_every_edition_changes_an_answer_of_both_engines(edition):
    question = QUESTIONS[edition]
    assert differ(parse(question), parse(question, edition=edition)) == (True, True)


#: option of the command line -> words that show that it does something
OPTIONS = {
    "method": ["--method", "exact"],
    "trials": ["--trials", "1000"],
    "seed": ["--seed", "2"],
    "precision": ["--precision", "0.01"],
    "max_trials": ["--precision", "0.00001", "--max-trials", "2000"],
    "threads": ["--engine", "numba", "--threads", "1"],
    "engine": ["--engine", "numba"],
    "dask": ["--dask", "nowhere"],
    "checkpoint": ["--checkpoint", "{folder}/run.json"],
    "ask": ["--ask", "luck_hits >= 2"],
    "edition": ["--edition", "CORE2025"],
    "rule": ["--rule", "four-leaf-clover=every"],
    "json": ["--json"],
    "csv": ["--csv"],
    "output": ["--output", "{folder}/answer.txt"],
    "chart": ["--chart", "{folder}/chart.svg"],
    "explain": ["--explain"],
    "trace": ["--trace", "2"],
    "fractions": ["--fractions"],
}


def test_every_option_is_in_the_list():
    assert set(OPTIONS) == {field.name for field in fields(Options)}


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_does_something(option, tmp_path):
    words = [word.format(folder=tmp_path) for word in OPTIONS[option]]
    seed = [] if option in ("seed", "method") else ["--seed", "1"]
    base = ["6S", "S6", "L3", "Four", "Leaf", "Clover"]
    plain, changed = run(*base, *seed), run(*base, *seed, *words)
    steady = [re.sub(r"in [\d.]+\s+s", "in 1 s", result.out + result.err) for result in (plain, changed)]
    assert steady[0] != steady[1] or list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "words",
    [
        "--method exact --trials 10",
        "--method exact --seed 1",
        "--method exact --precision 0.1",
        "--method exact --threads 2",
        "--method exact --engine numpy",
        "--method exact --dask local",
        "--method exact --checkpoint x",
        "--method exact --trace 1",
        "--method simulate --fractions",
        "--trials 10 --precision 0.1",
        "--max-trials 10",
        "--json --csv",
        "--json --explain",
        "--csv --trace 1",
        "--dask local --threads 2",
    ],
)
def test_options_that_would_be_ignored_are_refused(words):
    result = run("6S", "S6", "L3", *words.split())
    assert result.code == 2
    assert not result.out
    assert result.err.count("\n") == 1


#: command that takes a model -> its words, with Luck that a model changes
MODELS = {
    "test": ["4P", "L1"],
    "reroll": ["4P P4 L1 reroll 1"],
    "forward": ["4P P4 L1", "Confusion I3 L1"],
    "compare": ["4P P5 L1", "5P P5 L1"],
    "sweep": ["4P P5", "--bonus", "0..2", "--metric", "mean(hits)"],
}


@pytest.mark.parametrize("command", MODELS)
@pytest.mark.parametrize("method", ["exact", "simulate"])
def test_a_model_its_perks_and_its_chems_matter_everywhere(command, method):
    played = ["--trials", "2000", "--seed", "1"] * (method == "simulate")
    words = [command, *MODELS[command], "--method", method, *played, "--csv"]
    answers = [run(*words, "--model", model) for model in ("Brute", "Brute with Day Tripper", "Brute with Omens")]
    assert [answer.code for answer in answers] == [0, 0, 0], answers[0].err
    assert answers[0].out != answers[1].out
    assert answers[0].out == answers[2].out.replace(" with Omens", "")
