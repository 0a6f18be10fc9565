"""The commands `/tournament`: create one, take part, and change one as its host."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from discord import Interaction, app_commands

from cogs.board.views.terms_text import HOUR
from cogs.competitions.competition_commands import RATED, CompetitionCommands
from cogs.competitions.competition_options import check_host, check_may_host, role_in
from cogs.competitions.formats.format_words import words_of
from cogs.frame.features import makes_command
from cogs.frame.options import Command, Suggestions, suggest
from cogs.frame.powers import is_admin
from cogs.frame.replies import say
from prowlerbot.competitions import player_steps
from prowlerbot.competitions.competition_limits import LONGEST_NAME, LONGEST_TEXT, MOST_ROUNDS
from prowlerbot.competitions.competition_record import MOST, Terms
from prowlerbot.competitions.competition_values import Kind
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.core.acts import What
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.preferences import DAY

_FORMAT_CHOICES = [
    app_commands.Choice(name=words_of(each).name, value=each.key)
    for each in FORMATS.values()
    if each.kind is Kind.TOURNAMENT
]
_PACE_CHOICES = [
    app_commands.Choice(name="10 minutes a move", value=10 * 60),
    app_commands.Choice(name="1 hour a move", value=HOUR),
    app_commands.Choice(name="1 day a move", value=DAY),
    app_commands.Choice(name="3 days a move", value=3 * DAY),
]
_ROUND_TIMES = [
    app_commands.Choice(name="1 hour", value=HOUR),
    app_commands.Choice(name="4 hours", value=4 * HOUR),
    app_commands.Choice(name="1 day", value=DAY),
    app_commands.Choice(name="3 days", value=3 * DAY),
    app_commands.Choice(name="7 days", value=7 * DAY),
    app_commands.Choice(name="14 days", value=14 * DAY),
    app_commands.Choice(name="30 days", value=30 * DAY),
    app_commands.Choice(name="No limit", value=0),
]
_CHECK_INS = [
    app_commands.Choice(name="None", value=0),
    app_commands.Choice(name="15 minutes before the start", value=15 * 60),
    app_commands.Choice(name="1 hour before the start", value=HOUR),
    app_commands.Choice(name="1 day before the start", value=DAY),
]
_USUAL_ROUND = {10 * 60: 4 * HOUR, HOUR: 3 * DAY, DAY: 14 * DAY, 3 * DAY: 30 * DAY}
_USUAL_CHECK_IN = {10 * 60: 15 * 60, HOUR: 15 * 60, DAY: HOUR, 3 * DAY: HOUR}
_USUAL_SEATS = 32


@dataclass(eq=False)
class TournamentCommands(CompetitionCommands):
    kind = Kind.TOURNAMENT
    option = "tournament"
    which = mark("Which tournament, if there are several here")
    none = mark("No tournament is open here; `/tournament create` begins one.")

    @makes_command
    def commands(self) -> app_commands.Group:
        presses = self.presses
        return self.group(
            "tournament",
            mark("Tournaments in this server"),
            self._create(),
            self.about("join", mark("Take part in a tournament"), presses.join),
            self.about("leave", mark("No longer take part in a tournament"), presses.leave),
            self.listing(
                mark("See the tournaments of this server"), mark("Tournaments in this server")
            ),
            self.about("show", mark("Show a tournament, for your eyes only"), presses.show, True),
            self.edit(mark("Change or delete the name and text of a tournament, as its host")),
            self._remove(),
            self._prolong(),
            self.about(
                "end-round",
                mark("End the round that is being played"),
                self.editing.ask_to_end_round,
            ),
            self.about(
                "cancel",
                mark("End a tournament at once, without a winner"),
                self.editing.ask_to_end,
            ),
        )

    # ------------------------------------------------------------------ for everybody

    def _create(self) -> Command:
        @app_commands.command(
            description="Create a tournament in this channel;"
            " hosts who play cannot end rounds or take players out"
        )
        @app_commands.describe(
            game="The game",
            format="The format: how players meet",
            pace="Time limit for each move",
            starts="When: “in 2 hours”, “sat 18:00” or “2026-12-01 19:30”",
            seats="How many can take part (default: 32)",
            rounds="How many rounds, for the formats without a fixed number",
            round_time="Time limit for a round (default: it suits the pace)",
            check_in="When players must confirm that they are there",
            rated="Whether the matches count for ratings (default: they do)",
            name="The name of the tournament",
            about="A text about it",
        )
        @app_commands.choices(game=self.games.choices, format=_FORMAT_CHOICES, rated=RATED)
        @app_commands.choices(pace=_PACE_CHOICES, round_time=_ROUND_TIMES, check_in=_CHECK_INS)
        async def create(
            interaction: Interaction,
            *,
            game: str,
            format: str,  # noqa: A002 - the name of the option
            pace: int,
            starts: str,
            seats: app_commands.Range[int, 2, MOST] = _USUAL_SEATS,
            rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
            round_time: int | None = None,
            check_in: int | None = None,
            rated: Literal["yes", "no"] = "yes",
            name: app_commands.Range[str, 1, LONGEST_NAME] = "",
            about: app_commands.Range[str, 1, LONGEST_TEXT] = "",
        ) -> None:
            terms = Terms(
                FORMATS[format],
                game,
                await self._choice.time(interaction, starts),
                table=FORMATS[format].table(self.competitions.service.games[game].seats),
                rounds=rounds or 0,
                check_in=_USUAL_CHECK_IN[pace] if check_in is None else check_in,
                round_time=_USUAL_ROUND[pace] if round_time is None else round_time,
                rated=rated == "yes",
                most=seats,
            )
            check_may_host(interaction)
            admin = is_admin(interaction)
            stored = await self.begin(
                interaction, terms, pace=pace, name=name, about=about, admin=admin
            )
            await self.shown.post(interaction, stored.id)

        suggest(create, "starts", self._choice.suggest_time)
        return create

    # ------------------------------------------------------------------ for the host

    def _remove(self) -> Command:
        @app_commands.command(description="Take a player out of a tournament, as its host")
        @app_commands.describe(player="The player")
        @self.selecting
        async def remove(interaction: Interaction, player: str, which: str | None = None) -> None:
            stored = await self._choice.choose(interaction, which)
            check_host(interaction, stored)
            user = self._choice.player_named(stored, player.strip())
            await self.editing.ask_to_remove(interaction, stored, user)

        async def players(interaction: Interaction, typed: str) -> Suggestions:
            named = getattr(interaction.namespace, "tournament", None) or None
            check_host(interaction, await self._choice.choose(interaction, named))
            return await self._choice.player(interaction, named, typed)

        suggest(remove, "player", players)
        return self.suggesting(remove)

    def _prolong(self) -> Command:
        @app_commands.command(description="Change the time for the present round, as the host")
        @app_commands.describe(until="Until when: “in 2 days”, “sun 20:00” or “2026-12-01 19:30”")
        @self.selecting
        async def prolong(interaction: Interaction, until: str, which: str | None = None) -> None:
            stored = await self._choice.choose(interaction, which)
            check_host(interaction, stored)
            at = await self._choice.time(interaction, until)
            change = partial(
                player_steps.prolong, by=interaction.user.id, role=role_in(interaction, stored)
            )
            await self.competitions.apply(stored.id, change, at)
            await self.editing.note(interaction, stored, What.PROLONGED)
            told = tr(
                "The round has time until {date}; those who still play are told.",
                date=f"<t:{at}:f>",
            )
            await say(interaction, told)

        suggest(prolong, "until", self._choice.suggest_time)
        return self.suggesting(prolong)
