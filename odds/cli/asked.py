"""From a command line in quotes, such as "board test 4 --rerolls 1", to the question it asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from importlib import import_module
from typing import Any

import typer

from odds.cli.app import COMMANDS, load, sentence
from odds.cli.options import Options
from odds.core.errors import OddsError
from odds.core.text import closest, listed, quoted

OF_THE_RULES = ("edition", "rule")  # shared options that belong to the question itself


def asked(
    words: Sequence[str], *, edition: str | None = None, rules: Mapping[str, str] | None = None
) -> tuple[Any, tuple[str, ...]]:
    """The rules object that a command line asks about, and what had to be assumed.

    Parameters
    ----------
    words
        The words after `odds`: board, vats or pnp, the kind of question, its options.
    edition, rules
        Edition and rule switches where the words name no others.

    Raises
    ------
    OddsError
        If there is no such question or option, a value is wrong, or an option is not about the question.

    Examples
    --------
    >>> question, notes = asked(["board", "test", "4", "--rerolls", "1"])
    >>> question.text, notes
    ('board test 4 --rerolls 1', ())
    """
    game, *rest = words
    path = _path(game, rest[0] if rest else "")
    given = _typed(path, rest[not rest[:1] or not rest[0].startswith("-") :])
    inside = Options(rule=list(given["rule"] or ())).switches()
    outside = {name.lower(): value for name, value in (rules or {}).items()}
    switches = [f"{name}={value}" for name, value in (outside | dict(inside)).items()]
    chosen = Options(edition=given.get("edition") or edition, rule=switches)
    question, notes = import_module(path).question(given, chosen)
    return question, tuple(notes)


def _path(game: str, kind: str) -> str:
    """The module of a kind of question; the first if none is named."""
    kinds: dict[str, str] = import_module(COMMANDS[game]).KINDS
    if not kind or kind.startswith("-"):
        return next(iter(kinds.values()))
    if kind not in kinds:
        near = closest(kind, kinds)
        hint = f"did you mean {near}?" if near else f"use {listed(list(kinds))}"
        raise OddsError(f"unknown {quoted(kind)} after {game}: {hint}")
    return kinds[kind]


@lru_cache(maxsize=16)
def _command(path: str) -> Any:
    return load(path, path)


def _typed(path: str, words: Sequence[str]) -> dict[str, Any]:
    """What the words give for each of the command's parameters."""
    try:
        with _command(path).make_context("odds", list(words), help_option_names=[]) as context:
            typed: dict[str, Any] = context.params
            said = [name for name in typed if context.get_parameter_source(name).name == "COMMANDLINE"]
    except typer.TyperException as error:
        raise OddsError(sentence(error)) from None
    about_answers = {field.name for field in fields(Options)} - set(OF_THE_RULES)
    for name in said:
        if name in about_answers:
            raise OddsError(f"--{name.replace('_', '-')} is no part of a question: write it after the quotes")
    return typed
