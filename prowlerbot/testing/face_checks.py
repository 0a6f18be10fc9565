"""Checks of the face of a game: pictures, words, lessons, and its manifest.

Words are checked for each viewer, at each moment, in each language, within Discord's limits.
"""

import pickle
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any, get_args

from cogs.contract.face import Face
from cogs.contract.lesson import Lesson, NoReply, try_moves
from cogs.contract.manifest import Option
from cogs.contract.screen import (
    ALT_LIMIT,
    MOST_IN_A_MENU,
    TEXT_LIMIT,
    Drawing,
    Key,
    Look,
    Row,
    Screen,
    Select,
    keys_of,
)
from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import BadSetup, IllegalMove, Refused
from prowlerbot.core.game import CHANCE, LEAVE, AnyView, Game
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.match.preferences import Theme
from prowlerbot.testing.trials import (
    CheckedGame,
    Trial,
    check_in_time,
    count_mistakes,
    length_mistakes,
    line_mistakes,
)

NAMES = ("*" * 32, "Wm" * 16, "Ада 🎲", "o'Neil & Søn_", "李", "E", "F", "G")
"""Names as players have them: long ones, and those of other scripts."""
_PNG, _GIF = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a")
_PNG_SIZE = (16, 20)
"""Where the width and the height begin in the bytes of a PNG, each of four bytes."""
MAX_BYTES = 8 << 20
"""The limit of one picture; Discord takes 10 MB a message."""
MAX_PIXELS = 90_000_000  # Discord's clients show no larger picture
_MAX_IN_A_ROW = 5  # Discord's limit of buttons in a row
_DRAWN_POSITIONS, _LATEST_POSITIONS = 3, 2
"""The positions of a match that are drawn for each viewer, and the last ones, drawn for all: there
a picture is largest.
"""
_FEW_FRAMES = 3  # the frames of the animation that is drawn


def picture_mistakes(drawing: Drawing, what: str) -> Iterator[str]:
    if not drawing.filename.isascii() or not drawing.filename.endswith((".png", ".gif")):
        yield f"{what} is called “{drawing.filename}”: end its name with .png."
    yield from length_mistakes(f"The alt text of {what}", drawing.alt, ALT_LIMIT)
    yield from _unsendable_mistakes(drawing.draw, what)
    with check_in_time(what):
        picture: Any = drawing.draw()
    if not isinstance(picture, bytes) or not picture.startswith((_PNG, *_GIF)):
        yield f"{what} is no PNG: return the bytes of `png.encode`."
        return
    if len(picture) > MAX_BYTES:
        yield f"{what} has {len(picture) >> 20} MB; Discord takes {MAX_BYTES >> 20}."
    if picture.startswith(_PNG):
        width, height = (int.from_bytes(picture[start : start + 4], "big") for start in _PNG_SIZE)
        if not 0 < width * height <= MAX_PIXELS:
            yield f"{what} is {width} × {height} pixels; Discord shows up to {MAX_PIXELS:,} in all."


def _unsendable_mistakes(draw: object, what: str) -> Iterator[str]:
    try:
        pickle.dumps(draw)
    except Exception:  # noqa: BLE001 - each class raises another one
        yield f"{what} cannot go to another process: use partial(function_of_a_module, …)."


