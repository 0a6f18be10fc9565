"""Fills a database with matches: those of one server, copied under new ids for other servers.

A copy has every column of its template, whatever the schema is by then, but for ids, players,
places and times. The copies are made by the database itself, table by table.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from prowlerbot.core.clock import DAY
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import PlayerChoices, Visibility
from prowlerbot.match.ratings import NEW_RATING, Verdict
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database, Row
from prowlerbot.storage.engines.sqlite import is_server
from tests.persistence.home_matches import HOME, KINDS, NOW, Kind, settle
from tests.persistence.looks import end_expired

_YEARS = 2 * 365 * DAY
_LATELY = 6 * DAY  # the seconds within which an open match was last touched
_QUIET = 2 * 60 * 60  # seconds before now in which nobody moved, so that nothing is due
_SPREAD = "UPDATE matches SET changed_at = $2 - created_at % $3 WHERE changed_at = $1"
"""Let what has expired have done so in the last days, one after another."""
_LETTERS, _LENGTH = "23456789abcdefghjkmnpqrstuvwxyz", 8
_AT_A_TIME = 1_000
_COPIED = (
    "matches",
    "seats",
    "plays",
    "takebacks",
    "boards",
    "showings",
    "messages",
    "results",
    "places",
)
_HASTY = ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=OFF", "cache_size=-500000")
_SEATS = 4
_COPY = ("id", "template", "earlier", "number", "guild", "channel", "p1", "p2", "p3", "p4")
_CHOICES = 0.2  # the part of the players who have chosen anything
_SEEN: tuple[tuple[Visibility, float], ...] = (("everywhere", 0.1), ("nowhere", 0.1))
"""The choice for lists of some of those players."""


class Size(NamedTuple):
    finished: int
    open: int
    guilds: int


async def fill(url: str, size: Size, kinds: Sequence[Kind] = KINDS) -> None:
    """Make a new database with so many matches, as a bot would have left it just now."""
    database = await open_database(_in_haste(url))
    try:
        service = Service(open_store(database), games=GAMES, clock=lambda: NOW)
        home, rng = await settle(service, kinds), random.Random(1)
        if not database.remote:
            for pragma in _HASTY:
                await database.read(f"PRAGMA {pragma}")
        players = await _note_copies(database, home, size, rng)
        await _copy(database)
        await database.read(_RATE)
        for player in sorted(players):
            if rng.random() < _CHOICES:
                await service.store.choices.put_choices(player, _chosen(rng))
        if database.remote:
            await database.read("ANALYZE")
        await end_expired(service)
        await database.write(_SPREAD, NOW, NOW - _QUIET, _LATELY)
        await database.write("DELETE FROM duties WHERE at <= $1", NOW)  # nothing is due
        await database.write("UPDATE boards SET shown = wanted")  # upkeep has redrawn them
    finally:
        await database.close()


def _in_haste(url: str) -> str:
    """The address with which a server looks up no row that another one refers to."""
    role = "options=-c%20session_replication_role%3Dreplica"
    return f"{url}{'&' if '?' in url else '?'}{role}" if is_server(url) else url


def _chosen(rng: random.Random) -> PlayerChoices:
    seen = next((seen for seen, part in _SEEN if rng.random() < part), PlayerChoices().seen)
    return PlayerChoices(text_first=rng.random() < 0.5, confirm=False, seen=seen)


async def _note_copies(
    database: Database, home: list[Match], size: Size, rng: random.Random
) -> set[int]:
    """Make the table of the copies, in the order of their ids; returns their players."""
    numbers = ", ".join(f"{name} BIGINT NOT NULL" for name in _COPY[2:])
    await database.write(f"CREATE TABLE copies (id TEXT PRIMARY KEY, template TEXT, {numbers})")
    players: set[int] = set()
    copies = _copies(home, size, rng)
    while chunk := list(islice(copies, _AT_A_TIME)):
        players.update(player for row in chunk for player in row[-_SEATS:])
        await database.read(f"INSERT INTO copies VALUES {', '.join(map(str, chunk))}")  # noqa: S608 - our ids and numbers
    return players


def _copies(home: list[Match], size: Size, rng: random.Random) -> Iterator[Row]:
    """Matches end evenly over two years, in servers and between players of which few have most."""
    ended = [match.id for match in home if match.phase is Phase.OVER]
    running = [match.id for match in home if match.phase is not Phase.OVER]
    weights = [*accumulate(1 / (rank + 20) for rank in range(size.guilds))]
    both = size.finished + size.open
    step = len(_LETTERS) ** _LENGTH // (both + 1)
    order = list(range(both))
    rng.shuffle(order)
    is_open = [False] * size.finished + [True] * size.open
    rng.shuffle(is_open)
    for number, place in enumerate(order):
        (guild,) = rng.choices(range(size.guilds), cum_weights=weights)
        people = round(both / weights[-1] / (guild + 20) / 4) + 6
        players: dict[int, None] = {}
        while len(players) < _SEATS:
            players[(guild + 1) * 1_000_000 + int(people * rng.random() ** 3)] = None
        ago = (
            rng.randint(_QUIET - DAY, _LATELY)
            if is_open[number]
            else _YEARS * (both - place) // both
        )
        yield (
            _id(number * step),
            rng.choice(running if is_open[number] else ended),
            ago,
            place + 1_000,  # results are numbered as they ended
            HOME + (guild + 1) * 100,
            HOME + (guild + 1) * 100 + rng.randint(1, 3),
            *players,
        )


def _id(number: int) -> str:
    letters = ""
    for _ in range(_LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters = _LETTERS[letter] + letters
    return letters


async def _copy(database: Database) -> None:
    """Make the copies, table by table and in the order of their ids."""
    tables = await database.tables()
    await database.read("ANALYZE copies")
    for table in _COPIED:
        key = {"matches": "id", "messages": "subject"}.get(table, "match")
        taken = ", ".join(_taken(table, name) for name in tables[table])
        await database.read(f"CREATE TABLE templates AS SELECT * FROM {table}")  # noqa: S608 - our tables
        await database.read(f"CREATE INDEX template_matches ON templates ({key})")
        await database.read("ANALYZE templates")
        for letter in _LETTERS:
            await database.read(
                f"INSERT INTO {table} ({', '.join(tables[table])}) SELECT {taken}"  # noqa: S608 - our tables and columns
                f" FROM copies c JOIN templates t ON t.{key} = c.template"
                " WHERE c.id >= $1 AND c.id < $2",
                letter,
                chr(ord(letter) + 1),
            )
        await database.read("DROP TABLE templates")
    await database.read("DROP TABLE copies")
    if not database.remote:  # the bot makes no statistics there
        await database.read("DROP TABLE sqlite_stat1")


def _taken(table: str, column: str) -> str:
    """The value of a column in a row of a copy."""
    own = f"t.{column}"
    if (table, column) == ("seats", "player"):
        seats = " ".join(f"WHEN {seat} THEN c.p{seat}" for seat in range(1, _SEATS + 1))
        return f"CASE WHEN {own} > 0 THEN CASE t.seat {seats} END ELSE {own} END"
    if column.endswith("_at") or column in {"due", "since"}:
        return f"CASE WHEN {own} > 0 THEN {own} - c.earlier ELSE {own} END"
    if column == "message":
        return f"{own} + c.number * 1000000"
    if column == "number" and table == "results":
        return "c.number"
    return {
        "match": "c.id",
        "subject": "c.id",
        "id": "c.id",
        "guild": "c.guild",
        "channel": "c.channel",
    }.get(column, own)


_RATE = (
    "INSERT INTO ratings (game, player, mu, sigma, matches) SELECT r.game, s.player,"  # noqa: S608 - numbers alone
    f" {NEW_RATING.mu} + s.player * 7919 % 12000000 - 6000000,"
    f" {NEW_RATING.sigma} - 150000 * CASE WHEN count(*) > 40 THEN 40 ELSE count(*) END, count(*)"
    " FROM results r JOIN seats s ON s.match = r.match"
    f" WHERE r.verdict = '{Verdict.COUNTED}' AND s.player > 0 GROUP BY r.game, s.player"
    " ON CONFLICT DO NOTHING"
)
"""Give everybody a rating that fits the number of their matches, and nothing else."""
