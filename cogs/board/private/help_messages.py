"""The one private message of help that a player has in a match: the menu, and what it answers.

Help that is asked for in this message replaces it. Help that is asked for elsewhere is a new
message, and the earlier one is removed while Discord lets an answer be deleted, a quarter of an
hour. So no board of an earlier moment stands among the answers. Kept in memory only: after a
restart, one more message stays.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from cogs.frame.interaction import AnyInteraction
from cogs.frame.layout import Content
from cogs.frame.replies import LOST, edit_answer, show_privately, turn_into
from prowlerbot.core.recent import Recent

log = logging.getLogger(__name__)

_REMEMBERED = 10_000


class _Shown(NamedTuple):
    """A message of help, and the latest interaction that showed it; ``sent`` is the id that this
    interaction gave it, 0 if it was there before.
    """

    message: int
    interaction: AnyInteraction
    sent: int


class HelpMessages:
    def __init__(self) -> None:
        self._shown: Recent[tuple[int, str], _Shown] = Recent(_REMEMBERED)

    def is_pressed(self, interaction: AnyInteraction, match: str) -> bool:
        """Whether the pressed message is the presser's message of help in a match."""
        shown, pressed = self._shown.find((interaction.user.id, match)), interaction.message
        return shown is not None and pressed is not None and shown.message == pressed.id

    def renew(self, interaction: AnyInteraction, match: str) -> None:
        """Note that this press has changed the message of help, if it is one."""
        if self.is_pressed(interaction, match) and interaction.message is not None:
            shown = _Shown(interaction.message.id, interaction, 0)
            self._shown.keep((interaction.user.id, match), shown)

    def drop(self, interaction: AnyInteraction, match: str) -> None:
        """Forget the pressed message, which is gone or no longer one of help."""
        if self.is_pressed(interaction, match):
            self._shown.drop((interaction.user.id, match))

    async def show(self, interaction: AnyInteraction, match: str, content: Content) -> None:
        """Show help to the asker only, in the place of the help before."""
        if self.is_pressed(interaction, match):
            if interaction.response.is_done():
                await edit_answer(interaction, 0, content)
            else:
                await turn_into(interaction, content)
            self.renew(interaction, match)
            return
        key = interaction.user.id, match
        earlier = self._shown.find(key)
        sent = await show_privately(interaction, content)
        self._shown.keep(key, _Shown(sent, interaction, sent))
        if earlier is not None and not earlier.interaction.is_expired():
            await _remove(earlier)


async def _remove(shown: _Shown) -> None:
    try:
        if shown.sent:
            await shown.interaction.followup.delete_message(shown.sent)
        else:
            await shown.interaction.delete_original_response()
    except LOST as error:  # such as a message that its reader has dismissed
        log.info("earlier help stays: %s", error)
