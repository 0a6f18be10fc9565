"""The SQL of boards: the one message of each match that the bot keeps up to date.

A board is the place of a match, with the revision on show there. Memory notes the revision that a
message shows; it is written later, many at a time. So no press waits for it. After a crash the bot
at worst draws a board once more. ``showings.py`` has all messages that show a match.

Boards belong to the bot's application of Discord, which cannot edit the messages of another. The
host may have used a wrong token, so nothing is posted anew before the host takes the present one.
"""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from prowlerbot.core.posts import Post, PostState
from prowlerbot.match import scene
from prowlerbot.match.call_rules import DueCall, MatchDuty
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Access, Board, ContentKind, PostPlace, Showing
from prowlerbot.match.timeline import Place
from prowlerbot.storage import columns, duty_store
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.post_store import PostStore, note_calls, note_post, outdate_calls
from prowlerbot.storage.showings import leave_other_places, note_showing

BOARD_COLUMNS = (
    *columns.plain_columns("match", "guild", "channel", "message", "shown"),
    columns.column("reach", "access", read=Access),
    columns.column("lost_at"),
)
BOARD_SQL = columns.sql_names(BOARD_COLUMNS, "b.")
"""The columns of a board ``b``."""
_PUT_BOARD = columns.insert_or_update_sql("boards", BOARD_COLUMNS, "match")
_FORGET_POSTED = "DELETE FROM messages WHERE kind = 'board' AND subject = $1 AND key IN ('0', $2)"
"""Forget the notes of a board, as it is now in this channel or thread."""
_CHANNEL_OUTSIDE = (
    "SELECT COALESCE((SELECT c.channel FROM competition_matches l"
    " JOIN competitions c ON c.id = l.competition WHERE l.match = $1 AND c.guild = $2),"
    " (SELECT MAX(s.audience) FROM showings s WHERE s.match = $1 AND s.player = 0"
    " AND s.channel = $3 AND s.audience <> 0), $3)"
)
_HAS_MESSAGE = "channel = $1 AND message IN (SELECT CAST(value AS BIGINT) FROM json_each($2))"
WANT_LATEST = "UPDATE boards SET wanted = (SELECT revision FROM matches WHERE id = boards.match)"
_IS_GONE = f"b.shown < b.wanted AND b.message = 0 AND b.guild <> 0 AND b.reach = '{Access.MEMBER}'"
"""A condition for outdated boards ``b`` whose message is gone, so that another one is due."""
IS_BEHIND = f"b.shown < b.wanted AND b.message <> 0 AND b.reach = '{Access.MEMBER}'"
"""A condition for the boards ``b`` that are outdated and that the bot can edit; an index has it."""
_CALLS_TO_SHOWN_ENDS = (
    "IN (SELECT match FROM boards WHERE channel = $1 AND match <> $2 AND message <> 0"
    " AND shown >= wanted) AND channel = $1 AND message > $3 AND key LIKE '-%'"
)
"""A condition for the calls to the end of matches whose boards in the channel tell it, too."""
_PASSED_SQL = (
    "SELECT DISTINCT l.match FROM competition_matches n JOIN competition_matches l"
    " ON l.competition = n.competition AND l.pairing < n.pairing"
    " JOIN boards p ON p.match = n.match AND p.message <> 0"
    " JOIN boards b ON b.match = l.match AND b.message <> 0 AND b.channel = p.channel"
    " JOIN matches later ON later.id = n.match JOIN matches m ON m.id = l.match"
    " WHERE m.phase = 'over' AND m.changed_at <= later.created_at AND EXISTS (SELECT 1 FROM seats o"
    " JOIN seats s ON s.player = o.player WHERE o.match = l.match AND s.match = n.match"
    " AND o.player <> 0)"
)
"""The finished matches ``l`` of competitions with a later one ``n`` of a player in the channel."""
_FORTNIGHT_IN_IDS = 14 * 24 * 60 * 60 * 1000 << 22
"""In ids of messages; a call that is older stays, as Discord deletes it slowly."""


def redraw_behind(db: Work, where: str, *values: object) -> None:
    """Have the outdated boards ``b`` that meet a condition redrawn."""
    boards = f"boards b WHERE {IS_BEHIND} AND {where}"
    db.execute(duty_store.due_sql(MatchDuty.BOARD, "b.match", boards), *values)


def read_board(row: Sequence[Any]) -> Board | None:
    """The board in these columns; None if they are empty, as for a match without a board."""
    return Board(**columns.to_dict(BOARD_COLUMNS, row)) if row[0] else None


