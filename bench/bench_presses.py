"""Presses a second: this bot against an empty one that answers with a constant picture.

Both run on SimCord in one process and take turns, press by press: this bot loads the match, makes
the move, commits, draws, answers and calls the next player; the empty one only answers with a
picture of the same size. What SimCord itself needs is part of both. Processor time is measured, as
SimCord waits a while after each press to see whether more happens.
"""

from __future__ import annotations

import asyncio
import io
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import simcord
from discord.ext import commands
from simcord.components import walk_components

from cogs.client import GamesBot
from prowlerbot.database import Database
from prowlerbot.games.prowler import Prowler
from prowlerbot.preferences import ServerChoices
from prowlerbot.service import Service
from prowlerbot.store import Store
from renderer import draw_board

PRESSES = 200
WANTED = 0.25


class EmptyBot(commands.Bot):
    """Answers every press with the same picture."""

    def __init__(self, png: bytes) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.png = png

    async def setup_hook(self) -> None:
        @self.tree.command(name="board", description="Show a picture")
        async def board(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(view=self.view(), file=self.file())

        self.add_listener(self.answer, "on_interaction")
        await self.tree.sync()

    async def answer(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=self.view(), attachments=[self.file()])

    def file(self) -> discord.File:
        return discord.File(io.BytesIO(self.png), "board.png")

    def view(self) -> discord.ui.LayoutView:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Press", custom_id="press")))
        view.stop()
        return view


async def press_ours(url: str, presses: int) -> list[float]:
    """Processor seconds of each press, over whole matches."""
    database = await Database.open(url)
    service = Service(Store(database), rng=random.Random(5))
    bot = GamesBot(url, service=service)
    taken: list[float] = []
    try:
        async with simcord.run(bot, shard_count=1, check_errors=False) as env:
            channel, players = _room(env)
            # The clock stands still here, so whoever is fast must not be taken for a flood.
            await service.store.choose(env.guild.id, ServerChoices(presses_a_minute=10 * PRESSES))
            rng = random.Random(5)
            while len(taken) < presses:
                one, other = players
                offer = (await one.slash(channel, "prowler challenge", opponent=other)).response
                await other.click(offer, label="Accept")
                taken += await _match(env, service, offer, {p.id: p for p in players}, rng)
    finally:
        await bot.close()
        await database.close()
    return taken[:presses]


async def _match(
    env: simcord.Env, service: Service, board: Any, players: dict[int, Any], rng: random.Random
) -> list[float]:
    taken: list[float] = []
    while True:
        stored = env.backend.get_message(board.channel_id, board.id)
        buttons = [each for each in walk_components(stored.components) if each["type"] == 2]
        moves = [
            each["custom_id"]
            for each in buttons
            if not each.get("disabled") and each["custom_id"].split(":")[0] in {"m", "choose"}
        ]
        if not moves:
            return taken
        match = await service.match(moves[0].split(":")[1])
        (seat,) = service.to_move(match)
        mover = players[match.player(seat).id]
        pressed = rng.choice(moves)
        taken.append(await _timed(lambda: mover.click(board, custom_id=pressed)))  # noqa: B023 - called at once


async def press_empty(png: bytes, presses: int) -> list[float]:
    bot = EmptyBot(png)
    try:
        async with simcord.run(bot, check_errors=False) as env:
            channel, (player, _) = _room(env)
            board = (await player.slash(channel, "board")).response
            return [
                await _timed(lambda: player.click(board, custom_id="press")) for _ in range(presses)
            ]
    finally:
        await bot.close()


def _room(env: simcord.Env) -> tuple[Any, list[Any]]:
    guild = env.create_guild()
    channel = guild.create_text_channel("bench")
    return channel, [guild.add_member(env.create_user(name)) for name in ("ada", "ben")]


async def _timed(press: Callable[[], Awaitable[object]]) -> float:
    start = time.process_time()
    await press()
    return time.process_time() - start


def _picture() -> bytes:
    game = Prowler()
    return draw_board(game.start(game.setup(random.Random(1), 2, {})), ["Ada", "Ben"])


def _report(name: str, seconds: list[float]) -> float:
    cuts = statistics.quantiles(seconds, n=100)
    rate = len(seconds) / sum(seconds)
    p50, p95 = cuts[49] * 1000, cuts[94] * 1000
    print(f"  {name:12} {rate:7.1f} presses/s of processor   p50 {p50:6.1f} ms   p95 {p95:6.1f} ms")
    return rate


def main() -> None:
    png = _picture()
    ours: list[float] = []
    empty: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for part in range(4):  # in turns, so that a busy moment of the machine hits both
            url = f"sqlite:///{folder}/bench{part}.db"
            ours += asyncio.run(press_ours(url, PRESSES // 4))
            empty += asyncio.run(press_empty(png, PRESSES // 4))
    print(f"presses, {PRESSES} of each, picture of {len(png) / 1000:.0f} KB:")
    ratio = _report("this bot", ours) / _report("empty bot", empty)
    print(f"  ratio {ratio:17.2f}   (wanted: {WANTED} or more)")


if __name__ == "__main__":
    main()
