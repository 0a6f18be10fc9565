"""Write the skeleton of a package with a game, a copy of the example: ``make game KEY=pig``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from prowlerbot.games import HOUSE
from prowlerbot.games.from_outside import TAKEN, is_key

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "four-in-a-row"
PACKAGES = ROOT / "packages"


class NoGame(Exception):
    """The skeleton cannot be written."""


def write(key: str, packages: Path = PACKAGES) -> Path:
    """Write the package of a game with this key; returns its folder. Raises NoGame."""
    folder = packages / key
    if not is_key(key):
        raise NoGame(
            f"“{key}” is no key of a game: at most 32 lower-case letters, digits and “_”, a letter"
            f" first, and none of these: {', '.join(sorted(TAKEN))}."
        )
    if folder.exists():
        raise NoGame(f"{folder} is there already.")
    if key in HOUSE or find_spec(key):
        raise NoGame(f"There is a game or a module “{key}” already; choose another key.")
    replaced = _names(key)
    for file in sorted(EXAMPLE.rglob("*")):
        if file.suffix in {".py", ".toml", ".md", ".po"}:
            target = folder / _renamed(file.relative_to(EXAMPLE).as_posix(), replaced)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(file.read_text("utf-8"), replaced), "utf-8")
    return folder


def _names(key: str) -> Mapping[str, str]:
    """The names of the example, each with that of the new game."""
    words = [word.capitalize() for word in key.split("_")]
    return {
        "four_in_a_row": key,
        "four-in-a-row": key.replace("_", "-"),
        "FourInARow": "".join(words),
        "FourFace": f"{''.join(words)}Face",
        "Four in a Row": " ".join(words),
        "Four in a row": " ".join(words),
    }


def _renamed(text: str, replaced: Mapping[str, str]) -> str:
    for name, new in replaced.items():
        text = text.replace(name, new)
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key", help="the key of the game, such as pig")
    try:
        folder = write(parser.parse_args().key)
    except NoGame as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{folder.relative_to(ROOT)} is a copy of Four in a Row under another name.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
