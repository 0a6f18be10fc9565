"""The steps of people and of the bot, and one sentence for all that is not allowed."""

import random
from dataclasses import replace
from functools import partial

import pytest

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_record import Competition, Step
from prowlerbot.competitions.competition_steps import due_step
from prowlerbot.competitions.course import Actor, Decided, Paired
from prowlerbot.competitions.formats import FORMATS, league
from prowlerbot.competitions.formats.arena import MAX_WAIT_SECONDS
from prowlerbot.competitions.formats.knockout import bracket_places
from prowlerbot.competitions.standings import medals, ranked_standings, standings
from prowlerbot.core.clock import HOUR, Outage
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE
from prowlerbot.games import GAMES
from prowlerbot.match import closing, lobby
from prowlerbot.match.clock_starts import shift_unseen_clocks
from prowlerbot.match.match import Context, Ending, Player
from prowlerbot.match.play import replay_match
from prowlerbot.match.terms import Terms
from tests.competitions import kinds
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    decided,
    entered,
    settled,
    tables,
    terms,
    won,
)

SWISS = terms(kinds.SWISS, rounds=4)
ROUND_ROBIN = terms(kinds.ROUND_ROBIN)


def points(competition: Competition) -> dict[int, float]:
    return {line.player: float(line.points) for line in standings(competition)}


def test_nobody_enters_twice_too_late_or_again_once_a_tournament_has_begun() -> None:
    with pytest.raises(Stale, match="already take part"):
        changes.enter_player(entered(SWISS, [1]), 1, 1500, START)
    with pytest.raises(Denied, match="full"):
        entered(terms(kinds.SWISS, most=2), [1, 2, 3])
    for kind in (kinds.ROUND_ROBIN, kinds.KNOCKOUT):
        with pytest.raises(Denied, match="has begun"):
            changes.enter_player(begun(terms(kind), [1, 2, 3, 4]), 5, 1500, START)
    competition = begun(SWISS, range(1, 7))
    for _ in range(2):
        competition = settled(better_wins(competition), START)
    with pytest.raises(Denied, match="has begun"):
        changes.enter_player(competition, 9, 1500, START)
    competition = changes.withdraw_player(begun(SWISS, range(1, 7)), 3, START)
    with pytest.raises(Denied, match="left this competition"):
        changes.enter_player(competition, 3, 1500, START)
    competition = changes.withdraw_player(entered(SWISS, [1, 2]), 1, START - 9)
    with pytest.raises(Denied, match="do not take part"):
        changes.withdraw_player(competition, 1, START - 8)
    competition = settled(changes.enter_player(competition, 1, 1000, START - 7), START)
    assert tables(competition, 1) == [(2, 1)]


