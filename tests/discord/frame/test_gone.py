"""Threads, channels, servers and features are gone or left out, and play goes on elsewhere."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from cogs import presses
from cogs.board.board_messages import BoardMessages
from cogs.composition import Hosting
from cogs.frame.layout import leave_out
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Hopeless
from prowlerbot.core.posts import ActKind
from prowlerbot.daily.daily_service import Daily
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.match.match import Ending, Phase, Player
from prowlerbot.settings import FEATURES
from tests.discord.board.test_threads import board_in, threads
from tests.discord.message import Message
from tests.discord.room import Bench, Room
from tests.opponent.quick import QuickThinkers


async def threaded(room: Room, **options: object) -> tuple[str, int]:
    """A match in a thread, and the thread."""
    await room.set_up(threads=True)
    await room.begin(**options)
    return board_in(room).match, threads(room)[0].id


@pytest.mark.parametrize(
    ("requests", "status", "code"),
    [(("PATCH", "POST"), 404, 10003), (("POST",), 403, 50013), ((), 0, 0)],
    ids=["deleted while nobody looked", "closed to the bot", "deleted"],
)
async def test_a_match_whose_thread_takes_no_message_goes_on_in_the_channel(
    room: Room, requests: tuple[str, ...], status: int, code: int
) -> None:
    match_id, thread = await threaded(room)
    for request in requests:
        path = f"/channels/{thread}/messages*"
        room.env.inject_error(request, path, status=status, times=None, code=code)
    if status:
        await room.play_stored(match_id, random.Random(1), 1)
    else:
        room.env.backend.delete_channel(thread)
        await room.env.settle()
    for _ in range(3):
        await room.time_passes(20)
    (board,) = [each for each in room.messages() if each.moves]
    stored = await room.board_row(match_id)
    assert (stored.channel, stored.message) == (room.channel.id, board.id)
    (call,) = [each for each in room.messages() if "your turn" in each.text]
    assert f"<@{(await room.mover(match_id)).id}>" in call.text
    assert f"/{board.id}" in call.text
    before = (await room.match(match_id)).ply
    await room.play_on(board, random.Random(1), before + 1)
    assert (await room.match(match_id)).ply == before + 1
    assert status == 404 or not (threads(room) and moving(room, thread))
    await room.time_passes(120)
    assert [each.id for each in room.messages() if each.moves] == [board.id]


async def test_a_deleted_channel_is_noticed(room: Room) -> None:
    match_id = (await room.begin()).match
    elsewhere = room.guild.create_text_channel("elsewhere")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    told = (await room.command(room.ada, "/matches", channel=elsewhere)).told
    assert "the board is gone" in told
    assert "discord.com/channels" not in told
    board = (await room.command(room.ada, "board", channel=elsewhere)).message
    await room.play_on(board, random.Random(1), 2)
    assert (await room.match(match_id)).ply == 2
    (call,) = [each for each in room.messages(elsewhere) if each.pings]
    assert call.pings == [(await room.mover(match_id)).id], "calls go where the board is"


def moving(room: Room, channel: int) -> list[Message]:
    """The boards in a channel or thread on which a move can be made."""
    found = [Message(room.env, channel, each) for each in room.env.backend.messages[channel]]
    return [each for each in found if each.moves]


async def test_a_challenge_whose_message_is_deleted_is_withdrawn(room: Room) -> None:
    challenge, unseen = await room.challenge(), await room.challenge(room.cleo)
    ids = [challenge.match, unseen.match]
    room.deletes(challenge)
    await room.env.settle()
    assert await withdrawn(room) == ids[:1]
    del room.env.backend.messages[unseen.channel][unseen.id]
    await room.feature(BoardMessages).refresh(ids[1], anyway=True)
    assert await withdrawn(room) == ids[::-1], "the next edit finds it gone"
    for match in [await room.match(each) for each in ids]:
        assert (match.phase, match.ending) == (Phase.OVER, Ending.DELETED)
    for player, other in ((room.ada, "Ben"), (room.ben, "Ada")):
        told = (await room.command(player, "/matches")).told
        assert f"**{other}**: the challenge is withdrawn, as its message was deleted" in told
    assert "the challenge" not in (await room.command(room.join("Dora"), "/matches")).told


async def withdrawn(room: Room) -> list[str]:
    """The challenges that were withdrawn as their messages were deleted, as the log has it."""
    acts = (await room.service.store.acts.acts_page(room.guild.id, 0)).acts
    return [act.subject for act in acts if act.kind is ActKind.LOST]


async def test_challenges_deleted_at_once_count_no_more_and_each_is_told(room: Room) -> None:
    asked = [await room.challenge() for _ in range(2)]
    before = await room.challenge(opponent=room.cleo)
    ids = [str(each.id) for each in asked]
    for each in asked:
        del room.env.backend.messages[each.channel][each.id]
    event = {"ids": ids, "channel_id": str(room.channel.id), "guild_id": str(room.guild.id)}
    room.env.backend.emit("MESSAGE_DELETE_BULK", event)
    await room.env.settle()
    told = (await room.command(room.ben, "/matches")).told
    assert told.count("as its message was deleted") == 2
    assert len(await withdrawn(room)) == 2
    assert (await room.match(before)).phase is Phase.LOBBY


async def test_a_deleted_board_has_no_link_and_is_back_there_at_the_next_change(room: Room) -> None:
    match_id, thread = await threaded(room, rated="no")
    room.deletes(board_in(room))
    await room.env.settle()
    told = (await room.command(room.ada, "/matches")).told
    assert "the board is gone" in told
    assert "discord.com/channels" not in told
    await room.time_passes(60)
    assert not moving(room, thread), "nothing has changed"
    await room.play_stored(match_id, random.Random(1), 1)
    for _ in range(3):
        await room.time_passes(30)
    (anew,) = moving(room, thread)
    stored = await room.board_row(match_id)
    assert (stored.channel, stored.message) == (thread, anew.id)


@pytest.mark.parametrize(
    ("right", "what"),
    [
        ("manage_messages", "message"),
        ("speak", "message"),
        ("manage_messages", "channel"),
        ("manage_channels", "channel"),
        ("manage_threads", "channel"),
        ("speak", "channel"),
    ],
)
async def test_whoever_may_delete_a_board_gains_no_time(room: Room, right: str, what: str) -> None:
    board = await room.begin(pace=DAY, rated="yes")
    match = await room.match(board)
    played = replace(match, terms=replace(match.terms, competition="c", pairing=1))
    await room.service.store.commit(match, replace(played, revision=match.revision + 1))
    role = room.guild.create_role("guard", permissions=discord.Permissions(**{right: True}))
    mover = await room.mover(board)
    room.env.backend.add_member_role(room.guild.id, mover.id, role.id)
    room.fail("send", 500, times=None)
    if what == "message":
        room.deletes(board)
    else:
        room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    deleted_at = room.clock()
    scene = await room.service.scene(match.id)
    assert scene.unseen_since == (deleted_at if right == "speak" else 0)
    if what == "channel":
        return
    await room.time_passes(4 * 60 * 60)
    room.recover()
    for _ in range(3):
        await room.time_passes(60)
    after = await room.service.scene(board.match)
    assert after.board is not None
    assert after.board.message not in {0, board.id}
    assert (after.match.turn_at > match.turn_at + 4 * 60 * 60) == (right == "speak")


async def test_a_server_loses_its_boards_with_the_bot_not_in_an_outage(room: Room) -> None:
    match_id = (await room.begin()).match
    for outage in (True, False):
        event = {"id": str(room.guild.id)} | ({"unavailable": True} if outage else {})
        room.env.backend.emit("GUILD_DELETE", event)
        await room.env.settle()
        assert bool((await room.board_row(match_id)).message) is outage


OLD = {
    "club": presses.PlainPress("club:open"),
    "competitions": presses.CompetitionPress("standings", "abc"),
    "daily": presses.DailyPress("open"),
    "finding": presses.FindPress("open"),
    "following": presses.MatchPress("follow", "abc"),
    "hub": presses.HubPress("open"),
    "profiles": presses.PlayerPress("profile", "prowler", 1),
    "puzzles": presses.PlainPress("puzzles:"),
    "replays": presses.ReplayPress("replay", "abc"),
    "reviews": presses.ReviewPress("review", "abc"),
    "tutorial": presses.TeachPress("prowler"),
}
"""A button of each feature that an older message may have."""
COMMANDS = {
    "club": {"server"},
    "competitions": {"tournament", "ladder", "league"},
    "daily": {"daily"},
    "finding": {"find", "avoid"},
    "following": set[str](),
    "hub": {"play", "Challenge"},
    "profiles": {"profile", "leaderboard"},
    "puzzles": {"puzzle"},
    "replays": {"prowler replay", "prowler record", "prowler animation", "prowler branch"}
    | {"Replay", "Play on"},
    "reviews": {"Review"},
    "tutorial": {"prowler tutorial"},
}


@pytest.fixture
def without() -> frozenset[str]:
    return frozenset()


@pytest.fixture
def built(
    url: str, without: frozenset[str], every_message_is_in_the_catalogues: None
) -> Iterator[Bench]:
    """Built after the bot of the catalogues, as a process states what it leaves out for one."""
    del every_message_is_in_the_catalogues
    hosting = Hosting(thinkers=QuickThinkers(), left_out=without)
    others = [it for it in CONTRIBUTIONS if type(it).__module__.split(".")[1] not in without]
    yield Bench(url, hosting=hosting, contributions=others)
    leave_out(())


def _sent(room: Room) -> Iterator[str]:
    """All that the bot has sent to Discord, as text."""
    for each in room.env.http_requests:
        yield json.dumps(each.json, default=str, ensure_ascii=False)


def _commands(room: Room) -> set[str]:
    """The names of all commands, those of the first game with its name."""
    (sent,) = [each.json for each in room.env.http_requests if each.path.endswith("/commands")]
    assert sent is not None
    (group,) = [each for each in sent if each["name"] == "prowler"]
    return {each["name"] for each in sent} | {f"prowler {it['name']}" for it in group["options"]}


ALL = frozenset(FEATURES)
EACH = [
    pytest.param(frozenset({feature}), id=feature, marks=pytest.mark.full)
    for feature in FEATURES
    if feature != "replays"
]


@pytest.mark.parametrize(
    "without", [pytest.param(ALL, id="all"), pytest.param(frozenset({"replays"})), *EACH]
)
async def test_without_a_feature_nothing_leads_to_it(room: Room, without: frozenset[str]) -> None:
    board = await room.begin()
    await room.press(room.ada, board, "Menu")
    await room.press(room.cleo, board, "Menu")
    await room.command(room.ada, "rules")
    for command in ("matches", "preferences", "privacy about"):
        await room.command(room.ada, f"/{command}")
    await room.command(room.admin, "/prowler-admin settings")
    await room.command(room.admin, "/prowler-admin doctor")
    if "hub" not in without:
        hub = await room.command(room.ada, "/play")
        await room.press(room.ada, hub.message, "Help")
    match_id = board.match
    board = await room.play_on(board, random.Random(1))
    assert (await room.match(match_id)).ending is Ending.PLAYED
    await room.command(room.ada, "/matches")

    commands = _commands(room)
    for feature in FEATURES:
        here = feature not in without
        assert all((each in commands) is here for each in COMMANDS[feature]), feature
        answer = await room.late_press(room.ben, board, str(OLD[feature]))
        assert (answer.told == "This bot does not offer that.") is not here, feature
    assert any('"custom_id": "menu:' in sent for sent in _sent(room))
    gone = {str(OLD[feature]).partition(":")[0] for feature in without}
    for sent in _sent(room):
        assert not gone & set(re.findall(r'"custom_id": "(\w+[!]?):', sent))
        assert {*re.findall(r"`/([a-z]+)", sent)} <= commands


async def test_the_bot_does_not_start_without_what_a_running_match_needs(room: Room) -> None:
    daily = Daily(room.service, DailyStore(room.service.store.database))
    await daily.begin_try("prowler", daily.today, Player(room.ada.id, "Ada"), room.guild.id)
    again = Bench(room.bench.url, clock=room.clock, hosting=Hosting(left_out=frozenset({"daily"})))
    await again.open()
    with pytest.raises(Hopeless) as refused:
        await again.bot.add_commands()
    await again.database.close()
    leave_out(())
    told = "WITHOUT leaves out daily, and matches that need it still run (1): start with daily"
    assert str(refused.value).startswith(told)
