"""Private matches against the machine, which a player begins where the bot is a guest."""

from typing import Any

import pytest

from cogs.presses.addresses import HubPress, MatchPress
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Access
from tests.discord.games.test_guests import GAMES, guests
from tests.discord.message import Answer, Message
from tests.discord.places import Guests, bring, jump, own_requests
from tests.discord.room import Room
from tests.discord.settling import own_context_by_the_simulated_clock
from tests.discord.tries import pressed, settled

__all__ = ["guests"]  # the fixture of guests

pytestmark = pytest.mark.answering_machine
EVERYWHERE = pytest.mark.parametrize("guests", ["chat", "group", "server"], indirect=True)
_A_DAY = 86_400


@pytest.fixture(autouse=True)
def the_machine_lives_in_simulated_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.board.machine_moves.own_context", own_context_by_the_simulated_clock)


async def hub_of(room: Room) -> Message:
    return (await room.command(room.ada, "play", group="")).message


async def begun(room: Room, game: str = "prowler") -> Answer:
    answer = await room.late_press(room.ada, await hub_of(room), str(HubPress("now", game)))
    await settled(room)
    return answer


async def opened(room: Room, match_id: str, channel: Any = None) -> Message:
    """The private board as it is opened from the list of matches."""
    listed = (await room.command(room.ada, "matches", channel=channel, group="")).message
    assert "Open my board" in listed.labels
    answer = await room.late_press(room.ada, listed, str(MatchPress("look", match_id)))
    assert not answer.public
    return answer.message


def _moves(board: Message) -> list[str]:
    """The buttons that make a move at once."""
    return [it["label"] for it in board.moves if it["custom_id"].startswith("plan:")]


@EVERYWHERE
async def test_a_guest_begins_a_match_that_nobody_else_sees(guests: Guests) -> None:
    room = guests.room
    answer = await begun(room)
    assert not answer.public
    board = answer.message
    assert "Only you see this match" in board.text
    assert board.moves
    match = await room.match(board)
    assert [each.level for each in match.players if each.is_machine] == ["easy"]
    assert match.terms.pace == 0, "nobody waits for a move"
    assert room.messages() == []
    for name in ("board", "replay", "record"):
        told = await room.command(room.cleo, name, match=match.id)
        assert "There is no match" in told.told, name
    assert own_requests(room) == []


@pytest.mark.parametrize(
    ("guests", "game"), [*zip(["chat", "group", "server"], GAMES, strict=True)], indirect=["guests"]
)
async def test_it_is_played_to_its_end_with_a_day_between_two_moves(
    guests: Guests, game: str
) -> None:
    room, rng = guests.room, guests.rng
    board = (await begun(room, game)).message
    guests.match_id = board.match
    match = await pressed(room, board, rng, 2)
    while match.phase is not Phase.OVER and match.ply < 40:
        await guests.a_day_passes()
        if rng.random() < 0.3:
            board = await opened(room, match.id)
        match = await pressed(room, board, rng, 1 if game == "prowler" else 6)
        assert "Look again" not in board.labels
    if match.phase is not Phase.OVER:
        board = await opened(room, match.id)
        if "Skip to the end" in board.labels:
            await room.press(room.ada, board, "Skip to the end")
        menu = (await room.press(room.ada, board, "Menu")).private
        sure = (await room.press(room.ada, menu, "Resign")).message
        await guests.a_day_passes()
        board = (await room.press(room.ada, sure, "Resign")).message
    assert {"Play again", "Review", "Menu"} <= {*board.labels}
    assert room.messages() == []
    guests.check_requests()


