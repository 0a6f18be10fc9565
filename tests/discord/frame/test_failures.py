"""Failures of Discord, the database or the bot; how often a press asks it; forged presses."""

import itertools
import random
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event
from typing import Any

import aiohttp
import discord
import pytest
import simcord

from cogs.board.board_messages import BoardMessages, WarmUp
from cogs.board.board_posting import Posting
from cogs.board.rendering import Rendering
from cogs.contract.face import Face
from cogs.frame import interaction_gate as gate
from cogs.frame import rate_limits, replies
from cogs.frame.interaction_gate import Gate
from cogs.frame.meter import LineAMinute
from cogs.frame.replies import _announce_delay, current_interaction
from cogs.frame.router import AnyRoute, MatchRoute, Router
from cogs.presses import MatchPress
from prowlerbot.core.errors import StoreError
from prowlerbot.games import GAMES
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from prowlerbot.storage.engines.database import Database, Work
from tests.discord.board.test_calls_and_posts import ends_there, lose_replies
from tests.discord.message import Message
from tests.discord.places import bring
from tests.discord.room import Room
from tests.patience import HUNG


@pytest.fixture
async def board(room: Room) -> Message:
    board = await room.begin()
    await room.play(board, ["Castle"])
    return board


async def test_a_refused_answer_is_an_edit_or_follows_by_itself(room: Room, board: Message) -> None:
    for ply, status in enumerate((404, 429, 500, 502), 2):
        room.fail("callback", status)
        answer = await room.press(await room.mover(board), board, board.plain[0])
        assert (await room.match(board)).ply == ply
        assert len(board.moves) == 28 - ply, f"the board shows the move after {status}"
        assert "up to date" in answer.told, status
        assert [each.pings for each in room.calls()] == [[(await room.mover(board)).id]], status
    for ply, status in enumerate((403, 429, 500), 6):
        room.fail("callback", status)
        room.fail("edit", status)
        answer = await room.press(await room.mover(board), board, board.plain[0])
        assert (await room.match(board)).ply == ply
        assert len(board.moves) == 29 - ply, f"the board is behind after {status}"
        assert "safe" in answer.told
        assert "follows by itself" in answer.told
        await room.time_passes(60)
        assert len(board.moves) == 28 - ply, status
        assert len(room.calls()) == 1, status


async def test_a_deleted_board_comes_again_and_a_match_goes_on(room: Room, board: Message) -> None:
    shown, press = board.snapshot(), board.button(board.plain[0])["custom_id"]
    match_id = board.match
    room.deletes(board)
    answer = await room.late_press(room.ada, board, press, shown)
    assert "`/prowler board`" in answer.told
    assert (await room.match(match_id)).ply == 2
    (call,) = [each for each in room.messages() if "your turn" in each.text]
    assert call.labels == ["Open my board"], "no link leads to a deleted message"
    assert call.pings == [room.ben.id]

    again = (await room.command(room.ben, "board")).message
    assert len(again.moves) == 26
    room.deny_bot(again.channel, send_messages=True, attach_files=True)
    await room.env.settle()
    await room.play_on(again, random.Random(1), 5)
    assert (await room.match(match_id)).ply == 5
    answer = await room.command(room.ada, "board")
    assert "Send Messages" in answer.told


