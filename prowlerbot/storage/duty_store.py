"""The SQL of duties and chores: work that falls due without a press, and how it went.

The change that causes a duty stores it. The number of a duty rises each time that it is claimed or
written. So a change of its subject ends a claim. The process that had the claim can no longer
change the duty.

A match that cannot be read or replayed is reported once; the host sets it aside. The latest outcome
of each chore is stored for other processes and for the time after a restart. One chore is the beat
of a shard, or of a game; it is stored with their outages.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from prowlerbot.core.posts import Duty
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.match import Match, Phase
from prowlerbot.storage.columns import insert_sql
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.engines.database import Tables, Work, transaction

LOCK_MATCH = "UPDATE matches SET revision = revision WHERE id = $1"
"""No other transaction changes this match before the present one has ended."""
_OR_OVERWRITE = (
    "ON CONFLICT (subject, what) DO UPDATE"
    " SET home = COALESCE(excluded.home, duties.home), number = duties.number + 1,"
    " claimed_until = 0, at = "
)
"""The end of a statement that writes duties and ends their claims, without their time."""
_OR_SOONER = f"{_OR_OVERWRITE}CASE WHEN duties.at < excluded.at THEN duties.at ELSE excluded.at END"
_PUT_SOONER = f"{insert_sql('duties', 'subject, what, at, home')} {_OR_SOONER}"
_WHERE_CLAIMED = "WHERE subject = $1 AND what = $2 AND number = $3"
_DELETE_CLAIMED = f"DELETE FROM duties {_WHERE_CLAIMED}"  # noqa: S608 - constant parts
_POSTPONE_CLAIMED = f"UPDATE duties SET at = $4, claimed_until = 0 {_WHERE_CLAIMED}"  # noqa: S608 - likewise
_RENEW_CLAIM = f"UPDATE duties SET number = $4, claimed_until = $5 {_WHERE_CLAIMED}"  # noqa: S608 - likewise
_POSTPONE_EARLIER = "UPDATE duties SET at = $3 WHERE subject = $1 AND what = $2 AND at < $3"
_DELETE_DUTY = "DELETE FROM duties WHERE subject = $1 AND what = $2"
_MAKE_DUE = (
    "UPDATE duties SET at = $3, number = number + 1, claimed_until = 0 WHERE what = $1 AND at > $2"
)
_DUE_OF_KIND = """SELECT * FROM (
 SELECT d.subject, d.what, d.at, d.number, COALESCE(d.home, b.guild, 0) AS home
 FROM duties d LEFT JOIN boards b ON b.match = d.subject
 WHERE d.what = '{kind}' AND d.at <= $1 AND d.claimed_until <= $2
 ORDER BY d.at LIMIT {limit}) due"""
"""The limit is no parameter, and the order the index's: else PostgreSQL plans it each time."""


def put_duties(
    db: Work, subject: str, duties: Mapping[str, int | None], home: int | None = None
) -> None:
    """Write the duties of a subject with their times, within a transaction; None deletes a duty.
    Without ``home`` a duty keeps its home; a new one has the home of the board of the match.
    """
    due = [(subject, kind, at, home) for kind, at in sorted(duties.items()) if at is not None]
    if due:
        db.execute(_put_statement(len(due)), *(value for row in due for value in row))
    for kind in sorted(kind for kind, at in duties.items() if at is None):
        db.execute(_DELETE_DUTY, subject, kind)


def holds_claim(db: Work, duty: Duty) -> bool:
    """Whether a claim still holds. If so, it cannot end before this transaction does."""
    return bool(db.change(f"UPDATE duties SET number = number {_WHERE_CLAIMED}", *_duty_key(duty)))  # noqa: S608 - constant parts


@lru_cache(maxsize=99)  # it is asked every second, mostly with the same limits
def _due_statement(limits: frozenset[tuple[str, int]]) -> str:
    kinds = (_DUE_OF_KIND.format(kind=kind, limit=limit) for kind, limit in sorted(limits))
    return " UNION ALL ".join(kinds)


@cache
def _put_statement(rows: int) -> str:
    return f"{insert_sql('duties', 'subject, what, at, home', rows)} {_OR_OVERWRITE}excluded.at"


