"""Challenges: the players who can be asked, those who may answer, and the result; and the menu of a
user, which challenges them too.
"""

from __future__ import annotations

import discord
import pytest
import simcord

from cogs.presses.addresses import HubPress
from prowlerbot.core.clock import DAY
from prowlerbot.match.agreements import resign
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.storage.player_matches import Duration, HabitStore
from tests.discord.message import Answer
from tests.discord.places import bring
from tests.discord.room import START, Room


async def test_a_challenge_calls_the_challenged_player_and_nobody_else(room: Room) -> None:
    board = await room.challenge()
    assert board.pings == [room.ben.id]
    assert not board.stored.mention_everyone
    assert f"<@{room.ben.id}>, **Ada** challenges you to a match." in board.text
    assert "Ada" in board.text
    assert board.rows == [["Accept", "Decline", "Cancel"], ["How to play", "Tutorial"]]


async def test_who_cannot_be_challenged_is_refused_in_words(room: Room) -> None:
    left = room.env.create_user("gone", global_name="@everyone *Gone*")
    for opponent, told in (
        (room.ada, "yourself"),
        (room.join("Robot", bot=True), "Bots do not play"),
        (left, r"\@everyone \*Gone\* is no longer in this server"),
    ):
        answer = await room.command(room.ada, "challenge", opponent=opponent)
        assert told in answer.told
    assert room.messages() == []


async def test_a_channel_without_a_needed_permission_is_refused_with_its_name(room: Room) -> None:
    deny = discord.PermissionOverwrite(send_messages=False, attach_files=False)
    bot = room.bench.bot.user
    assert bot is not None
    quiet = room.guild.create_text_channel("quiet", overwrites={bot: deny})
    answer = await room.command(room.ada, "challenge", channel=quiet, opponent=room.ben)
    assert "Send Messages" in answer.told
    assert "Attach Files" in answer.told
    assert "admin" in answer.told
    assert room.messages(quiet) == []


async def test_only_the_challenged_player_can_accept_and_twice_begins_one_match(
    room: Room,
) -> None:
    board = await room.challenge()
    for player in (room.ada, room.cleo):
        answer = await room.press(player, board, "Accept")
        assert answer.told
        assert (await room.match(board)).phase is Phase.LOBBY
    press = (room.ben, board.button("Accept")["custom_id"])
    match_id = board.match
    one, two = await room.presses_at_once(board, [press, press])
    assert one.acknowledged
    assert two.acknowledged
    match = await room.match(match_id)
    assert (match.phase, match.revision) == (Phase.PLAYING, 1)
    assert len(room.calls()) <= 1


async def test_an_unanswered_challenge_expires_and_its_message_says_so(room: Room) -> None:
    board = await room.challenge()
    match_id = board.match
    await room.time_passes(CHALLENGE_LASTS - 1)
    assert board.buttons
    room.clock.now += 1
    await room.time_passes(60)
    assert (await room.match(match_id)).ending is Ending.EXPIRED
    assert board.buttons == []
    assert "expired" in board.text
    assert room.calls() == []


@pytest.mark.expects_errors
async def test_a_challenge_that_discord_does_not_show_does_not_wait_for_an_answer(
    room: Room,
) -> None:
    for status in (429, 500):
        room.fail("callback", status)
        answer = await room.command(room.ada, "challenge", opponent=room.ben)
        assert "try again" in answer.told
        assert await room.service.open_matches(room.ada.id, "prowler") == []


async def test_a_challenge_says_how_long_it_takes_and_when_its_players_are_there(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def moves(_: HabitStore, player: int) -> list[tuple[int, int]]:
        return [(18, 40), (19, 40)] if player == room.ben.id else []

    async def durations(_: HabitStore, game: str) -> list[Duration]:
        del game
        return [Duration(3 * DAY, Terms(pace=3 * DAY), 2)] * 5

    monkeypatch.setattr(HabitStore, "moves", moves)
    monkeypatch.setattr(HabitStore, "durations", durations)
    asked = await room.challenge()
    assert "Such a match takes about 3 days." in asked.text
    assert "usually" not in asked.text, "nobody has allowed that"
    for player in (room.ada, room.ben):
        await room.service.store.choices.change(PlayerChoices, player.id, hours_told=True)
    asked = await room.challenge()
    hours = [f"<t:{START + hour * 60 * 60}:t>" for hour in (18, 20)]
    assert f"Ben usually moves between {hours[0]} and {hours[1]}." in asked.text
    assert "Ada usually" not in asked.text


# ------------------------------------------------------------------ Discord's menu of a user


async def chosen(
    room: Room, menu: str, player: simcord.MemberActor, other: simcord.MemberActor
) -> Answer:
    return Answer(room.env, await player.context_menu(room.channel, menu, other))


async def test_the_menu_of_a_user_offers_the_games_and_then_pings_the_user(room: Room) -> None:
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    assert not offered.public
    assert "Challenge Ben" in offered.told
    assert offered.message.labels == ["Prowler's Passage", "Landgrab", "Heroes Beware"]
    asked = await room.press(room.ada, offered.message, "Landgrab")
    assert asked.public
    assert asked.message.pings == [room.ben.id]
    await room.press(room.ben, asked.message, "Accept")
    match = await room.match(asked.message)
    assert (match.game, match.phase, len(match.players)) == ("landgrab", Phase.PLAYING, 2)


async def test_the_menu_refuses_bots_oneself_and_forged_presses(room: Room) -> None:
    for other in (room.ada, room.join("Robot", bot=True)):
        assert "another player" in (await chosen(room, "Challenge", room.ada, other)).told
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    for press, said in (
        (HubPress("with", "prowler", "4"), "not here any more"),
        (HubPress("with", "prowler", str(2**63)), "open what you need again"),
        (HubPress("with", "chess", str(room.ben.id)), "open what you need again"),
    ):
        assert said in (await room.late_press(room.ada, offered.message, str(press))).told


async def test_head_to_head_compares_the_two(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ben.id)
    compared = await chosen(room, "Head to head", room.ada, room.ben)
    assert not compared.public
    assert "Ada against Ben" in compared.told
    robot = room.join("Robot", bot=True)
    assert "Bots do not play" in (await chosen(room, "Head to head", room.ada, robot)).told


async def test_nobody_is_challenged_in_a_chat_of_two_that_they_do_not_see(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, monkeypatch, "chat")
    told = (await room.command(room.ada, "challenge", opponent=room.cleo)).told
    assert told.startswith("Cleo is not in this chat, and would not see the challenge.")
    assert await room.service.open_matches(room.cleo.id) == []
    assert (await room.command(room.ada, "challenge", opponent=room.ben)).public


async def test_the_menu_of_a_user_works_in_a_group(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, monkeypatch, "group")
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    asked = await room.press(room.ada, offered.message, "Prowler's Passage")
    assert asked.public
    await room.press(room.ben, asked.message, "Accept")
    assert (await room.match(asked.message)).phase is Phase.PLAYING
