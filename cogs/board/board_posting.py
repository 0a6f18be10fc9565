"""Posts boards: challenges, matches in a new message, and matches that the bot itself begins.

The bot itself begins the matches of competitions and of the search. Each board is recorded before
its request to Discord, and the record is removed once the message of the match is known. After a
crash, the bot searches for an answer, which has no nonce; it sends its own posts again.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType

import discord
from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.match_threads import Threads
from cogs.board.public_posts import count_post
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import is_board
from cogs.board.views.moved_views import moved_view
from cogs.frame.interaction import AnyInteraction
from cogs.frame.layout import headed
from cogs.frame.outbox import Outbox, Sending
from cogs.frame.replies import LOST, NOBODY, Unconfirmed, pinging, sending, show_to_all
from cogs.frame.visit import audience_in, visit_of
from prowlerbot.core.errors import Stale, StoreError
from prowlerbot.core.i18n import speaking
from prowlerbot.core.posts import Post, PostKind
from prowlerbot.match.lobby import cancel
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import OWN, Access, Board, PostPlace, Scene, board_post, shown_by
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class Posting:
    _client: discord.Client
    _service: Service
    _outbox: Outbox
    _rendering: Rendering
    _boards: BoardMessages
    _threads: Threads

    def __post_init__(self) -> None:
        self._noted = self._service.store.outbox
        self._called_elsewhere: set[str] = set()
        """Matches whose first boards are being posted without a call."""
        self._outbox.add_kind(PostKind.BOARD, self.finish, twice=False)
        self._boards.calls.show = self._show_calling

    async def challenge(self, interaction: Interaction, match: Match) -> Scene:
        """Post a challenge as the answer to a command or press; it calls the challenged players.

        Players who have switched calls off get no call. A match that needs no acceptance is shown
        with its board.
        """
        try:
            count_post(interaction)
            scene = await self._boards.scene(visit_of(interaction), match.id)
            called = self._called(interaction.user.id, scene)
            return await self._post(interaction, scene, pinging(called))
        except (Unconfirmed, StoreError):  # it may be posted, so it stays open: see ``finish``
            raise
        except Exception:  # an invisible challenge must not wait for an answer
            if match.phase is Phase.LOBBY:
                await self._service.apply(match, cancel, interaction.user.id)
            raise

    def _called(self, by: int, scene: Scene) -> list[int]:
        """The users that a challenge by this user pings."""
        asked = [
            scene.match.player(seat).id
            for seat in sorted(scene.match.asked)
            if scene.choices_of(seat).calls != "off"
        ]
        pings = self._boards.calls.pings
        return [each for each in asked if pings.take_challenge(by, each)]

    async def post(self, interaction: Interaction, scene: Scene) -> None:
        """Show a match here as the answer to a command or press; retire its old message.

        Where the bot can only answer, the new message also calls the players.
        """
        old, visit, user = scene.board, visit_of(interaction), interaction.user.id
        stays = old is not None and old.channel == visit.channel
        playing = scene.match.phase is Phase.PLAYING and scene.match.open_question is None
        behind = stays and playing and visit.access is Access.INTERACTION
        if behind and await self._boards.calls.call(scene, presser=user, shown=True):
            return
        place = visit.post_place
        await self._noted.note_post(board_post(scene.match.id, place, self._service.now()))
        scene = await self._post(interaction, scene, NOBODY)
        if old is not None and old.message:
            await self.retire(old, scene)
        await self._boards.calls.call(scene, presser=user, reposted=not behind)

    async def _show_calling(
        self, interaction: AnyInteraction, read_scene: Scene, call: Sending
    ) -> Scene:
        """Show a match in a new message that calls players, and delete the message before.

        If Discord no longer lets the bot delete that message, the next press on it does.
        """
        scene = await self._post(interaction, read_scene, call["allowed_mentions"], call)
        old, answers = read_scene.board, self._boards.shown.answers
        if old is not None and await answers.remove(old.message):
            await self._boards.shown.note_taken_away(old.match, old.channel, old.message)
        return scene

    def must_repost(self, interaction: Interaction, scene: Scene) -> bool:
        """Whether the board is posted again, as only a press on it could change it."""
        board, visit = scene.board, visit_of(interaction)
        if board is None or not board.message or board.channel != visit.channel:
            return False
        return not self._boards.shown.can_edit(board)

    async def update(self, interaction: Interaction, scene: Scene) -> None:
        """Update the board after a press or command from another message, and call the players.

        A board that only a press on it could change is posted again behind the answer.
        """
        user, guild = interaction.user.id, scene.board.guild if scene.board is not None else 0
        # A scene read for another server has the choices of that server.
        read_scene = scene if guild == visit_of(interaction).guild else None
        if self.must_repost(interaction, scene):
            await self.post(interaction, scene)
        else:
            await self._boards.refresh(scene.match.id, user, read_scene=read_scene)

    async def _post(
        self,
        interaction: Interaction,
        read_scene: Scene,
        mentions: discord.AllowedMentions,
        call: Sending = MappingProxyType({}),
    ) -> Scene:
        visit = visit_of(interaction)
        async with self._boards.showing(read_scene.match.id, read_scene, visit.guild) as present:
            scene = await self._boards.with_asker(visit, present, moves=True)
            content = headed(await self._boards.drawn(visit, scene), call.get("content", ""))
            quiet = call.get("silent", False)
            sent = await show_to_all(interaction, content, mentions, silent=quiet)
            self._boards.shown.answers.keep(sent.message, interaction, first=sent.first)
            posted = await self._boards.shown.set_board(visit, scene, sent.message)
        self._boards.machines.wake(posted.match, visit.user)
        return posted

    async def retire(self, old: Board, scene: Scene) -> None:
        """Remove the buttons from a message that no longer shows the match."""
        match, rendering = scene.match, self._rendering
        link = await self._boards.links.public_link_of(old.channel, match.id)
        with speaking(await rendering.language(old.guild)):
            away = scene.board is not None and scene.board.channel != old.channel
            view = moved_view(match, rendering.face(match), link, away=away)
        with suppress(*LOST):  # the bot refuses its presses even without the edit
            await self._boards.shown.edit(old, view)

    # ------------------------------------------------------------------ without an answer

    async def post_by_itself(
        self, match_id: str, place: PostPlace, *, calling: bool = True
    ) -> bool:
        """Post the first board of a match that the bot began, and call the players to move, unless
        another message calls them to all of their matches.

        Returns False if Discord refuses the board. Raises one of LOST if the outcome is unknown.
        """
        post = board_post(match_id, place, self._service.now(), own=True)
        if not calling:
            self._called_elsewhere.add(match_id)
        await self._noted.note_post(post)
        for noted in await self._noted.waiting_posts(match_id):
            if noted.name == post.name:  # perhaps recorded by a crashed process
                try:
                    await self.finish(noted)
                finally:
                    self._called_elsewhere.discard(match_id)
        return await self._service.store.boards.of_match(match_id) is not None

    async def finish(self, post: Post) -> None:
        shown = None
        async with self._boards.showing(post.name.subject, None, post.guild) as scene:
            again = scene.board is not None
            if post not in await self._noted.waiting_posts(post.name.subject):
                return  # another task has finished it
            async with self._outbox.giving_up_if_refused(post):
                shown = await self._settle(post, scene)
        if shown is None or not shown.match.setup:
            return
        channel = self._client.get_channel(post.channel)
        if isinstance(channel, discord.TextChannel) and shown.board is not None and not again:
            shown = await self._threads.open_by_itself(channel, shown, shown.board)
        self._boards.machines.wake(shown.match)
        if again or post.name.subject not in self._called_elsewhere:
            await self._boards.calls.call(shown, reposted=again)

    async def _settle(self, post: Post, scene: Scene) -> Scene | None:
        """Make the message of a post the board of its match; send the message if needed.

        Returns the scene if the players do not know yet where their match is shown.
        """
        match, old = scene.match, scene.board
        shown, own = old.message if old is not None else 0, post.name.part == OWN
        leaves = own and old is not None and old.channel != post.channel
        looks = bool(post.channel) and self._outbox.history.is_open(post.guild, post.channel)
        fits, message = is_board(match.id, after=shown), 0
        if looks and not own:
            message = await self._outbox.find_message(post, fits)
            if not message and not self._outbox.may_be_lost(post):
                return None  # the answer may still arrive
        wanted = match.setup and (not shown or leaves) and (looks or own)
        if not message and wanted:
            empty = Board(match.id, post.guild, post.channel, 0)
            content = await self._boards.drawn_at(empty, scene)
            message = await self._outbox.place(post, sending(content), fits)
        if message:
            board = Board(match.id, post.guild, post.channel, message, shown_by(post, match))
            audience = audience_in(self._client, post.guild, post.channel)
            scene = await self._boards.shown.adopt(
                scene, board, audience, calling=match.id not in self._called_elsewhere
            )
            if old is not None and shown:
                await self.retire(old, scene)
            return scene if own or not shown else None
        if match.phase is Phase.LOBBY and not shown and (looks or not post.channel):
            with suppress(Stale):  # nobody can see this challenge, so it must not wait
                await self._service.apply(match, cancel, match.player(match.challenger).id)
        self._noted.note_gone(post)
        return None
