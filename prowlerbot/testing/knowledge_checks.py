"""Checks of secrets: what a viewer may not know changes neither views nor words nor pictures."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from cogs.contract.screen import Look
from prowlerbot.core.capabilities import ConcealedMoves, Secrets
from prowlerbot.core.game import CHANCE, AnyState, View
from prowlerbot.core.game_parts import hints_to_machine
from prowlerbot.testing.random_matches import Played, Trial

_SOME = 6
_PICTURES = 8
"""The pairs of pictures that are compared."""
_MOST_MOVES = 3
"""The moves of a seat that are compared."""


def _views(played: Played) -> Iterator[str]:
    for place, trial, state in played.positions():
        everybody = state.view(None)
        for viewer in trial.viewers:
            view: Any = state.view(viewer)
            who = _named(viewer)
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


def _hides(played: Played) -> Iterator[str]:
    secret = [state for _, _, state in played.positions() if isinstance(state, Secrets)]
    if secret and all(state.view(viewer).seen == state for state in secret for viewer in (None, 1)):
        kind = type(secret[0]).__name__
        yield f"{kind} inherits Secrets, and `view` hides nothing: hide something or inherit less."


def _concealed(played: Played) -> Iterator[str]:
    """A move that counts as concealed shows to nobody else, in no word and in no picture."""
    pictures = iter(range(_PICTURES))
    for place, trial, state in played.positions(_SOME):
        if not isinstance(state, ConcealedMoves):
            continue
        if state.drawable and any(state.concealed.values()):
            yield f"`drawable` is true while a move is concealed {place}."
        for seat in state.to_move - {CHANCE}:
            hidden = _concealed_by(state, seat)
            for (one, first), (other, second) in pairwise(hidden[:_MOST_MOVES]):
                if first.view(seat) == second.view(seat):
                    yield f"Seat {seat} does not see its own concealed move {place}: show it."
                # Whether the seat has finished is public.
                same = first.to_move == second.to_move
                for viewer in {*trial.viewers} - {seat} if same else ():
                    where = f"{place}, where seat {seat} conceals “{one}” or “{other}”"
                    drawn = next(pictures, None) is not None
                    pair = first, second
                    yield from _told_apart(played, trial, viewer, pair, where, drawn=drawn)
            for move, after in hidden[:1]:
                if _changes_others(state, after, {*trial.seats} - {seat}):
                    yield (
                        f"The concealed move “{move}” of seat {seat} changes what others can do"
                        f" {place}: let it count once all have chosen."
                    )


def _concealed_by(state: AnyState, seat: int) -> list[tuple[Any, AnyState]]:
    """The moves of a seat that others do not see yet, each with the position after it."""
    had = state.concealed.get(seat, 0)
    tried = [(move, state.after(seat, move)) for move in state.moves(seat)]
    return [(move, after) for move, after in tried if after.concealed.get(seat, 0) > had]


def _changes_others(before: AnyState, after: AnyState, others: set[int]) -> bool:
    if (before.to_move ^ after.to_move) & others:
        return True
    return any([*map(str, before.moves(each))] != [*map(str, after.moves(each))] for each in others)


def _drawn(played: Played) -> Iterator[str]:
    """A draw or a hidden choice that spectators see is known to each seat; one that they do not see
    is known to at most one of several.
    """
    for place, trial, state in played.positions(_SOME):
        if not isinstance(state, Secrets) or trial.players < 2:
            continue
        for seat in state.to_move:
            moves = state.moves(seat)[:_MOST_MOVES]
            for one, other in pairwise(moves):
                pair = state.after(seat, one), state.after(seat, other)
                if any(each.outcome is not None for each in pair):
                    continue
                apart = [
                    viewer
                    for viewer in trial.viewers
                    if pair[0].view(viewer) != pair[1].view(viewer)
                ]
                if None in apart and len(apart) <= trial.players:
                    yield (
                        f"Spectators can tell “{one}” from “{other}” of seat {seat} {place}, and"
                        " not every seat can: `view(None)` may show only what every seat knows."
                    )
                if None not in apart and len(apart) == trial.players:
                    yield (
                        f"Every seat can tell “{one}” from “{other}” of seat {seat} {place}, and"
                        " spectators cannot: hide it from the seats that may not know it."
                    )


def _determinised(played: Played) -> Iterator[str]:
    """The machine draws what a view leaves out, and the viewer cannot tell the difference."""
    hints, rng = hints_to_machine(played.game), random.Random(played.seed)
    secret = any(isinstance(state, Secrets) for _, _, state in played.positions())
    if secret and hints.determinise is None:
        yield (
            "The game has secrets, and HINTS has no `determinise`: state it in `thinking.py`, or"
            " the machine takes its view for the whole position."
        )
    if not secret and hints.determinise is not None:
        yield "HINTS has `determinise`, and no position inherits Secrets: one of them is wrong."
    if not secret or hints.determinise is None:
        return
    for place, trial, state in played.positions(_SOME):
        for seat in state.to_move - {CHANCE}:
            drawn = hints.determinise(state.view(seat), rng)
            if drawn.view(seat) != state.view(seat):
                yield (
                    f"`determinise` changes what seat {seat} sees {place}: draw all that its view"
                    " marks as unknown and nothing else, or hide in `view` what it draws."
                )
                return
            pair, where = (state, drawn), f"{place}, as seat {seat}"
            for viewer in (seat, None):
                yield from _told_apart(played, trial, viewer, pair, where, drawn=False)


def _told_apart(
    played: Played,
    trial: Trial,
    viewer: int | None,
    pair: Sequence[AnyState],
    where: str,
    *,
    drawn: bool,
) -> Iterator[str]:
    """The mistake that this viewer can tell two positions apart."""
    first, second = (state.view(viewer) for state in pair)
    who = _named(viewer)
    if first != second:
        yield f"The view of {who} shows a secret {where}: hide it in `view({viewer})`."
        return
    face, names = played.manifest.face, [f"P{seat}" for seat in trial.seats]
    look = Look(names, names)
    said = [
        _said(face.screen([view], look), face.describe(view, names)) for view in (first, second)
    ]
    if said[0] != said[1]:
        yield f"The words for {who} tell a secret {where}: make them from `view.seen` alone."
    shown = [face.picture(view, look) for view in (first, second)]
    same = shown[0].alt == shown[1].alt
    if not same or (drawn and shown[0].draw() != shown[1].draw()):
        yield f"The picture for {who} shows a secret {where}: draw it from `view.seen` alone."


def _said(screen: Any, described: str) -> tuple[object, ...]:
    alts = [each.alt for each in screen.drawings]
    return screen.text, repr(screen.rows), alts, described


def _named(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


CHECKS = (_views, _hides, _concealed, _drawn, _determinised)
