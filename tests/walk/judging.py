"""Scenes of the machine as a judge, in hints, puzzles and reviews, and of refusals in words."""

import random
from collections.abc import Awaitable

import simcord

from prowlerbot.match.terms import Terms
from prowlerbot.puzzles.puzzle import shipped_puzzles
from tests.discord.message import Answer, Message
from tests.walk.stage import Stage


async def hints(on: Stage) -> None:
    ada, ben = on.ada, on.ben
    await on.show("challenge_with_hints", ben, await on.challenge(hints="yes"))
    board = await on.match_after(9, hints="yes")
    mover = await on.mover(board)
    menu = await on.menu(mover, board)
    await on.show("menu_with_hint", mover, menu)
    await _steps(on, mover, menu, "hint")
    await on.prefers(mover, text_first=True)
    own = await on.command(mover, "board", private=True)
    await on.told("my_view_in_words_with_hint", mover, own)
    await on.prefers(mover, text_first=False)
    await on.play_on_stage(board, random.Random(4))
    await on.show("end_with_hints", ada, board)
    board = await on.begin_landgrab(ada, ben, terms=Terms(hints=True), map="duel")
    await on.play_on_stage(board, random.Random(4), 40)
    mover = await on.mover(board)
    await _steps(on, mover, await on.menu(mover, board), "landgrab_hint")
    alone = await on.command(ada, "/heroes challenge", seats=1)
    own = await on.act(ada, alone.message, "look")
    await on.show("heroes_own_with_hint", ada, own.message)
    await _steps(on, ada, own.message, "heroes_hint")


async def _steps(on: Stage, player: simcord.MemberActor, where: Message, name: str) -> None:
    hint = await on.told(f"{name}_1", player, await on.act(player, where, "hint"))
    for step in (2, 3):
        await on.act(player, hint, "hint", show=f"{name}_{step}")


async def puzzles(on: Stage) -> None:
    ada = on.ada
    for game, rules in on.service.games.items():
        if not (puzzles_of := {each.id: each for each in shipped_puzzles(rules)}):
            continue
        shown = await on.told(f"puzzle_{game}", ada, await on.command(ada, "/puzzle", game=game))
        presses = [each["custom_id"] for each in shown.buttons]
        given_up = next(each for each in presses if each.endswith("!"))
        puzzle = puzzles_of[given_up.split(":")[1]]
        wrong, right = puzzle.options[-1].move, puzzle.best.move
        await on.late_press(ada, shown, f"{given_up}{wrong}")
        await on.show(f"puzzle_{game}_missed", ada, shown)
        await on.late_press(ada, shown, f"{given_up}{right}")
        await on.show(f"puzzle_{game}_solved", ada, shown)
        await on.late_press(ada, shown, given_up)
        await on.show(f"puzzle_{game}_given_up", ada, shown)
    await on.prefers(on.ben, text_first=True)
    command = await on.command(on.ben, "/puzzle", game=next(iter(on.service.games)))
    await on.told("puzzle_in_words", on.ben, command)


async def reviews(on: Stage) -> None:
    board = await on.match_after(99)
    await on.show("finished", on.ada, board)
    asked = await on.told("review_asked", on.ada, await on.act(on.ada, board, "review"))
    await _look_through(on, asked, "review")
    await on.prefers(on.ada, text_first=True)
    await on.act(on.ada, asked, "reviewed", show="review_in_words")
    await on.prefers(on.ada, text_first=False)
    for game, seats in (("landgrab", 4), ("heroes", 2)):
        people = (on.ada, on.ben, on.cleo, on.fay)[:seats]
        board = await on.begin_game(game, *people)
        await on.play_all(await on.match(board), random.Random(3))
        await on.catch_up()
        review = await on.act(on.ada, board, "review")
        await _look_through(on, review.private, f"review_{game}")


async def _look_through(on: Stage, review: Message, name: str) -> None:
    """The overview, a point, the board to try again, and both ends of that."""
    ada = on.ada
    await on.rested()
    await on.act(ada, review, "reviewed", show=f"{name}_overview")
    await _choose(on, ada, review, 1)
    await on.show(f"{name}_point", ada, review)
    await on.act(ada, review, "retry", show=f"{name}_try")
    if not any("!" in each["custom_id"] for each in review.buttons):  # each asks once more
        opens = next(each for each in review.buttons if not each.get("disabled"))
        await on.late_press(ada, review, opens["custom_id"])
    played = next(each for each in review.buttons if "!" in each["custom_id"])
    await on.late_press(ada, review, played["custom_id"])
    await on.show(f"{name}_tried", ada, review)
    await on.act(ada, review, "reviewed")
    await _choose(on, ada, review, -1)
    await on.show(f"{name}_costly", ada, review)


async def _choose(on: Stage, player: simcord.MemberActor, review: Message, number: int) -> None:
    (select,) = review.selects
    await on.pick(player, review, select["custom_id"], [select["options"][number]["value"]])


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
    await on.set_up(channels=(on.guild.create_text_channel("arena").id,))
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
