"""``check_game`` finds each kind of mistake in a game, and says what to do."""

# ruff: noqa: ARG001, ARG005 - planted members take all that the contract gives them

import itertools
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from tall_tale import HIDDEN as UNSEEN
from tall_tale import Position, TallTale
from tall_tale.drawing import draw_board
from tall_tale.face import LESSONS, TallTaleFace
from tall_tale.thinking import HINTS

from cogs.contract.manifest import Manifest, Option
from cogs.contract.screen import Drawing, Key, Look, Screen
from cogs.contract.sentences import Event
from prowlerbot.core.capabilities import DrawnByConsent, Elimination, LiveStages
from prowlerbot.core.game import CHANCE, Outcome, View
from prowlerbot.core.game_parts import Hints
from prowlerbot.testing import find_mistakes, knowledge_checks, rule_checks, trials
from renderer.covers import draw_plaque
from tests.core.race import HIDDEN, LESSON, ROUNDS, Race, RaceFace, RaceGame
from tests.core.race import HINTS as RACE_HINTS
from tests.games.nim.rules import Nim
from tests.games.nim.words import MANIFEST as NIM

Members = Mapping[str, Any]
NONE: Members = {}
ENDLESS = "does not end: after 0.3 seconds the game was in _never"


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


def _never(*_: object) -> NoReturn:
    while True:
        pass


def _show(position: Any, viewer: int | None) -> View[Any]:
    return View(position, viewer)


def _with_luck(position: Race, seat: int, move: str) -> Race:
    after = Race.after(position, seat, move)
    return replace(after, totals=(random.randrange(9**9), *after.totals[1:]))


def _in_place(position: Race, seat: int, move: str) -> Race:
    after = Race.after(position, seat, move)
    object.__setattr__(position, "round", position.round + 1)
    return after


def _ended(outcome: Callable[[Race], Outcome]) -> Members:
    """Another outcome at the end."""
    return {"outcome": property(lambda self: outcome(self) if self.over else None)}


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


def _drawing(draw: Any = None, alt: str = "A race.", name: str = "board.png") -> Members:
    drawn = draw or partial(draw_plaque, "Race", ("a",))
    return {"picture": lambda *_: Drawing(name, drawn, alt)}


def _shows(lines: Callable[[View[Any]], str], alt: Callable[[View[Any]], str]) -> Members:
    """A picture with such a line, and such words beside it."""
    return {
        "picture": lambda _, view, look: Drawing(
            "board.png", partial(draw_plaque, "Race", (lines(view),)), alt(view)
        )
    }


def _crash(*_: object) -> bytes:
    raise KeyError("no such colour")


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


BEFORE = [
    Planted("leads to different positions", {"after": _with_luck}),
    Planted("not ready for JSON", {"facts": lambda self: {"left": {*self.totals}}}),
    Planted("not over after 2000 moves", {"over": False}),
    Planted("is not to move", {"moves": _for_all}),
    Planted(
        "There is an outcome while",
        {"outcome": property(lambda self: Outcome((1, 2), "x", (1, 0)))},
    ),
    Planted("one for each seat", _ended(lambda _: Outcome((1,), "x", (1,)))),
    Planted("rename it", Clashing),
    Planted("`pitch` has 140", face={"pitch": "x" * 140}),
    Planted(
        "has left and is to move",
        {
            "there": property(lambda self: [*range(1, len(self.bids) + 1)]),
            "over": property(lambda self: self.round == 2 or len(self.left) > 1),
        },
    ),
    Planted("alone has not left", {"over": property(lambda self: self.round == 2)}),
    Planted("rank all that left behind", _ended(lambda it: Outcome.by_totals(it.totals, "totals"))),
    Planted("does not hash because of `bids`", Listed),
    Planted("write @dataclass(frozen=True)", {"__setattr__": object.__setattr__}),
    Planted("name both alike", game={"key": "racing"}),
    Planted("KeyError", face=_drawing(_crash)),
    Planted("cannot go to another process", face=_drawing(lambda: b"")),
    Planted("cannot be solved", lesson={"goal": lambda _, now: now.bids[0] == 9}),
    Planted("illegal move", lesson={"moves": ("3",)}),
    Planted("ZeroDivisionError", face={"lines": _lines_after_leaving}, matches=2),
]
"""Mistakes that a trial of the guide planted into another game."""

