"""A machine on which one process of the bot after another runs, through outages of every kind.

Its true time passes when the test says so. The duties are taken by the bot's own loop, and all that
it knows of outages comes from its own heartbeat: nothing here tells it.
"""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cogs.board.match_duties import _GRACES
from cogs.frame.duty_loop import DutyLoop, Later
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.clock import MIN_OUTAGE_SECONDS, Clock, ClockReading, Heartbeat, Outage
from prowlerbot.core.posts import Duty
from prowlerbot.feature_list import CONTRIBUTIONS, open_store
from prowlerbot.match.call_rules import MatchDuty, key_of
from prowlerbot.match.scene import Board
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import BeatStore
from prowlerbot.storage.engines.database import Database
from tests.persistence.looks import rested
from tests.persistence.matches import ALL

_BEAT = 100
"""Seconds between two beats while nothing happens: few enough for the heartbeat to miss none."""
_WITHOUT_BOARD = """
SELECT id FROM matches WHERE phase = 'playing' AND id NOT IN (SELECT match FROM boards)
"""


class Trouble(StrEnum):
    """Why the bot answers nobody: its process is down, the machine sleeps, the database is away, or
    Discord is.
    """

    DOWN = "down"
    ASLEEP = "asleep"
    NO_DATABASE = "no database"
    NO_DISCORD = "no discord"


