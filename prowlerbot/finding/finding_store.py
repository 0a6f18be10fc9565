"""The SQL of the queue: the wishes of players, and the proposals to those put together."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import ANYWHERE
from prowlerbot.finding import avoidance_store
from prowlerbot.finding.matchmaking import APART_SECONDS, BAN_SECONDS, MAX_MISSED, Wish
from prowlerbot.match.match import Match
from prowlerbot.storage import columns, contributions
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Row, Tables, Work, transaction

_QUEUE_LOCK = "finding"
"""The lock that each change of the queue takes, and the subject of the duty to compare players."""
_OF_PROPOSAL = "WHERE proposal = $1 AND proposal <> ''"
"""The wishes of a proposal. The second condition lets SQLite use the index of such wishes."""
_FREE_WISHES = f"UPDATE wishes SET proposal = '' {_OF_PROPOSAL}"  # noqa: S608 - constant parts
_TOO_LATE = mark("This question is not open any more.")


class FindingDuty(StrEnum):
    """The duties of the queue; the values are stored, so they never change."""

    COMPARE = "look"
    """Put together all who suit each other."""
    ASK = "ask"
    """Do the work at a proposal."""


class ProposalState(StrEnum):
    MADE = "made"
    """Its players are not asked yet."""
    ASKING = "asking"
    PLAYING = "playing"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """A player's wish, with its place in the queue; times are in epoch seconds."""

    player: int
    name: str
    wish: Wish
    guild: int
    channel: int
    asked_at: int
    since: int
    until: int
    """The end of the waiting; 0 for a wish that does not wait."""
    missed: int = 0
    """The player's unanswered questions in a row, over all their wishes."""
    proposal: str = ""

    def waits(self, now: int) -> bool:
        return self.until > now


_WISH_COLUMNS = (
    *columns.plain_columns("player", "name"),
    columns.json_column("wish", Wish.read),
    *columns.plain_columns("guild", "channel", "asked_at", "since", "until"),
    *columns.plain_columns("missed", "proposal"),
)
_WISH_NAMES = columns.sql_names(_WISH_COLUMNS)
_PUT_WISH = columns.insert_or_update_sql("wishes", _WISH_COLUMNS, "player")
_WISH_OF_PLAYER = f"SELECT {_WISH_NAMES} FROM wishes WHERE player = $1"  # noqa: S608 - constant columns
_TAKE_WISH = f"DELETE FROM wishes WHERE player = $1 RETURNING {_WISH_NAMES}"  # noqa: S608 - likewise


@dataclass(frozen=True, slots=True)
class ProposalSeat:
    player: int
    number: int
    name: str
    guild: int
    channel: int
    answer: bool = False
    chat: int = 0
    """The channel of the question to the player."""
    message: int = 0
    shown: str = ""
    """The state that the message shows."""


@dataclass(frozen=True, slots=True)
class Proposal:
    id: str
    game: str
    pace: int
    rated: bool
    made_at: int
    answer_by: int
    seats: tuple[ProposalSeat, ...] = ()
    state: ProposalState = ProposalState.MADE
    guild: int = 0
    channel: int = 0
    """The channel of the question and the board; 0 for the chats of the players."""
    match: str = ""

    @property
    def agreed(self) -> int:
        """The number of players who have said yes."""
        return sum(seat.answer for seat in self.seats)

    @property
    def is_open(self) -> bool:
        return self.state in {ProposalState.MADE, ProposalState.ASKING}

    def seat_of(self, player: int) -> ProposalSeat | None:
        return next((seat for seat in self.seats if seat.player == player), None)


_PROPOSAL_COLUMNS = (
    *columns.plain_columns("id", "game", "pace"),
    columns.column("rated", write=int, read=bool),
    columns.column("state", read=ProposalState),
    *columns.plain_columns("made_at", "answer_by", "guild", "channel", "match"),
)
_SEAT_COLUMNS = (
    *columns.plain_columns("player", "number", "name"),
    columns.column("answer", write=int, read=bool),
    *columns.plain_columns("guild", "channel", "chat", "message"),
    columns.column("told", "shown"),
)
_PROPOSAL_NAMES = columns.sql_names(_PROPOSAL_COLUMNS)
_SEAT_NAMES = f"proposal, {columns.sql_names(_SEAT_COLUMNS)}"
_ADD_PROPOSAL = columns.insert_sql("proposals", _PROPOSAL_NAMES)
_ADD_SEAT = columns.insert_sql("proposal_seats", _SEAT_NAMES)


