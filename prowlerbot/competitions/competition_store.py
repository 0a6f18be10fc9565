"""The SQL of competitions: their records with players and matches, and the ends of the matches.

The limits for people are in ``competition_player_store``, messages in ``competition_post_store``.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from prowlerbot.competitions.competition_changes import cancel
from prowlerbot.competitions.competition_post_store import post_again, post_main_anew
from prowlerbot.competitions.competition_record import Stored, Todo
from prowlerbot.competitions.competition_steps import CompetitionDuty, due_at
from prowlerbot.competitions.course import Actor
from prowlerbot.competitions.formats import read_competition
from prowlerbot.competitions.news import NewsKind
from prowlerbot.competitions.standings import medals
from prowlerbot.core.game import Game
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.match import Match, Player
from prowlerbot.storage import columns, post_store
from prowlerbot.storage.contributions import MatchEvents
from prowlerbot.storage.duty_store import OPEN_PHASES, due_sql, put_duties
from prowlerbot.storage.engines.database import Database, KeyViolation, Tables, Work, transaction
from prowlerbot.storage.match_store import add_match

EVENT_COLUMNS = "competition, number, event"
ENTRY_COLUMNS = "competition, player, name, present, medal"
"""The rows of ``competition_players`` are those who have entered, and the actors."""
PAIRING_COLUMNS = "competition, pairing, match, todo"
FROM_RUNNING_OF_PLAYER = (
    " FROM competition_players p JOIN competitions c ON c.id = p.competition"
    " WHERE p.player = $1 AND p.present = 1 AND c.ended = 0"
)
"""The running competitions in which a player takes part."""
_ADD_EVENT = columns.insert_sql("competition_events", EVENT_COLUMNS)
_ADD_MATCH = columns.insert_sql("competition_matches", PAIRING_COLUMNS)
_MOVE_MATCH = "UPDATE competition_matches SET competition = $1, pairing = $2 WHERE match = $3"
_SET_TODO = (
    "UPDATE competition_matches SET todo = $4 WHERE competition = $1 AND pairing = $2 AND todo = $3"
)
_SET_PLAYER = (
    f"{columns.insert_sql('competition_players', ENTRY_COLUMNS)} ON CONFLICT (competition, player)"
    " DO UPDATE SET name = excluded.name, present = excluded.present, medal = excluded.medal"
)
_SET_ACTOR = (
    f"{columns.insert_sql('competition_players', f'{ENTRY_COLUMNS}, acted')}"
    " ON CONFLICT (competition, player) DO UPDATE SET acted = 1"
)
_DROP_LEFT_KEYS = (
    "UPDATE competition_players SET left_key = '' WHERE left_key <> '' AND acted = $3"
    " AND competition IN (SELECT id FROM competitions WHERE series = $1 AND season < $2)"
)
COUNT_REVISION = "UPDATE competitions SET revision = revision + 1 WHERE id = $1"
"""Lets nobody store a change that was made from an older state."""
_WITH_ANOTHER_NAME = (
    "SELECT c.id FROM competition_players p JOIN competitions c ON c.id = p.competition"
    " WHERE p.player = $1 AND c.guild = $2 AND p.name NOT IN ('', $3)"
    " ORDER BY c.ended, c.created_at DESC, c.id"
)
_RENAME_STATEMENTS = (
    "UPDATE competition_players SET name = $1 WHERE player = $2 AND competition = $3",
    "UPDATE seats SET name = $1 WHERE player = $2 AND match IN"  # noqa: ISC004 - one of two
    " (SELECT match FROM competition_matches WHERE competition = $3)",
)
_RENAMED_AT_ONCE = 8
"""The competitions whose messages are drawn again at once for another name of a player."""
_RELEASE_MATCHES = (
    f"UPDATE duties SET at = 0, number = number + 1 WHERE what = '{MatchDuty.CLAIM}'"  # noqa: S608 - constant parts
    " AND subject IN (SELECT match FROM competition_matches WHERE competition = $1)"
)
"""Let running matches go on by themselves."""
STEP_AT_ONCE = due_sql(
    CompetitionDuty.STEP,
    "c.id",
    "competitions c WHERE c.id = $1 AND c.ended = 0 AND EXISTS"
    " (SELECT 1 FROM competition_matches m WHERE m.competition = c.id AND m.todo > 0)",
    home="c.guild",
)
"""Lets the next step fall due at once if the match of a pairing has a task for it."""
_IS_OF_ENDED = (
    "SELECT 1 FROM competition_matches p JOIN competitions c ON c.id = p.competition"
    " WHERE p.match = $1 AND c.ended = 1"
)
_RUNNING_MATCHES = (
    "SELECT count(*) FROM matches m CROSS JOIN competition_matches p JOIN competitions c"  # noqa: S608 - constant parts
    f" ON c.id = p.competition WHERE m.phase IN {OPEN_PHASES} AND p.match = m.id AND c.ended = 0"
)
_NOTE_OVER = "UPDATE competition_matches SET todo = $1 WHERE match = $2 RETURNING competition"
_LOOK_AT_STEPS = due_sql(
    CompetitionDuty.STEP, "d.subject", f"duties d WHERE d.what = '{CompetitionDuty.STEP}'"
)
_IS_OF_ALL_SERVERS = "SELECT 1 FROM competitions WHERE id = $1 AND guild = 0"
LimitCheck = Callable[[Work], None]
"""A check within the transaction, which may also make room; it may raise Denied."""

_FIXED_COLUMNS = (
    *columns.plain_columns("id", "guild", "host", "created_at"),
    columns.column("options", write=lambda options: json.dumps(dict(options)), read=json.loads),
    *columns.plain_columns("pace", "series", "season"),
    columns.column("by_member", write=int, read=bool),
    columns.TableColumn("format", "", lambda stored: stored.competition.terms.format.key),
)
_CHANGED_COLUMNS = (
    columns.column("name"),
    columns.column("about", "text"),
    *columns.plain_columns("channel", "pause", "revision"),
    columns.TableColumn("terms", "", lambda stored: json.dumps(stored.competition.terms.as_json())),
    columns.TableColumn("ended", "", lambda stored: int(stored.competition.course.ended)),
)
_SHOWN_COLUMNS = (columns.column("shown"), columns.column("told", "posted"))
_ALL_COLUMNS = (*_FIXED_COLUMNS, *_CHANGED_COLUMNS, *_SHOWN_COLUMNS)
COMPETITION_COLUMNS = columns.sql_names(_ALL_COLUMNS)
_LOAD_COMPETITION = (
    f"SELECT COALESCE((SELECT m.message FROM messages m WHERE m.kind = '{PostKind.NEWS}'"  # noqa: S608 - constant parts
    f" AND m.subject = id AND m.key = '{NewsKind.MAIN}' AND m.part = ''), 0), {COMPETITION_COLUMNS}"
    " FROM competitions WHERE id = $1"
)
_ADD_COMPETITION = columns.insert_sql("competitions", COMPETITION_COLUMNS)
_CHANGE_COMPETITION = columns.update_sql("competitions", _CHANGED_COLUMNS, "id", "revision")


def main_post(stored: Stored) -> Post:
    """The message that shows a competition in its own channel."""
    name = PostName(PostKind.NEWS, stored.id, NewsKind.MAIN, "")
    return Post(name, stored.created_at, stored.guild, stored.channel)


class CompetitionStore(Tables):
    async def add(self, new: Stored, check: LimitCheck | None = None) -> bool:
        """Store a new competition; False if its id is taken. ``check`` may raise Denied."""

        def work(db: Work) -> None:
            if check is not None:
                check(db)
            _add_competition(db, new)

        return await self._is_stored(work)

    async def _is_stored(self, work: Callable[[Work], None]) -> bool:
        try:
            await self._db.run(work)
        except KeyViolation:
            return False
        return True

    async def load(self, competition_id: str) -> Stored | None:
        return await self._db.run_reading(lambda db: load_competition(db, competition_id))

    async def commit(
        self,
        before: Stored,
        after: Stored,
        *,
        matches: Mapping[int, Match],
        done: Mapping[int, Todo],
        following: Stored | None = None,
        check: LimitCheck | None = None,
    ) -> bool:
        """Store a change; False if another one came first, in this process or another.

        ``matches`` are those of new pairings. ``done`` has the tasks of pairings that are done.
        ``following`` is the next season, which this change makes.
        """

        def work(db: Work) -> None:
            # Matches first: the change that ends a match locks the two in that order, too.
            for match in matches.values():
                add_match(db, match)
            _write_change(db, before, after)
            _write_players(db, before, after)
            if check is not None:
                check(db)
            for pairing, match in matches.items():
                db.execute(_ADD_MATCH, after.id, pairing, match.id, Todo.NOTHING)
            if after.name != before.name:  # posted messages have the old name
                post_again(db, "id = $1", after.id)
            _note_withdrawals(db, before, after)
            _drop_left_keys(db, before, following or after)
            for pairing, todo in done.items():
                db.execute(_SET_TODO, after.id, pairing, todo, Todo.NOTHING)
            _put_duties(db, after)
            if following is not None:
                _add_competition(db, following)

        return await self._is_stored(work)

    async def ids_of_guild(self, guild: int, *, ended: bool, most: int) -> list[str]:
        """The ids of the latest competitions of a server: those that have ended, or the others."""
        return await self._db.column(
            "SELECT id FROM competitions WHERE guild = $1 AND ended = $2"
            " ORDER BY created_at DESC, id LIMIT $3",
            *(guild, int(ended), most),
        )

    async def ids_of_ended(self, guild: int, most: int) -> list[str]:
        """The ids of the latest competitions of a server that have ended. A series has two at most,
        so that one that comes back every day displaces no other.
        """
        return await self._db.column(
            "SELECT id FROM (SELECT id, created_at, ROW_NUMBER() OVER (PARTITION BY series"
            " ORDER BY season DESC) AS number FROM competitions WHERE guild = $1 AND ended = 1)"
            " latest WHERE number <= 2 ORDER BY created_at DESC, id LIMIT $2",
            *(guild, most),
        )

    async def ids_of_player(self, player: int) -> list[str]:
        """The ids of the running competitions in which a player takes part."""
        sql = f"SELECT c.id{FROM_RUNNING_OF_PLAYER} ORDER BY c.created_at, c.id"
        return await self._db.column(sql, player)

    async def note_name(self, guild: int, player: Player) -> None:
        """Show a player in all competitions of a server by the name that they have there now."""
        wanted = player.id, guild, player.name
        if await self._db.read(f"{_WITH_ANOTHER_NAME} LIMIT 1", *wanted):
            await self._db.run(lambda db: _rename(db, *wanted))

    async def medals_of(self, player: int, game: str, guild: int = 0) -> Counter[int]:
        """The number of a player's medals of each place in a game; with a ``guild`` only there."""
        rows = await self._db.read(
            "SELECT p.medal, c.terms FROM competition_players p"
            " JOIN competitions c ON c.id = p.competition"
            " WHERE p.player = $1 AND p.medal > 0 AND ($2 = 0 OR c.guild = $2)",
            *(player, guild),
        )
        return Counter(int(place) for place, terms in rows if json.loads(terms)["game"] == game)

    async def id_of_latest(self, series: str) -> str:
        """The id of the latest competition of a series; empty without one."""
        sql = "SELECT id FROM competitions WHERE series = $1 ORDER BY season DESC LIMIT 1"
        return next(iter(await self._db.column(sql, series)), "")

    async def load_season(self, series: str, season: int) -> Stored | None:
        return await self._db.run_reading(lambda db: load_season(db, series, season))


