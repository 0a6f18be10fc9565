"""Whole matches of Landgrab in Discord, from the challenge to the count at the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.board.board_messages import BoardMessages
from cogs.games.landgrab.texts import FIGHT, LARGE, SMALL
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.map import COLUMNS
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match.match import Ending
from tests.discord.message import Message
from tests.discord.playing import Playing, hurry
from tests.discord.room import Room
from tests.positions import states

pytestmark = pytest.mark.answering_machine
_PLAYING = Playing("landgrab", Position)
asked, position = _PLAYING.asked, _PLAYING.position


async def test_a_challenge_says_which_map_is_played_and_what_its_buttons_do(room: Room) -> None:
    drawn = (await asked(room, "challenge", opponent=room.ben)).message
    assert "The map is a new one, drawn for this match." in drawn.text
    assert (
        "Choose a colour under “Join with”, or press “Accept” and get any free colour."
        in drawn.text
    )
    await room.press(room.ada, drawn, "Cancel the match")
    anybody = (await asked(room, "challenge", map="mill")).message
    assert "The map is Mill" in anybody.text
    (shown,) = anybody.alts
    assert shown.startswith("The map Mill. Buildings: D2 small, I2-J2 large"), (
        "the map itself is to be seen"
    )
    assert "who accepts" not in anybody.text, "nobody can"


async def press_one(room: Room, board: Message, rng: random.Random) -> None:
    """Press on: attacks first, then claims, else anything, so that a match does not take long."""
    signs = {each["emoji"]["name"]: each["label"] for each in board.moves if "emoji" in each}
    wanted = map(str, (FIGHT, SMALL, LARGE))
    label = next((signs[sign] for sign in wanted if sign in signs), None)
    usual = [each["label"] for each in board.moves if each["label"] != "Draw the rest"]
    await room.press(await room.mover(board), board, label or rng.choice(usual))


async def test_colours_are_chosen_with_the_challenge_and_with_the_seats(room: Room) -> None:
    lobby = (
        await asked(room, "challenge", opponent=room.ben, opponent_2=room.cleo, colour="Y")
    ).message
    assert "The match begins once Ben and Cleo have accepted." in lobby.text
    joins = [option["label"] for option in lobby.selects[0]["options"]]
    assert joins == ["Red", "Blue", "Green"], "Ada has Yellow"
    await room.press(room.ben, lobby, "Green")
    await room.press(room.cleo, lobby, "Accept")
    match = await room.match(lobby)
    assert match.setup.startswith(("YGR/", "YGB/"))


async def test_a_map_that_does_not_suit_so_many_is_refused_at_once(room: Room) -> None:
    for seats, map_ in ((3, "hall"), (4, "duel")):
        refused = await asked(room, "challenge", seats=seats, map=map_)
        assert f"The map “{map_}” is not for {seats} players" in refused.told
    assert room.messages() == []


async def test_only_the_picture_names_all_players_of_a_map_that_is_built(
    room: Room,
) -> None:
    lobby = await asked(room, "challenge", opponent=room.ben, opponent_2=room.cleo, map="together")
    await room.press(room.ben, lobby.message, "Accept")
    await room.press(room.cleo, lobby.message, "Accept")
    assert all(name in lobby.message.alts[0] for name in ("Ada", "Ben", "Cleo"))
    assert not all(name in lobby.message.text for name in ("Ada", "Ben", "Cleo"))


async def test_a_map_is_built_together_in_two_presses_each_or_one_where_there_is_no_choice(
    room: Room,
) -> None:
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben, map="together")).message
    await room.press(room.ben, board, "Accept")
    rng, phases = random.Random(3), list[str]()
    while (now := await position(room, board)).phase != "turn":
        phases.append(now.phase)
        ply, presses, saved = (await room.match(board)).ply, 0, False
        while (await room.match(board)).ply == ply:
            if now.phase != "spawns":
                assert "Draw the rest" in board.labels or "Back" in board.labels
            labels = [each["label"] for each in board.moves if each["label"] != "Draw the rest"]
            label = rng.choice(labels)
            if not presses:
                # A column with one place has that in its stead.
                saved = label not in COLUMNS
            await room.press(await room.mover(board), board, label)
            presses += 1
        assert presses == 2 - saved
    assert [phases.count(phase) for phase in ("tiles", "buildings", "spawns")] == [19, 15, 2]


async def on_a_small_map(
    room: Room, monkeypatch: pytest.MonkeyPatch, setup: str, **options: Any
) -> Message:
    """A match that has got to its first turn, on a map as small as those of lessons."""
    monkeypatch.setattr(Landgrab, "setup", lambda *_: setup)
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben, **options)).message
    await room.press(room.ben, board, "Accept")
    if options.get("opponent_2"):
        await room.press(room.cleo, board, "Accept")
    while (now := await position(room, board)).phase == "spawns":
        first = str(now.legal[0]).removeprefix("p:")
        for label in (first[0], first):
            if label in board.labels:  # a column with one square has that in its place
                await room.press(await room.mover(board), board, label)
    return board


async def test_a_player_who_leaves_a_match_of_three_is_gone_and_the_others_play_on(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = "RBG/1/F6,H6,F8,H8/F7/"
    board = await on_a_small_map(room, monkeypatch, setup, opponent_2=room.cleo)
    confirm = await asked(room, "resign", room.cleo)
    assert "They play on, and you rank behind them" in confirm.told
    await room.press(room.cleo, confirm.message, confirm.message.labels[0])
    assert "**Cleo** leaves. The buildings stay" in board.text
    assert "has left" in board.alts[0]
    assert (await room.match(board)).ending is None


async def test_a_player_who_is_out_watches_on_and_is_not_called(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = "RBG/1/F6,H6,F8,H8/F7/"
    board = await on_a_small_map(room, monkeypatch, setup, opponent_2=room.cleo)
    while 0 not in (now := await position(room, board)).lives:
        assert board.moves
        await press_one(room, board, random.Random(now.round))
    out = now.lives.index(0)
    match = await room.match(board)
    name = match.player(out + 1).name
    assert f"**{name}** loses the last life and is out." in board.text
    assert "can watch and is pinged at the end." in board.text
    if match.ending is None:
        assert match.player(out + 1).id not in [user for it in room.calls() for user in it.pings]
    player = room.member(match.player(out + 1).id)
    looked = await room.press(player, board, "Menu")
    assert "My view" in looked.message.labels
    own = await room.press(player, looked.message, "My view")
    for shown in (looked, own):
        assert "Plan" not in shown.message.labels, "nothing is left to plan"


@pytest.mark.full
@pytest.mark.both_databases
async def test_four_play_with_two_machines_to_the_end(room: Room) -> None:
    await hurry(room)
    assert room.bench.bot.features is not None
    boards = room.bench.bot.features.find_feature(BoardMessages)
    boards.machines.pace = 0
    lobby = (await asked(room, "challenge", opponent=room.ben, machine="easy", seats=4)).message
    assert "The match begins once Ben has accepted." in lobby.text
    await room.press(room.ben, lobby, "Accept")
    rng = random.Random(4)
    while (await room.match(lobby)).ending is None:
        await boards.machines.rest()
        await room.env.settle()
        if lobby.moves and (await room.match(lobby)).ending is None:
            await press_one(room, lobby, rng)
    await boards.machines.rest()  # which show what they have done after it is stored
    await room.env.settle()
    match = await room.match(lobby)
    assert match.ending is Ending.PLAYED
    assert [player.is_machine for player in match.players] == [False, False, True, True]
    assert {play.seat for play in match.plays} == {0, 1, 2, 3, 4}
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    (sheet,) = lobby.alts
    assert all(str(total) in sheet for total in outcome.totals)
    assert lobby.moves == []
    assert "Rematch" in lobby.labels


async def test_a_claim_is_shown_with_its_odds_before_it_counts(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await on_a_small_map(room, monkeypatch, "RB/1/F6,H6/F7/")
    mover = await room.mover(board)
    private = (await room.press(mover, board, "Menu")).message
    view = (await room.press(mover, private, "My view")).message
    seen = await room.choose_move(mover, view, "try:c:")
    assert "A roll of 10 or more takes it: 25%." in seen.message.text
    assert seen.message.text.count("25%") == 1, "the chance is told once"
    assert "nothing takes it back" in seen.message.text
    await room.press(mover, seen.message, "Confirm")
    assert "🎲" in board.text or "rolls" in board.text
    assert (await position(room, board)).last is not None


async def test_of_three_each_reads_at_their_turn_what_happened_to_them_since_their_last_move(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = "RBG/1/F6,H6,F8,H8/F7/"
    board = await on_a_small_map(room, monkeypatch, setup, opponent_2=room.cleo)
    rng, own, struck, small = random.Random(3), 0, 0, 0
    while board.moves and (own < 2 or struck < 2):
        await press_one(room, board, rng)
        now = await position(room, board)
        if not now.round or len(now.to_move) > 1 or not board.moves:
            continue
        (mover,) = now.to_move
        match = await room.match(board)
        name, plays = match.player(mover).name, match.plays
        start = max((at for at, play in enumerate(plays) if play.seat == mover), default=None)
        if start is None or {play.seat for play in plays[start + 1 :]} <= {0}:
            continue
        full = [line for line in board.text.splitlines() if not line.startswith("-#")]
        if str(plays[start].move).startswith("c:"):
            own += 1
            assert any(f"**{name}** rolls **" in line for line in full)
        if any(str(play.move) == f"a:{mover}" for play in plays[start + 1 :]):
            struck += 1
            assert any("attacks" in line and f"**{name}**" in line for line in full)
        others = [f"-# {player.name} " for player in match.players if player.name != name]
        small += any(line.startswith(tuple(others)) for line in board.text.splitlines())
    assert own, "a claim of one's own"
    assert struck, "an attack by another player"
    assert small, "what two others did is told small"


async def test_the_goal_is_told_above_the_first_decision_and_not_for_long(room: Room) -> None:
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben, map="duel")).message
    await room.press(room.ben, board, "Blue")
    assert "**Goal:** the most points when the match ends." in board.text
    assert board.text.index("**Goal:**") < board.text.index("▶️")
    await room.play_stored(board.match, random.Random(2), 12)
    assert (await position(room, board)).round > 1
    later = (await asked(room, "board", match=board.match)).message
    assert "**Goal:**" not in later.text
