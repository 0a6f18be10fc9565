"""The SQL of the queue: the wishes of players, and the proposals to those put together."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark
from prowlerbot.finding.avoidance_store import (
    AVOIDED_NAMES,
    FREE_WISHES,
    OF_PROPOSAL,
    PROPOSAL_COLUMNS,
    PROPOSAL_NAMES,
    QUEUE_LOCK,
    SEAT_COLUMNS,
    SEAT_NAMES,
    Avoided,
    FindingDuty,
    Proposal,
    ProposalState,
    avoiding_pairs,
    call_off,
    compare_at_once,
    end_avoiding,
    forget_avoided,
    make_asking_due,
    put_avoided,
    read_proposal,
)
from prowlerbot.finding.matchmaking import APART_SECONDS, MOST_MISSED, OUT_SECONDS, Wish
from prowlerbot.match.match import Match
from prowlerbot.storage import columns, contributions
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Row, Tables, Work, transaction

_TOO_LATE = mark("This question is not open any more.")
_ADD_PROPOSAL = columns.insert_sql("proposals", PROPOSAL_NAMES)
_ADD_SEAT = columns.insert_sql("proposal_seats", SEAT_NAMES)


@dataclass(frozen=True, slots=True)
class Seeking:
    """A player's wish, with its place in the queue."""

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
WISH_NAMES = columns.sql_names(_WISH_COLUMNS)
_PUT_WISH = columns.insert_or_update_sql("wishes", _WISH_COLUMNS, "player")
_WISH_OF_PLAYER = f"SELECT {WISH_NAMES} FROM wishes WHERE player = $1"  # noqa: S608 - constant columns


