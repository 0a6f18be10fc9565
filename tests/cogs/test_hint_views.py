"""The words of hints, on made appraisals, and of the hint about standing orders."""

import io
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageStat

from cogs.board.views.hint_views import HintScreen, most_at_once
from cogs.board.views.match_views import Keyboard
from cogs.board.views.results_text import hints_line
from cogs.contract.face import Face
from cogs.contract.manifest import find_manifests
from cogs.contract.screen import Look
from cogs.contract.sign import coloured
from prowlerbot.core.game import AnyView, find_move
from prowlerbot.games import GAMES
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE
from prowlerbot.match.match import Decision, FormerPlayer, Match, Phase, Play, Player, TakenHint
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from tests.cases import each_of
from tests.games.nim.rules import Nim
from tests.games.play import play
from tests.games.prowler.matches import EXAMPLE
from tests.games.snatch import SnatchGame

FACE = find_manifests(GAMES)["prowler"].face
TWO, PLAYERS = ("Ann", "Ben"), (Player(1, "Ann"), Player(2, "Ben"))


def option(
    move: str, chance: float | None, lead: float, behind: float = 0.0, error: float = 0.01
) -> JudgedMove:
    chances = None if chance is None else Estimate(chance, error)
    return JudgedMove(move, Estimate(lead, error), chances, Estimate(behind, error))


DECISIONS = (Decision(0),) * 2
MATCH = Match("abc", "prowler", PLAYERS, 0, setup=EXAMPLE, phase=Phase.PLAYING, decisions=DECISIONS)


def screen(*options: JudgedMove, exact: bool = False) -> HintScreen:
    shown = at(play(GAMES["prowler"].start(EXAMPLE), ">R").view(1), 1, FACE, *options)
    return replace(shown, found=Appraisal(options, exact=exact))


def at(view: AnyView, seat: int, face: Face = FACE, *options: JudgedMove) -> HintScreen:
    keyboard, gains = Keyboard(MATCH, "try"), face.gains(view, seat)
    return HintScreen(MATCH, face, view, seat, Appraisal(options), gains, keyboard)


def components(shown: HintScreen, step: int) -> list[dict[str, Any]]:
    return shown.content_to_step(step).to_components()


def text(shown: HintScreen, step: int) -> str:
    return "\n".join(str(each["content"]) for each in components(shown, step) if "content" in each)


def test_candidates_stand_by_the_result_that_the_machine_expects_of_each() -> None:
    moves = ["14", "3", "20", "9", "10"]
    for seed in range(6):
        rng = random.Random(seed)
        chances = {move: rng.randrange(10, 90) for move in moves}
        options = (option(move, chance / 100, 0.0) for move, chance in chances.items())
        shown = screen(*options)
        told = re.findall(r"· \*\*pathway (\d+)", text(shown, CANDIDATES))
        found = [chances[move] for move in told]
        assert found == sorted(found, reverse=True)
        assert found[0] == max(chances.values())
        last = re.findall(r"pathway (\d+)\*\*.*, you end level \(wins: (\d+)", text(shown, CHOICE))
        assert last[0] == (told[0], f"{found[0]}")
        assert {move: int(count) for move, count in last}.items() <= chances.items()


def test_the_choice_tells_what_the_second_best_surely_gives_away() -> None:
    told = text(screen(option("14", 0.6, 2.5), option("3", 0.5, 1.0, 0.1)), CHOICE)
    *_, choice, second = told.splitlines()
    result = "you end 2 wealth ahead (wins: 60 of 100)"
    assert choice.endswith(f"A · **pathway 14** (+6), {result}.")
    traded = "A leaves Ben 1 less, though it brings 3 less at once."
    assert second == f"- B · **pathway 3** (+9): you end 1 wealth ahead. {traded}"
    told = text(screen(option("14", 0.6, 2.0), option("10", 0.59, 1.9, 0.01, 0.01)), CHOICE)
    *_, choice, second = told.splitlines()
    assert choice.endswith(f"A · **pathway 14** (+6), {result}.")
    assert "- B · **pathway 10** (+6): about as good; you end 2 wealth ahead." in second
    assert second.endswith(" Equal: take either.")
    assert "B ·" not in text(screen(option("14", 0.5, 1.0)), CHOICE)


