"""The decision table: a policy as few lines that a player can read at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product
from typing import NamedTuple

from odds.factions.rerolls.boxes import merged
from odds.factions.rerolls.group import Change
from odds.factions.rerolls.policy import Policy
from odds.factions.rerolls.states import Hand, State, states

POOL, FORTUNE = "pool", "fortune"
AGAIN, DICE_LEFT = " re-rolled before", ": dice left"
#: what the number of Duds says as well, as long as no die has been re-rolled
IMPLIED = {POOL: ("Luck Hits", "Standard Hits"), FORTUNE: ("Fortune Smiles Hits",)}
ALL, AS_MANY = "all", "as many as it allows"

Part = int | str


class Move(NamedTuple):
    """What to re-roll.

    Attributes
    ----------
    permission
        By which right; empty: nothing is re-rolled.
    parts
        How many dice of each kind, in the order of `Decision.kinds`: a number, or "all". A single "as many as it
        allows" is Duds of every kind, Luck Dice first.
    """

    permission: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the table.

    Attributes
    ----------
    moment
        "pool" or "fortune": after which roll.
    when
        What must be seen: (what, least, most; None: or more). Nothing: whatever is seen.
    move
        What to re-roll then.
    """

    moment: str
    when: tuple[tuple[str, int, int | None], ...]
    move: Move

    #: the kinds of dice that may be re-rolled, by moment
    KINDS = {  # noqa: RUF012 - a constant
        POOL: ("Luck Hits", "Luck Duds", "Standard Hits", "Standard Duds"),
        FORTUNE: ("Fortune Smiles Hits", "Fortune Smiles Duds"),
    }

    def fits(self, seen: dict[str, int]) -> bool:
        """Whether it is the line for what is seen."""
        return all(
            least <= seen.get(what, 0) and (most is None or seen.get(what, 0) <= most)
            for what, least, most in self.when
        )

    def dice(self, seen: dict[str, int], limit: int) -> tuple[int, ...]:
        """How many dice of each kind are re-rolled."""
        kinds = self.KINDS[self.moment]
        if self.move.parts == (AS_MANY,):
            left = limit
            found: list[int] = []
            for kind in kinds:
                again = min(seen.get(kind, 0), left) if kind.endswith("Duds") else 0
                left -= again
                found.append(again)
            return tuple(found)
        if not self.move.permission:
            return (0,) * len(kinds)
        return tuple(
            seen.get(kind, 0) if part == ALL else int(part) for kind, part in zip(kinds, self.move.parts, strict=True)
        )


NOTHING = Move("", ())


def decisions(policy: Policy) -> list[Decision]:
    """The table: for every state that playing by it can lead to, the first line that fits has the policy's move.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.rerolls.play import policy_of
    >>> for line in decisions(policy_of(parse("6S S6 L3 reroll 1"))):
    ...     print(line.moment, line.when, line.move)
    pool (('Standard Duds', 1, 3),) Move(permission='reroll', parts=('as many as it allows',))
    pool (('Luck Duds', 1, 3),) Move(permission='reroll', parts=('as many as it allows',))
    pool () Move(permission='', parts=())
    fortune (('Fortune Smiles Duds', 1, 3),) Move(permission='reroll', parts=('as many as it allows',))
    fortune () Move(permission='', parts=())
    """
    every = list(states(policy))
    found: list[Decision] = []
    for moment in (POOL, FORTUNE):
        here = [state for state in every if (state.fortune is None) == (moment == POOL)]
        if here:
            found += _lines(moment, here)
    return found


def _lines(moment: str, here: list[State]) -> Iterator[Decision]:
    """The lines of one moment: where something is re-rolled, then the rest."""
    shown = [seen(state) for state in here]
    names = [name for name in dict.fromkeys(chain(*shown)) if len({view.get(name, 0) for view in shown}) > 1]
    if not any(name.endswith(AGAIN) for name in names):
        names = [name for name in names if name not in IMPLIED[moment]]
    points = {}
    for state, view in zip(here, shown, strict=True):
        points[tuple(view.get(name, 0) for name in names)] = _labels(state, view, moment)
    stays = any(fitting == [NOTHING] for fitting in points.values())
    if not names:
        yield Decision(moment, (), next(iter(points.values()))[0])
        return
    bounds = [(min(each), max(each)) for each in zip(*points, strict=True)]
    for box in merged(points, NOTHING):
        ranges = zip(names, box.ranges, bounds, strict=True)
        when = tuple(_condition(name, span, bound) for name, span, bound in ranges if span != bound)
        yield Decision(moment, when, box.label)
    if stays:
        yield Decision(moment, (), NOTHING)


def _condition(name: str, span: tuple[int, int], bound: tuple[int, int]) -> tuple[str, int, int | None]:
    """A range as a condition; more dice of re-roll than there are dice to use them on are as good as enough."""
    least, most = span
    return name, least, None if name.endswith(DICE_LEFT) and most == bound[1] else most


def seen(state: State) -> dict[str, int]:
    """What a player sees, by name; dice that cannot be re-rolled any more only as Hits."""
    view: dict[str, int] = {}
    if state.kind:
        view["V.A.T.S. right"] = state.kind
    for permission in state.rights.permissions:
        view[_left(permission.name)] = permission.dice if permission.splits else int(permission.usable)
    if state.fortune is None:
        view |= _fresh("Luck", state.luck) | _fresh("Standard", state.standard)
    else:
        view |= {"Luck Dice left": state.luck.all_hits, "Standard Hits": state.standard.all_hits}
        view |= _fresh("Fortune Smiles", state.fortune)
    return view


def _left(permission: str) -> str:
    return f"{permission}{DICE_LEFT}" if permission == "reroll" else f"{permission} left"


def _fresh(kind: str, hand: Hand) -> dict[str, int]:
    view = {f"{kind} Duds": hand.duds, f"{kind} Hits": hand.hits}
    if hand.again_hits or hand.again_duds:
        view[f"{kind} Hits{AGAIN}"] = hand.again_hits
    return view


def _labels(state: State, view: dict[str, int], moment: str) -> list[Move]:
    """Every way to tell the state's move, the shortest first."""
    if state.use is None:
        return [NOTHING]
    permission = state.rights.permissions[state.use]
    counts = [part for change in state.changes for part in (change.hits, change.duds)]
    kinds = Decision.KINDS[moment]
    choices = [_ways(count, view.get(kind, 0)) for count, kind in zip(counts, kinds, strict=True)]
    told = [Move(permission.name, parts) for parts in product(*choices)]
    as_many = Move(permission.name, (AS_MANY,))
    fits = Decision(moment, (), as_many).dice(view, permission.dice) == tuple(counts)
    return ([as_many] if fits else []) + told


def _ways(count: int, there: int) -> list[Part]:
    if not count:
        return [0]
    return [ALL, count] if count == there else [count]


def changes_of(decision: Decision, view: dict[str, int], limit: int) -> tuple[Change, ...]:
    """A line's move as changes, as a policy's moves are."""
    dice = decision.dice(view, limit)
    return tuple(Change(*dice[n : n + 2]) for n in range(0, len(dice), 2))
