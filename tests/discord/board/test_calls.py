"""The player whose turn it is gets called, by one message that goes with the next move; and nobody
is pinged again and again by one user, whatever the means, or against their wish.
"""

from __future__ import annotations

import random

from cogs.frame.rate_limits import CHALLENGES_AN_HOUR, PINGS_A_MINUTE
from tests.discord.board.test_takeback import asks
from tests.discord.message import Answer
from tests.discord.pinged import pings_at
from tests.discord.places import jump
from tests.discord.room import Room
from tests.positions import states


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
    one, two = outcome.totals
    totals = f"{one}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{two}"
    assert notice.text.startswith(
        f"<@{other.id}>, your match of Prowler's Passage is over."
        f" 🏆 {winner} won, Ada {totals} Ben. [Go to the board](https://"
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
    await room.play_on(board, random.Random(4), 2)
    assert not call.exists


async def test_without_a_call_the_match_goes_on(room: Room) -> None:
    board = await room.begin()
    for plies, status in enumerate((403, 429, 500), 1):
        room.fail("send", status, times=None)
        await room.play_on(board, random.Random(2), 2 * plies)
        assert room.calls() == [], status
        room.recover()
    await room.play_on(board, random.Random(2), 7)
    assert len(room.calls()) == 1


def _sends(room: Room) -> list[str]:
    return [
        each.path
        for each in room.env.http_requests
        if each.method == "POST" and each.path == f"/channels/{room.channel.id}/messages"
    ]


# ------------------------------------------------------ how often one user pings another


TOO_MANY = (
    "Challenges of yours to Ben within an hour that were not accepted: 3. You can challenge this"
    " player again in 60 min."
)


async def challenge_and_cancel(room: Room, times: int) -> list[Answer]:
    answers = []
    for _ in range(times):
        answers.append(await room.command(room.ada, "challenge", opponent=room.ben))
        if answers[-1].public:
            await room.press(room.ada, answers[-1].message, "Cancel")
    return answers


async def test_a_player_who_challenges_and_cancels_is_refused_before_the_fourth_ping_of_an_hour(
    room: Room,
) -> None:
    answers = await challenge_and_cancel(room, CHALLENGES_AN_HOUR + 2)
    assert [each.public for each in answers] == [True] * CHALLENGES_AN_HOUR + [False] * 2
    assert answers[-1].told == TOO_MANY
    assert pings_at(room, room.ben.id) == CHALLENGES_AN_HOUR
    assert (await room.command(room.cleo, "challenge", opponent=room.ben)).public
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public
    jump(room, 3600)
    answers = await challenge_and_cancel(room, 1)
    assert [each.public for each in answers] == [True]


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


async def test_a_call_whose_board_has_moved_leads_to_the_new_one(room: Room) -> None:
    await room.begin(first="me")
    again = await room.command(room.ada, "board")
    (call,) = room.calls()
    assert f"<@{room.ben.id}>" in call.text
    assert f"/{again.message.channel}/{again.message.id}" in call.text
