"""Looking back and comparing: history, head to head, statistics, leaderboards.

No state survives a press: every button carries its target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

import discord
from discord import Interaction

from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Links
from cogs.contract.face import PlayedOut
from cogs.frame.asker import asker_of
from cogs.frame.layout import Button, Content, layout
from cogs.frame.names import safe
from cogs.frame.press import Action
from cogs.frame.replies import say, turn_into
from cogs.frame.router import Route
from cogs.people.list_presses import LeaderboardPress, PlayerPress, Scope
from cogs.views.results_text import (
    bullets,
    history_line,
    rated,
    standing_line,
    streak_line,
    tally_line,
)
from prowlerbot.core.errors import Denied
from prowlerbot.core.formats import decimal
from prowlerbot.core.i18n import mark, spoken, tr, trn
from prowlerbot.core.recent import Recent
from prowlerbot.match.player_results import Finished, seat_of, tally
from prowlerbot.match.preferences import PlayerChoices, Seen
from prowlerbot.match.ratings import PROVISIONAL
from prowlerbot.service.finished import FinishedMatches, Reader
from prowlerbot.service.service import Service
from prowlerbot.storage.leaderboards import Leaderboard
from prowlerbot.storage.store import Store

User: TypeAlias = discord.User | discord.Member
_T = TypeVar("_T")

_ORDER = mark("Ranked cautiously until {count} matches")
_NONE = mark("No finished match so far.")
_NONE_HERE = mark("No finished match that you can find here.")
"""The text for a player without matches, without visible ones, and with a hidden history alike."""
_ON_A_PAGE = 8
_ON_A_LEADERBOARD = 10
_LATEST = 5
"""Matches that a head to head lists."""
_LOOKED_INTO = 100
"""The most matches whose records are replayed for statistics; more would take too long."""

_REMEMBERED = 500
"""Answers from records that are kept."""


class Standings:
    def __init__(self, service: Service, store: Store, rendering: Rendering, links: Links) -> None:
        self._service = service
        self._store = store
        self._rendering = rendering
        self._links = links
        self._results = store.results
        self._finished = FinishedMatches(store)
        self._told: Recent[tuple[object, ...], Any] = Recent(_REMEMBERED)
        self.routes = (
            Route(Action.HISTORY, PlayerPress.read, self._turn_history),
            Route(Action.LEADERS, LeaderboardPress.read, self._turn_leaderboard),
            Route(Action.LISTED, LeaderboardPress.read, self._change_listing),
        )

    # ------------------------------------------------------------------ history

    async def history(self, interaction: Interaction, game: str, player: User) -> None:
        view = await self._history(interaction, game, player.id, player.display_name, 0)
        await say(interaction, view)

    async def _turn_history(self, interaction: Interaction, press: PlayerPress) -> None:
        game = self._service.games.named(press.game).key  # the id of a button is untrusted
        if not await self._finished.count(reader_of(interaction), game, press.player):
            raise Denied("There is nothing to show any more.")
        name = (await self._results.names([press.player]))[press.player]
        view = await self._history(interaction, game, press.player, name, press.page)
        await turn_into(interaction, Content(view))

    async def _history(
        self, interaction: Interaction, game: str, player: int, name: str, page: int
    ) -> discord.ui.LayoutView:
        reader = reader_of(interaction)
        count = await self._finished.count(reader, game, player)
        page, pages = page_of(page, count, _ON_A_PAGE)
        found = await self._finished.history(reader, game, player, page * _ON_A_PAGE, _ON_A_PAGE)
        heading = "### " + tr("Finished matches of {player}", player=safe(name))
        if not found:
            nothing = _NONE if reader.user == player else _NONE_HERE
            return layout(f"{heading}\n{tr(nothing)}")
        lines = await self._lines(interaction, found, player)
        total = trn("{count} match", "{count} matches", count)
        text = f"{heading}\n{bullets(lines)}\n\n-# {total}"  # a blank line ends the list
        rows = page_rows(lambda to: PlayerPress(Action.HISTORY, game, player, to), page, pages)
        return layout(text, rows=rows)

    async def _lines(
        self, interaction: Interaction, found: Sequence[Finished], player: int
    ) -> list[str]:
        """A line for each match, with the link to its board if the reader can open it."""
        links = await self._links.of(interaction, [each.match for each in found])

        def where(finished: Finished) -> str:
            if link := links.get(finished.match):
                return f"[{tr('board')}]({link})"
            took_part = interaction.user.id in [each.id for each in finished.players]
            return f"`{finished.match}`" if took_part else ""

        counted = await self._results.counted(found)
        readers = interaction.user.id == player
        return [history_line(each, player, where(each), readers=readers) for each in counted]

    # ------------------------------------------------------------------ head to head

    async def versus(self, interaction: Interaction, game: str, opponent: User) -> None:
        user = interaction.user
        if opponent.id == user.id:
            raise Denied("Choose another player to compare yourself with.")
        found = await self._finished.between(reader_of(interaction), game, opponent.id)
        who = [safe(each.display_name) for each in (user, opponent)]
        heading = "### " + tr("{player} against {opponent}", player=who[0], opponent=who[1])
        if not found:
            nothing = tr("No finished match between the two of you here.")
            await say(interaction, f"{heading}\n{nothing}")
            return
        mine = tally(found, user.id, opponent.id)
        theirs = tally(found, opponent.id, user.id)
        lines = [tally_line(mine), streak_line(mine, user.display_name, opponent.display_name)]
        if mine.average is not None and theirs.average is not None:
            average = tr(
                "On average {player} had {own} and {opponent} {their}.",
                player=who[0],
                own=f"**{decimal(mine.average)}**",
                opponent=who[1],
                their=f"**{decimal(theirs.average)}**",
            )
            lines.append(average)
        latest = await self._lines(interaction, found[:_LATEST], user.id)
        text = "\n".join(filter(None, lines))
        await say(interaction, f"{heading}\n{text}\n{bullets(latest)}")

    # ------------------------------------------------------------------ statistics

    async def statistics(self, interaction: Interaction, game: str, player: User) -> None:
        reader = reader_of(interaction)
        found = await self._finished.history(reader, game, player.id)
        heading = "### " + tr("Statistics of {player}", player=safe(player.display_name))
        if not found:
            nothing = _NONE if reader.user == player.id else _NONE_HERE
            await say(interaction, f"{heading}\n{tr(nothing)}")
            return
        mine = tally(found, player.id)
        lines = [tally_line(mine), await self._rating_line(reader, game, player.id)]
        if mine.average is not None:
            totals = tr(
                "Totals: {average} on average, {best} at best",
                average=f"**{decimal(mine.average)}**",
                best=f"**{mine.best}**",
            )
            highlights = self._rendering.faces[game].highlights
            lines += [totals, *await self.looked_into(found, player.id, highlights)]
            if len(_played_out(found, player.id)) > _LOOKED_INTO:
                lines.append(
                    tr("The lines about boards cover only the last {count}.", count=_LOOKED_INTO)
                )
        await say(interaction, f"{heading}\n{bullets(lines)}")

    async def _rating_line(self, reader: Reader, game: str, player: int) -> str:
        rating = await self._results.standing(game, player)
        if rating is None:
            return tr("Not rated yet")
        board = await self._finished.leaderboard(reader, game, player)
        if board.place is None:
            return tr("Rating {rating}", rating=rated(rating))
        return tr(
            "Rating {rating}, place {place} of {all}",
            rating=rated(rating),
            place=f"**{board.place}**",
            all=board.all,
        )

    async def looked_into(
        self, found: Sequence[Finished], player: int, tell: Callable[[Iterable[PlayedOut]], _T]
    ) -> _T:
        """The result of ``tell`` on the latest matches that a player has played out.

        A thread replays and evaluates them, once until the player's next result: that takes
        seconds, and a press on somebody's statistics costs nothing to repeat.
        """
        played_out = _played_out(found, player)[:_LOOKED_INTO]
        seats = [seat_of(each, player) + 1 for each in played_out]
        key = tell, spoken(), tuple(each.match for each in played_out), tuple(seats)
        told: _T | None = self._told.find(key)
        if told is not None:
            return told
        matches = [await self._service.match(each.match) for each in played_out]

        def look() -> _T:
            return tell(zip(map(self._service.finished_views, matches), seats, strict=True))

        told = await self._rendering.draw(look)
        self._told.keep(key, told)
        return told

    # ------------------------------------------------------------------ leaderboards

    async def leaderboard(self, interaction: Interaction, game: str, scope: Scope | None) -> None:
        if scope == "server" and interaction.guild_id is None:
            raise Denied("This is not a server; choose the overall leaderboard.")
        usual: Scope = "server" if interaction.guild_id is not None else "overall"
        await say(interaction, await self._leaderboard(interaction, game, scope or usual, 0))

    async def _turn_leaderboard(self, interaction: Interaction, press: LeaderboardPress) -> None:
        view = await self._leaderboard(interaction, press.game, press.scope, press.number)
        await turn_into(interaction, Content(view))

    async def _change_listing(self, interaction: Interaction, press: LeaderboardPress) -> None:
        """Let others find the presser, or hide the presser."""
        game = self._service.games.named(press.game).key  # store nothing for an unknown game
        seen: Seen = PlayerChoices().seen if press.number else "nowhere"
        await self._store.rechoose(PlayerChoices, interaction.user.id, seen=seen)
        view = await self._leaderboard(interaction, game, press.scope, 0)
        await turn_into(interaction, Content(view))

    async def _leaderboard(
        self, interaction: Interaction, game: str, scope: Scope, page: int
    ) -> discord.ui.LayoutView:
        user = interaction.user.id
        if interaction.guild_id is None:
            scope = "overall"  # the button came from a server
        game = self._service.games.named(game).key  # the id of a button is untrusted
        only_here = scope == "server"
        reader = reader_of(interaction)
        board = await self._finished.leaderboard(
            reader, game, user, only_here=only_here, page=page, size=_ON_A_LEADERBOARD
        )
        names = await self._results.names(each.player for each in board.shown)
        title = tr("Leaderboard of this server") if only_here else tr("Leaderboard of all servers")
        lines = [f"### {title}\n-# {self._rendering.faces[game].title}"]
        lines += [
            standing_line(place, board.all, names[each.player], each, readers=each.player == user)
            for place, each in enumerate(board.shown, board.page * _ON_A_LEADERBOARD + 1)
        ]
        if not board.shown:
            lines.append(tr("Nobody has finished a rated match yet."))
        chosen = await self._store.choices(PlayerChoices, user)
        listed = chosen.seen != "nowhere"
        lines.append(await self._own_line(board, game, user, listed=listed))
        lines.append(f"-# {tr(_ORDER, count=PROVISIONAL)}")
        rows = page_rows(
            lambda to: LeaderboardPress(Action.LEADERS, game, scope, to), board.page, board.pages
        )
        rows.append(_leaderboard_row(interaction, game, scope, listed=listed))
        return layout("\n".join(lines), rows=rows)

    async def _own_line(self, board: Leaderboard, game: str, user: int, *, listed: bool) -> str:
        rating = await self._results.standing(game, user)
        if rating is None:
            return "\n" + tr("You have no rating yet; a rated match gives you one.")
        if not listed:
            return "\n" + tr("You: {rating}, hidden from everybody else", rating=rated(rating))
        if board.place is None:
            return "\n" + tr(
                "You: {rating}, without a rated match in this server", rating=rated(rating)
            )
        return "\n" + tr(
            "You: place {place} of {all}, {rating}",
            place=f"**{board.place}**",
            all=board.all,
            rating=rated(rating),
        )


def reader_of(interaction: Interaction) -> Reader:
    """The asker as a reader in this place."""
    return Reader(interaction.user.id, asker_of(interaction).home)


def _played_out(found: Sequence[Finished], player: int) -> list[Finished]:
    return [each for each in found if each.played_out(player)]


def page_of(wanted: int, count: int, size: int) -> tuple[int, int]:
    """The nearest existing page, from 0, and the number of pages."""
    pages = max(1, -(-count // size))
    return min(wanted, pages - 1), pages


def page_rows(press: Callable[[int], object], page: int, pages: int) -> list[list[Button]]:
    """The row that turns pages, if there is more than one; ``press`` makes the press for a page."""
    if pages == 1:
        return []

    def turn(label: str, emoji: str, to: int) -> Button:
        there = 0 <= to < pages
        custom_id = str(press(to if there else page))
        return Button(label=label, emoji=emoji, disabled=not there, custom_id=custom_id)

    number = tr("Page {page} of {pages}", page=page + 1, pages=pages)
    here = Button(number, "page", disabled=True)
    return [[turn(tr("Previous"), "◀️", page - 1), here, turn(tr("Next"), "▶️", page + 1)]]


def _leaderboard_row(
    interaction: Interaction, game: str, scope: Scope, *, listed: bool
) -> list[Button]:
    row: list[Button] = []
    if interaction.guild_id is not None:
        other: Scope = "overall" if scope == "server" else "server"
        label = tr("All servers") if scope == "server" else tr("This server")
        press = LeaderboardPress(Action.LEADERS, game, other, 0)
        row.append(Button(label=label, custom_id=str(press)))
    label = tr("Hide me") if listed else tr("List me")
    press = LeaderboardPress(Action.LISTED, game, scope, 0 if listed else 1)
    return [*row, Button(label=label, custom_id=str(press))]
