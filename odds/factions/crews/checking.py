"""Whether a crew keeps its limits: each one it breaks is named.

Rating, Grunts for each Champion, one Leader and the limits of each Tier: Rulebook, crew creation; the Rating of an
upgrade, statistics to 9, Luck to 5 and Health once: reported by players, unofficial. A Leader counts as a Champion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.text import listed, said
from odds.factions.catalogue.catalogue import Catalogue, book_of
from odds.factions.catalogue.models import too_high
from odds.factions.catalogue.names import key
from odds.factions.catalogue.reading import unknown_labels
from odds.factions.catalogue.rows import LETTERS, LUCK_MOST, MODS_PER_WEAPON, STAT_MOST, Perk
from odds.factions.crews.crew import GRUNTS_PER_CHAMPION, Crew
from odds.factions.crews.fielding import Fielded, Where, fielded, find_unit, home_of, plain_name, somewhere
from odds.factions.special.rules import STATISTICS

if TYPE_CHECKING:
    import pandas as pd

    from odds.factions.crews.reading import Reading

HIRED = ("Creature Companions", "Robot Companions", "Legends of the Wasteland", "Special Models")


@dataclass(frozen=True, slots=True)
class Problem:
    """A limit that a crew breaks: the rule in one word, the model it is about ("" for the crew), and a sentence."""

    rule: str
    model: str
    sentence: str


@dataclass(frozen=True)
class Checked:
    """A crew with everything looked up and checked.

    Attributes
    ----------
    crew
        The crew.
    faction
        Its faction's full name.
    models
        Its entries, looked up.
    problems
        The limits it breaks.
    doubts
        Values used that are disputed or do not fit each other, a sentence each.
    unknown
        What the catalogue does not have, each with the model that has it.
    """

    crew: Crew
    faction: str
    models: tuple[Fielded, ...]
    problems: tuple[Problem, ...]
    doubts: tuple[str, ...]
    unknown: tuple[str, ...]

    @property
    def active(self) -> tuple[Fielded, ...]:
        """The entries that are fielded."""
        return tuple(each for each in self.models if each.member.active)

    @property
    def rating(self) -> int:
        """The Rating of all models that are fielded; those without one count 0."""
        return sum((each.rating or 0) * each.member.count for each in self.active)

    def count(self, role: str) -> int:
        """How many models of a role ("Grunt" or "Champion") are fielded."""
        return sum(each.member.count for each in self.active if each.model.unit.role == role)

    def frame(self) -> pd.DataFrame:
        """The entries as a DataFrame, with the columns of `odds crew show --csv`.

        Examples
        --------
        >>> from odds.factions.crews.crew import Member
        >>> crew = Crew("Us", "Zetans", (Member("Alien Drone", count=2, weapons=("Alien Laser",)),))
        >>> check_crew(crew).frame()[["unit", "count", "rating"]].values.tolist()
        [['Alien Drone', 2, 30]]
        """
        import pandas as pd

        return pd.DataFrame([each.row() for each in self.models])

    @property
    def leaders(self) -> int:
        """How many models lead the crew."""
        return sum(each.member.count for each in self.active if each.leads)


def check_crew(crew: Crew | Reading, book: Catalogue | None = None, where: Where = somewhere) -> Checked:
    """Looks a crew up and checks its limits.

    Parameters
    ----------
    crew
        The crew, or what `read_crew` gives.
    book
        The catalogue; the package's (with what ODDS_CATALOGUE names) if None.
    where
        What says where an entry's key stands, for errors.

    Raises
    ------
    OddsError
        If something cannot be looked up.

    Examples
    --------
    >>> from odds.factions.crews.crew import Member
    >>> checked = check_crew(Crew("Us", "Survivors", (Member("Settler", count=2, weapons=("Ripper",), rating=8),)))
    >>> [problem.rule for problem in checked.problems]
    ['grunts', 'leader', 'weapons']
    >>> checked.problems[0].sentence
    '2 Grunts and 0 Champions: at most 5 Grunts for each Champion'
    """
    from odds.factions.crews.reading import Reading

    if isinstance(crew, Reading):
        return check_crew(crew.crew, book, crew.where)
    if not isinstance(crew, Crew):
        raise OddsError(f"what is checked is a crew, such as odds.read_crew gives, not {said(crew)}")
    book = book_of(book)
    models = fielded(crew, book, where)
    faction = home_of(crew.faction, book)
    plain = Checked(crew, faction, models, (), (), ())
    doubts = [*(text for each in models for text in _doubts(each, book)), *_own_profiles(crew, book)]
    return Checked(
        crew,
        faction,
        models,
        problems=(*_of_crew(plain, book), *(found for each in plain.active for found in _of_model(each, plain, book))),
        doubts=tuple(dict.fromkeys(doubts)),
        unknown=tuple(_unknown(plain, book)),
    )


def _doubts(each: Fielded, book: Catalogue) -> Iterator[str]:
    limits = too_high(each.model.unit, each.model.special, each.model.health)  # named as broken limits
    yield from (doubt for doubt in each.model.doubts if doubt not in limits)
    name, given, worked_out = each.member.label, each.member.rating, each.worked_out
    if given is not None and worked_out is not None and given != worked_out:
        yield f"{name}: its Rating is given as {given}, the catalogue's numbers make it {worked_out}"
    if each.known and each.member.special is not None:
        printed = find_unit(each.member.unit, each.model.unit.faction, book)
        if (printed.special, printed.health) != (each.member.special, each.member.health):
            numbers = " ".join(map(str, (*printed.special, printed.health)))
            yield f"{name}: its numbers are its own, the catalogue has {numbers}"


def _own_profiles(crew: Crew, book: Catalogue) -> Iterator[str]:
    for weapon in crew.weapons:
        known = book.find_weapon(plain_name(weapon.name))
        if known is not None and known.numbers != weapon.numbers:
            yield f"{weapon.name}: its profile is the crew's own, the catalogue has {known.line}"


def _unknown(checked: Checked, book: Catalogue) -> Iterator[str]:
    if checked.faction not in book.factions:
        yield f"faction {checked.faction}"
    for each in checked.models:
        yield from (f"{each.member.label}: {text}" for text in each.unknown)
    for weapon in checked.crew.weapons:
        yield from (f"{weapon.name}: trait or effect {text}" for text in unknown_labels(weapon))


def _of_crew(checked: Checked, book: Catalogue) -> Iterator[Problem]:
    crew, total = checked.crew, checked.rating
    if crew.rating_limit is not None and total > crew.rating_limit:
        over = total - crew.rating_limit
        yield Problem("rating", "", f"a Rating of {total} is {over} over the limit of {crew.rating_limit}")
    grunts, champions = checked.count("Grunt"), checked.count("Champion")
    if grunts > GRUNTS_PER_CHAMPION * champions:
        yield Problem(
            "grunts",
            "",
            f"{_many(grunts, 'Grunt')} and {_many(champions, 'Champion')}: "
            f"at most {GRUNTS_PER_CHAMPION} Grunts for each Champion",
        )
    if checked.leaders != 1:
        names = [each.member.label for each in checked.active if each.leads]
        who = f" ({listed(names, 'and')})" if names else ""
        yield Problem("leader", "", f"{_many(checked.leaders, 'Leader')}{who}: a crew has exactly one")
    yield from _of_tier(checked, book)


def _of_tier(checked: Checked, book: Catalogue) -> Iterator[Problem]:
    """Limits of the faction's Tier; factions without limits have none to check."""
    crew, faction = checked.crew, checked.faction
    units = Counter({each.model.unit.name: 0 for each in checked.active})
    for each in checked.active:
        units[each.model.unit.name] += each.member.count
    held = {"champions": checked.count("Champion"), **dict(crew.holdings), **units}
    for row in book.limits:
        most = row.tiers[crew.tier - 1]
        if row.faction == faction and row.limit != "upgrades" and held.get(row.limit, 0) > most:
            what = row.limit if row.limit[0].isupper() else row.limit.capitalize()
            yield Problem(
                "tier", "", f"{what}: {held[row.limit]}, but {faction} have at most {most} at Tier {crew.tier}"
            )
    printed = {each.model.unit.name: each.model.unit.limit for each in checked.active}
    for name, limit in printed.items():
        if limit is not None and units[name] > limit:
            yield Problem("unit", name, f"{name}: {units[name]}, but a crew has at most {limit}")


