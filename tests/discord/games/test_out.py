"""Players who are out of a match, or move out of turn: their texts, buttons and questions."""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.games.landgrab import Landgrab
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.message import Message
from tests.discord.room import Room
from tests.match.test_out import made, position, with_one_out


async def shown(room: Room) -> Message:
    """A match in which Cleo is out and Ada and Ben play on."""
    three = (room.ada, room.ben, room.cleo)
    match = with_one_out(*(Player(it.id, room.names[it.id]) for it in three))
    now = room.clock.now
    decisions = tuple(replace(each, since=now) for each in match.decisions)
    match = replace(match, id="out123", decisions=decisions, turn_at=now, changed_at=now)
    assert await room.service.store.add(match)
    answer = await room.command(room.ada, "board", group="landgrab", match=match.id)
    return answer.message


async def pressed(room: Room, board: Message, kinds: str = "step") -> Match:
    """A step by the player to move, as if it had been typed."""
    match = await room.match(board)
    state = position(match)
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


async def test_a_player_who_is_out_is_called_to_the_end(room: Room) -> None:
    board = await shown(room)
    asked = await room.command(room.ada, "resign", group="landgrab", match=board.match)
    await room.press(room.ada, asked.message, "Leave")
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    assert room.cleo.id in [player for call in room.calls() for player in call.pings]


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
    for seed in range(400):
        match = lobby.begin_match(asked, Context(Landgrab(), random.Random(seed), 1))
        rng = random.Random(seed)
        while match.phase is Phase.PLAYING:
            match = made(match, position(match), rng)
            state = position(match)
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
    (seat,) = position(match).to_move
    presser = room.member(match.player(position(match).turn).id)
    await room.command(presser, "board", group="landgrab", match=match.id)
    (call,) = room.calls()
    assert call.pings == [match.player(seat).id]
    assert "you must move out of turn in Landgrab. " in call.text
    assert "where your pawn stands; it must step aside." in call.text
    assert "your turn" not in call.text
