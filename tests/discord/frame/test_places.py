"""The same match in a group, in a chat of two and in a server without the bot: answers only.

Nobody loses on time there without having been told: a move from elsewhere lets the clock of the
next player wait, and the next press where they play calls them.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.match.deadlines import MAX_IDLE_SECONDS
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.scene import Access
from tests.discord.board.test_calls_and_posts import HOUR, waiting_for_ada
from tests.discord.board.test_challenges_and_endings import asks, placed, question
from tests.discord.limits import pings_at
from tests.discord.message import Answer, Message
from tests.discord.places import GOES, Kind, bring, jump, own_requests
from tests.discord.room import Room

_A_QUARTER = 15 * 60


@pytest.fixture(params=["group", "chat", "server"])
def brought(room: Room, request: pytest.FixtureRequest) -> Room:
    bring(room, room.patch, request.param)
    return room


@pytest.fixture
def group(room: Room) -> Room:
    bring(room, room.patch, "group")
    return room


async def test_a_match_is_played_and_looked_at_by_answers_alone(brought: Room) -> None:
    old = await brought.play_on(await brought.begin(first="them"), random.Random(3), 4)
    assert (await brought.match(old)).ply == 4
    stored = await brought.board_row(old.match)
    assert stored.access is Access.INTERACTION
    assert stored.shown == (await brought.match(old)).revision
    board = (await brought.command(brought.ada, "board")).message
    assert not old.exists, "one board a match"
    assert (await brought.press(brought.cleo, board, "Scores")).told
    menu = (await brought.press(brought.cleo, board, "Menu")).private
    assert not {"Repost", "Resign"} & set(menu.labels)
    refused = await brought.press(brought.cleo, board, board.moves[0]["label"])
    assert "do not play" in refused.told
    await brought.play_on(board, random.Random(1), 6)
    assert (await brought.match(board)).ply == 6
    assert own_requests(brought) == []


async def test_whoever_no_reminder_reaches_is_told_how_to_get_them_at_a_press(group: Room) -> None:
    match_id = (board := await waiting_for_ada(group)).match
    group.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await group.time_passes(DAY - HOUR)
    pressed = await group.press(group.ada, board, board.moves[0]["label"])
    assert "I could not remind you by direct message." in pressed.told
    board = group.board_of(match_id)
    again = await group.press(group.ben, board, board.moves[0]["label"])
    assert again.told == ""


async def test_at_the_deadline_who_waits_can_claim_everywhere(group: Room) -> None:
    board = await group.begin(first="them")
    jump(group, _A_QUARTER + 1)
    await group.time_passes(4 * DAY)
    (message,) = [each for each in group.chat(group.ben) if "is up" in each.text]
    assert "the time of Ada in Prowler's Passage is up: `/prowler time-up` claims" in message.text
    assert not [each for each in group.chat(group.ada) if "is up" in each.text]
    await group.time_passes(DAY)
    assert len([each for each in group.chat(group.ben) if "is up" in each.text]) == 1
    listed = await group.command(group.ben, "/matches")
    assert listed.message.labels == ["Go to the board", "Claim victory"]
    for told_of in (message, listed.message):
        assert told_of.button("Claim victory")["custom_id"].startswith(f"claim:{board.match}")
    assert "Claim victory" not in board.labels
    await group.press(group.cleo, board, "Refresh")
    board = group.board_of(board.match)
    for nobody in (group.ada, group.cleo):
        refused = await group.press(nobody, board, "Claim victory")
        assert "This cannot be undone" not in refused.told
    asked = await group.press(group.ben, board, "Claim victory")
    assert "Claim the win against Ada?" in asked.told


async def test_a_late_press_renews_a_board_and_removes_the_one_before_the_end(group: Room) -> None:
    board = await group.begin(first="them")
    label = board.moves[0]["label"]
    await group.play_stored(board.match, random.Random(1), 2)
    told = (await group.press(group.ada, board, label)).told
    assert told == "The board was old; now it is up to date. Look, and press again."
    assert "digs" in board.text
    asked = await group.command(group.ada, "resign")
    jump(group, _A_QUARTER + 1)
    await group.press(group.ada, asked.message, "Resign")
    (end,) = [each for each in group.messages() if "Rematch" in each.labels]
    assert end.text.endswith(GOES)
    await group.press(group.cleo, board, board.moves[0]["label"])
    assert not board.exists
    assert end.exists


async def test_a_typed_move_shows_a_new_board_only_where_the_old_one_stays(group: Room) -> None:
    board = await group.begin(first="me")
    match_id = board.match
    state = await group.position(match_id)
    await group.command(group.ben, "play", pathway=str(state.moves(2)[0]))
    (same,) = [each for each in group.messages() if each.moves]
    assert same.id == board.id, "Ada is there"
    assert (await group.match(match_id)).ply == 1
    jump(group, _A_QUARTER + 1)
    typed = str((await group.position(match_id)).moves(1)[0])
    await group.command(group.ada, "play", pathway=typed)
    new = group.board_of(match_id)
    assert new.id != board.id
    assert new.pings == [group.ben.id]
    await group.play_on(new, random.Random(1), 3)
    assert own_requests(group) == []


async def test_a_server_that_hides_answers_is_told_before_a_challenge(room: Room) -> None:
    bring(room, room.patch, "server", public=False)
    answer = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "Use External Apps" in answer.told
    named = {"game": "prowler", "format": "swiss", "pace": 600, "starts": "in 2 hours"}
    for group, command, options in (
        ("tournament", "create", named),
        ("ladder", "on", {"game": "prowler", "pace": DAY}),
    ):
        refused = await room.command(room.ada, command, group=group, **options)
        assert "no permission helps here" in refused.told
    assert await room.service.lists.open_matches(room.ada.id, "prowler") == []


async def test_a_press_after_the_bot_has_joined_makes_the_board_its_own(room: Room) -> None:
    with room.patch.context() as before:
        bring(room, before, "server")
        board = await room.begin(first="them")
    room.recover()
    await room.play_on(board, random.Random(1), 1)
    stored = await room.board_row(board.match)
    assert (stored.access, stored.guild) == (Access.MEMBER, room.guild.id)


async def test_the_bots_chat_takes_no_challenge_and_calls_others_in_theirs(room: Room) -> None:
    match_id = await room.begin_nowhere(1)
    shown = await room.ben.user.slash("prowler board")
    board = Message(room.env, shown.response.channel_id, shown.response.id)
    await room.ben.user.click(shown.response, label=board.moves[0]["label"])
    assert (await room.match(match_id)).ply == 1
    (call,) = room.chat(room.ada)
    assert call.pings == [room.ada.id]
    assert call.labels == ["Open my board"]
    assert "discord.com" not in call.text, "she cannot go where Ben's board is"
    asked_too = await room.command(room.ada, "board")
    again = (await room.press(room.ada, asked_too.private, "Bring it here")).message
    await room.play_on(again, random.Random(1), 3)
    assert (await room.match(match_id)).ply == 3
    assert not call.exists
    result = await room.ada.user.slash("prowler challenge", opponent=room.ben.user)
    assert "Nobody but you reads this chat" in str(result.response.components)
    assert len(await room.service.lists.open_matches(room.ada.id, "prowler")) == 1


PACE = 3 * DAY
WAITS = "cannot know yet: open the board where the match began."


class Away:
    """Ada and Ben play in a group that the bot cannot enter; Ada also presses elsewhere."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.hall = room.guild.create_text_channel("hall")

    @contextmanager
    def group(self, kind: Kind = "group", *, public: bool = True) -> Iterator[None]:
        with self.room.patch.context() as there:
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
        by = self.room.service.clocks.deadline(await self.room.service.scene(match_id))
        assert by is not None
        return by - self.room.clock.now


