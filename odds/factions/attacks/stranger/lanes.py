"""An attack that may bring the Mysterious Stranger, on lanes."""

from __future__ import annotations

from dataclasses import replace

from odds.core.lanes.program import Bag, Program
from odds.factions.attacks.lanes import Parts, begin, brace, ends, strike
from odds.factions.attacks.ricochet.lanes import any_of
from odds.factions.attacks.several.lanes import made, rerolls, uses
from odds.factions.attacks.stranger.exact import plan
from odds.factions.attacks.stranger.rules import Stranger
from odds.factions.special.lanes import play as play_test


def play(p: Program, stranger: Stranger) -> dict[str, Parts]:
    """Plays the attack, the Test where the target stands, and the Stranger's attack where it passes, in every lane."""
    attacks, tactics = stranger.attacks, plan(stranger)
    brace(p, attacks.attacks)
    own, other = attacks.attacks
    start = begin(p, attacks.target)
    blow = strike(p, own, start, uses(p, start, tactics.first), "attack ", rerolls(p, start, tactics.first))
    model = blow.model
    told = len(p.told)
    p.tell("Mysterious Stranger's Test:")
    test = play_test(p, stranger.test, place="Mysterious Stranger Test ")
    p.tell_only(told, ~model.down)
    comes = any_of(p, test["hits"]) & ~model.down
    hits, luck_hits = [*blow.hits], [*blow.luck_hits]
    if tactics.second:
        before = replace(model, down=~comes)  # where it does not come, the target is left alone
        told = len(p.told)
        p.tell("attack of the Stranger:")
        use, again = uses(p, before, tactics.second), rerolls(p, before, tactics.second)
        shot = strike(p, other, before, use, "Stranger ", again)
        p.tell_only(told, comes)
        hits += [made(part, comes) for part in shot.hits]
        luck_hits += [made(part, comes) for part in shot.luck_hits]
        model = replace(shot.model, down=model.down | (shot.model.down & comes))
    return {**ends(p, attacks.target, model), "hits": hits, "luck_hits": luck_hits, "came": [Bag([comes])]}
