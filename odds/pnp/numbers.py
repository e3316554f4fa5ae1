"""Numbers of a rules object, checked: one sentence for whatever is wrong."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from odds.core.errors import OddsError
from odds.core.switches import Rules
from odds.core.text import listed, quoted, written
from odds.core.whole import whole_error
from odds.pnp.switches import BOOK


def whole(value: Any, name: str, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises
    ------
    OddsError
        If it is none.

    Examples
    --------
    >>> whole(3, "the RoF", 1, 12)
    3
    """
    if error := whole_error(value, name, least, most):
        raise OddsError(error)
    return operator.index(value)


def decimal(value: Any, name: str, least: int, most: int) -> Fraction:
    """A number with at most two decimals, exactly: 0.5 is a half.

    Raises
    ------
    OddsError
        If it is none, out of bounds, or has more decimals.

    Examples
    --------
    >>> decimal("2.50", "Armor Vulnerable", 0, 10)
    Fraction(5, 2)
    """
    typed = written(value)
    try:
        number = None if isinstance(value, bool) else Fraction(Decimal(typed) if "/" not in typed else value)
    except (InvalidOperation, ValueError, OverflowError, ZeroDivisionError):
        number = None
    if number is None or not least <= number <= most or (100 * number).denominator != 1:
        raise OddsError(
            f"{name} must be a number from {least} to {most} with at most two decimals, not {quoted(value)}"
        )
    return number


def shown(number: Fraction) -> str:
    """A decimal as it is typed.

    Examples
    --------
    >>> shown(Fraction(5, 2)), shown(Fraction(2))
    ('2.5', '2')
    """
    return f"{float(number):g}"


def flag(value: Any, name: str) -> bool:
    """True or False, and nothing that only looks like it.

    Raises
    ------
    OddsError
        If it is neither.

    Examples
    --------
    >>> flag(True, "lobbed")
    True
    """
    if not isinstance(value, bool):
        raise OddsError(f"{name} must be True or False, not {quoted(value)}")
    return value


def one_of(value: Any, name: str, known: Mapping[str, Any]) -> str:
    """One of some words, in upper or lower case.

    Raises
    ------
    OddsError
        If it is another.

    Examples
    --------
    >>> one_of("Light", "cover", {"light": 2, "heavy": 4})
    'light'
    """
    word = written(value).strip().lower()
    if word not in known:
        raise OddsError(f"{name} must be {listed(list(known))}, not {quoted(value)}")
    return word


def rules_of_pnp(rules: Any) -> Rules:
    """Rules of this game and no other.

    Raises
    ------
    OddsError
        If they are not.

    Examples
    --------
    >>> rules_of_pnp(BOOK.rules()).edition
    'SIMPLE'
    """
    if not isinstance(rules, Rules) or rules.book.switches != BOOK.switches:
        raise OddsError(f"rules must be rules of Fallout PnP, not {quoted(rules)}")
    return rules


def rule_words(rules: Rules) -> list[str]:
    """The options of the command line that give these rules back.

    Examples
    --------
    >>> rule_words(BOOK.rules(changes={"lethal": "below"}))
    ['--rule lethal=below']
    """
    return [f"--rule {name}={value}" for name, value in rules.changed]
