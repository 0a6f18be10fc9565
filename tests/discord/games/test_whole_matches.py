"""Whole matches in Discord: of Heroes Beware, of Landgrab, and of a game for three at once."""

import io
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord
from PIL import Image

from cogs.board.board_messages import BoardMessages
from cogs.contract.lesson import Lesson, try_moves
from cogs.contract.plain_words import seat_names
from cogs.games.landgrab.texts import FIGHT, LARGE, SMALL
from prowlerbot.core.game import View
from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.games.heroes.rules import Position, find_visits
from prowlerbot.games.landgrab.map import NAME
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.terms import Terms
from prowlerbot.privacy import Privacy
from tests.discord.frame.test_failures import lost
from tests.discord.message import Answer, Message
from tests.discord.places import Kind, bring, own_requests
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES
from tests.games.tell import HIDDEN, Tell, TellGame
from tests.match.test_leaving_and_closing import OUT
from tests.persistence.matches import states
from tests.workers.here import here


class Table:
    """Players at a match, each with the private board that they press on."""

    def __init__(self, room: Room, shared: Message, *players: simcord.MemberActor) -> None:
        self.room = room
        self.shared = shared
        self.players = dict(enumerate(players, 1))
        self.boards: dict[int, Message] = {}

    async def open(self, seat: int) -> Message:
        """The board of a player as it is now, behind the cards that have come."""
        if seat not in self.boards or not self.boards[seat].exists:
            answer = await self.room.press(self.players[seat], self.shared, "Open my board")
            self.boards[seat] = answer.private
        board = self.boards[seat]
        while pages := [each for each in ("Skip to the end", "Next") if each in board.labels]:
            await self.room.press(self.players[seat], board, pages[0])
        return board

    async def press(self, seat: int, label: str) -> Answer:
        return await self.room.press(self.players[seat], await self.open(seat), label)

    async def end_turn(self, seat: int) -> None:
        board = await self.open(seat)
        end = next(each for each in board.labels if each.startswith("End turn"))
        await self.room.press(self.players[seat], board, end)
        await self.press(seat, "Yes, end turn")

    async def step(self, seat: int, rng: random.Random) -> None:
        """Press anything that gets on; menus are chosen from where there are any."""
        board = await self.open(seat)
        usual = [each for each in board.moves if each["label"] not in _BESIDE]
        chosen = [(each, option["value"]) for each in board.selects for option in each["options"]]
        if chosen and (not usual or rng.random() < 0.5):
            select, value = rng.choice(chosen)
            await self.room.pick(self.players[seat], board, select["custom_id"], [value])
        elif usual:  # at once, as a board that is opened again may have changed by itself
            await self.room.press(self.players[seat], board, rng.choice(usual)["label"])
        else:  # the board shows what was before others finished
            self.boards.pop(seat)


_BESIDE = {"Take back", "Another place", "Another guard", "Hint"}


def told_twice(text: str) -> bool:
    """Whether the machine's last move also stands among the moves before it."""
    lines = text.replace("**", "").split("\n")
    told = [at for at, line in enumerate(lines) if line.startswith("-# Machine (easy) did not")]
    return any(lines[at + 1].endswith(f" {lines[at].removeprefix('-# ')}") for at in told)


@pytest.mark.answering_machine
@pytest.mark.newcomers
async def test_a_hinted_step_that_nobody_can_take_back_is_shown_first(room: Room) -> None:
    shared = (
        await room.command(room.ada, "/heroes challenge", machine="easy", length="short")
    ).message
    machines = room.feature(BoardMessages).machines
    machines.pace = 0
    await machines.wait_until_idle()
    await room.env.settle()
    own = await Table(room, shared, room.ada).open(1)
    hint = (await room.press(room.ada, own, "Hint")).private
    while not (play := [each for each in hint.labels if each in {"Play it", "Play A"}]):
        await room.press(room.ada, hint, hint.labels[0])
    before = (await room.match(shared)).ply
    await room.press(room.ada, hint, play[0])
    assert "If you make this move" in hint.text
    assert (await room.match(shared)).ply == before
    await room.press(room.ada, hint, "Confirm")
    assert (await room.match(shared)).ply > before


