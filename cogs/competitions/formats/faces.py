"""The list of the faces of formats; an entry gives a format its words and views."""

from collections.abc import Mapping

from cogs.competitions.formats import tournament_faces
from cogs.competitions.formats.format_face import FormatFace
from cogs.competitions.formats.season_faces import LadderFace, LeagueFace

FACES: Mapping[str, FormatFace] = {
    "swiss": tournament_faces.SwissFace(),
    "round-robin": tournament_faces.RoundRobinFace(),
    "knockout": tournament_faces.KnockoutFace(),
    "double-elimination": tournament_faces.DoubleEliminationFace(),
    "pods": tournament_faces.PodsFace(),
    "arena": tournament_faces.ArenaFace(),
    "league": LeagueFace(),
    "ladder": LadderFace(),
}
"""The faces by the stored names of their formats."""
