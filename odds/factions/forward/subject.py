"""Failing Forward as a subject."""

from odds.core.subject import Subject
from odds.factions.forward.exact import AXES, events, exact
from odds.factions.forward.lanes import play

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
