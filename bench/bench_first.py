"""The first answers after a start, against those of a bot that has answered for a while.

A bot starts anew in each turn and is asked at once, as soon as its gateway is open: a challenge,
its acceptance, the first move. Later it is asked the same again, after a hundred presses. Both are
measured in the same turn, so the machine is equally busy; at most 0.3 s are wanted for each first
one. ``--also FOLDER`` measures another checkout in the same turns.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from bench.bench_presses import HERE, OTHER, OURS, Bot, Room
from bench.discord_stand_in import GUILD, Message, Person, StandIn, Typed
from cogs.frame.press import Action, MatchPress
from prowlerbot.games import GAMES
from prowlerbot.match.play import states
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.database import Database
from prowlerbot.storage.store import Store

TURNS = 5
PRESSES = 100
MOST = 0.3
STEPS = ("challenge", "accept", "move")


class Evening:
    """One bot from its start on."""

    def __init__(self, discord: StandIn, bot: Bot, service: Service, name: str, game: str) -> None:
        self._discord = discord
        self._bot = bot
        self._service = service
        self._name = name
        self._game = game
        self._users = iter(range(10**6, 10**9))

    async def begin(self) -> list[float]:
        """The seconds of each of the steps, for two who play their first match."""
        one, other = next(self._users), next(self._users)
        for user in (one, other):  # whose presses count at once
            await self._service.store.choose(user, PlayerChoices(confirm=False))
        message = self._discord.message()
        asked = Typed((self._game, "challenge"), {"opponent": Person(other)})
        took = [await self._discord.command(self._name, one, asked, message=message)]
        carried = _carried(message, Action.ACCEPT, Action.JOIN)
        press = MatchPress.read(carried)
        if press is None:  # it takes longer, and nobody knows how long
            return took
        took.append(await self._discord.press(self._name, other, message, carried))
        match = await self._service.match(press.match)
        if match.setup and match.game == "prowler":
            (seat,) = self._service.to_move(match)
            move = states(match, self._service.game(match))[-1].moves(seat)[0]
            carried = str(MatchPress(Action.MOVE, match.id, match.moment, str(move)))
            user = match.player(seat).id
            took.append(await self._discord.press(self._name, user, message, carried))
        return took


def _carried(message: Message, *actions: Action) -> str:
    """The custom_id of the first button that does one of these; empty where there is none."""

    def found(components: list[dict[str, object]]) -> list[str]:
        ids: list[str] = []
        for each in components:
            ids += found(each.get("components", []))  # type: ignore[arg-type]  # nested ones
            ids.append(str(each.get("custom_id", "")))
        return ids

    carried = [it for it in found(message.components) if it.partition(":")[0] in set(actions)]
    return carried[0] if carried else ""


async def measure(arguments: argparse.Namespace) -> None:
    checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
    first: dict[str, list[list[float]]] = defaultdict(list)
    later: dict[str, list[list[float]]] = defaultdict(list)
    starts: dict[str, list[float]] = defaultdict(list)
    for _ in range(arguments.turns):
        for name, checkout in checkouts.items():
            with tempfile.TemporaryDirectory() as folder:
                began = time.perf_counter()
                url = f"sqlite:///{folder}/bench.db"
                database = await Database.open(url)
                service = Service(Store(database), games=GAMES, rng=random.Random(5))
                await service.store.choose(GUILD, ServerChoices(presses_a_minute=10**6))
                discord = StandIn()
                bot = Bot(discord, name, checkout)
                try:
                    await bot.start(await discord.start(), "--database", url)
                    starts[name].append(time.perf_counter() - began)
                    evening = Evening(discord, bot, service, name, arguments.game)
                    first[name].append(await evening.begin())
                    presses = await Room(service, discord).board(PRESSES)
                    for _ in range(PRESSES):
                        await bot.press(next(presses))
                    later[name].append(await evening.begin())
                finally:
                    await bot.stop()
                    await discord.close()
                    await database.close()
    for name in checkouts:
        print(f"{name}: ready after {statistics.median(starts[name]):.1f} s")
        for at, step in enumerate(STEPS):
            mine, own = ([each[at] for each in it[name] if at < len(each)] for it in (first, later))
            if not mine:
                continue
            one, hundredth = statistics.median(mine), statistics.median(own)
            print(
                f"  first {step:9} {one * 1000:5.0f} ms (most {max(mine) * 1000:.0f},"
                f" ≤ {MOST * 1000:.0f} wanted), later {hundredth * 1000:4.0f} ms:"
                f" × {one / hundredth:.1f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--game", choices=tuple(GAMES), default="prowler")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
