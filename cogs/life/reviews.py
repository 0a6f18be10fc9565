"""The review of a finished match, for whoever asks: its course, and the points worth a look.

No state survives a press: each button carries the match, the moment and its list, and the review is
read from the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands
from discord.ui import LayoutView

from cogs.board.access import check_permissions
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import ShownMessages
from cogs.contract.screen import Drawing
from cogs.contract.sign import coloured
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Button, Content, layout
from cogs.frame.replies import show_privately, turn_into
from cogs.frame.visit import visit_of
from cogs.presses.addresses import ReviewPress
from cogs.presses.press import read_number
from cogs.views import match_views as views
from cogs.views.match_views import with_words
from cogs.views.review_views import ReviewScreen, is_answered
from prowlerbot.core.errors import Denied
from prowlerbot.core.formats import in_percent
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import Theme
from prowlerbot.match.timeline import Timeline
from prowlerbot.review.digest import Digest, Point
from prowlerbot.service.archive import Archive
from prowlerbot.service.reviews import Asked, Reviews
from prowlerbot.service.service import Service
from prowlerbot.storage.reviews import ReviewDuty
from prowlerbot.storage.showings import Kind


@dataclass(eq=False)
class ReviewWork(commands.Cog):
    """The machine's work at reviews, one at a time; where it is switched off, they wait."""

    _duty_loop: DutyLoop
    _reviews: Reviews

    async def cog_load(self) -> None:
        if self._reviews.switched_on:
            self._duty_loop.add(ReviewDuty.WORK, self._reviews.work, at_once=1)
            self._duty_loop.add(ReviewDuty.USE, self._reviews.use, at_once=1)
        else:
            await self._reviews.release_askers()


