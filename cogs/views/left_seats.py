"""The seats of players who have left: who plays on in them."""

from __future__ import annotations

from dataclasses import replace

from cogs.frame.names import safe_player_name
from prowlerbot.core.formats import listed
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Player


def left_seats(match: Match) -> list[str]:
    """Who has left, and who plays on for them or may do so; empty if nobody has left."""
    lines = []
    gone = [as_person(it) for it in match.players if it.is_substitute and not it.offered]
    if gone:
        players = listed([safe_player_name(player) for player in gone])
        lines.append(tr("🤖 {players} left; the machine plays on.", players=players))
    lines += [free_line(player) for player in match.players if player.offered]
    return [*lines, came_line(match)]


def free_line(player: Player) -> str:
    """The player has left, and until when another one can take the seat."""
    return tr(
        "🪑 {player} left. Another player can take the seat; the machine does so {when}.",
        player=safe_player_name(as_person(player)),
        when=f"<t:{player.offered}:R>",
    )


def came_line(match: Match) -> str:
    """Who has taken the seats of others; empty if nobody has."""
    words = [
        tr(
            "🪑 {player} plays on for {former}.",
            player=safe_player_name(as_person(player)),
            former=safe_player_name(Player(player.former.id, player.former.name)),
        )
        for player in match.players
        if player.former is not None
    ]
    return "\n".join(words)


def as_person(player: Player) -> Player:
    """The player who had a seat before the machine."""
    return replace(player, level=None, leaver=0, offered=0)
