"""Shows a match in another place when one of its players asks, and decides where it may move.

A board stays in a server of which the bot is a member; in a chat, a player gets a copy that only
they see. A match of players who may share no server stays in their chats; in a server, a player
gets such a copy. A board moves only to a place that all its players see; to another server, only
for a player who still sees the board. Every player can move it back to a place where the match was
played before. The board of a match of a competition moves only back.
"""

import asyncio
from dataclasses import dataclass
from enum import Enum

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.private_boards import PrivateBoards
from cogs.board.views.match_views import board_link, button
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, Item, layout
from cogs.frame.permissions import check_post, count_post
from cogs.frame.replies import say
from cogs.frame.visit import Visit, sees, visit_of
from cogs.presses import MatchPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.timeline import check_spoilers
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import check_bars_of_place


class _Stay(Enum):
    """The reason that a board does not move here, as the player who asked for it reads it."""

    IN_CHATS = mark("The match is played in chats with me; only you see this copy.")
    IN_SERVER = mark("The match stays in its server; only you see this copy.")
    IN_CHANNEL = mark("The match stays in its channel; only you see this copy.")
    UNSEEN = mark("Not all players see this channel, so only you see this copy of the match.")


@dataclass(eq=False)
class MovingBoards(commands.Cog):
    """Moves boards for their players, or gives a player a copy of a board that stays."""

    _client: discord.Client
    _service: Service
    _boards: BoardMessages
    _posting: Posting
    _private_boards: PrivateBoards

    async def show_here(self, interaction: Interaction, match: Match) -> None:
        """Show a match in this place, for one of its players."""
        scene = await self._boards.scene(visit_of(interaction), match.id)
        await self._move_here(interaction, scene, is_sure=False)

    @answers_in_match("repost", "repost!")
    async def _repost(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        await self._move_here(interaction, scene, is_sure=press.action == "repost!")

    async def _move_here(self, interaction: Interaction, scene: Scene, *, is_sure: bool) -> None:
        """Show a match here; ask first unless the player is ``is_sure`` or the board is here."""
        match, guild = scene.match, visit_of(interaction).guild
        seat_at(match, interaction.user.id)
        if match.phase is Phase.OVER and not match.setup:
            raise Denied("This challenge never became a match; there is no board to show.")
        if (stay := await self._reason_to_stay(visit_of(interaction), scene)) is not None:
            await self._show_copy(interaction, scene, stay)
            return
        if _asks_first(interaction, scene) and not is_sure:
            await say(interaction, _question_to_move(scene))
            return
        check_spoilers(match, self._service.now(), only_in_chats=False)  # or there is a copy
        if scene.board is None or scene.board.guild != guild:
            await check_bars_of_place(self._service.store, guild, match, self._service.now())
        check_post(interaction)
        count_post(interaction)
        await self._posting.post_here(interaction, scene)

    async def _reason_to_stay(self, visit: Visit, scene: Scene) -> _Stay | None:
        """The first reason against a board in the place of a visit; None if it may be there."""
        match, board = scene.match, scene.board
        if await self._stays_in_chats(match, visit):
            return _Stay.IN_CHATS
        if board is not None and (board.guild, board.channel) == (visit.guild, visit.channel):
            return None
        if board is None and match.terms.competition and visit.access is not Access.MEMBER:
            return _Stay.IN_SERVER
        seen_by_all = await self._is_seen_by_all(match, visit)
        if board is None or not self._is_shown_in_own_server(board):
            may_move = seen_by_all or (board is not None and await self._was_shown_in(match, visit))
            return None if may_move else _Stay.UNSEEN
        return await self._reason_to_stay_in_server(visit, match, board, seen_by_all=seen_by_all)

    async def _reason_to_stay_in_server(
        self, visit: Visit, match: Match, board: Board, *, seen_by_all: bool
    ) -> _Stay | None:
        """The same for a board that the bot shows in a server of which it is a member."""
        # A match of a competition is played in its channel as long as that is there.
        is_competing = match.terms.competition and match.phase is Phase.PLAYING
        is_tied = bool(is_competing and board.guild) and not board.lost_at
        leaves_server = board.guild != visit.guild
        stay = _Stay.IN_CHANNEL if is_tied else _Stay.UNSEEN
        if leaves_server:
            stay = _Stay.IN_SERVER
        if not seen_by_all:
            return stay
        if await self._was_shown_in(match, visit):
            return None
        if is_tied or (leaves_server and (not visit.guild or match.phase is Phase.OVER)):
            return stay
        # Only a player who still sees the board may take it out of its server.
        if leaves_server and not await sees(self._client, visit.user, board.guild, board.channel):
            return stay
        return None

    async def _was_shown_in(self, match: Match, visit: Visit) -> bool:
        facts = await self._service.store.showings.facts_of(match.id)
        return any(place.channel == visit.channel for place in facts.former)

    async def _is_seen_by_all(self, match: Match, visit: Visit) -> bool:
        """Whether the others who still play see this place, as far as the bot can know."""
        if match.phase is not Phase.PLAYING or not visit.guild or visit.access is not Access.MEMBER:
            return True
        others = {match.player(seat).id for seat in match.voters} - {visit.user}
        place = visit.guild, visit.channel
        return all(await asyncio.gather(*(sees(self._client, other, *place) for other in others)))

    async def _stays_in_chats(self, match: Match, visit: Visit) -> bool:
        in_own_chat = not visit.guild and visit.access is Access.MEMBER
        if in_own_chat or match.phase is not Phase.PLAYING:
            return False
        return await self._service.visibility.only_in_chats(match)

    def _is_shown_in_own_server(self, board: Board) -> bool:
        """Whether the bot is known to show a match in a server of which it is a member."""
        if not board.guild or board.access is not Access.MEMBER:
            return False
        is_known = self._client.get_guild(board.guild) is not None
        return is_known or (bool(board.message) and not self._service.serves(board.guild))

    async def _show_copy(self, interaction: Interaction, scene: Scene, stay: _Stay) -> None:
        """Show the match to the asker alone, and say why its board stays, and where that is."""
        url = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        link = f" {board_link(url)}" if url is not None else ""
        if not scene.match.setup:
            await say(interaction, tr("The challenge stays in its server.") + link)
        else:
            await self._private_boards.open_board(interaction, scene, tr(stay.value) + link)


def _asks_first(interaction: Interaction, scene: Scene) -> bool:
    """Whether a board here would leave another place, or show its match to others first."""
    board, is_running = scene.board, scene.match.phase is not Phase.OVER
    if board is None or not is_running:
        return False
    if scene.unshared:
        return not interaction.context.dm_channel
    return bool(board.message) and board.channel != interaction.channel_id


def _question_to_move(scene: Scene) -> Content:
    """The effect of the move on the players; the first button shows the board without moving it."""
    match, board = scene.match, scene.board
    look = button("look", match, tr("Look here, only you"), "👁️")
    if scene.unshared:
        words = tr("Only its players see this match so far. Everybody here can see it then.")
        row: list[Item] = [look, button("repost!", match, tr("Show it here"))]
        return layout(words, rows=[row])
    if board is not None and board.guild:
        words = tr("This takes the match out of {channel}.", channel=f"<#{board.channel}>")
    else:
        words = tr("This takes the match out of the chat where it is played.")
    effect = tr("Everybody here can see it then, and players who are not here cannot.")
    row = [look, button("repost!", match, tr("Bring it here"))]
    return layout(f"{words} {effect}", rows=[row])
