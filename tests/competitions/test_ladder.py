"""The ladder of a server."""

from dataclasses import replace

import pytest

from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_record import Competition, Step
from prowlerbot.competitions.course import Decided, Entered, read_event
from prowlerbot.competitions.formats import ladder
from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, Stale
from tests.competitions import kinds
from tests.competitions.building import DAY, START, begun, entered, settled, terms

TERMS = terms(kinds.LADDER, idle=14 * DAY, holiday=10 * DAY, season=60 * DAY)


def a_ladder(players: int = 6) -> Competition:
    return begun(TERMS, range(1, players + 1))


def fought(
    competition: Competition, player: int, other: int, *, won: bool, now: int = START
) -> Competition:
    after = ladder.challenge(competition, player, other, now)
    pairing = after.course.open[-1]
    ranks = tuple(1 if (each == player) == won else 2 for each in pairing.players)
    return steps.report(after, Decided(now, pairing.pairing, ranks))


def test_only_the_three_places_above_can_be_challenged() -> None:
    for player, other, told in (
        *((player, other, "up to 3 places above") for player, other in ((5, 1), (2, 4), (3, 3))),
        (3, 99, "not on the ladder"),
        (99, 3, "not on this ladder"),
    ):
        with pytest.raises(Denied, match=told):
            ladder.challenge(a_ladder(), player, other, START)


def test_nobody_is_challenged_in_more_than_two_matches_or_has_more_than_two_challenges() -> None:
    competition = ladder.challenge(ladder.challenge(a_ladder(), 4, 2, START), 4, 3, START)
    with pytest.raises(Denied, match="2 of your challenges still run"):
        ladder.challenge(competition, 4, 1, START + ladder.PROTECTS)
    assert ladder.challenge(competition, 4, 1, START + ladder.PROTECTS + 1).course.open[-1].at
    competition = ladder.challenge(competition, 3, 2, START)
    with pytest.raises(Denied, match="already plays 2"):
        ladder.challenge(competition, 5, 2, START)
    assert ladder.challenge(competition, 2, 1, START + 1).course.open[-1].challenger == 2


def test_the_same_two_meet_again_after_seven_days_and_once_their_match_is_over() -> None:
    competition = fought(a_ladder(), 2, 1, won=False)
    with pytest.raises(Denied, match="7 days"):
        ladder.challenge(competition, 2, 1, START + 7 * DAY - 1)
    competition = ladder.challenge(competition, 2, 1, START + 7 * DAY)
    with pytest.raises(Denied, match="still play"):
        ladder.challenge(competition, 2, 1, START + 14 * DAY)


def test_seat_1_goes_to_whoever_had_it_less_often() -> None:
    competition = fought(a_ladder(), 2, 1, won=False)
    (first,) = competition.course.pairings.values()
    assert first.players == (1, 2)
    competition = ladder.challenge(competition, 2, 1, START + 7 * DAY)
    assert competition.course.open[0].players == (2, 1)


def test_whoever_has_no_match_for_long_drops_one_place_again_and_again() -> None:
    late = START + 3 * DAY
    waited = entered(terms(kinds.LADDER), range(1, 4))
    waited = steps.take_step(waited, Step.BEGIN, late)
    assert {*ladder.drops_at(waited).values()} == {late + waited.terms.idle}
    competition = settled(ladder.challenge(a_ladder(3), 3, 2, START), START + 13 * DAY)
    assert steps.due_step(competition, START + 14 * DAY - 1) is None
    assert ladder.Ladder().idle_players(competition, START + 14 * DAY) == (1,)
    competition = settled(competition, START + 14 * DAY)
    assert ladder.ladder_order(competition) == [2, 1, 3]
    assert steps.due_step(competition, START + 14 * DAY) is None
    competition = ladder.challenge(competition, 3, 2, START + 15 * DAY)
    assert ladder.ladder_order(settled(competition, START + 28 * DAY)) == [2, 3, 1]


def test_a_holiday_protects_once_a_season_until_its_player_challenges() -> None:
    competition = ladder.begin_holiday(a_ladder(), 3, START + 9 * DAY, START)
    competition = ladder.challenge(competition, 3, 1, START + DAY)
    assert not ladder.is_away(competition, 3, START + DAY)
    assert ladder.challenge(competition, 4, 3, START + DAY).course.open[-1].challenger == 4
    with pytest.raises(Denied, match="had your holiday"):
        ladder.begin_holiday(competition, 3, START + 9 * DAY, START + DAY)
    competition = ladder.begin_holiday(a_ladder(3), 1, START + 10 * DAY, START)
    with pytest.raises(Denied, match="on holiday"):
        ladder.challenge(competition, 2, 1, START + 10 * DAY - 1)
    assert ladder.challenge(competition, 2, 1, START + 10 * DAY).course.open
    assert 1 not in ladder.Ladder().idle_players(competition, START + 24 * DAY - 1)
    assert 1 in ladder.Ladder().idle_players(competition, START + 24 * DAY)
    with pytest.raises(Denied, match="had your holiday"):
        ladder.begin_holiday(competition, 1, START + 30 * DAY, START + 25 * DAY)
    with pytest.raises(Denied, match="10 days at most"):
        ladder.begin_holiday(competition, 2, START + 10 * DAY + 1, START)
    with pytest.raises(Denied, match="not on this ladder"):
        ladder.begin_holiday(competition, 99, START + DAY, START)


