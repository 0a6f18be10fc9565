"""The board message: its words, its picture, its buttons, which never shift."""

from __future__ import annotations

import random
import re

import pytest

from cogs.games.prowler.texts import TILE_SIGNS
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position, score_sheet
from tests.discord.message import Message
from tests.discord.room import Room
from tests.positions import states

NUMBERS = [str(number) for number in range(1, 28)]
DISTRICTS = ["Banking", "Political", "Market", "Residential", "Castle"]
CATEGORIES = ["Passages", "Statues", "Items", "Districts", "Achievements"]


def grid(board: Message) -> list[list[str]]:
    """The rows of pathways, without what leads elsewhere."""
    return [[label for label in row if label != "Menu"] for row in board.rows[:-1]]


async def position(room: Room, board: Message | str) -> Position:
    match = await room.match(board)
    state = states(room.service, match)[-1]
    assert isinstance(state, Position)
    return state


async def test_five_districts_open_and_then_27_pathways_show_their_tiles(room: Room) -> None:
    board = await room.begin()
    assert board.rows == [DISTRICTS, ["Plan", "How to play", "Menu"]]
    await room.press(room.ben, board, "Residential")
    assert (await room.match(board)).plays[0].move == ">R"
    assert [label for row in grid(board) for label in row] == NUMBERS
    assert all(len(row) <= 4 for row in board.rows), "a phone breaks a fifth one into another line"
    assert board.rows[-2:] == [["25", "26", "27", "Menu"], ["What does it bring?", "Plan"]]
    assert len(board.components) <= 40
    state = await position(room, board)
    by_tile: dict[str, set[str]] = {}
    for number in NUMBERS:
        emoji = board.button(number)["emoji"]["name"]
        by_tile.setdefault(state.setup.tile(int(number)), set()).add(emoji)
    assert all(len(emoji) == 1 for emoji in by_tile.values())
    assert len(set.union(*by_tile.values())) == len(by_tile)
    answer = await room.press(room.ada, board, "What does it bring?")
    assert answer.result.ephemeral
    assert "What each pathway adds to the lead" in answer.told
    assert len(board.components) <= 40


