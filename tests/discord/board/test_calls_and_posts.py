"""Calls and reminders, and the gate of what people have the bot post for all."""

import asyncio
import random
from typing import Any, Literal

import aiohttp
import discord
import pytest
import simcord

from cogs.board.board_messages import BoardMessages
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import ActKind
from prowlerbot.match.banks import bank_left
from prowlerbot.match.call_rules import CALL_PAUSE_SECONDS
from prowlerbot.match.match import Ending
from prowlerbot.match.terms import RESERVE
from prowlerbot.storage.post_store import PostStore
from tests.discord.board import test_challenges_and_endings as endings
from tests.discord.limits import pings_at
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.room import START, Room
from tests.discord.test_finding import find
from tests.games.tell_face import TellFace


async def test_one_call_stands_for_the_player_to_move_alone_from_first_to_last(room: Room) -> None:
    await room.begin(first="me")  # Ben accepts, and Ben opens: he is there already
    assert room.calls() == []
    board = await room.begin(first="them")
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    called, rng = board.pings, random.Random(5)
    for ply in range(1, 8):
        await room.play_on(board, rng, ply)
        assert not call.exists, "the call goes with the next move"
        (call,) = room.calls()
        assert call.pings == [(await room.mover(board)).id]
    assert board.pings == called
    callbacks = [each.json for each in room.env.http_requests if each.path.endswith("/callback")]
    updates = [each["data"]["allowed_mentions"] for each in callbacks if each and each["type"] == 7]
    assert updates
    assert all(it == {"parse": []} for it in updates), "updates of the board call nobody"

    await room.play_stored(board.match, rng, 26)
    await room.time_passes(61)
    (call,) = room.calls()
    last = await room.mover(board)
    await room.play_on(board, rng)
    assert not call.exists
    (notice,) = room.calls()
    other = room.ada if last is room.ben else room.ben
    assert notice.pings == [other.id]


async def test_no_double_press_choice_or_a_deleted_call_brings_another_call(room: Room) -> None:
    board = await room.begin()
    before = len(room.env.http_requests)
    press = (room.ben, board.button("Castle")["custom_id"])
    await room.presses_at_once(board, [press, press, press])
    requests = [(each.method, each.path) for each in room.env.http_requests[before:]]
    assert requests.count(("POST", f"/channels/{room.channel.id}/messages")) == 1
    (call,) = room.calls()
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    await room.press(room.ada, board, wild)
    await room.press(room.ada, board, "Back")
    assert [each.id for each in room.calls()] == [call.id]
    room.deletes(call)
    await room.play_on(board, random.Random(1), 2)
    assert [each.pings for each in room.calls()] == [[room.ben.id]]


def ends_there(patch: pytest.MonkeyPatch, of: Any, name: str) -> None:
    """End the work inside a method, as a kill does."""

    async def dead(*_: Any, **__: Any) -> Any:
        raise asyncio.CancelledError

    patch.setattr(of, name, dead)


@pytest.mark.parametrize(("status", "stays"), [(404, True), (500, False)])
async def test_an_unreadable_channel_ends_no_match(room: Room, status: int, *, stays: bool) -> None:
    board = await room.begin()
    with room.patch.context() as patch:
        ends_there(patch, PostStore, "note_sent")
        await room.play(board, ["Castle"])
    (call,) = room.calls()
    await room.play_stored(board.match, random.Random(1), 2)
    room.env.inject_error("GET", "/channels/*/messages", status=status, times=5)
    await room.restart()
    await room.time_passes(61)
    assert await room.service.store.database.read("SELECT * FROM broken") == []
    for _ in range(4):
        await room.time_passes(61)
    assert call.exists is stays, "it is looked for again if Discord may answer"


def lose_replies(patch: pytest.MonkeyPatch, of: Any, name: str) -> None:
    """Let Discord carry out requests while the reply gets lost."""
    real = getattr(of, name)

    async def lost(*args: Any, **values: Any) -> Any:
        await real(*args, **values)
        raise aiohttp.ServerDisconnectedError

    patch.setattr(of, name, lost)


