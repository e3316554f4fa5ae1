"""Everything about an attack but its attacker: the targets, the moment, and what is said beside the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import closest, listed, quoted
from odds.factions.attacks.byname import NAMES as ATTACKING
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.drafting import Draft, draft, finished
from odds.factions.attacks.exact import rolls, worth
from odds.factions.attacks.friends import affected, confusion_tests, friend
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.stranger.rules import Stranger
from odds.factions.attacks.target import MOST_FRIENDS, Target
from odds.factions.attacks.target_query import TargetReading, read_target, with_friends
from odds.factions.attacks.wording import Head
from odds.factions.attacks.worthwhile import rerolled_for
from odds.factions.catalogue.labels import label, parts
from odds.factions.effects.arms import RICOCHET, STRANGER
from odds.factions.effects.listing import elsewhere
from odds.factions.effects.table import by_name
from odds.factions.special.rules import SpecialTest

if TYPE_CHECKING:
    from odds.factions.attacks.query import Beside

ITS_WEAPON = f"{STRANGER}: .44 Pistol"
_PLACES = {
    re.compile(r"[\s,;]*\bwide\s+open\b", re.IGNORECASE): {"wide_open": True},
    re.compile(r"[\s,;]*\bhalf\s+range\b", re.IGNORECASE): {"band": "half"},
    re.compile(r"[\s,;]*\bout\s+of\s+range\b", re.IGNORECASE): {"band": "beyond"},
}


@dataclass(frozen=True)
class Scene:
    """Where an attack takes place.

    Parameters
    ----------
    readings
        The targets as they were read.
    beside
        What is said beside the text.
    rules
        Edition and rule switches.
    objective
        What the attack is for.
    """

    readings: Sequence[TargetReading]
    beside: Beside
    rules: Rules
    objective: str

    # ------------------------------------------------------------------------------------------------ the attacker
    def drafts(self, head: Head) -> list[Draft]:
        """An attacker in each way that its weapon may be fired (Selective Fire); of other weapons the one."""
        first = self._draft(head)
        ways = range(len(first.ways))
        said = [n for n in ways if first.ways[n] in [label(trait) for trait in self.beside.traits]]
        found = [first if n == 0 else self._draft(head, way=n) for n in said or ways] or [first]
        if len(self.readings) > 1:
            found = [each for each in found if each.area] or found
        return found

    def _draft(
        self, head: Head, *, reading: TargetReading | None = None, moment: Situation | None = None, way: int = 0
    ) -> Draft:
        beside = self.beside
        return draft(
            head,
            weapon=beside.weapon,
            traits=beside.traits,
            words=self._conditions,
            effects=self._effects,
            moment=beside.moment if moment is None else moment,
            more={"rerolls": beside.rerolls, "bonus": beside.bonus},
            rules=self.rules,
            champion_of=self.readings[0] if reading is None else reading,
            way=way,
        )

    @cached_property
    def _effects(self) -> list[str]:
        return effects_named(self.beside.effects)

    @cached_property
    def _conditions(self) -> list[str]:
        return conditions_named(self.beside.words)

    def finished(self, drafted: Draft, target: Target) -> Attack:
        """The attack of a draft on a target."""
        criticals = [Critical.of(each) for each in self.beside.criticals]
        return finished(drafted, target, criticals, self.objective, self.beside.pays_crackshot, self.rules)

    def chosen(self, drafts: Sequence[Draft], targets: Sequence[Target]) -> tuple[Draft, Attack]:
        """The draft whose attack is best for the objective, of equal ones the first, and that attack."""
        attacks = [self.finished(each, targets[0]) for each in drafts]
        if len(drafts) == 1:
            return drafts[0], attacks[0]
        worths = [sum(mean_worth(attack.against(target)) for target in targets) for attack in attacks]
        best = worths.index(max(worths))
        kept = drafts[best]
        others = [_written(way) for n, way in enumerate(kept.ways) if n != kept.way]
        kept.notes.append(
            f"Selective Fire: {_written(kept.ways[kept.way])}, the best for {attacks[best].objective}; "
            f'say --trait "{others[0]}" for the other'
        )
        return kept, attacks[best]

    # ------------------------------------------------------------------------------------------------ the targets
    def targets(self, drafts: Sequence[Draft]) -> list[Target]:
        """The targets with friends near them, whose Confusion Tests are taken under these attackers' effects."""
        return self.surrounded(self.readings, [name for each in drafts for name in each.on_friends])

    def surrounded(self, readings: Sequence[TargetReading], names: Sequence[str]) -> list[Target]:
        """Targets with friends near them: each has its own, and so many more as are said for all.

        Raises
        ------
        OddsError
            If their number is none, their values are missing, or effects are said and there are no friends.
        """
        beside = self.beside
        if not 0 <= beside.friends_near <= MOST_FRIENDS:
            raise OddsError(
                f"--friends-near must be a whole number from 0 to {MOST_FRIENDS}, not {beside.friends_near}"
            )
        if beside.friends is not None and not beside.friends_near:
            raise OddsError("--friends says how friends take their Confusion Tests: say how many with --friends-near")
        targets = [self._with_friends(each.target) for each in readings]
        if names and beside.friends_near == 0 and not any(each.friends for each in targets):
            raise OddsError(f"{names[0]} is for Confusion Tests: say how many friends are near with --friends-near")
        return [replace(each, friends=affected(each.friends, names)) if names else each for each in targets]

    def _with_friends(self, target: Target) -> Target:
        beside = self.beside
        if not beside.friends_near:
            return target
        words = beside.friends
        if words is None:
            if target.intelligence is None:
                raise OddsError('friends near the target need their Intelligence: add --friends "I4 L2", for example')
            words = f"I{target.intelligence}" + ("" if target.luck is None else f" L{target.luck}")
        return with_friends(target, confusion_tests((friend(words),) * beside.friends_near))

    # ------------------------------------------------------------------------------------------------ what follows
    def follows(self, drafted: Draft) -> str:
        """The perk that may bring a second attack, "" for none; notes those that are left out.

        Raises
        ------
        OddsError
            If it lacks its other target, or there are two such perks.
        """
        elsewhere_too = self.beside.ricochet is not None
        if RICOCHET in drafted.names and not elsewhere_too:
            raise OddsError(f'{RICOCHET} needs another target: name it with --ricochet "E4 HP1", for example')
        if RICOCHET in drafted.own and not elsewhere_too:
            drafted.notes.append(f"{RICOCHET} is not used: name another target with --ricochet if there is one")
        comes = STRANGER in drafted.names or (STRANGER in drafted.own and not elsewhere_too)
        if comes and elsewhere_too:
            raise OddsError(f"give one of {RICOCHET} and {STRANGER}: each is told by itself")
        return RICOCHET if elsewhere_too else STRANGER if comes else ""

    def ricochet(self, head: Head, drafted: Draft, attack: Attack) -> tuple[Ricochet, tuple[str, ...]]:
        """The attack and the one on the other target, in a place of its own; and notes on the latter."""
        assert self.beside.ricochet is not None
        text, place = self.beside.ricochet, {"wide_open": False}
        for pattern, sets in _PLACES.items():
            if pattern.search(text):
                text, place = pattern.sub(" ", text), place | sets  # type: ignore[operator]
        reading = read_target(text)
        moment = replace(self.beside.moment, **place)  # type: ignore[arg-type]
        other = self._draft(head, reading=reading, moment=moment, way=drafted.way)
        (target,) = self.surrounded([reading], other.on_friends)
        return Ricochet(attack, self.finished(other, target)), (*other.notes, *reading.notes)

    def stranger(self, drafted: Draft, attack: Attack) -> tuple[Stranger, tuple[str, ...]]:
        """The attack and that of the Mysterious Stranger, who does not aim and is helped by nobody; and a note."""
        test = SpecialTest(1, "L", drafted.luck, name=STRANGER, rules=self.rules)
        who = draft(
            Head(STRANGER), weapon=ITS_WEAPON, traits=(), words=(), effects=(), moment=Situation(), more={},
            rules=self.rules, champion_of=self.readings[0],
        )  # fmt: skip
        extra = finished(who, attack.target, (), self.objective, False, self.rules)
        shot = f"{extra.rolled_at(0).text} crit {extra.effects[0].text}"
        note = f"{STRANGER}: a Test 1L with Luck {test.value}, then {shot}, within range and not aiming"
        return Stranger(test, Attacks((attack, extra))), (note,)


