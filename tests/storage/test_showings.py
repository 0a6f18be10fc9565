"""Places where matches were shown: they decide visibility, and the messages that lose a name."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Access, Board, ContentKind, Showing
from prowlerbot.match.timeline import Place
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines import sqlite
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database, migrations
from prowlerbot.storage.match_store import Store

pytestmark = pytest.mark.both_databases

ADA, BEN = Player(11, "Ada"), Player(22, "Ben")
SERVER, TAVERN, CELLAR = 70, 71, 72


@pytest.fixture
def store(database: Database) -> Store:
    return open_store(database)


async def kept(store: Store, match_id: str = "m") -> Match:
    match = Match(match_id, "prowler", (ADA, BEN), 0, setup="x", phase=Phase.PLAYING)
    assert await store.add(match)
    return match


async def test_a_match_was_played_where_its_board_was_before_it_was_over(store: Store) -> None:
    match = await kept(store)
    await store.boards.put(Board("m", SERVER, TAVERN, 1))
    await store.boards.put(Board("m", 0, 80, 2, access=Access.INTERACTION))
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED, revision=1)
    assert await store.commit(match, over)
    await store.boards.put(Board("m", 99, 98, 3))
    found = {
        home: await store.results.played_in(["m", "other"], home)
        for home in (SERVER, TAVERN, 80, 99)
    }
    assert found == {SERVER: {"m"}, TAVERN: set(), 80: {"m"}, 99: set()}
    facts = await store.showings.facts("m")
    assert set(facts.places) == {Place(0, 80, 0), Place(99, 98, 98)}
    assert facts.former == (Place(SERVER, TAVERN, TAVERN),)


async def test_a_match_is_brought_to_a_place_until_it_is_back_where_it_began(store: Store) -> None:
    await kept(store)
    places = [(80, 1), (80, 2), (81, 3), (80, 4), (82, 5)]
    brought = []
    for channel, message in places:
        await store.boards.put(Board("m", 0, channel, message, access=Access.INTERACTION))
        brought.append(await store.showings.was_brought("m", channel))
    assert brought == [False, False, True, False, True]


async def test_a_match_counts_where_it_began_or_ended_and_is_looked_at_where_it_is(
    store: Store,
) -> None:
    match = await kept(store)
    for number, home in enumerate((SERVER, 80, 99), 1):
        await store.boards.put(Board("m", home, home + 1, number))
    assert (await store.showings.facts("m")).places == (Place(99, 100, 100),)
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED, revision=1)
    assert await store.commit(match, over)
    homes = (SERVER, 80, 99)
    counted = [home for home in homes if await store.results.played_in(["m"], home)]
    assert counted == [SERVER, 99]


async def test_a_match_that_comes_back_to_its_message_is_looked_at_there_again(
    store: Store,
) -> None:
    await kept(store)
    for channel, message in ((TAVERN, 1), (CELLAR, 2), (TAVERN, 1)):
        await store.boards.put(Board("m", SERVER, channel, message))
    facts = await store.showings.facts("m")
    assert facts.places == (Place(SERVER, TAVERN, TAVERN),)
    assert facts.former == (Place(SERVER, CELLAR, CELLAR),)


async def test_a_thread_takes_nothing_from_the_readers_of_its_channel(store: Store) -> None:
    await kept(store)
    await store.boards.put(Board("m", SERVER, TAVERN, 1))
    await store.boards.put(Board("m", SERVER, CELLAR, 2), audience=TAVERN)
    assert (await store.showings.facts("m")).former == ()


async def test_what_is_only_quoted_opens_nothing(store: Store) -> None:
    match = await kept(store)
    quoted, opened, after = (Place(SERVER, TAVERN + number, TAVERN) for number in range(3))
    await store.showings.add(Showing(quoted, 1, ContentKind.MOMENT, "m", opens=False))
    await store.showings.add(Showing(opened, 2, ContentKind.MOMENT, "m"))
    facts = await store.showings.facts("m")
    assert (facts.places, facts.former) == ((), (opened,)), "nothing that follows"
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED, revision=1)
    assert await store.commit(match, over)
    await store.showings.add(Showing(after, 3, ContentKind.MOMENT, "m"))
    assert (await store.showings.facts("m")).places == (after,)


async def test_only_who_plays_has_a_wish_and_it_goes_with_them(store: Store) -> None:
    match = await kept(store)
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED, revision=1)
    assert await store.commit(match, over)
    for player in (ADA.id, BEN.id, 33):
        await store.showings.wish("m", player, public=player != BEN.id)
    assert (await store.showings.facts("m")).wishes == {ADA.id: True, BEN.id: False}
    await Privacy(Service(store, games=GAMES)).forget(BEN.id)
    assert (await store.showings.facts("m")).wishes == {ADA.id: True}
    await store.showings.wish("m", BEN.id, public=False)
    assert (await store.showings.facts("m")).wishes == {ADA.id: True}


async def test_a_card_of_somebody_who_was_forgotten_meanwhile_is_not_remembered(
    store: Store, database: Database
) -> None:
    await kept(store)
    card = Showing(Place(SERVER, TAVERN, TAVERN), 5, ContentKind.CARD, player=33)
    assert not await store.showings.add(card)
    assert await store.showings.add(replace(card, player=ADA.id))
    assert await database.read("SELECT player FROM showings") == [(ADA.id,)]


async def test_an_older_database_knows_where_its_boards_are_and_who_had_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, steps = f"sqlite:///{tmp_path}/old.db", migrations()
    with monkeypatch.context() as before:
        before.setattr(sqlite, "migrations", lambda: steps[:13])
        old = await open_database(url)
        for match in ("m", "n"):
            await old.write(
                "INSERT INTO matches (id, game, options, setup, phase, ended_by, revision,"
                " created_at, changed_at) VALUES ($1, 'prowler', '{}', '', 'over', 0, 1, 1, 1)",
                match,
            )
        await old.write("INSERT INTO boards VALUES ('m', 70, 71, 5, 1, 'member')")
        await old.write("INSERT INTO boards VALUES ('n', 0, 80, 6, 1, 'interaction')")
        for player, chosen in ((ADA.id, {"listed": False, "theme": "day"}), (BEN.id, {})):
            await old.write(
                "INSERT INTO preferences VALUES ('player', $1, $2)", player, json.dumps(chosen)
            )
        await old.close()
    new = await open_database(url)
    store = open_store(new)
    assert (await store.showings.facts("m")).places == (Place(SERVER, TAVERN, TAVERN),)
    assert (await store.showings.facts("n")).places == (Place(0, 80, 0),)
    assert await store.results.played_in(["m"], SERVER) == {"m"}
    hidden = await store.choices.choices_of(PlayerChoices, ADA.id)
    assert hidden == PlayerChoices(theme="day", seen="nowhere")
    assert (await store.choices.choices_of(PlayerChoices, BEN.id)).seen == "server"
    await new.close()
