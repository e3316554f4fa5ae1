"""The Roll Off as a subject."""

from odds.core.subject import Subject
from odds.factions.rolloff.exact import AXES, events, exact
from odds.factions.rolloff.lanes import play

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
