"""Keeps the messages that show matches up to date, after presses and by the duties of matches.

A message is always drawn from the stored match. So the next update repairs any loss, such as a
crash or a failed request. The store remembers the revision that a message shows.

While the bot logs in, it draws a match of each game, and neither stores nor sends it. So the first
answers do not wait: a drawing process takes a second to start, and the layout of a theme takes
another. Python also runs any code more slowly the first time.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.calls import Calls
from cogs.board.machine_moves import Machines
from cogs.board.match_message import MatchMessage
from cogs.board.private_messages import PrivateMessages
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Links, ShownMessages, archive_soon, board_test, rename_thread
from cogs.board.views import match_views as views
from cogs.board.views.match_boards import moved_view, thread_name, thread_view
from cogs.frame.interaction_gate import LatestChanges, Locks
from cogs.frame.layout import Content, layout
from cogs.frame.names import Verbatim, command
from cogs.frame.replies import LOST, say, turn_into
from cogs.frame.router import Router
from cogs.frame.visit import Visit, visit_of
from cogs.presses import MatchPress
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import LANGUAGES, get_language, speaking, tr
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Access, Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

EDIT_DELAY = 0.3  # seconds for which the bot gathers edits outside of presses
LIVE_EDIT_DELAY = 1.2
"""The same during a race of several: a channel takes five edits in five seconds."""
_WARM_UP_SECONDS = 30.0
"""The most seconds to prepare for the first answers; later answers do the rest."""
_WARM_UP_ID = "warmup"  # no match has this id


class NotShown(Refused):
    """The match is stored correctly, but Discord did not accept the message as usual."""


@dataclass(eq=False)
class EarlyDrawing:
    """Draws the message of a match while its change is stored: each waits for something else.

    It holds one drawing at most, which ``drawn_content`` gives away once. ``close`` ends its use.
    """

    _draw: Callable[[Scene], Coroutine[Any, Any, Content]]
    _before: Scene  # the scene as the press found it
    _scene: Scene | None = field(default=None, init=False)
    _task: asyncio.Task[Content] | None = field(default=None, init=False)

    def begin_drawing(self, match: Match) -> None:
        """Begin to draw the match as it will be, unless another change comes first."""
        self.close()
        # The end of a match shows its result, which is not stored yet. The state of the machine is
        # known only once it begins. A secret step changes no shared board.
        visible = match.moment != self._before.match.moment
        if match.phase is Phase.PLAYING and not match.has_machine and visible:
            self._scene = replace(self._before, match=match)
            self._task = asyncio.create_task(self._draw(self._scene))

    async def drawn_content(self, scene: Scene) -> Content | None:
        """The drawn message if it is that of this scene; else None."""
        task = self._task
        if task is None or scene != self._scene:
            return None
        self._task = None
        return await task

    def close(self) -> None:
        """Cancel an unused drawing."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            # Nobody needs to know of an error in an unused drawing.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())


