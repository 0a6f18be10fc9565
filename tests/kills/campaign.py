"""One campaign: kill after kill while people play, with checks after each one and at the end."""

import asyncio
import math
import random
import statistics
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from cogs.presses import MatchPress
from prowlerbot.copies.rebuild import rebuild_ratings
from prowlerbot.copies.record_check import replay_records
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Phase
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from tests.kills.house import STOPPED, House
from tests.kills.players import Journal, Table
from tests.kills.town import Asked, Town
from tests.process.hosted_bot import IN_A_HURRY, Pace

UNANSWERED_FOR = 60.0
"""The most seconds for which a server may stay unanswered, and a board be stuck."""
_PROBED_EVERY, _PROBES = 0.3, 5
_somebody = count(10**6)
_ON_BOARDS = {"m", "choose", "pick"}


@dataclass(frozen=True, slots=True)
class Plan:
    kills: int
    seed: int
    processes: int = 3
    shards: int = 6
    guilds: int = 12
    tables: int = 12
    pause: float = 2.0
    """Seconds between the moves of a table."""
    minutes: float = math.inf
    """The time after which no more are killed."""
    pace: Pace = IN_A_HURRY


@dataclass
class Report:
    """``unanswered`` has the seconds of each kill until all servers of the dead were answered."""

    moments: Counter[str] = field(default_factory=Counter[str])
    unanswered: list[float] = field(default_factory=list[float])
    presses: Counter[str] = field(default_factory=Counter[str])
    faults: list[str] = field(default_factory=list[str])
    matches: int = 0
    over: int = 0
    moves: int = 0
    late: int = 0
    longest_for_machine: float = 0.0
    longest_for_board: float = 0.0

    def __str__(self) -> str:
        lines = [
            f"kills: {self.moments.total()}, "
            + ", ".join(f"{name}: {number}" for name, number in sorted(self.moments.items())),
            (f"matches: {self.matches}, over: {self.over}, moves: {self.moves}"),
            (
                f"presses and commands: {self.presses['answered']} answered,"
                f" {self.presses['unanswered']} not, {self.late} too late"
            ),
        ]
        if self.unanswered:
            p95 = sorted(self.unanswered)[math.ceil(0.95 * len(self.unanswered)) - 1]
            lines.append(
                f"seconds unanswered after a kill: median {statistics.median(self.unanswered):.1f},"
                f" p95 {p95:.1f}, most {max(self.unanswered):.1f}"
            )
        lines += [
            (
                f"longest wait for the machine {self.longest_for_machine:.1f} s,"
                f" for the last boards {self.longest_for_board:.1f} s"
            ),
            f"faults: {len(self.faults)}",
            *self.faults,
        ]
        return "\n".join(lines)


async def campaign(
    plan: Plan, folder: Path, url: str, done: Callable[[Report], None] = lambda _: None
) -> Report:
    """Kill as planned, on an empty database; ``done`` is told after each kill."""
    rng, report, journal = random.Random(plan.seed), Report(), Journal()
    report.presses = journal.presses
    town = Town(plan.shards, plan.guilds)
    house = House(town, folder, url, rng, size=plan.processes, pace=plan.pace)
    database = await open_database(url)
    service = Service(open_store(database), games=GAMES, rng=rng)
    tables = [
        Table(
            town,
            service,
            journal,
            random.Random(f"{plan.seed} {number}"),
            guild=town.guilds[number % plan.guilds],
            number=number,
            pause=plan.pause,
        )
        for number in range(plan.tables)
    ]
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(town)
            await stack.enter_async_context(house.inhabited())
            for table in tables:
                await table.sit_down()
            await asyncio.gather(*(_answered(town, guild) for guild in town.guilds))
            playing = [asyncio.create_task(table.play()) for table in tables]
            until = _now() + 60 * plan.minutes
            while report.moments.total() < plan.kills and _now() < until:
                await _kill(house, town, report)
                await _check(service, journal, {*journal.matches})
                done(report)
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(rng.uniform(0, 1.5 * plan.pause))
            await asyncio.sleep(3 * plan.pause)
            for table in tables:
                table.stopping = True
            await asyncio.gather(*playing)
            await _settle(town, service, report)
        await _check(service, journal, {*await service.store.match_ids()})
        (await replay_records(service.store, GAMES)).refuse_broken(url)
        await _count(service, report)
    finally:
        await database.close()
    rebuilt = await rebuild_ratings(url, GAMES, lambda *_: None, check=True)
    report.faults += [f"ratings differ: {rebuilt}"] if rebuilt.rows else []
    report.faults += [f"answered by two: {each}" for each in town.twice]
    report.faults += [*journal.faults, *house.faults]
    report.late = town.late
    report.longest_for_machine = journal.longest_for_machine
    return report


