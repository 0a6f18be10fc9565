"""A competition posts each message once, in spite of crashes."""

import asyncio
import itertools
import random
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest

from cogs.competitions import news_posts
from cogs.frame import outbox
from cogs.frame.duty_loop import DutyLoop
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.competition_store import CompetitionPosts
from prowlerbot.core.posts import HELD
from prowlerbot.storage.post_store import PostStore
from tests.discord.board.test_calls import ends_there
from tests.discord.board.test_threads import threads
from tests.discord.competitions.test_tournaments import HOUR, begun, create, events, only, pass_time
from tests.discord.deaths import buried
from tests.discord.message import Message
from tests.discord.room import Room
from tests.persistence.looks import rested
from tests.storage.test_duties import Killed, killed_at


def about_a_round(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Round 1 of 3**" in each.text]


def boards(room: Room) -> list[Message]:
    return [each for each in room.messages() if "begins and presses" in each.text]


def follow_the_clock(room: Room) -> None:
    """Let the ids of what is posted tell the time of the bot, as Discord's tell the time."""
    numbers = itertools.count()

    def snowflake() -> int:
        now = datetime.fromtimestamp(room.clock.now, UTC)
        return discord.utils.time_snowflake(now) + next(numbers)

    room.env.backend.snowflake = snowflake  # type: ignore[method-assign]  # there is no other way in


@pytest.mark.both_databases
@pytest.mark.parametrize("after", [False, True])
async def test_a_crash_neither_loses_nor_doubles_an_event(room: Room, *, after: bool) -> None:
    follow_the_clock(room)
    await create(room, room.fay, name="Friday Cup", check_in=900)
    with room.patch.context() as patch:
        ends_there(patch, *((PostStore, "note_sent") if after else (news_posts, "_create_event")))
        await pass_time(room, 1, times=1)
    await buried(room)
    for _ in range(3):
        await room.time_passes(61)
    assert len(events(room)) == 1
    assert not (await only(room)).is_behind


@pytest.mark.parametrize("seed", range(4))
async def test_a_crash_at_any_statement_loses_and_doubles_nothing(room: Room, seed: int) -> None:
    room.patch.setattr(outbox, "_READ_AGAIN", 0)  # a new process has read nothing
    follow_the_clock(room)
    await room.prefers(room.ben, calls="dm")
    cup = (await create(room, room.fay, check_in=900)).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo, room.fay)
    rng, deaths = random.Random(seed), 0
    begins = room.clock.now + 2 * HOUR
    for at in (begins - 900, begins):
        room.clock.now = at
        is_over = False
        while not is_over:
            loop = replace(room.feature(DutyLoop))  # of a new process
            for told in ("_handlers", "_at_once", "_graces"):
                setattr(loop, told, getattr(room.feature(DutyLoop), told))
            await room.service.store.duties.free_claims()
            died: list[object] = [Killed]
            statement = rng.randint(1, 6 * len(loop._handlers))
            with suppress(Killed), killed_at(room.bench.database, statement):
                await rested(loop)
                died.clear()
            for each in loop._in_hand.values():
                each.task.cancel()
            tasks = [each.task for each in loop._in_hand.values()]
            died += filter(None, await asyncio.gather(*tasks, return_exceptions=True))
            stored = await only(room)
            stepped = stored.course.called if at < begins else stored.course.round
            is_over = bool(stepped) and not died and not stored.is_behind
            deaths += bool(died)
            room.clock.now += HELD
        for player in (room.ada, room.ben, room.cleo, room.fay) if at < begins else ():
            await room.press(player, cup, "Check in")
    assert deaths
    assert len(about_a_round(room)) == 1
    assert len(boards(room)) == 2
    chat = room.chat(room.ben)
    assert len([each for each in chat if "check-in" in each.text]) == 1
    assert not (await only(room)).is_behind


@pytest.mark.parametrize("wish", ["of the server", "yes"])
async def test_boards_are_in_threads_where_server_or_host_wants_that(room: Room, wish: str) -> None:
    server = wish != "yes"
    await room.set_up(threads=server)
    await begun(room, room.fay, **({} if server else {"threads": wish}))
    found = threads(room)
    assert len(found) == 2
    (news,) = about_a_round(room)
    for each in found:
        assert f"/{each.id}/" in news.text


