"""The list of the faces of formats; an entry gives a format its words and views."""

from collections.abc import Mapping

from cogs.competitions.formats.arena_face import ArenaFace
from cogs.competitions.formats.format_face import FormatFace
from cogs.competitions.formats.ladder_face import LadderFace
from cogs.competitions.formats.league_face import LeagueFace
from cogs.competitions.formats.tournament_faces import (
    DoubleEliminationFace,
    KnockoutFace,
    PodsFace,
    RoundRobinFace,
    SwissFace,
)

FACES: Mapping[str, FormatFace] = {
    "swiss": SwissFace(),
    "round-robin": RoundRobinFace(),
    "knockout": KnockoutFace(),
    "double-elimination": DoubleEliminationFace(),
    "pods": PodsFace(),
    "arena": ArenaFace(),
    "league": LeagueFace(),
    "ladder": LadderFace(),
}
"""The faces by the stored names of their formats."""
