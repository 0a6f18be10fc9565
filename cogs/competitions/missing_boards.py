"""The boards that a competition's matches still lack, as these have begun without a press."""

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import discord

from cogs.board.board_posting import Posting
from cogs.competitions.competition_channels import Channel
from cogs.frame.replies import LOST, surely_refused
from cogs.frame.visit import channel_in
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.news import key_of_call
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
        self._refused: dict[str, set[tuple[str, Channel | None]]] = {}
        """The running matches whose boards Discord refused, each with the channel, by competition.
        A command can show them.
        """

    def forget_refusals(self, competition_id: str) -> None:
        """Try again to post the boards that Discord refused."""
        self._refused.pop(competition_id, None)

    async def post_missing(
        self, stored: Stored, channel: Channel | None, called: Collection[str] = ()
    ) -> bool:
        """Post some of the boards that matches lack; False if more of them are missing. A board
        calls nobody whom news call that are not among the ``called`` yet.
        """
        if stored.course.ended:
            self.forget_refusals(stored.id)
            return True
        pairings = stored.course.open
        begun = [(it, each) for each in pairings if (it := stored.matches.get(each.pairing))]
        running = {(match_id, channel) for match_id, _ in begun}
        refused = self._refused[stored.id] = self._refused.get(stored.id, set()) & running
        missing = [
            (match_id, each)
            for match_id, each in begun
            if (match_id, channel) not in refused
            and await self._lacks_board(stored, channel, match_id)
        ]
        for match_id, pairing in missing[:_BOARDS_AT_ONCE]:
            places = [channel] if channel else [discord.Object(each) for each in pairing.players]
            guild = stored.guild if channel else 0
            key = key_of_call(stored, pairing)
            calling = not key or key in called
            if not await self._post_board(match_id, guild, places, calling=calling):
                refused.add((match_id, channel))
        return len(missing) <= _BOARDS_AT_ONCE

    async def _lacks_board(self, stored: Stored, channel: Channel | None, match_id: str) -> bool:
        """Whether a match has no board where its players see it: the channel, or else a chat."""
        board = await self._service.store.boards.of_match(match_id)
        if board is None or channel is not None:
            return board is None or not board.message or board.in_a_chat or bool(board.lost_at)
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
                at = PostPlace(guild, place.id)
                if isinstance(place, discord.Object):
                    at = PostPlace(guild, (await self._client.create_dm(place)).id)
                if await self._posting.post_by_itself(match_id, at, calling=calling):
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