class FindingStore(Tables):
    async def wish(self, player: int) -> Seeking | None:
        rows = await self._db.read(_WISH_OF_PLAYER, player)
        return _read_seeking(rows[0]) if rows else None

    @transaction
    def seek(self, db: Work, seeking: Seeking) -> None:
        """Enter the queue, or change the wish. Raises Stale for a player with an open proposal,
        Denied for one who left several questions unanswered and was removed within a day.
        """
        db.lock(QUEUE_LOCK)
        missed = 0
        # If the player has deleted their latest wish, its count of unanswered questions remains and
        # goes over to the new wish.
        _end_deleted(db, seeking.asked_at)
        rows = db.fetch(_WISH_OF_PLAYER, seeking.player)
        if secret := contributions.known_secret(db):
            nobody = contributions.deleted_id(secret, seeking.player)
            rows += db.fetch(f"DELETE FROM wishes WHERE player = $1 RETURNING {WISH_NAMES}", nobody)  # noqa: S608 - constant columns
        for before in [_read_seeking(row) for row in rows]:
            if before.proposal:
                raise Stale("A match is proposed to you: say yes or no first.")
            missed = before.missed if before.missed < MOST_MISSED else 0
            if before.missed >= MOST_MISSED and seeking.asked_at < before.since + OUT_SECONDS:
                raise Denied(
                    "You have not answered {count} proposals in a row; you can look for a match"
                    " again a day after the last one.",
                    count=MOST_MISSED,
                )
        db.execute(_PUT_WISH, *columns.row_of(_WISH_COLUMNS, replace(seeking, missed=missed)))
        compare_at_once(db)

    @transaction
    def stop(self, db: Work, player: int) -> str:
        """Leave the queue; returns the open proposal to the player, if any. It stays open."""
        db.lock(QUEUE_LOCK)
        left = "UPDATE wishes SET until = 0 WHERE player = $1 RETURNING proposal"
        rows = db.fetch(left, player)
        return str(rows[0][0]) if rows else ""

    async def waiting_players(self, now: int) -> list[Seeking]:
        """The players who look for a match without an open proposal, in the order of the queue."""
        rows = await self._db.read(
            f"SELECT {WISH_NAMES} FROM wishes WHERE until > $1 AND until > 0 AND proposal = ''"  # noqa: S608 - constant columns
            " ORDER BY since, player",
            now,
        )
        return [_read_seeking(row) for row in rows]

    @transaction
    def propose(self, db: Work, proposal: Proposal, seekers: Sequence[Seeking]) -> bool:
        """Store a new proposal; False if a wish changed or a player avoids another one since."""
        db.lock(QUEUE_LOCK)
        for seeking in seekers:
            if db.fetch(_WISH_OF_PLAYER, seeking.player) != [
                columns.row_of(_WISH_COLUMNS, seeking)
            ]:
                return False
        if avoiding_pairs(db, [seeking.player for seeking in seekers], proposal.made_at):
            return False
        db.execute(_ADD_PROPOSAL, *columns.row_of(PROPOSAL_COLUMNS, proposal))
        for seat in proposal.seats:
            db.execute(_ADD_SEAT, proposal.id, *columns.row_of(SEAT_COLUMNS, seat))
            proposed = "UPDATE wishes SET proposal = $1 WHERE player = $2"
            db.execute(proposed, proposal.id, seat.player)
        make_asking_due(db, proposal.id, proposal.seats[0].guild)
        return True

    async def proposal(self, proposal_id: str) -> Proposal | None:
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
        db.lock(QUEUE_LOCK)
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
        make_asking_due(db, proposal_id, guild if shared else None)
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
        db.lock(QUEUE_LOCK)
        proposal = _open_proposal(db, proposal_id, player)
        if now >= proposal.answer_by or proposal.state is ProposalState.MADE:
            raise Stale(_TOO_LATE)
        agreed = "UPDATE proposal_seats SET answer = 1 WHERE proposal = $1 AND player = $2"
        db.execute(agreed, proposal_id, player)
        db.execute("UPDATE wishes SET missed = 0 WHERE player = $1", player)
        make_asking_due(db, proposal_id)
        return read_proposal(db, proposal_id) or proposal

    @transaction
    def refuse(self, db: Work, proposal_id: str, player: int, now: int) -> Proposal:
        """Say no: the player is kept apart for a while, and all wait on. Raises Stale likewise."""
        db.lock(QUEUE_LOCK)
        proposal = _open_proposal(db, proposal_id, player)
        _keep_apart(db, proposal, player, now)
        db.execute("UPDATE wishes SET missed = 0 WHERE player = $1", player)
        call_off(db, proposal_id)
        return read_proposal(db, proposal_id) or proposal

    @transaction
    def lapse(
        self,
        db: Work,
        proposal_id: str,
        now: int,
        *,
        out: Collection[int] = (),
        spared: Collection[int] = (),
    ) -> None:
        """End a question that nobody can answer any more.

        A player without an answer goes to the end of the queue and is kept apart from the others
        for a while. After several such questions they leave the queue, except those ``spared``.
        With ``out`` these players leave at once, and the others keep their places.
        """
        db.lock(QUEUE_LOCK)
        proposal = read_proposal(db, proposal_id)
        if proposal is None or not proposal.is_open:
            return
        if not out and now < proposal.answer_by:
            return
        asked = proposal.state is ProposalState.ASKING and not out
        for seat in proposal.seats:
            if seat.player in out:
                db.execute("UPDATE wishes SET until = 0 WHERE player = $1", seat.player)
            elif asked and not seat.answer:
                _keep_apart(db, proposal, seat.player, now)
                db.execute(
                    "UPDATE wishes SET missed = missed + $1, since = $2,"
                    " until = CASE WHEN missed + $1 >= $3 THEN 0 ELSE until END"
                    " WHERE player = $4",
                    *(int(seat.player not in spared), now, MOST_MISSED, seat.player),
                )
        call_off(db, proposal_id)

    @transaction
    def close_channel(self, db: Work, proposal_id: str) -> None:
        """End a proposal, as its channel is closed; its players are next asked in their chats."""
        db.lock(QUEUE_LOCK)
        db.execute(
            f"UPDATE wishes SET channel = 0 {OF_PROPOSAL} AND channel ="  # noqa: S608 - constant parts
            " (SELECT channel FROM proposals WHERE id = $1)",
            proposal_id,
        )
        call_off(db, proposal_id)

    @transaction
    def drop(self, db: Work, proposal_id: str) -> None:
        """Delete a proposal that is over."""
        db.execute("DELETE FROM proposal_seats WHERE proposal = $1", proposal_id)
        db.execute("DELETE FROM proposals WHERE id = $1", proposal_id)
        put_duties(db, proposal_id, {FindingDuty.ASK: None})

    async def count_waiting(self, now: int) -> int:
        return await self._db.number(
            "SELECT COUNT(*) FROM wishes WHERE until > $1 AND until > 0", now
        )


