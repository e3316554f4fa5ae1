"""Comparisons: differences against the slow reference and the exact engine, and what is shown."""

import csv
import io

import pytest
from naive import die_by_die
from run import run

import odds
from odds import OddsError, exact, parse
from odds.core.compare import compare_questions
from odds.core.paired import paired, paired_all
from odds.report.compare import page
from odds.report.compare_chart import figure
from odds.report.table import as_text
from odds.studies.comparing import compared
from odds.studies.items import read_item, usual_metrics

TESTS = ("6S S6 L4", "6S S6 L3", "5S S6 L3 +1 die", "4P P5 L2 unlucky", "Evade A4")
ATTACK = "6S S6 L3 crit Maim at E4 A4 I3 S4 L2 HP1"
SAME = {
    "Test": ("6S S6 L3", "Strength 6, 6S, Luck 3"),
    "re-rolled Test": ("6S S6 L3 reroll 2", "6S S6 L3 reroll 2"),
    "attack": (ATTACK, ATTACK),
    "until down": (f"until down: {ATTACK}", f"until down: {ATTACK}"),
    "model": ("Master with Super Sledge", "master with super sledge"),
    "model and Test": ("Master with Super Sledge", "6S S6 L3"),
}
FEW = {"trials": 20_000, "seed": 3}


# ---------------------------------------------------------------------------------------------- numbers
@pytest.mark.parametrize("kind", SAME)
def test_equal_things_differ_by_exactly_nothing(kind):
    table = odds.compare(*SAME[kind], **FEW)
    assert (table[["exact", "simulated", "std_error", "low", "high"]] == 0).all(axis=None)
    made = run("compare", *SAME[kind], "--trials", "2000", "--json").json
    assert {(each["exact"], each["simulated"], each["low"], each["high"]) for each in made["differences"]} == {(0,) * 4}


def mean_hits(text: str, wrong: str = "") -> float:
    return sum(hits * chance for (hits, _, _), chance in die_by_die(parse(text), wrong).items())


def test_exact_differences_are_what_the_slow_reference_says():
    table = odds.compare(*TESTS, metrics="mean(hits)", method="exact")
    assert len(table) == 10
    for a, b, found in table[["a", "b", "exact"]].itertuples(index=False):
        assert found == pytest.approx(mean_hits(a) - mean_hits(b), abs=1e-12)
        assert a in TESTS
        assert b in TESTS


def test_a_wrong_rule_is_caught():
    table = odds.compare("6S S6 L4", "6S S6 L1", metrics="mean(hits)", trials=100_000, seed=5)
    wrong = mean_hits("6S S6 L4", "chained") - mean_hits("6S S6 L1", "chained")
    assert not table.low[0] <= wrong <= table.high[0]
    assert abs(table.exact[0] - wrong) > 0.1


@pytest.mark.parametrize(
    ("things", "metrics"),
    [
        (TESTS[:4], ["mean(hits)", "P(hits >= 3)", "sd(hits)"]),
        ((ATTACK, ATTACK.replace("L3", "L4"), ATTACK.replace("Maim", "Pierce")), ["P(incapacitated)", "mean(hits)"]),
        ((ATTACK, "6S S5 L3"), ["mean(hits)", "P(critical)"]),
    ],
)
def test_simulated_differences_agree_with_exact_ones(things, metrics):
    table = odds.compare(*things, metrics=metrics, trials=200_000, seed=11)
    assert (abs(table.simulated - table.exact) <= 6.5 * table.std_error + 1e-12).all()


