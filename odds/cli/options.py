"""The options that mean the same in every command that answers a question, written once."""

import inspect
import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any

import typer

from odds.cli.values import fraction, whole
from odds.core.errors import OddsError
from odds.core.limits import MOST_SEED, MOST_THREADS, MOST_TOLD, MOST_TRIALS

#: options that mean nothing where nothing is simulated
SIMULATED = ("trials", "seed", "precision", "max_trials", "threads", "engine", "dask", "checkpoint", "trace")

SIMULATION, OUTPUT, RULES = "Simulation", "Output", "Rules"

Text = str | None
Texts = list[str] | None


def _method(default: str) -> Any:
    """The annotation of --method with this default."""
    names = [f"{name} (default)" if name == default else name for name in ("both", "exact", "simulate")]
    return Annotated[str, _option("--method", f"{names[0]}, {names[1]} or {names[2]}.", SIMULATION, "METHOD")]


def _option(name: str, about: str, panel: str, metavar: str | None = None) -> Any:
    return typer.Option(name, help=about, metavar=metavar, rich_help_panel=panel, show_default=False)


@dataclass(frozen=True, kw_only=True)
class Options:
    """What was typed for the shared options; `check` it before use.

    Every field is one option: its annotation is what Typer reads. A command takes them all by having a parameter
    `options: Options` and the decorator `takes_options`.
    """

    method: Annotated[str, _option("--method", "both (default), exact or simulate.", SIMULATION, "METHOD")] = "both"
    trials: Annotated[Text, _option("--trials", "Trials: 1e8, 250k, 10M (default), to 1e12.", SIMULATION, "N")] = None
    seed: Annotated[Text, _option("--seed", "Seed; drawn and shown if not given.", SIMULATION, "N")] = None
    precision: Annotated[
        Text,
        _option("--precision", "Instead of trials: play until every standard error is below this.", SIMULATION, "X"),
    ] = None
    max_trials: Annotated[Text, _option("--max-trials", "Where --precision gives up.", SIMULATION, "N")] = None
    threads: Annotated[
        Text, _option("--threads", "Threads numba plays on; all processors if not given.", SIMULATION, "N")
    ] = None
    engine: Annotated[Text, _option("--engine", "auto (default), numpy or numba.", SIMULATION, "NAME")] = None
    dask: Annotated[
        Text, _option("--dask", "Play on a Dask cluster: its address, or local.", SIMULATION, "ADDRESS")
    ] = None
    checkpoint: Annotated[
        Text, _option("--checkpoint", "Keep the counts in this file, and go on from it.", SIMULATION, "FILE")
    ] = None
    ask: Annotated[
        Texts,
        _option("--ask", 'Also answer "P(hits >= 4 given critical)", "mean(hits)"; repeatable.', OUTPUT, "METRIC"),
    ] = None
    edition: Annotated[Text, _option("--edition", "Edition of the rules, see odds rules.", RULES, "NAME")] = None
    rule: Annotated[Texts, _option("--rule", "A rule switch, see odds rules; repeatable.", RULES, "NAME=VALUE")] = None
    json: Annotated[bool, _option("--json", "JSON instead of tables.", OUTPUT)] = False
    csv: Annotated[bool, _option("--csv", "CSV instead of tables.", OUTPUT)] = False
    output: Annotated[Text, _option("--output", "Write to this file, whole or not at all.", OUTPUT, "FILE")] = None
    chart: Annotated[Text, _option("--chart", "Draw a chart: .png, .svg or .pdf.", OUTPUT, "FILE")] = None
    explain: Annotated[bool, _option("--explain", "Walk through the steps with these numbers.", OUTPUT)] = False
    trace: Annotated[Text, _option("--trace", "Tell the first N trials step by step.", OUTPUT, "N")] = None
    fractions: Annotated[bool, _option("--fractions", "Exact probabilities as fractions, too.", OUTPUT)] = False

    def check(self) -> None:
        """Refuses what cannot be done together, before any work is done.

        Raises
        ------
        OddsError
            With one sentence for the first thing that is wrong.
        """
        if self.method not in ("both", "exact", "simulate"):
            raise OddsError(f"--method must be both, exact or simulate, not {self.method!r}")
        if self.method == "exact":
            for name in SIMULATED:
                if getattr(self, name) is not None:
                    raise OddsError(f"{_dashed(name)} has no use with --method exact: nothing is simulated")
        if self.engine not in (None, "auto", "numpy", "numba"):
            raise OddsError(f"--engine must be auto, numpy or numba, not {self.engine!r}")
        if self.method == "simulate" and self.fractions:
            raise OddsError("--fractions has no use with --method simulate: only exact probabilities are fractions")
        if self.trials is not None and self.precision is not None:
            raise OddsError(
                "give either --trials or --precision, not both: a precision decides how many trials it takes"
            )
        if self.max_trials is not None and self.precision is None:
            raise OddsError("--max-trials is the limit of --precision: give a precision, or --trials instead")
        if self.json and self.csv:
            raise OddsError("give either --json or --csv, not both")
        for name in ("explain", "trace"):
            if getattr(self, name) and (self.json or self.csv):
                raise OddsError(f"--{name} writes sentences: leave out {'--json' if self.json else '--csv'}")
        if self.dask is not None and self.threads is not None:
            raise OddsError("--threads has no use with --dask: the cluster's workers have threads of their own")
        self.settings()
        self.switches()
        _ = self.traced
        self._check_files()

    def _check_files(self) -> None:
        if self.output is None and self.chart is None:
            return
        from odds.core.files import CHARTS, check

        if self.output is not None:
            check(self.output)
        if self.chart is not None:
            check(self.chart, CHARTS)
        files = [os.path.realpath(name) for name in (self.output, self.chart, self.checkpoint) if name]
        if len(set(files)) < len(files):
            raise OddsError("--output, --chart and --checkpoint must be different files")

    def settings(self) -> dict[str, Any]:
        """The simulation's settings, as `odds.simulate` takes them; only those that were given.

        Raises
        ------
        OddsError
            If a number is malformed or out of range.
        """
        given = {
            "trials": whole(self.trials, "--trials", 1, MOST_TRIALS),
            "seed": whole(self.seed, "--seed", 0, MOST_SEED),
            "precision": fraction(self.precision, "--precision"),
            "max_trials": whole(self.max_trials, "--max-trials", 1, MOST_TRIALS),
            "threads": whole(self.threads, "--threads", 1, MOST_THREADS),
            "engine": self.engine,
            "checkpoint": self.checkpoint,
        }
        return {name: value for name, value in given.items() if value is not None}

    @property
    def traced(self) -> int | None:
        """How many trials to tell.

        Raises
        ------
        OddsError
            If it is not a whole number from 1 to 1000.
        """
        return whole(self.trace, "--trace", 1, MOST_TOLD)

    def switches(self) -> Mapping[str, str]:
        """The rule switches as a mapping.

        Raises
        ------
        OddsError
            If one is not NAME=VALUE, or is given twice with different values.
        """
        found: dict[str, str] = {}
        for text in self.rule or ():
            name, equals, value = (part.strip() for part in text.partition("="))
            if not (name and equals and value):
                raise OddsError(f"--rule must be NAME=VALUE, such as luck-dice=printed, not {text!r}: see odds rules")
            if found.setdefault(name.lower(), value) != value:
                raise OddsError(f"--rule {name} is given twice: as {found[name.lower()]} and as {value}")
        return found


