"""Private boards of Heroes Beware: they follow others, and moves are typed beside them."""

from __future__ import annotations

import random

import discord
import pytest

from cogs.board.board_messages import BoardMessages
from prowlerbot.games.heroes.pieces import INVASIONS
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.frame.test_lost_answers import lost
from tests.discord.games.test_heroes import Table, asked, position
from tests.discord.message import Answer, Message
from tests.discord.places import Kind, bring, own_requests
from tests.discord.playing import hurry
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES

pytestmark = pytest.mark.answering_machine


async def begun(room: Room, **options: str) -> tuple[Message, Table]:
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben, **options)).message
    await room.press(room.ben, board, "Accept")
    return board, Table(room, board, room.ada, room.ben)


async def test_a_board_that_waits_follows_what_others_do_without_a_press(room: Room) -> None:
    _, table = await begun(room)
    await table.make(1, "end")
    waiting = await table.open(1)
    assert "End turn" not in waiting.labels
    await table.make(2, "end")
    await room.env.settle()
    assert "End turn" in waiting.labels
    assert "Look again" not in waiting.labels


@pytest.mark.parametrize("words", [False, True])
async def test_open_boards_show_the_end_after_the_last_move_of_another(
    room: Room, *, words: bool
) -> None:
    for player in (room.ada, room.ben):
        await room.service.store.choices.change(PlayerChoices, player.id, text_first=words)
    board, table = await begun(room, length="short")
    match = await room.match(board)
    rng = random.Random(1)
    while (now := await position(room, board)).round < ROUNDS or now.invaders + now.events:
        seat = min(now.to_move)
        own, move = match.decision(seat).own, str(rng.choice(now.moves(seat)))
        mover = match.player(seat).id
        match = await room.service.play(match.id, mover, match.moment, move, own=own)
    boards = [await table.open(seat) for seat in (1, 2)]
    while (now := await position(room, board)).outcome is None:
        seat = min(now.to_move)
        await table.make(seat, str(now.moves(seat)[0]))
    await room.env.settle()
    for each in boards:
        assert each.text.startswith(("### 🏆", "### 🤝"))
        assert "To decide" not in each.text


async def test_a_board_whose_edit_fails_for_a_moment_follows_the_next_change(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, table = await begun(room)
    await table.make(1, "end")
    waiting = await table.open(1)
    with monkeypatch.context() as patch:
        patch.setattr(discord.Interaction, "edit_original_response", lost)
        await table.make(2, "end")
        await room.env.settle()
    assert "End turn" not in waiting.labels
    assert "Look again" in waiting.labels
    await table.make(2, "end")
    await room.env.settle()
    assert "End turn" in waiting.labels


async def test_an_open_board_stays_at_a_card_until_its_player_presses_next(room: Room) -> None:
    board, table = await begun(room)
    assert room.bench.bot.features is not None
    mine, rng = await table.open(1), random.Random(3)
    while (now := await position(room, board)).phase != "planning":
        match, seat = await room.match(board), min(now.to_move)
        move = str(CHOICES["sensible"](rng, now, seat))
        user, own = match.player(seat).id, match.decision(seat).own
        await room.service.play(match.id, user, match.moment, move, own=own)
        if now.phase == "invasion":
            await room.bench.bot.features.find_feature(BoardMessages).refresh(match.id)
            await room.env.settle()
    assert "⚔️ **The invasion of round 1**" in mine.text
    again = (await room.press(room.ada, board, "Open my board")).message
    assert "Card" in again.text
    for number in range(1, sum(INVASIONS[1])):
        assert f"Card {number} of round 1" in mine.text
        await room.press(room.ada, mine, "Next")
    assert f"Card {sum(INVASIONS[1])} of round 1" in mine.text, "beside the present"
    assert "Next" not in mine.labels


async def test_after_a_restart_a_board_that_waits_is_brought_up_to_date_by_a_press(
    room: Room,
) -> None:
    _, table = await begun(room)
    await table.make(1, "end")
    waiting = await table.open(1)
    await room.restart()
    await table.make(2, "end")
    assert "End turn" not in waiting.labels
    await table.press(1, "Look again")
    assert "End turn" in waiting.labels


async def test_a_typed_move_brings_the_private_board_up_to_date(room: Room) -> None:
    _, table = await begun(room)
    mine = await table.open(1)
    await asked(room, "play", move="reveal5")
    await room.env.settle()
    assert "End turn" not in mine.labels


async def test_the_end_of_an_empty_turn_asks_first_however_it_is_told(room: Room) -> None:
    board, _ = await begun(room)
    question = await asked(room, "play", move="end of turn")
    assert "You have built nothing in this turn. End it all the same?" in question.told
    assert (await room.match(board)).plays[-1].seat == 0, "only chance has moved"


async def test_a_choice_that_is_open_stays_while_others_finish(room: Room) -> None:
    _, table = await begun(room)
    mine = await table.open(1)
    await table.press(1, "Done for this round")
    opened = mine.snapshot()
    await table.make(2, "end")
    await room.env.settle()
    assert mine.snapshot() == opened


@pytest.mark.newcomers
async def test_in_a_first_match_a_step_that_cannot_be_taken_back_is_confirmed(room: Room) -> None:
    board, table = await begun(room)
    await table.press(1, "Patch")
    mine = await table.open(1)
    label = next(each for each in mine.labels if each.startswith("1 · "))
    await table.press(1, label)
    assert "a step that cannot be taken back counts once you confirm it" in mine.text
    assert not (await position(room, board)).seats[0].made
    await table.press(1, "Confirm")
    assert (await position(room, board)).seats[0].made


# ------------------------------------------------------------------ typed moves


async def begin(room: Room) -> Message:
    lobby = (await room.command(room.ada, "challenge", group="heroes", seats=2)).message
    match_id = lobby.match
    await room.press(room.ben, lobby, "Join")
    return lobby if lobby.exists else room.board_of(match_id)


async def typed(room: Room, move: str, match: str) -> Answer:
    return await room.command(room.ada, "play", group="heroes", move=move, match=match)


@pytest.mark.parametrize("place", ["group", "chat", "server"])
async def test_a_typed_secret_step_is_told_in_words_where_the_bot_can_only_answer(
    room: Room, monkeypatch: pytest.MonkeyPatch, place: Kind
) -> None:
    bring(room, monkeypatch, place)
    board = await begin(room)
    match_id = board.match
    answer = await typed(room, "reveal5", match_id)
    assert "Your choice: **reveal, pass 5**. Only you see it so far" in answer.told
    assert "went wrong" not in answer.told
    assert len([play for play in (await room.match(match_id)).plays if play.seat == 1]) == 1
    *_, shared = [each for each in room.messages() if "Open my board" in each.labels]
    assert "Finished this turn: 🔴 **Ada**" in shared.text
    assert own_requests(room) == []
