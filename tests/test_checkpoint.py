"""Long runs kept in a file: interrupted, resumed, refused."""

import json

import pytest
from run import run

from odds import OddsError, parse, simulate
from odds.core.lanes import layout

QUERY = "6S S6 L3"


def stop_after(trials):
    def progress(done, total):
        if done >= trials:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_run_goes_on_and_ends_with_the_same_counts(tmp_path):
    path = str(tmp_path / "run.json")
    first = simulate(parse(QUERY), trials=6_000_000_007, seed=7, checkpoint=path, progress=stop_after(50_000_000))
    assert first.run.interrupted
    state = json.loads((tmp_path / "run.json").read_text())
    assert state["question"] == QUERY
    assert sum(number for _, number in state["counts"]) == first.trials
    seen = []
    done = simulate(
        parse(QUERY), trials=6_000_000_007, checkpoint=path, progress=lambda d, _: seen.append(d), threads=1
    )
    assert seen[0] > first.trials
    assert done.run.seed == 7
    assert not done.run.interrupted
    assert (done.values == simulate(parse(QUERY), trials=6_000_000_007, seed=7).values).all()
    again = simulate(parse(QUERY), trials=6_000_000_007, seed=7, checkpoint=path)
    assert (again.values == done.values).all()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["run.json"]


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "run.json"
    simulate(parse(QUERY), trials=2_000_000, seed=7, checkpoint=str(path))
    return path