async def test_a_call_whose_reply_got_lost_is_not_sent_twice(room: Room) -> None:
    board = await room.begin()
    with room.patch.context() as patch:
        lose_replies(patch, discord.PartialMessageable, "send")
        await room.play(board, ["Castle"])
    (call,) = room.calls()
    await room.time_passes(61)
    assert [each.id for each in room.calls()] == [call.id]
    await room.play_on(board, random.Random(1), 2)
    assert not call.exists


@pytest.mark.parametrize("place", ["server", "group"])
async def test_a_question_that_two_answer_at_once_is_deleted_once(room: Room, place: str) -> None:
    if place == "group":
        bring(room, room.patch, "group")
    board = await endings.placed(room)
    await endings.asks(room, room.ada, board, endings.TAKE_BACK)
    asked = endings.question(room)
    before = len(room.env.http_requests)
    agree, withdraw = (
        asked.button(endings.label(asked, it))["custom_id"]
        for it in (endings.CLOCK_TOLERANCE, "Withdraw")
    )
    await room.presses_at_once(asked, [(room.ben, agree), (room.ada, withdraw)])
    assert not asked.exists
    deleted = [each.path for each in room.env.http_requests[before:] if each.method == "DELETE"]
    assert len([each for each in deleted if each.endswith((f"/{asked.id}", "/@original"))]) == 1
    assert len(deleted) == len({*deleted})
    await room.time_passes(120)
    assert await room.service.store.outbox.waiting_posts(board.match) == []


class Queue(asyncio.Lock):
    """The turns to send in a channel; tells when somebody has begun to wait for theirs."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = asyncio.Event()

    async def acquire(self) -> Literal[True]:
        if self.locked():
            self.waited_for.set()
        return await super().acquire()


async def test_a_call_that_had_to_wait_is_sent_only_while_it_is_due(room: Room) -> None:
    board, calls = await room.begin(first="me"), room.feature(BoardMessages).calls
    match = await room.match(board)
    calls.outbox._channel_locks._locks[room.channel.id] = queue = Queue()
    async with queue:  # Discord makes the next message in the channel wait
        await room.service.make_move(match.id, room.ben.id, 0, ">C")
        scene = await room.service.scene(match.id)
        late = asyncio.create_task(calls.call_players(scene, presser=room.ben.id))
        await queue.waited_for.wait()
        move = str((await room.position(match.id)).moves(1)[0])
        await room.service.make_move(match.id, room.ada.id, 1, move)
    await late
    assert room.calls() == []


async def test_nothing_is_sent_or_deleted_in_a_channel_that_is_gone(room: Room) -> None:
    board, calls = await room.begin(first="them"), room.feature(BoardMessages).calls
    scene = await room.service.scene(board.match)
    (call,) = scene.calls
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    before = len(room.env.http_requests)
    await calls.call_players(scene, presser=room.ben.id, reposted=True)
    await calls._deletion.delete_calls([call])
    assert len(room.env.http_requests) == before


HOUR = 60 * 60


async def waiting_for_ada(room: Room) -> Message:
    """A match in which Ben has opened, so that Ada is to place."""
    board = await room.begin(pace=DAY)
    await room.play(board, ["Castle"])
    return board


async def many_for_ada(room: Room, number: int) -> list[Message]:
    """Matches in which it is Ada's turn; their first calls are gone."""
    boards = [await waiting_for_ada(room) for _ in range(number)]
    await room.rested()
    for call in room.calls():
        room.deletes(call)
    return boards


async def test_reminders_refused_at_first_share_a_message_that_moves_remove(room: Room) -> None:
    boards = await many_for_ada(room, 3)
    room.fail("send", 403)
    await room.time_passes(DAY - HOUR)
    assert room.calls() == []
    await room.time_passes(400)
    (told,) = room.calls()
    assert told.text.count(":R>") == 3
    for left in (2, 1):
        await room.play_on(boards[left], random.Random(2), 2)
        assert [str(board.id) in told.text for board in boards] == [at < left for at in range(3)]
    assert "nearly up" in told.text, "the message of the only one left is that of one match"
    await room.play_on(boards[0], random.Random(2), 2)
    assert not told.exists


