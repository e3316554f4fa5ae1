"""The compiled machine on disk: made once, shared, repaired, done without."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from odds.core.lanes import cache

RUN = """
import sys
from odds.core.lanes import cache, engines
from odds import parse, simulate
compiled = []
engines.load("numba", lambda: compiled.append(1))
found = simulate(parse("6S S6 L3"), trials=100_000, seed=1, engine="numba")
print(len(compiled), int(found.mean("hits") * found.trials + 0.5), cache.is_filled())
"""


def start(folder, **env):
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", RUN],
        env={**os.environ, cache.VARIABLE: str(folder), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process):
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert not err
    compiled, total, filled = out.split()
    return int(compiled), int(total), filled == "True"


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache that two processes filled at the same time."""
    folder = tmp_path_factory.mktemp("kernels") / "not there yet"
    both = [start(folder) for _ in range(2)]
    results = [outcome(process) for process in both]
    assert len({total for _, total, _ in results}) == 1
    return folder, results[0][1]


def test_the_second_run_compiles_nothing(filled):
    folder, total = filled
    assert outcome(start(folder)) == (0, total, True)


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: bytes(len(data)), lambda _: b""])
def test_a_damaged_cache_is_noticed_and_thrown_away(filled, suffix, damage, monkeypatch, tmp_path):
    import shutil

    folder = tmp_path / "copy"
    shutil.copytree(filled[0], folder)
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    assert cache.is_filled()
    for file in folder.rglob(f"*{suffix}"):
        file.write_bytes(damage(file.read_bytes()))
    assert not cache.is_filled()
    assert not list(folder.rglob("*.nb?"))


def test_a_damaged_cache_is_made_anew(filled):
    folder, total = filled
    for file in Path(folder).rglob("*.nbc"):
        file.write_bytes(b"damaged")
    assert outcome(start(folder)) == (1, total, True)
    assert outcome(start(folder)) == (0, total, True)


def test_where_nothing_can_be_written_it_is_compiled_and_not_kept(filled, tmp_path):
    blocked = tmp_path / "a file"
    blocked.write_text("")
    assert outcome(start(blocked / "below")) == (1, filled[1], False)


@pytest.mark.parametrize("variable", ["XDG_CACHE_HOME", "LOCALAPPDATA"])
def test_the_folder_is_the_users_cache_folder(monkeypatch, variable, tmp_path):
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setattr(sys, "platform", "win32" if variable == "LOCALAPPDATA" else "linux")
    monkeypatch.setenv(variable, str(tmp_path))
    assert tmp_path in cache.base_folder().parents


def test_without_numba_numpy_answers():
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from odds.cli.app import main\n"
        "main(['6S', 'S6', 'L3', '--seed', '1', '--trials', '2e8', '--json'])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    simulation = json.loads(found.stdout)["simulation"]
    assert (simulation["engine"], simulation["trials"]) == ("numpy", 200_000_000)
    assert "numba is not installed: the numpy engine answered" in found.stderr


def test_numba_disable_jit_leaves_numpy():
    code = (
        "from odds import parse, simulate\n"
        "found = simulate(parse('6S S6 L3'), trials=10**7, seed=1)\n"
        "print(found.run.engine, found.trials)"
    )
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert found.stdout.split() == ["numpy", "10000000"]