@pytest.mark.parametrize("cells", [1 << 16, 4], ids=["together", "one by one"])
def test_several_metrics_are_played_together_or_one_by_one(cells, monkeypatch):
    from odds.core import paired as module

    monkeypatch.setattr(module, "MOST_CELLS", cells)
    a, b, metrics = parse("6S S6 L4"), parse("6S S5 L3"), ["mean(hits)", "P(critical)", "P(hits >= 4)"]
    found = paired_all(a, b, metrics, trials=200_000, seed=2)
    assert [each.metric for each in found] == metrics
    assert all(abs(each.value - each.exact) < 6.5 * each.std_error for each in found)
    alone = paired(a, b, metrics[0], trials=200_000, seed=2)
    assert (found[0].value, found[0].std_error) == pytest.approx((alone.value, alone.std_error), abs=1e-12)


@pytest.mark.parametrize("seed", range(1, 6))
def test_numbers_that_differ_by_rounding_alone_differ_by_nothing(seed):
    """The same trials fail with more Luck; those of B and C are Critical together."""
    table = odds.compare("6S S6 L4", "6S S6 L3", "5S S6 L4", trials=100_000, seed=seed)
    same = table.set_index(["a", "b", "metric"]).loc[
        [("6S S6 L4", "6S S6 L3", "P(failed)"), ("6S S6 L4", "5S S6 L4", "P(critical)")]
    ]
    assert (same[["exact", "simulated", "std_error", "low", "high"]] == 0).all(axis=None)
    assert "DISAGREE" not in as_text(page(compared(["6S S6 L4", "6S S6 L3"], trials=100_000, seed=seed)))


def test_fractions_are_exact():
    found = compared(["6S S6 L4", "6S S6 L3"], ["mean(hits)"], method="exact", fractions=True)
    assert str(found.contrasts[0].exact) == "9/25"


# ---------------------------------------------------------------------------------------------- what is compared
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("6S with Luck 3, S6", "6S S6 L3"),
        ("Evade A4", "Evade Test (3A) A4 L2"),
        ("Master +1S with Super Sledge", "6S S7 L3"),
        ("6S S6 L3 at E4 HP1", "6S S6 L3 at E4 HP1"),
        ("until down: 6S S6 at E4 HP1", "until down: 6S S6 L2 at E4 HP1"),
        ("6S S6; 4P P4 at E4 HP1", "6S S6 L2; 4P P4 L2 at E4 HP1"),
        ("6S S6 L3 at least 4", "6S S6 L3 >=4"),
    ],
)
def test_everything_is_read_by_what_it_says(text, canonical):
    assert read_item(text).question.text == canonical


def test_a_target_makes_attacks_of_all():
    found = compared(["6S S6 L3 crit Maim", "Master"], at="E4 HP1", weapon="Super Sledge", method="exact")
    assert [item.question.text for item in found.items] == ["6S S6 L3 crit Maim at E4 HP1"] * 2
    assert found.metrics[0] == "P(incapacitated)"


def test_a_weapon_is_for_those_that_have_none():
    things = ["Master", "Master with Laser Rifle", "S6 L3", "6S S6 L3"]
    found = compared(things, ["mean(hits)"], at="E4 A4 HP1", weapon="Super Sledge", method="exact")
    own = [item.question.test.notation for item in found.items]
    assert own == ["6S", "4P", "6S", "6S"]
    assert "Super Sledge" in found.title


def test_the_usual_metrics_are_those_that_all_have():
    assert usual_metrics([parse("6S S6"), read_item(ATTACK).question]) == ["mean(hits)", "P(failed)", "P(critical)"]
    assert "P(incapacitated)" in usual_metrics([read_item(ATTACK).question])
    with pytest.raises(OddsError, match="no number in common"):
        usual_metrics([parse("6S S6"), odds.RollOff(2)])


def test_rules_objects_are_compared_as_well():
    table = odds.compare(parse("6S S6 L4"), parse("6S S6 L3"), metrics=["mean(hits)"], method="exact")
    assert table.exact[0] == pytest.approx(0.36)
    assert (table.a[0], table.b[0]) == ("6S S6 L4", "6S S6 L3")