def _board_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Boards for each viewer and theme; for each number of players, of one match with leavers."""
    themes: Sequence[Theme] = get_args(Theme)
    for index, (_, trials) in enumerate(groupby(checked.matches, lambda trial: trial.players)):
        trial = max(trials, key=lambda each: len(each.states[-1].left))
        count = len(trial.states)
        public_numbers = trial.position_numbers(1 + count // _DRAWN_POSITIONS)
        latest = range(max(0, count - _LATEST_POSITIONS), count)
        for number in sorted({*public_numbers, *latest}):
            names, theme = NAMES[: trial.players], themes[(index + number) % len(themes)]
            look = Look(names, names, theme)
            for viewer in trial.viewers if number in public_numbers else (None,):
                drawing = checked.manifest.face.picture(trial.states[number].view(viewer), look)
                yield from picture_mistakes(drawing, f"The board {trial.position_words(number)}")


def _animation_mistakes(checked: CheckedGame) -> Iterator[str]:
    """The whole animation can go to another process; only a short one is drawn."""
    trial = checked.matches[0]
    views: list[AnyView] = [state.view(None) for state in trial.states]
    for shown in (views[:_FEW_FRAMES], views):
        draw = checked.manifest.face.animation(shown, NAMES[: trial.players])
        yield from _unsendable_mistakes(draw, "The animation")
        if shown is not views and not draw().startswith(_GIF):
            yield "`animation` draws no GIF."


# ---------------------------------------------------------------------- words

LONGEST_LABEL, LONGEST_OPTION, LONGEST_ARGUMENT = 80, 100, 60
"""Discord's limits for the text of a button and of an option, and the bot's for an argument."""
LONGEST_WORDS = 40
"""The most characters of the words for a move, which stand in sentences and menus."""
MAX_PARTS = 37  # a message has 40 components, and the bot needs some itself
SCREEN_LIMIT = TEXT_LIMIT - 1_000
"""The characters of a screen: the bot writes names, clocks and questions beside it."""
_MAX_OPENED = MOST_IN_A_MENU + 1
"""The choices of a board that are opened to find all moves, the closed board included."""
_MANY_MOMENTS, _SOME_MOMENTS = 24, 8
"""The moments of a match that are looked at; those after somebody has left come on top."""


def _some_moments(checked: CheckedGame, limit: int) -> Iterator[tuple[str, list[AnyView], Look]]:
    """Some moments of each match, in words, by the views of one viewer, and as an early end."""
    names = [name.replace("*", "\\*").replace("_", "\\_") for name in NAMES]
    for trial in checked.matches:
        look = Look(names[: trial.players], NAMES[: trial.players])
        for number in trial.position_numbers(1 + len(trial.states) // limit):
            for viewer in trial.viewers:
                views = [state.view(viewer) for state in trial.states[: number + 1]]
                viewer_words = "everybody" if viewer is None else f"seat {viewer}"
                yield f"for {viewer_words} {trial.position_words(number)}", views, look
    for trial in checked.matches[:: max(1, len(checked.matches) // 4)]:
        views = [state.view(None) for state in trial.states[:-1]]
        ranks = (1, *(2 for _ in trial.seats[1:]))
        for ended in ((), ranks):
            look = Look(names[: trial.players], NAMES[: trial.players], ended=ended)
            words = trial.position_words(len(views) - 1)
            yield f"of a match that ends early {words}", views, look


def _screen_mistakes(checked: CheckedGame) -> Iterator[str]:
    """The screen at each moment, with each open choice, and in each language at some moments."""
    face = checked.manifest.face
    for place, views, look in _some_moments(checked, _MANY_MOMENTS):
        yield from _mistakes_on_screen(face.screen(views, look), place)
    for place, views, look in _some_moments(checked, _SOME_MOMENTS):
        for key in _enabled_keys(face.screen(views, look).rows):
            if key.opens:
                opened = face.screen(views, look, key.argument)
                yield from _mistakes_on_screen(opened, f"{place}, “{key.label}” chosen")
    for language in LANGUAGES:
        with speaking(language):
            for place, views, look in _some_moments(checked, 2):
                yield from _mistakes_on_screen(face.screen(views, look), f"{place} in {language}")
                listed = face.screen(views, replace(look, listed=True))
                yield from _mistakes_on_screen(listed, place)


def _mistakes_on_screen(screen: Screen, place: str) -> Iterator[str]:
    yield from length_mistakes(f"The text {place}", screen.text, SCREEN_LIMIT, 0)
    parts = 1 + len(screen.drawings) + len(screen.rows)
    parts += sum(1 if isinstance(row, Select) else len(row) for row in screen.rows)
    if parts > MAX_PARTS:
        yield f"The screen {place} has {parts} parts: {MAX_PARTS} fit; use menus."
    for drawing in screen.drawings:
        yield from length_mistakes(f"The alt text {place}", drawing.alt, ALT_LIMIT)
    for row in screen.rows:
        yield from _row_mistakes(row, place)
    buttons = [key for row in screen.rows if not isinstance(row, Select) for key in row]
    labels = Counter((key.label, key.emoji) for key in buttons if key.enabled)
    (label, _), times = labels.most_common(1)[0] if labels else (("", None), 0)
    if times > 1:
        yield f"{times} buttons {place} are called “{label}”: give each a label of its own."


def _row_mistakes(row: Row, place: str) -> Iterator[str]:
    keys = keys_of(row)
    most, longest = _MAX_IN_A_ROW, LONGEST_LABEL
    if isinstance(row, Select):
        most, longest = MOST_IN_A_MENU, LONGEST_OPTION
    if not 1 <= len(keys) <= most:
        yield f"A row {place} has {len(keys)} keys: 1 to {most} fit."
    if len({key.argument for key in keys}) < len(keys):
        yield f"A row {place} has two keys with the same argument."
    for key in keys:
        what = f"of “{key.label}” {place}"
        yield from line_mistakes(f"The label {what}", key.label or key.emoji or "", longest)
        yield from line_mistakes(f"The argument {what}", key.argument, LONGEST_ARGUMENT)
        yield from length_mistakes(f"The hint {what}", key.hint, LONGEST_OPTION, 0)


def _enabled_keys(rows: Sequence[Row]) -> list[Key]:
    return [key for row in rows for key in keys_of(row) if key.enabled]


def _playable_mistakes(checked: CheckedGame) -> Iterator[str]:
    """The keys of a player's board lead to legal moves, and to each of them."""
    face = checked.manifest.face
    for place, views, look in _some_moments(checked, _SOME_MOMENTS):
        view = views[-1]
        if view.viewer not in view.to_move or look.ended is not None:
            continue
        legal = {str(move) for move in view.moves()}
        reached, open_choices = set[str](), list[str | None]([None])
        for choice in islice(open_choices, _MAX_OPENED):  # the loop appends to the list
            for key in _enabled_keys(face.screen(views, look, choice).rows):
                if not key.opens:
                    reached.add(key.argument)
                elif key.argument not in open_choices:
                    open_choices.append(key.argument)
        if reached - legal:
            yield f"A key plays “{min(reached - legal)}”, which is not legal, {place}."
        if len(open_choices) <= _MAX_OPENED and legal - reached:
            yield f"No key plays the legal move “{min(legal - reached)}” {place}."


