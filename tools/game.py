"""Write the skeleton of a package with a game, a copy of an example: ``make game KEY=pig``, or with
secrets and dice ``make game KEY=pig LIKE=tall-tale``.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from prowlerbot.games import HOUSE
from prowlerbot.games.from_outside import COMMAND_NAMES, is_key

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
LIKE = "four-in-a-row"
PACKAGES = ROOT / "packages"


class NoGame(Exception):
    """The skeleton cannot be written."""


def write(key: str, packages: Path = PACKAGES, like: str = LIKE) -> Path:
    """Write the package of a game with this key, a copy of the example ``like``; returns its
    folder. Raises NoGame.
    """
    folder = packages / key
    if not is_key(key):
        raise NoGame(
            f"“{key}” is no key of a game: at most 32 lower-case letters, digits and “_”, a letter"
            f" first, and none of these: {', '.join(sorted(COMMAND_NAMES))}."
        )
    if folder.exists():
        raise NoGame(f"{folder} is there already.")
    if key in HOUSE or find_spec(key):
        raise NoGame(f"There is a game or a module “{key}” already; choose another key.")
    for file in sorted((EXAMPLES / like).rglob("*")):
        if file.suffix in {".py", ".toml", ".md", ".po"}:
            target = folder / _renamed(file.relative_to(EXAMPLES / like).as_posix(), like, key)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(file.read_text("utf-8"), like, key), "utf-8")
    return folder


def _renamed(text: str, like: str, key: str) -> str:
    """A text of an example with the names of the new game."""
    old, new = like.split("-"), key.split("_")
    for between in "_-":
        text = text.replace(between.join(old), between.join(new))
    text = text.replace("".join(map(str.capitalize, old)), "".join(map(str.capitalize, new)))
    title = " ".join(map(str.capitalize, new))
    first, rest = like[0].upper(), " ".join(old)[1:]
    return re.sub(f"{first}(?i:{rest})", title, text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("key", help="the key of the game, such as pig")
    parser.add_argument(
        "like", nargs="?", default=LIKE, choices=sorted(each.name for each in EXAMPLES.iterdir())
    )
    options = parser.parse_args()
    try:
        folder = write(options.key, like=options.like)
    except NoGame as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(
        f"{folder.relative_to(ROOT)} is a copy of {options.like} under another name.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
