"""The machine's moves, each made once, and what an absence of the bot forgives."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn

import pytest

from cogs.board.machine_moves import Machines
from prowlerbot.competitions.competition_changes import MAX_PROLONGED_SECONDS
from prowlerbot.core.clock import DAY, HOUR, MIN_OUTAGE_SECONDS, Beat, Heartbeat, Outage, _Pulse
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE
from prowlerbot.core.record import GivenHint
from prowlerbot.core.record_json import from_json
from prowlerbot.feature_list import CONTRIBUTIONS, open_store
from prowlerbot.match import agreements
from prowlerbot.match.agreements import withdraw_secret_step
from prowlerbot.match.call_rules import DUTY_DELAY, MatchDuty
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, HintRequest
from prowlerbot.match.match import Ending, Match, Phase, TakenHint, machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.terms import Motion, Terms
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask
from prowlerbot.privacy import Privacy
from prowlerbot.service.archive import Archive
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.machine_service import HintService, MachineSeats
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import BeatStore
from prowlerbot.storage.engines.database import Database
from tests.games.prowler.matches import EXAMPLE
from tests.opponent.quick import QuickThinkers
from tests.persistence.fresh import open_database
from tests.persistence.looks import due_reminders, end_expired, let_be_away, looked, rested
from tests.persistence.looks import process as process_of
from tests.persistence.matches import ADA, ALL, BEN, NOON, Hosted, begin, states, there

pytestmark = pytest.mark.both_databases

NOW = 1_000_000


class Process:
    """The machine's part of one process of the bot; ``shown`` are the plies that it has shown."""

    def __init__(self, database: Database, thinkers: Thinkers) -> None:
        self.now = NOW
        self.service = Service(
            open_store(database), games=ALL, clock=lambda: self.now, rng=random.Random(1)
        )
        self.seats = MachineSeats(self.service, thinkers)
        self.machines = Machines(self.service, self.seats)
        self.machines.pace = 0
        self.shown: list[int] = []
        self.shows = asyncio.Event()
        self.shows.set()
        self.about_to_show = asyncio.Event()

    def wake_machine(self, match: Match) -> None:
        self.machines.wake_machine(match, self._show)

    async def _show(
        self, match_id: str, caller: int = 0, *, call: bool = True, anyway: bool = False
    ) -> bool:
        del caller, call, anyway
        self.about_to_show.set()
        await self.shows.wait()
        self.shown.append((await self.service.match(match_id)).ply)
        return True

    async def resume(self, *, anew: bool = False) -> None:
        """Look for moves of the machine, ``anew`` as one that has just begun to serve others."""
        ahead = DUTY_DELAY if anew else 0
        check = partial(self.machines.check_match, show=self._show)
        await looked(self.service, MatchDuty.MACHINE, check, ahead)
        await self.machines.wait_until_idle()

    async def begin(self, first: str = "1") -> Match:
        players = [ADA, machine("easy")]
        return await Lobby(self.service).make_challenge("prowler", players, {"first": first})

    async def move(self, match_id: str) -> Match:
        """Ada makes any move."""
        match = await self.service.match(match_id)
        move = states(self.service, match)[-1].moves(1)[0]
        return await self.service.make_move(match_id, ADA.id, match.moment, str(move))


@asynccontextmanager
async def process(path: Path, thinkers: Thinkers | None = None) -> AsyncIterator[Process]:
    database = await open_database(f"sqlite:///{path}/prowler.db")
    made = Process(database, thinkers or QuickThinkers())
    try:
        yield made
    finally:
        await made.machines.cog_unload()
        await database.close()


async def test_two_processes_make_each_move_of_the_machine_once(tmp_path: Path) -> None:
    async with process(tmp_path) as one, process(tmp_path) as other:
        match = await one.begin()
        while match.ending is None:
            for each in (one, other):
                each.wake_machine(await each.service.match(match.id))
            await asyncio.gather(one.machines.wait_until_idle(), other.machines.wait_until_idle())
            match = await one.service.match(match.id)
            if match.ending is None:
                assert one.service.facts.machines_to_move(match) == []
                match = await one.move(match.id)
        assert match.ending is Ending.PLAYED
        answers = [(play.seat, play.moment) for play in match.plays if play.seat == 2]
        assert len(set(answers)) == len(answers)
        assert len(one.shown) + len(other.shown) == len(answers)


