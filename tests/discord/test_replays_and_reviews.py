"""Looking back at a match: replays, animated pictures, records from outside, reviews, news."""

import asyncio
import json
import random
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
import simcord
from discord import Interaction

from cogs.composition import GamesBot, Hosting
from cogs.replays.long_jobs import DrawingJobs, ReadingJobs
from cogs.replays.record_files import LARGE_FILE_BYTES
from prowlerbot import following_store
from prowlerbot.core.record import MadeMove, Record
from prowlerbot.core.record_json import MAX_BYTES, to_json
from prowlerbot.following_store import MAX_REVIEW_WAIT, FollowStore
from prowlerbot.games.prowler import Prowler
from prowlerbot.match.match import Level, Match
from prowlerbot.privacy import Privacy
from tests.discord.board.test_visibility import cellar
from tests.discord.message import Answer, Message
from tests.discord.room import Bench, Room
from tests.opponent.quick import QuickThinkers
from tests.patience import patiently
from tests.reviews import MadeReviewer, made_review

WHOLE_MATCH = 27


async def finished_match(room: Room) -> Match:
    match_id = (await room.begin()).match
    await room.play_stored(match_id, random.Random(1))
    return await room.match(match_id)


async def finished_board(room: Room) -> Message:
    match = await finished_match(room)
    return (await room.command(room.ada, "board", match=match.id)).message


def position(replay: Message) -> str:
    return next(line for line in replay.text.splitlines() if line.startswith("**"))


async def test_stepping_tells_every_move_in_words_and_ends_with_the_result(room: Room) -> None:
    board = await finished_board(room)
    plays = (await room.match(board)).plays
    answers = [await room.press(it, board, "Replay") for it in (room.ada, room.ben, room.cleo)]
    for answer in answers:
        assert answer.result.ephemeral
        assert "The start" in position(answer.message)
        assert answer.message.alts
    replay = answers[-1].message
    assert _off(replay) == {"Back"}
    for number, play in enumerate(plays, 1):
        step = await room.press(room.cleo, replay, "Forward")
        assert step.message.id == replay.id, "the same message changes"
        assert f"Move {number} of {WHOLE_MATCH}" in position(replay)
        mover = ("Ada", "Ben")[play.seat - 1]
        did = next(line for line in replay.text.splitlines() if " digs " in line or "opens" in line)
        assert mover in did
        if number == 1:
            await room.restart()
            assert _off(replay) == set()
        else:
            assert f"**{play.move.split('>')[0]}**" in did
        if number == 3:
            described = await room.press(room.cleo, replay, "Describe")
            assert "After 3 of 27 moves" in described.told
            assert f"Move 3 of {WHOLE_MATCH}" in position(replay)
    assert replay.text.count("🏆") + replay.text.count("🤝") == 1
    (last_board,) = replay.alts
    assert last_board.startswith("Final position")
    scores = await room.press(room.cleo, replay, "Scores")
    assert len(scores.message.alts) == 1, "the score sheet"
    last = (await room.press(room.ada, board, "Last board")).message
    assert (position(last), last.alts) == (position(replay), replay.alts)
    assert _off(replay) == {"Forward"}
    await room.press(room.cleo, replay, "Back")
    assert f"Move {WHOLE_MATCH - 1} of {WHOLE_MATCH}" in position(replay)
    assert len(replay.alts) == 1
    await room.jump(room.cleo, replay, 0)
    assert "The start" in position(replay)
    await room.jump(room.cleo, replay, -1)
    assert f"Move {WHOLE_MATCH} of {WHOLE_MATCH}" in position(replay)


async def test_the_command_begins_with_the_move_and_the_match_that_are_named(room: Room) -> None:
    assert "no match of this game yet" in (await room.command(room.cleo, "replay")).told
    assert "no match" in (await room.command(room.cleo, "replay", match="nonsense")).told
    over = (await finished_board(room)).match
    replay = await room.command(room.ada, "replay", move=7)
    assert replay.result.ephemeral
    assert f"Move 7 of {WHOLE_MATCH}" in position(replay.message)
    assert over in replay.message.text
    stranger = await room.command(room.cleo, "replay", match=over, move=WHOLE_MATCH)
    assert f"Move {WHOLE_MATCH} of {WHOLE_MATCH}" in position(stranger.message)
    room.clock.now += 1
    running = (await room.begin()).match
    challenge = (await room.challenge()).match
    answer = await room.command(room.ada, "replay", match=challenge)
    assert "nothing to replay" in answer.told
    choices = await room.ada.autocomplete(room.channel, "prowler replay", "match", "")
    assert [each["value"] for each in choices] == [running, over]
    assert [("over" in each["name"]) for each in choices] == [False, True]
    assert await room.cleo.autocomplete(room.channel, "prowler replay", "match", "") == []


