"""What a competition posts by itself stands in its channel once, whatever dies meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
import simcord

from cogs.frame import outbox as posts_outbox
from cogs.frame.duty_loop import DutyLoop
from prowlerbot.core.posts import Post
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.outbox import Outbox
from tests.discord.board.test_threads import threads
from tests.discord.competitions.test_tournaments import (
    HOUR,
    begun,
    create,
    fay,
    loop_of,
    only,
    pass_time,
    rounds,
)
from tests.discord.message import Message
from tests.discord.room import Room
from tests.persistence.looks import rested

__all__ = ["fay"]


def about_a_round(room: Room) -> list[Message]:
    return [each for each in room.messages() if "**Round 1 of 3**" in each.text]


def boards(room: Room) -> list[Message]:
    return [each for each in room.messages() if "begins and presses" in each.text]


class Died(OSError):
    pass


async def die(*_: object, **__: object) -> None:
    raise Died


async def restart(room: Room) -> None:
    """The bot starts again and takes over what the dead process had claimed on the file."""
    await room.restart()
    await pass_time(room, 11)


@pytest.mark.parametrize("which", [0, 1])
async def test_a_kill_around_a_post_neither_loses_nor_doubles_it(
    room: Room, fay: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    send, stands = posts_outbox.Outbox.send, Outbox.stands

    async def die_at(self: Any, post: Post, *args: Any, **more: Any) -> Any:
        if post.name.key.startswith("round"):
            raise Died
        return await (stands if which else send)(self, post, *args, **more)

    with monkeypatch.context() as patch:
        if which:  # after the post, else before it
            patch.setattr(Outbox, "stands", die_at)
        else:
            patch.setattr(posts_outbox.Outbox, "send", die_at)
        await begun(room, fay)
        assert len(about_a_round(room)) == which
    await restart(room)
    assert len(about_a_round(room)) == 1
    assert len(boards(room)) == 2


async def test_a_kill_after_a_board_was_posted_does_not_double_it(
    room: Room, fay: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("cogs.board.shown_messages.ShownMessages.adopt", die)
        await begun(room, fay)
        posted = len(boards(room))
        assert posted
    await restart(room)
    assert len(boards(room)) == 2
    assert len(about_a_round(room)) == 1


@pytest.mark.expects_errors
async def test_a_kill_while_a_tournament_is_created_does_not_double_its_message(
    room: Room, fay: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "stands", die)
        await create(room, fay, name="Friday Cup")
    await room.restart()
    await pass_time(room, 30)
    await pass_time(room, 60)
    (cup,) = [each for each in room.messages() if "Friday Cup" in each.text]
    assert (await only(room)).message == cup.id


async def test_two_processes_post_everything_once(room: Room, fay: simcord.MemberActor) -> None:
    mine, other = loop_of(room), DutyLoop(room.bench.bot, room.service)
    telling = replace(rounds(room)._telling)
    replace(rounds(room), _telling=telling, _duty_loop=other)
    cup = (await create(room, fay, check_in=0)).message
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, cup, "Join")
    room.clock.now += 2 * HOUR
    for _ in range(3):
        await asyncio.gather(*(rested(each) for each in (mine, other, mine, other)))
        room.clock.now += 10
    await room.env.settle()
    assert len(about_a_round(room)) == 1
    assert len(boards(room)) == 2


async def test_all_who_are_left_are_called_to_the_check_in_whoever_has_gone_before(
    room: Room, fay: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("news", "news_keys"):
        monkeypatch.setattr(f"cogs.competitions.{module}.PINGED_AT_ONCE", 2)
    cup = (await create(room, fay, check_in=900)).message
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, cup, "Join")
    for player in (room.ada, room.ben):
        await room.press(player, cup, "Leave")
    await pass_time(room, 2 * HOUR - 900)
    called = {ping for each in room.messages() for ping in each.pings if "check-in" in each.text}
    assert called == {room.cleo.id, fay.id}


async def test_many_boards_are_posted_a_few_at_a_time_and_then_the_round(
    room: Room, fay: simcord.MemberActor
) -> None:
    cup = (await create(room, fay, check_in=0)).message
    for number in range(20):
        await room.press(room.join(f"Player {number}"), cup, "Join")
    await pass_time(room, 2 * HOUR, times=1)
    assert len(boards(room)) == 8
    await pass_time(room, 10, times=1)
    assert len(boards(room)) == 10
    (news,) = [each for each in room.messages() if "**Round 1 of 5**" in each.text]
    assert news.text.count("[board](") == 10


async def test_boards_are_posted_in_threads_where_the_server_wants_that(
    room: Room, fay: simcord.MemberActor
) -> None:
    await room.service.store.rechoose(ServerChoices, room.guild.id, threads=True)
    await begun(room, fay)
    found = threads(room)
    assert len(found) == 2
    (news,) = about_a_round(room)
    for each in found:
        assert f"/{each.id}/" in news.text


async def test_a_player_who_wants_calls_in_a_chat_is_asked_to_check_in_there_or_in_the_channel(
    room: Room, fay: simcord.MemberActor
) -> None:
    for player in (room.ben, room.cleo):
        await room.service.store.choose(player.id, PlayerChoices(calls="dm"))
    closed = room.cleo.user.dm_channel.id
    path = f"/channels/{closed}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, times=None)
    cup = (await create(room, fay, check_in=900)).message
    for player in (room.ada, room.ben, room.cleo):
        await room.press(player, cup, "Join")
    await pass_time(room, 2 * HOUR - 900)
    calls = [each for each in room.messages() if "The check-in of" in each.text]
    called = {ping for each in calls for ping in each.pings}
    assert called == {room.ada.id, room.cleo.id}, "Cleo's chat is closed"
    assert room.messages(room.cleo.user.dm_channel) == []
    (direct,) = room.messages(room.ben.user.dm_channel)
    await room.press(room.ben.user, direct, "Check in")
    assert (await only(room)).competition.course.checked_in == {room.ben.id}


async def test_a_player_without_a_language_is_asked_in_a_chat_in_that_of_the_server(
    room: Room, fay: simcord.MemberActor
) -> None:
    await room.service.store.rechoose(ServerChoices, room.guild.id, language="de")
    await room.service.store.choose(room.ada.id, PlayerChoices(calls="dm", language="fr"))
    await room.service.store.choose(room.ben.id, PlayerChoices(calls="dm"))
    cup = (await create(room, fay, check_in=900)).message
    for player in (room.ada, room.ben):
        await room.press(player, cup, "Mitspielen")
    await pass_time(room, 2 * HOUR - 900)
    asked = [room.messages(each.user.dm_channel)[0].labels for each in (room.ada, room.ben)]
    assert asked == [["Confirmer", "Quitter"], ["Bestätigen", "Aussteigen"]]


async def test_a_chat_that_starts_empty_gets_the_message_and_the_news_of_a_tournament_again(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    old = await only(room)
    for each in room.messages():
        room.deletes(each)
    await CompetitionPosts(room.service.store.database).forget()
    await room.restart()
    room.clock.now += HOUR  # nobody is about to post the message as an answer to its command
    await pass_time(room, 11)
    again = await only(room)
    assert again.message not in {0, old.message}
    assert len(about_a_round(room)) == 1
