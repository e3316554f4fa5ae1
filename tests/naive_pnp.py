"""Fallout PnP the slow way: the rules as one would read them aloud, played with every face of every die."""

from collections import defaultdict
from fractions import Fraction
from math import ceil, floor


class Path:
    """One way for the dice to fall: given faces first, then ones, whose other faces are noted for later."""

    def __init__(self, faces, waiting):
        self.faces, self.waiting, self.at, self.ways = list(faces), waiting, 0, 1

    def __call__(self, sides):
        if self.at == len(self.faces):
            self.waiting.extend((*self.faces, face) for face in range(2, sides + 1))
            self.faces.append(1)
        self.at, self.ways = self.at + 1, self.ways * sides
        return self.faces[self.at - 1]


def every(game):
    """The law of what `game(die)` returns, over all faces of all dice it rolls."""
    found, waiting = defaultdict(Fraction), [()]
    while waiting:
        path = Path(waiting.pop(), waiting)
        outcome = game(path)
        found[outcome] += Fraction(1, path.ways)
    return dict(found)


class Situation:
    """All that can be said of an attack, with the values used where nothing is said."""

    bonus, defense, damage, energy = 5, 15, (), ()
    rof, penalties, dt, edt, ap, vulnerable = 1, (0, 3, 6), 0, 0, 0, Fraction(1)
    luck, lucky, brutal, burning, lethal, spread, splash = 0, 0, Fraction(0), 0, 0, 0, None
    minus, cover, head, added, vats_points, actions, spent_before, hp = 0, 0, False, 0, 0, (), 0, None

    def __init__(self, rules=None, **said):
        self.rules = rules or {}
        for name, value in said.items():
            assert hasattr(self, name), name
            setattr(self, name, value)

    def says(self, switch, value):
        return self.rules.get(switch) == value

    def target_dt(self, kind):
        dt = self.dt if kind == "physical" else self.edt
        if self.says("armor-order", "pierce"):
            return floor(max(dt - self.ap, 0) * self.vulnerable)
        if self.says("armor-order", "round-up"):
            return max(0, ceil(dt * self.vulnerable) - self.ap)
        return max(0, floor(dt * self.vulnerable) - self.ap)

    def times(self):
        usual = 2 + self.brutal
        if self.head:
            return usual * Fraction(3, 2) if self.says("head-critical", "times") else usual + Fraction(1, 2)
        return usual


def roll(die, s, alone=False):
    """The total with all bonuses, whether it is a triple six, and action points spent."""
    plus = s.bonus - s.minus
    goal = s.defense + s.cover
    sixes_hit = not s.says("triple-six", "if-hit")

    def works(faces, more=0):
        return sum(faces) + more + plus >= goal or (sixes_hit and faces == [6, 6, 6])

    faces, more, points = sorted(die(6) for _ in range(3)), 0, 0
    if not alone:
        if not works(faces):
            pair = next((f for f in faces if faces.count(f) == 2), None)
            if pair and "odd-die" in s.actions and any(works([pair, pair, new]) for new in range(1, 7)):
                faces, points = [pair, pair, die(6)], 1
            elif faces[0] == faces[2] and "triple" in s.actions and works([6, 6, 6], faces[0]):
                more, points = faces[0], 1
                faces = [die(6) for _ in range(3)]
        if "reroll" in s.actions and not works(faces, more) and works([6, 6, 6]):
            faces, more, points = [die(6) for _ in range(3)], 0, points + 5
    return sum(faces) + more + plus, faces == [6, 6, 6], points


def shots_that_hit(s, total, six, rof):
    goal = s.defense + s.cover
    hits = [total - s.penalties[min(shot, len(s.penalties) - 1)] >= goal for shot in range(rof)]
    if six and not s.says("triple-six", "if-hit"):
        hits[0] = True
    chance = s.lucky + (0 if s.says("critical-chance", "weapon") else s.luck)
    beats = total + chance - goal
    critical = hits[0] and (six or (beats > 10 if s.says("critical-margin", "more") else beats >= 10))
    return sum(hits), critical


def weapon_roll(die, s, kind):
    dice = s.damage if kind == "physical" else s.energy
    first = "physical" if s.damage else "energy"
    return sum(die(sides) for sides in dice) + (s.added if kind == first else 0)


def kinds(s):
    return [kind for kind, dice in (("physical", s.damage), ("energy", s.energy)) if dice]


def critical_roll(die, s, kind, before=0):
    """A Critical's damage of a kind; `before` is lost by every roll."""
    times = s.times()
    if s.says("critical-damage", "times"):
        return floor(times * max(0, weapon_roll(die, s, kind) - before))
    total = sum(max(0, weapon_roll(die, s, kind) - before) for _ in range(floor(times)))
    if times != floor(times):
        total += floor((times - floor(times)) * max(0, weapon_roll(die, s, kind) - before))
    return total


