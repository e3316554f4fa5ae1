"""An attack on lanes: its rules as a row program.

Written from the rules alone, as the exact engine is, so that each can catch the other's mistakes. Only the table that
says which Critical Effect is used is shared: it is the attacker's decision, and data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from odds.core.lanes.program import FALSE, TRUE, Bag, Mask, Number, Part, Program
from odds.factions.attacks.critical import Critical
from odds.factions.attacks.exact import choice
from odds.factions.attacks.rules import Attack
from odds.factions.attacks.target import Target
from odds.factions.special.lanes import Rerolls
from odds.factions.special.lanes import play as play_test
from odds.factions.special.rules import SpecialTest

FACES = 10
FATIGUE_THAT_COUNTS = 2
MOST_DICE = 200  # a program should draw in the quick way, which leaves out one lane in 43 for every three

Parts = Sequence[Part]
Uses = Callable[[int, Number, Number], Mask]
"""uses(n, hits, luck_hits): the lanes in which the attacker prefers effect n."""


def play(p: Program, attack: Attack) -> dict[str, Parts]:
    """Plays the attack in every lane; the parts of every outcome.

    Parameters
    ----------
    p
        The program to note it down in.
    attack
        The attack.
    """
    blow = strike(p, attack, begin(p, attack.target), best(p, attack))
    return {**ends(p, attack.target, blow.model), "hits": blow.hits, "luck_hits": blow.luck_hits}


def best(p: Program, attack: Attack) -> Uses:
    """The effect that is best for the attack's objective."""
    chosen = choice(attack)
    return lambda n, hits, luck_hits: p.look_up(chosen == n, hits, luck_hits)


def brace(p: Program, attacks: Sequence[Attack]) -> None:
    """Has dice drawn more patiently where so many attacks would leave too few lanes."""
    dice = sum(
        attack.rolled_at(attack.target.limit).most_hits + sum(effect.dice + 4 for effect in attack.effects)
        for attack in attacks
    )
    p.patient = dice > MOST_DICE


@dataclass(frozen=True)
class Model:
    """The target in every lane; `tough`: its Toughness is used up."""

    harm: Number
    injuries: Number
    down: Mask
    tough: Mask
    fatigue: Number
    inches: Number


@dataclass(frozen=True)
class Blow:
    """An attack that has been played: the target after it, and the dice's outcomes."""

    model: Model
    hits: Parts
    luck_hits: Parts


def begin(p: Program, target: Target) -> Model:
    """The target before anything has happened."""
    none = p.number(0)
    return Model(p.number(target.harm), p.number(target.injuries), p.false, p.false, none, none)


def ends(p: Program, target: Target, model: Model, place: str = "") -> dict[str, Parts]:
    """The outcomes that a target's end is told by: a fallen model has no Harm, Injuries, Fatigue or inches left."""
    failed = []
    p.tell("Incapacitated", where=model.down)
    for n, friend in enumerate(target.friends if target.confuses else (), 1):
        told = len(p.told)
        p.tell(f"Confusion Test of friend {n}:")
        hits = _hits(p, friend, f"{place}friend {n} ")
        p.tell_only(told, model.down)
        failed.append(model.down & ~(hits >= (1 if friend.at_least is None else friend.at_least)))
    found: dict[str, Parts] = {"incapacitated": [Bag([model.down])], "confused": [Bag(failed)]}
    for axis in ("harm", "injuries", "fatigue", "inches"):
        found[axis] = [model.down.pick(p.number(0), getattr(model, axis))]
    if failed:
        p.tell("failed Confusion Tests", p.count(failed), model.down)
    return found


def strike(
    p: Program, attack: Attack, before: Model, uses: Uses, place: str = "", rerolls: Rerolls | None = None
) -> Blow:
    """Plays one attack against the target as it stands in each lane; a fallen one is left alone.

    Parameters
    ----------
    p
        The program.
    attack
        The attack.
    before
        How the target stands.
    uses
        Which Critical Effect is used.
    place
        What tells its dice from those of other attacks.
    rerolls
        What is re-rolled; None: as its Test by itself says.
    """
    harm = _constant(before.harm)
    if harm is None and attack.takes_bonus:
        test = play_test(p, attack.steady, before.harm, place, rerolls)
    else:
        test = play_test(p, attack.rolled_at(harm or 0), place=place, rerolls=rerolls)
    return land(p, attack, before, test, uses, place)


def land(p: Program, attack: Attack, before: Model, test: Mapping[str, Parts], uses: Uses, place: str = "") -> Blow:
    """What a Test that has been rolled does to the target as it stands in each lane."""
    hits, luck_hits = _total(p, test["hits"]), _total(p, test["luck_hits"])
    critical = _critical(p, attack, luck_hits, place) & ~before.down
    used = [(each, critical & uses(n, hits, luck_hits)) for n, each in enumerate(attack.effects)]
    if len(used) == 1:
        used = [(attack.effects[0], critical)]
    for effect, mask in used:
        p.tell(effect.name, where=mask)
    model = _Step(p, attack, before, used, place).inflict(hits)
    return Blow(model, test["hits"], test["luck_hits"])


