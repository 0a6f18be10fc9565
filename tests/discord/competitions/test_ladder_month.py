"""A month on the ladder of a server, with days that pass and without anybody running it."""

from __future__ import annotations

import random

import discord

from prowlerbot.competition.ladder import places, reach, taken
from prowlerbot.service.competitions import Competitions
from tests.discord.competitions.test_tournaments import DAY, pass_time
from tests.discord.room import Room
from tests.positions import states


async def test_a_month_of_challenges_keeps_message_news_and_places_together(room: Room) -> None:
    rng, admin = random.Random(3), room.join("Fay", may=discord.Permissions(manage_guild=True))
    players = {each.id: each for each in (room.ada, room.ben, room.cleo, admin, room.join("Dora"))}
    answer = await room.command(admin, "on", group="ladder", game="prowler", pace=DAY)
    for player in players.values():
        await room.press(player, answer.message, "Join")
    competitions = Competitions(room.service)
    running: dict[str, list[int]] = {}
    for day in range(30):
        await pass_time(room, DAY, times=1)
        for match_id, both in [*running.items()]:
            if rng.random() < 0.6:
                await room.service.resign(match_id, rng.choice(both))
                del running[match_id]
            else:  # a move keeps the clock from running out
                match = await room.service.match(match_id)
                (seat,) = room.service.to_move(match)
                state = states(room.service, match)[-1]
                move = str(rng.choice(state.moves(seat)))
                await room.service.play(match_id, match.player(seat).id, match.moment, move)
        await pass_time(room, 10, times=1)
        (it,) = await competitions.of_guild(room.guild.id)
        user = rng.choice(places(it.competition)[1:])
        free = [o for o, why in reach(it.competition, user, room.clock.now).items() if not why]
        if free and day < 25:
            other = rng.choice(free)
            asked = await room.press(players[user], answer.message, "Challenge")
            place = places(it.competition).index(other) + 1
            await room.press(players[user], asked.message, f"{place}. {room.names[other]}")
            (it,) = await competitions.of_guild(room.guild.id)
            running[it.matches[max(it.matches)]] = [user, other]
    await pass_time(room, 60)
    (it,) = await competitions.of_guild(room.guild.id)
    news = [each.text for each in room.messages() if each.text.startswith("🪜")]
    assert len(news) == len(taken(it.competition)) > 5
    boards = [await room.service.store.board(each) for each in it.matches.values()]
    assert all(board is not None and board.message for board in boards)
    assert it.shown == it.revision
