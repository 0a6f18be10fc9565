"""A bot that is told to stop answers everybody first."""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from pathlib import Path

import pytest

from bench.discord_data import CHANNEL, GUILD
from cogs.presses.addresses import MatchPress
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board
from prowlerbot.service.lobby_service import Lobby
from tests.positions import states
from tests.process.hosted_bot import TOKEN, BadDays, hosting, patience, stored

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM on Windows")

AT_ONCE = 20


async def test_twenty_presses_at_the_moment_of_a_stop_are_all_answered(tmp_path: Path) -> None:
    discord = BadDays()
    presses = []
    async with stored(tmp_path) as service:
        await service.store.choices.put(GUILD, ServerChoices(presses_a_minute=10**6))
        for number in range(2 * AT_ONCE):
            one, other = 100 + 2 * number, 101 + 2 * number
            for user in (one, other):  # whose presses count at once
                await service.store.choices.put(user, PlayerChoices(confirm=False))
            match = await Lobby(service).challenge(
                "prowler", [Player(one, "A"), Player(other, "B")], {}
            )
            match = await service.apply(match.id, accept, other)
            message = discord.message()
            await service.store.boards.put(Board(match.id, GUILD, CHANNEL, message.id, 1))
            state = states(service, match)[-1]
            (seat,) = state.to_move
            move = str(random.Random(number).choice(state.moves(seat)))
            custom_id = str(MatchPress("m", match.id, match.moment, move))
            presses.append((match.player(seat).id, message, custom_id))
    async with hosting(discord, tmp_path, DRAWING_PROCESSES="1") as hosted:
        await discord.ready(TOKEN)
        await hosted.says("ready as")
        children = hosted.children
        assert children or sys.platform != "linux", "it draws in a process of its own"
        pressed = [asyncio.create_task(discord.press(TOKEN, *each)) for each in presses[:AT_ONCE]]
        async with patience(hosted):
            await asyncio.wait(pressed, return_when=asyncio.FIRST_COMPLETED)
        hosted.send(signal.SIGTERM)
        pressed += [asyncio.create_task(discord.press(TOKEN, *each)) for each in presses[AT_ONCE:]]
        assert await hosted.ended() == 0
        async with patience(hosted):
            await _gone(children)
        answered = [task.done() for task in pressed]
        assert all(answered[:AT_ONCE]), hosted.told
        # One that arrives when the connection is closed already gets no answer from anybody.
        nobodys = [each[2] for each, done in zip(presses, answered, strict=True) if not done]
        for task in pressed:
            task.cancel()
        await asyncio.gather(*pressed, return_exceptions=True)
    for word in ("Traceback", "Session is closed", "ERROR"):
        assert word not in hosted.told, hosted.told
    async with stored(tmp_path) as service:
        for match_id in await service.store.ids():
            match, board = (
                await service.match(match_id),
                await service.store.boards.of_match(match_id),
            )
            assert board is not None
            assert board.shown == match.revision, f"noted too: {match_id}\n{hosted.told}"
            if any(match_id in custom_id for custom_id in nobodys):
                assert match.ply == 0, "what nobody answered has not counted"


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes there are")
async def test_a_bot_that_is_killed_leaves_no_process_that_draws(tmp_path: Path) -> None:
    discord = BadDays()
    async with hosting(discord, tmp_path, DRAWING_PROCESSES="1") as hosted:
        await hosted.says("ready as")
        children = hosted.children
        assert children
        hosted.send(signal.SIGKILL)
        await hosted.ended()
        async with patience(hosted):
            await _gone(children)


async def _gone(processes: list[int]) -> None:
    """Wait until none of these processes is there any more, or only as somebody's zombie."""
    for process in processes:
        while _is_there(process):  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.02)


def _is_there(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
