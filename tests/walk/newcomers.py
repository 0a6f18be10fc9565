"""The scenes of newcomers: the hub, their first match, the lessons."""

import pytest

from cogs.presses.addresses import HubPress
from prowlerbot.match.agreements import resign
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.puzzles.test_puzzles import MISSED, SOLVED, TUTORIAL
from tests.walk.stage import Stage


async def hub(on: Stage) -> None:
    """The places of the hub, and the messages behind its buttons."""
    ada, ben, fay = on.ada, on.ben, on.fay
    shown = await on.told("hub", ada, await on.command(ada, "play", group=""))
    asked = await _press(on, shown, HubPress("ask", "landgrab"))
    await on.told("hub_challenge", ada, asked)
    board = (await _press(on, shown, HubPress("now", "prowler"))).message
    await on.show("hub_played_now", ada, board)
    await on.service.apply(board.match, resign, ada.id)
    await on.catch_up()
    await on.show("hub_after_a_machine", ada, board)
    again = await on.press(ada, await on.menu(ada, board), "Another game")
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
    await on.late_press(fay, settings.message, "greeting:post")
    await on.show("hub_for_all", ben, on.messages()[-1])
    removed = await on.press(fay, settings.message, "Remove it")
    await on.show("hub_removed", fay, removed.private)


async def guests(on: Stage) -> None:
    """A match that only its player sees, where the bot is a guest."""
    ada = on.ada
    with pytest.MonkeyPatch.context() as patch:
        bring(on, patch, "chat")
        shown = (await on.command(ada, "play", group="")).message
        board = (await _press(on, shown, HubPress("now", "prowler"))).message
        await on.catch_up()
        await on.show("private_match", ada, board)
        menu = await on.told("private_match_menu", ada, await on.act(ada, board, "menu"))
        await on.told("private_match_shown", ada, await on.act(ada, menu, "repost"))
        listed = await on.command(ada, "matches", group="")
        await on.told("private_match_listed", ada, listed)
        await on.told("help_of_a_guest", ada, await _press(on, shown, HubPress("help")))
        sure = (await on.act(ada, menu, "resign")).message
        await on.act(ada, sure, "resign!")
        await on.show("private_match_ended", ada, sure)
    on.recover()


async def first_minutes(on: Stage) -> None:
    """The messages for newcomers: the players of this scene have never played."""
    ada, ben = on.ada, on.ben
    asked = await on.command(ada, "challenge", opponent=ben, first="me")
    await on.show("challenge_of_a_newcomer", ben, asked.message)
    await on.told("welcome", ada, asked)
    board = asked.message
    await on.told("welcome_of_the_asked", ben, await on.act(ben, board, "accept"))
    shown = await on.told("first_preview", ben, await on.press(ben, board, "Castle"))
    await on.act(ben, shown, "confirm")
    await on.show("first_board", ada, board)
    wild = await on.told("first_wild_shovel", ada, await on.act(ada, board, "choose"))
    await on.act(ada, wild, "try")
    await on.show("first_wild_preview", ada, wild)
    await on.act(ada, wild, "atonce")
    await on.show("moves_count_at_once", ada, wild)
    await on.told("rules_of_a_newcomer", ada, await on.command(ada, "rules"))
    await on.show("open_challenge", ada, (await on.command(on.cleo, "challenge")).message)


async def tutorial(on: Stage) -> None:
    ada = on.ada
    lesson = await on.told("lesson_0", ada, await on.command(ada, "tutorial"))
    await on.press(ada, lesson, "Next lesson")
    for number, (right, wrong) in enumerate(zip(SOLVED, MISSED, strict=True), 1):
        await on.show(f"lesson_{number}", ada, lesson)
        for label in wrong:
            await on.press(ada, lesson, label)
            if label != wrong[-1]:
                await on.show(f"lesson_{number}_midway", ada, lesson)
        await on.show(f"lesson_{number}_missed", ada, lesson)
        await on.press(ada, lesson, "Try again")
        for label in right:
            await on.press(ada, lesson, label)
        await on.show(f"lesson_{number}_reached", ada, lesson)
        if number < len(SOLVED):
            await on.press(ada, lesson, "Next lesson")


async def _press(on: Stage, shown: Message, press: HubPress) -> Answer:
    return await on.late_press(on.ada, shown, str(press))
