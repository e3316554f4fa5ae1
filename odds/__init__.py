"""Odds for the dice of Fallout tabletop games: simulated, exact, charted.

>>> import odds
>>> test = odds.parse("6S S6 L3")
>>> round(float(odds.exact(test).mean("hits")), 6)
4.68
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.3.0"

if TYPE_CHECKING:
    from odds.boardgame.duels.rules import BoardDuel
    from odds.boardgame.fights.rules import BoardFight
    from odds.boardgame.tests.rules import BoardTest
    from odds.core.answer import Answer, answer
    from odds.core.distribution import Distribution, Estimate
    from odds.core.errors import OddsError
    from odds.core.exactly import exact
    from odds.core.paired import Difference, paired
    from odds.core.simulate import simulate
    from odds.factions.attacks.area.rules import AreaAttack
    from odds.factions.attacks.query import parse_attack
    from odds.factions.attacks.ricochet.rules import Ricochet
    from odds.factions.attacks.rules import Attack
    from odds.factions.attacks.several.rules import Attacks
    from odds.factions.attacks.stranger.rules import Stranger
    from odds.factions.attacks.target import Target
    from odds.factions.attacks.target_query import parse_target
    from odds.factions.attacks.until.rules import UntilDown
    from odds.factions.attacks.weapon import Weapon
    from odds.factions.catalogue.catalogue import Catalogue, catalogue
    from odds.factions.catalogue.models import Model, model
    from odds.factions.crews.checking import check_crew
    from odds.factions.crews.crew import Crew
    from odds.factions.crews.reading import read_crew
    from odds.factions.forward.rules import Forward
    from odds.factions.ranking.advise import advise
    from odds.factions.ranking.rank import rank
    from odds.factions.rerolls.study import Study, study, worth
    from odds.factions.rolloff.rules import RollOff
    from odds.factions.special.query import parse
    from odds.factions.special.rules import SpecialTest
    from odds.factions.special.tables import exact_tables
    from odds.factions.volleys.query import parse_volley
    from odds.factions.volleys.rules import Volley
    from odds.pnp.attacks.rules import PnpAttack
    from odds.pnp.checks.rules import PnpCheck
    from odds.pnp.initiative.rules import PnpInitiative
    from odds.pnp.neighbors.rules import PnpNeighbors
    from odds.studies.comparing import compare
    from odds.studies.sweeping import sweep

#: public name -> the module it is loaded from when it is first used: start-up is a feature
_HOMES = {
    "Answer": "odds.core.answer",
    "AreaAttack": "odds.factions.attacks.area.rules",
    "Attack": "odds.factions.attacks.rules",
    "Attacks": "odds.factions.attacks.several.rules",
    "BoardDuel": "odds.boardgame.duels.rules",
    "BoardFight": "odds.boardgame.fights.rules",
    "BoardTest": "odds.boardgame.tests.rules",
    "Catalogue": "odds.factions.catalogue.catalogue",
    "Crew": "odds.factions.crews.crew",
    "Difference": "odds.core.paired",
    "Distribution": "odds.core.distribution",
    "Estimate": "odds.core.distribution",
    "Forward": "odds.factions.forward.rules",
    "Model": "odds.factions.catalogue.models",
    "OddsError": "odds.core.errors",
    "PnpAttack": "odds.pnp.attacks.rules",
    "PnpCheck": "odds.pnp.checks.rules",
    "PnpInitiative": "odds.pnp.initiative.rules",
    "PnpNeighbors": "odds.pnp.neighbors.rules",
    "Ricochet": "odds.factions.attacks.ricochet.rules",
    "RollOff": "odds.factions.rolloff.rules",
    "SpecialTest": "odds.factions.special.rules",
    "Stranger": "odds.factions.attacks.stranger.rules",
    "Target": "odds.factions.attacks.target",
    "UntilDown": "odds.factions.attacks.until.rules",
    "Volley": "odds.factions.volleys.rules",
    "Weapon": "odds.factions.attacks.weapon",
    "Study": "odds.factions.rerolls.study",
    "advise": "odds.factions.ranking.advise",
    "answer": "odds.core.answer",
    "catalogue": "odds.factions.catalogue.catalogue",
    "check_crew": "odds.factions.crews.checking",
    "compare": "odds.studies.comparing",
    "exact": "odds.core.exactly",
    "exact_tables": "odds.factions.special.tables",
    "model": "odds.factions.catalogue.models",
    "paired": "odds.core.paired",
    "parse_attack": "odds.factions.attacks.query",
    "parse_target": "odds.factions.attacks.target_query",
    "parse_volley": "odds.factions.volleys.query",
    "parse": "odds.factions.special.query",
    "rank": "odds.factions.ranking.rank",
    "read_crew": "odds.factions.crews.reading",
    "simulate": "odds.core.simulate",
    "sweep": "odds.studies.sweeping",
    "study": "odds.factions.rerolls.study",
    "worth": "odds.factions.rerolls.study",
}

__all__ = [
    "Answer",
    "AreaAttack",
    "Attack",
    "Attacks",
    "BoardDuel",
    "BoardFight",
    "BoardTest",
    "Catalogue",
    "Crew",
    "Difference",
    "Distribution",
    "Estimate",
    "Forward",
    "Model",
    "OddsError",
    "PnpAttack",
    "PnpCheck",
    "PnpInitiative",
    "PnpNeighbors",
    "Ricochet",
    "RollOff",
    "SpecialTest",
    "Stranger",
    "Study",
    "Target",
    "UntilDown",
    "Volley",
    "Weapon",
    "__version__",
    "advise",
    "answer",
    "catalogue",
    "check_crew",
    "compare",
    "exact",
    "exact_tables",
    "model",
    "paired",
    "parse",
    "parse_attack",
    "parse_target",
    "parse_volley",
    "rank",
    "read_crew",
    "simulate",
    "study",
    "sweep",
    "worth",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'odds' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
