"""From text to an attack, and from an attack's canonical text back to it.

    6S S6 L3 crit Maim at E4 A4 I3 S4 L2 HP1        4P P5 L2 with Psycho, ranged at E6 HP3 harm 2 power armor
    4P P5 L2; 4P P5 L2 at E5 HP1                    until down: 6S S6 L3 crit Maim at E4 HP1

Who attacks, with what weapon and on whom can also be names of the catalogue. Effects are worked into the numbers: what
they bring in Bonus Dice keeps its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import LONGEST, closest, listed, quoted
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.drafting import Draft, draft, finished
from odds.factions.attacks.friends import affected, friend
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.several.rules import MOST_ATTACKS, Attacks
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.target import MOST_FRIENDS, Target
from odds.factions.attacks.target_query import TargetReading, read_target, with_friends
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.wording import parts_of
from odds.factions.attacks.worthwhile import is_all_the_same, rerolled_for
from odds.factions.effects.listing import elsewhere
from odds.factions.effects.table import by_name
from odds.factions.switches import BOOK

Question = Attack | Attacks | UntilDown | AreaAttack


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What is said beside an attack's text.

    Attributes
    ----------
    targets
        Models attacked, as text; more than one with Area or Pulse.
    weapon
        The attacker's weapon by name, with its modifications behind a colon.
    criticals, traits
        Critical Effects and Traits that the weapon has as well.
    effects, words
        Effects by name; conditions that are stated for them.
    moment
        What gives Bonus Dice.
    pays_crackshot
        Whether Crackshot is paid for.
    rerolls, bonus
        Dice that may be re-rolled, and further Bonus Dice.
    friends_near, friends
        How many friends are near the target, and their Confusion Test: "I4 L2"; the target's own values if None.
    attacks, until_down
        How often the attack is made.
    objective, edition, rules
        What the attack is for; the edition's name and rule switches.
    """

    targets: Sequence[str] = ()
    weapon: str | None = None
    criticals: Sequence[str] = ()
    traits: Sequence[str] = ()
    effects: Sequence[str] = ()
    words: Sequence[str] = ()
    moment: Situation = field(default_factory=Situation)
    pays_crackshot: bool = False
    rerolls: int | None = None
    bonus: int | None = None
    friends_near: int = 0
    friends: str | None = None
    attacks: int | None = None
    until_down: bool = False
    objective: str | None = None
    edition: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AttackReading:
    """An attack as it was read.

    Attributes
    ----------
    question
        One attack, several, one until its target falls, or one on an area.
    notes
        What had to be assumed and what is left out, as sentences without a full stop.
    """

    question: Question
    notes: tuple[str, ...] = ()


def parse_attack(text: str, **beside: Any) -> Question:
    """Reads an attack.

    Parameters
    ----------
    text
        Such as "6S S6 L3 crit Maim at E4 HP1 harm 2"; at most 500 characters for each part.
    **beside
        What is said beside it, see `Beside`.

    Raises
    ------
    OddsError
        If it cannot be read; a `QueryError` with carets under the place where there is one.

    Examples
    --------
    >>> parse_attack("6S S6 L3 at E4 HP1 harm 2", criticals=["Maim"]).text
    '6S S6 L3 crit Maim at E4 HP1 harm 2'
    >>> parse_attack("Master with Psycho", weapon="Super Sledge", targets=["Paladin"]).text
    '6S S6 L3 Psycho +2 crit Maim at S7 P5 E7 C6 I5 A4 L2 HP4 power armor'
    """
    return read_attack(text, Beside(**beside)).question


def read_attack(text: str, beside: Beside | None = None) -> AttackReading:
    """Reads an attack, and says what had to be assumed; see `parse_attack`.

    Raises
    ------
    OddsError
        As `parse_attack` does.

    Examples
    --------
    >>> read_attack("6S S6 at E4 HP1").notes
    ("Luck not given: the game's average of 2 is used",)
    """
    beside = Beside() if beside is None else beside
    if len(text) > 4 * LONGEST:
        raise OddsError(f"an attack has at most {4 * LONGEST:,} characters, not {len(text):,}")
    parts = parts_of(text)
    rules = _rules(parts.edition, parts.rules, beside)
    objective = _one("objective", parts.objective, beside.objective)
    places = [*parts.targets, *beside.targets]
    if not places:
        raise OddsError('an attack needs a target: add --at "E4 HP1", with the statistics that the weapon asks for')
    if not any(head.words for head in parts.heads):
        raise OddsError("nobody attacks: write a Test, such as 6S S6 L3, or a model of the catalogue and --with")
    readings = [read_target(place) for place in places]
    conditions, effects = _conditions(beside.words), _effects(beside.effects)
    drafts = [
        draft(head, weapon=beside.weapon, traits=beside.traits, words=conditions, effects=effects, moment=beside.moment,
              more={"rerolls": beside.rerolls, "bonus": beside.bonus}, rules=rules, champion_of=readings[0])
        for head in parts.heads
    ]  # fmt: skip
    names = [name for each in drafts for name in each.on_friends]
    targets = [_surrounded(each, beside, names) for each in readings]
    criticals = [Critical.of(each) for each in beside.criticals]
    attacks = [
        finished(each, targets[0], criticals, objective or OBJECTIVE, beside.pays_crackshot, rules) for each in drafts
    ]
    question = _question(attacks, targets, beside, until=parts.until_down or beside.until_down, drafts=drafts)
    notes = [*(note for each in drafts for note in each.notes), *(note for each in readings for note in each.notes)]
    if isinstance(question, Attack) and _decides(question) and is_all_the_same(question):
        notes.append(f"{question.objective} is the same whatever the dice show: say with --for what else is wanted")
    return AttackReading(question, tuple(dict.fromkeys(notes)))


