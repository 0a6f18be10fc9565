"""How long a move may take, and the days of a week that do not count."""

from __future__ import annotations

import random
from dataclasses import fields
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Game
from prowlerbot.match import agreements, deadlines, lobby, play
from prowlerbot.match.deadlines import (
    LEFT_ALONE,
    Reminder,
    abandon,
    counted_between,
    counted_on,
    is_paused,
    look_for_reminder,
)
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.play import ranks_of
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Terms
from tests.games.prowler.matches import PROWLER
from tests.games.tell import TellGame

ADA, BEN, CLEO = Player(1, "Ada"), Player(2, "Ben"), Player(3, "Cleo")
RNG = random.Random(1)
PACE = Terms(pace=DAY)


def begun(terms: Terms = PACE, now: int = 1000) -> Match:
    """Ada places first, so Ben (seat 2) opens."""
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {"first": "1"}, terms=terms, now=now)
    return lobby.accept(asked, Context(PROWLER, RNG, now), BEN.id)


def deadline(match: Match, away_until: int = 0) -> int | None:
    """When the first of the awaited decisions is due."""
    game = PROWLER if match.game == PROWLER.key else TellGame()
    seats = play.states(match, game)[-1].to_move if match.setup else match.seats
    away = [(0, away_until)] if away_until else []
    dues = [deadlines.deadline(match, seat, away) for seat in seats]
    return min((due for due in dues if due is not None), default=None)


def claim(match: Match, game: Game, user: int, due: int | None, now: int) -> Match:
    """Claim against all players to move, who are late by then."""
    overdue = due is not None and now >= due
    late = play.states(match, game)[-1].to_move if overdue else ()
    return agreements.claim(match, Context(game, RNG, now), user, late)


def test_without_a_pace_nothing_is_ever_due() -> None:
    assert deadline(begun(Terms()), 5_000_000) is None


def test_a_challenge_and_a_match_that_is_over_have_no_deadline() -> None:
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {}, terms=PACE, now=0)
    assert deadline(asked) is None
    assert deadline(agreements.resign(begun(), Context(PROWLER, RNG, 2000), ADA.id)) is None


def test_the_clock_starts_with_the_match_and_anew_with_each_turn() -> None:
    match = begun()
    assert deadline(match) == 1000 + DAY
    moved = play.make_move(match, Context(PROWLER, RNG, 5000), BEN.id, 0, ">C")
    assert deadline(moved) == 5000 + DAY


def test_a_player_who_moves_while_others_are_still_to_move_gives_them_no_more_time() -> None:
    tell = TellGame()
    asked = lobby.challenge("abc", tell, (ADA, BEN, CLEO), {}, terms=PACE, now=0)
    match = lobby.accept(
        lobby.accept(asked, Context(tell, RNG, 0), BEN.id), Context(tell, RNG, 0), CLEO.id
    )
    for player, now in [(CLEO, 10), (ADA, 20)]:
        match = play.make_move(match, Context(tell, RNG, now), player.id, match.moment, "1")
        assert deadline(match) == DAY
    match = play.make_move(match, Context(tell, RNG, 30), BEN.id, match.moment, "3")
    assert deadline(match) == 30 + DAY, "the die is thrown, and a new round begins"


def test_terms_are_written_whole_as_a_default_may_change_one_day_and_read_back() -> None:
    terms = Terms(takebacks="never", pace=600, rated=True, stopwatch=90)
    assert terms.written().keys() == {field.name for field in fields(Terms)}
    assert Terms.read(terms.written()) == terms
    assert Terms.read({}) == Terms.read({"from a newer version": 1}) == Terms()


def test_a_player_who_waits_wins_once_the_time_has_run_out() -> None:
    match = begun()
    due = deadline(match)
    assert due is not None
    over = claim(match, PROWLER, ADA.id, due, due)
    assert (over.phase, over.ending, over.ended_by) == (Phase.OVER, Ending.CLAIMED, 1)
    assert ranks_of(over, PROWLER) == (1, 2)


def test_a_victory_is_not_claimed_by_others_or_too_early() -> None:
    for user, due, now, told in [
        (1, 2000, 1999, "is not up yet"),
        (2, 2000, 2000, "your own turn"),
        (1, None, 9000, "no time limit"),
        (7, 2000, 2000, "do not play"),
    ]:
        with pytest.raises(Denied, match=told):
            claim(begun(PACE if due else Terms()), PROWLER, user, due, now)


def test_among_several_those_who_are_late_leave_and_the_others_play_on() -> None:
    tell = TellGame()
    asked = lobby.challenge("abc", tell, (ADA, BEN, CLEO), {}, terms=PACE, now=0)
    match = lobby.accept(
        lobby.accept(asked, Context(tell, RNG, 0), BEN.id), Context(tell, RNG, 0), CLEO.id
    )
    match = play.make_move(match, Context(tell, RNG, 10), CLEO.id, 0, "1")
    both = claim(match, tell, CLEO.id, DAY, DAY)
    assert (both.phase, both.left) == (Phase.OVER, frozenset({1, 2}))
    assert ranks_of(both, tell) == (3, 2, 1), "who left first stands last"
    match = play.make_move(match, Context(tell, RNG, 20), BEN.id, 0, "1")
    one = claim(match, tell, CLEO.id, DAY, DAY)
    assert (one.phase, one.left, one.revision) == (
        Phase.PLAYING,
        frozenset({1}),
        match.revision + 1,
    )
    assert play.states(one, tell)[-1].to_move == {2, 3}


