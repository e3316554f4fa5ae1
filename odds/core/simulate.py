"""Playing a question out: exactly so many trials, or as many as a wanted precision takes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from odds.core.blocks import Crew, Job, Tally, Threads, play_until
from odds.core.errors import OddsError
from odds.core.kinds import only_known, several
from odds.core.lanes import engines, layout
from odds.core.limits import DEFAULT_TRIALS, MOST_SEED, MOST_THREADS, MOST_TRIALS
from odds.core.run import Run
from odds.core.subject import subject_of
from odds.core.text import said

if TYPE_CHECKING:
    from odds.core.checkpoint import Checkpoint
    from odds.core.distribution import Distribution
    from odds.core.lanes.code import Code

MOST_DRAWN_SEED = 10**9  # short enough to be typed again

Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Settings:
    """How to simulate: what every simulated command lets its user choose.

    Attributes
    ----------
    trials
        Trials to play; None: 10,000,000, or what `precision` takes.
    precision
        Play until the standard error of every probability shown is at most this.
    max_trials
        Where `precision` gives up; 10**12 if None.
    seed
        The seed; drawn if None.
    threads
        Threads; all processors if None.
    engine
        "auto", "numpy" or "numba".
    progress
        Called as progress(trials done, trials to do) after every wave.
    on_compile
        Called once before the machine is compiled.
    on_interrupt
        Called at Ctrl-C where it has to wait until numba has loaded or compiled the machine.
    crew
        Who plays the blocks; this machine's threads if None.
    checkpoint
        A file to keep what was counted in, and to go on from.
    runs
        How many runs like this one there will be: what numba's loading is worth depends on all of them.
    """

    trials: int | None = None
    precision: float | None = None
    max_trials: int | None = None
    seed: int | None = None
    threads: int | None = None
    engine: str = "auto"
    progress: Progress | None = None
    on_compile: Callable[[], None] | None = None
    on_interrupt: Callable[[], None] | None = None
    crew: Crew | None = None
    checkpoint: str | None = None
    runs: int = 1

    def __post_init__(self) -> None:
        _whole("trials", self.trials, 1, MOST_TRIALS)
        _whole("max_trials", self.max_trials, 1, MOST_TRIALS)
        _whole("seed", self.seed, 0, MOST_SEED)
        _whole("threads", self.threads, 1, MOST_THREADS)
        _whole("runs", self.runs, 1, MOST_TRIALS, needed=True)
        for name in ("progress", "on_compile", "on_interrupt"):
            if not (getattr(self, name) is None or callable(getattr(self, name))):
                raise OddsError(f"{name} must be a function, not {said(getattr(self, name))}")
        if self.crew is not None and not (hasattr(self.crew, "hands") and hasattr(self.crew, "play")):
            raise OddsError(f"crew must be whoever plays, such as odds.core.cluster.Cluster, not {said(self.crew)}")
        if self.precision is not None and not (isinstance(self.precision, float) and 1e-7 <= self.precision < 1):
            raise OddsError(f"precision must be a standard error from 1e-7 up to 1, not {said(self.precision)}")
        if self.precision is not None and self.trials is not None:
            raise OddsError("give either trials or a precision, not both")
        if self.max_trials is not None and self.precision is None:
            raise OddsError("max_trials is the limit of a precision: give a precision, or trials instead")

    @property
    def limit(self) -> int:
        """The most trials that will be played."""
        if self.precision is None:
            return self.trials or DEFAULT_TRIALS
        return self.max_trials or MOST_TRIALS

    @property
    def likely(self) -> int:
        """Trials that will likely be played, all runs together."""
        if self.precision is None:
            return self.limit * self.runs
        return min(self.limit, int(0.25 / self.precision**2)) * self.runs

    @property
    def hands(self) -> int:
        """Threads to use."""
        return self.threads or _processors()


def settings_of(given: Mapping[str, Any], *takers: Callable[..., Any], but: str = "") -> Settings:
    """Settings from the keywords of a function.

    Parameters
    ----------
    given
        Settings by name.
    takers, but
        Functions whose other parameters may have been meant, and those that are not, as `kinds.only_known` takes them.

    Raises
    ------
    OddsError
        If there is no such setting, or a value is out of range.

    Examples
    --------
    >>> settings_of({"trials": 10}).trials
    10
    """
    only_known(given, Settings, *takers, but=but)
    return Settings(**given)


def _processors() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _whole(name: str, value: Any, least: int, most: int, *, needed: bool = False) -> None:
    if value is None and not needed:
        return
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= most:
        raise OddsError(f"{name} must be a whole number from {least} to {most:,}, not {said(value)}")


def simulate(
    question: Any, *, axes: Sequence[str] | None = None, metrics: Sequence[str] = (), **settings: Any
) -> Distribution:
    """Plays a question out and counts what happened.

    Parameters
    ----------
    question
        A rules object, such as `SpecialTest`, with everything it needs.
    axes
        The outcomes to count jointly; those an answer shows if None.
    metrics
        Probabilities that a wanted `precision` is meant for, besides those an answer always shows.
    **settings
        See `Settings`: trials, precision, max_trials, seed, threads, engine, progress, ...

    Returns
    -------
    Distribution
        Counts over the axes, with the facts of the run in `run`.

    Raises
    ------
    OddsError
        If a setting is out of range, or the question is incomplete.
    KeyboardInterrupt
        If it was interrupted before a single block was counted; later, what was counted is returned and
        `run.interrupted` is true.

    Examples
    --------
    >>> from odds import parse, simulate
    >>> sampled = simulate(parse("6S S6 L3"), trials=100_000, seed=1)
    >>> sampled.trials
    100000
    >>> abs(float(sampled.mean("hits")) - 4.68) < 0.05
    True
    """
    from odds.core.events import axes_needed, is_probability
    from odds.core.lanes.code import compile_code
    from odds.core.lanes.program import Program

    chosen = settings_of(settings, simulate, but="question")
    subject, metrics = subject_of(question), several(metrics, "metrics")
    counted = subject.checked(axes)
    axes_needed(metrics, subject.events(question), subject.axes)  # an unknown name is said before anything is played
    chances = [metric for metric in metrics if is_probability(metric)]
    program = Program()
    code = compile_code(program, subject.play(program, question), counted)

    def distribution(counts: np.ndarray, run: Run) -> Distribution:
        from odds.core.distribution import Distribution

        return Distribution(
            code.axes,
            code.joint(counts),
            trials=run.trials,
            events=subject.events(question),
            run=run,
            label=question.text,
            known=subject.axes,
        )

    def precise(counts: np.ndarray, run: Run) -> bool:
        assert chosen.precision is not None
        return largest_error(distribution(counts, run), chances) <= chosen.precision

    return distribution(*run_job(question.text, code, chosen, precise))


def largest_error(sampled: Distribution, chances: Sequence[str] = ()) -> float:
    """The largest standard error among the probabilities an answer shows.

    Those are the first axis' P(exactly k) and P(at least k), the named events and `chances`, metrics of that kind.
    """
    from odds.core.events import answerable
    from odds.core.measure import is_cut_off

    n = sampled.trials or 1
    at_least = np.asarray(sampled.at_least(sampled.axes[0]), float)
    exactly = np.asarray(sampled.marginal(sampled.axes[0]).probabilities, float)
    shown = np.concatenate([at_least, exactly])
    errors = [float(np.sqrt(shown * (1 - shown) / n).max())]
    named = answerable(sampled.events, sampled.axes)
    estimates = [sampled.metric(text) for text in (*named, *chances) if not is_cut_off(sampled, text)]
    return max(errors + [float(estimate.std_error or 0.0) for estimate in estimates])


def run_job(
    question: str, code: Code, settings: Settings, precise: Callable[[np.ndarray, Run], bool]
) -> tuple[np.ndarray, Run]:
    """Runs compiled code with these settings: the machine's counts and the facts of the run."""
    kept = _checkpoint(settings.checkpoint, question) if settings.checkpoint is not None else None
    seed = settings.seed if settings.seed is not None or kept is None else kept.seed()
    engine = engines.choose(settings.engine, code, settings.likely)
    job = Job(code, draw_seed() if seed is None else int(seed), 0, settings.limit, engine)
    tally = kept.resume(job) if kept else Tally(np.zeros(code.cells, np.int64))
    crew = settings.crew
    if crew is None:
        engines.load(engine, settings.on_compile, settings.on_interrupt)
        # numpy's calls are too short to share Python's lock: two threads are slower than one
        crew = Threads(1 if engine == "numpy" else min(settings.hands, max(1, job.blocks)))

    began, reached = time.perf_counter(), False

    def facts() -> Run:
        trials = job.trials_in(tally.blocks)
        asked = trials if settings.precision is not None and not tally.interrupted else job.trials
        missed = None if settings.precision is None or reached else settings.precision
        seconds = time.perf_counter() - began
        return Run(trials, asked, job.seed, layout.STREAMS, seconds, engine, crew.hands, tally.interrupted, missed)

    def after_wave(tally: Tally) -> None:
        if kept:
            kept.save(job, tally)
        if settings.progress is not None:
            settings.progress(job.trials_in(tally.blocks), job.trials)

    try:
        for blocks in [job.blocks] if settings.precision is None else _doubling(job.blocks):
            if blocks < tally.blocks:
                continue  # a run that is resumed beyond this total is not looked at between two totals
            play_until(job, crew, tally, blocks, after_wave)
            reached = settings.precision is not None and not tally.interrupted and precise(tally.counts, facts())
            if tally.interrupted or reached:
                break
    finally:
        if settings.crew is None:
            crew.close()
    if not tally.blocks:
        raise KeyboardInterrupt
    if kept:
        kept.save(job, tally, now=True)
    return tally.counts, facts()


def _checkpoint(path: str, question: str) -> Checkpoint:
    from odds.core.checkpoint import Checkpoint

    return Checkpoint(path, question)


def draw_seed() -> int:
    """A seed nobody chose."""
    return int.from_bytes(os.urandom(8)) % MOST_DRAWN_SEED


def _doubling(blocks: int) -> list[int]:
    """Fixed totals at which a wanted precision is looked at: 1, 2, 4, ... blocks."""
    return [*(1 << k for k in range(blocks.bit_length()) if 1 << k < blocks), blocks]