def suffered(s, rolled, dts, beside):
    """What is left of damage by kind."""
    left = 0
    for kind, amount in rolled.items():
        hurts = amount
        if beside and not s.says("spread", "after-dt"):
            hurts = ceil(Fraction(amount, 2)) if s.says("spread", "round-up") else amount // 2
        each = s.says("two-types", "each") and len(rolled) == 2
        left += max(1 if each else 0, hurts - dts[kind])
    if s.splash is not None and not beside:
        if s.says("splash", "after-dt"):
            return max(0, max(1, left) - s.splash)
        return max(0 if s.says("splash", "no-least") else 1, left - s.splash)
    left = max(1, left)
    return max(1, left // 2) if beside and s.says("spread", "after-dt") else left


def wounds(die, s, hits, critical, beside=False):
    """The damage of every hit; one number if they meet the DT together."""
    dts = {kind: s.target_dt(kind) for kind in kinds(s)}
    if s.says("several-hits", "total"):
        rolled = dict.fromkeys(kinds(s), 0)
        for kind in rolled:
            for hit in range(hits):
                crit = critical and hit == 0
                rolled[kind] += critical_roll(die, s, kind) if crit else weapon_roll(die, s, kind)
        return [suffered(s, rolled, dts, beside)] if hits else []
    found = []
    for hit in range(hits):
        if critical and hit == 0 and s.says("critical-dt", "each"):
            rolled = {kind: critical_roll(die, s, kind, before=dts[kind]) for kind in kinds(s)}
            found.append(suffered(s, rolled, dict.fromkeys(rolled, 0), beside))
        elif critical and hit == 0:
            found.append(suffered(s, {kind: critical_roll(die, s, kind) for kind in kinds(s)}, dts, beside))
        else:
            found.append(suffered(s, {kind: weapon_roll(die, s, kind) for kind in kinds(s)}, dts, beside))
    return found


def fire(die, s, critical):
    doubled = critical and s.says("burning", "critical")
    rolled = sum(critical_roll(die, s, kind) if doubled else weapon_roll(die, s, kind) for kind in kinds(s))
    return max(1 if s.says("burning", "least-1") else 0, rolled - s.target_dt("energy"))


def attack(die, s):
    """(hits, crits, damage, crippled, burn, points) of an attack."""
    total, six, points = roll(die, s)
    hits, critical = shots_that_hit(s, total, six, s.rof)
    each = wounds(die, s, hits, critical)
    dealt = sum(each)
    crippled = 0
    if s.hp:
        enough = [dealt] if s.says("cripple", "added-up") else each
        crippled = int(any(4 * amount >= s.hp for amount in enough))
    burn = fire(die, s, critical) if s.burning and hits else 0
    return hits, int(critical), dealt, crippled, burn, points + s.spent_before + s.vats_points


def neighbor(die, s):
    """Damage to one neighbor who is attacked with a roll of his own."""
    total, six, _ = roll(die, s, alone=True)
    hits, critical = shots_that_hit(s, total, six, 1 if s.says("spread", "one-shot") else s.rof)
    return sum(wounds(die, s, hits, critical, beside=True))


def neighbors_of_one_roll(die, s):
    """Damage to all neighbors if the attack's own roll decides."""
    total, six, _ = roll(die, s)
    hits, critical = shots_that_hit(s, total, six, s.rof)
    return sum(sum(wounds(die, s, hits, critical, beside=True)) for _ in range(s.spread))


def attacks_to_kill(laws, s, turns):
    """Law of the number of attacks, turns + 1 for more; laws[n]: (damage, burn) -> chance in attack n + 1."""
    spare = s.lethal - (1 if s.says("lethal", "below") else 0)
    found = defaultdict(Fraction)
    alive = {(s.hp, 0): Fraction(1)}
    for number in range(1, turns + 1):
        after = defaultdict(Fraction)
        for (hp, burning), chance in alive.items():
            for (damage, burn), share in laws[min(number, len(laws)) - 1].items():
                left = hp - damage
                if damage and left <= max(spare, 0):
                    found[number] += chance * share
                    continue
                pool = max(burning, burn)
                if s.says("burning", "new-fire") and burn:
                    pool = burn
                tick = min(pool, s.burning)
                if left - tick <= 0:
                    found[number] += chance * share
                else:
                    after[left - tick, pool - tick] += chance * share
        alive = after
    found[turns + 1] = sum(alive.values(), Fraction(0))
    return dict(found)


def check(die, goal, actions):
    """The roll in the end of a skill check."""
    faces = sorted(die(6) for _ in range(3))
    if sum(faces) >= goal:
        return sum(faces)
    pair = next((f for f in faces if faces.count(f) == 2), None)
    if pair and "odd-die" in actions and 2 * pair + 6 >= goal:
        return 2 * pair + die(6)
    if faces[0] == faces[2] and "triple" in actions and 18 + faces[0] >= goal:
        return faces[0] + sum(die(6) for _ in range(3))
    return sum(faces)


def place(die, modifiers):
    """Who goes before the first, one round: how many are ahead, and who ties with him."""
    totals = [sum(die(6) for _ in range(3)) + modifier for modifier in modifiers]
    ahead = sum(other > totals[0] for other in totals[1:])
    return ahead, tuple(n for n, other in enumerate(totals) if n and other == totals[0])
