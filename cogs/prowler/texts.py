"""Prowler's Passage told in Discord: every sentence about this game that a player reads."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.game import Outcome
from prowlerbot.games.prowler.achievements import WEALTH
from prowlerbot.games.prowler.board import STATUES, pathways_in
from prowlerbot.games.prowler.rules import PASSAGES, SEATS, Move, Position
from prowlerbot.games.prowler.scoring import Score, Sheet, score_sheet
from prowlerbot.games.prowler.setup import DISTRICTS, TILES
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
    CONDITIONS,
    DISTRICT_NAMES,
    TILE_NAMES,
    VERDICTS,
)

SEAT_MARKS = ("🔴", "🔷")
"""As in the picture: red rounds, teal diamonds."""
DISTRICT_EMOJI: dict[str, str] = dict(zip(DISTRICTS, ("🪙", "👑", "⚖️", "🏠", "🏰"), strict=True))
"""The emblems of the picture; an item bears the emblem of the district that rewards it."""
TILE_EMOJI: dict[str, str] = dict(zip(TILES, ("🪙", "👑", "⚖️", "🏠", "⛏️", "🌟"), strict=True))

Names = Sequence[str]


def marked(seat: int, names: Names) -> str:
    return f"{SEAT_MARKS[seat - 1]} **{names[seat - 1]}**"


def turn(position: Position, names: Names) -> str:
    who = marked(position.seat, names)
    if position.ply == 0:
        return (
            f"▶️ {who} opens: choose one control marker to move a space to your side."
            f" Then {marked(3 - position.seat, names)} places the first passage."
        )
    left = position.passages_left(position.seat)
    return f"▶️ {who} is to place a passage ({left} of {PASSAGES} left)."


def news(before: Position, after: Position, names: Names) -> str:
    """What the move between two positions did: tile, markers, statues, achievements, scoring."""
    move, seat = after.last, before.seat
    if move is None:
        return ""
    if not move.pathway:
        return f"{marked(seat, names)} opened: {_markers_moved(before, after, names)}."
    tile = after.setup.tile(move.pathway)
    took = f"{TILE_EMOJI[tile]} a {TILE_NAMES[tile]}"
    lines = [
        f"{marked(seat, names)} placed on **{move.pathway}** and took {took}.",
        f"{_markers_moved(before, after, names)}.",
    ]
    for seat_ in SEATS:
        stolen = after.statues[seat_ - 1][len(before.statues[seat_ - 1]) :]
        if stolen:
            what = "the statue" if len(stolen) == 1 else "the statues"
            lines.append(f"🗿 {marked(seat_, names)} stole {what} at {' and '.join(stolen)}.")
        lines += [
            f"🏅 {marked(seat_, names)} claimed “{CONDITIONS[card]}” ({WEALTH[card]} wealth)."
            for card in after.achievements[seat_ - 1][len(before.achievements[seat_ - 1]) :]
        ]
    if before.mid is None and after.mid is not None:
        lines.append("⏳ That brings the mid-game scoring.")
    return "\n".join(lines)


def _markers_moved(before: Position, after: Position, names: Names) -> str:
    return ", ".join(
        f"{DISTRICT_EMOJI[d]} {DISTRICT_NAMES[d]} {_side(now, names)}"
        for d, was, now in zip(DISTRICTS, before.track, after.track, strict=True)
        if was != now
    )


def _side(at: int, names: Names) -> str:
    """Where a marker stands: at the centre, or so many spaces on somebody's side."""
    if not at:
        return "to the centre"
    seat = 1 if at > 0 else 2
    return f"to {abs(at)} for {names[seat - 1]}"


def scores(position: Position, names: Names) -> str:
    """The running score, as if the match were scored now; and what mid-game scoring has brought."""
    parts = ["### Running scores", ", ".join(marked(seat, names) for seat in SEATS)]
    if position.mid is not None:
        parts += ["**Mid-game scoring**", _sheet_lines(position.mid)]
    now = score_sheet(position, final=True)
    parts += ["**If the final scoring came now**", _sheet_lines(now)]
    if position.mid is not None:
        parts.append(f"**Together** — {_both(*_totals(position.mid, now))}")
    return "\n".join(parts)


