"""The day's challenge: its set-up, the beginning of a try, the results, and the events of tries."""

import random
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.daily import daily_days, daily_store
from prowlerbot.daily.daily_days import DayLuck, day_of
from prowlerbot.match import lobby
from prowlerbot.match.machine_help import CountingLine
from prowlerbot.match.match import Context, Level, Match, Player, machine
from prowlerbot.match.play import replay_match
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.terms import Terms, counts_until
from prowlerbot.service.match_service import Service
from prowlerbot.storage.contributions import (
    Choices,
    CountingStarts,
    LineKey,
    Luck,
    MatchEvents,
    Moves,
    Search,
)
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.match_store import Store

DAY_LEVEL: Level = "hard"
"""The machine that everybody meets; ``kind_words`` in cogs/daily names its level."""
_TRY_PACE = DAY
"""The pace of a try, so that one without a move for a month ends like other matches."""
_NO_HELP = mark(
    "This is the set-up of a daily challenge, and somebody's try may still count; the machine does"
    " not help with it until the day after the challenge is over."
)


class TryRunning(Denied):
    """The player's earlier try, ``match``, is not over."""

    def __init__(self, match: str) -> None:
        super().__init__("Your try is under way: match {match}.", match=match)
        self.match = match


@dataclass(frozen=True, slots=True)
class Daily:
    _service: Service
    _days: daily_store.DailyStore

    @property
    def today(self) -> int:
        return day_of(self._service.now())

    async def first_day(self) -> int:
        """The first day whose challenge was drawn; today if there is none."""
        first = await self._days.first_day(self._service.games)
        return self.today if first is None else first

    async def has_spent_try(self, game: str, player: int) -> bool:
        """Whether a player has deleted their try of today that counted."""
        luck = DayLuck(await self._days.host_secret(), game, self.today)
        return await self._days.has_deleted_try(luck.day, luck.deleted_key(player))

    async def challenge_of(self, game: str, day: int) -> daily_store.Day:
        """The challenge of a day; a look at an earlier day stores nothing. Raises Denied for a day
        that has not begun, and for one before the first.
        """
        if not 0 < day <= self.today:
            raise Denied("That day has not begun; its challenge is drawn when it does.")
        store = self._days
        luck = DayLuck(await store.host_secret(), game, day)
        if day == self.today:
            return await store.ensure_day(game, day, lambda: self._draw_day(luck))
        known = await store.known_day(game, day)
        if known is None and day < await self.first_day():
            raise Denied("There were no challenges on that day yet.")
        return known or self._draw_day(luck)

    def _draw_day(self, luck: DayLuck) -> daily_store.Day:
        game, rng = self._service.games[luck.game], luck.beginning()
        players, options = game.of_the_day(rng)
        seat = rng.randrange(players) + 1
        return daily_store.Day(seat, players, options, game.setup(rng, players, options))

    async def first_to_move(self, game: str, day: int, drawn: daily_store.Day) -> frozenset[int]:
        """The seats that move first in a challenge, after the draws at its start."""
        luck, rules = DayLuck(await self._days.host_secret(), game, day), self._service.games[game]
        return replay_match(sample_try(drawn, luck, rules), rules)[-1].to_move

    async def begin_try(self, game: str, day: int, player: Player, home: int) -> Match:
        """Begin a try. A player's first one counts if it begins on the day of the challenge. Raises
        TryRunning if an earlier one is not over, and Denied like ``challenge_of``.
        """
        known, rules = await self.challenge_of(game, day), self._service.games[game]
        drawn = await self._days.ensure_day(game, day, lambda: known)
        luck = DayLuck(await self._days.host_secret(), game, day)
        while True:  # until the id of the match is free; each round draws another one
            now, new_id = self._service.now(), self._service.new_id()
            match = start_try(drawn, luck, player, rules=rules, new_id=new_id, now=now)
            add = partial(_add_try, luck=luck, match=match, player=player.id, home=home, now=now)
            if await self._service.store.add_new(match, extra=add):
                return match


def _add_try(db: Work, *, luck: DayLuck, match: Match, player: int, home: int, now: int) -> None:
    """Add a try. Raises TryRunning if an earlier one of the player is not over."""
    daily_store.lock_tries(db, player)
    if (earlier := daily_store.running_try(db, player, luck.game, luck.day)) is not None:
        raise TryRunning(earlier)
    today, key = day_of(now), luck.deleted_key(player)
    daily_store.add_try(db, match, player, home, today=today, key=key)


