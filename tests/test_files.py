"""Files and charts: whole or not at all, nothing cropped, no display needed."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from odds import answer, exact, parse
from odds.core import files
from odds.core.errors import OddsError
from odds.report import charts


def test_a_file_is_replaced_whole(tmp_path):
    file = tmp_path / "odds.txt"
    files.write_whole(file, b"one")
    files.write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert [path.name for path in tmp_path.iterdir()] == ["odds.txt"]


def test_a_file_is_left_as_it_was_if_writing_fails(tmp_path, monkeypatch):
    file = tmp_path / "odds.txt"
    file.write_bytes(b"one")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OddsError, match="No space left"):
        files.write_whole(file, b"two")
    assert file.read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["odds.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of Unix")
def test_permissions_and_links_stay(tmp_path):
    file, link = tmp_path / "odds.txt", tmp_path / "link.txt"
    file.write_bytes(b"one")
    file.chmod(0o640)
    link.symlink_to(file)
    files.write_whole(link, b"two")
    assert link.is_symlink()
    assert file.read_bytes() == b"two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    old = os.umask(0o022)
    try:
        files.write_whole(tmp_path / "new.txt", b"")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "new.txt").stat().st_mode) == 0o644


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices")
def test_a_device_is_written_to_not_replaced():
    files.write_whole("/dev/null", b"gone")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("path", ["", ".", "missing/odds.png", "a\0b.png", "x" * 300 + "/a.png"])
def test_what_cannot_be_written_is_said_first(path):
    with pytest.raises(OddsError):
        files.check(path)


@pytest.mark.parametrize("path", ["odds", "odds.gif", "odds.png.txt", ".png"])
def test_unknown_endings(path):
    with pytest.raises(OddsError, match="must end in"):
        files.check(path, files.CHARTS)


@pytest.fixture(scope="module")
def drawn():
    """Charts of one Test: few trials, many trials, exact, simulated."""
    test = parse("6S S6 L3")
    return {
        "few": charts.answer_figure(answer(test, trials=500, seed=1)),
        "many": charts.answer_figure(answer(test, trials=10**7, seed=1)),
        "exact": charts.figure(exact(test)),
        "values": charts.answer_figure(answer(parse("6S L3"), method="exact")),
    }


def test_bars_are_the_distribution(drawn):
    left = drawn["exact"].axes[0]
    heights = [patch.get_height() for patch in left.patches]
    assert heights == pytest.approx([100 * p for p in exact(parse("6S S6 L3")).marginal("hits").probabilities])


def test_the_curve_is_at_least(drawn):
    right = drawn["exact"].axes[1]
    (curve,) = right.lines
    assert list(curve.get_xdata()) == list(range(10))
    assert curve.get_ydata()[4] == pytest.approx(74.6371584)


def test_the_first_and_last_bar_are_inside(drawn):
    for name in ("few", "many", "exact"):
        left = drawn[name].axes[0]
        low, high = left.get_xlim()
        for patch in left.patches:
            assert low < patch.get_x()
            assert patch.get_x() + patch.get_width() < high
            assert patch.get_height() < left.get_ylim()[1]


def test_error_bars_only_where_they_can_be_seen(drawn):
    few, many = (drawn[name].axes[0].containers for name in ("few", "many"))
    assert any(getattr(each, "has_yerr", False) for each in few)
    assert not any(getattr(each, "has_yerr", False) for each in many)


@pytest.mark.parametrize(
    "query",
    [
        "6S S6 L3",
        "1S S1 L0",
        "3S S0",
        "60S S6 L30",
        "6S L3",
        "4L",
        "9P P4 L2 +2 dice Lucky Break Four Leaf Clover >=9 edition NW2024 rule all-duds=failed rule luck-dice=printed",
    ],
)
def test_the_title_is_the_query_and_nothing_is_cropped(query):
    test = parse(query)
    figure = charts.answer_figure(answer(test, trials=2000, seed=1))
    assert figure.get_suptitle().replace("\n", " ") == test.text
    figure.draw_without_rendering()
    used, whole = figure.get_tightbbox(), figure.bbox_inches
    assert used.x0 >= -0.01
    assert used.y0 >= -0.01
    assert used.x1 <= whole.x1 + 0.01
    assert used.y1 <= whole.y1 + 0.01


@pytest.mark.parametrize("ending", files.CHARTS)
def test_the_same_answer_draws_the_same_file(tmp_path, ending):
    found = answer(parse("6S S6 L3"), method="exact")
    one, two = tmp_path / f"one{ending}", tmp_path / f"TWO{ending.upper()}"
    charts.save(found, str(one))
    charts.save(found, str(two))
    assert one.read_bytes() == two.read_bytes()


def test_no_display_and_no_pyplot_are_needed(tmp_path):
    script = (
        "import sys; from odds.cli.app import main;"
        f"main(['6S', 'S6', 'L3', '--method', 'exact', '--chart', {str(tmp_path / 'odds.png')!r}]);"
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    environ = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "MPLBACKEND")}
    assert subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, check=False).returncode == 0
    assert (tmp_path / "odds.png").stat().st_size > 10_000
