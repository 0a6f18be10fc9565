"""Moderators bar a player, end a match and withdraw a challenge; the log of the server tells it."""

from dataclasses import dataclass
from typing import Any

import discord
import pytest
import simcord

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.posts import KEPT
from prowlerbot.match.match import Ending, Phase
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.message import Answer
from tests.discord.room import Room

ADMIN = discord.Permissions(manage_guild=True)
GROUP = "prowler-admin"


@dataclass
class Wardens:
    """An admin, and a moderator by the role that the settings name."""

    admin: simcord.MemberActor
    moderator: simcord.MemberActor
    role: Any


@pytest.fixture
async def wardens(room: Room) -> Wardens:
    admin, role = room.join("Fay", may=ADMIN), room.guild.create_role("Wardens")
    user = room.env.create_user("gil", global_name="Gil")
    moderator = room.guild.add_member(user, roles=[role])
    room.members.append(moderator)
    await set_up(room, moderators=role.id)
    command = room.env.backend.find_command(GROUP, room.guild.id, type=1)
    assert command is not None
    room.guild.set_command_permissions(int(command["id"]), {moderator: True, room.ada: True})
    return Wardens(admin, moderator, role)


async def set_up(room: Room, **choices: Any) -> None:
    await room.set_up(**choices)


async def bar(room: Room, by: simcord.MemberActor, **options: Any) -> Answer:
    answer = await room.command(by, "bar", group=GROUP, **options)
    await room.time_passes(2)
    return answer


async def log_of(room: Room, wardens: Wardens) -> str:
    return (await room.command(wardens.admin, "log", group=GROUP)).told


async def submit(room: Room, by: simcord.MemberActor, asked: Answer, reason: str = "") -> Answer:
    result = await by.submit_modal(asked.result, {"reason": reason})
    await room.env.settle()
    return Answer(room.env, result)


@pytest.mark.both_databases
async def test_a_barred_player_reads_one_sentence_for_everything(
    room: Room, wardens: Wardens
) -> None:
    board = await room.begin()
    told = await bar(
        room, wardens.moderator, player=room.ada, until="in 3 days", reason="Rude\nwords"
    )
    assert "**Ada** is barred in this server until <t:" in told.told
    assert f"Open matches then: {board.match}" in await log_of(room, wardens)
    sentence = "A moderator has barred you from this bot in this server until <t:"
    for answer in (
        await room.command(room.ada, "challenge", opponent=room.cleo),
        await room.command(room.ada, "/matches"),
        await room.press(room.ada, board, "Menu"),
        await room.press(room.ada, board, "Rematch"),
    ):
        assert answer.told.startswith(sentence), answer.told
        assert "Rude words" in answer.told
    await room.time_passes(3 * 24 * 3600)
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public


async def test_a_bar_ends_all_challenges_of_and_to_a_player(room: Room, wardens: Wardens) -> None:
    own, other = await room.challenge(), await room.challenge(room.cleo, room.ada)
    await bar(room, wardens.admin, player=room.ada, reason="Spam")
    for message in (own, other):
        assert "A moderator withdrew" in message.text
        assert "Reason: Spam" in message.text
    refused = await room.command(room.cleo, "challenge", opponent=room.ada)
    assert refused.told.startswith("A moderator has barred Ada from this bot in this server")
    assert await room.service.open_matches(room.cleo.id) == []


async def test_a_bar_means_nothing_in_another_server_or_chat(room: Room, wardens: Wardens) -> None:
    channel, (ada, ben) = room.elsewhere(room.ada, room.ben)
    answer = Answer(room.env, await ada.slash(channel, "prowler challenge", opponent=ben))
    await bar(room, wardens.admin, player=room.ada)
    assert (await room.match(answer.message)).phase is Phase.LOBBY
    assert Answer(room.env, await ada.slash(channel, "matches")).told.startswith("###")


async def test_a_bar_outlives_the_data_of_a_player(room: Room, wardens: Wardens) -> None:
    await bar(room, wardens.admin, player=room.ada, reason="Ada shouts")
    await room.feature(Privacy).forget(room.ada.id)
    refused = await room.command(room.ada, "challenge", opponent=room.cleo)
    assert refused.told == "A moderator has barred you from this bot in this server."
    refused = await room.command(room.cleo, "challenge", opponent=room.ada)
    assert "barred" in refused.told
    assert "Ada" not in await log_of(room, wardens)
    await room.command(wardens.admin, "unbar", group=GROUP, player=str((await bars(room))[0]))
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public


async def bars(room: Room) -> list[int]:
    found = await room.service.store.bars.of_guild(room.guild.id, room.clock.now)
    return [each.player for each in found]