def test_results_within_two_of_100_are_level_unless_the_leads_tell_the_moves_apart() -> None:
    level = (0.97, 20.0, 0.97, 19.0), (0.9, 15.0, 0.9, 12.0), (0.6, 1.0, 0.58, 2.0)
    apart = (0.97, 20.0, 0.97, 17.0), (0.9, 15.0, 0.9, 11.0), (0.6, 2.0, 0.57, 1.0)
    for case in (*level, *apart):
        options = option("14", *case[:2]), option("3", *case[2:], behind=0.1)
        assert ("about as good; " in text(screen(*options), CHOICE)) == (case in level), case


def test_each_of_two_moves_about_equal_has_a_button() -> None:
    both = ["Play A", "Play B"]
    for chance, lead, labels in ((0.59, 0.5, both), (0.5, 1.0, both), (0.5, 0.5, ["Play it"])):
        shown = screen(option("14", 0.6, 2.0), option("3", chance, lead, 0.1))
        (*_, row) = components(shown, CHOICE)
        *played, _ = [(each["label"], each["custom_id"]) for each in row["components"]]
        moves = ["try:abc:0:14", "try:abc:0:3"][: len(labels)]
        assert played == [*zip(labels, moves, strict=True)]


def test_a_move_of_a_hint_counts_at_once_where_it_does_on_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FACE, "is_final", lambda _, move: move == "3")
    shown = screen(option("14", 0.6, 2.0), option("3", 0.59, 1.0, 0.1))
    for confirms, final in ((True, "try"), (False, "plan")):
        keyboard = Keyboard(shown.match, "plan", final="try" if confirms else None)
        (*_, row) = components(replace(shown, keyboard=keyboard), CHOICE)
        ways = [each["custom_id"] for each in row["components"]]
        assert ways[:2] == ["plan:abc:0:14", f"{final}:abc:0:3"]


def test_the_choice_is_the_move_with_the_best_result() -> None:
    told = text(screen(option("14", 0.5, -3.0), option("3", 0.52, -1.0, -0.02, 0.01)), CHOICE)
    assert "choice: A · **pathway 3** (+9), you end 1 wealth behind (wins: 52 of 100)" in told


def test_an_exact_ending_says_both_leads() -> None:
    shown = screen(option("14", 1.0, 7.0, 0, 0), option("3", 0.0, -2.0, 1, 0), exact=True)
    told = text(shown, CHOICE)
    assert "choice: A · **pathway 14** (+6), you end 7 wealth ahead. Searched to the end." in told
    assert "- B · **pathway 3** (+9): you end 2 wealth behind." in told
    shown = screen(option("14", 1.0, 7.0, 0, 0), option("3", 1.0, 7.0, 0, 0), exact=True)
    told = text(shown, CHOICE)
    assert "choice: A · **pathway 3** (+9), you end 7 wealth ahead." in told, "it brings more"
    assert "- B · **pathway 14** (+6): about as good; you end 7 wealth ahead." in told


def test_a_game_without_chances_tells_treasure() -> None:
    told = text(screen(option("14", None, 9.0), option("3", None, 7.5, 1.5)), CHOICE)
    assert "choice: A · **pathway 14** (+6): about 9 treasure this round, but " in told
    assert "- B · **pathway 3** (+9): about 2 treasure less, but " in told
    tie = text(screen(option("14", None, 9.0), option("3", None, 9.0)), CHOICE)
    assert re.search(r"B · \*\*pathway 3\*\* \(\+9\): about as good, but leaves", tie)
    assert "%" not in told


def test_moves_of_the_very_same_treasure_give_way_to_another_plan() -> None:
    options = option("14", None, 9.0), option("3", None, 9.0), option("20", None, 7.0, 2.0)
    told = text(screen(*options), CANDIDATES)
    assert "pathway 20" in told
    assert "pathway 3*" not in told


