"""Games from outside: a match rests while its game is gone, and one in which it fails waits."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import Registry
from prowlerbot.match.match import Phase
from prowlerbot.match.terms import Terms
from tests.discord.competitions.test_tournaments import HOUR, create, only, pass_time
from tests.discord.room import Bench, Room


@contextmanager
def without(bench: Bench, key: str) -> Iterator[None]:
    """The next start of the bot is without this game, the one after that has it again."""
    games, manifests = bench.games, bench.manifests
    bench.games = Registry(game for game in games.values() if game.key != key)
    bench.manifests = {name: each for name, each in manifests.items() if name != key}
    yield
    bench.games, bench.manifests = games, manifests


@pytest.mark.tell
async def test_a_match_rests_without_its_game_and_goes_on_with_it(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(pace=DAY))
    other = await room.begin()
    with without(room.bench, "tell"):
        await room.restart()
        await room.time_passes(60)
        for label in ("1", "Menu"):
            told = (await room.press(room.ada, board, label)).told
            assert "“tell” is not installed here now" in told
        shown = await room.command(room.ada, "/matches")
        assert "2 matches" not in shown.told
        assert "1 match rests, as its game" in shown.told
        for name in ("profile", "leaderboard"):
            assert (await room.command(room.ada, f"/{name}")).told
        await room.play_on(other, random.Random(1), 2)
    await room.restart()
    await room.each_press(board, "1", room.ada, room.ben, room.cleo)
    match = await room.match(board)
    assert (match.phase, match.ply) == (Phase.PLAYING, 4)


async def test_a_tournament_waits_for_its_game(room: Room) -> None:
    cup = (await create(room, room.fay, check_in=900, name="Friday Cup")).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo, room.fay)
    with without(room.bench, "prowler"):
        await room.restart()
        for _ in range(3):
            await pass_time(room, HOUR)
        told = [each for each in room.messages() if "Friday Cup waits, as the game" in each.text]
        assert [each.pings for each in told] == [[room.fay.id]]
        assert (await only(room)).competition.course.called is None
        assert (await room.press(room.ada, cup, "Rules")).told
    await room.restart()
    await pass_time(room, 11 * 60)
    assert (await only(room)).competition.course.called is not None


def _wrong(*_: object, **__: object) -> bytes:
    raise KeyError("no such tale")


@pytest.mark.tell
@pytest.mark.expects_errors
@pytest.mark.parametrize("part", ["tell.Tell.after", "tell_face._png"])
async def test_a_game_that_fails_stops_one_match_and_no_other(room: Room, part: str) -> None:
    board, other = await room.begin_tell(), await room.begin()
    with room.patch.context() as failing:
        failing.setattr(f"tests.games.{part}", _wrong)
        for _ in range(2):
            answer = await room.press(room.ada, board, "1")
            assert "The game has failed in this match" in answer.told
            await room.time_passes(60)
        told = [each.getMessage() for each in room.log.records if "“tell”" in each.getMessage()]
        assert len(told) == 1
        assert "has failed in match" in told[0]
        assert (await room.command(room.ada, "/matches")).told
        await room.play_on(other, random.Random(1), 2)
        assert (await room.match(other)).ply >= 2
    await room.each_press(board, "1", room.ada, room.ben, room.cleo)
    assert (await room.match(board)).ply == 4
