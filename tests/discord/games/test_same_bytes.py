"""Two matches that differ in what one hides, plans or rolled: all others get the same.

Everything that leaves the bot is compared: requests with their texts, components and files, answers
to commands, suggestions, and the log.
"""

import gzip
import logging
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import simcord
from simcord.http import router
from tall_tale.face import MANIFEST

from cogs.board.private_messages import PrivateMessages
from cogs.composition import Hosting
from prowlerbot.core.errors import IllegalMove
from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.games.landgrab.plans import write_plan
from prowlerbot.match.terms import Terms
from tests.discord.limits import remember_nonces
from tests.discord.message import Answer, Message
from tests.discord.room import Bench, Room
from tests.opponent.quick import PonderingThinkers

_NUMBER = re.compile(r"\d{17,20}")
_STAMP = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+]*")


@pytest.fixture
def built(url: str) -> Bench:
    """A bot that hosts two games with secrets as well."""
    bench = Bench(url, hosting=Hosting(thinkers=PonderingThinkers())).with_tell(2)
    bench.with_game(MANIFEST.face.game, MANIFEST)
    return bench


class Wire:
    """What others than Ada get from the bot about a match."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.sent: list[str] = []
        self._private: set[str] = set()
        """The interactions whose answers only Ada sees."""

    def clear(self) -> None:
        self.sent.clear()
        self.room.log.clear()

    def note(self, path: str, json: Any, files: list[Any]) -> None:
        if not any(interaction in path for interaction in self._private):
            self.sent.append(f"{path} {json!r} {[_bytes(each) for each in files]!r}")

    async def press(self, message: Message, label: str) -> Message:
        """A press by Ada whose answer is for her alone."""
        room = self.room
        record = room.send_press(room.ada, message, message.button(label)["custom_id"], None)
        self._private.add(str(record.id))
        await room.env.settle()
        return Answer(room.env, simcord.InteractionResult(room.env, record)).message

    def all_told(self, told: list[str], match: str) -> list[str]:
        """All of it without ids, numbers and times; edits of private boards come last."""
        log = [each for each in self.room.log.records if each.levelno >= logging.INFO]
        shown = [repr(each.snapshot()) for each in self.room.messages()]
        told = [*told, *shown, *(each.getMessage() for each in log), *self.sent]
        seen: dict[str, str] = {}

        def name(found: re.Match[str]) -> str:
            return seen.setdefault(found[0], f"#{len(seen)}")

        told = [_STAMP.sub("WHEN", each.replace(match, "MATCH")) for each in told]
        told = [_NUMBER.sub(name, each) for each in told]
        return sorted(told, key=lambda each: each if each.startswith("PATCH /webhooks") else "")


def _bytes(file: Any) -> bytes:
    if (found := getattr(file, "fp", None)) is None:
        return repr(file).encode()
    at = found.tell()
    found.seek(0)
    data = bytes(found.read())
    found.seek(at)
    return data


@pytest.fixture
def wire(room: Room) -> Wire:
    room.log.set_level(logging.INFO)
    wire, dispatch = Wire(room), router.dispatch

    def noting(backend: Any, method: str, path: str, **more: Any) -> Any:
        wire.note(f"{method} {path}", more.get("json"), more.get("files") or [])
        return dispatch(backend, method, path, **more)

    room.patch.setattr(router, "dispatch", noting)
    return wire


async def looks(room: Room, board: Message, group: str, *more: str) -> list[str]:
    """All messages and files that the other players and a spectator can look at."""
    told: list[str] = []
    await room.hurry()
    await room.env.advance_time(31)  # for which exports are limited
    said: dict[str, dict[str, Any]] = {"board": {"private": True}, "branch": {"move": 1}}
    move = room.bench.manifests[group].move.name
    for player in room.members[1:]:
        for label in ("Scores", "Describe", "Record"):
            menu = (await room.press(player, board, "Menu")).message
            told += await answered(await room.press(player, menu, label))
        replay = await room.press(player, board, "Replay")
        told += await answered(replay)
        for label in ("Describe", "Play on from here"):
            told += await answered(await room.press(player, replay.message, label))
        for label in ("Open my board", "Plan"):
            if label in board.labels:
                told += await answered(await room.press(player, board, label))
        for name in ("board", "record", "replay", *more):
            typed = f"/{group} {name}"
            answer = await room.command(player, typed, match=board.match, **said.get(name, {}))
            told += await answered(answer)
        for name, option in (("replay", "match"), ("play", "match"), ("play", move)):
            offered = await player.autocomplete(room.channel, f"{group} {name}", option, "")
            told.append(repr(offered))
        for name in ("/matches", "/privacy export"):
            told += await answered(await room.command(player, name))
    return told


async def answered(answer: Answer) -> list[str]:
    told = []
    for response in (answer.result.response, *answer.result.followups):
        if response is not None:
            message = Message(answer.env, response.channel_id, response.id)
            files = [_plain(await each.read()) for each in response.attachments]
            told.append(repr((message.snapshot(), files)))
    return told


def _plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


async def emptied(room: Room) -> None:
    """As if there had never been a match."""
    await room.service.store.write_notes()
    for table in ("messages", "boards", "showings", "plays", "takebacks", "seats", "matches"):
        await room.service.store.database.write(f"DELETE FROM {table}")  # noqa: S608 - our tables
    for message in room.messages():
        room.deletes(message)
    remember_nonces(room.env.backend, room.clock)
    boards = room.feature(PrivateMessages)
    await boards.cog_unload()
    boards._help._kept.clear()
    boards._messages.clear()  # the next match gets the same id, and these boards would follow it


async def one_match(room: Room, wire: Wire, secret: str) -> list[str]:
    """A match up to the moment before Cleo's last number lays all open."""
    room.service.rng = random.Random(7)
    board = await room.begin_tell()
    wire.clear()
    own = await wire.press(board, "Open my board")
    told: list[str] = []
    for number in secret:
        await wire.press(own, number)
        told += await looks(room, board, "tell")
    mine = (await room.press(room.ben, board, "Open my board")).message
    await room.press(room.ben, mine, "2")
    await room.press(room.ben, mine, "3")
    told += await looks(room, board, "tell")
    await room.env.advance_time(31)
    return wire.all_told(told, board.match)


