"""Positions, moves and scores of Prowler's Passage in words; what is told adds up."""

import re

import pytest

from cogs.contract.screen import Look, keys_of
from cogs.games.prowler import texts
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.merits import effect
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import AREA_PATHWAYS, INTERSECTIONS, pathways_in
from prowlerbot.games.prowler.position import TILES
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import TILE_NAMES
from prowlerbot.match.match import Ranks
from tests.cases import each_of, rotating
from tests.renderer.matches import match

NAMES = ("Ada", "Ben")
FACE = ProwlerFace(Prowler())
SIGNS = str.maketrans("−", "-", "±")
LED = re.compile(r"([\d, ()\w]+): \*\*(?:\w+ )?([+-]?\d+)\*\*(?: \((.+)\))?")
"""Pathways, and what each adds to the lead, with the main parts."""


@each_of("seed", range(3))
def test_the_best_pathways_are_told_by_what_they_add_to_the_lead_and_main_parts(seed: int) -> None:
    whole = 0
    for position in match(seed)[1:-1]:
        look, seat = Look(NAMES, NAMES, listed=True), position.seat
        shown = ProwlerFace(Prowler()).screen([View(position, seat)], look)
        assert not shown.drawings, "the shared message shows the board"
        numbers, leads = [], []
        for told in LED.findall(shown.text.translate(SIGNS)):
            pathways, lead, why = told
            leads.append(int(lead))
            parts = [int(each) for each in re.findall(r" ([+-]\d+)", why)]
            assert not parts or sum(parts) == leads[-1]
            whole += bool(parts)
            for number in re.findall(r"\d+", pathways):
                moves = [move for move in position.legal if move.pathway == int(number)]
                assert leads[-1] == max(effect(position, move) for move in moves).lead
                numbers.append(int(number))
        assert leads == sorted(leads, reverse=True)
        listed = [int(key.argument) for row in shown.rows for key in keys_of(row)]
        assert sorted(listed) == pathways_in(position.free)
        assert sorted(numbers) == sorted(listed[:5]), "equal ones share a line"
    assert whole


def test_a_replay_has_the_mid_game_sheet_once_and_no_help_for_decisions() -> None:
    line, look = match(2), Look(NAMES, NAMES, replayed=True)
    screens = [
        ProwlerFace(Prowler()).screen([View(each) for each in line[:at]], look)
        for at in range(1, len(line))
    ]
    assert sum(len(screen.drawings) == 2 for screen in screens) == 1


@each_of("ended", [None, (), (2, 1)])
def test_whose_turn_it_is_is_told_as_long_as_somebody_is_to_move(ended: Ranks | None) -> None:
    line, face = match(3), ProwlerFace(Prowler())
    for position in line if ended is None else line[:-1]:
        told = face.screen([View(position)], Look(NAMES, NAMES, ended=ended)).text
        waits = ended is None and position.outcome is None
        assert (texts.turn_words(position, NAMES) in told) == waits


def test_the_rules_tell_the_turn_before_the_scoring_in_50_lines_above_the_map_of_pathways() -> None:
    """A phone shows about 38 letters a line."""
    told, _, meetings = ProwlerFace(Prowler()).rules.partition("\n-# Pathways that meet: ")
    assert meetings.startswith("1-2-3, 2-4-6, ")
    assert "13-14-20 and 15-16-21." in meetings, "the statues"
    assert told.index("**Your turn**") < told.index("**Scoring**")
    assert sum(-(-len(line) // 38) for line in told.splitlines()) <= 50


def _in_rules(label: str) -> list[list[int]]:
    """The pathways that the rules list behind this label."""
    (line,) = (it for it in ProwlerFace(Prowler()).rules.splitlines() if f"{label}: " in it)
    listed = line.split(f"{label}: ")[1].split(". ")[0].removesuffix(".")
    return [[*map(int, re.findall(r"\d+", each))] for each in listed.split(", ")]


def test_the_rules_tell_how_the_pathways_of_every_board_lie() -> None:
    points = [pathways_in(each.pathways) for each in INTERSECTIONS]
    assert _in_rules("Pathways that meet") == sorted(each for each in points if len(each) > 1)
    told = _in_rules("Districts with 4 pathways")
    assert told == [pathways_in(each) for each in AREA_PATHWAYS if each.bit_count() == 4]


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
    words = FACE.describe(View(position, position.seat), NAMES)
    free = words.partition("### Free pathways\n")[2].partition("###")[0]
    for tile, pathways in re.findall(r"(.+?): (.+)\.", free):
        for each in pathways.split("; "):
            number = each.split(" ")[0]
            if tile == "Wild shovel":
                assert _typed(position, f"{number} → Castle") == f"{number}>C"
                assert _typed(position, f"{number} castle marker") == f"{number}>C"
                assert _typed(position, each, "M") == f"{number}>M"
            else:
                assert _typed(position, each) == number
    assert free.count("; ") > 9


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
                several = f"can be several moves: pathway {found[0]}[,;] pathway {found[1]}"
                with pytest.raises(IllegalMove, match=several):
                    _typed(position, name)
    assert told
    assert dug


@each_of("text", ["28", "0", "tunnel", "7 north", "77 Castle", "", "R"])
def test_a_text_that_names_no_pathway_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a pathway"):
        _typed(match(1)[1], text)
