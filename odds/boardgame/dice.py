"""Three V.A.T.S. dice on lanes, re-rolled as a policy says; what a policy is good for is not known here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from odds.boardgame.faces import DICE, SIDES, Kind
from odds.boardgame.policy import Policy
from odds.core.lanes import sources
from odds.core.lanes.program import Mask, Number, Program


def roll(
    p: Program,
    policy: Policy | Sequence[Policy],
    kinds: Sequence[Kind],
    rerolls: int,
    place: str = "",
    told: Mask | None = None,
    chooser: Number | None = None,
) -> list[Number]:
    """The faces of the dice, as places in the face table, after every re-roll that the policy takes.

    Parameters
    ----------
    p
        The program.
    policy
        Which dice stay; or several policies, one for every value of `chooser`.
    kinds
        The kinds of face that the policy tells apart.
    rerolls
        How many re-rolls there are.
    place
        Names the dice in a paired program.
    told
        Lanes whose story tells of the re-rolls; all if None.
    chooser
        Which of several policies each lane follows; beyond the last it does not matter.
    """
    dice = [sources.quick_die(p, SIDES, f"{place}roll", n) for n in range(DICE)]
    kind_of = {face: number for number, kind in enumerate(kinds) for face in kind.faces}

    def again(n: int, left: int) -> Callable[..., bool]:
        """The rule that says whether die n is rolled again."""

        def rule(*seen: int) -> bool:
            faces, which = seen[:DICE], seen[DICE:]
            plan = policy if isinstance(policy, Policy) else policy[min(which[0], len(policy) - 1)]
            return plan.rolls_again(left, [kind_of[face] for face in faces])[n]

        return rule

    reads = dice if isinstance(policy, Policy) or chooser is None else [*dice, chooser]
    for left in range(rerolls, 0, -1):
        chosen = [p.where(again(n, left), *reads) for n in range(DICE)]
        new = [sources.quick_die(p, SIDES, f"{place}re-roll with {left} left", n) for n in range(DICE)]
        dice = [which.pick(fresh, old) for which, fresh, old in zip(chosen, new, dice, strict=True)]
        reads = [*dice, *reads[DICE:]]
        p.tell(f"{place}dice re-rolled", p.count(chosen), told)
    return dice


def read(p: Program, rule: Callable[[int], int], number: Number) -> Number:
    """A whole-number function of a small number, digit by digit."""
    most = max(rule(value) for value in range(number.most + 1))
    digits = [p.where(lambda value, j=j: rule(value) >> j & 1, number) for j in range(most.bit_length())]
    return Number(p, digits, most)
