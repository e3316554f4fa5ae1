"""What playing well is worth: the optimum beside fixed policies, V.A.T.S., and further dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.text import said
from odds.factions.rerolls.decisions import Decision, decisions
from odds.factions.rerolls.fixed import FIXED
from odds.factions.rerolls.objective import payoff
from odds.factions.rerolls.play import law_of, policy_of
from odds.factions.rerolls.solve import OPTIMUM

if TYPE_CHECKING:
    from odds.factions.special.rules import SpecialTest

MOST_WORTH = 10  # dice of re-roll whose worth is listed


@dataclass(frozen=True, slots=True)
class Study:
    """A Test's re-rolls looked into; made by `study`.

    Attributes
    ----------
    test
        The Test, played as is best for its objective.
    value
        What that is worth.
    policies
        Fixed policies and what each is worth.
    table
        The decision table of the optimum.
    declared
        V.A.T.S.: what each number of Hits that can be declared is worth; empty if it was not asked for.
    undeclared
        What the same Test is worth without V.A.T.S.
    """

    test: SpecialTest
    value: float
    policies: tuple[tuple[str, float], ...]
    table: tuple[Decision, ...]
    declared: tuple[tuple[int, float], ...] = ()
    undeclared: float | None = None

    @property
    def best_declared(self) -> int | None:
        """The number of Hits that is best declared, the smallest of equals; None if V.A.T.S. was not asked for.

        Examples
        --------
        >>> from odds import parse, study
        >>> study(parse("6S S6 L3"), vats=True).best_declared
        4
        """
        if not self.declared:
            return None
        most = max(value for _, value in self.declared)
        return next(number for number, value in self.declared if value >= most - 1e-12 * max(1.0, abs(most)))


def value_of(test: SpecialTest) -> float:
    """What a Test is worth by its own objective, played by its own policy.

    Examples
    --------
    >>> from odds import parse
    >>> round(value_of(parse("6S S6 L3 reroll 2 policy duds-luck-first")), 7)
    6.1209984
    """
    played = test.played
    return float((law_of(played) * payoff(played)).sum())


def study(test: SpecialTest, *, vats: bool = False, plain: bool = False) -> Study:
    """Looks into a Test's re-rolls.

    Parameters
    ----------
    test
        A Test with its statistic's value; its policy is set to the optimum.
    vats
        Whether to look for the best number to declare with V.A.T.S.; it is done anyway if the Test declares one. A Test
        that declares none is then played with the best.
    plain
        Whether a Test in which nothing is decided will do, as it does where only further dice are looked at.

    Raises
    ------
    OddsError
        If the Test leaves its statistic's value open, or there is nothing to decide in it.

    Examples
    --------
    >>> from odds import parse, study
    >>> found = study(parse("6S S6 L3 reroll 2"))
    >>> round(found.value, 6), [(name, round(value, 4)) for name, value in found.policies][:2]
    (6.237362, [('duds-luck-first', 6.121), ('duds-standard-first', 5.9223)])
    """
    _check(test)
    if test.value is None:
        raise OddsError(
            f"re-rolls are looked into with numbers: give {test.text} its statistic's value, as {test.stat}6"
        )
    if not (test.played.may_reroll or vats or plain or test.vats is not None):
        raise OddsError(
            f"nothing may be re-rolled in {test.text}: add for example reroll 2, reroll once or Lucky Break"
        )
    test = replace(test, policy=OPTIMUM)
    declared: tuple[tuple[int, float], ...] = ()
    undeclared = None
    if vats or test.vats is not None:
        declared = tuple((n, value_of(replace(test, vats=n))) for n in range(test.played.dice + 1))
        undeclared = value_of(replace(test, vats=None))
    if test.vats is None and declared:
        test = replace(test, vats=Study(test, 0.0, (), (), declared).best_declared)
    policies = tuple((name, value_of(replace(test, policy=name))) for name in FIXED)
    table = tuple(decisions(policy_of(test)))
    return Study(test, value_of(test), policies, table, declared, undeclared)


def worth(test: SpecialTest) -> list[tuple[str, float]]:
    """What further dice are worth to a Test, by its own objective: (what is added, gain).

    Parameters
    ----------
    test
        A Test with its statistic's value. The gain of each number of dice of re-roll, up to its Pool, is against the
        same Test without a budget of re-rolls; so is that of a Bonus Die, a point of Luck and one of the statistic.

    Examples
    --------
    >>> from odds import parse
    >>> [(what, round(gain, 4)) for what, gain in worth(parse("1S S5 L1"))]
    [('reroll 0', 0.0), ('reroll 1', 0.5), ('+1 Bonus Die', 0.5), ('+1 Luck', 0.0), ('+1 Strength', 0.21)]
    """
    from odds.factions.special.rules import MOST_DICE, STATISTICS

    _check(test)
    if test.value is None:
        raise OddsError(f"a gain is a number: give {test.text} its statistic's value, such as {test.stat}6")
    plain = replace(test, rerolls=0, policy=OPTIMUM)
    base = value_of(plain)
    most = max(min(test.played.dice, MOST_WORTH), test.rerolls)
    more = {f"reroll {dice}": replace(plain, rerolls=dice) for dice in range(most + 1)}
    if not test.unlucky and test.played.dice < MOST_DICE:
        more["+1 Bonus Die"] = replace(plain, bonus=plain.bonus + 1)
    if test.stat != "L":
        more["+1 Luck"] = replace(plain, luck=(plain.luck or 0) + 1)
    more[f"+1 {STATISTICS[test.stat]}"] = plain.with_value((plain.value or 0) + 1)
    return [(what, value_of(changed) - base) for what, changed in more.items()]


def _check(test: object) -> None:
    from odds.factions.special.rules import SpecialTest

    if not isinstance(test, SpecialTest):
        raise OddsError(f"re-rolls are those of a Test, such as parse('6S S6 L3 reroll 2'), not of {said(test)}")
