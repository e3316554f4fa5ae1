"""Damaged crew files, the same every time, each with a proof that it is invalid.

A variant is a name, the bytes, and a proof: a function that says by other means than the program's whether the bytes
are invalid (the standard library's parser refuses them, or a value is outside of what the documented shape allows).
"""

import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy

from bad_files import (
    LARGEST,
    LINES,
    SAVED,
    SHARE,
    TOML,
    Bad,
    cut,
    dice,
    flag,
    items,
    kind,
    no_json,
    no_toml,
    not_utf8,
    refused_by,
    replaced,
    text,
    whole,
)
from bad_rosters import archives, rosters


def at(document, path):
    """The value at a path of a document; None if there is nothing."""
    for step in path:
        try:
            document = document[step]
        except (KeyError, IndexError, TypeError):
            return None
    return document


def changed(document, path, value):
    """A copy of a document with another value at a path."""
    made = deepcopy(document)
    at(made, path[:-1])[path[-1]] = value
    return made


NUMBERS = (-1, 10, 5.5, "x", None, True, [], "9" * 30)
TEXTS = ("", "   ", 5, None, ["a"], {}, "x" * 101)
KINDS = ("Sword", "Rifle", 'Rifle (0")', 'Melee (4")', "", 7, None, 'Rifle (240")', "Rifle 24 mm")
TESTS = ("4X", "P4", "P", "0P", "99P", "4", "4PP", "", None, 4)
U, W = ("units", 2), ("units", 2, "weapons", 0)
SHARE_VALUES = (
    [(("army",), value, lambda found: isinstance(found, dict)) for value in (5, [], "army")]
    + [((*where,), value, text) for where in (("army", "name"), (*U, "name"), (*W, "name")) for value in TEXTS]
    + [(("army", "tier"), value, whole(1, 3)) for value in (0, 4, "two", None, True, 1.5)]
    + [(("units",), value, items) for value in (None, {}, "units", 3)]
    + [((*U, "special", "S"), value, whole(0, 9)) for value in NUMBERS]
    + [((*U, "special", "HP"), value, whole(1, 9)) for value in (0, -2, 12, "many")]
    + [((*U, "special"), value, lambda found: isinstance(found, dict)) for value in (None, [4] * 8, "4444")]
    + [((*U, "isLeader"), value, flag) for value in ("yes", 1, [])]
    + [((*U, "rating"), value, whole(0, 999)) for value in (-1, 1000, "much", 4.5)]
    + [((*U, "upgrades", 0, "delta"), value, whole(1, 3)) for value in (0, -1, "one", None, 5)]
    + [((*U, "upgrades", 0, "statKey"), value, lambda found: found in [*"SPECIAL", "HP"]) for value in ("Q", "", 3)]
    + [((*W, "type"), value, kind) for value in KINDS]
    + [((*W, "test"), value, dice) for value in TESTS]
    + [((*W, "traits"), value, items) for value in (5, "Fast", {})]
    + [((*W, "traits", 0, "label"), value, text) for value in ("", 5, None)]
    + [((*U, "perks", 0, "name"), value, text) for value in ("", 5, None)]
)
LIST = ("savedLists", "Pack of dogs")
I, V = (*LIST, "unitItems", 0), (*LIST, "unitItems", 0, "weapons", 0)  # noqa: E741
SAVED_VALUES = (
    [((*LIST, "unitItems"), value, items) for value in (None, {}, "Alpha")]
    + [((*I, "unitName"), value, text) for value in TEXTS]
    + [((*I, "stats"), value, lambda found: items(found) and len(found) == 8) for value in (None, [], [4] * 7, [4] * 9)]
    + [((*I, "stats", 3), value, whole(0, 9)) for value in NUMBERS]
    + [((*I, "stats", 7), value, whole(1, 9)) for value in (0, 11)]
    + [((*I, "active"), value, flag) for value in ("yes", 1, None)]
    + [((*V, "type"), value, kind) for value in KINDS[:1] + KINDS[2:]]  # its range is the catalogue's if left out
    + [((*V, "test"), value, dice) for value in TESTS]
    + [((*V, "points"), value, whole(0, 999)) for value in (-1, 1000, "many", 0.5)]
    + [((*V, "traits"), value, lambda found: isinstance(found, str)) for value in (5, {}, True)]
)


def json_values(name: str, source: str, values) -> Iterator[Bad]:
    """One value of a document outside of what it may be."""
    document = json.loads(source)
    for path, value, allowed in values:
        content = json.dumps(changed(document, path, value)).encode()

        def proof(damaged, path=path, allowed=allowed):
            return not allowed(at(json.loads(damaged), path))

        yield Bad(f"{name} {'.'.join(map(str, path))} = {type(value).__name__} {str(value)[:30]!r}", content, proof)


