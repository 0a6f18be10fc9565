"""Who follows a match hears of its turning points and its end, as long as they may look at it."""

import random
from typing import Any

import simcord

from cogs.following import follow_messages
from prowlerbot.following import follow_store
from prowlerbot.following.follow_store import REVIEW_PATIENCE, FollowStore
from prowlerbot.games.prowler import Prowler
from tests.discord.board.test_visibility import cellar
from tests.discord.message import Answer, Message
from tests.discord.room import Room


async def follow(room: Room, board: Message, by: simcord.MemberActor | None = None) -> Answer:
    """Cleo follows a match if nobody is named."""
    user = by or room.cleo
    return await room.press(user, (await room.press(user, board, "Menu")).message, "Follow")


async def end(room: Room, board: Message) -> None:
    asked = await room.command(room.ada, "resign", match=board.match)
    await room.press(room.ada, asked.message, "Resign")


async def test_a_follower_hears_of_a_turning_point_and_of_the_end_once(room: Room) -> None:
    def points(_: Prowler, seen: Any) -> tuple[int, int]:  # with move 8 Ben has taken the lead
        return (2, 1) if sum(mask.bit_count() for mask in seen.passages) < 5 else (2, 3)

    room.patch.setattr(Prowler, "points", points)
    board = await room.begin()
    answer = await follow(room, board)
    assert "You follow this match" in answer.told
    await room.time_passes(60)
    assert room.chat(room.cleo) == []
    await room.play_on(board, random.Random(2), 12)
    await room.time_passes(60)
    (turn,) = room.chat(room.cleo)
    assert "takes the lead" in turn.text
    assert "3\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}2" in turn.text
    (way,) = [each["url"] for each in turn.buttons if "url" in each]
    assert way.endswith(f"/{board.channel}/{board.id}")
    await room.restart()
    await end(room, board)
    for _ in range(2):
        await room.time_passes(60)
        await room.restart()
    _, last = room.chat(room.cleo)
    assert "resigned" in last.text


async def test_who_may_no_longer_look_at_the_match_hears_nothing(room: Room) -> None:
    board = await room.begin()
    hidden = cellar(room, room.ada, room.ben, room.cleo)
    shown = await room.move_board(room.ada, hidden, board.match)
    await follow(room, shown)
    await room.bench.database.write("DELETE FROM showings")
    await end(room, shown)
    await room.time_passes(60)
    assert room.chat(room.cleo) == []


async def test_others_than_players_follow_only_so_many_matches(room: Room) -> None:
    for module in (follow_store, follow_messages):
        room.patch.setattr(module, "MOST_FOLLOWED", 2)
    boards = [await room.begin() for _ in range(3)]
    menu = await room.press(room.ada, boards[0], "Menu")
    assert "Follow" not in menu.message.labels
    forged = await room.late_press(room.ada, boards[0], f"follow:{boards[0].match}:0:")
    assert "You play in this match" in forged.told
    for board in boards[:2]:
        await follow(room, board)
    answer = await follow(room, boards[-1])
    assert "the most possible" in answer.told
    assert answer.message.labels == ["Ada against Ben"] * 2
    again = await follow(room, boards[0])
    assert "You follow this match" in again.told, "once more is no change"
    gone = await room.press(room.cleo, again.message, "Unfollow")
    assert "not follow this match any more" in gone.told
    await end(room, boards[0])
    await room.time_passes(60)
    assert room.chat(room.cleo) == []


async def test_a_follow_waits_for_a_review_from_the_end_of_a_long_match_on(room: Room) -> None:
    board = await room.begin()
    await follow(room, board)
    room.clock.now += REVIEW_PATIENCE
    await end(room, board)
    for waited, kept in ((60, 1), (REVIEW_PATIENCE, 0)):
        room.clock.now += waited - 60
        await room.time_passes(60)
        assert len(await room.bench.database.read("SELECT * FROM follows")) == kept


async def test_whoever_takes_a_seat_of_a_match_follows_it_no_more(room: Room) -> None:
    board = await room.begin()
    await follow(room, board)
    await room.bench.database.write(
        "UPDATE seats SET player = $1 WHERE player = $2", room.cleo.id, room.ben.id
    )
    await end(room, board)
    await room.time_passes(60)
    assert await room.bench.database.read("SELECT * FROM follows") == []
    assert room.chat(room.cleo) == []


async def test_closed_messages_end_it_quietly(room: Room) -> None:
    board = await room.begin()
    await follow(room, board)
    await end(room, board)
    room.fail("send", 403, code=50007)
    await room.time_passes(30)
    assert await FollowStore(room.bench.database).followed_matches(room.cleo.id) == []
    await room.time_passes(60)
    assert room.chat(room.cleo) == []
