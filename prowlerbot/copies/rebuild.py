"""The rebuild of ratings, results and places, from the records of all finished matches."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from prowlerbot.copies.backup import Report
from prowlerbot.core.errors import Refused, StoreError
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.match.ratings import Rating, Result, entries_of, result_of
from prowlerbot.storage import results
from prowlerbot.storage.duty_store import NOT_ASIDE
from prowlerbot.storage.engines.address import OLD_DATABASE, existing_database
from prowlerbot.storage.engines.database import Database, Row, Work
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.match_store import Store

_RESULTS_IN_ORDER = (
    "SELECT r.number, m.id, r.today FROM matches m LEFT JOIN results r ON r.match = m.id"  # noqa: S608 - constant parts
    f" WHERE {results.HAS_RESULT} AND {NOT_ASIDE}"
    " ORDER BY r.number IS NULL, r.number, m.changed_at, m.id"
)


class _NumberedResult(NamedTuple):
    """The place of a match among all results, and its stored ``today`` (see ``Entry``)."""

    number: int
    match: str
    today: int | None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating whose new value differs from the stored one; None means no rating."""

    game: str
    player: int
    before: Rating | None
    after: Rating | None

    def __str__(self) -> str:
        before, after = (str(rating or "none") for rating in (self.before, self.after))
        return f"{self.game}, player {self.player}: {before} → {after}"


@dataclass(frozen=True, slots=True)
class Rebuild:
    results: int
    """The number of replayed matches."""
    ratings: int
    rows: int
    """The number of derived rows that differed."""
    changes: tuple[RatingChange, ...]

    def __str__(self) -> str:
        verdict = f"{len(self.changes)} differed" if self.rows else "all as they should be"
        return f"Matches replayed: {self.results}. Ratings: {self.ratings}, {verdict}."


class _DerivedTables(NamedTuple):
    """All rows that are derived from the records."""

    results: frozenset[Row]
    places: frozenset[Row]
    ratings: frozenset[Row]


async def rebuild_ratings(url: str, games: Registry, report: Report, *, check: bool) -> Rebuild:
    """Rebuild the ratings of the database at an address; raises StoreError if there is none."""
    async with existing_database(url) as (database, version):
        if check and version < len(migrations()):
            raise StoreError(OLD_DATABASE, path=database.place)
        await database.raise_schema()
        return await rebuild(database, games, report, check=check)


async def rebuild(database: Database, games: Registry, report: Report, *, check: bool) -> Rebuild:
    """Replay every finished match and correct all differences, in one transaction.

    Matches set aside do not count. Any other that does not replay raises StoreError. ``check``
    writes nothing. The replay ends before the transaction, so a bot waits only for the writing.
    """
    store, known = open_store(database), dict[str, Result]()
    while True:
        order = _number_results(await database.read(_RESULTS_IN_ORDER))
        await _replay_new(store, games, [result.match for result in order], known, report)
        wanted = _derive_tables(order, known)
        work = partial(_rebuild_tables, order=order, wanted=wanted, check=check)
        if (rebuilt := await database.run(work)) is not None:
            return rebuilt


def _rebuild_tables(
    db: Work, order: list[_NumberedResult], wanted: _DerivedTables, *, check: bool
) -> Rebuild | None:
    """Compare and correct the tables; None if a further match has ended, to be replayed first."""
    db.lock(results.RESULTS_LOCK)
    now = _number_results(db.fetch(_RESULTS_IN_ORDER))
    if [result.match for result in order] != [result.match for result in now]:
        return None
    # Only players who are visible everywhere have a bound.
    everywhere = results.visible_everywhere(db, {player for _, player, *_ in wanted.ratings})
    ratings = set[Row]()
    for game, player, mu, sigma, matches, _ in wanted.ratings:
        bound = Rating(mu, sigma).lower_bound if player in everywhere else None
        ratings.add((game, player, mu, sigma, matches, bound))
    wanted = wanted._replace(ratings=frozenset(ratings))
    stored = _DerivedTables(
        frozenset(db.fetch(f"SELECT {results.RESULT_COLUMNS} FROM results")),  # noqa: S608 - constant columns
        frozenset(db.fetch(f"SELECT {results.PLACE_COLUMNS} FROM places")),  # noqa: S608 - likewise
        frozenset(db.fetch(f"SELECT {results.RATING_COLUMNS} FROM ratings")),  # noqa: S608 - likewise
    )
    if not check:
        _write_differences(db, stored, wanted)
        results.count_all_bounds(db)
    return _compare_tables(stored, wanted)


