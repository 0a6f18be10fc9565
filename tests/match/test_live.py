"""Stages played all at once and standing orders in them; plans: moves decided on before."""

import random
from collections.abc import Sequence

import pytest

from prowlerbot.core import capabilities
from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, IllegalMove, Stale
from prowlerbot.core.game import find_move
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.landgrab import plans as ways
from prowlerbot.match import agreements, closing, deadlines, lobby, plans, play
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.plans import plan_in_english
from prowlerbot.match.play import Repeated, give_order, move_of_machine, states
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.match.timeline import timeline
from tests.cases import each_of
from tests.games.prowler.matches import PROWLER
from tests.games.snatch import ENOUGH, SnatchGame
from tests.life import ADA, BEN, CLEO, START, begun, played

SNATCH = SnatchGame()
CLOCK = 150


def rng() -> random.Random:
    return random.Random(1)


def snatching(*others: Player, seconds: int = CLOCK, terms: Terms | None = None) -> Match:
    players = [ADA, *others] if others else [ADA, BEN, CLEO]
    terms = terms or Terms(stopwatch=seconds, pace=3600)
    match = lobby.challenge("abc", SNATCH, players, {}, terms=terms, now=START)
    for player in players[1:]:
        if player.is_person:
            match = lobby.accept(match, Context(SNATCH, rng(), START), player.id)
    if match.phase is Phase.LOBBY:
        match = lobby.begin_match(match, Context(SNATCH, rng(), START))
    return match


def take(
    match: Match, player: Player, move: str, *, moment: int | None = None, at: int = START + 10
) -> Match:
    seen = match.moment if moment is None else moment
    return play.make_move(match, Context(SNATCH, rng(), at), player.id, seen, move)


def stopped(match: Match, now: int) -> Match:
    return deadlines.stop(match, Context(SNATCH, rng(), now))


def runs_out(match: Match) -> int | None:
    return deadlines.runs_out(match, states(match, SNATCH))


def test_in_a_stage_of_all_no_clock_waits_for_somebody_or_starts_anew_with_moves_of_others() -> (
    None
):
    match = snatching()
    assert 1 in states(match, SNATCH)[-1].to_move
    assert closing.unseen_by(match, Context(SNATCH, rng(), START), 1) is match
    match = take(snatching(), ADA, "6", at=START + 50)
    assert [match.decision(seat).since for seat in (1, 2, 3)] == [START + 50, START, START]


def test_the_clock_of_a_stage_stands_still_while_the_bot_is_away() -> None:
    match = take(snatching(), ADA, "1", at=START + 100)
    away = Outage(START + 110, START + 110 + 160)
    by = START + 100 + CLOCK + 160
    assert deadlines.runs_out(match, states(match, SNATCH), [away]) == by
    with pytest.raises(Stale):
        deadlines.stop(match, Context(SNATCH, rng(), by - 1), [away])
    assert deadlines.stop(match, Context(SNATCH, rng(), by), [away]).ply > match.ply


def test_what_one_does_makes_no_press_of_another_late() -> None:
    match = snatching()
    seen = match.moment
    match = take(match, ADA, "6", moment=seen)
    match = take(match, BEN, "5", moment=seen)
    match = take(match, CLEO, "4", moment=seen)
    assert states(match, SNATCH)[-1].facts()["sums"] == [6, 5, 4]


def test_what_somebody_else_was_faster_to_take_is_not_there_any_more() -> None:
    match = snatching()
    seen = match.moment
    match = take(match, ADA, "6", moment=seen)
    with pytest.raises(Stale, match="Another player was faster"):
        take(match, BEN, "6", moment=seen)


def test_a_player_s_own_board_is_late_after_their_own_move_and_a_doubled_press_is_one() -> None:
    match = snatching()
    seen = match.moment
    after = take(match, ADA, "6", moment=seen)
    with pytest.raises(Repeated):
        take(after, ADA, "6", moment=seen)
    with pytest.raises(Stale, match="earlier position"):
        take(after, ADA, "5", moment=seen)


def test_a_press_for_the_stage_before_is_late_for_everybody() -> None:
    match = snatching()
    seen = match.moment
    for player in (ADA, BEN, CLEO):
        match = take(match, player, "done")
    with pytest.raises(Stale):
        take(match, BEN, "5", moment=seen)


