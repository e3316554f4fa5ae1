"""Every effect that changes a Test.

Names and numbers of the perk, chem and ploy cards in their newest printing, as reported by players, unofficial; where
printings differ there is a rule switch.
"""

from __future__ import annotations

from functools import cache

from odds.factions.effects.effect import ANY, Effect

PERK, CHEM, PLOY, HAZARD = "perk", "chem", "ploy", "hazard"
NOT_KNOWN = "Bonus Dice, how many is to be said"

EFFECTS = (
    # ------------------------------------------------------------------------------------------ Luck
    Effect("Big Leagues", PERK, "Luck +1 in melee", needs=(("melee",),), luck=1),
    Effect("Rifleman", PERK, "Luck +1 with a rifle", needs=(("rifle",),), luck=1, switch="rifleman"),
    Effect("Atom's Glow", PERK, "Luck +1 near a Radiation Token", needs=(("near radiation",),), luck=1),
    Effect("Lend Luck", PERK, "a friend's Luck instead of its own", counts="that friend's Luck", number_is="luck",
           switch="lend-luck"),
    Effect("Day Tripper", CHEM, "Luck +2 for one Test", ANY, luck=2),
    Effect("Nuka-Cola Dark", CHEM, "Luck +1 for a Turn", ANY, luck=1),
    # ------------------------------------------------------------------------------------------ Bonus Dice
    Effect("Steady Aim", PERK, "+1 die with a rifle or heavy weapon if not moved",
           needs=(("rifle", "heavy"), ("not moved",)), bonus=1),
    Effect("Wide Swings", PERK, "+1 die for each Engaged enemy beyond the first", needs=(("melee",),), bonus=1,
           counts="Engaged enemies beyond the first"),
    Effect("Trigonometry", PERK, "+2 dice from at least 2 inches higher", needs=(("ranged",), ("higher",)), bonus=2),
    Effect("Selfless", PERK, "+1 die", bonus=1),
    Effect("Lone Wanderer", PERK, "+2 dice in any Test, no friend in the Control Area", ANY, (("alone",),), bonus=2),
    Effect("Called Shot", PERK, "Aim +2 with a pistol or rifle", needs=(("pistol", "rifle"), ("aiming",)), bonus=2),
    Effect("Overwatch", PERK, "a target that moved in its last Turn is Wide Open: +1 die",
           needs=(("ranged",), ("target moved",)), bonus=1, attack="wide open"),
    Effect("Eye Catching", PERK, "the target is always Wide Open: +1 die", needs=(("ranged",),), bonus=1,
           attack="wide open"),
    Effect("Know Your Enemy", PERK, "+1 die against one named faction", needs=(("known enemy",),), bonus=1),
    Effect("Okey Dokey", PERK, "+1 die for 1 Fatigue", bonus=1),
    Effect("Psycho", CHEM, "+2 dice", bonus=2),
    Effect("Psycho Jet", CHEM, "+2 dice", bonus=2),
    Effect("Whiskey", CHEM, "+2 dice in a Test on Strength or Endurance", ANY, stats="SE", bonus=2),
    Effect("Oh Yeah!", PLOY, "+3 dice", bonus=3),
    Effect("Thin the Herd", PLOY, "+3 dice for Champions, before 2026 +1", needs=(("Champion",),), bonus=3,
           switch="thin-the-herd"),
    Effect("That's Real Professional", PLOY, "+1 die with a Fast weapon", needs=(("fast",),), bonus=1),
    Effect("Steel Dawn", PLOY, "+1 die for each friend without Power Armor", bonus=1,
           counts="friends without Power Armor"),
    Effect("Recon Sensors", PERK, NOT_KNOWN, bonus=1, counts="Bonus Dice"),
    Effect("Bog", HAZARD, NOT_KNOWN, ANY, bonus=1, counts="Bonus Dice"),
    Effect("Barren", HAZARD, NOT_KNOWN, ANY, bonus=1, counts="Bonus Dice"),
    Effect("City Ruins", HAZARD, NOT_KNOWN, ANY, bonus=1, counts="Bonus Dice"),
    Effect("No Place Like Home", PLOY, "+1 die in Confusion Tests", "Confusion", bonus=1, attack="confusion dice"),
    # ------------------------------------------------------------------------------------------ statistics
    Effect("Steady", CHEM, "Perception +1 with a ranged weapon", needs=(("ranged",),), statistic={"P": 1}),
    Effect("Try Outs", PERK, "Strength +2 and Agility +2 while it sees a friendly Leader", needs=(("sees Leader",),),
           statistic={"S": 2, "A": 2}),
    Effect("Adaptable", PERK, "Intelligence instead of any statistic, once a game", ANY, counts="its Intelligence",
           number_is="value"),
    Effect("Buffout", CHEM, "Endurance +2", ANY, statistic={"E": 2}, attack="endurance"),
    Effect("The Next Stage", PLOY, "Endurance +1", ANY, statistic={"E": 1}, attack="endurance"),
    Effect("Intimidation", PERK, "Intelligence -1 in an enemy's Confusion Test", "Confusion", statistic={"I": -1},
           attack="confusion statistic"),
    # ------------------------------------------------------------------------------------------ the Test itself
    Effect("Four Leaf Clover", PERK, "one surviving Luck Die rolls two Fortune Smiles dice, before 2026 each", ANY,
           sets={"fortune_dice": 2}, switch="four-leaf-clover"),
    Effect("Lucky Break", PLOY, "Duds of the Pool may be re-rolled once", ANY, sets={"lucky_break": True},
           switch="lucky-break"),
    Effect("Omens", PERK, "enemy Tests in its Control Area are Unlucky", ANY, sets={"unlucky": True}),
    Effect("Rule No.1: Read the Manual", PERK, "Open Fire is Unlucky", needs=(("ranged",),), sets={"unlucky": True}),
    Effect("The Fog Thickens", PLOY, "Open Fire is Unlucky", needs=(("ranged",),), sets={"unlucky": True}),
    Effect("Brutality", PLOY, "a Confusion Test needs two Hits", "Confusion", sets={"at_least": 2},
           attack="confusion hits"),
    Effect("V.A.T.S.", PERK, "Hits declared and matched count twice", counts="Hits declared", switch="vats-match"),
)  # fmt: skip


@cache
def by_name() -> dict[str, Effect]:
    """The effects by name.

    Examples
    --------
    >>> by_name()["Psycho"].about
    '+2 dice'
    """
    return {effect.name: effect for effect in EFFECTS}