# ---------------------------------------------------------------------------------------------- the command
def test_json_has_items_and_differences():
    words = ("compare", "6S S6 L4", "6S S6 L3", "--metric", "mean(hits)", "--metric", "hits >= 4", "--trials", "50k")
    made = run(*words, "--seed", "1", "--json").json
    assert [item["name"] for item in made["items"]] == ["6S S6 L4", "6S S6 L3"]
    assert [(each["a"], each["b"], each["metric"]) for each in made["differences"]] == [
        ("6S S6 L4", "6S S6 L3", "mean(hits)"),
        ("6S S6 L4", "6S S6 L3", "P(hits >= 4)"),
    ]
    first = made["differences"][0]
    assert first["exact"] == pytest.approx(0.36)
    assert first["low"] < first["simulated"] < first["high"]
    exacts = [[metric["exact"] for metric in item["metrics"]] for item in made["items"]]
    assert exacts[0][0] - exacts[1][0] == pytest.approx(first["exact"])
    assert (made["simulation"]["seed"], made["simulation"]["trials"]) == (1, 50_000)


@pytest.mark.parametrize(("method", "missing"), [("exact", "simulated"), ("simulate", "exact")])
def test_a_method_leaves_the_other_out(method, missing):
    more = [] if method == "exact" else ["--trials", "1000", "--seed", "1"]
    made = run("compare", "6S S6 L4", "6S S6 L3", "--method", method, "--json", *more).json
    assert {each[missing] for each in made["differences"]} == {None}
    assert None not in {each[{"exact": "exact", "simulate": "simulated"}[method]] for each in made["differences"]}


def test_csv_is_a_row_a_difference():
    words = ("compare", "6S S6 L4", "6S S6 L3", "5S S6 L3", "--metric", "mean(hits)", "--method", "exact", "--csv")
    header, *rows = csv.reader(io.StringIO(run(*words).out))
    assert header[:6] == ["a", "b", "metric", "value_a", "value_b", "exact"]
    assert [(row[0], row[1]) for row in rows] == [
        ("6S S6 L4", "6S S6 L3"),
        ("6S S6 L4", "5S S6 L3"),
        ("6S S6 L3", "5S S6 L3"),
    ]
    assert all(float(row[3]) - float(row[4]) == pytest.approx(float(row[5])) for row in rows)


def test_further_metrics_join_the_usual_ones():
    made = run("compare", "6S S6 L4", "6S S6 L3", "--ask", "hits >= 5", "--method", "exact", "--json").json
    assert made["metrics"] == ["mean(hits)", "P(failed)", "P(critical)", "P(hits >= 5)"]


@pytest.mark.parametrize("number", [2, 3, 6, 12])
def test_tables_fit_a_terminal(number):
    things = [f"6S S6 L{luck} with quite some words, +1 die, reroll 1" for luck in range(number)]
    things = [thing.replace("with quite some words, ", "") for thing in things]
    result = run("compare", *things, "--trials", "100", "--seed", "1")
    assert result.code == 0, result.err
    assert max(map(len, result.out.splitlines())) <= 80


def test_edition_and_rules_reach_all():
    words = (
        "compare",
        "6S S6 L3 Four Leaf Clover",
        "6S S6 L3",
        "--metric",
        "mean(hits)",
        "--method",
        "exact",
        "--json",
    )
    found = [run(*words, *more).json for more in ([], ["--edition", "CORE2025"], ["--rule", "four-leaf-clover=every"])]
    exacts = [made["differences"][0]["exact"] for made in found]
    assert len({round(each, 9) for each in exacts[:2]}) == 2
    assert len({round(each, 9) for each in (exacts[0], exacts[2])}) == 2
    assert found[1]["items"][0]["edition"] == "CORE2025"


