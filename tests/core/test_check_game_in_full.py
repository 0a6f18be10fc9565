"""``check_game`` finds each kind of mistake that it looks for, also those that are rarely made."""

# ruff: noqa: ARG001, ARG005 - planted members take all that the contract gives them

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from cogs.contract.manifest import Option
from cogs.contract.screen import Drawing, Key, Look, Screen
from cogs.contract.sentences import Event
from prowlerbot.core.capabilities import DrawnByConsent, Elimination, LiveStages
from prowlerbot.core.game import CHANCE, Outcome, View
from prowlerbot.core.game_parts import Hints
from prowlerbot.testing import knowledge_checks, mistakes
from renderer.covers import draw_plaque
from tests.core.race import HIDDEN, ROUNDS, Race, RaceFace, RaceGame
from tests.core.test_check_game import Planted, Quiet, found
from tests.games.nim.rules import Nim
from tests.games.nim.words import MANIFEST as NIM

pytestmark = pytest.mark.full


@dataclass(frozen=True)
class Drawn(Race, DrawnByConsent[str]):
    drawable = True


@dataclass(frozen=True)
class Live(Race, LiveStages[str]):
    live = "9"


@dataclass(frozen=True)
class Twice(Race, Elimination[str]):
    @property
    def out(self) -> frozenset[int]:
        return frozenset(self.left)


@dataclass(frozen=True)
class Calling(Race):
    call: Callable[[], int] = field(default=lambda: 0)


def _keys(*rows: Sequence[Key]) -> Any:
    """A screen with these rows for whoever is to move."""

    def screen(face: RaceFace, views: Any, look: Look, choosing: str | None = None) -> Screen:
        shown = views[-1].viewer in views[-1].to_move and look.ended is None
        return Screen("Bid.", [face.picture(views[-1], look)], rows if shown else ())

    return screen


def _seen(**marks: Any) -> Any:
    """A view in which fields are replaced before the end; the value None leaves one as it is."""

    def view(position: Race, viewer: int | None) -> View[Race]:
        seen = Race.view(position, viewer).seen
        changed = {name: mark(position, viewer) for name, mark in marks.items()}
        return View(seen if position.over else replace(seen, **changed), viewer)

    return view


def _none(position: Race, *_: object) -> tuple[int, ...]:
    return (HIDDEN,) * len(position.totals)


def _drawing(name: str = "board.png", draw: Any = None) -> Any:
    return lambda *_: Drawing(name, draw or partial(draw_plaque, "Race", ("a",)), "A race.")


def _huge() -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes(8) + (99_999).to_bytes(4, "big") * 2


_BIDS = Key("Bid one", "1"), Key("Bid two", "2")
_OTHER = type("Other", (RaceGame,), {"key": "other"})
_STARTS = count()