def test_a_start_leaves_out_who_has_not_checked_in_some_minutes_after_the_call() -> None:
    competition = entered(terms(kinds.SWISS, rounds=3, check_in=DAY), [1, 2, 3])
    with pytest.raises(Denied, match="not open"):
        changes.check_in(competition, 1, START - 2 * DAY)
    competition = settled(competition, START - DAY)
    for player in (1, 3):
        competition = changes.check_in(competition, player, START - 1)
    with pytest.raises(Stale, match="already checked in"):
        changes.check_in(competition, 1, START - 1)
    with pytest.raises(Denied, match="checks you in too"):
        changes.check_in(competition, 9, START - 1)
    competition = settled(competition, START)
    assert tables(competition, 1) == [(1, 3)]
    with pytest.raises(Stale, match="has begun"):
        changes.check_in(competition, 3, START)
    assert points(changes.enter_player(competition, 2, 1500, START + 1))[2] == 0.5
    late = START + DAY
    competition = entered(terms(kinds.SWISS, check_in=DAY // 2), [1, 2, 3, 4])
    competition = steps.take_step(competition, Step.CALL, late)
    assert steps.due_at(competition) == late + 15 * 60
    assert due_step(competition, late + 15 * 60 - 1) is None
    assert due_step(competition, late + 15 * 60) is Step.BEGIN
    created_late = terms(kinds.SWISS, check_in=3 * DAY)
    competition = steps.take_step(entered(created_late, [1, 2, 3, 4]), Step.CALL, START - DAY)
    assert steps.due_at(competition) == START, "nobody has waited for the call"


def test_a_result_needs_its_pairing_and_counts_once() -> None:
    competition = begun(SWISS, [1, 2, 3])
    with pytest.raises(Denied, match="no match with the number 7"):
        decided(competition, 7, 1, 2)
    with pytest.raises(Denied, match="no match with the number 2"):
        decided(competition, 2, 1)  # a bye
    for wrong in (
        Decided(START, 1, (1, 2, 3)),
        Decided(START, 1, (1, 2), totals=(5,)),
        Decided(START, 1, (1, 2), absent=(3,)),
    ):
        with pytest.raises(Denied, match="not for the players"):
            changes.record_result(competition, wrong)
    once = decided(competition, 1, 1, 2)
    with pytest.raises(Stale, match="already has a result"):
        decided(once, 1, 2, 1)


def test_after_the_end_nothing_happens() -> None:
    over = changes.cancel(begun(SWISS, [1, 2, 3]), START)
    for step in (
        partial(changes.enter_player, over, 9, 1500, START),
        partial(changes.withdraw_player, over, 1, START),
        partial(decided, over, 1, 1, 2),
        partial(changes.prolong_rounds, over, START + 9 * DAY, START),
        partial(steps.take_step, over, Step.PAIR, START),
        partial(changes.cancel, over, START),
    ):
        with pytest.raises(Stale, match="is over"):
            step()
    assert steps.due_step(over, START + 999 * DAY) is None


def test_a_forfeit_takes_a_player_out_and_where_all_meet_the_second_one_does() -> None:
    competition = begun(SWISS, [1, 2, 3, 4])
    result = changes.forfeit_result(competition.course.open[0], (3,), START)
    competition = settled(better_wins(changes.record_result(competition, result)), START)
    assert competition.course.left[3].removed
    assert all(3 not in players for players in tables(competition, 2))
    competition = changes.withdraw_player(begun(SWISS, [1, 2, 3, 4]), 3, START)
    assert points(competition) == {1: 1, 2: 0, 3: 0, 4: 0}
    assert [line.player for line in standings(competition) if line.left] == [3]
    competition = begun(terms(kinds.ROUND_ROBIN, at_once=True), [1, 2, 3, 4, 5])
    mine = [each for each in competition.course.open if 5 in each.players]
    competition = changes.record_result(competition, changes.forfeit_result(mine[0], (5,), START))
    assert 5 not in competition.course.left
    same_day = changes.record_result(
        competition, changes.forfeit_result(mine[1], (5,), START + DAY - 1)
    )
    assert 5 not in same_day.course.left
    competition = changes.record_result(
        competition, changes.forfeit_result(mine[1], (5,), START + DAY)
    )
    assert competition.course.left[5].removed
    assert not [each for each in competition.course.open if 5 in each.players]


def test_a_host_prolongs_a_round_by_up_to_90_days_and_shortens_it_to_an_hour() -> None:
    competition = begun(SWISS, [1, 2, 3, 4])
    with pytest.raises(Denied, match="already has time"):
        changes.prolong_rounds(competition, START + 7 * DAY, START)
    competition = changes.prolong_rounds(competition, START + 9 * DAY, START)
    assert steps.due_step(competition, START + 8 * DAY) is None
    assert steps.due_step(competition, START + 9 * DAY) is Step.CLOSE
    assert not competition.course.shortened_by
    with pytest.raises(Denied, match="No round"):
        changes.prolong_rounds(begun(terms(kinds.SWISS, round_time=0), [1, 2]), START + DAY, START)
    competition = changes.end_rounds(begun(terms(kinds.SWISS, round_time=0), [1, 2]), START + 9)
    assert steps.due_step(competition, START + 9) is Step.CLOSE
    competition = begun(SWISS, [1, 2, 3, 4])
    last = START + 97 * DAY
    for until, now in ((START + 50 * DAY, START), (last, START + 49 * DAY)):
        with pytest.raises(Denied, match="90 days after its first end"):
            changes.prolong_rounds(competition, last + 1, now)
        competition = changes.prolong_rounds(competition, until, now)
    assert competition.course.open
    with pytest.raises(Denied, match="90 days after its first end"):
        changes.prolong_rounds(competition, last + DAY, last - 1)
    competition = begun(SWISS, [1, 2, 3, 4])
    wrong = changes.prolong_rounds(competition, START + 80 * DAY, START)
    with pytest.raises(Denied, match="at least one more hour"):
        changes.prolong_rounds(wrong, START + 60 * 60 - 1, START)
    with pytest.raises(Denied, match="You have entered this competition"):
        changes.prolong_rounds(wrong, START + 60 * 60, START, by=Actor(1))
    right = changes.prolong_rounds(wrong, START + 60 * 60, START, by=Actor(9))
    assert steps.due_at(right) == START + 60 * 60
    assert right.course.shortened_by == {1: "host"}
    short = changes.prolong_rounds(right, START + 70 * 60, START + 59 * 60)
    assert steps.due_at(short) == START + 70 * 60, "more time may be less than an hour"
    season = begun(terms(kinds.ROUND_ROBIN, at_once=True), [1, 2, 3, 4])
    over = START + 3 * 7 * DAY
    assert steps.due_at(season) == over
    assert steps.due_at(changes.prolong_rounds(season, over + DAY, START)) == over + DAY, (
        "as a whole"
    )


THREE_ROUNDS = terms(kinds.SWISS, rounds=3)


def test_a_step_is_refused_unless_it_is_due_so_nothing_is_done_twice() -> None:
    for kind in FORMATS.values():
        competition = begun(terms(kind), range(1, 9))
        for step in Step:
            with pytest.raises(Denied, match="not due"):
                steps.take_step(competition, step, START)


def test_a_round_is_closed_by_the_clock_and_verdicts_come_from_the_matches() -> None:
    competition = begun(THREE_ROUNDS, [1, 2, 3, 4])
    over = START + 7 * DAY
    assert due_step(competition, over - 1) is None
    assert due_step(competition, over) is Step.CLOSE
    first, second = competition.course.open
    assert due_step(decided(competition, first.pairing, 1, 2), START) is None
    assert due_step(better_wins(competition), START) is Step.PAIR, "all are decided"
    verdict = Decided(over, first.pairing, (2, 1), late=(first.players[0],))
    competition = steps.take_step(competition, Step.CLOSE, over, verdicts={first.pairing: verdict})
    assert competition.course.left.keys() == {*second.players}
    competition = settled(competition, over)
    assert [{*players} for players in tables(competition, 2)] == [{*first.players}]


def test_a_league_pairs_all_at_once_and_reminds_before_its_start_and_its_end() -> None:
    competition = begun(terms(kinds.LEAGUE), range(1, 12))
    assert [len(division) for division in competition.course.divisions] == [6, 5]
    assert len(competition.course.open) == 15 + 10
    assert {each.until for each in competition.course.open} == {START + 5 * 7 * DAY}
    assert due_step(better_wins(competition), START + 1) is Step.END
    competition = entered(terms(kinds.LEAGUE, check_in=4 * DAY), range(1, 6))
    competition = steps.take_step(competition, Step.CALL, START - 4 * DAY)
    assert due_step(competition, START - DAY) is Step.REMIND
    assert due_step(competition, START) is Step.BEGIN, "too late for a reminder"
    competition = steps.take_step(competition, Step.REMIND, START - DAY)
    assert steps.due_at(competition) == START
    season = 28 * DAY
    competition = begun(terms(kinds.LEAGUE, round_time=0, season=season), range(1, 6))
    assert {each.until for each in competition.course.open} == {START + season}
    reminding = START + season - league.MAX_REMINDER
    assert steps.due_at(competition) == reminding
    assert due_step(competition, reminding - 1) is None
    competition = steps.take_step(competition, Step.REMIND, reminding)
    assert due_step(competition, reminding) is None
    assert due_step(competition, START + season) is Step.CLOSE
    assert due_step(better_wins(competition), reminding) is Step.END
    short = begun(terms(kinds.LEAGUE, round_time=0, season=2 * DAY), range(1, 6))
    assert steps.due_at(short) == START + 2 * DAY - min(league.MAX_REMINDER, DAY // 2), "a quarter"


@pytest.mark.parametrize(("round_time", "longest"), [(4 * HOUR, HOUR), (DAY, 7 * DAY)])
def test_a_step_waits_for_a_channel_as_rounds_last(round_time: int, longest: int) -> None:
    competition = begun(terms(kinds.SWISS, rounds=3, round_time=round_time), [1, 2, 3, 4])
    competition = better_wins(competition, START + 60)
    for outages in ([], [Outage(START + 70, START + 70 + DAY)]):
        end = START + 60 + longest + DAY * len(outages)
        waits = partial(steps.wait_for_channel, competition, Step.PAIR, outages)
        assert waits(end - 1) == competition
        assert waits(end).course.cancelled
        assert waits(end).course.ended_by == "channel"


def test_a_check_in_a_start_and_a_deleted_channel_wait_as_long_as_rounds_last() -> None:
    live = entered(terms(kinds.SWISS, round_time=4 * HOUR, check_in=HOUR), [1, 2])
    assert steps.waits_until(live) == START - HOUR + 7 * DAY
    assert steps.waits_until(steps.take_step(live, Step.CALL, START - HOUR)) == START + HOUR
    for format_, longest in ((kinds.SWISS, HOUR), (kinds.ARENA, MAX_WAIT_SECONDS)):
        at_once = entered(terms(format_, round_time=4 * HOUR), [1, 2])
        assert steps.waits_until(at_once) == START + longest
    of = terms(kinds.SWISS, rounds=3, round_time=4 * HOUR)
    for competition, held in (
        (entered(of, [1, 2]), 7 * DAY),
        (begun(of, [1, 2]), HOUR),
        (begun(terms(kinds.LEAGUE), [1, 2]), 7 * DAY),
        (begun(terms(kinds.ARENA, season=HOUR, round_time=0), [1, 2]), MAX_WAIT_SECONDS),
    ):
        lost = steps.note_channel_lost(competition, START - held)
        assert due_step(lost, START) is Step.GIVE_UP
        later = steps.note_channel_lost(competition, START - held + 1)
        assert due_step(later, START) is not Step.GIVE_UP


def test_a_channel_that_is_lost_or_found_twice_changes_nothing_more() -> None:
    competition = begun(SWISS, [1, 2])
    assert steps.note_channel_found(competition, START) is competition
    lost = steps.note_channel_lost(competition, START)
    assert steps.note_channel_lost(lost, START + HOUR) is lost
    over = changes.cancel(lost, START + HOUR)
    for note in (steps.note_channel_lost, steps.note_channel_found):
        with pytest.raises(Stale, match="is over"):
            note(over, START + HOUR)


@pytest.mark.parametrize("how", ["resigns", "round ends"])
def test_nobody_was_absent_whose_clock_an_outage_or_an_unseen_board_has_moved(how: str) -> None:
    game, players = GAMES["landgrab"], [Player(number, f"P{number}") for number in range(1, 4)]
    asked = lobby.make_challenge(
        "m", game, players, {}, terms=Terms(pace=DAY, competition="c"), now=START
    )
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in players))
    context = Context(game, random.Random(1), START)
    match = lobby.begin_match(seated, context)
    (seat,) = replay_match(match, game)[-1].to_move - {CHANCE}
    now = START + 2 * DAY
    outage = Outage(START + HOUR, START + DAY + 2 * HOUR)
    shown = shift_unseen_clocks(match, context._replace(now=outage.ended), outage.began)
    context = context._replace(now=now)
    pairing = Paired(START, 1, 1, (1, 2, 3))
    for each, outages, is_late in (
        (match, (), True),
        (match, (outage,), False),
        (shown, (), False),
    ):
        over = (
            closing.close_match(closing.leave_competition(each, context, {seat}), context)
            if how == "resigns"
            else closing.close_match(each, context, ending=Ending.CUT)
        )
        result = changes.result_of_match(
            over, game, pairing, now, is_cut=how == "round ends", outages=outages
        )
        assert (seat in result.absent) is is_late


def winners(competition: Competition) -> list[int]:
    return [line.player for line in ranked_standings(competition) if line.place == 1]


def test_a_final_to_which_nobody_comes_leaves_a_knock_out_without_gold() -> None:
    competition = settled(better_wins(begun(terms(kinds.KNOCKOUT), [1, 2, 3, 4])), START)
    competition = settled(
        steps.take_step(competition, Step.CLOSE, START + 7 * DAY), START + 7 * DAY
    )
    assert competition.course.ended
    assert winners(competition) == []
    assert medals(competition) == {3: 3, 4: 3}
    between = better_wins(begun(terms(kinds.SWISS), range(1, 9)))
    assert due_step(between, START) is Step.PAIR
    cancelled = changes.cancel(between, START)
    assert cancelled.course.cancelled
    assert medals(cancelled) == {}, "nor has one that is cancelled any"


def test_whoever_leaves_a_swiss_tournament_in_front_leaves_the_win_to_the_next() -> None:
    competition = begun(terms(kinds.SWISS), [1, 2, 3, 4])
    for _ in range(2):
        competition = settled(better_wins(competition), START)
    (last,) = [each for each in competition.course.open if 1 in each.players]
    competition = decided(competition, last.pairing, *(1 + (each != 1) for each in last.players))
    competition = changes.withdraw_player(competition, 1, START)
    competition = settled(better_wins(competition), START)
    first, second = standings(competition)[:2]
    assert first.player == 1
    assert first.left
    assert winners(competition) == [second.player]
    assert medals(competition)[second.player] == 1
    season = settled(better_wins(begun(terms(kinds.LEAGUE), range(1, 11))), START)
    assert len(season.course.divisions) == 2
    assert winners(season) == [1], "of its first division"
    assert medals(season) == {1: 1, 2: 2, 3: 3}


OUT = terms(kinds.KNOCKOUT)


def test_the_best_seeds_meet_as_late_as_possible_and_have_the_byes() -> None:
    assert sorted(tables(begun(OUT, range(1, 6)), 1)) == [(1,), (2,), (3,), (4, 5)]
    competition = begun(OUT, [1, 2, 3, 4])
    assert tables(competition, 1) == [(1, 4), (2, 3)]
    competition = settled(won(won(competition, 1, 4), 3, 2), START)
    assert tables(competition, 2) == [(3, 1)], "seat 1 is for whoever had it less often"
    assert bracket_places([1, 2, 3, 4, 5, 6, 7, 8]) == [1, 8, 4, 5, 2, 7, 3, 6]
    for count in (*range(2, 18), 31, 32, 33):
        competition = begun(OUT, range(1, count + 1))
        while not competition.course.ended:
            competition = settled(better_wins(competition), START)
        places = [line.place for line in standings(competition)]
        assert [line.player for line in standings(competition)][:2] == [1, 2]
        assert places.count(1) == 1
        if count >= 4:
            assert {line.player for line in standings(competition) if line.place == 3} == {3, 4}
        assert ({3, 4} <= medals(competition).keys()) == (count >= 4)


def test_a_match_without_a_winner_is_played_again_and_then_seeds_or_staying_decide() -> None:
    competition = settled(decided(begun(OUT, [1, 2]), 1, 1, 1), START)
    assert tables(competition, 1) == [(1, 2), (2, 1)]
    competition = settled(won(competition, 2, 1), START)
    assert standings(competition)[0].player == 2
    assert competition.course.ended
    competition = settled(decided(begun(OUT, [1, 2]), 1, 1, 1), START)
    competition = settled(decided(competition, 2, 1, 1), START)
    assert competition.course.ended
    assert [line.player for line in standings(competition)] == [1, 2]
    competition = decided(begun(OUT, [1, 2]), 1, 1, 1)
    competition = settled(changes.withdraw_player(competition, 1, START), START)
    assert standings(competition)[0].player == 2


def test_a_replay_waits_for_no_match_and_whoever_does_not_come_leaves_a_bye() -> None:
    competition = begun(OUT, [1, 2, 3, 4])
    competition = settled(decided(competition, 1, 1, 1), START)
    assert tables(competition, 1) == [(1, 4), (2, 3), (4, 1)]
    competition = settled(won(competition, 4, 1), START)
    assert tables(competition, 2) == []
    competition = settled(won(competition, 2, 3), START)
    assert tables(competition, 2) == [(4, 2)]
    replay = settled(decided(begun(OUT, [1, 2, 3, 4]), 1, 1, 1), START + 3 * DAY)
    replay = settled(replay, START + 7 * DAY)
    assert replay.course.left.keys() == {2, 3}
    assert [{*each.players} for each in replay.course.open] == [{1, 4}]
    assert steps.due_at(replay) == START + 10 * DAY, "it has the time of a round of its own"
    competition = won(begun(OUT, [1, 2, 3, 4]), 2, 3)
    competition = settled(competition, START + 7 * DAY)
    assert tables(competition, 2) == [(2,)]
    assert {1, 4} <= competition.course.left.keys()
    competition = begun(OUT, [1, 2, 3, 4])
    competition = won(won(competition, 1, 4), 2, 3)
    competition = settled(changes.withdraw_player(competition, 1, START), START)
    assert tables(competition, 2) == [(2,)]
    assert standings(competition)[0].player == 2
