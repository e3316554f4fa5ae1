"""Inflict Damage worked out exactly: from a number of Hits to every end of one model, with its chance.

The steps are written one after another over a small table of states, as a player would go through them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from odds.core.switches import Rules
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.d10 import FACES, binomial
from odds.factions.special.exact import exact as exact_test
from odds.factions.special.rules import SpecialTest

MOST_FATIGUE = 2  # more is ignored


class State(NamedTuple):
    """A model in the middle of an attack, or at its end.

    `tough`: its Toughness is used up. `inches` is how far it was pushed or pulled. A fallen model is `DOWN`.
    """

    harm: int
    injuries: int
    tough: bool = False
    down: bool = False
    fatigue: int = 0
    inches: int = 0


READ = ("crackshot", "outright", "non-lethal", "showstopper", "excess-harm", "suppress")
"""The rule switches that Inflict Damage reads."""

DOWN = State(0, 0, down=True)
Law = dict[State, Any]  # chances: floats or Fractions
Step = Callable[[State], Law]


def standing(state: State) -> State:
    """What later attacks depend on: neither Fatigue nor inches."""
    return state._replace(fatigue=0, inches=0)


def start_of(target: Target) -> State:
    """The state a target begins in."""
    return State(target.harm, target.injuries)


def laws(attack: Attack, effect: Critical | None, start: State, fractions: bool = False) -> tuple[Law, ...]:
    """The ends after 0, 1, 2, ... Hits; as many as make a difference, the last stands for all beyond.

    Parameters
    ----------
    attack
        The attack; its Test does not matter.
    effect
        The Critical Effect that is used, or None.
    start
        How the target begins.
    fractions
        Fractions instead of floats.

    Examples
    --------
    >>> from odds import parse
    >>> attack = Attack.of(parse("6S S6 L3"), ["Maim"], Target(4, 1))
    >>> [max(law).harm for law in laws(attack, attack.effects[0], State(0, 0))[:4]]
    [0, 2, 2, 2]
    """
    blow = _Blow(
        attack.endurance(pierced=_is(effect, "Pierce")),
        attack.other_endurance(pierced=_is(effect, "Pierce")),
        attack.crackshot,
        attack.non_lethal,
        attack.strength,
        attack.endurance_test("Toughness", pierced=_is(effect, "Pierce")) if attack.target.toughness else None,
        attack.endurance_test("Meltdown") if _is(effect, "Meltdown") else None,
        attack.rules.only(READ),  # type: ignore[union-attr]
    )
    return _laws(attack.target, blow, effect, start, fractions)


class _Blow(NamedTuple):
    """What Inflict Damage reads of an attack."""

    endurance: int  # of the damage table
    other_endurance: int
    crackshot: int
    non_lethal: bool
    strength: int | None  # the attacker's
    toughness: SpecialTest | None
    meltdown: SpecialTest | None
    rules: Rules


def _is(effect: Critical | None, *names: str) -> bool:
    return effect is not None and effect.name in names


@lru_cache(maxsize=16384)
def _laws(target: Target, blow: _Blow, effect: Critical | None, start: State, fractions: bool) -> tuple[Law, ...]:
    inflict = _Inflict(target, blow, effect, fractions)
    return tuple(inflict.after(hits, start) for hits in range(2 * blow.endurance + 2))


class _Inflict:
    """The steps of Inflict Damage (Rulebook p. 21-23) against one target with one Critical Effect."""

    def __init__(self, target: Target, blow: _Blow, effect: Critical | None, fractions: bool) -> None:
        self.target, self.blow, self.effect, self.fractions = target, blow, effect, fractions

    def after(self, hits: int, start: State) -> Law:
        """The ends after so many Hits: without one, nothing happens at all."""
        if not hits:
            return {start: 1}
        law: Law = {}
        for more, chance in enumerate(self._ignited()):
            for state, share in self._table(hits + more, start).items():
                law[state] = law.get(state, 0) + chance * share
        last: list[Step] = [self._crackshot, self._end]
        if self.blow.rules["crackshot"] == "last":
            last.reverse()
        for step in last:
            law = _then(law, step)
        return law

    def _ignited(self) -> Any:
        """Chances of 0, 1, 2, ... more Damage."""
        if not _is(self.effect, "Ignite"):
            return [1]
        return self._exceeding(self.target.needed("agility", "Ignite"))

    def _exceeding(self, statistic: int) -> Any:
        """Chances of 0 to X of the effect's dice above a statistic; on a plain d10 a 10 exceeds a 9."""
        assert self.effect is not None
        return binomial(self.effect.dice, max(0, FACES - statistic), self.fractions)

    # ------------------------------------------------------------------------------------------------ the damage table
    def _table(self, damage: int, state: State) -> Law:
        endurance, rules = self.blow.endurance, self.blow.rules
        outright = damage >= 2 * endurance + (rules["outright"] == "more-than")
        if outright and self.blow.non_lethal and rules["non-lethal"] == "spares":
            return self._suffers(state)
        if outright:
            return self._falls(state)
        if damage >= endurance:
            return self._injured_and_harmed(state)
        return self._suffers(state, excess=True)

    def _injured_and_harmed(self, state: State) -> Law:
        """1 Injury and 1 Harm; Excess Harm matters to Showstopper, and by the switch excess-harm."""
        harmed, is_excess = self._harmed(state)
        rules = self.blow.rules
        stops = _is(self.effect, "Showstopper") and rules["showstopper"] == "on-top"
        another = is_excess and (stops or rules["excess-harm"] == "always")
        return self._injured(harmed, 0 if self.blow.non_lethal else 1 + another)

    def _suffers(self, state: State, *, excess: bool = False) -> Law:
        """1 Harm; Excess Harm is an Injury if a rule says so."""
        harmed, is_excess = self._harmed(state)
        injures = excess or self.blow.rules["excess-harm"] == "always"
        return self._injured(harmed, int(is_excess and injures and not self.blow.non_lethal))

    def _harmed(self, state: State) -> tuple[State, bool]:
        """The state with 1 Harm more, and whether it was Excess Harm."""
        if self.target.survivalist:
            return state, False
        if state.harm < self.target.limit:
            return state._replace(harm=state.harm + 1), False
        return state, True

    def _injured(self, state: State, injuries: int) -> Law:
        """So many Injuries, one after another."""
        law: Law = {state: 1}
        for _ in range(injuries):
            law = _then(law, self._one_injury)
        return law

    def _one_injury(self, state: State) -> Law:
        if state.injuries + 1 < self.target.health:
            return {state._replace(injuries=state.injuries + 1): 1}
        return self._falls(state)

    def _falls(self, state: State) -> Law:
        """Incapacitated, unless its Toughness Test passes: then its Harm goes to the limit and it stays."""
        if not self.target.toughness or state.tough:
            return {DOWN: 1}
        fails = fewer_hits(self.blow.toughness, 1, self.fractions)
        return {DOWN: fails, state._replace(harm=self.target.limit, tough=True): 1 - fails}

    # ------------------------------------------------------------------------------------------------ the end
    def _crackshot(self, state: State) -> Law:
        """Harm up to the limit: it never becomes Excess Harm."""
        if self.target.survivalist:
            return {state: 1}
        return {state._replace(harm=min(state.harm + self.blow.crackshot, self.target.limit)): 1}

    def _end(self, state: State) -> Law:
        """The Critical Effects that come at the end."""
        steps: dict[str, Step] = {
            "Maim": self._suffers,
            "Meltdown": self._meltdown,
            "Poison": self._poison,
            "Tranquilize": self._poison,
            "Suppress": self._suppress,
            "Pushback": self._pushback,
            "Haul": self._haul,
        }
        name = self.effect.name if self.effect else ""
        return steps[name](state) if name in steps else {state: 1}

    def _meltdown(self, state: State) -> Law:
        """Fewer Hits in a Meltdown Test than its Harm: 1 Injury."""
        fewer = fewer_hits(self.blow.meltdown, state.harm, self.fractions)
        return _mixed([(1 - fewer, {state: 1}), (fewer, self._injured(state, 1))])

    def _poison(self, state: State) -> Law:
        """1 Harm for each die above the Endurance, every Excess Harm an Injury."""
        if self.target.machine:
            return {state: 1}
        parts, law = [], {state: 1}
        for chance in self._exceeding(self.blow.other_endurance):
            parts.append((chance, law))
            law = _then(law, lambda each: self._suffers(each, excess=True))
        return _mixed(parts)

    def _suppress(self, state: State) -> Law:
        """1 Fatigue if any die is above the Intelligence (switch suppress)."""
        if not self.target.suffers_fatigue:
            return {state: 1}
        most = 1 if self.blow.rules["suppress"] == "any" else MOST_FATIGUE
        chances = self._exceeding(self.target.needed("intelligence", "Suppress"))
        return _mixed([(chance, {state._replace(fatigue=min(n, most)): 1}) for n, chance in enumerate(chances)])

    def _pushback(self, state: State) -> Law:
        """1 inch for each die above the target's Strength."""
        return self._moved(state, self._exceeding(self.target.needed("strength", "Pushback")))

    def _haul(self, state: State) -> Law:
        """1 inch for each die not above the attacker's Strength."""
        assert self.effect is not None
        return self._moved(state, binomial(self.effect.dice, min(self.blow.strength or 0, FACES), self.fractions))

    @staticmethod
    def _moved(state: State, chances: Any) -> Law:
        return _mixed([(chance, {state._replace(inches=inches): 1}) for inches, chance in enumerate(chances)])


def _then(law: Law, step: Step) -> Law:
    """What a step makes of every state; a fallen model is left alone."""
    return _mixed([(chance, {state: 1} if state.down else step(state)) for state, chance in law.items()])


def _mixed(parts: list[tuple[Any, Law]]) -> Law:
    """One law of several, each with its chance; what cannot happen is left out."""
    mixed: Law = {}
    for chance, law in parts:
        for state, share in law.items():
            if chance and share:
                mixed[state] = mixed.get(state, 0) + chance * share
    return mixed


@lru_cache(maxsize=4096)
def fewer_hits(test: SpecialTest, hits: int, fractions: bool = False) -> Any:
    """The chance that a Test has fewer Hits than so many, never above 1 by rounding; kept for the next time.

    Examples
    --------
    >>> round(float(fewer_hits(SpecialTest(2, "E", 4, 0), 2)), 12)
    0.84
    """
    law = exact_test(test, axes=("hits",), fractions=fractions).values
    return 1 if hits >= len(law) else min(1, sum(law[:hits]))
