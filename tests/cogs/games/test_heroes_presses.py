"""The buttons of a player of Heroes Beware who builds, plans or is invaded."""

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from cogs.contract.screen import Key, keys_of
from cogs.contract.sign import coloured
from cogs.games.heroes.colony_words import open_sides
from prowlerbot.core.errors import IllegalMove
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.pieces import NAME, PIECES, SQUARE
from prowlerbot.games.heroes.rules import Position
from tests.cogs.games.shown import NAMES, look, views
from tests.cogs.games.test_heroes_texts import FACE, SETUPS, match
from tests.games.heroes.matches import invaded, started, tokens


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


def test_a_player_alone_passes_tiles_to_nobody() -> None:
    ended = 0
    for position in drafts(last=False, built=False):
        with coloured("night", words=True):
            screen = FACE.screen([position.view(1)], replace(look(1), words=True))
        labels = [key.label for row in screen.rows for key in keys_of(row)]
        assert not [label for label in labels if label.startswith("End turn, pass")]
        ended += labels.count("End turn")
    assert ended


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


def test_in_the_last_turn_no_text_offers_to_reveal() -> None:
    found = [*drafts(last=True, built=False), *drafts(last=True, built=True)]
    assert found
    for position in found:
        assert "eveal" not in text_of(position)
        assert not [each for each in keys_on(position) if each.startswith("reveal")]


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


def test_a_tile_takes_two_presses_and_where_there_is_no_choice_one() -> None:
    alone = 0
    for position in drafts(last=False, built=False):
        for place in range(1, 6):
            fitting = [m for m in position.moves(1) if m.kind == "queue" and m.number == place]
            keys = keys_on(position)
            if len(fitting) == 1 and f"{fitting[0]}!" not in keys:
                assert not keys[str(fitting[0])].opens
                alone += 1
            elif len(fitting) > 1:
                shown = set(keys_on(position, f"b{place}"))
                assert shown == {str(m) if str(m) in shown else f"{m}!" for m in fitting}
    assert alone


def test_two_ways_to_turn_a_mixed_crossing_look_different() -> None:
    labels = [open_sides(Placed("104", SQUARE["K7"], turns)) for turns in range(4)]
    assert labels == [
        "cavern ↑→ stone ↓←",
        "stone ↑← cavern →↓",
        "stone ↑→ cavern ↓←",
        "cavern ↑← stone →↓",
    ]


def test_the_second_pick_of_planning_is_told_as_it_was() -> None:
    told = 0
    for setup, seed in SETUPS:
        line = match(setup, seed)
        for at, (before, after) in enumerate(pairwise(line), 1):
            if before.phase == "planning" and before.choosing:
                seat = before.choosing[0]
                was, now = before.seats[seat - 1].reserve, after.seats[seat - 1].reserve
                (taken,) = (Counter(now) - Counter(was)).elements()
                words = f"takes {PIECES[taken].name}"
                assert words in FACE.news(views(line[: at + 1], seat), NAMES)
                told += len(before.choosing) == 1
    assert told


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


def test_things_are_typed_by_their_names() -> None:
    position = started("1/brisk/guided/full", "t48", "t99", "t20", "t62", "t1")
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


def test_a_fate_is_told_of_the_colony_and_the_invader() -> None:
    lying = tokens(traps="J7 K7", gold="L7")
    line = [invaded(["48@J7r1 48@K7r1 20@L7r1"], [lying], cards=cards) for cards in ("v3", "v3 m1")]
    news = FACE.news([position.view(None) for position in line], ["Ada"])
    assert "🔴 **Ada**: Defeated at K7, −2 🪤" in news


def test_the_way_of_an_invader_is_told_by_squares_with_what_it_met() -> None:
    colony = ["48@J7r1 48@K7r1 20@L7r1"]
    squire = (
        [tokens(traps="J7 K7", gold="L7")],
        "H7, I7, J7 (trap, 1 heart left), K7 (trap), defeated",
    )
    thief = (
        [tokens(traps="J7", gold="L7")],
        "H7, I7, J7 (trap, no harm), K7, L7 (takes 1 gold), leaves the colony",
    )
    loaded = (
        [tokens(gold="J7 K7 L7")],
        "H7, I7, J7 (takes 1 gold), K7 (takes 1 gold), leaves the colony, all bags full",
    )
    for cards, (lying, way) in (("v3 m1", squire), ("v1 m1", thief), ("v1 m1", loaded)):
        position = invaded(colony, lying, cards=cards)
        for viewer in (None, 1):
            assert f": {way}." in FACE.describe(position.view(viewer), ["Ada"])


