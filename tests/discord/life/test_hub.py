"""The hub: from all games in one message to a match, a challenge or a lesson with one press."""

from __future__ import annotations

import random
from typing import Any

import pytest
import simcord

from cogs.views.hub_buttons import HubPress, Way
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.room import Room

WAYS = ["Play now", "Challenge", "Learn"]
DAILY = ["Find somebody", "The day's challenge", "Puzzle"]


async def hub(
    room: Room, player: simcord.MemberActor | None = None, channel: Any = None
) -> Message:
    answer = await room.command(player or room.ada, "play", channel=channel, group="")
    assert not answer.public
    return answer.message


async def way(
    room: Room, shown: Message, press: HubPress, player: simcord.MemberActor | None = None
) -> Answer:
    return await room.late_press(player or room.ada, shown, str(press))


async def challenged(room: Room, *opponents: simcord.MemberActor, game: str = "prowler") -> Answer:
    asked = await way(room, await hub(room), HubPress(Way.ASK, game))
    (select,) = asked.message.selects
    return await room.pick(room.ada, asked.message, select["custom_id"], list(opponents))


async def test_play_shows_every_game_in_one_picture_with_three_ways_into_each(room: Room) -> None:
    shown = await hub(room)
    assert shown.rows == [*[WAYS] * 3, DAILY]
    (alt,) = shown.alts
    for title in ("Prowler's Passage", "Landgrab", "Heroes Beware"):
        assert title in alt
        assert f"**{title}** · " in shown.text
    assert len(shown.components) <= 40


@pytest.mark.parametrize("game", ["prowler", "landgrab", "heroes"])
async def test_play_now_begins_a_match_against_the_easy_machine(room: Room, game: str) -> None:
    shown = await hub(room)
    board = await way(room, shown, HubPress(Way.NOW, game))
    assert board.public
    match = await room.match(board.message)
    assert (match.game, match.phase) == (game, Phase.PLAYING)
    assert [each.level for each in match.players if each.is_machine] == ["easy"]


async def test_play_now_begins_alone_where_the_machine_does_not_play(room: Room) -> None:
    await room.service.store.choose(room.guild.id, ServerChoices(machine=False))
    shown = await hub(room)
    assert shown.rows == [WAYS[1:], WAYS[1:], WAYS, DAILY], "one game can be played alone"
    board = await way(room, shown, HubPress(Way.NOW, "heroes"))
    assert len((await room.match(board.message)).players) == 1
    late = await way(room, await hub(room), HubPress(Way.NOW, "prowler"))
    assert "its admins have turned it off" in late.told


async def test_challenge_asks_whom_and_then_pings_them(room: Room) -> None:
    answer = await challenged(room, room.ben)
    assert answer.public
    assert answer.message.pings == [room.ben.id]
    await room.press(room.ben, answer.message, "Accept")
    assert (await room.match(answer.message)).phase is Phase.PLAYING


async def test_anybody_can_join_who_sees_the_challenge(room: Room) -> None:
    asked = await way(room, await hub(room), HubPress(Way.ASK, "prowler"))
    answer = await room.press(room.ada, asked.message, "Anyone")
    assert "Join" in answer.message.labels


async def test_several_can_be_challenged_to_a_game_for_more_than_two(room: Room) -> None:
    answer = await challenged(room, room.ben, room.cleo, game="landgrab")
    assert sorted(answer.message.pings) == sorted([room.ben.id, room.cleo.id])


async def test_a_challenge_from_the_hub_is_refused_wherever_a_typed_one_is(room: Room) -> None:
    bot = room.join("Robot", bot=True)
    assert "Bots do not play" in (await challenged(room, bot)).told
    assert "yourself" in (await challenged(room, room.ada)).told
    await room.service.store.choose(room.guild.id, ServerChoices(open_challenges=1))
    assert (await challenged(room, room.ben)).public
    assert "the most allowed here" in (await challenged(room, room.cleo)).told
    elsewhere = room.guild.create_text_channel("arena")
    await room.service.store.choose(room.guild.id, ServerChoices(channels=(elsewhere.id,)))
    for refused in (
        await challenged(room, room.cleo),
        await way(room, await hub(room), HubPress(Way.NOW, "prowler")),
    ):
        assert f"<#{elsewhere.id}>" in refused.told


async def test_learn_opens_the_lessons_in_private(room: Room) -> None:
    shown = await hub(room)
    learn = next(each for each in shown.buttons if each["label"] == "Learn")
    answer = await room.late_press(room.cleo, shown, learn["custom_id"])
    assert not answer.public
    assert "How to read the board" in answer.told


