"""A server and its players look back: profiles, lists, the page of the server, roles."""

import random
import re
import threading
from functools import partialmethod
from typing import Any
from unittest.mock import Mock

import discord
import pytest
import simcord

from cogs import profiles
from cogs.club.reward_roles import RewardRoles, order_changes
from prowlerbot.club_store import ClubStore, GivenRoles
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import NO_PERSON, Act, ActKind, Bar
from prowlerbot.daily.daily_days import day_of
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Match, Player
from prowlerbot.match.scene import Board
from prowlerbot.match.terms import Terms
from prowlerbot.privacy import Privacy
from prowlerbot.service.lobby_service import Lobby
from renderer.gallery import draw_gallery
from tests.discord.competitions.test_tournaments import (
    HOUR,
    begun,
    create,
    only,
    pass_time,
    play_round,
)
from tests.discord.message import Answer, Message
from tests.discord.room import START, Room
from tests.games.tell_face import TellFace
from tests.persistence.matches import states


async def played(
    room: Room, one: simcord.MemberActor, two: simcord.MemberActor, plies: int = 99, pace: int = 0
) -> Match:
    """A rated match in the room, so far; the presses are left out, they are tested elsewhere."""
    users = room.env.backend.users
    players = [Player(each.id, str(users[each.id].global_name)) for each in (one, two)]
    terms = Terms(rated=True, pace=pace)
    match = await Lobby(room.service).make_challenge("prowler", players, {"first": "1"}, terms)
    board = Board(match.id, room.guild.id, room.channel.id, room.clock.now, shown=99)
    await room.service.store.boards.put_board(board)
    match = await room.service.apply(match.id, accept_challenge, two.id)
    await room.play_stored(match.id, random.Random(1), plies)
    return await room.match(match.id)


async def resigned(room: Room, loser: simcord.MemberActor, winner: simcord.MemberActor) -> None:
    """A match in which everybody made three moves before the loser gave up."""
    await room.service.apply((await played(room, loser, winner, plies=6)).id, resign, loser.id)
    room.clock.now += DAY


def final(room: Room, match: Match) -> Position:
    position = states(room.service, match)[-1]
    assert isinstance(position, Position)
    return position


def lines(answer: Answer) -> list[str]:
    return answer.told.splitlines()


async def test_the_history_is_turned_page_by_page_also_after_a_restart(room: Room) -> None:
    first = room.clock.now
    for _ in range(9):
        await resigned(room, room.ada, room.ben)
    answer = await room.tab(room.ada, "Matches")
    tabs = ["Profile", "Matches", "Statistics", "Against…"]
    assert answer.message.rows == [["Previous", "Page 1 of 2", "Next"], tabs]
    assert len(lines(answer)) == 1 + 8 + 2
    assert lines(answer)[-2:] == ["", "-# 9 matches"], "small print is no part of the list"
    await room.restart()
    turned = await room.press(room.ada, answer.message, "Next")
    assert "Page 2 of 2" in turned.message.labels
    assert len(lines(turned)) == 1 + 1 + 2
    assert f"/{first})" in turned.told, "the first match stands last"
    back = await room.press(room.ada, turned.message, "Previous")
    assert len(lines(back)) == 1 + 8 + 2


async def test_ones_own_card_offers_a_head_to_head_with_those_whom_one_may_see(room: Room) -> None:
    for other in (room.ben, room.ben, room.cleo):
        await resigned(room, room.ada, other)
    await room.prefers(room.cleo, seen="nowhere")
    tab = (await room.tab(room.ada, "Against…")).message
    (select,) = tab.selects
    assert [each["label"] for each in select["options"]] == ["Ben"], "Cleo hides"
    answer = await room.pick(room.ada, tab, select["custom_id"], [str(room.ben.id)])
    assert "Ada against Ben" in answer.told
    assert "**2 matches**: 0 won, 2 lost" in answer.told
    late = await room.late_press(room.ada, tab, select["custom_id"], values=[str(room.cleo.id)])
    assert "Cleo" not in late.told


