"""Stepping through a match in private, while the match goes on."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from cogs.frame.press import Action, ReplayPress
from cogs.views.replay_views import listed
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.message import Message
from tests.discord.room import Room

WHOLE = 27


async def finished(room: Room, seed: int = 1) -> Message:
    match_id = (await room.begin()).match
    await room.play_stored(match_id, random.Random(seed))
    return (await room.command(room.ada, "board", match=match_id)).message


def position(replay: Message) -> str:
    return next(line for line in replay.text.splitlines() if line.startswith("**"))


async def test_a_finished_match_is_replayed_from_its_start_by_anybody(room: Room) -> None:
    board = await finished(room)
    for player in (room.ada, room.ben, room.cleo):
        answer = await room.press(player, board, "Replay")
        assert answer.result.ephemeral
        assert "The start" in position(answer.message)
        assert answer.message.alts


async def test_stepping_forward_tells_every_move_in_words_and_ends_with_the_result(
    room: Room,
) -> None:
    board = await finished(room)
    plays = (await room.match(board)).plays
    replay = (await room.press(room.cleo, board, "Replay")).message
    for number, play in enumerate(plays, 1):
        step = await room.press(room.cleo, replay, "Forward")
        assert step.message.id == replay.id, "the same message changes"
        assert f"Move {number} of {WHOLE}" in position(replay)
        mover = ("Ada", "Ben")[play.seat - 1]
        did = next(line for line in replay.text.splitlines() if " dug " in line or "opened" in line)
        assert mover in did
        if number > 1:
            assert f"**{play.move.split('>')[0]}**" in did
    assert replay.text.count("🏆") + replay.text.count("🤝") == 1
    assert len(replay.alts) == 2, "the score sheet comes with the last move"
    await room.press(room.cleo, replay, "Back")
    assert f"Move {WHOLE - 1} of {WHOLE}" in position(replay)
    assert len(replay.alts) == 1


async def test_first_and_last_lead_to_the_ends_and_are_off_there(room: Room) -> None:
    replay = (await room.press(room.ada, await finished(room), "Replay")).message
    assert _off(replay) == {"First", "Back"}
    await room.press(room.ada, replay, "Last")
    assert _off(replay) == {"Forward", "Last"}
    await room.press(room.ada, replay, "Back")
    assert _off(replay) == set()
    await room.press(room.ada, replay, "First")
    assert "The start" in position(replay)


async def test_any_move_can_be_chosen_from_the_list(room: Room) -> None:
    board = await finished(room)
    plays = (await room.match(board)).plays
    replay = (await room.press(room.ada, board, "Replay")).message
    for to in (14, 3, 27, 0):
        (select,) = replay.selects
        assert len(select["options"]) <= 25
        labels = {each["value"]: each["label"] for each in select["options"]}
        if str(to) in labels and to:
            assert plays[to - 1].move in labels[str(to)]
        await room.choose(room.ada, replay, str(to))
        assert ("The start" if not to else f"Move {to} of {WHOLE}") in position(replay)
        (chosen,) = [e["value"] for e in replay.selects[0]["options"] if e.get("default")]
        assert chosen == str(to)


@pytest.mark.parametrize("last", [0, 1, 24, 25, 27, 60, 400])
def test_the_list_has_at_most_25_moves_with_both_ends_and_all_nearby_ones(last: int) -> None:
    for at in range(last + 1):
        named = listed(last, at)
        assert len(named) <= 25
        assert named == sorted(set(named))
        assert {0, at, last} <= set(named)
        assert set(range(max(0, at - 8), min(last, at + 8) + 1)) <= set(named)
        gaps = [b - a for a, b in pairwise(named)]
        assert max(gaps, default=0) <= max(1, last // 7 + 1)


async def test_the_command_begins_with_the_move_that_is_named(room: Room) -> None:
    board = await finished(room)
    match_id = board.match
    replay = await room.command(room.ada, "replay", move=7)
    assert replay.result.ephemeral
    assert f"Move 7 of {WHOLE}" in position(replay.message)
    assert f"`{match_id}`" in replay.message.text or match_id in replay.message.text
    stranger = await room.command(room.cleo, "replay", match=match_id, move=WHOLE)
    assert f"Move {WHOLE} of {WHOLE}" in position(stranger.message)


async def test_without_a_match_the_command_says_so(room: Room) -> None:
    assert "no match of this game yet" in (await room.command(room.cleo, "replay")).told
    assert "no match" in (await room.command(room.cleo, "replay", match="nonsense")).told
    challenge = (await room.challenge()).match
    answer = await room.command(room.ada, "replay", match=challenge)
    assert "nothing to replay" in answer.told


async def test_the_command_suggests_the_matches_of_the_asker_over_or_not(room: Room) -> None:
    over = (await room.match(await finished(room))).id
    room.clock.now += 1
    running = (await room.begin()).match
    await room.challenge()
    choices = await room.ada.autocomplete(room.channel, "prowler replay", "match", "")
    assert [each["value"] for each in choices] == [running, over]
    assert [("over" in each["name"]) for each in choices] == [False, True]
    assert await room.cleo.autocomplete(room.channel, "prowler replay", "match", "") == []


async def test_a_running_match_is_replayed_from_its_last_move_and_goes_on_meanwhile(
    room: Room,
) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(4), 6)
    menu = (await room.press(room.cleo, board, "Menu")).message
    replay = (await room.press(room.cleo, menu, "Replay")).message
    assert "Move 6 of 6 so far" in position(replay)
    assert "'s turn" in replay.text
    await room.play_on(board, random.Random(4), 8)
    await room.press(room.cleo, replay, "Back")
    assert "Move 5 of 8 so far" in position(replay)
    await room.press(room.cleo, replay, "Last")
    assert "Move 8 of 8 so far" in position(replay)


async def test_a_replay_goes_on_after_a_restart(room: Room) -> None:
    replay = (await room.press(room.ada, await finished(room), "Replay")).message
    await room.restart()
    await room.press(room.ada, replay, "Forward")
    assert f"Move 1 of {WHOLE}" in position(replay)


@pytest.mark.parametrize("ply", ["28", "9" * 60, "99999999999"])
async def test_a_press_with_an_absurd_number_shows_the_last_move(room: Room, ply: str) -> None:
    board = await finished(room)
    match_id = board.match
    replay = (await room.press(room.ada, board, "Replay")).message
    await room.late_press(room.ada, replay, f"{Action.STEP}:{match_id}:{ply}:next")
    assert f"Move {WHOLE} of {WHOLE}" in position(replay)
    await room.choose(room.ada, replay, ply)
    assert f"Move {WHOLE} of {WHOLE}" in position(replay)


@pytest.mark.parametrize("value", ["", "-1", "two", "²", "1" * 5_000])
async def test_a_choice_that_is_no_move_changes_nothing(room: Room, value: str) -> None:
    replay = (await room.press(room.ada, await finished(room), "Replay")).message
    await room.press(room.ada, replay, "Forward")
    before = position(replay)
    await room.choose(room.ada, replay, value)
    assert position(replay) == before


async def test_a_press_for_a_match_that_does_not_exist_is_refused_in_words(room: Room) -> None:
    board = await finished(room)
    for action in (Action.REPLAY, Action.STEP, Action.JUMP, Action.TELL, Action.SHARE):
        answer = await room.late_press(room.ada, board, str(ReplayPress(action, "nowhere", 3)))
        assert "no match" in answer.told


async def test_describe_tells_the_moment_that_is_shown(room: Room) -> None:
    replay = (await room.press(room.ada, await finished(room), "Replay")).message
    for _ in range(3):
        await room.press(room.ada, replay, "Forward")
    described = await room.press(room.ada, replay, "Describe")
    assert "Passage 3 of 26" in described.told
    assert f"Move 3 of {WHOLE}" in position(replay)


async def test_a_player_who_wants_words_first_is_told_every_moment_in_words(room: Room) -> None:
    board = await finished(room)
    await room.service.store.choose(room.ada.id, PlayerChoices(text_first=True))
    replay = (await room.press(room.ada, board, "Replay")).message
    await room.choose(room.ada, replay, "5")
    assert "Free pathways:" in replay.text
    shared = await room.press(room.ada, replay, "Show to all")
    assert "Free pathways:" not in shared.message.text


async def test_a_moment_can_be_shown_to_all_and_leads_into_replays_of_their_own(
    room: Room,
) -> None:
    board = await finished(room)
    replay = (await room.press(room.ada, board, "Replay")).message
    await room.choose(room.ada, replay, "9")
    shared = await room.press(room.ada, replay, "Show to all")
    assert shared.public
    assert shared.message.pings == []
    assert f"Move 9 of {WHOLE}" in position(shared.message)
    theirs = await room.press(room.cleo, shared.message, "Replay")
    assert theirs.result.ephemeral
    assert f"Move 9 of {WHOLE}" in position(theirs.message)


async def test_a_replay_changes_neither_the_match_nor_its_board(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(4), 6)
    before, shown = await room.match(board), board.snapshot()
    replay = (await room.command(room.ben, "replay")).message
    for label in ("Back", "First", "Last", "Show to all"):
        await room.press(room.ben, replay, label)
    assert await room.match(board) == before
    assert board.snapshot() == shown


def _off(replay: Message) -> set[Any]:
    return {each["label"] for each in replay.buttons if each.get("disabled")}