def test_a_choice_by_rule_claims_no_numbers() -> None:
    told = text(screen(option("14", 0.5, 0.0, 0, 0), option("3", 0.5, 0.0, 0, 0)), CHOICE)
    assert "goes by a simple rule" in told
    assert "%" not in told
    told = text(screen(option("14", None, 0.0), option("3", None, 0.0)), CHOICE)
    second = told.splitlines()[-1]
    assert re.fullmatch(r"- B · \*\*pathway 3\*\* \(\+9\): Political \+4, [^%]+\.", second)
    assert "expects" not in told


def test_each_step_leads_to_the_next_and_only_the_last_one_names_the_machine_s_move() -> None:
    shown = screen(option("14", 0.6, 2.0), option("3", 0.5, 0.0, 0.1))
    assert "pathway 14" not in text(shown, WHERE)
    assert "choice" not in text(shown, CANDIDATES)
    assert "The machine's choice: A · **pathway 14** (+6), you end" in text(shown, CHOICE)
    for step in (WHERE, CANDIDATES, CHOICE):
        (*_, row) = components(shown, step)
        next_ = "try:abc:0:14" if step == CHOICE else f"hint:abc:0:{step + 1}"
        ways = [each["custom_id"] for each in row["components"]]
        assert ways == [next_, *["look:abc:0:moves"] * (step != CANDIDATES)]


@each_of("seed", range(3))
def test_the_first_step_names_a_place_with_a_third_of_all_moves_or_the_smallest(seed: int) -> None:
    rng = random.Random(seed)
    for key in ("prowler", "landgrab", "heroes"):
        face = find_manifests(GAMES)[key].face
        position = GAMES[key].start(GAMES[key].setup(random.Random(seed), 2, {}))
        for _ in range(40):
            if not position.to_move:
                break
            seat = min(position.to_move)
            legal = [str(move) for move in position.moves(seat)]
            move = rng.choice(legal)
            if seat and len(legal) > 1:
                shown = at(position.view(seat), seat, face, option(move, 0.5, 0.0))
                place, there = shown._place
                assert not there or move in there
                regions = [face.regions(shown.view, seat, each) for each in legal]
                own = face.regions(shown.view, seat, move)
                counts = [sum(each in others for others in regions) for each in own]
                sizes = [count for count in counts if 1 < count < len(legal)]
                assert len(there) in (sizes or [0]), "neither the move itself nor every move"
                narrow = 3 * len(there) <= len(legal) or len(there) == min(sizes)
                assert narrow or key == "prowler"
                assert bool(there) == bool(sizes)
                assert bool(place) == (bool(sizes) and move[:2] != "c:"), "the stakes name them"
                aimed = face.merits(shown.view, seat, move, ("Ann", "Ben"))
                told = text(shown, WHERE)
                assert (f"Look at {place}." in told) == bool(place)
                stakes = "\n".join(face.stakes(shown.view, seat, ("Ann", "Ben")))
                assert stakes in told
                alone = len(shown._same_aim) == 1 and bool(place or stakes)
                general = [merit for merit in aimed if not merit.worth]
                purpose = face.purpose(shown.view, seat, move, ("Ann", "Ben"))
                assert bool(purpose) == (key != "landgrab")
                assert purpose in told
                asked = not purpose and bool(general if alone else aimed)
                asked = asked and not (key == "landgrab" and face.gains(shown.view, seat))
                assert ("Look for: " in told) == asked
                assert f"Your {len(legal)} moves" not in told
            position = position.after(seat, find_move(position, seat, move))


@each_of("seed", range(4))
def test_a_first_step_names_a_place_in_the_city_while_three_pathways_are_left(seed: int) -> None:
    rng, game = random.Random(seed), GAMES["prowler"]
    position = game.start(game.setup(rng, 2, {}))
    position = play(position, str(rng.choice(position.moves(min(position.to_move)))))
    while len({move.pathway for move in position.moves(min(position.to_move))}) >= 3:
        (seat,) = position.to_move
        move = str(rng.choice(position.moves(seat)))
        told = text(at(position.view(seat), seat, FACE, option(move, 0.5, 0.0)), WHERE)
        assert "Look at the " in told, (move, told)
        position = play(position, move)