@pytest.mark.tell
async def test_matches_replay_beside_the_loop(room: Room) -> None:
    for _ in range(3):  # fewer matches show no favourite
        board = await room.begin_tell()
        for number in "123" * 2:
            await room.press(room.members[int(number) - 1], board, number)
    looked_in: list[str] = []

    def seen(found: Any) -> Any:
        looked_in.append(threading.current_thread().name)
        return found

    room.patch.setattr(TellFace, "highlights", lambda *_: seen([]))
    room.patch.setattr(TellFace, "favourite", lambda *_: seen(""))
    await room.tab(room.ada, "Statistics", game="tell")
    assert [name.rpartition("_")[0] for name in looked_in] == ["picture", "picture"]


async def test_a_leaderboard_has_who_played_there_or_wants_to_be_found(room: Room) -> None:
    await resigned(room, room.ada, room.ben)
    await room.prefers(room.ben, seen="everywhere")
    elsewhere = room.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("quiet")
    dora = elsewhere.add_member(room.env.create_user("dora", global_name="Dora"))
    answer = await room.command(dora, "/leaderboard", channel=channel)
    assert "Nobody has finished a rated match yet." in answer.told
    turned = await room.press(dora, answer.message, "All servers")
    assert "**1.** Ben" in turned.told
    assert "Ada" not in turned.told
    here = await room.command(room.cleo, "/leaderboard", scope="overall")
    assert "**1.** Ben" in here.told
    assert "**2.** Ada" in here.told, "what was played here is found here"
    assert turned.message.labels == ["This server", "Hide me"]
    board = await room.command(room.ben, "/leaderboard")
    hidden = await room.press(room.ben, board.message, "Hide me")
    assert "hidden from everybody else" in hidden.told
    told = (await room.command(room.ada, "/leaderboard")).told
    assert "**1.** **Ada**" in told
    assert "Ben" not in told
    assert (await room.service.player(room.ben.id)).seen == "nowhere"
    again = await room.press(room.ben, hidden.message, "List me")
    assert "**1.** **Ben**" in again.told


async def test_card_history_and_statistics_tell_all_of_ones_matches_in_private(room: Room) -> None:
    answer = await room.command(room.ada, "/profile", player=room.ben)
    assert answer.told == "Ben has not finished a match that you can find here."
    answer = await room.command(room.ada, "/profile", player=room.join("Robot", bot=True))
    assert "Bots do not play" in answer.told
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.clock.now}"
    end = final(room, await played(room, room.ada, room.ben))
    assert end.outcome is not None
    ada, ben = end.outcome.totals
    answer = await room.command(room.ada, "/profile")
    assert not answer.public
    assert answer.told == "### Ada at Prowler's Passage"
    (alt,) = answer.message.alts
    won = "1 won, 0 shared, 0 lost" if ada > ben else "0 won, 0 shared, 1 lost"
    assert alt.startswith("Profile of Ada at Prowler's Passage. Provisional rating 1")
    assert re.search(r"Place [12] of 2\.", alt)
    assert f"Matches: {won}." in alt
    assert f"Best total {ada}." in alt
    assert len(alt) <= 1024

    told = (await room.tab(room.ben, "Against you", player=room.ada)).told
    assert f"On average Ben had **{ben}.0** and Ada **{ada}.0**." in told
    for player, own, other in ((room.ada, ada, ben), (room.ben, ben, ada)):
        (_, line, _, count) = lines(await room.tab(player, "Matches"))
        assert f"{own} : {other}" in line
        assert ("Won" if own == max(ada, ben) else "Lost") in line
        assert f"<t:{room.clock.now}:d>" in line
        assert f"[board]({place})" in line
        assert count == "-# 1 match"

    told = (await room.tab(room.ada, "Statistics")).told
    assert f"**{ada}** at best" in told
    assert f"Longest continuous passage: **{end.longest_passage(1)}**" in told
    assert "Average wealth: Passages" in told
    assert told.count("(1 time)") == len(end.achievements[0])
    room.patch.setattr(profiles, "_MOST_REPLAYED", 1)
    await played(room, room.ada, room.ben)
    told = (await room.tab(room.ada, "Statistics")).told
    assert "The lines about boards cover only the last 1." in told


