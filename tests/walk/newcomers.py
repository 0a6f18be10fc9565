"""The scenes of newcomers and of those who come back, and the challenge of the day."""

import random

import pytest

from cogs.presses import DailyPress, HubPress
from prowlerbot.core.clock import DAY
from prowlerbot.daily.daily_days import day_of, start_of_day
from prowlerbot.daily.daily_service import Daily
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.match.leaving import resign
from tests.discord.places import bring
from tests.discord.test_finding import way
from tests.discord.test_puzzles import MISSED, SOLVED, task_opened
from tests.walk.stage import Stage


async def hub(on: Stage) -> None:
    """The places of the hub, and the messages behind its buttons."""
    ada, ben, fay = on.ada, on.ben, on.fay
    shown = await on.told("hub", ada, await on.command(ada, "/play"))
    asked = await way(on, shown, HubPress("ask", "landgrab"))
    await on.told("hub_challenge", ada, asked)
    board = (await way(on, shown, HubPress("now", "prowler"))).message
    await on.show("hub_played_now", ada, board)
    await on.service.apply(board.match, resign, ada.id)
    await on.catch_up()
    await on.show("hub_after_a_machine", ada, board)
    again = await on.press(ada, await on.menu(ada, board), "Another game")
    await on.told("hub_again", ada, again)
    await on.challenge()
    await on.told("hub_again_a_friend", ada, await on.command(ada, "/play"))
    board = await on.match_after(99)
    await on.show("hub_after_a_match", ben, board)
    await on.told("hub_after_rules", ada, await on.command(ada, "/landgrab rules"))
    lesson = await task_opened(on, number=len(SOLVED))
    for label in SOLVED[-1]:
        await on.press(ada, lesson, label)
    await on.show("hub_after_lessons", ada, lesson)
    settings = await on.command(fay, "/prowler-admin settings")
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
        shown = (await on.command(ada, "/play")).message
        board = (await way(on, shown, HubPress("now", "prowler"))).message
        await on.catch_up()
        await on.show("private_match", ada, board)
        menu = await on.told("private_match_menu", ada, await on.act(ada, board, "menu"))
        await on.told("private_match_shown", ada, await on.act(ada, menu, "repost"))
        await on.told("private_match_listed", ada, await on.command(ada, "/matches"))
        await on.told("help_of_a_guest", ada, await way(on, shown, HubPress("help")))
        sure = (await on.act(ada, menu, "resign")).message
        await on.act(ada, sure, "resign!", show="private_match_ended")
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
    await on.act(ada, wild, "try", show="first_wild_preview")
    await on.act(ada, wild, "atonce", show="moves_count_at_once")
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


_OTHERS = (-31, -24, -18, -12, -9, -8, -6, -2, 0, 3, 3, 5, 11, 17)
"""The margins of other players, by numbers that nobody has."""


async def daily(on: Stage) -> None:
    ada, ben, fay = on.ada, on.ben, on.fay
    today = day_of(on.clock())
    on.clock.now -= 40 * DAY
    days = DailyStore(on.service.store.database)
    await Daily(on.service, days).challenge_of("prowler", today - 40)
    on.clock.now += 40 * DAY
    shown = await on.told("daily", ada, await on.command(ada, "/daily"))
    for game in ("landgrab", "heroes"):
        begun = (await on.command(ada, "/daily")).private
        await way(on, begun, DailyPress("begin", game))
        await on.show(f"daily_try_{game}", ada, begun)
    board = (await on.command(ada, "/daily")).private
    await way(on, board, DailyPress("play", "prowler"))
    await on.show("daily_question", ada, board)
    await way(on, board, DailyPress("begin", "prowler"))
    await on.show("daily_try", ada, board)
    match = await on.play_all(await on.match(board), random.Random(1), 16)
    await on.command(ada, "/daily")
    board = (await way(on, shown, DailyPress("play", "prowler"))).private
    await on.show("daily_try_later", ada, board)
    await on.told("daily_try_menu", ada, await on.press(ada, board, "Menu"))
    await on.told("daily_not_shown", ada, await on.command(ada, "board", match=match.id))
    await on.told("daily_open_matches", ada, await on.command(ada, "/matches"))
    await on.play_all(match, random.Random(2))
    board = (await on.command(ada, "board", match=match.id, private=True)).private
    await on.show("daily_end", ada, board)
    await _others(on, today)
    result = (await on.press(ada, board, "Result")).private
    await on.show("daily_result", ada, result)
    posted = await on.press(ada, result, "Post")
    await on.show("daily_posted", ben, posted.message)
    listed = await way(on, shown, DailyPress("here", "prowler", today))
    await on.told("daily_list", ada, listed)
    await on.told("daily_later", ada, await on.command(ada, "/daily"))
    await on.prefers(ada, text_first=True)
    words = await way(on, shown, DailyPress("result", "prowler", today))
    await on.told("daily_result_in_words", ada, words)
    earlier = await way(on, shown, DailyPress("earlier"))
    await on.told("daily_earlier", ada, earlier)
    earlier = await way(on, shown, DailyPress("open", day=today - 3))
    await on.told("daily_earlier_card", ada, earlier)
    await on.told("daily_no_result", ben, await way(on, shown, DailyPress("result", "heroes"), ben))
    settings = (await on.command(fay, "/prowler-admin settings")).message
    await on.press(fay, settings, "News")
    await on.pick(fay, settings, "server:daily_channel", [on.channel])
    await on.show("daily_settings", fay, settings)
    on.clock.now = start_of_day(today + 1) + 10 * 60 * 60
    await on.set_up(daily_hour=10)
    await on.rested()
    await on.show("daily_for_all", ben, on.messages()[-1])
    on.clock.now += DAY


async def _others(on: Stage, day: int) -> None:
    """The results of players whose data was deleted."""
    for number, margin in enumerate(_OTHERS, 1):
        await on.service.store.database.write(
            "INSERT INTO daily_tries VALUES ($1, 'prowler', $2, $3, $4, 1, $5, $6, $7, $8)",
            *(f"other{number}", day, -number, on.guild.id if number % 3 else 1, on.clock()),
            *(1 if margin > 0 else 2, margin, 50 + margin // 2),
        )
