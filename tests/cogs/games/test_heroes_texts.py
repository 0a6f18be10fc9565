"""The texts and buttons of Heroes Beware, in matches of all kinds and in all phases."""

import re
from collections.abc import Sequence
from functools import cache

import pytest

from cogs.contract.screen import Look, Screen, keys_of
from cogs.contract.sign import coloured, in_words
from cogs.games.heroes import situation
from cogs.games.heroes.account import cards_from_page
from cogs.games.heroes.building_questions import offered_orders, open_choice
from cogs.games.heroes.colony_words import (
    SIGNS,
    TOKENS,
    TUNNEL,
    features_of_squares,
    obstacles_of,
    piece_mark,
    piece_words,
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
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.pieces import INVADERS, MAPS, NAME, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.events import populate
from prowlerbot.games.heroes.words import EVENT_NAMES, FEATURE_NAMES
from renderer.heroes.board import gold_of, other_treasure
from renderer.heroes.invaders import effect_of
from renderer.heroes.shelf import uses_of
from tests.cases import each_of
from tests.cogs.games import shown
from tests.cogs.games.shown import HEROES, NAMES, look, sampled, views

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
def test_no_line_names_a_card_and_then_says_nothing(setup: str, seed: int) -> None:
    for viewer in (None, 1):
        for _, screen in screens(setup, seed, viewer):
            assert not [line for line in screen.text.split("\n") if line.endswith((":", ": "))]


@every_match
def test_the_awaited_player_stands_last_as_the_time_comes_behind(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, None):
        if position.outcome is None:
            assert screen.text.split("\n")[-1].startswith("▶️")


@every_match
def test_of_several_cards_each_says_what_it_did_and_which_changed_nothing(
    setup: str, seed: int
) -> None:
    for _, screen in screens(setup, seed, None):
        lines = screen.text.split("\n")
        brief = [line for line in lines if line.startswith("**") and "**: " in line]
        assert not [line for line in brief if "nothing lost" in line]
        cards = [*map(tr, EVENT_NAMES.values()), *(tr(each.name) for each in INVADERS.values())]
        named = [line for line in lines if line.endswith("**")]
        assert not [line for line in named if line.strip("*").partition(" by ")[0] in cards]


@every_match
def test_how_an_invader_fared_is_told_once(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, 1):
        if effect := effect_of(position, position.seats[0], None):
            told = [line for line in screen.text.split("\n") if effect_told(effect) in line]
            assert len([line for line in told if "Player 1" in line or "**:" in line]) < 2


@every_match
def test_what_could_still_be_built_is_told_only_while_something_can_be_built(
    setup: str, seed: int
) -> None:
    for position, screen in screens(setup, seed, 1):
        stage = position.seats[0].stage
        may_build = position.building or stage in {"closing", "inspection"}
        assert may_build or "As it is, your colony gets" not in screen.text
        assert may_build or "Brings nothing now" not in screen.text


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


def test_a_tile_has_one_name_whatever_lies_beside_it() -> None:
    by_shape: dict[str, int] = {}
    for tile in range(1, 79):
        if tile_words(str(tile)) == "campfire":
            by_shape.setdefault(PIECES[str(tile)].name, tile)
    one, other = list(by_shape.values())[:2]
    assert queue_words((one, 0, other)) == ["campfire", "face down", "campfire"]


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


def test_a_key_of_a_placement_has_the_tokens_that_it_brings() -> None:
    told = set()
    for position in match("1/brisk/guided/full", 0):
        own = position.seats[0]
        for tile in {move.number for move in own.legal if move.kind == "queue"}:
            for key in open_choice(position, 1, f"b{tile}").keys:
                after = position.after(1, find_move(position, 1, key.argument.rstrip("!")))
                was, now = populate(own.colony).counts, populate(after.seats[0].colony).counts
                more = any(new > old for old, new in zip(was, now, strict=True))
                assert ("· +" in key.label) == more
                told.add(more)
    assert told == {False, True}


def test_no_button_stands_for_a_tile_that_lies_face_down() -> None:
    line = match("2/turns/guided/full", 3)
    at = next(
        ply
        for ply, each in enumerate(line)
        if 1 in each.to_move and each.seats[0].stage == "draft" and 0 in each.seats[0].queue
    )
    screen = FACE.screen(views(line[: at + 1], 1), look(2))
    labels = [key.label for row in screen.rows for key in keys_of(row)]
    assert f"End turn, pass 5 to {look(2).plain[1]}" in labels
    assert not [label for label in labels if "face down" in label]


def test_a_plain_tile_bears_no_sign_of_another_shape() -> None:
    plain = [id_ for id_ in map(str, range(1, 79)) if not PIECES[id_].squares[0][3]]
    assert plain
    assert {piece_mark(id_) for id_ in plain} == {None}
    assert piece_mark("P") == str(TUNNEL)


@every_match
def test_a_player_who_waits_is_told_for_whom(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, 1):
        waits = position.to_move - {CHANCE}
        if waits and 1 not in waits and position.seats[0].playing and not position.seats[0].done:
            assert all(f"**Player {seat}**" in screen.text for seat in waits)


@every_match
def test_no_short_line_names_a_turn_or_round_without_its_number(setup: str, seed: int) -> None:
    line = match(setup, seed)
    seen = views(line, None)
    told = [FACE.recap(seen[: at + 1], NAMES) for at in range(1, len(line))]
    numbers = [int(n) for each in told for n in re.findall(r"Round (\d) is over", each)]
    assert numbers == sorted(set(numbers))
    assert not any("The turn" in each or ";" in each for each in told)


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


@every_match
def test_no_order_about_traps_is_offered_once_their_round_is_over(setup: str, seed: int) -> None:
    line = match(setup, seed)
    for ply, now in enumerate(line):
        if now.phase == "planning" and now.choosing:
            orders = offered_orders(line[: ply + 1], now.choosing[0])
            assert "No re-arming in this round" not in [each.label for each in orders]


def test_the_shared_board_says_how_one_wins_while_the_first_colonies_are_built() -> None:
    goals = {True: "the most treasure after round 3 wins", False: "Medals: bronze from 9"}
    for setup, seed in (("2/brisk/free/short", 0), ("1/brisk/guided/full", 0)):
        line = match(setup, seed)
        several = line[0].setup.seats > 1
        for at in sampled(line):
            text = FACE.screen(views(line[: at + 1], None), look(line[0].setup.seats)).text
            first = line[at].round == line[0].setup.rounds.start and line[at].phase == "build"
            assert (goals[several] in text) is first


def test_it_is_told_that_the_colonies_of_a_round_are_gone_until_the_next_ones_are_begun() -> None:
    line, told = match("1/brisk/guided/full", 0), set()
    for at in range(1, len(line)):
        for viewer in (None, 1):
            if line[at].to_move != {CHANCE}:
                text = FACE.screen(views(line[: at + 1], viewer), look(1)).text
                planning = line[at].phase == "planning" and viewer is None
                anew = line[at].building and line[at].turn <= 1 and bool(line[at].rounds)
                assert ("The colonies of round" in text) is (planning or anew)
                told.add((viewer, planning or anew))
    assert len(told) == 4


def test_a_player_is_told_what_they_passed_on_and_got() -> None:
    line, told = match("2/brisk/free/short", 0), 0
    for at in range(1, len(line)):
        before, after = line[at - 1], line[at]
        own = after.seats[0]
        if own.stage != "draft" or not before.shown or after.turn != before.turn + 1:
            continue
        text = FACE.screen(views(line[: at + 1], 1), look(2)).text
        (passed,) = [each for each in text.split("\n") if f"You passed to {NAMES[1]}: " in each]
        got = tile_words(str(own.queue[0])) if own.queue[0] > 0 else "a tile face down"
        assert got in passed.partition("You got")[2]
        given = after.seats[1].queue[0]
        words = tile_words(str(given)) if given > 0 else "a tile face down"
        assert words in passed.partition("You got")[0]
        told += 1
    assert told > 3


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
def test_what_a_player_did_names_the_piece_and_is_a_whole_sentence(setup: str, seed: int) -> None:
    line, told = match(setup, seed), set[str]()
    for ply in [*sampled(line)][::2]:
        for seat in line[ply].to_move - {CHANCE}:
            view = line[ply].view(seat)
            for move in map(str, line[ply].moves(seat)):
                did = FACE.did(view, "Ada", move)
                assert did.startswith("Ada ")
                assert not re.search(r"\btile \d|played|\*\*\*\*|\{|at $|on $", did), did
                told.add(re.sub(r"\*\*.*", "", did).strip())
    assert "Ada builds" in told


def test_a_tile_is_told_by_its_name_its_square_and_the_sides_that_stay_open() -> None:
    line = match("2/turns/guided/full", 2)
    state = next(each for each in line if each.seats[0].legal and each.seats[0].queue)
    own, view = state.seats[0], state.view(1)
    told = set()
    for move in (each for each in state.moves(1) if each.kind == "queue"):
        name = f"{queue_words(own.queue)[move.number - 1]} at {NAME[move.at]}"
        numbered = f"tile {move.number}, {name}"
        assert FACE.own_words(view, str(move)).partition(", open ")[0] == numbered
        place = f"the best place for the {piece_words(str(own.queue[move.number - 1]))}"
        assert {each.aim for each in FACE.merits(view, 1, str(move), NAMES)} <= {place}
        assert FACE.did(view, "Ada", str(move)).startswith(f"Ada builds **{name}")
        told.add((move.number, FACE.own_words(view, str(move))))
    assert len(told) == sum(each.kind == "queue" for each in state.moves(1))
    passed = queue_words(own.queue)[0] if own.queue[0] > 0 else "a tile face down"
    assert FACE.did(view, "Ada", "reveal1") == (f"Ada turns up the queue and passes **{passed}**")


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
    for key in open_choice(match("1/brisk/guided/full", 0)[45], 1, "I5").keys:
        named = re.findall(r"[A-Z]\d+", key.label)
        assert len(named) == len({*named})