async def test_moderators_bar_no_admins_and_not_each_other(room: Room, wardens: Wardens) -> None:
    refused = await bar(room, room.ada, player=room.ben)
    assert refused.told.startswith("Only moderators can do that")
    for by, whom, words in (
        (wardens.moderator, wardens.moderator, "Choose another player"),
        (wardens.moderator, wardens.admin, "Nobody bars an admin"),
        (wardens.admin, wardens.admin, "Choose another player"),
    ):
        assert words in (await bar(room, by, player=whom)).told
    other = room.guild.add_member(
        room.env.create_user("hal", global_name="Hal"), roles=[wardens.role]
    )
    assert "Only an admin" in (await bar(room, wardens.moderator, player=other)).told
    assert "is barred" in (await bar(room, wardens.admin, player=other)).told
    assert await bars(room) == [other.id]


@pytest.mark.both_databases
async def test_a_moderator_ends_a_match_with_a_reason(room: Room, wardens: Wardens) -> None:
    board = await room.begin(rated="yes")
    assert "End without a result" not in (await room.press(room.cleo, board, "Menu")).private.labels
    menu = (await room.press(wardens.moderator, board, "Menu")).private
    asked = await room.press(wardens.moderator, menu, "End without a result")
    assert (await room.match(board)).phase is Phase.PLAYING
    await submit(room, wardens.moderator, asked, "They asked me to")
    assert "🛑 Ended by a moderator, without a result: They asked me to" in board.text
    match = await room.match(board)
    assert (match.ending, match.reason) == (Ending.MODERATED, "They asked me to")
    assert not match.terms.rated
    told = await log_of(room, wardens)
    assert f"ended match {board.match} (Ada and Ben) without a result" in told.replace("\\", "")
    late = await room.late_press(wardens.moderator, board, f"end!:{board.match}:0:")
    assert late.told.startswith("This match is over: a moderator ended it"), "it ends once"


async def test_a_moderator_who_plays_cannot_end_their_match(room: Room, wardens: Wardens) -> None:
    board = await room.challenge(wardens.moderator, room.ada, rated="yes")
    await room.press(room.ada, board, "Accept")
    menu = (await room.press(wardens.moderator, board, "Menu")).private
    assert "End without a result" not in menu.labels
    forged = await room.late_press(wardens.moderator, board, f"end!:{board.match}:0:")
    assert forged.told.startswith("You take part in this match")
    assert (await room.match(board)).phase is Phase.PLAYING


async def test_a_moderator_withdraws_a_challenge_of_another(room: Room, wardens: Wardens) -> None:
    board = await room.challenge()
    match = board.match
    asked = await room.press(wardens.moderator, board, "Withdraw")
    await submit(room, wardens.moderator, asked, "Spam")
    assert "A moderator withdrew Ada's challenge to Ben." in board.text
    assert (await room.match(match)).ending is Ending.WITHDRAWN
    assert f"withdrew challenge {match} of **Ada" in await log_of(room, wardens)
    other = await room.press(room.cleo, await room.challenge(), "Withdraw")
    assert "This challenge is for Ben" in other.told


@pytest.mark.both_databases
async def test_the_log_tells_all_acts_to_admins_alone(room: Room, wardens: Wardens) -> None:
    settings = (await room.command(wardens.admin, "settings", group=GROUP)).message
    await room.pick(wardens.admin, settings, "server:pace", ["600"])
    await room.pick(wardens.admin, settings, "server:pace", ["600"])
    await bar(room, wardens.moderator, player=room.ben, until="in 2 days", reason="Rude")
    hosts = room.join("Ivy", may=discord.Permissions(create_events=True))
    made = await room.command(
        hosts,
        "/tournament create",
        game="prowler",
        format="swiss",
        pace=600,
        starts="in 2 hours",
        name="Cup",
    )
    assert made.public, made.told
    await room.command(hosts, "/tournament edit", name="Mug")
    asked = await room.command(wardens.admin, "/tournament cancel")
    await room.give_reason(wardens.admin, asked.private, "End it", "No players")
    told = await log_of(room, wardens)
    lines = [each.split("> ", 1)[1] for each in told.splitlines() if each.startswith("<t:")]
    assert "ended Mug" in lines[0]
    assert "changed the name or text of Mug" in lines[1]
    assert "created Cup" in lines[2]
    assert "barred **Ben" in lines[3]
    assert "Usual time for a move: 3 days a move → 10 minutes a move" in lines[4]
    assert len(lines) == 5, "what changes nothing is no act"
    for other in (wardens.moderator, room.ada):
        refused = await room.command(other, "log", group=GROUP)
        assert "permission Manage Server" in refused.told


