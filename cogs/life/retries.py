"""A costly moment of a review as a puzzle for one player: up to three tries at a better move."""

from __future__ import annotations

from dataclasses import dataclass, replace

import discord
from discord import Interaction

from cogs.contract.screen import Look
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.replies import turn_into
from cogs.frame.visit import visit_of
from cogs.life.reviews import ReviewScreens
from cogs.presses.addresses import TRIES, ReviewPress, TryPress
from cogs.views import match_views as views
from cogs.views.losses_told import lost
from cogs.views.match_views import with_words
from cogs.views.review_views import ReviewScreen
from cogs.views.tries import back_button, chosen, try_rows
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match
from prowlerbot.review.digest import Point
from prowlerbot.service.retries import Retries, Tried
from prowlerbot.service.service import Service


@dataclass(eq=False)
class RetryScreens:
    """The tries, and the way to them through the screens of a review."""

    _service: Service
    _screens: ReviewScreens
    _retries: Retries

    def __post_init__(self) -> None:
        self._rendering = self._screens.rendering

    @answers(TryPress, "retry")
    async def _press(self, interaction: Interaction, press: TryPress) -> None:
        press = chosen(interaction, press)
        screen = await self._screens.find(interaction, press.subject)
        points = screen.points(press.beside) if screen is not None else ()
        point = next((each for each in points if each.at == press.at), None)
        if screen is None or point is None or not point.options:
            raise Denied("This moment is no longer part of the review; open the review once more.")
        look = self._rendering.look(screen.match, visit_of(interaction).theme)
        shown = self._asking if press.tried is None else self._judging
        await turn_into(interaction, await shown(interaction, press, screen, point, look))

    async def _asking(
        self,
        interaction: Interaction,
        press: TryPress,
        screen: ReviewScreen,
        point: Point,
        look: Look,
    ) -> Content:
        """The position with its buttons, or an open choice of it."""
        match = screen.match
        known = await self._service.then_beside(match, point.seat, point.at)
        board = screen.face.screen(known.views, look, press.choosing)
        lines = self._head(press, screen, point)
        played = screen.played(point)
        lines.append(tr("The move of the match: **{played}**. Find a better one.", played=played))
        if press.choosing is not None:
            lines.append(board.text)
        text = self._with_words(interaction, "\n".join(lines), screen, known.present)
        rows = [*try_rows(press, board.rows), [*back_button(press), self._back(match, press)]]
        pictures = await self._rendering.pictures(match.id, board.drawings)
        return Content(layout(text, pictures, rows), pictures)

    async def _judging(
        self,
        interaction: Interaction,
        press: TryPress,
        screen: ReviewScreen,
        point: Point,
        look: Look,
    ) -> Content:
        """The position after the move that was tried, with the machine's judgement of it."""
        match, move = screen.match, press.tried or ""
        known = await self._service.then_beside(match, point.seat, point.at)
        after = self._service.foreseen(known.present, point.seat, move)
        tried = await self._retries.judged(match, screen.digest, point, move, interaction.user.id)
        lines = [*self._head(press, screen, point), self._played(screen, point, move)]
        row: list[Item] = [self._back(match, press)]
        if tried is None:
            lines.append(tr("🔎 The machine is thinking about this move."))
            row.insert(0, Button(tr("Look again"), str(press), discord.ButtonStyle.primary))
        else:
            lines += self._verdict(press, screen, point, tried, after)
            if press.made < TRIES and not point.passes(tried.points):
                again = replace(press, move=None)
                row.insert(0, Button(tr("Try again"), str(again), discord.ButtonStyle.primary))
        text = self._with_words(interaction, "\n".join(filter(None, lines)), screen, after)
        board = screen.face.screen([*known.views, after], replace(look, replayed=True))
        pictures = await self._rendering.pictures(match.id, board.drawings)
        return Content(layout(text, pictures, [row]), pictures)

    # ------------------------------------------------------------------ words

    def _head(self, press: TryPress, screen: ReviewScreen, point: Point) -> list[str]:
        number = press.made + (press.tried is None)
        count = tr("Try {number} of {all}", number=number, all=TRIES)
        heading = views.heading(screen.match, screen.face)
        return [heading, f"**{count}** · {screen.moment(point)}"]

    def _played(self, screen: ReviewScreen, point: Point, move: str) -> str:
        return tr(
            "{mark} {player}: **{move}** instead of **{played}**.",
            mark=screen.face.seat_mark(point.seat, screen.match.setup),
            player=views.names(screen.match)[point.seat - 1],
            move=screen.move(point, move),
            played=screen.played(point),
        )

    def _verdict(
        self,
        press: TryPress,
        screen: ReviewScreen,
        point: Point,
        tried: Tried,
        after: AnyView,
    ) -> list[str]:
        """Whether the try is good, what it gives away, and the answer to it; after the last try,
        the machine's own move.
        """
        option = tried.option
        passes = point.passes(tried.points)
        cost = ""
        if tried.points.mean > tried.points.error:
            cost = tr("It costs {lost}.", lost=lost(point, option))
        verdict = "✅ " + tr("Well found.") if passes else "❌ " + tr("Not the best.")
        lines = [f"{verdict} {cost}".rstrip()]
        if tried.answer is not None:
            seat, move = tried.answer
            lines.append(
                tr(
                    "Likely reply of {mark} {player}: **{move}**.",
                    mark=screen.face.seat_mark(seat, screen.match.setup),
                    player=views.names(screen.match)[seat - 1],
                    move=screen.face.move_words(after, move),
                )
            )
        if press.made == TRIES and not passes:
            lines.append(screen.better(point))
        return lines

    def _back(self, match: Match, press: TryPress) -> Button:
        review = ReviewPress("reviewed", match.id, press.at, press.beside)
        return Button(tr("To the review"), str(review))

    def _with_words(
        self, interaction: Interaction, text: str, screen: ReviewScreen, view: AnyView
    ) -> str:
        if not visit_of(interaction).reader.text_first:
            return text
        return with_words(text, screen.face, view, views.names(screen.match))
