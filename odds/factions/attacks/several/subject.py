"""Several attacks as a subject: their axes, their events and their two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.exact import shown
from odds.factions.attacks.outcome import AXES
from odds.factions.attacks.several.exact import events, exact
from odds.factions.attacks.several.lanes import play
from odds.factions.attacks.several.rules import Attacks


def _subject(attacks: Attacks) -> Subject:
    return Subject(axes=AXES, shown=shown(attacks.attacks), exact=exact, play=play, events=events)


SUBJECT = _subject