def enter_match(db: Work, proposal: Proposal, match: Match) -> None:
    """Store the match of a proposal in its transaction. Raises Stale if it has one or is off."""
    db.lock(QUEUE_LOCK)
    begun = db.change(
        "UPDATE proposals SET state = $1, match = $2 WHERE id = $3 AND state = $4",
        *(ProposalState.PLAYING, match.id, proposal.id, ProposalState.ASKING),
    )
    if not begun:
        raise Stale(_TOO_LATE)
    db.execute(f"UPDATE wishes SET until = 0 {OF_PROPOSAL}", proposal.id)  # noqa: S608 - likewise
    db.execute(FREE_WISHES, proposal.id)


def _end_deleted(db: Work, now: int) -> None:
    """Delete the rows of deleted players that no longer matter."""
    db.execute("DELETE FROM wishes WHERE player < 0 AND since <= $1", now - OUT_SECONDS)


def _delete(db: Work, deletion: contributions.Deletion) -> None:
    """Delete a person's data in the queue. The other players of their proposals wait on. The count
    of unanswered questions of the last day stays, and an open question counts as a no.
    """
    player, now = deletion.user, deletion.now
    db.lock(QUEUE_LOCK)
    for proposal_id, state in db.fetch(
        "SELECT p.id, p.state FROM proposal_seats s JOIN proposals p ON p.id = s.proposal"
        " WHERE s.player = $1",
        player,
    ):
        proposal = read_proposal(db, str(proposal_id))
        if proposal is not None and state in {ProposalState.MADE, ProposalState.ASKING}:
            _keep_apart(db, proposal, player, now)
            call_off(db, proposal.id)
    db.execute("DELETE FROM proposal_seats WHERE player = $1", player)
    for row in db.fetch(f"DELETE FROM wishes WHERE player = $1 RETURNING {WISH_NAMES}", player):  # noqa: S608 - constant columns
        seeking = _read_seeking(row)
        if seeking.missed and seeking.since + OUT_SECONDS > now:
            nobody = contributions.deleted_id(contributions.host_secret(db), player)
            kept = Seeking(
                nobody, "", Wish(()), 0, 0, 0, since=seeking.since, until=0, missed=seeking.missed
            )
            db.execute(_PUT_WISH, *columns.row_of(_WISH_COLUMNS, kept))
    _end_deleted(db, now)
    forget_avoided(db, player, now)


def _open_proposal(db: Work, proposal_id: str, player: int) -> Proposal:
    proposal = read_proposal(db, proposal_id)
    if proposal is None or not proposal.is_open:
        raise Stale(_TOO_LATE)
    if proposal.seat_of(player) is None:
        raise Denied("This match is proposed to other players; look for one of your own.")
    return proposal


def _keep_apart(db: Work, proposal: Proposal, player: int, now: int) -> None:
    """Keep a player for a while apart from the others of a proposal."""
    end_avoiding(db, player, now)
    for seat in proposal.seats:
        if seat.player != player:
            put_avoided(db, Avoided(player, seat.player, "", now, now + APART_SECONDS))


def _read_seeking(row: Row) -> Seeking:
    return Seeking(**columns.to_dict(_WISH_COLUMNS, row))


PERSONAL = contributions.PersonalData(
    stored=(
        contributions.personal_rows("wishes", WISH_NAMES, "player = $1", person="player"),
        contributions.personal_rows(
            "proposals",
            PROPOSAL_NAMES,
            "id IN (SELECT proposal FROM proposal_seats WHERE player = $1)",
        ),
        contributions.personal_rows("proposal_seats", SEAT_NAMES, "player = $1", person="player"),
        contributions.personal_rows("avoided", AVOIDED_NAMES, "player = $1", person="player"),
    ),
    delete=_delete,
)