@pytest.fixture
def away(room: Room) -> Away:
    return Away(room)


async def test_who_could_not_know_of_a_move_has_all_their_time_after_the_call(away: Away) -> None:
    room, board = away.room, await away.begin()
    match_id = board.match
    away.refuse_messages()
    answer = await away.moves_elsewhere(match_id)
    assert f"Ben {WAITS}" in answer.told
    listed = await room.command(room.ada, "/matches", channel=away.hall)
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
    (_call,) = room.chat(room.ben)
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
    assert await away.deadline(board.match) == MAX_IDLE_SECONDS + PACE
    away.days_pass(1)
    with away.group("server"):
        await room.press(room.cleo, board, "Menu")
        assert room.board_of(board.match).pings == [room.ben.id]
    assert await away.deadline(board.match) == PACE


async def test_a_call_in_a_place_to_which_the_match_was_brought_starts_no_clock(away: Away) -> None:
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
        assert await away.deadline(board.match) == MAX_IDLE_SECONDS + PACE
        assert WAITS in brought.text
        await room.press(room.cleo, brought, "Menu")
        assert await away.deadline(board.match) == MAX_IDLE_SECONDS + PACE
        asked = await room.command(room.ada, "board", match=board.match)
        back = (await room.press(room.ada, asked.private, "Bring it here")).message
        assert await away.deadline(board.match) == PACE
        assert f"due <t:{room.clock.now + PACE}:R>" in back.text


@pytest.mark.tell
async def test_one_call_names_all_who_are_to_move_and_goes_with_the_last(group: Room) -> None:
    board = await group.begin_tell()
    (call,) = group.calls()
    assert call.pings == [group.ben.id, group.cleo.id]
    assert "you are to move" in call.text
    assert str(board.id) in call.text


async def test_a_press_of_who_waits_for_a_late_player_offers_the_claim(brought: Room) -> None:
    board = await brought.begin(first="them")
    jump(brought, _A_QUARTER + 1)
    brought.clock.now += 4 * DAY
    pressed = await brought.press(brought.ben, board, board.moves[0]["label"])
    assert pressed.told == "The time of Ada is up."
    asked = await brought.press(brought.ben, pressed.private, "Claim victory")
    assert "This cannot be undone." in asked.told
    assert (await brought.match(board.match)).phase is Phase.PLAYING
    await brought.press(brought.ben, asked.message, "Claim victory")
    assert (await brought.match(board.match)).phase is Phase.OVER
    (new,) = [each for each in brought.messages() if "Rematch" in each.labels]
    assert "Ada ran out of time" in new.text


async def test_neither_a_lost_call_nor_a_closed_chat_holds_the_match_up(group: Room) -> None:
    await group.challenge(first="them")
    answer = await group.command(group.ada, "board")
    assert answer.public, "a lobby is the match of a player who has no other"
    board = answer.message
    await group.press(group.ben, board, "Accept")
    group.env.inject_error("POST", "/webhooks/*/*", status=500, times=None)
    await group.play_on(board, random.Random(1), 3)
    assert (await group.match(board)).ply == 3
    assert group.calls() == []
    group.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await group.time_passes(4 * DAY)
    assert (await group.match(board)).phase is Phase.PLAYING


async def test_a_refused_question_calls_its_asker_once(group: Room) -> None:
    await asks(group, group.ada, await placed(group), "Cancel match")
    jump(group, _A_QUARTER + 1)
    await group.press(group.ben, question(group), "Refuse")
    (called,) = [it for it in group.messages() if it.pings == [group.ada.id]]
    assert "refused" in called.text
