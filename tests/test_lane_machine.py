"""The lane machine: random words, instructions, tally, guards; numba and numpy alike."""

from itertools import product

import numpy as np
import pytest
from lane_tools import code_of, lanes_of

from odds.core.blocks import Job, Tally, Threads, play_until
from odds.core.errors import OddsError
from odds.core.lanes import decode, engines, layout, machine, vector
from odds.core.lanes.program import Mask, Number, Program

ENGINES = ("numpy", "numba")


def counts_of(code, trials, engine="numba", threads=1, seed=1):
    job = Job(code, seed, 0, trials, engine)
    tally = Tally(np.zeros(code.cells, np.int64))
    crew = Threads(threads)
    play_until(job, crew, tally, job.blocks)
    crew.close()
    return code.joint(tally.counts)


# ------------------------------------------------------------------------------------------------ random words
def test_every_generator_is_numpys_sfc64():
    key = layout.stream_key(12345, 6)
    a, b, c = layout.block_states(key, 7, 2)
    ours = vector.Generators(key, 7, 2)
    words = np.array([ours.word() for _ in range(50)])
    for block, lane in [(0, 0), (0, 255), (1, 17)]:
        theirs = np.random.SFC64()
        state = np.array([a[block, lane], b[block, lane], c[block, lane], 1], np.uint64)
        theirs.state = {"bit_generator": "SFC64", "state": {"state": state}, "has_uint32": 0, "uinteger": 0}
        drawn = theirs.random_raw(layout.WARM_UP + 50)
        assert (drawn[layout.WARM_UP :] == words[:, block, lane]).all()


def test_the_stream_layout_is_fixed():
    """These words belong to version 1 of the layout: if this changes, the version must."""
    assert layout.STREAMS == 1
    words = vector.Generators(layout.stream_key(1, 0), 0, 1)
    assert [hex(int(words.word()[0, 0])) for _ in range(3)] == FIRST_WORDS


FIRST_WORDS = ["0xcafeb16ca14172f0", "0x615526e5258703e9", "0xc88b2ddbb42656c2"]


def test_streams_blocks_and_seeds_differ():
    starts = {
        int(vector.Generators(layout.stream_key(seed, stream), block, 1).word()[0, 0])
        for seed, stream, block in product((0, 1, 2**63 - 1), (0, 1), (0, 1, 10**6))
    }
    assert len(starts) == 18


# ------------------------------------------------------------------------------------------------ decoders
def bits_of_every_code(n):
    codes = np.arange(1 << n, dtype=np.uint64)
    return [codes >> np.uint64(k) & np.uint64(1) for k in range(n)]


@pytest.mark.parametrize(
    ("decoder", "bits", "hits", "faces"),
    [
        (decode.three_fifths, 7, 1, 125),
        (decode.three_two_fifths, 7, 2, 125),
        (decode.one_fifth, 4, 1, 15),
        (decode.one_two_fifths, 4, 2, 15),
    ],
)
def test_decoders_give_each_die_exactly_its_probability_and_no_die_tells_of_another(decoder, bits, hits, faces):
    *masks, out = (word & np.uint64(1) for word in decoder(*bits_of_every_code(bits)))
    kept = out == 0
    assert kept.sum() == faces
    for pattern in product((0, 1), repeat=len(masks)):
        codes = np.logical_and.reduce([mask[kept] == shown for mask, shown in zip(masks, pattern, strict=True)]).sum()
        share = np.prod([hits / 5 if shown else 1 - hits / 5 for shown in pattern])
        assert codes == round(faces * share)


# ------------------------------------------------------------------------------------------------ instructions
def turned(mask: Mask, turn: int) -> Mask:
    return ~mask if turn else mask


