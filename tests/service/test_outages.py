"""What the service forgives after the bot was away."""

from dataclasses import dataclass, field

import pytest

from prowlerbot.competitions.competition_record import LONGEST_PROLONGED
from prowlerbot.core.clock import DAY, HOUR, SHORTEST_OUTAGE, Beat, Outage
from prowlerbot.core.errors import Denied
from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.terms import Terms
from prowlerbot.service.heartbeat import Heartbeat, _Pulse
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.storage.duty_store import BeatStore
from prowlerbot.storage.engines.database import Database
from tests.persistence.looks import due_reminders, end_expired, let_be_away, looked, process, rested
from tests.persistence.matches import ADA, BEN, NOON, Hosted, begin

pytestmark = pytest.mark.both_databases


async def begun(service: Hosted) -> str:
    """A match in which Ben is to move."""
    return (await begin(service, terms=Terms(pace=DAY), first="1")).id


async def test_after_weeks_offline_no_match_can_be_claimed_for_a_day_or_is_abandoned(
    service: Hosted,
) -> None:
    matches = [await begun(service) for _ in range(4)]
    service.clock.now += HOUR
    let_be_away(service, service.clock, 7 * DAY)
    back = service.clock.now
    for now in (back, back + DAY - 1):
        service.clock.now = now
        for match_id in matches:
            scene = await service.scene(match_id)
            assert service.deadline(scene) == back + DAY
            with pytest.raises(Denied, match="not up yet"):
                await service.claim(match_id, ADA.id)
    service.clock.now = back + DAY
    assert (await service.claim(matches[0], ADA.id)).ending is Ending.CLAIMED
    let_be_away(service, service.clock, 35 * DAY)
    assert await end_expired(service) == []
    service.clock.now += 31 * DAY
    assert [it.ending for it in await end_expired(service)] == [Ending.ABANDONED] * 3


async def test_a_reminder_from_before_an_outage_comes_anew(service: Hosted) -> None:
    match_id = await begun(service)
    service.clock.now += DAY - HOUR
    assert await due_reminders(service) == ["last"]
    let_be_away(service, service.clock, 7 * DAY)
    await service.database.run(service.store.beats.look_at_clocks)
    house, told = Housekeeping(service), list[bool]()

    async def look(match_id: str) -> None:
        told.append(await house.forgive_outage(match_id))

    await looked(service, MatchDuty.FORGIVE, look)
    assert told == [True]
    assert await due_reminders(service) == []
    service.clock.now += DAY - 2 * HOUR
    assert await due_reminders(service) == ["last"]
    assert await due_reminders(service) == []
    assert service.deadline(await service.scene(match_id)) == service.clock.now + 2 * HOUR


async def test_a_challenge_that_an_outage_would_end_has_another_hour(service: Hosted) -> None:
    loop, house = process(service), Housekeeping(service)
    loop.add_handler(
        MatchDuty.EXPIRE, lambda duty: house.expire_challenge(duty.subject), grace=HOUR
    )
    one, two = [await Lobby(service).make_challenge("prowler", [ADA, BEN], {}) for _ in range(2)]
    service.clock.now += HOUR
    let_be_away(service, service.clock, 7 * DAY)
    await rested(loop)
    service.clock.now += HOUR - 1
    await rested(loop)
    assert (await service.apply(one.id, accept_challenge, BEN.id)).phase is Phase.PLAYING
    service.clock.now += 1
    await rested(loop)
    assert (await service.match(two.id)).ending is Ending.EXPIRED


async def test_the_time_without_a_game_counts_for_its_matches_alone(service: Hosted) -> None:
    running = await begun(service)
    asked = await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
    service.clock.now += HOUR
    gone = Outage(service.clock.now, service.clock.now + 7 * DAY)
    service.clock.now = gone.ended
    service.heartbeat._game_pulses["prowler"] = _Pulse(1, Beat(10**11), (gone,))
    assert service.deadline(await service.scene(running)) == service.clock.now + DAY
    assert await Housekeeping(service).expire_challenge(asked.id) == service.clock.now + HOUR
    assert service.heartbeat.outages(0, "landgrab") == ()
    service.clock.now += HOUR
    assert await Housekeeping(service).expire_challenge(asked.id) is None
    assert (await service.match(asked.id)).ending is Ending.EXPIRED


SHARDS = 4
OF_FIRST, OF_SECOND = 0, 1 << 22


@dataclass
class Computer:
    """A machine with a clock that can be set, on which one process after another runs."""

    database: Database
    wall: int = NOON
    steady: float = 0
    bot: Heartbeat = field(init=False)

    def __post_init__(self) -> None:
        self.start()

    def start(self, games: tuple[str, ...] = ()) -> None:
        store = BeatStore(self.database, CONTRIBUTIONS)
        self.bot = Heartbeat(store, lambda: self.wall, lambda: self.steady, games)

    def sleep(self, seconds: int) -> None:
        self.wall += seconds

    async def run(self, seconds: int, shards: list[int], count: int = 1) -> None:
        """Run with beats of these shards."""
        await self.bot.note_beat(shards, count)
        for _ in range(seconds):
            self.wall += 1
            self.steady += 1
            await self.bot.note_beat(shards, count)


