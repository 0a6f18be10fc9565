"""The scenes of attention: searches, plans, habits, followers, the page of matches, free seats."""

import random
from typing import Any
from unittest.mock import AsyncMock

import pytest
import simcord

from prowlerbot.core.clock import DAY
from prowlerbot.games.prowler import Prowler
from prowlerbot.match.terms import Terms
from prowlerbot.service.habit_store import Duration, HabitStore
from tests.discord.message import Message
from tests.discord.places import bring
from tests.discord.test_finding import find
from tests.walk.stage import Stage


async def finding(on: Stage) -> None:
    await on.told("find_offer", on.ada, await on.command(on.ada, "/find"))
    await on.told("find_waiting", on.ada, await find(on, on.ada))
    await on.told("find_again", on.ada, await on.command(on.ada, "/find"))
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
    stopping = await on.command(on.ben, "/find")
    await on.press(on.ben, stopping.message, "Stop looking")
    await on.show("find_stopped", on.ben, stopping.message)
    await on.told("avoid_nobody", on.ada, await on.command(on.ada, "/avoid"))
    await on.told("avoid", on.ada, await on.command(on.ada, "/avoid", player=on.ben))
    await on.told("avoid_list", on.ada, await on.command(on.ada, "/avoid"))


async def plans(on: Stage) -> None:
    board = await on.match_after(9)
    mover = await on.mover(board)
    waiting = on.ben if mover == on.ada else on.ada
    await on.told("plan_not_now", mover, await on.act(mover, board, "pre"))
    own = await on.told("plan_none", waiting, await on.act(waiting, board, "pre"))
    await on.act(waiting, own, "preline", show="plan_what")
    for name in ("plan_answer", "plan_answered"):
        await _choose_plain(on, waiting, own)
        await on.show(name, waiting, own)
    await on.act(waiting, own, "presame", show="plan_same_answer")
    await on.act(waiting, own, "preline")
    await _choose_plain(on, waiting, own)
    await _choose_plain(on, waiting, own)
    await on.act(waiting, own, "preback", show="plan")
    await on.told("plan_waits", waiting, await on.command(waiting, "board", private=True))
    await on.prefers(waiting, text_first=True)
    words = await on.told("plan_in_words", waiting, await on.command(waiting, "plan"))
    await on.act(waiting, words, "preline", show="plan_what_in_words")
    await on.prefers(waiting, text_first=False)
    own = (await on.command(waiting, "plan")).message
    await on.told("plan_unreadable", waiting, await on.command(waiting, "plan", answers="nine"))
    match = await on.match(board)
    (plan,) = [each.plan for each in match.players if each.plan]
    answered = plan.partition(":")[0]
    await on.late_press(mover, board, f"m:{match.id}:{match.moment}:{answered}")
    await on.show("plan_played", mover, board)
    await on.act(waiting, own, "preline", show="plan_outdated")
    on.clock.now += 600
    *_, last = [it["custom_id"] for it in board.moves if it["custom_id"].startswith("m:")]
    await on.late_press(mover, board, last)
    await on.show("call_after_a_plan", waiting, *on.calls()[-1:])
    await _in_landgrab(on)


async def _in_landgrab(on: Stage) -> None:
    board = await on.begin_landgrab(on.ada, on.ben, map="duel")
    await on.play_on_stage(board, random.Random(4), 5)
    mover = await on.mover(board)
    waiting = on.ben if mover == on.ada else on.ada
    own = (await on.act(waiting, board, "pre")).message
    await on.show("landgrab_plan_none", waiting, own)
    await on.act(waiting, own, "preline", show="landgrab_plan_goals")
    await on.act(waiting, own, "preline", "?column:F", show="landgrab_plan_column")
    await on.act(waiting, own, "preset")
    await on.act(waiting, own, "preline")
    (claims,) = own.selects
    await on.pick(waiting, own, claims["custom_id"], [claims["options"][0]["value"]])
    await on.show("landgrab_plan", waiting, own)


async def _choose_plain(on: Stage, player: simcord.MemberActor, own: Message) -> None:
    """Choose the first pathway without a wild shovel."""
    able = [each["custom_id"] for each in own.buttons if not each.get("disabled")]
    moves = [it for it in able if it.startswith(("preline", "preset")) and "?" not in it]
    await on.late_press(player, own, moves[0])


