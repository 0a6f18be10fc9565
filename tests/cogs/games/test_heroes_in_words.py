"""The words of Heroes Beware hold the whole position: a reader rebuilds it from nothing else."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest

from cogs.contract.screen import Look, Screen
from cogs.contract.sign import coloured, in_words
from cogs.games.heroes.account import present_card
from cogs.games.heroes.colony_words import (
    DIRECTION_NAMES,
    KINDS,
    open_edges_at,
    side_kind,
    sides_words,
)
from cogs.games.heroes.happened import card_name
from cogs.games.heroes.lessons import LESSONS
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.i18n import listing
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import NEW
from prowlerbot.games.heroes.colony import Colony as Built
from prowlerbot.games.heroes.pieces import DIRECTIONS, ENTRANCE, INVASIONS, NAME, PIECES, STEP
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat
from renderer.heroes.invaders import effect_of
from tests.cogs.games.heroes_reader import Colony, Read, read
from tests.cogs.games.shown import FACES, HEROES, match, sampled, views

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FACE = FACES["heroes"]
_SIDES = ("north", "east", "south", "west")
_FEW = HEROES[::5]
"""Enough for a quick run."""


def _known(position: Position, viewer: int | None) -> Read:
    """The position itself, in the form in which a reader notes it down."""
    shown = position.view(viewer).seen
    head = {"next" if shown.phase == "planning" else "round": f"{_round(shown)}"}
    if shown.phase == "build" and not shown.building:
        head["before"] = "before the invasion"
    elif shown.phase == "build" and shown.shown:
        head |= {"last": "last turn"} if shown.last else {"turn": f"{shown.turn}"}
        head["pile"] = f"{shown.pile}"
    elif shown.phase == "invasion":
        cards = shown.invaders + shown.events
        head |= {"cards": f"{cards}"} if cards else {"final": "last card"}
    if deciding := [NAMES[seat - 1] for seat in sorted(shown.to_move - {CHANCE})]:
        head["deciding"] = listing(deciding)
    named = Counter(PIECES[id_].name for id_ in shown.offer) if shown.choosing else {}
    return Read(
        head=head,
        card=card_name(shown) if shown.phase == "invasion" and (shown.event or shown.map) else "",
        offer=dict(named),
        order=[NAMES[seat - 1] for seat in shown.choosing],
        face_up=list(shown.face_up),
        supply=shown.supply if shown.phase == "planning" else 0,
        colonies={
            NAMES[seat - 1]: _colony(shown, own, own=seat == viewer)
            for seat, own in enumerate(shown.seats, 1)
            if own.playing
        },
    )


def _round(position: Position) -> int:
    return position.round + 1 if position.phase == "planning" else position.round or 1


def _colony(position: Position, seat: Seat, *, own: bool) -> Colony:
    built = seat.colony
    stash = {"gold": seat.gold, "gem": seat.gems}
    known = Colony(
        stash={kind: count for kind, count in stash.items() if count},
        reserve=dict(Counter(PIECES[id_].name for id_ in seat.reserve)),
        lying=_lying(seat),
        done=seat.done and position.building,
    )
    if position.phase != "planning":
        known.mismatched = {NAME[square] for square in squares_in(built.invalid)}
        known.edges = {
            (NAME[square], _SIDES[side]): _kind(built, square, side)
            for side in DIRECTIONS
            for square in squares_in(built.open_edges[side])
        }
        for placed in built.pieces:
            known.squares |= {NAME[square]: cell.feature for square, cell in placed.cells}
        known.passages = {
            frozenset((NAME[at], NAME[at + STEP[side]])): (
                "stone" if built.stone_ways[side] >> at & 1 else "cavern"
            )
            for side in (1, 2)
            for at in squares_in(built.ways[side])
            if not {NAME[at], NAME[at + STEP[side]]} <= {"G7", "H7", "I7", "H8"}
        }
        known.large = {
            tuple(NAME[square] for square, _ in placed.cells)
            for placed in built.pieces
            if len(placed.cells) > 1
        }
    if own:
        known.queue = dict(_queue(seat))
        known.face_down = seat.queue.count(FACE_DOWN)
        known.hand = PIECES[f"{seat.hand}"].name if seat.hand else ""
    return known


def _kind(built: Built, square: int, side: int) -> str:
    if built.cavern[side] >> square & 1:
        return "cavern"
    return "stone" if built.stone[side] >> square & 1 else "any kind"


def _lying(seat: Seat) -> dict[str, list[str]]:
    tokens = seat.tokens_now
    lying: dict[str, list[str]] = {}
    for square in squares_in(tokens.anywhere):
        gold = tokens.gold_on(square)
        named = [f"{gold} gold"] if gold else []
        kinds = {"armed": "traps", "guard": "guards", "gem": "gems", "prisoner": "prisoners"}
        named += [name for name, kind in kinds.items() if getattr(tokens, kind) >> square & 1]
        lying[NAME[square]] = sorted(named)
    return lying


def _queue(seat: Seat) -> list[tuple[int, str]]:
    found = []
    for place, tile in enumerate(seat.queue, 1):
        if tile not in {FACE_DOWN, GONE}:
            cell = PIECES[str(tile)].orientations[0].cells[0]
            found.append((place, f"({sides_words(cell)})"))
    return found


def _check(position: Position, viewer: int | None) -> None:
    known = read(FACE.describe(position.view(viewer), NAMES[: len(position.seats)]))
    wanted = _known(position, viewer)
    known.card = wanted.card if known.card.startswith(wanted.card.partition(" (")[0]) else "?"
    for colony in known.colonies.values():
        colony.queue = {at: f"({tile.partition('(')[2]}" for at, tile in colony.queue.items()}
    assert known.colonies == wanted.colonies
    assert known == wanted


@pytest.mark.parametrize(
    ("setup", "seed"),
    [*_FEW, *(pytest.param(*it, marks=pytest.mark.full) for it in HEROES if it not in _FEW)],
)
def test_the_words_of_each_ply_rebuild_the_position_for_every_seat(setup: str, seed: int) -> None:
    for position in match("heroes", setup, seed):
        assert isinstance(position, Position)
        if position.outcome is None and position.to_move != {CHANCE}:
            for viewer in (None, *position.playing):
                _check(position, viewer)


@pytest.mark.parametrize("most", [3, pytest.param(99, marks=pytest.mark.full)])
def test_the_words_are_the_same_whatever_another_player_does_in_secret(most: int) -> None:
    """No text has anything that a turn hides, byte for byte."""
    line, compared = _line("2/brisk/free/full", 2), 0
    seen = views(line, 1)
    for at, position in enumerate(line):
        steps = position.moves(2) if position.shown and 2 in position.to_move else ()
        made = [after for move in steps if 2 in (after := position.after(2, move)).to_move]
        secret = [each for each in made if each.turn == position.turn]
        few = secret[:: max(1, len(secret) // most)]
        told = {_all_words([*seen[: at + 1], each.view(1)]) for each in few}
        assert len(told) <= 1
        compared += len(few) > 1
    assert compared > 5


def _all_words(seen: Sequence[AnyView]) -> str:
    names = NAMES[:2]
    page = FACE.opening_page(seen, ())
    with coloured("night", words=True):
        screen = FACE.screen(seen, Look(names, names, words=True, page=page))
    alts = (drawing.alt for drawing in screen.drawings)
    told = (screen.text, FACE.describe(seen[-1], names), FACE.recap(seen, names), *alts)
    return "\n".join(told)


@pytest.mark.parametrize(
    ("setup", "seed", "few"),
    [
        *((*it, True) for it in _FEW),
        *(
            pytest.param(*it, False, marks=pytest.mark.full)
            for it in (*HEROES, ("4/turns/free/full", 22))
        ),
    ],
)
def test_each_turn_of_each_seat_has_120_words_before_the_position(
    setup: str,
    seed: int,
    few: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    before, positions = list[int](), list[int]()
    line = _line(setup, seed)
    names = NAMES[: len(line[0].seats)]
    for at in sampled(line) if few else range(len(line)):
        for seat in sorted(line[at].to_move - {CHANCE}):
            seen = views(line[: at + 1], seat)
            screen = _worded(seen, names)
            heading = f"### {' · '.join(names)}"
            order = _ORDER if any(each.asked for each in screen.orders) else ""
            marks = {FACE.seat_mark(number, ""): name for number, name in enumerate(names, 1)}
            text = in_words(screen.text, marks)
            before.append(len(f"{heading} {text} {order}".split()))
            positions.append(len(FACE.describe(seen[-1], names).split()))
    assert max(before) <= 120
    if setup == "2/brisk/free/full":
        assert sorted(positions)[len(positions) // 2] <= 200
        assert max(positions) <= 300


_ORDER = "🔲 A standing order: press it once, and it answers such questions for you."
"""The line about a standing order that would answer."""


def _line(setup: str, seed: int) -> list[Position]:
    return [it for it in match("heroes", setup, seed) if isinstance(it, Position)]


def _worded(seen: Sequence[AnyView], names: Sequence[str]) -> Screen:
    page = FACE.opening_page(seen, ())
    with coloured("night", words=True):
        return FACE.screen(seen, Look(names, names, words=True, page=page))


@pytest.mark.parametrize(
    ("setup", "seed"),
    [HEROES[3], *(pytest.param(*it, marks=pytest.mark.full) for it in (HEROES[0], HEROES[2]))],
)
def test_a_player_reads_the_outcomes_of_each_card_once(setup: str, seed: int) -> None:
    line = _line(setup, seed)
    seats, read_texts = len(line[0].seats), 0
    for seat in range(1, seats + 1):
        known, now = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
        views_of_all = views(line, seat)
        for at, position in enumerate(line):
            if seat not in position.to_move:
                continue
            seen = views_of_all[: at + 1]
            told = _CARD.findall(_worded(seen, NAMES[:seats]).text)
            now = {(position.round, int(number)): words for number, words in told}
            assert all(known.get(card) != words for card, words in now.items())
            shown = present_card([view.seen for view in seen])
            assert shown is None or (position.round, shown.visit.number) in {**known, **now}
            read_texts += len(now)
            if line[at + 1].seats[seat - 1] != position.seats[seat - 1]:
                known |= now
    assert read_texts > 5


_CARD = re.compile(r"^Card (\d+), \*\*.*?\*\*(?:\. (.*))?$", re.MULTILINE)


@pytest.mark.parametrize(("setup", "seed"), [HEROES[0], HEROES[2], HEROES[3]])
def test_a_card_that_still_asks_a_player_has_no_outcome_yet(setup: str, seed: int) -> None:
    asked, line = 0, _line(setup, seed)
    for at, position in enumerate(line):
        shown = present_card(line[: at + 1])
        if shown is None:
            continue
        for seat in position.to_move - {CHANCE}:
            effect = effect_of(position, position.seats[seat - 1], shown.seats_before[seat - 1])
            if position.phase == "invasion" and effect is not None and effect.open:
                names = NAMES[: len(position.seats)]
                text = _worded(views(line[: at + 1], seat), names).text
                assert not re.search(f"^Nothing has changed: .*{card_name(position)}", text)
                assert f"**{names[seat - 1]}**: On its way" not in text
                assert f"**{names[seat - 1]}**: Still to decide" not in text
                asked += 1
    assert asked


def test_a_player_reads_of_a_card_while_others_decide_first() -> None:
    """Their answers do not take the place of what the card did."""
    line = _line("2/turns/guided/short", 3)
    at = next(at for at, it in enumerate(line) if it.phase == "invasion" and it.to_move == {1, 2})
    first = line[at].after(2, line[at].moves(2)[0])
    seen = [each.view(1) for each in (*line[: at + 1], first)]
    shown = present_card([view.seen for view in seen])
    assert shown is not None
    assert f"Card {shown.visit.number}, " in _worded(seen, NAMES[:2]).text


def test_the_end_tells_each_card_and_the_count_once() -> None:
    line = _line("2/brisk/free/full", 2)
    seen = [each.view(1) for each in line]
    with coloured("night", words=True):
        look = Look(NAMES[:2], NAMES[:2], words=True, page="3.1")
        text = FACE.screen(seen, look).text
    cards = _CARD.findall(text)
    assert [int(number) for number, _ in cards] == [*range(1, len(cards) + 1)]
    assert len(cards) == sum(map(int, INVASIONS[3]))
    assert all(
        text.count(name.split(" (")[0]) == 1 for name in re.findall(r"\*\*(.*?)\*\*\. ", text)
    )
    assert "### Ada: 0\n" in FACE.describe(seen[-1], NAMES[:2])
    assert "Ada: 0" not in text.replace("*", "")


def test_the_words_of_the_first_lesson_tell_every_way_out_of_the_entrance() -> None:
    told = LESSONS[0].words
    assert told is not None
    entrance, passages = told().split("position is told", 1)
    assert f"{NAME[ENTRANCE]}, where invaders come in" in entrance
    assert all(NAME[square] in entrance for square in squares_in(NEW.area))
    for square, side in open_edges_at(NEW, NEW.area):
        way = rf"{NAME[square]} (is open )?to the {DIRECTION_NAMES[side]}\b[^.;]*"
        kind = KINDS[side_kind(NEW, square, side)]
        found = re.search(way, entrance)
        assert found is not None
        assert found[0].endswith(f"as {kind}") or found[0].endswith(f"as a {kind}")
    assert "“From G7: cavern" in passages