def _off(replay: Message) -> set[Any]:
    return {each["label"] for each in replay.buttons if each.get("disabled")}


@pytest.mark.expects_errors
async def test_an_animation_that_cannot_be_sent_leaves_no_promise_behind(room: Room) -> None:
    board = await room.begin()
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=500, times=3)
    answer = await room.command(room.cleo, "animation", match=board.match)
    assert "try again" in answer.told
    assert "Drawing" not in answer.message.text


@pytest.mark.parametrize("show", ["me", "all"])
async def test_an_animation_above_the_limit_of_its_place_gets_one_sentence(
    room: Room, monkeypatch: pytest.MonkeyPatch, show: str
) -> None:
    board, sizes = await room.begin(), iter([101, 100])

    async def draw(_: DrawingJobs, interaction: Interaction, *__: object) -> bytes:
        interaction.filesize_limit = 100
        return bytes(next(sizes))

    monkeypatch.setattr(DrawingJobs, "draw", draw)
    answer = await room.command(room.ada, "animation", match=board.match, show=show)
    assert answer.told == "This animation is too large for Discord; the replay shows each move."
    assert not any(each.text.startswith("Drawing") for each in room.messages())
    answer = await room.command(room.ada, "animation", match=board.match, show=show)
    assert answer.public == (show == "all")
    assert "Faster" in answer.message.labels


async def test_one_plays_on_from_any_move_but_the_last_as_and_against_anyone(room: Room) -> None:
    source = await finished_match(room)
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
    assert f"Move 9 of {WHOLE_MATCH}" in replay.text
    assert replay.alts
    offered = []
    for plays in (True, False):
        await room.set_up(machine=plays)
        replay = await _replay(room, source, 9)
        await room.press(room.cleo, replay, "Play on from here")
        offered.append([each for each in replay.labels if each.startswith("Machine")])
    assert [len(each) for each in offered] == [len(get_args(Level)), 0]
    replay = await _replay(room, source, WHOLE_MATCH)
    assert "Play on from here" not in replay.labels
    assert f"Move {WHOLE_MATCH} of {WHOLE_MATCH}" in replay.text


async def _replay(room: Room, source: Match, move: int) -> Message:
    return (await room.command(room.cleo, "replay", match=source.id, move=move)).message


async def test_the_menu_of_a_message_replays_reviews_and_plays_on_its_match(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])

    async def chosen(name: str, message: Any) -> Answer:
        return Answer(room.env, await room.ada.context_menu(room.channel, name, message))

    there: Any = room.bench.bot.get_channel(room.channel.id)
    shown = await there.fetch_message(board.id)
    replay = await chosen("Replay", shown)
    assert not replay.public
    assert "Move 1 of 1 so far" in replay.told
    assert "A new match begins here, after move 1" in (await chosen("Play on", shown)).told
    assert "over" in (await chosen("Review", shown)).told, "no help in a running match"
    said = await room.ben.send(room.channel, "hello")
    for name in ("Replay", "Review", "Play on"):
        assert (await chosen(name, said)).told == "This message shows no match."


UNDONE = {"ply": 0, "seat": 1, "move": ">B"}


def record(seed: int = 1, moves: int = WHOLE_MATCH, *, states: bool = True) -> dict[str, Any]:
    rng = random.Random(seed)
    game = Prowler()
    setup = game.setup(rng, 2, {})
    state, made = game.start(setup), []
    for _ in range(moves):
        seat = min(state.to_move)
        move = rng.choice(state.moves(seat))
        made.append(MadeMove(seat, str(move)))
        state = state.after(seat, move)
    return to_json(Record(game, setup, tuple(made)), states=states)


def written(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(each) + "\n" for each in records).encode()


async def upload(room: Room, data: bytes, **options: Any) -> Answer:
    file = ("record.jsonl", data)
    return await room.command(room.ada, "import", file=file, **options)