async def _kill(house: House, town: Town, report: Report) -> None:
    """Kill one, start another, and wait until all servers of the dead are answered."""
    served = {each.door: _served(town, each.door) for each in house.residents}
    name, victim = await house.kill_one()
    report.moments[name] += 1
    start = _now()
    coming = asyncio.create_task(house.welcome())
    town.disturbed.update(dict.fromkeys(served[victim.door], start))
    guilds = served[victim.door] | {guild for guild in town.guilds if not town.listening(guild)}
    try:
        async with asyncio.timeout(2 * UNANSWERED_FOR):
            await asyncio.gather(*(_answered(town, guild) for guild in guilds))
    except TimeoutError:
        told = {guild: [each.door for each in town.listening(guild)] for guild in guilds}
        said = "\n\n".join("\n".join(each.bot.lines[-30:]) for each in house.residents)
        report.faults.append(f"never answered after {name}: {told}\n{said}")
    took = _now() - start
    if guilds and name != STOPPED:
        report.unanswered.append(took)
    if took > UNANSWERED_FOR:
        report.faults.append(f"unanswered for {took:.0f} s: {name}")
    await coming
    await house.bury(victim)


def _served(town: Town, door: int) -> set[int]:
    return {guild for guild in town.guilds if door in town.doors(guild)}


async def _answered(town: Town, guild: int) -> None:
    """Wait until a press in a server is answered, by many people who press once each."""
    asked: set[asyncio.Task[Asked]] = set()
    while not any(task.done() and task.result().kind for task in asked):
        asked = {task for task in asked if not task.done()}
        if town.listening(guild) and len(asked) < _PROBES:
            press = {"custom_id": str(MatchPress("m", "unknown")), "component_type": 2}
            asking = town.ask(guild, 3, next(_somebody), press, town.notice(guild))
            asked.add(asyncio.create_task(asking))
        await asyncio.sleep(_PROBED_EVERY)


async def _check(service: Service, journal: Journal, matches: set[str]) -> None:
    """Compare records with what was pressed, and forget matches that are over and right."""
    for match_id in matches:
        match = await service.match(match_id)
        faults = len(journal.faults)
        journal.check(match)
        if match.phase is Phase.OVER and len(journal.faults) == faults:
            journal.matches.discard(match_id)


async def _settle(town: Town, service: Service, report: Report) -> None:
    """Wait until no board is behind and no move of the machine is due."""
    start = _now()
    while stuck := await _stuck(town, service):
        if _now() - start > UNANSWERED_FOR + 30:
            report.faults += [f"stuck: {each}" for each in stuck]
            break
        await asyncio.sleep(0.5)
    report.longest_for_board = _now() - start


async def _stuck(town: Town, service: Service) -> list[str]:
    found: list[str] = []
    for match_id in await service.store.match_ids():
        scene = await service.scene(match_id)
        match, board = scene.match, scene.board
        if match.phase is Phase.LOBBY or board is None:
            continue
        if service.facts.machines_to_move(match):
            found.append(f"{match_id}: the machine is to move")
        elif board.shown < match.revision:
            found.append(f"{match_id}: shown {board.shown} of {match.revision}")
        elif message := town.messages.get(board.message):
            presses = [MatchPress.read(each) for each in message.custom_ids()]
            shown = {it.moment for it in presses if it is not None and it.action in _ON_BOARDS}
            if shown - {match.moment}:
                found.append(f"{match_id}: buttons for {shown}, not {match.moment}")
        else:
            found.append(f"{match_id}: its message is gone")
    return found


async def _count(service: Service, report: Report) -> None:
    for match_id in await service.store.match_ids():
        match = await service.match(match_id)
        report.matches += 1
        report.over += match.phase is Phase.OVER
        report.moves += match.ply


def _now() -> float:
    return asyncio.get_running_loop().time()
