"""A Ricochet as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.ricochet.exact import AXES, events, exact, shown
from odds.factions.attacks.ricochet.lanes import play
from odds.factions.attacks.ricochet.rules import Ricochet


def _subject(ricochet: Ricochet) -> Subject:
    return Subject(axes=AXES, shown=shown(ricochet), exact=exact, play=play, events=events)


SUBJECT = _subject
