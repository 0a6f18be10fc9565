"""Whole matches of Landgrab in Discord, from the challenge to the count at the end."""

import json
import random
from dataclasses import replace

import pytest

from cogs.board.board_messages import BoardMessages
from cogs.games.landgrab.texts import FIGHT, LARGE, SMALL
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.map import NAME
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match import agreements, lobby
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.message import Message
from tests.discord.playing import Playing, hurry
from tests.discord.room import Room
from tests.match.test_leaving import OUT, made
from tests.match.test_leaving import position as position_of
from tests.persistence.matches import states

asked = Playing("landgrab", Position).asked


@pytest.mark.answering_machine
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


@pytest.mark.answering_machine
@pytest.mark.full
@pytest.mark.both_databases
async def test_four_play_with_two_machines_to_the_end(room: Room) -> None:
    await hurry(room)
    boards = room.feature(BoardMessages)
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


async def test_a_way_begins_in_ones_own_turn_by_a_press_and_keeps_what_follows(room: Room) -> None:
    board, rng = await room.begin_landgrab(room.ada, room.ben, map="drawn"), random.Random(1)
    while phase(room, await room.match(board)) != "turn" or await room.mover(board) != room.ada:
        await press_one(room, board, rng)
    position = await Playing("landgrab", Position).position(room, board)
    step = next(str(move) for move in position.moves(1) if not move.kind)
    home = NAME[position.pawns[0]]
    own = (await asked(room, "plan", way=f"{step}, {home}")).message
    shown = board.snapshot()
    await room.press(room.ada, own, "Begin")
    match = await room.match(board)
    assert (match.plays[-1].move, match.player(1).plan) == (step, home)
    assert board.snapshot() != shown
    assert step.upper() in own.text.partition("\n")[2].partition("\n")[0], "it tells what was done"
    assert "Begin" not in own.labels, "now others are to move"
    assert "End the plan" in own.labels


# -------------------------------------------------------------------------- replays of Landgrab


_MOVES = ["p:G6", "p:H6", "c:F7", "d4", "a:1", "d3", "d9"]
_RECORD = {"game": "landgrab", "setup": "RB/1/F6,H6/F7/", "moves": _MOVES}


async def imported(room: Room) -> Message:
    file = ("record.jsonl", json.dumps(_RECORD).encode())
    return (await asked(room, "import", file=file)).message


def moves_listed(replay: Message) -> list[str]:
    (select,) = [each for each in replay.selects if each["placeholder"] == "Jump to a move"]
    return [option["label"] for option in select["options"]]


async def test_a_claim_or_an_attack_and_its_rolls_are_one_step(room: Room) -> None:
    replay = await imported(room)
    await room.jump(room.ada, replay, 0)
    assert moves_listed(replay)[1:] == [
        "1 · Player 1: spawn G6",
        "2 · Player 2: spawn H6",
        "3 · Player 1: claim F7, roll 4",
        "4 · Player 2: attack Red, roll 3, roll 9",
    ]
    seen = []
    for _ in range(4):
        await room.press(room.ada, replay, "Forward")
        seen.append(replay.text)
    assert ["Move 3 of" in seen[2], "Move 4 of" in seen[3]] == [True, True]
    assert "rolls **4**" in seen[2]
    await room.press(room.ada, replay, "Back")
    assert "Move 3 of" in replay.text


async def test_what_was_drawn_is_told_as_the_move_of_nobody(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben, map="together")
    await room.play_stored(board.match, random.Random(1), 3)
    match = await room.match(board)
    await room.service.apply(match.id, agreements.ask, room.ada.id, Asked.DRAWN, match.moment)
    match = await room.match(board)
    assert match.question is not None
    await room.service.apply(match.id, agreements.agree, room.ben.id, Asked.DRAWN, match.moment)
    match = await room.match(board)
    drawn = match.ply
    assert states(room.service, match)[-1].facts()["phase"] == "spawns"
    private = await asked(room, "board", match=match.id, private=True)
    assert "placed" not in private.message.text
    await room.play_stored(match.id, random.Random(1), drawn + 2)
    replay = (await asked(room, "replay", match=match.id, move=drawn)).message
    assert "placed" not in replay.text
    told = next(label for label in moves_listed(replay) if label.startswith(f"{drawn} · "))
    assert told.startswith(f"{drawn} · drawn by lot: ")