async def test_a_clock_runs_from_the_message_of_a_turn_to_the_press_ending_it(room: Room) -> None:
    board = await room.begin(pace=-1010)
    opened = (await room.match(board)).unseen
    assert [late.began for late in opened] == [START]
    assert f"first move due <t:{START + 120}:R>" in board.text
    await room.env.advance_time(40)
    await room.time_passes(100)
    await room.env.advance_time(5)  # Discord's clock is ahead of the bot's
    await room.play(board, ["Castle"])
    match = await room.match(board)
    (seat,) = {play.seat for play in match.plays if play.moment >= 0}
    assert abs(bank_left(match, seat) - (600 - 105 + 10)) <= 1
    assert abs(match.unseen[-1].ended - START - 105) <= 1, "Discord's time of the edit"
    assert (await room.board_row(match.id)).shown == match.revision, "one edit for both"
    assert f"{match.player(seat).name} 8:2" in board.text


async def test_a_day_in_reserve_is_given_in_the_menu_and_shown_on_the_board(room: Room) -> None:
    board = await room.begin(pace=RESERVE)
    late = await room.mover(board)
    giver = room.ada if late.id != room.ada.id else room.ben
    assert f"due <t:{START + 8 * DAY}:R>" in board.text
    menu = (await room.press(giver, board, "Menu")).private
    assert "got a day more in reserve" in (await room.press(giver, menu, "Give a day")).told
    assert f"due <t:{START + 9 * DAY}:R>" in board.text


async def test_a_message_of_very_many_reminders_names_the_most_urgent_ones(room: Room) -> None:
    boards = []
    for number in range(16):
        boards += await many_for_ada(room, 1)
        room.clock.now += number
    room.clock.now = START
    await room.time_passes(DAY - HOUR)
    (told,) = room.calls()
    named = [board for board in boards if str(board.id) in told.text]
    assert named == boards[: len(named)]
    assert 8 < len(named) < 16
    assert "`/matches` shows them all" in told.text


@pytest.mark.tell
async def test_a_call_out_of_turn_says_why(room: Room) -> None:
    room.patch.setattr(TellFace, "out_of_turn", lambda *_: "A pawn must step aside.")
    await room.begin_tell()
    assert "you must move out of turn in Tell. A pawn must step aside." in room.calls()[0].text


