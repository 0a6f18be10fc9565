"""Plans on the private board: entered by press and by command, played with the move they answer."""

from tests.discord.message import Message
from tests.discord.room import Room


async def waiting(room: Room) -> Message:
    """A match in which Ben is to move after Ada's first passage."""
    board = await room.begin()
    await room.play(board, ["Castle"])
    await room.play(board, [plain(board)[0]])
    return board


def plain(board: Message) -> list[str]:
    """Pathways without a wild shovel that can be dug."""
    return [str(each["label"]) for each in board.moves if each["custom_id"].startswith("m:")]


def wild_ones(board: Message) -> list[str]:
    return [str(e["label"]) for e in board.moves if e["custom_id"].startswith("choose")]


async def test_a_plan_is_entered_by_press_and_played_with_the_move_that_it_answers(
    room: Room,
) -> None:
    board = await waiting(room)
    a, b, c, d, *_ = plain(board)
    shown = board.snapshot()
    opened = await room.press(room.ada, board, "Plan")
    assert not opened.public
    assert opened.message.labels == ["Add a reply"]
    own = opened.message
    await room.press(room.ada, own, "Add a reply")
    assert "What might **Ben** play?" in own.text
    await room.press(room.ada, own, a)
    assert "What is your reply?" in own.text
    await room.press(room.ada, own, b)
    assert "Saved" in own.text
    assert "And what might **Ben** play then?" in own.text
    await room.press(room.ada, own, c)
    await room.press(room.ada, own, d)
    await room.press(room.ada, own, "Done")
    assert f"If Ben digs pathway {a}, you dig **pathway {b}**." in own.text
    assert f"  - If Ben digs pathway {c}, you dig **pathway {d}**." in own.text
    assert board.snapshot() == shown
    assert (await room.match(board)).player(1).plan == f"{a}: {b} ({c}: {d})"
    forgotten = own.button("Add a reply")["custom_id"]

    await room.press(room.ben, board, a)
    assert [play.move for play in (await room.match(board)).plays[-2:]] == [a, b]
    assert f"digs **{a}**" in board.text
    assert f"digs **{b}**" in board.text
    assert not [call for call in room.calls() if room.ada.id in call.pings], "it was made for her"
    await room.env.advance_time(1)
    assert f"Your plan made 1 move.\n-# Ben digs {a}" in own.text, "her message tells her"
    room.clock.now += 60
    last = plain(board)[-1]
    await room.press(room.ben, board, last)
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    assert f"Your plan made 1 move. Ben digs {a}" in call.text
    assert f"Ada digs {b}" in call.text
    assert f"Ben digs {last}" in call.text
    await room.env.advance_time(1)
    assert f"**Ben** digs **{last}**" in own.text, "and all that was done meanwhile"
    assert f"It has ended: Ben digs {last}" in own.text
    assert own.labels == ["Open my board"], "nothing on it looks as if the plan went on"
    late = await room.late_press(room.ada, own, forgotten)
    assert "moved on" in late.told


async def test_a_plan_leaves_a_board_that_is_behind_to_be_redrawn(room: Room) -> None:
    board = await waiting(room)
    a, b, c, *_ = plain(board)
    for kind in ("callback", "edit"):
        room.fail(kind, 500)
    await room.press(room.ben, board, a)
    assert f"digs **{a}**" not in board.text
    await room.command(room.ben, "plan", answers=f"{b}: {c}")
    await room.time_passes(60)
    assert f"digs **{a}**" in board.text


async def test_an_answer_is_given_to_a_second_move_by_press_and_wild_shovels_ask_for_markers(
    room: Room,
) -> None:
    board = await waiting(room)
    a, b, c, *_ = plain(board)
    own = (await room.press(room.ada, board, "Plan")).message
    for label in ("Add a reply", a, b, "Same reply to another move"):
        await room.press(room.ada, own, label)
    assert f"After which other move do you play **pathway {b}**, too?" in own.text
    await room.press(room.ada, own, c)
    assert (await room.match(board)).player(1).plan == f"{a}/{c}: {b}"
    assert len(own.components) <= 40
    await room.press(room.ada, own, "Same reply to another move")
    wild = next(label for label in wild_ones(board) if label not in {a, b, c})
    await room.press(room.ada, own, wild)
    markers = "/".join(f"{wild}>{marker}" for marker in "BPMRC")
    assert (await room.match(board)).player(1).plan == f"{a}/{c}/{markers}: {b}"
    told = f"If Ben digs pathway {a}, pathway {c} or pathway {wild}, you dig **pathway {b}**."
    assert told in own.text
    await room.press(room.ada, own, f"{a} → {b}")
    await room.press(room.ada, own, "Same reply to another move")
    refused = await room.press(room.ada, own, b)
    assert "not a legal move" in refused.told

    own = (await room.command(room.ada, "plan")).message
    await room.press(room.ada, own, "End the plan")
    own = (await room.press(room.ada, board, "Plan")).message
    await room.press(room.ada, own, "Add a reply")
    wilds = wild_ones(board)[:2]
    for number in wilds:
        await room.press(room.ada, own, number)
        await room.press(room.ada, own, "Castle")
    one, two = (f"{number}>C" for number in wilds)
    assert (await room.match(board)).player(1).plan == f"{one}: {two}", "on both sides"


def first_step(board: Message) -> str:
    return str(next(e["label"] for e in board.moves if e["custom_id"].split(":")[-1].isalnum()))
