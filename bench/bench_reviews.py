"""How long a review takes in each game, and what it costs those who press meanwhile.

One bot with one process for the machine, over real sockets. The two take turns, so a slow moment
hits both. Each review is of a match that was given up after a few moves, and runs during all of its
turn.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import time

from bench.bots import House, Pressing, new_house
from bench.discord_data import GUILD
from bench.discord_stand_in import StandIn
from bench.measured import Measured, press_all
from bench.timing import wanted
from cogs.presses import ReviewPress
from prowlerbot.games import GAMES
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.opponent.judgement import Review
from prowlerbot.opponent.reviewing import ReviewedMatch, join_reviews
from prowlerbot.opponent.task import house_roster, run_piece_order, run_review_piece
from prowlerbot.reviews.review_digest import make_digest
from prowlerbot.reviews.review_store import ReviewStore

TURNS = 5
PRESSES = 100
PLAYS = 12
"""The moves of a reviewed match; each is a piece of up to two seconds."""
FIRST, WHOLE = 5, 20
"""Seconds at most on an idle machine."""
WANTED = 1.5
"""Times the 95th percentile without a review."""


def measure_work() -> None:
    """Review a random match of each game as a process of the machine with a core to itself."""
    for key, game in GAMES.items():
        rng, moves = random.Random(3), list[tuple[int, str]]()
        setup = game.setup(rng, 2, {})
        state = game.start(setup)
        while state.to_move:
            seat = min(state.to_move)
            move = rng.choice(state.moves(seat))
            moves.append((seat, str(move)))
            state = state.after(seat, move)
        played = ReviewedMatch(key, setup, tuple(moves))
        found, first, begin = dict[int, Review](), math.inf, time.process_time()
        for number in run_piece_order(house_roster, played, time.process_time):
            found[number] = run_review_piece(house_roster, played, number, clock=time.process_time)
            grown = join_reviews([found[each] for each in sorted(found)])
            if math.isinf(first) and make_digest(grown, 2).turns:
                first = time.process_time() - begin
        whole = time.process_time() - begin
        print(
            f"  {key:10} first turning point after {first:4.1f} s {wanted(first, FIRST)},"
            f" whole after {whole:4.1f} s {wanted(whole, WHOLE)}"
        )


async def measure(turns: int) -> None:
    async with StandIn() as discord, new_house(discord, machine=1) as house:
        await house.service.store.choices.put_choices(
            GUILD, ServerChoices(presses_a_minute=10**6, calls=False)
        )
        await house.bot.start()
        await house.bot.rest()
        board = await house.room.board((2 * turns + 2) * PRESSES)
        calm, beside = Measured(), Measured()
        await press_all(house.bot, [board], PRESSES, Measured())
        for turn in range(turns):
            await press_all(house.bot, [board], PRESSES, calm)
            match = await _ask_for_a_review(house, 10**9 + 2 * turn)
            await press_all(house.bot, [board], PRESSES, beside)
            if not await _under_way(house, match):
                print("a review ended before its turn; give it more moves")
            while await _under_way(house, match):  # noqa: ASYNC110 - another process works at it
                await asyncio.sleep(0.2)
    calm.report("no review")
    beside.report("review")
    slower = beside.p95 / calm.p95
    print(f"  p95 beside a review × {slower:.2f} {wanted(slower, WANTED)}")


async def _ask_for_a_review(house: House, user: int) -> Match:
    """A review under way of a new match; returns the match."""
    match, message = await house.room.match(user, user + 1)
    for _ in range(PLAYS):
        seat = min(house.service.facts.to_move(match))
        view = house.service.facts.timeline(match, match.player(seat).id).present
        move = str(view.moves()[0])
        match = await house.service.make_move(match.id, match.player(seat).id, match.ply, move)
    match = await house.service.apply(match.id, resign, user)
    asked = str(ReviewPress("review", match.id))
    await house.bot.press(Pressing(user, message, asked))
    return match


async def _under_way(house: House, match: Match) -> bool:
    found = await ReviewStore(
        house.service.store.database, house.service.store.contributions
    ).find_review(match.id)
    return found is not None and found.under_way


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=TURNS)
    turns = parser.parse_args().turns
    measure_work()
    if turns:
        asyncio.run(measure(turns))
