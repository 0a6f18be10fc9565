"""The record of what admins, moderators and hosts do, for the log of their server."""

from dataclasses import dataclass

from cogs.frame.replies import AnyInteraction
from prowlerbot.core.posts import NOBODY, Act, Person, What
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class ActRecorder:
    _service: Service

    def describe(
        self,
        interaction: AnyInteraction,
        what: What,
        *,
        target: Person = NOBODY,
        subject: str = "",
        detail: str = "",
        reason: str = "",
    ) -> Act:
        actor = Person(interaction.user.id, interaction.user.display_name)
        guild, now = interaction.guild_id or 0, self._service.now()
        return Act(guild, what, actor, target, subject, detail, reason, at=now)

    async def record(self, act: Act) -> None:
        if act.guild:
            await self._service.store.acts.put(act)
