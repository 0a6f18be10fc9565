"""What players ask for beside moving, by command or by button; the same for all games."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import discord
from discord import app_commands

from cogs.board import views
from cogs.board.rendering import link_to
from cogs.board.table import Table
from cogs.frame.layout import listed
from cogs.frame.limits import check_channel
from cogs.frame.names import plain, safe
from cogs.frame.replies import NOBODY, say
from cogs.life.agreements_view import Row, menu_row
from cogs.life.terms import due_line
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.record import to_json
from prowlerbot.match.match import Match, Phase, Player, seat_at
from prowlerbot.match.play import record
from prowlerbot.match.terms import Takebacks, Terms
from prowlerbot.service.service import Beginning
from prowlerbot.storage.boards import Access
from prowlerbot.storage.scenes import Scene

_CHOICES = 25
"""Discord's limit for the suggestions to an option."""
_LONGEST_LIST = 3_900
"""Characters of a list of matches; with the line that counts the others it fits a message."""


class Desk:
    def __init__(self, table: Table) -> None:
        self._table = table
        self._service = table.service

    async def challenge(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.User | discord.Member,
        options: Mapping[str, str],
        *,
        pace: int | None = None,
        takebacks: Takebacks = "ask",
        rated: str | None = None,
        beginning: Beginning | None = None,
    ) -> None:
        """Ask somebody to a match; what is not said is as the server has it.

        With a ``beginning`` it is one that plays on from a moment of another match.
        """
        usual = await self._service.server(interaction.guild_id)
        check_channel(interaction, usual)
        self._table.check_permissions(interaction)
        if interaction.context.dm_channel:
            raise Denied(
                "Nobody but you reads this chat. Challenge {player} in a server, in a group or in"
                " your chat with each other.",
                player=Player(opponent.id, opponent.display_name),
            )
        if opponent.bot:
            raise Denied("Bots do not play; challenge a person.")
        if interaction.guild_id is not None and not isinstance(opponent, discord.Member):
            raise Denied(
                "{player} is not in this server any more.",
                player=Player(opponent.id, opponent.display_name),
            )
        players = [Player(user.id, user.display_name) for user in (interaction.user, opponent)]
        usually_rated = usual.rated and interaction.guild_id is not None
        terms = Terms(
            takebacks=takebacks,
            pace=usual.pace if pace is None else pace,
            rated=usually_rated if rated is None else rated == "yes",
        )
        most = usual.open_challenges
        if beginning is None:
            match = await self._service.challenge(game, players, options, terms, most=most)
        else:
            match = await self._service.branch(beginning, players, terms, most=most)
        try:
            await self._table.challenge(interaction, match)
        except Exception:  # a challenge that nobody can see must not wait for an answer
            await self._service.cancel(match.id, interaction.user.id)
            raise

    async def play(
        self,
        interaction: discord.Interaction,
        game: str,
        pathway: str,
        marker: str | None,
        match_id: str | None,
    ) -> None:
        """Make a move by command; the text is put together by the face of the game."""
        user = interaction.user.id
        match = await self._service.choose(user, game, match_id)
        state = self._service.position_to_move(match, user, match.moment)
        move = self._table.face(match).typed_move(state, pathway, marker)
        await interaction.response.defer(ephemeral=True)
        moved = await self._service.play(match.id, user, match.moment, move, seen=match)
        news = self._table.face(match).news(self._service.states(moved), views.names(moved))
        if await self._only_answers(interaction, moved.id):
            await interaction.edit_original_response(content=news)
            await self._table.post(interaction, moved)
            return
        shown = await self._table.refresh(moved.id, user)
        link = await self._table.link(moved.id)
        where = link if shown and link else tr("Use `/prowler board` to show the board here.")
        await interaction.edit_original_response(content=f"{news}\n{where}")

    async def _only_answers(self, interaction: discord.Interaction, match_id: str) -> bool:
        """Whether the board stands in this channel and the bot cannot edit it by itself."""
        board = await self._service.store.board(match_id)
        here = board is not None and board.channel == interaction.channel_id
        return here and board is not None and board.access is Access.INTERACTION

    async def matches(self, interaction: discord.Interaction, game: str) -> None:
        user = interaction.user.id
        found = await self._service.open_matches(user, game)
        lines = ["### " + tr("Your matches")]
        for told, scene in enumerate(found):
            line = self._line(scene, user)
            if sum(map(len, lines)) + len(lines) + len(line) > _LONGEST_LIST:
                lines.append("-# " + tr("… and {count} more.", count=len(found) - told))
                break
            lines.append(line)
        if not found:
            lines.append(
                tr("You have no open match. Challenge somebody with `/prowler challenge`.")
            )
        await say(interaction, "\n".join(lines))

    def _line(self, scene: Scene, user: int) -> str:
        match = scene.match
        others = listed([safe(p.name) for p in match.players if p.id != user])
        waits = self._service.waits_for(match, user)
        if match.phase is Phase.CHALLENGED:
            state = tr("waits for your answer") if waits else tr("not answered yet")
        else:
            turn = tr("**your turn**") if waits else tr("their turn")
            state = f"{turn}, {tr('move {number}', number=match.ply + 1)}"
        where = link_to(scene.board) or tr(
            "the board is gone: `/prowler board match:{id}` shows it again", id=match.id
        )
        against = tr("Against **{others}**", others=others)
        due = due_line(self._service.deadline(scene)) or f"<t:{match.changed_at}:R>"
        return f"- {against} (`{match.id}`): {state} · {due} · {where}"

    async def board(self, interaction: discord.Interaction, match: Match) -> None:
        """Show a match here, for one of its players."""
        seat_at(match, interaction.user.id)
        if match.phase is Phase.OVER and not match.setup:
            raise Denied("This challenge never became a match; there is no board to show.")
        self._table.check_permissions(interaction)
        await self._table.post(interaction, match)

    async def scores(self, interaction: discord.Interaction, match: Match) -> None:
        state = self._service.states(match)[-1]
        await say(interaction, self._table.face(match).scores(state, views.names(match)))

    async def menu(self, interaction: discord.Interaction, match: Match) -> None:
        plays = match.seat_of(interaction.user.id) is not None and match.phase is Phase.PLAYING
        more = await self._more(match, interaction.user.id) if plays else []
        await say(interaction, views.menu_view(match, plays=plays, more=more))

    async def _more(self, match: Match, user: int) -> Row:
        due = self._service.deadline(await self._service.scene(match.id))
        return menu_row(
            match,
            seat_at(match, user),
            self._service.states(match),
            self._table.face(match),
            late=due is not None and self._service.now() >= due,
        )

    async def describe(self, interaction: discord.Interaction, match: Match) -> None:
        state, ended = self._service.states(match)[-1], self._service.cut_short(match)
        await say(interaction, self._table.face(match).describe(state, views.names(match), ended))

    async def rules(self, interaction: discord.Interaction, game: str) -> None:
        await say(interaction, self._table.rendering.faces[game].rules)

    async def record(self, interaction: discord.Interaction, match: Match) -> None:
        """The record as a file, one line of JSON as docs/notation.md describes it."""
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is no record.")
        stated = to_json(record(match, self._service.game(match)), states=True)
        text = json.dumps(stated, separators=(",", ":")) + "\n"
        file = discord.File(io.BytesIO(text.encode()), f"{match.game}-{match.id}.jsonl")
        against = f" {tr('against')} ".join(views.names(match))
        await interaction.response.send_message(
            trn(
                "The record of {players}, {count} move.",
                "The record of {players}, {count} moves.",
                match.ply,
                players=against,
            ),
            file=file,
            ephemeral=True,
            allowed_mentions=NOBODY,
        )

    async def ask_resign(self, interaction: discord.Interaction, match: Match) -> None:
        seat_at(match, interaction.user.id)
        if match.phase is not Phase.PLAYING:
            raise Denied("Only a match that is being played can be resigned.")
        await say(interaction, views.resign_view(match, interaction.user.id))

    async def choose(
        self, interaction: discord.Interaction, game: str, match_id: str | None
    ) -> Match:
        """The match that a command is about."""
        return await self._service.choose(interaction.user.id, game, match_id)

    async def suggest_matches(
        self, interaction: discord.Interaction, game: str, typed: str
    ) -> list[app_commands.Choice[str]]:
        user = interaction.user.id
        found: list[app_commands.Choice[str]] = []
        for scene in await self._service.open_matches(user, game):
            match = scene.match
            others = listed([plain(p.name) for p in match.players if p.id != user])
            turn = tr("your turn") if self._service.waits_for(match, user) else tr("their turn")
            label = f"{others} · {turn} · {match.id}"[:100]
            if match.phase is Phase.PLAYING and typed.casefold() in label.casefold():
                found.append(app_commands.Choice(name=label, value=match.id))
        return found[:_CHOICES]

    async def suggest_moves(
        self, interaction: discord.Interaction, game: str, typed: str, match_id: str | None
    ) -> list[app_commands.Choice[str]]:
        """The legal moves as the face of the game lists them; none where it is not their turn."""
        user = interaction.user.id
        match = await self._service.choose(user, game, match_id)
        state = self._service.position_to_move(match, user, match.moment)
        options = self._table.face(match).typed_options(state)
        wanted = typed.casefold().strip()
        fitting = [
            (label, value)
            for label, value in options
            if value == wanted or wanted in label.casefold()
        ]
        # A typed number means that pathway first, then the others with the digit in them.
        fitting.sort(key=lambda option: option[1] != wanted)
        return [app_commands.Choice(name=label, value=value) for label, value in fitting[:_CHOICES]]