async def test_a_call_that_discord_refuses_for_long_is_given_up(room: Room) -> None:
    board = await room.begin(first="me")
    room.fail("send", 403, times=None)
    await room.play(board, ["Castle"])
    for _ in range(8):
        await room.time_passes(DAY // 24)
    room.recover()
    await room.time_passes(61)
    assert room.calls() == []


async def test_a_week_without_the_bot_moves_a_deadline_and_the_board_says_why(room: Room) -> None:
    board = await waiting_for_ada(room)
    room.bench.beats = True
    await room.rested()
    began = room.clock.now
    await room.bench.close()
    room.clock.now += 7 * DAY
    back = room.clock.now
    await room.env.restart_bot(await room.bench.open())
    early = await room.command(room.ben, "time-up")
    assert "not up yet" in early.told
    await room.rested()
    assert f"due <t:{back + DAY}:R>" in board.text
    told = f"There is more time, as the bot was away: <t:{began}:f> – <t:{back}:f>."
    assert told in board.text


async def test_an_empty_bank_ends_the_match_and_a_press_after_it_is_refused(room: Room) -> None:
    board = await room.begin(pace=-505)
    late = await room.mover(board)
    await room.env.advance_time(62)
    room.clock.now += 62
    answer = await room.press(late, board, "Castle")
    assert "Your time is up" in answer.told
    await room.time_passes(9)
    match = await room.match(board)
    assert match.ending is Ending.CLAIMED
    assert match.player(match.ended_by).id != late.id


async def test_a_weekend_that_does_not_count_is_in_the_terms(room: Room) -> None:
    asked = await room.challenge(pace=3 * DAY, weekend="pause")
    assert "Saturdays and Sundays do not count (time zone UTC)." in asked.text
    refused = await room.command(room.ada, "challenge", opponent=room.ben, pace=0, weekend="pause")
    assert "can pause on weekends" in refused.told


@pytest.mark.there
@pytest.mark.tell(1)
async def test_who_is_there_while_all_wait_for_them_gets_one_call(room: Room) -> None:
    match = await room.match(await room.begin_tell())
    for each in (room.ada, room.ben, room.cleo, room.ben, room.cleo):  # into the second round
        match = await room.service.make_move(match.id, each.id, match.moment, "1")
    before = pings_at(room, room.ada.id)
    for _ in range(4):
        await room.time_passes(CALL_PAUSE_SECONDS)
    assert pings_at(room, room.ada.id) == before + 1
    (call,) = room.calls()
    assert "all others" in call.text


def gallery(room: Room, *writers: simcord.MemberActor) -> Any:
    """A text channel where only these members, and the bot, may write."""
    place = room.guild.create_text_channel("gallery")
    room.reserve(place, "send_messages", *writers)
    return place


def thread_in(room: Room, place: Any) -> Any:
    room.env.backend.create_thread(place.id, "Duels", room.ada.id)
    (thread,) = place.threads
    return thread


async def shown_in(room: Room, place: Any) -> Message:
    """The board of a match of Ada against Ben that has begun in a channel."""
    answer = await room.command(room.ada, "challenge", channel=place, opponent=room.ben, first="me")
    await room.press(room.ben, answer.message, "Accept")
    await room.play_on(answer.message, random.Random(1), 3)
    return answer.message


async def shares(room: Room, who: simcord.MemberActor, board: Message) -> Answer:
    """Show the first moment of the replay to all."""
    (place,) = [it for it in room.guild.channels.values() if it.id == board.channel]
    answer = await room.command(who, "replay", channel=place, match=board.match, move=0)
    return await room.press(who, answer.private, "Show to all")


async def test_who_may_not_write_in_a_channel_posts_nothing_there_by_the_bot(room: Room) -> None:
    place = gallery(room, room.ada, room.ben)
    board = await shown_in(room, place)
    before = [each.id for each in room.messages(place)]
    refused = [await shares(room, room.cleo, board)]
    options: list[tuple[str, dict[str, Any]]] = [
        ("challenge", {"opponent": room.ben}),
        ("challenge", {"machine": "easy"}),
        ("animation", {"match": board.match, "show": "all"}),
    ]
    for name, said in options:
        refused.append(await room.command(room.cleo, name, channel=place, **said))
    hub = (await room.command(room.cleo, "/play", channel=place)).message
    now = next(it for it in hub.buttons if it["label"] == "Play the machine")
    refused.append(await room.late_press(room.cleo, hub, now["custom_id"]))
    (told,) = {each.told for each in refused}
    assert told.endswith(" in this channel, as you lack a permission in it: Send Messages.")
    assert [each.id for each in room.messages(place)] == before
    assert await room.service.lists.open_matches(room.cleo.id, "prowler") == []
    assert (await shares(room, room.ben, board)).public


async def test_in_a_thread_the_permission_for_threads_counts_and_a_lock(room: Room) -> None:
    silent = discord.PermissionOverwrite(send_messages_in_threads=False)
    place = room.guild.create_text_channel("hall", overwrites={room.cleo: silent})
    thread = thread_in(room, place)
    refused = await room.command(room.cleo, "challenge", channel=thread, opponent=room.ben)
    assert "Send Messages in Threads" in refused.told
    assert (await room.command(room.cleo, "challenge", channel=place, opponent=room.ben)).public
    inside = thread_in(room, gallery(room))
    assert (await room.command(room.cleo, "challenge", channel=inside, opponent=room.ben)).public
    room.env.backend.edit_channel(inside.id, {}, thread_metadata={"locked": True})
    await room.env.settle()
    refused = await room.command(room.cleo, "challenge", channel=inside, opponent=room.ben)
    assert refused.told == "You cannot post through me in this thread, as it is locked."
    dora = room.join("Dora", may=discord.Permissions(manage_threads=True))
    assert (await room.command(dora, "challenge", channel=inside, opponent=room.ben)).public


async def test_a_search_by_those_who_may_not_write_asks_them_in_their_chats(room: Room) -> None:
    place = gallery(room, room.cleo)
    for who in (room.ada, room.ben):
        await find(room, who, channel=place)
    assert room.messages(place) == []
    for who in (room.ada, room.ben):
        (asked,) = room.chat(who)
        assert "Yes, play" in asked.labels


async def test_what_all_see_is_posted_in_the_chosen_channels_alone(room: Room) -> None:
    board = await shown_in(room, room.channel)
    hall = room.guild.create_text_channel("hall")
    await room.set_up(channels=(hall.id,))
    told = f"I post only in <#{hall.id}> here, not in this channel."
    assert (await shares(room, room.cleo, board)).told == told
    for name, said in (("animation", {"show": "all"}), ("board", {})):
        refused = await room.command(room.ada, name, match=board.match, **said)
        assert refused.told == told, name
    await room.play_on(board, random.Random(2), 5)
    assert (await room.match(board)).ply == 5, "a match that is there goes on"
    moved = await room.move_board(room.ada, hall, board.match)
    assert (await shares(room, room.cleo, moved)).public
    await room.set_up(channels=(1,))
    refused = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "/prowler-admin settings" in refused.told, "they are all gone"


async def test_a_moment_stands_once_in_a_channel_and_a_second_press_leads_to_it(room: Room) -> None:
    board = await shown_in(room, room.channel)
    first = await shares(room, room.cleo, board)
    again = await shares(room, room.ada, board)
    assert not again.public
    assert again.told.startswith("This is shown here already: [Go to the board](")
    assert str(first.message.id) in again.told
    for pace in ("calm", "quick"):
        said = {"match": board.match, "show": "all", "pace": pace}
        assert (await room.command(room.ada, "animation", **said)).public
        assert "shown here already" in (await room.command(room.ben, "animation", **said)).told
    hall = room.guild.create_text_channel("hall")
    said = {"match": board.match, "show": "all"}
    assert (await room.command(room.ada, "animation", channel=hall, **said)).public
    room.deletes(first.message)
    assert (await shares(room, room.ada, board)).public, "somebody has deleted it"


async def test_what_is_shown_names_who_showed_it_until_it_or_their_data_goes(room: Room) -> None:
    board = await shown_in(room, room.channel)
    shown = (await shares(room, room.cleo, board)).message
    assert shown.text.endswith("-# Shown by Cleo")
    assert "Remove" in shown.labels
    refused = await room.press(room.ada, shown, "Remove")
    assert refused.told == "Only moderators, and the person who had this shown, can remove it."
    assert shown.id in [each.id for each in room.messages()]
    await room.press(room.cleo, shown, "Remove")
    assert not shown.exists
    shown = (await shares(room, room.cleo, board)).message  # as it no longer stands
    await room.delete_data(room.cleo)
    room.clock.now += 3600
    await room.rested()
    assert "Cleo" not in shown.text
    rows = await room.bench.database.read("SELECT 1 FROM showings WHERE shown_by <> 0")
    assert rows == []


@pytest.mark.parametrize("may", ["manage_messages", "manage_guild"])
async def test_moderators_remove_what_others_had_shown(room: Room, may: str) -> None:
    moderator = room.join("Mod", may=discord.Permissions(**{may: True}))
    board = await shown_in(room, room.channel)
    shown = (await shares(room, room.cleo, board)).message
    press = moderator, shown.button("Remove")["custom_id"]
    await room.presses_at_once(shown, [press, press])
    assert not shown.exists
    (act,) = (await room.service.store.acts.acts_page(room.guild.id, 0))[0]
    assert (act.kind, act.actor.name, act.target.name) == (ActKind.DELETED, "Mod", "Cleo")
    forged = await room.late_press(room.cleo, board, f"unshow:{board.match}:0")
    assert "Only moderators" in forged.told
    assert board.exists
