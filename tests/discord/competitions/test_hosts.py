"""Changes of a tournament, the rights that they need, and its messages, each posted once."""

import asyncio
import itertools
import random
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.competitions import competition_channels as channels
from cogs.competitions.news_posts import CompetitionDuties
from cogs.frame import outbox
from cogs.frame.duty_loop import DutyLoop
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.posts import HELD_SECONDS
from prowlerbot.match.leaving import resign
from prowlerbot.storage.post_store import PostStore
from tests.discord.board.test_calls_and_posts import ends_there
from tests.discord.board.test_threads import threads
from tests.discord.competitions.test_tournaments import (
    DAY,
    HOUR,
    answer_to,
    begun,
    cancel,
    create,
    events,
    only,
    pass_time,
    played_by,
)
from tests.discord.deaths import buried
from tests.discord.message import Message
from tests.discord.room import Room
from tests.persistence.looks import rested
from tests.storage.test_duties import Killed, killed_at


async def test_only_the_host_and_admins_run_a_tournament(room: Room) -> None:
    assert "you need the permission Create Events" in (await create(room, room.ada)).told
    assert events(room) == []
    cup = await begun(room, room.fay, name="Rude words", about="More of them")
    for name, options in {
        "edit": {"name": "Cup"},
        "remove": {"player": str(room.ben.id)},
        "prolong": {"until": "in 3 days"},
        "end-round": {},
        "cancel": {},
    }.items():
        assert "Only the host and members" in await answer_to(room, room.ada, name, **options)
    renamed = await answer_to(room, room.admin, "edit", name="Polite words")
    assert "Its name: Polite words" in renamed
    await pass_time(room, 1)
    assert "More of them" in cup.text, "a text that is not named stays"
    await answer_to(room, room.admin, "edit", delete="both")
    await pass_time(room, 1)
    assert "### Tournament\n" in cup.text
    assert "ords" not in cup.text
    found = await room.admin.autocomplete(room.channel, "tournament remove", "player", "")
    assert [each["name"] for each in found] == ["Ada", "Ben", "Cleo", "Fay"]
    asked = await room.command(room.admin, "/tournament remove", player=" ben")
    assert "Take Ben out of Tournament? Ben loses the match against" in asked.told
    assert room.ben.id in (await only(room)).course.present
    told = await room.give_reason(room.admin, asked.message, "Take the player out")
    assert "Ben no longer takes part." in told.told
    await pass_time(room, 10)
    (out,) = [each for each in room.messages() if "an admin has taken you out of" in each.text]
    assert out.pings == [room.ben.id]
    await room.time_passes(60)
    assert any("An admin has taken Ben out of the" in each.text for each in room.messages())
    assert "has time until" in await answer_to(room, room.admin, "prolong", until="in 3 days")
    await pass_time(room, 10)
    course = (await only(room)).course
    assert course.clock_end(course.open[0]) == room.clock.now + 72 * HOUR - 40
    bay = room.guild.create_text_channel("bay")
    await room.command(room.admin, "/tournament move-here", channel=bay)
    await pass_time(room, 60)
    (cup,) = room.messages(bay)
    assert "Round 1 of 3." in cup.text, "no news is repeated in the new channel"
    asked = await room.command(room.admin, "/tournament end-round")
    assert "is to move and loses" in asked.told
    assert (await only(room)).course.round == 1
    again = await room.command(room.admin, "/tournament end-round")
    assert "is over" in (await room.press(room.admin, asked.message, "End the round")).told
    await pass_time(room, 10)
    told = await room.press(room.admin, again.message, "End the round")
    assert "This round is over." in told.told
    assert (await only(room)).course.round == 2
    asked = await room.command(room.admin, "/tournament cancel")
    assert not (await only(room)).course.ended
    told = await room.give_reason(room.admin, asked.message, "End it", "Fire")
    assert "is cancelled" in told.told
    await pass_time(room, 10)
    assert "**An admin has ended it, without a winner.** Matches that are" in cup.text
    assert "Reason: Fire" in cup.text
    assert cup.labels == ["Standings", "Pairings", "Record file", "Rules", "Tell me"]


