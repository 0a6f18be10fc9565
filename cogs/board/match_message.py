"""The message of a match in its current phase (a challenge, a board, the end).

``Screens`` alone decides what a board says and shows to its reader.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from cogs.board.machine_moves import Machines
from cogs.board.rendering import Rendering
from cogs.board.views import challenge_views, match_boards, terms_words
from cogs.board.views import match_views as views
from cogs.board.views.agreement_views import claim_button, late_line, question_line
from cogs.board.views.match_boards import Sight, with_earlier_moves
from cogs.board.views.results_text import ended_sentence, hints_line, rating_line
from cogs.board.views.terms_words import banks_line, due_line
from cogs.contract.screen import Look
from cogs.contract.sign import coloured, in_words
from cogs.frame.layout import Content, Picture
from prowlerbot.core.game import AnyView
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.play import planning_seats
from prowlerbot.match.player_statistics import Hours
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.habit_store import Habits
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service


class Page(NamedTuple):
    """A position of a match as a reader may see it: the last of some views."""

    known: Timeline  # the part of the match that the reader may know
    views: Sequence[AnyView]
    choosing: str | None = None  # the open choice
    name: str = ""  # the page that the reader has turned to
    listed: bool = False  # as in ``Look``
    aside: bool = False  # as in ``Look``


@dataclass(eq=False)
class Screens:
    """Builds the sights of a match: for its public message, for boards of players, for plans."""

    _service: Service
    _rendering: Rendering

    def build_sight(self, user: int | None, scene: Scene, page: Page) -> Sight:
        """The sight of a page for a user; None is for all who read the message of the match."""
        match, face = scene.match, self._rendering.face(scene.match)
        look = self._look(user, scene, page)
        screen, words = face.screen(page.views, look, page.choosing), look.words
        text, viewer = screen.text, page.known.viewer
        if words:
            marks = [face.seat_mark(each, match.setup) for each in match.seats]
            text = in_words(text, dict(zip(marks, look.names, strict=True)))
        tells_all = words and face.private  # such a game has its own words for all moves
        is_preview = len(page.views) > len(page.known.views)
        own_board = viewer is not None and not (face.private or page.aside or is_preview)
        # Else the reader has the earlier moves on another board.
        is_only_text = user is None or scene.unshared or words or own_board
        if is_only_text and not tells_all and page.choosing is None and not screen.pages:
            since_own_move = (words or not scene.unshared) and match.phase is Phase.PLAYING
            reader = viewer if since_own_move else None
            text = with_earlier_moves(match, page.known, face, look, text, reader=reader)
        topics, drawings = face.topics(page.views, look) if words else (), screen.drawings
        is_over = match.phase is Phase.OVER
        # A replay has the last board; a preview of the last move shows nothing else.
        drawings = [drawing for drawing in drawings if drawing.counted is is_over] or drawings
        screen = replace(screen, text=text, drawings=drawings)
        return Sight(face, page.views[-1], look, screen, topics)

    def _look(self, user: int | None, scene: Scene, page: Page) -> Look:
        match, theme, words = scene.match, scene.server.theme, False
        if user is not None:
            theme, words = scene.theme_of(user), scene.reader_choices(user).text_first
        ended = self._service.facts.ranks_if_cut_short(match) if match.phase is Phase.OVER else None
        look, listed = self._rendering.look(match, theme, ended), page.listed or words
        return replace(look, listed=listed, words=words, page=page.name, aside=page.aside)


@dataclass(eq=False)
class MatchMessage:
    """Builds the message of a match that everybody sees."""

    _service: Service
    _rendering: Rendering
    _screens: Screens
    _machines: Machines
    _habits: Habits

    async def content(
        self, scene: Scene, choosing: str | None = None, access: Access = Access.MEMBER
    ) -> Content:
        """The message of a match, in the current language and the server's theme.

        ``choosing`` is the open choice, if any. ``access`` is the bot's access to the message.
        """
        match = scene.match
        with coloured(scene.server.theme):
            if match.phase is Phase.LOBBY:
                return await self._challenge_content(scene)
            face = self._rendering.face(match)
            if not match.setup:
                again = await self._service.store.living_rematch(match.id) is not None
                return challenge_views.ended_challenge_view(match, face, was_asked_again=again)
            if face.private and access is Access.INTERACTION and match.phase is Phase.PLAYING:
                return match_boards.lasting_board(match, face)
            known = self._service.facts.timeline(match, None)
            # A finished match of a competition leaves its room to the next board.
            ended = match.phase is Phase.OVER and match.terms.competition
            if ended and await self._service.store.boards.is_passed(match.id):
                return match_boards.short_board(match, known, face)
            machines_only = self._service.facts.only_machines_to_move(match)
            page = Page(known, known.views_until(), choosing, aside=machines_only)
            sight = self._screens.build_sight(None, scene, page)
            # The message is built while its picture is drawn.
            drawing = self._rendering.pictures(match, sight.screen.drawings)
            writing = self._make_board(scene, page, sight, access)
            pictures, board = await asyncio.gather(drawing, writing)
            board.pictures = pictures
            return board

    async def _challenge_content(self, scene: Scene) -> Content:
        match = scene.match
        again = await self._result_before(match)
        game, face = self._service.facts.game(match), self._rendering.face(match)
        extras = challenge_views.ChallengeExtras(
            [] if again else await self._first_pictures(match, scene.server.theme),
            machine=self._machines.seats.admits_machine(scene.server),
            newcomers=await Lobby(self._service).newcomer_seats(match),
            rematch_result=again,
            habits=await self._habits_words(scene),
        )
        return challenge_views.challenge_view(match, game, face, extras)

    async def _habits_words(self, scene: Scene) -> str:
        match, hours = scene.match, dict[int, Hours]()
        for seat in match.seats:
            player = match.player(seat)
            if player.is_person and len(match.players) > 1:
                choices = scene.choices_of(seat)
                usual = await self._habits.usual_hours_of(player.id, choices, match.created_at)
                if usual is not None:
                    hours[seat] = usual
        return terms_words.habits_words(match, await self._habits.usual_match_seconds(match), hours)

    async def _make_board(self, scene: Scene, page: Page, sight: Sight, access: Access) -> Content:
        """The board of a match that has begun, still without its pictures."""
        match, known, may_be_old = scene.match, page.known, access is Access.INTERACTION
        if match.phase is Phase.OVER:
            finished = await self._service.store.results.finished_match(match.id)
            notes = [rating_line(finished) if finished else "", hints_line(match)]
            return match_boards.ended_board(match, known, sight, notes)
        if page.choosing is not None:
            return match_boards.choice_board(match, sight, may_be_old=may_be_old)
        clocks = self._service.clocks
        unaware, late = clocks.unaware_seats(match), clocks.late_seats(scene)
        late = late if match.voters - late else frozenset()  # else nobody could claim
        to_move, due = self._service.facts.to_move(match), running_due_line(self._service, scene)
        timed = match.terms.is_timed  # the deadline stands beside the clocks of all
        extras = match_boards.BoardExtras(
            [
                banks_line(match, to_move, due if timed else "") if match.terms.bank else "",
                views.unaware_line(match, unaware) if unaware else "",
                late_line(match, late) if late else "",
                clock_line(self._service, scene),
                self._machines.notice(match) if match.has_machine else "",
                question_line(match, known, sight.face),
            ],
            due="" if timed else due,
            plannable=bool(planning_seats(match, known.present.seen)),
            may_be_old=may_be_old,
            claims=[claim_button(match)] if late else [],
        )
        return match_boards.running_board(match, known, sight, extras)

    async def _result_before(self, match: Match) -> str:
        """The result of the match before this rematch; empty for any other match."""
        before = await self._service.store.source_of_rematch(match.id)
        finished = await self._service.match(before) if before is not None else None
        if finished is None or not finished.setup:
            return ""
        known = self._service.facts.timeline(finished, None)
        return ended_sentence(finished, known, self._rendering.face(match))

    async def _first_pictures(self, match: Match, theme: Theme) -> Sequence[Picture]:
        """The game's cover, or the starting position of a match that continues another one."""
        face = self._rendering.face(match)
        if match.origin is None:
            return await self._rendering.pictures(match.game, [face.cover(theme, match.options)])
        begun = self._service.facts.beginning_timeline(match)
        drawings = face.screen(begun.views, self._rendering.look(match, theme)).drawings
        return await self._rendering.pictures(match, drawings)


def running_due_line(service: Service, scene: Scene, seat: int | None = None) -> str:
    """The deadline of the next move, or of a ``seat``; empty if that tells nothing.

    The machine needs none, and a shared clock comes first. No clock runs while nobody knows of it.
    """
    match = scene.match
    if service.facts.end_of_stage(match) is not None or service.facts.only_machines_to_move(match):
        return ""
    if service.clocks.unaware_seats(match) == service.facts.to_move(match):
        return ""
    seats = service.facts.to_move(match) if seat is None else {seat}
    return due_line(service.clocks.deadline(scene, seat), match, service.now(), seats)


def clock_line(service: Service, scene: Scene) -> str:
    """The end of the shared clock or a note that it has not started, and the latest outage."""
    match, outage, line = scene.match, service.clocks.forgiving_outage(scene), ""
    if match.terms.stopwatch and service.facts.is_live(match):
        clock = service.facts.end_of_stage(match, service.clocks.outages(scene))
        line = terms_words.stopwatch_line(clock, match.terms.stopwatch)
    return "\n".join(filter(None, [line, terms_words.outage_line(outage) if outage else ""]))
