"""The example, built without a network, installed into an environment of its own, and played."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.games.packages import EXAMPLE

IN_PLAY = Path(__file__).with_name("package_in_play.py")


@pytest.mark.full
def test_the_example_is_built_installed_and_played(tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    python = environment / "bin" / "python"
    folder = sysconfig.get_path("purelib")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    (packages,) = environment.glob("lib/*/site-packages")
    (packages / "of_the_bot.pth").write_text(f"{folder}\n")
    install = [sys.executable, "-m", "uv", "pip", "install", "--offline", "--no-cache"]
    subprocess.run([*install, "--python", python, EXAMPLE], check=True, timeout=120)
    assert (packages / "four_in_a_row" / "locales" / "de.po").is_file()
    told = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", IN_PLAY],
        env={**os.environ, "GAMES_FROM_OUTSIDE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert told.returncode == 0, told.stdout
    assert "4 passed" in told.stdout
