"""From a question to its answer on the screen: what every command that answers a question does at its end."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any

from odds.cli.emit import Output
from odds.cli.progress import Bar

if TYPE_CHECKING:
    from odds.cli.options import Options
    from odds.core.answer import Answer

INTERRUPTED = 130


def ask(question: Any, notes: Sequence[str], options: Options, output: Output) -> int:
    """Answers a question and shows the answer.

    Parameters
    ----------
    question
        A rules object.
    notes
        What had to be assumed to read it.
    options
        The shared options, checked.
    output
        Where the answer goes.

    Returns
    -------
    int
        The exit code: 0, or 130 if it was interrupted and shows what was computed until then.

    Raises
    ------
    OddsError
        If it cannot be answered as asked.
    KeyboardInterrupt
        If it was interrupted before there was anything to show.
    """
    from odds.core.answer import add_simulation, answer_exactly

    if options.explain:
        _check_explanation(question)
    exactly = answer_exactly(
        question, method=options.method, asks=options.ask or (), notes=notes, fractions=options.fractions
    )
    if options.method == "exact":
        output.emit(exactly)
        return 0
    both = options.method == "both"
    try:
        with closing(Bar()) as bar:
            settings = options.settings() | {
                "progress": bar,
                "on_compile": lambda: _compiling(exactly if both else None),
            }
            answer = add_simulation(exactly, keep_exact=both, **settings)
    except KeyboardInterrupt:
        if not both:
            raise
        output.emit(exactly)
        say("interrupted before anything was simulated: this is the exact answer")
        return INTERRUPTED
    output.emit(answer)
    if answer.interrupted:
        say("interrupted: this is what was computed so far")
        return INTERRUPTED
    return 0


def say(sentence: str) -> None:
    """A sentence on standard error."""
    sys.stdout.flush()
    print(f"odds: {sentence}", file=sys.stderr, flush=True)


def _check_explanation(question: Any) -> None:
    """Refuses what cannot be explained before it is simulated."""
    from odds.report.explain import check

    check(question)


def _compiling(exactly: Answer | None) -> None:
    """Says that the first numba run of a machine takes a while, and shows what is known already."""
    say("compiling the simulation for this machine; that happens once and takes some seconds")
    if exactly is not None:
        from odds.report.page import page
        from odds.report.table import width_of, write

        write(page(exactly, width_of()), sys.stderr)
        sys.stderr.flush()
