"""The shared board, a player's own view of a match, and plans that are entered by press."""

import asyncio
import random

import discord
import pytest
import simcord

from cogs.board.board_messages import BoardMessages
from cogs.board.private_messages import PrivateMessages
from cogs.board.private_screens import PrivateScreens
from cogs.frame.layout import Content
from cogs.presses import MatchPress
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Ending
from prowlerbot.match.preferences import SAFE_MATCHES, PlayerChoices
from prowlerbot.match.scene import Scene
from tests.discord.message import Answer, Message
from tests.discord.places import jump
from tests.discord.room import Room
from tests.discord.tries import settled


async def test_a_move_is_shown_in_private_and_confirmed_until_it_is_too_late(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    await room.prefers(room.ada, confirm=True)
    before, edits = board.snapshot(), len(room.env.http_requests)
    label = board.plain[0]
    answer = await room.press(room.ada, board, label)
    assert not answer.public
    assert "If you make this move" in answer.told
    assert answer.message.labels == ["Confirm", "Back", "Confirm and don't ask again"]
    assert (await room.match(board)).ply == 1
    assert board.snapshot() == before
    assert len(room.env.http_requests) == edits + 1, "nothing but the private answer"

    shown = answer.message
    press = shown.button("Confirm")["custom_id"]
    await room.presses_at_once(shown, [(room.ada, press)] * 2)
    assert [play.move for play in (await room.match(board)).plays[1:]] == [label]
    assert not shown.exists, "it is gone: the board that it stood below is all there is to see"
    assert [call.pings for call in room.calls()] == [[room.ben.id]]

    await room.play(board, [board.plain[0]])
    one = await room.press(room.ada, board, board.plain[0])
    stale = one.message.button("Confirm")["custom_id"]
    two = (await room.command(room.ada, "board", match=board.match, private=True)).message
    await room.choose_move(room.ada, two, "wonder:")
    await room.press(room.ada, two, "Market")
    await room.press(room.ada, two, "Confirm")
    assert "moved on" in (await room.late_press(room.ada, one.message, stale)).told
    assert (await room.match(board)).ply == 4
    assert one.message.labels == ["Plan", "Menu"], "it is Ben's turn: no move can be pressed"


async def test_one_board_stays_for_who_reads_words_first_and_follows_the_match(room: Room) -> None:
    await room.prefers(room.ada, text_first=True)
    board = await room.begin()
    own = (await room.command(room.ada, "board", match=board.match, private=True)).message
    await room.play(board, ["Castle"])
    await settled(room)
    assert not own.exists, "an edit is not heard"
    (own,) = room.private_boards()
    await room.choose_move(room.ada, own)
    assert "If you make this move" in own.text, "words-first players keep the preview"
    assert own.labels == ["Confirm", "Back"]
    await room.press(room.ada, own, "Confirm")
    await room.press(room.ada, own, "Plan")
    kinds = [each["type"] for each in own.components]
    assert kinds.index(2) < len(kinds) - 1 - kinds[::-1].index(10), "buttons before the position"
    await room.press(room.ada, own, "Back")
    assert "Your plan" not in own.text
    assert "Position" in own.labels
    await room.play(board, [board.moves[0]["label"]])
    await settled(room)
    (own,) = room.private_boards()
    assert not [each for each in room.calls() if each.labels], "nobody sees who reads words"
    assert own.selects, "it is Ada's turn"
    await room.press(room.ada, own, "Position")
    assert own.labels == ["Back"]
    await room.press(room.ada, own, "Back")
    assert own.selects


async def test_each_way_into_a_match_opens_the_board_of_who_reads_words_first(room: Room) -> None:
    await room.prefers(room.ada, text_first=True)
    begun = await room.command(room.ada, "challenge", machine="easy")
    assert "Position" in begun.private.labels
    await room.service.apply(begun.message.match, resign, room.ada.id)
    await room.time_passes(60)
    again = await room.press(room.ada, begun.message, "Play again")
    assert "Position" in again.private.labels
    lobby = (await room.command(room.ada, "/landgrab challenge", seats=3)).message
    await room.press(room.ben, lobby, "Join")
    assert "Possible squares" not in (await room.press(room.ada, lobby, "Start")).told
    matches = (await room.command(room.ada, "/matches")).message
    assert matches.labels == ["1 · Open my board", "2 · Open my board", "Finished matches"]
    opened = await room.press(room.ada, matches, "1 · Open my board")
    assert "Position" in opened.message.labels


async def test_help_leads_back_to_the_effects_and_removes_the_help_before(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    await room.prefers(room.ada, confirm=True)
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    effects = (await room.press(room.ada, board, "What does it bring?")).message
    listed = effects.text
    await room.choose_move(room.ada, effects, "wonder1:")
    await room.press(room.ada, effects, "Back")
    assert effects.text == listed
    await room.choose_move(room.ada, effects, "wonder1:")
    for _ in range(2):  # the marker of a wild shovel, then a move of the list
        await room.choose_move(room.ada, effects, "try1:")
        assert "If you make this move" in effects.text
        await room.press(room.ada, effects, "Back")
        assert effects.text == listed
    earlier = [effects]
    for label in ("Menu", wild, board.plain[0], board.plain[0]):
        shown = (await room.press(room.ada, board, label)).message
        assert shown.exists
        assert not any(each.exists for each in earlier)
        earlier.append(shown)
    theirs = (await room.press(room.ben, board, "Menu")).message
    assert earlier[-1].exists, "each player has a message of their own"
    assert theirs.exists
    jump(room, 16 * 60)
    await room.press(room.ben, board, "Menu")
    assert theirs.exists, "Discord lets it be removed no more"


@pytest.mark.tell(1)
@pytest.mark.parametrize("opened", [False, True])
async def test_a_board_drawn_during_a_move_is_redrawn_with_it(room: Room, *, opened: bool) -> None:
    shared = await room.begin_tell()
    pressed = (await room.press(room.ben, shared, "Open my board")).message if opened else shared
    press = str(MatchPress("lookback" if opened else "look", shared.match))
    find = room.feature
    screens = find(PrivateScreens)
    draw, read, go_on = screens.present_content, asyncio.Event(), asyncio.Event()

    async def slowly(user: int, scene: Scene, said: str = "", *, page: str = "") -> Content:
        content = await draw(user, scene, said, page=page)
        if not read.is_set():
            read.set()
            await go_on.wait()
        return content

    room.patch.setattr(screens, "present_content", slowly)
    record = room.send_press(room.ben, pressed, press, None)
    await read.wait()
    await room.service.make_move(shared.match, room.ada.id, 0, "1")
    await find(BoardMessages).refresh(shared.match)
    await asyncio.gather(*find(PrivateMessages)._redraws)  # the redraw comes too early
    go_on.set()
    await settled(room)
    answer = simcord.InteractionResult(room.env, record)
    assert "Still to hide a number: Ben, Cleo" in Answer(room.env, answer).message.text


async def test_those_who_look_on_do_not_delay_the_board_of_a_player(room: Room) -> None:
    room.patch.setattr("cogs.board.private_messages._MAX_OF_ALL", 2)
    board = await room.begin()
    await room.play(board, ["Castle"])
    views = []
    for reader in (room.ben, room.cleo, room.join("Dora")):
        menu = (await room.press(reader, board, "Menu")).message
        views.append((await room.press(reader, menu, "My view")).message)
    answers, edited = room.feature(PrivateMessages)._answers, list[int]()
    edit = answers.edit

    async def noted(message: int, content: Content) -> discord.Message | None:
        edited.append(message)
        return await edit(message, content)

    room.patch.setattr(answers, "edit", noted)
    await room.press(room.ada, board, board.plain[0])
    await settled(room)
    theirs, watched, latest = views
    assert edited == [theirs.id, latest.id]
    assert theirs.alts[0].startswith("After 2 of 27 moves")
    assert theirs.moves, "it is Ben's turn"
    assert watched.moves == latest.moves == []
    await room.press(room.ben, board, "Menu")
    assert theirs.exists, "only help goes with the next help"


async def test_the_end_of_the_bot_cancels_a_redraw_in_the_middle_of_its_work(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    menu = (await room.press(room.ben, board, "Menu")).message
    await room.press(room.ben, menu, "My view")
    boards, working, ended = room.feature(PrivateMessages), asyncio.Event(), list[str]()

    async def waiting(*_: object) -> None:
        working.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    room.patch.setattr(boards._answers, "edit", waiting)
    boards.redraw_soon(await room.service.make_move(board.match, room.ada.id, 1, board.plain[0]), 0)
    await working.wait()
    await boards.cog_unload()
    assert ended == ["cancelled"]
    assert not boards._redraws


async def test_an_open_choice_stays_while_others_act_and_one_board_per_player(room: Room) -> None:
    board = await room.begin_landgrab()
    mover = await room.mover(board)
    one = (await room.command(mover, "/landgrab board", private=True)).message
    two = (await room.command(mover, "/landgrab board", private=True)).message
    assert not one.exists
    await room.choose_move(mover, two, "wonder:")
    choice = two.snapshot()
    other = room.ada if mover is room.ben else room.ben
    menu = (await room.press(other, board, "Menu")).message
    sure = (await room.press(other, menu, "Leave")).message
    await room.press(other, sure, "Leave")
    await room.env.settle()
    assert two.snapshot() == choice


async def test_a_private_board_tells_ones_own_move_and_those_since(room: Room) -> None:
    board = await room.play_on(await room.begin_landgrab(), random.Random(2), 8)
    mover = await room.mover(board)
    own = (await room.command(mover, "/landgrab board", private=True)).message
    ben, cleo, ada, asked = own.text.splitlines()
    assert "**Ben** places a tile at **" in ben, "the reader's own"
    assert ("Cleo places" in cleo, "**Ada** places" in ada, "**Ben**" in asked) == (True,) * 3


PREVIEW = "If you make this move"


@pytest.mark.newcomers
async def test_a_first_match_offers_a_tutorial_and_hints_against_the_machine(room: Room) -> None:
    asked = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "Your first match of Prowler's Passage" in asked.told
    accepted = await room.press(room.ben, asked.message, "Accept")
    assert "Your first match of Prowler's Passage" in accepted.told
    again = await room.command(room.ada, "challenge", opponent=room.cleo)
    assert again.told == "", "another match has begun"
    assert "Your first match" in (await room.press(room.cleo, again.message, "Accept")).told
    dora, eve = room.join("Dora"), room.join("Eve")
    alone = await room.command(dora, "challenge", machine="easy")
    assert "Stuck? “Hint”, below your board or in the menu" in alone.told
    without = await room.command(eve, "challenge", machine="easy", hints="no")
    assert "Your first match" in without.told
    assert "Hint" not in without.told
    (ended,) = await room.service.lists.open_matches(eve.id)
    await room.service.apply(ended.match, resign, eve.id)
    again = await room.command(eve, "challenge", machine="easy", hints="no")
    assert again.told == "", "a match that counts for nothing has its welcome, too"


@pytest.mark.newcomers
async def test_newcomers_confirm_moves_until_they_switch_that_off_with_one(room: Room) -> None:
    board = await room.begin()

    async def confirmed(label: str) -> None:
        shown = (await room.press(room.ben, board, label)).message
        await room.press(room.ben, shown, "Confirm")

    await confirmed("Castle")
    label = board.plain[0]
    shown = (await room.press(room.ada, board, label)).message
    await room.press(room.ada, shown, "Confirm and don't ask again")
    assert (await room.match(board)).plays[-1].move == label, "nothing is left to be confirmed"
    assert shown.labels == ["Preferences"]
    choices = await room.service.store.choices.choices_of(PlayerChoices, room.ada.id)
    assert choices.confirm is False
    await confirmed(board.plain[0])
    await room.press(room.ada, board, board.plain[0])
    assert (await room.match(board)).ply == 4, "Ada's move counted at once"
    await confirmed(board.plain[0])
    effects = (await room.press(room.ada, board, "What does it bring?")).message
    assert effects.alts == [], "beside the shared board without another one"
    await room.choose_move(room.ada, effects, "try1:")
    assert (await room.match(board)).ply == 5, "the list of effects is there to look"
    await room.press(room.ada, effects, "Confirm")
    assert (await room.match(board)).ply == 6


@pytest.mark.newcomers
async def test_after_two_matches_moves_count_at_once_and_that_is_said_once(room: Room) -> None:
    told, rng = [], random.Random(2)
    for number in range(SAFE_MATCHES + 2):
        board = await room.begin()
        answer = await room.press(room.ben, board, "Castle")
        assert (PREVIEW in answer.told) is (number < SAFE_MATCHES), number
        assert (await room.match(board)).ply == (number >= SAFE_MATCHES)
        told.append("Your first matches are over, so this move counted at once" in answer.told)
        await room.play_stored(board.match, rng, plies=9)
        await room.service.apply(board.match, resign, room.ben.id)
    assert told == [*[False] * SAFE_MATCHES, True, False]
    typed = await room.begin(first="them")
    answer = await room.command(room.ada, "play", pathway="C")
    assert "choose “Always” under “Confirm moves”." in answer.told
    assert "Your preferences" in (await room.press(room.ada, answer.private, "Preferences")).told
    await room.service.apply(typed.match, resign, room.ada.id)
    await room.prefers(room.ben, confirm=True)
    board = await room.begin(pace=-505)
    asked = (await room.press(room.ben, board, "Castle")).told
    assert PREVIEW in asked, "asked for ever"
    assert "⏱️ first move due <t:" in asked, "the clock runs on beside the question"


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
    names = room.service.store.results.names_of
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
    await room.play_stored(board.match, random.Random(1), 5)
    before = await room.match(board)
    assert "moved on" in (await room.late_press(room.ada, board, late, shown)).told
    assert f":{before.moment}:" in board.moves[0]["custom_id"], "the board is up to date"

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
    assert "Write a plan like this" in (await room.command(room.ada, "plan", answers=";")).told
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
    assert "Your plan made 1 move." in own.text
    assert own.labels == ["Open my board"], "nothing on it looks as if the plan went on"
    assert "moved on" in (await room.late_press(room.ada, own, forgotten)).told


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
    assert "not a legal move" in (await room.press(room.ada, own, b)).told

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
