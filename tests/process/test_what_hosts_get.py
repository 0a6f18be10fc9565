"""Exactly the files and packages that a host gets start a bot, and do what the docs say."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HUNG
from tests.process.hosted_bot import PROGRAM, TOKEN, BadDays

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM on Windows")

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "deploy" / "Dockerfile"


def unpack(folder: Path) -> None:
    """Put what the recipe of the image copies into a folder, and nothing else."""
    tracked = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
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
        done = subprocess.run(
            [*map(str, command)], capture_output=True, text=True, check=False, timeout=300
        )
        if done.returncode:
            pytest.skip(f"no packages can be had here: {done.stderr.strip()[-200:]}")
    return python


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-postgres.lock"])
async def test_the_files_of_the_image_run_the_bot_the_doctor_a_backup_and_a_match(
    tmp_path: Path, lock: str
) -> None:
    folder = tmp_path / "app"
    unpack(folder)
    python = await asyncio.to_thread(installed, folder, lock)
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))
    }
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
                if "backed up to" in line:  # it is ready by then, and has made its first backup
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