_COUNTED = itertools.count()
OWN = [
    Planted(
        "of a spectator shows a secret",
        {"view": lambda self, viewer: (Race.view if viewer else _show)(self, viewer)},
    ),
    Planted("shows a secret", {"view": _show}),
    Planted(
        "does not see its own",
        {"view": lambda self, viewer: View(Race.view(self, None).seen, viewer)},
    ),
    Planted("tell a secret", Quiet, face={"lines": lambda _, view, names: [str(view.seen.last)]}),
    Planted("a move twice", {"moves": lambda self, seat: Race.moves(self, seat) * 2}),
    Planted(
        "spaces at its ends",
        {"moves": lambda self, seat: tuple(f"{each} " for each in Race.moves(self, seat))},
    ),
    Planted("a rank is 1 +", _ended(lambda it: Outcome((1, 3, 3)[: len(it.bids)], "x", it.totals))),
    Planted("changes the position", {"after": _in_place}),
    Planted("which a record states itself", {"facts": lambda self: {"seat": 1}}),
    Planted("raise BadSetup", game={"players_in": lambda self, setup: 3 if setup == "3" else 2}),
    Planted(
        "StopIteration",
        {"leave": lambda self, seat: Race.leave(self, next(iter(self.to_move & {seat})))},
    ),
    Planted("use only `rng`", game={"of_the_day": lambda self, rng: (next(_COUNTED) % 2 + 2, {})}),
    Planted("calls two moves", face={"move_words": lambda *_: "a bid"}),
    Planted("write 1 to 40", face={"move_words": lambda _, view, move: move * 90}),
    Planted("IndexError", face={"news": lambda _, views, names, ahead=False: str(views[-2])}),
    Planted("alt text", face=_drawing(partial(bytes, 9), "")),
    Planted("is no PNG", face=_drawing(partial(bytes, b"\xff\xd8\xff\xe0 another kind"))),
    Planted("`result` is empty", face={"result": lambda *_: ""}),
    Planted("not a name in small letters", manifest={"setup": (Option("Dice", "How to throw"),)}),
    Planted(ENDLESS, face={"turn": _never}),
    Planted(
        "no legal reply", lesson={"replies": (), "turns": 2, "goal": lambda _, now: now.round == 1}
    ),
    Planted("one for each seat", hints={"value": lambda _: (0.5,)}),
]


def _of_chance(view: View[Race], rng: random.Random) -> Race:
    del rng
    bids = tuple(random.choice((1, 2)) if bid == HIDDEN else bid for bid in view.seen.bids)
    return replace(view.seen, bids=bids)


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


def _loser(_: RaceFace, view: View[Race], names: Sequence[str]) -> str:
    outcome = view.outcome
    return f"{names[outcome.ranks.index(max(outcome.ranks))]} won" if outcome is not None else ""


def _alike(face: RaceFace, views: Sequence[View[Race]], look: Look, _: str | None = None) -> Screen:
    keys = [Key("Bid", move) for move in views[-1].moves()]
    return Screen("Bid.", [face.picture(views[-1], look)], [keys] if keys else [])


def _labels(_: RaceFace, view: View[Race], names: Sequence[str]) -> list[tuple[str, str]]:
    return [(f"bid {move}", move) for move in view.moves()]


MET_BY_PLAYERS = [
    Planted("`result` names seat", face={"result": _loser}),
    Planted("`turn` names seat 1", face={"turn": lambda _, view, names: f"{names[0]} bids"}),
    Planted(
        "`news` names seat",
        face={
            "news": lambda _, views, names: (
                f"{names[views[-1].seen.there[0] - 1]} left" if views[-1].seen.left else ""
            )
        },
        matches=2,
    ),
    Planted(
        "let `typed_move` read",
        face={"typed_options": _labels, "typed_move": lambda _, view, typed, detail, names: typed},
    ),
    Planted("Discord takes 8", face={"picture": _late}),
    Planted("`hard` plays “9”, which is not legal", hints={"levels": {"hard": lambda *_: "9"}}),
    Planted(
        "`start` refuses it",
        game={
            "setup": lambda self, rng, players, options: "-".join((str(players), *options.values()))
        },
        manifest={"setup": (Option("dice", "How to throw", (("High", "6"),)),)},
    ),
    Planted("from the module `random`", hints={"determinise": _of_chance}),
    Planted(
        "`setup` differs",
        game={
            "setup": lambda self, rng, players, options: (
                RaceGame.setup(self, rng, players, options) + " " * (next(_COUNTED) % 2)
            ),
            "start": lambda self, setup: RaceGame.start(self, setup.strip()),
        },
    ),
    Planted("a label of its own", face={"screen": _alike}),
    Planted("tell a secret", Quiet, face=_shows(lambda _: "a", lambda view: str(view.seen.last))),
    Planted(
        "do not fit the ranks",
        _ended(
            lambda it: replace(
                Outcome.by_totals(it.totals, "totals", it.left), totals=(*range(len(it.totals)),)
            )
        ),
    ),
    Planted("its clock would run", Out),
]
"""Mistakes that players would meet."""
PLANTED = [*BEFORE, *OWN, *MET_BY_PLAYERS]


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


