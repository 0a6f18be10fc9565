"""The bot on a simulated Discord, played in the browser: no token, no network, the real database.

SimCord runs the same bot against a model of Discord in memory and serves one channel of it on this
machine. Three members are in that channel; each browser tab shows the channel as one of them.
"""

import asyncio
import itertools
import logging
import random
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from discord import app_commands
from simcord import SetupError
from simcord.preview import _action_plans, _component_projection
from simcord.preview._action_plans import _component_paths
from simcord.preview._media import MediaInfo, MediaWorker, _process_media

from cogs.admin.kept_messages import Greeting
from cogs.board.rendering import Rendering
from cogs.composition import GamesBot, Hosting
from cogs.contract.manifest import find_manifests
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.core.errors import Refused
from prowlerbot.core.posts import PostKind
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

THIEVES = ("Ada", "Ben", "Cleo")
_BOT_NAME = "Prowlerbot"
_PNG_SIGNATURE = b"\x89PNG"
_FIRST_ID = 1_400_000_000_000_000_000  # of the server, its channel and members: before any start
_TICK_SECONDS = 1.0  # between two steps of the simulated clock
_TYPED_COMMAND_ANSWER = (
    "That was posted as a message. Type “/” and some letters, choose the command from the list, and"
    " fill in its options there."
)
"""The answer to a command that was not chosen from the list."""
_PRESS_TIMEOUT = 15.0  # seconds that one press may wait for its answer; a busy machine needs some
_SETTLE_SECONDS = 0.5  # what follows from a press is shown with it if it comes within them
_DRAW_AHEAD_SECONDS = 300.0  # SimCord allows a bot only five for its start
_PAGE_PATCHES = {
    "/": (
        'role="status" aria-live="polite" hidden></section>',
        """role="status" aria-live="polite">If nothing comes here, the address is not complete: open
        the whole address that the terminal shows, with what follows “#”. It is new at each start.
        </section>""",
    ),
    "/select-drafts.js": ("cancelDropdown(wrap.dataset.controlKey);", ""),
    "/components.js": ("onClick?.(controlKey)", "onClick?.(controlKey, component.custom_id)"),
    "/surfaces.js": (
        """(controlKey) => dispatch("click", { control_key: controlKey })""",
        """(controlKey, pressed) => dispatch("click", { control_key: controlKey, pressed })""",
    ),
    "/preview.css": (
        ".gallery-image { width: 100%; height: auto; }",
        """.gallery-image { width: 100%; height: auto; }
.gallery-item:only-child, .gallery-item:only-child * { min-width: 0; max-width: 100%; }
.gallery-item:only-child .gallery-image { width: auto; max-width: min(100%, 600px); }
.gallery-item:only-child .gallery-image { max-height: 350px; object-fit: contain; }
@media (max-width: 599px) { .gallery-item:only-child .gallery-image { max-height: 400px; } }""",
    ),
}
"""Replacements in files of SimCord's page, each the old text and the new one.

The first explains an incomplete address, in the part that is empty until the channel is shown. The
second keeps a list open while the page scrolls to it. Two add its custom_id to a press on a button.
The last limits pictures, which fill the column there: Discord's frame is 600 × 350, and on a phone
the column × 400.
"""
_CLOCK_PATCHES = {
    "/text.js": (
        "const basis = new Date(options.presentationTime || 0);",
        """const basis = new Date();
        setTimeout(() => {
          if (!time.isConnected) return;
          const later = node("span");
          renderTimestamp(later, token, options);
          time.replaceWith(later.firstChild);
        }, 1000);""",
    )
}
"""Lets relative times go on; SimCord's page computes them only at each refresh."""


