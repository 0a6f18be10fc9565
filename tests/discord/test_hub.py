"""The hub: from all games in one message to a match, a challenge or a lesson with one press."""

from typing import Any

import pytest
import simcord

from cogs.presses.addresses import DailyPress, HubPress, MatchPress
from prowlerbot.match.match import Phase
from prowlerbot.match.terms import Terms
from tests.discord.message import GALLERY, ROW, Answer, Message
from tests.discord.places import Kind, bring
from tests.discord.room import Room

TITLES = ("Prowler's Passage", "Landgrab", "Heroes Beware")
WAYS = [["Play the machine", "Challenge", "Learn"] for _ in TITLES]
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


async def test_learn_and_puzzle_open_in_private(room: Room) -> None:
    shown = await hub(room)
    learn = next(each for each in shown.buttons if each["label"] == "Learn")
    lesson = await room.late_press(room.cleo, shown, learn["custom_id"])
    assert "How to read the board" in lesson.told
    puzzle = await room.press(room.ada, shown, "Puzzles")
    assert "Puzzle · Prowler's Passage" in puzzle.told
    assert room.messages() == []


async def test_a_challenge_in_a_game_for_one_offers_to_play_alone(room: Room) -> None:
    shown = await hub(room)
    asked = await way(room, shown, HubPress("ask", "prowler"))
    assert "Play alone" not in asked.message.labels
    asked = await way(room, shown, HubPress("ask", "heroes"))
    board = await room.press(room.ada, asked.message, "Play alone")
    assert board.public
    match = await room.match(board.message)
    assert (len(match.players), match.phase) == (1, Phase.PLAYING)


async def test_a_challenge_is_remembered_with_its_options_even_if_it_ended(room: Room) -> None:
    asked = await room.challenge(pace=600, takebacks="never", first="me")
    old = await room.match(asked)
    await room.press(room.ben, asked, "Decline")
    shown = await hub(room)
    assert "**Again** · Prowler's Passage against Ben" in shown.text
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
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert len((await hub(room, channel=elsewhere)).rows) == 6, "in the same server"
    bring(room, room.patch, "group")
    assert len((await hub(room)).rows) == 6, "in the same channel"
    shown = await hub(room, channel=elsewhere)
    assert shown.rows == [*WAYS, *OTHERS]
    refused = await way(room, shown, HubPress("again", asked.match))
    assert "cannot be challenged here" in refused.told


@pytest.mark.parametrize("place", ["group", "chat", "server"])
async def test_the_hub_works_where_the_bot_can_only_answer(room: Room, place: Kind) -> None:
    bring(room, room.patch, place)
    shown = await hub(room)
    assert shown.rows == [*WAYS, *OTHERS]
    board = await way(room, shown, HubPress("now", "prowler"))
    assert not board.public, "nobody else has asked for it"
    assert "Again** · Prowler's Passage against Machine (easy)" in (await hub(room)).text


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
    bot = room.join("Robot", bot=True)
    assert "Bots do not play" in (await challenged(room, bot)).told
    assert "yourself" in (await challenged(room, room.ada)).told
    await room.set_up(open_challenges=1)
    assert (await challenged(room, room.ben)).public
    question = await asking(room)
    assert "the most allowed here" in (await room.press(room.ada, question, "Anyone")).told
    assert question.exists
    elsewhere = room.guild.create_text_channel("arena")
    await room.set_up(channels=(elsewhere.id,), open_challenges=5)
    for refused in (
        await challenged(room, room.cleo),
        await way(room, await hub(room), HubPress("now", "prowler")),
    ):
        assert f"<#{elsewhere.id}>" in refused.told
