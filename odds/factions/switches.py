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
    ),
)
