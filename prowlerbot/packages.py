"""The packages that the bot needs, and those beside it that have a game, with their folders.

A missing package is named in one sentence, before any module needs it. With
``GAMES_FROM_OUTSIDE=0`` in the environment there are no games from outside, as in the tests.
"""

import os
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

NEEDED_MODULES = (
    *("aiosqlite", "babel", "discord", "isal", "networkx", "openskill", "PIL"),
    *("prometheus_client", "pydantic_settings", "rich", "tzdata"),
)
"""The modules of the packages in pyproject.toml."""
EXIT_HOPELESS = 78
"""The exit status where a new start does not help: systemd's unit does not start the bot then."""


def check_packages() -> None:
    """End with a sentence if a package is missing, as after an update without its packages."""
    if missing := [name for name in NEEDED_MODULES if find_spec(name) is None]:
        sys.stderr.write(
            f"Packages are missing ({', '.join(missing)}). Install what this version needs:"
            " .venv/bin/pip install --require-hashes --requirement requirements.lock\n"
        )
        raise SystemExit(EXIT_HOPELESS)


def game_entry_points() -> list[EntryPoint]:
    """The entry point of each package, which names the class of its game, by key."""
    if os.environ.get("GAMES_FROM_OUTSIDE") == "0":
        return []
    return sorted(entry_points(group="prowlerbot.games"), key=lambda each: each.name)


def package_folders() -> Iterator[Path]:
    """The folders of the packages with games; this imports none of them."""
    for module in sorted({entry.module.partition(".")[0] for entry in game_entry_points()}):
        if (spec := find_spec(module)) is not None:
            yield from map(Path, spec.submodule_search_locations or ())
