"""The hours of players, whom to call in them, and what followers are told."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.game import LEAVE, View
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.following.turning_points import Turn, turns
from prowlerbot.match import plans, play
from prowlerbot.match.call_rules import (
    FREE,
    PAUSE,
    REASONS,
    THERE,
    CallKey,
    Word,
    call_key,
    further_calls,
    is_there,
    last_awaited,
    reason_of,
)
from prowlerbot.match.deadlines import Reminder, first_reminder, in_peace, look_for_reminder, offset
from prowlerbot.match.match import Context, Match, Play
from prowlerbot.match.preferences import PACES, PlayerChoices, ServerChoices
from prowlerbot.match.ratings import HOURS_A_DAY, Hours, by_hour, usual_duration, usual_hours
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import Timeline
from tests.cases import each_of
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, TELL, begun, played
from tests.persistence.matches import NOON
from tests.persistence.matches import begun as stored_begun

HOUR = 60 * 60


def test_the_first_reminder_comes_at_half_time_and_the_last_near_the_end() -> None:
    for pace in [pace for pace in PACES if pace > 0]:
        match = begun(Terms(pace=pace))
        start = match.decision(2).since
        last = pace - min(pace // 10, 2 * HOUR)
        told = [
            look_for_reminder(match, 2, PlayerChoices(), start + after).due
            for after in (0, pace // 2 - 1, pace // 2, last - 1, last, pace - 1, pace)
        ]
        half, near = Reminder.HALF, Reminder.LAST
        assert told == [None, None, half, half, near, near, None]


def test_the_last_reminder_comes_before_quiet_hours_that_the_deadline_lies_in() -> None:
    for begins, quiet, last in (
        (at(6), (22, 8), at(20)),
        (at(0), (22, 8), at(20)),
        (at(23), (22, 8), at(23) + 22 * HOUR),  # they begin after the usual time
        (at(6), (22, 5), at(6) + 22 * HOUR),  # they end before the deadline
        (at(6), (5, 9), at(6) + 22 * HOUR),
        (at(21), (22, 21), at(21, 30)),
    ):
        match = replace(begun(Terms(pace=DAY)), turn_at=begins, decisions=())
        choices = PlayerChoices(quiet_from=quiet[0], quiet_to=quiet[1])
        assert look_for_reminder(match, 2, choices, last - 1).due is not Reminder.LAST
        heard = last + HOUR if quiet == (22, 5) else last  # it waits for the end of the night
        assert look_for_reminder(match, 2, choices, heard).due is Reminder.LAST
        assert look_for_reminder(match, 2, choices, last - 1).again == last
        assert first_reminder(match) <= last or quiet == (22, 21), "a night of 23 hours"


def test_a_night_before_half_an_hour_has_passed_leaves_time_for_a_reminder_too() -> None:
    begins = at(20, 30)
    match = replace(begun(Terms(pace=HOUR)), turn_at=begins, decisions=())
    choices = PlayerChoices(quiet_from=21, quiet_to=6)
    last = at(20, 54)
    assert first_reminder(match) <= last
    assert look_for_reminder(match, 2, choices, first_reminder(match)).again == last
    assert look_for_reminder(match, 2, choices, last).due is Reminder.LAST


def at(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 7, 1, hour, minute, tzinfo=UTC).timestamp())


def test_quiet_hours_go_from_the_first_to_the_second_hour_also_over_midnight() -> None:
    for start, end, quiet_hours in [
        (0, 0, set()),
        (9, 17, set(range(9, 17))),
        (22, 7, {22, 23, 0, 1, 2, 3, 4, 5, 6}),
        (23, 0, {23}),
        (0, 23, set(range(23))),
    ]:
        choices = PlayerChoices(quiet_from=start, quiet_to=end)
        assert {hour for hour in range(24) if in_peace(choices, at(hour, 59))} == quiet_hours


def test_quiet_hours_are_those_of_the_players_time_zone_in_summer_too() -> None:
    berlin = PlayerChoices(quiet_from=22, quiet_to=23, timezone="Europe/Berlin")
    assert in_peace(berlin, at(20, 30))
    assert not in_peace(berlin, at(22, 30))


def test_an_unknown_time_zone_counts_as_utc() -> None:
    for name in ["Nowhere/Atlantis", "", "../etc/passwd", "a\0b"]:
        choices = PlayerChoices(quiet_from=22, quiet_to=23, timezone=name)
        assert in_peace(choices, at(22))
        assert not in_peace(choices, at(21))


def test_a_player_who_is_away_is_left_in_peace_until_then() -> None:
    away = PlayerChoices(away_until=at(12) + DAY)
    assert in_peace(away, at(12) + DAY - 1)
    assert not in_peace(away, at(12) + DAY)


def away(chosen: PlayerChoices, days: int, now: int) -> PlayerChoices:
    return replace(chosen, **chosen.holiday_changes(now + days * DAY if days else 0, now))


def test_a_holiday_begins_now_and_a_longer_one_goes_on() -> None:
    once = away(PlayerChoices(), 3, 10 * DAY)
    assert once.absences == [(10 * DAY, 13 * DAY)]
    longer = away(once, 5, 12 * DAY)
    assert longer.absences == [(10 * DAY, 17 * DAY)]


def test_coming_back_early_ends_a_holiday_that_stays_remembered() -> None:
    back = away(away(PlayerChoices(), 7, 10 * DAY), 0, 12 * DAY)
    assert back.away_until == 0
    assert back.absences == [(10 * DAY, 12 * DAY)]
    assert away(back, 0, 13 * DAY).absences == [(10 * DAY, 12 * DAY)]
    ended = away(away(PlayerChoices(), 7, 10 * DAY), 0, 18 * DAY)
    assert away(ended, 0, 18 * DAY).absences == [(10 * DAY, 17 * DAY)], "it ended by itself"


def test_a_holiday_that_is_over_is_remembered_as_the_next_begins() -> None:
    again = away(away(PlayerChoices(), 2, 10 * DAY), 2, 20 * DAY)
    assert again.absences == [(10 * DAY, 12 * DAY), (20 * DAY, 22 * DAY)]
    assert PlayerChoices.read(json.loads(json.dumps(again.written()))) == again


def test_a_stored_choice_that_does_not_fit_its_field_keeps_the_default() -> None:
    odd = {"theme": "foo", "pace": "x", "channels": [1, "x"], "page": 1, "greeting": {}, "gone": 1}
    fit = {"language": "de", "calls": False, "rating_from": [1, 2], "daily_hour": 0}
    read = ServerChoices.read({**odd, **fit})
    assert read == ServerChoices(language="de", calls=False, rating_from=(1, 2), daily_hour=0)
    assert PlayerChoices.read({"quiet_from": True, "theme": None, "confirm": 1}) == PlayerChoices()


def moves(made: Mapping[int, int]) -> list[int]:
    return [made.get(hour, 0) for hour in range(HOURS_A_DAY)]


def test_usual_hours_are_the_shortest_time_with_most_moves() -> None:
    for made, hours in [
        ({}, None),
        ({18: 29}, None),
        ({18: 30}, Hours(18, 1)),
        ({18: 30, 20: 30, 3: 10}, Hours(18, 3)),
        ({23: 20, 0: 20, 1: 20}, Hours(23, 3)),
        ({7: 80, 8: 10, 20: 5}, Hours(7, 1)),
        ({7: 30, 21: 30}, Hours(21, 11)),
        ({0: 20, 8: 20, 16: 20}, None),
        (dict.fromkeys(range(HOURS_A_DAY), 10), None),
    ]:
        assert usual_hours(moves(made)) == hours
    assert Hours(22, 4).all == {22, 23, 0, 1}


def test_usual_hours_are_those_of_a_zone_in_winter_and_in_summer() -> None:
    winter, summer = (
        [int(datetime(2026, month, day, hour, tzinfo=UTC).timestamp()) for day in range(1, 21)]
        for month, hour in ((1, 19), (7, 18))  # 20:00 in Berlin
    )
    made = [(at // HOUR, 1) for at in (*winter, *summer)]
    berlin, utc = (partial(offset, name) for name in ("Europe/Berlin", "UTC"))
    assert usual_hours(by_hour(made, berlin, winter[-1])) == Hours(19, 1)
    assert usual_hours(by_hour(made, berlin, summer[-1])) == Hours(18, 1)
    assert usual_hours(by_hour(made, utc, summer[-1])) == Hours(18, 2)


def test_a_duration_needs_some_matches() -> None:
    assert usual_duration([1, 2, 3, 4]) is None
    assert usual_duration([1, 2, 3, 4, 1000]) == 3


def moved_after(match: Match, seconds: int) -> Match:
    """The match after the first legal move of the seat to move, so long after the last change."""
    state, now = play.states(match, PROWLER)[-1], match.changed_at + seconds
    (seat,) = state.to_move
    it = Context(PROWLER, random.Random(1), now)
    move = str(state.moves(seat)[0])
    return play.make_move(match, it, match.player(seat).id, match.moment, move)


def test_players_are_there_for_a_minute_after_their_own_press() -> None:
    match = moved_after(moved_after(begun(), 500), 500)
    (seat,) = play.states(match, PROWLER)[-1].to_move
    assert not is_there(match, seat, match.changed_at)
    for gap, there in ((THERE, True), (THERE + 1, False)):
        after = moved_after(match, gap)
        (seat,) = play.states(after, PROWLER)[-1].to_move
        assert is_there(after, seat, after.changed_at) is there


def test_a_pause_of_two_minutes_ends_that() -> None:
    match = moved_after(moved_after(moved_after(begun(), 500), 5), 5)
    (seat,) = play.states(match, PROWLER)[-1].to_move
    assert is_there(match, seat, match.changed_at + PAUSE - 1)
    assert not is_there(match, seat, match.changed_at + PAUSE)


def test_a_move_by_a_plan_does_not_show_that_its_player_is_there() -> None:
    match = moved_after(moved_after(begun(), 500), 500)
    (mover,) = play.states(match, PROWLER)[-1].to_move
    one, two = (str(it) for it in play.states(match, PROWLER)[-1].moves(mover)[:2])
    planner = 3 - mover
    it = Context(PROWLER, random.Random(1), match.changed_at)
    user = match.player(planner).id
    match = plans.plan(match, it, user, match.moment, f"{one}: {two}")
    match = moved_after(moved_after(match, 500), 5)
    assert [it.planned for it in match.plays[-3:]] == [False, True, False]
    assert play.states(match, PROWLER)[-1].to_move == {planner}
    assert not is_there(match, planner, match.changed_at)


def test_the_host_has_pressed_by_asking_for_the_match() -> None:
    match = begun()
    assert is_there(match, 1, match.turn_at)
    assert not is_there(match, 2, match.turn_at)
    assert not is_there(replace(match, created_at=match.turn_at - THERE - 1), 1, match.turn_at)


def test_everybody_waits_for_the_last_of_several_after_a_pause() -> None:
    match = begun(game=TELL)
    later = match.changed_at + 10 * PAUSE
    one = played(match, (ADA, "1"), game=TELL)
    assert last_awaited(one, {2, 3}, later) == 0
    two = played(one, (CLEO, "1"), game=TELL)
    assert last_awaited(two, {2}, two.changed_at + PAUSE - 1) == 0
    assert last_awaited(two, {2}, two.changed_at + PAUSE) == 2
    assert last_awaited(played(two, (BEN, "1"), game=TELL), {1, 2, 3}, later) == 0


def test_nobody_waits_for_a_player_but_people() -> None:
    match = begun(game=TELL)
    two = played(match, (ADA, "1"), (CLEO, "1"), game=TELL)
    bot = replace(two.player(3), id=0, level="easy")
    with_a_machine = replace(two, players=(*two.players[:2], bot))
    assert last_awaited(two, {2}, two.changed_at + PAUSE) == 2
    assert last_awaited(with_a_machine, {2}, two.changed_at + PAUSE) == 0


def test_nobody_has_pressed_for_a_match_of_a_competition() -> None:
    match = begun()
    paired = replace(match, terms=replace(match.terms, competition="cup"))
    assert is_there(match, 1, match.turn_at)
    assert not is_there(paired, 1, match.turn_at)


def course(*points: Sequence[int], left: Sequence[int] = ()) -> list[Turn]:
    """The turning points of a match with these points after each move; those seats left then."""
    views = tuple(View(each, None) for each in ((0, 0), *points))  # type: ignore[type-var]  # points stand for positions
    plays = tuple(Play(2, LEAVE if at in left else "x", at) for at in range(1, len(points) + 1))
    return turns(Timeline(None, plays, views), lambda seen: seen)


COURSES = {
    "the first leader is none": (course(*[(1, 0)] * 9), []),
    "a new leader stays ahead": (course(*[(1, 0)] * 9, *[(1, 2)] * 9), [Turn(12, 2, (1, 2))]),
    "it comes back": (course(*[(1, 0)] * 9, *[(1, 2)] * 2, *[(3, 2)] * 9), []),
    "equal points end no lead": (course(*[(1, 0)] * 9, *[(1, 1)] * 9, *[(2, 1)] * 9), []),
    "a seat leaves": (course(*[(1, 0)] * 4, left=[2]), [Turn(2, 2)]),
    "a game tells no points": (course(*[()] * 20), []),
}


@each_of("what", COURSES)
def test_a_match_turns_with_a_new_leader_who_stays_ahead_and_with_a_seat_that_leaves(
    what: str,
) -> None:
    found, turning = COURSES[what]
    assert found == turning


def test_changes_of_the_lead_come_with_moves_in_between() -> None:
    found = course(*[(1, 0)] * 3, *([(0, 1)] * 3 + [(1, 0)] * 3) * 6)
    assert found
    assert all(later.at - earlier.at >= 8 for earlier, later in pairwise(found))
    assert all(one.seat != other.seat for one, other in pairwise(found))


# ---- the reasons for calls, and the calls that come again without a change of the match

LATER = NOON + 24 * 60 * 60


def scene(*calls: Post, server: ServerChoices | None = None) -> Scene:
    match = stored_begun()
    choices = tuple(PlayerChoices() for _ in match.players)
    board = Board(match.id, 7, 8, 90)
    return Scene(match, board, choices, server or ServerChoices(), calls, (0, 0))


def call_to(match_id: str, key: CallKey, part: str = "turn") -> Post:
    return Post(PostName(PostKind.CALL, match_id, str(key), part), NOON)


def further(of: Scene, *called: CallKey, presser: int = 0, reposted: bool = True) -> list[str]:
    found = further_calls(of, ({1}, frozenset()), called, LATER, presser=presser, reposted=reposted)
    return [f"{call.key} {call.part}" for call in found]


def test_each_stored_word_has_a_reason_and_stays_as_it_is() -> None:
    words = "turn again anew awaited absence half last claim question refused seat gone"
    assert [*Word] == words.split()
    assert {*REASONS} == {*Word}
    assert [word for word, reason in REASONS.items() if not reason.loud] == ["again", "anew"]


@pytest.mark.parametrize("part", ["awaited:12", "awaited"])
def test_a_call_has_the_reason_of_its_word_and_an_unknown_word_is_a_turn(part: str) -> None:
    assert reason_of(call_to("m", CallKey(1, 0), part)) is REASONS[Word.AWAITED]
    assert reason_of(call_to("m", CallKey(1, 0), "older")) is REASONS[Word.TURN]


def test_a_board_that_is_shown_again_repeats_a_call_without_a_sound_and_makes_a_first_one() -> None:
    first = scene()
    key = call_key(first.match, 1)
    again = scene(call_to("m", key))
    assert further(first) == [f"{key} turn:90"]
    assert further(again) == [f"{key} anew:90"]
    assert further(again, key) == [], "it is called just now"
    assert further(first, reposted=False) == [f"{key} turn"], "recorded before, if it has a board"
    assert further(again, presser=first.match.player(1).id) == []
    off = tuple(replace(each, calls="off") for each in again.choices)
    assert further(replace(again, choices=off)) == []
    assert further(scene(server=ServerChoices(calls=False))) == [], "the server wants none"


def test_a_free_seat_is_told_once_where_the_server_wants_that() -> None:
    shown = scene(server=ServerChoices(free_seats=True))
    one, two = shown.match.players
    free = replace(shown, match=replace(shown.match, players=(one, replace(two, offered=LATER))))
    key, turn = CallKey(FREE + 2, 0), call_key(free.match, 1)
    assert further(free, turn) == [f"{key} seat:{free.match.decision(2).moment}"]
    assert further(free, turn, key) == []
    assert further(replace(free, server=ServerChoices(free_seats=False)), turn) == []
