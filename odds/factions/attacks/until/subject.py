"""Attacks until the target falls as a subject: axis, events and the two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.until.exact import AXES, events, exact
from odds.factions.attacks.until.lanes import play

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