async def test_puzzle_opens_one_of_the_game_played_last_in_private(room: Room) -> None:
    shown = await hub(room)
    answer = await room.press(room.ada, shown, "Puzzle")
    assert not answer.public
    assert "Puzzle · Prowler's Passage" in answer.told


async def test_made_up_presses_are_refused(room: Room) -> None:
    shown = await hub(room)
    for custom_id in ("hub:now:chess", "hub:again:nonsense", "hub:fly:prowler", "hub:now", "hub"):
        answer = await room.late_press(room.ada, shown, custom_id)
        assert answer.told, custom_id
    assert room.messages() == []


# ------------------------------------------------------------------ the same again


async def test_the_second_time_it_is_one_press(room: Room) -> None:
    await way(room, await hub(room), HubPress(Way.NOW, "landgrab"))
    room.clock.now += 1
    shown = await hub(room)
    assert "**Again** · Landgrab against Machine (easy)" in shown.text
    assert shown.rows == [["Play again"], *[WAYS] * 3, DAILY]
    board = await room.press(room.ada, shown, "Play again")
    match = await room.match(board.message)
    assert (match.game, match.options["map"]) == ("landgrab", "drawn")
    assert [each.level for each in match.players if each.is_machine] == ["easy"]
    assert (await hub(room, room.ben)).rows == [*[WAYS] * 3, DAILY], "Ben has asked for nothing yet"


async def test_a_challenge_is_remembered_with_its_options_even_if_it_came_to_nothing(
    room: Room,
) -> None:
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


async def test_alone_is_remembered_too(room: Room) -> None:
    await room.command(room.ada, "challenge", group="heroes", seats=1)
    assert "**Again** · Heroes Beware, alone" in (await hub(room)).text


async def test_people_are_asked_again_only_where_they_were_asked(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await room.challenge()
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert len((await hub(room, channel=elsewhere)).rows) == 5, "in the same server"
    bring(room, monkeypatch, "group")
    assert len((await hub(room)).rows) == 5, "in the same channel"
    shown = await hub(room, channel=elsewhere)
    assert shown.rows == [*[WAYS] * 3, DAILY]
    refused = await way(room, shown, HubPress(Way.AGAIN, asked.match))
    assert "cannot be challenged here" in refused.told


async def test_nobody_repeats_a_match_of_others(room: Room) -> None:
    asked = await room.challenge()
    answer = await way(room, await hub(room), HubPress(Way.AGAIN, asked.match), room.cleo)
    assert "do not play" in answer.told


async def test_somebody_who_was_forgotten_is_not_offered_again(room: Room) -> None:
    await room.begin()
    asked = await room.command(room.ben, "delete", group="privacy")
    await room.press(room.ben, asked.message, "Delete everything")
    assert (await hub(room)).rows == [*[WAYS] * 3, DAILY]


# ------------------------------------------------------------------ where it stands


async def test_a_match_ends_with_another_one(room: Room) -> None:
    board = await room.begin()
    await room.play_stored(board.match, random.Random(1))
    await room.time_passes(60)
    assert board.rows[0] == ["Rematch", "Another game", "Menu"]
    answer = await room.press(room.cleo, board, "Another game")
    assert not answer.public
    assert answer.message.rows == [*[WAYS] * 3, DAILY]


async def test_the_rules_lead_to_a_match_and_to_other_games(room: Room) -> None:
    rules = (await room.command(room.ada, "rules")).message
    assert rules.rows == [["Play now", "Tutorial", "Another game"]]
    assert (await room.press(room.ada, rules, "Play now")).public


async def test_nothing_offers_a_match_that_cannot_begin(room: Room) -> None:
    await room.service.store.choose(room.guild.id, ServerChoices(machine=False))
    rules = (await room.command(room.ada, "rules")).message
    assert rules.rows == [["Tutorial", "Another game"]]
    lesson = (await room.command(room.ada, "tutorial")).message
    assert lesson.rows == [["Next lesson"]]
    alone = (await room.command(room.ada, "tutorial", group="heroes")).message
    assert alone.rows[-1] == ["Next lesson", "Play now"], "it can be played alone"


# ------------------------------------------------------------------ without the bot as a member


@pytest.mark.parametrize("kind", ["group", "chat", "server"])
async def test_the_hub_works_where_the_bot_can_only_answer(
    room: Room, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    bring(room, monkeypatch, kind)  # type: ignore[arg-type]
    shown = await hub(room)
    assert shown.rows == [*[WAYS] * 3, DAILY]
    board = await way(room, shown, HubPress(Way.NOW, "prowler"))
    assert board.public
    assert "Again** · Prowler's Passage against Machine (easy)" in (await hub(room)).text
