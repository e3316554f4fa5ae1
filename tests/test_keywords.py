"""Keywords of the functions that answer: unknown ones are named, useless ones refused, crews taken in every shape."""

from pathlib import Path

import pandas as pd
import pytest

import odds
from odds import OddsError

TEST = odds.parse("6S S6 L3")
TWO = ("6S S6 L3", "6S S6 L4")
CREW = Path(__file__).parent / "crews" / "minutemen.toml"
AT = {"at": "E4 A4 L2 HP1"}
CALLS = {
    "compare": lambda **more: odds.compare(*TWO, **more),
    "sweep": lambda **more: odds.sweep("6S S6", {"luck": "0..2"}, **more),
    "simulate": lambda **more: odds.simulate(TEST, **more),
    "answer": lambda **more: odds.answer(TEST, **more),
    "paired": lambda **more: odds.paired(TEST, TEST, **more),
    "rank": lambda **more: odds.rank(CREW, **more),
    "advise": lambda **more: odds.advise(CREW, **more),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("method", [None, "exact", "both"])
def test_an_unknown_keyword_is_named(call, method):
    method = {} if method is None or call in ("simulate", "paired", "rank") else {"method": method}
    with pytest.raises(OddsError, match=r"unknown setting 'foo': there are .+"):
        CALLS[call](foo=1, **method)


@pytest.mark.parametrize(
    ("call", "wrong", "right"),
    [
        ("compare", "metric", "metrics"),
        ("sweep", "metric", "metrics"),
        ("simulate", "trails", "trials"),
        ("answer", "ask", "asks"),
        ("paired", "metrics", "metric"),
        ("rank", "chargw", "charge"),
        ("advise", "metrics", "metric"),
    ],
)
def test_what_was_likely_meant_is_said(call, wrong, right):
    with pytest.raises(OddsError, match=f"^unknown setting '{wrong}': did you mean {right}\\?$"):
        CALLS[call](**{wrong: 1})


@pytest.mark.parametrize("name", ["title", "notes", "axis", "questions"])
def test_what_is_no_keyword_of_the_function_is_unknown(name):
    with pytest.raises(OddsError, match="unknown setting"):
        odds.compare(*TWO, **{name: 1})


@pytest.mark.parametrize("call", ["compare", "sweep", "answer", "advise"])
@pytest.mark.parametrize("useless", [{"trials": "x"}, {"seed": -1}, {"threads": 2, "seed": 1}])
def test_a_simulation_has_no_settings_where_there_is_none(call, useless):
    with pytest.raises(OddsError, match=f"{' and '.join(useless)} ha(s|ve) no use with the method exact"):
        CALLS[call](method="exact", **useless)


def test_columns_without_numbers_are_numbers_all_the_same():
    frames = [
        odds.compare(*TWO, method="exact"),
        odds.compare(*TWO, method="simulate", trials=64),
        odds.advise(CREW, "Settler", **AT),
    ]
    for frame in frames:
        for name in ("exact", "simulated", "std_error", "low", "high"):
            assert frame[name].dtype == float, name
    assert frames[0].simulated.isna().all()
    assert '"simulated":{"0":null' in frames[0].to_json()
    whole = odds.sweep("6S S6", {"luck": "0..2"}, "P(hits >= 1 given hits >= 99)")
    assert whole.iloc[:, 1].dtype == float
    assert odds.compare(*TWO, method="exact", fractions=True).exact[0].denominator > 1


def test_a_row_for_each_target_says_whose_it_is():
    table = odds.rank(CREW, at=["Paladin", "Brute"], targets=True)
    whole = odds.rank(CREW, at=["Paladin", "Brute"])
    assert list(table.columns[:6]) == ["rank", "model", "faction", "weapons", "count", "rating"]
    assert len(table) == 2 * len(whole)
    assert table.model.tolist()[::2] == whole.model.tolist()
    assert table.rating.tolist()[::2] == whole.rating.tolist()


def test_crews_are_taken_as_files_as_read_and_as_made():
    reading = odds.read_crew(CREW)
    assert odds.check_crew(reading) == odds.check_crew(reading.crew)
    for ask in (odds.rank, odds.advise):
        first, *others = (ask(crew, **AT) for crew in (CREW, reading, reading.crew))
        for other in others:
            pd.testing.assert_frame_equal(first, other)
    for bad in (3, None, object()):
        with pytest.raises(OddsError):
            odds.check_crew(bad)
        with pytest.raises(OddsError):
            odds.advise(bad)
    with pytest.raises(OddsError, match="faction is for a file"):
        odds.rank(reading, faction="zetans")
