"""The tree of slash commands, with limits, error reports and the asker's language."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.contract.sign import coloured
from cogs.discord_py.hooked_tree import HookedTree
from cogs.discord_py.log_records import reason
from cogs.frame import error_messages
from cogs.frame.interaction_gate import Gate
from cogs.frame.visit import begin_visit
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import COMMAND, language_of, translated
from prowlerbot.match.preferences import PlayerChoices, ServerChoices


class Tree(HookedTree):
    gate: Gate | None = None

    async def around(
        self,
        interaction: discord.Interaction[commands.AutoShardedBot],
        call: Callable[[], Awaitable[None]],
    ) -> None:
        gate = self.gate
        if gate is None:
            await call()
            return
        with gate.handling(interaction):
            if interaction.type is not discord.InteractionType.autocomplete:
                await self._command(interaction, gate, call)
                return
            async with gate.suggesting(interaction) as wanted:
                if wanted and not gate.shutdown.begun:
                    # Suggestions depend on no preference, so the bot reads none for them.
                    begin_visit(interaction, ServerChoices(), PlayerChoices(), gate.posts)
                    await call()

    async def _command(
        self,
        interaction: discord.Interaction[commands.AutoShardedBot],
        gate: Gate,
        call: Callable[[], Awaitable[None]],
    ) -> None:
        """Run a command; ``on_error`` reports the errors of the command itself."""
        try:
            gate.shutdown.check()
            with gate.at_once(interaction):
                visit = await gate.check(interaction)
                with coloured(visit.theme, words=visit.reader.text_first):
                    await call()
        except Refused as refused:
            await error_messages.report(interaction, refused, gate)
            interaction.command_failed = True

    async def on_error(
        self,
        interaction: discord.Interaction[commands.AutoShardedBot],
        error: app_commands.AppCommandError,
    ) -> None:
        await error_messages.report(interaction, error)


class Catalogues(app_commands.Translator):
    """Gives Discord the names and descriptions of commands in the languages of the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if locale not in _TRANSLATED:  # asked thousands of times at each start
            return None
        named = context.location in _NAMES
        return translated(string.message, _TRANSLATED[locale], COMMAND if named else "")


_TRANSLATED = {
    locale: language for locale in discord.Locale if (language := language_of(str(locale))) != "en"
}
_NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}

_REFUSED = re.compile(r"^In (\d+(?:\.options\.\d+)*)\.?(\S*): (.+)$", re.MULTILINE)
"""A part that Discord refuses, as discord.py writes it: its place, its field, and the reason."""
_MOST_REFUSED = 3


def refused_parts(tree: app_commands.CommandTree[Any], error: discord.HTTPException) -> str:
    """The first parts of the commands that Discord refuses, in words; else all of its answer."""
    parts = [
        f"{', '.join(_words(tree.get_commands(), place, field))}: {why}"
        for place, field, why in _REFUSED.findall(error.text)[:_MOST_REFUSED]
    ]
    return "; ".join(parts) or reason(error)


def _words(inside: Sequence[Any], place: str, field: str) -> list[str]:
    """The command, option and field at a place in what was sent to Discord."""
    command, more = "", [f"`{field}`"] if field else []
    for index in map(int, place.split(".options.")):
        match inside[index]:
            case app_commands.Group() as group:
                command, inside = f"/{group.qualified_name}", group.commands
            case app_commands.Command() as slash:
                command, inside = f"/{slash.qualified_name}", slash.parameters
            case app_commands.ContextMenu() as menu:
                command = menu.name
            case app_commands.Parameter() as option:
                more.insert(0, f"option `{option.display_name}`")
    return [f"`{command}`", *more]