def _with_mover(seat: int) -> Any:
    return property(lambda it: vars(Race)["to_move"].fget(it) | {*[seat][: not it.over]})


def _marks(position: Race, hidden: object) -> Sequence[int]:
    return (HIDDEN,) * len(position.totals) if hidden else position.totals


def _huge() -> bytes:
    return b"\x89PNG\r\n\x1a\n" + bytes(8) + (99_999).to_bytes(4, "big") * 2


_BIDS = Key("Bid one", "1"), Key("Bid two", "2")
_OTHER = type("Other", (RaceGame,), {"key": "other"})
_STARTS = count()

RULES = [
    Planted("`drawable` is true", Drawn),
    Planted("no seat has that move", Live),
    Planted("in `left` and in `out`", Twice),
    Planted("cannot be pickled", Calling),
    Planted("not equal to its copy", {"__eq__": object.__eq__, "__hash__": object.__hash__}),
    Planted("does not inherit LiveStages", {"live": ""}),
    Planted("is not View(", {"view": lambda self, viewer: self}),
    Planted("another `to_move`", {"view": _seen(round=lambda *_: ROUNDS)}),
    Planted("viewed again", {"view": _seen(round=lambda position, _: position.round - 1)}),
    Planted(
        "has other moves for that seat",
        {"moves": lambda self, seat: Race.moves(self, seat)[:: 1 - 2 * (HIDDEN in self.bids)]},
    ),
    Planted("Spectators can tell", {"view": _seen(totals=_marks)}),
    Planted("Every seat can tell", {"view": _seen(totals=lambda it, seat: _marks(it, not seat))}),
    Planted(
        "changes what others can do",
        {"moves": lambda self, seat: Race.moves(self, seat)[: 1 if any(self.bids) else 2]},
    ),
    Planted("has no move", {"moves": lambda self, seat: ()}),
    Planted("chance moves alone", {"to_move": _with_mover(CHANCE)}),
    Planted(
        "seats count from 1",
        {
            "to_move": _with_mover(9),
            "after": lambda self, seat, move: self if seat == 9 else Race.after(self, seat, move),
        },
    ),
    Planted("there is no outcome", {"outcome": None}),
    Planted(
        "`by` of an outcome is empty", _ended(lambda it: Outcome.by_totals(it.totals, "", it.left))
    ),
    Planted("have left: keep all", {"leave": lambda self, seat: self}),
    Planted(
        "stands for leaving",
        {
            "moves": lambda self, seat: (*Race.moves(self, seat), "leave")[
                : 3 * (seat in self.to_move)
            ],
            "after": lambda self, seat, move: Race.after(self, seat, move.replace("leave", "1")),
        },
    ),
    Planted(
        "gives other positions",
        game={"start": lambda self, setup: replace(Race((0, 0), (0, 0)), round=-next(_STARTS))},
    ),
    Planted("not a lower-case word", game={"key": "race!"}),
    Planted("write range", game={"seats": range(2, 6, 2)}),
    Planted("has signs for 8", game={"seats": range(8, 10)}),
    Planted("1 to 8 marks", game={"course": lambda *_: []}),
    Planted("`choices` has 1", game={"choices": ("red",)}),
]
FACES = [
    Planted('add "bank"', face={"events": lambda *_: [Event("bank")]}),
    Planted("use menus", face={"screen": _keys(*[_BIDS] * 16)}),
    Planted("keys: 1 to 5", face={"screen": _keys(_BIDS * 3)}),
    Planted("the same argument", face={"screen": _keys(_BIDS * 2)}),
    Planted("A key plays “3”", face={"screen": _keys((*_BIDS, Key("Bid three", "3")))}),
    Planted("No key plays", face={"screen": _keys(_BIDS[:1])}),
    Planted("full stop", face={"recap": lambda *_: "All bid."}),
    Planted("before the end", face={"result": lambda *_: "Somebody won"}),
    Planted("`typed_options` offers", face={"typed_options": lambda *_: [("bid 3", "3")]}),
    Planted("several lines", face={"move_words": lambda *_: "bid\nit"}),
    Planted(
        "The picture for", Quiet, face=_shows(lambda it: str(it.seen.last), lambda _: "A race.")
    ),
    Planted(
        "tell a secret",
        Quiet,
        face={"news": lambda _, views, names: str([each.seen.last for each in views[:-1]])},
    ),
    Planted(
        "The animation for",
        Quiet,
        face={
            "animation": lambda _, it, *__, **___: partial(b"GIF89a%d".__mod__, it[-1].seen.last)
        },
    ),
    Planted("the same sign", face={"seat_mark": lambda *_: "🔴"}),
    Planted("end its name", face=_drawing(name="a.jpg")),
    Planted("pixels", face=_drawing(_huge)),
    Planted("draws no GIF", face={"animation": lambda *_, **__: partial(bytes, 9)}),
]
OTHERS = [
    Planted("and the game does not", lesson={"seats": 5}),
    Planted("is over before", lesson={"turns": 0}),
    Planted("has reached its", lesson={"goal": lambda *_: True}),
    Planted("is too long in", lesson={"title": "x" * 41}),
    Planted("solved by every move", lesson={"goal": lambda _, now: now.bids[0] > 0}),
    Planted("`candidates` gives", hints={"candidates": lambda *_: []}),
    Planted("goes from 0", hints={"value": lambda state: [2.0] * len(state.bids)}),
    Planted("`playout` plays", hints={"playout": lambda *_: "9"}),
    Planted("changes what seat", hints={"determinise": lambda view, rng: Race()}),
    Planted("The manifest is that of", manifest={"face": RaceFace(_OTHER())}),
    Planted(
        "more than 25 choices",
        manifest={"setup": (Option("dice", "How", tuple((f"{n}", f"{n}") for n in range(26))),)},
    ),
]
RARE = [*RULES, *FACES, *OTHERS]


