"""An attack on an area as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.area.exact import AXES, events, exact, shown
from odds.factions.attacks.area.lanes import play
from odds.factions.attacks.area.rules import AreaAttack


def _subject(area: AreaAttack) -> Subject:
    return Subject(axes=AXES, shown=shown(area), exact=exact, play=play, events=events)


SUBJECT = _subject
