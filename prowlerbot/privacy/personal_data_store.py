"""The SQL of the data stored about a person: to export it, and to delete it."""

import json
from collections.abc import Collection, Mapping

from prowlerbot.core.game import LEAVE
from prowlerbot.core.posts import HELD
from prowlerbot.feature_list import CONTRIBUTIONS, PERSONAL
from prowlerbot.match.match import SOMEONE, Match, Phase
from prowlerbot.storage import match_store
from prowlerbot.storage.act_store import BARS, forget_acts, forget_bars
from prowlerbot.storage.boards import BOARD, SHOWINGS, WANT, note_behind, remove_names
from prowlerbot.storage.columns import sql_names
from prowlerbot.storage.contributions import LEFT, MINE, MY_MATCHES, OF_MINE, Deletion, drop_column
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.player_matches import ASKED, IMPORTS, forget_in_imports
from prowlerbot.storage.post_store import MESSAGES, outdate_calls
from prowlerbot.storage.results import PLACES, RATINGS, RESULTS, set_bounds

_MY_SHOWINGS = drop_column(SHOWINGS)
_SHOWN = (
    f"{OF_MINE}"  # noqa: S608 - constant parts
    f" UNION SELECT {_MY_SHOWINGS} FROM showings WHERE player = $1 AND player <> 0"
    f" UNION SELECT {_MY_SHOWINGS} FROM showings WHERE shown_by = $1 AND shown_by <> 0"
)
"""A condition, and two more statements with an index each."""

_OF_MATCHES = f"(kind IN ('board', 'call', 'thread') AND subject {MINE})"
_OF_THE_SPINE = {
    "preferences": ("chosen", f"kind IN ('player', '{ASKED}') AND id = $1"),
    "ratings": (drop_column(RATINGS), "player = $1"),
    "seats": (drop_column(match_store.SEATS), f"player = $1 OR ({LEFT})"),
    "former_players": (drop_column(match_store.FORMER_PLAYERS), "player = $1 AND player <> 0"),
    "matches": (sql_names(match_store.MATCH), f"id {MINE}"),
    "plays": (match_store.PLAYS, f"match {MINE}"),
    "boards": (f"{BOARD}, wanted".replace("b.", ""), f"match {MINE}"),
    "takebacks": (match_store.TAKEBACKS, f"match {MINE}"),
    "rematches": ("match, rematch", f"match {MINE}"),
    "results": (RESULTS, f"match {MINE}"),
    "imports": (drop_column(IMPORTS, "owner"), "owner = $1"),
    "broken": ("match, problem, noticed_at, aside", f"match {MINE}"),
    "showings": (_MY_SHOWINGS, _SHOWN),
    "publicity": ("match, public", "player = $1"),
    "places": (PLACES, f"match {MINE}"),
    "bars": (drop_column(BARS), "player = $1"),
    "acts": (
        "guild, number, at, what, subject, detail, reason",
        "(actor = $1 AND actor > 0) OR (target = $1 AND target > 0)",
    ),
}
_POSTS = [_OF_MATCHES, *(each.posts for each in PERSONAL.values() if each.posts)]
STORED: Mapping[str, tuple[str, str]] = {
    **_OF_THE_SPINE,
    "messages": (
        MESSAGES,
        f" UNION SELECT {MESSAGES} FROM messages WHERE ".join(_POSTS),  # noqa: S608 - constant parts
    ),
    **{table: rows for each in PERSONAL.values() for table, rows in each.stored.items()},
}
"""For each table with personal data, its columns and the condition for one person's rows."""
_JSON = {"chosen", "options", "terms", "hints", "record", "wish"}
Rows = list[dict[str, object]]


def matches_of(db: Work, user: int) -> dict[str, Phase]:
    """The matches of a user, over if the machine or another person plays on for them."""
    rows = db.fetch(
        "SELECT m.id, CASE WHEN s.player = $1 THEN m.phase ELSE $2 END FROM matches m"  # noqa: S608 - constant parts
        f" LEFT JOIN seats s ON s.match = m.id AND s.player = $1 WHERE m.id {MINE}"
        " ORDER BY m.changed_at DESC, m.id",
        *(user, Phase.OVER),
    )
    return {match: Phase(phase) for match, phase in rows}


