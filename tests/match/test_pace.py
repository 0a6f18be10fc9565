"""How long a move may take."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Game
from prowlerbot.match import deadlines, leaving, lobby, play
from prowlerbot.match.deadlines import LEFT_ALONE, LONGEST_AWAY, abandon
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.play import ranks_of
from prowlerbot.match.preferences import DAY
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
    dues = [deadlines.deadline(match, seat, away_until) for seat in seats]
    return min((due for due in dues if due is not None), default=None)


def claim(match: Match, game: Game, user: int, due: int | None, now: int) -> Match:
    """Claim against all players to move, who are late by then."""
    overdue = due is not None and now >= due
    late = play.states(match, game)[-1].to_move if overdue else ()
    return leaving.claim(match, Context(game, RNG, now), user, late)


def test_without_a_pace_nothing_is_ever_due() -> None:
    assert deadline(begun(Terms()), 5_000_000) is None


def test_a_challenge_and_a_match_that_is_over_have_no_deadline() -> None:
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {}, terms=PACE, now=0)
    assert deadline(asked) is None
    assert deadline(leaving.resign(begun(), Context(PROWLER, RNG, 2000), ADA.id)) is None


def test_the_clock_starts_with_the_match_and_anew_with_each_turn() -> None:
    match = begun()
    assert deadline(match) == 1000 + DAY
    moved = play.make_move(match, Context(PROWLER, RNG, 5000), BEN.id, 0, ">C")
    assert deadline(moved) == 5000 + DAY


@pytest.mark.parametrize(
    ("away_until", "later"),
    [
        (0, 0),
        (999, 0),
        (1000 + 3600, 3600),
        (1000 + LONGEST_AWAY, LONGEST_AWAY),
        (1000 + 9 * LONGEST_AWAY, LONGEST_AWAY),
    ],
)
def test_time_away_does_not_count_up_to_two_weeks_a_move(away_until: int, later: int) -> None:
    assert deadline(begun(), away_until) == 1000 + DAY + later


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


def test_terms_read_back_as_they_were_written() -> None:
    terms = Terms(takebacks="never", pace=600, rated=True)
    assert Terms.read(terms.written()) == terms
    assert Terms.read({}) == Terms()
    assert Terms.read({"from a newer version": 1}) == Terms()


def test_all_of_the_terms_are_written_as_a_default_may_change_one_day() -> None:
    assert set(Terms().written()) == {
        "takebacks",
        "pace",
        "rated",
        "takeover",
        "substitutes",
        "first_friendly",
        "stopwatch",
        "day",
        "hints",
        "competition",
        "pairing",
        "weekend",
    }
    assert replace(Terms(), pace=60).written() == {**Terms().written(), "pace": 60}


def test_a_player_who_waits_wins_once_the_time_has_run_out() -> None:
    match = begun()
    due = deadline(match)
    assert due is not None
    over = claim(match, PROWLER, ADA.id, due, due)
    assert (over.phase, over.ending, over.ended_by) == (Phase.OVER, Ending.CLAIMED, 1)
    assert ranks_of(over, PROWLER) == (1, 2)


@pytest.mark.parametrize(
    ("user", "due", "now", "told"),
    [
        (1, 2000, 1999, "is not up yet"),
        (2, 2000, 2000, "your own turn"),
        (1, None, 9000, "no time limit"),
        (7, 2000, 2000, "do not play"),
    ],
)
def test_a_victory_is_not_claimed_by_others_or_too_early(
    user: int, due: int | None, now: int, told: str
) -> None:
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