def test_the_clock_starts_with_the_first_move_and_is_the_same_for_all() -> None:
    match = snatching()
    assert runs_out(match) is None
    match = take(match, BEN, "1", at=START + 100)
    assert runs_out(match) == START + 100 + CLOCK
    match = take(match, ADA, "2", at=START + 130)
    assert runs_out(match) == START + 100 + CLOCK
    assert runs_out(take(snatching(seconds=0), BEN, "1")) is None, "without a limit"


def test_when_the_time_is_up_whoever_is_not_done_is_made_to_be() -> None:
    match = take(snatching(), BEN, "1", at=START + 100)
    match = take(match, CLEO, "done", at=START + 120)
    with pytest.raises(Stale, match="not up"):
        stopped(match, START + 249)
    after = stopped(match, START + 250)
    assert states(after, SNATCH)[-1].facts()["sums"] == [0, 1, 0]
    assert [(each.seat, each.move) for each in after.plays[2:4]] == [(1, "done"), (2, "done")]
    assert after.revision == match.revision + 1
    with pytest.raises(Stale):
        stopped(after, START + 251)


def test_each_stage_has_the_whole_time_again() -> None:
    match = stopped(take(snatching(), BEN, "1"), START + 1000)
    assert runs_out(match) is None
    match = take(match, ADA, "3", at=START + 2000)
    assert runs_out(match) == START + 2000 + CLOCK
    match = stopped(match, START + 2000 + CLOCK)
    assert (match.phase, match.ending) == (Phase.OVER, Ending.PLAYED)
    assert runs_out(match) is None


def test_a_seat_is_done_along_with_the_last_move_that_it_may_have_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "MOST_PLAYS", 2)
    match = take(take(snatching(), BEN, "1", at=START + 100), ADA, "2")
    assert deadlines.stopped_if_full(match, Context(SNATCH, rng(), START)) == match
    match = take(match, BEN, "3")
    after = deadlines.stopped_if_full(match, Context(SNATCH, rng(), START))
    assert [(each.seat, each.move) for each in after.plays[3:]] == [(2, "done")]
    assert states(after, SNATCH)[-1].to_move == {1, 3}
    assert runs_out(after) == START + 100 + CLOCK
    assert after.revision == match.revision, "it is stored with the move"
    for player, move in ((ADA, "4"), (CLEO, "5"), (CLEO, "6")):
        after = take(after, player, move)
        after = deadlines.stopped_if_full(after, Context(SNATCH, rng(), START))
    assert states(after, SNATCH)[-1].facts()["sums"] == [6, 4, 11]
    assert deadlines.stopped_if_full(after, Context(SNATCH, rng(), START)) == after, (
        "the next one is new"
    )


def test_the_machine_does_not_start_the_clock() -> None:
    match = snatching(machine("easy"))
    match = move_of_machine(match, Context(SNATCH, rng(), START), 2, match.decision(2), "5")
    assert runs_out(match) is None
    assert runs_out(take(match, ADA, "6", at=START + 60)) == START + 60 + CLOCK


def test_a_move_of_the_machine_that_somebody_was_faster_with_is_late() -> None:
    match = snatching(machine("easy"))
    found = match.decision(2)
    match = take(match, ADA, "6")
    assert match.decision(2) == found, "its search goes on to be of use"
    with pytest.raises(Stale):
        move_of_machine(match, Context(SNATCH, rng(), START), 2, found, "6")
    after = move_of_machine(match, Context(SNATCH, rng(), START), 2, found, "5")
    assert states(after, SNATCH)[-1].facts()["sums"] == [6, 5]


# -------------------------------------------------------------------------------- standing orders


def ordered(match: Match, player: Player, key: str = ENOUGH, *, given: bool = True) -> Match:
    now = match.changed_at + 1
    return give_order(match, Context(SNATCH, rng(), now), player.id, key, given=given)


def made(match: Match) -> list[tuple[int, str]]:
    return [(each.seat, each.move) for each in match.plays]


