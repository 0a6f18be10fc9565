"""The worst that one user can do to a bot, again and again, without waiting for answers."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from bench.bots import OURS, Room
from bench.discord_data import GUILD, GUILDS, Message, Person, Typed, Upload
from bench.discord_stand_in import StandIn
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core.record import MAX_TAKEBACKS, random_record
from prowlerbot.core.record_json import MAX_BYTES, to_json
from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match
from prowlerbot.match.terms import Motion
from prowlerbot.service.archive import MAX_BYTES_KEPT, MAX_BYTES_OF_ALL, MAX_RECORDS
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.import_store import Import, ImportStore, Quota

GAME = "prowler"
AT_ONCE = 60
PAST = 100
"""Finished matches of the user."""
LARGE_TAKEBACKS = 32_000
"""As many as a record of one MiB has room for."""
VICTIM = 13
"""The user whom the mischief calls."""


@dataclass
class Mischief:
    """One user with a past, and their presses and commands."""

    discord: StandIn
    service: Service
    room: Room
    user: int = 12
    sent: set[asyncio.Task[float]] = field(default_factory=set[asyncio.Task[float]])
    past: list[str] = field(default_factory=list[str])
    files: list[Upload] = field(default_factory=list[Upload])

    async def prepare(self) -> None:
        """Give the user something to ask for."""
        rng = random.Random(8)
        self.past = [
            (await self.room.finished(self.user, VICTIM + 1, GAME)).id for _ in range(PAST)
        ]
        await Housekeeping(self.service).enter_missing_results()
        large = _taken_back(LARGE_TAKEBACKS)
        quota = Quota(MAX_RECORDS, MAX_BYTES_KEPT, MAX_BYTES_OF_ALL)
        imports = ImportStore(self.service.store.database, CONTRIBUTIONS)
        for number in range(MAX_RECORDS):
            kept = Import(f"i-{number}", GAME, _taken_back(MAX_TAKEBACKS), PAST + number)
            await imports.add_import(self.user, kept, quota)
        self.files = [self.discord.upload(each.encode()) for each in (large, _padded(rng), _flat())]

    # --------------------------------------------------------------------------- ways

    async def nothing(self) -> None:
        """Any difference from the quiet is then the noise of the machine."""

    async def import_records(self) -> None:
        for _, file in zip(range(AT_ONCE), cycle(self.files), strict=False):
            self._command(Typed((GAME, "import"), {"file": file}))

    async def type_for_records(self) -> None:
        await self._type((GAME, "replay"), "match", "imported")

    async def export(self) -> None:
        for _ in range(AT_ONCE):
            self._command(Typed(("privacy", "export")))

    async def look_back(self) -> None:
        """Replays, cards, statistics."""
        for which, match in zip(range(AT_ONCE), cycle(self.past), strict=False):
            self._command(self._looks(which, match))

    async def look_back_everywhere(self) -> None:
        asked = zip(range(300), cycle(self.past), cycle(GUILDS), strict=False)
        for which, match, guild in asked:
            self._command(self._looks(which, match), guild)

    async def challenge_and_cancel(self) -> None:
        """Call one person, and take it back."""
        message = self.discord.message()
        asking = Typed((GAME, "challenge"), {"opponent": Person(VICTIM)})
        await _unless_silent(self._command(asking, message=message))
        await self._press_last(message, "cancel")

    async def ask_and_withdraw(self) -> None:
        """Ask somebody for a takeback, and withdraw the question."""
        match, message = await self._match_with_a_move()
        for action in ("ask", "withdraw") * 20:
            press = MatchPress(action, match.id, match.moment, Motion.TAKEBACK)
            await _unless_silent(self._press(message, str(press)))

    async def press_without_end(self) -> None:
        match, message = self.past[0], self.discord.message()
        for number in range(AT_ONCE):
            self._press(message, str(MatchPress("scores", match, number)))

    # --------------------------------------------------------------------------- how

    def _looks(self, which: int, match: str) -> Typed:
        if which % 3 == 0:
            return Typed((GAME, "replay"), {"match": match})
        return Typed(("profile",), {"player": Person(VICTIM)} if which % 3 == 1 else {})

    async def _type(self, words: tuple[str, ...], option: str, typed: str) -> None:
        """Letter by letter, faster than anybody types."""
        for letters in range(1, len(typed) + 1):
            self._command(Typed(words, {option: typed[:letters]}, focused=option))
            await asyncio.sleep(0.03)

    def _command(
        self, typed: Typed, guild: int = GUILD, message: Message | None = None
    ) -> asyncio.Task[float]:
        return self._send(
            self.discord.command(OURS, self.user, typed, guild=guild, message=message)
        )

    def _press(self, message: Message, custom_id: str) -> asyncio.Task[float]:
        return self._send(self.discord.press(OURS, self.user, message, custom_id))

    def _send(self, sending: Any) -> asyncio.Task[float]:
        task: asyncio.Task[float] = asyncio.create_task(sending)
        self.sent.add(task)
        task.add_done_callback(self.sent.discard)
        return task

    async def _press_last(self, message: Message, action: MatchAction) -> None:
        for custom_id in list(message.custom_ids()):
            if custom_id.startswith(f"{action}:"):
                await _unless_silent(self._press(message, custom_id))

    async def _match_with_a_move(self) -> tuple[Match, Message]:
        match, message = await self.room.match(self.user, VICTIM)
        while True:
            (seat,) = self.service.facts.to_move(match)
            mover = match.player(seat).id
            move = str(self.service.facts.position_to_move(match, mover, match.moment).moves()[0])
            match = await self.service.make_move(match.id, mover, match.moment, move)
            if mover == self.user:
                return match, message


async def _unless_silent(sent: asyncio.Task[float]) -> None:
    """Wait for an answer; a flood gets none."""
    await asyncio.wait({sent}, timeout=1)


# ------------------------------------------------------------------------- records of one MiB


def _taken_back(times: int) -> str:
    """A record that is right, of nothing but takebacks."""
    game = GAMES[GAME]
    setup = game.setup(random.Random(1), 2, {})
    state = game.start(setup)
    (seat,) = state.to_move
    undone = {"ply": 0, "seat": seat, "move": str(state.moves(seat)[0])}
    record = {"game": GAME, "setup": setup, "moves": [], "takebacks": [undone] * times}
    return json.dumps(record, separators=(",", ":"))


def _padded(rng: random.Random) -> str:
    """A whole match with all that can be stated about it, and blanks."""
    written = json.dumps(to_json(random_record(GAMES[GAME], rng), states=True))
    return written[:-1] + " " * (MAX_BYTES - len(written)) + "}"


def _flat() -> str:
    """As many values as there is room for."""
    written = json.dumps(to_json(random_record(GAMES[GAME], random.Random(2)), states=False))
    numbers = "0," * ((MAX_BYTES - len(written)) // 2 - 10)
    return f'{written[:-1]}, "states": [{numbers}0]}}'


Way = Callable[[Mischief], Awaitable[None]]

WAYS: dict[str, tuple[Way, float]] = {
    "does nothing": (Mischief.nothing, 1),
    "imports 60 records of 1 MiB at once": (Mischief.import_records, 2),
    "types over 20 kept records": (Mischief.type_for_records, 0.1),
    "asks for 60 exports at once": (Mischief.export, 2),
    "asks for 60 replays, cards, statistics": (Mischief.look_back, 2),
    "gives 300 commands over five servers": (Mischief.look_back_everywhere, 2),
    "challenges and cancels one person": (Mischief.challenge_and_cancel, 0.1),
    "asks for a takeback and withdraws": (Mischief.ask_and_withdraw, 0.1),
    "presses 100 times a second": (Mischief.press_without_end, AT_ONCE / 100),
}
"""Each with the seconds between two rounds."""


async def without_end(mischief: Mischief, way: Way, every: float) -> None:
    """Begin round after round, without waiting for the last one."""
    while True:
        await way(mischief)
        await asyncio.sleep(every)
