"""What is said of a match before it begins: which game, from where, who goes first, until when."""

from __future__ import annotations

from cogs.board.face import Face
from cogs.board.views import heading as players_heading
from cogs.board.views import names
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Match
from prowlerbot.match.origin import Origin


def heading(face: Face) -> str:
    """Which game it is, and why to play it."""
    return f"### {face.title}\n{face.pitch}"


def beginning_lines(match: Match, face: Face) -> list[str]:
    """Where a match plays on from; nothing for one that starts from scratch."""
    if match.origin is None:
        return []
    return [_origin_words(match.origin), players_heading(match, face)]


def setup_words(match: Match, face: Face) -> str:
    """What the game's own options mean; nothing if the match plays on from another one."""
    return "" if match.origin is not None else face.setup_words(match.options)


def first_words(match: Match) -> str:
    """Which of two goes first, where somebody has said so."""
    first = match.options.get("first")
    if first is None:
        return ""
    if match.player(int(first)).is_vacant:
        return tr("The opponent goes first.")
    return tr("{player} goes first.", player=names(match)[int(first) - 1])


def until(match: Match) -> str:
    return tr(
        "The challenge stands until {time}.", time=f"<t:{match.created_at + CHALLENGE_LASTS}:f>"
    )


def _origin_words(origin: Origin) -> str:
    return trn(
        "It plays on from match {id} after {count} move:",
        "It plays on from match {id} after {count} moves:",
        origin.ply,
        id=origin.source,
    )
