"""A long run, kept in a file: what was counted so far, and of which question.

The file is JSON and is replaced whole, so that at any moment it holds one state of the run. It is refused where it
belongs to another question, seed or version of the stream layout, or holds more trials than are asked for: the counts
would not add up. Asked for more trials than before, it goes on: a last block that was cut short is played once more,
taken out of the counts, and then played whole.
"""

from __future__ import annotations

import json
import time
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from odds.core.blocks import Job, Tally
from odds.core.errors import OddsError
from odds.core.files import write_whole
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
        if not path or not isinstance(path, str):
            raise OddsError("a checkpoint needs a file name")
        try:
            self.path, self.question = Path(path).resolve(), question  # where a link leads
            has_folder, usable = self.path.parent.is_dir(), self.path.is_file() or not self.path.exists()
        except (OSError, RuntimeError, ValueError) as error:  # a name that no file can have, links in a circle
            raise OddsError(
                f"{path[:60]!r} cannot be a checkpoint: {getattr(error, 'strerror', None) or error}"
            ) from None
        self._saved_at = time.monotonic()
        if not has_folder:
            raise OddsError(f"the folder of the checkpoint {path!r} does not exist")
        if not usable:
            raise OddsError(f"the checkpoint {path!r} is a folder or a device: name an ordinary file")

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
        cells = [cell for cell, _ in state["counts"]]
        blocks, total = state["blocks"], sum(number for _, number in state["counts"])
        if len(set(cells)) < len(cells) or max(cells, default=0) >= len(counts):
            raise self._damaged()
        if total != min(blocks * layout.QUOTA, state["trials"]) or blocks > -(-state["trials"] // layout.QUOTA):
            raise self._damaged()
        if total > job.trials:
            raise OddsError(
                f"the checkpoint {str(self.path)!r} holds {total:,} trials of a run of {state['trials']:,}: it cannot "
                f"become one of {job.trials:,}; ask for {total:,} or more, or name another file"
            )
        for cell, number in state["counts"]:
            counts[cell] = number
        if total != job.trials_in(blocks):  # its last block was cut short where this run goes on
            blocks -= 1
            counts -= replace(job, trials=state["trials"], engine="numpy").play(blocks, blocks + 1)
            if (counts < 0).any():
                raise self._damaged()
        return Tally(counts, blocks)

    def save(self, job: Job, tally: Tally, *, now: bool = False) -> None:
        """Writes the tally, at most every few seconds unless `now`."""
        if not now and time.monotonic() - self._saved_at < SAVE_EVERY:
            return
        cells = [[int(cell), int(tally.counts[cell])] for cell in np.flatnonzero(tally.counts)]
        state = {**self._identity(job), "trials": job.trials, "blocks": tally.blocks, "counts": cells}
        state["check"] = _check(state)
        write_whole(self.path, json.dumps(state).encode())
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


def _check(state: dict[str, Any]) -> int:
    """A checksum over everything else, so that no count changes unnoticed."""
    rest = {name: value for name, value in state.items() if name != "check"}
    return zlib.crc32(json.dumps(rest, sort_keys=True).encode())


def _well_formed(state: Any) -> bool:
    """Whether this can be the content of a checkpoint: every key there, every number a number."""
    names = {"format", "streams", "question", "axes", "program", "seed", "trials", "blocks", "counts", "check"}
    if not isinstance(state, dict) or set(state) != names or not isinstance(state["counts"], list):
        return False
    numbers = [state["seed"], state["trials"], state["blocks"]]
    for pair in state["counts"]:
        if not isinstance(pair, list) or len(pair) != 2:
            return False
        numbers += pair
    if not all(type(number) is int and 0 <= number < 2**63 for number in numbers):
        return False
    return bool(state["check"] == _check(state))