async def attention(on: Stage) -> None:
    ada, ben, cleo = on.ada, on.ben, on.cleo
    with pytest.MonkeyPatch.context() as patch:
        taken = [Duration(2 * DAY, Terms(pace=DAY), 2, 30)] * 5
        patch.setattr(
            HabitStore, "moves_by_hour", AsyncMock(return_value=[(17, 30), (18, 20), (19, 20)])
        )
        patch.setattr(HabitStore, "latest_durations", AsyncMock(return_value=taken))
        await on.prefers(ben, hours_told=True)
        await on.prefers(ada, timezone="America/Argentina/Buenos_Aires")
        asked = await on.challenge(pace=3 * DAY, weekend="pause")
        await on.show("challenge_with_habits", ben, asked)
    board = await on.match_after(9)
    menu = await on.told("menu_of_a_spectator", cleo, await on.act(cleo, board, "menu"))
    await on.told("followed", cleo, await on.act(cleo, menu, "follow"))
    with pytest.MonkeyPatch.context() as patch:
        here = on.bench.bot.get_partial_messageable(on.channel.id)  # no camera is in a chat
        patch.setattr(on.bench.bot, "create_dm", AsyncMock(return_value=here))
        patch.setattr(Prowler, "points", _points)
        await on.play_on_stage(board, random.Random(7), 24)
        await on.show("news", cleo, _latest_news(on))
        resigned = await on.command(ada, "resign", match=board.match)
        await on.act(ada, resigned.private, "resign!")
        await on.catch_up()
        await on.show("news_of_the_end", cleo, _latest_news(on))
    await on.begin_landgrab(ada, ben, cleo, map="drawn")
    await on.begin()
    await on.command(ada, "/heroes challenge", seats=1)
    await on.told("matches", ada, await on.command(ada, "/matches"))
    await on.prefers(ada, text_first=True)
    await on.told("matches_in_words", ada, await on.command(ada, "/matches"))


async def calls_elsewhere(on: Stage) -> None:
    """A move from elsewhere, in a match that is played where the bot is no member."""
    ada, ben, hall = on.ada, on.ben, on.guild.create_text_channel("hall")
    with pytest.MonkeyPatch.context() as patch:
        bring(on, patch, "group")
        asked = (await on.command(ada, "/heroes challenge", opponent=ben)).message
        secrets = asked.match
        await on.press(ben, asked, "Accept")
        board = [each for each in on.messages() if each.match == secrets][-1]
        await on.show("board_of_secrets_among_guests", ada, board)
        board = await on.begin(first="me", pace=3 * DAY)
    on.recover()
    on.env.inject_error("POST", "/users/@me/channels", status=403, times=None)
    await on.service.make_move(board.match, ben.id, 0, ">C")
    own = await on.command(ada, "board", channel=hall, match=board.match, private=True)
    await on.choose_move(ada, own.message)
    moved = await on.act(ada, own.message, "confirm")
    await on.show("turn_not_known", ada, *moved.privates[1:])
    on.clock.now += 2 * DAY
    claimed = await on.command(ada, "time-up", channel=hall, match=board.match)
    await on.told("turn_not_known_claimed", ada, claimed)
    listed = await on.command(ada, "matches", channel=hall, group="")
    await on.told("turn_not_known_listed", ada, listed)
    elsewhere = on.env.create_guild("Elsewhere")
    member, quiet = elsewhere.add_member(ada.user), elsewhere.create_text_channel("quiet")
    copied = await on.command(member, "board", channel=quiet, match=board.match)
    await on.told("board_not_seen_by_all", ada, copied)
    on.recover()


async def free_seats(on: Stage) -> None:
    ada, ben, cleo = on.ada, on.ben, on.cleo
    await on.set_up(free_seats=True)
    terms = Terms(takeover=True, substitutes=True, pace=DAY)
    board = await on.begin_landgrab(ada, ben, cleo, terms=terms, map="drawn")
    await on.play_on_stage(board, random.Random(4), 9)
    asked = await on.told("seat_leave", ben, await on.command(ben, "/landgrab resign"))
    await on.press(ben, asked, "Leave")
    await on.show("seat_free", on.fay, board)
    await on.show("seat_news", on.fay, *on.calls()[-1:])
    await on.told("seat_of_a_leaver", ben, await on.press(ben, board, "Take this seat"))
    await on.press(on.fay, board, "Take this seat", show="seat_taken")


def _latest_news(on: Stage) -> Message:
    """The latest message to a follower, among the calls."""
    return [each for each in on.messages() if any("url" in it for it in each.buttons)][-1]


def _points(_: Prowler, seen: Any) -> tuple[int, int]:
    """The lead changes in the middle of the match."""
    return (9, 7) if sum(mask.bit_count() for mask in seen.passages) < 14 else (9, 12)
