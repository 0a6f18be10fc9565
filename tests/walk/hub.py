"""The scene of the hub: where it stands, and what its buttons lead to."""

from __future__ import annotations

from cogs.admin.settings import POST
from cogs.views.next_match import HubPress, Way
from tests.discord.life.test_tutorial import SOLVED, TUTORIAL
from tests.discord.message import Answer, Message
from tests.walk.stage import Stage


async def hub(on: Stage) -> None:
    ada, ben, fay = on.ada, on.ben, on.fay
    shown = await on.told("hub", ada, await on.command(ada, "play", group=""))
    asked = await _press(on, shown, HubPress(Way.ASK, "landgrab"))
    await on.told("hub_challenge", ada, asked)
    board = (await _press(on, shown, HubPress(Way.NOW, "prowler"))).message
    await on.show("hub_played_now", ada, board)
    await on.service.resign(board.match, ada.id)
    await on.catch_up()
    await on.show("hub_after_a_machine", ada, board)
    again = await on.press(ada, board, "Another game")
    await on.told("hub_again", ada, again)
    await on.challenge()
    await on.told("hub_again_a_friend", ada, await on.command(ada, "play", group=""))
    board = await on.finished()
    await on.show("hub_after_a_match", ben, board)
    await on.told("hub_after_rules", ada, await on.command(ada, "rules", group="landgrab"))
    lesson = await TUTORIAL.opened(on, len(SOLVED))
    for label in SOLVED[-1]:
        await on.press(ada, lesson, label)
    await on.show("hub_after_lessons", ada, lesson)
    settings = await on.command(fay, "settings", group="prowler-admin")
    await on.show("hub_settings", fay, settings.message)
    posted = await on.late_press(fay, settings.message, POST)
    await on.show("hub_for_all", ben, posted.message)
    removed = await on.press(fay, settings.message, "Remove it")
    await on.told("hub_removed", fay, removed)


async def _press(on: Stage, shown: Message, press: HubPress) -> Answer:
    return await on.late_press(on.ada, shown, str(press))
