"""``/matches`` shows each open match in small, one press away, as far as its reader knows it; and
commands about a person ask for a game only if they need one.
"""

import random
import re
from unittest.mock import Mock

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Player
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from renderer.gallery import draw_gallery
from tests.discord.room import Room


async def test_a_page_shows_four_matches_in_small(room: Room) -> None:
    gallery = Mock(wraps=draw_gallery)
    room.patch.setattr("cogs.players.match_list.draw_gallery", gallery)
    boards = [await room.begin(first="them") for _ in range(5)]
    answer = await room.command(room.ada, "/matches")
    page, _ = gallery.call_args.args
    assert [(each.number, each.company, each.waits) for each in page] == [
        (number, ["Ben"], True) for number in range(1, 5)
    ]
    assert answer.message.alts == [" ".join(f"{n}: Ben, your turn." for n in range(1, 5))]
    assert "5 matches · 5 wait for you" in answer.told
    ways = re.findall(r"\*\*\d\*\* · \[.+?\]\((\S+)\)", answer.told)
    assert not any("url" in each for each in answer.message.buttons), "which takes a line more"
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}"
    assert len(ways) == 4
    assert {*ways} < {f"{place}/{board.id}" for board in boards}
    turned = await room.press(room.ada, answer.message, "Next")
    assert turned.message.id == answer.message.id
    page, _ = gallery.call_args.args
    assert [each.number for each in page] == [5]


@pytest.mark.parametrize("words", [False, True])
async def test_every_page_of_long_matches_fits_into_a_message(room: Room, *, words: bool) -> None:
    room.names = dict.fromkeys(room.names, "_*Long_Name*_" * 2 + "_*Ab*_")
    lobby = Lobby(room.service)
    for _ in range(12):  # their boards are nowhere, which takes the most words
        players = [Player(each.id, room.names[each.id]) for each in room.members]
        match = await lobby.challenge("landgrab", players, {}, Terms(pace=DAY))
        for each in players[1:]:
            await room.service.apply(match.id, accept, each.id)
    await room.prefers(room.ada, text_first=words)
    page, pages = await room.command(room.ada, "/matches"), 2 if words else 3
    assert "12 matches" in page.told
    for number in range(1, pages):
        assert f"Page {number} of {pages}" in page.message.labels
        page = await room.press(room.ada, page.message, "Next")
    assert f"Page {pages} of {pages}" in page.message.labels


@pytest.mark.tell(1)
async def test_a_board_in_small_shows_what_its_reader_may_know(room: Room) -> None:
    board = await room.begin_tell()
    match = await room.match(board)
    await room.service.play(match.id, room.ben.id, match.moment, "3")
    timeline = Mock(wraps=room.service.timeline)
    room.patch.setattr(room.service, "timeline", timeline)
    await room.command(room.ada, "/matches")
    assert {each.args[1] for each in timeline.call_args_list} == {room.ada.id}


async def test_without_an_open_match_the_last_three_finished_ones_are_reviewed(room: Room) -> None:
    for _ in range(4):
        board = await room.begin(rated="no")
        await room.play_stored(board.match, random.Random(3), 1)
        await room.service.apply(board.match, resign, room.ben.id)
    answer = await room.command(room.ada, "/matches")
    assert "no open match" in answer.told
    assert answer.told.count("Prowler's Passage: 🏆 Won: **Ben** resigned") == 3
    ways = [*["Review", "Play again"] * 3, "Finished matches", "Another game"]
    assert answer.message.labels == ways
    ways = [each["custom_id"].split(":")[0] for each in answer.message.buttons[:2]]
    assert ways == ["review", "hub"]
    await room.begin()
    answer = await room.command(room.ada, "/matches")
    ways = ["Go to the board", "Review", "Play again", "Finished matches"]
    assert answer.message.labels == ways, "with an open match too"
    assert "4 matches" in (await room.press(room.ada, answer.message, "Finished matches")).told