async def serve(
    database_url: str,
    port: int,
    *,
    locale: str = "en-US",
    seed: int | None = None,
    machine_processes: int = 1,
) -> None:
    """Serve the preview on loopback; with a ``seed`` the same is drawn in each run."""
    _check_port(port)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows has no signal handlers in its loop
            loop.add_signal_handler(signal_number, stop.set)
    database = await open_database(database_url)
    store = open_store(database)
    random_source = None if seed is None else random.Random(seed)
    service = Service(store, games=GAMES, rng=random_source)
    hosting = Hosting(thinkers=Thinkers(machine_processes))
    bot = GamesBot(database_url, GAMES, find_manifests(GAMES), service=service, hosting=hosting)
    try:
        await _forget_messages(store)
        async with _make_world(bot) as env, AsyncExitStack() as stack:
            await _draw_ahead(env, bot)
            set_language(env, locale)
            channel, members = _create_server(env, locale)
            await _greet(bot, channel.id)
            await env.settle()
            page = env.preview(channel, viewers=members, layout="channel", locale=locale, port=port)
            preview = await _open_page(page, stack)
            _print_invitation(preview.url)
            await _until_closed(_Pages(env, preview, bot.get_channel(channel.id)), stop)
            await preview.close()
            for failure in env.errors:
                log.error("the bot failed", exc_info=failure)
    finally:
        await bot.close()
        await database.close()


def _make_world(bot: GamesBot) -> simcord.run:
    """The simulated Discord, with the present time, in which refusals are no failures."""
    world = simcord.run(bot, shard_count=1, check_errors=False, settle_timeout=_PRESS_TIMEOUT)
    # SimCord begins each run on the same day, so that the dates of the bot would be far off.
    world._env.backend.clock._epoch = datetime.now(UTC)  # noqa: SLF001 - there is no other way in
    _ignore_refusals(world)
    return world


async def _draw_ahead(env: simcord.Env, bot: GamesBot) -> None:
    """Draw everything that pictures share, and upload the signs, under the bot's own name."""
    env.backend.edit_bot_profile(_BOT_NAME)
    _serve_emoji(env, bot)
    if bot.features is not None:
        bot.features.find_feature(Rendering).prepare()
    bot.upload_signs()
    await env.settle(timeout=_DRAW_AHEAD_SECONDS)


def _create_server(
    env: simcord.Env, locale: str
) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """A channel in a new server, and its members; the first of them is an admin."""
    with _stable_ids(env) as guild_id:
        guild = env.create_guild("Thieves' guild", id=guild_id, preferred_locale=locale)
        channel = guild.create_text_channel("city-under-the-city")
        permissions = discord.Permissions(manage_guild=True)
        admin = guild.create_role("Guild master", permissions=permissions)
        members = [
            guild.add_member(
                env.create_user(name.lower(), global_name=name),
                roles=[admin] if name == THIEVES[0] else [],
            )
            for name in THIEVES
        ]
    return channel, members


async def _open_page(page: Any, stack: AsyncExitStack) -> Any:
    """The page of SimCord, patched where the bot needs more of it."""
    key_menus_by_custom_id()
    patch_files(page, _PAGE_PATCHES | _CLOCK_PATCHES)
    try:
        preview = await stack.enter_async_context(page)
    except SetupError as error:  # such as a package that is missing
        raise Refused("{problem}", problem=error) from error
    preview._media_worker = OwnPictures()  # noqa: SLF001 - there is no other way in
    # A page keeps the pictures that it shows, also those that an edit has taken away.
    preview._authorize_attachment_source = lambda *_: None  # noqa: SLF001 - see above
    return preview


