"""The messages that show matches to everybody: their records, edits, links and threads.

In a server of which the bot is a member, it writes by itself. Elsewhere (another server, a group, a
chat of two) it is there through a player's account, and can only answer. There it can change a
message when somebody presses it, or for a quarter of an hour through the interaction that shows it.
"""

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

import discord
from discord import Interaction

from cogs.board.views.match_views import link_to
from cogs.frame import replies
from cogs.frame.interaction_gate import LatestChanges
from cogs.frame.layout import Content
from cogs.frame.meter import Meter
from cogs.frame.outbox import Fits, History, Outbox, custom_ids, is_by_former_app
from cogs.frame.visit import Visit, channel_in, everybody_in, visit_of
from cogs.presses import (
    BranchPress,
    MatchPress,
    RemovePress,
    ReplayPress,
    ReviewPress,
    UnfollowPress,
)
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Access, Board, ContentKind, Scene, Showing
from prowlerbot.match.timeline import Place
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Asker

log = logging.getLogger(__name__)
_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE, _ARCHIVED_THREAD = 10003, 10008, 50083
"""Discord's codes; nothing in an archived thread can be edited."""
_ARCHIVED_AFTER: Final = 60
"""Minutes of silence after which Discord archives the thread of a finished match."""
_MATCH_PRESSES = (ReplayPress, MatchPress, ReviewPress, BranchPress, RemovePress, UnfollowPress)
_BOARD_ACTIONS: Final = {"cancel", "menu", "back"}
"""Each public board has one of these actions, and no other public message has any."""


def board_test(match_id: str, after: int = 0) -> Fits:
    """The test for a message that shows a match and was sent ``after`` another message."""

    def is_board(message: discord.Message) -> bool:
        presses = map(MatchPress.read, custom_ids(message.components))
        actions = {press.action for press in presses if press and press.match == match_id}
        return message.id > after and not actions.isdisjoint(_BOARD_ACTIONS)

    return is_board


def find_shown_match(message: discord.Message) -> tuple[str, int | None]:
    """The match that the buttons of a message are about, and the number of moves that it shows.

    The number is None for the present. Raises Denied for another message.
    """
    matches = [
        (match, getattr(press, "ply", None) if kind is ReplayPress else None)
        for kind in _MATCH_PRESSES
        for press in map(kind.read, custom_ids(message.components))
        if (match := getattr(press, "match", ""))
    ]
    if not matches:
        raise Denied("This message shows no match.")
    return matches[0]


class _ShownBy(NamedTuple):
    """The interaction that has shown a message; ``later`` is 0 if that was its first answer."""

    interaction: replies.AnyInteraction
    later: int


@dataclass(eq=False)
class Answers:
    """The unexpired interactions of this process that have shown a message."""

    _outbox: Outbox

    def __post_init__(self) -> None:
        self._by_message: dict[int, _ShownBy] = {}

    def keep_answer(
        self, message: int, interaction: replies.AnyInteraction, *, first: bool = True
    ) -> None:
        """Remember the interaction that showed a message as its ``first`` answer or a later one."""
        self._by_message.pop(message, None)  # so that the newest entries are the last ones
        self._by_message[message] = _ShownBy(interaction, 0 if first else message)
        for oldest, kept in list(islice(self._by_message.items(), 2)):
            if not replies.is_answerable(kept.interaction):  # each answer drops more than it adds
                del self._by_message[oldest]

    def reaches(self, message: int) -> bool:
        """Whether a message can still be edited through its interaction."""
        return self._find(message) is not None

    def _find(self, message: int) -> _ShownBy | None:
        found = self._by_message.get(message)
        return found if found is not None and replies.is_answerable(found.interaction) else None

    async def edit(self, message: int, content: Content) -> discord.Message | None:
        """Edit a message through the interaction that showed it; None if that did not succeed."""
        if (shown_by := self._find(message)) is None:
            return None
        try:
            return await replies.edit_answer(shown_by.interaction, shown_by.later, content)
        except replies.LOST as error:
            log.info("message %d stays as it was: %s", message, error)
            if replies.is_refusal(error) and self._by_message.get(message) == shown_by:
                del self._by_message[message]  # the bot does not try again
            return None

    async def say_anew(self, message: int, content: Content) -> int:
        """Show a private message once more in its place, as screen readers do not read an edit.
        Returns the new message, 0 if that did not succeed.
        """
        if (shown_by := self._find(message)) is None:
            return 0
        try:
            sent = await replies.say(shown_by.interaction, content)
        except replies.LOST as error:
            log.info("message %d is not said anew: %s", message, error)
            return 0
        self.keep_answer(sent, shown_by.interaction, first=False)
        await self.remove(message)
        return sent

    async def remove(self, message: int) -> bool:
        """Remove a message, which its reader may have dismissed; False if that did not succeed."""
        if not (delete := self.deletion_request(message)):
            return False
        channel = self._by_message[message].interaction.channel_id or 0
        return await self._outbox.delete_message(channel, message, delete)

    def deletion_request(self, message: int) -> Callable[[], Awaitable[None]] | None:
        """The request that removes a message; None if no interaction reaches the message."""
        if (shown_by := self._find(message)) is None:
            return None
        return partial(replies.delete_answer, shown_by.interaction, shown_by.later)


