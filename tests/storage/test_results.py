"""Stored results and ratings follow from the records alone."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.__main__ import main
from prowlerbot.copies.rebuild import Rebuilt, rebuild
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import StoreError
from prowlerbot.games import GAMES
from prowlerbot.match.lobby import decline
from prowlerbot.match.match import Player
from prowlerbot.match.ratings import NEW
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.ended import PLAYERS, end, opened

pytestmark = pytest.mark.both_databases

TABLES = ("places", "results", "ratings")


async def checked(service: Service, *, check: bool = True) -> Rebuilt:
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


async def test_the_order_is_that_of_the_ends_whatever_the_clocks_said(service: Service) -> None:
    for number, at in enumerate([9, 3]):
        await end(service, number, at)
    assert [each.match for each in await service.store.results.history("prowler", 1, 0, 9)] == [
        "m1",
        "m0",
    ]
    assert (await checked(service)).rows == 0


async def test_a_match_that_an_older_version_saw_end_gets_its_result_at_the_start(
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


async def test_a_match_that_does_not_replay_is_named_and_counts_no_more_once_it_is_set_aside(
    service: Service,
) -> None:
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


async def test_matches_without_a_result_leave_no_trace(service: Service) -> None:
    match = await Lobby(service).challenge("prowler", PLAYERS[:2], {})
    await service.apply(match.id, decline, 2)
    assert await content(service) == [[], [], []]
    assert await service.store.results.finished_match(match.id) is None


# ------------------------------------------------------------------------- several processes


async def test_two_processes_that_end_matches_of_the_same_players_lose_nothing(url: str) -> None:
    async with opened(url) as one, opened(url) as two:

        async def write(service: Service, first: int) -> None:
            for number in range(first, first + 8):
                await end(service, number, 5, PLAYERS[number % 3 : number % 3 + 2])

        await asyncio.gather(write(one, 0), write(two, 100))
        assert (await checked(one)).rows == 0
        numbers = await one.store.database.column("SELECT number FROM results ORDER BY number")
    assert numbers == list(range(1, 17))


# ------------------------------------------------------------------------- the command line


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
                "UPDATE ratings SET mu = $1 WHERE player = 1", NEW.mu
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
