"""``/matches`` shows each open match in small, one press away, as far as its reader knows it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from prowlerbot.match.match import Player
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby import Lobby
from renderer.gallery import Small, draw_gallery
from tests.discord.room import Room


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[list[Small]]:
    """The boards of each page that is drawn, which is done here and at once."""
    pages: list[list[Small]] = []

    def noted(boards: list[Small], theme: str) -> bytes:
        pages.append(boards)
        return draw_gallery(boards, theme)

    monkeypatch.setattr("cogs.people.match_pages.draw_gallery", noted)
    return pages


async def test_a_page_shows_four_matches_in_small_and_a_way_to_each(
    room: Room, drawn: list[list[Small]]
) -> None:
    boards = [await room.begin(first="them") for _ in range(5)]
    answer = await room.command(room.ada, "matches", group="")
    (page,) = drawn
    assert [(each.number, each.company, each.waits) for each in page] == [
        (number, "Ben", True) for number in range(1, 5)
    ]
    assert answer.message.alts == [" ".join(f"{n}: Ben, your turn." for n in range(1, 5))]
    assert "5 matches · 5 wait for you" in answer.told
    ways = [each["url"] for each in answer.message.buttons if "url" in each]
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}"
    assert len(ways) == 4
    assert {*ways} < {f"{place}/{board.id}" for board in boards}
    turned = await room.press(room.ada, answer.message, "Next")
    assert turned.message.id == answer.message.id
    assert [each.number for each in drawn[1]] == [5]
    assert "Page 2 of 2" in turned.message.labels


async def test_a_match_without_a_time_limit_says_when_somebody_last_moved(room: Room) -> None:
    await room.begin(first="them", pace=0)
    began = room.clock.now
    await room.time_passes(3 * DAY)
    told = (await room.command(room.ada, "matches", group="")).told
    assert f"last move <t:{began}:R>" in told


async def test_words_first_needs_no_picture(room: Room, drawn: list[list[Small]]) -> None:
    await room.begin(first="them")
    await room.service.store.rechoose(PlayerChoices, room.ada.id, text_first=True)
    answer = await room.command(room.ada, "matches", group="")
    assert "**your turn**" in answer.told
    assert (drawn, answer.message.alts) == ([], [])


@pytest.mark.parametrize("words", [False, True])
async def test_every_page_of_thirty_long_matches_fits_into_a_message(
    room: Room, *, words: bool
) -> None:
    room.names = dict.fromkeys(room.names, "_*Long_Name*_" * 2 + "_*Ab*_")
    lobby = Lobby(room.service)
    for _ in range(30):  # their boards are nowhere, which takes the most words
        players = [Player(each.id, room.names[each.id]) for each in room.members]
        match = await lobby.challenge("landgrab", players, {}, Terms(pace=DAY))
        for each in players[1:]:
            await lobby.accept(match.id, each.id)
    await room.service.store.rechoose(PlayerChoices, room.ada.id, text_first=words)
    page, pages = await room.command(room.ada, "matches", group=""), 4 if words else 8
    assert "30 matches" in page.told
    for number in range(1, pages):
        assert f"Page {number} of {pages}" in page.message.labels
        page = await room.press(room.ada, page.message, "Next")
    assert f"Page {pages} of {pages}" in page.message.labels


async def test_a_match_whose_board_is_gone_is_shown_by_a_press(room: Room) -> None:
    board = await room.begin()
    match = board.match
    room.deletes(board)
    await room.play_stored(match, random.Random(1), 1)
    await room.time_passes(60)
    answer = await room.command(room.ada, "matches", group="")
    shown = await room.press(room.ada, answer.message, "Show it here")
    assert shown.message.match == match
    assert "Go to the board" in (await room.command(room.ada, "matches", group="")).message.labels


async def test_the_last_page_is_shown_if_the_wanted_one_is_gone(room: Room) -> None:
    boards = [await room.begin() for _ in range(5)]
    first = (await room.command(room.ada, "matches", group="")).message
    left = await room.command(room.ada, "resign", match=boards[0].match)
    await room.press(room.ada, left.message, "Resign")
    turned = await room.press(room.ada, first, "Next")
    assert "4 matches" in turned.told
    for board in boards[1:]:
        left = await room.command(room.ada, "resign", match=board.match)
        await room.press(room.ada, left.message, "Resign")


@pytest.mark.tell(1)
async def test_a_board_in_small_shows_what_its_reader_may_know(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.begin_tell()
    match = await room.match(board)
    await room.service.play(match.id, room.ben.id, match.moment, "3")
    seen: list[Any] = []
    real = room.service.timeline

    def noted(*asked: Any) -> Any:
        seen.append(asked[1])
        return real(*asked)

    monkeypatch.setattr(room.service, "timeline", noted)
    await room.command(room.ada, "matches", group="")
    assert set(seen) == {room.ada.id}