@dataclass(eq=False)
class ShownMessages:
    """Records which message shows a match and what it shows, and edits that message."""

    _client: discord.Client
    _service: Service
    _meter: Meter
    _changes: LatestChanges  # counts new messages of matches too
    answers: Answers

    def __post_init__(self) -> None:
        self._store = self._service.store

    async def set_board(self, visit: Visit, scene: Scene, message: int, edited: int = 0) -> Scene:
        """Record a message in this place, sent or ``edited`` at a time, as the board of a match."""
        match, place = scene.match, (visit.guild, visit.channel)
        board = Board(match.id, *place, message, match.revision, access=visit.access)
        return await self.adopt_board(scene, board, visit.audience, shown=edited)

    async def adopt_board(
        self, scene: Scene, board: Board, audience: int, *, calling: bool = True, shown: int = 0
    ) -> Scene:
        """Record a message from a channel as the board of a match; returns the scene with it.

        The players could see it from the time ``shown`` on, by default since it was sent.
        ``audience`` is as in Place.
        """
        shown = shown or int(discord.utils.snowflake_time(board.message).timestamp())
        scene = await self._service.note_shown(scene, board, audience, calling=calling, shown=shown)
        self._changes.count_change(scene.match.id)
        if scene.match.terms.competition:
            await self._store.boards.note_passed(board.match)
        return scene

    async def _note_content(self, match: Match, message: int, shown_at: int) -> Match:
        """Record the content of a message, shown at a time or now; live turns begin with it."""
        noted = await self._service.note_turns(match, shown_at) if match.terms.is_timed else match
        self._store.boards.note_shown(match.id, message, noted.revision)
        return noted

    async def note_pressed(self, interaction: Interaction, scene: Scene, edited: int = 0) -> Scene:
        """Record the content of the pressed message; an unrecorded one becomes the board."""
        message, match, board = interaction.message, scene.match, scene.board
        if message is None:
            return scene
        visit = visit_of(interaction)
        self.answers.keep_answer(message.id, interaction)
        if board is not None and board.message and board.access is visit.access:
            return replace(scene, match=await self._note_content(match, message.id, edited))
        return await self.set_board(visit, scene, message.id, edited or self._service.now())

    async def forget_taken_away(self, match: str, channel: int, message: int) -> None:
        """Forget the names in a deleted old board; the new board is in the same place."""
        gone = Showing(Place(0, channel, 0), message, ContentKind.BOARD, match)
        await self._store.showings.drop_showing(gone)

    def note_unchanged(self, scene: Scene) -> None:
        """Mark the message of a match as up to date, because the change is invisible in it."""
        match, board = scene.match, scene.board
        if board is not None and board.message:
            self._store.boards.note_shown(match.id, board.message, match.revision)

    async def edit_board(self, board: Board, content: Content) -> int:
        """Edit a board; returns the time of the edit, or 0 if the bot could not edit it.

        An edit of an answer does not count in Discord's limit of edits in a channel, so it comes
        first. Without membership, there is no other way. Raises one of LOST.
        """
        edited = await self.answers.edit(board.message, content)
        if edited is None and board.access is Access.INTERACTION:
            return 0
        if edited is None:
            edited = await self._edit_own(board, content)
        return replies.edited_at(edited) or self._service.now()

    async def _edit_own(self, board: Board, content: Content) -> discord.Message:
        """Edit a board by the bot's own rights."""
        channel = self._client.get_partial_messageable(board.channel)
        message = channel.get_partial_message(board.message)
        try:
            return await message.edit(**replies.edit_args(content))
        except discord.HTTPException as error:
            if error.code != _ARCHIVED_THREAD:
                raise
            await unarchive_thread(self._client, board.channel)
            return await message.edit(**replies.edit_args(content))

    async def redraw_board(self, board: Board | None, match: Match, content: Content) -> bool:
        """Edit the message of a match without a press, and record its content.

        A message that is gone is posted again if possible. False if it may show an old position.
        """
        if board is None:
            return True
        if not board.message:
            is_outside = channel_in(self._client, board.guild, board.channel) is None
            await self._service.note_turns(match, 0)  # nobody gains time if they delete a board
            await self._post_again(board, match, outside=is_outside, lobby=False)
            return True
        try:
            if not (edited := await self.edit_board(board, content)):
                return False
        except replies.LOST as error:
            return await self._replace_lost_message(board, match, error)
        self._meter.redraws.inc()
        await self._note_content(match, board.message, edited)
        return True

    async def _replace_lost_message(self, board: Board, match: Match, error: Exception) -> bool:
        """Post a match again if Discord refused an edit as its message is gone; False if not so."""
        # Nobody gains time if they hide the channel, either.
        if replies.is_refusal(error) and not replies.is_outage(error):
            await self._service.note_turns(match, 0)
        of_another = await is_by_former_app(error, self._service)
        code = replies.error_code(error)
        if not of_another and code not in {_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE}:
            log.warning("the message of match %s was not edited: %s", match.id, error)
            return False
        log.info("the message of match %s is lost: %s", match.id, error)
        await self._store.boards.forget_messages(board.channel, [board.message])
        if match.phase is Phase.LOBBY and not of_another:
            with suppress(Stale):  # nobody can see this challenge, so it must not wait
                await Lobby(self._service).withdraw_lost_challenge(match, board.guild)
        lost, is_outside = replace(board, message=0), code == _UNKNOWN_CHANNEL
        await self._post_again(lost, match, outside=is_outside, lobby=of_another)
        return True

    async def _post_again(self, board: Board, match: Match, *, outside: bool, lobby: bool) -> None:
        """Post a changed match again after its message was deleted, if the bot may write there.

        A match that has not begun is posted again only as a ``lobby``.
        """
        now = self._service.now()
        ended_long_ago = match.phase is Phase.OVER and now - match.changed_at > DAY
        is_known = board.access is Access.MEMBER and self._client.get_guild(board.guild) is not None
        if is_known and (match.setup or lobby) and not ended_long_ago:
            await self._store.boards.post_again(board, now, outside=outside)


