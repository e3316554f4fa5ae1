"""From text to a volley, and from its canonical text back to it.

"4P P4 L2", "5S S5 L2 crit Maim"   at "E6 HP2"          volley: 4P P4 L2; 5S S5 L2 crit Maim at E6 HP2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from odds.core.errors import OddsError
from odds.core.kinds import as_open_text, as_text, several
from odds.core.text import listed, quoted
from odds.factions.attacks.beside import Beside
from odds.factions.attacks.drafting import UNNAMED, draft
from odds.factions.attacks.firing import NAME, best_of, is_tried_whole, written
from odds.factions.attacks.query import AttackReading, Question, read_attack
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.spoken import MELEE, placed
from odds.factions.attacks.target import Target
from odds.factions.attacks.target_query import TargetReading, read_target
from odds.factions.attacks.wording import Parts, parts_of
from odds.factions.volleys.policy import worth_of
from odds.factions.volleys.rules import PLAYS, Volley

EXAMPLE = 'odds volley --at "E6 HP2" "4P P4 L2" "5S S5 L2 crit Maim"'
ARMED = "Master with Super Sledge"
NO_SUPPORTERS = ("Melee", "Heavy", "Grenade")  # weapons that give no Supporting Fire
_MANNER = re.compile(r"\s*volley\s*(?:,\s*(best|adaptive)(?:\s+order)?)?\s*:", re.IGNORECASE)
_SAID = re.compile(r"\b(melee|brawl|heavy|grenade)\b", re.IGNORECASE)
UNKNOWN_WEAPONS = (
    "a Test says nothing of its weapon, so each is taken to be able to support: say melee, heavy or grenade if not"
)


@dataclass(frozen=True, slots=True)
class VolleyReading:
    """A volley as it was read.

    Attributes
    ----------
    volley
        The volley.
    notes
        What had to be assumed and what is left out, as sentences without a full stop.
    """

    volley: Volley
    notes: tuple[str, ...] = ()


def parse_volley(texts: str | Sequence[str], at: str | Target | None = None, play: str | None = None) -> Volley:
    """Reads a volley.

    Parameters
    ----------
    texts
        Attackers, a text each; or all in one, semicolons between them.
    at
        The target, as text or as a `Target`; None if a text names it.
    play
        "given", "best" or "adaptive"; what the text says, else "given", if None.

    Raises
    ------
    OddsError
        If one cannot be read; a `QueryError` with carets under the place where there is one.

    Examples
    --------
    >>> found = parse_volley(["4P P4 L2", "5S S5 L2 crit Maim"], "E6 HP2", "adaptive")
    >>> found.text, parse_volley(found.text) == found
    ('volley, adaptive: 4P P4 L2; 5S S5 L2 crit Maim at E6 HP2', True)
    """
    return read_volley((texts,) if isinstance(texts, str) else texts, at, play).volley


def read_volley(
    texts: Sequence[str],
    at: str | Target | None = None,
    play: str | None = None,
    *,
    edition: str | None = None,
    rules: Mapping[str, str] | None = None,
) -> VolleyReading:
    """Reads a volley, and says what had to be assumed; see `parse_volley`.

    Parameters
    ----------
    texts, at, play
        As in `parse_volley`.
    edition, rules
        The edition's name and rule switches.

    Raises
    ------
    OddsError
        As `parse_volley` does.

    Examples
    --------
    >>> read_volley(["4P P4", "5S S5 L2 heavy"], "E6 HP2").volley.supporters
    (True, False)
    """
    at = at.text if isinstance(at, Target) else as_open_text(at, "the target of a volley")
    as_open_text(play, "the play of a volley")
    said, pieces = _pieces(texts)
    manner = _one("play", [each for each in (said, play) if each is not None]) or "given"
    parts = []
    for number, piece in enumerate(pieces, 1):
        with _attacker(number, len(pieces)):
            parts.append(parts_of(piece))
    target = _one("target", [*([] if at is None else [at]), *(place for each in parts for place in each.targets)])
    if target is None:
        raise OddsError(
            'a volley needs a target: write at E6 HP2 behind it, or add --at "E6 HP2"; '
            "with the statistics that the weapons ask for"
        )
    about, settings = read_target(placed(target)[0]), _rules(parts, edition, rules or {})
    ways, weapons = [], []
    for number, (piece, part) in enumerate(zip(pieces, parts, strict=True), 1):
        beside = Beside(targets=() if part.targets else (target,), edition=settings[0], rules=settings[1], single=True)
        with _attacker(number, len(pieces)):
            reading = read_attack(piece, beside)
            weapons.append(_weapon(part, about, reading.question))
            fired = [read_attack(piece, replace(beside, traits=(way,))) for way in reading.ways]
            ways.append(list(zip(reading.ways, fired, strict=True)) or [("", reading)])
    roles = tuple(weapon not in NO_SUPPORTERS for weapon in weapons), tuple(weapon != "Melee" for weapon in weapons)

    def volley(readings: Sequence[tuple[str, AttackReading]]) -> Volley:
        return Volley(tuple(each.question for _, each in readings), manner, *roles)  # type: ignore[misc]

    chosen = best_of(ways, lambda each: worth_of(volley(each)))
    notes = [note for _, each in chosen for note in each.notes if "--for" not in note]  # it is for the last attack
    if None in weapons and len(weapons) > 1:
        notes.append(UNKNOWN_WEAPONS)
    notes += _fired(ways, [way for way, _ in chosen], manner)
    return VolleyReading(volley(chosen), tuple(dict.fromkeys(notes)))


def _fired(ways: Sequence[Sequence[Any]], chosen: Sequence[str], manner: str) -> Iterator[str]:
    """Which ways to fire were chosen (Selective Fire), as sentences without a full stop."""
    play = {"given": "this order", "best": "the best order", "adaptive": "adaptive play"}[manner]
    after = "" if is_tried_whole(ways) else ", one attacker after another"
    for number, (tried, way) in enumerate(zip(ways, chosen, strict=True), 1):
        if len(tried) > 1:
            yield f"attacker {number}: {NAME}: {written(way)}, the best for {OBJECTIVE} in {play}{after}"


def _pieces(texts: Sequence[str]) -> tuple[str | None, list[str]]:
    """How the text says it is played, and a piece for each attacker."""
    said, pieces = [], []
    for text in several(texts, "texts"):
        manner = _MANNER.match(as_text(text, "an attack", "4P P4 L2"))
        if manner is not None:
            said.append((manner[1] or "given").lower())
        rest = text if manner is None else text[manner.end() :]
        own = [piece.strip() for piece in rest.split(";")]
        pieces += [piece for piece in own if piece]
        if not any(own):
            raise OddsError(f"attacker {len(pieces) + 1} is empty: write a Test, such as 6S S6 L3")
    if not pieces:
        raise OddsError(f"the attackers are missing: write for example  {EXAMPLE}")
    return _one("play", said), pieces


def _one(what: str, given: Sequence[str]) -> str | None:
    """The one value of all that are given."""
    if what == "play" and (unknown := [each for each in given if each not in PLAYS]):
        raise OddsError(f"--play must be {listed(list(PLAYS))}, not {quoted(unknown[0])}")
    different = list(dict.fromkeys(" ".join(each.split()) for each in given))
    if len(different) > 1:
        raise OddsError(f"a volley has one {what}, not {listed([quoted(each) for each in different], 'and')}")
    return different[0] if different else None


@contextmanager
def _attacker(number: int, many: int) -> Iterator[None]:
    """Whoever is read within: what is wrong there is said with the attacker's number."""
    try:
        yield
    except OddsError as error:
        hint = f"; in a volley it stands behind the name: {quoted(ARMED)}" if "--with" in str(error) else ""
        raise OddsError((f"attacker {number}: " if many > 1 else "") + str(error) + hint) from error


