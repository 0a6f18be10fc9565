"""The texts about a player's finished matches: their list, their statistics, a head to head."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from discord import Interaction

from cogs.board.match_message import Rendering
from cogs.board.shown_messages import Links
from cogs.board.views.common_buttons import page_of, page_rows
from cogs.board.views.results_text import bullets, history_line, rated, streak_line, tally_line
from cogs.contract.face import PlayedOut
from cogs.frame.layout import Item, menu
from cogs.frame.names import player_names, safe
from cogs.frame.visit import visit_of
from cogs.presses.addresses import PlayerPress
from prowlerbot.core.i18n import mark, spoken, tr, trn
from prowlerbot.core.lists_and_numbers import decimal
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Player
from prowlerbot.match.ratings import Finished, seat_of, tally
from prowlerbot.match.timeline import finished_views
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.match_store import Store

_T = TypeVar("_T")

_NOBODY = mark("No finished match against a player whose results you can see.")
_ON_A_PAGE = 8
_LATEST = 5
"""Matches that a head to head lists."""
_OPPONENTS = 25
"""Discord's limit for the options of a menu."""
_MOST_REPLAYED = 100
"""The most matches whose records are replayed for statistics, as more would take too long."""
_REMEMBERED = 500
"""The results of replayed records that stay in memory."""


@dataclass(frozen=True, slots=True)
class Section:
    """A text, and the rows below it."""

    text: str
    rows: Sequence[Sequence[Item]] = ()


@dataclass(frozen=True, slots=True)
class About:
    """A player of a game, by a name that its reader may know."""

    game: str
    player: int
    name: str


