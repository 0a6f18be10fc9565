"""The ladder of a server, from the command that begins it to its next season."""

from __future__ import annotations

import random

import discord
import pytest
import simcord

from cogs.board.views.common_buttons import competition_button
from cogs.frame.layout import layout
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.formats.ladder import ladder_order, reach, won_places
from prowlerbot.match.agreements import resign
from tests.discord.competitions.test_tournaments import DAY, pass_time
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.persistence.matches import states


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def ladder(room: Room) -> Stored:
    (stored,) = await Competitions(room.service).of_guild(room.guild.id)
    return stored


async def begun(room: Room, fay: simcord.MemberActor) -> Message:
    answer = await room.command(fay, "on", group="ladder", game="prowler", pace=DAY)
    assert answer.public, answer.told
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, answer.message, "Join")
    return answer.message


async def challenge(room: Room, player: simcord.MemberActor, message: Message, name: str) -> Answer:
    asked = await room.press(player, message, "Challenge")
    return await room.press(player, asked.message, name)


async def order(room: Room) -> list[str]:
    return [room.names[each] for each in ladder_order((await ladder(room)).competition)]


async def test_a_reader_opens_the_ladder_at_their_own_place_and_turns_its_pages(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    others = [room.join(f"Gil {number}") for number in range(8)]
    for player in others:
        await room.press(player, message, "Join")
    first, last = [
        (await room.press(reader, message, "Standings")).message
        for reader in (room.ada, others[-1])
    ]
    assert "Page 1 of 2" in first.labels
    assert "1. Ada" in first.alts[0]
    assert "Page 2 of 2" in last.labels
    assert "12. Gil 7" in last.alts[0]
    turned = (await room.press(others[-1], last, "Previous")).message
    assert turned.alts == first.alts


async def test_a_challenge_is_played_at_once_and_its_winner_takes_the_place(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    assert await order(room) == ["Ada", "Ben", "Cleo", "Fay"]
    room.clock.now += 1
    told = await challenge(room, room.cleo, message, "1. Ada")
    assert "You challenge Ada. The board appears in" in told.told
    await pass_time(room, 10)
    stored = await ladder(room)
    board = await room.board_row(stored.matches[1])
    assert (board.channel, bool(board.message)) == (room.channel.id, True)
    (dare,) = [each for each in room.messages() if "challenges you for place 1" in each.text]
    assert dare.text.startswith(
        f"🪜 <@{room.ada.id}>, Cleo challenges you for place 1 of the ladder."
    )
    assert dare.pings == [], "the call to the turn pings"
    await room.service.apply(stored.matches[1], resign, room.ada.id)
    await pass_time(room, 10)
    assert await order(room) == ["Cleo", "Ada", "Ben", "Fay"]
    (news,) = [each for each in room.messages() if "takes place 1" in each.text]
    assert news.text.startswith("🪜 **Cleo** beats **Ada** and takes place 1. [board](https://")
    assert news.pings == []
    await pass_time(room, 60)
    assert len([each for each in room.messages() if "takes place 1" in each.text]) == 1


async def test_a_drop_after_a_match_lost_on_time_is_news(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    room.clock.now += 1
    await challenge(room, room.cleo, message, "2. Ben")
    await pass_time(room, 1)  # no clock counts the time before there is a board
    await pass_time(room, DAY + DAY // 8)
    (news,) = [each for each in room.messages() if "drops to place" in each.text]
    loser = (await order(room))[3]
    assert loser != "Fay"
    assert news.text.startswith(
        f"🪜 **{loser}** drops to place 4, after a match lost on time. [board](https://"
    )
    assert news.pings == []


async def test_the_menu_has_those_in_reach_and_says_why_some_cannot_be_challenged(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    asked = await room.press(room.ben, message, "Holiday")
    taken = await room.press(room.ben, asked.message, "7 days")
    assert "You are on holiday until" in taken.told
    assert "You are on holiday until" in (await room.press(room.ben, message, "Holiday")).told
    await challenge(room, fay, message, "3. Cleo")
    asked = await room.press(fay, message, "Challenge")
    assert "2\\. Ben: This player is on holiday" in asked.told
    assert "3\\. Cleo: You two still play a match" in asked.told
    (select,) = asked.message.selects
    assert [option["label"] for option in select["options"]] == ["1. Ada"]
    assert "You are at the top" in (await room.press(room.ada, message, "Challenge")).told
    outside = await room.press(room.join("Dora"), message, "Challenge")
    assert "press “Join” first" in outside.told


async def test_only_admins_switch_a_ladder_on_and_off_and_there_is_one(
    room: Room, fay: simcord.MemberActor
) -> None:
    refused = await room.command(room.ada, "on", group="ladder", game="prowler", pace=DAY)
    assert "Only members with the permission Manage Server" in refused.told
    assert "an admin can begin one" in (await room.command(room.ada, "show", group="ladder")).told
    message = await begun(room, fay)
    second = await room.command(fay, "on", group="ladder", game="landgrab", pace=DAY)
    assert "has a ladder already" in second.told
    assert "Only members with" in (await room.command(room.ada, "off", group="ladder")).told
    plays = await room.command(fay, "off", group="ladder")
    assert "only a host or admin who has not can do that" in plays.told
    admin = room.join("Gil", may=discord.Permissions(manage_guild=True))
    asked = await room.command(admin, "off", group="ladder")
    await room.give_reason(admin, asked.message, "End it")
    await pass_time(room, 10)
    assert "This ladder has ended." in message.text
    assert "This ladder has ended." in room.messages()[-1].text
    assert room.messages()[-1].id != message.id
    assert "Join" not in message.labels
    again = await room.command(fay, "on", group="ladder", game="landgrab", pace=DAY)
    assert again.public


async def test_the_next_season_has_a_message_of_its_own_and_the_matches_go_on(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    await pass_time(room, 89 * DAY + DAY // 2)
    top, below = (await order(room))[:2]
    player = next(each for each in room.members if room.names[each.id] == below)
    await challenge(room, player, message, f"1. {top}")
    first = await ladder(room)
    await pass_time(room, DAY // 2)
    assert "is at the top" in message.text
    second = await ladder(room)
    assert (first.season, second.season) == (1, 2)
    (following,) = [each for each in room.messages() if "End of season 2" in each.text]
    assert "Challenge" in following.labels
    assert following.id == second.message
    assert second.matches == first.matches


async def test_an_admin_of_another_server_does_not_end_a_ladder_by_playing_on_it(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    other = room.env.create_guild("Robbers")
    den = other.create_text_channel("den")
    boss = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    ada = other.add_member(room.ada.user, roles=[boss])
    press = CompetitionPress("endladder", (await ladder(room)).id)
    view = layout("End it?", rows=[[competition_button("End the ladder", press)]])
    await room.bench.bot.get_partial_messageable(den.id).send(view=view)
    (asked,) = room.messages(den)
    refused = await room.press(ada, asked, "End the ladder")
    assert "Only members with the permission Manage Server" in refused.told
    assert not (await ladder(room)).competition.course.ended


async def test_a_player_without_a_match_is_warned_of_the_drop_and_all_are_told_of_it(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    for day in range(16):
        await pass_time(room, DAY)
        if day == 7:
            await challenge(room, room.cleo, message, "2. Ben")
            (played,) = (await ladder(room)).matches.values()
            await room.service.apply(played, resign, room.cleo.id)
    told = " ".join(each.text for each in room.messages())
    assert f"<@{room.ada.id}>, you drop a place on <t:" in told
    assert "🪜 **Ada** drops to place 2, after 14 days without a match." in told
    assert (await order(room))[1] == "Ada"


@pytest.mark.full
async def test_weeks_of_challenges_keeps_message_news_and_places_together(room: Room) -> None:
    rng, admin = random.Random(3), room.join("Fay", may=discord.Permissions(manage_guild=True))
    players = {each.id: each for each in (room.ada, room.ben, room.cleo, admin, room.join("Dora"))}
    answer = await room.command(admin, "on", group="ladder", game="prowler", pace=DAY)
    for player in players.values():
        await room.press(player, answer.message, "Join")
    competitions = Competitions(room.service)
    running: dict[str, list[int]] = {}
    for day in range(20):
        await pass_time(room, DAY, times=1)
        for match_id, both in [*running.items()]:
            if rng.random() < 0.6:
                await room.service.apply(match_id, resign, rng.choice(both))
                del running[match_id]
            else:  # a move keeps the clock from running out
                match = await room.service.match(match_id)
                (seat,) = room.service.to_move(match)
                state = states(room.service, match)[-1]
                move = str(rng.choice(state.moves(seat)))
                await room.service.play(match_id, match.player(seat).id, match.moment, move)
        await pass_time(room, 10, times=1)
        (stored,) = await competitions.of_guild(room.guild.id)
        user = rng.choice(ladder_order(stored.competition)[1:])
        free = [o for o, why in reach(stored.competition, user, room.clock.now).items() if not why]
        if free and day < 16:
            other = rng.choice(free)
            asked = await room.press(players[user], answer.message, "Challenge")
            place = ladder_order(stored.competition).index(other) + 1
            await room.press(players[user], asked.message, f"{place}. {room.names[other]}")
            (stored,) = await competitions.of_guild(room.guild.id)
            running[stored.matches[max(stored.matches)]] = [user, other]
    await pass_time(room, 60)
    (stored,) = await competitions.of_guild(room.guild.id)
    news = [each.text for each in room.messages() if each.text.startswith("🪜")]
    moves = [each for each in news if "takes place" in each]
    assert len(moves) == len(won_places(stored.competition)) > 3
    boards = [await room.service.store.boards.of_match(each) for each in stored.matches.values()]
    assert all(board is not None and board.message for board in boards)
    assert stored.shown == stored.revision
