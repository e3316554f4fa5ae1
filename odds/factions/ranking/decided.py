"""One attack on one target where re-rolls are to be decided: each number with what is best for it."""

from __future__ import annotations

from odds.factions.attacks.damage import State, start_of
from odds.factions.attacks.link import Values, check_rerolls, link
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.until.exact import mean_attacks
from odds.factions.attacks.until.rules import UntilDown
from odds.factions.attacks.worthwhile import for_the_end, plays_for_the_end


def decides(attack: Attack) -> bool:
    """Whether an attack has re-rolls and nothing says what they are for.

    Examples
    --------
    >>> from odds import parse_attack
    >>> [decides(parse_attack(f"4P P5 L2 {words} at E4 HP1")) for words in ("", "reroll 1")]
    [False, True]
    """
    return plays_for_the_end(for_the_end(attack).test)


def numbers(attack: Attack) -> tuple[float, float, float]:
    """Injuries that the attack causes, the chance that it Incapacitates, and the attacks until its target falls.

    Raises
    ------
    OddsError
        If the best re-rolls are too much to work out.

    Examples
    --------
    >>> from odds import parse_attack
    >>> [round(number, 6) for number in numbers(parse_attack("4P P5 L2 reroll 1 at E4 HP2"))]
    [0.421875, 0.0, 3.319774]
    """
    attack = for_the_end(attack)
    target = attack.target
    first = link(attack, start_of(target))
    check_rerolls([(first, 2)])

    def injuries(state: State) -> float:
        return (target.health if state.down else state.injuries) - target.injuries

    def falls(state: State) -> float:
        return float(state.down)

    def best(values: Values) -> float:
        after = first.after(first.choose(values))
        return float(sum(chance * values(state) for state, chance in after.items()))

    return best(injuries), best(falls), mean_attacks(UntilDown(attack))
