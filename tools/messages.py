"""Collect every message of the bot and bring the catalogues up to date: ``make messages``.

Messages are the texts in the calls of ``tr``, ``trn`` and ``mark``, the sentences of all Refused
errors, and what the slash commands are called and described as. docs/translating.md says how
translators work with this.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import hashlib
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from inspect import getfile
from itertools import takewhile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from cogs.composition import GamesBot
from cogs.contract.manifest import find_manifests
from prowlerbot.core.errors import Refused, StoreError
from prowlerbot.core.game import Game, Registry
from prowlerbot.core.i18n import COMMAND, LANGUAGES, Language, babel_locale
from prowlerbot.games import GAMES, HOUSE
from prowlerbot.settings import BadSetting

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "prowlerbot" / "locales"
RULES = ROOT / "docs" / "rules"
FOLDERS = ("prowlerbot", "cogs", "renderer")

COMPLETE: tuple[Language, ...] = ("de", "es", "fr")
"""The languages in which a change has all its messages; the others may follow until a release."""

FOR_THE_HOST = (StoreError, BadSetting)
"""Errors that are read in a shell or a log, where everything is English."""
SHELL = {
    "cogs/admin/health_address.py",
    "cogs/connection/discord_requests.py",
    "cogs/discord_py/shards.py",
    "prowlerbot/shell/record_commands.py",
    "prowlerbot/shell/database_commands.py",
    "prowlerbot/shell/duel_command.py",
    "prowlerbot/copies/backup.py",
    "prowlerbot/copies/backup_service.py",
    "prowlerbot/copies/rebuild.py",
    "prowlerbot/copies/record_check.py",
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
            place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
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


def collect_of_package(game: Game, of_the_bot: Catalog) -> Catalog:
    """The messages of a game from outside that the bot has not itself."""
    catalogue = Catalog(charset="utf-8")
    (group,) = (it for it in asyncio.run(command_tree(Registry([game]))) if it.name == game.key)
    sources = source_messages(folders=[str(folder_of(game))])
    for text, context in [*((it, "") for it in sources), *sorted(_command_texts([group]))]:
        key = text[0] if isinstance(text, tuple) else text
        if of_the_bot.get(key, context or None) is None:
            catalogue.add(text, context=context or None)
    return catalogue


def folder_of(game: Game) -> Path:
    """The folder of a game from outside."""
    return Path(getfile(type(game))).parent


async def command_tree(games: Registry = HOUSE) -> list[Command]:
    """The bot's commands as Discord is told of them."""
    with tempfile.TemporaryDirectory() as folder:
        bot = GamesBot(f"sqlite:///{folder}/messages.db", games, find_manifests(games))
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
            yield option.display_name, COMMAND
            yield str(option.description), ""
            for choice in option.choices:
                yield choice.name, ""


def update(languages: Sequence[Language], template: Catalog, locales: Path = LOCALES) -> None:
    """Add new messages to catalogues, drop old ones, keep every translation.

    In a language that follows later, a message that is much like an old one gets the translation of
    that one as a fuzzy suggestion.
    """
    locales.mkdir(exist_ok=True)
    for language in languages:
        known = catalogue(language, locales)
        known.update(template, no_fuzzy_matching=language in COMPLETE, keep_user_comments=True)
        known.obsolete.clear()
        for message in filter(complete, known):
            message.user_comments = [*takewhile(_of_translator, message.user_comments)]
        with path_of(language, locales).open("wb") as file:
            form = {"omit_header": True, "no_location": True, "sort_output": True}
            write_po(file, known, width=100, include_previous=True, **form)
        missing = sum(not complete(m) for m in known if m.id)
        print(f"{language}.po: {len(known)} messages, {missing} to translate")  # noqa: T201


def _of_translator(comment: str) -> bool:
    """Whether a translator wrote it; else the former English of a fuzzy suggestion begins there."""
    return not comment.startswith("|")


def tell_open(languages: Sequence[Language]) -> int:
    """Print what is to be translated into some languages, messages and rules; how much there is."""
    template, found = collect(), 0
    for language in languages:
        known = catalogue(language)
        for message in template:
            there = known.get(message.id, message.context) if message.id else None
            if not message.id or (there and complete(there)):
                continue
            found += 1
            state = "fuzzy" if there and there.fuzzy else "new"
            print(f"{language}, {state}: {message.id!r}")  # noqa: T201
        for page in sorted(RULES.glob("*.md")):
            if not follows(page, language):
                found += 1
                wanted = f"translate it in rules/{language}/ and end it with {mark_of(page)}"
                print(f"{language}, rules: {page.name} is new or has changed; {wanted}")  # noqa: T201
    return found


def mark_of(page: Path) -> str:
    """What a translation of a page ends with, as long as it is one of the present page."""
    return f"<!-- of {hashlib.sha256(page.read_bytes()).hexdigest()[:12]} -->"


def follows(page: Path, language: Language) -> bool:
    """Whether a page of the rules has an up-to-date translation."""
    translation = page.parent / language / page.name
    return translation.exists() and mark_of(page) in translation.read_text(encoding="utf-8")


def path_of(language: Language, locales: Path = LOCALES) -> Path:
    return locales / f"{language}.po"


def catalogue(language: Language, locales: Path = LOCALES) -> Catalog:
    path = path_of(language, locales)
    if not path.exists():
        return Catalog(locale=babel_locale(language), charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=babel_locale(language))


def complete(message: Message) -> bool:
    """Whether a translation is there, in all its forms, and for this very message."""
    text = message.string
    return not message.fuzzy and (all(text) if isinstance(text, (tuple, list)) else bool(text))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    others = [each for each in LANGUAGES if each != "en"]
    parser.add_argument(
        "language", nargs="*", choices=[*others, []], help="none: all that are always complete"
    )
    parser.add_argument("--open", action="store_true", help="only tell what is to be translated")
    parser.add_argument("--game", metavar="KEY", help="only those of a game from outside")
    arguments = parser.parse_args()
    if arguments.game:
        game = GAMES.named(arguments.game)
        languages = arguments.language or COMPLETE
        update(languages, collect_of_package(game, collect()), folder_of(game) / "locales")
        return 0
    if arguments.open:
        return 1 if tell_open(arguments.language or others) else 0
    update(arguments.language or COMPLETE, collect())
    return 0


if __name__ == "__main__":
    sys.exit(main())
