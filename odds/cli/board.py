"""`odds board`, also `odds vats`: tests and fights of Fallout: The Board Game."""

HELP = """Fallout: The Board Game: tests and fights with the three V.A.T.S. dice, re-rolled as well as can be.

For example: odds board test 4 --rerolls 2; odds board open; odds board fight --level 2 --weak body --rerolls 1.

odds vats is the same."""

#: kind of question -> the module of its command; its `question` makes the rules object of what was typed
KINDS = {
    "test": "odds.cli.board_test",
    "open": "odds.cli.board_open",
    "fight": "odds.cli.board_fight",
}