async def test_a_match_that_waits_for_nobody_is_stored_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill after the first commit must not leave a lobby that nobody can begin."""
    async with process(tmp_path) as one:
        monkeypatch.setattr(one.service.store, "commit", None)
        match = await one.begin()
        stored = await one.service.match(match.id)
        assert stored == match
        assert stored.phase is Phase.PLAYING
        assert one.service.facts.machines_to_move(stored) == [2]


async def test_a_search_that_waited_looks_if_it_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prowlerbot.service.machine_service._FRESH_SECONDS", 0.0)
    thinkers = QuickThinkers()
    async with process(tmp_path, thinkers) as one, process(tmp_path) as other:
        for waits_again in (False, True):
            match = await one.begin()
            thinkers.free.clear()
            waiting = asyncio.create_task(one.seats.search_move(match, 2))
            await asyncio.sleep(0)
            await other.seats.make_move(await other.seats.search_move(match, 2))
            if waits_again:  # for the machine, but for another of its decisions
                await other.move(match.id)
            thinkers.free.set()
            with pytest.raises(Stale, match="moved on while the machine"):
                await waiting


async def test_another_process_keeps_its_moves_a_while_unless_taken_over(tmp_path: Path) -> None:
    served = True
    async with process(tmp_path) as one, process(tmp_path) as other:
        other.service._serves = lambda _: served
        await other.resume()
        match = await one.begin()
        await other.resume()
        assert (await one.service.match(match.id)).plays == ()
        one.now = other.now = other.now + DUTY_DELAY
        await other.resume()
        assert (await one.service.match(match.id)).plays != ()
        served = False
        old = await one.begin()
        for _ in range(2):  # two rounds
            await other.resume()
            one.now = other.now = other.now + 10 * 60
        fresh, served = await one.begin(), True
        for anew in (False, True):
            await other.resume(anew=anew)
            facts = one.service.facts
            assert facts.machines_to_move(await one.service.match(old.id)) == []
            assert bool(facts.machines_to_move(await one.service.match(fresh.id))) != anew


async def test_a_match_that_does_not_replay_keeps_the_machine_from_none(tmp_path: Path) -> None:
    async with process(tmp_path) as one, process(tmp_path) as after:
        database = one.service.store.database
        matches = [(await one.begin()).id for _ in range(3)]
        broken = min(matches)
        await database.write("UPDATE matches SET setup = 'nonsense' WHERE id = $1", broken)
        await after.resume(anew=True)
        found = await database.column("SELECT DISTINCT match FROM plays ORDER BY match")
        assert found == sorted(matches)[1:]


async def test_the_machine_plays_at_once_with_secrets_and_dice(tmp_path: Path) -> None:
    thinkers = QuickThinkers()
    async with process(tmp_path, thinkers) as one:
        players = [ADA, machine("easy"), machine("hard")]
        match = await Lobby(one.service).make_challenge("tell", players, {})
        for _ in range(2):
            one.wake_machine(match)
            await one.machines.wait_until_idle()
            match = await one.service.match(match.id)
            assert one.service.facts.to_move(match) == {1}
            assert one.service.facts.machines_to_move(match) == []
            match = await one.service.make_move(match.id, ADA.id, match.moment, "2")
        assert match.ending is Ending.PLAYED
        assert not match.terms.rated
        assert len([play for play in match.plays if play.seat == CHANCE]) == 2
    # No thinker got the number that another seat had hidden in that round.
    for task in thinkers.tasks:
        die = max((at for at, (seat, _) in enumerate(task.moves) if seat == CHANCE), default=-1)
        assert {seat for seat, _ in task.moves[die + 1 :]} <= {task.seat}


async def test_takeback_and_resignation_while_it_thinks_are_silent(tmp_path: Path) -> None:
    thinkers = QuickThinkers()
    async with process(tmp_path, thinkers) as one:
        match = await one.begin()
        one.wake_machine(match)
        await one.machines.wait_until_idle()
        before = await one.service.match(match.id)
        match = await one.move(match.id)
        thinkers.free.clear()
        one.wake_machine(match)
        await thinkers.next_task()
        await one.service.apply(match.id, agreements.ask, ADA.id, Motion.TAKEBACK, match.moment)
        thinkers.free.set()
        await one.machines.wait_until_idle()
        assert (await one.service.match(match.id)).plays == before.plays


async def test_a_failure_is_remembered_until_the_machine_moves_or_need_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_match: Match, _seat: int) -> NoReturn:
        raise Denied("The machine is busy.")

    async with process(tmp_path) as one:
        for resigns in (True, False):
            match = await one.begin()
            with monkeypatch.context() as busy:
                busy.setattr(one.seats, "search_move", fail)
                for _ in range(2):
                    one.wake_machine(match)
                    await one.machines.wait_until_idle()
            assert one.machines._work
            if resigns:
                await one.service.apply(match.id, resign, ADA.id)
            one.wake_machine(await one.service.match(match.id))
            await one.machines.wait_until_idle()
            assert not one.machines._work
    assert len(caplog.records) == 2


async def test_the_machine_is_admitted_where_host_and_server_let_it(tmp_path: Path) -> None:
    async with process(tmp_path) as one, process(tmp_path, Thinkers(0)) as off:
        one.seats.check_allowed(ServerChoices())
        with pytest.raises(Denied, match="its admins have turned it off"):
            one.seats.check_allowed(ServerChoices(machine=False))
        with pytest.raises(Denied, match="the host of this bot"):
            off.seats.check_allowed(ServerChoices())


@pytest.mark.parametrize("death", ["before the search", "during the search", "before it is shown"])
async def test_a_kill_at_any_point_loses_and_doubles_nothing(tmp_path: Path, death: str) -> None:
    thinkers = QuickThinkers()
    async with process(tmp_path, thinkers) as one:
        match = await one.begin()
        one.wake_machine(match)
        await one.machines.wait_until_idle()
        before = await one.service.match(match.id)
        moved = await one.move(match.id)
        if death == "during the search":
            thinkers.free.clear()
            one.wake_machine(moved)
            await thinkers.next_task()
        if death == "before it is shown":
            one.shows.clear()
            one.about_to_show.clear()
            one.wake_machine(moved)
            await one.about_to_show.wait()
        killed = await one.service.match(match.id)
    # The process is gone: nothing that it had begun goes on.
    assert killed.ply == before.ply + 1 + (death == "before it is shown")
    async with process(tmp_path) as other:
        await other.resume(anew=True)
        after = await other.service.match(match.id)
        assert [play.seat for play in after.plays[before.ply :]] == [1, 2]
        assert other.service.facts.machines_to_move(after) == []


AGREED = Terms(hints=True)


class WatchedThinkers(QuickThinkers):
    """``asked`` are the appraisals that they were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[AppraisalTask] = []

    async def appraise(self, match: Hashable, task: AppraisalTask) -> Appraisal:
        self.asked.append(task)
        return await super().appraise(match, task)


