"""Shows a match in another place when one of its players asks, and decides where it may move.

A board stays in a server of which the bot is a member. In a chat, its players get a copy that only
they see. A match of players who may share no server stays in their chats, and in a server a player
gets such a copy. In its server, a board moves only where all its players see it. So it does into
another server, for a player who still sees it. Every player can move it back to a place where the
match was played before. The board of a match of a competition moves only back.
"""

import asyncio
from dataclasses import dataclass

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.player_moves import PrivateBoards
from cogs.board.shown_messages import check_post, count_post
from cogs.board.views import match_views as views
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, Item, layout
from cogs.frame.replies import say
from cogs.frame.visit import Visit, sees, visit_of
from cogs.presses.addresses import MatchPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.timeline import check_spoilers
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import check_place


@dataclass(eq=False)
class MovingBoards(commands.Cog):
    _client: discord.Client
    _service: Service
    _boards: BoardMessages
    _posting: Posting
    _private: PrivateBoards

    async def show(self, interaction: Interaction, match: Match) -> None:
        """Show a match in this place, for one of its players."""
        await self._show(interaction, await self._boards.scene(visit_of(interaction), match.id))

    @answers_in_match("repost", "repost!")
    async def _repost(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        await self._show(interaction, scene, sure=press.action == "repost!")

    async def _show(self, interaction: Interaction, scene: Scene, *, sure: bool = False) -> None:
        """Show a match here; ask first unless the player is ``sure`` or the board is here."""
        match, guild = scene.match, visit_of(interaction).guild
        seat_at(match, interaction.user.id)
        if match.phase is Phase.OVER and not match.setup:
            raise Denied("This challenge never became a match; there is no board to show.")
        if not await self._may_move(interaction, scene):
            await self._copy(interaction, scene)
            return
        if _asks_first(interaction, scene) and not sure:
            await say(interaction, _question(scene))
            return
        check_spoilers(match, self._service.now(), only_in_chats=False)  # or there is a copy
        if scene.board is None or scene.board.guild != guild:
            await check_place(self._service.store, guild, match, self._service.now())
        check_post(interaction)
        count_post(interaction)
        await self._posting.post(interaction, scene)

    async def _may_move(self, interaction: Interaction, scene: Scene) -> bool:
        """Whether the board of a match may be shown here, and no longer where it was."""
        match, board, visit = scene.match, scene.board, visit_of(interaction)
        if await self._stays_in_chats(match, visit):
            return False
        here = visit.guild, visit.channel
        if board is None or (board.guild, board.channel) == here:
            is_guest = visit.access is not Access.MEMBER and bool(match.terms.competition)
            return board is not None or (not is_guest and await self._is_seen_by_all(match, visit))
        kept, seen_by_all = self._is_kept(board), await self._is_seen_by_all(match, visit)
        if kept != seen_by_all:
            return seen_by_all
        facts = await self._service.store.showings.facts(match.id)
        was_here = any(place.channel == visit.channel for place in facts.former)
        if was_here or not kept or _stays_in_channel(match, board):
            return was_here
        same_server = board.guild == visit.guild
        if same_server or not visit.guild or match.phase is Phase.OVER:
            return same_server
        return await sees(self._client, visit.user, board.guild, board.channel)

    async def _is_seen_by_all(self, match: Match, visit: Visit) -> bool:
        """Whether the others who still play see this place, as far as the bot can know. It calls
        nobody to a channel of a server that they do not see.
        """
        if match.phase is not Phase.PLAYING or not visit.guild or visit.access is not Access.MEMBER:
            return True
        others = {match.player(seat).id for seat in match.voters} - {visit.user}
        place = visit.guild, visit.channel
        return all(await asyncio.gather(*(sees(self._client, each, *place) for each in others)))

    async def _stays_in_chats(self, match: Match, visit: Visit) -> bool:
        in_a_chat = not visit.guild and visit.access is Access.MEMBER
        if in_a_chat or match.phase is not Phase.PLAYING:
            return False
        return await self._service.visibility.only_in_chats(match)

    def _is_kept(self, board: Board) -> bool:
        """Whether the bot is known to show a match in a server of which it is a member."""
        if not board.guild or board.access is not Access.MEMBER:
            return False
        if self._client.get_guild(board.guild) is not None:
            return True
        return bool(board.message) and not self._service.serves(board.guild)

    async def _copy(self, interaction: Interaction, scene: Scene) -> None:
        """Show the match to the asker alone, and say where its board is."""
        link = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        way = f" {views.way_to(link)}" if link is not None else ""
        if not scene.match.setup:
            await say(interaction, tr("The challenge stays in its server.") + way)
            return
        said, board = tr("The match stays in its server; only you see this copy."), scene.board
        kept = board is not None and self._is_kept(board)
        if board is None or not kept or board.guild == visit_of(interaction).guild:
            said = tr("Not all players see this channel, so only you see this copy of the match.")
            if board is not None and kept and _stays_in_channel(scene.match, board):
                said = tr("The match stays in its channel; only you see this copy.")
        if await self._stays_in_chats(scene.match, visit_of(interaction)):
            said = tr("The match is played in chats with me; only you see this copy.")
        await self._private.open(interaction, scene, said + way)


def _stays_in_channel(match: Match, board: Board) -> bool:
    """Whether a match of a competition is played in a channel that is still there."""
    running = match.phase is Phase.PLAYING
    return running and bool(match.terms.competition and board.guild) and not board.lost_at


def _asks_first(interaction: Interaction, scene: Scene) -> bool:
    """Whether a board here would remove a running match from another place, or show it to others
    for the first time.
    """
    board, running = scene.board, scene.match.phase is not Phase.OVER
    if board is None or not running:
        return False
    if scene.unshared:
        return not interaction.context.dm_channel
    return bool(board.message) and board.channel != interaction.channel_id


def _question(scene: Scene) -> Content:
    """The effect of the move on the players; the first button shows the board without moving it."""
    match, board = scene.match, scene.board
    look = views.button("look", match, tr("Look here, only you"), "👁️")
    if scene.unshared:
        words = tr("Only its players see this match so far. Everybody here can see it then.")
        row: list[Item] = [look, views.button("repost!", match, tr("Show it here"))]
        return layout(words, rows=[row])
    if board is not None and board.guild:
        words = tr("This takes the match out of {channel}.", channel=f"<#{board.channel}>")
    else:
        words = tr("This takes the match out of the chat where it is played.")
    everybody = tr("Everybody here can see it then, and players who are not here cannot.")
    row = [look, views.button("repost!", match, tr("Bring it here"))]
    return layout(f"{words} {everybody}", rows=[row])
