"""The SQL of leagues of all servers: the servers that take part in one, and where they are told."""

from __future__ import annotations

import re

from prowlerbot.storage.engines.database import Tables


class CompetitionServers(Tables):
    async def of(self, series: str) -> dict[int, int]:
        """The channel of each server that takes part in a league."""
        rows = await self._db.read(
            "SELECT guild, channel FROM competition_servers WHERE series = $1 ORDER BY guild",
            series,
        )
        return {int(guild): int(channel) for guild, channel in rows}

    async def join(self, series: str, guild: int, channel: int) -> None:
        """Have a server take part, or tell it in another channel from now on."""
        await self._db.write(
            "INSERT INTO competition_servers (series, guild, channel) VALUES ($1, $2, $3)"
            " ON CONFLICT (series, guild) DO UPDATE SET channel = excluded.channel",
            series,
            guild,
            channel,
        )

    async def leave(self, series: str, guild: int) -> None:
        await self._db.write(
            "DELETE FROM competition_servers WHERE series = $1 AND guild = $2", series, guild
        )

    async def forget(self, guild: int, channel: int = 0) -> None:
        """No longer tell anything in a server that the bot has left, or in a deleted channel."""
        await self._db.write(
            "DELETE FROM competition_servers WHERE guild = $1 AND ($2 = 0 OR channel = $2)",
            guild,
            channel,
        )

    async def leagues_of(self, guild: int, *, ended: bool, most: int) -> list[str]:
        """The latest seasons of the leagues in which a server takes part."""
        return await self._db.column(
            "SELECT c.id FROM competition_servers s JOIN competitions c ON c.series = s.series"
            " WHERE s.guild = $1 AND c.ended = $2 ORDER BY c.created_at DESC, c.id LIMIT $3",
            guild,
            int(ended),
            most,
        )

    async def offered(self, typed: str, most: int) -> list[str]:
        """The leagues of all servers with that in their names or ids that are not over: those in
        which most servers take part first, so nobody takes the list away from others.

        Leagues without a name stand last where something is typed: only their titles can fit.
        """
        part = re.sub(r"([!%_])", r"!\1", typed.strip().lower())
        return await self._db.column(
            "SELECT c.id FROM competitions c WHERE c.guild = 0 AND c.ended = 0 AND (c.name = ''"
            " OR lower(c.name) LIKE $1 ESCAPE '!' OR c.id LIKE $1 ESCAPE '!')"
            " ORDER BY CASE WHEN c.name = '' AND $1 <> '%%' AND c.id NOT LIKE $1 ESCAPE '!'"
            " THEN 1 ELSE 0 END,"
            " (SELECT count(*) FROM competition_servers s WHERE s.series = c.series) DESC,"
            " c.created_at, c.id LIMIT $2",
            f"%{part}%",
            most,
        )
