"""The golden pictures of competitions."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PIL import Image

from renderer import competition_table as table
from renderer import standings_picture as pictures
from renderer.bracket import Bracket, Pair, Side, draw_bracket
from renderer.competition_table import Heading, Table, TableCell, TableRow
from renderer.landgrab.cover import draw_cover
from renderer.standings_picture import Podium, draw_ladder, draw_podium, draw_standings
from tests.renderer.scenes.contact import opened

HEADING = Heading("The open of Ærø", "Prowler’s Passage · Swiss system · Round 3 of 5")
NAMES = [
    "Nightingale",
    "Михаил Воронцов",
    "さくら",
    "עומר",
    "W" * 32,
    "Christoph-Maximilian",
    "",
    "Ada",
]
"""The names of players; ``tools/boards.py`` sets others."""
WAYS: tuple[table.Movement, ...] = ("up", "", "down", "out")
KINDS: tuple[table.Kind, ...] = ("own", "won", "drawn", "lost", "playing", "none")


def name(at: int) -> str:
    return NAMES[at % len(NAMES)]


def rows(count: int) -> tuple[TableRow, ...]:
    values = ("12/15", "104.25", "−1,234")
    return tuple(
        TableRow(
            at,
            at,
            name(at),
            "12½",
            tuple(map(TableCell, values)),
            WAYS[at % 4],
            medal=at != 2,
            own=at == 3,
        )
        for at in range(count)
    )


def _standings(theme: str) -> bytes:
    columns = ("Matches", "Head to head", "Margin")
    return draw_standings(Table(HEADING, rows(7), "Points", columns), theme=theme)


def _divisions() -> bytes:
    some = tuple(replace(each, movement="", medal=True, block="Division 1") for each in rows(4)[1:])
    return draw_standings(Table(HEADING, some, "P", ("M", "H", "Sonneborn Berger")), theme="safe")


def _table(below: str, theme: str) -> bytes:
    shown = tuple(
        TableRow(
            number + 1,
            number,
            name(number),
            "12½",
            tuple(
                TableCell("" if kind in {"own", "none", "playing"} else "1½", kind, below)
                for kind in (*KINDS[number % 3 :], *KINDS[: number % 3])
            ),
            "out" if number == 2 else "",
            own=number == 1,
        )
        for number in range(4)
    )
    return pictures.draw_results(Table(HEADING, shown, "Points", tuple("123456")), theme=theme)


def _bracket(rounds: int, theme: str) -> bytes:
    def pair(at: int) -> Pair:
        upper = Side(name(at), 12 + at, "½ 1", won=at % 3 == 0, own=at == 1)
        lower = Side(name(at + 1), 127, "½ 0", lost=at % 3 == 0)
        if at == 2:
            lower = Side(free=True)
        return Pair(upper, lower if at != 3 else Side(), playing=at % 3 == 1)

    every = tuple(tuple(pair(at + number) for at in range(4 >> number)) for number in range(rounds))
    titles = ("Quarter-finals", "Semi-finals", "Final")[-rounds:]
    return draw_bracket(Bracket(HEADING, titles, every), theme=theme)


def _ladder(first: int, lanes: int, theme: str) -> bytes:
    rungs = tuple(
        TableRow(at + first, at, name(at), movement="away" if at % 3 == 1 else "", own=at == 2)
        for at in range(7)
    )
    duels = [pictures.Duel(first + 3 + at, first + at) for at in range(lanes)]
    duels.append(pictures.Duel(first, first + 1))
    return draw_ladder(duels, Table(HEADING, rungs), theme=theme)


def _podium(count: int, theme: str) -> bytes:
    names = [name(at) or "Christoph-Maximilian of Aachen" for at in range(count)]
    steps = tuple(
        TableRow(min(at + 1, 4), at, names[at], f"{104 - at}½ points") for at in range(count)
    )
    lines = ("Landgrab", "Swiss system", "128 players", "12 to 19 May")
    return draw_podium(Podium(Table(HEADING, steps), lines, draw_cover), theme=theme)


_DRAWN: dict[str, Callable[[], bytes]] = {
    "standings": partial(_standings, "night"),
    "standings-day": partial(_standings, "day"),
    "divisions": _divisions,
    "table": partial(_table, "128", "night"),
    "table-plain": partial(_table, "", "safe"),
    "bracket": partial(_bracket, 3, "night"),
    "bracket-day": partial(_bracket, 2, "day"),
    "ladder": partial(_ladder, 1, 4, "night"),
    "ladder-crowded": partial(_ladder, 11, 8, "safe"),
    "podium": partial(_podium, 3, "night"),
    "podium-crowded": partial(_podium, 8, "safe"),
}
SCENES: dict[str, Callable[[], Image.Image]] = {
    key: partial(lambda draw: opened(draw()), draw) for key, draw in _DRAWN.items()
}
