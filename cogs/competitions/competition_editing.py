"""Changes by hosts and admins: name and text of a competition, its players, a round, its end.

The bot asks before each change that cannot be undone.
"""

from __future__ import annotations

from dataclasses import dataclass

from discord import Interaction

from cogs.competitions.competition_display import ShownCompetitions, ask_to_confirm, not_found
from cogs.competitions.competition_options import (
    check_host,
    check_may_end,
    manages_its_server,
    place_of_competition,
    role_in,
)
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.views import competition_text as words
from cogs.frame.layout import first_lines
from cogs.frame.names import Verbatim, command
from cogs.frame.powers import Trace
from cogs.frame.replies import say
from cogs.presses.addresses import CompetitionPress
from cogs.presses.press import read_number
from prowlerbot.competitions.competition_events import By, Paired
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.player_steps import check_may_cancel, check_may_end_round
from prowlerbot.core.acts import NOBODY, Person, What
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import labelled, listed
from prowlerbot.match.closing import slowest
from prowlerbot.match.match import Phase

_LISTED = 16
"""The most matches that a question lists."""


@dataclass(eq=False)
class Editing:
    _competitions: Competitions
    _shown: ShownCompetitions
    _trace: Trace

    async def note(
        self, interaction: Interaction, stored: Stored, what: What, target: Person = NOBODY
    ) -> None:
        """Record an act about a competition for the log of the server."""
        name = words.plain_title(stored)
        await self._trace.record(interaction, what, target=target, subject=stored.id, detail=name)

    async def answer(
        self, interaction: Interaction, stored: Stored, press: CompetitionPress
    ) -> None:
        """Make the change that a user has confirmed."""
        match press.way:
            case "endround!":
                await self._end_round(interaction, stored, press.number)
            case "remove!":
                await self._remove(interaction, stored, read_number(press.place) or 0)
            case _:
                await self._end(interaction, stored)

    # ------------------------------------------------------------------ name and text

    async def edit(
        self,
        interaction: Interaction,
        stored: Stored,
        *,
        name: str | None,
        about: str | None,
        delete: str | None,
    ) -> None:
        """Change or delete the name and the text; None keeps one as it is."""
        check_may_end(interaction, stored)
        if name is None and about is None and delete is None:
            raise Denied("Give a new name, a new text, or what to delete.")
        if name is None and delete in {"name", "both"}:
            name = ""
        if about is None and delete in {"text", "both"}:
            about = ""
        role: By = "admin" if manages_its_server(interaction, stored) else "host"
        stored = await self._competitions.rename(stored.id, name, about, role=role)
        await self.note(interaction, stored, What.EDITED)
        lines = [tr("Its name: {name}", name=words.title(stored))]
        lines.append(tr("It has a text.") if stored.text.strip() else tr("It has no text."))
        await say(interaction, "\n".join(lines))

    # ------------------------------------------------------------------ channel

    async def move(self, interaction: Interaction, stored: Stored) -> None:
        """Bring a competition into this channel, also if its own is deleted."""
        if stored.is_wide:
            raise Denied(
                "A league of all servers has a channel in each: `{command}`.",
                command=Verbatim(command("league", "follow")),
            )
        check_may_end(interaction, stored)
        channel = place_of_competition(interaction)
        if interaction.guild_id != stored.guild:
            raise not_found(stored.id)
        await self._competitions.move(stored.id, channel.id, by=interaction.user.id)
        await self.note(interaction, stored, What.EDITED)
        text = tr("{name} goes on here; its message follows.", name=words.title(stored))
        await say(interaction, text)

    # ------------------------------------------------------------------ players

    async def ask_to_remove(self, interaction: Interaction, stored: Stored, user: int) -> None:
        """Ask before a player is taken out."""
        await self._competitions.check_no_interest(stored, interaction.user.id)
        player, course = words.name_of(stored, user), stored.course
        sentences = [tr("Take {player} out of {name}?", player=player, name=words.title(stored))]
        for each in course.open:
            if user in each.players:
                others = listed(
                    [words.name_of(stored, other) for other in each.players if other != user]
                )
                sentences.append(tr("The match against {players} is lost.", players=others))
        if course.is_under_way:
            sentences.append(tr("{player} cannot come back.", player=player))
        sentences.append(tr("You cannot enter it after that."))
        press = CompetitionPress("remove!", stored.id, place=str(user))
        await ask_to_confirm(interaction, " ".join(sentences), tr("Take the player out"), press)

    async def _remove(self, interaction: Interaction, stored: Stored, user: int) -> None:
        check_host(interaction, stored)
        player = words.name_of(stored, user)
        await self._competitions.remove(
            stored.id, user, by=interaction.user.id, role=role_in(interaction, stored)
        )
        target = Person(max(user, 0), words.plain_name_of(stored, user))
        await self.note(interaction, stored, What.REMOVED, target)
        await self._shown.answer(
            interaction, stored, tr("{player} no longer takes part.", player=player)
        )

    # ------------------------------------------------------------------ the round

    async def ask_to_end_round(self, interaction: Interaction, stored: Stored) -> None:
        """Ask before the present round ends early."""
        check_host(interaction, stored)
        course = stored.course
        check_may_end_round(stored.competition, interaction.user.id)
        heading = tr(
            "End round {number} now? Nobody is taken out. These matches end and count for no"
            " rating:",
            number=course.round,
        )
        ends = [await self._end_of(stored, each) for each in course.open]
        press = CompetitionPress("endround!", stored.id, course.round)
        text = "\n".join([heading, *first_lines([f"- {each}" for each in ends], _LISTED, heading)])
        await ask_to_confirm(interaction, text, tr("End the round"), press)

    async def _end_of(self, stored: Stored, pairing: Paired) -> str:
        """A line about the result of a match if its round ended now."""
        end, late = tr("nobody wins"), 0
        service, match_id = self._competitions.service, stored.matches.get(pairing.pairing, "")
        async with self._competitions.housekeeping.sparing(match_id):
            scene = await service.scene(match_id)
            match, outages = scene.match, service.outages(scene)
            if match.phase is Phase.PLAYING:
                late = slowest(match, service.context(match), outages)
        if late:
            player = words.name_of(stored, pairing.players[late - 1])
            end = tr("{player} is to move and loses", player=player)
        return labelled(" – ".join(words.name_of(stored, each) for each in pairing.players), end)

    async def _end_round(self, interaction: Interaction, stored: Stored, number: int) -> None:
        check_host(interaction, stored)
        if stored.course.round != number:
            raise Denied("This round is over.")
        await self._competitions.end_round(
            stored.id, by=interaction.user.id, role=role_in(interaction, stored)
        )
        await self.note(interaction, stored, What.ROUND_ENDED)
        await self._shown.answer(
            interaction, stored, tr("The round is over; the next step follows.")
        )

    # ------------------------------------------------------------------ its end

    async def ask_to_end(self, interaction: Interaction, stored: Stored) -> None:
        """Ask before a competition ends early."""
        check_may_end(interaction, stored)
        check_may_cancel(stored.competition, interaction.user.id)
        question = tr(face_of(stored.format).end, name=words.title(stored))
        await ask_to_confirm(
            interaction, question, tr("End it"), CompetitionPress("end!", stored.id)
        )

    async def _end(self, interaction: Interaction, stored: Stored) -> None:
        check_may_end(interaction, stored)
        role = role_in(interaction, stored)
        await self._competitions.cancel(stored.id, by=interaction.user.id, role=role)
        await self.note(interaction, stored, What.CANCELLED)
        text = tr(face_of(stored.format).cancel, name=words.title(stored))
        await self._shown.answer(interaction, stored, text)
