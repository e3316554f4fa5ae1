"""The S.P.E.C.I.A.L. Test as a subject: its axes, its events and its two engines."""

from odds.core.subject import Subject
from odds.factions.special.exact import exact
from odds.factions.special.lanes import play
from odds.factions.special.outcome import events, switches_read

SUBJECT = Subject(
    axes=("hits", "luck_hits", "pool_hits"),
    shown=("hits", "luck_hits"),
    exact=exact,
    play=play,
    events=events,
    reads=switches_read,
)
