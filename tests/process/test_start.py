"""Whatever Discord does at the start is waited out, or ends the bot with one true sentence."""

import asyncio
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bench.discord_data import CHANNEL, GUILD
from cogs.connection.discord_requests import MAX_BACKOFF, Backoff
from cogs.presses import MatchPress
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board
from prowlerbot.packages import EXIT_HOPELESS
from prowlerbot.service.lobby_service import Lobby
from tests.patience import HUNG
from tests.persistence.matches import states
from tests.process.hosted_bot import (
    CLOUDFLARE,
    PROGRAM,
    TOKEN,
    Bad,
    BadDays,
    hosting,
    patience,
    stored,
)
from tests.workers.test_processes import is_gone

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM on Windows")
CANNOT_PASS = [
    (BadDays(close_code=4004), "Discord does not accept DISCORD_TOKEN; it may have been reset."),
    (BadDays(failing={"GET users/@me": Bad(1, 401)}), "Discord does not accept DISCORD_TOKEN;"),
]
MAY_PASS = [
    ("GET users/@me", Bad(3, 503), "logging in failed: Discord answers 503"),
    ("GET users/@me", Bad(3, 429, CLOUDFLARE, "text/html"), "logging in failed: Discord answers"),
    ("GET oauth2/applications/@me", Bad(3, 503), "logging in failed: Discord answers 503"),
    ("PUT commands", Bad(3, 503), "registering the commands failed: Discord answers 503"),
    ("GET gateway/bot", Bad(3, 503), "asking for the gateway failed: Discord answers 503"),
]


@pytest.mark.parametrize(("discord", "sentence"), CANNOT_PASS, ids=range(len(CANNOT_PASS)))
async def test_what_cannot_pass_ends_the_bot_with_a_sentence_and_a_status_of_its_own(
    discord: BadDays, sentence: str, tmp_path: Path
) -> None:
    async with hosting(discord, tmp_path, LOG_LEVEL="DEBUG") as hosted:
        assert await hosted.ended() == EXIT_HOPELESS
    assert hosted.lines[-1].startswith(sentence)
    assert "DEBUG discord" in hosted.told, "everything is told, and yet nothing of the token"
    never = ("Traceback", "Unclosed", TOKEN, *TOKEN.split("."))
    assert not [part for part in never if part in hosted.told]


@pytest.mark.parametrize(("request_", "bad", "words"), MAY_PASS, ids=[e[0] for e in MAY_PASS])
async def test_what_may_pass_is_waited_out_with_a_line_a_try(
    request_: str, bad: Bad, words: str, tmp_path: Path
) -> None:
    times = bad.times
    async with hosting(BadDays(failing={request_: bad}), tmp_path) as hosted:
        await hosted.says("ready as")
        hosted.send(signal.SIGTERM)
        assert await hosted.ended() == 0
    tries = [line for line in hosted.lines if words in line]
    assert len(tries) == times, hosted.told
    assert all(re.search(r"; next try in \d+ s$", line) for line in tries)
    for word in ("Traceback", "<html", "Unclosed", "PyNaCl", "davey"):
        assert word not in hosted.told


async def test_a_gateway_that_lets_nobody_in_is_tried_on_with_a_line_a_try(tmp_path: Path) -> None:
    async with hosting(BadDays(shut=2), tmp_path) as hosted:
        await hosted.says("ready as")
        hosted.send(signal.SIGTERM)
        assert await hosted.ended() == 0
    tries = [line for line in hosted.lines if "opening the gateway failed: 503" in line]
    assert len(tries) == 2, hosted.told
    assert "Traceback" not in hosted.told
    assert "Failed to connect" not in hosted.told


async def test_after_an_outage_the_bot_is_back_soon_with_a_line_a_try(tmp_path: Path) -> None:
    discord = BadDays()
    async with hosting(discord, tmp_path) as hosted:
        await hosted.says("ready as")
        await discord.cut_off(tries=3)
        async with patience(hosted):
            await discord.let_in.wait()
        hosted.send(signal.SIGTERM)
        assert await hosted.ended() == 0
    told = hosted.lines[hosted.lines.index(next(it for it in hosted.lines if "ready as" in it)) :]
    tries = [line for line in told if "WARNING" in line]
    assert 3 <= len(tries) <= 5, hosted.told
    assert "Traceback" not in hosted.told
    assert "ERROR" not in hosted.told


