"""Visibility of matches in Discord: single matches and lists."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from cogs.presses import ReplayPress
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.room import Room
from tests.discord.test_profiles_and_club import played, resigned

LOOKING: list[tuple[str, dict[str, Any]]] = [
    ("record", {}),
    ("replay", {}),
    ("animation", {}),
    ("branch", {"move": 1}),
    ("board", {"private": True}),
]
ACTING: list[tuple[str, dict[str, Any]]] = [
    ("board", {}),
    ("resign", {}),
    ("time-up", {}),
    ("play", {"pathway": "1"}),
]
PRESSES = [
    *("scores", "menu", "describe", "record", "look", "repost"),
    *("replay", "step", "tell", "share", "animate", "playon"),
    *("resign", "m", "rematch", "publish", "unpublish"),
]


def cellar(room: Room, *may: simcord.MemberActor) -> Any:
    """A channel that only these members, and the bot, can see."""
    seen = discord.PermissionOverwrite(view_channel=True, send_messages=True, attach_files=True)
    seen.update(create_public_threads=True, send_messages_in_threads=True)
    overwrites: dict[Any, discord.PermissionOverwrite] = dict.fromkeys(may, seen)
    overwrites[room.bench.bot.user] = seen
    overwrites[room.guild.roles["@everyone"]] = discord.PermissionOverwrite(view_channel=False)
    return room.guild.create_text_channel("cellar", overwrites=overwrites)


def elsewhere(room: Room) -> tuple[Any, simcord.MemberActor]:
    """A channel of another server, with somebody who shares no other with the room."""
    channel, _ = room.elsewhere()
    dora = channel.guild.add_member(room.env.create_user("dora", global_name="Dora"))
    room.members.append(dora)
    return channel, dora


async def test_a_match_of_another_server_reads_like_none_except_for_its_players(room: Room) -> None:
    match = (await room.begin()).match
    channel, dora = elsewhere(room)
    for name, options in [*LOOKING, *ACTING]:
        answer = await room.command(dora, name, channel=channel, match=match, **options)
        nothing = await room.command(dora, name, channel=channel, match="m" * len(match), **options)
        assert answer.told == f"There is no match “{match}”.", name
        assert nothing.told == answer.told.replace(match, "m" * len(match))
    ben = channel.guild.add_member(room.ben.user)
    for name, options in LOOKING:
        answer = await room.command(ben, name, channel=channel, match=match, **options)
        assert "no match" not in answer.told, name
    other = (await room.command(dora, "challenge", channel=channel, machine="easy")).message
    room.patch.setattr(room, "guild", channel.guild)
    for action in PRESSES:
        answer = await room.late_press(dora, other, f"{action}:{match}:0:")
        assert answer.told == f"There is no match “{match}”.", action
        await room.env.advance_time(2)


async def shown_in(room: Room, place: Any) -> str:
    """A match that has begun in a channel, or has gone into a thread of it."""
    board = (await room.command(room.ada, "challenge", channel=place, opponent=room.ben)).message
    match = board.match
    await room.press(room.ben, board, "Accept")
    return match


@pytest.mark.parametrize("threads", [False, True])
async def test_who_sees_the_channel_looks_until_they_leave(room: Room, *, threads: bool) -> None:
    await room.set_up(threads=threads)
    match = await shown_in(room, room.channel)
    assert ((await room.board_row(match)).channel == room.channel.id) is not threads
    channel, (cleo,) = room.elsewhere(room.cleo)
    seen = await room.command(cleo, "record", channel=channel, match=match)
    assert "The record of" in seen.told
    hidden = await shown_in(room, cellar(room, room.ada, room.ben))
    refused = await room.command(cleo, "record", channel=channel, match=hidden)
    assert refused.told == f"There is no match “{hidden}”."
    found = [each.path for each in room.env.http_requests if each.method == "GET"]
    members = [each for each in found if each.endswith(f"/members/{cleo.id}")]
    assert len(members) == 1, "what Discord has said is remembered for a minute"
    room.env.backend.remove_member(room.guild.id, cleo.id)
    await room.env.advance_time(61)
    gone = await room.command(cleo, "record", channel=channel, match=match)
    assert gone.told == f"There is no match “{match}”."


async def test_only_a_player_opens_a_match_by_showing_a_moment_or_its_board(room: Room) -> None:
    dora = room.join("Dora")
    place = cellar(room, room.ada, room.ben, dora)
    match = await shown_in(room, place)
    theirs = (await room.command(dora, "replay", match=match)).message
    refused = await room.press(dora, theirs, "Show to all")
    assert "Only the players of this match can show it" in refused.told
    assert "no match" in (await room.command(room.cleo, "replay", match=match)).told
    mine = (await room.command(room.ben, "replay", match=match)).message
    shown = await room.press(room.ben, mine, "Show to all")
    assert shown.public
    assert (await room.press(room.cleo, shown.message, "Replay")).acknowledged
    follows = (await room.command(room.cleo, "replay", match=match)).told
    assert "You see what was shown here, and nothing that follows." in follows
    other = await shown_in(room, place)
    assert "no match" in (await room.command(room.cleo, "record", match=other)).told
    await room.move_board(room.ada, room.channel, other)
    assert "The record of" in (await room.command(room.cleo, "record", match=other)).told
    await room.move_board(room.ada, place, other)
    follows = (await room.command(room.cleo, "record", match=other)).told
    assert "nothing that follows" in follows


async def test_where_the_bot_is_no_member_players_and_those_in_that_chat_look(room: Room) -> None:
    with room.patch.context() as there:
        bring(room, there, "group")
        board = await room.begin(first="them")
        assert "The record of" in (await room.command(room.cleo, "record", match=board.match)).told
    room.recover()
    lounge = room.guild.create_text_channel("lounge")
    for who, may in ((room.cleo, False), (room.ada, True)):
        answer = await room.command(who, "record", channel=lounge, match=board.match)
        assert ("The record of" in answer.told) is may


async def asked(room: Room, who: simcord.MemberActor, channel: Any, about: Any) -> dict[str, str]:
    found = {}
    for name in ("Matches", "Statistics", "Profile"):
        answer = await room.tab(who, name, channel=channel, player=about)
        found[name] = answer.told + "".join(answer.message.alts)
    return found


async def test_lists_about_somebody_tell_what_they_have_chosen(room: Room) -> None:
    await resigned(room, room.ada, room.ben)
    channel, dora = elsewhere(room)
    for seen in ("server", "everywhere", "nowhere"):
        await room.prefers(room.ben, seen=seen)
        here, there = seen != "nowhere", seen == "everywhere"
        for who, place, finds in ((room.cleo, room.channel, here), (dora, channel, there)):
            for name, told in (await asked(room, who, place, room.ben.user)).items():
                nothing = "No finished match" in told or "has not finished" in told
                assert nothing is not finds, (seen, name, told)
            board = await room.command(who, "/leaderboard", channel=place, scope="overall")
            assert ("Ben" in board.told) is finds, seen
        mine = await asked(room, room.ben, room.channel, room.ben)
        assert all("No finished match" not in each for each in mine.values()), seen
        versus = await room.tab(room.ada, "Against you", player=room.ben)
        assert ("1 match" in versus.told) is here, seen


async def test_a_card_shown_to_all_by_its_owner_has_all_by_others_what_is_found(room: Room) -> None:
    for _ in range(9):
        await resigned(room, room.ada, room.ben)
    channel, (ada, ben) = room.elsewhere(room.ada, room.ben)
    own = (await room.command(ben, "/profile", channel=channel)).message
    shown = await room.press(ben, own, "Show to all")
    assert "9 won" in shown.message.alts[0]
    answer = await room.command(ada, "/profile", channel=channel, player=ben)
    assert "that you can find here" in answer.told
    page = (await room.tab(room.cleo, "Matches", player=room.ben)).message
    await room.prefers(room.ben, seen="nowhere")
    late = await room.press(room.cleo, page, "Next")
    assert late.told == "There is nothing to show any more.", "it was opened before he hid"


async def test_links_lead_nowhere_that_the_asker_cannot_see(room: Room) -> None:
    board = await room.begin()
    shown, move = board.snapshot(), board.moves[0]["custom_id"]
    match, hidden = board.match, cellar(room, room.ada, room.ben)
    await room.move_board(room.ada, hidden, match)
    stored = room.env.backend.get_channel(hidden.id)
    others = [each for each in stored.overwrites if each.target_id != room.ben.id]
    room.env.backend.edit_channel(hidden.id, {}, overwrites=others)
    await room.env.settle()
    assert "has moved" in board.text
    assert "https" not in board.text, "all in the channel read it, and few see the cellar"
    mine = (await room.command(room.ada, "/matches")).told
    assert f"/channels/{room.guild.id}/{hidden.id}/" in mine
    theirs = (await room.command(room.ben, "/matches")).told
    assert "https" not in theirs
    assert "its board is in a place that you cannot see from here" in theirs
    for who, goes in ((room.ada, True), (room.ben, False), (room.cleo, False)):
        answer = await room.late_press(who, board, move, shown)
        plays = who is not room.cleo
        assert ("shown in another message now" if plays else "goes on elsewhere") in answer.told
        assert ("https" in answer.told) is goes


STAYS = "The match stays in its server; only you see this copy."


async def in_chat(room: Room, player: simcord.MemberActor, **said: Any) -> Answer:
    """What `/prowler board` answers in the chat of a player with the bot."""
    return Answer(room.env, await player.user.slash("prowler board", **said))


async def check_at_home(room: Room, board: Message) -> None:
    """The board is shown where it was, with its picture and buttons."""
    stored = await room.board_row(board.match)
    assert (stored.channel, stored.message) == (board.channel, board.id)
    assert "has moved" not in board.text
    assert "Menu" in board.labels


async def test_in_a_chat_a_player_plays_in_a_copy_until_the_bot_is_no_member(room: Room) -> None:
    board = await room.begin(first="me")
    answer = await in_chat(room, room.ben)
    assert answer.told.startswith(STAYS)
    assert not answer.public
    await check_at_home(room, board)
    copy = answer.message
    move = next(it for it in copy.buttons if it["custom_id"].startswith(("try", "m:")))
    await room.press(room.ben.user, copy, move["label"])
    await check_at_home(room, board)
    asked = await room.challenge()
    answer = await in_chat(room, room.ada, match=asked.match)
    assert answer.told.startswith("The challenge stays in its server. [Go to the board]")
    assert "Accept" in asked.labels
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.env.settle()
    answer = await in_chat(room, room.ben, match=board.match)
    assert answer.public, "the bot has left the server"
    assert "Menu" in answer.message.labels


async def test_somebody_who_was_kicked_moves_no_board_out_of_the_server(room: Room) -> None:
    board = await room.begin(first="me")
    room.guild.remove_member(room.ben)
    for said in ({}, {"match": board.match}):
        answer = await in_chat(room, room.ben, **said)
        assert answer.told.startswith(STAYS)
        await check_at_home(room, board)
    quiet, (ben,) = room.elsewhere(room.ben)
    answer = await room.command(ben, "board", channel=quiet, match=board.match)
    assert answer.told.startswith(STAYS)
    room.patch.setattr(room, "guild", quiet.guild)
    forged = await room.late_press(ben, answer.message, f"repost!:{board.match}:0:")
    assert forged.told.startswith(STAYS)
    assert room.messages(quiet) == []
    await check_at_home(room, board)


async def test_a_board_moves_only_to_where_all_players_see_it_and_back(room: Room) -> None:
    board = await room.begin(first="me")
    hidden = cellar(room, room.ada)
    answer = await room.command(room.ada, "board", channel=hidden, match=board.match)
    assert answer.told.startswith("Not all players see this channel, so only you see this copy")
    forged = await room.late_press(room.ada, answer.message, f"repost!:{board.match}:0:")
    assert forged.told.startswith("Not all players see this channel")
    assert room.messages(hidden) == []
    await check_at_home(room, board)
    quiet, (ada,) = room.elsewhere(room.ada)
    answer = await room.command(ada, "board", channel=quiet, match=board.match)
    assert answer.told.startswith(STAYS)
    await check_at_home(room, board)
    quiet.guild.add_member(room.ben.user)
    await room.env.advance_time(61)  # the bot asks Discord again who is a member
    moved = await room.move_board(ada, quiet, board.match)
    await check_at_home(room, moved)
    assert board.labels == ["Bring it back here"]
    back = (await room.press(room.ben, board, "Bring it back here")).message
    await check_at_home(room, back)
    assert moved.labels == ["Bring it back here"]


async def test_a_match_of_a_chat_goes_into_a_server_and_back_by_a_button(room: Room) -> None:
    hall = room.guild.create_text_channel("hall")
    with room.patch.context() as there:
        bring(room, there, "group")
        board = await room.begin(first="me")
    room.recover()
    moved = await room.move_board(room.ada, hall, board.match)
    await check_at_home(room, moved)
    assert (await in_chat(room, room.ben, match=board.match)).told.startswith(STAYS)
    with room.patch.context() as there:
        bring(room, there, "group")
        back = (await room.press(room.ben, board, "Bring it back here")).message
        assert "Menu" in back.labels


@pytest.mark.parametrize(
    ("place", "competition", "reason"),
    [
        ("cellar", "", "Not all players see this channel"),
        ("cellar", "c", "Not all players see this channel"),
        ("group", "c", "The match stays in its server"),
    ],
)
async def test_nobody_shows_a_new_match_in_hiding(
    room: Room, place: str, competition: str, reason: str
) -> None:
    match = await room.match(await room.begin(first="me"))
    terms = replace(match.terms, competition=competition)
    changed = replace(match, terms=terms, revision=match.revision + 1)
    await room.service.store.commit(match, changed)
    await room.service.store.database.write("DELETE FROM boards")
    hidden = cellar(room, room.ada)
    if place == "group":
        bring(room, room.patch, "group")
    channel = hidden if place == "cellar" else None
    answer = await room.command(room.ada, "board", channel=channel, match=match.id)
    assert answer.told.startswith(reason)
    assert "only you see this copy" in answer.told
    assert await room.service.store.boards.board_of(match.id) is None
    if place == "cellar":
        room.recover()
        hall = await room.command(room.ada, "board", match=match.id)
        assert hall.public, "all players see this channel"


async def test_a_finished_match_is_public_and_private_with_a_press_of_a_player(room: Room) -> None:
    match = await played(room, room.ada, room.ben)
    channel, dora = elsewhere(room)

    async def seen() -> bool:
        answer = await room.command(dora, "replay", channel=channel, match=match.id)
        return "no match" not in answer.told

    assert not await seen()
    mine = (await room.command(room.ada, "replay", match=match.id)).message
    await room.press(room.ada, mine, "Make public")
    assert await seen()
    shown = (await room.command(dora, "replay", channel=channel, match=match.id)).message
    assert (await room.press(dora, shown, "Show to all")).public, "which opens it to nobody"
    theirs = (await room.command(room.ben, "replay", match=match.id)).message
    await room.press(room.ben, theirs, "Make private")
    assert not await seen()
    running = await room.begin()
    for who, which in ((room.cleo, match.id), (room.ada, running.match)):
        shown = (await room.command(who, "replay", match=which)).message
        assert not [it for it in shown.selects if it["placeholder"] == "Share this match"]
        answer = await room.late_press(who, shown, str(ReplayPress("publish", which, 0)))
        assert "Only its players can make a finished match public." in answer.told
