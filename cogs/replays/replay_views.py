"""The message of a replay: one moment of a match, and the buttons to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import discord

from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import WHOLE, chapter_options, listed
from cogs.contract.face import Face
from cogs.contract.screen import ROUND, Chapter, Screen
from cogs.contract.sign import spelled
from cogs.frame.layout import Button, Content, Item, Picture, layout, menu
from cogs.presses.addresses import BranchPress, OfReplay, ReplayPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, LEAVE, AnyView
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.decisions import Play
from prowlerbot.match.match import Match, Phase, is_imported
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.archive import Publicity

_IMPORTED = mark(
    "imported record {id} · ✅ verified: every move is legal · names as the record states"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after ``at`` moves, as one reader may know it, in the ``chapter`` that they chose."""

    match: Match
    known: Timeline
    at: int
    face: Face
    chapter: Chapter | None = None

    def text(self, screen: Screen, publicity: Publicity | None = None) -> str:
        """The effect of the last move, the score of the match after it, and who can look at it."""
        match, known, face = self.match, self.known, self.face
        where = [self.chapter.label] if self.chapter is not None else []
        count = " · ".join((*where, self._count()))
        lines = [views.heading(match, face), f"**{count}**", screen.text]
        if self.at == known.ply:
            lines.append(views.ended_line(match, known, face))
        imported = is_imported(match.id)
        which = tr(_IMPORTED, id=match.id) if imported else views.which(match)
        lines.append(f"-# {face.title} · {which}")
        if publicity is not None and (publicity.public or publicity.wanted):
            lines.append(f"-# {self._publicity_words(publicity)}")
        return "\n".join(filter(None, lines))

    def shared_view(self, text: str, pictures: Sequence[Picture]) -> Content:
        """The message for everybody, with the way into a private replay."""
        return layout(text, pictures, [[self._button("replay", tr("Replay"), "⏪")]])

    def view(
        self,
        text: str,
        pictures: Sequence[Picture],
        stops: Sequence[int],
        publicity: Publicity | None,
        below: str,
    ) -> Content:
        """The message for the reader; one who listens has the words ``below`` the buttons.

        ``stops`` are the moments that the replay leads to, this one among them. ``publicity`` is
        None for readers who do not decide whether the match is public.
        """
        number, first, last = stops.index(self.at), stops[0], stops[-1]
        back, forward = stops[max(number - 1, 0)], stops[min(number + 1, len(stops) - 1)]
        rows: list[list[Item]] = [
            [
                self._step(tr("Back"), "back", back, enabled=self.at > first),
                self._step(tr("Forward"), "forward", forward, enabled=self.at < last),
            ]
        ]
        if last > first:
            rows.append([self._jumps(stops)])
        if chapters := chapter_options(self.face, self.known, self._key or WHOLE):
            press = ReplayPress("chapter", self.match.id, self.at)
            rows.append([menu(press, tr("Choose a part of the match"), chapters)])
        play_on = BranchPress("playon", self.match.id, self.at)
        rows.append(
            [
                self._button("tell", tr("Describe"), "🗣️"),
                self._button("animate", tr("Animation"), views.FILM, self._key),
                Button(tr("Play on from here"), play_on, emoji="🌱"),
            ]
        )
        if self.match.ending is not None:
            rows[-1].append(replace(views.review_button(self.match), emoji="🔎"))
        if publicity is None:
            rows.append([self._button("share", tr("Show to all"), "📌")])
        else:
            rows.append([self._sharing(publicity)])
        return views.board_content(text, pictures, rows, below)

    @property
    def _key(self) -> str:
        return self.chapter.key if self.chapter is not None else ""

    def _sharing(self, publicity: Publicity) -> Item:
        """The menu for a reader who decides about the publicity of the match."""
        shared = publicity.public or publicity.wanted
        options = [
            discord.SelectOption(
                label=tr("Show to all"),
                value="share",
                emoji="📌",
                description=tr("Everybody here sees this moment of the match"),
            ),
            discord.SelectOption(
                label=tr("Make private") if shared else tr("Make public"),
                value="unpublish" if shared else "publish",
                emoji="🔒" if shared else "🌐",
                description=tr("Only those who could see it before can look at the match")
                if shared
                else tr("Everybody with its id can look at the whole match"),
            ),
        ]
        press = ReplayPress("share", self.match.id, self.at, chapter=self._key)
        return menu(press, tr("Share this match"), options)

    def _publicity_words(self, publicity: Publicity) -> str:
        if not publicity.public:
            return tr("🔒 Another player of this match wants it to stay private.")
        if is_imported(self.match.id):
            return tr("🌐 Public: anyone with the id `{id}` can look at it.", id=self.match.id)
        return tr(
            "🌐 Public: anyone with the id `{id}` can look at it. Each of its players can make it"
            " private.",
            id=self.match.id,
        )

    def _count(self) -> str:
        number, count = self.known.count(self.at), self.known.count()
        if not number:  # draws at the start are no moves
            return tr("The start, before the first move")
        if self.match.ending is None:
            return tr("Move {number} of {all} so far", number=number, all=count)
        return tr("Move {number} of {all}", number=number, all=count)

    def _button(self, action: OfReplay, label: str, emoji: str, chapter: str = "") -> Button:
        press = ReplayPress(action, self.match.id, self.at, chapter=chapter)
        return Button(label, press, emoji=emoji)

    def _step(self, label: str, name: str, to: int, *, enabled: bool) -> Button:
        """A button to a move; ``name`` keeps two buttons to the same move apart."""
        press = ReplayPress("step", self.match.id, max(to, 0), name, self._key)
        return Button(label, press, disabled=not enabled)

    def _jumps(self, stops: Sequence[int]) -> Item:
        options, named = [], stops[0]
        ends, before = {stops[0], self.at, stops[-1]}, dict(pairwise(stops[::-1]))
        told = [stop for stop in stops if stop in ends or self._has_words(before[stop], stop)]
        for number in listed(len(told) - 1, told.index(self.at)):
            stop = told[number]
            since = before[stop] if number else stop - 1
            label, here = self._label(since, stop), stop == self.at
            gap = self._gap(named, max(since, named))
            options.append(
                discord.SelectOption(label=label, value=str(stop), default=here, description=gap)
            )
            named = stop
        press = ReplayPress("jump", self.match.id, self.at, chapter=self._key)
        return menu(press, tr("Jump to a move"), options)

    def _has_words(self, since: int, stop: int) -> bool:
        """Whether there are words for the moves and the draws between two stops."""
        seen, plays = self.known.views[since:stop], self.known.plays[since:stop]
        if any(made.seat != CHANCE for made in plays):
            return True
        if all(made.move for made in plays):
            return any(map(self._words, seen, plays))
        told = self._recap(stop)
        return bool(told) and told != self._recap(since)

    def _gap(self, named: int, since: int) -> str | None:
        """The moves that the list leaves out between two stops."""
        first, last = self.known.count(named) + 1, self.known.count(since)
        if last < first:
            return None
        if last == first:
            return tr("Left out above: move {number}", number=first)
        return tr("Left out above: moves {first} to {last}", first=first, last=last)

    def _label(self, since: int, stop: int) -> str:
        """The move after ``since`` moves, with the results of chance up to the ``stop``."""
        if not stop:
            return tr("The start, before the first move")
        known, made = self.known, self.known.plays[since]
        number = known.count(stop)
        if not made.move and (happened := self._recap(stop)):
            return f"{number} · {happened}"
        names = views.plain_names(self.match)
        who = tr("chance") if made.seat == CHANCE else names[made.seat - 1]
        if since in known.lots:
            who = tr("drawn by lot")
        with spelled():
            plays = zip(known.views[since:stop], known.plays[since:stop], strict=True)
            move = ", ".join(filter(None, (self._words(seen, made) for seen, made in plays)))
        if not move:
            return f"{number} · {who}" if number else tr("The start, before the first move")
        return tr("{number} · {player}: {move}", number=number, player=who, move=move)

    def _recap(self, stop: int) -> str:
        """The events before a stop, for a reader who may not know the text of the move."""
        with spelled():
            return self.face.recap(self.known.views_until(stop), views.plain_names(self.match))

    def _words(self, seen: AnyView, made: Play) -> str:
        """A move with the names of its pieces, if the reader may know them."""
        if made.move in {"", LEAVE}:
            return made.move and tr("leaves")
        is_open = self.match.phase is Phase.OVER or made.seat == seen.viewer
        if not is_open or made.seat == CHANCE:
            return self.face.move_words(seen, made.move)
        return self.face.own_words(replace(seen, viewer=made.seat), made.move)


def chapter_named(face: Face, known: Timeline, named: str) -> Chapter | None:
    """The chapter with a key or a label, or the round with a number; None for the whole match.
    Raises Denied.
    """
    typed = named.strip().casefold()
    if typed in {"", WHOLE}:
        return None
    for chapter in face.chapters(known.views):
        if chapter.key in {typed, f"{ROUND}{typed}"} or typed == chapter.label.casefold():
            return chapter
    raise Denied("“{typed}” is not a part of this match yet.", typed=named)
