"""A tournament in a channel, from the command to the end, and its readers."""

import random
from datetime import UTC, datetime
from typing import Any

import discord
import simcord

from cogs.frame.duty_loop import DutyLoop
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.persistence.looks import rested

HOUR = 60 * 60
DAY = 24 * HOUR


async def pass_time(room: Room, seconds: int, times: int = 3) -> None:
    """Some rounds of upkeep so many seconds later."""
    room.clock.now += seconds
    for _ in range(times):
        await rested(room.feature(DutyLoop))
        room.clock.now += 10
    await room.env.settle()


async def create(room: Room, host: simcord.MemberActor, **options: object) -> Answer:
    usual = {"game": "prowler", "format": "swiss", "pace": 600, "starts": "in 2 hours"}
    return await room.command(host, "/tournament create", **{**usual, **options})


async def only(room: Room) -> Stored:
    (stored,) = await Competitions(room.service).of_guild(room.guild.id)
    return stored


async def begun(room: Room, fay: simcord.MemberActor, **options: object) -> Message:
    """The message of a tournament of four whose first round is paired."""
    cup = (await create(room, fay, check_in=900, **options)).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo, fay)
    await pass_time(room, 2 * HOUR - 900)
    await room.each_press(cup, "Check in", room.ada, room.ben, room.cleo, fay)
    await pass_time(room, 900)
    return cup


async def answer_to(room: Room, by: simcord.MemberActor, name: str, /, **options: object) -> str:
    answer: Answer = await room.command(by, f"/tournament {name}", **options)
    return answer.told


async def cancel(room: Room, by: simcord.MemberActor) -> None:
    asked = await room.command(by, "/tournament cancel")
    await room.give_reason(by, asked.message, "End it")


def events(room: Room) -> list[Any]:
    return [*room.env.backend.get_guild(room.guild.id).scheduled_events.values()]


def played_by(room: Room, player: simcord.MemberActor) -> Message:
    """The newest board of a player that is not over."""
    boards = [each for each in room.messages() if "begins and presses" in each.text]
    return [each for each in boards if room.names[player.id] in each.text][-1]


async def play_round(room: Room, rng: random.Random) -> None:
    """All matches of the present round are played to their ends."""
    stored = await only(room)
    for pairing in stored.competition.course.open:
        await room.play_stored(stored.matches[pairing.pairing], rng)
    await pass_time(room, 60)


async def test_a_tournament_goes_to_its_end_by_itself(room: Room) -> None:
    answer = await create(room, room.fay, name="Friday Cup", check_in=900)
    assert answer.public, answer.told
    cup = answer.message
    for player in (room.ada, room.ben, room.cleo, room.fay):
        pressed = await room.press(player, cup, "Join")
        assert pressed.message.id == cup.id
    await pass_time(room, 2 * HOUR - 900)
    (call,) = [each for each in room.messages() if "The check-in of" in each.text]
    assert {*call.pings} == {room.ada.id, room.ben.id, room.cleo.id, room.fay.id}
    await room.each_press(cup, "Check in", room.ada, room.ben, room.cleo, room.fay)
    await pass_time(room, 900)
    assert not call.exists
    rng = random.Random(4)
    for number in range(1, 4):
        assert f"Round {number} of 3." in cup.text
        (news,) = [each for each in room.messages() if f"Round {number} of 3**\n" in each.text]
        assert news.text.count("[board](https://") == 2
        assert news.stored.content, "a push shows only plain text"
        assert {*news.pings} == {room.ada.id, room.ben.id, room.cleo.id, room.fay.id}
        assert not any("your turn" in each.text for each in room.calls())
        menu = await room.press(room.ada, played_by(room, room.ada), "Menu")
        standings = await room.press(room.ada, menu.message, "Standings")
        assert f"Round {number} of 3" in standings.message.alts[0]
        await play_round(room, rng)
    assert "has won!" in cup.text or "have won!" in cup.text
    (end,) = [each for each in room.messages() if each.id != cup.id and "won!" in each.text]
    short = [each.text for each in room.messages() if each.labels == ["Review", "Replay"]]
    assert len(short) == 4, "all boards but those of the last round"
    assert all(" against " in text and "\n" not in text for text in short), short
    record = await room.press(room.ben, end, "Record file")
    assert "The records of Friday Cup, 6 matches." in record.told


async def test_players_read_how_long_it_lasts_who_is_missing_and_when_they_play(room: Room) -> None:
    cup = (await create(room, room.fay, check_in=900, seats=8)).message
    starts = room.clock.now + 2 * HOUR
    assert "at the latest" not in cup.text, "nobody has joined so far"
    assert f"The check-in opens on <t:{starts - 900}:f>." in cup.text
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo, room.fay)
    assert "With 4 players there are 3 rounds." in cup.text
    assert f"It is over by <t:{starts + 12 * HOUR}:f> at the latest." in cup.text
    await pass_time(room, 2 * HOUR - 900)
    await room.each_press(cup, "Check in", room.ada, room.ben, room.cleo)
    assert "3 of 4 players are there; missing: Fay." in cup.text
    await pass_time(room, 900)
    (news,) = [each for each in room.messages() if "Round 1 of 2**\n" in each.text]
    assert "Not checked in: Fay. They can still press “Join”." in news.text
    joined = await room.press(room.fay, cup, "Join")
    assert "You play from round 2 on; it begins when this round is over" in joined.told
    stored = await only(room)
    (pairing,) = stored.course.open
    match = await room.service.match(stored.matches[pairing.pairing])
    (first,) = [match.player(seat).id for seat in room.service.to_move(match)]
    for player in (room.ada, room.ben, room.cleo):
        mine = (await room.press(player, cup, "My matches")).told
        assert "- Round 1 · " in mine
        assert ("**your turn**" in mine) == (player.id == first)


