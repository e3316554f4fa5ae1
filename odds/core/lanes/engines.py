"""Which engine plays a job: the one place where that is decided, by predicted time.

numpy starts at once and plays some 10**8 trials a second; the compiled machine plays some 10**9 to 10**10, after
numba has been loaded (and, once on a machine, compiled).
"""

from __future__ import annotations

import importlib.util
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil

from odds.core.errors import OddsError
from odds.core.lanes import layout
from odds.core.lanes.code import Code
from odds.core.text import quoted

ENGINES = ("auto", "numpy", "numba")
Run = Callable[..., bool]
_LOADED: dict[str, Run] = {}
SIDE_BY_SIDE = 32  # blocks numpy plays at once: fewer waste calls, more leave the second-level cache

# Rough figures of one core of a 2024 server; they need not be right, only tell seconds from minutes.
_NUMPY_CALL = 0.65e-6  # seconds for one operation on a row, however short
_NUMPY_STEP = 0.3e-9  # and more for each word of 64 trials in it
_NUMBA_STEP = 0.025e-9
_LOAD = 0.6  # seconds until numba has loaded and run its first call from the cache
_STEPS_A_WORD = 11  # operations that make one random word


def seconds(engine: str, code: Code, trials: int) -> float:
    """Predicted seconds that "numpy" or "numba" plays for, on one thread, once it is loaded."""
    steps = _STEPS_A_WORD * code.words + 6 * len(code.table) + 3 * code.cells
    words = trials / code.kept / 64
    if engine == "numba":
        return words * steps * _NUMBA_STEP
    tiles = ceil(min(trials, layout.QUOTA) / code.kept / layout.LANES)
    calls = tiles * ceil(trials / layout.QUOTA / SIDE_BY_SIDE)
    return steps * (calls * _NUMPY_CALL + words * _NUMPY_STEP)


def why_no_numba() -> str | None:
    """Why numba cannot be used here, without importing it; None if it can."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "numba's compiler is switched off by NUMBA_DISABLE_JIT"
    try:
        found = importlib.util.find_spec("numba")
    except ValueError:  # a module that was kept from being imported
        found = None
    if found is None:
        return "numba is not installed"
    return None


def choose(engine: str, code: Code, trials: int) -> str:
    """ "numpy" or "numba" for this job.

    Raises
    ------
    OddsError
        If the engine is unknown, or numba is asked for and cannot be used.
    """
    if engine not in ENGINES:
        raise OddsError(f"unknown engine {quoted(engine)}: use one of {', '.join(ENGINES)}")
    missing = why_no_numba()
    if engine == "numba" and missing:
        raise OddsError(f"{missing}: use the numpy engine")
    if engine != "auto":
        return engine
    faster = _LOAD + seconds("numba", code, trials) < seconds("numpy", code, trials)
    return "numba" if faster and not missing else "numpy"


def load(
    engine: str, on_compile: Callable[[], None] | None = None, on_interrupt: Callable[[], None] | None = None
) -> Run:
    """The `run` function of "numpy" or "numba", loaded once.

    `on_compile` is called before the machine is compiled; `on_interrupt` if Ctrl-C has to wait until it is loaded.
    """
    if engine not in _LOADED:
        if engine == "numba":
            _LOADED[engine] = _compiled(on_compile, on_interrupt)
        else:
            from odds.core.lanes import vector

            _LOADED[engine] = vector.run
    return _LOADED[engine]


@contextmanager
def _interrupts_held(on_interrupt: Callable[[], None] | None) -> Iterator[None]:
    """Keeps Ctrl-C until the end, and says so: inside LLVM's callbacks it would be swallowed and lost."""
    ignored = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None)
    if ignored or threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []

    def hold(number: int, _: object) -> None:
        if not held and on_interrupt is not None:
            on_interrupt()
        held.append(number)

    before = signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held:
        raise KeyboardInterrupt


def _compiled(on_compile: Callable[[], None] | None, on_interrupt: Callable[[], None] | None) -> Run:
    """The compiled machine, from its cache if it is there."""
    from odds.core.lanes import cache

    if not cache.is_filled() and on_compile is not None:
        on_compile()
    with _interrupts_held(on_interrupt):
        from odds.core.lanes import machine

        machine.warm_up()
        cache.publish()
    run: Run = machine.run
    return run
