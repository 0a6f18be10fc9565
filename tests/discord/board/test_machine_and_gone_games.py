"""A match against the machine, its hints, and a match whose game is gone or fails."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from cogs.composition import Hosting
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Registry
from prowlerbot.match.match import Phase, Player, machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.lobby_service import Lobby
from tests.discord.competitions.test_tournaments import HOUR, create, only, pass_time
from tests.discord.message import Message
from tests.discord.room import Bench, Room
from tests.discord.settling import own_context_by_the_simulated_clock
from tests.discord.tries import machines, settled
from tests.opponent.quick import QuickThinkers

pytestmark = pytest.mark.answering_machine
THINKING = "🤖 The machine is thinking."


@pytest.fixture
def thinkers(bench: Bench) -> QuickThinkers:
    assert bench.hosting is not None
    assert isinstance(bench.hosting.thinkers, QuickThinkers)
    return bench.hosting.thinkers


async def begin(room: Room) -> Message:
    """A match of Ada against the machine, whose board has just been shown."""
    machines(room).pace = 0
    players = [Player(room.ada.id, "Ada"), machine("easy")]
    match = await Lobby(room.service).make_challenge("prowler", players, {"first": "1"})
    return (await room.command(room.ada, "board", match=match.id)).message


async def press_any(room: Room, board: Message, rng: random.Random) -> None:
    """Ada presses buttons that bring the match forward, until a move is made."""
    ply = (await room.match(board)).ply
    while (await room.match(board)).ply == ply:
        await room.press(room.ada, board, rng.choice([each["label"] for each in board.moves]))


async def test_a_press_does_not_wait_for_the_machine(room: Room, thinkers: QuickThinkers) -> None:
    board = await begin(room)
    await settled(room)
    thinkers.free.clear()
    thinkers.before = 7
    before = (await room.match(board)).ply
    await press_any(room, board, random.Random(1))
    assert (await room.match(board)).ply == before + 1
    assert "🤖 The machine is thinking; 7 matches ahead of this one." in board.text
    thinkers.before = 3
    await room.late_press(room.ada, board, board.moves[0]["custom_id"])
    assert THINKING in board.text
    thinkers.free.set()
    await settled(room)
    assert (await room.match(board)).ply == before + 2
    assert THINKING not in board.text


async def test_in_a_busy_channel_its_moves_do_not_wait_for_the_channels_limit(room: Room) -> None:
    """Moves are edits of the answer to a young press, else or if it is lost of the message."""
    room.patch.setattr("cogs.board.machine_moves.own_context", own_context_by_the_simulated_clock)
    rng, boards = random.Random(1), [await begin(room) for _ in range(6)]
    await settled(room)

    async def edits(pace: int = 0) -> set[str]:
        made = len(room.env.http_requests)
        machines(room).pace = pace
        for board in boards:
            await press_any(room, board, rng)
        await room.env.advance_time(pace)
        await settled(room)
        for board in boards:
            assert room.service.facts.waits_for(await room.match(board), room.ada.id)
            assert THINKING not in board.text
        requests = [each for each in room.env.http_requests[made:] if each.method == "PATCH"]
        assert len(requests) >= len(boards)
        return {each.path.split("/")[1] for each in requests}

    assert await edits() == {"webhooks"}
    assert await edits(pace=15 * 60) == {"channels"}
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=404, code=10015, times=6)
    assert await edits() == {"webhooks", "channels"}


async def test_switched_off_by_the_host_it_is_refused_and_its_matches_wait(room: Room) -> None:
    board = await begin(room)
    await settled(room)
    room.bench.hosting = Hosting(thinkers=Thinkers(0))
    await room.restart()
    with pytest.raises(Denied, match="the host of this bot has turned it off"):
        machines(room).seats.check_allowed(ServerChoices())
    await press_any(room, board, random.Random(1))
    await settled(room)
    await room.time_passes(31)
    assert "🤖 The host of this bot has switched the machine off." in board.text
    assert (await room.match(board)).ply == 2
    room.bench.hosting = Hosting(thinkers=QuickThinkers())
    await room.restart()
    await room.env.advance_time(1)
    await settled(room)
    assert (await room.match(board)).ply == 3
    assert "switched off" not in board.text


async def test_a_search_that_fails_is_told_once_and_tried_again_and_whoever_waited_is_called(
    room: Room, thinkers: QuickThinkers
) -> None:
    board = await begin(room)
    await settled(room)
    thinkers.broken = True
    await press_any(room, board, random.Random(1))
    for _ in range(3):
        await room.time_passes(31)
        await machines(room).wait_until_idle()
    assert len(thinkers.tasks) > 3
    assert len([each for each in room.log.messages if "has not moved" in each]) == 1
    assert not room.calls()
    thinkers.broken = False
    await room.time_passes(31)
    await settled(room)
    assert room.service.facts.waits_for(await room.match(board), room.ada.id)
    assert [each.pings for each in room.calls()] == [[room.ada.id]]


async def test_each_press_tells_more_also_after_a_restart(room: Room) -> None:
    board = await room.begin(first="them", hints="yes")
    for who in (room.ben, room.cleo):
        assert "Hint" not in (await room.press(who, board, "Menu")).message.labels
    hint = (await room.press(room.ada, board, "Menu")).message
    assert (await room.press(room.ada, hint, "Hint")).message.id == hint.id
    assert "Look at the districts that " in hint.text
    await room.press(room.ada, hint, "Candidates")
    room.bench.hosting = Hosting(thinkers=QuickThinkers())
    await room.restart()
    assert "**Candidates and the best answers**" in hint.text
    assert hint.text.count("marker** (") == 3
    assert "choice: " not in hint.text
    await room.press(room.ada, hint, "The machine's choice")
    choice = re.compile(r"The machine's choice: A · \*\*")
    assert choice.search(hint.text)
    play, *_, gains = hint.labels
    assert (play in {"Play it", "Play A"}, gains) == (True, "What does it bring?")
    stored = await room.match(board)
    assert [(each.seat, each.hint_steps) for each in stored.hints] == [(1, 3)]
    await room.press(room.ada, hint, play)
    assert "If you make this move" in hint.text
    await room.press(room.ada, hint, "Back")
    assert choice.search(hint.text)
    await room.press(room.ada, hint, play)
    await room.press(room.ada, hint, "Confirm")
    assert (await room.match(board)).ply == 1


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
