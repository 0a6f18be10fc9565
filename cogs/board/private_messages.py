"""The private messages of a match: which of them are redrawn after actions of others."""

import asyncio
import logging
from dataclasses import dataclass
from itertools import filterfalse
from typing import NamedTuple, Protocol

from discord.ext import commands

from cogs.board.board_access import Answers
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

_REMEMBERED = 10_000
"""The number of messages of help that are remembered."""
_MOST_OF_A_READER = 4
"""Messages of one player in one match; an older one is updated only by its next press."""
_MOST_OF_ALL = 50
"""The same for all readers of a match together."""


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
    seated: bool
    moment: int


@dataclass(eq=False)
class PrivateMessages(commands.Cog):
    """Redraws the private messages of a match after actions of others. To readers of words first
    it says their turns anew.

    One of them is a player's help: the menu and its answers. A player has one message of help in a
    match. Help opened in it replaces its content; help opened elsewhere is a new message, and the
    old one is deleted. So no help shows an earlier position.
    """

    _service: Service
    _answers: Answers
    _changes: LatestChanges

    def __post_init__(self) -> None:
        self._help: Recent[tuple[int, str], int] = Recent(_REMEMBERED)
        self._open: dict[str, dict[int, _PrivateMessage]] = {}
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

        If the match has changed since, the redraw for that change may have come too early, before
        this message was known or shown. So another one follows.
        """
        seated = scene.match.seat_of(interaction.user.id) is not None
        moment = scene.match.moment
        self._remember(interaction, scene.match.id, shown, sent, seated=seated, moment=moment)
        if self._changes.is_missing_in(scene):
            self._redraw_after(scene.match.id, 0)

    def _remember(
        self,
        interaction: AnyInteraction,
        match: str,
        shown: ShownMatch | None,
        sent: int | None = None,
        *,
        seated: bool = False,
        moment: int = 0,
    ) -> None:
        """Remember the pressed message, or a new one with the id ``sent``, 0 if it is unknown.

        Without ``shown``, it is redrawn as before, if at all.
        """
        user, number = interaction.user.id, _pressed_message(interaction) if sent is None else sent
        messages = self._open.pop(match, {})
        before = messages.pop(number, None)
        shown = shown or (before and before.shown)
        if number and (shown is not None or number == self._help.find((user, match))):
            self._answers.keep_answer(number, interaction, first=sent is None)
        if number and shown is not None:
            visit, language = visit_of(interaction), get_language()
            messages[number] = _PrivateMessage(visit, language, shown, seated, moment)
            # Those who look on come first, so that their boards never displace one of a player.
            messages = dict(sorted(messages.items(), key=lambda each: each[1].seated))
            # Forget the oldest messages of a player who has too many of them.
            own = [each for each, message in messages.items() if message.reader.user == user]
            for each in {*own[:-_MOST_OF_A_READER], *list(messages)[:-_MOST_OF_ALL]}:
                del messages[each]
        if messages:
            self._open[match] = messages
        # Each call looks at two old entries, so lost ones go faster than new ones come.
        for oldest in list(self._open)[:2]:
            self._drop(oldest, *filterfalse(self._answers.reaches, self._open[oldest]))

    def _drop(self, match_id: str, *numbers: int) -> None:
        messages = self._open.get(match_id, {})
        for number in numbers:
            messages.pop(number, None)
        if not messages:
            self._open.pop(match_id, None)

    def is_help(self, interaction: AnyInteraction, match: str) -> bool:
        """Whether the pressed message is the presser's message of help in a match."""
        number = _pressed_message(interaction)
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
            self._drop(match, _pressed_message(interaction))
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

    async def remove_others(self, user: int, match: str, number: int, kind: type) -> None:
        """Remove the messages of a player in a match that show a ``kind``, apart from one."""
        messages = self._open.get(match, {}).items()
        kept = {each: it for each, it in messages if isinstance(it.shown, kind)}
        others = [each for each, it in kept.items() if it.reader.user == user and each != number]
        self._drop(match, *others)
        for each in others:
            await self._answers.remove(each)

    def redraw_soon(self, match: Match, within: float) -> None:
        """Redraw the messages of a match once for all changes within a moment.

        The moment begins with a change that is visible in a message. So another player's message
        never reveals a secret step, not even by the time of its redraw.
        """
        if any(each.shown.is_behind(match) for each in self._open.get(match.id, {}).values()):
            self._redraw_after(match.id, within)

    def _redraw_after(self, match_id: str, within: float) -> None:
        if match_id not in self._awaiting_redraw:
            self._awaiting_redraw.add(match_id)
            redraw = asyncio.create_task(self._refresh(match_id, within))
            self._redraws.add(redraw)
            redraw.add_done_callback(self._redraws.discard)

    async def _refresh(self, match_id: str, within: float) -> None:
        await asyncio.sleep(within)
        self._awaiting_redraw.discard(match_id)  # later changes need another round
        # One after another, so that an earlier round never overwrites a later one; the boards of
        # players do not wait for those of others.
        async with self._locks.lock_for(match_id):
            for number, message in reversed([*self._open.get(match_id, {}).items()]):
                try:
                    await self._redraw(match_id, number, message)
                except Refused as error:  # such as an unreachable database
                    log.info("a private message of match %s is not redrawn: %s", match_id, error)
                except Exception:  # its owner can still press it
                    log.exception("a private message of match %s is not redrawn", match_id)

    async def _redraw(self, match_id: str, number: int, message: _PrivateMessage) -> None:
        reader, reached = message.reader, self._answers.reaches(number)
        scene = await self._service.scene(match_id, reader.guild, reader.user)
        allowed = self._service.visibility.may_look
        if not (reached and await allowed(reader, scene.match, scene.board)):
            self._drop(match_id, number)
            return
        if not message.shown.is_behind(scene.match):
            return
        theme, words = scene.theme_of(reader.user), scene.reader_choices(reader.user).text_first
        with speaking(message.language), coloured(theme, words=words):
            content, shown = await message.shown.present_scene(scene)
        messages = self._open.get(match_id, {})
        if messages.get(number) is not message:
            return  # a press shows something else, and has it redrawn if need be
        now = message._replace(shown=shown, moment=scene.match.moment)
        awaited = words and self._is_awaited(message, scene.match)
        if awaited and (sent := await self._answers.say_anew(number, content)):
            self._drop(match_id, number)
            self._open.setdefault(match_id, {})[sent] = now
            if self._help.find((reader.user, match_id)) == number:
                self._help.keep((reader.user, match_id), sent)
            return
        edited = await self._answers.edit(number, content)
        if edited and messages.get(number) is message:
            messages[number] = now

    def _is_awaited(self, message: _PrivateMessage, match: Match) -> bool:
        """Whether others have made it the turn of a reader, or have ended the match."""
        seat, over = match.seat_of(message.reader.user), match.phase is Phase.OVER
        turn = over or seat in self._service.facts.to_move(match)
        return seat is not None and turn and match.moment > message.moment

    async def cog_unload(self) -> None:
        for redraw in self._redraws:
            redraw.cancel()
        await asyncio.gather(*self._redraws, return_exceptions=True)


def _pressed_message(interaction: AnyInteraction) -> int:
    return interaction.message.id if interaction.message is not None else 0
