"""Limits presses, posts, pings and large work of users; each process counts for itself, in memory.

``Buckets`` count; ``Posts``, ``Pings``, ``LargeWork`` and ``Arrivals`` each limit one of these.
"""

import asyncio
import logging
import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

import discord

from cogs.frame.meter import LineAMinute
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Player

MAX_UNANSWERED = 3  # presses and commands of one user in all places; a person never has more
MAX_EVERYWHERE_A_MINUTE = 120  # presses and commands in all servers; a server may allow more
MAX_LIVE_A_MINUTE = 360  # presses and commands of a player of a live match: six a second
MAX_REFUSALS_A_MINUTE = 10  # answers that tell one user to slow down; then presses get none
MAX_UNANSWERED_ARRIVALS = MAX_UNANSWERED + MAX_REFUSALS_A_MINUTE
"""Unanswered presses of one user that are read; further ones are dropped unread."""
MAX_SUGGESTIONS_A_MINUTE = 240  # suggestions of one user: one for each letter of a fast typist
MAX_PINGS_A_MINUTE = 6  # pings of one user to one person, through all features together
MAX_CHALLENGES_AN_HOUR = 3  # pings of one user to one person by challenges that were not accepted
MAX_POSTS_A_MINUTE = 3  # messages for all to see that one user has the bot post in servers
MAX_CHANNEL_POSTS_A_MINUTE = 10  # the same in one channel, by all its members together
RESERVED_POSTS = 3  # kept for members without a post in the channel for ten minutes
MAX_LARGE_WORK_A_MINUTE = 3  # large pieces of work of one user; each costs as much as many presses
MAX_JOBS_OF_SERVER = 8  # unfinished jobs of a worker process by users of one server, one job each
MAX_JOBS = 64  # the same by all users together

_MINUTE = 60.0
_HOUR = 60 * _MINUTE
_MIN_IDLE_SECONDS = 10 * _MINUTE  # without a post in a channel, for a reserved one
_MAX_REMEMBERED = 10_000  # buckets, users and pairs; the least recently active one makes room
_ANSWER_SECONDS = 3.0  # seconds for which Discord waits for an answer

_TOO_MANY_POSTS = mark(
    "You can have {count} messages a minute posted for all to see. You can continue in {seconds} s."
)
_FULL_CHANNEL = mark(
    "I post at most {count} messages a minute in a channel for its members. You can continue in"
    " {seconds} s."
)

_TOO_MANY_PINGS = mark(
    "You have pinged {player} {count} times in a minute. You can continue in {seconds} s."
)
_TOO_MUCH_WORK = mark(
    "This is a lot of work, so you can do it {count} times a minute. You can continue in"
    " {seconds} s."
)

Posted = Literal["posts", "competitions"]
"""The kinds of posts for all; new competitions are counted apart from the others."""

log = logging.getLogger(__name__)


class TooMuch(Denied):
    """A press or command beyond the limits of one user."""


def loop_time() -> float:
    """The time of the event loop in seconds."""
    return asyncio.get_running_loop().time()


class Buckets:
    """Gives each key a bucket that refills within a minute; an empty one refuses to give."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: Recent[Hashable, tuple[float, float]] = Recent(_MAX_REMEMBERED)
        """The tokens that each key had left, and when; a bucket that is not remembered is full."""

    def take_token(self, key: Hashable, a_minute: int) -> float:
        """Take a token; returns 0, or if none is left the seconds until there is one again."""
        left, wait = self._count(key, a_minute)
        self._buckets.keep(key, (left if wait else left - 1, self._clock()))
        return wait

    def check_token(
        self, key: Hashable, a_minute: int, refusal: str, reserved: int = 0, **fields: object
    ) -> None:
        """Raise TooMuch in these words if no token is left beside the ``reserved``; takes none."""
        _, wait = self._count(key, a_minute, reserved)
        if wait:
            raise TooMuch(refusal, count=a_minute, seconds=math.ceil(wait), **fields)

    def refill(self, key: Hashable) -> None:
        self._buckets.drop(key)

    def _count(self, key: Hashable, a_minute: int, reserved: int = 0) -> tuple[float, float]:
        """The tokens left now, and the seconds until there is one beside those ``reserved``."""
        now = self._clock()
        left, counted_at = self._buckets.find(key) or (float(a_minute), now)
        left = min(float(a_minute), left + (now - counted_at) * a_minute / _MINUTE)
        return left, max(0.0, 1 + reserved - left) * _MINUTE / a_minute


class Posts:
    """Limits the messages for all to see that users have the bot post in servers."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets = Buckets(clock)
        self._latest: Recent[Hashable, float] = Recent(_MAX_REMEMBERED)

    def check_room(self, user: int, channel: int, kind: Posted = "posts") -> None:
        """Raise TooMuch if a post of this user in this channel would be one too many."""
        latest = self._latest.find((kind, user, channel))
        is_newcomer = latest is None or self._clock() - latest >= _MIN_IDLE_SECONDS
        kept = 0 if is_newcomer else RESERVED_POSTS
        self._buckets.check_token((kind, "by", user), MAX_POSTS_A_MINUTE, _TOO_MANY_POSTS)
        limit, key = MAX_CHANNEL_POSTS_A_MINUTE, (kind, "in", channel)
        self._buckets.check_token(key, limit, _FULL_CHANNEL, kept)

    def count_post(self, user: int, channel: int, kind: Posted = "posts") -> None:
        """Count a post; raises TooMuch for one too many."""
        self.check_room(user, channel, kind)
        self._buckets.take_token((kind, "by", user), MAX_POSTS_A_MINUTE)
        self._buckets.take_token((kind, "in", channel), MAX_CHANNEL_POSTS_A_MINUTE)
        self._latest.keep((kind, user, channel), self._clock())


