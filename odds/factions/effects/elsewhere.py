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
    "Rad-X": "no radiation",
    "Power of Prayer": "friends have no radiation: in their --at",
    "Med-X": "Health +1",
    "Basher": "in melee a Critical Effect of its own, Pushback 4; a Pushback rolls 2 dice more",
    "Iron Fist": 'a weapon: --with "Iron Fist", or --effect in its place',
    "Guns Akimbo": "Pistols are Fast",
    "Gunslinger": "Pistols have 4 inches more range: say --distance",
    "Grenadier": "Grenades have 3 inches more range: say --distance",
    "Ricochet": "without a Hit the attack is made on another target: say --ricochet",
    "Mysterious Stranger": "a Test 1L that passes brings one attack of the Mysterious Stranger more",
    "Grim Reaper's Sprint": "the event sprint: two surviving Luck Dice, and Incapacitated",
    "Natural Leader": "as a friend near the target: passes, lends its Intelligence to the others",
    "Mentats": "of a friend near the target: passes Confusion Tests",
    "Stimpak": "2 Harm less for the target: in --at",
    "Lifegiver": "2 Harm less for the target, a Round: in --at",
    "Medic": "3 Harm less for the target: in --at",
    "Awareness": "friends can support from outside the Control Area: any number of --supporters",
    "Inspirational": "Control Area +2: more --supporters",
    "Nuka-Cola": "Control Area +3: more --supporters",
    "Daddy-O": "Control Area twice as large: more --supporters",
    "Coordinate Fire": "more friends can support: any number of --supporters",
}

#: what is said in numbers -> how
IN_NUMBERS = {
    "Lucky Charm": "a Test of its own: odds test Luck",
    "Bloody Mess": "Harm to bystanders: harm in their --at",
    "Kaboom!": "Harm to bystanders: harm in their --at",
    "Self-Destruct": "Harm to bystanders: harm in their --at",
    "Wayfinder": "the Scout Test has 3 dice: odds test Scout (Wayfinder)",
    "Know Your Enemy (Faction)": "as Know Your Enemy",
    "Buffout (NW2024)": "as Buffout",
    "Mentats (NW2024)": "as Mentats",
}

#: names without a number, that the catalogue does not hold -> kind
NUMBERLESS = {
    "Second Wind": "ploy",
    "Teamwork": "ploy",
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