def put_chat_place(db: Work, board: Board) -> None:
    """Note a chat as the place of a match without a message, in the transaction that adds it."""
    db.execute(_PUT_BOARD, *columns.row_of(BOARD_COLUMNS, board))
    db.execute(f"{WANT_LATEST} WHERE match = $1", board.match)


def put_board(
    db: Work, board: Board, audience: int | None, forgotten: int, calls: Collection[DueCall]
) -> Callable[[], list[Post]]:
    """Remember the new place of a match, within a transaction.

    Without an ``audience`` it is that of the channel. ``forgotten`` is the number of players who
    had deleted their data at the drawing. The ``calls`` are noted with it; the returned function
    gives those that were not noted before. Calls to the end of other matches leave the channel.
    """
    if audience is None:
        audience = board.channel if board.access is Access.MEMBER else 0
    place = Place(board.guild, board.channel, audience)
    db.execute(duty_store.LOCK_MATCH, board.match)
    db.execute(_PUT_BOARD, *columns.row_of(BOARD_COLUMNS, board))
    db.execute(f"{WANT_LATEST} WHERE match = $1", board.match)
    redraw_behind(db, "b.match = $1", board.match)
    leave_other_places(db, board.match, place)
    note_showing(db, Showing(place, board.message, ContentKind.BOARD, board.match), forgotten)
    db.execute(_FORGET_POSTED, board.match, str(board.channel))
    oldest = max(board.message - _FORTNIGHT_IN_IDS, 0)
    outdate_calls(db, _CALLS_TO_SHOWN_ENDS, board.channel, board.match, oldest)
    return note_calls(db, board.match, calls)


