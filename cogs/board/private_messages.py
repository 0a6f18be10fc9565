"""The private messages that players have of a match, as long as the bot can still change them.

They are kept in memory only. Once the bot may no longer change a message, only a press updates it.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from discord.ext import commands

from cogs.board.board_access import Answers
from cogs.board.shown_messages import LatestChanges
from cogs.contract.sign import coloured
from cogs.frame.interaction_gate import Locks
from cogs.frame.layout import Content
from cogs.frame.replies import AnyInteraction, edit_answer, say, turn_into
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import Language, speaking, spoken
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_MOST = 4
"""Messages of one player in one match; an older one is updated only by its next press."""
_REMEMBERED = 10_000


class Shown(Protocol):
    """A match as a private message shows it to a player."""

    def behind(self, match: Match) -> bool:
        """Whether the match has changed in a way that the message shows."""

    async def present(self, scene: Scene) -> tuple[Content, Shown]:
        """The message of the present scene."""


class _Message(NamedTuple):
    user: int
    guild: int
    language: Language
    shown: Shown


def _limit(messages: dict[int, _Message], user: int) -> None:
    """Forget the oldest messages of a player who has too many of them."""
    own = [each for each, message in messages.items() if message.user == user]
    for each in own[:-_MOST]:
        del messages[each]


@dataclass(eq=False)
class PrivateMessages(commands.Cog):
    """Redraws the private messages of a match after actions of others.

    One of them is a player's help: the menu and its answers. A player has one message of help in a
    match. Help opened in it replaces its content; help opened elsewhere is a new message, and the
    old one is deleted. So no help shows an earlier position.
    """

    _service: Service
    _answers: Answers
    _changes: LatestChanges

    def __post_init__(self) -> None:
        self._help: Recent[tuple[int, str], int] = Recent(_REMEMBERED)
        self._open: dict[str, dict[int, _Message]] = {}
        self._gathered: dict[str, asyncio.Task[None]] = {}
        self._locks = Locks()

    def keep(
        self,
        interaction: AnyInteraction,
        scene: Scene,
        shown: Shown | None,
        sent: int | None = None,
    ) -> None:
        """Remember a message that an interaction has just shown, drawn from a scene.

        The match may have changed while it was drawn. The redraw for that change may have come too
        early: it did not know this message yet, or its edit arrived first. So another one follows.
        """
        self._remember(interaction, scene.match.id, shown, sent)
        if self._changes.missing_in(scene):
            self._redraw_after(scene.match.id, 0)

    def _remember(
        self, interaction: AnyInteraction, match: str, shown: Shown | None, sent: int | None = None
    ) -> None:
        """Remember a message that an interaction has just shown.

        It is the pressed message, or a new one with the id ``sent`` (0 if Discord has not named
        it). Without ``shown``, it is redrawn as before, if at all.
        """
        user, number = interaction.user.id, _pressed(interaction) if sent is None else sent
        messages = self._open.pop(match, {})
        before = messages.pop(number, None)
        shown = shown or (before and before.shown)
        if number and (shown is not None or number == self._help.find((user, match))):
            self._answers.keep(number, interaction, first=sent is None)
        if number and shown is not None:
            messages[number] = _Message(user, interaction.guild_id or 0, spoken(), shown)
            _limit(messages, user)
        if messages:
            self._open[match] = messages
        self._forget_lost()

    def _forget_lost(self) -> None:
        # Each call looks at two old entries, so lost ones go faster than new ones come.
        for oldest in list(self._open)[:2]:
            self._drop(oldest, *filter(self._is_lost, self._open[oldest]))

    def _is_lost(self, message: int) -> bool:
        return not self._answers.reach(message)

    def _drop(self, match_id: str, *numbers: int) -> None:
        messages = self._open.get(match_id, {})
        for number in numbers:
            messages.pop(number, None)
        if not messages:
            self._open.pop(match_id, None)

    # ------------------------------------------------------------------ help

    def is_help(self, interaction: AnyInteraction, match: str) -> bool:
        """Whether the pressed message is the presser's message of help in a match."""
        number = _pressed(interaction)
        return bool(number) and self._help.find((interaction.user.id, match)) == number

    def end_help(self, interaction: AnyInteraction, match: str) -> None:
        """Record that the pressed message is deleted or no longer shows help."""
        if self.is_help(interaction, match):
            self._help.drop((interaction.user.id, match))

    async def show_help(self, interaction: AnyInteraction, match: str, content: Content) -> None:
        """Show help to the asker only, in the place of the help before."""
        if self.is_help(interaction, match):
            if interaction.response.is_done():
                await edit_answer(interaction, 0, content)
            else:
                await turn_into(interaction, content)
            self._drop(match, _pressed(interaction))
            self._remember(interaction, match, None)
            return
        key = interaction.user.id, match
        sent = await say(interaction, content)
        earlier = self._help.find(key)  # another press may have shown help in the meantime
        self._help.keep(key, sent)
        self._remember(interaction, match, None, sent)
        if earlier:
            self._drop(match, earlier)
            await self._answers.remove(earlier)

    async def remove_others(self, user: int, match: str, number: int) -> None:
        """Remove the boards of a player in a match apart from one."""
        messages = self._open.get(match, {}).items()
        others = [each for each, it in messages if it.user == user and each != number]
        self._drop(match, *others)
        for each in others:
            await self._answers.remove(each)

    # ------------------------------------------------------------------ redrawing

    def redraw_soon(self, match: Match, within: float) -> None:
        """Redraw the messages of a match once for all changes within a moment.

        The moment begins with a change that is visible in a message. So another player's message
        never reveals a secret step, not even by the time of its redraw.
        """
        messages = self._open.get(match.id, {}).values()
        if any(each.shown.behind(match) for each in messages):
            self._redraw_after(match.id, within)

    def _redraw_after(self, match_id: str, within: float) -> None:
        if match_id not in self._gathered:
            self._gathered[match_id] = asyncio.create_task(self._refresh(match_id, within))

    async def _refresh(self, match_id: str, within: float) -> None:
        await asyncio.sleep(within)
        self._gathered.pop(match_id, None)  # later changes need another round
        # One after another, so that an earlier round never overwrites a later one.
        async with self._locks.lock_for(match_id):
            for number, message in [*self._open.get(match_id, {}).items()]:
                try:
                    await self._redraw(match_id, number, message)
                except Refused as error:  # such as an unreachable database
                    log.info("a private message of match %s is not redrawn: %s", match_id, error)
                except Exception:  # its owner can still press it
                    log.exception("a private message of match %s is not redrawn", match_id)

    async def _redraw(self, match_id: str, number: int, message: _Message) -> None:
        if self._is_lost(number):
            self._drop(match_id, number)
            return
        scene = await self._service.scene(match_id, message.guild, message.user)
        if not message.shown.behind(scene.match):
            return
        theme, words = scene.theme_of(message.user), scene.reader_choices(message.user).text_first
        with speaking(message.language), coloured(theme, words=words):
            content, shown = await message.shown.present(scene)
        messages = self._open.get(match_id, {})
        if messages.get(number) is not message:
            return  # a press shows something else, and has it redrawn if need be
        edited = await self._answers.edit(number, content)
        if edited and messages.get(number) is message:
            messages[number] = message._replace(shown=shown)

    async def cog_unload(self) -> None:
        tasks = [*self._gathered.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _pressed(interaction: AnyInteraction) -> int:
    return interaction.message.id if interaction.message is not None else 0
