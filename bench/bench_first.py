"""The first answers after a start, against those of a bot that has answered for a while.

A bot starts anew in each turn and is asked at once, as soon as its gateway is open: a challenge,
its acceptance, the first move. Later it is asked the same again, after a hundred presses. Both are
measured in the same turn, so the machine is equally busy; at most 0.3 s are wanted for each first
one. ``--also FOLDER`` measures another checkout in the same turns.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections import defaultdict
from pathlib import Path

from bench.bots import HERE, OTHER, OURS, House, new_house
from bench.discord_data import GUILD, Person, Typed
from bench.discord_stand_in import StandIn
from cogs.presses.addresses import MatchPress
from prowlerbot.games import GAMES
from prowlerbot.match.play import states
from prowlerbot.match.preferences import ServerChoices

TURNS = 5
PRESSES = 100
MOST = 0.3
STEPS = ("challenge", "accept", "move")


class Evening:
    """One bot from its start on."""

    def __init__(self, discord: StandIn, house: House, name: str, game: str) -> None:
        self._discord = discord
        self._room = house.room
        self._service = house.service
        self._name = name
        self._game = game
        self._users = iter(range(10**6, 10**9))

    async def begin(self) -> list[float]:
        """The seconds of each step, for two players in their first match."""
        one, other = next(self._users), next(self._users)
        for user in (one, other):
            await self._room.confirm_nothing(user)
        message = self._discord.message()
        asked = Typed((self._game, "challenge"), {"opponent": Person(other)})
        took = [await self._discord.command(self._name, one, asked, message=message)]
        read = (MatchPress.read(each) for each in message.custom_ids())
        entries = {"accept", "join"}
        press = next((each for each in read if each and each.action in entries), None)
        if press is None:  # the answer takes longer, and nobody knows how long
            return took
        took.append(await self._discord.press(self._name, other, message, str(press)))
        match = await self._service.match(press.match)
        if match.setup and match.game == "prowler":
            (seat,) = self._service.to_move(match)
            move = states(match, self._service.game(match))[-1].moves(seat)[0]
            carried = str(MatchPress("m", match.id, match.moment, str(move)))
            user = match.player(seat).id
            took.append(await self._discord.press(self._name, user, message, carried))
        return took


async def measure(arguments: argparse.Namespace) -> None:
    checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
    first: dict[str, list[list[float]]] = defaultdict(list)
    later: dict[str, list[list[float]]] = defaultdict(list)
    starts: dict[str, list[float]] = defaultdict(list)
    for _ in range(arguments.turns):
        for name, checkout in checkouts.items():
            began = time.perf_counter()
            async with StandIn() as discord, new_house(discord, name, checkout) as house:
                await house.service.store.choose(GUILD, ServerChoices(presses_a_minute=10**6))
                await house.bot.start()
                starts[name].append(time.perf_counter() - began)
                evening = Evening(discord, house, name, arguments.game)
                first[name].append(await evening.begin())
                presses = await house.room.board(PRESSES)
                for _ in range(PRESSES):
                    await house.bot.press(next(presses))
                later[name].append(await evening.begin())
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