def put_if_sooner(db: Work, subject: str, kind: str, *, at: int, home: int | None) -> None:
    """Write one duty; if it is stored with an earlier time, that time stays."""
    db.execute(_PUT_SOONER, subject, kind, at, home)


def postpone_duties(db: Work, subjects: Iterable[str], kind: str, *, until: int) -> None:
    """Let duties of a kind that are due earlier wait until a time; claims on them hold."""
    for subject in sorted(subjects):
        db.execute(_POSTPONE_EARLIER, subject, kind, until)


def due_sql(
    kind: str, subject: str, rows: str, *, home: str = "CAST(NULL AS BIGINT)", at: str = "0"
) -> str:
    """SQL that makes a duty due by ``at`` for each subject in ``rows``. All arguments are SQL."""
    return (
        f"INSERT INTO duties (subject, what, at, home) SELECT DISTINCT {subject}, '{kind}',"  # noqa: S608 - constant parts
        f" CAST({at} AS BIGINT), {home} FROM {rows} {_OR_SOONER}"
    )


class DutyStore(Tables):
    async def put_duties(self, subject: str, due: Mapping[str, int | None], home: int) -> None:
        await self._db.run(lambda db: put_duties(db, subject, due, home))

    @transaction
    def put_duties_of_match(self, db: Work, match: Match, due: Mapping[str, int | None]) -> None:
        """Write duties of a match, unless it has changed meanwhile: the change has written them."""
        if db.change(f"{LOCK_MATCH} AND revision = $2", match.id, match.revision):
            put_duties(db, match.id, due)

    async def due_duties(self, limits: Mapping[str, int], until: int, now: int) -> list[Duty]:
        """The unclaimed duties until a time, the longest due first, with a limit for each kind."""
        rows = await self._db.read(_due_statement(frozenset(limits.items())), until, now)
        return [Duty(*row) for row in rows]

    async def matches_due(self, player: int, kind: str, until: int) -> list[str]:
        """The matches of a player in which a duty of a kind falls due until then."""
        return await self._db.column(
            "SELECT d.subject FROM seats s JOIN duties d ON d.subject = s.match AND d.what = $2"
            " WHERE s.player = $1 AND d.at <= $3 ORDER BY d.at, d.subject",
            *(player, kind, until),
        )

    @transaction
    def settle_duties(
        self,
        db: Work,
        done: Mapping[Duty, int | None],
        kept: Collection[Duty],
        found: Collection[Duty],
        until: int,
    ) -> list[Duty]:
        """Release the duties that are ``done``, each with the time of its next turn or None; renew
        the claims on the ``kept`` ones; claim the ``found`` ones. Returns the newly claimed ones.
        """
        for duty, next_at in sorted(done.items(), key=itemgetter(0)):
            if next_at is None:
                db.execute(_DELETE_CLAIMED, *_duty_key(duty))
            else:
                db.execute(_POSTPONE_CLAIMED, *_duty_key(duty), next_at)
        for duty in sorted(kept):
            db.execute(_RENEW_CLAIM, *_duty_key(duty), duty.number, until)
        return [
            replace(duty, number=duty.number + 1)
            for duty in sorted(found)
            if db.change(_RENEW_CLAIM, *_duty_key(duty), duty.number + 1, until)
        ]

    @transaction
    def make_due(self, db: Work, kinds: Iterable[str], until: int, now: int) -> None:
        """Make the duties of these kinds that are due later than ``until`` due now."""
        for kind in sorted(kinds):
            db.execute(_MAKE_DUE, kind, until, now)

    async def free_claims(self) -> None:
        """End all claims: at the start of a bot on a file, as its earlier processes have ended."""
        await self._db.write("UPDATE duties SET claimed_until = 0 WHERE claimed_until > 0")


def _duty_key(duty: Duty) -> tuple[str, str, int]:
    return duty.subject, duty.kind, duty.number


OPEN_PHASES = f"('{Phase.LOBBY}', '{Phase.PLAYING}')"
"""The phases of matches that are not over. An index serves this list, but not “unequal to over”."""
NOT_ASIDE = "m.id NOT IN (SELECT match FROM broken WHERE aside = 1)"
"""A condition for the matches ``m`` that the bot handles by itself."""


