"""Remembers the private messages of matches, and redraws them after actions of others."""

import asyncio
import logging
from dataclasses import dataclass
from itertools import filterfalse
from typing import NamedTuple, Protocol

from discord.ext import commands

from cogs.board.shown_messages import Answers
from cogs.contract.sign import coloured
from cogs.frame.interaction_gate import LatestChanges, Locks
from cogs.frame.layout import Content
from cogs.frame.replies import AnyInteraction, edit_answer, say, turn_into
from cogs.frame.visit import Visit, visit_of
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import Language, get_language, speaking
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_MAX_HELP = 10_000  # the maximum number of messages of help that are remembered
_MAX_OF_A_READER = 4
"""The most messages of a player in a match; an older one is updated only by its next press."""
_MAX_OF_ALL = 50  # the same for all readers of a match together


class ShownMatch(Protocol):
    """A match as a private message shows it to a player."""

    def is_behind(self, match: Match, /) -> bool:
        """Whether the match has changed in a way that the message shows."""

    async def present_scene(self, scene: Scene) -> "tuple[Content, ShownMatch]":
        """The message of the present scene."""


class _PrivateMessage(NamedTuple):
    reader: Visit
    language: Language
    shown: ShownMatch
    is_seated: bool  # whether the reader plays in the match
    moment: int  # that of the match when the message was drawn; see ``Match.moment``


