"""The two worked examples of the rules page: their dice in, their outcome out."""

import pytest
from naive import play

from odds.factions.special.exact import exact
from odds.factions.special.rules import SpecialTest


def test_melee_attack():
    # The page calls the Pool of this 6S Test four dice once, then rolls six.
    test = SpecialTest(6, "S", 6, 3)
    assert (test.luck_dice, test.standard_dice) == (3, 3)
    played = play(test, luck=[1, 7, 8], standard=[2, 3, 10], smiles=[4])
    assert (played.pool_hits, played.luck_hits, played.hits) == (3, 1, 4)
    assert not played.failed
    assert exact(test).probability(f"hits == {played.hits} and luck_hits == {played.luck_hits}") > 0


def test_the_smiling_die_may_miss():
    assert play(SpecialTest(6, "S", 6, 3), luck=[1, 7, 8], standard=[2, 3, 10], smiles=[7]).hits == 3


def test_unlucky_ranged_attack():
    test = SpecialTest(4, "P", 4, 2, unlucky=True)
    assert (test.luck_dice, test.standard_dice) == (2, 2)
    played = play(test, luck=[2, 8], standard=[4, 5])
    assert (played.hits, played.luck_hits) == (2, 1)
    assert not played.failed
    distribution = exact(test)
    assert distribution.probability("hits == 2 and luck_hits == 1") > 0
    assert distribution.probability("critical") == 0


def test_small_pool_takes_only_as_much_luck_as_it_has_room_for():
    test = SpecialTest(2, "E", 5, 4, name="Meltdown")
    assert (test.luck_dice, test.standard_dice) == (2, 0)
    with pytest.raises(AssertionError):
        play(test, luck=[1, 2, 3, 4], standard=[])
