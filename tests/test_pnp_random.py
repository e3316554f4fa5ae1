"""Fallout PnP on weapons nobody thought of: both engines agree, whatever goes together, in every mix of readings."""

import shlex

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from run import run

from odds import OddsError, exact, simulate
from odds.core.agreement import agreement
from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.neighbors.rules import PnpNeighbors
from odds.pnp.switches import BOOK

SWITCHES = st.fixed_dictionaries({}, optional={s.name: st.sampled_from(list(s.values)) for s in BOOK.switches})
FIELDS = {
    "rof": st.integers(1, 4),
    "penalties": st.sampled_from(["0/3/6", "0/2/4", "0"]),
    "dt": st.integers(0, 9),
    "edt": st.integers(0, 5),
    "ap": st.integers(0, 3),
    "armor_vulnerable": st.sampled_from(["0.5", "1", "1.5", "2"]),
    "luck": st.integers(-3, 4),
    "lucky": st.integers(0, 9),
    "brutal": st.sampled_from(["0", "0.5", "1.25"]),
    "burning": st.integers(0, 3),
    "lethal": st.integers(0, 6),
    "spread": st.integers(0, 2),
    "splash": st.none() | st.integers(0, 4),
    "cover": st.sampled_from([None, "light", "heavy"]),
    "height": st.sampled_from([None, "above", "drop:5", "drop:17"]),
    "visibility": st.sampled_from([None, "obscured", "heavy", "none"]),
    "lobbed": st.booleans(),
    "called": st.sampled_from([None, "arm", "leg", "head"]),
    "vats": st.booleans(),
    "two_weapons": st.booleans(),
    "pistol_whip": st.sampled_from([0, 0, 0, 1, 2]),
    "warm_up": st.none() | st.integers(1, 4),
    "actions": st.lists(st.sampled_from(["odd-die", "triple", "reroll", "attack:2"]), unique=True),
    "hp": st.none() | st.integers(1, 20),
    "turns": st.integers(1, 4),
}


@st.composite
def attacks(draw):
    """An attack that the rules allow."""
    said = draw(st.fixed_dictionaries({}, optional=FIELDS))
    bonus, defense = draw(st.integers(-2, 10)), draw(st.integers(0, 25))
    damage = draw(st.sampled_from(["2d6", "1d4+1", "3d4e", "1d6+1d8e", "1d20", "1d12+2e"]))
    try:
        return PnpAttack(bonus=bonus, defense=defense, damage=damage, rules=BOOK.rules(changes=draw(SWITCHES)), **said)
    except OddsError:
        assume(False)


@settings(max_examples=150)
@given(attacks())
def test_both_engines_agree_on_any_attack(attack):
    for question in (attack, *attack.beside.values()):
        law = exact(question)
        assert abs(law.values.sum() - 1) < 1e-12
        found = agreement(law, simulate(question, trials=20_000, seed=1, engine="numpy"))
        assert found.p_value > 1e-9, question.text
        assert not found.impossible, question.text


@settings(max_examples=40)
@given(attacks())
def test_any_text_is_a_command_that_asks_the_same(attack):
    found = run(*shlex.split(attack.text), "--method", "exact", "--json")
    assert found.code == 0, found.err
    assert found.json["query"] == attack.text
    assert found.json["damage_mean"]["exact"] == float(exact(attack).mean("damage"))


@settings(max_examples=20)
@given(attacks())
def test_one_more_bonus_never_hurts(attack):
    better = PnpAttack(**{name: getattr(attack, name) for name in attack.__slots__} | {"bonus": attack.bonus + 1})
    plain, more = (exact(each).marginal("hits").at_least("hits") for each in (attack, better))
    if not attack.actions.names:
        assert (more >= plain - 1e-12).all()


def test_neighbors_belong_to_their_attack():
    attack = PnpAttack(bonus=5, defense=15, damage="2d6", spread=2)
    rules = BOOK.rules(changes={"spread": "one-roll"})
    assert PnpNeighbors(attack, rules).attack.rules == rules
    assert PnpNeighbors(attack).rules == attack.rules
    assert np.isclose(exact(PnpNeighbors(attack)).mean(), exact(PnpNeighbors(attack, rules)).mean())
