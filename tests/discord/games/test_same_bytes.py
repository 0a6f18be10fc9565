"""Two matches that differ in what one hides or plans: until it shows, all others get the same.

Everything that leaves the bot is compared: requests with their texts, components and files, answers
to commands, suggestions, and the log.
"""

import gzip
import logging
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
import simcord
from simcord.http import router

from cogs.board.private_messages import PrivateMessages
from prowlerbot.core.errors import IllegalMove
from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.games.landgrab.plans import write_plan
from tests.discord.limits import remember_nonces
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.persistence.matches import states

pytestmark = pytest.mark.tell(2)

_NUMBER = re.compile(r"\d{17,20}")
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+]*")


class Wire:
    """The messages of the bot, except those that only one player sees."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.private: set[str] = set()
        """The interactions whose answers nobody else sees."""

    def note(self, path: str, json: Any, files: list[Any]) -> None:
        if any(interaction in path for interaction in self.private):
            return
        self.sent.append(f"{path} {json!r} {[_bytes(each) for each in files]!r}")


def _bytes(file: Any) -> bytes:
    found = getattr(file, "fp", None)
    if found is not None:
        at = found.tell()
        found.seek(0)
        data = bytes(found.read())
        found.seek(at)
        return data
    return repr(file).encode()


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Wire:
    caplog.set_level(logging.INFO)
    wire, dispatch = Wire(), router.dispatch

    def noting(backend: Any, method: str, path: str, **more: Any) -> Any:
        wire.note(f"{method} {path}", more.get("json"), more.get("files") or [])
        return dispatch(backend, method, path, **more)

    monkeypatch.setattr(router, "dispatch", noting)
    return wire


async def in_secret(room: Room, wire: Wire, message: Message, label: str) -> Answer:
    """A press by Ada on a board of her own."""
    record = room.send_press(room.ada, message, message.button(label)["custom_id"], None)
    wire.private.add(str(record.id))
    await room.env.settle()
    return Answer(room.env, simcord.InteractionResult(room.env, record))


async def looks(room: Room, board: Message) -> list[str]:
    """All messages and files that the other players and a spectator can look at."""
    told: list[str] = []
    for player in room.members[1:]:
        for label in ("Describe", "Record", "Replay"):
            menu = (await room.press(player, board, "Menu")).message
            told += await answered(await room.press(player, menu, label))
        told += await answered(await room.press(player, board, "Scores"))
        told += await answered(await room.press(player, board, "Open my board"))
        for name in ("board", "record", "replay"):
            more = {"private": True} if name == "board" else {}
            answer = await room.command(player, name, group="tell", match=board.match, **more)
            told += await answered(answer)
        for option in ("match", "number"):
            offered = await player.autocomplete(room.channel, "tell play", option, "")
            told.append(repr(offered))
        told.append(repr(await player.autocomplete(room.channel, "tell replay", "match", "")))
        told += await answered(await room.command(player, "matches", group=""))
        told += await answered(await room.command(player, "export", group="privacy"))
    return told


async def answered(answer: Answer) -> list[str]:
    told = []
    for response in (answer.result.response, *answer.result.followups):
        if response is None:
            continue
        message = Message(answer.env, response.channel_id, response.id)
        files = [await each.read() for each in response.attachments]
        told.append(repr((message.snapshot(), [_plain(each) for each in files])))
    return told


def _plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def same(told: list[str], match: str) -> list[str]:
    """Without what two matches always differ in: their ids, and Discord's own numbers and times."""
    seen: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return seen.setdefault(found[0], f"#{len(seen)}")

    told = [_STAMP.sub("WHEN", each.replace(match, "MATCH")) for each in told]
    return [_NUMBER.sub(name, each) for each in told]


def check_alike(one: list[str], other: list[str], told: str) -> None:
    """Compare what two matches have sent; it is looked at what the boards tell."""
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs
    assert any(told in each for each in one)