def _spoken_mistakes(checked: CheckedGame) -> Iterator[str]:
    face = checked.manifest.face
    for place, views, look in _some_moments(checked, _MANY_MOMENTS):
        view, plain = views[-1], look.plain
        for name, text, most in (
            ("brief", face.brief(view, plain, look.ended), ALT_LIMIT),
            ("describe", face.describe(view, plain, look.ended), TEXT_LIMIT),
            ("news", face.news(views, look.names), SCREEN_LIMIT),
            ("recap", face.recap(views, look.names), 500),
            ("scores", face.scores(view, plain), TEXT_LIMIT),
        ):
            yield from length_mistakes(f"`{name}` {place}", text, most, 0)
        recap = face.recap(views, look.names)
        if recap.endswith(".") or "\n" in recap:
            yield f"`recap` is one line without a full stop at its end; it is “{recap}” {place}."
        result = face.result(view, plain)
        if view.outcome is not None and not result:
            yield f"`result` is empty at the end {place}: name the winner."
        if view.outcome is None and result:
            yield f"`result` names a winner before the end {place}."
        face.lines(view, plain)  # these may say anything, but must not fail
        face.turn(view, look.names)
        face.chapters(views)
        for seat in view.to_move - {0}:
            face.out_of_turn(views, seat, look.names)


