"""The first minutes of a newcomer: the texts about the game, its rules, and safe first moves."""

import random

import pytest

from prowlerbot.match.agreements import resign
from prowlerbot.match.preferences import SAFE_MATCHES, PlayerChoices
from tests.discord.message import Message
from tests.discord.room import Room

pytestmark = pytest.mark.newcomers

PREVIEW = "If you make this move"


@pytest.fixture
async def board(room: Room) -> Message:
    """A match between two newcomers, in which Ben has opened."""
    board = await room.challenge(first="me")
    await room.press(room.ben, board, "Accept")
    shown = (await room.press(room.ben, board, "Castle")).message
    await room.press(room.ben, shown, "Confirm")
    return board


def plain(board: Message) -> str:
    return str(next(e["label"] for e in board.moves if e["custom_id"].startswith("m:")))


# ------------------------------------------------------------------ pitch and explanation


async def test_a_first_match_offers_the_tutorial_once_and_hints_against_the_machine(
    room: Room,
) -> None:
    asked = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "Your first match of Prowler's Passage" in asked.told
    accepted = await room.press(room.ben, asked.message, "Accept")
    assert "Your first match of Prowler's Passage" in accepted.told
    again = await room.command(room.ada, "challenge", opponent=room.cleo)
    assert again.told == "", "another match has begun"
    assert "Your first match" in (await room.press(room.cleo, again.message, "Accept")).told
    dora, eve = room.join("Dora"), room.join("Eve")
    alone = await room.command(dora, "challenge", machine="easy")
    assert "Stuck? “Hint” in the menu" in alone.told
    assert "The tutorial explains the game in small tasks." in alone.told
    without = await room.command(eve, "challenge", machine="easy", hints="no")
    assert "Your first match" in without.told
    assert "Hint" not in without.told
    (ended,) = await room.service.open_matches(eve.id)
    await room.service.apply(ended.match, resign, eve.id)
    again = await room.command(eve, "challenge", machine="easy", hints="no")
    assert again.told == "", "a match that counts for nothing has its welcome, too"


# ------------------------------------------------------------------ first moves are safe


async def test_that_is_switched_off_together_with_the_move(room: Room, board: Message) -> None:
    label = plain(board)
    shown = (await room.press(room.ada, board, label)).message
    await room.press(room.ada, shown, "Confirm and don't ask again")
    assert (await room.match(board)).plays[-1].move == label, "nothing is left to be confirmed"
    assert f"digs **{label}**" in board.text
    assert shown.labels == ["Preferences"]
    assert "your moves count at once" in shown.text
    assert (
        await room.service.store.choices.choices_of(PlayerChoices, room.ada.id)
    ).confirm is False
    ben = (await room.press(room.ben, board, plain(board))).message
    await room.press(room.ben, ben, "Confirm")
    await room.press(room.ada, board, plain(board))
    assert (await room.match(board)).ply == 4, "Ada's move counted at once"
    ben = (await room.press(room.ben, board, plain(board))).message
    await room.press(room.ben, ben, "Confirm")
    effects = (await room.press(room.ada, board, "What does it bring?")).message
    await room.choose_move(room.ada, effects)
    assert (await room.match(board)).ply == 6, "also from the list of effects"


async def test_after_two_matches_moves_count_at_once_and_that_is_said_once(room: Room) -> None:
    told, rng = [], random.Random(2)
    for number in range(SAFE_MATCHES + 2):
        board = await room.challenge(first="me")
        await room.press(room.ben, board, "Accept")
        answer = await room.press(room.ben, board, "Castle")
        assert (PREVIEW in answer.told) is (number < SAFE_MATCHES), number
        assert (await room.match(board)).ply == (number >= SAFE_MATCHES)
        told.append("Your first matches are over, so this move counted at once" in answer.told)
        await room.play_stored(board.match, rng, plies=9)
        await room.service.apply(board.match, resign, room.ben.id)
    assert told == [*[False] * SAFE_MATCHES, True, False]
    typed = await room.challenge(first="them")
    await room.press(room.ben, typed, "Accept")
    answer = await room.command(room.ada, "play", pathway="C")
    assert "choose “Always” under “Confirm moves”." in answer.told
    opened = await room.press(room.ada, answer.private, "Preferences")
    assert "Your preferences" in opened.told
    await room.service.apply(typed.match, resign, room.ada.id)
    await room.service.store.choices.put(room.ben.id, PlayerChoices(confirm=True))
    board = await room.challenge(first="me")
    await room.press(room.ben, board, "Accept")
    assert PREVIEW in (await room.press(room.ben, board, "Castle")).told, "asked for ever"
