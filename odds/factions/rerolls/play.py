"""The policy that a Test's re-rolls follow."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.factions.rerolls.dice import Dice, dice_of
from odds.factions.rerolls.fixed import FIXED, NEVER, fixed
from odds.factions.rerolls.law import Law, law
from odds.factions.rerolls.objective import payoff
from odds.factions.rerolls.policy import Policy
from odds.factions.rerolls.solve import solve

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest


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


def _key(test: SpecialTest) -> tuple[Dice, str, bytes, tuple[int, ...]]:
    """All that a policy depends on: rules that change nothing of it ask for the same once more."""
    if test.policy in FIXED or not test.may_reroll:
        dice = dice_of(test)
        dice = replace(dice, rights=replace(dice.rights, one_a_moment=True))
        return dice, test.policy if test.policy in FIXED else NEVER, b"", ()
    worth = payoff(test)
    return dice_of(test), test.policy, worth.tobytes(), worth.shape


@lru_cache(maxsize=512)
def _policy(dice: Dice, name: str, worth: bytes, shape: tuple[int, ...]) -> Policy:
    return fixed(dice, name) if name in FIXED else solve(dice, np.frombuffer(worth).reshape(shape))


@lru_cache(maxsize=64)
def _law(fractions: bool, *key: Any) -> Law:
    found = law(_policy(*key), fractions=fractions)
    found.flags.writeable = False
    return found