def _rename(db: Work, player: int, guild: int, name: str) -> None:
    for number, (competition_id,) in enumerate(db.fetch(_WITH_ANOTHER_NAME, player, guild, name)):
        for statement in _RENAME_STATEMENTS:
            db.execute(statement, name, player, competition_id)
        db.execute(COUNT_REVISION, competition_id)
        if number < _RENAMED_AT_ONCE:
            post_again(db, "id = $1", competition_id)


def load_season(db: Work, series: str, season: int) -> Stored | None:
    """A season of a series, within a transaction."""
    rows = db.fetch("SELECT id FROM competitions WHERE series = $1 AND season = $2", series, season)
    return load_competition(db, str(rows[0][0])) if rows else None


def load_competition(db: Work, competition_id: str) -> Stored | None:
    """A competition with its whole record, within a transaction."""
    if not (rows := db.fetch(_LOAD_COMPETITION, competition_id)):
        return None
    message, *row = rows[0]  # in the order of ``_LOAD_COMPETITION``
    terms = json.loads(row[[column.name for column in _ALL_COLUMNS].index("terms")])
    record = "SELECT event FROM competition_events WHERE competition = $1 ORDER BY number"
    events = db.fetch(record, competition_id)
    players = db.fetch(
        "SELECT player, name, acted FROM competition_players WHERE competition = $1", competition_id
    )
    pairings = "SELECT pairing, match, todo FROM competition_matches WHERE competition = $1"
    matches = db.fetch(f"{pairings} ORDER BY pairing", competition_id)
    competition = read_competition(terms, (json.loads(event) for (event,) in events))
    actors = frozenset(int(player) for player, _, acted in players if acted)
    return Stored(
        **columns.to_dict(_ALL_COLUMNS, row),
        message=message,
        competition=replace(competition, actors=actors),
        names={int(player): str(name) for player, name, _ in players if name},
        matches={int(pairing): str(match) for pairing, match, _ in matches},
        todo={int(pairing): Todo(todo) for pairing, _, todo in matches if todo},
    )


