"""The day's challenge through the service: the same for everybody, and one try that counts."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from tall_tale import TallTale

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Registry
from prowlerbot.daily.daily_days import DayLuck, start_of_day
from prowlerbot.daily.daily_service import Daily, DailyResults, TryRunning
from prowlerbot.daily.daily_store import DAILY_POST_DUTY, DailyStore, try_score
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Ending, Match, Phase, Player, machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.privacy import Privacy
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.machine_service import MachineSeats
from prowlerbot.service.visibility_check import Reader
from tests.opponent.quick import QuickThinkers
from tests.persistence.looks import due, end_expired
from tests.persistence.matches import ADA, BEN, CLEO, Clock, Hosted, opened, states, there
from tests.persistence.scans import announcing

pytestmark = pytest.mark.both_databases

HERE, ELSEWHERE = 70, 80


class Process:
    """One process of the bot, with a machine that answers at random by its seed."""

    def __init__(self, service: Hosted) -> None:
        self.service, self.clock = service, service.clock
        self.store = DailyStore(service.store.database)
        self.daily = Daily(service, self.store)
        self.results = DailyResults(service.store, self.store)
        self.thinkers = QuickThinkers()
        self.seats = MachineSeats(service, self.thinkers)

    async def begin(
        self, player: Player, game: str = "prowler", *, back: int = 0, home: int = HERE
    ) -> Match:
        return await self.daily.begin_try(game, self.daily.today - back, player, home)

    async def replied(self, match: Match) -> Match:
        """The match after all that the machine has to do."""
        while seats := self.service.facts.machines_to_move(match):
            match = await self.seats.make_move(await self.seats.search_move(match, seats[0]))
        return match

    async def played(
        self, match: Match, choose: Callable[[list[str]], str], most: int = 999
    ) -> Match:
        """The match after so many moves of its player, or at its end."""
        for _ in range(most):
            match = await self.replied(match)
            if match.phase is Phase.OVER:
                return match
            seat = match.challenger
            moves = [str(move) for move in states(self.service, match)[-1].moves(seat)]
            user = match.player(seat).id
            step = match.decision(seat).step
            match = await self.service.make_move(
                match.id, user, match.moment, choose(moves), step=step
            )
        return await self.replied(match)


Start = Callable[[], AbstractAsyncContextManager[Process]]


@pytest.fixture
def start(url: str, clock: Clock) -> Start:
    """Starts a process on the test's database; the luck of each is another."""

    @asynccontextmanager
    async def started() -> AsyncIterator[Process]:
        async with opened(url, clock, seed=random.SystemRandom().getrandbits(30)) as service:
            yield Process(service)

    return started


@pytest.fixture
async def process(start: Start) -> AsyncIterator[Process]:
    async with start() as process:
        yield process


def first(moves: list[str]) -> str:
    return moves[0]


def line(match: Match) -> list[tuple[int, str]]:
    return [(play.seat, play.move) for play in match.plays]


@pytest.mark.parametrize("game", ["prowler", "landgrab", "heroes"])
async def test_the_same_moves_meet_the_same_luck_and_replies(start: Start, game: str) -> None:
    async with start() as process:
        ada = await process.played(await process.begin(ADA, game), first, 12)
        tasks = process.thinkers.tasks
        assert all(task.steady and task.level == "hard" for task in tasks)
        assert len({task.seed for task in tasks}) == len(tasks), "the day's luck, and no clock"
        assert tasks or game == "heroes", "where a round is longer than these moves"
    async with start() as process:
        ben = await process.played(await process.begin(BEN, game), first, 12)
        assert ben.setup == ada.setup
        assert ben.challenger == ada.challenger
        assert line(ben) == line(ada)
        assert process.thinkers.tasks == [], "all that Ada met was kept"


async def test_who_moves_first_is_told_as_after_the_draws_at_the_start(process: Process) -> None:
    service = process.service
    service.games = service.facts.games = Registry([TallTale()])
    drawn = await process.daily.challenge_of("tall_tale", process.daily.today)
    told = await process.daily.first_to_move("tall_tale", process.daily.today, drawn)
    begun = await process.begin(ADA, "tall_tale")
    assert told == states(process.service, begun)[-1].to_move == {1}


