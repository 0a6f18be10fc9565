"""The changes that hosts and admins make to a competition, and the rights that they need.

The bot asks before each change that cannot be undone.
"""

from dataclasses import dataclass, replace

import discord
from discord import Interaction

from cogs.board.views.results_text import reason_form, submitted_reason
from cogs.competitions import competition_text as words
from cogs.competitions.competition_message import ShownCompetitions
from cogs.competitions.formats.format_face import ask_to_confirm, face_of
from cogs.frame.layout import first_lines
from cogs.frame.names import Verbatim, command
from cogs.frame.permissions import ADMINS_ONLY, check_post, is_admin
from cogs.frame.replies import say
from cogs.frame.visit import is_seen_by_all, visit_of
from cogs.presses import CompetitionPress, read_number
from prowlerbot.competitions import competition_changes
from prowlerbot.competitions.competition_record import Stored, not_found
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.course import Actor, By, Paired
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, listing, mark, tr
from prowlerbot.core.posts import NO_PERSON, Act, ActKind, Person
from prowlerbot.match.closing import slowest_seat
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Access

_MAX_LISTED = 16  # the most matches that a question lists


def manages_its_server(interaction: Interaction, stored: Stored) -> bool:
    """Whether the user manages the server of a competition, and acts there. A player can reach a
    competition from another server and be an admin of that one.
    """
    return interaction.guild_id == stored.guild and is_admin(interaction)


def check_host(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied unless the user is the host of the competition or an admin of its server."""
    if stored.host != interaction.user.id and not manages_its_server(interaction, stored):
        raise Denied("Only the host and members with the permission Manage Server can do that.")


def actor_in(interaction: Interaction, stored: Stored) -> Actor:
    """The user, in the role in which they may change a competition."""
    user = interaction.user.id
    return Actor(user, "host" if stored.host == user else "admin")


def check_may_end(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied for a user who cannot end this competition, as its host or as an admin."""
    if not face_of(stored.format).only_admins_end:
        check_host(interaction, stored)
    elif stored.is_wide and stored.host != interaction.user.id:
        raise Denied("Only the host of a league of all servers can do that.")
    elif not stored.is_wide and not manages_its_server(interaction, stored):
        raise Denied(ADMINS_ONLY)


def place_of_competition(interaction: Interaction) -> discord.TextChannel | discord.Thread:
    """The channel of a new competition. Raises Denied if the bot cannot write there by itself."""
    if visit_of(interaction).access is not Access.MEMBER:
        raise Denied(
            "I am not a member of this server. Competitions need that, so no permission helps here."
        )
    check_post(interaction, "competitions")
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel | discord.Thread):
        return channel
    raise Denied("A competition needs a text channel of the server.")