def _check_port(port: int) -> None:
    """Refuse a port that is taken, before anything is drawn."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise Refused(
                "The preview cannot use port {port}: {why}. Choose another one with --port.",
                port=port,
                why=error.strerror,
            ) from error


async def _forget_messages(store: Store) -> None:
    """The channel is empty at each start; the matches and competitions are kept."""
    await store.boards.forget_all()
    for kind in (PostKind.BOARD, PostKind.CALL, PostKind.THREAD):
        await store.outbox.forget_kind(kind)
    await CompetitionPosts(store.database).forget_all()


@contextmanager
def _stable_ids(env: simcord.Env) -> Iterator[int]:
    """Give the server, its channel and its members the ids of each run, as matches are kept."""
    ids, make_id = itertools.count(_FIRST_ID), env.backend.snowflake
    env.backend.snowflake = lambda: next(ids)  # type: ignore[method-assign]  # there is no other way in
    try:
        yield next(ids)
    finally:
        env.backend.snowflake = make_id  # type: ignore[method-assign]  # see above


def _ignore_refusals(running: simcord.run) -> None:
    """Keep refusals out of the failures of the bot, which answers each in a sentence."""
    env = running._env  # noqa: SLF001 - there is no other way in
    record_error = env._record_error  # noqa: SLF001 - see above

    def record_failure(error: BaseException) -> None:
        original = getattr(error, "original", error)
        if not isinstance(original, (Refused, app_commands.TransformerError)):
            record_error(error)

    env._record_error = record_failure  # type: ignore[method-assign]  # noqa: SLF001 - see above


def patch_files(preview: Any, patches: Mapping[str, tuple[str, str]] = _PAGE_PATCHES) -> None:
    """Replace the text of files as they are served."""
    server = preview._server  # noqa: SLF001 - there is no other way in
    serve_file = server._static  # noqa: SLF001 - see above

    async def serve_patched(request: Any) -> Any:
        response = await serve_file(request)
        if request.path in patches:
            response.text = response.text.replace(*patches[request.path])
        return response

    server._static = serve_patched  # noqa: SLF001 - see above


def key_menus_by_custom_id() -> None:
    """Tell menus apart by their custom_id, as Discord does; SimCord goes by their place."""
    _component_projection._control_key = key_by_custom_id(_component_projection._control_key)  # noqa: SLF001 - there is no other way in
    _action_plans._component_key = key_by_custom_id(_action_plans._component_key)  # noqa: SLF001 - see above


def key_by_custom_id(make_key: Callable[..., str | None]) -> Callable[..., str | None]:
    """A function for the key of a control, with the custom_id of a menu in place of its position.

    ``make_key`` gets the component somewhere among its arguments, and the position right after it.
    """

    def make_menu_key(*args: Any) -> str | None:
        (component,) = (argument for argument in args if isinstance(argument, Mapping))
        custom_id, index = component.get("custom_id"), args.index(component)
        if "options" not in component or not custom_id:
            return make_key(*args)
        without_id = {**component, "id": None}
        return make_key(*args[:index], without_id, str(custom_id), *args[index + 2 :])

    return make_menu_key


def _serve_emoji(env: simcord.Env, bot: GamesBot) -> None:
    """Show the bot's own emoji, whose pictures SimCord does not keep."""
    find_file: Callable[[str], bytes | None] = env.backend.cdn.get

    def find_picture(url: str) -> bytes | None:
        picture, name = find_file(url), url.rpartition("/")[2].removesuffix(".png")
        if picture is not None or not name.isdecimal():
            return picture
        emoji = env.backend.application_emojis.get(int(name))
        return bot.emoji.pictures.get(emoji.name) if emoji is not None else None

    env.backend.cdn.get = find_picture  # type: ignore[method-assign]  # there is no other way in


async def _greet(bot: GamesBot, channel_id: int) -> None:
    """Post the greeting of a server, which had no channel when the bot joined it."""
    greeting, channel = bot.get_cog(Greeting.__name__), bot.get_channel(channel_id)
    if isinstance(greeting, Greeting) and isinstance(channel, discord.TextChannel):
        await greeting.post_in(channel)