def test_the_choice_says_what_the_best_reply_brings_after_it_and_after_the_second_best() -> None:
    told = text(screen(option("19", 0.6, 2.5), option("5", 0.5, 1.0, 0.1)), CHOICE)
    afters = (play(screen().view.seen, move).view(2) for move in ("19", "5"))
    (reply, less), (other, more) = (next(iter(FACE.gains(it, 2).items())) for it in afters)
    assert int(less) < int(more), "the position shows the rule"
    assert reply == other, "named once"
    leaves = f"B leaves Ben {more} on {other}, A only {less}."
    second = f"- B · **pathway 5** (+10): you end 1 wealth ahead. {leaves}"
    assert told.endswith(second)
    equal = text(screen(option("19", 0.6, 2.5), option("5", 0.59, 1.0, 0.01)), CHOICE)
    assert equal.endswith(second), "no “about as good” beside a lower result and its reason"


def test_what_a_move_leaves_is_told_and_once_if_all_leave_it() -> None:
    begun = play(GAMES["prowler"].start(EXAMPLE), ">R", "13", "15", "2", "10", "21").view(2)
    for moves, common in ((("23", "11"), True), (("19", "18"), False)):
        shown = at(begun, 2, FACE, *(option(move, 0.6, 0.0) for move in moves))
        lines = text(shown, CANDIDATES)
        leaves = [FACE.drawback(begun, 2, move) for move in moves]
        assert [lines.count(f"; {each}") for each in leaves] == [int(not common)] * 2
        assert lines.count(f"Each of them {leaves[0]}.") == common


def test_a_choice_is_compared_with_the_open_statue_wherever_the_machine_looked_at_it() -> None:
    view = play(GAMES["prowler"].start(EXAMPLE), ">R", "13", "15", "2", "10", "21").view(2)
    assert FACE.lures(view, 2) == {"16": "a statue"}
    options = (option("19", 0.6, 2.5), option("18", 0.5, 1.0, 0.1), option("16", 0.4, 0.0, 0.2))
    *_, statue = text(at(view, 2, FACE, *options), CHOICE).splitlines()
    assert statue.startswith("- C · **pathway 16** (+4, a statue): you end level. ")


def test_the_longest_reason_gives_way_where_a_phone_has_no_room_for_all() -> None:
    shown = screen(option("14", None, 2.0), option("3", None, 1.0, 0.1))
    whole = shown._candidate_list(shown._candidates, 1000)
    one = shown._candidate_list(shown._candidates, len(whole) - 1)
    none = shown._candidate_list(shown._candidates, 0)
    assert [told.count("; ") for told in (whole, one, none)] == [2, 1, 0]


def test_the_first_step_of_the_opening_narrows_the_markers_and_names_none() -> None:
    view = GAMES["prowler"].start(EXAMPLE).view(2)
    for move, place in ((">B", "pay at once (Banking,"), (">C", "do not pay yet (Residential, C")):
        told = text(at(view, 2, FACE, option(move, 0.5, 0.0)), WHERE)
        assert f"Look at the districts that {place}" in told
        words = "Look for" if move == ">B" else "Look beyond"
        assert f"{words} what brings the most at once" in told


def test_a_gain_says_where_its_points_come_from() -> None:
    view = GAMES["prowler"].start(EXAMPLE).view(2)
    shown = at(view, 2, FACE, option(">B", 0.6, 2.0), option(">P", 0.4, 1.0, 0.2))
    told = text(shown, CANDIDATES)
    assert "**Banking marker** (+5): Banking +5; leaves +11 on 6\n" in told
    assert "\n-# In brackets: gain in lead at once; “leaves”: the rival's best gain\n" in told
    assert " Nothing brings more at once." in text(shown, CHOICE)


def test_the_choice_is_compared_with_the_move_that_brings_most_at_once() -> None:
    options = (option("11", 0.6, 2.5), option("14", 0.5, 1.0, 0.1), option("1", 0.4, 0.0, 0.2))
    told = text(screen(*options), CHOICE)
    *_, second, most = told.splitlines()
    next_turn = "A lets you gain +17 on 7 after the best reply, B only +12 on 6."
    assert second == f"- B · **pathway 14** (+6): you end 1 wealth ahead. {next_turn}"
    assert most.startswith("- C · **pathway 1** (+13, most at once): you end level.")


