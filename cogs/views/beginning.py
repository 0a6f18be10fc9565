"""The description of a match before it begins: game, start, first player and deadline."""

from __future__ import annotations

from cogs.contract.face import Face
from cogs.views.match_views import heading as players_heading
from cogs.views.match_views import names, together
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Match
from prowlerbot.match.origin import Origin


def heading(face: Face, again: str = "") -> str:
    """The name of the game and its pitch; for a rematch, how the previous match ended."""
    if again:
        title = tr("🔁 Rematch of {game}", game=face.title)
        return f"### {title}\n{again}"
    return f"### {face.title}\n{face.pitch}"


def rematch_lines(match: Match, game: Game, face: Face, again: str) -> list[str]:
    """The changes of a rematch: the seats; nothing for any other match."""
    if not again or len(match.players) != 2 or game.choices:  # colours belong to players there
        return []
    marked = [f"{face.seat_mark(seat, '')} {name}" for seat, name in enumerate(names(match), 1)]
    return [tr("You swap sides: {players}.", players=together(marked))]


def beginning_lines(match: Match, face: Face) -> list[str]:
    """The position that a match plays on from; nothing for one that starts from scratch."""
    if match.origin is None:
        return []
    return [_origin_words(match.origin), players_heading(match, face)]


def setup_words(match: Match, face: Face) -> str:
    """The effect of the game's own options; nothing if the match plays on from another one."""
    if match.origin is not None:
        return ""
    who = [
        tr("the opponent") if player.is_vacant else name
        for player, name in zip(match.players, names(match), strict=True)
    ]
    words = face.setup_words(match.options, who)
    return words[:1].upper() + words[1:]


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
