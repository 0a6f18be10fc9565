"""The news about a competition, from its record: which are due, whom they call, until when."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_steps import begins_at, held_until
from prowlerbot.competitions.course import Began, By, Paired, Prolonged, Withdrew
from prowlerbot.core.clock import HOUR

PAIRINGS_IN_NEWS, TABLES_IN_NEWS = 10, 5
"""The most matches, of two players and of more, in one message about a round. Its push shows them
only if it is plain text, which has half of the room.
"""
_PAGES_OF_ROUND = 100
"""The number of a round times this, plus the page, is the number of PAIRS."""
MAX_PINGED = 90
"""The most users that a message pings; Discord allows a hundred."""
_NO_PLACE = {"channel", "place"}
"""The reasons for an end without a person, of which players and host are told."""


class NewsKind(StrEnum):
    """The beginnings of the stored keys of messages; in some a number follows."""

    MAIN = "main"
    """Shows the competition itself; all others are news."""
    EVENT, WAITS, GREETING = "event", "waits", "hello"
    """The event of the start, the reason of a wait, and a new player's first message."""
    CALL, CONFIRM, BEGIN, ROUND, REMIND, END = "call", "confirm", "begin", "round", "remind", "end"
    MORE, OUT, MISSED, GONE = "more", "out", "missed", "gone"
    """Another end of the round, a player taken out by people, by the bot, and a lost channel."""
    PAIRS = "pairs"
    """A further message about a round; its number counts the messages, behind the round's."""
    WARNED, FELL, LATE, PLACE, CHALLENGE = "idle", "fell", "late", "place", "dare"
    """Of a ladder: a warning, drops of idle and of late players, a place won, a challenge."""
    BEGUN, OVER = "begun", "over"
    """An arena has begun; nobody is paired any more."""


class News(NamedTuple):
    """A message that is due, with the players it calls and the time that it names. ``number`` is 0
    if there is one message of this kind, else it counts from 1 on. ``by`` has set another end of
    the round, or taken a player out; it is empty for the bot.
    """

    kind: NewsKind
    number: int = 0
    called: Sequence[int] = ()
    until: int = 0
    by: By = ""

    @property
    def key(self) -> str:
        return f"{self.kind}{self.number or ''}"


def kind_of(key: str) -> NewsKind:
    return NewsKind(key.rstrip("0123456789"))


def news_of(stored: Stored, key: str) -> News:
    """The news of a stored key, which may be due no longer."""
    kind = kind_of(key)
    return make_news(stored, kind, int(key.removeprefix(kind) or 0))


def make_news(stored: Stored, kind: NewsKind, number: int = 0) -> News:
    called = dict.fromkeys(_players_to_call(stored, kind, number))
    until, by = _time_of_news(stored, kind, number), _acting_role(stored, kind, number)
    return News(kind, number, called=[each for each in called if each > 0], until=until, by=by)


def _players_to_call(stored: Stored, kind: NewsKind, number: int) -> Iterable[int]:
    course = stored.course
    called: Iterable[int] = ()
    match kind:
        case NewsKind.ROUND | NewsKind.PAIRS:
            pairings, running = pairings_of(stored, kind, number), course.open
            called = _paired_players(
                each for each in pairings if each in running or (each.is_bye and running)
            )
        case NewsKind.CALL:
            batch = [*course.entries][(number - 1) * MAX_PINGED : number * MAX_PINGED]
            called = [each for each in batch if each not in {*course.left, *course.checked_in}]
        case NewsKind.CONFIRM:
            called = [player for player in course.present if player not in course.checked_in]
        case NewsKind.BEGIN if not course.results:
            called = _paired_players(course.open)
        case NewsKind.REMIND | NewsKind.MORE if _announced_changes(stored).get(number, True):
            called = _paired_players(still_played(stored))
        case NewsKind.OUT | NewsKind.MISSED:
            called = [withdrawals_by_others(stored, kind)[number - 1].player]
        case NewsKind.GONE | NewsKind.END if not course.ended or course.ended_by in _NO_PLACE:
            called = (*course.present, stored.host)
        case NewsKind.END if course.cancelled:
            called = _paired_players(course.open) if course.began else course.present
        case NewsKind.WARNED:
            called = stored.format.falling_players(stored.competition)
    return called


