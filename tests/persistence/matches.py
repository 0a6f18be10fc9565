"""Players, matches and opened stores that the tests of the record and its keeping share."""

import random
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar, cast

import pytest
from discord import Interaction

from prowlerbot.core.game import AnyState, Game, Registry
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match import lobby, play
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import Place
from prowlerbot.service.lobby_service import DEFAULT_TERMS as USUAL
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Asker
from prowlerbot.storage.engines.database import Database
from tests.games.tell import TellGame
from tests.persistence.fresh import open_database

ADA, BEN, CLEO, DORA = (Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora"), 1))
PROWLER = GAMES["prowler"]
TELL = TellGame()
ALL = Registry((*GAMES.values(), TELL))
NOON = 1_700_000_000
_Found = TypeVar("_Found")


class Clock:
    """Epoch seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


class Hosted(Service):
    """The service, with the clock and the database that it goes by."""

    def __init__(
        self, database: Database, clock: Callable[[], int], rng: random.Random | None = None
    ) -> None:
        super().__init__(open_store(database), games=ALL, clock=clock, rng=rng)
        self.clock = cast("Clock", clock)  # a test sets no other one
        self.database = database


def there(found: _Found | None) -> _Found:
    """What was found, as it has to be there."""
    assert found is not None
    return found


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


@asynccontextmanager
async def opened(
    where: Path | str, clock: Callable[[], int] | None = None, seed: int = 1
) -> AsyncIterator[Hosted]:
    """The service of a process that has this file, or the database at this address, open."""
    database = await open_database(where if isinstance(where, str) else url_of(where))
    try:
        yield Hosted(database, clock or Clock(), random.Random(seed))
    finally:
        await database.close()


def challenged(match_id: str = "m") -> Match:
    return lobby.make_challenge(match_id, PROWLER, [ADA, BEN], {}, terms=Terms(), now=NOON)


def begun(match_id: str = "m", seed: int = 1) -> Match:
    return lobby.accept_challenge(
        challenged(match_id), Context(PROWLER, random.Random(seed), NOON + 1), BEN.id
    )


def played(plies: int, match_id: str = "m", seed: int = 1) -> Match:
    """A match in which so many random moves are made; it may be over before."""
    rng = random.Random(seed)
    match = begun(match_id, seed)
    while match.phase is Phase.PLAYING and match.ply < plies:
        match = move_anything(match, PROWLER, rng)
    return match


def move_anything(match: Match, game: Game, rng: random.Random) -> Match:
    state = play.replay_match(match, game)[-1]
    seat = rng.choice(sorted(state.to_move))
    move = str(rng.choice(state.moves(seat)))
    now = match.changed_at + 1
    return play.make_move(match, Context(game, rng, now), match.player(seat).id, match.moment, move)


def next_press(match: Match) -> tuple[int, int, str]:
    """User, ply and move of a legal press in a match of two players who move in turn."""
    state = play.replay_match(match, PROWLER)[-1]
    (seat,) = state.to_move
    return match.player(seat).id, match.ply, str(state.moves(seat)[0])


async def begin(
    service: Service, *players: Player, game: str = "prowler", terms: Terms = USUAL, **options: str
) -> Match:
    """A match that all its players have accepted."""
    match = await Lobby(service).make_challenge(game, players or (ADA, BEN), options, terms)
    for player in match.players[1:]:
        match = await service.apply(match.id, accept_challenge, player.id)
    return match


async def play_on(service: Service, match: Match, plies: int = 1000) -> Match:
    """The match after so many moves more, each the first legal one."""
    for _ in range(plies):
        if match.phase is Phase.OVER:
            break
        match = await service.make_move(match.id, *next_press(match))
    return match


def states(service: Service, match: Match) -> list[AnyState]:
    """The position at the start and after each play."""
    return play.replay_match(match, service.facts.game(match))


def asker(user: int, channel: int = 900, sees: Collection[int] = ()) -> Asker:
    """A user in a channel outside of servers who can see these audiences."""

    async def audiences(places: Collection[Place]) -> frozenset[int]:
        return frozenset(place.audience for place in places) & frozenset(sees)

    return Asker(user, channel, channel, audiences)


def asked_by(user: int, guild: int | None = 1) -> Interaction:
    """As much of an interaction as decides about a place in a line."""
    return cast("Interaction", SimpleNamespace(user=SimpleNamespace(id=user), guild_id=guild))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(url: str, clock: Clock) -> AsyncIterator[Hosted]:
    async with opened(url, clock) as service:
        yield service