def test_an_order_answers_as_soon_as_it_applies_or_at_once_and_stands_in_the_record_as_a_move() -> (
    None
):
    match = ordered(snatching(), ADA)
    before = match.revision
    match = take(match, ADA, "6")
    assert made(match) == [(1, "6"), (1, "done")]
    assert match.revision == before + 1, "it is one change"
    assert states(match, SNATCH)[-1].to_move == {2, 3}
    match = take(snatching(), ADA, "6")
    before = match.revision
    match = ordered(match, ADA)
    assert made(match) == [(1, "6"), (1, "done")]
    assert match.revision == before + 1


def test_an_order_waits_until_it_applies_is_one_if_given_twice_and_can_be_taken_back() -> None:
    match = take(ordered(snatching(), ADA), ADA, "5")
    assert made(match) == [(1, "5")]
    match = ordered(ordered(snatching(), ADA), ADA, given=False)
    assert made(take(match, ADA, "6")) == [(1, "6")]
    match = ordered(snatching(), ADA)
    assert ordered(match, ADA) is match


def test_orders_of_several_are_all_obeyed_and_those_of_others_do_not_count() -> None:
    match = ordered(ordered(snatching(), ADA), BEN)
    match = take(match, ADA, "6")
    match = take(match, CLEO, "5")
    match = take(match, CLEO, "4")
    match = take(match, BEN, "3")
    assert made(match)[:2] == [(1, "6"), (1, "done")]
    assert (3, "done") not in made(match)


def test_an_order_goes_on_through_what_chance_decides() -> None:
    match = ordered(snatching(), ADA)
    for player in (BEN, CLEO):
        match = take(match, player, "done")
    match = take(match, ADA, "6")
    assert made(match)[2:4] == [(1, "6"), (1, "done")]
    assert made(match)[4][0] == 0, "chance takes a number away before the next round"
    assert made(match)[5:] == [(1, "done")], "there, the order applies again"


def test_an_order_that_is_none_or_not_of_a_player_of_a_running_match_is_refused() -> None:
    with pytest.raises(Denied, match="no such standing order"):
        ordered(snatching(), ADA, "anything")
    with pytest.raises(Denied, match="You do not play"):
        ordered(snatching(), Player(9, "Dora"))
    over = agreements.claim(
        snatching(terms=Terms(pace=1)), Context(SNATCH, rng(), START + 100), ADA.id, {2, 3}
    )
    with pytest.raises(Stale):
        ordered(over, ADA)


def test_orders_do_not_pass_on_to_a_rematch_or_to_the_machine() -> None:
    match = ordered(snatching(terms=Terms(takeover=True)), ADA)
    left = agreements.resign(match, Context(SNATCH, rng(), START + 5), ADA.id)
    assert left.player(1).is_machine
    assert not left.player(1).orders
    again = lobby.challenge("abd", SNATCH, match.players, {}, terms=Terms(), now=START)
    assert not any(player.orders for player in again.players)


# ---------------------------- plans: conditional replies that the bot plays as soon as they apply


def context(match: Match) -> Context:
    return Context(PROWLER, random.Random(1), match.changed_at + 1)


def opened(*moves: str, terms: Terms | None = None) -> Match:
    """Ben opens, Ada digs first, and both go on in turn."""
    match = begun(terms or Terms())
    for at, move in enumerate((">R", *moves)):
        match = played(match, ((BEN, ADA)[at % 2], move))
    return match


def legal(match: Match) -> list[str]:
    state = states(match, PROWLER)[-1]
    return [str(move) for seat in state.to_move for move in state.moves(seat)]


def plain(match: Match) -> list[str]:
    """Pathways that are free and without a wild shovel."""
    return [move for move in legal(match) if ">" not in move]


def plan(match: Match, player: Player, typed: str, moment: int | None = None) -> Match:
    moment = match.moment if moment is None else moment
    return plans.set_plan(match, context(match), player.id, moment, typed)


def moves(match: Match) -> list[str]:
    return [each.move for each in match.plays]


def of(match: Match, player: Player) -> str:
    return next(each.plan for each in match.players if each.id == player.id)


