"""Tournaments, leagues and ladders in a channel, from the command to the end of their seasons."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, get_args
from unittest.mock import AsyncMock

import discord
import pytest
import simcord

from cogs.board.absence import DeletedPlaces
from cogs.frame.duty_loop import DutyLoop
from cogs.presses import BranchPress, MatchPress, ReplayAction, ReplayPress, ReviewPress, ReviewStep
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.formats.ladder import ladder_order
from prowlerbot.match.leaving import resign
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
    (first,) = [match.player(seat).id for seat in room.service.facts.to_move(match)]
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


_PRIVATE = 12  # Discord's type of private threads


async def test_the_start_is_no_event_where_not_all_members_see_the_channel(room: Room) -> None:
    room.reserve(room.channel, "view_channel", room.fay)
    await create(room, room.fay, name="Secret Cup")
    await pass_time(room, 10, times=6)
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


async def league_of_four(room: Room) -> Message:
    """The message of a league of four whose season has begun."""
    options = {"game": "prowler", "starts": "in 2 days", "weeks": 2, "pause": 3}
    answer = await room.command(room.admin, "/league create", name="Old Town", **options)
    assert answer.public, answer.told
    await room.each_press(answer.message, "Join", room.ada, room.ben, room.cleo, room.admin)
    await pass_time(room, 2 * DAY)
    return answer.message


def newest(room: Room, text: str) -> Message:
    return [each for each in room.messages() if text in each.text][-1]


async def test_a_league_goes_on_with_who_confirm(room: Room) -> None:
    role = room.guild.create_role("Players", mentionable=True)
    await room.set_up(told_role=role.id)
    league = await league_of_four(room)
    told = await room.command(room.ada, "/league pairings")
    assert told.told.count("[board](https://") == 6
    hal = room.join("Hal")
    told = await room.press(hal, league, "Join")
    assert "You are on the list for season 2." in told.told

    for match_id in (await only(room)).matches.values():
        await room.service.apply(match_id, resign, (await room.match(match_id)).player(2).id)
    await pass_time(room, 60)
    call = newest(room, "Confirm your place before then")
    await room.each_press(call, "Confirm my place", room.ada, room.ben)
    await pass_time(room, 5 * DAY + DAY // 2)
    last = newest(room, "you have not confirmed your place")
    assert {*last.pings} == {room.cleo.id, room.admin.id, hal.id}
    await room.press(room.admin, last, "Confirm my place")
    await pass_time(room, 2 * DAY)
    second = await only(room)
    assert second.season == 2
    assert "This season is being played." in (await room.command(room.ada, "/league confirm")).told
    assert {*second.course.players} == {room.ada.id, room.ben.id, room.admin.id}
    assert any("Season 2" in each.text for each in room.messages())
    pinged = [each for each in room.messages() if role.mention in each.text]
    assert pinged == [], "the second season has called its players by name"


async def ended_by_another(room: Room, group: str, name: str) -> str:
    """Members and players cannot end it; returns the answer to an admin who does not play in it."""
    assert "Only members with" in (await room.command(room.ada, name, group=group)).told
    plays = await room.command(room.admin, name, group=group)
    assert "only a host or admin who has not can do that" in plays.told
    hal = room.join("Hal", may=discord.Permissions(manage_guild=True))
    asked = await room.command(hal, name, group=group)
    return (await room.give_reason(hal, asked.message, "End it")).told


async def test_only_admins_begin_and_end_a_league_and_the_one_ladder(room: Room) -> None:
    options = {"game": "prowler", "starts": "in 2 days"}
    none = await room.command(room.ada, "/league join")
    assert "This server has no league; an admin can begin one with" in none.told
    refused = await room.command(room.ada, "/league create", **options)
    assert "Only members with the permission Manage Server" in refused.told
    league = await league_of_four(room)
    assert "no further season follows" in await ended_by_another(room, "league", "end")
    await pass_time(room, 10)
    assert "This league has ended for good." in league.text
    assert "🥇" not in room.messages()[-1].text, "a medal although nothing was played out"
    refused = await room.command(room.ada, "/ladder on", game="prowler", pace=DAY)
    assert "Only members with the permission Manage Server" in refused.told
    assert "an admin can begin one" in (await room.command(room.ada, "/ladder show")).told
    message = await begun_ladder(room)
    second = await room.command(room.admin, "/ladder on", game="landgrab", pace=DAY)
    assert "has a ladder already" in second.told
    await ended_by_another(room, "ladder", "off")
    await pass_time(room, 10)
    assert "This ladder has ended." in message.text
    assert "This ladder has ended." in room.messages()[-1].text
    assert room.messages()[-1].id != message.id
    assert "Join" not in message.labels


async def wide(room: Room) -> tuple[simcord.MemberActor, simcord.ChannelHandle]:
    """Gus, who has joined a league of all servers in another one than Ada, and a channel there."""
    options = {"game": "prowler", "starts": "in 2 days", "servers": "all", "name": "All Towns"}
    await room.command(room.admin, "/league create", **options)
    stored = await league(room)
    other = room.env.create_guild("Robbers")
    den = other.create_text_channel("den")
    boss = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    gus = other.add_member(room.env.create_user("gus", global_name="Gus"), roles=[boss])
    joined = await room.command(gus, "/league join", channel=den, league=stored.id)
    assert "does not take part in this league" in joined.told
    await room.command(gus, "/league follow", channel=den, league=stored.id)
    await pass_time(room, 60)
    await room.press(room.ada, newest(room, "All Towns"), "Join")
    joined = await room.command(gus, "/league join", channel=den)
    assert "You take part in All Towns." in joined.told
    await pass_time(room, 2 * DAY)
    return gus, den


def announced(room: Room) -> list[Message]:
    return [each for each in room.messages() if "All matches begin now." in each.text]


async def follow(room: Room, channel: Any) -> None:
    named = {"channel": channel, "league": (await league(room)).id}
    answer = await room.command(room.admin, "/league follow", **named)
    assert "its message follows here" in answer.told
    await pass_time(room, 60)


def shown(room: Room, channel: Any) -> list[Message]:
    """The messages that show the league."""
    return [each for each in room.messages(channel) if "Rules" in each.labels]


REFUSED = "The players of this match may share no server"
NOT_PUBLIC = "Only its players can make a finished match public."


async def league(room: Room) -> Stored:
    (stored,) = await Competitions(room.service).of_guild(0)
    return stored


async def test_only_its_players_see_a_match_of_a_wide_league_until_it_is_over(room: Room) -> None:
    gus, den = await wide(room)
    match_id = (await league(room)).matches[1]
    before, posted = await room.service.store.boards.board_of(match_id), len(room.messages())
    for player, channel in ((room.ada, room.channel), (gus, den)):
        answer = await room.command(player, "board", channel=channel, match=match_id)
        assert "only you see this copy" in answer.told
        assert not answer.public
    assert await room.service.store.boards.board_of(match_id) == before
    assert len(room.messages()) == posted
    match = await room.match(match_id)
    await room.play_stored(match_id, random.Random(1), match.ply + 2)
    replay = (await room.command(room.ada, "replay", match=match_id)).message
    posted = len(room.messages())
    for press in SHOWING:
        answer = await room.late_press(room.ada, replay, str(replace(press, match=match_id)))
        assert answer.told.startswith((REFUSED, NOT_PUBLIC)), press
    for name, options in SHOWN_BY_COMMAND:
        answer = await room.command(room.ada, name, match=match_id, **options)
        assert REFUSED in answer.told, name
    await room.env.settle()
    assert len(room.messages()) == posted
    facts = await room.service.store.showings.facts_of(match_id)
    assert {place.guild for place in (*facts.places, *facts.former)} == {0}
    await room.play_stored(match_id, random.Random(1))
    await pass_time(room, 60)
    ended = [each for each in room.messages(den) if "Record file" in each.labels]
    record = await room.press(gus, ended[-1], "Record file")
    assert "The records of All Towns, 1 match." in record.told
    record = await room.press(room.ben, newest(room, "has won!"), "Record file")
    assert "No match of this competition is over" in record.told
    await room.delete_data(gus, channel=den)
    await pass_time(room, 60)
    assert announced(room)
    assert not [each.text for each in room.messages() if "Gus" in each.text]


PRIVATE = {"replay", "step", "jump", "chapter", "tell", "unpublish", "review", "reviewed"}
"""What a press about a record shows to its presser alone, or hides."""
SHOWING: list[ReplayPress | ReviewPress | BranchPress | MatchPress] = [
    ReplayPress("share", "", 1),
    ReplayPress("publish", "", 1),
    ReplayPress("animate", "", 1, "calm-all"),
    ReviewPress("sharereview", ""),
    BranchPress("playon", "", 1),
    BranchPress("branch", "", 1, "1", "anybody"),
    MatchPress("record", ""),
]
SHOWN_BY_COMMAND: list[tuple[str, dict[str, Any]]] = [
    ("animation", {"show": "all"}),
    ("branch", {"move": 1}),
    ("record", {}),
]


def test_the_ways_to_show_a_match_are_all_that_are_not_private() -> None:
    actions = {*get_args(ReplayAction), *get_args(ReviewStep), "playon", "branch"}
    listed = {press.action for press in SHOWING} - {"record"}
    assert listed == actions - PRIVATE - {"review!"}


@pytest.mark.parametrize("is_away", [False, True])
async def test_a_league_without_channel_goes_on_in_chats(room: Room, *, is_away: bool) -> None:
    await league_of_four(room)
    bay = room.guild.create_text_channel("bay")
    if is_away:
        room.patch.setattr(DeletedPlaces, "_forget", AsyncMock())
    room.fail("send", times=None)
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    await pass_time(room, 60)
    room.recover()
    await pass_time(room, HOUR)
    told = await room.command(room.admin, "/league show", channel=bay)
    assert "Old Town" in told.told
    stored = await only(room)
    assert stored.course.channel_lost_at
    for player in (room.ada, room.ben, room.cleo, room.admin):
        chat = [each.text for each in room.chat(player)]
        assert [each for each in chat if "The channel of Old Town is deleted." in each]
    boards = [await room.service.store.boards.board_of(each) for each in stored.matches.values()]
    assert all(board is not None and board.in_a_chat for board in boards)
    matches = [await room.match(each) for each in stored.matches.values()]
    assert any(each.unseen for each in matches), "no clock ran while nobody could see a board"

    refused = await room.command(room.ada, "/league move-here", channel=bay)
    assert "Only members with the permission Manage Server" in refused.told
    room.reserve(bay, "view_channel", room.admin)
    await room.env.settle()
    refused = await room.command(room.admin, "/league move-here", channel=bay)
    assert "You have entered this competition" in refused.told, "Gil plays"
    room.env.backend.edit_channel(bay.id, {}, overwrites=[])
    await room.env.settle()
    told = await room.command(room.admin, "/league move-here", channel=bay)
    assert "Old Town goes on here" in told.told
    await pass_time(room, 60)
    stored = await only(room)
    assert not stored.course.channel_lost_at
    (message,) = shown(room, bay)
    assert "**Season 1.**" in message.text
    boards = [await room.service.store.boards.board_of(each) for each in stored.matches.values()]
    assert {board and board.guild for board in boards} == {room.guild.id}
    await room.press(room.ada, message, "Leave")


async def begun_ladder(room: Room) -> Message:
    answer = await room.command(room.admin, "/ladder on", game="prowler", pace=DAY)
    assert answer.public, answer.told
    await room.each_press(answer.message, "Join", room.ada, room.ben, room.cleo, room.admin)
    return answer.message


async def challenge(room: Room, player: simcord.MemberActor, message: Message, name: str) -> Answer:
    asked = await room.press(player, message, "Challenge")
    return await room.press(player, asked.message, name)


async def order(room: Room) -> list[str]:
    return [room.names[each] for each in ladder_order((await only(room)).competition)]


async def test_a_winner_takes_the_place_and_the_menu_says_who_is_in_reach(room: Room) -> None:
    message = await begun_ladder(room)
    assert await order(room) == ["Ada", "Ben", "Cleo", "Gil"]
    room.clock.now += 1
    told = await challenge(room, room.cleo, message, "1. Ada")
    assert "You challenge Ada. The board appears in" in told.told
    await pass_time(room, 10)
    stored = await only(room)
    board = await room.board_row(stored.matches[1])
    assert (board.channel, bool(board.message)) == (room.channel.id, True)
    (dare,) = [each for each in room.messages() if "challenges you for place 1" in each.text]
    assert dare.pings == [], "the call to the turn pings"
    await room.service.apply(stored.matches[1], resign, room.ada.id)
    await pass_time(room, 10)
    assert await order(room) == ["Cleo", "Ada", "Ben", "Gil"]
    (news,) = [each for each in room.messages() if "takes place 1" in each.text]
    assert news.pings == []
    asked = await room.press(room.ben, message, "Holiday")
    assert "You are on holiday until" in (await room.press(room.ben, asked.message, "7 days")).told
    assert "You are on holiday until" in (await room.press(room.ben, message, "Holiday")).told
    await challenge(room, room.admin, message, "2. Ada")
    asked = await room.press(room.admin, message, "Challenge")
    assert "3\\. Ben: This player is on holiday" in asked.told
    assert "2\\. Ada: You two still play a match" in asked.told
    (select,) = asked.message.selects
    assert [option["label"] for option in select["options"]] == ["1. Cleo"]
    assert "You are at the top" in (await room.press(room.cleo, message, "Challenge")).told
    assert "press “Join” first" in (await room.press(room.join("Dora"), message, "Challenge")).told


async def test_a_wide_league_follows_servers_to_channels_and_ends_without_any(room: Room) -> None:
    gus, den = await wide(room)
    harbour, bay, pier = [room.guild.create_text_channel(it) for it in ("harbour", "bay", "pier")]
    await follow(room, harbour)
    assert len(shown(room, harbour)) == 1
    assert sum("begins and" in each.text for one in (gus, room.ada) for each in room.chat(one)) == 1
    for moved in (bay, pier):
        await follow(room, moved)
        assert "**Season 1.**" in shown(room, moved)[0].text
        assert len(announced(room)) == 1
        assert "All matches begin now." not in "".join(each.text for each in room.messages(moved))
        await room.press(room.admin, shown(room, moved)[0], "Standings")
        if moved is bay:
            room.env.backend.delete_channel(bay.id)
            await room.env.settle()
    await room.command(gus, "/league unfollow", channel=den)
    stored = await league(room)
    assert not stored.course.channel_lost_at, "another server takes part"
    await room.command(room.admin, "/league unfollow")
    await pass_time(room, 60)
    told = [each.text for each in room.chat(gus)]
    assert [each for each in told if "No server takes part in All Towns any more." in each]
    await pass_time(room, 7 * DAY)
    await pass_time(room, 60)
    ended = await Competitions(room.service).get(stored.id)
    assert ended.course.ended
    told = [each.text for each in room.chat(gus)]
    assert [each for each in told if "no server takes part in it any more" in each]
    hal, ida = room.join("Hal"), room.join("Ida")
    options = {"game": "prowler", "starts": "in 2 days", "servers": "all", "name": "Far Towns"}
    await room.command(room.admin, "/league create", **options)
    await pass_time(room, 60)
    path = f"/channels/{hal.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, times=None)
    joined = await room.press(hal, newest(room, "Far Towns"), "Join")
    assert "I cannot write to you. Allow direct messages" in joined.told
    joined = await room.press(ida, newest(room, "Far Towns"), "Join")
    assert "I cannot write to you" not in joined.told
    (greeting,) = room.chat(ida)
    assert "Your matches are in your chat with me" in greeting.text
    await room.press(ida.user, greeting, "Leave")
    (stored,) = await Competitions(room.service).of_player(hal.id)
    assert stored.course.present == (hal.id,)


async def test_a_drop_on_time_is_news_and_the_next_season_keeps_open_matches(room: Room) -> None:
    message = await begun_ladder(room)
    room.clock.now += 1
    await challenge(room, room.cleo, message, "2. Ben")
    await pass_time(room, 1)  # no clock counts the time before there is a board
    await pass_time(room, DAY + DAY // 8)
    (news,) = [each.text for each in room.messages() if "drops to place" in each.text]
    loser = (await order(room))[3]
    assert news.startswith(f"🪜 **{loser}** drops to place 4, after a match lost on time. [board](")
    await pass_time(room, 88 * DAY + 3 * DAY // 8)
    top, below = (await order(room))[:2]
    player = next(each for each in room.members if room.names[each.id] == below)
    await challenge(room, player, message, f"1. {top}")
    first = await only(room)
    await pass_time(room, DAY // 2)
    assert "is at the top" in message.text
    second = await only(room)
    assert (first.season, second.season) == (1, 2)
    (following,) = [each for each in room.messages() if "End of season 2" in each.text]
    assert "Challenge" in following.labels
    assert following.id == second.message
    assert [*second.matches.values()] == [first.matches[2]]
