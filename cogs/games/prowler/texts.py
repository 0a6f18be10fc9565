"""Prowler's Passage in words: what happened, whose turn it is, what everything is worth."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.frame.layout import listed
from cogs.games.prowler.signs import DISTRICT_EMOJI, SEAT_MARKS, TILE_EMOJI
from cogs.people.results_text import signed
from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.prowler.achievements import WEALTH
from prowlerbot.games.prowler.rules import SEATS, Move, Position
from prowlerbot.games.prowler.setup import DISTRICTS
from prowlerbot.games.prowler.words import (
    CONDITIONS,
    DISTRICT_NAMES,
    ONE_TILE,
    TILE_NAMES,
)

_REWARDS: dict[str, str] = {
    "B": mark("Banking: 5 + yellow items"),
    "P": mark("Political: 2 × your districts + blue items"),
    "M": mark("Market: purple items + cards + statues + spaces"),
    "R": mark("Residential: brown items + passage beyond 2"),
    "C": mark("Castle: 3 × pairs of items − shovels"),
}
"""What a marker pays, as short as the picture has it; the rules have it in full."""

Names = Sequence[str]


def marked(seat: int, names: Names) -> str:
    return f"{SEAT_MARKS[seat - 1]} **{names[seat - 1]}**"


def turn(position: Position, names: Names) -> str:
    who = marked(position.seat, names)
    if position.ply == 0:
        return tr(
            "▶️ {player} opens: choose one control marker to move a space to your side; then"
            " {other} digs",
            player=who,
            other=marked(3 - position.seat, names),
        )
    return tr("▶️ {player} is to dig", player=who)


def rewards() -> str:
    """What a marker is good for, told before the first one is moved."""
    pays = (f"{DISTRICT_EMOJI[d]} {tr(told)}" for d, told in _REWARDS.items())
    heading = tr("Both scorings pay you for each marker on your side:")
    return "\n".join(f"-# {line}" for line in (heading, *pays))


def news(before: Position, after: Position, names: Names) -> str:
    """What the move between two positions did: tile, markers, statues, achievements, scoring."""
    move, mover = after.last, before.seat
    if move is None:
        return ""
    moved = _markers_moved(before, after)
    if not move.pathway:
        return tr("{player} opened: {markers}.", player=marked(mover, names), markers=moved)
    tile = after.setup.tile(move.pathway)
    placed = tr(
        "{player} dug **{pathway}** for {emoji} {tile}.",
        player=marked(mover, names),
        pathway=move.pathway,
        emoji=TILE_EMOJI[tile],
        tile=tr(ONE_TILE[tile]),
    )
    lines = [placed, f"{moved}."]
    for seat in SEATS:
        who = marked(seat, names)
        if stolen := after.statues[seat - 1][len(before.statues[seat - 1]) :]:
            lines.append(
                trn(
                    "🗿 {player} stole the statue at {places}.",
                    "🗿 {player} stole the statues at {places}.",
                    len(stolen),
                    player=who,
                    places=listed(stolen),
                )
            )
        lines += [
            tr(
                "🏅 {player} claimed “{achievement}” ({wealth} wealth).",
                player=who,
                achievement=tr(CONDITIONS[card]),
                wealth=WEALTH[card],
            )
            for card in after.achievements[seat - 1][len(before.achievements[seat - 1]) :]
        ]
    if before.mid is None and after.mid is not None:
        paid = _paid(after, [marked(seat, names) for seat in SEATS])
        lines.append(
            tr("⏳ Mid-game scoring: {paid}. At the end everything counts once more.", paid=paid)
        )
    return "\n".join(lines)


def recap(before: Position, after: Position, names: Names) -> str:
    """The same in one short line without markdown; where markers stand is told by the mover."""
    move, mover = after.last, before.seat
    if move is None:
        return ""
    who = names[mover - 1]
    markers = ", ".join(
        _went(d, was, now)
        for d, was, now in zip(DISTRICTS, before.lead(mover), after.lead(mover), strict=True)
        if was != now
    )
    if not move.pathway:
        return tr("{player} opened, {markers}", player=who, markers=markers)
    told = [tr("{player} dug {pathway}", player=who, pathway=move.pathway), markers]
    if stolen := len(after.statues[mover - 1]) - len(before.statues[mover - 1]):
        told.append(trn("{count} statue stolen", "{count} statues stolen", stolen))
    for seat in SEATS:
        if claimed := len(after.achievements[seat - 1]) - len(before.achievements[seat - 1]):
            counted = trn("{count} achievement", "{count} achievements", claimed)
            told.append(counted if seat == mover else f"{names[seat - 1]}: {counted}")
    return ", ".join(told)


def _paid(after: Position, names: Names) -> str:
    """What mid-game scoring pays, by which the running wealth jumps."""
    totals = [each.total for each in after.mid or ()]
    return listed([f"{name} {signed(total)}" for name, total in zip(names, totals, strict=True)])


def _markers_moved(before: Position, after: Position) -> str:
    """Where the markers went, as seen from the mover's side of the track."""
    mover = before.seat
    return ", ".join(
        f"{DISTRICT_EMOJI[d]} {_went(d, was, now)}"
        for d, was, now in zip(DISTRICTS, before.lead(mover), after.lead(mover), strict=True)
        if was != now
    )