def test_a_plan_goes_on_move_by_move_for_as_long_as_it_was_foreseen() -> None:
    match = opened(plain(opened())[0])
    a, b, c, d, e, f, g, h = plain(match)[:8]
    match = plan(match, ADA, f"if {a}: {b} (if {c}: {d} ({e}: {f})); {g} or {h}: {b}; else ask me")
    assert of(match, ADA) == f"{a}: {b} ({c}: {d} ({e}: {f})); {g}/{h}: {b}"
    match = played(match, (BEN, a), (BEN, c))
    assert moves(match)[-4:] == [a, b, c, d]
    assert of(match, ADA) == f"{e}: {f}"
    match = played(match, (BEN, g))
    assert moves(match)[-1] == g, "Ada is asked"
    assert not of(match, ADA), "the plan is over, and it does not come back"


def test_a_line_that_is_added_keeps_what_it_goes_on_with_and_a_new_answer_does_not() -> None:
    planned = capabilities.read_branches("9: 12 (3: 7); 4: 8")
    longer = capabilities.with_line(planned, ("9", "12", "5", "6"))
    assert capabilities.write_branches(longer) == "4: 8; 9: 12 (3: 7; 5: 6)"
    assert capabilities.write_branches(capabilities.with_line(longer, ("9", "11"))) == "4: 8; 9: 11"
    assert (
        capabilities.write_branches(capabilities.without_line(longer, ("9", "12", "3")))
        == "4: 8; 9: 12 (5: 6)"
    )
    assert capabilities.write_branches(capabilities.without_line(longer, ("9",))) == "4: 8"


def test_a_bare_number_means_each_move_with_a_wild_shovel_there() -> None:
    match = opened(plain(opened())[0])
    wild = next(move for move in legal(match) if ">" in move)
    number, reply = wild.partition(">")[0], plain(match)[0]
    planned = of(plan(match, ADA, f"{number}: {reply}"), ADA)
    assert planned.count("/") == 4
    assert wild in planned


def test_an_answer_with_a_wild_shovel_has_to_name_its_marker() -> None:
    match = opened(plain(opened())[0])
    wild, a = wild_ones(match)[0], plain(match)[0]
    with pytest.raises(IllegalMove, match=f"“{wild}” can be several moves: {wild}>B, {wild}>P"):
        plan(match, ADA, f"{a}: {wild}")
    assert of(plan(match, ADA, f"{a}: {wild}>b"), ADA) == f"{a}: {wild}>B"


def test_a_plan_with_moves_that_are_not_legal_or_not_readable_changes_nothing() -> None:
    for typed in [
        "nonsense",
        "1",
        "1: 2: 3",
        "1: 2 (3",
        "1: 2) 3",
        "(1: 2)",
        "1: 28",
        "99: 1",
        "1 2: 3",
        ": 3",
    ]:
        match = opened("3")
        with pytest.raises(IllegalMove):
            plan(match, ADA, typed)


def test_two_answers_to_a_move_and_an_answer_on_a_taken_pathway_are_refused() -> None:
    match = opened(plain(opened())[0])
    a, b, c, *_ = plain(match)
    for typed in (f"{a}: {b}; {a}: {c}", f"{a}: {a}", f"{a}: {b} ({b}: {c})", f"{a}/{a}>: {b}"):
        with pytest.raises(IllegalMove):
            plan(match, ADA, typed)


def wild_ones(match: Match) -> list[str]:
    """The numbers of free pathways with a wild shovel."""
    return list(dict.fromkeys(move.partition(">")[0] for move in legal(match) if ">" in move))


def test_a_short_text_for_a_plan_that_is_too_long_with_all_its_markers_is_refused() -> None:
    match = opened(plain(opened())[0])
    a, b, *others = plain(match)
    after = f"({'/'.join(wild_ones(match))}: {b})"
    for size, fits in ((len(others), False), (5, True)):
        typed = "; ".join(f"{each}: {a} {after}" for each in others[:size])
        assert len(typed) < 1_000
        if fits:
            assert moves(played(plan(match, ADA, typed), (BEN, others[0])))[-1] == a
            continue
        with pytest.raises(IllegalMove, match="1000 characters"):
            plan(match, ADA, typed)


def test_a_line_has_six_answers_at_most() -> None:
    match = opened(plain(opened())[0])
    free = plain(match)

    def line(answers: int) -> str:
        typed = ""
        for at in reversed(range(0, 2 * answers, 2)):
            typed = f"{free[at]}: {free[at + 1]}" + (f" ({typed})" if typed else "")
        return typed

    assert of(plan(match, ADA, line(6)), ADA) == line(6)
    with pytest.raises(IllegalMove, match="6 answers"):
        plan(match, ADA, line(7))