def test_of_moves_that_begin_alike_the_machine_compares_another_one_too() -> None:
    assert most_at_once([]) == ()
    assert most_at_once(["5", "5>C", "3"]) == ("5", "3")
    assert most_at_once(["5>B", "5>C", "3", "4"]) == ("5>B", "3")
    assert most_at_once(["5>B", "5>C"]) == ("5>B",)
    assert most_at_once(["3", "5>B", "5>C"]) == ("3",)


def test_a_small_picture_marks_the_place_of_the_first_step_and_words_repeat_none() -> None:
    shown, look = screen(option("14", 0.6, 2.0), option("3", 0.5, 1.0)), Look(TWO, TWO)
    (first,), (second,) = shown.drawings(WHERE, look), shown.drawings(CANDIDATES, look)
    small, whole = (Image.open(io.BytesIO(each.draw())).convert("L") for each in (first, second))
    assert max(small.size) <= 400 < max(whole.size)
    corner, place = (ImageStat.Stat(it).extrema[0][1] for it in (small.crop((0, 0, 60, 60)), small))
    assert 2 * corner < place, "all around the place is dark"
    assert len(second.alt) > 100
    with coloured("night", words=True):
        assert not shown.drawings(CANDIDATES, look)


def test_the_candidates_are_of_different_ideas() -> None:
    face = find_manifests(GAMES)["landgrab"].face
    position = play(GAMES["landgrab"].start("RB/1/D6,F6,H6/F7/H7-I7"), "p:D6", "p:F6")
    chances = {"D7": 0.53, "E7": 0.51, "E6": 0.5}  # all are told as the same
    shown = at(
        position.view(1), 1, face, *(option(move, chance, 0.0) for move, chance in chances.items())
    )
    heading, risk, first, second = text(shown, CANDIDATES).splitlines()
    assert heading.startswith("💡 **Each wins 50 of 100, as near as trials tell. "), "told once"
    assert risk == "⚠️ Each of them risks an attack: 46% to lose a life."
    soon = "1 point in about 3 turns (Ben can take it first: 25%)"
    assert first == f"- A · **step to E7**: heads for F7, {soon}"
    assert second.startswith("- B · **step to E6**"), "there is always something to compare"


def test_the_choice_among_equal_moves_of_landgrab_says_what_is_for_each_of_them() -> None:
    face = find_manifests(GAMES)["landgrab"].face
    position = play(GAMES["landgrab"].start("RB/1/D6,F6,H6/F7/H7-I7"), "p:F6", "p:D6", "G6", "D7")
    options = [option(move, 0.5, 0.0) for move in ("c:F7", "c:H7")]
    told = text(at(position.view(1), 1, face, *options), CHOICE)
    *_, choice, second = told.splitlines()
    assert choice == "The machine's choice: A · **claim H7-I7**: 3 points in about 4 turns."
    both = "3 points in about 4 turns against 1 in about 2 turns"
    assert second == f"- B · **claim F7** (25%). For A: brings more points a turn ({both})."


LAST_LIVES = ("p:G6", "p:H6", *["a:2", "d3", "d9", "a:1", "d3", "d9"] * 2)


def landgrab_hint(small: str, moves: Sequence[str], **chances: float) -> HintScreen:
    face = find_manifests(GAMES)["landgrab"].face
    view = play(GAMES["landgrab"].start(f"RB/1/F6,H6/{small}/"), *moves).view(1)
    best = max(chances.values(), default=0)
    rows = ((it.replace("_", ":"), each) for it, each in chances.items())
    options = (option(move, each, 0.0, best - each) for move, each in rows)
    return at(view, 1, face, *options)