async def test_a_start_is_suggested_and_taken_within_the_days_of_a_competition(room: Room) -> None:
    for typed, shown in {
        "tom": ["tomorrow: Friday, 2 Jan 2026, 20:00 (UTC)"],
        "2026-02-01": ["Sunday, 1 Feb 2026, 20:00 (UTC) · in 32 days"],
        "9999-12-31 23:59": [],
        "in 400 days": [],
    }.items():
        found = await room.fay.autocomplete(room.channel, "tournament create", "starts", typed)
        assert [each["name"] for each in found][: len(shown) or None] == shown, typed
    asked = (await create(room, room.fay, starts="tomorrow")).told
    assert "“tomorrow”: at what time? Write “tomorrow 20:00”; your time zone is UTC." in asked
    over = (await create(room, room.fay, starts="2025-01-01 10:00")).told
    assert "<t:1735725600:f> is over. Choose a time within the next 90 days." in over
    late = (await create(room, room.fay, starts="in 400 days")).told
    assert "A competition starts within the next 90 days." in late
    await room.prefers(room.fay, timezone="America/New_York")
    room.clock.now = int(datetime(2026, 3, 7, 12, tzinfo=UTC).timestamp())
    skipped = (await create(room, room.fay, starts="tomorrow 2:30")).told
    assert "The clocks of America/New_York skip “tomorrow 2" in skipped


_PRIVATE = 12
"""Discord's type of private threads."""


async def test_the_start_is_no_event_where_not_all_members_see_the_channel(room: Room) -> None:
    room.reserve(room.channel, "view_channel", room.fay)
    await create(room, room.fay, name="Secret Cup")
    for _ in range(2):
        await pass_time(room, 10)
    assert (await only(room)).message
    assert events(room) == []


async def test_a_tournament_in_a_private_thread_is_out_of_reach_elsewhere(room: Room) -> None:
    thread = room.thread("plot", room.fay, _PRIVATE)
    await create(room, room.fay, name="Secret Cup", channel=thread)
    assert "Secret Cup" not in await answer_to(room, room.ada, "list")
    named = {"tournament": (await only(room)).id}
    assert "There is no competition" in await answer_to(room, room.ada, "join", **named)
    inside = await room.command(room.fay, "/tournament join", channel=thread)
    assert "You take part" in inside.told
    seen = await answer_to(room, room.fay, "list")
    assert "Secret Cup" in seen, "a player sees it from everywhere"


async def test_a_change_asks_which_name_is_meant(room: Room) -> None:
    for name in ("Friday Cup", "Saturday Cup"):
        await create(room, room.fay, name=name)
        await cancel(room, room.fay)
        room.clock.now += 1
    refused = await answer_to(room, room.fay, "edit", name="Sunday Cup")
    assert "Choose one in `tournament:`" in refused
    assert "- Friday Cup · Prowler's Passage · Swiss · " in refused
    await create(room, room.fay, name="Monday Cup")
    assert "Its name: Sunday Cup" in await answer_to(room, room.fay, "edit", name="Sunday Cup")
    assert (await only(room)).name == "Sunday Cup"


async def test_no_player_runs_a_tournament_elsewhere_or_moves_its_boards(room: Room) -> None:
    cup = await begun(room, room.fay, name="Friday Cup")
    other = room.env.create_guild("Robbers")
    den = other.create_text_channel("den")
    boss = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    ada = other.add_member(room.ada.user, roles=[boss])
    named = {"tournament": (await only(room)).id, "channel": den}
    assert "Round 1 of 3." in await answer_to(room, ada, "show", **named)
    for name in ("edit", "end-round", "cancel"):
        assert "Only the host and members" in await answer_to(room, ada, name, **named)
    assert "Friday Cup" in cup.text
    board, hall = played_by(room, room.ada), room.guild.create_text_channel("hall")
    answer = await room.command(room.ada, "board", channel=hall, match=board.match)
    assert answer.told.startswith("The match stays in its channel; only you see this copy.")
    assert room.messages(hall) == []
    again = await room.command(room.ada, "board", match=board.match)
    assert again.public, "in its channel it is shown again"


async def test_who_has_no_match_in_a_round_is_named(room: Room) -> None:
    cup = (await create(room, room.fay, format="round-robin", check_in=0)).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo)
    await pass_time(room, 2 * HOUR)
    course = (await only(room)).course
    (resting,) = {*course.present} - {*course.open[0].players}
    name, player = room.names[resting], room.member(resting)
    (news,) = [each for each in room.messages() if f"{name}: no match in this round" in each.text]
    told = (await room.press(player, news, "Pairings")).told
    assert f"**{name}**: no match in this round" in told
    assert "- Round 1: no match" in (await room.press(player, cup, "My matches")).told
    asked = await room.press(player, cup, "Leave")
    await room.press(player, asked.message, "Leave")
    assert resting not in (await only(room)).course.present


async def test_without_a_pace_an_arena_is_at_5_and_5_and_rounds_at_10_and_10(room: Room) -> None:
    told = {"group": "tournament", "game": "prowler", "starts": "in 2 hours"}
    cup = (await room.command(room.fay, "create", format="swiss", **told)).message
    swiss = await only(room)
    times = swiss.pace, swiss.terms.round_time, swiss.terms.check_in
    assert times == (-1010, 27 * 60, 15 * 60)
    assert "10 + 10 · " in cup.text
    arena = (await room.command(room.fay, "create", format="arena", **told)).message
    assert "5 + 5 · " in arena.text
    terms = (await room.press(room.fay, arena, "Rules")).told
    assert "You have 5 minutes for the whole match, and 5 seconds more with each turn." in terms
