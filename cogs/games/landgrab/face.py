"""The face of Landgrab in Discord."""

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce

from cogs.contract.account import MOST_REASONS, Lettered, Merit
from cogs.contract.face import Face, Pictures, PlayedOut
from cogs.contract.screen import ROUND, Chapter, Drawing, Key, Look, Names, Row, Screen
from cogs.contract.sentences import Event, Part
from cogs.contract.sign import Sign
from cogs.games.landgrab import account, figures, moments, spoken, texts, turn_keys, typed
from cogs.games.landgrab.lessons import rules, setup_words
from cogs.games.landgrab.typed import parse_move
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.final_count import Count
from prowlerbot.core.game import View, find_move
from prowlerbot.core.i18n import label_text, mark, tr
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.plans import EXAMPLE, example
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.position import FIXED_MAPS, fixed_map
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from prowlerbot.games.landgrab.words import COLOUR_NAMES, building_name, squares_of
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.landgrab import parts_to_prepare as drawn_ahead
from renderer.landgrab.animation import animate
from renderer.landgrab.board import draw_board, draw_compared, draw_map
from renderer.landgrab.colours import COLOURS, dress
from renderer.landgrab.cover import draw_cover
from renderer.landgrab.lit_squares import Mark
from renderer.theme import Colour

_Seen = View[Position]
"""Nothing is hidden in this game, so a view shows the position unchanged."""
_NUMBERS = ("1️⃣", "2️⃣", "3️⃣", "4️⃣")
"""Marks of seats without a colour yet."""


