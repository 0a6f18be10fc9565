"""Records of matches as files, and playing on from a moment of one.

A player gets the record of a match as a file, and can upload such a file: to replay it, to animate
it or to play on from it. A file has one line of JSON for each match, as docs/notation.md says.
"""

import asyncio
import io
import logging
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.challenges import Challenges, Invitation, read_invitation, seating_options
from cogs.board.machine_moves import Machines
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import find_shown_match
from cogs.board.views import match_views as views
from cogs.board.views.match_views import find_level
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest
from cogs.frame.command_options import Command, give_options, message_menu
from cogs.frame.features import answers, answers_in_match, makes_game_command, match_command
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.names import LEVEL_WORDS, Verbatim, command, names_in_text, plain_names
from cogs.frame.replies import LOST, NOBODY, chosen_users, say, turn_into
from cogs.frame.visit import visit_of
from cogs.presses import BranchPress, MatchPress, ReplayPress, read_number
from cogs.replays.long_jobs import ReadingJobs
from cogs.replays.replay_commands import Replays, typed_ply, visible_timeline
from prowlerbot.core.errors import BadRecord, Denied, NoRecord
from prowlerbot.core.game import CHANCE, Game, Registry
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import MAX_BYTES, record_of_file, write_record
from prowlerbot.match.lobby import BranchPoint
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Scene
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_MAX_FILE_BYTES = 4 * MAX_BYTES  # bytes; a whole match with its states takes about 20,000
LARGE_FILE_BYTES = 64 * 1024  # from here on another process reads the file, as that takes long
_WHICH_MATCH = mark("Which match, if not the latest")


@dataclass(eq=False)
class RecordFiles(commands.Cog):
    _service: Service
    _rendering: Rendering

    @match_command("record", mark("Get the record of a match as a file"), _WHICH_MATCH)
    async def send(self, interaction: Interaction, match: Match) -> None:
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no record.")
        if match.phase is not Phase.OVER:
            await self._service.visibility.check_spoilers(match, self._service.now())
        record = self._service.facts.visible_record(match, interaction.user.id)
        record = replace(record, players=tuple(plain_names(match)))
        # Each position's legal moves are in it, which takes as long as a picture.
        json_line = await self._rendering.draw(partial(write_record, record, states=True))
        file = discord.File(io.BytesIO(f"{json_line}\n".encode()), f"{match.game}-{match.id}.jsonl")
        await interaction.response.send_message(
            trn(
                "The record of {players}, {count} move.",
                "The record of {players}, {count} moves.",
                sum(play.seat != CHANCE for play in record.moves),
                players=views.join_players(names_in_text(match)),
            )
            + "\n-# "
            + tr(
                "A file for programs, and to keep the match: `{command}` replays it, here or with"
                " another bot, and lets you play on from any move.",
                command=command(match.game, "import"),
            ),
            file=file,
            ephemeral=True,
            allowed_mentions=NOBODY,
        )

    @answers_in_match("record")
    async def _press_record(self, interaction: Interaction, _: MatchPress, scene: Scene) -> None:
        await self.send(interaction, scene.match)