def _of_model(each: Fielded, checked: Checked, book: Catalogue) -> Iterator[Problem]:
    yield from _of_unit(each, checked, book)
    yield from _of_upgrades(each, checked, book)
    name, weapons = each.member.label, each.model.weapons
    for weapon in {weapon.name: weapon for weapon, _ in each.mods}.values():
        fitted = sum(other.name == weapon.name for other, _ in each.mods)
        if fitted > MODS_PER_WEAPON * max(1, sum(other.name == weapon.name for other in weapons)):
            yield Problem("mods", name, f"{name}: {weapon.name} has {fitted} modifications, at most {MODS_PER_WEAPON}")
    had = {key(perk) for perk in each.model.unit.perks}
    for perk in each.model.perks:
        row = book.find_perk(perk)
        if row is not None and key(perk) not in had:
            yield from _of_perk(each, row)


def _of_unit(each: Fielded, checked: Checked, book: Catalogue) -> Iterator[Problem]:
    name, unit = each.member.label, each.model.unit
    if each.known and unit.faction not in HIRED and unit.faction != checked.faction:
        yield Problem("faction", name, f"{name} belongs to {unit.faction}, not to {checked.faction}")
    sets = book.sets_of(unit)
    if each.known and each.chosen is None and sets:
        having = listed(list(each.member.weapons), "and")
        wrong = f"cannot take {having}" if having else "has no weapon and must have a set"
        may = listed([" + ".join(row.weapons) for row in sets])
        yield Problem("weapons", name, f"{name} {wrong}: its sets are {may}")
    if each.rating is None:
        yield Problem("rating", name, f"{name} has no Rating: give it one with rating = N")


