"""Nobody is pinged again and again by one user, whatever the means, or against their wish."""

from __future__ import annotations

import random

from cogs.frame.throttles import PINGS_A_MINUTE
from tests.discord.board.test_takeback import asks, placed, question
from tests.discord.message import Answer
from tests.discord.pinged import pings_at
from tests.discord.room import Room

TOO_OFTEN = "You have pinged Ben 6 times in a minute. You can continue in 10 s."


async def challenge_and_cancel(room: Room, times: int) -> list[Answer]:
    answers = []
    for _ in range(times):
        answers.append(await room.command(room.ada, "challenge", opponent=room.ben))
        if answers[-1].public:
            await room.press(room.ada, answers[-1].message, "Cancel")
    return answers


async def test_a_player_who_challenges_and_cancels_is_refused_before_the_seventh_ping(
    room: Room,
) -> None:
    answers = await challenge_and_cancel(room, PINGS_A_MINUTE + 2)
    assert [each.public for each in answers] == [True] * PINGS_A_MINUTE + [False] * 2
    assert answers[-1].told == TOO_OFTEN
    assert pings_at(room, room.ben.id) == PINGS_A_MINUTE
    assert (await room.command(room.cleo, "challenge", opponent=room.ben)).public
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public
    await room.env.advance_time(10)
    answers = await challenge_and_cancel(room, 2)
    assert [each.public for each in answers] == [True, False], "one more each ten seconds"


async def test_rematches_asked_for_and_cancelled_count_as_well(room: Room) -> None:
    board = await room.begin()
    await room.service.resign(board.match, room.ada.id)
    await room.command(room.ben, "board")  # which shows that it is over
    board = room.messages()[-2]
    before = pings_at(room, room.ben.id)
    for _ in range(PINGS_A_MINUTE):
        asked = (await room.press(room.ada, board, "Rematch")).message
        await room.press(room.ada, asked, "Cancel")
    refused = await room.press(room.ada, board, "Rematch")
    assert refused.told == TOO_OFTEN
    assert pings_at(room, room.ben.id) == before + PINGS_A_MINUTE


async def test_a_challenge_pings_nobody_who_wants_no_calls(room: Room) -> None:
    await room.command(room.ben, "calls", group="", where="off")
    answers = await challenge_and_cancel(room, PINGS_A_MINUTE + 1)
    assert all(each.public for each in answers)
    assert pings_at(room, room.ben.id) == 0
    assert "Ben" in answers[-1].message.text


async def test_questions_put_and_withdrawn_ping_six_times(room: Room) -> None:
    board = await placed(room)
    before = pings_at(room, room.ben.id)
    for _ in range(PINGS_A_MINUTE + 2):
        await asks(room, room.ada, board, "Take back")
        await room.press(room.ada, question(room), "Withdraw")
    assert pings_at(room, room.ben.id) == before + PINGS_A_MINUTE - 1, "one call was for the turn"


async def test_moves_made_and_taken_back_freely_ping_six_times_and_then_call_without_a_sound(
    room: Room,
) -> None:
    board = await room.begin(first="me", takebacks="free")
    await room.play(board, ["Castle"])
    for _ in range(PINGS_A_MINUTE + 2):
        plain = next(each for each in board.moves if each["custom_id"].startswith("m:"))
        await room.press(room.ada, board, plain["label"])
        (call,) = room.calls()
        assert f"<@{room.ben.id}>" in call.text
        await asks(room, room.ada, board, "Take back")
    assert (await room.match(board)).ply == 1
    assert pings_at(room, room.ben.id) == PINGS_A_MINUTE + 1, "the challenge was answered"


async def test_a_board_that_is_shown_again_pings_nobody(room: Room) -> None:
    match_id = (board := await placed(room)).match
    for state in ("running", "asked", "over"):
        if state == "asked":
            await asks(room, room.ada, board, "Take back")
        elif state == "over":
            await room.play_stored(match_id, random.Random(4), 26)
            await room.time_passes(61)
            await room.play_on(board, random.Random(4))
        before = pings_at(room, room.ada.id), pings_at(room, room.ben.id)
        assert before[1]
        for player in (room.ada, room.ada, room.ben):
            board = (await room.command(player, "board", match=match_id)).message
        assert (pings_at(room, room.ada.id), pings_at(room, room.ben.id)) == before, state


async def test_a_call_whose_board_has_moved_leads_to_the_new_one(room: Room) -> None:
    await room.begin(first="me")
    again = await room.command(room.ada, "board")
    (call,) = room.calls()
    assert f"<@{room.ben.id}>" in call.text
    assert f"/{again.message.channel}/{again.message.id}" in call.text
