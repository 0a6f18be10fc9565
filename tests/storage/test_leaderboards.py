"""Leaderboards: the pages, counts and places are those of a list made of everybody at once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial

import pytest

from prowlerbot.copies.rebuild import rebuild
from prowlerbot.core.posts import Act, Bar, Person, What
from prowlerbot.games import GAMES
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices, Seen
from prowlerbot.match.ratings import PlayerStanding, Rating
from prowlerbot.match.scene import Board
from prowlerbot.match.timeline import Extent, listing_extent
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.profiles.leaderboard_store import Leaderboards
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.results import STEP, count_all_bounds
from tests.ended import PLAYERS, end, opened

pytestmark = pytest.mark.both_databases

ADA, BEN = PLAYERS[:2]
HERE, AWAY = 7, 8
MILLION = 1_000_000
SIZE = 3
SEEN: tuple[Seen, ...] = ("server", "everywhere", "nowhere")
_BOUNDS = "SELECT player, bound FROM ratings ORDER BY player"


@pytest.fixture
async def service(url: str) -> AsyncIterator[Service]:
    async with opened(url) as service:
        yield service


async def bounds(service: Service) -> dict[int, int | None]:
    return dict(await service.store.database.read(_BOUNDS))


async def counted(service: Service) -> None:
    """The bounds are counted as they are."""
    read = service.store.database.read
    counts = await read("SELECT game, step, players FROM bounds WHERE players <> 0")
    there = await read("SELECT game, bound FROM ratings WHERE bound IS NOT NULL")
    expected = Counter((game, bound // STEP) for game, bound in there)
    assert {(game, step): players for game, step, players in counts} == expected


async def many(service: Service, rng: random.Random) -> dict[int, PlayerChoices]:
    """Players of both servers with ratings that often tie, seen in all ways; their choices."""
    chosen: dict[int, PlayerChoices] = {}
    people = [Player(number, f"P{number}") for number in range(1, 31)]
    for number in range(30):
        pair = people[number], people[(number * 7 + 3) % 30]
        await end(service, number, number * 86_400, pair)
        guild = rng.choice([HERE, AWAY])
        await service.store.boards.put(Board(f"m{number}", guild, 1, number + 1))
    database = service.store.database
    await database.write("UPDATE showings SET standing = 'played'")
    for player in people:
        if rng.random() < 0.8:
            chosen[player.id] = PlayerChoices(seen=rng.choice(SEEN))
            await service.store.choices.put(player.id, chosen[player.id])
        mu, sigma = rng.choice([(30, 4), (28, 3), (25, 5), (6, 4), (21, 0)])
        await database.write(
            "UPDATE ratings SET mu = $1, sigma = $2, bound = bound - bound + $3 WHERE player = $4",
            mu * MILLION + (apart := rng.choice([0, 0, 250_000])),
            sigma * MILLION,
            Rating(mu * MILLION + apart, sigma * MILLION).lower_bound,
            player.id,
        )
    await database.run(count_all_bounds)
    return chosen


async def expected(
    service: Service, chosen: dict[int, PlayerChoices], asker: int, *, only_here: bool
) -> list[PlayerStanding]:
    """The whole leaderboard, straight from its definition."""
    read = service.store.database.read
    played = await read(
        "SELECT s.player FROM seats s JOIN boards b ON b.match = s.match WHERE b.guild = $1", HERE
    )
    here = [player for (player,) in played]
    found = []
    for player, mu, sigma, matches in await read("SELECT player, mu, sigma, matches FROM ratings"):
        told = listing_extent(asker, player, chosen.get(player, PlayerChoices()).seen)
        everything = told is Extent.ALL and not only_here
        count = matches if everything else here.count(player)
        if told is not Extent.NOTHING and count:
            found.append(PlayerStanding(player, Rating(mu, sigma), count))
    return sorted(found, key=lambda each: (-each.rating.lower_bound, -each.rating.mu, each.player))


async def test_pages_and_places_are_those_of_the_whole_list(service: Service) -> None:
    rng = random.Random(3)
    chosen = await many(service, rng)
    for asker in (0, *rng.sample(range(1, 31), 6), 99):
        for only_here in (True, False):
            whole = await expected(service, chosen, asker, only_here=only_here)
            players = [each.player for each in whole]
            assert len(whole) > 2 * SIZE
            last = (len(whole) - 1) // SIZE
            for page in range(last + 2):
                about = rng.randint(1, 30)
                found = await Leaderboards(service.store.database).read_leaderboard(
                    Reader(asker, HERE), "prowler", about, only_here=only_here, page=page, size=SIZE
                )
                first = min(page, last) * SIZE
                assert list(found.shown) == whole[first : first + SIZE]
                assert (found.page, found.pages, found.all) == (
                    min(page, last),
                    last + 1,
                    len(whole),
                )
                assert found.place == (players.index(about) + 1 if about in players else None)


async def test_a_player_who_is_barred_in_a_server_is_not_on_its_leaderboard(
    service: Service,
) -> None:
    await end(service, 1)
    await service.store.boards.put(Board("m1", HERE, 1, 1))
    await service.store.database.write("UPDATE showings SET standing = 'played'")
    bar = Bar(HERE, ADA.id, ADA.name, since=1, until=9)
    await service.store.bars.put(bar, Act(HERE, What.BARRED, Person(BEN.id, BEN.name)), _nothing)
    read = partial(Leaderboards(service.store.database).read_leaderboard, game="prowler", size=9)
    for guild, now, listed in ((HERE, 8, {BEN.id}), (HERE, 9, {ADA.id, BEN.id})):
        found = await read(Reader(BEN.id, guild), about=0, only_here=True, now=now)
        assert {each.player for each in found.shown} == listed


def _nothing(_: Work) -> None:
    pass


async def test_a_rating_has_a_bound_while_its_player_is_found_everywhere(service: Service) -> None:
    await end(service, 1)
    assert await bounds(service) == {1: None, 2: None}
    await service.store.choices.change(PlayerChoices, ADA.id, seen="everywhere")
    await service.store.choices.change(PlayerChoices, BEN.id, text_first=True)
    for number in (1, 2):
        rating = await service.store.results.standing("prowler", ADA.id)
        assert rating is not None
        assert await bounds(service) == {1: rating.rating.lower_bound, 2: None}
        await counted(service)
        if number == 1:
            await end(service, 2)  # the next match moves the bound along
    await service.store.choices.change(PlayerChoices, ADA.id, seen="nowhere")
    assert await bounds(service) == {1: None, 2: None}


async def test_who_is_found_everywhere_has_a_bound_until_forgotten(service: Service) -> None:
    await service.store.choices.change(PlayerChoices, ADA.id, seen="everywhere")
    await end(service, 1)
    found = await bounds(service)
    assert (found[ADA.id] is None, found[BEN.id]) == (False, None), "from the first rating on"
    await Privacy(service).forget(ADA.id)
    assert await bounds(service) == {-1: None, BEN.id: None}
    await counted(service)


async def test_choices_while_matches_end_leave_no_bound(service: Service, url: str) -> None:
    """The first rating of a player and the choice come at the same time, in two processes."""
    async with opened(url) as other:
        for number in range(20):
            pair = Player(100 + number, "A"), Player(200 + number, "B")
            for player, seen in zip(pair, ("everywhere", "nowhere"), strict=True):
                await service.store.choices.change(PlayerChoices, player.id, seen=seen)
            await asyncio.gather(
                end(service, number, number * 86_400, pair),
                other.store.choices.change(PlayerChoices, pair[0].id, seen="nowhere"),
                other.store.choices.change(PlayerChoices, pair[1].id, seen="everywhere"),
            )
    await counted(service)
    found = await bounds(service)
    assert len(found) == 40
    assert all((bound is None) == (player < 200) for player, bound in found.items())


async def test_a_rebuild_puts_bounds_and_their_counts_right(service: Service) -> None:
    await service.store.choices.change(PlayerChoices, ADA.id, seen="everywhere")
    await end(service, 1)
    right = await bounds(service)
    database = service.store.database
    await database.write("UPDATE ratings SET bound = 5")
    await database.write("DELETE FROM bounds")
    assert (await rebuild(database, GAMES, lambda *_: None, check=True)).rows
    await rebuild(database, GAMES, lambda *_: None, check=False)
    assert await bounds(service) == right
    await counted(service)
