"""A process that does what its duties say, without Discord."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

from cogs.frame.duty_loop import DutyLoop
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.clock import Beat, Outage, _Pulse
from prowlerbot.core.posts import POST_DUTY, Duty, Post, PostState
from prowlerbot.match.call_rules import MatchDuty, part_of
from prowlerbot.match.match import Match
from prowlerbot.match.scene import Board
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service

_MOST = 999
_NEVER_LATE = 10**11  # the time of a last beat after which none is missed


class _Ready:
    """Time passes between the rounds of a test without an outage, as it notes no beat."""

    async def wait_until_ready(self) -> None:
        pass

    def answering_shards(self) -> tuple[list[int], int]:
        return [], 1

    async def application_info(self) -> None:
        raise OSError("Discord is out of reach")


def process(service: Service) -> DutyLoop:
    """The loop of a process, for a test to add handlers and to go its rounds."""
    bot: Any = _Ready()
    return DutyLoop(bot, service)


class _Settable(Protocol):
    now: int


def let_be_away(service: Service, clock: _Settable, seconds: int) -> None:
    """Let so many seconds pass in which the bot answers nobody, and others before and after that in
    which it does.
    """
    outages = (*service.clocks.heartbeat.outages(0), Outage(clock.now, clock.now + seconds))
    clock.now += seconds
    service.clocks.heartbeat._shard_pulses[0] = _Pulse(1, Beat(_NEVER_LATE), outages)


async def rested(loop: DutyLoop) -> None:
    """Let a process do what is due until it has nothing in hand."""
    await loop.do_due_duties()
    while tasks := [it.task for it in loop._claims.values() if not it.task.done()]:
        await asyncio.wait(tasks)
        await loop.do_due_duties()


async def due(service: Service, *kinds: str) -> list[str]:
    """The subjects of the duties that a process may begin now."""
    return [duty.subject for duty in await _due(service, *kinds)]


async def _due(service: Service, *kinds: str, ahead: int = 0) -> list[Duty]:
    now = service.now()
    found = await service.store.duties.due_duties(dict.fromkeys(kinds, _MOST), now + ahead, now)
    return [duty for duty in found if service.serves(duty.home)]


async def looked(
    service: Service, what: str, look: Callable[[str], Awaitable[int | None]], ahead: int = 0
) -> list[Match]:
    """Look once at each match for which that is due, or ``ahead`` so many seconds; returns those
    that it has changed.
    """
    changed: list[Match] = []
    found = await _due(service, what, ahead=ahead)
    for duty in await service.store.duties.settle_duties({}, (), found, service.now() + 40):
        async with Housekeeping(service).isolating(duty.subject):
            before = await service.match(duty.subject)
            again = await look(duty.subject)
            await service.store.duties.settle_duties({duty: again}, (), (), 0)
            after = await service.match(duty.subject)
            changed += [after] if after != before else []
    return changed


async def end_expired(service: Service) -> list[Match]:
    """End what has expired, and what everybody has left alone."""
    house = Housekeeping(service)
    expired = await looked(service, MatchDuty.EXPIRE, house.expire_challenge)
    return [*expired, *await looked(service, MatchDuty.ABANDON, house.end_abandoned)]


async def claim_late(competitions: Competitions) -> list[Match]:
    """Claim late moves of competitions, and let go of the matches of those that are over."""
    return await looked(
        competitions.service, MatchDuty.CLAIM, CompetitionSteps(competitions).claim_or_release
    )


async def show_boards(service: Service, matches: Iterable[str]) -> None:
    """Note a board of each match that has none, as if the bot had posted it."""
    boards = service.store.boards
    for match_id in matches:
        if await boards.board_of(match_id) is None:
            await boards.put_board(Board(match_id, 7, 8, int(match_id, 36)))


async def take_steps(competitions: Competitions, one: str = "") -> int:
    """Take the steps that are due in competitions, or in one, until none is; returns how many
    looks that took. All matches have boards then, as the bot posts them.
    """
    service, looks = competitions.service, 0
    while found := await _due(service, CompetitionDuty.STEP):
        found = [duty for duty in found if one in {"", duty.subject}]
        taken = await service.store.duties.settle_duties({}, (), found, service.now() + 40)
        for duty in taken:
            again = await CompetitionSteps(competitions).take_due_steps(duty.subject, can_post=True)
            await service.store.duties.settle_duties({duty: again}, (), (), 0)
            await show_boards(service, (await competitions.get(duty.subject)).matches.values())
        looks += len(taken)
        if not taken:
            break
    return looks


async def noted_calls(service: Service) -> list[Post]:
    """The calls that are given to this process to go on with."""
    found: list[Post] = []

    async def look(subject: str) -> int | None:
        waiting = await service.store.outbox.waiting_posts(subject)
        found.extend(post for post in waiting if post.state is PostState.NOTED)
        return None

    await looked(service, POST_DUTY, look)
    return found


async def due_reminders(service: Service) -> list[str]:
    """The reminders that are given to this process."""
    found: list[str] = []

    async def look(match_id: str) -> int | None:
        house, scene = Housekeeping(service), await service.scene(match_id)
        due, again = house.find_reminders(scene)
        found.extend(
            [part_of(post).kind for post in await service.store.outbox.note_calls(match_id, due)]
        )
        return again

    await looked(service, MatchDuty.REMIND, look)
    return found
