"""How Landgrab looks in Discord."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial

from cogs.board.face import CALM
from cogs.board.screen import Drawing, Key, Look, Row, Screen
from cogs.frame.emoji import Sign
from cogs.games.landgrab import (
    choices,
    itemised,
    menus,
    outlook,
    pad,
    placing,
    signs,
    spoken,
    statistics,
    texts,
    typed,
)
from cogs.games.landgrab.rules_text import rules
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.setup import parse_setup
from prowlerbot.games.landgrab.words import COLOUR_NAMES
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.landgrab import draw_board, draw_choice

_Seen = View[Position]
"""All is open in this game, so a view shows the position as it is."""
_NUMBERS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣")
"""Marks of seats that have no colour yet."""


class LandgrabFace:
    key = "landgrab"
    title = "Landgrab"
    private = False
    teaches = False
    signs: Sequence[Sign] = ()

    @property
    def pitch(self) -> str:
        return tr(
            "Race over a map, claim its buildings by the die, and fight whoever stands in your"
            " way. 2 to 4 players, 30 minutes."
        )

    def cover(self, theme: Theme) -> Drawing:
        alt = tr("An island from above, with houses and halls, and pawns that race for them.")
        return Drawing("cover.png", partial(draw_cover, theme), alt)

    @property
    def rules(self) -> str:
        return rules()

    def seat_mark(self, seat: int, setup: str) -> str:
        if not setup:
            return _NUMBERS[seat - 1]
        return signs.colour_mark(setup[seat - 1])

    def seat_choice(self, choice: str) -> Key:
        return Key(tr(COLOUR_NAMES[choice]), choice, signs.colour_mark(choice))

    def screen(self, views: Sequence[_Seen], look: Look, choosing: str | None = None) -> Screen:
        position, names = views[-1].seen, look.names
        lines = [self.news(views, names)]
        if choosing is not None:
            choice = _choice(position, choosing, names)
            lines.append(choice.question)
            draw = partial(draw_choice, position, choice.marks, look.plain, theme=look.theme)
            drawing = Drawing("board.png", draw, spoken.alt(position, look.plain))
            return Screen(
                "\n".join(filter(None, lines)), [drawing], choice.rows(listed=look.listed)
            )
        if position.outcome is not None:
            lines.append(itemised.count(position, names))
        else:
            lines += [itemised.standing(position, names), itemised.rounds(position)]
            if look.ended is None:
                lines.append(texts.turn(position, names))
        text = "\n".join(filter(None, lines))
        return Screen(text, _drawings(views, look), _rows(position, look))

    def news(self, views: Sequence[_Seen], names: Sequence[str], *, ahead: bool = False) -> str:
        if len(views) < 2:
            return ""
        return texts.news(views[-2].seen, views[-1].seen, names, ahead=ahead)

    def recap(self, views: Sequence[_Seen], names: Sequence[str]) -> str:
        return texts.recap(views[-2].seen, views[-1].seen, names) if len(views) > 1 else ""

    def result(self, view: _Seen, names: Sequence[str]) -> str:
        return itemised.verdict(view.seen, names)

    def prepare(self, theme: Theme) -> Sequence[Callable[[], object]]:
        return ahead(theme)

    def animation(
        self,
        views: Sequence[_Seen],
        names: Sequence[str],
        theme: Theme = "night",
        ended: Ranks | None = None,
        pace: int = CALM,
    ) -> Callable[[], bytes]:
        seen = [view.seen for view in views]
        captions = [" · ".join(names), *captions_of(seen, names)]
        if ended is None and seen[-1].end:
            captions.append(self.result(views[-1], names))
        return partial(animate, seen, names, captions, theme=theme, ended=ended, pace=pace)

    def scores(self, view: _Seen, names: Sequence[str]) -> str:
        return itemised.scores(view.seen, names)

    def describe(self, view: _Seen, names: Sequence[str], ended: Ranks | None = None) -> str:
        return spoken.describe(view.seen, names, ended)

    def brief(self, view: _Seen, names: Sequence[str], ended: Ranks | None = None) -> str:
        return spoken.alt(view.seen, names, ended)

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Sequence[str]) -> str:
        return outlook.gain(before.seen, after.seen, seat, names)

    def typed_options(self, view: _Seen, names: Sequence[str]) -> list[tuple[str, str]]:
        return typed.options(view.seen, names)

    def move_words(self, view: _Seen, move: str) -> str:
        return texts.move_words(view.seen, read_move(move))

    def typed_move(
        self, view: _Seen, typed_text: str, detail: str | None, names: Sequence[str]
    ) -> str:
        return typed.read(view.seen, typed_text, names)

    def highlights(self, finals: Sequence[tuple[_Seen, int]]) -> list[str]:
        return statistics.highlights([(view.seen, seat) for view, seat in finals])

    def favourite(self, finals: Sequence[tuple[_Seen, int]]) -> str:
        return statistics.favourite([(view.seen, seat) for view, seat in finals])