async def one_match(
    room: Room, wire: Wire, caplog: pytest.LogCaptureFixture, secret: tuple[str, ...]
) -> list[str]:
    """A match up to the moment before Cleo's last number lays all open."""
    room.service.rng = random.Random(7)
    board = await room.begin_tell()
    wire.sent.clear()
    caplog.clear()
    own = (await _opened(room, wire, board)).message
    told: list[str] = []
    for number in secret:
        await in_secret(room, wire, own, number)
        told += await looks(room, board)
    mine = (await room.press(room.ben, board, "Open my board")).message
    await room.press(room.ben, mine, "2")
    await room.press(room.ben, mine, "3")
    await room.env.advance_time(31)
    told += await looks(room, board)
    told += [repr(each.snapshot()) for each in room.messages()]
    await room.env.advance_time(31)
    told += [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO]
    return in_turn(same([*told, *wire.sent], board.match))


def in_turn(told: list[str]) -> list[str]:
    """With the edits of private boards behind all else: they run beside other requests, and the
    machine decides which is sent first.
    """
    return sorted(told, key=_beside)


def _beside(told: str) -> str:
    return told if told.startswith("PATCH /webhooks") else ""


async def _opened(room: Room, wire: Wire, board: Message) -> Answer:
    record = room.send_press(room.ada, board, board.button("Open my board")["custom_id"], None)
    wire.private.add(str(record.id))
    await room.env.settle()
    return Answer(room.env, simcord.InteractionResult(room.env, record))


def _open_boards(room: Room) -> PrivateMessages:
    return room.feature(PrivateMessages)


async def emptied(room: Room) -> None:
    """As if there had never been a match."""
    await room.service.store.write_behind()
    tables = ("messages", "boards", "showings", "plays", "takebacks", "seats", "matches")
    for table in tables:
        await room.service.store.database.write(f"DELETE FROM {table}")  # noqa: S608 - our tables
    for message in room.messages():
        room.deletes(message)
    remember_nonces(room.env.backend, room.clock)
    boards = _open_boards(room)
    await boards.cog_unload()
    boards._help._kept.clear()
    boards._open.clear()  # the next match gets the same id, and these boards would follow it


