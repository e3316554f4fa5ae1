"""A command as Typer makes it, but strict: an option that has one value takes it once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typer.core import TyperCommand

from odds.core.errors import OddsError


class Single(TyperCommand):
    """A command whose options do not silently take the place of each other, and whose flags need no kind in help."""

    def make_parser(self, ctx: Any) -> Any:
        """The parser of its words; it refuses a second value for an option that has one."""
        parser = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_once(args: list[str]) -> tuple[Any, list[str], list[Any]]:
            values, rest, order = parse(args=args)
            if not ctx.resilient_parsing:
                _refuse_twice(order)
                _refuse_empty(order, values)
            return values, rest, order

        parser.parse_args = parse_once  # type: ignore[method-assign]
        return parser

    def get_params(self, ctx: Any) -> list[Any]:
        """Its parameters; a flag's value has no name."""
        found = super().get_params(ctx)
        for each in found:
            if getattr(each, "is_flag", False):
                each.metavar = ""
        return found


def _refuse_empty(order: Sequence[Any], values: Mapping[str, Any]) -> None:
    """Refuses an option whose value is empty: it is neither given nor left out."""
    for each in order:
        value = values.get(each.name) if each.param_type_name == "option" else None
        given = value if isinstance(value, list | tuple) else [value]
        if any(isinstance(text, str) and not text.strip() for text in given):
            raise OddsError(f"{each.opts[0]} has nothing in it: give it a value, or leave it out")


def _refuse_twice(order: Sequence[Any]) -> None:
    """Refuses an option with one value that was given more often; a flag says the same however often it is given."""
    given: list[Any] = []
    for each in order:
        if each in given:
            raise OddsError(f"{each.opts[0]} is given more than once: give it once")
        if each.param_type_name == "option" and not (each.multiple or each.is_flag):
            given.append(each)
