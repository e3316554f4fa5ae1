"""Whatever is given for an argument of an attack's names: it works, or one clear sentence says what is wrong."""

import inspect
import re

import pytest

import odds
from odds import OddsError
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.declare import Attacker, declare
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.situation import Situation
from odds.factions.volleys.supported.rules import Supported

TEST = odds.parse("4P P5 L2")
TARGET = odds.Target(4, 1)
ATTACK = Attack(TEST, TARGET)
VOLLEY = odds.Volley((ATTACK, ATTACK))
RIFLE = odds.Weapon("Rifle", "Rifle", "4P", 20)
ODD = {
    "None": None,
    "3": 3,
    "-1": -1,
    "True": True,
    "2.0": 2.0,
    "nan": float("nan"),
    "nothing": "",
    "x": "x",
    "list": [],
    "texts": ["x"],
    "pairs": [("x",)],
    "nested": [["x", 10**5000]],
    "dict": {},
    "object": object(),
    "objects": [object()],
    "type": int,
    "function": len,
    "10**5000": 10**5000,
}

#: what is called -> arguments with which it works
CALLED = {
    "Attack": (Attack, {"test": TEST, "target": TARGET}),
    "Attack.of": (Attack.of, {"test": TEST, "target": TARGET}),
    "Attacks": (odds.Attacks, {"attacks": (ATTACK, ATTACK)}),
    "AreaAttack": (odds.AreaAttack, {"attack": ATTACK, "others": (TARGET,)}),
    "UntilDown": (odds.UntilDown, {"attack": ATTACK}),
    "Ricochet": (odds.Ricochet, {"first": ATTACK, "second": ATTACK}),
    "Stranger": (odds.Stranger, {"test": odds.parse("Mysterious Stranger L4"), "attacks": odds.Attacks((ATTACK,) * 2)}),
    "Volley": (odds.Volley, {"attacks": (ATTACK, ATTACK)}),
    "Supported": (Supported, {"volley": VOLLEY}),
    "Target": (odds.Target, {"endurance": 4, "health": 1}),
    "Weapon": (odds.Weapon, {"name": "Rifle", "type": "Rifle", "test": "4P", "range": 20}),
    "Critical": (Critical, {"name": "Ignite", "x": 2}),
    "Situation": (Situation, {}),
    "Attacker": (Attacker, {"perception": 4}),
    "declare": (declare, {"weapon": RIFLE, "attacker": Attacker(perception=4), "target": TARGET}),
    "Beside": (Beside, {}),
    "parse_attack": (odds.parse_attack, {"text": "6S S6 L3", "targets": ["E4 HP1"]}),
    "parse_target": (odds.parse_target, {"text": "E4 HP1"}),
    "parse_volley": (odds.parse_volley, {"texts": ["4P P4", "6S S6"], "at": "E4 HP1"}),
}
MORE = {"Attack.of": Attack, "parse_attack": Beside}  # whose parameters are taken as well


def _parameters(name):
    takers = [CALLED[name][0], *filter(None, [MORE.get(name)])]
    found = [each for taker in takers for each in inspect.signature(taker).parameters.values()]
    return list(dict.fromkeys(each.name for each in found if each.kind is not inspect.Parameter.VAR_KEYWORD))


def _refused(function, arguments):
    """What an error says; None if it works, and gives a text where it has one."""
    try:
        made = function(**arguments)
    except OddsError as error:
        return str(error)
    if not isinstance(made, odds.Weapon | Situation):
        assert isinstance(getattr(made, "text", ""), str)
    return None


@pytest.mark.parametrize("name", CALLED)
def test_the_arguments_work_that_are_right(name):
    function, arguments = CALLED[name]
    assert _refused(function, arguments) is None


@pytest.mark.parametrize(("name", "parameter"), [(name, each) for name in CALLED for each in _parameters(name)])
def test_anything_works_or_is_refused_in_one_sentence(name, parameter):
    function, arguments = CALLED[name]
    for value in ODD.values():
        said = _refused(function, arguments | {parameter: value})
        if said is not None:
            sentence, *pointer = said.split("\n")
            assert 10 < len(sentence) < 400, sentence
            assert len(pointer) in (0, 2), said
            assert not re.search(r"0x[0-9a-f]{4}", said), said


@pytest.mark.parametrize("name", MORE)
def test_an_unknown_argument_is_refused(name):
    function, arguments = CALLED[name]
    with pytest.raises(OddsError, match="foo"):
        function(**arguments, foo=1)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: odds.parse_attack("6S S6", targets="E4 HP1", until_down="no"),
        lambda: odds.parse_attack("6S S6", targets="E4 HP1", attacks=True),
        lambda: odds.parse_attack("6S S6", targets="E4 HP1", attacks="2"),
        lambda: odds.parse_attack("6S S6", targets="E4 HP1", attacks=2.0),
        lambda: odds.Volley((ATTACK, ATTACK), supporters="no"),
        lambda: odds.Volley((ATTACK, ATTACK), supporters=1),
        lambda: odds.Volley((ATTACK, ATTACK), play=["best"]),
        lambda: odds.parse_volley(["6S S6"], "E4 HP1", play=[]),
        lambda: odds.parse_volley(["6S S6"], "E4 HP1", play=""),
        lambda: Attack(TEST, TARGET, name=object()),
        lambda: Attack(TEST, TARGET, bonus="ab"),
    ],
)
def test_nothing_is_taken_for_what_it_is_not(wrong):
    with pytest.raises(OddsError):
        wrong()


def test_one_text_counts_as_one():
    said = {"targets": "E4 HP1", "criticals": "Maim", "effects": "Psycho", "traits": "Aim 1", "words": "melee"}
    one = odds.parse_attack("6S S6", **said)
    many = odds.parse_attack("6S S6", **{name: [text] for name, text in said.items()})
    assert one == many
    assert Attack(TEST, TARGET, "Maim") == Attack.of(TEST, ["Maim"], TARGET)
    assert odds.parse_volley(["6S S6"], odds.Target(4, 1)) == odds.parse_volley(["6S S6"], "E4 HP1")
    assert odds.parse_attack("6S S6", targets=odds.Target(4, 1), criticals=Critical("Maim")).text.endswith(
        "crit Maim at E4 HP1"
    )
