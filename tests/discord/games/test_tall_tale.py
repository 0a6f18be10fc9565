"""Two matches with other dice below Ada's cup: Ben and a spectator get the same bytes."""

import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from tall_tale.face import MANIFEST

from cogs.composition import Hosting
from prowlerbot.match.terms import Terms
from tests.discord.games.test_same_bytes import answered, check_alike, emptied, same
from tests.discord.message import Message
from tests.discord.room import Bench, Room
from tests.opponent.quick import PonderingThinkers

COMMANDS: dict[str, dict[str, Any]] = {
    "record": {},
    "replay": {},
    "animation": {},
    "branch": {"move": 1},
}


@pytest.fixture
async def bench(url: str) -> AsyncIterator[Bench]:
    bench = Bench(url, hosting=Hosting(thinkers=PonderingThinkers()))
    bench.with_game(MANIFEST.face.game, MANIFEST)
    await bench.open()
    yield bench
    await bench.close()


class Dice(random.Random):
    """A source that rolls these dice."""

    rolls: Iterator[str]

    def choice(self, seq: Any) -> Any:
        return next(self.rolls) if "111" in seq else super().choice(seq)


async def looks(room: Room, board: Message) -> list[str]:
    """All that Ben and a spectator can open."""
    told: list[str] = []
    await room.env.advance_time(31)  # the limit of presses
    for player in (room.ben, room.cleo):
        for label in ("Scores", "Describe", "Record"):
            menu = (await room.press(player, board, "Menu")).message
            told += await answered(await room.press(player, menu, label))
        for name, more in COMMANDS.items():
            answer = await room.command(player, name, group="tall_tale", match=board.match, **more)
            told += await answered(answer)
        replay = await room.press(
            player, (await room.press(player, board, "Menu")).message, "Replay"
        )
        for label in ("Describe", "Play on from here"):
            told += await answered(await room.press(player, replay.message, label))
        told += await answered(await room.command(player, "matches", group=""))
        told += await answered(await room.command(player, "export", group="privacy"))
    return told


async def one_match(room: Room, roll: str) -> list[str]:
    dice = Dice(7)
    dice.rolls = iter((roll, "246"))
    room.service.rng = dice
    board = await room._begin("tall_tale", (room.ada, room.ben), Terms(takebacks="ask"), {})
    told = await looks(room, board)
    await room.command(room.ada, "play", group="tall_tale", tale="6x6")
    menu = (await room.press(room.ada, board, "Menu")).message
    await room.press(room.ada, menu, "Take back 6 × 6")
    (question,) = [each for each in room.messages() if "Withdraw" in each.labels]
    told.append(repr(question.snapshot()))
    await room.press(room.ben, question, question.labels[0])
    told += await looks(room, board)
    told += [repr(each.snapshot()) for each in room.messages()]
    return same(told, board.match)


async def test_the_dice_below_a_cup_show_in_no_byte_that_others_receive(room: Room) -> None:
    one = await one_match(room, "563")
    await emptied(room)
    other = await one_match(room, "111")
    check_alike(one, other, "asks to take back **the last move**")
