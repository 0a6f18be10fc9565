"""Results of the day's challenge: one's own, as a post for all, and the ranking."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

import discord
from discord import Interaction

from cogs.board.rendering import Rendering
from cogs.board.shared_posts import SharedPosts
from cogs.contract.face import Face
from cogs.contract.screen import Drawing
from cogs.contract.sign import worded
from cogs.frame.layout import Button, Content, Item, Picture, layout
from cogs.frame.names import names_in_text, player_names, safe_name
from cogs.frame.replies import show_privately
from cogs.frame.visit import visit_of
from cogs.presses import DailyPress, ReplayPress
from prowlerbot.core import i18n
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Mark
from prowlerbot.core.i18n import in_parts, label_text, mark, signed_words, tr, trn, whole_words
from prowlerbot.daily import daily_days
from prowlerbot.daily.daily_service import Comparison, Daily, DailyResults, Streak
from prowlerbot.daily.daily_store import DailyStore, DailyTry, Day, RankedTry
from prowlerbot.match.match import SOMEONE, Player
from prowlerbot.match.preferences import Theme
from prowlerbot.match.scene import Access, ContentKind
from prowlerbot.service.match_service import Service
from renderer.graph import Axes, BarColumn, draw_histogram

_MOST_LISTED = 20  # results in a ranking
_MOST_FOR_FUN = 10
"""Tries for fun in a message. Players may make any number; Discord limits a message's letters."""
_NO_RESULT = mark("You have no result of that day yet.")
_PLACE_WORDS = {
    1: mark("{against}, you move first"),
    2: mark("{against}, you move second"),
    3: mark("{against}, you move third"),
}
_MARKS_AGAINST = {Mark.GOOD: mark("ahead"), Mark.FAIR: mark("level"), Mark.POOR: mark("behind")}
_MARKS_ALONE = {
    Mark.GOOD: mark("on the way to gold"),
    Mark.FAIR: mark("on the way to bronze"),
    Mark.POOR: mark("below bronze"),
}
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(eq=False)
class ResultScreens:
    """The answers to presses about results: one's own, its post, and the ranking."""

    _service: Service
    _rendering: Rendering
    _shared: SharedPosts
    _daily: Daily
    _results: DailyResults
    _store: DailyStore

    async def show_result(self, interaction: Interaction, game: str, day: int) -> None:
        visit = visit_of(interaction)
        tries = await self._store.tries(visit.user, day, game)
        tried = _own_result(tries)
        compared = await self._results.compare_result(tried)
        drawn = await self._daily.challenge_of(game, day)
        lines = await self._result_lines(tried, drawn, compared)
        if not tried.counts:
            lines.append(tr("For fun: it counts for no ranking or streak."))
        face, pictures = self._rendering.faces[game], list[Picture]()
        lines.append(_other_tries_line(tries, tried, face, drawn))
        if compared is not None and compared.count:
            if visit.reader.text_first:
                lines.append(tr("All results: {results}", results=spread_words(compared, tried)))
            drawing = spread_drawing(compared, tried, face.title, visit.theme, alone=drawn.alone)
            pictures = await self._rendering.pictures("day", [drawing])
        row: list[Item] = [
            Button(tr("Ranking"), DailyPress("here", game, day)),
            Button(tr("Replay"), ReplayPress("replay", tried.match, 0)),
            Button(tr("Back"), DailyPress("open", day=day)),
        ]
        if tried.counts:
            primary = discord.ButtonStyle.primary
            row.insert(0, Button(tr("Post"), DailyPress("post", game, day), primary))
        text = "\n".join(filter(None, [f"### {face.title} · {day_words(day)}", *lines]))
        await show_privately(interaction, layout(text, pictures, [row]))

    async def _result_lines(
        self, tried: DailyTry, drawn: Day, compared: Comparison | None
    ) -> list[str]:
        """A result in lines that show no move."""
        if (score := tried.score) is None:
            raise Denied(_NO_RESULT)
        match = await self._service.match(tried.match)
        marks, face = self._service.facts.course(match), self._rendering.face(match)
        view = self._service.facts.timeline(match, None).present
        ended = face.result(view, names_in_text(match))
        result = result_words(marks, face, score, alone=drawn.alone)
        lines = [ended, result, legend_line(face.course(), alone=drawn.alone)]
        if tried.counts:
            streak = await self._results.streak(tried.player, self._daily.today)
            place = place_words(compared) if compared is not None else ""
            lines.append(" · ".join(filter(None, [place, streak_words(streak)])))
        return lines

    async def post_result(self, interaction: Interaction, game: str, day: int) -> None:
        """Show the presser's result to everybody here, without spoilers."""
        tried = _own_result(await self._store.tries(interaction.user.id, day, game))
        if not tried.counts:
            raise Denied("Only the result of the try that counts can be posted.")
        drawn = await self._daily.challenge_of(game, day)
        compared = await self._results.compare_result(tried)

        async def draw() -> Content:
            player, face = safe_name(interaction.user.display_name), self._rendering.faces[game]
            words = mark("**{player}** · {game}, challenge of {day}")
            heading = tr(words, player=player, game=face.title, day=day_words(day))
            button = Button(tr("Daily challenge"), DailyPress("open", day=day))
            lines = [heading, *await self._result_lines(tried, drawn, compared)]
            return layout("\n".join(lines), rows=[[button]])

        # A result names its player, so it is deleted with the player's data, like a card.
        await self._shared.share_post(
            interaction, ContentKind.CARD, tried.player, draw, moment=f"{game}.{day}"
        )

    async def show_ranking(
        self, interaction: Interaction, game: str, day: int, *, only_here: bool
    ) -> None:
        reader = visit_of(interaction)
        # In the chat with the bot there is nobody else.
        is_shared = bool(reader.guild) or reader.access is Access.INTERACTION
        only_here = only_here and is_shared
        listed = await self._results.tries.list_best(
            reader, game, day, only_here=only_here, most=_MOST_LISTED
        )
        ids = [ranked.tried.player for ranked in listed]
        # Negative ids are of players who have deleted their data.
        known = await self._service.store.results.names_of({it for it in ids if it > 0})
        players = [Player(player_id, known.get(player_id) or SOMEONE) for player_id in ids]
        names, drawn = player_names(players, safe_name), await self._daily.challenge_of(game, day)
        face = self._rendering.faces[game]
        lines = ranking_lines(listed, names, face, reader.user, alone=drawn.alone)
        title = tr("Results in all servers")
        if only_here:
            title = tr("Results in this server") if reader.guild else tr("Results in this chat")
        heading = f"### {title}\n-# {face.title} · {day_words(day)}"
        text = "\n".join([heading, *(lines or [tr("Nobody here has played it yet.")])])
        row: list[Item] = [Button(tr("Back"), DailyPress("open", day=day))]
        if is_shared and only_here:
            row.insert(0, Button(tr("All servers"), DailyPress("all", game, day)))
        elif is_shared:
            label = tr("This server") if reader.guild else tr("This chat")
            row.insert(0, Button(label, DailyPress("here", game, day)))
        await show_privately(interaction, layout(text, rows=[row]))


