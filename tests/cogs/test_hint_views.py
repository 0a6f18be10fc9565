"""The words of hints, on made appraisals, and of the hint about standing orders."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

from cogs.board.private_screens import order_hint
from cogs.board.views.question_views import HintScreen, hints_line
from cogs.contract.face import Face
from cogs.contract.manifest import find_manifests
from cogs.contract.screen import Order
from prowlerbot.games import GAMES
from prowlerbot.match import lobby
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE
from prowlerbot.match.match import Context, Decision, Former, HintTaken, Match, Phase, Play, Player
from prowlerbot.match.play import give_order
from prowlerbot.match.terms import Terms
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from tests.cases import each_of
from tests.games.nim.rules import Nim
from tests.games.play import play
from tests.games.prowler.matches import EXAMPLE
from tests.games.snatch import ENOUGH, SnatchGame
from tests.life import ADA, BEN, CLEO, START

FACE = find_manifests(GAMES)["prowler"].face
PLAYERS = (Player(1, "Ann"), Player(2, "Ben"))


def option(
    move: str, chance: float | None, lead: float, behind: float = 0.0, error: float = 0.01
) -> JudgedMove:
    chances = None if chance is None else Estimate(chance, error)
    return JudgedMove(move, Estimate(lead, error), chances, Estimate(behind, error))


def screen(*options: JudgedMove, exact: bool = False) -> HintScreen:
    match = Match(
        "abc",
        "prowler",
        PLAYERS,
        0,
        setup=EXAMPLE,
        phase=Phase.PLAYING,
        decisions=(Decision(0),) * 2,
    )
    position = play(GAMES["prowler"].start(EXAMPLE), ">R")
    return HintScreen(match, FACE, position.view(1), 1, Appraisal(options, exact=exact))


def components(shown: HintScreen, step: int) -> list[dict[str, Any]]:
    return shown.content_to_step(step).to_components()


def text(shown: HintScreen, step: int) -> str:
    return str(components(shown, step)[0]["content"])


def test_candidates_stand_in_the_order_of_the_board_whichever_is_best() -> None:
    moves = ["14", "3", "20"]
    orders = set()
    for seed in range(6):
        rng = random.Random(seed)
        rng.shuffle(moves)
        shown = screen(*(option(move, 0.5, 0.0) for move in moves))
        lines = [line for line in text(shown, CANDIDATES).splitlines() if line.startswith("- ")]
        orders.add(tuple(line.split("**")[1] for line in lines))
    assert orders == {("pathway 3", "pathway 14", "pathway 20")}


def test_only_the_last_step_names_the_machine_s_move() -> None:
    shown = screen(option("14", 0.6, 2.0), option("3", 0.5, 1.0, 0.1))
    assert "pathway 14" not in text(shown, WHERE)
    assert "choice" not in text(shown, CANDIDATES)
    assert "The machine's choice: **pathway 14**" in text(shown, CHOICE)


def test_the_choice_tells_what_the_second_best_surely_gives_away() -> None:
    told = text(screen(option("14", 0.6, 2.5), option("3", 0.5, 1.0, 0.1)), CHOICE)
    assert "gives you a chance of 60%; it expects you to end 2 points ahead." in told
    assert "Second best: **pathway 3**, a chance of 50%." in told
    told = text(screen(option("14", 0.6, 2.0), option("3", 0.59, 1.9, 0.01, 0.01)), CHOICE)
    assert "Perhaps just as good: **pathway 3**." in told, "a difference within its error"
    assert "just as good" not in text(screen(option("14", 0.5, 1.0)), CHOICE)


def test_an_exact_ending_says_both_leads() -> None:
    shown = screen(option("14", 1.0, 7.0, 0, 0), option("3", 0.0, -2.0, 1, 0), exact=True)
    told = text(shown, CHOICE)
    assert "Searched to the end: 7 points ahead." in told
    assert "Second best: **pathway 3**, 2 points behind." in told
    shown = screen(option("14", 1.0, 7.0, 0, 0), option("3", 1.0, 7.0, 0, 0), exact=True)
    assert "Just as good: **pathway 3**." in text(shown, CHOICE)


def test_a_game_without_chances_tells_treasure() -> None:
    told = text(screen(option("14", None, 9.0), option("3", None, 7.5, 1.5)), CHOICE)
    assert "That promises 1.5 treasure more than **pathway 3**." in told
    assert "%" not in told


def test_a_choice_by_rule_claims_no_numbers() -> None:
    told = text(screen(option("14", 0.5, 0.0, 0, 0), option("3", 0.5, 0.0, 0, 0)), CHOICE)
    assert "goes by a simple rule" in told
    assert "%" not in told


def test_each_step_leads_to_the_next() -> None:
    shown = screen(option("14", 0.5, 1.0), option("3", 0.5, 1.0))
    for step in (WHERE, CANDIDATES):
        (_, row) = components(shown, step)
        (button,) = row["components"]
        assert button["custom_id"] == f"hint:abc:0:{step + 1}"
    (_, row) = components(shown, CHOICE)
    assert [each["custom_id"] for each in row["components"]] == ["try:abc:0:14"]


@each_of("seed", range(6))
def test_every_candidate_lies_in_a_region_named_before_and_no_reason_is_told_twice(
    seed: int,
) -> None:
    rng = random.Random(seed)
    position = play(GAMES["prowler"].start(EXAMPLE), ">R")
    for _ in range(8 + seed % 2 * 2):
        (seat,) = position.to_move
        position = position.after(seat, rng.choice(position.moves(seat)))
    (seat,) = position.to_move
    free = [option(str(move), 0.5, 0.0) for move in rng.sample(list(position.moves(seat)), 3)]
    shown = replace(
        screen(*free), view=position.view(seat), seat=seat, found=Appraisal(tuple(free))
    )
    lit = {*re.findall(r"\d+", text(shown, WHERE).splitlines()[1])}
    assert {each.move.split(">")[0] for each in free} <= lit
    told = text(shown, CANDIDATES).splitlines()
    reasons = [line.partition("**: ")[2] for line in told if line.startswith("- ")]
    own = [each for each in reasons if each and not each.startswith("the same as ")]
    assert len({*own}) == len(own)


def test_a_candidate_with_the_reason_of_an_earlier_one_says_so() -> None:
    face = find_manifests(GAMES)["landgrab"].face
    position = play(GAMES["landgrab"].start("RB/1/F6,H6/F7/"), "p:G6", "p:I6")
    found = Appraisal((option("H7", 0.5, 0.0), option("H6", 0.5, 0.0)))
    shown = replace(screen(), face=face, view=position.view(1), seat=1, found=found)
    told = text(shown, CANDIDATES)
    reason = "is 1 step from the small building F7 (strength 10), worth 1 point"
    assert f"- A · **step to H6**: {reason}\n- B · **step to H7**: the same as A" in told
    assert text(shown, CHOICE).count(reason) == 1, "nothing is told twice in a message"


def test_a_candidate_whose_aim_its_own_name_says_tells_what_it_brings() -> None:
    match = Match("abc", "prowler", PLAYERS, 0, setup=EXAMPLE, phase=Phase.PLAYING)
    start = GAMES["prowler"].start(EXAMPLE)
    (first,) = start.to_move
    moves = tuple(option(move, 0.5, 0.0) for move in (">M", ">P", ">C"))
    shown = HintScreen(match, FACE, start.view(first), first, Appraisal(moves, exact=False))
    told = [line for line in text(shown, CANDIDATES).splitlines() if " · " in line]
    assert len(told) == 3
    for line in told:
        name, aim = line.split(" · ", 1)[1].split(": ", 1)
        assert aim not in name, line


def test_a_game_without_advice_has_hints_too() -> None:
    game = Nim()
    state = game.start(game.setup(random.Random(1), 2, {}))
    (seat,) = state.to_move
    moves = [str(move) for move in state.moves(seat)][:2]
    match = Match("abc", "nim", PLAYERS, 0, decisions=(Decision(0),) * 2)
    found = Appraisal(tuple(option(move, 0.5, 0.0, 0.1) for move in moves))
    told = text(HintScreen(match, Face(game), state.view(seat), seat, found), CHOICE)
    assert "Look at" not in told
    assert f"- A · **{moves[0]}**\n" in told
    assert f"The machine's choice: **{moves[0]}**." in told


@each_of(
    ("seats", "line"),
    [
        ([], ""),
        ([1], "-# 💡 Ann took 1 hint"),
        ([1, 2, 1], "-# 💡 Ann took 2 hints and Ben took 1 hint"),
    ],
)
def test_the_result_counts_the_decisions_with_hints(seats: list[int], line: str) -> None:
    taken = tuple(HintTaken(at, seat, 2, at) for at, seat in enumerate(seats))
    match = Match("abc", "prowler", PLAYERS, 0, phase=Phase.OVER, hints=taken)
    assert hints_line(match) == line


def test_hints_of_a_player_who_has_left_do_not_count_for_the_one_who_plays_on() -> None:
    ann = Player(9, "Zoe", former=Former(PLAYERS[0].id, "Ann", 1))
    plays = (Play(1, "1", 0, 0), Play(2, "2", 0, 1))
    taken = (HintTaken(0, 1, 2, 0), HintTaken(2, 1, 2, 2))
    match = Match("abc", "prowler", (ann, PLAYERS[1]), 0, plays=plays, hints=taken)
    assert hints_line(match) == "-# 💡 Zoe took 1 hint and Ann took 1 hint"


# ------------------------------------------------------------------ standing orders


SNATCH = SnatchGame()


def test_an_order_not_given_says_how_to_give_it_and_a_given_one_how_to_take_it_back() -> None:
    terms, rng = Terms(), random.Random(1)
    match = lobby.challenge("abc", SNATCH, (ADA, BEN, CLEO), {}, terms=terms, now=START)
    for player in (BEN, CLEO):
        match = lobby.accept(match, Context(SNATCH, rng, START), player.id)
    offered = [Order(ENOUGH, "Enough")]
    assert "press it once" in order_hint(match, 1, offered)
    given = give_order(match, Context(SNATCH, rng, START + 1), ADA.id, ENOUGH, given=True)
    assert "press it to be asked again" in order_hint(given, 1, offered)