def read_proposal(db: Work, proposal_id: str) -> Proposal | None:
    rows = db.fetch(f"SELECT {_PROPOSAL_NAMES} FROM proposals WHERE id = $1", proposal_id)  # noqa: S608 - constant columns
    if not rows:
        return None
    seats = db.fetch(
        f"SELECT {columns.sql_names(_SEAT_COLUMNS)} FROM proposal_seats"  # noqa: S608 - likewise
        " WHERE proposal = $1 ORDER BY number",
        proposal_id,
    )
    return Proposal(
        **columns.to_dict(_PROPOSAL_COLUMNS, rows[0]),
        seats=tuple(ProposalSeat(**columns.to_dict(_SEAT_COLUMNS, row)) for row in seats),
    )


class FindingStore(Tables):
    async def wish_of(self, player: int) -> QueueEntry | None:
        rows = await self._db.read(_WISH_OF_PLAYER, player)
        return _read_entry(rows[0]) if rows else None

    @transaction
    def enter_queue(self, db: Work, entry: QueueEntry) -> None:
        """Enter the queue, or change the wish. Raises Stale for a player with an open proposal,
        Denied for one who left several questions unanswered and was removed within a day.
        """
        db.lock(_QUEUE_LOCK)
        missed = 0
        # If the player has deleted their latest wish, its count of unanswered questions remains and
        # goes over to the new wish.
        _delete_outdated(db, entry.asked_at)
        rows = db.fetch(_WISH_OF_PLAYER, entry.player)
        if secret := contributions.known_secret(db):
            rows += db.fetch(_TAKE_WISH, contributions.deleted_id(secret, entry.player))
        for before in [_read_entry(row) for row in rows]:
            if before.proposal:
                raise Stale("A match is proposed to you: say yes or no first.")
            missed = before.missed if before.missed < MAX_MISSED else 0
            if before.missed >= MAX_MISSED and entry.asked_at < before.since + BAN_SECONDS:
                raise Denied(
                    "You have not answered {count} proposals in a row; you can look for a match"
                    " again a day after the last one.",
                    count=MAX_MISSED,
                )
        db.execute(_PUT_WISH, *columns.row_of(_WISH_COLUMNS, replace(entry, missed=missed)))
        _make_comparing_due(db)

    @transaction
    def leave_queue(self, db: Work, player: int) -> str:
        """Leave the queue; returns the open proposal to the player, if any. It stays open."""
        db.lock(_QUEUE_LOCK)
        rows = db.fetch("UPDATE wishes SET until = 0 WHERE player = $1 RETURNING proposal", player)
        return str(rows[0][0]) if rows else ""

    async def waiting_players(self, now: int) -> list[QueueEntry]:
        """The players who look for a match without an open proposal, in the order of the queue."""
        rows = await self._db.read(
            f"SELECT {_WISH_NAMES} FROM wishes WHERE until > $1 AND until > 0 AND proposal = ''"  # noqa: S608 - constant columns
            " ORDER BY since, player",
            now,
        )
        return [_read_entry(row) for row in rows]

    @transaction
    def add_proposal(self, db: Work, proposal: Proposal, entries: Sequence[QueueEntry]) -> bool:
        """Store a new proposal; False if a wish changed or a player avoids another one since."""
        db.lock(_QUEUE_LOCK)
        for entry in entries:  # a changed wish has another row than the one that was read
            if db.fetch(_WISH_OF_PLAYER, entry.player) != [columns.row_of(_WISH_COLUMNS, entry)]:
                return False
        players = [entry.player for entry in entries]
        if avoidance_store.avoiding_pairs(db, players, proposal.made_at):
            return False
        db.execute(_ADD_PROPOSAL, *columns.row_of(_PROPOSAL_COLUMNS, proposal))
        for seat in proposal.seats:
            db.execute(_ADD_SEAT, proposal.id, *columns.row_of(_SEAT_COLUMNS, seat))
            proposed = "UPDATE wishes SET proposal = $1 WHERE player = $2"
            db.execute(proposed, proposal.id, seat.player)
        _make_asking_due(db, proposal.id, proposal.seats[0].guild)
        return True

    async def load_proposal(self, proposal_id: str) -> Proposal | None:
        return await self._db.run_reading(lambda db: read_proposal(db, proposal_id))

    @transaction
    def begin_asking(
        self,
        db: Work,
        proposal_id: str,
        answer_by: int,
        guild: int,
        chats: Sequence[int],
        *,
        shared: bool,
    ) -> Proposal | None:
        """Begin to ask, in the ``chats`` of the players; None if that has begun or is off."""
        db.lock(_QUEUE_LOCK)
        proposal = read_proposal(db, proposal_id)
        if proposal is None or proposal.state is not ProposalState.MADE:
            return None
        place = (guild, chats[0]) if shared else (0, 0)
        db.execute(
            "UPDATE proposals SET state = $1, answer_by = $2, guild = $3, channel = $4"
            " WHERE id = $5",
            *(ProposalState.ASKING, answer_by, *place, proposal_id),
        )
        for seat, chat in zip(proposal.seats, chats, strict=True):
            asked_in = "UPDATE proposal_seats SET chat = $1 WHERE proposal = $2 AND player = $3"
            db.execute(asked_in, chat, proposal_id, seat.player)
        _make_asking_due(db, proposal_id, guild if shared else None)
        return read_proposal(db, proposal_id)

    @transaction
    def note_shown(
        self, db: Work, proposal_id: str, players: Collection[int], message: int, shown: str
    ) -> None:
        """Store the state that the message to these players shows."""
        for player in players:
            db.execute(
                "UPDATE proposal_seats SET message = $1, told = $2"
                " WHERE proposal = $3 AND player = $4",
                *(message, shown, proposal_id, player),
            )

    @transaction
    def agree(self, db: Work, proposal_id: str, player: int, now: int) -> Proposal:
        """Say yes. Raises Stale for a question that is not open any more."""
        db.lock(_QUEUE_LOCK)
        proposal = _open_proposal(db, proposal_id, player)
        if now >= proposal.answer_by or proposal.state is ProposalState.MADE:
            raise Stale(_TOO_LATE)
        agreed = "UPDATE proposal_seats SET answer = 1 WHERE proposal = $1 AND player = $2"
        db.execute(agreed, proposal_id, player)
        db.execute("UPDATE wishes SET missed = 0 WHERE player = $1", player)
        _make_asking_due(db, proposal_id)
        return read_proposal(db, proposal_id) or proposal

    @transaction
    def refuse(self, db: Work, proposal_id: str, player: int, now: int) -> Proposal:
        """Say no: the player is kept apart for a while, and all wait on. Raises Stale likewise."""
        db.lock(_QUEUE_LOCK)
        proposal = _open_proposal(db, proposal_id, player)
        _keep_apart(db, proposal, player, now)
        db.execute("UPDATE wishes SET missed = 0 WHERE player = $1", player)
        _end_proposal(db, proposal_id)
        return read_proposal(db, proposal_id) or proposal

    @transaction
    def end_unanswered(
        self, db: Work, proposal_id: str, now: int, *, spared: Collection[int]
    ) -> None:
        """End a question whose time to answer is over.

        A player without an answer goes to the end of the queue and is kept apart from the others
        for a while. After several such questions they leave the queue, except those ``spared``.
        """
        db.lock(_QUEUE_LOCK)
        proposal = read_proposal(db, proposal_id)
        if proposal is None or not proposal.is_open or now < proposal.answer_by:
            return
        for seat in proposal.seats if proposal.state is ProposalState.ASKING else ():
            if not seat.answer:
                _keep_apart(db, proposal, seat.player, now)
                db.execute(
                    "UPDATE wishes SET missed = missed + $1, since = $2,"
                    " until = CASE WHEN missed + $1 >= $3 THEN 0 ELSE until END"
                    " WHERE player = $4",
                    *(int(seat.player not in spared), now, MAX_MISSED, seat.player),
                )
        _end_proposal(db, proposal_id)

    @transaction
    def end_unreachable(self, db: Work, proposal_id: str, players: Collection[int]) -> None:
        """End a proposal as these players cannot be asked: they leave the queue at once."""
        db.lock(_QUEUE_LOCK)
        proposal = read_proposal(db, proposal_id)
        if proposal is not None and proposal.is_open:
            for player in players:
                db.execute("UPDATE wishes SET until = 0 WHERE player = $1", player)
            _end_proposal(db, proposal_id)

    @transaction
    def close_channel(self, db: Work, proposal_id: str) -> None:
        """End a proposal, as its channel is closed; its players are next asked in their chats."""
        db.lock(_QUEUE_LOCK)
        db.execute(
            f"UPDATE wishes SET channel = 0 {_OF_PROPOSAL} AND channel ="  # noqa: S608 - constant parts
            " (SELECT channel FROM proposals WHERE id = $1)",
            proposal_id,
        )
        _end_proposal(db, proposal_id)

    @transaction
    def avoid_player(self, db: Work, avoided: avoidance_store.Avoided) -> None:
        """Avoid a player for good; ends open proposals to both. Raises Denied beyond the limit."""
        db.lock(f"avoided {avoided.player}")
        secret, other = contributions.known_secret(db), avoided.other
        former = contributions.deleted_id(secret, other) if secret else other
        ((count,),) = db.fetch(
            "SELECT COUNT(*) FROM avoided WHERE player = $1 AND until = 0"
            " AND other NOT IN ($2, $3)",
            *(avoided.player, other, former),
        )
        if int(count) >= avoidance_store.MAX_AVOIDED:
            raise Denied(
                "You avoid {count} players, the most possible; remove one first.",
                count=avoidance_store.MAX_AVOIDED,
            )
        # The proposals to both of these players end, under the lock of the queue.
        db.lock(_QUEUE_LOCK)
        for (proposal_id,) in db.fetch(
            "SELECT a.proposal FROM wishes a JOIN wishes b ON b.proposal = a.proposal"
            " WHERE a.player = $1 AND b.player = $2 AND a.proposal <> ''",
            *(avoided.player, other),
        ):
            _end_proposal(db, proposal_id)
        if former != other:  # a player who has come back has their name again
            db.execute(avoidance_store.DELETE_AVOIDED, avoided.player, former)
        avoidance_store.put_avoided(db, avoided)

    @transaction
    def delete_proposal(self, db: Work, proposal_id: str) -> None:
        db.execute("DELETE FROM proposal_seats WHERE proposal = $1", proposal_id)
        db.execute("DELETE FROM proposals WHERE id = $1", proposal_id)
        put_duties(db, proposal_id, {FindingDuty.ASK: None})

    async def count_waiting(self, now: int) -> int:
        waiting = "SELECT COUNT(*) FROM wishes WHERE until > $1 AND until > 0"
        return await self._db.number(waiting, now)


