"""What a query says about each field, with the place where it says it."""

from __future__ import annotations

from typing import Any, NamedTuple

from odds.core.errors import OddsError
from odds.core.text import QueryError
from odds.factions.special.rules import LIMITS, STATISTICS, limit_error, policy_error

Place = tuple[int, int]


class Said(NamedTuple):
    """A value and where in the text it was said; nowhere if it was given beside the text."""

    value: Any
    place: Place | None = None


class Sayings:
    """What was said about each field: the same thing twice is once, two different ones are an error.

    Parameters
    ----------
    text
        The query.

    Attributes
    ----------
    said
        Field -> what was said. A field is a letter for a statistic's value, "value" for the Test Statistic's whichever
        it is, "notation" for a pair (Pool Size, letter), "name" and "when" as in `NamedTest`, "edition", "rule" and a
        switch's name, or a field of `SpecialTest`.

    Examples
    --------
    >>> sayings = Sayings("L3 Luck 4")
    >>> sayings.put("L", 3, (0, 2))
    >>> sayings.put("L", 4, (3, 9))
    Traceback (most recent call last):
    ...
    odds.core.text.QueryError: Luck is given twice, as 3 and as 4: give it once
      L3 Luck 4
         ^^^^^^
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.said: dict[str, Said] = {}

    def put(self, field: str, value: Any, place: Place | None = None) -> None:
        """Notes a field's value.

        Raises
        ------
        OddsError
            If the value is out of range, or the field already has another.
        """
        if error := self.wrong(field, value):
            raise self.error(error, place)
        old = self.said.setdefault(field, Said(value, place))
        if old.value != value:
            raise self.error(self._twice(field, old.value, value), place or old.place)

    def add(self, field: str, value: Any, place: Place | None = None) -> None:
        """Notes one more value of a field that has several; the same once more changes nothing."""
        said = self.said.get(field, Said(()))
        if value not in said.value:
            self.said[field] = Said((*said.value, value), said.place or place)

    def wrong(self, field: str, value: Any) -> str | None:
        """What is wrong with a field's number or policy, None if nothing is."""
        if field == "policy":
            return policy_error(value)
        limits = "luck" if field == "L" else "value" if field in STATISTICS else field
        return limit_error(limits, value, self.subject(field)) if limits in LIMITS else None

    def _twice(self, field: str, one: Any, two: Any) -> str:
        if field == "notation":
            one, two = (f"{pool}{stat}" for pool, stat in (one, two))
        if field in ("notation", "name", "when"):
            return f"two Tests, {one} and {two}: ask for one at a time"
        subject = self.subject(field)
        advice = "for Bonus Dice write +2 dice" if field == "pool" else "give it once"
        return f"{subject[0].upper()}{subject[1:]} is given twice, as {one} and as {two}: {advice}"

    def get(self, field: str) -> Any:
        """A field's value, None if nothing was said."""
        return self.said[field].value if field in self.said else None

    def place(self, field: str) -> Place | None:
        """Where a field's value was said, None if nowhere in the text."""
        return self.said[field].place if field in self.said else None

    def settings(self) -> dict[str, str]:
        """The rule switches that were set, by name."""
        return {field[5:]: said.value for field, said in self.said.items() if field.startswith("rule ")}

    def subject(self, field: str) -> str:
        """What a sentence calls a field."""
        return STATISTICS.get(field) or (LIMITS[field][0] if field in LIMITS else f"the {field.replace('_', ' ')}")

    def error(self, message: str, place: Place | None = None) -> OddsError:
        """An error, which points at its place if it has one."""
        return QueryError(message, self.text, *place) if place else OddsError(message)
