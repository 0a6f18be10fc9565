"""Ways to a match: the hub with all games, and the search for somebody to play with."""

from typing import Any

import pytest
import simcord

from cogs.presses import DailyPress, FindPress, HubPress, MatchPress
from prowlerbot.core.clock import DAY
from prowlerbot.finding.finding_store import FindingStore, QueueEntry
from prowlerbot.games import GAMES
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.terms import Terms
from tests.discord.admin.test_settings_and_moderation import TITLES, WAYS
from tests.discord.message import GALLERY, ROW, Answer, Message
from tests.discord.places import Kind, bring
from tests.discord.room import Presser, Room
from tests.persistence.scans import proposals

WISH = {
    "games": ["prowler"],
    "seats": ["2"],
    "paces": [str(DAY)],
    "kinds": ["rated", "friendly", "everywhere"],
    "lasts": [str(4 * 3600)],
}


async def find(room: Room, player: simcord.MemberActor, channel: Any = None, **wish: Any) -> Answer:
    """Ask for more choices and submit them."""
    offer = await room.command(player, "/find", channel=channel)
    shown = await room.press(player, offer.message, "More choices")
    assert shown.result.modal is not None, shown.told
    answer = Answer(room.env, await player.submit_modal(shown.result, {**WISH, **wish}))
    await room.rested()
    return answer


async def say(room: Room, player: Presser, asked: Message, label: str) -> Answer:
    """Answer a question, and let the bot do what follows."""
    answer = await room.press(player, asked, label)
    await room.rested()
    return answer


async def question(room: Room) -> Message:
    """The question in the channel."""
    return next(it for it in room.messages() if "Yes, play" in it.labels)


async def wish(room: Room, player: simcord.MemberActor) -> QueueEntry:
    found = await FindingStore(room.service.store.database).wish_of(player.id)
    assert found is not None
    return found


def stranger(room: Room) -> tuple[simcord.MemberActor, Any]:
    """Dora, and the channel of another server in which she is."""
    other = room.env.create_guild("Elsewhere")
    dora = other.add_member(room.env.create_user("dora", global_name="Dora"))
    return dora, other.create_text_channel("den")


async def waits(room: Room, player: simcord.MemberActor) -> bool:
    return (await wish(room, player)).waits(room.clock.now)


async def test_two_in_one_are_asked_there_and_the_board_follows_the_last_yes(room: Room) -> None:
    waiting = await find(room, room.ada, seats=["2", "3", "4"])
    assert "You are looking for a match" in waiting.told
    await room.restart()
    await find(room, room.ben)
    asked = await question(room)
    assert sorted(asked.pings) == sorted([room.ada.id, room.ben.id])
    refused = await say(room, room.cleo, asked, "Yes, play")
    assert "proposed to other players" in refused.told
    await say(room, room.ben, asked, "No")
    assert "came to nothing" in asked.text
    assert "Ada" not in asked.text, "nothing that is kept names anybody"
    assert await waits(room, room.ada)
    late = await room.late_press(room.ada, asked, str(FindPress("yes", "gone")))
    assert "not open any more" in late.told
    await find(room, room.cleo)
    asked = await question(room)
    await say(room, room.ada, asked, "Yes, play")
    assert "Yes so far: Ada" in asked.text
    await room.restart()
    await say(room, room.cleo, asked, "Yes, play")
    assert "has begun" in asked.text
    (board,) = [it for it in room.messages() if it.match]
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert match.people == {room.ada.id, room.cleo.id}
    assert len(room.calls()) == 1, "the player to move is called"
    assert await proposals(room.service.store.database) == []
    assert not await waits(room, room.ada)


async def test_players_of_two_servers_are_asked_and_play_in_their_chats(room: Room) -> None:
    dora, den = stranger(room)
    await room.prefers(dora, seen="everywhere")
    await find(room, room.ada)
    await find(room, dora, channel=den)
    (ada,), (there,) = room.chat(room.ada), room.chat(dora)
    assert "Found for you: Dora" in ada.text, "who is found everywhere is named"
    assert "Found for you: one player" in there.text
    assert "Ada" not in there.text
    await say(room, room.ada.user, ada, "Yes, play")
    assert "You have said yes" in ada.text
    assert "You have said yes" not in there.text
    await say(room, dora.user, there, "Yes, play")
    assert "has begun" in ada.text
    (match,) = await room.service.lists.open_matches(room.ada.id)
    mover = match.match.player(next(iter(room.service.facts.to_move(match.match)))).id
    first = room.ada if mover == room.ada.id else dora
    call = room.chat(first)[-1]
    assert "your turn" in call.text
    board = await room.press(first.user, call, "Open my board")
    assert not board.public
    assert board.message.moves
    made = await room.press(first.user, board.message, board.message.moves[0]["label"])
    assert (await room.match(match.match.id)).ply == 1, made.told
    second = dora if first is room.ada else room.ada
    assert "your turn" in room.chat(second)[-1].text


