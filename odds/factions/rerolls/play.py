"""The policy that a Test's re-rolls follow."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from odds.factions.rerolls.dice import Dice, dice_of
from odds.factions.rerolls.fixed import FIXED, NEVER, fixed
from odds.factions.rerolls.law import Law, law
from odds.factions.rerolls.objective import outcomes, payoff, payoff_by
from odds.factions.rerolls.policy import Policy
from odds.factions.rerolls.solve import OPTIMUM, solve

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

POLICIES, LAWS = 8192, 2048  # that are kept: every state of a chain of attacks has its own


def policy_of(test: SpecialTest) -> Policy:
    """The policy of a Test with a statistic value: the fixed one it names, or the best for its objective.

    Raises
    ------
    OddsError
        If the best is more than can be worked out, or the objective asks for what the Test does not have.

    Examples
    --------
    >>> from odds import parse
    >>> round(policy_of(parse("6S S6 L3 reroll 2")).value, 11)
    6.23736219648
    """
    return _policy(*_key(test.played))


def law_of(test: SpecialTest, *, fractions: bool = False) -> Law:
    """The exact distribution of a Test that follows its policy, as in `law`.

    Examples
    --------
    >>> from odds import parse
    >>> round(float(law_of(parse("6S S6 L3 reroll 2")).sum()), 12)
    1.0
    """
    return _law(fractions, *_key(test.played))


def best_for(test: SpecialTest, worth: NDArray[np.float64]) -> Policy:
    """The policy of a Test with a statistic value that is best for what its dice are worth once they lie there.

    Parameters
    ----------
    test
        The Test; its own policy and objective do not matter.
    worth
        By [Hits, surviving Luck Dice].

    Raises
    ------
    OddsError
        If the best is more than can be worked out.

    Examples
    --------
    >>> from odds import parse
    >>> test = parse("6S S6 L3 reroll 2")
    >>> hits = np.repeat(np.arange(test.most_hits + 1.0)[:, None], test.luck_dice + 1, axis=1)
    >>> round(best_for(test, hits).value, 11)
    6.23736219648
    """
    played = test.played
    paid = payoff_by(played, worth)
    return _policy(dice_of(played), OPTIMUM, paid.tobytes(), paid.shape)


@lru_cache(maxsize=LAWS)
def rolls_by(test: SpecialTest, policy: Policy, *, fractions: bool = False) -> Law:
    """Chances by [Hits, surviving Luck Dice] of a Test that follows a policy.

    Examples
    --------
    >>> from odds import parse
    >>> test = parse("6S S6 L3 reroll 2")
    >>> rolls_by(test, policy_of(test)).shape
    (10, 4)
    """
    played = test.played
    chances = _by(policy, fractions)
    found = np.zeros((played.most_hits + 1, played.luck_dice + 1), chances.dtype)
    hits, survivors, _ = outcomes(played)
    np.add.at(found, tuple(np.broadcast_to(axis, chances.shape) for axis in (hits, survivors)), chances)
    found.flags.writeable = False
    return found


def _key(test: SpecialTest) -> tuple[Dice, str, bytes, tuple[int, ...]]:
    """All that a policy depends on: rules that change nothing of it ask for the same once more."""
    if test.policy in FIXED or not test.may_reroll:
        dice = dice_of(test)
        dice = replace(dice, rights=replace(dice.rights, one_a_moment=True))
        return dice, test.policy if test.policy in FIXED else NEVER, b"", ()
    worth = payoff(test)
    return dice_of(test), test.policy, worth.tobytes(), worth.shape


@lru_cache(maxsize=POLICIES)
def _policy(dice: Dice, name: str, worth: bytes, shape: tuple[int, ...]) -> Policy:
    return fixed(dice, name) if name in FIXED else solve(dice, np.frombuffer(worth).reshape(shape))


def _law(fractions: bool, *key: Any) -> Law:
    return _by(_policy(*key), fractions)


@lru_cache(maxsize=LAWS)
def _by(policy: Policy, fractions: bool) -> Law:
    found = law(policy, fractions=fractions)
    found.flags.writeable = False
    return found