def still_in(db: Work, user: int, watched: Collection[str] = ()) -> bool:
    """Whether a user has a seat, not only watching, in an open match that they have not left."""
    rows = db.fetch(
        "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id WHERE s.player = $1"
        " AND m.phase <> $2 AND NOT EXISTS (SELECT 1 FROM plays p WHERE p.match = m.id"
        " AND p.seat = s.seat AND p.move = $3)",
        *(user, Phase.OVER, LEAVE),
    )
    return any(match not in watched for (match,) in rows)


def raw_rows_about(db: Work, table: str, user: int) -> list[Row]:
    """The rows of a table as they are stored; ``rows_by_name`` makes them readable."""
    columns, which = STORED[table]
    return db.fetch(f"SELECT {columns} FROM {table} WHERE {which}", user)  # noqa: S608 - constant parts


def rows_by_name(table: str, rows: list[Row]) -> Rows:
    """Rows with the names of their columns. Many rows take some time."""
    columns = STORED[table][0].split(", ")
    return [
        {
            name: json.loads(value) if name in _JSON else value
            for name, value in zip(columns, row, strict=True)
        }
        for row in rows
    ]


def running_matches(db: Work, user: int) -> list[Match]:
    """The running matches with a seat that the user has or has left, at the moment of the work."""
    rows = db.fetch(
        f"SELECT m.id FROM ({MY_MATCHES}) mine CROSS JOIN matches m"  # noqa: S608 - constant parts
        " WHERE m.id = mine.match AND m.phase = $2",
        *(user, Phase.PLAYING),
    )
    return [match_store.match_within(db, match_id) for (match_id,) in rows]


def forget(db: Work, user: int, *, now: int) -> None:
    """Delete every id and name of this person, within a transaction."""
    # An id below zero that no forgotten player has.
    tables = "seats", *(table for each in PERSONAL.values() for table in each.nobody_in)
    lowest = [db.fetch(f"SELECT COALESCE(MIN(player), 0) FROM {table}")[0][0] for table in tables]  # noqa: S608 - constants
    nobody = int(min(*lowest, 0)) - 1
    db.execute(f"UPDATE matches SET revision = revision + 1 WHERE id {MINE}", user)  # noqa: S608 - constant parts
    db.execute(f"{WANT} WHERE match {MINE}", user)
    note_behind(db, f"b.match {MINE}", user)
    # All names under which matches know a person.
    rows = db.fetch(
        f"SELECT name FROM seats WHERE player = $1 OR ({LEFT})"  # noqa: S608 - constant parts
        " UNION SELECT name FROM former_players WHERE player = $1 AND player <> 0",
        user,
    )
    forget_in_imports(db, [name for (name,) in rows if name and name != SOMEONE])
    outdate_calls(db, MINE, user)  # they have names in them
    db.execute(f"DELETE FROM preferences WHERE {STORED['preferences'][1]}", user)  # noqa: S608 - constant parts
    set_bounds(db, user)
    db.execute(
        "DELETE FROM showings WHERE match IN (SELECT id FROM imports WHERE owner = $1)", user
    )
    for (imported,) in db.fetch("DELETE FROM imports WHERE owner = $1 RETURNING id", user):
        for feature in CONTRIBUTIONS:
            feature.record_deleted(db, imported)
    db.execute(f"UPDATE showings SET stale = 1 WHERE match {MINE}", user)  # noqa: S608 - likewise
    db.execute("UPDATE showings SET stale = 1, player = 0 WHERE player = $1 AND player <> 0", user)
    db.execute(
        "UPDATE showings SET stale = 1, shown_by = 0 WHERE shown_by = $1 AND shown_by <> 0", user
    )
    remove_names(db, now + HELD)
    db.execute("DELETE FROM publicity WHERE player = $1", user)
    db.execute("UPDATE ratings SET player = $1 WHERE player = $2", nobody, user)
    for each in PERSONAL.values():
        each.delete(db, Deletion(user, nobody, now))
    forget_bars(db, user, now)
    forget_acts(db, user)
    db.execute(f"UPDATE matches SET reason = '' WHERE reason <> '' AND id {MINE}", user)  # noqa: S608 - likewise
    db.execute(
        "UPDATE seats SET player = $1, name = $2, premoves = '' WHERE player = $3",
        *(nobody, SOMEONE, user),
    )
    db.execute(
        "UPDATE seats SET leaver = 0, name = $1 WHERE leaver = $2 AND leaver <> 0", SOMEONE, user
    )
    db.execute(
        "UPDATE former_players SET player = 0, name = $1 WHERE player = $2 AND player <> 0",
        *(SOMEONE, user),
    )
