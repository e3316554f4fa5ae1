"""The same blocks on a Dask cluster: the counts are those of one machine, whoever played which block.

A piece that a lost worker had is played again by another: blocks depend on nothing but their number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from odds.core.blocks import Job
from odds.core.errors import OddsError

CONNECT_SECONDS = 10


class Cluster:
    """The workers of a Dask cluster as a crew.

    Parameters
    ----------
    address
        "local" for a cluster of this machine's processors, or a scheduler's address such as "tcp://host:8786".

    Raises
    ------
    OddsError
        If Dask is not installed, the scheduler does not answer, or its workers have another version of odds.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise OddsError('Dask is not installed: install it with  pip install "factions-odds[dask]"') from None
        self._own: Any = None
        if address == "local":
            self._own = LocalCluster(threads_per_worker=1, dashboard_address=None)
        try:
            self.client = Client(self._own or address, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, TypeError) as error:
            reason = str(error).splitlines()[0] if str(error) else "no answer"
            raise OddsError(
                f"no Dask scheduler answers at {address!r} ({reason}): give its address, or local"
            ) from None
        self._check_versions()
        self.hands = max(1, sum(self.client.nthreads().values()))

    def _check_versions(self) -> None:
        from odds import __version__

        versions = set(self.client.run(_version).values())
        if versions - {__version__}:
            self.close()
            others = ", ".join(sorted(map(str, versions)))
            raise OddsError(
                f"the workers have odds {others}, here is {__version__}: install the same version everywhere"
            )

    def play(self, job: Job, pieces: Iterable[tuple[int, int]]) -> Iterator[np.ndarray]:
        """The counts of the pieces, in their order."""
        firsts, stops = zip(*pieces, strict=True)
        futures = self.client.map(job.play, firsts, stops, pure=False)
        try:
            for future in futures:
                yield future.result()
        finally:
            self.client.cancel(futures)

    def close(self) -> None:
        """Leaves the cluster; a local one is ended."""
        self.client.close()
        if self._own is not None:
            self._own.close()


def _version() -> str:
    from odds import __version__

    return __version__
