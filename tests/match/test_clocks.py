"""The clocks of a match, and laws that hold whatever players, processes and time do."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from prowlerbot.core.clock import DAY, Outage
from prowlerbot.core.errors import Denied, Refused, Stale
from prowlerbot.core.game import Game
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, banks, closing, deadlines, leaving, lobby, play
from prowlerbot.match.banks import PRESS_DELAY_SECONDS
from prowlerbot.match.call_rules import MatchDuty, duties_of_match
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge, cancel_challenge, decline_challenge
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.play import record_of_match, replay_match
from prowlerbot.match.preferences import PACES
from prowlerbot.match.terms import RESERVE, Motion, Terms, sufficient_pace
from prowlerbot.service.lobby_service import Lobby
from tests.games.heroes.matches import HEROES
from tests.games.landgrab.matches import LANDGRAB
from tests.games.prowler.matches import PROWLER
from tests.games.snatch import SnatchGame
from tests.games.tell import TellGame
from tests.life import ADA, BEN, CLEO, START
from tests.persistence.looks import end_expired
from tests.persistence.matches import Clock, Hosted, opened

SNATCH, DORA = SnatchGame(), Player(4, "Dora")
TEN = Terms().at_pace(-1010)  # ten minutes, and ten seconds more with each turn


def begun(game: Game, terms: Terms = TEN, count: int = 2, *, now: int = START) -> Match:
    players = (ADA, BEN, CLEO, DORA)[:count]
    match = lobby.make_challenge("abc", game, players, {}, terms=terms, now=now)
    for player in players[1:]:
        match = lobby.accept_challenge(match, Context(game, random.Random(1), now), player.id)
    return shown(match, game, now)


def shown(match: Match, game: Game, now: int, *, first: bool = False) -> Match:
    """The match as a message shows it."""
    if match.phase is not Phase.PLAYING:
        return match
    starts = banks.unshown_starts(match, replay_match(match, game)[-1].to_move)
    return banks.note_turns(match, starts, now, first=first)


def at(game: Game, now: int, pressed: int = 0, outages: Sequence[Outage] = ()) -> Context:
    return Context(game, random.Random(now), now, pressed=pressed, outages=outages)


def seat_to_move(match: Match, game: Game) -> int:
    return min(replay_match(match, game)[-1].to_move)


def move(match: Match, game: Game, context: Context, seat: int = 0) -> Match:
    """The match after a random move of a seat to move."""
    seat, present = seat or seat_to_move(match, game), replay_match(match, game)[-1]
    chosen = context.rng.choice(list(present.moves(seat)))
    user, step = match.player(seat).id, match.decision(seat).step
    moved = play.make_move(match, context, user, match.moment, str(chosen), step=step)
    return shown(moved, game, context.now)


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (PROWLER, 2),
        (LANDGRAB, 2),
        (LANDGRAB, 3),
        (TellGame(), 3),
        (TellGame(picks=2), 3),
        (HEROES, 2),
        (HEROES, 4),
    ],
    ids=["prowler", "landgrab", "three", "tell", "steps", "heroes", "four"],
)
def test_what_is_used_given_and_forgiven_adds_up_in_any_match(game: Game, count: int) -> None:
    """The oracle counts the seconds of each wait one by one."""
    for number in range(12):
        rng = random.Random(number)
        match, now = begun(game, count=count), START
        expected = dict.fromkeys(match.seats, TEN.bank)
        outages = [
            Outage(each, each + rng.choice((7, 20, 90)))
            for each in sorted(rng.sample(range(START, START + 3000), 5))
        ]
        away = {second for began, ended in outages for second in range(began, ended)}
        waits = dict.fromkeys(replay_match(match, game)[-1].to_move, START)
        while match.phase is Phase.PLAYING and match.ply < 60:
            before = replay_match(match, game)[-1]
            seat = rng.choice(sorted(before.to_move))
            now += rng.choice((0, 1, 3, 10, 25))
            pressed = max(waits[seat], now - rng.choice((0, 0, 1, 3)))
            passed = sum(second not in away for second in range(waits[seat], pressed))
            if passed >= banks.decision_time(match, seat):
                with pytest.raises(Denied, match="time is up"):
                    move(match, game, at(game, now, pressed, outages), seat)
                break
            began = match.decision(seat).moment
            match = move(match, game, at(game, now, pressed, outages), seat)
            after = replay_match(match, game)[-1]
            if seat not in after.to_move or match.decision(seat).moment > began:
                expected[seat] += 0 if before.out_of_turn else TEN.increment
                expected[seat] -= passed
                waits.pop(seat)
            waits = {each: waits.get(each, now) for each in after.to_move}
            left = {each: banks.bank_left(match, each) for each in match.seats}
            assert left == expected, (number, match.ply)
            assert min(left.values()) >= 0


def prowling(terms: Terms = TEN) -> tuple[Match, int]:
    """A match of Prowler's Passage that has just begun, and its seat to move."""
    match = begun(PROWLER, terms)
    return match, seat_to_move(match, PROWLER)


