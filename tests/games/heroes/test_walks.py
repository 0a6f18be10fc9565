"""How invaders walk: each map, each power, the effects of tokens, and the questions."""

import random

from prowlerbot.games.heroes.rules import Position, latest_invasion, visits
from prowlerbot.games.heroes.stages import invasion
from prowlerbot.games.heroes.stages.walk import steps, without_lost
from tests.games.heroes.matches import (
    built,
    invaded,
    lies,
    play_out,
    sensible_match,
    texts,
    tokens,
    way,
)
from tests.games.play import play

LINE = "45@J7r1 45@K7r1 45@L7r1 1@M7r1"
"""A corridor to the east, J7 to M7, without anything in it that brings tokens."""


def walked(pieces: str, cards: str, **kinds: str) -> list[str]:
    """The way of an invader, with the tokens on the way."""
    return way(invaded([pieces], [tokens(**kinds)], cards=cards))


# ---------------------------------------------------------------------------------- tokens


def test_without_a_heart_left_it_is_defeated_and_takes_nothing_more() -> None:
    position = invaded([LINE], [tokens(traps="J7", guards="K7", gold="M7")], cards="v3 m1")
    assert way(position)[-3:] == ["K7", "guard", "defeated"]
    assert lies(position) == tokens(gold="M7")


def test_a_gem_makes_it_leave_with_empty_bags() -> None:
    assert walked(LINE, "v11 m1", gems="J7", gold="M7") == ["I7", "J7", "gem", "left"]


# ---------------------------------------------------------------------------------- powers


def cost(card: str, **kinds: str) -> list[str]:
    return walked(LINE, f"{card} m1", **kinds)


def test_how_much_an_invader_endures() -> None:
    for card, kind, endures in [
        # A danger to an invader with about two hearts, and the number of them that it survives.
        ("v1", "traps", 2),  # the first one is free, two hearts
        ("v1", "guards", 1),
        ("v2", "traps", 1),
        ("v2", "guards", 1),
        ("v3", "traps", 1),
        ("v5", "traps", 3),
        ("v6", "traps", 2),  # two hearts each of five
        ("v6", "guards", 4),
        ("v7", "guards", 2),
        ("v7", "traps", 1),
        ("v8", "traps", 9),
        ("v8", "guards", 1),
        ("v9", "guards", 9),
        ("v9", "traps", 1),
        ("v16", "guards", 1),  # two hearts each of four
        ("v16", "traps", 3),
    ]:
        pieces = "45@J7r1 45@K7r1 45@L7r1 45@M7r1 45@N7r1 98@O7r0"
        squares = ["I7", "J7", "K7", "L7", "M7", "N7"]
        enough = squares[: min(endures, 5)]
        fate = walked(pieces, f"{card} m1", **{kind: " ".join(enough)}, gold="O7")
        assert "defeated" not in fate, (card, kind, endures)
        assert "gold" in fate, (card, kind, endures)
        if endures < 5:
            more = squares[: endures + 1]
            fate = walked(pieces, f"{card} m1", **{kind: " ".join(more)}, gold="O7")
            assert fate[-1] == "defeated", (card, kind, endures)


def test_the_pilgrim_regains_a_heart_with_its_first_treasure_alone() -> None:
    # Two hearts, two bags: hurt, healed, hurt again, and still there for the second gold.
    fate = cost("v10", traps="J7", gold="K7 M7", guards="L7")
    assert fate[-2:] == ["gold", "left"]
    assert cost("v3", traps="J7", guards="L7", gold="M7")[-1] == "defeated"
    # With both hearts there is nothing to regain, and the chance is gone.
    late = walked(LINE, "v10 m1", gold="J7 M7", traps="K7 L7")
    assert late[-1] == "defeated"


