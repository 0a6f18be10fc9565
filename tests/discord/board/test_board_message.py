"""The board message: its words, its picture, its buttons, which never shift; and plans, entered by
press and played with the move that they answer.
"""

import random

from prowlerbot.match.match import Ending
from tests.discord.message import Message
from tests.discord.room import Room


def grid(board: Message) -> list[list[str]]:
    """The rows of pathways, without what leads elsewhere."""
    return [[label for label in row if label != "Menu"] for row in board.rows[:-1]]


async def test_no_button_shifts_in_a_whole_match_and_both_press_to_the_sheet(room: Room) -> None:
    board, rng = await room.begin(), random.Random(3)
    rows, sheets = list[list[str]](), list[int]()
    for ply in range(1, 27):
        await room.play_on(board, rng, ply)
        if ply == 1:
            rows = grid(board)
        assert grid(board) == rows
        taken = {play.move.split(">")[0] for play in (await room.match(board)).plays[1:]}
        assert {each["label"] for each in board.buttons if each.get("disabled")} == taken
        assert len(board.components) <= 40
        sheets += [ply] * ("Scores" in board.labels)
    assert sheets == [sheets[0], sheets[0] + 1], "each player has it while they decide"


async def test_a_board_keeps_the_name_of_its_server_whatever_one_is_elsewhere(room: Room) -> None:
    board = await room.begin(first="them")  # Ada opens
    room.env.backend.get_member(room.guild.id, room.ben.id).nick = "Tidy"
    while "Tidy" not in board.text and (await room.match(board)).ply < 3:
        await room.play(board, [board.moves[0]["label"]])
    assert "Tidy" in board.text
    await room.ben.user.slash("prowler board", match=board.match)  # in the chat with the bot
    match = await room.match(board)
    assert match.player(match.seat_of(room.ben.id) or 0).name == "Tidy"
    den, (ada, ben) = room.elsewhere(room.ada, room.ben)
    room.clock.now += 60
    await ben.slash(den, "prowler challenge", opponent=ada)
    names = room.service.store.results.names
    assert await names([ben.id], room.guild.id) == {ben.id: "Tidy"}
    assert await names([ben.id], den.guild.id) == {ben.id: "Ben"}


async def test_a_press_counts_once_and_if_late_leads_to_the_board_or_end(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    press = (room.ada, board.button(board.plain[0])["custom_id"])
    answers = await room.presses_at_once(board, [press, press])
    assert (await room.match(board)).ply == 2
    assert [(each.acknowledged, each.told) for each in answers] == [(True, ""), (True, "")]
    one, two = [board.button(each)["custom_id"] for each in board.plain[:2]]
    answers = await room.presses_at_once(board, [(room.ben, one), (room.ben, two)])
    assert (await room.match(board)).ply == 3
    assert sorted(bool(each.told) for each in answers) == [False, True]
    of_another_bot = await room.late_press(room.ada, board, "vote:yes")
    assert not of_another_bot.acknowledged

    shown, late = board.snapshot(), board.button(board.plain[0])["custom_id"]
    await room.play_on(board, random.Random(1), 5)
    before = await room.match(board)
    answer = await room.late_press(room.ada, board, late, shown)
    assert "moved on" in answer.told

    shown, late = board.snapshot(), board.button(board.plain[0])["custom_id"]
    menu = board.button("Menu")["custom_id"]
    new = (await room.command(room.ada, "board")).message
    answer = await room.late_press(room.ada, board, late, shown)
    assert f"https://discord.com/channels/{room.guild.id}/{new.channel}/{new.id}" in answer.told
    assert (await room.late_press(room.ben, board, menu, shown)).told, "a menu still answers"
    assert board.moves == []
    assert len(new.moves) == 23
    assert await room.match(new) == before

    shown, late = new.snapshot(), new.button(new.plain[0])["custom_id"]
    asked = (await room.command(room.ada, "resign")).message
    await room.press(room.ada, asked, "Keep playing")
    assert not asked.exists, "back to the shared board"
    await room.press(room.ada, (await room.command(room.ada, "resign")).message, "Resign")
    over = await room.match(before.id)
    assert over.ending is Ending.RESIGNED
    assert "over" in (await room.late_press(room.ada, new, late, shown)).told
    assert await room.match(before.id) == over
    assert new.moves == []


async def waiting(room: Room) -> Message:
    """A match in which Ben is to move after Ada's first passage."""
    board = await room.begin()
    await room.play(board, ["Castle"])
    await room.play(board, [board.plain[0]])
    return board


def wild_ones(board: Message) -> list[str]:
    return [str(e["label"]) for e in board.moves if e["custom_id"].startswith("choose")]


async def test_a_plan_is_entered_by_press_and_played_with_the_move_it_answers(room: Room) -> None:
    board = await waiting(room)
    a, b, c, d, *_ = board.plain
    shown = board.snapshot()
    opened = await room.press(room.ada, board, "Plan")
    assert not opened.public
    own = opened.message
    for label in ("Add a reply", a, b, c, d, "Done"):
        await room.press(room.ada, own, label)
    assert f"If Ben digs pathway {a}, you dig **pathway {b}**." in own.text
    assert board.snapshot() == shown
    assert (await room.match(board)).player(1).plan == f"{a}: {b} ({c}: {d})"
    refused = await room.command(room.ada, "plan", answers=";")
    assert "Write a plan like this" in refused.told
    forgotten = own.button("Add a reply")["custom_id"]

    await room.press(room.ben, board, a)
    assert [play.move for play in (await room.match(board)).plays[-2:]] == [a, b]
    assert not [call for call in room.calls() if room.ada.id in call.pings], "it was made for her"
    await room.env.advance_time(1)
    room.clock.now += 60
    last = board.plain[-1]
    await room.press(room.ben, board, last)
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    await room.env.advance_time(1)
    assert f"It has ended: Ben digs {last}" in own.text
    assert own.labels == ["Open my board"], "nothing on it looks as if the plan went on"
    late = await room.late_press(room.ada, own, forgotten)
    assert "moved on" in late.told


async def test_one_reply_answers_two_moves_and_wild_shovels_ask_for_markers(room: Room) -> None:
    board = await waiting(room)
    a, b, c, *_ = board.plain
    own = (await room.press(room.ada, board, "Plan")).message
    for label in ("Add a reply", a, b, "Same reply to another move", c):
        await room.press(room.ada, own, label)
    assert (await room.match(board)).player(1).plan == f"{a}/{c}: {b}"
    await room.press(room.ada, own, "Same reply to another move")
    wild = next(label for label in wild_ones(board) if label not in {a, b, c})
    await room.press(room.ada, own, wild)
    markers = "/".join(f"{wild}>{marker}" for marker in "BPMRC")
    assert (await room.match(board)).player(1).plan == f"{a}/{c}/{markers}: {b}"
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