async def test_a_wild_shovel_asks_in_the_same_message_the_player_to_move_alone(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    before, rows = await room.match(board), board.rows
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    answer = await room.press(room.ada, board, wild)
    assert answer.message.id == board.id
    assert board.rows == [DISTRICTS, ["Back"]]
    assert f"**{wild}**" in board.text
    for player in (room.ben, room.cleo):
        for label in ("Market", "Back"):
            assert (await room.press(player, board, label)).told
    assert board.rows == [DISTRICTS, ["Back"]]
    assert await room.match(board) == before, "nothing has happened yet"
    await room.press(room.ada, board, "Back")
    assert board.rows == rows

    await room.press(room.ada, board, wild)
    await room.press(room.ada, board, "Political")
    assert (await room.match(board)).plays[-1].move == f"{wild}>P"
    assert board.rows == rows


async def test_a_whole_match_is_told_move_by_move_while_no_button_shifts(room: Room) -> None:
    board, rng = await room.begin(), random.Random(3)
    rows, sheets = list[list[str]](), list[int]()
    for ply in range(1, 27):
        before = await position(room, board)
        await room.play_on(board, rng, ply)
        after = await position(room, board)
        _tells(board, before, after)
        if ply == 1:
            rows = grid(board)
        assert grid(board) == rows
        taken = {play.move.split(">")[0] for play in (await room.match(board)).plays[1:]}
        assert {each["label"] for each in board.buttons if each.get("disabled")} == taken
        assert len(board.components) <= 40
        if len(board.alts) == 2:
            sheets.append(ply)
            _shows_the_sheet(board, after, told=len(sheets) == 1)
    assert len(sheets) == 2, "each player sees it while they decide"
    assert sheets[1] == sheets[0] + 1


def _tells(board: Message, before: Position, after: Position) -> None:
    """The message says who plays, whose turn it is, and what the last move did."""
    mover, next_one = ("", "Ada", "Ben")[before.seat], ("", "Ada", "Ben")[after.seat]
    assert "Ada" in board.text
    assert "Ben" in board.text
    assert f"**{next_one}**'s turn" in board.text
    last = after.last
    assert last is not None
    if last.pathway:
        assert f"**{mover}** digs **{last.pathway}**" in board.text
        tile = Prowler().start(str(after.setup)).setup.tile(last.pathway)
        assert str(TILE_SIGNS[tile]) in board.text
    for name, was, now in zip(DISTRICTS, before.track, after.track, strict=True):
        assert was == now or name in f"{board.text} {board.alts[-1]}"
    stolen = [s for seat in (0, 1) for s in after.statues[seat][len(before.statues[seat]) :]]
    assert ("🗽" in board.text) == bool(stolen)
    claimed = sum(len(each) for each in after.achievements)
    assert ("🏅" in board.text) == (claimed > sum(len(each) for each in before.achievements))
    alt = board.alts[0]
    assert "Ada" in alt
    assert len(alt) <= 1024
    for dug in after.passages:
        assert ", ".join(str(n) for n in range(1, 28) if dug >> n & 1) in alt


def _shows_the_sheet(board: Message, state: Position, *, told: bool) -> None:
    """The sheet is there for both players, its sentence once."""
    assert state.mid is not None
    one, two = (each.total for each in state.mid)
    paid = f"Mid-game scoring: 🔴 **Ada** banks {one}, 🔷 **Ben** {two}."
    assert (paid in board.text) == told, "which is why the wealth on the board jumps"
    _, alt = board.alts
    for name, *pair in zip(CATEGORIES[:4], *state.mid, strict=False):
        assert [int(n) for n in re.findall(f"{name} (-?\\d+)", alt)][:2] == pair


async def test_the_end_celebrates_the_winner_and_score_first_and_the_sheet_second(
    room: Room,
) -> None:
    for seed in (1, 2):
        board = await room.begin()
        await room.play_stored(board.match, random.Random(seed), 26)
        await room.time_passes(61)
        await room.play_on(board, random.Random(seed))
        await _celebrates(room, board)


async def _celebrates(room: Room, board: Message) -> None:
    state = await position(room, board)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner is not None
    assert state.mid is not None
    one, two = outcome.totals
    winner = ("Ada", "Ben")[outcome.winner - 1]
    totals = f"{one}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{two}"
    assert board.text.splitlines()[0] == f"## 🏆 {winner} won, Ada {totals} Ben"
    final = score_sheet(state, final=True)
    (sheet,) = board.alts
    for at, name in enumerate(CATEGORIES[:4]):
        pairs = [phase[seat][at] for phase in (state.mid, final) for seat in (0, 1)]
        assert [int(n) for n in re.findall(f"{name} (-?\\d+)", sheet)] == pairs
    assert len(sheet) <= 1024
    assert len(board.text.splitlines()) == 3, "the result, the ratings and the match"
    assert board.rows == [["Rematch", "Review", "Another game", "Menu"]]
    assert board.moves == []
    menu = (await room.press(room.cleo, board, "Menu")).message
    told = (await room.press(room.cleo, menu, "Describe")).told
    assert told.count("- Items ") == 4, "both players, both scorings"
    for phase in (state.mid, final):
        for each in phase:
            assert f"- Items {each.items}" in told
            assert f"- Districts {each.districts}" in told


@pytest.mark.real_pictures
async def test_the_pictures_of_a_real_match_are_pngs_that_discord_takes(room: Room) -> None:
    board = await room.begin()
    await room.play_stored(board.match, random.Random(2), 26)
    await room.time_passes(61)
    await room.play_on(board, random.Random(2))
    attachments = board.stored.attachments
    assert len(attachments) == 1
    assert all(each["size"] < 1_000_000 for each in attachments)


async def test_scores_and_entries_of_the_menu_are_for_the_presser_only(room: Room) -> None:
    board = await room.begin()
    match_id = board.match
    await room.play(board, ["Castle"])
    shown = board.snapshot()["components"]
    for player in (room.ada, room.ben, room.cleo):
        told = (await room.press(player, board, "Scores")).told
        assert all(category in told for category in CATEGORIES)
    answer = await room.press(room.ada, board, "Menu")
    assert answer.result.ephemeral
    menu = answer.message
    for_others = (await room.press(room.cleo, board, "Menu")).message.labels
    assert {"Describe", "How to play", "Record"} <= set(for_others)
    own = {"Repost", "Resign", "Cancel match"}
    assert set(menu.labels) - set(for_others) == own
    for_ben = (await room.press(room.ben, board, "Menu")).message.labels
    assert set(for_ben) - set(for_others) == {*own, "Plan", "Take back Castle marker"}
    await room.press(room.ada, menu, "Describe")
    assert "Castle" in menu.text
    assert all(f"{number} " in menu.text for number in NUMBERS)
    await room.press(room.ada, menu, "Back")
    assert "passage" in (await room.press(room.ada, menu, "How to play")).told
    record = await room.press(room.ada, menu, "Record")
    assert record.result.ephemeral
    assert record.message.stored.attachments
    assert board.snapshot()["components"] == shown
    assert (await room.match(board)).ply == 1

    again = (await room.press(room.ada, menu, "Repost")).message
    assert len(again.moves) == 27
    assert board.moves == []
    asked = (await room.press(room.ada, menu, "Resign")).message
    assert (await room.match(match_id)).ending is None
    await room.press(room.ada, asked, "Resign")
    assert (await room.match(match_id)).ending is not None
    assert again.moves == []
    assert "Ada" in again.text
    assert again.alts, "the final board stays"
    menu = (await room.press(room.cleo, again, "Menu")).message
    replay = (await room.press(room.cleo, menu, "Replay")).message
    animation = await room.press(room.cleo, replay, "Animation")
    assert animation.result.ephemeral
    assert "1 move" in animation.message.alts[0]


async def test_a_board_keeps_the_name_of_its_server_whatever_a_player_is_called_elsewhere(
    room: Room,
) -> None:
    board = await room.begin(first="them")  # Ada opens
    member = room.env.backend.get_member(room.guild.id, room.ben.id)
    member.nick = "Tidy"
    await room.play(board, [board.moves[0]["label"]])
    while await room.mover(board) != room.ben:
        await room.play(board, [board.moves[0]["label"]])
    await room.play(board, [board.moves[0]["label"]])
    assert "Tidy" in board.text
    await room.ben.user.slash("prowler board", match=board.match)  # in the chat with the bot
    match = await room.match(board)
    assert match.player(match.seat_of(room.ben.id) or 0).name == "Tidy"
    elsewhere = room.env.create_guild("Elsewhere")
    ada, ben = (elsewhere.add_member(each.user) for each in (room.ada, room.ben))
    room.clock.now += 60
    await ben.slash(elsewhere.create_text_channel("den"), "prowler challenge", opponent=ada)
    names = room.service.store.results.names
    assert await names([ben.id], room.guild.id) == {ben.id: "Tidy"}
    assert await names([ben.id], elsewhere.id) == {ben.id: "Ben"}
