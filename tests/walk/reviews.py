"""The scenes of reviews: how far one is, the course of a match, a costly move, and tries."""

from __future__ import annotations

import random

import simcord

from cogs.frame.press import Action, MatchPress
from prowlerbot.match.match import Player
from prowlerbot.service.lobby import Lobby
from tests.discord.message import Message
from tests.positions import states
from tests.walk.stage import Stage


async def reviews(on: Stage) -> None:
    board = await on.finished()
    await on.show("finished", on.ada, board)
    asked = await on.told("review_asked", on.ada, await on.act(on.ada, board, Action.REVIEW))
    await _look_through(on, asked, "review")
    await on.prefer(on.ada, text_first=True)
    await on.act(on.ada, asked, Action.REVIEWED)
    await on.show("review_in_words", on.ada, asked)
    await on.prefer(on.ada, text_first=False)
    for game, seats in (("landgrab", 4), ("heroes", 2)):
        await _look_through(on, await _review_of(on, game, seats), f"review_{game}")


async def _look_through(on: Stage, review: Message, name: str) -> None:
    """The overview, a point, the board to try again, and both ends of that."""
    ada, parts = on.ada, on.bench.bot.parts
    assert parts is not None
    await parts.reviews.rest()
    await on.act(ada, review, Action.REVIEWED)
    await on.show(f"{name}_overview", ada, review)
    await _choose(on, ada, review, 1)
    await on.show(f"{name}_point", ada, review)
    await on.act(ada, review, Action.RETRY)
    await on.show(f"{name}_try", ada, review)
    played = next(each for each in review.buttons if "!" in each["custom_id"])
    await on.late_press(ada, review, played["custom_id"])
    await on.show(f"{name}_tried", ada, review)
    await on.act(ada, review, Action.REVIEWED)
    await _choose(on, ada, review, -1)
    await on.show(f"{name}_costly", ada, review)


async def _choose(on: Stage, player: simcord.MemberActor, review: Message, number: int) -> None:
    (select,) = review.selects
    await on.pick(player, review, select["custom_id"], [select["options"][number]["value"]])


async def _review_of(on: Stage, game: str, seats: int) -> Message:
    """The review that Ada asks for under a match played at random."""
    people = (on.ada, on.ben, on.cleo, on.fay)[:seats]
    players = [Player(each.id, on.names[each.id]) for each in people]
    match = await Lobby(on.service).challenge(game, players, {})
    for each in people[1:]:
        match = await Lobby(on.service).accept(match.id, each.id)
    rng = random.Random(3)
    while match.ending is None:
        seat = min(on.service.to_move(match))
        move = str(rng.choice(states(on.service, match)[-1].moves(seat)))
        decision = match.decision(seat)
        match = await on.service.play(
            match.id, match.player(seat).id, match.moment, move, own=decision.own
        )
    board = (await on.command(on.ada, "board", group=game, match=match.id)).message
    press = next(
        each["custom_id"]
        for each in board.buttons
        if (read := MatchPress.read(each["custom_id"])) and read.action is Action.REVIEW
    )
    return on.private(await on.late_press(on.ada, board, press))