def _own_result(tries: Sequence[DailyTry]) -> DailyTry:
    """The result among a reader's tries: the one that counts, else the latest one for fun."""
    if not (results := [tried for tried in tries if tried.score is not None]):
        raise Denied(_NO_RESULT)
    return max(results, key=lambda tried: (tried.counts, tried.ended_at or 0))


def _other_tries_line(tries: Sequence[DailyTry], shown: DailyTry, face: Face, drawn: Day) -> str:
    """The best of the other results among a reader's tries."""
    other_tries = (tried for tried in tries if tried.match != shown.match)
    scores = [tried.score for tried in other_tries if tried.score is not None]
    best = sorted(scores, key=lambda score: score.order)[:_MOST_FOR_FUN]
    others = [score_words(score, face, alone=drawn.alone) for score in best]
    return tr("-# Other tries: {results}", results=", ".join(others)) if others else ""


def day_words(day: int) -> str:
    return i18n.date_words(daily_days.date_of(day))


def kind_words(day: Day, begins: Collection[int]) -> str:
    """The rivals or the aim of a day, and the player's turn; the seats in ``begins`` move first."""
    if day.alone:
        return tr("alone, for a medal")
    against = tr("against the machine (hard)")
    if day.players > 2:
        against = tr("against {count} machines (hard)", count=day.players - 1)
    if len(begins) > 1:
        return against
    (first,) = begins
    place = (day.seat - first) % day.players + 1
    words = _PLACE_WORDS.get(place, mark("{against}, you move as number {place}"))
    if place == day.players > 2:
        words = mark("{against}, you move last")
    return tr(words, against=against, place=place)


