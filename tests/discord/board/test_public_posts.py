"""The gate of what people have the bot post for all: who may, where, and how often."""

import random
from typing import Any

import discord
import pytest
import simcord

from prowlerbot.core.posts import ActKind
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.discord.test_finding import find


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
    assert await room.service.open_matches(room.cleo.id, "prowler") == []
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
    assert (act.what, act.actor.name, act.target.name) == (ActKind.DELETED, "Mod", "Cleo")
    forged = await room.late_press(room.cleo, board, f"unshow:{board.match}:0")
    assert "Only moderators" in forged.told
    assert board.exists
