"""The seats of a proposed match: for people, for the machine, for anybody; and free seats."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord
from discord import Interaction

from cogs.board.views.moderation_words import shown_reason
from cogs.frame.names import safe_player_name
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.match import VACANT, Level, Match, Phase, Player, machine

User = discord.User | discord.Member

LEVELS = (
    (mark("Easy"), "easy"),
    (mark("Medium"), "medium"),
    (mark("Hard"), "hard"),
    (mark("Expert"), "expert"),
)
"""The levels of the machine: label and value."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The players that a host wants besides themselves.

    The machine takes every seat without an invited player; without it anyone may take them.
    ``seats`` is the number of all seats; None leaves it to the other options. With ``takeover`` the
    machine plays on for players who leave, with ``substitutes`` unless another person takes the
    seat.
    """

    opponents: tuple[User, ...] = ()
    level: Level | None = None
    seats: int | None = None
    takeover: bool = False
    substitutes: bool = False


def checked(interaction: Interaction, invited: Invitation, possible: range) -> Invitation:
    """The invitation as it can be sent from this place. Raises Denied if it cannot.

    In a chat that nobody else reads, a game for one player is played alone.
    """
    alone = interaction.context.dm_channel
    for opponent in invited.opponents:
        player = Player(opponent.id, opponent.display_name)
        if alone:
            raise Denied(
                "Nobody but you reads this chat. Challenge {player} in a server, in a group or in"
                " your chat with each other.",
                player=player,
            )
        if opponent.bot:
            raise Denied("Bots do not play; challenge a person.")
        known = interaction.client.get_guild(interaction.guild_id or 0) is not None
        if known and not isinstance(opponent, discord.Member):
            raise Denied("{player} is no longer in this server.", player=player)
        present = _present(interaction)
        if present and opponent.id not in present:
            raise Denied(
                "{player} is not in this chat, and would not see the challenge. Challenge them in"
                " a server, in a group or in your chat with each other.",
                player=player,
            )
    if not alone or invited.level is not None or invited.seats == 1:
        return invited
    if possible.start == 1 and invited.seats is None:
        return replace(invited, seats=1)
    raise Denied(
        "Nobody but you reads this chat, so nobody could join. Play against the machine here, or"
        " open the match in a server or a group."
    )


def _present(interaction: Interaction) -> set[int]:
    """The people in a chat of two or a group; empty where Discord does not name them."""
    chat = interaction.channel
    if not isinstance(chat, discord.DMChannel | discord.GroupChannel) or not chat.recipients:
        return set()
    return {interaction.user.id, *(each.id for each in chat.recipients)}


def seated(host: Player, invited: Invitation, possible: range) -> list[Player]:
    """The players of the lobby, the host first; ``possible`` are the allowed numbers of players."""
    asked = [Player(user.id, user.display_name) for user in invited.opponents]
    count = invited.seats or _usual_count(1 + len(asked), invited.level, possible)
    left = count - 1 - len(asked)
    if left < 0 and count in possible and invited.seats is not None:
        raise Denied("You are inviting more players than there are seats: {count}.", count=count)
    if left < 1 and invited.level is not None:
        raise Denied("No seat is free for the machine: you have invited a player to each.")
    rest = VACANT if invited.level is None else machine(invited.level)
    return [host, *asked, *[rest] * left]


def _usual_count(people: int, level: Level | None, possible: range) -> int:
    """The number of seats if nobody has given one.

    If nobody was asked, it is the most that the game allows.
    """
    most = possible[-1]
    if people == 1 and level is None:
        return most
    wanted = people + (level is not None)
    return min(max(wanted, possible.start), max(people, most))


def left_seats(match: Match) -> list[str]:
    """The players who have left, and the players of their seats; empty if nobody has left.

    If a moderator has barred one of them, the reason comes first.
    """
    lines = []
    if match.phase is Phase.PLAYING and match.reason:
        reason = shown_reason(match.reason)
        lines.append(tr("🛑 A moderator took a player out of the match: {reason}", reason=reason))
    gone = [as_person(it) for it in match.players if it.is_substitute and not it.offered]
    if gone:
        players = listed([safe_player_name(player) for player in gone])
        lines.append(tr("🤖 {players} left; the machine plays on.", players=players))
    lines += [free_line(player) for player in match.players if player.offered]
    return [*lines, came_line(match)]


def free_line(player: Player) -> str:
    """The line about a player who has left, with the time until which the seat can be taken."""
    return tr(
        "🪑 {player} left. Another player can take the seat; the machine does so {when}.",
        player=safe_player_name(as_person(player)),
        when=f"<t:{player.offered}:R>",
    )


def came_line(match: Match) -> str:
    """The players who have taken the seats of others; empty if nobody has."""
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
