"""The player whose turn it is gets called, by one message that goes with the next move; and nobody
is pinged again and again by one user, whatever the means, or against their wish.
"""

import asyncio
import random
from collections import Counter
from typing import Any, Literal

import aiohttp
import discord
import pytest

from cogs.board.board_messages import BoardMessages
from cogs.board.calls import Calls
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.post_store import PostStore
from tests.discord.board.test_takeback import AGREE, TAKE_BACK, asks, label, placed, question
from tests.discord.places import bring
from tests.discord.room import Room
from tests.persistence.matches import states


async def test_one_call_stands_for_the_player_to_move_alone_from_the_beginning_to_the_end(
    room: Room,
) -> None:
    await room.begin(first="me")  # Ben accepts, and Ben opens: he is there already
    assert room.calls() == []
    board = await room.begin(first="them")
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    called, rng = board.pings, random.Random(5)
    for ply in range(1, 8):
        await room.play_on(board, rng, ply)
        assert not call.exists, "the call goes with the next move"
        (call,) = room.calls()
        assert call.pings == [(await room.mover(board)).id]
        assert call.stored.ping_role_ids == []
        assert not call.stored.mention_everyone
    assert board.pings == called
    callbacks = [each.json for each in room.env.http_requests if each.path.endswith("/callback")]
    updates = [each["data"]["allowed_mentions"] for each in callbacks if each and each["type"] == 7]
    assert updates
    assert all(mentions == {"parse": []} for mentions in updates), (
        "updates of the board call nobody"
    )

    await room.play_stored(board.match, rng, 26)
    await room.time_passes(61)
    (call,) = room.calls()
    last = await room.mover(board)
    await room.play_on(board, rng)
    assert not call.exists
    (notice,) = room.calls()
    other = room.ada if last is room.ben else room.ben
    assert notice.pings == [other.id]
    outcome = states(room.service, await room.match(board))[-1].outcome
    assert outcome is not None
    assert outcome.winner is not None
    winner = ("Ada", "Ben")[outcome.winner - 1]
    best, rest = sorted(outcome.totals, reverse=True)
    totals = f"{best}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{rest}"
    assert notice.text.startswith(
        f"<@{other.id}>, your match of Prowler's Passage is over."
        f" 🏆 {winner} won, {totals}. [Go to the board](https://"
    )


async def test_neither_a_double_press_nor_a_choice_nor_a_deleted_call_brings_another_call(
    room: Room,
) -> None:
    board = await room.begin()
    sent = len(_sends(room))
    press = (room.ben, board.button("Castle")["custom_id"])
    await room.presses_at_once(board, [press, press, press])
    assert len(_sends(room)) == sent + 1
    (call,) = room.calls()
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    await room.press(room.ada, board, wild)
    await room.press(room.ada, board, "Back")
    assert [each.id for each in room.calls()] == [call.id]
    room.deletes(call)
    await room.play_on(board, random.Random(1), 2)
    assert [each.pings for each in room.calls()] == [[room.ben.id]]


def _sends(room: Room) -> list[str]:
    return [
        each.path
        for each in room.env.http_requests
        if each.method == "POST" and each.path == f"/channels/{room.channel.id}/messages"
    ]


# ------------------------------ messages that call players are sent while they are due and once


def ends_there(patch: pytest.MonkeyPatch, of: Any, name: str, *, after: bool = False) -> None:
    """End the work inside a method, or right after it, as a kill does."""
    real = getattr(of, name)

    async def dead(*args: Any, **values: Any) -> Any:
        if after:
            await real(*args, **values)
        raise asyncio.CancelledError

    patch.setattr(of, name, dead)


@pytest.mark.parametrize(("status", "stays"), [(404, True), (500, False)])
async def test_a_channel_that_cannot_be_read_leaves_the_match_as_it_is(
    room: Room, monkeypatch: pytest.MonkeyPatch, status: int, *, stays: bool
) -> None:
    board = await room.begin()
    with monkeypatch.context() as patch:
        ends_there(patch, PostStore, "note_sent")
        await room.play(board, ["Castle"])
    (call,) = room.calls()
    await room.play_stored(board.match, random.Random(1), 2)
    room.env.inject_error("GET", "/channels/*/messages", status=status, times=5)
    await room.restart()
    await room.time_passes(61)
    assert await room.service.store.database.read("SELECT * FROM broken") == []
    for _ in range(4):
        await room.time_passes(61)
    assert call.exists is stays, "it is looked for again if Discord may answer"