def _number_results(rows: list[Row]) -> list[_NumberedResult]:
    """The places of all results. Matches without a stored result come last."""
    last, order = 0, list[_NumberedResult]()
    for number, match, today in rows:
        last = last + 1 if number is None else number
        order.append(_NumberedResult(last, match, today))
    return order


async def _replay_new(
    store: Store, games: Registry, matches: list[str], known: dict[str, Result], report: Report
) -> None:
    """Replay the matches without a ``known`` result, and add their results."""
    for done, match_id in enumerate(matches, 1):
        if match_id not in known:
            match = await store.find_match(match_id)
            try:
                result = match and result_of(match, games.named(match.game))
            except Exception as error:
                raise StoreError(
                    "The result of match “{match}” cannot be worked out, so nothing was changed:"
                    " {problem}",
                    match=match_id,
                    problem=error if isinstance(error, Refused) else "It cannot be replayed.",
                ) from error
            if not result:
                raise StoreError("Match “{match}” has lost its result.", match=match_id)
            known[match_id] = result
        report(done, len(matches))


def _derive_tables(order: list[_NumberedResult], known: Mapping[str, Result]) -> _DerivedTables:
    """The rows as the results give them, but without the bounds of ratings."""
    rows_of_results, rows_of_places = list[Row](), list[Row]()
    ratings: dict[tuple[str, int], Rating] = {}
    matches: Counter[tuple[str, int]] = Counter()
    entries = entries_of(replace(known[each.match], stored_repeats=each.today) for each in order)
    for result, entry in zip(order, entries, strict=True):
        rows_of_results.append(results.result_row(result.number, entry))
        rows_of_places += results.place_rows(entry)
        # A match that does not count has no ratings after it.
        for player, rating in zip(entry.result.players, entry.after, strict=False):
            key = entry.result.game, player
            ratings[key] = rating
            matches[key] += 1
    rows = [(*key, each.mu, each.sigma, matches[key], None) for key, each in ratings.items()]
    return _DerivedTables(frozenset(rows_of_results), frozenset(rows_of_places), frozenset(rows))


def _write_differences(db: Work, stored: _DerivedTables, wanted: _DerivedTables) -> None:
    """Write only the differences. A place refers to its result, so the order matters."""
    for match, seat, *_ in stored.places - wanted.places:
        db.execute("DELETE FROM places WHERE match = $1 AND seat = $2", match, seat)
    kept = {match: rest for _, match, *rest in wanted.results}
    for number, match, *_ in stored.results - wanted.results:
        if match in kept:
            db.execute(
                "UPDATE results SET game = $1, ended_at = $2, verdict = $3, today = $4"
                " WHERE number = $5",
                *kept.pop(match),
                number,
            )
        else:
            db.execute("DELETE FROM results WHERE number = $1", number)
    for row in sorted(wanted.results - stored.results):
        if row[1] in kept:
            db.execute(results.ADD_RESULT, *row)
    for row in wanted.places - stored.places:
        db.execute(results.ADD_PLACE, *row)
    for game, player, *_ in stored.ratings - wanted.ratings:
        db.execute("DELETE FROM ratings WHERE game = $1 AND player = $2", game, player)
    for row in wanted.ratings - stored.ratings:
        db.execute(results.ADD_RATING, *row)


def _compare_tables(stored: _DerivedTables, wanted: _DerivedTables) -> Rebuild:
    before, after = (
        {(game, player): Rating(mu, sigma) for game, player, mu, sigma, *_ in tables.ratings}
        for tables in (stored, wanted)
    )
    rows = sum(len(old ^ new) for old, new in zip(stored, wanted, strict=True))
    changes = tuple(
        RatingChange(*key, before.get(key), after.get(key))
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    )
    return Rebuild(len(wanted.results), len(after), rows, changes)