class LandgrabFace(Face):
    level_by_reasons = True
    plans_goals = True
    plan_example = EXAMPLE
    chaptered = True
    signs: Sequence[Sign] = texts.SIGNS
    sentences = account.SENTENCES
    pictures = Pictures(
        draw_cover,
        mark("An island from above, with houses and halls, and pawns that race for them."),
        drawn_ahead,
        animate,
        dress,
    )

    def in_one_line(self, told: Sequence[str]) -> str:
        return reduce(label_text, told) if told else ""

    @property
    def pitch(self) -> str:
        return tr(
            "Race over a map, claim its buildings by the die, and fight for your place. 2 to 4"
            " players, about 30 minutes."
        )

    def cover(self, theme: Theme, options: Mapping[str, str] | None = None) -> Drawing:
        chosen = (options or {}).get("map", "")
        if chosen in FIXED_MAPS:
            draw = partial(draw_map, fixed_map(chosen), theme=theme)
            return Drawing("map.png", draw, spoken.fixed_map_words(fixed_map(chosen), chosen))
        return super().cover(theme)

    @property
    def rules(self) -> str:
        return rules()

    def setup_words(self, options: Mapping[str, str], names: Names) -> str:
        return setup_words(options)

    def seat_mark(self, seat: int, setup: str) -> str:
        return texts.colour_mark(setup[seat - 1]) if setup else _NUMBERS[seat - 1]

    def seat_look(self, seat: int, setup: str, theme: Theme) -> tuple[int, Colour]:
        letter = setup[seat - 1]
        return LETTERS.index(letter) + 1, COLOURS[theme].owner(letter)

    def seat_choice(self, choice: str) -> Key:
        return Key(tr(COLOUR_NAMES[choice]), choice, texts.colour_mark(choice))

    def screen(self, views: Sequence[_Seen], look: Look, choosing: str | None = None) -> Screen:
        position, names = views[-1].seen, look.names
        lines = [(self.glance if look.sees_board else self.news)(views, names)]
        if choosing is not None:
            choice = _open_choice(position, choosing, names)
            text = "\n".join(filter(None, (*([] if look.words else lines), choice.question)))
            board = self._board(views[-1], look, choice.marks)
            return Screen(text, [board], choice.rows(listed=look.wants_menus))
        if position.outcome is not None:
            lines.append(self.ending(views[-1], names))
        else:
            # The picture has both, and so has the position in words.
            briefly = look.sees_board or look.words
            countdown = self.countdown(views[-1])
            rounds = countdown if briefly and position.round > 1 else texts.rounds_words(position)
            standing = "" if briefly else texts.standing_lines(position, names)
            lines += [standing, rounds and f"-# {rounds}"]
            if look.ended is None:
                lines.append(account.aim_words(position))
                lines.append("" if look.aside else account.turn_words(position, names))
        text = "\n".join(filter(None, lines))
        board = self._board(views[-1], look, None)
        drawings = [*self.sheet(views, look), board] if position.end else [board]
        return Screen(text, drawings, _key_rows(position, look))

    def _board(self, view: _Seen, look: Look, marks: Sequence[Mark] | None) -> Drawing:
        """The board; while a seat chooses between places, with their ``marks``. A player who only
        looks at it sees nobody's squares in reach.
        """
        seen, ended = view.seen, look.ended
        if view.viewer and view.viewer not in seen.to_move:
            seen = seen._replace(legal=())
        draw = partial(draw_board, seen, look.plain, theme=look.theme, ended=ended, marks=marks)
        return Drawing("board.png", draw, self.brief(view, look.plain, ended))

    def events(self, views: Sequence[_Seen]) -> Iterator[Event]:
        return account.events_between(views[-2].seen, views[-1].seen)

    def marked(self, view: _Seen, seat: int, names: Names) -> str:
        return texts.mark_player(view.seen, seat, names)

    def told_apart(self, view: _Seen, names: Names) -> Sequence[str]:
        return texts.distinct_names(view.seen, names)

    def recap(self, views: Sequence[_Seen], names: Names) -> str:
        """Empty while a roll is due, as the text of the roll names its purpose."""
        return "" if self.rolling(views[-1]) else super().recap(views, names)

    def glance(self, views: Sequence[_Seen], names: Names) -> str:
        """The news with squares in the place of buildings, whose sizes the picture has."""
        text = self.news(views, names)
        for each in views[-1].seen.map.buildings:
            text = text.replace(building_name(each), squares_of(each))
        return text

    def out_of_turn(self, views: Sequence[_Seen], seat: int, names: Names) -> str:
        position = views[-1].seen
        return account.aside_words(position, seat, texts.distinct_names(position, names))

    def result(self, view: _Seen, names: Names) -> str:
        return texts.verdict_words(view.seen, texts.distinct_names(view.seen, names))

    def rolling(self, view: _Seen) -> bool:
        return view.seen.phase in account.ROLLING

    def chapters(self, views: Sequence[_Seen]) -> Sequence[Chapter]:
        built = views[0].seen.setup.map is None
        # The building of the map, or on a ready one the spawns, then each round. A chapter runs up
        # to the start of the next one, so the map includes the last spawn, and a round each of its
        # turns with all rolls.
        rounds = [view.seen.round for view in views]
        begins = [bisect_left(rounds, number) for number in range(rounds[-1] + 2)]
        found = []
        beginning = tr("Building the map") if built else tr("The spawns")
        for number, (first, after) in enumerate(itertools.pairwise(begins)):
            label = tr("Round {round}", round=number) if number else beginning
            last = min(after, len(rounds) - 1)
            found.append(Chapter(f"{ROUND}{number}" if number else "map", label, first, last))
        return found

    def scores(self, view: _Seen, names: Names) -> str:
        return texts.scores_text(view.seen, names)

    def final_count(self, views: Sequence[_Seen]) -> Count:
        return final_count([view.seen for view in views])

    def course(self) -> str:
        return tr("the quarters of the match")

    def parts(self, view: _Seen, names: Names, ended: Ranks | None = None) -> list[Part]:
        return list(spoken.spoken_parts(view.seen, names, ended, view.viewer))

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Names) -> str:
        return figures.gain_words(before.seen, after.seen, seat, names)

    def typed_options(self, view: _Seen, names: Names) -> list[tuple[str, str]]:
        """Claims and attacks first, as steps alone may fill all suggestions."""
        position, order = view.seen, {"c": 0, "a": 1}
        legal = sorted(position.legal, key=lambda move: order.get(move.kind, 2))
        apart = texts.distinct_names(position, names)
        return [(typed.move_label(position, move, apart), str(move)) for move in legal]

    def move_words(self, view: _Seen, move: str) -> str:
        return texts.move_words(view.seen, parse_move(move))

    def exact_words(self, view: _Seen, move: str, others: Sequence[str], names: Names) -> str:
        """With the names of players, as the buttons have them."""
        return texts.move_words(view.seen, parse_move(move), names)

    def moment(self, view: _Seen) -> str:
        fields = {"round": view.seen.round, "all": ROUNDS}
        return tr("Round {round} of {all}", **fields) if view.seen.round else ""

    def count(self, view: _Seen) -> int | None:
        return view.seen.round

    def did(self, view: _Seen, player: str, move: str) -> str:
        return moments.did(view.seen, player, parse_move(move))

    def lit(self, view: _Seen, look: Look, moves: Sequence[Lettered]) -> Drawing | None:
        marks = [
            Mark(squares, letter)
            for letter, move in moves
            if (squares := moments.places_of(view.seen, parse_move(move)))
        ]
        return self._board(view, look, marks) if marks else None

    def compared(self, view: _Seen, look: Look, played: str, better: str = "") -> Drawing | None:
        made = [parse_move(each) for each in (played, better) if each]
        if not any(moments.places_of(view.seen, each) for each in made):
            return None
        draw = partial(draw_compared, view.seen, look.plain, *made, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain))

    def typed_move(self, view: _Seen, text: str, detail: str | None, names: Names) -> str:
        return typed.move_as_typed(view.seen, text, names)

    def example_of_plan(self, view: _Seen) -> str:
        return tr(EXAMPLE, **example(view.seen, view.viewer or 1))

    def goals(self, view: _Seen, plan: str, choosing: str, look: Look) -> Sequence[Row]:
        names = texts.distinct_names(view.seen, look.plain)
        return turn_keys.target_rows(view.seen, view.viewer or 0, plan, choosing, names)

    def goal_question(self, choosing: str) -> str:
        return tr("Where do you go?") if choosing else tr("Where do you go, or what do you claim?")

    @property
    def goals_help(self) -> str:
        return tr(
            "A plan goes on turn by turn. It ends, and you are asked, as soon as another pawn comes"
            " near your way, somebody claims a building beside it or one of yours, or there is a"
            " fight. It never attacks; it rolls only for the buildings that you name."
        )

    def plan_end(self, views: Sequence[_Seen], names: Names) -> str:
        last = views[-1].seen.last if views else None
        if last is None or last.move.kind == "a" or last.seat == views[-1].viewer:
            return super().plan_end(views, names)
        if not last.move.kind:
            return tr("It has ended: {player} is near your way.", player=names[last.seat - 1])
        seen = views[-1].seen
        number = seen.map.building_numbers[last.move.at]
        told = mark("It has ended: {player} rolls for {building} at your way.")
        if seen.owners[number] == last.seat:
            told = mark("It has ended: {player} has {building} now.")
        elif seen.owners[number] == views[-1].viewer:
            told = mark("It has ended: {player} rolls for your {building} (strength {left}).")
        fields = {"building": squares_of(seen.map.buildings[number]), "left": seen.points[number]}
        return tr(told, player=names[last.seat - 1], **fields)

    def plan_course(self, views: Sequence[_Seen], names: Names) -> Sequence[str]:
        return list(texts.taken_words(views[0].seen, views[-1].seen, names)) if views else ()

    def plan_words(self, view: _Seen, plan: str) -> Sequence[str]:
        return list(turn_keys.plan_words(view.seen, plan))

    def plan_goals(self, plan: str) -> Sequence[str]:
        return turn_keys.plan_goals(plan)

    def plan_picture(self, view: _Seen, plan: str, look: Look) -> Drawing:
        """The board with the goals, numbered as in words, and no steps of anybody lit."""
        return self._board(view, look, turn_keys.plan_marks(view.seen, plan))

    def merits(
        self, view: _Seen, seat: int, move: str, names: Names, than: str = ""
    ) -> Sequence[Merit]:
        apart = texts.distinct_names(view.seen, names)
        return list(moments.merits(view.seen, seat, find_move(view, seat, move), apart))

    def countdown(self, view: _Seen) -> str:
        return texts.rounds_words(view.seen, counted_down=True)

    def drawback(self, view: _Seen, seat: int, move: str) -> str:
        return moments.drawback(view.seen, seat, find_move(view, seat, move))

    def reasons(self, view: _Seen, seat: int, move: str, names: Names, than: str = "") -> list[str]:
        own = super().reasons(view, seat, move, names, than)
        if not than:
            return own[:1]
        made, other = (find_move(view, seat, each) for each in (move, than))
        apart = texts.distinct_names(view.seen, names)
        over = moments.contrasts(view.seen, seat, made, other, apart)
        return [*own[:1], *over, *own[1:]][:MOST_REASONS]

    def stakes(self, view: _Seen, seat: int, names: Names) -> Sequence[str]:
        told = moments.stakes(view.seen, seat, texts.distinct_names(view.seen, names))
        soon = view.seen.round - view.seen.progress >= CALM_ROUNDS - figures.NEAR_STEPS
        return [*told, *([self.countdown(view)] if soon else [])]

    def gains(self, view: _Seen, seat: int) -> Mapping[str, str]:
        return moments.gains(view.seen) if seat in view.to_move else {}

    def expected_words(self, view: _Seen, seat: int, move: str) -> str:
        told = self.merits(view, seat, move, texts.colours_of(view.seen))
        stolen = any("×" in it.words for it in told)
        return tr("2 ×: the owner loses the points that you win.") if stolen else ""

    def lures(self, view: _Seen, seat: int) -> Mapping[str, str]:
        return dict.fromkeys(map(str, moments.lures(view.seen)), "")

    def regions(self, view: _Seen, seat: int, move: str) -> Sequence[str]:
        return moments.regions(view.seen, find_move(view, seat, move))

    def highlights(self, matches: Iterable[PlayedOut]) -> list[str]:
        return moments.highlights(matches)

    def favourite(self, matches: Iterable[PlayedOut]) -> str:
        return moments.favourite(matches)


def _key_rows(position: Position, look: Look) -> list[Row]:
    if position.end or position.phase in account.ROLLING:
        return []
    if position.phase in turn_keys.PLACING:
        return turn_keys.place_rows(position, listed=look.wants_menus)
    names = texts.distinct_names(position, look.plain)
    if look.wants_menus:
        return turn_keys.list_choices(position, names)
    return turn_keys.pawn_rows(position, names)


def _open_choice(position: Position, argument: str, names: Names) -> turn_keys.Choice:
    if position.phase in turn_keys.PLACING:
        return turn_keys.column_choice(position, argument, names)
    if argument != turn_keys.GO_AROUND or position.phase != "turn":
        raise IllegalMove("“{typed}” opens no choice.", typed=argument)
    return turn_keys.around_choice(position, names)
