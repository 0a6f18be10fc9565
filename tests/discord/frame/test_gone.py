"""A thread, channel or server that is gone is noticed, and play goes on elsewhere."""

import random
from dataclasses import replace

import discord
import pytest

from cogs.board.board_messages import BoardMessages
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import ActKind
from prowlerbot.match.match import Ending, Phase
from tests.discord.board.test_threads import board_in, threads
from tests.discord.message import Message
from tests.discord.room import Room


async def threaded(room: Room, **options: object) -> tuple[str, int]:
    """A match in a thread, and the thread."""
    await room.set_up(threads=True)
    await room.begin(**options)
    return board_in(room).match, threads(room)[0].id


@pytest.mark.parametrize(
    ("requests", "status", "code"),
    [(("PATCH", "POST"), 404, 10003), (("POST",), 403, 50013), ((), 0, 0)],
    ids=["deleted while nobody looked", "closed to the bot", "deleted"],
)
async def test_a_match_whose_thread_takes_no_message_goes_on_in_the_channel(
    room: Room, requests: tuple[str, ...], status: int, code: int
) -> None:
    match_id, thread = await threaded(room)
    for request in requests:
        path = f"/channels/{thread}/messages*"
        room.env.inject_error(request, path, status=status, times=None, code=code)
    if status:
        await room.play_stored(match_id, random.Random(1), 1)
    else:
        room.env.backend.delete_channel(thread)
        await room.env.settle()
    for _ in range(3):
        await room.time_passes(20)
    (board,) = [each for each in room.messages() if each.moves]
    stored = await room.board_row(match_id)
    assert (stored.channel, stored.message) == (room.channel.id, board.id)
    (call,) = [each for each in room.messages() if "your turn" in each.text]
    assert f"<@{(await room.mover(match_id)).id}>" in call.text
    assert f"/{board.id}" in call.text
    before = (await room.match(match_id)).ply
    await room.play_on(board, random.Random(1), before + 1)
    assert (await room.match(match_id)).ply == before + 1
    assert status == 404 or not (threads(room) and moving(room, thread))
    await room.time_passes(120)
    assert [each.id for each in room.messages() if each.moves] == [board.id]


async def test_a_deleted_channel_is_noticed(room: Room) -> None:
    match_id = (await room.begin()).match
    elsewhere = room.guild.create_text_channel("elsewhere")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    told = (await room.command(room.ada, "/matches", channel=elsewhere)).told
    assert "the board is gone" in told
    assert "discord.com/channels" not in told
    board = (await room.command(room.ada, "board", channel=elsewhere)).message
    await room.play_on(board, random.Random(1), 2)
    assert (await room.match(match_id)).ply == 2
    (call,) = [each for each in room.messages(elsewhere) if each.pings]
    assert call.pings == [(await room.mover(match_id)).id], "calls go where the board is"


def moving(room: Room, channel: int) -> list[Message]:
    """The boards in a channel or thread on which a move can be made."""
    found = [Message(room.env, channel, each) for each in room.env.backend.messages[channel]]
    return [each for each in found if each.moves]


async def test_a_challenge_whose_message_is_deleted_is_withdrawn(room: Room) -> None:
    challenge, unseen = await room.challenge(), await room.challenge(room.cleo)
    ids = [challenge.match, unseen.match]
    room.deletes(challenge)
    await room.env.settle()
    assert await withdrawn(room) == ids[:1]
    del room.env.backend.messages[unseen.channel][unseen.id]
    await room.feature(BoardMessages).refresh(ids[1], anyway=True)
    assert await withdrawn(room) == ids[::-1], "the next edit finds it gone"
    for match in [await room.match(each) for each in ids]:
        assert (match.phase, match.ending) == (Phase.OVER, Ending.DELETED)
    for player, other in ((room.ada, "Ben"), (room.ben, "Ada")):
        told = (await room.command(player, "/matches")).told
        assert f"**{other}**: the challenge is withdrawn, as its message was deleted" in told
    assert "the challenge" not in (await room.command(room.join("Dora"), "/matches")).told


async def withdrawn(room: Room) -> list[str]:
    """The challenges that were withdrawn as their messages were deleted, as the log has it."""
    acts = (await room.service.store.acts.acts_page(room.guild.id, 0)).acts
    return [act.subject for act in acts if act.what is ActKind.LOST]


async def test_challenges_deleted_at_once_count_no_more_and_each_is_told(room: Room) -> None:
    asked = [await room.challenge() for _ in range(2)]
    before = await room.challenge(opponent=room.cleo)
    ids = [str(each.id) for each in asked]
    for each in asked:
        del room.env.backend.messages[each.channel][each.id]
    event = {"ids": ids, "channel_id": str(room.channel.id), "guild_id": str(room.guild.id)}
    room.env.backend.emit("MESSAGE_DELETE_BULK", event)
    await room.env.settle()
    told = (await room.command(room.ben, "/matches")).told
    assert told.count("as its message was deleted") == 2
    assert len(await withdrawn(room)) == 2
    assert (await room.match(before)).phase is Phase.LOBBY


async def test_a_deleted_board_has_no_link_and_is_back_there_at_the_next_change(room: Room) -> None:
    match_id, thread = await threaded(room, rated="no")
    room.deletes(board_in(room))
    await room.env.settle()
    told = (await room.command(room.ada, "/matches")).told
    assert "the board is gone" in told
    assert "discord.com/channels" not in told
    await room.time_passes(60)
    assert not moving(room, thread), "nothing has changed"
    await room.play_stored(match_id, random.Random(1), 1)
    for _ in range(3):
        await room.time_passes(30)
    (anew,) = moving(room, thread)
    stored = await room.board_row(match_id)
    assert (stored.channel, stored.message) == (thread, anew.id)


@pytest.mark.parametrize(
    ("right", "what"),
    [
        ("manage_messages", "message"),
        ("speak", "message"),
        ("manage_messages", "channel"),
        ("manage_channels", "channel"),
        ("manage_threads", "channel"),
        ("speak", "channel"),
    ],
)
async def test_whoever_may_delete_a_board_gains_no_time(room: Room, right: str, what: str) -> None:
    board = await room.begin(pace=DAY, rated="yes")
    match = await room.match(board)
    played = replace(match, terms=replace(match.terms, competition="c", pairing=1))
    await room.service.store.commit(match, replace(played, revision=match.revision + 1))
    role = room.guild.create_role("guard", permissions=discord.Permissions(**{right: True}))
    mover = await room.mover(board)
    room.env.backend.add_member_role(room.guild.id, mover.id, role.id)
    room.fail("send", 500, times=None)
    if what == "message":
        room.deletes(board)
    else:
        room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    deleted_at = room.clock()
    scene = await room.service.scene(match.id)
    assert scene.unseen_since == (deleted_at if right == "speak" else 0)
    if what == "channel":
        return
    await room.time_passes(4 * 60 * 60)
    room.recover()
    for _ in range(3):
        await room.time_passes(60)
    after = await room.service.scene(board.match)
    assert after.board is not None
    assert after.board.message not in {0, board.id}
    assert (after.match.turn_at > match.turn_at + 4 * 60 * 60) == (right == "speak")


async def test_a_server_loses_its_boards_with_the_bot_not_in_an_outage(room: Room) -> None:
    match_id = (await room.begin()).match
    for outage in (True, False):
        event = {"id": str(room.guild.id)} | ({"unavailable": True} if outage else {})
        room.env.backend.emit("GUILD_DELETE", event)
        await room.env.settle()
        assert bool((await room.board_row(match_id)).message) is outage