def test_a_clock_has_its_minutes_and_seconds_and_a_round_time_for_a_match_that_uses_them() -> None:
    of = [Terms().at_pace(pace) for pace in (-505, -1010, -2015)]
    assert [(each.bank, each.increment) for each in of] == [(300, 5), (600, 10), (1200, 15)]
    assert all(each.is_timed and each.may_be_rated for each in of)
    assert Terms().at_pace(3600) == Terms(pace=3600)
    assert Terms().at_pace(RESERVE) == Terms(pace=3 * DAY, bank=5 * DAY)
    assert [banks.longest_match_time(TEN, 2, turns) for turns in (0, 28, 40)] == [1200, 1500, 1620]
    assert banks.longest_match_time(TEN, 4, 40) == 2820


def test_a_clock_too_short_for_a_game_gives_way_to_the_shortest_one_that_suffices() -> None:
    paces = (-505, -1010, -2015, RESERVE, 600, 0)
    assert [sufficient_pace(pace, PROWLER) for pace in paces] == [*paces]
    assert [sufficient_pace(pace, HEROES) for pace in paces] == [-2015, -2015, *paces[2:]]


def test_a_press_is_judged_by_discord_s_time_and_refused_once_the_bank_is_empty() -> None:
    for pace, first in ((-505, 60), (-1010, 120)):
        match, seat = prowling(terms=Terms().at_pace(pace))
        by = deadlines.seat_deadline(match, seat)
        assert by == START + first, "a first move has less time"
        with pytest.raises(Denied, match="Your time is up"):
            move(match, PROWLER, at(PROWLER, by + 3, pressed=by))
        in_time = move(match, PROWLER, at(PROWLER, by + 3, pressed=by - 1))
        assert (
            banks.bank_left(in_time, seat) == match.terms.bank - first + 1 + match.terms.increment
        )
        claim = deadlines.seat_claim_time(match, seat, ())
        assert claim == deadlines.earliest_claim(match) == by + PRESS_DELAY_SECONDS
        over = closing.end_late(match, at(PROWLER, by + 10), {seat})
        assert (over.ending, over.ended_by) == (Ending.CLAIMED, 3 - seat)
    match, seat = prowling()
    back = move(match, PROWLER, at(PROWLER, START - 50, pressed=START - 50))
    assert banks.bank_left(back, seat) == 610, "a clock set back charges no less than nothing"


@pytest.mark.parametrize(("moves", "rated"), [(1, False), (3, True)])
def test_a_live_match_of_several_counts_for_none_if_one_never_came(
    moves: int, *, rated: bool
) -> None:
    """The last to accept may have waited until one who accepted long before slept."""
    match = begun(LANDGRAB, replace(TEN, rated=True), 3)
    for _ in range(moves):
        match = move(match, LANDGRAB, at(LANDGRAB, START))
    late = seat_to_move(match, LANDGRAB)
    assert (late in match.moved_seats) is rated
    after = closing.end_late(match, at(LANDGRAB, START + 900), {late})
    assert after.phase is Phase.PLAYING
    assert after.left == (late,)
    assert after.terms.rated is rated


def unshown(terms: Terms = TEN) -> tuple[Match, int]:
    match, seat = prowling(terms=terms)
    return replace(match, unseen=()), seat