@dataclass(eq=False)
class MatchHistory:
    _service: Service
    _store: Store
    _rendering: Rendering
    _links: Links
    _finished: FinishedMatches

    def __post_init__(self) -> None:
        self._computed: Recent[tuple[object, ...], Any] = Recent(_REMEMBERED)

    async def history(self, interaction: Interaction, about: About, page: int) -> Section | None:
        """A page of the finished matches that the asker can find; None without any."""
        reader, game, player = visit_of(interaction), about.game, about.player
        count = await self._finished.count_matches(reader, game, player)
        page, pages = page_of(page, count, _ON_A_PAGE)
        matches = await self._finished.history(reader, game, player, page * _ON_A_PAGE, _ON_A_PAGE)
        if not matches:
            return None
        heading = "### " + tr("Finished matches of {player}", player=safe(about.name))
        lines = await self._lines(interaction, matches, player)
        total = trn("{count} match", "{count} matches", count)
        text = f"{heading}\n{bullets(lines)}\n\n-# {total}"  # a blank line ends the list
        return Section(
            text, page_rows(lambda to, _: PlayerPress("history", game, player, to), page, pages)
        )

    async def _lines(
        self, interaction: Interaction, matches: Sequence[Finished], player: int
    ) -> list[str]:
        """A line for each match, with the link to its board if the reader can open it."""
        links = await self._links.links_of(visit_of(interaction), [each.match for each in matches])

        def where(finished: Finished) -> str:
            if link := links.get(finished.match):
                return f"[{tr('board')}]({link})"
            took_part = interaction.user.id in [each.id for each in finished.players]
            return f"`{finished.match}`" if took_part else ""

        counted = await self._store.results.counted(matches)
        readers = interaction.user.id == player
        return [history_line(each, player, where(each), readers=readers) for each in counted]

    @staticmethod
    def opponents(interaction: Interaction, game: str, met: Sequence[Player]) -> Section:
        """The menu of the opponents for a comparison with the asker."""
        user = interaction.user.id
        name = safe(interaction.user.display_name)
        heading = "### " + tr("{player} against…", player=name)
        if not met:
            return Section(f"{heading}\n{tr(_NOBODY)}")
        ids = [each.id for each in met[:_OPPONENTS]]
        options = zip(player_names(met[:_OPPONENTS]), ids, strict=True)
        press = PlayerPress("against", game, user)
        asked = tr("Choose a player")
        return Section(f"{heading}\n{asked}:", [[menu(press, asked, options)]])

    async def against(self, interaction: Interaction, about: About) -> Section:
        """The asker's matches with another player."""
        user, other = interaction.user, about.player
        matches = await self._finished.between(visit_of(interaction), about.game, other)
        own, their = safe(user.display_name), safe(about.name)
        heading = "### " + tr("{player} against {opponent}", player=own, opponent=their)
        if not matches:
            return Section(f"{heading}\n{tr('No finished match between the two of you.')}")
        mine, theirs = tally(matches, user.id, other), tally(matches, other, user.id)
        lines = [tally_line(mine), streak_line(mine, user.display_name, about.name)]
        if mine.average is not None and theirs.average is not None:
            average = tr(
                "On average {player} had {own} and {opponent} {their}.",
                player=own,
                own=f"**{decimal(mine.average)}**",
                opponent=their,
                their=f"**{decimal(theirs.average)}**",
            )
            lines.append(average)
        latest = await self._lines(interaction, matches[:_LATEST], user.id)
        text = "\n".join(filter(None, lines))
        return Section(f"{heading}\n{text}\n{bullets(latest)}")

    async def statistics(self, interaction: Interaction, about: About) -> Section | None:
        """The statistics of the matches that the asker may see; None without any."""
        reader, game, player = visit_of(interaction), about.game, about.player
        matches = await self._finished.history(reader, game, player)
        if not matches:
            return None
        mine = tally(matches, player)
        lines = [tally_line(mine), await self._rating_line(reader, game, player)]
        if mine.average is not None:
            totals = tr(
                "Totals: {average} on average, {best} at best",
                average=f"**{decimal(mine.average)}**",
                best=f"**{mine.best}**",
            )
            highlights = self._rendering.faces[game].highlights
            lines += [totals, *await self.computed(matches, player, highlights)]
            if len(_played_out(matches, player)) > _MOST_REPLAYED:
                lines.append(
                    tr("The lines about boards cover only the last {count}.", count=_MOST_REPLAYED)
                )
        heading = "### " + tr("Statistics of {player}", player=safe(about.name))
        return Section(f"{heading}\n{bullets(lines)}")

    async def _rating_line(self, reader: Reader, game: str, player: int) -> str:
        rating = await self._store.results.standing(game, player)
        if rating is None:
            return tr("Not rated yet")
        board = await self._finished.leaderboards.read_leaderboard(reader, game, player)
        if board.place is None:
            return tr("Rating {rating}", rating=rated(rating))
        return tr(
            "Rating {rating}, place {place} of {all}",
            rating=rated(rating),
            place=f"**{board.place}**",
            all=board.all,
        )

    async def computed(
        self,
        matches: Sequence[Finished],
        player: int,
        compute: Callable[[Iterable[PlayedOut]], _T],
    ) -> _T:
        """The result of ``compute`` on the latest matches that a player has played out.

        A thread replays them, which takes seconds. The result stays in memory until the player's
        next result, as anybody can repeat the press.
        """
        played_out = _played_out(matches, player)[:_MOST_REPLAYED]
        seats = [seat_of(each, player) + 1 for each in played_out]
        key = compute, spoken(), tuple(each.match for each in played_out), tuple(seats)
        known: _T | None = self._computed.find(key)
        if known is not None:
            return known
        records = [await self._service.match(each.match) for each in played_out]

        def work() -> _T:
            views = (finished_views(each, self._service.game(each)) for each in records)
            return compute(zip(views, seats, strict=True))

        result = await self._rendering.draw(work)
        self._computed.keep(key, result)
        return result


def _played_out(matches: Sequence[Finished], player: int) -> list[Finished]:
    return [each for each in matches if each.played_out(player)]
