"""What commands that show tables of many answers share: how they play, and where their tables go."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from odds.cli.ask import crew_at, say, say_compiling, say_threads, say_waiting
from odds.cli.progress import Bar

if TYPE_CHECKING:
    from odds.cli.options import Options
    from odds.core.run import Run
    from odds.report.view import Page

#: shared options that are about one question
ONE_QUESTION = ("checkpoint", "explain", "trace")
INTERRUPTED = 130


@contextmanager
def playing(options: Options) -> Iterator[dict[str, Any]]:
    """How to simulate, with a progress bar and whoever plays; nothing where nothing is simulated.

    Examples
    --------
    >>> from odds.cli.options import Options
    >>> with playing(Options(method="exact")) as settings:
    ...     settings
    {}
    """
    if options.method == "exact":
        yield {}
        return
    with closing(Bar()) as bar, crew_at(options.dask) as crew:
        yield options.settings() | {
            "progress": bar,
            "on_compile": lambda: say_compiling(None),
            "on_interrupt": say_waiting,
            "crew": crew,
        }


def show(
    options: Options,
    *,
    pages: Callable[[], Sequence[Page]],
    as_json: Callable[[], str],
    as_csv: Callable[[], str],
    draw: Callable[[str], None],
    runs: Sequence[Run] = (),
    interrupted: bool = False,
) -> int:
    """Shows tables, JSON or CSV where the options want them, and draws the chart if one is wanted.

    Parameters
    ----------
    options
        The shared options, checked.
    pages, as_json, as_csv, draw
        Make each of them.
    runs
        The simulations it comes from.
    interrupted
        Whether they were stopped early.

    Returns
    -------
    int
        The exit code: 0, or 130 if the simulation was interrupted.

    Raises
    ------
    OddsError
        If a file cannot be written.
    """
    from odds.report.deliver import deliver
    from odds.report.table import as_text

    if options.json:
        deliver(as_json(), options.output)
    elif options.csv:
        deliver(as_csv(), options.output)
    elif options.output is not None:
        deliver("\n".join(as_text(page) for page in pages()), options.output)
    else:
        for number, page in enumerate(pages()):
            if number:
                sys.stdout.write("\n")
            deliver(page)
    if options.chart is not None:
        draw(options.chart)
    if options.csv and (missed := next((run.missed for run in runs if run.missed is not None), None)):
        say(f"the precision of {missed:g} was not reached")
    say_threads(options, {run.engine for run in runs})
    if interrupted:
        say("interrupted: this is what was computed so far")
        return INTERRUPTED
    return 0


def show_found(options: Options, found: Any, module: str) -> int:
    """Shows what was found as a module of `odds.report` tells it, and as the one for charts beside it draws it."""
    report = import_module(module)
    return show(
        options,
        pages=lambda: [report.page(found)],
        as_json=lambda: report.as_json(found),
        as_csv=lambda: report.as_csv(found),
        draw=lambda path: import_module(f"{module}_chart").save(found, path),
    )
