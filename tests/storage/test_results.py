"""Stored results and ratings follow from the records alone."""

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.__main__ import main
from prowlerbot.copies.rebuild import Rebuild, rebuild
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import StoreError
from prowlerbot.core.posts import Act, ActKind, Bar, Person
from prowlerbot.games import GAMES
from prowlerbot.match import ratings
from prowlerbot.match.match import FIRST_RULES, Player
from prowlerbot.match.player_statistics import Extent, extent_of_leaderboard
from prowlerbot.match.preferences import PlayerChoices, Visibility
from prowlerbot.match.scene import Board
from prowlerbot.privacy import Privacy
from prowlerbot.profiles_store import Leaderboards
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.results import BOUND_STEP, count_all_bounds
from tests.ended import PLAYERS, end, opened
from tests.persistence.matches import there

COUNTED, OFTEN = ratings.Verdict.COUNTED, ratings.Verdict.OFTEN
LIMIT = ratings.MAX_RATED_A_DAY
pytestmark = pytest.mark.both_databases

TABLES = ("places", "results", "ratings")


async def checked(service: Service, *, check: bool = True) -> Rebuild:
    return await rebuild(service.store.database, GAMES, lambda *_: None, check=check)


async def content(service: Service) -> list[list[tuple[object, ...]]]:
    read = service.store.database.read
    return [sorted(await read(f"SELECT * FROM {table}"), key=str) for table in TABLES]  # noqa: S608 - names above


async def forget(service: Service, *tables: str) -> None:
    for table in tables:
        await service.store.database.write(f"DELETE FROM {table}")  # noqa: S608 - names above


@pytest.fixture
async def service(url: str) -> AsyncIterator[Service]:
    async with opened(url) as service:
        yield service


ends = st.lists(
    st.tuples(
        st.integers(0, 2 * DAY) | st.just(DAY),
        st.permutations(PLAYERS).map(lambda players: tuple(players[:2])),
        st.integers(0, 5).map(bool),
        st.integers(0, 5).map(lambda die: die == 0),
    ),
    max_size=12,
)


@settings(max_examples=8, deadline=None)
@given(ends)
def test_what_each_end_wrote_is_what_the_records_give(
    given: list[tuple[int, tuple[Player, ...], bool, bool]],
) -> None:
    async def live() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with opened(Path(folder) / "prowler.db") as service:
                for number, (at, players, rated, short) in enumerate(given):
                    await end(service, number, at, players, rated=rated, short=short)
                stored = await content(service)
                assert (await checked(service)).rows == 0
                await forget(service, "ratings", "places")
                await checked(service, check=False)
                assert await content(service) == stored

    asyncio.run(live())


async def test_what_is_lost_comes_back_in_the_order_of_times_and_ids(service: Service) -> None:
    for number, at in enumerate([5, 5, 7, 9, 9]):
        await end(service, number, at, PLAYERS[number % 3 : number % 3 + 2])
    stored = await content(service)
    await forget(service, *TABLES)
    assert len((await checked(service, check=False)).changes) == 4
    assert await content(service) == stored
    await end(service, 5, 3)
    history = await service.store.results.finished_matches("prowler", HERO.id, 0, 9)
    assert history[0].match == "m5", "the last to end, whatever the clocks said"
    assert (await checked(service)).rows == 0