@pytest.mark.parametrize(
    ("late", "begins", "first"),
    [
        *(pytest.param(late, late, True, id="the first board costs nothing") for late in (9, 300)),
        pytest.param(0, 0, False, id="a turn begins when it is shown"),
        pytest.param(9, 9, False, id="also a little later"),
        pytest.param(300, 30, False, id="at the latest half a minute after the change"),
        pytest.param(-3, -3, False, id="or a little before"),
        pytest.param(-60, -5, False, id="but no more than five seconds before"),
    ],
)
def test_a_turn_begins_with_its_board(late: int, begins: int, *, first: bool) -> None:
    match, seat = unshown(replace(TEN, competition="c") if first else TEN)
    seen = shown(match, PROWLER, START + late, first=first)
    moved = move(seen, PROWLER, at(PROWLER, START + begins + 11))
    assert banks.bank_left(moved, seat) == 600 - 11 + 10
    assert deadlines.seat_claim_time(seen, seat, ()) == START + begins + 120 + PRESS_DELAY_SECONDS
    assert first or shown(seen, PROWLER, START + late + 20) is seen, "a second board begins none"


def test_a_turn_that_nothing_shows_is_claimed_as_if_shown_after_half_a_minute() -> None:
    match, seat = unshown()
    assert deadlines.seat_deadline(match, seat) == START + 120, (
        "the board that is being drawn says so"
    )
    assert deadlines.seat_claim_time(match, seat, ()) == START + 30 + 120 + PRESS_DELAY_SECONDS
    assert banks.bank_left(move(match, PROWLER, at(PROWLER, START + 149)), seat) == 600 - 119 + 10
    match, _ = unshown(replace(TEN, competition="c"))
    for now in (START, START + 1):
        seat, there = seat_to_move(match, PROWLER), at(PROWLER, now)
        chosen = str(next(iter(replay_match(match, PROWLER)[-1].moves(seat))))
        match = play.make_move(match, there, match.player(seat).id, match.moment, chosen)
    seen = shown(match, PROWLER, START + 301, first=True)
    begins = banks.turn_start(seen, seat_to_move(match, PROWLER))
    assert begins == START + 31, "who moved without a board gains nothing by showing the first one"


def test_an_agreed_takeback_gives_back_what_was_left_and_asking_stops_nothing() -> None:
    match = begun(PROWLER)
    first = seat_to_move(match, PROWLER)
    moved = move(match, PROWLER, at(PROWLER, START + 100))
    other, user = seat_to_move(moved, PROWLER), moved.player(first).id
    due = deadlines.seat_deadline(moved, other)
    asked = agreements.ask(moved, at(PROWLER, START + 110), user, Motion.TAKEBACK, moved.moment)
    assert deadlines.seat_deadline(asked, other) == due
    back = agreements.agree(
        asked, at(PROWLER, START + 130), moved.player(other).id, Motion.TAKEBACK, asked.moment
    )
    assert banks.bank_left(back, first) == banks.bank_left(back, other) == 600
    assert deadlines.seat_deadline(back, first) == START + 130 + 120


def test_a_substitute_inherits_the_bank() -> None:
    game = TellGame()
    match = begun(game, replace(TEN, takeover=True, substitutes=True), count=3)
    for seat in (3, 1, 2):
        match = move(match, game, at(game, START + 40), seat)
    assert banks.bank_left(match, 3) == 600 - 40 + 10
    free = leaving.resign(match, at(game, START + 60), CLEO.id)
    taken = leaving.take_seat(free, at(game, START + 90), DORA, 3)
    assert deadlines.seat_deadline(taken, 3) == START + 90 + 570


def test_a_secret_turn_changes_what_is_left_and_is_a_thought_once_its_seat_is_done() -> None:
    game = TellGame(picks=2)
    match, left = begun(game, count=3), []
    for seat, now in ((1, 30), (1, 50), (2, 60), (2, 61), (3, 62), (3, 70)):
        match = move(match, game, at(game, START + now), seat)
        left.append(banks.bank_left(match, seat))
        if now == 30:
            assert deadlines.seat_deadline(match, 1) == START + 600, "it was no first move any more"
    assert left == [600, 560, 600, 549, 600, 540]
    replayed = replay_match(match, game)
    told = [banks.find_thought(match, match.plays, ply, replayed[ply]) for ply in range(6)]
    assert told == [None, (50, 560), None, (61, 549), None, (70, 540)]


