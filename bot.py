"""Start the bot: against Discord, or with --preview on a simulated one in the browser."""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from prowlerbot.packages import EXIT_HOPELESS, check_packages

check_packages()  # before the first import that needs one of them

from prowlerbot.workers.loop import Child, start_child

drawing_child: Child | None = None  # begins early: both processes import code for about a second
is_host = __name__ == "__main__" and "--preview" not in sys.argv
if is_host and os.environ.get("DRAWING_PROCESSES") != "0":
    drawing_child = start_child("renderer")

import discord

from cogs.admin.health_address import Address
from cogs.board.rendering import DrawingProcesses
from cogs.composition import GamesBot, Hosting
from cogs.contract.manifest import find_manifests
from cogs.frame.layout import HostLinks
from prowlerbot import __version__
from prowlerbot.copies.backup_service import BackupPlan
from prowlerbot.core.errors import Hopeless, Refused
from prowlerbot.games import GAMES
from prowlerbot.logs import log_to_stderr
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.settings import (
    HostSettings,
    load_host_settings,
    load_settings,
    misspelling_warnings,
)
from prowlerbot.storage.engines.address import hold_database_lock
from prowlerbot.storage.import_store import MEGABYTE

log = logging.getLogger("bot")
_MAX_PORT = 65_535


def main() -> int:
    arguments = _read_arguments()
    try:
        if arguments.preview:
            _run_preview(arguments)
        else:
            host = load_host_settings()
            token = host.discord_token.get_secret_value()
            log_to_stderr(host.log_level, host.log_format, secret=token)
            for warning in misspelling_warnings():
                log.warning("%s", warning)
            asyncio.run(_run_host(host))
    except Refused as refused:
        print(refused, file=sys.stderr)  # noqa: T201 - one sentence for the host
        return EXIT_HOPELESS if isinstance(refused, Hopeless) else 1
    return 0


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--preview", action="store_true", help="play in the browser, without Discord and a token"
    )
    port = "port of the preview (default 8765, 0 for any)"
    parser.add_argument("--port", type=_port_number, default=8765, help=port)
    parser.add_argument(
        "--locale",
        default="en-US",
        choices=[locale.value for locale in discord.Locale],
        metavar="LOCALE",
        help="language of the preview as Discord names it, such as de or es-ES",
    )
    parser.add_argument("--seed", type=int, help="let the preview draw the same each time")
    return parser.parse_args()


def _run_preview(arguments: argparse.Namespace) -> None:
    try:
        import preview  # noqa: PLC0415 - only the preview needs SimCord
    except ModuleNotFoundError as error:
        raise Refused(
            "The preview needs the package {package}, which is no part of requirements.lock:"
            " `make setup` installs it.",
            package=error.name,
        ) from error
    settings, port, seed = load_settings(), arguments.port, arguments.seed
    log_to_stderr("WARNING")
    serve = partial(preview.serve, settings.database_url, port, locale=arguments.locale, seed=seed)
    asyncio.run(serve(machine_processes=settings.machine_processes))


def _hosting_of(settings: HostSettings) -> Hosting:
    port = settings.health_port
    address = None if port is None else Address(settings.health_host, port)
    return Hosting(
        BackupPlan.from_settings(settings),
        address=address,
        thinkers=Thinkers(settings.machine_processes),
        import_bytes=settings.imports_mb * MEGABYTE,
        drawing=DrawingProcesses(settings.drawing_processes, begun=drawing_child),
        shards=settings.shards,
        links=HostLinks(
            settings.invite_url, settings.terms_url, settings.privacy_url, settings.support_url
        ),
        left_out=settings.left_out,
        tells_owner=settings.tell_owner == "on",
    )


def _port_number(text: str) -> int:
    if not text.isdecimal() or int(text) > _MAX_PORT:
        raise argparse.ArgumentTypeError(f"“{text}” is no port; it must be from 0 to {_MAX_PORT}")
    return int(text)


async def _run_host(settings: HostSettings) -> None:
    """Run until SIGINT or SIGTERM, then close the connections to Discord and to the database. Other
    processes may take the shards before that, unless a second signal ends the wait.
    """
    url, manifests = settings.database_url, find_manifests(GAMES)
    async with (
        hold_database_lock(url),
        GamesBot(url, GAMES, manifests, hosting=_hosting_of(settings), draws_ahead=True) as bot,
    ):
        log.info("version %s; the processes that draw take some seconds to start", __version__)
        stop_signal, second_signal = asyncio.Event(), asyncio.Event()

        def handle_signal() -> None:
            (second_signal if stop_signal.is_set() else stop_signal).set()

        loop = asyncio.get_running_loop()
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # Windows has no signal handlers in its loop
                loop.add_signal_handler(signal_number, handle_signal)
        bot_task = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        if await _first_to_end(bot_task, stop_signal.wait()) is bot_task:
            await bot_task
            return
        log.info("stopping")
        await _first_to_end(bot_task, second_signal.wait(), bot.release_shards())
        await bot.finish_work()
        await bot.close()
        bot_task.cancel()
        await asyncio.gather(bot_task, return_exceptions=True)
        await bot.http.close()  # a login under way may have opened another session meanwhile


async def _first_to_end(
    running: asyncio.Task[None], *waiting: Coroutine[Any, Any, object]
) -> asyncio.Task[Any]:
    """The first of these tasks that ends; the others are cancelled, except for ``running``."""
    tasks = [asyncio.create_task(coroutine) for coroutine in waiting]
    done, _ = await asyncio.wait({running, *tasks}, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return running if running in done else done.pop()


if __name__ == "__main__":
    try:
        sys.exit(main())
    finally:
        if drawing_child is not None:
            drawing_child.end()