def test_words_first_name_plain_tiles_kinds_of_sides_and_what_is_in_a_piece() -> None:
    position = started("1/brisk/guided/full", "t55", "t99", "t20", "t62", "t1", "b1@J7r3")
    position = position.with_seat(1, position.seats[0].with_reserve("I6"))
    words = FACE.describe(position.view(1), ["Ada"])
    assert "\nFrom I7: cavern J7.\n" in f"{words}\n"
    assert "Open edges: cavern G7 west; stone J7 east, H8 south." in words
    crossing = "2 trap (cavern north, east, south and west)"
    assert f"Queue: {crossing}; 3 treasure chest (cavern south); " in words
    tavern = "mess hall (stone north and west); from there south, plain square (cavern south)"
    assert f"Reserve: Patch; Tavern: {tavern}." in words
    told = FACE.screen([position.view(1)], replace(look(1), words=True)).text
    assert "Fits: 2, 3, 4 and 5 at F7." in told


def test_words_first_list_each_place_of_a_tile_with_what_it_joins() -> None:
    position = started("1/brisk/guided/full", "t55", "t99", "t20", "t62", "t1")
    told = replace(look(1), words=True)
    with coloured("night", words=True):
        screen = FACE.screen([position.view(1)], told, "b4")
    assert "\nJoins: F7 to G7; J7 to I7." in screen.text
    labels = [key.label for row in screen.rows for key in keys_of(row)]
    assert labels[:2] == ["1a · F7 · cavern north and east", "1b · F7 · cavern east and south"]
    assert "Joins" not in FACE.screen([position.view(1)], look(1), "b4").text


def test_the_cards_of_an_invasion_that_begins_are_turned_over_one_by_one() -> None:
    line = match("1/brisk/guided/full", 0)
    told = 0
    for at, position in enumerate(line):
        seen = views(line[: at + 1], 1)
        first = FACE.screen(seen, replace(look(1), page=FACE.opening_page(seen, ())))
        if position.to_move == {0} or not first.pages:
            continue
        assert not first.rows
        assert len(first.drawings) == 1
        pages = [FACE.screen(seen, replace(look(1), page=page)) for page in first.pages]
        assert [[*page.pages] for page in pages] == [
            first.pages[behind:] for behind in range(1, len(first.pages) + 1)
        ]
        begun = [page for page in (first, *pages) if "The invasion of round" in page.text]
        assert len(begun) <= 1
        told += len(begun)
        assert len(pages[-1].drawings) <= 2
    assert told == 3


def test_after_a_round_it_is_told_what_was_lost_and_to_whom() -> None:
    line = match("1/brisk/guided/full", 0)
    over = [at for at in range(1, len(line)) if len(line[at].rounds) > len(line[at - 1].rounds)]
    for at in over[:-1]:
        after = next(n for n in range(at, len(line)) if line[n].to_move != {0})
        text = FACE.screen(views(line[: after + 1], 1), look(1)).text
        assert ("You lost:" in text) is not ("Nobody took any treasure from you." in text)


def test_whoever_is_ready_with_a_stash_of_use_is_asked_whether_to_lose_it() -> None:
    asked = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            own = position.seats[0]
            if own.stage != "populate" or 1 not in position.to_move:
                continue
            shown = FACE.screen([position.view(1)], look(len(position.seats)))
            (ready,) = [key for row in shown.rows for key in keys_of(row) if key.label == "Ready"]
            useful = any(
                each.kind in {"store", "buy for gold", "buy for gem"} for each in own.legal
            )
            assert ready.opens is useful
            assert bool(FACE.asked_before(position.view(1), "ready")) is useful, "typed, too"
            if useful:
                question = FACE.screen(
                    [position.view(1)], look(len(position.seats)), ready.argument
                )
                assert "which is lost if you do not use it" in question.text
                (row,) = question.rows
                assert [key.argument for key in keys_of(row)] == ["ready"]
            asked += useful
    assert asked


def test_where_only_guards_can_move_they_stand_on_the_board_itself() -> None:
    found = 0
    for setup, seed in SETUPS:
        for position in match(setup, seed):
            own = position.seats[0]
            if own.stage != "populate" or 1 not in position.to_move:
                continue
            kinds = {move.kind for move in position.moves(1)}
            screen = FACE.screen([position.view(1)], look(len(position.seats)))
            keys = {key.argument: key for row in screen.rows for key in keys_of(row)}
            if kinds == {"move", "ready"}:
                guards = {f"move:{NAME[move.at]}" for move in position.moves(1) if move.at >= 0}
                assert guards | {"ready"} == set(keys)
                found += 1
            else:
                assert ("move" in keys) is ("move" in kinds)
    assert found
