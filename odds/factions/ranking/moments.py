"""The moment that a ranking's attacks are made in: the same for every model, as far as its weapon can be in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from odds.core.errors import OddsError
from odds.core.kinds import as_flag
from odds.core.subject import Canonical
from odds.core.text import closest, fold, listed, quoted
from odds.core.whole import whole_error
from odds.factions.attacks.situation import Situation
from odds.factions.attacks.weapon import Weapon
from odds.factions.effects.effect import CONDITIONS, WEAPONS

if TYPE_CHECKING:
    from odds.factions.ranking.entrants import Entrant

#: what can be said of every attack -> what a note calls it, and whom it is for
PARTS = {
    "charge": ("a charge", "Melee weapons"),
    "engaged_friends": ("friends Engaged with the target", "Melee weapons"),
    "half_range": ("half the range", "weapons with a range"),
    "distance": ("the distance", "weapons with a range"),
    "wide_open": ("Wide Open", "weapons that Open Fire"),
    "supporters": ("Supporting Fire", "weapons that Open Fire"),
    "aim": ("Aim", "weapons with that Trait"),
}
MOMENTS = (*PARTS, "when")
"""The keywords of `moment_of`."""
MOST = 999  # a Situation knows how much is too much
_MELEE = ("charge", "engaged_friends")
#: words that a weapon says by itself, or that --aim does
_OF_WEAPONS = (*WEAPONS, "ranged", "area", "fast", "aiming", "Champion")
WORDS = tuple(word for word in CONDITIONS if word not in _OF_WEAPONS)


@dataclass(frozen=True, slots=True)
class Moment(Canonical):
    """What holds for every attack that is ranked.

    Parameters
    ----------
    situation
        Who stands where and what was paid for: a charge, friends Engaged, the range, Wide Open, Supporting Fire, Aim.
    words
        What perks and chems may need besides: "not moved", "higher" (`WORDS`).

    Raises
    ------
    OddsError
        If a word is none of these.

    Examples
    --------
    >>> from odds.factions.attacks.fighters import weapon_named
    >>> Moment(Situation(charge=True, wide_open=True)).idle(weapon_named("Super Sledge").weapon)
    ('wide_open',)
    """

    situation: Situation = Situation()  # noqa: RUF009 - it is frozen
    words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.situation, Situation):
            raise OddsError(f"a moment is a Situation, not {quoted(self.situation)}")
        known = {fold(name): word for word in WORDS for name in (word, *CONDITIONS[word].split(", "))}
        words: Any = self.words
        if isinstance(words, str) or not isinstance(words, Iterable):
            raise OddsError(f'conditions are a list of words, such as ["not moved"], not {quoted(words)}')
        found = dict.fromkeys(_word(text, known) for text in words)
        object.__setattr__(self, "words", tuple(found))  # frozen, but not finished yet

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of what is said in it."""
        moment = self.situation
        said = {name: getattr(moment, name) for name in PARTS if name != "half_range"}
        said |= {"half_range": moment.band != "within", "distance": moment.distance is not None}
        return tuple(name for name in PARTS if said[name])

    @property
    def text(self) -> str:
        """What holds, in words; empty if nothing does.

        Examples
        --------
        >>> moment_of(charge=True, supporters=2, when=["not moved"]).text
        'a charge, Supporting Fire by up to 2, not moved'
        """
        moment = self.situation
        amounts = {
            "engaged_friends": f" ({moment.engaged_friends})",
            "supporters": f" by up to {moment.supporters}",
            "distance": f' of {moment.distance}"',
        }
        return ", ".join([*(f"{PARTS[name][0]}{amounts.get(name, '')}" for name in self.parts), *self.words])

    def idle(self, weapon: Weapon) -> tuple[str, ...]:
        """What of it a weapon cannot be in."""
        return tuple(name for name in self.parts if not _means(name, weapon))

    def of(self, weapon: Weapon) -> Situation:
        """What of it a weapon can be in.

        Examples
        --------
        >>> from odds.factions.attacks.fighters import weapon_named
        >>> Moment(Situation(charge=True, supporters=2)).of(weapon_named("Super Sledge").weapon).supporters
        0
        """
        plain = Situation()
        names = ["band" if name == "half_range" else name for name in self.idle(weapon)]
        return replace(self.situation, **{name: getattr(plain, name) for name in names})


AS_IT_IS = Moment()


def _word(text: object, known: dict[str, str]) -> str:
    """A condition by its name."""
    plain = fold(" ".join(text.split())) if isinstance(text, str) else ""
    if plain in known:
        return known[plain]
    near = closest(plain, known)
    hint = f"did you mean {near}?" if near else f"there are {listed(list(WORDS), 'and')}"
    raise OddsError(f"{quoted(text)} is nothing that could hold for every attack: {hint}")


def _means(name: str, weapon: Weapon) -> bool:
    """Whether a part of the moment means something with a weapon."""
    if name == "aim":
        return bool(weapon.trait("Aim"))
    if name in _MELEE:
        return weapon.melee
    if name in ("half_range", "distance"):
        return not weapon.melee and weapon.range is not None
    return not weapon.melee


def moment_of(
    *,
    charge: bool = False,
    half_range: bool = False,
    distance: int | None = None,
    wide_open: bool = False,
    aim: bool = False,
    supporters: int = 0,
    engaged_friends: int = 0,
    when: Sequence[str] = (),
) -> Moment:
    """The moment of a ranking, as `odds crew rank` takes it.

    Parameters
    ----------
    charge
        Every Melee attack is a charge.
    half_range, distance
        Every target is within half the range; or so many inches away.
    wide_open, supporters
        Every target of Open Fire is Wide Open; so many friends give Supporting Fire, if it can have as many.
    aim
        Aim is paid for wherever a weapon has it.
    engaged_friends
        So many others are Engaged with every target of a Melee weapon.
    when
        What perks may need: "not moved".

    Raises
    ------
    OddsError
        If a value is none, or both ranges are given.

    Examples
    --------
    >>> moment_of(charge=True, half_range=True).parts
    ('charge', 'half_range')
    """
    flags = {"charge": charge, "half_range": half_range, "wide_open": wide_open, "aim": aim}
    for what, flag in flags.items():
        as_flag(flag, what)
    for what, number in (("supporters", supporters), ("engaged_friends", engaged_friends), ("distance", distance)):
        if number is not None and (error := whole_error(number, what, 0, MOST)):
            raise OddsError(error)
    if half_range and distance is not None:
        raise OddsError("give half the range or a distance, not both")
    situation = Situation(
        band="half" if half_range else "within",
        distance=distance,
        wide_open=wide_open,
        supporters=supporters,
        aim=aim,
        charge=charge,
        engaged_friends=engaged_friends,
    )
    return Moment(situation, (when,) if isinstance(when, str) else when)  # type: ignore[arg-type]


def notes_on(moment: Moment, who: Iterable[Entrant]) -> list[str]:
    """What is said of every attack, and with how many weapons it means nothing, as sentences without a full stop."""
    idle: dict[str, set[str]] = {name: set() for name in moment.parts}
    every: set[str] = set()
    for strike in (strike for each in who for strike in each.strikes):
        every.add(strike.weapon)
        for name in strike.idle:
            idle[name].add(strike.weapon)
    return [
        f"{what[0].upper()}{what[1:]} counts for {whom}: it means nothing with {len(idle[name])} of {len(every)}"
        for name, (what, whom) in PARTS.items()
        if idle.get(name)
    ]
