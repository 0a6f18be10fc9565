"""How Prowler's Passage looks in Discord."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from cogs.board.screen import Drawing, Key, Look, Screen
from cogs.games.prowler import outlook, spoken, statistics, texts
from cogs.games.prowler.rules_text import rules
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View, find_move
from prowlerbot.core.i18n import LANGUAGES, tr, translated
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.rules import OPENINGS, Position
from prowlerbot.games.prowler.setup import DISTRICTS, WILD
from prowlerbot.games.prowler.words import DISTRICT_NAMES
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.prowler import ahead, animate, draw_board, draw_scores

_IN_A_ROW = 4
"""Discord allows five, but a phone breaks the fifth one into a line of its own."""


_Seen = View[Position]
"""All is open in this game, so a view shows the position as it is."""


class ProwlerFace:
    key = "prowler"
    title = "Prowler's Passage"
    private = False

    @property
    def rules(self) -> str:
        return rules()

    def seat_mark(self, seat: int) -> str:
        return texts.SEAT_MARKS[seat - 1]

    def seat_choice(self, choice: str) -> Key:
        return Key(choice, choice)  # there is nothing to choose

    def screen(self, views: Sequence[_Seen], look: Look, choosing: str | None = None) -> Screen:
        position, names = views[-1].seen, look.names
        lines = [self.news(views, names)]
        if choosing is None:
            lines.append(_sheet(views, names))
            rows = _keys(position)
        else:
            question, keys = _choice(position, choosing, names)
            lines.append(question)
            rows = [keys]
        if choosing is None and position.outcome is None and look.ended is None:
            lines.append(texts.turn(position, names))
        return Screen("\n".join(filter(None, lines)), _drawings(views, look), rows)

    def news(self, views: Sequence[_Seen], names: Sequence[str]) -> str:
        return texts.news(views[-2].seen, views[-1].seen, names) if len(views) > 1 else ""

    def prepare(self, theme: Theme) -> Sequence[Callable[[], object]]:
        return ahead(theme)

    def animation(
        self,
        views: Sequence[_Seen],
        names: Sequence[str],
        theme: Theme = "night",
        ended: Ranks | None = None,
    ) -> Callable[[], bytes]:
        return partial(animate, [view.seen for view in views], names, theme=theme, ended=ended)

    def scores(self, view: _Seen, names: Sequence[str]) -> str:
        return texts.scores(view.seen, names)

    def describe(self, view: _Seen, names: Sequence[str], ended: Ranks | None = None) -> str:
        return spoken.describe(view.seen, names, ended)

    def brief(self, view: _Seen, names: Sequence[str], ended: Ranks | None = None) -> str:
        return spoken.alt(view.seen, names, ended)

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Sequence[str]) -> str:
        return outlook.gain(before.seen, after.seen, seat, names)

    def typed_options(self, view: _Seen) -> list[tuple[str, str]]:
        """A wild shovel stands once in the list: its marker is an option of its own."""
        position = view.seen
        typed = {
            str(move.pathway or move): texts.move_label(position, move) for move in position.legal
        }
        return [(label, value) for value, label in typed.items()]

    def move_words(self, view: _Seen, move: str) -> str:
        return texts.move_words(find_move(view, view.seen.seat, move))

    def typed_move(self, view: _Seen, typed: str, detail: str | None) -> str:
        move, position = typed.strip(), view.seen
        if not position.ply:
            return f">{_typed_marker(detail or move)}"
        if not move.isdecimal() or len(move) > 2 or not 1 <= int(move) <= len(PATHWAYS):
            raise IllegalMove("“{typed}” is no pathway; they are numbered 1 to 27.", typed=typed)
        number = int(move)
        if not position.free >> number & 1:
            raise IllegalMove("Pathway {number} is already taken.", number=number)
        wild = position.setup.tile(number) == WILD
        if wild and detail is None:
            raise IllegalMove(
                "There is a wild shovel on pathway {number}: use the option “marker” to say"
                " which marker it moves.",
                number=number,
            )
        if not wild and detail is not None:
            raise IllegalMove(
                "There is no wild shovel on pathway {number}, so leave out the marker.",
                number=number,
            )
        return f"{number}>{detail}" if wild else str(number)

    def highlights(self, finals: Sequence[tuple[_Seen, int]]) -> list[str]:
        return statistics.highlights([(view.seen, seat) for view, seat in finals])

    def favourite(self, finals: Sequence[tuple[_Seen, int]]) -> str:
        return statistics.favourite([(view.seen, seat) for view, seat in finals])


def _keys(position: Position) -> list[list[Key]]:
    if not position.ply:
        return [[_marker_key(move.marker or 0, str(move)) for move in OPENINGS]]
    keys = [_pathway_key(position, pathway.number) for pathway in PATHWAYS]
    return [keys[at : at + _IN_A_ROW] for at in range(0, len(keys), _IN_A_ROW)]


def _pathway_key(position: Position, number: int) -> Key:
    label = str(number)
    for seat in (1, 2):
        if position.passages[seat - 1] >> number & 1:
            return Key(label, label, texts.SEAT_MARKS[seat - 1], enabled=False)
    tile = position.setup.tile(number)
    free = not position.over
    return Key(label, label, texts.TILE_EMOJI[tile], enabled=free, opens=tile == WILD)


def _choice(position: Position, argument: str, names: Sequence[str]) -> tuple[str, list[Key]]:
    """The question that a wild shovel asks, and the markers to answer with."""
    wild = {str(move.pathway) for move in position.legal if move.marker is not None}
    if argument not in wild:
        raise IllegalMove("There is no wild shovel on “{typed}”.", typed=argument)
    markers = range(len(DISTRICTS))
    keys = [_marker_key(marker, f"{argument}>{DISTRICTS[marker]}") for marker in markers]
    return texts.choice(position, int(argument), names), keys


def _sheet(views: Sequence[_Seen], names: Sequence[str]) -> str:
    """Mid-game scoring is shown with the move that brought it, final scoring with the last."""
    position = views[-1].seen
    fresh = len(views) > 1 and views[-2].seen.mid is None
    return texts.sheet(position, names) if position.over or fresh else ""


def _drawings(views: Sequence[_Seen], look: Look) -> list[Drawing]:
    position, theme = views[-1].seen, look.theme
    draw = partial(draw_board, position, look.plain, theme=theme, ended=look.ended)
    board = Drawing("board.png", draw, spoken.alt(position, look.plain, look.ended))
    if not _sheet(views, look.plain):
        return [board]
    alt = tr("Score sheet; the text of this message has its numbers.")
    draw = partial(draw_scores, position, look.plain, theme=theme)
    return [board, Drawing("scores.png", draw, alt)]


def _typed_marker(typed: str) -> str:
    """The letter of a marker that was typed as ``>R``, ``R`` or ``Residential``, in any case.

    The name may be in any language: a board in the server's language can show names that the
    player's language does not have.
    """
    wanted = typed.removeprefix(">").casefold().strip()
    for letter, name in DISTRICT_NAMES.items():
        told = {translated(name, language) or name for language in LANGUAGES}
        if wanted in {each.casefold() for each in (letter, *told)}:
            return letter
    raise IllegalMove(
        "The match opens with a control marker: {markers}. “{typed}” is not one of them.",
        markers=tuple(DISTRICT_NAMES.values()),
        typed=typed,
    )


def _marker_key(marker: int, argument: str) -> Key:
    letter = DISTRICTS[marker]
    return Key(tr(DISTRICT_NAMES[letter]), argument, texts.DISTRICT_EMOJI[letter])