@pytest.mark.answering_machine
@pytest.mark.both_databases
async def test_three_play_with_a_machine_to_the_end(room: Room) -> None:
    await room.hurry()
    boards = room.feature(BoardMessages)
    boards.machines.pace = 0
    options: dict[str, Any] = {
        "opponent": room.ben,
        "machine": "easy",
        "seats": 3,
        "length": "short",
    }
    lobby = (await room.command(room.ada, "/heroes challenge", **options)).message
    await room.press(room.ben, lobby, "Accept")
    table, rng = Table(room, lobby, room.ada, room.ben), random.Random(3)
    while (match := await room.match(lobby)).ending is None:
        await boards.machines.wait_until_idle()
        await room.env.settle()
        assert not told_twice(lobby.text)
        now = await room.position(lobby)
        if people := sorted(now.to_move & {1, 2}):
            await table.step(rng.choice(people), rng)
    await boards.machines.wait_until_idle()  # which show what they have done after it is stored
    await room.env.settle()
    assert match.ending is Ending.PLAYED
    assert {play.seat for play in match.plays} == {0, 1, 2, 3}
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    assert all(str(total) in lobby.alts[0] for total in outcome.totals)
    told = [line for line in lobby.text.split("\n") if line.startswith("-# ")]
    moves = [line for line in told if line.startswith(("-# Ada", "-# Ben", "-# Machine"))]
    assert len(moves) <= 1, "the last move alone"


CLOCK = 150


async def test_the_clock_ends_building_for_all(room: Room) -> None:
    board, table = await begun_pair(room, build="live")
    await table.press(1, "Flip (64 left)")
    assert "⏳" not in board.text, "the clock is the only time limit that counts now"
    await room.press(room.ben, board, "Flip (63 left)")
    await room.env.advance_time(CLOCK - 30)
    assert (await room.position(board)).live
    room.clock.now += CLOCK
    await room.env.advance_time(31)
    now = await room.position(board)
    assert not now.live
    assert all(not seat.hand for seat in now.seats)


async def begun_pair(room: Room, **options: Any) -> tuple[Message, Table]:
    await room.hurry()
    board = (
        await room.command(room.ada, "/heroes challenge", opponent=room.ben, **options)
    ).message
    await room.press(room.ben, board, "Accept")
    return board, Table(room, board, room.ada, room.ben)


def before_last_cards(position: Position) -> bool:
    return position.round == ROUNDS and not position.invaders + position.events


@pytest.mark.answering_machine
@pytest.mark.parametrize("words", [False, True])
async def test_open_boards_show_the_result_after_the_last_card(room: Room, *, words: bool) -> None:
    for player in (room.ada, room.ben):
        await room.prefers(player, text_first=words)
    board, table = await begun_pair(room, length="short")
    rng = random.Random(1)
    await room.play_stored(board.match, rng, until=before_last_cards)
    boards = [await table.open(seat) for seat in (1, 2)]
    while (now := await room.position(board)).outcome is None:
        seat = min(now.to_move)
        await table.step(seat, rng)
    await room.env.settle()
    shown = room.private_boards() if words else boards  # an edit is not heard
    assert len(shown) == 2
    winner = now.outcome.winner  # it can be a draw
    told = f"{('Ada', 'Ben')[winner - 1]} won" if winner else "Ada and Ben share the victory"
    for player, each in zip((room.ada, room.ben), shown, strict=True):
        text = each.text
        if not words:  # the cards come first, without the result
            assert told not in text
            text = (await room.press(player, each, "Skip to the end")).told
        heading, _, _ = text.partition("\n")
        assert heading.startswith("### ")
        assert told in heading
        assert ("🏆" in heading or "🤝" in heading) is not words
        assert "To decide" not in text


