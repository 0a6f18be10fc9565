"""The SQL of a player's matches: limits, dropped matches, imported records, and their list.

A match is dropped if its only player has hardly played. Two things stay of it: the player's wish,
for `/play`, and its messages in servers, from which a deletion of the player's data takes the name.

Imported records have no references from or to matches. The list of both reads no moves.
"""

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.match.lobby import number_machines
from prowlerbot.match.match import Ending, Match, Phase, Player, machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.ratings import LEAST_PLAYS
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.storage import columns
from prowlerbot.storage.choice_store import PUT_CHOICES
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import LOCK_MATCH, NOT_ASIDE
from prowlerbot.storage.engines.database import Database, Tables, Work, transaction
from prowlerbot.storage.results import RESULTS_LOCK

MOST_ALONE = 25
"""The most running matches that one player may have without another person."""

_COUNT_ALONE = (
    "SELECT COUNT(*) FROM (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match"
    " WHERE s.player = $1 AND m.phase = $2 AND s.match <> $4"
    " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player > 0"
    " AND o.player <> $1)"
    " AND NOT EXISTS (SELECT 1 FROM daily_tries t WHERE t.match = s.match) LIMIT $3) r"
)


def check_alone(db: Work, match: Match) -> None:
    """Raise Denied if a player begins a match without another person and already has MOST_ALONE. It
    runs in the transaction that begins the match. Tries of the day's challenge do not count.
    """
    if match.phase is not Phase.PLAYING or len(match.people) != 1 or match.terms.day:
        return
    (player,) = match.people
    db.lock(f"matches alone of {player}")
    ((running,),) = db.fetch(_COUNT_ALONE, player, Phase.PLAYING, MOST_ALONE, match.id)
    if running >= MOST_ALONE:
        raise Denied(
            "You play {count} matches alone or against the machine, the most at the same time;"
            " finish or resign one of them first.",
            count=MOST_ALONE,
        )


def really_played(match: str) -> str:
    """The condition that a match, a row of ``matches``, may be somebody's first one. A match that
    ended before each of its players had made three moves does not count.
    """
    return (
        f"({match}.phase <> '{Phase.OVER}' OR {match}.ending = '{Ending.PLAYED}' OR NOT EXISTS"  # noqa: S608 - constant parts
        f" (SELECT 1 FROM seats each WHERE each.match = {match}.id AND (SELECT COUNT(*) FROM plays"
        f" WHERE match = {match}.id AND seat = each.seat AND move <> '{LEAVE}') < {LEAST_PLAYS}))"
    )


NEWCOMERS = (
    "SELECT p.value FROM json_each($1) p WHERE NOT EXISTS (SELECT 1 FROM seats s"  # noqa: S608 - constant parts
    " JOIN matches m ON m.id = s.match WHERE s.player = CAST(p.value AS BIGINT)"
    f" AND m.game = $2 AND m.setup <> '' AND m.id <> $3 AND {really_played('m')})"
)
"""Selects the players ($1) who have begun no match of a game ($2) other than one match ($3)."""


