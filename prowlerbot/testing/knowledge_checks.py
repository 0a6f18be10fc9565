"""Checks of knowledge: neither a viewer nor the machine learns what they may not know.

Such secrets change neither views nor words nor pictures. Hints to the machine are checked, too.
"""

import dataclasses
import json
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from time import perf_counter
from typing import Any, NamedTuple

from cogs.contract.face import Face
from cogs.contract.screen import Look
from prowlerbot.core.capabilities import ConcealedMoves, Secrets
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, LEAVE, AnyState, AnyView, View
from prowlerbot.core.game import after as after_entry
from prowlerbot.core.game_parts import AnyHints, NoPart, hints_to_machine, puzzle_rules
from prowlerbot.core.record import MadeMove
from prowlerbot.opponent.choice import MachineLevel, choose_move
from prowlerbot.opponent.search import Budget
from prowlerbot.testing.trials import CheckedGame, Trial, count_mistakes

_SOME_POSITIONS = 6
"""The positions of a match that are checked where all would take too long."""
_MAX_PICTURES = 8  # the pairs of pictures that are compared
_MAX_MOVES = 3  # the moves of a seat that are compared
_COMPARED_FRAMES = 2  # the positions of an animation that is compared
_FEW_POSITIONS = 4  # the positions of a match in which the machine thinks
_QUICK_LEVEL = MachineLevel("easy", Budget(playouts=4), slack=0.06, endgame=False)


def _view_mistakes(checked: CheckedGame) -> Iterator[str]:
    for place, trial, state in checked.positions():
        everybody = state.view(None)
        for viewer in trial.viewers:
            view: Any = state.view(viewer)
            who = _viewer_words(viewer)
            if not isinstance(view, View) or view.viewer != viewer:
                yield f"`view({viewer})` is not View(position, {viewer}) {place}."
                return
            for name in ("to_move", "outcome", "left", "out"):
                if getattr(view.seen, name) != getattr(state, name):
                    yield f"The view of {who} has another `{name}` {place}: that is public."
            own = state.moves(viewer) if viewer is not None else ()
            if [*map(str, view.moves())] != [*map(str, own)]:
                yield f"The view of {who} has other moves for that seat {place}: show it its own."
            json.dumps(view.seen.facts())
            if view.seen.view(viewer) != view:
                yield f"The view of {who}, viewed again by {who}, is another one {place}."
            if view.seen.view(None) != everybody:
                yield (
                    f"A spectator sees something {place} that {who} does not: `view(None)` may"
                    " show only what every seat knows."
                )


def _hiding_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A game with secrets hides something."""
    secret = [state for _, _, state in checked.positions() if isinstance(state, Secrets)]
    if secret and all(state.view(viewer).seen == state for state in secret for viewer in (None, 1)):
        kind = type(secret[0]).__name__
        yield f"{kind} inherits Secrets, and `view` hides nothing: hide something or inherit less."


def _concealment_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A move that counts as concealed shows to nobody else, in no word and in no picture."""
    pictures_left = iter(range(_MAX_PICTURES))
    for place, trial, state in checked.positions(_SOME_POSITIONS):
        if not isinstance(state, ConcealedMoves):
            continue
        if state.drawable and any(state.concealed.values()):
            yield f"`drawable` is true while a move is concealed {place}."
        for seat in state.to_move - {CHANCE}:
            hidden = _concealed_moves(state, seat)
            for (one, first), (other, second) in pairwise(hidden[:_MAX_MOVES]):
                if first.view(seat) == second.view(seat):
                    yield f"Seat {seat} does not see its own concealed move {place}: show it."
                # Whether the seat has finished is public.
                same_to_move = first.to_move == second.to_move
                for viewer in {*trial.viewers} - {seat} if same_to_move else ():
                    where = f"{place}, where seat {seat} conceals “{one}” or “{other}”"
                    drawn = next(pictures_left, None) is not None
                    pair = [first], [second]
                    yield from _line_mistakes(checked, trial, viewer, pair, where, drawn=drawn)
            for move, after in hidden[:1]:
                if _changes_others(state, after, {*trial.seats} - {seat}):
                    yield (
                        f"The concealed move “{move}” of seat {seat} changes what others can do"
                        f" {place}: let it count once all have chosen."
                    )


def _concealed_moves(state: AnyState, seat: int) -> list[tuple[Any, AnyState]]:
    """The moves of a seat that others do not see yet, each with the position after it."""
    before = state.concealed.get(seat, 0)
    tried = [(move, state.after(seat, move)) for move in state.moves(seat)]
    return [(move, after) for move, after in tried if after.concealed.get(seat, 0) > before]


