"""Any S.P.E.C.I.A.L. Test, for property tests."""

from hypothesis import strategies as st

from odds.factions.effects.effect import Used
from odds.factions.effects.table import by_name
from odds.factions.special.named import NAMES
from odds.factions.special.rules import POLICIES, STATISTICS, SpecialTest
from odds.factions.switches import BOOK, EDITIONS


@st.composite
def rules(draw):
    changes = {s.name: draw(st.sampled_from(list(s.values))) for s in BOOK.switches if draw(st.booleans())}
    return BOOK.rules(draw(st.sampled_from(list(EDITIONS))), changes)


@st.composite
def special_tests(draw):
    pool = draw(st.integers(1, 60))
    stat = draw(st.sampled_from(list(STATISTICS)))
    value = draw(st.none() | st.integers(0, 20))
    bonus = draw(st.integers(0, 60 - pool))
    luck = draw(st.none() | st.just(value) if stat == "L" else st.none() | st.integers(0, 60))
    most_luck = max(luck or 0, value or 0) if stat == "L" else luck or 0
    tripper = (Used(by_name()["Day Tripper"]),) if most_luck <= (18 if stat == "L" else 58) else ()
    small = pool + bonus <= 6  # the best of several permissions takes long to work out in a large Pool
    return SpecialTest(
        pool,
        stat,
        value,
        luck,
        bonus,
        unlucky=draw(st.booleans()),
        rerolls=draw(st.just(0) | st.integers(0, 60)),
        reroll_once=draw(st.booleans()),
        lucky_break=draw(st.booleans()),
        policy=draw(st.sampled_from(POLICIES if small else POLICIES[1:])),
        objective=draw(st.none() | st.sampled_from(["P(hits >= 3)", "mean(hits + luck_hits)", "P(failed)"])),
        vats=draw(st.none() | st.integers(0, 60)),
        effects=draw(st.just(()) | st.just(tripper)),
        situation=draw(st.just(()) | st.just(("melee", "alone"))),
        fortune_dice=draw(st.integers(1, 2)),
        name=draw(st.just("Attack") | st.sampled_from(NAMES)),
        at_least=draw(st.none() | st.integers(0, 180)),
        rules=draw(rules()),
    )
