"""Checks of words: for each viewer, at each moment, in each language, within Discord's limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from cogs.contract.face import Face
from cogs.contract.screen import (
    ALT_LIMIT,
    MOST_IN_A_MENU,
    TEXT_LIMIT,
    Key,
    Look,
    Row,
    Screen,
    Select,
    keys_of,
)
from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, LEAVE, AnyView
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.testing import limits
from prowlerbot.testing.picture_checks import NAMES
from prowlerbot.testing.random_matches import Played, Trial

IN_A_ROW = 5
LONGEST_LABEL, LONGEST_OPTION, LONGEST_ARGUMENT = 80, 100, 60
LONGEST_WORDS = 40
MOST_PARTS = 37
"""Of the 40 components of a message the bot needs some itself."""
ROOM = TEXT_LIMIT - 1_000
"""The characters of a screen: the bot writes names, clocks and questions beside it."""
_MANY, _SOME = 24, 8
"""The moments of a match that are looked at; those after somebody has left come on top."""


def _moments(played: Played, most: int) -> Iterator[tuple[str, Trial, list[AnyView], Look]]:
    """The views of a viewer up to a moment; at the last moment also as if the match ended early."""
    names = [each.replace("*", "\\*").replace("_", "\\_") for each in NAMES]
    for trial in played.matches:
        look = Look(names[: trial.players], NAMES[: trial.players])
        for number in trial.numbers(1 + len(trial.states) // most):
            for viewer in trial.viewers:
                views = [state.view(viewer) for state in trial.states[: number + 1]]
                who = "everybody" if viewer is None else f"seat {viewer}"
                yield f"for {who} {trial.at(number)}", trial, views, look
    for trial in played.matches[:: max(1, len(played.matches) // 4)]:
        views = [state.view(None) for state in trial.states[:-1]]
        ranks = (1, *(2 for _ in trial.seats[1:]))
        for ended in ((), ranks):
            look = Look(names[: trial.players], NAMES[: trial.players], ended=ended)
            yield f"of a match that ends early {trial.at(len(views) - 1)}", trial, views, look


def _screens(played: Played) -> Iterator[str]:
    """The screen at each moment, with each open choice, and in each language at some moments."""
    face = played.manifest.face
    for place, _, views, look in _moments(played, _MANY):
        yield from _of_screen(face.screen(views, look), place)
    for place, _, views, look in _moments(played, _SOME):
        screen = face.screen(views, look)
        for key in _keys(screen.rows):
            if key.opens:
                opened = face.screen(views, look, key.argument)
                yield from _of_screen(opened, f"{place}, “{key.label}” chosen")
    for language in LANGUAGES:
        with speaking(language):
            for place, _, views, look in _moments(played, 2):
                yield from _of_screen(face.screen(views, look), f"{place} in {language}")
                yield from _of_screen(face.screen(views, replace(look, listed=True)), place)


def _of_screen(screen: Screen, place: str) -> Iterator[str]:
    yield from limits.text(f"The text {place}", screen.text, ROOM, 0)
    parts = 1 + len(screen.drawings) + len(screen.rows)
    parts += sum(1 if isinstance(row, Select) else len(row) for row in screen.rows)
    if parts > MOST_PARTS:
        yield f"The screen {place} has {parts} parts: {MOST_PARTS} fit; use menus."
    for drawing in screen.drawings:
        yield from limits.text(f"The alt text {place}", drawing.alt, ALT_LIMIT)
    for row in screen.rows:
        yield from _of_row(row, place)
    labels = Counter((key.label, key.emoji) for row in screen.rows for key in _buttons(row))
    (label, _), times = labels.most_common(1)[0] if labels else (("", None), 0)
    if times > 1:
        yield f"{times} buttons {place} are called “{label}”: give each a label of its own."


def _of_row(row: Row, place: str) -> Iterator[str]:
    keys = keys_of(row)
    is_menu = isinstance(row, Select)
    most, longest = (MOST_IN_A_MENU, LONGEST_OPTION) if is_menu else (IN_A_ROW, LONGEST_LABEL)
    if not 1 <= len(keys) <= most:
        yield f"A row {place} has {len(keys)} keys: 1 to {most} fit."
    if len({key.argument for key in keys}) < len(keys):
        yield f"A row {place} has two keys with the same argument."
    for key in keys:
        what = f"of “{key.label}” {place}"
        yield from limits.line(f"The label {what}", key.label or key.emoji or "", longest)
        yield from limits.line(f"The argument {what}", key.argument, LONGEST_ARGUMENT)
        yield from limits.text(f"The hint {what}", key.hint, LONGEST_OPTION, 0)


def _buttons(row: Row) -> list[Key]:
    return [] if isinstance(row, Select) else [key for key in row if key.enabled]


def _keys(rows: Sequence[Row]) -> list[Key]:
    return [key for row in rows for key in keys_of(row) if key.enabled]


def _playable(played: Played) -> Iterator[str]:
    """The keys of a player's board lead to legal moves, and to each of them."""
    face = played.manifest.face
    for place, _, views, look in _moments(played, _SOME):
        view = views[-1]
        if view.viewer not in view.to_move or look.ended is not None:
            continue
        legal = {str(move) for move in view.moves()}
        reached: set[str] = set()
        opened: set[str] = set()
        waiting: list[str | None] = [None]
        for step in count():
            if not waiting or step > MOST_IN_A_MENU:
                break
            for key in _keys(face.screen(views, look, waiting.pop()).rows):
                if not key.opens:
                    reached.add(key.argument)
                elif key.argument not in opened:
                    opened.add(key.argument)
                    waiting.append(key.argument)
        if reached - legal:
            yield f"A key plays “{min(reached - legal)}”, which is not legal, {place}."
        if not waiting and legal - reached:
            yield f"No key plays the legal move “{min(legal - reached)}” {place}."


