"""An attack played out slowly and obviously, written from the rules and sharing no code with the engines.

`inflict` plays Inflict Damage once, asking `chance.happens(p)` for every die; `every_way` plays it again and again
until each way the dice can fall has been seen. `wrong` names a rule to get wrong on purpose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from naive import die_by_die

from odds.factions.attacks.critical import Critical
from odds.factions.attacks.rules import Attack
from odds.factions.special.rules import SpecialTest


class End(NamedTuple):
    """How it stands with the target; all but `down` are 0 for one that has fallen."""

    harm: int
    injuries: int
    down: int
    fatigue: int = 0
    inches: int = 0


class Chance:
    """One way the dice fall: it follows a path as far as that goes, then always says yes."""

    def __init__(self, path: tuple[bool, ...]) -> None:
        self.path, self.taken, self.weight = path, [], 1.0

    def happens(self, p: float) -> bool:
        if p <= 0 or p >= 1:
            return p >= 1
        step = len(self.taken)
        yes = self.path[step] if step < len(self.path) else True
        self.taken.append(yes)
        self.weight *= p if yes else 1 - p
        return yes


def every_way(play: Callable[[Chance], Any]) -> dict[Any, float]:
    """Chances of everything `play` can come to."""
    found: dict[Any, float] = defaultdict(float)
    paths: list[tuple[bool, ...]] = [()]
    while paths:
        path = paths.pop()
        chance = Chance(path)
        found[play(chance)] += chance.weight
        paths += [(*chance.taken[:k], False) for k in range(len(path), len(chance.taken)) if chance.taken[k]]
    return dict(found)


def passes(test: SpecialTest, chance: Chance, hits_needed: int) -> bool:
    """Plays a Test of the target die by die: Luck Dice first, then Fortune Smiles."""
    p = min(test.value, 9) / 10
    luck = min(test.luck, test.dice)
    luck_hits = sum(chance.happens(p) for _ in range(luck))
    hits = luck_hits + sum(chance.happens(p) for _ in range(test.dice - luck))
    hits += sum(chance.happens(p) for _ in range(luck_hits))
    return hits >= hits_needed


class Model:
    """The target on the table."""

    def __init__(self, attack: Attack, effect: str, chance: Chance, used_toughness: bool) -> None:
        t, rules = attack.target, attack.rules
        self.attack, self.t, self.rules, self.chance = attack, t, rules, chance
        self.harm, self.injuries, self.down = t.harm, t.injuries, False
        self.used_toughness = used_toughness
        ignores_rads = t.power_armor or t.machine or t.rad_resistant
        self.own = max(t.endurance + t.endurance_bonus - (0 if ignores_rads else t.radiation), 1)
        self.e = self.own + 2 if t.moving_target else self.own
        if attack.penetrator and self.e >= 5:
            self.e -= 1
        if effect == "Pierce" and self.e > 1:
            self.e -= 1
        self.other_e = self.e if rules["attack-endurance"] == "everything" else self.own
        self.limit = t.harm_limit or (4 if t.power_armor or t.burly else 3)

    def test_2e(self, name: str, hits_needed: int) -> bool:
        dice = SpecialTest(2, "E", self.other_e, self.t.luck, self.t.endurance_dice, name=name, rules=self.rules)
        return passes(dice, self.chance, hits_needed)

    def fall(self) -> None:
        if self.t.toughness and not self.used_toughness:
            self.used_toughness = self.test_2e("Toughness", 1)
            if self.used_toughness:
                self.harm = self.limit
                return
        self.down = True

    def injury(self) -> None:
        if self.down:
            return
        if self.injuries + 1 >= self.t.health:
            self.fall()
        else:
            self.injuries += 1

    def suffer_harm(self) -> bool:
        """1 Harm; says whether it is Excess Harm."""
        if self.t.survivalist:
            return False
        if self.harm == self.limit:
            return True
        self.harm += 1
        return False


def damage_table(model: Model, damage: int, effect: str, wrong: str) -> None:
    """Step: the damage table."""
    gentle = model.attack.non_lethal
    outright = damage > 2 * model.e if model.rules["outright"] == "more-than" else damage >= 2 * model.e
    if outright and gentle and model.rules["non-lethal"] == "spares":
        model.suffer_harm()
    elif outright and wrong != "no outright":
        model.fall()
    elif damage >= model.e:
        excess = model.suffer_harm()
        if gentle:
            return
        model.injury()
        if excess and (
            model.rules["excess-harm"] == "always"
            or (effect == "Showstopper" and model.rules["showstopper"] == "on-top")
        ):
            model.injury()
    elif model.suffer_harm() and not gentle:
        model.injury()


def at_the_end(model: Model, effect: str, dice: int) -> tuple[int, int]:
    """Step: the Critical Effects that end the attack; Fatigue and inches."""
    t, happens = model.t, model.chance.happens
    gentle = model.attack.non_lethal
    if effect == "Maim":
        if model.suffer_harm() and model.rules["excess-harm"] == "always" and not gentle:
            model.injury()
    elif effect == "Meltdown":
        if model.harm > 0 and not model.test_2e("Meltdown", model.harm):
            model.injury()
    elif effect in ("Poison", "Tranquilize") and not t.machine:
        for _ in range(dice):
            if not model.down and happens((10 - min(model.other_e, 10)) / 10) and model.suffer_harm() and not gentle:
                model.injury()
    elif effect == "Suppress" and not (t.power_armor or t.hardy):
        above = sum(happens((10 - min(t.intelligence, 10)) / 10) for _ in range(dice))
        return min(above, 1 if model.rules["suppress"] == "any" else 2), 0
    elif effect == "Pushback":
        return 0, sum(happens((10 - min(t.strength, 10)) / 10) for _ in range(dice))
    elif effect == "Haul":
        return 0, sum(happens(min(model.attack.strength, 10) / 10) for _ in range(dice))
    return 0, 0


def inflict(
    attack: Attack, effect: Critical | None, hits: int, chance: Chance, wrong: str = "", *, used: bool = False
) -> tuple[End, bool]:
    """Inflict Damage with so many Hits, once; and whether the Toughness has been used."""
    name, dice = (effect.name, effect.x or 0) if effect else ("", 0)
    if attack.better_criticals and dice:
        dice += 2
    model = Model(attack, name, chance, used)
    fatigue = inches = 0
    if hits > 0:
        damage = hits
        if name == "Ignite":
            damage += sum(chance.happens((10 - min(attack.target.agility, 10)) / 10) for _ in range(dice))
        damage_table(model, damage, name, wrong)
        for step in ("crackshot", "critical") if attack.rules["crackshot"] == "first" else ("critical", "crackshot"):
            if model.down:
                break
            if step == "critical":
                fatigue, inches = at_the_end(model, name, dice)
            elif not attack.target.survivalist:
                model.harm = min(model.limit, model.harm + attack.crackshot)
    if model.down:
        return End(0, 0, 1), False
    return End(model.harm, model.injuries, 0, fatigue, inches), model.used_toughness


@cache
def ends(attack: Attack, effect: Critical | None, hits: int, wrong: str = "", used: bool = False) -> dict[Any, float]:
    """Chances of every end with so many Hits, the Toughness with it; the Test of `attack` does not matter."""
    return every_way(lambda chance: inflict(attack, effect, hits, chance, wrong, used=used))


def takes_hold(attack: Attack, luck_hits: int) -> float:
    """The chance that no Shrug Test cancels the Critical Effect."""
    if not luck_hits or attack.test.unlucky:
        return 0.0
    if not attack.target.odd_anatomy:
        return 1.0

    def shrugs(chance: Chance) -> bool:
        return Model(attack, "", chance, used_toughness=False).test_2e("Shrug", luck_hits)

    return every_way(shrugs).get(False, 0.0)


Goal = Callable[[End], float]


def is_down(end: End) -> float:
    return float(end.down)


def outcomes(attack: Attack, goal: Goal = is_down, wrong: str = "") -> dict[tuple[End, int, int], float]:
    """Chances of every (end, Hits, surviving Luck Dice)."""
    bonus = 0 if attack.plain else attack.test.bonus + sum(dice for _, dice in attack.bonus) + attack.target.harm
    found: dict[tuple[End, int, int], float] = defaultdict(float)
    test = SpecialTest(
        attack.test.pool,
        attack.test.stat,
        attack.test.value,
        attack.test.luck,
        bonus,
        unlucky=attack.test.unlucky,
        rerolls=attack.test.rerolls,
        rules=attack.rules,
    )
    bare = same_dice(attack)
    for (hits, luck_hits, _), chance in die_by_die(test).items():
        for end, share in after(bare, hits, luck_hits, goal, wrong):
            found[end, hits, luck_hits] += chance * share
    return dict(found)


def after(attack: Attack, hits: int, luck_hits: int, goal: Goal, wrong: str = "") -> Iterator[tuple[End, float]]:
    """Every end once the dice lie, with its chance: the best effect if one takes hold, else none."""
    holds = takes_hold(attack, luck_hits) if attack.criticals else 0.0
    best = None
    if holds:
        worth = [sum(goal(end) * p for (end, _), p in ends(attack, c, hits, wrong).items()) for c in attack.criticals]
        best = next(c for c, value in zip(attack.criticals, worth, strict=True) if value >= max(worth) - 1e-12)
    for effect, weight in ((best, holds), (None, 1 - holds)):
        if weight > 0:
            for (end, _), chance in ends(attack, effect, hits, wrong).items():
                yield end, weight * chance


@cache
def same_dice(attack: Attack) -> Attack:
    """The attack with one Test for all, so that what does not depend on the dice is worked out once."""
    test = SpecialTest(1, "S", 5, 1, unlucky=attack.test.unlucky, rules=attack.rules)
    return Attack(
        test,
        attack.target,
        attack.criticals,
        penetrator=attack.penetrator,
        better_criticals=attack.better_criticals,
        non_lethal=attack.non_lethal,
        crackshot=attack.crackshot,
        strength=attack.strength,
        rules=attack.rules,
    )


Standing = tuple[int, int, bool]  # Harm, Injuries, whether the Toughness has been used


class Chain:
    """Several attacks one after another, each effect chosen for how the target stands in the end."""

    def __init__(self, attacks: list[Attack], goal: Goal = is_down) -> None:
        self.attacks, self.goal = attacks, goal
        self.known: dict[tuple[int, Standing], dict[End, float]] = {}

    def after(self, number: int, at: Standing) -> dict[End, float]:
        """Chances of every end, once so many attacks have been made and the target stands."""
        if number == len(self.attacks):
            return {End(at[0], at[1], 0): 1.0}
        if (number, at) not in self.known:
            self.known[number, at] = self._attack(number, at)
        return self.known[number, at]

    def _attack(self, number: int, at: Standing) -> dict[End, float]:
        attack = self.attacks[number]
        attack = attack.against(replace(attack.target, harm=at[0], injuries=at[1]))
        bare = same_dice(attack)
        found: dict[End, float] = defaultdict(float)
        for (hits, luck_hits, _), chance in die_by_die(attack.rolled).items():
            holds = takes_hold(bare, luck_hits) if attack.criticals else 0.0
            options = [self._end(number, bare, effect, hits, at[2]) for effect in attack.criticals]
            worth = [sum(self.goal(end) * p for end, p in option.items()) for option in options]
            best = options[next(n for n, w in enumerate(worth) if w >= max(worth) - 1e-12)] if options else {}
            for law, weight in ((best, holds), (self._end(number, bare, None, hits, at[2]), 1 - holds)):
                for end, share in law.items():
                    found[end] += chance * weight * share
        return dict(found)

    def _end(self, number: int, bare: Attack, effect: Critical | None, hits: int, used: bool) -> dict[End, float]:
        found: dict[End, float] = defaultdict(float)
        for (end, used_now), chance in ends(bare, effect, hits, used=used).items():
            if end.down:
                found[End(0, 0, 1)] += chance
                continue
            for later, share in self.after(number + 1, (end.harm, end.injuries, used_now)).items():
                found[later] += chance * share
        return found


def several(attacks: list[Attack], goal: Goal = is_down) -> dict[End, float]:
    """Chances of every end of several attacks."""
    target = attacks[0].target
    return Chain(attacks, goal).after(0, (target.harm, target.injuries, False))
