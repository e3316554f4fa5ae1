"""The damage to neighbors as a subject."""

from odds.core.subject import Subject
from odds.pnp.neighbors.exact import AXES, events, exact
from odds.pnp.neighbors.lanes import play

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