def _move_words_mistakes(checked: CheckedGame) -> Iterator[str]:
    face = checked.manifest.face
    for place, views, look in _some_moments(checked, _SOME_MOMENTS):
        view = views[-1]
        if view.viewer not in view.to_move:
            continue
        moves = [str(move) for move in view.moves()]
        words = [face.move_words(view, move) for move in moves]
        for move, text in zip(moves, words, strict=True):
            yield from line_mistakes(f"`move_words` of “{move}” {place}", text, LONGEST_WORDS)
        has_own_screen = type(face).screen is not Face.screen
        if len(set(words)) < len(words) and not has_own_screen:
            twice = next(text for text in words if words.count(text) > 1)
            yield f"`move_words` calls two moves “{twice}” {place}: tell them apart."
        if checked.manifest.detail is None:
            yield from _typed_mistakes(face, view, look, place)


def _typed_mistakes(face: Face, view: AnyView, look: Look, place: str) -> Iterator[str]:
    """A suggestion finds its move, whether it is chosen or its label is typed."""
    legal = {str(move) for move in view.moves()}
    for label, move in face.typed_options(view, look.plain):
        yield from line_mistakes(f"The suggestion “{label}” {place}", label, LONGEST_OPTION)
        if move not in legal:
            yield f"`typed_options` offers “{move}”, which is not legal, {place}."
        for typed in (move, label, label.upper()):
            try:
                found = face.typed_move(view, typed, None, look.plain)
            except IllegalMove:
                found = ""
            if found != move:
                yield (
                    f"“{typed}” is typed {place} and finds “{found}” in place of “{move}”: let"
                    " `typed_move` read the texts and labels of `typed_options`."
                )


