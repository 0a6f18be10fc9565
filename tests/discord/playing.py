"""Helpers for tests that play whole matches of a game."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import simcord

from prowlerbot.core.game import AnyState
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.persistence.matches import states

P = TypeVar("P", bound=AnyState)


@dataclass(frozen=True)
class Playing(Generic[P]):
    """The commands of a game, and its positions, which are of this kind."""

    group: str
    kind: type[P]

    async def asked(
        self, room: Room, name: str, /, by: simcord.MemberActor | None = None, **options: Any
    ) -> Answer:
        """Type a command of the game; Ada does if nobody is named."""
        return await room.command(by or room.ada, name, group=self.group, **options)

    async def position(self, room: Room, board: Message | str) -> P:
        found = states(room.service, await room.match(board))[-1]
        assert isinstance(found, self.kind)
        return found


async def hurry(room: Room) -> None:
    """Let everybody press as often as they like, as a match has more presses than a minute."""
    await room.service.store.choices.change(ServerChoices, room.guild.id, presses_a_minute=99_999)
