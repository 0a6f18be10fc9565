"""The leaderboards. Every button carries its target, so no state is kept between presses."""

from collections.abc import Mapping
from dataclasses import dataclass

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.match_message import Rendering
from cogs.board.views.common_buttons import page_rows
from cogs.board.views.results_text import rating_words
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, layout
from cogs.frame.names import safe_name
from cogs.frame.options import allow_everywhere
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import visit_of
from cogs.players.match_list import WHICH_GAME, PlayedGames
from cogs.presses.addresses import LeaderboardPress, Scope
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.match.preferences import PlayerChoices, Seen
from prowlerbot.match.ratings import PROVISIONAL, PlayerStanding, medal
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.profiles.leaderboard_store import Leaderboard
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

_ORDER = mark("Ranked lower until you have played {count} matches")
_ON_A_LEADERBOARD = 10
_MEDALS: Mapping[int | None, str] = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(eq=False)
class Standings(commands.Cog):
    _service: Service
    _store: Store
    _rendering: Rendering
    _finished: FinishedMatches
    _games: PlayedGames

    def __post_init__(self) -> None:
        app_commands.choices(game=self._games.choices)(self.leaderboard)

    @allow_everywhere
    @app_commands.command(description="See who has the best rating")
    @app_commands.describe(scope="Of this server, or of all servers together", game=WHICH_GAME)
    async def leaderboard(
        self, interaction: Interaction, scope: Scope | None = None, game: str | None = None
    ) -> None:
        meant = await self._games.game_meant(interaction.user.id, game)
        if scope == "server" and interaction.guild_id is None:
            raise Denied("This is not a server; choose the overall leaderboard.")
        await say(interaction, await self._leaderboard(interaction, meant, scope or "server", 0))

    @answers(LeaderboardPress, "leaders")
    async def _turn_leaderboard(self, interaction: Interaction, press: LeaderboardPress) -> None:
        view = await self._leaderboard(interaction, press.game, press.scope, press.number)
        await turn_into(interaction, view)

    @answers(LeaderboardPress, "listed")
    async def _change_listing(self, interaction: Interaction, press: LeaderboardPress) -> None:
        """Show the presser on leaderboards, or hide them."""
        game = self._service.games.named(press.game).key  # store nothing for an unknown game
        seen: Seen = PlayerChoices().seen if press.number else "nowhere"
        await self._store.choices.change(PlayerChoices, interaction.user.id, seen=seen)
        view = await self._leaderboard(interaction, game, press.scope, 0)
        await turn_into(interaction, view)

    async def _leaderboard(
        self, interaction: Interaction, game: str, scope: Scope, page: int
    ) -> Content:
        user = interaction.user.id
        if interaction.guild_id is None:
            scope = "overall"  # also if the button came from a server
        game = self._service.games.named(game).key  # the id of a button is untrusted
        only_here = scope == "server"
        reader, now = visit_of(interaction), self._service.now()
        board = await self._finished.leaderboards.read_leaderboard(
            reader, game, user, only_here=only_here, page=page, size=_ON_A_LEADERBOARD, now=now
        )
        names = await self._store.results.names((each.player for each in board.shown), reader.guild)
        title = tr("Leaderboard of this server") if only_here else tr("Leaderboard of all servers")
        lines = [f"### {title}\n-# {self._rendering.faces[game].title}"]
        lines += [
            standing_line(place, board.all, names[each.player], each, readers=each.player == user)
            for place, each in enumerate(board.shown, board.page * _ON_A_LEADERBOARD + 1)
        ]
        if not board.shown:
            lines.append(tr("Nobody has finished a rated match yet."))
        chosen = await self._store.choices.choices_of(PlayerChoices, user)
        listed = chosen.seen != "nowhere"
        lines.append(await self._own_line(board, game, user, listed=listed))
        lines.append(f"-# {tr(_ORDER, count=PROVISIONAL)}")
        rows = page_rows(
            lambda to, _: LeaderboardPress("leaders", game, scope, to), board.page, board.pages
        )
        row: list[Button] = []
        if interaction.guild_id is not None:
            other: Scope = "overall" if scope == "server" else "server"
            label = tr("All servers") if scope == "server" else tr("This server")
            row.append(Button(label, LeaderboardPress("leaders", game, other, 0)))
        label = tr("Hide me") if listed else tr("List me")
        press = LeaderboardPress("listed", game, scope, 0 if listed else 1)
        rows.append([*row, Button(label, press)])
        return layout("\n".join(lines), rows=rows)

    async def _own_line(self, board: Leaderboard, game: str, user: int, *, listed: bool) -> str:
        rating = await self._store.results.standing(game, user)
        if rating is None:
            return "\n" + tr("You have no rating yet; a rated match gives you one.")
        own, place = rating_words(rating), f"**{board.place}**"
        if not listed:
            return "\n" + tr("You: {rating}, hidden from everybody else", rating=own)
        if board.place is None:
            return "\n" + tr("You: {rating}, without a rated match in this server", rating=own)
        return "\n" + tr(
            "You: place {place} of {all}, {rating}", place=place, all=board.all, rating=own
        )


def standing_line(
    place: int, places: int, name: str, standing: PlayerStanding, *, readers: bool
) -> str:
    """One line of a leaderboard; ``readers`` says that the player is the reader."""
    count = trn("{count} match", "{count} matches", standing.matches)
    shown = f"**{safe_name(name)}**" if readers else safe_name(name)
    mark_of_place = _MEDALS.get(medal(place, places, standing.matches), f"**{place}.**")
    return f"{mark_of_place} {shown} · {rating_words(standing)} · {count}"
