"""An attack as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.pnp.attacks.exact import exact
from odds.pnp.attacks.lanes import play
from odds.pnp.attacks.outcome import check_size, events, possible, shown
from odds.pnp.attacks.rules import PnpAttack


def _subject(attack: PnpAttack) -> Subject:
    """What there is to count depends on what the attack has."""
    axes, usual = possible(attack), shown(attack)
    check_size(attack, usual)
    return Subject(axes=axes, shown=usual, exact=exact, play=play, events=events)


SUBJECT = _subject