class Pings:
    """Limits the pings of one user to another.

    The count restarts once the pinged person makes a move: players who move fast are called to
    every turn. Challenges count for an hour, each until it is accepted.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sent = Buckets(clock)
        self._challenges: Recent[tuple[int, int], tuple[float, ...]] = Recent(_MAX_REMEMBERED)

    def check_challenge(self, sender: int, players: Iterable[Player]) -> None:
        """Raise TooMuch if this user has pinged one of these people too often for a challenge."""
        for player in players:
            pinged_at = self._open_challenges(sender, player.id)
            if len(pinged_at) >= MAX_CHALLENGES_AN_HOUR:
                raise TooMuch(
                    "Challenges of yours to {player} within an hour that were not accepted:"
                    " {count}. You can challenge this player again in {minutes} min.",
                    player=player,
                    count=len(pinged_at),
                    minutes=math.ceil((pinged_at[0] + _HOUR - self._clock()) / _MINUTE),
                )
            pair = sender, player.id
            self._sent.check_token(pair, MAX_PINGS_A_MINUTE, _TOO_MANY_PINGS, player=player)

    def count_ping(self, sender: int, user: int) -> bool:
        """Count a ping by a user; False if it would be one too many.

        The bot's own pings, ``sender`` 0, are always allowed: there is one for each occasion.
        """
        if sender in {0, user}:
            return True
        return not self._sent.take_token((sender, user), MAX_PINGS_A_MINUTE)

    def count_challenge(self, sender: int, user: int) -> bool:
        """Count a ping by a challenge of a user; False if it would be one too many."""
        if not self.count_ping(sender, user):
            return False
        self._challenges.keep((sender, user), (*self._open_challenges(sender, user), self._clock()))
        return True

    def forget_challenge(self, sender: int, user: int) -> None:
        """Count a challenge by a user no more, as the pinged person has accepted it."""
        self._challenges.keep((sender, user), self._open_challenges(sender, user)[:-1])

    def _open_challenges(self, sender: int, user: int) -> tuple[float, ...]:
        """The times of this user's pings to that one in the last hour, by open challenges."""
        since = self._clock() - _HOUR
        pinged_at = self._challenges.find((sender, user)) or ()
        return tuple(moment for moment in pinged_at if moment > since)

    def restart_counts(self, user: int, others: Iterable[int]) -> None:
        """Restart the counts from these others to a user who has acted in their match."""
        for other in others:
            self._sent.refill((other, user))


class LargeWork:
    """Limits large pieces of work, which are done one at a time.

    ``lock`` is held during a piece of work; users get it in the order of their requests.
    """

    def __init__(self) -> None:
        self._waiting_users: set[int] = set()
        self._requests = Buckets(loop_time)
        self.lock = asyncio.Lock()

    @contextmanager
    def hold_place(self, user: int) -> Iterator[None]:
        """Hold a place for the work of this user; raises Denied for a second one, and TooMuch."""
        if user in self._waiting_users:
            raise Denied("Your last request is still running; please wait for it.")
        self._requests.check_token(user, MAX_LARGE_WORK_A_MINUTE, _TOO_MUCH_WORK)
        self._requests.take_token(user, MAX_LARGE_WORK_A_MINUTE)
        self._waiting_users.add(user)
        try:
            yield
        finally:
            self._waiting_users.discard(user)


@dataclass(eq=False, slots=True)
class _Arrival:
    """The arrival of an interaction, which is None until its handling begins."""

    arrived_at: float
    interaction: discord.Interaction[Any] | None = None

    def is_awaited(self, now: float) -> bool:
        """Whether the user still waits for an answer."""
        if self.interaction is not None and self.interaction.response.is_done():
            return False
        return now - self.arrived_at < _ANSWER_SECONDS


class Arrivals:
    """Lets in a number of unanswered interactions of one user, and drops the rest unread.

    discord.py creates objects and a task for each interaction of a burst, and all other presses
    wait behind them. So those that the gate would leave unanswered are dropped as JSON.
    """

    def __init__(self, clock: Callable[[], float], max_unanswered: int) -> None:
        self._clock = clock
        self._max_unanswered = max_unanswered
        self._by_user: Recent[int, dict[int, _Arrival]] = Recent(_MAX_REMEMBERED)
        self._dropped = LineAMinute()

    def let_in(self, event: Any) -> bool:
        """Whether to process an interaction, given as the JSON that Discord sent."""
        asker = event.get("user") or event.get("member", {}).get("user")
        if not asker:
            return True  # such as Discord's ping
        user, now = int(asker["id"]), self._clock()
        arrivals = self._by_user.find(user) or {}
        if len(arrivals) >= self._max_unanswered:
            arrivals = {id_: it for id_, it in arrivals.items() if it.is_awaited(now)}
        self._by_user.keep(user, arrivals)
        if len(arrivals) >= self._max_unanswered:
            if count := self._dropped.count_event():
                log.warning("dropped, as one user has sent too many at once: %d", count)
            return False
        arrivals[int(event["id"])] = _Arrival(now)
        return True

    @contextmanager
    def handling(self, interaction: discord.Interaction[Any]) -> Iterator[None]:
        """Mark the interaction as being handled; it stops counting on exit."""
        user = interaction.user.id
        if arrival := (self._by_user.find(user) or {}).get(interaction.id):
            arrival.interaction = interaction
        try:
            yield
        finally:
            arrivals = self._by_user.find(user) or {}  # another object after an overflow
            arrivals.pop(interaction.id, None)
            if not arrivals:
                self._by_user.drop(user)
