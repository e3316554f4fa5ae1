"""Fights one after another as a subject."""

from odds.boardgame.duels.exact import AXES, events, exact
from odds.boardgame.duels.lanes import play
from odds.core.subject import Subject

SUBJECT = Subject(axes=AXES, shown=AXES, exact=exact, play=play, events=events)
