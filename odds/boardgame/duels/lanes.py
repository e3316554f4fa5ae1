"""Fights one after another on lanes: every fight is rolled in full, and counts where both sides still stand."""

from __future__ import annotations

from collections.abc import Sequence

from odds.boardgame.dice import read, roll
from odds.boardgame.duels.rules import BoardDuel
from odds.boardgame.fights.exact import policy
from odds.boardgame.fights.lanes import damage_of, hits_of, seen
from odds.core.lanes.program import Bag, Mask, Number, Program


def play(p: Program, duel: BoardDuel) -> dict[str, Sequence[Number | Bag]]:
    """Fights in every lane; the outcomes are the fights in which the enemy is killed and the survivor dies."""
    fight, kinds = duel.fight, duel.fight.table.kinds(duel.fight.weak)
    needs = fight.level + (fight.enemy_armor if fight.switches["enemy-armor"] == "one-more" else 0)
    bears = duel.hp if fight.switches["death"] == "below-rads" else duel.hp - 1  # and lives
    standing, lost = p.true, p.number(0)
    killed, died = _Rounds(p, duel.rounds), _Rounds(p, duel.rounds)
    for number in range(1, duel.rounds + 1):
        choose = policy(fight) if fight.goal != "survive" else [policy(duel.after(n)) for n in range(bears + 1)]
        dice = roll(p, choose, kinds, fight.rerolls, f"fight {number}: ", standing, lost)
        bullets, weak = seen(p, fight, dice)
        lost = (lost + read(p, damage_of(fight), bullets)).up_to(bears + 1)
        dies = standing & (lost > bears)
        kills = standing & (read(p, hits_of(fight), weak) >= needs)
        if fight.switches["first"] == "enemy":
            kills = kills & ~dies
        p.tell(f"fight {number}: HP lost so far", lost, standing)
        killed.note(number, kills)
        died.note(number, dies)
        standing = standing & ~kills & ~dies
    return {"killed": [killed.number], "died": [died.number]}


class _Rounds:
    """The number of the one fight in which something happens; 0 if in none."""

    def __init__(self, p: Program, rounds: int) -> None:
        self.number = Number(p, [p.false] * rounds.bit_length(), rounds)

    def note(self, number: int, happens: Mask) -> None:
        """It happens now in these lanes, and has not before."""
        digits = [digit | happens if number >> j & 1 else digit for j, digit in enumerate(self.number.digits)]
        self.number = Number(self.number.program, digits, self.number.most)