async def test_a_result_that_an_older_version_has_not_entered_is_entered(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await end(service, number, number)
    stored = await content(service)
    await forget(service, *TABLES)
    for _ in range(2):
        await Housekeeping(service).enter_missing_results()
        assert await content(service) == stored
    monkeypatch.delattr(type(service.store.results), "missing_results")
    await Housekeeping(service).enter_missing_results()  # it is not looked for any more


async def test_a_match_that_does_not_replay_is_named_and_set_aside(service: Service) -> None:
    ids = [(await end(service, number, number)).id for number in range(3)]
    await service.store.database.write(
        "UPDATE matches SET setup = 'nonsense' WHERE id = $1", ids[1]
    )
    with pytest.raises(StoreError, match=f"“{ids[1]}” cannot be worked out"):
        await checked(service, check=False)
    await forget(service, *TABLES)
    await Housekeeping(service).enter_missing_results()
    assert [each.match for each in await service.store.broken.all_broken()] == [ids[1]]
    await service.store.broken.set_aside()
    assert (await checked(service, check=False)).results == 2


async def test_what_somebody_changed_by_hand_is_found_and_put_right(service: Service) -> None:
    for number in range(3):
        await end(service, number, number)
    stored = await content(service)
    await service.store.database.write("UPDATE ratings SET mu = mu + 1 WHERE player = 1")
    await service.store.database.write("UPDATE places SET rank = 1")
    await service.store.database.write("UPDATE results SET verdict = 'friendly' WHERE number = 2")
    await service.store.database.write("INSERT INTO ratings VALUES ('prowler', 9, 1, 1, 1, NULL)")
    found = await checked(service)
    assert {change.player for change in found.changes} == {1, 9}
    assert found.rows
    assert (await checked(service)).rows == found.rows, "a check changes nothing"
    await checked(service, check=False)
    assert await content(service) == stored


def test_the_command_line_rates_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "prowler.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")

    async def play() -> None:
        async with opened(path) as service:
            await end(service, 1)

    async def damage() -> None:
        async with opened(path) as service:
            await service.store.database.write(
                "UPDATE ratings SET mu = $1 WHERE player = 1", ratings.NEW_RATING.mu
            )

    for command in (["rate", "--check"], ["rate"]):
        assert main(command) == 1
        assert "There is no database" in capsys.readouterr().err
        assert not path.exists()
    asyncio.run(play())
    assert main(["rate", "--check"]) == 0
    assert capsys.readouterr().out == "Matches replayed: 1. Ratings: 2, all as they should be.\n"

    asyncio.run(damage())
    for _ in range(2):
        assert main(["rate", "--check"]) == 1
        said = capsys.readouterr()
        assert said.out.splitlines() == [
            "prowler, player 1: 25.000000 ± 8.065901 → 22.364611 ± 8.065901",
            "Matches replayed: 1. Ratings: 2, 1 differed.",
        ]
        assert "run rate without --check" in said.err
    assert main(["rate"]) == 0
    assert capsys.readouterr().out.endswith("Matches replayed: 1. Ratings: 2, 1 differed.\n")
    assert main(["rate", "--check"]) == 0


HERO, FRIEND, OTHER, THIRD = PLAYERS


async def verdicts(service: Service, player: int) -> list[ratings.Verdict]:
    """Those of a player's matches, the first one first."""
    found = await service.store.results.finished_matches("prowler", player)
    return [each.verdict for each in reversed(found)]


def result(number: int, *players: int) -> ratings.Result:
    return ratings.Result(
        f"m{number}", "prowler", number, players, tuple(range(1, len(players) + 1))
    )


@pytest.mark.parametrize(
    ("earlier", "players", "same"),
    [
        ((1, -5), (1, 2), True),
        ((1, 2), (-5, 1), True),
        ((1, -5), (1, -6), True),
        ((1, 3), (1, 2), False),
        ((-5, -6), (1, 2), False),
        ((1, -5), (1, 2, 3), False),
        ((1, -5, -6), (1, 2, 3), True),
        ((1, 4, -6), (1, 2, 3), False),
        ((1, 4, -6), (1, 2, -3), True),
        ((1, -5), (1, 9), False),
        ((1, 9), (1, -5), False),
        ((1, -5, -6), (1, 2, 9), False),
    ],
)
def test_a_deleted_opponent_may_have_been_any_newcomer_alone(
    earlier: tuple[int, ...], players: tuple[int, ...], *, same: bool
) -> None:
    assert result(1, *players).has_same_people(earlier, newcomers={1, 2, 3, 4}) == same
    assert not same or not replace(result(1, *players), rules=FIRST_RULES).has_same_people(earlier)