async def test_ones_own_card_alone_has_all_and_a_barred_players_is_not_shown(room: Room) -> None:
    none = await room.command(room.ada, "/profile")
    assert none.told == "No finished match so far."
    answer = await room.command(room.ada, "/puzzle", game="prowler")
    await room.press(room.ada, answer.message, "Show the solution")
    for ago in range(3):
        await room.service.store.database.write(
            "INSERT INTO daily_tries VALUES ($1, 'prowler', $2, $3, 7, 1, 1, 1, 1, 50)",
            *(f"day{ago}", day_of(room.clock()) - ago, room.ada.id),
        )
    solved = "🧩 Puzzle rating: 1065 (0 of 1 solved at the first try)"
    notes = [solved, "📅 Daily challenge: 🔥 3 days in a row"]
    none = await room.command(room.ada, "/profile")
    assert none.told.splitlines() == ["No finished match so far.", *(f"-# {it}" for it in notes)]
    await resigned(room, room.ada, room.ben)
    own = (await room.command(room.ada, "/profile", game="prowler")).message
    assert all(each in own.text for each in notes)
    shown = await room.press(room.ada, own, "Show to all")
    other = await room.command(room.ben, "/profile", player=room.ada, game="prowler")
    assert not any("Puzzle" in each.told for each in (shown, other))

    card, here = (await room.command(room.cleo, "/profile", player=room.ada)).message, room.guild.id
    bar, act = Bar(here, room.ada.id, "Ada", 1), Act(here, ActKind.BARRED, NO_PERSON)
    await room.service.store.bars.put_bar(bar, act, lambda _: None)
    refused = await room.press(room.cleo, card, "Show to all")
    assert "barred this player" in refused.told


async def test_a_page_shows_four_matches_in_small(room: Room) -> None:
    gallery = Mock(wraps=draw_gallery)
    room.patch.setattr("cogs.players.match_list.draw_gallery", gallery)
    boards = [await room.begin(first="them") for _ in range(5)]
    answer = await room.command(room.ada, "/matches")
    page, _ = gallery.call_args.args
    assert [(each.number, each.others, each.waits) for each in page] == [
        (number, ["Ben"], True) for number in range(1, 5)
    ]
    assert answer.message.alts == [" ".join(f"{n}: Ben, your turn." for n in range(1, 5))]
    assert "5 matches · 5 wait for you" in answer.told
    ways = re.findall(r"\*\*\d\*\* · \[.+?\]\((\S+)\)", answer.told)
    linked = [each for each in answer.message.buttons if "url" in each]
    assert [each["label"] for each in linked] == list("1234"), "side by side"
    assert [each["url"] for each in linked] == ways
    place = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}"
    assert len(ways) == 4
    assert {*ways} < {f"{place}/{board.id}" for board in boards}
    turned = await room.press(room.ada, answer.message, "Next")
    assert turned.message.id == answer.message.id
    page, _ = gallery.call_args.args
    assert [each.number for each in page] == [5]


@pytest.mark.parametrize("words", [False, True])
async def test_every_page_of_long_matches_fits_into_a_message(room: Room, *, words: bool) -> None:
    room.names = dict.fromkeys(room.names, "_*Long_Name*_" * 2 + "_*Ab*_")
    lobby = Lobby(room.service)
    for _ in range(12):  # their boards are nowhere, which takes the most words
        players = [Player(each.id, room.names[each.id]) for each in room.members]
        match = await lobby.make_challenge("landgrab", players, {}, Terms(pace=DAY))
        for each in players[1:]:
            await room.service.apply(match.id, accept_challenge, each.id)
    await room.prefers(room.ada, text_first=words)
    page, pages = await room.command(room.ada, "/matches"), 2 if words else 3
    assert "12 matches" in page.told
    for number in range(1, pages):
        assert f"Page {number} of {pages}" in page.message.labels
        page = await room.press(room.ada, page.message, "Next")
    assert f"Page {pages} of {pages}" in page.message.labels