async def test_the_start_is_an_event_and_the_doctor_misses_permissions_for_it(room: Room) -> None:
    await create(room, room.fay, name="Friday Cup", about="Bring tea")
    room.deny_bot(room.channel.id, read_message_history=True)
    room.patch.setattr("cogs.admin.doctor_report.may_create_events", lambda _: False)
    answer = await room.command(room.admin, "/prowler-admin doctor")
    assert f"Permissions missing in <#{room.channel.id}>: Read Message History" in answer.told
    assert "Permission missing for events of tournaments: Create Events" in answer.told
    room.deny_bot(room.channel.id)
    for _ in range(2):
        await pass_time(room, 10)
    (event,) = events(room)
    assert event.name == "Friday Cup"
    await room.command(room.fay, "/tournament edit", name="Saturday Cup")
    await pass_time(room, 10)
    (event,) = events(room)
    assert event.name == "Saturday Cup"
    await cancel(room, room.fay)
    await pass_time(room, 10)
    assert events(room) == []
    for status, after in (("scheduled", "cancelled"), ("active", "completed")):
        await begun(room, room.fay)
        event = events(room)[-1]
        event.status = discord.EventStatus[status].value
        await cancel(room, room.admin)
        await pass_time(room, 10)
        assert discord.EventStatus(event.status) is discord.EventStatus[after]


async def test_a_tournament_begins_without_an_event_and_ends_without_its_server(room: Room) -> None:
    room.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013, times=None)
    room.log.set_level("INFO")
    cup = await begun(room, room.fay)
    assert "Round 1 of 3." in cup.text
    (line,) = [each for each in room.log.messages if each.startswith("event of competition")]
    assert "403" in line
    stored, guild = await only(room), room.bench.bot.get_guild(room.guild.id)
    assert guild is not None
    await room.feature(CompetitionDuties).on_guild_remove(guild)
    assert (await Competitions(room.service).get(stored.id)).course.ended
    await begun(room, room.fay)
    stored = await Competitions(room.service).rename((await only(room)).id, "Gone", "")
    room.patch.setattr(room.bench.bot, "get_guild", lambda _: None)
    await pass_time(room, 10)
    assert not (await only(room)).course.ended, "Discord says that the bot is there"
    room.env.inject_error("GET", "/guilds/*", status=404, code=10004, times=None)
    await pass_time(room, 10)
    assert (await Competitions(room.service).get(stored.id)).course.ended


async def test_a_tournament_in_a_thread_needs_the_permissions_for_threads(room: Room) -> None:
    thread = room.thread("cups", room.fay)
    cup = (await create(room, room.fay, check_in=0, channel=thread)).message
    await room.each_press(cup, "Join", room.ada, room.ben)
    room.deny_bot(room.channel.id, send_messages=True)
    await pass_time(room, 2 * HOUR)
    assert "Round 1 of 1." in cup.text
    guild = room.bench.bot.get_guild(room.guild.id)
    assert guild is not None
    known = guild.get_thread(thread.id)
    assert known is not None
    guild._remove_thread(known)  # as of an archived one
    answer = await room.command(room.admin, "/prowler-admin doctor")
    assert f"<#{thread.id}>" not in answer.told
    assert "The channel of a competition is gone" not in answer.told


@pytest.mark.parametrize("permission", ["attach_files", "send_messages"])
async def test_a_tournament_waits_for_permissions_and_says_so(room: Room, permission: str) -> None:
    cup = (await create(room, room.fay, check_in=900, name="Friday Cup")).message
    await room.press(room.ada, cup, "Join")
    room.deny_bot(room.channel.id, **{permission: True})
    due = room.clock.now + 2 * HOUR - 900
    for _ in range(2):
        await pass_time(room, HOUR)
    place = room.channel if permission == "attach_files" else room.fay.user.dm_channel
    told = [each for each in room.messages(place) if "waits, as I lack permissions in" in each.text]
    assert [each.pings for each in told] == [[room.fay.id] if place is room.channel else []]
    answer = await room.command(room.admin, "/prowler-admin doctor")
    assert f"Friday Cup waits since <t:{due}:R> for permissions in" in answer.told
    assert f"Without them it ends <t:{due + 7 * DAY}:R>." in told[0].text
    assert answer.told.count("Permissions missing in") == 1
    room.deny_bot(room.channel.id)
    await pass_time(room, 10)
    assert "The check-in is open." in cup.text


