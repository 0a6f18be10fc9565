"""The messages that show matches: their records, links, and edits by the bot itself."""

from __future__ import annotations

import logging
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import Interaction

from cogs.board.board_access import Answers, unarchive
from cogs.frame.layout import Content
from cogs.frame.meter import Meter
from cogs.frame.outbox import Fits, custom_ids
from cogs.frame.replies import LOST, edited, error_code
from cogs.frame.visit import Visit, channel_in, is_open, visit_of
from cogs.presses.addresses import MatchPress
from prowlerbot.core.errors import Stale
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import DAY
from prowlerbot.match.scene import Access, Board, Kind, Scene, Showing, tick
from prowlerbot.match.timeline import Place
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.service.shown_boards import note_shown
from prowlerbot.service.visibility_check import Asker

log = logging.getLogger(__name__)

_NO_CHANNEL = 10003
_NO_SUCH_MESSAGE = {_NO_CHANNEL, 10008}
_ARCHIVED = 50083
"""The thread is archived, so nothing in it can be edited."""


_REMEMBERED = 10_000
"""Matches; scenes read before the oldest of these changes were used long ago."""


_ON_BOARDS: Final = {"cancel", "menu", "back"}
"""Each public board has one of these actions, and no other public message has any."""


def is_board(match_id: str, after: int = 0) -> Fits:
    """The test for a message that shows a match and was sent ``after`` another message."""

    def fits(message: discord.Message) -> bool:
        presses = map(MatchPress.read, custom_ids(message.components))
        shown = any(it and it.match == match_id and it.action in _ON_BOARDS for it in presses)
        return shown and message.id > after

    return fits


class LatestChanges:
    """The last change of each match in this process, in the ticks of the scenes' stamps."""

    def __init__(self) -> None:
        self._at: Recent[str, int] = Recent(_REMEMBERED)

    def note_change(self, match_id: str) -> int:
        """Record a change of a match just now; returns its tick."""
        self._at.keep(match_id, at := tick())
        return at

    def missing_in(self, scene: Scene) -> bool:
        """Whether the match changed after the scene was read."""
        return (self._at.find(scene.match.id) or 0) > scene.read_at


@dataclass(eq=False)
class ShownMessages:
    """``changes`` records when a match gets another message."""

    _client: discord.Client
    _service: Service
    _meter: Meter
    _changes: LatestChanges
    answers: Answers

    def __post_init__(self) -> None:
        self._store = self._service.store

    async def set_board(self, visit: Visit, scene: Scene, message: int) -> Scene:
        """Record the new board of a match in this place; returns the scene with it."""
        match, place = scene.match, (visit.guild, visit.channel)
        board = Board(match.id, *place, message, match.revision, access=visit.access)
        return await self.adopt(scene, board, visit.audience)

    async def adopt(
        self, scene: Scene, board: Board, audience: int, *, calling: bool = True
    ) -> Scene:
        """Record a message from a channel as the board of a match; ``audience`` is as in Place."""
        shown = await note_shown(self._service, scene, board, audience, calling=calling)
        self._changes.note_change(scene.match.id)
        return shown

    async def note_pressed(self, interaction: Interaction, scene: Scene) -> Scene:
        """Record the content of the pressed message; an unrecorded message becomes the board."""
        message, match, board = interaction.message, scene.match, scene.board
        if message is None:
            return scene
        visit = visit_of(interaction)
        if visit.access is Access.INTERACTION:
            self.answers.keep(message.id, interaction)
        if board is not None and board.message and board.access is visit.access:
            self._store.boards.note_shown(match.id, message.id, match.revision)
            return scene
        return await self.set_board(visit, scene, message.id)

    async def note_taken_away(self, match: str, channel: int, message: int) -> None:
        """Forget the names in a deleted old board; the new board is in the same place."""
        gone = Showing(Place(0, channel, 0), message, Kind.BOARD, match)
        await self._store.showings.drop(gone)

    def note_unchanged(self, scene: Scene) -> None:
        """Mark the message of a match as up to date, because the change is invisible in it."""
        match, board = scene.match, scene.board
        if board is not None and board.message:
            self._store.boards.note_shown(match.id, board.message, match.revision)

    def can_edit(self, board: Board) -> bool:
        """Whether a board can be updated without a press on it."""
        return board.access is Access.MEMBER or self.answers.reach(board.message)

    async def edit(self, board: Board, content: Content) -> bool:
        """Edit a board; False if the bot may not edit it and its interactions have expired."""
        if board.access is Access.INTERACTION:
            return await self.answers.edit(board.message, content)
        channel = self._client.get_partial_messageable(board.channel)
        message = channel.get_partial_message(board.message)
        try:
            await message.edit(**edited(content))
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            await unarchive(self._client, board.channel)
            await message.edit(**edited(content))
        return True

    async def redraw(self, board: Board | None, match: Match, content: Content) -> bool:
        """Edit the message of a match without a press, and record its content."""
        if board is None:
            return True
        if not board.message:
            outside = channel_in(self._client, board.guild, board.channel) is None
            await self._post_again(board, match, outside=outside)
            return True
        try:
            if not await self.edit(board, content):
                return False
        except LOST as error:
            if error_code(error) in _NO_SUCH_MESSAGE:
                log.info("the message of match %s was deleted", match.id)
                await self._store.boards.forget_message(board)
                if match.phase is Phase.LOBBY:
                    with suppress(Stale):  # nobody can see this challenge, so it must not wait
                        await Lobby(self._service).lose(match, board.guild)
                gone = replace(board, message=0)
                await self._post_again(gone, match, outside=error_code(error) == _NO_CHANNEL)
                return True
            log.warning("the message of match %s was not edited: %s", match.id, error)
            return False
        self._meter.redraws.inc()
        self._store.boards.note_shown(match.id, board.message, match.revision)
        return True

    async def _post_again(self, board: Board, match: Match, *, outside: bool) -> None:
        """Post a changed match again after its message was deleted, if the bot may write there."""
        now = self._service.now()
        old = match.phase is Phase.OVER and now - match.changed_at > DAY
        here = board.access is Access.MEMBER and self._client.get_guild(board.guild) is not None
        if here and match.setup and not old:
            await self._store.boards.post_again(board, now, outside=outside)


@dataclass(eq=False)
class Links:
    """The addresses of the messages that show matches, for users with access to them."""

    _client: discord.Client
    _service: Service

    async def links_of(self, asker: Asker, matches: Collection[str]) -> dict[str, str]:
        """The addresses of the messages that show these matches, if visible to the asker."""
        boards = await self._service.visibility.boards(asker, matches)
        return {match: link_to(*board) for match, board in boards.items()}

    async def link_of(self, asker: Asker, match_id: str) -> str | None:
        """The address of the message that shows a match, if visible to the asker."""
        return (await self.links_of(asker, [match_id])).get(match_id)

    async def public_link_of(self, channel: int, match_id: str) -> str | None:
        """The same for a public message in a channel, if visible to everybody there."""
        shown_board = (await self._service.store.showings.boards([match_id])).get(match_id)
        if shown_board is None:
            return None
        place, message = shown_board
        if place.channel != channel and not is_open(self._client, place):
            return None
        return link_to(place, message)


def link_to(place: Place | Board, message: int) -> str:
    """The address of a message; its readers should have access to that place."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"
