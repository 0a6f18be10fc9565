"""The real bot in a process that is killed where a test says, while Discord lives on.

SimCord keeps its Discord in the memory of the bot's process. Here the messages are written to a
file at the moment of death and read again by the next process, so the next bot and the players find
the channel just as the dead bot left it.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import pickle
import random
import signal
import sqlite3
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import discord
import psycopg
import pytest
import simcord
import simcord.interactions
from PIL import Image
from simcord.backend import serializers
from simcord.components import walk_components

import cogs.games.prowler.face
from cogs.client import GamesBot
from cogs.contract.manifest import find_manifests
from cogs.frame import replies
from cogs.frame.command_tree import Tree
from cogs.presses.addresses import MatchPress
from prowlerbot.core.posts import HELD
from prowlerbot.core.record import replay
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.sqlite import is_server
from prowlerbot.storage.match_store import Store
from tests.discord.nonces import Nonces, remember_nonces
from tests.discord.room import (
    START,
    let_everybody_be_called,
    let_everybody_be_experienced,
    let_everybody_post,
)
from tests.patience import HUNG, let_bots_start_slowly
from tests.persistence.deaths import Death, ThreadDeath, arm, arm_threads

_NEVER = 10.0**6
"""Seconds that no test lasts."""


@dataclass(frozen=True, slots=True)
class Life:
    """What one process does: start, repeat the press that killed the one before, press on.

    The last of ``presses`` is deadly; without a death it plays until the match is over.
    """

    folder: Path
    death: Death | ThreadDeath | None
    presses: int = 1
    server: str = ""
    """The address of the database, if it is not a file in the folder."""

    @property
    def url(self) -> str:
        return self.server or f"sqlite:///{self.folder}/prowler.db"

    def rows(self, sql: str) -> list[Any]:
        """The rows of a statement, run beside any bot."""
        if not self.server:
            with closing(sqlite3.connect(self.folder / "prowler.db")) as db, db:
                return db.execute(sql).fetchall()
        with psycopg.connect(self.server) as connection:
            return connection.execute(sql.encode()).fetchall()

    @property
    def memory(self) -> Path:
        """The memory of the simulated Discord."""
        return self.folder / "discord.pickle"

    @property
    def journal(self) -> Path:
        """Every press that is to change the match, written down before it is made."""
        return self.folder / "presses.jsonl"

    @property
    def pressed(self) -> int:
        """The presses that are written down."""
        return (
            len(self.journal.read_text(encoding="utf-8").splitlines())
            if self.journal.exists()
            else 0
        )

    @property
    def sightings(self) -> Path:
        """The match that each process found and showed, before and after it repeated the press."""
        return self.folder / "sightings.jsonl"


def serve() -> None:
    """Lead one life after the other, each in a process of its own, as told on standard input.

    This process has everything imported and never runs a bot itself, so its children start fast.
    """
    for line in sys.stdin:
        folder, death, presses, server = json.loads(line)
        life = Life(Path(folder), _death(death), presses, server)
        child = os.fork()
        if child == 0:
            with _leaving():
                asyncio.run(_live(life))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201 - the answer


def _death(told: str | None) -> Death | ThreadDeath | None:
    if told is None:
        return None
    return ThreadDeath(told) if told in set(ThreadDeath) else Death(told)


@contextmanager
def _leaving() -> Iterator[None]:
    """End the process, without the work of its parent at exit."""
    status = 1
    try:
        yield
        status = 0
    except Exception:  # noqa: BLE001 - told to the one who runs the tests
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _prepare(patch: pytest.MonkeyPatch) -> None:
    """Leave out what takes time and is of no matter here, and let no answer be late.

    A press would be refused or answered in another way where the machine is so slow that Discord
    would not wait, and then the process would not die where the test says.
    """
    let_everybody_be_experienced(patch)  # each press of a move makes it
    let_everybody_be_called(patch)
    let_everybody_post(patch)
    png = io.BytesIO()
    Image.new("P", (4, 4)).save(png, "PNG")
    for name in ("draw_board", "draw_choice", "draw_scores"):
        patch.setattr(cogs.games.prowler.face, name, lambda *_, **__: png.getvalue())

    async def leave_english(*_: object) -> None:
        pass

    patch.setattr(Tree, "set_translator", leave_english)
    patch.setattr(replies, "HELD_AFTER", _NEVER)
    patch.setattr(replies, "_DATABASE_HAS", _NEVER)


async def _live(life: Life) -> None:
    _prepare(pytest.MonkeyPatch())  # in this process only
    database = await open_database(life.url)
    # The simulated Discord is always at the beginning of the same day, so the bot is too; it comes
    # back when nobody has a message in hand any more.
    now = START + life.pressed * (HELD + 2)
    service = Service(open_store(database), games=GAMES, clock=lambda: now)
    bot = GamesBot(life.url, GAMES, find_manifests(GAMES), service=service)
    let_bots_start_slowly()
    env = simcord.Env(bot, shard_count=1, settle_timeout=HUNG)
    tavern = Tavern(env, life, remember_nonces(env.backend, service.now))
    await env.start()
    try:
        await tavern.note_sighting("started")
        if life.journal.exists() and not tavern.has_threads():
            await tavern.repeat_last_press()
            await tavern.note_sighting("pressed again")
        elif not life.journal.exists():
            if isinstance(life.death, ThreadDeath):
                await tavern.want_threads(service.store)
            await tavern.challenge()
        if life.death is None and tavern.has_threads():
            await tavern.note_threads()
        elif life.death is None:
            while await tavern.press():
                pass
            await tavern.note_sighting("over")
        else:
            for _ in range(life.presses - 1):
                assert await tavern.press()
            if isinstance(life.death, ThreadDeath):
                arm_threads(life.death, tavern.die)
            else:
                arm(life.death, tavern.die, server=is_server(life.url))
            await tavern.press()
    finally:
        await bot.close()
        await env.shutdown()
        await database.close()


class Tavern:
    """The channel, its players, and Discord's memory of its messages."""

    def __init__(self, env: simcord.Env, life: Life, nonces: Nonces) -> None:
        self.env, self._life, self._nonces = env, life, nonces
        self._guild = guild = env.create_guild("Thieves")
        self._channel = guild.create_text_channel("tavern")
        self._players = {
            user.id: guild.add_member(user)
            for user in (env.create_user(name, global_name=name.title()) for name in ("ada", "ben"))
        }
        if life.memory.exists():
            # The ids of all that was made above are the same in every process.
            backend = env.backend
            *told, nonces.seen, threads = pickle.loads(life.memory.read_bytes())  # noqa: S301 - a file of this test
            backend.messages, backend._sequences, backend._reserved_ids = told
            backend.channels.update(threads)

    def die(self) -> NoReturn:
        backend = self.env.backend
        threads = {id_: each for id_, each in backend.channels.items() if each.is_thread}
        told = (backend.messages, backend._sequences, backend._reserved_ids, self._nonces.seen)
        self._life.memory.write_bytes(pickle.dumps((*told, threads)))
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("nobody survives this")

    async def challenge(self) -> None:
        ada, ben = self._players.values()
        await ada.slash(self._channel, "prowler challenge", opponent=ben)

    async def want_threads(self, store: Store) -> None:
        await store.choices.put(self._guild.id, ServerChoices(threads=True))

    def has_threads(self) -> bool:
        return any(each.is_thread for each in self.env.backend.channels.values())

    async def note_threads(self) -> None:
        """Note, in place of what was sighted, where boards are and where the match is shown."""
        await self.env.advance_time(60)
        backend = self.env.backend
        boards = [
            (place, each.id)
            for place, messages in backend.messages.items()
            for each in messages.values()
            if any("custom_id" in it for it in walk_components(each.components))
        ]
        threads = [id_ for id_, each in backend.channels.items() if each.is_thread]
        stored = self._life.rows("SELECT channel, message FROM boards")
        sighting = {"threads": threads, "boards": boards, "stored": stored}
        self._life.sightings.write_text(json.dumps(sighting) + "\n", encoding="utf-8")

    async def press(self) -> bool:
        """The next press that changes the match; False where there is none any more."""
        shown = self._buttons()
        if any(press.action == "accept" for press in shown):
            user = list(self._players)[1]
            await self._press_down(user, next(p for p in shown if p.action == "accept"))
            return True
        moves = [press for press in shown if press.action in {"m", "choose"}]
        if not moves:
            return False
        chosen = random.Random(str(moves)).choice(moves)
        user = self._mover()
        if chosen.action == "choose":
            await self._click(user, chosen)
            chosen = next(press for press in self._buttons() if press.action == "m")
        await self._press_down(user, chosen)
        return True

    async def _press_down(self, user: int, press: MatchPress) -> None:
        with self._life.journal.open("a", encoding="utf-8") as journal:
            journal.write(json.dumps([user, str(press)]) + "\n")
        await self._click(user, press)

    async def _click(self, user: int, press: MatchPress) -> None:
        board = self._board()
        (seen,) = [each for each in self._channel.history() if each.id == board.id]
        await self._players[user].click(seen, custom_id=str(press))

    async def repeat_last_press(self) -> None:
        """The player saw no effect and presses again, on the message as it was then."""
        user, custom_id = json.loads(self._life.journal.read_text(encoding="utf-8").split("\n")[-2])
        backend, board = self.env.backend, self._board()
        record, payload = simcord.interactions.base_payload(
            backend,
            type=3,
            channel_id=self._channel.id,
            guild_id=self._guild.id,
            user_id=user,
            data={"custom_id": custom_id, "component_type": 2},
        )
        payload["message"] = dict(serializers.message_payload(backend, board))
        record.source_message_id = board.id
        backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        assert simcord.InteractionResult(self.env, record).acknowledged

    def _messages(self) -> list[Any]:
        return [*self.env.backend.messages[self._channel.id].values()]

    def _board(self) -> Any:
        """The one message with buttons or a board."""
        (board,) = [
            each
            for each in self.env.backend.messages[self._channel.id].values()
            if each.components and not each.is_ephemeral
        ]
        return board

    def _buttons(self) -> list[MatchPress]:
        """The presses that the board message offers."""
        components = walk_components(self._board().components)
        ids = [
            each["custom_id"]
            for each in components
            if each["type"] == discord.ComponentType.button.value and not each.get("disabled")
        ]
        return [press for press in map(MatchPress.read, ids) if press is not None]

    def _mover(self) -> int:
        """The user to move in the stored position."""
        ((setup,),) = self._life.rows("SELECT setup FROM matches")
        plays = self._life.rows("SELECT seat, move FROM plays ORDER BY ply")
        (seat,) = replay(GAMES["prowler"], setup, plays)[-1].to_move
        players = self._life.rows("SELECT player FROM seats ORDER BY seat")
        return int(players[seat - 1][0])

    async def note_sighting(self, when: str) -> None:
        await self.env.advance_time(2)  # what boards show is written a moment later
        match = self._life.rows("SELECT revision, phase FROM matches")
        if not match:
            return
        ((revision, phase),) = match
        ((shown,),) = self._life.rows("SELECT shown FROM boards")
        ((ply,),) = self._life.rows("SELECT count(*) FROM plays")
        moves = {"accept", "m", "choose"}
        plies = {press.moment for press in self._buttons() if press.action in moves}
        turns = sum("your turn" in each.content for each in self._messages())
        sighting = {"when": when, "revision": revision, "phase": phase, "shown": shown, "ply": ply}
        sighting["turns"] = turns
        with self._life.sightings.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**sighting, "buttons": sorted(plies)}) + "\n")


if __name__ == "__main__":
    serve()