RULES: dict[str, Planted] = {
    "moves that may be drawn while one is hidden": Planted("`drawable` is true", Drawn),
    "a stage that no move finishes": Planted("no seat has that move", Live),
    "a seat that has left and is out": Planted("in `left` and in `out`", Twice),
    "a function in a position": Planted("cannot be pickled", Calling),
    "positions that differ from their copies": Planted(
        "not equal to its copy", {"__eq__": object.__eq__, "__hash__": object.__hash__}
    ),
    "a member of a capability that is not inherited": Planted(
        "does not inherit LiveStages", {"live": ""}
    ),
    "a view that is none": Planted("is not View(", {"view": lambda self, viewer: self}),
    "a view with an end of its own": Planted(
        "another `to_move`", {"view": _seen(round=lambda *_: ROUNDS)}
    ),
    "a view that changes when it is viewed": Planted(
        "viewed again", {"view": _seen(round=lambda position, _: position.round - 1)}
    ),
    "a view with moves in another order": Planted(
        "has other moves for that seat",
        {"moves": lambda self, seat: Race.moves(self, seat)[:: 1 - 2 * (HIDDEN in self.bids)]},
    ),
    "points that only spectators see": Planted(
        "Spectators can tell",
        {
            "view": _seen(
                totals=lambda position, viewer: _none(position) if viewer else position.totals
            )
        },
    ),
    "points that all but spectators see": Planted(
        "Every seat can tell",
        {
            "view": _seen(
                totals=lambda position, viewer: position.totals if viewer else _none(position)
            )
        },
    ),
    "a hidden bid that takes a choice from others": Planted(
        "changes what others can do",
        {"moves": lambda self, seat: Race.moves(self, seat)[: 1 if any(self.bids) else 2]},
    ),
    "a seat that has no move": Planted("has no move", {"moves": lambda self, seat: ()}),
    "chance and a seat at once": Planted(
        "chance moves alone",
        {"to_move": property(lambda self: Race.to_move.fget(self) | {*[CHANCE][: not self.over]})},  # type: ignore[attr-defined] # of a property
    ),
    "a seat that is not there": Planted(
        "seats count from 1",
        {
            "to_move": property(lambda self: Race.to_move.fget(self) | {*[9][: not self.over]}),  # type: ignore[attr-defined] # of a property
            "after": lambda self, seat, move: self if seat == 9 else Race.after(self, seat, move),
        },
    ),
    "a match without an outcome": Planted("there is no outcome", {"outcome": None}),
    "an outcome without a rule": Planted(
        "`by` of an outcome is empty",
        {
            "outcome": property(
                lambda self: Outcome.by_totals(self.totals, "", self.left) if self.over else None
            )
        },
    ),
    "a leaver who is forgotten": Planted("have left: keep all", {"leave": lambda self, seat: self}),
    "a move with the name of leaving": Planted(
        "stands for leaving",
        {
            "moves": lambda self, seat: (
                (*Race.moves(self, seat), "leave")[: 3 * bool(self.to_move)]
                if seat in self.to_move
                else ()
            ),
            "after": lambda self, seat, move: Race.after(self, seat, move.replace("leave", "1")),
        },
    ),
    "a start that differs": Planted(
        "gives other positions",
        game={"start": lambda self, setup: replace(Race((0, 0), (0, 0)), round=-next(_STARTS))},
    ),
    "a key with a sign": Planted("not a lower-case word", game={"key": "race!"}),
    "numbers of players with a gap": Planted("write range", game={"seats": range(2, 6, 2)}),
    "too many players": Planted("has signs for 8", game={"seats": range(8, 10)}),
    "marks of no part": Planted("1 to 8 marks", game={"course": lambda *_: []}),
    "too few colours": Planted("`choices` has 1", game={"choices": ("red",)}),
}
FACES: dict[str, Planted] = {
    "an event without a sentence": Planted(
        'add "bank"', face={"events": lambda *_: [Event("bank")]}
    ),
    "too many buttons": Planted("use menus", face={"screen": _keys(*[_BIDS] * 16)}),
    "too many buttons in a row": Planted("keys: 1 to 5", face={"screen": _keys(_BIDS * 3)}),
    "two buttons with one move": Planted("the same argument", face={"screen": _keys(_BIDS * 2)}),
    "a button for no move": Planted(
        "A key plays “3”", face={"screen": _keys((*_BIDS, Key("Bid three", "3")))}
    ),
    "a move without a button": Planted("No key plays", face={"screen": _keys(_BIDS[:1])}),
    "a recap with a full stop": Planted("full stop", face={"recap": lambda *_: "All bid."}),
    "a winner too early": Planted("before the end", face={"result": lambda *_: "Somebody won"}),
    "a suggestion for no move": Planted(
        "`typed_options` offers", face={"typed_options": lambda *_: [("bid 3", "3")]}
    ),
    "a label of two lines": Planted("several lines", face={"move_words": lambda *_: "bid\nit"}),
    "a secret in a picture": Planted(
        "The picture for",
        Quiet,
        face={
            "picture": lambda _, view, look: Drawing(
                "board.png", partial(draw_plaque, "Race", (str(view.seen.last),)), "A race."
            )
        },
    ),
    "a secret in the news of what came before": Planted(
        "tell a secret",
        Quiet,
        face={"news": lambda _, views, names: str([each.seen.last for each in views[:-1]])},
    ),
    "a secret in an animation": Planted(
        "The animation for",
        Quiet,
        face={
            "animation": lambda _, views, *__, **___: partial(
                b"GIF89a%d".__mod__, views[-1].seen.last
            )
        },
    ),
    "one sign for all": Planted("the same sign", face={"seat_mark": lambda *_: "🔴"}),
    "a picture with another name": Planted("end its name", face={"picture": _drawing("a.jpg")}),
    "a picture that is too wide": Planted("pixels", face={"picture": _drawing(draw=_huge)}),
    "an animation of another kind": Planted(
        "draws no GIF", face={"animation": lambda *_, **__: partial(bytes, 9)}
    ),
}
OTHERS: dict[str, Planted] = {
    "a lesson for too many": Planted("and the game does not", lesson={"seats": 5}),
    "a lesson without a move": Planted("is over before", lesson={"turns": 0}),
    "a lesson that is solved": Planted("has reached its", lesson={"goal": lambda *_: True}),
    "a long title of a lesson": Planted("is too long in", lesson={"title": "x" * 41}),
    "a lesson that every move solves": Planted(
        "solved by every move", lesson={"goal": lambda _, now: now.bids[0] > 0}
    ),
    "no candidates": Planted("`candidates` gives", game={"hints": Hints(candidates=lambda *_: [])}),
    "a value beyond 1": Planted(
        "goes from 0", game={"hints": Hints(value=lambda state: [2.0] * len(state.bids))}
    ),
    "a playout with another move": Planted(
        "`playout` plays", game={"hints": Hints(playout=lambda *_: "9")}
    ),
    "a whole position that the view contradicts": Planted(
        "changes what seat", game={"hints": Hints(determinise=lambda view, rng: Race())}
    ),
    "the manifest of another game": Planted(
        "The manifest is that of", manifest={"face": RaceFace(_OTHER())}
    ),
    "too many choices": Planted(
        "more than 25 choices",
        manifest={
            "setup": (Option("dice", "How to throw", tuple((f"{n}", f"{n}") for n in range(26))),)
        },
    ),
}
PLANTED = {**RULES, **FACES, **OTHERS}


@pytest.mark.parametrize("name", PLANTED)
def test_each_kind_of_mistake_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = found(PLANTED[name], monkeypatch)
    assert [sentence for sentence in told if PLANTED[name].told in sentence], told


def test_hints_that_guess_in_a_game_without_secrets_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hints: Any = Hints(determinise=lambda view, rng: view.seen)
    monkeypatch.setattr(knowledge_checks, "hints_to_machine", lambda _: hints)
    told = [*mistakes(Nim(), NIM, matches=1)]
    assert told == [
        "HINTS has `determinise`, and no position inherits Secrets: one of them is wrong."
    ]