def _make_asking_due(db: Work, proposal_id: str, home: int | None = None) -> None:
    """Make the work at a proposal due at once, in the process that serves its ``home``."""
    put_duties(db, proposal_id, {FindingDuty.ASK: 0}, home)


def _make_comparing_due(db: Work) -> None:
    """Make the comparison of all waiting players due at once."""
    put_duties(db, _QUEUE_LOCK, {FindingDuty.COMPARE: 0}, ANYWHERE)


def _end_proposal(db: Work, proposal_id: str) -> None:
    """End a proposal without a match; its players wait on."""
    db.execute("UPDATE proposals SET state = $1 WHERE id = $2", ProposalState.OFF, proposal_id)
    db.execute(_FREE_WISHES, proposal_id)
    _make_asking_due(db, proposal_id)
    _make_comparing_due(db)


def remove_from_queue(db: Work, player: int, guild: int) -> None:
    """Take a player out of the queue who asked in a server, and end the proposals to them there."""
    db.lock(_QUEUE_LOCK)
    db.execute("UPDATE wishes SET until = 0 WHERE player = $1 AND guild = $2", player, guild)
    for (proposal_id,) in db.fetch(
        "SELECT p.id FROM proposal_seats s JOIN proposals p ON p.id = s.proposal"
        " WHERE s.player = $1 AND p.state IN ($2, $3) AND EXISTS (SELECT 1 FROM proposal_seats o"
        " WHERE o.proposal = p.id AND o.guild = $4)",
        *(player, ProposalState.MADE, ProposalState.ASKING, guild),
    ):
        _end_proposal(db, str(proposal_id))


