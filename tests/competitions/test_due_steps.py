"""The steps that the bot takes: due by the record and the clock alone, and taken once."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Step
from prowlerbot.competitions.competition_steps import due_step
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.competitions.formats import FORMATS, league
from prowlerbot.competitions.formats.arena import LONGEST_WAIT
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import HOUR, Outage
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.games import GAMES
from prowlerbot.match import closing, lobby
from prowlerbot.match.match import Context, Ending, Player
from prowlerbot.match.play import states
from prowlerbot.match.terms import Terms
from tests.competitions import kinds
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    entered,
    settled,
    tables,
    terms,
)

SWISS = terms(kinds.SWISS, rounds=3)


def test_check_in_beginning_and_pairing_come_one_after_the_other() -> None:
    competition = entered(terms(kinds.SWISS, check_in=DAY), [1, 2, 3, 4])
    assert due_step(competition, START - DAY - 1) is None
    assert due_step(competition, START - DAY) is Step.CALL
    competition = competition_steps.take(competition, Step.CALL, START - DAY)
    assert due_step(competition, START - 1) is None
    for player in range(1, 5):
        competition = competition_steps.check_in(competition, player, START - 1)
    assert due_step(competition, START) is Step.BEGIN
    competition = competition_steps.take(competition, Step.BEGIN, START)
    assert due_step(competition, START) is Step.PAIR
    competition = competition_steps.take(competition, Step.PAIR, START)
    assert due_step(competition, START) is None


def test_after_a_call_that_came_late_players_have_some_minutes_to_check_in() -> None:
    late = START + DAY
    competition = entered(terms(kinds.SWISS, check_in=DAY // 2), [1, 2, 3, 4])
    competition = competition_steps.take(competition, Step.CALL, late)
    assert competition_steps.due_at(competition) == late + 15 * 60
    assert due_step(competition, late + 15 * 60 - 1) is None
    assert due_step(competition, late + 15 * 60) is Step.BEGIN
    created_late = terms(kinds.SWISS, check_in=3 * DAY)
    competition = competition_steps.take(
        entered(created_late, [1, 2, 3, 4]), Step.CALL, START - DAY
    )
    assert competition_steps.due_at(competition) == START, "nobody has waited for the call"


@pytest.mark.parametrize(("round_time", "longest"), [(4 * HOUR, HOUR), (DAY, 7 * DAY)])
def test_a_step_waits_for_a_channel_for_an_hour_where_rounds_are_shorter_than_a_day_else_for_a_week(
    round_time: int, longest: int
) -> None:
    competition = begun(terms(kinds.SWISS, rounds=3, round_time=round_time), [1, 2, 3, 4])
    competition = better_wins(competition, START + 60)
    for outages in ([], [Outage(START + 70, START + 70 + DAY)]):
        end = START + 60 + longest + DAY * len(outages)
        waits = partial(competition_steps.wait_for_channel, competition, Step.PAIR, outages)
        assert waits(end - 1) == competition
        assert waits(end).course.cancelled
        assert waits(end).course.ended_by == "channel"


def test_the_check_in_waits_for_a_channel_for_a_week_and_the_start_as_long_as_a_round() -> None:
    live = entered(terms(kinds.SWISS, round_time=4 * HOUR, check_in=HOUR), [1, 2])
    assert competition_steps.waits_until(live) == START - HOUR + 7 * DAY
    called = competition_steps.take(live, Step.CALL, START - HOUR)
    assert competition_steps.waits_until(called) == START + HOUR
    for format_, longest in ((kinds.SWISS, HOUR), (kinds.ARENA, LONGEST_WAIT)):
        at_once = entered(terms(format_, round_time=4 * HOUR), [1, 2])
        assert competition_steps.waits_until(at_once) == START + longest


def test_a_deleted_channel_holds_a_competition_that_is_under_way_as_long_as_a_step_waits() -> None:
    of = terms(kinds.SWISS, rounds=3, round_time=4 * HOUR)
    for competition, held in (
        (entered(of, [1, 2]), 7 * DAY),
        (begun(of, [1, 2]), HOUR),
        (begun(terms(kinds.LEAGUE), [1, 2]), 7 * DAY),
        (begun(terms(kinds.ARENA, season=HOUR, round_time=0), [1, 2]), LONGEST_WAIT),
    ):
        lost = competition_steps.lose(competition, START - held)
        assert due_step(lost, START) is Step.GIVE_UP
        assert due_step(competition_steps.lose(competition, START - held + 1), START) is not (
            Step.GIVE_UP
        )


def test_with_fewer_than_two_players_a_competition_ends_at_its_start() -> None:
    assert settled(entered(SWISS, [1]), START).course.ended
    assert settled(entered(SWISS, []), START).course.ended


def test_a_step_is_refused_unless_it_is_due_so_nothing_is_done_twice() -> None:
    for kind in FORMATS.values():
        competition = begun(terms(kind), range(1, 9))
        for step in Step:
            with pytest.raises(Denied, match="not due"):
                competition_steps.take(competition, step, START)


def test_every_competition_ends_by_itself_even_if_nobody_ever_plays() -> None:
    for kind in FORMATS.values():
        competition = begun(terms(kind), range(1, 12))
        now = START
        for _ in range(40):
            now += 7 * DAY
            competition = settled(competition, now)
        assert competition.course.ended


def test_a_round_is_closed_by_the_clock_and_verdicts_come_from_the_matches() -> None:
    competition = begun(SWISS, [1, 2, 3, 4])
    over = START + 7 * DAY
    assert due_step(competition, over - 1) is None
    assert due_step(competition, over) is Step.CLOSE
    first, second = competition.course.open
    verdict = Decided(over, first.pairing, (2, 1), late=(first.players[0],))
    competition = competition_steps.take(
        competition, Step.CLOSE, over, verdicts={first.pairing: verdict}
    )
    assert competition.course.left.keys() == {*second.players}
    competition = settled(competition, over)
    assert [{*players} for players in tables(competition, 2)] == [{*first.players}]


def test_a_host_ends_a_round_early() -> None:
    competition = begun(SWISS, [1, 2, 3, 4])
    first, second = competition.course.open
    verdicts = {
        first.pairing: Decided(START, first.pairing, (1, 2)),
        second.pairing: Decided(START, second.pairing, (1, 1)),
    }
    competition = competition_steps.end_round(competition, START + 1)
    assert competition.course.cut == {1: "host"}
    competition = settled(
        competition_steps.take(competition, Step.CLOSE, START + 1, verdicts=verdicts), START + 1
    )
    assert competition.course.round == 2
    assert not competition.course.left


def test_a_round_is_paired_only_when_the_one_before_is_decided() -> None:
    competition = begun(SWISS, [1, 2, 3, 4])
    (first, _) = competition.course.open
    competition = competition_steps.report(competition, Decided(START, first.pairing, (1, 2)))
    assert due_step(competition, START) is None
    assert due_step(better_wins(competition), START) is Step.PAIR


def test_a_league_pairs_everybody_at_once_for_the_whole_season() -> None:
    competition = begun(terms(kinds.LEAGUE), range(1, 12))
    assert [len(division) for division in competition.course.divisions] == [6, 5]
    assert len(competition.course.open) == 15 + 10
    assert {each.until for each in competition.course.open} == {START + 5 * 7 * DAY}
    assert due_step(better_wins(competition), START + 1) is Step.END


def test_a_league_reminds_of_open_matches_once_before_its_season_ends() -> None:
    season = 28 * DAY
    competition = begun(terms(kinds.LEAGUE, round_time=0, season=season), range(1, 6))
    assert {each.until for each in competition.course.open} == {START + season}
    reminding = START + season - league.REMINDED
    assert competition_steps.due_at(competition) == reminding
    assert due_step(competition, reminding - 1) is None
    competition = competition_steps.take(competition, Step.REMIND, reminding)
    assert due_step(competition, reminding) is None
    assert due_step(competition, START + season) is Step.CLOSE
    assert due_step(better_wins(competition), reminding) is Step.END
    short = begun(terms(kinds.LEAGUE, round_time=0, season=2 * DAY), range(1, 6))
    assert competition_steps.due_at(short) == START + 2 * DAY - min(league.REMINDED, DAY // 2), (
        "a quarter"
    )


def test_a_league_reminds_those_who_have_not_confirmed_once_before_it_starts() -> None:
    competition = entered(terms(kinds.LEAGUE, check_in=4 * DAY), range(1, 6))
    competition = competition_steps.take(competition, Step.CALL, START - 4 * DAY)
    assert due_step(competition, START - DAY) is Step.REMIND
    assert due_step(competition, START) is Step.BEGIN, "too late for a reminder"
    competition = competition_steps.take(competition, Step.REMIND, START - DAY)
    assert competition_steps.due_at(competition) == START


def test_a_tournament_with_one_player_left_ends() -> None:
    competition = begun(SWISS, [1, 2, 3])
    for player in (1, 2):
        competition = competition_steps.withdraw(competition, player, START)
    competition = settled(competition, START)
    assert competition.course.ended
    assert standings(competition)[0].player in {1, 2, 3}


@pytest.mark.parametrize("how", ["resigns", "round ends"])
def test_nobody_was_absent_whose_clock_an_outage_or_an_unseen_board_has_moved(how: str) -> None:
    game, players = GAMES["landgrab"], [Player(number, f"P{number}") for number in range(1, 4)]
    asked = lobby.challenge(
        "m", game, players, {}, terms=Terms(pace=DAY, competition="c"), now=START
    )
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in players))
    match = lobby.begin_match(seated, Context(game, random.Random(1), START))
    (seat,) = states(match, game)[-1].to_move - {CHANCE}
    now = START + 2 * DAY
    context = Context(game, random.Random(1), now)
    outage = Outage(START + HOUR, START + DAY + 2 * HOUR)
    shown = closing.shift_unseen_clocks(
        match, Context(game, random.Random(1), outage.ended), outage.began
    )
    pairing = Paired(START, 1, 1, (1, 2, 3))
    for each, outages, is_late in (
        (match, (), True),
        (match, (outage,), False),
        (shown, (), False),
    ):
        over = (
            closing.close(closing.leave_competition(each, context, {seat}), context)
            if how == "resigns"
            else closing.close(each, context, ending=Ending.CUT)
        )
        result = competition_steps.result_of_match(
            over, game, pairing, now, cut=how == "round ends", outages=outages
        )
        assert (seat in result.absent) is is_late
