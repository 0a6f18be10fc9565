"""The ways through the code: the files and functions that a press, a command and a reminder pass.

The bot runs in a simulated Discord. A way is all that an arrival sets off in the event loop, also
in tasks of its own: the functions of the bot, not those of libraries, and no comprehensions or
lambdas. Threads and processes, which store and draw, stand aside. ``make bench`` prints the counts.

``--files`` lists the files of each way with the functions that it enters there, ``--calls`` the
calls in their order.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, CoroutineType, FrameType
from typing import Any, NamedTuple, Self

import discord
import pytest
import simcord

from bench.timing import wanted
from cogs.composition import Hosting
from cogs.frame.duty_loop import DutyLoop
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.storage.engines.database import Database
from tests.discord.message import Message
from tests.discord.room import (
    Bench,
    Room,
    let_everybody_be_called,
    let_everybody_be_experienced,
    let_everybody_post,
)
from tests.discord.settling import wait_for_work_alone
from tests.opponent.quick import PonderingThinkers
from tests.patience import HUNG
from tests.persistence.looks import rested

_ROOT = Path(__file__).parents[1]
_PRODUCT = tuple(f"{_ROOT / each}" for each in ("bot.py", "cogs/", "prowlerbot/", "renderer/"))
_TRANSACTION = Database._transact.__code__  # noqa: SLF001 - each statement and piece of work passes it
_WARMING = 5
"""Moves before the press that counts: the first ones fill caches, and have no call to delete."""
_HALF = "half of your time"


@dataclass(eq=False)
class Call:
    """A call of a function of the bot, with the calls inside it in their order."""

    code: CodeType
    depth: int = 1
    calls: list[Call] = field(default_factory=list["Call"])

    def all(self) -> Iterator[Call]:
        yield self
        for each in self.calls:
            yield from each.all()


class Trace:
    """Notes each call of a function in some files, on the thread that enters this.

    A task belongs to the call that has created it. ``ways`` has the calls that come from none of
    these files.
    """

    def __init__(self, files: tuple[str, ...] = _PRODUCT) -> None:
        self._files = files
        self._calls: dict[FrameType, Call] = {}
        self._callers: dict[FrameType | None, Call | None] = {}
        """The call that has created a task, by the first frame of the task."""
        self.ways: list[Call] = []

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._create_task: Callable[..., object] = self._loop.create_task
        vars(self._loop)["create_task"] = self._note_task
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        vars(self._loop)["create_task"] = self._create_task

    @property
    def longest(self) -> Call:
        """The way with the most calls; later events of Discord have small ways of their own."""
        return max(self.ways, key=lambda way: sum(1 for _ in way.all()))

    def _note_task(self, work: CoroutineType[Any, Any, Any], **more: Any) -> object:
        self._callers[work.cr_frame] = self._nearest(sys._getframe(1))  # noqa: SLF001 - no other way to ask
        return self._create_task(work, **more)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(self._files):
            return
        if code.co_name.startswith("<") or frame in self._calls:
            return  # no function of its own, or a coroutine that goes on
        caller = self._nearest(frame)
        call = self._calls[frame] = Call(code, caller.depth + 1 if caller else 1)
        (caller.calls if caller else self.ways).append(call)

    def _nearest(self, frame: FrameType | None) -> Call | None:
        """The call in which a frame runs."""
        while frame is not None:
            if frame in self._calls:
                return self._calls[frame]
            if frame in self._callers:
                return self._callers[frame]
            frame = frame.f_back
        return None


class Way(NamedTuple):
    """What has been passed, and how little of it is wanted; None for no aim."""

    call: Call
    files: int | None = None
    functions: int | None = None
    transactions: int | None = None

    def told(self) -> str:
        calls = [*self.call.all()]
        codes = {each.code for each in calls}
        stored = sum(each.code is _TRANSACTION for each in calls)
        counts = (
            ("files", len({each.co_filename for each in codes}), self.files),
            ("functions", len(codes), self.functions),
            ("transactions", stored, self.transactions),
            ("levels", max(each.depth for each in calls), None),
        )
        return ", ".join(
            f"{what} {count}" + (f" {wanted(count, most)}" if most else "")
            for what, count, most in counts
        )

    def files_and_functions(self) -> Iterator[str]:
        """The files, each with its functions and how often they are called."""
        count = Counter(each.code for each in self.call.all())
        found = defaultdict[str, list[CodeType]](list)
        for code in count:
            found[_file(code)].append(code)
        for file, codes in sorted(found.items()):
            yield f"  {file}: {len(codes)}"
            for code in sorted(codes, key=lambda each: each.co_firstlineno):
                yield f"    {code.co_qualname}" + (f" × {count[code]}" if count[code] > 1 else "")

    def tree(self) -> Iterator[str]:
        """The calls in their order; equal ones that follow each other are one line."""
        for line in _tree(self.call):
            yield f"  {line}"


def _tree(call: Call) -> list[str]:
    lines = [f"{call.code.co_qualname}  ({_file(call.code)}:{call.code.co_firstlineno})"]
    below: list[tuple[list[str], int]] = []
    for each in map(_tree, call.calls):
        if below and below[-1][0] == each:
            below[-1] = each, below[-1][1] + 1
        else:
            below.append((each, 1))
    for each, times in below:
        head, *more = each
        lines += [f"  {head}" + (f" × {times}" if times > 1 else "")]
        lines += [f"  {line}" for line in more]
    return lines


def _file(code: CodeType) -> str:
    return str(Path(code.co_filename).relative_to(_ROOT))


# ------------------------------------------------------------------ what is measured


async def press(room: Room) -> Way:
    board = await _board(room)
    before, shown, player = await room.match(board), board.text, await room.mover(board)
    move = next(each for each in board.moves if each["custom_id"].startswith("m:"))
    with Trace() as trace:
        await room.press(player, board, move["label"])
    after = await room.match(board)
    _check(after.ply == before.ply + 1 and board.text != shown and len(room.calls()) == 1)
    return Way(trace.longest, files=60, functions=360)


async def refused(room: Room) -> Way:
    board = await _board(room)
    other = room.ben if (await room.mover(board)).id == room.ada.id else room.ada
    label = board.moves[0]["label"]
    await room.press(other, board, label)
    with Trace() as trace:
        answer = await room.press(other, board, label)
    _check("It is not your turn" in answer.told)
    return Way(trace.longest, files=36)


async def create(room: Room) -> Way:
    host = room.join("Fay", may=discord.Permissions(create_events=True))
    terms = {"game": "prowler", "format": "swiss", "pace": 600, "starts": "in 2 hours"}
    await room.command(host, "/tournament create", **terms)
    with Trace() as trace:
        answer = await room.command(host, "/tournament create", **terms)
    _check(answer.public)
    return Way(trace.longest, files=42, transactions=4)


async def reminder(room: Room) -> Way:
    if room.bench.bot.features is None:
        raise RuntimeError("The bot is not logged in.")
    loop = room.bench.bot.features.find_feature(DutyLoop)
    for _ in range(2):
        await _board(room)
        room.clock.now += HOUR
    room.clock.now += DAY // 2 - 2 * HOUR
    await room.rested()
    room.clock.now += HOUR - 1
    await room.rested()  # all else that is due by then
    room.clock.now += 1
    with Trace() as trace:
        await rested(loop)
        await room.env.settle()
    _check([_HALF in each.text for each in room.calls()] == [False, False, True, True])
    return Way(trace.longest, files=30)


WAYS: dict[str, Callable[[Room], Awaitable[Way]]] = {
    each.__name__: each for each in (press, refused, create, reminder)
}
"""Each has the bot do the same once before, as the first time fills caches."""


async def _board(room: Room) -> Message:
    """A board of Ada and Ben after some moves."""
    return await room.play_on(await room.begin(pace=DAY), random.Random(1), _WARMING)


def _check(done: bool) -> None:  # noqa: FBT001 - a condition, as of assert
    if not done:
        raise RuntimeError("The bot has done something else than the way that is measured.")


@asynccontextmanager
async def _opened() -> AsyncIterator[Room]:
    """A bot with a database of its own. Its players are no newcomers and are called each time."""
    wait_for_work_alone()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        for let_it_be_so in (
            let_everybody_be_called,
            let_everybody_be_experienced,
            let_everybody_post,
        ):
            let_it_be_so(patch)
        bench = Bench(f"sqlite:///{folder}/ways.db", hosting=Hosting(thinkers=PonderingThinkers()))
        await bench.open()
        try:
            async with simcord.run(
                bench.bot, shard_count=1, check_errors=False, settle_timeout=HUNG
            ) as env:
                yield Room(env, bench)
        finally:
            await bench.close()


async def measure(arguments: argparse.Namespace) -> None:
    for name in arguments.ways or WAYS:
        async with _opened() as room:
            way = await WAYS[name](room)
        lines = [f"{name:10} {way.told()}"]
        lines += way.files_and_functions() if arguments.files else ()
        lines += way.tree() if arguments.calls else ()
        sys.stdout.write("\n".join([*lines, ""]))
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ways", nargs="*", choices=[[], *WAYS], metavar="way", help="some of them")
    parser.add_argument("--files", action="store_true", help="list files and functions")
    parser.add_argument("--calls", action="store_true", help="list the calls in their order")
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
