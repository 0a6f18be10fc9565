"""Whole matches where the bot is no member, with days between the presses and buttons alone."""

from typing import Any

import pytest
import simcord

from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.landgrab import Landgrab
from tests.discord.games.test_heroes import Table
from tests.discord.games.test_landgrab import press_one
from tests.discord.message import Message
from tests.discord.places import Guests, Kind, bring, let_them_hurry
from tests.discord.playing import Playing
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES
from tests.opponent.quick import QuickThinkers

pytestmark = pytest.mark.answering_machine
GAMES = ["prowler", "landgrab", "heroes"]
_HEROES = Playing("heroes", Position)


@pytest.fixture
async def guests(
    request: pytest.FixtureRequest, room: Room, monkeypatch: pytest.MonkeyPatch
) -> Guests:
    place: Kind = getattr(request, "param", "group")
    bring(room, monkeypatch, place)
    await let_them_hurry(room)
    return Guests(room)


async def begin(guests: Guests, game: str, *others: simcord.MemberActor, **options: Any) -> None:
    """Ada challenges these players by a command, and each accepts by a press."""
    named: dict[str, Any] = {
        f"opponent_{at}".removesuffix("_1"): it for at, it in enumerate(others, 1)
    }
    answer = await guests.room.command(
        guests.room.ada, "challenge", group=game, pace=0, **named, **options
    )
    board = answer.message
    guests.match_id = board.match
    for each in others:
        accept = next(it for it in ("Accept", "Join") if it in board.labels)
        await guests.room.press(each, board, accept)


# ------------------------------------------------------------------ on the shared board


async def take_turns(guests: Guests, *, claims: bool = False, visits: int = 9_999) -> None:
    """Whoever is called comes a day later and presses the board on until it is another's turn."""
    room, rng = guests.room, guests.rng
    while not await guests.over() and visits:
        visits -= 1
        await guests.a_day_passes()
        player = await room.mover(guests.match_id)
        while not await guests.over() and await room.mover(guests.match_id) == player:
            board = guests.called(player)
            ply = (await guests.match()).ply
            if claims:
                await press_one(room, board, rng)
            else:
                await press_on(guests, player, board)
            if (await guests.match()).ply > ply:
                await guests.check_board(guests.shown())
            if rng.random() < 0.1:
                await guests.a_day_passes()
            elif rng.random() < 0.3 and "Menu" in guests.shown().labels:
                await guests.look_at_once()
    if await guests.over():
        guests.check_end()


async def press_on(guests: Guests, player: simcord.MemberActor, board: Message) -> None:
    """A press on the board, and those on what it opens for the player alone."""
    label = guests.rng.choice(board.moves)["label"]
    answer = await guests.room.press(player, board, label)
    while guests.has_private(answer) and answer.private.moves:
        if guests.rng.random() < 0.3:
            await guests.a_day_passes()
        shown = answer.private
        answer = await guests.room.press(player, shown, guests.rng.choice(shown.moves)["label"])


async def test_prowlers_passage_is_played_on_with_a_day_between_two_moves(guests: Guests) -> None:
    await begin(guests, "prowler", guests.room.ben)
    await take_turns(guests, visits=8)


async def test_landgrab_is_played_to_its_end_with_a_day_between_two_turns(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Landgrab, "setup", lambda *_: "RB/1/F6,H6/F7/")
    await begin(guests, "landgrab", guests.room.ben)
    await take_turns(guests, claims=True)


@pytest.mark.parametrize("guests", ["chat", "group", "server"], indirect=True)
async def test_whoever_finds_an_open_choice_of_another_player_refreshes_it(guests: Guests) -> None:
    room = guests.room
    await begin(guests, "prowler", room.ben)
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


# ------------------------------------------------------------------ on boards of their own


async def build(guests: Guests, *players: simcord.MemberActor, visits: int = 9_999) -> None:
    """One player a day comes, to the board that calls them or to the board they left open."""
    room, rng = guests.room, guests.rng
    table = Table(room, guests.shown(), *players)
    while not await guests.over() and visits:
        visits -= 1
        await guests.a_day_passes()
        match = await guests.match()
        awaited = room.service.to_move(match)
        seat = min(awaited, key=lambda each: (match.decision(each).since, each))
        begun = match.decision(seat).moment
        table.shared = guests.called(table.players[seat])
        if rng.random() < 0.5:
            table.boards.pop(seat, None)
        while seat in (now := await _HEROES.position(room, guests.match_id)).to_move:
            await table.make(seat, str(CHOICES["sensible"](rng, now, seat)))
            match = await guests.match()
            if match.decision(seat).moment != begun:
                break
            if rng.random() < 0.02:
                await guests.a_day_passes()
        await room.env.settle()
        await guests.check_board(guests.shown())
    if await guests.over():
        guests.check_end()


async def test_heroes_beware_is_played_on_with_a_day_between_two_turns(guests: Guests) -> None:
    await begin(guests, "heroes", guests.room.ben)
    await build(guests, guests.room.ada, guests.room.ben, visits=6)
    _, *later = boards = [each for each in guests.room.messages() if "Menu" in each.labels]
    assert later
    assert all(each.pings for each in later), "no new board where nobody is called"
    for each in boards:
        names = "Ada against Ben" if "Ada against Ben" in each.text else "Ben against Ada"
        lasting = f"Heroes Beware, {names}. Press **Open my board** to see where it stands."
        assert each.text.splitlines()[-2] == lasting
        assert "due" not in each.text


async def test_who_is_awaited_alone_is_called_where_direct_messages_are_refused(
    guests: Guests,
) -> None:
    room = guests.room
    room.env.inject_error("POST", "/users/@me/channels", status=403, times=None)
    await begin(guests, "heroes", room.ben)
    for player in (room.ada, room.ben, room.ada):  # Ben begins the second turn himself
        opened = await room.press(player, guests.shown(), "Open my board")
        asked = await room.press(player, opened.private, "End turn")
        await room.press(player, asked.message, "Yes, end turn")
        await room.env.settle()
        guests.check_requests()
        other = room.ben if player == room.ada else room.ada
        assert guests.shown().pings == [other.id]
        await guests.a_day_passes()


# ------------------------------------------------------------------ against the machine


async def test_a_reply_of_the_machine_a_day_later_is_seen_with_the_next_press(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Landgrab, "setup", lambda *_: "RB/1/F6,H6/F7/")
    room, late = guests.room, 0
    assert room.bench.hosting is not None
    thinkers = room.bench.hosting.thinkers
    assert isinstance(thinkers, QuickThinkers)
    await begin(guests, "landgrab", machine="easy")
    thinkers.free.clear()
    while not await guests.over():
        board, now = guests.shown(), await guests.match()
        while (await guests.match()).ply == now.ply and not room.service.only_machines_to_move(now):
            await room.press(room.ada, board, guests.rng.choice(board.moves)["label"])
        await guests.check_board(board)
        await guests.a_day_passes()
        before = (await guests.match()).ply
        thinkers.free.set()
        await guests.machine_moves()
        thinkers.free.clear()
        if (await guests.match()).ply > before:
            late += 1
            await room.press(room.ada, board, "Menu")
            await guests.check_board(board)
    assert late
    guests.check_end()
