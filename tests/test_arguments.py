"""Whatever is given for an argument of a public name: it works, or one clear sentence says what is wrong."""

import inspect
import warnings

import numpy as np
import pytest

import odds
from odds import OddsError
from odds.core.simulate import Settings
from odds.factions.special.query import Given

TEST = odds.parse("6S S6 L3")
ATTACK = odds.PnpAttack(bonus=5, defense=15, damage="1d3", spread=2)
ODD = {
    "None": None,
    "3": 3,
    "-1": -1,
    "10**5000": 10**5000,
    "-10**5000": -(10**5000),
    "2.5": 2.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "True": True,
    "nothing": "",
    "long": "x" * 10_000,
    "bytes": b"x",
    "object": object(),
    "type": int,
    "list": [],
    "numbers": (1,),
    "nested": [[10**5000]],
    "dict": {"a": 1},
}
FEW = {"trials": 1000, "seed": 1, "threads": 1, "engine": "numpy"}

#: what is called -> arguments with which it works
CALLED = {
    "SpecialTest": (odds.SpecialTest, {"pool": 6, "stat": "S", "value": 6}),
    "RollOff": (odds.RollOff, {}),
    "Forward": (odds.Forward, {"tests": (TEST,)}),
    "BoardTest": (odds.BoardTest, {"number": 4}),
    "BoardFight": (odds.BoardFight, {"level": 2, "weak": "head"}),
    "BoardDuel": (odds.BoardDuel, {"fight": odds.BoardFight(2, "head")}),
    "PnpAttack": (odds.PnpAttack, {"bonus": 5, "defense": 15, "damage": "1d3"}),
    "PnpCheck": (odds.PnpCheck, {"skill": 5, "difficulty": 12}),
    "PnpInitiative": (odds.PnpInitiative, {}),
    "PnpNeighbors": (odds.PnpNeighbors, {"attack": ATTACK}),
    "Distribution": (odds.Distribution, {"axes": ("heads",), "values": np.array([0.5, 0.5])}),
    "parse": (odds.parse, {"text": "6S S6 L3"}),
    "parse_attack": (odds.parse_attack, {"text": "6S S6 L3 at E4 HP1"}),
    "parse_target": (odds.parse_target, {"text": "E4 HP1"}),
    "exact": (odds.exact, {"question": TEST}),
    "simulate": (odds.simulate, {"question": TEST} | FEW),
    "answer": (odds.answer, {"question": TEST} | FEW),
    "paired": (odds.paired, {"a": TEST, "b": odds.parse("6S S6 L2")} | FEW),
    "exact_tables": (odds.exact_tables, {"tests": [TEST]}),
    "study": (odds.study, {"test": odds.parse("6S S6 L3 reroll 2")}),
    "worth": (odds.worth, {"test": TEST}),
    "model": (odds.model, {"text": "Knight"}),
    "check_crew": (odds.check_crew, {}),
    "read_crew": (odds.read_crew, {"path": "nowhere.toml"}),
}
METHODS = {
    "metric": {"asked": "mean(hits)"},
    "probability": {"event": "hits >= 3"},
    "quantile": {"q": 0.5},
    "mean": {},
    "sd": {},
    "median": {},
    "mode": {},
    "most": {},
    "at_least": {},
    "frame": {},
}
MORE = {
    "parse": tuple(Given.__annotations__),
    **dict.fromkeys(("simulate", "answer", "paired"), tuple(Settings.__dataclass_fields__)),
}
SKIPPED = {("read_crew", "book"), ("check_crew", "book"), ("check_crew", "where"), ("model", "book")}
SKIPPED |= {("Distribution", "run"), ("Distribution", "label")}  # only handed on


def _parameters(name, function):
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    own = [each.name for each in inspect.signature(function).parameters.values() if each.kind not in kinds]
    return [each for each in dict.fromkeys((*own, *MORE.get(name, ()))) if (name, each) not in SKIPPED]


def _said(function, arguments):
    """What an error says; None if there is none."""
    try:
        function(**arguments)
    except OddsError as error:
        return str(error)
    return None


def _cases():
    for name, (function, arguments) in CALLED.items():
        for parameter in _parameters(name, function):
            yield pytest.param(function, arguments, parameter, id=f"{name}({parameter})")
    for how, found in (("exact", odds.exact(TEST)), ("sampled", odds.simulate(TEST, **FEW))):
        for name, arguments in METHODS.items():
            for parameter in _parameters(name, getattr(found, name)):
                yield pytest.param(getattr(found, name), arguments, parameter, id=f"{how}.{name}({parameter})")


@pytest.mark.parametrize(("function", "arguments", "parameter"), list(_cases()))
def test_anything_works_or_is_refused_in_one_sentence(function, arguments, parameter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # "x" is a file's name, too
    for value in ODD.values():
        if isinstance(value, type) and parameter in (
            "progress",
            "on_compile",
            "on_interrupt",
            "objective",
            "asked",
            "event",
        ):
            continue  # a function, whatever it does
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            said = _said(function, arguments | {parameter: value})
        if said is not None:
            sentence, *pointer = said.split("\n")
            assert 10 < len(sentence) < 400, sentence
            assert len(pointer) in (0, 2), said


@pytest.mark.parametrize("name", sorted({*CALLED} - {"read_crew", "check_crew"}))
def test_the_arguments_work_that_are_right(name):
    function, arguments = CALLED[name]
    function(**arguments)