@pytest.mark.expects_errors
async def test_a_busy_database_is_told_without_naming_files(room: Room, board: Message) -> None:
    room.patch.setattr("prowlerbot.storage.engines.database.DATABASE_PATIENCE", 0.1)
    other = sqlite3.connect(room.bench.database.place, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        for answer in (
            await room.press(room.ada, board, board.plain[0]),
            await room.command(room.ada, "challenge", opponent=room.cleo),
        ):
            assert "try again" in answer.told
            assert "prowler.db" not in answer.told
        for answer in (
            await room.press(room.ada, board, "Menu"),
            await room.command(room.ada, "/matches"),
        ):
            assert answer.told
            assert "prowler.db" not in answer.told
        await room.ada.autocomplete(room.channel, "prowler play", "pathway", "")
    finally:
        other.close()
    assert (await room.match(board)).ply == 1
    await room.press(room.ada, board, board.plain[0])
    assert (await room.match(board)).ply == 2


@pytest.mark.expects_errors
async def test_a_press_that_is_slow_or_fails_denies_no_change(room: Room, board: Message) -> None:
    run = Database.run

    async def slowly(self: Database, work: Callable[[Work], Any]) -> Any:
        if (interaction := current_interaction(board.channel)) is not None:
            await _announce_delay(interaction)  # as the clock does when a disk takes its time
        return await run(self, work)

    with room.patch.context() as patch:
        patch.setattr(Database, "run", slowly)
        answer = await room.press(room.ada, board, board.plain[0])
    assert "Still working" in answer.told
    assert (await room.match(board)).ply == 2
    assert len(board.moves) == 26, "the board follows"

    async def broken(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    room.patch.setattr(BoardMessages, "answer", broken)
    answer = await room.press(room.ben, board, board.plain[0])
    assert (await room.match(board)).ply == 3
    assert "part of that may have been stored" in answer.told
    assert "nothing was changed" not in answer.told


async def test_answers_that_discord_does_not_wait_for_make_one_line_a_minute(room: Room) -> None:
    for code in (10062, 10015):
        late = LineAMinute()
        room.patch.setattr(replies, "_late_answers", late)
        room.fail("callback", 404, times=None, code=code)
        for _ in range(3):
            await room.command(room.ada, "/matches")
            await room.ada.autocomplete(room.channel, "prowler play", "pathway", "")
        late._logged_at -= 60
        await room.command(room.ada, "/matches")
        told = [each.getMessage() for each in room.log.records if "too late" in each.getMessage()]
        assert [each.rpartition(" ")[2] for each in told] == ["1", "6"], code
        assert not [each for each in room.log.records if each.exc_info]
        room.recover()
        room.log.clear()


async def test_an_answer_given_twice_counts_and_makes_one_line(room: Room, board: Message) -> None:
    """Its reply got lost, or a second process with the same token was faster."""
    under_way: list[bool] = []
    limiting = Gate.limiting

    @contextmanager
    def counted(self: Gate, interaction: discord.Interaction) -> Iterator[None]:
        with limiting(self, interaction):
            yield
        under_way.append(not interaction.response.is_done())

    room.patch.setattr(Gate, "limiting", counted)
    room.fail("callback", 400, times=None, code=40060)
    for _ in range(3):
        await room.press(room.ada, board, "Menu")
    assert len([each for each in room.log.records if each.levelname == "WARNING"]) <= 1
    for _ in range(3):
        await room.command(room.ada, "/matches")
    assert not any(under_way), "the player may press on"
    assert not [each for each in room.log.records if each.exc_info]


async def test_a_challenge_stands_though_the_word_of_its_delay_was_lost(room: Room) -> None:
    send, post = discord.InteractionResponse.send_message, Posting._post

    async def lost(self: Any, **values: Any) -> Any:
        sent = await send(self, **values)
        if values.get("ephemeral"):
            self._response_type = None
            raise ConnectionResetError
        return sent

    async def held(self: Posting, interaction: Any, *more: Any) -> Any:
        await _announce_delay(interaction)
        return await post(self, interaction, *more)

    with room.patch.context() as patch:
        patch.setattr(discord.InteractionResponse, "send_message", lost)
        patch.setattr(Posting, "_post", held)
        await room.command(room.ada, "challenge", opponent=room.ben)
    (challenge,) = [each for each in room.messages() if each.buttons]
    await room.press(room.ben, challenge, "Accept")
    assert (await room.match(challenge)).phase is Phase.PLAYING


async def lost(*_: Any, **__: Any) -> Any:
    raise aiohttp.ServerDisconnectedError


async def test_a_lost_answer_to_a_late_press_is_one_log_line(room: Room, board: Message) -> None:
    shown, late = board.snapshot(), board.button(board.plain[0])["custom_id"]
    await room.play_on(board, random.Random(1), 3)
    with room.patch.context() as patch:
        patch.setattr(discord.Webhook, "send", lost)
        await room.late_press(room.ada, board, late, shown)
    told = [it for it in room.log.records if it.name.startswith(("cogs", "discord.app"))]
    assert {(each.levelname, each.exc_info) for each in told} == {("WARNING", None)}


@pytest.mark.expects_errors
async def test_when_nothing_gets_through_the_match_is_right(room: Room, board: Message) -> None:
    for request in ("callback", "edit", "send", "delete"):
        room.fail(request, 500, times=None)
    await room.press(room.ada, board, board.plain[0])
    assert (await room.match(board)).ply == 2
    before = len(room.env.http_requests)
    for _ in range(8):
        await room.time_passes(60)
    tries = [each for each in room.env.http_requests[before:] if each.method == "PATCH"]
    assert 3 <= len(tries) <= 6, "less and less"
    room.recover()
    for _ in range(4):
        await room.time_passes(60)
    assert len(board.moves) == 26
    assert [each.pings for each in room.calls()] == [[room.ben.id]]


async def unfinished(room: Room) -> int:
    noted = "SELECT 1 FROM messages WHERE kind IN ('board', 'thread') AND state = 'noted'"
    await room.service.store.write_notes()
    return len(await room.service.store.database.read(noted))


def boards(room: Room) -> list[Message]:
    """The messages with buttons, wherever they are."""
    found = [
        Message(room.env, place, message)
        for place, messages in room.env.backend.messages.items()
        for message, stored in messages.items()
        if not stored.is_ephemeral
    ]
    return [each for each in found if each.buttons]


@pytest.mark.parametrize("then", ["pressed at once", "found", "not to be looked for"])
async def test_a_challenge_of_which_nothing_is_known_stays_open(room: Room, then: str) -> None:
    with room.patch.context() as patch:
        lose_replies(patch, discord.InteractionResponse, "send_message")
        lose_replies(patch, discord.Interaction, "original_response")
        answer = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "withdr" not in answer.told
    (challenge,) = boards(room)
    if then == "not to be looked for":
        room.deny_bot(room.channel.id, read_message_history=True)
        await room.env.settle()
        await room.time_passes(120)
        assert not await unfinished(room)
    if then == "found":
        await room.time_passes(120)
        stored = await room.board_row(challenge.match)
        assert stored.message == challenge.id, "it is looked after like any other"
    await room.press(room.ben, challenge, "Accept")
    assert (await room.match(challenge)).phase is Phase.PLAYING
    await room.time_passes(120)
    assert not await unfinished(room)
    assert len(boards(room)) == 1


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    ("place", "may_appear", "waited_for"),
    [
        pytest.param("server", 30, 120, id="it is nowhere in the channel"),
        pytest.param("group", 14 * 60, 3 * 60, id="the bot only answers"),
    ],
)
async def test_an_unseen_challenge_waits_for_nobody_once_no_answer_can_appear(
    room: Room, place: str, may_appear: int, waited_for: int
) -> None:
    if place == "group":
        bring(room, room.patch, "group")
    shown = await room.challenge()
    with room.patch.context() as patch:
        ends_there(patch, discord.InteractionResponse, "send_message")
        await room.command(room.ada, "challenge", opponent=room.cleo)
    (unseen,) = await room.service.lists.open_matches(room.cleo.id)
    await room.restart()
    await room.time_passes(may_appear)
    assert (await room.match(unseen.match.id)).phase is Phase.LOBBY
    await room.time_passes(waited_for)
    assert (await room.match(unseen.match.id)).phase is Phase.OVER
    assert (await room.match(shown)).phase is Phase.LOBBY
    assert not await unfinished(room)


@pytest.mark.expects_errors
async def test_the_bot_listens_though_warming_up_fails(room: Room) -> None:
    features = room.bench.bot.features
    assert features is not None

    async def fails(_: Rendering) -> None:
        raise ValueError

    room.patch.setattr(Rendering, "warm_up", fails)
    await features.find_feature(WarmUp).prepare_games()
    assert "the first answers may be slow" in room.log.text


async def test_only_a_bot_told_so_draws_ahead(room: Room) -> None:
    drawn = Event()
    room.patch.setattr(Face, "prepare", lambda *_: [drawn.set])
    await room.restart()
    assert not drawn.is_set()
    room.bench.ahead = True
    await room.restart()
    assert drawn.wait(HUNG)


@pytest.mark.expects_errors
async def test_a_rematch_whose_message_got_lost_is_shown_when_asked_again(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ada.id)
    await room.time_passes(60)
    with room.patch.context() as patch:
        ends_there(patch, discord.InteractionResponse, "send_message")
        await room.press(room.ada, board, "Rematch")
    answer = await room.press(room.ben, board, "Rematch")
    assert answer.public
    await room.press(room.ben, answer.message, "Accept")
    assert (await room.match(answer.message)).phase is Phase.PLAYING


READ, COMMIT = "SELECT matches", "transaction"
LOOK = "SELECT ("  # the bot looks every second for duties that are due


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
    room.patch.setattr(rate_limits, "MAX_UNANSWERED", 10_000)  # too many for anybody
    room.patch.setattr(rate_limits.Arrivals, "let_in", lambda *_: True)
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
    assert sum(each.acknowledged for each in answers) == rate_limits.MAX_REFUSALS_A_MINUTE - 2
    await room.env.advance_time(6)
    assert "rate limit is" in (await room.press(room.cleo, board, "Menu")).told
    room.patch.setattr(rate_limits, "MAX_SUGGESTIONS_A_MINUTE", 2)
    for number, expected in enumerate((True, True, False)):
        found = await room.ben.autocomplete(room.channel, "prowler play", "pathway", "")
        assert bool(found) is expected, number
