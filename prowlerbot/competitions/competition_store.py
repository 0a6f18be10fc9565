"""The SQL of competitions: their records, players, matches, messages, and servers of leagues.

Each message is a post of the outbox. The part of a post says where it is. It is empty in the
channel of the competition. Else it is the id of a server or, in a chat, of a player.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from prowlerbot.competitions.competition_changes import cancel
from prowlerbot.competitions.competition_record import DRAW_AGAIN, Stored, Todo
from prowlerbot.competitions.competition_steps import CompetitionDuty, due_at
from prowlerbot.competitions.course import Actor
from prowlerbot.competitions.formats import read_competition
from prowlerbot.competitions.news import NewsKind
from prowlerbot.competitions.standings import medals
from prowlerbot.core.posts import POST_DUTY, Post, PostKind, PostName
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.match import Match, Player
from prowlerbot.storage import columns, post_store
from prowlerbot.storage.duty_store import due_sql, put_duties
from prowlerbot.storage.engines.database import Tables, Violation, Work, transaction
from prowlerbot.storage.match_store import add_match
from prowlerbot.storage.post_store import IS_GONE, IS_NOTED

Posts = dict[tuple[str, str], Post]
"""The posts of a competition by their keys and parts."""
_POST_AGAIN = f"UPDATE competitions SET shown = -1, told = {DRAW_AGAIN} WHERE "  # noqa: S608 - constant parts
_SHOWN_COLUMNS = (columns.column("shown"), columns.column("told", "posted"))
EVENT_COLUMNS = "competition, number, event"
ENTRY_COLUMNS = "competition, player, name, present, medal"
"""The rows of ``competition_players`` are those who have entered, and the actors."""
PAIRING_COLUMNS = "competition, pairing, match, todo"
OF_PRESENT = (
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
_NAMED_OTHERWISE = (
    "SELECT c.id FROM competition_players p JOIN competitions c ON c.id = p.competition"
    " WHERE p.player = $1 AND c.guild = $2 AND p.name NOT IN ('', $3)"
    " ORDER BY c.ended, c.created_at DESC, c.id"
)
_RENAME = (
    "UPDATE competition_players SET name = $1 WHERE player = $2 AND competition = $3",
    "UPDATE seats SET name = $1 WHERE player = $2 AND match IN"  # noqa: ISC004 - one of two
    " (SELECT match FROM competition_matches WHERE competition = $3)",
)
_RENAMED_AT_ONCE = 8
"""The competitions whose messages are drawn again at once for another name of a player."""
_RELEASE = (
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
LimitCheck = Callable[[Work], None]
"""A check within the transaction, which may also make room; it may raise Denied."""


class CompetitionPosts(Tables):
    async def posts_of(self, competition_id: str) -> Posts:
        rows = await self._db.read(
            f"SELECT {post_store.MESSAGE_NAMES} FROM messages WHERE kind = $1 AND subject = $2"  # noqa: S608 - constant columns
            " ORDER BY begun_at, key, part",
            *(PostKind.NEWS, competition_id),
        )
        return {(post.name.key, post.name.part): post for post in map(post_store.read_post, rows)}

    @transaction
    def begin(self, db: Work, post: Post, revision: int) -> bool:
        """Record a post before its request to Discord; True for one caller only.

        False if the competition has changed since this revision: the caller reads it again, so a
        player whose data is deleted gets no message.
        """
        subject = post.name.subject
        unchanged = "UPDATE competitions SET revision = $2 WHERE id = $1 AND revision = $2"
        is_new = bool(db.change(unchanged, subject, revision)) and post_store.note_post(db, post)
        db.execute(
            "UPDATE duties SET home = (SELECT guild FROM competitions WHERE id = $1)"
            " WHERE subject = $1 AND what = $2",
            *(subject, POST_DUTY),
        )
        return is_new

    @transaction
    def record_shown(
        self, db: Work, competition_id: str, revision: int, post: Post | None = None
    ) -> None:
        """Record that the main messages show this revision, one of them as this post."""
        if post is not None:
            post_store.note_message(db, post)
        db.execute(
            "UPDATE competitions SET shown = $2 WHERE id = $1 AND shown < $2",
            *(competition_id, revision),
        )

    async def record_posted(self, competition_id: str, revision: int) -> None:
        """Record that all news about a competition are posted, if this is still its revision."""
        await self._db.write(
            "UPDATE competitions SET told = $2 WHERE id = $1 AND revision = $2",
            *(competition_id, revision),
        )

    async def record_refusal(
        self, competition_id: str, key: str, part: str, *, for_good: bool
    ) -> None:
        """Record that Discord has refused a message; unless ``for_good``, it begins again."""
        change = f"UPDATE messages SET {IS_GONE}" if for_good else "DELETE FROM messages"  # noqa: S608 - constant parts
        await self._db.write(
            f"{change} WHERE kind = $1 AND subject = $2 AND key = $3 AND part = $4 AND {IS_NOTED}",
            *(PostKind.NEWS, competition_id, key, part),
        )

    async def begin_anew(self, post: Post) -> None:
        """Note that a message that stood is sent once more, from the time of the post on."""
        await self._db.write(
            f"UPDATE messages SET {IS_NOTED}, message = 0, begun_at = $5"  # noqa: S608 - likewise
            " WHERE kind = $1 AND subject = $2 AND key = $3 AND part = $4",
            *(*post.name, post.begun_at),
        )

    async def forget_message(self, competition_id: str, key: str) -> None:
        """Forget a message, so that it can be sent again."""
        await self._db.run(
            lambda db: post_store.forget_post(db, PostKind.NEWS, competition_id, key)
        )

    @transaction
    def move_to_channel(self, db: Work, competition_id: str, part: str, channel: int) -> None:
        """Move the main message of a part that is in a server to a channel, with messages that are
        only noted. The bot searches that channel for them, and sends the missing ones. News that
        stand in another channel are not repeated.
        """
        which = "kind = $1 AND subject = $2 AND part = $3 AND key <> 'event'"
        main = f"key = '{NewsKind.MAIN}'"
        values = (PostKind.NEWS, competition_id, part, channel)
        db.execute(
            f"UPDATE messages SET {IS_GONE} WHERE {which} AND NOT {main}"  # noqa: S608 - constant parts
            f" AND NOT {IS_NOTED} AND channel <> $4",
            *values,
        )
        db.execute(
            f"UPDATE messages SET channel = $4, message = 0, {IS_NOTED},"  # noqa: S608 - likewise
            f" begun_at = begun_at - 60 WHERE {which} AND ({main} OR {IS_NOTED})",
            *values,
        )
        post_again(db, "id = $1", competition_id)

    @transaction
    def forget_all(self, db: Work) -> None:
        """Forget all messages of running competitions: the chat of the preview starts empty."""
        db.execute("DELETE FROM messages WHERE kind = $1", PostKind.NEWS)
        db.execute(f"{_POST_AGAIN}ended = 0")
        db.execute(
            due_sql(CompetitionDuty.NEWS, "id", "competitions WHERE ended = 0", home="guild")
        )


class CompetitionServers(Tables):
    async def channels_of(self, series: str) -> dict[int, int]:
        """The channel of each server that takes part in a league."""
        rows = await self._db.read(
            "SELECT guild, channel FROM competition_servers WHERE series = $1 ORDER BY guild",
            series,
        )
        return {int(guild): int(channel) for guild, channel in rows}

    async def add_server(self, series: str, guild: int, channel: int) -> None:
        """Let a server take part, or change the channel of its messages."""
        await self._db.write(
            "INSERT INTO competition_servers (series, guild, channel) VALUES ($1, $2, $3)"
            " ON CONFLICT (series, guild) DO UPDATE SET channel = excluded.channel",
            *(series, guild, channel),
        )

    async def remove_server(self, series: str, guild: int) -> None:
        await self._db.write(
            "DELETE FROM competition_servers WHERE series = $1 AND guild = $2", series, guild
        )

    async def forget_server(self, guild: int, channel: int = 0) -> None:
        """Forget a server that the bot has left, or a deleted channel."""
        await self._db.write(
            "DELETE FROM competition_servers WHERE guild = $1 AND ($2 = 0 OR channel = $2)",
            *(guild, channel),
        )

    async def leagues_of(self, guild: int, *, ended: bool, most: int) -> list[str]:
        """The latest seasons of the leagues in which a server takes part."""
        return await self._db.column(
            "SELECT c.id FROM competition_servers s JOIN competitions c ON c.series = s.series"
            " WHERE s.guild = $1 AND c.ended = $2 ORDER BY c.created_at DESC, c.id LIMIT $3",
            *(guild, int(ended), most),
        )

    async def open_leagues(self, typed: str, most: int) -> list[str]:
        """The running leagues of all servers whose names or ids contain the typed text.

        Leagues with more servers come first, so nobody can fill the list with leagues of their own.
        If something is typed, leagues without a name come last: only their titles can fit.
        """
        part = re.sub(r"([!%_])", r"!\1", typed.strip().lower())
        return await self._db.column(
            "SELECT c.id FROM competitions c WHERE c.guild = 0 AND c.ended = 0 AND (c.name = ''"
            " OR lower(c.name) LIKE $1 ESCAPE '!' OR c.id LIKE $1 ESCAPE '!')"
            " ORDER BY CASE WHEN c.name = '' AND $1 <> '%%' AND c.id NOT LIKE $1 ESCAPE '!'"
            " THEN 1 ELSE 0 END,"
            " (SELECT count(*) FROM competition_servers s WHERE s.series = c.series) DESC,"
            " c.created_at, c.id LIMIT $2",
            *(f"%{part}%", most),
        )


def post_again(db: Work, which: str, *values: object) -> None:
    """Have the messages of some competitions drawn again, and missing ones sent."""
    db.execute(f"{_POST_AGAIN}{which}", *values)
    of = f"competitions WHERE {which}"
    db.execute(due_sql(CompetitionDuty.NEWS, "id", of, home="guild"), *values)


def post_main_anew(db: Work, now: int) -> None:
    """Have the main messages of all running competitions drawn again, one a second."""
    running = "competitions WHERE ended = 0"
    db.execute("UPDATE competitions SET shown = -1 WHERE ended = 0")
    at = "$1 + ROW_NUMBER() OVER (ORDER BY id)"
    db.execute(due_sql(CompetitionDuty.NEWS, "id", running, home="guild", at=at), now)


_FIXED_COLUMNS = (
    columns.column("id"),
    columns.column("guild"),
    columns.column("host"),
    columns.column("created_at"),
    columns.column("options", write=lambda options: json.dumps(dict(options)), read=json.loads),
    columns.column("pace"),
    columns.column("series"),
    columns.column("season"),
    columns.column("by_member", write=int, read=bool),
    columns.TableColumn("format", "", lambda stored: stored.competition.terms.format.key),
)
_CHANGED_COLUMNS = (
    columns.column("name"),
    columns.column("about", "text"),
    columns.column("channel"),
    columns.column("pause"),
    columns.column("revision"),
    columns.TableColumn("terms", "", lambda stored: json.dumps(stored.competition.terms.as_json())),
    columns.TableColumn("ended", "", lambda stored: int(stored.competition.course.ended)),
)
_ALL_COLUMNS = (*_FIXED_COLUMNS, *_CHANGED_COLUMNS, *_SHOWN_COLUMNS)
COMPETITION_COLUMNS = columns.sql_names(_ALL_COLUMNS)
_LOAD = (
    f"SELECT COALESCE((SELECT m.message FROM messages m WHERE m.kind = '{PostKind.NEWS}'"  # noqa: S608 - constant parts
    f" AND m.subject = id AND m.key = '{NewsKind.MAIN}' AND m.part = ''), 0), {COMPETITION_COLUMNS}"
    " FROM competitions WHERE id = $1"
)

_ADD = columns.insert_sql("competitions", COMPETITION_COLUMNS)
_CHANGE = columns.update_sql("competitions", _CHANGED_COLUMNS, "id", "revision")


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
        except Violation:
            return False
        return True

    async def load(self, competition_id: str) -> Stored | None:
        return await self._db.run_reading(lambda db: load_competition(db, competition_id))

    async def commit(
        self,
        before: Stored,
        after: Stored,
        *,
        matches: Mapping[int, Match] | None = None,
        done: Mapping[int, Todo] | None = None,
        following: Stored | None = None,
        check: LimitCheck | None = None,
    ) -> bool:
        """Store a change; False if another one came first, in this process or another.

        ``matches`` are those of new pairings; ``done`` is what has been done for pairings;
        ``following`` is the next season, which this change makes.
        """

        def work(db: Work) -> None:
            # Matches first: the change that ends a match locks the two in that order, too.
            for match in (matches or {}).values():
                add_match(db, match)
            _write_change(db, before, after)
            _write_players(db, before, after)
            if check is not None:
                check(db)
            for pairing, match in (matches or {}).items():
                db.execute(_ADD_MATCH, after.id, pairing, match.id, Todo.NOTHING)
            if after.name != before.name:  # posted messages have the old name
                post_again(db, "id = $1", after.id)
            _note_withdrawals(db, before, after)
            _drop_left_keys(db, before, following or after)
            for pairing, todo in (done or {}).items():
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
        return await self._db.column(f"SELECT c.id{OF_PRESENT} ORDER BY c.created_at, c.id", player)

    async def note_name(self, guild: int, player: Player) -> None:
        """Show a player in all competitions of a server by the name that they have there now."""
        wanted = player.id, guild, player.name
        if await self._db.read(f"{_NAMED_OTHERWISE} LIMIT 1", *wanted):
            await self._db.run(lambda db: _rename(db, *wanted))

    async def medals_of(self, player: int, game: str, guild: int = 0) -> Counter[int]:
        """How often a player has won each medal in a game; with a ``guild`` only there."""
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
    for at, (competition_id,) in enumerate(db.fetch(_NAMED_OTHERWISE, player, guild, name)):
        for change in _RENAME:
            db.execute(change, name, player, competition_id)
        db.execute(COUNT_REVISION, competition_id)
        if at < _RENAMED_AT_ONCE:
            post_again(db, "id = $1", competition_id)


def load_season(db: Work, series: str, season: int) -> Stored | None:
    """A season of a series, within a transaction."""
    rows = db.fetch("SELECT id FROM competitions WHERE series = $1 AND season = $2", series, season)
    return load_competition(db, str(rows[0][0])) if rows else None


def load_competition(db: Work, competition_id: str) -> Stored | None:
    """A competition with its whole record, within a transaction."""
    if not (rows := db.fetch(_LOAD, competition_id)):
        return None
    message, *row = rows[0]  # in the order of ``_LOAD``
    terms = json.loads(row[[each.name for each in _ALL_COLUMNS].index("terms")])
    events = db.fetch(
        "SELECT event FROM competition_events WHERE competition = $1 ORDER BY number",
        competition_id,
    )
    players = db.fetch(
        "SELECT player, name, acted FROM competition_players WHERE competition = $1", competition_id
    )
    matches = db.fetch(
        "SELECT pairing, match, todo FROM competition_matches WHERE competition = $1"
        " ORDER BY pairing",
        competition_id,
    )
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
    db.execute(_ADD, *columns.row_of(_ALL_COLUMNS, new))
    if new.season == 1 and not new.is_wide:  # the answer to a command will be its message
        post_store.note_post(db, main_post(new))
    _add_events(db, new, 0)
    _write_players(db, None, new)
    for pairing, match_id in new.matches.items():
        db.execute(_MOVE_MATCH, new.id, pairing, match_id)
    _put_duties(db, new)
    put_duties(db, new.id, {CompetitionDuty.OPENED: 0}, new.guild)


def end_for_its_place(db: Work, stored: Stored, now: int) -> None:
    """End a competition before its beginning, as its place is needed. May raise Violation."""
    competition = cancel(stored.competition, now, by=Actor(role="place"))
    after = replace(stored, competition=competition, revision=stored.revision + 1)
    _write_change(db, stored, after)
    _drop_left_keys(db, stored, after)
    _put_duties(db, after)


def _write_change(db: Work, before: Stored, after: Stored) -> None:
    """Write a change with its events. Raises Violation if another one came first."""
    changed = columns.row_of(_CHANGED_COLUMNS, after)
    if not db.change(_CHANGE, *changed, before.id, before.revision):
        raise Violation
    _add_events(db, after, before.competition.revision)


def _put_duties(db: Work, stored: Stored) -> None:
    """Write when the next step falls due, and let the matches of an ended competition go on."""
    due: dict[str, int | None] = {CompetitionDuty.STEP: due_at(stored.competition)}
    put_duties(db, stored.id, {**due, CompetitionDuty.NEWS: 0}, stored.guild)
    db.execute(STEP_AT_ONCE, stored.id)
    if stored.competition.course.ended:
        db.execute(_RELEASE, stored.id)


def _add_events(db: Work, after: Stored, first: int) -> None:
    for number, event in enumerate(after.competition.events[first:], first):
        db.execute(_ADD_EVENT, after.id, number, json.dumps(event.as_json()))


def _write_players(db: Work, before: Stored | None, after: Stored) -> None:
    known = {} if before is None else _player_rows(before)
    for player, entry in _player_rows(after).items():
        if known.get(player) != entry:
            db.execute(_SET_PLAYER, after.id, player, *entry)
    if before is not None:
        for person in after.competition.actors - before.competition.actors:
            add_actor(db, after.id, person)


def _player_rows(stored: Stored) -> dict[int, tuple[str, int, int]]:
    """The name of each player, whether they are present, and the place of their medal or 0."""
    course, won = stored.competition.course, medals(stored.competition)
    away = course.left.keys() - course.waiting.keys()
    return {
        player: (stored.names.get(player, ""), int(player not in away), won.get(player, 0))
        for player in (*course.entries, *course.waiting)
    }


def _note_withdrawals(db: Work, before: Stored, after: Stored) -> None:
    """Note the running matches of players who have just left the competition."""
    gone = after.competition.course.left.keys() - before.competition.course.left.keys()
    pairings = after.competition.course.pairings
    for number in before.matches:
        if not gone.isdisjoint(pairings[number].players):
            db.execute(_SET_TODO, after.id, number, Todo.NOTHING, Todo.LEFT)


def add_actor(db: Work, competition_id: str, person: int) -> None:
    """Note that a user has used a power in a competition, within a transaction."""
    db.execute(_SET_ACTOR, competition_id, person, "", 0, 0, 1)


def _drop_left_keys(db: Work, before: Stored, latest: Stored) -> None:
    """Delete the keys of people who have deleted their data, in seasons that matter no more."""
    was, course = before.competition.course, latest.competition.course
    if latest.id != before.id or course.ended or (course.began and not was.began):
        for acted in (False, True):
            first = first_season_that_matters(latest, acted=acted)
            db.execute(_DROP_LEFT_KEYS, latest.series, first, int(acted))


def first_season_that_matters(latest: Stored, *, acted: bool) -> int:
    """The number of the first season of a series whose people are still known after a deletion. It
    is this season, or until its start the last one. It is an earlier one for people who have
    ``acted``, and in a league for seasons that bar somebody.
    """
    course, out = latest.course, max(1, latest.format.seasons_out)
    if course.ended:
        return latest.season + 1
    if course.began is None:
        return latest.season - out
    return latest.season - (1 if acted else out - 1)
