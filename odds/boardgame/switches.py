"""The rules of Fallout: The Board Game that no public text settles, each as a switch."""

from odds.core.switches import Book, Switch

EDITION = "FFG2017"
PLAYERS = "reported by players, unofficial"


def _switch(name: str, values: dict[str, str], about: str, source: str) -> Switch:
    """A switch whose default is the first of its values."""
    return Switch(name, values, {EDITION: next(iter(values))}, about, source)


BOOK = Book(
    {EDITION: "the board game of 2017; its expansions change no dice, as far as is known"},
    EDITION,
    (
        _switch(
            "faces",
            {
                "a": "every face shows one area: head, arms or body",
                "b": "the body's faces light the arms and the legs as well",
            },
            "which areas the faces of a V.A.T.S. die show",
            f"list a: one list {PLAYERS}; list b: inferred from one picture of a face",
        ),
        _switch(
            "test-number",
            {"reach": "as many bullets as the number are enough", "exceed": "it takes more bullets than the number"},
            "whether a test's number is to be reached or exceeded",
            "inferred: numbers go up to 6, the most that three dice show",
        ),
        _switch(
            "armor",
            {
                "every-hit": "the survivor's armor takes away hits of any kind",
                "bullets": "it takes away bullets of the dice only, never the hit for range",
            },
            "whether the survivor's armor cancels the enemy's extra hit for range",
            PLAYERS,
        ),
        _switch(
            "enemy-armor",
            {
                "one-more": "every armor icon takes one more hit to kill",
                "dice": "every armor icon cancels one hit of the dice, never the hit for range",
            },
            "what the armor icon of an enemy does",
            f"{PLAYERS}; what it does is uncertain",
        ),
        _switch(
            "first",
            {"enemy": "the enemy's hits come first: who dies kills nothing", "together": "both sides hit at once"},
            "whether a survivor who dies still kills",
            PLAYERS,
        ),
        _switch(
            "death",
            {
                "at-rads": "the survivor dies when HP falls to the rads",
                "below-rads": "the survivor dies when HP falls below the rads",
            },
            "when the survivor dies",
            f"{PLAYERS}, in part",
        ),
    ),
)
