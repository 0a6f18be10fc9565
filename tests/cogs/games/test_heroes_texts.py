"""The texts, buttons and typed moves of Heroes Beware, in matches of all kinds and phases."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from cogs.contract.screen import Key, Look, Screen, keys_of
from cogs.contract.sign import coloured, in_words
from cogs.games.heroes import invasion_questions
from cogs.games.heroes.account import lines_since
from cogs.games.heroes.building_questions import fitting_words, open_choice, too_near_words
from cogs.games.heroes.colony_words import (
    SIGNS,
    colony_summary,
    features_of_squares,
    obstacles_of,
    queue_words,
    seat_mark,
)
from cogs.games.heroes.face import HeroesFace
from cogs.games.heroes.happened import effect_words
from cogs.games.heroes.moments import own_move_words
from cogs.games.heroes.shown_cards import cards_just_over
from cogs.games.heroes.spoken import all_losses_lines, losses_line
from cogs.games.heroes.typed import words_of_text
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.cards import INVADERS, MAPS
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.pieces import NAME, PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import FACE_DOWN
from renderer.heroes.invaders import effect_of
from tests.cases import each_of
from tests.cogs.games import shown
from tests.cogs.games.shown import HEROES, NAMES, look, sampled, views
from tests.games.heroes.matches import invaded, started, tokens

FACE = HeroesFace(Heroes())
SETUPS = HEROES
every_match = each_of(("setup", "seed"), SETUPS)


def match(setup: str, seed: int) -> Sequence[Position]:
    return [each for each in shown.match("heroes", setup, seed) if isinstance(each, Position)]


@every_match
def test_the_news_of_a_turn_name_everybody_who_took_part_or_nobody(setup: str, seed: int) -> None:
    line, seen = match(setup, seed), views(match(setup, seed), None)
    names = tuple(f"Player {seat}" for seat in range(1, line[0].setup.seats + 1))
    for ply in range(1, len(line)):
        before, after = line[ply - 1 : ply + 1]
        if before.shown and before.turn != after.turn:
            told = FACE.news(seen[max(0, ply - 59) : ply + 1], names).split("\n")
            named = [re.findall(r"Player (\d)", it) for it in told if it.startswith("Turn ")]
            playing = [at for at in after.playing if not before.shown[at - 1].done]
            assert named in ([], [[str(at) for at in playing]])


def test_a_move_that_brings_nothing_has_an_objection_and_no_reason() -> None:
    told = set()
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            if position.seats[0].stage in {"draft", "closing"} and 1 in position.to_move:
                view, names = position.view(1), NAMES[: len(position.seats)]
                for move in map(str, position.moves(1)[:9]):
                    objection = FACE.drawback(view, 1, move)
                    reasons = FACE.reasons(view, 1, move, names)
                    nothing = objection == "brings nothing as the colony stands"
                    assert not (nothing and reasons)
                    told.add(nothing)
    assert told == {True, False}


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
def test_the_shared_message_offers_only_the_pile_that_all_share(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, None):
        keys = {key.argument for row in screen.rows for key in keys_of(row)}
        pile = {"flip", *(f"take{tile}" for tile in position.face_up)}
        assert keys == (pile if position.live else set())


@every_match
def test_how_an_invader_fared_is_told_once(setup: str, seed: int) -> None:
    for position, screen in screens(setup, seed, 1):
        if effect := effect_of(position, position.seats[0], None):
            told = [line for line in screen.text.split("\n") if effect_words(effect) in line]
            assert len([line for line in told if "Player 1" in line or "**:" in line]) < 2


@every_match
def test_features_that_bring_nothing_are_named_and_veins_by_how_much(setup: str, seed: int) -> None:
    for position in match(setup, seed):
        colony = position.seats[0].colony
        found, named = obstacles_of(colony), colony_summary(colony).partition("nothing now:")[2]
        assert all(f" {NAME[square]}" in named for square in found)
        for square, words in found.items():
            near = re.search(r"(\d+) steps? too near", words)
            deep = {"ore": 6, "gem vein": 11}.get(features_of_squares(colony)[square], 0)
            assert int(near[1] if near else 0) == max(0, deep - colony.distance[square])


@every_match
def test_in_short_nothing_is_told_of_a_colony_that_a_player_fills(setup: str, seed: int) -> None:
    line = match(setup, seed)
    for ply in range(1, len(line)):
        if line[ply].phase == "build":
            told = FACE.recap(views(line[ply - 1 : ply + 1], None), NAMES[: len(line[0].seats)])
            assert not re.search("guard|stored", told)


def test_the_words_of_a_draw_name_its_card_and_never_the_draw_as_it_is_stored() -> None:
    names = [INVADERS[1].name, MAPS[8].name, "Cave-In"]
    assert [words_of_text(each) for each in ("v1", "m8", "e1")] == names
    assert not any(words_of_text(each) for each in ("t3", "d2", "s1"))


def test_of_a_queue_only_tiles_that_are_face_down_are_told_as_such() -> None:
    tiles = [int(each) for each in PIECES if each.isdigit()]
    told = queue_words([*tiles, FACE_DOWN])
    assert [each == "face down" for each in told] == [*(False for _ in tiles), True]


@every_match
def test_words_first_have_a_word_for_each_sign(setup: str, seed: int) -> None:
    line = match(setup, seed)
    names = tuple(f"Player {seat}" for seat in range(1, line[0].setup.seats + 1))
    for ply in [*sampled(line)][::3]:
        seen = views(line[: ply + 1], 1)
        told = Look(names, names, words=True, page=FACE.opening_page(seen, ()))
        with coloured("night", words=True):
            screen = FACE.screen(seen, told)
            text = in_words(screen.text, {seat_mark(at): it for at, it in enumerate(names, 1)})
            assert not [sign.name for sign in SIGNS if str(sign) in text]
        assert not screen.pages


def test_a_loss_behind_a_trap_on_an_unsealed_tile_says_that_the_trap_did_nothing() -> None:
    told = losses_line(match("4/live/free/full", 7)[:106], 4)
    assert "Braggart (3 hearts): 1 gold; a trap on an unsealed tile did nothing · " in told


def test_the_end_names_each_thief_by_round_and_the_round_of_the_greatest_loss() -> None:
    line, told = match("4/live/free/full", 7), 0
    for seat in range(1, 5):
        count, *advice = all_losses_lines(line, seat).split("\n")
        said = re.fullmatch(r"-# You lost (\d+) treasure: (.+)\.", count)
        if said is None:
            assert count == "-# Nobody took any treasure from you."
            continue
        rounds = re.findall(r"round (\d): ", said[2])
        assert rounds == sorted({*rounds})
        loot = re.findall(r"(\d+) (gold|gem)", said[2])
        assert sum(int(lost) * (5 if kind == "gem" else 1) for lost, kind in loot) == int(said[1])
        kept = line[-1].seats[seat - 1].treasure or "3" in rounds
        assert len(advice) == 1
        greatest = r"-# 💡 Greatest loss, in round \d · "
        assert re.match(greatest if kept else "-# 💡 Only what round 3 leaves counts", advice[0])
        told += 1
    assert told


def test_the_end_says_where_a_player_stopped_building_with_half_of_the_turns_left() -> None:
    ends = {}
    for kind in ("done", "end"):
        position, rng = Heroes().start("1/brisk/guided/full"), random.Random(1)
        line = [position]
        while position.to_move:
            (seat,) = position.to_move
            legal = position.moves(seat)
            wanted = [move for move in legal if move.kind == kind]
            position = position.after(seat, wanted[0] if wanted else rng.choice(legal))
            line.append(position)
        ends[kind] = all_losses_lines(line, 1)
    stopped = "stopped building at turn 1 of 14 in round 1, 1 of 16 in round 2 and 1 of 18"
    assert stopped in ends["done"]
    assert "stopped building" not in ends["end"]


def test_a_vein_that_would_lie_too_near_says_so_before_it_is_built() -> None:
    told = 0
    for position in drafts(last=False, built=False):
        own, moves = position.seats[0], position.moves(1)
        for move in moves:
            if move.kind == "queue" and (near := too_near_words(own, move)):
                assert f"({near})" in fitting_words(own, moves)[0]
                assert f"({near}, brings nothing yet)" in own_move_words(own, move)
                told += 1
    assert told


def test_the_key_of_a_larger_piece_names_each_of_its_squares_once() -> None:
    for key in open_choice(match("1/brisk/guided/full", 0)[45], 1, "I5").keys:
        named = re.findall(r"[A-Z]\d+", key.label)
        assert len(named) == len({*named})


def test_an_offer_of_the_populate_step_opens_only_while_it_has_a_legal_move() -> None:
    opened = refused = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            for seat in position.to_move - {CHANCE}:
                kinds = {move.kind for move in position.moves(seat)}
                populates = position.seats[seat - 1].stage == "populate"
                for argument, offer in invasion_questions._OFFERS.items():
                    if populates and offer.kind in kinds:
                        assert invasion_questions.open_choice(position, seat, argument).question
                        opened += 1
                    else:
                        with pytest.raises(IllegalMove, match="opens no choice"):
                            invasion_questions.open_choice(position, seat, argument)
                        refused += 1
    assert opened
    assert refused


def drafts(*, last: bool, built: bool) -> list[Position]:
    """Draft turns of one player, alone; the last ones of a round, or others."""
    lines = [match("1/brisk/guided/full", seed) for seed in (0, 3, 6)]
    return [
        position
        for line in lines
        for position in line
        if position.seats[0].stage == "draft"
        and position.last is last
        and bool(position.seats[0].built_now) is built
    ]


def text_of(position: Position) -> str:
    return FACE.screen([position.view(1)], look(1)).text


def keys_on(position: Position, opened: str | None = None) -> dict[str, Key]:
    screen = FACE.screen([position.view(1)], look(1), opened)
    return {key.argument: key for row in screen.rows for key in keys_of(row) if key.enabled}


def test_a_player_whose_tiles_fit_nowhere_is_told_to_reveal_as_long_as_one_can_fit() -> None:
    told = set()
    for position in drafts(last=False, built=False):
        fits = any(move.kind == "queue" for move in position.moves(1))
        stuck = not fits and bool(position.seats[0].colony.frontier)
        assert ("Reveal your queue" in text_of(position)) is stuck
        rows = FACE.screen([position.view(1)], look(1)).rows
        tiles = [key for row in rows for key in keys_of(row) if re.match(r"b\d", key.argument)]
        assert bool(tiles) is fits, "no row of keys that do nothing"
        told.add(stuck)
    assert told == {True, False}


def test_with_no_open_edge_left_nobody_is_told_to_reveal_what_cannot_fit() -> None:
    closed = [each for each in drafts(last=False, built=False) if not each.seats[0].colony.frontier]
    assert closed
    for position in closed:
        assert text_of(position).count("nothing more can be built in this round.") == 1
        assert "You are done" not in text_of(position)
        assert not keys_on(position)["done"].opens


def test_an_open_queue_has_no_reveal_and_being_done_tells_what_the_colony_gets() -> None:
    labels = set()
    for position in drafts(last=False, built=False):
        label = keys_on(position)["reveal"].label if position.seats[0].colony.frontier else ""
        labels.add((label, 0 in position.seats[0].queue))
        if label:
            asked = FACE.screen([position.view(1)], look(1), "done?").text
            assert asked.endswith(colony_summary(position.seats[0].colony))
    assert labels - {("", True), ("", False)} == {
        ("Reveal", True),
        ("Pass a tile, build nothing", False),
    }


def test_before_the_last_open_edge_is_closed_its_player_is_warned() -> None:
    warned = 0
    for position in drafts(last=False, built=False):
        own = position.seats[0]
        for move in position.moves(1):
            if move.kind == "queue":
                placed = Placed(str(own.queue[move.number - 1]), move.at, move.to)
                if not own.colony.with_piece(placed).frontier:
                    offered = {**keys_on(position), **keys_on(position, f"b{move.number}")}
                    assert str(move) not in offered
                    text = FACE.screen([position.view(1)], look(1), f"{move}!").text
                    assert "closes your last open edge" in text
                    warned += 1
    assert warned


def test_a_turn_in_which_nothing_is_built_ends_only_after_a_question() -> None:
    for position in drafts(last=False, built=False):
        keys = keys_on(position)
        if not position.seats[0].colony.frontier:  # then there is no turn to waste
            assert not keys["end"].opens
            continue
        assert keys["end?"].opens
        assert "end" not in keys
        assert set(keys_on(position, "end?")) == {"end"}
    assert all("end" in keys_on(position) for position in drafts(last=False, built=True))


def test_what_a_cave_in_takes_stands_in_words_on_its_buttons() -> None:
    colony = "46@J7r1 98@K7r0 20@L7r1 98@F7r0"
    lying = tokens(guards="J7", gold="L7", traps="K7")
    position = invaded([colony], [lying], cards="v3 m1 d4 e1")
    assert position.seats[0].stage == "cave-in"
    assert [key.label for key in keys_on(position).values()] == [
        "1 · F7 · cavern crossing",
        "2 · K7 · cavern crossing, with 1 gold",
    ]


def typed(position: Position, text: str) -> str:
    return FACE.typed_move(position.view(1), text, None, NAMES)


def test_things_are_typed_by_their_names_and_other_texts_are_refused_in_a_sentence() -> None:
    position = started("1/brisk/guided/full", "t48", "t99", "t20", "t62", "t1")
    with pytest.raises(IllegalMove, match="“dance” isn't a move now"):
        typed(position, "dance")
    assert typed(position, "chest J7") == typed(position, "treasure chest at j7")
    assert typed(position, "chest J7").startswith("b3@J7")
    assert typed(position, "ore vein at F7").startswith("b5@F7")
    several = "“trap J7” can be several moves: tile 1 at J7 · trap, open cavern →←; tile 2 at J7"
    with pytest.raises(IllegalMove, match=several):
        typed(position, "trap J7")
    assert typed(position, "5 ore vein at F7") == typed(position, "ore vein at F7")
    assert typed(position, "End turn") == "end"
    in_words = "trap J7, cavern east and west"
    with coloured("night", words=True):
        assert typed(position, in_words) == "b1@J7r1"
        with pytest.raises(IllegalMove, match="trap, open cavern east and west; "):
            typed(position, "trap J7")
    with pytest.raises(IllegalMove, match="trap A1"):
        typed(position, "trap A1")


def test_a_piece_on_offer_is_typed_by_its_name_as_the_page_tells_it() -> None:
    position = next(each for each in match("1/brisk/free/short", 3) if each.choosing)
    for id_ in position.offer:
        told = FACE.screen([position.view(1)], replace(look(1), words=True)).text
        assert PIECES[id_].name in told
        assert typed(position, PIECES[id_].name.casefold()) == id_


def test_whoever_is_ready_with_a_stash_of_use_is_asked_whether_to_lose_it() -> None:
    asked = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            own = position.seats[0]
            if own.stage != "populate" or 1 not in position.to_move:
                continue
            shown = FACE.screen([position.view(1)], look(len(position.seats)))
            (ready,) = [key for row in shown.rows for key in keys_of(row) if key.label == "Ready"]
            kinds = {each.kind for each in own.legal}
            useful = bool(kinds & {"store", "buy for gold", "buy for gem"})
            assert ready.opens is useful
            assert bool(FACE.asked_before(position.view(1), "ready")) is useful, "typed, too"
            if useful:
                seen = [position.view(1)]
                question = FACE.screen(seen, look(len(position.seats)), ready.argument)
                assert "which is lost if you do not use it" in question.text
                (row,) = question.rows
                assert [key.argument for key in keys_of(row)] == ["ready"]
            asked += useful
    assert asked


def test_a_stash_that_can_buy_nothing_is_told_as_lost_above_the_first_card() -> None:
    line = match("2/brisk/free/full", 2)

    def enriched(position: Position, gold: int) -> Position:
        if position.phase != "build" or not position.building or position.round != 2:
            return position
        return position._replace(seats=tuple(it._replace(gold=gold) for it in position.seats))

    first = (
        (at, [it for it in cards_just_over(line[:at]) if it.visit.number == 1])
        for at in range(1, len(line))
    )
    at, cards = next((at, cards) for at, cards in first if cards and cards[0].visit.round == 2)
    told = [
        " ".join(lines_since([enriched(it, gold) for it in line[:at]], 1, NAMES, cards))
        for gold in (0, 3)
    ]
    lost = "Your 3 gold could buy nothing before the invasion: it is lost."
    assert [lost in each for each in told] == [False, True]
