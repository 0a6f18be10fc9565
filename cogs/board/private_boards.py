"""The private boards of players: their presses, their secret steps, and how they stay up to date.

``SecretSteps`` answers steps that other players cannot see yet. Such a step makes no press late,
calls nobody and repeats no question. The shared message changes only where it names the players who
still have to choose.
"""

import logging
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.private_messages import PrivateMessages
from cogs.board.private_screens import PrivateScreens, secret_step_rows
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.frame import router
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, Item, layout
from cogs.frame.replies import LOST, say, turn_into
from cogs.frame.visit import pressed_at, visit_of
from cogs.presses import MatchPress
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.agreements import withdraw_secret_step
from prowlerbot.match.match import Match, seat_at
from prowlerbot.match.play import Repeated, give_order, is_secret_step
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)


@dataclass(eq=False)
class SecretSteps:
    """Answers to steps that other players see in part or not at all, and what all see of them."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting

    async def answer_step(
        self, interaction: Interaction, old_match: Match, scene: Scene, move: str
    ) -> None:
        """Answer a press on the shared board that made a secret step; only the presser reads it."""
        match, user = scene.match, interaction.user.id
        try:
            if self.changes_shared_board(old_match, scene):
                scene = await self._boards.answer(interaction, scene)
            words = self.confirmation(old_match, scene, user, move)
            rows = secret_step_rows(match, seat_at(match, user))
            rows[-1].append(views.own_board_button(match))
            await say(interaction, layout(words, rows=rows))
        finally:  # the step counts even if the answer fails
            await self.show_to_others(interaction, old_match, scene, is_answered=True)

    def confirmation(self, old_match: Match, scene: Scene, user: int, move: str) -> str:
        """The confirmation to a player of their own move, secret or not."""
        known = self._service.facts.timeline(old_match, user)
        words = f"**{self._rendering.face(old_match).move_words(known.present, move)}**"
        text = mark("Your choice: {move}.")
        if is_secret_step(old_match, scene.match, user):
            text = mark("Your choice: {move}. Only you see it so far, and you can take it back.")
        return tr(text, move=words)

    async def show_to_others(
        self, interaction: Interaction, old_match: Match, scene: Scene, *, is_answered: bool = False
    ) -> None:
        """Show the others that a player has finished, or all once nobody has to choose."""
        match, user = scene.match, interaction.user.id
        if self._service.facts.is_live(match):
            # The next press must not wait for the edit, and a live match calls nobody.
            self._boards.refresh_later(match.id)
            return
        if scene.unshared:  # there is no message to wait for
            await self._tell_players(old_match, scene, user)
            self._boards.wake_machine(match, user)
            await self._boards.refresh_soon(match.id)
            return
        try:
            if not self.changes_shared_board(old_match, scene):
                self._boards.shown.note_unchanged(scene)
            elif self._posting.must_repost(interaction, scene):
                await self._posting.update_or_repost(interaction, scene)
            elif not is_answered:
                await self._boards.refresh_soon(match.id)
        finally:
            await self._tell_players(old_match, scene, user)

    async def _tell_players(self, old_match: Match, scene: Scene, user: int) -> None:
        if scene.match.moment > old_match.moment:
            await self._boards.calls.call_players(scene, presser=user)
        else:
            await self._boards.calls.update_after_step(scene, user)

    def note_unseen(self, scene: Scene, new_match: Match) -> Scene:
        """The scene after a change that the shared message does not show, which is noted."""
        new_scene = replace(scene, match=new_match)
        if not self.changes_shared_board(scene.match, new_scene):
            self._boards.shown.note_unchanged(new_scene)
        return new_scene

    def changes_shared_board(self, old_match: Match, scene: Scene) -> bool:
        """Whether the shared message must change, for this step or because it is behind."""
        match, board, to_move = scene.match, scene.board, self._service.facts.to_move
        is_only_change = match.revision == old_match.revision + 1
        is_behind = board is not None and board.shown < old_match.revision
        is_same_moment = match.moment == old_match.moment and match.phase is old_match.phase
        shows_same = is_same_moment and to_move(match) == to_move(old_match)
        return not (is_only_change and shows_same) or is_behind


@dataclass(eq=False)
class PrivateBoards(commands.Cog):
    """The boards that only their player sees: opened, turned in place, and kept up to date."""

    _service: Service
    _boards: BoardMessages
    _posting: Posting
    secret_steps: SecretSteps
    screens: PrivateScreens
    _messages: PrivateMessages

    async def refuse(
        self, interaction: Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Answer a late press with the current position, and explain why it had no effect."""
        scene = await self._boards.scene_after(visit_of(interaction), press, scene)
        await self._show_in_place(interaction, scene)
        await say(interaction, router.refusal_sentence(stale))

    async def show_match(
        self, interaction: Interaction, match: Match, intro: str = "", *, in_place: bool = False
    ) -> None:
        """Show a match to the asker alone, below ``intro``; ``in_place`` of the pressed message."""
        scene = await self._boards.scene(visit_of(interaction), match.id)
        if in_place:
            await self._show_in_place(interaction, scene, intro=intro)
        else:
            await self.open_board(interaction, scene, intro)

    async def open_board(self, interaction: Interaction, scene: Scene, intro: str = "") -> None:
        """Show the current position in a new private message, below the text ``intro``."""
        user = interaction.user.id
        page = self.screens.opening_page(user, scene)
        content = await self.screens.present_content(user, scene, intro, page=page)
        message = await say(interaction, content)
        self._keep_up_to_date(interaction, scene, message, page=page)
        await self.remove_earlier(interaction, scene, message)

    async def remove_earlier(self, interaction: Interaction, scene: Scene, kept: int) -> None:
        """Remove the other boards of a player; if they read words first, their plans too."""
        user = interaction.user.id
        kind = ShownPosition if scene.reader_choices(user).text_first else _ShownBoard
        if kept:  # Discord has named the new message
            await self._messages.remove_others(user, scene.match.id, kept, kind)

    async def _show_in_place(
        self, interaction: Interaction, scene: Scene, page: str = "", intro: str = ""
    ) -> None:
        """Replace the pressed message with a page or the current position, below ``intro``."""
        page = page or self.screens.opening_page(interaction.user.id, scene)
        content = await self.screens.present_content(interaction.user.id, scene, intro, page=page)
        await turn_into(interaction, content)
        self._messages.end_help(interaction, scene.match.id)
        self._keep_up_to_date(interaction, scene, page=page)
        pressed = interaction.message.id if interaction.message is not None else 0
        await self.remove_earlier(interaction, scene, pressed)

    def _keep_up_to_date(
        self,
        interaction: Interaction,
        scene: Scene,
        sent: int | None = None,
        *,
        page: str = "",
        choosing: bool = False,
    ) -> None:
        """Keep a private board up to date; an open choice only where no shared board does it."""
        user, shown = interaction.user.id, None
        if not choosing or not self._messages.is_help(interaction, scene.match.id):
            board = _ShownBoard(self.screens, self._service, user, page)
            shown = board.with_match(scene.match, choosing=choosing)
        self._messages.keep_message(interaction, scene, shown, sent)

    async def preview(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the effect of a press on the shared board, which counts only if it is confirmed."""
        content = await self.screens.preview_content(interaction.user.id, press, scene)
        await self._messages.show_help(interaction, scene.match.id, content)

    @answers_in_match("look")
    async def _open(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the presser's own board, or the effect of each move beside the shared board."""
        match, pressed, user = scene.match, interaction.message, interaction.user.id
        board = scene.board.message if scene.board is not None else 0
        is_to_move = match.seat_of(user) in self._service.facts.to_move(match)
        beside = press.argument or (pressed is not None and pressed.id == board)
        if is_to_move and beside and not self.screens.board_stays(user, scene):
            content = await self.screens.move_list_content(user, scene)
            await self._messages.show_help(interaction, match.id, content)
        elif self._messages.is_help(interaction, match.id):
            await self._show_in_place(interaction, scene)
        else:
            await self.open_board(interaction, scene)

    @answers_in_match("nextboard")
    async def _open_next(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Show the board of the presser's most urgent other match."""
        waiting = await self._service.lists.waiting_matches(interaction.user.id, scene.match.id)
        if not waiting:
            raise Denied("No other match waits for you now.")
        other = await self._boards.scene(visit_of(interaction), waiting[0])
        await self.open_board(interaction, other)

    @answers_in_match("topic")
    async def _tell_topic(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Tell a reader of words first what their board does not say, in its place."""
        user = interaction.user.id
        await turn_into(interaction, await self.screens.topic_content(user, press, scene))
        page = self.screens.present_page(user, scene)
        self._keep_up_to_date(interaction, scene, page=page, choosing=True)

    @answers_in_match("lookback")
    async def _quit_choice(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Leave a choice, or turn to another page of past events."""
        if not await self._leave_for_shared_board(interaction, scene):
            await self._show_in_place(interaction, scene, press.argument)

    @answers_in_match("try", "try1", "wonder", "wonder1", late=refuse)
    async def _try(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the effect of a move before it counts, or the choice that completes a move."""
        user = interaction.user.id
        never_confirms = scene.reader_choices(user).confirm is False
        if press.action == "try" and never_confirms and not self.screens.board_stays(user, scene):
            await self._confirm(interaction, press, scene)  # as on the shared board
            return
        await turn_into(interaction, await self.screens.preview_content(user, press, scene))
        page = self.screens.present_page(user, scene)
        self._keep_up_to_date(interaction, scene, page=page, choosing=True)

    @answers_in_match("planpick", late=refuse)
    async def _pick_option(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = views.picked_press(interaction, press, ("try", "try1", "wonder", "wonder1", "plan"))
        handle = self._make_step if press.action == "plan" else self._try
        await handle(interaction, press, scene)

    @answers_in_match("confirm", "confirm1", "atonce", late=refuse)
    async def _confirm(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Make a move that was previewed, and answer its player."""
        try:
            made = replace(scene, match=await self._make_move(interaction, press, scene))
        except Repeated:  # pressed twice: the move counts
            made = await self._boards.scene_after(visit_of(interaction), press, scene)
        try:
            if press.action == "atonce":
                user, note = interaction.user.id, tr("From now on, your moves count at once.")
                await self._service.store.choices.change(PlayerChoices, user, confirm=False)
                await self._confirm_move(interaction, made, note)
            elif not await self._leave_for_shared_board(interaction, made):
                await self._confirm_move(interaction, made)
        finally:  # the move counts and is shown even if the answer fails
            await self._posting.update_or_repost(interaction, made)

    async def _leave_for_shared_board(self, interaction: Interaction, scene: Scene) -> bool:
        """Remove a pressed message of help beside the shared board, which shows everything."""
        board = scene.board
        is_here = board is not None and board.channel == interaction.channel_id
        is_help = self._messages.is_help(interaction, scene.match.id)
        if not (is_here and is_help) or self.screens.board_stays(interaction.user.id, scene):
            return False
        try:
            await self._boards.calls.outbox.delete_pressed(interaction)
        except LOST as error:
            log.info("a preview in match %s stays: %s", scene.match.id, error)
        return True

    async def _confirm_move(self, interaction: Interaction, scene: Scene, note: str = "") -> None:
        """Show a made move in the pressed message, with a ``note`` about preferences."""
        stays = self.screens.board_stays(interaction.user.id, scene)
        if stays or not self._messages.is_help(interaction, scene.match.id):
            await self._show_in_place(interaction, scene, intro=note)
            return
        link = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        where, row = views.board_link(link) if link else "", list[Item]()
        if self._posting.must_repost(interaction, scene):
            where = ""  # it follows this answer
        elif not link:
            row.append(views.own_board_button(scene.match))
        if note:
            row.append(views.preferences_button())
        done = tr("Your move is made. {link}", link=where).rstrip()
        text = "\n".join(filter(None, (done, note)))
        next_match_rows = await self.screens.next_match_rows(interaction.user.id, scene.match)
        await turn_into(interaction, layout(text, rows=[*([row] if row else []), *next_match_rows]))

    @answers_in_match("plan", late=refuse)
    async def _make_step(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Make a secret step; the board continues with the next one."""
        try:
            match = await self._make_move(interaction, press, scene)
        except Repeated:  # pressed twice: the step counts
            scene = await self._boards.scene(visit_of(interaction), press.match)
            await self._show_in_place(interaction, scene)
        else:
            await self._show_next_step(interaction, scene, match)

    @answers_in_match("unplan", late=refuse)
    async def _step_back(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take back the last secret step."""
        user = interaction.user.id
        match = await self._service.apply(
            press.match, withdraw_secret_step, user, press.moment, press.step, mover=user
        )
        await self._show_next_step(interaction, scene, match)

    @answers_in_match("order")
    async def _give_order(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Give a standing order; a minus before its key takes it back."""
        user, time = interaction.user.id, pressed_at(interaction)
        key = press.argument.removeprefix("-")
        change = partial(give_order, given=key == press.argument)
        match = await self._service.apply(scene.match, change, user, key, mover=user, pressed=time)
        await self._show_next_step(interaction, scene, match)

    async def _make_move(self, interaction: Interaction, press: MatchPress, scene: Scene) -> Match:
        user, moment, move = interaction.user.id, press.moment, press.argument
        return await self._service.make_move(
            scene.match, user, moment, move, step=press.step, pressed=pressed_at(interaction)
        )

    async def _show_next_step(self, interaction: Interaction, before: Scene, match: Match) -> None:
        """Show the next secret step, then show the others the visible part of this one."""
        after = replace(before, match=match)
        try:
            page = self.screens.present_page(interaction.user.id, before)
            await self._show_in_place(interaction, after, page)
        finally:  # the step counts even if the answer fails
            await self.secret_steps.show_to_others(interaction, before.match, after)


class ShownPosition:
    """A private message of which a reader of words first has one in a match: a board or a plan."""


@dataclass(frozen=True)
class _ShownBoard(ShownPosition):
    """A page of a match, or with ``choosing`` a choice in it."""

    screens: PrivateScreens
    service: Service
    user: int
    page: str
    choosing: bool = False
    state: tuple[object, ...] = ()
    """All of the match that the message depends on; a choice ignores the actions of others."""

    def with_match(self, match: Match, *, choosing: bool = False) -> "_ShownBoard":
        return replace(self, choosing=choosing, state=self._state(match, choosing=choosing))

    def is_behind(self, match: Match) -> bool:
        return self._state(match, choosing=self.choosing) != self.state

    def _state(self, match: Match, *, choosing: bool) -> tuple[object, ...]:
        seat, to_move = match.seat_of(self.user), self.service.facts.to_move(match)
        decision = match.decision(seat) if seat is not None else None
        if choosing:
            return match.phase, decision, seat in to_move
        orders = match.player(seat).orders if seat is not None else frozenset()
        notice = self.screens.notice(match)
        return match.phase, decision, to_move, match.moment, orders, match.left, notice

    async def present_scene(self, scene: Scene) -> "tuple[Content, _ShownBoard]":
        content = await self.screens.present_content(self.user, scene, page=self.page)
        return content, self.with_match(scene.match)
