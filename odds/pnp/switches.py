"""What the wiki of Fallout PnP leaves open, as rule switches: seventeen points, each with the reading used first."""

from odds.core.switches import Book, Switch

EDITIONS = {"SIMPLE": "Sean Wagemans' rules of that name"}
DEFAULT = "SIMPLE"

_COMBAT = "combat page, reported by players, unofficial"
_SILENT = "not said anywhere; " + _COMBAT


def _switch(name: str, values: dict[str, str], about: str, source: str) -> Switch:
    """A switch whose first value is the default."""
    return Switch(name, values, dict.fromkeys(EDITIONS, next(iter(values))), about, source)


BOOK = Book(
    EDITIONS,
    DEFAULT,
    (
        _switch(
            "critical-margin",
            {"at-least": "the Defense by 10 or more", "more": "the Defense plus 10 by 1 or more"},
            "by how much an attack has to beat the Defense to be a Critical",
            "text and example differ: " + _COMBAT,
        ),
        _switch(
            "critical-chance",
            {"luck-too": "Luck and the weapon's Lucky", "weapon": "the weapon's Lucky alone"},
            "what is added to an attack for its Critical",
            "example and text differ: " + _COMBAT,
        ),
        _switch(
            "triple-six",
            {"hits": "hits and is a Critical", "if-hit": "is a Critical if it hits"},
            "what a triple six does that would miss",
            _SILENT,
        ),
        _switch(
            "critical-damage",
            {
                "rolls": "the damage is rolled that often; of a fraction one more roll, in part, rounded down",
                "times": "one roll is multiplied, and rounded down",
            },
            "how a Critical multiplies damage",
            "example and text differ: " + _COMBAT,
        ),
        _switch(
            "critical-dt",
            {"once": "once, after adding up", "each": "from every roll (or before it is multiplied)"},
            "when a Critical's damage loses the target's DT",
            _SILENT,
        ),
        _switch(
            "several-hits",
            {"each": "each hit loses the DT and deals at least 1", "total": "their sum does, once"},
            "how the hits of one attack meet the DT",
            _SILENT,
        ),
        _switch(
            "head-critical",
            {"add": "adds one half to the multiplier", "times": "makes it one and a half times as large"},
            "what 50% more damage of a Critical to the head means",
            _SILENT,
        ),
        _switch(
            "armor-order",
            {
                "multiply": "Armor Vulnerable first, rounded down, then Armor Piercing",
                "pierce": "Armor Piercing first, then Armor Vulnerable, rounded down",
                "round-up": "Armor Vulnerable first, rounded up, then Armor Piercing",
            },
            "how Armor Vulnerable and Armor Piercing go together",
            _SILENT,
        ),
        _switch(
            "lethal",
            {"at-most": "as many hit points as its value, or fewer", "below": "fewer than its value"},
            "what a Lethal weapon must leave to kill",
            "example and text differ: " + _COMBAT,
        ),
        _switch(
            "burning",
            {
                "plain": "the roll less EDT, no less than 0; of two fires the larger burns on",
                "least-1": "the same, but no less than 1",
                "critical": "the same, and multiplied on a Critical",
                "new-fire": "the same, but a new fire replaces the old one",
            },
            "how much a Burning weapon burns",
            _SILENT,
        ),
        _switch(
            "spread",
            {
                "own-roll": "each is attacked with a roll of its own; half is rounded down, before the DT, at least 1",
                "one-roll": "the attack's own roll decides for all",
                "after-dt": "as own-roll, but the damage is halved after the DT",
                "round-up": "as own-roll, but half is rounded up",
                "one-shot": "as own-roll, but only one shot reaches each, whatever the RoF",
            },
            "how the weapon's Spread deals half damage to neighbors",
            _SILENT,
        ),
        _switch(
            "splash",
            {
                "before-dt": "1 less a foot, then less the DT, at least 1",
                "after-dt": "less the DT, at least 1, then 1 less a foot, down to 0",
                "no-least": "1 less a foot, then less the DT, down to 0",
            },
            "how distance and DT take from the damage of Splash",
            _SILENT,
        ),
        _switch(
            "two-types",
            {"sum": "at least 1 in all", "each": "at least 1 of each"},
            "the least damage of a weapon that deals physical and energy damage, each less its own DT",
            _SILENT,
        ),
        _switch(
            "two-weapons",
            {"attacks-too": "attacks and checks", "skills": "checks alone"},
            "what -8 for using two weapons applies to",
            "the text speaks of skill rolls: " + _COMBAT,
        ),
        _switch(
            "cripple",
            {"one-hit": "by a single hit", "added-up": "by the hits of an attack together"},
            "how a quarter of the hit points must be dealt to cripple",
            _SILENT,
        ),
        _switch(
            "called-shot-cost",
            {"by-limb": "arm and leg 2, head 3", "one": "1 each"},
            "what action points a called shot with V.A.T.S. costs",
            "combat page and glossary differ, reported by players, unofficial",
        ),
        _switch(
            "range",
            {"round-up": "counts as 5 ft", "round-down": "does not count"},
            "what a part of 5 ft outside the range does",
            _SILENT,
        ),
    ),
)
