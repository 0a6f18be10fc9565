"""The SQL of boards: where each match is shown, and what is shown there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from prowlerbot.database import Database
from prowlerbot.match import Phase


class Reach(StrEnum):
    """Whether the bot may write where a board is, or can only answer those who press and ask."""

    MEMBER = "member"
    INTERACTION = "interaction"


@dataclass(frozen=True, slots=True)
class Board:
    """The message that shows a match. Ids are 0 where there is none.

    ``shown`` is the revision of the match that the message shows.
    """

    match: str
    guild: int
    channel: int
    message: int
    shown: int = -1
    reach: Reach = Reach.MEMBER


class Boards:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def behind(self, guild: int | None = None) -> list[str]:
        """The matches, of one server or all, whose message is out of date and can be edited."""
        async with self._db.reading() as db:
            rows = await db.fetch(
                "SELECT m.id FROM matches m JOIN boards b ON b.match = m.id"
                " WHERE b.message <> 0 AND b.shown < m.revision AND b.reach = $1"
                " AND b.guild = COALESCE($2, b.guild) ORDER BY m.changed_at",
                Reach.MEMBER,
                guild,
            )
        return [match_id for (match_id,) in rows]

    async def board(self, match_id: str) -> Board | None:
        async with self._db.reading() as db:
            rows = await db.fetch(
                "SELECT match, guild, channel, message, shown, reach FROM boards WHERE match = $1",
                match_id,
            )
        if not rows:
            return None
        ((match, guild, channel, message, shown, reach),) = rows
        return Board(match, guild, channel, message, shown, Reach(reach))

    async def set_board(self, board: Board) -> None:
        """Remember where a match is shown, in place of where it was before."""
        async with self._db.transaction() as db:
            await db.execute("DELETE FROM boards WHERE match = $1", board.match)
            await db.execute(
                "INSERT INTO boards (match, guild, channel, message, shown, reach)"
                " VALUES ($1, $2, $3, $4, $5, $6)",
                board.match,
                board.guild,
                board.channel,
                board.message,
                board.shown,
                board.reach,
            )

    async def forget_message(self, board: Board) -> None:
        """A message is gone; a board that has been set elsewhere meanwhile stays."""
        async with self._db.transaction() as db:
            await db.execute(
                "UPDATE boards SET message = 0 WHERE match = $1 AND message = $2",
                board.match,
                board.message,
            )

    async def forget_channel(self, channel: int) -> None:
        """A channel or thread is no more, and so are the messages in it."""
        async with self._db.transaction() as db:
            await db.execute("UPDATE boards SET message = 0 WHERE channel = $1", channel)

    async def forget_guild(self, guild: int) -> None:
        """The bot is no member of a server any more, so it cannot edit its messages there."""
        async with self._db.transaction() as db:
            await db.execute("UPDATE boards SET message = 0 WHERE guild = $1", guild)

    async def forget_boards(self) -> None:
        """No message shows a match any more: for a chat that starts empty, as the preview does."""
        async with self._db.transaction() as db:
            await db.execute("UPDATE boards SET message = 0")

    async def doubt_boards(self) -> None:
        """Have the boards of all open matches drawn anew; a match that is over cannot differ."""
        async with self._db.transaction() as db:
            await db.execute(
                "UPDATE boards SET shown = -1"
                " WHERE match IN (SELECT id FROM matches WHERE phase <> $1)",
                Phase.OVER,
            )

    async def set_shown(self, match_id: str, message: int, revision: int) -> None:
        """Remember that a message shows a revision, unless another or a newer one stands there."""
        async with self._db.transaction() as db:
            await db.execute(
                "UPDATE boards SET shown = $1 WHERE match = $2 AND message = $3 AND shown < $1",
                revision,
                match_id,
                message,
            )