async def test_it_opens_weeks_later_from_another_place_and_its_old_board_comes_up_to_date(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as there:
        bring(room, there, "group")
        old = (await begun(room)).message
        label = _moves(old)[-1]
    room.recover()
    jump(room, 20 * _A_DAY)
    room.clock.now += 20 * _A_DAY
    hall = room.guild.create_text_channel("hall")
    board = await opened(room, old.match, hall)
    await room.press(room.ada, board, board.moves[0]["label"])
    await settled(room)
    assert room.messages(hall) == []
    with monkeypatch.context() as there:
        bring(room, there, "group")
        late = await room.press(room.ada, old, label)
        assert "moved on" in late.told
        assert "digs" in old.text


@pytest.mark.parametrize("late", [False, True])
async def test_a_hint_that_is_played_leaves_one_board_and_a_later_press_on_an_older_one_says_so(
    guests: Guests, *, late: bool
) -> None:
    room, old = guests.room, (await begun(guests.room, "landgrab")).message
    guests.match_id = old.match
    label = old.moves[0]["label"]
    hint = (await room.press(room.ada, old, "Hint")).message
    while "Play it" not in hint.labels:
        await room.press(room.ada, hint, hint.labels[0])
    if late:
        await guests.a_day_passes()
    await room.press(room.ada, hint, "Play it")
    await settled(room)
    assert hint.moves
    assert old.exists == late, "Discord lets nobody remove it later"
    if late:
        answer = await room.press(room.ada, old, label)
        assert "the match has moved on" in answer.told
        assert not hint.exists, "the board pressed last stays"


@EVERYWHERE
async def test_who_has_nothing_but_buttons_comes_back_to_it(guests: Guests) -> None:
    room = guests.room
    ended = (await begun(room)).message
    await room.service.apply(ended.match, resign, room.ada.id)
    await room.press(room.ada, ended, "Menu")
    await settled(room)
    hub = (await room.press(room.ada, ended, "Another game")).message
    board = (await room.late_press(room.ada, hub, str(HubPress("now", "prowler")))).message
    match_id = board.match
    assert "“Your matches” leads back to it" in board.text
    await guests.a_day_passes()
    hub = (await room.press(room.ada, ended, "Another game")).message
    listed = (await room.press(room.ada, hub, "Your matches")).message
    assert listed.labels == ["Open my board"]
    again = (await room.press(room.ada, listed, "Open my board")).message
    assert again.match == match_id
    assert again.moves or "Look again" in again.labels
    helped = await room.press(room.ada, (await hub_of(room)), "Help")
    assert "commands work for those who have added me" in helped.told
    assert helped.message.labels == ["Your matches", "Preferences"]


async def test_its_player_shows_it_to_all_only_once_they_are_sure(guests: Guests) -> None:
    room = guests.room
    board = (await begun(room)).message
    menu = (await room.press(room.ada, board, "Menu")).private
    assert "the board for everybody here" in menu.text
    asked = await room.press(room.ada, menu, "Show it here")
    assert asked.message.labels == ["Look here, only you", "Show it here"]
    assert room.messages() == []
    shown = await room.press(room.ada, asked.message, "Show it here")
    assert shown.public
    assert [it.id for it in room.messages()] == [shown.message.id]
    stored = await room.board_row(board.match)
    assert (stored.message, stored.access) == (shown.message.id, Access.INTERACTION)
    assert (await room.press(room.cleo, shown.message, "Menu")).told
    await pressed(room, board, guests.rng, 1)
    assert "digs" in shown.message.text


async def test_it_begins_where_a_server_hides_what_guests_post(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, monkeypatch, "server", public=False)
    answer = await begun(room)
    assert answer.message.moves
    assert not answer.public


async def test_where_the_bot_is_a_member_play_begins_a_match_for_all(room: Room) -> None:
    assert (await begun(room)).public


@EVERYWHERE
async def test_others_get_the_same_bytes_whether_or_not_somebody_plays_in_private(
    guests: Guests,
) -> None:
    room = guests.room
    unknown = await _told_to_others(room, "aaaaaaaa")
    match = await room.match((await begun(room)).message)
    assert await _told_to_others(room, match.id) == unknown
    await room.service.apply(match, resign, room.ada.id)
    await settled(room)
    assert (await room.match(match.id)).phase is Phase.OVER
    assert await _told_to_others(room, match.id) == unknown


async def _told_to_others(room: Room, match_id: str) -> list[str]:
    """What Cleo gets about Ada and a match, in the place where it is played."""
    answers = [await room.command(room.cleo, "leaderboard", group="", scope="overall")]
    answers.append(await room.command(room.cleo, "profile", group="", player=room.ada))
    answers += [await room.tab(room.cleo, tab, player=room.ada) for tab in ("Matches", "Games")]
    answers += [
        await room.command(room.cleo, name, match=match_id)
        for name in ("board", "replay", "record", "animation")
    ]
    told = [str(each.message.stored.components) for each in answers]
    return [each.replace(match_id, "") for each in told]