@dataclass(eq=False)
class Machine:
    """``reminded`` hears of each reminder, ``stepped`` of each step of a competition, and
    ``watched`` of each process.
    """

    database: Database
    rng: random.Random
    true: int
    reminded: Callable[[str, int], Awaitable[None]]
    stepped: Callable[[str], Awaitable[None]]
    watched: Callable[[Service], None]
    steady: float = 0
    """A clock that nobody sets, which goes on while the machine sleeps."""
    awake: float = 0
    """One that stands still then."""
    off: int = 0
    """Seconds by which the machine's clock is ahead of the true time."""
    answers: bool = True
    """Whether players reach the bot."""
    past: list[Outage] = field(default_factory=list[Outage])
    away_since: int = 0
    rounds: int = 0
    settings: int = 0
    """How often its clock was set."""

    @property
    def outages(self) -> list[Outage]:
        """The true outages, the one that goes on included."""
        running = Outage(self.away_since, self.true)
        goes_on = self.away_since and self.true - self.away_since >= MIN_OUTAGE_SECONDS
        return [*self.past, running] if goes_on else self.past

    async def start(self) -> None:
        """Begin a process."""
        rng = random.Random(self.rng.random())
        self.clock = Clock(lambda: ClockReading(self.true + self.off, self.steady))
        self.service = Service(open_store(self.database), games=ALL, clock=self.clock, rng=rng)
        self.service.clocks.heartbeat = Heartbeat(
            BeatStore(self.database, CONTRIBUTIONS), self.clock, lambda: self.awake
        )
        self.watched(self.service)
        self.house, self.competitions = Housekeeping(self.service), Competitions(self.service)
        bot: Any = self
        self.loop = DutyLoop(bot, self.service)
        for what, look in {
            MatchDuty.EXPIRE: self.house.expire_challenge,
            MatchDuty.ABANDON: self.house.end_abandoned,
            MatchDuty.OFFER: self.house.close_offers,
            MatchDuty.REMIND: self._remind,
            MatchDuty.FORGIVE: self._forgive,
            MatchDuty.CLAIM: CompetitionSteps(self.competitions).claim_or_release,
            CompetitionDuty.STEP: self._step,
        }.items():
            self.loop.add_handler(what, self._about(look), grace=_GRACES.get(what, 0))
        await self.house.free_claims()
        await self.service.clocks.heartbeat.read_beats()
        await self.round()

    # The loop asks its bot for these.

    async def wait_until_ready(self) -> None:
        """The loop is never begun: the test goes its rounds."""

    def answering_shards(self) -> tuple[list[int], int]:
        return [0] if self.answers else [], 1

    async def application_info(self) -> None:
        if self.answers:
            self.clock.check_answer(self.true, self.clock.read())

    # ------------------------------------------------------------------ duties

    @staticmethod
    def _about(
        look: Callable[[str], Awaitable[int | None]],
    ) -> Callable[[Duty], Awaitable[int | None]]:
        return lambda duty: look(duty.subject)

    async def _remind(self, match_id: str) -> int | None:
        if not self.answers:  # the message waits until Discord takes it
            raise Later
        scene = await self.service.scene(match_id)
        found, again = self.house.find_reminders(scene)
        for post in await self.service.store.outbox.note_calls(match_id, found):
            await self.reminded(match_id, key_of(post).seat)
        return again

    async def _forgive(self, match_id: str) -> None:
        await self.house.forgive_outage(match_id)

    async def _step(self, competition: str) -> int | None:
        again = await CompetitionSteps(self.competitions).take_due_steps(
            competition, can_post=self.answers
        )
        await self.stepped(competition)
        return again

    async def round(self) -> None:
        """Do what is due; whoever does not know the time asks Discord first."""
        self.rounds += 1
        await rested(self.loop)
        if self.loop._time_request is not None:
            await self.loop._time_request
            await rested(self.loop)
        await self.show_boards()

    async def show_boards(self) -> None:
        """Show each match that has begun, as soon as Discord takes its message."""
        if not self.answers:
            return
        for (begun,) in await self.database.read(_WITHOUT_BOARD):
            scene = await self.service.scene(str(begun))
            board = Board(str(begun), 7, 8, 9)
            await self.service.note_shown(scene, board, 8, calling=False)

    async def set_clock(self, off: int) -> None:
        """Set the machine's clock, wrong by so much."""
        self.off, self.settings = off, self.settings + 1
        await self.round()

    # ------------------------------------------------------------------ time

    async def run_until(self, until: int) -> None:
        """Let time pass, and the bot do what falls due."""
        while self.true < until:
            due = await self._next_due()
            await self._quietly(until if due is None else max(self.true + 1, min(due, until)))
            if due is not None and due <= self.true:
                await self.round()

    async def _next_due(self) -> int | None:
        """The true time at which a duty falls due next."""
        kinds = ",".join(f"'{what}'" for what in self.loop._handlers)
        ((at,),) = await self.database.read(
            f"SELECT MIN(at) FROM duties WHERE what IN ({kinds}) AND claimed_until <= $1",  # noqa: S608 - constant parts
            self.service.now(),
        )
        return None if at is None else int(at) - self.service.now() + self.true

    async def _quietly(self, until: int) -> None:
        """Let time pass in which nothing happens but beats; the last one alone is stored."""
        heart = self.service.clocks.heartbeat
        while self.true < until:
            self._pass(min(_BEAT, until - self.true))
            if not self.service.clocks.knows_the_time:
                await self.round()
                continue
            heart._stored_at = self.service.now() if self.true < until else 0
            await heart.note_beat(*self.answering_shards())

    def _pass(self, seconds: int, *, asleep: bool = False) -> None:
        self.true, self.steady = self.true + seconds, self.steady + seconds
        self.awake += 0 if asleep else seconds

    async def suffer(self, trouble: Trouble, seconds: int) -> None:
        """Let the bot answer nobody for so long."""
        began = self.away_since = self.true
        self.answers = False
        match trouble:
            case Trouble.NO_DISCORD:
                await self.run_until(began + seconds)
            case _:
                self._pass(seconds, asleep=trouble is Trouble.ASLEEP)
        self.answers, self.away_since = True, 0
        if seconds >= MIN_OUTAGE_SECONDS:
            self.past.append(Outage(began, self.true))
        if trouble is Trouble.DOWN:
            await self.start()
        await self.round()