@pytest.mark.answering_machine
async def test_a_board_whose_edit_fails_for_a_moment_follows_the_next_change(room: Room) -> None:
    _, table = await begun_pair(room)
    await table.end_turn(1)
    waiting = await table.open(1)
    with room.patch.context() as patch:
        patch.setattr(discord.Interaction, "edit_original_response", lost)
        await table.end_turn(2)
        await room.env.settle()
    assert not any(each.startswith("End turn") for each in waiting.labels)
    assert "Look again" in waiting.labels
    await table.end_turn(2)
    await room.env.settle()
    assert any(each.startswith("End turn") for each in waiting.labels)


@pytest.mark.answering_machine
async def test_an_open_board_stays_at_a_card_until_its_player_presses_next(room: Room) -> None:
    board, table = await begun_pair(room)
    mine, rng = await table.open(1), random.Random(3)
    while (now := await room.position(board)).phase != "planning":
        match, seat = await room.match(board), min(now.to_move)
        move = str(CHOICES["sensible"](rng, now, seat))
        user, step = match.player(seat).id, match.decision(seat).step
        await room.service.make_move(match.id, user, match.moment, move, step=step)
        if now.phase == "invasion":
            await room.feature(BoardMessages).refresh(match.id)
            await room.env.settle()
    assert "⚔️ **The invasion of round 1**" in mine.text
    again = (await room.press(room.ada, board, "Open my board")).message
    assert not mine.exists, "one board of a player"
    for number in range(1, sum(INVASIONS[1]) + 1):
        assert f"Card {number} of round 1" in again.text
        await room.press(room.ada, again, "Next")
    assert "Next" not in again.labels


@pytest.mark.answering_machine
@pytest.mark.parametrize("place", ["group", "chat", "server"])
async def test_a_typed_secret_step_is_told_in_words_to_guests(room: Room, place: Kind) -> None:
    bring(room, room.patch, place)
    lobby = (await room.command(room.ada, "/heroes challenge", seats=2)).message
    match_id = lobby.match
    await room.press(room.ben, lobby, "Join")
    answer = await room.command(room.ada, "/heroes play", move="reveal5", match=match_id)
    assert "Your choice: **reveal, pass 5**. Only you see it so far" in answer.told
    assert len([play for play in (await room.match(match_id)).plays if play.seat == 1]) == 1
    *_, shared = [each for each in room.messages() if "Open my board" in each.labels]
    assert shared.pings == [room.ben.id], "all see that Ben is awaited alone"
    assert "\nHeroes Beware, Ada against Ben. Press" in shared.text, "it stays true"
    assert own_requests(room) == []


@pytest.mark.answering_machine
async def test_the_end_of_an_empty_turn_asks_first_however_it_is_told(room: Room) -> None:
    board, _ = await begun_pair(room)
    question = await room.command(room.ada, "/heroes play", move="end of turn")
    assert "You have built nothing in this turn. End it all the same?" in question.told
    assert (await room.match(board)).plays[-1].seat == 0, "only chance has moved"


__all__ = ["here"]
pytestmark = pytest.mark.usefixtures("here")  # animations are drawn beside the bot
Until = Callable[[Position], bool]


async def heroes(room: Room, name: str, /, **options: Any) -> Answer:
    return await room.command(room.ada, f"/heroes {name}", **options)


async def line_of(room: Room, match_id: str) -> list[Position]:
    found = states(room.service, await room.match(match_id))
    return [each for each in found if isinstance(each, Position)]


async def play_until(room: Room, match_id: str, until: Until) -> None:
    """Make moves without Discord; the board knows nothing of it."""
    await room.play_stored(match_id, random.Random(1), until=until, choose=CHOICES["sensible"])


