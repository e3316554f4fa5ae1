"""The command `odds`.

To add a command: write a module with `HELP` and a function `command` that returns its exit code, decorated with
`takes_options` if it answers questions, and name it in `COMMANDS`. A module with `KINDS` (a table like `COMMANDS`, the
first is the default) instead of `command` has commands of its own.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from odds.cli.single import Single
from odds.core.errors import OddsError
from odds.core.text import escaped

#: command -> its module, imported when it is first used: start-up is a feature
COMMANDS = {
    "test": "odds.cli.test",
    "reroll": "odds.cli.reroll",
    "rolloff": "odds.cli.rolloff",
    "forward": "odds.cli.forward",
    "attack": "odds.cli.attack",
    "volley": "odds.cli.volley",
    "compare": "odds.cli.compare",
    "sweep": "odds.cli.sweep",
    "sheet": "odds.cli.sheet",
    "tests": "odds.cli.tests",
    "board": "odds.cli.board",
    "vats": "odds.cli.board",
    "pnp": "odds.cli.pnp",
    "rules": "odds.cli.rules",
    "catalogue": "odds.cli.catalogue",
    "crew": "odds.cli.crew",
}
DEFAULT = "test"
OWN = ("--help", "-h", "--version", "--install-completion", "--show-completion")  # options of `odds` itself

HELP = """Odds for the dice of Fallout tabletop games: simulated, exact, charted.

odds "6S with Luck 3" is short for odds test "6S with Luck 3"."""


def flowing(text: str) -> str:
    """A help text with every paragraph on one line, so that it breaks where the terminal ends and nowhere else.

    Examples
    --------
    >>> flowing("The query - reads\\nqueries.\\n\\nMore.")
    'The query - reads queries.\\n\\nMore.'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


class Commands(TyperGroup):
    """The commands by name, loaded when used; whatever is not a command's name is a Test."""

    table: Mapping[str, str] = COMMANDS
    default = DEFAULT

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Names of the commands, in the order of help."""
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        """The command of that name."""
        if cmd_name not in self.table:
            return None
        if cmd_name not in self.commands:
            self.commands[cmd_name] = load(cmd_name, self.table[cmd_name])
        return self.commands[cmd_name]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts the command's name first: the one given, wherever it stands among options, or `test`."""
        if not args and not ctx.resilient_parsing:
            args = ["--help"]
        elif args and args[0] not in self.table and args[0].split("=")[0] not in OWN:
            at = self._first_word(ctx, args)
            if at is not None and args[at] in self.table:
                args = [args[at], *args[:at], *args[at + 1 :]]
            else:
                args = [self.default, *args]
        return super().parse_args(ctx, args)

    def _first_word(self, ctx: Any, args: Sequence[str]) -> int | None:
        """Where the first word stands that is neither an option nor an option's value."""
        if not args[0].startswith("-"):
            return None  # it is no command's name: a query begins here
        options = {name: option for option in self.get_command(ctx, self.default).params for name in option.opts}
        at = 0
        while at < len(args) and args[at].startswith("-") and args[at] != "-":
            option = options.get(args[at])
            at += 1 if option is None or option.is_flag else 2
        return at if at < len(args) else None


def load(name: str, path: str) -> Any:
    """A command from its module; one with kinds as a group of commands.

    Examples
    --------
    >>> load("forward", "odds.cli.forward").name
    'forward'
    """
    module = import_module(path)
    settings: dict[str, Any] = {"context_settings": {"help_option_names": ["--help", "-h"]}}
    if not hasattr(module, "KINDS"):
        single = typer.Typer(add_completion=False, **settings)
        single.command(name, cls=Single, help=flowing(module.HELP))(module.command)
        return typer.main.get_command(single)

    class Kinds(Commands):
        table = module.KINDS
        default = next(iter(module.KINDS))

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            if args and not args[0].startswith("-") and args[0] not in self.table:
                from odds.core.text import closest, listed, quoted

                near = closest(args[0], self.table)
                hint = f"did you mean {near}?" if near else f"use {listed(list(self.table))}"
                raise OddsError(f"unknown {quoted(args[0])} after {name}: {hint}")
            return super().parse_args(ctx, args)

    group = typer.Typer(name=name, cls=Kinds, help=flowing(module.HELP), add_completion=False, **settings)
    group.callback()(lambda: None)
    return typer.main.get_command(group)


app = typer.Typer(
    name="odds",
    cls=Commands,
    help=flowing(HELP),
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from odds import __version__

        print(f"odds {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line.

    Parameters
    ----------
    args
        The words after `odds`; those of this process if None.

    Returns
    -------
    int
        The exit code: 0; 2 after one sentence on standard error; 130 if it was interrupted.

    Examples
    --------
    >>> main(["--version"])
    odds 0.3.0
    0
    """
    words = sys.argv[1:] if args is None else list(args)
    if not re.fullmatch("[1-9][0-9]{0,3}", os.environ.get("COLUMNS", "80"), re.ASCII):
        del os.environ["COLUMNS"]  # no width: libraries that read it would stumble
    from odds.core.inputs import READ

    READ.set(set())
    try:
        if sys.stdout is None:
            raise OddsError("there is no standard output to write to")
        code = typer.main.get_command(app).main(words, prog_name="odds", standalone_mode=False)
        sys.stdout.flush()
    except OddsError as error:
        return _fail(str(error))
    except typer.TyperException as error:
        return _fail(sentence(error))
    except (BrokenPipeError, typer.Abort):
        return _quiet()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        _quiet()
        return _fail(f"the answer cannot be written: {error.strerror or error}")
    return code if isinstance(code, int) else 0


def _fail(sentence: str) -> int:
    """One sentence on standard error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
        print("\n".join(escaped(line) for line in f"odds: {sentence}".split("\n")), file=sys.stderr)
    except BrokenPipeError:
        return _quiet()
    return 2


def sentence(error: typer.TyperException) -> str:
    """What Typer complains about, as one sentence.

    Examples
    --------
    >>> sentence(typer.BadParameter("No such thing."))
    'invalid value: No such thing'
    """
    option = str(getattr(error, "option_name", ""))
    if re.match(r"-+\.?\d", option):
        return f"{option} is neither an option nor part of a Test: no number of a query is below 0"
    message = " ".join(error.format_message().split()).rstrip(".")
    return message[:1].lower() + message[1:]


def _quiet() -> int:
    """The reader has gone: nothing more is written, not even when Python flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):  # there may be no real file to redirect
        os.dup2(nowhere, sys.stdout.fileno())
    return 1