def test_the_braggart_leaves_when_damage_leaves_it_one_heart() -> None:
    position = invaded([LINE], [tokens(traps="J7", guards="K7", gold="M7")], cards="v13 m1")
    assert way(position) == ["I7", "J7", "trap", "K7", "guard", "left"]
    assert cost("v13", traps="J7", gold="M7")[-2:] == ["gold", "left"]


def test_a_gem_fills_one_bag_of_the_jeweller() -> None:
    assert cost("v14", gems="J7", gold="M7")[-2:] == ["gold", "left"]
    assert cost("v14", gems="J7 K7", gold="M7")[-2:] == ["gem", "left"]


def test_gold_of_a_chest_fills_two_bags_of_the_locksmith() -> None:
    pieces = "49@J7r1 49@K7r1 1@L7r1"
    fate = walked(pieces, "v17 m1", gold="J7 K7 L7")
    assert fate == ["I7", "J7", "gold", "K7", "gold", "left"]
    fate = walked(LINE, "v17 m1", gold="J7 K7 L7 M7")
    assert fate.count("gold") == 3


def test_the_minstrel_frees_prisoners_before_anything_else_happens() -> None:
    position = invaded([LINE], [tokens(prisoners="J7 L7", traps="J7", gold="K7")], cards="v12 m1")
    assert way(position) == ["I7", "J7", "prisoner", "trap", "K7", "gold", "left"]
    assert lies(position) == tokens(prisoners="L7")


# ------------------------------------------------------------------------------------ maps

CROSS = "98@J7r0 45@J6r0 45@J8r0 1@J5r0 1@J9r2 45@K7r1 45@L7r1 1@M7r1"
"""A crossing at J7; two steps north J5, two south J9, three east M7."""


RING = "76@J7r1 59@J6r1 63@K6r2 45@K7r0 59@K8r3 59@J8r0"
"""Two ways of the same length from J7 to K7: by J6 and K6, or by J8 and K8."""


def test_m3_takes_the_left_most_way_and_leaves_before_it_repeats_a_step() -> None:
    # Facing south on H7, left is east; at the end it would go from H7 to I7 again.
    assert walked(CROSS, "v4 m3") == [
        *("I7", "J7", "J6", "J5", "J6", "J7", "K7", "L7", "M7", "L7", "K7", "J7"),
        *("J8", "J9", "J8", "J7", "I7", "H7", "H8", "H7", "G7", "H7", "left"),
    ]


def test_m6_goes_to_guards_first() -> None:
    assert walked(CROSS, "v5 m6", gold="J6", guards="M7")[:6] == [
        *("I7", "J7", "K7", "L7", "M7", "guard")
    ]
    assert walked(CROSS, "v5 m6", gold="J6")[-3:] == ["J6", "gold", "left"]


def test_m7_surveys_every_square_and_goes_back_from_dead_ends() -> None:
    assert walked(CROSS, "v4 m7") == [
        *("I7", "J7", "J6", "J5", "J6", "J7", "K7", "L7", "M7", "L7", "K7", "J7"),
        *("J8", "J9", "J8", "J7", "I7", "H7", "H8", "H7", "G7", "H7", "left"),
    ]


def test_m7_takes_cavern_before_stone_and_left_before_right() -> None:
    # At J7 the way left, north, is stone; the one straight on is cavern.
    fate = walked("102@J7r1 50@J6r0 45@K7r1 50@J8r0", "v4 m7")
    assert fate[:7] == ["I7", "J7", "K7", "J7", "J8", "J7", "J6"]


def test_m7_enters_every_square_of_a_ring_once_and_goes_back_the_way_it_first_came() -> None:
    assert walked(RING, "v4 m7")[:11] == [
        *("I7", "J7", "J6", "K6", "K7", "K8", "J8", "K8", "K7", "K6", "J6")
    ]


def test_m9_smells_gems_then_gold_on_ore_then_gold() -> None:
    gold = "J6 M7"
    assert walked(CROSS, "v3 m9", gold=gold)[-3:] == ["M7", "gold", "left"]  # M7 is ore
    assert walked(CROSS, "v3 m9", gold=gold, gems="J8")[-3:] == ["J8", "gem", "left"]
    assert walked(CROSS, "v3 m9", gold="J6 L7")[-3:] == ["J6", "gold", "left"]


