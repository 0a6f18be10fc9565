"""The review of a finished match, and the news to those who follow a match."""

import asyncio
import random
import re
from typing import Any

import pytest
import simcord

from cogs.composition import Hosting
from prowlerbot.following import follow_store
from prowlerbot.following.follow_store import REVIEW_PATIENCE, FollowStore
from prowlerbot.games.prowler import Prowler
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.board.test_visibility import cellar
from tests.discord.message import Answer, Message
from tests.discord.room import Bench, Room
from tests.discord.test_replays import finished
from tests.opponent.quick import QuickThinkers
from tests.patience import patiently
from tests.reviews import MadeReviewer, made_review


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
    board = await finished(room)
    await room.press(room.ada, board, "Review")
    await room.rested()
    return (await room.press(room.ada, board, "Review")).message


async def test_a_review_is_shown_as_it_grows(room: Room, reviewer: MadeReviewer) -> None:
    room.patch.setattr("cogs.frame.replies.clock", lambda: 0.0)  # duties have another one here
    board = await finished(room)
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
    assert "The largest of 6 turning points" in asked.message.text
    assert asked.message.alts


async def test_a_review_is_stepped_through_from_its_overview_point_by_point(room: Room) -> None:
    review = await reviewed(room)
    text, (alt,) = review.text, review.alts
    for name in ("Ada", "Ben"):
        assert f"{name}: accuracy" in alt
        assert f"{name}: accuracy" not in text, "which the picture has"
    assert len(re.findall(r"\*\*\d\*\* · Move ", text)) == 3, "the menu has all"
    for number in range(1, 7):
        assert f"Turning point {number}: Move " in alt
    record = room.service.visible_record(await room.match(review), None)
    judgements = {each.ply: each for each in made_review(record).judgements}
    (select,) = review.selects
    first = select["options"][0]
    await room.pick(room.ada, review, select["custom_id"], [first["value"]])
    ply = int(first["value"].partition(".")[2])
    assert f"Move {ply + 1} of 27" in review.text
    assert judgements[ply].played.split(">")[0] in review.text
    await room.press(room.ada, review, "Show the better move")
    assert judgements[ply].options[0].move.split(">")[0] in review.text
    assert "'s chance to win fell from 60% to 30" in review.text
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
    assert "**The largest of 6 turning points**" in review.text
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
    match = await room.match(message)
    record = room.service.visible_record(match, None)
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
    assert "❌ Not the best." in message.text
    await room.press(room.ada, message, "Try again")
    assert "Try 2 of 3" in message.text
    room.bench.hosting = Hosting(thinkers=QuickThinkers(), reviewer=MadeReviewer())
    await room.restart()
    await try_move(room, message, played)
    await room.press(room.ada, message, "Try again")
    assert "Try 3 of 3" in message.text
    await try_move(room, message, played)
    assert "The best move was" in message.text
    assert "Try again" not in message.labels
    await room.press(room.ada, message, "To the review")
    await room.press(room.ada, message, "Find it")
    await try_move(room, message, better)
    assert "✅ Well found." in message.text
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
    room.patch.setattr(follow_store, "MOST_FOLLOWED", 2)
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
    room.clock.now += REVIEW_PATIENCE
    await end(room, board)
    for waited, kept in ((60, 1), (REVIEW_PATIENCE, 0)):
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
