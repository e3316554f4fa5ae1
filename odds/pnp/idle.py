"""What was typed and changes nothing: found by asking the same question without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, fields, replace
from typing import Any

import numpy as np

from odds.core.distribution import Distribution
from odds.core.errors import OddsError
from odds.core.subject import subject_of
from odds.core.text import listed

SAME = 1e-12  # two exact answers that differ by less are the same


def idle_notes(question: Any, groups: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Options without effect on a question or on what is answered beside it, as sentences without a full stop.

    Parameters
    ----------
    question
        A rules object whose text is a command line.
    groups
        Its fields that could be left out; those of one group go together.

    Examples
    --------
    >>> from odds import PnpAttack
    >>> idle_notes(PnpAttack(bonus=5, defense=15, damage="2d6", lethal=5), [("lethal",)])
    ('--lethal 5 changes nothing here',)
    """
    plain = {each.name: _default(each) for each in fields(question)}
    given = [group for group in groups if any(getattr(question, name) != plain[name] for name in group)]
    if not given:
        return ()
    whole, notes = _answers(question), []
    for group in given:
        try:
            without = replace(question, **{name: plain[name] for name in group})
        except OddsError:  # something else that was typed needs it
            continue
        if _same(whole, _answers(without)):
            options = _gone(question.text, without.text)
            notes.append(f"{listed(options, 'and')} change{'s' * (len(options) == 1)} nothing here")
    return tuple(notes)


def _default(field: Any) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _answers(question: Any) -> dict[str, Distribution]:
    """The exact answers to a question and to those it brings along."""
    asked = {"": question, **getattr(question, "beside", {})}
    return {name: _exact(each) for name, each in asked.items()}


def _exact(question: Any) -> Distribution:
    subject = subject_of(question)
    found: Distribution = subject.exact(question, axes=subject.shown)
    return found


def _same(one: dict[str, Distribution], other: dict[str, Distribution]) -> bool:
    return one.keys() == other.keys() and all(_equal(one[name], other[name]) for name in one)


def _equal(one: Distribution, other: Distribution) -> bool:
    """Whether two answers are the same; what only one of them counts must never be more than 0."""
    shared = [axis for axis in one.axes if axis in other.axes]
    if one.events != other.events or any(
        found.most(axis) for found in (one, other) for axis in found.axes if axis not in shared
    ):
        return False
    a, b = (found.marginal(*shared).values for found in (one, other))
    whole = np.zeros(np.maximum(a.shape, b.shape))
    for values, sign in ((a, 1), (b, -1)):
        whole[tuple(map(slice, values.shape))] += sign * values
    return bool(np.abs(whole).max() <= SAME)


def _gone(text: str, without: str) -> list[str]:
    """The options that are in one command line and not in the other."""
    options, there = (["--" + part for part in each.split(" --")[1:]] for each in (text, without))
    return [option for option in options if option not in there]
