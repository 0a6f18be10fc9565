"""The outbox: it sends and deletes the recorded posts of the bot exactly once, even after a crash.

Each post is recorded before its request to Discord, best in the transaction of the change that
causes it. The request carries a nonce, so for about a minute Discord takes repeated requests as
one. The outbox searches the channel before it repeats an older request. Discord accepts only a few
messages a second in a channel, so posts wait here, and are checked again before they are sent.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

import discord

from cogs.frame.duty_loop import Later
from cogs.frame.interaction_gate import Locks
from cogs.frame.rate_limits import loop_time
from cogs.frame.replies import LOST, error_code, is_refusal
from cogs.frame.visit import channel_in
from prowlerbot.core.posts import ANSWER_SECONDS, HELD_SECONDS, Post, PostKind, PostState
from prowlerbot.core.recent_cache import Recent
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_NONCE_SECONDS = 60  # how long Discord surely takes no second message with the same nonce
_MAX_REMEMBERED = 1_000  # deleted channels and deleted messages that are remembered
_UNKNOWN_CHANNEL, _WRITTEN_BY_ANOTHER = 10003, 50005  # codes of Discord's refusals

_MAX_READ = 200  # the most messages to read in a channel, from the time of a post on
_MAX_READINGS = 100  # the maximum number of channels whose readings are kept
_READING_SECONDS = 10  # how long searches share a reading; the post of a search is older than that
_CLOCK_TOLERANCE = timedelta(minutes=5)  # the most by which Discord's clock may be behind

Fits: TypeAlias = Callable[[discord.Message], bool]  # whether it is the searched message

Sending = Mapping[str, Any]  # the arguments with which Discord is asked to send a message

IsDue = Callable[[], Awaitable[bool]]
_Delete = Callable[[], Awaitable[None]]

Finish = Callable[[Post], Awaitable[None]]
"""Sends a post on which no task works, as after a crash, or deletes it if it is outdated."""


class _KindRules(NamedTuple):
    """The rules for a kind of posts; see ``Outbox.add_kind``."""

    finish: Finish
    repeatable: bool


@dataclass(eq=False)
class Outbox:
    """Sends, finds and deletes recorded posts; the kinds of posts register how to finish them."""

    _client: discord.Client
    _service: Service

    def __post_init__(self) -> None:
        self._post_store = self._service.store.outbox
        self.history = History(self._client)
        self._kinds: dict[PostKind, _KindRules] = {}
        self._channel_locks = Locks()
        self._gone_channels: Recent[int, bool] = Recent(_MAX_REMEMBERED)
        self._gone_messages: Recent[int, bool] = Recent(_MAX_REMEMBERED)
        self._being_deleted: set[int] = set()

    def add_kind(self, kind: PostKind, finish: Finish, *, repeatable: bool) -> None:
        """Register the work of a feature on its kind of posts.

        A post may be in Discord already where the outbox cannot search for it. Then the outbox
        sends it again only if the kind may be posted ``repeatable``.
        """
        self._kinds[kind] = _KindRules(finish, repeatable)

    def note_channel_gone(self, channel: int) -> None:
        """Note that a channel and all its messages are gone."""
        self._gone_channels.keep(channel, True)

    def is_deleted_by_bot(self, message: int) -> bool:
        return message in self._being_deleted or bool(self._gone_messages.find(message))

    def is_channel_gone(self, channel: int) -> bool:
        return bool(self._gone_channels.find(channel))

    async def continue_posts(self, subject: str) -> int | None:
        """Continue with the posts about a subject on which no task works.

        Returns the time to look again. Raises Later if the state of any post is unknown.
        """
        held_since = self._service.now() - HELD_SECONDS
        for post in await self._post_store.waiting_posts(subject):
            if not _is_abandoned(post, held_since):
                continue
            try:
                await self._kinds[post.name.kind].finish(post)
            except LOST as error:
                log.info("it is unknown whether a message about %s was sent: %s", subject, error)
        waiting = await self._post_store.waiting_posts(subject)
        if any(_is_abandoned(post, held_since) for post in waiting):
            raise Later
        return min((post.begun_at + HELD_SECONDS for post in waiting), default=None)

    @asynccontextmanager
    async def giving_up_if_refused(self, post: Post) -> AsyncIterator[None]:
        """Try to send a post; if Discord refuses it, the post is given up for good."""
        try:
            yield
        except LOST as error:
            if not is_refusal(error):
                raise
            log.info("no message about %s: %s", post.name.subject, error)
            self._post_store.note_gone(post)

    async def send(
        self,
        post: Post,
        content: Sending,
        fits: Fits,
        *,
        is_due: IsDue | None = None,
        others: Sequence[tuple[Post, Fits]] = (),
    ) -> int:
        """Send a recorded post to its channel, unless its message is there already.

        The message contains the ``others`` too. Returns its id, or 0 if the post is no longer due
        or nobody can read it. Raises one of LOST if Discord did not accept it.
        """
        posts = await self._place_posts(((post, fits), *others), content, is_due)
        are_wanted = [await self._post_store.note_sent(placed) for placed in posts]
        if not others and are_wanted == [False]:  # a shared message loses its outdated posts later
            await self.delete_post(posts[0])
        return posts[0].message if any(are_wanted) else 0

    async def send_unrecorded(self, post: Post, content: Sending, fits: Fits) -> int:
        """Send a single post; the caller records the id of the message."""
        return sum(post.message for post in await self._place_posts(((post, fits),), content))

    async def _place_posts(
        self, wanted: Sequence[tuple[Post, Fits]], content: Sending, is_due: IsDue | None = None
    ) -> list[Post]:
        """The posts with their messages; no posts if the first must not be sent."""
        first_post, _ = wanted[0]
        repeatable = self._kinds[first_post.name.kind].repeatable
        channel = self._channel_locks.lock_for(first_post.channel)
        has_waited = channel.locked()
        async with channel:
            is_unsendable = self.is_channel_gone(first_post.channel)
            if not repeatable and self.may_be_lost(first_post):  # its message must not come twice
                is_unsendable |= not self.history.can_read(first_post.guild, first_post.channel)
            if is_unsendable or (has_waited and is_due and not await is_due()):
                self._post_store.note_gone(first_post)
                return []
            try:
                placed = []
                for post, fits in wanted:
                    message = await self.message_before_crash(post, fits)
                    if message is None and not repeatable:
                        self._post_store.note_gone(post)
                    else:
                        placed.append(replace(post, message=message or 0))
                unsent = [post for post in placed if not post.message]
                sent = await self.send_without_search(unsent, content) if unsent else 0
            except discord.NotFound as error:
                if error_code(error) == _UNKNOWN_CHANNEL:
                    self.note_channel_gone(first_post.channel)
                raise
        return [replace(post, message=post.message or sent) for post in placed]

    def may_be_lost(self, post: Post) -> bool:
        """Whether the post may have a message although Discord has forgotten the nonce."""
        return self._service.now() - post.begun_at >= _NONCE_SECONDS

    async def message_before_crash(self, post: Post, fits: Fits) -> int | None:
        """The message that a crashed process may have sent; see ``find_message_id``."""
        return await self.find_message_id(post, fits) if self.may_be_lost(post) else 0

    async def find_and_record(self, post: Post, fits: Fits) -> int:
        """Search for the message of a post and record its id; returns it, or 0 without one."""
        if message := await self.find_message_id(post, fits):
            await self._post_store.note_sent(replace(post, message=message))
        return message or 0

    async def find_message_id(self, post: Post, fits: Fits) -> int | None:
        """The latest message in the channel that fits; 0 for none, None if not all were read."""
        result = await self.history.search(post.channel, post.begun_at, fits)
        if result.message is not None:
            return result.message.id
        return 0 if result.is_full else None

    async def send_without_search(self, posts: Sequence[Post], content: Sending) -> int:
        """Send posts as one message, with the nonce of all; returns its id."""
        place = self._client.get_partial_messageable(posts[0].channel)
        return (await place.send(**content, nonce=nonce(*posts))).id

    async def delete_post(self, post: Post, delete: _Delete | None = None) -> None:
        """Delete the message of a post, and record that.

        A post without a channel was sent as an answer; only the given ``delete`` can reach it.
        """
        if delete is None and post.channel:
            place = self._client.get_partial_messageable(post.channel)
            delete = place.get_partial_message(post.message).delete
        if delete is None or await self.delete_message(post.channel, post.message, delete):
            self._post_store.note_gone(post)

    async def delete_pressed(self, interaction: discord.Interaction) -> bool:
        """Delete the pressed message; False if another press does, or Discord does not.

        Raises one of LOST if Discord does not take the answer to the press.
        """
        await interaction.response.defer()
        message, channel = interaction.message, interaction.channel_id or 0
        if message is None or self.is_deleted_by_bot(message.id):
            return False
        return await self.delete_message(channel, message.id, interaction.delete_original_response)

    async def delete_message(self, channel: int, message: int, delete: _Delete) -> bool:
        """Delete a message, once for all callers; returns whether it is deleted now."""
        if self._gone_channels.find(channel) or self._gone_messages.find(message):
            return True
        if message in self._being_deleted:
            return False
        self._being_deleted.add(message)
        try:
            await delete()
        except discord.NotFound as error:  # it is deleted already
            if error_code(error) == _UNKNOWN_CHANNEL:
                self.note_channel_gone(channel)
        except discord.Forbidden:
            pass  # the bot can no longer reach it
        except LOST:
            return False
        finally:
            self._being_deleted.discard(message)
        self._gone_messages.keep(message, True)
        return True


def nonce(*posts: Post) -> str:
    """The text by which Discord recognises a repeated message of these posts."""
    key = "\0".join(part for post in posts for part in (*post.name, str(post.begun_at)))
    return blake2b(key.encode(), digest_size=12).hexdigest()


async def is_by_former_app(error: Exception, service: Service) -> bool:
    """Whether an edit failed because the host's former application wrote the message."""
    if error_code(error) != _WRITTEN_BY_ANOTHER:
        return False
    return not (await service.store.application.applications()).is_another


