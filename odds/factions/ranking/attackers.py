"""Whose attacks the models of a ranking stand: the gallery's weapons, or attackers that were named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target_query import TargetReading
from odds.factions.catalogue.models import model
from odds.factions.ranking.chains import Chains, Volley
from odds.factions.ranking.gallery import Foe, arsenal
from odds.factions.ranking.strikes import ANYBODY, Strike, strikes

if TYPE_CHECKING:
    from odds.factions.catalogue.catalogue import Catalogue


class Attackers(NamedTuple):
    """Attacks that models stand.

    Attributes
    ----------
    names
        Model and weapon, of each.
    weights
        How often each counts in a mean; they sum to 1.
    plain, wide_open
        The attacks, and the same on a target that is always Wide Open.
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    plain: Volley
    wide_open: Volley

    def stood(self, reading: TargetReading) -> float:
        """How many attacks a model stands until it falls.

        It falls to a mean share of 1/n by an attack of a kind that takes n: that share turned over.
        """
        volley = self.wide_open if reading.eye_catching else self.plain
        attacks = Chains(reading.target).ends(volley).attacks
        return turned_over(np.array(self.weights), attacks)


def turned_over(weights: np.ndarray, attacks: np.ndarray) -> float:
    """The harmonic mean of numbers of attacks; infinity if none of them ever ends.

    Examples
    --------
    >>> turned_over(np.array([0.5, 0.5]), np.array([1.0, np.inf]))
    2.0
    """
    share = float(weights @ (1 / attacks))
    return 1 / share if share > 0 else float("inf")


def attackers(foes: Sequence[Foe], against: Sequence[str], book: Catalogue, rules: Rules) -> Attackers | None:
    """Those that are named, or the gallery with all its weapons; None if there are none.

    Parameters
    ----------
    foes
        The gallery.
    against
        Attackers: a model with its weapons, "Master with Super Sledge", or a Test, "6S S6 L3 crit Maim".
    book
        The catalogue.
    rules
        Edition and rule switches.

    Raises
    ------
    OddsError
        If one cannot be read.

    Examples
    --------
    >>> from odds import catalogue
    >>> from odds.factions.switches import BOOK
    >>> attackers([], ["Master with Super Sledge", "4P P5 L2"], catalogue(), BOOK.rules()).names
    ('Master with Super Sledge', '4P P5 L2')
    """
    found: list[tuple[str, float, Strike]] = []
    for text in dict.fromkeys(against):
        found += _named(text, book, rules)
    if not against:
        for foe in foes:
            found += [(f"{foe.name}, {each.weapon}", foe.weight / len(foe.strikes), each) for each in foe.strikes]
    if not found:
        return None
    total = sum(weight for _, weight, _ in found)
    return Attackers(
        tuple(name for name, _, _ in found),
        tuple(weight / total for _, weight, _ in found),
        Volley([each.attack for _, _, each in found]),
        Volley([each.wide_open for _, _, each in found]),
    )


def _named(text: str, book: Catalogue, rules: Rules) -> list[tuple[str, float, Strike]]:
    name = " ".join(text.split())
    if not name:
        raise OddsError('an attacker is empty: write a model with its weapon, "Master with Super Sledge", or a Test')
    if name[:1].isdigit():
        attack = _test(name, rules)
        return [(name, 1.0, Strike(name, attack, attack))]
    person = model(name, book)
    profiles = person.weapons or tuple(arsenal(person.unit, book))
    made, missing = strikes(person, profiles, book, rules)
    if not made:
        raise OddsError(missing[0] if missing else f"{quoted(name)} has no weapon: add with and a weapon's name")
    one = len(made) == 1
    return [(name if one else f"{name}, {each.weapon}", 1 / len(made), each) for each in made]


def _test(text: str, rules: Rules) -> Attack:
    """An attack that is written as a Test."""
    from odds.factions.attacks.beside import Beside
    from odds.factions.attacks.query import read_attack
    from odds.factions.attacks.wording import parts_of

    if parts_of(text).targets:
        raise OddsError(f"{quoted(text)} names a target: an attacker here is on everybody who is ranked")
    beside = Beside(targets=[ANYBODY.text], edition=rules.edition, rules=dict(rules.changed))
    question = read_attack(text, beside).question
    if not isinstance(question, Attack):
        raise OddsError(f"{quoted(text)} is more than one attack: name each with an --against of its own")
    return question
