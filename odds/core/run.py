"""What there is to say about a simulation besides its counts."""

from typing import NamedTuple


class Run(NamedTuple):
    """The facts of one simulation: enough to repeat it and to judge it.

    Attributes
    ----------
    trials
        Trials counted.
    asked
        Trials asked for; more than `trials` if the run was interrupted.
    seed
        The seed every random word comes from.
    streams
        Version of the layout that turns a seed into random words.
    seconds
        Wall time of the simulation.
    engine
        "numpy" or "numba"; both give the same counts.
    threads
        Threads that worked; any number gives the same counts.
    interrupted
        Whether it was stopped before the trials asked for were played.
    missed
        The precision that was wanted and not reached within the trials allowed; None if none was, or it was reached.
    """

    trials: int
    asked: int
    seed: int
    streams: int
    seconds: float
    engine: str
    threads: int
    interrupted: bool = False
    missed: float | None = None
