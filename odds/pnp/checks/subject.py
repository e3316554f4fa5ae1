"""A skill check as a subject."""

from odds.core.subject import Subject
from odds.pnp.checks.exact import events, exact, shown
from odds.pnp.checks.lanes import play
from odds.pnp.checks.rules import PnpCheck


def _subject(check: PnpCheck) -> Subject:
    """Action points are counted where some may be spent."""
    axes = shown(check)
    return Subject(axes=axes, shown=axes, exact=exact, play=play, events=events)


SUBJECT = _subject
