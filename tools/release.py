"""The notes of a release: the part of CHANGELOG.md for the version of a tag.

    python -m tools.release v0.3.0

It ends with a sentence where the tag, ``prowlerbot.__version__`` and the changelog disagree. It
needs nothing but Python, so the workflow that makes a release installs nothing for it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parents[1] / "CHANGELOG.md"
_HEADING = re.compile(r"^## (\S+)(?: – (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)
MIGRATIONS = Path(__file__).parents[1] / "prowlerbot" / "storage" / "migrations"


def notes(tag: str, version: str, changelog: str) -> str:
    """The notes of a version. Raises ValueError where something does not fit together."""
    if tag != f"v{version}":
        raise ValueError(f"The tag is {tag}, and prowlerbot/__init__.py has the version {version}.")
    headings = [*_HEADING.finditer(changelog)]
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading[1] == version:
            if not heading[2]:
                raise ValueError(f"CHANGELOG.md has no day for {version}.")
            text = changelog[heading.end() : following.start() if following else None].strip()
            if not text:
                raise ValueError(f"CHANGELOG.md says nothing of {version}.")
            return text
    raise ValueError(f"CHANGELOG.md has no part “## {version} – YYYY-MM-DD”.")


def schema() -> int:
    """The version of the database's schema, as the migrations are numbered."""
    return max(int(each.name[:4]) for each in MIGRATIONS.glob("[0-9]*.sql"))


def main(arguments: list[str]) -> int:
    from prowlerbot import __version__  # noqa: PLC0415 - imported from the top of the repository

    if len(arguments) != 1:
        sys.stderr.write("Name the tag, such as v0.3.0.\n")
        return 2
    try:
        text = notes(arguments[0], __version__, CHANGELOG.read_text(encoding="utf-8"))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{text}\n\nSchema of the database: {schema()}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
