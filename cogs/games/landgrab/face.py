"""The face of Landgrab in Discord."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from cogs.contract.advice import Merit, lettered
from cogs.contract.face import Face, Pictures, PlayedOut
from cogs.contract.screen import ROUND, Chapter, Drawing, Key, Look, Row, Screen
from cogs.contract.sentences import Event, Part
from cogs.contract.sign import Sign
from cogs.games.landgrab import (
    happened,
    itemised,
    moments,
    odds,
    placing,
    plans,
    signs,
    situation,
    spoken,
    statistics,
    texts,
    turn_keys,
    typed,
)
from cogs.games.landgrab.lessons import rules, setup_words
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.final_count import Count
from prowlerbot.core.game import View, find_move
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.plans import EXAMPLE
from prowlerbot.games.landgrab.prepared_maps import FIXED, fixed_map
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from prowlerbot.games.landgrab.turns import ROUNDS
from prowlerbot.games.landgrab.words import COLOUR_NAMES
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.landgrab import ahead as drawn_ahead
from renderer.landgrab.animation import animate
from renderer.landgrab.board import draw_board, draw_compared, draw_map
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.cover import draw_cover
from renderer.landgrab.dress import dress
from renderer.landgrab.land.lights import Mark
from renderer.landgrab.panels.news import rolled_since
from renderer.theme import Colour

_Seen = View[Position]
"""Nothing is hidden in this game, so a view shows the position unchanged."""
_NUMBERS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣")
"""Marks of seats without a colour yet."""


class LandgrabFace(Face):
    plans_goals = True
    plan_example = EXAMPLE
    chaptered = True
    signs: Sequence[Sign] = signs.SIGNS
    sentences = happened.SENTENCES
    between_events = ": "
    pictures = Pictures(
        draw_cover,
        mark("An island from above, with houses and halls, and pawns that race for them."),
        drawn_ahead,
        animate,
        dress,
    )

    @property
    def pitch(self) -> str:
        return tr(
            "Race over a map, claim its buildings by the die, and fight for your place. 2 to 4"
            " players, about 30 minutes."
        )

    def cover(self, theme: Theme, options: Mapping[str, str] | None = None) -> Drawing:
        chosen = (options or {}).get("map", "")
        if chosen in FIXED:
            draw = partial(draw_map, fixed_map(chosen), theme=theme)
            return Drawing("map.png", draw, spoken.fixed(fixed_map(chosen), chosen))
        return super().cover(theme)

    @property
    def rules(self) -> str:
        return rules()

    def setup_words(self, options: Mapping[str, str], names: Sequence[str]) -> str:
        return setup_words(options)

    def seat_mark(self, seat: int, setup: str) -> str:
        return signs.colour_mark(setup[seat - 1]) if setup else _NUMBERS[seat - 1]

    def seat_look(self, seat: int, setup: str, theme: Theme) -> tuple[int, Colour]:
        letter = setup[seat - 1]
        return LETTERS.index(letter) + 1, COLOURS[theme].owner(letter)

    def seat_choice(self, choice: str) -> Key:
        return Key(tr(COLOUR_NAMES[choice]), choice, signs.colour_mark(choice))

    def screen(self, views: Sequence[_Seen], look: Look, choosing: str | None = None) -> Screen:
        position, names = views[-1].seen, look.names
        lines = [self.news(views, names)]
        if choosing is not None:
            choice = _choice(position, choosing, names)
            text = "\n".join(filter(None, (*lines, choice.question)))
            board = self._board(views, look, choice.marks)
            return Screen(text, [board], choice.rows(listed=look.wants_menus))
        if position.outcome is not None:
            lines.append(self.ending(views[-1], names))
        else:
            if not look.words:  # the words of the position have both
                rounds = itemised.rounds(position)
                lines += [itemised.standing(position, names), rounds and f"-# {rounds}"]
            if look.ended is None:
                lines += situation.goal(position)
                lines += [] if look.aside else [situation.turn(position, names)]
        text = "\n".join(filter(None, lines))
        return Screen(text, self._drawings(views, look), _rows(position, look))

    def _board(self, views: Sequence[_Seen], look: Look, marks: Sequence[Mark] | None) -> Drawing:
        """The board with the words of the last action, and of the rolls since the awaited player's
        latest turn; while a seat chooses between places, with their ``marks``.
        """
        line = [view.seen for view in views]
        plies = rolled_since(line) if look.ended is None else ()
        since = [(line[ply], happened.strip(line[ply - 1], line[ply], look.plain)) for ply in plies]
        draw = partial(
            draw_board,
            *(line[-1], look.plain),
            theme=look.theme,
            ended=look.ended,
            told=happened.strip(line[-2], line[-1], look.plain) if len(line) > 1 else "",
            since=since,
            marks=marks,
        )
        return Drawing("board.png", draw, self.brief(views[-1], look.plain, look.ended))

    def _drawings(self, views: Sequence[_Seen], look: Look) -> list[Drawing]:
        position, board = views[-1].seen, self._board(views, look, None)
        if not position.end:
            return [board]
        return [*self.sheet(views, look), board]

    def events(self, views: Sequence[_Seen]) -> Iterator[Event]:
        return happened.happened(views[-2].seen, views[-1].seen)

    def marked(self, view: _Seen, seat: int, names: Sequence[str]) -> str:
        return texts.marked(view.seen, seat, names)

    def told_apart(self, view: _Seen, names: Sequence[str]) -> Sequence[str]:
        return texts.told_apart(view.seen, names)

    def recap(self, views: Sequence[_Seen], names: Sequence[str]) -> str:
        """Empty while a roll is due, as the text of a roll says what it was for."""
        return "" if self.rolling(views[-1]) else super().recap(views, names)

    def out_of_turn(self, views: Sequence[_Seen], seat: int, names: Sequence[str]) -> str:
        position = views[-1].seen
        return situation.out_of_turn(position, seat, texts.told_apart(position, names))

    def result(self, view: _Seen, names: Sequence[str]) -> str:
        return itemised.verdict(view.seen, texts.told_apart(view.seen, names))

    def rolling(self, view: _Seen) -> bool:
        return view.seen.phase in happened.ROLLING

    def chapters(self, views: Sequence[_Seen]) -> Sequence[Chapter]:
        built = views[0].seen.setup.map is None
        return _chapters([view.seen.round for view in views], built=built)

    def scores(self, view: _Seen, names: Sequence[str]) -> str:
        return itemised.scores(view.seen, names)

    def final_count(self, views: Sequence[_Seen]) -> Count:
        return final_count([view.seen for view in views])

    def course(self) -> str:
        return tr("the quarters of the match")

    def parts(self, view: _Seen, names: Sequence[str], ended: Ranks | None = None) -> list[Part]:
        return list(spoken.parts(view.seen, names, ended, view.viewer))

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Sequence[str]) -> str:
        return odds.gain(before.seen, after.seen, seat, names)

    def typed_options(self, view: _Seen, names: Sequence[str]) -> list[tuple[str, str]]:
        return typed.options(view.seen, names)

    def move_words(self, view: _Seen, move: str) -> str:
        return texts.move_words(view.seen, typed.written(move))

    def moment(self, view: _Seen) -> str:
        fields = {"round": view.seen.round, "all": ROUNDS}
        return tr("Round {round} of {all}", **fields) if view.seen.round else ""

    def count(self, view: _Seen) -> int | None:
        return view.seen.round

    def did(self, view: _Seen, player: str, move: str) -> str:
        return moments.did(view.seen, player, typed.written(move))

    def lit(self, view: _Seen, look: Look, moves: Sequence[str]) -> Drawing | None:
        marks = [
            Mark(squares, letter)
            for letter, move in lettered(moves)
            if (squares := moments.places_of(view.seen, typed.written(move)))
        ]
        draw = partial(draw_board, view.seen, look.plain, marks=marks, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain)) if marks else None

    def compared(self, view: _Seen, look: Look, played: str, better: str = "") -> Drawing | None:
        made = [typed.written(each) for each in (played, better) if each]
        if not any(moments.places_of(view.seen, each) for each in made):
            return None
        draw = partial(draw_compared, view.seen, look.plain, *made, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain))

    def typed_move(self, view: _Seen, text: str, detail: str | None, names: Sequence[str]) -> str:
        return typed.read(view.seen, text, names)

    def goals(self, view: _Seen, plan: str, choosing: str, look: Look) -> Sequence[Row]:
        names = texts.told_apart(view.seen, look.plain)
        return plans.goals(view.seen, view.viewer or 0, plan, choosing, names)

    def plan_words(self, view: _Seen, plan: str) -> Sequence[str]:
        return list(plans.words(view.seen, plan))

    def plan_picture(self, view: _Seen, plan: str, look: Look) -> Drawing:
        """The board with the squares of the way, numbered by turns, and no steps of anybody lit."""
        marks = plans.marks(plan)
        draw = partial(draw_board, view.seen, look.plain, marks=marks, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain))

    def merits(
        self, view: _Seen, seat: int, move: str, names: Sequence[str], than: str = ""
    ) -> Sequence[Merit]:
        apart = texts.told_apart(view.seen, names)
        return moments.merits(view.seen, seat, find_move(view, seat, move), apart)

    def region(self, view: _Seen, seat: int, move: str) -> str:
        return moments.region(view.seen, seat, find_move(view, seat, move))

    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        return statistics.highlights(matches)

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        return statistics.favourite(matches)


def _chapters(rounds: Sequence[int], *, built: bool) -> list[Chapter]:
    """The building of the map, or on a ready one the spawns, then each round. A chapter runs up to
    the start of the next one, so the map includes the last spawn, and a round each of its turns
    with all rolls.
    """
    begins = [bisect_left(rounds, number) for number in range(rounds[-1] + 2)]
    found = []
    beginning = tr("Building the map") if built else tr("The spawns")
    for number, (first, after) in enumerate(itertools.pairwise(begins)):
        label = tr("Round {round}", round=number) if number else beginning
        last = min(after, len(rounds) - 1)
        found.append(Chapter(f"{ROUND}{number}" if number else "map", label, first, last))
    return found


def _rows(position: Position, look: Look) -> list[Row]:
    if position.end or position.phase in happened.ROLLING:
        return []
    if position.phase in placing.PLACING:
        return placing.rows(position, listed=look.wants_menus)
    names = texts.told_apart(position, look.plain)
    if look.wants_menus:
        return turn_keys.listed(position, names)
    return turn_keys.rows(position, names)


def _choice(position: Position, argument: str, names: Sequence[str]) -> turn_keys.Choice:
    if position.phase in placing.PLACING:
        return placing.choice(position, argument, names)
    if argument != turn_keys.GO_AROUND or position.phase != "turn":
        raise IllegalMove("“{typed}” opens no choice.", typed=argument)
    return turn_keys.around(position, names)