async def test_who_takes_no_direct_messages_is_told_where_they_asked(room: Room) -> None:
    dora, den = stranger(room)
    await find(room, room.ada)
    path = f"/channels/{room.ada.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, times=None)
    await find(room, dora, channel=den)
    await room.time_passes(10)
    (told,) = [it for it in room.messages() if it.text]
    assert "cannot send you direct messages" in told.text
    assert told.pings == [room.ada.id]
    assert not await waits(room, room.ada)
    assert await waits(room, dora)


@pytest.mark.parametrize("place", ["group", "chat", "server"])
async def test_where_the_bot_only_answers_chats_have_the_question(room: Room, place: Kind) -> None:
    with room.patch.context() as patch:
        bring(room, patch, place)
        room.recover()  # the bot may write in its chats
        for player in (room.ada, room.ben):
            waiting = await find(room, player, kinds=["rated"])
            assert "You are looking for a match" in waiting.told
            assert place != "chat" or (await wish(room, player)).wish.everywhere
    assert [it for it in room.messages() if it.labels] == []
    for player in (room.ada, room.ben):
        (asked,) = room.chat(player)
        assert "Found for you: one player" in asked.text
        await say(room, player.user, asked, "Yes, play")
    (match,) = await room.service.lists.open_matches(room.ada.id)
    assert match.match.people == {room.ada.id, room.ben.id}


@pytest.mark.parametrize("what", ["deleted", "closed"])
async def test_an_agreed_match_without_a_place_for_its_board_is_withdrawn_before_its_clock_counts(
    room: Room, what: str
) -> None:
    await find(room, room.ada, kinds=["rated"])
    await find(room, room.ben, kinds=["rated"])
    asked = await question(room)
    await say(room, room.ada, asked, "Yes, play")
    room.fail("send", times=None)
    await say(room, room.ben, asked, "Yes, play")
    (scene,) = await room.service.lists.open_matches(room.ada.id)
    if what == "deleted":
        room.env.backend.delete_channel(room.channel.id)
        await room.env.settle()
    room.recover()
    if what == "closed":
        path = f"/channels/{room.channel.id}/messages"
        room.env.inject_error("POST", path, status=403, times=None, code=50013)
    await room.time_passes(20)
    assert (await room.match(scene.match.id)).ending is Ending.ABANDONED
    assert await proposals(room.service.store.database) == []


async def test_one_press_looks_for_all_games_or_one_until_its_player_stops(room: Room) -> None:
    offer = await room.command(room.ada, "/find")
    assert "How long to look: 4 hours" in offer.told
    assert offer.message.rows == [["Find somebody", "More choices"]]
    looking = await room.press(room.ada, offer.message, "Find somebody")
    assert "You are looking for a match" in looking.told
    assert looking.message.id == offer.message.id
    assert (await wish(room, room.ada)).wish.games == tuple(GAMES)
    again = await room.command(room.ada, "/find")
    assert "You are looking for a match" in again.told
    offer = await room.command(room.ada, "/find", game="landgrab")
    await room.press(room.ada, offer.message, "Find somebody")
    assert (await wish(room, room.ada)).wish.games == ("landgrab",)
    board = await room.press(room.ada, offer.message, "Play the machine")
    assert (await room.match(board.message)).has_machine
    assert await waits(room, room.ada), "a match with the machine keeps the place"
    await say(room, room.ada, offer.message, "Stop looking")
    assert not await waits(room, room.ada)
    await find(room, room.ben, games=["landgrab"])
    assert not [it for it in room.messages() if "Yes, play" in it.labels]


async def test_a_channel_that_takes_no_message_costs_nobody_their_place(room: Room) -> None:
    await find(room, room.ada)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=403, times=None)
    await find(room, room.ben)
    await room.time_passes(10)
    for player in (room.ada, room.ben):
        assert await waits(room, player)
        assert "Found for you: one player" in room.chat(player)[0].text
    assert await proposals(room.service.store.database) != []


OTHERS = (["Find somebody", "Daily challenge"], ["Puzzles", "Your matches", "Help"])


async def hub(
    room: Room, player: simcord.MemberActor | None = None, channel: Any = None
) -> Message:
    answer = await room.command(player or room.ada, "/play", channel=channel)
    assert not answer.public
    return answer.message


async def way(
    room: Room,
    shown: Message,
    press: HubPress | MatchPress | DailyPress,
    player: simcord.MemberActor | None = None,
) -> Answer:
    return await room.late_press(player or room.ada, shown, str(press))


async def test_play_shows_all_games_in_one_picture_or_in_words_and_labels_alone(room: Room) -> None:
    shown = await hub(room)
    assert shown.rows == [*WAYS, *OTHERS]
    kinds = [each["type"] for each in shown.components if each["type"] in {GALLERY, ROW}]
    assert kinds[0] == GALLERY
    (alt,) = shown.alts
    for title in TITLES:
        assert title in alt
        assert f"**{title}** · " in shown.text
    assert not room.bench.bot._connection._view_store._views, "discord.py keeps no message"

    await room.prefers(room.ada, text_first=True)
    shown = await hub(room)
    assert "/preferences" not in shown.text
    assert not shown.alts
    for title in TITLES:
        for label in (f"Learn {title}", f"Play {title} now", f"Challenge in {title}"):
            assert label in shown.labels
    opened = await room.press(room.ada, shown, "Play Prowler's Passage now")
    assert opened.public
    assert "Position" in opened.private.labels


