"""One bot as a process of its own, for the benchmark of presses: this one, or another one."""

from __future__ import annotations

import argparse
import asyncio

from discord.ext import commands
from discord.http import Route

from cogs.board.rendering import DrawingProcesses
from cogs.composition import GamesBot, Hosting
from cogs.contract.manifest import find_manifests
from prowlerbot.games import GAMES
from prowlerbot.logs import log_to_stderr
from prowlerbot.opponent.pool import Thinkers


def _bot(
    database: str | None, shards: int | None, machine: int, *, chess: bool
) -> commands.AutoShardedBot:
    if database:
        hosting = Hosting(drawing=DrawingProcesses(), thinkers=Thinkers(machine), shards=shards)
        bot = GamesBot(database, GAMES, find_manifests(GAMES), hosting=hosting, draws_ahead=True)
        bot.requests.allowed_a_second = lambda: 10**6  # no limit of Discord is measured
        return bot
    from bench.other_bots import ChessBot, EmptyBot  # noqa: PLC0415 - they load what this bot lacks

    return ChessBot() if chess else EmptyBot()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("api", help="address of the stand-in for Discord")
    parser.add_argument("token")
    parser.add_argument("--database", help="DATABASE_URL; without it the bot is the empty one")
    parser.add_argument("--chess", action="store_true", help="the bot that draws chess boards")
    parser.add_argument("--shards", type=int, help="how many all processes of the bot share")
    parser.add_argument("--machine", type=int, default=0, help="processes that think")
    arguments = parser.parse_args()
    Route.BASE = arguments.api
    log_to_stderr("ERROR")
    asked = arguments.database, arguments.shards, arguments.machine
    async with _bot(*asked, chess=arguments.chess) as bot:
        await bot.start(arguments.token)


if __name__ == "__main__":
    asyncio.run(main())
