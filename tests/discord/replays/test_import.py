"""Records from outside: verified to the letter, private until shown, and nobody's history."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from discord import Interaction

from cogs.composition import GamesBot
from cogs.replays.animation_commands import ReadingJobs
from cogs.replays.record_files import LARGE
from prowlerbot.core.record import MAX_BYTES, Made, Record, to_json
from prowlerbot.games.prowler import Prowler
from prowlerbot.service import archive
from prowlerbot.service.match_service import Service
from tests.discord.message import Answer
from tests.discord.room import Room

WHOLE = 27
UNDONE = {"ply": 0, "seat": 1, "move": ">B"}


def record(seed: int = 1, moves: int = WHOLE, *, states: bool = True) -> dict[str, Any]:
    rng = random.Random(seed)
    game = Prowler()
    setup = game.setup(rng, 2, {})
    state, made = game.start(setup), []
    for _ in range(moves):
        seat = min(state.to_move)
        move = rng.choice(state.moves(seat))
        made.append(Made(seat, str(move)))
        state = state.after(seat, move)
    return to_json(Record(game, setup, tuple(made)), states=states)


def written(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in records).encode()


async def upload(room: Room, data: bytes, *, player: Any = None, **options: Any) -> Answer:
    file = ("record.jsonl", data)
    return await room.command(player or room.ada, "import", file=file, **options)


async def tables(room: Room) -> list[int]:
    counts = [
        await room.bench.database.read(f"SELECT count(*) FROM {table}")  # noqa: S608 - names of ours
        for table in ("matches", "seats", "plays", "results", "imports")
    ]
    return [count for ((count,),) in counts]


def import_id(answer: Answer) -> str:
    return answer.message.match


async def test_a_record_is_replayed_by_its_importer_alone_from_the_start_or_its_last_move(
    room: Room,
) -> None:
    answer = await upload(room, written({**record(), "players": ["**Eve**\n@everyone", " "]}))
    assert answer.result.ephemeral
    assert "The start" in answer.message.text
    assert "imported record" in answer.message.text
    assert "✅ verified: every move is legal · names as the record states" in answer.message.text
    assert r"\*\*Eve\*\* \@everyone against" in answer.message.text
    assert "Player 2" in answer.message.text
    nameless = await upload(room, written(record()))
    await room.jump(room.ada, nameless.message, -1)
    assert f"Move {WHOLE} of {WHOLE}" in nameless.message.text
    assert re.search(r"🏆 Player [12] won, \d+", nameless.message.text)
    unfinished = await upload(room, written(record(moves=5)))
    assert "Move 5 of 5 so far" in unfinished.message.text
    await room.restart()
    await room.press(room.ada, unfinished.message, "Back")
    assert "Move 4 of 5 so far" in unfinished.message.text
    assert await tables(room) == [0, 0, 0, 0, 3], "no match, no history and no rating"
    assert await room.service.open_matches(room.ada.id, "prowler") == []
    assert "no open match" in (await room.command(room.ada, "matches", group="")).told
    for command in ("replay", "branch"):
        beyond = await room.command(room.ada, command, move=99, match=import_id(answer))
        assert beyond.told == f"Choose a move from 0 to {WHOLE}; this match has no move 99."


async def test_nobody_else_sees_an_imported_record_before_it_is_shown(room: Room) -> None:
    answer = await upload(room, written(record()))
    found = import_id(answer)
    choices = await room.ada.autocomplete(room.channel, "prowler replay", "match", "")
    assert [each["value"] for each in choices] == [found]
    assert "imported record" in choices[0]["name"]
    assert await room.ben.autocomplete(room.channel, "prowler replay", "match", "") == []
    for command in ("replay", "animation"):
        refused = await room.command(room.cleo, command, match=found)
        assert "no match" in refused.told
        assert refused.told.count("\n") == 0
    board = await room.begin()
    for action in ("replay", "step", "jump", "tell", "share", "animate"):
        refused = await room.late_press(room.cleo, board, f"{action}:{found}:3:")
        assert "no match" in refused.told
    shared = await room.press(room.ada, answer.message, "Show to all")
    theirs = await room.press(room.cleo, shared.message, "Replay")
    assert theirs.result.ephemeral
    assert "imported record" in theirs.message.text


async def test_a_file_may_hold_several_records_or_one_that_an_editor_has_spread_over_lines(
    room: Room,
) -> None:
    data = written(record(1, 3), record(2, 4)) + b"\n" + written(record(3, 5))
    assert "of 3 so far" in (await upload(room, data)).message.text
    assert "of 5 so far" in (await upload(room, data, line=4)).message.text
    for line in (3, 9, 10**9):
        assert f"no record on line {line}" in (await upload(room, data, line=line)).told
    for end in ("\n", "\r\n"):
        for mark in ("", "\ufeff"):
            spread = mark + json.dumps(record(moves=4), indent=2).replace("\n", end)
            told = (await upload(room, spread.encode())).message.text
            assert "of 4 so far" in told, (end, mark)


async def test_suggestions_neither_read_nor_replay_what_they_list(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.begin()
    await room.play_stored(board.match, random.Random(3), 4)
    room.clock.now += 1
    found = import_id(await upload(room, written(record())))
    await room.restart()

    def touched(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(archive, "read_kept", touched)
    monkeypatch.setattr(Service, "_states", touched)
    monkeypatch.setattr(Service, "timeline", touched)
    choices = await room.ada.autocomplete(room.channel, "prowler replay", "match", "")
    assert [each["name"] for each in choices] == [
        f"imported record · over · {found}",
        f"Ben · move 5 · {board.match}",
    ]


async def test_large_files_are_read_in_another_process_small_ones_are_not(
    room: Room, simcord_bot: GamesBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert simcord_bot.features is not None
    jobs, sizes = simcord_bot.features.find_feature(ReadingJobs), list[int]()

    async def noted(_: Interaction, job: Callable[[], Any]) -> Any:
        sizes.append(len(job.args[0]))  # type: ignore[attr-defined]  # a partial function
        return job()

    monkeypatch.setattr(jobs, "do", noted)
    small = written(record(moves=4))
    await upload(room, small)
    assert sizes == []
    large = small.rstrip() + b" " * LARGE + b"\n"
    answer = await upload(room, large)
    assert sizes == [len(large)]
    assert "Move 4 of 4 so far" in answer.message.text
    assert "at most 200 takebacks" in (await upload(room, _with(takebacks=[UNDONE] * 20_000))).told


def _with(**fields: object) -> bytes:
    return written({**record(), **fields})


NO_RECORD = "This is not a match record. Use a file from `/prowler record`."
REFUSED = [
    (b"", "empty"),
    (b" \n\n ", "empty"),
    (b"not json at all", NO_RECORD),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", NO_RECORD),
    (json.dumps(record(moves=1)).encode("utf-16"), NO_RECORD),
    ("{“game”}".encode("latin-1", "replace"), NO_RECORD),
    (b"[" * 1_000 + b"]" * 1_000, "nested too deeply"),
    (b"[1, 2]", NO_RECORD),
    (b"{}", NO_RECORD),
    (b'{"setup": "BPM", "moves": []}', NO_RECORD),
    (b"9" * 5_000, "too long"),
    (b'{"game": "prowler", "game": "prowler"}', "twice"),
    (_with(game="chess"), "chess"),
    (_with(setup="BPM"), "“setup”"),
    (_with(referee="Ada"), "“referee”"),
    *((_with(players=players), "Field “players”") for players in ("Eve", [1, 2], ["A", "B", "C"])),
    (_with(moves=["@everyone"], states=[{}]), "Nothing was imported. Move 1"),
]


async def test_a_text_that_is_no_record_is_refused_in_one_sentence_that_names_the_place(
    room: Room,
) -> None:
    for data, told in REFUSED:
        answer = await upload(room, data)
        assert answer.result.ephemeral
        assert told in answer.told.replace("\\", ""), data[:100]
        assert len(answer.told) < 700
        assert answer.message.pings == []
    illegal = record(states=False)
    illegal["moves"][3] = "99"
    answer = await upload(room, written({key: illegal[key] for key in ("game", "setup", "moves")}))
    assert answer.told == "Nothing was imported. Move 4: “99” is not a legal move here."
    assert "at most" in (await upload(room, b" " * (4 * MAX_BYTES + 1))).told, "it is not read"
    assert await tables(room) == [0, 0, 0, 0, 0]
