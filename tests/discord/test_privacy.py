"""/privacy, a file with everything and a button that deletes it; and /avoid, a private list."""

import contextlib
import random
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from cogs.discord_py.interactions import ALREADY_ANSWERED
from cogs.presses import ReplayPress
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.game import Registry
from prowlerbot.games import GAMES
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from prowlerbot.privacy import Privacy
from prowlerbot.storage.showings import remove_names
from tests.discord.board.test_threads import threads
from tests.discord.competitions import test_tournaments as tournaments
from tests.discord.competitions.test_tournaments import only, pass_time
from tests.discord.message import Message
from tests.discord.places import bring, jump, own_requests
from tests.discord.room import Room
from tests.discord.test_profiles_and_club import played
from tests.games.tell import TellGame


async def test_deleting_asks_first(room: Room) -> None:
    board = await room.begin()
    nothing = await room.command(room.cleo, "/privacy delete")
    assert nothing.told == "Nothing is stored about you."
    answer = await room.command(room.ada, "/privacy delete")
    assert "1 open match ends: you resign it" in answer.told
    assert (await room.match(board)).phase is Phase.PLAYING
    for most in (2, 3):
        games = Registry((GAMES["prowler"], TellGame(range(1, most + 1))))
        for each in (room.service, room.service.facts):
            room.patch.setattr(each, "games", games)
        told = (await room.command(room.ada, "/privacy delete")).told
        goes_on = "A match of three or four goes on without you."
        assert (goes_on in told) is (most > 2), "only where there can be others"


async def test_deleting_resigns_redraws_without_the_name_and_tells_the_opponent(room: Room) -> None:
    over = await room.begin()
    await room.play_stored(over.match, random.Random(2), 26)
    await room.time_passes(61)
    await room.play_on(over, random.Random(2))
    running = await room.begin()
    calls = {call.id for call in room.calls()}
    question = await room.delete_data(room.ada)
    assert question.text.splitlines()[0] == "Done: nothing about you is stored any more."
    for board in (over, running):
        assert "Ada" not in board.text + "".join(board.alts)
        assert "someone" in board.text.lower()
    assert "🏳️ Someone resigned" in running.text
    new = [call for call in room.calls() if call.id not in calls]
    assert [call.pings for call in new] == [[room.ben.id]]
    assert "Ada" not in (await room.command(room.ben, "/matches")).told
    await room.time_passes(60)
    assert not [call.text for call in room.calls() if "Ada" in call.text]


async def test_a_player_who_is_avoided_is_added_listed_and_removed_in_private(room: Room) -> None:
    added = await room.command(room.ada, "/avoid", player=room.ben)
    assert not added.public
    assert "**Ben** is on your list now, and is not told." in added.told
    room.clock.now += 1
    await room.command(room.ada, "/avoid", player=room.cleo)
    listed = await room.command(room.ada, "/avoid")
    assert "- Cleo\n- Ben" in listed.told
    await room.press(room.ada, listed.message, "Ben")
    assert "- Ben" not in listed.message.text
    assert "- Cleo" in listed.message.text
    other = await room.command(room.ben, "/avoid")
    assert "Nobody." in other.told
    robot = room.join("Robot", bot=True)
    for player, said in ((room.ada, "another player"), (robot, "Bots do not play")):
        assert said in (await room.command(room.ada, "/avoid", player=player)).told


async def offered(room: Room) -> list[tuple[Any, Message]]:
    """What Cleo and Ben can show to all of a match that Ada has lost: a replay and her card."""
    match = await played(room, room.ada, room.ben, plies=6)
    await room.service.apply(match.id, resign, room.ada.id)
    replay = await room.command(room.cleo, "replay", match=match.id)
    card = await room.command(room.ben, "/profile", player=room.ada)
    return [(room.cleo, replay.message), (room.ben, card.message)]


_A_QUARTER = 15 * 60 + 1  # seconds after which an answer cannot be edited as one any more


def named(room: Room, *channels: Any) -> list[str]:
    """The texts about Ada that everybody can still read in these channels."""
    found: list[str] = []
    for channel in channels or (room.channel,):
        for each in room.messages(channel):
            files = [str(file["filename"]) for file in each.stored.attachments]
            told = each.text + "".join(each.alts)
            if "Ada" in told or (files and "gif" in files[0]):
                found.append(told)
    return found


