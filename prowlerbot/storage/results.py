"""The SQL of results and ratings: the effect of each finished match, and the places it leads to.

A result gets the next number in the transaction that ends its match. As writers wait for each
other, numbers are the order in which matches ended, for any number of processes. Ratings are a pure
function of the records in that order: ``python -m prowlerbot rate`` finds the same digits.

A rating has a lower bound, which orders leaderboards, if its player can be found everywhere. Each
change of a rating, or of that choice, updates the bound in the same transaction. The table
``bounds`` counts the bounds by steps, so nobody reads all ratings to find the place of one player.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import LEAVE
from prowlerbot.match.match import WITH_RESULT, Ending, Level, Player
from prowlerbot.match.player_statistics import Extent, FinishedMatch, extent_of_leaderboard
from prowlerbot.match.preferences import PlayerChoices, Visibility
from prowlerbot.match.ratings import (
    NEW_RATING,
    CountedMatch,
    Entry,
    PlayerStanding,
    Rating,
    Result,
    Verdict,
    entry_of,
)
from prowlerbot.storage.columns import insert_sql
from prowlerbot.storage.duty_store import NOT_ASIDE
from prowlerbot.storage.engines.database import Row, Tables, Work, transaction
from prowlerbot.storage.showings import IS_PLAYED

RESULTS_LOCK = "results"
"""The lock for numbering results, and for a change of where a player can be found."""

PLAYERS_CHOICES = (
    "SELECT id, chosen FROM preferences"
    " WHERE kind = $1 AND id IN (SELECT CAST(value AS BIGINT) FROM json_each($2))"
)
BOUND_STEP = 500_000
"""The width of one step of the table ``bounds``, in millionths."""
_RATINGS_OF_PLAYER = "SELECT game, mu, sigma, bound FROM ratings WHERE player = $1"
_COUNT_BOUND = (
    f"{insert_sql('bounds', 'game, step, players')}"
    " ON CONFLICT (game, step) DO UPDATE SET players = bounds.players + excluded.players"
)
_SET_BOUND = "UPDATE ratings SET bound = $1 WHERE game = $2 AND player = $3"


def read_visibility(chosen: str | None) -> Visibility:
    """Where a player wants to be found, from the stored text of their choices."""
    return PlayerChoices.read(json.loads(chosen or "{}")).seen


def visible_everywhere(db: Work, players: Iterable[int]) -> set[int]:
    """The players whose ratings have a bound, within a transaction that holds RESULTS_LOCK."""
    return {
        player
        for player, chosen in db.fetch(PLAYERS_CHOICES, PlayerChoices.kind, json.dumps([*players]))
        if extent_of_leaderboard(0, player, read_visibility(chosen)) is Extent.ALL
    }


def set_bounds(db: Work, player: int) -> None:
    """Update the bounds of a player after a change of their choices, within a transaction."""
    db.lock(RESULTS_LOCK)
    has_bound = bool(visible_everywhere(db, [player]))
    for game, mu, sigma, before in db.fetch(_RATINGS_OF_PLAYER, player):
        bound = Rating(mu, sigma).lower_bound if has_bound else None
        db.execute(_SET_BOUND, bound, game, player)
        count_bound(db, game, before, bound)


def count_bound(db: Work, game: str, before: int | None, after: int | None) -> None:
    """Count a bound that has changed, in the transaction that changes it."""
    for bound, change in ((before, -1), (after, 1)):
        if bound is not None:
            db.execute(_COUNT_BOUND, game, bound // BOUND_STEP, change)


def count_all_bounds(db: Work) -> None:
    """Count all bounds again, within a transaction that is alone with RESULTS_LOCK."""
    db.execute("DELETE FROM bounds")
    for game, bound in db.fetch("SELECT game, bound FROM ratings WHERE bound IS NOT NULL"):
        count_bound(db, game, None, bound)


_ENDINGS = ", ".join(f"'{ending}'" for ending in WITH_RESULT)
HAS_RESULT = f"m.phase = 'over' AND m.ending IN ({_ENDINGS})"
"""The condition that a match ``m`` has a result."""
RESULT_COLUMNS = "number, match, game, ended_at, verdict, today"
PLACE_COLUMNS = "match, seat, rank, total, mu_before, sigma_before, mu, sigma"
RATING_COLUMNS = "game, player, mu, sigma, matches, bound"
ADD_RESULT = insert_sql("results", RESULT_COLUMNS)
ADD_PLACE = insert_sql("places", PLACE_COLUMNS)
ADD_RATING = insert_sql("ratings", RATING_COLUMNS)
_PLAYERS_OF_COUNTED = (
    "SELECT r.match, r.ended_at, s.player FROM results r"
    " JOIN seats one ON one.match = r.match AND one.player = $1"
    " JOIN seats s ON s.match = r.match"
    " WHERE r.game = $2 AND r.verdict = $3 AND r.ended_at >= $4 AND r.ended_at < $5"
)
_NEWCOMERS = (
    "SELECT CAST(p.value AS BIGINT) FROM json_each($1) p WHERE NOT EXISTS (SELECT 1 FROM seats s"
    " JOIN results r ON r.match = s.match WHERE s.player = CAST(p.value AS BIGINT)"
    " AND r.game = $2 AND r.ended_at < $3)"
)
_RATING = "SELECT mu, sigma, bound FROM ratings WHERE game = $1 AND player = $2"
_RATED_BY_SEAT = (
    "SELECT (SELECT COUNT(*) FROM seats s JOIN results r ON r.match = s.match"
    " WHERE s.player = own.player AND r.game = this.game AND r.verdict = this.verdict"
    " AND r.number <= this.number) FROM results this JOIN seats own ON own.match = this.match"
    " WHERE this.match = $1 ORDER BY own.seat"
)

NO_LIMIT = 1_000_000  # more matches than anybody can play


def _home_sql(match: str, home: str) -> str:
    """The condition that the match in a column was played in the home of that number. A match has
    few showings, a home perhaps a million: ``+ 0`` keeps the planner from its index.
    """
    return (
        f"EXISTS (SELECT 1 FROM showings w WHERE w.match = {match} AND w.standing {IS_PLAYED}"  # noqa: S608 - our columns
        f" AND COALESCE(NULLIF(w.guild, 0), w.channel) + 0 = {home})"
    )


class ResultStore(Tables):
    @transaction
    def add_result(self, db: Work, result: Result) -> None:
        """Enter the result of a match that has none yet, outside of the change that ended it."""
        db.lock(RESULTS_LOCK)
        if not db.fetch("SELECT 1 FROM results WHERE match = $1", result.match):
            enter_result(db, result)

    async def missing_results(self) -> list[str]:
        """The matches that ended before results existed, in the order of their ends."""
        return await self._db.column(
            "SELECT m.id FROM matches m LEFT JOIN results r ON r.match = m.id"  # noqa: S608 - constant parts
            f" WHERE {HAS_RESULT} AND r.match IS NULL AND {NOT_ASIDE} ORDER BY m.changed_at, m.id"
        )

    async def finished_match(self, match_id: str) -> FinishedMatch | None:
        """The result of one match and its effect on ratings; None while it has no result."""
        found = await self.count_rated(await self._read_finished("WHERE r.match = $1", match_id))
        return found[0] if found else None

    async def count_rated(self, found: Sequence[FinishedMatch]) -> list[FinishedMatch]:
        """A few finished matches, with the number of rated ones that their players had by then."""
        return [
            replace(each, rated_counts=tuple(await self._db.column(_RATED_BY_SEAT, each.match)))
            if each.verdict is Verdict.COUNTED
            else each
            for each in found
        ]

    async def finished_matches(
        self, game: str, player: int, skip: int = 0, limit: int = NO_LIMIT, *, home: int = 0
    ) -> list[FinishedMatch]:
        """Finished matches of a player, the latest first; only those in a ``home`` if given."""
        return await self._read_finished(
            "JOIN seats s ON s.match = r.match WHERE r.game = $1 AND s.player = $2"
            f" AND ($3 = 0 OR {_home_sql('r.match', '$3')})"
            " ORDER BY r.number DESC LIMIT $4 OFFSET $5",
            *(game, player, home, limit, skip),
        )

    async def read_latest(
        self, player: int, games: Collection[str], limit: int
    ) -> list[FinishedMatch]:
        """The latest finished matches of a player in these games."""
        return await self._read_finished(
            "JOIN seats s ON s.match = r.match WHERE s.player = $1"
            " AND r.game IN (SELECT value FROM json_each($2)) ORDER BY r.number DESC LIMIT $3",
            *(player, json.dumps(list(games)), limit),
        )

    async def matches_between(self, game: str, player: int, other: int) -> list[FinishedMatch]:
        """All finished matches of both players, the latest first."""
        return await self._read_finished(
            "JOIN seats s ON s.match = r.match JOIN seats o ON o.match = r.match"
            " WHERE r.game = $1 AND s.player = $2 AND o.player = $3",
            *(game, player, other),
        )

    async def count_finished(self, game: str, player: int, *, home: int = 0) -> int:
        """The number of a player's finished matches; only those played in ``home`` if given."""
        return await self._db.number(
            "SELECT COUNT(*) FROM results r JOIN seats s ON s.match = r.match"  # noqa: S608 - constant parts
            f" WHERE r.game = $1 AND s.player = $2 AND ($3 = 0 OR {_home_sql('r.match', '$3')})",
            *(game, player, home),
        )

    async def played_in(self, matches: Collection[str], home: int) -> set[str]:
        """The matches among these that were played in a home."""
        sql = f"SELECT value FROM json_each($1) WHERE {_home_sql('value', '$2')}"  # noqa: S608 - constant parts
        return {*await self._db.column(sql, json.dumps(list(matches)), home)}

    async def standing(self, game: str, player: int) -> PlayerStanding | None:
        """The rating of a player, None before the first rated match."""
        sql = "SELECT mu, sigma, matches FROM ratings WHERE game = $1 AND player = $2"
        for mu, sigma, matches in await self._db.read(sql, game, player):
            return PlayerStanding(player, Rating(mu, sigma), matches)
        return None

    async def ratings_of(
        self, games: Collection[str], players: Collection[int]
    ) -> dict[int, dict[str, Rating]]:
        """The ratings of these players in these games, by player and game."""
        rows = await self._db.read(
            "SELECT player, game, mu, sigma FROM ratings"
            " WHERE game IN (SELECT value FROM json_each($1))"
            " AND player IN (SELECT CAST(value AS BIGINT) FROM json_each($2))",
            json.dumps(sorted(games)),
            json.dumps(sorted(players)),
        )
        found: dict[int, dict[str, Rating]] = {player: {} for player in players}
        for player, game, *rated in rows:
            found[player][game] = Rating(*rated)
        return found

    async def names_of(self, players: Iterable[int], guild: int = 0) -> dict[int, str]:
        """The names under which players were last seen in a server, or else anywhere."""
        rows = await self._db.read(
            "SELECT p.value, COALESCE((SELECT s.name FROM seats s"
            " JOIN boards b ON b.match = s.match WHERE s.player = CAST(p.value AS BIGINT)"
            " AND b.guild = $2 AND $2 <> 0 ORDER BY s.since DESC LIMIT 1),"
            " (SELECT s.name FROM seats s"
            " WHERE s.player = CAST(p.value AS BIGINT) ORDER BY s.since DESC LIMIT 1))"
            " FROM json_each($1) p",
            *(json.dumps(list(players)), guild),
        )
        return {int(player): name or "" for player, name in rows}

    async def _read_finished(self, condition: str, *values: object) -> list[FinishedMatch]:
        """The finished matches with the results ``r`` that meet a condition, the latest first."""
        rows = await self._db.read(
            "SELECT r.match, r.ended_at, m.ending, m.ended_by, r.verdict,"  # noqa: S608 - constant parts
            " (SELECT move FROM plays WHERE match = r.match ORDER BY ply DESC LIMIT 1),"
            " s.player, s.name, s.level,"
            f" EXISTS (SELECT 1 FROM plays WHERE match = r.match AND seat = s.seat"
            f" AND move = '{LEAVE}'), p.rank, p.total,"
            " p.mu_before, p.sigma_before, p.mu, p.sigma"
            " FROM results r JOIN matches m ON m.id = r.match"
            " JOIN places p ON p.match = r.match"
            " JOIN seats s ON s.match = p.match AND s.seat = p.seat"
            f" WHERE r.number IN (SELECT r.number FROM results r {condition})"
            " ORDER BY r.number DESC, p.seat",
            *values,
        )
        return [_finished_of_rows(list(places)) for _, places in groupby(rows, itemgetter(0))]