def enter_match(db: Work, proposal: Proposal, match: Match) -> None:
    """Store the match of a proposal in its transaction. Raises Stale if it has one or is off."""
    db.lock(_QUEUE_LOCK)
    begun = db.change(
        "UPDATE proposals SET state = $1, match = $2 WHERE id = $3 AND state = $4",
        *(ProposalState.PLAYING, match.id, proposal.id, ProposalState.ASKING),
    )
    if not begun:
        raise Stale(_TOO_LATE)
    db.execute(f"UPDATE wishes SET until = 0 {_OF_PROPOSAL}", proposal.id)  # noqa: S608 - likewise
    db.execute(_FREE_WISHES, proposal.id)


def _delete_outdated(db: Work, now: int) -> None:
    """Delete the rows of deleted players that no longer matter."""
    db.execute("DELETE FROM wishes WHERE player < 0 AND since <= $1", now - BAN_SECONDS)


def _delete_person(db: Work, deletion: contributions.Deletion) -> None:
    """Delete a person's data in the queue. The other players of their proposals wait on. The count
    of unanswered questions of the last day stays, and an open question counts as a no.
    """
    player, now = deletion.user, deletion.now
    db.lock(_QUEUE_LOCK)
    for proposal_id, state in db.fetch(
        "SELECT p.id, p.state FROM proposal_seats s JOIN proposals p ON p.id = s.proposal"
        " WHERE s.player = $1",
        player,
    ):
        proposal = read_proposal(db, str(proposal_id))
        if proposal is not None and state in {ProposalState.MADE, ProposalState.ASKING}:
            _keep_apart(db, proposal, player, now)
            _end_proposal(db, proposal.id)
    db.execute("DELETE FROM proposal_seats WHERE player = $1", player)
    for row in db.fetch(_TAKE_WISH, player):
        entry = _read_entry(row)
        if entry.missed and entry.since + BAN_SECONDS > now:
            kept = QueueEntry(
                contributions.deleted_id(contributions.host_secret(db), player),
                name="",
                wish=Wish(games=()),
                guild=0,
                channel=0,
                asked_at=0,
                since=entry.since,
                until=0,
                missed=entry.missed,
            )
            db.execute(_PUT_WISH, *columns.row_of(_WISH_COLUMNS, kept))
    _delete_outdated(db, now)
    avoidance_store.forget_avoided(db, player, now)


