"""Damaged files and proofs that they are invalid: what the corpora of every format share."""

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from xml.etree import ElementTree

CREWS = Path(__file__).parent / "crews"
SHARE, SAVED, ROSTER, LINES, TOML = (
    (CREWS / name).read_text() for name in ("share.json", "saved.json", "roster.ros", "crew.txt", "minutemen.toml")
)
LARGEST = 5_000_000


@dataclass(frozen=True)
class Bad:
    """A damaged file."""

    name: str
    content: bytes
    is_invalid: Callable[[bytes], bool]


def refused_by(parser, *errors):
    """A proof: a parser of the standard library refuses the bytes."""

    def proof(content):
        try:
            parser(content)
        except errors:
            return True
        return False

    return proof


no_json = refused_by(json.loads, ValueError, RecursionError)
no_xml = refused_by(ElementTree.fromstring, ElementTree.ParseError)
no_toml = refused_by(lambda content: tomllib.loads(content.decode()), tomllib.TOMLDecodeError)
not_utf8 = refused_by(bytes.decode, UnicodeDecodeError)


def whole(least, most):
    """What a whole number may be."""
    return lambda value: (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and least <= value <= most
        and (value == int(value))
    )


def text(value):
    """What a name may be."""
    return isinstance(value, str) and 0 < len(value.strip()) <= 100


def kind(value):
    """What a weapon's type may be: a range of 1 to 99 inches, and none in melee."""
    ranged = (
        re.fullmatch(r'(Rifle|Pistol|Heavy|Grenade) \(([1-9][0-9]?)["”]?\)', value) if isinstance(value, str) else None
    )
    return value == "Melee" or ranged is not None


def dice(value):
    """What a Test may be."""
    return (
        isinstance(value, str)
        and len(value) >= 2
        and value[:-1].isdecimal()
        and value[-1] in "SPECIAL"
        and (1 <= int(value[:-1]) <= 20)
    )


def flag(value):
    """What may be true or false."""
    return isinstance(value, bool)


def items(value):
    """What a list may be."""
    return isinstance(value, list)


def cut(name: str, source: str, parser, many: int, seed: int) -> Iterator[Bad]:
    """The beginning of a file."""
    content = source.rstrip().encode()
    for end in sorted(Random(seed).sample(range(30, len(content) - 1), many)):
        yield Bad(f"{name} cut at {end}", content[:end], parser)


def replaced(name: str, source: str, parser, changes) -> Iterator[Bad]:
    """A file with a part that is something else; the proof is a parser, or the wrong part itself."""
    for old, new in changes:
        assert old in source
        yield Bad(f"{name} {old[:30]!r} -> {new[:30]!r}", source.replace(old, new, 1).encode(), parser)
