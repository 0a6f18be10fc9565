"""The face of Landgrab in Discord, with suggestions and parsing of typed moves."""

import itertools
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce

from cogs.contract import plain_words
from cogs.contract.account import MOST_REASONS, Lettered, Merit
from cogs.contract.face import Face, Pictures, PlayedOut
from cogs.contract.plain_words import in_any_language, normal_text
from cogs.contract.screen import ROUND, Chapter, Drawing, Key, Look, Names, Row, Screen
from cogs.contract.sentences import Event, Part
from cogs.contract.sign import Sign
from cogs.games.landgrab import account, moments, spoken, texts, turn_keys
from cogs.games.landgrab.lessons import rules, setup_words
from cogs.games.landgrab.spoken import claim_words
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.final_count import Count
from prowlerbot.core.game import View, find_move
from prowlerbot.core.i18n import label_text, mark, tr
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.plans import EXAMPLE, example
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.position import FIXED, fixed_map
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from prowlerbot.games.landgrab.words import COLOUR_NAMES, DIRECTION_NAMES, building_name, squares_of
from prowlerbot.match.match import Ranks
from prowlerbot.match.preferences import Theme
from renderer.landgrab import parts_to_prepare as drawn_ahead
from renderer.landgrab.animation import animate
from renderer.landgrab.board import draw_board, draw_compared, draw_map
from renderer.landgrab.colours import COLOURS, dress
from renderer.landgrab.cover import draw_cover
from renderer.landgrab.lit_squares import Mark
from renderer.theme import Colour


def _label_of(position: Position, move: land_map.Move, names: Names) -> str:
    if position.phase in turn_keys.PLACING:
        return texts.move_words(position, move)
    words = turn_keys.option_words(position, move, names)
    if move.kind == "c":
        sign = texts.building_sign(position.map.buildings[position.map.building_numbers[move.at]])
        return f"{sign.plain} {words}"
    return f"{texts.FIGHT.plain} {words}" if move.kind == "a" else words


# -------------------------------------------------------------------------------- reading


def parse_move(text: str) -> land_map.Move:
    """A move from a record, legal or not; raises IllegalMove if it cannot be parsed."""
    kind, _, rest = text.rpartition(":")
    first, _, second = rest.partition("-")
    if not kind and rest.startswith("d") and rest[1:].isdecimal():
        return land_map.Move("d", int(rest[1:]))
    if kind == "a" and rest.isdecimal():
        return land_map.ATTACK[int(rest)]
    square, to = land_map.SQUARE.get(first, -1), land_map.SQUARE.get(second, -1)
    for found in (land_map.TILE, land_map.SMALL, land_map.SPAWN, land_map.CLAIM, land_map.ARRIVAL):
        if found[0].kind == kind and square >= 0 and not second:
            return found[square]
    if kind == "l" and (square, to) in land_map.LARGE:
        return land_map.LARGE[square, to]
    raise IllegalMove("“{move}” isn't a move of this game.", move=text)


def _words_of_move(position: Position, move: land_map.Move, names: Names) -> Iterator[str]:
    yield texts.move_words(position, move)
    if position.phase not in turn_keys.PLACING:
        if move.kind == "c":
            yield claim_words(position, move.at, names)
        elif move.kind == "a":
            left = texts.lives_words(position.lives[move.at - 1])
            yield tr("{player} with {lives}", player=names[move.at - 1], lives=left)
        yield turn_keys.option_words(position, move, names)
    yield _label_of(position, move, names)


def _further_names(position: Position, move: land_map.Move, names: Names) -> Iterator[str]:
    square = land_map.NAME[move.at]
    match move.kind:
        case "c":
            building = position.map.buildings[position.map.building_numbers[move.at]]
            size = turn_keys.size_word(building)
            if len(turn_keys.moves_of_kind(position, "c")) == 1:
                yield from ("claim", "roll")
            names_of_squares = {land_map.NAME[it] for it in squares_in(building.squares)}
            for each in names_of_squares | {squares_of(building)}:
                # No pawn can stand on a building, so the square is clear.
                yield from (each, f"{each} {size}", f"claim {each} {size}", f"c:{each}")
                yield from (f"{verb} {each}" for verb in ("claim", "c", "roll", "take", "steal"))
        case "a":
            yield from _attack_names(position, move, names)
        case "t" | "s" | "p":
            verb = {"t": "tile", "s": "small", "p": "spawn"}[move.kind]
            yield from (square, f"{verb} {square}", f"{move.kind} {square}")
        case "l":
            pair = f"{square} {land_map.NAME[move.to]}"
            yield from (pair, f"large {pair}", f"l {pair}")
            if land_map.SMALL[move.at] not in position.legal:
                yield square
        case _:
            for name in (square, *_step_names(position, move)):
                yield from (name, f"{square} {name}")
                yield from (f"{verb} {name}" for verb in ("go", "step", "move"))
            yield f"{turn_keys.GO_AROUND} {square}"
            if turn_keys.ways_beyond(position).keys() == {move.at}:
                yield turn_keys.GO_AROUND


def _attack_names(position: Position, move: land_map.Move, names: Names) -> Iterator[str]:
    letter, at = position.setup.colours[move.at - 1], land_map.NAME[position.pawns[move.at - 1]]
    apart = texts.distinct_names(position, names)
    if len(turn_keys.moves_of_kind(position, "a")) == 1:
        yield "attack"
    called = names[move.at - 1], apart[move.at - 1], letter, str(move.at), at
    for name in (*called, tr(COLOUR_NAMES[letter])):
        yield from (name, f"attack {name}", f"a {name}", f"a:{name}")


