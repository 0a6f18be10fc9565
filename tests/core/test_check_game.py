"""``check_game`` finds the mistakes that are easily made in a game, and says what to do."""

# ruff: noqa: ARG001, ARG005 - planted members take all that the contract gives them

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import pytest

from cogs.contract.manifest import Option
from cogs.contract.screen import Drawing, Key, Look, Screen
from prowlerbot.core.capabilities import Elimination
from prowlerbot.core.game import CHANCE, Outcome, View
from prowlerbot.core.game_parts import AnyHints, Hints
from prowlerbot.testing import check_game, mistakes, random_matches
from renderer.covers import draw_plaque
from tests.core.race import HIDDEN, LESSON, Race, RaceFace, RaceGame, manifest, thinking

Members = Mapping[str, Any]
NONE: Members = {}
ENDLESS = "does not end"


class Planted(NamedTuple):
    """A mistake in the rules, the game, the face, the lesson or the manifest of Race, and words of
    the sentence that finds it.
    """

    told: str
    rules: Members | type[Any] = NONE
    game: Members = NONE
    face: Members = NONE
    lesson: Members = NONE
    manifest: Members = NONE
    hints: Members = NONE
    matches: int = 1


def _never(*_: object) -> str:
    return "".join(str(number)[:0] for number in itertools.count())


def _show(position: Race, viewer: int | None) -> View[Race]:
    return View(position, viewer)


def _with_luck(position: Race, seat: int, move: str) -> Race:
    after = Race.after(position, seat, move)
    return replace(after, totals=(random.randrange(9**9), *after.totals[1:]))


def _in_place(position: Race, seat: int, move: str) -> Race:
    after = Race.after(position, seat, move)
    object.__setattr__(position, "round", position.round + 1)
    return after


def _rank(ranks: tuple[int, ...]) -> property:
    def outcome(position: Race) -> Outcome | None:
        padded = (*ranks, *ranks)[: len(position.bids)]
        return Outcome(padded, "totals", position.totals) if position.over else None

    return property(outcome)


def _for_all(position: Race, seat: int) -> tuple[str, ...]:
    return (
        ("1", "2")
        if position.to_move and CHANCE not in position.to_move
        else Race.moves(position, seat)
    )


