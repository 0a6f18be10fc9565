"""Discord, the database or the bot fail: matches stay right, and pressers get an answer."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import aiohttp
import discord
import pytest

from cogs.board.board_messages import BoardMessages, WarmUp
from cogs.board.board_posting import Posting
from cogs.board.match_message import Rendering
from cogs.contract.face import Face
from cogs.frame import replies
from cogs.frame.interaction_gate import Gate
from cogs.frame.meter import LineAMinute
from cogs.frame.replies import _tell_delay, current_interaction
from prowlerbot.core.errors import StoreError
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from prowlerbot.storage.engines.database import Database, Work
from tests.discord.board.test_calls import ends_there, lose_replies
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
            await _tell_delay(interaction)  # as the clock does when a disk takes its time
        return await run(self, work)

    with room.patch.context() as patch:
        patch.setattr(Database, "run", slowly)
        answer = await room.press(room.ada, board, board.plain[0])
    assert "takes longer than usual" in answer.told
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
    at_once = Gate.at_once

    @contextmanager
    def counted(self: Gate, interaction: discord.Interaction) -> Iterator[None]:
        with at_once(self, interaction):
            yield
        under_way.append(not interaction.response.is_done())

    room.patch.setattr(Gate, "at_once", counted)
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
        await _tell_delay(interaction)
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
    await room.service.store.write_behind()
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
    (unseen,) = await room.service.open_matches(room.cleo.id)
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
