"""The board message: its words, its picture, its buttons, which never shift."""

from __future__ import annotations

import random
import re
from threading import Event

import pytest

from cogs.games.prowler.face import ProwlerFace
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import score_sheet
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


async def test_the_opening_is_five_district_buttons(room: Room) -> None:
    board = await room.begin()
    assert board.rows == [DISTRICTS, ["Plan", "Menu"]]
    await room.press(room.ben, board, "Residential")
    assert (await room.match(board)).plays[0].move == ">R"


async def test_27_pathway_buttons_and_everything_else_fit_a_message(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    assert [label for row in grid(board) for label in row] == NUMBERS
    assert all(len(row) <= 4 for row in board.rows), "a phone breaks a fifth one into another line"
    assert board.rows[-2:] == [["25", "26", "27", "Menu"], ["What does it bring?", "Plan"]]
    assert len(board.components) <= 40


async def test_no_button_shifts_during_a_match_and_taken_ones_stay_disabled(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    rows = grid(board)
    rng = random.Random(8)
    for ply in range(2, 27):
        await room.play_on(board, rng, ply)
        assert grid(board) == rows
        match = await room.match(board)
        taken = {play.move.split(">")[0] for play in match.plays[1:]}
        shut = {each["label"] for each in board.buttons if each.get("disabled")}
        assert shut == taken
        assert len(board.components) <= 40


async def test_a_button_shows_the_tile_that_lies_on_its_pathway(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    state = await position(room, board)
    by_tile: dict[str, set[str]] = {}
    for number in NUMBERS:
        emoji = board.button(number)["emoji"]["name"]
        by_tile.setdefault(state.setup.tile(int(number)), set()).add(emoji)
    assert all(len(emoji) == 1 for emoji in by_tile.values())
    assert len(set.union(*by_tile.values())) == len(by_tile)


async def test_a_wild_shovel_asks_in_the_same_message_and_back_leads_back(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    before, rows = await room.match(board), board.rows
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    answer = await room.press(room.ada, board, wild)
    assert answer.message.id == board.id
    assert board.rows == [DISTRICTS, ["Back"]]
    assert f"**{wild}**" in board.text
    assert await room.match(board) == before, "nothing has happened yet"
    await room.press(room.ada, board, "Back")
    assert board.rows == rows

    await room.press(room.ada, board, wild)
    await room.press(room.ada, board, "Political")
    assert (await room.match(board)).plays[-1].move == f"{wild}>P"
    assert board.rows == rows


async def test_an_open_choice_is_no_use_to_others(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    wild = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    await room.press(room.ada, board, wild)
    for player in (room.ben, room.cleo):
        for label in ("Market", "Back"):
            assert (await room.press(player, board, label)).told
    assert (await room.match(board)).ply == 1
    assert board.rows == [DISTRICTS, ["Back"]]


async def test_the_message_tells_who_plays_whose_turn_it_is_and_what_the_last_move_did(
    room: Room,
) -> None:
    board = await room.begin()
    for ply in range(1, 27):
        before = await position(room, board)
        await room.play_on(board, random.Random(ply), ply)
        after = await position(room, board)
        assert "Ada" in board.text
        assert "Ben" in board.text
        mover, next_one = ("", "Ada", "Ben")[before.seat], ("", "Ada", "Ben")[after.seat]
        assert f"**{next_one}**'s turn" in board.text
        last = after.last
        assert last is not None
        if last.pathway:
            assert f"**{mover}** dug **{last.pathway}**" in board.text
            tile = Prowler().start(str(after.setup)).setup.tile(last.pathway)
            kind = {"d": "shovel", "w": "shovel"}.get(tile, "item")
            assert kind in board.text
        moved = [
            name
            for name, was, now in zip(DISTRICTS, before.track, after.track, strict=True)
            if was != now
        ]
        assert all(name in board.text for name in moved)
        stolen = [s for seat in (0, 1) for s in after.statues[seat][len(before.statues[seat]) :]]
        assert ("🗽" in board.text) == bool(stolen)
        claimed = [c for seat in (0, 1) for c in after.achievements[seat]]
        claimed_before = [c for seat in (0, 1) for c in before.achievements[seat]]
        assert ("🏅" in board.text) == (len(claimed) > len(claimed_before))


async def test_the_picture_is_described_in_words(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    await room.play_on(board, random.Random(1), 6)
    (alt,) = board.alts
    assert "Ada" in alt
    assert len(alt) <= 1024
    state = await position(room, board)
    for seat in (1, 2):
        assert ", ".join(str(n) for n in range(1, 28) if state.passages[seat - 1] >> n & 1) in alt


async def test_mid_game_scoring_is_shown_to_each_player_while_they_decide(room: Room) -> None:
    board = await room.begin()
    rng = random.Random(3)
    shown = []
    for ply in range(1, 27):
        await room.play_on(board, rng, ply)
        if len(board.alts) == 2:
            shown.append(ply)
            state = await position(room, board)
            assert state.mid is not None
            one, two = (each.total for each in state.mid)
            paid = f"Mid-game scoring: 🔴 **Ada** {one} and 🔷 **Ben** {two} banked."
            assert paid in board.text, "which is why the wealth on the board jumps"
            _, alt = board.alts
            for name, *pair in zip(CATEGORIES[:4], *state.mid, strict=False):
                assert [int(n) for n in re.findall(f"{name} (-?\\d+)", alt)] == pair
    assert len(shown) == 2
    assert shown[1] == shown[0] + 1


@pytest.mark.parametrize("seed", [1, 2])
async def test_the_end_celebrates_the_winner_and_score_first_and_the_sheet_second(
    room: Room, seed: int
) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(seed))
    state = await position(room, board)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.winner is not None
    assert state.mid is not None
    one, two = outcome.totals
    winner = ("Ada", "Ben")[outcome.winner - 1]
    assert board.text.splitlines()[0] == f"## 🏆 {winner} won, Ada {one} : {two} Ben"
    assert f"{winner} won by {abs(one - two)}: " in board.text
    final = score_sheet(state, final=True)
    sheet, picture = board.alts
    for at, name in enumerate(CATEGORIES[:4]):
        pairs = [(phase[seat][at]) for seat in (0, 1) for phase in (state.mid, final)]
        assert [int(n) for n in re.findall(f"{name} (-?\\d+)", sheet)] == pairs
    assert len(sheet) <= 1024
    assert picture.startswith("Final position.")
    assert "Passages" not in board.text, "the words are behind Describe"
    assert board.rows == [
        ["Rematch", "Another game", "Menu"],
        ["Review", "Replay", "Animation", "Describe"],
    ]
    assert board.moves == []
    told = (await room.press(room.cleo, board, "Describe")).told
    assert told.count("- Items ") == 4, "both players, both scorings"
    for phase in (state.mid, final):
        for each in phase:
            assert f"- Items {each.items}" in told
            assert f"- Districts {each.districts}" in told


async def test_the_animation_is_offered_where_a_match_has_ended(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(1), 3)
    asked = (await room.command(room.ben, "resign", match=board.match)).message
    await room.press(room.ben, asked, "Resign")
    answer = await room.press(room.cleo, board, "Animation")
    assert answer.result.ephemeral
    assert "3 moves" in answer.message.alts[0]


@pytest.mark.real_pictures
async def test_the_pictures_of_a_real_match_are_pngs_that_discord_takes(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(2), 20)
    await room.play_on(board, random.Random(2))
    attachments = board.stored.attachments
    assert len(attachments) == 2
    assert all(each["size"] < 1_000_000 for each in attachments)


async def test_only_a_bot_that_is_told_so_draws_ahead(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Event()
    pictures = ProwlerFace.pictures._replace(ahead=lambda _: [drawn.set])
    monkeypatch.setattr(ProwlerFace, "pictures", pictures)
    await room.restart()
    assert not drawn.is_set()
    room.bench.ahead = True
    await room.restart()
    assert drawn.wait(10)


async def test_scores_are_for_the_presser_only(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    shown = board.snapshot()["components"]
    for player in (room.ada, room.ben, room.cleo):
        told = (await room.press(player, board, "Scores")).told
        for category in CATEGORIES:
            assert category in told
    assert board.snapshot()["components"] == shown
    assert (await room.match(board)).ply == 1


async def test_the_menu_offers_resigning_and_reposting_to_players_alone(room: Room) -> None:
    board = await room.begin()
    menu = await room.press(room.ada, board, "Menu")
    assert menu.result.ephemeral
    for_players = menu.message.labels
    for_others = (await room.press(room.cleo, board, "Menu")).message.labels
    assert {"Describe", "How to play", "Record"} <= set(for_others)
    assert set(for_players) - set(for_others) == {"Repost", "Resign", "Cancel match", "Plan"}


async def test_the_entries_of_the_menu_are_carried_out(room: Room) -> None:
    board = await room.begin()
    match_id = board.match
    await room.play(board, ["Castle"])
    menu = (await room.press(room.ada, board, "Menu")).message
    described = (await room.press(room.ada, menu, "Describe")).told
    assert "Castle" in described
    assert all(f"{number} " in described for number in NUMBERS)
    assert "passage" in (await room.press(room.ada, menu, "How to play")).told
    record = await room.press(room.ada, menu, "Record")
    assert record.result.ephemeral
    assert record.message.stored.attachments
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


def _number(text: str) -> bool:
    return text.removeprefix("-").strip("*").isdecimal()


async def test_the_board_offers_in_private_what_each_pathway_brings(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    answer = await room.press(room.ada, board, "What does it bring?")
    assert answer.result.ephemeral
    assert "What each pathway brings" in answer.told
    assert len(board.components) <= 40
