"""Puzzles of each game: opened, tried and solved, and with words first."""

from __future__ import annotations

from prowlerbot.puzzles.shipped import shipped
from tests.discord.message import Message
from tests.walk.stage import Stage


async def puzzles(on: Stage) -> None:
    ada = on.ada
    for game in filter(shipped, on.service.games):
        shown = await on.told(
            f"puzzle_{game}", ada, await on.command(ada, "puzzle", group="", game=game)
        )
        given_up = next(each for each in _presses(shown) if each.endswith("!"))
        (puzzle,) = [each for each in shipped(game) if each.id == given_up.split(":")[1]]
        wrong, right = puzzle.options[-1].move, puzzle.best.move
        await on.late_press(ada, shown, f"{given_up}{wrong}")
        await on.show(f"puzzle_{game}_missed", ada, shown)
        await on.late_press(ada, shown, f"{given_up}{right}")
        await on.show(f"puzzle_{game}_solved", ada, shown)
        await on.late_press(ada, shown, given_up)
        await on.show(f"puzzle_{game}_given_up", ada, shown)
    await on.prefer(on.ben, text_first=True)
    command = await on.command(on.ben, "puzzle", group="", game=next(iter(on.service.games)))
    await on.told("puzzle_in_words", on.ben, command)


def _presses(message: Message) -> list[str]:
    return [each["custom_id"] for each in message.buttons]
