"""Working a question out exactly, whichever kind of question it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from odds.core.subject import subject_of

if TYPE_CHECKING:
    from odds.core.distribution import Distribution


def exact(question: Any, *, axes: Sequence[str] | None = None, fractions: bool = False) -> Distribution:
    """The exact distribution of a question's outcomes.

    Parameters
    ----------
    question
        A rules object, such as `SpecialTest`, with everything it needs.
    axes
        The outcomes wanted jointly; those an answer shows if None.
    fractions
        Probabilities as `fractions.Fraction` instead of float64.

    Returns
    -------
    Distribution
        Probabilities that sum to 1: within 1e-12 as floats, exactly as fractions.

    Raises
    ------
    OddsError
        If the question is incomplete, or an axis unknown.

    Examples
    --------
    >>> from odds import exact, parse
    >>> exact(parse("4P P4 L2"), fractions=True).metric("failed").value
    Fraction(81, 625)
    """
    subject = subject_of(question)
    found: Distribution = subject.exact(question, axes=subject.checked(axes), fractions=bool(fractions))
    return replace(found, known=subject.axes)
