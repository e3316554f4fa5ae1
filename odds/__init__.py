"""Odds for the dice of Fallout tabletop games: simulated, exact, charted.

>>> import odds
>>> test = odds.parse("6S S6 L3")
>>> round(float(odds.exact(test).mean("hits")), 6)
4.68
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from odds.core.answer import Answer, answer
    from odds.core.distribution import Distribution, Estimate
    from odds.core.errors import OddsError
    from odds.core.exactly import exact
    from odds.core.paired import Difference, paired
    from odds.core.simulate import simulate
    from odds.factions.forward.rules import Forward
    from odds.factions.rolloff.rules import RollOff
    from odds.factions.special.query import parse
    from odds.factions.special.rules import SpecialTest
    from odds.factions.special.tables import exact_tables

#: public name -> the module it is loaded from when it is first used: start-up is a feature
_HOMES = {
    "Answer": "odds.core.answer",
    "Difference": "odds.core.paired",
    "Distribution": "odds.core.distribution",
    "Estimate": "odds.core.distribution",
    "Forward": "odds.factions.forward.rules",
    "OddsError": "odds.core.errors",
    "RollOff": "odds.factions.rolloff.rules",
    "SpecialTest": "odds.factions.special.rules",
    "answer": "odds.core.answer",
    "exact": "odds.core.exactly",
    "exact_tables": "odds.factions.special.tables",
    "paired": "odds.core.paired",
    "parse": "odds.factions.special.query",
    "simulate": "odds.core.simulate",
}

__all__ = [
    "Answer",
    "Difference",
    "Distribution",
    "Estimate",
    "Forward",
    "OddsError",
    "RollOff",
    "SpecialTest",
    "__version__",
    "answer",
    "exact",
    "exact_tables",
    "paired",
    "parse",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'odds' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