def sheet(position: Position, names: Names) -> str:
    """The score sheet in words: mid-game scoring, and after the match both phases and the total."""
    if position.mid is None:
        return ""
    if position.outcome is None:
        return f"### Mid-game scoring\n{_sheet_lines(position.mid)}"
    final = score_sheet(position, final=True)
    return "\n".join(
        (
            f"### {verdict(position.outcome, names)}",
            "**Mid-game scoring**",
            _sheet_lines(position.mid),
            "**Final scoring**",
            _sheet_lines(final),
            f"**Total wealth** — {_both(*position.outcome.totals)}",
        )
    )


def _sheet_lines(sheet_: Sheet) -> str:
    one, two = sheet_
    lines = [
        f"{name} — {_both(*pair)}"
        for name, *pair in zip(CATEGORY_NAMES, one, two, strict=True)
        if name != CATEGORY_NAMES[-1] or any(pair)
    ]
    lines.append(f"Sum — {_both(one.total, two.total)}")
    return "\n".join(lines)


def _both(one: int, two: int) -> str:
    return f"{SEAT_MARKS[0]} {one} · {SEAT_MARKS[1]} {two}"


def _totals(mid: tuple[Score, Score], final: tuple[Score, Score]) -> tuple[int, int]:
    return mid[0].total + final[0].total, mid[1].total + final[1].total


def verdict(outcome: Outcome, names: Names) -> str:
    if outcome.winner is None:
        return f"🤝 {names[0]} and {names[1]} share the victory."
    totals = sorted(outcome.totals, reverse=True)
    by = VERDICTS[outcome.by]
    margin = f"{totals[0]} to {totals[1]}"
    if outcome.by == "wealth":
        return f"🏆 {names[outcome.winner - 1]} wins with {by}, {margin}."
    return f"🏆 {names[outcome.winner - 1]} wins by {by}, after {margin} in wealth."


def choice(position: Position, pathway: int, names: Names) -> str:
    """The question that a wild shovel asks."""
    sides = ", ".join(
        f"{DISTRICT_EMOJI[d]} {at:+d}" if at else f"{DISTRICT_EMOJI[d]} 0"
        for d, at in zip(DISTRICTS, position.lead(position.seat), strict=True)
    )
    return (
        f"▶️ {marked(position.seat, names)} places on **{pathway}** and takes the"
        f" {TILE_EMOJI['w']} wild shovel. Which marker moves one space more to your side?"
        f"\n-# As it stands for you: {sides}"
    )


def move_label(position: Position, move: Move) -> str:
    """A legal move as a line of a list, for players who type it."""
    if not move.pathway:
        return f"{DISTRICT_NAMES[DISTRICTS[move.marker or 0]]} marker"
    tile = TILE_NAMES[position.setup.tile(move.pathway)]
    return f"{move.pathway} · {tile} · {_beside(position, move.pathway)}"


def _beside(position: Position, pathway: int) -> str:
    """The districts on both sides of a pathway."""
    one, other = (DISTRICT_NAMES[DISTRICTS[d]] for d in position.setup.beside[pathway])
    return f"{one} twice" if one == other else f"{one} and {other}"


def describe(position: Position, names: Names) -> str:
    """The whole position in a fixed order; names are plain words here."""
    parts = [headline(position, names)]
    parts += [_describe_seat(position, seat, names) for seat in SEATS]
    parts.append("Control track: " + "; ".join(_track(position, names)) + ".")
    standing = [name for name in STATUES if name not in "".join(position.statues)]
    parts.append(f"Statues standing: {', '.join(standing) or 'none'}.")
    parts.append("Achievements: " + "; ".join(_cards(position, names)) + ".")
    free = [
        f"{number} {TILE_NAMES[position.setup.tile(number)]}, {_beside(position, number)}"
        for number in pathways_in(position.free)
    ]
    parts.append(f"Free pathways: {'; '.join(free) or 'none'}.")
    return "\n".join(parts)


def headline(position: Position, names: Names) -> str:
    """The moment of the match in one plain sentence."""
    if position.outcome is not None:
        return f"Final position. {verdict(position.outcome, names)}"
    if not position.ply:
        return f"Start. {names[position.seat - 1]} moves one control marker."
    return f"Placement {position.ply} of {2 * PASSAGES}: {names[position.seat - 1]} is to place."


