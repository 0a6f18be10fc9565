"""The scenes of hints: how they are allowed, their steps, and the result that counts them."""

from __future__ import annotations

import random

import simcord

from cogs.frame.press import Action
from prowlerbot.match.terms import Terms
from tests.discord.message import Message
from tests.walk.stage import Stage

_AGREED = Terms(hints=True)


async def hints(on: Stage) -> None:
    ada, ben = on.ada, on.ben
    await on.show("challenge_with_hints", ben, await on.challenge(hints="yes"))
    board = await on.match_after(9, hints="yes")
    mover = await on.mover(board)
    menu = await on.menu(mover, board)
    await on.show("menu_with_hint", mover, menu)
    await _steps(on, mover, menu, "hint")
    await on.prefer(mover, text_first=True)
    own = await on.command(mover, "board", private=True)
    await on.told("my_view_in_words_with_hint", mover, own)
    await on.prefer(mover, text_first=False)
    await on.play_stored(board.match, random.Random(4))
    await on.catch_up()
    await on.show("end_with_hints", ada, board)
    board = await on.begin_landgrab(ada, ben, terms=_AGREED, map="duel")
    await on.play_stored(board.match, random.Random(4), 40)
    await on.catch_up()
    mover = await on.mover(board)
    await _steps(on, mover, await on.menu(mover, board), "landgrab_hint")
    alone = await on.command(ada, "challenge", group="heroes", seats=1)
    own = await on.act(ada, alone.message, Action.LOOK)
    await on.show("heroes_own_with_hint", ada, own.message)
    await _steps(on, ada, own.message, "heroes_hint")


async def _steps(on: Stage, player: simcord.MemberActor, where: Message, name: str) -> None:
    hint = await on.told(f"{name}_1", player, await on.act(player, where, Action.HINT))
    for step in (2, 3):
        await on.act(player, hint, Action.HINT)
        await on.show(f"{name}_{step}", player, hint)
