"""What the commands of `odds pnp` share: numbers that may be below 0, and the rules in force."""

from typing import Any

import typer

from odds.cli.options import Options
from odds.cli.values import shown, whole
from odds.core.errors import OddsError
from odds.core.switches import Rules


def number(name: str, about: str, panel: str | None = None, metavar: str = "N") -> Any:
    """An option that takes a value."""
    return typer.Option(name, help=about, metavar=metavar, rich_help_panel=panel, show_default=False)


def flag(name: str, about: str, panel: str | None = None) -> Any:
    """An option that is given or not."""
    return typer.Option(name, help=about, rich_help_panel=panel, show_default=False)


def signed(text: str | None, option: str, least: int, most: int) -> int | None:
    """A whole number that may be below 0.

    Raises
    ------
    OddsError
        If it is no whole number from `least` to `most`.

    Examples
    --------
    >>> signed("-2", "--bonus", -30, 60), signed("5", "--bonus", -30, 60), signed(None, "--bonus", -30, 60)
    (-2, 5, None)
    """
    if text is None:
        return None
    typed = text.strip().replace("−", "-")
    below = typed.startswith("-")
    try:
        found = whole(typed[below:], option, 0, 10**6) or 0
    except OddsError:
        found = 10**7
    if not least <= (value := -found if below else found) <= most:
        raise OddsError(f"{option} must be a whole number from {least} to {most}, not {shown(text)}")
    return value


def rules_in_force(options: Options) -> Rules:
    """The rules that the shared options ask for."""
    from odds.pnp.switches import BOOK

    return BOOK.rules(options.edition, options.switches())


def missing(option: str, example: str) -> OddsError:
    """What to say where an option is needed."""
    return OddsError(f"{option} is missing: add for example {example}")