def _went(district: str, was: int, now: int) -> str:
    """From where to where a marker went; what is on the rival's side has a minus."""
    return f"{tr(DISTRICT_NAMES[district])} {_at(was)} → {_at(now)}"


def _at(space: int) -> str:
    return str(space) if space >= 0 else signed(space)


def verdict(outcome: Outcome, names: Names) -> str:
    """Who has won and with how much; a winner who is level in wealth by what else."""
    more, less = sorted(outcome.totals, reverse=True)
    if outcome.winner is None:
        return tr(
            "🤝 {one} and {other} share the victory, {more} : {less}",
            one=names[0],
            other=names[1],
            more=more,
            less=less,
        )
    sentence = {
        "wealth": mark("🏆 {player} won {more} : {less}"),
        "passage": mark("🏆 {player} won {more} : {less} by the longer passage"),
        "districts": mark("🏆 {player} won {more} : {less} by controlling more districts"),
    }[outcome.by]
    return tr(sentence, player=names[outcome.winner - 1], more=more, less=less)


def choice(position: Position, pathway: int, names: Names) -> str:
    """The question that a wild shovel asks, and where each answer leads."""
    seat, lead = position.seat, position.pending(pathway).lead(position.seat)
    ways = "  ".join(
        f"{DISTRICT_EMOJI[d]} {_at(at)}→{_at(at + 1)}"
        for d, at in zip(DISTRICTS, lead, strict=True)
    )
    question = tr(
        "▶️ {player} digs **{pathway}** for {emoji} a wild shovel. Which marker moves one more"
        " space to your side?",
        player=marked(seat, names),
        pathway=pathway,
        emoji=TILE_EMOJI["w"],
    )
    return f"{question}\n-# {ways}"


def move_label(position: Position, move: Move) -> str:
    """A legal move as a line of a list, for players who type it."""
    if not move.pathway:
        return tr("{district} marker", district=tr(DISTRICT_NAMES[DISTRICTS[move.marker or 0]]))
    tile = tr(TILE_NAMES[position.setup.tile(move.pathway)])
    return f"{move.pathway} · {tile} · {beside(position, move.pathway)}"


def move_words(move: Move) -> str:
    """A move as players call it, short enough for a button."""
    marker = "" if move.marker is None else tr(DISTRICT_NAMES[DISTRICTS[move.marker]])
    if not move.pathway:
        return tr("{district} marker", district=marker)
    if not marker:
        return tr("pathway {number}", number=move.pathway)
    return tr("pathway {number} ({district})", number=move.pathway, district=marker)


def beside(position: Position, pathway: int) -> str:
    """The districts on both sides of a pathway."""
    one, other = (tr(DISTRICT_NAMES[DISTRICTS[d]]) for d in position.setup.beside[pathway])
    if one == other:
        return tr("{district} twice", district=one)
    return tr("{district} and {other}", district=one, other=other)
