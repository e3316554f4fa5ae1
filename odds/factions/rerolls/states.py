"""Every state that can come up when a policy is played, with the move it makes there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from odds.factions.rerolls.group import Change
from odds.factions.rerolls.permissions import Rights
from odds.factions.rerolls.policy import STAY, Policy, fortune_group, pool_groups


@dataclass(frozen=True, slots=True)
class Hand:
    """Dice of one kind in the hand: fresh Hits, fresh Duds, Hits and Duds that were re-rolled."""

    hits: int
    duds: int
    again_hits: int = 0
    again_duds: int = 0

    @property
    def all_hits(self) -> int:
        """Hits, fresh or not."""
        return self.hits + self.again_hits


@dataclass(frozen=True, slots=True)
class State:
    """What a player sees when a re-roll may be used.

    Attributes
    ----------
    kind
        The kind of Test (V.A.T.S. read before re-rolls: whether it was right).
    rights
        The permissions left.
    luck, standard
        Dice of the Pool; at the Fortune Smiles roll only their Hits are told.
    fortune
        Fortune Smiles dice; None at the Pool roll.
    use
        The place of the permission that is used; None if nothing is re-rolled.
    changes
        What is re-rolled: of Luck Dice and Standard Dice, or of Fortune Smiles dice.
    """

    kind: int
    rights: Rights
    luck: Hand
    standard: Hand
    fortune: Hand | None
    use: int | None
    changes: tuple[Change, ...]


def states(policy: Policy) -> Iterator[State]:
    """The states in which a permission may be used, in the order of play.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.rerolls.play import policy_of
    >>> first = next(states(policy_of(parse("2S S6 L1 reroll 1"))))
    >>> first.luck, first.changes
    (Hand(hits=0, duds=1, again_hits=0, again_duds=0), (Change(hits=0, duds=1), Change(hits=0, duds=0)))
    """
    dice = policy.dice
    luck, standard = pool_groups(dice)
    at = {
        (dice.kind(a + b), dice.rights, luck.first(a), standard.first(b)): None
        for a in range(dice.luck + 1)
        for b in range(dice.standard + 1)
    }
    ends: dict[tuple[int, Rights, int, int], None] = {}
    while at:
        after: dict[tuple[int, Rights, int, int], None] = {}
        for kind, rights, i, j in at:
            use, *parts = policy.at_pool(kind, rights, i, j)
            ours, theirs = Change(*parts[:2]), Change(*parts[2:])
            hands = _hand(dice.luck, luck.states[i]), _hand(dice.standard, standard.states[j])
            if rights.usable:
                place = None if use == STAY else use - 1
                yield State(kind, rights, *hands, None, place, (ours, theirs))
            if use == STAY:
                ends[kind, rights.later(dice.at_fortune), hands[0].all_hits, hands[1].all_hits] = None
                continue
            left = rights.used(use - 1, ours.size + theirs.size)
            for one in range(ours.size + 1):
                for two in range(theirs.size + 1):
                    after[kind, left, luck.after(ours, i, one), standard.after(theirs, j, two)] = None
        at = after
    for end in ends:
        yield from _at_fortune(policy, *end)


def _at_fortune(policy: Policy, kind: int, start: Rights, survivors: int, hits: int) -> Iterator[State]:
    dice = policy.dice
    group = fortune_group(dice, survivors, start)
    at = {(start, group.first(shown)): None for shown in range(group.n + 1)}
    pool = Hand(survivors, dice.luck - survivors), Hand(hits, dice.standard - hits)
    while at:
        after: dict[tuple[Rights, int], None] = {}
        for rights, state in at:
            use, *parts = policy.at_fortune(kind, survivors, rights, hits, state)
            change = Change(*parts)
            if rights.usable and group.n:
                place = None if use == STAY else use - 1
                yield State(kind, rights, *pool, _hand(group.n, group.states[state]), place, (change,))
            if use != STAY:
                for more in range(change.size + 1):
                    after[rights.used(use - 1, change.size), group.after(change, state, more)] = None
        at = after


def _hand(n: int, state: object) -> Hand:
    hits, duds, again = (int(part) for part in state)  # type: ignore[attr-defined]
    return Hand(hits, duds, again, n - hits - duds - again)
