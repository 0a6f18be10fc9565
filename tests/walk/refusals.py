"""The scenes of refusals: commands and presses that the bot answers with a sentence only."""

from collections.abc import Awaitable

import simcord

from tests.discord.message import Answer, Message
from tests.walk.stage import Stage


async def refusals(on: Stage) -> None:
    """Refused moves and commands, most of them in one picture."""
    ada, ben = on.ada, on.ben
    told = _Told(on)

    board = await on.begin()
    on_board = board.snapshot()
    (first, *_) = [str(each["custom_id"]) for each in board.moves]
    await on.press(ben, board, "Castle")
    await told.add(ada, on.command(ada, "play", pathway="C"))
    await told.add(ada, on.command(ada, "play", pathway="28"))
    await told.add(ada, on.command(ada, "play", pathway=free_pathway(board), marker="C"))
    await told.add(ada, on.command(ada, "resign", match="nonsense"))
    await told.add(ada, on.command(ada, "time-up"))
    await told.add(ada, on.late_press(ada, board, first.replace(":0:", ":9:")))
    await on.act(ada, board, "m")
    await told.add(ada, on.command(ada, "play", pathway="1"))
    await told.add(ben, on.late_press(ben, board, first.replace(">C", ">B"), on_board))
    await told.add(ada, on.command(ada, "challenge", opponent=ada))
    await told.add(ada, on.command(ada, "branch", opponent=ben, move=40))
    await told.show("refused")


async def more_refusals(on: Stage) -> None:
    """Refusals about challenges, permissions and floods."""
    ada, ben, cleo = on.ada, on.ben, on.cleo
    told = _Told(on)

    await told.add(cleo, on.command(cleo, "record"))
    asked = await on.challenge()
    accept, *_ = [str(each["custom_id"]) for each in asked.buttons]
    await told.add(cleo, on.press(cleo, asked, "Accept"))
    shown = asked.snapshot()
    await on.press(ben, asked, "Decline")
    await told.add(ben, on.late_press(ben, asked, accept, shown))
    await on.set_up(channels=(1,))
    await told.add(cleo, on.command(cleo, "challenge", opponent=ben))
    elsewhere = on.guild.create_text_channel("arena")
    await on.set_up(channels=(elsewhere.id,))
    await told.add(cleo, on.command(cleo, "challenge", opponent=ben))
    await on.set_up(channels=(), open_challenges=1)
    await on.challenge(cleo, ben)
    await told.add(cleo, on.command(cleo, "challenge", opponent=ben))
    await told.show("refused_to_others")
    board = await on.match_after(3)
    asked = await on.challenge(ada, cleo)
    for label in ("Accept", "Decline"):
        await told.add(ada, on.press(ada, asked, label))
    await told.add(cleo, on.press(cleo, asked, "Withdraw"))
    await told.add(ada, on.command(ada, "record", match=asked.match))
    await on.prefers(ada, away_until=on.clock.now + 24 * 3600)
    await told.add(ada, on.command(ada, "challenge", opponent=ben))
    on.deny_bot(on.channel.id, attach_files=True)
    await told.add(ada, on.command(ada, "board", match=board.match))
    await told.show("refused_more")
    await on.set_up(presses_a_minute=20)
    for _ in range(20):
        await on.command(on.fay, "rules")
    await on.told("refused_a_flood", on.fay, await on.command(on.fay, "rules"))


class _Told:
    """Private answers, shown together to each player."""

    def __init__(self, on: Stage) -> None:
        self._on = on
        self._found: dict[simcord.MemberActor, list[Message]] = {}

    async def add(self, player: simcord.MemberActor, answer: Awaitable[Answer]) -> None:
        self._found.setdefault(player, []).append((await answer).private)

    async def show(self, name: str) -> None:
        for number, (player, messages) in enumerate(self._found.items(), 1):
            await self._on.show(f"{name}_{number}", player, *messages)
        self._found.clear()


def free_pathway(board: Message) -> str:
    """The number of a pathway that still has its tile and no wild shovel."""
    moves = ("m" + ":",)
    free = [each for each in board.buttons if each["custom_id"].startswith(moves)]
    return str(next(each["label"] for each in free if not each.get("disabled")))
