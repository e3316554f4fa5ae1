"""The faces of a V.A.T.S. die, as data: two lists that are shipped, and any other that a player reads off the dice.

No public rules text lists the faces, so each list says how sure it is. What both have in common is the bullets: 0 on
three faces, 1 on two, 2 on one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from odds.core.errors import OddsError
from odds.core.inputs import file_name
from odds.core.record import read_text
from odds.core.subject import Canonical
from odds.core.text import listed, quoted

SIDES = 6
DICE = 3
MOST_BULLETS = 3
MOST_BYTES = 100_000
EXAMPLE = "head 0, arms 1, arms 0, body 2, body 1, body 0"
_FACE = re.compile(r"(?P<areas>(?:[a-z]{1,20}[ +])*)(?P<bullets>\d{1,3})", re.ASCII)
_KEYS = ("name", "confidence", "faces")


@dataclass(frozen=True, slots=True)
class Face:
    """One face: the areas it shows, and its bullets.

    Examples
    --------
    >>> Face(("arms", "body"), 2).text
    'arms body 2'
    """

    areas: tuple[str, ...]
    bullets: int

    @property
    def text(self) -> str:
        """The face in words."""
        return " ".join([*self.areas, str(self.bullets)])


@dataclass(frozen=True, slots=True)
class Kind:
    """Faces that do the same: whether they hit, their bullets, and how many of the six they are.

    Attributes
    ----------
    hits
        Whether they show a weak area.
    bullets
        Bullets on each.
    faces
        Their places in the table.
    areas
        The areas of every one of them.
    """

    hits: bool
    bullets: int
    faces: tuple[int, ...]
    areas: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class FaceTable(Canonical):
    """The six faces of a V.A.T.S. die; the three dice are alike.

    Parameters
    ----------
    faces
        The six faces.
    name
        What the list is called.
    confidence
        How sure it is.

    Raises
    ------
    OddsError
        If there are not six faces.

    Examples
    --------
    >>> LISTS["a"].text
    'head 0, arms 1, arms 0, body 2, body 1, body 0'
    """

    faces: tuple[Face, ...]
    name: str = field(default="your own faces", compare=False)
    confidence: str = field(default="as given", compare=False)

    def __post_init__(self) -> None:
        if len(self.faces) != SIDES:
            raise OddsError(f"a V.A.T.S. die has {SIDES} faces, not {len(self.faces)}: write them as {EXAMPLE}")

    @property
    def text(self) -> str:
        """The faces in words, which `read_faces` reads."""
        return ", ".join(face.text for face in self.faces)

    @property
    def areas(self) -> tuple[str, ...]:
        """Every area that some face shows."""
        return tuple(dict.fromkeys(area for face in self.faces for area in face.areas))

    def kinds(self, weak: Collection[str] = ()) -> tuple[Kind, ...]:
        """The faces grouped by what they do to an enemy with these weak areas: hits first, many bullets first.

        Examples
        --------
        >>> [(kind.hits, kind.bullets, len(kind.faces)) for kind in LISTS["a"].kinds(("body",))]
        [(True, 2, 1), (True, 1, 1), (True, 0, 1), (False, 1, 1), (False, 0, 2)]
        """
        does = [(any(area in weak for area in face.areas), face.bullets) for face in self.faces]
        return tuple(
            Kind(
                *each,
                tuple(i for i, other in enumerate(does) if other == each),
                tuple(face.areas for face, other in zip(self.faces, does, strict=True) if other == each),
            )
            for each in sorted(Counter(does), reverse=True)
        )


def read_faces(text: str) -> FaceTable:
    """Reads faces as a player writes them.

    Raises
    ------
    OddsError
        If there are not six, or one is not areas and a number of bullets.

    Examples
    --------
    >>> read_faces("head 0, arms 1, arms 0, body 2, body 1, body arms 0").faces[5].areas
    ('body', 'arms')
    """
    return FaceTable(tuple(_face(part, "the faces") for part in text.split(",")))


def load_faces(path: str) -> FaceTable:
    """Reads a face table from a TOML file with the keys name, confidence (both optional) and faces.

    Parameters
    ----------
    path
        The file; `faces` is a list of six texts, such as "body 2" or "arms body 1".

    Raises
    ------
    OddsError
        If the file cannot be read or is no such table.
    """
    import tomllib

    try:
        found = tomllib.loads(read_text(path, MOST_BYTES))
    except OddsError as error:
        raise OddsError(f"cannot read the faces from {file_name(path)}: {error}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise OddsError(f"cannot read the faces from {file_name(path)}: {reason}") from None
    return _table(found, path)


def _table(found: dict[str, Any], path: str) -> FaceTable:
    for key in found:
        if key not in _KEYS:
            raise OddsError(f"{file_name(path)}: unknown key {quoted(key)}: there are {listed(list(_KEYS), 'and')}")
    faces = found.get("faces")
    if not isinstance(faces, list) or not all(isinstance(face, str) for face in faces):
        raise OddsError(f'{file_name(path)}: faces must be a list of {SIDES} texts, such as ["head 0", "arms 1", ...]')
    said = {key: found.get(key, default) for key, default in (("name", path), ("confidence", "as given"))}
    for key, value in said.items():
        if not isinstance(value, str) or not 0 < len(value) <= MOST_BYTES // 100:
            raise OddsError(f"{file_name(path)}: {key} must be a text")
    try:
        return FaceTable(tuple(_face(face, "faces") for face in faces), **said)
    except OddsError as error:
        raise OddsError(f"{file_name(path)}: {error}") from None


def _face(text: str, where: str) -> Face:
    folded = " ".join(text.lower().split())
    match = _FACE.fullmatch(folded)
    if match is None:
        raise OddsError(f"{where}: {quoted(text)} is no face: write areas and bullets, such as body 2 or arms body 1")
    bullets = int(match["bullets"])
    if bullets > MOST_BULLETS:
        raise OddsError(f"{where}: a face has 0 to {MOST_BULLETS} bullets, not {bullets}")
    return Face(tuple(dict.fromkeys(match["areas"].replace("+", " ").split())), bullets)


def _list(texts: Iterable[str], name: str, confidence: str) -> FaceTable:
    return FaceTable(tuple(_face(text, name) for text in texts), name, confidence)


#: value of the rule switch `faces` -> the list
LISTS = {
    "a": _list(EXAMPLE.split(", "), "list a", "uncertain: one list reported by players, unofficial; it looks designed"),
    "b": _list(
        ("head 0", "arms 1", "arms 0", "arms body legs 2", "arms body legs 1", "arms body legs 0"),
        "list b",
        "more uncertain: list a, with what one picture of a face lights up",
    ),
}

#: areas that some shipped list knows
AREAS = tuple(dict.fromkeys(area for table in LISTS.values() for area in table.areas))