async def test_a_secret_step_redraws_no_board_of_others(room: Room, wire: Wire) -> None:
    board = await room.begin_tell()
    boards = room.feature(PrivateMessages)
    own = await wire.press(board, "Open my board")
    await room.each_press(board, "Open my board", room.ben, room.cleo)
    await room.env.settle()
    wire.clear()
    await wire.press(own, "1")
    assert not wire.sent
    assert not boards._redraws
    match = await room.match(board)
    boards.redraw_soon(match, 0.3)  # as any showing of the match does
    readers = {board.reader.user for board in boards._messages[match.id].values()}
    assert readers > {room.ben.id, room.cleo.id}
    assert not boards._redraws
    await wire.press(own, "2")  # that Ada has finished is for all to see
    await room.env.settle()
    edited = [each for each in wire.sent if each.startswith("PATCH /webhooks")]
    assert len(edited) == 3, "the shared board and two of their own"


async def follows(room: Room, board: Message) -> None:
    """Let Cleo, who does not play, follow a match from now on."""
    menu = (await room.press(room.cleo, board, "Menu")).message
    await room.press(room.cleo, menu, "Follow")


async def one_planned_match(room: Room, wire: Wire, line: Sequence[int]) -> list[str]:
    """A match in which Ada plans a line of pathways, and Ben makes a move that is not in it."""
    room.service.rng = random.Random(7)
    board = await room.begin()
    await room.play(board, ["Castle"])
    free = board.plain
    await room.play(board, [free[0]])
    await follows(room, board)
    wire.clear()
    if line:
        own = await wire.press(board, "Plan")
        await wire.press(own, "Add a reply")
        for at in line:
            await wire.press(own, free[at])
            await room.env.advance_time(31)
    told = await looks(room, board, "prowler")
    await room.press(room.ben, board, free[1])
    told += await looks(room, board, "prowler")
    return wire.all_told(told, board.match)


def first_step(board: Message) -> str:
    return str(next(e["label"] for e in board.moves if e["custom_id"].split(":")[-1].isalnum()))


async def one_way_planned(room: Room, wire: Wire, which: int) -> list[str]:
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
    goal = _ways_alike(await room.position(board))[which]
    await follows(room, board)
    wire.clear()
    own = await wire.press(board, "Plan")
    for label in ("Add a goal", goal[0], goal):
        await wire.press(own, label)
        assert ("▶️ Where do you go" in own.text) is (label != goal)
    await room.env.advance_time(31)
    steps = (await room.match(board)).player(1).plan.split()
    assert len(steps) > 1
    told = await looks(room, board, "landgrab")
    await room.press(room.ben, board, first_step(board))
    match = await room.match(board)
    assert (match.plays[-1].seat, match.plays[-1].move) == (1, steps[0])
    assert match.player(1).plan, "the rest of the way is still planned"
    told += await looks(room, board, "landgrab")
    return wire.all_told(told, board.match)


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


class Dice(random.Random):
    """A source that rolls these dice."""

    rolls: Iterator[str]

    def choice(self, seq: Any) -> Any:
        return next(self.rolls) if "111" in seq else super().choice(seq)


async def one_roll(room: Room, wire: Wire, roll: str) -> list[str]:
    """A match whose first move is taken back; the presses and moves of Ada are for her alone."""
    dice = room.service.rng = Dice(7)
    dice.rolls = iter((roll, "246"))
    board = await room.begin_game("tall_tale", room.ada, room.ben, terms=Terms(takebacks="ask"))
    told = await looks(room, board, "tall_tale", "animation", "branch")
    await room.command(room.ada, "/tall_tale play", tale="6x6")
    menu = (await room.press(room.ada, board, "Menu")).message
    await room.press(room.ada, menu, "Take back 6 × 6")
    (question,) = [each for each in room.messages() if "Withdraw" in each.labels]
    told.append(repr(question.snapshot()))
    await room.press(room.ben, question, question.labels[0])
    told += await looks(room, board, "tall_tale", "animation", "branch")
    wire.clear()
    return wire.all_told(told, board.match)


@pytest.mark.parametrize(
    ("match", "secrets", "told"),
    [
        pytest.param(one_match, ("12", "33"), "hides", id="numbers"),
        pytest.param(one_planned_match, ((), (5, 6, 7, 8)), "digs", id="a plan"),
        pytest.param(one_way_planned, (0, 1), "goes to", id="a planned way"),
        pytest.param(one_roll, ("563", "111"), "asks to take back **the last move**", id="dice"),
    ],
)
async def test_what_one_keeps_secret_shows_others_in_no_byte(
    room: Room, wire: Wire, match: Any, secrets: tuple[Any, Any], told: str
) -> None:
    if match is one_match:
        room.join("Dora")  # who looks on; elsewhere that is Cleo
    one = await match(room, wire, secrets[0])
    await emptied(room)
    for mine, theirs in zip(one, await match(room, wire, secrets[1]), strict=True):
        assert mine == theirs
    assert any(told in each for each in one)
