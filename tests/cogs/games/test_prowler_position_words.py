"""A position of Prowler's Passage can be rebuilt from its words alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from cogs.contract.screen import ALT_LIMIT
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.achievements import NEEDED, WEALTH, reached
from prowlerbot.games.prowler.board import (
    AREA_PATHWAYS,
    AREAS,
    INTERSECTIONS,
    PATHWAYS,
    STATUES,
    pathways_in,
)
from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import banked_wealth, district_wealth, running_wealth
from prowlerbot.games.prowler.setup import DISTRICTS, TILES
from prowlerbot.games.prowler.words import CONDITION_NAMES, DISTRICT_NAMES, TILE_NAMES
from tests.cases import each_of, rotating
from tests.renderer.matches import match

NAMES = ("Ada", "Ben")
_DISTRICTS = {name: letter for letter, name in DISTRICT_NAMES.items()}
_FACES = {name: face for face, name in TILE_NAMES.items()}
_CARDS = {name: card for card, name in CONDITION_NAMES.items()}
_STATUES = {"-".join(map(str, pathways_in(met))): name for name, met in STATUES.items()}


@dataclass
class Player:
    passages: list[int]
    longest: int
    left: int
    tiles: dict[str, int]
    statues: str
    wealth: int = 0
    banked: int = 0


@dataclass
class Free:
    tile: str
    districts: list[str]
    joins: list[int]


Marker = tuple[str | None, int, int]
"""The name of the player who controls it, the spaces, the wealth that it pays."""


def _lines(told: str) -> dict[str, str]:
    """Each line by the words before its colon, without the full stop at its end."""
    found = {}
    for line in told.splitlines():
        label, _, text = line.partition(": ")
        found[label] = text.removesuffix(".")
    return found


def _parts(text: str) -> list[str]:
    return [] if text.startswith("none") else text.split("; ")


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", text)))


def _whole(text: str) -> int:
    return int(text.replace("−", "-"))


def _player(lines: dict[str, str], name: str) -> Player:
    text = f"Passages: {lines[f'{name}. Passages']}"
    passages, longest, left, tiles, statues = (each.split(": ")[1] for each in text.split("; "))
    counted = {}
    for each in _parts(tiles.replace(", ", "; ")):
        count, words = each.split(" ", 1)
        counted[_FACES[words.removesuffix("s")]] = int(count)
    taken = "".join(_STATUES[each] for each in _parts(statues.replace(", ", "; ")))
    player = Player(_numbers(passages), int(longest), int(left), counted, taken)
    if "Wealth" not in lines:  # the final position has the totals in its headline
        return player
    wealth = re.search(rf"{name} (−?\d+)(?: \((−?\d+) banked\))?", lines["Wealth"])
    assert wealth is not None
    player.wealth, player.banked = _whole(wealth[1]), _whole(wealth[2] or "0")
    return player


def _free(lines: dict[str, str]) -> dict[int, Free]:
    found = {}
    for each in _parts(lines["Free pathways"]):
        number, rest = each.split(" ", 1)
        tile, districts, *joins = rest.split(", ", 2)
        one, _, other = districts.partition(" and ")
        both = [one, other] if other else [one.removesuffix(" twice")] * 2
        letters = [_DISTRICTS[name] for name in both]
        found[int(number)] = Free(_FACES[tile], letters, _numbers("".join(joins)))
    return found


def _track(lines: dict[str, str]) -> dict[str, Marker]:
    found: dict[str, Marker] = {}
    for each in _parts(lines["Control track"]):
        marker = re.fullmatch(r"(\w+) (\d+) for (\w+), pays (−?\d+)", each)
        if marker is None:
            found[_DISTRICTS[each.removesuffix(" at the centre")]] = None, 0, 0
        else:
            found[_DISTRICTS[marker[1]]] = marker[3], int(marker[2]), _whole(marker[4])
    return found


def _cards(lines: dict[str, str]) -> dict[int, tuple[int, str, list[int]]]:
    """Each drawn card: its wealth, its holder's name, the progress of both and the requirement."""
    found = {}
    for each in _parts(lines["Achievements"]):
        card = re.fullmatch(r"(.+) for (\d+), (.+)", each)
        assert card is not None
        condition, wealth, state = card.groups()
        holder = state.removeprefix("held by ") if state.startswith("held by ") else ""
        found[_CARDS[condition]] = int(wealth), holder, _numbers(state)
    return found


