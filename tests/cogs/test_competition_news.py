"""Which news of a competition are due, and whom they call."""

from __future__ import annotations

from dataclasses import replace

from cogs.competitions.news import NewsKind, in_rounds, news_of
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.competition_steps import end_round, prolong
from prowlerbot.competitions.course import Prolonged
from tests.cogs.shown_competitions import stored
from tests.competitions import kinds
from tests.competitions.building import DAY, START, begun, better_wins, settled, terms

MINUTE = 60
HOUR = 60 * MINUTE


def told(it: Competition) -> tuple[str, int]:
    """The key of the news about another end of the round, and how many players they call."""
    (news,) = [each for each in in_rounds(stored(it)) if each.kind is NewsKind.MORE]
    assert news_of(stored(it), news.key) == news, "a stored key is read as the same news"
    return news.key, len(news.called)


def test_the_stored_beginnings_of_keys_never_change() -> None:
    told = "main event waits hello call confirm begin round remind end more out missed gone"
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