def _add_competition(db: Work, new: Stored) -> None:
    db.execute(_ADD_COMPETITION, *columns.row_of(_ALL_COLUMNS, new))
    if new.season == 1 and not new.is_wide:  # the answer to a command will be its message
        post_store.note_post(db, main_post(new))
    _add_events(db, new, 0)
    _write_players(db, None, new)
    for pairing, match_id in new.matches.items():
        db.execute(_MOVE_MATCH, new.id, pairing, match_id)
    _put_duties(db, new)
    put_duties(db, new.id, {CompetitionDuty.OPENED: 0}, new.guild)


def end_for_its_place(db: Work, stored: Stored, now: int) -> None:
    """End a competition before its beginning, as its place is needed. May raise KeyViolation."""
    competition = cancel(stored.competition, now, by=Actor(role="place"))
    after = replace(stored, competition=competition, revision=stored.revision + 1)
    _write_change(db, stored, after)
    _drop_left_keys(db, stored, after)
    _put_duties(db, after)


def _write_change(db: Work, before: Stored, after: Stored) -> None:
    """Write a change with its events. Raises KeyViolation if another one came first."""
    changed = columns.row_of(_CHANGED_COLUMNS, after)
    if not db.change(_CHANGE_COMPETITION, *changed, before.id, before.revision):
        raise KeyViolation
    _add_events(db, after, before.competition.revision)


