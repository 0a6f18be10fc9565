"""The buttons of competitions and ladders, and the commands that do the same."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.shown_messages import Links
from cogs.board.views.terms_words import span_words
from cogs.competitions import competition_text as words
from cogs.competitions.competition_channels import check_sight
from cogs.competitions.competition_editing import Editing
from cogs.competitions.competition_message import CompetitionMessages, ShownCompetitions
from cogs.competitions.formats.format_face import ask_to_confirm, competition_buttons, face_of
from cogs.competitions.formats.season_faces import holiday_line, reach_lines
from cogs.frame import replies
from cogs.frame.features import answers
from cogs.frame.layout import Item, file_named, first_lines, layout, menu
from cogs.frame.names import command, plain_names
from cogs.frame.permissions import check_permissions
from cogs.frame.rate_limits import LargeWork
from cogs.frame.replies import say
from cogs.frame.visit import visit_of
from cogs.presses import CompetitionPress
from prowlerbot.competitions import competition_changes
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.course import Paired
from prowlerbot.competitions.formats import arena, ladder
from prowlerbot.competitions.news import NewsKind
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.record_json import write_record
from prowlerbot.match.match import Match, Phase, Player

log = logging.getLogger(__name__)

_HOLIDAY_DAYS = (3, 7, 10, 14)
_MAX_LISTED = 25  # the most matches of a player that a message lists
_WAITING_LIST = mark(
    "You are on the list for season {next}. When season {season} is over, you are asked to confirm"
    " your place."
)
_CHAT_CLOSED = mark(
    "I cannot write to you. Allow direct messages, or you will not hear of your turns."
)


@dataclass(eq=False)
class LadderScreens:
    """The challenges and the holidays of a ladder, and the questions before them."""

    _competitions: Competitions
    _shown: ShownCompetitions

    async def show_reach(self, interaction: Interaction, stored: Stored) -> None:
        """Show the players that the user can challenge."""
        user, now = interaction.user.id, self._competitions.service.now()
        lines = [f"### {words.title(stored)}", *reach_lines(stored, user, now)]
        order = ladder.ladder_order(stored.competition)
        options = [
            (f"{order.index(other) + 1}. {words.plain_name_of(stored, other)}", other)
            for other, refusal in ladder.players_in_reach(stored.competition, user, now).items()
            if refusal is None
        ]
        rows: list[list[Item]] = []
        if options:
            press = CompetitionPress("challenge!", stored.id)
            rows.append([menu(press, tr("Whom do you challenge?"), options)])
            lines.append(f"-# {tr('The match begins at once; nobody can decline it.')}")
        await say(interaction, layout("\n".join(lines), rows=rows))

    async def challenge_chosen_player(self, interaction: Interaction, stored: Stored) -> None:
        if interaction.channel_id == stored.channel:
            check_permissions(interaction)  # else the board would not appear
        other = replies.selected_number(interaction) or 0  # a forged press is refused below
        await self._competitions.apply(stored.id, ladder.challenge, interaction.user.id, other)
        text = tr(
            "You challenge {player}. The board appears in {channel} within seconds.",
            player=words.name_of(stored, other),
            channel=f"<#{stored.channel}>",
        )
        await self._shown.answer_change(interaction, stored, text)

    async def ask_for_holiday(self, interaction: Interaction, stored: Stored) -> None:
        """Ask for the length of a holiday, once a season."""
        user, now = interaction.user.id, self._competitions.service.now()
        if current := holiday_line(stored, user, now):
            await say(interaction, current)
            return
        ladder.check_holiday(stored.competition, user, now + DAY, now)
        lengths = [days for days in _HOLIDAY_DAYS if days * DAY <= stored.terms.holiday]
        options = [(span_words(days * DAY), days) for days in lengths]
        press = CompetitionPress("holiday!", stored.id)
        text = tr(
            "Nobody challenges you during a holiday, and you do not drop. You have one a season;"
            " matches that are being played go on."
        )
        select = menu(press, tr("For how long?"), options)
        await say(interaction, layout(f"### {words.title(stored)}\n{text}", rows=[[select]]))

    async def begin_chosen_holiday(self, interaction: Interaction, stored: Stored) -> None:
        user, now = interaction.user.id, self._competitions.service.now()
        until = now + (replies.selected_number(interaction) or 0) * DAY
        changed = await self._competitions.apply(stored.id, ladder.begin_holiday, user, until)
        await self._shown.answer_change(interaction, stored, holiday_line(changed, user, now))


@dataclass(eq=False)
class CompetitionPresses(commands.Cog):
    _competitions: Competitions
    _messages: CompetitionMessages
    _shown: ShownCompetitions
    _links: Links
    _ladder: LadderScreens
    _editing: Editing

    def __post_init__(self) -> None:
        self._large_work = LargeWork()

    @answers(CompetitionPress, "comp")
    async def _press_competition(  # noqa: C901, PLR0912 - a case for each button
        self, interaction: Interaction, press: CompetitionPress
    ) -> None:
        stored = await self._competitions.get(press.competition)
        check_sight(interaction, stored)
        match press.action:
            case "join":
                await self.join(interaction, stored)
            case "again":
                next_one = await self._competitions.latest_of_series(stored)
                check_sight(interaction, next_one)
                await self.join(interaction, next_one)
            case "leave":
                await self.ask_to_leave(interaction, stored)
            case "leave!":
                await self._leave_competition(interaction, stored)
            case "checkin":
                await self.check_in(interaction, stored)
            case "play":
                await self._play_in_arena(interaction, stored)
            case "pause":
                await self._competitions.apply(stored.id, arena.begin_pause, interaction.user.id)
                await say(interaction, tr("You get no new opponent until you press “Play”."))
            case "mine":
                await self._show_own_matches(interaction, stored)
            case "standings" | "table":
                visit = visit_of(interaction)
                content = await self._messages.standings_content(stored, press, visit)
                await replies.show_privately(interaction, content)
            case "pairings":
                await self.show_pairings(interaction, stored, press.number, press.page)
            case "rules":
                await replies.show_privately(interaction, self._messages.rules_content(stored))
            case "record":
                await self._send_record(interaction, stored)
            case "challenge":
                await self._ladder.show_reach(interaction, stored)
            case "challenge!":
                await self._ladder.challenge_chosen_player(interaction, stored)
            case "holiday":
                await self._ladder.ask_for_holiday(interaction, stored)
            case "holiday!":
                await self._ladder.begin_chosen_holiday(interaction, stored)
            case "endround!":
                await self._editing.end_round(interaction, stored, press.number)
            case "remove!":
                await self._editing.remove(interaction, stored, press)
            case "end!" | "endladder":
                await self._editing.end(interaction, stored, press)
            case _:
                assert_never(press.action)

    async def join(self, interaction: Interaction, stored: Stored) -> None:
        user, servers = interaction.user, self._competitions.servers
        if stored.is_wide and interaction.guild_id not in await servers.channels_of(stored.series):
            raise Denied("This server does not take part in this league; an admin can change that.")
        changed = await self._competitions.enter(stored.id, Player(user.id, user.display_name))
        if user.id in changed.course.waiting:
            await say(interaction, tr(_WAITING_LIST, season=stored.season, next=stored.season + 1))
            return
        confirmation = tr("You take part in {name}.", name=words.title(stored))
        await self._shown.answer_change(interaction, stored, confirmation)
        if words.has_entered_late(changed, user.id):
            await say(interaction, words.first_round_line(changed))
        if changed.is_wide:
            await self._greet_in_chat(interaction, changed, confirmation)

    async def _greet_in_chat(self, interaction: Interaction, stored: Stored, joined: str) -> None:
        """Greet a new player of a league of all servers, whose matches are in chats."""
        row = competition_buttons(stored.id, NewsKind.GREETING, "leave")
        content = layout(f"{joined}\n{words.all_servers_words()}", rows=[row])
        try:
            await interaction.user.send(**replies.send_args(content))
        except replies.LOST as error:
            if replies.is_refusal(error):
                await say(interaction, tr(_CHAT_CLOSED))
            else:
                log.info("a player of league %s was not greeted: %s", stored.id, error)

    async def _play_in_arena(self, interaction: Interaction, stored: Stored) -> None:
        """Take part in an arena, or again after a pause."""
        if interaction.user.id not in stored.course.present:
            await self.join(interaction, stored)
            return
        changed = await self._competitions.apply(stored.id, arena.end_pause, interaction.user.id)
        wait_words = face_of(changed.format).waiting_sentence(changed, interaction.user.id)
        default = tr("Your next match begins as soon as an opponent is free.")
        await say(interaction, wait_words or default)

    async def check_in(self, interaction: Interaction, stored: Stored) -> None:
        face, course = face_of(stored.format), stored.course
        has_not_joined = course.began is None and interaction.user.id not in course.present
        if face.unjoined_refusal and course.called and has_not_joined:
            raise Denied(face.unjoined_refusal, season=stored.season)
        await self._competitions.apply(stored.id, competition_changes.check_in, interaction.user.id)
        await self._shown.answer_change(interaction, stored, tr(face.confirm_answer))

    async def ask_to_leave(self, interaction: Interaction, stored: Stored) -> None:
        """Leave before the beginning; after it, ask for a confirmation."""
        user, course = interaction.user.id, stored.course
        if course.began is None or course.ended or user not in course.present:
            await self._leave_competition(interaction, stored)
            return
        face = face_of(stored.format)
        sentences = [tr(face.leave_question, name=words.title(stored)), tr(face.leave_note)]
        if count := sum(user in pairing.players for pairing in course.open):
            warning = trn(
                "You then lose the match you are playing.",
                "You then lose the {count} matches you are playing.",
                count,
            )
            sentences.insert(1, warning)
        await ask_to_confirm(
            interaction, " ".join(sentences), tr("Leave"), CompetitionPress("leave!", stored.id)
        )

    async def _leave_competition(self, interaction: Interaction, stored: Stored) -> None:
        await self._competitions.leave(stored.id, interaction.user.id)
        text = tr("You no longer take part in {name}.", name=words.title(stored))
        await self._shown.answer_change(interaction, stored, text)

    async def show(self, interaction: Interaction, stored: Stored) -> None:
        """Show a competition to the user alone."""
        await say(interaction, await self._messages.main_content(stored, place=""))

    async def show_pairings(
        self, interaction: Interaction, stored: Stored, number: int = 0, page: int = 0
    ) -> None:
        """Show the pairings of a round; of the present one if ``number`` is 0."""
        visit = visit_of(interaction)
        links = await self._links.links_of(visit, [*stored.matches.values()])
        content = self._messages.pairings_content(stored, number, page, visit.user, links)
        await replies.show_privately(interaction, content)

    async def _show_own_matches(self, interaction: Interaction, stored: Stored) -> None:
        """Show the user's own matches in a competition, the running ones first."""
        user, course = interaction.user.id, stored.course
        pairings = [pairing for pairing in course.pairings.values() if user in pairing.players]
        pairings.sort(key=lambda it: (it.pairing in course.results or it.is_bye, -it.pairing))
        links = await self._links.links_of(visit_of(interaction), [*stored.matches.values()])
        headings = [f"### {words.title(stored)}", f"**{tr('My matches')}**"]
        own_words = partial(self._own_match_words, stored, links, user)
        lines = [f"- {await own_words(pairing)}" for pairing in pairings]
        lines += words.own_rest_lines(stored, user)
        if wait_words := face_of(stored.format).waiting_sentence(stored, user):
            lines.insert(0, wait_words)
        if words.has_entered_late(stored, user):
            lines.append(words.first_round_line(stored))
        if not lines:
            lines.append(tr("You have no match in this competition so far."))
        listed = first_lines(lines, _MAX_LISTED, *headings)
        await replies.show_privately(interaction, "\n".join([*headings, *listed]))

    async def _own_match_words(
        self, stored: Stored, links: Mapping[str, str], user: int, pairing: Paired
    ) -> str:
        """A match with its round and its link, and a note if it is the player's turn."""
        match_id, terms = stored.matches.get(pairing.pairing, ""), stored.terms
        parts = [words.pairing_line(stored, pairing, links.get(match_id))]
        if terms.format.has_rounds and not terms.at_once:
            parts.insert(0, tr("Round {number}", number=pairing.round))
        if not match_id or pairing.pairing in stored.course.results:
            return " · ".join(parts)
        if match_id not in links:
            parts.append(f"`{command(terms.game, 'board')} match:{match_id}`")
        service = self._competitions.service
        async with self._competitions.housekeeping.isolating(match_id):
            match = await service.match(match_id)
            if match.phase is Phase.PLAYING and match.seat_of(user) in service.facts.to_move(match):
                parts.append(f"**{tr('your turn')}**")
        return " · ".join(parts)

    async def _send_record(self, interaction: Interaction, stored: Stored) -> None:
        """Send all finished matches as one file of records."""
        with self._large_work.hold_place(interaction.user.id):
            await interaction.response.defer(ephemeral=True, thinking=True)
            async with self._large_work.lock:
                if not (matches := await self._finished_matches(interaction, stored)):
                    raise Denied("No match of this competition is over, so there is no record.")
                user = interaction.user.id
                file = await asyncio.to_thread(self._record_file, stored, matches, user)
        text = trn(
            "The records of {name}, {count} match.",
            "The records of {name}, {count} matches.",
            len(matches),
            name=words.title(stored),
        )
        await interaction.followup.send(
            text, file=file, ephemeral=True, allowed_mentions=replies.NOBODY
        )

    async def _finished_matches(self, interaction: Interaction, stored: Stored) -> list[Match]:
        """The finished matches; in a league of all servers only those that the user can see."""
        service, matches = self._competitions.service, list[Match]()
        visit = visit_of(interaction)
        for match_id in stored.matches.values():
            async with self._competitions.housekeeping.isolating(match_id):
                match = await service.match(match_id)
                if match.phase is not Phase.OVER:
                    continue
                board = await service.store.boards.board_of(match_id) if stored.is_wide else None
                if not stored.is_wide or await service.visibility.may_look(visit, match, board):
                    matches.append(match)
        return matches

    def _record_file(self, stored: Stored, matches: Sequence[Match], user: int) -> discord.File:
        """A file with a line of JSON for each match, without the states, so that it stays small."""
        lines = bytearray()
        for match in matches:
            record = self._competitions.service.facts.visible_record(match, user)
            with_names = replace(record, players=tuple(plain_names(match)))
            lines += f"{write_record(with_names, states=False)}\n".encode()
        return file_named(f"{stored.terms.game}-{stored.id}.jsonl", bytes(lines))
