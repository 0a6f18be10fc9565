"""Whole matches of Heroes Beware in Discord, and their parts, replayed and animated alone."""

import io
import random
from collections.abc import Callable
from typing import Any

import discord
import pytest
import simcord
from PIL import Image

from cogs.board.board_messages import BoardMessages
from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.games.heroes.rules import Position, find_visits
from prowlerbot.match.match import Ending
from tests.discord.frame.test_failures import lost
from tests.discord.message import Answer, Message
from tests.discord.places import Kind, bring, own_requests
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES
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
        user, own = match.player(seat).id, match.decision(seat).own
        await room.service.make_move(match.id, user, match.moment, move, own=own)
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
