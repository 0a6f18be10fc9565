"""The SQL of the day's challenge: its secret, its days, the tries, and the machine's replies."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from prowlerbot.core.game import Game
from prowlerbot.daily.daily_days import DayLuck, Score, day_of, score_of
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.play import replay_match
from prowlerbot.match.terms import counts_until
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.choice_store import chosen_pattern
from prowlerbot.storage.columns import column, insert_sql, plain_columns, row_of, sql_names, to_dict
from prowlerbot.storage.contributions import Deletion, PersonalData, host_secret, personal_rows
from prowlerbot.storage.duty_store import OPEN_PHASES
from prowlerbot.storage.engines.database import Database, Row, Tables, Work, transaction

DAILY_POST_DUTY = "daily post"
"""The duty to post the day's challenge in a server."""
POST_CHOICES = {"daily_channel", "daily_hour", "timezone"}
_REPLY_DAYS = 2
"""Days after which the machine's replies are deleted, as no try of their day can count any more."""
_ADD_REPLY = (
    f"{insert_sql('daily_replies', 'game, day, seat, line, move')}"
    " ON CONFLICT (game, day, seat, line) DO NOTHING"
)
_COUNTED_TRIES = "FROM daily_tries WHERE game = $1 AND day = $2 AND counts = 1"
_DELETED_TRY = "SELECT 1 FROM daily_deleted WHERE day = $1 AND key = $2"
_REPLY_SQL = (
    "SELECT move FROM daily_replies WHERE game = $1 AND day = $2 AND seat = $3 AND line = $4"
)
_DAY_COLUMNS = (
    *plain_columns("seat", "players"),
    column("options", write=lambda options: json.dumps(dict(options)), read=json.loads),
    column("setup"),
)
TRY_COLUMNS = (
    *plain_columns("match", "game", "day", "player", "home"),
    column("counts", write=int, read=bool),
    *plain_columns("ended_at", "rank", "margin", "total"),
)
TRY_NAMES = sql_names(TRY_COLUMNS)
_DAY_NAMES = f"game, day, {sql_names(_DAY_COLUMNS)}"
_DAY_SQL = f"SELECT {sql_names(_DAY_COLUMNS)} FROM daily_days WHERE game = $1 AND day = $2"  # noqa: S608 - constant columns
_ADD_DAY = f"{insert_sql('daily_days', _DAY_NAMES)} ON CONFLICT (game, day) DO NOTHING"
_ADD_TRY = insert_sql("daily_tries", TRY_NAMES)
_OWN_TRIES = f"SELECT {TRY_NAMES} FROM daily_tries WHERE player = $1 AND day = $2"  # noqa: S608 - constant columns
_BEST_TRIES = (
    f"SELECT place, {TRY_NAMES} FROM (SELECT t.*,"  # noqa: S608 - constant columns
    " RANK() OVER (ORDER BY t.rank, t.margin DESC, t.total DESC) AS place,"
    " ROW_NUMBER() OVER (ORDER BY t.rank, t.margin DESC, t.total DESC, t.ended_at, t.match) AS line"
    " FROM daily_tries t LEFT JOIN preferences p ON p.kind = 'player' AND p.id = t.player"
    " WHERE t.game = $1 AND t.day = $2 AND t.counts = 1 AND t.rank IS NOT NULL"
    f" AND COALESCE(p.chosen, '') NOT LIKE '{chosen_pattern('seen', 'nowhere')}' AND (t.home = $3"
    f" OR ($4 = 1 AND (t.player = $5 OR p.chosen LIKE '{chosen_pattern('seen', 'everywhere')}')))"
    ") AS listed WHERE line <= $6 OR player = $5 ORDER BY line"
)
"""This repeats the rule of ``extent_of_leaderboard`` in match/timeline.py about the named players.
The database applies it, as a large bot has more results on a day than one request should read.
"""
_known_secrets = WeakKeyDictionary[Database, bytes]()
"""The secret never changes, so one reading of each database is enough."""


@dataclass(frozen=True, slots=True)
class Day:
    """The challenge of one game on one day, as it was drawn."""

    seat: int
    """The seat of the player; the machine has the others."""
    players: int
    options: Mapping[str, str]
    setup: str

    @property
    def alone(self) -> bool:
        return self.players == 1