async def alone(room: Room, until: Until) -> str:
    """A match of one that has been played so far."""
    match_id = (await heroes(room, "challenge", seats=1, length="short")).message.match
    await play_until(room, match_id, until)
    return match_id


def planning(position: Position) -> bool:
    return position.phase == "planning" and len(position.rounds) == 1


async def gif_of(answer: Answer) -> tuple[str, Image.Image]:
    """The one file of a message, which Discord would take."""
    assert answer.result.response is not None
    (file,) = answer.result.response.attachments
    content = await file.read()
    assert len(content) <= 10_000_000
    return file.filename, Image.open(io.BytesIO(content))


async def test_a_card_of_a_running_match_is_suggested_and_animated_in_full(room: Room) -> None:
    match_id = await alone(room, planning)
    cards = list(find_visits(await line_of(room, match_id)))
    card = max(cards, key=lambda each: len(each.shown.seats[0].trace))
    answer = await heroes(room, "animation", part=f"card2.{card.number}")
    name, gif = await gif_of(answer)
    assert answer.result.ephemeral
    assert name == f"heroes-{match_id}-card2.{card.number}.gif"
    entered = sum(not what for _, what in card.shown.seats[0].trace)
    assert getattr(gif, "n_frames", 0) >= entered + 1
    assert f"Round 2, card {card.number}: " in answer.message.alts[0]
    room.clock.now += 1
    await heroes(room, "challenge", seats=1)
    typed: list[tuple[str, dict[str, str], str]] = [
        ("card 3", {"match": match_id}, "card2.3"),
        ("", {}, "round1"),  # of the match that has just begun
    ]
    for name in ("replay", "animation"):
        for text, match, part in typed:
            ask = room.ada.autocomplete
            found = await ask(room.channel, f"heroes {name}", "part", text, **match)
            assert [each["value"] for each in found] == [part]


async def test_the_message_of_an_invasion_offers_it_as_an_animation_to_anybody(room: Room) -> None:
    match_id = await alone(room, planning)
    board = (await heroes(room, "board", match=match_id)).message
    assert [each for each in board.alts if "Card 6, " in each]
    film = await room.press(room.ben, board, "Invasion")
    assert film.result.ephemeral
    assert (await gif_of(film))[0] == f"heroes-{match_id}-invasion2.gif"
    cards = (await room.press(room.ada, board, "Open my board")).message
    mine = (await room.press(room.ada, cards, "Skip to the end")).message
    own = await room.press(room.ada, mine, "Invasion")
    assert (await gif_of(own))[0] == f"heroes-{match_id}-invasion2.gif"
    faster = await room.press(room.ada, own.message, "Faster")
    assert (await gif_of(faster))[0] == f"heroes-{match_id}-invasion2.gif"
    assert "Slower" in faster.message.labels


async def test_a_replay_leads_to_any_part_and_back_to_the_whole_match(room: Room) -> None:
    match_id = await alone(room, planning)
    replay = (await heroes(room, "replay", match=match_id)).message
    (select,) = [each for each in replay.selects if "card2.3" in str(each["options"])]
    offered = {each["value"]: each["label"] for each in select["options"]}
    await room.pick(room.ada, replay, select["custom_id"], ["card2.3"])
    assert f"**{offered['card2.3']} · Move " in replay.text
    (select,) = [each for each in replay.selects if "card2.3" in str(each["options"])]
    (chosen,) = [each["value"] for each in select["options"] if each.get("default")]
    assert chosen == "card2.3"
    await room.pick(room.ada, replay, select["custom_id"], ["match"])
    assert "**Move " in replay.text


LESSON = Lesson(
    *("", "", "tell-7", ()),
    seats=3,
    replies=("1",),
    chance=("2",),
    goal=lambda _, now: now.points[0] == 1,
)