@dataclass(eq=False)
class Imports:
    """The command that stores an uploaded record and replays it."""

    _archive: Archive
    _games: Registry
    _jobs: ReadingJobs
    _replays: Replays

    @makes_game_command
    def _import_command(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(
            name="import", description="Verify a record file, then replay the match in it"
        )
        @app_commands.describe(
            file="The record, as JSON", line="Which line of the file, if not the first record"
        )
        async def import_record(
            interaction: Interaction,
            file: discord.Attachment,
            line: app_commands.Range[int, 1] | None = None,
        ) -> None:
            match = await self._import_file(interaction, manifest.key, file, line)
            await self._replays.show(interaction, match, None)

        return import_record

    async def _import_file(
        self, interaction: Interaction, game: str, file: discord.Attachment, line: int | None
    ) -> Match:
        """Verify an uploaded record and store it for the asker; the caller sends the answer."""
        if file.size > _MAX_FILE_BYTES:
            raise Denied(
                "A file of records can have at most {most} bytes; this one has {size}.",
                most=_MAX_FILE_BYTES,
                size=file.size,
            )
        self._jobs.check_free(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        with self._jobs.hold_place(interaction):
            try:
                record = await self._read_record(interaction, await _fetch_file(file), line)
            except NoRecord as error:
                raise BadRecord(
                    "This is not a match record. Use a file from {command}.",
                    command=Verbatim(f"`{command(game, 'record')}`"),
                ) from error
            except BadRecord as error:
                raise BadRecord("Nothing was imported. {problem}", problem=error) from error
        if record.game.key != game:
            raise BadRecord(
                "This is a record of {game}; import it with {command}.",
                game=record.game.title,
                command=Verbatim(f"`{command(record.game.key, 'import')}`"),
            )
        return await self._archive.keep_record(interaction.user.id, record)

    async def _read_record(self, interaction: Interaction, data: bytes, line: int | None) -> Record:
        job = partial(record_of_file, data, line, self._games)
        if len(data) < LARGE_FILE_BYTES:
            return await asyncio.to_thread(job)
        record = await self._jobs.do_job(interaction, job)
        return replace(record, game=self._games[record.game.key])  # replaces the worker's copy


async def _fetch_file(file: discord.Attachment) -> bytes:
    try:
        return await file.read()
    except LOST as error:
        log.warning("the bot could not fetch an uploaded record: %s", error)
        raise Denied("Discord did not deliver the file; please try again.") from error


@dataclass(eq=False)
class Branches(commands.Cog):
    """Matches that play on from a moment of another match or an imported record."""

    _service: Service
    _rendering: Rendering
    _machines: Machines
    _challenges: Challenges
    _archive: Archive
    _replays: Replays
    _bot: commands.AutoShardedBot

    async def cog_load(self) -> None:
        self._bot.tree.add_command(message_menu("Play on", self._play_on_here))

    async def _play_on_here(self, interaction: Interaction, message: discord.Message) -> None:
        """Ask for the opponents, or for the moment if the match is over in this one."""
        match_id, ply = find_shown_match(message)
        source = await self._archive.find_match(match_id, visit_of(interaction))
        known = visible_timeline(self._service, source, interaction.user.id)
        shown_ply = known.ply if ply is None else min(ply, known.ply)
        is_end = source.ending is not None and shown_ply == known.ply
        if is_end or known.views[shown_ply].outcome is not None:
            note = tr("Step to a move, then press “{button}”.", button=tr("Play on from here"))
            await self._replays.show(interaction, source, ply, note=note)
            return
        press = BranchPress("playon", source.id, shown_ply)
        await say(interaction, await self._question_content(interaction, source, press))

    @makes_game_command
    def _branch_command(self, manifest: Manifest, game: Game) -> Command:
        names = manifest.sides or [f"Seat {seat}" for seat in range(1, game.seats[-1] + 1)]
        sides = [app_commands.Choice(name=name, value=seat) for seat, name in enumerate(names, 1)]

        @app_commands.command(
            description="Play on from any move of a match, in a new friendly match"
        )
        @app_commands.describe(
            opponent="Your opponent; leave it out to let anyone join",
            move="How many moves of the match to keep",
            match="Which match or imported record, if not your latest",
            side="The player whose seat you take",
        )
        @app_commands.choices(side=sides)
        @give_options(seating_options(game.seats, fixed=True), after="side")
        async def branch(
            interaction: Interaction,
            /,
            *,
            move: app_commands.Range[int, 0],
            opponent: discord.User | None = None,
            match: str | None = None,
            side: int | None = None,
            **options: Any,
        ) -> None:
            source = await self._archive.choose_match(visit_of(interaction), manifest.key, match)
            ply = typed_ply(self._service, source, interaction.user.id, move)
            await self.challenge(interaction, source, ply, side, read_invitation(opponent, options))

        return self._replays.suggest_matches(branch, manifest)

    async def challenge(
        self,
        interaction: Interaction,
        source: Match,
        ply: int,
        seat: int | None,
        invited: Invitation,
    ) -> None:
        """Ask for a match that plays on from another one after ``ply`` moves. Its other seats go to
        the invited players, in order; the rest are open, or the machine's.
        """
        # Raises Denied for a challenge.
        visible_timeline(self._service, source, interaction.user.id)
        await self._service.visibility.check_spoilers(source, self._service.now())
        beginning = BranchPoint(source, ply, seat or self._default_seat(source, ply, interaction))
        await self._challenges.challenge(interaction, source.game, invited, {}, beginning=beginning)

    @answers(BranchPress, "playon")
    async def _ask_for_opponents(self, interaction: Interaction, press: BranchPress) -> None:
        source = await self._archive.find_match(press.match, visit_of(interaction))
        await turn_into(interaction, await self._question_content(interaction, source, press))

    async def _question_content(
        self, interaction: Interaction, source: Match, press: BranchPress
    ) -> Content:
        """Asks for the opponents of a match that plays on, and for the asker's seat in it."""
        known = visible_timeline(self._service, source, interaction.user.id)
        await self._service.visibility.check_spoilers(source, self._service.now())
        ply = min(press.ply, known.ply)
        if known.views[ply].outcome is not None:
            raise Denied("The match is over here; step back to an earlier move.")
        seat = _read_seat(press.seat, source) or self._default_seat(source, ply, interaction)
        face = self._rendering.face(source)
        start_words = tr("A new match begins here, from the same set-up.")
        if ply:
            number = known.count_moves(ply)
            start_words = tr("A new match begins here, after move {number}.", number=number)
        player = names_in_text(source)[seat - 1]
        lines = [
            views.match_heading(source, face),
            start_words,
            tr("You play {mark} {player}.", mark=face.seat_mark(seat, source.setup), player=player),
            "-# " + tr("Friendly: the result changes no rating."),
        ]
        back = Button(tr("Back"), ReplayPress("step", source.id, ply, "return"))
        has_machine = self._machines.seats.admits_machine(visit_of(interaction).server)
        rows = _opponent_rows(source, ply, seat, has_machine=has_machine)
        rows.append([*_seat_buttons(source, face, ply, seat), back])
        return layout("\n".join(lines), rows=rows)

    @answers(BranchPress, "branch")
    async def _begin_branch(self, interaction: Interaction, press: BranchPress) -> None:
        source = await self._archive.find_match(press.match, visit_of(interaction))
        opponents = tuple(chosen_users(interaction))
        level = find_level(press.against)
        if not opponents and not press.against and len(source.players) > 1:
            raise Denied("Choose an opponent.")
        invited, seat = Invitation(opponents, level=level), _read_seat(press.seat, source)
        await self.challenge(interaction, source, press.ply, seat, invited)

    def _default_seat(self, source: Match, ply: int, interaction: Interaction) -> int:
        """The asker's own seat; for a spectator the seat to move, else the one that moved last."""
        seat = source.seat_of(interaction.user.id)
        known = self._service.facts.timeline(source, interaction.user.id)
        to_move = known.views[min(ply, known.ply)].to_move - {CHANCE}
        past_seats = (play.seat for play in reversed(known.plays[:ply]) if play.seat != CHANCE)
        return seat or min(to_move, default=0) or next(past_seats, 1)


def _seat_buttons(source: Match, face: Face, ply: int, chosen: int) -> list[Button]:
    """The seats that the asker can take; the chosen one cannot be pressed."""
    return [
        Button(
            name,
            BranchPress("playon", source.id, ply, str(seat)),
            discord.ButtonStyle.primary if seat == chosen else discord.ButtonStyle.secondary,
            emoji=face.seat_mark(seat, source.setup),
            disabled=seat == chosen,
        )
        for seat, name in enumerate(plain_names(source), 1)
    ]


def _opponent_rows(source: Match, ply: int, seat: int, *, has_machine: bool) -> list[list[Item]]:
    """The choice of opponents: people, anybody, the machine if it plays; none in a game for one."""

    def press_to(against: str = "") -> BranchPress:
        return BranchPress("branch", source.id, ply, str(seat), against)

    if not (other_seats := len(source.players) - 1):
        return [[Button(tr("Play on"), press_to())]]
    select: discord.ui.UserSelect[discord.ui.LayoutView] = discord.ui.UserSelect(
        custom_id=str(press_to()), placeholder=tr("Choose your opponent"), max_values=other_seats
    )
    anybody = Button(tr("Anyone"), press_to("anybody"))
    levels = [
        Button(tr("Machine: {level}", level=tr(words.label)), press_to(level))
        for level, words in LEVEL_WORDS.items()
        if has_machine
    ]
    return [[select], [anybody, *levels]]


def _read_seat(text: str, source: Match) -> int | None:
    """The chosen seat; None if there is no choice yet."""
    seat = read_number(text)
    if text and seat not in source.seats:
        raise Denied("That match has no seat {seat}.", seat=text)
    return seat
