"""Every change that a model of a crew may make of itself, what it costs, and which are not allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.factions.attacks.target import FLAGS
from odds.factions.attacks.target_query import PAID
from odds.factions.catalogue.catalogue import Catalogue
from odds.factions.catalogue.models import fittings
from odds.factions.catalogue.names import key
from odds.factions.catalogue.rows import LETTERS
from odds.factions.crews.checking import Checked, check_crew
from odds.factions.crews.fielding import plain_name
from odds.factions.effects.effect import RANGED, Effect
from odds.factions.effects.table import by_name
from odds.factions.ranking.strikes import PERKS

if TYPE_CHECKING:
    from odds.factions.catalogue.rows import Perk
    from odds.factions.crews.crew import Crew, Member
    from odds.factions.crews.fielding import Fielded

#: what a weapon's kind says by itself: a perk that needs it is no matter of the moment
OF_WEAPONS = ("melee", "ranged", "fast", "area", *RANGED)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of one model.

    Attributes
    ----------
    kind
        "statistic", "health", "modification", "weapons" or "perk".
    text
        What changes: "+1S", "Hunting Rifle: 4P", "Minigun + Ripper", "Rifleman".
    member
        The entry of the crew after it.
    rating, parts
        What it costs; None where nobody knows, or it costs none.
    conditions
        What has to hold for it, as perks need: "not moved".
    """

    kind: str
    text: str
    member: Member
    rating: int | None = None
    parts: int | None = None
    conditions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A change that is not allowed: the model's name, the change, why, a sentence without a full stop; and its kind."""

    model: str
    change: str
    sentence: str
    kind: str


@dataclass(frozen=True, slots=True)
class Allowed:
    """A change that keeps every limit, with the model after it."""

    change: Change
    after: Fielded


def allowed(checked: Checked, number: int, book: Catalogue, refusals: list[Refusal]) -> Iterator[Allowed]:
    """The changes that one entry of a crew may make; what breaks a limit is added to the refusals.

    Of several models that are alike, one changes.

    Parameters
    ----------
    checked
        The crew.
    number
        The entry, by its place from 0.
    book
        The catalogue.
    refusals
        Where changes go that are not allowed.
    """
    each = checked.models[number]
    for change in changes(each, checked.crew, book):
        crew, place = _with(checked.crew, number, change.member)
        try:
            after = check_crew(crew, book)
            broken = _newly_broken(checked, after, change)
        except OddsError as error:
            broken = str(error).partition(": ")[2] or str(error)
        if broken:
            refusals.append(Refusal(each.member.label, change.text, broken, change.kind))
        else:
            yield Allowed(_priced(change, each, after.models[place]), after.models[place])


def _with(crew: Crew, number: int, member: Member) -> tuple[Crew, int]:
    """The crew with one model of an entry changed, and the place where that stands."""
    before = crew.members[number]
    rest = [replace(before, count=before.count - 1)] if before.count > 1 else []
    members = (*crew.members[:number], *rest, member, *crew.members[number + 1 :])
    return replace(crew, members=members), number + len(rest)


def _newly_broken(before: Checked, after: Checked, change: Change) -> str:
    """A limit that the change breaks; empty if there is none."""
    known = {problem.sentence for problem in before.problems}
    unfit = {problem.model for problem in before.problems if problem.rule == "weapons"}
    for problem in after.problems:
        if problem.rule == "rating" and not problem.model and after.rating <= before.rating:
            continue  # it was broken before, and by no less
        if problem.rule == "weapons" and problem.model in unfit and change.kind != "weapons":
            continue  # its weapons were none of its sets before
        if problem.sentence not in known:
            return problem.sentence
    return ""


def _priced(change: Change, before: Fielded, after: Fielded) -> Change:
    """A change of weapons with the Rating it adds."""
    if change.kind != "weapons" or after.rating is None or before.rating is None:
        return change
    return replace(change, rating=after.rating - before.rating)


