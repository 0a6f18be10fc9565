"""All stored data about a person are found, and all are forgotten."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

import prowlerbot.privacy.privacy_service as module
from prowlerbot.copies.rebuild import rebuild
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Registry
from prowlerbot.following.follow_store import FollowStore
from prowlerbot.games import GAMES
from prowlerbot.match import play
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Board
from prowlerbot.match.terms import Terms
from prowlerbot.privacy.personal_data_store import STORED
from prowlerbot.privacy.privacy_service import Amount, Privacy
from prowlerbot.profiles.leaderboard_store import Leaderboards
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.engines.database import Database
from tests.persistence.matches import states

pytestmark = pytest.mark.both_databases

ADA, BEN, CLEO = Player(987654321, "Ada Lovelace"), Player(22, "Ben"), Player(33, "Cleo")


@pytest.fixture
def privacy(service: Service) -> Privacy:
    return Privacy(service)


async def started(service: Service, one: Player, other: Player) -> Match:
    match = await Lobby(service).challenge("prowler", [one, other], {}, Terms(rated=True))
    await service.store.boards.put(Board(match.id, 1, 2, 3, shown=0))
    return await service.apply(match.id, accept, other.id)


async def finished(service: Service, one: Player, other: Player) -> Match:
    """A match that is played out at random."""
    rng = random.Random(7)
    match = await started(service, one, other)
    while match.phase is Phase.PLAYING:
        state = states(service, match)[-1]
        (seat,) = state.to_move
        move = str(rng.choice(state.moves(seat)))
        match = await service.play(match.id, match.player(seat).id, match.ply, move)
    return match


NOT_ABOUT_PEOPLE = {
    "schema_version": "One number.",
    "chores": "When the bot did its own work last.",
    "bounds": "Numbers of players, without their ids.",
    "shard_leases": "Processes of the bot.",
    "bot_processes": "Processes of the bot.",
    "identify_times": "When processes logged in.",
    "duties": "Ids of matches and times, and no players.",
    "competition_servers": "Servers, and where each has the posts of a competition.",
    "daily_secrets": "The host's secret.",
    "daily_days": "The challenges of a day, the same for everybody.",
    "daily_replies": "The machine's moves, for everybody.",
    "daily_deleted": "Keyed hashes of deleted players, which lead back to nobody.",
    "puzzles": "Positions without the players of their matches.",
}
"""The tables without any person's data, each with the reason."""


async def everything(database: Database) -> str:
    """All that is stored, as text to search in."""
    return str([await database.read(f"SELECT * FROM {each}") for each in await database.tables()])  # noqa: S608 - our tables


async def test_every_table_and_column_is_either_about_people_or_not(database: Database) -> None:
    columns = await database.tables()
    assert columns.keys() == STORED.keys() | NOT_ABOUT_PEOPLE.keys(), "each says which it is"
    assert not STORED.keys() & NOT_ABOUT_PEOPLE.keys()
    for table, (listed, _) in STORED.items():
        who = {
            "preferences": {"kind", "id"},
            "imports": {"owner"},
            "showings": {"player", "shown_by"},
            "acts": {"actor", "actor_name", "target", "target_name"},
        }.get(table, {"player"})
        assert set(columns[table]) - who == set(listed.split(", ")), table


async def test_an_export_has_all_that_is_mine_and_nobody_elses_name_or_id(
    service: Service, privacy: Privacy
) -> None:
    over = await finished(service, ADA, BEN)
    running = await started(service, CLEO, ADA)
    await finished(service, BEN, CLEO)
    await service.store.choices.change(PlayerChoices, ADA.id, timezone="Europe/Paris")
    others = await started(service, BEN, CLEO)
    await FollowStore(service.store.database).follow(others.id, ADA.id, 7, 0)
    assert await privacy.data_amount(ADA.id) == Amount(finished=1, open=1, anything=True)
    text = (await privacy.export(ADA.id)).decode()
    told = json.loads(text)
    assert told["player"] == ADA.id
    counted = {each["id"]: {"revision", "changed_at"} <= each.keys() for each in told["matches"]}
    assert counted == {over.id: True, running.id: False}, "it would tell of what others do unseen"
    assert {each["id"] for each in told["matches"]} == {over.id, running.id}
    assert {each["match"] for each in told["plays"]} == {over.id}
    assert len(told["plays"]) == over.ply
    assert told["seats"][0]["name"] == ADA.name
    assert told["preferences"] == [{"chosen": {"timezone": "Europe/Paris"}}]
    assert [each["matches"] for each in told["ratings"]] == [1]
    followed = {"match": others.id, "followed_at": 7, "told": 0}
    assert told["follows"] == [followed], "that it is due would tell of what others do unseen"
    assert BEN.name not in text
    assert str(BEN.id) not in {str(value) for row in told["seats"] for value in row.values()}


