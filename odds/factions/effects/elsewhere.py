"""Effects that are no part of a Test: what an attack knows by itself, what is said in numbers, and what has none."""

from __future__ import annotations

#: what the attack knows by name -> what it changes
IN_ATTACKS = {
    "Better Criticals": "Critical Effects roll 2 dice more",
    "Penetrator": "Endurance of 5 or more is 1 less",
    "Burly": "Harm Limit 4",
    "Power Armor": "Harm Limit 4, no Fatigue, no radiation",
    "Hardy": "no Fatigue",
    "Machine": "no Poison, Tranquilize or radiation; neither makes nor causes Confusion Tests",
    "Disposable": "causes no Confusion Tests",
    "Odd Anatomy": "a Shrug Test can cancel the Critical Effect",
    "Shrug It Off": "grants Odd Anatomy",
    "Toughness": "a Toughness Test can ward off being Incapacitated",
    "Moving Target": "Endurance +2",
    "Survivalist": "its Harm moves to a friend",
    "Malfunction": "an attacker without a Hit takes 1 Harm",
    "Rad Resistant": "no radiation",
    "Rad-X": "no radiation: say rad resistant",
    "Power of Prayer": "friends have no radiation: say rad resistant",
    "Med-X": "Health +1",
}

#: what is said in numbers -> how
IN_NUMBERS = {
    "Basher": 'a Critical Effect of its own: --crit "Pushback 4"',
    "Iron Fist": "a weapon of its own: odds attack 5S --crit Maim --attacks 2",
    "Guns Akimbo": "pistols are Fast: --attacks 2",
    "Natural Leader": "lends its Intelligence: friends with that I; itself passes",
    "Mentats": "passes Confusion Tests: leave that friend out",
    "Lucky Charm": "a Test of its own: odds test Luck",
    "Mysterious Stranger": "a Test of its own, and a model of the catalogue",
    "Grim Reaper's Sprint": '--ask "luck_hits >= 2 and incapacitated"',
    "Awareness": "more friends can support: --supporters",
    "Inspirational": "more friends can support: --supporters",
    "Nuka-Cola": "more friends can support: --supporters",
    "Daddy-O": "more friends can support: --supporters",
    "Grenadier": "more range: leave out --out-of-range",
    "Gunslinger": "more range: leave out --out-of-range",
    "Lifegiver": "recovers Harm between attacks: harm in --at",
    "Medic": "recovers Harm between attacks: harm in --at",
    "Stimpak": "recovers Harm between attacks: harm in --at",
    "Ricochet": "a further attack on another model after none hits: odds attack",
    "Bloody Mess": "Harm to bystanders: harm in their --at",
    "Kaboom!": "Harm to bystanders: harm in their --at",
    "Self-Destruct": "Harm to bystanders: harm in their --at",
    "Wayfinder": "the Scout Test has 3 dice: odds test Scout (Wayfinder)",
    "Coordinate Fire": "more friends can support: --supporters",
    "Know Your Enemy (Faction)": "as Know Your Enemy",
    "Buffout (NW2024)": "as Buffout",
    "Mentats (NW2024)": "as Mentats",
}

#: names without a number, that the catalogue does not hold -> kind
NUMBERLESS = {
    "Second Wind": "ploy",
    "Teamwork": "ploy",
    "Recon Sensors": "perk",
    "Bog": "hazard",
    "Barren": "hazard",
    "City Ruins": "hazard",
}

#: reason -> names that change no number
_NO_NUMBER = {
    "who may attack, when and from where; no die": ("Charge", "Point Blank", "Sniper"),
    "Fatigue and Actions; no die": ("Jet",),
    "leaves Fortune Smiles dice unrolled, which never adds a Hit": ("Ritual",),
    "no number is known": ("Hydra", "Calmex", *NUMBERLESS),
}
WHY = {name: reason for reason, names in _NO_NUMBER.items() for name in names}
NOTHING = "movement, set-up or campaign; no die, statistic or damage"
