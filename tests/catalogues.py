"""The catalogues as the tests of messages and languages look at them."""

import asyncio
import hashlib
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

from babel.messages.catalog import Catalog, Message
from discord import app_commands

from prowlerbot.core.i18n import COMMAND, LANGUAGES, Language, translate_or_none
from tools import messages as tool
from tools.messages import FOLDERS, Command, collect, command_tree, complete, source_messages

ROOT = Path(__file__).parents[1]
TRANSLATIONS: tuple[Language, ...] = tuple(each for each in LANGUAGES if each != "en")


@cache
def template() -> Catalog:
    """Every message that the sources and the commands have now."""
    return collect()


@cache
def catalogue(language: Language) -> Catalog:
    return tool.catalogue(language)


@cache
def messages(language: Language) -> tuple[Message, ...]:
    """The messages of now that have a translation in a language."""
    known = catalogue(language)
    found = (known.get(each.id, each.context) for each in template() if each.id)
    return tuple(each for each in found if each and complete(each))


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """The forms of a message: singular and plural, or just the one."""
    return [text] if isinstance(text, str) else list(text or ())


@cache
def known() -> frozenset[str]:
    """Every form of every message that may be told, by the games for tests too.

    To collect them takes a second, so they are kept for all processes until a source changes.
    """
    kept = ROOT / ".pytest_cache" / "known" / f"{_state_of_sources()}.json"
    with suppress(FileNotFoundError):
        return frozenset(json.loads(kept.read_text("utf-8")))
    collected = [message.id for message in template() if message.id]
    collected += source_messages(folders=["tests/games", "examples"])
    found = frozenset(form for message in collected for form in forms(message))
    kept.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=kept.parent, encoding="utf-8", delete=False) as new:
        json.dump(sorted(found), new)
    Path(new.name).replace(kept)
    for old in {*kept.parent.glob("*.json")} - {kept}:  # other processes may be writing theirs
        old.unlink(missing_ok=True)
    return found


def _state_of_sources() -> str:
    """A name for all files that messages are collected from, as they are now."""
    state = hashlib.sha256()
    for folder in (*FOLDERS, "tools", "tests/games", "examples"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            file = path.stat()
            state.update(f"{path} {file.st_mtime_ns} {file.st_size}\n".encode())
    return state.hexdigest()


@cache
def commands() -> tuple[Command, ...]:
    return tuple(asyncio.run(command_tree()))


def told(message: str, language: Language, context: str = "") -> str:
    return translate_or_none(message, language, context) or message


def command_paths(language: Language) -> dict[str, str]:
    """The full name of each command with the one that it bears in a language."""
    found: dict[str, str] = {}

    def walk(some: list[Command], before: str, before_told: str) -> None:
        for command in some:
            name = f"{before}{command.name}"
            name_told = f"{before_told}{told(command.name, language, COMMAND)}"
            found[name] = name_told
            if isinstance(command, app_commands.Group):
                walk(list(command.commands), f"{name} ", f"{name_told} ")

    walk(list(commands()), "", "")
    return found
