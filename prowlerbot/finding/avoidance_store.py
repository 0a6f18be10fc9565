"""The SQL of proposals, of players who avoid others, and of open matches that players share."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import ANYWHERE
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.columns import column, insert_sql, plain_columns, row_of, sql_names, to_dict
from prowlerbot.storage.contributions import deleted_id, host_secret, known_secret
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.results import PLAYERS_CHOICES

QUEUE_LOCK = "finding"
"""The name of the lock that each change of the queue takes."""
OF_PROPOSAL = "WHERE proposal = $1 AND proposal <> ''"
"""The index has only the wishes with a proposal."""
FREE_WISHES = f"UPDATE wishes SET proposal = '' {OF_PROPOSAL}"  # noqa: S608 - constant parts
MOST_AVOIDED = 25
"""The most players on one list: as many as one menu of Discord lists."""
_AVOIDED_PAIRS = (
    "SELECT a.player, a.other FROM avoided a WHERE a.player IN"
    " (SELECT CAST(value AS BIGINT) FROM json_each($1)) AND a.other IN"
    " (SELECT CAST(value AS BIGINT) FROM json_each($1)) AND (a.until = 0 OR a.until > $2)"
)
_PAIRS_TOGETHER = (
    "SELECT a.player, b.player FROM seats a JOIN matches m ON m.id = a.match"
    " JOIN seats b ON b.match = a.match AND b.player > a.player WHERE m.phase <> $2"
    " AND a.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    " AND b.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    " GROUP BY a.player, b.player HAVING COUNT(*) >= $3"
)
_DELETE_AVOIDED = "DELETE FROM avoided WHERE player = $1 AND other = $2"
FOR_GOOD = 2**62
"""Later than every time, so that only those avoided for good count."""


class FindingDuty(StrEnum):
    LOOK = "look"
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
    """A match to accept."""

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


PROPOSAL_COLUMNS = (
    *plain_columns("id", "game", "pace"),
    column("rated", write=int, read=bool),
    column("state", read=ProposalState),
    *plain_columns("made_at", "answer_by", "guild", "channel", "match"),
)
SEAT_COLUMNS = (
    *plain_columns("player", "number", "name"),
    column("answer", write=int, read=bool),
    *plain_columns("guild", "channel", "chat", "message"),
    column("told", "shown"),
)
PROPOSAL_NAMES = sql_names(PROPOSAL_COLUMNS)
SEAT_NAMES = f"proposal, {sql_names(SEAT_COLUMNS)}"


def read_proposal(db: Work, proposal_id: str) -> Proposal | None:
    rows = db.fetch(f"SELECT {PROPOSAL_NAMES} FROM proposals WHERE id = $1", proposal_id)  # noqa: S608 - constant columns
    if not rows:
        return None
    seats = db.fetch(
        f"SELECT {sql_names(SEAT_COLUMNS)} FROM proposal_seats WHERE proposal = $1 ORDER BY number",  # noqa: S608 - constant columns
        proposal_id,
    )
    proposal = Proposal(**to_dict(PROPOSAL_COLUMNS, rows[0]))
    return replace(
        proposal, seats=tuple(ProposalSeat(**to_dict(SEAT_COLUMNS, row)) for row in seats)
    )


def make_asking_due(db: Work, proposal_id: str, home: int | None = None) -> None:
    """Make the work at a proposal due at once, in the process that serves its ``home``."""
    put_duties(db, proposal_id, {FindingDuty.ASK: 0}, home)


def compare_at_once(db: Work) -> None:
    """Make the comparison of all waiting players due at once."""
    put_duties(db, QUEUE_LOCK, {FindingDuty.LOOK: 0}, ANYWHERE)


def call_off(db: Work, proposal_id: str) -> None:
    """End a proposal without a match; its players wait on."""
    db.execute("UPDATE proposals SET state = $1 WHERE id = $2", ProposalState.OFF, proposal_id)
    db.execute(FREE_WISHES, proposal_id)
    make_asking_due(db, proposal_id)
    compare_at_once(db)


def stop_looking(db: Work, player: int, guild: int) -> None:
    """Take a player out of the queue who asked in a server, and end the proposals to them there."""
    db.lock(QUEUE_LOCK)
    db.execute("UPDATE wishes SET until = 0 WHERE player = $1 AND guild = $2", player, guild)
    for (proposal_id,) in db.fetch(
        "SELECT p.id FROM proposal_seats s JOIN proposals p ON p.id = s.proposal"
        " WHERE s.player = $1 AND p.state IN ($2, $3) AND EXISTS (SELECT 1 FROM proposal_seats o"
        " WHERE o.proposal = p.id AND o.guild = $4)",
        *(player, ProposalState.MADE, ProposalState.ASKING, guild),
    ):
        call_off(db, str(proposal_id))


@dataclass(frozen=True, slots=True)
class Avoided:
    """``player`` avoids ``other``, whose latest known ``name`` it is; ``until`` 0 means for good. A
    player who has deleted their data has a ``deleted_id`` here, and an empty name.
    """

    player: int
    other: int
    name: str
    since: int
    until: int = 0


_AVOIDED_COLUMNS = plain_columns("player", "other", "name", "since", "until")
AVOIDED_NAMES = sql_names(_AVOIDED_COLUMNS)
_PUT_AVOIDED = (
    f"{insert_sql('avoided', AVOIDED_NAMES)} ON CONFLICT (player, other) DO UPDATE"
    " SET name = excluded.name, since = excluded.since, until = excluded.until"
    " WHERE avoided.until > 0"
)


def put_avoided(db: Work, avoided: Avoided) -> None:
    """Add an entry; one for good stays as it is."""
    db.execute(_PUT_AVOIDED, *row_of(_AVOIDED_COLUMNS, avoided))


def end_avoiding(db: Work, player: int, now: int) -> None:
    """Delete the entries of a player whose time is over."""
    db.execute("DELETE FROM avoided WHERE player = $1 AND until > 0 AND until <= $2", player, now)


def forget_avoided(db: Work, player: int, now: int) -> None:
    """Delete a player's own list and their name.

    Entries of others, and those that keep players apart for a while, stay under a ``deleted_id``.
    """
    gone = f"DELETE FROM avoided WHERE player = $1 OR other = $1 RETURNING {AVOIDED_NAMES}"  # noqa: S608 - constant columns
    for row in db.fetch(gone, player):
        entry = Avoided(**to_dict(_AVOIDED_COLUMNS, row))
        if entry.until > now or (entry.other == player and not entry.until):
            nobody = deleted_id(host_secret(db), player)
            own = entry.player == player
            ids = {"player": nobody} if own else {"other": nobody}
            put_avoided(db, replace(entry, name="", **ids))
    db.execute("DELETE FROM avoided WHERE player < 0 AND until <= $1", now)
    db.execute("DELETE FROM avoided WHERE other < 0 AND until > 0 AND until <= $1", now)


def avoiding_pairs(db: Work, players: Collection[int], now: int = FOR_GOOD) -> set[tuple[int, int]]:
    """The pairs whose first player avoids the second, also under their ``deleted_id``."""
    secret = known_secret(db)
    deleted = {} if secret is None else {deleted_id(secret, each): each for each in players}
    rows = db.fetch(_AVOIDED_PAIRS, json.dumps(sorted({*players, *deleted})), now)
    pairs = [(int(one), int(other)) for one, other in rows]
    return {(deleted.get(one, one), deleted.get(other, other)) for one, other in pairs}


class Avoidance(Tables):
    @transaction
    def add_avoided(self, db: Work, avoided: Avoided) -> None:
        """Avoid a player for good; ends open proposals to both. Raises Denied beyond the limit."""
        db.lock(f"avoided {avoided.player}")
        secret, other = known_secret(db), avoided.other
        former = deleted_id(secret, other) if secret else other
        ((count,),) = db.fetch(
            "SELECT COUNT(*) FROM avoided WHERE player = $1 AND until = 0"
            " AND other NOT IN ($2, $3)",
            *(avoided.player, other, former),
        )
        if int(count) >= MOST_AVOIDED:
            raise Denied(
                "You avoid {count} players, the most possible; remove one first.",
                count=MOST_AVOIDED,
            )
        # The proposals to both of these players end, under the lock of the queue.
        db.lock(QUEUE_LOCK)
        for (proposal_id,) in db.fetch(
            "SELECT a.proposal FROM wishes a JOIN wishes b ON b.proposal = a.proposal"
            " WHERE a.player = $1 AND b.player = $2 AND a.proposal <> ''",
            *(avoided.player, other),
        ):
            call_off(db, proposal_id)
        if former != other:  # a player who has come back has their name again
            db.execute(_DELETE_AVOIDED, avoided.player, former)
        put_avoided(db, avoided)

    async def remove_avoided(self, player: int, other: int) -> bool:
        """Delete an entry; False if there was none."""
        return bool(await self._db.write(f"{_DELETE_AVOIDED} AND until = 0", player, other))

    async def avoided_by(self, player: int) -> list[Avoided]:
        """The players that a player avoids for good, the latest first."""
        rows = await self._db.read(
            f"SELECT {AVOIDED_NAMES} FROM avoided WHERE player = $1 AND until = 0"  # noqa: S608 - constant columns
            " ORDER BY since DESC, other",
            player,
        )
        return [Avoided(**to_dict(_AVOIDED_COLUMNS, row)) for row in rows]

    async def avoiding_pairs(self, players: Collection[int]) -> set[tuple[int, int]]:
        """The pairs whose first avoids the second for good, also after a deletion of their data."""
        return await self._db.run_reading(lambda db: avoiding_pairs(db, players))

    async def pairs_apart(
        self, players: Collection[int], now: int = FOR_GOOD
    ) -> set[frozenset[int]]:
        """The pairs with one who avoids the other: for good or, given ``now``, also for a time."""
        pairs = await self._db.run_reading(lambda db: avoiding_pairs(db, players, now))
        return {frozenset(pair) for pair in pairs}

    async def on_holiday(self, players: Collection[int], now: int) -> set[int]:
        rows = await self._db.read(PLAYERS_CHOICES, PlayerChoices.kind, json.dumps(sorted(players)))
        chosen = {int(player): PlayerChoices.read(json.loads(text)) for player, text in rows}
        return {player for player, own in chosen.items() if now < own.away_until}

    async def pairs_together(self, players: Collection[int], least: int) -> set[frozenset[int]]:
        rows = await self._db.read(_PAIRS_TOGETHER, json.dumps(sorted(players)), Phase.OVER, least)
        return {frozenset(row) for row in rows}