async def test_removed_words_do_not_come_back_and_all_hear_of_a_cancellation(room: Room) -> None:
    cup = await begun(room, room.fay, name="RUDE", about="Ruder")
    assert "Its name: RUDER" in await answer_to(room, room.fay, "edit", name="RUDER")
    await answer_to(room, room.admin, "edit", delete="name")
    refused = await answer_to(room, room.fay, "edit", name="WORSE", about="WORSE")
    assert "An admin has changed the name, so only an admin can change it again." in refused
    free = await answer_to(room, room.fay, "edit", about="Tea at five")
    assert "It has a text" in free
    await answer_to(room, room.admin, "edit", about="Tea at six")
    for words in ({"about": "WORSE"}, {"delete": "text"}):
        assert "An admin has changed the text" in await answer_to(room, room.fay, "edit", **words)
    assert "Its name: Cup" in await answer_to(room, room.admin, "edit", name="Cup")
    await pass_time(room, 1)
    assert "### Cup" in cup.text
    assert "Tea at six" in cup.text
    await room.prefers(room.ben, calls="dm")
    boards = [played_by(room, player) for player in (room.ada, room.ben)]
    before = len(room.messages())
    await cancel(room, room.admin)
    await room.rested()
    line = "Its competition was ended early, so this match no longer counts in it."
    assert all(line in board.text for board in boards)
    (end,) = [each for each in room.messages()[before:] if "your turn" not in each.text]
    before = len(room.messages())
    assert "An admin has ended it, without a winner." in end.text
    assert "no longer count in it" in end.text
    assert {*end.pings} == {room.ada.id, room.cleo.id, room.fay.id}
    (chat,) = [each for each in room.chat(room.ben) if "ended it" in each.text]
    assert "no longer count in it" in chat.text
    await pass_time(room, 5 * HOUR)
    assert len(room.messages()) == before
    assert not (await room.match(boards[0])).terms.as_own_match.released
    for by in (room.fay, room.admin):
        refused = await answer_to(room, by, "edit", name="WORSE")
        assert "nobody changes its words any more" in refused
    assert "Its name: Tournament" in await answer_to(room, room.admin, "edit", delete="name")


@pytest.mark.parametrize("may", [False, True])
async def test_a_player_removed_by_no_rival_is_paired_no_more(room: Room, *, may: bool) -> None:
    await begun(room, room.fay)
    if may:
        role = room.guild.create_role("guard", permissions=discord.Permissions(kick_members=True))
        room.env.backend.add_member_role(room.guild.id, room.ada.id, role.id)
    for match_id in (await only(room)).matches.values():
        match = await room.service.match(match_id)
        loser = next(each.id for each in match.players if each.id != room.ben.id)
        await room.service.apply(match_id, resign, loser)
    room.guild.remove_member(room.ben)
    await pass_time(room, 60)
    course = (await only(room)).course
    assert course.round == 2
    assert any(room.ben.id in each.players for each in course.pairings_in(2)) == may
    assert (room.ben.id in course.left) != may


async def test_an_arena_asks_once_for_members_and_shows_present_names(room: Room) -> None:
    terms = {"format": "arena", "pace": 60, "round_time": HOUR, "check_in": 0}
    cup = (await create(room, room.fay, **terms)).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo, room.fay)
    await pass_time(room, 2 * HOUR)

    def lookups() -> int:
        requests = room.env.http_requests
        return len([it for it in requests if it.method == "GET" and "/members/" in it.path])

    asked = lookups()
    room.env.backend.get_member(room.guild.id, room.ada.id).nick = "Renamed"
    for _ in range(5):
        cup = [each for each in room.messages() if "Rules" in each.labels][-1]
        await room.press(room.ada, cup, "My matches")
        for pairing in (await only(room)).course.open:
            match_id = (await only(room)).matches[pairing.pairing]
            await room.service.apply(match_id, resign, pairing.players[0])
        await pass_time(room, 20)
    assert len((await only(room)).course.pairings) > 4
    assert lookups() == asked
    assert "Renamed" in (await only(room)).names.values()
    assert "Ada" not in cup.text + "".join(cup.alts)