class _PlaceRow(NamedTuple):
    """One seat of a finished match, in the order of the columns of ``_read_finished``."""

    player: int
    name: str
    level: Level | None
    left: int
    rank: int
    total: int | None
    mu_before: int
    sigma_before: int
    mu: int
    sigma: int


def _finished_of_rows(rows: list[Row]) -> FinishedMatch:
    match, ended_at, ending, ended_by, verdict, last_move, *_ = rows[0]
    places = [_PlaceRow(*row[-len(_PlaceRow._fields) :]) for row in rows]
    rated = places if verdict == Verdict.COUNTED else []
    totals = () if last_move == LEAVE else (place.total for place in places)
    return FinishedMatch(
        match=match,
        ended_at=ended_at,
        ending=Ending(ending),
        ended_by=ended_by,
        verdict=Verdict(verdict),
        players=tuple(Player(place.player, place.name, place.level) for place in places),
        ranks=tuple(place.rank for place in places),
        totals=tuple(total for total in totals if total is not None),
        leavers=frozenset(place.player for place in places if place.left),
        ratings_before=tuple(Rating(place.mu_before, place.sigma_before) for place in rated),
        ratings_after=tuple(Rating(place.mu, place.sigma) for place in rated),
    )


def enter_result(db: Work, result: Result) -> None:
    """Number a result and apply it to the ratings, within a transaction."""
    db.lock(RESULTS_LOCK)
    ((last_number,),) = db.fetch("SELECT COALESCE(MAX(number), 0) FROM results")
    ratings, bounds = list[Rating](), dict[int, int | None]()
    for player in result.players:
        rows = db.fetch(_RATING, result.game, player) or [(*astuple(NEW_RATING), None)]
        ((mu, sigma, bounds[player]),) = rows
        ratings.append(Rating(mu, sigma))
    entry = entry_of(result, ratings, _count_repeats(db, result))
    db.execute(ADD_RESULT, *result_row(last_number + 1, entry))
    for row in place_rows(entry):
        db.execute(ADD_PLACE, *row)
    everywhere = visible_everywhere(db, result.players) if entry.after else set()
    # A match that does not count has no ratings after it.
    for player, rating in zip(result.players, entry.after, strict=False):
        bound = rating.lower_bound if player in everywhere else None
        db.execute(
            f"{ADD_RATING} ON CONFLICT (game, player) DO UPDATE SET mu = excluded.mu,"
            " sigma = excluded.sigma, matches = ratings.matches + excluded.matches,"
            " bound = excluded.bound",
            *(result.game, player, rating.mu, rating.sigma, 1, bound),
        )
        count_bound(db, result.game, bounds[player], bound)


