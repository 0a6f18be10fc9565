"""Commands about a person stand outside the games, and ask for a game only if they need one."""

from __future__ import annotations

import random

import pytest

from cogs.contract.manifest import find_manifests
from cogs.frame.names import command
from cogs.people.matches import PlayedGames
from prowlerbot.core.game import Registry
from prowlerbot.core.i18n import speaking
from prowlerbot.games import GAMES
from prowlerbot.match.match import Player
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.store import Store
from tests.cogs.frame.test_manifests import TELL
from tests.discord.room import Room
from tests.games.tell import TellGame

MANIFESTS = {**find_manifests(GAMES), "tell": TELL}
BOTH = Registry((*GAMES.values(), TellGame()))


@pytest.fixture
def service(room: Room) -> Service:
    """One that hosts a second game too, on the database of the room."""
    store = Store(room.bench.database)
    return Service(store, games=BOTH, clock=room.clock, rng=random.Random(1))


@pytest.fixture
def games(service: Service) -> PlayedGames:
    return PlayedGames(service.store, MANIFESTS)


async def tell_match(room: Room, service: Service) -> str:
    """A running match of the second game, of all three."""
    players = [Player(each.id, "Somebody") for each in (room.ada, room.ben, room.cleo)]
    match = await Lobby(service).challenge("tell", players, {})
    await Lobby(service).accept(match.id, room.ben.id)
    await Lobby(service).accept(match.id, room.cleo.id)
    return match.id


async def test_each_line_of_matches_names_its_game(room: Room) -> None:
    board = await room.begin()
    answer = await room.command(room.ada, "matches", group="")
    (line,) = [line for line in answer.told.splitlines() if "](https" in line]
    link = f"https://discord.com/channels/{room.guild.id}/{board.channel}/{board.id}"
    assert line.startswith(
        f"**1** · [Prowler's Passage, move 1]({link}) against **Ben**: their turn · "
    )


async def test_matches_are_of_all_games_the_most_urgent_first(room: Room, service: Service) -> None:
    waiting = await tell_match(room, service)
    board = await room.begin(first="them", pace=600)  # Ada opens, and has ten minutes for it
    listed = await service.open_matches(room.ada.id)
    assert [scene.match.id for scene in listed] == [board.match, waiting]
    only = await service.open_matches(room.ada.id, "tell")
    assert [scene.match.id for scene in only] == [waiting]


async def test_matches_can_be_asked_of_one_game(room: Room) -> None:
    board = await room.begin()
    answer = await room.command(room.ada, "matches", group="", game="prowler")
    assert f"/{board.channel}/{board.id})" in answer.told


async def test_without_a_match_one_is_told_how_to_begin(room: Room) -> None:
    answer = await room.command(room.ada, "matches", group="")
    assert "`/play`" in answer.told


async def test_the_game_that_was_played_last_is_meant_where_none_is_said(
    room: Room, service: Service, games: PlayedGames
) -> None:
    assert await games.meant(room.ada.id, None) == "prowler", "the first, before any match"
    await tell_match(room, service)
    assert await games.meant(room.ada.id, None) == "tell"
    room.clock.now += 60
    await room.begin()
    assert await games.meant(room.ada.id, None) == "prowler"
    assert await games.meant(room.cleo.id, None) == "tell", "each has a game of their own"
    assert await games.meant(room.ada.id, "tell") == "tell"


@pytest.mark.parametrize("name", ["profile", "history", "stats", "leaderboard"])
async def test_a_game_can_be_said_for_all_that_is_about_one(room: Room, name: str) -> None:
    unsaid = await room.command(room.ada, name, group="")
    said = await room.command(room.ada, name, group="", game="prowler")
    assert said.told == unsaid.told
    assert said.result.ephemeral


async def test_versus_takes_a_game_too(room: Room) -> None:
    answer = await room.command(room.ada, "versus", group="", opponent=room.ben, game="prowler")
    assert "No finished match between the two of you" in answer.told


def test_a_command_is_mentioned_by_the_names_that_its_reader_sees() -> None:
    assert command("tell", "board") == "/tell board"
    with speaking("de"):
        assert command("tell", "board") == "/tell brett"
