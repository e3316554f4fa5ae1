"""Rules as programs: random expressions equal plain Python; random sources have exactly their probabilities."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lane_tools import every_code, lanes_of, value_of

from odds.core.lanes import layout, sources
from odds.core.lanes.program import Bag, Mask, Number, Program

COINS = 6

masks = st.deferred(
    lambda: st.one_of(
        st.tuples(st.just("coin"), st.integers(0, COINS - 1)),
        st.tuples(st.just("constant"), st.booleans()),
        st.tuples(st.just("not"), masks),
        st.tuples(st.sampled_from(["and", "or", "xor"]), masks, masks),
        st.tuples(st.just("pick"), masks, masks, masks),
        st.tuples(st.sampled_from([">=", "<", ">", "<=", "=="]), numbers, st.integers(-1, 9)),
        st.tuples(st.sampled_from(["n>=n", "n<n", "n>n", "n<=n"]), numbers, numbers),
        st.tuples(st.just("where"), numbers, numbers, st.integers(2, 7)),
    )
)
numbers = st.deferred(
    lambda: st.one_of(
        st.tuples(st.just("count"), st.lists(masks, max_size=4)),
        st.tuples(st.just("number"), st.integers(0, 9)),
        st.tuples(st.just("plus"), numbers, st.one_of(numbers, masks)),
        st.tuples(st.just("up_to"), numbers, st.integers(0, 6)),
        st.tuples(st.just("pick number"), masks, numbers, numbers),
    )
)


def rule(k):
    return lambda x, y: (x * 3 + y) % k == 1


def noted(p: Program, coins: list[Mask], tree) -> Mask | Number:
    """The expression on lanes."""
    kind, *rest = tree
    sub = [noted(p, coins, part) if isinstance(part, tuple) else part for part in rest]
    match kind:
        case "coin":
            return coins[sub[0]]
        case "constant":
            return p.true if sub[0] else p.false
        case "not":
            return ~sub[0]
        case "and":
            return sub[0] & sub[1]
        case "or":
            return sub[0] | sub[1]
        case "xor":
            return sub[0] ^ sub[1]
        case "pick" | "pick number":
            return sub[0].pick(sub[1], sub[2])
        case ">=" | "n>=n":
            return sub[0] >= sub[1]
        case "<" | "n<n":
            return sub[0] < sub[1]
        case ">" | "n>n":
            return sub[0] > sub[1]
        case "<=" | "n<=n":
            return sub[0] <= sub[1]
        case "==":
            return sub[0].equals(sub[1])
        case "where":
            return p.where(rule(sub[2]), sub[0], sub[1])
        case "count":
            return p.count([noted(p, coins, part) for part in rest[0]])
        case "number":
            return p.number(sub[0])
        case "plus":
            return sub[0] + sub[1]
        case _:
            return sub[0].up_to(sub[1])


def plain(coins, tree):
    """The expression in plain Python."""
    kind, *rest = tree
    sub = [plain(coins, part) if isinstance(part, tuple) else part for part in rest]
    match kind:
        case "coin":
            return coins[sub[0]]
        case "constant" | "number":
            return int(sub[0])
        case "not":
            return 1 - sub[0]
        case "and":
            return sub[0] & sub[1]
        case "or":
            return sub[0] | sub[1]
        case "xor":
            return sub[0] ^ sub[1]
        case "pick" | "pick number":
            return sub[1] if sub[0] else sub[2]
        case ">=" | "n>=n":
            return int(sub[0] >= sub[1])
        case "<" | "n<n":
            return int(sub[0] < sub[1])
        case ">" | "n>n":
            return int(sub[0] > sub[1])
        case "<=" | "n<=n":
            return int(sub[0] <= sub[1])
        case "==":
            return int(sub[0] == sub[1])
        case "where":
            return int(rule(sub[2])(sub[0], sub[1]))
        case "count":
            return sum(plain(coins, part) for part in rest[0])
        case "plus":
            return sub[0] + sub[1]
        case _:
            return min(sub[0], sub[1])


@given(st.one_of(masks, numbers))
def test_random_expressions_equal_plain_python_in_every_lane(tree):
    p = Program()
    coins = [p.draw(layout.COINS) for _ in range(COINS)]
    answer = noted(p, coins, tree)
    result = [answer] if isinstance(answer, Mask) else answer
    lanes = lanes_of(p, **{f"c{k}": [coin] for k, coin in enumerate(coins)}, result=result)
    assert {tuple(lane.values()) for lane in lanes} == {
        (*shown, plain(shown, tree)) for shown in np.ndindex(*[2] * COINS)
    }
    if isinstance(answer, Number):
        assert max(lane["result"] for lane in lanes) <= answer.most


def test_a_bag_counts_like_its_masks():
    p = Program()
    coins = [p.draw(layout.COINS) for _ in range(5)]
    values, _ = every_code(p)
    total = p.count(Bag(coins))
    values, _ = every_code(p)
    assert (value_of(total, values) == sum(value_of(coin, values).astype(int) for coin in coins)).all()
    assert p.count(Bag(coins, most=3)).most == 3


# ------------------------------------------------------------------------------------------------ random sources
def shares(number: Number, p: Program) -> dict[int, Fraction]:
    """The exact probability of each value, by going through every way the coins can fall."""
    values, live = every_code(p)
    shown = Counter(value_of(number, values)[live].tolist())
    return {value: Fraction(codes, int(live.sum())) for value, codes in shown.items()}


@pytest.mark.parametrize("sides", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20, 100])
def test_every_face_is_exactly_as_likely(sides):
    p = Program()
    assert shares(sources.face(p, sides), p) == {face: Fraction(1, sides) for face in range(sides)}


@pytest.mark.parametrize(("sides", "dice"), [(3, 5), (5, 3), (6, 5), (10, 3)])
def test_dice_packed_in_one_code_do_not_tell_of_each_other(sides, dice):
    p = Program()
    faces = [sources.face(p, sides) for _ in range(dice)]
    values, live = every_code(p)
    together = Counter(zip(*(value_of(face, values)[live].tolist() for face in faces), strict=True))
    assert set(together.values()) == {int(live.sum()) // sides**dice}
    assert len(together) == sides**dice


def test_five_d3_come_from_eight_bits():
    assert sources.packing(3) == (5, 8)
    assert sources.packing(5) == (3, 7)


@pytest.mark.parametrize("n", [1, 2, 5, 11, 33])
def test_below_is_uniform(n):
    p = Program()
    assert shares(sources.below(p, n), p) == {k: Fraction(1, n) for k in range(n)}


@pytest.mark.parametrize("weights", [[1], [1, 2, 3], [0, 5, 1, 0, 2], [3, 3, 3, 3], [1, 0, 0, 12]])
def test_weighted_faces_have_their_weights(weights):
    p = Program()
    expected = {k: Fraction(w, sum(weights)) for k, w in enumerate(weights) if w}
    assert shares(sources.weighted(p, weights), p) == expected


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1]])
def test_weights_that_mean_nothing_are_refused(weights):
    with pytest.raises(ValueError, match="weights"):
        sources.weighted(Program(), weights)


@pytest.mark.parametrize("tenths", range(11))
def test_paired_dice_are_nested_faces_with_exact_probabilities(tenths):
    p = Program(paired=True)
    hit, more = p.dice(1, tenths, "pool")[0], p.dice(1, min(tenths + 1, 10), "pool")[0]
    values, live = every_code(p)
    shown = value_of(hit, values)[live]
    if shown.size > 1:
        assert Fraction(int(shown.sum()), shown.size) == Fraction(tenths, 10)
    assert not (value_of(hit, values) & ~value_of(more, values))[live].any()


@pytest.mark.parametrize("tenths", range(11))
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_hits_of_a_d10_have_their_probability(dice, tenths):
    """By counting 4e6 dice: a false alarm (6.5 standard errors) comes once in 1e10, and the seed is fixed."""
    from test_lane_machine import code_of, counts_of

    p = Program()
    trials = 4_000_000 // dice
    joint = counts_of(code_of(p, hits=p.dice(dice, tenths, "pool")), trials)
    mean = (joint * np.arange(joint.size)).sum() / trials / dice
    chance = tenths / 10
    assert abs(mean - chance) <= 6.5 * (chance * (1 - chance) / trials / dice) ** 0.5


def test_a_die_cannot_hit_on_eleven_faces():
    with pytest.raises(ValueError, match="10"):
        Program().dice(1, 11, "pool")
