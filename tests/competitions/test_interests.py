"""Whoever has an interest in a competition uses no power in it, and whoever has used one does not
enter it: leaving and coming back change nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_changes import end_rounds, prolong_rounds
from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.course import Actor, Decided, Prolonged
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.news import (
    NewsKind,
    is_out_by_missed_moves,
    news_of,
    news_of_rounds,
    withdrawals_by_others,
)
from prowlerbot.competitions.standings import standings
from prowlerbot.core.errors import Denied
from tests.competitions import kinds
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    decided,
    entered,
    settled,
    stored,
    terms,
)

PLAYERS, SEATS = range(1, 9), range(2, 3)
HOST = 1
RIVAL = 2
ACTS: dict[str, Callable[[Competition, int], Competition]] = {
    "remove": lambda it, by: changes.remove_player(it, RIVAL, START, by=Actor(by)),
    "prolong": lambda it, by: changes.prolong_rounds(it, START + 9 * DAY, START, by=Actor(by)),
    "end the round": lambda it, by: changes.end_rounds(it, START, by=Actor(by)),
    "cancel": lambda it, by: changes.cancel(it, START, by=Actor(by)),
}
OF_ROUNDS = {"prolong", "end the round"}
HAS_ENTERED = "You have entered this competition"


def running(kind: Format) -> Competition:
    season = {"season": DAY // 24, "round_time": 0} if kind is kinds.ARENA else {}
    return begun(terms(kind, **season), PLAYERS)


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("kind", FORMATS.values(), ids=str)
def test_whoever_has_entered_uses_no_power_also_after_leaving(kind: Format, act: str) -> None:
    competition = running(kind)
    left = changes.withdraw_player(competition, HOST, START)
    own = [each.pairing for each in competition.course.open if HOST in each.players]
    two = kind.has_rounds and kind.table_size(SEATS) == 2
    done = decided(competition, own[0], 1, 2) if two else left
    for state in (competition, left, done):
        if kind.has_rounds or act not in OF_ROUNDS:
            with pytest.raises(Denied, match=HAS_ENTERED):
                ACTS[act](state, HOST)
            assert ACTS[act](state, 99).events != state.events


def test_a_check_in_counts_as_the_start_and_whoever_left_before_it_is_free() -> None:
    before = entered(terms(kinds.SWISS, check_in=3600), PLAYERS)
    called = settled(changes.withdraw_player(before, 3, START - DAY), START - 3600)
    assert called.course.called is not None
    for state in (called, changes.withdraw_player(called, HOST, START - 60)):
        with pytest.raises(Denied, match=HAS_ENTERED):
            ACTS["remove"](state, HOST)
        with pytest.raises(Denied, match=HAS_ENTERED):
            ACTS["cancel"](state, HOST)
    ACTS["remove"](called, 3)
    before = ACTS["remove"](entered(terms(kinds.SWISS, check_in=3600), PLAYERS), 99)
    assert RIVAL in changes.enter_player(before, RIVAL, 1500, START - DAY).course.present
    called = settled(entered(terms(kinds.SWISS, check_in=3600), PLAYERS), START - 3600)
    for player in PLAYERS:
        called = changes.check_in(called, player, START - 3600)
    for state in (ACTS["remove"](called, 99), settled(ACTS["remove"](called, 99), START)):
        with pytest.raises(Denied, match="has taken you out"):
            changes.enter_player(state, RIVAL, 1500, START)


@pytest.mark.parametrize("act", ["remove", "prolong", "end the round"])
@pytest.mark.parametrize("kind", [kinds.SWISS, kinds.PODS, kinds.LEAGUE], ids=str)
def test_whoever_has_used_a_power_does_not_enter_any_more(kind: Format, act: str) -> None:
    competition = running(kind)
    changes.enter_player(competition, 99, 1500, START)
    with pytest.raises(Denied, match="You have acted in this competition"):
        changes.enter_player(ACTS[act](competition, 99), 99, 1500, START)


@pytest.mark.parametrize("kind", FORMATS.values(), ids=str)
def test_before_the_check_in_a_player_takes_nobody_out_and_may_cancel(kind: Format) -> None:
    before = entered(terms(kind, check_in=3600), PLAYERS)
    with pytest.raises(Denied, match=HAS_ENTERED):
        ACTS["remove"](before, HOST)
    assert ACTS["cancel"](before, HOST).course.cancelled
    left = changes.withdraw_player(before, HOST, START - DAY)
    with pytest.raises(Denied, match="You have acted in this competition"):
        changes.enter_player(ACTS["remove"](left, HOST), HOST, 1500, START - DAY)


def test_between_seasons_whoever_played_the_last_one_may_end_the_series_and_do_no_more() -> None:
    last = changes.cancel(running(kinds.LEAGUE), START)
    league = settled(entered(terms(kinds.LEAGUE, check_in=2 * DAY), [RIVAL, 5, 9]), START - DAY)
    assert changes.has_interest(league, HOST, last), "though HOST has no place any more"
    assert changes.has_interest(league, 9), "the check-in of the new season is open"
    assert not changes.has_interest(league, 99, last)
    changes.cancel(league, START - DAY, by=Actor(HOST))
    changes.cancel(league, START - DAY, by=Actor(9))
    begun_anew = settled(changes.check_in(league, 5, START - DAY), START - DAY)
    begun_anew = settled(changes.check_in(begun_anew, RIVAL, START - DAY), START)
    assert begun_anew.course.began is not None
    assert not changes.has_interest(begun_anew, HOST, last)


def without_rival(kind: Format, *, barred: bool) -> Competition:
    if barred:
        return changes.remove_barred(running(kind), RIVAL, START)
    return changes.remove_player(running(kind), RIVAL, START, by=Actor(99))


@pytest.mark.parametrize("kind", [kinds.ARENA, kinds.LADDER, kinds.SWISS, kinds.PODS], ids=str)
def test_whoever_is_taken_out_comes_back_by_a_lifted_bar_alone(kind: Format) -> None:
    removed, barred = [without_rival(kind, barred=each) for each in (False, True)]
    assert [changes.is_out_by_bar([out], RIVAL) for out in (removed, barred)] == [False, True]
    for out in (removed, barred):
        gone = out.course.left[RIVAL]
        assert (gone.removed, gone.by_host) == (True, True)
        with pytest.raises(Denied, match="has taken you out, so you cannot enter again"):
            changes.enter_player(out, RIVAL, 1500, START + 1)
    back = changes.enter_player(changes.pardon_player(barred, RIVAL, START), RIVAL, 1500, START + 1)
    assert RIVAL in back.course.present
    assert not {line.left for line in standings(back) if line.player == RIVAL} - {False}
    again = changes.remove_player(back, RIVAL, START + 2, by=Actor(99))
    with pytest.raises(Denied, match="has taken you out"):
        changes.enter_player(again, RIVAL, 1500, START + 3)


def test_a_lifted_bar_gives_a_place_in_the_next_season_of_a_league() -> None:
    removed, season = [without_rival(kinds.LEAGUE, barred=each) for each in (False, True)]
    for out in (removed, season):
        assert changes.is_out_by_bar([out], RIVAL) is (out is season)
        with pytest.raises(Denied, match="has taken you out, so you cannot enter again"):
            changes.enter_player(out, RIVAL, 1500, START)
    lifted = changes.pardon_player(season, RIVAL, START)
    assert RIVAL in changes.enter_player(lifted, RIVAL, 1500, START).course.waiting
    following = Competition(terms(kinds.LEAGUE, check_in=DAY))
    with pytest.raises(Denied, match="last two seasons"):
        changes.enter_player(following, RIVAL, 1500, START, [season])
    for previous, state in (
        ([lifted], following),
        ([season], changes.pardon_player(following, RIVAL, START)),
        ([season, changes.pardon_player(following, RIVAL, START)], following),
    ):
        assert RIVAL in changes.enter_player(state, RIVAL, 1500, START, previous).course.present


def test_rounds_that_somebody_missed_through_a_bar_bring_no_points() -> None:
    competition = begun(terms(kinds.SWISS, rounds=6), PLAYERS)
    for pairing in competition.course.open:
        competition = decided(competition, pairing.pairing, 1, 1)
    second = settled(changes.remove_barred(competition, RIVAL, START), START)
    assert second.course.round == 2
    back = changes.enter_player(changes.pardon_player(second, RIVAL, START), RIVAL, 1500, START)
    (line,) = [line for line in standings(back) if line.player == RIVAL]
    assert line.points == next(each.points for each in standings(competition) if each.player == 5)


def test_a_record_names_nobody_who_has_acted_and_its_reasons_go_with_their_people() -> None:
    out = changes.remove_player(running(kinds.SWISS), RIVAL, START, by=Actor(99), reason="Rude Ben")
    assert out.with_alias(HOST, -7).course.left[RIVAL].reason == "Rude Ben"
    assert not out.with_alias(RIVAL, -7).course.left[-7].reason
    ended = changes.cancel(running(kinds.SWISS), START, by=Actor(role="host"), reason="Rude words")
    assert ended.course.reason == "Rude words"
    change = partial(changes.change_words, ended, now=START, new=False, role="admin")
    assert change(["name"]).course.reason == "Rude words"
    assert not change(["text"]).course.reason
    assert not ACTS["remove"](running(kinds.SWISS), 0).actors
    competition = ACTS["prolong"](ACTS["remove"](running(kinds.SWISS), 99), 99)
    assert not [event for event in competition.events if 99 in event.as_json().values()]
    assert competition.with_alias(99, -5).actors == {-5}


MINUTE = 60
HOUR = 60 * MINUTE


def told(it: Competition) -> tuple[str, int]:
    """The key of the news about another end of the round, and how many players they call."""
    (news,) = [each for each in news_of_rounds(stored(it)) if each.kind is NewsKind.NEW_END]
    assert news_of(stored(it), news.key) == news, "a stored key is read as the same news"
    return news.key, len(news.called)


def test_the_stored_beginnings_of_keys_never_change() -> None:
    told = "main event waits hello call confirm begin round remind end more out missed gone pairs"
    assert " ".join(NewsKind) == f"{told} idle fell late place dare begun over"


def later(it: Competition, until: int, now: int) -> Competition:
    return prolong_rounds(it, START + until, START + now, by=Actor(99))


def test_another_end_of_a_round_calls_its_players_once_an_hour_or_after_an_outage() -> None:
    it = later(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), 8 * DAY, 0)
    assert told(it) == ("more1", 4)
    second = settled(better_wins(it), START + MINUTE)
    second = later(second, 9 * DAY, 2 * MINUTE)
    assert told(second) == ("more2", 0), "another round within the hour"
    assert told(later(second, 10 * DAY, HOUR)) == ("more3", 4)
    it = later(later(it, 9 * DAY, MINUTE), 2 * DAY, HOUR - 1)
    assert told(it) == ("more1", 4), "the same message"
    it = later(it, 3 * DAY, HOUR)
    assert told(it) == ("more4", 4)
    it = later(it, 4 * DAY, HOUR + 1)
    assert told(it) == ("more4", 4)
    it = later(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), 8 * DAY, 0)
    outage = it.with_events(Prolonged(START + MINUTE, 1, START + 9 * DAY))
    assert told(outage) == ("more2", 4)
    assert told(later(outage, 10 * DAY, 2 * MINUTE)) == ("more2", 4), "its message changes"
    ended = end_rounds(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), START, by=Actor(99))
    following = settled(better_wins(ended), START + MINUTE)
    assert told(later(following, 9 * DAY, 2 * MINUTE)) == ("more2", 4)
    it = begun(terms(kinds.LEAGUE), range(1, 6))
    rounds = {each.round for each in it.course.open}
    assert len(rounds) > 1
    it = prolong_rounds(replace(it), START + 40 * DAY, START, by=Actor(99))
    assert told(it) == (f"more{len(rounds)}", 5)


def due(it: Competition) -> list[tuple[str, list[int], int]]:
    """The key of each news that is due, the players it calls, and the time that it names."""
    return [(each.key, [*each.called], each.until) for each in news_of_rounds(stored(it))]


def test_a_check_in_and_a_round_call_all_in_them_with_so_many_to_a_message() -> None:
    it = entered(terms(kinds.SWISS, rounds=3, check_in=DAY), [*range(1, 93)])
    assert due(it) == []
    it = changes.withdraw_player(it, 2, START - 2 * DAY)
    it = changes.check_in(settled(it, START - DAY), 1, START - 1)
    first, second = due(it)
    assert first == ("call1", [*range(3, 91)], START)
    assert second == ("call2", [91, 92], START), "a message pings 90 players"
    for player in (91, 92):
        it = changes.check_in(it, player, START - 1)
    assert due(it) == [first], "a call that calls nobody is none"
    it = begun(terms(kinds.SWISS, rounds=4), range(1, 46))
    paired = [[*each.players] for each in it.course.pairings_in(1)]
    assert [len(each) for each in paired] == [2] * 22 + [1]

    def called(pairs: int) -> list[int]:
        return [player for each in paired[:pairs] for player in each]

    assert due(it) == [
        ("round1", called(10), START + 7 * DAY),
        ("pairs101", called(20)[20:], START + 7 * DAY),
        ("pairs102", called(23)[40:], START + 7 * DAY),
    ]
    assert not any(players for _, players, _ in due(better_wins(it)))
    it = begun(terms(kinds.LEAGUE), range(1, 4))
    ((key, players, _),) = due(it)
    assert (key, sorted(players)) == ("begin", [1, 2, 3])
    assert not any(called for _, called, _ in due(better_wins(it)))


def test_whoever_is_taken_out_or_loses_a_channel_or_a_match_to_an_end_is_called() -> None:
    it = begun(terms(kinds.SWISS, rounds=4), range(1, 5))
    it = changes.remove_player(it, 2, START, by=Actor(99, "admin"))
    (out,) = [each for each in news_of_rounds(stored(it)) if each.kind is NewsKind.REMOVED]
    assert (out.called, out.by) == ([2], "admin")
    it = begun(terms(kinds.SWISS, rounds=4), [1, 2, 3, 4])
    forfeit = changes.forfeit_result(it.course.open[0], (3,), START)
    it = settled(better_wins(changes.record_result(it, forfeit)), START)
    (news,) = [each for each in news_of_rounds(stored(it)) if each.kind is NewsKind.EXPELLED]
    (withdrew,) = withdrawals_by_others(stored(it), NewsKind.EXPELLED)
    assert news.called == [3]
    assert is_out_by_missed_moves(stored(it), withdrew)
    earlier = replace(withdrew, at=START - 1)
    assert not is_out_by_missed_moves(stored(it), earlier), "the forfeit came later"
    it = begun(terms(kinds.SWISS, rounds=1), range(1, 5))
    first = it.course.open[0]
    one_over = changes.record_result(it, Decided(START, first.pairing, (1, 2)))
    cancelled = changes.cancel(one_over, START, by=Actor(99, "host"))
    ((_, called, _),) = due(cancelled)
    assert {*called} == {1, 2, 3, 4} - {*first.players}
    assert due(settled(better_wins(it), START)) == [("end", [], 0)]
    it = entered(terms(kinds.SWISS, rounds=3), [5, 6, 7])
    cancelled = changes.cancel(it, START - DAY, by=Actor(99, "host"))
    assert due(cancelled) == [("end", [5, 6, 7], 0)]
    it = begun(terms(kinds.SWISS, rounds=4), range(5, 9))
    lost = steps.note_channel_lost(it, START + HOUR)
    assert due(lost) == [("gone1", [5, 6, 7, 8, 3], START + HOUR + 7 * DAY)]
    ended = changes.cancel(lost, START + 8 * DAY, by=Actor(role="channel"))
    assert due(ended) == [("end", [5, 6, 7, 8, 3], 0)]