def test_a_plan_of_more_lines_than_can_be_tried_at_once_is_refused() -> None:
    match = opened(plain(opened())[0])
    a, b, c, *others = plain(match)
    one, two, three = ("/".join((*others[at:12:3], wild_ones(match)[at])) for at in range(3))
    assert of(plan(match, ADA, f"{one}: {a} ({two}: {b})"), ADA)
    with pytest.raises(IllegalMove, match="500 moves"):
        plan(match, ADA, f"{one}: {a} ({two}: {b} ({three}: {c}))")


def test_only_who_waits_can_plan_and_only_for_what_they_have_seen() -> None:
    match = opened(plain(opened())[0])
    a, b, *_ = plain(match)
    with pytest.raises(Denied, match="your turn"):
        plan(match, BEN, f"{a}: {b}")
    with pytest.raises(Stale):
        plan(match, ADA, f"{a}: {b}", moment=match.moment - 1)
    with pytest.raises(Denied, match="do not play"):
        plan(match, Player(99, "Dan"), f"{a}: {b}")
    over = agreements.resign(match, context(match), BEN.id)
    with pytest.raises(Stale):
        plan(over, ADA, f"{a}: {b}")


def test_a_planned_move_can_be_taken_back_by_its_player_and_no_rematch_has_a_plan() -> None:
    match = opened(plain(opened())[0], terms=Terms(takebacks="free"))
    a, b, c, d, *_ = plain(match)
    match = played(plan(match, ADA, f"{a}: {b} ({c}: {d})"), (BEN, a))
    back = agreements.ask(match, context(match), ADA.id, Asked.TAKEBACK, match.moment)
    assert moves(back)[-1] == a
    assert not of(back, ADA), "all that came after it is off"
    assert states(back, PROWLER)[-1].to_move == {1}
    again = lobby.challenge("x", PROWLER, match.players, {}, terms=match.terms, now=0)
    assert of(match, ADA)
    assert not any(each.plan for each in again.players)


def test_a_takeback_and_the_end_of_a_match_end_all_plans() -> None:
    match = opened(plain(opened())[0], terms=Terms(takebacks="free"))
    a, b, *_ = plain(match)
    match = plan(match, ADA, f"{a}: {b}")
    assert not of(agreements.resign(match, context(match), BEN.id), ADA)
    match = agreements.ask(match, context(match), ADA.id, Asked.TAKEBACK, match.moment)
    assert not of(match, ADA)


def test_matches_of_competitions_have_plans_too() -> None:
    match = opened(plain(opened())[0], terms=Terms(competition="abc", pairing=1))
    a, b, *_ = plain(match)
    assert moves(played(plan(match, ADA, f"{a}: {b}"), (BEN, a)))[-2:] == [a, b]


def test_nobody_but_its_player_is_told_of_a_plan_and_no_time_of_the_match_changes() -> None:
    match = opened(plain(opened())[0])
    a, b, *_ = plain(match)
    planned = plan(match, ADA, f"{a}: {b}")
    assert planned.changed_at == match.changed_at
    assert timeline(planned, PROWLER, 1).plan
    for viewer in (2, None):
        assert timeline(planned, PROWLER, viewer) == timeline(match, PROWLER, viewer)


# ------------------------------------------------------------------ a reference


Answers = dict[tuple[str, ...], str]
"""By the moves of both since the plan was made, the last one the opponent's."""


def random_plan(rng: random.Random, match: Match, seat: int) -> Answers:
    """Some answers, up to four moves of the opponent deep."""
    answers: Answers = {}

    def grow(position: object, line: tuple[str, ...]) -> None:
        others = list(position.moves(3 - seat))  # type: ignore[attr-defined]  # any state
        for move in rng.sample(others, min(len(others), rng.randint(1, 6))):
            after = position.after(3 - seat, move)  # type: ignore[attr-defined]
            if after.outcome is None and rng.random() < 0.9:
                reply = rng.choice(after.moves(seat))
                answers[*line, str(move)] = str(reply)
                if len(line) < 6 and rng.random() < 0.5:
                    grow(after.after(seat, reply), (*line, str(move), str(reply)))

    grow(states(match, PROWLER)[-1], ())
    return answers