@dataclass(eq=False)
class BoardMessages:
    """Shows the matches of all games where they are played."""

    _client: discord.Client
    _service: Service
    _router: Router
    _rendering: Rendering
    _changes: LatestChanges
    links: Links
    shown: ShownMessages
    private: PrivateMessages
    machines: Machines
    calls: Calls
    _match_message: MatchMessage

    def __post_init__(self) -> None:
        self._router.add_boards(self)
        self._next_edits: dict[str, asyncio.Task[None]] = {}
        """By match, the edit that has not begun and serves all further requests."""
        self._edit_tasks: set[asyncio.Task[None]] = set()
        self._locks = Locks()

    def wake_machine(self, match: Match, presser: int = 0) -> None:
        """Have the machine play on in a match that was just shown; its moves are shown here."""
        self.machines.wake_machine(match, self.refresh, presser)

    async def scene(self, visit: Visit, match_id: str) -> Scene:
        return await self._service.scene(match_id, visit.guild, visit.user)

    async def scene_after(self, visit: Visit, press: MatchPress, scene: Scene) -> Scene:
        """The scene that made a press late: the given one, or a newer one if that is too old."""
        if scene.match.moment > press.moment:
            return scene
        return await self.scene(visit, press.match)

    @asynccontextmanager
    async def showing(
        self, match_id: str, read_scene: Scene | None, guild: int | None = None
    ) -> AsyncIterator[Scene]:
        """Let one task at a time show a match, so that an old picture never replaces a new one.

        ``read_scene`` is the scene as just read, with this change. After another task has shown the
        match in between, it is read again, with the choices of ``guild`` or of its board's server.
        """
        is_outdated = read_scene is None or self._changes.is_missing_in(read_scene)
        arrived = self._changes.count_change(match_id)
        scene = replace(read_scene, read_at=arrived) if read_scene is not None else None
        async with self._locks.lock_for(match_id):
            if scene is None or is_outdated or self._changes.is_missing_in(scene):
                scene = await self._service.scene(match_id, guild)
            yield scene
        is_live = bool(scene.match.terms.stopwatch) and self._service.facts.is_live(scene.match)
        self.private.redraw_soon(scene.match, LIVE_EDIT_DELAY if is_live else EDIT_DELAY)

    async def answer(
        self,
        interaction: Interaction,
        read_scene: Scene,
        choosing: str | None = None,
        early: EarlyDrawing | None = None,
    ) -> Scene:
        """Show a match in the pressed message, or by other means.

        ``choosing`` is the open choice, and ``early`` may have drawn the message already. Returns
        the scene as shown. Raises NotShown if the presser must read of an unusual outcome.
        """
        match, visit = read_scene.match, visit_of(interaction)
        try:
            async with self.showing(match.id, read_scene, visit.guild) as current:
                await self.check_place(interaction, current)
                scene = await self.note_asker(visit, current)
                if scene.match.moment != match.moment:
                    choosing = None  # the match moved on while this press waited
                match = scene.match
                content = await early.drawn_content(scene) if early is not None else None
                if content is None:
                    content = await self.public_content(visit, scene, choosing)
                edited_id = 0
                try:
                    edited_id = await turn_into(interaction, content)
                except LOST as error:
                    log.warning("press in match %s not answered: %s", match.id, error)
                    await self._show_after_refusal(match, content)
                shown = await self.shown.note_pressed(interaction, scene, edited_id)
                await self._close_thread(match, visit.guild, visit.channel)
        finally:  # the machine moves even if the update fails
            if match.has_machine:
                self.wake_machine(match, visit.user)
        return shown

    async def answer_and_call(
        self, interaction: Interaction, scene: Scene, early: EarlyDrawing | None = None
    ) -> None:
        """Show a match that a press has changed, then call the players to move."""
        try:
            scene = await self.answer(interaction, scene, early=early)
        finally:  # the others are called even if the update fails
            if not self._service.facts.is_live(scene.match):  # in a live match nobody waits
                await self.calls.call_players(scene, presser=interaction.user.id)

    async def update_pressed(self, interaction: Interaction, match_id: str) -> None:
        board, message = await self._service.store.boards.board_of(match_id), interaction.message
        if board is None or message is None or not board.message:
            return
        if board.message == message.id:
            await self.answer(interaction, await self.scene(visit_of(interaction), match_id))
        elif board.channel == interaction.channel_id and board_test(match_id)(message):
            await self._delete_pressed(interaction, match_id, message.id)

    async def tell_unaware(self, interaction: Interaction, old_scene: Scene) -> None:
        """After a press or command in the place of a board, call the players who could not know of
        their turns. After one from elsewhere, tell its player who does not know of a new turn yet.

        ``old_scene`` is the scene as the press found it.
        """
        board, visit, clocks = old_scene.board, visit_of(interaction), self._service.clocks
        if board is None or board.access is Access.MEMBER or not old_scene.match.terms.limit:
            return
        is_here, unaware = board.channel == visit.channel, clocks.unaware_seats(old_scene.match)
        if is_here and not unaware:
            return
        scene = await self._service.scene(old_scene.match.id)
        if is_here:
            await self.calls.call_players(scene, presser=visit.user)
            return
        newly_unaware = clocks.unaware_seats(scene.match) - unaware
        if newly_unaware and scene.match.seat_of(visit.user) not in newly_unaware:
            with suppress(*LOST):  # other places say it too
                await say(interaction, views.unaware_line(scene.match, newly_unaware))

    async def check_place(self, interaction: Interaction, scene: Scene) -> None:
        """Close a message that no longer shows the match; raise Denied with a link to it."""
        board, message, visit = scene.board, interaction.message, visit_of(interaction)
        if board is None or message is None or board.message in {0, message.id}:
            return
        is_elsewhere = board.channel != visit.channel
        if visit.access is Access.MEMBER or is_elsewhere:
            link_of = self.links.public_link_of
            public_link = await link_of(visit.guild, visit.channel, scene.match.id)
            with speaking(visit.language):
                face = self._rendering.face(scene.match)
                view = moved_view(scene.match, face, public_link, away=is_elsewhere)
            await turn_into(interaction, view)
        else:
            await self._delete_pressed(interaction, scene.match.id, message.id)
        if (link := await self.links.link_of(visit, scene.match.id)) is None:
            raise Denied("This match is shown in another message now, where you cannot see it.")
        shown_link = Verbatim(views.board_link(link))
        raise Denied("This match is shown in another message now: {link}", link=shown_link)

    async def _delete_pressed(self, interaction: Interaction, match_id: str, message: int) -> None:
        """Delete the pressed message, an old board where the bot can only answer."""
        if await self.calls.outbox.delete_pressed(interaction):
            await self.shown.forget_taken_away(match_id, interaction.channel_id or 0, message)

    async def refresh(
        self,
        match_id: str,
        caller: int = 0,
        *,
        call: bool = True,
        read_scene: Scene | None = None,
        anyway: bool = False,
    ) -> bool:
        """Update the message of a match; False if that did not succeed now.

        If the bot can only answer, the update may have to wait for the next press there.
        ``caller`` is the user who has changed the match, and needs no ``call``. ``read_scene`` is
        the match as just read for its board's server. ``anyway`` redraws an unchanged match too.
        """
        is_shown = True
        async with self.showing(match_id, read_scene) as scene:
            match, board = scene.match, scene.board
            self.wake_machine(match, caller)
            if board is not None and (anyway or board.shown < match.revision):
                content = await self.content_at(board, scene)
                is_shown = await self.shown.redraw_board(board, match, content)
                if not is_shown and board.access is Access.MEMBER:
                    return False
                await self._close_thread(match, board.guild, board.channel)
        if call:
            await self.calls.call_players(scene, presser=caller)
        return is_shown

    async def refresh_soon(self, match_id: str) -> None:
        """Update the message once for all requests within a moment, as edits are limited."""
        await asyncio.shield(self._edit_after(match_id, EDIT_DELAY))

    def refresh_later(self, match_id: str) -> None:
        """The same without waiting and with fewer edits, during a race of several players."""
        self._edit_after(match_id, LIVE_EDIT_DELAY)

    def _edit_after(self, match_id: str, delay: float) -> asyncio.Task[None]:
        """The edit that serves all requests made before it begins."""
        if (refresh := self._next_edits.get(match_id)) is None:
            refresh = asyncio.create_task(self._edit_once(match_id, delay))
            self._next_edits[match_id] = refresh
            self._edit_tasks.add(refresh)
            refresh.add_done_callback(self._edit_tasks.discard)
        return refresh

    async def _edit_once(self, match_id: str, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
        finally:
            del self._next_edits[match_id]
        await self.refresh(match_id, call=False)

    async def note_asker(self, visit: Visit, scene: Scene, *, moves_here: bool = False) -> Scene:
        """Store the asker's current name and language if they are new; returns the scene with them.

        A board shows the names of its players in its server, or in this one if it ``moves_here``.
        """
        match, store = scene.match, self._service.store
        if (seat := match.seat_of(visit.user)) is None:
            return scene
        player, board = replace(match.player(seat), name=visit.name), scene.board
        is_home = moves_here or board is None or board.guild == visit.guild
        if is_home and player != match.player(seat):
            await store.store_name(match.id, player)
            players = tuple(player if other.id == visit.user else other for other in match.players)
            scene = replace(scene, match=replace(match, players=players))
        if scene.choices_of(seat).language != get_language():
            change = partial(store.choices.change, PlayerChoices, visit.user)
            all_choices = [scene.choices_of(other) for other in match.seats]
            all_choices[seat - 1] = await change(language=get_language())
            scene = replace(scene, choices=tuple(all_choices))
        return scene

    async def explain_missing_preview(self, interaction: Interaction, scene: Scene) -> None:
        """Explain once, after a move that counted at once, why it did and how to change that."""
        user, match = interaction.user.id, scene.match
        seat = match.seat_of(user)
        if seat is None or not scene.needs_at_once_notice(seat):
            return
        await self._service.store.choices.change(PlayerChoices, user, at_once_told=True)
        note = tr(
            "Your first matches are over, so this move counted at once. To see each move before it"
            " counts, choose “Always” under “Confirm moves”."
        )
        try:
            await say(interaction, layout(note, rows=[[views.preferences_button()]]))
        except LOST as error:
            log.info(
                "the message about previews in match %s was not delivered: %s", match.id, error
            )

    async def public_content(
        self, visit: Visit, scene: Scene, choosing: str | None = None
    ) -> Content:
        """The public message of a match for the place of a visit."""
        language = visit.language
        if visit.access is Access.INTERACTION:
            language = self._rendering.language_at(scene, visit.guild, visit.access)
        with speaking(language):
            return await self._match_message.content(scene, choosing, visit.access)

    async def content_at(self, board: Board, scene: Scene) -> Content:
        """The message of a match for the place of a board."""
        with speaking(await self._rendering.language_of_board(scene, board)):
            return await self._match_message.content(scene, access=board.access)

    async def _show_after_refusal(self, match: Match, content: Content) -> None:
        """Edit the message of a match after Discord has refused the answer to a press."""
        boards = self._service.store.boards
        is_shown = await self.shown.redraw_board(await boards.board_of(match.id), match, content)
        board = await boards.board_of(match.id)
        if not is_shown and board is not None and board.access is Access.INTERACTION:
            raise NotShown(
                "Discord does not take the new board right now. Your match is safe; press the"
                " board again to update it."
            )
        if not is_shown:
            raise NotShown(
                "Discord does not take the new board right now. Your match is safe; the board"
                " follows by itself within a minute."
            )
        if board is None or not board.message:
            raise NotShown(
                "The message with the board is gone, but your match is safe: `{command}` shows it"
                " again.",
                command=Verbatim(command(match.game, "board")),
            )
        raise NotShown("Discord did not take that press, but the board is up to date now.")

    async def _close_thread(self, match: Match, guild: int | None, channel: int) -> None:
        """Archive the thread of a finished match, and remove forgotten names from it."""
        if match.phase is Phase.OVER:
            await archive_soon(self._client, channel)
        # The machine may have taken the seat of a person who has been forgotten since.
        if guild and any(player.is_forgotten or player.is_machine for player in match.players):
            face, language = self._rendering.face(match), await self._rendering.language(guild)
            with speaking(language), suppress(*LOST):  # each redraw of the board there retries it
                name, view = thread_name(match), partial(thread_view, match, face)
                await rename_thread(self._client, guild, channel, name, view)


@dataclass(eq=False)
class WarmUp(commands.Cog):
    """Draws the first messages of each game before anybody waits for one."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages

    def __post_init__(self) -> None:
        self._running: asyncio.Task[None] | None = None

    def begin_preparing(self) -> None:
        self._running = asyncio.create_task(self.prepare_games())

    async def cog_unload(self) -> None:
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def prepare_games(self) -> None:
        """Prepare all games. It logs any error, as an answer repeats a failed step when needed."""
        try:
            async with asyncio.timeout(_WARM_UP_SECONDS):
                await self._rendering.warm_up()
                for language in LANGUAGES:
                    with speaking(language):
                        tr("Rematch")  # reads the catalogue
                    await asyncio.sleep(0)  # a press may have come
                with suppress(Refused):
                    await self._service.scene(_WARM_UP_ID, 1)
                for game in self._service.games.values():
                    await self._draw_game(game)
        except TimeoutError:
            log.warning("the first answers may be slow: the machine is busy")
        except Exception:  # the bot answers without it, only later
            log.exception("the first answers may be slow: nothing was prepared for them")

    async def _draw_game(self, game: Game) -> None:
        """Draw a challenge and the beginning of its match, for the public and for a player."""
        face, rng, now = self._rendering.faces[game.key], random.Random(1), self._service.now()
        players = [Player(1, "Ada"), Player(2, "Ben")]
        match = lobby.make_challenge(_WARM_UP_ID, game, players, {}, terms=Terms(), now=now)
        await self._draw_message(match)
        match = lobby.accept_challenge(match, Context(game, rng, now), 2)
        await self._draw_message(match)
        look = self._rendering.look(match, "night")
        screen = face.screen(self._service.facts.timeline(match, 1).views_until(), look)
        await self._rendering.pictures(game.key, screen.drawings)

    async def _draw_message(self, match: Match) -> None:
        choices, server = PlayerChoices(language="en"), ServerChoices()
        board = Board(match.id, 0, 0, 0, access=Access.INTERACTION)
        scene = Scene(match, board, (choices, choices), server, (), (0, 0))
        await self._boards.content_at(board, scene)