def test_an_attack_on_a_last_life_is_told_as_the_win_of_the_match_that_it_can_be() -> None:
    wins = "if won, wins the match at once: it is Ben's last life"
    equal = text(landgrab_hint("F7", LAST_LIVES, c_F7=0.5, a_2=0.5), CHOICE)
    assert f"A · **attack Ben** (46%): {wins}.\n- B · **claim F7** (25%): " in equal
    second = text(landgrab_hint("F7", LAST_LIVES, c_F7=0.9, a_2=0.3), CHOICE)
    assert f"- B · **attack Ben** (46%): wins 30 of 100; {wins}." in second
    lost = text(landgrab_hint("F7", LAST_LIVES, c_F7=0.5, a_2=0.5), CANDIDATES)
    assert f"{wins}, but if lost (46%), you are out (8%: a tie)\n" in lost


def test_a_claim_that_is_nearly_sure_comes_first_where_another_pawn_is_near() -> None:
    moves = ("p:G6", "p:I6", "c:H7", "d8", "H6")
    told = text(landgrab_hint("F7,H7", moves, c_F7=0.5, c_H7=0.5), CHOICE)
    assert "A · **claim H7** (92%): 1 point in about 1 turn; cuts Ben's chance of it" in told, (
        "it hardly ever misses"
    )
    assert "For A: brings the same 1 point in about 1 turn instead of 2." in told


def test_the_choice_is_compared_with_the_next_one_alone() -> None:
    shown = landgrab_hint("F7,H7", ("p:G6", "p:I6"))
    options = tuple(option(move, 0.5, 0.0) for move in ("c:F7", "c:H7", "G7"))
    told = text(replace(shown, found=Appraisal(options)), CHOICE)
    assert "leaves Ben less chance of H7 next turn: 25%, not 56%." in told
    assert "- B · **claim H7** (25%). For A: leaves" in told, "players ask, so a candidate"


def test_the_markers_of_one_wild_shovel_are_one_idea_unless_nothing_else_is_left() -> None:
    wild = [str(move) for move in play(GAMES["prowler"].start(EXAMPLE), ">R").moves(1)]
    one, other, *_ = [move for move in wild if ">" in move]
    assert one.partition(">")[0] == other.partition(">")[0]
    best, second = option(one, 0.6, 3.0), option(other, 0.55, 2.0)
    shown = screen(best, second, option("14", 0.5, 1.0))
    assert [each.move for each in shown._candidates] == [one, "14"]
    assert [each.move for each in screen(best, second)._candidates] == [one, other]


def test_each_step_stands_on_top_of_its_button_without_the_words_of_those_before() -> None:
    first = screen(option("14", 0.6, 2.0), option("3", 0.5, 1.0, 0.1))
    heading, _, *candidates = text(first, CANDIDATES).splitlines()
    assert heading.startswith("💡 **Candidates and ")
    reason = "Political +3, Passages +2, Items +1; leaves +12 on 1"
    assert candidates[0] == f"- A · **pathway 14** (+6): {reason}"
    above, last, _ = components(first, CHOICE)
    assert above["content"] == "### 💡 Hint"
    assert last["content"].startswith("The machine's choice: A · **pathway 14** (+6), you end")
    assert "Pull the Political marker to your side" in text(first, WHERE)


def test_the_first_step_lights_the_moves_of_its_purpose_where_the_game_names_no_place() -> None:
    face = find_manifests(GAMES)["landgrab"].face
    position = play(GAMES["landgrab"].start("RB/1/F6,H6/F7/"), "p:G6", "p:H6", "a:2", "d9", "d3")
    assert "eviction" in repr(position)
    shown = at(position.view(1), 1, face, option("G7", 0.5, 0.0))
    assert "Look at" not in text(shown, WHERE)
    assert "Look for: a square next to the small building F7." in text(shown, WHERE)
    assert shown._same_aim == ["G6", "G7"]