def _put_duties(db: Work, stored: Stored) -> None:
    """Write when the next step falls due, and let the matches of an ended competition go on."""
    due: dict[str, int | None] = {CompetitionDuty.STEP: due_at(stored.competition)}
    put_duties(db, stored.id, {**due, CompetitionDuty.NEWS: 0}, stored.guild)
    db.execute(STEP_AT_ONCE, stored.id)
    if stored.competition.course.ended:
        db.execute(_RELEASE_MATCHES, stored.id)


def _add_events(db: Work, after: Stored, first: int) -> None:
    for number, event in enumerate(after.competition.events[first:], first):
        db.execute(_ADD_EVENT, after.id, number, json.dumps(event.as_json()))


def _write_players(db: Work, before: Stored | None, after: Stored) -> None:
    rows_before = {} if before is None else _player_rows(before)
    for player, entry in _player_rows(after).items():
        if rows_before.get(player) != entry:
            db.execute(_SET_PLAYER, after.id, player, *entry)
    if before is not None:
        for person in after.competition.actors - before.competition.actors:
            add_actor(db, after.id, person)


def _player_rows(stored: Stored) -> dict[int, tuple[str, int, int]]:
    """The name of each player, whether they are present, and the place of their medal or 0."""
    course, medal_of = stored.competition.course, medals(stored.competition)
    gone = course.left.keys() - course.waiting.keys()
    return {
        player: (stored.names.get(player, ""), int(player not in gone), medal_of.get(player, 0))
        for player in (*course.entries, *course.waiting)
    }


