"""The review of a finished match: its course, and its important moments, each a puzzle.

Each button carries the match, the moment and its list; each press reads the review anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeAlias

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.private_messages import PrivateMessages
from cogs.board.rendering import Rendering
from cogs.board.shared_posts import SharedPosts, moment_key
from cogs.board.shown_messages import find_shown_match
from cogs.board.views import match_views as views
from cogs.board.views.match_boards import Sight, players_heading
from cogs.contract.screen import Drawing, Screen, capitalized
from cogs.frame.command_options import message_menu
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, Picture, layout
from cogs.frame.names import names_in_text
from cogs.frame.replies import say, selected_values, turn_into
from cogs.frame.visit import Visit, visit_of
from cogs.presses import TRIES, ReviewPress, TryPress, read_number
from cogs.puzzles import back_button, chosen_press, try_rows, unit_line
from cogs.reviews.review_views import WITH_ANSWER, ReviewScreen
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import label_text, mark, percent_words, tr
from prowlerbot.match.match import Match, is_imported
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import ContentKind, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.reviews.review_digest import Digest, Point
from prowlerbot.reviews.review_service import RetriedMove, Retries, Reviews, ReviewState
from prowlerbot.reviews.review_store import ReviewDuty
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service

_Parts: TypeAlias = tuple[list[str], list[list[Item]]]
"""Lines, and rows of buttons."""
_ABOUT = 2.0  # the points that a move about as good as another one may gain or lose
_GATHERED_FOR = 5
"""Seconds in which the findings of a review are gathered for the messages that wait for it."""


@dataclass(eq=False)
class ReviewWork(commands.Cog):
    """The machine's work at reviews, one at a time. While it is switched off, they wait."""

    _duty_loop: DutyLoop
    _reviews: Reviews
    _messages: PrivateMessages

    async def cog_load(self) -> None:
        if self._reviews.switched_on:
            grown = partial(self._messages.redraw_soon, delay=_GATHERED_FOR)
            work = partial(self._reviews.compute, grown=grown)
            self._duty_loop.add_handler(ReviewDuty.WORK, work, at_once=1)
            self._duty_loop.add_handler(ReviewDuty.USE, self._reviews.pass_on, at_once=1)
        else:
            await self._reviews.release_askers()


