"""Slow, obvious versions of what the package does fast, written from the rules and sharing no code with it.

`play` follows the five steps with faces that are given, `face_by_face` tries every way the dice can fall, and
`die_by_die` adds one die after the other to a dictionary of states. `wrong` names a rule to get wrong on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from odds.factions.special.rules import SpecialTest

FACES = range(1, 11)
WRONG = ("ten hits", "chained", "uncapped")

Outcome = tuple[int, int, int]  # hits, luck_hits, pool_hits


@dataclass(frozen=True)
class Played:
    """How one Test came out."""

    hits: int
    luck_hits: int
    pool_hits: int

    @property
    def failed(self) -> bool:
        return self.hits == 0


def is_hit(face: int, statistic: int, wrong: str = "") -> bool:
    if face == 10 and wrong != "ten hits":
        return False
    return face <= statistic


def dice_of(test: SpecialTest, wrong: str = "") -> tuple[int, int]:
    """Step 1: Luck Dice and Standard Dice."""
    pool_size = test.pool
    if not test.unlucky:
        pool_size += test.bonus
    room = test.pool if test.rules["luck-dice"] == "printed" and not test.unlucky else pool_size
    luck = 0
    while luck < test.luck and (luck < room or wrong == "uncapped"):
        luck += 1
    return luck, max(0, pool_size - luck)


def to_reroll(test: SpecialTest, luck: Iterable[int], standard: Iterable[int]) -> tuple[list[int], list[int]]:
    """Places of the Luck Dice and of the Standard Dice that policy duds-luck-first re-rolls."""
    luck_duds = [place for place, face in enumerate(luck) if not is_hit(face, test.value)]
    standard_duds = [place for place, face in enumerate(standard) if not is_hit(face, test.value)]
    nothing_but_duds = len(luck_duds) + len(standard_duds) == test.dice
    if nothing_but_duds and test.rules["all-duds"] == "failed":
        return [], []
    if test.lucky_break:
        return luck_duds, standard_duds
    first = luck_duds[: test.rerolls]
    return first, standard_duds[: test.rerolls - len(first)]


def smiles_of(test: SpecialTest, survivors: int) -> int:
    """Step 3: Standard Dice that Fortune Smiles rolls."""
    if test.unlucky or survivors == 0:
        return 0
    dice = [1] * survivors
    if test.fortune_dice == 2:
        dice[0] = 2
        if test.rules["four-leaf-clover"] == "every":
            dice = [2] * survivors
    return sum(dice)


def play(
    test: SpecialTest,
    luck: list[int],
    standard: list[int],
    rerolled: Iterable[int] = (),
    smiles: Iterable[int] = (),
) -> Played:
    """The five steps with given faces; every given face must be needed, and every needed one given."""
    assert (len(luck), len(standard)) == dice_of(test)
    new_faces, smiling = iter(rerolled), iter(smiles)
    luck, standard = list(luck), list(standard)
    luck_places, standard_places = to_reroll(test, luck, standard)
    for place in luck_places:
        luck[place] = next(new_faces)
    for place in standard_places:
        standard[place] = next(new_faces)
    luck_hits = sum(is_hit(face, test.value) for face in luck)
    pool_hits = luck_hits + sum(is_hit(face, test.value) for face in standard)
    hits = pool_hits + sum(is_hit(next(smiling), test.value) for _ in range(smiles_of(test, luck_hits)))
    assert next(new_faces, None) is None
    assert next(smiling, None) is None
    return Played(hits, luck_hits, pool_hits)


def falls(dice: int) -> Iterator[tuple[int, ...]]:
    """Every way so many dice can fall."""
    return product(FACES, repeat=dice)


@cache
def smiling(dice: int, statistic: int) -> Counter[int]:
    """Ways to so many Hits, over every way these dice can fall."""
    return Counter(sum(is_hit(face, statistic) for face in faces) for faces in falls(dice))


def face_by_face(test: SpecialTest) -> dict[Outcome, Fraction]:
    """Every face of every die of a small pool, each way as likely as any other that rolls as many dice."""
    n_luck, _ = dice_of(test)
    chances: dict[Outcome, Fraction] = {}
    ways: Counter[tuple[int, int, int, int]] = Counter()
    for faces in falls(test.dice):
        luck, standard = faces[:n_luck], faces[n_luck:]
        luck_places, standard_places = to_reroll(test, luck, standard)
        again = len(luck_places) + len(standard_places)
        luck_kept = [face for place, face in enumerate(luck) if place not in luck_places]
        standard_kept = [face for place, face in enumerate(standard) if place not in standard_places]
        for new in falls(again):
            luck_now = [*luck_kept, *new[: len(luck_places)]]
            standard_now = [*standard_kept, *new[len(luck_places) :]]
            luck_hits = sum(is_hit(face, test.value) for face in luck_now)
            pool_hits = luck_hits + sum(is_hit(face, test.value) for face in standard_now)
            dice = smiles_of(test, luck_hits)
            for more, times in smiling(dice, test.value).items():
                ways[pool_hits + more, luck_hits, pool_hits, test.dice + again + dice] += times
    for (hits, luck_hits, pool_hits, dice), count in ways.items():
        outcome = hits, luck_hits, pool_hits
        chances[outcome] = chances.get(outcome, Fraction(0)) + Fraction(count, 10**dice)
    return chances


States = dict[tuple[int, ...], float]


def after_a_die(states: States, p: float, place: int) -> States:
    """One more die is rolled in every state: if it hits, the number at `place` goes up by one."""
    after: States = {}
    for state, chance in states.items():
        hit = (*state[:place], state[place] + 1, *state[place + 1 :])
        after[hit] = after.get(hit, 0) + chance * p
        after[state] = after.get(state, 0) + chance * (1 - p)
    return after


def chance_of_a_hit(statistic: int, wrong: str = "") -> Fraction:
    return Fraction(sum(is_hit(face, statistic, wrong) for face in FACES), 10)


def die_by_die(test: SpecialTest, wrong: str = "", *, fractions: bool = False) -> dict[Outcome, float]:
    """States (Luck Dice that hit, Standard Dice that hit), then die by die re-rolls, then die by die Fortune Smiles."""
    p = chance_of_a_hit(test.value, wrong)
    p = p if fractions else float(p)
    n_luck, n_standard = dice_of(test, wrong)
    states: States = {(0, 0): 1}
    for _ in range(n_luck):
        states = after_a_die(states, p, 0)
    for _ in range(n_standard):
        states = after_a_die(states, p, 1)
    outcomes: dict[Outcome, float] = {}
    for (luck_hits, pool_hits), chance in after_rerolls(test, states, p, n_luck, n_standard).items():
        extra: States = {(0,): chance}
        for _ in range(smiles_of(test, luck_hits)):
            extra = after_a_die(extra, p, 0)
        if wrong == "chained" and not test.unlucky:
            extra = chained(extra, p)
        for (more,), share in extra.items():
            outcome = pool_hits + more, luck_hits, pool_hits
            outcomes[outcome] = outcomes.get(outcome, 0) + share
    return outcomes


def after_rerolls(test: SpecialTest, states: States, p: float, n_luck: int, n_standard: int) -> States:
    """States (Luck Dice left, Hits of the Pool) after the re-rolls of policy duds-luck-first."""
    done: States = {}
    for (luck_hits, standard_hits), chance in states.items():
        budget = n_luck + n_standard if test.lucky_break else test.rerolls
        if luck_hits + standard_hits == 0 and test.rules["all-duds"] == "failed":
            budget = 0
        now: States = {(luck_hits, standard_hits): chance}
        for duds, place in ((n_luck - luck_hits, 0), (n_standard - standard_hits, 1)):
            for _ in range(duds):
                if budget > 0:
                    budget -= 1
                    now = after_a_die(now, p, place)
        for (luck_now, standard_now), share in now.items():
            state = luck_now, luck_now + standard_now
            done[state] = done.get(state, 0) + share
    return done


def chained(extra: States, p: float) -> States:
    """The wrong rule: each Fortune Smiles Hit rolls one die more."""
    longer: States = {}
    for (more,), chance in extra.items():
        again: States = {(more,): chance}
        for _ in range(more):
            again = after_a_die(again, p, 0)
        for state, share in again.items():
            longer[state] = longer.get(state, 0) + share
    return longer