def _rules(parts: Sequence[Parts], edition: str | None, rules: Mapping[str, str]) -> tuple[str | None, dict[str, str]]:
    """Edition and switches for all, wherever they are said."""
    editions = [each for each in (*(part.edition for part in parts), edition) if each]
    settings = dict(rules)
    for part in parts:
        for name, value in part.rules.items():
            if settings.setdefault(name, value) != value:
                raise OddsError(f"the rule {name} is given twice: as {settings[name]} and as {value}")
    return _one("edition", editions), settings


def _weapon(part: Parts, about: TargetReading, question: Question) -> str | None:
    """The type of an attacker's weapon; None if nothing says it."""
    if not isinstance(question, Attack):
        raise OddsError(f"a volley is made of single attacks, not of {quoted(question.text)}")
    head = part.heads[0]
    if said := _SAID.search(head.words):
        return "Melee" if said[1].lower() == "brawl" else said[1].title()
    assert question.rules is not None
    weapon = draft(
        head,
        weapon=None,
        traits=(),
        words=(),
        effects=(),
        moment=Situation(),
        more={},
        rules=question.rules,
        champion_of=about,
    ).weapon
    if weapon.name == UNNAMED:
        return "Melee" if any(field in MELEE for field, _ in head.said) else None
    return weapon.type
