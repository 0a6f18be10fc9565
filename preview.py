"""The bot on a simulated Discord, played in the browser: no token, no network, the real database.

SimCord runs the very same bot against a model of Discord in memory and serves one channel of it on
this machine. Three thieves are in that channel; each browser tab looks through the eyes of one.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import random
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from simcord import SetupError
from simcord.preview._media import MediaInfo, MediaWorker, _process_media

from cogs.admin import Hosting
from cogs.admin.greeting import Greeting
from cogs.client import GamesBot
from cogs.contract.manifest import find_manifests
from prowlerbot.games import GAMES
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

THIEVES = ("Ada", "Ben", "Cleo")
_BOT = "Prowlerbot"
_PNG = b"\x89PNG"
_TICK = 1.0
_SLOWEST = 15.0
"""Seconds that one press may take before SimCord gives up on it; a busy machine needs some."""
_DRAWN = 300.0
"""Seconds in which everything is drawn ahead; SimCord allows a bot only five for its start."""


async def serve(
    database_url: str,
    port: int,
    *,
    locale: str = "en-US",
    seed: int | None = None,
    machine_processes: int = 1,
) -> None:
    """Serve the preview on loopback until it is interrupted or closed in the page.

    ``locale`` is that of the server and of everybody in it; with a ``seed`` the same is drawn in
    each run.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no signal handlers in its loop
            loop.add_signal_handler(sign, stop.set)
    database = await open_database(database_url)
    store = Store(database)
    rng = None if seed is None else random.Random(seed)
    service = Service(store, games=GAMES, rng=rng)
    manifests = find_manifests(GAMES)
    bot = GamesBot(
        database_url,
        GAMES,
        manifests,
        service=service,
        hosting=Hosting(thinkers=Thinkers(machine_processes)),
    )
    try:
        await _forget_messages(store)
        running = simcord.run(bot, shard_count=1, check_errors=False, settle_timeout=_SLOWEST)
        set_the_clock(running)
        async with running as env:
            env.backend.edit_bot_profile(_BOT)
            _keep_emoji(env, bot)
            bot.draw_ahead()
            bot.emoji.begin()
            await env.settle(timeout=_DRAWN)
            speak(env, locale)
            guild = env.create_guild("Thieves' guild", preferred_locale=locale)
            channel = guild.create_text_channel("city-under-the-city")
            admin = guild.create_role(
                "Guild master", permissions=discord.Permissions(manage_guild=True)
            )
            members = [
                guild.add_member(
                    env.create_user(name.lower(), global_name=name),
                    roles=[admin] if name == THIEVES[0] else [],
                )
                for name in THIEVES
            ]
            await _greet(bot, channel.id)
            await env.settle()
            page = env.preview(channel, viewers=members, layout="channel", locale=locale, port=port)
            async with page as preview:
                preview._media_worker = OwnPictures()  # noqa: SLF001 - there is no other way in
                _invite(preview.url)
                await _until_closed(env, preview, stop)
            for error in env.errors:
                log.error("the bot failed", exc_info=error)
    finally:
        await bot.close()
        await database.close()


async def _forget_messages(store: Store) -> None:
    """The channel is new each time and counts its messages anew; the matches are kept."""
    await store.forget_boards()
    await store.calls.forget()
    await store.posts.forget()


def set_the_clock(running: simcord.run) -> None:
    """Let the simulated Discord live at the time at which the bot does, from its start on.

    SimCord begins each run on the same day, so every date that the bot names would be far off.
    """
    running._env.backend.clock._epoch = datetime.now(UTC)  # noqa: SLF001 - there is no other way in


def _keep_emoji(env: simcord.Env, bot: GamesBot) -> None:
    """Show the bot's own emoji, whose pictures SimCord throws away."""
    find: Callable[[str], bytes | None] = env.backend.cdn.get

    def found(url: str) -> bytes | None:
        picture, name = find(url), url.rpartition("/")[2].removesuffix(".png")
        if picture is not None or not name.isdecimal():
            return picture
        emoji = env.backend.application_emojis.get(int(name))
        return bot.emoji.pictures.get(emoji.name) if emoji is not None else None

    env.backend.cdn.get = found  # type: ignore[method-assign]  # there is no other way in


