"""Playing on from any moment of a match or an imported record."""

from __future__ import annotations

import random
from typing import Any, get_args

from cogs.presses.addresses import BranchPress
from prowlerbot.match.match import Ending, Level, Match, Phase
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Answer, Message
from tests.discord.replays.test_import import record, upload, written
from tests.discord.room import START, Room

WHOLE = 27


async def finished(room: Room) -> Match:
    match_id = (await room.begin()).match
    await room.play_stored(match_id, random.Random(1))
    return await room.match(match_id)


async def branch(room: Room, source: Match, move: int = 9, **options: Any) -> Answer:
    """Cleo challenges Ben to play on."""
    return await room.command(
        room.cleo, "branch", opponent=room.ben, move=move, match=source.id, **options
    )


def beginning(match: Match, plies: int) -> list[tuple[int, str]]:
    return [(play.seat, play.move) for play in match.plays[:plies]]


async def test_a_match_plays_on_from_a_move_once_it_is_accepted(room: Room) -> None:
    source = await finished(room)
    room.clock.now += 1_000
    asked = (await branch(room, source)).message
    assert asked.pings == [room.ben.id]
    assert f"match {source.id} after 9 moves" in asked.text
    assert "Friendly" in asked.text
    assert "lot" not in asked.text, "nothing is drawn"
    assert len(asked.alts) == 1, "the challenged player sees where it begins"
    room.clock.now += 50
    match_id = asked.match
    await room.press(room.ben, asked, "Accept")
    match = await room.match(match_id)
    assert (match.setup, beginning(match, 99)) == (source.setup, beginning(source, 9))
    assert {play.at for play in match.plays} == {START + 1_050}, "made at this moment"
    assert not match.terms.rated
    assert f"branched from {source.id} after 9 moves" in asked.text
    await room.play_on(asked, random.Random(3), 12)
    await room.play_stored(match_id, random.Random(3))
    over = await room.match(match_id)
    assert over.ending is Ending.PLAYED
    assert beginning(over, 9) == beginning(source, 9)
    assert await room.match(source.id) == source


async def test_an_imported_record_is_played_on_by_whom_it_belongs_to_alone(room: Room) -> None:
    found = (await upload(room, written(record(moves=8)))).message.match
    refused = await room.command(room.ben, "branch", opponent=room.ada, move=8, match=found)
    assert "no match" in refused.told
    answer = await room.command(room.ada, "branch", opponent=room.ben, move=8, match=found)
    await room.press(room.ben, answer.message, "Accept")
    match = await room.match(answer.message)
    assert match.phase is Phase.PLAYING
    assert [play.move for play in match.plays] == record(moves=8)["moves"]
    assert {player.id for player in match.players} == {room.ada.id, room.ben.id}


async def test_from_the_replay_one_chooses_the_side_and_the_opponent(room: Room) -> None:
    source = await finished(room)
    replay = await _replay(room, source, 9)
    await room.press(room.cleo, replay, "Play on from here")
    assert "after move 9" in replay.text
    (off,) = [each["label"] for each in replay.buttons if each.get("disabled")]
    await room.press(room.cleo, replay, "Ben" if off == "Ada" else "Ada")
    assert [e["label"] for e in replay.buttons if e.get("disabled")] != [off]
    (select,) = replay.selects
    asked = await room.pick(room.cleo, replay, select["custom_id"], [room.ben])
    assert asked.public
    match = await room.match(asked.message)
    assert match.player(1 if off == "Ben" else 2).name == "Cleo"
    assert match.origin is not None
    assert match.origin.ply == 9
    await room.press(room.cleo, replay, "Back")
    assert f"Move 9 of {WHOLE}" in replay.text
    assert replay.alts


async def test_the_replay_offers_the_machine_where_it_plays_and_nothing_at_the_end(
    room: Room,
) -> None:
    source = await finished(room)
    offered = []
    for plays in (True, False):
        await room.service.store.choices.put(room.guild.id, ServerChoices(machine=plays))
        replay = await _replay(room, source, 9)
        await room.press(room.cleo, replay, "Play on from here")
        offered.append([each for each in replay.labels if each.startswith("Machine")])
    assert [len(each) for each in offered] == [len(get_args(Level)), 0]
    replay = await _replay(room, source, WHOLE)
    assert "over here" in (await room.press(room.cleo, replay, "Play on from here")).told
    assert f"Move {WHOLE} of {WHOLE}" in replay.text


async def test_an_opponent_who_cannot_play_is_refused_in_words(room: Room) -> None:
    source = await finished(room)
    replay = await _replay(room, source, 9)
    await room.press(room.cleo, replay, "Play on from here")
    (select,) = replay.selects
    robot = room.join("Robot", bot=True)
    for opponent, told in ((robot, "Bots do not play"), (room.cleo, "yourself")):
        refused = await room.pick(room.cleo, replay, select["custom_id"], [opponent])
        assert told in refused.told
    hostile = str(BranchPress("branch", source.id, 99_999, "7"))
    assert "Choose an opponent" in (await room.late_press(room.cleo, replay, hostile)).told
    assert await room.service.open_matches(room.cleo.id, "prowler") == []


async def _replay(room: Room, source: Match, move: int) -> Message:
    return (await room.command(room.cleo, "replay", match=source.id, move=move)).message