async def test_a_message_comes_again_once_gone_and_later_where_forbidden(room: Room) -> None:
    await begun(room, room.fay)
    old = await only(room)
    for each in room.messages():
        room.deletes(each)
    await room.env.settle()
    await CompetitionPosts(room.service.store.database).forget_all()
    await room.restart()
    room.clock.now += HOUR  # nobody is about to post the message as an answer to its command
    await pass_time(room, 11)
    again = await only(room)
    assert again.message not in {0, old.message}
    assert len(about_a_round(room)) == 1
    stored, database = await only(room), room.bench.database
    room.fail("edit", status=403, code=50013, times=None)
    await database.write("UPDATE competitions SET shown = -1")
    await room.service.store.duties.put(stored.id, {CompetitionDuty.NEWS: 0}, room.guild.id)
    for pause in (30, 60):
        await room.rested()
        sql = "SELECT at FROM duties WHERE what = $1 AND subject = $2"
        at = await database.number(sql, CompetitionDuty.NEWS, stored.id)
        assert at - room.clock.now == pause
        room.clock.now = at


async def test_an_arena_tells_who_pauses_waits_or_is_out(room: Room) -> None:
    arena = (await create(room, room.fay, format="arena", pace=60)).message
    await room.each_press(arena, "Join", room.ada, room.ben, room.cleo)
    await pass_time(room, 2 * HOUR)
    course = (await only(room)).course
    (waits,) = {*course.present} - {*course.open[0].players}
    free = room.member(waits)
    told = await room.press(free, arena, "My matches")
    assert "as soon as an opponent is free" in told.told
    await room.press(free, arena, "Pause")
    told = await room.press(free, arena, "My matches")
    assert "You get no new opponent until you press “Play”." in told.told
    await pass_time(room, 200)
    (out,) = [each for each in room.messages() if "as you made no move in time" in each.text]
    assert out.labels == ["Play", "Standings"]


async def test_a_series_posts_the_end_of_one_tournament_before_the_next_one(room: Room) -> None:
    await create(room, room.fay, check_in=0, every="day")
    await pass_time(room, 2 * HOUR, times=5)
    _, end, following = room.messages()
    assert "It did not begin, as nobody joined." in end.text
    assert "Join" in following.labels


async def test_a_buried_arena_comes_again_below_at_most_every_three_minutes(room: Room) -> None:
    arena = (await create(room, room.fay, format="arena", pace=60, name="Hour")).message
    await room.each_press(arena, "Join", room.ada, room.ben, room.cleo)
    await pass_time(room, 2 * HOUR)

    async def main_after(messages: int) -> int:
        """The id of the main message after so many messages, and a change."""
        for number in range(messages):
            await room.fay.send(room.channel, f"Talk {number}")
        await Competitions(room.service).rename((await only(room)).id, f"Hour {room.clock.now}")
        await pass_time(room, 60)
        (main,) = [each.id for each in room.messages() if "Rules" in each.labels]
        return main

    assert await main_after(3) == arena.id
    room.clock.now += 60
    again = await main_after(7)
    assert again != arena.id
    assert str(again) in arena.text, "the old one leads there"
    assert (await only(room)).message == again
    assert await main_after(10) == again, "too soon"
    room.clock.now += 60
    assert await main_after(0) != again


async def test_boards_are_posted_once_discord_allows_them_and_then_the_round(room: Room) -> None:
    cup = (await create(room, room.fay, check_in=0, threads="no")).message
    for number in range(20):
        await room.press(room.join(f"Player {number}"), cup, "Join")
    room.fail("send", status=403, code=50013, times=None)
    await pass_time(room, 2 * HOUR)
    assert boards(room) == []
    room.recover()
    await pass_time(room, 60, times=2)
    assert len(boards(room)) == 10
    told = room.messages()
    assert len(told) == 12
    assert "Round 1 of 5**" in told[-1].text
    assert told[-1].text.count("[board](") == 10
    assert len(told[-1].pings) == 20