@pytest.mark.parametrize(
    ("query", "changed", "said"),
    [
        ("6S S6 L4", {}, "question"),
        (QUERY, {"seed": 8}, "seed"),
        (QUERY, {"trials": 1_000_000}, "trials"),
        (QUERY, {"axes": ("hits",)}, "axes"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused_and_left_alone(kept, query, changed, said):
    before = kept.read_bytes()
    with pytest.raises(OddsError, match=said):
        simulate(parse(query), **{"trials": 2_000_000, "seed": 7, "checkpoint": str(kept), **changed})
    assert kept.read_bytes() == before


def test_a_checkpoint_of_another_version_is_refused(kept, monkeypatch):
    monkeypatch.setattr(layout, "STREAMS", 99)
    simulate(parse(QUERY), trials=2_000_000, seed=7, checkpoint=str(kept.parent / "other.json"))
    (kept.parent / "other.json").replace(kept)
    monkeypatch.undo()
    with pytest.raises(OddsError, match="streams is 99"):
        simulate(parse(QUERY), trials=2_000_000, checkpoint=str(kept))


def damaged(text: str) -> dict[str, str]:
    state = json.loads(text)
    return {
        "cut": text[: len(text) // 2],
        "empty": "",
        "binary": "\x00\x01",
        "list": "[]",
        "deep": "[" * 100_000,
        "no counts": json.dumps({**state, "counts": None}),
        "negative": json.dumps({**state, "counts": [[0, -1]]}),
        "text": json.dumps({**state, "blocks": "2"}),
        "true": json.dumps({**state, "blocks": True}),
        "pairs": json.dumps({**state, "counts": [[1]]}),
        "sum": json.dumps({**state, "counts": state["counts"][1:]}),
        "far": json.dumps({**state, "counts": [[10**7, 5], *state["counts"]]}),
        "twice": json.dumps({**state, "counts": [state["counts"][0], *state["counts"]]}),
        "moved": json.dumps({**state, "counts": [[n, count] for n, (_, count) in enumerate(state["counts"])][::-1]}),
        "wrapped": json.dumps({**state, "counts": [[0, 2**62], [1, 2**62], [2, 2**62], [3, 2**62]]}),
        "key": json.dumps({**state, "more": 1}),
    }


@pytest.mark.parametrize("kind", list(damaged(json.dumps({"counts": [[0, 0]]}))))
def test_a_damaged_checkpoint_is_said_in_one_sentence(kept, kind):
    text = damaged(kept.read_text())[kind]
    kept.write_text(text)
    with pytest.raises(OddsError, match="is not a whole checkpoint"):
        simulate(parse(QUERY), trials=2_000_000, checkpoint=str(kept))
    assert kept.read_text() == text


def test_a_checkpoint_that_cannot_be_is_refused_before_anything_is_played(tmp_path):
    with pytest.raises(OddsError, match="folder"):
        simulate(parse(QUERY), trials=10**12, checkpoint=str(tmp_path / "no" / "run.json"))
    with pytest.raises(OddsError, match="folder"):
        simulate(parse(QUERY), trials=10**12, checkpoint=str(tmp_path))


def test_a_run_of_whole_blocks_can_be_made_longer_and_finds_its_seed(tmp_path):
    path = str(tmp_path / "run.json")
    simulate(parse(QUERY), trials=4 << 20, seed=7, checkpoint=path)
    longer = simulate(parse(QUERY), trials=(9 << 20) + 5, checkpoint=path)
    assert longer.run.seed == 7
    assert (longer.values == simulate(parse(QUERY), trials=(9 << 20) + 5, seed=7).values).all()


@pytest.mark.parametrize("engine", ["numpy", "numba"])
@pytest.mark.parametrize("longer", [2_000_001, (2 << 20), (5 << 20) + 3])
def test_a_run_whose_last_block_was_cut_short_can_be_made_longer(tmp_path, longer, engine):
    path = str(tmp_path / "run.json")
    settings = {"seed": 7, "engine": engine}
    simulate(parse(QUERY), trials=2_000_000, checkpoint=path, **settings)
    resumed = simulate(parse(QUERY), trials=longer, checkpoint=path, **settings)
    assert (resumed.values == simulate(parse(QUERY), trials=longer, **settings).values).all()
    again = simulate(parse(QUERY), trials=longer + 10, checkpoint=path, **settings)
    assert (again.values == simulate(parse(QUERY), trials=longer + 10, **settings).values).all()


def test_a_cut_block_that_is_not_in_the_counts_is_no_whole_checkpoint(tmp_path):
    from odds.core.checkpoint import _check

    path = tmp_path / "run.json"
    simulate(parse(QUERY), trials=2_000_000, seed=7, checkpoint=str(path))
    state = json.loads(path.read_text())
    state["counts"] = [[state["counts"][-1][0], 2_000_000]]
    path.write_text(json.dumps(state | {"check": _check(state)}))
    with pytest.raises(OddsError, match="is not a whole checkpoint"):
        simulate(parse(QUERY), trials=3_000_000, checkpoint=str(path))


def test_the_command_line_goes_on_without_being_told_the_seed(tmp_path):
    words = ["6S", "S6", "L3", "--trials", "3000000", "--json", "--checkpoint", tmp_path / "run.json"]
    first, second = run(*words), run(*words)
    assert (first.code, second.code) == (0, 0)
    assert first.json["hits"] == second.json["hits"]


def test_a_device_is_no_checkpoint():
    with pytest.raises(OddsError, match="ordinary file"):
        simulate(parse(QUERY), trials=1000, checkpoint="/dev/full")
    with pytest.raises(OddsError, match="cannot be a checkpoint"):
        simulate(parse(QUERY), trials=1000, checkpoint="x" * 5000)


def test_a_precision_is_looked_at_where_it_would_have_been_without_the_break(tmp_path):
    """Resumed after three blocks, it goes on to four: the totals at which it may stop are 1, 2, 4, ..."""
    path = str(tmp_path / "run.json")
    wanted = {"precision": 0.0003, "seed": 7}
    whole = simulate(parse(QUERY), **wanted)
    assert whole.trials == 4 << 20
    simulate(parse(QUERY), trials=3 << 20, seed=7, checkpoint=path)
    resumed = simulate(parse(QUERY), checkpoint=path, **wanted)
    assert (resumed.values == whole.values).all()
