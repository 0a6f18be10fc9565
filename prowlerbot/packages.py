"""Names missing packages in one sentence, before any module needs them."""

from __future__ import annotations

import sys
from importlib.util import find_spec

NEEDED = (
    *("aiosqlite", "babel", "discord", "isal", "networkx", "openskill", "PIL"),
    *("prometheus_client", "pydantic_settings", "rich", "tzdata"),
)
"""The modules of the packages in pyproject.toml."""
HOPELESS = 78
"""The exit status where starting again does not help before somebody has changed something."""


def check_packages(needed: tuple[str, ...] = NEEDED) -> None:
    """End with a sentence if a package is missing, as after an update without its packages."""
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        sys.stderr.write(
            f"Packages are missing ({', '.join(missing)}). Install what this version needs:"
            " .venv/bin/pip install --require-hashes --requirement requirements.lock\n"
        )
        raise SystemExit(HOPELESS)