def test_a_match_left_alone_for_a_month_after_its_deadline_ends_without_a_result() -> None:
    match = begun()
    due = deadline(match)
    assert due is not None
    with pytest.raises(Stale):
        abandon(match, due, due + LEFT_ALONE - 1)
    over = abandon(match, due, due + LEFT_ALONE)
    assert (over.ending, over.ended_by) == (Ending.ABANDONED, 0)
    assert ranks_of(over, PROWLER) is None


def test_without_a_limit_no_match_is_ever_left_alone() -> None:
    with pytest.raises(Stale):
        abandon(begun(Terms()), None, 10**12)


# ---------------------------------------------------------------- weekends that do not count

BERLIN, HOUR = "Europe/Berlin", 60 * 60


def at(day: int, hour: int = 0, *, month: int = 7, zone: str = BERLIN) -> int:
    """A time in 2026; 3 July is a Friday there."""
    return int(datetime(2026, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


def test_two_days_of_a_week_do_not_count() -> None:
    for start, seconds, end in [
        (at(1, 12), DAY, at(2, 12)),
        (at(2, 12), DAY, at(3, 12)),
        (at(3), DAY, at(4)),  # all of Friday
        (at(3, 12), DAY, at(6, 12)),
        (at(4), DAY, at(7)),
        (at(5, 23), DAY, at(7)),
        (at(6), DAY, at(7)),
        (at(3, 12), 3 * DAY, at(8, 12)),
        (at(3, 12), 6 * DAY, at(13, 12)),
        (at(3, 23), 10 * 60, at(3, 23) + 10 * 60),
        (at(4, 9), 0, at(6)),
    ]:
        assert counted_on(start, seconds, BERLIN) == end
        assert counted_between(start, end, BERLIN) == seconds


def test_without_a_weekend_every_day_counts() -> None:
    assert counted_on(at(3), 3 * DAY, "") == at(3) + 3 * DAY
    assert counted_between(at(3), at(9), "") == at(9) - at(3)
    assert not is_paused(at(4, 12), "")


def test_a_weekend_ends_at_midnight_when_the_clock_is_put_forward_or_back() -> None:
    for zone, friday, month, hours in [
        (BERLIN, 27, 3, 47),  # on Sunday the clock is put forward
        (BERLIN, 23, 10, 49),  # and back
        ("America/Santiago", 3, 4, 49),  # back at midnight, from Saturday to Sunday
        ("America/Santiago", 4, 9, 47),  # forward at midnight, to Sunday
        ("Asia/Kathmandu", 3, 7, 48),
    ]:
        noon = at(friday, 12, month=month, zone=zone)
        saturday = noon + 12 * HOUR
        assert is_paused(saturday, zone)
        assert not is_paused(saturday - 1, zone)
        monday = saturday + hours * HOUR
        assert is_paused(monday - 1, zone)
        assert not is_paused(monday, zone)
        assert counted_on(noon, DAY, zone) == monday + 12 * HOUR
        assert counted_between(noon, monday + 12 * HOUR, zone) == DAY


def test_the_weekend_is_that_of_the_time_zone_in_the_terms() -> None:
    friday_evening = at(3, 23, zone="America/New_York")
    assert is_paused(friday_evening, BERLIN)
    assert not is_paused(friday_evening, "America/New_York")
    assert is_paused(at(5, 12, zone="UTC"), "No/Zone"), "an unknown one is that of UTC"


def test_a_deadline_comes_after_the_weekend_and_after_an_absence() -> None:
    match = begun(Terms(pace=DAY, weekend=BERLIN), at(3, 12))
    assert deadlines.earliest_deadline(match) == at(6, 12)
    assert deadlines.deadline(match, 2) == at(6, 12)
    assert deadlines.deadline(match, 2, [(0, at(5, 12))]) == at(7), "no day counts twice"
    assert deadlines.deadline(match, 2, [(0, at(6, 12))]) == at(7, 12)
    friday = [(at(3, 18), at(5, 18))]
    assert deadlines.deadline(match, 2, friday) == at(6, 18), "nor any hour of a day"
    assert deadlines.first_reminder(match) == at(3, 18), "a quarter of the time"


def test_no_reminder_comes_on_a_weekend_that_does_not_count() -> None:
    match = begun(Terms(pace=DAY, weekend=BERLIN), at(3, 18))

    def told(now: int) -> Reminder | None:
        return look_for_reminder(match, 2, PlayerChoices(), now).due

    assert [told(now) for now in (at(3, 23), at(4, 9), at(5, 23))] == [None, None, None]
    assert told(at(6, 6)) is Reminder.HALF
    assert told(at(6, 16)) is Reminder.LAST
    following = [
        look_for_reminder(match, 2, PlayerChoices(), now).again
        for now in (at(3, 23), at(4, 9), at(6, 6), at(6, 16))
    ]
    assert following == [at(6, 6), at(6), at(6, 16), 0], "after a weekend it is looked at again"


def test_a_week_has_five_days_that_count_whenever_it_begins() -> None:
    for hours in range(0, 14 * 24, 5):
        start = at(1, month=10) + hours * HOUR
        assert counted_between(start, start + 7 * DAY, BERLIN) == 5 * DAY
