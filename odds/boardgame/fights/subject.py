"""The board game's fight as a subject."""

from odds.boardgame.fights.exact import AXES, events, exact
from odds.boardgame.fights.lanes import play
from odds.core.subject import Subject

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