@pytest.fixture
def machine(database: Database) -> Computer:
    return Computer(database)


@pytest.mark.parametrize("up", [60, 75, 89])
async def test_a_restart_is_an_outage_if_it_takes_long(machine: Computer, up: int) -> None:
    for gap, is_one in ((SHORTEST_OUTAGE - 1, False), (SHORTEST_OUTAGE + 30, True)):
        await machine.run(up, [0])
        machine.start()
        await machine.bot.read_beats()
        machine.sleep(gap)
        assert bool(machine.bot.outages(0)) is is_one
        await machine.bot.note_beat([0], 1)
        assert bool(machine.bot.outages(0)) is is_one


async def away(machine: Computer, seconds: int, *, restarts: bool) -> Outage:
    """The time from the last beat until now, for a bot that may have been started anew."""
    await machine.run(60, [0])
    began = machine.wall
    if restarts:
        machine.start()
        await machine.bot.read_beats()
    machine.sleep(seconds)
    return Outage(began, machine.wall)


@pytest.mark.parametrize("restarts", [True, False])
async def test_the_next_process_knows_an_outage(machine: Computer, *, restarts: bool) -> None:
    pause = await away(machine, 20, restarts=restarts)
    assert machine.bot.pauses(0) == (pause,), "which is no outage"
    await machine.run(70, [0])
    machine.start()
    await machine.bot.read_beats()
    assert pause in machine.bot.pauses(0)
    assert not machine.bot.outages(0)
    week = await away(machine, 7 * DAY, restarts=restarts)
    assert machine.bot.outages(0) == (week,)
    await machine.bot.note_beat([0], 1)
    await machine.run(100, [0])
    assert machine.bot.outages(0) == (week,)
    machine.start()
    assert not machine.bot.outages(0)
    await machine.bot.read_beats()
    assert machine.bot.outages(0) == (week,)


async def test_an_outage_counts_for_the_servers_of_its_shard_alone(machine: Computer) -> None:
    await machine.run(60, [0, 1], SHARDS)
    began = machine.wall
    await machine.run(HOUR, [1], SHARDS)
    assert machine.bot.outages(OF_FIRST) == (Outage(began, machine.wall),)
    assert not machine.bot.outages(OF_SECOND)
    await machine.run(60, [0, 1], SHARDS)
    assert [it.ended for it in machine.bot.outages(OF_FIRST)] == [began + HOUR]
    assert not machine.bot.outages(OF_SECOND)


async def test_a_shard_that_goes_to_another_process_has_no_outage(machine: Computer) -> None:
    await machine.run(100, [0, 1], SHARDS)
    store = BeatStore(machine.database, CONTRIBUTIONS)
    other = Heartbeat(store, lambda: machine.wall, lambda: machine.steady)
    await other.read_beats()
    for _ in range(300):
        await machine.run(1, [0, 1], SHARDS)
    for _ in range(300):
        await machine.run(1, [0], SHARDS)
        await other.note_beat([1], SHARDS)
    for bot in (machine.bot, other):
        for guild in (OF_FIRST, OF_SECOND):
            assert not bot.outages(guild)


async def test_an_outage_is_found_where_the_number_of_shards_changes(machine: Computer) -> None:
    await machine.run(60, [*range(SHARDS)], SHARDS)
    machine.start()
    await machine.bot.read_beats()
    machine.sleep(DAY)
    assert machine.bot.outages(OF_SECOND)
    await machine.run(60, [0, 1], 2)
    assert [it.ended - it.began for it in machine.bot.outages(OF_SECOND)] == [DAY]
    machine.start()
    await machine.run(60, [*range(SHARDS)], SHARDS)
    for shard in range(SHARDS):
        assert [it.ended - it.began for it in machine.bot.outages(shard << 22)] == [DAY]


async def test_the_time_without_a_game_is_an_outage_of_that_game_alone(machine: Computer) -> None:
    machine.start(("nim", "tell"))
    await machine.run(40, [0])
    gone = machine.wall
    machine.start(("tell",))
    await machine.run(200, [0])
    assert machine.bot.outages(0, "nim")[0].ended == machine.wall
    machine.start(("nim", "tell"))
    await machine.run(40, [0])
    (outage,) = machine.bot.outages(0, "nim")
    assert gone - 40 <= outage.began <= gone < outage.ended <= machine.wall - 40
    assert machine.bot.outages(0) == machine.bot.outages(0, "tell") == ()


async def test_an_outage_is_remembered_for_longer_than_a_round_can_last(machine: Computer) -> None:
    await machine.run(60, [0])
    first = Outage(machine.wall, machine.wall + HOUR)
    machine.sleep(HOUR)
    await machine.run(60, [0])
    machine.sleep(30 * DAY + LONGEST_PROLONGED)
    await machine.bot.note_beat([0], 1)
    assert machine.bot.outages(0)[0] == first
    right = machine.wall
    machine.wall += 365 * DAY  # somebody sets the clock forward, and then back
    await machine.run(30, [0])
    assert machine.bot.outages(0)[-1] == Outage(right, right + 365 * DAY)
    machine.wall = right + 30
    await machine.run(1, [0])
    assert machine.bot.outages(0)[-1] == Outage(right, right + 30)
