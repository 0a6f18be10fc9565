"""The face of a round robin."""

from __future__ import annotations

from cogs.competitions.formats.format_face import FormatFace
from prowlerbot.competitions.competition_record import Terms
from prowlerbot.core.i18n import mark

_MISSED_AGAIN = mark(
    "A player who makes no move at all in time in a second match is out, so nobody waits for them."
)
_MISSED_AT_ONCE = mark(
    "A player who makes no move at all in time in two matches, a day or more apart, is out, so"
    " nobody waits for them."
)


class RoundRobinFace(FormatFace):
    name = mark("Round robin")
    how = mark("All players meet each other once, one round after another.")

    def missing(self, terms: Terms) -> str:
        return _MISSED_AT_ONCE if terms.at_once else _MISSED_AGAIN


FACE = RoundRobinFace()
