"""A costly moment of a review as a puzzle for one player: up to three tries at a better move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import discord
from discord import Interaction

from cogs.contract.screen import Screen
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.replies import turn_into
from cogs.frame.visit import visit_of
from cogs.life.reviews import ReviewScreens
from cogs.presses.addresses import TRIES, ReviewPress, TryPress
from cogs.views import match_views as views
from cogs.views.losses_told import lost
from cogs.views.match_views import with_words
from cogs.views.puzzle_views import back_button, chosen, try_rows
from cogs.views.review_views import ReviewScreen
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import tr
from prowlerbot.review.digest import Point
from prowlerbot.service.retries import Retries, Tried
from prowlerbot.service.service import Service


@dataclass(eq=False)
class RetryScreens:
    """The tries, and the way to them through the screens of a review."""

    _service: Service
    _screens: ReviewScreens
    _retries: Retries

    @answers(TryPress, "retry")
    async def _press(self, interaction: Interaction, press: TryPress) -> None:
        """Show the position with its buttons, or after the move that was tried."""
        press, visit = chosen(interaction, press), visit_of(interaction)
        screen = await self._screens.find(interaction, press.subject)
        points = screen.points(press.beside) if screen is not None else ()
        point = next((each for each in points if each.at == press.at), None)
        if screen is None or point is None or not point.options:
            raise Denied("This moment is no longer part of the review; open the review once more.")
        it, match, rendering = _Retry(press, screen, point), screen.match, self._screens.rendering
        look = rendering.look(match, visit.theme)
        known = await self._service.then_beside(match, point.seat, point.at)
        if press.tried is None:
            view = known.present
            board = screen.face.screen(known.views, look, press.choosing)
            lines, rows = it.asking(board)
        else:
            view = self._service.foreseen(known.present, point.seat, press.tried)
            tried = await self._retries.judged(match, screen.digest, point, press.tried, visit.user)
            lines, rows = it.judging(press.tried, tried, view)
            board = screen.face.screen([*known.views, view], replace(look, replayed=True))
        text = "\n".join(filter(None, lines))
        if visit.reader.text_first:
            text = with_words(text, screen.face, view, views.names(match))
        pictures = await rendering.pictures(match.id, board.drawings)
        await turn_into(interaction, Content(layout(text, pictures, rows), pictures))


_Told: TypeAlias = tuple[list[str], list[list[Item]]]
"""Lines, and rows of buttons."""


@dataclass(frozen=True, slots=True)
class _Retry:
    """A press on the way to a better move, at a point of a review."""

    press: TryPress
    screen: ReviewScreen
    point: Point

    def asking(self, board: Screen) -> _Told:
        """The position with its buttons, or an open choice of it."""
        played = self.screen.played(self.point)
        lines = [
            *self._head(),
            tr("The move of the match: **{played}**. Find a better one.", played=played),
        ]
        if self.press.choosing is not None:
            lines.append(board.text)
        return lines, [
            *try_rows(self.press, board.rows),
            [*back_button(self.press), self._back()],
        ]

    def judging(self, move: str, tried: Tried | None, after: AnyView) -> _Told:
        """The machine's judgement of a move, or that it still thinks."""
        lines, row = [*self._head(), self._played(move)], list[Item]([self._back()])
        if tried is None:
            lines.append(tr("🔎 The machine is thinking about this move."))
            row.insert(0, Button(tr("Look again"), str(self.press), discord.ButtonStyle.primary))
        else:
            lines += self._verdict(tried, after)
            if self.press.made < TRIES and not self.point.passes(tried.points):
                again = replace(self.press, move=None)
                row.insert(0, Button(tr("Try again"), str(again), discord.ButtonStyle.primary))
        return lines, [row]

    def _head(self) -> list[str]:
        number = self.press.made + (self.press.tried is None)
        count = tr("Try {number} of {all}", number=number, all=TRIES)
        heading = views.heading(self.screen.match, self.screen.face)
        return [heading, f"**{count}** · {self.screen.moment(self.point)}"]

    def _played(self, move: str) -> str:
        screen, point = self.screen, self.point
        return tr(
            "{mark} {player}: **{move}** instead of **{played}**.",
            mark=screen.face.seat_mark(point.seat, screen.match.setup),
            player=views.names(screen.match)[point.seat - 1],
            move=screen.move(point, move),
            played=screen.played(point),
        )

    def _verdict(self, tried: Tried, after: AnyView) -> list[str]:
        """Whether the try is good, what it gives away, and the answer to it; after the last try,
        the machine's own move.
        """
        screen, point = self.screen, self.point
        passes = point.passes(tried.points)
        cost = ""
        if tried.points.mean > tried.points.error:
            cost = tr("It costs {lost}.", lost=lost(point, tried.option))
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
        if self.press.made == TRIES and not passes:
            lines.append(screen.better(point))
        return lines

    def _back(self) -> Button:
        press = self.press
        review = ReviewPress("reviewed", self.screen.match.id, press.at, press.beside)
        return Button(tr("To the review"), str(review))