def _changes_others(before: AnyState, after: AnyState, others: set[int]) -> bool:
    """Whether some other seats are to move, or have moves, in one of the two positions alone."""
    if (before.to_move ^ after.to_move) & others:
        return True
    return any([*map(str, before.moves(each))] != [*map(str, after.moves(each))] for each in others)


class _ResultPair(NamedTuple):
    """Two moves of a seat, or two draws, in a game with secrets, and the positions after them."""

    place: str
    """The position before them, in words."""
    trial: Trial
    seat: int
    moves: tuple[Any, Any]
    states: tuple[AnyState, AnyState]


def _result_pairs(checked: CheckedGame) -> Iterator[_ResultPair]:
    for place, trial, state in checked.positions():
        for seat in state.to_move if isinstance(state, Secrets) else ():
            legal = state.moves(seat)
            for moves in pairwise(legal[:: 1 + len(legal) // _MAX_MOVES]):
                one, other = (state.after(seat, move) for move in moves)
                if one.outcome is None and other.outcome is None:
                    yield _ResultPair(place, trial, seat, moves, (one, other))


def _draw_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Spectators can tell a draw or a hidden choice exactly if every seat can."""
    for pair in _result_pairs(checked):
        (one, other), (first, second) = pair.moves, pair.states
        knowing = [each for each in pair.trial.viewers if first.view(each) != second.view(each)]
        what = f"“{one}” from “{other}” of seat {pair.seat} {pair.place}"
        if None in knowing and len(knowing) <= pair.trial.players:
            yield (
                f"Spectators can tell {what}, and not every seat can: `view(None)` may show only"
                " what every seat knows."
            )
        if None not in knowing and len(knowing) == pair.trial.players > 1:
            yield (
                f"Every seat can tell {what}, and spectators cannot: hide it from the seats that"
                " may not know it."
            )


def _giveaway_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A draw that a view hides is told by no other field: somewhere a viewer cannot tell it."""
    given_away, kept_secret = dict[str, str](), set[str]()  # the place by the field; the fields
    for pair in _result_pairs(checked):
        one, other = pair.states
        for name in _field_names(one) if pair.seat == CHANCE else ():
            if name in kept_secret or getattr(one, name) == getattr(other, name):
                continue
            for viewer in pair.trial.viewers:
                seen = one.view(viewer).seen, other.view(viewer).seen
                pairs = zip(seen, (one, other), strict=True)
                if any(getattr(view, name) == getattr(whole, name) for view, whole in pairs):
                    continue  # the field is not hidden
                if seen[0] == seen[1]:
                    kept_secret.add(name)
                else:
                    given_away.setdefault(name, pair.place)
    for name in given_away.keys() - kept_secret:
        yield (
            f"`view` hides `{name}`, and other fields tell all that is drawn for it"
            f" {given_away[name]}: hide these, too."
        )


def _field_names(state: AnyState) -> Sequence[str]:
    """The names of the fields of a position; none if it is no dataclass and no named tuple."""
    whole: Any = state
    if dataclasses.is_dataclass(whole):
        return [each.name for each in dataclasses.fields(whole)]
    return getattr(whole, "_fields", ())


def _private_pairs(checked: CheckedGame) -> Iterator[tuple[_ResultPair, int]]:
    """For each set-up and seat a pair that it tells apart and spectators do not."""
    found = set[tuple[str, int]]()
    for pair in _result_pairs(checked):
        one, other = pair.states
        for viewer in pair.trial.seats if one.view(None) == other.view(None) else ():
            known = pair.trial.setup, viewer
            if one.view(viewer) != other.view(viewer) and known not in found:
                found.add(known)
                yield pair, viewer


def _own_board_mistakes(checked: CheckedGame) -> Iterator[str]:
    """A seat that knows more than spectators has a board of its own."""
    if not checked.manifest.face.private:
        for pair, seat in _private_pairs(checked):
            yield (
                f"Seat {seat} knows more than spectators {pair.place}, and has only the board of"
                " all: set `private = True` in the face."
            )


def _own_knowledge_mistakes(checked: CheckedGame) -> Iterator[str]:
    """What a seat alone knows stands in its words, and on its screen."""
    face = checked.manifest.face
    for pair, viewer in _private_pairs(checked):
        place, look = pair.place, _look_at_trial(pair.trial)
        views = [state.view(viewer) for state in pair.states]
        if face.describe(views[0], look.plain) == face.describe(views[1], look.plain):
            yield f"Seat {viewer} does not read what it alone knows {place}: tell it in `lines`."
        one, other = (face.screen([view], look) for view in views)
        same_words = (one.text, repr(one.rows)) == (other.text, repr(other.rows))
        pictures = ([drawing.draw() for drawing in each.drawings] for each in (one, other))
        if same_words and next(pictures) == next(pictures):
            yield f"Seat {viewer} does not see what it alone knows {place}: draw it in `picture`."


class TwinLines(NamedTuple):
    """Two lines that one viewer cannot tell apart, which part with the move ``at``."""

    at: int
    entries: tuple[Sequence[MadeMove], Sequence[MadeMove]]
    states: tuple[Sequence[AnyState], Sequence[AnyState]]


def twin_lines(trial: Trial, viewer: int | None) -> Iterator[TwinLines]:
    """Some lines beside a match, in which a draw or a move of another seat is another one. Each
    goes on with the moves of the match as long as the viewer sees no difference.
    """
    for at in range(0, len(trial.entries), 1 + len(trial.entries) // _SOME_POSITIONS):
        (seat, text), before, then = trial.entries[at], trial.states[at], trial.states[at + 1]
        if not isinstance(before, Secrets) or seat == viewer or text == LEAVE:
            continue
        moves = ((str(move), before.after(seat, move)) for move in before.moves(seat))
        others = ((move, other) for move, other in moves if other != then)
        twins = (each for each in others if each[1].view(viewer) == then.view(viewer))
        for move, other in islice(twins, 1):
            states = _states_of_twin(trial, viewer, at, other)
            end = at + len(states)
            entries = (*trial.entries[:at], MadeMove(seat, move), *trial.entries[at + 1 : end])
            whole = (*trial.states[: at + 1], *states)
            yield TwinLines(at, (trial.entries[:end], entries), (trial.states[: end + 1], whole))


def _states_of_twin(trial: Trial, viewer: int | None, at: int, other: AnyState) -> list[AnyState]:
    """The positions from ``other`` on, which is in the place of the one after the move ``at``, as
    long as the moves of the match are legal and the viewer sees no difference.
    """
    states = [other]
    for entry, known in zip(trial.entries[at + 1 :], trial.states[at + 2 :], strict=True):
        try:
            following = after_entry(states[-1], *entry)
        except IllegalMove:
            break
        if following.view(viewer) != known.view(viewer):
            break
        states.append(following)
    return states


def _twin_mistakes(checked: CheckedGame) -> Iterator[str]:
    """Matches that differ in what a viewer may not know are told and shown alike."""
    pictures_left = _MAX_PICTURES
    for trial in checked.matches:
        for viewer in trial.viewers:
            for at, made, states in twin_lines(trial, viewer):
                ways = f"“{made[0][at].text}” or “{made[1][at].text}”"
                where = f"{trial.position_words(at)}, {ways} comes next"
                if states[0][at + 1].view(viewer).seen in {each[at + 1] for each in states}:
                    yield (
                        f"The view of {_viewer_words(viewer)} hides a secret behind a value that"
                        f" may be there {where}: take a mark that never is."
                    )
                for end in sorted({at + 2, len(states[0])}):
                    pictures_left -= 1
                    pair, drawn = (states[0][:end], states[1][:end]), pictures_left > 0
                    yield from _line_mistakes(checked, trial, viewer, pair, where, drawn=drawn)


def _determinising_mistakes(checked: CheckedGame) -> Iterator[str]:
    """The machine draws what a view leaves out, and the viewer cannot tell the difference."""
    hints, rng = hints_to_machine(checked.game), random.Random(checked.seed)
    secret = any(isinstance(state, Secrets) for _, _, state in checked.positions())
    if secret and hints.determinise is None:
        yield (
            "The game has secrets, and HINTS has no `determinise`: state it in `thinking.py`, or"
            " the machine takes its view for the whole position."
        )
    if not secret and hints.determinise is not None:
        yield "HINTS has `determinise`, and no position inherits Secrets: one of them is wrong."
    if not secret or hints.determinise is None:
        return
    for place, trial, state in checked.positions(_SOME_POSITIONS):
        for seat in state.to_move - {CHANCE}:
            drawn = hints.determinise(state.view(seat), rng)
            if drawn.view(seat) != state.view(seat):
                yield (
                    f"`determinise` changes what seat {seat} sees {place}: draw all that its view"
                    " marks as unknown and nothing else, or hide in `view` what it draws."
                )
                return
            pair, where = ([state], [drawn]), f"{place}, as seat {seat}"
            for viewer in (seat, None):
                yield from _line_mistakes(checked, trial, viewer, pair, where, drawn=False)


_Lines = Sequence[Sequence[AnyState]]


def _line_mistakes(
    checked: CheckedGame, trial: Trial, viewer: int | None, pair: _Lines, where: str, *, drawn: bool
) -> Iterator[str]:
    """The mistake that this viewer can tell the ends of two lines apart; ``drawn`` in pictures."""
    views = [[state.view(viewer) for state in states] for states in pair]
    who = _viewer_words(viewer)
    if views[0] != views[1]:
        yield f"The view of {who} shows a secret {where}: hide it in `view({viewer})`."
        return
    face, look = checked.manifest.face, _look_at_trial(trial)
    if _all_words(face, views[0], look) != _all_words(face, views[1], look):
        yield f"The words for {who} tell a secret {where}: make them from `view.seen` alone."
    one, other = (face.picture(each[-1], look) for each in views)
    if one.alt != other.alt or (drawn and _draw_differently(one.draw, other.draw)):
        yield f"The picture for {who} shows a secret {where}: draw it from `view.seen` alone."
    films = (face.animation(each, look.plain) for each in views)
    if drawn and len(views[0]) == _COMPARED_FRAMES and _draw_differently(*films):
        yield f"The animation for {who} shows a secret {where}: draw `view.seen` alone."


def _draw_differently(one: Callable[[], bytes], other: Callable[[], bytes]) -> bool:
    """Whether two drawings differ. From the same bytes another process draws the same."""
    with suppress(pickle.PicklingError, TypeError, AttributeError):  # another check tells of it
        if pickle.dumps(one) == pickle.dumps(other):
            return False
    return one() != other()


def _look_at_trial(trial: Trial) -> Look:
    names = [f"P{seat}" for seat in trial.seats]
    return Look(names, names)


def _all_words(face: Face, views: Sequence[AnyView], look: Look) -> tuple[object, ...]:
    """All that a face says about a line to a reader."""
    view, names, screen = views[-1], look.plain, face.screen(views, look)
    return (
        *(screen.text, repr(screen.rows), [each.alt for each in screen.drawings]),
        face.describe(view, names),
        face.scores(view, names),
        face.moment(view),
        face.news(views, names),
        face.captions(views, names),
        face.chapters(views),
    )


def _viewer_words(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


KNOWLEDGE_CHECKS = (
    *(_view_mistakes, _hiding_mistakes, _concealment_mistakes, _draw_mistakes),
    *(_giveaway_mistakes, _own_board_mistakes, _own_knowledge_mistakes),
    *(_twin_mistakes, _determinising_mistakes),
)


_FEW_POSITIONS = 4  # the positions of a match in which the machine thinks
_QUICK_LEVEL = MachineLevel("easy", Budget(playouts=4), slack=0.06, endgame=False)


def _hint_mistakes(checked: CheckedGame) -> Iterator[str]:
    try:
        hints, rules = hints_to_machine(checked.game), puzzle_rules(checked.game)
    except NoPart as error:
        yield str(error)
        return
    rng = random.Random(checked.seed)
    for place, trial, state in checked.positions(_FEW_POSITIONS):
        hash(rules.likeness(state))
        for seat in state.to_move - {CHANCE}:
            yield from _value_mistakes(hints, trial, state, seat, rng)
            moves = state.moves(seat)
            if hints.candidates is not None:
                some = hints.candidates(state, seat, moves, rng)
                if not some or not {*some} <= {*moves}:
                    yield f"`candidates` gives no move, or one that is not legal, {place}."
            if hints.prior is not None:
                prior = hints.prior(state, seat, moves)
                yield from count_mistakes(f"`prior` {place}", prior, len(moves), "move")
            playout = {"playout": hints.playout} if hints.playout is not None else {}
            for name, policy in {**playout, **hints.levels, **hints.players}.items():
                if (move := policy(state, seat, moves, rng)) not in moves:
                    yield f"`{name}` plays “{move}”, which is not legal, {place}."
            if hints.key is not None:
                hash(hints.key(state))


def _value_mistakes(
    hints: AnyHints, trial: Trial, state: AnyState, seat: int, rng: random.Random
) -> Iterator[str]:
    values: dict[str, Sequence[float]] = {}
    if hints.value is not None:
        values["value"] = hints.value(state)
    if hints.outlook is not None:
        values["outlook"] = hints.outlook(state, seat, rng)
    for name, given in values.items():
        yield from count_mistakes(f"`{name}`", given, trial.players)
        if not all(0 <= value <= 1 for value in given):
            yield f"`{name}` gives {tuple(given)}: a value goes from 0, lost, to 1, won."


def _machine_mistakes(checked: CheckedGame) -> Iterator[str]:
    """The machine finds a move from its view alone."""
    hints, rng = hints_to_machine(checked.game), random.Random(checked.seed)
    for trial in checked.matches[:: max(1, len(checked.matches) // 2)]:
        for _, state in trial.positions(_FEW_POSITIONS):
            for seat in state.to_move - {CHANCE}:
                view = state.view(seat)
                choose_move(hints, view, seat, _QUICK_LEVEL, rng=rng, clock=perf_counter)
    yield from ()


MACHINE_CHECKS = (_hint_mistakes, _machine_mistakes)
