"""Progress of a long simulation: a bar on standard error, on a terminal, after a second."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0  # seconds before a bar is worth showing


@dataclass
class Bar:
    """Shows how far a simulation is: called as `bar(done, total)`, closed at its end.

    `unit` is what it counts, and `doing` what is done with it.

    Examples
    --------
    >>> from contextlib import closing
    >>> with closing(Bar()) as bar:
    ...     bar(1, 2)
    """

    unit: str = "trials"
    doing: str = "playing"
    began: float = field(default_factory=time.monotonic)
    shown: Progress | None = None
    task: TaskID | None = None

    def close(self) -> None:
        """Takes the bar away."""
        if self.shown is not None:
            self.shown.stop()

    def __call__(self, done: int, total: int) -> None:
        """Takes note that `done` of `total` trials are played."""
        if self.shown is None:
            if time.monotonic() - self.began < PATIENCE or not sys.stderr.isatty():
                return
            self._start()
        assert self.shown is not None
        assert self.task is not None
        self.shown.update(self.task, completed=done, total=total)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn(f"{{task.completed:,.0f}} {self.unit}"),
            TimeRemainingColumn(),
        )
        self.shown = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.shown.add_task(self.doing, total=None)
        self.shown.start()