@pytest.mark.both_databases
async def test_the_log_is_posted_and_goes_after_90_days(room: Room, wardens: Wardens) -> None:
    chamber = room.guild.create_text_channel("chamber")
    await set_up(room, log_channel=chamber.id)
    await bar(room, wardens.admin, player=room.ada, reason="Ada shouts")
    await room.time_passes(20)
    (post,) = room.messages(chamber)
    assert "barred **Ada" in post.text
    assert post.pings == []
    await room.feature(Privacy).forget(room.ada.id)
    await room.time_passes(2)
    assert "Ada" not in post.text
    assert "barred **someone**" in post.text
    await room.time_passes(KEPT)
    await room.rested()
    assert not post.exists
    assert "Nothing so far." in await log_of(room, wardens)


async def test_a_bar_of_a_host_asks_about_their_tournaments(room: Room, wardens: Wardens) -> None:
    hal = room.join("Hal", may=discord.Permissions(create_events=True))
    usual = {"game": "prowler", "format": "swiss", "pace": 600, "check_in": 0}
    made = [
        await room.command(hal, "/tournament create", name=name, starts=starts, **usual)
        for name, starts in (("Cup", "in 5 hours"), ("Mug", "in 2 hours"))
    ]
    await room.each_press(made[1].message, "Join", wardens.moderator, room.ben)
    await room.time_passes(2 * 3600)
    await room.rested()
    told = await bar(room, wardens.moderator, player=hal)
    assert "2 competitions of theirs go on here: Mug and Cup." in told.told.replace(
        "Cup and Mug", "Mug and Cup"
    )
    assert "You have entered Mug; an admin who has not can cancel that." in told.told
    forged = await room.late_press(room.ada, made[0].message, f"hosted:{hal.id}")
    assert forged.told.startswith("Only moderators can do that")
    pressed = await room.press(wardens.moderator, told.message, "Cancel their competitions")
    assert pressed.told == "Cup is cancelled."
    await room.rested()
    assert "An admin has cancelled it." in made[0].message.text
    (left,) = await Competitions(room.service).of_guild(room.guild.id)
    assert left.name == "Mug"
    told = await bar(room, wardens.admin, player=room.ben)
    assert "They are taken out of 1 competition here." in told.told


async def test_no_match_moves_to_where_a_player_is_barred(room: Room, wardens: Wardens) -> None:
    board = await room.begin(first="me")
    quiet, (ada, _) = room.elsewhere(room.ada, room.ben)
    moved = await room.move_board(ada, quiet, board.match)
    await bar(room, wardens.admin, player=room.ada)
    refused = await room.press(room.ben, board, "Bring it back here")
    assert "has barred Ada from this bot in this server, so the match stays" in refused.told
    assert "Menu" in moved.labels


async def test_moderators_see_who_is_barred_now(room: Room, wardens: Wardens) -> None:
    def listed() -> Any:
        return room.command(wardens.moderator, "unbar", group=GROUP)

    assert (await listed()).told == "Nobody is barred in this server."
    await room.begin()
    await bar(room, wardens.moderator, player=room.ada)
    await bar(room, wardens.moderator, player=room.ben, until="in 2 days")
    told = (await listed()).told
    assert "- **Ada** is barred in this server for good." in told
    assert "- **Ben** is barred in this server until <t:" in told
    await room.time_passes(2 * 24 * 3600)
    assert "Ben" not in (await listed()).told
    refused = await room.command(room.ada, "unbar", group=GROUP)
    assert "Ben" not in refused.told
    for told in (
        "Ada can use this bot in this server again.",
        "Nobody of this name is barred here",
    ):
        lifted = await room.command(wardens.moderator, "unbar", group=GROUP, player="ada")
        assert lifted.told.startswith(told)


async def test_a_moderator_bars_nobody_while_they_play_them(room: Room, wardens: Wardens) -> None:
    board = await room.challenge(wardens.moderator, room.ada)
    await room.press(room.ada, board, "Accept")
    refused = await bar(room, wardens.moderator, player=room.ada)
    assert refused.told.startswith(f"You play against Ada in match {board.match}")
    assert await bars(room) == []


async def test_a_match_of_three_goes_on_without_one_barred(room: Room, wardens: Wardens) -> None:
    board = await room.begin_landgrab()
    await bar(room, wardens.admin, player=room.ada, reason="Spam")
    assert "🛑 A moderator took a player out of the match: Spam" in board.text
    assert (await room.match(board)).phase is Phase.PLAYING


async def test_the_log_has_pages(room: Room, wardens: Wardens) -> None:
    settings = (await room.command(wardens.admin, "settings", group=GROUP)).message
    for pace in ["600", "3600"] * 6:
        await room.pick(wardens.admin, settings, "server:pace", [pace])
    log = (await room.command(wardens.admin, "log", group=GROUP)).message
    assert log.text.count("<t:") == 10
    await room.press(wardens.admin, log, "Next")
    assert log.text.count("<t:") == 2
