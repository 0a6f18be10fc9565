"""Whole matches where the bot is no member, with days between the presses and buttons alone."""

from typing import Any

import pytest

from cogs.presses import HubPress, MatchPress
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Access
from tests.discord.message import Answer, Message
from tests.discord.places import Guests, Kind, bring, jump, own_requests
from tests.discord.room import Room
from tests.discord.settling import press_context_by_simulated_clock
from tests.discord.tries import pressed, settled

pytestmark = pytest.mark.answering_machine
GAMES = ["prowler", "landgrab", "heroes"]


@pytest.fixture
async def guests(
    request: pytest.FixtureRequest, room: Room, monkeypatch: pytest.MonkeyPatch
) -> Guests:
    place: Kind = getattr(request, "param", "group")
    bring(room, monkeypatch, place)
    await room.hurry()
    return Guests(room)


async def begin(guests: Guests, game: str) -> None:
    """Ada challenges Ben by a command, who accepts by a press."""
    board = await guests.room.challenge(group=game, pace=0)
    guests.match_id = board.match
    await guests.room.press(guests.room.ben, board, "Accept")


@pytest.mark.parametrize("guests", ["chat", "group", "server"], indirect=True)
async def test_whoever_finds_an_open_choice_of_another_player_refreshes_it(guests: Guests) -> None:
    room = guests.room
    await begin(guests, "prowler")
    board, mover = guests.shown(), await room.mover(guests.match_id)
    await room.press(mover, board, board.moves[0]["label"])
    board = guests.shown()
    mover = await room.mover(guests.match_id)
    choices = [it for it in board.moves if it["custom_id"].startswith("choose:")]
    await room.press(mover, board, choices[0]["label"])
    assert board.labels[-2:] == ["Back", "Refresh"]
    assert "Press **Refresh** to see where it stands." in board.text
    await guests.a_day_passes()
    await room.play_stored(guests.match_id, guests.rng, 3)
    other = room.ben if mover == room.ada else room.ada
    answer = await room.press(other, board, "Refresh")
    assert answer.told == ""
    assert "Menu" in board.labels
    await guests.check_board(board)
    guests.check_requests()


EVERYWHERE = pytest.mark.parametrize("guests", ["chat", "group", "server"], indirect=True)
_A_DAY = 86_400


@pytest.fixture(autouse=True)
def the_machine_lives_in_simulated_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.board.machine_moves.press_context", press_context_by_simulated_clock)


async def begun(room: Room, game: str = "prowler") -> Answer:
    hub = (await room.command(room.ada, "/play")).message
    answer = await room.late_press(room.ada, hub, str(HubPress("now", game)))
    await settled(room)
    return answer


async def opened(room: Room, match_id: str, channel: Any = None) -> Message:
    """The private board as it is opened from the list of matches."""
    listed = (await room.command(room.ada, "/matches", channel=channel)).message
    assert "Open my board" in listed.labels
    answer = await room.late_press(room.ada, listed, str(MatchPress("look", match_id)))
    assert not answer.public
    return answer.message


@EVERYWHERE
async def test_others_get_the_same_bytes_whether_or_not_a_guest_plays_apart(guests: Guests) -> None:
    room = guests.room
    unknown = await _told_to_others(room, "aaaaaaaa")
    answer = await begun(room)
    assert not answer.public
    board = answer.message
    assert "Only you see this match" in board.text
    assert board.moves
    match = await room.match(board)
    assert [each.level for each in match.players if each.is_machine] == ["easy"]
    assert match.terms.pace == 0, "nobody waits for a move"
    assert room.messages() == []
    assert await _told_to_others(room, match.id) == unknown
    await room.service.apply(match, resign, room.ada.id)
    await settled(room)
    assert (await room.match(match.id)).phase is Phase.OVER
    assert await _told_to_others(room, match.id) == unknown
    assert own_requests(room) == []


@pytest.mark.parametrize(
    ("guests", "game"), [*zip(["chat", "group", "server"], GAMES, strict=True)], indirect=["guests"]
)
async def test_it_is_played_out_with_a_day_between_two_moves(guests: Guests, game: str) -> None:
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


async def test_it_opens_weeks_later_elsewhere_and_its_old_board_follows(room: Room) -> None:
    with room.patch.context() as there:
        bring(room, there, "group")
        old = (await begun(room)).message
        plans = [it for it in old.moves if it["custom_id"].startswith("plan:")]
        label = plans[-1]["label"]
    room.recover()
    jump(room, 20 * _A_DAY)
    room.clock.now += 20 * _A_DAY
    hall = room.guild.create_text_channel("hall")
    board = await opened(room, old.match, hall)
    await room.press(room.ada, board, board.moves[0]["label"])
    await settled(room)
    assert room.messages(hall) == []
    with room.patch.context() as there:
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
    while not (play := [each for each in hint.labels if each in {"Play it", "Play A"}]):
        await room.press(room.ada, hint, hint.labels[0])
    if late:
        await guests.a_day_passes()
    await room.press(room.ada, hint, play[0])
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


async def test_its_player_takes_a_move_back_and_shows_it_to_all_once_sure(guests: Guests) -> None:
    room = guests.room
    board = (await begun(room)).message
    before = await pressed(room, board, guests.rng, 3)
    await guests.a_day_passes()
    menu = (await room.press(room.ada, board, "Menu")).private
    label = next(each for each in menu.labels if each.startswith("Take back"))
    board = (await room.press(room.ada, menu, label)).message
    assert (await room.match(board)).ply < before.ply
    assert board.moves, "the position is there to play on"
    menu = (await room.press(room.ada, board, "Menu")).private
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


async def _told_to_others(room: Room, match_id: str) -> list[str]:
    """What Cleo gets about Ada and a match, in the place where it is played."""
    answers = [await room.command(room.cleo, "/leaderboard", scope="overall")]
    answers.append(await room.command(room.cleo, "/profile", player=room.ada))
    answers += [await room.tab(room.cleo, tab, player=room.ada) for tab in ("Matches", "Games")]
    answers += [
        await room.command(room.cleo, name, match=match_id)
        for name in ("board", "replay", "record", "animation")
    ]
    told = [str(each.message.stored.components) for each in answers]
    return [each.replace(match_id, "") for each in told]