async def _greet(bot: GamesBot, channel_id: int) -> None:
    """Show the games as when the bot joins a server; this one had no channel then."""
    greeting, channel = bot.get_cog(Greeting.__name__), bot.get_channel(channel_id)
    if isinstance(greeting, Greeting) and isinstance(channel, discord.TextChannel):
        await greeting.post(channel)


def speak(env: simcord.Env, locale: str) -> None:
    """Let everybody in the simulated Discord have it in this language.

    SimCord 3.2 says of each interaction that it is in English.
    """
    emit = env.backend.emit

    def told(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["locale"] = locale
        emit(event, payload)

    env.backend.emit = told  # type: ignore[method-assign]  # there is no other way in


class OwnPictures(MediaWorker):
    """Checks the bot's own pictures in this process.

    SimCord starts one for each picture, as if a stranger had sent it; that takes longer than all
    that the bot does for a press.
    """

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        if not blob.startswith(_PNG):
            return await super()._decode(key, blob, media_time)
        return await asyncio.to_thread(_process_media, blob, media_time)


def _invite(url: str) -> None:
    print(  # noqa: T201 - what the one who started it is waiting for
        f"\nPlay at {url}\n\n"
        f"  1. You look through the eyes of {THIEVES[0]}. Press Play now, then the buttons below"
        " the board. The machine answers by itself; “Refresh preview” shows its move.\n"
        f"  2. To play somebody else, press Challenge and choose {THIEVES[1]}; switch"
        f" “Viewing as” to {THIEVES[1]} (or open the address in a second tab) and press Accept.\n"
        "  3. Matches are kept: /matches lists them.\n"
        "Ctrl-C ends the preview.\n",
        flush=True,
    )


async def _until_closed(env: simcord.Env, preview: simcord.Preview, stop: asyncio.Event) -> None:
    lock = _serialise(preview)
    ends = [asyncio.create_task(stop.wait()), asyncio.create_task(preview.wait_closed())]
    clock = asyncio.create_task(_let_time_pass(env, preview, lock))
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    for task in (*ends, clock):
        task.cancel()
    await asyncio.gather(*ends, clock, return_exceptions=True)


def _serialise(preview: Any) -> asyncio.Lock:
    """Let two tabs play with each other.

    SimCord 3.2 shows the effect of a press in the presser's tab only, and refuses what comes in
    while something else is under way. Both are mended through private names, so the lock file
    keeps the version, and without those names the preview still works in one tab.
    """
    lock = asyncio.Lock()
    press, act = (getattr(preview, name, None) for name in ("_run_interaction_action", "_action"))
    if press is None or act is None:
        return lock
    preview._run_interaction_action = functools.partial(press, republish_all=True)  # noqa: SLF001 - see above

    async def one_at_a_time(context_id: Any, body: Any) -> Any:
        async with lock:
            return await act(context_id, body)

    preview._action = one_at_a_time  # noqa: SLF001 - see above
    return lock


async def _let_time_pass(env: simcord.Env, preview: simcord.Preview, lock: asyncio.Lock) -> None:
    """Let the simulated clock follow the real one, so that what the bot does by itself happens."""
    loop = asyncio.get_running_loop()
    last = loop.time()
    while True:
        await asyncio.sleep(_TICK)
        async with lock:
            seen = len(env.backend.transcript)
            now = loop.time()
            try:
                await env.advance_time(now - last)
                if len(env.backend.transcript) != seen:
                    await preview.refresh()
            except (SetupError, TimeoutError) as error:
                print(f"The simulated Discord failed: {error}", file=sys.stderr)  # noqa: T201
            last = now
