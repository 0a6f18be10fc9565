"""The command tree: it gives slash commands limits, error reports and the asker's language."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from cogs.contract.sign import coloured
from cogs.discord_py.interactions import HookedTree
from cogs.frame import router
from cogs.frame.interaction_gate import Gate
from cogs.frame.replies import AnyInteraction
from cogs.frame.visit import begin_visit
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import COMMAND, language_of, translate_or_none
from prowlerbot.match.preferences import PlayerChoices, ServerChoices


class Tree(HookedTree):
    gate: Gate | None = None

    async def around(
        self, interaction: AnyInteraction, call: Callable[[], Awaitable[None]]
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
        self, interaction: AnyInteraction, gate: Gate, call: Callable[[], Awaitable[None]]
    ) -> None:
        """Run a command; ``on_error`` reports the errors of the command itself."""
        try:
            gate.shutdown.check()
            with gate.at_once(interaction):
                visit = await gate.check(interaction)
                with coloured(visit.theme, words=visit.reader.text_first):
                    await call()
        except Refused as refused:
            await router.report(interaction, refused, gate)
            interaction.command_failed = True

    async def on_error(
        self, interaction: AnyInteraction, error: app_commands.AppCommandError
    ) -> None:
        await router.report(interaction, error)


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
        return translate_or_none(string.message, _TRANSLATED[locale], COMMAND if named else "")


_TRANSLATED = {
    locale: language for locale in discord.Locale if (language := language_of(str(locale))) != "en"
}
_NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}
