"""The SQL of the showings: all messages with matches and cards for the readers of a place.

They decide who may look at a match, and in which servers it was played. After the deletion of a
player's data they tell which messages still contain the name. The public matches are here too. The
one message of a match that the bot keeps up to date is a board (``boards.py``).
"""

import json
from collections.abc import Collection

from prowlerbot.match import scene
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import AccessFacts, ContentKind, Showing
from prowlerbot.match.timeline import Place
from prowlerbot.storage import columns, duty_store
from prowlerbot.storage.columns import column, plain_columns
from prowlerbot.storage.engines.database import Row, Tables, Work

_PLACE_COLUMNS = plain_columns("guild", "channel", "audience")
_KIND_COLUMN = column("kind", read=ContentKind)
_SHOWN_COLUMNS = (column("message"), _KIND_COLUMN, *plain_columns("match", "player"))
_SHOWING_COLUMNS = columns.sql_names((*_PLACE_COLUMNS, *_SHOWN_COLUMNS))
SHOWING_NAMES = f"{_SHOWING_COLUMNS}, standing, stale, moment"
_PUT_SHOWING = (
    f"INSERT INTO showings ({SHOWING_NAMES}, shown_by)"  # noqa: S608 - constant columns
    " SELECT $1, $2, $3, $4, $5, $6, $7, CASE WHEN $8 = 0 THEN 'quoted'"
    " WHEN NOT EXISTS (SELECT 1 FROM matches WHERE id = $6 AND phase <> $10) THEN 'shown'"
    " WHEN $5 = $9 THEN 'played' ELSE 'left' END,"
    " CASE WHEN $11 < (SELECT COUNT(*) FROM seats s WHERE s.match = $6 AND s.player < 0)"
    " THEN 1 ELSE 0 END, $12, $13"
    " WHERE $6 <> '' OR EXISTS (SELECT 1 FROM seats WHERE player = $7)"
    " ON CONFLICT (match, player, channel, message) DO UPDATE SET"
    " audience = excluded.audience, stale = excluded.stale, standing = CASE"
    " WHEN showings.standing = 'began' AND excluded.standing <> 'quoted' THEN 'played'"
    " WHEN showings.standing = 'left' THEN excluded.standing ELSE showings.standing END"
)
"""The standing of a showing decides what the readers of its place may see. They may open a running
match where it is ``played``, and a finished one where it is ``shown``. They see only the message
where a match was ``quoted`` by somebody who may not open it, and where it has ``left`` for another
place. Where it ``began``, lists count it too.
"""
_LEAVE_PLACES = (
    "UPDATE showings SET standing = CASE WHEN message = (SELECT MIN(f.message) FROM showings f"
    " WHERE f.match = $1 AND f.kind = $4) THEN 'began' ELSE 'left' END"
    " WHERE match = $1 AND standing = 'played' AND channel <> $2"
    " AND (audience = 0 OR audience <> $3)"
    " AND EXISTS (SELECT 1 FROM matches WHERE id = $1 AND phase <> $5)"
)
_IS_SHOWING = "match = $1 AND channel = $2 AND message = $3"
IS_PLAYED = "IN ('played', 'began')"
"""The standing of showings where a match counts as played."""
IS_OPEN = "IN ('played', 'shown')"
"""The standing of showings whose readers may open the match."""
_STALE_SHOWINGS = "showings WHERE stale <> 0"
_REMOVE_NAMES = duty_store.due_sql(
    scene.REMOVE_NAMES_DUTY, "CAST(guild AS VARCHAR)", _STALE_SHOWINGS, home="guild", at="$1"
)


def note_showing(db: Work, showing: Showing, forgotten: int) -> bool:
    """Remember a showing, within a transaction; False for the card of a deleted player.
    ``forgotten`` players of the match had deleted their data when it was drawn. If there are more
    by now, their names are in the message, so it is stale at once.
    """
    opens = int(showing.opens and showing.kind is not ContentKind.CARD)
    shown = *columns.row_of(_PLACE_COLUMNS, showing.place), *columns.row_of(_SHOWN_COLUMNS, showing)
    conditions = opens, ContentKind.BOARD, Phase.OVER, forgotten
    stored = db.change(_PUT_SHOWING, *shown, *conditions, showing.moment, showing.by)
    remove_names(db, 0)
    return stored == 1


def leave_other_places(db: Work, match_id: str, place: Place) -> None:
    """Note that a running match goes on in this place alone, within a transaction."""
    values = place.channel, place.audience, ContentKind.BOARD, Phase.OVER
    db.execute(_LEAVE_PLACES, match_id, *values)


def remove_names(db: Work, at: int) -> None:
    """Have the names in stale messages removed at a time, within a transaction."""
    db.execute(_REMOVE_NAMES, at)


