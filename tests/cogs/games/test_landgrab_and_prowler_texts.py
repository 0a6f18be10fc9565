"""The texts and buttons of Landgrab; positions, moves and scores of Prowler's Passage in words."""

import re
from dataclasses import replace

import pytest

from cogs.board.views.match_boards import Sight, position_in_words
from cogs.contract.screen import Look, keys_of
from cogs.games.landgrab.face import LandgrabFace
from cogs.games.prowler import texts
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.merits import effect
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import View
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.plans import write_plan
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import AREA_PATHWAYS, INTERSECTIONS, pathways_in
from prowlerbot.games.prowler.position import TILES
from prowlerbot.games.prowler.rules import Position as City
from prowlerbot.games.prowler.words import DISTRICT_NAMES, TILE_NAMES
from prowlerbot.match.match import Ranks
from renderer.landgrab.window import window_of
from tests.cases import each_of, rotating
from tests.cogs.games.shown import LANDGRAB, NAMES, match
from tests.games.landgrab.matches import WIDE, started
from tests.renderer.matches import match as city_match

FACE = LandgrabFace(Landgrab())
every_match = each_of(("setup", "seed"), LANDGRAB)


def views(setup: str, seed: int) -> list[View[Position]]:
    """A whole match."""
    line = match("landgrab", setup, seed)
    return [View(each, None) for each in line if isinstance(each, Position)]


@every_match
def test_buildings_of_a_leaver_are_named_only_if_there_are_any(setup: str, seed: int) -> None:
    for view in views(setup, seed):
        for seat in range(1, int(setup[0]) + 1):
            if (after := view.seen.leave(seat)) is None:
                continue
            told = FACE.news([view, View(after, None)], NAMES[: int(setup[0])])
            assert NAMES[seat - 1] in told
            assert ("until another player steals them" in told) == (seat in view.seen.owners)


def test_two_pictures_that_words_describe_are_one_for_readers_of_words() -> None:
    last, look = views("2/together", 0)[-1], Look(NAMES[:2], NAMES[:2], "night", words=True)
    screen = FACE.screen([last], look)
    pictures = [*screen.drawings, *screen.drawings]
    _, kept = position_in_words(Sight(FACE, last, look, replace(screen, drawings=pictures)), "")
    assert [each.alt for each in kept].count("The position described above.") == 1


def _typed(position: Position, text: str) -> str:
    return FACE.typed_move(View(position, None), text, None, ("Ada", "Ben"))


SMALL_MAP = "RB/1/F6,H6/F7/"


@each_of(
    ("typed", "move"),
    [
        *(("claim f7", "c:F7"), ("F7", "c:F7"), ("C:f7", "c:F7"), ("roll F7", "c:F7")),
        *(("attack Ben", "a:2"), ("ben", "a:2"), ("attack blue", "a:2"), ("Attack 2", "a:2")),
        *(("attack", "a:2"), ("attack h6", "a:2")),
        *(("g7", "G7"), ("go G7", "G7"), (" step  G7 ", "G7")),
        *(("south", "G7"), ("go South", "G7"), ("s", "G7"), ("G7 south", "G7"), ("süden", "G7")),
        *(("southeast", "H7"), ("south-east", "H7"), ("step south east", "H7"), ("se", "H7")),
        *(("claim", "c:F7"), ("F7 small", "c:F7"), ("Ben with 3 lives", "a:2")),
    ],
)
def test_a_move_is_understood_in_the_words_of_players(typed: str, move: str) -> None:
    assert _typed(started(SMALL_MAP, "p:G6 p:H6"), typed) == move


