"""Made reviews, and a reviewer that makes them without searching."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.core.record import Record
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Luck, Outlook, Review
from prowlerbot.reviews.review_service import AfterReview, Reviewer, Reviews
from prowlerbot.reviews.review_store import ReviewDuty
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service
from tests.persistence.looks import process, rested

ERROR = 0.01
GIVEN_AWAY = (0.0, 0.3, 0.0, 0.12, 0.06, 0.0)
"""What the moves of a made review give away in chance to win, one after another, time and again."""


def decisions(record: Record) -> list[int]:
    """The plies at which a seat had a choice."""
    states = record.states()
    return [
        ply
        for ply, made in enumerate(record.moves)
        if made.seat != CHANCE and made.text != LEAVE and len(states[ply].moves(made.seat)) > 1
    ]


def judged(record: Record, number: int, *, chances: bool = True) -> Judgement:
    """A made judgement: the move played gives away what its number says, another one nothing."""
    ply = decisions(record)[number]
    made = record.moves[ply]
    loss = GIVEN_AWAY[number % len(GIVEN_AWAY)]
    legal = [str(move) for move in record.states()[ply].moves(made.seat)]
    others = [move for move in legal if move != made.text][:2]

    def option(move: str, given_away: float) -> JudgedMove:
        chance = Estimate(round(0.6 - given_away, 2), ERROR) if chances else None
        lost = given_away if chances else round(40 * given_away, 1)
        behind = Estimate(lost, ERROR if given_away else 0.0)
        return JudgedMove(move, Estimate(round(10 - 40 * given_away, 1), 0.5), chance, behind)

    played = option(made.text, loss)
    if not loss:
        rest = (option(move, 0.2) for move in others)
        return Judgement(ply, made.seat, (played, *rest), made.text)
    better, *worse = (option(move, 0.02 * at) for at, move in enumerate(others))
    return Judgement(ply, made.seat, (better, *worse, played), made.text)


def made_review(record: Record, *, machine: str = "1", chances: bool = True) -> Review:
    """A review of a whole record, with its luck where it has dice or draws."""
    made = [judged(record, each, chances=chances) for each in range(len(decisions(record)))]
    outcome = record.states()[-1].outcome
    seats = 2 if outcome is None else len(outcome.ranks)
    leads = [0.0] * seats
    course = [_outlook(0, leads, chances=chances)]
    for each in made:
        leads[each.seat - 1] -= 40 * GIVEN_AWAY[made.index(each) % len(GIVEN_AWAY)]
        course.append(_outlook(each.ply + 1, leads, chances=chances))
    luck = [
        Luck(ply, tuple(Estimate(0.05 * (-1) ** (ply + seat), ERROR) for seat in range(seats)))
        for ply, each in enumerate(record.moves)
        if each.seat == CHANCE
    ]
    return Review(machine, tuple(course), tuple(made), tuple(luck))


def _outlook(ply: int, leads: Sequence[float], *, chances: bool) -> Outlook:
    margins = tuple(Estimate(lead, 0.5) for lead in leads)
    if not chances:
        return Outlook(ply, margins)
    weights = [2 ** (lead / 10) for lead in leads]
    return Outlook(ply, margins, tuple(Estimate(each / sum(weights), ERROR) for each in weights))


class Reviewing(Reviews):
    """The reviews of a process, and its loop for duties."""

    def __init__(
        self, service: Service, reviewer: Reviewer, then: AfterReview | None = None
    ) -> None:
        super().__init__(service, Archive(service), reviewer, then)
        self.loop = process(service)
        work = partial(self.compute, grown=lambda _: None)
        self.loop.add_handler(ReviewDuty.WORK, work, at_once=1)
        if then is not None:
            self.loop.add_handler(ReviewDuty.USE, self.pass_on, at_once=1)

    async def rest(self) -> None:
        """Do what is due until nothing is in hand."""
        await rested(self.loop)

    def begin(self) -> asyncio.Task[None]:
        """Do that beside the test."""
        return asyncio.create_task(self.rest())

    async def end(self, work: asyncio.Task[None], *, killed: bool = False) -> None:
        """Stop what has been begun; one that is killed gives nothing back."""
        work.cancel()
        for each in self.loop._claims.values():
            each.task.cancel()
        if not killed:
            await self.loop.cog_unload()


class MadeReviewer(Reviewer):
    """It notes each piece asked for; while not ``free`` it begins none."""

    def __init__(self, machine: str = "1", *, switched_on: bool = True) -> None:
        self.machine = machine
        self._on = switched_on
        self.asked: list[tuple[str, int]] = []
        self.free = asyncio.Event()
        self.free.set()
        self.stopped = asyncio.Event()
        self.stop_at = -1
        """The number of the piece at which it waits until it is ``free`` again."""
        self.broken = False

    @property
    def switched_on(self) -> bool:
        return self._on

    def check_available(self) -> None:
        if not self.switched_on:
            raise Denied("The machine does not play here; the host of this bot has turned it off.")

    def count_pieces(self, record: Record) -> int:
        self._record = record
        return len(decisions(record))

    async def most_telling_pieces(self, match: str, record: Record) -> Sequence[int]:  # noqa: ARG002 - the interface
        return range(self.count_pieces(record))

    async def compute_piece(self, match: str, record: Record, number: int) -> str:
        if number == self.stop_at:
            self.free.clear()
            self.stopped.set()
        await self.free.wait()
        self.asked.append((match, number))
        if self.broken:
            raise Denied("The machine's thinking was cut short; please try again.")
        return judged(record, number).played

    def join_pieces(self, pieces: Sequence[str]) -> Review:
        record = self._record
        chances = record.game.key != "heroes"
        made = made_review(record, machine=self.machine, chances=chances)
        found = made.judgements[: len(pieces)]
        assert [each.played for each in found] == [*pieces]
        last = found[-1].ply + 1 if found else 0
        course = tuple(each for each in made.course if each.ply <= last)
        whole = len(found) == len(made.judgements)
        return made if whole else replace(made, judgements=found, course=course, luck=())
