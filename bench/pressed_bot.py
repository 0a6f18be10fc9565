"""One bot as a process of its own, for the benchmark of presses: this one, or an empty one."""

from __future__ import annotations

import argparse
import asyncio
import io
import random

import discord
from discord.ext import commands
from discord.http import Route

from cogs.admin import Hosting
from cogs.client import GamesBot
from cogs.contract.manifest import find_manifests
from cogs.frame.drawing_processes import DrawingProcesses
from prowlerbot.games import GAMES
from prowlerbot.games.prowler import Prowler
from prowlerbot.logs import log_to_stderr
from renderer.prowler import draw_board


class EmptyBot(commands.AutoShardedBot):
    """Answers every press with the same picture and the same 27 buttons, as discord.py has them."""

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        game = Prowler()
        state = game.start(game.setup(random.Random(1), 2, {}))
        for _ in range(8):
            state = state.after(min(state.to_move), state.moves(min(state.to_move))[0])
        self.png = draw_board(state, ["Ada", "Ben"])

    async def setup_hook(self) -> None:
        self.add_listener(self.answer, "on_interaction")

    async def answer(self, interaction: discord.Interaction) -> None:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        for first in range(1, 28, 4):
            row = [_button(number) for number in range(first, min(first + 4, 28))]
            view.add_item(discord.ui.ActionRow(*row))
        view.stop()
        picture = discord.File(io.BytesIO(self.png), "board.png")
        await interaction.response.edit_message(view=view, attachments=[picture])


def _button(number: int) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=str(number),
        emoji="🔸",
        custom_id=f"m:abcdefgh:12:{number}",
    )


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("api", help="address of the stand-in for Discord")
    parser.add_argument("token")
    parser.add_argument("--database", help="DATABASE_URL; without it the bot is the empty one")
    arguments = parser.parse_args()
    Route.BASE = arguments.api
    log_to_stderr("ERROR")
    bot = (
        GamesBot(
            arguments.database,
            GAMES,
            find_manifests(GAMES),
            hosting=Hosting(drawing=DrawingProcesses()),
            ahead=True,
        )
        if arguments.database
        else EmptyBot()
    )
    async with bot:
        await bot.start(arguments.token)


if __name__ == "__main__":
    asyncio.run(main())
