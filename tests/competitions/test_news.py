"""Which news of a competition are due, and whom they call."""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.competition_steps import end_round, prolong
from prowlerbot.competitions.course import Decided, Prolonged
from prowlerbot.competitions.news import NewsKind, in_rounds, missed_moves, news_of, taken_out
from tests.competitions import kinds
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    entered,
    settled,
    stored,
    terms,
)

MINUTE = 60
HOUR = 60 * MINUTE


def told(it: Competition) -> tuple[str, int]:
    """The key of the news about another end of the round, and how many players they call."""
    (news,) = [each for each in in_rounds(stored(it)) if each.kind is NewsKind.MORE]
    assert news_of(stored(it), news.key) == news, "a stored key is read as the same news"
    return news.key, len(news.called)


def test_the_stored_beginnings_of_keys_never_change() -> None:
    told = "main event waits hello call confirm begin round remind end more out missed gone pairs"
    assert " ".join(NewsKind) == f"{told} idle fell late place dare begun over"


def later(it: Competition, until: int, now: int) -> Competition:
    return prolong(it, START + until, START + now, by=99)


def test_a_host_who_changes_the_end_of_a_round_again_and_again_calls_its_players_once_an_hour() -> (
    None
):
    it = later(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), 8 * DAY, 0)
    assert told(it) == ("more1", 4)
    it = later(later(it, 9 * DAY, MINUTE), 2 * DAY, HOUR - 1)
    assert told(it) == ("more1", 4), "the same message"
    it = later(it, 3 * DAY, HOUR)
    assert told(it) == ("more4", 4)
    it = later(it, 4 * DAY, HOUR + 1)
    assert told(it) == ("more4", 4)


def test_another_end_of_the_next_round_within_the_hour_is_news_that_call_nobody() -> None:
    it = later(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), 8 * DAY, 0)
    it = settled(better_wins(it), START + MINUTE)
    assert it.course.round == 2
    it = later(it, 9 * DAY, 2 * MINUTE)
    assert told(it) == ("more2", 0)
    assert told(later(it, 10 * DAY, HOUR)) == ("more3", 4)


def test_an_outage_and_an_early_end_of_a_round_stand_for_themselves() -> None:
    it = later(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), 8 * DAY, 0)
    outage = it.after(Prolonged(START + MINUTE, 1, START + 9 * DAY))
    assert told(outage) == ("more2", 4)
    assert told(later(outage, 10 * DAY, 2 * MINUTE)) == ("more2", 4), "its message changes"
    ended = end_round(begun(terms(kinds.SWISS, rounds=4), range(1, 5)), START, by=99)
    following = settled(better_wins(ended), START + MINUTE)
    assert told(later(following, 9 * DAY, 2 * MINUTE)) == ("more2", 4)


def test_one_act_on_several_rounds_has_one_message() -> None:
    it = begun(terms(kinds.LEAGUE), range(1, 6))
    rounds = {each.round for each in it.course.open}
    assert len(rounds) > 1
    it = prolong(replace(it), START + 40 * DAY, START, by=99)
    assert told(it) == (f"more{len(rounds)}", 5)


def due(it: Competition) -> list[tuple[str, list[int], int]]:
    """The key of each news that is due, the players it calls, and the time that it names."""
    return [(each.key, [*each.called], each.until) for each in in_rounds(stored(it))]


def test_the_check_in_calls_those_who_have_not_confirmed_or_left() -> None:
    it = entered(terms(kinds.SWISS, rounds=3, check_in=DAY), [*range(1, 93)])
    assert due(it) == []
    it = competition_steps.withdraw(it, 2, START - 2 * DAY)
    it = competition_steps.check_in(settled(it, START - DAY), 1, START - 1)
    first, second = due(it)
    assert first == ("call1", [*range(3, 91)], START)
    assert second == ("call2", [91, 92], START), "a message pings 90 players"
    for player in (91, 92):
        it = competition_steps.check_in(it, player, START - 1)
    assert due(it) == [first], "a call that calls nobody is none"


def test_a_round_calls_all_in_it_ten_pairings_to_a_message_and_names_its_end() -> None:
    it = begun(terms(kinds.SWISS, rounds=4), range(1, 46))
    paired = [[*each.players] for each in it.course.of_round(1)]
    assert [len(each) for each in paired] == [2] * 22 + [1]

    def called(pairs: int) -> list[int]:
        return [player for each in paired[:pairs] for player in each]

    assert due(it) == [
        ("round1", called(10), START + 7 * DAY),
        ("pairs101", called(20)[20:], START + 7 * DAY),
        ("pairs102", called(23)[40:], START + 7 * DAY),
    ]
    assert not any(players for _, players, _ in due(better_wins(it)))


def test_matches_that_all_begin_together_call_their_players_until_the_first_result() -> None:
    it = begun(terms(kinds.LEAGUE), range(1, 4))
    ((key, called, _),) = due(it)
    assert (key, sorted(called)) == ("begin", [1, 2, 3])
    assert not any(called for _, called, _ in due(better_wins(it)))


def test_a_player_whom_somebody_takes_out_hears_who_did_it() -> None:
    it = begun(terms(kinds.SWISS, rounds=4), range(1, 5))
    it = competition_steps.remove(it, 2, START, by=99, role="admin")
    (out,) = [each for each in in_rounds(stored(it)) if each.kind is NewsKind.OUT]
    assert (out.called, out.by) == ([2], "admin")


def test_a_player_whom_the_bot_takes_out_for_missed_moves_hears_of_it() -> None:
    it = begun(terms(kinds.SWISS, rounds=4), [1, 2, 3, 4])
    forfeit = competition_steps.forfeit(it.course.open[0], (3,), START)
    it = settled(better_wins(competition_steps.report(it, forfeit)), START)
    (news,) = [each for each in in_rounds(stored(it)) if each.kind is NewsKind.MISSED]
    (out,) = taken_out(stored(it), NewsKind.MISSED)
    assert news.called == [3]
    assert missed_moves(stored(it), out)
    earlier = replace(out, at=START - 1)
    assert not missed_moves(stored(it), earlier), "the forfeit came later"


def test_without_its_channel_a_competition_calls_all_players_and_its_host_for_a_week() -> None:
    it = begun(terms(kinds.SWISS, rounds=4), range(5, 9))
    lost = competition_steps.lose(it, START + HOUR)
    assert due(lost) == [("gone1", [5, 6, 7, 8, 3], START + HOUR + 7 * DAY)]
    ended = competition_steps.cancel(lost, START + 8 * DAY, role="channel")
    assert due(ended) == [("end", [5, 6, 7, 8, 3], 0)]


def test_a_tournament_that_is_cancelled_before_its_start_calls_all_who_have_joined() -> None:
    it = entered(terms(kinds.SWISS, rounds=3), [5, 6, 7])
    cancelled = competition_steps.cancel(it, START - DAY, by=99, role="host")
    assert due(cancelled) == [("end", [5, 6, 7], 0)]


def test_the_end_calls_the_players_of_open_matches_only_if_it_is_early() -> None:
    it = begun(terms(kinds.SWISS, rounds=1), range(1, 5))
    first = it.course.open[0]
    one_over = competition_steps.report(it, Decided(START, first.pairing, (1, 2)))
    cancelled = competition_steps.cancel(one_over, START, by=99, role="host")
    ((_, called, _),) = due(cancelled)
    assert {*called} == {1, 2, 3, 4} - {*first.players}
    assert due(settled(better_wins(it), START)) == [("end", [], 0)]