@dataclass(frozen=True, slots=True)
class BrokenMatch:
    match: str
    problem: str
    aside: bool


class BrokenMatches(Tables):
    async def note_problem(self, match_id: str, problem: str, now: int) -> bool:
        """Remember the problem of a match; False if it was known."""
        noted = await self._db.write(
            "INSERT INTO broken (match, problem, noticed_at, aside) VALUES ($1, $2, $3, 0)"
            " ON CONFLICT (match) DO NOTHING",
            *(match_id, problem, now),
        )
        return noted == 1

    async def all_broken(self) -> list[BrokenMatch]:
        rows = await self._db.read("SELECT match, problem, aside FROM broken ORDER BY match")
        return [BrokenMatch(match, problem, bool(aside)) for match, problem, aside in rows]

    async def set_aside(self) -> int:
        """Set all known broken matches aside from now on; returns their number."""
        return await self._db.write("UPDATE broken SET aside = 1 WHERE aside = 0")


COMMANDS_CHORE = "commands"
"""The chore of registering the commands, with the parts that Discord has ``refused``."""
_PUT_CHORE = (
    "INSERT INTO chores VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET told = excluded.told"
)


def note_chore(db: Work, name: str, outcome: Mapping[str, Any]) -> None:
    """Replace the stored outcome of a chore, within a transaction."""
    db.execute(_PUT_CHORE, name, json.dumps(outcome))


class ChoreStore(Tables):
    """The latest outcome of each chore of the bot itself, such as a backup."""

    @transaction
    def note_outcome(self, db: Work, name: str, outcome: Mapping[str, Any]) -> None:
        note_chore(db, name, outcome)

    async def latest_outcome(self, name: str) -> Mapping[str, Any]:
        """The latest outcome of a chore; empty if it was never done."""
        return (await self.all_outcomes(name)).get(name, {})

    async def all_outcomes(self, prefix: str) -> dict[str, Mapping[str, Any]]:
        """The latest outcomes of the chores whose names begin with a prefix."""
        sql = "SELECT name, told FROM chores WHERE substr(name, 1, length($1)) = $1"
        return {name: json.loads(told) for name, told in await self._db.read(sql, prefix)}


_SHARD_BEAT, _GAME_BEAT = "alive ", "played "
"""The beginnings of the names under which the beats of shards and of installed games are stored."""
_CHECK_CLOCKS = (
    due_sql(MatchDuty.FORGIVE, "m.id", "matches m WHERE m.due > 0 AND m.phase = 'playing'"),
    due_sql(MatchDuty.FORGIVE, "d.subject", f"duties d WHERE d.what = '{MatchDuty.STOPWATCH}'"),
)


@dataclass(eq=False)
class BeatStore(Tables):
    _contributions: Contributions

    async def beats_of_shards(self) -> dict[int, Mapping[str, Any]]:
        """The latest beat of each shard, with its outages."""
        return {int(shard): beat for shard, beat in (await self._beats(_SHARD_BEAT)).items()}

    async def beats_of_games(self) -> dict[str, Mapping[str, Any]]:
        """The latest beat of each game, with its outages."""
        return await self._beats(_GAME_BEAT)

    async def _beats(self, prefix: str) -> dict[str, Mapping[str, Any]]:
        stored = await ChoreStore(self._db).all_outcomes(prefix)
        return {name.removeprefix(prefix): beat for name, beat in stored.items()}

    @transaction
    def note_beats(
        self,
        db: Work,
        beats: Mapping[int, Mapping[str, Any]],
        games: Mapping[str, Mapping[str, Any]],
        *,
        ended: bool,
    ) -> None:
        """Store the beats of some shards and games, and whether one of them has ended an outage."""
        by_name = {f"{_SHARD_BEAT}{shard}": beat for shard, beat in beats.items()}
        by_name |= {f"{_GAME_BEAT}{game}": beat for game, beat in games.items()}
        if ended:
            self.check_clocks(db)
        for name, beat in sorted(by_name.items()):
            note_chore(db, name, beat)

    def check_clocks(self, db: Work) -> None:
        """Have all clocks checked at once after an outage, as players may have more time."""
        for statement in _CHECK_CLOCKS:
            db.execute(statement)
        for feature in self._contributions:
            feature.outage_ended(db)