@pytest.mark.parametrize("who", ["The host", "An admin"])
async def test_a_round_says_who_ended_it_and_who_wins_at_once(room: Room, who: str) -> None:
    hal = room.join("Hal", may=discord.Permissions(create_events=True))
    by = hal if who == "The host" else room.admin
    cup = (await create(room, hal, check_in=0)).message
    await room.each_press(cup, "Join", room.ada, room.ben)
    await pass_time(room, 2 * HOUR)
    board = played_by(room, room.ada)
    late = room.names[(await room.mover(board)).id]
    room.clock.now += 60
    asked = await room.command(by, "/tournament end-round")
    assert late in asked.told
    await room.press(by, asked.message, "End the round")
    await room.rested()
    winner = "Ben" if late == "Ada" else "Ada"
    assert f"{who} ended the round: {winner} wins on time used." in board.text
    assert "ran out of time" not in "".join(each.text for each in room.messages())
    assert "Not rated: the players did not end it themselves." in board.text
    assert await room.service.store.results.standing("prowler", room.ada.id) is None
    shown = await room.tab(room.ada, "Matches", player=room.ben)
    assert "not played out" in shown.told


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
        ends_there(patch, *((PostStore, "note_sent") if after else (channels, "_create_event")))
        await pass_time(room, 1, times=1)
    await buried(room)
    for _ in range(3):
        await room.time_passes(61)
    assert len(events(room)) == 1
    assert not (await only(room)).is_behind


@pytest.mark.parametrize("seed", range(4))
async def test_a_crash_at_any_statement_loses_and_doubles_nothing(room: Room, seed: int) -> None:
    room.patch.setattr(outbox, "_READING_SECONDS", 0)  # a new process has read nothing
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
            for told in ("_handlers", "_limits", "_graces"):
                setattr(loop, told, getattr(room.feature(DutyLoop), told))
            await room.service.store.duties.free_claims()
            died: list[object] = [Killed]
            statement = rng.randint(1, 6 * len(loop._handlers))
            with suppress(Killed), killed_at(room.bench.database, statement):
                await rested(loop)
                died.clear()
            for each in loop._claims.values():
                each.task.cancel()
            tasks = [each.task for each in loop._claims.values()]
            died += filter(None, await asyncio.gather(*tasks, return_exceptions=True))
            stored = await only(room)
            stepped = stored.course.called if at < begins else stored.course.round
            is_over = bool(stepped) and not died and not stored.is_behind
            deaths += bool(died)
            room.clock.now += HELD_SECONDS
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
    await room.service.store.duties.put_duties(stored.id, {CompetitionDuty.NEWS: 0}, room.guild.id)
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
        await Competitions(room.service).rename(
            (await only(room)).id, f"Hour {room.clock.now}", None
        )
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


async def test_a_refused_board_is_not_posted_again_until_its_competition_ends(room: Room) -> None:
    cup = (await create(room, room.fay, check_in=0, threads="no")).message
    for number in range(4):
        await room.press(room.join(f"Player {number}"), cup, "Join")
    await pass_time(room, 2 * HOUR)
    stored, channel = await only(room), room.bench.bot.get_channel(room.channel.id)
    assert isinstance(channel, discord.TextChannel)
    refusing: Any = SimpleNamespace(post_by_itself=AsyncMock(return_value=False))
    missing = channels.MissingBoards(room.bench.bot, room.service, refusing)
    room.patch.setattr(missing, "_lacks_board", AsyncMock(return_value=True))
    for _ in range(2):
        assert await missing.post_missing(stored, channel)
    asked = [each.args[0] for each in refusing.post_by_itself.await_args_list]
    assert sorted(asked) == sorted(stored.matches.values())
    assert await missing.post_missing(await Competitions(room.service).cancel(stored.id), channel)
    assert not missing._refusals