async def test_play_now_begins_a_match_against_the_easy_machine_or_alone(room: Room) -> None:
    shown = await hub(room)
    for game in ("prowler", "landgrab", "heroes"):
        board = await way(room, shown, HubPress("now", game))
        assert board.public
        match = await room.match(board.message)
        assert (match.game, match.phase) == (game, Phase.PLAYING)
        assert [each.level for each in match.players if each.is_machine] == ["easy"]
    await room.set_up(machine=False)
    shown = await hub(room, room.ben)
    challenge = ["Challenge", "Learn"]
    alone = ["Play alone", *challenge]
    assert shown.rows == [challenge, challenge, alone, *OTHERS], "one game can be played alone"
    board = await way(room, shown, HubPress("now", "heroes"), room.ben)
    assert len((await room.match(board.message)).players) == 1
    late = await way(room, shown, HubPress("now", "prowler"), room.ben)
    assert "its admins have turned it off" in late.told
    asked = await way(room, shown, HubPress("ask", "prowler"))
    assert "Play alone" not in asked.message.labels
    asked = await way(room, shown, HubPress("ask", "heroes"))
    assert (await room.press(room.ada, asked.message, "Play alone")).public


async def test_learn_and_puzzle_open_in_private(room: Room) -> None:
    shown = await hub(room)
    learn = next(each for each in shown.buttons if each["label"] == "Learn")
    lesson = await room.late_press(room.cleo, shown, learn["custom_id"])
    assert "How to read the board" in lesson.told
    puzzle = await room.press(room.ada, shown, "Puzzles")
    assert "Puzzle · Prowler's Passage" in puzzle.told
    assert room.messages() == []


async def test_only_a_match_that_began_is_offered_again_with_its_options(room: Room) -> None:
    asked = await room.challenge(pace=600, takebacks="never", first="me")
    await room.press(room.ben, asked, "Decline")
    assert "**Again**" not in (await hub(room)).text
    asked = await room.challenge(pace=600, takebacks="never", first="me")
    await room.press(room.ben, asked, "Accept")
    old = await room.match(asked)
    shown = await hub(room)
    assert "**Again** · Prowler's Passage against Ben · 10 minutes a move" in shown.text
    assert "More choices" in shown.labels
    anew = (await room.press(room.ada, shown, "Play again")).message
    assert anew.pings == [room.ben.id]
    new = await room.match(anew)
    assert (new.terms, new.options) == (old.terms, old.options)
    await room.press(room.ben, anew, "Accept")
    late = await way(room, shown, HubPress("again", old.id), room.cleo)
    assert "do not play" in late.told
    await room.delete_data(room.ben)
    assert (await hub(room)).rows == [*WAYS, *OTHERS], "nobody who is forgotten is offered"
    room.clock.now += 1
    await room.command(room.ada, "/heroes challenge", seats=1)
    assert "**Again** · Heroes Beware, alone" in (await hub(room)).text


async def test_people_are_asked_again_only_where_they_were_asked(room: Room) -> None:
    asked = await room.challenge()
    await room.press(room.ben, asked, "Accept")
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert len((await hub(room, channel=elsewhere)).rows) == 6, "in the same server"
    bring(room, room.patch, "group")
    assert len((await hub(room)).rows) == 6, "in the same channel"
    shown = await hub(room, channel=elsewhere)
    assert shown.rows == [*WAYS, *OTHERS]
    refused = await way(room, shown, HubPress("again", asked.match))
    assert "cannot be challenged here" in refused.told


async def asking(room: Room) -> Message:
    """The question whom Ada challenges, at which pace."""
    return (await way(room, await hub(room), HubPress("ask", "prowler"))).message


async def challenged(room: Room, opponent: simcord.MemberActor) -> Answer:
    asked = await asking(room)
    return await room.pick(room.ada, asked, asked.selects[1]["custom_id"], [opponent])


async def test_a_challenge_has_the_servers_pace_unless_its_host_chooses(room: Room) -> None:
    await room.set_up(pace=3_600)
    question = await asking(room)
    times, _ = question.selects
    assert times["placeholder"] == "⏱️ 1 hour a move"
    asked = await room.press(room.ada, question, "Anyone")
    assert (await room.match(asked.message)).terms.pace == 3_600
    question = await asking(room)
    times, _ = question.selects
    await room.pick(room.ada, question, times["custom_id"], ["-505"])
    asked = await room.press(room.ada, question, "Anyone")
    assert (await room.match(asked.message)).terms.bank == Terms().at_pace(-505).bank


async def test_a_challenge_from_the_hub_is_refused_wherever_a_typed_one_is(room: Room) -> None:
    await room.set_up(open_challenges=1)
    assert (await challenged(room, room.ben)).public
    question = await asking(room)
    assert "the most allowed here" in (await room.press(room.ada, question, "Anyone")).told
    assert question.exists
