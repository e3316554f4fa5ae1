"""A volley in which an attacker supports as a subject: axis, event and the two engines."""

from odds.core.subject import Subject
from odds.factions.volleys.supported.exact import AXES, events, exact
from odds.factions.volleys.supported.lanes import play

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
