"""The cards of an invasion, the steps after an invader, the events; and how rounds and cards are
found in the positions of a match.
"""

from __future__ import annotations

import random

from prowlerbot.games.heroes.rules import (
    Position,
    latest_invasion,
    visits,
)
from prowlerbot.games.heroes.stages import invasion
from prowlerbot.games.heroes.stages.walk import steps, without_lost
from tests.games.heroes.matches import built, invaded, lies, play_out, sensible_match, texts, tokens
from tests.games.play import play

LINE = "45@J7r1 45@K7r1 45@L7r1 1@M7r1"
CELLS = "34@H9r2"
HOLD = "100@H9r0 34@G9r3 35@I9r1 36@H10r2"
"""Three cells around a crossing south of the entrance."""
FIRES = "98@J7r0 17@J6r0 18@K7r1 19@J8r2"
"""Three campfires around a crossing east of the entrance."""


# ----------------------------------------------------------------------------------- cards


def test_in_the_next_invasion_all_maps_are_there_again_but_not_the_invaders() -> None:
    first = invaded([""], cards="v3 m1 d4 e2 v4 m2 v5 m3 v6 m4")
    position = invasion.begin(first._replace(round=2))
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
