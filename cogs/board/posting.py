"""Posts boards: the message of a challenge, and a match again in another message."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import Interaction

from cogs.board.access import check_permissions
from cogs.board.board_messages import BoardMessages
from cogs.board.rendering import Rendering
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content
from cogs.frame.replies import LOST, NOBODY, Unconfirmed, show_to_all
from cogs.frame.visit import visit_of
from cogs.presses.addresses import MatchPress
from cogs.views import match_views as views
from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.core.i18n import speaking
from prowlerbot.match.lobby import cancel
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.visibility import check_spoilers
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.posts import UnfinishedPost
from prowlerbot.storage.scenes import Scene


@dataclass(eq=False)
class Posting:
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages

    async def challenge(self, interaction: Interaction, match: Match) -> Scene:
        """Post a challenge as the answer to a command or press; it calls the challenged players.

        Players who have switched calls off get none. A match that needs no acceptance is shown with
        its board.
        """
        try:
            scene = await self._boards.scene(visit_of(interaction), match.id)
            called = self._called(interaction.user.id, scene)
            return await self._post(interaction, scene, discord.AllowedMentions(users=called))
        except (Unconfirmed, StoreError):  # it may be posted, so it stays open: see recovery
            raise
        except Exception:  # an invisible challenge must not wait for an answer
            if match.phase is Phase.LOBBY:
                await self._service.apply(match, cancel, interaction.user.id)
            raise

    def _called(self, by: int, scene: Scene) -> list[discord.Object]:
        """The users whom a challenge by this user pings."""
        asked = [
            scene.match.player(seat).id
            for seat in sorted(scene.match.asked)
            if scene.choices_of(seat).calls != "off"
        ]
        pings = self._boards.calls.pings
        return [discord.Object(each) for each in asked if pings.take_challenge(by, each)]

    async def show(self, interaction: Interaction, match: Match) -> None:
        """Show a match in this place, for one of its players."""
        await self._show(interaction, await self._boards.scene(visit_of(interaction), match.id))

    async def post(self, interaction: Interaction, scene: Scene) -> None:
        """Show a match here as the answer to a command or press; retire its old message."""
        old, place = scene.board, visit_of(interaction).post_place
        if place is not None:
            began_at = self._service.now()
            await self._service.store.posts.begin(UnfinishedPost(scene.match.id, place, began_at))
        scene = await self._post(interaction, scene, NOBODY)
        if old is not None and old.message:
            await self.retire(old, scene)
        await self._boards.calls.call(scene, presser=interaction.user.id, anew=True)

    def posts_anew(self, interaction: Interaction, scene: Scene) -> bool:
        """Whether only a press on the board of a match could change it, and it is posted again."""
        board, visit = scene.board, visit_of(interaction)
        if board is None or not board.message or board.channel != visit.channel:
            return False
        return not self._boards.shown.can_edit(board)

    async def update(self, interaction: Interaction, scene: Scene) -> None:
        """Update the board after a press or command from another message, and call the players.

        Where only a press on the board could change it, it is posted again behind the answer.
        """
        user, guild = interaction.user.id, scene.board.guild if scene.board is not None else 0
        # A scene read for another server has the choices of that server.
        seen = scene if guild == visit_of(interaction).guild else None
        if self.posts_anew(interaction, scene):
            await self.post(interaction, scene)
        else:
            await self._boards.refresh(scene.match.id, user, seen=seen)

    @answers_in_match("repost")
    async def _repost(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self._show(interaction, scene)

    async def _show(self, interaction: Interaction, scene: Scene) -> None:
        match = scene.match
        seat_at(match, interaction.user.id)
        check_spoilers(match, self._service.now())
        if match.phase is Phase.OVER and not match.setup:
            raise Denied("This challenge never became a match; there is no board to show.")
        check_permissions(interaction)
        await self.post(interaction, scene)

    async def _post(
        self, interaction: Interaction, seen: Scene, mentions: discord.AllowedMentions
    ) -> Scene:
        visit = visit_of(interaction)
        async with self._boards.showing(seen.match.id, seen, visit.guild) as present:
            scene = await self._boards.with_asker(visit, present)
            content = await self._boards.drawn(visit, scene)
            sent = await show_to_all(interaction, content, mentions)
            self._boards.shown.answers.keep(sent.message, interaction, first=sent.first)
            posted = await self._boards.shown.set_board(visit, scene, sent.message)
        self._boards.machines.wake(posted.match, visit.user)
        return posted

    async def retire(self, old: Board, scene: Scene) -> None:
        """Remove the buttons from a message that the match has left."""
        match, rendering = scene.match, self._rendering
        link = await self._boards.links.public(old.channel, match.id)
        with speaking(await rendering.language(old.guild)):
            view = views.moved_view(match, rendering.face(match), link)
        with suppress(*LOST):  # without the edit, its presses are refused
            await self._boards.shown.edit(old, Content(view))
