"""The scenes in which the machine judges: the steps of hints, puzzles of each game, and reviews."""

import random

import simcord

from cogs.frame.duty_loop import DutyLoop
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Player
from prowlerbot.match.terms import Terms
from prowlerbot.puzzles.puzzle import shipped_puzzles
from prowlerbot.service.lobby_service import Lobby
from tests.discord.message import Message
from tests.persistence.looks import rested
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
    await on.play_on_stage(board, random.Random(4))
    await on.show("end_with_hints", ada, board)
    board = await on.begin_landgrab(ada, ben, terms=_AGREED, map="duel")
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
        puzzles_of = {each.id: each for each in shipped_puzzles(rules)}
        if not puzzles_of:
            continue
        shown = await on.told(f"puzzle_{game}", ada, await on.command(ada, "/puzzle", game=game))
        given_up = next(each for each in _presses(shown) if each.endswith("!"))
        puzzle = puzzles_of[given_up.split(":")[1]]
        wrong, right = puzzle.options[-1].move, puzzle.best.move
        await on.late_press(ada, shown, f"{given_up}{wrong}")
        await on.show(f"puzzle_{game}_missed", ada, shown)
        await on.late_press(ada, shown, f"{given_up}{right}")
        await on.show(f"puzzle_{game}_solved", ada, shown)
        await on.late_press(ada, shown, given_up)
        await on.show(f"puzzle_{game}_given_up", ada, shown)
    await on.prefer(on.ben, text_first=True)
    command = await on.command(on.ben, "/puzzle", game=next(iter(on.service.games)))
    await on.told("puzzle_in_words", on.ben, command)


def _presses(message: Message) -> list[str]:
    return [each["custom_id"] for each in message.buttons]


async def reviews(on: Stage) -> None:
    board = await on.finished()
    await on.show("finished", on.ada, board)
    asked = await on.told("review_asked", on.ada, await on.act(on.ada, board, "review"))
    await _look_through(on, asked, "review")
    await on.prefer(on.ada, text_first=True)
    await on.act(on.ada, asked, "reviewed", show="review_in_words")
    await on.prefer(on.ada, text_first=False)
    for game, seats in (("landgrab", 4), ("heroes", 2)):
        await _look_through(on, await _review_of(on, game, seats), f"review_{game}")


async def _look_through(on: Stage, review: Message, name: str) -> None:
    """The overview, a point, the board to try again, and both ends of that."""
    ada, features = on.ada, on.bench.bot.features
    assert features is not None
    await rested(features.find_feature(DutyLoop))
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


async def _review_of(on: Stage, game: str, seats: int) -> Message:
    """The review that Ada asks for under a match played at random."""
    people = (on.ada, on.ben, on.cleo, on.fay)[:seats]
    players = [Player(each.id, on.names[each.id]) for each in people]
    match = await Lobby(on.service).challenge(game, players, {})
    for each in people[1:]:
        match = await on.service.apply(match.id, accept, each.id)
    match = await on.play_all(match, random.Random(3))
    board = (await on.command(on.ada, "board", group=game, match=match.id)).message
    press = next(
        each["custom_id"] for each in board.buttons if each["custom_id"].startswith("review:")
    )
    return on.private(await on.late_press(on.ada, board, press))
