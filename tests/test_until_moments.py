"""The mean of attacks until the target falls is never that of a list that ends before the chance does."""

import copy
import pickle

import pytest
from run import run

import odds
from odds.core.errors import ListEndsError
from odds.core.measure import LEFT_OUT
from odds.factions.attacks.damage import start_of
from odds.factions.attacks.link import link
from odds.factions.attacks.until.exact import fewest
from odds.factions.attacks.until.rules import UntilDown

SLOW = "until down: 1P P1 L0 no bonus dice at E3 HP3"
QUICK = "until down: 6S S6 L3 crit Maim at E4 HP1"
NEVER = "until down: 1P P3 L0 no bonus dice at E9 HP3 survivalist"
TIGHT = 1e-9


def moments(until: UntilDown) -> tuple[float, float]:
    """Mean and deviation, summed attack after attack until next to nothing is left."""
    chosen, _ = fewest(until)
    steps = {state: link(until.attack, state).after(chosen[state]) for state in chosen}
    law, number, first, second = {start_of(until.target): 1.0}, 0, 0.0, 0.0
    while sum(law.values()) > 1e-18:
        number += 1
        after: dict = {}
        for state, chance in law.items():
            for end, share in steps[state].items():
                after[end] = after.get(end, 0) + chance * share
        fell = sum(chance for end, chance in after.items() if end.down)
        first, second = first + fell * number, second + fell * number**2
        law = {end: chance for end, chance in after.items() if not end.down}
    return first, (second - first**2) ** 0.5


@pytest.mark.parametrize("text", [SLOW, QUICK, "until down: 3P P3 L1 at E6 HP1", "until down: 2P P2 L1 at E4 HP3"])
def test_mean_and_deviation_are_those_of_the_chain(text):
    until = odds.parse_attack(text)
    law, (mean, deviation) = odds.exact(until), moments(until)
    assert law.mean() == pytest.approx(mean, rel=1e-8)
    assert law.metric("sd(attacks)").value == pytest.approx(deviation, rel=1e-6)
    for twin in (copy.copy(law), pickle.loads(pickle.dumps(law)), law.marginal("attacks")):
        assert twin.mean("attacks") == law.mean()


def test_a_slow_attack_is_cut_off():
    """A negative control: the list's own mean is another."""
    law = odds.exact(odds.parse_attack(SLOW))
    assert law.probability("later") > LEFT_OUT
    listed = sum(n * float(chance) for n, chance in enumerate(law.values))
    assert law.mean() > listed + 0.1


def test_what_the_list_cannot_tell_is_refused():
    until = odds.parse_attack(SLOW)
    law, sampled = odds.exact(until), odds.simulate(until, trials=20_000, seed=1)
    for found, metric in (
        (law, "mean(attacks given attacks > 2)"),
        (sampled, "mean(attacks)"),
        (sampled, "sd(attacks)"),
    ):
        with pytest.raises(ListEndsError, match="the list ends"):
            found.metric(metric)
    assert "mean attacks unknown" in repr(sampled)
    inside = law.metric("mean(attacks given not later)").value
    assert sampled.metric("mean(attacks given not later)").value == pytest.approx(inside, rel=0.05)
    never = odds.exact(odds.parse_attack(NEVER))
    with pytest.raises(ListEndsError, match="may never fall"):
        never.mean()
    assert "unknown" in repr(never)


@pytest.mark.parametrize("method", ["both", "exact", "simulate"])
def test_every_output_tells_the_same_mean(method):
    few = [] if method == "exact" else ["--seed", "1", "--trials", "20000"]
    words = ("attack", SLOW, "--method", method, "--ask", "mean(attacks)", *few)
    made, (mean, _) = run(*words, "--json").json, moments(odds.parse_attack(SLOW))
    for numbers in (made["summary"]["mean"], made["ask"][0]):
        assert numbers["simulated"] is None
        assert numbers["exact"] == (None if method == "simulate" else pytest.approx(mean))
    csv = next(line for line in run(*words, "--csv").out.splitlines() if "mean(attacks)" in line)
    assert csv.split(",mean(attacks),")[1].split(",")[2:] == [""] * 4
    page = run(*words).out
    assert ("  list ends" in page) == (method != "exact")
    assert ("The list ends at attack 100" in page) == (method != "simulate")


def test_studies_of_slow_attacks_use_the_mean_of_the_chain():
    few = ("--seed", "1", "--trials", "5000", "--method", "both")
    compared = run("compare", SLOW, QUICK, "--json", *few).json
    values = [each["metrics"][0] for each in compared["items"]]
    assert [each["exact"] for each in values] == [
        pytest.approx(moments(odds.parse_attack(text))[0]) for text in (SLOW, QUICK)
    ]
    assert values[0]["simulated"] is None
    swept = run("sweep", SLOW, "--harm", "0..1", "--json", *few).json
    assert swept["points"][0]["metrics"][0]["exact"] == values[0]["exact"]
    assert swept["points"][0]["metrics"][0]["simulated"] is None


def test_a_comparison_says_what_it_does_not_simulate():
    out = run("compare", SLOW, QUICK, "--trials", "2000", "--seed", "1").out
    assert "mean(attacks) is not simulated" in out
    refused = run("compare", SLOW, QUICK, "--trials", "2000", "--seed", "1", "--method", "simulate")
    assert refused.code == 2
    assert "the list of outcomes ends" in refused.err
