"""The same counts on a Dask cluster, also when a worker dies in the middle."""

import os
import signal
import threading

import pytest

from odds import OddsError, parse, simulate
from odds.core.cluster import Cluster

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Dask's own, about its sockets
    pytest.mark.timeout(180),
]
TRIALS = 3 * 10**9 + 17


@pytest.fixture(scope="module")
def local():
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def alone():
    return simulate(parse("6S S6 L3"), trials=TRIALS, seed=5).values


def test_a_cluster_gives_the_same_counts(local, alone):
    crew = Cluster(local.scheduler_address)
    done = []
    found = simulate(parse("6S S6 L3"), trials=TRIALS, seed=5, crew=crew, progress=lambda d, _: done.append(d))
    crew.close()
    assert (found.values == alone).all()
    assert found.run.threads == 2
    assert done == sorted(done)
    assert done[-1] == TRIALS


def test_a_worker_that_dies_loses_nothing(local, alone):
    crew = Cluster(local.scheduler_address)
    workers = list(crew.client.run(os.getpid).values())
    killed = []

    def kill(done, total):
        if not killed and done > TRIALS // 8:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(done)

    found = simulate(parse("6S S6 L3"), trials=TRIALS, seed=5, crew=crew, progress=kill)
    crew.close()
    assert killed
    assert killed[0] < TRIALS
    assert (found.values == alone).all()


def test_an_interrupt_on_a_cluster_gives_back_what_was_counted(local):
    import _thread

    crew = Cluster(local.scheduler_address)
    timer = threading.Timer(1.5, _thread.interrupt_main)
    timer.start()
    found = simulate(parse("60S S7 L60"), trials=10**12, seed=1, crew=crew)
    timer.join()
    crew.close()
    assert found.run.interrupted
    assert found.values.sum() == found.trials > 0


def test_a_scheduler_that_does_not_answer_is_said(monkeypatch):
    monkeypatch.setattr("odds.core.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(OddsError, match="no Dask scheduler"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(OddsError, match="no Dask scheduler"):
        Cluster("not an address")