def test_m11_frees_the_prisoners_one_after_another_and_goes_on_to_treasure() -> None:
    position = invaded([CROSS], [tokens(prisoners="M7 J5", gold="J9")], cards="v3 m11")
    fate = way(position)
    assert fate[:4] == ["I7", "J7", "J6", "J5"]
    assert fate.count("prisoner") == 2
    assert fate[-3:] == ["J9", "gold", "left"]
    assert lies(position) == tokens()


# ------------------------------------------------------------------------------- questions


def test_ways_that_come_to_the_same_are_not_asked_about() -> None:
    assert way(invaded([CROSS], [tokens(gold="J6 J8")], cards="v4 m1"))[-1] == "left"


def test_options_with_the_same_ends_count_as_one_and_the_first_stands_for_them() -> None:
    # With two bags, only the one of the three that stays makes a difference.
    pieces = "98@J7r0 1@J6r0 1@K7r1 1@J8r2"
    position = invaded([pieces], [tokens(gold="J6 K7 J8")], cards="v4 m1")
    assert texts(position) == [">J6", ">K7", ">J8"]
    position = play(position, ">K7")
    assert texts(position) == [">J6", ">J8"]
    assert lies(play(position, ">J8")) == tokens(gold="J6")


def test_the_order_of_tokens_is_asked_where_it_matters() -> None:
    # One heart, one bag: the guard first, or the gold first.
    position = invaded([LINE], [tokens(traps="K7", guards="M7", gold="M7")], cards="v3 m1")
    assert texts(position) == ["guard", "gold"]
    saved = play(position, "guard")
    assert lies(saved) == tokens(gold="M7")
    lost = play(position, "gold")
    assert lies(lost) == tokens(guards="M7")


def test_the_order_of_tokens_is_not_asked_where_it_comes_to_the_same() -> None:
    position = invaded([LINE], [tokens(traps="J7", guards="J7")], cards="v4 m8")
    assert position.seats[0].stage == "wait"
    assert lies(position) == tokens()


def test_of_two_ways_of_the_same_length_the_one_with_a_trap_is_asked_about() -> None:
    position = invaded([RING], [tokens(traps="J8", gold="K7")], cards="v3 m1")
    assert texts(position) == [">J6", ">J8"]
    same = invaded([RING], [tokens(gold="K7")], cards="v3 m1")
    assert way(same) == ["I7", "J7", "J6", "K6", "K7", "gold", "left"]


def test_a_choice_that_matters_only_later_is_asked_about_as_well() -> None:
    # By J8 the first trap of the Thief is spent there, by J6 it is the one at K7.
    position = invaded([RING], [tokens(traps="J8 K7", gold="K7 K7")], cards="v1 m1")
    assert texts(position) == [">J6", ">J8"]


def test_each_seat_decides_by_itself_and_the_next_card_waits_for_all() -> None:
    there = tokens(gold="J6 J8")
    position = invaded([CROSS, LINE, CROSS], [there, None, there], cards="v3 m1")
    assert position.to_move == {1, 3}
    position = play(position, (3, ">J8"))
    assert position.to_move == {1}
    assert lies(position, 1) == there
    position = play(position, (1, ">J6"))
    assert set(position.to_move) == {0}
    assert [lies(position, seat) for seat in (1, 3)] == [tokens(gold="J8"), tokens(gold="J6")]


# ------------------------------------------------------------------- the cards of an invasion


CELLS = "34@H9r2"
HOLD = "100@H9r0 34@G9r3 35@I9r1 36@H10r2"
"""Three cells around a crossing south of the entrance."""
FIRES = "98@J7r0 17@J6r0 18@K7r1 19@J8r2"
"""Three campfires around a crossing east of the entrance."""