async def test_boards_and_threads_that_a_match_has_left_lose_the_name(room: Room) -> None:
    await room.set_up(threads=True)
    challenge = await room.challenge()
    match = challenge.match
    await room.press(room.ben, challenge, "Accept")
    (thread,) = threads(room)
    lounge = room.guild.create_text_channel("lounge")
    ways = lounge, room.channel, lounge
    boards = [await room.move_board(room.ada, channel, match) for channel in ways]
    places = room.channel, lounge, *room.channel.threads
    assert len(named(room, *places)) >= 5
    answer = await room.delete_data(room.ada)
    assert "still show" not in answer.text
    await room.time_passes(60)
    assert named(room, *places) == []
    assert "The board of someone and Ben has moved." in boards[0].text
    assert thread.name == "someone against Ben"
    assert f"<#{thread.id}>" in challenge.text


async def test_what_was_shown_of_a_match_that_is_dropped_loses_the_name_too(room: Room) -> None:
    await room.set_up(threads=True)
    await room.command(room.ada, "/heroes challenge", seats=1)
    (scene,), (thread,) = await room.service.lists.open_matches(room.ada.id), threads(room)
    assert "Ada" in thread.name
    places = room.channel, *room.channel.threads
    await room.service.apply(scene.match.id, resign, room.ada.id)
    await room.time_passes(24 * 3600 + 60)
    assert await room.service.store.find_match(scene.match.id) is None
    assert len(named(room, *places)) == 3, "and Discord's own note of the thread"
    answer = await room.delete_data(room.ada)
    assert named(room, *places) == []
    assert "Ada" not in thread.name
    assert "still show" not in answer.text


async def test_shared_moments_animations_and_cards_lose_the_name(room: Room) -> None:
    shown = await offered(room)
    shown += [(it, (await room.command(it, "/profile")).message) for it in (room.ada, room.ben)]
    moment, *cards, bens = [(await room.press(*it, "Show to all")).message for it in shown]
    gif = (await room.command(room.ben, "animation", match=moment.match, show="all")).message
    before = bens.text
    assert len(named(room)) == 4
    await room.delete_data(room.ada)
    assert named(room) == []
    assert bens.text == before, "the card of somebody else stays"
    for picture in (moment, gif):
        assert "A picture of this match was shown here." in picture.text
        assert picture.labels == ["Replay"]
        assert (await room.press(room.cleo, picture, "Replay")).acknowledged
        assert picture.stored.attachments == []
    assert [card.text for card in cards] == ["The card or result of a player was shown here."] * 2
    left = await room.bench.database.read("SELECT message FROM showings WHERE kind = 'card'")
    assert left == [(bens.id,)]


@pytest.mark.parametrize("lost", ["Discord has it already", "the way back"])
async def test_what_all_see_is_known_though_the_reply_got_lost(room: Room, lost: str) -> None:
    shown = await offered(room)
    send = discord.InteractionResponse.send_message

    async def sent_without_reply(*args: Any, **values: Any) -> Any:
        await send(*args, **values)
        if lost == "the way back":
            raise aiohttp.ServerDisconnectedError
        refusal = {"code": ALREADY_ANSWERED, "message": "already acknowledged"}
        raise discord.HTTPException(Mock(status=400, reason="Bad Request"), refusal)

    with room.patch.context() as patch:
        patch.setattr(discord.InteractionResponse, "send_message", sent_without_reply)
        for who, message in shown:
            await room.press(who, message, "Show to all")
    assert len(named(room)) == 2
    await room.delete_data(room.ada)
    assert named(room) == []


@pytest.mark.parametrize("is_refused", [False, True])
async def test_what_fails_is_tried_again_unless_refused(room: Room, *, is_refused: bool) -> None:
    await room.begin()
    await room.command(room.ada, "board")
    jump(room, _A_QUARTER)
    question = (await room.command(room.ada, "/privacy delete")).message
    room.fail("own edit", *((403, None, 50001) if is_refused else (500, None)))
    await room.press(room.ada, question, "Delete everything")
    if is_refused:
        assert "- 1 message still shows your name, and I cannot edit it by myself." in question.text
    else:
        assert "- 2 messages still show your name; I keep trying to remove it." in question.text
        room.recover()
        await room.restart()
        await room.time_passes(60)
        assert named(room) == []
    assert await room.service.store.showings.count_stale() == 0


