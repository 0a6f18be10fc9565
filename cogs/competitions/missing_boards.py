"""Posts the boards of matches of competitions that have none where their players see them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.board.board_posting import Posting
from cogs.competitions.competition_channels import Channel
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.visit import channel_in
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.errors import Unusable
from prowlerbot.match.scene import Access, PostPlace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_BOARDS_AT_ONCE = 8
"""Boards that one run posts for a competition, so that other competitions do not wait long."""


@dataclass(eq=False)
class MissingBoards:
    _client: discord.Client
    _service: Service
    _posting: Posting

    def __post_init__(self) -> None:
        self._boardless: set[tuple[str, Channel | None]] = set()
        """Matches whose boards Discord refused in a channel, or without one in the chats of all
        players; they can show them by a command.
        """

    async def post(self, stored: Stored, channel: Channel | None) -> bool:
        """Post some of the boards that matches lack; False if more of them are missing."""
        course = stored.course
        playing = () if course.ended else course.open
        begun = [(it, each) for each in playing if (it := stored.matches.get(each.pairing))]
        missing = [
            (match_id, each)
            for match_id, each in begun
            if (match_id, channel) not in self._boardless
            and await self._lacks_board(stored, channel, match_id)
        ]
        for match_id, pairing in missing[:_BOARDS_AT_ONCE]:
            places = [channel] if channel else [discord.Object(each) for each in pairing.players]
            guild = stored.guild if channel else 0
            together = stored.terms.at_once and not course.results
            if not await self._post_board(match_id, guild, places, calling=not together):
                self._boardless.add((match_id, channel))
        return len(missing) <= _BOARDS_AT_ONCE

    async def _lacks_board(self, stored: Stored, channel: Channel | None, match_id: str) -> bool:
        """Whether a match has no board where its players see it. Without a channel that is a chat,
        or a channel to which a player has brought it from a deleted one.
        """
        board = await self._service.store.boards.of_match(match_id)
        if board is None or channel is not None:
            return board is None or board.in_a_chat or bool(board.lost_at)
        if stored.is_wide or board.in_a_chat:
            return not board.in_a_chat
        is_gone = channel_in(self._client, board.guild, board.channel) is None
        if is_gone and board.access is Access.MEMBER:  # perhaps while the bot was away
            await self._service.store.boards.forget_channel(board.channel, self._service.now())
        return is_gone

    async def _post_board(
        self,
        match_id: str,
        guild: int,
        places: Sequence[Channel | discord.Object],
        *,
        calling: bool,
    ) -> bool:
        """Post a board in the first channel or chat that accepts it."""
        for place in places:
            try:
                chat = (
                    await self._client.create_dm(place)
                    if isinstance(place, discord.Object)
                    else place
                )
                if await self._posting.post_by_itself(
                    match_id, PostPlace(guild, chat.id), calling=calling
                ):
                    return True
            except LOST as error:
                if not surely_refused(error):
                    raise
                log.info("match %s has no board: %s", match_id, error)
            except Unusable:
                raise
            except Exception:  # the other matches still get theirs
                log.exception("match %s has no board", match_id)
        return False
