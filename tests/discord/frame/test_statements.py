"""How often a press goes to the database, and forged presses, which store nothing."""

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
import simcord

from cogs.frame import interaction_gate as gate
from cogs.frame import rate_limits
from cogs.frame.rate_limits import REFUSALS_A_MINUTE, Arrivals
from cogs.frame.router import AnyRoute, MatchRoute, Router
from cogs.presses import MatchPress
from prowlerbot.games import GAMES
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
        patch.setattr(database, "run_reading", None)
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


HUGE = "9" * 40
OF_A_MATCH = f"""
    :::: :nomatch:0: :{{match}}:{HUGE}: :{{match}}:-1: :{{match}}:0.0.0:x :{{match}}:\u0661:\u0661
    :{{match}}:1:nonsense\x00 :{{match}}:1:9/nobody :\ud800:0:\ud800 :i\ud800:0: :{{match}}:0:\ud800
"""
"""The texts that may follow the name of a press about a match."""
OF_ANYTHING = f"""
    : :nomatch:1:1:1 ::0:nogame:1 ::0:nogame:server ::1:nogame:server ::1:\ud800:server ::0:\ud800:1
    ::0:prowler:nowhere ::{HUGE}:prowler:{HUGE} ::{HUGE}:prowler:{{ada}} ::0:prowler:{{ada}}
    ::{HUGE}:prowler:4200000000000000000 ::0:prowler:-1 ::0:prowler:\u0661 :prowler:0:nonsense:?
    :nogame:0:-:? :prowler:{HUGE}:-:? :prowler:0:1,,2:?\x00 :nothing:0:,0#0
    :nothing:0:,1?\ud800!\x00 :now:nogame :alone:prowler :again:nonsense
    :with:prowler@{HUGE} :theme :nothing :channels :presses_a_minute :seen :delete!
"""
CHOSEN: list[list[str] | None] = [
    None,
    ["nonsense"],
    ["\u0661", HUGE],
    [HUGE],
    ["-1"],
    ["\x00"],
    ["\ud800"],
    ["a"] * 200,
]
CLEARING = "server:channels", None
"""Not forged: without a choice, an admin lets challenges be made in all channels."""
SELECTS = [
    *("mine:theme", "mine:switches", "mine:calls", "mine:quiet", "mine:away", "mine:seen"),
    *("server:channels", "server:switches", "server:pace", "server:theme", "server:language"),
    *("server:open_challenges", "server:presses_a_minute"),
]
"""All of these are shown by a command; a choice that they never offered is not made."""


def forms(route: AnyRoute, match: str, ada: int) -> list[str]:
    tails = ["", *OF_A_MATCH.split()]
    if not isinstance(route, MatchRoute):
        tails += OF_ANYTHING.split()
    if route.name in {"share", "animate", "follow"}:  # for all who see the match
        tails = [tail for tail in tails if "{match}" not in tail]
    return [(route.name + tail.format(match=match, ada=ada))[:100] for tail in tails]


async def stored(room: Room) -> dict[str, Any]:
    await room.service.store.boards.write_shown()  # what the board showed before is written behind
    read = room.bench.database.read
    found = await room.bench.database.tables()
    return {table: await read(f"SELECT * FROM {table}") for table in found}  # noqa: S608 - our tables


async def test_no_handler_or_select_stores_anything_forged_or_never_offered(room: Room) -> None:
    room.patch.setattr(rate_limits, "AT_ONCE", 10_000)  # so many would be too many for anybody
    room.patch.setattr(Arrivals, "let_in", lambda *_: True)
    room.patch.setattr(gate.Gate, "count_interaction", lambda *_, **__: None)
    for game in GAMES:  # the first puzzle of a game stores all of those that came with the bot
        await room.command(room.admin, "/puzzle", game=game)
    board = await room.begin()
    match, before, choices = board.match, await stored(room), itertools.cycle(CHOSEN)
    for route in room.feature(Router)._routes.values():
        presses = [(custom_id, next(choices)) for custom_id in forms(route, match, room.ada.id)]
        presses = [each for each in presses if each != CLEARING]
        await answered(room, board, presses)
    for custom_id in SELECTS:
        await answered(room, board, [(custom_id, values) for values in CHOSEN if values])
    assert await stored(room) == before


async def answered(
    room: Room, board: Message, presses: Sequence[tuple[str, list[str] | None]]
) -> None:
    """The admin sends these presses at once; each gets an answer."""
    shown = board.snapshot()
    sent = [room.send_press(room.admin, board, press, shown, values) for press, values in presses]
    await room.env.settle()
    for press, record in zip(presses, sent, strict=True):
        assert simcord.InteractionResult(room.env, record).acknowledged, press


async def test_too_many_presses_and_suggestions_stop_without_the_database(room: Room) -> None:
    board = await room.begin()
    await room.set_up(presses_a_minute=5)
    for _ in range(5):
        await room.press(room.cleo, board, "Menu")
    with sent(room) as statements:
        refused = await room.press(room.cleo, board, "Menu")
        assert "rate limit is" in refused.told
        assert "rate limit is" in (await room.command(room.cleo, "rules")).told
    assert statements == []
    answers = [await room.press(room.cleo, board, "Menu") for _ in range(30)]
    assert sum(each.acknowledged for each in answers) == REFUSALS_A_MINUTE - 2
    await room.env.advance_time(6)
    assert "rate limit is" in (await room.press(room.cleo, board, "Menu")).told
    room.patch.setattr(rate_limits, "SUGGESTIONS_A_MINUTE", 2)
    for number, expected in enumerate((True, True, False)):
        found = await room.ben.autocomplete(room.channel, "prowler play", "pathway", "")
        assert bool(found) is expected, number