def test_the_pause_between_two_tries_is_bounded_and_begins_anew_after_a_calm() -> None:
    backoff = Backoff()
    waits = [backoff.delay() for _ in range(20)]
    assert waits[0] <= 1
    assert max(waits) <= MAX_BACKOFF
    assert min(waits[10:]) >= MAX_BACKOFF / 2
    backoff._asked_at -= 5 * MAX_BACKOFF
    assert backoff.delay() <= 1


async def test_a_bot_that_waits_for_discord_can_be_stopped(tmp_path: Path) -> None:
    discord = BadDays(failing={"GET users/@me": Bad(999, 503)})
    async with hosting(discord, tmp_path) as hosted:
        await hosted.says("next try")
        hosted.send(signal.SIGTERM)
        assert await hosted.ended() == 0
    assert "Traceback" not in hosted.told
    assert "Unclosed" not in hosted.told


async def test_a_taken_health_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with hosting(BadDays(), tmp_path, HEALTH_PORT=port) as hosted:
            assert await hosted.ended() == EXIT_HOPELESS
    assert hosted.lines[-1] == (
        f"The health address cannot be served at 127.0.0.1:{port}: Address already in use."
        " HEALTH_HOST and HEALTH_PORT say where it is."
    )
    assert "Traceback" not in hosted.told


