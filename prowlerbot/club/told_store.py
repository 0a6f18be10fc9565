"""The SQL of “Tell me”: who is told of the next competition or the day's challenge.

All that opens within a day waits for one message. It is noted before it is sent, so a crash at
worst sends none.
"""

from collections.abc import Collection
from typing import NamedTuple

from prowlerbot.core.clock import DAY
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage.contributions import Chosen, Deletion, MatchEvents, PersonalData
from prowlerbot.storage.duty_store import put_sooner
from prowlerbot.storage.engines.database import Tables, Work, transaction

REWARD = "reward"
"""The duty to give and take the roles of a server."""
TOLD = "told"
"""The duty to write to a player who is to be told of something."""
DAILY = "daily"
"""The subject of the day's challenge."""
_ROLE = "role "
_FORGET = "DELETE FROM told WHERE player = $1 AND guild = $2 AND subject = $3"
_ABOUT_ROLES = {"champion_role", "medal_role", "division_roles", "rating_roles", "rating_from"}
_SOON = 5 * 60
"""Seconds in which a host can still cancel what has just opened."""


class Waiting(NamedTuple):
    """What a player waits for, and the ids of what has ``opened``."""

    guild: int
    subject: str
    opened: list[str]
    told_at: int


class ToldStore(Tables):
    @transaction
    def remember(self, db: Work, player: int, guild: int, subject: str, now: int) -> None:
        """Tell a player of a subject from now on."""
        db.execute(
            "INSERT INTO told (player, guild, subject, told_at) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT DO NOTHING",
            *(player, guild, subject, now if subject == DAILY else 0),
        )
        if subject == DAILY:
            put_sooner(db, str(player), TOLD, next_day(now), 0)

    async def forget(self, player: int, guild: int, subject: str) -> None:
        """Tell a player of a subject no longer."""
        await self._db.write(_FORGET, player, guild, subject)

    @transaction
    def open(  # noqa: PLR0917 - what a competition is known by
        self, db: Work, competition: str, guild: int, kind: str, series: str, now: int
    ) -> None:
        """Have all who wait for a kind in a server or for a series told of a competition."""
        rows = db.fetch(
            "UPDATE told SET opened = opened || $1 WHERE ((subject = $2 AND guild = $3)"
            " OR subject = $4) AND opened NOT LIKE $5 RETURNING player",
            *(f"{competition} ", kind, guild, series, f"%{competition} %"),
        )
        for player in sorted({int(player) for (player,) in rows}):
            put_sooner(db, str(player), TOLD, now + _SOON, 0)

    async def has_hosted(self, guild: int, host: int, beside: str, at: int) -> bool:
        """Whether a host has created a competition in a server within a day, beside one series."""
        found = await self._db.read(
            "SELECT 1 FROM competitions WHERE guild = $1 AND host = $2 AND series <> $3"
            " AND created_at > $4 AND created_at <= $5 LIMIT 1",
            *(guild, host, beside, at - DAY, at),
        )
        return bool(found)

    async def read_waiting(self, player: int) -> list[Waiting]:
        rows = await self._db.read(
            "SELECT guild, subject, opened, told_at FROM told WHERE player = $1"
            " AND subject NOT LIKE 'role %' ORDER BY guild, subject",
            player,
        )
        return [Waiting(int(g), str(s), str(o).split(), int(at)) for g, s, o, at in rows]

    async def note_told(self, player: int, now: int) -> None:
        """Note, before the request to Discord, that a player is told of all that has opened."""
        await self._db.write(
            "UPDATE told SET opened = '', told_at = $2 WHERE player = $1"
            " AND subject NOT LIKE 'role %'",
            *(player, now),
        )

    async def stop(self, player: int) -> None:
        """Tell a player nothing any more."""
        await self._db.write(
            "DELETE FROM told WHERE player = $1 AND subject NOT LIKE 'role %'", player
        )

    async def roles_in(self, guild: int) -> set[tuple[int, int]]:
        """The roles of a server that the bot has given, each with a player."""
        rows = await self._db.read(
            "SELECT subject, player FROM told WHERE guild = $1 AND subject >= 'role '"
            " AND subject < 'role!'",
            guild,
        )
        return {(int(str(subject).removeprefix(_ROLE)), int(player)) for subject, player in rows}

    async def note_role(self, guild: int, role: int, player: int, *, given: bool) -> None:
        """Note that the bot has given a role, or taken it."""
        change = (
            "INSERT INTO told (player, guild, subject) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
            if given
            else _FORGET
        )
        await self._db.write(change, player, guild, f"{_ROLE}{role}")


class ClubEvents(MatchEvents):
    def choices_changed(self, db: Work, of: Chosen, owner: int, changes: Collection[str]) -> None:
        if of is ServerChoices and any(name in _ABOUT_ROLES for name in changes):
            put_sooner(db, str(owner), REWARD, 0, owner)


def next_day(now: int) -> int:
    """The beginning of the next day's challenge."""
    return now - now % DAY + DAY


def _delete(db: Work, deletion: Deletion) -> None:
    """Delete what a player waits for. A role stays noted until the bot has taken it away, at once
    if Discord answers.
    """
    db.execute("DELETE FROM told WHERE player = $1 AND subject NOT LIKE 'role %'", deletion.user)
    for (guild,) in db.fetch("SELECT DISTINCT guild FROM told WHERE player = $1", deletion.user):
        put_sooner(db, str(guild), REWARD, deletion.now, int(guild))


PERSONAL = PersonalData(
    stored={"told": ("guild, subject, opened, told_at", "player = $1")}, delete=_delete
)