@dataclass(frozen=True, slots=True)
class DailyTry:
    """A player's try. It has a result if it was played out and, where it counts, in time."""

    match: str
    game: str
    day: int
    player: int
    home: int
    """The place in which it began: a server, or a chat."""
    counts: bool
    ended_at: int | None = None
    """None until it is over."""
    rank: int | None = None
    """None without a result, as are ``margin`` and ``total``."""
    margin: int | None = None
    total: int | None = None

    @property
    def score(self) -> Score | None:
        if self.rank is None or self.margin is None or self.total is None:
            return None
        return Score(self.rank, self.margin, self.total)


@dataclass(frozen=True, slots=True)
class RankedTry:
    """A result and its place in a list; equal results share a place."""

    place: int
    tried: DailyTry


class DailyStore(Tables):
    async def host_secret(self) -> bytes:
        """The host's secret. The first call makes it."""
        if self._db not in _known_secrets:
            _known_secrets[self._db] = await self._db.run(host_secret)
        return _known_secrets[self._db]

    async def first_day(self, games: Iterable[str]) -> int | None:
        """The first day whose challenge was drawn for any of these games."""
        first = "SELECT MIN(day) FROM daily_days WHERE game = $1"
        first_days = [(await self._db.column(first, game))[0] for game in games]
        return min((day for day in first_days if day is not None), default=None)

    async def known_day(self, game: str, day: int) -> Day | None:
        """The challenge of a day, if it was drawn."""
        rows = await self._db.read(_DAY_SQL, game, day)
        return Day(**to_dict(_DAY_COLUMNS, rows[0])) if rows else None

    async def ensure_day(self, game: str, day: int, draw: Callable[[], Day]) -> Day:
        """The challenge of a day; the first call for a day stores what ``draw`` returns."""
        return await self.known_day(game, day) or await self._store_day(game, day, draw)

    @transaction
    def _store_day(self, db: Work, game: str, day: int, draw: Callable[[], Day]) -> Day:
        """Store a challenge, unless another process was faster; delete outdated data."""
        db.execute(_ADD_DAY, game, day, *row_of(_DAY_COLUMNS, draw()))
        delete_old = "DELETE FROM daily_replies WHERE game = $1 AND day < $2"
        db.execute(delete_old, game, day - _REPLY_DAYS)
        db.execute("DELETE FROM daily_deleted WHERE day < $1", day)
        return Day(**to_dict(_DAY_COLUMNS, db.fetch(_DAY_SQL, game, day)[0]))

    async def tries(self, player: int, day: int, game: str = "") -> list[DailyTry]:
        """A player's tries of a day, in one game or in all."""
        tries = [_read_try(row) for row in await self._db.read(_OWN_TRIES, player, day)]
        return [tried for tried in tries if game in {"", tried.game}]

    async def has_deleted_try(self, day: int, key: str) -> bool:
        """Whether the player of a key has deleted their try of a day that counted."""
        return bool(await self._db.read(_DELETED_TRY, day, key))

    async def count_running(self) -> int:
        return await self._db.number(
            "SELECT count(*) FROM matches m CROSS JOIN daily_tries t"  # noqa: S608 - constant parts
            f" WHERE m.phase IN {OPEN_PHASES} AND t.match = m.id"
        )

    async def try_of_match(self, match_id: str) -> DailyTry | None:
        sql = f"SELECT {TRY_NAMES} FROM daily_tries WHERE match = $1"  # noqa: S608 - constant columns
        rows = await self._db.read(sql, match_id)
        return _read_try(rows[0]) if rows else None

    async def list_best(
        self, reader: Reader, game: str, day: int, *, only_here: bool, most: int
    ) -> list[RankedTry]:
        """The best results that count and that the reader may see, and then the reader's own.

        With ``only_here`` the list has only tries that began in this place. A player whose choice
        is to be seen in their servers alone is named only for tries that began in this place.
        """
        values = reader.home, int(not only_here), reader.user
        rows = await self._db.read(_BEST_TRIES, game, day, *values, most)
        return [RankedTry(row[0], _read_try(row[1:])) for row in rows]

    async def count_scores(self, game: str, day: int) -> dict[Score, int]:
        """The number of results that count, by their score."""
        rows = await self._db.read(
            f"SELECT rank, margin, total, COUNT(*) {_COUNTED_TRIES} AND rank IS NOT NULL"
            " GROUP BY rank, margin, total",
            *(game, day),
        )
        return {Score(*score): count for *score, count in rows}

    async def played_days(self, player: int) -> list[int]:
        """The days on which a player has a result that counts, in any game."""
        return await self._db.column(
            "SELECT DISTINCT day FROM daily_tries WHERE player = $1 AND counts = 1"
            " AND rank IS NOT NULL ORDER BY day",
            player,
        )

    async def stored_reply(self, match: Match, seat: int, line: str) -> str | None:
        """The machine's stored reply after the same moves."""
        rows = await self._db.read(_REPLY_SQL, match.game, match.terms.day, seat, line)
        return str(rows[0][0]) if rows else None

    @transaction
    def store_reply(self, db: Work, match: Match, seat: int, line: str, move: str) -> str:
        """Store a reply for everybody; returns the one that was stored first."""
        situation = match.game, match.terms.day, seat, line
        db.execute(_ADD_REPLY, *situation, move)
        return str(db.fetch(_REPLY_SQL, *situation)[0][0])


