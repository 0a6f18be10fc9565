"""The buttons of the ladder of a server: challenges and holidays."""

from __future__ import annotations

from dataclasses import dataclass

from discord import Interaction

from cogs.board.board_access import check_permissions
from cogs.board.views.terms_text import lasting
from cogs.competitions.competition_display import ShownCompetitions
from cogs.competitions.views import competition_text as words
from cogs.competitions.views import ladder_views
from cogs.frame.interaction import selected_number
from cogs.frame.layout import Item, layout, menu
from cogs.frame.replies import say
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_record import DAY
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats.ladder import away, challenge, reach
from prowlerbot.competitions.formats.ladder_places import places
from prowlerbot.core.i18n import tr

_HOLIDAYS = (3, 7, 10, 14)
"""Days."""


@dataclass(eq=False)
class LadderScreens:
    _competitions: Competitions
    _shown: ShownCompetitions

    async def answer(
        self, interaction: Interaction, press: CompetitionPress, stored: Stored
    ) -> None:
        """Answer a press on a button that only ladders have."""
        match press.way:
            case "challenge!":
                await self._challenged(interaction, stored)
            case "holiday":
                await self.holiday(interaction, stored)
            case "holiday!":
                await self._on_holiday(interaction, stored)
            case _:
                await self.challenge(interaction, stored)

    async def challenge(self, interaction: Interaction, stored: Stored) -> None:
        """Show the players that the user can challenge."""
        user, now = interaction.user.id, self._competitions.service.now()
        lines = [f"### {words.title(stored)}", *ladder_views.reach_lines(stored, user, now)]
        order = places(stored.competition)
        free = [other for other, why in reach(stored.competition, user, now).items() if why is None]
        rows: list[list[Item]] = []
        if free:
            options = [
                (f"{order.index(other) + 1}. {words.plain_name_of(stored, other)}", other)
                for other in free
            ]
            press = CompetitionPress("challenge!", stored.id)
            rows.append([menu(press, tr("Whom do you challenge?"), options)])
            lines.append(f"-# {tr('The match begins at once; nobody can decline it.')}")
        await say(interaction, layout("\n".join(lines), rows=rows))

    async def _challenged(self, interaction: Interaction, stored: Stored) -> None:
        if interaction.channel_id == stored.channel:
            check_permissions(interaction)  # else the board would not appear
        other = selected_number(interaction) or 0  # a forged press is refused below
        await self._competitions.apply(stored.id, challenge, interaction.user.id, other)
        text = tr(
            "You challenge {player}. The board appears in {channel} within seconds.",
            player=words.name_of(stored, other),
            channel=f"<#{stored.channel}>",
        )
        await self._shown.answer(interaction, stored, text)

    async def holiday(self, interaction: Interaction, stored: Stored) -> None:
        """Ask for the length of a holiday, once a season."""
        user, now = interaction.user.id, self._competitions.service.now()
        if present := ladder_views.holiday_line(stored, user, now):
            await say(interaction, present)
            return
        for_days = [days for days in _HOLIDAYS if days * DAY <= stored.terms.holiday]
        away(stored.competition, user, now + DAY, now)  # a later refusal comes now
        options = [(lasting(days * DAY), days) for days in for_days]
        press = CompetitionPress("holiday!", stored.id)
        text = tr(
            "Nobody challenges you during a holiday, and you do not drop. You have one a season;"
            " matches that are being played go on."
        )
        rows: list[list[Item]] = [[menu(press, tr("For how long?"), options)]]
        await say(interaction, layout(f"### {words.title(stored)}\n{text}", rows=rows))

    async def _on_holiday(self, interaction: Interaction, stored: Stored) -> None:
        user, now = interaction.user.id, self._competitions.service.now()
        until = now + (selected_number(interaction) or 0) * DAY
        after = await self._competitions.apply(stored.id, away, user, until)
        await self._shown.answer(interaction, stored, ladder_views.holiday_line(after, user, now))