def test_in_a_lesson_for_three_both_rivals_move_at_the_same_time_and_have_names() -> None:
    for move, reached in (("1", False), ("2", True)):
        tried = try_moves(LESSON, TellGame(), [move])
        assert (tried.reached, tried.missed) == (reached, not reached)
        assert tried.views[-1].seen.round == 1, "both have answered the last move"
    assert seat_names("Ada", 1, LESSON.seats) == ["Ada", "Rival 1", "Rival 2"]


@pytest.mark.tell
@pytest.mark.newcomers
async def test_a_record_is_open_at_the_end_if_it_tells_what_was_dealt_in_secret(room: Room) -> None:
    board, see = await room.begin_tell(), Tell.view

    def view(position: Tell, viewer: int | None) -> View[Tell]:
        seen = see(position, viewer).seen
        return View(seen if seen.over else replace(seen, points=(HIDDEN,) * 3), viewer)

    room.patch.setattr(Tell, "view", view)
    asked: list[tuple[str, dict[str, int]]] = [("record", {}), ("branch", {"move": 0})]
    for command, more in asked:
        refused = await room.command(room.ada, f"/tell {command}", match=board.match, **more)
        assert "its record holds secrets until it is over" in refused.told, command
    for _ in range(2):
        await room.each_press(board, "1", room.ada, room.ben, room.cleo)
    told = await room.command(room.ada, "/tell record", match=board.match)
    assert "The record of" in told.told


tell = pytest.mark.tell


@tell
async def test_a_branch_of_replays_played_with_several_anybody_or_the_machine(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(rated=True))
    for number in "123" * 2:
        await room.press(room.members[int(number) - 1], board, number)

    async def asked() -> Answer:
        replay = await room.press(room.ada, board, "Replay")
        return await room.press(room.ada, replay.message, "Play on from here")

    question = (await asked()).message
    assert question.selects[0]["max_values"] == 2
    opened = await room.press(room.ada, question, "Anyone")
    lobby = await room.match(opened.message)
    assert [player.is_vacant for player in lobby.players] == [False, True, True]
    begun = await room.press(room.ada, (await asked()).message, "Machine: Expert")
    match = await room.match(begun.message)
    assert [player.level for player in match.players] == [None, "expert", "expert"]
    assert match.phase is Phase.PLAYING


several = pytest.mark.tell(2)
"""Each hides two numbers a round, one after the other."""


async def own_board(room: Room, player: simcord.MemberActor, board: Message) -> Message:
    answer = await room.press(player, board, "Open my board")
    assert not answer.public
    return answer.message


@pytest.mark.gathering
@several
async def test_a_private_board_lives_through_a_whole_turn_and_a_restart(room: Room) -> None:
    board = await room.begin_tell()
    own = await own_board(room, room.ada, board)
    for label in ("1", "Take back", "2"):
        await room.press(room.ada, own, label)
    await room.restart()
    await room.press(room.ada, own, "3")
    assert (await room.match(board)).decision(1).concealed == 2
    assert "hides" not in board.text
    await room.env.advance_time(1)  # for which edits of the shared message are gathered
    assert "Still to hide a number: Ben, Cleo" in board.text
    anew = await own_board(room, room.ada, board)
    assert anew.labels == ["Take back", "Look again"], "there is nothing more to choose"
    for player in (room.ben, room.cleo):
        mine = await own_board(room, player, board)
        await room.press(player, mine, "1")
        await room.press(player, mine, "1")
    await room.env.advance_time(1)  # for which edits of the shared message are gathered
    assert "Round 1: 23, 11, 11" in board.text


@pytest.mark.gathering
@several
async def test_those_who_finish_together_cost_the_shared_message_one_edit(room: Room) -> None:
    board = await room.begin_tell()
    boards = [await own_board(room, each, board) for each in (room.ada, room.ben)]
    for player, own in zip((room.ada, room.ben), boards, strict=True):
        await room.press(player, own, "1")
    for player, own in zip((room.ada, room.ben), boards, strict=True):
        room.send_press(player, own, own.button("2")["custom_id"], None)
    await room.env.settle()
    await room.env.advance_time(1)  # for which edits of the shared message are gathered
    assert "Still to hide a number: Cleo" in board.text
    requests = [each for each in room.env.http_requests if each.method == "PATCH"]
    assert len([each for each in requests if f"menu:{board.match}" in str(each.json)]) == 1