@pytest.mark.expects_errors
@pytest.mark.parametrize("gone", ["package", "rules"])
async def test_exports_and_forgetting_hold_while_a_match_rests(
    service: Service, privacy: Privacy, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    over, running = await finished(service, ADA, BEN), await started(service, ADA, CLEO)
    if gone == "package":
        monkeypatch.setattr(service, "games", Registry(()))
    else:
        monkeypatch.setattr(play, "states", _raise)
    told = json.loads(await privacy.export(ADA.id))
    assert {each["id"] for each in told["matches"]} == {over.id, running.id}
    await privacy.forget(ADA.id)
    assert "Lovelace" not in await everything(service.store.database)
    ended = await service.store.load(running.id)
    assert ended is not None
    assert ended.phase is Phase.OVER


def _raise(*_: object) -> NoReturn:
    raise KeyError("no such rule")


async def test_an_export_is_put_together_beside_the_event_loop(
    service: Service, privacy: Privacy, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(service, ADA, BEN)
    await started(service, CLEO, ADA)
    here, threads = threading.current_thread(), set[threading.Thread]()

    def noting(real: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*values: Any, **more: Any) -> Any:
            threads.add(threading.current_thread())
            return real(*values, **more)

        return noted

    for each in ("rows_by_name", "_without_secrets"):
        monkeypatch.setattr(module, each, noting(getattr(module, each)))
    monkeypatch.setattr(json, "dumps", noting(json.dumps))
    await privacy.export(ADA.id)
    assert threads
    assert here not in threads


async def test_nothing_of_who_was_forgotten_is_left(
    service: Service, privacy: Privacy, database: Database
) -> None:
    over = await finished(service, ADA, BEN)
    await started(service, ADA, CLEO)
    await Lobby(service).challenge("prowler", [ADA, BEN], {})
    await database.write(
        "INSERT INTO imports VALUES ('i', $1, 'prowler', '{}', 5, 1, 0, 0, 2)", ADA.id
    )
    assert json.loads(await privacy.export(ADA.id))["imports"][0]["id"] == "i"
    await service.store.choices.change(PlayerChoices, ADA.id, timezone="Europe/Paris")
    others = await started(service, BEN, CLEO)
    await FollowStore(service.store.database).follow(others.id, ADA.id, 7, 0)
    await privacy.forget(ADA.id)
    left = await everything(database)
    assert str(ADA.id) not in left
    assert "Lovelace" not in left
    assert "Europe/Paris" not in left
    assert (await privacy.data_amount(ADA.id)).anything is False
    stays = await service.match(over.id)
    assert stays.plays == over.plays
    assert stays.players == (Player(-1, "someone"), BEN)
    assert stays.revision == over.revision + 1


async def test_open_matches_end_first_each_in_its_way(service: Service, privacy: Privacy) -> None:
    running = await started(service, ADA, BEN)
    mine = await Lobby(service).challenge("prowler", [ADA, CLEO], {})
    theirs = await Lobby(service).challenge("prowler", [CLEO, ADA], {})
    over = await finished(service, ADA, CLEO)
    forgotten = await privacy.forget(ADA.id)
    endings = [(await service.match(each.id)).ending for each in (running, mine, theirs)]
    assert endings == ["resigned", "cancelled", "declined"]
    assert set(forgotten.ended) == {running.id, mine.id, theirs.id}
    assert forgotten.others == (over.id,)


async def test_opponents_keep_their_ratings_and_they_still_follow_from_the_records(
    service: Service, privacy: Privacy, database: Database
) -> None:
    for _ in range(2):
        await finished(service, ADA, BEN)
        await finished(service, CLEO, ADA)
    results = service.store.results
    before = [await results.standing("prowler", each.id) for each in (BEN, CLEO)]
    await privacy.forget(ADA.id)
    await privacy.forget(CLEO.id)
    assert await results.standing("prowler", BEN.id) == before[0]
    assert (await rebuild(database, GAMES, lambda *_: None, check=True)).rows == 0
    board = await Leaderboards(service.store.database).read_leaderboard(
        Reader(0, 1), "prowler", BEN.id, only_here=True
    )
    assert [each.player for each in board.shown] == [BEN.id]


async def test_two_who_were_forgotten_stay_two(service: Service, privacy: Privacy) -> None:
    match = await finished(service, ADA, BEN)
    await privacy.forget(ADA.id)
    await privacy.forget(BEN.id)
    players = (await service.match(match.id)).players
    assert players == (Player(-1, "someone"), Player(-2, "someone"))


async def test_nobody_can_be_challenged_who_is_gone(service: Service) -> None:
    with pytest.raises(Denied, match="no longer here"):
        await Lobby(service).challenge("prowler", [BEN, Player(-1, "someone")], {})


async def test_a_player_who_was_forgotten_can_come_back_as_somebody_new(
    service: Service, privacy: Privacy
) -> None:
    await finished(service, ADA, BEN)
    await privacy.forget(ADA.id)
    match = await started(service, ADA, BEN)
    told = json.loads(await privacy.export(ADA.id))
    assert [each["id"] for each in told["matches"]] == [match.id]