@dataclass(eq=False)
class ReviewScreens:
    _service: Service
    rendering: Rendering
    _shown: ShownMessages
    _archive: Archive
    _reviews: Reviews

    async def show(self, interaction: Interaction, match: Match) -> None:
        """Show the review to the asker or, while there is none, how far it is."""
        found = await self._reviews.find(match, interaction.user.id)
        if found is None:
            found = await self._reviews.ask(match, interaction.user.id)
        await show_privately(interaction, await self._content(interaction, match, found))

    @answers(ReviewPress, "review")
    async def _open(self, interaction: Interaction, press: ReviewPress) -> None:
        await self.show(interaction, await self._archive.find(press.match, visit_of(interaction)))

    @answers(ReviewPress, "review!")
    async def _anew(self, interaction: Interaction, press: ReviewPress) -> None:
        """Ask for another review, as the machine is a newer one or has given up before."""
        match = await self._archive.find(press.match, visit_of(interaction))
        found = await self._reviews.ask(match, interaction.user.id)
        await turn_into(interaction, await self._content(interaction, match, found))

    @answers(ReviewPress, "reviewed")
    async def _turn_to(self, interaction: Interaction, press: ReviewPress) -> None:
        """Go to the moment of the button or to the one chosen from the menu, or look again."""
        match = await self._archive.find(press.match, visit_of(interaction))
        found = await self._reviews.find(match, interaction.user.id)
        if found is None:
            raise Denied("Nobody has asked for this review yet; press “Review” once more.")
        for chosen in selected_values(interaction):
            series, _, at = chosen.partition(".")
            press = replace(press, ply=read_number(at) or 0, series=series, beside=None)
        await turn_into(interaction, await self._content(interaction, match, found, press))

    @answers(ReviewPress, "sharereview")
    async def _share(self, interaction: Interaction, press: ReviewPress) -> None:
        """Show a review, or one point of it, to everybody here."""
        visit = visit_of(interaction)
        match = await self._archive.find(press.match, visit)
        check_permissions(interaction)
        opens = await self._archive.opens(match, visit)
        screen = await self.find(interaction, press.match)
        if screen is None:
            raise Denied("There is nothing to show any more.")
        with speaking(visit.language), coloured(visit.server.theme):
            point = point_of(screen, press)
            text, drawings, _ = await self._told(
                screen, point, press.series, visit.server.theme, answered=True
            )
            pictures = await self.rendering.pictures(match.id, drawings)
            content = Content(layout(text, pictures, screen.shared()), pictures)
        await self._shown.share(interaction, Kind.MOMENT, match, content, opens=opens)

    # ------------------------------------------------------------------ what is shown

    async def find(self, interaction: Interaction, match_id: str) -> ReviewScreen | None:
        """The review of a match for the asker; None if there is none yet."""
        match = await self._archive.find(match_id, visit_of(interaction))
        found = await self._reviews.find(match, interaction.user.id)
        return None if found is None or found.digest is None else self.screen(match, found.digest)

    def screen(self, match: Match, digest: Digest, *, outdated: bool = False) -> ReviewScreen:
        known = self._service.timeline(match, None)
        return ReviewScreen(match, known, self.rendering.face(match), digest, outdated)

    async def _content(
        self, interaction: Interaction, match: Match, found: Asked, press: ReviewPress | None = None
    ) -> Content:
        if found.digest is None:
            return Content(self._waiting(match, found))
        visit = visit_of(interaction)
        screen = self.screen(match, found.digest, outdated=found.outdated)
        series = press.series if press is not None else ""
        point = point_of(screen, press)
        answered = press is not None and is_answered(press)
        text, drawings, known = await self._told(
            screen, point, series, visit.theme, answered=answered
        )
        if found.under_way:
            text = f"{text}\n-# {_progress(found)}"
        if known is not None and visit.reader.text_first:
            text = with_words(text, screen.face, known.present, views.names(match))
        pictures = await self.rendering.pictures(match.id, drawings)
        rows = screen.rows(point, series, answered=answered)
        return Content(layout(text, pictures, rows), pictures)

    async def _told(
        self,
        screen: ReviewScreen,
        point: Point | None,
        series: str,
        theme: Theme,
        *,
        answered: bool,
    ) -> tuple[str, Sequence[Drawing], Timeline | None]:
        """The text and the pictures of the overview or of a point; with a point also the match as
        its seat saw it, before a move or after a draw. The better move is told if ``answered``.
        """
        if point is None:
            return screen.overview(), screen.drawings(theme), None
        at = point.at if point.options else point.at + 1
        known = await self._service.then_beside(screen.match, point.seat, at)
        look = replace(self.rendering.look(screen.match, theme), replayed=True)
        drawings = screen.face.screen(known.views, look).drawings
        marked: list[str] = []
        if point.played is not None:
            moves = [point.played.move, point.options[0].move][: 1 + answered]
            compared = partial(screen.face.compared, known.present, look)
            marked = [move for move in moves if compared(move) is not None]
            drawings = [drawn] if (drawn := compared(*moves)) is not None else drawings
        return screen.told(point, series, answered=answered, marked=marked), drawings, known

    def _waiting(self, match: Match, found: Asked) -> LayoutView:
        """The message while there is no review, or where the machine has given up."""
        if found.gave_up:
            told = tr("The machine could not review this match.")
            press, label = ReviewPress("review!", match.id), tr("Ask again")
        else:
            told = _progress(found)
            press, label = ReviewPress("reviewed", match.id), tr("Look again")
        text = (
            f"{views.heading(match, self.rendering.face(match))}\n{told}\n-# {views.which(match)}"
        )
        return layout(text, rows=[[Button(label, str(press))]])


def point_of(screen: ReviewScreen, press: ReviewPress | None) -> Point | None:
    """The point of a press; the first of its list if a newer review no longer has it, and None for
    the overview.
    """
    if press is None or not (series := press.series):
        return None
    points = screen.points(series)
    same = (point for point in points if point.at == press.ply)
    return next(same, points[0] if points else None)


def _progress(found: Asked) -> str:
    if not found.pieces:
        return tr("🔎 The review is queued; it begins as soon as the machine is free.")
    return tr(
        "🔎 The machine is reviewing this match: {share} so far. It thinks about everybody's"
        " moves first, so it may take a while.",
        share=in_percent(100 * found.found // found.pieces),
    )
