"""Hits of a d10: three dice at a time from seven or ten bits, where a rule needs no more than Hit or Dud."""

from __future__ import annotations

from typing import TYPE_CHECKING

from odds.core.lanes import layout

if TYPE_CHECKING:
    from odds.core.lanes.program import Mask, Program

#: tenths of the faces that hit, up to 5 -> the instruction that draws them
_TENTHS = {
    1: layout.THREE_TENTHS,
    2: layout.THREE_FIFTHS,
    3: layout.THREE_THREE_TENTHS,
    4: layout.THREE_TWO_FIFTHS,
    5: layout.COINS,
}


def hit(program: Program, tenths: int, place: str, index: int) -> Mask:
    """The mask of a d10 that shows one of its lowest `tenths` faces."""
    if not 0 <= tenths <= 10:
        raise ValueError(f"a d10 hits on 0 to 10 of its faces, not {tenths}")
    if tenths in (0, 10):
        return program.true if tenths else program.false
    if program.faces is not None:
        from odds.core.lanes.sources import die

        return die(program, 10, place, index) < tenths
    if tenths > 5:
        return ~program.draw(_TENTHS[10 - tenths])
    return program.draw(_TENTHS[tenths])