#: lines that are neither a model nor a weapon, nor about one
BAD_LINES = (
    "Settlr", "Psychoo with Jet", "Settler +9S", "Settler +1Q", "Settler with Ray Gun", "0x Settler", "100x Settler",
    'Pipe Rifle, Rifle (20"), 3Q, Aim 1', 'Pipe Rifle, Rifle (20"), , Aim 1', "Unheard Rifle, Rifle, 3P",
    'Knife, Melee (4"), 3S', "Tier: 9", "Tier: two", "Limit: many", "Rating: -4", "Faction:", "Crew:",
    "Overseer: S3 P4",
    "Overseer: S3 P4 E4 C6 I7 A3 L2 HP0", "Overseer: S3 P4 E4 C6 I7 A3 L22 HP2", "Overseer: S3 S4 E4 C6 I7 A3 L2 HP2",
    "Overseer: S3 P4 E4 C6 I7 A3 L2 HP2, Boss", "Settler" + "!" * 500, "?", "Scavver/Nowhere",
)  # fmt: skip


def plain() -> Iterator[Bad]:
    """Damaged plain text: a line that means nothing, below the others."""
    for line in BAD_LINES:
        content = f"{LINES}{line}\n".encode()
        yield Bad(
            f"text {line[:40]!r}", content, lambda damaged, line=line: damaged.decode().splitlines()[-1] in BAD_LINES
        )
    for line in ("Rating: 5", "Perks: Rifleman"):
        yield Bad(
            f"text begins {line!r}", f"{line}\nSettler\n".encode(), lambda damaged: b":" in damaged.splitlines()[0]
        )
    yield Bad("text of too many lines", b"# again\n" * 2001, lambda damaged: damaged.count(b"\n") > 2000)
    yield Bad(
        "text of comments", b"# nothing\n", lambda damaged: damaged.startswith(b"#") and damaged.count(b"\n") == 1
    )
    yield Bad("nothing", b"", lambda damaged: not damaged)
    yield Bad("blanks", b" \n\t\n", lambda damaged: not damaged.strip())
    yield Bad("zero bytes", b"Settler\0", lambda damaged: b"\0" in damaged)
    yield Bad("UTF-16", "Crew: Us\nSettler\n".encode("utf-16"), not_utf8)
    yield Bad("Latin-1", "Crew: Señor\nSettler\n".encode("latin-1"), not_utf8)
    yield Bad("a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), not_utf8)
    yield Bad("too much", b"Settler\n" * 700_000, lambda damaged: len(damaged) > LARGEST)


#: what is right in the crew file, and what its documentation does not allow
TOML_CHANGES = (
    ('format = "odds-crew 1"', 'format = "odds-crew 9"'), ('format = "odds-crew 1"', "format = 1"),
    ('format = "odds-crew 1"\n', ""), ('name = "Minutemen"\n', ""), ('name = "Minutemen"', "name = 5"),
    ('name = "Minutemen"', 'name = ""'), ('faction = "survivors"\n', ""), ("tier = 1", "tier = 0"),
    ("tier = 1", "tier = 4"), ("tier = 1", 'tier = "one"'), ("tier = 1", "tier = true"), ("tier = 1", "tiers = 1"),
    ("facilities = 1", "facilities = -1"), ("facilities = 1", "factories = 1"), ("tier = 1", "limit = -5"),
    ('notes = ["Allies of the Railroad"]', "notes = [5]"), ("[[model]]", "[[modell]]"),
    ('unit = "Local Leader"\n', ""), ('unit = "Local Leader"', "unit = 3"), ('unit = "Local Leader"', 'unit = "Locl"'),
    ('name = "Preston"', 'nmae = "Preston"'), ("count = 3", "count = 0"), ("count = 3", "count = 100"),
    ("count = 3", "count = 1.5"), ('weapons = ["Combat Rifle"]', "weapons = 7"),
    ('weapons = ["Combat Rifle"]', "weapons = [[]]"), ('weapons = ["Combat Rifle"]', 'weapons = [""]'),
    ("upgrades = { L = 1 }", "upgrades = { L = 0 }"), ("upgrades = { L = 1 }", "upgrades = { L = 10 }"),
    ("upgrades = { L = 1 }", "upgrades = { Q = 1 }"), ("upgrades = { L = 1 }", "upgrades = 1"),
    ('perks = ["Penetrator"]', "perks = [true]"), ('["Pipe Bolt-Action Rifle: 4P"]', '["Pipe Bolt-Action Rifle: 9P"]'),
    ("active = false", 'active = "no"'), ("active = false", "leader = 0"), ('role = "Grunt"', 'role = "Minion"'),
    ("health = 2\n", ""), ("health = 2", "health = 0"), ("L = 3 }", "L = 12 }"), (", L = 3 }", " }"),
    ("rating = 30", "rating = -3"), ("rating = 30", "rating = 1000"), ('type = "Pistol"', 'type = "Sling"'),
    ('type = "Pistol"', 'type = "Melee"'), ("range = 12\n", ""), ("range = 12", "range = 0"),
    ('test = "4A"', 'test = "4Z"'), ('test = "4A"\n', ""), ('traits = ["Fast", "Silenced"]', "traits = { }"),
)  # fmt: skip
TOML_SYNTAX = (
    ("tier = 1", "tier = "), ("tier = 1", "tier = 1\ntier = 2"), ("[[model]]", "[model.x]"),
    ("[[model]]", "[[model]"), ('"Preston"', '"Preston'),
    ("{ L = 1 }", "{ L = 1"), ("tier = 1", "tier = 01"), ("tier = 1", "tier 1"), ('["Psycho"]', '["Psycho"'),
)  # fmt: skip


#: table -> key -> what it may be, as the crew file's documentation says
ALLOWED = {
    "": {
        "format": lambda value: value == "odds-crew 1", "name": text, "faction": text, "tier": whole(1, 3),
        "limit": whole(0, 99_999), "facilities": whole(0, 99), "notes": lambda value: all(map(text, value)),
        "model": items, "weapon": items,
    },
    "model": {
        "unit": lambda value: text(value) and value != "Locl", "faction": text, "name": text, "count": whole(1, 99),
        "weapons": lambda value: items(value) and all(map(text, value)) and "9P" not in str(value),
        "perks": lambda value: all(map(text, value)), "chems": lambda value: all(map(text, value)), "leader": flag,
        "upgrades": lambda value: isinstance(value, dict) and set(value) <= {*"SPECIAL", "HP"}
        and all(map(whole(1, 6), value.values())), "rating": whole(0, 999), "active": flag,
        "role": lambda value: value in ("Grunt", "Champion"), "health": whole(1, 9),
        "special": lambda value: sorted(value) == sorted("SPECIAL") and all(map(whole(0, 9), value.values())),
    },
    "weapon": {
        "name": text, "type": lambda value: value in ("Pistol", "Rifle", "Heavy", "Grenade"), "range": whole(1, 99),
        "test": dice, "traits": items, "criticals": items,
    },
}  # fmt: skip
NEEDED = {"": {"format", "name", "faction"}, "model": {"unit"}, "weapon": {"name", "type", "range", "test"}}


def is_sound(content):
    """Whether a crew file is what its documentation allows, checked without the program."""
    made = tomllib.loads(content.decode())
    found = [("", made)]
    for name in ("model", "weapon"):
        if not all(isinstance(each, dict) for each in made.get(name, [])):
            return False
        found += [(name, each) for each in made.get(name, [])]
    return all(
        NEEDED[name] <= set(table) <= set(ALLOWED[name])
        and all(ALLOWED[name][key](value) for key, value in table.items())
        and ("special" in table) == ("health" in table)
        for name, table in found
    )


def tables() -> Iterator[Bad]:
    """Damaged crew files."""
    yield from replaced("crew file", TOML, no_toml, TOML_SYNTAX)
    for old, new in TOML_CHANGES:
        damaged = TOML.replace(old, new, 1)
        assert damaged != TOML
        yield Bad(f"crew file {old!r} -> {new!r}", damaged.encode(), lambda content: not is_sound(content))


def objects() -> Iterator[Bad]:
    """Damaged JSON."""
    yield from json_values("share", SHARE, SHARE_VALUES)
    yield from json_values("saved", SAVED, SAVED_VALUES)
    yield from cut("share", SHARE, no_json, 15, 2)
    yield from cut("saved", SAVED, no_json, 15, 3)
    strict = refused_by(lambda content: json.loads(content, parse_constant=int), ValueError)
    for name, document in {
        "NaN": SHARE.replace('"tier": 2', '"tier": NaN'),
        "infinity": SHARE.replace('"tier": 2', '"tier": -Infinity'),
    }.items():
        yield Bad(f"share with {name}", document.encode(), strict)
    yield Bad("share with a long number", SHARE.replace('"tier": 2', '"tier": ' + "9" * 5000).encode(), no_json)
    yield Bad("nested JSON", b'{"army": ' + b"[" * 100_000, no_json)
    for name in (
        '{"a": 1}',
        '{"savedLists": {}}',
        '{"savedLists": 5}',
        '{"savedLists": "{"}',
        "[1, 2]",
        '{"units": []}',
    ):
        yield Bad(f"JSON {name}", name.encode(), lambda content: b"unitItems" not in content and b"army" not in content)
    empty = {"army": {"name": "a", "faction": {"name": "Gunners"}}, "units": []}
    yield Bad("share of no model", json.dumps(empty).encode(), lambda content: not json.loads(content)["units"])
    many = changed(json.loads(SHARE), ("units",), json.loads(SHARE)["units"] * 70)
    yield Bad("share of too many", json.dumps(many).encode(), lambda content: len(json.loads(content)["units"]) > 200)


CORPUS = [*objects(), *rosters(), *archives(), *plain(), *tables()]
