"""The SQL of matches: to store them, to find them, and to read each with everything that shows it.

Every press reads a scene, and each statement costs a round trip to the database's thread. So one
statement gathers all lists as JSON, and reads them at one moment. PostgreSQL has NULL where SQLite
has an empty list. ``Store`` opens the other stores of the spine.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import PostState
from prowlerbot.match.call_rules import MatchDuty, duties_of_match
from prowlerbot.match.deadlines import earliest_deadline
from prowlerbot.match.match import (
    Decision,
    Ending,
    FormerPlayer,
    Match,
    Phase,
    Play,
    Player,
    Takeback,
    TakenHint,
)
from prowlerbot.match.preferences import SAFE_MATCHES, PlayerChoices, ServerChoices
from prowlerbot.match.scene import PostPlace, Scene, board_post, tick
from prowlerbot.match.terms import Origin, Question, Terms
from prowlerbot.storage import columns
from prowlerbot.storage.act_store import BAR_NAMES, ActStore, BarStore, read_bar
from prowlerbot.storage.boards import BOARD_SQL, ApplicationStore, BoardStore, read_board
from prowlerbot.storage.choice_store import ChoiceStore
from prowlerbot.storage.columns import column, insert_sql, plain_columns, row_of, sql_names
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import NOT_ASIDE, BeatStore, BrokenMatches, DutyStore, put_duties
from prowlerbot.storage.engines.database import Database, KeyViolation, Row, Work
from prowlerbot.storage.player_matches import IS_DAY_TRY, NEWCOMERS, DroppedMatches, played_sql
from prowlerbot.storage.post_store import MESSAGE_NAMES, CallStore, PostStore, note_post, read_post
from prowlerbot.storage.results import ResultStore
from prowlerbot.storage.showings import ShowingStore

MATCH_COLUMNS = (
    *plain_columns("id", "game"),
    column("options", write=lambda options: json.dumps(dict(options)), read=json.loads),
    columns.json_column("terms", Terms.read),
    column("setup"),
    column("phase", read=Phase),
    column("ending", read=lambda ending: Ending(ending) if ending else None),
    *plain_columns("ended_by", "revision", "created_at", "changed_at", "turn_at"),
    columns.TableColumn("due", "", lambda match: earliest_deadline(match) or 0),
    column(
        "unseen",
        write=json.dumps,
        read=lambda stored: tuple(Outage(*each) for each in json.loads(stored)),
    ),
    *plain_columns("challenger", "rules", "reason"),
    columns.json_column("question", Question.read),
    columns.json_column("origin", Origin.read),
    column(
        "hints",
        write=lambda hints: json.dumps([astuple(each) for each in hints]),
        read=lambda stored: tuple(TakenHint(*each) for each in json.loads(stored)),
    ),
)
_PLAYER_COLUMNS = (
    column("player", "id"),
    *plain_columns("name", "level"),
    column("joined", write=int, read=bool),
    column("choice"),
    column(
        "orders",
        write=lambda orders: ",".join(sorted(orders)),
        read=lambda orders: frozenset(filter(None, orders.split(","))),
    ),
    column("premoves", "plan"),
    *plain_columns("leaver", "offered"),
)
# There may be many of the following rows. They are read without names, in the order of the fields.
_DECISION_COLUMNS = (*plain_columns("since", "moment"), column("own", "step"), column("concealed"))
_PLAY_COLUMNS = (
    *plain_columns("seat", "move"),
    column("played_at", "at"),
    column("moment"),
    column("own", "step"),
    column("clock", "bank_change"),
)
_FORMER_COLUMNS = (column("player", "id"), *plain_columns("name", "plays"))
_TAKEBACK_COLUMNS = (*plain_columns("ply", "seat", "move"), column("taken_at", "at"))

FORMER_NAMES = f"match, seat, {sql_names(_FORMER_COLUMNS)}"
SEAT_NAMES = f"match, seat, {sql_names(_PLAYER_COLUMNS)}, {sql_names(_DECISION_COLUMNS)}"
PLAY_NAMES = f"match, ply, {sql_names(_PLAY_COLUMNS)}"
TAKEBACK_NAMES = f"match, number, {sql_names(_TAKEBACK_COLUMNS)}"

_CHANGED_COLUMNS = tuple(
    each for each in MATCH_COLUMNS if each.name not in {"id", "game", "created_at", "origin"}
)
_ADD_MATCH = insert_sql("matches", sql_names(MATCH_COLUMNS))
_CHANGE_MATCH = columns.update_sql("matches", _CHANGED_COLUMNS, "id", "revision", "changed_at")
_WANT_REVISION = "UPDATE boards SET wanted = $1 WHERE match = $2"
_ADD_SEAT = insert_sql("seats", SEAT_NAMES)
_CHANGE_DECISION = columns.update_sql("seats", _DECISION_COLUMNS, "match", "seat")
_ADD_FORMER = insert_sql("former_players", FORMER_NAMES)
_CHANGE_FORMER = columns.update_sql("former_players", (column("plays"),), "match", "seat")
_ADD_PLAY = insert_sql("plays", PLAY_NAMES)
_ADD_TAKEBACK = insert_sql("takebacks", TAKEBACK_NAMES)

_MAX_SEARCHED = 500
"""The most matches of a player in which the search for finished ones looks."""
_COUNT_FINISHED = f"""CASE WHEN s.level IS NULL AND s.player > 0 THEN (SELECT count(*) FROM
   (SELECT 1 FROM (SELECT o.match FROM seats o WHERE o.player = s.player LIMIT {_MAX_SEARCHED}) o
    JOIN results r ON r.match = o.match JOIN matches e ON e.id = o.match
    WHERE r.game = m.game AND {played_sql("e")} LIMIT {SAFE_MATCHES}) f) ELSE 0 END"""  # noqa: S608 - numbers alone

# _scene_of_row takes these columns by position: the match, then seats, plays, takebacks, calls, the
# server's choices, the reader's choices, bars, and the board.
_SCENE_SQL = f"""
SELECT {sql_names(MATCH_COLUMNS, "m.")},
 (SELECT json_group_array(json_array(s.seat, {sql_names(_PLAYER_COLUMNS, "s.")},
   {sql_names(_DECISION_COLUMNS, "s.")}, {sql_names(_FORMER_COLUMNS, "f.")},
   {_COUNT_FINISHED}, p.chosen))
  FROM seats s LEFT JOIN former_players f ON f.match = s.match AND f.seat = s.seat
  LEFT JOIN preferences p ON p.kind = 'player' AND p.id = s.player WHERE s.match = m.id),
 (SELECT json_group_array(json_array(ply, {sql_names(_PLAY_COLUMNS)})) FROM plays
  WHERE match = m.id),
 (SELECT json_group_array(json_array(number, {sql_names(_TAKEBACK_COLUMNS)})) FROM takebacks
  WHERE match = m.id),
 (SELECT json_group_array(json_array({MESSAGE_NAMES})) FROM messages
  WHERE kind = 'call' AND subject = m.id AND message <> 0
   AND state IN ('{PostState.SENT}', '{PostState.OUTDATED}')),
 (SELECT chosen FROM preferences WHERE kind = 'server' AND id = COALESCE($1, b.guild)),
 (SELECT chosen FROM preferences WHERE kind = 'player' AND id = $2),
 (SELECT json_group_array(json_array({BAR_NAMES})) FROM bars WHERE $2 > 0
  AND guild = COALESCE($1, b.guild) AND (player = $2 OR player < 0)),
 {BOARD_SQL}
