"""The seats of a proposed match: for people, for the machine, for anyone."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord
from discord import Interaction

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.match import VACANT, Level, Player, machine

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
    if not alone or invited.level is not None or invited.seats == 1:
        return invited
    if possible.start == 1 and invited.seats is None:
        return replace(invited, seats=1)
    raise Denied(
        "Nobody but you reads this chat, so nobody could join. Play against the machine here, or"
        " open the match in a server or a group."
    )


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
