"""The player whose turn it is gets called, by one message that goes with the next move; and nobody
is pinged again and again by one user, whatever the means, or against their wish.
"""

from __future__ import annotations

import random

from cogs.frame.rate_limits import CHALLENGES_AN_HOUR, PINGS_A_MINUTE
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.agreements import resign
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Phase, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.service.lobby_service import Lobby
from tests.discord.board.test_takeback import asks, placed, question
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
    for ply in range(1, 27):
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
    await room.play_on(board, random.Random(4))
    assert not call.exists


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


async def test_a_board_that_is_redrawn_calls_nobody_who_has_just_pressed(room: Room) -> None:
    asked = await room.challenge(first="me")
    for request in ("callback", "edit"):
        room.fail(request, 500, times=None)
    await room.press(room.ben, asked, "Accept")  # Ben opens
    room.recover()
    await room.time_passes(61)
    assert "begins and presses" in asked.text
    assert room.calls() == []


async def test_a_match_that_was_never_shown_calls_nobody(room: Room) -> None:
    """As after a crash between storing it and posting it."""
    players = [Player(room.ada.id, "Ada"), Player(room.ben.id, "Ben")]
    match = await Lobby(room.service).challenge("prowler", players, {})
    await room.service.apply(match.id, accept, room.ben.id)
    answer = await room.command(room.ada, "resign")
    await room.press(room.ada, answer.message, "Resign")
    assert (await room.match(match.id)).phase is Phase.OVER
    assert room.calls() == []


async def test_the_end_of_a_match_that_was_given_up_is_told_too(room: Room) -> None:
    board = await room.begin()
    asked = (await room.command(room.ben, "resign", match=board.match)).message
    await room.press(room.ben, asked, "Resign")
    (notice,) = room.calls()
    told = "your match of Prowler's Passage is over. 🏳️ Ben resigned; Ada wins. [Go to the board](https://"
    assert notice.text.startswith(f"<@{room.ada.id}>, {told}")


async def test_a_call_tells_what_the_move_did_in_the_language_of_the_server(room: Room) -> None:
    board = await room.begin(first="me")
    await room.play(board, ["Castle"])
    (call,) = room.calls()
    told = "your turn in Prowler's Passage. Ben opens, Castle: Ben 1. [Go to the board](https://"
    assert call.text.startswith(f"<@{room.ada.id}>, {told}")
    assert f"/channels/{room.guild.id}/{board.channel}/{board.id}" in call.text
    await room.service.store.choices.put(room.guild.id, ServerChoices(language="de"))
    rng = random.Random(3)
    for ply in range(2, 8):
        before = states(room.service, await room.match(board))[-1]
        await room.play_on(board, rng, ply)
        after = states(room.service, await room.match(board))[-1]
        assert isinstance(before, Position)
        assert isinstance(after, Position)
        assert after.last is not None
        mover = ("Ada", "Ben")[before.seat - 1]
        (call,) = room.calls()
        assert f" {mover} gräbt {after.last.pathway}, " in call.text
        districts = ("Banken", "Politik", "Markt", "Wohnen", "Schloss")
        for name, was, now in zip(districts, before.track, after.track, strict=True):
            assert (f"{name}: " in call.text) == (was != now)


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


async def test_challenges_that_are_accepted_do_not_count(room: Room) -> None:
    for _ in range(CHALLENGES_AN_HOUR + 1):
        asked = await room.command(room.ada, "challenge", opponent=room.ben)
        assert asked.public
        await room.press(room.ben, asked.message, "Accept")


async def test_rematches_asked_for_and_cancelled_count_as_well(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ada.id)
    await room.command(room.ben, "board")  # which shows that it is over
    board = room.messages()[-2]
    before = pings_at(room, room.ben.id)
    for _ in range(CHALLENGES_AN_HOUR):
        asked = (await room.press(room.ada, board, "Rematch")).message
        await room.press(room.ada, asked, "Cancel")
    refused = await room.press(room.ada, board, "Rematch")
    assert refused.told == TOO_MANY
    assert pings_at(room, room.ben.id) == before + CHALLENGES_AN_HOUR


async def test_a_challenge_pings_nobody_who_wants_no_calls(room: Room) -> None:
    await room.service.store.choices.change(PlayerChoices, room.ben.id, calls="off")
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