def test_a_full_ladder_gives_the_place_of_somebody_who_does_not_play_any_more() -> None:
    competition = begun(replace(TERMS, most=4), range(1, 5))
    soon, late = START + 28 * DAY - 1, START + 28 * DAY
    with pytest.raises(Denied, match="is full"):
        steps.enter(competition, 9, 1500, soon)
    after = steps.enter(competition, 9, 1500, late)
    assert ladder.ladder_order(after) == [1, 2, 3, 9], "the lowest one goes"
    assert after.course.left[4].removed

    played = fought(competition, 4, 3, won=True, now=START + DAY)
    assert ladder.ladder_order(steps.enter(played, 9, 1500, late)) == [1, 4, 3, 9], (
        "4 and 3 have played"
    )
    playing = ladder.challenge(
        ladder.begin_holiday(competition, 2, START + DAY, START), 4, 3, late - 1
    )
    assert ladder.ladder_order(steps.enter(playing, 9, 1500, late)) == [2, 3, 4, 9], (
        "2 was away in between"
    )


def test_a_season_ends_by_the_clock_and_takes_no_challenge_before_or_after() -> None:
    with pytest.raises(Denied, match="not begun"):
        ladder.challenge(entered(TERMS, [1, 2]), 2, 1, START - 1)
    competition = a_ladder()
    over = START + 60 * DAY
    with pytest.raises(Stale, match="over"):
        ladder.challenge(competition, 2, 1, over)
    assert steps.due_step(competition, over) is Step.END
    competition = settled(competition, over)
    with pytest.raises(Stale, match="over"):
        ladder.begin_holiday(competition, 1, over + DAY, over)


def test_the_players_in_reach_come_with_the_reason_why_they_cannot_be_challenged_now() -> None:
    competition = ladder.begin_holiday(a_ladder(), 4, START + DAY, START)
    competition = fought(competition, 5, 3, won=False)
    found = ladder.reach(competition, 5, START)
    assert list(found) == [4, 3, 2]
    assert "on holiday" in str(found[4])
    assert "7 days after" in str(found[3])
    assert found[2] is None
    assert ladder.reach(competition, 1, START) == ladder.reach(competition, 99, START) == {}


def test_the_next_season_keeps_places_open_matches_and_running_holidays() -> None:
    competition = fought(a_ladder(), 5, 2, won=True)
    competition = ladder.challenge(competition, 3, 1, START + 58 * DAY)
    competition = ladder.begin_holiday(competition, 6, START + 63 * DAY, START + 55 * DAY)
    now = START + 60 * DAY
    season = ladder.Ladder().next_season(steps.take_step(competition, Step.END, now), now, 0, {})
    assert season is not None
    following, moved = season
    assert ladder.ladder_order(following) == ladder.ladder_order(competition)
    assert moved == {2: 1}
    (pairing,) = following.course.open
    assert (pairing.pairing, pairing.challenger) == (1, 3)
    assert ladder.is_away(following, 6, now)
    with pytest.raises(Denied, match="had your holiday"):
        ladder.begin_holiday(following, 6, now + 9 * DAY, now)
    assert ladder.begin_holiday(following, 5, now + 9 * DAY, now).course.holidays.keys() == {5, 6}
    assert steps.due_at(following) == now + 12 * DAY, "the players are told"


def test_a_player_who_does_not_come_twice_in_a_season_is_taken_off_and_can_join_again() -> None:
    competition = ladder.challenge(a_ladder(), 3, 2, START)
    competition = steps.report(competition, steps.forfeit(competition.course.open[0], [2], START))
    assert ladder.ladder_order(competition) == [1, 3, 4, 2, 5, 6], "beaten, and dropped by one"
    assert ladder.late_falls(competition) == [ladder.Fall(number=1, player=2, place=4)]
    assert ladder.falls(competition) == []
    competition = ladder.challenge(competition, 5, 2, START + DAY)
    competition = steps.report(
        competition, steps.forfeit(competition.course.open[0], [2], START + DAY)
    )
    assert ladder.ladder_order(competition) == [1, 3, 4, 5, 6]
    assert ladder.ladder_order(steps.enter(competition, 2, 1500, START + 2 * DAY)) == [
        1,
        3,
        4,
        5,
        6,
        2,
    ]


