"""What falls due without a press: which duties there are, who gets them, and what kills do."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from prowlerbot.competitions import competition_record
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import HELD_SECONDS, POST_DUTY
from prowlerbot.match.call_rules import CALL_PAUSE_SECONDS, MatchDuty, key_of, part_of
from prowlerbot.match.deadlines import MAX_IDLE_SECONDS
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Ending, Match, Phase, Player, machine
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board
from prowlerbot.match.terms import Terms
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.machine_service import MachineSeats
from prowlerbot.storage.boards import GREETING_DUTY
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.engines.postgres import PostgresWork
from prowlerbot.storage.engines.sqlite import SqliteWork
from tests.competitions import kinds
from tests.competitions.building import asked
from tests.opponent.quick import QuickThinkers
from tests.persistence.looks import due, due_reminders, end_expired, noted_calls
from tests.persistence.matches import (
    ADA,
    BEN,
    CLEO,
    NOON,
    Clock,
    Hosted,
    begin,
    clock,
    next_press,
    opened,
    service,
    states,
    there,
)
from tests.persistence.scans import found_by_scan

__all__ = ["clock", "service"]

pytestmark = pytest.mark.both_databases

HALF = NOON + DAY // 2


async def begun(service: Hosted) -> Match:
    return await begin(service, terms=Terms(pace=DAY))


KINDS = [each for each in MatchDuty if each not in {MatchDuty.COMPUTE, MatchDuty.FORGIVE}]
EXACT = {MatchDuty.EXPIRE, MatchDuty.ABANDON, MatchDuty.OFFER, MatchDuty.REMIND, MatchDuty.CLAIM}
EXACT |= {MatchDuty.DROP}
"""Duties that are due when something is to be done; the others are looks after a change."""


@dataclass
class Players:
    """Ada, Ben and Cleo begin matches of several kinds and do this and that in them."""

    service: Hosted
    clock: Clock
    rng: random.Random

    async def begin(self) -> str:
        service, rng = self.service, self.rng
        terms = rng.choice(
            [Terms(), Terms(pace=DAY), Terms(pace=HOUR, takeover=True, substitutes=True)]
        )
        kinds: list[tuple[str, list[Player], Terms]] = [
            ("prowler", [ADA, BEN], terms),
            ("prowler", [ADA, machine("easy")], terms),
            ("heroes", [ADA, BEN], Terms(pace=DAY, stopwatch=150)),
            ("tell", [ADA, BEN, CLEO], terms),
        ]
        game, players, terms = rng.choice(kinds)
        options = {"build": "live"} if game == "heroes" else {}
        match = await Lobby(service).make_challenge(game, players, options, terms)
        for player in players[1:] if rng.random() < 0.8 else ():
            if player.is_person:
                await service.apply(match.id, accept_challenge, player.id)
        shown = max(0, match.revision - rng.randrange(2))
        await service.store.boards.put_board(Board(match.id, 1, 2, int(match.id, 36), shown=shown))
        return match.id

    async def act(self) -> None:
        service, rng = self.service, self.rng
        match = await service.match(
            rng.choice(await service.store.match_ids() or [await self.begin()])
        )
        if match.phase is not Phase.PLAYING:
            return
        seat = rng.choice(sorted(service.facts.to_move(match)))
        if rng.random() < 0.1:
            await service.apply(match.id, resign, rng.choice([*match.people]))
        elif match.player(seat).is_machine:
            seats = MachineSeats(service, QuickThinkers())
            await seats.make_move(await seats.search_move(match, seat))
        else:
            at, user = match.decision(seat), match.player(seat).id
            move = str(rng.choice(states(service, match)[-1].moves(seat)))
            await service.make_move(match.id, user, at.moment, move, step=at.step)


async def test_a_scan_of_all_matches_would_find_what_has_a_duty(service: Hosted) -> None:
    rng = random.Random(7)
    players, found = Players(service, service.clock, rng), Counter[str]()
    for number in range(60):
        with suppress(Denied):
            await rng.choice([players.begin, players.act, players.act, players.act])()
        service.clock.now += rng.choice([0, 1, 20, 70, HOUR // 4])
        if number % 3:
            continue
        at = service.clock.now
        matches = [await service.match(each) for each in await service.store.match_ids()]
        for pause in (0, HELD_SECONDS, CALL_PAUSE_SECONDS, HOUR // 2, DAY // 2, DAY, 32 * DAY):
            service.clock.now = now = at + pause
            every = await service.store.duties.due_duties(dict.fromkeys(KINDS, 999), now, now)
            for kind in KINDS:
                scan = await found_by_scan(service, kind, matches)
                duties = {each.subject for each in every if each.kind == kind}
                assert scan <= duties, (kind, pause)
                assert kind not in EXACT or duties <= scan, (kind, pause)
                found[kind] += len(scan)
        service.clock.now = at
    assert {*KINDS} - found.keys() <= {MatchDuty.CLAIM}, "competitions have tests of their own"


async def test_a_duty_is_given_to_one_process_until_its_claim_ends(service: Hosted) -> None:
    match, duties = await begun(service), service.store.duties
    service.clock.now += HELD_SECONDS
    (found,) = await duties.due_duties({POST_DUTY: 9}, service.clock.now, service.clock.now)
    claims = await asyncio.gather(
        *(duties.settle_duties({}, (), [found], service.clock.now + 40) for _ in range(5))
    )
    ((mine,),) = [each for each in claims if each]
    assert await due(service, POST_DUTY) == []
    service.clock.now += 40
    assert await due(service, POST_DUTY) == [match.id]
    await duties.settle_duties({}, [mine], (), service.clock.now + 40)
    assert await due(service, POST_DUTY) == []
    await duties.free_claims()
    assert await due(service, POST_DUTY) == [match.id]
    await duties.settle_duties({mine: service.clock.now + 5}, (), (), 0)
    assert await due(service, POST_DUTY) == []
    service.clock.now += 5
    assert await due(service, POST_DUTY) == [match.id]


async def test_matches_of_an_older_version_get_their_duties_some_at_a_time(service: Hosted) -> None:
    rng = random.Random(3)
    players = Players(service, service.clock, rng)
    for _ in range(30):
        with suppress(Denied):
            await rng.choice([players.begin, players.act])()
    rows = (
        "SELECT subject, what, at FROM duties WHERE what NOT IN ('board', 'stand')"
        " ORDER BY subject, what"
    )
    written = await service.database.read(rows)
    await service.database.write("DELETE FROM duties")
    for match_id in await service.store.match_ids():
        mark: dict[str, int | None] = {MatchDuty.COMPUTE: 0}
        await service.database.run(partial(put_duties, subject=match_id, duties=mark))
    house = Housekeeping(service)
    for match_id in (await due(service, MatchDuty.COMPUTE))[::2]:  # then the process dies
        await house.compute_duties(match_id)
    for match_id in await due(service, MatchDuty.COMPUTE):
        await house.compute_duties(match_id)
    assert await service.database.read(rows) == written


class Killed(BaseException):
    """The process ends here."""


@contextmanager
def killed_at(database: Database, number: int) -> Iterator[None]:
    """Let the process die before a statement that changes something, the one with that number."""
    works: type[Work] = PostgresWork if database.remote else SqliteWork
    left = number

    def deadly(send: Callable[..., Any]) -> Callable[..., Any]:
        def counted(self: Work, sql: str, *values: object) -> Any:
            nonlocal left
            if sql.split(" ", 1)[0] in {"INSERT", "UPDATE", "DELETE", "COMMIT"}:
                left -= 1
                if left <= 0:
                    raise Killed
            return send(self, sql, *values)

        return counted

    with pytest.MonkeyPatch.context() as patch:
        for name in ("execute", "change"):
            patch.setattr(works, name, deadly(getattr(works, name)))
        yield


async def test_a_kill_at_any_statement_loses_or_doubles_nothing(url: str, clock: Clock) -> None:
    """A reminder is due, a match left alone, a challenge old; each process does what is due."""
    number, died = 0, True
    async with opened(url, clock) as service:
        asked, left, unread = [
            await Lobby(service).make_challenge("prowler", [ADA, BEN], {}, Terms(pace=60))
            for _ in range(3)
        ]
        unreadable = "UPDATE matches SET options = '?' WHERE id = $1"
        await service.database.write(unreadable, unread.id)
        left = await service.apply(left.id, accept_challenge, BEN.id)
        clock.now += 31 * DAY
        late = await begun(service)
        clock.now += DAY - HOUR
    while died:
        number, died = number + 1, False
        async with opened(url, clock) as service:
            await service.store.duties.free_claims()
            try:
                with killed_at(service.database, number):
                    await noted_calls(service)
                    await due_reminders(service)
                    await end_expired(service)
            except Killed:
                died = True
    async with opened(url, clock) as service:
        endings = [(await service.match(each.id)).ending for each in (asked, left, late)]
        assert endings == [Ending.EXPIRED, Ending.ABANDONED, None]
        assert [each.match for each in await service.store.broken.all_broken()] == [unread.id]
        assert [await due(service, kind) for kind in EXACT] == [[]] * len(EXACT)
        clock.now += HOUR + MAX_IDLE_SECONDS
        assert [each.id for each in await end_expired(service)] == [late.id]
    assert number > 9


async def test_whoever_changes_what_reminders_depend_on_is_looked_at_again(service: Hosted) -> None:
    async def looked_at(now: int) -> list[str]:
        service.clock.now = now
        return await due(service, MatchDuty.REMIND)

    async def reminded(now: int) -> list[str]:
        service.clock.now = now
        return await due_reminders(service)

    match, choices = await begun(service), service.store.choices
    (seat,) = service.facts.to_move(match)
    player = match.player(seat).id
    assert await reminded(HALF) == ["half"]
    until = NOON + 2 * DAY
    await choices.change(PlayerChoices, player, away_from=HALF, away_until=until)
    assert await looked_at(HALF) == [match.id]
    last = until + DAY // 2 - 2 * HOUR
    for now in (until - 1, until, last - 1):
        assert await reminded(now) == []
    assert await reminded(last) == ["last"]
    assert await reminded(last + HELD_SECONDS - 1) == [], "it is being sent"
    await choices.change(PlayerChoices, player, text_first=True)
    assert await looked_at(last + HELD_SECONDS) == []
    waiting = [each.name.part for each in await noted_calls(service)]
    assert any(part.startswith("last:") for part in waiting), "its sender may have died"


async def test_whoever_waits_is_told_once_at_a_deadline_if_they_want_calls(service: Hosted) -> None:
    match, house, choices = await begun(service), Housekeeping(service), service.store.choices
    (seat,) = service.facts.to_move(match)
    user = match.player(3 - seat).id
    await choices.change(PlayerChoices, user, quiet_from=22, quiet_to=23)

    async def told(at: int) -> tuple[list[str], int | None]:
        service.clock.now = at
        scene = await service.scene(match.id)
        calls, again = house.find_claim_calls(scene)
        posts = await service.store.outbox.note_calls(match.id, calls)
        return [f"{part_of(post).kind} {key_of(post).seat}" for post in posts], again

    late = NOON + DAY
    assert await told(late - 1) == ([], late)
    assert await told(late) == ([], late - late % 900 + 900), "it is 22:13"
    await choices.change(PlayerChoices, user, calls="off")
    assert await told(late + HOUR) == ([], None)
    await choices.change(PlayerChoices, user, calls="channel")
    assert await told(late + HOUR) == ([f"claim {3 - seat}"], None)
    assert await told(late + 2 * HOUR) == ([], None)


async def test_a_board_is_behind_whichever_of_it_and_a_change_came_first(service: Hosted) -> None:
    store, match = service.store, await begun(service)
    await store.boards.put_board(Board(match.id, 1, 2, message=3, shown=match.revision - 1))
    assert await store.boards.outdated_matches() == [match.id]
    store.boards.note_shown(match.id, 3, match.revision)
    assert await store.boards.outdated_matches() == []
    match = await service.make_move(match.id, *next_press(match))
    assert await store.boards.outdated_matches(1) == [match.id]
    assert await store.boards.outdated_matches(2) == []
    for board in (Board(match.id, 1, 2, message=4, shown=match.revision), Board(match.id, 1, 2, 0)):
        await store.boards.put_board(board)
        assert await store.boards.outdated_matches() == [], "nor without a message"


async def test_a_competition_is_behind_until_message_and_news_stand(service: Hosted) -> None:
    competitions = Competitions(service)
    terms = competition_record.CompetitionTerms(kinds.SWISS, "prowler", service.now() + 60)
    first = await competitions.create(asked(terms, "Cup", host=ADA.id))
    cup, posts = first.id, CompetitionPosts(service.database)
    assert await due(service, CompetitionDuty.NEWS) == [cup]
    await posts.record_shown(cup, first.revision)
    assert (await competitions.get(cup)).is_behind
    await posts.record_posted(cup, first.revision)
    assert not (await competitions.get(cup)).is_behind
    second = await competitions.enter(cup, ADA)
    assert second.is_behind
    await posts.record_shown(cup, second.revision)
    await posts.record_shown(cup, first.revision)  # a slower process knows less
    await posts.record_posted(cup, first.revision)
    assert (await competitions.get(cup)).posted == first.revision
    await posts.record_posted(cup, second.revision)
    assert not (await competitions.get(cup)).is_behind


async def test_boards_of_another_application_are_posted_anew_bit_by_bit(service: Hosted) -> None:
    store, boards = service.store, list[str]()
    assert not (await store.application.note_start(7)).is_another
    for number in range(8):
        match = await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
        await store.boards.put_board(
            Board(match.id, 1 if number else 0, 2, 30 + number, match.revision)
        )
        boards.append(match.id)
    await store.choices.change(ServerChoices, 9, greeting=(2, 4))
    await store.choices.change(ServerChoices, 10, greeting=())
    assert (await store.application.note_start(8)).is_another
    await store.database.write("DELETE FROM duties")
    await store.application.take_application(8, service.clock.now)
    assert not (await store.application.note_start(8)).is_another
    rows = await store.database.read("SELECT subject, what, at, home FROM duties")
    drawn = {each: at - service.clock.now for each, what, at, _ in rows if what == MatchDuty.BOARD}
    assert drawn.keys() == {*boards[1:]}
    assert sorted(drawn.values()) == [0, 1, 1, 2, 2, 3, 3]
    assert [(subject, home) for subject, what, _, home in rows if what == GREETING_DUTY] == [
        ("9", 9)
    ]
    assert there(await store.boards.board_of(boards[0])).message == 0