@pytest.mark.gathering
@several
async def test_a_menu_does_what_the_buttons_do(room: Room) -> None:
    board = await room.begin_tell()
    shared = board.selects[0]
    assert [each["value"] for each in shared["options"]] == ["m:1", "m:2", "m:3"]
    answer = await room.pick(room.ben, board, shared["custom_id"], ["m:2"])
    assert "Your choice: **number 2**" in answer.told
    own = await own_board(room, room.ada, board)
    for value in ("plan:3", "plan:1"):
        await room.pick(room.ada, own, own.selects[0]["custom_id"], [value])
    assert [each.move for each in (await room.match(board)).plays] == ["2", "3", "1"]
    mine = (await room.press(room.ben, board, "1")).message  # begun, so it leads to their own board
    made_up = await room.choose(room.ben, mine, "resign!:")
    assert "Choose one of the options in the menu" in made_up.told


async def press_one(room: Room, board: Message, rng: random.Random) -> None:
    """Press on: attacks first, then claims, else anything, so that a match does not take long."""
    signs = {each["emoji"]["name"]: each["label"] for each in board.moves if "emoji" in each}
    wanted = map(str, (FIGHT, SMALL, LARGE))
    label = next((signs[sign] for sign in wanted if sign in signs), None)
    usual = [each["label"] for each in board.moves if each["label"] != "Draw the rest"]
    await room.press(await room.mover(board), board, label or rng.choice(usual))


async def test_a_way_begins_in_ones_own_turn_by_a_press_and_keeps_what_follows(room: Room) -> None:
    board, rng = await room.begin_landgrab(room.ada, room.ben, map="drawn"), random.Random(1)
    while phase(room, await room.match(board)) != "turn" or await room.mover(board) != room.ada:
        await press_one(room, board, rng)
    position = await room.position(board)
    step = next(str(move) for move in position.moves(1) if not move.kind)
    home = NAME[position.pawns[0]]
    own = (await room.command(room.ada, "/landgrab plan", way=f"{step}, {home}")).message
    shown = board.snapshot()
    await room.press(room.ada, own, "Begin")
    match = await room.match(board)
    assert (match.plays[-1].move, match.player(1).plan) == (step, home)
    assert board.snapshot() != shown
    assert "Begin" not in own.labels, "now others are to move"
    assert "End the plan" in own.labels


_MOVES = ["p:G6", "p:H6", "c:F7", "d4", "a:1", "d3", "d9"]
_RECORD = {"game": "landgrab", "setup": "RB/1/F6,H6/F7/", "moves": _MOVES}


def moves_listed(replay: Message) -> list[str]:
    (select,) = [each for each in replay.selects if each["placeholder"] == "Jump to a move"]
    return [option["label"] for option in select["options"]]


async def test_a_claim_or_an_attack_and_its_rolls_are_one_step(room: Room) -> None:
    file = ("record.jsonl", json.dumps(_RECORD).encode())
    replay = (await room.command(room.ada, "/landgrab import", file=file)).message
    await room.jump(room.ada, replay, 0)
    assert moves_listed(replay)[1:] == [
        "1 · Player 1: spawn G6",
        "2 · Player 2: spawn H6",
        "3 · Player 1: claim F7, roll 4",
        "4 · Player 2: attack Red, roll 3, roll 9",
    ]
    for _ in range(3):
        await room.press(room.ada, replay, "Forward")
    assert "rolls **4**" in replay.text
    for label in ("Forward", "Back"):
        await room.press(room.ada, replay, label)
    assert "Move 3 of" in replay.text


