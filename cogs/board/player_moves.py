"""Moves of players: presses on the shared board, choices that complete one, and typed moves.

A press of a move reads the database once and writes it once. The router passes the scene, and the
service commits the changed match. The board and the calls use that same scene. It is read again
only after another change in between.
"""

import logging
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.match_message import EarlyDrawing
from cogs.board.private_messages import PrivateMessages
from cogs.board.private_screens import PrivateScreens, SecretSteps
from cogs.board.rendering import Rendering
from cogs.board.views.agreement_views import claim_button, late_line
from cogs.board.views.common_buttons import preferences_button
from cogs.board.views.match_views import board_link, own_board_button, picked_press
from cogs.frame import router
from cogs.frame.command_options import MAX_SUGGESTIONS, Suggestions
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, Item, layout
from cogs.frame.names import command, names_in_text, plain_names
from cogs.frame.replies import LOST, edit_answer, say, turn_into
from cogs.frame.visit import pressed_at, visit_of
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match.agreements import withdraw_secret_step
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.play import Repeated, give_order, is_secret_step
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)


@dataclass(eq=False)
class PressedMoves(commands.Cog):
    """The presses of players on the shared board."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _private: "PrivateBoards"

    async def _refuse(
        self, interaction: Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        """Answer a late press with the current board, and explain why it had no effect.

        A plan can begin on the shared board, but continue only on a private board.
        """
        match, visit = scene.match, visit_of(interaction)
        if (seat := match.seat_of(visit.user)) is not None:
            decision = match.decision(seat)
            if decision.own and decision.moment <= press.moment <= match.moment:
                await self._private.open_board(interaction, scene)
                return
        scene = await self._boards.scene_after(visit, press, scene)
        await self._boards.answer(interaction, scene)
        words = router.refusal_sentence(stale)
        if visit.access is Access.INTERACTION and scene.match.phase is Phase.PLAYING:
            words = tr("The board was old; now it is up to date. Look, and press again.")
        await say(interaction, words)

    @answers_in_match("m", late=_refuse)
    async def _move(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        visit, before = visit_of(interaction), scene.match
        await self._boards.check_place(interaction, scene)
        if await self._answer_while_waiting(interaction, press, scene):
            return
        if self._rendering.confirms(visit.user, scene):
            await self._private.preview(interaction, press, scene)
            return
        with closing(EarlyDrawing(partial(self._boards.public_content, visit), scene)) as early:
            moment, move, time = press.moment, press.argument, pressed_at(interaction)
            try:
                match = await self._service.make_move(
                    before, visit.user, moment, move, foresee=early.begin_drawing, pressed=time
                )
            except Repeated:  # pressed twice: the move counts, and nobody is called again
                scene = await self._boards.scene_after(visit, press, scene)
                await self._boards.answer(interaction, scene)
                return
            scene = replace(scene, match=match)
            if is_secret_step(before, match, visit.user):
                await self._private.secret_steps.answer_step(interaction, before, scene, move)
                return
            await self._boards.answer_and_call(interaction, scene, early)
            await self._private.explain_missing_preview(interaction, scene)

    @answers_in_match("refresh")
    async def _refresh(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Update a board that only a press can change."""
        await self._boards.check_place(interaction, scene)
        await self._boards.answer(interaction, scene)

    @answers_in_match("pick", late=_refuse)
    async def _pick_option(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked_press(interaction, press, ("m", "choose"))
        handle = self._move if press.action == "m" else self._choose
        await handle(interaction, press, scene)

    @answers_in_match("choose", late=_refuse)
    async def _choose(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Open a choice; the message shows its options."""
        await self._boards.check_place(interaction, scene)
        if await self._answer_while_waiting(interaction, press, scene):
            return
        private = self._rendering.face(scene.match).private
        if private or self._rendering.confirms(interaction.user.id, scene):
            await self._private.preview(interaction, press, scene)
            return
        self._service.facts.position_to_move(scene.match, interaction.user.id, press.moment)
        await self._boards.answer(interaction, scene, press.argument)

    @answers_in_match("back", late=_refuse)
    async def _end_choice(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        await self._boards.check_place(interaction, scene)
        self._service.facts.position_to_move(scene.match, interaction.user.id, press.moment)
        await self._boards.answer(interaction, scene)

    async def _answer_while_waiting(
        self, interaction: Interaction, press: MatchPress, scene: Scene
    ) -> bool:
        """Answer a player's press on a board that waits for others; False if it does not.

        If somebody's time is up, a player who is not to move gets the button to claim that. A board
        that waits, or waited, for the machine alone is updated, as an answer may be the only way.
        """
        match, facts, user = scene.match, self._service.facts, interaction.user.id
        if (seat := match.seat_of(user)) is None:
            return False
        is_to_move = seat in facts.to_move(match)
        if not is_to_move and (late := self._service.clocks.claimable_seats(scene, user)):
            await say(interaction, layout(late_line(match, late), rows=[[claim_button(match)]]))
            return True
        if not match.has_machine:
            return False
        if not facts.only_machines_to_move(match):
            # A secret step of the machine is no answer yet, so the public timeline counts.
            known = facts.timeline(match, None)
            answers = [play.seat for play in known.plays if play.moment == press.moment]
            if not answers or not all(match.player(seat).is_machine for seat in answers):
                return False
        await self._boards.answer(interaction, scene)
        return True


@dataclass(eq=False)
class TypedMoves:
    """Moves by command, and the suggestions for them; they go where a press on a board goes."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _private: "PrivateBoards"

    async def play(
        self,
        interaction: Interaction,
        game: str,
        typed: str,
        detail: str | None,
        match_id: str | None,
    ) -> None:
        """Make a move, or show it first to a player who confirms moves."""
        visit, user = visit_of(interaction), interaction.user.id
        match = await self._service.choose_match(visit, game, match_id)
        face = self._rendering.face(match)
        view = self._service.facts.position_to_move(match, user, match.moment)
        move = face.typed_move(view, typed, detail, plain_names(match))
        step = match.decision(seat_at(match, user)).own
        scene = await self._boards.scene(visit, match.id)
        question = face.asked_before(view, move)
        final = not question and face.is_final(view, move)
        if question or self._private.screens.asks_first(user, scene, final=final):
            action: MatchAction = "wonder" if question else "m"
            press = MatchPress(action, match.id, match.moment, question or move, step)
            await self._private.preview(interaction, press, scene)
            return
        on_own_board = self._private.screens.board_stays(user, scene)
        if not on_own_board:  # the answer waits for the edit of the board
            await interaction.response.defer(ephemeral=True)
        moved = await self._service.make_move(
            match, user, match.moment, move, own=step, pressed=pressed_at(interaction)
        )
        after = await self._boards.scene(visit, moved.id)
        if on_own_board:
            await self._show_own(interaction, match, after, move)
        else:
            await self._tell_news(interaction, after)
        await self._boards.tell_unaware(interaction, scene)
        if not on_own_board:
            await self._private.explain_missing_preview(interaction, after)

    async def _tell_news(self, interaction: Interaction, scene: Scene) -> None:
        """Answer with the news of a move, and show it on the board for all."""
        match, user, board = scene.match, interaction.user.id, scene.board
        known, names = self._service.facts.timeline(match, user), names_in_text(match)
        news = self._rendering.face(match).news(known.views, names)
        rows = await self._private.screens.next_match_rows(user, match)
        is_here = board is not None and board.channel == interaction.channel_id
        if is_here and board is not None and board.access is Access.INTERACTION:
            # If the bot cannot edit the board by itself, it may post another one.
            await edit_answer(interaction, 0, layout(news, rows=rows))
            await self._posting.update_or_repost(interaction, scene)
            return
        where = tr("Use `{command}` to show the board here.", command=command(match.game, "board"))
        if await self._boards.refresh(match.id, user):
            link = await self._boards.links.link_of(visit_of(interaction), match.id)
            where = board_link(link) if link else where
        await edit_answer(interaction, 0, layout(f"{news}\n{where}", rows=rows))

    async def _show_own(
        self, interaction: Interaction, before: Match, scene: Scene, move: str
    ) -> None:
        """Answer with the player's private board, then update the shared one."""
        secret_steps = self._private.secret_steps
        intro = secret_steps.confirmation(before, scene, interaction.user.id, move)
        link = await self._boards.links.link_of(visit_of(interaction), scene.match.id)
        if link is not None:
            intro = tr("{said} The board of all: {link}", said=intro, link=board_link(link))
        try:
            await self._private.open_board(interaction, scene, intro)
        finally:  # the step counts even if the answer fails
            await secret_steps.show_to_others(interaction, before, scene)

    async def suggest(
        self, interaction: Interaction, game: str, typed: str, match_id: str | None
    ) -> Suggestions:
        """The legal moves in the notation of the game's face, or why none can be suggested."""
        user = interaction.user.id
        try:
            match = await self._service.choose_match(visit_of(interaction), game, match_id)
        except Denied:
            if match_id is not None:
                raise
            unclear = tr("You play several matches: choose one in the option `match` first")
            return [(unclear, "match")]
        view = self._service.facts.position_to_move(match, user, match.moment)
        wanted, face = typed.casefold().strip(), self._rendering.face(match)
        options = face.typed_options(view, plain_names(match))
        # A typed number lists the move with that number first, then others that contain the digit.
        found = sorted(
            (option for option in options if wanted in "\n".join(option).casefold()),
            key=lambda option: option[1] != wanted,
        )
        if len(found) <= MAX_SUGGESTIONS:
            return found
        shown = found[: MAX_SUGGESTIONS - 1]
        more = tr("{count} more: type a number or a word", count=len(found) - len(shown))
        return [*shown, (more, typed or "?")]


@dataclass(eq=False)
class PrivateBoards(commands.Cog):
    """The boards that only their player sees: opened, turned in place, and kept up to date."""

    _service: Service
    _store: Store
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

    async def explain_missing_preview(self, interaction: Interaction, scene: Scene) -> None:
        """Explain once, after a move that counted at once, why it did and how to change that."""
        user, match = interaction.user.id, scene.match
        seat = match.seat_of(user)
        if seat is None or not scene.needs_at_once_notice(seat):
            return
        await self._store.choices.change(PlayerChoices, user, at_once_told=True)
        note = tr(
            "Your first matches are over, so this move counted at once. To see each move before it"
            " counts, choose “Always” under “Confirm moves”."
        )
        try:
            await say(interaction, layout(note, rows=[[preferences_button()]]))
        except LOST as error:
            log.info(
                "the message about previews in match %s was not delivered: %s", match.id, error
            )

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
        waiting = await self._service.lists.boards_waiting(interaction.user.id, scene.match.id)
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
        is_move = press.action in {"try", "try1"}
        if is_move and never_confirms and not self.screens.board_stays(user, scene):
            await self._confirm(interaction, press, scene)  # as on the shared board
            return
        await turn_into(interaction, await self.screens.preview_content(user, press, scene))
        page = self.screens.present_page(user, scene)
        self._keep_up_to_date(interaction, scene, page=page, choosing=True)

    @answers_in_match("planpick", late=refuse)
    async def _pick_option(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked_press(interaction, press, ("try", "try1", "wonder", "wonder1", "plan"))
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
                await self._store.choices.change(PlayerChoices, user, confirm=False)
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
        where, row = board_link(link) if link else "", list[Item]()
        if self._posting.must_repost(interaction, scene):
            where = ""  # it follows this answer
        elif not link:
            row.append(own_board_button(scene.match))
        if note:
            row.append(preferences_button())
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
            press.match, withdraw_secret_step, user, press.moment, press.own, mover=user
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
            scene.match, user, moment, move, own=press.own, pressed=pressed_at(interaction)
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
