"""Blocks of trials, played in order on as many threads as there are: the counts depend on neither.

A run is a number of blocks. They are handed out in waves; when a wave is done, all blocks so far are counted, no more
and no fewer, so a run can stop after any wave, be written down, and go on later with the same counts in the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from odds.core.errors import OddsError
from odds.core.lanes import engines, layout
from odds.core.lanes.code import Code

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

WAVE_SECONDS = 0.25  # about how long a wave should last: how soon a run answers to Ctrl-C
PIECES = 4  # pieces a thread gets of a wave: enough to even out threads of unequal speed


@dataclass(frozen=True)
class Job:
    """Everything a worker needs to play any range of blocks: plain data, so that it can travel."""

    code: Code
    seed: int
    stream: int
    trials: int
    engine: str

    @property
    def blocks(self) -> int:
        """Blocks in the whole run."""
        return -(-self.trials // layout.QUOTA)

    @property
    def seconds_a_block(self) -> float:
        """Predicted seconds for one block of many on one thread."""
        many = engines.SIDE_BY_SIDE
        return engines.seconds(self.engine, self.code, many * layout.QUOTA) / many

    def trials_in(self, blocks: int) -> int:
        """Trials in the first so many blocks."""
        return min(blocks * layout.QUOTA, self.trials)

    def play(self, first: int, stop: int) -> np.ndarray:
        """The counts of blocks first..stop-1 (int64, one a cell)."""
        counts = np.zeros(self.code.cells, np.int64)
        run = engines.load(self.engine)
        last_quota = self.trials - (self.blocks - 1) * layout.QUOTA
        key = layout.stream_key(self.seed, self.stream)
        code = self.code
        if not run(code.table, code.planes, code.rows, key, first, stop, self.blocks - 1, last_quota, counts):
            raise OddsError("the condition is too rare to be simulated: hardly any trial meets it")
        return counts


class Crew(Protocol):
    """Whoever plays pieces of a wave: threads here, or the workers of a cluster."""

    hands: int

    def play(self, job: Job, pieces: Iterable[tuple[int, int]]) -> Iterator[np.ndarray]:
        """The counts of the pieces, in their order. After an interrupt, those of the first pieces only."""
        ...

    def close(self) -> None:
        """Sends everybody home."""
        ...


class Threads:
    """Plays pieces on this machine's threads: numba leaves Python's lock while it works."""

    def __init__(self, threads: int) -> None:
        self.hands = threads
        self.pool: ThreadPoolExecutor | None = None
        if threads > 1:
            from concurrent.futures import ThreadPoolExecutor

            self.pool = ThreadPoolExecutor(threads)

    def play(self, job: Job, pieces: Iterable[tuple[int, int]]) -> Iterator[np.ndarray]:
        """The counts of the pieces, in their order."""
        if self.pool is None:
            for first, stop in pieces:
                yield job.play(first, stop)
            return
        futures: list[Future[np.ndarray]] = [self.pool.submit(job.play, first, stop) for first, stop in pieces]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()

    def close(self) -> None:
        """Waits for the threads and ends them."""
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)


class Tally:
    """What has been counted so far: the counts of the first so many blocks."""

    def __init__(self, counts: np.ndarray, blocks: int = 0) -> None:
        self._state = (counts, blocks)  # one value, so that an interrupt never comes between the two
        self.interrupted = False

    @property
    def counts(self) -> np.ndarray:
        """Trials in each cell."""
        return self._state[0]

    @property
    def blocks(self) -> int:
        """Blocks counted."""
        return self._state[1]

    def add(self, counts: np.ndarray, blocks: int) -> None:
        """Adds the counts of the blocks from the last one counted up to `blocks`."""
        self._state = (self.counts + counts, blocks)


def play_until(
    job: Job,
    crew: Crew,
    tally: Tally,
    blocks: int,
    after_wave: Callable[[Tally], None] | None = None,
) -> None:
    """Plays on until so many blocks are counted, or Ctrl-C: then the tally says so and holds what was done."""
    wave = crew.hands * max(1, round(WAVE_SECONDS / 2 / job.seconds_a_block))
    while tally.blocks < blocks and not tally.interrupted:
        began = time.perf_counter()
        stop = min(tally.blocks + wave, blocks)
        pieces = list(_pieces(tally.blocks, stop, crew.hands, job.engine))
        try:
            for (_, end), counts in zip(pieces, crew.play(job, pieces), strict=True):
                tally.add(counts, end)
            if after_wave is not None:
                after_wave(tally)
        except KeyboardInterrupt:
            tally.interrupted = True
        if time.perf_counter() - began < WAVE_SECONDS / 2:
            wave *= 2


def _pieces(first: int, stop: int, hands: int, engine: str) -> Iterator[tuple[int, int]]:
    """A wave cut up: equal shares for everybody, each in a few pieces where it is long enough."""
    share = -(-(stop - first) // hands)
    if engine == "numpy":
        share = min(share, engines.SIDE_BY_SIDE)
    elif share > PIECES:
        share = -(-share // PIECES)
    for begin in range(first, stop, share):
        yield begin, min(begin + share, stop)