@each_of(
    ("typed", "told"),
    [
        ("I7", "I7 is not in reach from G6, where your pawn stands."),
        ("to G6", "Your pawn already stands on G6."),
        ("attack Cleo", "Say whom you attack: Ben."),
        ("go east", "No step leads east from G6."),
        ("around", "There is no building of yours here to go around."),
        ("fly", "“fly” isn't a move; name a square such as F6, a building or a player."),
    ],
)
def test_a_text_that_is_no_move_is_answered_in_one_clear_sentence(typed: str, told: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        _typed(started(SMALL_MAP, "p:G6 p:H6"), typed)
    assert str(refused.value) == told


def test_a_claim_on_a_building_of_ones_own_is_answered_as_such() -> None:
    position = started(SMALL_MAP, "p:G6 p:H6 c:F7 d12 H7")
    assert position.owners == (1,)
    with pytest.raises(IllegalMove, match=r"^F7 is yours already\.$"):
        _typed(position, "claim F7")


def test_a_name_that_fits_several_moves_is_answered_with_these_moves() -> None:
    names = ("Ada", "Machine (easy)", "Machine (easy)")
    position = View(started(WIDE, "p:G7 p:H7 p:H6"), 1)
    with pytest.raises(IllegalMove) as refused:
        FACE.typed_move(position, "attack Machine (easy)", None, names)
    assert str(refused.value) == (
        "“attack Machine (easy)” can be several moves: ⚔️ attack Machine (easy), Blue, 3 lives, win"
        " 46%, lose 46%; ⚔️ attack Machine (easy), Green, 3 lives, win 46%, lose 46%."
    )
    with pytest.raises(IllegalMove, match="Say whom you attack: Machine"):
        FACE.typed_move(position, "attack", None, names)
    assert FACE.typed_move(position, "attack Machine (easy), Green", None, names) == "a:3"


@each_of(("setup", "seed"), LANDGRAB[::4])
def test_every_move_that_a_text_offers_can_be_typed_as_it_is_written(setup: str, seed: int) -> None:
    names = ("Ada", "Ben", "Cleo", "Dan")[: int(setup[0])]
    for view in views(setup, seed)[::7]:
        for label, move in FACE.typed_options(view, names) if not FACE.rolling(view) else ():
            assert FACE.typed_move(view, label, None, names) == move
        lines = FACE.describe(view, names).splitlines()
        for claims in (line for line in lines if line.startswith("To claim: ")):
            for claim in claims.removeprefix("To claim: ").removesuffix(".").split("; "):
                if view.viewer in view.to_move:
                    assert FACE.typed_move(view, claim, None, names).startswith("c:")
        for way in (line for line in lines if line.startswith("Going around ")):
            passed, _, goals = way.removesuffix(".").partition(": ")
            for goal in goals.split(", "):
                around = f"{goal}, around {passed.removeprefix('Going around ')}"
                typed = {FACE.typed_move(view, it, None, names) for it in (goal, around)}
                assert typed == {goal}
        for steps in (line for line in lines if line.startswith("Steps: ")):
            for step in steps.removeprefix("Steps: ").removesuffix(".").split(", "):
                square, towards = step.split()
                typed = {FACE.typed_move(view, it, None, names) for it in (step, square, towards)}
                assert typed == {square}


def test_a_way_around_ones_first_building_is_told_and_has_a_key() -> None:
    around = "p:F4 p:I9 F5 H9 c:F6 d12 H8 c:F6 d8 I8 c:F6 d9 J9 F4 I9 F5 J9"
    for moves, label in (("p:F4 p:I9 F5 H9 F4 H8", "—"), (around, "Around")):
        position = started("RB/1/E4,G4,E6,G6,E8,G8,I8/G8/F6-G6", moves)
        screen = FACE.screen([View(position, 1)], Look(NAMES[:2], NAMES[:2]))
        (_, middle, _) = keys_of(screen.rows[1])
        assert middle.label == label
        assert ("shortcut" in screen.text) == middle.enabled == (moves == around)


def test_players_called_the_same_are_told_apart_in_every_text_without_their_signs() -> None:
    names = ("Machine (easy)", "Machine (easy)")
    red, blue = "Machine (easy), Red", "Machine (easy), Blue"
    moves = ("a:2 d9", "a:2 d9 d3")
    line = [View(started(SMALL_MAP, f"p:G6 p:H6 {each}"), None) for each in moves]
    told = (
        f"{red} attacks {blue} and wins, 9 to 3: {blue} returns to H6, where {red} must step aside"
    )
    assert FACE.recap(line, names) == told
    assert FACE.out_of_turn(line, 1, names).startswith(f"{blue} lost a fight and returns to H6")
    described = FACE.describe(line[-1], names).splitlines()
    assert f"{red}: at H6; spawn: G6; 3 lives; 0 points." in described
    over = started(SMALL_MAP, f"p:G6 p:H6 {'a:2 d3 d9 a:1 d3 d9 ' * 2}a:2 d9 d3")
    assert FACE.result(View(over, None), names) == f"🏆 {red} won 5 : 0"


def test_the_example_of_a_plan_can_be_played_and_names_no_chance_of_a_next_roll() -> None:
    position = started(SMALL_MAP, "p:G6 p:H6")
    assert write_plan(position, 1, FACE.example_of_plan(View(position, 1))).endswith(" c:F7")
    rows = FACE.goals(View(position, 1), "", "", Look(NAMES[:2], NAMES[:2], "night"))
    assert [key.label for key in keys_of(rows[0])] == ["Claim F7 · about 2 rolls"]


def test_each_claim_has_its_chance_now_and_its_rolls_on_one_line_of_a_phone() -> None:
    on = "RB/1/F6,H6,F8,H8/H7/F8-F9"
    for language in LANGUAGES:
        with speaking(language):
            rows = FACE.screen(
                [View(started(on, "p:G6 p:I6 G7 I7"), 1)], Look(NAMES[:2], NAMES[:2])
            ).rows
            labels = [each.label for row in rows for each in keys_of(row) if "c:" in each.argument]
            assert max(map(len, labels)) <= 38
            if language == LANGUAGES[0]:
                told = ["Claim H7 · 25% now, about 2 rolls", "Claim F8-F9 · about 4 rolls"]
                assert labels == told


@each_of(
    ("moves", "move", "told"),
    [
        ("p:G6 p:H6", "a:2", "if lost (46%), you lose a life and go back to G6 (8%: a tie)"),
        ("p:G6 p:H6", "c:F7", "risks an attack: 46% to lose a life"),
        ("p:G6 p:I6", "H7", "risks an attack: 46% to lose a life"),
        ("p:G6 p:I6", "G7", ""),
        ("p:G6 p:I6", "c:F7", ""),
        ("p:G6", "p:I6", ""),
        ("p:G6", "p:H7", "risks an attack: 46% to lose a life"),
    ],
)
def test_a_hint_tells_what_a_move_risks_or_puts_off(moves: str, move: str, told: str) -> None:
    position = started(SMALL_MAP, moves)
    (seat,) = position.to_move
    assert FACE.drawback(View(position, seat), seat, move) == told
    away = started("RB/1/F6,H6,F8,H8/H7/F8-F9", "p:G6 p:I9")
    assert FACE.drawback(View(away, 1), 1, "F6") == "lets H7 wait"


@every_match
def test_a_place_that_a_hint_names_lies_there_in_the_picture(setup: str, seed: int) -> None:
    for view in views(setup, seed)[::5]:
        position = view.seen
        if not (steps := [each for each in position.legal if each.kind in {"", "p"}]):
            continue
        (seat,) = position.to_move
        shown = window_of(position)
        left, top = shown.corner(shown.first_row, shown.first_column)
        begun = left + shown.columns * shown.cell / 2, top + shown.rows * shown.cell / 2
        if position.phase == "turn":
            begun = shown.centre(position.pawns[seat - 1])
        for move in steps:
            x, y = (at - from_ for at, from_ in zip(shown.centre(move.at), begun, strict=True))
            ways = {"north": -y, "south": y, "west": -x, "east": x}
            for region in FACE.regions(view, seat, str(move)):
                told = [ways[each] for each in ways if each in region]
                assert min(told) > 0
                assert position.phase == "spawns" or max(told) == max(ways.values())


PLAYERS = ("Ada", "Ben")
CITY_FACE = ProwlerFace(Prowler())
SIGNS = str.maketrans("−", "-", "±")
LED = re.compile(r"([\d, ()\w]+): \*\*(?:\w+ )?([+-]?\d+)\*\*(?: \((.+)\))?")
"""Pathways, and what each adds to the lead, with the main parts."""


@each_of("seed", range(3))
def test_the_best_pathways_are_told_by_what_they_add_to_the_lead_and_main_parts(seed: int) -> None:
    whole = 0
    for position in city_match(seed)[1:-1]:
        look, seat = Look(PLAYERS, PLAYERS, listed=True), position.seat
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


@each_of("seed", range(3))
def test_a_board_tells_the_passage_before_and_a_private_one_the_markers_it_moved(seed: int) -> None:
    line, near = city_match(seed), 0
    for at in range(texts.FIRST_TURNS + 1, len(line) - 1):
        before, now = line[at - 1 : at + 1]
        views = [View(each, now.seat) for each in line[: at + 1]]
        if before[6:8] == now[6:8] and before.half is now.half:  # nothing rare came
            near += texts.scoring_is_near(now)
            assert f" digs **{now.last}** for ".split(">")[0] in CITY_FACE.glance(views, PLAYERS)
            told = CITY_FACE.screen(views, Look(PLAYERS, PLAYERS)).text
            moved = zip(DISTRICT_NAMES.values(), before.track, now.track, strict=True)
            assert all(name in told for name, was, there in moved if was != there)
    assert near


def test_a_replay_has_the_mid_game_sheet_once_and_no_help_for_decisions() -> None:
    line, look = city_match(2), Look(PLAYERS, PLAYERS, replayed=True)
    screens = [
        ProwlerFace(Prowler()).screen([View(each) for each in line[:at]], look)
        for at in range(1, len(line))
    ]
    assert sum(len(screen.drawings) == 2 for screen in screens) == 1


@each_of("ended", [None, (), (2, 1)])
def test_whose_turn_it_is_is_told_as_long_as_somebody_is_to_move(ended: Ranks | None) -> None:
    line, face = city_match(3), ProwlerFace(Prowler())
    for position in line if ended is None else line[:-1]:
        told = face.screen([View(position)], Look(PLAYERS, PLAYERS, ended=ended)).text
        waits = ended is None and position.outcome is None
        assert (texts.turn_words(position, PLAYERS) in told) == waits


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


def _typed_dig(position: City, text: str, detail: str | None = None) -> str:
    return ProwlerFace(Prowler()).typed_move(View(position, position.seat), text, detail, PLAYERS)


@each_of(("language", "seed"), [*rotating(LANGUAGES, range(4))])
def test_whatever_is_offered_can_be_typed_as_it_is_written(language: Language, seed: int) -> None:
    face = ProwlerFace(Prowler())
    with speaking(language):
        for position in city_match(seed)[:-1:3]:
            view = View(position, position.seat)
            for move in position.legal:
                assert _typed_dig(position, str(move)) == str(move)
                assert _typed_dig(position, face.move_words(view, str(move))) == str(move)
            for label, value in face.typed_options(view, PLAYERS):
                wild = position.ply and position.setup.tile(int(value)) == "w"
                expected = f"{value}>C" if wild else value
                assert _typed_dig(position, label, "C" if wild else None) == expected


def test_the_words_of_a_free_pathway_can_be_typed_with_a_marker_for_a_wild_shovel() -> None:
    position = city_match(1)[12]
    words = CITY_FACE.describe(View(position, position.seat), PLAYERS)
    free = words.partition("### Free pathways\n")[2].partition("###")[0]
    for tile, pathways in re.findall(r"(.+?): (.+)\.", free):
        for each in pathways.split("; "):
            number = each.split(" ")[0]
            if tile == "Wild shovel":
                assert _typed_dig(position, f"{number} → Castle") == f"{number}>C"
                assert _typed_dig(position, f"{number} castle marker") == f"{number}>C"
                assert _typed_dig(position, each, "M") == f"{number}>M"
            else:
                assert _typed_dig(position, each) == number
    assert free.count("; ") > 9


def test_a_name_that_several_pathways_have_asks_back_and_a_single_one_is_dug() -> None:
    told, dug = 0, 0
    for position in city_match(1)[1:-1]:
        for face, name in TILE_NAMES.items():
            found = pathways_in(position.free & position.setup.lying[TILES.index(face)])
            if face == "w" or not found:
                continue
            if len(found) == 1:
                dug += 1
                assert _typed_dig(position, name) == str(found[0])
            else:
                told += 1
                several = f"can be several moves: pathway {found[0]}[,;] pathway {found[1]}"
                with pytest.raises(IllegalMove, match=several):
                    _typed_dig(position, name)
    assert told
    assert dug


@each_of("text", ["28", "0", "tunnel", "7 north", "77 Castle", "", "R"])
def test_a_text_that_names_no_pathway_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="is not a pathway"):
        _typed_dig(city_match(1)[1], text)
