"""Every option of every menu does something, whether or not its player confirms moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
import simcord

from prowlerbot.match.preferences import PlayerChoices
from tests.discord.message import Answer, Message
from tests.discord.playing import hurry
from tests.discord.room import Room
from tests.positions import states

pytestmark = pytest.mark.answering_machine

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
    """On the shared board and on private ones, with each wish for confirmations on one of them;
    other games try the other ones.
    """
    await hurry(room)
    asked = await room.command(room.ada, "challenge", group=game, opponent=room.ben, **options)
    await room.press(room.ben, asked.message, "Accept")
    await played_on(room, asked.message, random.Random(7), plies)
    match, seen = asked.message.match, set[tuple[str, str]]()
    for wish, shared in zip(confirm, (True, False, len(game) % 2 == 0), strict=True):
        for player in (room.ada, room.ben):
            await room.service.store.choices.put(player.id, PlayerChoices(confirm=wish))
        board = (await room.command(room.ada, "board", group=game, match=match)).message
        walk, rng = Walk(room, board, shared=shared), random.Random(3)
        while sum(walk.seen.values()) < _PRESSES and (await room.match(board)).ending is None:
            await walk.step(rng)
        seen |= walk.seen.keys()
    # Heroes Beware has menus only where there are more choices than buttons.
    assert game == "heroes" or any(menu in _MENUS for menu, _ in seen), "there was a menu"