def _meeting(lines: dict[str, str]) -> list[list[int]]:
    return [_numbers(each) for each in lines["Pathways that meet"].split(", ")]


def _described(position: Position, viewer: int | None) -> dict[str, str]:
    return _lines(ProwlerFace(Prowler()).describe(View(position, viewer), NAMES))


@each_of("seed", range(6))
def test_the_words_alone_rebuild_both_players_at_every_ply_for_both_seats(seed: int) -> None:
    for position in match(seed):
        for viewer in SEATS:
            lines = _described(position, viewer)
            if position.outcome is not None:
                one, two = position.outcome.totals
                told = ProwlerFace(Prowler()).describe(View(position, viewer), NAMES)
                assert f"Ada {one}\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}{two} Ben" in told
            for seat, name in enumerate(NAMES, 1):
                tiles = zip(TILES, position.tiles_of(seat), strict=True)
                banked = 0 if position.over else banked_wealth(position, seat)
                assert _player(lines, name) == Player(
                    pathways_in(position.passages[seat - 1]),
                    position.longest(seat),
                    position.passages_left(seat),
                    {face: count for face, count in tiles if count},
                    position.statues[seat - 1],
                    0 if position.over else running_wealth(position, seat),
                    banked,
                )


@each_of("seed", range(6))
def test_the_words_alone_rebuild_each_free_pathway_with_the_own_passages_that_it_joins(
    seed: int,
) -> None:
    for position in match(seed):
        for viewer in SEATS:
            lines = _described(position, viewer)
            found, own = _free(lines), pathways_in(position.passages[viewer - 1])
            assert list(found) == pathways_in(position.free)
            for number, free in found.items():
                assert free.tile == position.setup.tile(number)
                assert free.districts == [DISTRICTS[d] for d in position.setup.beside[number]]
                met = {each for point in _meeting(lines) if number in point for each in point}
                assert free.joins == sorted(met.intersection(own) - {number})


@each_of("seed", range(6))
def test_the_words_alone_rebuild_the_track_the_statues_and_the_achievements(seed: int) -> None:
    for position in match(seed):
        lines = _described(position, position.seat)
        for at, (letter, (name, spaces, pays)) in enumerate(_track(lines).items()):
            seat = NAMES.index(name) + 1 if name else 1
            assert letter == DISTRICTS[at]
            assert spaces == position.lead(seat)[at]
            assert pays == (district_wealth(position, seat)[at] or 0)
        standing = [each.split(", ")[0] for each in _parts(lines["Statues standing"])]
        stolen = "".join(position.statues)
        assert [_STATUES[each] for each in standing] == [
            each for each in STATUES if each not in stolen
        ]
        for each in _parts(lines["Statues standing"]):
            statue, _, missing = each.partition(", missing ")
            left = pathways_in(STATUES[_STATUES[statue]] & position.free)
            assert _numbers(missing or statue) == left
        found = _cards(lines)
        assert tuple(found) == position.setup.cards
        for card, (wealth, holder, progress) in found.items():
            assert wealth == WEALTH[card]
            held = [n for n, own in zip(NAMES, position.achievements, strict=True) if card in own]
            assert [holder] == (held or [""])
            if progress:
                needed = [NEEDED[card]] if card in NEEDED else []
                assert progress == [*(reached(position, seat, card) for seat in SEATS), *needed]
            else:
                assert holder or position.half is not None