async def test_two_days_with_a_restart_between(start: Start, clock: Clock) -> None:
    async with start() as process:
        today = process.daily.today
        monday = await process.played(await process.begin(ADA), first)
        assert monday.ending is Ending.PLAYED
        assert (await process.results.streak(ADA.id, today)).days == 1
    clock.now += DAY
    async with start() as process:
        assert process.daily.today == today + 1
        assert (await process.results.streak(ADA.id, today + 1)).days == 1
        tuesday = await process.played(await process.begin(ADA), first)
        assert tuesday.setup != monday.setup
        (tried,) = await process.store.tries(ADA.id, today + 1)
        assert tried.counts
        assert tried.score == try_score(tuesday, process.service.facts.game(tuesday))
        assert (await process.results.streak(ADA.id, today + 1)).days == 2
        for_fun = await process.played(await process.begin(BEN, back=1), first)
        assert line(for_fun) == line(monday)
        (tried,) = await process.store.tries(BEN.id, today)
        assert not tried.counts
        listed = await process.results.tries.list_best(
            Reader(ADA.id, HERE), "prowler", today, only_here=True, most=9
        )
        assert [each.tried.player for each in listed] == [ADA.id]


async def test_only_the_first_try_counts(process: Process) -> None:
    asked = await Lobby(process.service).make_challenge("prowler", [ADA, machine("easy")], {})
    process.clock.now += 1
    match = await process.begin(ADA)
    last = there(await process.service.store.last_requested(ADA.id))
    assert last.match.id == asked.id, "a try is not what its player asked for"
    with pytest.raises(TryRunning) as running:
        await process.begin(ADA)
    assert running.value.match == match.id
    await process.service.apply(match.id, resign, ADA.id)
    again = await process.played(await process.begin(ADA), first)
    tries = {each.match: each for each in await process.store.tries(ADA.id, process.daily.today)}
    lost, fun = tries[match.id], tries[again.id]
    assert (lost.counts, lost.score, lost.ended_at is None) == (True, None, False)
    assert (fun.counts, fun.score is None) == (False, False)
    assert (await process.results.streak(ADA.id, process.daily.today)).days == 0


async def test_a_try_counts_only_if_it_ends_in_time(process: Process) -> None:
    day = process.daily.today
    process.clock.now = start_of_day(day + 1) - 1
    ada, ben = await process.begin(ADA), await process.begin(BEN)
    process.clock.now = start_of_day(day + 2) - 1
    await process.played(ada, first)
    process.clock.now = start_of_day(day + 2)
    await process.played(ben, first)
    (in_time,), (late,) = [await process.store.tries(each.id, day) for each in (ADA, BEN)]
    assert in_time.score is not None
    assert (late.ended_at, late.score) == (process.clock.now, None)
    alone = await process.replied(await process.begin(CLEO))
    day, process.clock.now = process.daily.today, process.clock.now + 40 * DAY
    assert [each.id for each in await end_expired(process.service)] == [alone.id]
    (left,) = await process.store.tries(CLEO.id, day)
    assert (left.ended_at, left.score) == (process.clock.now, None), "if it is left alone"


async def test_a_holiday_freezes_a_streak(process: Process) -> None:
    day = process.daily.today
    await process.played(await process.begin(ADA, "prowler"), first)
    away = PlayerChoices().holiday_changes(process.clock.now + 3 * DAY, process.clock.now)
    await process.service.store.choices.change(PlayerChoices, ADA.id, **away)
    process.clock.now += 4 * DAY
    assert (await process.results.streak(ADA.id, day + 4)).days == 1
    await process.played(await process.begin(ADA, "prowler"), first)
    assert (await process.results.streak(ADA.id, day + 4)).days == 2


async def test_results_are_listed_where_their_players_may_be_found(process: Process) -> None:
    day, store = process.daily.today, process.service.store
    for player, home in ((ADA, HERE), (BEN, ELSEWHERE), (CLEO, ELSEWHERE)):
        await process.played(await process.begin(player, "prowler", home=home), first)
    await store.choices.change(PlayerChoices, CLEO.id, seen="everywhere")

    async def found(reader: int, home: int, *, only_here: bool = False) -> set[int]:
        reading = Reader(reader, home)
        listed = await process.results.tries.list_best(
            reading, "prowler", day, only_here=only_here, most=9
        )
        return {each.tried.player for each in listed}

    assert await found(0, HERE) == {ADA.id, CLEO.id}
    assert await found(0, HERE, only_here=True) == {ADA.id}
    assert await found(BEN.id, HERE) == {ADA.id, BEN.id, CLEO.id}
    assert await found(0, ELSEWHERE, only_here=True) == {BEN.id, CLEO.id}
    await store.choices.change(PlayerChoices, CLEO.id, seen="nowhere")
    assert await found(CLEO.id, ELSEWHERE) == {BEN.id}
    tried = await process.store.tries(ADA.id, day)
    compared = there(await process.results.compare_result(tried[0]))
    assert (compared.place, compared.count) == (1, 3), "numbers name nobody"


