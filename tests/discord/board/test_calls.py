"""The player whose turn it is gets called, by one message that goes with the next move."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import aiohttp
import discord
import pytest

from cogs.board.calls.calls import Calls
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.match import Phase, Player
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.lobby import Lobby
from prowlerbot.storage.calls import CallStore
from tests.discord.message import Message
from tests.discord.room import Room
from tests.positions import states


async def test_accepting_calls_the_player_who_opens_unless_it_is_the_one_who_accepts(
    room: Room,
) -> None:
    await room.begin(first="me")  # Ben accepts, and Ben opens: he is there already
    assert room.calls() == []
    await room.begin(first="them")
    (call,) = room.calls()
    assert call.pings == [room.ada.id]


async def test_during_a_match_one_call_stands_for_the_player_to_move_alone(room: Room) -> None:
    board = await room.begin()
    rng = random.Random(3)
    before: Message | None = None
    for ply in range(1, 27):
        await room.play_on(board, rng, ply)
        (call,) = room.calls()
        assert call.pings == [(await room.mover(board)).id]
        assert call.stored.ping_role_ids == []
        assert not call.stored.mention_everyone
        if before is not None:
            assert not before.exists, "the call goes with the next move"
        before = call


async def test_a_call_that_discord_did_not_take_is_made_up_for_once(room: Room) -> None:
    board = await room.begin(first="me")
    room.fail("send", 403)
    await room.play(board, ["Castle"])
    assert room.calls() == []
    await room.time_passes(61)
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    await room.time_passes(60)
    assert [each.id for each in room.calls()] == [call.id]
    await room.play_on(board, random.Random(4))
    assert not call.exists


async def test_nobody_is_called_late_who_knows_of_their_turn_or_wants_no_calls(room: Room) -> None:
    await room.begin(first="me")  # Ben accepts, and Ben opens
    await room.command(room.ada, "calls", group="", where="off")
    board = await room.begin(first="me")
    await room.play(board, ["Castle"])
    await room.time_passes(61)
    assert room.calls() == []


async def test_a_player_who_posts_the_board_anew_at_their_own_turn_is_not_called_late(
    room: Room,
) -> None:
    board = await room.begin(first="me")
    await room.play(board, ["Castle"])
    await room.command(room.ada, "board")
    assert room.calls() == []
    await room.time_passes(61)
    assert room.calls() == []


async def test_a_board_that_is_redrawn_calls_nobody_who_has_just_pressed(room: Room) -> None:
    asked = await room.challenge(first="me")
    for request in ("callback", "edit"):
        room.fail(request, 500, times=None)
    await room.press(room.ben, asked, "Accept")  # Ben opens
    room.recover()
    await room.time_passes(61)
    assert "opens" in asked.text
    assert room.calls() == []


async def test_a_match_that_was_never_shown_calls_nobody(room: Room) -> None:
    """As after a crash between storing it and posting it."""
    players = [Player(room.ada.id, "Ada"), Player(room.ben.id, "Ben")]
    match = await Lobby(room.service).challenge("prowler", players, {})
    await Lobby(room.service).accept(match.id, room.ben.id)
    answer = await room.command(room.ada, "resign")
    await room.press(room.ada, answer.message, "Resign")
    assert (await room.match(match.id)).phase is Phase.OVER
    assert room.calls() == []


async def test_a_call_leads_to_the_board(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    (call,) = room.calls()
    assert f"/channels/{room.guild.id}/{board.channel}/{board.id}" in call.text


async def test_updates_of_the_board_call_nobody(room: Room) -> None:
    board = await room.begin()
    called = board.pings
    await room.play(board, ["Castle"])
    await room.play_on(board, random.Random(1), 6)
    assert board.pings == called
    callbacks = [each.json for each in room.env.http_requests if each.path.endswith("/callback")]
    updates = [each["data"]["allowed_mentions"] for each in callbacks if each and each["type"] == 7]
    assert updates
    assert all(mentions == {"parse": []} for mentions in updates)


async def test_choosing_and_going_back_calls_nobody_anew(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    (call,) = room.calls()
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    await room.press(room.ada, board, wild)
    await room.press(room.ada, board, "Back")
    assert [each.id for each in room.calls()] == [call.id]


async def test_a_double_press_calls_once(room: Room) -> None:
    board = await room.begin()
    sent = len(_sends(room))
    press = (room.ben, board.button("Castle")["custom_id"])
    await room.presses_at_once(board, [press, press, press])
    assert len(_sends(room)) == sent + 1
    assert len(room.calls()) == 1


async def test_at_the_end_the_last_call_is_taken_back_and_the_other_player_hears_of_it(
    room: Room,
) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(5), 26)
    (call,) = room.calls()
    last = await room.mover(board)
    await room.play_on(board, random.Random(5))
    assert not call.exists
    (notice,) = room.calls()
    other = room.ada if last is room.ben else room.ben
    assert notice.pings == [other.id]
    outcome = states(room.service, await room.match(board))[-1].outcome
    assert outcome is not None
    assert outcome.winner is not None
    winner = ("Ada", "Ben")[outcome.winner - 1]
    one, two = outcome.totals
    assert notice.text.startswith(
        f"<@{other.id}>, your match is over. 🏆 {winner} won, Ada {one} : {two} Ben. [Go to the board](https://"
    )


async def test_the_end_of_a_match_that_was_given_up_is_told_too(room: Room) -> None:
    board = await room.begin()
    asked = (await room.command(room.ben, "resign", match=board.match)).message
    await room.press(room.ben, asked, "Resign")
    (notice,) = room.calls()
    told = "your match is over. 🏳️ Ben resigned; Ada wins. [Go to the board](https://"
    assert notice.text.startswith(f"<@{room.ada.id}>, {told}")


async def test_a_call_tells_what_the_move_did_in_the_language_of_the_server(room: Room) -> None:
    board = await room.begin(first="me")
    await room.play(board, ["Castle"])
    (call,) = room.calls()
    told = "your turn. Ben opened, Castle: centre → Ben 1. [Go to the board](https://"
    assert call.text.startswith(f"<@{room.ada.id}>, {told}")
    await room.service.store.choose(room.guild.id, ServerChoices(language="de"))
    rng = random.Random(3)
    for ply in range(2, 12):
        before = states(room.service, await room.match(board))[-1]
        await room.play_on(board, rng, ply)
        after = states(room.service, await room.match(board))[-1]
        assert isinstance(before, Position)
        assert isinstance(after, Position)
        assert after.last is not None
        mover = ("Ada", "Ben")[before.seat - 1]
        (call,) = room.calls()
        assert f" {mover} grub {after.last.pathway}, " in call.text
        districts = ("Banken", "Politik", "Markt", "Wohnen", "Schloss")
        for name, was, now in zip(districts, before.track, after.track, strict=True):
            assert (f"{name}: {_side(was)} → " in call.text) == (was != now)


def _side(at: int) -> str:
    return f"{'Ada' if at > 0 else 'Ben'} {abs(at)}" if at else "Mitte"


async def test_a_call_that_somebody_deleted_is_no_hindrance(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    room.deletes(room.calls()[0])
    await room.play_on(board, random.Random(1), 2)
    assert [each.pings for each in room.calls()] == [[room.ben.id]]


@pytest.mark.parametrize("status", [403, 429, 500])
async def test_without_a_call_the_match_goes_on(room: Room, status: int) -> None:
    board = await room.begin()
    room.fail("send", status, times=None)
    await room.play_on(board, random.Random(2), 4)
    assert room.calls() == []
    room.recover()
    await room.play_on(board, random.Random(2), 5)
    assert len(room.calls()) == 1


def _sends(room: Room) -> list[str]:
    return [
        each.path
        for each in room.env.http_requests
        if each.method == "POST" and each.path == f"/channels/{room.channel.id}/messages"
    ]


# ------------------------------------------------------------ after a kill or a failure


def ends_there(patch: pytest.MonkeyPatch, of: Any, name: str, *, after: bool = False) -> None:
    """End the work inside a method, or right after it, as a kill does."""
    real = getattr(of, name)

    async def dead(*args: Any, **values: Any) -> Any:
        if after:
            await real(*args, **values)
        raise asyncio.CancelledError

    patch.setattr(of, name, dead)


async def test_a_call_that_a_kill_left_standing_after_the_last_move_goes(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(5), 26)
    (call,) = room.calls()
    with monkeypatch.context() as patch:
        ends_there(patch, Calls, "call")
        await room.play_on(board, random.Random(5))
    await room.restart()
    await room.time_passes(120)
    assert call.id not in {each.id for each in room.calls()}
    assert len(room.calls()) == 2, "both are told that the match is over"


async def test_a_player_who_was_not_told_of_the_end_is_told_once(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(5), 26)
    last = await room.mover(board)
    room.fail("send", 403)
    await room.play_on(board, random.Random(5))
    assert room.calls() == []
    await room.time_passes(61)
    (notice,) = room.calls()
    assert notice.pings == [(room.ada if last is room.ben else room.ben).id]
    assert " won, " in notice.text
    await room.restart()
    await room.time_passes(60)
    assert [each.id for each in room.calls()] == [notice.id]


async def test_a_player_who_wants_no_calls_is_not_told_of_the_end_later(room: Room) -> None:
    board = await room.begin()
    await room.command(room.ben, "calls", group="", where="off")
    await room.play_on(board, random.Random(5), 20)
    question = (await room.command(room.ada, "resign")).message
    await room.press(room.ada, question, "Resign")
    assert (await room.match(board)).phase is Phase.OVER
    for _ in range(3):
        await room.time_passes(61)
    assert room.calls() == []


@pytest.mark.parametrize("moved_on", [False, True])
async def test_a_call_that_a_kill_kept_from_being_noted_is_found_again(
    room: Room, monkeypatch: pytest.MonkeyPatch, *, moved_on: bool
) -> None:
    board = await room.begin()
    with monkeypatch.context() as patch:
        ends_there(patch, CallStore, "add")
        await room.play(board, ["Castle"])
    (call,) = room.calls()
    if moved_on:  # while the bot was down and up again, before it has looked
        await room.play_stored(board.match, random.Random(1), 2)
    await room.restart()
    await room.time_passes(61)
    assert call.exists is not moved_on
    (present,) = room.calls()
    assert present.pings == [(await room.mover(board)).id]
    await room.play_on(board, random.Random(1), 3)
    assert not present.exists


async def test_a_process_that_takes_over_a_server_finds_the_calls_that_were_left_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = True
    monkeypatch.setattr(room.service, "_serves", lambda _: mine)
    board = await room.begin()
    await room.time_passes(61)
    mine = False
    with monkeypatch.context() as patch:  # as another process dies
        ends_there(patch, CallStore, "add")
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


async def test_no_call_is_deleted_twice(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    (call,) = (await room.service.scene(board.match)).calls
    assert room.bench.bot.parts is not None
    shown = room.bench.bot.parts.boards
    await asyncio.gather(*(shown.calls._delete([call]) for _ in range(3)))
    await shown.calls._delete([call])
    deleted = [each for each in room.env.http_requests if each.method == "DELETE"]
    assert len(deleted) == 1
