"""A roll for initiative of Fallout PnP as an object."""

from __future__ import annotations

from dataclasses import dataclass, field

from odds.core.errors import OddsError
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import quoted
from odds.pnp.numbers import one_of, rule_words, rules_of_pnp, whole
from odds.pnp.switches import BOOK

MOST_OTHERS = 5
TIES = ("reroll", "lose", "win")
OPPORTUNITIES = {"moving": "an enemy who moves away from a melee weapon", "prone": "an enemy who is suddenly unguarded"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PnpInitiative(Canonical):
    """Everybody rolls 3d6 and adds a modifier; the highest goes first (combat page, reported by players, unofficial).

    Parameters
    ----------
    modifier
        The initiative modifier of the one who asks.
    against
        The modifiers of 1 to 5 others.
    ties
        "reroll": those who tie roll again; "lose", "win": a tie is lost, or won, by the one who asks.
    opportunity
        None, or whose carelessness this roll is to punish with a free attack: "moving", "prone".
    rules
        Edition and rule switches.

    Raises
    ------
    OddsError
        If a value is out of range.

    Examples
    --------
    >>> PnpInitiative(modifier=2).text
    'pnp initiative --modifier 2 --against 0'
    """

    modifier: int = 0
    against: tuple[int, ...] = (0,)
    ties: str = TIES[0]
    opportunity: str | None = None
    rules: Rules = field(default_factory=BOOK.rules)

    def __post_init__(self) -> None:
        self._set("modifier", whole(self.modifier, "the initiative modifier", -20, 20))
        try:
            others = tuple(self.against)
        except TypeError:
            raise OddsError(f"against takes the modifiers of the others, not {quoted(self.against)}") from None
        self._set("against", tuple(whole(each, "the modifier of another", -20, 20) for each in others))
        most = MOST_OTHERS if self.opportunity is None else 1
        if not 1 <= len(self.against) <= most:
            allowed = f"1 to {most} others" if most > 1 else "one other for a free attack"
            raise OddsError(f"initiative is rolled against {allowed}, not {len(self.against)}")
        self._set("ties", one_of(self.ties, "ties", dict.fromkeys(TIES)))
        if self.opportunity is not None:
            self._set("opportunity", one_of(self.opportunity, "opportunity", OPPORTUNITIES))
        self._set("rules", rules_of_pnp(self.rules))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)  # frozen, but not finished yet

    @property
    def text(self) -> str:
        """The command that asks this question: `odds` and these words."""
        words = [f"pnp initiative --modifier {self.modifier}", *(f"--against {each}" for each in self.against)]
        words += [f"--ties {self.ties}"] * (self.ties != TIES[0])
        words += [f"--opportunity {self.opportunity}"] * (self.opportunity is not None)
        return " ".join(words + rule_words(self.rules))