def _open_proposal(db: Work, proposal_id: str, player: int) -> Proposal:
    proposal = read_proposal(db, proposal_id)
    if proposal is None or not proposal.is_open:
        raise Stale(_TOO_LATE)
    if proposal.seat_of(player) is None:
        raise Denied("This match is proposed to other players; look for one of your own.")
    return proposal


def _keep_apart(db: Work, proposal: Proposal, player: int, now: int) -> None:
    """Keep a player for a while apart from the others of a proposal."""
    avoidance_store.delete_expired(db, player, now)
    for other in (seat.player for seat in proposal.seats if seat.player != player):
        apart = avoidance_store.Avoided(player, other, "", now, now + APART_SECONDS)
        avoidance_store.put_avoided(db, apart)


def _read_entry(row: Row) -> QueueEntry:
    return QueueEntry(**columns.to_dict(_WISH_COLUMNS, row))


PERSONAL = contributions.PersonalData(
    stored=(
        contributions.personal_rows("wishes", _WISH_NAMES, "player = $1", person="player"),
        contributions.personal_rows(
            "proposals",
            _PROPOSAL_NAMES,
            "id IN (SELECT proposal FROM proposal_seats WHERE player = $1)",
        ),
        contributions.personal_rows("proposal_seats", _SEAT_NAMES, "player = $1", person="player"),
        contributions.personal_rows(
            "avoided", avoidance_store.AVOIDED_NAMES, "player = $1", person="player"
        ),
    ),
    delete=_delete_person,
)