# --------------------------------------------------------------- having the rest of a map drawn


DRAW, AGREE = "Draw the rest", "Agree: draw the rest"


def phase(room: Room, match: Match) -> object:
    return states(room.service, match)[-1].facts()["phase"]


def question(room: Room) -> Message:
    return [each for each in room.messages() if "by lot" in each.text and each.pings][-1]


async def test_the_board_offers_it_while_the_map_is_built_and_the_others_are_asked(
    room: Room,
) -> None:
    board = await room.begin_landgrab()
    answer = await room.press(room.ben, board, DRAW)
    assert not answer.public
    assert "Waiting for Ada and Cleo." in answer.told
    assert "❓ **Ben** asks to have the rest of the set-up drawn by lot." in board.text
    assert board.button(DRAW)["disabled"], "and it keeps its place"
    asked = question(room)
    assert sorted(asked.pings) == sorted([room.ada.id, room.cleo.id])
    await room.press(room.ada, asked, AGREE)
    assert phase(room, await room.match(board)) == "tiles"
    assert "Ada agreed." in board.text


async def test_once_all_agree_the_map_is_drawn_and_the_next_player_is_called(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    await room.press(room.ada, board, DRAW)
    await room.press(room.ben, question(room), AGREE)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    assert f"The rest of the set-up was drawn by lot: {match.ply} moves." in board.text
    assert "places a" not in board.text, "no player did"
    assert DRAW not in board.labels
    (seat,) = room.service.to_move(match)
    called = [call.pings for call in room.calls()]
    assert called == ([[match.player(seat).id]] if match.player(seat).id != room.ben.id else [])
    spawn = str(states(room.service, match)[-1].moves(seat)[0]).removeprefix("p:")
    for label in (spawn[0], spawn):
        await room.press(room.member(match.player(seat).id), board, label)
    assert "by lot" not in board.text, "told until play goes on"


async def test_the_menu_offers_it_too_and_a_refusal_leaves_all_as_it_was(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    menu = await room.press(room.ada, board, "Menu")
    await room.press(room.ada, menu.message, DRAW)
    await room.press(room.ben, question(room), "Refuse")
    match = await room.match(board)
    assert (match.ply, phase(room, match)) == (0, "tiles")
    assert "refused" in (await room.press(room.ada, board, DRAW)).told


async def test_by_command_it_is_asked_and_agreed_to(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    asked = await room.command(room.ada, "draw-rest", group="landgrab")
    assert "Waiting for Ben." in asked.told
    assert "❓ **Ada** asks" in board.text
    await room.command(room.ben, "draw-rest", group="landgrab", match=board.match)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    late = await room.command(room.ben, "draw-rest", group="landgrab")
    assert late.told == "There is nothing to draw by lot at this point of the match."


# --------------------------------------------------------------- players who are out of a match


async def shown(room: Room) -> Message:
    """A match in which Cleo is out and Ada and Ben play on."""
    three = (room.ada, room.ben, room.cleo)
    players = (
        replace(seat, id=it.id, name=room.names[it.id])
        for seat, it in zip(OUT.players, three, strict=True)
    )
    match = replace(OUT, players=tuple(players))
    now = room.clock.now
    decisions = tuple(replace(each, since=now) for each in match.decisions)
    match = replace(match, id="out123", decisions=decisions, turn_at=now, changed_at=now)
    assert await room.service.store.add(match)
    answer = await room.command(room.ada, "board", group="landgrab", match=match.id)
    return answer.message


async def pressed(room: Room, board: Message, kinds: str = "step") -> Match:
    """A step by the player to move, as if it had been typed."""
    match = await room.match(board)
    state = position_of(match)
    (seat,) = state.to_move
    move = made(match, state, random.Random(3), kinds).plays[match.ply].move
    actor = room.member(match.player(seat).id)
    await room.command(actor, "play", group="landgrab", move=move, match=match.id)
    return await room.match(board)


async def test_the_list_of_matches_does_not_promise_a_victory_to_who_is_out(room: Room) -> None:
    await shown(room)
    listed = (await room.command(room.cleo, "matches", group="")).told
    assert "you are out, and can watch" in listed
    assert "win" not in listed


async def test_a_player_who_is_out_sees_all_and_is_offered_no_leaving(room: Room) -> None:
    board = await shown(room)
    menu = (await room.press(room.cleo, board, "Menu")).message
    assert "Leave" not in menu.labels
    assert {"My view", "Describe", "Replay", "Cancel match"} <= {*menu.labels}
    assert "Leave" in (await room.press(room.ben, board, "Menu")).message.labels
    assert (await room.press(room.cleo, menu, "My view")).told
    resigned = await room.command(room.cleo, "resign", group="landgrab", match=board.match)
    assert "nothing to give up" in resigned.told
    assert (await room.match(board)).phase is Phase.PLAYING
    played = await room.command(room.cleo, "play", group="landgrab", move="F6", match=board.match)
    assert "You are out of this match" in played.told


async def test_who_is_out_and_reads_words_first_hears_only_the_latest_turns(room: Room) -> None:
    await room.service.store.choices.put(room.cleo.id, PlayerChoices(text_first=True))
    board = await shown(room)
    for _ in range(14):
        await pressed(room, board)
    own = await room.command(room.cleo, "board", group="landgrab", match=board.match, private=True)
    heard, _, _ = own.told.partition("### Position")
    assert "The replay has the turns before these." in heard
    assert len(heard.split()) <= 120


async def test_a_player_who_is_out_can_have_their_data_deleted_and_the_others_play_on(
    room: Room,
) -> None:
    board = await shown(room)
    forgotten = await Privacy(room.service).forget(room.cleo.id)
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert match.player(3).forgotten
    assert board.match in forgotten.others
    assert (await pressed(room, board)).ply == match.ply + 1


# ------------------------------------------------------------------ out of turn


def evicting(*players: Player) -> Match:
    """A match in which the loser of a fight comes back to a square where a third pawn stands."""
    asked = lobby.challenge("m", Landgrab(), players, {"map": "mill"}, terms=Terms(), now=1)
    for seed in range(63, 400):  # the first ones take hundreds of moves to get there
        match = lobby.begin_match(asked, Context(Landgrab(), random.Random(seed), 1))
        rng = random.Random(seed)
        while match.phase is Phase.PLAYING:
            match = made(match, position_of(match), rng)
            state = position_of(match)
            if state.phase == "eviction" and state.turn not in state.to_move:
                return match
    raise AssertionError


async def test_a_player_who_has_to_step_aside_is_told_why(room: Room) -> None:
    three = (room.ada, room.ben, room.cleo)
    players = [Player(it.id, room.names[it.id]) for it in three]
    match = evicting(*players)
    now = room.clock.now
    decisions = tuple(replace(each, since=now) for each in match.decisions)
    match = replace(match, id="aside1", decisions=decisions, turn_at=now, changed_at=now)
    await room.service.store.add(match)
    (seat,) = position_of(match).to_move
    presser = room.member(match.player(position_of(match).turn).id)
    await room.command(presser, "board", group="landgrab", match=match.id)
    (call,) = room.calls()
    assert call.pings == [match.player(seat).id]
    assert "you must move out of turn in Landgrab. " in call.text
    assert "where your pawn stands; it must step aside." in call.text
    assert "your turn" not in call.text


async def test_only_the_picture_names_all_players_of_a_map_that_is_built(
    room: Room,
) -> None:
    lobby = await asked(room, "challenge", opponent=room.ben, opponent_2=room.cleo, map="together")
    await room.press(room.ben, lobby.message, "Accept")
    await room.press(room.cleo, lobby.message, "Accept")
    assert all(name in lobby.message.alts[0] for name in ("Ada", "Ben", "Cleo"))
    assert not all(name in lobby.message.text for name in ("Ada", "Ben", "Cleo"))