def test_the_words_alone_rebuild_how_the_pathways_lie() -> None:
    for position in (match(seed)[4] for seed in range(6)):
        lines = _described(position, 1)
        points = [pathways_in(each.pathways) for each in INTERSECTIONS]
        assert _meeting(lines) == sorted(each for each in points if len(each) > 1)
        told = {
            (_DISTRICTS[name], tuple(_numbers(each)))
            for part in _parts(lines["Districts with 4 pathways"])
            for name, _, areas in [part.partition(" ")]
            for each in areas.split(", ")
        }
        assert told == {
            (DISTRICTS[position.setup.districts[area]], tuple(pathways_in(around)))
            for area, around in zip(range(len(AREAS)), AREA_PATHWAYS, strict=True)
            if around.bit_count() == 4
        }


def test_without_a_viewer_the_passages_of_the_player_to_move_are_named() -> None:
    for position in match(3)[3:-1]:
        own, other = NAMES[position.seat - 1], NAMES[2 - position.seat]
        free = _described(position, None)["Free pathways"]
        assert "your" not in free
        assert f" of {other}" not in free
        joined = [each for each in free.split("; ") if "joins" in each]
        assert all(each.endswith(f" of {own}") for each in joined)


def test_the_words_of_a_position_are_short_and_end_with_what_never_changes() -> None:
    face = ProwlerFace(Prowler())
    for seed in range(6):
        for position in match(seed):
            told = face.describe(View(position, 1), NAMES)
            if not position.over:
                assert len(told.split()) <= 360
                assert told.splitlines()[-1].startswith("Pathways that meet: ")
            assert len(face.brief(View(position, 1), NAMES)) <= ALT_LIMIT


def test_every_pathway_is_beside_a_point_where_others_meet() -> None:
    met = {number for point in _meeting(_described(match(1)[1], 1)) for number in point}
    assert met == {pathway.number for pathway in PATHWAYS}


# ------------------------------------------------------------------ typed as told


def _typed(position: Position, text: str, detail: str | None = None) -> str:
    return ProwlerFace(Prowler()).typed_move(View(position, position.seat), text, detail, NAMES)


@each_of(("language", "seed"), [*rotating(LANGUAGES, range(4))])
def test_whatever_is_offered_can_be_typed_as_it_is_written(language: Language, seed: int) -> None:
    face = ProwlerFace(Prowler())
    with speaking(language):
        for position in match(seed)[:-1:3]:
            view = View(position, position.seat)
            for move in position.legal:
                assert _typed(position, str(move)) == str(move)
                assert _typed(position, face.move_words(view, str(move))) == str(move)
            for label, value in face.typed_options(view, NAMES):
                wild = position.ply and position.setup.tile(int(value)) == "w"
                expected = f"{value}>C" if wild else value
                assert _typed(position, label, "C" if wild else None) == expected


def test_the_words_of_a_free_pathway_can_be_typed_with_a_marker_for_a_wild_shovel() -> None:
    position = match(1)[12]
    for each in _parts(_described(position, position.seat)["Free pathways"]):
        number = each.split(" ")[0]
        if "wild shovel" in each:
            assert _typed(position, f"{number} → Castle") == f"{number}>C"
            assert _typed(position, f"{number} castle marker") == f"{number}>C"
            assert _typed(position, each, "M") == f"{number}>M"
        else:
            assert _typed(position, each) == number


def test_a_name_that_several_pathways_have_asks_back_and_a_single_one_is_dug() -> None:
    told, dug = 0, 0
    for position in match(1)[1:-1]:
        for face, name in TILE_NAMES.items():
            found = pathways_in(position.free & position.setup.lying[TILES.index(face)])
            if face == "w" or not found:
                continue
            if len(found) == 1:
                dug += 1
                assert _typed(position, name) == str(found[0])
            else:
                told += 1
                several = f"can be several pathways: {', '.join(map(str, found))}"
                with pytest.raises(IllegalMove, match=several):
                    _typed(position, name)
    assert told
    assert dug


@each_of("text", ["28", "0", "tunnel", "7 north", "77 Castle", "", "R"])
def test_a_text_that_names_no_pathway_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a pathway"):
        _typed(match(1)[1], text)
