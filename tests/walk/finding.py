"""The scenes of finding somebody to play with, and of players kept apart."""

from tests.discord.finding.test_finding import find
from tests.walk.stage import Stage


async def finding(on: Stage) -> None:
    await on.told("find_offer", on.ada, await on.command(on.ada, "find", group=""))
    await on.told("find_waiting", on.ada, await find(on, on.ada))
    await on.told("find_again", on.ada, await on.command(on.ada, "find", group=""))
    await find(on, on.ben)
    asked = on.messages()[-1]
    await on.show("find_question", on.ada, asked)
    await on.press(on.ada, asked, "Yes, play")
    await on.show("find_one_yes", on.ben, asked)
    await on.press(on.ben, asked, "No")
    await on.rested()
    await on.show("find_no", on.ada, asked)
    await find(on, on.cleo)
    asked = on.messages()[-1]
    await on.press(on.ada, asked, "Yes, play")
    await on.press(on.cleo, asked, "Yes, play")
    await on.rested()
    await on.show("find_begun", on.ada, asked)
    stopping = await on.command(on.ben, "find", group="")
    await on.press(on.ben, stopping.message, "Stop looking")
    await on.show("find_stopped", on.ben, stopping.message)
    await on.told("avoid_nobody", on.ada, await on.command(on.ada, "avoid", group=""))
    answer = await on.command(on.ada, "avoid", group="", player=on.ben)
    await on.told("avoid", on.ada, answer)
    await on.told("avoid_list", on.ada, await on.command(on.ada, "avoid", group=""))
