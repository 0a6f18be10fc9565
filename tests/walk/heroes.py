"""The scenes of Heroes Beware: the shared and the private messages of each phase."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import simcord

from cogs.games.heroes.lessons import LESSONS
from cogs.presses import MatchPress
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.thinking import MINDS
from tests.discord.games.test_whole_matches import planning, play_until
from tests.discord.message import Answer, Message
from tests.walk.stage import Stage

_Wanted = Callable[[Position], object]
_STEADY = replace(MINDS["medium"], lapse=0.0)
"""All players here play by this level; with slips, some questions would never be asked."""
_QUESTIONS = {
    *("closing", "populate", "walk", "arm", "cell", "recruit"),
    *("cave-in", "seepage", "pay", "planning"),
}
"""The questions to a player after building, if nothing needs repair."""
_LUCK = 15
"""With it, three matches bring up all of these questions; with most others it takes many more."""


async def heroes_challenges(on: Stage) -> None:
    """Challenges and lobbies, alone and with others."""
    ada, ben = on.ada, on.ben
    asked = await _asked(on)
    await on.show("heroes_anybody", ben, asked.message)
    await on.press(ada, asked.message, "Cancel the match")
    asked = await _asked(on, opponent=ben)
    await on.show("heroes_asked", ben, asked.message)
    await on.press(ada, asked.message, "Withdraw")
    several = await _asked(on, opponent=ben, seats=3, build="live")
    await on.show("heroes_lobby", ben, several.message)
    await on.show("heroes_alone", ada, (await _asked(on, seats=1)).message)


async def heroes_building(on: Stage) -> None:
    """A draft of two, the choices of a turn, and building live."""
    ada, ben = on.ada, on.ben
    board = await _begun(on)
    await on.show("heroes_draft", ben, board)
    own = await on.told("heroes_own_draft", ada, await on.act(ada, board, "look"))
    await _press(on, ada, own, "b")
    await on.show("heroes_where", ada, own)
    await _until(on, board, lambda now: 1 not in now.to_move)
    await on.told("heroes_finished_turn", ada, await on.act(ada, board, "look"))
    await _until(on, board, lambda now: now.turn == 6 and now.seats[0].legal)
    await on.show("heroes_later_draft", ben, board)
    own = await on.told("heroes_own_later_draft", ada, await on.act(ada, board, "look"))
    await _press(on, ada, own, "reveal")
    await on.show("heroes_reveal", ada, own)
    board = await _begun(on, build="live")
    await on.show("heroes_live", ben, board)
    await _until(on, board, lambda now: len(now.face_up) > 5 and now.seats[0].hand)
    await on.show("heroes_later_live", ben, board)
    await on.told("heroes_own_live", ada, await on.act(ada, board, "look"))


async def heroes_questions(on: Stage) -> None:
    """The questions to a player after building, and the shared messages then."""
    ada, left = on.ada, set(_QUESTIONS)
    while left:
        board = await _begun(on, length="short")
        while left and not await _until(on, board, lambda now: _question(now) in left):
            stage = _question(await on.position(board))
            left.remove(stage)
            own = await on.told(f"heroes_own_{stage}", ada, await on.act(ada, board, "look"))
            if stage in {"walk", "planning"}:
                await on.show(f"heroes_at_{stage}", on.ben, board)
            if stage == "populate":
                await _press(on, ada, own, "buy")
                await on.show("heroes_guard", ada, own)
                for name, action in (("scores", "scores"), ("described", "describe")):
                    menu = await on.menu(ada, board)
                    await on.told(f"heroes_{name}", ada, await on.act(ada, menu, action))


async def invasions(on: Stage) -> None:
    ada, ben = on.ada, on.ben
    board = await _begun(on, length="short")
    await play_until(on, board.match, lambda now: now.phase == "invasion" and not now.draw)
    await on.catch_up()
    await on.show("invasion", ben, board)
    await on.told("invasion_own", ada, await on.act(ada, board, "look"))
    await play_until(on, board.match, planning)
    await on.catch_up()
    await on.show("invasion_over", ben, board)
    await on.told("invasion_menu", ada, await on.act(ada, board, "menu"))
    part = await on.command(ada, "/heroes replay", part="card2.3")
    await on.told("invasion_replay", ada, part)


async def film(on: Stage) -> None:
    """An invasion as an animation."""
    board = await _begun(on, length="short")
    await play_until(on, board.match, planning)
    await on.catch_up()
    await on.told("invasion_film", on.ada, await on.press(on.ada, board, "Invasion"))


async def heroes_end(on: Stage) -> None:
    ada = on.ada
    board = await _begun(on, length="short")
    await _until(on, board, lambda _: False)
    await on.show("heroes_end", ada, board)
    alone = (await _asked(on, seats=1, length="short")).message
    await _until(on, alone, lambda _: False)
    await on.show("heroes_end_alone", ada, alone)
    await on.told("heroes_rules", ada, await on.command(ada, "/heroes rules"))
    await on.told("heroes_profile", ada, await on.command(ada, "/profile", player=ada))


async def heroes_tutorial(on: Stage) -> None:
    ada = on.ada
    lesson = await on.told("heroes_lesson_0", ada, await on.command(ada, "/heroes tutorial"))
    await on.press(ada, lesson, "Next lesson")
    for number in range(1, len(LESSONS)):
        await on.show(f"heroes_lesson_{number}", ada, lesson)
        if number < len(LESSONS) - 1:
            await on.press(ada, lesson, "Skip")


async def _asked(on: Stage, **options: Any) -> Answer:
    return await on.command(on.ada, "/heroes challenge", **options)


async def _begun(on: Stage, **options: Any) -> Message:
    board = (await _asked(on, opponent=on.ben, **options)).message
    await on.press(on.ben, board, "Accept")
    return board


async def _until(on: Stage, board: Message, is_wanted: _Wanted) -> bool:
    """Play for both until a position is wanted, and show it; whether the match ended first."""
    rng = random.Random(_LUCK)
    while (now := await on.position(board)).to_move and not is_wanted(now):
        match = await on.match(board)
        seat = rng.choice(sorted(now.to_move))
        decision = match.decision(seat)
        move = _STEADY(now, seat, now.moves(seat), rng)
        user = match.player(seat).id
        moment, step = decision.moment, decision.step
        await on.service.make_move(match.id, user, moment, str(move), step=step)
    await on.catch_up()
    return not now.to_move


def _question(now: Position) -> str:
    """The question to Ada; empty if there is none."""
    return now.seats[0].stage if 1 in now.to_move else ""


async def _press(on: Stage, player: simcord.MemberActor, message: Message, begins: str) -> None:
    """Press the first enabled button whose argument begins with this text."""
    able = [MatchPress.read(it["custom_id"]) for it in message.buttons if not it.get("disabled")]
    press, *_ = [it for it in able if it and it.argument.startswith(begins)]
    await on.late_press(player, message, str(press))