def set_language(env: simcord.Env, locale: str) -> None:
    """Set the language of everybody; SimCord 3.2 sends each interaction in English."""
    emit = env.backend.emit

    def emit_in_locale(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            payload["locale"] = locale
        emit(event, payload)

    env.backend.emit = emit_in_locale  # type: ignore[method-assign]  # there is no other way in


class OwnPictures(MediaWorker):
    """Checks the bot's own pictures here: SimCord's process for each takes longer than a press."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        if not blob.startswith(_PNG_SIGNATURE):
            return await super()._decode(key, blob, media_time)
        return await asyncio.to_thread(_process_media, blob, media_time)


def _print_invitation(url: str) -> None:
    print(  # noqa: T201 - whoever started the preview waits for it
        f"\nPlay at {url}\n\n"
        f"  1. You look through the eyes of {THIEVES[0]}. Press Play the machine, then the buttons"
        " below the board. The machine answers by itself.\n"
        f"  2. To play somebody else, press Challenge and choose {THIEVES[1]}; switch"
        f" “Viewing as” to {THIEVES[1]} (or open the address in a second tab) and press Accept.\n"
        "  3. Matches are kept, also when you end the preview: /matches lists them.\n"
        "Ctrl-C ends the preview.\n",
        flush=True,
    )


async def _until_closed(pages: "_Pages", stop: asyncio.Event) -> None:
    """Keep the pages up to date until they are closed, or ``stop`` is set."""
    end_tasks = [asyncio.create_task(stop.wait()), asyncio.create_task(pages.wait_closed())]
    clock_task = asyncio.create_task(pages.follow_clock())
    await asyncio.wait(end_tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in (*end_tasks, clock_task):
        task.cancel()
    await asyncio.gather(*end_tasks, clock_task, return_exceptions=True)


class _Pages:
    """The tabs: all of them show the presses in each tab, and all acts of the bot.

    SimCord 3.2 shows the effect of a press in that tab alone, and no act of the bot. It refuses a
    press during another one, or on a page that has changed since. A press also waits for all work
    of the bot, so that it fails during a long review. This class replaces private methods to change
    that, so the lock file keeps the version.
    """

    def __init__(self, env: simcord.Env, preview: Any, channel: Any) -> None:
        self._env, self._preview, self._channel = env, preview, channel
        self.wait_closed = preview.wait_closed
        self._lock = asyncio.Lock()
        self._shown_length = 0  # the length of the transcript that the pages show
        self._send_action = preview._action  # noqa: SLF001 - there is no other way in
        self._press = preview._run_interaction_action  # noqa: SLF001 - see above
        self._settle = env._settle_internal  # noqa: SLF001 - see above
        preview._run_interaction_action = self._press_for_all  # noqa: SLF001 - see above
        preview._action = self._act_alone  # noqa: SLF001 - see above
        env._settle_internal = self._settle_soon  # type: ignore[method-assign]  # noqa: SLF001 - see above

    async def _press_for_all(self, *args: Any, **values: Any) -> Any:
        answer = await self._press(*args, **{**values, "republish_all": True})
        self._shown_length = len(self._env.backend.transcript)
        return answer

    async def _act_alone(self, context_id: Any, body: Any) -> Any:
        async with self._lock:
            renew_press(self._preview._get_page(context_id), body)  # noqa: SLF001 - see above
            answer = await self._send_action(context_id, body)
        if body.get("kind") == "send_message" and str(body.get("content")).startswith("/"):
            await self._channel.send(_TYPED_COMMAND_ANSWER)
        return answer

    async def _settle_soon(self, **arguments: Any) -> None:
        """Wait for the answer to a press, and a moment for all else. The clock waits for nobody."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _PRESS_TIMEOUT
        moves_clock = "_deadline" in arguments
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(0 if moves_clock else _SETTLE_SECONDS):
                    await self._settle(**arguments)
                    return
            action = self._preview._active_action  # noqa: SLF001 - see above
            pressed = action.interaction if action is not None else None
            if moves_clock or pressed is None or pressed.responded or loop.time() > deadline:
                return

    async def follow_clock(self) -> None:
        """Let the simulated clock follow the real one, and the pages all events."""
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            async with self._lock:
                seconds_behind = (datetime.now(UTC) - self._env.now()).total_seconds()
                try:
                    await self._env.advance_time(max(0.0, seconds_behind))
                    length = len(self._env.backend.transcript)
                    if length != self._shown_length:
                        self._shown_length = length
                        await self._preview.refresh()
                except (SetupError, TimeoutError) as error:
                    print(f"The simulated Discord failed: {error}", file=sys.stderr)  # noqa: T201


def renew_press(page: Any, body: dict[str, Any]) -> None:
    """Let a press on an older page count as one on this page, if its button is still there."""
    if "pressed" in body:
        message = page.snapshot["messages"].get(str(body.get("target_id")), {})
        paths = map(_component_paths, message.get("components", ()))
        components = (part for _, part in itertools.chain.from_iterable(paths))
        keys = {part.get("custom_id"): part.get("control_key") for part in components}
        if body["pressed"] not in keys:
            return
        body["control_key"] = keys[body["pressed"]]
    body["published_revision"] = page.revision
