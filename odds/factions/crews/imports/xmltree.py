"""XML as a small tree: no entities, no document types, and limits on size and depth.

The standard library's expat does the parsing. A document type is what every XML attack needs (expanding entities,
external files), and no roster has one, so any is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from odds.core.errors import OddsError

DEEPEST = 60
MOST_NODES = 100_000


@dataclass(slots=True)
class Node:
    """An element: its tag without namespace, attributes, children and text."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Node] = field(default_factory=list)
    text: str = ""

    def get(self, name: str, default: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, default)

    def every(self, group: str, tag: str) -> Iterator[Node]:
        """The elements of a tag inside the elements of a group: `selections > selection`."""
        for child in self.children:
            if child.tag == group:
                yield from (each for each in child.children if each.tag == tag)


def parsed(content: bytes, name: str) -> Node:
    """The root of an XML document.

    Parameters
    ----------
    content
        The document.
    name
        What errors call it.

    Raises
    ------
    OddsError
        If it is not well-formed, has a document type, or is too large or nested too deep.

    Examples
    --------
    >>> [node.get("n") for node in parsed(b"<a xmlns='x'><bs><b n='1'/></bs></a>", "a.ros").every("bs", "b")]
    ['1']
    >>> parsed(b"<!DOCTYPE a><a/>", "a.ros")
    Traceback (most recent call last):
        ...
    odds.core.errors.OddsError: a.ros line 1: XML with a document type is not read: no roster has one
    """
    builder = _Builder(name)
    try:
        builder.parser.Parse(content, True)
    except expat.ExpatError as error:
        what = expat.errors.messages.get(error.code, "not well-formed")
        raise OddsError(f"{name} line {error.lineno}, column {error.offset + 1}: no XML: {what}") from None
    except (LookupError, ValueError) as error:
        if isinstance(error, OddsError):
            raise
        raise OddsError(f"{name}: no XML in an encoding that can be read") from None
    assert builder.root is not None  # expat finds no well-formed document without a root
    return builder.root


class _Builder:
    def __init__(self, name: str) -> None:
        self.name, self.root, self.nodes = name, None, 0  # type: tuple[str, Node | None, int]
        self.open: list[Node] = []
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.data
        self.parser.StartDoctypeDeclHandler = self.refuse
        self.parser.EntityDeclHandler = self.refuse

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES or len(self.open) >= DEEPEST:
            raise OddsError(
                f"{self.name}: more than {MOST_NODES:,} elements or {DEEPEST} levels: no roster has as many"
            )
        node = Node(_local(tag), {_local(key): value for key, value in attributes.items()}, self.line)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        self.open.append(node)

    def end(self, _: str) -> None:
        self.open.pop()

    def data(self, text: str) -> None:
        self.open[-1].text += text

    def refuse(self, *_: Any) -> None:
        raise OddsError(f"{self.name} line {self.line}: XML with a document type is not read: no roster has one")

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber


def _local(name: str) -> str:
    return name.rpartition("}")[2]
