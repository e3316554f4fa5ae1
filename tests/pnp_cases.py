"""Attacks of Fallout PnP as both the project and the slow reference say them: every option, every reading."""

from fractions import Fraction

from naive_pnp import Situation

from odds.pnp.attacks.rules import PnpAttack
from odds.pnp.switches import BOOK

HALF = Fraction(1, 2)

#: name -> (fields of PnpAttack, the same for the reference, switches)
CASES = {
    "plain": ({}, {}, {}),
    "burst": ({"rof": 3, "dt": 2}, {"rof": 3, "dt": 2}, {}),
    "older penalties": ({"rof": 6, "penalties": "0/2/4"}, {"rof": 6, "penalties": (0, 2, 4)}, {}),
    "minimum": ({"dt": 50}, {"dt": 50}, {}),
    "armor piercing": ({"dt": 3, "ap": 2}, {"dt": 3, "ap": 2}, {}),
    "armor vulnerable": (
        {"dt": 1, "armor_vulnerable": "1.5", "ap": 1},
        {"dt": 1, "vulnerable": 3 * HALF, "ap": 1},
        {},
    ),
    "pierce": (
        {"dt": 3, "armor_vulnerable": 2, "ap": 2},
        {"dt": 3, "vulnerable": Fraction(2), "ap": 2},
        {"armor-order": "pierce"},
    ),
    "round up": (
        {"dt": 1, "armor_vulnerable": "1.5"},
        {"dt": 1, "vulnerable": 3 * HALF},
        {"armor-order": "round-up"},
    ),
    "lucky": ({"luck": 2, "lucky": 4}, {"luck": 2, "lucky": 4}, {}),
    "more than 10": ({"luck": 2, "lucky": 4}, {"luck": 2, "lucky": 4}, {"critical-margin": "more"}),
    "luck does not count": ({"luck": 2, "lucky": 4}, {"luck": 2, "lucky": 4}, {"critical-chance": "weapon"}),
    "out of reach": ({"defense": 30, "rof": 2}, {"defense": 30, "rof": 2}, {}),
    "six must hit": ({"defense": 30, "rof": 2}, {"defense": 30, "rof": 2}, {"triple-six": "if-hit"}),
    "sure": ({"defense": 0, "rof": 2, "lucky": 1}, {"defense": 0, "rof": 2, "lucky": 1}, {}),
    "brutal": (
        {"lucky": 6, "brutal": "1.5", "dt": 2, "rof": 2},
        {"lucky": 6, "brutal": 3 * HALF, "dt": 2, "rof": 2},
        {},
    ),
    "times": (
        {"lucky": 6, "brutal": "0.5", "dt": 2},
        {"lucky": 6, "brutal": HALF, "dt": 2},
        {"critical-damage": "times"},
    ),
    "dt each": ({"lucky": 6, "brutal": "0.5", "dt": 2}, {"lucky": 6, "brutal": HALF, "dt": 2}, {"critical-dt": "each"}),
    "dt before times": (
        {"lucky": 6, "brutal": "0.5", "dt": 2},
        {"lucky": 6, "brutal": HALF, "dt": 2},
        {"critical-dt": "each", "critical-damage": "times"},
    ),
    "hits together": ({"rof": 3, "dt": 3, "lucky": 4}, {"rof": 3, "dt": 3, "lucky": 4}, {"several-hits": "total"}),
    "hits together, times": (
        {"rof": 2, "dt": 3, "lucky": 4, "brutal": "0.5"},
        {"rof": 2, "dt": 3, "lucky": 4, "brutal": HALF},
        {"several-hits": "total", "critical-damage": "times"},
    ),
    "head": ({"called": "head", "lucky": 6}, {"minus": 4, "head": True, "lucky": 6}, {}),
    "head times": ({"called": "head", "lucky": 6}, {"minus": 4, "head": True, "lucky": 6}, {"head-critical": "times"}),
    "leg": ({"called": "leg"}, {"minus": 2}, {}),
    "vats": ({"called": "head", "vats": True}, {"head": True, "vats_points": 3}, {}),
    "vats of the glossary": (
        {"called": "arm", "vats": True},
        {"vats_points": 1},
        {"called-shot-cost": "one"},
    ),
    "two kinds": (
        {"damage": "1d3+1d2e", "dt": 2, "edt": 1, "lucky": 5},
        {"energy": (2,), "dt": 2, "edt": 1, "lucky": 5},
        {},
    ),
    "two kinds, least each": (
        {"damage": "1d3+1d2e", "dt": 2, "edt": 1, "lucky": 5},
        {"energy": (2,), "dt": 2, "edt": 1, "lucky": 5},
        {"two-types": "each"},
    ),
    "energy": ({"damage": "1d3e", "dt": 2, "edt": 1}, {"damage": (), "energy": (3,), "dt": 2, "edt": 1}, {}),
    "cover": ({"cover": "light"}, {"cover": 2}, {}),
    "heavy cover, in the dark": ({"cover": "heavy", "visibility": "none"}, {"cover": 4, "minus": 10}, {}),
    "above": ({"height": "above", "visibility": "obscured"}, {"minus": 1}, {}),
    "drop": ({"height": "drop:16", "cover": "heavy"}, {"minus": -2, "added": 4}, {}),
    "lobbed": ({"lobbed": True, "visibility": "heavy"}, {"minus": 9}, {}),
    "two weapons": ({"two_weapons": True}, {"minus": 8}, {}),
    "two weapons for skills": ({"two_weapons": True}, {}, {"two-weapons": "skills"}),
    "pistol whip": (
        {"pistol_whip": 1, "rof": 3, "cover": "light"},
        {"minus": 1, "damage": (4,)},
        {},
    ),
    "two-handed": ({"pistol_whip": 2}, {"minus": 1, "damage": (6,)}, {}),
    "too far": ({"distance": 62, "max_range": 50}, {"minus": 3}, {}),
    "too far, rounded down": ({"distance": 62, "max_range": 50}, {"minus": 2}, {"range": "round-down"}),
    "too near": ({"distance": 5, "min_range": 10}, {"minus": 1}, {}),
    "warm-up": ({"rof": 4, "warm_up": 2}, {"rof": 2}, {}),
    "splash": ({"splash": 1, "dt": 1}, {"splash": 1, "dt": 1}, {}),
    "splash after dt": ({"splash": 1, "dt": 1}, {"splash": 1, "dt": 1}, {"splash": "after-dt"}),
    "splash, no least": ({"splash": 1, "dt": 1}, {"splash": 1, "dt": 1}, {"splash": "no-least"}),
    "odd die": ({"actions": ["odd-die"]}, {"actions": ("odd-die",)}, {}),
    "triple": ({"actions": ["triple"], "defense": 18}, {"actions": ("triple",), "defense": 18}, {}),
    "odd die to a triple six": (
        {"actions": ["odd-die"], "defense": 26},
        {"actions": ("odd-die",), "defense": 26},
        {},
    ),
    "triple, six must hit": (
        {"actions": ["triple", "odd-die"], "defense": 26},
        {"actions": ("triple", "odd-die"), "defense": 26},
        {"triple-six": "if-hit"},
    ),
    "before the roll": ({"actions": ["attack:2"]}, {"minus": -2, "spent_before": 2}, {}),
    "cripple": ({"hp": 9, "rof": 2}, {"hp": 9, "rof": 2}, {}),
    "cripple, added up": ({"hp": 16, "rof": 2}, {"hp": 16, "rof": 2}, {"cripple": "added-up"}),
    "lethal": ({"hp": 5, "lethal": 2}, {"hp": 5, "lethal": 2}, {}),
    "lethal below": ({"hp": 5, "lethal": 2}, {"hp": 5, "lethal": 2}, {"lethal": "below"}),
    "burning": ({"burning": 1, "edt": 1, "hp": 6}, {"burning": 1, "edt": 1, "hp": 6}, {}),
    "burning, at least 1": (
        {"burning": 1, "edt": 2, "hp": 6},
        {"burning": 1, "edt": 2, "hp": 6},
        {"burning": "least-1"},
    ),
    "burning, Critical": (
        {"burning": 1, "edt": 1, "hp": 6, "lucky": 6},
        {"burning": 1, "edt": 1, "hp": 6, "lucky": 6},
        {"burning": "critical"},
    ),
    "new fire": ({"burning": 1, "edt": 0, "hp": 8}, {"burning": 1, "edt": 0, "hp": 8}, {"burning": "new-fire"}),
}


def case(name):
    """The attack and the situation of a case."""
    fields, said, switches = CASES[name]
    attack = PnpAttack(**{"bonus": 5, "defense": 15, "damage": "1d3", "turns": 3} | fields, rules=rules(switches))
    return attack, Situation(switches, **{"damage": (3,)} | said)


def rules(switches):
    """Rules with some switches changed."""
    return BOOK.rules(changes=switches)