@dataclass(eq=False)
class BoardStore(Tables):
    _outbox: PostStore

    def __post_init__(self) -> None:
        self._unwritten_revisions: dict[tuple[str, int], int] = {}
        """By match and message, the revisions on show that are not written yet."""

    async def outdated_matches(self, guild: int | None = None) -> list[str]:
        """The matches, of one server or all, with an outdated message that the bot can edit."""
        await self.write_shown()
        return await self._db.column(
            f"SELECT m.id FROM boards b CROSS JOIN matches m WHERE m.id = b.match AND {IS_BEHIND}"  # noqa: S608 - constant parts
            f" AND {duty_store.NOT_ASIDE} AND b.guild = COALESCE($1, b.guild)"
            " ORDER BY m.changed_at",
            guild,
        )

    async def is_behind(self, match_id: str) -> bool:
        """Whether the message of a match is outdated, or gone while another one is due."""
        rows = await self._db.read(
            f"SELECT b.wanted, {BOARD_SQL} FROM boards b"  # noqa: S608 - constant parts
            f" WHERE b.match = $1 AND ({IS_BEHIND} OR {_IS_GONE})",
            match_id,
        )
        boards = [(wanted, self.with_noted(read_board(row))) for wanted, *row in rows]
        return any(board is not None and board.shown < wanted for wanted, board in boards)

    async def count_out_of_reach(self, matches: Collection[str]) -> int:
        """The number of these matches with an outdated message that only a press can change."""
        await self.write_shown()
        return await self._db.number(
            "SELECT COUNT(*) FROM boards b WHERE b.message <> 0 AND b.shown < b.wanted"
            " AND b.reach = $1 AND b.match IN (SELECT value FROM json_each($2))",
            Access.INTERACTION,
            json.dumps(list(matches)),
        )

    async def open_channels(self, guild: int) -> list[int]:
        """The channels of a server that show open matches."""
        return await self._db.column(
            "SELECT DISTINCT b.channel FROM boards b JOIN matches m ON m.id = b.match"
            " WHERE b.guild = $1 AND b.message <> 0 AND b.reach = $2 AND m.phase <> $3"
            " ORDER BY b.channel",
            *(guild, Access.MEMBER, Phase.OVER),
        )

    async def count_running_in(self, player: int, channels: Collection[int]) -> int:
        return await self._db.number(
            "SELECT COUNT(*) FROM json_each($1) c CROSS JOIN boards b CROSS JOIN matches m"
            " WHERE b.channel = CAST(c.value AS BIGINT) AND m.id = b.match"
            " AND b.message <> 0 AND m.phase = $3 AND EXISTS"
            " (SELECT 1 FROM seats s WHERE s.match = b.match AND s.player = $2)",
            *(json.dumps(list(channels)), player, Phase.PLAYING),
        )

    async def guilds_of(self, matches: Collection[str]) -> dict[str, int]:
        """The server of each of these matches that has a board."""
        sql = "SELECT match, guild FROM boards WHERE match IN (SELECT value FROM json_each($1))"
        return dict(await self._db.read(sql, json.dumps(list(matches))))

    async def board_of(self, match_id: str) -> Board | None:
        rows = await self._db.read(f"SELECT {BOARD_SQL} FROM boards b WHERE b.match = $1", match_id)  # noqa: S608 - constant columns
        return self.with_noted(read_board(rows[0])) if rows else None

    async def put_board(
        self,
        board: Board,
        audience: int | None = None,
        forgotten: int = 0,
        calls: Collection[DueCall] = (),
    ) -> list[Post]:
        """Remember the new place of a match, as ``put_board`` does; returns the new calls."""
        noted = await self._db.run(lambda db: put_board(db, board, audience, forgotten, calls))
        return noted()

    async def is_passed(self, match_id: str) -> bool:
        """Whether a player of a finished match of a competition has another board below it."""
        return bool(await self._db.column(f"{_PASSED_SQL} AND l.match = $1", match_id))

    async def note_passed(self, new: str) -> None:
        """Redraw the boards that are above this new match, and were above no other one before."""
        await self.write_shown()

        def work(db: Work) -> None:
            for (match,) in db.fetch(f"{_PASSED_SQL} AND n.match = $1", new):
                passed_before = f"{_PASSED_SQL} AND l.match = $1 AND n.match <> $2"
                if not db.fetch(passed_before, match, new):
                    db.execute("UPDATE boards SET shown = -1 WHERE match = $1", match)
                    redraw_behind(db, "b.match = $1", match)

        await self._db.run(work)

    @transaction
    def forget_messages(self, db: Work, channel: int, messages: Collection[int]) -> list[str]:
        """Forget deleted messages of a channel; returns the matches whose boards they were."""
        forget = f"UPDATE boards SET message = 0 WHERE {_HAS_MESSAGE} RETURNING match"  # noqa: S608 - constant
        return [str(match) for (match,) in db.fetch(forget, channel, json.dumps([*messages]))]

    @transaction
    def forget_channel(self, db: Work, channel: int, now: int) -> list[Board]:
        """Forget a deleted channel or thread; returns the boards there of running matches."""
        rows = db.fetch(
            f"SELECT {BOARD_SQL} FROM boards b JOIN matches m ON m.id = b.match"  # noqa: S608 - constant columns
            " WHERE b.channel = $1 AND m.phase = $2",
            *(channel, Phase.PLAYING),
        )
        lost = "UPDATE boards SET message = 0, lost_at = $2 WHERE channel = $1 AND lost_at = 0"
        db.execute(lost, channel, now)
        return [board for board in map(read_board, rows) if board is not None]

    @transaction
    def post_again(
        self, db: Work, board: Board, now: int, *, outside: bool, lost_at: int = 0
    ) -> None:
        """Note that the bot posts a match again by itself, in the channel of its message. With
        ``outside``, for a thread, it is the channel of the competition or the thread's own.
        ``lost_at`` is the time since which nobody can see the match, if that is forgiven.
        """
        channel = board.channel
        if lost_at:
            lost = "UPDATE boards SET lost_at = $2 WHERE match = $1 AND message = 0 AND lost_at = 0"
            db.execute(lost, board.match, lost_at)
        if outside:
            ((channel,),) = db.fetch(_CHANNEL_OUTSIDE, board.match, board.guild, board.channel)
        if not board.message or channel != board.channel:
            place = PostPlace(board.guild, channel)
            note_post(db, scene.board_post(board.match, place, now, own=True))

    async def count_unseen_time(self, match: str) -> None:
        """Let the clock count the time without a board, which its player may have deleted."""
        await self._db.write("UPDATE boards SET lost_at = 0 WHERE match = $1", match)

    async def forget_guild(self, guild: int) -> None:
        """Forget the messages in a server that the bot has left, as it cannot edit them."""
        await self._db.write("UPDATE boards SET message = 0 WHERE guild = $1", guild)

    async def forget_all(self) -> None:
        """Forget all boards: for a chat that starts empty, as the preview does."""
        await self._db.write("UPDATE boards SET message = 0")

    async def mark_all_behind(self) -> None:
        """Mark the boards of all open matches for redrawing; a finished match cannot differ."""
        self._unwritten_revisions.clear()

        def work(db: Work) -> None:
            db.execute(f"UPDATE boards SET shown = -1 WHERE {_IS_OF_OPEN_MATCH}")  # noqa: S608 - constants
            redraw_behind(db, "b.shown = -1")

        await self._db.run(work)

    def note_shown(self, match_id: str, message: int, revision: int) -> None:
        """Note the revision of a message, unless the board is another or shows a newer one."""
        key = match_id, message
        self._unwritten_revisions[key] = max(revision, self._unwritten_revisions.get(key, revision))

    async def write_shown(self) -> None:
        """Write the noted revisions. Call it soon after a note, and before the database closes."""
        noted, self._unwritten_revisions = self._unwritten_revisions, {}
        if not noted:
            return

        def work(db: Work) -> None:
            for (match_id, message), revision in noted.items():
                db.execute(
                    # A database that was restored meanwhile may not have that revision.
                    "UPDATE boards SET shown = $1 WHERE match = $2 AND message = $3 AND shown < $1"
                    " AND wanted >= $1",
                    *(revision, match_id, message),
                )

        try:
            await self._outbox.write_gone(extra=work)
        except BaseException:  # a cancelled task may not have written it either
            for (match_id, message), revision in noted.items():  # for the next time
                self.note_shown(match_id, message, revision)
            raise

    def with_noted(self, board: Board | None) -> Board | None:
        """The board with the revision that is noted for it but not written yet."""
        if board is None:
            return None
        noted = self._unwritten_revisions.get((board.match, board.message), -1)
        return replace(board, shown=noted) if noted > board.shown else board


