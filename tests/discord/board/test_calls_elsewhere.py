"""Where the bot is no member, nobody loses on time without having been told: a move from elsewhere
lets the clock of the next player wait, and the next press where they play calls them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from prowlerbot.match.deadlines import LEFT_ALONE
from prowlerbot.match.match import Ending
from tests.discord.board.test_reminders import direct
from tests.discord.limits import pings_at
from tests.discord.message import Answer, Message
from tests.discord.places import Kind, bring, jump, own_requests
from tests.discord.room import Room

DAY = 86_400
PACE = 3 * DAY
WAITS = "cannot know yet: open the board where the match began."


class Away:
    """Ada and Ben play in a group that the bot cannot enter; Ada also presses elsewhere."""

    def __init__(self, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = room
        self._patch = monkeypatch
        self.hall = room.guild.create_text_channel("hall")

    @contextmanager
    def group(self, kind: Kind = "group", *, public: bool = True) -> Iterator[None]:
        with self._patch.context() as there:
            bring(self.room, there, kind, public=public)
            yield
        self.room.recover()

    def refuse_messages(self) -> None:
        self.room.env.inject_error("POST", "/users/@me/channels", status=403, times=None)

    async def begin(self, kind: Kind = "group") -> Message:
        """The board of a match in the group, in which Ada is to move a day later."""
        room = self.room
        with self.group(kind):
            board = await room.begin(first="me", pace=PACE)
            await room.play(board, ["Castle"])
            assert await room.mover(board) == room.ada
            board = room.board_of(board.match)
        self.days_pass(1)
        return board

    def days_pass(self, days: float) -> None:
        """Discord takes no answer any more to what was pressed before."""
        jump(self.room, round(days * DAY))
        self.room.clock.now += round(days * DAY)

    async def moves_elsewhere(self, match_id: str) -> Answer:
        """Ada moves on a board for her alone in the hall; returns the press that confirms it."""
        room = self.room
        own = await room.command(room.ada, "board", channel=self.hall, match=match_id, private=True)
        await room.choose_move(room.ada, own.message)
        return await room.press(room.ada, own.message, "Confirm")

    async def claim(self, match_id: str) -> str:
        room = self.room
        return (await room.claim(room.ada, channel=self.hall, match=match_id)).told

    async def deadline(self, match_id: str) -> int:
        by = self.room.service.deadline(await self.room.service.scene(match_id))
        assert by is not None
        return by - self.room.clock.now


@pytest.fixture
def away(room: Room, monkeypatch: pytest.MonkeyPatch) -> Away:
    return Away(room, monkeypatch)


async def test_who_could_not_know_of_a_move_from_elsewhere_has_all_their_time_after_the_call(
    away: Away,
) -> None:
    room, board = away.room, await away.begin()
    match_id = board.match
    away.refuse_messages()
    answer = await away.moves_elsewhere(match_id)
    assert f"Ben {WAITS}" in answer.told
    listed = await room.command(room.ada, "matches", channel=away.hall, group="")
    assert f"their turn · Ben {WAITS}"[:-1] in listed.told
    assert "due" not in listed.told
    before = pings_at(room, room.ben.id)
    away.days_pass(7)
    await room.rested()
    assert await away.claim(match_id) == f"Ben {WAITS}"

    with away.group():
        await room.press(room.cleo, board, "Menu")
        called = room.board_of(match_id)
        assert called.id != board.id
        assert called.pings == [room.ben.id]
        assert pings_at(room, room.ben.id) == before + 1
        due = room.clock.now + PACE
        assert f"due <t:{due}:R>" in called.text
        assert WAITS not in called.text
        await room.press(room.cleo, called, "Refresh")
        assert room.board_of(match_id).id == called.id, "Ben is called once"
        assert own_requests(room) == []
    away.days_pass(2.9)
    assert "not up yet" in await away.claim(match_id)
    away.days_pass(0.1)
    assert "Ben ran out of time" in await away.claim(match_id)
    assert (await room.match(match_id)).ending is Ending.CLAIMED


async def test_a_direct_message_calls_where_nobody_presses_and_starts_the_clock(away: Away) -> None:
    room, board = away.room, await away.begin()
    answer = await away.moves_elsewhere(board.match)
    assert WAITS not in answer.told
    (call,) = direct(room, room.ben)
    assert "your turn in Prowler's Passage" in call.content
    assert await away.deadline(board.match) == PACE
    with away.group():
        await room.press(room.cleo, board, "Menu")
        assert board.exists, "the message has called Ben"


async def test_a_call_that_a_server_shows_to_the_presser_alone_starts_no_clock(away: Away) -> None:
    room, board = away.room, await away.begin("server")
    with away.group("server", public=False):
        away.refuse_messages()
        await room.press(room.ada, board, board.moves[0]["label"])
        await room.press(room.ada, board, "Menu")
    assert await away.deadline(board.match) == LEFT_ALONE + PACE
    away.days_pass(1)
    with away.group("server"):
        await room.press(room.cleo, board, "Menu")
        assert room.board_of(board.match).pings == [room.ben.id]
    assert await away.deadline(board.match) == PACE


async def test_a_call_in_a_place_to_which_a_player_has_brought_the_match_starts_no_clock(
    away: Away,
) -> None:
    """Ben may not be in the other group, so his clock starts only where the match began."""
    room, board = away.room, await away.begin()
    away.refuse_messages()
    other = room.guild.create_text_channel("other")
    with away.group():
        for path in (f"/channels/{other.id}", f"/channels/{other.id}/*"):
            room.env.inject_error("*", path, status=403, code=50001, times=None)
        asked = await room.command(room.ada, "board", channel=other, match=board.match)
        brought = (await room.press(room.ada, asked.private, "Bring it here")).message
        await room.press(room.ada, brought, brought.moves[0]["label"])
        assert await away.deadline(board.match) == LEFT_ALONE + PACE
        assert WAITS in brought.text
        await room.press(room.cleo, brought, "Menu")
        assert await away.deadline(board.match) == LEFT_ALONE + PACE
        asked = await room.command(room.ada, "board", match=board.match)
        back = (await room.press(room.ada, asked.private, "Bring it here")).message
        assert await away.deadline(board.match) == PACE
        assert f"due <t:{room.clock.now + PACE}:R>" in back.text
