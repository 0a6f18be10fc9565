"""Direct messages to the owner of the bot: failed backups, and schemas that updates have raised."""

import logging
from dataclasses import dataclass

import discord
from discord.ext import commands

from cogs.frame.duty_loop import Later
from cogs.frame.replies import LOST, NOBODY, surely_refused
from prowlerbot.copies.backup_service import newest_backup
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.health.match_count_store import Counts
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import ChoreStore

log = logging.getLogger(__name__)

_TOLD = "owner"
"""The chore with the schema that the owner knows, and whether they know of a failed backup."""


@dataclass(eq=False)
class OwnerNews:
    """Tells the owner, or the admins and developers of the team that owns the bot."""

    _bot: commands.AutoShardedBot
    _service: Service

    async def tell(self) -> None:
        """Tell what is new since the last time. Raises Later if Discord cannot be reached."""
        database = self._service.store.database
        chores, schema = ChoreStore(database), await Counts(database).schema()
        told = await chores.latest_outcome(_TOLD)
        before = told.get("schema", database.schema_before or schema)
        problem = (await newest_backup(chores)).problem
        is_new = bool(problem) and not told.get("failed", False)
        if before < schema or is_new:
            try:
                for owner in await self._owners():
                    await self._send(owner, before, schema, problem if is_new else "")
            except LOST as error:
                log.info("the owner of the bot is told later: %s", error)
                raise Later from error
        now = {"schema": schema, "failed": bool(problem)}
        if now != told:
            await chores.note(_TOLD, now)

    async def _owners(self) -> list[int]:
        if self._bot.user is not None:
            await self._bot.is_owner(self._bot.user)  # now the bot knows who owns it
        owners = {*(self._bot.owner_ids or ()), self._bot.owner_id or 0}
        return sorted(owner for owner in owners if owner)

    async def _send(self, owner: int, before: int, schema: int, problem: str) -> None:
        lines, choices = list[str](), await self._service.player(owner)
        with speaking(choices.language or get_language()):
            if before < schema:
                raised = tr(
                    "An update has raised the database from schema {before} to {schema}. Older"
                    " versions of the bot cannot use it.",
                    before=before,
                    schema=schema,
                )
                lines.append(f"⬆️ {raised}")
            if problem:
                failed = tr("The backup of the database failed: {problem}", problem=problem)
                lines.append(f"⚠️ {failed}")
        try:
            chat = await self._bot.create_dm(discord.Object(owner))
            await chat.send("\n".join(lines), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if not surely_refused(error):
                raise
            log.info("the owner of the bot takes no direct message: %s", error)
