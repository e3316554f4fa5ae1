"""From a question to its answer on the screen: what every command that answers a question does at its end."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from typing import TYPE_CHECKING, Any

from odds.cli.emit import Output
from odds.cli.progress import Bar
from odds.core.errors import OddsError

if TYPE_CHECKING:
    from odds.cli.options import Options
    from odds.core.answer import Answer
    from odds.core.blocks import Crew

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

    _check(question, options)
    exactly = answer_exactly(
        question, method=options.method, asks=options.ask or (), notes=notes, fractions=options.fractions
    )
    if options.method == "exact":
        output.emit(exactly)
        return 0
    both = options.method == "both" and (exactly.exact is not None or bool(exactly.by_value))
    try:
        with closing(Bar()) as bar, crew_at(options.dask) as crew:
            settings = options.settings() | {
                "progress": bar,
                "on_compile": lambda: say_compiling(exactly if both else None),
                "on_interrupt": say_waiting,
                "crew": crew,
            }
            answer = add_simulation(exactly, keep_exact=both, **settings)
    except KeyboardInterrupt:
        if not both:
            raise
        output.emit(exactly)
        say("interrupted before anything was simulated: this is the exact answer")
        return INTERRUPTED
    output.emit(answer)
    _say_what_is_missing(answer)
    say_threads(options, [answer.engine])
    if options.csv and (missed := answer.missed):
        say(f"the precision of {missed:g} was not reached")
    if options.traced:
        output.trace(answer, options.traced)
    if answer.interrupted:
        say("interrupted: this is what was computed so far")
        return INTERRUPTED
    return 0


def say(sentence: str) -> None:
    """A sentence on standard error."""
    sys.stdout.flush()
    print(f"odds: {sentence}", file=sys.stderr, flush=True)


def _check(question: Any, options: Options) -> None:
    """Refuses before anything is simulated what cannot be told or kept of this question."""
    if options.explain:
        from odds.report import explain

        explain.check(question)
    if options.traced:
        from odds.report import trace

        trace.check(question)
    if getattr(question, "value", 0) is not None:
        return
    if options.checkpoint is not None:
        raise OddsError(f"--checkpoint keeps one question: give {question.text} its statistic's value")
    if options.fractions and not (options.json or options.csv):
        raise OddsError(
            f"--fractions lists those of one question: give {question.text} its statistic's value, or add --json or "
            "--csv"
        )


def say_threads(options: Options, engines: Collection[str | None]) -> None:
    """Says that threads were asked for in vain, where numpy played."""
    if options.settings().get("threads", 1) > 1 and "numpy" in engines:
        say("--threads is for numba: the numpy engine answered, which plays on one thread")


def _say_what_is_missing(answer: Answer) -> None:
    """Says why numba did not play, where it could not have."""
    from odds.core.lanes.engines import why_no_numba

    if (missing := why_no_numba()) and answer.engine == "numpy":
        say(f"{missing}: the numpy engine answered, with the same counts, but slower on long runs")


def crew_at(address: str | None) -> AbstractContextManager[Crew | None]:
    """Whoever plays: a Dask cluster, or None for this machine's threads."""
    if address is None:
        return nullcontext()
    from odds.core.cluster import Cluster

    return closing(Cluster(address))


def say_waiting() -> None:
    """Says at once that Ctrl-C was seen, where it cannot end what runs."""
    say("interrupted: this ends as soon as numba is ready")


def say_compiling(exactly: Answer | None) -> None:
    """Says that the first numba run of a machine takes a while, and shows what is known already."""
    say("compiling the simulation for this machine; that happens once and takes some seconds")
    if exactly is not None:
        from odds.report.page import page
        from odds.report.table import width_of, write

        write(page(exactly, width_of()), sys.stderr)
        sys.stderr.flush()
