"""Deletes calls that are no longer right.

After an outage, or at the end of a night, many reminders of a player may be due in one round. They
share one message in each place. When play goes on in a match, its reminder is removed from the
message; the last removal deletes the message.
"""

import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from cogs.board.board_access import Answers
from cogs.board.call_messages import Call, CallWords, RecordedCalls, fits_of
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, surely_refused
from prowlerbot.core.i18n import speaking
from prowlerbot.core.posts import Post
from prowlerbot.match.call_rules import Until, key_of, reason_of
from prowlerbot.match.scene import Access, Scene
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)


@dataclass(eq=False)
class CallDeletion:
    _client: discord.Client
    _service: Service
    _posts: Outbox
    _answers: Answers
    _words: CallWords
    _records: RecordedCalls

    def __post_init__(self) -> None:
        self._outbox = self._service.store.outbox

    async def take_back(self, scene: Scene, post: Post) -> None:
        """Delete a call that is no longer due; the record stays until it is known to be gone."""
        fits = fits_of(scene, post)
        for channel in await self._channels(scene, key_of(post).called):
            placed = replace(post, channel=channel)
            try:
                placed = replace(placed, message=await self._posts.find_message(placed, fits))
            except LOST as error:
                log.info("it is unknown whether a call was sent in %s: %s", scene.match.id, error)
                if not surely_refused(error):
                    return
            if placed.message:
                await self._posts.delete(placed)
        self._outbox.note_gone(post)

    async def _channels(self, scene: Scene, called: int) -> list[int]:
        """The possible channels of a call: the board's channel, and the players' own chats."""
        board, match = scene.board, scene.match
        if board is None or board.access is not Access.MEMBER:
            return []
        channels = [board.channel] if board.message and scene.server.calls else []
        for seat in match.seats if called == 0 else {called} & {*match.seats}:
            direct = scene.choices_of(seat).calls == "dm" or board.in_a_chat
            if match.player(seat).is_person and direct:
                with suppress(*LOST):
                    chat = await self._client.create_dm(discord.Object(match.player(seat).id))
                    channels.append(chat.id)
        return channels

    async def delete(self, calls: Iterable[Post]) -> None:
        for call in calls:
            late, over = reason_of(call).until is Until.LATE, key_of(call).seat < 0
            shared = late or over or not call.channel  # behind an answer
            rest = await self._outbox.posts_beside(call) if shared else []
            if not rest:
                await self._posts.delete(call, self._answers.deletion(call.message))
                continue
            self._outbox.note_gone(call)
            if call.channel:
                await self._rewrite(rest)

    async def _rewrite(self, posts: Sequence[Post]) -> None:
        """Leave only these calls in their message; edits make no sound."""
        calls = list[Call]()
        for post in posts:
            scene = await self._service.scene(post.name.subject)
            if scene.board is not None and self._records.is_right(post, scene.match):
                calls += await self._records.make_calls(scene, scene.board, post, again=True)
        if not calls:
            return
        first, shown = calls[0], calls[0].post
        own = first.scene.choices_of(first.seat).language
        language = own if shown.channel != first.board.channel else None
        with speaking(language or self._words.language_at(first)):
            content = self._words.message(calls)["content"]
        place = self._client.get_partial_messageable(shown.channel)
        try:
            await place.get_partial_message(shown.message).edit(content=content)
        except LOST as error:
            log.info("a message of reminders stays as it is: %s", error)
