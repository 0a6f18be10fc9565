"""Posts the boards of matches of competitions that have none where their players see them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord

from cogs.board.board_posting import Posting
from cogs.competitions.competition_channels import Channel
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.visit import channel_in
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.errors import Denied, Unusable
from prowlerbot.match import closing
from prowlerbot.match.scene import Board, PostPlace
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
        self._boardless: set[str] = set()
        """Matches whose boards Discord refused; their players can show them by a command."""

    async def post(self, stored: Stored, channel: Channel | None) -> bool:
        """Post some of the boards that matches lack; False if more of them are missing.

        The clocks of a match do not count the time in which nobody could see it.
        """
        course, boards = stored.course, self._service.store.boards
        playing = () if course.ended else course.open
        begun = [(it, each) for each in playing if (it := stored.matches.get(each.pairing))]
        missing = [
            (match_id, each)
            for match_id, each in begun
            if match_id not in self._boardless
            and self._lacks_board(stored, channel, await boards.of_match(match_id))
        ]
        for match_id, pairing in missing[:_BOARDS_AT_ONCE]:
            places = [channel] if channel else [discord.Object(each) for each in pairing.players]
            guild = stored.guild if channel else 0
            together = stored.terms.at_once and not course.results
            unseen = course.lost_at if await boards.of_match(match_id) else pairing.at
            if not await self._post_board(match_id, guild, places, calling=not together):
                self._boardless.add(match_id)
            elif unseen:
                with suppress(Denied):  # it is over meanwhile
                    await self._service.apply(match_id, closing.unseen, unseen)
        return len(missing) <= _BOARDS_AT_ONCE

    def _lacks_board(self, stored: Stored, channel: Channel | None, board: Board | None) -> bool:
        """Whether a match has no board where its players see it. Without a channel that is a chat,
        or a channel to which a player has brought it from a deleted one.
        """
        if board is None or channel is not None:
            return board is None or board.in_a_chat
        if stored.is_wide:
            return not board.in_a_chat
        return not board.in_a_chat and channel_in(self._client, board.guild, board.channel) is None

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
