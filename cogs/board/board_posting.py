"""Posts boards: challenges, matches in a new message or thread, and those that the bot begins.

The bot begins the matches of competitions and of the search by itself. Each board is recorded
before its request to Discord. The record is removed once the message of the match is known. After a
crash, a duty looks for an answer in the channel, as answers have no nonce, and sends the bot's own
posts again.

If the server has chosen threads, each match gets one. A thread has the id of the message at which
it begins. It too is recorded before its request. The record is removed once the thread has the
board and the message leads there. So a duty completes both after a crash.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

import discord
from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.call_sending import CallSending
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import board_test, own_thread
from cogs.board.views.match_boards import moved_view, thread_name, thread_view
from cogs.frame import replies
from cogs.frame.layout import Content, put_above, put_below
from cogs.frame.names import safe_player_name
from cogs.frame.outbox import Outbox, Sending
from cogs.frame.permissions import NEEDED_TO_OPEN_THREADS, count_post, missing_permissions
from cogs.frame.visit import audience_in, visit_of
from prowlerbot.core.errors import Stale, StoreError
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.match.lobby import cancel_challenge
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import OWN_POST, Access, Board, PostPlace, Scene, board_post, shown_by
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_ARCHIVED_AFTER: Final = 10080
"""Minutes of silence after which Discord archives the thread of a running match; its maximum."""

MOST_THREADS_OF_A_PERSON = 5
"""The most threads of running matches that one person can begin in a server."""
MOST_THREADS_IN_SERVER = 300
"""The most open threads of the bot in a server; Discord allows 1,000 of all apps and users."""


@dataclass(eq=False)
class Threads:
    """Matches in threads of their own, where the server has chosen that."""

    _client: discord.Client
    _service: Service
    _outbox: Outbox
    _rendering: Rendering
    _boards: BoardMessages

    def __post_init__(self) -> None:
        self._post_store = self._service.store.outbox
        self._outbox.add_kind(PostKind.THREAD, self.finish_post, repeatable=False)

    async def open_for_match(self, interaction: Interaction, scene: Scene) -> Scene:
        """Show a new match: in its own thread if the server wants one, else in this message."""
        message = interaction.message
        if message is None or not _wants_thread(interaction, scene):
            return await self._boards.answer(interaction, scene)
        if obstacle := await self._obstacle_sentence(interaction, scene.match):
            scene = await self._boards.answer(interaction, scene)
            await replies.say(interaction, obstacle)
            return scene
        with suppress(*replies.LOST):  # opening a thread may take longer than Discord waits
            await interaction.response.defer()
        board = Board(scene.match.id, interaction.guild_id or 0, message.channel.id, message.id)
        if (moved := await self._move_into_thread(message, scene, board, interaction)) is None:
            await self._boards.refresh(scene.match.id, interaction.user.id, call=False)
        return moved or scene

    async def open_posted(self, interaction: Interaction, scene: Scene) -> Scene:
        """Open a thread for a match whose board was posted at once, without any acceptance."""
        channel, board = interaction.channel, scene.board
        if board is None or not isinstance(channel, discord.TextChannel):
            return scene
        if not _wants_thread(interaction, scene):
            return scene
        if obstacle := await self._obstacle_sentence(interaction, scene.match):
            await replies.say(interaction, obstacle)
            return scene
        message = channel.get_partial_message(board.message)
        return await self._move_into_thread(message, scene, board, interaction) or scene

    async def open_by_itself(self, place: discord.TextChannel, scene: Scene, board: Board) -> Scene:
        """Open a thread for a match whose board the bot has posted by itself, where it may."""
        wanted = scene.match.terms.thread
        if wanted is None:
            wanted = scene.server.threads
        missing = missing_permissions(place.permissions_for(place.guild.me), NEEDED_TO_OPEN_THREADS)
        if missing or not wanted or len(_bot_threads(place.guild)) >= MOST_THREADS_IN_SERVER:
            return scene
        message = place.get_partial_message(board.message)
        return await self._move_into_thread(message, scene, board) or scene

    async def _obstacle_sentence(self, interaction: Interaction, match: Match) -> str:
        """The sentence about missing permissions or too many threads; empty without an obstacle."""
        permissions = visit_of(interaction).permissions
        if missing := missing_permissions(permissions, NEEDED_TO_OPEN_THREADS):
            return tr(
                "This server wants a thread for each match, but I lack permissions in this channel:"
                " {missing}. So the board is here.",
                missing=", ".join(map(tr, missing)),
            )
        threads, host = _bot_threads(interaction.guild), match.player(match.challenger)
        if len(threads) >= MOST_THREADS_IN_SERVER:
            return tr("I keep no more threads open in this server; the board is here.")
        running = await self._service.store.boards.count_running_in(host.id, threads)
        if running >= MOST_THREADS_OF_A_PERSON:
            return tr(
                "{player} has {count} matches in threads here already; the board of this one is"
                " here.",
                player=safe_player_name(host),
                count=MOST_THREADS_OF_A_PERSON,
            )
        return ""

    async def _move_into_thread(
        self,
        message: discord.Message | discord.PartialMessage,
        read_scene: Scene,
        board: Board,
        interaction: Interaction | None = None,
    ) -> Scene | None:
        """Show a match in a new thread at a message; None if that failed.

        Without an ``interaction``, no player has asked for that.
        """
        guild = board.guild
        async with self._boards.showing(read_scene.match.id, read_scene, guild) as scene:
            match = scene.match
            if interaction is None:
                content = await self._boards.content_at(board, scene)
            else:
                content = await self._boards.public_content(visit_of(interaction), scene)
            with speaking(self._rendering.language_in(scene.server, guild)):
                name = thread_name(match)
            post_name = PostName(PostKind.THREAD, match.id, str(message.id), "")
            post = Post(post_name, self._service.now(), guild, message.id)
            await self._post_store.note_post(post)
            moved = None
            with suppress(*replies.LOST):  # a duty completes it
                async with self._outbox.giving_up_if_refused(post):
                    thread = await message.create_thread(
                        name=name, auto_archive_duration=_ARCHIVED_AFTER
                    )
                    moved = await self._post_board(thread, scene, content, post)
        if moved is not None:
            self._boards.wake_machine(match, interaction.user.id if interaction is not None else 0)
        return moved

    async def finish_post(self, post: Post) -> None:
        """Show a match in the thread that was opened for it, and link its message to the thread."""
        match_id, place = post.name.subject, self._client.get_channel(post.channel)
        async with (
            self._boards.showing(match_id, None) as scene,
            self._outbox.giving_up_if_refused(post),
        ):
            if post not in await self._post_store.waiting_posts(match_id):
                return  # another task has done it
            with suppress(discord.NotFound):
                place = place or await self._client.fetch_channel(post.channel)
            thread, board = own_thread(self._client, place), scene.board
            # The thread has the id of the message at which it began: the board before it.
            is_elsewhere = board is not None and board.message not in {0, post.channel}
            if is_elsewhere and thread is not None and board and board.channel == thread.id:
                await self._lead_into_thread(thread, scene, post)
            elif is_elsewhere or (thread is None and self._outbox.may_be_lost(post)):
                self._post_store.note_gone(post)
            elif thread is not None:
                await self._finish_in_thread(thread, scene, post)

    async def _finish_in_thread(self, thread: discord.Thread, scene: Scene, post: Post) -> None:
        """Put the board into its thread, which the client may not have in its cache."""
        match, message = scene.match, None
        if self._outbox.history.can_read(post.guild, thread.parent_id):
            message = await self._outbox.find_message_id(post, board_test(match.id))
        if message is None:  # the thread may have its board already
            self._post_store.note_gone(post)
            return
        board = Board(match.id, post.guild, thread.id, 0, shown_by(post, match))
        if message:
            await self._adopt_board(thread, scene, replace(board, message=message), post)
            return
        content = await self._boards.content_at(board, scene)
        if self._outbox.may_be_lost(post):  # a new nonce, as the search has found no message
            post = replace(post, begun_at=self._service.now())
        await self._post_board(thread, scene, content, post)

    async def _post_board(
        self, thread: discord.Thread, scene: Scene, content: Content, post: Post
    ) -> Scene | None:
        """Post the board in a thread, or remove a thread that cannot get it. Raises one of LOST."""
        try:
            fits = board_test(post.name.subject)
            sent = await self._outbox.send_unrecorded(post, replies.send_args(content), fits)
        except replies.LOST as error:
            if replies.is_refusal(error):
                await self._remove_thread(thread)
            raise
        if not sent:
            return None
        board = Board(scene.match.id, post.guild, thread.id, sent, shown_by(post, scene.match))
        return await self._adopt_board(thread, scene, board, post)

    async def _adopt_board(
        self, thread: discord.Thread, scene: Scene, board: Board, post: Post
    ) -> Scene:
        """Make a message in its thread the board of a match."""
        moved = await self._boards.shown.adopt_board(scene, board, thread.parent_id)
        await self._lead_into_thread(thread, moved, post)
        return moved

    async def _lead_into_thread(self, thread: discord.Thread, scene: Scene, post: Post) -> None:
        """Add the players to a thread, and the link to the message at which it begins."""
        match = scene.match
        parent = self._client.get_partial_messageable(thread.parent_id, guild_id=post.guild)
        with speaking(self._rendering.language_in(scene.server, post.guild)):
            view = thread_view(match, self._rendering.face(match), thread.mention)
        with suppress(*replies.LOST):  # its remaining buttons lead to the thread
            await parent.get_partial_message(thread.id).edit(**replies.edit_args(view))
        for user in [player.id for player in match.players if player.is_person]:
            with suppress(*replies.LOST):  # the call has the link for players who are not added
                await thread.add_user(discord.Object(user))
        self._post_store.note_gone(post)

    async def _remove_thread(self, thread: discord.Thread) -> None:
        try:
            await thread.delete()  # only with Manage Threads
        except replies.LOST:
            with suppress(*replies.LOST):
                await thread.edit(archived=True)


def _wants_thread(interaction: Interaction, scene: Scene) -> bool:
    """Whether a new match gets its own thread in this place."""
    if not isinstance(interaction.channel, discord.TextChannel):
        return False
    return scene.server.threads and visit_of(interaction).access is Access.MEMBER


def _bot_threads(guild: discord.Guild | None) -> list[int]:
    """The open threads of the bot in a server."""
    if guild is None:
        return []
    own = (thread for thread in guild.threads if thread.owner_id == guild.me.id)
    return [thread.id for thread in own if not thread.archived]


@dataclass(eq=False)
class Posting:
    """New messages of matches in servers and chats, each in place of the one before."""

    _client: discord.Client
    _service: Service
    _outbox: Outbox
    _rendering: Rendering
    _boards: BoardMessages
    _threads: Threads
    _call_sending: CallSending

    def __post_init__(self) -> None:
        self._post_store = self._service.store.outbox
        self._called_elsewhere: set[str] = set()
        """Matches whose first boards are being posted without a call."""
        self._outbox.add_kind(PostKind.BOARD, self.finish_post, repeatable=False)
        self._call_sending.add_boards(self)

    async def post_challenge(self, interaction: Interaction, match: Match) -> Scene:
        """Post a challenge, or a match that needs no acceptance, and ping the players asked."""
        try:
            count_post(interaction)
            scene = await self._boards.scene(visit_of(interaction), match.id)
            called = self._called_users(interaction.user.id, scene)
            return await self._post(interaction, scene, replies.ping_mentions(called))
        except (replies.Unconfirmed, StoreError):  # perhaps it is posted: ``finish_post``
            raise
        except Exception:  # an invisible challenge must not wait for an answer
            if match.phase is Phase.LOBBY:
                await self._service.apply(match, cancel_challenge, interaction.user.id)
            raise

    def _called_users(self, host: int, scene: Scene) -> list[int]:
        """The users that a challenge by the host pings; counts these pings."""
        invited = sorted(scene.match.invited_seats)
        wanting = [seat for seat in invited if scene.choices_of(seat).calls != "off"]
        users = [scene.match.player(seat).id for seat in wanting]
        return [user for user in users if self._boards.calls.pings.count_challenge(host, user)]

    async def post_here(
        self, interaction: Interaction, scene: Scene, *, calling: bool = False
    ) -> None:
        """Show a match here as the answer to a command or press; retire its old message.

        Where the bot can only answer, the new message also calls the players. If it is only for
        ``calling``, a running match is shown only if somebody is called or goes on with it.
        """
        old, visit, user = scene.board, visit_of(interaction), interaction.user.id
        stays = old is not None and old.channel == visit.channel
        playing = scene.match.phase is Phase.PLAYING and scene.match.open_question is None
        shown_by_calls = stays and playing and visit.access is Access.INTERACTION
        if shown_by_calls:
            shown = await self._boards.calls.call_players(scene, presser=user, shown=True)
            if shown or calling:
                return
        place = visit.post_place
        await self._post_store.note_post(board_post(scene.match.id, place, self._service.now()))
        note = ""
        if self.must_repost(interaction, scene) and scene.match.phase is Phase.OVER:
            note = "-# " + tr("The board before this one goes with the next press on it.")
        scene = await self._post(interaction, scene, replies.NOBODY, note=note)
        if old is not None and old.message:
            await self.retire_message(old, scene)
        await self._boards.calls.call_players(scene, presser=user, reposted=not shown_by_calls)

    async def redraw(self, match_id: str) -> bool:
        return await self._boards.refresh(match_id, call=False)

    async def show_calling(
        self, interaction: replies.AnyInteraction, read_scene: Scene, call: Sending
    ) -> Scene:
        """Show a match in a new message that calls players, and delete the message before.

        If Discord no longer lets the bot delete that message, the next press on it does.
        """
        scene = await self._post(interaction, read_scene, call["allowed_mentions"], call)
        old, answers = read_scene.board, self._boards.shown.answers
        if old is not None and await answers.remove(old.message):
            await self._boards.shown.forget_taken_away(old.match, old.channel, old.message)
        return scene

    def must_repost(self, interaction: Interaction, scene: Scene) -> bool:
        """Whether the board is posted again, as only a press on it could change it."""
        board, answers = scene.board, self._boards.shown.answers
        if board is None or not board.message or board.channel != visit_of(interaction).channel:
            return False
        return board.access is not Access.MEMBER and not answers.reaches(board.message)

    async def update_or_repost(self, interaction: Interaction, scene: Scene) -> None:
        """Update the board, or post it again if only a press could edit it, and call players."""
        user, guild = interaction.user.id, scene.board.guild if scene.board is not None else 0
        # A scene read for another server has the choices of that server.
        read_scene = scene if guild == visit_of(interaction).guild else None
        if self.must_repost(interaction, scene):
            await self.post_here(interaction, scene, calling=True)
        else:
            await self._boards.refresh(scene.match.id, user, read_scene=read_scene)

    async def _post(
        self,
        interaction: Interaction,
        read_scene: Scene,
        mentions: discord.AllowedMentions,
        call: Sending = MappingProxyType({}),
        note: str = "",
    ) -> Scene:
        """Show a match in a new message: below the words of a ``call``, above a ``note``."""
        visit = visit_of(interaction)
        async with self._boards.showing(read_scene.match.id, read_scene, visit.guild) as present:
            scene = await self._boards.note_asker(visit, present, moves_here=True)
            content = await self._boards.public_content(visit, scene)
            content = put_above(content, call.get("content", ""))
            content = put_below(content, note) if note else content
            silent = call.get("silent", False)
            sent = await replies.show_to_all(interaction, content, mentions, silent=silent)
            self._boards.shown.answers.keep_answer(sent.message, interaction, first=sent.first)
            posted = await self._boards.shown.set_board(visit, scene, sent.message)
        self._boards.wake_machine(posted.match, visit.user)
        return posted

    async def retire_message(self, old: Board, scene: Scene) -> None:
        """Remove the buttons from a message that no longer shows the match."""
        match, rendering = scene.match, self._rendering
        link = await self._boards.links.public_link_of(old.guild, old.channel, match.id)
        with speaking(await rendering.language(old.guild)):
            away = scene.board is not None and scene.board.channel != old.channel
            view = moved_view(match, rendering.face(match), link, away=away)
        with suppress(*replies.LOST):  # the bot refuses its presses even without the edit
            await self._boards.shown.edit_board(old, view)

    async def post_by_itself(
        self, match_id: str, place: PostPlace, *, calling: bool = True
    ) -> bool:
        """Post the first board of a match that the bot began; False if Discord refuses it.

        Without ``calling``, another message calls the players to all of their matches. Raises one
        of LOST if the outcome is unknown.
        """
        post = board_post(match_id, place, self._service.now(), own=True)
        if not calling:
            self._called_elsewhere.add(match_id)
        try:
            await self._post_store.note_post(post)
            for noted in await self._post_store.waiting_posts(match_id):
                if noted.name == post.name:  # perhaps recorded by a crashed process
                    await self.finish_post(noted)
        finally:
            self._called_elsewhere.discard(match_id)
        if await self._service.store.boards.board_of(match_id) is not None:
            return True
        await self._post_store.forget_post(post)
        return False

    async def finish_post(self, post: Post) -> None:
        """Show the match of a recorded post in its message, and call the players to move."""
        shown = None
        async with self._boards.showing(post.name.subject, None, post.guild) as scene:
            again = scene.board is not None
            if post not in await self._post_store.waiting_posts(post.name.subject):
                return  # another task has finished it
            async with self._outbox.giving_up_if_refused(post):
                shown = await self._settle_post(post, scene)
        if shown is None or not shown.match.setup:
            return
        channel = self._client.get_channel(post.channel)
        if isinstance(channel, discord.TextChannel) and shown.board is not None and not again:
            shown = await self._threads.open_by_itself(channel, shown, shown.board)
        self._boards.wake_machine(shown.match)
        if again or post.name.subject not in self._called_elsewhere:
            await self._boards.calls.call_players(shown, reposted=again)

    async def _settle_post(self, post: Post, scene: Scene) -> Scene | None:
        """Make the message of a post the board of its match; send the message if needed.

        Returns the scene if the players do not know yet where their match is shown. Returns None
        if they know, if an answer may still arrive, or if the post is recorded as gone.
        """
        match, old, message = scene.match, scene.board, 0
        is_own, old_message = post.name.part == OWN_POST, old.message if old is not None else 0
        is_newer_board = board_test(match.id, after=old_message)
        readable = bool(post.channel) and self._outbox.history.can_read(post.guild, post.channel)
        surely_missing = readable or not post.channel
        if is_own:  # ``Outbox`` looks for its message before it sends one
            needed = old is None or not old_message or old.channel != post.channel
        elif readable:
            found = await self._outbox.find_message_id(post, is_newer_board)
            if not found and not self._outbox.may_be_lost(post):
                return None
            message, surely_missing = found or 0, found == 0
            needed = surely_missing and bool(match.setup) and not old_message
        else:
            needed = False
        if needed:
            empty = Board(match.id, post.guild, post.channel, 0)
            arguments = replies.send_args(await self._boards.content_at(empty, scene))
            message = await self._outbox.send_unrecorded(post, arguments, is_newer_board)
        if message:
            scene = await self._adopt_board(post, scene, message)
            return scene if is_own or not old_message else None
        if match.phase is Phase.LOBBY and not old_message and surely_missing:
            with suppress(Stale):  # nobody can see this challenge, so it must not wait
                host = match.player(match.challenger).id
                await self._service.apply(match, cancel_challenge, host)
        self._post_store.note_gone(post)
        return None

    async def _adopt_board(self, post: Post, scene: Scene, message: int) -> Scene:
        """Make a message the board of its match, in place of the one before."""
        match, old = scene.match, scene.board
        board = Board(match.id, post.guild, post.channel, message, shown_by(post, match))
        audience = audience_in(self._client, post.guild, post.channel)
        calling = match.id not in self._called_elsewhere
        moved = await self._boards.shown.adopt_board(scene, board, audience, calling=calling)
        if old is not None and old.message:
            await self.retire_message(old, moved)
        return moved
