"""Presses that no client of Discord sends: one sentence each, nothing stored, nothing in the log.

Every handler that is registered is pressed, so a new one is in this test by itself.
"""

import itertools
from collections.abc import Sequence
from typing import Any

import simcord

from cogs.frame import interaction_gate as gate
from cogs.frame.rate_limits import REFUSALS_A_MINUTE, Arrivals
from cogs.frame.router import AnyRoute, MatchRoute, Router
from prowlerbot.games import GAMES
from tests.discord.frame.test_statements import sent
from tests.discord.message import Message
from tests.discord.room import Room

HUGE = "9" * 40
OF_A_MATCH = f"""
    :::: :nomatch:0: :{{match}}:{HUGE}: :{{match}}:-1: :{{match}}:0.0.0:x :{{match}}:\u0661:\u0661
    :{{match}}:1:nonsense\x00 :{{match}}:1:9/nobody :\ud800:0:\ud800 :i\ud800:0: :{{match}}:0:\ud800
"""
"""The texts that may follow the name of a press about a match."""
OF_ANYTHING = f"""
    : :nomatch:1:1:1 ::0:nogame:1 ::0:nogame:server ::1:nogame:server ::1:\ud800:server ::0:\ud800:1
    ::0:prowler:nowhere ::{HUGE}:prowler:{HUGE} ::{HUGE}:prowler:{{ada}} ::0:prowler:{{ada}}
    ::{HUGE}:prowler:4200000000000000000 ::0:prowler:-1 ::0:prowler:\u0661 :prowler:0:nonsense:?
    :nogame:0:-:? :prowler:{HUGE}:-:? :prowler:0:1,,2:?\x00 :nothing:0:,0#0
    :nothing:0:,1?\ud800!\x00 :theme :nothing :channels :presses_a_minute :seen :delete!
"""
CHOSEN: list[list[str] | None] = [
    None,
    ["nonsense"],
    ["\u0661", HUGE],
    [HUGE],
    ["-1"],
    ["\x00"],
    ["\ud800"],
    ["a"] * 200,
]

CLEARING = "server:channels", None
"""Not forged: without a choice, an admin lets challenges be made in all channels."""

SELECTS = [
    *("mine:theme", "mine:switches", "mine:calls", "mine:quiet", "mine:away", "mine:seen"),
    *("server:channels", "server:switches", "server:pace", "server:theme", "server:language"),
    *("server:open_challenges", "server:presses_a_minute"),
]
"""All of these are shown by a command; a choice that they never offered is not made."""


def forms(route: AnyRoute, match: str, ada: int) -> list[str]:
    tails = ["", *OF_A_MATCH.split()]
    if not isinstance(route, MatchRoute):
        tails += OF_ANYTHING.split()
    if route.name in {"share", "animate", "follow"}:  # for all who see the match
        tails = [tail for tail in tails if "{match}" not in tail]
    return [(route.name + tail.format(match=match, ada=ada))[:100] for tail in tails]


async def stored(room: Room) -> dict[str, Any]:
    await room.service.store.boards.write_shown()  # what the board showed before is written behind
    read = room.bench.database.read
    found = await room.bench.database.tables()
    return {table: await read(f"SELECT * FROM {table}") for table in found}  # noqa: S608 - our tables


async def test_no_handler_or_select_stores_anything_forged_or_never_offered(room: Room) -> None:
    """Each form of each custom_id, each with another choice, from an admin who plays no match."""
    room.patch.setattr(gate, "AT_ONCE", 10_000)  # so many would be too many for anybody
    room.patch.setattr(Arrivals, "let_in", lambda *_: True)
    room.patch.setattr(gate.Gate, "count", lambda *_, **__: None)
    for game in GAMES:  # the first puzzle of a game stores all of those that came with the bot
        await room.command(room.admin, "/puzzle", game=game)
    board = await room.begin()
    match, before, choices = board.match, await stored(room), itertools.cycle(CHOSEN)
    for route in room.feature(Router)._routes.values():
        presses = [(custom_id, next(choices)) for custom_id in forms(route, match, room.ada.id)]
        presses = [each for each in presses if each != CLEARING]
        await answered(room, board, presses)
    for custom_id in SELECTS:
        await answered(room, board, [(custom_id, values) for values in CHOSEN if values])
    assert await stored(room) == before


async def answered(
    room: Room, board: Message, presses: Sequence[tuple[str, list[str] | None]]
) -> None:
    """The admin sends these presses at once; each gets an answer."""
    sent = [room.send_press(room.admin, board, press, None, values) for press, values in presses]
    await room.env.settle()
    for press, record in zip(presses, sent, strict=True):
        assert simcord.InteractionResult(room.env, record).acknowledged, press


async def test_too_many_presses_and_suggestions_stop_without_the_database(room: Room) -> None:
    board = await room.begin()
    await room.set_up(presses_a_minute=5)
    for _ in range(5):
        await room.press(room.cleo, board, "Menu")
    with sent(room) as statements:
        refused = await room.press(room.cleo, board, "Menu")
        assert "rate limit is" in refused.told
        assert "rate limit is" in (await room.command(room.cleo, "rules")).told
    assert statements == []
    answers = [await room.press(room.cleo, board, "Menu") for _ in range(30)]
    assert sum(each.acknowledged for each in answers) == REFUSALS_A_MINUTE - 2
    await room.env.advance_time(6)
    assert "rate limit is" in (await room.press(room.cleo, board, "Menu")).told
    room.patch.setattr(gate, "SUGGESTIONS_A_MINUTE", 2)
    for number, expected in enumerate((True, True, False)):
        found = await room.ben.autocomplete(room.channel, "prowler play", "pathway", "")
        assert bool(found) is expected, number