@dataclass(eq=False)
class ReviewScreens(commands.Cog):
    _service: Service
    rendering: Rendering
    _shared: SharedPosts
    _messages: PrivateMessages
    _archive: Archive
    _reviews: Reviews
    _bot: commands.AutoShardedBot

    async def cog_load(self) -> None:
        self._bot.tree.add_command(message_menu("Review", self._review_shown))

    async def _review_shown(self, interaction: Interaction, message: discord.Message) -> None:
        shown, _ = find_shown_match(message)
        await self.show(interaction, await self._archive.find_match(shown, visit_of(interaction)))

    async def show(self, interaction: Interaction, match: Match, *, another: bool = False) -> None:
        """Show the review to the asker or, while there is none, its progress. In its place ask for
        ``another`` one, by a newer machine or after the machine gave up.
        """
        visit = visit_of(interaction)
        state = await self._reviews.find_review(match, visit.user)
        if state is None or another:
            state = await self._reviews.ask_for_review(match, visit.user)
        content = await self._content(visit, match, state)
        sent = await (turn_into if another else say)(interaction, content)
        await self._keep(interaction, match, state, None if another else sent)

    @answers(ReviewPress, "review", "review!")
    async def _open(self, interaction: Interaction, press: ReviewPress) -> None:
        match = await self._archive.find_match(press.match, visit_of(interaction))
        await self.show(interaction, match, another=press.action == "review!")

    @answers(ReviewPress, "reviewed")
    async def _turn_to(self, interaction: Interaction, press: ReviewPress) -> None:
        """Go to the moment of the button or to the one chosen from the menu, or look again."""
        match = await self._archive.find_match(press.match, visit_of(interaction))
        if (state := await self._reviews.find_review(match, interaction.user.id)) is None:
            raise Denied("Nobody has asked for this review yet; press “Review” once more.")
        for value in selected_values(interaction):
            series, _, at = value.partition(".")
            press = replace(press, ply=read_number(at) or 0, series=series, variant=None)
        visit = visit_of(interaction)
        await turn_into(interaction, await self._content(visit, match, state, press))
        if not press.series:
            await self._keep(interaction, match, state)

    @answers(ReviewPress, "sharereview")
    async def _share(self, interaction: Interaction, press: ReviewPress) -> None:
        """Show a review, or one point of it, to everybody here."""
        visit = visit_of(interaction)
        match = await self._archive.find_match(press.match, visit)
        opens = await self._archive.opens_to_readers(match, visit)
        if (screen := await self.find_screen(interaction, press.match)) is None:
            raise Denied("There is nothing to show any more.")
        point, whole = point_of(screen, press), replace(press, variant=WITH_ANSWER)

        async def draw() -> Content:
            text, drawings, _ = await self._describe_screen(screen, whole, visit.server.theme)
            pictures = await self.rendering.pictures(match, drawings)
            button = replace(views.replay_button(match, screen.known), emoji=None)
            return layout(text, pictures, [[button]])

        shown = (press.series, point.at) if point is not None else ()
        moment = moment_key(match, "review", *shown)
        await self._shared.share_post(
            interaction, ContentKind.MOMENT, match, draw, moment=moment, opens=opens
        )

    async def find_screen(self, interaction: Interaction, match_id: str) -> ReviewScreen | None:
        """The review of a match for the asker; None if there is none yet."""
        match = await self._archive.find_match(match_id, visit_of(interaction))
        state = await self._reviews.find_review(match, interaction.user.id)
        digest = state.digest if state is not None else None
        return self.screen_of(match, digest) if digest is not None else None

    def screen_of(self, match: Match, digest: Digest) -> ReviewScreen:
        known = self._service.facts.timeline(match, None)
        return ReviewScreen(match, known, self.rendering.face(match), digest)

    async def _keep(
        self, interaction: Interaction, match: Match, state: ReviewState, sent: int | None = None
    ) -> None:
        """Have a message that waits for a review show it, unless its reader does so before."""
        if is_imported(match.id) or (sent is not None and not state.under_way):
            return
        visit = visit_of(interaction)
        scene = await self._service.scene(match.id, visit.guild, visit.user)
        self._messages.keep_message(interaction, scene, _ShownReview(self, visit, state), sent)
        self._messages.redraw_soon(match, _GATHERED_FOR)  # it may have grown meanwhile

    async def content_for(self, visit: Visit, match_id: str) -> "tuple[Content, _ShownReview]":
        match = await self._archive.find_match(match_id, visit)
        found = await self._reviews.find_review(match, visit.user)
        state = found or ReviewState(None, under_way=False)
        return await self._content(visit, match, state), _ShownReview(self, visit, state)

    async def _content(
        self, visit: Visit, match: Match, state: ReviewState, press: ReviewPress | None = None
    ) -> Content:
        if state.digest is None:
            return await self._waiting_content(match, state, visit.theme)
        screen = self.screen_of(match, state.digest)
        screen = replace(screen, outdated=state.outdated, reader=match.seat_of(visit.user))
        press = press or ReviewPress("reviewed", match.id, 0)
        text, drawings, known = await self._describe_screen(screen, press, visit.theme)
        if state.under_way:
            text = f"{text}\n-# {_progress_words(state)}"
        answered = press.variant == WITH_ANSWER
        rows = screen.rows(point_of(screen, press), press.series, answered=answered)
        if known is None:
            return layout(text, await self.rendering.pictures(match, drawings), rows)
        look = replace(self.rendering.look(match, visit.theme), words=visit.reader.text_first)
        shown = Screen(text, () if look.words else drawings)
        sight = Sight(screen.face, known.present, look, shown)
        return await self.rendering.message(match, sight, text, rows, asks=True)

    async def _describe_screen(
        self, screen: ReviewScreen, press: ReviewPress, theme: Theme
    ) -> "_Described":
        """The overview or the point of a press, with the better move if the press asks for it."""
        if (point := point_of(screen, press)) is None:
            return _Described(screen.overview_text(), screen.drawings(theme))
        answered = press.variant == WITH_ANSWER
        at = point.at if point.options else point.at + 1
        known = await self._service.facts.timeline_then(screen.match, point.seat, at)
        look = replace(self.rendering.look(screen.match, theme), replayed=True)
        drawings = screen.face.screen(known.views, look).drawings
        marked: list[str] = []
        if point.played is not None:
            moves = [point.played.move, point.options[0].move][: 1 + answered]
            compared = partial(screen.face.compared, known.present, look)
            marked = [move for move in moves if compared(move) is not None]
            drawings = [drawn] if (drawn := compared(*moves)) is not None else drawings
        text = screen.point_text(point, press.series, answered=answered, marked=marked)
        return _Described(text, drawings, known)

    async def _waiting_content(self, match: Match, state: ReviewState, theme: Theme) -> Content:
        """The message without a review: the findings so far, or that the machine gave up."""
        heading, pictures = views.match_heading(match, self.rendering.face(match)), list[Picture]()
        if state.gave_up:
            text = tr("The machine could not review this match.")
            press, label = ReviewPress("review!", match.id), tr("Ask again")
        else:
            text = _progress_words(state)
            press, label = ReviewPress("reviewed", match.id), tr("Look again")
        content = f"{heading}\n{text}\n-# {views.match_words(match)}"
        if state.growing is not None:
            # The turning points are known at the end: those of a part may be none of the whole.
            screen = replace(self.screen_of(match, replace(state.growing, turns=())), growing=True)
            pictures = await self.rendering.pictures(match, screen.drawings(theme))
        return layout(content, pictures, rows=[[Button(label, press)]])


