"""An attack that may bring the Mysterious Stranger as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.exact import shown
from odds.factions.attacks.stranger.exact import AXES, events, exact
from odds.factions.attacks.stranger.lanes import play
from odds.factions.attacks.stranger.rules import Stranger


def _subject(stranger: Stranger) -> Subject:
    return Subject(axes=AXES, shown=(*shown(stranger.attacks.attacks), "came"), exact=exact, play=play, events=events)


SUBJECT = _subject
