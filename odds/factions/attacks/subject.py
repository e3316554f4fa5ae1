"""The attack as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.exact import exact, shown
from odds.factions.attacks.lanes import play
from odds.factions.attacks.outcome import AXES, events
from odds.factions.attacks.rules import Attack


def _subject(attack: Attack) -> Subject:
    return Subject(axes=AXES, shown=shown([attack]), exact=exact, play=play, events=events)


SUBJECT = _subject