async def tables(room: Room) -> list[int]:
    counts = [
        await room.bench.database.read(f"SELECT count(*) FROM {table}")  # noqa: S608 - names of ours
        for table in ("matches", "seats", "plays", "results", "imports")
    ]
    return [count for ((count,),) in counts]


async def test_a_record_is_replayed_by_its_importer_alone_until_it_is_shown(room: Room) -> None:
    answer = await upload(room, written({**record(), "players": ["**Eve**\n@everyone", " "]}))
    assert answer.result.ephemeral
    assert "The start" in answer.message.text
    assert "imported record" in answer.message.text
    assert "✅ verified: every move is legal · names as the record states" in answer.message.text
    assert r"\*\*Eve\*\* \@everyone against" in answer.message.text
    assert "Player 2" in answer.message.text
    nameless = await upload(room, written(record()))
    await room.jump(room.ada, nameless.message, -1)
    assert f"Move {WHOLE_MATCH} of {WHOLE_MATCH}" in nameless.message.text
    assert re.search(r"🏆 Player [12] won, \d+", nameless.message.text)
    unfinished = await upload(room, written(record(moves=5)))
    assert "Move 5 of 5 so far" in unfinished.message.text
    await room.restart()
    await room.press(room.ada, unfinished.message, "Back")
    assert "Move 4 of 5 so far" in unfinished.message.text
    assert await tables(room) == [0, 0, 0, 0, 3], "no match, no history and no rating"
    assert await room.service.lists.open_matches(room.ada.id, "prowler") == []
    assert "no open match" in (await room.command(room.ada, "/matches")).told
    for command in ("replay", "branch"):
        beyond = await room.command(room.ada, command, move=99, match=answer.message.match)
        assert beyond.told == f"Choose a move from 0 to {WHOLE_MATCH}; this match has no move 99."

    found = answer.message.match
    choices = await room.ada.autocomplete(room.channel, "prowler replay", "match", "")
    assert found in [each["value"] for each in choices]
    assert all("imported record" in each["name"] for each in choices)
    assert await room.ben.autocomplete(room.channel, "prowler replay", "match", "") == []
    for command in ("replay", "animation"):
        assert "no match" in (await room.command(room.cleo, command, match=found)).told
    board = await room.begin()
    for action in ("replay", "step", "jump", "tell", "share", "animate"):
        refused = await room.late_press(room.cleo, board, f"{action}:{found}:3:")
        assert "no match" in refused.told
    shared = await room.press(room.ada, answer.message, "Show to all")
    theirs = await room.press(room.cleo, shared.message, "Replay")
    assert theirs.result.ephemeral
    assert "imported record" in theirs.message.text


async def test_a_file_may_hold_several_records_or_one_spread_over_lines(room: Room) -> None:
    data = written(record(1, 3), record(2, 4)) + b"\n" + written(record(3, 5))
    assert "of 3 so far" in (await upload(room, data)).message.text
    assert "of 5 so far" in (await upload(room, data, line=4)).message.text
    for line in (3, 9, 10**9):
        assert f"no record on line {line}" in (await upload(room, data, line=line)).told
    for mark, end in (("", "\n"), ("\ufeff", "\r\n")):
        spread = mark + json.dumps(record(moves=4), indent=2).replace("\n", end)
        assert "of 4 so far" in (await upload(room, spread.encode())).message.text, end


async def test_only_large_files_are_read_elsewhere(room: Room, simcord_bot: GamesBot) -> None:
    assert simcord_bot.features is not None
    jobs, sizes = simcord_bot.features.find_feature(ReadingJobs), list[int]()

    async def noted(_: Interaction, job: Callable[[], Any]) -> Any:
        sizes.append(len(job.args[0]))  # type: ignore[attr-defined]  # a partial function
        return job()

    room.patch.setattr(jobs, "do_job", noted)
    small = written(record(moves=4))
    await upload(room, small)
    assert sizes == []
    large = small.rstrip() + b" " * LARGE_FILE_BYTES + b"\n"
    answer = await upload(room, large)
    assert sizes == [len(large)]
    assert "Move 4 of 4 so far" in answer.message.text
    assert "at most 200 takebacks" in (await upload(room, _with(takebacks=[UNDONE] * 20_000))).told


