"""Results of the day's challenge in words, and their distribution as a picture."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from cogs.contract.screen import Drawing
from prowlerbot.core.formats import dated, in_parts, labelled, signed, whole
from prowlerbot.core.i18n import tr, trn
from prowlerbot.daily.days import date_of
from prowlerbot.daily.results import Bar, Score, bars
from prowlerbot.match.preferences import Theme
from prowlerbot.service.daily import Comparison, Streak
from prowlerbot.storage.daily import Day, Listed, Try
from renderer.histogram import Axes, Column, draw_histogram


def day_words(day: int) -> str:
    return dated(date_of(day))


def kind_words(day: Day, begins: Collection[int]) -> str:
    """The rivals, who ``begins``, and the aim of a day."""
    if day.players == 1:
        return tr("alone, for a medal")
    against = tr("against the machine (hard)")
    if day.players > 2:
        against = tr("against {count} machines (hard)", count=day.players - 1)
    if len(begins) > 1:
        return against
    (first,) = begins
    place = (day.seat - first) % day.players + 1
    if place == 1:
        return tr("{against}, you move first", against=against)
    if place == 2:
        return tr("{against}, you move second", against=against)
    if place == day.players:
        return tr("{against}, you move last", against=against)
    return tr("{against}, you move third", against=against)


def legend(course: str, *, alone: bool) -> str:
    """What the squares of a result stand for; empty where a game does not say."""
    if not course:
        return ""
    if alone:
        return tr(
            "-# The colours stand for {course}: 🟩 on the way to gold, 🟨 to bronze, 🟥 below.",
            course=course,
        )
    return tr("-# The colours stand for {course}: 🟩 ahead, 🟨 level, 🟥 behind.", course=course)


def score_words(score: Score, *, alone: bool) -> str:
    """The lead and the total or, alone, the total."""
    if alone:
        return f"**{score.total}**"
    return f"**{signed(score.margin)}** ({score.total})"


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


def _bar_words(bar: Bar) -> str:
    first, last = whole(bar.first), whole(bar.last)
    return first if first == last else f"{first}…{last}"


def spread_words(compared: Comparison, tried: Try) -> str:
    """The distribution in words, a bar after another."""
    told = []
    for bar in bars(compared.margins):
        count = trn("{count} result", "{count} results", bar.count)
        told.append(labelled(_bar_words(bar), f"{count}{_yours(bar, tried)}"))
    return in_parts(told)


def _yours(bar: Bar, tried: Try) -> str:
    return f" ({tr('you')})" if _is_own(bar, tried) else ""


def _is_own(bar: Bar, tried: Try) -> bool:
    return tried.counts and tried.margin is not None and bar.holds(tried.margin)


def spread_drawing(
    compared: Comparison, tried: Try, title: str, theme: Theme, *, alone: bool
) -> Drawing:
    columns = tuple(
        Column(_bar_words(bar), bar.count, tr("You") if _is_own(bar, tried) else "")
        for bar in bars(compared.margins)
    )
    heading = f"{title} · {day_words(tried.day)}"
    across = tr("Points at the end") if alone else tr("Lead at the end")
    axes = Axes(tr("Number of results"), across)
    alt = f"{heading}. {spread_words(compared, tried)}."
    return Drawing("results.png", partial(draw_histogram, heading, columns, axes, theme), alt)


_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def list_lines(
    listed: Sequence[Listed], names: Sequence[str], reader: int, *, alone: bool
) -> list[str]:
    """Results with their players; ``names`` are those of the players, ready for markdown."""
    lines: list[str] = []
    for each, name in zip(listed, names, strict=True):
        if (score := each.tried.score) is None:
            continue
        medal = _MEDALS.get(each.place) if score.margin >= 0 else None  # none for a defeat
        mark = medal or f"{each.place}\\."
        who = f"**{name}**" if each.tried.player == reader else name
        lines.append(f"{mark} {who} · {score_words(score, alone=alone)}")
    return lines
