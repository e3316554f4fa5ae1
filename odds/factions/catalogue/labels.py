"""Traits and Critical Effects as labels: a name and, for some, a number, always written "Ignite (2)"."""

from __future__ import annotations

import re

from odds.factions.catalogue.names import Names

#: Traits that the weapons and their modifications have (Rulebook, weapon profiles)
TRAITS = (
    "Aim", "Area", "Big Swing", "Bladed", "CQB", "Crackshot", "Creative Projectiles", "Distress Signal", "Duel", "Fast",
    "Irradiate", "Non-Lethal", "One & Done", "Overwhelm", "Pulse", "Running Shot", "Selective Fire", "Silenced",
    "Slow", "Storm", "Unwieldy", "Wind Up",
)  # fmt: skip
#: Critical Effects (Rulebook, Critical Effects)
CRITICALS = (
    "Haul", "Ignite", "Maim", "Meltdown", "Pierce", "Poison", "Pushback", "Seize", "Showstopper", "Suppress",
    "Tranquilize",
)  # fmt: skip
NUMBERED = (
    "Aim", "Area", "Big Swing", "Crackshot", "Storm", "Unwieldy", "Haul", "Ignite", "Poison", "Pushback", "Suppress",
    "Tranquilize",
)  # fmt: skip

_NAMES = Names("label", [(name, name) for name in (*TRAITS, *CRITICALS)], str)
_ALL = frozenset((*TRAITS, *CRITICALS))
_LABEL = re.compile(r"(?P<name>.*?)\s*[(:]?\s*\+?(?P<x>\d{1,2})\s*[\"”″']{0,2}\s*\)?")


def label(text: str) -> str:
    """A label in its one spelling; one that is unknown as it is.

    Examples
    --------
    >>> label("ignite 2"), label("Aim (+1)"), label('Area (2")'), label("WindUp"), label("Sparkle (3)")
    ('Ignite (2)', 'Aim (1)', 'Area (2)', 'Wind Up', 'Sparkle (3)')
    """
    plain = " ".join(text.split())
    found = _LABEL.fullmatch(plain)
    name, x = (found["name"], f" ({int(found['x'])})") if found else (plain, "")
    known = _NAMES.find(name)
    return known[0] + x if known else plain


def parts(text: str) -> tuple[str, int | None]:
    """Name and number of a label.

    Examples
    --------
    >>> parts("Ignite (2)"), parts("Maim")
    (('Ignite', 2), ('Maim', None))
    """
    found = re.fullmatch(r"(?P<name>.*\S) \((?P<x>\d+)\)", text)
    return (found["name"], int(found["x"])) if found else (text, None)


def is_known(text: str) -> bool:
    """Whether a label is a Trait or Critical Effect of the rules, with a number if it has one and none otherwise.

    Examples
    --------
    >>> is_known("Ignite (2)"), is_known("Ignite"), is_known("Sparkle")
    (True, False, False)
    """
    name, x = parts(text)
    return name.startswith("Selective Fire") or (name in _ALL and (x is not None) == (name in NUMBERED))


def is_critical(text: str) -> bool:
    """Whether a label is a Critical Effect.

    Examples
    --------
    >>> is_critical("Ignite (2)"), is_critical("Fast")
    (True, False)
    """
    return parts(label(text))[0] in CRITICALS


def labels(text: str) -> tuple[str, ...]:
    """The labels of a text with commas between them.

    Examples
    --------
    >>> labels("CQB, Aim 1, Selective Fire (Area (1), Storm (3))")
    ('CQB', 'Aim (1)', 'Selective Fire (Area (1), Storm (3))')
    """
    found, depth, begin = [], 0, 0
    for at, char in enumerate(text + ","):
        depth += (char == "(") - (char == ")")
        if (char in ",;" and depth <= 0) or at == len(text):
            found.append(text[begin:at])
            begin = at + 1
    return tuple(label(part) for part in found if part.strip(" -–—.") and part.strip().lower() not in ("none", "n/a"))