def _critical(p: Program, attack: Attack, luck_hits: Number, place: str) -> Mask:
    """Where a Critical Effect takes hold: a Luck Die survived, and no Shrug Test has as many Hits."""
    if not attack.effects:
        return p.false
    holds = luck_hits >= 1
    if attack.target.odd_anatomy:
        told = len(p.told)
        p.tell("Shrug Test:")
        shrug = _hits(p, attack.endurance_test("Shrug"), f"{place}Shrug ")
        p.tell_only(told, holds)
        holds = holds & ~(shrug >= luck_hits)
    return holds


def _constant(number: Number) -> int | None:
    """The value of a number that is the same in every lane, None if it is not known to be."""
    bits = [mask.bit for mask in number.digits]
    return sum(bit << j for j, bit in enumerate(bits)) if all(bit in (FALSE, TRUE) for bit in bits) else None


def _hits(p: Program, test: SpecialTest, place: str) -> Number:
    return _total(p, play_test(p, test, place=place)["hits"])


def _total(p: Program, parts: Parts) -> Number:
    """The sum of an outcome's parts: bags are counted together."""
    bags = [part for part in parts if isinstance(part, Bag)]
    total = p.count(Bag([mask for bag in bags for mask in bag.masks], sum(bag.bound for bag in bags)))
    for part in parts:
        if isinstance(part, Number):
            total = total + part
    return total


