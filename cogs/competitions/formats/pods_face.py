"""The face of a tournament at tables of four."""

from __future__ import annotations

from cogs.competitions.formats.swiss_face import SwissFace
from prowlerbot.core.i18n import mark


class PodsFace(SwissFace):
    name = mark("Tables of four")
    how = mark(
        "In each round you sit at a table of four, or three, with players who have about as many"
        " points as you. The first of a table gets 3 points, then 2, 1 and 0."
    )


FACE = PodsFace()