def asked(match: Match, user: int, step: int = WHERE) -> HintRequest:
    seat = there(match.seat_of(user))
    return HintRequest(user, match.moment, match.decision(seat).step, step)


@pytest.mark.both_databases
async def test_a_step_is_stored_once_however_often_it_is_asked_for(service: Service) -> None:
    thinkers = WatchedThinkers()
    match = await begin(service, terms=AGREED, first="2")
    hinting = HintService(service, thinkers)
    stored = match
    for step in (WHERE, CANDIDATES, CHOICE):
        wanted = asked(match, ADA.id, step)
        await asyncio.gather(*(hinting.note_step(match, wanted) for _ in range(5)))
        stored = await service.match(match.id)
        assert stored.hints == (TakenHint(0, 1, step, moment=0),)
    assert stored.revision == match.revision + 3


async def test_a_further_step_needs_no_search_and_a_restart_asks_the_same(service: Service) -> None:
    thinkers = WatchedThinkers()
    match = await begin(service, terms=AGREED, first="2")
    hinting = HintService(service, thinkers)
    first = asked(match, ADA.id)
    thinkers.broken = True
    with pytest.raises(Denied, match="cut short"):
        await hinting.appraise(match, first)
    assert (await service.match(match.id)).hints == (), "one that cannot be given does not count"
    thinkers.broken = False
    thinkers.asked.clear()
    assert hinting.known_appraisal(match, first) is None
    found = await asyncio.gather(*(hinting.appraise(match, first) for _ in range(3)))
    after = await hinting.note_step(match, first)
    assert hinting.known_appraisal(after, asked(after, ADA.id, CANDIDATES)) == found[0]
    assert len(thinkers.asked) == 1
    await HintService(service, thinkers).appraise(after, asked(after, ADA.id, CANDIDATES))
    assert thinkers.asked[0] == thinkers.asked[1], "the same question after a restart"


