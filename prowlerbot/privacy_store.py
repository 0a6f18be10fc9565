"""The SQL of the data stored about a person: to export it, and to delete it."""

import json
from collections.abc import Collection, Mapping

from prowlerbot.core.game import LEAVE
from prowlerbot.core.posts import HELD_SECONDS
from prowlerbot.feature_list import CONTRIBUTIONS, PERSONAL
from prowlerbot.match.match import SOMEONE, Match, Phase
from prowlerbot.storage import boards, contributions, match_store, showings
from prowlerbot.storage.act_store import BAR_NAMES, forget_acts, forget_bars
from prowlerbot.storage.columns import sql_names
from prowlerbot.storage.contributions import IN_MATCHES, LEFT_BY_PERSON, personal_rows
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.import_store import IMPORT_NAMES, forget_in_imports
from prowlerbot.storage.player_matches import LAST_WISH_KIND
from prowlerbot.storage.post_store import MESSAGE_NAMES, outdate_calls
from prowlerbot.storage.results import PLACE_COLUMNS, RATING_COLUMNS, RESULT_COLUMNS, set_bounds

_CALLS_AND_BOARDS = f"(kind IN ('board', 'call', 'thread') AND subject {IN_MATCHES})"
_OWN_CHOICES = f"kind IN ('player', '{LAST_WISH_KIND}') AND id = $1"
_ROWS_OF_SPINE = (
    personal_rows("preferences", "chosen", _OWN_CHOICES),
    personal_rows("ratings", RATING_COLUMNS, "player = $1", person="player"),
    personal_rows(
        "seats", match_store.SEAT_NAMES, f"player = $1 OR ({LEFT_BY_PERSON})", person="player"
    ),
    personal_rows(
        "former_players", match_store.FORMER_NAMES, "player = $1 AND player <> 0", person="player"
    ),
    personal_rows("matches", sql_names(match_store.MATCH_COLUMNS), f"id {IN_MATCHES}"),
    personal_rows("plays", match_store.PLAY_NAMES, f"match {IN_MATCHES}"),
    personal_rows("boards", f"{sql_names(boards.BOARD_COLUMNS)}, wanted", f"match {IN_MATCHES}"),
    personal_rows("takebacks", match_store.TAKEBACK_NAMES, f"match {IN_MATCHES}"),
    personal_rows("rematches", "match, rematch", f"match {IN_MATCHES}"),
    personal_rows("results", RESULT_COLUMNS, f"match {IN_MATCHES}"),
    personal_rows("imports", IMPORT_NAMES, "owner = $1", person="owner"),
    personal_rows("broken", "match, problem, noticed_at, aside", f"match {IN_MATCHES}"),
    personal_rows(
        "showings",
        showings.SHOWING_NAMES,
        f"match {contributions.IN_RECORDS}",
        "player = $1 AND player <> 0",
        "shown_by = $1 AND shown_by <> 0",
        person="player",
    ),
    personal_rows("publicity", "match, public", "player = $1"),
    personal_rows("places", PLACE_COLUMNS, f"match {IN_MATCHES}"),
    personal_rows("bars", BAR_NAMES, "player = $1", person="player"),
    personal_rows(
        "acts",
        "guild, number, at, what, subject, detail, reason",
        "(actor = $1 AND actor > 0) OR (target = $1 AND target > 0)",
    ),
    personal_rows(
        "messages",
        MESSAGE_NAMES,
        *(_CALLS_AND_BOARDS, *(feature.posts for feature in PERSONAL.values() if feature.posts)),
    ),
)
STORED: Mapping[str, contributions.PersonalRows] = {
    rows.table: rows
    for rows in (*_ROWS_OF_SPINE, *(rows for each in PERSONAL.values() for rows in each.stored))
}
"""The rows of one person in each table with personal data."""
_JSON_COLUMNS = {"chosen", "options", "terms", "hints", "record", "wish"}
"""The columns that hold JSON, in whatever table: no two tables differ in that."""
NamedRows = list[dict[str, object]]
"""Rows by the names of their columns."""


def phases_of_matches(db: Work, user: int) -> dict[str, Phase]:
    """The matches of a user, over if the machine or another person plays on for them."""
    rows = db.fetch(
        "SELECT m.id, CASE WHEN s.player = $1 THEN m.phase ELSE $2 END FROM matches m"  # noqa: S608 - constant parts
        f" LEFT JOIN seats s ON s.match = m.id AND s.player = $1 WHERE m.id {IN_MATCHES}"
        " ORDER BY m.changed_at DESC, m.id",
        *(user, Phase.OVER),
    )
    return {match: Phase(phase) for match, phase in rows}


def still_plays(db: Work, user: int, watched: Collection[str] = ()) -> bool:
    """Whether a user has a seat, not only watching, in an open match that they have not left."""
    rows = db.fetch(
        "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id WHERE s.player = $1"
        " AND m.phase <> $2 AND NOT EXISTS (SELECT 1 FROM plays p WHERE p.match = m.id"
        " AND p.seat = s.seat AND p.move = $3)",
        *(user, Phase.OVER, LEAVE),
    )
    return any(match not in watched for (match,) in rows)