# --------------------------------- mistakes that are easily made in a game with secrets and dice


@dataclass(frozen=True)
class Noted(Position):
    """All rolls are kept in a field that `view` leaves in."""

    rolls: tuple[str, ...] = ()

    def after(self, seat: int, move: str) -> Any:
        after: Any = super().after(seat, move)
        return replace(after, rolls=(*self.rolls, move)) if seat == CHANCE else after


def _ones(position: Position, viewer: int | None) -> View[Position]:
    """Each hidden die shows a 1."""
    seen = Position.view(position, viewer).seen
    cups = (tuple(1 if die == UNSEEN else die for die in cup) for cup in seen.cups)
    return View(replace(seen, cups=tuple(cups)), viewer)


def _at_length(position: Position, seat: int) -> tuple[str, ...]:
    return tuple(each.ljust(93, "!") for each in Position.moves(position, seat))


def _draw_short_names(position: Position, names: Sequence[str], theme: str) -> bytes:
    if max(map(len, names)) > 24:
        raise ValueError("a name is too long")
    return draw_board(position, names, theme)


def _of_short_names(face: TallTaleFace, view: View[Position], look: Look) -> Drawing:
    drawn = partial(_draw_short_names, view.seen, look.plain, look.theme)
    return Drawing("board.png", drawn, face.brief(view, look.plain, look.ended))


def _of_everybody(face: TallTaleFace, view: View[Position], look: Look) -> Drawing:
    """The board without the viewer's own dice."""
    public = replace(view, seen=view.seen.view(None).seen)
    return replace(TallTaleFace.picture(face, public, look), alt=face.brief(view, look.plain))