def start_try(
    drawn: daily_store.Day, luck: DayLuck, player: Player, *, rules: Game, new_id: str, now: int
) -> Match:
    """A try that has just begun, with the luck of its day."""
    seats = [machine(DAY_LEVEL)] * drawn.players
    seats[drawn.seat - 1] = player
    terms = Terms(takebacks="never", pace=_TRY_PACE, day=luck.day)
    asked = lobby.make_challenge(
        new_id, rules, seats, drawn.options, terms=terms, now=now, host=drawn.seat
    )
    # Only the luck of the day may draw here, so this random source is never used.
    return lobby.begin_match(asked, Context(rules, random.Random(0), now, luck.chance), drawn.setup)


def sample_try(drawn: daily_store.Day, luck: DayLuck, rules: Game) -> Match:
    """A try of nobody at no time, to look at its set-up and first draws: all tries share them."""
    return start_try(drawn, luck, Player(1, ""), rules=rules, new_id="", now=0)


@dataclass(frozen=True, slots=True)
class Streak:
    """The days in a row with a result that counts, in any game, and the longest such row."""

    days: int
    longest: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result among all that count: its place, their number, and their number by margin."""

    place: int
    count: int
    margins: Mapping[int, int]


@dataclass(eq=False)
class DailyResults:
    """The results for one reader. Counts and places include all results, as they name nobody."""

    _store: Store
    tries: daily_store.DailyStore

    async def compare_result(self, tried: daily_store.DailyTry) -> Comparison | None:
        """A result among all of its day; None without one."""
        if (score := tried.score) is None:
            return None
        scores, margins = await self.tries.count_scores(tried.game, tried.day), Counter[int]()
        for other, count in scores.items():
            margins[other.margin] += count
        return Comparison(daily_days.place_among(score, scores), margins.total(), margins)

    async def streak(self, player: int, today: int) -> Streak:
        played = await self.tries.played_days(player)
        choices = await self._store.choices.choices_of(PlayerChoices, player)
        absent_days = [range(day_of(start), day_of(end) + 1) for start, end in choices.absences]
        days = daily_days.streak_length(played, today, absent_days)
        return Streak(days, daily_days.longest_streak(played, absent_days))


class DailyTries(MatchEvents):
    """A try has the same luck and the same machine for everybody after the same moves."""

    async def fixed_luck(self, database: Database, match: Match) -> Luck | None:
        return (await self._luck_of_day(database, match)).chance

    async def fixed_reply(
        self, database: Database, match: Match, seat: int, moves: Moves, search: Search
    ) -> str | None:
        store, line = daily_store.DailyStore(database), daily_days.line_key(match.setup, moves)
        if (known := await store.stored_reply(match, seat, line)) is not None:
            return known
        seed = (await self._luck_of_day(database, match)).thinking_seed(match.setup, moves, seat)
        return await store.store_reply(match, seat, line, await search(seed))

    async def _luck_of_day(self, database: Database, match: Match) -> DayLuck:
        secret = await daily_store.DailyStore(database).host_secret()
        return DayLuck(secret, match.game, match.terms.day)

    async def counting_starts(self, database: Database, game: Game, now: int) -> CountingStarts:
        """The starts of the day's challenges in which a try can still count."""
        store, starts = daily_store.DailyStore(database), dict[LineKey, CountingLine]()
        for day in takewhile(lambda day: now < counts_until(day), range(day_of(now), 0, -1)):
            if (known := await store.known_day(game.key, day)) is not None:
                luck = DayLuck(await store.host_secret(), game.key, day)
                moves = [(play.seat, play.move) for play in sample_try(known, luck, game).plays]
                starts[game.key, day, 0] = CountingLine.of_beginning(game, known.setup, moves)
        return CountingStarts(starts, _NO_HELP)

    def match_ended(self, db: Work, match: Match, game: Game) -> None:
        if match.terms.day:
            daily_store.note_try_end(db, match, game)

    def choices_changed(self, db: Work, of: Choices, owner: int, changes: Collection[str]) -> None:
        """Look again at once whether the day's challenge is to be posted."""
        if of is ServerChoices and not daily_store.POST_CHOICES.isdisjoint(changes):
            put_duties(db, str(owner), {daily_store.DAILY_POST_DUTY: 0}, owner)