async def test_what_one_hides_shows_in_no_byte_that_others_receive(
    room: Room, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    room.join("Dora")  # who looks on
    one = await one_match(room, wire, caplog, ("1", "2"))
    await emptied(room)
    other = await one_match(room, wire, caplog, ("3", "3"))
    check_alike(one, other, "hides")


async def test_a_secret_step_redraws_no_board_of_another_player_and_starts_no_wait_for_it(
    room: Room, wire: Wire
) -> None:
    board = await room.begin_tell()
    boards = _open_boards(room)
    own = (await _opened(room, wire, board)).message
    await room.each_press(board, "Open my board", room.ben, room.cleo)
    await room.env.settle()
    wire.sent.clear()
    await in_secret(room, wire, own, "1")
    assert not wire.sent
    assert not boards._gathered
    match = await room.match(board)
    boards.redraw_soon(match, 0.3)  # as any showing of the match does
    assert {board.reader.user for board in boards._open[match.id].values()} > {
        room.ben.id,
        room.cleo.id,
    }
    assert not boards._gathered
    await in_secret(room, wire, own, "2")  # that Ada has finished is for all to see
    await room.env.settle()
    edited = [each for each in wire.sent if each.startswith("PATCH /webhooks")]
    assert len(edited) == 3, "the shared board and two of their own"


async def looks_of_open_match(room: Room, board: Message, group: str = "prowler") -> list[str]:
    """All messages and files that the other player and a spectator can look at."""
    told: list[str] = []
    for player in (room.ben, room.cleo):
        for label in ("Scores", "Describe", "Record", "Replay"):
            menu = (await room.press(player, board, "Menu")).message
            told += await answered(await room.press(player, menu, label))
        for name in ("board", "record", "replay"):
            more: dict[str, Any] = {"private": True} if name == "board" else {}
            answer = await room.command(player, name, group=group, match=board.match, **more)
            told += await answered(answer)
        told.append(repr(await player.autocomplete(room.channel, f"{group} replay", "match", "")))
        told += await answered(await room.command(player, "matches", group=""))
        told += await answered(await room.command(player, "export", group="privacy"))
    told += await answered(await room.press(room.ben, board, "Plan"))
    return told


def first_step(board: Message) -> str:
    return str(next(e["label"] for e in board.moves if e["custom_id"].split(":")[-1].isalnum()))


async def follows(room: Room, board: Message) -> None:
    """Let Cleo, who does not play, follow a match from now on."""
    menu = (await room.press(room.cleo, board, "Menu")).message
    await room.press(room.cleo, menu, "Follow")


async def one_planned_match(
    room: Room, wire: Wire, caplog: pytest.LogCaptureFixture, line: Sequence[int]
) -> list[str]:
    """A match in which Ada plans a line of pathways, and Ben makes a move that is not in it."""
    room.service.rng = random.Random(7)
    board = await room.begin()
    await room.play(board, ["Castle"])
    free = board.plain
    await room.play(board, [free[0]])
    await follows(room, board)
    wire.sent.clear()
    caplog.clear()
    told: list[str] = []
    if line:
        own = (await in_secret(room, wire, board, "Plan")).message
        await in_secret(room, wire, own, "Add a reply")
        for at in line:
            await in_secret(room, wire, own, str(free[at]))
            await room.env.advance_time(31)
    told += await looks_of_open_match(room, board)
    await room.press(room.ben, board, str(free[1]))
    told += await looks_of_open_match(room, board)
    told += [repr(each.snapshot()) for each in room.messages()]
    told += [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO]
    return in_turn(same([*told, *wire.sent], board.match))


async def test_what_one_plans_shows_in_no_byte_that_others_receive(
    room: Room, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    one = await one_planned_match(room, wire, caplog, ())
    await emptied(room)
    other = await one_planned_match(room, wire, caplog, (5, 6, 7, 8))
    check_alike(one, other, "digs")


async def one_way_planned(
    room: Room, wire: Wire, caplog: pytest.LogCaptureFixture, which: int
) -> list[str]:
    """A match of Landgrab in which Ada plans one of two ways that begin with the same step."""
    room.service.rng = random.Random(7)
    board = await room.begin_landgrab(room.ada, room.ben, map="duel")
    for _ in range(2):
        player = await room.mover(board)
        await room.press(player, board, board.moves[0 if player == room.ada else -1]["label"])
        if "Back" in board.labels:
            await room.press(player, board, board.moves[0]["label"])
    if await room.mover(board) == room.ada:
        await room.press(room.ada, board, first_step(board))
    ways = _ways_alike(states(room.service, await room.match(board))[-1])
    await follows(room, board)
    wire.sent.clear()
    caplog.clear()
    goal = ways[which]
    own = (await in_secret(room, wire, board, "Plan")).message
    await in_secret(room, wire, own, "Add a goal")
    await in_secret(room, wire, own, goal[0])
    await in_secret(room, wire, own, goal)
    await room.env.advance_time(31)
    steps = (await room.match(board)).player(1).plan.split()
    assert len(steps) > 1
    told = await looks_of_open_match(room, board, "landgrab")
    await room.press(room.ben, board, first_step(board))
    match = await room.match(board)
    assert (match.plays[-1].seat, match.plays[-1].move) == (1, steps[0])
    assert match.player(1).plan, "the rest of the way is still planned"
    told += await looks_of_open_match(room, board, "landgrab")
    told += [repr(each.snapshot()) for each in room.messages()]
    told += [each.getMessage() for each in caplog.records if each.levelno >= logging.INFO]
    return in_turn(same([*told, *wire.sent], board.match))


def _ways_alike(position: Any) -> tuple[str, str]:
    """Two squares to which Ada's ways begin with the same step and then differ."""
    begun: dict[str, list[str]] = {}
    for square in SQUARE:
        try:
            first, *rest = write_plan(position, 1, f"go to {square}").split()
        except IllegalMove:
            continue
        if rest and len(begun.setdefault(first, [])) < 2:
            begun[first].append(square)
    one, two = next(each for each in begun.values() if len(each) == 2)
    return one, two


async def test_where_one_plans_to_go_shows_in_no_byte_that_others_receive(
    room: Room, wire: Wire, caplog: pytest.LogCaptureFixture
) -> None:
    one = await one_way_planned(room, wire, caplog, 0)
    await emptied(room)
    other = await one_way_planned(room, wire, caplog, 1)
    check_alike(one, other, "goes to")