def _time_of_news(stored: Stored, kind: NewsKind, number: int) -> int:
    """The time that news name: of the start, or the last one for the matches they tell of."""
    course = stored.course
    pairings: Iterable[Paired] = ()
    match kind:
        case NewsKind.CALL | NewsKind.CONFIRM:
            return begins_at(stored.competition)
        case NewsKind.GONE:
            return held_until(stored.competition)
        case NewsKind.BEGIN:
            pairings = course.pairings.values()
        case NewsKind.ROUND | NewsKind.PAIRS:
            pairings = pairings_of(stored, kind, number)
        case NewsKind.REMIND | NewsKind.MORE:
            pairings = still_played(stored)
    return max(map(course.clock_end, pairings), default=0)


def _acting_role(stored: Stored, kind: NewsKind, number: int) -> By:
    if kind is NewsKind.OUT:
        return withdrawals_by_others(stored, kind)[number - 1].by or "host"
    pairings = still_played(stored) if kind is NewsKind.MORE else ()
    return next(filter(None, map(stored.course.role_that_cut, pairings)), "")


def make_numbered_news(stored: Stored, numbers: Mapping[NewsKind, Iterable[int]]) -> list[News]:
    """The news of these kinds, in this order."""
    return [make_news(stored, kind, number) for kind in numbers for number in numbers[kind]]


def news_of_rounds(stored: Stored) -> list[News]:
    """The due news about a competition in rounds; earlier ones are not sent any more."""
    if stored.course.channel_lost_at:
        return news_without_channel(stored)
    if stored.course.ended:
        return make_numbered_news(stored, _numbers_of_end(stored))
    removal_count = 0 if stored.is_wide else len(withdrawals_by_others(stored, NewsKind.OUT))
    numbers: dict[NewsKind, Iterable[int]] = {NewsKind.OUT: range(1, removal_count + 1)}
    if stored.course.began is None:
        return make_numbered_news(stored, {**_numbers_of_check_in(stored), **numbers})
    if not stored.course.round:
        return []
    misses = len(withdrawals_by_others(stored, NewsKind.MISSED))
    numbers |= {NewsKind.MISSED: range(1, misses + 1), NewsKind.MORE: _numbers_of_more(stored)}
    return make_numbered_news(stored, {**_numbers_of_rounds(stored), **numbers})


def _numbers_of_end(stored: Stored) -> dict[NewsKind, Iterable[int]]:
    """The end; after a season also the players who were out with its last step."""
    last_step_at = stored.competition.events[-1].at if stored.format.has_seasons else -1
    missed = withdrawals_by_others(stored, NewsKind.MISSED)
    late = [number for number, out in enumerate(missed, 1) if out.at == last_step_at]
    return {NewsKind.END: [0], NewsKind.MISSED: late}