@dataclass(eq=False)
class Editing:
    """The changes by commands and presses; ``ask_to_…`` asks for a confirmation first."""

    _competitions: Competitions
    _steps: CompetitionSteps
    _shown: ShownCompetitions

    async def log_act(
        self,
        interaction: Interaction,
        stored: Stored,
        kind: ActKind,
        target: Person = NO_PERSON,
        reason: str = "",
    ) -> None:
        """Store an act about a competition for the log of the server, if it is made in one."""
        act = replace(self.describe_act(interaction, kind, stored, target), reason=reason)
        if act.guild:
            await self._competitions.service.store.acts.add_act(act)

    def describe_act(
        self, interaction: Interaction, kind: ActKind, stored: Stored, target: Person = NO_PERSON
    ) -> Act:
        """The act of the asker about a competition."""
        visit, now = visit_of(interaction), self._competitions.service.now()
        title = words.plain_title(stored)
        return visit.act(kind, now, target=target, subject=stored.id, detail=title)

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
        await self.log_act(interaction, stored, ActKind.EDITED)
        lines = [tr("Its name: {name}", name=words.title(stored))]
        lines.append(tr("It has a text.") if stored.text.strip() else tr("It has no text."))
        await say(interaction, "\n".join(lines))

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
        is_public = is_seen_by_all(interaction.client, stored.guild, channel.id)
        user = interaction.user.id
        await self._competitions.move(stored.id, channel.id, by=user, for_all=is_public)
        await self.log_act(interaction, stored, ActKind.EDITED)
        text = tr("{name} goes on here; its message follows.", name=words.title(stored))
        await say(interaction, text)

    async def ask_to_remove(self, interaction: Interaction, stored: Stored, user: int) -> None:
        """Ask before a player is taken out."""
        await self._competitions.check_no_interest(stored, interaction.user.id)
        player, course = words.name_of(stored, user), stored.course
        sentences = [tr("Take {player} out of {name}?", player=player, name=words.title(stored))]
        for pairing in course.open:
            if user in pairing.players:
                others = [words.name_of(stored, it) for it in pairing.players if it != user]
                sentence = mark("{player} loses the match against {others}.")
                sentences.append(tr(sentence, player=player, others=listing(others)))
        if course.is_under_way:
            sentences.append(tr("{player} cannot come back.", player=player))
        sentences.append(tr("You yourself cannot enter after that."))
        press = CompetitionPress("remove!", stored.id, place=str(user))
        await ask_to_confirm(interaction, " ".join(sentences), tr("Take the player out"), press)

    async def remove(
        self, interaction: Interaction, stored: Stored, press: CompetitionPress
    ) -> None:
        """Take a player out, for a reason that a form asks for."""
        check_host(interaction, stored)
        if interaction.type is not discord.InteractionType.modal_submit:
            await interaction.response.send_modal(reason_form(press, tr("Take the player out")))
            return
        user, reason = read_number(press.place) or 0, submitted_reason(interaction)
        actor = actor_in(interaction, stored)
        await self._competitions.remove(stored.id, user, by=actor, reason=reason)
        target = Person(user, words.plain_name_of(stored, user))
        await self.log_act(interaction, stored, ActKind.REMOVED, target, reason)
        text = tr("{player} no longer takes part.", player=words.name_of(stored, user))
        await self._shown.answer_change(interaction, stored, text)

    async def ask_to_end_round(self, interaction: Interaction, stored: Stored) -> None:
        """Ask before the present round ends early."""
        check_host(interaction, stored)
        course = stored.course
        competition_changes.check_may_end_rounds(stored.competition, interaction.user.id)
        heading = tr(
            "End round {number} now? Nobody is taken out. These matches end and count for no"
            " rating:",
            number=course.round,
        )
        lines = [f"- {await self._end_words(stored, pairing)}" for pairing in course.open]
        press = CompetitionPress("endround!", stored.id, course.round)
        text = "\n".join([heading, *first_lines(lines, _MAX_LISTED, heading)])
        await ask_to_confirm(interaction, text, tr("End the round"), press)

    async def _end_words(self, stored: Stored, pairing: Paired) -> str:
        """The result of a match if its round ended now."""
        losing_seat, match_id = 0, stored.matches.get(pairing.pairing, "")
        service = self._competitions.service
        async with self._competitions.housekeeping.isolating(match_id):
            scene = await service.scene(match_id)
            match, outages = scene.match, service.clocks.forgiven_times(scene)
            if match.phase is Phase.PLAYING:
                losing_seat = slowest_seat(match, service.context(match), outages)
        names, end = [words.name_of(stored, it) for it in pairing.players], tr("nobody wins")
        if losing_seat:
            end = tr("{player} is to move and loses", player=names[losing_seat - 1])
        return label_text(" – ".join(names), end)

    async def end_round(self, interaction: Interaction, stored: Stored, number: int) -> None:
        check_host(interaction, stored)
        if stored.course.round != number:
            raise Denied("This round is over.")
        await self._steps.end_round(stored.id, by=actor_in(interaction, stored))
        await self.log_act(interaction, stored, ActKind.ROUND_ENDED)
        text = tr("The round is over; the next step follows.")
        await self._shown.answer_change(interaction, stored, text)

    async def ask_to_end(self, interaction: Interaction, stored: Stored) -> None:
        """Ask before a competition ends early."""
        check_may_end(interaction, stored)
        competition_changes.check_may_cancel(stored.competition, interaction.user.id)
        has_begun, face = stored.course.began is not None, face_of(stored.format)
        end = face.end_question if has_begun else mark("End {name} for good?")
        question = tr(end, name=words.title(stored))
        press = CompetitionPress("end!", stored.id)
        await ask_to_confirm(interaction, question, tr("End it"), press)

    async def end(self, interaction: Interaction, stored: Stored, press: CompetitionPress) -> None:
        """End a competition early, for a reason that a form asks for."""
        check_may_end(interaction, stored)
        if interaction.type is not discord.InteractionType.modal_submit:
            await interaction.response.send_modal(reason_form(press, tr("End it")))
            return
        actor, reason = actor_in(interaction, stored), submitted_reason(interaction)
        await self._competitions.cancel(stored.id, by=actor, reason=reason)
        await self.log_act(interaction, stored, ActKind.CANCELLED, reason=reason)
        text = tr(face_of(stored.format).cancel_news, name=words.title(stored))
        await self._shown.answer_change(interaction, stored, text)
