"""Presses a second, and what a press costs: this bot against its floor, and against other bots.

Each bot is one process, with those it starts itself, and speaks to a stand-in for Discord over real
sockets. All are measured in turns within one run. A press of this bot loads the match, makes the
move, commits, draws and answers with the picture and 29 buttons; with calls on it also calls the
next player and deletes the call before. The empty bot answers with 29 buttons and a picture of the
same size, always the same ones, all of it through discord.py's objects; with calls on it makes two
more requests. The chess bot answers likewise, but makes a move of python-chess for each press and
draws it with chess.svg and CairoSVG; it stores nothing.

The floor of a press is the processor time of the least work that gives the same: the empty bot's
press, ISA-L over the bytes of the picture, and one durable commit of the same rows.

``--also FOLDER`` measures another checkout in the same turns, to see what a change has brought.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

from bench.bots import HERE, OTHER, OURS, Bot, House, Pressing, Room, new_house
from bench.discord_data import GUILD, Message
from bench.discord_stand_in import StandIn
from bench.floor import least
from bench.measured import Measured, press_all
from bench.other_bots import AND_CALL
from prowlerbot.match.preferences import ServerChoices

EMPTY, CHESS = "empty bot", "chess bot"
TURNS = 5
PRESSES = 160
"""Presses of each bot in a turn."""
PRESSES_OF_CHESS = 16
"""Those of the chess bot, which takes as long for them."""
AT_ONCE = (1, 10, 50)
"""Boards that are pressed at the same time."""
FLOOD = 100
"""Presses a second of one user, and presses of another one meanwhile."""
FLOODED = 60


async def measure(arguments: argparse.Namespace) -> None:
    checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(StandIn())
        houses = {
            name: await stack.enter_async_context(new_house(discord, name, checkout))
            for name, checkout in checkouts.items()
        }
        for each in houses.values():
            await each.bot.start()
            await each.bot.rest()
        others = {EMPTY: Bot(discord, EMPTY)}
        if not arguments.also:
            others[CHESS] = Bot(discord, CHESS, chess=True)
        for other in others.values():
            stack.push_async_callback(other.stop)
            await other.start()
        for calls in arguments.calls:
            for at_once in arguments.at_once:
                print(f"{at_once} pressed at the same time, calls {calls}:")
                # Presses as fast as the answers must not count as a flood.
                choices = ServerChoices(presses_a_minute=10**6, calls=calls == "on")
                for each in houses.values():
                    await each.service.store.choices.put_choices(GUILD, choices)
                pressed = AND_CALL if choices.calls else "press"
                boards = [_constant(discord.message(), pressed) for _ in range(at_once)]
                await _compare(houses, others, boards, arguments.turns, calls)
        if not arguments.also:
            ours = houses[OURS]
            await ours.service.store.choices.put_choices(GUILD, ServerChoices())
            await _flood(ours.bot, ours.room)


async def _compare(
    houses: dict[str, House],
    others: dict[str, Bot],
    constant: list[Iterator[Pressing]],
    turns: int,
    calls: str,
) -> None:
    at_once, presses = len(constant), (turns + 1) * PRESSES
    boards = {
        name: [await each.room.board(presses // at_once * 2) for _ in range(at_once)]
        for name, each in houses.items()
    } | dict.fromkeys(others, constant)
    bots = {name: each.bot for name, each in houses.items()} | others
    found = {name: Measured() for name in bots}
    for turn in range(-1, turns):  # the first one is to warm up
        into = found if turn >= 0 else {name: Measured() for name in found}
        for name, bot in bots.items():
            pressed = PRESSES_OF_CHESS if name == CHESS else PRESSES
            await press_all(bot, boards[name], pressed, into[name])
    rest = least()
    for name, measured in found.items():
        measured.report(name)
    for name in houses:
        found[name].compare(name, found[EMPTY], at_once)
        found[name].compare_to_floor(name, found[EMPTY], rest, calls)


def _constant(message: Message, pressed: str) -> Iterator[Pressing]:
    while True:
        yield Pressing(1, message, pressed)


async def _flood(ours: Bot, room: Room) -> None:
    """The delays of one player while another one presses without end."""
    calm, flooded = Measured(), Measured()
    quiet = await room.board(3 * FLOODED)
    await press_all(ours, [quiet], FLOODED, Measured())
    await press_all(ours, [quiet], FLOODED, calm)
    again = next(await room.board(1))
    presses: list[asyncio.Task[float]] = []

    async def flood() -> None:
        while True:
            presses.append(asyncio.create_task(ours.press(again)))
            await asyncio.sleep(1 / FLOOD)

    flooding = asyncio.create_task(flood())
    await press_all(ours, [quiet], FLOODED, flooded)
    flooding.cancel()
    answered = sum(press.done() for press in presses)
    for press in presses:
        press.cancel()  # most of them are never answered
    await asyncio.gather(flooding, *presses, return_exceptions=True)
    print(f"one player while another one presses {FLOOD} times a second, {answered} answered:")
    calm.report("before")
    flooded.report("meanwhile")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--at-once", type=int, nargs="+", default=AT_ONCE)
    parser.add_argument("--calls", nargs="+", choices=("on", "off"), default=("off", "on"))
    parser.add_argument("--turns", type=int, default=TURNS)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
