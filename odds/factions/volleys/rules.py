"""A volley as an object: who attacks, whom, and how the next attacker is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from odds.core.errors import OddsError
from odds.core.kinds import as_flag
from odds.core.subject import Canonical
from odds.core.switches import Rules
from odds.core.text import listed, quoted
from odds.factions.attacks.checks import as_list
from odds.factions.attacks.rules import OBJECTIVE, Attack
from odds.factions.attacks.several.rules import Attacks
from odds.factions.attacks.target import Target

if TYPE_CHECKING:
    from odds.factions.volleys.supported.rules import Supported

MOST_ATTACKERS = 12
MOST_ORDERED = 6  # attackers whose every order is looked at

PLAYS = {"given": "volley: ", "best": "volley, best order: ", "adaptive": "volley, adaptive: "}
"""How the next attacker is chosen -> how a text begins that says so."""


@dataclass(frozen=True, slots=True)
class Volley(Canonical):
    """Attackers that attack one target once each until it falls; Harm and Injuries carry over (Rulebook p. 20-23).

    Critical Effects and re-rolls are used, and attackers chosen, for the chance that it is Incapacitated in the end,
    as it stands before each attack. A Test that names a habit or an objective keeps to that in its re-rolls.

    Parameters
    ----------
    attacks
        1 to 12 attacks on the same target, one an attacker, in the order given.
    play
        "given": they attack in this order; "best": in the best order that is fixed beforehand, of up to 6 attackers;
        "adaptive": the next attacker is chosen once it is seen how the target stands.
    supporters
        For each attacker, whether it could give Supporting Fire instead; None: each could.
    supported
        For each attacker, whether it could be given Supporting Fire; None: each could.
    rules
        Edition and rule switches of all; None: those of the attacks, which must be the same.

    Raises
    ------
    OddsError
        If there are no attackers or too many, targets or rules differ, or the play is unknown.

    Examples
    --------
    >>> from odds import parse
    >>> from odds.factions.attacks.target import Target
    >>> target = Target(endurance=6, health=2)
    >>> Volley([Attack.of(parse("4P P4 L2"), (), target), Attack.of(parse("5S S5 L2"), ["Maim"], target)]).text
    'volley: 4P P4 L2; 5S S5 L2 crit Maim at E6 HP2'
    """

    attacks: tuple[Attack, ...]
    play: str = "given"
    supporters: tuple[bool, ...] | None = None
    supported: tuple[bool, ...] | None = None
    rules: Rules | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.attacks, tuple | list):
            raise OddsError(f"the attackers of a volley are a list of attacks, not {quoted(self.attacks)}")
        if not 1 <= len(self.attacks) <= MOST_ATTACKERS:
            raise OddsError(f"a volley has 1 to {MOST_ATTACKERS} attackers, not {len(self.attacks)}")
        attacks = Attacks(tuple(self.attacks), OBJECTIVE, self.rules)
        others = {attack.objective for attack in self.attacks} - {OBJECTIVE}
        if others:
            raise OddsError(f"a volley is for {OBJECTIVE}, not for {listed(sorted(others), 'and')}")
        if not isinstance(self.play, str) or self.play not in PLAYS:
            raise OddsError(f"the play of a volley is {listed(list(PLAYS))}, not {quoted(self.play)}")
        if self.play == "best" and len(attacks.attacks) > MOST_ORDERED:
            raise OddsError(
                f"the best order is looked for among at most {MOST_ORDERED} attackers, not {len(attacks.attacks)}: "
                "ask for given or adaptive"
            )
        object.__setattr__(self, "rules", attacks.rules)  # frozen, but not finished yet
        object.__setattr__(self, "attacks", attacks.attacks)
        for field in ("supporters", "supported"):
            self._settle_roles(field)

    def _settle_roles(self, field: str) -> None:
        roles = getattr(self, field)
        settled = (True,) * len(self.attacks) if roles is None else as_list(roles, field)
        for each in settled:
            as_flag(each, f"each of {field}")
        if len(settled) != len(self.attacks):
            raise OddsError(f"{field} are told for {len(settled)} attackers, but there are {len(self.attacks)}")
        object.__setattr__(self, field, settled)

    @property
    def target(self) -> Target:
        """The target as it stands before the first attack."""
        return self.attacks[0].target

    @property
    def plays(self) -> dict[str, Volley]:
        """The same attackers played the other ways; the best order only where every order is looked at."""
        few = len(self.attacks) <= MOST_ORDERED
        plays = [play for play in PLAYS if play != self.play and (few or play != "best")]
        return {play: replace(self, play=play) for play in plays} if len(self.attacks) > 1 else {}

    @property
    def beside(self) -> dict[str, Volley | Supported]:
        """What is answered as well: the other plays, and for each attacker that could support what comes of that."""
        from odds.factions.volleys.support import others

        return {**self.plays, **others(self)}

    @property
    def text(self) -> str:
        """How it is played, the canonical texts of the attacks, and the target once, at the end."""
        return PLAYS[self.play] + Attacks(self.attacks).text