def stored_rows(db: Work, table: str, user: int) -> list[Row]:
    """The rows of a table as they are stored; ``name_rows`` makes them readable."""
    return db.fetch(STORED[table].sql, user)


def name_rows(table: str, rows: list[Row]) -> NamedRows:
    """Rows with the names of their columns, and their JSON decoded. Many rows take some time."""
    return [
        {
            name: json.loads(value) if name in _JSON_COLUMNS else value
            for name, value in zip(STORED[table].columns, row, strict=True)
        }
        for row in rows
    ]


def running_matches(db: Work, user: int) -> list[Match]:
    """The running matches with a seat that the user has or has left, at the moment of the work."""
    rows = db.fetch(
        f"SELECT m.id FROM ({contributions.MATCHES_OF_PERSON}) mine CROSS JOIN matches m"  # noqa: S608 - constant parts
        " WHERE m.id = mine.match AND m.phase = $2",
        *(user, Phase.PLAYING),
    )
    return [match_store.read_match_in(db, match_id) for (match_id,) in rows]


def delete_person(db: Work, user: int, *, now: int) -> None:
    """Delete every id and name of this person, within a transaction."""
    nobody = _unused_id(db)
    _outdate_messages(db, user)
    _forget_imports(db, user)
    db.execute(f"DELETE FROM preferences WHERE {_OWN_CHOICES}", user)  # noqa: S608 - constant parts
    set_bounds(db, user)  # follows from the choices, and finds the ratings by the person's id
    _forget_showings(db, user, now)
    db.execute("DELETE FROM publicity WHERE player = $1", user)
    db.execute("UPDATE ratings SET player = $1 WHERE player = $2", nobody, user)
    for feature in PERSONAL.values():
        feature.delete(db, contributions.Deletion(user, nobody, now))
    forget_bars(db, user, now)
    forget_acts(db, user)
    _rename_seats(db, user, nobody)  # last: all steps before it find the matches by the seats


def _outdate_messages(db: Work, user: int) -> None:
    """Have the boards and calls of a person's matches sent anew: they have names in them."""
    db.execute(f"UPDATE matches SET revision = revision + 1 WHERE id {IN_MATCHES}", user)  # noqa: S608 - constant parts
    db.execute(f"{boards.WANT_LATEST} WHERE match {IN_MATCHES}", user)
    boards.redraw_behind(db, f"b.match {IN_MATCHES}", user)
    outdate_calls(db, IN_MATCHES, user)


def _rename_seats(db: Work, user: int, nobody: int) -> None:
    """Give the seats of a person to nobody, and delete the words of moderators about them."""
    db.execute(f"UPDATE matches SET reason = '' WHERE reason <> '' AND id {IN_MATCHES}", user)  # noqa: S608 - likewise
    own = "UPDATE seats SET player = $1, name = $2, premoves = '' WHERE player = $3"
    db.execute(own, nobody, SOMEONE, user)
    left = "UPDATE seats SET leaver = 0, name = $1 WHERE leaver = $2 AND leaver <> 0"
    db.execute(left, SOMEONE, user)
    former = "UPDATE former_players SET player = 0, name = $1 WHERE player = $2 AND player <> 0"
    db.execute(former, SOMEONE, user)


def _unused_id(db: Work) -> int:
    """An id below zero that no forgotten player has."""
    tables = "seats", *(table for feature in PERSONAL.values() for table in feature.nobody_in)
    lowest = [db.fetch(f"SELECT COALESCE(MIN(player), 0) FROM {table}")[0][0] for table in tables]  # noqa: S608 - constants
    return int(min(*lowest, 0)) - 1


def _forget_imports(db: Work, user: int) -> None:
    """Take all names of a person in matches out of imported records, and delete the person's own.
    The showings of those records go before them, as they are found by the owner.
    """
    rows = db.fetch(
        f"SELECT name FROM seats WHERE player = $1 OR ({LEFT_BY_PERSON})"  # noqa: S608 - constant parts
        " UNION SELECT name FROM former_players WHERE player = $1 AND player <> 0",
        user,
    )
    forget_in_imports(db, [name for (name,) in rows if name and name != SOMEONE])
    of_imports = "DELETE FROM showings WHERE match IN (SELECT id FROM imports WHERE owner = $1)"
    db.execute(of_imports, user)
    for (imported,) in db.fetch("DELETE FROM imports WHERE owner = $1 RETURNING id", user):
        for feature in CONTRIBUTIONS:
            feature.record_deleted(db, imported)


def _forget_showings(db: Work, user: int, now: int) -> None:
    """Have the person's name removed from the messages that show a match."""
    db.execute(f"UPDATE showings SET stale = 1 WHERE match {IN_MATCHES}", user)  # noqa: S608 - constant parts
    for column in ("player", "shown_by"):
        here = f"{column} = $1 AND {column} <> 0"
        db.execute(f"UPDATE showings SET stale = 1, {column} = 0 WHERE {here}", user)  # noqa: S608 - likewise
    showings.remove_names(db, now + HELD_SECONDS)
