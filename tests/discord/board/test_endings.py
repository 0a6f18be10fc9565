"""Rematches, claims when time has run out, matches that are left alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.board.match_message import Rendering
from cogs.frame.layout import Picture
from prowlerbot.games import GAMES
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Ending, Match, Phase
from tests.discord.message import Message
from tests.discord.room import START, Room

HOUR = 3600


async def resigned(room: Room, **options: str) -> tuple[Message, Match]:
    """A finished match of Ada against Ben."""
    board = await room.begin(**options)
    match = await room.match(board)
    await room.service.apply(match.id, resign, room.ben.id)
    await room.time_passes(60)
    return board, await room.match(match.id)


# -------------------------------------------------------------------------------- rematch


async def test_a_rematch_is_a_challenge_with_the_seats_swapped(room: Room) -> None:
    for asker, other in ((room.ada, room.ben), (room.ben, room.ada)):
        board, finished = await resigned(room)
        assert "do not play" in (await room.press(room.cleo, board, "Rematch")).told
        answer = await room.press(asker, board, "Rematch")
        challenge = answer.message
        assert answer.public
        assert challenge.id != board.id
        assert challenge.pings == [other.id]
        lines = challenge.text.splitlines()
        assert lines[:2] == ["### 🔁 Rematch of Prowler's Passage", "🏳️ Ben resigned; Ada wins."]
        assert f"<@{other.id}>, **{room.names[asker.id]}** asks for a rematch." in lines
        assert "You swap sides: 🔴 Ben against 🔷 Ada." in lines
        assert "Ben digs first; Ada opens." in lines, "Ada dug first last time"
        assert "**Rated**: the result changes the ratings." in challenge.text
        assert challenge.labels == ["Accept", "Decline", "Cancel"]
        assert not challenge.alts, "no cover: they know the game"
        assert (await room.press(asker, challenge, "Accept")).told
        await room.press(other, challenge, "Accept")
        match = await room.match(challenge)
        assert match.phase is Phase.PLAYING
        assert [player.id for player in match.players] == [room.ben.id, room.ada.id]
        assert match.terms == finished.terms
        assert (await room.mover(challenge)) is room.ada, "the other one opens"


async def test_a_rematch_with_colours_tells_once_how_they_are_kept_or_changed(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben, map="duel")
    colours = GAMES["landgrab"].given((await room.match(board)).setup)
    await room.service.apply(board.match, resign, room.ben.id)
    await room.time_passes(60)
    lobby = (await room.press(room.ada, board, "Rematch")).message
    lines = [line for line in lobby.text.splitlines() if "colour" in line]
    assert lines == ["Press “Accept” to keep your colour, or choose another one under “Join with”."]
    await room.press(room.ben, lobby, "Accept")
    kept = GAMES["landgrab"].given((await room.match(lobby)).setup)
    assert kept[::-1] == colours, "seats are swapped, colours are not"


async def test_two_who_ask_for_a_rematch_at_once_get_one_message(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, _ = await resigned(room)
    draw = Rendering.pictures

    async def takes_a_while(*args: Any) -> list[Picture]:
        for _ in range(200):  # rounds of the event loop, in which the other press comes through
            await asyncio.sleep(0)
        return await draw(*args)

    monkeypatch.setattr(Rendering, "pictures", takes_a_while)
    press = board.button("Rematch")["custom_id"]
    answers = await room.presses_at_once(board, [(room.ada, press), (room.ben, press)])
    (shown,) = [each for each in room.messages() if "Accept" in each.labels]
    assert sorted(answer.public for answer in answers) == [False, True]
    (told,) = [answer.told for answer in answers if not answer.public]
    assert f"/{shown.channel}/{shown.id}" in told
    stored = await room.service.store.boards.of_match(shown.match)
    assert stored is not None
    assert stored.message == shown.id


@pytest.mark.expects_errors
async def test_a_rematch_that_was_declined_or_not_shown_can_be_asked_for_again(room: Room) -> None:
    board, _ = await resigned(room)
    room.fail("callback")
    assert "try again" in (await room.press(room.ada, board, "Rematch")).told
    challenge = (await room.press(room.ada, board, "Rematch")).message
    await room.press(room.ben, challenge, "Decline")
    again = (await room.press(room.ben, board, "Rematch")).message
    assert again.pings == [room.ada.id]


# ---------------------------------------------------------------------------------- claim


async def test_a_victory_is_claimed_in_the_menu_once_the_time_has_run_out(room: Room) -> None:
    board = await room.begin(pace=HOUR)
    match_id = board.match
    room.clock.now = START + HOUR - 1
    assert "Claim victory" not in (await room.press(room.ada, board, "Menu")).message.labels
    room.clock.now += 1
    for player in (room.ben, room.cleo):
        assert "Claim victory" not in (await room.press(player, board, "Menu")).message.labels
    menu = (await room.press(room.ada, board, "Menu")).message
    answer = await room.press(room.ada, menu, "Claim victory")
    assert "You win" in answer.told
    match = await room.match(match_id)
    assert (match.ending, match.ended_by) == (Ending.CLAIMED, 1)
    assert "⌛ Ada wins: Ben ran out of time" in board.text
    assert board.moves == []
    (call,) = room.calls()
    assert call.pings == [room.ben.id]
