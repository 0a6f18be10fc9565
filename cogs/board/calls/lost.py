"""Finds calls in the channel that a kill or a lost reply has left unrecorded."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import discord

from cogs.board.calls.calls import Calls
from cogs.board.recovery import custom_ids
from cogs.board.shown_messages import link_to
from cogs.frame.replies import LOST
from cogs.presses.addresses import MatchPress
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Access
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

LOOKED_BACK = 15 * 60
"""Seconds before the last change of any match in which a dead process may have called."""
_LOOKED_THROUGH = 200
"""The most messages to read in a channel."""


@dataclass(eq=False)
class LostCalls:
    _client: discord.Client
    _service: Service
    _calls: Calls

    def __post_init__(self) -> None:
        self._housekeeping = Housekeeping(self._service)

    async def find(self, matches: Iterable[str], since: int, until: int) -> None:
        """Look for calls in these matches from that period; record or delete each one."""
        places: dict[int, list[Scene]] = defaultdict(list)
        for match_id in await self._service.mine([*matches]):
            async with self._housekeeping.sparing(match_id):
                scene = await self._service.scene(match_id)
                for channel in await self._channels(scene):
                    places[channel].append(scene)
        for channel, scenes in places.items():
            try:
                await self._look_through(channel, scenes, since, until)
            except LOST as error:
                log.info("lost calls cannot be looked for in channel %d: %s", channel, error)

    async def _channels(self, scene: Scene) -> list[int]:
        """The possible channels of calls: the board's channel, and the players' own chats."""
        board, match = scene.board, scene.match
        if board is None or board.access is not Access.MEMBER:
            return []
        if not board.message and board.guild:
            return []
        found = [board.channel] if board.message else []
        for seat in match.seats:
            direct = scene.choices_of(seat).calls == "dm" or not board.message
            if match.player(seat).is_person and direct:
                try:
                    chat = await self._client.create_dm(discord.Object(match.player(seat).id))
                except LOST:
                    continue
                found.append(chat.id)
        return found

    async def _look_through(
        self, channel: int, scenes: list[Scene], since: int, until: int
    ) -> None:
        own = self._client.user
        place = self._client.get_partial_messageable(channel)
        after, before = (datetime.fromtimestamp(each, UTC) for each in (since, until))
        async for message in place.history(
            limit=_LOOKED_THROUGH, after=after, before=before, oldest_first=False
        ):
            if own is None or message.author.id != own.id:
                continue
            for scene in scenes:
                known = {call.message for call in scene.calls}
                if message.id not in known and _is_call(message, scene):
                    await self._calls.take_in(scene.match.id, message)


def _is_call(message: discord.Message, scene: Scene) -> bool:
    """Whether a message leads to the board of a match, or to each player's own one."""
    board = scene.board
    if board is not None and board.message:
        return not message.components and link_to(board, board.message) in message.content
    presses = map(MatchPress.read, custom_ids(message.components))
    own_board = MatchPress("look", scene.match.id)
    return bool(message.content) and any(press == own_board for press in presses)
