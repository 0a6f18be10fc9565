"""Looking back and comparing, page by page, and the list of open matches in small."""

import random
import re
import threading
from typing import Any
from unittest.mock import Mock

import pytest
import simcord

from cogs import profiles
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import NOBODY, Act, ActKind, Bar
from prowlerbot.daily.daily_days import day_of
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Match, Player
from prowlerbot.match.scene import Board
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from renderer.gallery import draw_gallery
from tests.discord.message import Answer
from tests.discord.room import Room
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
    match = await played(room, loser, winner, plies=6)
    await room.service.apply(match.id, resign, loser.id)
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
    match = await played(room, room.ada, room.ben)
    end = final(room, match)
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
    notes = ["🧩 Puzzle rating: 1065 (0 of 1 solved)", "📅 Daily challenge: 🔥 3 days in a row"]
    none = await room.command(room.ada, "/profile")
    assert none.told.splitlines() == ["No finished match so far.", *(f"-# {it}" for it in notes)]
    await resigned(room, room.ada, room.ben)
    own = (await room.command(room.ada, "/profile", game="prowler")).message
    assert all(each in own.text for each in notes)
    shown = await room.press(room.ada, own, "Show to all")
    other = await room.command(room.ben, "/profile", player=room.ada, game="prowler")
    assert not any("Puzzle" in each.told for each in (shown, other))

    card, here = (await room.command(room.cleo, "/profile", player=room.ada)).message, room.guild.id
    bar, act = Bar(here, room.ada.id, "Ada", 1), Act(here, ActKind.BARRED, NOBODY)
    await room.service.store.bars.put_bar(bar, act, lambda _: None)
    refused = await room.press(room.cleo, card, "Show to all")
    assert "barred this player" in refused.told


async def test_a_page_shows_four_matches_in_small(room: Room) -> None:
    gallery = Mock(wraps=draw_gallery)
    room.patch.setattr("cogs.players.match_list.draw_gallery", gallery)
    boards = [await room.begin(first="them") for _ in range(5)]
    answer = await room.command(room.ada, "/matches")
    page, _ = gallery.call_args.args
    assert [(each.number, each.company, each.waits) for each in page] == [
        (number, ["Ben"], True) for number in range(1, 5)
    ]
    assert answer.message.alts == [" ".join(f"{n}: Ben, your turn." for n in range(1, 5))]
    assert "5 matches · 5 wait for you" in answer.told
    ways = re.findall(r"\*\*\d\*\* · \[.+?\]\((\S+)\)", answer.told)
    assert not any("url" in each for each in answer.message.buttons), "which takes a line more"
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
    board = await room.begin_tell()
    match = await room.match(board)
    await room.service.make_move(match.id, room.ben.id, match.moment, "3")
    timeline = Mock(wraps=room.service.timeline)
    room.patch.setattr(room.service, "timeline", timeline)
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