def test_no_bank_runs_in_a_live_stage_for_the_machine_or_alone() -> None:
    match = begun(SNATCH, count=3)
    moved = move(match, SNATCH, at(SNATCH, START + 30), 1)
    assert [banks.bank_left(moved, seat) for seat in (1, 2, 3)] == [600] * 3
    game = TellGame()
    asked = lobby.make_challenge("abc", game, (ADA, BEN, machine("easy")), {}, terms=TEN, now=START)
    match = lobby.accept_challenge(asked, at(game, START), BEN.id)
    moved = play.move_of_machine(match, at(game, START + 500), 3, match.decision(3), "1")
    assert banks.bank_left(moved, 3) == 600
    alone = lobby.make_challenge("abc", PROWLER, (ADA, machine("easy")), {}, terms=TEN, now=START)
    assert deadlines.seat_deadline(lobby.begin_match(alone, at(PROWLER, START)), 1) is None


def test_a_board_warns_once_when_a_tenth_is_left_and_not_at_half_time() -> None:
    match, seat = prowling()
    for now in (10, 20):
        match = move(match, PROWLER, at(PROWLER, START + now))
    assert (
        duties_of_match(match)[MatchDuty.REMIND] == START + 20 + banks.bank_left(match, seat) - 60
    )


def test_the_verdict_at_the_end_of_a_round_follows_from_the_clocks() -> None:
    match = begun(PROWLER, replace(TEN, competition="c"))
    first = seat_to_move(match, PROWLER)
    match = move(match, PROWLER, at(PROWLER, START + 100, pressed=START + 90))
    running = at(PROWLER, START + 195)
    assert closing.used_seconds(match, running, ()) == {first: 90, 3 - first: 95}
    assert closing.close_match(match, running).ended_by == 3 - first
    away = [Outage(START + 150, START + 160)]
    assert closing.used_seconds(match, running, away)[3 - first] == 85
    assert closing.close_match(match, running, outages=away).ended_by == 0, (
        "the slower one has moved"
    )


SLOW = Terms().at_pace(RESERVE)


def test_a_reserve_pays_for_what_a_move_takes_beyond_its_pace_until_somebody_claims() -> None:
    match, first = prowling(terms=SLOW)
    assert deadlines.seat_deadline(match, first) == START + 8 * DAY
    late = move(match, PROWLER, at(PROWLER, START + 9 * DAY))
    assert (banks.bank_left(late, first), deadlines.earliest_claim(match)) == (0, None)
    match = move(match, PROWLER, at(PROWLER, START + 4 * DAY))
    assert banks.bank_left(match, first) == 4 * DAY
    match = move(match, PROWLER, at(PROWLER, START + 6 * DAY))
    assert [banks.bank_left(match, seat) for seat in (first, 3 - first)] == [4 * DAY, 5 * DAY]


def test_a_day_for_the_others_is_given_from_a_reserve_at_most_three_times_once_by_a_press() -> None:
    match, first = prowling(terms=SLOW)
    context, giver = at(PROWLER, START), match.player(3 - first).id
    for count in range(3):
        match = agreements.give_day(match, context, giver, count)
        with pytest.raises(Stale):
            agreements.give_day(match, context, giver, count)
    assert deadlines.seat_deadline(match, first) == START + 11 * DAY
    assert banks.bank_left(match, 3 - first) == 5 * DAY
    assert not agreements.may_give_day(match, 3 - first)
    with pytest.raises(Denied):
        agreements.give_day(match, context, giver, 3)
    assert Terms.read(json.loads(json.dumps(asdict(match.terms)))) == match.terms
    assert match.terms.as_own_match == SLOW
    for terms in (TEN, Terms(pace=DAY), replace(SLOW, competition="c")):
        with pytest.raises(Denied):
            agreements.give_day(begun(PROWLER, terms), context, ADA.id, 0)


ASKING = (*[agreements.ask] * 3, *[agreements.agree] * 2, agreements.refuse, agreements.withdraw)
LOBBY: tuple[Callable[..., Match], ...] = (
    accept_challenge,
    decline_challenge,
    cancel_challenge,
    resign,
)
PAUSES = (1, 60, 3600, DAY, 4 * DAY, deadlines.MAX_IDLE_SECONDS, 3 * deadlines.MAX_IDLE_SECONDS)


