"""The grammar of events and metrics: against Python's own reading, round trips, and politeness to nonsense."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from odds.core.distribution import Distribution
from odds.core.errors import OddsError
from odds.core.events import Metric, axes_needed, parse_event, parse_metric
from odds.core.text import LONGEST, QueryError

EVENTS = {"failed": "hits == 0", "critical": "luck_hits >= 1 and not failed", "ambush": None}
SHAPE = (5, 4, 3)
AXES = ("hits", "luck_hits", "harm")
WEIGHTS = np.arange(1.0, 61.0).reshape(SHAPE)
JOINT = Distribution(AXES, WEIGHTS / WEIGHTS.sum(), events=EVENTS)


def plainly(text):
    """Python's own value of an expression in every outcome, with its weight. The grammar is a part of Python's."""
    code = compile(text, "test", "eval")
    for outcome in np.ndindex(*SHAPE):
        names = dict(zip(AXES, outcome, strict=True))
        names |= {"failed": outcome[0] == 0, "critical": outcome[1] >= 1 and outcome[0] > 0}
        yield eval(code, {}, names), float(JOINT.values[outcome])


def joined(parts, signs):
    return st.tuples(parts, signs, parts).map(" ".join)


numbers = st.recursive(
    st.sampled_from([*AXES, "0", "1", "2", "7"]),
    lambda inner: joined(inner, st.sampled_from("+-*")) | inner.map("-{}".format) | inner.map("({})".format),
    max_leaves=5,
)
signs = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
comparisons = joined(numbers, signs) | st.tuples(numbers, signs, numbers, signs, numbers).map(" ".join)
events = st.recursive(
    comparisons | st.sampled_from(["failed", "critical"]),
    lambda inner: joined(inner, st.sampled_from(["and", "or"])) | inner.map("not {}".format) | inner.map("({})".format),
    max_leaves=4,
)
short = events.filter(lambda text: len(text) < 200)
metrics = (
    st.tuples(st.sampled_from(["mean", "sd"]), numbers).map("{0[0]}({0[1]})".format)
    | short.map("P({})".format)
    | short
    | st.tuples(st.sampled_from(["P", "mean", "sd"]), numbers, signs, short).map(
        lambda t: f"{t[0]}({t[1]}{f' {t[2]} 2' if t[0] == 'P' else ''} given {t[3]})"
    )
)


@given(short)
def test_events_mean_what_python_would_make_of_them(event):
    expected = sum(weight for truth, weight in plainly(event) if truth)
    assert JOINT.probability(event) == pytest.approx(expected, abs=1e-12)
    assert JOINT.metric(parse_metric(event).text).value == JOINT.metric(event).value


@given(numbers, short)
def test_means_and_deviations_of_any_expression(number, event):
    chosen = [
        (value, weight) for (value, weight), (truth, _) in zip(plainly(number), plainly(event), strict=True) if truth
    ]
    if not chosen:
        with pytest.raises(OddsError, match="is impossible"):
            JOINT.metric(f"mean({number} given {event})")
        return
    values, weights = np.array(chosen, dtype=float).T
    mean = np.average(values, weights=weights)
    sd = np.sqrt(np.average((values - mean) ** 2, weights=weights))
    assert JOINT.metric(f"mean({number} given {event})").value == pytest.approx(mean, abs=1e-9)
    assert JOINT.metric(f"sd({number} given {event})").value == pytest.approx(sd, rel=1e-6, abs=1e-6)


@given(metrics)
@settings(max_examples=300)
def test_canonical_text_parses_back_to_the_same(text):
    metric = parse_metric(text)
    again = parse_metric(metric.text)
    assert again == metric
    assert again.text == metric.text
    assert set(metric.names) <= {*AXES, *EVENTS}


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("HITS≥3", "P(hits >= 3)"),
        ("p( hits=3 )", "P(hits == 3)"),
        ("P(hits >= 4 given critical)", "P(hits >= 4 given critical)"),
        ("hits >= 4 GIVEN Critical", "P(hits >= 4 given critical)"),
        ("Mean(hits given critical)", "mean(hits given critical)"),
        ("2≤hits≤4", "P(2 <= hits <= 4)"),
        ("hits ≠ luck_hits × 2 − 1", "P(hits != luck_hits * 2 - 1)"),
        ("hits <> 1", "P(hits != 1)"),
        ("ｈｉｔｓ > １", "P(hits > 1)"),
        ("not (failed)", "P(not failed)"),
        ("(failed or critical) and hits>1", "P((failed or critical) and hits > 1)"),
        ("failed or (critical and hits>1)", "P(failed or critical and hits > 1)"),
        ("not (failed and critical)", "P(not (failed and critical))"),
        ("hits - (harm - 1) > +2", "P(hits - (harm - 1) > 2)"),
        ("-(hits + 1) * 2 < 007", "P(-(hits + 1) * 2 < 7)"),
        ("sd(hits)", "sd(hits)"),
        ("critical", "P(critical)"),
    ],
)
def test_canonical_text(typed, canonical):
    assert parse_metric(typed).text == canonical
    assert JOINT.metric(typed) == JOINT.metric(canonical)


def test_a_metric_knows_what_it_is():
    metric = parse_metric("mean(hits + 2*hits given critical or harm > hits)")
    assert (metric.kind, metric.names) == ("mean", ("hits", "critical", "harm"))
    assert parse_metric("critical").kind == "probability"
    assert parse_metric("critical").given is None
    assert parse_event("hits>=1").text == "hits >= 1"
    assert isinstance(metric, Metric)
    assert len({metric, parse_metric(metric.text)}) == 1


MALFORMED = [
    ("P(hits > )", "a number, a name or an event is missing", (9, 10)),
    ("hits >= 3.5", "whole numbers", (9, 10)),
    ("hits > 2 && harm > 1", 'write "and"', (9, 11)),
    ("hits > 2 | harm > 1", 'write "or"', (9, 10)),
    ("!critical", 'write "not"', (0, 1)),
    ("hits => 2", "write >=", (5, 7)),
    ("hits / 2 > 1", "no division", (5, 6)),
    ("hits ** 2 > 1", "no powers", (5, 7)),
    ("mean(hits) > 3", "a metric ends before this", (11, 12)),
    ("mean(hits given critical) given failed", "a metric ends before this", (26, 31)),
    ("P(mean(hits) > 2)", "mean(...) stands alone", (2, 6)),
    ("mean(hits > 2)", "an event stands where a number is wanted", (5, 13)),
    ("mean(hits >= 1 given failed)", "an event stands where a number is wanted", (5, 14)),
    ("P(hits + 1)", "is a number: compare it", (2, 10)),
    ("hits >= 1 given harm + 1", "the condition is a number", (16, 24)),
    ("(hits > 1) > 2", "an event stands where a number is wanted", (0, 10)),
    ("hits + 1 and failed", "is a number: compare it", (0, 8)),
    ("failed and hits + 1", "is a number: compare it", (11, 19)),
    ("not hits + 1", "is a number: compare it", (4, 12)),
    ("P(hits >= 3", "a ) is missing here", (11, 11)),
    ("P(hits >= 3, 4)", "a ) is missing here", (11, 12)),
    ("given critical", "is missing here", (0, 5)),
    ("hits hits", "a metric ends before this", (5, 9)),
    ("hits >= 9999999999999999", "15 digits", (8, 24)),
    ("hits >= ۳", "is missing here", (8, 9)),
    ("P()", "is missing here", (2, 3)),
]


@pytest.mark.parametrize(("text", "message", "place"), MALFORMED, ids=[text for text, *_ in MALFORMED])
def test_mistakes_are_pointed_at(text, message, place):
    with pytest.raises(QueryError) as error:
        parse_metric(text)
    assert message in error.value.sentence
    assert (error.value.start, error.value.end) == place
    assert "\n" not in error.value.sentence


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_nothing_asked(text):
    with pytest.raises(OddsError, match="asks nothing"):
        parse_metric(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hitz > 2", "unknown name hitz: did you mean hits?"),
        ("xyzzy > 2", "unknown name xyzzy: known are hits, luck_hits, harm, failed, critical, ambush"),
        ("crit", "unknown name crit: did you mean critical?"),
        ("hits", "hits is a number, not an event"),
        ("P(harm > 1 given hits)", "hits is a number, not an event"),
        ("mean(critical)", "critical is an event, not a number: ask for P(critical)"),
        ("critical > 2", "critical is an event, not a number"),
        ("P(hits > 1 given ambush)", "this question has no event ambush"),
    ],
)
def test_names_are_checked_where_there_is_something_to_check_them_against(text, message):
    metric = parse_metric(text)
    with pytest.raises(QueryError) as error:
        JOINT.metric(metric)
    assert message in error.value.sentence
    with pytest.raises(QueryError) as early:
        axes_needed([text], EVENTS, AXES)
    assert str(early.value) == str(error.value)


def test_names_can_be_checked_at_once():
    assert parse_metric("hits > 1", ["hits"]).names == ("hits",)
    with pytest.raises(QueryError, match="did you mean hits"):
        parse_metric("hit > 1", ["hits", "harm"])


def test_axes_needed():
    assert axes_needed(["harm > 1", "P(failed)"], EVENTS) == ("harm", "hits")
    assert axes_needed(["harm > 1", parse_metric("P(failed)")], EVENTS, AXES) == ("hits", "harm")
    assert axes_needed(["critical"], EVENTS) == ("luck_hits", "hits")
    assert axes_needed([], EVENTS) == ()
    with pytest.raises(QueryError, match="did you mean critical"):
        axes_needed(["critcal"], EVENTS)
    with pytest.raises(QueryError, match="a number, not an event"):
        axes_needed(["hits"], EVENTS)


def test_an_event_explained_by_itself_is_refused():
    turning = Distribution(("hits",), np.array([1.0]), events={"a": "not b", "b": "hits > 0 or a"})
    with pytest.raises(OddsError, match="explained by itself"):
        turning.metric("a")
    with pytest.raises(OddsError, match="explained by itself"):
        axes_needed(["a"], turning.events)


def test_numbers_never_leave_what_is_counted_exactly():
    big = "999999999999999"
    assert JOINT.metric(f"mean({big})").value == pytest.approx(999999999999999)
    with pytest.raises(OddsError, match="largest number counted exactly"):
        JOINT.metric(f"hits * {big} * {big} * {big} > 1")
    with pytest.raises(OddsError, match="largest number counted exactly"):
        JOINT.metric("mean(" + " + ".join([big] * 12) + ")")


@pytest.mark.parametrize(
    "text",
    [
        "(" * 60 + "hits > 1" + ")" * 60,
        "not " * 100 + "failed",
        "-" * 300 + "hits > 1",
        "(" * 499,
        "hits > 1 and " * 10_000 + "failed",
        "hits > " + "9" * 100_000,
        "x" * 100_000,
    ],
    ids=len,
)
def test_monsters_are_refused_politely(text):
    with pytest.raises(QueryError) as error:
        parse_metric(text)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("text", ["1" + " + 1" * 120 + " > 2", "failed" + " or failed" * 45, "hits" + " < 9" * 120])
def test_long_chains_within_the_limit_are_answered(text):
    assert len(text) <= LONGEST
    assert 0 <= JOINT.probability(text) <= 1
    assert parse_metric(parse_metric(text).text) == parse_metric(text)


def test_a_text_that_grows_too_long_when_written_out_is_refused():
    with pytest.raises(QueryError, match="written out"):
        parse_metric("mean(" + "+".join(["hits"] * 90) + ")")


WORDS = "( ) P mean sd given and or not hits luck_hits critical ambush nobody 3 12 + - * > >= = != ≥ × , . ! & % ' é"


@given(st.lists(st.sampled_from(WORDS.split(" ")), max_size=14).map(" ".join))
@settings(max_examples=500)
def test_shuffled_words_are_answered_or_refused(text):
    answered_or_refused(text)


@given(st.text(max_size=40))
@settings(max_examples=300)
def test_any_text_is_answered_or_refused(text):
    answered_or_refused(text)


def answered_or_refused(text):
    try:
        estimate = JOINT.metric(text)
    except OddsError:
        return
    assert np.isfinite(float(estimate))


@pytest.mark.parametrize("asked", [None, 3, b"hits > 1", ["hits > 1"]])
def test_what_is_not_text_is_refused(asked):
    with pytest.raises(OddsError, match="a metric is a text"):
        parse_metric(asked)