def mean_worth(attack: Attack) -> float:
    """What an attack is worth before its dice are rolled: the mean of its objective, the best effect used.

    Examples
    --------
    >>> from odds import parse
    >>> mean_worth(Attack.of(parse("4P P5 L2"), (), Target(4, 1)))
    0.234375
    """
    return float((rolls(rerolled_for(attack).rolled) * worth(attack)).sum())


def _written(way: str) -> str:
    """A Trait as --trait has it: "Storm 3"."""
    name, number = parts(way)
    return name if number is None else f"{name} {number}"


def effects_named(names: Sequence[str]) -> list[str]:
    """Effects as they are written in a query, each known by its name; a number may follow.

    Raises
    ------
    OddsError
        If one is unknown, or for nobody who attacks.

    Examples
    --------
    >>> effects_named(["psycho", "wide swings 2"])
    ['Psycho', 'Wide Swings 2']
    """
    known = {name.lower(): name for name in (*by_name(), *ATTACKING)}
    found = []
    for typed in names:
        name, _, number = typed.strip().rpartition(" ")
        bare, more = (name, f" {number}") if number.isdigit() else (typed.strip(), "")
        if bare.lower() not in known:
            if about := elsewhere(bare):
                raise OddsError(f"--effect is for the attacker's Test; {about}")
            near = closest(bare, list(known.values()))
            hint = f"did you mean {near}?" if near else "see odds catalogue perks, odds catalogue chems"
            raise OddsError(f"unknown effect {quoted(typed)}: {hint}")
        if more and known[bare.lower()] not in by_name():
            raise OddsError(f"{known[bare.lower()]} has no number: leave out the{more}")
        found.append(known[bare.lower()] + more)
    return found


def conditions_named(words: Sequence[str]) -> list[str]:
    """Conditions by their names.

    Raises
    ------
    OddsError
        If one is unknown.

    Examples
    --------
    >>> conditions_named(["From above", "melee"])
    ['higher', 'melee']
    """
    from odds.factions.effects.effect import CONDITIONS

    known = {phrase.lower(): name for name, phrases in CONDITIONS.items() for phrase in (name, *phrases.split(", "))}
    for word in words:
        if word.strip().lower() not in known:
            raise OddsError(f"{quoted(word)} is no condition: --when takes {listed(list(CONDITIONS))}")
    return [known[word.strip().lower()] for word in words]