@pytest.mark.tell(1)
async def test_a_board_in_small_shows_what_its_reader_may_know(room: Room) -> None:
    match = await room.match(await room.begin_tell())
    await room.service.make_move(match.id, room.ben.id, match.moment, "3")
    timeline = Mock(wraps=room.service.facts.timeline)
    room.patch.setattr(room.service.facts, "timeline", timeline)
    await room.command(room.ada, "/matches")
    assert {each.args[1] for each in timeline.call_args_list} == {room.ada.id}


async def test_without_an_open_match_the_last_three_finished_ones_are_reviewed(room: Room) -> None:
    for _ in range(4):
        board = await room.begin(rated="no")
        await room.play_stored(board.match, random.Random(3), 1)
        await room.service.apply(board.match, resign, room.ben.id)
    answer = await room.command(room.ada, "/matches")
    assert "no open match" in answer.told
    assert answer.told.count("Prowler's Passage: 🏆 Won: **Ben** resigned") == 3
    ways = [*["Review", "Play again"] * 3, "Finished matches", "Another game"]
    assert answer.message.labels == ways
    ways = [each["custom_id"].split(":")[0] for each in answer.message.buttons[:2]]
    assert ways == ["review", "hub"]
    await room.begin()
    answer = await room.command(room.ada, "/matches")
    ways = ["Go to the board", "Review", "Play again", "Finished matches"]
    assert answer.message.labels == ways, "with an open match too"
    assert "4 matches" in (await room.press(room.ada, answer.message, "Finished matches")).told


async def played_cup(room: Room) -> None:
    """Weekly Cup goes to its end, and the next one opens."""
    await begun(room, room.fay, name="Weekly Cup", every="week")
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)


async def posted_page(room: Room, **where: Any) -> Message:
    """The settings from which an admin has posted the page of the server."""
    settings = (await room.command(room.admin, "/prowler-admin settings", **where)).message
    for label in ("News", "Post it here"):
        await room.press(room.admin, settings, label)
    return settings


async def test_the_page_has_what_its_readers_see_and_follows_what_happens(room: Room) -> None:
    page = await room.command(room.ada, "/server")
    assert not page.public
    assert "The challenges of the day" not in page.told, "none is posted in this server"
    await room.set_up(daily_channel=room.channel.id)
    page = await room.command(room.ada, "/server")
    assert f"- The challenges of the day · <#{room.channel.id}>" in page.told
    settings = await posted_page(room)
    (shown,) = [each for each in room.messages() if "I keep this message up to date" in each.text]
    cup = await begun(room, room.fay, name="Weekly Cup")
    await pass_time(room, HOUR)
    assert "This week" in shown.text
    place = f"{room.guild.id}/{room.channel.id}/{cup.id}"
    assert f"[Weekly Cup](https://discord.com/channels/{place})" in shown.text
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)
    told = shown.text
    assert "Weekly Cup" not in told.partition("This week")[2]
    for part in ("Champions", "🥇", "Table of 2026", "**1.** Ada", "2 points", "Fastest win: "):
        assert part in told
    champion = next(it for it in room.members if f"**1.** {room.names[it.id]}" in told)
    await room.prefers(champion, seen="nowhere")
    assert room.names[champion.id] not in (await room.press(room.ada, shown, "As it is now")).told
    await room.press(room.admin, settings, "Remove it")
    assert not shown.exists
    await room.prefers(champion, seen="server")
    room.reserve(room.channel, "view_channel", room.ada)
    hall, reads = room.guild.create_text_channel("hall"), Mock(wraps=ClubStore.read_played)
    room.patch.setattr(ClubStore, "read_played", partialmethod(reads))
    for reader, sees_it in ((room.ada, True), (room.ben, False)):
        told = (await room.command(reader, "/server", channel=hall)).told
        parts = "Champions", "Table of 2026", "Best of 2026"
        assert [part in told for part in parts] == [sees_it] * 3
    assert reads.call_count <= 1, "the matches of a year are kept for a minute"
    await posted_page(room, channel=hall)
    (shown,) = room.messages(hall)
    assert room.names[champion.id] not in shown.text, "not all in this channel see the cup"