# ----------------------------------------------------------------------------------- cards


def test_in_the_next_invasion_all_maps_are_there_again_but_not_the_invaders() -> None:
    first = invaded([""], cards="v3 m1 d4 e2 v4 m2 v5 m3 v6 m4")
    position = invasion.begin_invasion(first._replace(round=2))
    assert not {"v3", "v4", "v5", "v6"} & set(texts(position))
    position = play(position, "v7")
    assert len(texts(position)) == 11
    position = play(position, "m1")
    assert "e2" not in texts(play(position, "d5"))


# --------------------------------------------------------------------------- a prisoner


def defeat(pieces: str, **kinds: str) -> Position:
    """After the Squire has walked along the treasure and met its end, if it did."""
    return invaded([pieces], [tokens(**kinds)], cards="v3 m1")


TRAPPED = {"traps": "J7", "guards": "K7", "gold": "M7"}


def test_without_a_free_cell_nobody_is_kept() -> None:
    assert lies(defeat(LINE, **TRAPPED)) == tokens(gold="M7")
    full = defeat(f"{LINE} {CELLS}", prisoners="H9", **TRAPPED)
    assert lies(full) == tokens(gold="M7", prisoners="H9")
    assert lies(defeat(f"{LINE} 69@H9r0", **TRAPPED)) == tokens(gold="M7")  # an open edge


def test_of_several_cells_the_owner_chooses() -> None:
    position = defeat(f"{LINE} {HOLD}", prisoners="G9", **TRAPPED)
    assert texts(position) == ["cell@I9", "cell@H10"]
    assert lies(play(position, "cell@H10")).prisoners == tokens(prisoners="G9 H10").prisoners


# ----------------------------------------------------------------------------- infirmaries


def test_of_several_campfires_the_owner_chooses_and_may_not_pass() -> None:
    position = defeat(f"{FIRES} I9@H10r2", guards="K7")
    assert texts(position) == ["guard@J6", "guard@J8"]
    assert lies(play(position, "guard@J8")) == tokens(guards="K7 J8")


# --------------------------------------------------------------------------------- arming


SNARES = "48@J7r1 48@K7r1 20@L7r1 17@F7r3"
"""Two traps before a chest, a campfire on the other side."""


def test_without_gold_or_guards_nothing_is_rearmed_and_nobody_is_asked() -> None:
    position = defeat(SNARES)
    assert lies(position) == tokens()
    assert set(position.to_move) == {0}


# ---------------------------------------------------------------------------------- events


def event(number: int, pieces: str, **kinds: str) -> Position:
    """An event after an invader who changes nothing: it goes for guards or treasure there are
    none of yet.
    """
    position = invaded([""], cards="v3 m1 d4")
    seat = position.seats[0]._replace(colony=built(pieces), tokens=tokens(**kinds))
    return play(position._replace(seats=(seat,)), f"e{number}")


def test_if_nothing_has_an_open_edge_a_cave_in_takes_any_piece() -> None:
    assert texts(event(1, "20@J7r1 17@F7r3")) == ["lose@F7", "lose@J7"]
    assert event(1, "").to_move == {0}


def test_a_cave_in_takes_what_is_cut_off_and_the_tokens_on_it() -> None:
    position = event(1, "45@J7r1 I8@K7r3 20@M7r1 P@F7r0", gold="M7", guards="L7 F7")
    assert [placed.id for placed in position.seats[0].colony.pieces] == ["45", "I8", "20"]
    position = event(1, "45@J7r1 I8@K7r3 20@M7r1", gold="M7", guards="L7")
    assert texts(position) == ["lose@J7", "lose@K7", "lose@M7"]
    after = play(position, "lose@J7")
    assert after.seats[0].colony.pieces == ()
    assert after.seats[0].reserve == ("I8",)
    assert lies(after) == tokens()


