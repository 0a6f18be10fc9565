"""The board message: its words, its picture, its buttons, which never shift."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import discord
import pytest
import simcord

from cogs.frame.rate_limits import AT_ONCE, REFUSALS_A_MINUTE
from prowlerbot.match.match import Ending
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.message import Answer, Message
from tests.discord.playing import hurry
from tests.discord.room import Room
from tests.persistence.matches import states


def grid(board: Message) -> list[list[str]]:
    """The rows of pathways, without what leads elsewhere."""
    return [[label for label in row if label != "Menu"] for row in board.rows[:-1]]


async def test_no_button_shifts_in_a_whole_match_and_both_players_can_press_to_the_sheet(
    room: Room,
) -> None:
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


# ----------------------------------------------------------------------- presses that come late


@pytest.fixture
async def board(room: Room) -> Message:
    board = await room.begin()
    await room.play(board, ["Castle"])
    return board


def placement(board: Message) -> str:
    """The first pathway that can be taken by one press."""
    return str(next(each["label"] for each in board.moves if each["custom_id"].startswith("m:")))


async def test_a_late_press_changes_nothing_and_leads_to_the_present_board_or_says_it_is_over(
    room: Room, board: Message
) -> None:
    shown, late = board.snapshot(), board.button(placement(board))["custom_id"]
    await room.play_on(board, random.Random(1), 3)
    before = await room.match(board)
    assert before.plays[1].move != late.rsplit(":", 1)[-1]
    answer = await room.late_press(room.ada, board, late, shown)
    assert "moved on" in answer.told
    assert len(board.moves) == 25

    shown, late = board.snapshot(), board.button(placement(board))["custom_id"]
    menu = board.button("Menu")["custom_id"]
    new = (await room.command(room.ada, "board")).message
    answer = await room.late_press(room.ada, board, late, shown)
    assert f"https://discord.com/channels/{room.guild.id}/{new.channel}/{new.id}" in answer.told
    assert (await room.late_press(room.ben, board, menu, shown)).told, "a menu still answers"
    assert board.moves == []
    assert len(new.moves) == 25
    assert await room.match(new) == before

    shown, late = new.snapshot(), new.button(placement(new))["custom_id"]
    asked = (await room.command(room.ada, "resign")).message
    await room.press(room.ada, asked, "Keep playing")
    assert "Menu" in asked.labels, "her own board, in place of the question"
    await room.press(room.ada, (await room.command(room.ada, "resign")).message, "Resign")
    over = await room.match(before.id)
    assert over.ending is Ending.RESIGNED
    assert "over" in (await room.late_press(room.ada, new, late, shown)).told
    assert await room.match(before.id) == over
    assert new.moves == []


async def test_a_doubled_press_is_one_move_and_of_two_different_ones_the_second_is_refused(
    room: Room, board: Message
) -> None:
    press = (room.ada, board.button(placement(board))["custom_id"])
    answers = await room.presses_at_once(board, [press, press])
    assert (await room.match(board)).ply == 2
    assert [(each.acknowledged, each.told) for each in answers] == [(True, ""), (True, "")]
    one, two = [each["custom_id"] for each in board.moves if each["custom_id"].startswith("m:")][:2]
    answers = await room.presses_at_once(board, [(room.ben, one), (room.ben, two)])
    assert (await room.match(board)).ply == 3
    assert sorted(bool(each.told) for each in answers) == [False, True]


async def test_a_burst_of_one_user_is_dropped_before_anything_is_made_of_it(
    room: Room, board: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[int] = []
    arrive = room.bench.bot.meter.arrive

    def noted(interaction: discord.Interaction) -> None:
        arrived.append(interaction.user.id)
        arrive(interaction)

    monkeypatch.setattr(room.bench.bot.meter, "arrive", noted)
    menu = board.button("Menu")["custom_id"]
    burst = [(room.cleo, menu)] * 300
    *_, other = await room.presses_at_once(board, [*burst, (room.ada, menu)])
    assert arrived.count(room.cleo.id) == AT_ONCE + REFUSALS_A_MINUTE
    assert other.told
    # Once that is over, she is heard again: only the refusals are used up.
    assert (await room.press(room.cleo, board, "Menu")).told


async def test_a_challenge_shown_elsewhere_is_accepted_there_alone(room: Room) -> None:
    old = await room.challenge()
    shown, accept = old.snapshot(), old.button("Accept")["custom_id"]
    new = (await room.command(room.ada, "board", match=old.match)).message
    answer = await room.late_press(room.ben, old, accept, shown)
    assert answer.acknowledged
    await room.time_passes(60)
    live = [each for each in (old, new) if len(each.buttons) > 2]
    assert live == [new]


HOSTILE = [
    "m:nomatch:99999999999999999999:1",
    "m:{match}:99999999999999999999:1",
    "m:{match}:-1:1",
    "m:{match}:1:",
    "m:{match}:1:0",
    "m:{match}:1:28",
    "m:{match}:1:1>Q",
    "m:{match}:١:1",
    "m:{match}:1:١",
    "m:{match}:²:1",
    "m:{match}:1:1:1:1",
    "m:{match}:1:{{0}}{{typed}}%s\\",
    "m:' OR 1=1 --:0:1",
    "m::0:",
    "choose:{match}:1:",
    "choose:{match}:1:abc",
    "choose:{match}:1:0",
    "choose:{match}:1:999999999999",
    "choose:{match}:0:1",
    "back:{match}:77:",
    "accept:{match}:1:",
    "decline:{match}:1:",
    "cancel:{match}:1:",
    "unknown:{match}:1:1",
    "M:{match}:1:1",
    "scores:nomatch:1:",
    "menu:\U0001f600:1:",
    "a",
    ":::",
]


async def test_no_form_of_a_button_does_harm(room: Room, board: Message) -> None:
    """Whatever a button carries, it is answered in words or ignored, and nothing is changed."""
    before = await room.match(board)
    for form in HOSTILE:
        press = form.format(match=before.id)
        presses = [(player, press) for player in (room.ada, room.ben, room.cleo)]
        await room.presses_at_once(board, presses)
        assert await room.match(before.id) == before, form
        assert len(board.moves) == 27, form
    answer = await room.late_press(room.ada, board, "vote:yes")
    assert not answer.acknowledged, "a button of another bot's message"


# ---------------------------------------------------- every option of every menu does something


_GETS_ON = {
    *("m", "choose", "back", "pick"),
    *("try", "try1", "wonder", "confirm", "confirm1"),
    *("plan", "planpick", "look", "lookback"),
}
_MENUS = {"pick", "planpick"}
_PRESSES = 12


class Pressed(NamedTuple):
    """A button, or an option of a menu; ``kind`` says how to press it and which data it has."""

    kind: tuple[str, str]
    custom_id: str
    value: str = ""


def offered(message: Message) -> Iterator[Pressed]:
    for each in message.buttons:
        action = each["custom_id"].partition(":")[0]
        if action in _GETS_ON and not each.get("disabled"):
            yield Pressed((action, ""), each["custom_id"])
    for select in message.selects:
        menu = select["custom_id"].partition(":")[0]
        for option in select["options"] if menu in _MENUS else ():
            carried = option["value"].partition(":")[0]
            yield Pressed((menu, carried), select["custom_id"], option["value"])


class Walk:
    """Presses of one match, which begin on the shared board or on a private one."""

    def __init__(self, room: Room, board: Message, *, shared: bool) -> None:
        self.room, self.board, self.shared = room, board, shared
        self.seen: dict[tuple[str, str], int] = {}

    async def step(self, rng: random.Random) -> None:
        """One player presses on until there is nothing left to press, or the move is made."""
        match = await self.room.match(self.board)
        seat = rng.choice(sorted(self.room.service.to_move(match)))
        player = self.room.member(match.player(seat).id)
        message = self.board if self.shared else await self._private(player, match.game)
        for _ in range(6):
            there = [*offered(message)]
            if not there:
                break
            # The option pressed least comes first, so no kind of option is left out.
            pressed = min(there, key=lambda it: (self.seen.get(it.kind, 0), rng.random()))
            self.seen[pressed.kind] = self.seen.get(pressed.kind, 0) + 1
            message = await self._press(player, message, pressed)
            if not message.exists or (await self.room.match(self.board)).ply > match.ply:
                break

    async def _private(self, player: simcord.MemberActor, game: str) -> Message:
        command: dict[str, Any] = {"match": self.board.match, "private": True}
        return (await self.room.command(player, "board", group=game, **command)).message

    async def _press(
        self, player: simcord.MemberActor, message: Message, pressed: Pressed
    ) -> Message:
        values = [pressed.value] if pressed.value else None
        record = self.room.send_press(player, message, pressed.custom_id, None, values)
        await self.room.env.settle()
        answer = Answer(self.room.env, simcord.InteractionResult(self.room.env, record))
        assert answer.acknowledged, pressed
        for refused in ("Choose one of the options", "went wrong", "opens no choice"):
            assert refused not in answer.told, pressed
        return answer.message if answer.result.response is not None else message


async def played_on(room: Room, board: Message, rng: random.Random, plies: int) -> None:
    """Make moves without Discord, planned ones too; the board knows nothing of it."""
    match = await room.match(board)
    while match.ply < plies:
        seat = rng.choice(sorted(room.service.to_move(match)))
        move = str(rng.choice(states(room.service, match)[-1].moves(seat)))
        now, player = match.decision(seat), match.player(seat)
        match = await room.service.play(match.id, player.id, now.moment, move, own=now.own)


@pytest.mark.answering_machine
@pytest.mark.parametrize(
    ("game", "options", "plies", "confirm"),
    [
        ("prowler", {}, 6, [True, False, None]),
        ("landgrab", {"map": "together"}, 0, [False, True, None]),
        ("landgrab", {"map": "together"}, 19, [True, None, False]),
        ("landgrab", {"map": "drawn"}, 0, [None, True, False]),
        ("landgrab", {"map": "duel"}, 60, [False, None, True]),
        ("heroes", {"seats": 2}, 150, [None, False, True]),
        ("heroes", {"seats": 2, "build": "live"}, 25, [True, False, None]),
    ],
    ids=["prowler", "tiles", "buildings", "spawns", "race", "heroes", "live"],
)
@pytest.mark.newcomers
async def test_no_option_of_a_menu_is_refused(
    room: Room, game: str, options: dict[str, Any], plies: int, confirm: list[bool | None]
) -> None:
    """On the shared board and on private ones, one of them in words, with each wish for
    confirmations on one of them; other games try the other ones.
    """
    await hurry(room)
    asked = await room.command(room.ada, "challenge", group=game, opponent=room.ben, **options)
    await room.press(room.ben, asked.message, "Accept")
    await played_on(room, asked.message, random.Random(7), plies)
    match, seen = asked.message.match, set[tuple[str, str]]()
    for at, wish in enumerate(confirm):
        shared, words = (True, False, len(game) % 2 == 0)[at], at == 1
        for player in (room.ada, room.ben):
            choices = PlayerChoices(confirm=wish, text_first=words)
            await room.service.store.choices.put(player.id, choices)
        board = (await room.command(room.ada, "board", group=game, match=match)).message
        walk, rng = Walk(room, board, shared=shared), random.Random(3)
        while sum(walk.seen.values()) < _PRESSES and (await room.match(board)).ending is None:
            await walk.step(rng)
        seen |= walk.seen.keys()
    # Heroes Beware has menus only where there are more choices than buttons.
    assert game == "heroes" or any(menu in _MENUS for menu, _ in seen), "there was a menu"