def test_the_first_step_before_a_claim_names_and_lights_the_buildings_in_reach() -> None:
    face, look = find_manifests(GAMES)["landgrab"].face, Look(TWO, TWO)
    for small, moves in (("D7,F7", []), ("F7,H7", ["c:F7", "c:H7"])):
        position = play(GAMES["landgrab"].start(f"RB/1/D6,F6,H6/{small}/"), "p:G6", "p:D6")
        shown = at(position.view(1), 1, face, *(option(it, 0.5, 0.0) for it in moves or ["c:F7"]))
        told, later = text(shown, WHERE), [text(shown, step) for step in (CANDIDATES, CHOICE)]
        assert ["Equal: take either." in step for step in later] == 2 * [bool(moves)]
        assert [*shown._place.moves] == moves
        reached = ["F7 (1 point, 25%)", "H7 (1 point, 25%)"]
        assert f"In reach: {' and '.join(reached[: len(moves) or 1])}." in told
        assert ("They are alike." in told) == bool(moves)
        assert ("A walk away: D7 (1 point, 2 turns)." in told) == (not moves)
        assert "Look at" not in told, "the buildings are named"
        assert "Look for: " not in told, "a roll for one building is the move itself"
        assert shown.drawings(WHERE, look)


def test_the_weightiest_reason_decides_between_moves_that_the_machine_cannot_tell_apart() -> None:
    face = find_manifests(GAMES)["landgrab"].face
    position = play(GAMES["landgrab"].start("RB/1/F6,H6/F7/"), "p:G6", "p:I6")
    shown = at(position.view(1), 1, face)
    for behind, error, first in ((0.05, 0.01, True), (0.08, 0.05, True), (0.3, 0.05, False)):
        claim = option("c:F7", 0.6 - behind, 0.0, behind, error)
        told = text(replace(shown, found=Appraisal((option("H6", 0.6, 0.0), claim))), CHOICE)
        assert ("A · **claim F7**" in told) == first, "the claim brings points sooner"
        assert ("choice: A · **step to H6**" in told) != first, "it only keeps F7 in reach"
        assert (
            "\n- B · **step to H6**. For A: brings the same 1 point in about 2" in told
        ) == first


def test_a_game_without_advice_has_hints_too() -> None:
    game = Nim()
    state = game.start(game.setup(random.Random(1), 2, {}))
    (seat,) = state.to_move
    moves = [str(move) for move in state.moves(seat)][:4]
    match = Match("abc", "nim", PLAYERS, 0, decisions=DECISIONS)
    options = (option(move, 0.5, 0.0, 0.1) for move in moves)
    shown = replace(at(state.view(seat), seat, Face(game), *options), match=match)
    told = text(shown, CHOICE)
    assert "No place stands out; compare all your moves." in text(shown, WHERE)
    assert f"choice: A · **{moves[0]}**: wins 50 of 100 matches played on from here." in told
    assert f"- B · **{moves[1]}**: about as good." in told


def test_the_result_counts_decisions_with_hints_of_each_player_and_of_a_leaver() -> None:
    match = Match("abc", "prowler", PLAYERS, 0, phase=Phase.OVER)
    for seats, line in (
        ([], ""),
        ([1], "-# 💡 Ann took 1 hint"),
        ([1, 2, 1], "-# 💡 Ann took 2 hints and Ben took 1 hint"),
    ):
        taken = tuple(TakenHint(at, seat, 2, at) for at, seat in enumerate(seats))
        assert hints_line(replace(match, hints=taken)) == line
    ann = Player(9, "Zoe", former=FormerPlayer(PLAYERS[0].id, "Ann", 1))
    plays = (Play(1, "1", 0, 0), Play(2, "2", 0, 1))
    taken = (TakenHint(0, 1, 2, 0), TakenHint(2, 1, 2, 2))
    left = replace(match, players=(ann, PLAYERS[1]), plays=plays, hints=taken)
    assert hints_line(left) == "-# 💡 Zoe took 1 hint and Ann took 1 hint"


SNATCH = SnatchGame()


def test_a_hint_for_landgrab_weighs_the_best_claim_of_the_moment() -> None:
    face = find_manifests(GAMES)["landgrab"].face
    view = play(GAMES["landgrab"].start("RB/1/F6,H6/F7/"), "p:G6", "p:I6").view(1)
    best, *_ = face.gains(view, 1)
    assert best.startswith("c:")
    others = (option(move, 0.5, 0.0) for move in ("G7", "H6", "H7"))
    told = text(at(view, 1, face, *others, option(best, 0.4, -1.0, 0.1)), CANDIDATES)
    assert "**claim F7** (25%): wins 40 of 100; 1 point in about 2 turns" in told
    assert "What does it bring?" not in told