def _note_withdrawals(db: Work, before: Stored, after: Stored) -> None:
    """Note the running matches of players who have just left the competition."""
    gone = after.competition.course.left.keys() - before.competition.course.left.keys()
    pairings = after.competition.course.pairings
    for number in before.matches:
        if not gone.isdisjoint(pairings[number].players):
            db.execute(_SET_TODO, after.id, number, Todo.NOTHING, Todo.END_MATCH)


def add_actor(db: Work, competition_id: str, person: int) -> None:
    """Note that a user has used a power in a competition, within a transaction."""
    db.execute(_SET_ACTOR, competition_id, person, "", 0, 0, 1)


def _drop_left_keys(db: Work, before: Stored, latest: Stored) -> None:
    """Delete the keys of people who have deleted their data, in seasons that matter no more."""
    former_course, course = before.competition.course, latest.competition.course
    if latest.id != before.id or course.ended or (course.began and not former_course.began):
        for acted in (False, True):
            first = first_season_that_matters(latest, acted=acted)
            db.execute(_DROP_LEFT_KEYS, latest.series, first, int(acted))


def first_season_that_matters(latest: Stored, *, acted: bool) -> int:
    """The number of the first season of a series whose people are still known after a deletion. It
    is this season, or until its start the last one. It is an earlier one for people who have
    ``acted``, and in a league for seasons that bar somebody.
    """
    course, ban_seasons = latest.course, max(1, latest.format.ban_seasons)
    if course.ended:
        return latest.season + 1
    if course.began is None:
        return latest.season - ban_seasons
    return latest.season - (1 if acted else ban_seasons - 1)


class CompetitionMatches(Tables):
    async def is_released(self, match_id: str) -> bool:
        """Whether the competition of a match has ended, so that the match goes on by itself."""
        return bool(await self._db.read(_IS_OF_ENDED, match_id))

    async def count_running(self) -> int:
        return await self._db.number(_RUNNING_MATCHES)

    @transaction
    def give_up(self, db: Work, match_id: str) -> None:
        """Never look at a damaged match again; its pairing gets a result without it."""
        put_duties(db, match_id, {MatchDuty.CLAIM: None})
        note_match_over(db, match_id)


def note_match_over(db: Work, match_id: str) -> None:
    """Record, in the transaction that ends a match, that a step of its competition is due."""
    for (competition_id,) in db.fetch(_NOTE_OVER, Todo.RECORD_RESULT, match_id):
        db.execute(STEP_AT_ONCE, competition_id)


class CompetitionEvents(MatchEvents):
    async def is_only_in_chats(self, database: Database, match: Match) -> bool:
        """Whether a match belongs to a league of all servers that goes on."""
        if not match.terms.competition or match.terms.released:
            return False
        return bool(await database.read(_IS_OF_ALL_SERVERS, match.terms.competition))

    def match_ended(self, db: Work, match: Match, game: Game) -> None:  # noqa: ARG002 - needs less
        if match.terms.competition:
            note_match_over(db, match.id)

    def outage_ended(self, db: Work) -> None:
        """Let the steps of all competitions fall due."""
        db.execute(_LOOK_AT_STEPS)

    def application_changed(self, db: Work, now: int) -> None:
        post_main_anew(db, now)
