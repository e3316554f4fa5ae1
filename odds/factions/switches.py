"""The editions of Fallout: Factions and the rules that changed between them or can be read in two ways."""

from odds.core.switches import Book, Switch

EDITIONS = {
    "NW2024": "the 2024 starter set (Nuka-World)",
    "CORE2025": "the core rulebook of 2025",
    "ERR2026Q1": "with the errata of the first quarter of 2026",
    "ERR2026Q2": "with the errata of the second quarter of 2026",
}
DEFAULT = "ERR2026Q2"


def _everywhere(value: str, **but: str) -> dict[str, str]:
    return {edition: but.get(edition, value) for edition in EDITIONS}


BOOK = Book(
    EDITIONS,
    DEFAULT,
    (
        Switch(
            "four-leaf-clover",
            {
                "one": "one of the surviving Luck Dice rolls two Fortune Smiles dice",
                "every": "each surviving Luck Die rolls two",
            },
            _everywhere("every", ERR2026Q2="one"),
            "how many surviving Luck Dice roll two dice with Four Leaf Clover",
            "perk text before 2026; errata of 2026 as reported by players, unofficial",
        ),
        Switch(
            "luck-dice",
            {
                "with-bonus": "Luck Dice fill the Pool with its Bonus Dice",
                "printed": "no more Luck Dice than the printed Pool Size",
            },
            _everywhere("with-bonus"),
            "whether Bonus Dice make room for Luck beyond the printed Pool Size",
            "inferred: a Bonus Die raises the Pool Size (Rulebook p. 16)",
        ),
        Switch(
            "all-duds",
            {
                "reroll": "a Pool of nothing but Duds may be re-rolled before the Test fails",
                "failed": "it has failed before any re-roll",
            },
            _everywhere("reroll"),
            "whether re-rolls come before the Test is Failed",
            "inferred: dice just rolled may be re-rolled (Rulebook p. 17)",
        ),
        Switch(
            "outright",
            {
                "at-least": "Damage of at least twice the Endurance",
                "more-than": "Damage of more than twice the Endurance",
            },
            _everywhere("at-least"),
            "what Damage Incapacitates outright",
            "starter set p. 21 and its worked examples; a community compendium differs, unofficial",
        ),
        Switch(
            "excess-harm",
            {
                "rule": "does nothing unless a rule says so",
                "always": "is an Injury, whatever caused it",
            },
            _everywhere("rule"),
            "what Harm above the Harm Limit does",
            "starter set p. 21; a community compendium differs, unofficial",
        ),
        Switch(
            "non-lethal",
            {
                "removes": "it spares Injuries only: twice the Endurance still Incapacitates outright",
                "spares": "such Damage is 1 Harm as well",
            },
            _everywhere("removes"),
            "what Damage of twice the Endurance does with a Non-Lethal weapon",
            "not answered anywhere: the Trait names Injuries only",
        ),
        Switch(
            "showstopper",
            {
                "on-top": "it is an Injury on top of the table's own",
                "instead": "it is the table's own Injury",
            },
            _everywhere("on-top"),
            "what the Excess Harm of Showstopper does where Damage Injures anyway",
            "inferred from the wording",
        ),
        Switch(
            "suppress",
            {
                "any": "1 Fatigue if any die exceeds the Intelligence",
                "each": "1 Fatigue for each die that does, 2 at most",
            },
            _everywhere("any"),
            "how much Fatigue Suppress gives",
            "reported by most players as any, by one as each, unofficial",
        ),
        Switch(
            "attack-endurance",
            {
                "everything": "they move every comparison and Test of the attack",
                "table": "they move the damage table alone",
            },
            _everywhere("everything"),
            "what Pierce, Penetrator and Moving Target change the Endurance for",
            "inferred: they last until the attack is resolved",
        ),
        Switch(
            "crackshot",
            {
                "first": "before the Critical Effect that ends the step",
                "last": "after it",
            },
            _everywhere("first"),
            "when Crackshot adds its Harm",
            "inferred: both end the step, and the attacker has the choice",
        ),
        Switch(
            "reroll-effects",
            {
                "each": "every effect that allows re-rolls may be used, on dice not re-rolled before",
                "one": "one such effect a Test",
            },
            _everywhere("each", NW2024="one"),
            "how many effects may re-roll dice of one Test",
            "Rulebook p. 17; the starter set as reported by players, unofficial",
        ),
        Switch(
            "lucky-break",
            {
                "any": "Lucky Break re-rolls as many Duds of the Pool as the player likes",
                "all": "it re-rolls all of them, or is not used",
            },
            _everywhere("any"),
            "whether Lucky Break must re-roll every Dud",
            "inferred: the player decides how many dice are re-rolled (Rulebook p. 17)",
        ),
        Switch(
            "vats-match",
            {
                "after": "the Pool's Hits are read after its re-rolls",
                "before": "the Pool's Hits are read as first rolled",
            },
            _everywhere("after"),
            "when the Hits declared with V.A.T.S. are compared with the Pool's",
            "reported by players, unofficial",
        ),
        Switch(
            "vats-fortune",
            {
                "once": "Fortune Smiles Hits count once",
                "twice": "they count as two as well",
            },
            _everywhere("once"),
            "whether V.A.T.S. doubles the Hits of Fortune Smiles dice",
            "reported by players, unofficial",
        ),
        Switch(
            "rifleman",
            {
                "always": "Rifleman adds 1 to any Luck",
                "max-3": "it adds nothing to a Luck of 3 or more",
            },
            _everywhere("always"),
            "whether Rifleman has a limit",
            "one printing of several, as reported by players, unofficial",
        ),
        Switch(
            "lend-luck",
            {
                "not-area": "Area attacks cannot use a lent Luck",
                "any": "any attack can",
            },
            _everywhere("any", ERR2026Q1="not-area", ERR2026Q2="not-area"),
            "which attacks can use the Luck of Lend Luck",
            "errata of 2026 as reported by players, unofficial",
        ),
        Switch(
            "thin-the-herd",
            {"3": "three Bonus Dice", "1": "one Bonus Die"},
            _everywhere("1", ERR2026Q1="3", ERR2026Q2="3"),
            "how many Bonus Dice Thin the Herd gives a Champion",
            "an older and a newer printing, as reported by players, unofficial",
        ),
    ),
)