def _spoken(played: Played) -> Iterator[str]:
    face = played.manifest.face
    for place, _, views, look in _moments(played, _MANY):
        view, plain = views[-1], look.plain
        for name, text, most in (
            ("brief", face.brief(view, plain, look.ended), ALT_LIMIT),
            ("describe", face.describe(view, plain, look.ended), TEXT_LIMIT),
            ("news", face.news(views, look.names), ROOM),
            ("recap", face.recap(views, look.names), 500),
            ("scores", face.scores(view, plain), TEXT_LIMIT),
        ):
            yield from limits.text(f"`{name}` {place}", text, most, 0)
        recap = face.recap(views, look.names)
        if recap.endswith(".") or "\n" in recap:
            yield f"`recap` is one line without a full stop at its end; it is “{recap}” {place}."
        ended = view.outcome is not None
        if ended and not face.result(view, plain):
            yield f"`result` is empty at the end {place}: name the winner."
        if not ended and face.result(view, plain):
            yield f"`result` names a winner before the end {place}."
        face.lines(view, plain)
        face.turn(view, look.names)
        face.chapters(views)
        for seat in view.to_move - {0}:
            face.out_of_turn(views, seat, look.names)


def _moves_in_words(played: Played) -> Iterator[str]:
    face = played.manifest.face
    for place, _, views, look in _moments(played, _SOME):
        view = views[-1]
        if view.viewer not in view.to_move:
            continue
        moves = [str(move) for move in view.moves()]
        words = [face.move_words(view, move) for move in moves]
        for move, said in zip(moves, words, strict=True):
            yield from limits.line(f"`move_words` of “{move}” {place}", said, LONGEST_WORDS)
        own = type(face).screen is not Face.screen
        if len(set(words)) < len(words) and not own:
            twice = next(said for said in words if words.count(said) > 1)
            yield f"`move_words` calls two moves “{twice}” {place}: tell them apart."
        if played.manifest.detail is None:
            yield from _typed(face, view, look, place)


def _typed(face: Face, view: AnyView, look: Look, place: str) -> Iterator[str]:
    """A suggestion finds its move, whether it is chosen or its label is typed."""
    legal = {str(move) for move in view.moves()}
    for label, move in face.typed_options(view, look.plain):
        yield from limits.line(f"The suggestion “{label}” {place}", label, LONGEST_OPTION)
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


def _named(played: Played) -> Iterator[str]:
    """Words that name seats name those that they are about."""
    face = played.manifest.face
    for trial in played.matches:
        names = [f"Player{seat}" for seat in trial.seats]
        views = [state.view(None) for state in trial.states]
        for number in trial.numbers(1 + len(views) // _SOME):
            now, place = views[number], trial.at(number)
            told = [("turn", face.turn(now, names), now.to_move)]
            if now.outcome is not None and now.outcome.winner is not None:
                told.append(("result", face.result(now, names), frozenset({now.outcome.winner})))
            if number:
                told += _by_mover(face, trial, views[: number + 1], names)
            for what, words, seats in told:
                named = {seat for seat, name in enumerate(names, 1) if name in words}
                if named and not named & seats:
                    meant = " or ".join(f"seat {seat}" for seat in sorted(seats - {CHANCE}))
                    yield f"`{what}` names seat {min(named)} {place}: name {meant or 'nobody'}."


def _by_mover(
    face: Face, trial: Trial, views: Sequence[AnyView], names: Sequence[str]
) -> list[tuple[str, str, frozenset[int]]]:
    """What is told of the last move, if one seat has left, or has moved alone in the open."""
    before, made = trial.states[len(views) - 2], trial.made[len(views) - 2]
    told = []
    if made.text == LEAVE:
        told.append(("news", face.news(views, names), frozenset({made.seat})))
    elif before.to_move == {made.seat} and made.seat != CHANCE and not isinstance(before, Secrets):
        told.append(("recap", face.recap(views, names), before.to_move))
    return told


Check = Callable[[Played], Iterator[str]]
CHECKS: tuple[Check, ...] = (_screens, _playable, _spoken, _moves_in_words, _named)