async def test_a_health_port_that_another_bot_gives_up_soon_is_waited_for(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        settings = {"HEALTH_PORT": port, "PORT_PATIENCE": str(HUNG)}
        async with hosting(BadDays(), tmp_path, **settings) as hosted:
            await hosted.says(f"waiting for the port {port}")
            taken.close()
            await hosted.says("ready as")
            hosted.send(signal.SIGTERM)
            assert await hosted.ended() == 0


@pytest.mark.parametrize("host", ["999.1.1.1", "192.0.2.1"])
async def test_a_health_host_that_is_missing_is_not_tried_again(tmp_path: Path, host: str) -> None:
    async with hosting(BadDays(), tmp_path, HEALTH_HOST=host, HEALTH_PORT="0") as hosted:
        assert await hosted.ended() == EXIT_HOPELESS
    assert hosted.lines[-1] == f"HEALTH_HOST is “{host}”; that is no address of this machine."


ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "deploy" / "Dockerfile"


def unpack(folder: Path) -> None:
    """Put what the recipe of the image copies into a folder, and nothing else."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    tracked = listed.stdout.decode().split("\0")
    copies = re.findall(r"^COPY (.+)$", DOCKER.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = [source for line in copies for source in line.split()[:-1]]
    for name in filter(None, tracked):
        if any(name == each or name.startswith(f"{each}/") for each in wanted):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)


def installed(folder: Path, lock: str) -> Path:
    """The Python of an environment with the packages of a lock file alone."""
    uv, home = Path(sys.executable).with_name("uv"), folder / ".venv"
    python = home / "bin" / "python"
    for command in (
        [uv, "venv", "--quiet", "--python", sys.executable, home],
        [uv, "pip", "sync", "--quiet", "--python", python, "--require-hashes", folder / lock],
    ):
        told = [*map(str, command)]
        done = subprocess.run(told, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            pytest.skip(f"no packages can be had here: {done.stderr.strip()[-200:]}")
    return python


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-postgres.lock"])
async def test_the_image_runs_bot_doctor_backup_and_match(tmp_path: Path, lock: str) -> None:
    folder = tmp_path / "app"
    unpack(folder)
    python = await asyncio.to_thread(installed, folder, lock)
    kept = [each for each in os.environ if not each.startswith(("PYTHON", "COV"))]
    environment = {name: os.environ[name] for name in kept}
    environment |= {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": f"sqlite:///{tmp_path}/prowler.db",
        "PYTHONPATH": str(folder),
    }

    async def run(*arguments: str) -> tuple[int | None, str]:
        program = await asyncio.create_subprocess_exec(
            *(str(python), "-m", "prowlerbot", *arguments),
            cwd=folder,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        told, _ = await asyncio.wait_for(program.communicate(), HUNG)
        return program.returncode, told.decode()

    async with BadDays() as discord:
        bot = await asyncio.create_subprocess_exec(
            *(str(python), "-c", PROGRAM, discord.api, "in a hurry"),
            cwd=folder,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
        assert bot.stderr is not None
        lines: list[str] = []
        async with asyncio.timeout(HUNG):
            while line := (await bot.stderr.readline()).decode():
                lines.append(line)
                if (
                    "backed up the database to" in line
                ):  # it is ready by then, and has made its first backup
                    bot.send_signal(signal.SIGTERM)
            assert await bot.wait() == 0, "".join(lines)
    assert any("ready as" in line for line in lines)
    assert "Traceback" not in "".join(lines)
    status, told = await run("doctor")
    assert (status, "Every page of the database is sound" in told) == (0, True), told
    status, told = await run("backup", str(tmp_path / "copy.db"))
    assert (status, "Backed up to" in told) == (0, True), told
    status, told = await run("simulate", "prowler", "--matches", "1")
    assert status == 0, told


AT_ONCE = 20


async def test_twenty_presses_at_the_moment_of_a_stop_are_all_answered(tmp_path: Path) -> None:
    discord = BadDays()
    presses = []
    async with stored(tmp_path) as service:
        await service.store.choices.put_choices(GUILD, ServerChoices(presses_a_minute=10**6))
        for number in range(2 * AT_ONCE):
            one, other = 100 + 2 * number, 101 + 2 * number
            for user in (one, other):  # whose presses count at once
                await service.store.choices.put_choices(user, PlayerChoices(confirm=False))
            players = [Player(one, "A"), Player(other, "B")]
            match = await Lobby(service).make_challenge("prowler", players, {})
            match = await service.apply(match.id, accept_challenge, other)
            message = discord.message()
            await service.store.boards.put_board(Board(match.id, GUILD, CHANNEL, message.id, 1))
            state = states(service, match)[-1]
            (seat,) = state.to_move
            move = str(random.Random(number).choice(state.moves(seat)))
            custom_id = str(MatchPress("m", match.id, match.moment, move))
            presses.append((match.player(seat).id, message, custom_id))
    async with hosting(discord, tmp_path, DRAWING_PROCESSES="1") as hosted:
        await discord.ready(TOKEN)
        await hosted.says("ready as")
        children = hosted.children
        assert children or sys.platform != "linux", "it draws in a process of its own"
        pressed = [asyncio.create_task(discord.press(TOKEN, *each)) for each in presses[:AT_ONCE]]
        async with patience(hosted):
            await asyncio.wait(pressed, return_when=asyncio.FIRST_COMPLETED)
        hosted.send(signal.SIGTERM)
        pressed += [asyncio.create_task(discord.press(TOKEN, *each)) for each in presses[AT_ONCE:]]
        assert await hosted.ended() == 0
        async with patience(hosted):
            await _gone(children)
        answered = [task.done() for task in pressed]
        assert all(answered[:AT_ONCE]), hosted.told
        # One that arrives when the connection is closed already gets no answer from anybody.
        nobodys = [each[2] for each, done in zip(presses, answered, strict=True) if not done]
        for task in pressed:
            task.cancel()
        await asyncio.gather(*pressed, return_exceptions=True)
    for word in ("Traceback", "Session is closed", "ERROR"):
        assert word not in hosted.told, hosted.told
    async with stored(tmp_path) as service:
        for match_id in await service.store.match_ids():
            match, board = (
                await service.match(match_id),
                await service.store.boards.board_of(match_id),
            )
            assert board is not None
            assert board.shown == match.revision, f"noted too: {match_id}\n{hosted.told}"
            if any(match_id in custom_id for custom_id in nobodys):
                assert match.ply == 0, "what nobody answered has not counted"


async def _gone(processes: list[int]) -> None:
    """Wait until none of these processes is there any more, or only as somebody's zombie."""
    for process in processes:
        while not is_gone(process):  # noqa: ASYNC110 - no event tells of it
            await asyncio.sleep(0.02)