FROM matches m LEFT JOIN boards b ON b.match = m.id
"""  # noqa: S608 - constant parts


async def read_scenes(
    db: Database, where: str, *values: object, guild: int | None = None, reader: int = 0
) -> list[Scene]:
    """The scenes of matches ``m`` by a condition with values from $3 on. May raise StoreError."""
    read_at = tick()
    rows = await db.read(f"{_SCENE_SQL} {where}", guild, reader, *values)
    return [_scene_of_row(row, read_at) for row in rows]


def read_match_in(db: Work, match_id: str) -> Match:
    """A match that is stored, within a piece of work."""
    [row] = db.fetch(f"{_SCENE_SQL} WHERE m.id = $3", None, 0, match_id)
    return _scene_of_row(row, 0).match


def _scene_of_row(row: Row, read_at: int) -> Scene:
    seats, plays, takebacks, calls, server, reader, bars, *board = row[len(MATCH_COLUMNS) :]
    try:
        seated = _listed_rows(seats)
        return Scene(
            match=read_match(row, seated, _listed_rows(plays, 0), _listed_rows(takebacks, 0)),
            board=read_board(board),
            choices=tuple(PlayerChoices.read(json.loads(chosen or "{}")) for *_, chosen in seated),
            server=ServerChoices.read(json.loads(server or "{}")),
            calls=tuple(read_post(call) for call in json.loads(calls or "[]")),
            finished=tuple(finished for *_, finished, _ in seated),
            read_at=read_at,
            reader=PlayerChoices.read(json.loads(reader or "{}")),
            bars=tuple(read_bar(each) for each in json.loads(bars or "[]")),
        )
    except (ValueError, TypeError, LookupError) as error:
        raise damaged_match(row[0]) from error


def _listed_rows(written: str | None, first: int = 1) -> list[list[Any]]:
    """The rows of a list by their numbers, from ``first`` on; raises ValueError for a gap."""
    rows = sorted(json.loads(written or "[]"))
    if [number for number, *_ in rows] != list(range(first, first + len(rows))):
        raise ValueError("a list has a gap")
    return [rest for _, *rest in rows]


def damaged_match(match_id: str) -> StoreError:
    return StoreError(
        "The data of match “{match}” contradicts itself; the database may be damaged.",
        match=match_id,
    )


def read_match(row: Row, seats: list[Any], plays: list[Any], takebacks: list[Any]) -> Match:
    """The match of this row, with the rows of its lists without their numbers. The row of a seat
    holds its player, its decision, and its former player.
    """
    fields = columns.to_dict(MATCH_COLUMNS, row)
    begins, ends = len(_PLAYER_COLUMNS), len(_PLAYER_COLUMNS) + len(_DECISION_COLUMNS)
    decisions = (seat[begins:ends] for seat in seats)
    former_rows = (seat[ends : ends + len(_FORMER_COLUMNS)] for seat in seats)
    # A row without a name means that the seat has no former player.
    formers = (FormerPlayer(*row) if row[1] else None for row in former_rows)
    return Match(
        **fields,
        players=tuple(
            Player(**columns.to_dict(_PLAYER_COLUMNS, seat), former=former)
            for seat, former in zip(seats, formers, strict=True)
        ),
        decisions=tuple(Decision(*each) for each in decisions) if fields["setup"] else (),
        plays=tuple(Play(*each) for each in plays),
        takebacks=tuple(Takeback(*each) for each in takebacks),
    )


def add_match(db: Work, match: Match) -> None:
    """Store a new match, within a transaction."""
    db.execute(_ADD_MATCH, *row_of(MATCH_COLUMNS, match))
    _add_seats(db, match)
    _add_plays(db, match, 0)
    put_duties(db, match.id, duties_of_match(match))


def write_change(db: Work, before: Match, after: Match, contributions: Contributions) -> bool:
    """Store the change from one revision to the next; False if another change came first.

    One guard is the revision that the change starts from, with its time, as a restored database may
    count the same revisions again. The other one is the key (match, ply) of each new play.
    """
    guards = before.id, before.revision, before.changed_at
    if not db.change(_CHANGE_MATCH, *row_of(_CHANGED_COLUMNS, after), *guards):
        return False
    db.execute(_WANT_REVISION, after.revision, after.id)
    for feature in contributions:
        feature.match_changed(db, after.id, after.changed_at)
    _write_seats(db, before, after)
    # The plays from the first different one on are stored, and those taken back.
    pairs = enumerate(zip(before.plays, after.plays, strict=False))
    changed_plies = (ply for ply, (old, new) in pairs if old != new)
    first = next(changed_plies, min(before.ply, after.ply))
    if first < before.ply:
        db.execute("DELETE FROM plays WHERE match = $1 AND ply >= $2", after.id, first)
    _add_plays(db, after, first)
    for number in range(len(before.takebacks), len(after.takebacks)):
        takeback = row_of(_TAKEBACK_COLUMNS, after.takebacks[number])
        db.execute(_ADD_TAKEBACK, after.id, number, *takeback)
    put_duties(db, after.id, dict.fromkeys(duties_of_match(before)) | duties_of_match(after))
    return True


def _add_seats(db: Work, match: Match) -> None:
    for seat in match.seats:
        player = row_of(_PLAYER_COLUMNS, match.player(seat))
        decision = row_of(_DECISION_COLUMNS, match.decision(seat))
        db.execute(_ADD_SEAT, match.id, seat, *player, *decision)


def _write_seats(db: Work, before: Match, after: Match) -> None:
    """Store the players and decisions of seats. If no player changed, names stay as last seen."""
    if after.players != before.players:
        db.execute("DELETE FROM seats WHERE match = $1", after.id)
        _add_seats(db, after)
        _write_formers(db, before, after)
        return
    for seat in after.seats:
        decision = after.decision(seat)
        if decision != before.decision(seat):
            db.execute(_CHANGE_DECISION, *row_of(_DECISION_COLUMNS, decision), after.id, seat)


def _write_formers(db: Work, before: Match, after: Match) -> None:
    """Store former players of seats; their ids and names, perhaps deleted meanwhile, stay."""
    for seat in after.seats:
        old, new = before.player(seat).former, after.player(seat).former
        if new is None or new == old:
            continue
        if old is None:
            db.execute(_ADD_FORMER, after.id, seat, *row_of(_FORMER_COLUMNS, new))
        else:
            db.execute(_CHANGE_FORMER, new.plays, after.id, seat)


def _add_plays(db: Work, match: Match, first: int) -> None:
    for ply in range(first, match.ply):
        db.execute(_ADD_PLAY, match.id, ply, *row_of(_PLAY_COLUMNS, match.plays[ply]))


ExtraWork = Callable[[Work], None]
"""Work in the transaction of a change."""
MAX_OPEN = 200
"""The most open matches that a list reads, so that a player with thousands makes nobody wait."""
_ADD_REMATCH = insert_sql("rematches", "match, rematch")
_LIVING_REMATCH = (
    "SELECT m.id FROM rematches r JOIN matches m ON m.id = r.rematch JOIN matches f"
    " ON f.id = r.match WHERE f.id = $1 AND (m.phase <> $2 OR (f.setup = '' AND m.setup <> ''))"
)

_TOO_MANY = mark(
    "Challenges of yours still waiting for an answer: {count}, the most allowed here. Cancel"
    " one or wait for an answer."
)


@dataclass(eq=False)
class Store:
    """The matches, and the other stores of the spine."""

    database: Database
    contributions: Contributions

    def __post_init__(self) -> None:
        database = self.database
        self.choices = ChoiceStore(database, self.contributions)
        self.duties = DutyStore(database)
        self.outbox = PostStore(database)
        self.boards = BoardStore(database, self.outbox)
        self.beats = BeatStore(database, self.contributions)
        self.results = ResultStore(database)
        self.calls = CallStore()
        self.broken = BrokenMatches(database)
        self.showings = ShowingStore(database)
        self.bars = BarStore(database)
        self.acts = ActStore(database)
        self.dropped = DroppedMatches(database, self.contributions)
        self.application = ApplicationStore(database, self.contributions)

    async def write_notes(self) -> None:
        """Write all notes from memory: the revisions on boards, and the deleted messages."""
        await self.boards.write_shown()
        await self.outbox.write_gone()

    async def add_new(
        self,
        match: Match,
        max_unanswered: int | None = None,
        rematch_of: str | None = None,
        place: PostPlace | None = None,
        extra: ExtraWork | None = None,
    ) -> bool:
        """Store a new match, begun or not; False if its id or its place as a rematch is taken.
        ``place`` is where it is about to be posted, ``extra`` is as for ``commit``. Raises Denied
        if the challenger already has ``max_unanswered`` challenges without an answer.
        """

        def work(db: Work) -> bool:
            if max_unanswered is not None:
                _check_unanswered(db, match, max_unanswered)
            if db.fetch("SELECT 1 FROM matches WHERE id = $1", match.id):
                return False
            if rematch_of is not None:
                db.lock(f"rematch of {rematch_of}")
                if db.fetch(_LIVING_REMATCH, rematch_of, Phase.OVER):
                    return False
            add_match(db, match)
            if rematch_of is not None:
                db.execute("DELETE FROM rematches WHERE match = $1", rematch_of)
                db.execute(_ADD_REMATCH, rematch_of, match.id)
            if place is not None:
                note_post(db, board_post(match.id, place, match.created_at))
            if extra is not None:
                extra(db)
            return True

        try:
            return await self.database.run(work)
        except KeyViolation:  # another process was faster
            return False

    async def living_rematch(self, match_id: str) -> str | None:
        """The open rematch of a match, or the match that an expired challenge has become."""
        rows = await self.database.read(_LIVING_REMATCH, match_id, Phase.OVER)
        return str(rows[0][0]) if rows else None

    async def source_of_rematch(self, match_id: str) -> str | None:
        rows = await self.database.read("SELECT match FROM rematches WHERE rematch = $1", match_id)
        return str(rows[0][0]) if rows else None

    async def newcomers(self, game: str, players: Iterable[int], except_for: str = "") -> set[int]:
        """The players who have begun no match of a game, ``except_for`` one."""
        found = await self.database.column(NEWCOMERS, json.dumps([*players]), game, except_for)
        return set(map(int, found))

    async def find_match(self, match_id: str) -> Match | None:
        found = await self.scene(match_id)
        return found.match if found else None

    async def scene(self, match_id: str, guild: int | None = None, reader: int = 0) -> Scene | None:
        """A match with all that shows it, as for ``Service.scene``; None if it is not stored."""
        by_id = "WHERE m.id = $3"
        found = await read_scenes(self.database, by_id, match_id, guild=guild, reader=reader)
        return replace(found[0], board=self.boards.with_noted(found[0].board)) if found else None

    async def commit(self, before: Match, after: Match, extra: ExtraWork | None = None) -> bool:
        """Store a change with ``extra`` work in one transaction; False if another came first."""

        def work(db: Work) -> bool:
            if not write_change(db, before, after, self.contributions):
                return False
            if extra is not None:
                extra(db)
            return True

        try:
            return await self.database.run(work)
        except KeyViolation as error:
            # No race: the revision was the right one. A retry would never end.
            raise damaged_match(before.id) from error

    async def store_name(self, match_id: str, player: Player) -> None:
        """Keep the name under which a player was last seen."""
        renamed = "UPDATE seats SET name = $1 WHERE match = $2 AND player = $3"
        await self.database.write(renamed, player.name, match_id, player.id)

    async def open_matches(self, player: int, game: str | None = None) -> list[Scene]:
        """The open matches of a player, the longest untouched first; at most MAX_OPEN of them."""
        return await read_scenes(
            self.database,
            "WHERE m.id IN (SELECT o.id FROM seats s CROSS JOIN matches o WHERE o.id = s.match"
            " AND s.player = $3 AND o.phase <> $5 AND o.game = COALESCE($4, o.game) ORDER BY"
            " o.due = 0, o.due, o.changed_at, o.id LIMIT $6) ORDER BY m.changed_at, m.id",
            *(player, game, Phase.OVER, MAX_OPEN),
        )

    async def running_rows(self, player: int, game: str | None = None) -> tuple[Row, ...]:
        """The running matches of ``open_matches``, each by its id, its revision with its time, and
        the names of its seats. A list says the same of them as long as these stay the same.
        """
        rows = await self.database.read(
            "SELECT m.id, m.revision, m.changed_at,"
            " (SELECT json_group_array(json_array(seat, name)) FROM seats WHERE match = m.id)"
            " FROM seats s CROSS JOIN matches m WHERE m.id = s.match"
            " AND s.player = $1 AND m.game = COALESCE($2, m.game) AND m.phase = $3"
            " ORDER BY m.due = 0, m.due, m.changed_at, m.id LIMIT $4",
            *(player, game, Phase.PLAYING, MAX_OPEN),
        )
        return tuple(tuple(row) for row in rows)

    async def read_matches(self, ids: Sequence[str]) -> list[Match]:
        """Some matches; those that are not stored are left out."""
        listed = "WHERE m.id IN (SELECT value FROM json_each($3))"
        return await self._matches(listed, json.dumps(ids))

    async def lost_challenges(self, player: int, since: int) -> list[Match]:
        """The latest challenges of a player that were withdrawn as their messages were deleted."""
        return await self._matches(
            "WHERE m.id IN (SELECT m.id FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = $3 AND m.ending = $4 AND m.changed_at > $5"
            " ORDER BY m.changed_at DESC, m.id LIMIT 3) ORDER BY m.changed_at DESC, m.id",
            *(player, Ending.DELETED, since),
        )

    async def latest_match(self, player: int, game: str) -> Match | None:
        """The match that a player touched last, over or not, without challenges."""
        found = await self._matches(
            "WHERE m.id = (SELECT m.id FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = $3 AND m.game = $4 AND m.setup <> ''"
            " ORDER BY m.changed_at DESC, m.id LIMIT 1)",
            player,
            game,
        )
        return found[0] if found else None

    async def last_requested(self, player: int) -> Scene | None:
        """The match that a player asked for last, even a dropped one; no branch, no day's try."""
        dropped = await self.dropped.last_requested(player)
        found = await read_scenes(
            self.database,
            "WHERE m.id = (SELECT m.id FROM seats s JOIN matches m ON m.id = s.match"  # noqa: S608 - constant parts
            " AND s.seat = m.challenger WHERE s.player = $3"
            f" AND m.setup <> '' AND {NOT_ASIDE} AND m.origin IS NULL AND NOT {IS_DAY_TRY}"
            " ORDER BY m.created_at DESC, m.rowid DESC LIMIT 1)",
            player,
        )
        candidates = found if dropped is None else [*found, dropped]
        return max(candidates, key=lambda scene: scene.match.created_at, default=None)

    async def match_ids(self) -> list[str]:
        """All matches, over or not, the oldest first."""
        return await self.database.column("SELECT id FROM matches ORDER BY created_at, id")

    async def _matches(self, where: str, *values: object) -> list[Match]:
        return [scene.match for scene in await read_scenes(self.database, where, *values)]


def _check_unanswered(db: Work, match: Match, limit: int) -> None:
    """Raise Denied if the maker of this challenge already has so many unanswered ones."""
    db.lock(f"challenges of {match.player(match.challenger).id}")
    ((count,),) = db.fetch(
        "SELECT count(*) FROM matches m JOIN seats s ON s.match = m.id"
        " JOIN duties d ON d.subject = m.id AND d.what = $3"
        " WHERE s.player = $1 AND s.seat = m.challenger AND m.phase = $2 AND d.at > $4",
        *(match.player(match.challenger).id, Phase.LOBBY, MatchDuty.EXPIRE, match.created_at),
    )
    if int(count) >= limit:
        raise Denied(_TOO_MANY, count=limit)
