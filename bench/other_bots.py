"""Bots to compare with: an empty one, and one that draws as chess bots do."""

from __future__ import annotations

import io
import random

import cairosvg  # type: ignore[import-untyped]  # cairosvg ships no types
import chess
import chess.svg
import discord
from discord.ext import commands

from prowlerbot.games.prowler import Prowler
from renderer.prowler import layout
from renderer.prowler.board import draw_board

BUTTONS = 29
"""Those of a board of Prowler's Passage."""
AND_CALL = "press and call"
"""The custom_id of a press that two more requests follow: a call goes out, and one goes away."""


class EmptyBot(commands.AutoShardedBot):
    """Answers every press with the same picture and the same buttons, as discord.py has them."""

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        game = Prowler()
        state = game.start(game.setup(random.Random(1), 2, {}))
        for _ in range(8):
            state = state.after(min(state.to_move), state.moves(min(state.to_move))[0])
        self._png = draw_board(state, ["Ada", "Ben"])

    async def setup_hook(self) -> None:
        self.add_listener(self.answer, "on_interaction")

    def picture(self, _: int) -> bytes:
        """The picture of a message."""
        return self._png

    async def answer(self, interaction: discord.Interaction) -> None:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        for first in range(1, BUTTONS + 1, 4):
            row = [_button(number) for number in range(first, min(first + 4, BUTTONS + 1))]
            view.add_item(discord.ui.ActionRow(*row))
        view.stop()
        message = interaction.message.id if interaction.message is not None else 0
        picture = discord.File(io.BytesIO(self.picture(message)), "board.png")
        await interaction.response.edit_message(view=view, attachments=[picture])
        if interaction.data is not None and interaction.data.get("custom_id") == AND_CALL:
            assert isinstance(interaction.channel, discord.TextChannel)  # noqa: S101 - for mypy
            call = await interaction.channel.send("Your turn.")
            await call.delete()


class ChessBot(EmptyBot):
    """Makes a move of chess for each press and draws it with chess.svg and CairoSVG, as wide as a
    board of this bot. It stores nothing.
    """

    def __init__(self) -> None:
        super().__init__()
        self._boards: dict[int, chess.Board] = {}
        self._rng = random.Random(5)

    def picture(self, message: int) -> bytes:
        board = self._boards.setdefault(message, chess.Board())
        if board.is_game_over():
            board.reset()
        board.push(self._rng.choice(list(board.legal_moves)))
        svg = chess.svg.board(board, lastmove=board.peek(), size=layout.SIZE[0])
        drawn: bytes = cairosvg.svg2png(svg.encode())
        return drawn


def _button(number: int) -> discord.ui.Button[discord.ui.LayoutView]:
    return discord.ui.Button(
        style=discord.ButtonStyle.secondary,
        label=str(number),
        emoji="🔸",
        custom_id=f"m:abcdefgh:12:{number}",
    )
