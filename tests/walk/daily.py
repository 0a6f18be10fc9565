"""The scene of the day's challenge: its card, a try, its result, and what is posted."""

import random

import simcord

from cogs.presses.addresses import DailyPress
from prowlerbot.core.clock import DAY
from prowlerbot.daily.daily_days import begins, day_of
from prowlerbot.daily.daily_service import Daily
from prowlerbot.daily.daily_store import DailyStore
from tests.discord.message import Answer, Message
from tests.walk.stage import Stage

_OTHERS = (-31, -24, -18, -12, -9, -8, -6, -2, 0, 3, 3, 5, 11, 17)
"""The margins of other players, by numbers that nobody has."""


async def daily(on: Stage) -> None:
    ada, ben, fay = on.ada, on.ben, on.fay
    today = day_of(on.clock())
    on.clock.now -= 40 * DAY
    await Daily(on.service, DailyStore(on.service.store.database)).challenge_of(
        "prowler", today - 40
    )
    on.clock.now += 40 * DAY
    shown = await on.told("daily", ada, await on.command(ada, "daily", group=""))
    for game in ("landgrab", "heroes"):
        begun = on.private(await on.command(ada, "daily", group=""))
        await _press(on, begun, DailyPress("begin", game))
        await on.show(f"daily_try_{game}", ada, begun)
    board = on.private(await on.command(ada, "daily", group=""))
    await _press(on, board, DailyPress("play", "prowler"))
    await on.show("daily_question", ada, board)
    await _press(on, board, DailyPress("begin", "prowler"))
    await on.show("daily_try", ada, board)
    match = await on.play_all(await on.match(board), random.Random(1), 16)
    await on.command(ada, "daily", group="")
    board = on.private(await _press(on, shown, DailyPress("play", "prowler")))
    await on.show("daily_try_later", ada, board)
    await on.told("daily_try_menu", ada, await on.press(ada, board, "Menu"))
    await on.told("daily_not_shown", ada, await on.command(ada, "board", match=match.id))
    await on.told("daily_open_matches", ada, await on.command(ada, "matches", group=""))
    await on.play_all(match, random.Random(2))
    board = on.private(await on.command(ada, "board", match=match.id, private=True))
    await on.show("daily_end", ada, board)
    await _others(on, today)
    result = on.private(await on.press(ada, board, "Result"))
    await on.show("daily_result", ada, result)
    posted = await on.press(ada, result, "Post")
    await on.show("daily_posted", ben, posted.message)
    listed = await _press(on, shown, DailyPress("here", "prowler", today))
    await on.told("daily_list", ada, listed)
    await on.told("daily_later", ada, await on.command(ada, "daily", group=""))
    await on.prefer(ada, text_first=True)
    words = await _press(on, shown, DailyPress("result", "prowler", today))
    await on.told("daily_result_in_words", ada, words)
    earlier = await _press(on, shown, DailyPress("earlier"))
    await on.told("daily_earlier", ada, earlier)
    await on.told(
        "daily_earlier_card", ada, await _press(on, shown, DailyPress("open", day=today - 3))
    )
    await on.told(
        "daily_no_result", ben, await _press(on, shown, DailyPress("result", "heroes"), ben)
    )
    settings = (await on.command(fay, "settings", group="prowler-admin")).message
    await on.pick(fay, settings, "server:daily_channel", [on.channel])
    await on.show("daily_settings", fay, settings)
    on.clock.now = begins(today + 1) + 10 * 60 * 60
    await on.set(daily_hour=10)
    await on.rested()
    await on.show("daily_for_all", ben, on.messages()[-1])
    on.clock.now += DAY


async def _press(
    on: Stage, shown: Message, press: DailyPress, by: simcord.MemberActor | None = None
) -> Answer:
    return await on.late_press(by or on.ada, shown, str(press))


async def _others(on: Stage, day: int) -> None:
    """The results of players whose data was deleted."""
    for number, margin in enumerate(_OTHERS, 1):
        await on.service.store.database.write(
            "INSERT INTO daily_tries VALUES ($1, 'prowler', $2, $3, $4, 1, $5, $6, $7, $8)",
            *(f"other{number}", day, -number, on.guild.id if number % 3 else 1, on.clock()),
            *(1 if margin > 0 else 2, margin, 50 + margin // 2),
        )