async def test_a_hint_is_the_same_whatever_the_player_cannot_know(service: Service) -> None:
    """Ben plans in secret in one of two ways; Ada asks the same of the machine."""
    thinkers = WatchedThinkers()
    match = await begin(service, game="heroes", terms=AGREED, build="turns")
    opened = {}
    for number in (0, -1):
        first = states(service, match)[-1].moves(2)
        move = str([each for each in first if str(each).startswith("b")][number])
        step = match.decision(2).step
        ahead = await service.make_move(match.id, BEN.id, match.moment, move, step=step)
        assert ahead.ply == match.ply + 1
        assert ahead.moment == match.moment, "nobody has seen it"
        opened[move] = await HintService(service, thinkers).appraise(ahead, asked(ahead, ADA.id))
        step = ahead.decision(2).step
        match = await service.apply(match.id, withdraw_secret_step, BEN.id, ahead.moment, step)
    assert len(opened) == 2
    one, other = thinkers.asked
    assert one == other
    assert len({*opened.values()}) == 1
    assert all(move not in {text for _, text in one.moves} for move in opened)


@pytest.mark.both_databases
async def test_hints_are_exported_imported_and_outlive_their_player(service: Service) -> None:
    thinkers = WatchedThinkers()
    match = await begin(service, terms=AGREED, first="2")
    await HintService(service, thinkers).note_step(match, asked(match, ADA.id, CHOICE))
    privacy = Privacy(service)
    (row,) = json.loads(await privacy.export_data(ADA.id))["matches"]
    assert row["hints"] == [[0, 1, 3, 0, 0]]
    await service.apply(match.id, resign, BEN.id)
    await privacy.delete_data(ADA.id)
    stored = await service.match(match.id)
    assert stored.hints == (TakenHint(0, 1, 3, moment=0),)
    assert stored.player(1).is_forgotten
    written = {"game": "prowler", "setup": EXAMPLE, "moves": [">R", "14"]}
    record = from_json({**written, "hints": [{"ply": 1, "seat": 1, "steps": 2}]}, ALL)
    imported = await Archive(service).keep_record(ADA.id, record)
    found = await Archive(service).unchecked_match(imported.id)
    assert service.facts.visible_record(found, ADA.id).hints == (GivenHint(1, 1, 2),)


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
            assert service.clocks.deadline(scene) == back + DAY
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
    await service.database.run(service.store.beats.check_clocks)
    house, told = Housekeeping(service), list[bool]()

    async def look(match_id: str) -> None:
        told.append(await house.forgive_outage(match_id))

    await looked(service, MatchDuty.FORGIVE, look)
    assert told == [True]
    assert await due_reminders(service) == []
    service.clock.now += DAY - 2 * HOUR
    assert await due_reminders(service) == ["last"]
    assert await due_reminders(service) == []
    assert service.clocks.deadline(await service.scene(match_id)) == service.clock.now + 2 * HOUR


async def test_a_challenge_that_an_outage_would_end_has_another_hour(service: Hosted) -> None:
    loop, house = process_of(service), Housekeeping(service)
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
    service.clocks.heartbeat._game_pulses["prowler"] = _Pulse(1, Beat(10**11), (gone,))
    assert service.clocks.deadline(await service.scene(running)) == service.clock.now + DAY
    assert await Housekeeping(service).expire_challenge(asked.id) == service.clock.now + HOUR
    assert service.clocks.heartbeat.outages(0, "landgrab") == ()
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
def computer(database: Database) -> Computer:
    return Computer(database)


@pytest.mark.parametrize("up", [60, 75, 89])
async def test_a_restart_is_an_outage_if_it_takes_long(computer: Computer, up: int) -> None:
    for gap, is_one in ((MIN_OUTAGE_SECONDS - 1, False), (MIN_OUTAGE_SECONDS + 30, True)):
        await computer.run(up, [0])
        computer.start()
        await computer.bot.read_beats()
        computer.sleep(gap)
        assert bool(computer.bot.outages(0)) is is_one
        await computer.bot.note_beat([0], 1)
        assert bool(computer.bot.outages(0)) is is_one


async def away(computer: Computer, seconds: int, *, restarts: bool) -> Outage:
    """The time from the last beat until now, for a bot that may have been started anew."""
    await computer.run(60, [0])
    began = computer.wall
    if restarts:
        computer.start()
        await computer.bot.read_beats()
    computer.sleep(seconds)
    return Outage(began, computer.wall)


