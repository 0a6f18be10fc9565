"""The scenes of plans: answers in Prowler's Passage, a way in Landgrab, and what others see."""

import random

import simcord

from tests.discord.message import Message
from tests.walk.stage import Stage


async def plans(on: Stage) -> None:
    board = await on.match_after(9)
    mover = await on.mover(board)
    waiting = on.ben if mover == on.ada else on.ada
    await on.told("plan_not_now", mover, await on.act(mover, board, "pre"))
    own = await on.told("plan_none", waiting, await on.act(waiting, board, "pre"))
    await on.act(waiting, own, "preline")
    await on.show("plan_what", waiting, own)
    for name in ("plan_answer", "plan_answered"):
        await _choose_plain(on, waiting, own)
        await on.show(name, waiting, own)
    await on.act(waiting, own, "presame")
    await on.show("plan_same_answer", waiting, own)
    await on.act(waiting, own, "preline")
    await _choose_plain(on, waiting, own)
    await _choose_plain(on, waiting, own)
    await on.act(waiting, own, "preback")
    await on.show("plan", waiting, own)
    answer = await on.command(waiting, "board", private=True)
    await on.told("plan_waits", waiting, answer)
    await on.prefer(waiting, text_first=True)
    words = await on.told("plan_in_words", waiting, await on.command(waiting, "plan"))
    await on.act(waiting, words, "preline")
    await on.show("plan_what_in_words", waiting, words)
    await on.prefer(waiting, text_first=False)
    own = (await on.command(waiting, "plan")).message
    await on.told("plan_unreadable", waiting, await on.command(waiting, "plan", answers="nine"))
    match = await on.match(board)
    (plan,) = [each.plan for each in match.players if each.plan]
    answered = plan.partition(":")[0]
    await on.late_press(mover, board, f"m:{match.id}:{match.moment}:{answered}")
    await on.show("plan_played", mover, board)
    await on.act(waiting, own, "preline")
    await on.show("plan_outdated", waiting, own)
    on.clock.now += 600
    *_, last = [it["custom_id"] for it in board.moves if it["custom_id"].startswith("m:")]
    await on.late_press(mover, board, last)
    await on.show("call_after_a_plan", waiting, *on.calls()[-1:])
    await _in_landgrab(on)


async def _in_landgrab(on: Stage) -> None:
    board = await on.begin_landgrab(on.ada, on.ben, map="duel")
    await on.play_stored(board.match, random.Random(4), 5)
    await on.catch_up()
    mover = await on.mover(board)
    waiting = on.ben if mover == on.ada else on.ada
    own = (await on.act(waiting, board, "pre")).message
    await on.show("landgrab_plan_none", waiting, own)
    await on.act(waiting, own, "preline")
    await on.show("landgrab_plan_goals", waiting, own)
    await on.act(waiting, own, "preline", "?column:F")
    await on.show("landgrab_plan_column", waiting, own)
    await on.act(waiting, own, "preset")
    (claims,) = (await _goals(on, waiting, own)).selects
    value = claims["options"][0]["value"]
    await on.pick(waiting, own, claims["custom_id"], [value])
    await on.show("landgrab_plan", waiting, own)


async def _goals(on: Stage, player: simcord.MemberActor, own: Message) -> Message:
    await on.act(player, own, "preline")
    return own


async def _choose_plain(on: Stage, player: simcord.MemberActor, own: Message) -> None:
    """Choose the first pathway without a wild shovel."""
    able = [each["custom_id"] for each in own.buttons if not each.get("disabled")]
    moves = [it for it in able if it.startswith(("preline", "preset")) and "?" not in it]
    await on.late_press(player, own, moves[0])
