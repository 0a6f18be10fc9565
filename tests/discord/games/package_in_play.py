"""The installed package, played: ``test_added_game.py`` runs this file by its path."""

import pytest

from cogs.board.rendering import DrawingProcesses
from cogs.contract.manifest import find_manifests
from cogs.contract.screen import Look
from cogs.presses import HubPress
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import MoveTask
from tests.discord.room import Room

KEY = "four_in_a_row"
pytestmark = [pytest.mark.full, pytest.mark.real_pictures, pytest.mark.answering_machine]


async def test_the_hub_has_the_game_and_its_machine_answers(room: Room) -> None:
    hub = (await room.command(room.ada, "/play")).message
    board = (await room.late_press(room.ada, hub, str(HubPress("now", KEY)))).message
    match = await room.match(board)
    assert match.game == KEY
    while not (await room.match(board)).plays:
        await room.press(room.ada, board, "Column 4")


async def test_the_processes_that_think_and_draw_find_the_game_too(room: Room) -> None:
    game = room.service.games[KEY]
    look = Look(("Ada", "Ben"), ("Ada", "Ben"))
    picture = find_manifests(room.service.games)[KEY].face.picture(game.start("2").view(None), look)
    thinkers, drawing = Thinkers(1), DrawingProcesses(1)
    assert await thinkers.move("match", MoveTask(KEY, "2", (), 1, "easy", 1)) in set("1234567")
    assert (await drawing.draw("match", picture.draw)).startswith(b"\x89PNG")
    await thinkers.close()
    await drawing.close()