class _Step:
    """Inflict Damage (Rulebook p. 21-23) in every lane."""

    def __init__(
        self, p: Program, attack: Attack, before: Model, used: Sequence[tuple[Critical, Mask]], place: str
    ) -> None:
        assert attack.rules is not None
        self.p, self.attack, self.used, self.place = p, attack, used, place
        self.target, self.rules = attack.target, attack.rules
        self.model = before
        self.tested = p.false  # where a Toughness Test is made
        self.pierced = self._using("Pierce")
        self.always = p.true if self.rules["excess-harm"] == "always" and not attack.non_lethal else p.false
        self.tests: list[tuple[int, int, Mask]] = []
        self.saved = self._toughness() if self.target.toughness else p.false

    def inflict(self, hits: Number) -> Model:
        """The target after so many Hits; no Hit is no Damage."""
        self._damage_table(hits)
        steps = [lambda: self._crackshot(hits >= 1), self._critical_effects]
        if self.rules["crackshot"] == "last":
            steps.reverse()
        for step in steps:
            step()
        for told, end, where in self.tests:
            self.p.tell_only(told, where & self.tested, end)
        return self.model

    def _using(self, *names: str) -> Mask:
        found = self.p.false
        for effect, mask in self.used:
            if effect.name in names:
                found = found | mask
        return found

    def _toughness(self) -> Mask:
        """Where its Toughness Test would pass, against the Endurance that Pierce leaves."""
        p, passes = self.p, []
        for pierced, where in ((True, self.pierced), (False, ~self.pierced)):
            told = len(p.told)
            p.tell("Toughness Test:")
            test = self.attack.endurance_test("Toughness", pierced=pierced)
            passes.append(_hits(p, test, f"{self.place}Toughness ") >= 1)
            self.tests.append((told, len(p.told), where))
        return self.pierced.pick(*passes)

    def _dice(self, n: int, tenths: int, effect: Critical) -> list[Mask]:
        """Plain d10s of a Critical Effect, with so many faces that count."""
        return self.p.dice(n, max(0, min(FACES, tenths)), f"{self.place}{effect.text} ")

    # ------------------------------------------------------------------------------------------------ the damage table
    def _damage_table(self, hits: Number) -> None:
        p, attack, before = self.p, self.attack, self.model
        damage = self._ignited(hits)
        twice = 2 if self.rules["outright"] == "at-least" else 2.0
        spared = attack.non_lethal and self.rules["non-lethal"] == "spares"
        standing = ~before.down
        outright = p.false if spared else standing & self._reaches(damage, twice)
        injured = standing & self._reaches(damage, 1) & ~outright
        harmed = standing & (damage >= 1) & ~outright
        excess = self._harm(harmed)
        again = self.always
        if self.rules["showstopper"] == "on-top":
            again = again | self._using("Showstopper")
        own = p.false if attack.non_lethal else injured | (excess & ~injured)
        self._fall(outright)
        self._injure(p.count([own, own & injured & excess & again]))
        p.tell("Damage", damage, standing)

    def _ignited(self, hits: Number) -> Number:
        burning = []
        for effect, mask in self.used:
            if effect.name == "Ignite":
                tenths = FACES - self.target.needed("agility", "Ignite")
                burning += [mask & die for die in self._dice(effect.dice, tenths, effect)]
        return hits + self.p.count(burning) if burning else hits

    def _reaches(self, damage: Number, times: float) -> Mask:
        """Where the Damage is at least the Endurance so many times; 2.0: more than twice."""
        beyond = isinstance(times, float)
        limits = [int(times) * self.attack.endurance(pierced=pierced) + beyond for pierced in (True, False)]
        return self.pierced.pick(damage >= limits[0], damage >= limits[1])

    # ------------------------------------------------------------------------------------------------ changes
    def _harm(self, where: Mask) -> Mask:
        """1 Harm; gives back where it is Excess Harm."""
        if self.target.survivalist:
            return self.p.false
        full = self.model.harm >= self.target.limit
        self.model = replace(self.model, harm=(self.model.harm + (where & ~full)).cut(self.target.limit))
        return where & full

    def _injure(self, injuries: Number) -> None:
        """So many Injuries at once; the one that would Incapacitate is what Toughness wards off, the next is not."""
        model, health = self.model, self.target.health
        total = model.injuries + injuries
        over = (total >= health) & ~model.down
        self.model = replace(model, injuries=total.up_to(health - 1))
        self._fall(over, warded=~(total >= health + 1))

    def _fall(self, where: Mask, warded: Mask | None = None) -> None:
        model = self.model
        tested = where & ~model.tough & (self.p.true if warded is None else warded)
        stays = tested & self.saved
        self.tested = self.tested | tested
        self.model = replace(
            model,
            down=model.down | (where & ~stays),
            tough=model.tough | stays,
            harm=stays.pick(self.p.number(self.target.limit), model.harm),
        )

    # ------------------------------------------------------------------------------------------------ the end
    def _crackshot(self, where: Mask) -> None:
        model = self.model
        if self.attack.crackshot and not self.target.survivalist:
            more = (model.harm + self.p.number(self.attack.crackshot)).up_to(self.target.limit)
            self.model = replace(model, harm=(where & ~model.down).pick(more, model.harm))

    def _critical_effects(self) -> None:
        steps: dict[str, Callable[[Critical, Mask], None]] = {
            "Maim": self._maim,
            "Meltdown": self._meltdown,
            "Poison": self._poison,
            "Tranquilize": self._poison,
            "Suppress": self._suppress,
            "Pushback": self._move,
            "Haul": self._move,
        }
        for effect, mask in self.used:
            if effect.name in steps:
                steps[effect.name](effect, mask & ~self.model.down)

    def _maim(self, _: Critical, where: Mask) -> None:
        excess = self._harm(where)
        self._injure(self.p.count([excess & self.always]))

    def _meltdown(self, _: Critical, where: Mask) -> None:
        told = len(self.p.told)
        self.p.tell("Meltdown Test:")
        hits = _hits(self.p, self.attack.endurance_test("Meltdown"), f"{self.place}Meltdown ")
        self.p.tell_only(told, where)
        self._injure(self.p.count([where & ~(hits >= self.model.harm)]))

    def _poison(self, effect: Critical, where: Mask) -> None:
        if self.target.machine or self.target.survivalist:
            return
        tenths = FACES - self.attack.other_endurance()
        harms = [where & die for die in self._dice(effect.dice, tenths, effect)]
        total, limit = self.model.harm + self.p.count(harms), self.target.limit
        self.p.tell(f"{effect.text} dice that harm", self.p.count(harms), where)
        self.model = replace(self.model, harm=total.up_to(limit))
        if not self.attack.non_lethal:
            self._injure(self.p.count([total >= limit + j for j in range(1, effect.dice + 1)]))

    def _suppress(self, effect: Critical, where: Mask) -> None:
        if not self.target.suffers_fatigue:
            return
        tenths = FACES - self.target.needed("intelligence", "Suppress")
        above = self.p.count([where & die for die in self._dice(effect.dice, tenths, effect)])
        given = above.up_to(1 if self.rules["suppress"] == "any" else FATIGUE_THAT_COUNTS)
        self.p.tell("Fatigue", given, where)
        self.model = replace(self.model, fatigue=(self.model.fatigue + given).up_to(FATIGUE_THAT_COUNTS))

    def _move(self, effect: Critical, where: Mask) -> None:
        if effect.name == "Haul":
            tenths = self.attack.strength or 0
        else:
            tenths = FACES - self.target.needed("strength", "Pushback")
        moved = self.p.count([where & die for die in self._dice(effect.dice, tenths, effect)])
        self.p.tell("inches", moved, where)
        self.model = replace(self.model, inches=self.model.inches + moved)
