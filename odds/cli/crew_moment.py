"""What holds for every attack of a ranking or of advice: its options, written once."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any

import typer

from odds.cli.options import Text, Texts
from odds.cli.values import whole

PANEL = "Every attack"
MOST = 999  # the rules objects know how much is too much


def _option(name: str, about: str, metavar: str | None = None) -> Any:
    return typer.Option(name, help=about, metavar=metavar, rich_help_panel=PANEL, show_default=False)


OPTIONS: Mapping[str, tuple[Any, Any]] = {
    "charge": (Annotated[bool, _option("--charge", "Melee attacks are charges.")], False),
    "engaged_friends": (
        Annotated[Text, _option("--engaged-friends", "Others in the Brawl, of Melee attacks.", "N")],
        None,
    ),
    "half_range": (Annotated[bool, _option("--half-range", "Targets are within half the range.")], False),
    "distance": (Annotated[Text, _option("--distance", "In its place, in inches; beyond: Unlucky.", "N")], None),
    "wide_open": (Annotated[bool, _option("--wide-open", "Nothing hides the targets of Open Fire.")], False),
    "supporters": (Annotated[Text, _option("--supporters", "Friends that give Supporting Fire.", "N")], None),
    "aim": (Annotated[bool, _option("--aim", "Aim is paid for, where a weapon has it.")], False),
    "when": (Annotated[Texts, _option("--when", 'What perks need: "not moved"; repeatable.', "WORD")], None),
}
_NUMBERS = ("engaged_friends", "distance", "supporters")


def takes_moment(command: Callable[..., int]) -> Callable[..., int]:
    """Gives a command the options about every attack; it gets what was given as `moment`, keywords of `moment_of`."""

    @wraps(command)
    def run(**given: Any) -> int:
        said = {name: given.pop(name) for name in OPTIONS}
        said |= {name: whole(said[name], f"--{name.replace('_', '-')}", 0, MOST) for name in _NUMBERS}
        return command(**given, moment={name: value for name, value in said.items() if value not in (None, False)})

    own = [each for each in inspect.signature(command).parameters.values() if each.name != "moment"]
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        for name, (annotation, default) in OPTIONS.items()
    ]
    ends = own.pop()  # the shared options
    own = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
    run.__signature__ = inspect.Signature([*own, *more, ends])  # type: ignore[attr-defined]
    return run
