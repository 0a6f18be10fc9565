"""An evening with many players in one channel: a Swiss tournament, or an arena, in simulated time.

The real bot runs in the simulated Discord, which holds back requests as Discord's limits do. People
press random moves after the time that people think. A line tells when the boards and the calls of
a first round are there, how many messages stay, and how often the bot asks Discord for a member.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import discord
import pytest
import simcord
from simcord.http.client import FakeHTTPClient, _path_of

import cogs.games.prowler.face
from cogs.composition import Hosting
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.news import PAIRINGS_IN_NEWS
from prowlerbot.match.match import Phase
from tests.discord.message import Message
from tests.discord.room import Bench, Clock, Room
from tests.discord.settling import copy_and_resolve_quickly, wait_for_work_alone
from tests.opponent.quick import PonderingThinkers
from tests.patience import HUNG

_LIMITS = {
    ("POST", r"/channels/(\d+)/messages"): (5, 5),
    ("PATCH", r"/channels/(\d+)/messages/\d+"): (5, 5),
    ("DELETE", r"/channels/(\d+)/messages/\d+"): (5, 1),
    ("POST", r"/channels/(\d+)/(?:messages/\d+/)?threads"): (5, 5),
}
"""The most requests of a kind in a channel, and the seconds for which that holds."""
_MEMBER = re.compile(r"/guilds/\d+/members/\d+")
_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010100000000376ef9240000000a49444154789c63680000"
    "0082008177cd72b60000000049454e44ae426082"
)
_THINKING, _SPREAD = 13, 0.8
_SLOW, _SLOW_THINKING = 4, 55
_A_CHOICE = 2
"""Seconds between two presses of the same move."""
_ABSENT = 3
_FIRST = 180
"""Seconds after a start within which the posts of its first round are counted."""


@dataclass
class SimulatedClock(Clock):
    """The clock of the simulated Discord, once there is one."""

    env: simcord.Env | None = None

    def __call__(self) -> int:
        return self.now if self.env is None else int(self.env.now().timestamp())


@dataclass
class Limits:
    """Holds back requests by their limits, and notes when each has gone out."""

    env: simcord.Env
    gone_out: list[tuple[float, float, str, Any]] = field(default_factory=list)
    """When a request was made and went out, its kind, and what it carried."""
    lookups: int = 0

    def __post_init__(self) -> None:
        self._last: defaultdict[tuple[str, str], deque[float]] = defaultdict(deque)

    @property
    def now(self) -> float:
        return self.env.now().timestamp()

    async def wait(self, method: str, path: str, body: Any) -> None:
        self.lookups += method == "GET" and bool(_MEMBER.fullmatch(path))
        for (kind, form), (most, seconds) in _LIMITS.items():
            if kind == method and (found := re.fullmatch(form, path)):
                made, last = self.now, self._last[f"{kind} {form}", found[1]]
                at = max(made, last[0] + seconds) if len(last) == most else made
                last.append(at)
                if len(last) > most:
                    last.popleft()
                if at > made:
                    await asyncio.sleep(at - made)
                self.gone_out.append((made, at, f"{kind} {path}", body))

    @contextmanager
    def holding(self) -> Iterator[None]:
        request = FakeHTTPClient.request

        async def limited(client: FakeHTTPClient, route: Any, **more: Any) -> Any:
            await self.wait(route.method, _path_of(route.url), more.get("json") or more.get("form"))
            return await request(client, route, **more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FakeHTTPClient, "request", limited)
            yield


@dataclass
class Evening:
    room: Room
    limits: Limits
    rng: random.Random

    def __post_init__(self) -> None:
        self._people = self.room.members
        self._slow = {each.id for each in self._people[-_SLOW:]}
        self._absent = {each.id for each in self._people[:_ABSENT]}
        self._next: dict[tuple[str, int], float] = {}
        """When somebody presses next in a match, by its revision."""
        self.begins = 0.0
        self.presses = 0

    async def stored(self) -> Stored:
        competitions = Competitions(self.room.service)
        found = await competitions.of_guild(self.room.guild.id)
        found = found or await competitions.of_guild(self.room.guild.id, ended=True)
        return found[0]

    async def begin(self, **options: Any) -> None:
        host = self._people[-1]
        usual = {"game": "prowler", "starts": "in 10 minutes", "check_in": 0}
        answer = await self.room.command(host, "/tournament create", **usual, **options)
        for each in self._people:
            await self.room.press(each, answer.message, "Join")
        stored = await self.stored()
        while not stored.course.open:
            await self.room.env.advance_time(1)
            stored = await self.stored()
        self.begins = self.limits.now

    async def live(self, seconds: int, rounds: int) -> None:
        """Let people play for so long, or until so many rounds are over."""
        until = self.limits.now + seconds
        while self.limits.now < until:
            stored = await self.stored()
            if stored.course.ended or (rounds and stored.course.round > rounds):
                break
            for pairing in stored.course.open:
                if match := stored.matches.get(pairing.pairing):
                    await self._press_in(match)
            await self.room.env.advance_time(1)
        await self.room.env.advance_time(60)

    async def _press_in(self, match_id: str) -> None:
        board = await self.room.service.store.boards.board_of(match_id)
        match = await self.room.service.match(match_id)
        if board is None or not board.message or match.phase is not Phase.PLAYING:
            return
        (seat, *_) = self.room.service.facts.to_move(match)
        user = match.player(seat).id
        if user in self._absent:
            return
        mean = _SLOW_THINKING if user in self._slow else _THINKING
        thinks = mean * self.rng.lognormvariate(0, _SPREAD)
        if self.limits.now < self._next.setdefault((match_id, match.ply), self.limits.now + thinks):
            return
        message = Message(self.room.env, board.channel, board.message)
        if message.exists and (moves := message.moves):
            self.presses += 1
            self._next[match_id, match.ply] = self.limits.now + _A_CHOICE
            custom_id = self.rng.choice(moves)["custom_id"]
            self.room.send_press(self.room.member(user), message, custom_id, None)

    def told(self, stored: Stored) -> str:
        posts = [each for each in self.limits.gone_out if each[2].startswith("POST")]
        first = [it for it in posts if self.begins - 5 <= it[0] < self.begins + _FIRST]
        shown = [(at, path) for _, at, path, body in first if _kind(body) == "board"]
        here = f"/{self.room.channel.id}/"
        shown = [each for each in shown if here not in each[1]] or shown  # in threads, if any
        boards = [at - self.begins for at, _ in shown][: len(stored.course.pairings_in(1)) or None]
        calls = [at - self.begins for _, at, _, body in first if _calls(body)]
        calls = calls[: -(-len(boards) // PAIRINGS_IN_NEWS)]
        waits = sorted(at - made for made, at, _, _ in posts)
        left = Counter(_kind(each) for each in self._left())
        kinds = dict(Counter(_kind(body) for *_, body in posts))
        slowest = waits[len(waits) * 95 // 100], waits[-1]
        at = max(boards, default=0), max(calls, default=0)
        return "\n".join(
            [
                f"{self.presses} presses, {len(posts)} posts {kinds}",
                f"first round: {len(boards)} boards by {at[0]:.0f} s, calls by {at[1]:.0f} s",
                f"posts wait: p95 {slowest[0]:.0f} s, max {slowest[1]:.0f} s",
                f"left in the channel: {sum(left.values())} {dict(left)}",
                f"look-ups of members: {self.limits.lookups}",
            ]
        )

    def _left(self) -> list[dict[str, Any]]:
        messages = self.room.messages()
        return [
            {"content": it.stored.content, "components": it.stored.components} for it in messages
        ]


def _kind(body: Any) -> str:
    text = str(body)
    if "is over" in text and "custom_id" not in text:
        return "over"
    if "Replay" in text and "Menu" not in text:
        return "one line"
    if "'m:" in text or '"m:' in text or "begins and presses" in text:
        return "board"
    return "news" if "custom_id" in text else "call"


def _calls(body: Any) -> bool:
    """Whether a message is plain text that mentions somebody, as the news of a round do."""
    return isinstance(body, dict) and "<@" in str(body.get("content") or "")


@asynccontextmanager
async def opened(players: int) -> AsyncIterator[tuple[Room, Limits]]:
    """A room of so many members; time in it goes on with the simulated Discord's."""
    wait_for_work_alone()
    copy_and_resolve_quickly()
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        for name in ("draw_board", "draw_choice"):
            patch.setattr(cogs.games.prowler.face, name, lambda *_, **__: _PNG)
        clock = SimulatedClock()
        url, hosting = f"sqlite:///{folder}/evening.db", Hosting(thinkers=PonderingThinkers())
        bench = Bench(url, clock=clock, hosting=hosting)
        await bench.open()
        try:
            async with simcord.run(
                bench.bot, shard_count=1, check_errors=False, settle_timeout=HUNG
            ) as env:
                clock.env = env
                limits = Limits(env)
                with limits.holding():
                    room = Room(env, bench)
                    for number in range(players - len(room.members)):
                        room.join(f"Player {number}", may=discord.Permissions(create_events=True))
                    yield room, limits
        finally:
            await bench.close()


async def measure(arguments: argparse.Namespace) -> None:
    terms: dict[str, Any] = {"format": "swiss", "pace": 600, "seats": arguments.players}
    terms["threads"] = "yes" if arguments.threads else "no"
    if arguments.arena:
        terms = {"format": "arena", "pace": 60, "round_time": arguments.minutes * 60}
        terms["seats"] = arguments.players
    async with opened(arguments.players) as (room, limits):
        with room.env.time_context():
            evening = Evening(room, limits, random.Random(arguments.seed))
            await evening.begin(**terms)
            await evening.live(arguments.minutes * 60, 0 if arguments.arena else arguments.rounds)
            sys.stdout.write(f"{evening.told(await evening.stored())}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arena", action="store_true", help="an arena in place of a Swiss")
    parser.add_argument("--threads", action="store_true", help="a thread for each match")
    parser.add_argument("--players", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--minutes", type=int, default=60, help="the longest time that people play")
    parser.add_argument("--seed", type=int, default=1)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