@dataclass(eq=False)
class Links:
    """The addresses of the messages that show matches, for users with access to them."""

    _client: discord.Client
    _service: Service

    async def links_of(self, asker: Asker, matches: Collection[str]) -> dict[str, str]:
        """The addresses of the messages that show these matches, if visible to the asker."""
        boards = await self._service.visibility.visible_boards(asker, matches)
        return {match: link_to(*board) for match, board in boards.items()}

    async def link_of(self, asker: Asker, match_id: str) -> str | None:
        """The address of the message that shows a match, if visible to the asker."""
        return (await self.links_of(asker, [match_id])).get(match_id)

    async def public_link_of(self, guild: int, channel: int, match_id: str) -> str | None:
        """The same for a public message in a channel, if visible to everybody there."""
        return await self.link_of(everybody_in(self._client, guild, channel), match_id)


async def archive_soon(client: discord.Client, channel: int) -> None:
    """Have Discord archive a thread, but not at once: then its rematch button would be dead."""
    thread = own_thread(client, client.get_channel(channel))
    if thread is not None and thread.auto_archive_duration != _ARCHIVED_AFTER:
        with suppress(*replies.LOST):  # Discord archives it later
            await thread.edit(auto_archive_duration=_ARCHIVED_AFTER)


async def rename_thread(
    client: discord.Client, guild: int, channel: int, name: str, view: Callable[[str], Content]
) -> None:
    """Give the thread of a match this name, and its parent message the view for the thread.

    The message changes first, so a right name shows that both are done. Where the bot is not a
    member, it has no threads. Raises one of LOST if Discord did not accept the change.
    """
    if client.get_guild(guild) is None:
        return
    thread = own_thread(client, client.get_channel(channel) or await client.fetch_channel(channel))
    if thread is None or thread.name == name:
        return
    parent = client.get_partial_messageable(thread.parent_id)
    with suppress(discord.NotFound):  # it may be deleted; the two share an id
        await parent.get_partial_message(thread.id).edit(**replies.edit_args(view(thread.mention)))
    await _delete_thread_message(client, parent, thread)
    await thread.edit(name=name, archived=False)


async def _delete_thread_message(
    client: discord.Client, parent: discord.PartialMessageable, thread: discord.Thread
) -> None:
    """Delete Discord's message that the bot opened the thread: it has the thread's first name."""
    opened = thread.created_at or discord.utils.snowflake_time(thread.id)

    def tells_opening(message: discord.Message) -> bool:
        reference = message.reference
        ids = {reference.channel_id, reference.message_id} if reference else set()
        return message.type is discord.MessageType.thread_created and thread.id in ids

    with suppress(discord.Forbidden, discord.NotFound):
        found = await History(client).search(parent.id, int(opened.timestamp()), tells_opening)
        if found.message is not None:
            await found.message.delete()


def own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """The channel, if it is a thread of the bot."""
    if client.user is None or not isinstance(channel, discord.Thread):
        return None
    return channel if channel.owner_id == client.user.id else None


async def unarchive_thread(client: discord.Client, channel: int) -> None:
    """Reopen an archived thread; a thread that a moderator has locked stays closed."""
    thread = client.get_channel(channel) or await client.fetch_channel(channel)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)