def _describe_seat(position: Position, seat: int, names: Names) -> str:
    own = pathways_in(position.passages[seat - 1])
    tiles = [
        f"{count} {TILE_NAMES[face]}{'s' if count > 1 else ''}"
        for face, count in zip(TILES, position.tiles[seat - 1], strict=True)
        if count
    ]
    statues = position.statues[seat - 1]
    return (
        f"{names[seat - 1]}: passages on {', '.join(map(str, own)) or 'no pathway'}, the longest"
        f" continuous one {position.longest(seat)}; {position.passages_left(seat)} left;"
        f" tiles: {', '.join(tiles) or 'none'}; statues: {', '.join(statues) or 'none'}."
    )


def _track(position: Position, names: Names) -> list[str]:
    return [
        f"{DISTRICT_NAMES[d]} {f'{abs(at)} for {names[0 if at > 0 else 1]}' if at else 'level'}"
        for d, at in zip(DISTRICTS, position.track, strict=True)
    ]


def _cards(position: Position, names: Names) -> list[str]:
    held = {card: seat for seat in SEATS for card in position.achievements[seat - 1]}
    return [
        f"{CONDITIONS[card]} for {WEALTH[card]}, "
        + (f"held by {names[held[card] - 1]}" if card in held else "open")
        for card in position.setup.cards
    ]


def alt(position: Position, names: Names) -> str:
    """The picture in at most 1,024 characters; ``describe`` tells the rest."""
    parts = [headline(position, names)]
    for seat in SEATS:
        own = ", ".join(map(str, pathways_in(position.passages[seat - 1])))
        parts.append(f"{names[seat - 1]} has passages on {own or 'no pathway'}.")
    parts.append("Track: " + "; ".join(_track(position, names)) + ".")
    free = ", ".join(
        f"{number} {TILE_NAMES[position.setup.tile(number)].removesuffix(' item')}"
        for number in pathways_in(position.free)
    )
    parts.append(f"Free: {free or 'none'}.")
    return " ".join(parts)[:1024]


RULES = f"""## Prowler's Passage in short
Two thieves dig passages under a city of six hexes and grow rich in two scorings.

**Your turn** — press the number of a pathway that still has its tile.
1. Your passage goes there and you keep the tile.
2. The control markers of the two districts beside it move one space to your side; if both are the \
same district, its marker moves two.
3. A {TILE_EMOJI["d"]} dig shovel moves those markers as far again. A {TILE_EMOJI["w"]} wild \
shovel moves any one marker a space: you choose which.
4. A statue 🗿 whose pathways are all covered, by whomever, is yours.
5. Every open achievement 🏅 that you now fulfil is yours.

**Start** — the player who places second first moves one marker a space to their side. Then you \
take turns, 13 passages each; one tile is left over.

**Scoring comes twice**: at the end of the turn in which the second statue is stolen or both have \
5 passages left, and after the last passage.
- Passages: 2 for each section of your longest continuous passage. It may cross itself at \
intersections but uses no passage twice.
- Statues: 1 each.
- Items: 1, 3, 6, 10, 15, … for 1, 2, 3, 4, 5, … of the same kind.
- Districts: the reward of each one whose marker is on your side.
- Achievements: the wealth on your cards, in the final scoring only.

**District rewards**
- {DISTRICT_EMOJI["B"]} Banking: 5, and 1 for each {TILE_EMOJI["b"]} yellow item.
- {DISTRICT_EMOJI["P"]} Political: 2 for each district you control, and 1 for each \
{TILE_EMOJI["p"]} blue item.
- {DISTRICT_EMOJI["M"]} Market: 1 for each {TILE_EMOJI["m"]} purple item, achievement and statue, \
and for each space of its marker.
- {DISTRICT_EMOJI["R"]} Residential: 1 for each {TILE_EMOJI["r"]} brown item, and for each section \
of your longest passage after the second.
- {DISTRICT_EMOJI["C"]} Castle: 3 for each pair of like items, less 1 for each shovel.

**The winner** has the most wealth from both scorings; then the longer continuous passage; then \
more districts. Still level: a shared victory."""
