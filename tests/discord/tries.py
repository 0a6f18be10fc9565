"""Tries of the day's challenge, begun and played to their ends in the simulated Discord."""

import asyncio
import random

import simcord

from cogs.board.board_messages import BoardMessages
from cogs.board.machine_moves import Machines
from cogs.board.private_messages import PrivateMessages
from cogs.presses import DailyPress, DailyWay
from prowlerbot.daily.daily_days import day_of
from prowlerbot.daily.daily_store import DailyStore, DailyTry
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Answer, Message
from tests.discord.room import Room


def machines(room: Room) -> Machines:
    return room.feature(BoardMessages).machines


async def card(room: Room, player: simcord.MemberActor | None = None) -> Message:
    answer = await room.command(player or room.ada, "/daily")
    assert not answer.public
    return answer.message


async def go(
    room: Room, way: DailyWay, game: str = "", day: int = 0, by: simcord.MemberActor | None = None
) -> Answer:
    """A press on a button of the card."""
    shown = await card(room, by)
    return await room.late_press(by or room.ada, shown, str(DailyPress(way, game, day)))


async def settled(room: Room) -> None:
    machines(room).pace = 0
    await machines(room).wait_until_idle()
    await room.env.settle()
    boards = room.feature(PrivateMessages)
    while redrawn := [*boards._redraws]:
        await asyncio.gather(*redrawn)
        await room.env.settle()


async def tries(room: Room, player: simcord.MemberActor, back: int = 0) -> list[DailyTry]:
    return await DailyStore(room.service.store.database).tries(player.id, today(room) - back)


def today(room: Room) -> int:
    return day_of(room.clock())


async def begun(
    room: Room, game: str = "prowler", by: simcord.MemberActor | None = None, day: int = 0
) -> Message:
    """The private board of a try that has just begun."""
    machines(room).pace = 0
    await room.service.store.choices.change(ServerChoices, room.guild.id, presses_a_minute=10_000)
    shown, player = await card(room, by), by or room.ada
    labels = {each["custom_id"]: each["label"] for each in shown.buttons}
    play = str(DailyPress("play", game, today(room)))
    way: DailyWay = "fun"
    if play in labels and not day:
        way = "begin" if labels[play] == "Play" else "play"
    answer = await room.late_press(player, shown, str(DailyPress(way, game, day)))
    assert answer.acknowledged
    await settled(room)
    return shown if way == "begin" else answer.message


async def pressed(room: Room, board: Message, rng: random.Random, most: int = 999) -> Match:
    """The match after so many presses of its player on the private board, or at its end."""
    match = await room.match(board)
    player = room.member(match.player(match.challenger).id)
    for _ in range(most):
        if match.phase is Phase.OVER:
            break
        offered = [(each["label"], None) for each in board.moves if each["label"] != "Take back"]
        offered += [
            (option["label"], select["custom_id"])
            for select in board.selects
            for option in select["options"]
        ]
        assert offered, board.text
        label, select = rng.choice(offered)
        assert (await room.press(player, board, label)).acknowledged, select
        await settled(room)
        match = await room.match(match.id)
    return match


async def finished(
    room: Room, game: str = "prowler", by: simcord.MemberActor | None = None, seed: int = 1
) -> Match:
    """A try, played to its end without Discord."""
    return await ended(room, await room.match(await begun(room, game, by)), random.Random(seed))


async def ended(room: Room, match: Match, rng: random.Random) -> Match:
    """The match, played to its end without Discord."""
    while match.phase is not Phase.OVER:
        await settled(room)
        match = await room.match(match.id)
        seat = match.challenger
        if match.phase is Phase.PLAYING and seat in room.service.facts.to_move(match):
            view = room.service.facts.timeline(match, match.player(seat).id).present
            user, step = match.player(seat).id, match.decision(seat).step
            move = str(rng.choice(list(view.moves())))
            match = await room.service.make_move(match.id, user, match.moment, move, step=step)
            room.feature(BoardMessages).wake_machine(match)
    await room.env.settle()
    return match