def _name_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Words that name seats name those that they are about."""
    face = checked.manifest.face
    for trial in checked.matches:
        names = [f"Player{seat}" for seat in trial.seats]
        views = [state.view(None) for state in trial.states]
        for number in trial.position_numbers(1 + len(views) // _SOME_MOMENTS):
            now, place = views[number], trial.position_words(number)
            texts = [("turn", face.turn(now, names), now.to_move)]
            if now.outcome is not None and now.outcome.winner is not None:
                texts.append(("result", face.result(now, names), frozenset({now.outcome.winner})))
            if number:
                texts += _words_about_mover(face, trial, views[: number + 1], names)
            for what, words, seats in texts:
                named = {seat for seat, name in enumerate(names, 1) if name in words}
                if named and not named & seats:
                    meant = " or ".join(f"seat {seat}" for seat in sorted(seats - {CHANCE}))
                    yield f"`{what}` names seat {min(named)} {place}: name {meant or 'nobody'}."


def _words_about_mover(
    face: Face, trial: Trial, views: Sequence[AnyView], names: Sequence[str]
) -> list[tuple[str, str, frozenset[int]]]:
    """A member of the face about the last move, its text, and the seats that it names; none unless
    one seat has left, or has moved alone in the open.
    """
    before, entry = trial.states[len(views) - 2], trial.entries[len(views) - 2]
    if entry.text == LEAVE:
        return [("news", face.news(views, names), frozenset({entry.seat}))]
    if before.to_move == {entry.seat} and entry.seat != CHANCE and not isinstance(before, Secrets):
        return [("recap", face.recap(views, names), before.to_move)]
    return []


# ---------------------------------------------------------------------- lessons

LONGEST_TITLE, LONGEST_TEXTS = 40, 2_000
"""The most characters of a title, and of all texts of a lesson together."""
MAX_ATTEMPTS = 3_000  # the attempts that look for a way to the goal


def _lesson_mistakes(checked: CheckedGame) -> Iterator[str]:
    for lesson in checked.manifest.face.lessons:
        yield from _mistakes_of_lesson(checked, lesson)


def _mistakes_of_lesson(checked: CheckedGame, lesson: Lesson) -> Iterator[str]:
    game, what = checked.game, f"The lesson “{lesson.title}”"
    if lesson.seats not in game.seats:
        yield f"{what} has {lesson.seats} seats, and the game does not."
    for language in LANGUAGES:
        with speaking(language):
            words = (lesson.title, lesson.task, lesson.hint, lesson.praise, lesson.reminder)
            texts = [lesson.translated(text) for text in words if text]
        if len(texts[0]) > LONGEST_TITLE or sum(map(len, texts)) > LONGEST_TEXTS:
            yield (
                f"{what} is too long in {language}: a title has {LONGEST_TITLE} characters, all"
                f" texts {LONGEST_TEXTS:,}."
            )
    try:
        opening = try_moves(lesson, game, ())
    except IllegalMove as error:
        yield f"{what} has an illegal move among its `moves`: {error}"
        return
    view, names = opening.views[-1], [f"Player {seat}" for seat in range(1, lesson.seats + 1)]
    if lesson.goal is None:
        if lesson.drawings is not None:
            for drawing in lesson.drawings(view, Look(names, names)):
                yield from picture_mistakes(drawing, f"A picture of {what}")
        return
    if opening.over or opening.seat not in view.to_move:
        yield f"{what} is over before the learner moves: let `moves` end at the learner's turn."
        return
    checked.manifest.face.screen(opening.views, Look(names, names))
    if lesson.goal(view.seen, view.seen):
        yield f"{what} has reached its `goal` before the learner moves."
    yield from _unsolved_mistakes(game, lesson, what)


def _unsolved_mistakes(game: Game, lesson: Lesson, what: str) -> Iterator[str]:
    """The mistake of a lesson without a way to its goal, or in which every way leads there."""
    open_lines: list[tuple[str, ...]] = [()]
    reached = missed = False
    for _ in range(MAX_ATTEMPTS):
        if not open_lines or (reached and missed):
            break
        line = open_lines.pop()
        try:
            tried = try_moves(lesson, game, line)
        except NoReply:
            yield f"{what} has no legal reply for the rival after {', '.join(line)}: add `replies`."
            return
        reached |= tried.reached
        missed |= tried.missed
        if not tried.over:
            open_lines += [(*line, str(move)) for move in tried.views[-1].moves()]
    if not reached:
        yield f"{what} cannot be solved in {lesson.turns} moves: mend `goal`, `replies` or `turns`."
    elif not missed and not open_lines:
        yield f"{what} is solved by every move: set a task that can be missed."


# ---------------------------------------------------------------------- the manifest

LONGEST_NAME, LONGEST_DESCRIPTION, MAX_CHOICES = 32, 100, 25
"""Discord's limits for an option of a command."""
LONGEST_PITCH, SHORTEST_PITCH, LONGEST_RULES = 120, 20, 4_000
_DRAWN_SETUPS = 8  # the set-ups that are drawn from the same random source
_NAME = re.compile(rf"[a-z][a-z0-9_-]{{0,{LONGEST_NAME - 1}}}")


def _manifest_mistakes(checked: CheckedGame) -> Iterator[str]:
    manifest, game = checked.manifest, checked.game
    if manifest.key != game.key:
        yield f"The manifest is that of “{manifest.key}”, not of “{game.key}”."
    yield from line_mistakes("`description`", manifest.description, LONGEST_DESCRIPTION)
    other_options = (manifest.move, manifest.detail, manifest.plan, manifest.choice)
    for option in (*manifest.setup, *(each for each in other_options if each is not None)):
        yield from _option_mistakes(option)
    if manifest.sides:
        yield from count_mistakes("`sides`", manifest.sides, max(game.seats))


