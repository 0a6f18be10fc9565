"""The commands `/tournament`: create one, take part, and change one as its host."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import Interaction, app_commands

from cogs.board.views.challenge_views import HOUR
from cogs.competitions.competition_commands import (
    ABOUT,
    NAME,
    PACES,
    RATED,
    CompetitionCommands,
    Said,
)
from cogs.competitions.competition_options import check_host, check_may_host, role_in
from cogs.competitions.formats.format_words import words_of
from cogs.contract.manifest import Option
from cogs.frame.options import Command
from cogs.frame.replies import say
from prowlerbot.competitions.competition_record import DAY, MOST, MOST_ROUNDS, Kind, Terms
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.recurrence import Every
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.posts import What

_FORMATS = tuple(
    (words_of(each).name, each.key) for each in FORMATS.values() if each.kind is Kind.TOURNAMENT
)
_ARENA_PACES = (
    (mark("30 seconds a move (arena)"), 30),
    (mark("1 minute a move (arena)"), 60),
    (mark("2 minutes a move (arena)"), 2 * 60),
)
_ROUND_TIMES = (
    (mark("30 minutes"), 30 * 60),
    ("1 hour", HOUR),
    ("4 hours", 4 * HOUR),
    ("1 day", DAY),
    ("3 days", 3 * DAY),
    ("7 days", 7 * DAY),
    ("14 days", 14 * DAY),
    ("30 days", 30 * DAY),
    (mark("No limit"), 0),
)
_CHECK_INS = (
    ("None", 0),
    (mark("15 minutes before the start"), 15 * 60),
    (mark("1 hour before the start"), HOUR),
    (mark("1 day before the start"), DAY),
)
_EVERY = (
    (mark("Once"), "once"),
    (mark("Every day"), Every.DAY),
    (mark("Every week"), Every.WEEK),
    (mark("Every two weeks"), Every.FORTNIGHT),
    (mark("Every month"), Every.MONTH),
)
_USUAL_ROUND = {10 * 60: 4 * HOUR, HOUR: 3 * DAY, DAY: 14 * DAY, 3 * DAY: 30 * DAY}
_USUAL_CHECK_IN = {10 * 60: 15 * 60, HOUR: 15 * 60, DAY: HOUR, 3 * DAY: HOUR}
_STARTS = "When: “in 2 hours”, “sat 18:00” or “2026-12-01 19:30”"
_UNTIL = mark("Until when: “in 2 days”, “sun 20:00” or “2026-12-01 19:30”")


@dataclass(eq=False)
class TournamentCommands(CompetitionCommands):
    name = "tournament"
    description = mark("Tournaments in this server")
    kind = Kind.TOURNAMENT
    which = mark("Which tournament, if there are several here")
    none = mark("No tournament is open here; `/tournament create` begins one.")
    begin = (
        "create",
        mark(
            "Create a tournament in this channel;"
            " hosts who play cannot end rounds or take players out"
        ),
    )
    options = (
        Option("format", "The format: how players meet", _FORMATS, required=True),
        Option(
            "pace", "Time limit for each move", (*_ARENA_PACES, *PACES), required=True, kind=int
        ),
        Option("starts", _STARTS, required=True),
        Option(
            "seats", "How many can take part (default: 32)", kind=app_commands.Range[int, 2, MOST]
        ),
        Option(
            "rounds",
            "How many rounds, for the formats without a fixed number",
            kind=app_commands.Range[int, 1, MOST_ROUNDS],
        ),
        Option(
            "round_time",
            "Time limit for a round, or the length of an arena",
            _ROUND_TIMES,
            kind=int,
        ),
        Option("check_in", "When players must confirm that they are there", _CHECK_INS, kind=int),
        Option("every", "How often it comes back at this hour (default: once)", _EVERY),
        RATED,
        Option("name", "The name of the tournament", kind=NAME),
        ABOUT,
    )

    def others(self) -> Sequence[Command]:
        about, presses, editing = self.about, self.presses, self.editing
        player = Option("player", "The player", required=True)
        until = Option("until", _UNTIL, required=True)
        return (
            about("join", "Take part in a tournament", presses.join),
            about("leave", "No longer take part in a tournament", presses.leave),
            about("show", "Show a tournament, for your eyes only", presses.show, ended=True),
            self.edit(mark("Change or delete the name and text of a tournament, as its host")),
            about("remove", "Take a player out of a tournament, as its host", self._remove, player),
            about(
                "prolong",
                "Change the time for the present round, as the host",
                self._prolong,
                until,
            ),
            about("move-here", "Bring a tournament into this channel, as its host", editing.move),
            about("end-round", "End the round that is being played", editing.ask_to_end_round),
            about("cancel", "End a tournament at once, without a winner", editing.ask_to_end),
            self.listing(
                mark("See the tournaments of this server"), mark("Tournaments in this server")
            ),
        )

    def check(self, interaction: Interaction) -> None:
        check_may_host(interaction)

    def terms(self, game: str, starts: int, said: Said) -> Terms:
        pace, form = said["pace"], FORMATS[said["format"]]
        lasts = said.get("round_time", _USUAL_ROUND.get(pace, HOUR))
        terms = Terms(
            form,
            game,
            starts,
            table=form.table(self.competitions.service.games[game].seats),
            rounds=said.get("rounds", 0),
            check_in=said.get("check_in", _USUAL_CHECK_IN.get(pace, 0)),
            rated=said.get("rated") != "no",
            most=said.get("seats", 32),
            # The command of former versions, which a client may still have, gives "" for once.
            every=Every[(said.get("every") or "once").upper()],
        )
        if form.has_rounds:
            return replace(terms, round_time=lasts)
        return replace(terms, season=lasts)

    # ------------------------------------------------------------------ for the host

    async def _remove(self, interaction: Interaction, stored: Stored, player: str) -> None:
        check_host(interaction, stored)
        user = self._choice.player_named(stored, player.strip())
        await self.editing.ask_to_remove(interaction, stored, user)

    async def _prolong(self, interaction: Interaction, stored: Stored, until: str) -> None:
        check_host(interaction, stored)
        at = await self._choice.time(interaction, until)
        by, role = interaction.user.id, role_in(interaction, stored)
        await self.competitions.prolong(stored.id, at, by=by, role=role)
        await self.editing.note(interaction, stored, What.PROLONGED)
        told = tr(
            "The round has time until {date}; those who still play are told.",
            date=f"<t:{at}:f>",
        )
        await say(interaction, told)