def _is_abandoned(post: Post, held_since: int) -> bool:
    """Whether no task works on a post; an outdated one may be deleted at any time."""
    return post.state is PostState.OUTDATED or post.begun_at <= held_since


class _Reading(NamedTuple):
    """The messages of a channel since a time, as read at another time."""

    since: int
    read_at: float
    by_bot: Sequence[discord.Message]
    cut_at: int | None  # the time of the last message read; None if no more follow


class ChannelSearch(NamedTuple):
    message: discord.Message | None  # the latest message that fits
    is_full: bool  # whether it has read all messages since the post was sent


class History:
    """The bot's latest messages in channels; searches within some seconds share one reading."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._readings: Recent[int, _Reading] = Recent(_MAX_READINGS)

    def can_read(self, guild: int, channel: int) -> bool:
        """Whether the bot can read the messages of a place; otherwise Discord sends it none."""
        if not guild:
            return True
        if (place := channel_in(self._client, guild, channel)) is None:
            return False
        permissions = place.permissions_for(place.guild.me)
        return permissions.view_channel and permissions.read_message_history

    async def search(self, channel: int, since: int, fits: Fits) -> ChannelSearch:
        """Search the bot's messages in a channel from a time on. Raises one of LOST."""
        reading = await self._read(channel, since)
        latest = next(filter(fits, reversed(reading.by_bot)), None)
        is_full = reading.cut_at is None or reading.cut_at > since + ANSWER_SECONDS
        return ChannelSearch(latest, is_full)

    async def _read(self, channel: int, since: int) -> _Reading:
        """Read the messages since then, the oldest first."""
        known, now = self._readings.find(channel), loop_time()
        if known is not None and known.since <= since and now < known.read_at + _READING_SECONDS:
            return known
        place, bot = self._client.get_partial_messageable(channel), self._client.user
        after = datetime.fromtimestamp(since, UTC) - _CLOCK_TOLERANCE if since else None
        history = place.history(limit=_MAX_READ, after=after, oldest_first=True)
        messages = [message async for message in history]
        by_bot = [message for message in messages if bot and message.author.id == bot.id]
        is_cut = len(messages) == _MAX_READ
        cut_at = int(messages[-1].created_at.timestamp()) if is_cut else None
        reading = _Reading(since, now, by_bot, cut_at)
        self._readings.keep(channel, reading)
        return reading


def carries(custom_id: str) -> Fits:
    """The test for a message with a button of this custom_id."""
    return lambda message: custom_id in custom_ids(message.components)


def custom_ids(components: Any) -> Iterator[str]:
    """The custom_ids of the components of a message, including nested ones."""
    for component in components:
        if isinstance(custom_id := getattr(component, "custom_id", None), str):
            yield custom_id
        yield from custom_ids(getattr(component, "children", ()))