def _with(**fields: object) -> bytes:
    return written({**record(), **fields})


NO_RECORD = "This is not a match record. Use a file from `/prowler record`."
REFUSED = [
    (b" \n\n ", "empty"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", NO_RECORD),
    (json.dumps(record(moves=1)).encode("utf-16"), NO_RECORD),
    (b"[" * 1_000 + b"]" * 1_000, "nested too deeply"),
    (_with(game="chess"), "chess"),
    *((_with(players=players), "Field “players”") for players in ("Eve", [1, 2], ["A", "B", "C"])),
    (_with(moves=["@everyone"], states=[{}]), "Nothing was imported. Move 1"),
]


async def test_a_text_that_is_no_record_is_refused_in_a_sentence_with_the_place(room: Room) -> None:
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


@pytest.fixture
def thinkers() -> QuickThinkers:
    return QuickThinkers()


@pytest.fixture
def reviewer() -> MadeReviewer:
    return MadeReviewer()


@pytest.fixture
def built(url: str, thinkers: QuickThinkers, reviewer: MadeReviewer) -> Bench:
    return Bench(url, hosting=Hosting(thinkers=thinkers, reviewer=reviewer))


async def reviewed(room: Room) -> Message:
    """The review of a finished match, opened by Ada once it was there."""
    board = await finished_board(room)
    await room.press(room.ada, board, "Review")
    await room.rested()
    return (await room.press(room.ada, board, "Review")).message


async def test_a_review_is_shown_as_it_grows(room: Room, reviewer: MadeReviewer) -> None:
    room.patch.setattr("cogs.frame.replies.clock", lambda: 0.0)  # duties have another one here
    board = await finished_board(room)
    reviewer.stop_at = 10
    asked = await room.press(room.ada, board, "Review")
    assert asked.result.ephemeral
    assert "The review is queued" in asked.message.text
    work = asyncio.create_task(room.rested())
    await reviewer.stopped.wait()
    await room.press(room.ada, asked.message, "Look again")
    assert "37% so far" in asked.message.text
    (growing,) = asked.message.alts
    assert "accuracy …" in growing, "it would jump"
    assert not re.search(r"accuracy \d", growing)
    assert "Turning point" not in asked.message.text, "others may follow that matter more"
    also = await room.press(room.ben, board, "Review")
    assert "37% so far" in also.message.text
    reviewer.stop_at = -1
    reviewer.free.set()
    await work
    assert len(reviewer.asked) == 27, "both see the same review"
    for waiting in (asked.message, also.message):
        for _ in patiently():  # it changes by itself
            if "Look again" not in waiting.labels:
                break
            await asyncio.sleep(0)
    assert "**Other turning points**" in asked.message.text
    assert asked.message.alts


async def test_a_review_is_stepped_through_from_its_overview_point_by_point(room: Room) -> None:
    review = await reviewed(room)
    text, (alt,) = review.text, review.alts
    for name in ("Ada", "Ben"):
        assert f"{name}: accuracy" in alt
        assert f"{name}: accuracy" not in text, "which the picture has"
    assert len(re.findall(r"\*\* · .*Move ", text)) == 3, "the menu has all"
    for number in range(1, 7):
        assert f"Turning point {number}: Move " in alt
    record = room.service.facts.visible_record(await room.match(review), None)
    judgements = {each.ply: each for each in made_review(record).judgements}
    (select,) = review.selects
    first = select["options"][0]
    await room.pick(room.ada, review, select["custom_id"], [first["value"]])
    ply = int(first["value"].partition(".")[2])
    assert f"Move {ply + 1} of 27" in review.text
    assert judgements[ply].played.split(">")[0] in review.text
    await room.press(room.ada, review, "Show the better move")
    assert judgements[ply].options[0].move.split(">")[0] in review.text
    assert "wins: 60 with the best move, 30 with this one." in review.text
    assert review.button("Back").get("disabled")
    await room.press(room.ada, review, "Next")
    assert "Turning point 2 of 6" in review.text
    await room.restart()
    await room.press(room.ada, review, "Back")
    assert "Turning point 1 of 6" in review.text
    replay = (await room.press(room.ada, review, "Replay from here")).message
    assert f"Move {ply} of 27" in replay.text
    assert "Review" in replay.labels

    values = [each["value"] for each in review.selects[0]["options"]]
    assert len({each.partition(".")[2] for each in values}) == len(values), "each moment once"
    await room.pick(room.ada, review, review.selects[0]["custom_id"], [values[-1]])
    (chosen,) = [each["value"] for each in review.selects[0]["options"] if each.get("default")]
    assert chosen == values[-1]
    assert review.button("Next").get("disabled")
    await room.press(room.ada, review, "Overview")
    assert "**Other turning points**" in review.text
    shown = await room.press(room.ada, review, "Show to all")
    assert shown.public
    assert "Ben" in shown.message.text
    await Privacy(room.service).delete_data(room.ben.id)
    await room.time_passes(60)
    assert "Ben" not in shown.message.text, "it loses a name that is deleted"


async def open_try(room: Room) -> Message:
    review = await reviewed(room)
    (select,) = review.selects
    await room.pick(room.ada, review, select["custom_id"], [select["options"][0]["value"]])
    await room.press(room.ada, review, "Find it")
    return review


async def legal(room: Room, message: Message) -> tuple[str, str, list[str]]:
    """The machine's move, the one of the match and all others at the point on show."""
    record = room.service.facts.visible_record(await room.match(message), None)
    number = int(message.text.partition("Move ")[2].split(" ")[0]) - 1
    (judged,) = [each for each in made_review(record).judgements if each.ply == number]
    moves = [str(move) for move in record.states()[number].moves(judged.seat)]
    compared = {each.move for each in judged.options}
    return judged.options[0].move, judged.played, [it for it in moves if it not in compared]


async def try_move(room: Room, message: Message, move: str) -> None:
    """Press a move as the bot's own button carries it."""
    carried = next(each["custom_id"] for each in message.buttons if "!" in each["custom_id"])
    await room.late_press(room.ada, message, f"{carried.partition('!')[0]}!{move}")


async def test_a_good_try_passes_and_a_bad_one_may_be_made_three_times(room: Room) -> None:
    message = await open_try(room)
    better, played, _ = await legal(room, message)
    assert "Try 1 of 3" in message.text
    await try_move(room, message, played)
    assert "▫️ About as good as the move of the match." in message.text
    assert "best move brings" not in message.text, "it would tell the best move at once"
    await room.press(room.ada, message, "Try again")
    assert "Try 2 of 3" in message.text
    room.bench.hosting = Hosting(thinkers=QuickThinkers(), reviewer=MadeReviewer())
    await room.restart()
    await try_move(room, message, played)
    await room.press(room.ada, message, "Try again")
    assert "Try 3 of 3" in message.text
    await try_move(room, message, played)
    assert "Better: **" in message.text
    assert "Try again" not in message.labels
    await room.press(room.ada, message, "To the review")
    await room.press(room.ada, message, "Find it")
    await try_move(room, message, better)
    assert "✅ Well found." in message.text
    assert "The best move" not in message.text, "it is the one that was tried"
    assert "Try again" not in message.labels
    solved = message.text
    await room.press(room.ada, message, "Next moment")
    assert "Try 1 of 3" in message.text
    assert solved.partition("·")[2].splitlines()[0] not in message.text, "another moment"


async def test_another_move_is_judged_by_the_machine(room: Room, thinkers: QuickThinkers) -> None:
    message = await open_try(room)
    room.patch.setattr("prowlerbot.reviews.review_service.PRESS_PATIENCE", 0)
    _, _, others = await legal(room, message)
    thinkers.free.clear()
    await try_move(room, message, others[0])
    assert "thinking about this move" in message.text
    thinkers.free.set()
    room.patch.undo()
    await room.press(room.ada, message, "Look again")
    assert "Likely reply of" in message.text


@pytest.mark.parametrize("public", [True, False])
async def test_a_follower_hears_of_a_public_review(room: Room, *, public: bool) -> None:
    board = await room.begin()
    await follow(room, board)
    await room.play_stored(board.match, random.Random(1))
    await room.time_passes(60)
    match = board.match
    if public:
        await room.service.store.showings.note_wish(match, room.ada.id, public=True)
    await room.press(room.ada, board, "Review")
    await room.rested()
    await room.time_passes(60)
    told = [each.text for each in room.chat(room.cleo)]
    assert "Turning points" not in "".join(told[:-1])
    assert ("Turning points" in told[-1]) is public
    await room.time_passes(60)
    assert len(room.chat(room.cleo)) == len(told)


async def follow(room: Room, board: Message, by: simcord.MemberActor | None = None) -> Answer:
    """Cleo follows a match if nobody is named."""
    user = by or room.cleo
    return await room.press(user, (await room.press(user, board, "Menu")).message, "Follow")


async def end(room: Room, board: Message) -> None:
    asked = await room.command(room.ada, "resign", match=board.match)
    await room.press(room.ada, asked.message, "Resign")


async def test_a_follower_hears_of_a_turning_point_and_of_the_end_once(room: Room) -> None:
    def points(_: Prowler, seen: Any) -> tuple[int, int]:  # with move 8 Ben has taken the lead
        return (2, 1) if sum(mask.bit_count() for mask in seen.passages) < 5 else (2, 3)

    room.patch.setattr(Prowler, "points", points)
    board = await room.begin()
    answer = await follow(room, board)
    assert "You follow this match" in answer.told
    await room.time_passes(60)
    assert room.chat(room.cleo) == []
    await room.play_on(board, random.Random(2), 12)
    await room.time_passes(60)
    (turn,) = room.chat(room.cleo)
    assert "takes the lead" in turn.text
    assert "3\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}2" in turn.text
    (way,) = [each["url"] for each in turn.buttons if "url" in each]
    assert way.endswith(f"/{board.channel}/{board.id}")
    await room.restart()
    await end(room, board)
    for _ in range(2):
        await room.time_passes(60)
        await room.restart()
    _, last = room.chat(room.cleo)
    assert "resigned" in last.text


async def test_who_may_no_longer_look_at_the_match_hears_nothing(room: Room) -> None:
    board = await room.begin()
    hidden = cellar(room, room.ada, room.ben, room.cleo)
    shown = await room.move_board(room.ada, hidden, board.match)
    await follow(room, shown)
    await room.bench.database.write("DELETE FROM showings")
    await end(room, shown)
    await room.time_passes(60)
    assert room.chat(room.cleo) == []


async def test_others_than_players_follow_only_so_many_matches(room: Room) -> None:
    room.patch.setattr(following_store, "MAX_FOLLOWED", 2)
    boards = [await room.begin() for _ in range(3)]
    menu = await room.press(room.ada, boards[0], "Menu")
    assert "Follow" not in menu.message.labels
    forged = await room.late_press(room.ada, boards[0], f"follow:{boards[0].match}:0:")
    assert "You play in this match" in forged.told
    for board in boards[:2]:
        await follow(room, board)
    answer = await follow(room, boards[-1])
    assert "the most possible" in answer.told
    assert answer.message.labels == ["Ada against Ben"] * 2
    again = await follow(room, boards[0])
    assert "You follow this match" in again.told, "once more is no change"
    gone = await room.press(room.cleo, again.message, "Unfollow")
    assert "not follow this match any more" in gone.told
    await end(room, boards[0])
    await room.time_passes(60)
    assert room.chat(room.cleo) == []


async def test_a_follow_waits_for_a_review_from_the_end_of_a_long_match_on(room: Room) -> None:
    board = await room.begin()
    await follow(room, board)
    room.clock.now += MAX_REVIEW_WAIT
    await end(room, board)
    for waited, kept in ((60, 1), (MAX_REVIEW_WAIT, 0)):
        room.clock.now += waited - 60
        await room.time_passes(60)
        assert len(await room.bench.database.read("SELECT * FROM follows")) == kept


async def test_whoever_takes_a_seat_of_a_match_follows_it_no_more(room: Room) -> None:
    board = await room.begin()
    await follow(room, board)
    sql = "UPDATE seats SET player = $1 WHERE player = $2"
    await room.bench.database.write(sql, room.cleo.id, room.ben.id)
    await end(room, board)
    await room.time_passes(60)
    assert await room.bench.database.read("SELECT * FROM follows") == []
    assert room.chat(room.cleo) == []


async def test_closed_messages_end_it_quietly(room: Room) -> None:
    board = await room.begin()
    await follow(room, board)
    await end(room, board)
    room.fail("send", 403, code=50007)
    await room.time_passes(30)
    assert await FollowStore(room.bench.database).list_followed(room.cleo.id) == []
    await room.time_passes(60)
    assert room.chat(room.cleo) == []
