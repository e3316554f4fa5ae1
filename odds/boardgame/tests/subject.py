"""The board game's test as a subject."""

from odds.boardgame.tests.exact import AXES, events, exact
from odds.boardgame.tests.lanes import play
from odds.core.subject import Subject

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
