"""What earlier versions of the bot looked for in all matches: the oracle of their duties."""

import json
from collections.abc import Iterable

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import LEAVE
from prowlerbot.finding.finding_store import Proposal, read_proposal
from prowlerbot.match import deadlines
from prowlerbot.match.call_rules import DUTY_DELAY, MatchDuty, last_awaited_seat
from prowlerbot.match.lobby import CHALLENGE_SECONDS
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.ratings import MIN_PLAYS
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import IS_BEHIND
from prowlerbot.storage.engines.database import Database, Work

_BEHIND = f"SELECT b.match FROM boards b WHERE {IS_BEHIND}"  # noqa: S608 - constant parts
_SCANS = {
    MatchDuty.EXPIRE: "m.phase = 'lobby' AND m.created_at <= $1",
    MatchDuty.ABANDON: (
        "m.phase = 'playing' AND m.due > 0 AND m.due <= $1 AND m.changed_at <= $1"
        ' AND m.terms NOT LIKE \'%"competition": "c%\''
    ),
    MatchDuty.OFFER: (
        "m.phase = 'playing' AND EXISTS"
        " (SELECT 1 FROM seats s WHERE s.match = m.id AND s.offered > 0 AND s.offered <= $1)"
    ),
    MatchDuty.BOARD: f"m.changed_at <= $1 AND m.id IN ({_BEHIND})",
    MatchDuty.DROP: (
        "m.phase = 'over' AND m.setup <> '' AND m.ending <> 'played' AND m.changed_at <= $1"  # noqa: S608 - constants
        " AND (SELECT COUNT(*) FROM seats s WHERE s.match = m.id AND s.player <> 0) = 1"
        " AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.leaver <> 0)"
        " AND (SELECT COUNT(*) FROM plays p JOIN seats s ON s.match = p.match AND s.seat = p.seat"
        f" WHERE p.match = m.id AND s.player <> 0 AND p.move <> '{LEAVE}') < {MIN_PLAYS}"
    ),
}
_BEFORE = {
    MatchDuty.EXPIRE: CHALLENGE_SECONDS,
    MatchDuty.ABANDON: deadlines.MAX_IDLE_SECONDS,
    MatchDuty.BOARD: DUTY_DELAY,
    MatchDuty.DROP: DAY,
}


async def found_by_scan(service: Service, what: str, matches: Iterable[Match]) -> set[str]:
    """Those of all ``matches`` in which something of a kind is due now."""
    if what in _SCANS:
        now = service.now() - _BEFORE.get(MatchDuty(what), 0)
        select = f"SELECT m.id FROM matches m WHERE {_SCANS[MatchDuty(what)]}"  # noqa: S608 - constants
        return {*await service.store.database.column(select, now)}
    return {each.id for each in matches if _is_due(service, each, what)}


def _is_due(service: Service, match: Match, what: str) -> bool:
    """Whether something is due that only the whole record tells."""
    now = service.now()
    if what == MatchDuty.MACHINE:
        begun = [match.decision(seat).since for seat in service.facts.machines_to_move(match)]
        return bool(begun) and min(begun) + DUTY_DELAY <= now
    if what == MatchDuty.AWAITED:
        return bool(last_awaited_seat(match, service.facts.to_move(match), now))
    claim, alone = deadlines.earliest_claim(match), len(match.people) < 2
    at = {
        MatchDuty.REMIND: deadlines.first_reminder(match),
        MatchDuty.CLAIM: claim if match.terms.competition else None,
        MatchDuty.FLAG: None if match.terms.competition else claim,
        MatchDuty.LATE: None if claim or alone else deadlines.earliest_deadline(match),
        MatchDuty.STOPWATCH: service.facts.end_of_stage(match),
    }[MatchDuty(what)]
    return 0 < (at or 0) <= now


async def proposals(database: Database) -> list[Proposal]:
    """All proposals whose messages may not show their end yet, the oldest first."""

    def work(db: Work) -> list[Proposal | None]:
        ids = db.fetch("SELECT id FROM proposals ORDER BY made_at, id")
        return [read_proposal(db, proposal_id) for (proposal_id,) in ids]

    return [it for it in await database.run_reading(work) if it is not None]


async def announcing(database: Database) -> list[tuple[int, ServerChoices]]:
    """The servers that want the day's challenge posted, with their choices."""
    sql = """SELECT id, chosen FROM preferences WHERE chosen LIKE '%"daily_channel": %'"""
    read = (
        (int(id_), ServerChoices.read(json.loads(chosen)))
        for id_, chosen in await database.read(sql)
    )
    return [(id_, choices) for id_, choices in read if choices.daily_channel]