def told(room: Room, player: simcord.MemberActor) -> list[Message]:
    return [each for each in room.chat(player) if "New for you" in each.text]


async def test_all_that_opens_in_a_day_is_one_message_outside_of_quiet_hours(room: Room) -> None:
    cup = (await create(room, room.fay)).message
    for _ in range(2):  # the button looks the same, so it switches nothing off
        answer = await room.press(room.cleo, cup, "Tell me")
        assert "“Tell me” is on: I write to you when the next one opens" in answer.told
    await room.prefers(room.cleo, quiet_from=0, quiet_to=3)
    assert room.clock.now < START + HOUR, "within these hours"
    for name in ("Second Cup", "Third Cup"):
        await create(room, room.fay, name=name)
    await pass_time(room, 600)
    assert told(room, room.cleo) == []
    await pass_time(room, 3 * HOUR)
    (message,) = told(room, room.cleo)
    assert message.text.count("Cup](") == 2
    await create(room, room.fay, name="Fourth Cup", starts="in 2 days")
    await pass_time(room, 600)
    assert len(told(room, room.cleo)) == 1, "once a day"
    await pass_time(room, DAY)
    assert "Fourth Cup" in told(room, room.cleo)[-1].text
    await room.press(room.cleo.user, message, "Stop these messages")
    await create(room, room.fay, name="Fifth Cup", starts="in 2 days")
    await pass_time(room, 2 * DAY)
    assert len(told(room, room.cleo)) == 2


async def test_a_role_is_given_and_taken_and_pinged_once_for_each_competition(room: Room) -> None:
    role = room.guild.create_role("Players", mentionable=True)
    cup = (await create(room, room.fay)).message
    await pass_time(room, 60)
    await room.set_up(told_role=role.id)
    assert "you have the role" in (await room.press(room.cleo, cup, "Tell me")).told
    assert role.id in room.env.backend.guilds[room.guild.id].members[room.cleo.id].role_ids
    await create(room, room.fay, name="Second Cup", starts="in 3 hours")
    await create(room, room.admin, name="Third Cup")
    await pass_time(room, 600)
    (opened,) = [each for each in room.messages() if f"<@&{role.id}>" in each.text]
    assert "Third Cup is open" in opened.text, "a member's competitions ping once a day"
    own = (await room.press(room.cleo, cup, "Tell me")).private
    assert "“Tell me” is off" in (await room.press(room.cleo, own, "Switch it off")).told
    assert role.id not in room.env.backend.guilds[room.guild.id].members[room.cleo.id].role_ids
    mighty = room.guild.create_role("Guards", permissions=discord.Permissions(kick_members=True))
    await room.set_up(told_role=mighty.id)
    assert "may moderate" in (await room.press(room.cleo, cup, "Tell me")).told
    await room.set_up(told_role=7)  # deleted
    await room.press(room.cleo, cup, "Tell me")
    await create(room, room.join("Hal", may=discord.Permissions(manage_guild=True)), name="Fourth")
    for _ in range(2):  # it opens, and is told
        await pass_time(room, 600)
    assert not [each for each in room.messages() if "<@&7>" in each.text]
    assert "Fourth" in told(room, room.cleo)[-1].text


