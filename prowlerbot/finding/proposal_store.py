"""The proposals to players put together: their columns, and their end without a match."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from prowlerbot.core.posts import ANYWHERE
from prowlerbot.storage.columns import attributes, column, names
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Work

QUEUE = "finding"
"""The name of the lock that each change of the queue takes."""
THEIRS = "WHERE proposal = $1 AND proposal <> ''"
"""The index has only the wishes with a proposal."""
FREE = f"UPDATE wishes SET proposal = '' {THEIRS}"  # noqa: S608 - constant parts


class FindingDuty(StrEnum):
    """``LOOK`` puts together all players who suit each other now. ``ASK`` asks the players of a
    proposal, begins their match or ends the proposal, and keeps its messages up to date.
    """

    LOOK = "look"
    ASK = "ask"


class State(StrEnum):
    """The state of a proposal; ``made`` until its players are asked."""

    MADE = "made"
    ASKING = "asking"
    PLAYING = "playing"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a proposal. ``chat`` and ``message`` have the question to them, ``shown`` is the
    key of the state that this message shows.
    """

    player: int
    number: int
    name: str
    guild: int
    channel: int
    answer: bool = False
    chat: int = 0
    message: int = 0
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that its players can accept. ``channel`` is the place of its question and its board,
    0 for the chats of the bot with each player.
    """

    id: str
    game: str
    pace: int
    rated: bool
    made_at: int
    answer_by: int
    seats: tuple[Seat, ...] = ()
    state: State = State.MADE
    guild: int = 0
    channel: int = 0
    match: str = ""

    @property
    def agreed(self) -> int:
        """The number of players who have said yes."""
        return sum(seat.answer for seat in self.seats)

    @property
    def is_open(self) -> bool:
        return self.state in {State.MADE, State.ASKING}

    def seat_of(self, player: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.player == player), None)


PROPOSAL_COLUMNS = (
    *(column(name) for name in ("id", "game", "pace")),
    column("rated", write=int, read=bool),
    column("state", read=State),
    *(column(name) for name in ("made_at", "answer_by", "guild", "channel", "match")),
)
SEAT_COLUMNS = (
    *(column(name) for name in ("player", "number", "name")),
    column("answer", write=int, read=bool),
    *(column(name) for name in ("guild", "channel", "chat", "message")),
    column("told", "shown"),
)
PROPOSALS = names(PROPOSAL_COLUMNS)
PROPOSAL_SEATS = f"proposal, {names(SEAT_COLUMNS)}"


def read_proposal(db: Work, proposal_id: str) -> Proposal | None:
    rows = db.fetch(f"SELECT {PROPOSALS} FROM proposals WHERE id = $1", proposal_id)  # noqa: S608 - constant columns
    if not rows:
        return None
    seats = db.fetch(
        f"SELECT {names(SEAT_COLUMNS)} FROM proposal_seats WHERE proposal = $1 ORDER BY number",  # noqa: S608 - constant columns
        proposal_id,
    )
    proposal = Proposal(**attributes(PROPOSAL_COLUMNS, rows[0]))
    return replace(proposal, seats=tuple(Seat(**attributes(SEAT_COLUMNS, row)) for row in seats))


def see_to(db: Work, proposal_id: str, home: int | None = None) -> None:
    """Make the work at a proposal due at once, in the process that serves its ``home``."""
    put_duties(db, proposal_id, {FindingDuty.ASK: 0}, home)


def look(db: Work) -> None:
    """Make the comparison of all waiting players due at once."""
    put_duties(db, QUEUE, {FindingDuty.LOOK: 0}, ANYWHERE)


def call_off(db: Work, proposal_id: str) -> None:
    """End a proposal without a match; its players wait on."""
    db.execute("UPDATE proposals SET state = $1 WHERE id = $2", State.OFF, proposal_id)
    db.execute(FREE, proposal_id)
    see_to(db, proposal_id)
    look(db)


def call_off_between(db: Work, player: int, other: int) -> None:
    """End the proposals to both of these players, under the lock of the queue."""
    db.alone(QUEUE)
    for (proposal_id,) in db.fetch(
        "SELECT a.proposal FROM wishes a JOIN wishes b ON b.proposal = a.proposal"
        " WHERE a.player = $1 AND b.player = $2 AND a.proposal <> ''",
        player,
        other,
    ):
        call_off(db, proposal_id)


def stop_looking(db: Work, player: int, guild: int) -> None:
    """Take a player out of the queue who asked in a server, and end the proposals to them there."""
    db.alone(QUEUE)
    db.execute("UPDATE wishes SET until = 0 WHERE player = $1 AND guild = $2", player, guild)
    for (proposal_id,) in db.fetch(
        "SELECT p.id FROM proposal_seats s JOIN proposals p ON p.id = s.proposal"
        " WHERE s.player = $1 AND p.state IN ($2, $3) AND EXISTS (SELECT 1 FROM proposal_seats o"
        " WHERE o.proposal = p.id AND o.guild = $4)",
        *(player, State.MADE, State.ASKING, guild),
    ):
        call_off(db, str(proposal_id))