DRAW, CLOCK_TOLERANCE = "Draw the rest", "Agree: draw the rest"


def phase(room: Room, match: Match) -> object:
    return states(room.service, match)[-1].facts()["phase"]


def question(room: Room) -> Message:
    return [each for each in room.messages() if "by lot" in each.text and each.pings][-1]


async def test_once_all_agree_the_map_is_drawn_and_the_next_player_is_called(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    await room.press(room.ada, board, DRAW)
    assert "❓ **Ada** asks to have the rest of the set-up drawn by lot." in board.text
    assert board.button(DRAW)["disabled"], "and it keeps its place"
    await room.press(room.ben, question(room), CLOCK_TOLERANCE)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    assert f"The rest of the set-up was drawn by lot: {match.ply} moves." in board.text
    replay = await room.command(room.ada, "/landgrab replay", match=match.id, move=match.ply)
    assert f"{match.ply} · drawn by lot: " in "\n".join(moves_listed(replay.message))
    assert DRAW not in board.labels
    (seat,) = room.service.facts.to_move(match)
    called = [call.pings for call in room.calls()]
    assert called == ([[match.player(seat).id]] if match.player(seat).id != room.ben.id else [])
    spawn = str(states(room.service, match)[-1].moves(seat)[0]).removeprefix("p:")
    for label in (spawn[0], spawn):
        await room.press(room.member(match.player(seat).id), board, label)
    assert "by lot" not in board.text, "told until play goes on"


async def test_a_player_who_is_out_sees_all_cannot_leave_and_can_delete_data(room: Room) -> None:
    three = (room.ada, room.ben, room.cleo)
    players = (
        replace(seat, id=it.id, name=room.names[it.id])
        for seat, it in zip(OUT.players, three, strict=True)
    )
    match = replace(OUT, players=tuple(players))
    now = room.clock.now
    decisions = tuple(replace(each, since=now) for each in match.decisions)
    match = replace(match, id="out123", decisions=decisions, turn_at=now, changed_at=now)
    assert await room.service.store.add_new(match)
    board = (await room.command(room.ada, "/landgrab board", match=match.id)).message
    assert "you are out, and can watch" in (await room.command(room.cleo, "/matches")).told
    menu = (await room.press(room.cleo, board, "Menu")).message
    assert "Leave" not in menu.labels
    assert {"My view", "Describe", "Replay", "Cancel match"} <= {*menu.labels}
    assert "Leave" in (await room.press(room.ben, board, "Menu")).message.labels
    assert (await room.press(room.cleo, menu, "My view")).told
    resigned = await room.command(room.cleo, "/landgrab resign", match=board.match)
    assert "nothing to give up" in resigned.told
    assert (await room.match(board)).phase is Phase.PLAYING
    played = await room.command(room.cleo, "/landgrab play", move="F6", match=board.match)
    assert "You are out of this match" in played.told
    forgotten = await Privacy(room.service).delete_data(room.cleo.id)
    assert (await room.match(board)).player(3).is_forgotten
    assert board.match in forgotten.others


@pytest.mark.answering_machine
async def test_a_challenge_says_which_map_is_played(room: Room) -> None:
    drawn = (await room.command(room.ada, "/landgrab challenge", opponent=room.ben)).message
    assert "The map is a new one, drawn for this match." in drawn.text
    anybody = (await room.command(room.ada, "/landgrab challenge", map="mill")).message
    assert "The map is Mill" in anybody.text
    assert anybody.alts[0].startswith("The map Mill. Buildings: D2 small, I2-J2 large")


async def test_by_command_it_is_asked_and_agreed_to(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    asked = await room.command(room.ada, "/landgrab draw-rest")
    assert "Waiting for Ben." in asked.told
    await room.command(room.ben, "/landgrab draw-rest", match=board.match)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    late = await room.command(room.ben, "/landgrab draw-rest")
    assert late.told == "There is nothing to draw by lot at this point of the match."