# The terms are compared as text, because each driver reads JSON in its own way. Only Terms writes
# them. Fields that are missing in old terms do not count.
IS_DAY_TRY = """(m.terms LIKE '%"day": %' AND m.terms NOT LIKE '%"day": 0%')"""
"""The condition that a match is a try of the day's challenge."""
_MATCHES_FOR_RESULT = (
    "SELECT DISTINCT m.id, m.revision FROM seats s CROSS JOIN matches m WHERE m.id = s.match"  # noqa: S608 - constant parts
    " AND s.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    f" AND m.game = $2 AND m.phase = $3 AND {NOT_ASIDE} AND (m.terms LIKE"
    """ '%"rated": true%' OR (m.terms LIKE '%"competition": "%'"""
    f""" AND m.terms NOT LIKE '%"competition": ""%') OR {IS_DAY_TRY})"""
)


async def matches_for_a_result(
    db: Database, game: str, players: Collection[int]
) -> list[tuple[str, int]]:
    """The running matches of these players that count: rated, of a competition, or a day's try."""
    rows = await db.read(_MATCHES_FOR_RESULT, json.dumps(sorted(players)), game, Phase.PLAYING)
    return [(str(match), int(revision)) for match, revision in rows]


ASKED_KIND = "asked"
"""The kind under which the table of choices has what a player asked for last."""
_LAST_ASKED = "SELECT chosen FROM preferences WHERE kind = $1 AND id = $2"
_KEEP_NAMES = (
    "UPDATE showings SET match = '', player = $2, standing = 'quoted', moment = ''"
    " WHERE match = $1 AND guild <> 0 AND (stale <> 0 OR $2 <> 0)"
)
_ROWS_OF_MATCH = (
    *("places WHERE match", "results WHERE match", "rematches WHERE match"),
    *("rematches WHERE rematch", "takebacks WHERE match", "former_players WHERE match"),
    *("publicity WHERE match", "showings WHERE match", "boards WHERE match", "broken WHERE match"),
    "messages WHERE kind IN ('board', 'call', 'follow', 'thread') AND subject",
    *("duties WHERE subject", "plays WHERE match", "seats WHERE match", "matches WHERE id"),
)
"""The rows of a match, those before that refer to others."""


@dataclass(eq=False)
class DroppedMatches(Tables):
    _contributions: Contributions

    @transaction
    def drop_match(self, db: Work, scene: Scene) -> bool:
        """Delete a match alone, or against the machine; False if it has changed meanwhile."""
        match = scene.match
        db.lock(RESULTS_LOCK)
        if not db.change(f"{LOCK_MATCH} AND revision = $2", match.id, match.revision):
            return False
        player = max((0, *match.people))
        if player and match.setup and match.origin is None and not match.terms.day:
            self._keep_wish(db, scene, player)
        db.execute(_KEEP_NAMES, match.id, player)
        for feature in self._contributions:
            feature.record_deleted(db, match.id)
        for rows in _ROWS_OF_MATCH:
            db.execute(f"DELETE FROM {rows} = $1", match.id)  # noqa: S608 - constant parts
        return True

    def _keep_wish(self, db: Work, scene: Scene, player: int) -> None:
        """Remember a match as the one that its player asked for, unless a later one is."""
        match, kept = scene.match, db.fetch(_LAST_ASKED, ASKED_KIND, player)
        if kept and json.loads(kept[0][0])["created_at"] > match.created_at:
            return
        wish = {
            "id": match.id,
            "game": match.game,
            "created_at": match.created_at,
            "options": dict(match.options),
            "terms": match.terms.as_json(),
            "levels": [each.level for each in match.players],
            "unshared": scene.unshared,
        }
        db.execute(PUT_CHOICES, ASKED_KIND, player, json.dumps(wish))

    async def last_asked(self, player: int) -> Scene | None:
        """What a player asked for, as the scene of that match."""
        if not (rows := await self._db.read(_LAST_ASKED, ASKED_KIND, player)):
            return None
        wish = json.loads(rows[0][0])
        levels = wish["levels"]
        match = Match(
            wish["id"],
            wish["game"],
            number_machines([machine(level) if level else Player(player, "") for level in levels]),
            wish["created_at"],
            wish["options"],
            Terms.read(wish["terms"]),
            challenger=levels.index(None) + 1,
        )
        board = Board(match.id, 0, 0, 0) if wish["unshared"] else None
        return Scene(match, board, choices=(), server=ServerChoices(), calls=(), finished=())


MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Import:
    """An imported record. Lists read its ``plies`` and ``finished``, and not the record."""

    id: str
    game: str
    record: str
    """JSON text in ASCII."""
    imported_at: int
    """In epoch seconds."""
    plies: int = 0
    finished: bool = False
    owner: int = 0
    public: bool = False
    """Anyone who knows the id may see it."""


_IMPORT_COLUMNS = (
    *columns.plain_columns("id", "owner", "game", "record", "imported_at"),
    columns.column("shared", "public", write=int, read=bool),
    columns.column("plies"),
    columns.column("finished", write=int, read=bool),
    columns.TableColumn("bytes", "", lambda imported: len(imported.record)),
)
IMPORT_NAMES = columns.sql_names(_IMPORT_COLUMNS)
_ADD_IMPORT = columns.insert_sql("imports", IMPORT_NAMES)
_MAKE_ROOM = (
    "DELETE FROM imports WHERE owner = $1 AND id <> $2 AND id NOT IN"
    " (SELECT id FROM (SELECT id, row_number() OVER newest AS place,"
    " sum(bytes) OVER newest AS so_far FROM imports WHERE owner = $1"
    " WINDOW newest AS (ORDER BY id = $2 DESC, imported_at DESC, id"
    " ROWS UNBOUNDED PRECEDING)) ranked WHERE place <= $3 AND so_far <= $4)"
    " RETURNING id"
)


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits on records: for each user, whose oldest ones make room, and for all together."""

    records: int
    bytes: int
    bytes_of_all: int


@dataclass(eq=False)
class ImportStore(Tables):
    _contributions: Contributions

    async def find_import(self, import_id: str) -> Import | None:
        """A record, from any user."""
        rows = await self._db.read(f"SELECT {IMPORT_NAMES} FROM imports WHERE id = $1", import_id)  # noqa: S608 - constant columns
        return Import(**columns.to_dict(_IMPORT_COLUMNS, rows[0])) if rows else None

    @transaction
    def add_import(self, db: Work, user: int, imported: Import, quota: Quota) -> None:
        """Keep a record; the user's oldest make room. Raises Denied if that is not enough."""
        db.lock("imports")
        db.execute(_ADD_IMPORT, *columns.row_of(_IMPORT_COLUMNS, replace(imported, owner=user)))
        gone = db.fetch(_MAKE_ROOM, user, imported.id, quota.records, quota.bytes)
        for (import_id,) in gone:
            for feature in self._contributions:
                feature.record_deleted(db, import_id)
        ((together,),) = db.fetch("SELECT sum(bytes) FROM imports")
        if together > quota.bytes_of_all:
            raise Denied(
                "There is no room for another imported record: all users together can keep"
                " {most} MB.",
                most=quota.bytes_of_all // MEGABYTE,
            )

    async def share_import(self, import_id: str, *, public: bool) -> None:
        """Let everyone with the id see the record from now on, or not any more."""
        await self._db.write("UPDATE imports SET shared = $1 WHERE id = $2", int(public), import_id)


def forget_in_imports(db: Work, names: Iterable[str]) -> None:
    """Take the names of a forgotten player out of the records that others have imported.

    A record has no ids, so another player with such a name there loses it too. Exports leave out
    what would format a text, so names are compared by their letters and digits.
    """
    for name in names:
        longest = max(re.findall(r"[^\W_]+", name), key=len, default=name)
        part = json.dumps(longest)[1:-1].translate({ord(sign): f"!{sign}" for sign in "!%_"})
        having = "SELECT id, record FROM imports WHERE record LIKE $1 ESCAPE '!'"
        for import_id, written in db.fetch(having, f"%{part}%"):
            stored = json.loads(written)
            players = [
                "" if _are_same_names(each, name) else each for each in stored.get("players", ())
            ]
            if players != stored.get("players", []):
                record = json.dumps({**stored, "players": players}, separators=(",", ":"))
                changed = "UPDATE imports SET record = $1, bytes = $2 WHERE id = $3"
                db.execute(changed, record, len(record), import_id)


def _are_same_names(name: str, other: str) -> bool:
    letters, other_letters = ("".join(re.findall(r"[^\W_]+", each)) for each in (name, other))
    same = letters == other_letters
    return same if letters or other_letters else name.strip() == other.strip()


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match that has begun, or an imported record; its reader knows ``plies`` of its moves."""

    id: str
    plies: int
    finished: bool
    others: tuple[Player, ...]


async def latest_matches(db: Database, user: int, game: str, most: int) -> list[ListedMatch]:
    """The matches and records that a user has played or imported, the latest first. The number of
    concealed moves in a running match stays secret too.
    """
    rows = await db.read(
        "WITH latest AS (SELECT m.id, m.changed_at AS at, s.seat, CASE WHEN m.ending IS NULL THEN 0"  # noqa: S608 - a constant
        " ELSE 1 END AS over, NULL AS plies FROM matches m JOIN seats s ON s.match = m.id"
        " WHERE s.player = $1 AND m.game = $2 AND m.setup <> ''"
        " UNION ALL SELECT id, imported_at, NULL, finished, plies FROM imports"
        " WHERE owner = $1 AND game = $2 ORDER BY 2 DESC, 1 LIMIT $3)"
        " SELECT id, COALESCE(plies, (SELECT count(*) FROM plays WHERE match = l.id"
        f" AND seat <> {CHANCE})"
        " - (SELECT COALESCE(sum(concealed), 0) FROM seats WHERE match = l.id"
        " AND seat <> l.seat)), over,"
        " (SELECT json_group_array(json_array(seat, player, name, level)) FROM seats"
        " WHERE match = l.id AND seat <> l.seat) FROM latest l ORDER BY at DESC, id",
        *(user, game, most),
    )
    return [
        ListedMatch(each, plies, bool(over), _read_players(others))
        for each, plies, over, others in rows
    ]


def _read_players(written: str) -> tuple[Player, ...]:
    """The players of a list, in the order of their seats."""
    return tuple(Player(*rest) for _, *rest in sorted(json.loads(written or "[]")))
