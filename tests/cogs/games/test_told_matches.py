"""The words of matches of each game as text, so that a change of them shows as a difference.

A file has each line that players read, where it is read first: on boards with buttons and with
words first, in news, calls, merits, scores and the words of the position. To write all files anew:
``python -m tests.cogs.games.test_told_matches``. Read the difference before committing it.
"""

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path

import pytest

from cogs.contract.face import Face
from cogs.contract.screen import Look, Screen, Select, keys_of
from cogs.contract.sign import coloured, in_words
from prowlerbot.core.game import CHANCE, AnyState, AnyView, after
from prowlerbot.games import GAMES
from tests.cogs.games.shown import FACES, match, sampled, views

FOLDER = Path(__file__).parent / "told"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
MATCHES = {
    "prowler": [("2", 1)],
    "landgrab": [("3/together", 0), ("2/drawn", 1)],
    "heroes": [
        *(("2/turns/guided/short", 3), ("1/live/free/short", 1)),
        *(("3/brisk/free/short", 5), ("2/live/free/short", 6)),
    ],
}
SMALL = "RB/1/F6,H6/F7/"
FIGHTS = [
    (SMALL, "p:G6 p:H6 c:F7 d12 G7 F6 c:F7"),
    (SMALL, "p:G6 p:H6 a:2 d9 d3"),
    (SMALL, f"p:G6 p:H6 {'a:2 d3 d9 a:1 d3 d9 ' * 2}a:2 d9 d3"),
    ("RB/1/B2,D2,F2,H2/C2/G2-H2", "p:B2 p:E2 c:C2 d12"),
]
"""Short matches of Landgrab with fights, evictions and buildings of one's own."""


def list_lines(game: str) -> Iterator[Sequence[AnyState]]:
    yield from (match(game, *each) for each in MATCHES[game])
    for setup, moves in FIGHTS if game == "landgrab" else ():
        line: list[AnyState] = [GAMES[game].start(setup)]
        for move in moves.split():
            (seat,) = line[-1].to_move
            line.append(after(line[-1], seat, move))
        yield line


def on_screen(screen: Screen) -> Iterator[str]:
    yield screen.text
    for row in screen.rows:
        if isinstance(row, Select):
            yield f"[{row.placeholder}]"
        yield from (f"[{key.label}] {key.hint}" for key in keys_of(row))
    yield from (f"[{order.label}]" for order in screen.orders)
    yield from (drawing.alt for drawing in screen.drawings)


def told_to(face: Face, seen: Sequence[AnyView], names: Sequence[str]) -> Iterator[str]:
    """All that a viewer can read of the last position."""
    page = face.opening_page(seen, ())
    for words in (False, True):
        with coloured("night", words=words):
            look = Look(names, names, words=words, listed=True, page=page)
            first, read = face.screen(seen, look), in_words if words else str
            yield from map(read, on_screen(first))
            yield from (read(each.words) for each in face.topics(seen, look))
            opens = [
                key.argument
                for row in first.rows
                for key in keys_of(row)
                if key.opens and key.enabled
            ]
            for opened in opens[:3]:
                yield from map(read, on_screen(face.screen(seen, look, opened)))
    yield face.describe(seen[-1], names)
    yield face.brief(seen[-1], names)
    yield face.scores(seen[-1], names)


def told_of_moves(face: Face, position: AnyState, seat: int, names: Sequence[str]) -> Iterator[str]:
    view, moves = position.view(seat), [*map(str, position.moves(seat))]
    for move in moves[:: max(1, len(moves) // 5)]:
        yield face.move_words(view, move)
        yield face.did(view, names[seat - 1], move)
        yield face.gain(view, after(position, seat, move).view(seat), seat, names)
        yield face.own_words(view, move)
        yield face.exact_words(view, move, moves, names)
        yield "; ".join(face.regions(view, seat, move))
        yield "; ".join(face.reasons(view, seat, move, names))
        for merit in face.merits(view, seat, move, names, moves[0]):
            yield f"{merit.aim}: {merit.words}"
    yield from (label for label, _ in face.typed_options(view, names)[:6])


def seats_in(line: Sequence[AnyState]) -> int:
    """The number of players, by a position of any game."""
    setup = getattr(line[0], "setup", None)
    colours, seats = getattr(setup, "colours", "RB"), getattr(setup, "seats", 0)
    return seats or len(colours)


def told_in(face: Face, line: Sequence[AnyState]) -> Iterator[str]:
    names, public = NAMES[: seats_in(line)], views(line, None)
    for ply in range(1, len(line)):
        yield face.news(public[: ply + 1], names)
        yield face.recap(public[: ply + 1], names)
        yield face.glance(public[: ply + 1], names)
    for ply in [*[*sampled(line)][:: 2 if len(line) > 20 else 1], len(line) - 1]:
        yield f"ply {ply}"
        for viewer in (None, 1, *sorted(line[ply].to_move - {CHANCE, 1})[:1]):
            yield from told_to(face, views(line[: ply + 1], viewer), names)
        for seat in sorted(line[ply].to_move - {CHANCE})[:1]:
            yield from told_of_moves(face, line[ply], seat, names)
    yield face.result(public[-1], names)
    yield from (chapter.label for chapter in face.chapters(public))


def told(game: str) -> str:
    """Each line once, where it is told first."""
    face, lines = FACES[game], dict[str, None]()
    parts = [face.pitch, face.rules]
    for line in list_lines(game):
        parts += told_in(face, line)
    for part in parts:
        lines |= dict.fromkeys(each.strip() for each in part.splitlines() if each.strip())
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game", FACES)
def test_matches_are_told_in_the_words_that_are_recorded(game: str) -> None:
    recorded, now = (FOLDER / f"{game}.txt").read_text(encoding="utf-8"), told(game)
    both = recorded.splitlines(), now.splitlines()
    lines = unified_diff(*both, "recorded", "now", n=1, lineterm="")
    assert recorded == now, "\n".join([*lines][:60])


if __name__ == "__main__":
    for key in FACES:
        (FOLDER / f"{key}.txt").write_text(told(key), encoding="utf-8")