TRUTH = {
    "and": (lambda p, a, b, c: [a & b], lambda a, b, c: [a & b]),
    "xor": (lambda p, a, b, c: [a ^ b], lambda a, b, c: [a ^ b]),
    "or": (lambda p, a, b, c: [a | b], lambda a, b, c: [a | b]),
    "pick": (lambda p, a, b, c: [a.pick(b, c)], lambda a, b, c: [b if a else c]),
    "add": (lambda p, a, b, c: list(p.add(a, b, c)), lambda a, b, c: [(a + b + c) % 2, (a + b + c) // 2]),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("turns", list(product((0, 1), repeat=3)))
@pytest.mark.parametrize("name", TRUTH)
def test_instruction_has_its_truth_table(name, turns, engine):
    noted, plain = TRUTH[name]
    p = Program()
    a, b, c = (p.draw(layout.COINS) for _ in range(3))
    results = noted(p, *(turned(mask, turn) for mask, turn in zip((a, b, c), turns, strict=True)))
    code = code_of(p, a=[a], b=[b], c=[c], **{f"r{k}": [r] for k, r in enumerate(results)})
    seen = np.argwhere(counts_of(code, 3000, engine))
    assert {tuple(row[:3]) for row in seen} == set(product((0, 1), repeat=3))
    for row in seen.tolist():
        read = [value ^ turn for value, turn in zip(row[:3], turns, strict=True)]
        assert row[3:] == plain(*read)


@pytest.mark.parametrize("engine", ENGINES)
def test_drop_leaves_lanes_out_and_still_counts_every_trial_asked_for(engine):
    p = Program()
    a, b = p.draw(layout.COINS), p.draw(layout.COINS)
    p.drop(a & ~b)
    joint = counts_of(code_of(p, a=[a], b=[b]), 100_000, engine)
    assert joint.sum() == 100_000
    assert joint[1, 0] == 0
    assert joint.reshape(-1)[[0, 1, 3]].min() > 32_000


@pytest.mark.parametrize("engine", ENGINES)
def test_an_impossible_condition_is_said_and_does_not_loop(engine, monkeypatch):
    p = Program()
    a, b = p.draw(layout.COINS), p.draw(layout.COINS)
    total = p.count([a, b])
    p.drop(total >= 1)
    p.drop(~a & ~b)
    if engine == "numpy":
        monkeypatch.setattr(layout, "MOST_IDLE", 5)
    with pytest.raises(OddsError, match="too rare"):
        counts_of(code_of(p, a=[a]), 1000, engine)


def test_a_condition_known_to_be_impossible_is_refused_when_it_is_said():
    p = Program()
    with pytest.raises(ValueError, match="never holds"):
        p.drop(p.true)


# ------------------------------------------------------------------------------------------------ table and scratch
def some_programs():
    from odds.core.lanes import sources

    for dice, tenths in [(1, 3), (6, 6), (40, 7), (60, 1)]:
        p = Program()
        hits = p.dice(dice, tenths, "pool")
        yield code_of(p, hits=hits)
    p = Program()
    yield code_of(p, a=sources.weighted(p, [1, 2, 3, 5]), b=sources.face(p, 6))


def test_no_step_writes_a_row_it_reads_and_none_reads_what_is_not_there():
    for code in some_programs():
        written = {layout.ZERO}
        for operation, *operands in code.table.tolist():
            results = {layout.ADD: 2, layout.DROP: 0}.get(operation, 1)
            results = 3 if operation in layout.SINGLE else results
            reads = {layout.AND: 2, layout.XOR: 2, layout.PICK: 3, layout.ADD: 3, layout.DROP: 1}.get(operation, 0)
            read = {operand >> 1 for operand in operands[3 : 3 + reads]}
            assert read <= written
            assert not read & set(operands[:results])
            assert all(layout.FIRST_FREE <= row < code.rows for row in operands[:results])
            written |= set(operands[:results])
        assert {plane >> 1 for plane in code.planes.tolist()} <= written


def test_scratch_begins_on_a_cache_line():
    for rows in (6, 20, 100):
        assert all(machine.scratch(rows).ctypes.data % 64 == 0 for _ in range(10))


# ------------------------------------------------------------------------------------------------ counts
SIZES = (1, 2, 63, 64, 65, 16_383, 16_384, 16_385, layout.QUOTA - 1, layout.QUOTA, layout.QUOTA + 1)


@pytest.mark.parametrize("trials", SIZES)
def test_exactly_the_trials_asked_for_and_the_same_counts_from_both_engines(trials):
    p = Program()
    luck, standard = p.dice(3, 7, "pool"), p.dice(3, 4, "pool")
    code = code_of(p, luck=luck, standard=standard)
    by_numba, by_numpy = (counts_of(code, trials, engine) for engine in ("numba", "numpy"))
    assert by_numba.sum() == trials
    assert (by_numba == by_numpy).all()


def test_any_number_of_threads_gives_the_same_counts():
    p = Program()
    code = code_of(p, hits=p.dice(7, 3, "pool"))
    trials = 37 * layout.QUOTA + 4321
    one = counts_of(code, trials, threads=1)
    for threads in (2, 5, 16):
        assert (counts_of(code, trials, threads=threads) == one).all()
    few = 5 * layout.QUOTA + 99
    assert (counts_of(code, few, "numpy", threads=3) == counts_of(code, few, threads=2)).all()


def test_tally_over_many_planes():
    p = Program()
    dice = p.dice(40, 5, "pool")
    joint = counts_of(code_of(p, a=dice[:20], b=dice[20:30], c=dice[30:]), 200_000)
    assert joint.shape == (21, 11, 11)
    assert joint.sum() == 200_000
    assert abs((joint.sum((1, 2)) * np.arange(21)).sum() / 200_000 - 10) < 0.05


def test_counted_axes_do_not_change_what_the_dice_show():
    p = Program()
    a, b = p.dice(4, 6, "pool"), p.dice(5, 3, "pool")
    from odds.core.lanes.code import compile_code
    from odds.core.lanes.program import Bag

    parts = {"sum": [Bag(a), Bag(b)], "a": [(first := Bag(a))], "b": [(second := Bag(b))]}
    parts["sum"] = [first, second]
    full = counts_of(compile_code(p, parts, ["sum", "a", "b"]), 50_000)
    for k, axis in enumerate(parts):
        alone = counts_of(compile_code(p, parts, [axis]), 50_000)
        assert (alone == full.sum(tuple(i for i in range(3) if i != k))).all()


def test_a_bound_that_a_rule_got_wrong_is_noticed():
    p = Program()
    too_low = Number(p, p.count(p.dice(3, 5, "pool")).digits, 2)
    with pytest.raises(RuntimeError, match="bound"):
        counts_of(code_of(p, n=too_low), 1000)


def test_masks_and_numbers_are_neither_true_nor_false():
    p = Program()
    mask = p.draw(layout.COINS)
    with pytest.raises(TypeError, match="lane"):
        bool(mask)
    with pytest.raises(TypeError, match="lane"):
        bool(p.count([mask]))


def test_lanes_of_a_tile_are_the_trials_that_are_counted():
    p = Program()
    hits = p.dice(5, 7, "pool")
    lanes = lanes_of(p, hits=hits)
    counted = counts_of(code_of(p, hits=hits), len(lanes), "numpy")
    assert np.bincount([lane["hits"] for lane in lanes], minlength=6).tolist() == counted.tolist()


def test_engine_is_chosen_by_predicted_time(monkeypatch):
    p = Program()
    code = code_of(p, hits=p.dice(6, 6, "pool"))
    assert engines.choose("auto", code, 10**5) == "numpy"
    assert engines.choose("auto", code, 10**10) == "numba"
    with pytest.raises(OddsError, match="numpy"):
        engines.choose("fortran", code, 1)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert engines.choose("auto", code, 10**10) == "numpy"
    with pytest.raises(OddsError, match="NUMBA_DISABLE_JIT"):
        engines.choose("numba", code, 1)