@dataclass(eq=False)
class PrivateMessages(commands.Cog):
    """Redraws private messages. Readers of words first get a new message for each of their turns.

    One message is a player's help: the menu and its answers. A player has one message of help in a
    match. Help opened in it replaces its content; help opened elsewhere is a new message, and the
    old one is deleted. So no help shows an earlier position.
    """

    _service: Service
    _answers: Answers
    _changes: LatestChanges

    def __post_init__(self) -> None:
        self._help: Recent[tuple[int, str], int] = Recent(_MAX_HELP)
        """By user and match, the message of help."""
        self._messages: dict[str, dict[int, _PrivateMessage]] = {}
        """By match, then by the id of a message; the newest come last in both."""
        self._awaiting_redraw: set[str] = set()
        self._redraws: set[asyncio.Task[None]] = set()
        self._locks = Locks()

    def keep_message(
        self,
        interaction: AnyInteraction,
        scene: Scene,
        shown: ShownMatch | None,
        sent: int | None = None,
    ) -> None:
        """Remember a message that an interaction has just shown, drawn from a scene.

        It is the pressed message, or a new one with the id ``sent``, 0 if that is unknown. If the
        match has changed since, the redraw for that change may have come too early, before this
        message was known or shown. So another one follows.
        """
        match = scene.match
        is_seated = match.seat_of(interaction.user.id) is not None
        self._remember(interaction, match.id, shown, sent, is_seated=is_seated, moment=match.moment)
        if self._changes.is_missing_in(scene):
            self._redraw_after(match.id, 0)

    def _remember(
        self,
        interaction: AnyInteraction,
        match_id: str,
        shown: ShownMatch | None,
        sent: int | None = None,
        *,
        is_seated: bool = False,
        moment: int = 0,
    ) -> None:
        """Remember a message; see ``keep_message``. Without ``shown``, it is redrawn as before."""
        user, number = interaction.user.id, _pressed_message(interaction) if sent is None else sent
        messages = self._messages.pop(match_id, {})
        previous = messages.pop(number, None)
        shown = shown or (previous and previous.shown)
        if number and (shown is not None or number == self._help.find((user, match_id))):
            self._answers.keep_answer(number, interaction, first=sent is None)
        if number and shown is not None:
            visit, language = visit_of(interaction), get_language()
            messages[number] = _PrivateMessage(visit, language, shown, is_seated, moment)
            messages = _drop_surplus(messages, user)
        if messages:
            self._messages[match_id] = messages
        # Each call looks at two old entries, so lost ones go faster than new ones come.
        for oldest in list(self._messages)[:2]:
            self._forget(oldest, *filterfalse(self._answers.reaches, self._messages[oldest]))

    def _forget(self, match_id: str, *numbers: int) -> None:
        messages = self._messages.get(match_id, {})
        for number in numbers:
            messages.pop(number, None)
        if not messages:
            self._messages.pop(match_id, None)

    def is_help(self, interaction: AnyInteraction, match_id: str) -> bool:
        """Whether the pressed message is the presser's message of help in a match."""
        number = _pressed_message(interaction)
        return bool(number) and self._help.find((interaction.user.id, match_id)) == number

    def end_help(self, interaction: AnyInteraction, match_id: str) -> None:
        """Record that the pressed message is deleted or no longer shows help."""
        if self.is_help(interaction, match_id):
            self._help.drop((interaction.user.id, match_id))

    async def show_help(self, interaction: AnyInteraction, match_id: str, content: Content) -> None:
        """Show help to the asker only, in the place of the help before."""
        if self.is_help(interaction, match_id):
            if interaction.response.is_done():
                await edit_answer(interaction, 0, content)
            else:
                await turn_into(interaction, content)
            self._forget(match_id, _pressed_message(interaction))  # help is not redrawn
            self._remember(interaction, match_id, None)
            return
        key = interaction.user.id, match_id
        sent = await say(interaction, content)
        old_help = self._help.find(key)  # another press may have shown help in the meantime
        self._help.keep(key, sent)
        self._remember(interaction, match_id, None, sent)
        if old_help:
            self._forget(match_id, old_help)
            await self._answers.remove(old_help)

    async def remove_others(self, user: int, match_id: str, kept: int, kind: type) -> None:
        """Remove the messages of a player in a match that show a ``kind``, apart from one."""
        others = [
            number
            for number, message in self._messages.get(match_id, {}).items()
            if isinstance(message.shown, kind) and message.reader.user == user and number != kept
        ]
        self._forget(match_id, *others)
        for number in others:
            await self._answers.remove(number)

    def redraw_soon(self, match: Match, delay: float) -> None:
        """Redraw the messages of a match once for all changes within a moment.

        The moment begins with a change that is visible in a message. So another player's message
        never reveals a secret step, not even by the time of its redraw.
        """
        messages = self._messages.get(match.id, {}).values()
        if any(message.shown.is_behind(match) for message in messages):
            self._redraw_after(match.id, delay)

    def _redraw_after(self, match_id: str, delay: float) -> None:
        if match_id not in self._awaiting_redraw:
            self._awaiting_redraw.add(match_id)
            redraw = asyncio.create_task(self._refresh(match_id, delay))
            self._redraws.add(redraw)
            redraw.add_done_callback(self._redraws.discard)

    async def _refresh(self, match_id: str, delay: float) -> None:
        await asyncio.sleep(delay)
        self._awaiting_redraw.discard(match_id)  # later changes need another round
        # One after another, so that an earlier round never overwrites a later one; the boards of
        # players do not wait for those of others.
        async with self._locks.lock_for(match_id):
            for number, message in reversed([*self._messages.get(match_id, {}).items()]):
                try:
                    await self._redraw(match_id, number, message)
                except Refused as error:  # such as an unreachable database
                    log.info("a private message of match %s is not redrawn: %s", match_id, error)
                except Exception:  # its owner can still press it
                    log.exception("a private message of match %s is not redrawn", match_id)

    async def _redraw(self, match_id: str, number: int, message: _PrivateMessage) -> None:
        """Redraw a message if it is behind; forget it if its reader is out of reach."""
        reader, is_reached = message.reader, self._answers.reaches(number)
        scene = await self._service.scene(match_id, reader.guild, reader.user)
        may_look = self._service.visibility.may_look
        if not (is_reached and await may_look(reader, scene.match, scene.board)):
            self._forget(match_id, number)
            return
        if not message.shown.is_behind(scene.match):
            return
        theme = scene.theme_of(reader.user)
        words_first = scene.reader_choices(reader.user).text_first
        with speaking(message.language), coloured(theme, words=words_first):
            content, shown = await message.shown.present_scene(scene)
        messages = self._messages.get(match_id, {})
        if messages.get(number) is not message:
            return  # a press shows something else, and has it redrawn if need be
        redrawn = message._replace(shown=shown, moment=scene.match.moment)
        is_awaited = words_first and self._is_awaited(message, scene.match)
        if is_awaited and (sent := await self._answers.say_anew(number, content)):
            self._forget(match_id, number)
            self._messages.setdefault(match_id, {})[sent] = redrawn
            if self._help.find((reader.user, match_id)) == number:
                self._help.keep((reader.user, match_id), sent)
            return
        is_edited = await self._answers.edit(number, content)
        if is_edited and messages.get(number) is message:
            messages[number] = redrawn

    def _is_awaited(self, message: _PrivateMessage, match: Match) -> bool:
        """Whether others have made it the turn of a reader, or have ended the match."""
        seat, is_over = match.seat_of(message.reader.user), match.phase is Phase.OVER
        has_news = is_over or seat in self._service.facts.to_move(match)
        return seat is not None and has_news and match.moment > message.moment

    async def cog_unload(self) -> None:
        for redraw in self._redraws:
            redraw.cancel()
        await asyncio.gather(*self._redraws, return_exceptions=True)


def _pressed_message(interaction: AnyInteraction) -> int:
    """The id of the pressed message; 0 for a command."""
    return interaction.message.id if interaction.message is not None else 0


def _drop_surplus(messages: dict[int, _PrivateMessage], user: int) -> dict[int, _PrivateMessage]:
    """The messages of a match without the oldest ones beyond the limits, for a user and for all."""
    # Those who look on come first, so that their boards never displace one of a player.
    ordered = dict(sorted(messages.items(), key=lambda item: item[1].is_seated))
    of_user = [number for number, message in ordered.items() if message.reader.user == user]
    surplus = {*of_user[:-_MAX_OF_A_READER], *list(ordered)[:-_MAX_OF_ALL]}
    return {number: message for number, message in ordered.items() if number not in surplus}