def _setup_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A set-up with each option begins a match, and the random source alone decides it."""
    manifest, game = checked.manifest, checked.game
    chosen = [{each.name: str(value)} for each in manifest.setup for _, value in each.choices]
    for options in ({}, *chosen):
        values, refused = manifest.read_setup(options), 0
        for players in game.seats:
            try:
                rngs = (random.Random(1) for _ in range(_DRAWN_SETUPS))
                drawn = {game.setup(rng, players, values) for rng in rngs}
            except BadSetup as error:  # an option can be for other numbers of players
                refused += 1
                if refused == len(game.seats):
                    offered = f"{values}, which `setup` of the manifest offers"
                    yield f"`setup` never takes {offered}: {error}"
                continue
            if len(drawn) > 1:
                yield "`setup` differs for the same random source: use only `rng`."
            try:
                game.start(min(drawn))
            except BadSetup as error:
                yield f"`setup` with {values} draws “{min(drawn)}”, and `start` refuses it: {error}"


def _typed_option_mistakes(checked: CheckedGame) -> Iterator[str]:
    """`setup` knows each option that players type, whatever it says to the text."""
    manifest, game = checked.manifest, checked.game
    for option in manifest.setup:
        if option.choices:
            continue
        try:
            game.setup(random.Random(1), game.seats[0], manifest.read_setup({option.name: "1"}))
        except Refused as error:
            if error.fields.get("option") == option.name:
                yield f"`setup` does not know the option “{option.name}” of the manifest: {error}"


def _option_mistakes(option: Option) -> Iterator[str]:
    if not _NAME.fullmatch(option.name):
        where = f"in small letters of at most {LONGEST_NAME}"
        yield f"The option “{option.name}” is not a name {where}."
    what = f"The description of the option “{option.name}”"
    yield from line_mistakes(what, option.description, LONGEST_DESCRIPTION)
    if len(option.choices) > MAX_CHOICES:
        yield f"The option “{option.name}” has more than {MAX_CHOICES} choices."


def _pitch_mistakes(checked: CheckedGame) -> Iterator[str]:
    face = checked.manifest.face
    least = SHORTEST_PITCH if type(face).pitch is not Face.pitch else 1
    yield from length_mistakes("`pitch`", face.pitch, LONGEST_PITCH, least)
    for language in LANGUAGES:
        with speaking(language):
            yield from length_mistakes(f"`rules` in {language}", face.rules, LONGEST_RULES)
    for theme in get_args(Theme):
        yield from picture_mistakes(face.cover(theme), f"The cover in the theme {theme}")
        for drawing in face.rules_drawings(theme):
            yield from picture_mistakes(drawing, f"A picture of the rules in {theme}")


def _seat_mistakes(checked: CheckedGame) -> Iterator[str]:
    face, game = checked.manifest.face, checked.game
    for trial in checked.matches[:: max(1, len(checked.matches) // 4)]:
        for setup in ("", trial.setup):
            marks = [face.seat_mark(seat, setup) for seat in trial.seats]
            if len(set(marks)) < len(marks):
                yield f"`seat_mark` gives two seats the same sign: {' '.join(marks)}."
    if game.choices and len(game.choices) < max(game.seats):
        yield f"`choices` has {len(game.choices)} values for up to {max(game.seats)} seats."
    for choice in game.choices:
        face.seat_choice(choice)


FACE_CHECKS = (
    *(_manifest_mistakes, _setup_mistakes, _typed_option_mistakes, _pitch_mistakes),
    *(_seat_mistakes, _lesson_mistakes),
    *(_screen_mistakes, _playable_mistakes, _spoken_mistakes, _move_words_mistakes),
    *(_name_mistakes, _board_mistakes, _animation_mistakes),
)
"""The checks in their order: of the manifest, the lessons, the face, the pictures."""
