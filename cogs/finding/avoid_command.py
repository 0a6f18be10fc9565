"""``/avoid``: a player's private list of the others that they begin no match with."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import Interaction, app_commands

from cogs.frame.features import answers, makes_command
from cogs.frame.interaction import selected_number
from cogs.frame.layout import Content, layout, menu
from cogs.frame.names import command, plain, safe, told_apart
from cogs.frame.options import Command, everywhere
from cogs.frame.replies import say, turn_into
from cogs.presses.addresses import PlainPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.finding.avoidance_store import Avoidance, Avoided
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class Avoiding:
    _service: Service
    _store: Avoidance

    @makes_command
    def _avoid(self) -> Command:
        @app_commands.command(description="Avoid a player in your matches, or see whom you avoid")
        @app_commands.describe(
            player="The player to avoid; leave it out to see and change your list"
        )
        async def avoid(interaction: Interaction, player: discord.User | None = None) -> None:
            if player is None:
                await say(interaction, await self._list(interaction.user.id))
            else:
                await self._add(interaction, player)

        return everywhere(avoid)

    async def _add(self, interaction: Interaction, other: discord.User | discord.Member) -> None:
        """Add a player to the asker's list, and show it."""
        user = interaction.user.id
        if other.id == user:
            raise Denied("Choose another player to avoid.")
        if other.bot:
            raise Denied("Bots do not play; choose a person.")
        await self._store.add_avoided(
            Avoided(user, other.id, other.display_name, self._service.now())
        )
        player = f"**{safe(other.display_name)}**"
        added = tr("{player} is on your list now, and is not told.", player=player)
        await say(interaction, await self._list(user, added))

    @answers(PlainPress, "avoid")
    async def _remove(self, interaction: Interaction, _: PlainPress) -> None:
        user, chosen = interaction.user.id, selected_number(interaction)
        for each in await self._store.avoided_by(user):
            if abs(each.other) == chosen:
                await self._store.remove_avoided(user, each.other)
        await turn_into(interaction, await self._list(user))

    async def _list(self, user: int, said: str = "") -> Content:
        avoided = await self._store.avoided_by(user)
        lines = ["### " + tr("Players you avoid"), *([said] if said else [])]
        nobody = tr("somebody who has deleted their data")
        ids = [each.other if each.other > 0 else None for each in avoided]
        names = [safe(each.name) if each.other > 0 else nobody for each in avoided]
        lines += [f"- {name}" for name in told_apart(names, ids)]
        if not avoided:
            lines.append(tr("Nobody. `{command}` adds a player.", command=command("avoid")))
        lines.append(  # an empty line ends the list
            "\n-# "
            + tr(
                "You will not be matched with them by challenges, open seats, rematches or"
                " searches. Open matches go on, and competitions ignore the list."
            )
        )
        if not avoided:
            return layout("\n".join(lines))
        labels = [plain(each.name) if each.other > 0 else nobody for each in avoided]
        others = [abs(each.other) for each in avoided]
        options = zip(told_apart(labels, ids), others, strict=True)
        select = menu(PlainPress("avoid"), tr("Do not avoid any more"), options)
        return layout("\n".join(lines), rows=[[select]])
