"""Leaving a match of two ends it; in a larger one the others play on, or the seat is offered."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match import agreements, closing, leaving, lobby, plans, play
from prowlerbot.match.deadlines import seat_deadline
from prowlerbot.match.match import (
    FIRST_RULES,
    Context,
    Ending,
    Former,
    Match,
    Phase,
    Play,
    Player,
    machine,
)
from prowlerbot.match.ratings import LEAST_PLAYS, Verdict, entries_of, result_of
from prowlerbot.match.terms import Asked, Question, Terms
from tests.games.tell import TellGame
from tests.life import ADA, BEN, CLEO

DORA, EVE = Player(4, "Dora"), Player(5, "Eve")
ANY, TWICE = TellGame(range(1, 5)), TellGame(range(1, 5), picks=2)
"""Tell, with one number in each round and with two."""
RATED = Terms(rated=True)


def late(now: int = 9, game: TellGame = ANY) -> Context:
    return Context(game, random.Random(1), now)


def begun(count: int, terms: Terms = RATED, game: TellGame = ANY) -> Match:
    asked = lobby.make_challenge("m", game, (ADA, BEN, CLEO, DORA)[:count], {}, terms=terms, now=0)
    return lobby.begin_match(asked, late(0, game))


def resigned(match: Match, *players: Player, now: int = 9, game: TellGame = ANY) -> Match:
    for player in players:
        match = leaving.resign(match, late(now, game), player.id)
    return match


def chose(match: Match, player: Player, number: str, now: int = 5, game: TellGame = ANY) -> Match:
    own = match.decision(match.seat_of(player.id) or 0).own
    return play.make_move(match, late(now, game), player.id, match.moment, number, own=own)


def test_choices_of_others_stand_when_somebody_leaves_and_alone_nobody_wins_by_resigning() -> None:
    match = chose(chose(begun(3), ADA, "1"), BEN, "2")
    match = resigned(match, CLEO)
    assert [each.seat for each in match.plays] == [1, 2, 3, 0], "that completes the round"
    assert play.replay_match(match, ANY)[-1].to_move == {1, 2}
    match = resigned(chose(begun(4), ADA, "1"), BEN)
    decision = match.decision(1)
    assert (decision.moment, decision.own, decision.concealed) == (0, 1, 1)
    assert play.replay_match(match, ANY)[-1].to_move == {3, 4}
    over = resigned(begun(1), ADA)
    assert (over.ending, play.ranks_of(over, ANY)) == (Ending.RESIGNED, None)
    assert result_of(over, ANY) is None


def test_a_player_who_has_left_is_asked_for_nothing_and_can_do_nothing() -> None:
    match = resigned(begun(3), BEN)
    acts: list[Callable[[], Match]] = [
        lambda: resigned(match, BEN),
        lambda: chose(match, BEN, "1"),
        lambda: agreements.ask(match, late(), BEN.id, Asked.CANCEL, match.moment),
        lambda: leaving.claim(match, late(), BEN.id, {1}),
    ]
    for act in acts:
        with pytest.raises(Denied, match="left this match"):
            act()
    asked = agreements.ask(match, late(), ADA.id, Asked.CANCEL, match.moment)
    over = agreements.agree(asked, late(), CLEO.id, Asked.CANCEL, asked.moment)
    assert over.ending is Ending.AGREED


def test_where_the_lobby_allows_it_the_machine_takes_the_seat_over_and_nothing_is_rated() -> None:
    match = resigned(begun(3, Terms(rated=True, takeover=True)), BEN)
    assert (match.phase, match.left) == (Phase.PLAYING, ())
    taken_over = replace(machine(leaving.SUBSTITUTE), name=BEN.name, leaver=BEN.id)
    assert match.player(2) == taken_over, "under whose name past moves are told"
    assert not match.terms.rated
    one = resigned(match, ADA)
    over = resigned(one, CLEO)
    assert (over.phase, over.ending) == (Phase.OVER, Ending.RESIGNED), "no person is left"


def test_a_seat_that_is_not_there_is_made_to_leave_without_a_deadline() -> None:
    match = begun(3)
    after = leaving.let_leave(match, late(), {2})
    claimed = leaving.claim(match, late(), ADA.id, {2})
    assert after is not None
    assert after.left == claimed.left == (2,)
    assert claimed.revision == match.revision + 1
    assert leaving.let_leave(match, late(), ()) is None
    assert leaving.let_leave(begun(2), late(), {2}) is None, "nobody would play on"
    assert leaving.let_leave(after, late(), {1, 3}) != after
    with pytest.raises(Denied, match="no time limit"):
        leaving.claim(match, late(), ADA.id, ())
    over = leaving.claim(begun(2), late(), ADA.id, {2})
    assert (over.ending, over.ended_by) == (Ending.CLAIMED, 1)
    assert play.ranks_of(over, ANY) == (1, 2)


# ------------------------------------------------------------------------ offers of a left seat

OFFERED = Terms(rated=True, takeover=True, substitutes=True, pace=600, takebacks="free")


def offering(terms: Terms = OFFERED, count: int = 3) -> Match:
    return begun(count, terms, TWICE)


def left(match: Match, player: Player = BEN, now: int = 100) -> Match:
    return resigned(match, player, now=now, game=TWICE)


def taken(match: Match, player: Player = DORA, seat: int = 2, now: int = 200) -> Match:
    return leaving.take_seat(match, late(now, TWICE), player, seat)


def picked(match: Match, *players: Player, numbers: str = "12") -> Match:
    for player in players:
        for number in numbers:
            match = chose(match, player, number, 300, TWICE)
    return match


def test_a_seat_is_offered_once_for_a_quarter_of_the_pace_and_then_the_machine_plays() -> None:
    for pace, lasts in [(600, 150), (86_400, 3600), (0, 3600)]:
        match = left(offering(replace(OFFERED, pace=pace)))
        assert match.player(2).offered == 100 + lasts
        assert not match.terms.rated, "for nobody, whoever plays on"
    assert left(offering(replace(OFFERED, substitutes=False))).player(2).offered == 0
    match = left(offering())
    with pytest.raises(Stale):
        play.move_of_machine(match, late(120, TWICE), 2, match.decision(2), "1")
    with pytest.raises(Stale):
        leaving.close_offers(match, late(249, TWICE))
    closed = leaving.close_offers(match, late(250, TWICE))
    assert closed.player(2).is_substitute
    there = late(251, TWICE)
    assert play.move_of_machine(closed, there, 2, closed.decision(2), "1").ply == 1
    again = left(taken(match), DORA, 300).player(2)
    assert (again.offered, again.leaver, again.former) == (0, DORA.id, Former(BEN.id, "Ben", 0))
    match = taken(match, now=249)
    assert (seat_deadline(match, 2), seat_deadline(match, 1)) == (849, 600), "its clock stood still"


def test_whoever_takes_the_seat_is_its_player_and_the_moves_before_stay_the_leavers() -> None:
    match = taken(left(picked(offering(), BEN, numbers="1")))
    assert match.player(2) == replace(DORA, former=Former(BEN.id, "Ben", 1))
    assert match.seat_of(BEN.id) is None
    back = agreements.withdraw_secret_step(match, late(210, TWICE), DORA.id, match.moment, 1)
    former = back.player(2).former
    assert former is not None
    assert former.plays == 0, "a step that replaces the secret one is Dora's"
    match = picked(match, DORA, numbers="2")
    assert [match.is_by_former(ply) for ply in range(match.ply)] == [True, False]
    then = [match.seated_after(match.plays[:ply]).player(2).name for ply in (1, 2)]
    assert then == ["Ben", "Dora"]
    match = taken(left(picked(offering(), ADA, BEN, CLEO)))
    with pytest.raises(Denied):
        agreements.ask(match, late(220, TWICE), DORA.id, Asked.TAKEBACK, match.moment)


def test_nobody_takes_a_second_seat_and_no_leaver_comes_back() -> None:
    match = left(left(offering(count=4), BEN), CLEO)
    with pytest.raises(Denied, match="already play"):
        taken(match, ADA, 2)
    for leaver in (BEN, CLEO):
        with pytest.raises(Denied, match="for another player"):
            taken(match, leaver, 2)
    match = taken(match, EVE, 2)
    with pytest.raises(Denied, match="for another player"):
        taken(match, BEN, 3)
    with pytest.raises(Stale, match="no longer free"):
        taken(match, DORA if match.seat_of(DORA.id) is None else Player(9, "Nina"), 2)


def test_the_match_with_a_new_player_counts_for_no_rating_and_can_be_played_again() -> None:
    match = taken(left(offering()))
    while match.phase is Phase.PLAYING:
        match = picked(match, ADA, CLEO, DORA)
    result = result_of(match, TWICE)
    assert result is not None
    assert (result.rated, set(result.players)) == (False, {ADA.id, CLEO.id, DORA.id})
    again = lobby.make_rematch("n", TWICE, match, DORA.id, 900)
    assert all(each.former is None for each in again.players)
    assert {each.id for each in again.players} == {ADA.id, CLEO.id, DORA.id}


# ---------------------------------------------- ranks and ratings of a match that some have left


def moved(match: Match, rounds: int, game: TellGame = TWICE) -> Match:
    """Let everybody who is still there make so many choices of Tell."""
    for _ in range(rounds):
        for seat in sorted(play.replay_match(match, game)[-1].to_move):
            match = chose(match, match.player(seat), "1", game=game)
    return match


def test_a_match_that_ends_outside_of_its_game_ranks_leavers_behind_all_others() -> None:
    gone = resigned(begun(4, game=TWICE), ADA, BEN, game=TWICE)
    for ending, by, ranks in (
        (Ending.RESIGNED, 3, (4, 3, 2, 1)),
        (Ending.RESIGNED, 0, (4, 3, 1, 1)),
        (Ending.CLOSED, 3, (4, 3, 2, 1)),
        (Ending.CLOSED, 0, (4, 3, 1, 1)),
        (Ending.CLAIMED, 4, (4, 3, 2, 1)),
    ):
        over = replace(gone, phase=Phase.OVER, ending=ending, ended_by=by)
        assert play.ranks_of(over, TWICE) == ranks
    match = resigned(begun(3, game=TWICE), ADA, game=TWICE)
    assert play.ranks_of(closing.close_match(match, late(99, TWICE)), TWICE) == (3, 1, 1)
    old = replace(match, phase=Phase.OVER, ending=Ending.CLOSED, ended_by=2, rules=FIRST_RULES)
    assert play.ranks_of(old, TWICE) == (1, 3, 1), "by the first rules"


def test_who_leaves_early_has_lost_and_the_match_counts_for_those_who_play_it_out() -> None:
    old = replace(begun(3), rules=FIRST_RULES)
    match = moved(resigned(old, BEN), 2, ANY)
    for over in (
        match,
        resigned(old, ADA, BEN),
        resigned(replace(begun(2), rules=FIRST_RULES), ADA),
    ):
        assert (over.phase, over.rules > FIRST_RULES) == (Phase.OVER, True), "by the present rules"
    result, first = result_of(match, ANY), result_of(replace(match, rules=FIRST_RULES), ANY)
    assert result is not None
    assert first is not None
    assert first.short
    assert (match.ending, result.short, result.ranks[1]) == (Ending.PLAYED, False, 3)
    (entry,) = entries_of([result])
    assert entry.verdict is Verdict.COUNTED
    assert entry.after[1].mu < entry.before[1].mu
    for rounds in (LEAST_PLAYS - 1, LEAST_PLAYS):
        last = moved(resigned(begun(3, game=TWICE), ADA, game=TWICE), rounds)
        result = result_of(resigned(last, BEN, game=TWICE), TWICE)
        assert result is not None
        assert (result.ranks, result.short) == ((3, 2, 1), rounds < LEAST_PLAYS)


# ----------------------------- players without lives watch on, can still win, and hold up nobody

LANDGRAB = Landgrab()
NOW = 5000
IT = Context(LANDGRAB, random.Random(1), NOW)
TAKEBACK, CANCEL = Asked.TAKEBACK, Asked.CANCEL


@cache
def with_one_out(*players: Player) -> Match:
    """A match of three in which seat 3 has just lost its last life, and two play on."""
    asked = lobby.make_challenge("m", LANDGRAB, players, {"map": "mill"}, terms=Terms(), now=NOW)
    for seed in range(200):
        match = lobby.begin_match(asked, Context(LANDGRAB, random.Random(seed), NOW))
        rng = random.Random(seed)
        while match.phase is Phase.PLAYING:
            state = position(match)
            if state.out == {3} and state.phase == "turn":
                return match
            if state.out:
                break
            match = made(match, rng)
    raise AssertionError


def position(match: Match) -> Position:
    state = play.replay_match(match, LANDGRAB)[-1]
    assert isinstance(state, Position)
    return state


def made(match: Match, rng: random.Random, kind: str = "a") -> Match:
    """The match after a move of the seat to move, of this kind if there is one."""
    state = position(match)
    (seat,) = state.to_move
    assert seat != CHANCE
    moves = [each for each in state.moves(seat) if each.kind == kind] or [*state.moves(seat)]
    move = rng.choice(moves)
    before = Play(seat, str(move), NOW, match.moment)
    return play.advance(match, state, before, state.after(seat, move), Context(LANDGRAB, rng, NOW))


OUT = with_one_out(ADA, BEN, CLEO)
STEPPED = made(OUT, random.Random(3), "")
"""A player who is still in has made a step, and can take it back."""
MOVER, OTHER = (ADA, BEN) if STEPPED.plays[-1].seat == 1 else (BEN, ADA)


def ask(match: Match, player: Player, asked: Asked) -> Match:
    return agreements.ask(match, IT, player.id, asked, match.moment)


def agree(match: Match, player: Player, asked: Asked) -> Match:
    return agreements.agree(match, IT, player.id, asked, match.moment)


def test_a_takeback_needs_the_consent_of_those_still_in_alone_and_an_end_that_of_all() -> None:
    asked = ask(STEPPED, MOVER, TAKEBACK)
    assert asked.question == Question(TAKEBACK, STEPPED.plays[-1].seat, moment=STEPPED.moment)
    assert agree(asked, OTHER, TAKEBACK).plays == OUT.plays
    match = with_one_out(ADA, machine("easy"), CLEO)
    while position(match).to_move != {1}:
        match = made(match, random.Random(5), "")
    moved = made(match, random.Random(3), "")
    assert ask(moved, ADA, TAKEBACK).plays == match.plays, "the last person in asks nobody"
    asked = agree(ask(OUT, ADA, CANCEL), BEN, CANCEL)
    assert asked.phase is Phase.PLAYING, "one who is out may still win"
    assert agree(asked, CLEO, CANCEL).ending is Ending.AGREED
    assert ask(OUT, CLEO, CANCEL).question == Question(CANCEL, 3, moment=OUT.moment)


def test_a_player_who_is_out_holds_up_no_takeback_and_moves_plans_and_resigns_no_more() -> None:
    asked = ask(STEPPED, MOVER, TAKEBACK)
    decide = "players still in it decide"
    acts: list[tuple[Callable[[], Match], str]] = [
        (lambda: agree(asked, CLEO, TAKEBACK), decide),
        (lambda: agreements.refuse(asked, IT, CLEO.id, TAKEBACK, asked.moment), decide),
        (lambda: ask(OUT, CLEO, TAKEBACK), decide),
        (lambda: leaving.resign(OUT, IT, CLEO.id), "nothing to give up"),
        (lambda: play.make_move(OUT, IT, CLEO.id, OUT.moment, "F6"), "You are out"),
        (lambda: plans.set_plan(OUT, IT, CLEO.id, OUT.moment, "go to F6"), "no more moves"),
    ]
    for act, told in acts:
        with pytest.raises(Denied, match=told):
            act()


def test_if_one_of_the_last_in_leaves_the_match_is_played_out_for_a_person_who_is_out() -> None:
    for match in (OUT, with_one_out(ADA, machine("easy"), CLEO)):
        over = leaving.resign(match, IT, ADA.id)
        assert (over.ending, over.plays[-1].move) == (Ending.PLAYED, LEAVE)
    outcome = position(leaving.resign(OUT, IT, ADA.id)).outcome
    assert outcome is not None
    assert outcome.ranks[0] == 3, "who left is last, behind the one who is out"