def _step_names(position: Position, move: land_map.Move) -> Iterator[str]:
    """The names of the direction of a step, and short English ones."""
    at = position.pawns[turn_keys.seat_to_move(position) - 1]
    for towards, name in DIRECTION_NAMES.items():
        if texts.square_beside(at, towards) == move.at:
            yield tr(name)
            yield name.replace("-", "")
            yield "".join(word[0] for word in name.split("-"))


def _find_direction(text: str) -> str:
    """The direction that a text names, without a verb before it; else nothing."""
    _, _, rest = text.partition(" ")
    for name in DIRECTION_NAMES.values():
        if {text, rest} & set(map(normal_text, in_any_language(name))):
            return tr(name)
    return ""


def _refusal(position: Position, typed: str, names: Names) -> IllegalMove:  # noqa: PLR0911 - a sentence for each mistake
    named = next((word.upper() for word in typed.split() if word.upper() in land_map.SQUARE), None)
    if position.phase in turn_keys.PLACING:
        return IllegalMove(
            "Nothing can be placed at “{typed}”; choose one of the suggestions.", typed=typed
        )
    if typed.casefold() == turn_keys.GO_AROUND:
        if squares := tuple(land_map.NAME[square] for square in turn_keys.ways_beyond(position)):
            return IllegalMove("Say where to go around to: {squares}.", squares=squares)
        return IllegalMove("There is no building of yours here to go around.")
    if named is not None:
        seat = turn_keys.seat_to_move(position)
        at = land_map.NAME[position.pawns[seat - 1]]
        if named == at:
            return IllegalMove("Your pawn already stands on {square}.", square=at)
        buildings = zip(position.map.buildings, position.owners, strict=True)
        if any(
            owner == seat and on.squares >> land_map.SQUARE[named] & 1 for on, owner in buildings
        ):
            return IllegalMove("{square} is yours already.", square=named)
        return IllegalMove(
            "{square} is not in reach from {at}, where your pawn stands.", square=named, at=at
        )
    if towards := _find_direction(normal_text(typed)):
        at = land_map.NAME[position.pawns[turn_keys.seat_to_move(position) - 1]]
        return IllegalMove("No step leads {direction} from {at}.", direction=towards, at=at)
    if typed.casefold().startswith("attack"):
        if targets := tuple(names[move.at - 1] for move in turn_keys.moves_of_kind(position, "a")):
            return IllegalMove("Say whom you attack: {players}.", players=targets)
        return IllegalMove("No pawn that you could attack stands next to yours.")
    return IllegalMove(
        "“{typed}” isn't a move; name a square such as F6, a building or a player.", typed=typed
    )


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
        if chosen in FIXED:
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
            rounds = countdown if briefly and position.round > 1 else spoken.rounds_words(position)
            standing = "" if briefly else spoken.standing_lines(position, names)
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
        return spoken.verdict_words(view.seen, texts.distinct_names(view.seen, names))

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
        return spoken.scores_text(view.seen, names)

    def final_count(self, views: Sequence[_Seen]) -> Count:
        return final_count([view.seen for view in views])

    def course(self) -> str:
        return tr("the quarters of the match")

    def parts(self, view: _Seen, names: Names, ended: Ranks | None = None) -> list[Part]:
        return list(spoken.spoken_parts(view.seen, names, ended, view.viewer))

    def gain(self, before: _Seen, after: _Seen, seat: int, names: Names) -> str:
        return texts.gain_words(before.seen, after.seen, seat, names)

    def typed_options(self, view: _Seen, names: Names) -> list[tuple[str, str]]:
        """Claims and attacks first, as steps alone may fill all suggestions."""
        position, order = view.seen, {"c": 0, "a": 1}
        legal = sorted(position.legal, key=lambda move: order.get(move.kind, 2))
        apart = texts.distinct_names(position, names)
        return [(_label_of(position, move, apart), str(move)) for move in legal]

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
        position, apart = view.seen, texts.distinct_names(view.seen, names)
        return plain_words.read_move(
            text,
            position.legal,
            told=lambda move: _words_of_move(position, move, apart),
            called=lambda move: _further_names(position, move, names),
            refusal=lambda typed: _refusal(position, typed, apart),
        )

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
        made, other = (find_move(view, seat, each) if each else None for each in (move, than))
        return list(moments.merits(view.seen, seat, made, apart, other)) if made else []

    def countdown(self, view: _Seen) -> str:
        return spoken.rounds_words(view.seen, counted_down=True)

    def drawback(self, view: _Seen, seat: int, move: str) -> str:
        return moments.drawback(view.seen, seat, find_move(view, seat, move))

    def reasons(self, view: _Seen, seat: int, move: str, names: Names, than: str = "") -> list[str]:
        own = super().reasons(view, seat, move, names)
        found = super().reasons(view, seat, move, names, than) if than else own[:1]
        if not than or {*found} - {*own}:
            return found
        made, other = (find_move(view, seat, each) for each in (move, than))
        over = moments.contrasts(view.seen, seat, made, other)
        return [*found[:1], *over, *found[1:]][:MOST_REASONS]

    def stakes(self, view: _Seen, seat: int, names: Names) -> Sequence[str]:
        told = moments.stakes(view.seen, seat, texts.distinct_names(view.seen, names))
        soon = view.seen.round - view.seen.progress >= CALM_ROUNDS - texts.NEAR_STEPS
        return [*told, *([self.countdown(view)] if soon else [])]

    def gains(self, view: _Seen, seat: int) -> Mapping[str, str]:
        return moments.gains(view.seen) if seat in view.to_move else {}

    def machine_plan_words(self, view: _Seen, seat: int, move: str) -> str:
        return moments.plan_words(view.seen, seat, find_move(view, seat, move))

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