def _lines_after_leaving(face: RaceFace, view: View[Race], names: Any) -> list[str]:
    return [names[seat - 1] for seat in range(1, 4 if view.seen.left else 1)] and [
        str(1 // (1 - len(view.seen.left)))
    ]


def _drawing(draw: Any, alt: str = "A race.") -> Any:
    return lambda *_: Drawing("board.png", draw, alt)


def _crash(*_: object) -> bytes:
    raise KeyError("no such colour")


def _jpeg() -> bytes:
    return b"\xff\xd8\xff\xe0 a picture of another kind"


@dataclass(frozen=True)
class Listed(Race):
    bids: Any = field(default_factory=lambda: [0, 0])


@dataclass(frozen=True)
class Quiet(Race):
    """The bids are kept a second time, in a place that comparing skips and ``view`` forgets."""

    last: int = field(default=0, compare=False)

    def after(self, seat: int, move: str) -> Any:
        after: Any = super().after(seat, move)
        return replace(after, last=int(move))


@dataclass(frozen=True)
class Clashing(Race):
    live: str  # type: ignore[misc] # that is the mistake


BEFORE: dict[str, Planted] = {
    "a die is drawn in `after`": Planted("leads to different positions", {"after": _with_luck}),
    "a set in the facts": Planted(
        "not ready for JSON", {"facts": lambda self: {"left": {*self.totals}}}
    ),
    "no end": Planted("not over after 2000 moves", {"over": False}),
    "moves for seats that are not to move": Planted("is not to move", {"moves": _for_all}),
    "an outcome too early": Planted(
        "There is an outcome while",
        {"outcome": property(lambda self: Outcome((1, 2), "x", (1, 0)))},
    ),
    "totals too short": Planted(
        "one for each seat",
        {"outcome": property(lambda self: Outcome((1,), "x", (1,)) if self.over else None)},
    ),
    "a field with the name of a member": Planted("rename it", Clashing),
    "a long pitch": Planted("`pitch` has 140", face={"pitch": "x" * 140}),
    "a leaver stays to move": Planted(
        "has left and is to move",
        {
            "there": property(lambda self: [*range(1, len(self.bids) + 1)]),
            "over": property(lambda self: self.round == 2 or len(self.left) > 1),
        },
    ),
    "the last one left does not end it": Planted(
        "alone has not left", {"over": property(lambda self: self.round == 2)}
    ),
    "a leaver ranks first": Planted(
        "rank all that left behind",
        {
            "outcome": property(
                lambda self: Outcome.by_totals(self.totals, "totals") if self.over else None
            )
        },
    ),
    "a list in a position": Planted("does not hash because of `bids`", Listed),
    "a position that can be changed": Planted(
        "write @dataclass(frozen=True)", {"__setattr__": object.__setattr__}
    ),
    "another key than the folder's": Planted("name both alike", game={"key": "racing"}),
    "a board that crashes": Planted("KeyError", face={"picture": _drawing(_crash)}),
    "a drawing that cannot be sent": Planted(
        "cannot go to another process", face={"picture": _drawing(lambda: b"")}
    ),
    "a lesson that cannot be solved": Planted(
        "cannot be solved", lesson={"goal": lambda _, now: now.bids[0] == 9}
    ),
    "an illegal move in a lesson": Planted("illegal move", lesson={"moves": ("3",)}),
    "words that crash once somebody has left": Planted(
        "ZeroDivisionError", face={"lines": _lines_after_leaving}, matches=2
    ),
}
"""Mistakes that a trial of the guide planted into another game."""

_COUNTED = itertools.count()
OWN: dict[str, Planted] = {
    "spectators see what is hidden": Planted(
        "of a spectator shows a secret",
        {
            "view": lambda self, viewer: (
                _show(self, None) if viewer is None else Race.view(self, viewer)
            )
        },
    ),
    "everybody sees what is hidden": Planted("shows a secret", {"view": _show}),
    "a seat does not see its own secret": Planted(
        "does not see its own",
        {"view": lambda self, viewer: View(Race.view(self, None).seen, viewer)},
    ),
    "words tell a secret that no comparison sees": Planted(
        "tell a secret", Quiet, face={"lines": lambda _, view, names: [str(view.seen.last)]}
    ),
    "a move comes twice": Planted(
        "a move twice", {"moves": lambda self, seat: Race.moves(self, seat) * 2}
    ),
    "a move ends with a space": Planted(
        "spaces at its ends",
        {"moves": lambda self, seat: tuple(f"{each} " for each in Race.moves(self, seat))},
    ),
    "ranks with a gap": Planted("a rank is 1 +", {"outcome": _rank((1, 3, 3))}),
    "`after` changes the position": Planted("changes the position", {"after": _in_place}),
    "a fact with a name of the record": Planted(
        "which a record states itself", {"facts": lambda self: {"seat": 1}}
    ),
    "any set-up is taken": Planted(
        "raise BadSetup", game={"players_in": lambda self, setup: 3 if setup == "3" else 2}
    ),
    "leaving fails out of turn": Planted(
        "StopIteration",
        {"leave": lambda self, seat: Race.leave(self, next(iter(self.to_move & {seat})))},
    ),
    "a draw without a seed": Planted(
        "use only `rng`", game={"of_the_day": lambda self, rng: (next(_COUNTED) % 2 + 2, {})}
    ),
    "two moves with the same words": Planted(
        "calls two moves", face={"move_words": lambda *_: "a bid"}
    ),
    "long words of a move": Planted(
        "write 1 to 40", face={"move_words": lambda _, view, move: move * 90}
    ),
    "news that need a move before": Planted(
        "IndexError", face={"news": lambda _, views, names, ahead=False: str(views[-2])}
    ),
    "no words beside the picture": Planted(
        "alt text", face={"picture": _drawing(partial(bytes, 9), "")}
    ),
    "a picture of another kind": Planted("is no PNG", face={"picture": _drawing(_jpeg)}),
    "no winner in words": Planted("`result` is empty", face={"result": lambda *_: ""}),
    "an option in capitals": Planted(
        "not a name in small letters", manifest={"setup": (Option("Dice", "How to throw"),)}
    ),
    "words that never end": Planted(ENDLESS, face={"turn": _never}),
    "a rival without a reply in a lesson": Planted(
        "no legal reply", lesson={"replies": (), "turns": 2, "goal": lambda _, now: now.round == 1}
    ),
    "hints for another number of seats": Planted(
        "one for each seat", game={"hints": Hints(value=lambda _: (0.5,))}
    ),
}


def _of_chance(view: View[Race], rng: random.Random) -> Race:
    del rng
    bids = tuple(random.choice((1, 2)) if bid == HIDDEN else bid for bid in view.seen.bids)
    return replace(view.seen, bids=bids)


def _nine(*_: object) -> str:
    return "9"


def _late(_: RaceFace, view: View[Race], look: Look) -> Drawing:
    big = view.seen.round == 1 and CHANCE in view.to_move
    return Drawing("board.png", partial(_png, 9 << 20 if big else 0), "A race.")


def _png(more: int) -> bytes:
    return draw_plaque("Race", ("a line",)) + bytes(more)


@dataclass(frozen=True)
class Out(Race, Elimination[str]):
    @property
    def out(self) -> frozenset[int]:
        return frozenset({1} if self.round and not self.left and not self.over else ())


def _of_seats(position: Race) -> Outcome | None:
    if not position.over:
        return None
    outcome = Outcome.by_totals(position.totals, "totals", position.left)
    return replace(outcome, totals=tuple(range(len(position.totals))))


def _loser(_: RaceFace, view: View[Race], names: Sequence[str]) -> str:
    outcome = view.outcome
    return f"{names[outcome.ranks.index(max(outcome.ranks))]} won" if outcome is not None else ""


def _alike(face: RaceFace, views: Sequence[View[Race]], look: Look, _: str | None = None) -> Screen:
    keys = [Key("Bid", move) for move in views[-1].moves()]
    return Screen("Bid.", [face.picture(views[-1], look)], [keys] if keys else [])


def _labels(_: RaceFace, view: View[Race], names: Sequence[str]) -> list[tuple[str, str]]:
    return [(f"bid {move}", move) for move in view.moves()]


MET_BY_PLAYERS: dict[str, Planted] = {
    "the result names a loser": Planted("`result` names seat", face={"result": _loser}),
    "the turn names who has moved": Planted(
        "`turn` names seat 1", face={"turn": lambda _, view, names: f"{names[0]} bids"}
    ),
    "the news of a leaver name another": Planted(
        "`news` names seat",
        face={
            "news": lambda _, views, names: (
                f"{names[views[-1].seen.there[0] - 1]} left" if views[-1].seen.left else ""
            )
        },
        matches=2,
    ),
    "a label that is typed finds no move": Planted(
        "let `typed_move` read",
        face={"typed_options": _labels, "typed_move": lambda _, view, typed, detail, names: typed},
    ),
    "a picture that is too large only late in a match": Planted(
        "Discord takes 8", face={"picture": _late}
    ),
    "a level with a move that is not legal": Planted(
        "`hard` plays “9”, which is not legal", game={"hints": Hints(levels={"hard": _nine})}
    ),
    "an option whose set-up no record can name": Planted(
        "`start` refuses it",
        game={
            "setup": lambda self, rng, players, options: "-".join((str(players), *options.values()))
        },
        manifest={"setup": (Option("dice", "How to throw", (("High", "6"),)),)},
    ),
    "luck from a source of its own": Planted(
        "from the module `random`", game={"hints": Hints(determinise=_of_chance)}
    ),
    "a set-up from a source of its own": Planted(
        "`setup` differs",
        game={
            "setup": lambda self, rng, players, options: (
                RaceGame.setup(self, rng, players, options) + " " * (next(_COUNTED) % 2)
            ),
            "start": lambda self, setup: RaceGame.start(self, setup.strip()),
        },
    ),
    "two buttons with one label": Planted("a label of its own", face={"screen": _alike}),
    "a secret in an alt text": Planted(
        "tell a secret",
        Quiet,
        face={
            "picture": lambda _, view, look: Drawing(
                "board.png", partial(draw_plaque, "Race", ("a",)), str(view.seen.last)
            )
        },
    ),
    "points that do not fit the ranks": Planted(
        "do not fit the ranks", {"outcome": property(_of_seats)}
    ),
    "a clock for a seat that is out": Planted("its clock would run", Out),
}
"""Mistakes that players would meet."""
PLANTED = {**BEFORE, **OWN, **MET_BY_PLAYERS}


def _kind(name: str, base: type[Any], members: Members) -> type[Any]:
    """A class with other members that can be pickled by its name."""
    kind = type(name, (base,), {**members, "__module__": base.__module__})
    kind.__qualname__ = name
    return kind


def found(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentence about a planted mistake, and all that come before it."""
    rules = planted.rules
    position = rules if isinstance(rules, type) else _kind("Planted", Race, rules)
    monkeypatch.setattr("tests.core.race.Planted", position, raising=False)
    members = dict(planted.game)
    if "hints" in members:
        monkeypatch.setattr(thinking, "HINTS", _with_any(members.pop("hints")))

    def start(game: RaceGame, setup: str) -> Any:
        none = (0,) * game.players_in(setup)
        return position([*none] if position is Listed else none, none)

    game = _kind("PlantedGame", RaceGame, {"start": start, **members})()
    face = _kind("PlantedFace", RaceFace, planted.face)
    made = manifest(game, face, replace(LESSON, **planted.lesson))
    sentences: list[str] = []
    for sentence in mistakes(game, replace(made, **planted.manifest), matches=planted.matches):
        sentences.append(sentence)
        if planted.told in sentence:
            break
    return sentences


def _with_any(hints: AnyHints) -> AnyHints:
    return replace(hints, determinise=hints.determinise or _ANY)


_ANY = thinking.HINTS.determinise


def test_a_game_without_mistakes_passes() -> None:
    check_game(RaceGame(), manifest(RaceGame()), matches=1)


@pytest.mark.parametrize("name", PLANTED)
def test_each_planted_mistake_is_told_in_a_sentence(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if PLANTED[name].told == ENDLESS:
        monkeypatch.setattr(random_matches, "SECONDS", 1)
    told = found(PLANTED[name], monkeypatch)
    assert [sentence for sentence in told if PLANTED[name].told in sentence], told
    assert all(sentence.endswith(".") for sentence in told)
