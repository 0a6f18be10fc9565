"""How often a press goes to the database: each time is a way to its thread and back."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cogs.presses.addresses import MatchPress
from prowlerbot.storage.engines.database import Work
from tests.discord.message import Message
from tests.discord.room import Room

READ, COMMIT = "SELECT matches", "transaction"
LOOK = "SELECT ("
"""What falls due is looked for every second."""


@contextmanager
def sent(room: Room) -> Iterator[list[str]]:
    """The work that goes to the database's thread meanwhile, in order."""
    database, found = room.bench.database, list[str]()
    read, run = database.read, database.run

    async def watched_read(sql: str, *values: object) -> Any:
        found.append(_told(sql))
        return await read(sql, *values)

    async def watched_run(work: Callable[[Work], Any]) -> Any:
        found.append(COMMIT)
        return await run(work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "read", watched_read)
        patch.setattr(database, "run", watched_run)
        patch.setattr(database, "look", None)
        yield found


def _told(sql: str) -> str:
    """The verb of a statement and the table it is about; that of a scene is matches."""
    words = sql.split()
    if words[0] == "SELECT" and "FROM matches m" in sql:
        return READ
    after = {"SELECT": "FROM", "INSERT": "INTO", "UPDATE": "UPDATE", "DELETE": "FROM"}[words[0]]
    return f"{words[0]} {words[words.index(after) + 1]}"


async def begun(room: Room, *, calls: bool) -> Message:
    """A match in which each player has pressed once, so that names and languages are known."""
    await room.set_up(calls=calls)
    board = await room.begin()
    await room.play_on(board, random.Random(1), 2)
    await room.env.advance_time(2)
    return board


async def move(room: Room, board: Message) -> list[str]:
    """The statements that an ordinary move sends to the database."""
    ply, mover = (await room.match(board)).ply, await room.mover(board)
    with sent(room) as found:
        await room.press(mover, board, board.plain[0])
    assert (await room.match(board)).ply == ply + 1
    return found


@pytest.mark.both_databases
async def test_a_move_reads_once_and_writes_once_and_a_private_board_reads_once(room: Room) -> None:
    board = await begun(room, calls=False)
    for _ in range(3):
        assert await move(room, board) == [READ, COMMIT]
    match = await room.match(board)
    await room.prefers(room.ben, text_first=True)
    with sent(room) as found:
        await room.late_press(room.ben, board, str(MatchPress("look", match.id)))
    assert found == [READ, "SELECT seats"], "no other match of theirs is read whole"


@pytest.mark.both_databases
async def test_a_call_takes_a_write_and_a_press_never_shows_an_older_board(room: Room) -> None:
    board = await begun(room, calls=True)
    for _ in range(3):
        assert await move(room, board) == [READ, COMMIT, COMMIT]
    (call,) = room.calls()
    stored = "SELECT message, state FROM messages WHERE message <> 0 ORDER BY state DESC"
    ((standing, _), *deleted) = await room.bench.database.read(stored)
    assert standing == call.id
    assert [state for _, state in deleted] == ["outdated"] * 3
    await room.env.advance_time(2)  # that they have been deleted is written behind
    assert await room.bench.database.read(stored) == [(standing, "stands")]
    match = await room.match(board)
    late = str(MatchPress("m", match.id, 0, match.plays[0].move))
    shown = board.snapshot()
    await room.late_press(room.cleo, board, late, shown)  # her name is known then
    for player in (room.cleo, room.ben, room.ada):
        for press in (str(MatchPress("scores", match.id)), str(MatchPress("menu", match.id)), late):
            with sent(room) as found:
                await room.late_press(player, board, press, shown)
            assert found == [READ], press
    mover = await room.mover(board)
    other = room.ben if mover.id == room.ada.id else room.ada
    press = board.button(board.plain[0])["custom_id"]
    back = press.replace("m:", "back:", 1)
    await room.presses_at_once(board, [(mover, press), (other, back), (mover, back)])
    match = await room.match(board)
    presses = [MatchPress.read(each["custom_id"]) for each in board.moves]
    # both presses read the same; the one that comes second reads anew
    assert {press.moment for press in presses if press is not None} == {match.moment}
    assert await room.service.store.boards.outdated_matches() == []


@pytest.mark.both_databases
async def test_what_the_boards_show_is_written_behind_many_at_a_time(room: Room) -> None:
    boards = [await begun(room, calls=False) for _ in range(2)]
    for board in boards:
        await move(room, board)
    with sent(room) as found:
        await room.env.advance_time(2)
    assert set(found) == {COMMIT, LOOK}
    assert found.count(COMMIT) == 1
    assert await room.service.store.boards.outdated_matches() == []
    for board in boards:
        assert (await room.board_row(board.match)).shown == (await room.match(board)).revision


@pytest.mark.both_databases
@pytest.mark.answering_machine
async def test_a_step_of_a_hint_reads_once_and_writes_once(room: Room) -> None:
    board = await room.begin(hints="yes")
    await room.play_on(board, random.Random(1), 2)
    await room.env.advance_time(2)
    mover, match = await room.mover(board), await room.match(board)
    steps = [str(MatchPress("hint", match.id, match.moment, step)) for step in "123"]
    for press in steps:
        with sent(room) as found:
            await room.late_press(mover, board, press)
        assert found == [READ, COMMIT]
    with sent(room) as found:
        await room.late_press(mover, board, steps[-1])
    assert found == [READ], "it was taken before"
