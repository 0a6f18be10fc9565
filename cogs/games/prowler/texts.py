"""Prowler's Passage in words: the last move, the player to move, the result."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.contract.sign import worded
from cogs.games.prowler.signs import DISTRICT_SIGNS, SEAT_SIGNS, TILE_SIGNS
from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import signed, whole
from prowlerbot.games.prowler.position import DISTRICTS, SEATS, Move
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import WEALTH, by_category
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
    CONDITION_NAMES,
    DISTRICT_NAMES,
    EXPLAINED,
    TILE_NAMES,
)

Names = Sequence[str]


def marked(seat: int, names: Names) -> str:
    return f"{SEAT_SIGNS[seat - 1]} **{names[seat - 1]}**"


def turn(position: Position, names: Names, *, numbered: bool = False) -> str:
    """The player to move; ``numbered`` says that each pathway has a button, which the first digging
    turn of each player explains.
    """
    who = marked(position.seat, names)
    if position.ply == 0:
        return tr(
            "▶️ {player} begins and presses a district: its marker starts one space on {player}'s"
            " side. Then {other} digs.",
            player=who,
            other=marked(3 - position.seat, names),
        )
    if numbered and position.ply <= len(SEATS):
        return tr("▶️ {player}'s turn: press a number to dig there.", player=who)
    return tr("▶️ {player}'s turn", player=who)


def goal(names: Names, *, seen: bool = True) -> str:
    """The aim of the match, for each first decision; where the board is ``seen``, the sides of the
    players on it.
    """
    sides = tr(
        "In this match {one} has the left side of the track, {other} the right one.",
        one=marked(1, names),
        other=marked(2, names),
    )
    dig = tr("Dig passages; each pulls the two districts beside it to your side.")
    return f"{dig}\n-# {sides}" if seen else dig


def achievements(position: Position) -> str:
    """The time to claim achievements, and the condition and value of each drawn card."""
    lines = (
        tr(
            "🏅 {achievement}, {wealth} wealth: {explained}",
            achievement=tr(CONDITION_NAMES[card]),
            wealth=WEALTH[card],
            explained=tr(EXPLAINED[card]),
        )
        for card in position.setup.cards
    )
    heading = tr(
        "Achievements go automatically to the first player who fulfils them on their own turn."
    )
    return "\n".join(f"-# {line}" for line in (heading, *lines))


def _from_to(was: int, now: int, names: Names) -> str:
    """The two places, with the second side named only if the marker changed sides."""
    before, after = _space(was, names), f"{abs(now)}" if was * now > 0 else _space(now, names)
    if worded():
        return tr("from {before} to {after}", before=before, after=after)
    return f"{before} → {after}"


def _space(space: int, names: Names) -> str:
    if not space:
        return tr("centre")
    return f"{names[0 if space > 0 else 1]} {abs(space)}"


def verdict(outcome: Outcome, names: Names) -> str:
    """The winner, and both totals in the order of the picture; after a tie in wealth, also the
    tie-breaker.
    """
    one, other = map(whole, outcome.totals)
    score = tr(
        "{one} {wealth} : {others} {other}", one=names[0], wealth=one, others=other, other=names[1]
    ).replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")  # no line breaks between the totals
    if outcome.winner is None:
        return tr("🤝 A shared victory, {score}", score=score)
    sentence = {
        "wealth": mark("🏆 {player} won, {score}"),
        "passage": mark("🏆 {player} won by the longer passage, {score}"),
        "districts": mark("🏆 {player} won by controlling more districts, {score}"),
    }[outcome.by]
    return tr(sentence, player=names[outcome.winner - 1], score=score)


def why(position: Position, names: Names) -> str:
    """The winner's lead in each category; empty if no wealth decided."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None or outcome.by != "wealth":
        return ""
    both = (by_category(position, seat) for seat in (outcome.winner, 3 - outcome.winner))
    leads = [own - other for own, other in zip(*both, strict=True)]
    parts = [f"{tr(name)} {signed(lead)}" for name, lead in zip(CATEGORY_NAMES, leads, strict=True)]
    fields = {"player": names[outcome.winner - 1], "ahead": sum(leads)}
    return tr("{player} won by {ahead}: {parts}.", **fields, parts=", ".join(parts))


def choice(position: Position, pathway: int, names: Names, *, worth: Sequence[str] = ()) -> str:
    """The question that a wild shovel asks, with the next space of each marker, and the ``worth``
    of each move for those who read it.
    """
    seat, step = position.seat, 1 if position.seat == 1 else -1
    ways = [
        f"{DISTRICT_SIGNS[d]} {_from_to(at, at + step, names)}"
        for d, at in zip(DISTRICTS, position.pending(pathway).track, strict=True)
    ]
    question = tr(
        "▶️ {player} digs **{pathway}** for {emoji} a wild shovel. Which marker moves one more"
        " space to your side?",
        player=marked(seat, names),
        pathway=pathway,
        emoji=TILE_SIGNS["w"],
    )
    if worth:
        return "\n".join((question, *map(", ".join, zip(ways, worth, strict=True))))
    return f"{question}\n-# {' · '.join(ways)}"


def move_label(position: Position, move: Move) -> str:
    """A legal move as a line of a list, for players who type it."""
    if not move.pathway:
        return tr("{district} marker", district=tr(DISTRICT_NAMES[DISTRICTS[move.marker or 0]]))
    tile = tr(TILE_NAMES[position.setup.tile(move.pathway)])
    return f"{move.pathway} · {tile} · {beside(position, move.pathway)}"


def move_words(move: Move) -> str:
    marker = "" if move.marker is None else tr(DISTRICT_NAMES[DISTRICTS[move.marker]])
    if not move.pathway:
        return tr("{district} marker", district=marker)
    if not marker:
        return tr("pathway {number}", number=move.pathway)
    return tr("pathway {number} ({district})", number=move.pathway, district=marker)


def beside(position: Position, pathway: int) -> str:
    one, other = _beside(position, pathway)
    return _twice(one) if one == other else tr("{district} and {other}", district=one, other=other)


def beside_briefly(position: Position, pathway: int) -> str:
    one, other = _beside(position, pathway)
    return _twice(one) if one == other else f"{one}-{other}"


def _beside(position: Position, pathway: int) -> tuple[str, str]:
    one, other = (tr(DISTRICT_NAMES[DISTRICTS[at]]) for at in position.setup.beside[pathway])
    return one, other


def _twice(district: str) -> str:
    return tr("{district} twice", district=district)
