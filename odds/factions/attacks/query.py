"""From text to an attack, and from an attack's canonical text back to it.

    6S S6 L3 crit Maim at E4 A4 I3 S4 L2 HP1        4P P5 L2 with Psycho, ranged at E6 HP3 harm 2 power armor
    4P P5 L2; 4P P5 L2 at E5 HP1                    until down: 6S S6 L3 crit Maim at E4 HP1

Who attacks, with what weapon and on whom can also be names of the catalogue. Effects are worked into the numbers: what
they bring in Bonus Dice keeps its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_text, only_known
from odds.core.switches import Rules
from odds.core.text import LONGEST
from odds.factions.attacks.area.rules import AreaAttack
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.drafting import Draft
from odds.factions.attacks.firing import best_of, notes_on, worth_of
from odds.factions.attacks.idle import idle
from odds.factions.attacks.ricochet.rules import Ricochet
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.scene import Scene
from odds.factions.attacks.several.exact import is_all_the_same as none_better
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.spoken import placed
from odds.factions.attacks.stranger.rules import Stranger
from odds.factions.attacks.target import Target
from odds.factions.attacks.target_query import read_target
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.wording import Head, parts_of
from odds.factions.attacks.worthwhile import is_all_the_same, rerolled_for
from odds.factions.effects.arms import RICOCHET, STRANGER
from odds.factions.special.query import parse as parse_test
from odds.factions.switches import BOOK

Question = Attack | Attacks | UntilDown | AreaAttack | Ricochet | Stranger
_SEQUEL = re.compile(rf"\s*(?:ricochet|stranger\s+({STRANGER}[^:]*))\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AttackReading:
    """An attack as it was read.

    Attributes
    ----------
    question
        One attack, several, one until its target falls, or one on an area.
    notes
        What had to be assumed and what is left out, as sentences without a full stop.
    ways
        Traits of the first attacker's weapon of which the best was chosen (Selective Fire), or none.
    """

    question: Question
    notes: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()


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
    only_known(beside, Beside)
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
    reading = _read(text, beside)
    return replace(reading, notes=tuple(dict.fromkeys((*reading.notes, *idle(text, beside, reading.question, _read)))))


def _read(text: str, beside: Beside) -> AttackReading:
    """Reads an attack; what was said and changes nothing is not looked for."""
    if len(as_text(text, "an attack", '6S S6 L3 --at "E4 HP1"')) > 4 * LONGEST:
        raise OddsError(f"an attack has at most {4 * LONGEST:,} characters, not {len(text):,}")
    if begun := _SEQUEL.match(text):
        return _sequel(begun[1], text[begun.end() :], beside)
    parts = parts_of(text)
    rules = _rules(parts.edition, parts.rules, beside)
    objective = _one("objective", parts.objective, beside.objective) or OBJECTIVE
    places = [*parts.targets, *beside.targets]
    if not places:
        raise OddsError(
            'an attack needs a target: write at E4 HP1 behind it, or add --at "E4 HP1"; '
            "with the statistics that the weapon asks for"
        )
    if not any(head.words for head in parts.heads):
        raise OddsError("nobody attacks: write a Test, such as 6S S6 L3, or a model of the catalogue and --with")
    stands = [placed(place) for place in places]
    readings = [read_target(place) for place, _ in stands]
    scene = Scene(readings, beside, rules, objective, [each for _, said in stands for each in said])
    candidates = [scene.drafts(head) for head in parts.heads]
    targets = scene.targets([each[0] for each in candidates])
    until = parts.until_down or beside.until_down

    def played(drafts: Sequence[Draft]) -> tuple[Question, tuple[str, ...]]:
        return _played(scene, parts.heads[0], drafts, targets, until=until)

    drafts = best_of(candidates, lambda each: worth_of(played(each)[0]))
    question, more = played(drafts)
    more = (*more, *notes_on(candidates, drafts, question, objective))
    notes = [*(note for each in drafts for note in each.notes), *(note for each in readings for note in each.notes)]
    notes += more
    if isinstance(question, Attack | Attacks) and _decides(question) and _out_of_reach(question):
        notes.append(f"{question.objective} is the same whatever the dice show: say with --for what else is wanted")
    ways = [each.ways[each.way] for each in candidates[0]] if len(candidates[0]) > 1 else []
    return AttackReading(question, tuple(dict.fromkeys(notes)), tuple(ways))


def _played(
    scene: Scene, head: Head, drafts: Sequence[Draft], targets: list[Target], *, until: bool
) -> tuple[Question, tuple[str, ...]]:
    """What is asked of attackers that attack in these ways, and further notes."""
    attacks = [scene.finished(each, targets[0]) for each in drafts]
    follows = scene.follows(drafts[0])
    if not follows or _many(follows, scene, drafts, until=until):
        return _question(attacks, targets, scene.beside, until=until, drafts=drafts), ()
    return scene.ricochet(head, drafts[0], attacks[0]) if follows == RICOCHET else scene.stranger(drafts[0], attacks[0])


def _many(follows: str, scene: Scene, drafts: Sequence[Draft], *, until: bool) -> bool:
    """Whether more than one attack on one target is made, and so none of a perk: noted, or refused if that was said."""
    beside = scene.beside
    if not (until or beside.single or beside.attacks is not None or len(scene.readings) > 1 or len(drafts) > 1):
        return False
    if follows == RICOCHET or follows in drafts[0].names:
        raise OddsError(f"{follows} is told of one attack on one target: leave out --attacks, --until-down and others")
    drafts[0].notes.append(f"{follows} is not used: it is told of one attack on one target")
    return True


def _sequel(test: str | None, text: str, beside: Beside) -> AttackReading:
    """The two attacks of a canonical text: that of a Ricochet, or with the Test that brings the Stranger."""
    tail = parts_of(text)
    given = Beside(edition=tail.edition or beside.edition, rules={**beside.rules, **tail.rules})
    if test is not None:
        both = _read(text, replace(given, edition=beside.edition, rules=beside.rules))
        if not isinstance(both.question, Attacks):
            raise OddsError(f"the attack and that of the {STRANGER} stand behind it, a semicolon between them")
        return replace(both, question=Stranger(parse_test(test), both.question))
    pieces = [_read(piece, given) for piece in text.split(";")]
    attacks = [each.question for each in pieces if isinstance(each.question, Attack)]
    if not len(attacks) == len(pieces) == 2:
        raise OddsError("a Ricochet is two attacks with their targets, a semicolon between them")
    return AttackReading(Ricochet(attacks[0], attacks[1]), tuple(note for each in pieces for note in each.notes))


def _question(
    attacks: list[Attack], targets: list[Target], beside: Beside, *, until: bool, drafts: Sequence[Draft]
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
    if times in (None, 1) and len(attacks) == 1:
        return rerolled_for(attacks[0])
    return Attacks(tuple(attacks * (times or 1)))


def _decides(question: Attack | Attacks) -> bool:
    """Whether an attacker has anything to decide."""
    attacks = question.attacks if isinstance(question, Attacks) else (question,)
    return any(len(attack.effects) > 1 or attack.test.may_reroll for attack in attacks)


def _out_of_reach(question: Attack | Attacks) -> bool:
    """Whether nothing that the dice show changes what it is for."""
    return none_better(question) if isinstance(question, Attacks) else is_all_the_same(question)


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
