"""Collect every message of the bot and bring the catalogues up to date: ``make messages``.

Messages are the texts in the calls of ``tr``, ``trn`` and ``mark``, the sentences of all Refused
errors, and what the slash commands are called and described as.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from cogs.client import GamesBot
from prowlerbot.game import Refused
from prowlerbot.i18n import COMMAND, LANGUAGES

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "prowlerbot" / "locales"
FOLDERS = ("prowlerbot", "cogs", "renderer")
FOR_THE_HOST = {"StoreError", "BadSetting"}
"""Errors that are read in a shell or a log, where everything is English."""


def collect() -> Catalog:
    """Every message of the sources and of the command tree, without translations."""
    keywords = {"tr": None, "mark": None, "trn": (1, 2)} | dict.fromkeys(
        _refusals(Refused) - FOR_THE_HOST
    )
    catalogue = Catalog(charset="utf-8")
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            with path.open("rb") as file:
                for _, message, _, _ in extract("python", file, keywords=keywords):
                    catalogue.add(message)
    for name, context in sorted(_command_texts(asyncio.run(command_tree()))):
        catalogue.add(name, context=context or None)
    return catalogue


def _refusals(kind: type[Refused]) -> set[str]:
    """The names of all errors whose first argument is a sentence for the asker."""
    return {kind.__name__}.union(*map(_refusals, kind.__subclasses__()))


async def command_tree() -> list[app_commands.Command | app_commands.Group]:  # type: ignore[type-arg]  # of any bot
    """The bot's commands as Discord is told of them."""
    with tempfile.TemporaryDirectory() as folder:
        bot = GamesBot(f"sqlite:///{folder}/messages.db")
        async with bot:
            await bot.furnish()
            return [
                command
                for command in bot.tree.get_commands()
                if isinstance(command, (app_commands.Command, app_commands.Group))
            ]


def _command_texts(
    commands: list[app_commands.Command | app_commands.Group],  # type: ignore[type-arg]  # of any bot
) -> Iterator[tuple[str, str]]:
    """Each text with its context: names have one of their own, as their form is restricted."""
    for command in commands:
        yield command.name, COMMAND
        yield command.description, ""
        if isinstance(command, app_commands.Group):
            yield from _command_texts(command.commands)
            continue
        for option in command.parameters:
            yield option.name, COMMAND
            yield str(option.description), ""
            for choice in option.choices:
                yield choice.name, ""


def update() -> None:
    """Add what is new to each catalogue, drop what is gone, keep every translation."""
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
        missing = [m for m in known if m.id and not _complete(m.string)]
        print(f"{path.name}: {len(known)} messages, {len(missing)} without a translation")  # noqa: T201


def _complete(text: object) -> bool:
    return all(text) if isinstance(text, (tuple, list)) else bool(text)


if __name__ == "__main__":
    update()
