"""A league in a channel and the ladder of a server: their seasons follow by themselves."""

import random
from dataclasses import replace
from typing import Any, get_args

import discord
import simcord

from cogs.presses import BranchPress, MatchPress, OfReplay, OfReview, ReplayPress, ReviewPress
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.formats.ladder import ladder_order
from prowlerbot.match.leaving import resign
from tests.discord.competitions.test_tournaments import DAY, only, pass_time
from tests.discord.message import Answer, Message
from tests.discord.room import Room


async def begun(room: Room) -> Message:
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
    league = await begun(room)
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
    refused = await room.command(room.ada, "/league confirm")
    assert "This season is being played." in refused.told
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
    league = await begun(room)
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
    actions = {*get_args(OfReplay), *get_args(OfReview), "playon", "branch"}
    listed = {press.action for press in SHOWING} - {"record"}
    assert listed == actions - PRIVATE - {"review!"}


async def test_a_league_without_channel_goes_on_in_chats_and_moves(room: Room) -> None:
    await begun(room)
    bay = room.guild.create_text_channel("bay")
    room.fail("send")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    await pass_time(room, 60)
    await pass_time(room, 60)
    told = await room.command(room.admin, "/league show", channel=bay)
    assert "Old Town" in told.told
    stored = await only(room)
    assert stored.course.channel_lost_at
    for player in (room.ada, room.ben, room.cleo, room.admin):
        chat = [each.text for each in room.chat(player)]
        assert [each for each in chat if "The channel of Old Town is deleted." in each]
    boards = [await room.service.store.boards.board_of(each) for each in stored.matches.values()]
    assert all(board is not None and board.in_a_chat for board in boards)

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
    taken = await room.press(room.ben, asked.message, "7 days")
    assert "You are on holiday until" in taken.told
    assert "You are on holiday until" in (await room.press(room.ben, message, "Holiday")).told
    await challenge(room, room.admin, message, "2. Ada")
    asked = await room.press(room.admin, message, "Challenge")
    assert "3\\. Ben: This player is on holiday" in asked.told
    assert "2\\. Ada: You two still play a match" in asked.told
    (select,) = asked.message.selects
    assert [option["label"] for option in select["options"]] == ["1. Cleo"]
    assert "You are at the top" in (await room.press(room.cleo, message, "Challenge")).told
    outside = await room.press(room.join("Dora"), message, "Challenge")
    assert "press “Join” first" in outside.told


async def test_a_wide_league_follows_servers_to_channels_and_ends_without_any(room: Room) -> None:
    gus, den = await wide(room)
    harbour, bay, pier = [room.guild.create_text_channel(it) for it in ("harbour", "bay", "pier")]
    await follow(room, harbour)
    assert len(shown(room, harbour)) == 1
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