def result_words(marks: Sequence[Mark], face: Face, score: daily_days.Score, *, alone: bool) -> str:
    """A result with its ``marks``: as squares, or in words with the parts of the match."""
    result, course = score_words(score, face, alone=alone), face.course()
    if not worded():
        return f"{daily_days.coloured_squares(marks)} {result}"
    mark_words = _MARKS_ALONE if alone else _MARKS_AGAINST
    words = [tr(mark_words[it]) for it in marks]
    parts = course.split(", ")
    if len(parts) == len(words):
        return f"{result} · {in_parts(map(label_text, parts, words))}"
    all_words = ", ".join(words)
    return f"{result} · {label_text(course, all_words) if course else all_words}"


def legend_line(course: str, *, alone: bool) -> str:
    """The meaning of the squares of a result; empty where there are none, or no game states it."""
    if not course or worded():
        return ""
    words = mark("-# The colours stand for {course}: 🟩 ahead, 🟨 level, 🟥 behind.")
    if alone:
        words = mark(
            "-# The colours stand for {course}: 🟩 on the way to gold, 🟨 to bronze, 🟥 below."
        )
    return tr(words, course=course)


def score_words(score: daily_days.Score, face: Face, *, alone: bool) -> str:
    """The lead and the total or, alone, the total."""
    total = face.amount(score.total)
    return f"**{total}**" if alone else f"**{signed_words(score.margin)}** ({total})"


def place_words(compared: Comparison) -> str:
    return tr("Place {place} of {all}", place=f"**{compared.place}**", all=compared.count)


def streak_words(streak: Streak) -> str:
    """The days in a row; empty without any."""
    if not streak.days:
        return ""
    days = trn("🔥 {count} day in a row", "🔥 {count} days in a row", streak.days)
    if streak.longest <= streak.days:
        return days
    return tr("{days}, {longest} at most", days=days, longest=streak.longest)


def _bar_words(bar: daily_days.HistogramBar) -> str:
    first, last = whole_words(bar.first), whole_words(bar.last)
    return first if first == last else f"{first}…{last}"


def spread_words(compared: Comparison, tried: DailyTry) -> str:
    """The distribution in words, bar by bar."""
    parts = []
    for bar in daily_days.histogram_bars(compared.margins):
        count = trn("{count} result", "{count} results", bar.count)
        yours = f" ({tr('you')})" if _is_own(bar, tried) else ""
        parts.append(label_text(_bar_words(bar), f"{count}{yours}"))
    return in_parts(parts)


def _is_own(bar: daily_days.HistogramBar, tried: DailyTry) -> bool:
    return tried.counts and tried.margin is not None and bar.holds(tried.margin)


def spread_drawing(
    compared: Comparison, tried: DailyTry, title: str, theme: Theme, *, alone: bool
) -> Drawing:
    columns = tuple(
        BarColumn(_bar_words(bar), bar.count, tr("You") if _is_own(bar, tried) else "")
        for bar in daily_days.histogram_bars(compared.margins)
    )
    heading = f"{title} · {day_words(tried.day)}"
    across = tr("Points at the end") if alone else tr("Lead at the end")
    axes = Axes(tr("Number of results"), across)
    alt = f"{heading}. {spread_words(compared, tried)}."
    return Drawing("results.png", partial(draw_histogram, heading, columns, axes, theme), alt)


def ranking_lines(
    listed: Sequence[RankedTry], names: Sequence[str], face: Face, reader: int, *, alone: bool
) -> list[str]:
    """Results with the ``names`` of their players, which are ready for markdown."""
    lines: list[str] = []
    for ranked, name in zip(listed, names, strict=True):
        if (score := ranked.tried.score) is None:
            continue
        medals = _MEDALS if score.margin >= 0 else {}  # none for a defeat
        place = medals.get(ranked.place, f"{ranked.place}\\.")
        who = f"**{name}**" if ranked.tried.player == reader else name
        lines.append(f"{place} {who} · {score_words(score, face, alone=alone)}")
    return lines
