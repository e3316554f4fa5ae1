"""Text to expression trees: by precedence, with a caret under every mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from odds.core.errors import OddsError
from odds.core.expressions import Arithmetic, Comparison, Constant, Joined, Name, Negative, Node, Not
from odds.core.text import LONGEST, QueryError, fold

MOST_DEPTH = 50
MOST_DIGITS = 15

FUNCTIONS = ("p", "mean", "sd")
RESERVED = frozenset({*FUNCTIONS, "and", "or", "not", "given"})
COMPARING = {sign: sign for sign in ("==", "!=", "<", "<=", ">", ">=")}
COMPARING |= {"=": "==", "<>": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
BINDS = {"or": 1, "and": 2, **dict.fromkeys(COMPARING, 4), "+": 5, "-": 5, "*": 6}  # not: 3, a sign: 7
HINTS = {
    **dict.fromkeys(("&", "&&"), 'write "and"'),
    **dict.fromkeys(("|", "||"), 'write "or"'),
    "!": 'write "not", or != for unequal',
    "=>": "write >=",
    "=<": "write <=",
    "/": "there is no division here; multiply the other side",
    ".": "only whole numbers are counted here",
    **dict.fromkeys(("^", "**"), "there are no powers here"),
    "%": "write the event, its probability is the answer",
}
SIGNS = {"≤": "≤", "≥": "≥", "≠": "≠", "−": "-", "×": "*"}  # one character for one, so that places stay
TOKEN = re.compile(r"\s*(\d+|[a-z_][a-z_0-9]*|=>|=<|[<>=!]=|<>|&&|\|\||\*\*|\S)")


class Token(NamedTuple):
    """A word, number or sign with its place in the text as typed."""

    text: str
    start: int
    end: int


class Parsed(NamedTuple):
    """A tree with its place in the text as typed."""

    node: Node
    start: int
    end: int


class Parser:
    """Reads one text, once.

    Raises
    ------
    QueryError
        From every method, if the text is not what is wanted.
    """

    def __init__(self, text: str) -> None:
        """Splits the text into tokens."""
        self.text = text
        if len(text) > LONGEST:
            message = f"an event or metric may have {LONGEST} characters, this has {len(text):,}"
            raise QueryError(message, text, LONGEST, len(text))
        if not text.strip():
            raise OddsError('an empty text asks nothing: write an event, such as "hits >= 3", or "mean(hits)"')
        self.tokens = list(self._tokens())
        self.at = 0
        self.depth = 0

    def metric(self) -> tuple[str, Node, Node | None]:
        """The function's word, what it is asked of, and the condition if there is one."""
        word = "p"
        call = self.peek().text in FUNCTIONS and self.tokens[self.at + 1].text == "("
        if call:
            word = self.take().text
            self.take()
        of = self.number(0) if word != "p" else self.event("the event whose probability is wanted")
        given = None
        if self.peek().text == "given":
            self.take()
            given = self.event("the condition")
        if call:
            self.expect(")")
        self.end("a metric")
        return word, of, given

    def lone_event(self) -> Node:
        """The whole text as an event."""
        event = self.event("the event")
        self.end("an event")
        return event

    def event(self, what: str, binds: int = 0) -> Node:
        """An event whose signs bind at least so tightly."""
        return self.as_event(self.expression(binds), what)

    def number(self, binds: int) -> Node:
        """A number whose signs bind at least so tightly."""
        return self.as_number(self.expression(binds))

    def expression(self, binds: int) -> Parsed:
        """A number or an event, as far as its signs bind at least so tightly."""
        left = self.prefix()
        while BINDS.get(self.peek().text, -1) >= binds:
            sign = self.peek().text
            if sign in COMPARING:
                node = self.comparison(left)
            elif sign in ("and", "or"):
                first = self.as_event(left, f'the part before "{sign}"')
                self.take()
                node = Joined(sign, first, self.event(f'the part after "{sign}"', BINDS[sign] + 1))
            else:
                first = self.as_number(left)
                self.take()
                node = Arithmetic(sign, first, self.number(BINDS[sign] + 1))
            left = Parsed(node, left.start, self.tokens[self.at - 1].end)
        return left

    def comparison(self, left: Parsed) -> Node:
        """A chain of comparisons, of which the first number has been read."""
        sides, signs = [self.as_number(left)], []
        while self.peek().text in COMPARING:
            signs.append(COMPARING[self.take().text])
            sides.append(self.number(BINDS["+"]))
        return Comparison(tuple(sides), tuple(signs))

    def prefix(self) -> Parsed:
        """A number, a name, something in parentheses, or one of these after a sign or not."""
        token = self.take()
        if token.text in ("(", "-", "+", "not"):
            self.depth += 1
            if self.depth > MOST_DEPTH:
                raise self.error(f"nested more than {MOST_DEPTH} deep", token)
            node = self.nested(token)
            self.depth -= 1
            return Parsed(node, token.start, self.tokens[self.at - 1].end)
        return Parsed(self.atom(token), token.start, token.end)

    def nested(self, token: Token) -> Node:
        """What follows an opening parenthesis, a sign or not."""
        if token.text == "(":
            node = self.expression(0).node
            self.expect(")")
            return node
        if token.text == "not":
            return Not(self.event('the part after "not"', 3))
        number = self.number(7)
        return Negative(number) if token.text == "-" else number

    def atom(self, token: Token) -> Node:
        """A whole number or a name."""
        if "0" <= token.text[:1] <= "9":
            if len(token.text) > MOST_DIGITS:
                raise self.error(f"a number may have {MOST_DIGITS} digits", token)
            return Constant(int(token.text))
        if token.text in FUNCTIONS and self.peek().text == "(":
            raise self.error(f"{token.text}(...) stands alone: nothing can be worked out from it here", token)
        if token.text in RESERVED or not ("a" <= token.text[:1] <= "z" or token.text[:1] == "_"):
            raise self.error("a number, a name or an event is missing here", token)
        return Name(token.text, place=(token.start, token.end))

    def as_event(self, part: Parsed, what: str) -> Node:
        """The part as an event."""
        if isinstance(part.node, Name):
            return replace(part.node, wanted="event")
        if not part.node.is_event:
            raise QueryError(f"{what} is a number: compare it, as in hits >= 1", self.text, part.start, part.end)
        return part.node

    def as_number(self, part: Parsed) -> Node:
        """The part as a number."""
        if part.node.is_event:
            raise QueryError("an event stands where a number is wanted", self.text, part.start, part.end)
        return part.node

    def peek(self) -> Token:
        """The next token; an empty one at the end."""
        return self.tokens[self.at]

    def take(self) -> Token:
        """The next token, which is then done with."""
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def expect(self, sign: str) -> None:
        """Takes a sign that must stand here."""
        if self.peek().text != sign:
            raise self.error(f"a {sign} is missing here", self.peek())
        self.take()

    def end(self, what: str) -> None:
        """The text must end here."""
        if self.peek().text:
            raise self.error(f"{what} ends before this", self.peek())

    def error(self, message: str, token: Token) -> QueryError:
        """An error at a token, with a hint where a sign of another language stands."""
        hint = HINTS.get(token.text)
        return QueryError(f"{message} ({hint})" if hint else message, self.text, token.start, token.end)

    def _tokens(self) -> Iterator[Token]:
        kept = zip(self.text, fold(self.text), strict=True)
        folded = "".join(SIGNS.get(typed, plain) for typed, plain in kept)
        at = 0
        while match := TOKEN.match(folded, at):
            at = match.end()
            yield Token(match[1], match.start(1), at)
        yield Token("", len(self.text), len(self.text))