def _question(
    attacks: list[Attack], targets: list[Target], beside: Beside, *, until: bool, drafts: list[Draft]
) -> Question:
    """One attack, several, one until its target falls, or one on an area."""
    times = beside.attacks
    if until and (times is not None or len(attacks) > 1):
        raise OddsError("one attack is made until its target is down: leave out --attacks and other attackers")
    if len(targets) > 1:
        if times is not None or until or len(attacks) > 1:
            raise OddsError("several targets are for one attack on an area: leave out --attacks and --until-down")
        if not (drafts[0].area or attacks[0].plain):
            raise OddsError(
                'only a weapon with Area or Pulse hits several targets: add --trait "Area 2", or give one --at'
            )
        area = AreaAttack(attacks[0], tuple(targets[1:]))
        return replace(area, attack=rerolled_for(area.attack, area.attacks[1:]))
    if until:
        return UntilDown(attacks[0])
    if times is not None and len(attacks) > 1:
        raise OddsError("give either --attacks or several attackers, not both")
    if times is not None and not 1 <= times <= MOST_ATTACKS:
        raise OddsError(f"--attacks must be a whole number from 1 to {MOST_ATTACKS}, not {times}")
    if times in (None, 1) and len(attacks) == 1:
        return rerolled_for(attacks[0])
    return Attacks(tuple(attacks * (times or 1)))


def _decides(attack: Attack) -> bool:
    """Whether its attacker has anything to decide."""
    return len(attack.effects) > 1 or attack.test.may_reroll


def _rules(edition: str | None, switches: Mapping[str, str], beside: Beside) -> Rules:
    """Edition and switches of the text and of what is beside it, which must not differ."""
    chosen = _one("edition", edition and BOOK.edition(edition), beside.edition and BOOK.edition(beside.edition))
    settings = dict(BOOK.setting(*each) for each in switches.items())
    for name, value in (BOOK.setting(*each) for each in beside.rules.items()):
        if settings.setdefault(name, value) != value:
            raise OddsError(f"the rule {name} is given twice: as {settings[name]} and as {value}")
    return BOOK.rules(chosen, settings)


def _one(what: str, first: str | None, second: str | None) -> str | None:
    if first and second and first != second:
        raise OddsError(f"the {what} is given twice: as {first} and as {second}")
    return first or second


def _effects(names: Sequence[str]) -> list[str]:
    """Effects as they are written in a query, each known by its name; a number may follow."""
    known = {name.lower(): name for name in (*by_name(), "Penetrator", "Better Criticals")}
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
        found.append(known[bare.lower()] + more)
    return found


def _conditions(words: Sequence[str]) -> list[str]:
    """Conditions by their names."""
    from odds.factions.effects.effect import CONDITIONS

    known = {phrase.lower(): name for name, phrases in CONDITIONS.items() for phrase in (name, *phrases.split(", "))}
    for word in words:
        if word.strip().lower() not in known:
            raise OddsError(f"{quoted(word)} is no condition: --when takes {listed(list(CONDITIONS))}")
    return [known[word.strip().lower()] for word in words]


def _surrounded(reading: TargetReading, beside: Beside, names: Sequence[str]) -> Target:
    """The target with friends near it, whose Confusion Tests are taken under these effects."""
    target = reading.target
    if not 0 <= beside.friends_near <= MOST_FRIENDS:
        raise OddsError(f"--friends-near must be a whole number from 0 to {MOST_FRIENDS}, not {beside.friends_near}")
    if beside.friends is not None and not beside.friends_near:
        raise OddsError("--friends says how friends take their Confusion Tests: say how many with --friends-near")
    if beside.friends_near:
        words = beside.friends
        if words is None:
            if target.intelligence is None:
                raise OddsError('friends near the target need their Intelligence: add --friends "I4 L2", for example')
            words = f"I{target.intelligence}" + ("" if target.luck is None else f" L{target.luck}")
        target = with_friends(target, (friend(words),) * beside.friends_near)
    if names and target.friends:
        return replace(target, friends=affected(target.friends, names))
    if names:
        raise OddsError(f"{names[0]} is for Confusion Tests: say how many friends are near with --friends-near")
    return target
