"""Moderators bar a player, end a match and withdraw a challenge; the log of the server tells it."""

from typing import Any

import discord
import pytest
import simcord

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.posts import ACT_SECONDS
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.competitions.test_tournaments import create
from tests.discord.message import Answer
from tests.discord.room import Room

GROUP = "prowler-admin"
Actor = simcord.MemberActor


@pytest.fixture
async def warden(room: Room) -> Actor:
    """A moderator by the role that the settings name."""
    role = room.guild.create_role("Wardens")
    moderator = room.join("Moa")
    room.env.backend.add_member_role(room.guild.id, moderator.id, role.id)
    await room.set_up(moderators=role.id)
    command = room.env.backend.find_command(GROUP, room.guild.id, type=1)
    assert command is not None
    room.guild.set_command_permissions(int(command["id"]), {moderator: True, room.ada: True})
    return moderator


async def bar(room: Room, by: Actor, **options: Any) -> Answer:
    answer = await room.command(by, "bar", group=GROUP, **options)
    await room.time_passes(2)
    return answer


async def log_of(room: Room) -> str:
    return (await room.command(room.admin, "log", group=GROUP)).told


@pytest.mark.both_databases
async def test_a_barred_player_reads_one_sentence_for_everything(room: Room, warden: Actor) -> None:
    board = await room.begin()
    options = {"player": room.ada, "until": "in 3 days", "reason": "Rude\nwords"}
    told = await bar(room, warden, **options)
    assert "**Ada** is barred in this server until <t:" in told.told
    assert f"Open matches then: {board.match}" in await log_of(room)
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


async def test_a_bar_ends_challenges_and_means_nothing_in_another_server(room: Room) -> None:
    three = await room.begin_landgrab()
    channel, (ada, ben) = room.elsewhere(room.ada, room.ben)
    answer = Answer(room.env, await ada.slash(channel, "prowler challenge", opponent=ben))
    board = await room.begin(first="me")
    moved = await room.move_board(ada, channel, board.match)
    own, other = await room.challenge(), await room.challenge(room.cleo, room.ada)
    await bar(room, room.admin, player=room.ada, reason="Spam")
    for message in (own, other):
        assert "A moderator withdrew" in message.text
        assert "Reason: Spam" in message.text
    refused = await room.command(room.cleo, "challenge", opponent=room.ada)
    assert refused.told.startswith("A moderator has barred Ada from this bot in this server")
    assert await room.service.open_matches(room.cleo.id, "prowler") == []
    assert "🛑 A moderator took a player out of the match: Spam" in three.text
    assert (await room.match(three)).phase is Phase.PLAYING
    assert (await room.match(answer.message)).phase is Phase.LOBBY
    assert Answer(room.env, await ada.slash(channel, "matches")).told.startswith("###")
    refused = await room.press(room.ben, board, "Bring it back here")
    assert "has barred Ada from this bot in this server, so the match stays" in refused.told
    assert "Menu" in moved.labels


async def bars(room: Room) -> list[int]:
    found = await room.service.store.bars.bars_of_guild(room.guild.id, room.clock.now)
    return [each.player for each in found]


@pytest.mark.both_databases
async def test_a_moderator_ends_what_others_play_with_a_reason(room: Room, warden: Actor) -> None:
    board = await room.begin(rated="yes")
    assert "End without a result" not in (await room.press(room.cleo, board, "Menu")).private.labels
    menu = (await room.press(warden, board, "Menu")).private
    asked = await room.press(warden, menu, "End without a result")
    assert (await room.match(board)).phase is Phase.PLAYING
    await warden.submit_modal(asked.result, {"reason": "They asked me to"})
    await room.env.settle()
    assert "🛑 Ended by a moderator, without a result: They asked me to" in board.text
    match = await room.match(board)
    assert (match.ending, match.reason) == (Ending.MODERATED, "They asked me to")
    assert not match.terms.rated
    told = await log_of(room)
    assert f"ended match {board.match} (Ada and Ben) without a result" in told.replace("\\", "")
    late = await room.late_press(warden, board, f"end!:{board.match}:0:")
    assert late.told.startswith("This match is over: a moderator ended it"), "it ends once"
    board = await room.challenge()
    withdrawn = board.match
    answer = await room.give_reason(warden, board, "Withdraw", "Spam")
    assert not answer.privates, "the board that has the button tells it"
    assert "A moderator withdrew Ada's challenge to Ben." in board.text
    assert (await room.match(withdrawn)).ending is Ending.WITHDRAWN
    assert f"withdrew challenge {withdrawn} of **Ada" in await log_of(room)
    other = await room.press(room.cleo, await room.challenge(), "Withdraw")
    assert "This challenge is for Ben" in other.told


async def test_a_moderator_ends_and_bars_nothing_where_they_play(room: Room, warden: Actor) -> None:
    board = await room.challenge(warden, room.ada, rated="yes")
    await room.press(room.ada, board, "Accept")
    menu = (await room.press(warden, board, "Menu")).private
    assert "End without a result" not in menu.labels
    forged = await room.late_press(warden, board, f"end!:{board.match}:0:")
    assert forged.told.startswith("You take part in this match")
    assert (await room.match(board)).phase is Phase.PLAYING
    refused = await bar(room, warden, player=room.ada)
    assert refused.told.startswith(f"You play against Ada in match {board.match}")
    assert await bars(room) == []