async def test_nobody_is_a_new_opponent_again_by_a_deletion_of_data(service: Service) -> None:
    for number in range(LIMIT):
        await end(service, number, number, (FRIEND, HERO))
    await Privacy(service).delete_data(FRIEND.id)
    before = await service.store.results.standing("prowler", HERO.id)
    await end(service, 20, 20, (FRIEND, HERO))
    await Privacy(service).delete_data(FRIEND.id)
    await end(service, 21, 21, (OTHER, HERO))
    assert await service.store.results.standing("prowler", HERO.id) == before
    await end(service, 22, (ratings.NEW_FOR_DAYS - 1) * DAY, (OTHER, HERO))
    await end(service, 23, ratings.NEW_FOR_DAYS * DAY, (OTHER, HERO))
    assert await verdicts(service, HERO.id) == [*[COUNTED] * LIMIT, *[OFTEN] * 3, COUNTED]
    assert not (await checked(service)).rows


async def test_a_deletion_takes_no_result_from_an_earlier_opponent(service: Service) -> None:
    await end(service, 1, 0, (OTHER, THIRD), rated=False)
    today = ratings.NEW_FOR_DAYS * DAY
    for number in range(LIMIT):
        await end(service, 10 + number, today + number, (FRIEND, HERO))
    await Privacy(service).delete_data(FRIEND.id)
    await end(service, 20, today + 20, (HERO, OTHER))
    await end(service, 21, today + 21, (THIRD, HERO))
    assert await verdicts(service, HERO.id) == [COUNTED] * (LIMIT + 2)
    assert not (await checked(service)).rows
    await Privacy(service).delete_data(OTHER.id)
    assert (await checked(service)).rows == 0, "nor does a later one change a verdict"


def test_results_keep_the_verdicts_of_their_limit_and_of_the_rules_of_their_time() -> None:
    (entry,) = ratings.entries_of([replace(result(1, 1, 2), stored_repeats=LIMIT)])
    assert (entry.verdict, entry.repeats) == (OFTEN, LIMIT)
    farmed = [result(number, alias, 1) for alias in (-1, -2) for number in range(LIMIT)]
    old = [replace(each, rules=FIRST_RULES) for each in farmed]
    entries = list[ratings.Entry]()
    for results, of_second in ((farmed, OFTEN), (old, COUNTED)):
        *entries, last = ratings.entries_of([*results, result(99, 3, 1)])
        found = [each.verdict for each in entries]
        assert found == [COUNTED] * LIMIT + [of_second] * LIMIT
        assert last.verdict is OFTEN, "of all deleted as one"
    assert {each.repeats for each in entries} == {None}


ADA, BEN = PLAYERS[:2]
HERE, AWAY = 7, 8
MILLION = 1_000_000
SIZE = 3
SEEN: tuple[Visibility, ...] = ("server", "everywhere", "nowhere")
_BOUNDS = "SELECT player, bound FROM ratings ORDER BY player"


async def bounds(service: Service) -> dict[int, int | None]:
    return dict(await service.store.database.read(_BOUNDS))


