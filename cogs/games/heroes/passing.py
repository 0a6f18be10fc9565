"""The tiles that a player passed on and received between two turns of a draft."""

from __future__ import annotations

from collections import Counter

from cogs.games.heroes.colony_words import tile_words
from cogs.games.heroes.happened import Line, new_pieces, turn_began
from cogs.games.heroes.situation import Names
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat


def passed_on(line: Line, seat: int, names: Names) -> str:
    """What a player passed and received when the present turn began; empty in the first one."""
    now = line[-1]
    ended = next((at for at in range(len(line) - 1, 0, -1) if _began(line, at)), 0)
    if not ended or (line[ended].round, line[ended].turn) != (now.round, now.turn):
        return ""
    before, after = turn_began(line, ended).seats[seat - 1], line[ended].seats[seat - 1]
    given, got = _tile(_given(before, after)), _tile(after.queue[0])
    players = now.playing
    if len(players) == 1:
        return tr("-# 🔁 Passed from the end of your queue to its front: {tile}.", tile=got)
    at = players.index(seat)
    right, left = players[(at + 1) % len(players)], players[at - 1]
    return tr(
        "-# 🔁 You passed on to {right}: {given}. You got from {left}: {got}.",
        right=f"**{names[right - 1]}**",
        left=f"**{names[left - 1]}**",
        given=given,
        got=got,
    )


def _began(line: Line, at: int) -> bool:
    """Whether tiles were passed in a step: a draft turn ended, and another one followed."""
    before, after = line[at - 1], line[at]
    return bool(before.shown) and _draft(after) and after.turn == before.turn + 1


def _draft(position: Position) -> bool:
    return position.phase == "build" and position.building


def _given(before: Seat, after: Seat) -> int:
    """The face-up tile that has left a queue without being built, or else a face-down one."""
    built = Counter(int(each.id) for each in new_pieces(before, after) if each.id.isdecimal())
    kept = Counter(tile for tile in after.queue[1:] if tile > 0)
    gone = Counter(tile for tile in before.queue if tile > 0) - built - kept
    return next(iter(gone), 0)


def _tile(number: int) -> str:
    return f"**{tile_words(str(number))}**" if number > 0 else tr("a tile face down")