async def test_again_below_a_podium_enters_the_next(room: Room) -> None:
    await played_cup(room)
    (podium,) = [each for each in room.messages() if "Again" in each.labels]
    moved = "UPDATE competitions SET channel = $1 WHERE ended = 0"
    await room.service.store.database.write(moved, 7)
    refused = (await room.press(room.cleo, podium, "Again")).told
    assert "There is no competition" in refused, "it was moved to where she sees nothing"
    await room.service.store.database.write(moved, room.channel.id)
    assert "You take part in Weekly Cup" in (await room.press(room.cleo, podium, "Again")).told


async def test_roles_follow_the_records_and_go_with_a_players_data(room: Room) -> None:
    champion, medal = (room.guild.create_role(it) for it in ("Champion", "Medal"))
    await room.set_up(champion_role=champion.id, medal_role=medal.id)
    await played_cup(room)
    await pass_time(room, HOUR)

    def having(role: int) -> set[str]:
        members = room.env.backend.guilds[room.guild.id].members.items()
        return {room.names[user] for user, it in members if role in it.role_ids}

    assert len(having(champion.id)) == 1
    assert having(champion.id) <= having(medal.id)
    first = next(it for it in room.members if {room.names[it.id]} == having(champion.id))
    await room.prefers(first, seen="nowhere")
    await pass_time(room, HOUR)
    assert having(champion.id) == set(), "they do not want to be found"
    await room.prefers(first, seen="server")
    await pass_time(room, HOUR)
    assert having(champion.id) == {room.names[first.id]}
    # Discord takes roles from members who leave; the next press gives them back.
    room.env.backend.guilds[room.guild.id].members[first.id].role_ids.clear()
    await room.command(first, "/matches")
    assert room.names[first.id] in having(champion.id)
    await Privacy(room.service).delete_data(first.id)
    await pass_time(room, HOUR)
    assert room.names[first.id] not in having(champion.id) | having(medal.id)


async def test_a_deleted_role_takes_no_place_of_a_look(room: Room) -> None:
    champion = room.guild.create_role("Champion")
    await played_cup(room)
    notes = GivenRoles(room.service.store.database)
    for player in range(20):
        await notes.note_role(room.guild.id, 7, player, given=True)
    await room.set_up(champion_role=champion.id)
    await pass_time(room, 30)  # no second look
    members = room.env.backend.guilds[room.guild.id].members.values()
    assert [each for each in members if champion.id in each.role_ids]
    assert {role for role, _ in await notes.roles_in(room.guild.id)} == {champion.id}


def test_players_who_have_left_keep_no_others_from_their_roles() -> None:
    due = [(7, player) for player in range(13)]
    tried = dict[tuple[int, int], int]()
    for now in (1, 2):
        for role, player in order_changes(due, tried)[:10]:
            tried[role, player] = now
    assert {player for _, player in tried} == {*range(13)}


async def test_no_role_that_moderates_or_stands_above_the_bots_own_is_accepted(room: Room) -> None:
    mighty = room.guild.create_role("Guards", permissions=discord.Permissions(kick_members=True))
    settings = (await room.command(room.admin, "/prowler-admin settings")).message
    pages = {"champion_role": "Rewards", "rating_roles": "Rewards", "told_role": "News"}
    for name, page in pages.items():
        if page in settings.labels:
            await room.press(room.admin, settings, page)
        answer = await room.pick(room.admin, settings, f"server:{name}", [mighty])
        assert "may moderate" in answer.told
        assert answer.message.selects, "the menu no longer shows the refused choice"
    await room.set_up(champion_role=mighty.id, medal_role=7)
    health = (await room.command(room.admin, "/prowler-admin doctor")).told
    assert "“Guards” may moderate" in health
    assert "A role that I give is deleted" in health


async def test_a_friends_tournament_brings_no_role(room: Room) -> None:
    cup = (await create(room, room.fay, check_in=0)).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo)
    await pass_time(room, 2 * HOUR)
    assert (await only(room)).course.players
    assert not room.feature(RewardRoles)._is_open_contest(await only(room))