@pytest.mark.parametrize("later", [0, _A_QUARTER])
async def test_deleting_asks_nothing_about_a_strange_server(room: Room, later: int) -> None:
    bring(room, room.patch, "server")
    await room.play_on(await room.begin(first="them"), random.Random(1), 2)
    await room.command(room.ada, "board")
    jump(room, later)
    answer = await room.delete_data(room.ada)
    assert ("I cannot edit" in answer.text) is bool(later)
    assert own_requests(room) == []


async def test_a_moment_drawn_while_its_player_was_forgotten_is_stale_at_once(room: Room) -> None:
    match = await played(room, room.ada, room.ben)
    replay = (await room.command(room.ben, "replay", match=match.id)).message
    shown = str(ReplayPress("share", match.id, 0))
    real = room.service.store.showings.add_showing

    async def late(*values: Any) -> bool:
        await Privacy(room.service).delete_data(room.ada.id)
        return await real(*values)

    room.patch.setattr(room.service.store.showings, "add_showing", late)
    moment = await room.late_press(room.ben, replay, shown)
    assert await room.service.store.showings.count_stale() == 2, "the board's message, and this"
    await room.time_passes(60)
    assert "Ada" not in moment.message.text
    assert await room.service.store.showings.count_stale() == 0


class Killed(BaseException):
    """The bot ends before it notes what it has just sent."""


@pytest.mark.parametrize("taken", [True, False])
async def test_a_stop_between_sending_and_noting_leaves_no_name(room: Room, *, taken: bool) -> None:
    shown, showings = await offered(room), room.service.store.showings

    async def killed(*_: object, **__: object) -> None:
        raise Killed

    with room.patch.context() as patch:
        patch.setattr(showings, "note_sent", killed)
        if not taken:
            patch.setattr(discord.InteractionResponse, "send_message", killed)
        for who, message in shown:
            with contextlib.suppress(Killed):
                await room.press(who, message, "Show to all")
    assert len(named(room)) == 2 * taken
    await room.restart()
    answer = await room.delete_data(room.ada)
    assert "- 2 messages still show your name; I keep trying to remove it." in answer.text
    await room.time_passes(2 * _A_QUARTER)
    assert named(room) == []
    assert await room.service.store.showings.count_stale() == 0
    pending = await room.bench.database.read("SELECT 1 FROM showings WHERE message < 0")
    assert pending == []


async def test_the_last_round_forgets_whoever_is_deleted_as_the_next_begins(room: Room) -> None:
    await tournaments.begun(room, room.admin)
    stored = await only(room)
    (other,) = [each for each in stored.competition.course.open if room.ben.id not in each.players]
    await room.play_stored(stored.matches[other.pairing], random.Random(1))
    await pass_time(room, 10)
    await room.delete_data(room.ben)
    await pass_time(room, 60)
    assert (await only(room)).competition.course.round == 2
    others = [each for each in room.messages() if "begins and presses" not in each.text]
    assert not [each for each in others if "Ben" in each.text + "".join(each.alts)]


async def test_a_deletion_asks_before_it_cancels_a_tournament_and_tells_that(room: Room) -> None:
    cup = (await tournaments.create(room, room.admin)).message
    asked = await room.command(room.admin, "/privacy delete")
    assert "1 competition that you host is cancelled, as it has not begun." in asked.told
    await room.delete_data(room.admin)
    await pass_time(room, 60)
    assert "The host or an admin has cancelled it." in cup.text
    untold = "SELECT count(*) FROM duties WHERE what = $1"
    assert await room.bench.database.number(untold, CompetitionDuty.NEWS) == 0
    assert tournaments.events(room) == []


@pytest.mark.expects_errors
async def test_a_match_that_cannot_be_read_keeps_no_other_name_from_going(room: Room) -> None:
    broken, fine = await room.begin(), await room.begin()
    match = broken.match
    await room.command(room.ada, "board", match=match)
    await room.command(room.ada, "board", match=fine.match)
    await room.bench.database.write("UPDATE showings SET stale = 1")
    await room.bench.database.run(lambda db: remove_names(db, 0))
    await room.bench.database.write("UPDATE seats SET seat = seat + 7 WHERE match = $1", match)
    await room.time_passes(60)
    left = await room.bench.database.read("SELECT DISTINCT match FROM showings WHERE stale = 1")
    assert left == [(match,)]
