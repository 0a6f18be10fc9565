"""Stages played all at once and standing orders in them; plans: moves decided on before."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from prowlerbot.core import conditional_replies
from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, IllegalMove, Stale
from prowlerbot.core.game import find_move
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.landgrab import plans as ways
from prowlerbot.match import agreements, clock_starts, leaving, lobby, plans, play
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.plans import plan_in_english
from prowlerbot.match.play import Repeated, give_order, move_of_machine, replay_match
from prowlerbot.match.terms import Motion, Terms
from prowlerbot.match.timeline import make_timeline
from tests.cases import each_of
from tests.games.prowler.matches import PROWLER
from tests.games.snatch import ENOUGH, SnatchGame
from tests.life import ADA, BEN, CLEO, START, begun, played

SNATCH = SnatchGame()
CLOCK = 150


def at(now: int = START) -> Context:
    return Context(SNATCH, random.Random(1), now)


def snatching(*others: Player, seconds: int = CLOCK, terms: Terms | None = None) -> Match:
    players = [ADA, *others] if others else [ADA, BEN, CLEO]
    terms = terms or Terms(stopwatch=seconds, pace=3600)
    match = lobby.make_challenge("abc", SNATCH, players, {}, terms=terms, now=START)
    for player in players[1:]:
        if player.is_person:
            match = lobby.accept_challenge(match, at(), player.id)
    if match.phase is Phase.LOBBY:
        match = lobby.begin_match(match, at())
    return match


def take(
    match: Match, player: Player, *moves: str, moment: int | None = None, now: int = START + 10
) -> Match:
    for move in moves:
        seen = match.moment if moment is None else moment
        match = play.make_move(match, at(now), player.id, seen, move)
    return match


def sums(match: Match) -> object:
    return replay_match(match, SNATCH)[-1].facts()["sums"]


def runs_out(match: Match) -> int | None:
    return clock_starts.stage_end(match, replay_match(match, SNATCH))


def test_the_clock_of_a_stage_starts_with_the_first_move_for_all_and_stops_in_outages() -> None:
    match = snatching()
    assert 1 in replay_match(match, SNATCH)[-1].to_move
    assert clock_starts.wait_for_player(match, at(), 1) is match, "no clock waits for somebody"
    assert runs_out(match) is None
    match = take(match, BEN, "1", now=START + 100)
    assert [match.decision(seat).since for seat in (1, 2, 3)] == [START, START + 100, START]
    assert runs_out(match) == START + 100 + CLOCK
    assert runs_out(take(match, ADA, "2", now=START + 130)) == START + 100 + CLOCK
    assert runs_out(take(snatching(seconds=0), BEN, "1")) is None, "without a limit"
    away = Outage(START + 110, START + 110 + 160)
    by = START + 100 + CLOCK + 160
    assert clock_starts.stage_end(match, replay_match(match, SNATCH), [away]) == by
    with pytest.raises(Stale):
        clock_starts.end_stage(match, at(by - 1), [away])
    assert clock_starts.end_stage(match, at(by), [away]).ply > match.ply


def test_when_the_time_is_up_all_are_done_and_each_stage_has_the_whole_time_again() -> None:
    match = take(take(snatching(), BEN, "1", now=START + 100), CLEO, "done", now=START + 120)
    with pytest.raises(Stale, match="not up"):
        clock_starts.end_stage(match, at(START + 249))
    after = clock_starts.end_stage(match, at(START + 250))
    assert sums(after) == [0, 1, 0]
    assert made(after)[2:4] == [(1, "done"), (2, "done")]
    assert after.revision == match.revision + 1
    with pytest.raises(Stale):
        clock_starts.end_stage(after, at(START + 251))
    assert runs_out(after) is None
    later = take(after, ADA, "3", now=START + 2000)
    assert runs_out(later) == START + 2000 + CLOCK
    over = clock_starts.end_stage(later, at(START + 2000 + CLOCK))
    assert (over.phase, over.ending, runs_out(over)) == (Phase.OVER, Ending.PLAYED, None)


def test_a_press_is_late_after_an_own_move_and_the_stage_and_not_by_what_others_do() -> None:
    match = snatching()
    seen = match.moment
    after = take(match, ADA, "6", moment=seen)
    with pytest.raises(Repeated):
        take(after, ADA, "6", moment=seen)
    with pytest.raises(Stale, match="earlier position"):
        take(after, ADA, "5", moment=seen)
    with pytest.raises(Stale, match="Another player was faster"):
        take(after, BEN, "6", moment=seen)
    both = take(take(after, BEN, "5", moment=seen), CLEO, "4", moment=seen)
    assert sums(both) == [6, 5, 4]
    for player in (ADA, BEN, CLEO):
        match = take(match, player, "done")
    with pytest.raises(Stale):
        take(match, BEN, "5", moment=seen)


def test_the_machine_starts_no_clock_and_its_move_is_late_if_somebody_was_faster() -> None:
    match = snatching(machine("easy"))
    found = match.decision(2)
    first = move_of_machine(match, at(), 2, found, "5")
    assert runs_out(first) is None
    assert runs_out(take(first, ADA, "6", now=START + 60)) == START + 60 + CLOCK
    match = take(match, ADA, "6")
    assert match.decision(2) == found, "its search goes on to be of use"
    with pytest.raises(Stale):
        move_of_machine(match, at(), 2, found, "6")
    assert sums(move_of_machine(match, at(), 2, found, "5")) == [6, 5]


def test_a_seat_is_done_along_with_the_last_move_that_it_may_have_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock_starts, "MAX_STAGE_PLAYS", 2)
    match = take(take(snatching(), BEN, "1", now=START + 100), ADA, "2")
    assert clock_starts.finish_full_seats(match, at()) == match
    match = take(match, BEN, "3")
    after = clock_starts.finish_full_seats(match, at())
    assert made(after)[3:] == [(2, "done")]
    assert replay_match(after, SNATCH)[-1].to_move == {1, 3}
    assert runs_out(after) == START + 100 + CLOCK
    assert after.revision == match.revision, "it is stored with the move"
    for player, move in ((ADA, "4"), (CLEO, "5"), (CLEO, "6")):
        after = clock_starts.finish_full_seats(take(after, player, move), at())
    assert sums(after) == [6, 4, 11]
    assert clock_starts.finish_full_seats(after, at()) == after, "the next one is new"


# -------------------------------------------------------------------------------- standing orders


def ordered(match: Match, player: Player, key: str = ENOUGH, *, given: bool = True) -> Match:
    return give_order(match, at(match.changed_at + 1), player.id, key, given=given)


def made(match: Match) -> list[tuple[int, str]]:
    return [(each.seat, each.move) for each in match.plays]


def test_an_order_answers_once_it_applies_is_one_if_given_twice_and_can_be_taken_back() -> None:
    match = ordered(snatching(), ADA)
    assert ordered(match, ADA) is match
    assert made(take(match, ADA, "5")) == [(1, "5")], "it waits until it applies"
    after = take(match, ADA, "6")
    at_once = ordered(take(snatching(), ADA, "6"), ADA)
    for answered, before in ((after, match), (at_once, take(snatching(), ADA, "6"))):
        assert made(answered) == [(1, "6"), (1, "done")]
        assert answered.revision == before.revision + 1, "it is one change"
        assert replay_match(answered, SNATCH)[-1].to_move == {2, 3}
    assert made(take(ordered(match, ADA, given=False), ADA, "6")) == [(1, "6")]


def test_orders_of_several_are_all_obeyed_and_go_on_through_what_chance_decides() -> None:
    match = take(take(ordered(ordered(snatching(), ADA), BEN), ADA, "6"), CLEO, "5", "4")
    assert made(match)[:2] == [(1, "6"), (1, "done")]
    assert (3, "done") not in made(take(match, BEN, "3"))
    match = ordered(snatching(), ADA)
    match = take(take(take(match, BEN, "done"), CLEO, "done"), ADA, "6")
    chance, again = made(match)[4:]
    assert chance[0] == 0, "chance takes a number away before the next round"
    assert again == (1, "done"), "there, the order applies again"


def test_an_order_is_for_a_player_of_a_running_match_and_no_rematch_or_machine_has_it() -> None:
    with pytest.raises(Denied, match="no such standing order"):
        ordered(snatching(), ADA, "anything")
    with pytest.raises(Denied, match="You do not play"):
        ordered(snatching(), Player(9, "Dora"))
    timed = snatching(terms=Terms(pace=1))
    with pytest.raises(Stale):
        ordered(leaving.claim(timed, at(START + 100), ADA.id, {2, 3}), ADA)
    match = ordered(snatching(terms=Terms(takeover=True)), ADA)
    left = leaving.resign(match, at(START + 5), ADA.id).player(1)
    assert (left.is_machine, left.orders) == (True, frozenset())
    again = lobby.make_challenge("abd", SNATCH, match.players, {}, terms=Terms(), now=START)
    assert not any(player.orders for player in again.players)


# ---------------------------- plans: conditional replies that the bot plays as soon as they apply


def context(match: Match) -> Context:
    return Context(PROWLER, random.Random(1), match.changed_at + 1)


def opened(*moves: str) -> Match:
    """Ben opens, Ada digs first, and both go on in turn."""
    match = begun()
    for at, move in enumerate((">R", *moves)):
        match = played(match, ((BEN, ADA)[at % 2], move))
    return match


def legal(match: Match) -> list[str]:
    state = replay_match(match, PROWLER)[-1]
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


@pytest.fixture
def match() -> Match:
    """Ada waits for Ben, and both have opened."""
    return opened(plain(opened())[0])


def wild_ones(match: Match) -> list[str]:
    """The numbers of free pathways with a wild shovel."""
    return list(dict.fromkeys(move.partition(">")[0] for move in legal(match) if ">" in move))


def test_an_answer_names_a_wild_shovels_marker_and_a_condition_means_each(match: Match) -> None:
    wild, a = wild_ones(match)[0], plain(match)[0]
    planned = of(plan(match, ADA, f"{wild}: {a}"), ADA)
    assert planned.count("/") == 4
    assert f"{wild}>B" in planned
    with pytest.raises(IllegalMove, match=f"“{wild}” can be several moves: {wild}>B, {wild}>P"):
        plan(match, ADA, f"{a}: {wild}")
    assert of(plan(match, ADA, f"{a}: {wild}>b"), ADA) == f"{a}: {wild}>B"


def test_a_plan_that_cannot_be_read_or_played_is_refused(match: Match) -> None:
    a, b, c, *_ = plain(match)
    unreadable = ("nonsense", "1", "1: 2: 3", "1: 2 (3", "1: 2) 3", "(1: 2)", "1 2: 3", ": 3")
    illegal = (f"{a}: 28", f"99: {a}", f"{a}: {a}", f"{a}: {b} ({b}: {c})")
    for typed in (*unreadable, *illegal, f"{a}: {b}; {a}: {c}", f"{a}/{a}>: {b}"):
        with pytest.raises(IllegalMove):
            plan(match, ADA, typed)


def test_a_plan_has_six_answers_a_line_1000_characters_and_500_moves_at_most(match: Match) -> None:
    free = plain(match)
    a, b, c, *others = free

    def line(answers: int) -> str:
        typed = ""
        for at in reversed(range(0, 2 * answers, 2)):
            typed = f"{free[at]}: {free[at + 1]}" + (f" ({typed})" if typed else "")
        return typed

    assert of(plan(match, ADA, line(6)), ADA) == line(6)
    with pytest.raises(IllegalMove, match="6 answers"):
        plan(match, ADA, line(7))
    wild = f"({'/'.join(wild_ones(match))}: {b})"
    short, long = (
        "; ".join(f"{it}: {a} {wild}" for it in (b, c, *others)[2:size]) for size in (7, 99)
    )
    assert moves(played(plan(match, ADA, short), (BEN, others[0])))[-1] == a
    assert len(long) < 1_000, "it is too long with all its markers"
    with pytest.raises(IllegalMove, match="1000 characters"):
        plan(match, ADA, long)
    one, two, three = ("/".join((*others[at:12:3], wild_ones(match)[at])) for at in range(3))
    assert of(plan(match, ADA, f"{one}: {a} ({two}: {b})"), ADA)
    with pytest.raises(IllegalMove, match="500 moves"):
        plan(match, ADA, f"{one}: {a} ({two}: {b} ({three}: {c}))")


def test_only_who_waits_plans_for_what_they_have_seen_and_nobody_else_is_told(match: Match) -> None:
    a, b, *_ = plain(match)
    with pytest.raises(Denied, match="your turn"):
        plan(match, BEN, f"{a}: {b}")
    with pytest.raises(Stale):
        plan(match, ADA, f"{a}: {b}", moment=match.moment - 1)
    with pytest.raises(Denied, match="do not play"):
        plan(match, Player(99, "Dan"), f"{a}: {b}")
    with pytest.raises(Stale):
        plan(leaving.resign(match, context(match), BEN.id), ADA, f"{a}: {b}")
    planned = plan(match, ADA, f"{a}: {b}")
    assert planned.changed_at == match.changed_at
    assert make_timeline(planned, PROWLER, 1).plan
    for viewer in (2, None):
        assert make_timeline(planned, PROWLER, viewer) == make_timeline(match, PROWLER, viewer)
    paired = replace(match, terms=Terms(competition="abc", pairing=1))
    assert moves(played(plan(paired, ADA, f"{a}: {b}"), (BEN, a)))[-2:] == [a, b]


def test_a_takeback_a_rematch_and_the_end_of_a_match_end_plans(match: Match) -> None:
    match = replace(match, terms=Terms(takebacks="free"))
    a, b, c, d, *_ = plain(match)
    planned = plan(match, ADA, f"{a}: {b} ({c}: {d})")
    assert not of(leaving.resign(planned, context(planned), BEN.id), ADA)
    back = agreements.ask(planned, context(planned), ADA.id, Motion.TAKEBACK, planned.moment)
    assert not of(back, ADA)
    made = played(planned, (BEN, a))
    assert of(made, ADA)
    again = lobby.make_challenge("x", PROWLER, made.players, {}, terms=made.terms, now=0)
    assert not any(each.plan for each in again.players)
    back = agreements.ask(made, context(made), ADA.id, Motion.TAKEBACK, made.moment)
    assert (moves(back)[-1], of(back, ADA)) == (a, ""), "a planned move can be taken back"
    assert replay_match(back, PROWLER)[-1].to_move == {1}


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

    grow(replay_match(match, PROWLER)[-1], ())
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
            (seat,) = replay_match(match, PROWLER)[-1].to_move
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
            reference = replay_match(match, PROWLER)[-1].after(
                seat, find_move(replay_match(match, PROWLER)[-1], seat, move)
            )
            turn = other
            while reference.outcome is None:
                answers, begins = plans.get(turn, ({}, 0))
                if (answer := answers.get(tuple(expected[begins:]))) is None:
                    plans.pop(turn, None)
                    break
                expected.append(answer)
                reference = reference.after(turn, find_move(reference, turn, answer))
                turn = 3 - turn
            match = play.make_move(match, context(match), match.player(seat).id, match.moment, move)
            assert moves(match) == expected
        assert not any(each.plan for each in match.players)


def in_english(typed: str) -> object:
    return conditional_replies.read_branches(plan_in_english(typed, conditional_replies.EXAMPLE))


def test_what_a_plan_is_typed_with_is_read_short_and_a_line_is_added_or_taken_away() -> None:
    read, write = conditional_replies.read_branches, conditional_replies.write_branches
    longer = conditional_replies.add_line(read("9: 12 (3: 7); 4: 8"), ("9", "12", "5", "6"))
    twenty = "/".join(["9"] * 20)
    for branches, text in (
        (longer, "4: 8; 9: 12 (3: 7; 5: 6)"),
        (conditional_replies.add_line(longer, ("9", "11")), "4: 8; 9: 11"),
        (conditional_replies.remove_line(longer, ("9", "12", "3")), "4: 8; 9: 12 (5: 6)"),
        (conditional_replies.remove_line(longer, ("9",)), "4: 8"),
        (read(f"{twenty}: 12 ({twenty}: 13)"), "9: 12 (9: 13)"),
    ):
        assert write(branches) == text


@each_of("language", LANGUAGES)
def test_the_examples_of_plans_mean_the_same_in_each_language(language: Language) -> None:
    with speaking(language):
        assert in_english(tr(conditional_replies.EXAMPLE)) == in_english("9: 12 (3: 7); 4/5: 8")
        typed = plan_in_english(tr(ways.EXAMPLE, square="G7", building="E5"), ways.EXAMPLE)
    assert ways._targets(typed) == ways._targets("g7, claim e5")


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
def test_words_may_lack_capitals_and_accents_and_may_be_english_but_of_no_other_language(
    language: Language, typed: str
) -> None:
    with speaking(language):
        assert in_english(typed) == in_english("9: 12; 4/5: 8")
    with speaking("fr"):
        assert plan_in_english("wenn 9: 12", conditional_replies.EXAMPLE) == "wenn 9: 12"
