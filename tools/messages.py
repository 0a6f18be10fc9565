"""Collect every message of the bot and bring the catalogues up to date: ``make messages``.

Messages are the texts in the calls of ``tr``, ``trn`` and ``mark``, the sentences of all Refused
errors, and what the slash commands are called and described as.
"""

from __future__ import annotations

import ast
import asyncio
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from cogs.client import GamesBot
from cogs.contract.manifest import find_manifests
from prowlerbot.core.errors import Refused, StoreError
from prowlerbot.core.i18n import COMMAND, LANGUAGES
from prowlerbot.games import GAMES
from prowlerbot.settings import BadSetting

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "prowlerbot" / "locales"
FOLDERS = ("prowlerbot", "cogs", "renderer")

FOR_THE_HOST = (StoreError, BadSetting)
"""Errors that are read in a shell or a log, where everything is English."""
SHELL = {
    "cogs/admin/health.py",
    "cogs/frame/outage.py",
    "prowlerbot/shell/records.py",
    "prowlerbot/shell/database.py",
    "prowlerbot/shell/duel.py",
    "prowlerbot/shell/compete.py",
    "prowlerbot/storage/copies/backup.py",
    "prowlerbot/storage/copies/restore.py",
    "prowlerbot/storage/copies/verify.py",
}
"""Modules whose errors of all kinds are read there too."""


_TELLING = {"tr", "trn", "mark"}
_CALLED = re.compile(r"(\w+)\(")
"""The name of a function where it is called, and of a class where it is defined."""


class NoMessage(Exception):
    """A call that has to name a message, and does so in a way that nobody can translate."""


def collect() -> Catalog:
    """Every message of the sources and of the command tree, without translations."""
    catalogue = Catalog(charset="utf-8")
    for message in source_messages():
        catalogue.add(message)
    for name, context in sorted(_command_texts(asyncio.run(command_tree()))):
        catalogue.add(name, context=context or None)
    return catalogue


def source_messages(
    game: str = "", folders: Sequence[str] = FOLDERS
) -> Iterator[str | tuple[str, str]]:
    """The messages in the sources; a pair is a message with its plural. With the key of a game:
    those in the folders of that game.
    """
    for_players = _names(Refused) - set().union(*map(_names, FOR_THE_HOST))
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if game and game not in path.parent.parts:
                continue
            place = path.relative_to(ROOT).as_posix()
            source = path.read_text(encoding="utf-8")
            refusals = set() if place in SHELL else for_players
            if not {*_CALLED.findall(source)} & (_TELLING | refusals):
                continue  # most files; to parse them takes longer than all the others
            try:
                yield from _told_in(ast.parse(source, place), refusals)
            except NoMessage as error:
                raise NoMessage(f"{place}:{error}") from None


def _told_in(tree: ast.Module, refusals: set[str]) -> Iterator[str | tuple[str, str]]:
    nodes = list(ast.walk(tree))
    inside = {
        id(call)
        for kind in nodes
        if isinstance(kind, ast.ClassDef) and kind.name in refusals
        for call in ast.walk(kind)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__"
    }
    for node in nodes:
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = _name(node.func)
        if name == "trn":
            forms = [each for argument in node.args[:2] for each in _literals(argument)]
            if len(forms) != 2:
                raise NoMessage(f"{node.lineno}: trn needs both of its forms as plain texts")
            yield forms[0], forms[1]
        elif name in _TELLING or name in refusals or id(node) in inside:
            yield from _literals(node.args[0])


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _literals(node: ast.expr) -> list[str]:
    """The texts that stand there; none for the name of one that is marked elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return _literals(one) + _literals(other)
        case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call():
            return []
        case _:
            raise NoMessage(f"{node.lineno}: {ast.unparse(node)} is put together; tell it whole")


def _names(kind: type[Refused]) -> set[str]:
    """The names of an error and of all more special ones."""
    return {kind.__name__}.union(*map(_names, kind.__subclasses__()))


Command = app_commands.Command | app_commands.Group | app_commands.ContextMenu  # type: ignore[type-arg]  # of any bot


async def command_tree() -> list[Command]:
    """The bot's commands as Discord is told of them."""
    with tempfile.TemporaryDirectory() as folder:
        bot = GamesBot(f"sqlite:///{folder}/messages.db", GAMES, find_manifests(GAMES))
        async with bot:
            await bot.add_commands()
            return list(bot.tree.get_commands())


def _command_texts(commands: list[Command]) -> Iterator[tuple[str, str]]:
    """Each text with its context: names have one of their own, as their form is restricted."""
    for command in commands:
        yield command.name, COMMAND
        if isinstance(command, app_commands.ContextMenu):
            continue
        yield command.description, ""
        if isinstance(command, app_commands.Group):
            yield from _command_texts(list(command.commands))
            continue
        for option in command.parameters:
            yield option.name, COMMAND
            yield str(option.description), ""
            for choice in option.choices:
                yield choice.name, ""


def update() -> None:
    """Add new messages to each catalogue, drop old ones, keep every translation."""
    template = collect()
    LOCALES.mkdir(exist_ok=True)
    for language in LANGUAGES:
        if language == "en":
            continue
        path = LOCALES / f"{language}.po"
        known = Catalog(locale=language, charset="utf-8")
        if path.exists():
            with path.open("rb") as file:
                known = read_po(file, locale=language)
        known.update(template, no_fuzzy_matching=True, keep_user_comments=True)
        known.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, known, width=100, omit_header=True, no_location=True, sort_output=True)
        missing = [m for m in known if m.id and not complete(m.string)]
        print(f"{path.name}: {len(known)} messages, {len(missing)} without a translation")  # noqa: T201


def complete(text: object) -> bool:
    """Whether a translation is there, in all its forms."""
    return all(text) if isinstance(text, (tuple, list)) else bool(text)


if __name__ == "__main__":
    update()
