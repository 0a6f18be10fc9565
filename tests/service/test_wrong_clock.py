"""A wrong clock of the machine destroys nothing, whatever falls due by it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from cogs.frame.duty_loop import DutyLoop
from prowlerbot.copies.backup_service import BackupPlan, Backups, copies
from prowlerbot.core.clock import Clock
from prowlerbot.core.posts import ANYWHERE, Duty
from prowlerbot.games import GAMES
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.lobby import CHALLENGE_LASTS, accept
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.terms import Terms
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.machine import Machine, answers
from tests.persistence.looks import process, rested
from tests.persistence.matches import NOON, opened

HOUR = 3600
DAY, YEAR = 24 * HOUR, 365 * 24 * HOUR


class House:
    """A bot with a challenge, a match at a day for each move, and backups once a day."""

    def __init__(self, service: Service, machine: Machine, clock: Clock, folder: Path) -> None:
        self.service, self.machine, self.clock = service, machine, clock
        plan, database = BackupPlan(folder, DAY, keep=2), service.store.database
        self.backups = Backups(database, plan, service.now, GAMES)
        self.reminded: list[int] = []
        self.challenge = self.match = ""

    async def begin(self) -> None:
        ada, ben, lobby = Player(1, "Ada"), Player(2, "Ben"), Lobby(self.service)
        self.challenge = (await lobby.challenge("prowler", [ada, ben], {})).id
        self.match = (await lobby.challenge("prowler", [ada, ben], {}, Terms(pace=DAY))).id
        await self.service.apply(self.match, accept, ben.id)
        await self.service.store.duties.put("", {"backup": 0}, ANYWHERE)

    def start(self) -> DutyLoop:
        """The loop of a process with all that cannot be undone."""
        loop, house = process(self.service), Housekeeping(self.service)

        async def remind(match_id: str) -> int | None:
            scene = await self.service.scene(match_id)
            found, again = house.reminders(scene)
            noted = await house.note_calls(scene, found)
            self.reminded.extend(int(self.machine.right) for _ in noted)
            return again

        def of(
            look: Callable[[str], Awaitable[int | None]],
        ) -> Callable[[Duty], Awaitable[int | None]]:
            return lambda duty: look(duty.subject)

        loop.add_handler(MatchDuty.EXPIRE, of(house.expire))
        loop.add_handler(MatchDuty.ABANDON, of(house.abandon))
        loop.add_handler(MatchDuty.REMIND, of(remind))
        loop.add_handler("backup", lambda _: self.backups.run())
        return loop

    async def matches(self) -> list[Match]:
        return [await self.service.match(each) for each in (self.challenge, self.match)]

    async def stands(self) -> bool:
        """Whether nothing has ended."""
        return [each.phase for each in await self.matches()] == [Phase.LOBBY, Phase.PLAYING]

    def copies(self) -> list[int]:
        return [copy.at for copy in copies(self.backups.plan.folder)]


@pytest.fixture
def machine() -> Machine:
    return Machine(NOON)


@pytest.fixture
async def house(tmp_path: Path, machine: Machine) -> AsyncIterator[House]:
    clock = Clock(machine)
    answers(machine, clock)
    async with opened(tmp_path / "prowler.db", clock) as service:
        house = House(service, machine, clock, tmp_path / "backups")
        await house.begin()
        yield house


@pytest.mark.parametrize("reachable", [True, False])
async def test_a_clock_a_year_ahead_for_a_while_ends_nothing_and_all_goes_on_with_the_right_one(
    house: House, machine: Machine, *, reachable: bool
) -> None:
    loop = house.start()
    await rested(loop)
    assert len(house.copies()) == 1
    machine.off = YEAR
    for _ in range(3):
        if reachable:
            answers(machine, house.clock)
        await rested(loop)
        machine.runs(HOUR)
    assert await house.stands()
    assert len(house.copies()) == 1
    machine.off = 0
    for _ in range(3, 24):
        answers(machine, house.clock)
        await rested(loop)
        assert await house.stands()
        machine.runs(HOUR)
    answers(machine, house.clock)
    await rested(loop)
    assert len(house.copies()) == 2
    assert len(house.reminded) == 2, "after half of the time, and near its end"
    machine.runs(40 * DAY)
    answers(machine, house.clock)
    await rested(loop)
    assert [each.phase for each in await house.matches()] == [Phase.OVER] * 2


@pytest.mark.parametrize("off", [-YEAR, YEAR])
async def test_a_machine_whose_clock_stays_wrong_does_all_at_the_right_time(
    house: House, machine: Machine, off: int
) -> None:
    machine.off = off
    answers(machine, house.clock)
    loop = house.start()
    for _ in range(0, CHALLENGE_LASTS, HOUR):
        await rested(loop)
        assert await house.stands()
        machine.runs(HOUR)
    assert [(at - NOON) // HOUR for at in house.reminded] == [12, 22]
    assert house.copies() == sorted(house.copies())[-2:]
    assert max(house.copies()) <= machine.right
    await rested(loop)
    assert (await house.service.match(house.challenge)).phase is Phase.OVER


async def test_a_start_with_a_wrong_clock_and_discord_out_of_reach_does_nothing(
    house: House, machine: Machine, tmp_path: Path
) -> None:
    await rested(house.start())
    machine.off = YEAR
    async with opened(tmp_path / "prowler.db", Clock(machine)) as service:
        house.service = service
        await rested(house.start())
        assert await house.stands()
        assert len(house.copies()) == 1
