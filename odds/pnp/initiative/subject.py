"""Initiative as a subject."""

from odds.core.subject import Subject
from odds.pnp.initiative.exact import AXES, events, exact
from odds.pnp.initiative.lanes import play

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