@pytest.mark.parametrize("more", [["--seed", "2"], ["--trials", "2000"], ["--fractions"], ["--metric", "failed"]])
def test_options_do_something(more):
    words = ("compare", "6S S6 L4", "6S S6 L3", "--json")
    plain = {"--trials": "1000", "--seed": "1"}
    found = []
    for given in (plain, plain | {more[0]: more[1] if len(more) > 1 else None}):
        options = (word for pair in given.items() for word in pair if word is not None)
        found.append(run(*words, *options).json["differences"])
    assert found[0] != found[1]


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_charts(ending, tmp_path):
    path = tmp_path / f"compare{ending}"
    words = ("compare", "6S S6 L4", ATTACK, "--method", "exact", "--chart", path)
    assert run(*words).code == 0
    first = path.read_bytes()
    assert run(*words).code == 0
    assert path.read_bytes() == first
    assert len(first) > 5000


def test_a_chart_lays_the_curves_over_each_other():
    curves, bars = figure(compared(TESTS[:3], method="exact")).axes
    assert len(curves.lines) == 3
    assert len(bars.patches) == 3 * 2
    (alone,) = figure(compared(TESTS[:2], ["mean(hits)"], method="simulate", **FEW)).axes
    assert len(alone.patches) == 2


BAD = [
    ([], "two things or more"),
    (["6S S6 L3"], "two things or more"),
    (["6S S6", "6S"], "each in quotes"),
    (["6S S6", "6S lukc 3"], "number 2 of those compared"),
    (["6S S6", "Mastr"], "did you mean Master"),
    (["6S S6", "Master"], "say which weapon"),
    (["6S S6", "6S S5", "--metric", "mean(harm)"], "unknown name harm"),
    (["6S S6", "Evade A4", "--metric", "critical"], "critical"),
    (["6S S6 L0", "6S S6", "--metric", "P(hits >= 3 given critical)"], "impossible"),
    (["Evade A4", "6S S6", "--at", "E4 HP1"], "is no attack"),
    (["6S S6", "5S S6", "--with", "Minigun"], "nothing is compared that could use"),
    (["6S S6", "5S S6", "--at", "E4"], "Health"),
    (["6S S6", "5S S6", "--precision", "0.1"], "no such option"),
    (["6S S6", "5S S6", "--trace", "3"], "no such option"),
    (["6S S6", "5S S6", "--method", "exact", "--seed", "1"], "nothing is simulated"),
    (["6S S6", "5S S6", "--json", "--csv"], "not both"),
    (["6S S6"] * 27, "two to 26"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_what_cannot_be_compared_is_said_in_a_sentence(words, sentence):
    result = run("compare", *words)
    assert result.code == 2
    assert not result.out
    assert sentence in result.err
    assert "Traceback" not in result.err


def test_python_refuses_what_it_must():
    with pytest.raises(OddsError, match="unknown method"):
        compare_questions([("a", parse("6S S6")), ("b", parse("6S S5"))], ["mean(hits)"], method="guess")
    with pytest.raises(OddsError, match="needs a metric"):
        compare_questions([("a", parse("6S S6")), ("b", parse("6S S5"))], [], method="exact")
    with pytest.raises(OddsError, match="at is for a question in words"):
        odds.compare(parse("6S S6"), "6S S5", at="E4 HP1")
    with pytest.raises(OddsError, match="no question"):
        odds.compare(3, "6S S5")


def test_an_interrupted_comparison_shows_what_was_played(monkeypatch):
    from odds.core import paired as module

    real, played = module.paired_all, []

    def interrupted(a, b, metrics, **settings):
        if played:
            raise KeyboardInterrupt
        played.append(a)
        return real(a, b, metrics, **settings)

    monkeypatch.setattr(module, "paired_all", interrupted)
    result = run("compare", *TESTS[:3], "--trials", "1000", "--seed", "1")
    assert result.code == 130
    assert "INTERRUPTED" in result.out


def test_a_page_says_what_the_simulation_leaves_open():
    found = compared(["6S S6 L4", "6S S6 L3"], ["P(hits >= 9)"], trials=64, seed=1)
    assert "Not resolved" in as_text(page(found))
    assert float(exact(parse("6S S6 L4")).probability("hits >= 9")) > 0
