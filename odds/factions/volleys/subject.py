"""A volley as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.outcome import STATES
from odds.factions.volleys.exact import ATTACKS, AXES, events, exact
from odds.factions.volleys.lanes import play

SUBJECT = Subject(axes=AXES, shown=(*STATES, ATTACKS), exact=exact, play=play, events=events)
