"""The memory of the bot and its processes: after the start with one server and with many, and with
a hundred open matches of all games.

It is the proportional set size (PSS): pages that several processes share count once. Every match is
pressed in turn, ten at a time, and each press is drawn.
"""

from __future__ import annotations

import asyncio
import random
from itertools import cycle

from bench.bots import House, Pressing, new_house
from bench.discord_data import GUILD, Message, Size
from bench.discord_stand_in import StandIn
from bench.timing import wanted
from cogs.presses import MatchPress
from prowlerbot.games import GAMES
from prowlerbot.match.match import Phase
from prowlerbot.match.play import replay_match
from prowlerbot.match.preferences import ServerChoices

MATCHES = 100
ROUNDS = 6
"""How often each match is pressed."""
AT_ONCE = 10
WANTED = 250
"""Megabytes at most."""
STARTED = {1: 180, 2_500: 210}
"""Megabytes at most after the start, by the number of servers."""


class Playing:
    """A match that is pressed at random."""

    def __init__(self, house: House, match_id: str, message: Message) -> None:
        self._house = house
        self._id = match_id
        self._message = message
        self._rng = random.Random(match_id)

    async def press(self) -> None:
        service = self._house.service
        match = await service.match(self._id)
        if match.phase is not Phase.PLAYING:
            return
        state = replay_match(match, service.facts.game(match))[-1]
        seat = min(service.facts.to_move(match))
        move = str(self._rng.choice(state.moves(seat)))
        press = MatchPress("m", match.id, match.moment, move)
        await self._house.bot.press(Pressing(match.player(seat).id, self._message, str(press)))


async def measure() -> None:
    for servers, most in STARTED.items():
        async with StandIn(servers, Size()) as discord, new_house(discord) as house:
            await house.bot.start()
            await house.bot.rest()
            await house.bot.rest()
            _report(house, f"after the start, {servers} servers", most)
    async with StandIn() as discord, new_house(discord) as house:
        choices = ServerChoices(presses_a_minute=10**6)
        await house.service.store.choices.put_choices(GUILD, choices)
        await house.bot.start()
        await house.bot.rest()
        matches = list[Playing]()
        for number, game in zip(range(MATCHES), cycle(GAMES), strict=False):
            match, message = await house.room.match(2 * number + 100, 2 * number + 101, game)
            matches.append(Playing(house, match.id, message))
        for round_ in range(1, ROUNDS + 1):
            for first in range(0, MATCHES, AT_ONCE):
                some = matches[first : first + AT_ONCE]
                await asyncio.gather(*(match.press() for match in some))
            if round_ in {1, ROUNDS}:
                _report(house, f"after {round_ * MATCHES} presses of {MATCHES} matches")


def _report(house: House, when: str, most: int = WANTED) -> None:
    own, *others = house.bot.memories()
    drawing = sum(others)
    print(
        f"{when:38} {own + drawing:4.0f} MB: bot {own:4.0f}, its processes {drawing:4.0f}"
        f" {wanted(own + drawing, most)}"
    )


if __name__ == "__main__":
    asyncio.run(measure())