def typed(answers: Answers, line: Sequence[str] = ()) -> str:
    """The plan as its player would type it."""
    told = []
    for (*before, move), answer in answers.items():
        if before == [*line]:
            then = typed(answers, (*line, move, answer))
            told.append(f"{move}: {answer} ({then})" if then else f"{move}: {answer}")
    return "; ".join(told)


def test_a_plan_plays_what_its_owner_foresaw_and_nothing_else() -> None:
    for seed in range(12):
        rng = random.Random(seed)
        match = begun()
        plans: dict[int, tuple[Answers, int]] = {}
        while match.ending is None:
            (seat,) = states(match, PROWLER)[-1].to_move
            other = 3 - seat
            if rng.random() < 0.7:
                answers = random_plan(rng, match, other)
                if len(text := typed(answers)) <= 1_000:
                    match = plan(match, match.player(other), text) if text else match
                    plans[other] = (answers, match.ply) if text else plans.get(other, ({}, 0))
            answers, begins = plans.get(other, ({}, match.ply))
            wanted = [line[-1] for line in answers if [*line[:-1]] == moves(match)[begins:]]
            move = rng.choice(wanted if wanted and rng.random() < 0.6 else legal(match))
            expected = [*moves(match), move]
            reference = states(match, PROWLER)[-1].after(
                seat, find_move(states(match, PROWLER)[-1], seat, move)
            )
            turn = other
            while reference.outcome is None:
                answers, begins = plans.get(turn, ({}, 0))
                answer = answers.get(tuple(expected[begins:]))
                if answer is None:
                    plans.pop(turn, None)
                    break
                expected.append(answer)
                reference = reference.after(turn, find_move(reference, turn, answer))
                turn = 3 - turn
            match = play.make_move(match, context(match), match.player(seat).id, match.moment, move)
            assert moves(match) == expected
        assert not any(each.plan for each in match.players)


def test_a_move_that_is_named_again_in_a_condition_counts_once() -> None:
    twenty = "/".join(["9"] * 20)
    assert (
        capabilities.write_branches(capabilities.read_branches(f"{twenty}: 12 ({twenty}: 13)"))
        == "9: 12 (9: 13)"
    )


# --------------------------------------------------- plans as people type them, in each language


languages = each_of("language", LANGUAGES)


@languages
def test_the_example_of_replies_means_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        read = capabilities.read_branches(
            plan_in_english(tr(capabilities.EXAMPLE), capabilities.EXAMPLE)
        )
    assert read == capabilities.read_branches("9: 12 (3: 7); 4/5: 8")


@languages
def test_the_example_of_a_way_means_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        typed = plan_in_english(tr(ways.EXAMPLE, square="G7", building="E5"), ways.EXAMPLE)
    assert ways._goals(typed) == ways._goals("g7, claim e5")


@each_of(
    ("language", "typed"),
    [
        ("de", "Wenn 9: 12;  WENN 4  oder 5: 8; sonst frag  mich"),
        ("de", "9: 12; if 4 or 5: 8"),
        ("es", "Si 9: 12; 4 o 5: 8; en otro caso preguntame"),
        ("fr", "9 : 12 ; 4 ou 5 : 8"),
        ("pl", "jesli 9: 12; jeśli 4 lub 5: 8"),
        ("pt-BR", "se 9: 12; 4 ou 5: 8; senao pergunte a mim"),
        ("en", "If 9: 12; if 4 or 5: 8; else ask me"),
        ("en", "if 9 then 12; if 4 or 5: then 8"),
    ],
)
def test_words_may_lack_capitals_and_accents_and_may_be_english(
    language: Language, typed: str
) -> None:
    with speaking(language):
        assert capabilities.write_branches(
            capabilities.read_branches(plan_in_english(typed, capabilities.EXAMPLE))
        ) == ("9: 12; 4/5: 8")


def test_the_words_of_another_language_are_unknown() -> None:
    with speaking("fr"):
        typed = plan_in_english("wenn 9: 12", capabilities.EXAMPLE)
    assert typed == "wenn 9: 12"
