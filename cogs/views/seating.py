"""Who sits where in a match being proposed: people, the machine, anybody who comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.match import VACANT, Level, Player, machine

User = discord.User | discord.Member

LEVELS = (
    (mark("Easy"), "easy"),
    (mark("Medium"), "medium"),
    (mark("Hard"), "hard"),
)
"""How well the machine can play: what is read, and what is sent."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who a host wants in a match besides themselves.

    The machine takes every seat that nobody was asked to; without it anybody may take them.
    ``seats`` is how many there are in all; None leaves that to the other options. With
    ``takeover`` the machine plays on for anybody who leaves.
    """

    opponents: tuple[User, ...] = ()
    level: Level | None = None
    seats: int | None = None
    takeover: bool = False


def checked(interaction: discord.Interaction, invited: Invitation, possible: range) -> Invitation:
    """The invitation as it can be sent where it was typed; raises Denied where it cannot.

    In a chat that nobody else reads, a game that can be played alone is played alone.
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
        if interaction.guild_id is not None and not isinstance(opponent, discord.Member):
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
    """The players of the lobby, the host first; ``possible`` is how many the game allows."""
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
    """How many seats there are if nobody has said.

    With nobody asked, there are as many as the game allows.
    """
    most = possible[-1]
    if people == 1 and level is None:
        return most
    wanted = people + (level is not None)
    return min(max(wanted, possible.start), max(people, most))


def players_of(users: Sequence[User | None]) -> tuple[User, ...]:
    """Those who were named, in order."""
    return tuple(user for user in users if user is not None)