class _Described(NamedTuple):
    """The text and the pictures of the overview or of a point."""

    text: str
    drawings: Sequence[Drawing]
    known: Timeline | None = None
    """The view of the seat of a point before its move or after the draw by lot."""


@dataclass(frozen=True)
class _ShownReview:
    """A message that waits for a review; from then on its reader turns to the parts of that."""

    screens: ReviewScreens
    visit: Visit
    state: ReviewState

    def is_behind(self, _: Match, /) -> bool:
        return self.state.digest is None

    async def present_scene(self, scene: Scene) -> "tuple[Content, _ShownReview]":
        return await self.screens.content_for(self.visit, scene.match.id)


def point_of(screen: ReviewScreen, press: ReviewPress) -> Point | None:
    """The point of a press, the first if a newer review lacks it; None for the overview."""
    points = screen.points(press.series)
    same = (point for point in points if point.at == press.ply)
    return next(same, points[0] if points else None)


def _progress_words(state: ReviewState) -> str:
    if not state.pieces:
        return tr("🔎 The review is queued; it begins as soon as the machine is free.")
    return tr(
        "🔎 The machine is reviewing this match: {share} so far. Moves in running matches come"
        " first, so it may take a while.",
        share=percent_words(100 * state.found // state.pieces),
    )


@dataclass(eq=False)
class RetryScreens(commands.Cog):
    """A costly moment as a puzzle, in up to three tries, on the screens of the review."""

    _service: Service
    _screens: ReviewScreens
    _retries: Retries

    @answers(TryPress, "retry")
    async def _press(self, interaction: Interaction, press: TryPress) -> None:
        """Show the position with its buttons, or after the move that was tried."""
        press, visit = chosen_press(interaction, press), visit_of(interaction)
        screen = await self._screens.find_screen(interaction, press.subject)
        points = screen.points(press.origin) if screen is not None else ()
        point = next((each for each in points if each.at == press.at), None)
        if screen is None or point is None or not point.options:
            raise Denied("This moment is no longer part of the review; open the review once more.")
        retry, match = _Retry(press, screen, point), screen.match
        rendering = self._screens.rendering
        look = rendering.look(match, visit.theme)
        known = await self._service.facts.timeline_then(match, point.seat, point.at)
        if press.tried is None:
            view = known.present
            board = screen.face.screen(known.views, look, press.choosing)
            lines, rows = retry.question_parts(board)
        else:
            view = self._service.facts.foresee_move(known.present, point.seat, press.tried)
            tried = await self._retries.judge_move(
                match, screen.digest, point, press.tried, visit.user
            )
            lines, rows = retry.judgement_parts(press.tried, tried, view)
            board = screen.face.screen([*known.views, view], replace(look, replayed=True))
        look = replace(look, words=visit.reader.text_first)
        sight, text = Sight(screen.face, view, look, board), "\n".join(filter(None, lines))
        await turn_into(interaction, await rendering.message(match, sight, text, rows, asks=True))


@dataclass(frozen=True, slots=True)
class _Retry:
    press: TryPress
    screen: ReviewScreen
    point: Point

    def question_parts(self, board: Screen) -> _Parts:
        words = mark("You are {mark} {player}, who played **{played}**. Find a better move.")
        played = self.screen.played_words(self.point)
        task = tr(words, played=played, **self._player_fields(self.point.seat))
        view, best = self.screen.view(self.point), self.point.options[0]
        told = self.screen.change_words(self.point, self.point.played or best)
        unit = unit_line(self.screen.face, view, self.point.seat, best)
        lines = [*self._heading_lines(), task, told, unit]
        if self.press.choosing is not None:
            lines.append(board.text)
        return lines, [
            *try_rows(self.press, board.rows, [it.move for it in (self.point.played,) if it]),
            [*back_button(self.press), self._back_button()],
        ]

    def judgement_parts(self, move: str, tried: RetriedMove | None, after: AnyView) -> _Parts:
        """The machine's judgement of a move, or a line that it still thinks."""
        lines = [*self._heading_lines(), self._played_line(move)]
        row = list[Item]([self._back_button()])
        if tried is None:
            lines.append(tr("🔎 The machine is thinking about this move."))
            row.insert(0, Button(tr("Look again"), self.press, discord.ButtonStyle.primary))
        else:
            lines += self._verdict_lines(tried, after)
            ahead: TryPress | None = replace(self.press, move=None)
            label = tr("Try again")
            if self.press.tries == TRIES or self.point.passes(tried.points):
                ahead, label = self._next_press(), tr("Next moment")
            if ahead is not None:
                row.insert(0, Button(label, ahead, discord.ButtonStyle.primary))
        return lines, [row]

    def _next_press(self) -> TryPress | None:
        """The next moment of the same list that asks for a move; None after the last one."""
        match, series = self.screen.match.id, self.press.origin
        points = self.screen.points(series)
        rest = (each for each in points[points.index(self.point) + 1 :] if each.options)
        return next((TryPress("retry", match, each.at, series) for each in rest), None)

    def _heading_lines(self) -> list[str]:
        number = self.press.tries + (self.press.tried is None)
        count = tr("Try {number} of {all}", number=number, all=TRIES)
        heading = players_heading(self.screen.match, self.screen.face)
        return [*heading, f"**{count}** · {self.screen.moment_words(self.point)}"]

    def _played_line(self, move: str) -> str:
        screen, point = self.screen, self.point
        fields = {"move": screen.move_words(point, move), "played": screen.played_words(point)}
        words = mark("{mark} {player}: **{move}** instead of **{played}**.")
        return tr(words, **fields, **self._player_fields(point.seat))

    def _player_fields(self, seat: int) -> dict[str, str]:
        sign = self.screen.face.seat_mark(seat, self.screen.match.setup)
        return {"mark": sign, "player": names_in_text(self.screen.match)[seat - 1]}

    def _verdict_lines(self, tried: RetriedMove, after: AnyView) -> list[str]:
        """Whether the try is good, its result beside those of the match and of the best move, its
        reasons or its lack, and the answer; after the last try, the better move.
        """
        screen, point, best = self.screen, self.point, self.point.options[0]
        passes, made = point.passes(tried.points), point.played or best
        lead = tried.option.margin.mean - made.margin.mean
        verdict = "❌ " + tr("Not the best.")
        if passes:
            verdict = "✅ " + tr("Well found.")
        elif abs(tried.points.mean - point.points.mean) <= _ABOUT and abs(lead) < 1:
            verdict = "▫️ " + tr("About as good as the move of the match.")
        elif tried.points.mean < point.points.mean:
            told = tr("Better than the move of the match, and there is one that is better still.")
            verdict = f"👍 {told}"
        unit, (result, played, better) = screen.results(point, tried.option, made, best)
        words = mark("{unit}: {result} with this try, {played} in the match, {best} at best.")
        lines = [verdict, tr(words, unit=unit, result=result, played=played, best=better)]
        if passes:
            lines.append(screen.reason_sentence(point, tried.option.move))
            if tried.option.move != best.move:
                named = f"**{screen.move_words(point, best.move)}**"
                lines.append(f"{label_text(capitalized(tr('the best move')), named)}.")
        elif self.press.tries == 1:
            asked = screen.view(point), point.seat, best.move, names_in_text(screen.match)
            lines.append(screen.face.purpose(*asked))
        elif self.press.tries < TRIES:
            lines.append(screen.lack_sentence(point, tried.option.move))
        if tried.answer is not None:
            seat, move = tried.answer
            reply = screen.face.move_words(after, move)
            words = mark("Likely reply of {mark} {player}: **{move}**.")
            lines.append(tr(words, move=reply, **self._player_fields(seat)))
        if self.press.tries == TRIES and not passes:
            reason = screen.reason_sentence(point, best.move)
            lines.append(f"{screen.better_words(point, '**')} {reason}")
        return lines

    def _back_button(self) -> Button:
        press = self.press
        review = ReviewPress("reviewed", self.screen.match.id, press.at, press.origin)
        return Button(tr("To the review"), review)