def _dashed(name: str) -> str:
    return "--" + name.replace("_", "-")


def options_for(*, method: str = "both", without: Collection[str] = ()) -> Callable[..., Callable[..., int]]:
    """The decorator `takes_options` for a command that answers another way, or has no use for some of the options.

    Parameters
    ----------
    method
        What --method is if it is not given.
    without
        Fields of `Options` that the command does not take.
    """

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        return takes_options(command, method=method, without=without)

    return decorate


def takes_options(
    command: Callable[..., int], *, method: str = "both", without: Collection[str] = ()
) -> Callable[..., int]:
    """Gives a command the shared options.

    Parameters
    ----------
    command
        A function with Typer's annotated parameters and, at the end, `options`.
    method, without
        As in `options_for`.

    Returns
    -------
    function
        The same to Typer, with every shared option as a parameter of its own; the command gets them checked.
    """
    shared = {
        field.name: inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=method if field.name == "method" else field.default,
            annotation=_method(method) if field.name == "method" else field.type,
        )
        for field in fields(Options)
        if field.name not in without
    }
    own = [each for each in inspect.signature(command).parameters.values() if each.name != "options"]
    own = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]

    def run(**given: Any) -> int:
        options = Options(**{"method": method} | {name: given.pop(name) for name in shared})
        options.check()
        return command(**given, options=options)

    run.__name__ = command.__name__
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature([*own, *shared.values()])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in (*own, *shared.values())}
    return run