def _read_try(row: Row) -> DailyTry:
    return DailyTry(**to_dict(TRY_COLUMNS, row))


def lock_tries(db: Work, player: int) -> None:
    """Keep other transactions from beginning or deleting tries of a player."""
    db.lock(f"daily {player}")


def running_try(db: Work, player: int, game: str, day: int) -> str | None:
    """The match of a player's try that is not over, within a transaction."""
    rows = db.fetch(
        "SELECT t.match FROM daily_tries t JOIN matches m ON m.id = t.match"
        " WHERE t.player = $1 AND t.day = $2 AND t.game = $3 AND m.phase <> $4",
        *(player, day, game, Phase.OVER),
    )
    return str(rows[0][0]) if rows else None


def add_try(db: Work, match: Match, player: int, home: int, *, today: int, key: str) -> None:
    """Add a try, within a transaction. A player's first one counts if it begins on its day. ``key``
    finds an earlier one that the player has deleted.
    """
    day = match.terms.day
    earlier = db.fetch(f"SELECT 1 {_COUNTED_TRIES} AND player = $3", match.game, day, player)
    is_first = not earlier and not db.fetch(_DELETED_TRY, day, key)
    counts = is_first and day == today
    tried = DailyTry(match.id, match.game, day=day, player=player, home=home, counts=counts)
    db.execute(_ADD_TRY, *row_of(TRY_COLUMNS, tried))


def _forget_player(db: Work, deletion: Deletion) -> None:
    """Take a player's name off their tries, and note a deleted try of today: its luck is known."""
    player, today = deletion.user, day_of(deletion.now)
    games = db.fetch(
        "SELECT game FROM daily_tries WHERE player = $1 AND day = $2 AND counts = 1", player, today
    )
    for (game,) in games:
        key = DayLuck(host_secret(db), game, today).deleted_key(player)
        db.execute(f"{insert_sql('daily_deleted', 'day, key')} ON CONFLICT DO NOTHING", today, key)
    db.execute("UPDATE daily_tries SET player = $1 WHERE player = $2", deletion.nobody, player)


def note_try_end(db: Work, match: Match, game: Game) -> None:
    """Store the end of a try with that of its match. A try that counts has no result if late."""
    score = try_score(match, game)
    counts = db.fetch("SELECT 1 FROM daily_tries WHERE match = $1 AND counts = 1", match.id)
    if counts and match.changed_at >= counts_until(match.terms.day):
        score = None
    result = (None, None, None) if score is None else (score.rank, score.margin, score.total)
    db.execute(
        "UPDATE daily_tries SET ended_at = $1, rank = $2, margin = $3, total = $4 WHERE match = $5",
        *(match.changed_at, *result, match.id),
    )


def try_score(match: Match, game: Game) -> Score | None:
    """The result of a try; None if it was not played out."""
    if match.ending is not Ending.PLAYED:
        return None
    outcome = replay_match(match, game)[-1].outcome
    return score_of(outcome, match.challenger) if outcome is not None else None


PERSONAL = PersonalData(
    stored=(personal_rows("daily_tries", TRY_NAMES, "player = $1", person="player"),),
    delete=_forget_player,
)
