"""An attack on an area as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.attacks.area.exact import AXES, events, exact
from odds.factions.attacks.area.lanes import play

SUBJECT = Subject(axes=AXES, shown=("down",), exact=exact, play=play, events=events)
