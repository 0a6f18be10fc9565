"""The texts and buttons of Heroes Beware, in matches of all kinds and in all phases."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

from cogs.contract.screen import Look, Screen, keys_of
from cogs.contract.sign import coloured, in_words
from cogs.games.heroes import situation
from cogs.games.heroes.account import cards_from_page
from cogs.games.heroes.building_questions import open_choice
from cogs.games.heroes.colony_words import (
    SIGNS,
    TOKENS,
    features_of_squares,
    obstacles_of,
    queue_words,
    seat_mark,
    summary,
    tile_words,
)
from cogs.games.heroes.face import HeroesFace
from cogs.games.heroes.happened import effect_told
from cogs.games.heroes.spoken import losses, standing_lines
from cogs.games.heroes.typed import words_of
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.pieces import INVADERS, MAPS, NAME, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import FEATURE_NAMES
from renderer.heroes.board import gold_of, other_treasure
from renderer.heroes.invaders import effect_of
from renderer.heroes.shelf import uses_of
from tests.cases import each_of
from tests.cogs.games import shown
from tests.cogs.games.shown import HEROES, NAMES, sampled, views

FACE = HeroesFace(Heroes())
SETUPS = HEROES
every_match = each_of(("setup", "seed"), SETUPS)


def match(setup: str, seed: int) -> Sequence[Position]:
    return [each for each in shown.match("heroes", setup, seed) if isinstance(each, Position)]


def test_a_text_that_is_no_move_is_answered_in_one_clear_sentence() -> None:
    line = match(*SETUPS[0])
    ply = next(sampled(line))
    with pytest.raises(IllegalMove, match="“dance” isn't a move now"):
        FACE.typed_move(line[ply].view(1), "dance", None, NAMES)


@cache
def screens(setup: str, seed: int, viewer: int | None) -> Sequence[tuple[Position, Screen]]:
    """Some positions of a match, each with the screen of a viewer."""
    line = match(setup, seed)
    seats = line[0].setup.seats
    names = tuple(f"Player {seat}" for seat in range(1, seats + 1))
    told, seen = Look(names, names), views(line, viewer)
    return [
        (line[ply], FACE.screen(seen[max(0, ply - 59) : ply + 1], told))
        for ply in [*sampled(line), len(line) - 1]
    ]


@every_match
def test_the_shared_message_offers_nothing_but_the_pile_that_all_share(
    setup: str, seed: int
) -> None:
    for position, screen in screens(setup, seed, None):
        keys = {key.argument for row in screen.rows for key in keys_of(row)}
        pile = {"flip", *(f"take{tile}" for tile in position.face_up)}
        assert keys == (pile if position.live else set())


@every_match
def test_how_an_invader_fared_is_told_once(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, 1):
        if effect := effect_of(position, position.seats[0], None):
            told = [line for line in screen.text.split("\n") if effect_told(effect) in line]
            assert len([line for line in told if "Player 1" in line or "**:" in line]) < 2


@every_match
def test_the_end_shows_its_sheet_and_no_board_as_the_colonies_are_gone(
    setup: str, seed: int
) -> None:
    *_, (position, screen) = screens(setup, seed, None)
    outcome = position.outcome
    assert outcome is not None
    first, *others = [drawing.filename for drawing in screen.drawings]
    assert first == "sheet.png"
    assert "board.png" not in others
    lines = screen.text.split("\n")
    for seat, rank in enumerate(outcome.ranks, 1):
        shown = [line for line in lines if line.startswith(f"**{rank}.**")]
        assert position.setup.seats == 1 or any(f"Player {seat}" in line for line in shown)


def test_two_tiles_with_the_same_feature_are_told_apart_by_their_shape() -> None:
    by_shape: dict[str, int] = {}
    for tile in range(1, 79):
        if tile_words(str(tile)) == "campfire":
            by_shape.setdefault(PIECES[str(tile)].name, tile)
    one, other = list(by_shape.values())[:2]
    names = list(by_shape)
    assert queue_words((one, 0, other)) == [names[0], "face down", names[1]]
    assert queue_words((one, 0)) == ["campfire", "face down"]


def test_a_feature_is_explained_in_the_turn_in_which_a_player_meets_it() -> None:
    line = [each for each in match("2/turns/guided/full", 2) if each.round == 1 and each.shown]
    began = [at for at in range(1, len(line)) if line[at].turn > line[at - 1].turn]
    told = [situation.met_features(line[: at + 1], 1) for at in (1, *began)]
    assert told[0].startswith("-# 🟫 cavern; ⬜ stone; ")
    for id_ in {str(tile) for at in began for tile in line[at].seats[0].queue if tile > 0}:
        for *_, feature in PIECES[id_].squares:
            if feature:
                words = f"{tr(FEATURE_NAMES[feature])}: {uses_of(feature, 1)}"
                assert sum(words in each for each in told) == 1


@every_match
def test_all_features_that_bring_nothing_yet_are_named_and_veins_too_near_by_how_much(
    setup: str, seed: int
) -> None:
    for position in match(setup, seed):
        colony = position.seats[0].colony
        found, named = obstacles_of(colony), summary(colony).partition("nothing now:")[2]
        assert all(f" {NAME[square]}" in named for square in found)
        for square, words in found.items():
            near = re.search(r"(\d+) squares? too near", words)
            deep = {"ore": 6, "gem vein": 11}.get(features_of_squares(colony)[square], 0)
            assert int(near[1] if near else 0) == max(0, deep - colony.distance[square])


def test_text_and_picture_of_the_shared_board_count_the_same_gold_and_prisoners() -> None:
    seen = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            for number, own in enumerate(position.seats, 1):
                others = dict(other_treasure(own))
                if position.phase == "invasion" and "prisoner" in others and own.playing:
                    (line,) = [
                        each
                        for each in standing_lines(position, NAMES).split("\n")
                        if f"**{NAMES[number - 1]}**" in each
                    ]
                    assert line.endswith(f" {others['prisoner']}")
                    assert not gold_of(own) or f"{TOKENS['gold']} {gold_of(own)}" in line
                    seen += 1
    assert seen


@every_match
def test_in_short_nothing_is_told_of_a_colony_that_a_player_fills(setup: str, seed: int) -> None:
    line = match(setup, seed)
    for ply in range(1, len(line)):
        if line[ply].phase == "build":
            told = FACE.recap(views(line[ply - 1 : ply + 1], None), NAMES[: len(line[0].seats)])
            assert not re.search("guard|stored", told)


def test_the_words_of_a_draw_name_its_card_and_never_the_draw_as_it_is_stored() -> None:
    assert [words_of(each) for each in ("v1", "m8", "e1")] == [
        *(INVADERS[1].name, MAPS[8].name, "Cave-In")
    ]
    assert not any(words_of(each) for each in ("t3", "d2", "s1"))


@every_match
def test_words_first_have_a_word_for_each_sign_and_at_most_a_line_for_each_card(
    setup: str, seed: int
) -> None:
    line = match(setup, seed)
    names = tuple(f"Player {seat}" for seat in range(1, line[0].setup.seats + 1))
    for ply in [*sampled(line)][::3]:
        seen = views(line[: ply + 1], 1)
        page = FACE.opening_page(seen, ())
        with coloured("night", words=True):
            told = FACE.screen(seen, Look(names, names, words=True, page=page))
            named = {seat_mark(seat): name for seat, name in enumerate(names, 1)}
            text = in_words(told.text, named)
            assert not [sign.name for sign in SIGNS if str(sign) in text]
        assert not told.pages
        assert not [sign.name for sign in SIGNS if str(sign) in text]
        lines = text.split("\n")
        for visit, _ in cards_from_page(line[: ply + 1], page):
            number = f"Card {visit.number}, "
            assert len([each for each in lines if each.startswith(number)]) <= 1


def test_a_loss_behind_a_trap_on_an_unsealed_tile_says_that_the_trap_did_nothing() -> None:
    told = losses(match("4/live/free/full", 7)[:106], 4)
    assert "Braggart: 1 gold; a trap on an unsealed tile did nothing · " in told


def test_the_key_of_a_larger_piece_names_each_of_its_squares_once() -> None:
    for key in open_choice(match("1/brisk/guided/full", 0)[45], 1, "I5", NAMES).keys:
        named = re.findall(r"[A-Z]\d+", key.label)
        assert len(named) == len({*named})
