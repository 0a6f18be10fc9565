"""A bot dies wherever it can while a message comes about: the message comes once, and soon."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

import pytest
from discord.utils import snowflake_time

from cogs.frame.outbox import ChannelSearch, History
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import ANSWER_SECONDS, PostKind
from prowlerbot.finding.finding_store import FindingStore
from prowlerbot.match.banks import MAX_UNSHOWN_SECONDS
from prowlerbot.match.closing import used_seconds
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage.post_store import PostStore
from tests.discord.board.test_calls_and_posts import ends_there
from tests.discord.board.test_threads import threads
from tests.discord.deaths import buried, dying
from tests.discord.frame.test_failures import boards, unfinished
from tests.discord.message import Message
from tests.discord.room import START, Room
from tests.discord.test_finding import find
from tests.discord.test_replays_and_reviews import end, follow

pytestmark = pytest.mark.answering_machine
_SOON = {"sqlite": 20, "postgres": 60}
"""Seconds after a kill by which whatever stood still has gone on."""


class Kind(NamedTuple):
    """How a message of a kind comes about: what ``begin`` makes, what happens then, ``due`` after
    so many seconds, and which of its messages ``stand``, if it is to have one.
    """

    begin: Callable[[Room, int], Awaitable[Any]]
    happen: Callable[[Room, Any], Awaitable[object]]
    stand: Callable[[Room, Any], Awaitable[tuple[list[Message], bool]]]
    due: int = 0
    twice: bool = False


async def _calls(room: Room, board: Message) -> tuple[list[Message], bool]:
    mover, moved = (await room.mover(board)).id, (await room.match(board)).ply > 0
    calls = [call for call in room.calls() if f"/{board.id}" in call.text]
    assert all(call.pings == [mover] for call in calls)
    return calls, moved  # at first it is the turn of who has just accepted


async def _followed(room: Room, _: int) -> tuple[Message, int]:
    await room.bench.database.write("DELETE FROM follows")
    board = await room.begin()
    await follow(room, board)
    return board, len(room.chat(room.cleo))


async def _ended(room: Room, followed: tuple[Message, int]) -> None:
    await end(room, followed[0])
    await room.time_passes(30)


async def _news(room: Room, followed: tuple[Message, int]) -> tuple[list[Message], bool]:
    board, before = followed
    return room.chat(room.cleo)[before:], (await room.match(board)).phase is Phase.OVER


async def _wanted(room: Room, number: int) -> int:
    room.clock.now = START + number * DAY  # the simulated clock starts there
    return len(_challenges(room))


async def _hour_comes(room: Room, _: int) -> None:
    await room.set_up(daily_channel=room.channel.id, daily_hour=0)
    await room.rested()


def _challenges(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Daily challenge ·" in each.text]


async def _daily(room: Room, before: int) -> tuple[list[Message], bool]:
    chosen = await room.service.store.choices.choices_of(ServerChoices, room.guild.id)
    return _challenges(room)[before:], bool(chosen.daily_channel)


async def _waiting(room: Room, number: int) -> tuple[Any, int]:
    for table in ("wishes", "proposal_seats", "proposals"):
        await room.bench.database.write(f"DELETE FROM {table}")  # noqa: S608 - constants
    ada, ben = (room.join(f"{name}{number}") for name in ("Ada", "Ben"))
    await find(room, ada)
    return ben, len(_questions(room))


def _questions(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Yes, play" in each.labels]


async def _asked(room: Room, waiting: tuple[Any, int]) -> tuple[list[Message], bool]:
    wish = await FindingStore(room.service.store.database).wish_of(waiting[0].id)
    return _questions(room)[waiting[1] :], wish is not None


KINDS = {
    PostKind.CALL: Kind(
        lambda room, _: room.begin(),
        lambda room, board: room.play(board, ["Castle"]),
        _calls,
        twice=True,
    ),
    PostKind.FOLLOW: Kind(_followed, _ended, _news, due=30, twice=True),
    PostKind.DAILY: Kind(_wanted, _hour_comes, _daily),
    PostKind.QUESTION: Kind(
        _waiting, lambda room, waiting: find(room, waiting[0]), _asked, due=10, twice=True
    ),
}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "about",
    [
        PostKind.CALL,
        *(pytest.param(each, marks=pytest.mark.full) for each in KINDS if each != PostKind.CALL),
    ],
)
async def test_no_death_loses_or_doubles_anything(room: Room, kind: str, about: PostKind) -> None:
    it = KINDS[about]
    for at in count():
        begun = await it.begin(room, at)
        with dying(at) as death:
            await it.happen(room, begun)
        if not death.has_come:
            break
        await buried(room)
        await room.time_passes(_SOON[kind] // 2)
        await room.time_passes(_SOON[kind] // 2 + it.due)
        messages, due = await it.stand(room, begun)
        assert len(messages) == due, at
        await room.time_passes(61)
        again, _ = await it.stand(room, begun)
        assert [each.id for each in again] == [each.id for each in messages], at
        open_posts = "SELECT * FROM messages WHERE state IN ('noted', 'outdated')"
        assert await room.bench.database.read(open_posts) == [], at
    assert at > 3, "there are statements to die at"


@pytest.mark.full
@pytest.mark.both_databases
@pytest.mark.parametrize("about", KINDS)
@pytest.mark.parametrize(("readable", "full"), [(True, True), (True, False), (False, True)])
async def test_what_may_stand_is_found_and_comes_twice_or_not_where_nobody_can_look(
    room: Room, about: PostKind, *, readable: bool, full: bool
) -> None:
    it = KINDS[about]
    begun = await it.begin(room, 0)
    with room.patch.context() as patch, suppress(asyncio.CancelledError):
        asked = about is PostKind.QUESTION
        ends_there(patch, *(FindingStore, "note_shown") if asked else (PostStore, "note_sent"))
        await it.happen(room, begun)
    room.patch.setattr(History, "can_read", lambda *_: readable)
    if not (found := readable and full):
        nothing = ChannelSearch(None, is_full=full)
        room.patch.setattr(History, "search", lambda *_: asyncio.sleep(0, nothing))
    room.clock.now += 90  # Discord has forgotten the nonce
    await buried(room)
    for _ in range(3):
        await room.time_passes(61)
    messages, _ = await it.stand(room, begun)
    assert len(messages) == 1 + (it.twice and not found)


@pytest.mark.parametrize(
    ("most", "begun", "full"), [(100, 0, True), (1, 0, False), (1, -2 * ANSWER_SECONDS, True)]
)
async def test_a_search_is_full_if_it_reads_until_the_message_would_have_arrived(
    room: Room, *, most: int, begun: int, full: bool
) -> None:
    board = await room.begin()
    room.patch.setattr("cogs.frame.outbox._MAX_READ", most)
    since = int(snowflake_time(board.id).timestamp()) + begun
    history = History(room.bench.bot)
    nothing = await history.search(room.channel.id, since, lambda _: False)
    assert nothing == ChannelSearch(None, full)
    earliest = room.messages()[0].id
    found = await history.search(room.channel.id, since, lambda message: message.id == earliest)
    assert found.message is not None
    assert found.message.id == earliest


async def _shown(room: Room, match_id: str) -> Message:
    """The only message that shows a match, which is known."""
    (board,) = [each for each in boards(room) if each.match == match_id]
    stored = await room.service.store.boards.board_of(match_id)
    assert stored is not None
    assert (stored.channel, stored.message) == (board.channel, board.id)
    return board


@pytest.mark.long
@pytest.mark.expects_errors
@pytest.mark.both_databases
async def test_a_match_is_shown_once_if_its_thread_was_being_opened(room: Room, kind: str) -> None:
    room.patch.setattr("cogs.board.board_posting.MOST_THREADS_OF_A_PERSON", 99)
    await room.set_up(threads=True)
    for at in count():
        challenge = await room.challenge(first="me")
        match_id, opened = challenge.match, len(threads(room))
        with dying(at) as death:
            await room.press(room.ben, challenge, "Accept")
        if death.has_come:
            await buried(room)
            await room.time_passes(_SOON[kind])
        board = await _shown(room, match_id)
        for _ in range(2):  # Discord's clock goes on by a minute at most, and must not fall behind
            await room.time_passes(60)
        assert (await _shown(room, match_id)).id == board.id, at
        assert not await unfinished(room)
        if board.id != challenge.id:
            assert f"<#{board.channel}>" in challenge.text, at
            members = set(room.env.backend.channels[board.channel].thread_members)
            assert {room.ada.id, room.ben.id} <= members, at
        if (await room.match(match_id)).phase is Phase.LOBBY:
            await room.press(room.ben, board, "Accept")
            board = await _shown(room, match_id)
        made = threads(room)[opened:]
        open_ones = [each.id for each in made if not each.thread_metadata.archived]
        assert open_ones in ([], [board.channel])
        await room.play(board, ["Castle"])
        assert (await room.match(match_id)).ply == 1
        if not death.has_come:
            break
    assert at > 8


@pytest.mark.full
@pytest.mark.both_databases
async def test_a_death_at_any_point_of_a_live_turn_costs_nobody_time(room: Room, kind: str) -> None:
    room.bench.beats = True
    for at in count():
        board = await room.begin(pace=-505)
        rng = random.Random(at)
        await room.play_on(board, rng, plies=3)
        had, _ = await _used(room, board.match)
        await room.time_passes(5)
        await room.rested()
        with dying(at) as death:
            await room.play_on(board, rng, plies=4)
        if not death.has_come:
            break
        room.clock.now += 400  # more than a bank
        await buried(room)
        await room.time_passes(_SOON[kind])
        used, match = await _used(room, board.match)
        assert match.phase is Phase.PLAYING, at
        assert 0 <= used - had <= 5 + _SOON[kind] + MAX_UNSHOWN_SECONDS, at
        assert (await _shown(room, match.id)).id == board.id, at
        await room.play_on(board, rng, plies=match.ply + 1)
        assert (await room.match(board)).ply == match.ply + 1, at
    assert at > 3


async def _used(room: Room, match_id: str) -> tuple[int, Match]:
    """The seconds that all clocks of a match have run."""
    scene = await room.service.scene(match_id)
    outages, context = room.service.clocks.outages(scene), room.service.context(scene.match)
    return sum(used_seconds(scene.match, context, outages).values()), scene.match
