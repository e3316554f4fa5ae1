"""From Python: whatever is given for an argument, an answer or one clear sentence comes of it."""

from dataclasses import fields, replace
from functools import partial
from pathlib import Path

import pytest

import odds
from odds import OddsError
from odds.factions.crews.crew import Crew, Member
from odds.factions.ranking.moments import MOMENTS

FILE = Path(__file__).parent / "crews" / "minutemen.toml"
CREW = odds.read_crew(FILE).crew
TARGET = "E4 A4 I4 L2 HP1"
THINGS = {
    "None": None,
    "3": 3,
    "empty": "",
    "list": [],
    "object": object(),
    "huge": 10**5000,
    "nan": float("nan"),
    "below": -1,
    "bytes": b"x",
    "nested": [None],
    "mapping": {"x": 1},
    "zero byte": "\0",
}

#: name -> the function, its first arguments, and arguments of which each is tried with everything
CALLS = {
    "rank": (odds.rank, (), {"file": None, "faction": "zetans", "at": TARGET, "against": "6S S6 L3", "by": "injuries"}),
    "rank more": (
        odds.rank,
        (),
        {"faction": "zetans", "at": TARGET, "top": 1, "targets": False, "everyone": False, "wanted": None, "book": None}
        | {"edition": None, "rules": None, "progress": None},
    ),
    "rank moment": (odds.rank, (), {"faction": "zetans", "at": TARGET} | dict.fromkeys(MOMENTS)),
    "advise": (odds.advise, (), {"file": FILE, "model": "Local Leader", "metric": "injuries", "at": TARGET}),
    "advise more": (
        odds.advise,
        (FILE, "Local Leader"),
        {"against": (), "wanted": None, "faction": None, "method": "exact", "book": None, "edition": None}
        | {"rules": None, "progress": None, "charge": False, "distance": None, "when": ()},
    ),
    "advise simulated": (
        partial(odds.advise, FILE, "Local Leader", at=TARGET, trials=64),
        (),
        {"method": "both", "seed": 1},
    ),
    "compare": (
        odds.compare,
        ("6S S6 L3", "5S S6 L3"),
        {"metrics": "mean(hits)", "at": None, "weapon": None, "model": (), "method": "both", "edition": None}
        | {"rules": None, "also": (), "trials": 64, "seed": 1, "fractions": False},
    ),
    "sweep": (
        odds.sweep,
        (),
        {"question": "6S S6 L3", "over": {"luck": "1..2"}, "metrics": "mean(hits)", "at": None, "weapon": None}
        | {"model": None, "method": "exact", "edition": None, "rules": None, "fixed": None, "fractions": False},
    ),
    "sweep simulated": (
        odds.sweep,
        ("6S S6 L3", {"luck": "1..2"}),
        {"metrics": "mean(hits)", "method": "both", "trials": 64, "seed": 1},
    ),
    "sweep of another game": (
        odds.sweep,
        (),
        {"question": "board test 1..2", "over": None, "metrics": "P(failed)", "at": None, "weapon": None}
        | {"model": None, "edition": None, "rules": None, "fixed": None},
    ),
    "model": (odds.model, (), {"text": "Master", "book": None, "faction": None}),
    "read_crew": (odds.read_crew, (), {"path": FILE, "book": None, "wanted": None, "faction": None}),
    "check_crew": (odds.check_crew, (), {"crew": CREW, "book": None}),
    "parse": (odds.parse, (), {"text": "4P", "model": "Master"}),
}
DEFAULTS = {"charge": False, "half_range": False, "wide_open": False, "aim": False, "when": ()}
DEFAULTS |= {"supporters": 0, "engaged_friends": 0}
TRIED = [(name, argument) for name, (_, _, given) in CALLS.items() for argument in given]


