"""Results of the day's challenge: one's own, as a post for all, and the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import Interaction

from cogs.board.access import check_permissions
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import ShownMessages
from cogs.frame.layout import Button, Content, Item, layout
from cogs.frame.names import safe, safe_player_name
from cogs.frame.replies import show_in_own
from cogs.frame.visit import visit_of
from cogs.life.daily import words
from cogs.presses.addresses import DailyPress, ReplayPress
from cogs.views import match_views as views
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, speaking, tr
from prowlerbot.daily.results import squares
from prowlerbot.match.match import SOMEONE, Player
from prowlerbot.service.daily import Comparison, Daily, DailyResults
from prowlerbot.service.service import Service
from prowlerbot.storage.daily import Day, Listed, Try
from prowlerbot.storage.showings import Kind

_MOST_LISTED = 20
_OTHERS_TOLD = 10
"""Results for fun: nothing limits their number, but Discord does that of a message's letters."""
_NO_RESULT = mark("You have no result of that day yet.")


@dataclass(eq=False)
class ResultScreens:
    _service: Service
    _rendering: Rendering
    _shown: ShownMessages
    _daily: Daily
    _results: DailyResults

    async def _tries(self, user: int, game: str, day: int) -> list[Try]:
        """The tries of a reader at one challenge."""
        tries = await self._service.store.daily.tries(user, day)
        return [each for each in tries if each.game == game]

    async def result(self, interaction: Interaction, game: str, day: int) -> None:
        visit = visit_of(interaction)
        tries = await self._tries(visit.user, game, day)
        tried = _own(tries)
        compared = await self._results.compared(tried)
        drawn = await self._daily.of(game, day)
        lines = await self._told(tried, drawn, compared)
        if not tried.counts:
            lines.append(tr("For fun: it counts for no ranking or streak."))
        lines.append(_for_fun(tries, tried, drawn))
        title, pictures = self._rendering.faces[game].title, []
        if compared is not None and compared.count:
            if visit.reader.text_first:
                lines.append(
                    tr("All results: {results}", results=words.spread_words(compared, tried))
                )
            alone = drawn.players == 1
            drawing = words.spread_drawing(compared, tried, title, visit.theme, alone=alone)
            pictures = await self._rendering.pictures("day", [drawing])
        row: list[Item] = []
        if tried.counts:
            post = str(DailyPress("post", game, day))
            row.append(Button(tr("Post"), post, discord.ButtonStyle.primary))
        row.append(Button(tr("Ranking"), str(DailyPress("here", game, day))))
        row.append(Button(tr("Replay"), str(ReplayPress("replay", tried.match, 0))))
        row.append(Button(tr("Back"), str(DailyPress("open", day=day))))
        heading = f"### {title} · {words.day_words(day)}"
        text = "\n".join(filter(None, [heading, *lines]))
        await show_in_own(interaction, Content(layout(text, pictures, [row]), pictures))

    async def _told(self, tried: Try, drawn: Day, compared: Comparison | None) -> list[str]:
        """A result in lines that give no move away."""
        score = tried.score
        if score is None:
            raise Denied(_NO_RESULT)
        alone = drawn.players == 1
        match = await self._service.match(tried.match)
        marks = squares(self._service.course(match))
        view = self._service.timeline(match, None).present
        ended = self._rendering.face(match).result(view, views.names(match))
        legend = words.legend(self._rendering.face(match).course(), alone=alone)
        lines = [ended, f"{marks} {words.score_words(score, alone=alone)}", legend]
        if tried.counts:
            streak = await self._results.streak(tried.player, self._daily.today)
            place = words.place_words(compared) if compared is not None else ""
            lines.append(" · ".join(filter(None, [place, words.streak_words(streak)])))
        return lines

    async def post(self, interaction: Interaction, game: str, day: int) -> None:
        """Show the presser's result to everybody here, without spoilers."""
        tried = _own(await self._tries(interaction.user.id, game, day))
        if not tried.counts:
            raise Denied("Only the result of the try that counts can be posted.")
        check_permissions(interaction)
        drawn = await self._daily.of(game, day)
        compared = await self._results.compared(tried)
        with speaking(visit_of(interaction).language):
            title = self._rendering.faces[game].title
            heading = tr(
                "**{player}** · {game}, challenge of {day}",
                player=safe(interaction.user.display_name),
                game=title,
                day=words.day_words(day),
            )
            press = str(DailyPress("open", day=day))
            button = Button(tr("Daily challenge"), press)
            text = "\n".join([heading, *await self._told(tried, drawn, compared)])
            content = Content(layout(text, rows=[[button]]))
        # A result names its player like a card, so it goes with the player's data.
        await self._shown.share(interaction, Kind.CARD, tried.player, content)

    async def ranking(
        self, interaction: Interaction, game: str, day: int, *, only_here: bool
    ) -> None:
        reader = visit_of(interaction)
        only_here = only_here and interaction.guild_id is not None
        listed = await self._results.listed(
            reader, game, day, only_here=only_here, most=_MOST_LISTED
        )
        told = await self._names(listed)
        drawn = await self._daily.of(game, day)
        alone = drawn.players == 1
        lines = words.list_lines(listed, told, reader.user, alone=alone)
        where = tr("Results in this server") if only_here else tr("Results in all servers")
        title = self._rendering.faces[game].title
        heading = f"### {where}\n-# {title} · {words.day_words(day)}"
        nothing = tr("Nobody here has played it yet.")
        text = "\n".join([heading, *(lines or [nothing])])
        row: list[Item] = []
        if interaction.guild_id is not None:
            label = tr("All servers") if only_here else tr("This server")
            press = DailyPress("all" if only_here else "here", game, day)
            row.append(Button(label, str(press)))
        row.append(Button(tr("Back"), str(DailyPress("open", day=day))))
        await show_in_own(interaction, Content(layout(text, rows=[row])))

    async def _names(self, listed: Sequence[Listed]) -> list[str]:
        """The players of results, ready for markdown."""
        people = [each.tried.player for each in listed]
        names = await self._service.store.results.names({each for each in people if each > 0})
        return [safe_player_name(Player(it, names.get(it) or SOMEONE)) for it in people]


def _own(tries: Sequence[Try]) -> Try:
    """The result among a reader's tries: the one that counts, else the latest one for fun."""
    found = [each for each in tries if each.score is not None]
    if not found:
        raise Denied(_NO_RESULT)
    return max(found, key=lambda each: (each.counts, each.ended_at or 0))


def _for_fun(tries: Sequence[Try], shown: Try, drawn: Day) -> str:
    """The best of the other results among a reader's tries."""
    scores = [each.score for each in tries if each.match != shown.match and each.score is not None]
    best = sorted(scores, key=lambda score: score.order)[:_OTHERS_TOLD]
    others = [words.score_words(score, alone=drawn.players == 1) for score in best]
    return tr("-# Other tries: {results}", results=", ".join(others)) if others else ""