def _of_upgrades(each: Fielded, checked: Checked, book: Catalogue) -> Iterator[Problem]:
    name = each.member.label
    points = sum(by for _, by in each.member.upgrades)
    tier = checked.crew.tier
    most = book.limit(checked.faction, "upgrades", tier)
    if most is not None and points > most:
        yield Problem("upgrades", name, f"{name} has {points} upgrades: at most {most} at Tier {tier}")
    model = each.model
    numbers = [(STATISTICS[letter], model.special.value(letter)) for letter in LETTERS]
    for what, value in (*numbers, ("Health", model.health)):
        if value > STAT_MOST:
            yield Problem("statistic", name, f"{name} has {what} {value}: it goes no higher than {STAT_MOST}")
    if LUCK_MOST < each.model.luck <= STAT_MOST and dict(each.member.upgrades).get("L"):
        yield Problem("statistic", name, f"{name} has Luck {each.model.luck}: it goes no higher than {LUCK_MOST}")
    if dict(each.member.upgrades).get("HP", 0) > 1:
        yield Problem("statistic", name, f"{name} has its Health raised more than once")


def _of_perk(each: Fielded, perk: Perk) -> Iterator[Problem]:
    name = each.member.label
    if perk.innate:
        yield Problem("perks", name, f"{name} cannot take {perk.name}: it comes with a unit only")
    elif perk.requires == "Champion" and each.model.unit.role != "Champion":
        yield Problem("perks", name, f"{name} cannot take {perk.name}: only a Champion can")
    elif perk.requires[:1] in LETTERS and perk.requires != "Champion":
        letter, least = perk.requires[0], int(perk.requires[1:])
        if each.model.special.value(letter) < least:
            yield Problem(
                "perks",
                name,
                f"{name} cannot take {perk.name}: it needs {letter}{least}, not "
                f"{letter}{each.model.special.value(letter)}",
            )


def _many(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