def changes(each: Fielded, crew: Crew, book: Catalogue) -> Iterator[Change]:
    """Everything that one model could change, allowed or not."""
    one = replace(each.member, count=1)
    yield from _upgrades(each, one, book)
    yield from _modifications(one, book.extended(Catalogue(weapons=crew.weapons)))
    yield from _weapon_sets(each, one, book)
    for row in book.perks:  # one that requires nothing comes with a unit, or with the faction
        if row.requires and not row.innate and key(row.name) not in map(key, each.model.perks) and _matters(row):
            member = replace(one, perks=(*one.perks, row.name))
            yield Change("perk", row.name, member, conditions=_conditions(row.name))


def _upgrades(each: Fielded, one: Member, book: Catalogue) -> Iterator[Change]:
    for what in (*LETTERS, "HP"):
        cost = book.upgrade(each.model.unit.role, what)
        points = dict(one.upgrades)
        points[what] = points.get(what, 0) + 1
        member = _dearer(replace(one, upgrades=tuple(points.items())), cost)
        yield Change("health" if what == "HP" else "statistic", f"+1{what}", member, cost)


def _dearer(member: Member, cost: int) -> Member:
    """An entry whose Rating is given costs more from now on; that of others is worked out."""
    return member if member.rating is None else replace(member, rating=member.rating + cost)


def _modifications(one: Member, book: Catalogue) -> Iterator[Change]:
    """Every modification that a weapon does not have yet."""
    for place, text in enumerate(one.weapons):
        bare = text if book.find_weapon(text) else text.rpartition(":")[0]
        if text in one.weapons[:place] or book.find_weapon(bare) is None:
            continue
        weapon, fitted, used = fittings(text, book)
        for mod in book.mods_of(plain_name(weapon.name)):
            if mod in fitted:
                continue
            more = f"{text}; {mod.change}" if fitted or used else f"{text}: {mod.change}"
            weapons = (*one.weapons[:place], more, *one.weapons[place + 1 :])
            member = _dearer(replace(one, weapons=weapons), mod.rating)
            yield Change("modification", f"{weapon.name}: {mod.change}", member, mod.rating, mod.parts)


def _weapon_sets(each: Fielded, one: Member, book: Catalogue) -> Iterator[Change]:
    """Every other weapon set of the unit; a weapon that it keeps keeps its modifications."""
    having = {key(plain_name(text.rpartition(":")[0] or text)): text for text in one.weapons}
    having |= {key(text): text for text in one.weapons if book.find_weapon(text)}
    for kit in book.sets_of(each.model.unit):
        if kit == each.chosen or len(kit.unknown) == len(kit.weapons):
            continue
        weapons = tuple(having.get(key(name), name) for name in kit.weapons)
        member = replace(one, weapons=weapons)
        if one.rating is not None and each.chosen is not None:
            member = replace(member, rating=one.rating + kit.rating - each.chosen.rating)
        yield Change("weapons", " + ".join(kit.weapons), member)


def _matters(row: Perk) -> bool:
    """Whether a perk changes an attack by its own model, or on it."""
    if row.name in PERKS or row.name in FLAGS.values():
        return True
    effect = by_name().get(row.name)
    return effect is not None and _helps(effect)


def _helps(effect: Effect) -> bool:
    """Whether an effect makes the attacks of whoever has it better by its own numbers."""
    of_attacks = effect.kind == "perk" and effect.test in ("", "Attack")
    return of_attacks and bool(effect.luck or effect.bonus or effect.statistic or "fortune_dice" in effect.sets)


def _conditions(name: str) -> tuple[str, ...]:
    """What has to hold for a perk besides the kind of weapon."""
    if name in {FLAGS[flag] for flag in PAID}:
        return ("paid for",)
    effect = by_name().get(name)
    needs = () if effect is None else effect.needs
    return tuple(choices[0] for choices in needs if not set(choices) & set(OF_WEAPONS))
