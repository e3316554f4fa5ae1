"""From text to a Roll Off: "3 players, reroll", "roll-off between two players", or a Roll Off's own text."""

from __future__ import annotations

import re

from odds.core.errors import OddsError
from odds.core.text import LONGEST, QueryError, fold, quoted
from odds.factions.rolloff.rules import MOST_PLAYERS, RollOff

EXAMPLE = "3 players, reroll"
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six")
_SAYS = re.compile(
    r"""(?P<reroll>(?:(?:player\ ?(?:1|one)|(?:1|one|a)\ player)\ (?:may|has|with)\ )?(?:(?:a|one|1)\ )?re[ -]?rolls?)\b
      | (?P<players>\d+|zero|one|two|three|four|five|six)\ ?players?\b
      | players\ ?[=:]?\ ?(?P<count>\d+)\b
      | (?:roll[ -]?offs?|between|with|and|of|for|a|in|the)\b | [\s,;:.?!()]+""",
    re.VERBOSE,
)


def parse(text: str, *, players: int | None = None, reroll: bool = False) -> RollOff:
    """Reads a Roll Off.

    Parameters
    ----------
    text
        What is asked, at most 500 characters; nothing at all is a Roll Off between two players.
    players, reroll
        What is given beside the text; a number of players that the text gives as well must be the same.

    Raises
    ------
    OddsError
        If a word is unknown, or the number of players is out of range or given twice; a `QueryError` with carets under
        the place where there is one.

    Examples
    --------
    >>> parse("roll-off, three players, reroll").text
    'Roll Off, 3 players, player 1 may re-roll'
    >>> parse(RollOff(4, reroll=True).text) == RollOff(4, reroll=True)
    True
    """
    if not isinstance(text, str):
        raise OddsError(f"a Roll Off is asked for in words, such as {EXAMPLE}, not {quoted(str(text))}")
    if len(text) > LONGEST:
        raise QueryError(f"a query has at most {LONGEST} characters, not {len(text):,}", text, LONGEST, len(text))
    folded, at = fold(text), 0
    while at < len(folded):
        says = _SAYS.match(folded, at)
        if says is None:
            raise _unknown(text, at)
        reroll = reroll or says["reroll"] is not None
        if said := says["players"] or says["count"]:
            players = _players(said, players, text, says.span())
        at = says.end()
    return RollOff(2 if players is None else players, reroll)


def _players(said: str, before: int | None, text: str, place: tuple[int, int]) -> int:
    number = _NUMBERS.index(said) if said in _NUMBERS else int(said[:LONGEST])
    if not 2 <= number <= MOST_PLAYERS:
        raise QueryError(f"a Roll Off is between 2 and {MOST_PLAYERS} players", text, *place)
    if before not in (None, number):
        message = f"the number of players is given twice, as {before} and as {number}: give it once"
        raise QueryError(message, text, *place)
    return number


def _unknown(text: str, at: int) -> QueryError:
    word = re.compile(r"\S+").match(text, at)
    end = word.end() if word else len(text)
    message = f"{quoted(text[at:end])} is not part of a Roll Off: write for example {EXAMPLE}"
    return QueryError(message, text, at, end)