SECRET_DICE = [
    Planted("`view` hides nothing", {"view": _show}),
    Planted("hide these, too", Noted),
    Planted(
        "93 characters",
        {
            "moves": _at_length,
            "after": lambda self, seat, move: Position.after(self, seat, move.strip("!")),
        },
    ),
    Planted("never takes", manifest={"setup": (Option("dice", "How many", (("Five", "5"),)),)}),
    Planted("does not know the option", manifest={"setup": (Option("dice", "How many"),)}),
    Planted("a name is too long", face={"picture": _of_short_names}),
    Planted("IndexError", hints={"determinise": lambda view, rng: rng.choice([])}),
    Planted("set `private = True`", face={"private": False}),
    Planted("draw it in `picture`", face={"picture": _of_everybody}),
    Planted(
        "tell it in `lines`",
        face={
            "lines": lambda face, view, names: TallTaleFace.lines(
                face, replace(view, seen=view.seen.view(None).seen), names
            )
        },
    ),
    Planted(
        "take a mark that never is",
        {"view": _ones},
        hints={"determinise": lambda view, rng: view.seen},
    ),
]
"""Each is one that somebody has made who added such a game by the guide, and of a kind that no
other game for tests has.
"""


def _kind(name: str, base: type[Any], members: Members) -> type[Any]:
    """A class with other members that can be pickled by its name."""
    kind = type(name, (base,), {**members, "__module__": base.__module__})
    kind.__qualname__ = name
    return kind


def found(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentence about a planted mistake, and all that come before it."""
    dice = planted in SECRET_DICE
    base, game, face = (Position, TallTale, TallTaleFace) if dice else (Race, RaceGame, RaceFace)
    hints = replace(HINTS if dice else RACE_HINTS, **planted.hints)
    monkeypatch.setattr(knowledge_checks, "hints_to_machine", lambda _: hints)
    rules = planted.rules
    position = rules if isinstance(rules, type) else _kind("Planted", base, rules)
    monkeypatch.setattr(f"{base.__module__}.Planted", position, raising=False)

    def start(self: Any, setup: str) -> Any:
        begun: Any = game.start(self, setup)
        first, second = (getattr(begun, each.name) for each in fields(begun)[:2])
        return position([*first] if position is Listed else first, second)

    members = {"start": start, "seats": range(2, 4), **planted.game}
    played = _kind(game.__name__, game, members)()
    lesson = replace(LESSONS[0] if dice else LESSON, **planted.lesson)
    shown = _kind(face.__name__, face, planted.face)(played, [lesson])
    told = list[str]()
    made = replace(Manifest(shown), **planted.manifest)
    for sentence in find_mistakes(played, made, matches=planted.matches):
        told.append(sentence)
        if planted.told in sentence:
            break
    return told


@pytest.mark.parametrize(
    "planted",
    [*(*PLANTED, *SECRET_DICE), *(pytest.param(each, marks=pytest.mark.full) for each in RARE)],
    ids=lambda planted: planted.told,
)
def test_each_planted_mistake_is_told_in_a_sentence(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    if planted.told == ENDLESS:
        monkeypatch.setattr(trials, "SECONDS", 0.3)
    told = found(planted, monkeypatch)
    assert planted.told in told[-1], told
    assert all(re.search(r"\.( \(.*\))?$", sentence) for sentence in told), "perhaps with a file"


@pytest.mark.full
def test_hints_that_guess_where_nothing_is_secret_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    hints: Any = Hints(determinise=lambda view, rng: view.seen)
    monkeypatch.setattr(knowledge_checks, "hints_to_machine", lambda _: hints)
    told = [*find_mistakes(Nim(), NIM, matches=1)]
    assert told == [
        "HINTS has `determinise`, and no position inherits Secrets: one of them is wrong."
    ]


def test_a_game_without_mistakes_passes_though_a_seat_may_lose_or_win_for_sure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hints = {"value": lambda state: [0.0, *[1.0] * (len(state.bids) - 1)]}
    assert found(Planted("no sentence", hints=hints), monkeypatch) == []


@pytest.mark.parametrize(("text", "told"), [("spieler", "write “dice player”"), ("", "brace")])
def test_a_wrong_field_is_told_of_the_translation(
    text: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "locales" / "de.po"
    file.parent.mkdir()
    field = f"{{{text}}}" if text else "{"
    file.write_text(f'msgid "{{player}} has {{dice}}"\nmsgstr "{field} hat {{dice}}"\n')
    monkeypatch.setattr(rule_checks, "getfile", lambda _: str(tmp_path / "__init__.py"))
    (sentence,) = rule_checks._translation_mistakes(TallTale())
    assert sentence.startswith("de.po: “")
    assert told in sentence


def test_a_position_that_is_a_named_tuple_is_checked_by_its_fields() -> None:
    class Pair(NamedTuple):
        gold: int
        gems: int

    assert [*knowledge_checks._field_names(Pair(1, 2))] == ["gold", "gems"]  # type: ignore[arg-type] # no position
