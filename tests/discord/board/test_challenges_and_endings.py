"""Challenges, takebacks, ends by agreement, rematches, claims, and players who leave."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.board.rendering import Rendering
from cogs.board.views.match_boards import first_move_in_text
from cogs.frame.layout import Picture
from prowlerbot.core.clock import DAY
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.terms import Terms
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.service.habit_store import Duration, HabitStore
from tests.discord.limits import pings_at
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.room import START, Room

TAKE_BACK = "Take back pathway 12"
CLOCK_TOLERANCE = "Agree: take back pathway 12"


async def placed(room: Room, **options: Any) -> Message:
    """Ben has opened, Ada has just placed on 12."""
    board = await room.begin(**options)
    await room.play(board, ["Castle", "12"])
    if (await room.match(board)).ply == 1:  # a wild shovel lies there: any marker will do
        await room.play(board, ["Castle"])
    return board


async def menu(room: Room, player: simcord.MemberActor, board: Message) -> Message:
    return (await room.press(player, board, "Menu")).private


async def asks(room: Room, player: simcord.MemberActor, board: Message, label: str) -> Answer:
    """Ask by the menu, where the label may be cut short."""
    shown = await menu(room, player, board)
    (full,) = [each for each in shown.labels if each.startswith(label)]
    return await room.press(player, shown, full)


def question(room: Room) -> Message:
    """The message that puts a question."""
    (found,) = [each for each in room.messages() if "❓" in each.text and "Withdraw" in each.labels]
    return found


def questions(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Withdraw" in each.labels]


def label(message: Message, start: str) -> str:
    (full,) = [each for each in message.labels if each.startswith(start)]
    return full


async def test_a_question_calls_the_opponent_and_agreeing_brings_the_board_back(room: Room) -> None:
    board = await placed(room)
    for player, offered in ((room.ada, 1), (room.ben, 0), (room.cleo, 0)):
        labels = (await menu(room, player, board)).labels
        assert sum(each.startswith("Take back") for each in labels) == offered
    before = (await room.match(board)).plays[:1]
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    assert asked.pings == [room.ben.id]
    assert "**Ada** asks to take back **pathway 12" in asked.text
    assert asked.labels[1:] == ["Refuse", "Withdraw"]
    assert room.calls() == [], "the question is the call"

    for who, starts in (
        (room.ada, (CLOCK_TOLERANCE, "Refuse")),
        (room.cleo, (CLOCK_TOLERANCE, "Refuse", "Withdraw")),
    ):
        for start in starts:
            assert (await room.press(who, asked, label(asked, start))).told
    await room.restart()
    await room.press(room.ben, asked, label(asked, CLOCK_TOLERANCE))
    match = await room.match(board)
    assert match.plays == before
    assert [(gone.ply, gone.seat) for gone in match.takebacks] == [(1, 1)]
    assert not asked.exists
    assert "↩️ Ada took back **pathway 12" in board.text
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    assert ", your turn in Prowler's Passage. ↩️ Ben agreed: **pathway 12" in call.text

    await room.restart()
    await room.play_on(board, random.Random(4), 2)
    assert "took back" not in board.text


async def test_a_refusal_is_read_where_it_was_asked_and_calls_to_move_silently(room: Room) -> None:
    board = await placed(room)
    plays, call = (await room.match(board)).plays, room.calls()[0].text
    answer = await asks(room, room.ada, board, TAKE_BACK)
    pinged = pings_at(room, room.ben.id)
    await room.press(room.ben, question(room), "Refuse")
    assert (await room.match(board)).plays == plays
    assert questions(room) == []
    refusal = "✋ **Ben** refused: Ada cannot take back **pathway 12"
    assert refusal in answer.message.text
    assert refusal in board.text, "until play goes on"
    assert [each.text for each in room.calls()] == [call]
    assert pings_at(room, room.ben.id) == pinged
    assert not [each for each in (await menu(room, room.ada, board)).labels if "Take" in each]
    await room.play_on(board, random.Random(1), 3)
    assert "refused" not in board.text


async def test_who_wants_direct_messages_is_asked_in_one_and_nobody_else_is(room: Room) -> None:
    await room.prefers(room.ben, calls="dm")
    await asks(room, room.ada, await placed(room), TAKE_BACK)
    assert "**Ada** asks to take back **pathway" in room.chat(room.ben)[-1].text
    assert question(room).pings == []
    assert room.ada.id not in room.env.backend.dm_channels


async def test_a_question_is_put_once_on_all_boards_and_goes_as_play_goes_on(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    await room.service.store.boards.write_shown()
    await room.bench.database.write("UPDATE boards SET shown = 0")  # as a crash may leave it
    edits = len(room.env.http_requests)
    await room.time_passes(61)
    assert [each.method for each in room.env.http_requests[edits:]] == ["PATCH"]
    assert question(room).id == asked.id
    agree, shown = asked.button(label(asked, CLOCK_TOLERANCE))["custom_id"], asked.snapshot()
    await room.play_on(board, random.Random(1), 3)
    assert not asked.exists
    plays = (await room.match(board)).plays
    answer = await room.late_press(room.ben, asked, agree, shown)
    assert "settled" in answer.told
    assert (await room.match(board)).plays == plays


async def test_two_who_ask_for_a_rematch_at_once_get_one_message(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ben.id)
    await room.time_passes(60)
    draw = Rendering.pictures

    async def takes_a_while(*args: Any) -> list[Picture]:
        for _ in range(200):  # rounds of the event loop, in which the other press comes through
            await asyncio.sleep(0)
        return await draw(*args)

    room.patch.setattr(Rendering, "pictures", takes_a_while)
    press = board.button("Rematch")["custom_id"]
    answers = await room.presses_at_once(board, [(room.ada, press), (room.ben, press)])
    (shown,) = [each for each in room.messages() if "Accept" in each.labels]
    assert sorted(answer.public for answer in answers) == [False, True]
    (told,) = [answer.told for answer in answers if not answer.public]
    assert f"/{shown.channel}/{shown.id}" in told
    stored = await room.board_row(shown.match)
    assert stored.message == shown.id


tell = pytest.mark.tell


async def left(room: Room, player: simcord.MemberActor, group: str = "tell") -> str:
    """The question to a player who leaves by the command, and the answer afterwards."""
    answer = await room.command(player, "resign", group=group)
    question = answer.told
    label, _ = answer.message.labels
    await room.press(player, answer.message, label)
    return f"{question}\n{answer.message.text}"


@tell
async def test_of_three_the_others_play_on_and_the_board_says_who_left(room: Room) -> None:
    board = await room.begin_tell()
    told = await left(room, room.ben)
    assert "Leave your match with Ada and Cleo? They play on" in told
    assert (await room.match(board)).left == (2,)
    again = await room.command(room.ben, "/tell resign", match=board.match)
    assert "already left this match" in again.told
    assert "🚪 Ben left the match." in board.text
    asked = (await room.command(room.cleo, "/tell resign")).told
    assert "Leave your match with Ada? That ends the match" in asked
    for _ in range(2):
        await room.each_press(board, "1", room.ada, room.cleo)
    assert (await room.match(board)).ending is Ending.PLAYED
    assert "🚪 Ben left the match." in board.text


@tell
async def test_the_machine_plays_on_and_what_a_leaver_did_stays_theirs(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(rated=True, takeover=True))
    for player, number in zip((room.ada, room.ben, room.cleo), "123", strict=True):
        await room.press(player, board, number)
    told = await left(room, room.ben)
    assert "The machine takes over your seat" in told
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert (match.player(2).level, match.terms.rated) == ("medium", False)
    assert "🅰️ Ada · 🅱️ Ben (machine) · 🆎 Cleo" in board.text
    assert match.id not in (await room.command(room.ben, "/matches")).told
    replay = await room.command(room.ada, "/tell replay")
    assert "Ben (machine)" in replay.told
    line = [replace(match.plays[0], seat=seat) for seat in (1, 2, 3)]
    assert first_move_in_text(match, line[:2]) == 0, "the latest move by a person"
    ben = replace(match.plays[0], seat=2)
    cleo = replace(match, players=(*match.players[:2], replace(match.player(2), name="Cleo")))
    assert first_move_in_text(cleo, [line[0], *line[1:] * 3, ben]) == 6, "one turn of each"

    await room.delete_data(room.ben)
    await room.time_passes(60)
    assert "someone (machine)" in board.text
    assert "Ben" not in board.text


@tell
async def test_a_seat_is_offered_without_a_ping_and_taken_without_its_moves(room: Room) -> None:
    await room.set_up(free_seats=True)
    dora = room.join("Dora")
    board = await room.begin_tell(terms=Terms(takeover=True, substitutes=True, pace=DAY))
    for player, number in ((room.ada, "1"), (room.ben, "2"), (room.cleo, "3")):
        await room.press(player, board, number)
    assert "Another player can take your seat" in await left(room, room.ben)
    (told,) = [each for each in room.calls() if "Another player can take the seat" in each.text]
    assert not told.pings
    await room.press(room.ada, board, "1")
    await room.time_passes(60)
    assert [each.id for each in room.calls() if "take the seat" in each.text] == [told.id]
    await room.press(dora, board, "Take this seat")
    assert not [each for each in room.calls() if "take the seat" in each.text]
    match = await room.match(board)
    line = [replace(match.plays[0], seat=seat) for seat in (1, 2, 1, 3)]
    assert first_move_in_text(match, line[:2]) == 2, "there is nothing to tell"
    assert first_move_in_text(match, line[:3]) == 2
    assert first_move_in_text(match, [*line, line[1]], reader=2) == 4, "her first move"
    replay = await room.command(room.ada, "/tell replay", move=3)
    assert "Ben" in replay.told
    (offered,) = await room.ada.autocomplete(room.channel, "tell replay", "match", "")
    assert f"move 5 · {match.id}" in offered["name"], "four moves have been made"


async def test_a_question_is_withdrawn_and_if_lost_answered_in_the_menu_too(room: Room) -> None:
    board = await placed(room)
    for where in ("question", "menu"):
        answer = await asks(room, room.ada, board, TAKE_BACK)
        message = question(room) if where == "question" else await menu(room, room.ada, board)
        await room.press(room.ada, message, "Withdraw")
        if where == "question":
            assert answer.message.text == "You have withdrawn your question."
        assert (await room.match(board)).question is None
        assert questions(room) == []
        (call,) = room.calls()
        assert call.pings == [room.ben.id], "it is Ben's turn as before"
    room.fail("send")
    await asks(room, room.ada, board, TAKE_BACK)
    assert questions(room) == []
    shown = await menu(room, room.ben, board)
    answer = await room.press(room.ben, shown, label(shown, CLOCK_TOLERANCE))
    assert "You have agreed" in answer.message.text
    assert (await room.match(board)).ply == 1


@tell
async def test_who_has_everything_deleted_leaves_the_lobbies_they_have_joined(room: Room) -> None:
    board = (await room.command(room.ada, "/tell challenge", seats=3)).message
    await room.press(room.ben, board, "Red")
    await room.delete_data(room.ben)
    assert (await room.match(board)).player(2).is_vacant
    assert "Ben" not in board.text


async def claimed(room: Room, board: Message, group: str = "prowler") -> tuple[str, Match]:
    answer = await room.claim(room.ada, group=group)
    return answer.told, await room.match(board)


async def test_against_somebody_who_has_left_one_moves_first_and_claims_then(room: Room) -> None:
    board = await room.begin(pace=DAY, first="me")
    await room.play(board, [board.moves[0]["label"]])
    assert await room.mover(board) == room.ada
    assert "It is your own turn" in (await claimed(room, board))[0]
    room.guild.remove_member(room.ben)
    told, _ = await claimed(room, board)
    assert "Ben can no longer be found in this server. It is your turn: move" in told
    room.clock.now += DAY // 4
    await room.play(board, [board.moves[0]["label"]])
    assert await room.mover(board) == room.ben
    (call,) = room.calls()
    assert call.pings == [room.ada.id], "who has left is not called"
    assert "has left this server, and the clock runs on" in call.text
    room.clock.now += DAY
    assert (await claimed(room, board))[1].ending is Ending.CLAIMED


async def test_the_others_of_three_are_told_who_has_left_the_server(room: Room) -> None:
    board = await room.begin_landgrab(terms=Terms(pace=DAY))
    room.guild.remove_member(room.ben)
    while await room.mover(board) != room.ben:
        await room.press(await room.mover(board), board, board.moves[0]["label"])
    calls = [call for call in room.calls() if "has left this server" in call.text]
    told = {call.pings[0]: call.text for call in calls}
    assert set(told) == {room.ada.id, room.cleo.id}
    for text in told.values():
        assert "Ben has left this server, and the clock runs on." in text
        assert "`/landgrab time-up` takes them out of the match." in text
    room.clock.now += DAY
    await claimed(room, board, "landgrab")
    match = await room.match(board)
    assert match.left == (match.seat_of(room.ben.id),)


def remove(room: Room) -> None:
    room.guild.remove_member(room.ben)


def time_out(room: Room) -> None:
    member = room.env.backend.get_member(room.guild.id, room.ben.id)
    member.timed_out_until = "2999-01-01T00:00:00+00:00"


def hide(room: Room) -> None:
    hidden = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(room.ben.id, OverwriteType.MEMBER, deny=hidden)
    room.env.backend.set_overwrite(room.channel.id, overwrite)


REMOVING = ("kick_members", "ban_members", "moderate_members")
HIDING = ("manage_channels", "manage_roles", "manage_messages")


@pytest.mark.parametrize(
    ("right", "happens", "rated"),
    [
        *((right, remove, False) for right in REMOVING),
        ("moderate_members", time_out, False),
        *((right, hide, False) for right in HIDING),
        *(("speak", happens, True) for happens in (remove, hide)),
        *((right, lambda _: None, True) for right in ("kick_members", *HIDING)),
    ],
)
async def test_where_a_player_who_stays_may_keep_out_one_who_is_not_there_nobody_is_rated(
    room: Room, right: str, happens: Callable[[Room], None], *, rated: bool
) -> None:
    board = await room.begin(pace=DAY, rated="yes")
    role = room.guild.create_role("guard", permissions=discord.Permissions(**{right: True}))
    room.env.backend.add_member_role(room.guild.id, room.ada.id, role.id)
    happens(room)
    await room.env.settle()
    room.clock.now += DAY
    told, match = await claimed(room, board)
    assert (match.ending, match.terms.rated) == (Ending.CLAIMED, rated)
    assert ("The match is not rated, because" in told) is not rated


@pytest.mark.parametrize("takeover", [False, True])
async def test_who_is_made_to_leave_a_match_of_four_is_told(room: Room, *, takeover: bool) -> None:
    bring(room, room.patch, "group")
    dan, terms = room.join("Dan"), Terms(pace=DAY, takeover=takeover)
    board = await room.begin_landgrab(room.ada, room.ben, room.cleo, dan, terms=terms)
    while (mover := await room.mover(board)) != dan:
        match = await room.match(board)
        move = str((await room.position(board)).moves(match.seat_of(mover.id))[0])
        await room.service.make_move(match.id, mover.id, match.moment, move)
    room.clock.now += DAY + 1
    await claimed(room, board, "landgrab")
    (told,) = [call for call in room.calls() if "you had to leave" in call.text]
    assert told.pings == [dan.id]


@pytest.mark.tell
async def test_an_impossible_challenge_is_refused_and_others_call_their_player(room: Room) -> None:
    left = room.env.create_user("gone", global_name="@everyone *Gone*")
    two = {"opponent": room.ben, "opponent_2": room.cleo, "seats": 2}
    for group, options, told in (
        ("prowler", {"opponent": room.ada}, "yourself"),
        ("prowler", {"opponent": room.join("Robot", bot=True)}, "Bots do not play"),
        ("prowler", {"opponent": left}, r"\@everyone \*Gone\* is no longer in this server"),
        ("prowler", {"opponent": room.ben, "machine": "easy"}, "No seat is free for the machine"),
        ("tell", two, "more players than there are"),
        ("tell", {"opponent": room.ben, "opponent_2": room.ben}, "one seat only"),
    ):
        answer = await room.command(room.ada, "challenge", group=group, **options)
        assert told in answer.told
    assert room.messages() == []
    board = await room.challenge()
    assert board.pings == [room.ben.id]
    assert not board.stored.mention_everyone
    assert board.rows == [["Accept", "Decline", "Withdraw"], ["How to play", "Tutorial"]]
    board = await room.challenge(group="tell")
    answer = await room.press(room.cleo, board, "Red")
    assert answer.told == "No seat is open: this match waits for Ben."
    await room.press(room.ben, board, "Decline")
    assert board.buttons == []


@pytest.mark.expects_errors
async def test_a_challenge_that_discord_does_not_show_waits_for_no_answer(room: Room) -> None:
    for status in (429, 500):
        room.fail("callback", status)
        answer = await room.command(room.ada, "challenge", opponent=room.ben)
        assert "try again" in answer.told
        assert await room.service.lists.open_matches(room.ada.id, "prowler") == []


async def test_a_challenge_says_how_long_it_takes_and_when_players_are_there(room: Room) -> None:
    async def moves(_: HabitStore, player: int) -> list[tuple[int, int]]:
        return [(18, 40), (19, 40)] if player == room.ben.id else []

    async def durations(_: HabitStore, game: str) -> list[Duration]:
        del game
        return [Duration(3 * DAY, Terms(pace=3 * DAY), 2, 30)] * 5

    room.patch.setattr(HabitStore, "moves_by_hour", moves)
    room.patch.setattr(HabitStore, "latest_durations", durations)
    asked = await room.challenge()
    assert "Such a match takes about 3 days." in asked.text
    assert "usually" not in asked.text, "nobody has allowed that"
    for player in (room.ada, room.ben):
        await room.prefers(player, hours_told=True)
    asked = await room.challenge()
    hours = [f"<t:{START + hour * 60 * 60}:t>" for hour in (18, 20)]
    assert f"Ben usually moves between {hours[0]} and {hours[1]}." in asked.text


async def chosen(
    room: Room, menu: str, player: simcord.MemberActor, other: simcord.MemberActor
) -> Answer:
    return Answer(room.env, await player.context_menu(room.channel, menu, other))


async def test_a_users_menu_compares_the_two_and_takes_no_bots_or_oneself(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ben.id)
    compared = await chosen(room, "Head to head", room.ada, room.ben)
    assert not compared.public
    assert "Ada against Ben" in compared.told
    robot = room.join("Robot", bot=True)
    for menu, of_bots in (("Challenge", "another player"), ("Head to head", "Bots do not play")):
        assert of_bots in (await chosen(room, menu, room.ada, robot)).told
        assert "another player" in (await chosen(room, menu, room.ada, room.ada)).told


async def test_nobody_is_challenged_in_a_chat_of_two_that_they_do_not_see(room: Room) -> None:
    bring(room, room.patch, "chat")
    told = (await room.command(room.ada, "challenge", opponent=room.cleo)).told
    assert told.startswith("Cleo is not in this chat, and would not see the challenge.")
    assert await room.service.lists.open_matches(room.cleo.id) == []
    assert (await room.command(room.ada, "challenge", opponent=room.ben)).public


CANCEL = "Cancel the match"


def options_of(board: Message, at: int) -> list[str]:
    """The options of a menu: the first menu is for joining, the last for the host."""
    return [option["label"] for option in board.selects[at]["options"]]


async def opened(room: Room, group: str = "tell", **options: object) -> Message:
    answer = await room.command(room.ada, "challenge", group=group, **options)
    assert answer.public, answer.told
    return answer.message


@tell
async def test_all_who_see_an_open_challenge_may_take_it_and_nobody_is_pinged(room: Room) -> None:
    board = await opened(room, "prowler", first="me")
    assert board.pings == []
    assert "\n1. **Ada**" in board.text, "who gets which colour is not settled yet"
    assert board.labels == ["Join", "How to play", "Tutorial"]
    answer = await room.press(room.ada, board, "Join")
    assert "already in this match" in answer.told
    await room.restart()
    await room.press(room.cleo, board, "Join")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert await room.mover(board) is room.cleo


@tell
async def test_a_match_waits_for_those_who_were_asked_unless_the_host_starts_it(room: Room) -> None:
    board = await opened(room, opponent=room.ben, opponent_2=room.cleo, machine="medium", seats=4)
    assert "\n4. Machine · Medium" in board.text
    start = board.button("Start")
    assert start["disabled"]
    refused = await room.late_press(room.ada, board, start["custom_id"])
    waits = "This match waits for Ben and Cleo; the host's menu can start it without them."
    assert refused.told == waits
    assert options_of(board, -1) == ["Start without Ben and Cleo", CANCEL]
    await room.press(room.ben, board, "Accept")
    await room.press(room.ada, board, "Start without Cleo")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.id for player in match.players] == [room.ada.id, room.ben.id, 0]


@pytest.mark.parametrize("place", ["here", "group"])
async def test_an_expired_challenge_is_put_again_once(room: Room, place: str) -> None:
    if place == "group":
        bring(room, room.patch, "group")
    expired = await room.challenge()
    await room.time_passes(8 * DAY)
    if place == "group":
        await room.press(room.ben, expired, "Accept")
    ask_again = expired.button("Ask again")["custom_id"]
    await room.press(room.ben, expired, "Ask again")
    assert expired.labels == []
    (new,) = [each for each in room.messages() if "Accept" in each.labels]
    assert new.pings == [room.ada.id]
    assert "Rematch" not in new.text
    answer = await room.late_press(room.ada, expired, ask_again)
    assert "already here" in answer.told
    assert [each.id for each in room.messages() if "Accept" in each.labels] == [new.id]


@tell
async def test_the_machine_plays_in_a_chat_that_nobody_else_reads(room: Room) -> None:
    result = await room.ada.user.slash("prowler challenge", machine="easy")
    board = Answer(room.env, result).message
    match = await room.match(board)
    assert (match.phase, match.has_machine) == (Phase.PLAYING, True)
    result = await room.ada.user.slash("prowler challenge")
    assert "Play against the machine here" in Answer(room.env, result).told
    result = await room.ada.user.slash("tell challenge")
    assert len((await room.match(Answer(room.env, result).message)).players) == 1


@tell
async def test_the_host_alone_adds_the_machine(room: Room) -> None:
    board = await opened(room, seats=3)
    added = [f"Add the machine: {level}" for level in LEVELS]
    assert options_of(board, -1) == [*added, CANCEL]
    await room.press(room.ben, board, "Red")
    menu = board.selects[-1]["custom_id"]
    for player, level, told in (
        (room.ada, "godlike", "no such level"),
        (room.ben, "easy", "Only Ada can add the machine"),
        (room.cleo, "easy", "do not play in this match"),
    ):
        assert told in (await room.late_press(player, board, menu, values=[level])).told
    assert (await room.match(board)).has_machine is False
    await room.late_press(room.ada, board, menu, values=["medium"])
    match = await room.match(board)
    assert [player.level for player in match.players] == [None, None, "medium"]
    assert match.phase is Phase.PLAYING
    assert not match.terms.rated


async def test_a_users_menu_works_in_a_group(room: Room) -> None:
    bring(room, room.patch, "group")
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    asked = await room.press(room.ada, offered.message, "Prowler's Passage")
    assert asked.public
    await room.press(room.ben, asked.message, "Accept")
    assert (await room.match(asked.message)).phase is Phase.PLAYING