async def test_a_list_of_thousands_has_the_best_and_the_readers_own(process: Process) -> None:
    day, store = process.daily.today, process.service.store
    for at in range(2_000):
        await store.database.write(
            "INSERT INTO daily_tries VALUES ($1, 'prowler', $2, $3, $4, 1, 1, $5, $6, 50)",
            *(f"m{at}", day, 1_000 + at, HERE, 1 + at // 1_000, -(at // 2)),
        )
    for reader, own in ((1_900, [(901, 1_900)]), (0, [])):
        found = await process.results.tries.list_best(
            Reader(reader, HERE), "prowler", day, only_here=True, most=4
        )
        told = [(each.place, each.tried.player) for each in found]
        assert told == [*[(1, 1_000), (1, 1_001), (3, 1_002), (3, 1_003)], *own]


async def test_a_deleted_player_leaves_a_nameless_result(process: Process) -> None:
    await process.played(await process.begin(ADA, "prowler"), first)
    running = await process.begin(ADA, "heroes")
    assert len(json.loads(await Privacy(process.service).export_data(ADA.id))["daily_tries"]) == 2
    await Privacy(process.service).delete_data(ADA.id)
    day = process.daily.today
    assert await process.store.tries(ADA.id, day) == []
    assert (await process.service.match(running.id)).ending is Ending.RESIGNED
    (nameless,) = await process.results.tries.list_best(
        Reader(BEN.id, HERE), "prowler", day, only_here=True, most=9
    )
    assert nameless.tried.player < 0


async def test_a_deleted_try_that_counted_is_not_made_again(process: Process) -> None:
    day, store = process.daily.today, process.service.store
    await process.played(await process.begin(ADA, "prowler"), first)
    await process.played(await process.begin(BEN, "prowler"), first)
    for _ in range(2):
        await Privacy(process.service).delete_data(ADA.id)
        again = await process.played(await process.begin(ADA, "prowler"), first)
        (tried,) = await process.store.tries(ADA.id, day)
        assert (tried.match, tried.counts, tried.score is None) == (again.id, False, False)
    assert await process.daily.has_spent_try("prowler", ADA.id)
    assert not await process.daily.has_spent_try("prowler", BEN.id)
    other = await process.begin(ADA, "landgrab")
    assert {it.match for it in await process.store.tries(ADA.id, day) if it.counts} == {other.id}
    kept = await store.database.read("SELECT day, key FROM daily_deleted")
    luck = DayLuck(await process.store.host_secret(), "prowler", day)
    assert [tuple(each) for each in kept] == [(day, luck.deleted_key(ADA.id))]
    process.clock.now = start_of_day(day + 1)
    tomorrow = await process.begin(ADA, "prowler")
    (tried,) = await process.store.tries(ADA.id, day + 1)
    assert (tried.match, tried.counts) == (tomorrow.id, True)
    assert await store.database.read("SELECT * FROM daily_deleted") == []


async def test_a_look_at_an_earlier_day_stores_nothing(process: Process) -> None:
    day, stored = process.daily.today, "SELECT day FROM daily_days ORDER BY day"
    assert await process.daily.first_day() == day
    await process.daily.challenge_of("landgrab", day)
    process.clock.now = start_of_day(day + 3)
    assert await process.daily.first_day() == day
    looked_at = await process.daily.challenge_of("prowler", day + 1)
    with pytest.raises(Denied, match="no challenges on that day"):
        await process.daily.begin_try("landgrab", day - 1, ADA, HERE)
    for tomorrow in (day + 4, 0, -1):
        with pytest.raises(Denied, match="not begun"):
            await process.daily.begin_try("prowler", tomorrow, ADA, HERE)
    assert await process.service.store.database.column(stored) == [day]
    await process.begin(ADA, "prowler", back=2)
    assert await process.service.store.database.column(stored) == [day, day + 1]
    assert await process.daily.challenge_of("prowler", day + 1) == looked_at


async def test_the_secret_is_made_once_and_leaves_the_database_nowhere(start: Start) -> None:
    async with start() as one, start() as other:
        secrets = await asyncio.gather(one.store.host_secret(), other.store.host_secret())
        assert len({*secrets}) == 1
        match = await one.played(await one.begin(ADA), first)
        record = str(one.service.facts.visible_record(match, ADA.id))
        exported = (await Privacy(one.service).export_data(ADA.id)).decode()
        assert secrets[0].hex() not in record + exported


async def test_a_server_that_changes_its_posts_is_looked_at_at_once(process: Process) -> None:
    rng, store = random.Random(4), process.service.store
    for _ in range(30):
        chosen = {"daily_channel": rng.choice([0, 5]), "daily_hour": rng.randrange(24), "pace": DAY}
        few = dict(rng.sample(sorted(chosen.items()), 2))
        await store.choices.change(ServerChoices, rng.randrange(1, 9), **few)
        wanting = {str(guild) for guild, _ in await announcing(store.database)}
        assert wanting <= {*await due(process.service, DAILY_POST_DUTY)}