async def counted(service: Service) -> None:
    """The bounds are counted as they are."""
    read = service.store.database.read
    counts = await read("SELECT game, step, players FROM bounds WHERE players <> 0")
    bounded = await read("SELECT game, bound FROM ratings WHERE bound IS NOT NULL")
    expected = Counter((game, bound // BOUND_STEP) for game, bound in bounded)
    assert {(game, step): players for game, step, players in counts} == expected


async def many(service: Service, rng: random.Random) -> dict[int, PlayerChoices]:
    """Players of both servers with ratings that often tie, seen in all ways; their choices."""
    chosen: dict[int, PlayerChoices] = {}
    people = [Player(number, f"P{number}") for number in range(1, 31)]
    for number in range(30):
        pair = people[number], people[(number * 7 + 3) % 30]
        await end(service, number, number * 86_400, pair)
        guild = rng.choice([HERE, AWAY])
        await service.store.boards.put_board(Board(f"m{number}", guild, 1, number + 1))
    database = service.store.database
    await database.write("UPDATE showings SET standing = 'played'")
    for player in people:
        if rng.random() < 0.8:
            chosen[player.id] = PlayerChoices(seen=rng.choice(SEEN))
            await service.store.choices.put_choices(player.id, chosen[player.id])
        mu, sigma = rng.choice([(30, 4), (28, 3), (25, 5), (6, 4), (21, 0)])
        await database.write(
            "UPDATE ratings SET mu = $1, sigma = $2, bound = bound - bound + $3 WHERE player = $4",
            mu * MILLION + (apart := rng.choice([0, 0, 250_000])),
            sigma * MILLION,
            ratings.Rating(mu * MILLION + apart, sigma * MILLION).lower_bound,
            player.id,
        )
    await database.run(count_all_bounds)
    return chosen


async def expected(
    service: Service, chosen: dict[int, PlayerChoices], asker: int, *, only_here: bool
) -> list[ratings.PlayerStanding]:
    """The whole leaderboard, straight from its definition."""
    read = service.store.database.read
    played = await read(
        "SELECT s.player FROM seats s JOIN boards b ON b.match = s.match WHERE b.guild = $1", HERE
    )
    here = [player for (player,) in played]
    found = []
    for player, mu, sigma, matches in await read("SELECT player, mu, sigma, matches FROM ratings"):
        told = extent_of_leaderboard(asker, player, chosen.get(player, PlayerChoices()).seen)
        everything = told is Extent.ALL and not only_here
        count = matches if everything else here.count(player)
        if told is not Extent.NOTHING and count:
            found.append(ratings.PlayerStanding(player, ratings.Rating(mu, sigma), count))
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


async def test_a_player_who_is_barred_in_a_server_is_not_on_its_list(service: Service) -> None:
    await end(service, 1)
    await service.store.boards.put_board(Board("m1", HERE, 1, 1))
    await service.store.database.write("UPDATE showings SET standing = 'played'")
    bar = Bar(HERE, ADA.id, ADA.name, since=1, until=9)
    act = Act(HERE, ActKind.BARRED, Person(BEN.id, BEN.name))
    await service.store.bars.put_bar(bar, act, lambda _: None)
    read = partial(Leaderboards(service.store.database).read_leaderboard, game="prowler", size=9)
    for guild, now, listed in ((HERE, 8, {BEN.id}), (HERE, 9, {ADA.id, BEN.id})):
        found = await read(Reader(BEN.id, guild), about=0, only_here=True, now=now)
        assert {each.player for each in found.shown} == listed


async def test_a_rating_has_a_bound_while_its_player_is_found_everywhere(service: Service) -> None:
    database, change = service.store.database, service.store.choices.change
    await end(service, 1)
    assert await bounds(service) == {1: None, 2: None}
    await change(PlayerChoices, ADA.id, seen="everywhere")
    await change(PlayerChoices, BEN.id, text_first=True)
    for number in (1, 2):
        rating = there(await service.store.results.standing("prowler", ADA.id))
        assert await bounds(service) == {1: rating.rating.lower_bound, 2: None}
        await counted(service)
        if number == 1:
            await end(service, 2)  # the next match moves the bound along
    right = await bounds(service)
    await database.write("UPDATE ratings SET bound = 5")
    await database.write("DELETE FROM bounds")
    assert (await checked(service)).rows
    await checked(service, check=False)
    assert await bounds(service) == right, "a rebuild puts it right"
    await counted(service)
    await change(PlayerChoices, ADA.id, seen="nowhere")
    assert await bounds(service) == {1: None, 2: None}
    await change(PlayerChoices, THIRD.id, seen="everywhere")
    await end(service, 3, 0, (THIRD, BEN))
    assert (await bounds(service))[THIRD.id] is not None, "from the first rating on"
    await Privacy(service).delete_data(THIRD.id)
    assert await bounds(service) == {-1: None, 1: None, 2: None}
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
