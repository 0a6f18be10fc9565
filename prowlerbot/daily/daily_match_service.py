"""The part of the day's challenge in a match: its luck, the machine's moves, the stored result."""

from __future__ import annotations

from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.daily.daily_days import day_of
from prowlerbot.daily.daily_luck import DayLuck, line_key
from prowlerbot.daily.daily_service import begun_try
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.match.machine_help import Counting
from prowlerbot.match.match import Match, Player
from prowlerbot.match.terms import counts_until
from prowlerbot.storage.contributions import CountingStarts, LineKey, Luck, Moves, Search
from prowlerbot.storage.engines.database import Database

_DAYS = 2
"""The days for whose challenge a try may still count: today and the day before."""
_REFUSED = mark(
    "This is the set-up of a daily challenge, and somebody's try may still count; the machine does"
    " not help with it until the day after the challenge is over."
)


async def luck(database: Database, match: Match) -> Luck | None:
    return (await _day_luck(database, match)).chance if match.terms.day else None


async def _day_luck(database: Database, match: Match) -> DayLuck:
    return DayLuck(await DailyStore(database).secret(), match.game, match.terms.day)


async def reply(
    database: Database, match: Match, seat: int, moves: Moves, search: Search
) -> str | None:
    """The machine's move in a try. It is the same for everybody after the same moves."""
    if not match.terms.day:
        return None
    store, line = DailyStore(database), line_key(match.setup, moves)
    known = await store.reply(match, seat, line)
    if known is not None:
        return known
    seed = (await _day_luck(database, match)).thought(match.setup, moves, seat)
    return await store.keep_reply(match, seat, line, await search(seed))


async def counting(database: Database, rules: Game, now: int) -> CountingStarts:
    """The starts of the day's challenges in which a try can still count."""
    store, starts = DailyStore(database), dict[LineKey, Counting]()
    for day in range(day_of(now), day_of(now) - _DAYS, -1):
        known = await store.known_day(rules.key, day)
        if known is not None and now < counts_until(day):
            day_luck = DayLuck(await store.secret(), rules.key, day)
            tried = begun_try(known, day_luck, Player(1, ""), rules=rules, new_id="", now=now)
            moves = [(play.seat, play.move) for play in tried.plays]
            starts[rules.key, day, 0] = Counting.beginning(rules, known.setup, moves)
    return CountingStarts(starts, _REFUSED)
