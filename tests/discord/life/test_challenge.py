"""Challenges: the players who can be asked, those who may answer, and the result."""

from __future__ import annotations

import discord
import pytest

from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.storage.habits import Duration, HabitStore
from tests.discord.room import START, Room


async def test_a_challenge_calls_the_challenged_player_and_nobody_else(room: Room) -> None:
    board = await room.challenge()
    assert board.pings == [room.ben.id]
    assert not board.stored.mention_everyone
    assert f"<@{room.ben.id}>, **Ada** challenges you to a match." in board.text
    assert "Ada" in board.text
    assert board.rows == [["Accept", "Decline", "Cancel"], ["How to play", "Tutorial"]]


@pytest.mark.parametrize(("first", "starts"), [("me", 1), ("them", 2)])
async def test_the_challenger_may_say_who_places_first(room: Room, first: str, starts: int) -> None:
    board = await room.begin(first=first)
    match = await room.match(board)
    assert match.setup.endswith(f"/{starts}")
    assert room.service.to_move(match) == {3 - starts}, "the other one opens with a marker"


async def test_without_a_say_the_first_player_is_drawn_by_lot(room: Room) -> None:
    starts = set()
    for number in range(16):
        board = await (room.challenge(first="random") if number % 2 else room.challenge())
        await room.press(room.ben, board, "Accept")
        starts.add((await room.match(board)).setup[-1])
    assert starts == {"1", "2"}


async def test_challenging_yourself_is_refused_in_words(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", opponent=room.ada)
    assert "yourself" in answer.told
    assert room.messages() == []


async def test_challenging_a_bot_is_refused_in_words(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", opponent=room.join("Robot", bot=True))
    assert "Bots do not play" in answer.told
    assert room.messages() == []


async def test_challenging_somebody_who_left_is_refused_in_words(room: Room) -> None:
    left = room.env.create_user("gone", global_name="@everyone *Gone*")
    answer = await room.command(room.ada, "challenge", opponent=left)
    assert r"\@everyone \*Gone\* is no longer in this server" in answer.told
    assert room.messages() == []


async def test_a_channel_without_a_needed_permission_is_refused_with_its_name(room: Room) -> None:
    deny = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    quiet = room.guild.create_text_channel("quiet", overwrites={room.guild.default_role: deny})
    answer = await room.command(room.ada, "challenge", channel=quiet, opponent=room.ben)
    assert "Send Messages" in answer.told
    assert "Attach Files" in answer.told
    assert "admin" in answer.told
    assert room.messages(quiet) == []


async def test_only_the_challenged_player_can_accept(room: Room) -> None:
    board = await room.challenge()
    for player in (room.ada, room.cleo):
        answer = await room.press(player, board, "Accept")
        assert answer.told
        assert (await room.match(board)).phase is Phase.LOBBY
    await room.press(room.ben, board, "Accept")
    assert (await room.match(board)).phase is Phase.PLAYING


@pytest.mark.parametrize(
    ("label", "who", "others", "ending"),
    [
        ("Decline", "ben", ["ada", "cleo"], Ending.DECLINED),
        ("Cancel", "ada", ["ben", "cleo"], Ending.CANCELLED),
    ],
)
async def test_a_challenge_is_declined_or_cancelled_by_the_right_player_only(
    room: Room, label: str, who: str, others: list[str], ending: Ending
) -> None:
    board = await room.challenge()
    match_id = board.match
    for other in others:
        answer = await room.press(getattr(room, other), board, label)
        assert answer.told
    assert (await room.match(match_id)).phase is Phase.LOBBY
    await room.press(getattr(room, who), board, label)
    assert (await room.match(match_id)).ending is ending
    assert board.buttons == []
    assert "Ada" in board.text
    assert "Ben" in board.text
    assert room.calls() == []


async def test_an_unanswered_challenge_expires_and_its_message_says_so(room: Room) -> None:
    board = await room.challenge()
    match_id = board.match
    await room.time_passes(CHALLENGE_LASTS - 1)
    assert board.buttons
    await room.time_passes(60)
    assert (await room.match(match_id)).ending is Ending.EXPIRED
    assert board.buttons == []
    assert "expired" in board.text
    assert room.calls() == []


async def test_accepting_too_late_is_answered_in_words(room: Room) -> None:
    board = await room.challenge()
    room.clock.now += CHALLENGE_LASTS
    answer = await room.press(room.ben, board, "Accept")
    assert "expired" in answer.told
    assert (await room.match(board)).phase is not Phase.PLAYING


async def test_accepting_twice_begins_one_match(room: Room) -> None:
    board = await room.challenge()
    press = (room.ben, board.button("Accept")["custom_id"])
    match_id = board.match
    one, two = await room.presses_at_once(board, [press, press])
    assert one.acknowledged
    assert two.acknowledged
    assert (await room.match(match_id)).revision == 1
    assert len(room.calls()) <= 1


@pytest.mark.expects_errors
@pytest.mark.parametrize("status", [429, 500])
async def test_a_challenge_that_discord_does_not_show_does_not_wait_for_an_answer(
    room: Room, status: int
) -> None:
    room.fail("callback", status)
    answer = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "try again" in answer.told
    assert await room.service.open_matches(room.ada.id, "prowler") == []


async def test_several_matches_of_one_pair_stand_side_by_side(room: Room) -> None:
    boards = [await room.begin() for _ in range(3)]
    await room.play(boards[1], ["Castle"])
    plies = [(await room.match(board)).ply for board in boards]
    assert plies == [0, 1, 0]


async def test_a_challenge_says_how_long_it_takes_and_when_its_players_are_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def moves(_: HabitStore, player: int) -> list[int]:
        return [0] * 18 + [40, 40] + [0] * 4 if player == room.ben.id else [0] * 24

    async def durations(_: HabitStore, game: str) -> list[Duration]:
        del game
        return [Duration(3 * DAY, Terms(pace=3 * DAY), 2)] * 5

    monkeypatch.setattr(HabitStore, "moves_by_hour", moves)
    monkeypatch.setattr(HabitStore, "durations", durations)
    asked = await room.challenge()
    assert "Such a match takes about 3 days." in asked.text
    assert "usually" not in asked.text, "nobody has allowed that"
    for player in (room.ada, room.ben):
        await room.service.store.rechoose(PlayerChoices, player.id, hours_told=True)
    asked = await room.challenge()
    hours = [f"<t:{START + hour * 60 * 60}:t>" for hour in (18, 20)]
    assert f"Ben usually moves between {hours[0]} and {hours[1]}." in asked.text
    assert "Ada usually" not in asked.text