@pytest.mark.both_databases
async def test_the_log_tells_all_acts_on_pages_to_admins_alone(room: Room, warden: Actor) -> None:
    settings = (await room.command(room.admin, "settings", group=GROUP)).message
    await room.pick(room.admin, settings, "server:pace", ["600"])
    await room.pick(room.admin, settings, "server:pace", ["600"])
    await bar(room, warden, player=room.ben, until="in 2 days", reason="Rude")
    hosts = room.join("Ivy", may=discord.Permissions(create_events=True))
    assert (await create(room, hosts, name="Cup")).public
    await room.command(hosts, "/tournament edit", name="Mug")
    asked = await room.command(room.admin, "/tournament cancel")
    await room.give_reason(room.admin, asked.private, "End it", "No players")
    told = await log_of(room)
    lines = [each.split("> ", 1)[1] for each in told.splitlines() if each.startswith("<t:")]
    assert "ended Mug" in lines[0]
    assert "changed the name or text of Mug" in lines[1]
    assert "created Cup" in lines[2]
    assert "barred **Ben" in lines[3]
    assert "Usual time for a move: 3 days a move → 10 minutes a move" in lines[4]
    assert len(lines) == 5, "what changes nothing is no act"
    for other in (warden, room.ada):
        refused = await room.command(other, "log", group=GROUP)
        assert "permission Manage Server" in refused.told
    for pace in ["3600", "600"] * 6:
        await room.pick(room.admin, settings, "server:pace", [pace])
    log = (await room.command(room.admin, "log", group=GROUP)).message
    assert log.text.count("<t:") == 10
    await room.press(room.admin, log, "Next")
    assert log.text.count("\n<t:") == 7


@pytest.mark.both_databases
async def test_the_log_goes_after_90_days_and_a_bar_outlives_a_players_data(room: Room) -> None:
    chamber = room.guild.create_text_channel("chamber")
    await room.set_up(log_channel=chamber.id)
    await bar(room, room.admin, player=room.ada, reason="Ada shouts")
    await room.time_passes(20)
    (post,) = room.messages(chamber)
    assert "barred **Ada" in post.text
    assert post.pings == []
    await room.feature(Privacy).delete_data(room.ada.id)
    await room.time_passes(2)
    assert "Ada" not in post.text
    assert "barred **someone**" in post.text
    refused = await room.command(room.ada, "challenge", opponent=room.cleo)
    assert refused.told == "A moderator has barred you from this bot in this server."
    refused = await room.command(room.cleo, "challenge", opponent=room.ada)
    assert "barred" in refused.told
    assert "Ada" not in await log_of(room)
    await room.command(room.admin, "unbar", group=GROUP, player=str((await bars(room))[0]))
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public
    await room.time_passes(ACT_SECONDS)
    await room.rested()
    assert not post.exists
    assert "Nothing so far." in await log_of(room)


async def test_a_bar_of_a_host_asks_about_their_tournaments(room: Room, warden: Actor) -> None:
    hal = room.join("Hal", may=discord.Permissions(create_events=True))
    cup = (await create(room, hal, name="Cup", starts="in 5 hours", check_in=0)).message
    mug = (await create(room, hal, name="Mug", check_in=0)).message
    await room.each_press(mug, "Join", warden, room.ben)
    await room.time_passes(2 * 3600)
    await room.rested()
    told = await bar(room, warden, player=hal)
    assert "2 competitions of theirs go on here: Mug and Cup." in told.told.replace(
        "Cup and Mug", "Mug and Cup"
    )
    assert "You have entered Mug; an admin who has not can cancel that." in told.told
    forged = await room.late_press(room.ada, cup, f"hosted:{hal.id}")
    assert forged.told.startswith("Only moderators can do that")
    pressed = await room.press(warden, told.message, "Cancel their competitions")
    assert pressed.told == "Cup is cancelled."
    await room.rested()
    assert "An admin has cancelled it." in cup.text
    (left,) = await Competitions(room.service).of_guild(room.guild.id)
    assert left.name == "Mug"
    told = await bar(room, room.admin, player=room.ben)
    assert "They are taken out of 1 competition here." in told.told


async def test_moderators_see_who_is_barred_and_bar_no_admin(room: Room, warden: Actor) -> None:
    def listed() -> Any:
        return room.command(warden, "unbar", group=GROUP)

    assert (await listed()).told == "Nobody is barred in this server."
    await room.begin()
    await bar(room, warden, player=room.ada)
    await bar(room, warden, player=room.ben, until="in 2 days")
    told = (await listed()).told
    assert "- **Ada** is barred in this server for good." in told
    assert "- **Ben** is barred in this server until <t:" in told
    await room.time_passes(2 * 24 * 3600)
    assert "Ben" not in (await listed()).told
    refused = await room.command(room.ada, "unbar", group=GROUP)
    assert "Ben" not in refused.told
    for reader, count in ((warden, 1), (room.ada, 0)):
        found = await reader.autocomplete(room.channel, f"{GROUP} unbar", "player", "a")
        assert len(found) == count, "only a moderator gets suggestions"
    for told in (
        "Ada can use this bot in this server again.",
        "Nobody of this name is barred here",
    ):
        lifted = await room.command(warden, "unbar", group=GROUP, player="ada")
        assert lifted.told.startswith(told)
    refused = await bar(room, room.ada, player=room.ben)
    assert refused.told.startswith("Only moderators can do that")
    for by, whom, words in (
        (warden, warden, "Choose another player"),
        (warden, room.admin, "Nobody bars an admin"),
        (room.admin, room.admin, "Choose another player"),
    ):
        assert words in (await bar(room, by, player=whom)).told
    other = room.join("Hal")
    chosen = await room.service.store.choices.choices_of(ServerChoices, room.guild.id)
    room.env.backend.add_member_role(room.guild.id, other.id, chosen.moderators)
    assert "Only an admin" in (await bar(room, warden, player=other)).told
    assert "is barred" in (await bar(room, room.admin, player=other)).told
    assert await bars(room) == [other.id]