def _numbers_of_check_in(stored: Stored) -> dict[NewsKind, Iterable[int]]:
    course = stored.course
    count = -(-len(course.entries) // MAX_PINGED) if course.called else 0
    calls = [each for each in range(1, count + 1) if make_news(stored, NewsKind.CALL, each).called]
    is_asked = course.reminded and any(player not in course.checked_in for player in course.present)
    return {NewsKind.CALL: calls, NewsKind.CONFIRM: [0] if is_asked else []}


def _numbers_of_rounds(stored: Stored) -> dict[NewsKind, Iterable[int]]:
    course = stored.course
    if stored.terms.at_once:
        return {NewsKind.REMIND if course.reminded and course.open else NewsKind.BEGIN: [0]}
    playing = course.open if stored.format.has_rounds else ()
    rounds = sorted({course.round, *(pairing.round for pairing in playing)})
    page_numbers = [
        number * _PAGES_OF_ROUND + page
        for number in (rounds if stored.format.has_rounds else ())
        for page in range(1, -(-len(course.pairings_in(number)) // _most_in_message(stored)))
    ]
    return {NewsKind.ROUND: rounds, NewsKind.PAIRS: page_numbers}


def key_of_call(stored: Stored, pairing: Paired) -> str:
    """The key of the news that call a pairing's players when it begins; empty if its board does."""
    course = stored.course
    if course.channel_lost_at or not stored.format.has_rounds:
        return ""
    if stored.terms.at_once:
        return "" if course.results else NewsKind.BEGIN
    return f"{NewsKind.ROUND}{pairing.round}"


def _most_in_message(stored: Stored) -> int:
    return PAIRINGS_IN_NEWS if stored.terms.table == 2 else TABLES_IN_NEWS


def pairings_of(stored: Stored, kind: NewsKind, number: int) -> Sequence[Paired]:
    """The pairings that one of the messages about a round tells of."""
    round_number, page = divmod(number, _PAGES_OF_ROUND) if kind is NewsKind.PAIRS else (number, 0)
    first = page * _most_in_message(stored)
    return stored.course.pairings_in(round_number)[first : first + _most_in_message(stored)]


def round_of(news: News) -> int:
    """The round that a message tells of."""
    return news.number // _PAGES_OF_ROUND if news.kind is NewsKind.PAIRS else news.number


def news_without_channel(stored: Stored) -> list[News]:
    course = stored.course
    kind = NewsKind.END if course.ended else NewsKind.GONE
    return [make_news(stored, kind, 0 if course.ended else course.channel_losses)]


def withdrawals_by_others(stored: Stored, kind: NewsKind) -> list[Withdrew]:
    """The withdrawals of players by a host or an admin. The bot makes those that are MISSED, after
    the beginning: for missed moves or, on a full ladder, for a new player.
    """
    began, withdrawals = False, list[Withdrew]()
    for event in stored.competition.events:
        began |= isinstance(event, Began)
        if isinstance(event, Withdrew):
            by_bot = began and event.removed and not (event.by or event.by_host)
            if by_bot if kind is NewsKind.MISSED else event.by_host:
                withdrawals.append(event)
    return withdrawals


def is_out_by_missed_moves(stored: Stored, exit_: Withdrew) -> bool:
    """Whether the bot has taken a player out for missed moves, not for the place of a new one."""
    results = stored.course.results.values()
    return any(exit_.player in result.absent and result.at <= exit_.at for result in results)


def still_played(stored: Stored) -> Sequence[Paired]:
    """The matches of a competition that are still being played; none once it has ended."""
    return () if stored.course.ended else stored.course.open


def _paired_players(pairings: Iterable[Paired]) -> list[int]:
    return [player for pairing in pairings for player in pairing.players]


def _numbers_of_more(stored: Stored) -> list[int]:
    """The number of the news that the present round has another end, if it has."""
    changes = [event for event in stored.competition.events if isinstance(event, Prolonged)]
    is_changed = any(pairing.round in stored.course.new_ends for pairing in stored.course.open)
    end_at_once = bool(changes) and changes[-1].until <= changes[-1].at
    if not is_changed or end_at_once or stored.is_wide:
        return []
    return [*_announced_changes(stored)][-1:]


def _announced_changes(stored: Stored) -> dict[int, bool]:
    """The changes of the ends of rounds that have a message of their own, by their numbers from 1
    on, and whether it calls players. A host does that once an hour; further changes of the same
    round in that time change its message.
    """
    announced, called_at, former_rounds = dict[int, bool](), 0, set[int]()
    events = (event for event in stored.competition.events if isinstance(event, Prolonged))
    # One act changes several rounds at the same time.
    for at, act in groupby(enumerate(events, 1), key=lambda numbered: numbered[1].at):
        changes = [*act]
        number, last = changes[-1]
        rounds = {change.round for _, change in changes}
        is_soon = bool(last.by) and at < called_at + HOUR
        if not is_soon or rounds.isdisjoint(former_rounds):
            announced[number] = not is_soon
        if last.by and last.until > at and not is_soon:
            called_at = at
        former_rounds = rounds
    return announced