@pytest.mark.parametrize("restarts", [True, False])
async def test_the_next_process_knows_an_outage(computer: Computer, *, restarts: bool) -> None:
    pause = await away(computer, 20, restarts=restarts)
    assert computer.bot.pauses(0) == (pause,), "which is no outage"
    await computer.run(70, [0])
    computer.start()
    await computer.bot.read_beats()
    assert pause in computer.bot.pauses(0)
    assert not computer.bot.outages(0)
    week = await away(computer, 7 * DAY, restarts=restarts)
    assert computer.bot.outages(0) == (week,)
    await computer.bot.note_beat([0], 1)
    await computer.run(100, [0])
    assert computer.bot.outages(0) == (week,)
    computer.start()
    assert not computer.bot.outages(0)
    await computer.bot.read_beats()
    assert computer.bot.outages(0) == (week,)


async def test_an_outage_counts_for_the_servers_of_its_shard_alone(computer: Computer) -> None:
    await computer.run(60, [0, 1], SHARDS)
    began = computer.wall
    await computer.run(HOUR, [1], SHARDS)
    assert computer.bot.outages(OF_FIRST) == (Outage(began, computer.wall),)
    assert not computer.bot.outages(OF_SECOND)
    await computer.run(60, [0, 1], SHARDS)
    assert [it.ended for it in computer.bot.outages(OF_FIRST)] == [began + HOUR]
    assert not computer.bot.outages(OF_SECOND)


async def test_a_shard_that_goes_to_another_process_has_no_outage(computer: Computer) -> None:
    await computer.run(100, [0, 1], SHARDS)
    store = BeatStore(computer.database, CONTRIBUTIONS)
    other = Heartbeat(store, lambda: computer.wall, lambda: computer.steady)
    await other.read_beats()
    for _ in range(300):
        await computer.run(1, [0, 1], SHARDS)
    for _ in range(300):
        await computer.run(1, [0], SHARDS)
        await other.note_beat([1], SHARDS)
    for bot in (computer.bot, other):
        for guild in (OF_FIRST, OF_SECOND):
            assert not bot.outages(guild)


async def test_an_outage_is_found_where_the_number_of_shards_changes(computer: Computer) -> None:
    await computer.run(60, [*range(SHARDS)], SHARDS)
    computer.start()
    await computer.bot.read_beats()
    computer.sleep(DAY)
    assert computer.bot.outages(OF_SECOND)
    await computer.run(60, [0, 1], 2)
    assert [it.ended - it.began for it in computer.bot.outages(OF_SECOND)] == [DAY]
    computer.start()
    await computer.run(60, [*range(SHARDS)], SHARDS)
    for shard in range(SHARDS):
        assert [it.ended - it.began for it in computer.bot.outages(shard << 22)] == [DAY]


async def test_the_time_without_a_game_is_an_outage_of_that_game_alone(computer: Computer) -> None:
    computer.start(("nim", "tell"))
    await computer.run(40, [0])
    gone = computer.wall
    computer.start(("tell",))
    await computer.run(200, [0])
    assert computer.bot.outages(0, "nim")[0].ended == computer.wall
    computer.start(("nim", "tell"))
    await computer.run(40, [0])
    (outage,) = computer.bot.outages(0, "nim")
    assert gone - 40 <= outage.began <= gone < outage.ended <= computer.wall - 40
    assert computer.bot.outages(0) == computer.bot.outages(0, "tell") == ()


async def test_an_outage_is_remembered_for_longer_than_a_round_can_last(computer: Computer) -> None:
    await computer.run(60, [0])
    first = Outage(computer.wall, computer.wall + HOUR)
    computer.sleep(HOUR)
    await computer.run(60, [0])
    computer.sleep(30 * DAY + MAX_PROLONGED_SECONDS)
    await computer.bot.note_beat([0], 1)
    assert computer.bot.outages(0)[0] == first
    right = computer.wall
    computer.wall += 365 * DAY  # somebody sets the clock forward, and then back
    await computer.run(30, [0])
    assert computer.bot.outages(0)[-1] == Outage(right, right + 365 * DAY)
    computer.wall = right + 30
    await computer.run(1, [0])
    assert computer.bot.outages(0)[-1] == Outage(right, right + 30)
