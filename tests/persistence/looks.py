"""A process that does what its duties say, without Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from prowlerbot.match.deadlines import Reminder
from prowlerbot.match.duties import MatchDuty
from prowlerbot.match.match import Match
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.service import Service
from prowlerbot.storage.duties import Duty
from prowlerbot.storage.scenes import Scene

Calls = list[tuple[Scene, int, Reminder]]
_MOST = 999


async def due(service: Service, *kinds: str) -> list[str]:
    """The subjects of the duties that a process may begin now."""
    return [duty.subject for duty in await _due(service, *kinds)]


async def _due(service: Service, *kinds: str, ahead: int = 0) -> list[Duty]:
    now = service.now()
    found = await service.store.duties.due(dict.fromkeys(kinds, _MOST), now + ahead, now)
    return [duty for duty in found if service.serves(duty.home)]


async def looked(
    service: Service, what: str, look: Callable[[str], Awaitable[int | None]], ahead: int = 0
) -> list[Match]:
    """Look once at each match for which that is due, or ``ahead`` so many seconds; returns those
    that it has changed.
    """
    changed: list[Match] = []
    found = await _due(service, what, ahead=ahead)
    for duty in await service.store.duties.settle({}, (), found, service.now() + 40):
        async with Housekeeping(service).sparing(duty.subject):
            before = await service.match(duty.subject)
            again = await look(duty.subject)
            await service.store.duties.settle({duty: again}, (), (), 0)
            after = await service.match(duty.subject)
            changed += [after] if after != before else []
    return changed


async def end_expired(service: Service) -> list[Match]:
    """End what has expired, and what everybody has left alone."""
    house = Housekeeping(service)
    expired = await looked(service, MatchDuty.EXPIRE, house.expire)
    return [*expired, *await looked(service, MatchDuty.ABANDON, house.abandon)]


async def claim_late(competitions: Competitions) -> list[Match]:
    """Claim late moves of competitions, and let go of the matches of those that are over."""
    return await looked(competitions.service, MatchDuty.CLAIM, competitions.see_to_match)


async def late_calls(service: Service) -> Calls:
    """The calls that have not gone out and are given to this process."""
    found: Calls = []

    async def look(match_id: str) -> int | None:
        scene = await service.scene(match_id)
        missing, again = await Housekeeping(service).uncalled(scene)
        found.extend((scene, *each) for each in missing)
        return again

    await looked(service, MatchDuty.CALL, look)
    return found


async def due_reminders(service: Service, *, sent: bool | None = None) -> Calls:
    """The reminders that are given to this process; ``sent`` is what becomes of each, None for a
    process that dies as it sends it.
    """
    found: Calls = []
    house = Housekeeping(service)

    async def look(match_id: str) -> int | None:
        scene = await service.scene(match_id)
        due, again = await house.reminders(scene)
        found.extend((scene, *each) for each in due)
        times = [again]
        for seat, reminder in due if sent is not None else ():
            times.append(await house.reminded(scene, seat, reminder, sent=bool(sent)))
        return min((at for at in times if at is not None), default=None)

    await looked(service, MatchDuty.REMIND, look)
    return found