class ShowingStore(Tables):
    async def add_showing(self, showing: Showing, forgotten: int = 0) -> bool:
        """Remember the content of a message before it is sent."""
        return await self._db.run(lambda db: note_showing(db, showing, forgotten))

    async def note_sent(self, pending: Showing, message: int) -> None:
        """Note the message of a showing; a stale one stays stale."""
        sent = f"UPDATE showings SET message = $4 WHERE {_IS_SHOWING}"  # noqa: S608 - constant
        await self._db.write(sent, *_showing_key(pending), message)

    async def find_same_message(self, showing: Showing) -> int:
        """The message in the same channel that shows the same moment in the same way, or 0."""
        return await self._db.number(
            "SELECT COALESCE(MAX(message), 0) FROM showings WHERE match = $1 AND player = $2"
            " AND channel = $3 AND kind = $4 AND moment = $5 AND moment <> '' AND message > 0",
            *(showing.match, showing.player, showing.place.channel, showing.kind, showing.moment),
        )

    async def poster_of(self, showing: Showing) -> int:
        """The user who had this message posted; 0 if that is unknown."""
        return await self._db.number(
            "SELECT COALESCE(MAX(shown_by), 0) FROM showings WHERE match = $1 AND player = $2"
            " AND channel = $3 AND message = $4",
            *(showing.match, showing.player, showing.place.channel, showing.message),
        )

    async def drop_showing(self, showing: Showing) -> None:
        """Forget a showing that Discord did not take, or that nobody can find."""
        await self._db.write(f"DELETE FROM showings WHERE {_IS_SHOWING}", *_showing_key(showing))  # noqa: S608 - constant

    async def facts_of(self, match_id: str) -> AccessFacts:
        """The facts that decide who may look at a match or imported record."""
        rows = await self._db.read(
            f"SELECT DISTINCT CASE WHEN standing {IS_OPEN} THEN 'now' ELSE 'before' END,"  # noqa: S608 - constant
            " guild, channel, audience FROM showings WHERE match = $1 AND standing <> 'quoted'"
            " UNION ALL SELECT 'wish', player, public, 0 FROM publicity WHERE match = $1",
            match_id,
        )
        open_places, former_places = (
            tuple(Place(*place) for kind, *place in rows if kind == wanted)
            for wanted in ("now", "before")
        )
        wishes = {player: bool(wants) for kind, player, wants, _ in rows if kind == "wish"}
        return AccessFacts(open_places, former_places, wishes)

    async def shown_boards(self, matches: Collection[str]) -> dict[str, tuple[Place, int]]:
        """The present places of these matches, each with its message."""
        rows = await self._db.read(
            "SELECT b.match, b.guild, b.channel, COALESCE(w.audience, 0), b.message FROM boards b"
            " LEFT JOIN showings w ON w.match = b.match AND w.player = 0 AND w.channel = b.channel"
            " AND w.message = b.message WHERE b.message <> 0"
            " AND b.match IN (SELECT value FROM json_each($1))",
            json.dumps(list(matches)),
        )
        return {match: (Place(*place), message) for match, *place, message in rows}

    async def played_where_begun(self, player: int, matches: Collection[str]) -> set[str]:
        """The matches among these that a player plays where they began."""
        rows = await self._db.column(
            "SELECT b.match FROM boards b JOIN seats s ON s.match = b.match AND s.player = $1"
            " JOIN matches m ON m.id = b.match AND m.setup <> ''"
            " WHERE b.match IN (SELECT value FROM json_each($2)) AND NOT EXISTS (SELECT 1"
            " FROM showings w WHERE w.match = b.match AND w.kind = $3 AND w.channel <> b.channel)",
            *(player, json.dumps(sorted(matches)), ContentKind.BOARD),
        )
        return {*rows}

    async def was_brought(self, match: str, channel: int) -> bool:
        """Whether a match began in another channel and has left it for this one."""
        began = "match = $1 AND kind = $2 AND standing = 'began' AND channel <> $3"
        found = f"SELECT COUNT(*) FROM showings WHERE {began}"  # noqa: S608 - constant
        return await self._db.number(found, match, ContentKind.BOARD, channel) > 0

    async def note_wish(self, match_id: str, player: int, *, public: bool) -> None:
        """Remember whether a player wants a match to be public."""
        await self._db.write(
            "INSERT INTO publicity SELECT $1, $2, $3"
            " WHERE EXISTS (SELECT 1 FROM seats WHERE match = $1 AND player = $2)"
            " ON CONFLICT (match, player) DO UPDATE SET public = excluded.public",
            *(match_id, player, int(public)),
        )

    async def stale_showings(self, limit: int, guild: int | None = None) -> list[Showing]:
        """Some messages with a name to remove, in one server or all, the oldest first."""
        rows = await self._db.read(
            f"SELECT {_SHOWING_COLUMNS}, standing <> 'quoted' FROM showings"  # noqa: S608 - constant columns
            " WHERE stale <> 0 AND guild = COALESCE($2, guild) ORDER BY message LIMIT $1",
            *(limit, guild),
        )
        return [_read_showing(row) for row in rows]

    async def count_stale(self) -> int:
        return await self._db.number(f"SELECT COUNT(*) FROM {_STALE_SHOWINGS}")  # noqa: S608 - constant

    async def note_name_removed(self, showing: Showing) -> None:
        """Note that the name is removed, or can never be. A showing of no match is forgotten."""
        if not showing.match:
            await self.drop_showing(showing)
            return
        clean_sql = f"UPDATE showings SET stale = 0 WHERE {_IS_SHOWING}"  # noqa: S608 - constant
        await self._db.write(clean_sql, *_showing_key(showing))


def _showing_key(showing: Showing) -> tuple[str, int, int]:
    return showing.match, showing.place.channel, showing.message


def _read_showing(row: Row) -> Showing:
    place, rest = row[: len(_PLACE_COLUMNS)], row[len(_PLACE_COLUMNS) :]
    return Showing(Place(*place), **columns.to_dict(_SHOWN_COLUMNS, rest), opens=bool(row[-1]))