def _count_repeats(db: Work, result: Result) -> int:
    """The counted matches of the same players towards the limit."""
    if not result.may_count:
        return 0
    living = {player for player in result.players if player > 0}
    newcomers = _read_newcomers(db, result, living)
    since, until = result.new_since if newcomers else result.day * DAY, (result.day + 1) * DAY
    earlier_matches: dict[str, CountedMatch] = {}
    for player in living:
        values = player, result.game, Verdict.COUNTED, since, until
        for match, ended_at, other in db.fetch(_PLAYERS_OF_COUNTED, *values):
            known_match = earlier_matches.get(match, CountedMatch(ended_at, ()))
            if other not in known_match.players:
                earlier_matches[match] = known_match._replace(players=(*known_match.players, other))
    if min(result.players) < 0:  # a player was deleted, perhaps while the others played on
        others = {other for each in earlier_matches.values() for other in each.players if other > 0}
        newcomers |= _read_newcomers(db, result, others - living)
    return result.count_repeats(earlier_matches.values(), newcomers)


def _read_newcomers(db: Work, result: Result, players: Collection[int]) -> set[int]:
    """The newcomers to the game of a result among some players."""
    rows = db.fetch(_NEWCOMERS, json.dumps(sorted(players)), result.game, result.new_since)
    return {int(player) for (player,) in rows}


def result_row(number: int, entry: Entry) -> Row:
    result = entry.result
    return number, result.match, result.game, result.ended_at, str(entry.verdict), entry.repeats


def place_rows(entry: Entry) -> list[Row]:
    result = entry.result
    rows: list[Row] = []
    for index, rank in enumerate(result.ranks):
        ratings = [entry.before[index], entry.after[index]] if entry.after else []
        numbers = tuple(number for rating in ratings for number in astuple(rating))
        total = result.totals[index] if result.totals else None
        rows.append((result.match, index + 1, rank, total, *(numbers or (None,) * 4)))
    return rows