class Life:
    """What players, processes and time do to a match; ``seen`` are all its forms, the newest last.

    What is refused changes nothing.
    """

    def __init__(self, rng: random.Random, services: tuple[Hosted, Hosted], match: Match) -> None:
        self.rng, self.services, self.seen = rng, services, [match]

    async def attempt(self, work: Awaitable[Match]) -> bool:
        before, after = self.seen[-1], None
        with suppress(Refused):
            after = await work
        stored = await self.services[0].match(before.id)
        assert stored == (after or before)
        if after is not None:
            assert after.revision == before.revision + 1
            self.seen.append(after)
        return after is not None

    async def play(self) -> None:
        """A player, mostly the right one, moves several times, at times on an old board."""
        rng, right = self.rng, self.rng.random() < 0.8
        for _ in range(rng.choice((1, 1, 1, 2, 3, 9))):
            before = self.seen[-1]
            if before.phase is not Phase.PLAYING:
                break
            state = replay_match(before, PROWLER)[-1]
            (seat,) = state.to_move
            who = before.player(seat) if right else rng.choice((ADA, BEN, CLEO))
            moment = max(0, before.moment - rng.choice((0, 0, 0, 0, 1, 2, 5)))
            move = str(rng.choice(state.moves(seat)))
            service = rng.choice(self.services)
            if await self.attempt(service.make_move(before.id, who.id, moment, move)):
                after = self.seen[-1]
                assert moment == before.moment, "a late press makes no move"
                assert after.plays[:-1] == before.plays
                assert after.plays[-1].seat == before.seat_of(who.id)
                assert (after.question, after.takebacks) == (None, before.takebacks)

    async def wait(self) -> None:
        """Both processes notice an ended match at the same time; one of them ends it."""
        before = self.seen[-1]
        self.services[0].clock.now += self.rng.choice(PAUSES)
        found = await asyncio.gather(*map(end_expired, self.services))
        ended = [match for each in found for match in each]
        assert await self.services[0].match(before.id) == (ended or [before])[0]
        for after in ended:
            assert len(ended) == 1
            assert (before.ending, after.plays) == (None, before.plays)
            assert after.ending in {Ending.EXPIRED, Ending.ABANDONED}
            self.seen.append(after)

    async def try_anything(self) -> None:
        """A call out of place is refused; any other call keeps what holds."""
        rng = self.rng
        for _ in range(rng.choice((1, 1, 2, 6))):
            match, service = self.seen[-1], rng.choice(self.services)
            who, act = rng.choice((ADA, BEN, ADA, BEN, CLEO)).id, rng.choice((*LOBBY, *ASKING * 3))
            question = (rng.choice([*Motion]), match.moment) if act in ASKING else ()
            await self.attempt(service.apply(match.id, act, who, *question))
            if rng.random() < 0.2:
                await self.attempt(service.claim(match.id, who))

    def check(self) -> None:
        match = self.seen[-1]
        assert (match.phase is Phase.OVER) == (match.ending is not None)
        assert not any(each.ending for each in self.seen[:-1]), "it has one ending or goes on"
        assert match.phase is Phase.PLAYING or match.question is None
        if match.setup:
            kept = record_of_match(match, PROWLER)
            assert from_json(to_json(kept, states=False), GAMES) == kept
            finished = replay_match(match, PROWLER)[-1].outcome is not None
            assert finished == (match.ending is Ending.PLAYED)
        for older, newer in zip(self.seen, self.seen[1:], strict=False):
            assert older.moment <= newer.moment
            assert older.plays == newer.plays or older.moment < newer.moment


@pytest.mark.parametrize("seed", range(16))
async def test_whatever_players_processes_and_time_do_a_match_keeps_its_laws(
    path: Path, seed: int
) -> None:
    rng, clock = random.Random(seed), Clock()
    async with opened(path, clock) as one, opened(path, clock) as other:
        terms = Terms(takebacks=rng.choice(("ask", "ask", "free", "never")))
        asked = await Lobby(one).make_challenge(
            "prowler", (ADA, BEN), {}, terms.at_pace(rng.choice(PACES))
        )
        life = Life(rng, (one, other), asked)
        if rng.random() < 0.8:
            assert await life.attempt(other.apply(asked.id, accept_challenge, BEN.id))
        for _ in range(40):
            await rng.choice((*[life.play] * 4, life.wait, *[life.try_anything] * 2))()
            life.check()