async def test_a_process_that_takes_over_a_server_finds_the_calls_that_were_left_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = True
    monkeypatch.setattr(room.service, "_serves", lambda _: mine)
    board = await room.begin()
    await room.time_passes(61)
    mine = False
    with monkeypatch.context() as patch:  # as another process dies
        ends_there(patch, PostStore, "note_sent")
        await room.play(board, ["Castle"])
    (call,) = room.calls()
    await room.time_passes(61)
    assert [each.id for each in room.calls()] == [call.id], "it leaves alone what is not its own"
    mine = True
    room.bench.bot.dispatch("shard_served", 0)
    await room.time_passes(61)
    assert [each.id for each in room.calls()] == [call.id], "and sends no second one"
    await room.play_on(board, random.Random(1), 3)
    assert not call.exists


async def test_a_call_whose_reply_got_lost_is_not_sent_twice(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.begin()
    real = discord.PartialMessageable.send

    async def lost(*args: Any, **values: Any) -> Any:
        await real(*args, **values)
        raise aiohttp.ServerDisconnectedError

    with monkeypatch.context() as patch:
        patch.setattr(discord.PartialMessageable, "send", lost)
        await room.play(board, ["Castle"])
    (call,) = room.calls()
    await room.time_passes(61)
    assert [each.id for each in room.calls()] == [call.id]
    await room.play_on(board, random.Random(1), 2)
    assert not call.exists


def calls_of(room: Room) -> Calls:
    return room.feature(BoardMessages).calls


def deleted(room: Room) -> Counter[str]:
    """How often Discord was asked to delete each message, by its own path or through an answer."""
    requests = room.env.http_requests
    return Counter(each.path for each in requests if each.method == "DELETE")


async def test_no_call_is_deleted_twice(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    (call,) = (await room.service.scene(board.match)).calls
    await asyncio.gather(*(calls_of(room)._deletion.delete([call]) for _ in range(3)))
    await calls_of(room)._deletion.delete([call])
    assert [*deleted(room).values()] == [1]


@pytest.mark.parametrize("place", ["server", "group"])
async def test_a_question_that_two_answer_at_once_is_deleted_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    if place == "group":
        bring(room, monkeypatch, "group")
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    before = deleted(room)
    agree, withdraw = (asked.button(label(asked, it))["custom_id"] for it in (AGREE, "Withdraw"))
    await room.presses_at_once(asked, [(room.ben, agree), (room.ada, withdraw)])
    assert not asked.exists
    own = [path for path in deleted(room) - before if path.endswith((f"/{asked.id}", "/@original"))]
    assert len(own) == 1
    assert max(deleted(room).values()) == 1
    await room.time_passes(120)
    assert await room.service.store.outbox.waiting_posts(board.match) == []


class Queue(asyncio.Lock):
    """The turns to send in a channel; tells when somebody has begun to wait for theirs."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        if self.locked():
            self.waited_for.set()
        return await super().acquire()


async def test_a_call_that_had_to_wait_is_sent_only_while_it_is_due(room: Room) -> None:
    board = await room.begin(first="me")
    match = await room.match(board)
    calls_of(room).posts._turns._locks[room.channel.id] = queue = Queue()
    async with queue:  # Discord makes the next message in the channel wait
        await room.service.play(match.id, room.ben.id, 0, ">C")
        scene = await room.service.scene(match.id)
        late = asyncio.create_task(calls_of(room).call(scene, presser=room.ben.id))
        await queue.waited_for.wait()
        move = str(states(room.service, await room.match(match.id))[-1].moves(1)[0])
        await room.service.play(match.id, room.ada.id, 1, move)
    await late
    assert room.calls() == []


async def test_nothing_is_sent_or_deleted_in_a_channel_that_is_gone(room: Room) -> None:
    board = await room.begin(first="them")
    scene = await room.service.scene(board.match)
    (call,) = scene.calls
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    before = len(room.env.http_requests)
    await calls_of(room).call(scene, presser=room.ben.id, reposted=True)
    await calls_of(room)._deletion.delete([call])
    assert len(room.env.http_requests) == before


async def test_nobody_is_called_late_who_knows_of_their_turn_or_wants_no_calls(room: Room) -> None:
    await room.begin(first="me")  # Ben accepts, and Ben opens
    shown = await room.begin(first="me")
    await room.play(shown, ["Castle"])
    await room.command(room.ada, "board", match=shown.match)  # Ada has seen that it is her turn
    assert room.calls() == []
    await room.service.store.choices.change(PlayerChoices, room.ada.id, calls="off")
    board = await room.begin(first="me")
    await room.play(board, ["Castle"])
    await room.time_passes(61)
    assert room.calls() == []
