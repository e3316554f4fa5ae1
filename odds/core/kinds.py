"""What an argument must be, said in one sentence if it is something else."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from odds.core.errors import OddsError
from odds.core.text import closest, listed, quoted, said


def as_text(value: Any, name: str, example: str = "") -> str:
    """A text; `example` is one that would be right.

    Raises
    ------
    OddsError
        If it is none.

    Examples
    --------
    >>> as_text("Master", "model")
    'Master'
    >>> as_text(3, "a model", "Knight")
    Traceback (most recent call last):
    ...
    odds.core.errors.OddsError: a model must be text, such as Knight, not 3
    """
    if not isinstance(value, str):
        raise OddsError(f"{name} must be text{f', such as {example},' if example else ','} not {said(value)}")
    return value


def several(values: Any, name: str) -> tuple[Any, ...]:
    """What was given as several values, or as one text; nothing for None.

    Raises
    ------
    OddsError
        If it is neither.

    Examples
    --------
    >>> several("hits >= 3", "asks"), several(["a", "b"], "asks")
    (('hits >= 3',), ('a', 'b'))
    """
    if values is None or isinstance(values, str):
        return () if values is None else (values,)
    if not isinstance(values, Iterable):
        raise OddsError(f"{name} must be a list, not {said(values)}")
    return tuple(values)


def as_open_text(value: Any, name: str) -> str | None:
    """A text, or None.

    Raises
    ------
    OddsError
        If it is neither.
    """
    return None if value is None else as_text(value, name)


def as_texts(values: Any, name: str) -> tuple[str, ...]:
    """Several texts, or one; nothing for None.

    Raises
    ------
    OddsError
        If it is neither, or one of them is no text.

    Examples
    --------
    >>> as_texts("Paladin", "at"), as_texts(["Paladin", "Scum"], "at")
    (('Paladin',), ('Paladin', 'Scum'))
    """
    if values is None or isinstance(values, str):
        return () if values is None else (values,)
    if not isinstance(values, Iterable) or isinstance(values, Mapping | bytes):
        raise OddsError(f"{name} must be text or a list of texts, not {said(values)}")
    return tuple(as_text(value, f"each {name}") for value in values)


def as_mapping(value: Any, name: str, example: str) -> Mapping[Any, Any]:
    """A mapping; an empty one for None.

    Raises
    ------
    OddsError
        If it is none.
    """
    if value is not None and not isinstance(value, Mapping):
        raise OddsError(f"{name} must be a mapping, such as {example}, not {said(value)}")
    return value or {}


def as_flag(value: Any, name: str) -> bool:
    """True or False.

    Raises
    ------
    OddsError
        If it is neither.
    """
    if not isinstance(value, bool):
        raise OddsError(f"{name} must be True or False, not {said(value)}")
    return value


def as_function(value: Any, name: str) -> Callable[..., Any] | None:
    """A function, or None.

    Raises
    ------
    OddsError
        If it is neither.
    """
    if value is not None and not callable(value):
        raise OddsError(f"{name} must be a function, not {said(value)}")
    found: Callable[..., Any] | None = value
    return found


def as_path(value: Any, name: str) -> str | os.PathLike[str]:
    """The name of a file.

    Raises
    ------
    OddsError
        If it is none.

    Examples
    --------
    >>> as_path("crew.toml", "file")
    'crew.toml'
    """
    if not isinstance(value, str | os.PathLike) or not value or "\0" in os.fspath(value):
        raise OddsError(f"{name} must be the name of a file, not {said(value)}")
    return value


def as_one_of(value: Any, name: str, choices: Collection[str]) -> str:
    """One of some words.

    Raises
    ------
    OddsError
        If it is none of them.

    Examples
    --------
    >>> as_one_of("both", "method", ("both", "exact"))
    'both'
    """
    if not isinstance(value, str) or value not in choices:
        raise OddsError(f"unknown {name} {quoted(value)}: use {listed(list(choices))}")
    return value


def only_known(given: Mapping[str, Any], *takers: Callable[..., Any], more: Iterable[str] = (), but: str = "") -> None:
    """Refuses keywords that none of some functions takes.

    Parameters
    ----------
    given
        The keywords.
    takers
        Functions, or classes, whose parameters are known.
    more
        Further known names.
    but
        Parameters that are not for users, with blanks between them.

    Raises
    ------
    OddsError
        With the name that was likely meant.

    Examples
    --------
    >>> only_known({"matric": 1}, as_text, more=["metric"], but="value")
    Traceback (most recent call last):
    ...
    odds.core.errors.OddsError: unknown setting 'matric': did you mean metric?
    """
    if not given:
        return
    from inspect import Parameter, signature

    open_ones = (Parameter.VAR_KEYWORD, Parameter.VAR_POSITIONAL)
    every = [each for taker in takers for each in signature(taker).parameters.values() if each.kind not in open_ones]
    names = [each for each in dict.fromkeys([*(each.name for each in every), *more]) if each not in but.split()]
    for name in given:
        if name not in names:
            near = closest(name, names)
            hint = f"did you mean {near}?" if near else f"there are {listed(names, 'and')}"
            raise OddsError(f"unknown setting {quoted(name)}: {hint}")


def nothing_simulated(settings: Mapping[str, Any]) -> None:
    """Refuses settings of a simulation where nothing is simulated.

    Raises
    ------
    OddsError
        If there are any.
    """
    if settings:
        have = "have" if len(settings) > 1 else "has"
        raise OddsError(f"{listed(list(settings), 'and')} {have} no use with the method exact: nothing is simulated")
