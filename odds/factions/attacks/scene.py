"""Everything about an attack but its attacker: the targets, the moment, and what is said beside the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import closest, listed, quoted
from odds.factions.attacks.byname import NAMES as ATTACKING
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.drafting import Draft, draft, finished
from odds.factions.attacks.friends import affected, confusion_tests, friend
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.spoken import CRACKSHOT, Said, joined, placed
from odds.factions.attacks.stranger.rules import Stranger
from odds.factions.attacks.target import Target
from odds.factions.attacks.target_query import TargetReading, read_target, with_friends
from odds.factions.attacks.wording import Head
from odds.factions.catalogue.labels import label
from odds.factions.effects.arms import RICOCHET, STRANGER
from odds.factions.effects.listing import elsewhere
from odds.factions.effects.table import by_name
from odds.factions.special.rules import SpecialTest

if TYPE_CHECKING:
    from odds.factions.attacks.beside import Beside

ITS_WEAPON = f"{STRANGER}: .44 Pistol"


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
    said
        What the targets' words say of the moment.
    """

    readings: Sequence[TargetReading]
    beside: Beside
    rules: Rules
    objective: str
    said: Said = field(default_factory=list)

    # ------------------------------------------------------------------------------------------------ the attacker
    def drafts(self, head: Head) -> list[Draft]:
        """An attacker in each way that its weapon may be fired (Selective Fire); of other weapons the one.

        On a single target a way without Area comes first: of ways that are worth the same it is the one to take.
        """
        first = self._draft(head)
        ways = range(len(first.ways))
        said = [n for n in ways if first.ways[n] in [label(trait) for trait in self.beside.traits]]
        found = [first if n == 0 else self._draft(head, way=n) for n in said or ways] or [first]
        if len(self.readings) > 1:
            return [each for each in found if each.area] or found
        return sorted(found, key=lambda each: each.area)

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
            moment=self._moment(head) if moment is None else moment,
            more={"rerolls": beside.rerolls, "bonus": beside.bonus},
            rules=self.rules,
            champion_of=self.readings[0] if reading is None else reading,
            way=way,
        )

    def _moment(self, head: Head) -> Situation:
        """The moment of an attacker: what is said beside it, behind the target, and in its own words."""
        return joined(self.beside.moment, [*self.said, *head.said])

    @cached_property
    def _effects(self) -> list[str]:
        return effects_named(self.beside.effects)

    @cached_property
    def _conditions(self) -> list[str]:
        return conditions_named(self.beside.words)

    def finished(self, drafted: Draft, target: Target) -> Attack:
        """The attack of a draft on a target."""
        criticals = [Critical.of(each) for each in self.beside.criticals]
        pays = self.beside.pays_crackshot or (CRACKSHOT, True) in drafted.head.said
        return finished(drafted, target, criticals, self.objective, pays, self.rules)

    # ------------------------------------------------------------------------------------------------ the targets
    def targets(self, drafts: Sequence[Draft]) -> list[Target]:
        """The targets with friends near them, whose Confusion Tests are taken under these attackers' effects."""
        return self.surrounded(self.readings, [name for each in drafts for name in each.on_friends])

    def surrounded(self, readings: Sequence[TargetReading], names: Sequence[str]) -> list[Target]:
        """Targets with friends near them: each has its own, and so many more as are said for all.

        Raises
        ------
        OddsError
            If their values are missing, or effects are said and there are no friends.
        """
        beside = self.beside
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
        text, said = placed(self.beside.ricochet)
        reading = read_target(text)
        moment = replace(joined(self.beside.moment, head.said), wide_open=False)
        if any(field == "band" for field, _ in said):
            moment = replace(moment, band=Situation().band, distance=None)
        moment = joined(moment, said)
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
                hint = ": for moving into contact say --charge" if bare.lower() == "charge" else ""
                raise OddsError(f"--effect is for the attacker's Test; {about}{hint}")
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
