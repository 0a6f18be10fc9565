"""The face of a Swiss tournament."""

from __future__ import annotations

from cogs.competitions.formats.format_face import FormatFace
from prowlerbot.core.i18n import mark


class SwissFace(FormatFace):
    name = mark("Swiss")
    how = mark(
        "In each round you meet somebody with about as many points as you. Nobody is out, and you"
        " meet the same player again only if there is no other way, at most once."
    )
    late_entry = mark(
        "You can join until half of the rounds are paired; each round that you missed counts half"
        " of a win. A round without an opponent counts as a win."
    )


FACE = SwissFace()