def test_players_are_told_once_two_days_before_they_drop() -> None:
    competition = steps.enter(a_ladder(), 9, 1500, START + 9 * DAY)
    warned = START + 12 * DAY
    assert steps.due_at(competition) == warned
    competition = steps.take_step(competition, Step.REMIND, warned)
    assert ladder.falling_players(competition) == dict.fromkeys(range(1, 7), START + 14 * DAY)
    assert steps.due_at(competition) == START + 14 * DAY
    competition = ladder.challenge(competition, 2, 1, warned + DAY)
    assert [*ladder.falling_players(competition)] == [3, 4, 5, 6], "those who play do not drop"
    competition = steps.take_step(competition, Step.DROP, START + 14 * DAY)
    assert ladder.falling_players(competition) == {}
    assert all(each.number == 1 for each in ladder.falls(competition))


def test_nobody_is_told_of_a_drop_that_does_not_come_as_all_below_are_idle_too() -> None:
    competition = a_ladder()
    assert ladder.warns_at(competition) == {}
    assert ladder.ladder_order(settled(competition, START + 14 * DAY)) == ladder.ladder_order(
        competition
    )
    played = ladder.challenge(competition, 3, 2, START + DAY)
    assert [*ladder.warns_at(played)] == [1], "below the first one two play"


def test_a_match_older_than_two_weeks_protects_nobody() -> None:
    full = begun(replace(TERMS, most=4), range(1, 5))
    closed = ladder.challenge(
        ladder.challenge(ladder.challenge(full, 2, 1, START), 3, 1, START), 3, 2, START
    )
    last, late = START + ladder.PROTECTS, START + ladder.PROTECTS + 1
    assert [str(why)[:12] for why in ladder.reach(closed, 4, last).values()] == ["This player "] * 3
    assert [*ladder.reach(closed, 4, late).values()] == [None] * 3, "no challenge is refused"
    assert ladder.reach(closed, 2, last)[1] is not None
    assert ladder.challenge(closed, 2, 1, late).course.open, "nor the same two"
    assert {1, 2, 3}.isdisjoint(ladder.Ladder().idle_players(closed, last))
    assert {1, 2, 3} <= {*ladder.Ladder().idle_players(closed, late)}, "nor from dropping"
    assert closed.format.gives_way(closed, START + 2 * TERMS.idle) == 4
    held = ladder.challenge(ladder.challenge(full, 4, 3, START), 2, 1, START)
    assert held.format.gives_way(held, START + 2 * TERMS.idle) == 4, "nor from somebody new"


def test_days_of_an_outage_do_not_count_in_those_for_which_a_match_protects_from_dropping() -> None:
    paired = START + 10 * DAY
    last = paired + ladder.PROTECTS
    away = Outage(last - DAY, last + 2 * DAY)
    competition = ladder.challenge(a_ladder(3), 2, 1, paired)
    competition = steps.prolong_after_outages(competition, [away], away.ended)
    assert ladder.Ladder().idle_players(competition, last + 3 * DAY) == (3,)
    assert ladder.Ladder().idle_players(competition, last + 3 * DAY + 1) == (1, 2, 3)


def test_who_comes_back_after_a_deletion_challenges_nobody_for_seven_days() -> None:
    competition = steps.enter(a_ladder(4), 9, 1500, START + DAY, again=True)
    with pytest.raises(Denied, match="deleted your data"):
        ladder.challenge(competition, 9, 4, START + 8 * DAY - 1)
    assert ladder.challenge(competition, 9, 4, START + 8 * DAY).course.open
    with pytest.raises(Denied, match="deleted your data"):
        ladder.begin_holiday(competition, 9, START + 9 * DAY, START + 8 * DAY)
    competition = a_ladder(2)
    for player in (3, 4):
        competition = steps.enter(competition, player, 1500, START, again=True)
    competition = steps.enter(competition, 5, 1500, START)
    for player in (3, 4):
        competition = ladder.challenge(competition, player, 2, START + 7 * DAY)
    competition = ladder.challenge(competition, 5, 2, START + 7 * DAY)
    with pytest.raises(Denied, match="still play"):
        ladder.challenge(competition, 3, 2, START + 14 * DAY)


def test_an_entry_stored_before_deletions_mattered_reads_as_a_first_one() -> None:
    written = {"event": "entered", "at": 1, "player": 2, "rating": 1500}
    assert read_event(written) == Entered(1, 2, 1500)
    again = Entered(1, 2, 1500, again=True)
    assert read_event(again.as_json()) == again