def test_seepage_takes_a_gold_from_the_farthest_square_with_gold() -> None:
    assert lies(event(3, LINE, gold="J7 M7 M7")) == tokens(gold="J7 M7")
    position = event(3, FIRES, gold="J6 J8 I7")
    assert texts(position) == ["lose@J6", "lose@J8"]
    assert lies(play(position, "lose@J8")) == tokens(gold="J6 I7")
    assert lies(event(3, LINE, guards="M7")) == tokens(guards="M7")


def test_without_prisoners_the_nearest_guard_runs_away() -> None:
    assert lies(event(5, LINE, guards="K7 M7")) == tokens(guards="M7")
    position = event(5, FIRES, guards="J6 J8 K7")
    assert texts(position) == ["lose@J6", "lose@K7", "lose@J8"]
    assert lies(play(position, "lose@K7")) == tokens(guards="J6 J8")


def test_without_such_ore_an_empty_chest_gets_a_gold() -> None:
    chests = "98@J7r0 20@J6r0 21@K7r1 22@J8r2"
    position = event(6, f"{chests} 1@F7r3", gold="J6")
    assert texts(position) == ["gold@K7", "gold@J8"]
    assert lies(play(position, "gold@J8")) == tokens(gold="J6 J8")
    assert lies(event(6, "20@J7r1 49@F7r1")) == tokens(gold="J7")
    assert lies(event(6, "20@J7r1", gems="J7")) == tokens(gems="J7")


def test_a_straggler_has_one_heart_and_one_bag_and_takes_the_latest_map() -> None:
    assert lies(event(8, LINE, gold="J7 K7")) == tokens(gold="K7")
    caught = event(8, f"{LINE} {CELLS}", guards="J7", gold="K7")
    assert lies(caught) == tokens(gold="K7", prisoners="H9")
    position = event(8, SNARES, traps="J7", guards="F7", gold="L7")
    assert texts(position) == ["armg@L7", "armw@F7", "pass"]


# --------------------------------------------------------------------- finding the cards of a match


SETUPS = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/full", "4/turns/free/short")


def test_at_any_moment_the_latest_card_is_over_or_there() -> None:
    for setup in SETUPS:
        line = play_out(setup, random.Random(1))[1]
        whole = list(visits(line))
        for at in range(0, len(line), 7):
            now = list(visits(line[: at + 1]))
            over = [card for card in now if card.over]
            assert over == whole[: len(over)], setup
            assert len(now) - len(over) in {0, 1}, setup
            begun = latest_invasion(line[: at + 1])
            if line[at].phase == "build":
                assert begun > at, setup
            elif begun <= at:
                assert line[begun].phase == "invasion", setup
                part = list(visits(line[begun : at + 1]))
                assert [card.number for card in part] == [
                    card.number for card in now if card.round == line[begun].round
                ], setup


def test_what_is_left_on_a_walk_follows_from_what_happened_on_it() -> None:
    for setup in SETUPS:
        line, lost = sensible_match(setup, 1)[1], 0
        for card in visits(line):
            for at in range(card.first + 1, card.last + 1):
                state = line[at].invaded or line[at]
                for came, seat in zip(line[card.first].seats, state.seats, strict=True):
                    left = without_lost(came.tokens, seat.trace)
                    if seat.walk is not None:
                        assert left == seat.walk.tokens, setup
                    elif at == card.last and seat.trace:
                        # Afterwards a prisoner or a guard may have come, and traps for others.
                        assert left.gems == seat.tokens.gems, setup
                        assert left.all_gold - seat.tokens.all_gold in {0, 1}, setup
                        assert not left.traps & ~seat.tokens.traps, setup
                        lost += left != came.tokens
        assert lost, setup


def test_a_step_goes_with_all_that_it_brought() -> None:
    trace = ((1, ""), (2, ""), (2, "trap"), (2, "gold"), (3, ""), (3, "left"))
    assert steps(trace) == [1, 4, 6]
    assert steps(((0, "left"),)) == [1]
    assert steps(()) == []
