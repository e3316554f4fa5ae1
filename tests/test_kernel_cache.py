"""The compiled machine on disk: made once, shared, repaired, done without."""

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import odds
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


def start(folder, code=RUN, **env):
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code],
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


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """The package installed once more: another path, other times, the same source."""
    place = tmp_path_factory.mktemp("another installation")
    shutil.copytree(Path(odds.__file__).parent, place / "odds", ignore=shutil.ignore_patterns("__pycache__"))
    for file in place.rglob("*.py"):
        os.utime(file, (1e9, 1e9))
    return place


def test_installations_with_the_same_source_share_a_kernel(filled, elsewhere):
    folder, total = filled
    there = f"import sys; sys.path.insert(0, {str(elsewhere)!r}); import odds; print(odds.__file__, file=sys.stderr)"
    for _ in range(2):  # neither spoils what the other finds
        process = start(folder, f"{there}{RUN}")
        out, err = process.communicate(timeout=120)
        assert out.split() == ["0", str(total), "True"]
        assert str(elsewhere) in err
        assert outcome(start(folder)) == (0, total, True)


def test_another_source_has_a_kernel_of_its_own(tmp_path, monkeypatch):
    before = cache.folder()
    file = Path(shutil.copytree(Path(cache.__file__).parent, tmp_path / "lanes")) / "machine.py"
    file.write_text(file.read_text() + "# other\n")
    monkeypatch.setattr(cache, "__file__", str(file.with_name("cache.py")))
    cache._source_digest.cache_clear()
    try:
        assert cache.folder() != before
    finally:
        monkeypatch.undo()
        cache._source_digest.cache_clear()
    assert cache.folder() == before


def test_every_part_of_the_machine_is_in_its_digest():
    left, found = ["machine"], set()
    while left:
        found.add(name := left.pop())
        tree = ast.parse((Path(cache.__file__).parent / f"{name}.py").read_text())
        here = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        named = [node.module.rpartition(".")[2] for node in here if node.module.startswith("odds.core.lanes.")]
        named += [name.name for node in here if node.module == "odds.core.lanes" for name in node.names]
        left += [each for each in named if each not in found and each != "cache"]
    assert {f"{name}.py" for name in found} == set(cache._SOURCES)


def test_the_kernels_used_last_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    names = [f"machine-{n:08x}-python3.11.4-numba0.61.2-0123abcd" for n in range(cache.KEPT + 3)]
    written, dead = f"{names[0]}.17", f"{names[0]}.18"
    now = time.time()
    for n, name in enumerate([*names, written, dead]):
        (tmp_path / name).mkdir()
        (tmp_path / name / "run.nbi").write_text("kernel")
        os.utime(tmp_path / name, (now + n, now + n))
    os.utime(tmp_path / names[0], (now + 1000, now + 1000))  # made first, used last
    os.utime(tmp_path / dead, (now - 1e6, now - 1e6))
    (tmp_path / "other").mkdir()
    cache._tidy()
    assert {path.name for path in tmp_path.iterdir()} == {names[0], *names[4:], written, "other"}


def test_using_a_kernel_is_noted(filled):
    folder, total = filled
    (kernel,) = folder.glob("machine-*")
    os.utime(kernel, (1e9, 1e9))
    assert outcome(start(folder)) == (0, total, True)
    assert kernel.stat().st_mtime > 1e9 + 1


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: bytes(len(data)), lambda _: b""])
def test_a_damaged_cache_is_noticed_and_thrown_away(filled, suffix, damage, monkeypatch, tmp_path):
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