def is_answered_or_refused(call, *words, **given):
    """A call works, or says in one sentence, with a place below it at most, what is wrong."""
    told = ""
    try:
        call(*words, **given)
    except OddsError as error:
        told = str(error)
    lines = told.splitlines()
    assert len(lines) in (0, 1, 3)
    assert all(10 < len(line) < 700 for line in lines[:1])


@pytest.mark.parametrize(("name", "argument"), TRIED)
def test_no_argument_breaks_it(name, argument):
    call, words, given = CALLS[name]
    given = {key: DEFAULTS.get(key) if value is None and key in MOMENTS else value for key, value in given.items()}
    for thing in THINGS.values():
        is_answered_or_refused(call, *words, **given | {argument: thing})


@pytest.mark.parametrize("name", CALLS)
def test_as_they_are_the_calls_work(name):
    call, words, given = CALLS[name]
    given = {key: DEFAULTS.get(key) if value is None and key in MOMENTS else value for key, value in given.items()}
    assert call(*words, **given) is not None


@pytest.mark.parametrize("thing", THINGS)
def test_no_question_and_no_range_breaks_it(thing):
    is_answered_or_refused(odds.compare, THINGS[thing], "6S S6 L3", trials=64)
    is_answered_or_refused(odds.compare, THINGS[thing])
    is_answered_or_refused(odds.sweep, "6S S6", {"luck": THINGS[thing]})
    is_answered_or_refused(odds.sweep, "6S S6", {thing: "1..2"})
    is_answered_or_refused(odds.catalogue, THINGS[thing])


@pytest.mark.parametrize(
    "method", ["unit", "weapon", "perk", "chem", "faction", "sets_of", "mods_of", "rows", "find_weapon", "find_perk"]
)
def test_no_name_breaks_the_catalogue(method):
    for thing in THINGS.values():
        is_answered_or_refused(getattr(odds.catalogue(), method), thing)
        is_answered_or_refused(odds.catalogue().upgrade, "Grunt", thing)
        is_answered_or_refused(odds.catalogue().upgrade, thing, "L")


@pytest.mark.parametrize("kind", [Crew, Member])
def test_no_field_breaks_a_crew(kind):
    def checked(**change):
        if kind is Crew:
            return odds.check_crew(replace(CREW, **change))
        return odds.check_crew(replace(CREW, members=(replace(CREW.members[0], **change),)))

    for field in fields(kind):
        for thing in THINGS.values():
            is_answered_or_refused(checked, **{field.name: thing})


@pytest.mark.parametrize(
    ("call", "given", "sentence"),
    [
        (odds.rank, {"faction": "zetans", "top": 10**5000}, "top must be a whole number from 1 to 10000, not a number"),
        (odds.rank, {"faction": "zetans", "rules": 3}, "rules must be a mapping"),
        (odds.rank, {"faction": "zetans", "book": "own.toml"}, "book must be a catalogue"),
        (odds.rank, {"file": 3}, "a crew must be the name of a file, not 3"),
        (odds.rank, {"faction": "zetans", "at": 3}, "at must be text or a list of texts, not 3"),
        (odds.advise, {"file": FILE, "method": []}, "unknown method '[]': use both, exact or simulate"),
        (odds.sweep, {"question": "6S S6", "over": 3}, "the ranges, over, must be a mapping"),
        (odds.model, {"text": 3}, "a model must be text, such as Master +1S, not 3"),
        (Member, {"unit": "Settler", "count": 0}, "count must be a whole number from 1 to 99, not 0"),
        (Member, {"unit": "Settler", "upgrades": ["S"]}, "upgrades must be pairs"),
        (Crew, {"name": "Us", "faction": "Survivors", "members": ["Settler"]}, "members must be of the kind Member"),
        (Crew, {"name": "Us", "faction": "Survivors", "tier": 4}, "tier must be a whole number from 1 to 3, not 4"),
    ],
)
def test_what_is_wrong_is_said(call, given, sentence):
    with pytest.raises(OddsError) as error:
        call(**given)
    assert str(error.value).startswith(sentence)
