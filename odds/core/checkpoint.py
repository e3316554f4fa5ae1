"""A long run, kept in a file: what was counted so far, and of which question.

The file is JSON and is replaced whole, so that at any moment it holds one state of the run. It is refused where it
belongs to another question, seed, number of trials or version of the stream layout: the counts would not add up.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from odds.core.blocks import Job, Tally
from odds.core.errors import OddsError
from odds.core.lanes import layout

FORMAT = 1
SAVE_EVERY = 5.0  # seconds
MOST_BYTES = 64 << 20


class Checkpoint:
    """The state of one run in one file.

    Parameters
    ----------
    path
        The file; it need not exist yet, its folder must.
    question
        The canonical text of the question.

    Raises
    ------
    OddsError
        If the folder does not exist.
    """

    def __init__(self, path: str, question: str) -> None:
        self.path, self.question = Path(path), question
        self._saved_at = time.monotonic()
        if not self.path.absolute().parent.is_dir():
            raise OddsError(f"the folder of the checkpoint {path!r} does not exist")
        if self.path.is_dir():
            raise OddsError(f"the checkpoint {path!r} is a folder, not a file")

    def seed(self) -> int | None:
        """The seed of the run in the file, if there is one."""
        return self._read()["seed"] if self.path.exists() else None

    def resume(self, job: Job) -> Tally:
        """What the file holds of this job; an empty tally if there is no file yet.

        Raises
        ------
        OddsError
            If the file is no checkpoint, or one of another run.
        """
        counts = np.zeros(job.code.cells, np.int64)
        if not self.path.exists():
            return Tally(counts)
        state = self._read()
        for name, wanted in self._identity(job).items():
            if state[name] != wanted:
                raise OddsError(
                    f"the checkpoint {str(self.path)!r} is of another run: its {name} is {state[name]!r}, "
                    f"here it is {wanted!r}; name another file, or ask the same question again"
                )
        for cell, number in state["counts"]:
            if cell >= len(counts):
                raise self._damaged()
            counts[cell] = number
        if counts.sum() != job.trials_in(state["blocks"]) or (counts < 0).any():
            raise self._damaged()
        return Tally(counts, state["blocks"])

    def save(self, job: Job, tally: Tally, *, now: bool = False) -> None:
        """Writes the tally, at most every few seconds unless `now`."""
        if not now and time.monotonic() - self._saved_at < SAVE_EVERY:
            return
        cells = [[int(cell), int(tally.counts[cell])] for cell in np.flatnonzero(tally.counts)]
        state = {**self._identity(job), "blocks": tally.blocks, "counts": cells}
        partial = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            partial.write_text(json.dumps(state), encoding="utf-8")
            partial.replace(self.path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise OddsError(f"the checkpoint {str(self.path)!r} cannot be written: {error.strerror}") from None
        self._saved_at = time.monotonic()

    def _identity(self, job: Job) -> dict[str, Any]:
        code = zlib.crc32(job.code.table.astype("<i8").tobytes() + job.code.planes.astype("<i8").tobytes())
        return {
            "format": FORMAT,
            "streams": layout.STREAMS,
            "question": self.question,
            "axes": list(job.code.axes),
            "program": code,
            "seed": job.seed,
            "trials": job.trials,
        }

    def _read(self) -> dict[str, Any]:
        try:
            if self.path.stat().st_size > MOST_BYTES:
                raise self._damaged()
            state: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8"))
        except OSError as error:
            raise OddsError(f"the checkpoint {str(self.path)!r} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise self._damaged() from None
        if not _well_formed(state):
            raise self._damaged()
        return state

    def _damaged(self) -> OddsError:
        return OddsError(f"{str(self.path)!r} is not a whole checkpoint of odds: remove it, or name another file")


def _well_formed(state: Any) -> bool:
    """Whether this can be the content of a checkpoint: every key there, every number a number."""
    names = {"format", "streams", "question", "axes", "program", "seed", "trials", "blocks", "counts"}
    if not isinstance(state, dict) or set(state) != names or not isinstance(state["counts"], list):
        return False
    numbers = [state["seed"], state["trials"], state["blocks"]]
    for pair in state["counts"]:
        if not isinstance(pair, list) or len(pair) != 2:
            return False
        numbers += pair
    return all(type(number) is int and 0 <= number < 2**63 for number in numbers)