GREETING_DUTY = "greeting"  # the duty to post the message with all games anew in a server
_START_CHORE = "application"
_TWO_A_SECOND = "$1 + ROW_NUMBER() OVER (ORDER BY b.match) / 2"
"""The time at which a board is posted anew, so that there are two a second."""
_IS_OF_OPEN_MATCH = f"match IN (SELECT id FROM matches WHERE phase IN {duty_store.OPEN_PHASES})"  # noqa: S608 - a constant
_FORGET_BOARDS = (
    f"UPDATE boards SET message = 0 WHERE {_IS_OF_OPEN_MATCH}"  # noqa: S608 - constants
    f" AND (guild = 0 OR reach <> '{Access.MEMBER}')"
)
_FORGET_POSTS = (
    f"UPDATE messages SET state = '{PostState.GONE}', message = 0"  # noqa: S608 - constants
    " WHERE guild = 0 AND kind IN ('call', 'follow', 'news')"
    f" AND state IN ('{PostState.SENT}', '{PostState.OUTDATED}')"
)
"""Forget the messages in chats, which the new application cannot edit."""
_GREETED_SQL = "SELECT id, chosen FROM preferences WHERE kind = $1 AND chosen LIKE $2 ORDER BY id"


@dataclass(frozen=True, slots=True)
class Applications:
    """The application of the stored messages, and the one with which the bot started last."""

    known: int = 0
    present: int = 0

    @property
    def is_another(self) -> bool:
        return self.known != self.present


@dataclass(eq=False)
class ApplicationStore(Tables):
    _contributions: Contributions

    async def applications(self) -> Applications:
        return Applications(**await duty_store.ChoreStore(self._db).latest_outcome(_START_CHORE))

    async def note_start(self, present: int) -> Applications:
        """Note the application of a bot that starts; a database without any takes it."""
        known = (await self.applications()).known or present
        found = Applications(known, present)
        await duty_store.ChoreStore(self._db).note_outcome(_START_CHORE, asdict(found))
        return found

    @transaction
    def take_application(self, db: Work, present: int, now: int) -> None:
        """Make an application the bot's own, and post all messages anew that it cannot edit."""
        duty_store.note_chore(db, _START_CHORE, asdict(Applications(present, present)))
        db.execute(_FORGET_BOARDS)
        db.execute(_FORGET_POSTS)
        db.execute(f"UPDATE boards SET shown = -1 WHERE message <> 0 AND {_IS_OF_OPEN_MATCH}")  # noqa: S608 - constants
        behind = f"boards b WHERE {IS_BEHIND} AND b.shown = -1"
        db.execute(duty_store.due_sql(MatchDuty.BOARD, "b.match", behind, at=_TWO_A_SECOND), now)
        greeted = db.fetch(_GREETED_SQL, ServerChoices.kind, '%"greeting": [%')
        for number, (guild, chosen) in enumerate(greeted):
            if json.loads(chosen)["greeting"]:
                duty_store.put_if_sooner(db, str(guild), GREETING_DUTY, at=now + number, home=guild)
        for feature in self._contributions:
            feature.application_changed(db, now)
